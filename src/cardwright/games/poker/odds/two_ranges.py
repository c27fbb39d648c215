"""Heads-up no-limit hold'em: the probability of each action of each hand, for all hands at once (CFR+).

Only what both players see is used, so the answer for a hand does not depend on who holds which cards. The round of
betting is solved from its first bet on, as a game between two ranges: all hands that the board allows, in groups of
hands that win alike, with weights that follow from the chips that were paid in earlier rounds (`hands.weights`). A bet
of any size is met with that size in the tree. Later rounds only count as chips that go to the better hand.
"""

import functools
import math
from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from cardwright.cards import Card
from cardwright.game import Action, Player
from cardwright.games.poker import betting, forced
from cardwright.games.poker.actions import CALL, CHECK, FOLD, Raise
from cardwright.games.poker.betting import NO_LIMIT, Betting
from cardwright.games.poker.odds import _kernels, tree
from cardwright.games.poker.odds.hands import range_weights
from cardwright.games.poker.odds.tree import FloatArray, Node
from cardwright.games.poker.rules import Poker
from cardwright.games.poker.state import PokerView
from cardwright.ranking import Ranking, load
from cardwright.ranking.equity.heads_up import SHIPPED, heads_up
from cardwright.ranking.rows import beside

HOLE_CARDS, BOARD_CARDS, ROUND_OF_BOARD = 2, 5, {0: 0, 3: 1, 4: 2, 5: 3}
BOARD_CARDS_OF_ROUND = (0, 3, 1, 1)
MAX_BOARDS_TO_COME = 50  # all after the turn, some after the flop
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

    betting: Betting
    button: Player
    board: tuple[Card, ...]
    blinds: tuple[int, int]

    @property
    def first(self) -> Player:
        """The player who acts first in this round."""
        return 1 - self.button if self.board else self.button


def applies(game: Poker) -> bool:
    """Return True if a game is hold'em for two without limit, with a ranking whose starting hands are compared."""
    variant, stakes = game.variant, game.setup.stakes
    return (
        (game.players, game.limit, variant.boards) == (2, NO_LIMIT, 1)
        and variant.hole == variant.kept == HOLE_CARDS
        and (variant.hand, variant.wins, variant.open, variant.wild) == ("any", "high", "blinds", "")
        and tuple(street.board for street in variant.street) == BOARD_CARDS_OF_ROUND
        and not stakes.one_blind
        and game.ranking.name in SHIPPED
        and game.ranking == load(game.ranking.name)
    )


def position(game: Poker, view: PokerView) -> Position:
    """Return the part of a view that both players see."""
    level = forced.factor(view)
    small, big = (blind * level for blind in game.setup.stakes.blinds)
    return Position(view.betting, view.button, view.board, (small, big))


def pair_index(ranking: Ranking, hand: tuple[Card, ...]) -> int:
    """Return the place of a hand among all pairs."""
    return int(np.flatnonzero((all_pairs(ranking.deck.size) == sorted(hand)).all(axis=1))[0])


class Frequencies(NamedTuple):
    """The probability of each action: ``probabilities`` (action, hand), for all pairs of cards in order."""

    actions: tuple[Action, ...]
    probabilities: FloatArray


def same_for_all_hands(ranking: Ranking, chances: dict[Action, float]) -> Frequencies:
    """Return the frequencies of a player that does not look at its hand."""
    one_hand = np.array(list(chances.values()))[:, None]
    return Frequencies(tuple(chances), np.repeat(one_hand, len(all_pairs(ranking.deck.size)), axis=1))


@runtime_checkable
class KnownStrategy(Protocol):
    """A bot that says how often it makes each move with every hand that it might hold, and draws its move so."""

    def frequencies(self, view: PokerView) -> Frequencies:
        """Return the probability of each action for all hands, from what both players see. See `applies`."""


