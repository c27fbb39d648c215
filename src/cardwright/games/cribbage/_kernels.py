"""Fast points of cribbage: the twins of `scoring.show` and `scoring.pegging`, and the ways to keep four of six cards.

Cards are numbers 0 to 51, rank-major with the ace first: ``card >> 2`` is the rank, ``card & 3`` the suit. Nothing is
checked here: that is the task of the callers. No number can overflow: a score is at most 29, and `tally` counts
12,994,800. Fifteens, pairs and runs depend on ranks alone (`_rank_points`), flush and nobs on suits and on which card
is the starter (`_suit_points`).
"""

import cython
import numpy as np


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _fifteens(r0: cython.int, r1: cython.int, r2: cython.int, r3: cython.int, r4: cython.int) -> cython.int:
    """Return the number of sets of five ranks (0 to 12) that add up to fifteen.

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
    """Return the points for runs: the length of the longest, times the ways to make it with cards of equal rank."""
    rank_mask: cython.int = (1 << r0) | (1 << r1) | (1 << r2) | (1 << r3) | (1 << r4)
    start: cython.int = rank_mask & (rank_mask >> 1) & (rank_mask >> 2)
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
def _rank_points(r0: cython.int, r1: cython.int, r2: cython.int, r3: cython.int, r4: cython.int) -> cython.int:
    """Score the fifteens, pairs and runs of five ranks, which depend neither on suits nor on the starter."""
    pairs: cython.int = (
        (r0 == r1) + (r0 == r2) + (r0 == r3) + (r0 == r4) + (r1 == r2)
        + (r1 == r3) + (r1 == r4) + (r2 == r3) + (r2 == r4) + (r3 == r4)
    )  # fmt: skip
    return 2 * _fifteens(r0, r1, r2, r3, r4) + 2 * pairs + _runs(r0, r1, r2, r3, r4)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _ranks_place(r0: cython.int, r1: cython.int, r2: cython.int, r3: cython.int) -> cython.int:
    """Return the place of four ranks in `RANK_POINTS`, in which the ranks are in order; 13 times their number."""
    low: cython.int = min(r0, r1)
    lower: cython.int = min(r2, r3)
    high: cython.int = max(r0, r1)
    higher: cython.int = max(r2, r3)
    first: cython.int = min(low, lower)
    last: cython.int = max(high, higher)
    middle: cython.int = max(low, lower)
    other: cython.int = min(high, higher)
    second: cython.int = min(middle, other)
    third: cython.int = max(middle, other)
    return 13 * (
        first
        + second * (second + 1) // 2
        + third * (third + 1) * (third + 2) // 6
        + last * (last + 1) * (last + 2) * (last + 3) // 24
    )


@cython.cfunc
@cython.exceptval(check=False)
def _points_without_starter(a: cython.int, b: cython.int, c: cython.int, d: cython.int) -> cython.int:
    """Score the fifteens, pairs and runs of four ranks."""
    # A fifth card of value 0 makes every fifteen twice, and one of rank 15 stands beside no other.
    points: cython.int = _fifteens(a, b, c, d, -1) + _runs(a, b, c, d, 15)
    points += 2 * ((a == b) + (a == c) + (a == d) + (b == c) + (b == d) + (c == d))
    return points


@cython.cfunc
def _fill_rank_points() -> cython.void:
    """Fill the tables of four ranks."""
    place: cython.int = 0
    for last in range(13):
        for third in range(last + 1):
            for second in range(third + 1):
                for first in range(second + 1):
                    POINTS_WITHOUT_STARTER[place // 13] = _points_without_starter(first, second, third, last)
                    RANK_SUMS[place // 13] = 0
                    for rank in range(13):
                        RANK_POINTS[place] = _rank_points(first, second, third, last, rank)
                        RANK_SUMS[place // 13] += 4 * RANK_POINTS[place]
                        place += 1


# For four ranks: `_rank_points` with each fifth, their sum over all fifths in four suits, and `_points_without_starter`
RANK_POINTS = cython.declare(cython.int[23660])
RANK_SUMS = cython.declare(cython.int[1820])
POINTS_WITHOUT_STARTER = cython.declare(cython.int[1820])
_fill_rank_points()


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _suit_points(
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
def _is_jack(card: cython.int) -> cython.bint:
    return (card >> 2) == 10


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _has_three_equal(a: cython.int, b: cython.int, c: cython.int, d: cython.int) -> cython.bint:
    """Return True if three of four suits are equal; otherwise no fifth card can make a flush of four."""
    return (a == b and (c == a or d == a)) or (c == d and (a == c or b == c))


@cython.ccall
@cython.exceptval(check=False)
def points(
    a: cython.int, b: cython.int, c: cython.int, d: cython.int, starter: cython.int, crib: cython.int
) -> cython.int:
    """Return the points of one hand, or crib, with its starter: the twin of ``show(...).points``."""
    place: cython.int = _ranks_place(a >> 2, b >> 2, c >> 2, d >> 2)
    return RANK_POINTS[place + (starter >> 2)] + _suit_points(a, b, c, d, starter, crib)


def scores(hands: cython.const[cython.uchar][:, ::1], crib: cython.int, out: cython.uchar[::1]) -> None:
    """Fill ``out`` with the points of each row of ``hands``: four cards and the starter."""
    for row in range(hands.shape[0]):
        # The casts matter to plain Python only, where NumPy's small integers would overflow.
        a: cython.int = cython.cast(cython.int, hands[row, 0])
        b: cython.int = cython.cast(cython.int, hands[row, 1])
        c: cython.int = cython.cast(cython.int, hands[row, 2])
        d: cython.int = cython.cast(cython.int, hands[row, 3])
        starter: cython.int = cython.cast(cython.int, hands[row, 4])
        out[row] = points(a, b, c, d, starter, crib)


def first_faulty(hands: cython.const[cython.uchar][:, ::1]) -> cython.Py_ssize_t:
    """Return the first row of ``hands`` that is not of five different cards below 52, or -1.

    Numbers from 64 on wrap round in the mask: such a row is faulty already.
    """
    one: cython.ulonglong = 1
    for row in range(hands.shape[0]):
        seen: cython.ulonglong = 0
        for place in range(5):
            card: cython.int = cython.cast(cython.int, hands[row, place])
            bit: cython.ulonglong = one << (card & 63)
            if card > 51 or seen & bit:
                return row
            seen |= bit
    return -1


def tally(last: cython.int, out: cython.longlong[::1]) -> None:
    """Add to ``out[p]`` the hands with starter that score p points, of all those made of cards below ``last``.

    Five cards make five hands with a starter, which share all but flush and nobs. What they share is worked out
    once for each rank of the highest card, and only jacks and suits that may make a flush are looked at further.
    """
    rank_points: cython.int = 0
    for a in range(last - 4):
        for b in range(a + 1, last - 3):
            for c in range(b + 1, last - 2):
                for d in range(c + 1, last - 1):
                    needs_suits: cython.int = (
                        _is_jack(a)
                        or _is_jack(b)
                        or _is_jack(c)
                        or _is_jack(d)
                        or _has_three_equal(a & 3, b & 3, c & 3, d & 3)
                    )
                    for e in range(d + 1, last):
                        if e == d + 1 or (e & 3) == 0:
                            rank_points = _rank_points(a >> 2, b >> 2, c >> 2, d >> 2, e >> 2)
                        if needs_suits or _is_jack(e):
                            out[rank_points + _suit_points(b, c, d, e, a, 0)] += 1
                            out[rank_points + _suit_points(a, c, d, e, b, 0)] += 1
                            out[rank_points + _suit_points(a, b, d, e, c, 0)] += 1
                            out[rank_points + _suit_points(a, b, c, e, d, 0)] += 1
                            out[rank_points + _suit_points(a, b, c, d, e, 0)] += 1
                        else:
                            out[rank_points] += 5


@cython.cfunc
@cython.exceptval(check=False)
def best_split(
    cards: cython.p_int, crib: cython.const[cython.double][:, ::1], sums: cython.p_int, keep_values: cython.p_double
) -> cython.int:
    """Score the 15 ways to keep four of six cards; return the number of the first of the best.

    ``sums`` are the points of the four over all 46 starters, ``keep_values`` their mean plus the value in ``crib`` of
    the two ranks laid away. Ways are numbered as the combinations of four places of six, in order.
    """
    suits_left = cython.declare(cython.int[4])
    kept = cython.declare(cython.int[4])
    away = cython.declare(cython.int[2])
    split: cython.int = 14
    best: cython.int = 0
    for i in range(4):
        suits_left[i] = 13
    for i in range(6):
        suits_left[cards[i] & 3] -= 1
    for i in range(6):
        for j in range(i + 1, 6):
            k: cython.int = 0
            for card in range(6):
                if card != i and card != j:
                    kept[k] = cards[card]
                    k += 1
            away[0] = cards[i] >> 2
            away[1] = cards[j] >> 2
            place: cython.int = _ranks_place(kept[0] >> 2, kept[1] >> 2, kept[2] >> 2, kept[3] >> 2)
            total: cython.int = RANK_SUMS[place // 13]
            for card in range(6):
                total -= RANK_POINTS[place + (cards[card] >> 2)]
            for k in range(4):
                if _is_jack(kept[k]):
                    total += suits_left[kept[k] & 3]
            if (kept[0] & 3) == (kept[1] & 3) and (kept[0] & 3) == (kept[2] & 3) and (kept[0] & 3) == (kept[3] & 3):
                total += 4 * 46 + suits_left[kept[0] & 3]
            sums[split] = total
            keep_values[split] = total / 46.0 + crib[away[0], away[1]]
            split -= 1
    for split in range(1, 15):
        if keep_values[split] > keep_values[best]:
            best = split
    return best


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def copy_six(row: cython.const[cython.uchar][::1], first: cython.int, cards: cython.p_int) -> cython.void:
    """Copy six cards of a row, from place ``first`` on."""
    for i in range(6):
        cards[i] = cython.cast(cython.int, row[first + i])


def split_sums(hands: cython.const[cython.uchar][:, ::1], out: cython.int[:, ::1]) -> None:
    """Fill ``out`` with the points of each of the 15 ways to keep four of six cards, over all 46 starters."""
    none: cython.const[cython.double][:, ::1] = np.zeros((13, 13))
    cards = cython.declare(cython.int[6])
    sums = cython.declare(cython.int[15])
    keep_values = cython.declare(cython.double[15])
    for row in range(hands.shape[0]):
        copy_six(hands[row], 0, cards)
        best_split(cards, none, sums, keep_values)
        for i in range(15):
            out[row, i] = sums[i]


@cython.cfunc
@cython.exceptval(check=False)
def _place_of(cards: cython.p_int, first: cython.int) -> cython.int:
    """Return `_ranks_place` of four cards."""
    return _ranks_place(cards[first] >> 2, cards[first + 1] >> 2, cards[first + 2] >> 2, cards[first + 3] >> 2)


@cython.cfunc
@cython.exceptval(check=False)
def sum_by_ranks(ranks: cython.p_int, counts: cython.p_int) -> cython.int:
    """Return the points of four ranks with each fifth rank, times its ``counts``, without flush and nobs."""
    place: cython.int = _ranks_place(ranks[0], ranks[1], ranks[2], ranks[3])
    total: cython.int = 0
    for rank in range(13):
        total += counts[rank] * RANK_POINTS[place + rank]
    return total


@cython.cfunc
@cython.exceptval(check=False)
def without_starter(cards: cython.p_int) -> cython.int:
    """Score the fifteens, pairs and runs of four cards."""
    return POINTS_WITHOUT_STARTER[_place_of(cards, 0) // 13]


@cython.cfunc
@cython.exceptval(check=False)
def hand_points(cards: cython.p_int, first: cython.int, starter: cython.int, crib: cython.int) -> cython.int:
    """Score four cards, from place ``first`` on, with a starter."""
    return points(cards[first], cards[first + 1], cards[first + 2], cards[first + 3], starter, crib)


@cython.cfunc
@cython.exceptval(check=False)
def points_by_starter(cards: cython.p_int, first: cython.int, crib: cython.int, out: cython.p_int) -> cython.void:
    """Do `hand_points` for each of the 52 starters; `_suit_points` depends only on the starter's suit."""
    suit_points = cython.declare(cython.int[4])
    place: cython.int = _place_of(cards, first)
    for suit in range(4):
        suit_points[suit] = _suit_points(cards[first], cards[first + 1], cards[first + 2], cards[first + 3], suit, crib)
    for starter in range(52):
        out[starter] = RANK_POINTS[place + (starter >> 2)] + suit_points[starter & 3]


@cython.cfunc
@cython.exceptval(check=False)
def pegging_points(pile: cython.p_int, size: cython.int, count: cython.int) -> cython.int:
    """Score the last of ``size`` ranks of a pile at this count: the twin of ``pegging(...).points``."""
    points: cython.int = 2 if count == 15 or count == 31 else 0
    equal_count: cython.int = 1
    run: cython.int = 0
    rank_mask: cython.int = 0
    low: cython.int = 12
    high: cython.int = 0
    while equal_count < size and pile[size - 1 - equal_count] == pile[size - 1]:
        equal_count += 1
    if equal_count > 1:
        return points + equal_count * (equal_count - 1)
    for length in range(1, size + 1):
        rank: cython.int = pile[size - length]
        if rank_mask >> rank & 1:
            break
        rank_mask |= 1 << rank
        low = min(low, rank)
        high = max(high, rank)
        if length > 2 and high - low == length - 1:
            run = length
    return points + run
