"""Random hands."""

from random import Random

import numpy as np

from cardwright.ranking import Ranking


def dealt(ranking: Ranking, cards: int, number: int, seed: int = 1) -> np.ndarray:
    """Return a number of random hands, a row each."""
    rng = Random(seed)
    return np.array([rng.sample(range(ranking.deck.size), cards) for _ in range(number)], np.uint8)
