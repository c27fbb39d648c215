"""Tables for the kernels: hands looked up by their ranks, one hand at a time; and all hands counted.

Cython in pure Python mode: this file also runs uncompiled, slowly, with the same results. So do the kernels that read
`Tables` as well: `arrays` (millions of hands) and `equity`. The functions that they call are declared in
``_kernels.pxd``.

A *part* is a set of cards whose hands have a table of their own: part 0 is the whole deck, the others are the
cards of one suit, link ... Every card has a 64-bit *constant* in every part, and the sum of a hand's constants
contains, from the lowest bit up,

    the left key (22 bits) | a lane of four or five bits for each part directly inside | the right key

A strength has 16 bits, or 32 in the tables of a ranking with more than 65,536 of them.

A key is a sum of the weights of the ranks in one half of the ranks (see `next_weight`: no two multisets share
a key), so ``left[key] + right[key]`` is the place of the hand's ranks in the table of strengths. A lane counts
the hand's cards in a part inside, from a start value chosen so that its highest bit is set once a whole hand is
in that part: then that part's table is read too, and the larger strength is the hand's.

Nothing here overflows: a key's width is that of its largest sum, and a lane counts to 15, nine cards at most
above a start of at most six; or, for hands of eight cards or more, to 31, sixteen cards at most above a start of at
most eight.

In this order: `Tables`, and `Evaluator` for one hand; the look-ups that all share; hands with hole cards; counts of all
hands (`tally`, `blend`), whose inner loops inline look-ups; and the search for weights when tables are built
(`next_weight`). A function that takes ``k``, a number of cards, is called with a literal where that is common: the
compiler then unrolls its loops.
"""

import cython

if cython.compiled:
    from cython.cimports.cardwright.ranking.pointers._kernels import (
        bytes_of,
        ints_of,
        shorts_of,
        uints_of,
        words_of,
    )
else:
    from cardwright.ranking.pointers._kernels import Strength, bytes_of, ints_of, shorts_of, uints_of, words_of

compiled: bool = cython.compiled

MAX_CARDS = 9
"""The largest number of cards that a hand may be chosen from."""

LEFT_BITS = 22
"""The width of the left key, which the literal mask ``0x3FFFFF`` cuts out of a sum."""

EACH_BIT = 0x03F79D71B4CB0A89
"""A de Bruijn sequence: the six highest bits of its product with a single bit identify that bit."""


@cython.cclass
class Tables:
    """The tables for hands of one number of cards: the parts' constants, lookups and strengths, as flat arrays.

    ``constants`` has 256 entries for each part, 0 where there is no card; before them come those of part 0 with its
    start value added, for a hand's first card. ``inside`` is (part, card), also 256 for each part; ``child`` is (part,
    lane), see `_child`. ``facts`` has eight entries for each part: its start value, its lanes' highest bits, the
    position of its right key in a sum, and the starts of its lookups in ``left`` and in ``right``; for part 0 also
    whether it is at least as good as the parts inside for every hand, see `_overruled`.
    """

    def __init__(
        self,
        numbers: tuple,
        strengths: object,
        by_ranks: tuple = (),
        every_choice: object = None,
        in_order: object = None,
        flags: tuple = (0, None),
    ):
        """``numbers`` are cards, size, deck, parts and ``plain``: -1 if the larger strength wins. Otherwise a part's
        table overrules the tables of the parts around it, parts are for exactly one hand, and ``plain`` is the part of
        the whole deck. ``strengths`` have 16 or 32 bits: the first are read by ``strengths``, the others by ``wide``.
        ``by_ranks`` are constants, facts, inside, child, left and right.

        With a walk the tables are for `arrays` only. Of ``every_choice`` or ``in_order`` alone, without ``by_ranks``,
        all rows are walked, and walks end with strengths. With ``by_ranks`` and ``in_order`` those rows are walked
        too that have enough cards in a part inside, which has slots and a root of its own. ``flags`` are then a bit of
        a sum, or 0, and for each place of part 0 whether its ranks set that bit.
        """
        self.cards, self.size, self.deck, self.parts, self.plain = numbers
        self.overrules = self.plain >= 0
        self.every_choice, self.in_order, self.by_ranks = every_choice, in_order, len(by_ranks) > 0
        self.kept = strengths, by_ranks, flags  # keeps the arrays alive, which the pointers below refer to
        if not cython.compiled:
            self.strengths, self.wide = memoryview(strengths), None  # a memoryview reads items of any size
        elif strengths.itemsize == 4:
            self.wide = uints_of(strengths)
        else:
            self.strengths = shorts_of(strengths)
        if self.by_ranks:
            self.constants, self.facts = words_of(by_ranks[0]), words_of(by_ranks[1])
            self.inside, self.child = bytes_of(by_ranks[2]), ints_of(by_ranks[3])
            self.left, self.right = uints_of(by_ranks[4]), uints_of(by_ranks[5])
        self.flag_at = flags[0]
        if self.flag_at:
            self.flags = bytes_of(flags[1])


