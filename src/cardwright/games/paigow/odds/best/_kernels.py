"""The best setting of every hand against a dealer's way: `best` explains the five sums by which it is chosen.

`suit_tally` corrects the values by ranks alone (`plain_tally`) for the dealer's flushes in a suit, and `best_hands`
chooses for every hand by the sums. Words and codes are as in `paigow.odds._kernels`; so is the slow twin.
"""

import cython
import numpy as np

if cython.compiled:
    from cython.cimports.cardwright.games.paigow.odds._kernels import place_of, sort_settings
else:
    from cardwright.games.paigow.odds._kernels import place_of, sort_settings

COLUMNS = cython.declare(cython.int, 14)  # of a multiset of ranks: 13 heights and the joker


@cython.cfunc
@cython.exceptval(check=False)
def index_in(mask: cython.int, whole: cython.int) -> cython.int:
    """Return the number of a subset of some ranks; both are bit masks."""
    index: cython.int = 0
    bit: cython.int = 0
    while whole:
        if mask & whole & -whole:
            index |= 1 << bit
        bit += 1
        whole &= whole - 1
    return index


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
        total: cython.int = 0
        for column in range(columns):
            total += vector[column] * self.ways[hand, column]
        if self.rests[hand, COLUMNS - 1] == 0:
            for column in range(columns):
                total += vector[columns + column] * self.ways[hand, column]
        return total


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
    suit_of_five: cython.int = -1
    for suit in range(4):
        size: cython.int = hand[4]
        for height in range(COLUMNS - 1):
            size += hand[suit] >> height & 1
        if size >= 5:
            suit_of_five = suit
    return suit_of_five


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
