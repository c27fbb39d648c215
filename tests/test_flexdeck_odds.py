"""Values of coverings: independent dice against a slow twin, counted dominoes, and the order of the lines."""

import functools
import json
from fractions import Fraction
from itertools import permutations, product
from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

from cardwright import games
from cardwright.answers import Budget
from cardwright.cli import main
from cardwright.game import CHANCE
from cardwright.games.flexdeck import _kernels, deck, odds
from cardwright.games.flexdeck.actions import Compare, Cover, Gather
from cardwright.games.flexdeck.bot import BOT_BUDGET
from cardwright.games.flexdeck.odds import counted, match
from cardwright.games.flexdeck.odds.choices import ROLLS, list_keeps, strengths
from cardwright.games.flexdeck.odds.fair_dice import SolvedRound, roll_index
from cardwright.games.flexdeck.odds.rounds import round_chances
from cardwright.games.flexdeck.rules import Flexdeck
from cardwright.games.flexdeck.state import NO_SEAT, FlexdeckState, FlexdeckView
from cardwright.games.flexdeck.throws import Dice
from support.kernels import uncompiled
from support.playouts import random_states

GAME = Flexdeck()
STRENGTH = strengths(GAME.table)


def view_at(turn: int, seed: int) -> FlexdeckView:
    """A random view at this turn of the first round."""
    states = random_states(GAME, Random(seed))
    state = next(state for state in states if state.turn >= turn and GAME.players_to_act(state)[0] != CHANCE)
    return GAME.view(state, GAME.players_to_act(state)[0])


def last_turn(mine: tuple[int, ...], theirs: tuple[int, ...]) -> float:
    """The chance to win with one turn of independent dice, by every throw of every choice."""
    best = Fraction(0)
    for kept in list_keeps(tuple(sorted(mine)), 3):
        won = Fraction(0)
        for thrown in product(range(10), repeat=5 - len(kept)):
            made, other = STRENGTH[tuple(sorted(kept + thrown))], STRENGTH[tuple(sorted(theirs))]
            won += Fraction((made > other) + (made >= other), 2 * 10 ** (5 - len(kept)))
        best = max(best, won)
    return float(best)


@pytest.mark.parametrize("seed", range(3))
def test_one_turn_of_independent_dice_agrees_with_every_throw(seed: int) -> None:
    rng = Random(seed)
    mine, theirs = (tuple(rng.randrange(10) for _ in range(5)) for _ in range(2))
    fair = SolvedRound(GAME.table, 3, 0.5)
    known = sorted(set(STRENGTH.values()))
    place = known.index(STRENGTH[tuple(sorted(theirs))])
    assert float(fair.dealers_last.values[roll_index(mine), place]) == pytest.approx(last_turn(mine, theirs), abs=1e-5)


def test_each_earlier_turn_is_the_best_choice_for_the_turn_after_it() -> None:
    fair, rng = SolvedRound(GAME.table, 3, 0.5), Random(5)
    theirs, mine = (ROLLS[rng.randrange(len(ROLLS))] for _ in range(2))
    column, ties = (each[roll_index(theirs)] for each in (fair.non_dealers_last.values, fair.non_dealers_last.ties))
    best, tied = max(
        tuple(
            sum(float(each[roll_index(kept + thrown)]) for thrown in product(range(10), repeat=5 - len(kept)))
            / 10 ** (5 - len(kept))
            for each in (column, ties)
        )
        for kept in list_keeps(mine, 3)
    )
    first = (
        each[roll_index(mine), roll_index(theirs)] for each in (fair.dealers_first.values, fair.dealers_first.ties)
    )
    assert tuple(map(float, first)) == pytest.approx((best, tied), abs=1e-5)