@cython.cclass
class Evaluator:
    """Evaluate one hand at a time, with little overhead.

    ``owner`` returns the `Tables` for a number of cards on first use by ``prepare(number)``, reads hands that are not
    tuples by ``cards(hand)``, and raises errors by ``refuse(cards)`` and ``refuse_hole(hole, board, from_hole)``.
    ``distinct`` is false if a card may be repeated.
    """

    deck: cython.int
    size: cython.int
    distinct: cython.bint
    ready: list
    owner: object

    def __init__(self, deck: cython.int, size: cython.int, distinct: cython.bint, owner: object):
        self.deck = deck
        self.size = size
        self.distinct = distinct
        self.ready = [None] * (MAX_CARDS + 1)
        self.owner = owner

    @cython.binding(False)
    @cython.always_allow_keywords(False)
    def strength(self, cards) -> int:
        """Return the strength of the best hand among these cards: 0 is the worst, larger wins."""
        hand = cython.declare(cython.uchar[9])
        seen = cython.declare(cython.ulonglong[4])
        one: cython.ulonglong = 1
        if not isinstance(cards, (list, tuple)):
            cards = self.owner.cards(cards)
        number: cython.Py_ssize_t = len(cards)
        if number > 9 or self.ready[number] is None:
            self.ready[number] = self.owner.prepare(number)
        t: Tables = cython.cast(Tables, self.ready[number])
        total: cython.ulonglong = t.facts[0]
        i: cython.Py_ssize_t
        card: cython.Py_ssize_t
        bit: cython.ulonglong
        seen[0] = seen[1] = seen[2] = seen[3] = 0
        try:
            for i, item in enumerate(cards):
                card = item
                if card < 0 or card >= self.deck or i == number:
                    self.owner.refuse(cards)
                bit = one << (card & 63)
                if seen[card >> 6] & bit and self.distinct:
                    self.owner.refuse(cards)
                seen[card >> 6] |= bit
                hand[i] = card
                total += t.constants[256 + card]
        except (TypeError, OverflowError):
            self.owner.refuse(self.owner.cards(cards))
        best: cython.int = _at(t, t.left[total & 0x3FFFFF] + t.right[total >> t.facts[2]])
        if total & t.facts[1]:
            best = deeper(t, 0, total, hand, 0, best)
        return best

    @cython.binding(False)
    def strength_with_hole(self, hole, board, from_hole: cython.int = 2) -> int:
        """Return the strength of the best hand of exactly ``from_hole`` hole cards and the rest from the board."""
        cards = cython.declare(cython.uchar[18])
        seen = cython.declare(cython.ulonglong[4])
        one: cython.ulonglong = 1
        hole = hole if isinstance(hole, tuple) else self.owner.cards(hole)
        board = board if isinstance(board, tuple) else self.owner.cards(board)
        in_hole: cython.int = len(hole)
        on_board: cython.int = len(board)
        if not (0 <= from_hole <= in_hole <= 9 and 0 <= self.size - from_hole <= on_board <= 9):
            self.owner.refuse_hole(hole, board, from_hole)
        if self.ready[self.size] is None:
            self.ready[self.size] = self.owner.prepare(self.size)
        t: Tables = cython.cast(Tables, self.ready[self.size])
        i: cython.Py_ssize_t
        card: cython.Py_ssize_t
        bit: cython.ulonglong
        seen[0] = seen[1] = seen[2] = seen[3] = 0
        try:
            for i, item in enumerate(hole + board):
                card = item
                if card < 0 or card >= self.deck:
                    self.owner.refuse(hole + board)
                bit = one << (card & 63)
                if seen[card >> 6] & bit and self.distinct:
                    self.owner.refuse(hole + board)
                seen[card >> 6] |= bit
                cards[i] = card
        except (TypeError, OverflowError):
            self.owner.refuse(self.owner.cards(hole + board))
        return with_hole(t, cards, 0, in_hole, cards, in_hole, on_board, from_hole)


