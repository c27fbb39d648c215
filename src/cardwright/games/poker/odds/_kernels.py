"""Shares of the pot between rows of hands, and an equilibrium of one round of betting between two ranges.

The slow twins are `reference.shares` and `reference.solve` in the tests of the same name. A tree is a list of nodes,
parents first, the children of a node side by side: ``actor`` is 0 (the seat), 1 (its rivals) or 2 (an end), and
``first`` and ``count`` are its children. At an end the seat wins ``gain`` times its share of the pot plus ``base``, the
rivals ``gain`` times the rest plus ``rest``. Nothing is checked here.
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


def solve(
    actor: cython.const[cython.int][::1],
    first: cython.const[cython.int][::1],
    count: cython.const[cython.int][::1],
    gain: cython.const[cython.double][::1],
    base: cython.const[cython.double][::1],
    rest: cython.const[cython.double][::1],
    share: cython.const[cython.double][:, ::1],
    weights: cython.const[cython.double][::1],
    other_weights: cython.const[cython.double][::1],
    iterations: cython.int,
    average: cython.double[:, ::1],
) -> None:
    """Fill ``average`` with strategies near an equilibrium, by CFR+ (Tammelin 2014) with linear averaging.

    ``average[node, group]`` is the probability of the edge to ``node`` for a group of hands of the one who chooses it.
    Both numbers of groups are at most its second dimension.
    """
    nodes: cython.Py_ssize_t = actor.shape[0]
    group_count: cython.Py_ssize_t = average.shape[1]
    regret_: object = np.zeros((nodes, group_count))
    strategy_: object = np.zeros((nodes, group_count))
    reach_: object = np.zeros((2, nodes, group_count))
    value_: object = np.zeros((nodes, group_count))
    regret: cython.double[:, ::1] = regret_
    strategy: cython.double[:, ::1] = strategy_
    reach: cython.double[:, :, ::1] = reach_
    value: cython.double[:, ::1] = value_
    transposed_: object = np.ascontiguousarray(np.asarray(share).T)
    transposed: cython.const[cython.double][:, ::1] = transposed_
    for iteration in range(1, iterations + 1):
        for player in range(2):
            _match_regrets(actor, first, count, regret, strategy, weights.shape[0], other_weights.shape[0])
            _update_reach(actor, first, count, strategy, weights, other_weights, reach)
            _update_regrets(
                actor,
                first,
                count,
                gain,
                base,
                rest,
                share,
                transposed,
                strategy,
                reach,
                value,
                regret,
                average,
                player,
                iteration,
            )
    _match_regrets(actor, first, count, average, average, weights.shape[0], other_weights.shape[0])


@cython.cfunc
@cython.exceptval(check=False)
def _match_regrets(
    actor: cython.const[cython.int][::1],
    first: cython.const[cython.int][::1],
    count: cython.const[cython.int][::1],
    regret: cython.double[:, ::1],
    strategy: cython.double[:, ::1],
    groups: cython.Py_ssize_t,
    other_groups: cython.Py_ssize_t,
) -> cython.void:
    """Set a strategy by regret matching: in proportion to regrets (or sums) above 0, uniform if there are none."""
    for node in range(actor.shape[0]):
        if actor[node] > RIVALS:
            continue
        size: cython.Py_ssize_t = groups if actor[node] == SEAT else other_groups
        for group in range(size):
            total: cython.double = 0.0
            for child in range(first[node], first[node] + count[node]):
                total += regret[child, group]
            for child in range(first[node], first[node] + count[node]):
                strategy[child, group] = regret[child, group] / total if total > 0 else 1.0 / count[node]


@cython.cfunc
@cython.exceptval(check=False)
def _update_reach(
    actor: cython.const[cython.int][::1],
    first: cython.const[cython.int][::1],
    count: cython.const[cython.int][::1],
    strategy: cython.double[:, ::1],
    weights: cython.const[cython.double][::1],
    other_weights: cython.const[cython.double][::1],
    reach: cython.double[:, :, ::1],
) -> cython.void:
    """Fill in the reach probabilities of each node, by the strategy of each side alone."""
    for group in range(weights.shape[0]):
        reach[0, 0, group] = weights[group]
    for group in range(other_weights.shape[0]):
        reach[1, 0, group] = other_weights[group]
    for node in range(actor.shape[0]):
        if actor[node] > RIVALS:
            continue
        for child in range(first[node], first[node] + count[node]):
            for group in range(weights.shape[0]):
                reach[0, child, group] = reach[0, node, group] * (
                    strategy[child, group] if actor[node] == SEAT else 1.0
                )
            for group in range(other_weights.shape[0]):
                reach[1, child, group] = reach[1, node, group] * (
                    strategy[child, group] if actor[node] == RIVALS else 1.0
                )


@cython.cfunc
@cython.exceptval(check=False)
def _fill_end_values(
    node: cython.Py_ssize_t,
    player: cython.int,
    gain: cython.const[cython.double][::1],
    base: cython.const[cython.double][::1],
    rest: cython.const[cython.double][::1],
    share: cython.const[cython.double][:, ::1],
    transposed: cython.const[cython.double][:, ::1],
    reach: cython.double[:, :, ::1],
    value: cython.double[:, ::1],
) -> cython.void:
    """Fill in the counterfactual values at an end: what each group wins, times the other side's reach."""
    total: cython.double = 0.0
    group_count: cython.Py_ssize_t = share.shape[player]
    other_count: cython.Py_ssize_t = share.shape[1 - player]
    pot_gain: cython.double = gain[node]
    for other_group in range(other_count):
        total += reach[1 - player, node, other_group]
    for group in range(group_count):
        value[node, group] = total * (base[node] if player == SEAT else rest[node] + pot_gain)
    if pot_gain == 0.0:
        return
    for other_group in range(
        other_count
    ):  # the inner loops run over neighbours, so that the compiler may take several at once
        chance: cython.double = reach[1 - player, node, other_group] * pot_gain
        if player == SEAT:
            for group in range(group_count):
                value[node, group] += chance * transposed[other_group, group]
        else:
            for group in range(group_count):
                value[node, group] -= chance * share[other_group, group]