def test_the_table_of_rounds_agrees_with_random_openings_of_the_deck() -> None:
    start, rng, count = SolvedRound(GAME.table, 3, 0.5).opening(), np.random.default_rng(1), 40_000
    dealt = rng.random((count, deck.SIZE)).argpartition(5, axis=1)[:, :5]
    halves = rng.permuted(np.array(deck.HALVES)[dealt], axis=2)
    places = np.array([[roll_index(tuple(roll)) for roll in deal.T.tolist()] for deal in halves])
    known = round_chances(GAME, 0.5)
    for table, mean in ((start.values, known.win + known.tie / 2), (start.ties, known.tie)):
        found = table[places[:, 0], places[:, 1]].astype(np.float64)
        assert abs(found.mean() - mean) < 4 * found.std() / np.sqrt(count)


Place = tuple[tuple[int, int], int, int]


def place_of(state: FlexdeckState) -> Place:
    """The scores, the rounds and the dealer."""
    return state.scores, state.rounds, state.dealer


def after_round(game: Flexdeck, state: FlexdeckState, winner: int) -> FlexdeckState:
    """The state after a round with this winner, by the rules: a row of equal halves, or of nines against zeros."""
    side = 0 if winner == NO_SEAT else 9 if winner == state.dealer else 90
    done = replace(state, row=(side,) * 5, turn=4, settled=False)
    compared = game.apply(done, CHANCE, Compare())
    after = compared if compared.ended else game.apply(compared, CHANCE, Gather())
    return after if game.settings["rounds"] else replace(after, rounds=0)  # which are without end, for ties


@pytest.mark.parametrize(
    "options",
    [{}, {"ties": "replay", "next_dealer": "winner"}, {"ties": "both_score"}, {"rounds": 3, "next_dealer": "loser"}],
)
def test_the_match_agrees_with_its_states_played_by_the_rules(options: dict[str, object]) -> None:
    """The slow twin: all states between rounds, reached by the rules, valued again and again until nothing changes."""
    game = Flexdeck(**options)
    coming = [FlexdeckState(dealer=dealer) for dealer in (0, 1)]
    after: dict[Place, list[FlexdeckState]] = {}
    while coming:
        state = coming.pop()
        if not state.ended and place_of(state) not in after:
            after[place_of(state)] = [after_round(game, state, winner) for winner in (1, NO_SEAT, 0)]
            coming += after[place_of(state)]
    values = dict.fromkeys(after, 0.5)

    def results(place: Place) -> list[float]:
        ends = [(game.returns(state)[0] + 1) / 2 if state.ended else values[place_of(state)] for state in after[place]]
        return list(map(float, ends))

    for _ in range(60):
        values = {place: expected(game, place[2] == 0, *results(place)) for place in after}
    for place in after:
        scores, rounds, dealer = place
        found = match.stakes(game, game.view(FlexdeckState(scores=scores, rounds=rounds, dealer=dealer), 0))
        assert (found.lost, found.tied, found.won) == pytest.approx(results(place), abs=1e-9)


def expected(game: Flexdeck, deals: bool, lost: float, tied: float, won: float) -> float:
    """The value of a round from those after it."""
    share = (tied - lost) / (won - lost) if won > lost else 0.5
    found = round_chances(game, share if deals else 1 - share)
    wins, losses = (found.win, 1 - found.win - found.tie)[:: 1 if deals else -1]
    return wins * won + found.tie * tied + losses * lost


def test_a_lead_makes_a_tie_worth_a_win() -> None:
    """In the last of two rounds the player who leads wins the match by a tie too, and by a defeat half of it."""
    game = Flexdeck(rounds=2)
    view = replace(view_at(3, 2), rounds=1)
    ahead = replace(view, scores=(1, 0) if view.player == 0 else (0, 1))
    for line in odds.evaluate(game, ahead, Budget()):
        win, tie = (Fraction(part.value) for part in line.parts)
        assert line.value == (1 + win + tie) / 2
    done = replace(view, scores=(5, 0) if view.player == 0 else (0, 5))
    assert [line.value for line in odds.evaluate(Flexdeck(rounds=9), replace(done, rounds=5), Budget())] == [1] * 26


