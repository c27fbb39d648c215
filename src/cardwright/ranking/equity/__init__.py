"""Equity: the share of the pot that each of several hands or ranges wins on average, for any ranking.

The result is exact where the deals of the cards to come can be counted, up to the names of equal suits. Otherwise
random deals are drawn from a seed, and the result has a standard error.

>>> from cardwright import ranking
>>> poker = ranking.load("standard")
>>> found = equity(poker, ["Ah Kh", "Qs Qd"], "Qh 7h 2c", to_board=2)
>>> found.deals, [str(hand.share) for hand in found.hands]
(990, ['23/90', '67/90'])
>>> round(float(equity(poker, ["QQ+, AKs", "random"], "7h 2c Th", to_board=2).hands[0].share), 4)
0.7849
"""

import functools
import math
from collections.abc import Sequence
from concurrent.futures import Executor
from fractions import Fraction

from cardwright.cards import Card
from cardwright.errors import BadCount
from cardwright.ranking.equity.counting import Group, count_deals, groups_of_hands
from cardwright.ranking.equity.question import Equity, EquityQuestion, HandEquity, HandRules, WildByHole, read_question
from cardwright.ranking.equity.ranges import Range
from cardwright.ranking.equity.sampling import sample_deals
from cardwright.ranking.model import Hand
from cardwright.ranking.ranking import Ranking
from cardwright.shards import Progress

__all__ = ["Equity", "HandEquity", "HandRules", "Range", "WildByHole", "equity", "starting_hands"]

SAMPLED_DEALS = 1_000_000
SAMPLED_START_DEALS = 1 << 17  # deals of each starting hand, to rank them
MAX_STARTING_HANDS = 5_000


def equity(
    rules: Ranking | HandRules,
    hands: Sequence[Hand | Range],
    board: Hand = (),
    dead: Hand = (),
    *,
    to_board: int = 0,
    hole: int | None = None,
    samples: int = SAMPLED_DEALS,
    seed: int = 0,
    threads: int = 1,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Equity:
    """Return the equity of two to ten hands, with ``to_board`` cards to come to the board.

    A hand is given by its cards, as a range (`ranges.parse`), or as "random"; ``hole`` is the number of its cards in
    the end, by default as many as in the first hand whose cards are known, else two. Cards that are ``dead`` do not
    come.

    If too many deals are possible, ``samples`` random ones are taken, for a seed the same with any number of
    ``threads``, or processes of an ``executor``; ``progress`` gets the number of parts that are done, and of all.
    Raises `BadCard`, `BadCount` and `BadText`.
    """
    asked = read_question(_hand_rules(rules), hands, _best_hands, board, dead, to_board=to_board, hole=hole)
    found = count_deals(asked)
    return found if found is not None else sample_deals(asked, samples, seed, threads, executor, progress)


def _hand_rules(rules: Ranking | HandRules) -> HandRules:
    return rules if isinstance(rules, HandRules) else HandRules(rules)


def _best_hands(asked: EquityQuestion, share: Fraction) -> list[tuple[Card, ...]]:
    """Return the best starting hands up to a share of all."""
    on_board = len(asked.board) + asked.to_board
    ordered = starting_hands(asked.rules, asked.hole, on_board)
    most = math.comb(asked.ranking.deck.size, asked.hole) * share
    best: list[tuple[Card, ...]] = []
    for group, _ in ordered:
        if best and len(best) + len(group) > most:
            break
        best += group
    return best


@functools.lru_cache(maxsize=16)
def starting_hands(rules: Ranking | HandRules, hole: int, on_board: int) -> tuple[tuple[Group, HandEquity], ...]:
    """Return all starting hands, in groups that differ only by the names of equal suits, the best first.

    They are ordered by their equity against one random hand, estimated from 131,072 deals each. Raises `BadCount` for
    more than 5,000 hands.
    """
    none = EquityQuestion(_hand_rules(rules), hole, to_board=on_board)
    if (hands := math.comb(none.ranking.deck.size, hole)) > MAX_STARTING_HANDS:
        most = f"at most {MAX_STARTING_HANDS:,} are ordered from the best to the worst"
        raise BadCount(f"{hands:,} hands of {hole} cards: {most}", hole)
    groups = groups_of_hands(none)
    worth = [sample_deals(none.with_hands([group[0], ()]), SAMPLED_START_DEALS, 0, 1).hands[0] for group in groups]
    found = zip(groups, worth, strict=True)
    return tuple(sorted(found, key=lambda each: -each[1].share))
