"""Counting pairs of disjoint seven-card hands exactly. The slow twin is `brute_force` in the tests.

A deck here is ``ranks`` ranks of four suits, card = suit * ranks + rank, and perhaps a joker, the last card. Hands
that differ only by the names of the suits are one *class*; ``classes`` maps the index of a hand (its rank among all
seven-card subsets in colexicographic order) to the number of its class. A *code* is what a way makes of a class:
front << 16 | back, both small ranks that compare as the hands do.

Pairs are counted by inclusion and exclusion over the sets S of cards that both hands hold: the disjoint pairs with a
property are the sum over S of (-1)^|S| times the pairs of hands that both contain S and have it. Sets that differ
only by the names of suits count alike, so one of each class is taken with the size of its class as weight. Counts of
pairs stay below 2^60 for 53 cards.
"""

import cython
import numpy as np

HAND = cython.declare(cython.int, 7)
SETTINGS = cython.declare(cython.int, 21)  # of seven cards: two of them in front
FEW = cython.declare(cython.int, 64)  # hands up to which all pairs are compared one by one
FEW_PAIRS = cython.declare(cython.int, 2000)  # up to which settings are compared one by one
COLUMNS = cython.declare(cython.int, 14)  # of a multiset of ranks: 13 heights and the joker
MANY = cython.declare(cython.int, 50_000)  # hands from which they are counted in a table first


@cython.cfunc
@cython.exceptval(check=False)
def orbit(a: cython.int, b: cython.int, c: cython.int, d: cython.int) -> cython.int:
    """Return how many sets four suit masks in descending order stand for: the ways to name the suits."""
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
    row: cython.Py_ssize_t
    column: cython.Py_ssize_t
    ways: cython.longlong
    for row in range(counts.shape[0]):
        ways = 1
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
    row: cython.Py_ssize_t
    suit: cython.Py_ssize_t
    ways: cython.longlong
    for row in range(masks.shape[0]):
        ways = 0
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
    """Add the hands of all classes to the places of their settings; flush hands leave that of their plain class."""
    row: cython.Py_ssize_t
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
    with_joker: cython.int
    na: cython.int
    nb: cython.int
    nc: cython.int
    nd: cython.int
    i: cython.int
    j: cython.int
    k: cython.int
    m: cython.int
    for with_joker in range(joker + 1):
        cards: cython.int = size - with_joker
        if cards < 0:
            continue
        for na in range(cards + 1):
            if starts[na + 1] == starts[na]:
                continue
            for nb in range(cards - na + 1):
                for nc in range(cards - na - nb + 1):
                    nd = cards - na - nb - nc
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
def cards_of(
    row: cython.ushort[::1],
    order: cython.uchar[::1],
    ranks: cython.int,
    cards: cython.p_int,
) -> cython.int:
    """Write the cards of a set, ascending, with its suits named by ``order``. Return how many."""
    n: cython.int = 0
    suit: cython.int
    rank: cython.int
    for suit in range(4):
        mask: cython.int = row[order[suit]]
        for rank in range(ranks):
            if mask & (1 << rank):
                cards[n] = suit * ranks + rank
                n += 1
    if row[4]:
        cards[n] = 4 * ranks
        n += 1
    return n


def number_classes(
    hands: cython.ushort[:, ::1],
    orders: cython.uchar[:, ::1],
    ranks: cython.int,
    choose: cython.longlong[:, ::1],
    classes: cython.uint[::1],
) -> None:
    """Fill ``classes``: of each hand's index, the place of its class in ``hands``."""
    held: cython.int[28] = [0] * 28  # seven places a suit
    count: cython.int[4] = [0, 0, 0, 0]
    number: cython.Py_ssize_t
    which: cython.Py_ssize_t
    suit: cython.int
    rank: cython.int
    mask: cython.int
    n: cython.int
    k: cython.int
    place: cython.longlong
    for number in range(hands.shape[0]):
        for suit in range(4):
            count[suit] = 0
            mask = hands[number, suit]
            rank = 0
            while mask:
                if mask & 1:
                    held[HAND * suit + count[suit]] = rank
                    count[suit] += 1
                mask >>= 1
                rank += 1
        for which in range(orders.shape[0]):
            place = choose[4 * ranks, HAND] if hands[number, 4] else 0  # the joker is the highest card
            n = 0
            for suit in range(4):
                mask = orders[which, suit]
                for k in range(count[mask]):
                    n += 1
                    place += choose[suit * ranks + held[HAND * mask + k], n]
            classes[place] = cython.cast(cython.uint, number)


