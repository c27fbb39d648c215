"""The categories of hands that the own hand most often loses to, or beats, from the samples of its share of the pot.

With several rivals, the best of their hands counts. In high-low games only the hands for the high half are named, and
with two boards none, as each board has its own winner.
"""

import numpy as np

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
        if found := _frequent(ranges, rankings(game)[0], loses):
            named = [f"{name} ({100 * share:.0f} %)" for name, share in found]
            return f"{half}most often you {'lose to' if loses else 'beat'} {all_of(named)}"
    return ""


def _frequent(ranges: Hands, ranking: Ranking, loses: bool) -> list[tuple[str, float]]:
    """Return the most frequent categories of the hands that the own hand loses to, or beats, and their shares."""
    own, others = ranges.own_hand.high[0], ranges.rivals.high
    possible = (own >= 0) & (others >= 0)
    rows, columns = np.nonzero(possible & (others > own if loses else others < own))
    lines, own_lines = (ranking.compiled.line_of(each) for each in (others[rows, columns], own[columns]))
    weights = ranges.rivals.weight / np.maximum(possible.sum(axis=1), 1)
    shares = np.bincount(2 * lines + (lines == own_lines), weights[rows])  # those of the own category apart
    most = np.argsort(-shares, kind="stable")[:NAMED_COUNT].tolist()
    compared = "better" if loses else "worse"
    return [
        (f"{f'{compared} ' if place % 2 else ''}{uncapitalized(ranking.categories[place // 2].name)}", share)
        for place in most
        if (share := float(shares[place])) >= MIN_NAMED_SHARE
    ]
