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

from cardwright.game import Action
from cardwright.games.poker import betting as bt
from cardwright.games.poker.actions import CALL, CHECK, FOLD, Raise, Wagers
from cardwright.games.poker.betting import FIXED_LIMIT, POT_LIMIT
from cardwright.games.poker.odds.rivals import Rivals
from cardwright.games.poker.rules import Poker
from cardwright.games.poker.setup import BET
from cardwright.games.poker.state import PokerView

SEAT, RIVALS, END = 0, 1, 2
ROOT_POT_SHARES = (0.5, 1.0)  # of the pot after a call: the raises of the seat
REPLY_POT_SHARES = (0.75,)  # and those that answer them
MAX_RAISES = 3  # after the root
MAX_ALL_IN_POTS = 2.5  # larger all-in bets are left out
MAX_SHORT_STACK_BLINDS = 20  # with fewer, all-in is always an answer
LATER_POT_SHARE = 0.3  # of the pot that each later round brings
MAX_LATER_ROUNDS = 2

Doubles = NDArray[np.float64]
Ints = NDArray[np.int32]


class Tree(NamedTuple):
    """The tree as arrays, with the actions at its root, and for each of them the rivals' answer of folding, or -1."""

    actor: Ints
    first: Ints
    branches: Ints
    gain: Doubles
    base: Doubles
    rest: Doubles
    actions: tuple[Action, ...]
    folds: tuple[int, ...]
    calls: tuple[int, ...]  # nodes that a rival reaches by matching a bet, and what else it could have done
    nodes: tuple["Node", ...]

    @property
    def kernel(self) -> tuple[Ints, Ints, Ints, Doubles, Doubles, Doubles]:
        """Return the arrays that the kernels take."""
        return self.actor, self.first, self.branches, self.gain, self.base, self.rest


class _Spot(NamedTuple):
    """A moment of the round: bets in it and stacks of both sides, whose turn, if the other acts after a check."""

    bets: tuple[int, int]
    stacks: tuple[int, int]
    turn: int
    waits: bool
    raises: int  # that are left


class Node:
    """A node that is being built: whose turn it is, or the amounts of an end."""

    def __init__(self, actor: int, gain: float = 0.0, base: float = 0.0, rest: float = 0.0) -> None:
        self.actor, self.gain, self.base, self.rest = actor, gain, base, rest
        self.children: list[tuple[Action, Node]] = []


def build(game: Poker, view: PokerView, choices: Wagers, others: Rivals) -> Tree:
    """Return the tree of the round from the turn of the view's seat on."""
    return flat(_Builder(game, view, choices, others).root())


