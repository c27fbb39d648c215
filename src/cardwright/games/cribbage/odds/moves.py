"""The value of each move: the deal is played out in sampled worlds, and `match.value_table` values its end.

In the play a player's own later cards are searched; the other plays by its style.
"""

import math
from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardwright.answers import Figure, Line, ranked
from cardwright.cards import Card
from cardwright.games.cribbage.actions import LAYS, PLAYS
from cardwright.games.cribbage.crib_average import SPLITS, crib_table, divide, split_means
from cardwright.games.cribbage.odds import _kernels
from cardwright.games.cribbage.odds.match import value_table
from cardwright.games.cribbage.odds.opponent import GREEDY, style_shares
from cardwright.games.cribbage.odds.worlds import (
    Worlds,
    history,
    own_six,
    random_styles,
    worlds_before_play,
    worlds_in_play,
)
from cardwright.games.cribbage.outlook import Pegging, answers_text, peggings, rank_text
from cardwright.games.cribbage.rules import Cribbage
from cardwright.games.cribbage.scoring import RANK
from cardwright.games.cribbage.state import CribbageView, playable
from cardwright.standard_error import gap_error, mean_error

FIRST_PASS_DIVISOR = 6  # all splits are tried in this part of the worlds, the best of them in the others too
MIN_SAMPLES = 30
MAX_FULL_SPLITS = 5  # the best splits, which get the rest of the samples
MIN_MENTIONED_STYLE_SHARE = 0.9  # a less likely style is not mentioned in hints
MIN_SEARCHED_WORLDS = 20  # worlds of one reply needed to search the next card
BEST_RANK = -1  # in place of a next rank: the rank of the best outlook
REPLY_VALUES_COUNT = 14  # the ranks, and 0 for none

Values = NDArray[np.float64]
ValueRange: TypeAlias = tuple[float, float]


def needs(game: Cribbage, view: CribbageView) -> tuple[int, int]:
    """Return the points that this player and the other still need."""
    return game.to - view.scores[view.player], game.to - view.scores[1 - view.player]


def stakes(game: Cribbage, view: CribbageView) -> _kernels.Stakes:
    """Return the values of the possible ends of the deal to this player."""
    return _kernels.Stakes(*needs(game, view), value_table(game, view, view.player))


def lay_values(
    game: Cribbage,
    view: CribbageView,
    splits: Sequence[int],
    worlds: NDArray[np.uint8],
    styles: NDArray[np.uint8] | None = None,
) -> Values:
    """Return for each world and split (an index into `SPLITS`) five numbers; without ``styles`` no one is greedy.

    They are the value, the points that both peg, and the points of the crib and of the other's hand.
    """
    out = np.empty((len(worlds), len(splits), 5))
    dealer = int(view.dealer != view.player)
    hand = np.array(view.hand, np.uint8)
    table = crib_table(own=bool(dealer))
    styles = np.zeros(len(worlds), np.uint8) if styles is None else styles
    _kernels.lay_values(hand, dealer, worlds, styles, table, stakes(game, view), np.array(splits, np.int32), out)
    return out


