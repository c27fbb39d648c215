"""Shares of the pot between rows of hands, and an equilibrium of one round of betting between two ranges.

A tree is a list of nodes, parents first, the children of a node side by side: ``actor`` is 0 (the seat), 1 (its
rivals) or 2 (an end), and ``first`` and ``count`` are its children. At an end the seat wins ``gain`` times its share of
the pot plus ``base``, the rivals ``gain`` times the rest plus ``rest``. Nothing is checked here.
"""

import cython
import numpy as np

SEAT = cython.declare(cython.int, 0)
RIVALS = cython.declare(cython.int, 1)
UNREACHED_WEIGHT = cython.declare(cython.double, 1e-6)  # in averages, for hands that never come to a node


def shares(
    high: cython.const[cython.int][:, ::1],
    low: cython.const[cython.int][:, ::1],
    other_high: cython.const[cython.int][:, ::1],
    other_low: cython.const[cython.int][:, ::1],
    split: cython.bint,
    out: cython.double[:, ::1],
) -> None:
    """Fill ``out`` with the mean share of the pot of each row against each other row, over columns that both can have.

    Strengths below 0 are hands that are not possible, or low hands that do not qualify.
    """
    columns: cython.Py_ssize_t = high.shape[1]
    for i in range(high.shape[0]):
        for j in range(other_high.shape[0]):
            halves_won: cython.int = 0
            halves_count: cython.int = 0
            if split:
                for k in range(columns):
                    if high[i, k] >= 0 and other_high[j, k] >= 0:
                        result: cython.int = (high[i, k] > other_high[j, k]) - (high[i, k] < other_high[j, k])
                        if low[i, k] >= 0 or other_low[j, k] >= 0:
                            result += (low[i, k] > other_low[j, k]) - (low[i, k] < other_low[j, k])
                        else:
                            result += result
                        halves_won += result
                        halves_count += 2
            else:
                for k in range(columns):
                    result = (high[i, k] >= 0) & (other_high[j, k] >= 0)
                    halves_won += result * ((high[i, k] > other_high[j, k]) - (high[i, k] < other_high[j, k]))
                    halves_count += result
            out[i, j] = 0.5 + 0.5 * halves_won / halves_count if halves_count else 0.5


def won(
    strengths: cython.const[cython.int][:, ::1],
    order: cython.const[cython.longlong][:, ::1],
    cards: cython.const[cython.longlong][:, ::1],
    weight: cython.const[cython.double][::1],
    out: cython.double[::1],
) -> None:
    """Add to ``out`` the weight that each hand wins from the others without a card in common, over all boards.

    ``strengths`` are (board, hand), below 0 where a hand is not possible; ``order`` sorts each board. Ties count half.
    """
    hands: cython.Py_ssize_t = strengths.shape[1]
    weaker_by_card: cython.double[::1] = np.zeros(np.max(cards) + 1)
    equal_by_card: cython.double[::1] = np.zeros(np.max(cards) + 1)
    for board in range(strengths.shape[0]):
        weaker: cython.double = 0.0
        weaker_by_card[:] = 0.0
        first: cython.Py_ssize_t = 0
        while first < hands and strengths[board, order[board, first]] < 0:
            first += 1
        while first < hands:
            last: cython.Py_ssize_t = first
            equal: cython.double = 0.0
            while last < hands and strengths[board, order[board, last]] == strengths[board, order[board, first]]:
                hand: cython.Py_ssize_t = order[board, last]
                equal += weight[hand]
                equal_by_card[cards[hand, 0]] += weight[hand]
                equal_by_card[cards[hand, 1]] += weight[hand]
                last += 1
            for place in range(first, last):
                hand = order[board, place]
                less: cython.double = weaker - weaker_by_card[cards[hand, 0]] - weaker_by_card[cards[hand, 1]]
                same: cython.double = equal - equal_by_card[cards[hand, 0]] - equal_by_card[cards[hand, 1]]
                out[hand] += less + 0.5 * (same + weight[hand])  # which was subtracted by both of its cards
            weaker += equal
            for place in range(first, last):
                for which in range(2):
                    card: cython.Py_ssize_t = cards[order[board, place], which]
                    weaker_by_card[card] += equal_by_card[card]
                    equal_by_card[card] = 0.0
            first = last


