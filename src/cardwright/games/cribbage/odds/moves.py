"""The worth of each move: the deal is played out in sampled worlds, and `match.worth` values its end."""

import math
from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardwright.answers import Figure, Line, ranked
from cardwright.cards import Card
from cardwright.games.cribbage import _kernels
from cardwright.games.cribbage.actions import LAYS, PLAYS
from cardwright.games.cribbage.crib_average import SPLITS, split_means
from cardwright.games.cribbage.odds.match import worth
from cardwright.games.cribbage.odds.worlds import Worlds, before_play, crib_table, history, in_play, six_of
from cardwright.games.cribbage.outlook import EQUALLY, peggings, ranks, why
from cardwright.games.cribbage.rules import Cribbage
from cardwright.games.cribbage.scoring import RANK
from cardwright.games.cribbage.state import CribbageView, playable
from cardwright.standard_error import gap_error, mean_error

FIRST_DIVISOR = 6  # all ways are tried in this part of the worlds, the best of them in the others too
MIN_SAMPLES = 30
MAX_LATE_WAYS = 5  # that get the rest of the samples

Values = NDArray[np.float64]
Ends: TypeAlias = tuple[float, float]


def needs(game: Cribbage, view: CribbageView) -> tuple[int, int]:
    """Return the points that this player and the other still need."""
    return game.to - view.scores[view.player], game.to - view.scores[1 - view.player]


def lay_figures(game: Cribbage, view: CribbageView, ways: Sequence[int], worlds: NDArray[np.uint8]) -> Values:
    """Return for each world and way of `SPLITS`: the worth, points pegged by both, the crib's, the other hand's."""
    out = np.empty((len(worlds), len(ways), 5))
    dealer = int(view.dealer != view.player)
    hand = np.array(view.hand, np.uint8)
    table = crib_table(own=bool(dealer))
    worths = worth(game, view, view.player)
    _kernels.lay_values(hand, dealer, worlds, table, *needs(game, view), worths, np.array(ways, np.int32), out)
    return out


def lay_lines(game: Cribbage, view: CribbageView, samples: int, rng: np.random.Generator) -> tuple[Line, ...]:
    """Return all fifteen layings: all in a part of the worlds, the best of those in the others too."""
    worlds = before_play(view, max(samples, MIN_SAMPLES), rng)
    early = max(samples // FIRST_DIVISOR, MIN_SAMPLES)
    every = lay_figures(game, view, range(len(SPLITS)), worlds[:early])
    late = np.argsort(-every[:, :, 0].mean(axis=0), kind="stable")[:MAX_LATE_WAYS]
    more = lay_figures(game, view, late.tolist(), worlds[early:])
    found = {way: every[:, way] for way in range(len(SPLITS))}
    for place, way in enumerate(late.tolist()):
        found[way] = np.concatenate([found[way], more[:, place]])
    best = max(late.tolist(), key=lambda way: float(found[way][:, 0].mean()))
    means = split_means(np.array([view.hand], np.uint8))[0]
    ends = ends_of(game, view, np.concatenate([each[:, 0] for each in found.values()]))
    return ranked(_lay_line(view, way, float(means[way]), found[way], found[best], ends) for way in found)


def ends_of(game: Cribbage, view: CribbageView, values: Values) -> Ends:
    """Return the least and the greatest worth that a deal may end with: those in the worlds, and that without a point.

    The last is seldom in the worlds, and matters where a player needs few points.
    """
    worths = worth(game, view, view.player)
    found = np.concatenate([values.ravel(), worths[:, *needs(game, view)]])
    low, high = float(found.min()), float(found.max())
    return (low, high) if low < high else (float(worths.min()), float(worths.max()))


def _lay_line(view: CribbageView, way: int, mean: float, figures: Values, best: Values, ends: Ends) -> Line:
    four = tuple(view.hand[place] for place in SPLITS[way])
    low, high = (card for card in view.hand if card not in four)
    value, error, less_error = _beside(figures[:, 0], best[:, 0], ends)
    crib, own = float(figures[:, 3].mean()), view.dealer == view.player
    pegged = figures[:, 1] - figures[:, 2]
    parts = (
        Figure("hand", mean),
        Figure("crib", crib if own else -crib, points_error(figures[:, 3])),
        Figure("pegging", float(pegged.mean()), points_error(pegged)),
    )
    whose = "your own crib adds" if own else "the other crib gains"
    reason = f"keeps {ranks(four)}: {mean:.2f} points on average; {whose} about {crib:.1f}"
    return Line(LAYS[low, high], value, error, parts, reason, less_error)


def _beside(values: Values, best: Values, ends: Ends) -> tuple[float, float, float]:
    """Return a way's value, its error and that of its distance to the best, from the worlds that both were tried in."""
    less = best[: len(values)] - values
    value, less_error = float(best.mean() - less.mean()), gap_error(less, ends[1] - ends[0])
    whole = len(values) == len(best)
    return value, mean_error(values, *ends) if whole else math.hypot(mean_error(best, *ends), less_error), less_error


def points_error(values: Values) -> float:
    """Return the standard error of a mean of points."""
    mean = float(values.mean())
    return mean_error(values, min(float(values.min()), mean - 1), max(float(values.max()), mean + 1))


def play_lines(game: Cribbage, view: CribbageView, samples: int, rng: np.random.Generator) -> tuple[Line, ...]:
    """Return every card that can be played, in the same worlds."""
    worlds = in_play(view, max(samples, MIN_SAMPLES), rng)
    cards = playable(view)
    values = play_figures(game, view, cards, worlds.cards)
    means = np.clip(worlds.weights @ values, values.min(axis=0), values.max(axis=0))  # no error of rounding beyond
    best = values[:, int(means.argmax())]
    low, high = ends_of(game, view, values)
    reasons, certain = _reasons(view), winning_cards(game, view)

    def line(place: int, card: Card) -> Line:
        found, less = values[:, place], best - values[:, place]
        error = 0.0 if card in certain else _error(found, worlds, low, high)
        less_error = _error(less, worlds, low - high, high - low)
        return Line(PLAYS[card], float(means[place]), error, reason=reasons[card], gap_error=less_error)

    return ranked(line(place, card) for place, card in enumerate(cards))


def winning_cards(game: Cribbage, view: CribbageView) -> set[Card]:
    """Return the cards that score enough at once to win the game, whatever the other holds."""
    return {way.card for way in peggings(view) if way.score.points >= needs(game, view)[0]}


def play_figures(game: Cribbage, view: CribbageView, cards: Sequence[Card], worlds: NDArray[np.uint8]) -> Values:
    """Return the worth for each world and card played now."""
    out = np.empty((len(worlds), len(cards)))
    assert view.starter is not None
    _kernels.play_values(
        six_of(view),
        int(view.dealer != view.player),
        view.starter,
        np.ascontiguousarray(worlds),
        history(view),
        *needs(game, view),
        worth(game, view, view.player),
        np.array([RANK[card] for card in cards], np.int32),
        out,
    )
    return out


def _error(values: Values, worlds: Worlds, low: float, high: float) -> float:
    """Return the standard error of a mean over worlds; 0 where all are listed."""
    return 0.0 if worlds.listed else mean_error(values, low, high) * math.sqrt(worlds.spread)


def _reasons(view: CribbageView) -> dict[Card, str]:
    """Return what each card does at once, in words."""
    ways = peggings(view)
    others = {way.card: next((each for each in ways if each.card != way.card), None) for way in ways}
    return {
        way.card: why(way, second, view.sizes[1 - view.player]).removesuffix(EQUALLY)
        if (second := others[way.card])
        else ""
        for way in ways
    }
