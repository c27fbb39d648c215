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
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    k: cython.Py_ssize_t
    columns: cython.Py_ssize_t = high.shape[1]
    won: cython.int
    halves: cython.int
    count: cython.int
    for i in range(high.shape[0]):
        for j in range(other_high.shape[0]):
            won = 0
            count = 0
            if split:
                for k in range(columns):
                    if high[i, k] >= 0 and other_high[j, k] >= 0:
                        halves = (high[i, k] > other_high[j, k]) - (high[i, k] < other_high[j, k])
                        if low[i, k] >= 0 or other_low[j, k] >= 0:
                            halves += (low[i, k] > other_low[j, k]) - (low[i, k] < other_low[j, k])
                        else:
                            halves += halves
                        won += halves
                        count += 2
            else:
                for k in range(columns):
                    halves = (high[i, k] >= 0) & (other_high[j, k] >= 0)
                    won += halves * ((high[i, k] > other_high[j, k]) - (high[i, k] < other_high[j, k]))
                    count += halves
            out[i, j] = 0.5 + 0.5 * won / count if count else 0.5


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
    """Fill ``average`` with strategies near an equilibrium, by CFR+ with linear averaging.

    ``average[node, group]`` is the probability of the edge to ``node`` for a group of hands of the one who chooses it.
    Both numbers of groups are at most its second dimension.
    """
    nodes: cython.Py_ssize_t = actor.shape[0]
    width: cython.Py_ssize_t = average.shape[1]
    regret_: object = np.zeros((nodes, width))
    choice_: object = np.zeros((nodes, width))
    reach_: object = np.zeros((2, nodes, width))
    value_: object = np.zeros((nodes, width))
    regret: cython.double[:, ::1] = regret_
    choice: cython.double[:, ::1] = choice_
    reach: cython.double[:, :, ::1] = reach_
    value: cython.double[:, ::1] = value_
    turned_: object = np.ascontiguousarray(np.asarray(share).T)
    turned: cython.const[cython.double][:, ::1] = turned_
    turn: cython.int
    player: cython.int
    for turn in range(1, iterations + 1):
        for player in range(2):
            _choose(actor, first, count, regret, choice, weights.shape[0], other_weights.shape[0])
            _reach(actor, first, count, choice, weights, other_weights, reach)
            _learn(
                actor,
                first,
                count,
                gain,
                base,
                rest,
                share,
                turned,
                choice,
                reach,
                value,
                regret,
                average,
                player,
                turn,
            )
    _choose(actor, first, count, average, average, weights.shape[0], other_weights.shape[0])


@cython.cfunc
@cython.exceptval(check=False)
def _choose(
    actor: cython.const[cython.int][::1],
    first: cython.const[cython.int][::1],
    count: cython.const[cython.int][::1],
    regret: cython.double[:, ::1],
    choice: cython.double[:, ::1],
    groups: cython.Py_ssize_t,
    other_groups: cython.Py_ssize_t,
) -> cython.void:
    """Match a strategy to regrets or to sums: in proportion to those above 0, uniform if there are none."""
    node: cython.Py_ssize_t
    a: cython.Py_ssize_t
    c: cython.Py_ssize_t
    total: cython.double
    size: cython.Py_ssize_t
    for node in range(actor.shape[0]):
        if actor[node] > RIVALS:
            continue
        size = groups if actor[node] == SEAT else other_groups
        for a in range(size):
            total = 0.0
            for c in range(first[node], first[node] + count[node]):
                total += regret[c, a]
            for c in range(first[node], first[node] + count[node]):
                choice[c, a] = regret[c, a] / total if total > 0 else 1.0 / count[node]


@cython.cfunc
@cython.exceptval(check=False)
def _reach(
    actor: cython.const[cython.int][::1],
    first: cython.const[cython.int][::1],
    count: cython.const[cython.int][::1],
    choice: cython.double[:, ::1],
    weights: cython.const[cython.double][::1],
    other_weights: cython.const[cython.double][::1],
    reach: cython.double[:, :, ::1],
) -> cython.void:
    """Fill in the probability of coming to each node, by the choices of each side alone."""
    node: cython.Py_ssize_t
    a: cython.Py_ssize_t
    c: cython.Py_ssize_t
    for a in range(weights.shape[0]):
        reach[0, 0, a] = weights[a]
    for a in range(other_weights.shape[0]):
        reach[1, 0, a] = other_weights[a]
    for node in range(actor.shape[0]):
        if actor[node] > RIVALS:
            continue
        for c in range(first[node], first[node] + count[node]):
            for a in range(weights.shape[0]):
                reach[0, c, a] = reach[0, node, a] * (choice[c, a] if actor[node] == SEAT else 1.0)
            for a in range(other_weights.shape[0]):
                reach[1, c, a] = reach[1, node, a] * (choice[c, a] if actor[node] == RIVALS else 1.0)


