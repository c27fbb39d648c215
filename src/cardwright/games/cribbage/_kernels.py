"""Counting shows by the million: the fast twins of `scoring.show`, without its reasons.

Cards are numbers 0 to 51, rank-major with the ace first; the last card of five is the starter. Nothing is checked
here: that is the task of `scoring`. No number can overflow: a score is at most 29, and `tally` counts 12,994,800.
"""

import cython
import numpy as np


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


@cython.cfunc
@cython.exceptval(check=False)
def _worths(
    cards: cython.p_int, crib: cython.const[cython.double][:, ::1], sums: cython.p_int, worths: cython.p_double
) -> cython.int:
    """Score the 15 ways to keep four of six cards; return the number of the first of the best.

    ``sums`` are the points of the four over all 46 starters, ``worths`` their mean with what ``crib``, by the ranks of
    the two laid away, adds. Ways are numbered as the combinations of four places of six, in order.
    """
    left = cython.declare(cython.int[13])
    suits = cython.declare(cython.int[4])
    kept = cython.declare(cython.int[4])
    away = cython.declare(cython.int[2])
    rank: cython.int
    i: cython.int
    j: cython.int
    k: cython.int
    way: cython.int = 14
    best: cython.int = 0
    total: cython.int
    for rank in range(13):
        left[rank] = 4
    for i in range(4):
        suits[i] = 13
    for i in range(6):
        left[cards[i] >> 2] -= 1
        suits[cards[i] & 3] -= 1
    for i in range(6):
        for j in range(i + 1, 6):
            k = 0
            for rank in range(6):
                if rank != i and rank != j:
                    kept[k] = cards[rank]
                    k += 1
            away[0] = cards[i] >> 2
            away[1] = cards[j] >> 2
            total = 0
            for rank in range(13):
                if left[rank]:
                    total += left[rank] * _shared(kept[0] >> 2, kept[1] >> 2, kept[2] >> 2, kept[3] >> 2, rank)
            for k in range(4):
                if _jack(kept[k]):
                    total += suits[kept[k] & 3]
            if (kept[0] & 3) == (kept[1] & 3) and (kept[0] & 3) == (kept[2] & 3) and (kept[0] & 3) == (kept[3] & 3):
                total += 4 * 46 + suits[kept[0] & 3]
            sums[way] = total
            worths[way] = total / 46.0 + crib[away[0], away[1]]
            way -= 1
    for way in range(1, 15):
        if worths[way] > worths[best]:
            best = way
    return best


def split_sums(hands: cython.const[cython.uchar][:, ::1], out: cython.int[:, ::1]) -> None:
    """Fill ``out`` with the points of each of the 15 ways to keep four of six cards, over all 46 starters."""
    none: cython.const[cython.double][:, ::1] = np.zeros((13, 13))
    cards = cython.declare(cython.int[6])
    sums = cython.declare(cython.int[15])
    worths = cython.declare(cython.double[15])
    row: cython.Py_ssize_t
    i: cython.int
    for row in range(hands.shape[0]):
        for i in range(6):
            cards[i] = cython.cast(cython.int, hands[row, i])
        _worths(cards, none, sums, worths)
        for i in range(15):
            out[row, i] = sums[i]


def losses(
    hands: cython.const[cython.uchar][:, ::1], crib: cython.const[cython.double][:, ::1], out: cython.double[::1]
) -> None:
    """Fill ``out`` with what keeping the first four of each six cards loses against the best way, by `_worths`."""
    cards = cython.declare(cython.int[6])
    sums = cython.declare(cython.int[15])
    worths = cython.declare(cython.double[15])
    row: cython.Py_ssize_t
    i: cython.int
    best: cython.int
    for row in range(hands.shape[0]):
        for i in range(6):
            cards[i] = cython.cast(cython.int, hands[row, i])
        best = _worths(cards, crib, sums, worths)
        out[row] = worths[best] - worths[0]


@cython.cfunc
@cython.exceptval(check=False)
def _pegged(pile: cython.p_int, size: cython.int, count: cython.int) -> cython.int:
    """Score the last of ``size`` ranks of a pile at this count: the twin of ``pegging(...).points``."""
    points: cython.int = 2 if count == 15 or count == 31 else 0
    alike: cython.int = 1
    run: cython.int = 0
    held: cython.int = 0
    low: cython.int = 12
    high: cython.int = 0
    length: cython.int
    rank: cython.int
    while alike < size and pile[size - 1 - alike] == pile[size - 1]:
        alike += 1
    if alike > 1:
        return points + alike * (alike - 1)
    for length in range(1, size + 1):
        rank = pile[size - length]
        if held >> rank & 1:
            break
        held |= 1 << rank
        low = min(low, rank)
        high = max(high, rank)
        if length > 2 and high - low == length - 1:
            run = length
    return points + run


@cython.cfunc
@cython.exceptval(check=False)
def _share(some: cython.int, all: cython.int, held: cython.int) -> cython.double:
    """Return the probability that ``held`` cards, drawn from ``all``, are among ``some`` of them."""
    share: cython.double = 1.0
    i: cython.int
    if some < held:
        return 0.0
    for i in range(held):
        share *= cython.cast(cython.double, some - i) / (all - i)
    return share


