"""Heads-up hold'em without limit: how often each hand takes each action, for all hands at once.

Only what both players see is used, so the answer for a hand does not depend on who holds which cards. The round of
betting is solved from its first bet on, as a game between two ranges: all hands that the board allows, in groups of
hands that win alike, with weights that follow from the chips that were paid in earlier rounds (`hands.weights`). A bet
of any size is met with that size in the tree. Later rounds only count as chips that go to the better hand.
"""

import functools
import math
from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardwright.cards import Card
from cardwright.game import Action, Player
from cardwright.games.poker import betting as bt
from cardwright.games.poker import forced
from cardwright.games.poker.actions import CALL, CHECK, FOLD, Raise
from cardwright.games.poker.odds import _kernels, tree
from cardwright.games.poker.odds.hands import weights
from cardwright.games.poker.odds.tree import Doubles, Node
from cardwright.games.poker.rules import Poker
from cardwright.games.poker.state import PokerView
from cardwright.ranking import Ranking, load
from cardwright.ranking.equity.heads_up import SHIPPED, heads_up
from cardwright.ranking.rows import beside

HOLE_CARDS, BOARD_CARDS, ROUNDS = 2, 5, {0: 0, 3: 1, 4: 2, 5: 3}
ROUND_CARDS = (0, 3, 1, 1)  # that come to the board
MAX_BOARDS = 50  # to come: all after the turn, some after the flop
QUALITY_GROUPS_COUNT, KIND_GROUPS_COUNT = 20, 3
GROUPS_COUNT = QUALITY_GROUPS_COUNT * KIND_GROUPS_COUNT
ITERATIONS_COUNT = 100
FIRST_POT_SHARES, LATER_POT_SHARES = (0.5, 1.0), (1.0,)  # of the pot after a call: bets, and raises of them
MAX_ALL_IN_POTS = 4.0  # larger all-in bets are left out
MAX_RAISES = 3
PAID_FACTOR = 0.2  # of doublings of the big blind that were paid, to the exponent of quality
USUAL_RAISE_FACTOR = 3  # of a bet that is not known any more

Shares = NDArray[np.float32]


class Position(NamedTuple):
    """A decision as both players see it, with the small and the big blind."""

    betting: bt.Betting
    button: Player
    board: tuple[Card, ...]
    blinds: tuple[int, int]

    @property
    def first(self) -> Player:
        """The player who acts first in this round."""
        return 1 - self.button if self.board else self.button


def applies(game: Poker) -> bool:
    """Return whether a game is hold'em for two without limit, with a ranking whose starting hands are compared."""
    variant, stakes = game.variant, game.setup.stakes
    return (
        (game.players, game.limit, variant.boards, variant.kept) == (2, bt.NO_LIMIT, 1, HOLE_CARDS)
        and (variant.hand, variant.wins, variant.open, variant.wild) == ("any", "high", "blinds", "")
        and tuple(street.board for street in variant.street) == ROUND_CARDS
        and not stakes.one_blind
        and game.ranking.name in SHIPPED
        and game.ranking == load(game.ranking.name)
    )


def position(game: Poker, view: PokerView) -> Position:
    """Return what both players see of a view."""
    level = forced.factor(view)
    small, big = (blind * level for blind in game.setup.stakes.blinds)
    return Position(view.betting, view.button, view.board, (small, big))


def place(ranking: Ranking, hand: tuple[Card, ...]) -> int:
    """Return the place of a hand among all pairs."""
    return int(np.flatnonzero((pairs(ranking.deck.size) == sorted(hand)).all(axis=1))[0])


class Frequencies(NamedTuple):
    """The share of each action in the play of each hand: ``often`` (action, hand), for all pairs of cards in order."""

    actions: tuple[Action, ...]
    often: Doubles


class Equities(NamedTuple):
    """The hands that a board allows, and what each wins of a pot from each other one.

    ``places`` are their places among all pairs of cards. ``won`` is the share (hand, hand), 0 where two hands share a
    card.
    """

    places: NDArray[np.int64]
    cards: NDArray[np.int64]
    deck_size: int
    won: Shares

    def won_from(self, weight: Doubles) -> Doubles:
        """Return for each hand the weight of all others times what is won from them."""
        found: Doubles = (self.won @ weight.astype(np.float32)).astype(np.float64)
        return found

    def others(self, weight: Doubles) -> Doubles:
        """Return for each hand the weight of all hands that have no card in common with it."""
        by_card = np.bincount(self.cards.T.ravel(), np.tile(weight, HOLE_CARDS), self.deck_size)
        found: Doubles = weight.sum() + weight - by_card[self.cards].sum(axis=1)
        return found


@functools.lru_cache(maxsize=8)
def pairs(deck_size: int) -> NDArray[np.uint8]:
    """Return all pairs of cards, in order."""
    return np.array(list(combinations(range(deck_size), HOLE_CARDS)), np.uint8)


