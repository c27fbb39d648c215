"""One round of betting between a seat and its rivals taken together, as a tree for the kernel.

The rivals act as one: they fold when all of them fold, and bet from the largest stack; where they meet a bet, several
of them pay it (`rivals`). Between the seat and them lies what the seat faces now: the bets so far, who may still act,
the limit. Each side may raise a few times, by some parts of the pot or all-in. Chips that later rounds may bring are
added to the ends: they go to the better hand.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardwright.game import Action, replace_item
from cardwright.games.poker import betting
from cardwright.games.poker.actions import CALL, CHECK, FOLD, Raise, Wagers
from cardwright.games.poker.betting import FIXED_LIMIT, POT_LIMIT
from cardwright.games.poker.odds.rivals import Rivals
from cardwright.games.poker.rules import Poker
from cardwright.games.poker.setup import BET
from cardwright.games.poker.state import PokerView

SEAT, RIVALS, END = 0, 1, 2
ROOT_POT_SHARES = (0.5, 1.0)  # of the pot after a call: the raises of the seat
REPLY_POT_SHARES = (0.75,)  # and those that answer them
MAX_RAISES_AFTER_ROOT = 3
MAX_ALL_IN_POTS = 2.5  # larger all-in bets are left out
MAX_SHORT_STACK_BLINDS = 20  # with fewer, all-in is always an answer
LATER_POT_SHARE = 0.3  # of the pot that each later round brings
MAX_LATER_ROUNDS = 2

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int32]


class Tree(NamedTuple):
    """The tree as arrays, with the actions at its root, and for each of them the rivals' answer of folding, or -1."""

    actor: IntArray
    first: IntArray
    branches: IntArray
    gain: FloatArray
    base: FloatArray
    rest: FloatArray
    actions: tuple[Action, ...]
    folds: tuple[int, ...]
    calls: tuple[int, ...]  # nodes that a rival reaches by matching a bet, and what else it could have done
    nodes: tuple["Node", ...]

    def edges(self, node: int) -> slice:
        """Return the places of the nodes after a node."""
        return slice(int(self.first[node]), int(self.first[node] + self.branches[node]))

    @property
    def kernel(self) -> tuple[IntArray, IntArray, IntArray, FloatArray, FloatArray, FloatArray]:
        """Return the arrays that the kernels take."""
        return self.actor, self.first, self.branches, self.gain, self.base, self.rest


class _RoundState(NamedTuple):
    """The bets of the round and stacks of both sides, the side to act, and if the other acts after a check."""

    bets: tuple[int, int]
    stacks: tuple[int, int]
    turn: int
    other_may_act: bool
    raises: int  # that are left

    def after_paying(self, chips: int, raises: int) -> "_RoundState":
        """Return the round once the side to act has put chips in."""
        side = self.turn
        bets = replace_item(self.bets, side, self.bets[side] + chips)
        stacks = replace_item(self.stacks, side, self.stacks[side] - chips)
        return _RoundState(bets, stacks, 1 - side, other_may_act=False, raises=raises)


class Node:
    """A node that is being built: whose turn it is, or the amounts of an end."""

    def __init__(self, actor: int, gain: float = 0.0, base: float = 0.0, rest: float = 0.0) -> None:
        self.actor, self.gain, self.base, self.rest = actor, gain, base, rest
        self.children: list[tuple[Action, Node]] = []


def build_tree(game: Poker, view: PokerView, choices: Wagers, others: Rivals) -> Tree:
    """Return the tree of the round from the turn of the view's seat on."""
    return flatten(_Builder(game, view, choices, others).root())


