"""All starting hands against each other: the table of heads-up equities before the board, and its shipped copies.

A hand stands for all that differ from it only by the names of equal suits: 169 of Texas hold'em.
``python -m cardwright.ranking.equity.heads_up RANKING`` computes a table, exactly, in minutes.
"""

import argparse
import functools
import sys
from importlib import resources
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from cardwright.cards import Card
from cardwright.errors import UnknownName
from cardwright.ranking import load
from cardwright.ranking.equity import equity
from cardwright.ranking.equity.counting import Group, groups_of_hands
from cardwright.ranking.equity.question import EquityQuestion, HandRules
from cardwright.ranking.equity.ranges import Range
from cardwright.ranking.ranking import Ranking
from cardwright.shards import Progress, run_module

SHIPPED = ("dual-piecepacks", "standard")
HOLE_CARDS, BOARD_CARDS = 2, 5


class HeadsUp(msgspec.Struct, frozen=True):
    """Groups of starting hands, and the share of the pot that a hand of one wins from a hand of another.

    ``ways`` is the number of pairs of hands of two groups without a card in common.
    """

    groups: tuple[Group, ...]
    shares: NDArray[np.float64]
    ways: NDArray[np.int64]

    def against_random(self) -> NDArray[np.float64]:
        """Return the share of each group against a random hand."""
        shares: NDArray[np.float64] = (self.shares * self.ways).sum(axis=1) / self.ways.sum(axis=1)
        return shares


def starting_groups(ranking: Ranking, hole: int = HOLE_CARDS) -> tuple[Group, ...]:
    """Return all hands of ``hole`` cards, grouped, in the order of their first hands."""
    return tuple(sorted(groups_of_hands(EquityQuestion(HandRules(ranking), hole))))


def compute(ranking: Ranking, progress: Progress | None = None) -> HeadsUp:
    """Count the table exactly."""
    groups = starting_groups(ranking)
    shares, ways = np.full((len(groups),) * 2, 0.5), np.zeros((len(groups),) * 2, np.int64)
    for one, mine in enumerate(groups):
        for other, theirs in enumerate(groups[: one + 1]):
            number = sum(not set(hand) & set(mine[0]) for hand in theirs) * len(mine)
            ways[one, other] = ways[other, one] = number
            if number:
                result = equity(ranking, [_range(mine[:1]), _range(theirs)], to_board=BOARD_CARDS)
                shares[one, other] = float(result.hands[0].share)
                shares[other, one] = 1 - shares[one, other]
        if progress:
            progress(one + 1, len(groups))
    return HeadsUp(groups, shares, ways)


def _range(hands: Group) -> Range:
    return Range(np.array(hands, np.uint8), np.ones(len(hands), np.int64))


def check(name: str) -> str:
    """Return the name of a ranking with a shipped table. Raises `UnknownName` for any other."""
    if name not in SHIPPED:
        other = "(the cardroom's workbench makes one for any ranking)"
        raise UnknownName("table of starting hands", name, SHIPPED, other)
    return name


@functools.cache
def heads_up(name: str) -> HeadsUp:
    """Return a shipped table, by the ranking's name. Raises `UnknownName`."""
    with resources.files(__package__).joinpath("tables", f"{check(name)}.npz").open("rb") as file:
        shares = np.load(file)["shares"]
    groups = starting_groups(load(name))
    whole = np.full((len(groups),) * 2, 0.5)
    lower = np.tril_indices(len(groups))
    whole[lower] = shares / np.iinfo(np.uint32).max
    whole.T[lower] = 1 - whole[lower]
    sets = [[set(hand) for hand in group] for group in groups]
    ways = np.array([[len(mine) * sum(not hand & mine[0] for hand in theirs) for theirs in sets] for mine in sets])
    return HeadsUp(groups, whole, ways)


def group_name(ranking: Ranking, hand: tuple[Card, ...]) -> str:
    """Return the name of a hand's group: "AKs", "AKo", "77"; with further facets "NA@group" too.

    Ranks of several letters are apart: "11 1o" in a deck with a rank 11.
    """
    deck, order = ranking.deck, ranking.declaration.order
    places = {rank: place for place, rank in enumerate(order)}  # the highest of each
    ranks = sorted((deck.rank_of[card] for card in hand), key=lambda rank: -places[rank])
    space = " " if any(len(rank.text) > 1 for rank in deck.ranks) else ""
    text = space.join(deck.ranks[rank].text for rank in ranks)
    facets = ranking.declaration.facets.values()
    shared = [facet.name for facet in facets if len({facet.of[card] for card in hand}) == 1]
    if "suit" in shared:
        return f"{text}s"
    if shared:
        return text + "".join(f"@{name}" for name in shared)
    return text if len(set(ranks)) == 1 else f"{text}o"


def name_of_group(ranking: Ranking, group: Group) -> str:
    """Return the name of a group of hands of any number of cards: as `group_name`, or the cards of its first hand."""
    if len(group[0]) != HOLE_CARDS or has_joker(ranking, group):
        return ranking.deck.text_of(group[0])
    name = group_name(ranking, group[0])
    # A table without flushes compares no suits, yet a suited hand leaves other cards to the rest.
    return f"{name[:-1]}s" if name.endswith("o") and is_suited(ranking, group) else name


def is_suited(ranking: Ranking, group: Group) -> bool:
    """Return whether the cards of a group's hands are of one suit."""
    return len({ranking.deck.suit_of[card] for card in group[0]}) == 1


def has_joker(ranking: Ranking, group: Group) -> bool:
    """Return whether a card of a group's hands has no rank of its own."""
    return any(ranking.deck.rank_of[card] not in ranking.declaration.order for card in group[0])


def _write() -> None:
    parser = argparse.ArgumentParser(description="Compute the table of a ranking's starting hands, and write it.")
    parser.add_argument("ranking", metavar="RANKING")
    name = parser.parse_args().ranking
    ranking = load(name)
    table = compute(ranking, lambda done, of: print(f"\r{done} of {of}", end="", file=sys.stderr, flush=True))
    lower = table.shares[np.tril_indices(len(table.groups))]
    folder = Path(__file__).with_name("tables")
    folder.mkdir(exist_ok=True)
    np.savez_compressed(folder / f"{name}.npz", shares=np.rint(lower * np.iinfo(np.uint32).max).astype(np.uint32))


if __name__ == "__main__":
    run_module(_write)