def hands_with(
    row: cython.ushort[::1],
    order: cython.uchar[::1],
    ranks: cython.int,
    deck: cython.int,
    choose: cython.longlong[:, ::1],
    classes: cython.uint[::1],
    found: cython.uint[::1],
) -> cython.Py_ssize_t:
    """List the classes of all hands that contain a set of cards, given as suit masks. Return how many hands.

    Cards are chosen from the highest place (7) down; the last place without a held card is one run of indices.
    """
    held: cython.int[7] = [0] * 7
    card: cython.int[9] = [0] * 9  # a place's card, or the next to try
    left: cython.int[9] = [0] * 9  # held cards not above it
    index: cython.longlong[9] = [0] * 9  # of the cards in higher places
    place: cython.int = HAND
    lowest: cython.int
    k: cython.int
    start: cython.longlong
    n: cython.Py_ssize_t = 0
    left[HAND] = cards_of(row, order, ranks, held)
    card[HAND] = deck - 1
    while place <= HAND:
        if place == 1 and left[1] == 0:
            start = index[1]
            for k in range(card[1] + 1):
                found[n + k] = classes[start + k]
            n += card[1] + 1
            place += 1
            card[place] -= 1
            continue
        lowest = held[left[place] - 1] if left[place] else -1
        if card[place] > lowest and place <= left[place]:
            card[place] = lowest  # only held cards have room
        if card[place] < lowest or card[place] < place - 1:
            place += 1
            card[place] -= 1
            continue
        start = index[place] + choose[card[place], place]
        if place == 1:
            found[n] = classes[start]
            n += 1
            place += 1
            card[place] -= 1
            continue
        place -= 1
        index[place] = start
        left[place] = left[place + 1] - (card[place + 1] == lowest)
        card[place] = card[place + 1] - 1
    return n


@cython.cfunc
@cython.exceptval(check=False)
def add_to(tree: cython.uint[::1], back: cython.int) -> cython.void:
    """Count a back in a Fenwick tree."""
    back += 1
    while back < tree.shape[0]:
        tree[back] += 1
        back += back & -back


@cython.cfunc
@cython.exceptval(check=False)
def below(tree: cython.uint[::1], back: cython.int) -> cython.longlong:
    """Return how many counted backs are lower."""
    n: cython.longlong = 0
    while back > 0:
        n += tree[back]
        back -= back & -back
    return n


@cython.cfunc
@cython.exceptval(check=False)
def by_front(
    codes: cython.uint[::1], n: cython.Py_ssize_t, starts: cython.int[::1], backs: cython.ushort[::1]
) -> cython.void:
    """Sort codes by their fronts: the backs of front f are at ``starts[f]`` to ``starts[f + 1]``."""
    i: cython.Py_ssize_t
    front: cython.int
    fronts: cython.Py_ssize_t = starts.shape[0] - 2
    for i in range(fronts + 2):
        starts[i] = 0
    for i in range(n):
        starts[(codes[i] >> 16) + 2] += 1
    for i in range(1, fronts + 2):
        starts[i] += starts[i - 1]
    for i in range(n):
        front = cython.cast(cython.int, codes[i] >> 16)
        backs[starts[front + 1]] = codes[i] & 0xFFFF
        starts[front + 1] += 1


