"""Answers of Po& Poker Patience: the kernel against plain scoring, solutions of deals, and chances to win."""

import itertools
import json
import re
from collections.abc import Sequence
from fractions import Fraction
from math import sqrt
from pathlib import Path
from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

from cardwright import games
from cardwright.answers import Budget
from cardwright.cli import main
from cardwright.errors import PlayError
from cardwright.games.patience import _kernels, impossible, odds
from cardwright.games.patience.actions import TURNS, PlaceCard
from cardwright.games.patience.odds import evaluate, position_of
from cardwright.games.patience.plans import ACCEPTANCE_CHANCES, Position, Walk
from cardwright.games.patience.rules import Patience
from cardwright.games.patience.scoring import EMPTY, complete, standing
from cardwright.games.patience.solver import solve
from cardwright.games.patience.state import Layout, PatienceState, is_full
from cardwright.play import solved
from cardwright.play.luck import Luck
from cardwright.play.record import Header, Sitter, dump
from cardwright.play.table import Table
from cardwright.testing.configuration import Options
from support.kernels import uncompiled
from support.patience_table import before, won_plan
from support.playouts import first_choice
from support.records import finished


def cost(plan: list[int]) -> int:
    """The slow twin: missing classes and dead lines count two, idle cards one."""
    found = [standing(plan[first : first + 25]) for first in (0, 25)]
    return sum(2 * len(each.missing) + 2 * len(each.dead) + len(each.idle) for each in found)


