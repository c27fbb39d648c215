"""Worlds: cards that the other player may hold, by what a view allows and what a good player would have kept.

In the play worlds are drawn by sampling-importance-resampling: uniform candidates are weighted by how likely the other
was to keep and play as it did, and drawn again by weight.
"""

from collections.abc import Sequence
from itertools import combinations
from math import comb

import msgspec
import numpy as np
from numpy.typing import NDArray

from cardwright.games.cribbage import _kernels
from cardwright.games.cribbage.crib_average import HAND_CARDS, crib_table
from cardwright.games.cribbage.scoring import DECK, RANK, VALUE
from cardwright.games.cribbage.state import CribbagePublic, CribbageView, cards_played_by, least_values
from cardwright.ranking.rows import beside

MAX_LISTED_WORLDS = 2_000
CANDIDATES_PER_WORLD = 8
LAYING_LOSS_FACTOR = 0.6  # points: a laying that loses this much is eight times less likely
PLAY_LOSS_FACTOR = 0.8  # points: the same of the cards played


class Worlds(msgspec.Struct, frozen=True):
    """Rows of cards of the other player with their ``weights``, which sum to 1; ``is_exhaustive`` if none is left out.

    ``design_effect`` multiplies the variance of a mean over drawn worlds (Kish): weights make the effective sample
    smaller.
    """

    cards: NDArray[np.uint8]
    weights: NDArray[np.float64]
    is_exhaustive: bool
    design_effect: float = 1.0


def worlds_before_play(view: CribbageView, samples: int, rng: np.random.Generator) -> NDArray[np.uint8]:
    """Return random worlds of a view that lays away: six cards of the other, and a starter."""
    unseen = np.array([card for card in range(DECK.size) if card not in view.hand], np.uint8)
    return _draw_rows(unseen, [len(unseen)] * (HAND_CARDS + 1), samples, rng)


def worlds_in_play(view: CribbageView, samples: int, rng: np.random.Generator) -> Worlds:
    """Return worlds of a view that plays: the four cards that the other kept, those played first, and two laid away.

    A world is more likely the less the other lost by keeping these four of these six (`LAYING_LOSS_FACTOR`), and by the
    cards that it then played (`PLAY_LOSS_FACTOR`). It falls with a power of what was lost, not exponentially, since
    how much a player misjudges is not known: who lost little so far is likely to lose nothing. Few worlds are all
    listed.
    """
    unseen, is_possible, hand_size = _hidden_cards(view)
    world_count = comb(int(is_possible.sum()), hand_size) * comb(len(unseen) - hand_size, 2)
    is_exhaustive = world_count <= MAX_LISTED_WORLDS
    if is_exhaustive:
        cards = _prepend_played(view, _all_rows(unseen, is_possible, hand_size))
    else:
        cards = uniform_worlds_in_play(view, samples * CANDIDATES_PER_WORLD, rng)
    laying, play = losses(view, cards)
    weights = (1 + laying / LAYING_LOSS_FACTOR + play / PLAY_LOSS_FACTOR) ** -3
    weights /= weights.sum()
    return Worlds(cards, weights, is_exhaustive=True) if is_exhaustive else _resample(cards, weights, samples, rng)


def losses(view: CribbageView, cards: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Return the points that the other lost in worlds of a view that plays: in laying away, in the play (2, world)."""
    other = 1 - view.player
    assert view.starter is not None
    loss = np.zeros((2, len(cards)))
    _kernels.losses(cards, crib_table(own=other == view.dealer), loss[0])
    _kernels.play_losses(own_six(view), int(other == view.dealer), view.starter, cards, history(view), loss[1])
    return loss


def own_six(view: CribbageView) -> NDArray[np.uint8]:
    """Return the player's own six cards: those played, those held and the two laid away."""
    return np.array([*cards_played_by(view, view.player), *view.hand, *view.laid], np.uint8)


def history(view: CribbagePublic) -> NDArray[np.int32]:
    """Return the ranks played in this deal, in order."""
    return np.array([RANK[card] for _, card in view.played], np.int32)


def uniform_worlds_in_play(view: CribbageView, samples: int, rng: np.random.Generator) -> NDArray[np.uint8]:
    """Return uniform random worlds of a view that plays, in the order of `worlds_in_play`."""
    return _prepend_played(view, _random_rows(*_hidden_cards(view), samples, rng))


def _hidden_cards(view: CribbageView) -> tuple[NDArray[np.uint8], NDArray[np.bool_], int]:
    """Return the cards not seen, which of them the other may hold after its goes, and how many it holds."""
    other = 1 - view.player
    known = {*view.hand, *view.laid, view.starter, *(card for _, card in view.played)}
    unseen = np.array([card for card in range(DECK.size) if card not in known], np.uint8)
    least = least_values(view)[other]
    return unseen, np.array([VALUE[card] >= least for card in unseen]), view.sizes[other]


def _prepend_played(view: CribbageView, rest: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Put the cards that the other has played before the others of each row."""
    return beside(cards_played_by(view, 1 - view.player), rest)


def _all_rows(unseen: NDArray[np.uint8], is_possible: NDArray[np.bool_], hand_size: int) -> NDArray[np.uint8]:
    """Return all rows: ``hand_size`` cards that may be held, then two of the others laid away."""
    rows = [
        (*rest, *away)
        for rest in combinations(unseen[is_possible].tolist(), hand_size)
        for away in combinations([card for card in unseen.tolist() if card not in rest], 2)
    ]
    return np.array(rows, np.uint8)


def _random_rows(
    unseen: NDArray[np.uint8], is_possible: NDArray[np.bool_], hand_size: int, count: int, rng: np.random.Generator
) -> NDArray[np.uint8]:
    """Return ``count`` random rows: cards that may be held, then two of the others."""
    first = np.concatenate([unseen[is_possible], unseen[~is_possible]])
    return _draw_rows(first, [int(is_possible.sum())] * hand_size + [len(unseen)] * 2, count, rng)


def _draw_rows(
    cards: NDArray[np.uint8], ends: Sequence[int], count: int, rng: np.random.Generator
) -> NDArray[np.uint8]:
    """Return ``count`` random rows of cards: column i is drawn from the cards left of the first ``ends[i]``.

    That is a partial Fisher-Yates shuffle of each row.
    """
    rows, all_rows = np.tile(cards, (count, 1)), np.arange(count)
    for column, end in enumerate(ends):
        drawn = rng.integers(column, end, count)
        rows[all_rows, column], rows[all_rows, drawn] = rows[all_rows, drawn], rows[all_rows, column]
    return np.ascontiguousarray(rows[:, : len(ends)])


def _resample(cards: NDArray[np.uint8], weights: NDArray[np.float64], samples: int, rng: np.random.Generator) -> Worlds:
    """Draw worlds by weight, by systematic resampling: at evenly spaced quantiles of the candidates."""
    quantiles = (rng.random() + np.arange(samples)) / samples
    chosen = np.minimum(np.searchsorted(weights.cumsum(), quantiles), len(cards) - 1)
    effective = 1 / (weights**2).sum()
    return Worlds(
        cards[chosen], np.full(samples, 1 / samples), is_exhaustive=False, design_effect=1 + samples / effective
    )
