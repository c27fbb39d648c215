"""Worlds: cards that the other player may hold, as a view allows, and how it plays (`opponent`).

In the play worlds are drawn by sampling-importance-resampling: uniform candidates are weighted by how likely the other
was to keep and play as it did, and drawn again by weight.
"""

from collections.abc import Sequence
from itertools import combinations
from math import comb

import msgspec
import numpy as np
from numpy.typing import NDArray

from cardwright.games.cribbage.crib_average import HAND_CARDS, crib_table, laid_away
from cardwright.games.cribbage.odds import _kernels, opponent
from cardwright.games.cribbage.scoring import DECK, RANK, VALUE
from cardwright.games.cribbage.state import CribbagePublic, CribbageView, cards_played_by, least_values, unseen_cards
from cardwright.ranking.rows import beside

MAX_LISTED_WORLDS = 2_000
KEPT_CARDS = 4
CANDIDATES_PER_WORLD = 8
CANDIDATES_PER_FAST_WORLD = 200  # one of fifteen layings, and few of the ways to play
MAX_FAST_BATCHES = 200
PLAYS_GREEDILY, LAYS_GREEDILY = 1, 2  # bits of a style


class Worlds(msgspec.Struct, frozen=True):
    """Rows of cards of the other player with their ``weights``, which sum to 1; ``is_exhaustive`` if they are all.

    ``styles`` says how the other plays each row: `PLAYS_GREEDILY`, or 0 for the best outlook. ``design_effect``
    multiplies the variance of a mean over drawn worlds (Kish): weights make the effective sample smaller.
    """

    cards: NDArray[np.uint8]
    styles: NDArray[np.uint8]
    weights: NDArray[np.float64]
    is_exhaustive: bool
    design_effect: float = 1.0


def worlds_before_play(view: CribbageView, samples: int, rng: np.random.Generator) -> NDArray[np.uint8]:
    """Return random worlds of a view that lays away: six cards of the other in order, and a starter."""
    unseen = np.array(DECK.without(view.hand), np.uint8)
    rows = _draw_rows(unseen, [len(unseen)] * (HAND_CARDS + 1), samples, rng)
    rows[:, :HAND_CARDS].sort(axis=1)
    return rows


def random_styles(view: CribbageView, count: int, rng: np.random.Generator) -> NDArray[np.uint8]:
    """Return random styles of the other player by their probability: the bits `PLAYS_GREEDILY` and `LAYS_GREEDILY`."""
    laying, play = opponent.style_shares(view)
    lays, plays = rng.random((2, count)) < np.array([[laying[opponent.GREEDY]], [play[opponent.GREEDY]]])
    return np.where(plays, PLAYS_GREEDILY, 0).astype(np.uint8) + np.where(lays, LAYS_GREEDILY, 0).astype(np.uint8)


def worlds_in_play(view: CribbageView, samples: int, rng: np.random.Generator) -> Worlds:
    """Return worlds of a view that plays: the four cards that the other kept, those played first, and two laid away.

    A world is weighted by the probability, over all styles, that the other kept these four of these six and then played
    as it did. If there are few worlds, all are listed.
    """
    unseen, is_possible, hand_size = _hidden_cards(view)
    world_count = comb(int(is_possible.sum()), hand_size) * comb(len(unseen) - hand_size, 2)
    is_exhaustive = world_count <= MAX_LISTED_WORLDS
    if is_exhaustive:
        cards = _prepend_played(view, _all_rows(unseen, is_possible, hand_size))
    else:
        cards = uniform_worlds_in_play(view, samples * CANDIDATES_PER_WORLD, rng)
    weights = _weights(view, cards)
    styles = np.repeat(np.array([0, PLAYS_GREEDILY], np.uint8), len(cards))
    cards = np.concatenate([cards, cards])
    if is_exhaustive:
        return Worlds(cards, styles, weights, is_exhaustive=True)
    chosen = _resample(weights, samples, rng)
    effective = 1 / (weights**2).sum()
    return Worlds(
        cards[chosen],
        styles[chosen],
        np.full(samples, 1 / samples),
        is_exhaustive=False,
        design_effect=1 + samples / effective,
    )


