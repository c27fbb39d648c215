"""Stated 95 % intervals of every sampled answer cover what brute force or a long run gives, 93 times of 100 or more.

Each answer is asked with few samples, again and again from other seeds, and compared with all cases where they can be
counted, else with many samples, whose own small error is added. Awkward cases are among them: chances near 0 and 1, and
samples so few that a rare result is missing. A sampled value is never stated as exact. ``make fuzz`` asks more often.
"""

import functools
import os
from collections.abc import Callable, Iterable, Sequence
from importlib import resources
from math import hypot
from random import Random
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from cardwright import declared_variants
from cardwright.answers import DEFAULT_BUDGET, Budget, Line, gap
from cardwright.arena import estimates, league, match
from cardwright.cardroom.workbench import background_jobs
from cardwright.game import CHANCE, Action, Game
from cardwright.games.chinese import odds as chinese_odds
from cardwright.games.chinese.rules import Chinese
from cardwright.games.cribbage.odds import worlds as cribbage_worlds
from cardwright.games.cribbage.odds.moves import lay_lines, play_lines
from cardwright.games.cribbage.rules import Cribbage
from cardwright.games.flexdeck import odds as flexdeck_odds
from cardwright.games.flexdeck.actions import Cover as Covering
from cardwright.games.flexdeck.odds import counted, fair_dice
from cardwright.games.flexdeck.odds.fair_dice import LaterTurns, all_choices, roll_index, solve_later_turns
from cardwright.games.flexdeck.rules import Flexdeck
from cardwright.games.flexdeck.state import FlexdeckState, FlexdeckView
from cardwright.games.flexdeck.throws import Throws
from cardwright.games.paigow.hands import DECK as PAIGOW_DECK
from cardwright.games.paigow.odds import moves as paigow_moves
from cardwright.games.paigow.rules import PaiGow
from cardwright.games.patience import odds as patience_odds
from cardwright.games.patience.actions import PlaceCard, Shift
from cardwright.games.patience.bot import FastBot
from cardwright.games.patience.rules import Patience
from cardwright.games.patience.state import PatienceState
from cardwright.games.poker import odds as poker_odds
from cardwright.games.poker.actions import FOLD, Raise, Wagers
from cardwright.games.poker.odds import unseen
from cardwright.games.poker.rules import Poker
from cardwright.games.pyramid import odds as pyramid_odds
from cardwright.games.pyramid import playouts
from cardwright.games.pyramid.rules import Pyramid
from cardwright.ranking import equity as equity_module
from cardwright.ranking import load
from cardwright.ranking.equity import equity
from cardwright.ranking.equity.heads_up import heads_up
from cardwright.standard_error import NORMAL_95_FACTOR, mean_error, share_error
from support.patience_table import before
from support.playouts import after_chance, first_choice, played_states, random_states
from support.pyramid_table import state_after

REPEATS = int(os.environ.get("CARDWRIGHT_INTERVALS", "1"))  # of every question; `make fuzz` asks more often
LEAST_COVERED_SHARE = 0.93
LONG_SEED = 999_983

Lines = Sequence[Line]


class Cover:
    """Counts the intervals that hold the known value."""

    def __init__(self) -> None:
        self.held: dict[str, list[bool]] = {}

    def add(self, value: Any, error: float, known: Any, known_error: float = 0.0, kind: str = "values") -> None:
        """Count an interval. Only a value that is right may be stated as exact."""
        assert error > 0 or float(value) == pytest.approx(float(known), abs=1e-9), kind
        if error > 0:
            held = abs(float(value) - float(known)) <= NORMAL_95_FACTOR * hypot(error, known_error)
            self.held.setdefault(kind, []).append(held)

    def lines(self, answers: Iterable[Lines], known: Lines, *, gaps: bool = True) -> None:
        """Count the values of all lines, their parts, and their distances to the best line."""
        long = {line.action: line for line in known}
        for answer in answers:
            for line in answer:
                right = long[line.action]
                self.add(line.value, line.error, right.value, right.error)
                for part, right_part in zip(line.parts, right.parts, strict=True):
                    self.add(part.value, part.error, right_part.value, right_part.error, "parts")
                if gaps and line.action != answer[0].action:
                    value, error = gap(answer[0], line)
                    first = long[answer[0].action]
                    self.add(value, error, first.value - right.value, hypot(first.error, right.error), "gaps")

    def check(self, name: str, least: int = 100) -> None:
        """Assert that enough of them hold it."""
        assert sum(map(len, self.held.values())) >= least
        for kind, held in self.held.items():
            share = sum(held) / len(held)
            print(f"{name}: {100 * share:.1f} % of {len(held)} intervals of {kind}")
            assert share >= LEAST_COVERED_SHARE, kind