@cython.cfunc
@cython.exceptval(check=False)
def _end(
    node: cython.Py_ssize_t,
    player: cython.int,
    gain: cython.const[cython.double][::1],
    base: cython.const[cython.double][::1],
    rest: cython.const[cython.double][::1],
    share: cython.const[cython.double][:, ::1],
    turned: cython.const[cython.double][:, ::1],
    reach: cython.double[:, :, ::1],
    value: cython.double[:, ::1],
) -> cython.void:
    """Fill in what each group wins at an end, times the chance that the other side comes there."""
    a: cython.Py_ssize_t
    b: cython.Py_ssize_t
    chance: cython.double
    total: cython.double = 0.0
    size: cython.Py_ssize_t = share.shape[player]
    others: cython.Py_ssize_t = share.shape[1 - player]
    amount: cython.double = gain[node]
    for b in range(others):
        total += reach[1 - player, node, b]
    for a in range(size):
        value[node, a] = total * (base[node] if player == SEAT else rest[node] + amount)
    if amount == 0.0:
        return
    for b in range(others):  # the inner loops run over neighbours, so that the compiler may take several at once
        chance = reach[1 - player, node, b] * amount
        if player == SEAT:
            for a in range(size):
                value[node, a] += chance * turned[b, a]
        else:
            for a in range(size):
                value[node, a] -= chance * share[b, a]


@cython.cfunc
@cython.exceptval(check=False)
def _learn(
    actor: cython.const[cython.int][::1],
    first: cython.const[cython.int][::1],
    count: cython.const[cython.int][::1],
    gain: cython.const[cython.double][::1],
    base: cython.const[cython.double][::1],
    rest: cython.const[cython.double][::1],
    share: cython.const[cython.double][:, ::1],
    turned: cython.const[cython.double][:, ::1],
    choice: cython.double[:, ::1],
    reach: cython.double[:, :, ::1],
    value: cython.double[:, ::1],
    regret: cython.double[:, ::1],
    average: cython.double[:, ::1],
    player: cython.int,
    turn: cython.int,
) -> cython.void:
    """Value the tree for one side, and add to its regrets and to its average strategy."""
    node: cython.Py_ssize_t
    a: cython.Py_ssize_t
    c: cython.Py_ssize_t
    mean: cython.double
    size: cython.Py_ssize_t = share.shape[player]
    for node in range(actor.shape[0] - 1, -1, -1):
        if actor[node] > RIVALS:
            _end(node, player, gain, base, rest, share, turned, reach, value)
            continue
        for a in range(size):
            mean = 0.0
            for c in range(first[node], first[node] + count[node]):
                mean += value[c, a] * (choice[c, a] if actor[node] == player else 1.0)
            value[node, a] = mean
            if actor[node] == player:
                for c in range(first[node], first[node] + count[node]):
                    regret[c, a] = max(regret[c, a] + value[c, a] - mean, 0.0)
                    average[c, a] += turn * (reach[player, node, a] + UNREACHED_WEIGHT) * choice[c, a]


def reply(
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
    """Fill ``value[node, group]`` with what the seat's best reply to the rivals' strategy wins from each node on.

    It is times the chance that the rivals come there. ``weights`` of the seat do not matter.
    """
    node: cython.Py_ssize_t
    a: cython.Py_ssize_t
    c: cython.Py_ssize_t
    best: cython.double
    reach_: object = np.zeros((2, actor.shape[0], average.shape[1]))
    reach: cython.double[:, :, ::1] = reach_
    ones_: object = np.ones(share.shape[0])
    ones: cython.const[cython.double][::1] = ones_
    turned_: object = np.ascontiguousarray(np.asarray(share).T)
    turned: cython.const[cython.double][:, ::1] = turned_
    _reach(actor, first, count, average, ones, other_weights, reach)
    for node in range(actor.shape[0] - 1, -1, -1):
        if actor[node] > RIVALS:
            _end(node, SEAT, gain, base, rest, share, turned, reach, value)
            continue
        for a in range(share.shape[0]):
            best = 0.0 if actor[node] == RIVALS else value[first[node], a]
            for c in range(first[node], first[node] + count[node]):
                best = best + value[c, a] if actor[node] == RIVALS else max(best, value[c, a])
            value[node, a] = best