@cython.cfunc
@cython.exceptval(check=False)
def _update_regrets(
    actor: cython.const[cython.int][::1],
    first: cython.const[cython.int][::1],
    count: cython.const[cython.int][::1],
    gain: cython.const[cython.double][::1],
    base: cython.const[cython.double][::1],
    rest: cython.const[cython.double][::1],
    share: cython.const[cython.double][:, ::1],
    transposed: cython.const[cython.double][:, ::1],
    strategy: cython.double[:, ::1],
    reach: cython.double[:, :, ::1],
    value: cython.double[:, ::1],
    regret: cython.double[:, ::1],
    average: cython.double[:, ::1],
    player: cython.int,
    iteration: cython.int,
) -> cython.void:
    """Compute the counterfactual values of one side; add to its regrets and to its average strategy."""
    group_count: cython.Py_ssize_t = share.shape[player]
    for node in range(actor.shape[0] - 1, -1, -1):
        if actor[node] > RIVALS:
            _fill_end_values(node, player, gain, base, rest, share, transposed, reach, value)
            continue
        for group in range(group_count):
            mean: cython.double = 0.0
            for child in range(first[node], first[node] + count[node]):
                mean += value[child, group] * (strategy[child, group] if actor[node] == player else 1.0)
            value[node, group] = mean
            if actor[node] == player:
                for child in range(first[node], first[node] + count[node]):
                    regret[child, group] = max(regret[child, group] + value[child, group] - mean, 0.0)
                    average[child, group] += (
                        iteration * (reach[player, node, group] + UNREACHED_WEIGHT) * strategy[child, group]
                    )


def best_response(
    actor: cython.const[cython.int][::1],
    first: cython.const[cython.int][::1],
    count: cython.const[cython.int][::1],
    gain: cython.const[cython.double][::1],
    base: cython.const[cython.double][::1],
    rest: cython.const[cython.double][::1],
    share: cython.const[cython.double][:, ::1],
    average: cython.double[:, ::1],
    other_weights: cython.const[cython.double][::1],
    value: cython.double[:, ::1],
) -> None:
    """Fill ``value[node, group]`` with what the seat's best response to the rivals' strategy wins from each node on.

    It is multiplied by the chance that the rivals come there. ``weights`` of the seat do not matter.
    """
    reach_: object = np.zeros((2, actor.shape[0], average.shape[1]))
    reach: cython.double[:, :, ::1] = reach_
    ones_: object = np.ones(share.shape[0])
    ones: cython.const[cython.double][::1] = ones_
    transposed_: object = np.ascontiguousarray(np.asarray(share).T)
    transposed: cython.const[cython.double][:, ::1] = transposed_
    _update_reach(actor, first, count, average, ones, other_weights, reach)
    for node in range(actor.shape[0] - 1, -1, -1):
        if actor[node] > RIVALS:
            _fill_end_values(node, SEAT, gain, base, rest, share, transposed, reach, value)
            continue
        for group in range(share.shape[0]):
            best: cython.double = 0.0 if actor[node] == RIVALS else value[first[node], group]
            for child in range(first[node], first[node] + count[node]):
                best = best + value[child, group] if actor[node] == RIVALS else max(best, value[child, group])
            value[node, group] = best