@functools.lru_cache(maxsize=4)
def equities(ranking: Ranking, board: tuple[Card, ...]) -> Equities:
    """Return the shares of all hands: exact before the flop and from the turn on, over some boards after the flop."""
    hands, size = pairs(ranking.deck.size), ranking.deck.size
    places = np.flatnonzero(~np.isin(hands, board).any(axis=1))
    hands = hands[places]
    share = _compared(ranking, board, hands) if board else _by_group(ranking)
    together = np.ones(share.shape, np.bool_)
    for one in hands.T:
        for other in hands.T:
            together &= one[:, None] != other
    return Equities(places, hands.astype(np.int64), size, share * together)


def _by_group(ranking: Ranking) -> Shares:
    """Return the shares before the flop, from the shipped table."""
    table = heads_up(ranking.name)
    group = {hand: number for number, each in enumerate(table.groups) for hand in each}
    of = np.array([group[first, second] for first, second in pairs(ranking.deck.size).tolist()])
    found: Shares = table.shares.astype(np.float32)[of[:, None], of]
    return found


def _compared(ranking: Ranking, board: tuple[Card, ...], hands: NDArray[np.uint8]) -> Shares:
    columns = _to_come(ranking, board)
    found = np.empty((len(hands), len(columns)), np.int32)
    for number, column in enumerate(columns):
        found[:, number] = ranking.strengths(beside((*board, *column), hands), trusted=True)
        for card in column:
            found[(hands == card).any(axis=1), number] = -1
    shares, none = np.empty((len(hands), len(hands))), found[:, :0]
    _kernels.shares(found, none, found, none, False, shares)
    return shares.astype(np.float32)


def _to_come(ranking: Ranking, board: tuple[Card, ...]) -> list[tuple[Card, ...]]:
    """Return the cards that may still come to the board, some of the ways if there are too many."""
    unseen = [card for card in range(ranking.deck.size) if card not in board]
    ways = list(combinations(unseen, BOARD_CARDS - len(board)))
    if len(ways) <= MAX_BOARDS:
        return ways
    chosen = np.random.default_rng(sorted(board)).choice(len(ways), MAX_BOARDS, replace=False)
    return [ways[place] for place in chosen]


class _Groups(NamedTuple):
    """Hands that win alike: group and quality of each hand that a board allows, and the shares (group, group)."""

    of: NDArray[np.int64]
    quality: Doubles
    share: Doubles


@functools.lru_cache(maxsize=16)
def _grouped(ranking: Ranking, board: tuple[Card, ...]) -> _Groups:
    """Group hands by quality, and those of similar quality by whether they win from good hands or from bad ones."""
    known = equities(ranking, board)
    count = len(known.places)
    order = (known.won.sum(axis=1) / known.others(np.ones(count))).argsort(kind="stable")
    quality = np.empty(count)
    quality[order] = (np.arange(count) + 0.5) / count
    better = (quality > 0.5).astype(np.float64)
    lean = known.won_from(better) / known.others(better) - known.won_from(1 - better) / known.others(1 - better)
    of = np.empty(count, np.int64)
    for number, alike in enumerate(np.array_split(order, QUALITY_GROUPS_COUNT)):
        for kind, rows in enumerate(np.array_split(alike[lean[alike].argsort(kind="stable")], KIND_GROUPS_COUNT)):
            of[rows] = number * KIND_GROUPS_COUNT + kind
    by_group = of.argsort(kind="stable")
    starts = np.searchsorted(of[by_group], np.arange(GROUPS_COUNT))
    won = np.add.reduceat(known.won[by_group], starts, axis=0)[:, by_group]
    together = np.stack([known.others((of == group).astype(np.float64)) for group in range(GROUPS_COUNT)])
    both = np.add.reduceat(together[:, by_group], starts, axis=1)
    won = np.add.reduceat(won, starts, axis=1)
    return _Groups(of, quality, np.where(both > 0, won / np.maximum(both, 1), 0.5))


