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
- Each hand by its best setting, for `best`: `plain_tally` values the settings against the dealer's by ranks alone,
  `suit_tally` corrects that for the dealer's flushes in a suit, and `best_hands` chooses for every hand by five sums.
"""

import cython
import numpy as np

HAND = cython.declare(cython.int, 7)
FEW_PAIRS = cython.declare(cython.int, 2000)  # up to this many pairs are compared one by one
COLUMNS = cython.declare(cython.int, 14)  # of a multiset of ranks: 13 heights and the joker


@cython.cfunc
@cython.exceptval(check=False)
def orbit(a: cython.int, b: cython.int, c: cython.int, d: cython.int) -> cython.int:
    """Return the number of ways to assign the suits to four suit masks in descending order."""
    if a == b and b == c and c == d:
        return 1
    if (a == b and b == c) or (b == c and c == d):
        return 4
    if a == b and c == d:
        return 6
    if a == b or b == c or c == d:
        return 12
    return 24


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
    found: cython.ushort[:, ::1],
) -> cython.longlong:
    """List the classes of subsets of ``size`` cards: four suit masks in descending order, then the joker (0 or 1).

    ``masks`` holds the rank masks by their number of ranks, ascending in each number; those of n ranks begin at
    ``starts[n]``. An empty ``found`` only counts. Return how many there are.
    """
    total: cython.longlong = 0
    write: cython.bint = found.shape[0] > 0
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
                                        found[total, 0] = masks[i]
                                        found[total, 1] = masks[j]
                                        found[total, 2] = masks[k]
                                        found[total, 3] = masks[m]
                                        found[total, 4] = with_joker
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
    masks: cython.ushort[::1], blocks: cython.int[:, ::1], ranks: cython.int, found: cython.int[:, ::1]
) -> cython.void:
    """Write for each block the places of its masks that contain these ranks; first their number."""
    for block in range(blocks.shape[0]):
        n: cython.int = 0
        for i in range(blocks[block, 0], blocks[block, 1]):
            if masks[i] & ranks == ranks:
                n += 1
                found[block, n] = i
        found[block, 0] = n


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


@cython.cfunc
@cython.exceptval(check=False)
def index_in(mask: cython.int, whole: cython.int) -> cython.int:
    """Return the number of a subset of some ranks; both are bit masks."""
    found: cython.int = 0
    bit: cython.int = 0
    while whole:
        if mask & whole & -whole:
            found |= 1 << bit
        bit += 1
        whole &= whole - 1
    return found


@cython.cfunc
def in_order(codes: cython.uint[::1], shift: cython.int, before: cython.int[::1], kinds: cython.int) -> cython.int[::1]:
    """Return the order of `sort_settings`, as an array as long as ``before``."""
    order: cython.int[::1] = np.zeros(before.shape[0], np.int32)
    starts: cython.int[::1] = np.zeros(kinds + 2, np.int32)
    sort_settings(codes, before.shape[0], shift, before, starts, order)
    return order


@cython.final
@cython.cclass
class FlushChanges:
    """Changes where the dealer's flush hands in a suit count as such: each has its own code in place of the plain one.

    ``signs`` are 1 and -1 accordingly. ``places`` are the others beside the flush, by their number; those with the
    joker follow after all ``columns`` without.
    """

    codes: cython.uint[::1]
    places: cython.int[::1]
    signs: cython.schar[::1]
    count: cython.int
    columns: cython.int

    def __init__(
        self, held: cython.int, settings, flush: cython.uint[::1], plain: cython.uint[::1], columns: cython.int
    ):
        """List the changes of flush hands with none of the ranks ``held``: see `pairs_of_one_suit` for the blocks."""
        masks: cython.ushort[::1] = settings.flush[0]
        blocks: cython.int[:, ::1] = settings.flush[1]
        codes: cython.uint[::1] = np.zeros(2 * flush.shape[0], np.uint32)
        places: cython.int[::1] = np.zeros(2 * flush.shape[0], np.int32)
        signs: cython.schar[::1] = np.zeros(2 * flush.shape[0], np.int8)
        n: cython.int = 0
        for block in range(blocks.shape[0]):
            for i in range(blocks[block, 0], blocks[block, 1]):
                if masks[i] & held:
                    continue
                for j in range(blocks[block, 4], blocks[block, 5]):
                    which: cython.Py_ssize_t = (i - blocks[block, 0]) * (blocks[block, 5] - blocks[block, 4])
                    which += blocks[block, 3] + j - blocks[block, 4]
                    if flush[which] != plain[which]:
                        codes[n] = flush[which]
                        codes[n + 1] = plain[which]
                        places[n] = places[n + 1] = j + columns * blocks[block, 2]
                        signs[n] = 1
                        signs[n + 1] = -1
                        n += 2
        self.codes = codes
        self.places = places
        self.signs = signs
        self.count = n
        self.columns = columns


@cython.cfunc
@cython.exceptval(check=False)
def place_beside(
    keys: cython.longlong[::1], held: cython.int, rests: cython.uchar[:, ::1], hand: cython.Py_ssize_t
) -> cython.Py_ssize_t:
    """Return the index in ``keys`` of the ranks ``held`` in a suit with a row of ``rests`` in the others, or -1."""
    key: cython.longlong = 0
    for column in range(COLUMNS):
        if column < COLUMNS - 1 and rests[hand, column] > 3:  # there are three other suits
            return -1
        key += cython.cast(cython.longlong, rests[hand, column] + (held >> column & 1)) << (3 * column)
    return place_of(keys, key)


@cython.cfunc
@cython.exceptval(check=False)
def ways_left(rests: cython.uchar[:, ::1], hand: cython.Py_ssize_t, low: cython.int, high: cython.int) -> cython.int:
    """Return in how many ways a hand leaves cards of two heights in the other suits; -1 is no card."""
    if low < 0:
        return 1
    one: cython.int = 3 - rests[hand, low]
    if high < 0:
        return one
    other: cython.int = 3 - rests[hand, high]
    return one * (one - 1) // 2 if low == high else one * other


@cython.final
@cython.cclass
class AskedSettings:
    """The settings to be valued of the player's hands that have the ranks ``held`` in a suit.

    ``hands`` is the row of ``rests`` that each setting has beside them, and ``targets`` where its counts go. ``ways``
    (row of ``rests``, others) is in how many ways the others are left.
    """

    codes: cython.uint[::1]
    hands: cython.int[::1]
    targets: cython.longlong[::1]
    ways: cython.int[:, ::1]
    rests: cython.uchar[:, ::1]

    def __init__(
        self,
        held: cython.int,
        rests: cython.uchar[:, ::1],
        settings,
        beside: cython.schar[:, ::1],
        begins: cython.longlong[::1],
    ):
        keys: cython.longlong[::1] = settings.keys
        ranks: cython.ushort[::1] = settings.ranks
        row_starts: cython.int[::1] = settings.row_starts
        rows: cython.uint[::1] = settings.rows
        owners: cython.int[::1] = np.zeros(rests.shape[0], np.int32)
        ways: cython.int[:, ::1] = np.zeros((rests.shape[0], beside.shape[0]), np.int32)
        place: cython.int
        m: cython.Py_ssize_t = 0
        for i in range(rests.shape[0]):
            place = cython.cast(cython.int, place_beside(keys, held, rests, i))
            owners[i] = place
            if place >= 0:
                m += row_starts[place + 1] - row_starts[place]
                for column in range(beside.shape[0]):
                    ways[i, column] = ways_left(rests, i, beside[column, 0], beside[column, 1])
        codes: cython.uint[::1] = np.zeros(m, np.uint32)
        hands: cython.int[::1] = np.zeros(m, np.int32)
        targets: cython.longlong[::1] = np.zeros(m, np.int64)
        m = 0
        for i in range(rests.shape[0]):
            place = owners[i]
            if place < 0:
                continue
            first: cython.longlong = index_in(held, ranks[place])
            first = begins[place] + first * (row_starts[place + 1] - row_starts[place])
            for j in range(row_starts[place], row_starts[place + 1]):
                codes[m] = rows[j]
                hands[m] = cython.cast(cython.int, i)
                targets[m] = first + j - row_starts[place]
                m += 1
        self.codes = codes
        self.hands = hands
        self.targets = targets
        self.ways = ways
        self.rests = rests

    @cython.cfunc
    @cython.exceptval(check=False)
    def weigh(self, vector: cython.int[::1], setting: cython.Py_ssize_t) -> cython.int:
        """Return the sum of a vector over the others, with the joker only if the player's hand does not have it."""
        hand: cython.Py_ssize_t = self.hands[setting]
        columns: cython.Py_ssize_t = self.ways.shape[1]
        found: cython.int = 0
        for column in range(columns):
            found += vector[column] * self.ways[hand, column]
        if self.rests[hand, COLUMNS - 1] == 0:
            for column in range(columns):
                found += vector[columns + column] * self.ways[hand, column]
        return found


