"""Counting pairs of disjoint seven-card hands exactly. The slow twin is `brute_force` in the tests.

A *class* is a row of `classes.Classes`. A *code* is a hand set by a way: front << 16 | back, both small numbers that
compare as the hands do.

Pairs are counted by inclusion-exclusion over the sets S of cards that both hands hold: the disjoint pairs with a
property are the sum over S of (-1)^|S| times the pairs of hands that both contain S and have it. Counts of pairs stay
below 2^60 for 53 cards.

A hand wins where front and back are both higher. `Comparison` counts that for the codes of a list against weighted
ones: it goes up through the fronts (`sort_settings`) and keeps the weight of the backs below in a Fenwick tree.

- One way against another, for `pairs`: `rank_pairs` where at most one hand counts as a flush hand, then
  `pairs_of_one_suit` and `pairs_of_two_suits` for two flush hands, whose codes `flush_settings` lists.
- Each hand by its best setting, for `best`: `plain_tally` values the settings against the dealer's by ranks alone. The
  rest of that is in `best._kernels`.
"""

import cython
import numpy as np

HAND = cython.declare(cython.int, 7)
FEW_PAIRS = cython.declare(cython.int, 2000)  # up to this many pairs are compared one by one
COLUMNS = cython.declare(cython.int, 14)  # of a multiset of ranks: 13 heights and the joker


def weigh_plain(counts: cython.uchar[:, ::1], choices: cython.longlong[:, ::1], weights: cython.longlong[::1]) -> None:
    """Write how many hands each class has: the product over its columns of ``choices[column, count]``."""
    for row in range(counts.shape[0]):
        ways: cython.longlong = 1
        for column in range(counts.shape[1]):
            ways *= choices[column, counts[row, column]]
        weights[row] = ways


def weigh_flush(
    masks: cython.ushort[::1],
    others: cython.uchar[::1],
    jokers: cython.uchar[::1],
    free: cython.ushort[::1],
    beside: cython.longlong[:, ::1],
    joker: cython.int,
    weights: cython.longlong[::1],
) -> None:
    """Write how many hands each flush class has, of ranks ``free`` in each suit, with the ways of the cards beside."""
    for row in range(masks.shape[0]):
        ways: cython.longlong = 0
        if jokers[row] <= joker:
            for suit in range(free.shape[0]):
                if masks[row] & ~free[suit] == 0:
                    ways += beside[suit, others[row]]
        weights[row] = ways


def add_settings(
    plain: cython.longlong[::1],
    flush: cython.longlong[::1],
    flush_plain: cython.int[::1],
    places: cython.int[::1],
    table: cython.longlong[::1],
) -> None:
    """Add the hands of all classes to the places of their settings, and remove flush hands from their plain class."""
    first: cython.Py_ssize_t = plain.shape[0]
    for row in range(first):
        table[places[row]] += plain[row]
    for row in range(flush.shape[0]):
        table[places[first + row]] += flush[row]
        table[places[flush_plain[row]]] -= flush[row]


def subsets(
    size: cython.int,
    masks: cython.ushort[::1],
    starts: cython.int[::1],
    joker: cython.int,
    classes: cython.ushort[:, ::1],
) -> cython.longlong:
    """List the classes of subsets of ``size`` cards: four suit masks in descending order, then the joker (0 or 1).

    ``masks`` holds the rank masks by their number of ranks, ascending in each number; those of n ranks begin at
    ``starts[n]``. An empty ``classes`` only counts. Return how many there are.
    """
    total: cython.longlong = 0
    write: cython.bint = classes.shape[0] > 0
    for with_joker in range(joker + 1):
        cards: cython.int = size - with_joker
        if cards < 0:
            continue
        for na in range(cards + 1):
            if starts[na + 1] == starts[na]:
                continue
            for nb in range(cards - na + 1):
                for nc in range(cards - na - nb + 1):
                    nd: cython.int = cards - na - nb - nc
                    for i in range(starts[na], starts[na + 1]):
                        for j in range(starts[nb], starts[nb + 1]):
                            if masks[j] > masks[i]:
                                break
                            for k in range(starts[nc], starts[nc + 1]):
                                if masks[k] > masks[j]:
                                    break
                                for m in range(starts[nd], starts[nd + 1]):
                                    if masks[m] > masks[k]:
                                        break
                                    if write:
                                        classes[total, 0] = masks[i]
                                        classes[total, 1] = masks[j]
                                        classes[total, 2] = masks[k]
                                        classes[total, 3] = masks[m]
                                        classes[total, 4] = with_joker
                                    total += 1
    return total