def view_of(game: Game[Any, Any, Any], seed: int, wanted: Callable[[Any], bool] = lambda state: True) -> Any:
    """Return the view of the player to act at the first wanted state of a game of random cards and first moves."""
    rng = Random(seed)
    while True:
        for state in played_states(game, rng, first_choice(game)):
            to_act = game.players_to_act(state)
            if to_act and to_act[0] != CHANCE and wanted(state):
                return game.view(state, to_act[0])


def seeded(monkeypatch: pytest.MonkeyPatch, seed: int, *modules: Any) -> None:
    """Let the samples follow from a number instead of the view."""
    for module in modules:
        monkeypatch.setattr(module, "seed_of", lambda game, view: seed)


# The one mechanism


@pytest.mark.parametrize("count", [3, 10, 30, 100, 1000])
def test_errors_of_shares_cover_every_chance(count: int) -> None:
    """Exactly, over all numbers of wins: chances from very rare to even."""
    wins = np.arange(count + 1)
    logs = np.array([np.log(np.arange(1, number + 1)).sum() for number in wins])
    errors = np.array([share_error(won / count, count) for won in wins])
    for chance in np.concatenate([np.geomspace(0.02 / count, 0.5, 60), np.linspace(0.02, 0.5, 25)]):
        weights = np.exp(logs[-1] - logs - logs[::-1] + wins * np.log(chance) + wins[::-1] * np.log1p(-chance))
        held = abs(wins / count - chance) <= NORMAL_95_FACTOR * errors
        assert weights[held].sum() >= LEAST_COVERED_SHARE


@pytest.mark.parametrize("count", [4, 8, 20, 100])
def test_errors_of_means_cover_other_values(count: int) -> None:
    rng, cover = np.random.default_rng(1), Cover()
    for _ in range(300 * REPEATS):
        cover.add(*_estimated(rng.normal(0.4, 0.1, count)), 0.4)
        cover.add(*_estimated(rng.choice([0.0, 0.5, 1.0], count, p=[0.02, 0.9, 0.08])), 0.53)
        cover.add(*_estimated(rng.random(count) ** 4), 0.2)
    cover.check(f"means of {count}")


def _estimated(values: np.typing.NDArray[np.float64]) -> tuple[float, float]:
    return float(values.mean()), mean_error(values)


# Equity


@pytest.mark.parametrize(
    ("hands", "board", "samples"),
    [
        (["AhKh", "QsQd"], "Qh 7h 2c", 60),
        (["AhAd", "AcAs"], "2c 7d 9h", 40),  # nearly always a tie
        (["AhAc", "7c2d"], "As Ad 9h", 50),  # always won
        (["QQ+, AKs", "random"], "7h 2c Th 3d", 60),
        (["AhKh", "QsQd", "8c8d"], "Qh 7h 2c", 30),
    ],
)
def test_equity_by_random_deals(monkeypatch: pytest.MonkeyPatch, hands: list[str], board: str, samples: int) -> None:
    """Win, tie, share of the pot and the lines made, each with its own error, against all deals."""
    poker, cover = load("standard"), Cover()
    to_board = 5 - len(board.split())
    known = equity(poker, hands, board, to_board=to_board)
    assert known.exact
    monkeypatch.setattr(equity_module, "count_deals", lambda asked: None)
    for seed in range(40 * REPEATS):
        found = equity(poker, hands, board, to_board=to_board, samples=samples, seed=seed)
        assert not found.exact
        for hand, right in zip(found.hands, known.hands, strict=True):
            cover.add(hand.win, hand.win_error, right.win)
            cover.add(hand.tie, hand.tie_error, right.tie)
            cover.add(hand.share, hand.error, right.share)
            for line, true in zip(hand.lines, right.lines, strict=True):
                cover.add(line.made, line.made_error, true.made)
                if line.when_made and true.when_made:
                    cover.add(line.when_made.share, line.when_made.error, true.when_made.share)
    cover.check(f"equity {hands} {board}")


