"""The inner loops of tables that look at single cards: hands looked up one by one, and classes of sorted cards.

Cython in pure Python mode: this file also runs uncompiled, slowly, with the same results.

`best_by_place` is for `one_by_one`: it reads a table of the strengths of all hands by the types of their cards.
`ClassesInOrder` is for `walks.order`: it lists the classes that a walk through sorted cards has.
"""

import cython

if cython.compiled:
    from cython.cimports.cardwright.ranking.pointers._kernels import (
        Strength,
        bytes_of,
        ints_of,
        shorts_of,
        uints_of,
        words_of,
    )
else:
    from cardwright.ranking.pointers._kernels import Strength, bytes_of, ints_of, shorts_of, uints_of, words_of

# Literals above 2 ** 63 would be Python's integers.
_WORD = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
_STEP = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
_FIRST = cython.declare(cython.ulonglong, 0xBF58476D1CE4E5B9)
_SECOND = cython.declare(cython.ulonglong, 0x94D049BB133111EB)


# Hands looked up one by one


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _best_of_types(
    table: cython.pointer(Strength),
    out: cython.pointer(Strength),
    rows: cython.p_uchar,
    type_of: cython.p_uchar,
    adds: cython.p_int,
    choices: cython.p_uchar,
    numbers: cython.p_int,
    size: cython.int,
) -> cython.void:
    """Do `best_by_place`. ``size`` may be a literal, so that the compiler unrolls the sum."""
    drawn = cython.declare(cython.uchar[16])
    held = cython.declare(cython.uchar[16])
    added = cython.declare(cython.int[208])  # 13 places of a hand by 16 cards
    places = cython.declare(cython.int[64])
    count: cython.int = numbers[0]
    cards: cython.int = numbers[1]
    types: cython.int = numbers[3]
    hands: cython.int = numbers[4]
    last: cython.int
    place: cython.int
    best: Strength
    for row in range(count):
        for i in range(cards):
            drawn[i] = type_of[rows[row * cards + i]]
        for i in range(cards):  # sorted without a branch, which would be unpredictable
            place = 0
            for j in range(i):
                place += drawn[j] <= drawn[i]
            for j in range(i + 1, cards):
                place += drawn[j] < drawn[i]
            held[place] = drawn[i]
        for i in range(size):
            for j in range(i, cards - size + i + 1):
                added[i * cards + j] = adds[i * types + held[j]]
        best = 0
        for first in range(0, hands, 64):
            last = min(hands - first, 64)
            for hand in range(last):
                place = 0
                for i in range(size):
                    place += added[i * cards + choices[(first + hand) * size + i]]
                places[hand] = place
            for hand in range(last):
                best = max(best, table[places[hand]])
        out[row] = best


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _best_by_place(
    table: cython.pointer(Strength),
    out: cython.pointer(Strength),
    rows: cython.p_uchar,
    type_of: cython.p_uchar,
    adds: cython.p_int,
    choices: cython.p_uchar,
    numbers: cython.p_int,
) -> cython.void:
    """Do `best_by_place` with pointers."""
    if numbers[2] == 5:
        _best_of_types(table, out, rows, type_of, adds, choices, numbers, 5)
    else:
        _best_of_types(table, out, rows, type_of, adds, choices, numbers, numbers[2])


def best_by_place(
    table: object,
    out: object,
    rows: object,
    type_of: object,
    adds: object,
    choices: object,
    numbers: object,
    wide: cython.bint,
) -> None:
    """Write the largest strength of the hands in each row of cards to ``out``. Releases the GIL.

    A hand of cards by their types, in order, has a place in the table: the sum of ``adds`` (place in the hand, type)
    over its cards. ``type_of`` has 256 entries, 0 where there is no card. ``choices`` is (hand, place in it): the cards
    of each hand among the types in order. ``numbers`` are the numbers of rows, of cards in a row, of cards in a hand,
    of types, and of hands in a row. ``wide`` strengths have 32 bits. All arrays are flat.
    """
    cards: cython.p_uchar = bytes_of(rows)
    types: cython.p_uchar = bytes_of(type_of)
    each: cython.p_int = ints_of(adds)
    columns: cython.p_uchar = bytes_of(choices)
    counts: cython.p_int = ints_of(numbers)
    short_table: cython.p_ushort
    short_out: cython.p_ushort
    long_table: cython.p_uint
    long_out: cython.p_uint
    if wide:
        long_table, long_out = uints_of(table), uints_of(out)
        with cython.nogil:
            _best_by_place(long_table, long_out, cards, types, each, columns, counts)
    else:
        short_table, short_out = shorts_of(table), shorts_of(out)
        with cython.nogil:
            _best_by_place(short_table, short_out, cards, types, each, columns, counts)


# Classes of sorted cards