@cython.cfunc
@cython.exceptval(check=False)
def add_weight(tree: cython.longlong[::1], back: cython.int, weight: cython.longlong) -> cython.void:
    """Add the weight of a back to a Fenwick tree."""
    back += 1
    while back < tree.shape[0]:
        tree[back] += weight
        back += back & -back


@cython.cfunc
@cython.exceptval(check=False)
def weight_below(tree: cython.longlong[::1], back: cython.int) -> cython.longlong:
    """Return the weight of all lower backs."""
    sum_: cython.longlong = 0
    while back > 0:
        sum_ += tree[back]
        back -= back & -back
    return sum_


@cython.cfunc
@cython.exceptval(check=False)
def sort_settings(
    codes: cython.uint[::1],
    n: cython.Py_ssize_t,
    shift: cython.int,
    before: cython.int[::1],
    starts: cython.int[::1],
    order: cython.int[::1],
) -> cython.void:
    """Order settings by their backs (``shift`` 0) or fronts (16); equal ones stay as ``before`` has them."""
    for i in range(starts.shape[0]):
        starts[i] = 0
    for i in range(n):
        starts[(codes[i] >> shift & 0xFFFF) + 2] += 1
    for i in range(1, starts.shape[0]):
        starts[i] += starts[i - 1]
    for i in range(n):
        key: cython.uint = codes[before[i]] >> shift & 0xFFFF
        order[starts[key + 1]] = before[i]
        starts[key + 1] += 1


@cython.final
@cython.cclass
class Comparison:
    """Settings of the player, in row 0 of ``codes`` and ``weights``, to compare with the dealer's in row 1.

    `count` writes ``counts`` for each of the player's settings: the weight of the dealer's settings that are lower both
    in front and behind, then the weight of those lower in neither. The last row of ``memory`` is 0, 1, 2 and so on.
    """

    codes: cython.uint[:, ::1]
    weights: cython.longlong[:, ::1]
    counts: cython.longlong[:, ::1]
    memory: cython.int[:, ::1]
    starts: cython.int[:, ::1]
    tree: cython.longlong[::1]

    def __init__(self, most: cython.Py_ssize_t, fronts: cython.int, backs: cython.int):
        """Make room for ``most`` settings of either, with this many different fronts and backs."""
        self.codes = np.zeros((2, most), np.uint32)
        self.weights = np.zeros((2, most), np.int64)
        self.counts = np.zeros((2, most), np.int64)
        self.memory = np.tile(np.arange(most, dtype=np.int32), (3, 1))
        self.starts = np.zeros((2, fronts + 2), np.int32)
        self.tree = np.zeros(backs + 1, np.int64)

    @cython.cfunc
    @cython.exceptval(check=False)
    def count(self, n: cython.Py_ssize_t, m: cython.Py_ssize_t) -> cython.void:
        """Fill ``counts`` for ``n`` settings of the player against ``m`` of the dealer."""
        mine: cython.uint[::1] = self.codes[0]
        theirs: cython.uint[::1] = self.codes[1]
        weights: cython.longlong[::1] = self.weights[1]
        counts: cython.longlong[:, ::1] = self.counts
        i: cython.Py_ssize_t
        j: cython.Py_ssize_t
        passed: cython.longlong = 0
        total: cython.longlong = 0
        if n * m <= FEW_PAIRS:
            for i in range(n):
                my_front: cython.uint = mine[i] >> 16
                my_back: cython.uint = mine[i] & 0xFFFF
                passed = 0
                under: cython.longlong = 0
                for j in range(m):
                    if theirs[j] >> 16 < my_front:
                        if theirs[j] & 0xFFFF < my_back:
                            passed += weights[j]
                    elif theirs[j] & 0xFFFF >= my_back:
                        under += weights[j]
                counts[0, i] = passed
                counts[1, i] = under
            return
        memory: cython.int[:, ::1] = self.memory
        starts: cython.int[:, ::1] = self.starts
        tree: cython.longlong[::1] = self.tree
        sort_settings(mine, n, 16, memory[2], starts[0], memory[0])
        sort_settings(theirs, m, 16, memory[2], starts[1], memory[1])
        for i in range(tree.shape[0]):
            tree[i] = 0
        for j in range(m):
            total += weights[j]
        for front in range(starts.shape[1] - 2):
            for k in range(starts[0, front], starts[0, front + 1]):
                i = memory[0, k]
                under = weight_below(tree, mine[i] & 0xFFFF)
                counts[0, i] = under
                # those not below in front, less those of them that are below behind
                counts[1, i] = total - passed + under
            for k in range(starts[1, front], starts[1, front + 1]):
                j = memory[1, k]
                add_weight(tree, theirs[j] & 0xFFFF, weights[j])
                passed += weights[j]
        for i in range(n):
            counts[1, i] -= weight_below(tree, mine[i] & 0xFFFF)

    @cython.cfunc
    @cython.exceptval(check=False)
    def add(
        self, n: cython.Py_ssize_t, m: cython.Py_ssize_t, sign: cython.longlong, tally: cython.longlong[::1]
    ) -> cython.void:
        """Compare ``n`` settings of the player with ``m`` of the dealer.

        ``tally`` takes the products of weights, times ``sign``, where both of the player's are higher, and where
        neither.
        """
        higher: cython.longlong = 0
        lower: cython.longlong = 0
        weights: cython.longlong[:, ::1] = self.weights
        counts: cython.longlong[:, ::1] = self.counts
        self.count(n, m)
        for i in range(n):
            higher += weights[0, i] * counts[0, i]
            lower += weights[0, i] * counts[1, i]
        tally[0] += sign * higher
        tally[1] += sign * lower