class Equities(NamedTuple):
    """The hands that a board allows, and the share of a pot that each wins from each other one.

    ``pair_indices`` are their indices among all pairs of cards. ``shares`` (hand, hand) are 0 where two hands have a
    card in common.
    """

    pair_indices: NDArray[np.int64]
    cards: NDArray[np.int64]
    deck_size: int
    shares: Shares

    def won_from(self, weight: FloatArray) -> FloatArray:
        """Return for each hand the sum over all others of their weight times the share won from them."""
        result: FloatArray = (self.shares @ weight.astype(np.float32)).astype(np.float64)
        return result

    def compatible_weight(self, weight: FloatArray) -> FloatArray:
        """Return for each hand the weight of all hands that have no card in common with it."""
        return compatible_weight(self.cards, weight, self.deck_size)


def compatible_weight(cards: NDArray[np.int64], weight: FloatArray, deck_size: int) -> FloatArray:
    """Return for each hand the weight of all these hands that have no card in common with it."""
    by_card = np.bincount(cards.T.ravel(), np.tile(weight, HOLE_CARDS), deck_size)
    compatible: FloatArray = weight.sum() + weight - by_card[cards].sum(axis=1)
    return compatible


@functools.lru_cache(maxsize=8)
def all_pairs(deck_size: int) -> NDArray[np.uint8]:
    """Return all pairs of cards, in order."""
    return np.array(list(combinations(range(deck_size), HOLE_CARDS)), np.uint8)


@functools.lru_cache(maxsize=4)
def equities(ranking: Ranking, board: tuple[Card, ...]) -> Equities:
    """Return the shares of all hands: exact before the flop and from the turn on, over some boards after the flop."""
    hands, size = all_pairs(ranking.deck.size), ranking.deck.size
    pair_indices = np.flatnonzero(~np.isin(hands, board).any(axis=1))
    hands = hands[pair_indices]
    share = _compute_shares(ranking, board, hands) if board else _preflop_shares(ranking)
    is_compatible = np.ones(share.shape, np.bool_)
    for first in hands.T:
        for second in hands.T:
            is_compatible &= first[:, None] != second
    return Equities(pair_indices, hands.astype(np.int64), size, share * is_compatible)


def _preflop_shares(ranking: Ranking) -> Shares:
    """Return the shares before the flop, from the shipped table."""
    table = heads_up(ranking.name)
    group = {hand: number for number, each in enumerate(table.groups) for hand in each}
    group_of = np.array([group[first, second] for first, second in all_pairs(ranking.deck.size).tolist()])
    shares: Shares = table.shares.astype(np.float32)[group_of[:, None], group_of]
    return shares


def _compute_shares(ranking: Ranking, board: tuple[Card, ...], hands: NDArray[np.uint8]) -> Shares:
    columns = _boards_to_come(ranking, board)
    strengths = np.empty((len(hands), len(columns)), np.int32)
    for number, column in enumerate(columns):
        strengths[:, number] = ranking.strengths(beside((*board, *column), hands), trusted=True)
        for card in column:
            strengths[(hands == card).any(axis=1), number] = -1
    shares, no_low = np.empty((len(hands), len(hands))), strengths[:, :0]
    _kernels.shares(strengths, no_low, strengths, no_low, False, shares)
    return shares.astype(np.float32)


def _boards_to_come(ranking: Ranking, board: tuple[Card, ...]) -> list[tuple[Card, ...]]:
    """Return the cards that may still come to the board, some of the ways if there are too many."""
    unseen = ranking.deck.without(board)
    ways = list(combinations(unseen, BOARD_CARDS - len(board)))
    if len(ways) <= MAX_BOARDS_TO_COME:
        return ways
    chosen = np.random.default_rng(sorted(board)).choice(len(ways), MAX_BOARDS_TO_COME, replace=False)
    return [ways[pair_index] for pair_index in chosen]


class _Groups(NamedTuple):
    """Hands that win alike: group and quality of each hand that a board allows, and the shares (group, group)."""

    of: NDArray[np.int64]
    quality: FloatArray
    share: FloatArray