@cython.cfunc
@cython.exceptval(check=False)
def _outlook(
    pile: cython.p_int,
    size: cython.int,
    count: cython.int,
    unseen: cython.p_int,
    at: cython.int,
    least: cython.int,
    held: cython.int,
) -> cython.double:
    """Value the last card of a pile: its points, less the best reply expected, plus the chance of a go.

    The other holds ``held`` cards, drawn from ``unseen[at:at + 13]`` by rank, none of a value below ``least``. The twin
    of `bot.peggings`.
    """
    replies = cython.declare(cython.int[20])
    value: cython.double = _pegged(pile, size, count)
    rank: cython.int
    cards: cython.int
    points: cython.int
    all: cython.int = 0
    able: cython.int = 0
    last: cython.int = pile[size - 1]
    before: cython.double = 1.0
    after: cython.double
    if held == 0 or count == 31:
        return value
    for points in range(20):
        replies[points] = 0
    for rank in range(13):
        cards = unseen[at + rank]
        if cards > 0 and min(rank + 1, 10) >= least:
            all += cards
            if count + min(rank + 1, 10) <= 31:
                able += cards
                points = count + min(rank + 1, 10)
                if rank == last or (size > 1 and -size <= rank - last <= size):  # else it makes no pair and no run
                    pile[size] = rank
                    points = _pegged(pile, size + 1, points)
                else:
                    points = 2 if points == 15 or points == 31 else 0
                replies[points] += cards
    if all < held:
        return value
    cards = 0
    for points in range(19, 0, -1):
        if replies[points]:
            cards += replies[points]
            after = _share(all - cards, all, held)
            value -= points * (before - after)
            before = after
    return value + _share(all - able, all, held)


@cython.cfunc
@cython.exceptval(check=False)
def _able(hands: cython.p_int, player: cython.int, count: cython.int) -> cython.bint:
    """Return True if a player holds a rank that can be played to this count."""
    rank: cython.int
    for rank in range(13):
        if hands[13 * player + rank]:
            return count + min(rank + 1, 10) <= 31
    return False


@cython.cfunc
@cython.exceptval(check=False)
def _rank_value(
    unseen: cython.p_int,
    sizes: cython.p_int,
    least: cython.p_int,
    pile: cython.p_int,
    at: cython.p_int,
    rank: cython.int,
) -> cython.double:
    """Return the `_outlook` of a rank for the player to play."""
    other: cython.int = 1 - at[2]
    pile[at[0]] = rank
    return _outlook(pile, at[0] + 1, at[1] + min(rank + 1, 10), unseen, 13 * at[2], least[other], sizes[other])


@cython.cfunc
@cython.exceptval(check=False)
def _next_rank(
    hands: cython.p_int,
    unseen: cython.p_int,
    sizes: cython.p_int,
    least: cython.p_int,
    pile: cython.p_int,
    at: cython.p_int,
) -> cython.int:
    """Return the rank with the best `_outlook` for the player to play; of equals the highest."""
    rank: cython.int
    best: cython.int = -1
    value: cython.double
    highest: cython.double = -1000.0
    for rank in range(12, -1, -1):
        if hands[13 * at[2] + rank] and at[1] + min(rank + 1, 10) <= 31:
            if sizes[at[2]] == 1:
                return rank
            value = _rank_value(unseen, sizes, least, pile, at, rank)
            if value > highest + 1e-9:
                highest = value
                best = rank
    return best


@cython.cfunc
@cython.exceptval(check=False)
def _play_rank(
    hands: cython.p_int,
    unseen: cython.p_int,
    sizes: cython.p_int,
    least: cython.p_int,
    pile: cython.p_int,
    at: cython.p_int,
    rank: cython.int,
    events: cython.p_int,
) -> cython.void:
    """Play a rank, and go on to the next choice.

    ``at`` is the size of the pile, its count, whose turn it is, and the number of scores made. Hands and unseen cards
    are counts by rank, 13 for each player; ``unseen`` is what a player does not know. A score is its points, for player
    1 with 32 added.
    """
    turn: cython.int = at[2]
    other: cython.int = 1 - turn
    points: cython.int
    pile[at[0]] = rank
    at[0] += 1
    at[1] += min(rank + 1, 10)
    hands[13 * turn + rank] -= 1
    sizes[turn] -= 1
    unseen[13 * other + rank] -= 1
    points = _pegged(pile, at[0], at[1])
    if points:
        events[at[3]] = points + 32 * turn
        at[3] += 1
    if at[1] < 31:
        if _able(hands, other, at[1]):
            at[2] = other
            return
        if sizes[other]:
            least[other] = max(least[other], 32 - at[1])
        if _able(hands, turn, at[1]):
            return
        if sizes[turn]:
            least[turn] = max(least[turn], 32 - at[1])
        events[at[3]] = 1 + 32 * turn
        at[3] += 1
    at[0] = 0
    at[1] = 0
    if sizes[other]:
        at[2] = other


@cython.cfunc
@cython.exceptval(check=False)
def _play_out(
    hands: cython.p_int,
    unseen: cython.p_int,
    sizes: cython.p_int,
    least: cython.p_int,
    pile: cython.p_int,
    at: cython.p_int,
    events: cython.p_int,
) -> cython.void:
    """Play the cards of both hands to the end, each by `_next_rank`: see `_play_rank`."""
    while sizes[0] + sizes[1] > 0:
        _play_rank(hands, unseen, sizes, least, pile, at, _next_rank(hands, unseen, sizes, least, pile, at), events)


