"""The inner loops of rankings: evaluate one hand or millions, and count all hands.

Cython in pure Python mode: this file also runs uncompiled, slowly, with the same results.

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

In this order: `Tables`, and `Evaluator` for one hand; the look-ups that all share; walks, for hands that are looked at
card by card; arrays (`rows`, `rows_with_hole`); counts of all hands (`tally`, `blend`); the search for weights when
tables are built (`next_weight`); equity (`Showdown`). All but the search read `Tables` in their inner loops, by
look-ups that the compiler inlines: that is why they are one file. A function that takes ``k``, a number of cards, is
called with a literal where that is common: the compiler then unrolls its loops.
"""

import cython

compiled: bool = cython.compiled

MAX_CARDS = 9
"""The largest number of cards that a hand may be chosen from."""

LEFT_BITS = 22
"""The width of the left key, which the literal mask ``0x3FFFFF`` cuts out of a sum."""

Strength = cython.fused_type(cython.ushort, cython.uint)

EACH_BIT = 0x03F79D71B4CB0A89
"""A de Bruijn sequence: the six highest bits of its product with a single bit identify that bit."""


@cython.cclass
class Tables:
    """The tables for hands of one number of cards: the parts' constants, lookups and strengths, as flat arrays.

    ``constants`` has 256 entries for each part, 0 where there is no card; before them are those of part 0 with its
    start value added, for a hand's first card. ``inside`` is (part, card), also 256 for each part; ``child`` is (part,
    lane), see `_child`. ``facts`` has eight entries for each part: its start value, its lanes' highest bits, the
    position of its right key in a sum, and the starts of its lookups in ``left`` and in ``right``; those of part 0 also
    whether it is at least as good as the parts inside for every hand, see `_overruled`.
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
    wide: cython.p_uint
    walks: cython.bint
    mask: cython.int
    following: cython.p_uint
    plan: cython.p_int
    in_order: cython.bint
    by_lane: cython.bint
    suit_mask: cython.uchar
    slots: cython.uint
    large: cython.bint
    computed: cython.bint
    flip: cython.uchar
    adds: cython.uchar
    slot_of: cython.p_uchar
    roots: cython.p_uint
    flag_at: cython.int
    flags: cython.p_uchar
    kept: tuple

    def __init__(self, numbers: tuple, arrays: tuple, walk: tuple = (), in_order: tuple = ()):
        """``numbers`` are cards, size, deck, parts and ``plain``: -1 if the larger strength wins. Otherwise a part's
        table overrules those of the parts around it, parts are for exactly one hand, and ``plain`` is that of the
        whole deck. ``arrays`` are constants, facts, inside, child, left, right and strengths, which have 16 or 32 bits:
        the first are read by ``strengths``, the others by ``wide``.

        With ``walk`` the tables are for `rows` only, of which each hand is walked card by card, and of the arrays only
        the strengths are read, with which walks end. ``walk`` holds the mask of a card, the classes of hands, and the
        plan by which rows of more cards are walked (see `_walk_every_choice`).

        With ``in_order`` the tables are for `rows` only too, and walks of sorted cards end with strengths (see
        `_walk_in_order`). It holds numbers, the classes of cards, the slot of each of 256 cards, and the place of the
        classes of two cards. The numbers are: the mask of a suit in a slot, 0 if suits keep their names; the number of
        slots; whether the tables are larger than a cache; whether a slot is computed, as the least of the last slot and
        ``(card ^ flip) + adds``, in eight bits; ``flip``; ``adds``. All rows are walked, and other arrays are not read,
        unless ``in_order`` holds two things more. Then rows with enough cards in a part inside are walked; the slots of
        cards and the place of the classes of two cards are those of each part; and the last two are a bit of a sum, or
        0, and for each place of part 0 whether its ranks set that bit.
        """
        self.cards, self.size, self.deck, self.parts, self.plain = numbers
        self.overrules = self.plain >= 0
        self.kept = arrays + walk + in_order  # keeps the arrays alive, which the pointers below refer to
        self.walks = len(walk) > 0
        self.in_order = len(in_order) > 0
        self.by_lane = len(in_order) > 4
        self.flag_at = 0
        if self.in_order:
            self.suit_mask, self.slots, self.large, self.computed, self.flip, self.adds = in_order[0]
        if self.by_lane:
            self.flag_at = in_order[4]
        if self.walks:
            self.mask = walk[0]
        if cython.compiled:
            constants: cython.ulonglong[::1] = arrays[0]
            facts: cython.ulonglong[::1] = arrays[1]
            inside: cython.uchar[::1] = arrays[2]
            child: cython.int[::1] = arrays[3]
            left: cython.uint[::1] = arrays[4]
            right: cython.uint[::1] = arrays[5]
            self.constants = cython.address(constants[0])
            self.facts = cython.address(facts[0])
            self.inside = cython.address(inside[0])
            self.child = cython.address(child[0])
            self.left = cython.address(left[0])
            self.right = cython.address(right[0])
            if arrays[6].itemsize == 4:
                self.wide = _counts(arrays[6])
            else:
                self.strengths = _shorts(arrays[6])
            if self.walks:
                self.following, self.plan = _counts(walk[1]), _ints(walk[2])
            if self.in_order:
                self.following, self.slot_of = _counts(in_order[1]), _bytes(in_order[2])
                self.roots = _counts(in_order[3])
            if self.by_lane:
                self.flags = _bytes(in_order[5])
        else:
            # A memoryview yields Python's unbounded integers, so this file also runs uncompiled.
            self.constants, self.facts, self.inside, self.child = map(memoryview, arrays[:4])
            self.left, self.right, self.strengths = map(memoryview, arrays[4:])
            self.wide = None  # a memoryview reads items of any size
            if self.walks:
                self.following, self.plan = map(memoryview, walk[1:])
            if self.in_order:
                self.following, self.slot_of, self.roots = map(memoryview, in_order[1:4])
            if self.by_lane:
                self.flags = memoryview(in_order[5])


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
        best: cython.int = _at(t, t.left[total & 0x3FFFFF] + t.right[total >> t.facts[2]])
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
def _read(t: Tables, part: cython.int, total: cython.ulonglong) -> cython.int:
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
    """Do `_deeper` for one part that ``hand[at:]`` lies in. ``k``, its number of cards, may be a literal."""
    total: cython.ulonglong = t.facts[8 * part] + _sum(t, part, hand, at, k)
    best = max(best, _read(t, part, total))
    if total & t.facts[8 * part + 1]:
        best = _deeper(t, part, total, hand, at, best)
    return best


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

    Sums are those of all cards less those left out, which are few. By the table of the whole deck the best hand is
    worth ``by_ranks``: where no part has a better one, the search ends with the first hand of that strength.
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
        best = max(best, _smallest_left(t, hand, at, index, left) if total & full else _read(t, t.plain, total))
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
    return _read(t, part, total)


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


# Walks


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _walk_rows(
    t: Tables,
    strengths: cython.pointer(Strength),
    hands: cython.p_uchar,
    out: cython.pointer(Strength),
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    k: cython.int,
) -> cython.void:
    """Walk rows first to last of exactly one hand. ``k`` may be a literal, so that the compiler unrolls the walk."""
    following: cython.p_uint = t.following
    mask: cython.int = t.mask
    place: cython.uint
    at: cython.Py_ssize_t = first * k
    for row in range(first, last):
        place = 0
        for i in range(k - 1):
            place = following[place + (hands[at + i] & mask)]
        out[row] = strengths[place + (hands[at + k - 1] & mask)]
        at += k


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _walk_every_choice(
    t: Tables,
    strengths: cython.pointer(Strength),
    hands: cython.p_uchar,
    out: cython.pointer(Strength),
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
) -> cython.void:
    """Write the best hand of each of at most 64 rows, by the plan.

    The plan has two numbers, of its steps and of its choices, and then these: steps, each of which adds a card to the
    class that an earlier step found, and choices of a class and a last card. Both are pairs (step, from 1 on, or 0 for
    no cards; card). All rows take a step together, so that they do not wait for each other's look-ups.
    """
    cards = cython.declare(cython.uint[576])  # (card, row)
    classes = cython.declare(cython.uint[32768])  # (step, row)
    best = cython.declare(cython.int[64])
    following: cython.p_uint = t.following
    plan: cython.p_int = t.plan
    number: cython.int = cython.cast(cython.int, last - first)
    at: cython.Py_ssize_t = first * t.cards
    from_: cython.Py_ssize_t
    card: cython.Py_ssize_t
    step: cython.Py_ssize_t
    found: cython.int
    row: cython.int
    i: cython.int
    for row in range(number):
        classes[row] = best[row] = 0
        for i in range(t.cards):
            cards[64 * i + row] = hands[at + i] & t.mask
        at += t.cards
    for step in range(1, plan[0] + 1):
        from_, card = 64 * plan[2 * step], 64 * plan[2 * step + 1]
        for row in range(number):
            classes[64 * step + row] = following[classes[from_ + row] + cards[card + row]]
    for step in range(plan[0] + 1, plan[0] + plan[1] + 1):
        from_, card = 64 * plan[2 * step], 64 * plan[2 * step + 1]
        for row in range(number):
            found = strengths[classes[from_ + row] + cards[card + row]]
            best[row] = max(best[row], found)
    for row in range(number):
        out[first + row] = best[row]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _sort_columns(cards: cython.p_uchar, ninth: cython.bint) -> cython.void:
    """Sort the slots of 512 rows (column, row): those of eight columns by a network, then a ninth if there is one.

    All eight are read and written once, in a loop without a branch, which the compiler vectorises. Loops that exchange
    two columns each take three times as long.
    """
    cython.declare(a=cython.uchar, b=cython.uchar, c=cython.uchar, d=cython.uchar)
    cython.declare(e=cython.uchar, f=cython.uchar, g=cython.uchar, h=cython.uchar)
    row: cython.int
    i: cython.int
    for row in range(512):
        a, b, c, d = cards[row], cards[512 + row], cards[1024 + row], cards[1536 + row]
        e, f, g, h = cards[2048 + row], cards[2560 + row], cards[3072 + row], cards[3584 + row]
        a, c, b, d = min(a, c), max(a, c), min(b, d), max(b, d)
        e, g, f, h = min(e, g), max(e, g), min(f, h), max(f, h)
        a, e, b, f = min(a, e), max(a, e), min(b, f), max(b, f)
        c, g, d, h = min(c, g), max(c, g), min(d, h), max(d, h)
        a, b, c, d = min(a, b), max(a, b), min(c, d), max(c, d)
        e, f, g, h = min(e, f), max(e, f), min(g, h), max(g, h)
        c, e, d, f = min(c, e), max(c, e), min(d, f), max(d, f)
        b, e, d, g = min(b, e), max(b, e), min(d, g), max(d, g)
        b, c, d, e = min(b, c), max(b, c), min(d, e), max(d, e)
        cards[row], cards[512 + row], cards[1024 + row], cards[1536 + row] = a, b, c, d
        cards[2048 + row], cards[2560 + row], cards[3072 + row], cards[3584 + row] = e, min(f, g), max(f, g), h
    for i in range(8 if ninth else 0):
        for row in range(512):
            a, b = cards[512 * i + row], cards[4096 + row]
            cards[512 * i + row], cards[4096 + row] = min(a, b), max(a, b)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _name_suits(suits: cython.p_uchar, names: cython.p_uchar, used: cython.p_uchar, i: cython.int) -> cython.void:
    """Name the suits of column ``i``, a literal: as in an earlier column, or else by the next number."""
    name: cython.uchar
    other: cython.uchar
    row: cython.int
    j: cython.int
    for row in range(512):
        name = used[row]
        for j in range(i):
            other = names[512 * j + row]
            name = other if suits[512 * j + row] == suits[512 * i + row] else name
        names[512 * i + row] = name
        used[row] += name == used[row]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _rename_suits(cards: cython.p_uchar, number: cython.int, mask: cython.uchar) -> cython.void:
    """Number the suits of 512 rows of three or more sorted slots (card, row) as they come."""
    suits = cython.declare(cython.uchar[4608])
    names = cython.declare(cython.uchar[4608])
    used = cython.declare(cython.uchar[512])
    i: cython.int
    for i in range(512):
        names[i], used[i] = 0, 1
    for i in range(512 * number):
        suits[i] = cards[i] & mask
    _name_suits(suits, names, used, 1)
    _name_suits(suits, names, used, 2)
    if number > 3:
        _name_suits(suits, names, used, 3)
    if number > 4:
        _name_suits(suits, names, used, 4)
    if number > 5:
        _name_suits(suits, names, used, 5)
    if number > 6:
        _name_suits(suits, names, used, 6)
    if number > 7:
        _name_suits(suits, names, used, 7)
    if number > 8:
        _name_suits(suits, names, used, 8)
    for i in range(512 * number):
        cards[i] = (cards[i] & ~mask) | names[i]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _read_slots(
    t: Tables, hands: cython.p_uchar, at: cython.Py_ssize_t, slots: cython.p_uchar, number: cython.Py_ssize_t
) -> cython.void:
    """Write the slots of some cards: computed, which the compiler vectorises, or else looked up."""
    slot_of: cython.p_uchar = t.slot_of
    flip: cython.uchar = t.flip
    adds: cython.uchar = t.adds
    largest: cython.uchar = t.slots - 1
    slot: cython.uchar
    i: cython.Py_ssize_t
    if t.computed:
        for i in range(number):
            slot = ((hands[at + i] ^ flip) + adds) & 255
            slots[i] = min(slot, largest)
    else:
        for i in range(number):
            slots[i] = slot_of[hands[at + i]]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _turn(rows: cython.p_uchar, columns: cython.p_uchar, k: cython.int) -> cython.void:
    """Write 512 rows of ``k`` bytes as columns, (byte, row). Reads up to seven bytes past the rows.

    Compiled, the first eight columns are turned as words of a row each: halves of words are exchanged, then quarters,
    then bytes, in loops that the compiler vectorises. Byte by byte takes twice as long.
    """
    words: cython.p_ulonglong
    mask: cython.ulonglong
    differ: cython.ulonglong
    one: cython.ulonglong = 1
    span: cython.int = 256
    at: cython.Py_ssize_t = 0
    row: cython.int
    i: cython.int
    j: cython.int
    for i in range(8 if cython.compiled else 0, k):
        for row in range(512):
            columns[512 * i + row] = rows[k * row + i]
    if not cython.compiled:
        return
    words = cython.cast(cython.p_ulonglong, columns)
    for i in range(64):
        for j in range(i, 512, 64):
            words[j] = cython.cast(cython.p_ulonglong, rows + at)[0]
            at += k
    while span >= 64:
        mask = ~cython.cast(cython.ulonglong, 0) // ((one << (span // 8)) + 1)
        for j in range(256 // span):
            for i in range(2 * span * j, 2 * span * j + span):
                differ = ((words[i] >> (span // 8)) ^ words[i + span]) & mask
                words[i] ^= differ << (span // 8)
                words[i + span] ^= differ
        span //= 2


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _follow_slots(
    t: Tables,
    strengths: cython.pointer(Strength),
    cards: cython.p_uchar,
    found: cython.p_uint,
    number: cython.int,
    k: cython.int,
) -> cython.void:
    """Replace the roots of rows of sorted slots by what these lead to, row by row. ``k`` is a literal."""
    following: cython.p_uint = t.following
    slots: cython.uint = t.slots
    place: cython.uint
    row: cython.Py_ssize_t
    i: cython.Py_ssize_t
    for row in range(number):
        place = following[found[row] + slots * cards[row] + cards[512 + row]]
        for i in range(2, k - 1):
            place = following[place + cards[512 * i + row]]
        found[row] = strengths[place + cards[512 * (k - 1) + row]]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _follow_columns(
    t: Tables, strengths: cython.pointer(Strength), cards: cython.p_uchar, found: cython.p_uint, number: cython.int
) -> cython.void:
    """Do `_follow_slots` card by card: faster where tables are large, as no row waits."""
    following: cython.p_uint = t.following
    row: cython.Py_ssize_t
    i: cython.Py_ssize_t
    for row in range(number):
        found[row] = following[found[row] + t.slots * cards[row] + cards[512 + row]]
    for i in range(2, t.cards - 1):
        for row in range(number):
            found[row] = following[found[row] + cards[512 * i + row]]
    for row in range(number):
        found[row] = strengths[found[row] + cards[512 * (t.cards - 1) + row]]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _best_in_order(
    t: Tables, strengths: cython.pointer(Strength), cards: cython.p_uchar, found: cython.p_uint, number: cython.int
) -> cython.void:
    """Replace the roots of ``number`` rows by their best hands: one look-up for each card but the first.

    ``cards`` are the slots of 512 rows (card, row), with room for nine cards.
    """
    k: cython.int = t.cards
    i: cython.int
    for i in range(512 * k, 4096):
        cards[i] = 255
    _sort_columns(cards, k == 9)
    if t.suit_mask:
        _rename_suits(cards, k, t.suit_mask)
        _sort_columns(cards, k == 9)
    if t.large or k < 5 or k > 7:
        _follow_columns(t, strengths, cards, found, number)
    elif k == 7:
        _follow_slots(t, strengths, cards, found, number, 7)
    elif k == 6:
        _follow_slots(t, strengths, cards, found, number, 6)
    else:
        _follow_slots(t, strengths, cards, found, number, 5)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _walk_in_order(
    t: Tables,
    strengths: cython.pointer(Strength),
    hands: cython.p_uchar,
    out: cython.pointer(Strength),
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
) -> cython.void:
    """Write the best hand of each of at most 512 rows, all of which are walked (`ClassesInOrder` in `by_card`)."""
    slots = cython.declare(cython.uchar[4616])
    cards = cython.declare(cython.uchar[4608])  # (card, row)
    found = cython.declare(cython.uint[512])
    number: cython.int = cython.cast(cython.int, last - first)
    i: cython.int
    if number < 512:
        for i in range(512 * t.cards):
            slots[i] = 0
    _read_slots(t, hands, first * t.cards, slots, number * t.cards)
    _turn(slots, cards, t.cards)
    for i in range(512):
        found[i] = t.roots[0]
    _best_in_order(t, strengths, cards, found, number)
    for i in range(number):
        out[first + i] = found[i]


# Arrays of hands


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
    lanes: cython.ulonglong
    at: cython.Py_ssize_t
    row: cython.int
    _by_ranks(t, strengths, hands, out, first, last, sums)
    for row in range(number, number + 4):
        sums[row] = 0
    for row in range(0, number, 4):
        if (sums[row] | sums[row + 1] | sums[row + 2] | sums[row + 3]) & full:
            for i in range(row, row + 4):  # without a branch, which would be unpredictable
                rows[waiting] = i
                waiting += (sums[i] & full) != 0
    for i in range(waiting):
        row = rows[i]
        at = (first + row) * t.cards
        lanes = sums[row] & full
        if t.cards != 7 or t.overrules or lanes & (lanes - 1):
            out[first + row] = _deeper(t, 0, sums[row], hands, at, out[first + row])
        else:
            out[first + row] = _inside(t, _child(t, 0, lanes), hands, at, out[first + row], 7)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _copy_slots(
    t: Tables,
    hands: cython.p_uchar,
    row_of: cython.p_Py_ssize_t,
    part_of: cython.p_int,
    cards: cython.p_uchar,
    number: cython.int,
    k: cython.int,
) -> cython.void:
    """Write the slots in a part each of the ``k`` cards of some rows as columns (card, row). ``k`` may be a literal."""
    slot_of: cython.p_uchar = t.slot_of
    part: cython.Py_ssize_t
    at: cython.Py_ssize_t
    row: cython.Py_ssize_t
    for row in range(number):
        part = 256 * part_of[row]
        at = k * row_of[row]
        for i in range(k):
            cards[512 * i + row] = slot_of[part + hands[at + i]]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _take_best(
    t: Tables,
    strengths: cython.pointer(Strength),
    hands: cython.p_uchar,
    out: cython.pointer(Strength),
    row_of: cython.p_Py_ssize_t,
    part_of: cython.p_int,
    number: cython.int,
) -> cython.void:
    """Walk at most 512 rows in a part each, and write their best hands where these are better than before."""
    cards = cython.declare(cython.uchar[4608])  # (card, row)
    found = cython.declare(cython.uint[512])
    best: Strength
    i: cython.int
    for i in range(4608 if number < 512 else 0):
        cards[i] = 0
    if t.cards == 7:
        _copy_slots(t, hands, row_of, part_of, cards, number, 7)
    elif t.cards == 5:
        _copy_slots(t, hands, row_of, part_of, cards, number, 5)
    else:
        _copy_slots(t, hands, row_of, part_of, cards, number, t.cards)
    for i in range(number):
        found[i] = t.roots[part_of[i]]
    _best_in_order(t, strengths, cards, found, number)
    for i in range(number):
        best = found[i]
        out[row_of[i]] = max(out[row_of[i]], best)


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
                row_of[count], part_of[count] = first + rows[i], _child(t, 0, lane)
                count += 1
                if count == 512:
                    _take_best(t, strengths, hands, out, row_of, part_of, count)
                    count = 0
                lanes ^= lane
        first = end
    if count:
        _take_best(t, strengths, hands, out, row_of, part_of, count)


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
    if t.by_lane:
        _walk_lanes(t, strengths, hands, out, first, last)
    elif t.in_order:
        _walk_in_order(t, strengths, hands, out, first, last)
    elif t.walks and t.cards > t.size:
        _walk_every_choice(t, strengths, hands, out, first, last)
    elif t.walks and t.cards == 5:
        _walk_rows(t, strengths, hands, out, first, last, 5)
    elif t.walks:
        _walk_rows(t, strengths, hands, out, first, last, t.cards)
    else:
        _rows(t, strengths, hands, out, first, last)


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
    most: cython.Py_ssize_t = 8192 if t.by_lane else 512 if t.in_order else 64
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
    hands: cython.const[cython.uchar][::1],
    out: object,
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    elsewhere: cython.const[cython.uchar][::1],
    distinct: cython.bint,
    trusted: cython.bint,
) -> cython.Py_ssize_t:
    """Write the strengths of rows first to last of ``hands`` (flat) to ``out``. Releases the GIL.

    ``out`` has items of the size of the table's strengths. Stops at a row with a card that is not in the deck or, if
    ``distinct``, a duplicate, and returns that row; returns ``last`` if there is none. If ``trusted`` rows are not
    checked: a bad row gets an undefined strength, and nothing outside the tables is read. For ``elsewhere`` see
    `_unsound`.
    """
    cards: cython.p_uchar
    apart: cython.p_uchar
    narrow: cython.p_ushort
    wide: cython.p_uint
    if not cython.compiled:
        cards, apart, narrow = memoryview(hands), memoryview(elsewhere), memoryview(out)
        return _sound_rows(t, t.strengths, cards, narrow, first, last, apart, distinct, trusted)
    cards = cython.cast(cython.p_uchar, cython.address(hands[0]))
    apart = cython.cast(cython.p_uchar, cython.address(elsewhere[0]))
    if t.wide:
        wide = _counts(out)
        with cython.nogil:
            first = _sound_rows(t, t.wide, cards, wide, first, last, apart, distinct, trusted)
    else:
        narrow = _shorts(out)
        with cython.nogil:
            first = _sound_rows(t, t.strengths, cards, narrow, first, last, apart, distinct, trusted)
    return first


def rows_with_hole(
    t: Tables,
    holes: cython.const[cython.uchar][::1],
    boards: cython.const[cython.uchar][::1],
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
    last: cython.p_ulonglong
    pairing: cython.p_ulonglong
    even: cython.p_ulonglong
    odd: cython.p_ulonglong
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
    """Do `_deeper` for a hand whose sum in every part is that of its first cards plus that of its last two.

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
    node: cython.int = len(nodes) - 1
    while bits[node] & choice != bits[node] or _held(t, nodes[node], hand) < t.size:
        node -= 1
    return _read(t, nodes[node], t.facts[8 * nodes[node]] + _sum(t, nodes[node], hand, 0, t.size))


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _is_even(number: cython.int) -> cython.bint:
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
    seen: cython.int[::1],
) -> int:
    """Return the smallest weight for one more rank that keeps all sums of weights distinct.

    ``keys`` are the sums so far and ``held`` their numbers of cards; up to ``limit`` cards of the new rank are added,
    ``most`` cards in all. ``seen`` is -1 at each key and 0 elsewhere, and long enough for any possible sum.
    """
    weight: cython.int = 0
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


