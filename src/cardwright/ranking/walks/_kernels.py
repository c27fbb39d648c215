"""Walks, for `arrays`: the strengths of rows of cards by one look-up for each card.

Two kinds: `EveryChoice` walks cards as they are, exactly a hand or every choice of one by a plan. `InOrder` walks
sorted cards, any number of them in one walk. `walk` and `order` list their classes, and `tables` lays them out.

A class is a place in a table, and so is each number of a card; their sum is the place of the next class or, with the
last card, of a strength. A function that takes ``k``, a number of cards, is called with a literal where that is common:
the compiler then unrolls its loops. No place exceeds 32 bits: tables have at most 18,000,000 cells.
"""

import cython

if cython.compiled:
    from cython.cimports.cardwright.ranking.pointers._kernels import bytes_of, ints_of, uints_of
else:
    from cardwright.ranking.pointers._kernels import Strength, bytes_of, ints_of, uints_of

    GATHERS = False


@cython.cclass
class EveryChoice:
    """A walk of all hands, for exactly a hand or for every choice of one among more cards."""

    def __init__(self, cards: cython.int, mask: cython.int, following: object, plan: object, one_hand: cython.bint):
        """``mask`` cuts out a card's number, ``following`` are the classes of hands, ``plan`` is as in `_walk_plan`.

        With ``one_hand`` the plan is not read, since rows have exactly the cards of a hand.
        """
        self.cards, self.mask, self.one_hand = cards, mask, one_hand
        self.kept = following, plan  # keeps the arrays alive, which the pointers below refer to
        self.following, self.plan = uints_of(following), ints_of(plan)


