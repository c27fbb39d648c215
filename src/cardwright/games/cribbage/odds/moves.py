"""The worth of each move: the deal is played out in sampled worlds, and `match.worth` values its end."""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from cardwright.answers import Figure, Line, ranked
from cardwright.cards import Card
from cardwright.games.cribbage import _kernels
from cardwright.games.cribbage.actions import LAYS, PLAYS
from cardwright.games.cribbage.crib_average import SPLITS, split_means
from cardwright.games.cribbage.odds.match import worth
from cardwright.games.cribbage.odds.worlds import Worlds, before_play, crib_table, in_play
from cardwright.games.cribbage.outlook import EQUALLY, peggings, ranks, why
from cardwright.games.cribbage.rules import Cribbage
from cardwright.games.cribbage.scoring import MAX_COUNT, RANK, VALUE
from cardwright.games.cribbage.state import CribbageView, count_of, kept, least_values

FIRST_DIVISOR = 6  # all ways are tried in this part of the worlds, the best of them in the others too
MIN_SAMPLES = 30
MAX_LATE_WAYS = 5  # that get the rest of the samples

Values = NDArray[np.float64]


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
    return ranked(_lay_line(view, way, float(means[way]), found[way], found[best]) for way in found)


def _lay_line(view: CribbageView, way: int, mean: float, figures: Values, best: Values) -> Line:
    four = tuple(view.hand[place] for place in SPLITS[way])
    low, high = (card for card in view.hand if card not in four)
    value, error, gap_error = _beside(figures[:, 0], best[:, 0])
    crib, own = float(figures[:, 3].mean()), view.dealer == view.player
    parts = (
        Figure("hand", mean),
        Figure("crib", crib if own else -crib, _error(figures[:, 3])),
        Figure("pegging", float((figures[:, 1] - figures[:, 2]).mean()), _error(figures[:, 1] - figures[:, 2])),
    )
    whose = "your own crib adds" if own else "the other crib gains"
    reason = f"keeps {ranks(four)}: {mean:.2f} points on average; {whose} about {crib:.1f}"
    return Line(LAYS[low, high], value, error, parts, reason, gap_error)


def _beside(values: Values, best: Values) -> tuple[float, float, float]:
    """Return a way's value, its error and that of its distance to the best, from the worlds that both were tried in."""
    less = best[: len(values)] - values
    value, gap_error = float(best.mean() - less.mean()), _error(less)
    return value, _error(values) if len(values) == len(best) else math.hypot(_error(best), gap_error), gap_error


def _error(values: Values) -> float:
    """Return the standard error of a mean, widened so that 1.96 of it cover 95 % where values are few (Student)."""
    return float(values.std(ddof=1)) / math.sqrt(len(values) - 2)


def play_lines(game: Cribbage, view: CribbageView, samples: int, rng: np.random.Generator) -> tuple[Line, ...]:
    """Return every card that can be played, in the same worlds."""
    worlds = in_play(view, max(samples, MIN_SAMPLES), rng)
    cards = [card for card in view.hand if count_of(view) + VALUE[card] <= MAX_COUNT]
    values = play_figures(game, view, cards, worlds.cards)
    means = np.clip(worlds.weights @ values, values.min(axis=0), values.max(axis=0))  # no error of rounding beyond
    best = values[:, int(means.argmax())]
    reasons = _reasons(view)
    return ranked(
        Line(
            PLAYS[card],
            float(mean),
            _spread(values[:, place], worlds),
            reason=reasons[card],
            gap_error=_spread(best - values[:, place], worlds),
        )
        for place, (card, mean) in enumerate(zip(cards, means, strict=True))
    )


def play_figures(game: Cribbage, view: CribbageView, cards: Sequence[Card], worlds: NDArray[np.uint8]) -> Values:
    """Return the worth for each world and card played now."""
    me, other = view.player, 1 - view.player
    played = kept(view, me)
    least = least_values(view)
    out = np.empty((len(worlds), len(cards)))
    assert view.starter is not None
    _kernels.play_values(
        np.array([*played, *view.hand, *view.laid], np.uint8),
        len(played),
        len(kept(view, other)),
        int(view.dealer != me),
        view.starter,
        np.ascontiguousarray(worlds),
        np.array([RANK[card] for _, card in view.played[view.opened :]], np.int32),
        least[other],
        least[me],
        *needs(game, view),
        worth(game, view, me),
        np.array([RANK[card] for card in cards], np.int32),
        out,
    )
    return out


def _spread(values: Values, worlds: Worlds) -> float:
    """Return the standard error of a weighted mean; 0 where all worlds are listed."""
    return 0.0 if worlds.listed else _error(values) * math.sqrt(worlds.spread)


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
