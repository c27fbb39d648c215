"""The lines of the table that a player's hands may still become, which the panel of the ranking lights.

A hand may still become one if, by all that its owner knows, some bricks would complete it so and the owner can still be
the one to take them all: known bricks from their spaces, bricks not yet seen from hidden spaces. The turns go on
alternating and no player may pass, so the brick on top, say, is lost to the player who does not have the turn. The
other player's wishes are ignored: they may always take it first. Each hand is asked alone.

>>> board = Board.named("8")
>>> a1, a2, b1 = map(board.parse, ("A1", "A2", "B1"))
>>> mine = Taking(board, (a1, a2, b1), first=True)
>>> mine.can(frozenset((b1, a2))), mine.can(frozenset((a1, a2)))
(True, False)
"""

import functools
import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import msgspec

from cardwright.game import Player
from cardwright.games.pyramid.actions import DECK, HAND
from cardwright.games.pyramid.board import Board
from cardwright.games.pyramid.rules import Pyramid
from cardwright.games.pyramid.scoring import ranking
from cardwright.games.pyramid.state import EMPTY, HIDDEN, PYRAMID_CARDS, PyramidView, is_built, unseen_bricks
from cardwright.ranking import Ranking

SUITS = len(DECK.suits)


class Stock(msgspec.Struct, frozen=True):
    """The bricks that may still come to a player: spaces are numbers of the board, bricks of the deck.

    ``known`` are the bricks seen on their spaces, with these; ``unseen`` those that may lie on the ``hidden`` spaces;
    ``taken`` the brick taken and still to be put away, or -1; ``first`` whether the player takes the next brick.
    """

    known: tuple[tuple[int, int], ...]
    hidden: tuple[int, ...]
    unseen: tuple[int, ...]
    taken: int
    first: bool


def stock(view: PyramidView, player: Player) -> Stock:
    """A player's stock in the deconstruction."""
    spaces = [(brick, space) for space, brick in enumerate(view.bricks) if brick != EMPTY]
    mine = view.turn == player
    return Stock(
        known=tuple((brick, space) for brick, space in spaces if brick != HIDDEN),
        hidden=tuple(space for brick, space in spaces if brick == HIDDEN),
        unseen=tuple(unseen_bricks(view)),
        taken=view.taken if mine else -1,
        first=mine == (view.taken < 0),
    )


def reachable(game: Pyramid, view: PyramidView, player: Player) -> list[frozenset[int]]:
    """For each of a player's hands, the lines of the table that it may still become, by index.

    A full hand changes no more. Until the pyramid is built nothing is lost.
    """
    table = ranking(game.settings["ranking"])
    if view.placed < PYRAMID_CARDS or is_built(view):
        return [frozenset(range(len(table.categories)))] * len(view.hands[player])
    coming = stock(view, player)
    return [lines_of(table, game.board, tuple(sorted(hand)), coming) for hand in view.hands[player]]


@functools.lru_cache(maxsize=1024)
def lines_of(table: Ranking, board: Board, hand: tuple[int, ...], coming: Stock) -> frozenset[int]:
    """The lines that one hand may still become."""
    if len(hand) == HAND:
        return frozenset((table.category_index(table.strength(hand)),))
    return frozenset(_Search(board, hand, coming).lines(table))


# The makings of a hand


class Shape(NamedTuple):
    """The ranks of a hand and how many of each; ``suited`` if all are of a suit; and the ranks in bits."""

    counts: tuple[tuple[int, int], ...]
    suited: bool
    bits: int


def _bits(counts: Iterable[tuple[int, int]]) -> int:
    """Four bits a rank, as many set as there are cards of the rank."""
    return sum(((1 << count) - 1) << SUITS * rank for rank, count in counts)