class _Round:
    """Builds the tree of a round from its first bet on, and finds the position in it. Side 0 acts first."""

    def __init__(self, position: Position) -> None:
        b = self.betting = position.betting
        self.order = position.first, 1 - position.first
        self.whole = [b.bets[seat] + b.stacks[seat] for seat in self.order]
        self.pot = sum(b.paid) + b.dead
        self.blind = position.blinds[1]
        self.start = [0, 0] if position.board else [min(*each) for each in zip(position.blinds, self.whole)]
        self.later = len(ROUNDS) - 1 - ROUNDS[len(position.board)]
        self.found: Node | None = None
        self.root = self._turn(0, tuple(self.start), self.blind, MAX_RAISES, True, self._played())

    def _played(self) -> tuple[int, ...]:
        """Return what was done in this round: bets by their amount, 0 for a check or a call.

        Of more than two bets the first ones are not known any more.
        """
        b, base = self.betting, max(self.start)
        mine, top = b.bets[b.turn], b.bets[1 - b.turn]
        levels = [level for level in (mine, top) if level > base]
        if not levels:
            return () if b.turn == self.order[0] else (0,)
        count = b.raises - (base > 0)
        while len(levels) < count and levels[0] // USUAL_RAISE_FACTOR > base:
            levels.insert(0, levels[0] // USUAL_RAISE_FACTOR)
        bettor = 1 - b.turn if len(levels) % 2 else b.turn
        return tuple(levels) if bettor == self.order[0] else (0, *levels)

    def _turn(
        self, side: int, bets: Sequence[int], least: int, left: int, waits: bool, played: tuple[int, ...] | None
    ) -> Node:
        """Return a side's decision; ``played`` is how the position is reached from here, None if it is elsewhere."""
        node = Node(side)
        if played == ():
            self.found = node
        call = min(bets[1 - side], self.whole[side]) - bets[side]
        if call > 0:
            node.children.append((FOLD, self._fold(side, bets)))
        met = self._after_call(side, bets, least, left, waits, played[1:] if played and not played[0] else None)
        node.children.append((CALL if call > 0 else CHECK, met))
        for to in self._sizes(side, bets, least, left, played):
            raised = tuple(to if each == side else bet for each, bet in enumerate(bets))
            after = played[1:] if played and played[0] == to else None
            step = max(least, to - max(bets))
            node.children.append((Raise(to), self._turn(1 - side, raised, step, left - 1, False, after)))
        return node

    def _sizes(
        self, side: int, bets: Sequence[int], least: int, left: int, played: tuple[int, ...] | None
    ) -> list[int]:
        """Return the amounts to bet or raise to."""
        top, whole = max(bets), self.whole[side]
        low, high = min(top + least, whole), min(whole, max(top + least, self.whole[1 - side]))
        if played == ():
            low = bt.bounds(self.betting, bt.NO_LIMIT, 0)[1]
        wanted: set[int] = {played[0]} if played and played[0] else set()
        if low and top < min(self.whole) and left > 0:
            after = self.pot + sum(bets) + min(top, whole) - bets[side]
            shares = FIRST_POT_SHARES if left == MAX_RAISES else LATER_POT_SHARES
            sizes = [round(top + share * after) for share in shares]
            short = high - top <= MAX_ALL_IN_POTS * after or high <= tree.MAX_SHORT_STACK_BLINDS * self.blind
            sizes += [high] if short or left < MAX_RAISES else []
            # A bet that leaves next to nothing behind is a worse all-in.
            wanted |= {high if high - to < after / 3 else max(to, low) for to in sizes if to > top}
        return sorted(wanted)

    def _after_call(
        self, side: int, bets: Sequence[int], least: int, left: int, waits: bool, played: tuple[int, ...] | None
    ) -> Node:
        level = min(bets[1 - side], self.whole[side])
        met = tuple(max(level, bet) if each == side else bet for each, bet in enumerate(bets))
        if waits and side == 0 and max(met) < min(self.whole):
            return self._turn(1, met, least, left, False, played)
        level = min(met)
        pot = self.pot + 2 * level
        extra = tree.LATER_POT_SHARE * min(min(self.whole) - level, pot * self.later)
        return Node(tree.END, pot + 2 * extra, -level - extra, -level - extra)

    def _fold(self, side: int, bets: Sequence[int]) -> Node:
        if side == 0:
            return Node(tree.END, 0.0, -bets[0], self.pot + bets[0])
        return Node(tree.END, 0.0, self.pot + bets[1], -bets[1])


def frequencies(ranking: Ranking, position: Position) -> Frequencies:
    """Return what each hand does for the player whose turn it is. Hands that the board does not allow do nothing."""
    made = _Round(position)
    assert made.found is not None
    flat, groups = tree.flat(made.root), _grouped(ranking, position.board)
    exponent = PAID_FACTOR * math.log2(max(max(position.betting.paid) / position.blinds[1], 1.0))
    weight = np.bincount(groups.of, weights(groups.quality, exponent))
    average = np.zeros((len(flat.actor), GROUPS_COUNT))
    _kernels.solve(*flat.kernel, groups.share, weight, weight, ITERATIONS_COUNT, average)
    node = flat.nodes.index(made.found)
    rows = slice(int(flat.first[node]), int(flat.first[node] + flat.branches[node]))
    often = np.zeros((len(made.found.children), len(pairs(ranking.deck.size))))
    often[:, equities(ranking, position.board).places] = average[rows][:, groups.of]
    return Frequencies(tuple(action for action, _ in made.found.children), often)
