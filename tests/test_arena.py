"""Matches and leagues: duplicate deals, intervals, luck, early stops, own bots, resumed runs, a Dask cluster."""

import copy
import json
import re
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from signal import SIGKILL
from subprocess import run
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace
from numpy.typing import NDArray

from cardwright import games
from cardwright.arena import estimates, league, luck_values, match
from cardwright.arena.duplicate import Match, Round, bucket, bucket_end_ns, lineups
from cardwright.bots import Advice
from cardwright.cli import main
from cardwright.errors import BadCount, BadOption, BotError, UnknownName
from cardwright.game import CHANCE
from cardwright.games.poker.actions import CALL, FOLD, Deal, Raise, RunOut, Wagers
from cardwright.games.poker.odds.luck import RangeLuck, columns
from cardwright.games.poker.odds.range_shares import against_range
from cardwright.games.poker.odds.two_ranges import Frequencies, all_pairs, pair_index
from cardwright.games.poker.rules import Poker
from cardwright.games.poker.state import OVER, PokerState, PokerView
from cardwright.play import record
from cardwright.ranking import load
from cardwright.ranking.equity import equity
from support import dask_cluster
from support.cardroom import BUSY_S
from support.cribbage_table import dealers_chance
from support.playouts import after_chance

DEALS = 16


def result(names: list[str], deals: int = DEALS, game: str = "cribbage", **more: Any) -> match.MatchResult:
    options = more.pop("options", {"to": 61} if game == "cribbage" else {})
    return match.play(match.setup(game, names, options, more.pop("luck", 0)), 3, deals, **more)


def untimed(found: match.MatchResult) -> list[object]:
    """All of a match but the times to think."""
    return [found.deals, found.differences, *((bot.bot, bot.result, bot.adjusted, bot.decisions) for bot in found.bots)]


def test_equal_bots_draw_every_duplicate_deal() -> None:
    """The same cards and the same players, seats exchanged: each wins what the other wins."""
    found = result(["basic", "basic"])
    assert found.differences[0].result.mean == 0
    assert found.differences[0].result.margin > 0  # no number of deals proves that two bots are equal
    assert not found.differences[0].decided
    assert found.games == 2 * DEALS


def test_the_same_seed_gives_the_same_results_however_the_match_runs(tmp_path: Path) -> None:
    whole = untimed(result(["basic", "random"]))
    with ThreadPoolExecutor(2) as pool:
        assert untimed(result(["basic", "random"], executor=pool, file=tmp_path / "shards")) == whole
    file = tmp_path / "shards"
    file.write_bytes(b"".join(file.read_bytes().splitlines(keepends=True)[:-1]) + b'{"job":"torn')
    seen: list[tuple[int, int]] = []
    again = result(["basic", "random"], file=file, progress=lambda done, total: seen.append((done, total)))
    assert untimed(again) == whole
    assert seen == [(2, 2)]


def test_each_bot_has_each_seat_equally_often() -> None:
    for players, count in ((2, 2), (4, 2), (6, 4), (5, 2)):
        seatings = lineups(players, count)
        for seat in range(players):
            assert sorted(lineup[seat] for lineup in seatings) == list(range(count))


def test_a_solitaire_and_a_table_of_four() -> None:
    alone = result(["random", "random"], deals=1, game="patience")
    assert alone.games == 2
    table = result(["caller", "random"], deals=6, game="poker")
    assert sum(bot.result.mean for bot in table.bots) == pytest.approx(0)
    assert table.unit == "chips"


def test_a_decided_match_stops_and_says_so() -> None:
    found = result(["basic", "random"], deals=400, stop=True)
    assert found.stopped
    assert found.deals == estimates.MIN_DEALS_BEFORE_LOOK
    assert found.differences[0].decided
    assert untimed(found) == untimed(result(["basic", "random"], deals=400, stop=True))


def test_a_confidence_sequence_seldom_excludes_the_truth() -> None:
    """Of many matches between equals, looked at again and again, at most 5 % are ever called decided."""
    rng = np.random.default_rng(1)
    wrong = 0
    for _ in range(400):
        values = rng.choice([-1.0, 0.0, 1.0], 640)
        looks = range(estimates.MIN_DEALS_BEFORE_LOOK, 641, 32)
        wrong += any(abs(values[:n].mean()) > estimates.sequence_margin(values[:n]) for n in looks)
    assert wrong <= 0.05 * 400