@functools.cache
def _shapes(table: Ranking) -> tuple[tuple[Shape, ...], ...]:
    """The shapes of each line of a table."""
    lines: list[list[Shape]] = [[] for _ in table.categories]
    for ranks in itertools.combinations_with_replacement(range(len(DECK.ranks)), HAND):
        counts = tuple((rank, ranks.count(rank)) for rank in sorted(set(ranks)))
        if max(count for _, count in counts) > SUITS:
            continue
        distinct = len(counts) == HAND
        suits = [ranks[:place].count(rank) for place, rank in enumerate(ranks)]
        for suited in (False, True) if distinct else (False,):
            suits[0] = int(distinct and not suited)
            hand = [rank * SUITS + suit for rank, suit in zip(ranks, suits)]
            lines[table.category_index(table.strength(hand))].append(Shape(counts, suited, _bits(counts)))
    return tuple(map(tuple, lines))


class _Search:
    """The ways to fill up one hand. Unseen bricks of a rank differ only in suit."""

    def __init__(self, board: Board, hand: tuple[int, ...], coming: Stock) -> None:
        self.hand = hand
        self.space = dict(coming.known)
        self.taking = _taking(board, (*self.space.values(), *coming.hidden), coming.first)
        self.hidden = [space for space in coming.hidden if self.taking.can(frozenset((space,)))]
        self.max_unseen = min(len(self.hidden), self.taking.turns)  # bricks not yet seen that may still come
        own_bricks = [coming.taken] if coming.taken >= 0 else []
        own_bricks += [brick for brick, space in self.space.items() if self.taking.can(frozenset((space,)))]
        self.known = _by_rank(own_bricks)
        self.unseen = _by_rank(coming.unseen if self.hidden else ())
        self.held = [len(bricks) for bricks in _by_rank(hand)]
        self.held_bits = _bits(enumerate(self.held))
        in_reach = (len(known) + len(unseen) for known, unseen in zip(self.known, self.unseen))
        self.unreachable_bits = ~_bits(
            (rank, held + more) for rank, (held, more) in enumerate(zip(self.held, in_reach))
        )
        self.can = functools.cache(self._can)

    def lines(self, table: Ranking) -> Iterator[int]:
        """The lines that some filling can make."""
        for line, shapes in enumerate(_shapes(table)):
            if any(self._can_become(shape) for shape in shapes):
                yield line

    def _can_become(self, shape: Shape) -> bool:
        """True if the hand can be filled up to this shape."""
        if shape.bits & self.unreachable_bits or self.held_bits & ~shape.bits:
            return False
        needed = [(rank, count - self.held[rank]) for rank, count in shape.counts if count > self.held[rank]]
        if shape.suited:
            return any(self._can_become_suited(suit, needed) for suit in range(SUITS))
        has_pair = len(shape.counts) < HAND  # then it is of two suits anyway
        return any(
            (has_pair or self._has_two_suits(known, unseen)) and self.can(self._spaces(known), len(unseen))
            for known, unseen in self._fillings(needed, self.max_unseen)
        )

    def _can_become_suited(self, suit: int, needed: Sequence[tuple[int, int]]) -> bool:
        """True if one brick of each of these ranks can come, all of this suit, and the hand is of it too."""
        bricks = [rank * SUITS + suit for rank, _ in needed]
        known = [brick for brick in bricks if brick in self.known[brick // SUITS]]
        unseen = [brick for brick in bricks if brick in self.unseen[brick // SUITS]]
        return (
            len(known) + len(unseen) == len(bricks)
            and len(unseen) <= self.max_unseen
            and all(brick % SUITS == suit for brick in self.hand)
            and self.can(self._spaces(known), len(unseen))
        )

    def _fillings(
        self, needed: Sequence[tuple[int, int]], max_unseen: int
    ) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
        """All choices of known bricks, and of ranks for at most ``max_unseen`` unseen ones."""
        if not needed:
            yield (), ()
            return
        (rank, count), *others = needed
        for blind in range(max(0, count - len(self.known[rank])), min(count, max_unseen, len(self.unseen[rank])) + 1):
            rest = list(self._fillings(others, max_unseen - blind))
            for bricks in itertools.combinations(self.known[rank], count - blind):
                for known, unseen in rest:
                    yield bricks + known, (rank,) * blind + unseen

    def _has_two_suits(self, known: Sequence[int], unseen: Sequence[int]) -> bool:
        """True if the bricks need not all be of one suit."""
        suits = {brick % SUITS for bricks in (self.hand, known) for brick in bricks}
        return len(suits.union(brick % SUITS for rank in unseen for brick in self.unseen[rank])) > 1

    def _spaces(self, known: Sequence[int]) -> frozenset[int]:
        return frozenset(self.space[brick] for brick in known if brick in self.space)

    def _can(self, known: frozenset[int], unseen: int) -> bool:
        """True if the player may take these spaces, and ``unseen`` hidden ones."""
        return self.taking.can(known) and self._with_hidden(known, unseen, 0)

    def _with_hidden(self, known: frozenset[int], unseen: int, first: int) -> bool:
        """True if ``unseen`` of the hidden spaces, from the ``first`` on, can be taken beside the known ones."""
        return unseen == 0 or any(
            self.taking.can(more := known | {self.hidden[place]}) and self._with_hidden(more, unseen - 1, place + 1)
            for place in range(first, len(self.hidden) - unseen + 1)
        )


def _by_rank(bricks: Iterable[int]) -> list[list[int]]:
    ranks: list[list[int]] = [[] for _ in DECK.ranks]
    for brick in bricks:
        ranks[brick // SUITS].append(brick)
    return ranks


# The bricks that a player can take


class Taking:
    """The sets of bricks that one player can take from these spaces, taking turns with the other until none is left.

    ``first`` says whether the player has the first turn. Sets of spaces are in bits; ``over`` are the spaces over each.
    """

    def __init__(self, board: Board, spaces: Sequence[int], first: bool) -> None:
        self.board = board
        self.all = sum(1 << space for space in spaces)
        self.first = first
        self.turns = (len(spaces) + first) // 2
        self.over = {space: _over(board)[space] & self.all for space in spaces}
        self.free = sum(1 << space for space in spaces if not self.over[space])
        self.can = functools.cache(self._can)

    def _can(self, needed: frozenset[int]) -> bool:
        """True if the player can take all of these, with the other player helping."""
        return len(needed) <= self.turns and any(
            self._in_order(order)
            for order in itertools.permutations(sorted(needed, key=lambda space: self.over[space].bit_count()))
            if not any(self.over[earlier] >> later & 1 for earlier, later in itertools.combinations(order, 2))
        )

    def _in_order(self, order: Sequence[int]) -> bool:
        """True if they can take these spaces in this order.

        It is never worse to take the next as soon as it is exposed. Until then, and in the other's turns, a brick that
        is not needed is taken: first one that lies over the next space, then over the one after, and so on.
        """
        remaining, exposed, is_own_turn = self.all, self.free, self.first
        not_in_order = ~sum(1 << space for space in order)
        in_the_way = [*(self.over[space] for space in order), self.all]
        place = 0
        while place < len(order):
            if is_own_turn and exposed >> order[place] & 1:
                taken = 1 << order[place]
                place += 1
            else:
                candidates = next(filter(None, (exposed & mask & not_in_order for mask in in_the_way[place:])), 0)
                taken = candidates & -candidates  # the lowest bit
                if not taken:
                    return False
            remaining ^= taken
            exposed ^= taken
            for below in self.board.below[taken.bit_length() - 1]:
                if not self.over[below] & remaining:
                    exposed |= 1 << below
            is_own_turn = not is_own_turn
        return True


# one for all hands of a view
_taking = functools.lru_cache(maxsize=64)(Taking)


@functools.cache
def _over(board: Board) -> tuple[int, ...]:
    """For each space all spaces that must be empty before its brick is free, in bits."""
    over = [0] * board.size
    for space in reversed(range(board.size)):
        for above in board.above[space]:
            over[space] |= 1 << above | over[above]
    return tuple(over)