def count_codes(
    classes: cython.uint[::1], n: cython.Py_ssize_t, codes: cython.uint[::1], table: cython.longlong[:, ::1]
) -> None:
    """Fill a table of counts by front and back with the first ``n`` hands, given by their classes."""
    front: cython.Py_ssize_t
    i: cython.Py_ssize_t
    code: cython.uint
    for front in range(table.shape[0]):
        for i in range(table.shape[1]):
            table[front, i] = 0
    for i in range(n):
        code = codes[classes[i]]
        table[code >> 16, code & 0xFFFF] += 1


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
def sort_by_front(
    codes: cython.uint[::1], n: cython.Py_ssize_t, starts: cython.int[::1], order: cython.int[::1]
) -> cython.void:
    """Order settings by their fronts: those of front f are ``order[starts[f]:starts[f + 1]]``."""
    i: cython.Py_ssize_t
    front: cython.uint
    for i in range(starts.shape[0]):
        starts[i] = 0
    for i in range(n):
        starts[(codes[i] >> 16) + 2] += 1
    for i in range(1, starts.shape[0]):
        starts[i] += starts[i - 1]
    for i in range(n):
        front = codes[i] >> 16
        order[starts[front + 1]] = cython.cast(cython.int, i)
        starts[front + 1] += 1


@cython.cfunc
@cython.exceptval(check=False)
def compare(
    codes: cython.uint[:, ::1],
    weights: cython.longlong[:, ::1],
    n: cython.Py_ssize_t,
    m: cython.Py_ssize_t,
    memory: cython.int[:, ::1],
    starts: cython.int[:, ::1],
    tree: cython.longlong[::1],
    sign: cython.longlong,
    tally: cython.longlong[::1],
) -> cython.void:
    """Compare ``n`` settings of the player (row 0) with ``m`` of the dealer (row 1), each with its weight.

    ``tally`` takes the products of weights, times ``sign``, where both of the player's are higher, and where neither.
    """
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    k: cython.Py_ssize_t
    front: cython.Py_ssize_t
    mine: cython.uint
    under: cython.longlong
    higher: cython.longlong = 0
    lower: cython.longlong = 0
    passed: cython.longlong = 0
    total: cython.longlong = 0
    if n * m <= FEW_PAIRS:
        for i in range(n):
            mine = codes[0, i]
            passed = 0
            under = 0
            for j in range(m):
                if codes[1, j] >> 16 < mine >> 16:
                    if codes[1, j] & 0xFFFF < mine & 0xFFFF:
                        passed += weights[1, j]
                elif codes[1, j] & 0xFFFF >= mine & 0xFFFF:
                    under += weights[1, j]
            higher += weights[0, i] * passed
            lower += weights[0, i] * under
    else:
        sort_by_front(codes[0], n, starts[0], memory[0])
        sort_by_front(codes[1], m, starts[1], memory[1])
        for i in range(tree.shape[0]):
            tree[i] = 0
        for j in range(m):
            total += weights[1, j]
        for front in range(starts.shape[1] - 2):
            for k in range(starts[0, front], starts[0, front + 1]):
                i = memory[0, k]
                under = weight_below(tree, codes[0, i] & 0xFFFF)
                higher += weights[0, i] * under
                # those not below in front, less those of them that are below behind
                lower += weights[0, i] * (total - passed + under)
            for k in range(starts[1, front], starts[1, front + 1]):
                j = memory[1, k]
                add_weight(tree, codes[1, j] & 0xFFFF, weights[1, j])
                passed += weights[1, j]
        for i in range(n):
            lower -= weights[0, i] * weight_below(tree, codes[0, i] & 0xFFFF)
    tally[0] += sign * higher
    tally[1] += sign * lower