def test_intervals_cover_the_truth() -> None:
    rng = np.random.default_rng(2)
    found = [estimates.estimate(rng.normal(0.3, 1, 50)) for _ in range(1000)]
    assert 0.93 <= np.mean([abs(each.mean - 0.3) <= each.margin for each in found]) <= 0.97


def test_luck_is_taken_out_without_bias() -> None:
    """Values that are half luck: the interval shrinks, and the mean stays."""
    rng = np.random.default_rng(4)
    means, margins = [], []
    for _ in range(300):
        luck = rng.normal(0, 2, 40)
        values = 0.5 + luck + rng.normal(0, 1, 40)
        means.append(estimates.adjust(values, luck).mean())
        margins.append(estimates.estimate(estimates.adjust(values, luck)).margin / estimates.estimate(values).margin)
    assert np.mean(means) == pytest.approx(0.5, abs=0.03)
    assert np.mean(margins) < 0.55


@pytest.mark.parametrize("ways", [1, 3])
def test_luck_of_one_deal_explains_nothing_of_it(ways: int) -> None:
    luck = np.full((ways, 1), 0.25)
    assert estimates.adjust(np.ones(1), luck).tolist() == [1 - luck[0, 0]]


def test_a_few_large_pots_do_not_make_the_factors_of_all_deals() -> None:
    """One deal in a hundred is played for all chips, and its luck is known whole; more is bet on the luck of others."""
    rng, whole, left = np.random.default_rng(7), 0.0, 0.0
    for _ in range(40):
        small, large = rng.normal(0, 2, 200), np.where(rng.random(200) < 0.01, rng.choice([-200.0, 200.0], 200), 0)
        luck = np.array([small + large, small + rng.normal(0, 1, 200)])
        values = large + 2.5 * small + rng.normal(0, 3, 200)
        whole += (values - luck[0]).var()
        left += estimates.adjust(values, luck).var()
    assert left < whole


def test_luck_of_a_match_is_measured() -> None:
    """The results are adjusted for the luck of the cards."""
    with Match(match.setup("cribbage", ["random", "random"], {"to": 61}, 1)) as played:
        luck = played.play(3, 0).luck
    assert luck[0, 0] == pytest.approx(-luck[1, 0])
    assert abs(luck[0, 0]) > 1e-6


def test_luck_is_not_measured_in_a_game_without_values_of_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.GAMES, "cribbage", replace(games.GAMES["cribbage"], answers=""))
    with pytest.raises(BadOption, match="no values of positions"):
        match.setup("cribbage", ["random", "random"], {}, 2)


def test_the_luck_of_a_deal_has_no_bias() -> None:
    """Before a deal of cribbage its value is that of the board; with all cards known it is that on average."""
    game = games.create("cribbage", first_deal="fixed")
    rng, found = Random(1), []
    for _ in range(600):
        state = after_chance(game, game.initial_state(), rng)
        found.append(luck_values.of_position(game, state)[0][0])
    assert np.mean(found) == pytest.approx(dealers_chance(121, 121), abs=4 * np.std(found) / 600**0.5)
    assert 0.02 < np.std(found) < 0.12


def test_cards_laid_away_and_a_card_that_must_be_played_change_no_value() -> None:
    game = games.create("cribbage")
    rng, forced = Random(3), 0
    for _ in range(8):
        state = after_chance(game, game.initial_state(), rng)
        while game.players_to_act(state) and not state.shown:
            (player, *_) = game.players_to_act(state)
            if player == CHANCE:
                state = after_chance(game, state, rng)
                continue
            actions = game.legal_actions(state, player)
            after = game.apply(state, player, rng.choice(actions))
            if state.phase == after.phase == "lay away":
                # The value is that of the cards that were dealt.
                assert luck_values.of_position(game, state) == luck_values.of_position(game, after)
            if state.phase == after.phase == "play" and len(actions) == 1:
                forced += 1
                assert np.allclose(luck_values.of_position(game, state), luck_values.of_position(game, after))
            state = after
    assert forced > 5


