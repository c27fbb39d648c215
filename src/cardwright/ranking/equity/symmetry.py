"""Suits that a deck leaves equal: a change of their names changes no result."""

import functools
from collections.abc import Iterator
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardwright.cards import Deck

MAX_RENAMINGS = 1_000  # with more of them, the first found are used

Cards: TypeAlias = NDArray[np.uint8]


@functools.lru_cache(maxsize=64)
def renamings(deck: Deck, facets: tuple[str, ...]) -> Cards:
    """Return the new card for each card (renaming, card) when suits change names and these facets keep their classes.

    The first renaming changes nothing.
    """
    if not deck.even:
        return np.arange(deck.size, dtype=np.uint8)[None]
    classes = [facet.of[: len(deck.suits)] for facet in deck.facets if facet.name in facets]  # the cards of rank 0
    renamed = []
    for suits in _permutations(classes, len(deck.suits), ()):
        renamed.append([_rename_suit(deck, card, suits) for card in range(deck.size)])
        if len(renamed) == MAX_RENAMINGS:
            break
    return np.array(renamed if len(renamed) < MAX_RENAMINGS else renamed[:1], np.uint8)


def _rename_suit(deck: Deck, card: int, suits: tuple[int, ...]) -> int:
    suit = deck.suit_of[card]
    return card if suit < 0 else card - suit + suits[suit]


def _permutations(classes: list[tuple[int, ...]], suits: int, begun: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield the permutations of suits that keep, for any two suits, whether they share a class."""
    if len(begun) == suits:
        yield begun
        return
    new = len(begun)
    for suit in range(suits):
        if suit not in begun and all(
            (of[new] == of[other]) == (of[suit] == of[begun[other]]) for of in classes for other in range(new)
        ):
            yield from _permutations(classes, suits, (*begun, suit))


def fixing(all_: Cards, *sets: tuple[int, ...]) -> Cards:
    """Return the renamings that keep each of these sets of cards."""
    keep = np.ones(len(all_), np.bool_)
    for cards in sets:
        keep &= (np.sort(all_[:, list(cards)], axis=1) == np.sort(np.array(cards, np.uint8))).all(axis=1)
    return all_[keep]


def classes(deals: Cards, renaming: Cards) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return for deals (deal, player, card) the first deal of each class of equivalent ones, and each deal's class."""
    bits = int(deals.max(initial=0)).bit_length()
    if deals.shape[1] * deals.shape[2] * bits > 63:  # more cards than a code holds
        return np.arange(len(deals)), np.arange(len(deals))
    least = np.full(len(deals), np.iinfo(np.int64).max)
    for each in renaming:
        renamed = np.sort(each[deals], axis=2).reshape(len(deals), -1).astype(np.int64)
        code = np.zeros(len(deals), np.int64)
        for column in renamed.T:
            code = code << bits | column
        least = np.minimum(least, code)
    _, first, of = np.unique(least, return_index=True, return_inverse=True)
    return first, of.reshape(-1)