def lay_lines(game: Cribbage, view: CribbageView, samples: int, rng: np.random.Generator) -> tuple[Line, ...]:
    """Return all fifteen layings: all are played in a part of the worlds, and the best of them in the rest too."""
    worlds = worlds_before_play(view, max(samples, MIN_SAMPLES), rng)
    styles = random_styles(view, len(worlds), rng)
    first_count = max(samples // FIRST_PASS_DIVISOR, MIN_SAMPLES)
    first_values = lay_values(game, view, range(len(SPLITS)), worlds[:first_count], styles[:first_count])
    best_splits = np.argsort(-first_values[:, :, 0].mean(axis=0), kind="stable")[:MAX_FULL_SPLITS]
    more_values = lay_values(game, view, best_splits.tolist(), worlds[first_count:], styles[first_count:])
    values_by_split = {split: first_values[:, split] for split in range(len(SPLITS))}
    for index, split in enumerate(best_splits.tolist()):
        values_by_split[split] = np.concatenate([values_by_split[split], more_values[:, index]])
    best = max(best_splits.tolist(), key=lambda split: float(values_by_split[split][:, 0].mean()))
    means = split_means(np.array([view.hand], np.uint8))[0]
    limits = value_range(game, view, np.concatenate([each[:, 0] for each in values_by_split.values()]))
    return ranked(
        _lay_line(view, split, float(means[split]), values_by_split[split], values_by_split[best], limits)
        for split in values_by_split
    )


def value_range(game: Cribbage, view: CribbageView, values: Values) -> ValueRange:
    """Return the least and the greatest value that a deal may end with: those in the worlds, and that without a point.

    The last is seldom in the worlds, and matters where a player needs few points.
    """
    table = value_table(game, view, view.player)
    possible = np.concatenate([values.ravel(), table[:, *needs(game, view)]])
    low, high = float(possible.min()), float(possible.max())
    return (low, high) if low < high else (float(table.min()), float(table.max()))


def _lay_line(view: CribbageView, split: int, mean: float, figures: Values, best: Values, limits: ValueRange) -> Line:
    kept, away = divide(view.hand, SPLITS[split])
    value, error, loss_error = _compare_with_best(figures[:, 0], best[:, 0], limits)
    crib, is_own = float(figures[:, 3].mean()), view.dealer == view.player
    net = figures[:, 1] - figures[:, 2]
    pegged = float(net.mean())
    parts = (
        Figure("hand", mean),
        Figure("crib", crib if is_own else -crib, points_error(figures[:, 3])),
        Figure("pegging", pegged, points_error(net)),
    )
    whose = "your own crib adds" if is_own else "the other's crib gains"
    reason = (
        f"keeps {rank_text(kept)}: {mean:.2f} points on average; {whose} about {crib:.1f}, and the play "
        f"{'gains' if pegged >= 0 else 'loses'} about {abs(pegged):.1f}"
    )
    return Line(LAYS[away], value, error, parts, reason, loss_error)


def _compare_with_best(values: Values, best: Values, limits: ValueRange) -> tuple[float, float, float]:
    """Return a move's value, its error and the error of its gap to the best, from the worlds played with both."""
    losses = best[: len(values)] - values
    value, loss_error = float(best.mean() - losses.mean()), gap_error(losses, limits[1] - limits[0])
    if len(values) == len(best):
        return value, mean_error(values, *limits), loss_error
    return value, math.hypot(mean_error(best, *limits), loss_error), loss_error


def points_error(values: Values) -> float:
    """Return the standard error of a mean of points."""
    mean = float(values.mean())
    return mean_error(values, min(float(values.min()), mean - 1), max(float(values.max()), mean + 1))


def play_lines(game: Cribbage, view: CribbageView, samples: int, rng: np.random.Generator) -> tuple[Line, ...]:
    """Return every card that can be played, in the same worlds."""
    worlds = worlds_in_play(view, max(samples, MIN_SAMPLES), rng)
    cards = playable(view)
    values, pegged, others_pegged = np.moveaxis(play_values(game, view, cards, worlds), 2, 0)
    means = np.clip(worlds.weights @ values, values.min(axis=0), values.max(axis=0))  # no error of rounding beyond
    best = values[:, int(means.argmax())]
    low, high = value_range(game, view, values)
    choices = {choice.card: choice for choice in peggings(view)}
    needed = needs(game, view)[0]
    winning = {card for card, choice in choices.items() if choice.score.points >= needed}
    is_greedy = bool(style_shares(view)[1][GREEDY] > MIN_MENTIONED_STYLE_SHARE)

    def make_line(index: int, card: Card) -> Line:
        card_values, losses, net = values[:, index], best - values[:, index], (pegged - others_pegged)[:, index]
        error = 0.0 if card in winning else _error(card_values, worlds, low, high)
        loss_error = _error(losses, worlds, low - high, high - low)
        net_error = _error(net, worlds, min(float(net.min()), -1), max(float(net.max()), 1))
        parts = (Figure("pegging", float(worlds.weights @ net), net_error),)
        own, others = (float(worlds.weights @ each[:, index]) for each in (pegged, others_pegged))
        reason = "" if len(cards) == 1 else _play_reason(choices[card], own, others, is_greedy)
        return Line(PLAYS[card], float(means[index]), error, parts, reason, loss_error)

    return ranked(make_line(index, card) for index, card in enumerate(cards))


def _play_reason(choice: Pegging, pegged: float, others_pegged: float, is_greedy: bool) -> str:
    """Return the card's score, what scores on it, the average pegging of both to the end, and how the other plays."""
    called = choice.score.called if choice.score.points else ""
    points = f"you peg {pegged:.2f} points on average from here on, the other {others_pegged:.2f}"
    style = "so far the other plays what scores most at once" if is_greedy else ""
    return "; ".join(filter(None, (called, answers_text(choice), points, style)))


def play_values(game: Cribbage, view: CribbageView, cards: Sequence[Card], worlds: Worlds) -> Values:
    """Return for each world and card played now three numbers: the value, and the points that both peg from now on.

    This player's later cards are searched (`_Search`).
    """
    hand = [RANK[card] for card in view.hand]
    values = _Search(game, view, worlds).values(np.arange(len(worlds.cards)), hand, ())
    ranks = sorted(set(hand))
    return values[:, [ranks.index(RANK[card]) for card in cards]]


def play_out(
    view: CribbageView,
    worlds: NDArray[np.uint8],
    stakes: _kernels.Stakes,
    firsts: Sequence[int],
    styles: NDArray[np.uint8] | None = None,
    played: Sequence[int] = (),
) -> tuple[Values, NDArray[np.int64]]:
    """Play the rest of the play in each world, from each of this player's next ranks on; `BEST_RANK` leaves it open.

    Return by world and rank the value and the points that both peg, -inf for a rank that cannot be played, and the
    replies as `_ranks_of` reads them. Without ``styles`` the other is not greedy; ``played`` are further ranks that
    both have played.
    """
    assert view.starter is not None
    values, replies = np.full((len(worlds), len(firsts), 3), -np.inf), np.zeros((len(worlds), len(firsts)), np.int64)
    styles = np.zeros(len(worlds), np.uint8) if styles is None else styles
    before = history(view)
    _kernels.play_values(
        own_six(view),
        int(view.dealer != view.player),
        view.starter,
        worlds,
        styles,
        np.array([*before, *played], np.int32),
        len(before),
        stakes,
        np.array(firsts, np.int32),
        values,
        replies,
    )
    return values, replies


class _Search:
    """A search of a player's later cards in worlds in which the other plays by its style.

    At each turn the card is played that has the highest mean in the worlds in which the other has replied alike. Where
    these are fewer than `MIN_SEARCHED_WORLDS`, the highest mean would be chance, and `Deal.best_rank` plays the rest.
    """

    def __init__(self, game: Cribbage, view: CribbageView, worlds: Worlds) -> None:
        self.view, self.worlds = view, worlds
        self.stakes = stakes(game, view)

    def values(self, rows: NDArray[np.intp], hand: Sequence[int], played: tuple[int, ...]) -> Values:
        """Return the three numbers by world and different rank of the hand, in order.

        The value of a rank that cannot be played is -inf.

        ``rows`` are the worlds, and ``played`` the ranks that both have played in the search.
        """
        firsts = sorted(set(hand))
        cards, styles = self.worlds.cards[rows], self.worlds.styles[rows]
        values, replies = play_out(self.view, cards, self.stakes, firsts, styles, played)
        for column, first in enumerate(firsts):
            later = list(hand)
            later.remove(first)
            if len(set(later)) < 2 or not np.isfinite(values[0, column, 0]):
                continue
            codes, counts = np.unique(replies[:, column], return_counts=True)
            for code in codes[counts >= MIN_SEARCHED_WORLDS].tolist():
                inside = np.flatnonzero(replies[:, column] == code)
                next_values = self.values(rows[inside], later, (*played, first, *_ranks_of(code)))
                means = self.worlds.weights[rows[inside]] @ next_values[..., 0]
                values[inside, column] = next_values[:, means.argmax()]
        return values


def _ranks_of(code: int) -> list[int]:
    """Return the ranks of replies as `_kernels.play_values` writes them."""
    ranks: list[int] = []
    while code:
        ranks.insert(0, code % REPLY_VALUES_COUNT - 1)
        code //= REPLY_VALUES_COUNT
    return ranks


def _error(values: Values, worlds: Worlds, low: float, high: float) -> float:
    """Return the standard error of a mean over worlds; 0 where all are listed."""
    return 0.0 if worlds.is_exhaustive else mean_error(values, low, high) * math.sqrt(worlds.design_effect)