class _Builder:
    def __init__(self, game: Poker, view: PokerView, choices: Wagers, others: Rivals) -> None:
        b = self.betting = view.betting
        self.game, self.choices, self.seat = game, choices, view.player
        self.rivals, self.callers = others.seats, others.callers
        self.late_call_chips = others.chance * sum(min(b.top - b.bets[seat], b.stacks[seat]) for seat in others.late)
        self.can_rivals_bet = any(b.able >> seat & 1 for seat in self.rivals)
        self.pot = betting.pot(b)
        call = betting.to_call(b)
        rivals_bet = max(b.bets[view.player] + call, *(b.bets[seat] for seat in self.rivals))
        deepest_stack = max(b.bets[seat] + b.stacks[seat] for seat in self.rivals) - rivals_bet
        other_may_act = any(b.waiting >> seat & 1 for seat in self.rivals)
        raises_left = MAX_RAISES_AFTER_ROOT
        if game.limit == FIXED_LIMIT and game.cap:
            raises_left = min(raises_left, game.cap - b.raises)
        self.start = _RoundState(
            (b.bets[view.player], rivals_bet),
            (b.stacks[view.player], max(deepest_stack, 0)),
            SEAT,
            other_may_act,
            raises_left,
        )
        later = [step.street for step in game.plan[view.step + 1 :] if step.kind == BET]
        self.later_rounds = min(len(later), MAX_LATER_ROUNDS)
        self.big_bet = max(*game.setup.stakes.blinds, game.setup.stakes.small_bet)

    def root(self) -> Node:
        """Return the decision of the seat, with its legal actions."""
        state, node = self.start, Node(SEAT)
        call = betting.to_call(self.betting)
        if call:
            node.children.append((FOLD, self._after_fold(state)))
        node.children.append((CALL if call else CHECK, self._after_call(state)))
        if self.choices.low:
            for to in self._raise_sizes(state, self.choices.low, self.choices.high, ROOT_POT_SHARES):
                node.children.append((Raise(to), self._after_raise(state, to)))
        return node

    def _raise_sizes(self, state: _RoundState, low: int, high: int, shares: Sequence[float]) -> list[int]:
        """Return amounts to raise to."""
        pot, top = self._pot(state), max(state.bets)
        pot_after_call = pot + top - state.bets[state.turn]
        sizes = [low, *(round(top + share * pot_after_call) for share in shares)]
        if self.game.limit == FIXED_LIMIT:
            return [low]
        if high - top <= MAX_ALL_IN_POTS * pot_after_call or high <= MAX_SHORT_STACK_BLINDS * self.big_bet:
            sizes.append(high)
        allowed = sorted({min(max(to, low), high) for to in sizes})
        if self.game.limit == POT_LIMIT:
            return allowed
        # A bet that leaves little behind has no advantage over all-in.
        return [to for to in allowed if to == high or high - to > pot_after_call / 3 or high not in allowed]

    def _decision(self, state: _RoundState) -> Node:
        """Return the decision of the side to act after the root."""
        side, other = state.turn, 1 - state.turn
        call = state.bets[other] - state.bets[side]
        node = Node(side)
        if call > 0:
            node.children.append((FOLD, self._after_fold(state)))
        node.children.append((CALL if call > 0 else CHECK, self._after_call(state)))
        if state.raises > 0 and state.stacks[side] > call and state.stacks[other] > 0:
            min_raise = max(call, self.betting.least, 1)
            all_in = state.bets[side] + state.stacks[side]
            low = min(state.bets[other] + min_raise, all_in)
            high = min(all_in, state.bets[other] + state.stacks[other])
            if self.game.limit == POT_LIMIT:
                high = min(high, state.bets[other] + self._pot(state) + call)
            for to in self._raise_sizes(state, min(low, high), high, REPLY_POT_SHARES)[-2:]:
                node.children.append((Raise(to), self._after_raise(state, to)))
        return node

    def _pot(self, state: _RoundState) -> int:
        return self.pot + sum(state.bets) - sum(self.start.bets)

    def _after_raise(self, state: _RoundState, to: int) -> Node:
        return self._decision(state.after_paying(to - state.bets[state.turn], state.raises - 1))

    def _after_call(self, state: _RoundState) -> Node:
        """Return the node after a check or a call."""
        side = state.turn
        paid = min(max(state.bets[1 - side] - state.bets[side], 0), state.stacks[side])
        next_state = state.after_paying(paid, state.raises)
        if state.other_may_act and self.can_rivals_bet and min(next_state.stacks) > 0:
            return self._decision(next_state)
        return self._showdown(next_state)

    def _chips_put_in(self, state: _RoundState) -> tuple[int, float]:
        """Return the chips that each side has put in since the root; a bet that the other cannot match comes back."""
        own, rivals = (now - then for now, then in zip(state.bets, self.start.bets))
        unmatched = state.bets[0] - state.bets[1]
        if unmatched > 0 and not state.stacks[1]:
            own -= unmatched
        elif unmatched < 0 and not state.stacks[0]:
            rivals += unmatched
        return own, rivals * self.callers + self.late_call_chips

    def _after_fold(self, state: _RoundState) -> Node:
        own, rivals = (now - then for now, then in zip(state.bets, self.start.bets))
        if state.turn == SEAT:
            return Node(END, 0.0, -own, self.pot + own)
        return Node(END, 0.0, self.pot + rivals, -rivals)

    def _showdown(self, state: _RoundState) -> Node:
        own, rivals = self._chips_put_in(state)
        pot = self.pot + own + rivals
        behind = min(state.stacks) if self.can_rivals_bet else 0
        if self.game.limit == FIXED_LIMIT:
            behind = min(behind, 2 * self.big_bet * self.later_rounds)
        later_chips = LATER_POT_SHARE * min(behind, pot * self.later_rounds)
        return Node(END, pot + 2 * later_chips, -own - later_chips, -rivals - later_chips)


def flatten(root: Node) -> Tree:
    """Lay a tree out as arrays, parents first."""
    nodes = [root]
    first: list[int] = []
    calls: list[int] = []
    for node in nodes:
        first.append(len(nodes))
        for action, child in node.children:
            if node.actor == RIVALS and action in (CALL, CHECK):
                calls.append(len(nodes))
            nodes.append(child)
    folds = [
        first[answer] if node.actor == RIVALS and node.children[0][0] == FOLD else -1
        for answer, (_, node) in enumerate(root.children, first[0])
    ]
    return Tree(
        np.array([node.actor for node in nodes], np.int32),
        np.array(first, np.int32),
        np.array([len(node.children) for node in nodes], np.int32),
        np.array([node.gain for node in nodes], np.float64),
        np.array([node.base for node in nodes], np.float64),
        np.array([node.rest for node in nodes], np.float64),
        tuple(action for action, _ in root.children),
        tuple(folds),
        tuple(calls),
        tuple(nodes),
    )