def test_the_command_prints_the_race(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "race", "4", "4", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert [row["your rounds"] for row in rows] == [0, 1, 2, 3, 4]
    assert rows[4]["you deal"] + rows[4]["the other deals"] == pytest.approx(1)
    assert rows[4]["you deal"] == pytest.approx(match.chance(GAME, 4, 4, True))
    assert main(["odds", "race", "5", "4"]) == 2
    assert "0 to 4" in capsys.readouterr().err


@pytest.mark.parametrize("turn", range(4))
def test_every_covering_has_a_line_and_equal_ones_the_fewest_dice_first(turn: int) -> None:
    view = view_at(turn, turn)
    lines = odds.evaluate(GAME, view, Budget())
    assert {line.action for line in lines} == set(GAME.choices(view))
    assert all(0 <= line.value <= 1 for line in lines)
    keys = [(-line.value, len(line.action.dice)) for line in lines if isinstance(line.action, Cover)]
    assert keys == sorted(keys)
    assert lines == odds.evaluate(GAME, view, Budget())
    assert all((line.error == 0) == (turn in odds.LAST_TURNS) for line in lines)


@pytest.mark.parametrize("turn", [0, 2])
def test_once_a_match_is_decided_the_round_is_played_for(turn: int) -> None:
    game, view = Flexdeck(rounds=3), view_at(turn, 5)
    for scores in ((2, 0), (0, 2)):
        lines = odds.evaluate(game, replace(view, scores=scores, rounds=2), Budget(samples=200))
        assert {(line.value, line.error) for line in lines} == {(float(scores[view.player] == 2), 0)}
        shares = [won.value + tied.value / 2 for won, tied in (line.parts for line in lines)]
        assert shares == sorted(shares, reverse=True)
        assert shares[0] > shares[-1]


def test_the_dealers_last_turn_is_exact() -> None:
    """Counted over every ordered pair of dominoes that two covers can show."""
    view = view_at(3, 2)
    cover = next(line for line in odds.evaluate(GAME, view, Budget()) if line.action == Cover((0, 1)))
    mine, theirs = view.roll(view.player), STRENGTH[tuple(sorted(view.roll(1 - view.player)))]
    won = total = 0
    for one, other in product(view.unseen, repeat=2):
        if one == other:
            continue
        for first, second in product(deck.HALVES[one], deck.HALVES[other]):
            made = STRENGTH[tuple(sorted((first, second, *mine[2:])))]
            won, total = won + (made > theirs) + (made >= theirs), total + 2
    win, tie = (Fraction(part.value) for part in cover.parts)
    assert win + tie / 2 == Fraction(won, total)


def few_left(view: FlexdeckView, count: int, seed: int) -> FlexdeckView:
    """The same view with only this number of dominoes left."""
    kept = Random(seed).sample(view.unseen, count)
    return replace(view, used=(1 << deck.SIZE) - 1 & ~sum(1 << domino for domino in kept))


class Twin:
    """Twice the dealer's value of a round, over every flip of every choice of both players, by the dominoes left."""

    def __init__(self, game: Flexdeck) -> None:
        self.game, self.strength = game, strengths(game.table)
        self.best = functools.cache(self._best)

    def _best(self, turn: int, dealers: Dice, others: Dice, left: frozenset[int]) -> Fraction | int:
        if turn == 4:
            mine, theirs = self.strength[dealers], self.strength[others]
            return (mine > theirs) + (mine >= theirs)
        roll = dealers if turn % 2 else others
        return (max if turn % 2 else min)(
            self.kept(turn, dealers, others, left, kept) for kept in list_keeps(roll, self.game.max_covered)
        )

    def kept(self, turn: int, dealers: Dice, others: Dice, left: frozenset[int], kept: Dice) -> Fraction:
        """The mean over all flips in order, either way up."""
        found = []
        for flips in permutations(sorted(left), 5 - len(kept)):
            for halves in product(*(deck.HALVES[domino] for domino in flips)):
                made = tuple(sorted(kept + halves))
                found.append(self.best(turn + 1, *((made, others) if turn % 2 else (dealers, made)), left - {*flips}))
        return Fraction(sum(found)) / len(found)


@pytest.mark.parametrize(
    ("options", "turn", "left"),
    [({"cover": 2}, 2, 6), ({"cover": 2, "criteria": "kickers"}, 2, 6), ({"cover": 1}, 1, 8), ({"cover": 1}, 0, 6)],
)
def test_coverings_are_worth_what_every_flip_of_every_choice_gives(
    options: dict[str, object], turn: int, left: int
) -> None:
    game = Flexdeck(rounds=1, **options)
    view, twin = few_left(view_at(turn, 3), left, 3), Twin(game)
    own, theirs = (tuple(sorted(view.roll(seat))) for seat in (view.player, 1 - view.player))
    dealing = view.player == view.dealer
    for line in odds.evaluate(game, view, Budget(samples=20_000)):
        assert isinstance(line.action, Cover)
        stay = tuple(sorted(value for die, value in enumerate(view.roll(view.player)) if die not in line.action.dice))
        dealers, others = (own, theirs) if dealing else (theirs, own)
        known = twin.kept(turn, dealers, others, frozenset(view.unseen), stay) / 2
        right = known if dealing else 1 - known
        if turn == 2:
            assert line.value == right
        else:  # with so few dominoes left, the players who are played on do not choose quite the best
            assert float(line.value) == pytest.approx(float(right), abs=0.008)


@pytest.mark.parametrize(("cover", "turns", "samples"), [(1, (0, 1, 2), 3), (4, (0,), 1), (5, (1, 2), 1)])
def test_the_kernel_runs_uncompiled(
    monkeypatch: pytest.MonkeyPatch, cover: int, turns: tuple[int, ...], samples: int
) -> None:
    """It gives the same as Python runs it, which would refuse to read beyond the 2,002 throws of five dice."""
    game = Flexdeck(cover=cover)
    views = [view_at(turn, 4) for turn in turns]
    monkeypatch.setattr(counted, "_kernels", uncompiled(_kernels))
    plain = [odds.evaluate(game, view, Budget(samples=samples)) for view in views]
    monkeypatch.setattr(counted, "_kernels", _kernels)
    for view, lines in zip(views, plain, strict=True):
        found = odds.evaluate(game, view, Budget(samples=samples))
        assert [line.action for line in found] == [line.action for line in lines]
        assert [float(line.value) for line in found] == pytest.approx([float(line.value) for line in lines], abs=1e-6)


@pytest.mark.parametrize("turn", range(4))
def test_all_five_dice_may_be_covered(turn: int) -> None:
    """With the option ``cover`` at five every choice has a line, that of five new dice among them."""
    game, view = Flexdeck(cover=5, rounds=1), view_at(turn, 4)
    lines = odds.evaluate(game, view, Budget(samples=20))
    assert Cover((0, 1, 2, 3, 4)) in {line.action for line in lines}
    assert all(0 <= line.value <= 1 for line in lines)


@pytest.mark.parametrize("turn", [0, 1])
def test_the_intervals_of_first_turns_are_narrow(turn: int) -> None:
    """A standard error of less than a tenth of a percent for all 26 coverings."""
    for seed in range(3):
        assert all(0 < line.error < 0.001 for line in odds.evaluate(Flexdeck(rounds=1), view_at(turn, seed), Budget()))


def test_the_dice_that_others_hide_change_nothing_but_the_count() -> None:
    """A line depends on the dominoes that are gone, not on the order in which they went."""
    view = view_at(1, 4)
    assert odds.evaluate(GAME, replace(view, events=(), last=None), Budget()) == odds.evaluate(GAME, view, Budget())
    expert = games.create_bot("expert", GAME, Random(1))
    assert expert.advise(view).action == odds.evaluate(GAME, view, BOT_BUDGET)[0].action
