"""Equity: the share of the pot that each of several hands or ranges wins on average, for any ranking.

The result is exact where the deals of the cards to come can be counted, up to the names of equal suits. Otherwise
random deals are drawn from a seed, and the result has a standard error.

>>> from cardwright import ranking
>>> poker = ranking.load("standard")
>>> result = equity(poker, ["Ah Kh", "Qs Qd"], "Qh 7h 2c", to_board=2)
>>> result.deals, [str(hand.share) for hand in result.hands]
(990, ['23/90', '67/90'])
>>> round(float(equity(poker, ["QQ+, AKs", "random"], "7h 2c Th", to_board=2).hands[0].share), 4)
0.7849
"""

import functools
import math
from collections.abc import Sequence
from concurrent.futures import Executor
from fractions import Fraction
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cardwright import shards
from cardwright.cards import Card
from cardwright.errors import BadCount
from cardwright.ranking.equity.answer import Equity, HandEquity, LineEquity, hand_equity
from cardwright.ranking.equity.counting import Group, count_deals, groups_of_hands
from cardwright.ranking.equity.question import EquityQuestion, HandRules, WildByHole, read_question
from cardwright.ranking.equity.ranges import Range
from cardwright.ranking.equity.sampling import check_sampling, sample_deals, sample_tally
from cardwright.ranking.model import Hand
from cardwright.ranking.ranking import Ranking
from cardwright.shards import Progress

__all__ = ["Equity", "HandEquity", "HandRules", "LineEquity", "Range", "WildByHole", "equity", "starting_hands"]

SAMPLED_DEALS = 1_000_000
SAMPLED_START_DEALS = 1 << 17  # deals of each starting hand, to rank them
MAX_STARTING_HANDS = 300_000
MAX_ORDERED_HANDS = 5_000  # for a range such as "30%", which is answered at once
SHARD_GROUPS_COUNT = 64
SHOWN_DIGEST_CHARS = 16


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
    check_sampling(samples, seed)
    asked = read_question(_hand_rules(rules), hands, _best_hands, board, dead, to_board=to_board, hole=hole)
    counted = count_deals(asked)
    return counted if counted is not None else sample_deals(asked, samples, seed, threads, executor, progress)


def _hand_rules(rules: Ranking | HandRules) -> HandRules:
    return rules if isinstance(rules, HandRules) else HandRules(rules)


def _best_hands(asked: EquityQuestion, share: Fraction) -> list[tuple[Card, ...]]:
    """Return the best starting hands up to a share of all."""
    most = math.comb(asked.ranking.deck.size, asked.hole) * share
    best: list[tuple[Card, ...]] = []
    for group in _ordered_groups(asked.rules, asked.hole, len(asked.board) + asked.to_board):
        if best and len(best) + len(group) > most:
            break
        best += group
    return best


@functools.lru_cache(maxsize=16)
def _ordered_groups(rules: HandRules, hole: int, on_board: int) -> tuple[Group, ...]:
    """Return all starting hands, the best group first. Raises `BadCount` for more than 5,000 hands."""
    _check_number(rules, hole, MAX_ORDERED_HANDS, "; name the ranks of a range instead of its per cent")
    return tuple(group for group, _ in starting_hands(rules, hole, on_board))


def _check_number(rules: HandRules, known: int, most: int, way_out: str = "") -> None:
    if (hands := math.comb(rules.ranking.deck.size, known)) > most:
        ordered = f"at most {most:,} are ordered from the best to the worst"
        raise BadCount(f"{hands:,} hands of {known} cards: {ordered}{way_out}", known)


def starting_hands(
    rules: Ranking | HandRules,
    hole: int,
    on_board: int,
    *,
    known: int | None = None,
    samples: int = SAMPLED_START_DEALS,
    seed: int = 0,
    executor: Executor | None = None,
    file: Path | str | None = None,
    progress: Progress | None = None,
) -> tuple[tuple[Group, HandEquity], ...]:
    """Return all starting hands, in groups that differ only by the names of equal suits, the best first.

    They are ordered by their equity against one random hand, estimated from a number of deals each. A starting hand is
    the first ``known`` of the ``hole`` cards, by default all of them. Raises `BadCount` for more than 300,000 hands.
    """
    none = EquityQuestion(_hand_rules(rules), hole, to_board=on_board)
    known = hole if known is None else known
    _check_number(none.rules, known, MAX_STARTING_HANDS)
    check_sampling(samples, seed)
    groups = groups_of_hands(none._replace(hole=known))
    firsts = [group[0] for group in groups]
    parts = [sum(firsts[at : at + SHARD_GROUPS_COUNT], ()) for at in range(0, len(firsts), SHARD_GROUPS_COUNT)]
    job = StartingHandsJob(none, known)
    tallies = shards.run(
        job, [(samples, seed, *part) for part in parts], executor=executor, file=file, progress=progress
    )
    equities = [
        (group, hand_equity(tally.astype(object), exact=False))
        for group, tally in zip(groups, np.concatenate(tallies), strict=True)
    ]
    return tuple(sorted(equities, key=lambda each: -each[1].share))


class StartingHandsJob:
    """The work of `starting_hands` on some of them, for `shards.run`."""

    def __init__(self, asked: EquityQuestion, known: int) -> None:
        self.asked, self.known = asked, known
        titles = " and ".join(each.declaration.title for each in asked.rules.rankings)
        used = "any" if asked.rules.from_hole is None else asked.rules.from_hole
        digests = " ".join(each.declaration.digest[:SHOWN_DIGEST_CHARS] for each in asked.rules.rankings)
        self.__name__ = (
            f"starting hands of {titles} ({digests}): {known} of {asked.hole}, {used} used, board {asked.to_board}, "
            f"least low {asked.rules.least_low}"
        )

    def __call__(self, samples: int, seed: int, *cards: Card) -> NDArray[np.int64]:
        """Return the tally (hand, category, figure) of random deals of each hand, whose cards follow one another."""
        hands = [cards[at : at + self.known] for at in range(0, len(cards), self.known)]
        return np.array([sample_tally(self.asked.with_hands([hand, ()]), samples, seed)[0] for hand in hands])