@cython.cfunc
@cython.exceptval(check=False)
def place_of(keys: cython.longlong[::1], key: cython.longlong) -> cython.Py_ssize_t:
    """Return the index of a key in ascending keys, by binary search; -1 if it is not there."""
    low: cython.Py_ssize_t = 0
    high: cython.Py_ssize_t = keys.shape[0]
    while low < high:
        middle: cython.Py_ssize_t = (low + high) >> 1
        if keys[middle] < key:
            low = middle + 1
        else:
            high = middle
    return low if low < keys.shape[0] and keys[low] == key else -1


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def key_of_counts(counts: cython.uchar[:, ::1], row: cython.Py_ssize_t) -> cython.longlong:
    """Return the key of a row of numbers of cards of each height and of jokers."""
    key: cython.longlong = 0
    for column in range(COLUMNS):
        key += cython.cast(cython.longlong, counts[row, column]) << (3 * column)
    return key


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def sign_of(ranks: cython.int) -> cython.longlong:
    """Return -1 for an odd number of ranks in a mask, else 1."""
    sign: cython.longlong = 1
    while ranks:
        ranks &= ranks - 1
        sign = -sign
    return sign


def rank_pairs(
    sets: cython.uchar[:, ::1],
    rests: cython.uchar[:, ::1],
    rest_starts: cython.int[::1],
    keys: cython.longlong[::1],
    plain: cython.uint[:, ::1],
    plain_hands: cython.longlong[::1],
    flush: cython.uint[:, ::1],
    flush_hands: cython.longlong[::1],
    flush_starts: cython.int[::1],
    choices: cython.longlong[:, ::1],
    fronts: cython.int,
    backs: cython.int,
    tally: cython.longlong[::1],
) -> None:
    """Add the pairs of hands that both contain a set of ranks, except pairs of flush hands counted as such.

    ``sets`` and ``rests`` are numbers of cards of each height and of jokers, the rests of n cards from
    ``rest_starts[n]``. The rows of ``plain`` and ``flush`` are the settings of the player and of the dealer; the plain
    classes are in the order of their ``keys``, the flush classes of plain class p from ``flush_starts[p]``.
    ``choices[n, k]`` are the ways to choose k of n.
    """
    most: cython.Py_ssize_t = plain.shape[1] + flush.shape[1]
    mine: Comparison = Comparison(most, fronts, backs)  # with the flush hands of the player
    theirs: Comparison = Comparison(most, fronts, backs)  # with those of the dealer
    codes: cython.uint[:, ::1] = mine.codes
    weights: cython.longlong[:, ::1] = mine.weights
    other_codes: cython.uint[:, ::1] = theirs.codes
    other_weights: cython.longlong[:, ::1] = theirs.weights
    for row in range(sets.shape[0]):
        size: cython.int = 0
        for column in range(COLUMNS):
            size += sets[row, column]
        key: cython.longlong = key_of_counts(sets, row)
        n: cython.Py_ssize_t = 0
        m: cython.Py_ssize_t = 0
        first: cython.Py_ssize_t = 0
        for rest in range(rest_starts[HAND - size], rest_starts[HAND - size + 1]):
            place: cython.Py_ssize_t = place_of(keys, key + key_of_counts(rests, rest))
            if place < 0:
                continue
            held: cython.longlong = 1
            free: cython.longlong = 1
            for column in range(COLUMNS - 1):
                held *= choices[sets[row, column] + rests[rest, column], sets[row, column]]
                free *= choices[4 - sets[row, column], rests[rest, column]]
            codes[0, n] = plain[0, place]
            weights[0, n] = held * plain_hands[place]
            other_codes[1, n] = plain[1, place]
            other_weights[1, n] = 0
            codes[1, first] = plain[1, place]
            weights[1, first] = free
            other_codes[0, first] = plain[0, place]
            other_weights[0, first] = free
            first += 1
            n += 1
            m = n - 1
            for f in range(flush_starts[place], flush_starts[place + 1]):
                codes[0, n] = flush[0, f]
                weights[0, n] = held * flush_hands[f]
                weights[0, m] -= held * flush_hands[f]
                other_codes[1, n] = flush[1, f]
                other_weights[1, n] = held * flush_hands[f]
                other_weights[1, m] -= held * flush_hands[f]
                n += 1
        free = -1 if size % 2 else 1
        mine.add(n, first, free, tally)
        theirs.add(first, n, free, tally)