def test_starting_hands_by_random_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """The shares of all 169 groups in the chart of random deals, against the table of all deals."""
    monkeypatch.setattr(background_jobs, "STARTING_DEALS", 60)
    text = resources.files("cardwright.ranking").joinpath("library", "standard.toml").read_text()
    known, cover = heads_up("standard").against_random().tolist(), Cover()
    found = background_jobs.starting_hands(text, 2, None, 5, 2, 0, len(known))
    for hand, share in zip(found, known, strict=True):
        cover.add(hand.share, hand.error, share)
    cover.check("starting hands")


# Rooms


@pytest.mark.parametrize(("taken", "samples", "long"), [((20, 21, 22), 30, 800), ((0, 8, 16), 60, 3_000)])
def test_pyramid(monkeypatch: pytest.MonkeyPatch, taken: tuple[int, ...], samples: int, long: int) -> None:
    """The last ten bricks, with all bricks open, and games played out."""
    game, cover = Pyramid(priority="first"), Cover()

    def at(seed: int, samples: int) -> Lines:
        seeded(monkeypatch, seed, pyramid_odds, playouts)
        return pyramid_odds.evaluate(game, view, Budget(samples=samples))

    for number, bricks in enumerate(taken):
        state = state_after(bricks, number, game, putting=bool(number % 2))
        view = game.view(state, game.players_to_act(state)[0])
        cover.lines([at(seed, samples) for seed in range(8 * REPEATS)], at(LONG_SEED, long))
    cover.check(f"pyramid, {taken} bricks taken")


def test_chinese(monkeypatch: pytest.MonkeyPatch) -> None:
    game, cover = Chinese(), Cover()
    view = view_of(game, 1)
    fronts = {line.action: line for line in chinese_odds.evaluate(game, view, Budget(samples=100))}
    front = next(iter(fronts)).cards  # type: ignore[attr-defined]

    def at(seed: int, samples: int, view: Any) -> Lines:
        seeded(monkeypatch, seed, chinese_odds)
        return chinese_odds.evaluate(game, view, Budget(samples=samples))

    for each in (view, replace(view, front=front)):
        cover.lines([at(seed, 40, each) for seed in range(4 * REPEATS)], at(LONG_SEED, 1_000, each))
    cover.check("chinese")


@pytest.mark.parametrize(
    ("options", "changes"), [({"commission": 5}, {"bank": 0, "bets": (0, 10)}), ({"form": "home", "players": 3}, {})]
)
@pytest.mark.parametrize("hand", ["Ac Kd Qh Ts 7c 4d 2h", "Ac As Kd Kh 7c 4d 2h"])
def test_paigow(monkeypatch: pytest.MonkeyPatch, options: dict[str, Any], changes: dict[str, Any], hand: str) -> None:
    game, cover = PaiGow(**options), Cover()
    dealt = view_of(game, 1, lambda state: state.phase == "set")
    view = replace(dealt, player=0, hand=PAIGOW_DECK.parse_cards(hand), **changes)

    def at(seed: int, samples: int) -> Lines:
        seeded(monkeypatch, seed, paigow_moves)
        return paigow_moves.evaluate(game, view, Budget(samples=samples))

    cover.lines([at(seed, 60) for seed in range(12 * REPEATS)], at(LONG_SEED, 15_000))
    cover.check(f"pai gow {options}")


@pytest.mark.parametrize("scores", [(0, 0), (100, 104), (114, 117), (20, 118)])
def test_cribbage(monkeypatch: pytest.MonkeyPatch, scores: tuple[int, int]) -> None:
    """Layings against many deals, and cards against all hands of the other; also where hardly any game is won."""
    game, cover = Cribbage(first_deal="fixed"), Cover()
    for number in range(2):
        view = replace(view_of(game, number), scores=scores)
        known = lay_lines(game, view, 1_200, np.random.default_rng(LONG_SEED))
        answers = [lay_lines(game, view, 60, np.random.default_rng(seed)) for seed in range(6 * REPEATS)]
        cover.lines(answers, known)
        view = replace(
            view_of(game, number, lambda state: state.phase == "play" and len(state.played) == 5), scores=scores
        )
        answers = [play_lines(game, view, 40, np.random.default_rng(seed)) for seed in range(30 * REPEATS)]
        with monkeypatch.context() as patched:
            patched.setattr(cribbage_worlds, "MAX_LISTED_WORLDS", 10**6)
            cover.lines(answers, play_lines(game, view, 0, np.random.default_rng(0)))
    cover.check(f"cribbage at {scores}")