def test_cards_that_a_player_does_not_see_are_luck_without_bias() -> None:
    """What random moves gain by the cards of the basic bot has mean 0."""
    game, rng = games.create("cribbage"), Random(5)
    bots = [games.create_bot(name, game, rng) for name in ("random", "basic")]
    found: dict[str, list[float]] = {"lay away": [], "play": []}
    for _ in range(10):
        state = after_chance(game, game.initial_state(), rng)
        while to_act := game.players_to_act(state):
            if (player := to_act[0]) == CHANCE:
                state = after_chance(game, state, rng)
                continue
            action = bots[player].advise(game.view(state, player)).action
            lucks = luck_values.of_move(game, state, action, player, ("random", "basic")[1 - player], 8, rng)
            assert lucks is not None
            assert sum(lucks) == 0
            if player == 0:
                found[state.phase].append(lucks[0])
            else:
                assert lucks == [0, 0]  # the basic bot plays as the values assume
            state = game.apply(state, player, action)
    for lucks in found.values():
        assert np.std(lucks) > 0.02
        assert abs(np.mean(lucks)) < 3 * np.std(lucks) / len(lucks) ** 0.5


def test_luck_of_moves_counts_in_a_match(monkeypatch: pytest.MonkeyPatch) -> None:
    setup, times = match.setup("cribbage", ["basic", "random"], {"to": 61}, 1), [[], []]  # type: ignore[var-annotated]
    monkeypatch.setattr(luck_values, "of_move", lambda *_: None)
    with Match(setup) as played:
        _, without = played.play_once(Round(3, 0, 0, (0, 1)), times)
    asked: list[str] = []

    def luck_of_move(*given: Any) -> tuple[float, float]:
        asked.append(given[4])
        return 1.0, -1.0

    monkeypatch.setattr(luck_values, "of_move", luck_of_move)
    with Match(setup) as played:
        _, luck = played.play_once(Round(3, 0, 0, (0, 1)), times)
    assert set(asked) == {"basic", "random"}
    assert (luck - without)[:, 0] == pytest.approx([len(asked), -len(asked)])


def test_luck_of_holdem_goes_by_the_shares_of_the_pot() -> None:
    game = games.create("poker", players=2, deals=1)
    state = game.initial_state()
    while game.players_to_act(state) == (-1,):
        state = game.apply(state, -1, game.chance_outcomes(state)[0][0])
    assert isinstance(game, Poker)
    deck = game.deck
    state = replace(
        state, down=(deck.parse_cards("Ah Ad"), deck.parse_cards("Kc Ks")), board=deck.parse_cards("Kh 7d 2c")
    )
    exact = equity(load("standard"), ["Ah Ad", "Kc Ks"], state.board, to_board=2).hands[0].share
    rows, lead = np.array(luck_values.of_position(game, state)), 2 * float(exact) - 1
    # The big blind is called, then each pays half of the pot of 4 in each of two rounds.
    assert rows[0, 0] == pytest.approx(lead * (2 + 2 * 4 / 2))
    assert rows[0, 2] == pytest.approx(lead * 4)
    assert rows.sum(axis=0) == pytest.approx(0)
    before = equity(load("standard"), ["Ah Ad", "Kc Ks"], to_board=5)
    assert before.exact
    undealt = np.array(luck_values.of_position(game, replace(state, board=())))
    assert undealt[0, 1] == pytest.approx((2 * float(before.hands[0].share) - 1) * 4)
    assert luck_values.columns(games.create("poker", variant="razz", players=2)) == 0


@pytest.mark.parametrize("all_in", [False, True])
def test_the_mean_luck_of_a_card_in_holdem_is_known(all_in: bool) -> None:
    """That of the river is the mean over all 44 cards, whether bets follow or the deal ends."""
    game = games.create("poker", players=2, deals=1, burns=False)
    assert isinstance(game, Poker)
    state = after_chance(game, game.initial_state(), Random(6))
    while len(state.board) < 4 or state.turn != CHANCE:
        if state.turn == CHANCE:
            state = after_chance(game, state, Random(7))
            continue
        wagers = game.choices(game.view(state, state.turn))
        assert isinstance(wagers, Wagers)
        bets = all_in and len(state.board) == 4 and wagers.low
        state = game.apply(state, state.turn, Raise(wagers.high) if bets else wagers.first[-1])
    stands = game.apply(state, CHANCE, RunOut()) if all_in else state
    with Match(match.setup("poker", ["caller", "caller"], {"players": 2, "deals": 1}, 1)) as played:
        played.game = game
        rivers = (game.apply(stands, CHANCE, Deal(card)) for card in stands.stock)
        afters = [after_chance(game, river, Random(0)) for river in rivers]
        assert len(afters) == 44
        assert all(bool(game.players_to_act(after)) != all_in for after in afters)
        mean = sum(played._values(after) for after in afters) / len(afters)
    assert mean == pytest.approx(np.array(luck_values.expected(game, state, afters[0])))