@cython.cfunc
@cython.exceptval(check=False)
def place_of(keys: cython.longlong[::1], key: cython.longlong) -> cython.Py_ssize_t:
    """Return the place of a key among those, which ascend; -1 if it is not there."""
    low: cython.Py_ssize_t = 0
    high: cython.Py_ssize_t = keys.shape[0]
    middle: cython.Py_ssize_t
    while low < high:
        middle = (low + high) >> 1
        if keys[middle] < key:
            low = middle + 1
        else:
            high = middle
    return low if low < keys.shape[0] and keys[low] == key else -1


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
    """Add the pairs of hands that both contain a set of ranks, but those of two flush hands as flush hands.

    ``sets`` and ``rests`` are numbers of cards of each height and of jokers, the rests of n cards from
    ``rest_starts[n]``. The rows of ``plain`` and ``flush`` are the settings of the player and of the dealer; the plain
    classes are in the order of their ``keys``, the flush classes of plain class p from ``flush_starts[p]``.
    ``choices[n, k]`` are the ways to choose k of n.
    """
    most: cython.Py_ssize_t = plain.shape[1] + flush.shape[1]
    codes: cython.uint[:, ::1] = np.zeros((2, most), np.uint32)
    weights: cython.longlong[:, ::1] = np.zeros((2, most), np.int64)
    other_codes: cython.uint[:, ::1] = np.zeros((2, most), np.uint32)
    other_weights: cython.longlong[:, ::1] = np.zeros((2, most), np.int64)
    memory: cython.int[:, ::1] = np.zeros((2, most), np.int32)
    starts: cython.int[:, ::1] = np.zeros((2, fronts + 2), np.int32)
    tree: cython.longlong[::1] = np.zeros(backs + 1, np.int64)
    row: cython.Py_ssize_t
    rest: cython.Py_ssize_t
    column: cython.Py_ssize_t
    place: cython.Py_ssize_t
    f: cython.Py_ssize_t
    first: cython.Py_ssize_t
    n: cython.Py_ssize_t
    m: cython.Py_ssize_t
    size: cython.int
    key: cython.longlong
    held: cython.longlong
    free: cython.longlong
    for row in range(sets.shape[0]):
        size = 0
        key = 0
        for column in range(COLUMNS):
            size += sets[row, column]
            key += cython.cast(cython.longlong, sets[row, column]) << (3 * column)
        n = 0
        m = 0
        first = 0
        for rest in range(rest_starts[HAND - size], rest_starts[HAND - size + 1]):
            held = key
            for column in range(COLUMNS):
                held += cython.cast(cython.longlong, rests[rest, column]) << (3 * column)
            place = place_of(keys, held)
            if place < 0:
                continue
            held = 1
            free = 1
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
        compare(codes, weights, n, first, memory, starts, tree, free, tally)
        compare(other_codes, other_weights, first, n, memory, starts, tree, free, tally)