# Look-ups


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _at(t: Tables, place: cython.uint) -> cython.int:
    """Return the strength at a place of the table of strengths."""
    if t.strengths:
        return t.strengths[place]
    return t.wide[place]


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def read(t: Tables, part: cython.int, total: cython.ulonglong) -> cython.int:
    """Return the strength in one part's table of the hand with this sum of constants."""
    facts: cython.int = 8 * part
    left: cython.uint = t.left[t.facts[facts + 3] + (total & 0x3FFFFF)]
    return _at(t, left + t.right[t.facts[facts + 4] + (total >> t.facts[facts + 2])])


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _child(t: Tables, part: cython.int, lane: cython.ulonglong) -> cython.int:
    """Return the part inside this one that a lane counts; the lane is given as its highest bit."""
    each_bit: cython.ulonglong = 0x03F79D71B4CB0A89
    return t.child[part * 64 + ((lane * each_bit >> 58) & 63)]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def deeper(
    t: Tables,
    part: cython.int,
    total: cython.ulonglong,
    hand: cython.p_uchar,
    at: cython.Py_ssize_t,
    best: cython.int,
) -> cython.int:
    """Return the strength of ``hand[at:]``, which is ``best`` by this part's table, if it also lies in parts inside."""
    if t.overrules:
        return _smallest(t, hand, at) if t.cards == t.size else _overruled(t, hand, at, best)
    lanes: cython.ulonglong = total & t.facts[8 * part + 1]
    lane: cython.ulonglong
    while lanes:
        lane = lanes & (~lanes + 1)
        child: cython.int = _child(t, part, lane)
        if t.cards == 7:
            best = _inside(t, child, hand, at, best, 7)
        elif t.cards == 5:
            best = _inside(t, child, hand, at, best, 5)
        else:
            best = _inside(t, child, hand, at, best, t.cards)
        lanes ^= lane
    return best


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _inside(
    t: Tables,
    part: cython.int,
    hand: cython.p_uchar,
    at: cython.Py_ssize_t,
    best: cython.int,
    k: cython.int,
) -> cython.int:
    """Do `deeper` for one part that ``hand[at:]`` lies in. ``k``, its number of cards, may be a literal."""
    total: cython.ulonglong = t.facts[8 * part] + _sum(t, part, hand, at, k)
    best = max(best, read(t, part, total))
    if total & t.facts[8 * part + 1]:
        best = deeper(t, part, total, hand, at, best)
    return best


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def look_inside(
    t: Tables,
    hands: cython.p_uchar,
    out: cython.pointer(Strength),
    first: cython.Py_ssize_t,
    rows: cython.p_uchar,
    number: cython.int,
    sums: cython.p_ulonglong,
) -> cython.void:
    """Do `deeper` for ``rows``, counted from ``first`` on, which lie in parts inside."""
    full: cython.ulonglong = t.facts[1]
    lanes: cython.ulonglong
    at: cython.Py_ssize_t
    row: cython.int
    for i in range(number):
        row = rows[i]
        at = (first + row) * t.cards
        lanes = sums[row] & full
        if t.cards != 7 or t.overrules or lanes & (lanes - 1):
            out[first + row] = deeper(t, 0, sums[row], hands, at, out[first + row])
        else:
            out[first + row] = _inside(t, _child(t, 0, lanes), hands, at, out[first + row], 7)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _sum(t: Tables, part: cython.int, hand: cython.p_uchar, at: cython.Py_ssize_t, k: cython.int) -> cython.ulonglong:
    """Return the sum of a hand's constants in a part."""
    total: cython.ulonglong = 0
    base: cython.int = 256 * (part + 1)
    for i in range(k):
        total += t.constants[base + hand[at + i]]
    return total


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _overruled(t: Tables, hand: cython.p_uchar, at: cython.Py_ssize_t, by_ranks: cython.int) -> cython.int:
    """Return the best hand that can be chosen from ``hand[at:]``, where a part overrules those around it.

    A sum is taken over all cards, less the few cards left out. By the table of the whole deck the best hand is worth
    ``by_ranks``: where no part has a better one, the search ends with the first hand of that strength.
    """
    index = cython.declare(cython.int[9])  # of the cards left out
    left: cython.int = t.cards - t.size
    full: cython.ulonglong = t.facts[8 * t.plain + 1]
    every: cython.ulonglong = t.facts[8 * t.plain] + _sum(t, t.plain, hand, at, t.cards)
    total: cython.ulonglong
    best: cython.int = 0
    _begin(index, left)
    while True:
        total = every
        for i in range(left):
            total -= t.constants[256 * (t.plain + 1) + hand[at + index[i]]]
        best = max(best, _smallest_left(t, hand, at, index, left) if total & full else read(t, t.plain, total))
        if (best == by_ranks and t.facts[5]) or not _next(index, left, t.cards):
            return best


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _smallest_left(
    t: Tables, hand: cython.p_uchar, at: cython.Py_ssize_t, index: cython.p_int, left: cython.int
) -> cython.int:
    """Do `_smallest` for the cards of ``hand[at:]`` but those left out."""
    chosen = cython.declare(cython.uchar[16])
    number: cython.int = 0
    out: cython.int = 0
    for i in range(t.cards):
        if out < left and index[out] == i:
            out += 1
        else:
            chosen[number] = hand[at + i]
            number += 1
    return _smallest(t, chosen, 0)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _smallest(t: Tables, hand: cython.p_uchar, at: cython.Py_ssize_t) -> cython.int:
    """Return the strength of one hand, ``hand[at:]``, by the table of the smallest (last) part that holds all of it."""
    part: cython.int = t.plain
    total: cython.ulonglong = t.facts[8 * part] + _sum(t, part, hand, at, t.size)
    if total & t.facts[8 * part + 1]:
        part = _last_inside(t, part, total, hand, at)
        total = t.facts[8 * part] + _sum(t, part, hand, at, t.size)
    return read(t, part, total)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _last_inside(
    t: Tables, part: cython.int, total: cython.ulonglong, hand: cython.p_uchar, at: cython.Py_ssize_t
) -> cython.int:
    """Return the smallest (last) part that holds one hand, ``hand[at:]``, which has this sum in a part around it.

    It is in the lanes of all parts between the two. Several parts under one lane are none themselves (`Layout`).
    """
    last: cython.int = part if t.inside[256 * part + hand[at]] else 0
    lanes: cython.ulonglong = total & t.facts[8 * part + 1]
    lane: cython.ulonglong
    child: cython.int
    while lanes:
        lane = lanes & (~lanes + 1)
        child = _child(t, part, lane)
        last = max(last, _last_inside(t, child, t.facts[8 * child] + _sum(t, child, hand, at, t.size), hand, at))
        lanes ^= lane
    return last


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _held(t: Tables, part: cython.int, hand: cython.p_uchar) -> cython.int:
    """Return how many cards of exactly one hand are in a part."""
    held: cython.int = 0
    for i in range(t.size):
        held += t.inside[256 * part + hand[i]]
    return held


