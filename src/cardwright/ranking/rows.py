"""Hands of many deals in one array: a row for each deal, a column for each card."""

import numpy as np
from numpy.typing import NDArray

from cardwright.cards import Card


def beside(cards: tuple[Card, ...], rows: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return rows that begin with the same cards and go on with those given."""
    same = np.broadcast_to(np.array(cards, np.uint8), (len(rows), len(cards)))
    return np.ascontiguousarray(np.concatenate([same, rows], axis=1))
