"""Worlds: what the other player may hold, drawn as far as a view allows and as a sensible player would have kept it."""

from collections.abc import Sequence
from itertools import combinations
from math import comb

import msgspec
import numpy as np
from numpy.typing import NDArray

from cardwright.games.cribbage import _kernels
from cardwright.games.cribbage.crib_average import HAND_CARDS, averages
from cardwright.games.cribbage.scoring import DECK, RANK, VALUE
from cardwright.games.cribbage.state import CribbageView, kept, least_values

MAX_LISTED_WORLDS = 2_000
CANDIDATES_PER_WORLD = 8
LAYING_LOSS_FACTOR = 0.4  # points: a laying that loses this much is e times less frequent
PLAY_LOSS_FACTOR = 0.8  # the same of a card played


class Worlds(msgspec.Struct, frozen=True):
    """Rows of cards of the other player with their ``weights``, which sum to 1; ``listed`` if these are all there are.

    ``spread`` multiplies the variance of a mean over drawn worlds: they are fewer than they seem.
    """

    cards: NDArray[np.uint8]
    weights: NDArray[np.float64]
    listed: bool
    spread: float = 1.0


def crib_table(own: bool) -> NDArray[np.float64]:
    """Return what two cards laid away are worth by their ranks, to the dealer (``own``) or to the pone."""
    mine, others = averages()
    return mine if own else -others


def before_play(view: CribbageView, samples: int, rng: np.random.Generator) -> NDArray[np.uint8]:
    """Return random worlds of a view that lays away: six cards of the other, and a starter."""
    unseen = np.array([card for card in range(DECK.size) if card not in view.hand], np.uint8)
    return _dealt(unseen, [len(unseen)] * (HAND_CARDS + 1), samples, rng)


def in_play(view: CribbageView, samples: int, rng: np.random.Generator) -> Worlds:
    """Return worlds of a view that plays: the four cards that the other kept, those played first, and two laid away.

    A world is the more frequent the less the other lost by keeping these four of these six (`LAYING_LOSS_FACTOR`), and
    by the cards that it then played when it did (`PLAY_LOSS_FACTOR`). All worlds are listed where they are few.
    """
    unseen, able, held = _hidden(view)
    all_worlds = comb(int(able.sum()), held) * comb(len(unseen) - held, 2)
    listed = all_worlds <= MAX_LISTED_WORLDS
    if listed:
        cards = _with_played(view, _every(unseen, able, held))
    else:
        cards = any_in_play(view, samples * CANDIDATES_PER_WORLD, rng)
    laying, play = losses(view, cards)
    weights = np.exp(-laying / LAYING_LOSS_FACTOR - play / PLAY_LOSS_FACTOR)
    weights /= weights.sum()
    return Worlds(cards, weights, True) if listed else _drawn(cards, weights, samples, rng)


def losses(view: CribbageView, cards: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Return the points that the other lost in worlds of a view that plays: in laying away, in the play (2, world)."""
    other = 1 - view.player
    assert view.starter is not None
    found = np.zeros((2, len(cards)))
    _kernels.losses(cards, crib_table(own=other == view.dealer), found[0])
    _kernels.play_losses(six_of(view), int(other == view.dealer), view.starter, cards, history(view), found[1])
    return found


def six_of(view: CribbageView) -> NDArray[np.uint8]:
    """Return the player's own six cards: those played, those held and the two laid away."""
    return np.array([*kept(view, view.player), *view.hand, *view.laid], np.uint8)


def history(view: CribbageView) -> NDArray[np.int32]:
    """Return the ranks played in this deal, in order."""
    return np.array([RANK[card] for _, card in view.played], np.int32)


def any_in_play(view: CribbageView, samples: int, rng: np.random.Generator) -> NDArray[np.uint8]:
    """Return uniform random worlds of a view that plays, in the order of `in_play`."""
    return _with_played(view, _some(*_hidden(view), samples, rng))


def _hidden(view: CribbageView) -> tuple[NDArray[np.uint8], NDArray[np.bool_], int]:
    """Return the cards not seen, which of them the other may hold after its goes, and how many it holds."""
    other = 1 - view.player
    known = {*view.hand, *view.laid, view.starter, *(card for _, card in view.played)}
    unseen = np.array([card for card in range(DECK.size) if card not in known], np.uint8)
    least = least_values(view)[other]
    return unseen, np.array([VALUE[card] >= least for card in unseen]), view.sizes[other]


def _with_played(view: CribbageView, rest: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Put the cards that the other has played before the others of each row."""
    played = np.array(kept(view, 1 - view.player), np.uint8)
    return np.concatenate([np.broadcast_to(played, (len(rest), len(played))), rest], axis=1)


def _every(unseen: NDArray[np.uint8], able: NDArray[np.bool_], held: int) -> NDArray[np.uint8]:
    """Return every ``held`` cards that may be held, each with every two others laid away."""
    rows = [
        (*rest, *away)
        for rest in combinations(unseen[able].tolist(), held)
        for away in combinations([card for card in unseen.tolist() if card not in rest], 2)
    ]
    return np.array(rows, np.uint8)


def _some(
    unseen: NDArray[np.uint8], able: NDArray[np.bool_], held: int, count: int, rng: np.random.Generator
) -> NDArray[np.uint8]:
    """Return as many random rows: cards that may be held, then two of the others."""
    first = np.concatenate([unseen[able], unseen[~able]])
    return _dealt(first, [int(able.sum())] * held + [len(unseen)] * 2, count, rng)


def _dealt(cards: NDArray[np.uint8], ends: Sequence[int], count: int, rng: np.random.Generator) -> NDArray[np.uint8]:
    """Return as many random rows of cards: each card is one of those left before its end, each equally likely."""
    rows, every = np.tile(cards, (count, 1)), np.arange(count)
    for place, end in enumerate(ends):
        drawn = rng.integers(place, end, count)
        rows[every, place], rows[every, drawn] = rows[every, drawn], rows[every, place]
    return np.ascontiguousarray(rows[:, : len(ends)])


def _drawn(cards: NDArray[np.uint8], weights: NDArray[np.float64], samples: int, rng: np.random.Generator) -> Worlds:
    """Draw worlds by weight, evenly spaced over the candidates."""
    at = (rng.random() + np.arange(samples)) / samples
    chosen = np.minimum(np.searchsorted(weights.cumsum(), at), len(cards) - 1)
    effective = 1 / (weights**2).sum()
    return Worlds(cards[chosen], np.full(samples, 1 / samples), False, 1 + samples / effective)