def rows_with_hole(
    t: Tables,
    holes: object,
    boards: object,
    out: cython.int[::1],
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    in_hole: cython.int,
    on_board: cython.int,
    from_hole: cython.int,
    board_step: cython.Py_ssize_t,
) -> None:
    """Evaluate hands of exactly ``from_hole`` hole cards and the rest from the board, for rows first to last.

    ``t`` is for hands of exactly the hand size. ``board_step`` is ``on_board``, or 0 if all rows share one board.
    """
    cards: cython.p_uchar = bytes_of(holes)
    table: cython.p_uchar = bytes_of(boards)
    with cython.nogil:
        for row in range(first, last):
            out[row] = with_hole(t, cards, row * in_hole, in_hole, table, row * board_step, on_board, from_hole)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def with_hole(
    t: Tables,
    hole: cython.p_uchar,
    hole_at: cython.Py_ssize_t,
    in_hole: cython.int,
    board: cython.p_uchar,
    board_at: cython.Py_ssize_t,
    on_board: cython.int,
    from_hole: cython.int,
) -> cython.int:
    """Return the best hand of exactly ``from_hole`` hole cards and the rest from the board."""
    held = cython.declare(cython.uchar[9])
    index = cython.declare(cython.int[9])
    sums = cython.declare(cython.ulonglong[126])  # the most choices that nine cards have
    picked = cython.declare(cython.int[126])
    from_board: cython.int = t.size - from_hole
    number: cython.int = 0
    best: cython.int = 0
    found: cython.int
    total: cython.ulonglong
    half: cython.ulonglong
    bits: cython.int
    _begin(index, from_board)
    while True:
        total = t.facts[0]
        bits = 0
        for i in range(from_board):
            total += t.constants[256 + board[board_at + index[i]]]
            bits |= 1 << index[i]
        sums[number] = total
        picked[number] = bits
        number += 1
        if not _next(index, from_board, on_board):
            break
    _begin(index, from_hole)
    while True:
        half = 0
        for i in range(from_hole):
            held[i] = hole[hole_at + index[i]]
            half += t.constants[256 + held[i]]
        for j in range(number):
            total = half + sums[j]
            found = read(t, 0, total)
            if total & t.facts[1]:
                _pick(held, from_hole, board, board_at, picked[j])
                found = deeper(t, 0, total, held, 0, found)
            best = max(best, found)
        if not _next(index, from_hole, in_hole):
            return best


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _pick(
    held: cython.p_uchar, number: cython.int, board: cython.p_uchar, at: cython.Py_ssize_t, bits: cython.int
) -> cython.void:
    """Append to the first ``number`` of ``held`` the cards of the board whose bit is set."""
    while bits:
        if bits & 1:
            held[number] = board[at]
            number += 1
        at += 1
        bits >>= 1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _begin(index: cython.p_int, number: cython.int) -> cython.void:
    """Set ``index`` to the first choice of ``number``."""
    for i in range(number):
        index[i] = i


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _next(index: cython.p_int, number: cython.int, of: cython.int) -> cython.bint:
    """Advance ``index`` to the next choice; after the last, return false and go back to the first."""
    i: cython.int = number - 1
    while i >= 0 and index[i] == of - number + i:
        i -= 1
    if i < 0:
        _begin(index, number)
        return False
    index[i] += 1
    i += 1
    while i < number:
        index[i] = index[i - 1] + 1
        i += 1
    return True