# Equity


# Literals above 2 ** 63 would be Python's integers.
_WORD = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
_HALF = cython.declare(cython.ulonglong, 0xFFFFFFFF)
_FRACTION = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFF)
_STEP = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
_FIRST = cython.declare(cython.ulonglong, 0xBF58476D1CE4E5B9)
_SECOND = cython.declare(cython.ulonglong, 0x94D049BB133111EB)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _mix(state: cython.ulonglong) -> cython.ulonglong:
    """Return 64 random bits for a counter (SplitMix64)."""
    state = ((state ^ (state >> 30)) * _FIRST) & _WORD
    state = ((state ^ (state >> 27)) * _SECOND) & _WORD
    return state ^ (state >> 31)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _sums(
    constants: cython.p_ulonglong,
    rows: cython.p_uchar,
    column: cython.Py_ssize_t,
    before: cython.p_ulonglong,
    after: cython.p_ulonglong,
    deals: cython.int,
    number: cython.int,
) -> cython.void:
    """Do `Showdown._add`. ``number`` may be a literal, see `_row_sums`."""
    total: cython.ulonglong
    deal: cython.Py_ssize_t
    for deal in range(deals):
        total = before[deal]
        for i in range(number):
            total += constants[rows[64 * (column + i) + deal]]
        after[deal] = total


