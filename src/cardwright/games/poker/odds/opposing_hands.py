"""The categories of hands that the own hand most often loses to, or beats, from the samples of its share of the pot.

With several rivals, the best of their hands counts. In high-low games only the hands for the high half are named, and
with two boards none, as each board has its own winner.
"""

import functools

import numpy as np
from numpy.typing import NDArray

from cardwright.games.poker.odds.hands import Hands
from cardwright.games.poker.odds.unseen import rankings
from cardwright.games.poker.rules import Poker
from cardwright.ranking import Ranking
from cardwright.wording import all_of, uncapitalized

NAMED_COUNT = 2  # categories at most
MIN_NAMED_SHARE = 0.03  # of all cases; a rarer category is not named


def opposing_phrase(game: Poker, ranges: Hands) -> str:
    """Return the categories in words, with their shares of all cases; "" if none is frequent.

    Hands that win are named only where no category is frequent among those that lose.
    """
    if game.variant.boards > 1:
        return ""
    half = "for the high half, " if ranges.split else ""
    for loses in (True, False):
        if frequent := _frequent(ranges, rankings(game)[0], loses):
            named = [f"{name} ({100 * share:.0f} %)" for name, share in frequent]
            return f"{half}most often you {'lose to' if loses else 'beat'} {all_of(named)}"
    return ""


def _frequent(ranges: Hands, ranking: Ranking, loses: bool) -> list[tuple[str, float]]:
    """Return the most frequent groups of the hands that the own hand loses to, or beats, and their shares."""
    own_strengths, others = ranges.own_hand.high[0], ranges.rivals.high
    possible = (own_strengths >= 0) & (others >= 0)
    rows, columns = np.nonzero(possible & (others > own_strengths if loses else others < own_strengths))
    groups, names = _groups(ranking)
    theirs, own_groups = groups[others[rows, columns]], groups[own_strengths[columns]]
    weights = ranges.rivals.weight / np.maximum(possible.sum(axis=1), 1)
    shares = np.bincount(2 * theirs + (theirs == own_groups), weights[rows])  # those of the own group apart
    most = np.argsort(-shares, kind="stable")[:NAMED_COUNT].tolist()
    compared = "better" if loses else "worse"
    return [
        (f"{f'{compared} ' if place % 2 else ''}{names[place // 2]}", share)
        for place in most
        if (share := float(shares[place])) >= MIN_NAMED_SHARE
    ]


@functools.cache
def _groups(ranking: Ranking) -> tuple[NDArray[np.int64], tuple[str, ...]]:
    """Return the group of each strength, and the names of the groups: the categories, and low hands by highest card."""
    lines = ranking.compiled.line_of(np.arange(len(ranking)))
    names = [uncapitalized(ranking.categories[line].name) for line in lines.tolist()]
    if ranking.declaration.low:
        for strength in range(len(ranking)):
            highest, dash, _ = ranking.describe(strength).partition(",")[0].partition("-")
            names[strength] = f"{highest} low" if dash else names[strength]
    numbers = {name: number for number, name in enumerate(dict.fromkeys(names))}
    return np.array([numbers[name] for name in names], np.int64), tuple(numbers)