class Unknown:
    """Folds, calls or bets all its chips, each hand by chances of its own in every position."""

    def __init__(self, game: Poker) -> None:
        self.game = game

    def advise(self, view: PokerView) -> Advice:
        raise AssertionError("all moves are followed")

    def chances(self, view: PokerView) -> Frequencies:
        wagers = self.game.choices(view)
        assert isinstance(wagers, Wagers)
        actions = (*wagers.first, *([Raise(wagers.high)] if wagers.low else []))
        seed = (len(view.board), sum(view.board), view.player, sum(view.betting.bets))
        chances = np.random.default_rng(seed).random((len(actions), len(all_pairs(self.game.deck.size)))) ** 2
        return Frequencies(actions, chances / chances.sum(axis=0))


class Known(Unknown):
    def frequencies(self, view: PokerView) -> Frequencies:
        return self.chances(view)


def paths(
    game: Poker, state: PokerState, seats: Sequence[Unknown], luck: RangeLuck, so_far: NDArray[np.float64]
) -> Iterator[tuple[float, float, NDArray[np.float64]]]:
    """Yield the chance, the first seat's result and its luck for all moves and cards to come, with these two hands."""
    if not (to_act := game.players_to_act(state)):
        yield 1.0, game.returns(state)[0], so_far
        return
    player, ways = to_act[0], []
    if player == CHANCE:
        deals_card = len(state.board) < 5 and state.betting.inside == 3
        for card in state.stock if deals_card else [None]:
            dealt = state
            while card is not None and not isinstance(game.chance_outcomes(dealt)[0][0], Deal):
                dealt = game.apply(dealt, CHANCE, game.chance_outcomes(dealt)[0][0])
            after = after_chance(game, dealt if card is None else game.apply(dealt, CHANCE, Deal(card)), Random(0))
            branch = copy.copy(luck)
            ways.append((1 / len(state.stock) if deals_card else 1.0, after, branch, branch.of_draw(state, after)))
    else:
        actions, chances = seats[player].chances(game.view(state, player))
        hand = pair_index(game.ranking, state.down[player])
        for action, chance in zip(actions, chances[:, hand].tolist(), strict=True):
            branch = copy.copy(luck)
            branch.weights = [*luck.weights]
            ways.append((chance, game.apply(state, player, action), branch, branch.of_move(state, action, player)))
    for chance, after, branch, gained in ways:
        for later_chance, result, luck_sum in paths(game, after, seats, branch, so_far + gained[0]):
            yield chance * later_chance, result, luck_sum


@pytest.mark.parametrize(("second", "left_share"), [(Known, 0.034), (Unknown, 0.37)])
def test_luck_of_a_known_strategy_has_no_bias_and_less_is_left(second: type[Unknown], left_share: float) -> None:
    """From the turn on, with a deck of 20 cards: the mean over all moves, cards and hands is 0, for each value."""
    game = games.create("poker", variant="royal-holdem", players=2, deals=1, stacks="9", burns=False)
    assert isinstance(game, Poker)
    state = after_chance(game, game.initial_state(), Random(2))
    while len(state.board) < 4:
        state = after_chance(game, game.apply(state, state.turn, game.wagers(state.betting).first[-1]), Random(2))
    unseen = game.deck.without(state.board)
    hands = [(unseen[one], unseen[other]) for one, other in ((0, 1), (2, 3), (4, 9), (11, 12), (6, 14))]
    prior = np.zeros(len(all_pairs(20)))
    prior[[pair_index(game.ranking, hand) for hand in hands]] = 1
    seats, found = (Known(game), second(game)), []
    for first, other in ((first, other) for other in hands for first in hands if not {*first} & {*other}):
        stock = bytes(game.deck.without((*state.board, *first, *other)))
        held = replace(state, down=(first, other), stock=stock)
        luck = RangeLuck(game, seats)
        luck.weights = [prior, prior]
        luck.of_deal(held)
        found += list(paths(game, held, seats, luck, np.zeros(columns(game))))
    chances, results, lucks = (np.array(each) for each in zip(*found, strict=True))
    chances /= chances.sum()
    assert chances @ lucks == pytest.approx(0, abs=1e-9)
    assert (np.abs(lucks).max(axis=0)[[0, 3, 4, 5]] > 0.01).all()
    spread = chances @ results**2 - (chances @ results) ** 2
    left = results - lucks[:, 0]
    assert chances @ left**2 - (chances @ left) ** 2 < left_share * spread


