"""Solve a street of betting heads-up: an equilibrium by discounted counterfactual regret minimisation (DCFR).

A game is a tree of decisions over two lists of hands; matrices say which hand wins a showdown, and which hands can be
held together. All hands of a player are updated at once. The result is no exact equilibrium: its *exploitability* says
how much the best replies to it win, as an average of both players.

>>> from cardwright import ranking
>>> from cardwright.ranking.equity.ranges import parse
>>> poker = ranking.load("standard")
>>> ranges = [parse(text, poker.declaration, 2) for text in ("AA, QQ", "KK")]
>>> solution = solve(river(poker, "2c 2d 2h 7s 8s", ranges, pot=10, stack=10, bets=(1.0,)), 300)
>>> round(solution.value, 1), solution.exploitability < 0.02
(2.5, True)
"""

import math
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from cardwright.errors import BadCount, BadText
from cardwright.ranking.equity.ranges import Range
from cardwright.ranking.model import Hand
from cardwright.ranking.ranking import Ranking
from cardwright.ranking.rows import beside
from cardwright.shards import Progress

# The discounts that Brown and Sandholm recommend (2019): of gains in regret, of losses, and of the strategy.
GAIN_FACTOR, LOSS_FACTOR, STRATEGY_FACTOR = 1.5, 0.0, 2.0
MAX_HANDS = 1_400
MAX_RAISES = 6

Floats: TypeAlias = NDArray[np.float64]
Matrix: TypeAlias = NDArray[np.float32]
Path: TypeAlias = tuple[str, ...]
Strategies: TypeAlias = dict[Path, Floats]


class Fold(NamedTuple):
    """The end of a deal by folding: the amount that player 0 wins, below 0 for a loss."""

    amount: float


class ShowdownNode(NamedTuple):
    """The end of a deal by comparing hands, for this amount, on one of the boards."""

    amount: float
    board: int = 0


class Decision(NamedTuple):
    """A choice of a player: the names of the actions, and the node after each."""

    player: int
    actions: tuple[str, ...]
    children: tuple["Node", ...]


class NextCard(NamedTuple):
    """A card for all: a continuation for each board, all with this probability for hands that the board allows."""

    boards: tuple[int, ...]
    children: tuple["Node", ...]
    probability: float


Node: TypeAlias = Fold | ShowdownNode | Decision | NextCard


class Street(msgspec.Struct, frozen=True):
    """A game to be solved. Matrices are (hand of player 0, hand of player 1).

    ``weights`` are the weights of each player's hands. ``together`` is 1 where two hands can be held at once. ``lead``
    is for each board 1 where player 0 wins and -1 where player 1 wins. ``allowed`` (board, player) are the hands that a
    board allows, 1 or 0.
    """

    root: Node
    hands: tuple[tuple[tuple[int, ...], ...], ...]
    weights: tuple[Floats, Floats]
    together: Matrix
    lead: tuple[Matrix, ...]
    allowed: tuple[tuple[Floats, Floats], ...]


class Solution(msgspec.Struct, frozen=True):
    """Strategies by the path of actions that leads to a decision, (action, hand); the value for player 0 in chips.

    ``exploitability`` is in chips too: the average of the gains of the two best replies.
    """

    street: Street
    strategies: Strategies
    value: float
    exploitability: float
    iterations: int

    def frequencies(self, path: Path = ()) -> Floats:
        """Return how often each action is taken at a decision, over the player's hands with their weights."""
        node = decision_at(self.street.root, path)
        weight = self.street.weights[node.player]
        shares: Floats = self.strategies[path] @ weight / weight.sum()
        return shares


def decision_at(root: Node, path: Path) -> Decision:
    """Return the decision after these actions. Raises `BadText`."""
    node = root
    for action in path:
        if not isinstance(node, Decision) or action not in node.actions:
            raise BadText(f"no decision follows {' '.join(path)!r}", action)
        node = node.children[node.actions.index(action)]
    if not isinstance(node, Decision):
        raise BadText(f"no decision follows {' '.join(path)!r}", " ".join(path))
    return node


# Games