@cython.cclass
class InOrder:
    """A walk of sorted cards, or one for each part inside the deck whose rows are walked.

    ``slot_of`` has 256 entries for each part, and ``roots`` one.
    """

    def __init__(self, cards: cython.int, numbers: tuple, following: object, slot_of: object, roots: object):
        """``following`` are the classes, ``slot_of`` the slots of cards, ``roots`` the places of the classes of two.

        The numbers are: the mask of a suit in a slot, 0 if suits keep their names; the slots that it leaves unused for
        each rank; the number of slots that are used; whether the number of a slot among these is computed, as the least
        of the last one and ``(card ^ flip) + adds``, in eight bits; ``flip``; ``adds``.
        """
        self.cards = cards
        self.suit_mask, self.unused, self.slots, self.computed, self.flip, self.adds = numbers
        self.kept = following, slot_of, roots  # keeps the arrays alive, which the pointers below refer to
        self.following, self.slot_of, self.roots = uints_of(following), bytes_of(slot_of), uints_of(roots)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _walk_hands(
    walk: EveryChoice,
    strengths: cython.pointer(Strength),
    hands: cython.p_uchar,
    out: cython.pointer(Strength),
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    k: cython.int,
) -> cython.void:
    """Walk rows first to last of exactly one hand. ``k`` may be a literal, so that the compiler unrolls the walk."""
    following: cython.p_uint = walk.following
    mask: cython.int = walk.mask
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
def _walk_plan(
    walk: EveryChoice,
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
    following: cython.p_uint = walk.following
    plan: cython.p_int = walk.plan
    number: cython.int = cython.cast(cython.int, last - first)
    at: cython.Py_ssize_t = first * walk.cards
    from_: cython.Py_ssize_t
    card: cython.Py_ssize_t
    step: cython.Py_ssize_t
    found: cython.int
    row: cython.int
    i: cython.int
    for row in range(number):
        classes[row] = best[row] = 0
        for i in range(walk.cards):
            cards[64 * i + row] = hands[at + i] & walk.mask
        at += walk.cards
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
def walk_choices(
    walk: EveryChoice,
    strengths: cython.pointer(Strength),
    hands: cython.p_uchar,
    out: cython.pointer(Strength),
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
) -> cython.void:
    """Write the best hand of each of at most 64 rows, first to last."""
    if not walk.one_hand:
        _walk_plan(walk, strengths, hands, out, first, last)
    elif walk.cards == 5:
        _walk_hands(walk, strengths, hands, out, first, last, 5)
    else:
        _walk_hands(walk, strengths, hands, out, first, last, walk.cards)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _sort_rows(cards: cython.p_uchar, k: cython.int) -> cython.void:
    """Sort up to eight slots of each of 512 rows (column, row) by a network. ``k`` is their number, a literal.

    All are read and written once, in a loop without a branch, which the compiler vectorises. Loops that exchange two
    columns each take three times as long. Further slots are the largest byte: the compiler leaves them out.
    """
    cython.declare(a=cython.uchar, b=cython.uchar, c=cython.uchar, d=cython.uchar)
    cython.declare(e=cython.uchar, f=cython.uchar, g=cython.uchar, h=cython.uchar)
    row: cython.int
    for row in range(512):
        a, b, c, d = cards[row], cards[512 + row], cards[1024 + row], 255 if k < 4 else cards[1536 + row]
        e, f = 255 if k < 5 else cards[2048 + row], 255 if k < 6 else cards[2560 + row]
        g, h = 255 if k < 7 else cards[3072 + row], 255 if k < 8 else cards[3584 + row]
        a, c, b, d = min(a, c), max(a, c), min(b, d), max(b, d)
        e, g, f, h = min(e, g), max(e, g), min(f, h), max(f, h)
        a, e, b, f = min(a, e), max(a, e), min(b, f), max(b, f)
        c, g, d, h = min(c, g), max(c, g), min(d, h), max(d, h)
        a, b, c, d = min(a, b), max(a, b), min(c, d), max(c, d)
        e, f, g, h = min(e, f), max(e, f), min(g, h), max(g, h)
        c, e, d, f = min(c, e), max(c, e), min(d, f), max(d, f)
        b, e, d, g = min(b, e), max(b, e), min(d, g), max(d, g)
        b, c, d, e = min(b, c), max(b, c), min(d, e), max(d, e)
        f, g = min(f, g), max(f, g)
        cards[row], cards[512 + row], cards[1024 + row] = a, b, c
        if k > 3:
            cards[1536 + row] = d
        if k > 4:
            cards[2048 + row] = e
        if k > 5:
            cards[2560 + row] = f
        if k > 6:
            cards[3072 + row] = g
        if k > 7:
            cards[3584 + row] = h


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _sort_columns(cards: cython.p_uchar, k: cython.int) -> cython.void:
    """Sort the three to nine slots of each of 512 rows (column, row)."""
    a: cython.uchar
    b: cython.uchar
    row: cython.int
    i: cython.int
    if k == 5:
        _sort_rows(cards, 5)
    elif k == 6:
        _sort_rows(cards, 6)
    elif k == 7:
        _sort_rows(cards, 7)
    elif k > 7:
        _sort_rows(cards, 8)
    elif k == 4:
        _sort_rows(cards, 4)
    else:
        _sort_rows(cards, 3)
    for i in range(8 if k == 9 else 0):
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
def _leave_out_unused(walk: InOrder, cards: cython.p_uchar, number: cython.int) -> cython.void:
    """Number slots without those that are unused: where three suits are alike, tables are smaller by a quarter."""
    unused: cython.uchar = walk.unused
    bits: cython.int = 0
    i: cython.int
    while walk.suit_mask >> bits:
        bits += 1
    for i in range(512 * number):
        cards[i] -= (cards[i] >> bits) * unused


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _read_slots(
    walk: InOrder, hands: cython.p_uchar, at: cython.Py_ssize_t, slots: cython.p_uchar, number: cython.Py_ssize_t
) -> cython.void:
    """Write the slots of some cards: computed, which the compiler vectorises, or else looked up."""
    slot_of: cython.p_uchar = walk.slot_of
    flip: cython.uchar = walk.flip
    adds: cython.uchar = walk.adds
    largest: cython.uchar = walk.slots - 1
    unused: cython.uchar = walk.unused
    inverse: cython.ushort = 256 // (walk.suit_mask + 1 - unused) + 1
    slot: cython.uchar
    i: cython.Py_ssize_t
    if walk.computed:
        for i in range(number):
            slot = ((hands[at + i] ^ flip) + adds) & 255
            slots[i] = min(slot, largest)
        for i in range(number if unused else 0):
            slots[i] += (slots[i] * inverse >> 8) * unused
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
def _follow_rows(
    walk: InOrder,
    strengths: cython.pointer(Strength),
    cards: cython.p_uchar,
    found: cython.p_int,
    number: cython.int,
    k: cython.int,
) -> cython.void:
    """Replace the roots of rows of sorted slots by the classes that they lead to. ``k`` may be a literal.

    The look-ups of one row wait for each other, look-ups of different rows do not. With half of the cards at a time the
    processor works on more rows at once than with all cards, and writes fewer places than card by card.
    """
    following: cython.p_uint = walk.following
    middle: cython.Py_ssize_t = (k + 2) // 2
    slots: cython.uint = walk.slots
    place: cython.uint
    row: cython.Py_ssize_t
    i: cython.Py_ssize_t
    for row in range(number):
        place = following[found[row] + slots * cards[row] + cards[512 + row]]
        for i in range(2, middle):
            place = following[place + cards[512 * i + row]]
        found[row] = place
    for row in range(number):
        place = found[row]
        for i in range(middle, k - 1):
            place = following[place + cards[512 * i + row]]
        found[row] = strengths[place + cards[512 * (k - 1) + row]]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _gather_columns(
    walk: InOrder,
    strengths: cython.pointer(Strength),
    cards: cython.p_uchar,
    found: cython.restrict[cython.p_int],
    number: cython.int,
) -> cython.void:
    """Do `_follow_rows` by gather instructions: places are signed, and nothing else writes to ``found``."""
    following: cython.p_int = cython.cast(cython.p_int, walk.following)
    slots: cython.int = walk.slots
    k: cython.Py_ssize_t = walk.cards
    row: cython.Py_ssize_t
    i: cython.Py_ssize_t
    for row in range(number):
        found[row] = following[found[row] + slots * cards[row] + cards[512 + row]]
    for i in range(2, k - 1):
        for row in range(number):
            found[row] = following[found[row] + cards[512 * i + row]]
    for row in range(number):
        found[row] = strengths[found[row] + cards[512 * (k - 1) + row]]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _best_in_order(
    walk: InOrder, strengths: cython.pointer(Strength), cards: cython.p_uchar, found: cython.p_int, number: cython.int
) -> cython.void:
    """Replace the roots of ``number`` rows by their best hands: one look-up for each card but the first.

    ``cards`` are the slots of 512 rows (card, row), with room for nine cards.
    """
    k: cython.int = walk.cards
    _sort_columns(cards, k)
    if walk.suit_mask:
        _rename_suits(cards, k, walk.suit_mask)
        _sort_columns(cards, k)
    if walk.unused:
        _leave_out_unused(walk, cards, k)
    if GATHERS:
        _gather_columns(walk, strengths, cards, found, number)
    elif k == 7:
        _follow_rows(walk, strengths, cards, found, number, 7)
    elif k == 6:
        _follow_rows(walk, strengths, cards, found, number, 6)
    elif k == 5:
        _follow_rows(walk, strengths, cards, found, number, 5)
    else:
        _follow_rows(walk, strengths, cards, found, number, k)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def walk_in_order(
    walk: InOrder,
    strengths: cython.pointer(Strength),
    hands: cython.p_uchar,
    out: cython.pointer(Strength),
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
) -> cython.void:
    """Write the best hand of each of at most 512 rows, all of which are walked (`ClassesInOrder` in `by_card`)."""
    slots = cython.declare(cython.uchar[4616])
    cards = cython.declare(cython.uchar[4608])  # (card, row)
    found = cython.declare(cython.int[512])
    number: cython.int = cython.cast(cython.int, last - first)
    i: cython.int
    if number < 512:
        for i in range(512 * walk.cards):
            slots[i] = 0
    _read_slots(walk, hands, first * walk.cards, slots, number * walk.cards)
    _turn(slots, cards, walk.cards)
    for i in range(512):
        found[i] = walk.roots[0]
    _best_in_order(walk, strengths, cards, found, number)
    for i in range(number):
        out[first + i] = found[i]


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _copy_slots(
    walk: InOrder,
    hands: cython.p_uchar,
    row_of: cython.p_Py_ssize_t,
    part_of: cython.p_int,
    cards: cython.p_uchar,
    number: cython.int,
    k: cython.int,
) -> cython.void:
    """Write the slots in a part each of the ``k`` cards of some rows as columns (card, row). ``k`` may be a literal."""
    slot_of: cython.p_uchar = walk.slot_of
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
def take_best(
    walk: InOrder,
    strengths: cython.pointer(Strength),
    hands: cython.p_uchar,
    out: cython.pointer(Strength),
    row_of: cython.p_Py_ssize_t,
    part_of: cython.p_int,
    number: cython.int,
) -> cython.void:
    """Walk at most 512 rows in a part each, and write their best hands where these are better than before."""
    cards = cython.declare(cython.uchar[4608])  # (card, row)
    found = cython.declare(cython.int[512])
    best: Strength
    i: cython.int
    for i in range(4608 if number < 512 else 0):
        cards[i] = 0
    if walk.cards == 7:
        _copy_slots(walk, hands, row_of, part_of, cards, number, 7)
    elif walk.cards == 5:
        _copy_slots(walk, hands, row_of, part_of, cards, number, 5)
    else:
        _copy_slots(walk, hands, row_of, part_of, cards, number, walk.cards)
    for i in range(number):
        found[i] = walk.roots[part_of[i]]
    _best_in_order(walk, strengths, cards, found, number)
    for i in range(number):
        best = found[i]
        out[row_of[i]] = max(out[row_of[i]], best)
