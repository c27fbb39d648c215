"""Hands of many deals in one array: a row for each deal, a column for each card."""

import math
from collections.abc import Sequence
from typing import Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from cardwright.cards import Card

Rows: TypeAlias = NDArray[np.uint8]
Ints: TypeAlias = NDArray[np.int64]
Bools: TypeAlias = NDArray[np.bool_]
Number = TypeVar("Number", bound=np.integer[Any])


def beside(cards: Sequence[Card], rows: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return rows that begin with the same cards and go on with those given."""
    same = np.broadcast_to(np.array(cards, np.uint8), (len(rows), len(cards)))
    return np.ascontiguousarray(np.concatenate([same, rows], axis=1))


def have_repeats(rows: NDArray[Number]) -> Bools:
    """Return for each row whether a number is in it twice."""
    ordered = np.sort(rows, axis=1)
    repeats: Bools = (ordered[:, 1:] == ordered[:, :-1]).any(axis=1)
    return repeats


def in_blocks(rows: NDArray[Number], most: int) -> list[NDArray[Number]]:
    """Return the rows in blocks of at most this many; one block if there are none."""
    return [rows[start : start + most] for start in range(0, max(len(rows), 1), most)]


def shuffled(cards: NDArray[Number], number: int, rng: np.random.Generator, size: int | None = None) -> NDArray[Number]:
    """Return ``number`` rows of cards in random order, each the first ``size`` of them or all."""
    return cards[rng.random((number, len(cards)), np.float32).argsort(axis=1)[:, :size]]


def sets_of(cards: int, size: int) -> NDArray[np.uint8]:
    """Return all sets of a size, in colexicographic order: by the highest card, then the next."""
    if not size:
        return np.zeros((1, 0), np.uint8)
    fewer, parts = sets_of(cards, size - 1), []
    for card in range(cards):
        below = fewer[: math.comb(card, size - 1)]
        parts.append(np.column_stack([below, np.full(len(below), card, np.uint8)]))
    return np.concatenate(parts)