POKER = [
    ({"variant": "texas-holdem", "players": 2}, 1, 60),
    ({"variant": "texas-holdem", "players": 2}, 2, 60),
    ({"variant": "texas-holdem", "players": 2}, 3, 40),
    ({"variant": "texas-holdem", "players": 2}, 0, 80),
    ({"variant": "texas-holdem", "players": 4}, 2, 60),
    ({"variant": "texas-holdem", "players": 4}, 2, 400),
    ({"variant": "omaha", "players": 2}, 3, 60),
    ({"variant": "five-card-draw", "players": 2}, 0, 60),
    ({"variant": "seven-card-stud", "players": 3}, 2, 60),
    ({"variant": "teen-patti", "players": 3}, 0, 60),
]


@pytest.mark.parametrize(("options", "street", "samples"), POKER)
def test_poker(monkeypatch: pytest.MonkeyPatch, options: dict[str, Any], street: int, samples: int) -> None:
    """Checks, calls and raises, shares of the pot, and how often all fold."""
    game, cover = Poker(**options, deals=1), Cover()

    def at(seed: int, samples: int) -> Lines:
        seeded(monkeypatch, seed, unseen, poker_odds)
        return poker_odds.evaluate(game, view, Budget(samples=samples))

    for number in range(3):
        view = poker_view(game, number, street)
        cover.lines([at(seed, samples) for seed in range(8 * REPEATS)], at(LONG_SEED, 20 * samples))
    cover.check(f"poker {options}, street {street}")


def poker_view(game: Poker, seed: int, street: int) -> Any:
    """Return a view in a round of betting, after calls and raises at random."""
    rng = Random(seed)
    while True:
        state = game.initial_state()
        while to_act := game.players_to_act(state):
            if to_act[0] == CHANCE:
                state = game.apply(state, CHANCE, game.draw(state, rng))
                continue
            view = game.view(state, to_act[0])
            choices = game.choices(view)
            there = isinstance(choices, Wagers) and game.plan[state.step].street == street
            if there and len(poker_odds.evaluate(game, view, Budget(samples=10))) > 1:
                return view
            usual = [each for each in getattr(choices, "first", choices) if each != FOLD]
            raises = isinstance(choices, Wagers) and choices.low and rng.random() < 0.3
            action = Raise(choices.low) if raises and isinstance(choices, Wagers) else rng.choice(usual)
            state = game.apply(state, to_act[0], action)


def test_patience() -> None:
    """Games played out, against many more."""
    cover = Cover()
    for seed in (1, 2, 3, 4):
        position = patience_odds.position_of(*before(seed, 9, {}))
        assert position is not None
        completions = position.completions(Random(seed))
        assert completions is not None
        assert completions.total
        known = patience_odds._played_lines(position, completions, Random(LONG_SEED), 2_000)
        answers = [patience_odds._played_lines(position, completions, Random(each), 3) for each in range(10 * REPEATS)]
        cover.lines(answers, known)
    cover.check("patience, games played out")