@cython.final
@cython.cclass
class Showdown:
    """Compare the hands of two to ten players, deal after deal, and add up the pots that each wins.

    A pot has 5,040 units: any number of players up to ten can share half of it. The sum of squares then stays below
    2 ** 63 up to 3 * 10 ** 11 deals.
    """

    t: Tables
    low: Tables
    split: cython.bint
    players: cython.int
    hole: cython.int
    on_board: cython.int
    from_hole: cython.int
    least: cython.int
    every: cython.int
    figures: cython.int
    known: cython.int
    on_hand: cython.int
    deals: cython.longlong
    rows: cython.p_uchar
    own: cython.p_uchar
    used: cython.p_uchar
    line: cython.p_uchar
    cards: cython.p_uchar
    constants: cython.p_ulonglong
    low_constants: cython.p_ulonglong
    tally: cython.p_longlong
    units: cython.p_longlong
    best: cython.p_int
    worst: cython.p_int
    nodes: cython.p_int
    bits: cython.p_int
    needs: cython.p_int
    ends: cython.p_int
    holds: cython.p_int
    inside: cython.p_int
    copies: cython.p_int
    counts: cython.p_int
    found: cython.p_int
    adds: cython.p_ulonglong
    keys: cython.p_ulonglong
    sums: cython.p_ulonglong
    combos: cython.p_uchar
    begins: cython.p_longlong
    sizes: cython.p_longlong
    odds: cython.p_uint
    alias: cython.p_uint
    columns: cython.p_uchar
    chosen: cython.int
    drawn: cython.int
    picks: cython.int
    ranges: tuple
    parts: cython.int
    places: cython.int
    choices: cython.int
    kept: tuple
    family: tuple

    def __init__(self, high: Tables, low: object, numbers: tuple, arrays: tuple):
        """``low`` are the tables of the low hand, or None. ``numbers`` are the players, the hole cards of each, the
        cards on the board, the hole cards that a hand takes (-1: any), the least strength of a low hand, how many
        cards may come, the categories, and how many cards of the board are known.

        Cards are given by their places in a list that begins with those that may come. ``arrays`` are 64 deals (column,
        deal): the hole cards of each player and then the board, of each the known cards first; the number of known
        cards of each player; zeros, one for each card that may come; line (the category of each high strength); the
        tally (player, figure): pots won alone, pots shared, units won, their squares, hands of each category; room:
        units (a player each), best and worst (player, deal); then the list: the cards, and their constants in the
        tables of the high and of the low hand.
        """
        self.t = high
        self.split = low is not None
        self.low = cython.cast(Tables, low) if low is not None else high
        self.players, self.hole, self.on_board, self.from_hole, self.least, self.every, self.figures, self.known = (
            numbers
        )
        self.figures += 4
        self.on_hand = 0
        self.deals = 0
        self.kept = arrays  # keeps the arrays alive, which the pointers refer to
        self.family = ()
        self.ranges = ()
        if cython.compiled:
            self.rows, self.own, self.used = _bytes(arrays[0]), _bytes(arrays[1]), _bytes(arrays[2])
            self.line, self.tally, self.units = _bytes(arrays[3]), _longs(arrays[4]), _longs(arrays[5])
            self.best, self.worst, self.cards = _ints(arrays[6]), _ints(arrays[7]), _bytes(arrays[8])
            self.constants, self.low_constants = _words(arrays[9]), _words(arrays[10])
        else:
            self.rows, self.own, self.used, self.line = map(memoryview, arrays[:4])
            self.tally, self.units, self.best, self.worst = map(memoryview, arrays[4:8])
            self.cards, self.constants, self.low_constants = map(memoryview, arrays[8:])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _compare(self, deals: cython.int) -> cython.void:
        """Compare the hands of the first rows, and add up."""
        self._evaluate(self.t, self.constants, self.best, deals)
        if self.split:
            self._evaluate(self.low, self.low_constants, self.worst, deals)
        self._book(deals, 1)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _evaluate(self, t: Tables, constants: cython.p_ulonglong, out: cython.p_int, deals: cython.int) -> cython.void:
        """Write the strength of each player in the first rows."""
        hand = cython.declare(cython.uchar[9])
        board = cython.declare(cython.uchar[9])
        if self.from_hole < 0:
            self._best_of_all(t, constants, out, deals)
            return
        for deal in range(deals):
            self._copy(self.players * self.hole, self.on_board, deal, board, 0)
            for player in range(self.players):
                self._copy(player * self.hole, self.hole, deal, hand, 0)
                out[64 * player + deal] = _with_hole(t, hand, 0, self.hole, board, 0, self.on_board, self.from_hole)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _copy(
        self, column: cython.int, number: cython.int, deal: cython.int, hand: cython.p_uchar, at: cython.int
    ) -> cython.void:
        """Copy the cards in some columns of a deal to ``hand[at:]``."""
        for i in range(number):
            hand[at + i] = self.cards[self.rows[64 * (column + i) + deal]]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _best_of_all(
        self, t: Tables, constants: cython.p_ulonglong, out: cython.p_int, deals: cython.int
    ) -> cython.void:
        """Do `_evaluate` where a hand is the best of all its cards."""
        boards = cython.declare(cython.ulonglong[64])
        sums = cython.declare(cython.ulonglong[64])
        waits = cython.declare(cython.uchar[64])
        hand = cython.declare(cython.uchar[9])
        in_hands: cython.int = self.players * self.hole
        left: cython.p_uint = t.left
        right: cython.p_uint = t.right
        high: cython.int = t.facts[2]
        full: cython.ulonglong = t.facts[1]
        total: cython.ulonglong
        waiting: cython.Py_ssize_t
        deal: cython.Py_ssize_t
        at: cython.Py_ssize_t
        for deal in range(deals):
            boards[deal] = t.facts[0]
        self._add(constants, in_hands, self.on_board, boards, boards, deals)
        for player in range(self.players):
            self._add(constants, player * self.hole, self.hole, boards, sums, deals)
            at = 64 * player
            waiting = 0
            for deal in range(deals):
                total = sums[deal]
                out[at + deal] = _at(t, left[total & 0x3FFFFF] + right[total >> high])
                # As in `_rows`: a branch here would be unpredictable.
                waits[waiting] = cython.cast(cython.uchar, deal)
                waiting += (total & full) != 0
            while waiting:
                waiting -= 1
                deal = waits[waiting]
                self._copy(player * self.hole, self.hole, deal, hand, 0)
                self._copy(in_hands, self.on_board, deal, hand, self.hole)
                out[at + deal] = _deeper(t, 0, sums[deal], hand, 0, out[at + deal])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _add(
        self,
        constants: cython.p_ulonglong,
        column: cython.int,
        number: cython.int,
        before: cython.p_ulonglong,
        after: cython.p_ulonglong,
        deals: cython.int,
    ) -> cython.void:
        """Add the constants of the cards in some columns to the sums ``before``."""
        if number == 2:
            _sums(constants, self.rows, column, before, after, deals, 2)
        elif number == 5:
            _sums(constants, self.rows, column, before, after, deals, 5)
        else:
            _sums(constants, self.rows, column, before, after, deals, number)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _divide(
        self, strengths: cython.p_int, deal: cython.Py_ssize_t, least: cython.int, pot: cython.longlong
    ) -> cython.bint:
        """Divide a pot among the best hands of a row; return false if none is at least ``least``."""
        best: cython.int = -1
        winners: cython.longlong = 0
        for player in range(self.players):
            best = max(best, strengths[64 * player + deal])
        if best < least:
            return False
        for player in range(self.players):
            winners += strengths[64 * player + deal] == best
        pot = pot // winners
        for player in range(self.players):
            self.units[player] += pot * (strengths[64 * player + deal] == best)  # a branch would be unpredictable
        return True

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _book(self, deals: cython.int, weight: cython.longlong) -> cython.void:
        """Add the comparison of the strengths in the first rows to the tally, each with this weight."""
        best: cython.p_int = self.best
        tally: cython.p_longlong = self.tally
        line: cython.p_uchar = self.line
        figures: cython.Py_ssize_t = self.figures
        won: cython.longlong = 0
        tied: cython.longlong = 0
        deal: cython.Py_ssize_t
        player: cython.Py_ssize_t
        self.deals += weight * deals
        if self.players == 2 and not self.split:
            for deal in range(deals):
                won += best[deal] > best[64 + deal]
                tied += best[deal] == best[64 + deal]
                tally[4 + line[best[deal]]] += weight
                tally[figures + 4 + line[best[64 + deal]]] += weight
            tally[0] += weight * won  # `finish` adds the other figures
            tally[1] += weight * tied
            return
        for deal in range(deals):
            self._share(deal, weight)
            for player in range(self.players):
                tally[figures * player + 4 + line[best[64 * player + deal]]] += weight

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _share(self, deal: cython.Py_ssize_t, weight: cython.longlong) -> cython.void:
        """Divide the pot of a row, and add what each player wins to the tally."""
        at: cython.int
        units: cython.longlong
        for player in range(self.players):
            self.units[player] = 0
        if self.split and self._divide(self.worst, deal, self.least, 2520):
            self._divide(self.best, deal, 0, 2520)
        else:
            self._divide(self.best, deal, 0, 5040)
        for player in range(self.players):
            at = player * self.figures
            units = self.units[player]
            self.tally[at] += weight * (units == 5040)
            self.tally[at + 1] += weight * (units != 5040 and units != 0)
            self.tally[at + 2] += weight * units
            self.tally[at + 3] += weight * units * units

    def finish(self) -> int:
        """Complete the tally, and return the number of deals in it."""
        at: cython.int
        if self.players == 2 and not self.split:
            self.tally[self.figures] = self.deals - self.tally[0] - self.tally[1]
            self.tally[self.figures + 1] = self.tally[1]
            for at in (0, self.figures):
                self.tally[at + 2] = 5040 * self.tally[at] + 2520 * self.tally[1]
                self.tally[at + 3] = 5040 * 5040 * self.tally[at] + 2520 * 2520 * self.tally[1]
        return self.deals

    # Every deal

    def count_deals(self) -> None:
        """Count all deals of the cards to come."""
        with cython.nogil:
            self._deal_board(self.known, 0)
            self._compare(self.on_hand)
        self.on_hand = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _deal_board(self, at: cython.int, first: cython.int) -> cython.void:
        """Deal the board from card ``at`` on, in every way with cards from ``first``."""
        if at == self.on_board:
            self._deal_hand(0, self.own[0], 0)
            return
        for card in range(first, self.every):
            if not self.used[card]:
                self.used[card] = 1
                self.rows[64 * (self.players * self.hole + at) + self.on_hand] = card
                self._deal_board(at + 1, card + 1)
                self.used[card] = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _deal_hand(self, player: cython.int, at: cython.int, first: cython.int) -> cython.void:
        """Deal the players' hands from this card on, in every way with cards from ``first``."""
        while at == self.hole:
            player += 1
            if player == self.players:
                self._keep_row()
                return
            at = self.own[player]
            first = 0
        for card in range(first, self.every):
            if not self.used[card]:
                self.used[card] = 1
                self.rows[64 * (player * self.hole + at) + self.on_hand] = card
                self._deal_hand(player, at + 1, card + 1)
                self.used[card] = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _keep_row(self) -> cython.void:
        """Go on in the next row with the same cards; if this was the last, compare the hands, and use the first."""
        before: cython.int = self.on_hand
        self.on_hand += 1
        if self.on_hand == 64:
            self._compare(64)
            self.on_hand = 0
        for column in range(self.players * self.hole + self.on_board):
            self.rows[64 * column + self.on_hand] = self.rows[64 * column + before]

    # Random deals

    def sample(self, numbers: tuple, counts: tuple, ranges: tuple, columns: object) -> None:
        """Compare the hands of random deals.

        ``numbers`` are the first block and the one after the last, the deals in a block and in all, the seed, and how
        many cards a random number picks. A block has its own stream of random numbers, so any distribution of blocks
        gives the same sum. ``ranges`` are, for the players with several combinations: the combinations (flat), and by
        player the place of the first and their number, 0 for the others; then thresholds and aliases of Walker's
        method. ``columns`` begin with those that ranges fill, and go on with those that are drawn; ``counts`` are the
        numbers of these two.
        """
        first: cython.longlong
        last: cython.longlong
        block: cython.longlong
        every_deal: cython.longlong
        seed: cython.ulonglong
        first, last, block, every_deal, seed, self.picks = numbers
        self.chosen, self.drawn = counts
        self.ranges = ranges, columns
        if cython.compiled:
            self.combos, self.begins, self.sizes = _bytes(ranges[0]), _longs(ranges[1]), _longs(ranges[2])
            self.odds, self.alias = _counts(ranges[3]), _counts(ranges[4])
            self.columns = _bytes(columns)
        else:
            self.combos, self.begins, self.sizes, self.odds, self.alias = map(memoryview, ranges)
            self.columns = memoryview(columns)
        left: cython.longlong
        state: cython.ulonglong
        deals: cython.int
        with cython.nogil:
            for number in range(first, last):
                state = _mix(_mix(seed) ^ cython.cast(cython.ulonglong, number))
                left = min(block, every_deal - number * block)
                while left:
                    deals = cython.cast(cython.int, min(left, 64))
                    state = self._draw(state)
                    self._compare(deals)
                    left -= deals

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _draw(self, state: cython.ulonglong) -> cython.ulonglong:
        """Draw the cards to come of 64 deals; return the new state of the random numbers.

        Each deck is shuffled from the top: card ``k`` changes places with one that is not above it. But no deck is
        kept: what has come to a place is found from the earlier changes, the last first. So there is one loop over all
        deals for each step, without a branch, and the compiler vectorises it. To shuffle decks in memory takes three
        times as long, because it reads what it has just written; to draw again what is taken does so too.

        A random number is read as a fraction of 56 bits: times the number of cards left, its whole part picks one, and
        the rest is the next fraction, for ``picks`` cards.
        """
        places = cython.declare(cython.uchar[6336])  # (column, deal): with what card k changes places
        now = cython.declare(cython.uchar[64])
        fractions = cython.declare(cython.ulonglong[64])
        rows: cython.p_uchar = self.rows
        column: cython.Py_ssize_t
        left: cython.ulonglong
        here: cython.uchar
        deal: cython.Py_ssize_t
        j: cython.Py_ssize_t
        k: cython.Py_ssize_t
        if self.chosen:
            state = self._take(places, state)
        for k in range(self.chosen):
            column = self.columns[k]
            for deal in range(64):
                rows[64 * column + deal] = places[64 * k + deal]
            for j in range(k):
                for deal in range(64):
                    here = places[64 * k + deal]
                    places[64 * k + deal] = places[64 * j + deal] if here == cython.cast(cython.uchar, j) else here
        for k in range(self.chosen, self.chosen + self.drawn):
            if (k - self.chosen) % self.picks == 0:
                for deal in range(64):
                    fractions[deal] = _mix((state + (deal + 1) * _STEP) & _WORD) >> 8
                state = (state + 64 * _STEP) & _WORD
            left = self.every - k
            for deal in range(64):
                fractions[deal] = (fractions[deal] & _FRACTION) * left
            for deal in range(64):
                now[deal] = cython.cast(cython.uchar, k + (fractions[deal] >> 56))
            for deal in range(64):
                places[64 * k + deal] = now[deal]
            for j in range(k - 1, -1, -1):
                for deal in range(64):
                    here = now[deal]
                    now[deal] = cython.cast(cython.uchar, j) if here == places[64 * j + deal] else here
            column = self.columns[k]
            for deal in range(64):
                rows[64 * column + deal] = now[deal]
        return state

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _take(self, places: cython.p_uchar, state: cython.ulonglong) -> cython.ulonglong:
        """Take combinations from the ranges for 64 deals, as places (column, deal); return the new state.

        Where two share a card, all are taken again.
        """
        waits = cython.declare(cython.uchar[64])
        bits = cython.declare(cython.ulonglong[64])
        found = cython.declare(cython.longlong[64])
        combos: cython.p_uchar = self.combos
        odds: cython.p_uint = self.odds
        alias: cython.p_uint = self.alias
        hole: cython.Py_ssize_t = self.hole
        begin: cython.longlong
        size: cython.ulonglong
        place: cython.longlong
        other: cython.longlong
        clash: cython.bint
        column: cython.Py_ssize_t
        waiting: cython.Py_ssize_t = 64
        left: cython.Py_ssize_t
        for i in range(64):
            waits[i] = cython.cast(cython.uchar, i)
        while waiting:
            column = 0
            for player in range(self.players):
                if self.sizes[player]:
                    begin, size = self.begins[player], self.sizes[player]
                    for i in range(waiting):
                        bits[i] = _mix((state + (i + 1) * _STEP) & _WORD)
                    state = (state + waiting * _STEP) & _WORD
                    for i in range(waiting):
                        place = begin + cython.cast(cython.longlong, ((bits[i] >> 32) * size) >> 32)
                        other = begin + alias[place]
                        found[i] = hole * (other if (bits[i] & _HALF) >= odds[place] else place)
                    for k in range(hole):
                        for i in range(waiting):
                            places[64 * (column + k) + waits[i]] = combos[found[i] + k]
                    column += hole
            left = 0
            for i in range(waiting):
                clash = False
                for k in range(hole, column):
                    for j in range(k - k % hole):
                        clash |= places[64 * j + waits[i]] == places[64 * k + waits[i]]
                waits[left] = waits[i]
                left += clash
            waiting = left
        return state

    # Multisets of ranks

    def count_family(
        self, parts: cython.int, places: cython.int, left: cython.int, times: cython.longlong, arrays: tuple
    ) -> None:
        """Add ``times`` what a family of parts adds, over all multisets of ``left`` cards to come to the board.

        `blend` explains families and signs. A place is a rank in an atom of the family, with its number of ``copies``
        to come, first those inside most parts. ``arrays``: nodes, bits, the least cards of the board in each part, the
        place after the last inside, the number of each player's cards inside (part, player); inside (part, place),
        copies, counts (part) of the known board; room for counts and for strengths; adds (part, place), keys (part,
        player), sums (part) of the known board with room. ``counts`` and ``sums`` are (card to come, part).
        """
        self.parts, self.places, self.choices = parts, places, 1
        self.family = arrays
        if cython.compiled:
            self.nodes, self.bits, self.needs, self.ends = (
                _ints(arrays[0]),
                _ints(arrays[1]),
                _ints(arrays[2]),
                _ints(arrays[3]),
            )
            self.holds, self.inside, self.copies = _ints(arrays[4]), _ints(arrays[5]), _ints(arrays[6])
            self.counts, self.found = _ints(arrays[7]), _ints(arrays[8])
            self.adds, self.keys, self.sums = _words(arrays[9]), _words(arrays[10]), _words(arrays[11])
        else:
            self.nodes, self.bits, self.needs, self.ends, self.holds, self.inside = map(memoryview, arrays[:6])
            self.copies, self.counts, self.found, self.adds, self.keys, self.sums = map(memoryview, arrays[6:])
        for part in range(parts):
            self.choices = max(self.choices, 2 * self.bits[part])
        with cython.nogil:
            self._choose(0, left, 0, times)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _choose(self, first: cython.int, left: cython.int, level: cython.int, ways: cython.longlong) -> cython.void:
        """Take ``left`` cards from the places from ``first`` on, so that every part has the cards it needs."""
        stop: cython.int = self.places
        take: cython.int
        at: cython.int = level * self.parts
        more: cython.longlong
        for part in range(self.parts):
            take = self.needs[part] - self.counts[at + part]
            if take > left:
                return
            if take == left and self.ends[part] < stop:
                stop = self.ends[part]
        if not left:
            self._weigh(at, ways)
            return
        for place in range(first, stop):
            more = ways
            for take in range(1, min(left, self.copies[place]) + 1):
                more = more * (self.copies[place] - take + 1) // take
                for part in range(self.parts):
                    self.sums[at + self.parts + part] = (
                        self.sums[at + part] + take * self.adds[part * self.places + place]
                    )
                    self.counts[at + self.parts + part] = (
                        self.counts[at + part] + take * self.inside[part * self.places + place]
                    )
                self._choose(place + 1, left - take, level + 1, more)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _weigh(self, at: cython.int, ways: cython.longlong) -> cython.void:
        """Compare the hands on a board for each subset of the family, with its sign."""
        best: cython.int
        for player in range(self.players):
            for part in range(self.parts):
                best = 0
                if self.holds[part * self.players + player] + self.counts[at + part] >= self.t.size:
                    best = _read(
                        self.t, self.nodes[part], self.keys[part * self.players + player] + self.sums[at + part]
                    )
                self.found[player * self.parts + part] = best
        for choice in range(self.choices):
            for player in range(self.players):
                best = 0
                for part in range(self.parts):
                    if self.bits[part] & choice == self.bits[part]:
                        best = max(best, self.found[player * self.parts + part])
                self.best[64 * player] = best
            self._book(1, ways if _is_even(self.choices - 1 - choice) else -ways)


# Where arrays begin


@cython.cfunc
def _bytes(array: object) -> cython.p_uchar:
    """Return where an array of bytes begins."""
    view: cython.uchar[::1] = array
    return cython.address(view[0])


@cython.cfunc
def _ints(array: object) -> cython.p_int:
    """Return where an array of integers begins."""
    view: cython.int[::1] = array
    return cython.address(view[0])


@cython.cfunc
def _longs(array: object) -> cython.p_longlong:
    """Return where an array of 64-bit integers begins."""
    view: cython.longlong[::1] = array
    return cython.address(view[0])


@cython.cfunc
def _words(array: object) -> cython.p_ulonglong:
    """Return where an array of 64-bit words begins."""
    view: cython.ulonglong[::1] = array
    return cython.address(view[0])


@cython.cfunc
def _counts(array: object) -> cython.p_uint:
    """Return where an array of unsigned integers begins."""
    view: cython.uint[::1] = array
    return cython.address(view[0])


@cython.cfunc
def _shorts(array: object) -> cython.p_ushort:
    """Return where an array of unsigned integers of 16 bits begins."""
    view: cython.ushort[::1] = array
    return cython.address(view[0])