def test_what_hands_win_from_a_range_is_exact() -> None:
    """As two hands by all boards; before the flop, as the mean over the suits of both."""
    ranking = load("standard")
    board = ranking.deck.parse_cards("Kh 7d 2c")
    hands = [ranking.deck.parse_cards(text) for text in ("Ah Qh", "Ks Kd", "Kc 7h", "3c 2d")]
    places = [pair_index(ranking, hand) for hand in hands]
    weight = np.zeros(len(all_pairs(52)))
    weight[places[1:]] = 0.5, 0.25, 0.125
    for known in (board, (*board, *ranking.deck.parse_cards("9s"))):
        against = against_range(ranking, known, weight)
        shares = [equity(ranking, [hands[0], other], known, to_board=5 - len(known)) for other in hands[1:]]
        assert against.won[places[0]] == pytest.approx(
            sum(part * float(share.hands[0].share) for part, share in zip((0.5, 0.25, 0.125), shares))
        )
        assert against.weight[places] == pytest.approx([0.875, 0.375, 0.625, 0.75])
    game = Poker(players=2, deals=1)
    luck, first, gaps = RangeLuck(game, []), ranking.deck.parse_cards("As Ks"), []
    for suit in "shdc":
        other = ranking.deck.parse_cards(f"Q{suit} J{suit}")
        gaps.append(luck._gap_of_suits(replace(game.initial_state(), down=(first, other))))
    assert max(gaps) > 1e-3
    assert sum(gaps) == pytest.approx(0, abs=1e-6)


class NeverFolds(Known):
    """Says that it always folds, and never does."""

    def __init__(self, game: Poker, rng: Random) -> None:
        super().__init__(game)

    def advise(self, view: PokerView) -> Advice:
        wagers = self.game.choices(view)
        assert isinstance(wagers, Wagers)
        return Advice(wagers.first[-1])

    def frequencies(self, view: PokerView) -> Frequencies:
        return Frequencies((FOLD, CALL), np.array([[1.0], [0.0]]) * np.ones(len(all_pairs(52))))


def test_a_bot_that_plays_what_its_frequencies_exclude_is_named() -> None:
    name, options = f"{__name__}:NeverFolds", {"players": 2, "deals": 1}
    with Match(match.setup("poker", [name, "caller"], options, 1)) as played, pytest.raises(BotError) as raised:
        played.play_once(Round(3, 0, 0, (0, 1)), [[], []])
    assert str(raised.value) == f"{name}: 'check' has the probability 0 in its frequencies"


def test_what_is_not_known_of_holdems_cards_is_drawn() -> None:
    """Cards of two deals at once, and a pot with an odd chip; the mean of a deal is that of many."""
    game, rng = games.create("poker", players=2), Random(8)
    assert isinstance(game, Poker)
    first = game.initial_state()
    dealt = [after_chance(game, first, rng) for _ in range(600)]
    same = [state for state in dealt if state.button == dealt[0].button]
    found = [luck_values.of_position(game, state)[0][0] for state in same]
    known = luck_values.expected(game, first, same[0])
    assert known is not None
    assert np.mean(found) == pytest.approx(known[0][0], abs=4 * np.std(found) / len(found) ** 0.5)
    ended = replace(dealt[0], turn=OVER)
    assert luck_values.expected(game, dealt[0], ended) is None  # a pot of 3
    even = replace(dealt[0], betting=replace(dealt[0].betting, dead=1))
    assert luck_values.expected(game, even, ended) is not None
    assert luck_values.expected(game, even, replace(ended, deal=2)) is None


def test_two_who_only_call_have_no_luck_left() -> None:
    """Their strategies are known, so that only the suits before the flop make a difference."""
    results, luck = [], []
    with Match(match.setup("poker", ["caller", "caller"], {"players": 2, "deals": 1}, 1)) as played:
        for number in range(6):
            state, lucky = played.play_once(Round(3, number, 0, (0, 1)), [[], []])
            results.append(played.game.returns(state)[0])
            luck.append(lucky[0, 0])
    assert np.std(results) > 1.5
    assert np.abs(np.array(results) - luck).max() < 0.15