@functools.lru_cache(maxsize=16)
def _group_hands(ranking: Ranking, board: tuple[Card, ...]) -> _Groups:
    """Group hands by quality, then by whether they win more from good hands or from bad ones."""
    hands = equities(ranking, board)
    count = len(hands.pair_indices)
    order = (hands.shares.sum(axis=1) / hands.compatible_weight(np.ones(count))).argsort(kind="stable")
    quality = np.empty(count)
    quality[order] = (np.arange(count) + 0.5) / count
    is_good = (quality > 0.5).astype(np.float64)
    advantage = hands.won_from(is_good) / hands.compatible_weight(is_good) - hands.won_from(
        1 - is_good
    ) / hands.compatible_weight(1 - is_good)
    group_of = np.empty(count, np.int64)
    for number, rows_ in enumerate(np.array_split(order, QUALITY_GROUPS_COUNT)):
        for kind, rows in enumerate(np.array_split(rows_[advantage[rows_].argsort(kind="stable")], KIND_GROUPS_COUNT)):
            group_of[rows] = number * KIND_GROUPS_COUNT + kind
    by_group = group_of.argsort(kind="stable")
    starts = np.searchsorted(group_of[by_group], np.arange(GROUPS_COUNT))
    shares = np.add.reduceat(hands.shares[by_group], starts, axis=0)[:, by_group]
    compatible = np.stack(
        [hands.compatible_weight((group_of == group).astype(np.float64)) for group in range(GROUPS_COUNT)]
    )
    pair_weights = np.add.reduceat(compatible[:, by_group], starts, axis=1)
    shares = np.add.reduceat(shares, starts, axis=1)
    return _Groups(group_of, quality, np.where(pair_weights > 0, shares / np.maximum(pair_weights, 1), 0.5))


class _Turn(NamedTuple):
    """A decision to build; ``actions_so_far`` lead from it to the position, None if that is elsewhere."""

    side: int
    bets: tuple[int, ...]
    least: int
    raises_left: int
    other_may_act: bool
    actions_so_far: tuple[int, ...] | None