class _Builder:
    def __init__(self, game: Poker, view: PokerView, choices: Wagers, others: Rivals) -> None:
        b = self.betting = view.betting
        self.game, self.choices, self.seat = game, choices, view.player
        self.rivals, self.callers = others.seats, others.callers
        self.late = others.chance * sum(min(b.top - b.bets[seat], b.stacks[seat]) for seat in others.late)
        self.able = any(b.able >> seat & 1 for seat in self.rivals)
        self.pot = bt.pot(b)
        call = bt.bounds(b, game.limit, game.cap)[0]
        theirs = max(b.bets[view.player] + call, *(b.bets[seat] for seat in self.rivals))
        deep = max(b.bets[seat] + b.stacks[seat] for seat in self.rivals) - theirs
        waits = any(b.waiting >> seat & 1 for seat in self.rivals)
        left = MAX_RAISES
        if game.limit == FIXED_LIMIT and game.cap:
            left = min(left, game.cap - b.raises)
        self.start = _Spot((b.bets[view.player], theirs), (b.stacks[view.player], max(deep, 0)), SEAT, waits, left)
        later = [step.street for step in game.plan[view.step + 1 :] if step.kind == BET]
        self.later = min(len(later), MAX_LATER_ROUNDS)
        self.blind = max(*game.setup.stakes.blinds, game.setup.stakes.small_bet)

    def root(self) -> Node:
        """Return the decision of the seat, with its legal actions."""
        spot, node = self.start, Node(SEAT)
        call = bt.bounds(self.betting, self.game.limit, self.game.cap)[0]
        if call:
            node.children.append((FOLD, self._fold(spot)))
        node.children.append((CALL if call else CHECK, self._matched(spot)))
        if self.choices.low:
            for to in self._sizes(spot, self.choices.low, self.choices.high, ROOT_POT_SHARES):
                node.children.append((Raise(to), self._raised(spot, to)))
        return node

    def _sizes(self, spot: _Spot, low: int, high: int, shares: Sequence[float]) -> list[int]:
        """Return amounts to raise to."""
        pot, top = self._in_pot(spot), max(spot.bets)
        after = pot + top - spot.bets[spot.turn]
        wanted = [low, *(round(top + share * after) for share in shares)]
        if self.game.limit == FIXED_LIMIT:
            return [low]
        if high - top <= MAX_ALL_IN_POTS * after or high <= MAX_SHORT_STACK_BLINDS * self.blind:
            wanted.append(high)
        found = sorted({min(max(to, low), high) for to in wanted})
        if self.game.limit == POT_LIMIT:
            return found
        # A bet that leaves next to nothing behind is a worse all-in.
        return [to for to in found if to == high or high - to > after / 3 or high not in found]

    def _turn(self, spot: _Spot) -> Node:
        """Return the decision of the side to act after the root."""
        me, other = spot.turn, 1 - spot.turn
        call = spot.bets[other] - spot.bets[me]
        node = Node(me)
        if call > 0:
            node.children.append((FOLD, self._fold(spot)))
        node.children.append((CALL if call > 0 else CHECK, self._matched(spot)))
        if spot.raises > 0 and spot.stacks[me] > call and spot.stacks[other] > 0:
            least = max(call, self.betting.least, 1)
            whole = spot.bets[me] + spot.stacks[me]
            low = min(spot.bets[other] + least, whole)
            high = min(whole, spot.bets[other] + spot.stacks[other])
            if self.game.limit == POT_LIMIT:
                high = min(high, spot.bets[other] + self._in_pot(spot) + call)
            for to in self._sizes(spot, min(low, high), high, REPLY_POT_SHARES)[-2:]:
                node.children.append((Raise(to), self._raised(spot, to)))
        return node

    def _in_pot(self, spot: _Spot) -> int:
        return self.pot + sum(spot.bets) - sum(self.start.bets)

    def _raised(self, spot: _Spot, to: int) -> Node:
        me = spot.turn
        paid = to - spot.bets[me]
        bets, stacks = list(spot.bets), list(spot.stacks)
        bets[me], stacks[me] = to, stacks[me] - paid
        return self._turn(_Spot((bets[0], bets[1]), (stacks[0], stacks[1]), 1 - me, False, spot.raises - 1))

    def _matched(self, spot: _Spot) -> Node:
        """Return what follows a check or a call."""
        me = spot.turn
        paid = min(max(spot.bets[1 - me] - spot.bets[me], 0), spot.stacks[me])
        bets, stacks = list(spot.bets), list(spot.stacks)
        bets[me], stacks[me] = bets[me] + paid, stacks[me] - paid
        after = _Spot((bets[0], bets[1]), (stacks[0], stacks[1]), 1 - me, False, spot.raises)
        if spot.waits and self.able and min(stacks) > 0:
            return self._turn(after)
        return self._showdown(after)

    def _costs(self, spot: _Spot) -> tuple[int, float]:
        """Return what each side has put in since the root; a bet that the other cannot match comes back."""
        mine, theirs = (now - then for now, then in zip(spot.bets, self.start.bets))
        over = spot.bets[0] - spot.bets[1]
        if over > 0 and not spot.stacks[1]:
            mine -= over
        elif over < 0 and not spot.stacks[0]:
            theirs += over
        return mine, theirs * self.callers + self.late

    def _fold(self, spot: _Spot) -> Node:
        mine, theirs = (now - then for now, then in zip(spot.bets, self.start.bets))
        if spot.turn == SEAT:
            return Node(END, 0.0, -mine, self.pot + mine)
        return Node(END, 0.0, self.pot + theirs, -theirs)

    def _showdown(self, spot: _Spot) -> Node:
        mine, theirs = self._costs(spot)
        pot = self.pot + mine + theirs
        behind = min(spot.stacks) if self.able else 0
        if self.game.limit == FIXED_LIMIT:
            behind = min(behind, 2 * self.blind * self.later)
        extra = LATER_POT_SHARE * min(behind, pot * self.later)
        return Node(END, pot + 2 * extra, -mine - extra, -theirs - extra)


def flat(root: Node) -> Tree:
    """Lay a tree out as arrays, parents first."""
    nodes = [root]
    first: list[int] = []
    count: list[int] = []
    calls: list[int] = []
    for node in nodes:
        first.append(len(nodes))
        count.append(len(node.children))
        for action, child in node.children:
            if node.actor == RIVALS and action in (CALL, CHECK):
                calls.append(len(nodes))
            nodes.append(child)
    folds: list[int] = []
    for place in range(count[0]):
        after = first[0] + place
        answers = nodes[after].children
        folds.append(first[after] if nodes[after].actor == RIVALS and answers[0][0] == FOLD else -1)
    return Tree(
        np.array([node.actor for node in nodes], np.int32),
        np.array(first, np.int32),
        np.array(count, np.int32),
        np.array([node.gain for node in nodes], np.float64),
        np.array([node.base for node in nodes], np.float64),
        np.array([node.rest for node in nodes], np.float64),
        tuple(action for action, _ in root.children),
        tuple(folds),
        tuple(calls),
        tuple(nodes),
    )
