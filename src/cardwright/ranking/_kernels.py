"""The inner loops of rankings: evaluate one hand or millions, and count all hands.

Cython in pure Python mode: this file also runs uncompiled, slowly, with the same results.

A *part* is a set of cards whose hands have a table of their own: part 0 is the whole deck, the others are the
cards of one suit, link ... Every card has a 64-bit *constant* in every part, and the sum of a hand's constants
contains, from the lowest bit up,

    the left key (22 bits) | a lane of four bits for each part directly inside | the right key

A key is a sum of the weights of the ranks in one half of the ranks (see `next_weight`: no two multisets share
a key), so ``left[key] + right[key]`` is the place of the hand's ranks in the table of strengths. A lane counts
the hand's cards in a part inside, from a start value chosen so that its highest bit is set once a whole hand is
in that part: then that part's table is read too, and the larger strength is the hand's.

Nothing here overflows: a key's width is that of its largest sum, and a lane counts to 15, nine cards at most
above a start of at most six.
"""

import cython

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

    ``constants`` has 256 entries for each part, 0 where there is no card; before them are those of part 0 with its
    start value added, for a hand's first card. ``inside`` is (part, card), also 256 for each part; ``child`` is (part,
    lane), see `_child`. ``facts`` has eight entries for each part: its start value, its lanes' highest bits, the
    position of its right key in a sum, and the starts of its lookups in ``left`` and in ``right``.
    """

    cards: cython.int
    size: cython.int
    deck: cython.int
    parts: cython.int
    overrules: cython.bint
    plain: cython.int
    constants: cython.p_ulonglong
    facts: cython.p_ulonglong
    inside: cython.p_uchar
    child: cython.p_int
    left: cython.p_uint
    right: cython.p_uint
    strengths: cython.p_ushort
    kept: tuple

    def __init__(self, numbers: tuple, arrays: tuple):
        """``numbers`` are cards, size, deck, parts and ``plain``: -1 if the larger strength wins. Otherwise a part's
        table overrules those of the parts around it, parts are for exactly one hand, and ``plain`` is that of the
        whole deck. ``arrays`` are constants, facts, inside, child, left, right and strengths.
        """
        self.cards, self.size, self.deck, self.parts, self.plain = numbers
        self.overrules = self.plain >= 0
        self.kept = arrays  # keeps the arrays alive, which the pointers below refer to
        if cython.compiled:
            constants: cython.ulonglong[::1] = arrays[0]
            facts: cython.ulonglong[::1] = arrays[1]
            inside: cython.uchar[::1] = arrays[2]
            child: cython.int[::1] = arrays[3]
            left: cython.uint[::1] = arrays[4]
            right: cython.uint[::1] = arrays[5]
            strengths: cython.ushort[::1] = arrays[6]
            self.constants = cython.address(constants[0])
            self.facts = cython.address(facts[0])
            self.inside = cython.address(inside[0])
            self.child = cython.address(child[0])
            self.left = cython.address(left[0])
            self.right = cython.address(right[0])
            self.strengths = cython.address(strengths[0])
        else:
            # A memoryview yields Python's unbounded integers, so this file also runs uncompiled.
            self.constants, self.facts, self.inside, self.child = map(memoryview, arrays[:4])
            self.left, self.right, self.strengths = map(memoryview, arrays[4:])


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
        best: cython.int = t.strengths[t.left[total & 0x3FFFFF] + t.right[total >> t.facts[2]]]
        if total & t.facts[1]:
            best = _deeper(t, 0, total, hand, 0, best)
        return best

    @cython.binding(False)
    def strength_with_hole(self, hole, board, from_hole: cython.int = 2) -> int:
        """Return the strength of the best hand of exactly ``from_hole`` hole cards and the rest from the board."""
        cards = cython.declare(cython.uchar[18])
        seen = cython.declare(cython.ulonglong[4])
        one: cython.ulonglong = 1
        hole = self.owner.cards(hole) if isinstance(hole, str) else tuple(hole)
        board = self.owner.cards(board) if isinstance(board, str) else tuple(board)
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
        for i, item in enumerate(hole + board):
            card = item
            if card < 0 or card >= self.deck:
                self.owner.refuse(hole + board)
            bit = one << (card & 63)
            if seen[card >> 6] & bit and self.distinct:
                self.owner.refuse(hole + board)
            seen[card >> 6] |= bit
            cards[i] = card
        return _with_hole(t, cards, 0, in_hole, cards, in_hole, on_board, from_hole)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _read(t: Tables, part: cython.int, total: cython.ulonglong) -> cython.int:
    """Return the strength in one part's table of the hand with this sum of constants."""
    facts: cython.int = 8 * part
    return t.strengths[
        t.left[t.facts[facts + 3] + (total & 0x3FFFFF)] + t.right[t.facts[facts + 4] + (total >> t.facts[facts + 2])]
    ]


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
def _deeper(
    t: Tables,
    part: cython.int,
    total: cython.ulonglong,
    hand: cython.p_uchar,
    at: cython.Py_ssize_t,
    best: cython.int,
) -> cython.int:
    """Return the strength of ``hand[at:]``, which is ``best`` by this part's table, if it also lies in parts inside."""
    if t.overrules:
        return _overruled(t, hand, at)
    lanes: cython.ulonglong = total & t.facts[8 * part + 1]
    lane: cython.ulonglong
    while lanes:
        lane = lanes & (~lanes + 1)
        child: cython.int = _child(t, part, lane)
        within: cython.ulonglong = t.facts[8 * child]
        if t.cards == 7:
            within += _sum(t, child, hand, at, 7)
        elif t.cards == 5:
            within += _sum(t, child, hand, at, 5)
        else:
            within += _sum(t, child, hand, at, t.cards)
        best = max(best, _read(t, child, within))
        if within & t.facts[8 * child + 1]:
            best = _deeper(t, child, within, hand, at, best)
        lanes ^= lane
    return best


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _sum(t: Tables, part: cython.int, hand: cython.p_uchar, at: cython.Py_ssize_t, k: cython.int) -> cython.ulonglong:
    """Return the sum of a hand's constants in a part."""
    total: cython.ulonglong = 0
    base: cython.int = 256 * (part + 1)
    i: cython.int
    for i in range(k):
        total += t.constants[base + hand[at + i]]
    return total


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _overruled(t: Tables, hand: cython.p_uchar, at: cython.Py_ssize_t) -> cython.int:
    """Return the best hand that can be chosen from ``hand[at:]``, where a part overrules those around it."""
    chosen = cython.declare(cython.uchar[9])
    index = cython.declare(cython.int[9])
    best: cython.int = 0
    i: cython.int
    _begin(index, t.size)
    while True:
        for i in range(t.size):
            chosen[i] = hand[at + index[i]]
        best = max(best, _smallest(t, chosen))
        if not _next(index, t.size, t.cards):
            return best


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _smallest(t: Tables, hand: cython.p_uchar) -> cython.int:
    """Return the strength of exactly one hand, by the table of the smallest (last) part that holds all its cards."""
    part: cython.int = t.plain
    total: cython.ulonglong = t.facts[8 * part]
    held: cython.int
    i: cython.int
    for i in range(t.size):
        total += t.constants[256 * (part + 1) + hand[i]]
    if total & t.facts[8 * part + 1]:
        part = t.parts - 1
        while part > t.plain:
            held = 0
            for i in range(t.size):
                held += t.inside[256 * part + hand[i]]
            if held == t.size:
                break
            part -= 1
        total = t.facts[8 * part]
        for i in range(t.size):
            total += t.constants[256 * (part + 1) + hand[i]]
    return _read(t, part, total)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _rows(
    t: Tables,
    hands: cython.p_uchar,
    out: cython.p_ushort,
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    k: cython.int,
) -> cython.void:
    """Evaluate rows first to last. ``k`` is a literal, so that the compiler unrolls the sum."""
    constants: cython.p_ulonglong = t.constants
    left: cython.p_uint = t.left
    right: cython.p_uint = t.right
    strengths: cython.p_ushort = t.strengths
    high: cython.int = t.facts[2]
    full: cython.ulonglong = t.facts[1]
    sums = cython.declare(cython.ulonglong[64])
    rows = cython.declare(cython.uchar[64])
    waiting: cython.Py_ssize_t = 0
    total: cython.ulonglong
    at: cython.Py_ssize_t = first * k
    row: cython.int
    i: cython.int
    for row in range(cython.cast(cython.int, last - first)):
        total = constants[hands[at]]
        for i in range(1, k):
            total += constants[256 + hands[at + i]]
        out[first + row] = strengths[left[total & 0x3FFFFF] + right[total >> high]]
        # A branch here would be unpredictable: rows that need another look are put on a list.
        sums[waiting] = total
        rows[waiting] = row
        waiting += (total & full) != 0
        at += k
    for i in range(waiting):
        at = first + rows[i]
        out[at] = _deeper(t, 0, sums[i], hands, at * k, out[at])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _strengths(
    t: Tables, hands: cython.p_uchar, out: cython.p_ushort, first: cython.Py_ssize_t, last: cython.Py_ssize_t
) -> cython.void:
    """Evaluate rows first to last. Called from two places, which keeps the compiler from inlining it."""
    if t.cards == 7:
        _rows(t, hands, out, first, last, 7)
    elif t.cards == 6:
        _rows(t, hands, out, first, last, 6)
    elif t.cards == 5:
        _rows(t, hands, out, first, last, 5)
    else:
        _rows(t, hands, out, first, last, t.cards)


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
    """
    largest: cython.uchar = 0
    least: cython.uchar = 255
    differ: cython.uchar
    apart: cython.Py_ssize_t
    i: cython.Py_ssize_t
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
    return not _unsound(hands, at, t.deck, distinct, elsewhere, t.cards)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _sound(t: Tables, hands: cython.p_uchar, row: cython.Py_ssize_t, distinct: cython.bint) -> cython.bint:
    """Return true if a row has only cards of the deck and, if ``distinct``, no duplicates."""
    at: cython.Py_ssize_t = row * t.cards
    i: cython.int
    j: cython.int
    for i in range(t.cards):
        if hands[at + i] >= t.deck:
            return False
        for j in range(i):
            if distinct and hands[at + i] == hands[at + j]:
                return False
    return True


def rows(
    t: Tables,
    hands: cython.const[cython.uchar][::1],
    out: cython.ushort[::1],
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    elsewhere: cython.const[cython.uchar][::1],
    distinct: cython.bint,
    trusted: cython.bint,
) -> cython.Py_ssize_t:
    """Write the strengths of rows first to last of ``hands`` (flat) to ``out``. Releases the GIL.

    Stops at a row with a card that is not in the deck or, if ``distinct``, a duplicate, and returns that row; returns
    ``last`` if there is none. If ``trusted`` rows are not checked: a bad row gets an undefined strength, and nothing
    outside the tables is read. For ``elsewhere`` see `_unsound`.
    """
    row: cython.Py_ssize_t = first
    good: cython.Py_ssize_t
    cards: cython.p_uchar
    apart: cython.p_uchar
    into: cython.p_ushort
    if cython.compiled:
        cards = cython.cast(cython.p_uchar, cython.address(hands[0]))
        apart = cython.cast(cython.p_uchar, cython.address(elsewhere[0]))
        into = cython.address(out[0])
    else:
        cards, apart, into = memoryview(hands), memoryview(elsewhere), memoryview(out)
    with cython.nogil:
        while row + 64 < last and (trusted or _block_is_sound(t, cards, row, apart, distinct)):
            _strengths(t, cards, into, row, row + 64)
            row += 64
        good = row
        while good < last and (trusted or _sound(t, cards, good, distinct)):
            good += 1
            if good - row == 64 or good == last:
                _strengths(t, cards, into, row, good)
                row = good
    return good


def next_weight(
    keys: cython.longlong[::1],
    held: cython.longlong[::1],
    limit: cython.longlong,
    most: cython.longlong,
    seen: cython.int[::1],
) -> int:
    """Return the smallest weight for one more rank that keeps all sums of weights distinct.

    ``keys`` are the sums so far and ``held`` their numbers of cards; up to ``limit`` cards of the new rank are added,
    ``most`` cards in all. ``seen`` is -1 at each key and 0 elsewhere, and long enough for any possible sum.
    """
    weight: cython.int = 0
    number: cython.longlong
    i: cython.Py_ssize_t
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


def rows_with_hole(
    t: Tables,
    holes: cython.const[cython.uchar][::1],
    boards: cython.const[cython.uchar][::1],
    out: cython.ushort[::1],
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
    row: cython.Py_ssize_t
    cards: cython.p_uchar
    table: cython.p_uchar
    if cython.compiled:
        cards = cython.cast(cython.p_uchar, cython.address(holes[0]))
        table = cython.cast(cython.p_uchar, cython.address(boards[0]))
    else:
        cards, table = memoryview(holes), memoryview(boards)
    with cython.nogil:
        for row in range(first, last):
            out[row] = _with_hole(t, cards, row * in_hole, in_hole, table, row * board_step, on_board, from_hole)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _with_hole(
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
    i: cython.int
    j: cython.int
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
            found = _read(t, 0, total)
            if total & t.facts[1]:
                _pick(held, from_hole, board, board_at, picked[j])
                found = _deeper(t, 0, total, held, 0, found)
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
    i: cython.int
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


def tally(
    t: Tables,
    first: cython.int,
    pairs: cython.ulonglong[::1],
    pair_cards: cython.uchar[:, ::1],
    sums: cython.ulonglong[::1],
    counts: cython.ulonglong[::1],
    more_counts: cython.ulonglong[::1],
) -> None:
    """Count the strengths of all hands of three cards or more whose lowest card is ``first``, in two arrays.

    Every hand is evaluated: all but its two highest cards in nested loops, those two from ``pairs``, sums of constants
    (part, pair) in which the pairs above a card come first. ``sums`` is room for (card, part). Consecutive hands often
    have the same strength, and two arrays avoid waiting for the same counter. Releases the GIL.
    """
    index = cython.declare(cython.int[9])
    hand = cython.declare(cython.uchar[9])
    depth: cython.int = t.cards - 2
    level: cython.int
    part: cython.int
    above: cython.Py_ssize_t
    pair: cython.Py_ssize_t
    number: cython.Py_ssize_t = pair_cards.shape[1]
    total: cython.ulonglong
    best: cython.int
    last: cython.p_ulonglong
    pairing: cython.p_ulonglong
    even: cython.p_ulonglong
    odd: cython.p_ulonglong
    left: cython.p_uint = t.left
    right: cython.p_uint = t.right
    strengths: cython.p_ushort = t.strengths
    high: cython.int = t.facts[2]
    full: cython.ulonglong = t.facts[1]
    prefix: cython.ulonglong
    if cython.compiled:
        pairing = cython.address(pairs[0])
        even = cython.address(counts[0])
        odd = cython.address(more_counts[0])
        last = cython.address(sums[(depth - 1) * t.parts])
    else:
        pairing, even, odd = memoryview(pairs), memoryview(counts), memoryview(more_counts)
        sums = memoryview(sums)
        last = sums[(depth - 1) * t.parts :]
    with cython.nogil:
        for level in range(depth):
            index[level] = first + level
        level = 0
        while level >= 0:
            while level < depth:
                hand[level] = index[level]
                for part in range(t.parts):
                    total = t.constants[256 * (part + 1) + index[level]]
                    total += sums[(level - 1) * t.parts + part] if level else t.facts[8 * part]
                    sums[level * t.parts + part] = total
                level += 1
            above = t.deck - 1 - index[depth - 1]
            prefix = last[0]
            for pair in range(above * (above - 1) // 2):
                total = prefix + pairing[pair]
                best = strengths[left[total & 0x3FFFFF] + right[total >> high]]
                if total & full:
                    hand[depth] = pair_cards[0, pair]
                    hand[depth + 1] = pair_cards[1, pair]
                    best = _inward(t, 0, total, hand, best, last, pairing, number, pair)
                if pair & 1:
                    odd[best] += 1
                else:
                    even[best] += 1
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
    """Do `_deeper` for a hand whose sum in every part is that of its first cards plus that of its last two.

    ``pairs`` is (part, pair), with ``number`` pairs for each part.
    """
    if t.overrules:
        return _overruled(t, hand, 0)
    lanes: cython.ulonglong = total & t.facts[8 * part + 1]
    lane: cython.ulonglong
    while lanes:
        lane = lanes & (~lanes + 1)
        child: cython.int = _child(t, part, lane)
        within: cython.ulonglong = sums[child] + pairs[child * number + pair]
        best = max(best, _read(t, child, within))
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
    """Count, for each multiset of the first cards with each of the last, what a family of parts adds.

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
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    node: cython.int
    choice: cython.int
    best: cython.int
    hands: cython.longlong
    for node in range(number):
        choices = max(choices, 2 * bits[node])
    for i in range(len(ways)):
        for j in range(len(other_ways)):
            hands = ways[i] * other_ways[j]
            for node in range(number):
                strength[node] = _read(t, nodes[node], first_keys[node, i] + other_keys[node, j])
            for choice in range(choices):
                best = 0
                for node in range(number):
                    if bits[node] & choice == bits[node]:
                        best = max(best, strength[node])
                if _is_even(choices - 1 - choice):
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
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    k: cython.int
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
                if _is_even(choices - 1 - k):
                    counts[best[k]] += ways[i] * other_ways[j]
                else:
                    counts[best[k]] -= ways[i] * other_ways[j]


@cython.cfunc
@cython.exceptval(check=False)
def _by_choice(
    t: Tables, nodes: cython.int[::1], bits: cython.int[::1], hand: cython.p_uchar, choice: cython.int
) -> cython.int:
    """Return the strength of exactly this hand by the last (smallest) node in the subset that holds it."""
    node: cython.int = len(nodes)
    held: cython.int = 0
    part: cython.int = 0
    total: cython.ulonglong
    i: cython.int
    while held < t.size:
        node -= 1
        part = nodes[node]
        held = 0
        if bits[node] & choice == bits[node]:
            for i in range(t.size):
                held += t.inside[256 * part + hand[i]]
    total = t.facts[8 * part]
    for i in range(t.size):
        total += t.constants[256 * (part + 1) + hand[i]]
    return _read(t, part, total)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _is_even(number: cython.int) -> cython.bint:
    """Return true if an even number of bits is set."""
    even: cython.bint = True
    while number:
        number &= number - 1
        even = not even
    return even