@cython.cfunc
@cython.exceptval(check=False)
def _settled(
    needs: cython.p_int,
    dealer: cython.int,
    heels: cython.int,
    events: cython.p_int,
    made: cython.int,
    shows: cython.p_int,
    worth: cython.const[cython.double][:, :, ::1],
) -> cython.double:
    """Return what a deal is worth to player 0: heels, the play, pone's hand, dealer's hand and crib, then ``worth``.

    ``needs`` are the points that each player needs; they change. ``worth[d, i, j]`` is the worth to player 0, who needs
    i points where the other needs j, if player d deals next; where i or j is 0 the game is over.
    """
    i: cython.int
    player: cython.int
    ended: cython.bint = False
    if heels:
        needs[dealer] -= 2
        ended = needs[dealer] <= 0
    for i in range(made):
        if ended:
            break
        player = events[i] >> 5
        needs[player] -= events[i] & 31
        ended = needs[player] <= 0
    for i in range(3):
        if ended:
            break
        player = dealer if i else 1 - dealer
        needs[player] -= shows[i]
        ended = needs[player] <= 0
    return worth[1 - dealer, max(needs[0], 0), max(needs[1], 0)]


@cython.cfunc
@cython.exceptval(check=False)
def _points(cards: cython.p_int, at: cython.int, starter: cython.int, crib: cython.int) -> cython.int:
    return _shared(cards[at] >> 2, cards[at + 1] >> 2, cards[at + 2] >> 2, cards[at + 3] >> 2, starter >> 2) + _own(
        cards[at], cards[at + 1], cards[at + 2], cards[at + 3], starter, crib
    )


@cython.cfunc
@cython.exceptval(check=False)
def _split(
    cards: cython.p_int, way: cython.int, kept: cython.p_int, at: cython.int, crib: cython.p_int, to: cython.int
) -> cython.void:
    """Put the four cards of a way of `_worths` into ``kept``, and the other two into ``crib``."""
    i: cython.int
    j: cython.int
    k: cython.int
    n: cython.int = 14
    for i in range(6):
        for j in range(i + 1, 6):
            if n == way:
                crib[to] = cards[i]
                crib[to + 1] = cards[j]
                for k in range(6):
                    if k != i and k != j:
                        kept[at] = cards[k]
                        at += 1
            n -= 1


@cython.cfunc
@cython.exceptval(check=False)
def _know(
    hands: cython.p_int,
    unseen: cython.p_int,
    player: cython.int,
    kept: cython.p_int,
    crib: cython.p_int,
    starter: cython.int,
) -> cython.void:
    """Enter a player's four cards, and as unseen all but those, the two laid away (``crib``) and the starter."""
    rank: cython.int
    i: cython.int
    for rank in range(13):
        hands[13 * player + rank] = 0
        unseen[13 * player + rank] = 4
    unseen[13 * player + (starter >> 2)] -= 1
    for i in range(4):
        rank = kept[4 * player + i] >> 2
        hands[13 * player + rank] += 1
        unseen[13 * player + rank] -= 1
    for i in range(2):
        unseen[13 * player + (crib[2 * player + i] >> 2)] -= 1


@cython.cfunc
@cython.exceptval(check=False)
def _replay(
    hands: cython.p_int,
    unseen: cython.p_int,
    sizes: cython.p_int,
    least: cython.p_int,
    pile: cython.p_int,
    at: cython.p_int,
    kept: cython.p_int,
    crib: cython.p_int,
    starter: cython.int,
    dealer: cython.int,
    history: cython.const[cython.int][::1],
    events: cython.p_int,
) -> cython.void:
    """Begin the play with four cards each and play the ranks of ``history``; ``events`` leaves out their scores."""
    i: cython.int
    for i in range(2):
        _know(hands, unseen, i, kept, crib, starter)
        sizes[i] = 4
        least[i] = 1
        at[i] = 0
    at[2] = 1 - dealer
    for i in range(history.shape[0]):
        at[3] = 0
        _play_rank(hands, unseen, sizes, least, pile, at, history[i], events)
    at[3] = 0


def record(
    deals: cython.const[cython.uchar][:, ::1],
    own: cython.const[cython.double][:, ::1],
    others: cython.const[cython.double][:, ::1],
    totals: cython.longlong[:, ::1],
    dealer_first: cython.longlong[:, ::1],
    pone_first: cython.longlong[:, ::1],
) -> None:
    """Play deals and count what both players score, and in which order.

    A row is the pone's six cards, the dealer's six and the starter; both lay away by `_worths` and play by `_outlook`.
    ``totals[d, p]`` counts deals in which the dealer scores d and the pone p; ``dealer_first[i, q]`` those in which the
    dealer comes to have i points, or passes i, when the pone has q; ``pone_first`` the same of the pone.
    """
    cards = cython.declare(cython.int[6])
    nothing: cython.const[cython.int][::1] = np.zeros(0, np.int32)
    kept = cython.declare(cython.int[8])
    crib = cython.declare(cython.int[4])
    sums = cython.declare(cython.int[15])
    worths = cython.declare(cython.double[15])
    hands = cython.declare(cython.int[26])
    unseen = cython.declare(cython.int[26])
    sizes = cython.declare(cython.int[2])
    least = cython.declare(cython.int[2])
    pile = cython.declare(cython.int[16])
    at = cython.declare(cython.int[4])
    events = cython.declare(cython.int[32])
    scored = cython.declare(cython.int[2])
    row: cython.Py_ssize_t
    player: cython.int
    i: cython.int
    made: cython.int
    starter: cython.int
    for row in range(deals.shape[0]):
        starter = cython.cast(cython.int, deals[row, 12])
        for player in range(2):
            for i in range(6):
                cards[i] = cython.cast(cython.int, deals[row, 6 * player + i])
            i = _worths(cards, own if player else others, sums, worths)
            _split(cards, i, kept, 4 * player, crib, 2 * player)
            scored[player] = 0
        _replay(hands, unseen, sizes, least, pile, at, kept, crib, starter, 1, nothing, events)  # the pone is player 0
        if _jack(starter):
            events[0] = 34
            at[3] = 1
        _play_out(hands, unseen, sizes, least, pile, at, events)
        made = at[3]
        events[made] = _points(kept, 0, starter, 0)
        events[made + 1] = 32 + _points(kept, 4, starter, 0)
        events[made + 2] = 32 + _points(crib, 0, starter, 1)
        for i in range(made + 3):
            player = events[i] >> 5
            for _ in range(events[i] & 31):
                scored[player] += 1
                if player:
                    dealer_first[scored[1], scored[0]] += 1
                else:
                    pone_first[scored[0], scored[1]] += 1
        totals[scored[1], scored[0]] += 1


