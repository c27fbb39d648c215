"""Counting shows by the million: the fast twins of `scoring.show`, without its reasons.

Cards are numbers 0 to 51, rank-major with the ace first; the last card of five is the starter. Nothing is checked
here: that is the task of `scoring`. No number can overflow: a score is at most 29, and `tally` counts 12,994,800.
"""

import cython


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _fifteens(r0: cython.int, r1: cython.int, r2: cython.int, r3: cython.int, r4: cython.int) -> cython.int:
    """How many sets of five ranks (0 to 12) add up to fifteen.

    ``sums`` is sixteen counters of four bits: how many sets of the cards so far add up to 0, 1 ... 15. A card of
    value v adds to them a copy of themselves moved up v places; totals past 15 fall off the end (in C; in Python
    they stay above it, unread). No counter overflows, because of two sets with one total neither holds the other,
    and of five cards there are at most ten such sets.
    """
    sums: cython.ulonglong = 1
    sums += sums << (4 * min(r0 + 1, 10))
    sums += sums << (4 * min(r1 + 1, 10))
    sums += sums << (4 * min(r2 + 1, 10))
    sums += sums << (4 * min(r3 + 1, 10))
    sums += sums << (4 * min(r4 + 1, 10))
    return cython.cast(cython.int, sums >> 60) & 15


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _runs(r0: cython.int, r1: cython.int, r2: cython.int, r3: cython.int, r4: cython.int) -> cython.int:
    """The points for runs: the length of the longest, as many times as cards of equal rank let it be made."""
    held: cython.int = (1 << r0) | (1 << r1) | (1 << r2) | (1 << r3) | (1 << r4)
    start: cython.int = held & (held >> 1) & (held >> 2)
    if start == 0:
        return 0
    counts: cython.ulonglong = 0
    one: cython.ulonglong = 1
    counts = (one << (4 * r0)) + (one << (4 * r1)) + (one << (4 * r2)) + (one << (4 * r3)) + (one << (4 * r4))
    length: cython.int = 0
    ways: cython.int = 1
    # ``start`` marks the first rank of every run of three, so the lowest mark is where the longest begins.
    while start & 1 == 0:
        start >>= 1
        counts >>= 4
    while counts & 15:
        length += 1
        ways *= cython.cast(cython.int, counts & 15)
        counts >>= 4
    return length * ways


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _shared(r0: cython.int, r1: cython.int, r2: cython.int, r3: cython.int, r4: cython.int) -> cython.int:
    """Score the fifteens, pairs and runs of five ranks, which depend neither on suits nor on the starter."""
    pairs: cython.int = (
        (r0 == r1) + (r0 == r2) + (r0 == r3) + (r0 == r4) + (r1 == r2)
        + (r1 == r3) + (r1 == r4) + (r2 == r3) + (r2 == r4) + (r3 == r4)
    )  # fmt: skip
    return 2 * _fifteens(r0, r1, r2, r3, r4) + 2 * pairs + _runs(r0, r1, r2, r3, r4)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _own(
    a: cython.int, b: cython.int, c: cython.int, d: cython.int, starter: cython.int, crib: cython.int
) -> cython.int:
    """Score the flush and his nobs, which depend on suits and on the starter. Jacks are cards 40 to 43."""
    points: cython.int = 0
    suit: cython.int = starter & 3
    nobs: cython.int = 40 | suit
    if a == nobs or b == nobs or c == nobs or d == nobs:
        points = 1
    if (a & 3) == (b & 3) and (a & 3) == (c & 3) and (a & 3) == (d & 3):
        if (a & 3) == suit:
            points += 5
        elif not crib:
            points += 4
    return points


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _jack(card: cython.int) -> cython.bint:
    return (card >> 2) == 10


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _three_alike(a: cython.int, b: cython.int, c: cython.int, d: cython.int) -> cython.bint:
    """Return True if three of four suits are equal; otherwise no fifth card can make a flush of four."""
    return (a == b and (c == a or d == a)) or (c == d and (a == c or b == c))


def points(
    a: cython.int, b: cython.int, c: cython.int, d: cython.int, starter: cython.int, crib: cython.int
) -> cython.int:
    """The points of one hand, or crib, with its starter: the twin of ``show(...).points``."""
    return _shared(a >> 2, b >> 2, c >> 2, d >> 2, starter >> 2) + _own(a, b, c, d, starter, crib)


def scores(hands: cython.const[cython.uchar][:, ::1], crib: cython.int, out: cython.uchar[::1]) -> None:
    """Fill ``out`` with the points of each row of ``hands``: four cards and the starter."""
    row: cython.Py_ssize_t
    a: cython.int
    b: cython.int
    c: cython.int
    d: cython.int
    starter: cython.int
    for row in range(hands.shape[0]):
        # The casts matter to plain Python only, where NumPy's small integers would overflow.
        a = cython.cast(cython.int, hands[row, 0])
        b = cython.cast(cython.int, hands[row, 1])
        c = cython.cast(cython.int, hands[row, 2])
        d = cython.cast(cython.int, hands[row, 3])
        starter = cython.cast(cython.int, hands[row, 4])
        out[row] = _shared(a >> 2, b >> 2, c >> 2, d >> 2, starter >> 2) + _own(a, b, c, d, starter, crib)


def faulty(hands: cython.const[cython.uchar][:, ::1]) -> cython.Py_ssize_t:
    """The first row of ``hands`` that is not of five different cards below 52, or -1. Numbers from 64 on wrap round
    in the mask, where they do no harm: the row is faulty already.
    """
    row: cython.Py_ssize_t
    place: cython.int
    card: cython.int
    seen: cython.ulonglong
    bit: cython.ulonglong
    one: cython.ulonglong = 1
    for row in range(hands.shape[0]):
        seen = 0
        for place in range(5):
            card = cython.cast(cython.int, hands[row, place])
            bit = one << (card & 63)
            if card > 51 or seen & bit:
                return row
            seen |= bit
    return -1


def tally(last: cython.int, out: cython.longlong[::1]) -> None:
    """Add to ``out[p]`` the hands with starter that score p points, of all those made of cards below ``last``.

    Five cards make five hands with a starter, which share all but flush and nobs. What they share is worked out
    once for each rank of the highest card, and only jacks and suits that may make a flush are looked at further.
    """
    a: cython.int
    b: cython.int
    c: cython.int
    d: cython.int
    e: cython.int
    apart: cython.int
    shared: cython.int = 0
    for a in range(last - 4):
        for b in range(a + 1, last - 3):
            for c in range(b + 1, last - 2):
                for d in range(c + 1, last - 1):
                    apart = _jack(a) or _jack(b) or _jack(c) or _jack(d) or _three_alike(a & 3, b & 3, c & 3, d & 3)
                    for e in range(d + 1, last):
                        if e == d + 1 or (e & 3) == 0:
                            shared = _shared(a >> 2, b >> 2, c >> 2, d >> 2, e >> 2)
                        if apart or _jack(e):
                            out[shared + _own(b, c, d, e, a, 0)] += 1
                            out[shared + _own(a, c, d, e, b, 0)] += 1
                            out[shared + _own(a, b, d, e, c, 0)] += 1
                            out[shared + _own(a, b, c, e, d, 0)] += 1
                            out[shared + _own(a, b, c, d, e, 0)] += 1
                        else:
                            out[shared] += 5