def test_patience_walked() -> None:
    """Estimates from a walk, against games that the fast bot plays until few cells are open."""
    cover, game = Cover(), Patience()
    for seed in range(3 * REPEATS):
        _, view = before(seed, 16, {})
        state = PatienceState(layouts=view.layouts, card=view.card, unseen=view.unseen)
        lines = patience_odds.evaluate(game, game.view(state, 0), DEFAULT_BUDGET)
        for line in {line.action: line for line in (lines[0], lines[len(lines) // 2], lines[-1])}.values():
            assert isinstance(line.action, PlaceCard)
            rng = Random(seed)
            ends = np.array([listed_value(game, game.apply(state, 0, line.action), rng) for _ in range(6)])
            cover.add(line.value, line.error, ends.mean(), mean_error(ends))
    cover.check("patience, walked", least=8)


def listed_value(game: Patience, state: PatienceState, rng: Random) -> float:
    """The chance to win when 14 cells are open for the first time, in a game with random cards; 0 if it is lost."""
    after = until_listed(game, state, rng, 14)
    if not game.players_to_act(after):
        return 0.0
    lines = patience_odds.evaluate(game, game.view(after, 0), Budget(samples=20))
    return float(lines[0].value) if lines else 0.0


def until_listed(game: Patience, state: PatienceState, rng: Random, cells: int) -> PatienceState:
    """The first state of a fast game with a card turned and at most this number of cells open, or the last one."""
    bot = FastBot(game, rng)
    while to_act := game.players_to_act(state):
        if to_act[0] == CHANCE:
            state = game.apply(state, CHANCE, game.draw(state, rng))
            continue
        view = game.view(state, 0)
        position = patience_odds.position_of(game, view)
        if position is not None and len(position.empty) <= cells:
            return state
        action = bot.advise(view).action
        assert isinstance(action, PlaceCard | Shift)
        state = game.play(state, 0, action)
    return state


@pytest.mark.parametrize("turn", [0, 1])
def test_flexdeck(monkeypatch: pytest.MonkeyPatch, turn: int) -> None:
    """Coverings of the first turns, with few decks against many."""
    game, cover = Flexdeck(), Cover()
    for seed in range(3 * REPEATS):
        state = first_turn(game, turn, Random(seed))
        view = game.view(state, game.players_to_act(state)[0])

        def asked(samples: int, seed: int, view: FlexdeckView = view) -> Lines:
            seeded(monkeypatch, seed, flexdeck_odds)
            return flexdeck_odds.evaluate(game, view, Budget(samples=samples))

        solve_once(monkeypatch)
        cover.lines([asked(40, number) for number in range(5)], asked(2000, LONG_SEED))
    cover.check(f"flexdeck, turn {turn}")


def solve_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Solve the turns after a cover of the next view only: they are the same for all samples of it."""
    solved: list[LaterTurns] = []

    def solve(*asked: Any) -> LaterTurns:
        if not solved:
            solved.append(solve_later_turns(*asked))
        return solved[0]

    monkeypatch.setattr(counted, "solve_later_turns", solve)


@pytest.mark.parametrize(("turn", "most", "positions"), [(0, 1, 4), (1, 1, 6), (1, 2, 3)])
def test_flexdeck_with_the_dominoes_flipped(
    monkeypatch: pytest.MonkeyPatch, turn: int, most: int, positions: int
) -> None:
    """Coverings of the first turns, against random flips and the values of the turn after them.

    The chances with all throws from the same dominoes, whose mean over the flips is known, take most of the luck out.
    """
    monkeypatch.setattr(fair_dice, "_final_results", functools.cache(fair_dice._final_results))  # of a whole game
    game, cover = Flexdeck(rounds=1, cover=most), Cover()
    for seed in range(positions * REPEATS):
        state = first_turn(game, turn, Random(seed))
        view = game.view(state, game.players_to_act(state)[0])
        lines = flexdeck_odds.evaluate(game, view, DEFAULT_BUDGET)
        for line in (lines[0], Random(seed).choice(lines[1:])):
            value, error = flexdeck_value(game, state, line.action, Random(seed), 30)
            cover.add(line.value, line.error, value, error)
    cover.check(f"flexdeck, turn {turn}", least=2 * positions)


def first_turn(game: Flexdeck, turn: int, rng: Random) -> FlexdeckState:
    """A state in which a player is to cover in this turn of a round, after random covers."""
    states = random_states(game, rng)
    return next(state for state in states if game.players_to_act(state)[0] != CHANCE and state.turn == turn)


def flexdeck_value(game: Flexdeck, state: FlexdeckState, cover: Action, rng: Random, flips: int) -> tuple[float, float]:
    """Return the value of a covering by random flips, and the standard error."""
    assert isinstance(cover, Covering)
    player = game.players_to_act(state)[0]
    view = game.view(state, player)
    own, theirs = (tuple(sorted(view.roll(seat))) for seat in (player, 1 - player))
    kept = tuple(sorted(value for die, value in enumerate(view.roll(player)) if die not in cover.dice))
    later = solve_later_turns(game.table, game.max_covered, 0.5, Throws(view.unseen), view.turn, own, theirs)
    dealing = player == view.dealer
    known = dict(zip((later.dealers if dealing else later.others).tolist(), later.turns[-1].values[0], strict=True))
    found = []
    for _ in range(flips):
        after = game.apply(state, player, cover)
        after = after_chance(game, after, rng)
        reply = game.view(after, 1 - player)
        best = float(flexdeck_odds.evaluate(game, reply, Budget(samples=400))[0].value)
        found.append((1 - best if dealing else best) - float(known[roll_index(reply.roll(player))]))
    place = later.covers.kept.tolist().index(all_choices(game.max_covered).keep_index[kept])
    value = float(later.covers.values[place, 0]) + float(np.mean(found))
    return value if dealing else 1 - value, mean_error(np.array(found), min(found), max(found))


# Playtests, matches and leagues


def test_playtest() -> None:
    """Chips by seat, lines shown and lines that won: parts of a long run against all of it."""
    game, cover = Poker(variant="five-card-draw", players=2), Cover()
    parts = [declared_variants.playtest(game, "caller", 20 * number, 20) for number in range(60 * REPEATS)]
    whole = parts[0]
    for part in parts[1:]:
        whole += part
    for part in parts:
        for seat in range(2):
            _both(cover, part.gain(seat), whole.gain(seat), "chips")
        for line, all_of_line in zip(part.lines, whole.lines, strict=True):
            _both(cover, part.of_all(line), whole.of_all(all_of_line), "lines shown")
            if line.shown:
                _both(cover, part.won_when_shown(line), whole.won_when_shown(all_of_line), "lines won")
    cover.check("playtest")


def _both(cover: Cover, found: tuple[float, float], known: tuple[float, float], kind: str) -> None:
    cover.add(found[0], found[1], known[0], known[1], kind)


@pytest.mark.parametrize("deals", [4, 8])
def test_amounts_of_few_deals(deals: int) -> None:
    rng, cover = np.random.default_rng(deals), Cover()
    for values in rng.normal(0.5, 4.5, (4000 * REPEATS, deals)):
        _estimated_in(cover, estimates.estimate(values), 0.5, "chips")
    cover.check(f"chips of {deals} deals")


@pytest.mark.parametrize("deals", [4, 16, 64])
def test_matches(deals: int) -> None:
    """Differences and results of duplicate deals, as shares and as amounts, and what is left without their luck."""
    rng, cover = np.random.default_rng(deals), Cover()
    for _ in range(200 * REPEATS):
        shares = rng.choice([-1.0, 0.0, 1.0], deals, p=[0.01, 0.94, 0.05])
        _estimated_in(cover, estimates.estimate(shares, match.DIFFERENCE_ENDS), 0.04, "rare differences")
        _estimated_in(cover, estimates.estimate(rng.random(deals).round(), match.RESULT_ENDS), 0.5, "results")
        luck = rng.normal(0, 4, deals)
        values = 0.5 + luck + rng.normal(0, 2, deals)
        _estimated_in(cover, estimates.estimate(values), 0.5, "chips")
        if deals > 4:
            _estimated_in(cover, estimates.estimate(estimates.adjust(values, 1.3 * luck)), 0.5, "without luck")
    cover.check(f"matches of {deals} deals")


def _estimated_in(cover: Cover, found: estimates.Estimate, known: float, kind: str) -> None:
    cover.add(found.mean, found.margin / NORMAL_95_FACTOR, known, 0.0, kind)


@pytest.mark.parametrize(("apart", "deals"), [(0.5, 20), (2.0, 40), (3.5, 40)])
def test_leagues(apart: float, deals: int) -> None:
    """Ratings of three bots, of which the last wins hardly a deal."""
    rng, cover = np.random.default_rng(3), Cover()
    strengths = np.array([apart, 0.0, -apart])
    pairs = [(0, 1), (0, 2), (1, 2)]
    for _ in range(100 * REPEATS):
        scores = [
            (rng.random(deals) < 1 / (1 + np.exp(strengths[two] - strengths[one]))).astype(np.float64)
            for one, two in pairs
        ]
        for rating in league.rate("012", pairs, scores):
            known = league.MEAN_ELO_POINTS + league.ELO_PER_UNIT * strengths[int(rating.bot)]
            cover.add(rating.elo.mean, rating.elo.margin / NORMAL_95_FACTOR, known, 0.0, "ratings")
    cover.check(f"leagues {apart} apart")