def lay_values(
    mine: cython.const[cython.uchar][::1],
    dealer: cython.int,
    worlds: cython.const[cython.uchar][:, ::1],
    crib_table: cython.const[cython.double][:, ::1],
    need: cython.int,
    others_need: cython.int,
    worth: cython.const[cython.double][:, :, ::1],
    ways: cython.const[cython.int][::1],
    out: cython.double[:, :, ::1],
) -> None:
    """Fill ``out`` with what each of some ways to lay away brings in each world: its worth by `_settled`, then points.

    A world is the six cards of the other, who lays away by ``crib_table``, and a starter that both see in the play.
    The show is counted with each of the 40 starters, and the value is the mean. ``dealer`` is 0 if it is this player,
    else 1. After the worth come the points pegged, those that the other pegs, the crib's, and the other hand's.
    """
    cards = cython.declare(cython.int[6])
    theirs = cython.declare(cython.int[6])
    nothing: cython.const[cython.int][::1] = np.zeros(0, np.int32)
    kept = cython.declare(cython.int[8])
    crib = cython.declare(cython.int[4])
    sums = cython.declare(cython.int[15])
    worths = cython.declare(cython.double[15])
    hands = cython.declare(cython.int[26])
    unseen = cython.declare(cython.int[26])
    sizes = cython.declare(cython.int[2])
    least = cython.declare(cython.int[2])
    pile = cython.declare(cython.int[16])
    at = cython.declare(cython.int[4])
    events = cython.declare(cython.int[32])
    shows = cython.declare(cython.int[3])
    needs = cython.declare(cython.int[2])
    others_hand = cython.declare(cython.int[52])
    row: cython.Py_ssize_t
    way: cython.Py_ssize_t
    i: cython.int
    made: cython.int
    starter: cython.int
    held: cython.ulonglong
    one: cython.ulonglong = 1
    value: cython.double
    for i in range(6):
        cards[i] = cython.cast(cython.int, mine[i])
    for row in range(worlds.shape[0]):
        held = 0
        for i in range(6):
            theirs[i] = cython.cast(cython.int, worlds[row, i])
            held |= (one << theirs[i]) | (one << cards[i])
        i = _worths(theirs, crib_table, sums, worths)
        _split(theirs, i, kept, 4, crib, 2)
        for starter in range(52):
            others_hand[starter] = _points(kept, 4, starter, 0)
        for way in range(ways.shape[0]):
            _split(cards, ways[way], kept, 0, crib, 0)
            starter = cython.cast(cython.int, worlds[row, 6])
            _replay(hands, unseen, sizes, least, pile, at, kept, crib, starter, dealer, nothing, events)
            _play_out(hands, unseen, sizes, least, pile, at, events)
            made = at[3]
            out[row, way, 1] = 0
            out[row, way, 2] = 0
            for i in range(made):
                out[row, way, 1 + (events[i] >> 5)] += events[i] & 31
            value = 0
            out[row, way, 3] = 0
            out[row, way, 4] = 0
            for starter in range(52):
                if held >> starter & 1:
                    continue
                shows[1 - dealer] = _points(kept, 0, starter, 0)
                shows[dealer] = others_hand[starter]
                shows[2] = _points(crib, 0, starter, 1)
                out[row, way, 3] += shows[2] / 40.0
                out[row, way, 4] += others_hand[starter] / 40.0
                needs[0] = need
                needs[1] = others_need
                value += _settled(needs, dealer, _jack(starter), events, made, shows, worth)
            out[row, way, 0] = value / 40.0


@cython.cfunc
@cython.exceptval(check=False)
def _count(
    kept: cython.p_int, crib: cython.p_int, dealer: cython.int, starter: cython.int, shows: cython.p_int
) -> cython.void:
    """Fill ``shows`` with the points of the pone's hand, the dealer's and the crib; ``dealer`` is a player."""
    shows[1 - dealer] = _points(kept, 0, starter, 0)
    shows[dealer] = _points(kept, 4, starter, 0)
    shows[2] = _points(crib, 0, starter, 1)


@cython.cfunc
@cython.exceptval(check=False)
def _hold(
    cards: cython.const[cython.uchar][::1], player: cython.int, kept: cython.p_int, crib: cython.p_int
) -> cython.void:
    """Enter the four cards that a player keeps and the two laid away."""
    i: cython.int
    for i in range(4):
        kept[4 * player + i] = cython.cast(cython.int, cards[i])
    for i in range(2):
        crib[2 * player + i] = cython.cast(cython.int, cards[4 + i])