@cython.cfunc
@cython.exceptval(check=False)
def masks_with(
    masks: cython.ushort[::1], blocks: cython.int[:, ::1], ranks: cython.int, places: cython.int[:, ::1]
) -> cython.void:
    """Write for each block the places of its masks that contain these ranks; first their number."""
    for block in range(blocks.shape[0]):
        n: cython.int = 0
        for i in range(blocks[block, 0], blocks[block, 1]):
            if masks[i] & ranks == ranks:
                n += 1
                places[block, n] = i
        places[block, 0] = n


@cython.cfunc
@cython.exceptval(check=False)
def flush_settings(
    places: cython.int[:, ::1],
    blocks: cython.int[:, ::1],
    joker: cython.int,
    beside: cython.longlong[::1],
    flush: cython.uint[::1],
    plain: cython.uint[::1],
    codes: cython.uint[::1],
    weights: cython.longlong[::1],
) -> cython.Py_ssize_t:
    """Write the settings of flush hands, and the settings of their plain classes with the opposite weight. Return how
    many.

    ``beside`` are the weights of the others, 0 for those that do not fit; with ``joker`` only hands with the joker.
    """
    n: cython.Py_ssize_t = 0
    for block in range(blocks.shape[0]):
        if joker and not blocks[block, 2]:
            continue
        for other in range(blocks[block, 4], blocks[block, 5]):
            if beside[other] == 0:
                continue
            for i in range(1, places[block, 0] + 1):
                which: cython.Py_ssize_t = (
                    blocks[block, 3]
                    + (places[block, i] - blocks[block, 0]) * (blocks[block, 5] - blocks[block, 4])
                    + other
                    - blocks[block, 4]
                )
                if flush[which] == plain[which]:
                    continue
                codes[n] = flush[which]
                weights[n] = beside[other]
                codes[n + 1] = plain[which]
                weights[n + 1] = -beside[other]
                n += 2
    return n


def pairs_of_one_suit(
    sets: cython.ushort[::1],
    masks: cython.ushort[::1],
    blocks: cython.int[:, ::1],
    containing: cython.longlong[:, ::1],
    copies: cython.longlong[::1],
    flush: cython.uint[:, ::1],
    plain: cython.uint[:, ::1],
    fronts: cython.int,
    backs: cython.int,
    tally: cython.longlong[::1],
) -> None:
    """Add the pairs of flush hands in the same suit that both contain a set of ranks in it, and any set of others.

    ``masks`` are the ranks in the suit. A row of ``blocks`` are classes that have all of some masks with all of some
    others: the first and the last mask, the joker or not, the first class, the first and the last others.
    ``containing[k, o]`` are the ways to have the others o with given cards of the others k, and ``copies[k]`` how many
    cards k stands for, in all suits, negative for an odd number. The rows of ``flush`` are the settings of the player
    and of the dealer, the rows of ``plain`` the same without the suit.
    """
    compared: Comparison = Comparison(2 * flush.shape[1], fronts, backs)
    codes: cython.uint[:, ::1] = compared.codes
    weights: cython.longlong[:, ::1] = compared.weights
    places: cython.int[:, ::1] = np.zeros((blocks.shape[0], masks.shape[0] + 1), np.int32)
    n: cython.Py_ssize_t
    m: cython.Py_ssize_t
    for row in range(sets.shape[0]):
        masks_with(masks, blocks, sets[row], places)
        sign: cython.longlong = sign_of(sets[row])
        for joker in range(2):
            for other in range(containing.shape[0]):
                n = flush_settings(places, blocks, joker, containing[other], flush[0], plain[0], codes[0], weights[0])
                if n == 0:
                    continue
                m = flush_settings(places, blocks, joker, containing[other], flush[1], plain[1], codes[1], weights[1])
                compared.add(n, m, sign * copies[other], tally)
            sign = -sign