def test_times_are_counted_in_buckets() -> None:
    assert bucket_end_ns(bucket(0)) <= 2
    for time_ns in (1, 2, 3, 1000, 12_345, 10**9):
        assert time_ns <= bucket_end_ns(bucket(time_ns)) <= 1.34 * time_ns + 1


# Leagues


def test_ratings_are_those_that_made_the_scores() -> None:
    """Scores drawn from known strengths give them back within the intervals."""
    rng = np.random.default_rng(5)
    truth = np.array([0.9, 0.3, -0.2, -1.0])
    pairs = [(one, two) for two in range(4) for one in range(two)]
    covered = 0
    for _ in range(100):
        scores = [
            (rng.random(150) < 1 / (1 + np.exp(truth[two] - truth[one]))).astype(np.float64) for one, two in pairs
        ]
        ratings = {each.bot: each.elo for each in league.rate("abcd", pairs, scores)}
        for name, strength in zip("abcd", truth, strict=True):
            covered += abs(ratings[name].mean - 1500 - league.ELO_PER_UNIT * strength) <= ratings[name].margin
    assert 0.92 <= covered / 400 <= 0.98


def test_a_rating_is_finite_where_every_game_was_won() -> None:
    first, second = league.rate("ab", [(0, 1)], [np.ones(50)])
    assert first.bot == "a"
    assert 1500 < first.elo.mean < 3000
    assert first.elo.mean + second.elo.mean == pytest.approx(3000)


def test_two_ratings_are_the_score_in_elo() -> None:
    """With 75.5 of 100 points and a drawn deal added, the lead is the logarithm of the odds."""
    scores = np.array([1.0] * 75 + [0.5] + [0.0] * 24)
    first, second = league.rate("ab", [(0, 1)], [scores])
    assert first.elo.mean - second.elo.mean == pytest.approx(league.ELO_PER_UNIT * np.log(76 / 25))


def test_a_league_of_bots() -> None:
    found = league.play("cribbage", ["random", "basic", "random"], 1, 8, options={"to": 61})
    assert found.ratings[0].bot == "basic"
    assert {(each.first, each.second) for each in found.pairings} == {
        ("random", "basic"), ("random", "random (2)"), ("basic", "random (2)"),
    }  # fmt: skip
    with pytest.raises(BadCount, match="two bots or more"):
        league.play("cribbage", ["random"], 1, 8)


# Bots of one's own

OWN = """
from cardwright import Advice

class First:
    def __init__(self, game, rng):
        self.game = game

    def advise(self, view):
        return Advice(self.game.choices(view)[0])

class Wrong(First):
    def advise(self, view):
        return Advice(None)

class Fails(First):
    def advise(self, view):
        raise ValueError("oops")

class Silent(First):
    def advise(self, view):
        return None

class Misspells(First):
    def advise(self, view):
        return Advice(self.game.parse("dance"))

class Leaves(First):
    def advise(self, view):
        raise SystemExit(3)

class Bare:
    def advise(self, view):
        return None

class Asserts(First):
    def advise(self, view):
        raise AssertionError
"""

PROGRAM = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "game":
        assert message["protocol"] == 1 and message["options"]["to"] == 61 and message["players"] == 2
    if message["type"] == "move":
        assert message["view"]["player"] in (0, 1)
        text = message["moves"][0]["text"]
        print(json.dumps({"action": text}) if len(text) % 2 else text, flush=True)