@cython.cfunc
@cython.exceptval(check=False)
def masks_with(
    masks: cython.ushort[::1], blocks: cython.int[:, ::1], ranks: cython.int, found: cython.int[:, ::1]
) -> cython.void:
    """Write for each block the places of its masks that contain these ranks; first their number."""
    block: cython.Py_ssize_t
    i: cython.int
    n: cython.int
    for block in range(blocks.shape[0]):
        n = 0
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
    """Write the settings of flush hands, and those of their plain classes with the opposite weight. Return how many.

    ``beside`` are the weights of the others, 0 for those that do not fit; with ``joker`` only hands with the joker.
    """
    n: cython.Py_ssize_t = 0
    block: cython.Py_ssize_t
    i: cython.Py_ssize_t
    other: cython.Py_ssize_t
    which: cython.Py_ssize_t
    for block in range(blocks.shape[0]):
        if joker and not blocks[block, 2]:
            continue
        for other in range(blocks[block, 4], blocks[block, 5]):
            if beside[other] == 0:
                continue
            for i in range(1, places[block, 0] + 1):
                which = (
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
    and of the dealer, those of ``plain`` what they would be without the suit.
    """
    most: cython.Py_ssize_t = 2 * flush.shape[1]
    codes: cython.uint[:, ::1] = np.zeros((2, most), np.uint32)
    weights: cython.longlong[:, ::1] = np.zeros((2, most), np.int64)
    memory: cython.int[:, ::1] = np.zeros((2, most), np.int32)
    starts: cython.int[:, ::1] = np.zeros((2, fronts + 2), np.int32)
    tree: cython.longlong[::1] = np.zeros(backs + 1, np.int64)
    places: cython.int[:, ::1] = np.zeros((blocks.shape[0], masks.shape[0] + 1), np.int32)
    row: cython.Py_ssize_t
    other: cython.Py_ssize_t
    n: cython.Py_ssize_t
    m: cython.Py_ssize_t
    joker: cython.int
    left: cython.int
    sign: cython.longlong
    for row in range(sets.shape[0]):
        masks_with(masks, blocks, sets[row], places)
        sign = 1
        left = sets[row]
        while left:
            left &= left - 1
            sign = -sign
        for joker in range(2):
            for other in range(containing.shape[0]):
                n = flush_settings(places, blocks, joker, containing[other], flush[0], plain[0], codes[0], weights[0])
                if n == 0:
                    continue
                m = flush_settings(places, blocks, joker, containing[other], flush[1], plain[1], codes[1], weights[1])
                compare(codes, weights, n, m, memory, starts, tree, sign * copies[other], tally)
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
    most: cython.Py_ssize_t = 2 * flush.shape[1]
    codes: cython.uint[:, ::1] = np.zeros((2, most), np.uint32)
    weights: cython.longlong[:, ::1] = np.zeros((2, most), np.int64)
    memory: cython.int[:, ::1] = np.zeros((2, most), np.int32)
    starts: cython.int[:, ::1] = np.zeros((2, fronts + 2), np.int32)
    tree: cython.longlong[::1] = np.zeros(backs + 1, np.int64)
    mine: cython.int[:, ::1] = np.zeros((blocks.shape[0], masks.shape[0] + 1), np.int32)
    theirs: cython.int[:, ::1] = np.zeros((blocks.shape[0], masks.shape[0] + 1), np.int32)
    x: cython.Py_ssize_t
    y: cython.Py_ssize_t
    z: cython.Py_ssize_t
    n: cython.Py_ssize_t
    m: cython.Py_ssize_t
    joker: cython.int
    left: cython.int
    sign: cython.longlong
    for x in range(first, last):
        masks_with(masks, blocks, sets[x], mine)
        for y in range(sets.shape[0]):
            masks_with(masks, blocks, sets[y], theirs)
            sign = 1
            left = sets[x]
            while left:
                left &= left - 1
                sign = -sign
            left = sets[y]
            while left:
                left &= left - 1
                sign = -sign
            for z in range(copies.shape[0]):
                if copies[z] == 0 or sums[x, z] < 0 or sums[y, z] < 0:
                    continue
                for joker in range(2):
                    n = flush_settings(
                        mine, blocks, joker, containing[sums[y, z]], flush[0], plain[0], codes[0], weights[0]
                    )
                    m = flush_settings(
                        theirs, blocks, joker, containing[sums[x, z]], flush[1], plain[1], codes[1], weights[1]
                    )
                    compare(codes, weights, n, m, memory, starts, tree, (-sign if joker else sign) * copies[z], tally)


def best_settings(
    sets: cython.ushort[:, ::1],
    sign: cython.int,
    ranks: cython.int,
    deck: cython.int,
    choose: cython.longlong[:, ::1],
    classes: cython.uint[::1],
    dealer: cython.uint[::1],
    starts: cython.int[::1],
    settings: cython.uint[::1],
    found: cython.uint[::1],
    tables: cython.longlong[:, :, ::1],
    tally: cython.longlong[:, ::1],
) -> None:
    """Add, over these sets of cards, what every setting of every hand that contains the set beats and loses to.

    Class c may be set by the codes ``settings[starts[c]]`` to ``settings[starts[c + 1]]``; beside each of them
    ``tally`` takes the dealer's hands that contain the set and are lower in front and behind, and those lower in
    neither, with ``sign`` and the set's weight, summed over the hands of the class. Working memory as `count_pairs`.
    """
    order: cython.uchar[::1] = np.arange(4, dtype=np.uint8)
    fronts: cython.Py_ssize_t = tables.shape[1]
    backs: cython.Py_ssize_t = tables.shape[2]
    row: cython.Py_ssize_t
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    n: cython.Py_ssize_t
    k: cython.Py_ssize_t
    front: cython.uint
    back: cython.uint
    weight: cython.longlong
    higher: cython.longlong
    lower: cython.longlong
    codes: cython.uint[::1] = np.zeros(MANY, np.uint32)
    halves: cython.ushort[:, ::1] = np.zeros((1, MANY), np.uint16)
    first: cython.int[::1] = np.zeros(fronts + 2, np.int32)
    queue: cython.int[::1] = np.zeros(fronts + 2, np.int32)
    asked: cython.int[::1] = np.zeros(MANY * SETTINGS, np.int32)
    tree: cython.uint[::1] = np.zeros(backs + 1, np.uint32)
    for row in range(sets.shape[0]):
        weight = sign * orbit(sets[row, 0], sets[row, 1], sets[row, 2], sets[row, 3])
        n = hands_with(sets[row], order, ranks, deck, choose, classes, found)
        if n >= MANY:
            count_codes(found, n, dealer, tables[0])
            accumulate(tables[0], tables[1])
            for i in range(n):
                for k in range(starts[found[i]], starts[found[i] + 1]):
                    front = settings[k] >> 16
                    back = settings[k] & 0xFFFF
                    tally[k, 0] += weight * (tables[0, front - 1, back - 1] if front and back else 0)
                    tally[k, 1] += weight * tables[1, front, back]
            continue
        for i in range(n):
            codes[i] = dealer[found[i]]
        if n <= FEW:
            for i in range(n):
                for k in range(starts[found[i]], starts[found[i] + 1]):
                    front = settings[k] >> 16
                    back = settings[k] & 0xFFFF
                    higher = 0
                    lower = 0
                    for j in range(n):
                        higher += (codes[j] >> 16 < front) & ((codes[j] & 0xFFFF) < back)
                        lower += (codes[j] >> 16 >= front) & ((codes[j] & 0xFFFF) >= back)
                    tally[k, 0] += weight * higher
                    tally[k, 1] += weight * lower
            continue
        by_front(codes, n, first, halves[0])
        settings_by_front(found, n, starts, settings, queue, asked)
        for i in range(backs + 1):
            tree[i] = 0
        for front in range(fronts):
            for i in range(queue[front], queue[front + 1]):
                k = asked[i]
                higher = below(tree, settings[k] & 0xFFFF)
                tally[k, 0] += weight * higher
                tally[k, 1] += weight * (n - first[front] + higher)
            for i in range(first[front], first[front + 1]):
                add_to(tree, halves[0, i])
        for i in range(queue[fronts]):
            tally[asked[i], 1] -= weight * below(tree, settings[asked[i]] & 0xFFFF)


@cython.cfunc
@cython.exceptval(check=False)
def settings_by_front(
    found: cython.uint[::1],
    n: cython.Py_ssize_t,
    starts: cython.int[::1],
    settings: cython.uint[::1],
    queue: cython.int[::1],
    asked: cython.int[::1],
) -> cython.void:
    """Sort the settings of these hands by front: ``asked[queue[f]:queue[f + 1]]`` have front f."""
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    front: cython.uint
    for i in range(queue.shape[0]):
        queue[i] = 0
    for i in range(n):
        for k in range(starts[found[i]], starts[found[i] + 1]):
            queue[(settings[k] >> 16) + 2] += 1
    for i in range(1, queue.shape[0]):
        queue[i] += queue[i - 1]
    for i in range(n):
        for k in range(starts[found[i]], starts[found[i] + 1]):
            front = settings[k] >> 16
            asked[queue[front + 1]] = cython.cast(cython.int, k)
            queue[front + 1] += 1


def accumulate(below: cython.longlong[:, ::1], above: cython.longlong[:, ::1]) -> None:
    """Turn a table of counts into how many are at most as high in front and behind; ``above``: at least as high."""
    front: cython.Py_ssize_t
    back: cython.Py_ssize_t
    fronts: cython.Py_ssize_t = below.shape[0]
    backs: cython.Py_ssize_t = below.shape[1]
    sum_: cython.longlong
    for front in range(fronts - 1, -1, -1):
        sum_ = 0
        for back in range(backs - 1, -1, -1):
            sum_ += below[front, back]
            above[front, back] = sum_ + (above[front + 1, back] if front + 1 < fronts else 0)
    for front in range(fronts):
        sum_ = 0
        for back in range(backs):
            sum_ += below[front, back]
            below[front, back] = sum_ + (below[front - 1, back] if front else 0)
