"""Count boards by multisets of ranks instead of card by card.

Boards matter by their ranks, and by the cards in each part of the deck (a suit, a group ...) in which some player can
hold a whole hand. As in `frequency`, boards are counted for every family of such parts, with signs: `blend` of the
kernels explains why each board counts once.
"""

import functools
from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardwright.cards import Card
from cardwright.ranking.compile import innermost_bits, shape
from cardwright.ranking.equity import _kernels
from cardwright.ranking.ranking import Ranking

MAX_FAMILIES = 200  # with more, taking every board is faster
MAX_CHOICES = 64  # subsets of the innermost parts of a family

Int32s: TypeAlias = NDArray[np.int32]


class BoardFamily(NamedTuple):
    """A family of parts, like `HandFamily` of `frequency`. ``place`` is the place of each card: its rank in an atom.

    ``nodes`` are the parts; the rest is described by `Showdown.count_family`.
    """

    place: NDArray[np.intp]
    places: int
    nodes: Int32s
    bits: Int32s
    ends: Int32s
    inside: Int32s
    adds: NDArray[np.uint64]
    shapes: tuple[object, ...]


@functools.lru_cache(maxsize=4096)
def family(ranking: Ranking, cards: int, parts: tuple[int, ...]) -> BoardFamily:
    """Return the family of these parts, for hands chosen from this many cards."""
    deck, compiled, layout = ranking.deck, ranking.compiled.parts, ranking.layout(cards)
    ranks = len(deck.ranks) + 1  # jokers are the last rank
    within = [
        frozenset(place for place, part in enumerate(parts) if card in compiled[part].cards)
        for card in range(deck.size)
    ]
    atoms = sorted(set(within), key=lambda inside: (-len(inside), sorted(inside)))
    place = np.array(
        [atoms.index(within[card]) * ranks + ranking.declaration.rank_of[card] % ranks for card in range(deck.size)],
        np.intp,
    )
    inside = np.array([[part in atom for atom in atoms for _ in range(ranks)] for part in range(len(parts))], np.int32)
    by_rank = np.array([layout.nodes[part].by_rank(ranks - 1) for part in parts], np.uint64)
    return BoardFamily(
        place,
        len(atoms) * ranks,
        np.array(parts, np.int32),
        np.array(innermost_bits(compiled, parts), np.int32),
        np.array([np.flatnonzero(row)[-1] + 1 for row in inside], np.int32),
        inside,
        np.tile(by_rank, len(atoms)) * inside.astype(np.uint64),
        tuple(shape(compiled[part]) for part in parts),
    )


@functools.lru_cache(maxsize=64)
def _members(ranking: Ranking) -> Int32s:
    """Return for each part and card whether the card is in the part: 1 or 0."""
    return np.array(
        [[card in part.cards for card in range(ranking.deck.size)] for part in ranking.compiled.parts], np.int32
    )


@functools.lru_cache(maxsize=64)
def _shared_cards(ranking: Ranking) -> Int32s:
    """Return the number of cards that two parts share."""
    members = _members(ranking)
    shared: Int32s = members @ members.T
    return shared


@functools.lru_cache(maxsize=64)
def _around(ranking: Ranking) -> tuple[frozenset[int], ...]:
    """Return the parts around each part."""
    parts = ranking.compiled.parts
    return tuple(frozenset(n for n, other in enumerate(parts) if other.cards > part.cards) for part in parts)


def families(ranking: Ranking, cards: int, missing: Sequence[int], left: int) -> list[BoardFamily] | None:
    """Return the families that ``left`` cards can complete, each part lacking this many; None if they are too many."""
    listed = []
    for parts in _sets(ranking, missing, left, (0,)):
        listed.append(family(ranking, cards, parts))
        if len(listed) > MAX_FAMILIES or 2 * max(listed[-1].bits) > MAX_CHOICES:
            return None
    return listed


def _sets(ranking: Ranking, missing: Sequence[int], left: int, parts: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    yield parts
    shared, around = _shared_cards(ranking), _around(ranking)
    for more in range(parts[-1] + 1, len(missing)):
        possible = missing[more] <= left and around[more] <= set(parts)
        if possible and all(missing[more] + max(missing[part], 0) - shared[more, part] <= left for part in parts[1:]):
            yield from _sets(ranking, missing, left, (*parts, more))


class Known(NamedTuple):
    """The cards that are known: the players' hands, the board, and the cards that may come."""

    hands: Sequence[tuple[Card, ...]]
    board: tuple[Card, ...]
    unseen: NDArray[np.uint8]


def count(showdown: _kernels.Showdown, ranking: Ranking, known: Known, left: int) -> bool:
    """Count all boards with ``left`` more cards; return false if they must be taken one by one."""
    members, cards = _members(ranking), len(known.hands[0]) + len(known.board) + left
    if not ranking.layout(cards).takes_largest:
        return False
    holds = np.stack([members[:, list(hand)].sum(axis=1) for hand in known.hands], axis=1).astype(np.int32)
    needs = ranking.size - holds.max(axis=1)
    on_board = members[:, list(known.board)].sum(axis=1)
    listed = families(ranking, cards, (needs - on_board).tolist(), left)
    if listed is None:
        return False
    equivalent: dict[object, list[tuple[int, int, tuple[NDArray[np.generic], ...]]]] = {}
    for family in listed:
        arrays = _arrays(family, known, left, holds, needs)
        signature = (family.shapes, *(array.tobytes() for array in arrays[1:]))
        equivalent.setdefault(signature, []).append((len(family.nodes), family.places, arrays))
    for group in equivalent.values():
        parts, places, arrays = group[0]
        showdown.count_family(parts, places, left, len(group), arrays)
    return True


def _arrays(
    family: BoardFamily, known: Known, left: int, holds: Int32s, needs: NDArray[np.int64]
) -> tuple[NDArray[np.generic], ...]:
    """Return the arrays that `Showdown.count_family` takes."""
    parts, board = family.nodes, family.place[list(known.board)]
    counts, sums = np.zeros((left + 1, len(parts)), np.int32), np.zeros((left + 1, len(parts)), np.uint64)
    counts[0], sums[0] = family.inside[:, board].sum(axis=1), family.adds[:, board].sum(axis=1)
    keys = np.stack([family.adds[:, family.place[list(hand)]].sum(axis=1) for hand in known.hands], axis=1)
    copies = np.bincount(family.place[known.unseen], minlength=family.places).astype(np.int32)
    room = np.zeros(len(known.hands) * len(parts), np.int32)
    arrays = family.nodes, family.bits, needs[parts].astype(np.int32), family.ends, holds[parts], family.inside, copies
    more = counts, room, family.adds, keys, sums
    return tuple(np.ascontiguousarray(array).reshape(-1) for array in (*arrays, *more))