# As in `equity._kernels`: a call from another module would not be inlined.


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _mix(state: cython.ulonglong) -> cython.ulonglong:
    """Return 64 random bits for a counter (SplitMix64)."""
    state = ((state ^ (state >> 30)) * _FIRST) & _WORD
    state = ((state ^ (state >> 27)) * _SECOND) & _WORD
    return state ^ (state >> 31)


@cython.final
@cython.cclass
class ClassesInOrder:
    """Number the classes of sorted cards: cards of one class have the same best hand, whatever cards come after them.

    Cards are given as *slots*, in the order in which they are sorted. The hands among them are found by a walk,
    ``following`` and ``last``, which have ``slots`` entries for each class. Each class found has a row: 0 for slots
    that cannot come next, else 1 more than the class with such a card or, at the end, than the strength. Where
    ``suit_mask`` is not 0, a suit is the lowest bits of a slot, and suits are numbered as they come; slots from
    ``plain`` on are alike whatever their suit.

    Only the *parts* of the cards so far matter: the classes of the walk that some of the cards belong to, if they may
    still become a better hand than the best so far. Cards with the same parts are in one class.
    """

    cards: cython.int
    size: cython.int
    slots: cython.int
    plain: cython.int
    suit_mask: cython.int
    most: cython.int
    marks: cython.int
    room: cython.int
    most_visits: cython.int
    full: cython.bint
    visits: cython.int
    states_count: cython.int
    last_sign: cython.int
    copies: cython.p_int
    following: cython.p_uint
    last: cython.p_uint
    hopes: cython.p_uint
    last_hopes: cython.p_uint
    rows: cython.p_uint
    marked: cython.p_int
    counts: cython.p_int
    states: cython.p_ulonglong
    class_of: cython.p_int
    parts: cython.p_uint
    parts_counts: cython.p_int
    signs: cython.p_int
    kept: tuple

    def find(self, numbers: tuple, arrays: tuple) -> bool:
        """Find the rows of all classes; return false if there are too many, or too many states on the way.

        ``numbers`` are those named above; the most classes of one number of cards; two powers of two, the room for
        marks, which is above that, and the room for states; and how many states are visited at most. ``arrays``: the
        copies of each slot; following; last; for each of their entries the largest strength that the class leads to
        with cards from this slot on; the rows to be written (number of cards, class, slot), with room for one class
        more; zeros for marks (number of cards, mark), for the counts of classes, for states and for their classes; room
        for parts (number of cards, size, of 126); zeros for their counts (number of cards, size); and zeros, one for
        each place of the walk.
        """
        self.cards, self.size, self.slots, self.plain, self.suit_mask = numbers[:5]
        self.most, self.marks, self.room, self.most_visits = numbers[5:]
        self.full = False
        self.visits = self.states_count = self.last_sign = 0
        self.kept = arrays
        self.copies, self.following, self.last = ints_of(arrays[0]), uints_of(arrays[1]), uints_of(arrays[2])
        self.hopes, self.last_hopes, self.rows = uints_of(arrays[3]), uints_of(arrays[4]), uints_of(arrays[5])
        self.marked, self.counts, self.states = ints_of(arrays[6]), ints_of(arrays[7]), words_of(arrays[8])
        self.class_of, self.parts, self.parts_counts = ints_of(arrays[9]), uints_of(arrays[10]), ints_of(arrays[11])
        self.signs = ints_of(arrays[12])
        self.parts[0] = 0
        self.parts_counts[0] = 1
        with cython.nogil:
            self._class_of(0, 0, 0, 0, 0)
        return not self.full

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _class_of(
        self, held: cython.int, slot: cython.int, same: cython.int, used: cython.int, best: cython.uint
    ) -> cython.int:
        """Return the class of the cards so far: ``same`` of them are of the last slot, and ``used`` suits have names.

        ``best`` is their best hand. Their parts are known.
        """
        state: cython.Py_ssize_t = self._state(held, slot, same, used, best)
        if self.class_of[state]:
            return self.class_of[state] - 1
        self.visits += 1
        self.full = self.full or self.visits > self.most_visits
        at: cython.Py_ssize_t = cython.cast(cython.Py_ssize_t, held) * (self.most + 1) + self.counts[held]
        row: cython.Py_ssize_t = at * self.slots
        mask: cython.int = self.suit_mask
        name: cython.int
        taken: cython.int
        now: cython.uint
        for each in range(self.slots):
            self.rows[row + each] = 0
        for each in range(slot, self.slots):
            name = each & mask if each < self.plain else 0
            if self.copies[each] > (same if each == slot else 0) and name <= used and not self.full:
                now = max(best, self._best_with(held, each))
                if held < self.cards - 1:
                    name = used + 1 if mask and each < self.plain and name == used else used
                    taken = same + 1 if each == slot else 1
                    self._add(held, each, each if self.copies[each] > taken else each + 1, now)
                    now = self._class_of(held + 1, each, taken, name, now)
                self.rows[row + each] = now + 1
        if mask:
            for each in range(self.plain, self.slots):
                self.rows[row + each] = self.rows[row + (each & ~mask)]
        found: cython.int = self._number(held, row)
        if state:
            self.class_of[state] = found + 1
        return found

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _state(
        self, held: cython.int, slot: cython.int, same: cython.int, used: cython.int, best: cython.uint
    ) -> cython.Py_ssize_t:
        """Return the place of the state of the cards so far; a new place for a new state, or 0 if there is no room.

        States are distinguished by a sum of 64 random bits for each part and for the rest: among a million, two have
        the same sum with a chance of 1 in 18 million.
        """
        sum_: cython.ulonglong
        part: cython.int
        at: cython.Py_ssize_t
        place: cython.Py_ssize_t
        if same == self.copies[slot]:
            slot, same = slot + 1, 0
        sum_ = _mix((((held * 1024 + slot) * 256 + same) * 16 + used) * 16 + 15)
        sum_ = _mix((sum_ + best) & _WORD)
        for part in range(min(self.size, held + 1)):
            at = 126 * (self.size * held + part)
            for place in range(at, at + self.parts_counts[self.size * held + part]):
                sum_ = (sum_ + _mix(cython.cast(cython.ulonglong, self.parts[place]) * 16 + part)) & _WORD
        sum_ |= 1
        place = cython.cast(cython.Py_ssize_t, _mix(sum_) & (self.room - 1))
        while not place or (self.states[place] and self.states[place] != sum_):
            place = (place + 1) & (self.room - 1)
        if self.states[place]:
            return place
        if self.states_count > self.room // 2:
            return 0
        self.states[place] = sum_
        self.states_count += 1
        return place

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _best_with(self, held: cython.int, slot: cython.int) -> cython.uint:
        """Return the best of the hands that a card completes."""
        best: cython.uint = 0
        list_: cython.Py_ssize_t = self.size * held + self.size - 1
        for place in range(126 * list_, 126 * list_ + self.parts_counts[list_]):
            best = max(best, self.last[self.parts[place] + slot])
        return best

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _add(self, held: cython.int, slot: cython.int, next_: cython.int, best: cython.uint) -> cython.void:
        """Find the parts with one card more that may become better than ``best`` with cards from slot ``next_`` on."""
        part: cython.int
        before: cython.Py_ssize_t
        place: cython.Py_ssize_t
        hopes: cython.p_uint
        for part in range(self.size):
            self.parts_counts[self.size * (held + 1) + part] = 0
        if next_ == self.slots:
            return
        for part in range(max(0, self.size - self.cards + held + 1), min(self.size, held + 2)):
            self.last_sign += 1
            hopes = self.last_hopes if part == self.size - 1 else self.hopes
            before = self.size * held + part
            for place in range(126 * before, 126 * before + self.parts_counts[before]):
                self._keep(held + 1, part, self.parts[place], hopes, next_, best)
            if part:
                before -= 1
                for place in range(126 * before, 126 * before + self.parts_counts[before]):
                    self._keep(held + 1, part, self.following[self.parts[place] + slot], hopes, next_, best)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _keep(
        self,
        held: cython.int,
        part: cython.int,
        place: cython.uint,
        hopes: cython.p_uint,
        next_: cython.int,
        best: cython.uint,
    ) -> cython.void:
        """Keep a part, once, if it may become better than the best."""
        list_: cython.Py_ssize_t = self.size * held + part
        if hopes[place + next_] > best and self.signs[place] != self.last_sign:
            self.signs[place] = self.last_sign
            self.parts[126 * list_ + self.parts_counts[list_]] = place
            self.parts_counts[list_] += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _number(self, held: cython.int, row: cython.Py_ssize_t) -> cython.int:
        """Return the number of the class with the last row written, a new one if there was no such row."""
        sum_: cython.ulonglong = 0
        each: cython.Py_ssize_t
        found: cython.int
        begin: cython.Py_ssize_t = row - cython.cast(cython.Py_ssize_t, self.counts[held]) * self.slots
        of: cython.Py_ssize_t
        for each in range(self.slots):
            sum_ = (sum_ + self.rows[row + each] * (_STEP * (2 * each + 1) & _WORD)) & _WORD
        mark: cython.int = cython.cast(cython.int, _mix(sum_) & (self.marks - 1))
        while True:
            found = self.marked[held * self.marks + mark] - 1
            if found < 0:
                break
            of = begin + cython.cast(cython.Py_ssize_t, found) * self.slots
            each = 0
            while each < self.slots and self.rows[of + each] == self.rows[row + each]:
                each += 1
            if each == self.slots:
                return found
            mark = (mark + 1) & (self.marks - 1)
        if self.counts[held] == self.most:
            self.full = True
            return 0
        found = self.counts[held]
        self.counts[held] += 1
        self.marked[held * self.marks + mark] = self.counts[held]
        return found