def betting(pot: float, stack: float, bets: Sequence[float], raises: int = 3) -> Node:
    """Return the tree of one street: ``bets`` are parts of the pot, and any bet may be all-in. Player 0 begins."""
    if not 0 <= raises <= MAX_RAISES or not all(0 < amount < math.inf for amount in (pot, stack, *bets)):
        raise BadCount(f"a pot and a stack above 0, bets above 0 and at most {MAX_RAISES} raises", raises)

    def turn(player: int, paid: tuple[float, float], left: int, checked: bool) -> Node:
        """Return a player's decision; ``paid`` is the amount that each has put in on this street."""
        call = paid[1 - player] - paid[player]
        level = max(paid)
        actions: list[str] = []
        children: list[Node] = []
        if call:
            lost = pot / 2 + paid[player]
            actions += ["fold", "call"]
            children += [Fold(-lost if player == 0 else lost), ShowdownNode(pot / 2 + level)]
        else:
            actions.append("check")
            children.append(ShowdownNode(pot / 2) if checked else turn(1 - player, paid, left, checked=True))
        if left and level < stack:
            after = pot + 2 * level
            for to in sorted({min(round(level + bet * after, 6), stack) for bet in bets}):
                raised = (to, paid[1]) if player == 0 else (paid[0], to)
                actions.append(("raise " if call else "bet ") + f"{to:g}")
                children.append(turn(1 - player, raised, left - 1, checked=True))
        return Decision(player, tuple(actions), tuple(children))

    return turn(0, (0.0, 0.0), raises, checked=False)


def river(
    ranking: Ranking,
    board: Hand,
    ranges: Sequence[Range],
    *,
    pot: float,
    stack: float,
    bets: Sequence[float],
    raises: int = 3,
) -> Street:
    """Return the last street with this board, for two ranges of any ranking. Raises `BadText` and `BadCount`."""
    if not all(isinstance(each, Range) for each in ranges):
        raise BadText("a range is what `ranges.parse` returns, not its text")
    table = ranking.cards(board)
    hands = [each.without(table) for each in ranges]
    if not all(len(each.weights) for each in hands):
        raise BadText("no hand of a range is possible with these cards on the board")
    if len(hands) != 2 or any(len(each.weights) > MAX_HANDS for each in hands):
        raise BadCount(f"two ranges of at most {MAX_HANDS} hands are solved", len(hands))
    together = np.ones((len(hands[0].weights), len(hands[1].weights)), np.float32)
    for mine in hands[0].combos.T:
        for theirs in hands[1].combos.T:
            together *= mine[:, None] != theirs
    if not together.any():
        raise BadText("the ranges leave no deal: their hands share cards")
    strengths = [ranking.strengths(beside(table, each.combos)).astype(np.int64) for each in hands]
    lead = np.sign(strengths[0][:, None] - strengths[1]).astype(np.float32) * together
    every = tuple(np.ones(len(each.weights)) for each in hands)
    cards = tuple(tuple(map(tuple, each.combos.tolist())) for each in hands)
    weights = tuple(each.weights.astype(np.float64) for each in hands)
    root = betting(pot, stack, bets, raises)
    return Street(root, cards, (weights[0], weights[1]), together, (lead,), ((every[0], every[1]),))


# The algorithm


class _Learner:
    """The regrets and the average strategies of all decisions."""

    def __init__(self, street: Street) -> None:
        self.street = street
        self.regret: Strategies = {}
        self.total: Strategies = {}
        self.turn = 0

    def learn(self, player: int) -> None:
        """Walk the tree once for a player, against the other's current strategy."""
        ends = _ends(self.street, player, self.strategy)
        self._walk(self.street.root, (), player, self.street.weights[player], ends)

    def _walk(self, node: Node, path: Path, player: int, reach: Floats, ends: Iterator[Floats]) -> Floats:
        """Return the winnings of each hand of the player; ``reach`` is the chance that the player gets here with it."""
        if isinstance(node, Fold | ShowdownNode):
            return next(ends)
        if isinstance(node, NextCard):
            allowed = [self.street.allowed[board][player] for board in node.boards]
            parts = [
                held * self._walk(child, (*path, str(board)), player, reach * held, ends)
                for board, child, held in zip(node.boards, node.children, allowed, strict=True)
            ]
            return _sum(parts)
        steps = list(zip(node.actions, node.children, strict=True))
        if node.player != player:
            return _sum([self._walk(child, (*path, action), player, reach, ends) for action, child in steps])
        shares = self.strategy(path, node)
        values = np.stack(
            [
                self._walk(child, (*path, action), player, reach * share, ends)
                for (action, child), share in zip(steps, shares, strict=True)
            ]
        )
        mean: Floats = (values * shares).sum(axis=0)
        self._update(path, values - mean, shares * reach)
        return mean

    def _update(self, path: Path, regret: Floats, shares: Floats) -> None:
        gain, loss = self.turn**GAIN_FACTOR, self.turn**LOSS_FACTOR
        before = self.regret[path]
        self.regret[path] = before * np.where(before > 0, gain / (gain + 1), loss / (loss + 1)) + regret
        self.total[path] = self.total[path] * (self.turn / (self.turn + 1)) ** STRATEGY_FACTOR + shares

    def strategy(self, path: Path, node: Decision) -> Floats:
        """Return the current strategy of a decision: in proportion to regrets above 0."""
        if path not in self.regret:
            size = len(node.actions), len(self.street.weights[node.player])
            self.regret[path], self.total[path] = np.zeros(size), np.zeros(size)
        return _normalise(np.maximum(self.regret[path], 0))

    def average(self) -> Strategies:
        """Return the average strategies, which approach an equilibrium."""
        return {path: _normalise(total) for path, total in self.total.items()}