def test_the_kernel_counts_unmet_demands_as_the_scoring_does() -> None:
    rng = Random(1)
    nothing, tally = np.zeros(0, np.int32), np.zeros((52, 52, 50), np.int32)
    for _ in range(300):
        plan = rng.sample(range(52), 52)
        if rng.random() < 0.7:  # lines of equal ranks, runs and flushes are rare in a shuffled deck
            plan.sort(key=lambda card: (card * rng.choice((1, 13, 14))) % 52 // rng.choice((1, 2, 4)))
        layouts = _kernels.FullLayouts(np.array(plan, np.int32))
        assert layouts.walk(nothing, -1, 0, 1, 0, ACCEPTANCE_CHANCES[-1], tally) == cost(plan)


@pytest.mark.parametrize(("adjacency", "seed"), [(8, 1), (8, 2)])
def test_a_deal_of_known_order_is_solved_by_the_rules(adjacency: int, seed: int) -> None:
    game = Patience(adjacency=adjacency)
    order = Random(seed).sample(range(52), 50)
    moves = solve(game, [TURNS[card] for card in order])
    assert moves is not None
    state = game.initial_state()
    for card, move in zip(order, moves):
        state = game.play(game.play(state, -1, TURNS[card]), 0, move)
    state = game.play(state, -1, game.chance_outcomes(state)[0][0])
    assert game.returns(state) == (1,)
    with pytest.raises(PlayError, match="order of all 50 cards must be known, and 49"):
        solved.solve(game, [TURNS[card] for card in order[:49]])


def best_value(game: Patience, state: PatienceState) -> Fraction:
    """The slow twin of the last cells: every order and every placing, by the rules."""
    return max(
        value_of(game, state, action) for action in game.legal_actions(state, 0) if isinstance(action, PlaceCard)
    )


def value_of(game: Patience, state: PatienceState, action: PlaceCard) -> Fraction:
    after = game.apply(state, 0, action)
    if is_full(after):
        return Fraction(all(map(complete, after.layouts)))
    ways = [game.apply(after, -1, turn) for turn, _ in game.chance_outcomes(after)]
    return sum((best_value(game, way) for way in ways), Fraction(0)) / len(ways)


def test_compiled_and_plain_kernels_agree() -> None:
    plain, plan = uncompiled(_kernels), np.array(won_plan(1), np.int32)
    free = np.array([3, 8, 17, 29, 41, 50, 51], np.int32)
    turned, allowed = int(plan[3]), 1 << 3 | 1 << 8 | 1 << 41
    results = []
    for kernels in (plain, _kernels):
        walked, tally, cells = kernels.FullLayouts(plan), np.zeros((52, 52, 50), np.int32), free[:5].copy()
        opened = np.where(np.isin(np.arange(52), free), -1, plan)
        halves, ways = np.zeros(1000, np.uint64), np.zeros(1000, np.uint64)
        unseen = np.array([turned, *(plan[cell] for cell in free[1:])], np.int32)
        unmet = walked.walk(free, turned, allowed, 5, 400, ACCEPTANCE_CHANCES[-1], tally)
        assert unmet == cost(walked.plan())
        assert tally.any()
        total = kernels.list_completions(opened, cells, unseen, 10_000, 3, halves, np.zeros(1000, np.int32), ways)
        values, completions = np.zeros(5), ways[:total]
        last_cells = kernels.LastCells(completions, cells, True)
        assert last_cells.exact_values(10_000, 99, values)
        wins = [last_cells.play_out(place, 7, 20) for place in range(5)]
        solved = kernels.solve(plan[::-1].copy(), np.full(52, -1, np.int32), True, 9, 100, 0.3, 0.1)
        results.append(
            ([unmet, total, solved, *wins], [*walked.plan(), *tally[tally > 0], *cells, *completions, *values])
        )
    assert results[0][0] == results[1][0]
    assert results[0][1] == pytest.approx(results[1][1])


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_all_ways_to_fill_the_last_cells_are_listed(seed: int) -> None:
    game, view = before(seed, 4, {})
    position = position_of(game, view)
    assert position is not None
    completions = position.completions(Random(1))
    assert completions is not None
    ways = []
    for cards in itertools.permutations((view.card, *view.unseen), 4):
        filled = dict(zip(position.empty, cards))
        plan = [filled.get(cell, card) for cell, card in enumerate(position.cells)]
        if view.card in cards and complete(plan[:25]) and complete(plan[25:]):
            ways.append(position.empty[cards.index(view.card)])
    assert completions.total == len(ways) > 0
    assert completions.counts() == {cell: ways.count(cell) for cell in position.empty}


def test_a_walk_counts_the_ways_as_often_as_they_are() -> None:
    game, view = before(1, 9, {})
    position = position_of(game, view)
    assert position is not None
    completions = position.completions(Random(1))
    assert completions is not None
    walk = position.walk(Random(2), 1_000_000)
    ways = completions.counts()
    for cell in position.empty:
        assert walk.counts[cell] / walk.found == pytest.approx(ways[cell] / completions.total, abs=0.1)


@pytest.mark.parametrize(("seed", "options"), [(1, {"shifts": "none"}), (2, {}), (3, {"adjacency": 4})])
def test_the_last_cells_are_exact(seed: int, options: Options) -> None:
    game, view = before(seed, 3, options)
    state = game.sample_state(view, Random(1))
    lines = evaluate(game, view, Budget())
    assert {line.action for line in lines} == set(game.legal_actions(state, 0))
    for line in lines:
        assert isinstance(line.action, PlaceCard)
        assert line.error == 0
        assert line.value == pytest.approx(float(value_of(game, state, line.action)))


def test_games_played_by_the_number_of_ways_win_nearly_what_best_play_wins() -> None:
    game, view = before(1, 7, {})
    position = position_of(game, view)
    assert position is not None
    completions = position.completions(Random(1))
    assert completions is not None
    exact = completions.exact_values()
    assert exact is not None
    for place, cell in enumerate(completions.cells.tolist()):
        share = completions.games_won(place, 3, 4000) / 4000
        assert 0.7 * exact[cell] - 0.02 <= share <= exact[cell] + 4 * sqrt(exact[cell] / 4000)


def test_every_placing_has_a_line_and_the_same_view_the_same_lines() -> None:
    game, view = before(2, 20, {})
    lines = evaluate(game, view, Budget(samples=20))
    assert {line.action for line in lines} == {each for each in game.choices(view) if isinstance(each, PlaceCard)}
    assert lines[0].value > 0
    assert all(line.error > 0 for line in lines)
    share = r"^\d+ % of the ways to win that a search found have it there \(an even share: \d+ %\); "
    assert all(re.match(share, line.reason) for line in lines)
    both, each = (
        [found.groups() for line in lines if (found := re.search(f"; then {words}$", line.reason))]
        for words in (r"row \d and column \w can each make (.+)", r"row \d can make (.+) and column \w can make (.+)")
    )
    assert all(of_row != of_column for of_row, of_column in each)  # what is the same is said once
    assert both
    # What a placing leaves; of one plan the reason names what its lines make.
    assert len(both) + len(each) > len(lines) / 2
    assert evaluate(game, view, Budget(samples=20)) == lines
    full = replace(view, card=EMPTY)
    assert evaluate(game, full, Budget()) == ()


def test_walks_are_longer_with_many_open_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, walk = [], Position.walk

    def short(self: Position, rng: Random, steps: int, last: Walk | None = None) -> Walk:
        asked.append(steps)
        return walk(self, rng, 1)

    monkeypatch.setattr(Position, "walk", short)
    for open_count in (29, 28):
        evaluate(*before(2, open_count, {}), Budget(samples=1))
    assert asked == [40_000, 40_000, 5_000, 5_000]  # each begins again where nothing was found


@pytest.mark.parametrize("name", ["fast", "expert"])
def test_bots_play_to_the_end(name: str) -> None:
    """In the last cells by the exact values; any game ends by the rules."""
    game, view = before(2, 14, {})
    state, bot, rng = game.sample_state(view, Random(1)), games.create_bot(name, game, Random(1)), Random(4)
    while game.players_to_act(state):
        if game.players_to_act(state) == (-1,):
            state = game.apply(state, -1, game.draw(state, rng))
            continue
        seen = game.view(state, 0)
        advice = bot.advise(seen)
        if len(position_of(game, seen).empty) <= 11:  # type: ignore[union-attr]
            assert advice.action == evaluate(game, seen, Budget())[0].action
        assert isinstance(advice.action, PlaceCard)
        state = game.play(state, 0, advice.action)


def test_a_lost_game_is_reviewed_and_could_have_been_won(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(odds, "analyse", lambda *_: odds.Analysis(()))  # what the placings are worth is not asked here
    game = games.create("patience")
    table = finished(Table(game, Luck.numbered(1)), first_choice(game))
    path = tmp_path / "lost.jsonl"
    path.write_bytes(dump(Header.of(game, [Sitter("Ann", "person")]), table.log))
    assert main(["review", str(path)]) == 0
    printed = capsys.readouterr().out
    assert f"cardwright solve --record {path}" in printed
    assert "it could not be won any more, wherever the cards were placed: layout" in " ".join(printed.split())
    assert main(["solve", "--record", str(path)]) == 0
    printed = capsys.readouterr().out
    assert "This deal can be won" in printed
    assert "From card " in printed


def test_what_is_proved_impossible_is_so_by_every_placing() -> None:
    """The cards of the last five cells of a won game, and the same with one of them exchanged."""
    game, plan = Patience(shifts="none"), won_plan(1)
    answers = []
    for seed in range(3):
        cells = Random(seed).sample(range(50), 5)
        layouts = [tuple(EMPTY if 25 * k + c in cells else plan[25 * k + c] for c in range(25)) for k in (0, 1)]
        both, coming = (layouts[0], layouts[1]), [plan[cell] for cell in cells]
        for cards in (coming, [plan[50], *coming[1:]], [plan[51], *coming[1:]]):
            proved = impossible.why_impossible(game, both, cards) != ()
            assert proved == (not _can_be_filled(game, both, cards))
            answers.append(proved)
    assert set(answers) == {True, False}


def _can_be_filled(game: Patience, layouts: tuple[Layout, Layout], coming: Sequence[int], at: int = 0) -> bool:
    """The slow twin: every cell by the rules, and nothing is left out before the end."""
    if at == len(coming):
        return all(map(complete, layouts))
    for k in (0, 1):
        mask = sum(1 << cell for cell in range(25) if layouts[k][cell] != EMPTY)
        for cell in range(25):
            if game.open_cells(mask) >> cell & 1:
                new = (*layouts[k][:cell], coming[at], *layouts[k][cell + 1 :])
                if _can_be_filled(game, (new, layouts[1]) if k == 0 else (layouts[0], new), coming, at + 1):
                    return True
    return False


def test_a_game_that_is_won_is_never_proved_lost() -> None:
    game, order = Patience(), Random(1).sample(range(52), 50)
    moves = solve(game, [TURNS[card] for card in order])
    assert moves is not None
    states: list[PatienceState] = [game.initial_state()]
    for card, move in zip(order, moves):
        states += [game.play(states[-1], -1, TURNS[card])]
        states += [game.play(states[-1], 0, move)]
    assert impossible.lost_from(game, states) is None


def test_solve_prints_the_placings_of_a_numbered_deal(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["solve", "patience", "--seed", "1", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["won"]
    assert len(said["moves"]) == 50
    for words in (["solve", "cribbage", "--seed", "1"], ["solve"], ["solve", "--record", str(tmp_path / "none")]):
        assert main(words) == 2
    errors = capsys.readouterr().err.splitlines()
    assert [line.split(":")[0] for line in errors] == ["cardwright"] * 3
    assert "cribbage" in errors[0]