@cython.cfunc
@cython.exceptval(check=False)
def count_by_backs(
    changes: FlushChanges, asked: AskedSettings, by_back: cython.int[::1], backs: cython.int, tally: cython.int[:, ::1]
) -> cython.void:
    """Write the changes with a lower back than each setting, as less that it loses to; ``by_back`` orders them."""
    order: cython.int[::1] = in_order(changes.codes, 0, np.arange(changes.count, dtype=np.int32), backs)
    running: cython.int[::1] = np.zeros(2 * changes.columns, np.int32)
    k: cython.Py_ssize_t = 0
    for i in range(by_back.shape[0]):
        j: cython.Py_ssize_t = by_back[i]
        while k < changes.count and changes.codes[order[k]] & 0xFFFF < asked.codes[j] & 0xFFFF:
            running[changes.places[order[k]]] += changes.signs[order[k]]
            k += 1
        tally[asked.targets[j], 1] = -asked.weigh(running, j)


@cython.cfunc
@cython.exceptval(check=False)
def count_by_both(
    changes: FlushChanges,
    asked: AskedSettings,
    by_front: cython.int[::1],
    fronts: cython.int,
    backs: cython.int,
    tally: cython.int[:, ::1],
) -> cython.void:
    """Write the wins of each setting, and add its losses, by a Fenwick tree of vectors over the backs that occur.

    ``by_front`` orders the settings by front and then by back, so that equal ones are summed once.
    """
    order: cython.int[::1] = in_order(changes.codes, 16, np.arange(changes.count, dtype=np.int32), fronts)
    running: cython.int[::1] = np.zeros(2 * changes.columns, np.int32)
    vector: cython.int[::1] = np.zeros(2 * changes.columns, np.int32)
    ranked: cython.int[::1] = np.zeros(backs + 1, np.int32)  # how many lower backs occur
    for k in range(changes.count):
        ranked[(changes.codes[k] & 0xFFFF) + 1] = 1
    for k in range(backs):
        ranked[k + 1] += ranked[k]
    tree: cython.int[:, ::1] = np.zeros((ranked[backs] + 1, 2 * changes.columns), np.int32)
    passed: cython.Py_ssize_t = 0
    for i in range(by_front.shape[0]):
        j: cython.Py_ssize_t = by_front[i]
        if i == 0 or asked.codes[j] != asked.codes[by_front[i - 1]]:
            while passed < changes.count and changes.codes[order[passed]] >> 16 < asked.codes[j] >> 16:
                change: cython.Py_ssize_t = order[passed]
                running[changes.places[change]] += changes.signs[change]
                node: cython.Py_ssize_t = ranked[changes.codes[change] & 0xFFFF] + 1
                while node < tree.shape[0]:
                    tree[node, changes.places[change]] += changes.signs[change]
                    node += node & -node
                passed += 1
            for column in range(vector.shape[0]):
                vector[column] = 0
            node = ranked[asked.codes[j] & 0xFFFF]
            while node > 0:
                for column in range(vector.shape[0]):
                    vector[column] += tree[node, column]
                node -= node & -node
        higher: cython.int = asked.weigh(vector, j)
        tally[asked.targets[j], 0] = higher
        tally[asked.targets[j], 1] += higher - asked.weigh(running, j)