def _normalise(shares: Floats) -> Floats:
    total = shares.sum(axis=0)
    strategy: Floats = np.where(total > 0, shares / np.where(total > 0, total, 1), 1 / len(shares))
    return strategy


def _sum(parts: Sequence[Floats]) -> Floats:
    total: Floats = np.sum(parts, axis=0)
    return total


def _ends(street: Street, player: int, strategy: Callable[[Path, Decision], Floats]) -> Iterator[Floats]:
    """Return the winnings of each hand of a player at each end of the tree, in order, times the chance to come there.

    All ends on one board are one product of matrices.
    """

    def reached(node: Node, path: Path, reach: Floats) -> Iterator[tuple[Fold | ShowdownNode, Floats]]:
        """Yield the ends of the tree, each with the chance of every hand of the other to come there."""
        if isinstance(node, Fold | ShowdownNode):
            yield node, reach
            return
        if isinstance(node, NextCard):
            steps = [(str(board), node.probability * street.allowed[board][1 - player]) for board in node.boards]
        else:
            shares = strategy(path, node) if node.player != player else np.ones((len(node.actions), 1))
            steps = list(zip(node.actions, shares, strict=True))
        for (action, share), child in zip(steps, node.children, strict=True):
            yield from reached(child, (*path, action), reach * share)

    listed = list(reached(street.root, (), street.weights[1 - player]))
    boards = [end.board if isinstance(end, ShowdownNode) else None for end, _ in listed]
    winnings: dict[int, Floats] = {}
    for board in set(boards):
        matrix = street.together if board is None else street.lead[board]
        here = [n for n, each in enumerate(boards) if each == board]
        reach = np.stack([listed[n][1] for n in here], axis=1).astype(np.float32)
        won = (matrix if player == 0 else -matrix.T) @ reach
        winnings |= {n: (won[:, column] * listed[n][0].amount).astype(np.float64) for column, n in enumerate(here)}
    return iter([winnings[n] for n in range(len(listed))])


def solve(street: Street, iterations: int = 300, progress: Progress | None = None) -> Solution:
    """Return strategies near an equilibrium, with their value and exploitability. Raises `BadCount`."""
    if iterations < 1:
        raise BadCount(f"there is at least one iteration, not {iterations}", iterations)
    learner = _Learner(street)
    for turn in range(iterations):
        learner.turn = turn
        learner.learn(0)
        learner.learn(1)
        if progress:
            progress(turn + 1, iterations)
    strategies = learner.average()
    replies = sum(_value(street, strategies, player, best=True) for player in (0, 1))
    return Solution(street, strategies, _value(street, strategies, 0, best=False), replies / 2, iterations)


def _value(street: Street, strategies: Strategies, player: int, best: bool) -> float:
    """Return a player's mean winnings against the other's strategy: by their own or, with ``best``, the best reply."""
    ends = _ends(street, player, lambda path, node: strategies[path])

    def won(node: Node, path: Path) -> Floats:
        """Return the winnings of each hand of the player from here on."""
        if isinstance(node, Fold | ShowdownNode):
            return next(ends)
        actions = tuple(map(str, node.boards)) if isinstance(node, NextCard) else node.actions
        steps = zip(actions, node.children, strict=True)
        values = np.stack([won(child, (*path, action)) for action, child in steps])
        if isinstance(node, NextCard):
            return _sum([street.allowed[board][player] * each for board, each in zip(node.boards, values, strict=True)])
        if node.player != player:
            return _sum(list(values))
        winnings: Floats = values.max(axis=0) if best else (values * strategies[path]).sum(axis=0)
        return winnings

    deals = float(street.weights[0] @ street.together @ street.weights[1])
    return float(street.weights[player] @ won(street.root, ())) / deals