def play_values(
    mine: cython.const[cython.uchar][::1],
    dealer: cython.int,
    starter: cython.int,
    worlds: cython.const[cython.uchar][:, ::1],
    history: cython.const[cython.int][::1],
    need: cython.int,
    others_need: cython.int,
    worth: cython.const[cython.double][:, :, ::1],
    firsts: cython.const[cython.int][::1],
    out: cython.double[:, ::1],
) -> None:
    """Fill ``out`` with the worth by `_settled` in each world after playing each of some ranks now, or any (-1).

    ``mine`` are the four cards kept and the two laid away; a world is the same of the other. ``history`` are the ranks
    played so far by both, and ``dealer`` is 0 if it is this player, else 1.
    """
    kept = cython.declare(cython.int[8])
    crib = cython.declare(cython.int[4])
    hands = cython.declare(cython.int[26])
    unseen = cython.declare(cython.int[26])
    sizes = cython.declare(cython.int[2])
    least = cython.declare(cython.int[2])
    pile = cython.declare(cython.int[16])
    at = cython.declare(cython.int[4])
    events = cython.declare(cython.int[32])
    shows = cython.declare(cython.int[3])
    needs = cython.declare(cython.int[2])
    row: cython.Py_ssize_t
    first: cython.Py_ssize_t
    _hold(mine, 0, kept, crib)
    for row in range(worlds.shape[0]):
        _hold(worlds[row], 1, kept, crib)
        _count(kept, crib, dealer, starter, shows)
        for first in range(firsts.shape[0]):
            _replay(hands, unseen, sizes, least, pile, at, kept, crib, starter, dealer, history, events)
            if firsts[first] >= 0:
                _play_rank(hands, unseen, sizes, least, pile, at, firsts[first], events)
            _play_out(hands, unseen, sizes, least, pile, at, events)
            needs[0] = need
            needs[1] = others_need
            out[row, first] = _settled(needs, dealer, 0, events, at[3], shows, worth)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _random(state: cython.ulonglong) -> cython.ulonglong:
    """Return the next state of a generator (xorshift)."""
    state ^= (state << 13) & 0xFFFFFFFFFFFFFFFF
    state ^= state >> 7
    state ^= (state << 17) & 0xFFFFFFFFFFFFFFFF
    return state


@cython.cfunc
@cython.exceptval(check=False)
def _random_of(legal: cython.int, state: cython.ulonglong) -> cython.int:
    """Return one of the actions in a mask, at random."""
    action: cython.int
    count: cython.int = 0
    for action in range(15):
        count += legal >> action & 1
    count = cython.cast(cython.int, (state >> 11) % cython.cast(cython.ulonglong, count))
    for action in range(15):
        if legal >> action & 1:
            if count == 0:
                return action
            count -= 1
    return -1


@cython.cfunc
@cython.exceptval(check=False)
def _chosen(
    children: cython.int[:, ::1],
    visits: cython.int[::1],
    offered: cython.int[::1],
    totals: cython.double[::1],
    tree: cython.p_int,
    legal: cython.int,
    sign: cython.int,
    explore: cython.double,
    state: cython.ulonglong,
    logs: cython.const[cython.double][::1],
) -> cython.int:
    """Return an action of a mask, and go to its node: an untried one at random, else that of the highest UCB1.

    ``tree`` is the node, how many nodes there are, and whether this one is new. ``sign`` is -1 for the other player.
    """
    action: cython.int
    child: cython.int
    untried: cython.int = 0
    best: cython.int = -1
    bound: cython.double
    highest: cython.double = -1e9
    for action in range(15):
        if legal >> action & 1:
            child = children[tree[0], action]
            if child < 0:
                untried |= 1 << action
                continue
            offered[child] += 1
            bound = sign * totals[child] / visits[child] + explore * (logs[offered[child]] / visits[child]) ** 0.5
            if bound > highest:
                highest = bound
                best = action
    if untried:
        best = _random_of(untried, state)
        children[tree[0], best] = tree[1]
        offered[tree[1]] = 1
        tree[1] += 1
        tree[2] = 1
    tree[0] = children[tree[0], best]
    return best


@cython.cfunc
@cython.exceptval(check=False)
def _legal_ranks(hands: cython.p_int, at: cython.p_int) -> cython.int:
    """Return the mask of the ranks that the player to play may play."""
    rank: cython.int
    legal: cython.int = 0
    for rank in range(13):
        if hands[13 * at[2] + rank] and at[1] + min(rank + 1, 10) <= 31:
            legal |= 1 << rank
    return legal