class _Round:
    """Builds the tree of a round from its first bet on, and finds the position in it. Side 0 acts first."""

    def __init__(self, position: Position) -> None:
        b = self.betting = position.betting
        self.order = position.first, 1 - position.first
        self.all_in = [b.bets[seat] + b.stacks[seat] for seat in self.order]
        self.pot = sum(b.paid) + b.dead
        self.blind = position.blinds[1]
        self.start = [0, 0] if position.board else [min(*each) for each in zip(position.blinds, self.all_in)]
        self.later_rounds = len(ROUND_OF_BOARD) - 1 - ROUND_OF_BOARD[len(position.board)]
        self.position_node: Node | None = None
        start = _Turn(
            side=0,
            bets=tuple(self.start),
            least=self.blind,
            raises_left=MAX_RAISES,
            other_may_act=True,
            actions_so_far=self._actions_so_far(),
        )
        self.root = self._decision(start)

    def _actions_so_far(self) -> tuple[int, ...]:
        """Return the actions of this round: bets by their amount, 0 for a check or a call.

        Of more than two bets the first ones are not known any more.
        """
        b, base = self.betting, max(self.start)
        own_bet, top = b.bets[b.turn], b.bets[1 - b.turn]
        levels = [level for level in (own_bet, top) if level > base]
        if not levels:
            return () if b.turn == self.order[0] else (0,)
        count = b.raises - (base > 0)
        while len(levels) < count and levels[0] // USUAL_RAISE_FACTOR > base:
            levels.insert(0, levels[0] // USUAL_RAISE_FACTOR)
        bettor = 1 - b.turn if len(levels) % 2 else b.turn
        return tuple(levels) if bettor == self.order[0] else (0, *levels)

    def _decision(self, turn: _Turn) -> Node:
        """Return a side's decision."""
        side, bets, so_far = turn.side, turn.bets, turn.actions_so_far
        node = Node(side)
        if so_far == ():
            self.position_node = node
        call = min(bets[1 - side], self.all_in[side]) - bets[side]
        if call > 0:
            node.children.append((FOLD, self._after_fold(side, bets)))
        met = self._after_call(turn._replace(actions_so_far=so_far[1:] if so_far and not so_far[0] else None))
        node.children.append((CALL if call > 0 else CHECK, met))
        for to in self._raise_sizes(turn):
            raised = tuple(to if each == side else bet for each, bet in enumerate(bets))
            after = so_far[1:] if so_far and so_far[0] == to else None
            raised_turn = _Turn(
                side=1 - side,
                bets=raised,
                least=max(turn.least, to - max(bets)),
                raises_left=turn.raises_left - 1,
                other_may_act=False,
                actions_so_far=after,
            )
            node.children.append((Raise(to), self._decision(raised_turn)))
        return node

    def _raise_sizes(self, turn: _Turn) -> list[int]:
        """Return the amounts to bet or raise to."""
        side, bets, raises_left, so_far = turn.side, turn.bets, turn.raises_left, turn.actions_so_far
        top, whole = max(bets), self.all_in[side]
        low, high = min(top + turn.least, whole), min(whole, max(top + turn.least, self.all_in[1 - side]))
        if so_far == ():
            low = betting.bounds(self.betting, NO_LIMIT, 0)[0]
        chosen: set[int] = {so_far[0]} if so_far and so_far[0] else set()
        if low and top < min(self.all_in) and raises_left > 0:
            pot_after_call = self.pot + sum(bets) + min(top, whole) - bets[side]
            shares = FIRST_POT_SHARES if raises_left == MAX_RAISES else LATER_POT_SHARES
            sizes = [round(top + share * pot_after_call) for share in shares]
            is_all_in_close = (
                high - top <= MAX_ALL_IN_POTS * pot_after_call or high <= tree.MAX_SHORT_STACK_BLINDS * self.blind
            )
            sizes += [high] if is_all_in_close or raises_left < MAX_RAISES else []
            # A bet that leaves little behind has no advantage over all-in.
            chosen |= {high if high - to < pot_after_call / 3 else max(to, low) for to in sizes if to > top}
        return sorted(chosen)

    def _after_call(self, turn: _Turn) -> Node:
        side, bets = turn.side, turn.bets
        level = min(bets[1 - side], self.all_in[side])
        met = tuple(max(level, bet) if each == side else bet for each, bet in enumerate(bets))
        if turn.other_may_act and side == 0 and max(met) < min(self.all_in):
            return self._decision(turn._replace(side=1, bets=met, other_may_act=False))
        level = min(met)
        pot = self.pot + 2 * level
        extra = tree.LATER_POT_SHARE * min(min(self.all_in) - level, pot * self.later_rounds)
        return Node(tree.END, pot + 2 * extra, -level - extra, -level - extra)

    def _after_fold(self, side: int, bets: Sequence[int]) -> Node:
        if side == 0:
            return Node(tree.END, 0.0, -bets[0], self.pot + bets[0])
        return Node(tree.END, 0.0, self.pot + bets[1], -bets[1])


@functools.lru_cache(maxsize=4)  # a bot asks, and then the luck of its move
def frequencies(ranking: Ranking, position: Position) -> Frequencies:
    """Return how often each hand of the player to act takes each action: never, if the board does not allow it."""
    round_ = _Round(position)
    assert round_.position_node is not None
    tree_, groups = tree.flatten(round_.root), _group_hands(ranking, position.board)
    exponent = PAID_FACTOR * math.log2(max(max(position.betting.paid) / position.blinds[1], 1.0))
    weight = np.bincount(groups.of, range_weights(groups.quality, exponent))
    strategy = np.zeros((len(tree_.actor), GROUPS_COUNT))
    _kernels.Solver(*tree_.kernel, groups.share, weight, weight).solve(ITERATIONS_COUNT, strategy)
    rows = tree_.edges(tree_.nodes.index(round_.position_node))
    by_hand = np.zeros((len(round_.position_node.children), len(all_pairs(ranking.deck.size))))
    by_hand[:, equities(ranking, position.board).pair_indices] = strategy[rows][:, groups.of]
    return Frequencies(tuple(action for action, _ in round_.position_node.children), by_hand)