# All hands


def tally(
    t: Tables,
    first: cython.int,
    pairs: object,
    pair_cards: cython.uchar[:, ::1],
    sums: object,
    counts: object,
    more_counts: object,
) -> None:
    """Count the strengths of all hands of three cards or more whose lowest card is ``first``, in two arrays.

    Every hand is evaluated: all but its two highest cards in nested loops, those two from ``pairs``, sums of constants
    (part, pair) in which the pairs above a card come first. ``sums`` is room for (card, part). Consecutive hands often
    have the same strength, and two arrays avoid waiting for the same counter. Releases the GIL.
    """
    index = cython.declare(cython.int[9])
    hand = cython.declare(cython.uchar[9])
    found = cython.declare(cython.int[512])  # strengths of some pairs in a row
    inside = cython.declare(cython.int[512])  # those of them whose hands also lie in inner parts
    number_inside: cython.Py_ssize_t
    start: cython.Py_ssize_t
    size: cython.Py_ssize_t
    depth: cython.int = t.cards - 2
    level: cython.int
    above: cython.Py_ssize_t
    pair: cython.Py_ssize_t
    number: cython.Py_ssize_t = pair_cards.shape[1]
    total: cython.ulonglong
    best: cython.int
    prefix: cython.ulonglong
    room: cython.p_ulonglong = words_of(sums)
    last: cython.p_ulonglong = words_of(sums[(depth - 1) * t.parts :])
    pairing: cython.p_ulonglong = words_of(pairs)
    even: cython.p_ulonglong = words_of(counts)
    odd: cython.p_ulonglong = words_of(more_counts)
    with cython.nogil:
        for level in range(depth):
            index[level] = first + level
        level = 0
        while level >= 0:
            while level < depth:
                hand[level] = index[level]
                for part in range(t.parts):
                    total = t.constants[256 * (part + 1) + index[level]]
                    total += room[(level - 1) * t.parts + part] if level else t.facts[8 * part]
                    room[level * t.parts + part] = total
                level += 1
            above = t.deck - 1 - index[depth - 1]
            prefix = last[0]
            start = 0
            while start < above * (above - 1) // 2:
                size = min(above * (above - 1) // 2 - start, 512)
                if t.wide:
                    number_inside = _pairs(t, t.wide, prefix, pairing, start, size, found, inside)
                else:
                    number_inside = _pairs(t, t.strengths, prefix, pairing, start, size, found, inside)
                for place in range(number_inside):
                    pair = start + inside[place]
                    hand[depth] = pair_cards[0, pair]
                    hand[depth + 1] = pair_cards[1, pair]
                    total = prefix + pairing[pair]
                    best = found[inside[place]]
                    found[inside[place]] = _inward(t, 0, total, hand, best, last, pairing, number, pair)
                for pair in range(0, size - 1, 2):
                    even[found[pair]] += 1
                    odd[found[pair + 1]] += 1
                if size & 1:
                    even[found[size - 1]] += 1
                start += size
            level = depth - 1
            while level > 0 and index[level] == t.deck - t.cards + level:
                level -= 1
            if level == 0:
                break
            index[level] += 1
            for part in range(level + 1, depth):
                index[part] = index[part - 1] + 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _pairs(
    t: Tables,
    strengths: cython.pointer(Strength),
    prefix: cython.ulonglong,
    pairing: cython.p_ulonglong,
    start: cython.Py_ssize_t,
    size: cython.Py_ssize_t,
    found: cython.p_int,
    inside: cython.p_int,
) -> cython.Py_ssize_t:
    """Write the strengths of the hands of ``size`` pairs, and which of them also lie in inner parts; count those."""
    left: cython.p_uint = t.left
    right: cython.p_uint = t.right
    high: cython.int = t.facts[2]
    full: cython.ulonglong = t.facts[1]
    number_inside: cython.Py_ssize_t = 0
    total: cython.ulonglong
    # No calls and few variables in this loop: the compiler can keep them all in registers.
    for pair in range(size):
        total = prefix + pairing[start + pair]
        found[pair] = strengths[left[total & 0x3FFFFF] + right[total >> high]]
        inside[number_inside] = pair
        number_inside += (total & full) != 0
    return number_inside


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _inward(
    t: Tables,
    part: cython.int,
    total: cython.ulonglong,
    hand: cython.p_uchar,
    best: cython.int,
    sums: cython.p_ulonglong,
    pairs: cython.p_ulonglong,
    number: cython.Py_ssize_t,
    pair: cython.Py_ssize_t,
) -> cython.int:
    """Do `deeper` for a hand whose sum in every part is the sum of its first cards plus the sum of its last two.

    ``pairs`` is (part, pair), with ``number`` pairs for each part.
    """
    if t.overrules:
        return _overruled(t, hand, 0, best)
    lanes: cython.ulonglong = total & t.facts[8 * part + 1]
    lane: cython.ulonglong
    while lanes:
        lane = lanes & (~lanes + 1)
        child: cython.int = _child(t, part, lane)
        within: cython.ulonglong = sums[child] + pairs[child * number + pair]
        best = max(best, read(t, child, within))
        if within & t.facts[8 * child + 1]:
            best = _inward(t, child, within, hand, best, sums, pairs, number, pair)
        lanes ^= lane
    return best


def blend(
    t: Tables,
    nodes: cython.int[::1],
    bits: cython.int[::1],
    ways: cython.longlong[::1],
    first_keys: cython.ulonglong[:, ::1],
    other_ways: cython.longlong[::1],
    other_keys: cython.ulonglong[:, ::1],
    counts: cython.longlong[::1],
) -> None:
    """Add the counts of a family of parts, for each multiset of the first cards with each of the last.

    All the parts, ``nodes``, hold enough cards of such hands; the whole deck comes first. A multiset is given by the
    number of hands it stands for and its keys, (node, multiset). A node has a bit of its own in ``bits`` if no other
    lies within it, else 0; the whole deck has 0. For every subset of the bits the hands are counted at the best
    strength of the nodes that are in the subset or have no bit, with a negative sign if an odd number of bits is left
    out. Summed over all families (inclusion and exclusion), each hand is counted once, with all its parts.

    A count stays below the number of all hands times the number of choices, which must be below 2 ** 63.
    """
    strength = cython.declare(cython.int[64])
    number: cython.int = len(nodes)
    choices: cython.int = 1
    best: cython.int
    hands: cython.longlong
    for node in range(number):
        choices = max(choices, 2 * bits[node])
    for i in range(len(ways)):
        for j in range(len(other_ways)):
            hands = ways[i] * other_ways[j]
            for node in range(number):
                strength[node] = read(t, nodes[node], first_keys[node, i] + other_keys[node, j])
            for choice in range(choices):
                best = 0
                for node in range(number):
                    if bits[node] & choice == bits[node]:
                        best = max(best, strength[node])
                if is_even(choices - 1 - choice):
                    counts[best] += hands
                else:
                    counts[best] -= hands


def blend_overruled(
    t: Tables,
    nodes: cython.int[::1],
    bits: cython.int[::1],
    ways: cython.longlong[::1],
    first_cards: cython.uchar[:, ::1],
    other_ways: cython.longlong[::1],
    other_cards: cython.uchar[:, ::1],
    counts: cython.longlong[::1],
) -> None:
    """Do `blend` where a part overrules those around it; a multiset is given by example cards, (multiset, card).

    The smallest node in the subset that holds a hand gives its strength. There are at most 256 subsets.
    """
    hand = cython.declare(cython.uchar[9])
    chosen = cython.declare(cython.uchar[9])
    best = cython.declare(cython.int[256])
    index = cython.declare(cython.int[9])
    held: cython.int = first_cards.shape[1]
    choices: cython.int = 1
    more: cython.bint
    for k in range(len(nodes)):
        choices = max(choices, 2 * bits[k])
    for i in range(len(ways)):
        for j in range(len(other_ways)):
            for k in range(t.cards):
                hand[k] = first_cards[i, k] if k < held else other_cards[j, k - held]
            for k in range(choices):
                best[k] = 0
            _begin(index, t.size)
            more = True
            while more:
                for k in range(t.size):
                    chosen[k] = hand[index[k]]
                for k in range(choices):
                    best[k] = max(best[k], _by_choice(t, nodes, bits, chosen, k))
                more = _next(index, t.size, t.cards)
            for k in range(choices):
                if is_even(choices - 1 - k):
                    counts[best[k]] += ways[i] * other_ways[j]
                else:
                    counts[best[k]] -= ways[i] * other_ways[j]


@cython.cfunc
@cython.exceptval(check=False)
def _by_choice(
    t: Tables, nodes: cython.int[::1], bits: cython.int[::1], hand: cython.p_uchar, choice: cython.int
) -> cython.int:
    """Return the strength of exactly this hand by the last (smallest) node in the subset that holds it."""
    node: cython.int = len(nodes) - 1
    while bits[node] & choice != bits[node] or _held(t, nodes[node], hand) < t.size:
        node -= 1
    return read(t, nodes[node], t.facts[8 * nodes[node]] + _sum(t, nodes[node], hand, 0, t.size))


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def is_even(number: cython.int) -> cython.bint:
    """Return true if an even number of bits is set."""
    even: cython.bint = True
    while number:
        number &= number - 1
        even = not even
    return even


# What tables are built with


def next_weight(
    keys: cython.longlong[::1],
    held: cython.longlong[::1],
    limit: cython.longlong,
    most: cython.longlong,
    above: cython.int,
    seen: cython.int[::1],
) -> int:
    """Return the smallest weight ``above`` a number for one more rank that keeps all sums of weights distinct.

    ``keys`` are the sums so far and ``held`` their numbers of cards; up to ``limit`` cards of the new rank are added,
    ``most`` cards in all. ``seen`` is -1 at each key and 0 elsewhere, and long enough for any possible sum.
    """
    weight: cython.int = above
    total: cython.longlong
    free: cython.bint = False
    while not free:
        weight += 1
        free = True
        for number in range(1, limit + 1):
            for i in range(len(keys)):
                if held[i] + number <= most:
                    total = keys[i] + number * weight
                    if seen[total] == weight or seen[total] == -1:
                        free = False
                        break
                    seen[total] = weight
            if not free:
                break
    return weight