def pairs_of_two_suits(
    first: cython.int,
    last: cython.int,
    sets: cython.ushort[::1],
    sums: cython.int[:, ::1],
    masks: cython.ushort[::1],
    blocks: cython.int[:, ::1],
    containing: cython.longlong[:, ::1],
    copies: cython.longlong[::1],
    flush: cython.uint[:, ::1],
    plain: cython.uint[:, ::1],
    fronts: cython.int,
    backs: cython.int,
    tally: cython.longlong[::1],
) -> None:
    """Add the pairs of flush hands in two suits that both contain some cards.

    The cards are ``sets[x]`` of the player's suit, for x from ``first`` to ``last - 1``, any ``sets[y]`` of the
    dealer's, and any others z of the two suits left; ``copies[z]`` is the number of those in all suits, negative for
    an odd number. ``sums[x, z]`` are the others that x and z make together, -1 if they are too many. See
    `pairs_of_one_suit` for the rest.
    """
    compared: Comparison = Comparison(2 * flush.shape[1], fronts, backs)
    codes: cython.uint[:, ::1] = compared.codes
    weights: cython.longlong[:, ::1] = compared.weights
    mine: cython.int[:, ::1] = np.zeros((blocks.shape[0], masks.shape[0] + 1), np.int32)
    theirs: cython.int[:, ::1] = np.zeros((blocks.shape[0], masks.shape[0] + 1), np.int32)
    for x in range(first, last):
        masks_with(masks, blocks, sets[x], mine)
        for y in range(sets.shape[0]):
            masks_with(masks, blocks, sets[y], theirs)
            sign: cython.longlong = sign_of(sets[x]) * sign_of(sets[y])
            for z in range(copies.shape[0]):
                if copies[z] == 0 or sums[x, z] < 0 or sums[y, z] < 0:
                    continue
                for joker in range(2):
                    n: cython.Py_ssize_t = flush_settings(
                        mine, blocks, joker, containing[sums[y, z]], flush[0], plain[0], codes[0], weights[0]
                    )
                    m: cython.Py_ssize_t = flush_settings(
                        theirs, blocks, joker, containing[sums[x, z]], flush[1], plain[1], codes[1], weights[1]
                    )
                    compared.add(n, m, (-sign if joker else sign) * copies[z], tally)


def plain_tally(
    sets: cython.uchar[:, ::1],
    rests: cython.uchar[:, ::1],
    rest_starts: cython.int[::1],
    settings,
    choices: cython.longlong[:, ::1],
    tally: cython.longlong[:, ::1],
) -> None:
    """Add to ``tally`` the wins and losses by ranks alone of each of the player's settings (`best.Settings`).

    See `rank_pairs` for the rest.
    """
    keys: cython.longlong[::1] = settings.keys
    dealer: cython.uint[::1] = settings.dealer[settings.own]  # how the dealer sets the ranks of each key
    row_starts: cython.int[::1] = settings.row_starts
    rows: cython.uint[::1] = settings.rows
    compared: Comparison = Comparison(max(rows.shape[0], keys.shape[0]), settings.fronts, settings.backs)
    codes: cython.uint[:, ::1] = compared.codes
    weights: cython.longlong[:, ::1] = compared.weights
    places: cython.int[::1] = np.zeros(rows.shape[0], np.int32)
    for row in range(sets.shape[0]):
        size: cython.int = 0
        for column in range(COLUMNS):
            size += sets[row, column]
        key: cython.longlong = key_of_counts(sets, row)
        n: cython.Py_ssize_t = 0
        m: cython.Py_ssize_t = 0
        for rest in range(rest_starts[HAND - size], rest_starts[HAND - size + 1]):
            place: cython.Py_ssize_t = place_of(keys, key + key_of_counts(rests, rest))
            if place < 0:
                continue
            ways: cython.longlong = -1 if size % 2 else 1
            beside: cython.longlong = 1
            for column in range(COLUMNS - 1):
                ways *= choices[sets[row, column] + rests[rest, column], sets[row, column]]
                beside *= choices[4 - sets[row, column], rests[rest, column]]
            codes[1, m] = dealer[place]
            weights[1, m] = beside
            m += 1
            for i in range(row_starts[place], row_starts[place + 1]):
                codes[0, n] = rows[i]
                places[n] = cython.cast(cython.int, i)
                weights[0, n] = ways
                n += 1
        compared.count(n, m)
        for i in range(n):
            tally[places[i], 0] += weights[0, i] * compared.counts[0, i]
            tally[places[i], 1] += weights[0, i] * compared.counts[1, i]