def suit_tally(
    held: cython.int,
    rests: cython.uchar[:, ::1],
    settings,
    beside: cython.schar[:, ::1],
    flush: cython.uint[::1],
    plain: cython.uint[::1],
    begins: cython.longlong[::1],
    tally: cython.int[:, ::1],
) -> None:
    """Write the change due to the dealer's flush hands in one suit, for hands with the ranks ``held`` in that suit.

    ``rests`` are what the player's hand may have beside, and ``beside[o]`` the heights of the others o, -1 for fewer
    than two. ``flush`` and ``plain`` are the two codes of each flush hand. For the subset i of the ranks of key p, its
    settings (see `best.Settings`) have their two counts in ``tally`` from ``begins[p] + i * settings``. Counts stay
    below 2^22.
    """
    changes: FlushChanges = FlushChanges(held, settings, flush, plain, beside.shape[0])
    asked: AskedSettings = AskedSettings(held, rests, settings, beside, begins)
    by_back: cython.int[::1] = in_order(asked.codes, 0, np.arange(asked.codes.shape[0], dtype=np.int32), settings.backs)
    by_front: cython.int[::1] = in_order(asked.codes, 16, by_back, settings.fronts)
    count_by_backs(changes, asked, by_back, settings.backs, tally)
    count_by_both(changes, asked, by_front, settings.fronts, settings.backs, tally)


@cython.cfunc
@cython.exceptval(check=False)
def key_of(hand: cython.ushort[::1]) -> cython.longlong:
    """Return the key of a hand's ranks, from its four masks and the joker."""
    key: cython.longlong = cython.cast(cython.longlong, hand[4]) << (3 * (COLUMNS - 1))
    for suit in range(4):
        for height in range(COLUMNS - 1):
            key += cython.cast(cython.longlong, hand[suit] >> height & 1) << (3 * height)
    return key