"""


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "own_bots.py").write_text(OWN)
    (tmp_path / "program.py").write_text(PROGRAM)
    (tmp_path / "unread.py").write_text("class First(:")
    (tmp_path / "unmade.py").write_text("import sys\nsys.exit(1)")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "own_bots", raising=False)
    return tmp_path


def test_the_program_of_the_document_plays(own: Path) -> None:
    document = (Path(__file__).parent.parent / "docs" / "bots.md").read_text("utf-8")
    program = re.search(r"```python\n(import json.*?)```", document, re.DOTALL)
    assert program
    (own / "documented.py").write_text(program[1])
    bots = [f"cmd:{sys.executable} documented.py", "random"]
    assert match.play(match.setup("poker", bots, {"players": 2}), seed=1, deals=8).bots[0].decisions > 8


def test_a_class_and_a_program_play_alike(own: Path) -> None:
    program = f"cmd:{sys.executable} program.py"
    found = result([program, "random"], deals=2)
    assert found.bots[0].decisions > 20
    with Match(match.setup("cribbage", ["own_bots:First", "random"], {"to": 61})) as played:
        assert played.play(3, 0).results[0] in (0, 0.5, 1)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("own_bots:Wrong", "own_bots:Wrong: None is not a legal move"),
        ("own_bots:Misspells", r"own_bots:Misspells: BadAction: 'dance' is not .*\(.*own_bots\.py, line 25\)"),
        ("own_bots:Leaves", r"own_bots:Leaves: SystemExit: 3 \(.*own_bots\.py, line 29\)"),
        ("unread:First", r"unread:First: invalid syntax \(.*unread\.py, line 1\)"),
        ("unmade:First", r"unmade:First: SystemExit: 1 \(.*unmade\.py, line 2\)"),
        ("own_bots:Fails", r"own_bots:Fails: ValueError: oops \(.*own_bots\.py, line 17\)"),
        ("own_bots:Silent", r"advise returned None, which is not an Advice: return Advice\(action\)"),
        ("own_bots:Bare", r"Bare: TypeError: .* \(it takes the game and a random.Random, and advise the view\)"),
        ("own_bots:Nobody", "no class 'Nobody' with a method advise"),
        ("own_bots:Asserts", r"own_bots:Asserts: AssertionError \(.*own_bots\.py, line 37\)"),
        ("nowhere:First", "cannot be imported"),
        ("own_bots.py:First", "a colon and the class: own_bots:First"),
        ("./own_bots:First", "a colon and the class: own_bots:First"),
        ("mine/own_bots.py:First", r"a colon and the class: mine\.own_bots:First"),
        (":First", "a colon and the class: module:First"),
        ("own_bots:", "a colon and the class: own_bots:Class"),
        ("cmd:", "names no program"),
        ("cmd:./missing", "does not start"),
        (f"cmd:{sys.executable} -c pass", "ended"),
        (f'cmd:{sys.executable} -c "input(); exit(3)"', "ended.*, with exit code 3"),
        (f"cmd:{sys.executable} -c \"input(); input(); print('dance')\"", "dance"),
        (f"cmd:{sys.executable} -c \"input(); input(); print('{{')\"", "is not an answer"),
    ],
)
def test_a_bot_that_fails_is_named(own: Path, name: str, message: str) -> None:
    with pytest.raises(BotError, match=message):
        result([name, "random"], deals=1)


@pytest.mark.parametrize("processes", [1, 2])
def test_the_move_at_which_a_bot_failed_is_named_and_recorded(
    own: Path, capsys: pytest.CaptureFixture[str], processes: int
) -> None:
    program = f"cmd:{sys.executable} -c \"input(); input(); print('dance')\""
    command = ["match", "flexdeck", program, "random", "--deals", "1", "--records", "kept", "--seed", "5"]
    assert main([*command, "--processes", str(processes)]) == 2
    kept = own / "kept" / "flexdeck-5-000000-0.jsonl"
    error = capsys.readouterr().err
    assert error.startswith(f"cardwright: {program}: 'dance' is not a move")
    assert error.endswith(f"; this was move 1 of deal 0, recorded in {kept}\n")
    assert {step.player for step in record.read(kept).log} == {CHANCE}


def test_a_silent_program_is_ended(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardwright.arena.bots.ANSWER_TIMEOUT_S", 0.2)
    monkeypatch.setattr("cardwright.arena.bots.CLOSE_TIMEOUT_S", 0.2)
    with pytest.raises(BotError, match=r"no answer within 0\.2 s"):
        result([f"cmd:{sys.executable} -c 'import time; time.sleep(60)'", "random"], deals=1)


def test_names_are_checked_before_anything_is_played() -> None:
    with pytest.raises(UnknownName, match="did you mean 'basic'"):
        match.setup("cribbage", ["basci", "random"])
    with pytest.raises(BadCount, match="a match of cribbage takes 2 bots, and a league any number: 3 named"):
        match.setup("cribbage", ["basic", "random", "basic"])


# Commands


def test_a_match_without_deals_is_refused() -> None:
    with pytest.raises(BadCount, match="there is at least one deal, not 0"):
        match.play(match.setup("cribbage", ["random", "random"]), 1, 0)


def test_records_and_a_chart_are_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["match", "cribbage", "random", "random", "--deals", "2", "--seed", "3", "-o", "to=61", "--json"]
    assert main([*words, "--records", str(tmp_path / "games"), "--svg", str(tmp_path / "chart.svg")]) == 0
    said = json.loads(capsys.readouterr().out)
    kept = [record.read(path) for path in sorted((tmp_path / "games").iterdir())]
    assert len(kept) == said["games"] == 4
    assert {tuple(each.names) for each in kept} == {("random", "random")}
    wins = [each.game.returns(each.states[-1]) for each in kept]
    assert sum(pair[0] > 0 for pair in wins[::2]) + sum(pair[1] > 0 for pair in wins[1::2]) == pytest.approx(
        4 * said["bots"][0]["result"]["mean"]
    )
    assert (tmp_path / "chart.svg").read_text().startswith("<svg")


@pytest.mark.parametrize("command", ["match", "league"])
def test_options_of_the_game_are_given_by_name_as_in_play(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = [command, "cribbage", "random", "random", "--deals", "1", "--json"]
    assert main([*words, "--to", "61", "--skunks"]) == 0
    options = json.loads(capsys.readouterr().out)["options"]
    assert (options["to"], options["skunks"]) == (61, True)
    assert main([command, "chinese", "--help"]) == 0
    said = capsys.readouterr().out
    assert "options of chinese:" in said
    assert said.count(" --deals ") == 1  # duplicate deals: those of the game are set by -o deals=N


def test_markdown_holds_the_command_that_reproduces_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["league", "cribbage", "random", "basic", "--deals", "4", "-o", "to=61", "--processes", "1", "--markdown"]
    monkeypatch.setattr(sys, "argv", ["cardwright", *words])
    assert main() == 0
    out = capsys.readouterr().out
    assert "`cardwright league cribbage random basic --deals 4 -o to=61`" in out
    assert "| bot | Elo | ± | score |\n| --- | ---: | ---: | ---: |\n| basic |" in out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["match", "cribbage", "basic"], "takes 2 bots"),
        (["match", "chess", "basic"], "no game named 'chess'"),
        (["match", "cribbage", "basic", "random", "-o", "two=61"], "no option of cribbage named 'two'"),
        (["match", "cribbage", "basic", "random", "-o", "to=many"], "option 'to' cannot be 'many'"),
        (["match", "cribbage", "basic", "random", "-o", "muggins=perhaps"], "it takes yes or no"),
        (["match", "poker", "random", "caller", "random", "--stop"], "a match of two bots"),
        (["league", "cribbage", "random"], "two bots or more"),
        (["match", "cribbage", "basic", "random", "--cluster", "nowhere"], "the address of a Dask scheduler"),
    ],
)
def test_a_command_is_refused_in_a_line(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardwright.shards.CLUSTER_TIMEOUT_S", 1)
    assert main(words) == 2
    err = capsys.readouterr().err
    assert message in err
    assert err.count("\n") == 1


# The command, killed as soon as it has kept the result of one shard.
KILLED = """
import os, signal, sys
from cardwright import shards
from cardwright.bots import Advice
from cardwright.cli import main
keep = shards._append
def keep_one(*result):
    keep(*result)
    os.kill(os.getpid(), signal.SIGKILL)
shards._append = keep_one
shards.CLUSTER_TIMEOUT_S = float(sys.argv[1])
main(sys.argv[2:])
"""


def test_a_match_on_a_cluster_is_killed_and_resumed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "shards"
    words = ["match", "cribbage", "random", "random", "--deals", "96", "--seed", "5", "--json"]
    with dask_cluster.running(tmp_path) as address:
        where = ["--cluster", address, "--file", str(file)]
        first = run([sys.executable, "-c", KILLED, str(BUSY_S), *words, *where], capture_output=True, text=True)
        assert first.returncode == -SIGKILL, first.stderr
        kept = file.read_bytes()
        assert kept.count(b"\n") == 1
        assert main([*words, *where]) == 0
    assert file.read_bytes().startswith(kept)
    resumed = json.loads(capsys.readouterr().out)
    assert main(words) == 0
    plain = json.loads(capsys.readouterr().out)
    assert resumed["differences"] == plain["differences"]
    assert file.read_bytes().count(b"\n") == 12