def _weights(view: CribbageView, cards: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Return the probability of each row if the other plays the best outlook, then of each row if it is greedy."""
    assert view.starter is not None
    is_dealer = view.dealer != view.player
    laying, play = opponent.style_shares(view)
    kept = laying @ opponent.laying_likelihoods(cards, is_dealer)
    played = opponent.play_likelihoods(own_six(view), int(is_dealer), view.starter, cards, history(view))
    played = played * play[:, None]
    greedy = played[opponent.GREEDY]
    weights: NDArray[np.float64] = np.concatenate([kept * played[: opponent.GREEDY].sum(axis=0), kept * greedy])
    weights /= weights.sum()
    return weights


def own_six(view: CribbageView) -> NDArray[np.uint8]:
    """Return the player's own six cards: those played, those held and the two laid away."""
    return np.array([*cards_played_by(view, view.player), *view.hand, *view.laid], np.uint8)


def history(view: CribbagePublic) -> NDArray[np.int32]:
    """Return the ranks played in this deal, in order."""
    return np.array([RANK[card] for _, card in view.played], np.int32)


def uniform_worlds_in_play(view: CribbageView, samples: int, rng: np.random.Generator) -> NDArray[np.uint8]:
    """Return uniform random worlds of a view that plays, in the order of `worlds_in_play`."""
    return _prepend_played(view, _random_rows(*_hidden_cards(view), samples, rng))


def worlds_of_fast_player(view: CribbageView, count: int, rng: np.random.Generator) -> NDArray[np.uint8]:
    """Return ``count`` or more random worlds of a view that plays, all equally likely if the other is a fast player.

    That is the basic bot: it lays away by averages and plays the best outlook. Where few hands agree with the cards
    played, there may be fewer worlds, or none.
    """
    assert view.starter is not None
    is_dealer, batches = view.dealer != view.player, []
    for _ in range(MAX_FAST_BATCHES):
        cards = uniform_worlds_in_play(view, count * CANDIDATES_PER_FAST_WORLD, rng)
        away = laid_away(np.sort(cards, axis=1), crib_table(own=is_dealer))
        cards = cards[(away == np.sort(cards[:, KEPT_CARDS:], axis=1)).all(axis=1)]
        plays = np.empty(len(cards), np.uint8)
        _kernels.plays_best(own_six(view), int(is_dealer), view.starter, cards, history(view), plays)
        batches.append(cards[(plays == 1) & ~_passed_over(cards, KEPT_CARDS - view.sizes[1 - view.player])])
        if sum(map(len, batches)) >= count:
            break
    return np.concatenate(batches)


def _passed_over(cards: NDArray[np.uint8], played_count: int) -> NDArray[np.bool_]:
    """Return in which rows a card is held that is higher than one of its rank that was played, so no basic bot did."""
    played, held = cards[:, None, :played_count], cards[:, played_count:KEPT_CARDS, None]
    passed_over: NDArray[np.bool_] = ((held >> 2 == played >> 2) & (held > played)).any(axis=(1, 2))
    return passed_over


def _hidden_cards(view: CribbageView) -> tuple[NDArray[np.uint8], NDArray[np.bool_], int]:
    """Return the cards not seen, which of them the other may hold after its goes, and how many it holds."""
    other = 1 - view.player
    unseen = np.array(unseen_cards(view), np.uint8)
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


def _resample(weights: NDArray[np.float64], count: int, rng: np.random.Generator) -> NDArray[np.intp]:
    """Draw rows by weight, by systematic resampling: at evenly spaced quantiles."""
    quantiles = (rng.random() + np.arange(count)) / count
    return np.minimum(np.searchsorted(weights.cumsum(), quantiles), len(weights) - 1)
