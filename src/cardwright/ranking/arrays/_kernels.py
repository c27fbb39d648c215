"""Arrays of hands: strengths of millions of rows by `Tables`, and the check of their cards.

Rows are evaluated by their ranks, walked (`walks`), or both: see `Tables`. A function that takes ``k``, a number of
cards, is called with a literal where that is common: the compiler then unrolls its loops.
"""

import cython

if cython.compiled:
    from cython.cimports.cardwright.ranking._kernels import Tables, look_inside
    from cython.cimports.cardwright.ranking.pointers._kernels import Strength, bytes_of, shorts_of, uints_of
    from cython.cimports.cardwright.ranking.walks._kernels import (
        EveryChoice,
        InOrder,
        take_best,
        walk_choices,
        walk_in_order,
    )
else:
    from cardwright.ranking._kernels import Tables, look_inside
    from cardwright.ranking.pointers._kernels import Strength, bytes_of, shorts_of, uints_of
    from cardwright.ranking.walks._kernels import EveryChoice, InOrder, take_best, walk_choices, walk_in_order


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _row_sums(
    t: Tables, hands: cython.p_uchar, at: cython.Py_ssize_t, number: cython.int, sums: cython.p_ulonglong, k: cython.int
) -> cython.void:
    """Write the sums of the constants of some rows from ``hands[at]`` on. ``k`` may be a literal."""
    constants: cython.p_ulonglong = t.constants
    total: cython.ulonglong
    row: cython.int
    for row in range(number):
        total = constants[hands[at]]
        for i in range(1, k):
            total += constants[256 + hands[at + i]]
        sums[row] = total
        at += k


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _by_ranks(
    t: Tables,
    strengths: cython.pointer(Strength),
    hands: cython.p_uchar,
    out: cython.pointer(Strength),
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    sums: cython.p_ulonglong,
) -> cython.void:
    """Write the sums and the strengths by ranks of at most 256 rows.

    Unrolled, sums of eight to 15 cards save up to a fifth of all; by seven cards and the rest, or by fours, nothing.
    """
    left: cython.p_uint = t.left
    right: cython.p_uint = t.right
    high: cython.int = t.facts[2]
    number: cython.int = cython.cast(cython.int, last - first)
    place: cython.uint
    at: cython.Py_ssize_t = first * t.cards
    row: cython.int
    if t.cards == 7:
        _row_sums(t, hands, at, number, sums, 7)
    elif t.cards == 6:
        _row_sums(t, hands, at, number, sums, 6)
    elif t.cards == 5:
        _row_sums(t, hands, at, number, sums, 5)
    elif t.cards == 4:
        _row_sums(t, hands, at, number, sums, 4)
    elif t.cards == 3:
        _row_sums(t, hands, at, number, sums, 3)
    elif t.cards == 8:
        _row_sums(t, hands, at, number, sums, 8)
    elif t.cards == 9:
        _row_sums(t, hands, at, number, sums, 9)
    elif t.cards == 10:
        _row_sums(t, hands, at, number, sums, 10)
    elif t.cards == 11:
        _row_sums(t, hands, at, number, sums, 11)
    elif t.cards == 12:
        _row_sums(t, hands, at, number, sums, 12)
    elif t.cards == 13:
        _row_sums(t, hands, at, number, sums, 13)
    elif t.cards == 14:
        _row_sums(t, hands, at, number, sums, 14)
    elif t.cards == 15:
        _row_sums(t, hands, at, number, sums, 15)
    else:
        _row_sums(t, hands, at, number, sums, t.cards)
    for row in range(number):
        place = left[sums[row] & 0x3FFFFF] + right[sums[row] >> high]
        out[first + row] = strengths[place]
        if t.flag_at:
            sums[row] |= cython.cast(cython.ulonglong, t.flags[place]) << t.flag_at


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _rows(
    t: Tables,
    strengths: cython.pointer(Strength),
    hands: cython.p_uchar,
    out: cython.pointer(Strength),
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
) -> cython.void:
    """Evaluate at most 64 rows, first to last: sums, then strengths by ranks, then rows that lie in parts inside.

    In one loop they take a quarter longer; 256 rows together take a third longer where most lie in parts inside.
    """
    sums = cython.declare(cython.ulonglong[68])
    rows = cython.declare(cython.uchar[64])
    full: cython.ulonglong = t.facts[1]
    number: cython.int = cython.cast(cython.int, last - first)
    waiting: cython.int = 0
    row: cython.int
    _by_ranks(t, strengths, hands, out, first, last, sums)
    for row in range(number, number + 4):
        sums[row] = 0
    for row in range(0, number, 4):
        if (sums[row] | sums[row + 1] | sums[row + 2] | sums[row + 3]) & full:
            for i in range(row, row + 4):  # without a branch, which would be unpredictable
                rows[waiting] = i
                waiting += (sums[i] & full) != 0
    look_inside(t, hands, out, first, rows, waiting, sums)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _walk_lanes(
    t: Tables,
    strengths: cython.pointer(Strength),
    hands: cython.p_uchar,
    out: cython.pointer(Strength),
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
) -> cython.void:
    """Evaluate rows first to last by ranks, and walk those that lie in parts inside, 512 together."""
    sums = cython.declare(cython.ulonglong[256])
    rows = cython.declare(cython.uchar[256])
    row_of = cython.declare(cython.Py_ssize_t[512])
    part_of = cython.declare(cython.int[512])
    full: cython.ulonglong = t.facts[1]
    each_bit: cython.ulonglong = 0x03F79D71B4CB0A89
    lanes: cython.ulonglong
    lane: cython.ulonglong
    waiting: cython.int
    count: cython.int = 0
    end: cython.Py_ssize_t
    i: cython.int
    while first < last:
        end = min(first + 256, last)
        _by_ranks(t, strengths, hands, out, first, end, sums)
        waiting = 0
        for i in range(cython.cast(cython.int, end - first)):  # without a branch, which would be unpredictable
            rows[waiting] = i
            waiting += (sums[i] & full) != 0
        for i in range(waiting):
            lanes = sums[rows[i]] & full
            while lanes:
                lane = lanes & (~lanes + 1)
                row_of[count] = first + rows[i]
                part_of[count] = t.child[((lane * each_bit) >> 58) & 63]  # as `Tables` has it
                count += 1
                if count == 512:
                    take_best(cython.cast(InOrder, t.in_order), strengths, hands, out, row_of, part_of, count)
                    count = 0
                lanes ^= lane
        first = end
    if count:
        take_best(cython.cast(InOrder, t.in_order), strengths, hands, out, row_of, part_of, count)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _strengths(
    t: Tables,
    strengths: cython.pointer(Strength),
    hands: cython.p_uchar,
    out: cython.pointer(Strength),
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
) -> cython.void:
    """Evaluate rows first to last. Called from two places, which keeps the compiler from inlining it."""
    if t.every_choice is not None:
        walk_choices(cython.cast(EveryChoice, t.every_choice), strengths, hands, out, first, last)
    elif t.in_order is None:
        _rows(t, strengths, hands, out, first, last)
    elif t.by_ranks:
        _walk_lanes(t, strengths, hands, out, first, last)
    else:
        walk_in_order(cython.cast(InOrder, t.in_order), strengths, hands, out, first, last)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _unsound(
    hands: cython.p_uchar,
    at: cython.Py_ssize_t,
    deck: cython.int,
    distinct: cython.bint,
    elsewhere: cython.p_uchar,
    k: cython.Py_ssize_t,
) -> cython.bint:
    """Return true if one of the 64 rows of ``k`` cards that begin at ``hands[at]`` fails `_sound`.

    Compares each card with the one ``apart`` places after it; ``elsewhere[64 * k * apart + i]`` is 255 if the two are
    in different rows, else 0. The loop is over adjacent bytes with a literal ``k``, so the compiler vectorises it.
    Reads up to ``k`` cards past the rows.

    It takes 0.6 ns a row of seven, of 5.0 in all. Half of the distances, around the ends of rows, take as long; rows as
    words of 64 bits, rotated, take 2.5 ns.
    """
    largest: cython.uchar = 0
    least: cython.uchar = 255
    differ: cython.uchar
    for i in range(64 * k):
        largest = max(largest, hands[at + i])
        for apart in range(1, k):
            differ = (hands[at + i] ^ hands[at + i + apart]) | elsewhere[64 * k * apart + i]
            least = min(least, differ)
    return largest >= deck or (distinct and least == 0)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _block_is_sound(
    t: Tables, hands: cython.p_uchar, row: cython.Py_ssize_t, elsewhere: cython.p_uchar, distinct: cython.bint
) -> cython.bint:
    """Do `_sound` for 64 rows at once."""
    at: cython.Py_ssize_t = row * t.cards
    if t.cards == 7:
        return not _unsound(hands, at, t.deck, distinct, elsewhere, 7)
    if t.cards == 6:
        return not _unsound(hands, at, t.deck, distinct, elsewhere, 6)
    if t.cards == 5:
        return not _unsound(hands, at, t.deck, distinct, elsewhere, 5)
    if t.cards == 4:
        return not _unsound(hands, at, t.deck, distinct, elsewhere, 4)
    if t.cards == 3:
        return not _unsound(hands, at, t.deck, distinct, elsewhere, 3)
    if t.cards == 8:
        return not _unsound(hands, at, t.deck, distinct, elsewhere, 8)
    if t.cards == 9:
        return not _unsound(hands, at, t.deck, distinct, elsewhere, 9)
    return not _unsound(hands, at, t.deck, distinct, elsewhere, t.cards)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _sound(t: Tables, hands: cython.p_uchar, row: cython.Py_ssize_t, distinct: cython.bint) -> cython.bint:
    """Return true if a row has only cards of the deck and, if ``distinct``, no duplicates."""
    at: cython.Py_ssize_t = row * t.cards
    for i in range(t.cards):
        if hands[at + i] >= t.deck:
            return False
        for j in range(i):
            if distinct and hands[at + i] == hands[at + j]:
                return False
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _sound_rows(
    t: Tables,
    strengths: cython.pointer(Strength),
    hands: cython.p_uchar,
    out: cython.pointer(Strength),
    row: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    elsewhere: cython.p_uchar,
    distinct: cython.bint,
    trusted: cython.bint,
) -> cython.Py_ssize_t:
    """Do `rows` with the table of strengths given.

    Rows are evaluated 64 at a time; 512 where cards are sorted, as each loop over a column then costs less for a row;
    and more where some of the rows are, so that these are 512.
    """
    most: cython.Py_ssize_t = 64 if t.in_order is None else 8192 if t.by_ranks else 512
    begin: cython.Py_ssize_t = row
    while row + 64 < last and (trusted or _block_is_sound(t, hands, row, elsewhere, distinct)):
        row += 64
        if row - begin == most:
            _strengths(t, strengths, hands, out, begin, row)
            begin = row
    while row < last and (trusted or _sound(t, hands, row, distinct)):
        row += 1
        if row - begin == most or row == last:
            _strengths(t, strengths, hands, out, begin, row)
            begin = row
    return row


def rows(
    t: Tables,
    hands: object,
    out: object,
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    elsewhere: object,
    distinct: cython.bint,
    trusted: cython.bint,
) -> cython.Py_ssize_t:
    """Write the strengths of rows first to last of ``hands`` (flat) to ``out``. Releases the GIL.

    ``out`` has items of the size of the table's strengths. Stops at a row with a card that is not in the deck or, if
    ``distinct``, a duplicate, and returns that row; returns ``last`` if there is none. If ``trusted`` rows are not
    checked: a bad row gets an undefined strength, and nothing outside the tables is read. For ``elsewhere`` see
    `_unsound`.
    """
    cards: cython.p_uchar = bytes_of(hands)
    apart: cython.p_uchar = bytes_of(elsewhere)
    narrow: cython.p_ushort
    wide: cython.p_uint
    if t.wide:
        wide = uints_of(out)
        with cython.nogil:
            first = _sound_rows(t, t.wide, cards, wide, first, last, apart, distinct, trusted)
    else:
        narrow = shorts_of(out)
        with cython.nogil:
            first = _sound_rows(t, t.strengths, cards, narrow, first, last, apart, distinct, trusted)
    return first