def search(
    mine: cython.const[cython.uchar][::1],
    dealer: cython.int,
    worlds: cython.const[cython.uchar][:, ::1],
    history: cython.const[cython.int][::1],
    lays: cython.int,
    crib_table: cython.const[cython.double][:, ::1],
    need: cython.int,
    others_need: cython.int,
    worth: cython.const[cython.double][:, :, ::1],
    factor: cython.double,
    seed: cython.ulonglong,
    logs: cython.const[cython.double][::1],
    children: cython.int[:, ::1],
    visits: cython.int[::1],
    offered: cython.int[::1],
    totals: cython.double[::1],
) -> None:
    """Search a tree of what both players see, one iteration for each world; the choice to make is node 0.

    A world is the six cards of the other, in the play the four kept first, and the starter. If ``lays``, the first
    choice is a way to lay away, and the other lays away by ``crib_table``; all others are ranks. From a new node on the
    cards are played at random, and the end is valued by `_settled`. ``factor`` times the spread of these values weighs
    exploration, and ``logs[n]`` is the logarithm of n. ``children[node, choice]`` is -1 where there is none yet.
    """
    cards = cython.declare(cython.int[6])
    theirs = cython.declare(cython.int[6])
    sums = cython.declare(cython.int[15])
    worths = cython.declare(cython.double[15])
    kept = cython.declare(cython.int[8])
    crib = cython.declare(cython.int[4])
    hands = cython.declare(cython.int[26])
    unseen = cython.declare(cython.int[26])
    sizes = cython.declare(cython.int[2])
    least = cython.declare(cython.int[2])
    pile = cython.declare(cython.int[16])
    at = cython.declare(cython.int[4])
    events = cython.declare(cython.int[32])
    shows = cython.declare(cython.int[3])
    needs = cython.declare(cython.int[2])
    path = cython.declare(cython.int[12])
    tree = cython.declare(cython.int[3])
    row: cython.Py_ssize_t
    depth: cython.int
    i: cython.int
    action: cython.int
    sign: cython.int
    starter: cython.int
    low: cython.double = 1e9
    high: cython.double = -1e9
    explore: cython.double
    value: cython.double
    for i in range(6):
        cards[i] = cython.cast(cython.int, mine[i])
    tree[1] = 1
    _hold(mine, 0, kept, crib)
    for row in range(worlds.shape[0]):
        starter = cython.cast(cython.int, worlds[row, 6])
        explore = factor * (high - low) if high > low else 0.0
        path[0] = 0
        depth = 1
        tree[0] = 0
        tree[2] = 0
        if lays:
            for i in range(6):
                theirs[i] = cython.cast(cython.int, worlds[row, i])
            seed = _random(seed)
            action = _chosen(children, visits, offered, totals, tree, 0x7FFF, 1, explore, seed, logs)
            path[1] = tree[0]
            depth = 2
            _split(cards, action, kept, 0, crib, 0)
            _split(theirs, _worths(theirs, crib_table, sums, worths), kept, 4, crib, 2)
        else:
            _hold(worlds[row], 1, kept, crib)
        _count(kept, crib, dealer, starter, shows)
        _replay(hands, unseen, sizes, least, pile, at, kept, crib, starter, dealer, history, events)
        while sizes[0] + sizes[1] > 0:
            seed = _random(seed)
            if tree[2]:
                action = _random_of(_legal_ranks(hands, at), seed)
            else:
                sign = -1 if at[2] else 1
                action = _chosen(
                    children, visits, offered, totals, tree, _legal_ranks(hands, at), sign, explore, seed, logs
                )
                path[depth] = tree[0]
                depth += 1
            _play_rank(hands, unseen, sizes, least, pile, at, action, events)
        needs[0] = need
        needs[1] = others_need
        value = _settled(needs, dealer, _jack(starter) if lays else 0, events, at[3], shows, worth)
        low = min(low, value)
        high = max(high, value)
        for i in range(depth):
            visits[path[i]] += 1
            totals[path[i]] += value


@cython.cfunc
@cython.exceptval(check=False)
def _choose(all: cython.int, some: cython.int) -> cython.longlong:
    """Return the number of ways to choose up to four of few cards."""
    ways: cython.longlong = 1
    i: cython.int
    for i in range(some):
        ways = ways * (all - i) // (i + 1)
    return ways


@cython.cfunc
@cython.exceptval(check=False)
def _kept_by_rank(
    ranks: cython.p_int, deck: cython.const[cython.int][::1], crib: cython.const[cython.double][:, ::1]
) -> cython.int:
    """Return which two of six ranks are laid away, as 6 * place + place: those of the best mean with ``crib``."""
    left = cython.declare(cython.int[13])
    kept = cython.declare(cython.int[4])
    i: cython.int
    j: cython.int
    k: cython.int
    rank: cython.int
    cards: cython.int = 0
    total: cython.int
    found: cython.int = 0
    worth: cython.double
    best: cython.double = -1000.0
    for rank in range(13):
        left[rank] = deck[rank]
        cards += deck[rank]
    for i in range(6):
        left[ranks[i]] -= 1
    for i in range(6):
        for j in range(i + 1, 6):
            k = 0
            for rank in range(6):
                if rank != i and rank != j:
                    kept[k] = ranks[rank]
                    k += 1
            total = 0
            for rank in range(13):
                if left[rank]:
                    total += left[rank] * _shared(kept[0], kept[1], kept[2], kept[3], rank)
            worth = cython.cast(cython.double, total) / (cards - 6) + crib[ranks[i], ranks[j]]
            if worth > best + 1e-9:
                best = worth
                found = 6 * i + j
    return found