@cython.cfunc
@cython.exceptval(check=False)
def flush_suit(hand: cython.ushort[::1]) -> cython.int:
    """Return the suit of which a hand has five cards, with the joker; -1 if there is none."""
    found: cython.int = -1
    for suit in range(4):
        size: cython.int = hand[4]
        for height in range(COLUMNS - 1):
            size += hand[suit] >> height & 1
        if size >= 5:
            found = suit
    return found


@cython.cfunc
@cython.exceptval(check=False)
def flush_class(
    hand: cython.ushort[::1],
    flush: cython.int,
    blocks: cython.int[:, ::1],
    mask_places: cython.int[:, ::1],
    other_places: cython.int[:, ::1],
) -> cython.int:
    """Return the class of a hand among those with a ``flush``: by its mask, the joker and the two heights beside it."""
    high: cython.int = -1
    low: cython.int = -1
    for suit in range(4):
        for height in range(COLUMNS - 1):
            if suit != flush and hand[suit] >> height & 1:
                if low < 0:
                    low = height
                else:
                    high = height
    if high >= 0 and high < low:
        high, low = low, high
    number: cython.int = mask_places[hand[4], hand[flush]]
    for block in range(blocks.shape[0]):
        if blocks[block, 2] == hand[4] and blocks[block, 0] <= number < blocks[block, 1]:
            row: cython.int = (number - blocks[block, 0]) * (blocks[block, 5] - blocks[block, 4])
            return blocks[block, 3] + row + other_places[low + 1, high + 1] - blocks[block, 4]
    return -1


def best_hands(
    hands: cython.ushort[:, ::1],
    counts,
    mask_places: cython.int[:, ::1],
    other_places: cython.int[:, ::1],
    win: cython.longlong,
    lose: cython.longlong,
    tally: cython.longlong[:, ::1],
    best: cython.longlong[::1],
) -> None:
    """Set every hand as well as possible: add the deals that it wins and loses to ``best``.

    ``hands`` are one of each class up to the names of suits. Beside each setting of `best.Settings.chosen` ``tally``
    takes what it would win and lose by the two tallies of `best.Counts`, over all hands of its class. ``mask_places``
    (joker, mask) and ``other_places`` (heights plus 1) number the masks of a flush and what lies beside it. Equal gains
    go to fewer losses.
    """
    keys: cython.longlong[::1] = counts.settings.keys
    ranks: cython.ushort[::1] = counts.settings.ranks
    row_starts: cython.int[::1] = counts.settings.row_starts
    starts: cython.int[::1] = counts.settings.starts
    chosen: cython.int[::1] = counts.settings.chosen
    own: cython.int[::1] = counts.settings.own
    blocks: cython.int[:, ::1] = counts.settings.flush[1]
    plain: cython.longlong[:, ::1] = counts.plain
    begins: cython.longlong[::1] = counts.begins
    suits: cython.int[:, ::1] = counts.suits
    at: cython.longlong[4] = [0, 0, 0, 0]  # where the corrections by each suit begin
    for row in range(hands.shape[0]):
        weight: cython.longlong = orbit(hands[row, 0], hands[row, 1], hands[row, 2], hands[row, 3])
        place: cython.Py_ssize_t = place_of(keys, key_of(hands[row]))
        which: cython.Py_ssize_t = own[place]
        flush: cython.int = flush_suit(hands[row])
        if flush >= 0:
            which = own.shape[0] + flush_class(hands[row], flush, blocks, mask_places, other_places)
        for suit in range(4):
            at[suit] = index_in(hands[row, suit], ranks[place])
            at[suit] = begins[place] + at[suit] * (row_starts[place + 1] - row_starts[place])
        won: cython.longlong = 0
        lost: cython.longlong = 0
        most: cython.longlong = 0
        for k in range(starts[which], starts[which + 1]):
            wins: cython.longlong = plain[chosen[k], 0]
            losses: cython.longlong = plain[chosen[k], 1]
            for suit in range(4):
                wins += suits[at[suit] + chosen[k] - row_starts[place], 0]
                losses += suits[at[suit] + chosen[k] - row_starts[place], 1]
            tally[k, 0] += weight * wins
            tally[k, 1] += weight * losses
            gain: cython.longlong = win * wins - lose * losses
            if k == starts[which] or gain > most or (gain == most and losses < lost):
                most = gain
                won = wins
                lost = losses
        best[0] += weight * won
        best[1] += weight * lost