@cython.final
@cython.cclass
class Solver:
    """A tree, with the shares of the pot between groups of hands of the seat (rows) and of its rivals.

    Strategies are ``[node, group]``: the probability of the edge to ``node`` for a group of the one who chooses it.
    ``reach[side]`` is the chance to come to a node by the strategy of each side alone, ``value`` the chips that a group
    wins from a node on, times the other side's reach.
    """

    actor: cython.const[cython.int][::1]
    first: cython.const[cython.int][::1]
    count: cython.const[cython.int][::1]
    gain: cython.const[cython.double][::1]
    base: cython.const[cython.double][::1]
    rest: cython.const[cython.double][::1]
    share: cython.const[cython.double][:, ::1]
    transposed: cython.const[cython.double][:, ::1]
    weights: cython.const[cython.double][::1]
    other_weights: cython.const[cython.double][::1]
    regret: cython.double[:, ::1]
    strategy: cython.double[:, ::1]
    reach: cython.double[:, :, ::1]
    value: cython.double[:, ::1]

    def __init__(self, actor, first, count, gain, base, rest, share, weights, other_weights) -> None:
        """``weights`` are those of the seat's groups, ``other_weights`` those of its rivals'."""
        self.actor = actor
        self.first = first
        self.count = count
        self.gain = gain
        self.base = base
        self.rest = rest
        self.share = share
        self.transposed = np.ascontiguousarray(share.T)
        self.weights = weights
        self.other_weights = other_weights
        self.regret = np.zeros((len(actor), max(share.shape)))
        self.strategy = np.zeros((len(actor), max(share.shape)))
        self.reach = np.zeros((2, len(actor), max(share.shape)))
        self.value = np.zeros((len(actor), max(share.shape)))

    def solve(self, iterations: cython.int, average: cython.double[:, ::1]) -> None:
        """Fill ``average`` with strategies near an equilibrium, by CFR+ (Tammelin 2014) with linear averaging."""
        for iteration in range(1, iterations + 1):
            for player in range(2):
                self.match_regrets(self.regret, self.strategy)
                self.update_reach(self.strategy)
                self.update_regrets(player, iteration, average)
        self.match_regrets(average, average)

    def best_response(self, average: cython.double[:, ::1], value: cython.double[:, ::1]) -> None:
        """Fill ``value`` with the value of the seat's best response to the rivals' strategy."""
        self.update_reach(average)
        for node in range(self.actor.shape[0] - 1, -1, -1):
            if self.actor[node] > RIVALS:
                self.fill_end_values(node, SEAT, self.transposed, value)
                continue
            for group in range(self.share.shape[0]):
                best: cython.double = 0.0 if self.actor[node] == RIVALS else value[self.first[node], group]
                for child in range(self.first[node], self.first[node] + self.count[node]):
                    best = best + value[child, group] if self.actor[node] == RIVALS else max(best, value[child, group])
                value[node, group] = best

    @cython.cfunc
    @cython.exceptval(check=False)
    def match_regrets(self, regret: cython.double[:, ::1], strategy: cython.double[:, ::1]) -> cython.void:
        """Set a strategy by regret matching: in proportion to regrets (or sums) above 0, uniform if there are none."""
        for node in range(self.actor.shape[0]):
            if self.actor[node] > RIVALS:
                continue
            first: cython.int = self.first[node]
            last: cython.int = first + self.count[node]
            for group in range(self.share.shape[self.actor[node]]):
                total: cython.double = 0.0
                for child in range(first, last):
                    total += regret[child, group]
                for child in range(first, last):
                    strategy[child, group] = regret[child, group] / total if total > 0 else 1.0 / (last - first)

    @cython.cfunc
    @cython.exceptval(check=False)
    def update_reach(self, strategy: cython.double[:, ::1]) -> cython.void:
        """Fill in the reach of each node."""
        reach: cython.double[:, :, ::1] = self.reach
        for group in range(self.weights.shape[0]):
            reach[0, 0, group] = self.weights[group]
        for group in range(self.other_weights.shape[0]):
            reach[1, 0, group] = self.other_weights[group]
        for node in range(self.actor.shape[0]):
            side: cython.int = self.actor[node]
            for child in range(self.first[node], self.first[node] + self.count[node]):
                for group in range(self.share.shape[side]):
                    reach[side, child, group] = reach[side, node, group] * strategy[child, group]
                for group in range(self.share.shape[1 - side]):
                    reach[1 - side, child, group] = reach[1 - side, node, group]

    @cython.cfunc
    @cython.exceptval(check=False)
    def fill_end_values(
        self,
        node: cython.Py_ssize_t,
        player: cython.int,
        shares: cython.const[cython.double][:, ::1],
        value: cython.double[:, ::1],
    ) -> cython.void:
        """Fill in the values of an end for one side; ``shares`` are by the other side's group, then its own."""
        group_count: cython.Py_ssize_t = self.share.shape[player]
        other_count: cython.Py_ssize_t = self.share.shape[1 - player]
        gain: cython.double = self.gain[node]
        total: cython.double = 0.0
        for other_group in range(other_count):
            total += self.reach[1 - player, node, other_group]
        for group in range(group_count):
            value[node, group] = total * (self.base[node] if player == SEAT else self.rest[node] + gain)
        if gain == 0.0:
            return
        for other_group in range(other_count):
            # the inner loop runs over neighbours, so that the compiler may take several at once
            chance: cython.double = self.reach[1 - player, node, other_group] * (gain if player == SEAT else -gain)
            for group in range(group_count):
                value[node, group] += chance * shares[other_group, group]

    @cython.cfunc
    @cython.exceptval(check=False)
    def update_regrets(self, player: cython.int, iteration: cython.int, average: cython.double[:, ::1]) -> cython.void:
        """Compute the values of one side; add to its regrets and to its average strategy."""
        regret: cython.double[:, ::1] = self.regret
        strategy: cython.double[:, ::1] = self.strategy
        value: cython.double[:, ::1] = self.value
        shares: cython.const[cython.double][:, ::1] = self.transposed if player == SEAT else self.share
        for node in range(self.actor.shape[0] - 1, -1, -1):
            if self.actor[node] > RIVALS:
                self.fill_end_values(node, player, shares, value)
                continue
            first: cython.int = self.first[node]
            last: cython.int = first + self.count[node]
            is_own: cython.bint = self.actor[node] == player
            for group in range(self.share.shape[player]):
                mean: cython.double = 0.0
                for child in range(first, last):
                    mean += value[child, group] * (strategy[child, group] if is_own else 1.0)
                value[node, group] = mean
            for child in range(first, last if is_own else first):
                for group in range(self.share.shape[player]):
                    regret[child, group] = max(regret[child, group] + value[child, group] - value[node, group], 0.0)
                    weight: cython.double = iteration * (self.reach[player, node, group] + UNREACHED_WEIGHT)
                    average[child, group] += weight * strategy[child, group]