def laid_by_rank(
    unseen: cython.const[cython.uchar][::1],
    deck: cython.const[cython.int][::1],
    crib: cython.const[cython.double][:, ::1],
    out: cython.longlong[:, :, ::1],
) -> None:
    """Add to ``out[a, b, c]`` the hands from which cards a < b are laid away and c is not held, 144 times.

    A hand is any six of the ``unseen`` cards, and what is laid away follows from its ranks: of equal ranks all are
    equally likely. The player expects the rest of a deck with ``deck`` cards of each rank. No sum overflows: 144 times
    the 9,366,819 hands of 46 cards.
    """
    ranks = cython.declare(cython.int[6])
    have = cython.declare(cython.int[13])
    kept = cython.declare(cython.int[13])
    laid = cython.declare(cython.int[13])
    n: cython.int = cython.cast(cython.int, unseen.shape[0])
    i: cython.int
    place: cython.int
    a: cython.int
    b: cython.int
    c: cython.int
    j: cython.int
    k: cython.int
    rank: cython.int
    weight: cython.longlong
    fits: cython.bint
    for rank in range(13):
        have[rank] = 0
    for i in range(n):
        have[unseen[i] >> 2] += 1
    for i in range(6):
        ranks[i] = 0
    while ranks[0] < 13:
        for rank in range(13):
            kept[rank] = 0
            laid[rank] = 0
        for i in range(6):
            kept[ranks[i]] += 1
        fits = True
        for rank in range(13):
            if kept[rank] > have[rank]:
                fits = False
        if fits:
            place = _kept_by_rank(ranks, deck, crib)
            weight = 144
            for i in range(2):
                rank = ranks[place // 6 if i == 0 else place % 6]
                laid[rank] += 1
            for rank in range(13):
                weight //= _choose(kept[rank], laid[rank])
                kept[rank] -= laid[rank]
            for rank in range(13):
                weight *= _choose(have[rank] - laid[rank], kept[rank])
            for i in range(n):
                a = cython.cast(cython.int, unseen[i])
                if a >> 2 != ranks[place // 6]:
                    continue
                for j in range(n):
                    b = cython.cast(cython.int, unseen[j])
                    if b >> 2 != ranks[place % 6] or (b >> 2 == a >> 2 and b <= a):
                        continue
                    for k in range(n):
                        c = cython.cast(cython.int, unseen[k])
                        if c in (a, b):
                            continue
                        rank = c >> 2
                        out[a, b, c] += weight * (have[rank] - laid[rank] - kept[rank]) // (have[rank] - laid[rank])
        i = 5
        while i >= 0 and ranks[i] == 12:
            i -= 1
        if i < 0:
            return
        rank = ranks[i] + 1
        while i < 6:
            ranks[i] = rank
            i += 1


def crib_points(
    mine: cython.int,
    others: cython.int,
    weights: cython.const[cython.longlong][:, :, ::1],
    out: cython.longlong[::1],
) -> None:
    """Add to ``out`` the weights of what the other lays away, with every starter, and the crib's points by weight."""
    a: cython.int
    b: cython.int
    c: cython.int
    for a in range(52):
        for b in range(a + 1, 52):
            for c in range(52):
                if weights[a, b, c]:
                    out[0] += weights[a, b, c]
                    out[1] += weights[a, b, c] * (
                        _shared(mine >> 2, others >> 2, a >> 2, b >> 2, c >> 2) + _own(mine, others, a, b, c, 1)
                    )


# Many games at once (`vector`). The columns of a state: 0 who acts, 1 the number of legal actions, 2 what it waits for
# (0 a player, 1 cards, 2 a new game), 3 is 1 in the play, 4 the dealer, 5 and 6 the scores, 7 the starter, 8 the number
# of cards played, 9 of them before this count, 10 and 11 cards held, from 12 and 18 the hands, from 24 the four laid
# away, from 28 the cards played and from 36 their players.

PAIRS_COUNT = cython.declare(cython.int, 15)


@cython.cfunc
@cython.exceptval(check=False)
def _sort_in(state: cython.int[:, ::1], row: cython.Py_ssize_t, seat: cython.int, card: cython.int) -> cython.void:
    """Add a card to a sorted hand."""
    place: cython.int = state[row, 10 + seat]
    start: cython.int = 12 + 6 * seat
    while place > 0 and state[row, start + place - 1] > card:
        state[row, start + place] = state[row, start + place - 1]
        place -= 1
    state[row, start + place] = card
    state[row, 10 + seat] += 1


@cython.cfunc
@cython.exceptval(check=False)
def _take_out(state: cython.int[:, ::1], row: cython.Py_ssize_t, seat: cython.int, place: cython.int) -> cython.int:
    """Take the card at a place out of a hand, and return it."""
    i: cython.int
    start: cython.int = 12 + 6 * seat
    card: cython.int = state[row, start + place]
    state[row, 10 + seat] -= 1
    for i in range(place, state[row, 10 + seat]):
        state[row, start + i] = state[row, start + i + 1]
    return card


def vector_deal(
    state: cython.int[:, ::1],
    rows: cython.const[cython.longlong][::1],
    cards: cython.const[cython.uchar][:, ::1],
    openers: cython.const[cython.longlong][::1],
) -> None:
    """Deal to some games: twelve cards by turns from the pone on, then the starter. ``openers`` deal first."""
    n: cython.Py_ssize_t
    row: cython.Py_ssize_t
    i: cython.int
    dealer: cython.int
    for n in range(rows.shape[0]):
        row = rows[n]
        dealer = 1 - state[row, 4]
        if state[row, 2] == 2:
            dealer = cython.cast(cython.int, openers[n])
            state[row, 5] = 0
            state[row, 6] = 0
        for i in range(7, 12):
            state[row, i] = 0
        state[row, 0] = 0
        state[row, 1] = PAIRS_COUNT
        state[row, 2] = 0
        state[row, 3] = 0
        state[row, 4] = dealer
        for i in range(12):
            _sort_in(state, row, dealer if i & 1 else 1 - dealer, cython.cast(cython.int, cards[row, i]))
        state[row, 7] = cython.cast(cython.int, cards[row, 12])


@cython.cfunc
@cython.exceptval(check=False)
def _peg_to(
    state: cython.int[:, ::1], row: cython.Py_ssize_t, seat: cython.int, points: cython.int, goal: cython.int
) -> cython.bint:
    """Add to a score; return True if it wins."""
    state[row, 5 + seat] = min(state[row, 5 + seat] + points, goal)
    if state[row, 5 + seat] == goal:
        state[row, 2] = 2
        return True
    return False


@cython.cfunc
@cython.exceptval(check=False)
def _playable(state: cython.int[:, ::1], row: cython.Py_ssize_t, seat: cython.int, count: cython.int) -> cython.int:
    """Return how many cards of a hand, the first ones, can be played to a count."""
    i: cython.int
    for i in range(state[row, 10 + seat]):
        if count + min((state[row, 12 + 6 * seat + i] >> 2) + 1, 10) > 31:
            return i
    return state[row, 10 + seat]


@cython.cfunc
@cython.exceptval(check=False)
def _lay(state: cython.int[:, ::1], row: cython.Py_ssize_t, action: cython.int, goal: cython.int) -> cython.void:
    """Lay a pair of cards away, the pairs in order; then the other does, or the starter is turned."""
    seat: cython.int = state[row, 0]
    low: cython.int = 0
    while action >= 5 - low:
        action -= 5 - low
        low += 1
    state[row, 25 + 2 * seat] = _take_out(state, row, seat, low + 1 + action)
    state[row, 24 + 2 * seat] = _take_out(state, row, seat, low)
    state[row, 0] = 1
    if seat == 0:
        return
    state[row, 0] = 1 - state[row, 4]
    state[row, 1] = 4
    state[row, 3] = 1
    if state[row, 7] >> 2 == 10:
        _peg_to(state, row, state[row, 4], 2, goal)


@cython.cfunc
@cython.exceptval(check=False)
def _show(state: cython.int[:, ::1], row: cython.Py_ssize_t, goal: cython.int) -> cython.void:
    """Count pone's hand, dealer's hand and the crib."""
    cards = cython.declare(cython.int[12])
    filled = cython.declare(cython.int[2])
    i: cython.int
    seat: cython.int
    dealer: cython.int = state[row, 4]
    starter: cython.int = cython.cast(cython.int, state[row, 7])
    filled[0] = 0
    filled[1] = 0
    for i in range(8):
        seat = state[row, 36 + i]
        cards[4 * (seat == dealer) + filled[seat]] = state[row, 28 + i]
        filled[seat] += 1
    for i in range(4):
        cards[8 + i] = state[row, 24 + i]
    for i in range(3):
        if _peg_to(state, row, dealer if i else 1 - dealer, _points(cards, 4 * i, starter, i == 2), goal):
            return
    state[row, 2] = 1


@cython.cfunc
@cython.exceptval(check=False)
def _put_down(state: cython.int[:, ::1], row: cython.Py_ssize_t, action: cython.int, goal: cython.int) -> cython.void:
    """Play a card; a go is said, and a count ends, without a choice."""
    pile = cython.declare(cython.int[8])
    seat: cython.int = state[row, 0]
    other: cython.int = 1 - seat
    card: cython.int = _take_out(state, row, seat, action)
    count: cython.int = 0
    i: cython.int
    size: cython.int
    state[row, 28 + state[row, 8]] = card
    state[row, 36 + state[row, 8]] = seat
    state[row, 8] += 1
    size = state[row, 8] - state[row, 9]
    for i in range(size):
        pile[i] = state[row, 28 + state[row, 9] + i] >> 2
        count += min(pile[i] + 1, 10)
    if _peg_to(state, row, seat, _pegged(pile, size, count), goal):
        return
    if _playable(state, row, other, count):
        state[row, 0] = other
    elif not _playable(state, row, seat, count):
        if count < 31 and _peg_to(state, row, seat, 1, goal):
            return
        if state[row, 10] + state[row, 11] == 0:
            _show(state, row, goal)
            return
        state[row, 9] = state[row, 8]
        count = 0
        if state[row, 10 + other]:
            state[row, 0] = other
    state[row, 1] = _playable(state, row, state[row, 0], count)


def vector_play(state: cython.int[:, ::1], actions: cython.const[cython.int][::1], goal: cython.int) -> None:
    """Play a legal action in every game."""
    row: cython.Py_ssize_t
    for row in range(state.shape[0]):
        if state[row, 3]:
            _put_down(state, row, actions[row], goal)
        else:
            _lay(state, row, actions[row], goal)


def vector_observe(state: cython.const[cython.int][:, ::1], out: cython.short[:, ::1]) -> None:
    """Fill in the columns of `vector`: what the player to act sees."""
    row: cython.Py_ssize_t
    i: cython.int
    seat: cython.int
    for row in range(state.shape[0]):
        seat = state[row, 0]
        out[row, 0] = seat
        out[row, 1] = state[row, 4] == seat
        out[row, 2] = state[row, 5 + seat]
        out[row, 3] = state[row, 6 - seat]
        for i in range(6):
            out[row, 4 + i] = state[row, 12 + 6 * seat + i] if i < state[row, 10 + seat] else -1
        for i in range(2):
            out[row, 10 + i] = state[row, 24 + 2 * seat + i] if state[row, 3] else -1
        out[row, 12] = state[row, 7] if state[row, 3] else -1
        out[row, 13] = state[row, 11 - seat]
        out[row, 14] = state[row, 9]
        for i in range(8):
            out[row, 15 + i] = state[row, 28 + i] if i < state[row, 8] else -1
            out[row, 23 + i] = state[row, 36 + i] == seat if i < state[row, 8] else -1
