"""Search for full layouts of the patience: annealing, random walks, completions and their values.

The slow twin of a layout's cost is `scoring`; compiled and plain, these functions give the same results.

A plan is an array of 52 cards: cells 0 to 24 of the first layout, 25 to 49 of the second, and two cards that are left
over. Sets of cards are bits 0 to 51, sets of cells of one layout bits 0 to 24.

In this order, after the tables that all share and the category of a line by two ways (`_classify` reads five cards,
`_category_word` a sum of keys, without branches):

- Plans: `solve`, for `solver`, anneals two full layouts whose cards come in known turns; for `plans`,
  `FullLayouts.walk` walks at a constant temperature, without turns.
- Completions, for `plans`: `Filling` lists the ways to fill the open cells of one layout alone, and `list_completions`
  joins those of both that share no card.
- The last cells, for `plans` too: `LastCells` holds the completions that are still possible; `exact_values` takes the
  mean over all orders of cards, `play_out` plays random orders.
"""

import cython
import numpy as np

# the categories of a line, as bits
STRAIGHT_FLUSH = cython.declare(cython.int, 1)
FOUR = cython.declare(cython.int, 2)
FULL_HOUSE = cython.declare(cython.int, 4)
FLUSH = cython.declare(cython.int, 8)
STRAIGHT = cython.declare(cython.int, 16)
THREE = cython.declare(cython.int, 32)
TWO_PAIRS = cython.declare(cython.int, 64)
PAIR = cython.declare(cython.int, 128)
NOTHING = cython.declare(cython.int, 256)
ALL_MADE = cython.declare(cython.int, 255)
ALL_CELLS = cython.declare(cython.int, 0x1FFFFFF)
CELLS = cython.declare(cython.int, 50)
STACK_FACTOR = cython.declare(cython.int, 15)  # one list of completions for each card placed, and one before
ACE_LOW_RUN = cython.declare(cython.int, 31)  # A 2 3 4 5, a bit for each rank
ACE_HIGH_RUN = cython.declare(cython.int, 0x1E01)  # 10 J Q K A
ONE_CARD = cython.declare(cython.ulonglong, 1)
MASK_64 = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
SPLITMIX_INCREMENT = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
SPLITMIX_FACTOR_1 = cython.declare(cython.ulonglong, 0xBF58476D1CE4E5B9)
SPLITMIX_FACTOR_2 = cython.declare(cython.ulonglong, 0x94D049BB133111EB)

# weights of unmet demands in the search for a plan
MISSING_COST = cython.declare(cython.int, 2)
DEAD_COST = cython.declare(cython.int, 2)
IDLE_COST = cython.declare(cython.int, 1)
ISOLATED_COST = cython.declare(cython.int, 1)
ANY_COST = cython.declare(cython.int, 1000)  # above that of all demands
MAX_LOSS = cython.declare(cython.int, 12)  # a larger one is never accepted; in units of the temperature

LINE_CELLS = cython.declare(cython.int[120])  # five cells of each of 24 lines
LINES_THROUGH = cython.declare(cython.int[208])  # up to four lines through each cell, -1 for none
NEIGHBOURS = cython.declare(cython.int[50])  # the neighbours of a cell, with corners
SIDE_NEIGHBOURS = cython.declare(cython.int[50])  # without corners
IS_RUN = cython.declare(cython.schar[8192])  # 1 for five ranks that follow one another
POPCOUNT = cython.declare(cython.schar[8192])  # the number of one bits
LINE_MASKS = cython.declare(cython.int[768])  # the cells of each line whose cards take part, by five bits
LINE_BITS = cython.declare(cython.int[52])  # the lines through a cell, as bits
LINE_BITS_THROUGH = cython.declare(cython.ulonglong[208])  # the same, each line as a bit; 0 for none
PLACES_OF_LINE = cython.declare(cython.int[120])  # where a line stands in `LINES_THROUGH`, for each of its five cells
# The key of a card has a 1 in the four bits of its rank, and one in the three bits of its suit.
CARD_KEY = cython.declare(cython.ulonglong[52])
EACH_RANK = cython.declare(cython.ulonglong, 0x1111111111111)  # one card of each rank, as a sum of keys
ACE_HIGH_RANKS = cython.declare(cython.ulonglong, 0x1111000000001)  # 10 J Q K A
# A word counts lines, with four bits for each category. From `DEAD_LINE_SHIFT` on it counts those that make nothing.
STRAIGHT_FLUSH_WORD = cython.declare(cython.ulonglong, 1)
FOUR_WORD = cython.declare(cython.ulonglong, 1 << 4)
FULL_HOUSE_WORD = cython.declare(cython.ulonglong, 1 << 8)
FLUSH_WORD = cython.declare(cython.ulonglong, 1 << 12)
STRAIGHT_WORD = cython.declare(cython.ulonglong, 1 << 16)
THREE_WORD = cython.declare(cython.ulonglong, 1 << 20)
TWO_PAIRS_WORD = cython.declare(cython.ulonglong, 1 << 24)
PAIR_WORD = cython.declare(cython.ulonglong, 1 << 28)
DEAD_LINE_SHIFT = cython.declare(cython.int, 32)
DEAD_WORD = cython.declare(cython.ulonglong, 1 << 32)
WORDS_OF_FIVE = cython.declare(cython.ulonglong, 0x11101)  # categories in which all five cards take part
CATEGORY_OF_EQUAL_PAIRS = cython.declare(cython.int[7])  # the category of a line, by its pairs of cards of equal rank


def _fill_lines() -> None:
    """Fill the tables of lines, cells and categories."""
    for line in range(24):
        for place in range(5):
            if line % 12 < 5:
                cell: cython.int = 5 * (line % 12) + place
            elif line % 12 < 10:
                cell = 5 * place + line % 12 - 5
            elif line % 12 == 10:
                cell = 6 * place
            else:
                cell = 4 * place + 4
            LINE_CELLS[5 * line + place] = 25 * (line // 12) + cell
        for bits in range(32):
            LINE_MASKS[32 * line + bits] = 0
            for place in range(5):
                if bits >> place & 1:
                    LINE_MASKS[32 * line + bits] |= 1 << (LINE_CELLS[5 * line + place] % 25)
    for cell in range(52):
        LINE_BITS[cell] = 0
        for place in range(4):
            LINES_THROUGH[4 * cell + place] = -1
            LINE_BITS_THROUGH[4 * cell + place] = 0
    for cell in range(CELLS):
        count: cython.int = 0
        for line in range(24):
            for place in range(5):
                if LINE_CELLS[5 * line + place] == cell:
                    LINES_THROUGH[4 * cell + count] = line
                    LINE_BITS_THROUGH[4 * cell + count] = 1 << line
                    PLACES_OF_LINE[5 * line + place] = 4 * cell + count
                    count += 1
                    LINE_BITS[cell] |= 1 << line
    CATEGORY_OF_EQUAL_PAIRS[1] = PAIR
    CATEGORY_OF_EQUAL_PAIRS[2] = TWO_PAIRS
    CATEGORY_OF_EQUAL_PAIRS[3] = THREE
    CATEGORY_OF_EQUAL_PAIRS[4] = FULL_HOUSE
    CATEGORY_OF_EQUAL_PAIRS[6] = FOUR


def _fill_neighbours() -> None:
    """Fill the tables of neighbouring cells."""
    for cell in range(CELLS):
        NEIGHBOURS[cell] = 0
        SIDE_NEIGHBOURS[cell] = 0
        for other in range(25):
            rows: cython.int = abs(other // 5 - cell % 25 // 5)
            columns: cython.int = abs(other % 5 - cell % 5)
            if rows + columns > 0 and rows < 2 and columns < 2:
                NEIGHBOURS[cell] |= 1 << other
                if rows + columns == 1:
                    SIDE_NEIGHBOURS[cell] |= 1 << other


def _fill_ranks() -> None:
    """Fill the tables of cards and sets of ranks."""
    for card in range(52):
        CARD_KEY[card] = (ONE_CARD << (card & 60)) | (ONE_CARD << (52 + 3 * (card & 3)))
    for ranks in range(8192):
        count: cython.int = 0
        bits: cython.int = ranks
        while bits:
            bits &= bits - 1
            count += 1
        POPCOUNT[ranks] = count
        IS_RUN[ranks] = 0
        for low in range(10):
            if ranks == (ACE_HIGH_RUN if low == 9 else ACE_LOW_RUN << low):
                IS_RUN[ranks] = 1


_fill_lines()
_fill_neighbours()
_fill_ranks()


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _random(state: cython.pointer(cython.ulonglong)) -> cython.ulonglong:
    """Return 32 random bits: the high half of splitmix64 (Steele, Lea, Flood 2014)."""
    state[0] = (state[0] + SPLITMIX_INCREMENT) & MASK_64
    x: cython.ulonglong = state[0]
    x = ((x ^ (x >> 30)) * SPLITMIX_FACTOR_1) & MASK_64
    x = ((x ^ (x >> 27)) * SPLITMIX_FACTOR_2) & MASK_64
    return (x ^ (x >> 31)) >> 32


@cython.cfunc
@cython.exceptval(check=False)
def _random_below(state: cython.pointer(cython.ulonglong), number: cython.int) -> cython.int:
    """Return a uniform random number below ``number``."""
    return cython.cast(cython.int, (_random(state) * cython.cast(cython.ulonglong, number)) >> 32)


@cython.cfunc
@cython.exceptval(check=False)
def _accepts(state: cython.pointer(cython.ulonglong), loss: cython.double, temperature: cython.double) -> cython.bint:
    """Return True if a loss is accepted at a temperature: with the chance 1 / (1 + x + x² / 2 + x³ / 6).

    That is nearly exp(-x) of the Metropolis rule, for x = loss / temperature.
    """
    if loss <= 0:
        return True
    x: cython.double = loss / temperature
    odds: cython.double = 1 + x * (1 + x * (0.5 + x / 6))
    return cython.cast(cython.double, _random(state)) * odds < 4294967296.0 and x < MAX_LOSS


@cython.cfunc
@cython.exceptval(check=False)
def _classify(a: cython.int, b: cython.int, c: cython.int, d: cython.int, e: cython.int) -> cython.int:
    """Return the category of five cards, and the five bits of those that take part from bit 9 on."""
    r0: cython.int = a >> 2
    r1: cython.int = b >> 2
    r2: cython.int = c >> 2
    r3: cython.int = d >> 2
    r4: cython.int = e >> 2
    e01: cython.int = r0 == r1
    e02: cython.int = r0 == r2
    e03: cython.int = r0 == r3
    e04: cython.int = r0 == r4
    e12: cython.int = r1 == r2
    e13: cython.int = r1 == r3
    e14: cython.int = r1 == r4
    e23: cython.int = r2 == r3
    e24: cython.int = r2 == r4
    e34: cython.int = r3 == r4
    pairs: cython.int = e01 + e02 + e03 + e04 + e12 + e13 + e14 + e23 + e24 + e34
    if pairs == 0:
        ranks: cython.int = (1 << r0) | (1 << r1) | (1 << r2) | (1 << r3) | (1 << r4)
        is_one_suit: cython.bint = ((a ^ b) | (a ^ c) | (a ^ d) | (a ^ e)) & 3 == 0
        if IS_RUN[ranks]:
            return (STRAIGHT_FLUSH if is_one_suit else STRAIGHT) | (31 << 9)
        return (FLUSH | (31 << 9)) if is_one_suit else NOTHING
    return (
        CATEGORY_OF_EQUAL_PAIRS[pairs]
        | (e01 | e02 | e03 | e04) << 9
        | (e01 | e12 | e13 | e14) << 10
        | (e02 | e12 | e23 | e24) << 11
        | (e03 | e13 | e23 | e34) << 12
        | (e04 | e14 | e24 | e34) << 13
    )


@cython.cfunc
@cython.exceptval(check=False)
def _classify_line(plan: cython.p_int, line: cython.int, made: cython.p_int, active: cython.p_int) -> cython.void:
    """Write the category of a line of a plan to ``made``, and the cells whose cards take part to ``active``."""
    first: cython.int = 5 * line
    result: cython.int = _classify(
        plan[LINE_CELLS[first]],
        plan[LINE_CELLS[first + 1]],
        plan[LINE_CELLS[first + 2]],
        plan[LINE_CELLS[first + 3]],
        plan[LINE_CELLS[first + 4]],
    )
    made[line] = result & 511
    active[line] = LINE_MASKS[32 * line + (result >> 9)]


@cython.cfunc
@cython.exceptval(check=False)
def _unmet(made: cython.p_int, active: cython.p_int, layout: cython.int) -> cython.int:
    """Return the cost of the demands that a layout does not meet."""
    dead: cython.int = 0  # the number of dead lines, from bit 8 on: `NOTHING` is bit 8
    categories: cython.int = 0
    cells: cython.int = 0
    for line in range(12 * layout, 12 * layout + 12):
        dead += made[line] & NOTHING
        categories |= made[line]
        cells |= active[line]
    cells = ALL_CELLS & ~cells
    return (
        DEAD_COST * (dead >> 8)
        + MISSING_COST * (8 - POPCOUNT[categories & ALL_MADE])
        + IDLE_COST * (POPCOUNT[cells & 8191] + POPCOUNT[cells >> 13])
    )


@cython.cfunc
@cython.exceptval(check=False)
def _count_isolated(
    plan: cython.p_int, turn_of_card: cython.p_int, cell_of_turn: cython.p_int, neighbours: cython.p_int
) -> cython.int:
    """Return the number of cards not adjacent to a card of their layout in their turn; fill ``cell_of_turn``."""
    cell: cython.int
    count: cython.int = 0
    first_filled: cython.int = 0
    second_filled: cython.int = 0
    for cell in range(52):
        turn: cython.int = turn_of_card[plan[cell]]
        if turn >= 0:
            cell_of_turn[turn] = cell
    for turn in range(52):
        cell = cell_of_turn[turn]
        if cell < 0:
            continue
        if cell < 25:
            if first_filled and not first_filled & neighbours[cell]:
                count += 1
            first_filled |= 1 << cell
        elif cell < CELLS:
            if second_filled and not second_filled & neighbours[cell]:
                count += 1
            second_filled |= 1 << (cell - 25)
    return count


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _category_word(key: cython.ulonglong) -> cython.ulonglong:
    """Return the category of a line by the sum of its cards' `CARD_KEY`, as 1 in a word that counts lines.

    Without branches, so that a compiler can look at four lines at once.
    """
    odd: cython.ulonglong = key & EACH_RANK  # the ranks with one card or three
    many: cython.ulonglong = key >> 1 & EACH_RANK  # with two or three
    fours: cython.ulonglong = key >> 2 & EACH_RANK
    twos: cython.ulonglong = many & ~odd
    lowest: cython.ulonglong = odd & (~odd + 1)
    suits: cython.ulonglong = key >> 52 & key >> 54 & 0o1111  # a suit's count of five, binary 101
    run: cython.ulonglong = lowest | lowest << 4 | lowest << 8 | lowest << 12 | lowest << 16
    in_a_row: cython.ulonglong = STRAIGHT_FLUSH_WORD if suits else STRAIGHT_WORD
    different: cython.ulonglong = FLUSH_WORD if suits else DEAD_WORD
    different = in_a_row if odd == run else different
    different = in_a_row if odd == ACE_HIGH_RANKS else different
    equal: cython.ulonglong = TWO_PAIRS_WORD if twos & (twos - 1) else PAIR_WORD
    threes: cython.ulonglong = FULL_HOUSE_WORD if twos else THREE_WORD
    equal = threes if many & odd else equal
    equal = FOUR_WORD if fours else equal
    return equal if many | fours else different


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _category_cost(category_counts: cython.ulonglong) -> cython.int:
    """Return the cost of a layout's dead lines and missing categories, from the sum of its `_category_word`."""
    made: cython.ulonglong = (
        category_counts | category_counts >> 1 | category_counts >> 2 | category_counts >> 3
    ) & 0x11111111
    return DEAD_COST * cython.cast(cython.int, category_counts >> DEAD_LINE_SHIFT) + MISSING_COST * (
        8 - cython.cast(cython.int, made * 0x11111111 >> 28 & 15)
    )


@cython.final
@cython.cclass
class FullLayouts:
    """Both layouts with a card in each cell, and the two cards left over, in which cards change places.

    ``cards`` has 50 cells and two places, ``cost`` is the cost of the demands that are not met. ``keys`` and ``words``
    have the sum of `CARD_KEY` and the `_category_word` of each line, once for each of its cells: the up to four lines
    through a cell lie side by side. ``new_keys`` and ``new_words`` hold the same for the up to eight lines that an
    exchange changes. ``active`` has the cells of each line whose cards take part, ``category_counts`` the sum of the
    words of each layout; the cards left over are layout 2.
    """

    cards: cython.int[52]
    keys: cython.ulonglong[208]
    words: cython.ulonglong[208]
    new_keys: cython.ulonglong[8]
    new_words: cython.ulonglong[8]
    active: cython.int[24]
    category_counts: cython.ulonglong[3]
    cost: cython.int

    def __init__(self, plan: cython.int[::1]):
        if not cython.compiled:  # else they are arrays of C
            self.cards, self.keys, self.words = [0] * 52, [0] * 208, [0] * 208
            self.new_keys, self.new_words = [0] * 8, [0] * 8
            self.active, self.category_counts = [0] * 24, [0] * 3
        for i in range(52):
            self.cards[i] = cython.cast(cython.int, plan[i])
        for i in range(208):
            self.keys[i] = 0
            self.words[i] = _category_word(0)
        for i in range(3):
            self.category_counts[i] = 0
        for line in range(24):
            key: cython.ulonglong = 0
            for i in range(5):
                key += CARD_KEY[self.cards[LINE_CELLS[5 * line + i]]]
            word: cython.ulonglong = _category_word(key)
            self.write(line, key, word)
            self.category_counts[line // 12] += word
            self.find_active(line, key, word)
        self.cost = 0
        for i in range(2):
            self.cost += _category_cost(self.category_counts[i]) + IDLE_COST * self.count_idle(i)

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def write(self, line: cython.int, key: cython.ulonglong, word: cython.ulonglong) -> cython.void:
        """Write the key and the word of a line for each of its cells."""
        for i in range(5):
            self.keys[PLACES_OF_LINE[5 * line + i]] = key
            self.words[PLACES_OF_LINE[5 * line + i]] = word

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def find_active(self, line: cython.int, key: cython.ulonglong, word: cython.ulonglong) -> cython.void:
        """Find the cells of a line with this key and word whose cards take part."""
        bits: cython.int = 31 if word & WORDS_OF_FIVE else 0
        if not bits:
            for i in range(5):
                bits |= (key >> (self.cards[LINE_CELLS[5 * line + i]] & 60) & 6 != 0) << i
        self.active[line] = LINE_MASKS[32 * line + bits]

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def count_idle(self, layout: cython.int) -> cython.int:
        """Return the number of idle cards of a layout."""
        cells: cython.int = 0
        for line in range(12 * layout, 12 * layout + 12):
            cells |= self.active[line]
        cells = ALL_CELLS & ~cells
        return POPCOUNT[cells & 8191] + POPCOUNT[cells >> 13]

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def change_of_counts(
        self,
        place: cython.int,
        other: cython.int,
        key_change: cython.ulonglong,
        first: cython.int,
    ) -> cython.ulonglong:
        """Return the change of a layout's ``category_counts`` if the key of a place's card changes.

        Lines that also go through the ``other`` place keep their key. Those of this place are put into ``new_keys`` and
        ``new_words`` from ``first`` on.
        """
        change: cython.ulonglong = 0
        other_lines: cython.ulonglong = ~cython.cast(cython.ulonglong, LINE_BITS[other])
        for i in range(4):
            key: cython.ulonglong = self.keys[4 * place + i]
            key = (key + key_change) & MASK_64 if LINE_BITS_THROUGH[4 * place + i] & other_lines else key
            word: cython.ulonglong = _category_word(key)
            change += word - self.words[4 * place + i]
            self.new_keys[first + i] = key
            self.new_words[first + i] = word
        return change

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def exchange(self, a: cython.int, b: cython.int, limit: cython.int) -> cython.bint:
        """Exchange the cards of two places if the cost is then at most ``limit``; return False if it is not."""
        counts = cython.declare(cython.ulonglong[3])
        old_active = cython.declare(cython.int[24])
        first: cython.int = a // 25
        second: cython.int = b // 25
        card: cython.int = self.cards[a]
        key_change: cython.ulonglong = (CARD_KEY[self.cards[b]] - CARD_KEY[card]) & MASK_64
        for i in range(3):
            counts[i] = self.category_counts[i]
        counts[first] += self.change_of_counts(a, b, key_change, 0)
        counts[second] += self.change_of_counts(b, a, -key_change & MASK_64, 4)
        cost: cython.int = _category_cost(counts[0]) + _category_cost(counts[1])
        if cost > limit:
            return False
        self.cards[a] = self.cards[b]
        self.cards[b] = card
        for i in range(24):
            old_active[i] = self.active[i]
        for i in range(8):
            line: cython.int = LINES_THROUGH[4 * (a if i < 4 else b) + i % 4]
            if line >= 0:
                self.find_active(line, self.new_keys[i], self.new_words[i])
        cost += IDLE_COST * (self.count_idle(0) + self.count_idle(1))
        if cost > limit:
            self.cards[b] = self.cards[a]
            self.cards[a] = card
            for i in range(24):
                self.active[i] = old_active[i]
            return False
        for i in range(8):
            line = LINES_THROUGH[4 * (a if i < 4 else b) + i % 4]
            if line >= 0:
                self.write(line, self.new_keys[i], self.new_words[i])
        self.category_counts[0] = counts[0]
        self.category_counts[1] = counts[1]
        self.cost = cost
        return True

    def walk(
        self,
        exchangeable: cython.int[::1],
        turned: cython.int,
        allowed_cells: cython.ulonglong,
        seed: cython.ulonglong,
        steps: cython.longlong,
        chances: cython.ulonglong[::1],
        tally: cython.int[:, :, ::1],
    ) -> int:
        """Walk at a constant temperature by the Metropolis rule; return the cost of the last layouts.

        A step exchanges the cards of two ``exchangeable`` places. ``chances`` are those to accept a loss of 0, 1 and so
        on, as multiples of 2**-32; the last is 0. The card ``turned`` stays in a cell of ``allowed_cells`` (bits 0 to
        49). ``tally[low, high, cell]`` counts the steps in which all demands are met, these two cards are left over and
        the turned card is in this cell. In a long walk all full layouts that meet every demand are equally frequent.
        """
        exchangeable_places = cython.declare(cython.int[52])
        rng = cython.declare(cython.ulonglong[1])
        i: cython.int
        turned_cell: cython.int = 0
        last_change: cython.longlong = 0  # the step in which the cards last changed places
        place_count: cython.ulonglong = cython.cast(cython.ulonglong, exchangeable.shape[0])
        rng[0] = seed
        for i in range(exchangeable.shape[0]):
            exchangeable_places[i] = cython.cast(cython.int, exchangeable[i])
        for i in range(52):
            if self.cards[i] == turned:
                turned_cell = i
        cost: cython.int = self.cost
        low_card: cython.int = min(self.cards[50], self.cards[51])
        high_card: cython.int = max(self.cards[50], self.cards[51])
        for step in range(steps):
            bits: cython.ulonglong = _random(rng)
            a: cython.int = exchangeable_places[((bits & 0xFFFF) * place_count) >> 16]
            b: cython.int = exchangeable_places[((bits >> 16) * place_count) >> 16]
            if a == b or (a >= CELLS and b >= CELLS):
                continue
            if a == turned_cell and (b >= CELLS or not (allowed_cells >> b) & 1):
                continue
            if b == turned_cell and (a >= CELLS or not (allowed_cells >> a) & 1):
                continue
            bits = _random(rng)
            accepted_loss: cython.int = 0
            while bits < chances[accepted_loss + 1]:
                accepted_loss += 1
            if self.exchange(a, b, cost + accepted_loss):
                if cost == 0:
                    tally[low_card, high_card, turned_cell] += cython.cast(cython.int, step + 1 - last_change)
                cost = self.cost
                last_change = step + 1
                low_card = min(self.cards[50], self.cards[51])
                high_card = max(self.cards[50], self.cards[51])
                if turned_cell == a:
                    turned_cell = b
                elif turned_cell == b:
                    turned_cell = a
        if cost == 0:
            tally[low_card, high_card, turned_cell] += cython.cast(cython.int, steps - last_change)
        return cost

    def plan(self) -> list[int]:
        """Return the cards of all cells, then the two left over."""
        return [self.cards[i] for i in range(52)]


def solve(
    plan: cython.int[::1],
    turn_of_card: cython.int[::1],
    corners: cython.bint,
    seed: cython.ulonglong,
    steps: cython.longlong,
    hot: cython.double,
    cold: cython.double,
) -> int:
    """Search for a plan that meets every demand, by simulated annealing; return the cost left, 0 for a solution.

    A step exchanges the cards of two cells. ``turn_of_card[card]`` is the turn in which a card comes, 0 to 51, -1 for
    any turn; in its turn a card must be adjacent to another.
    """
    turns = cython.declare(cython.int[52])
    cell_of_turn = cython.declare(cython.int[52])
    neighbours = cython.declare(cython.int[50])
    rng = cython.declare(cython.ulonglong[1])
    temperature: cython.double = hot
    cooling: cython.double = (cold / hot) ** (64.0 / steps)
    layouts: FullLayouts = FullLayouts(plan)
    rng[0] = seed
    for i in range(52):
        turns[i] = cython.cast(cython.int, turn_of_card[i])
        cell_of_turn[i] = -1
    for i in range(50):
        neighbours[i] = NEIGHBOURS[i] if corners else SIDE_NEIGHBOURS[i]
    cost: cython.int = layouts.cost + ISOLATED_COST * _count_isolated(layouts.cards, turns, cell_of_turn, neighbours)
    for step in range(steps):
        if cost == 0:
            break
        if step & 63 == 0:
            temperature *= cooling
        a: cython.int = _random_below(rng, CELLS)
        b: cython.int = _random_below(rng, CELLS)
        if a == b:
            continue
        most: cython.int = cost + cython.cast(cython.int, MAX_LOSS * temperature)
        if not layouts.exchange(a, b, most):
            _random(rng)  # that of `_accepts`, which would refuse it
            continue
        new_cost: cython.int = layouts.cost
        if new_cost - cost < 8 * temperature:
            new_cost += ISOLATED_COST * _count_isolated(layouts.cards, turns, cell_of_turn, neighbours)
        if _accepts(rng, new_cost - cost, temperature):
            cost = new_cost
        else:
            layouts.exchange(b, a, ANY_COST)
    for i in range(52):
        plan[i] = layouts.cards[i]
    return cost


@cython.cfunc
@cython.exceptval(check=False)
def _possible_categories(plan: cython.p_int, line: cython.int, coming: cython.ulonglong) -> cython.int:
    """Return the categories that a line may still make with the cards ``coming``, as bits; open cells hold -1."""
    ranks: cython.int = 0
    matched: cython.int = 0
    matches: cython.int = 0  # 1 a pair, 2 two pairs, 3 three of a kind, 5 four of a kind
    suit: cython.int = -1
    card_count: cython.int = 0
    is_one_suit: cython.bint = True
    categories: cython.int = PAIR
    for i in range(5):
        card: cython.int = plan[LINE_CELLS[5 * line + i]]
        if card >= 0:
            if ranks >> (card >> 2) & 1:
                matches += 2 if matched >> (card >> 2) & 1 else 1
                matched |= 1 << (card >> 2)
            ranks |= 1 << (card >> 2)
            if suit >= 0 and card & 3 != suit:
                is_one_suit = False
            suit = card & 3
            card_count += 1
    if matches == 2:
        return TWO_PAIRS | FULL_HOUSE
    if matches == 3:
        return THREE | FULL_HOUSE | FOUR
    if matches == 5:
        return FOUR
    if card_count - matches <= 3:
        categories |= TWO_PAIRS | THREE
    if card_count - matches <= 2:
        categories |= FULL_HOUSE | FOUR
    if matches == 1:
        return categories
    if card_count == 0:
        return ALL_MADE
    for low in range(10):
        run: cython.int = ACE_HIGH_RUN if low == 9 else ACE_LOW_RUN << low
        if ranks & run == ranks:
            categories |= STRAIGHT
            missing_cards: cython.ulonglong = 0
            for i in range(13):
                if (run & ~ranks) >> i & 1:
                    missing_cards |= ONE_CARD << (4 * i + suit)
            if is_one_suit and missing_cards & coming == missing_cards:
                categories |= STRAIGHT_FLUSH
    if is_one_suit:
        categories |= FLUSH
    return categories


@cython.final
@cython.cclass
class Filling:
    """The ways to fill the open cells of each layout alone so that it meets every demand.

    ``plan`` holds -1 in open cells, ``new_cards`` are the cards to come. The open cells of the ``layout`` being filled
    are ``cells`` from ``first`` on, ``cell_count`` of them, so ordered that lines are full early: ``filled_lines`` has
    up to four lines that each of them fills, ``last_index`` the index of the one that fills each line, -1 for a line
    that is full or of the other layout. ``possible`` has the possible categories of twelve lines for each depth of the
    search. ``steps`` are left; of each way found, ``completions`` has the cell of each card, ``cards_used`` the cards
    as bits.
    """

    plan: cython.int[52]
    new_cards: cython.int[16]
    made: cython.int[24]
    active: cython.int[24]
    cells: cython.int[14]
    filled_lines: cython.int[56]
    last_index: cython.int[24]
    possible: cython.int[180]
    layout: cython.int
    first: cython.int
    cell_count: cython.int
    card_count: cython.int
    steps: cython.int
    found: cython.int
    completions: cython.ulonglong[::1]
    cards_used: cython.int[::1]

    def __init__(
        self,
        plan: cython.int[::1],
        cells: cython.int[::1],
        unseen: cython.int[::1],
        steps: cython.int,
        completions: cython.ulonglong[::1],
        cards_used: cython.int[::1],
    ):
        if not cython.compiled:  # else they are arrays of C
            self.plan, self.new_cards, self.cells = [0] * 52, [0] * 16, [0] * 14
            self.made, self.active, self.last_index = [0] * 24, [0] * 24, [0] * 24
            self.filled_lines, self.possible = [0] * 56, [0] * 180
        for i in range(52):
            self.plan[i] = cython.cast(cython.int, plan[i])
        for i in range(len(unseen)):
            self.new_cards[i] = cython.cast(cython.int, unseen[i])
        for i in range(len(cells)):
            self.cells[i] = cython.cast(cython.int, cells[i])
        self.card_count = len(unseen)
        self.steps = steps
        self.first = self.cell_count = self.found = 0
        self.completions = completions
        self.cards_used = cards_used

    @cython.cfunc
    @cython.exceptval(check=False)
    def fill(self, layout: cython.int) -> cython.bint:
        """List all ways to fill a layout; return False if there are none because a full line makes nothing."""
        coming: cython.ulonglong = 0
        categories: cython.int = 0
        open_lines: cython.int = 0
        for i in range(self.card_count):
            coming |= ONE_CARD << self.new_cards[i]
        self.layout = layout
        self.first += self.cell_count
        self.cell_count = 0
        while self.first + self.cell_count < self.card_count - 2 and (
            self.cells[self.first + self.cell_count] // 25 == layout
        ):
            self.cell_count += 1
        self.order_cells()
        for line in range(12 * layout, 12 * layout + 12):
            self.possible[line % 12] = 0
            if self.last_index[line] < 0:
                _classify_line(self.plan, line, self.made, self.active)
                if self.made[line] == NOTHING:
                    return False
                categories |= self.made[line]
            else:
                open_lines += 1
                self.possible[line % 12] = _possible_categories(self.plan, line, coming)
        if self.cell_count:
            self.search(0, 0, coming, 0, categories, open_lines)
        elif _unmet(self.made, self.active, layout) == 0:
            self.add(0, 0)
        return True

    @cython.cfunc
    @cython.exceptval(check=False)
    def order_cells(self) -> cython.void:
        """Order the open cells of the layout, and fill in the lines that each of them fills."""
        open_count = cython.declare(cython.int[24])
        line: cython.int
        for line in range(24):
            open_count[line] = 0
            self.last_index[line] = -1
        for i in range(self.cell_count):
            for j in range(4):
                if LINES_THROUGH[4 * self.cells[self.first + i] + j] >= 0:
                    open_count[LINES_THROUGH[4 * self.cells[self.first + i] + j]] += 1
        for i in range(self.cell_count):
            best: cython.int = i
            best_weight: cython.int = -1
            for k in range(i, self.cell_count):
                weight: cython.int = 0
                for j in range(4):  # a line counts four times as much as one with one more open cell
                    if LINES_THROUGH[4 * self.cells[self.first + k] + j] >= 0:
                        weight += 4096 >> (2 * open_count[LINES_THROUGH[4 * self.cells[self.first + k] + j]])
                if weight > best_weight:
                    best_weight = weight
                    best = k
            cell: cython.int = self.cells[self.first + best]
            self.cells[self.first + best] = self.cells[self.first + i]
            self.cells[self.first + i] = cell
            filled_count: cython.int = 0
            for j in range(4):
                self.filled_lines[4 * i + j] = -1
            for j in range(4):
                line = LINES_THROUGH[4 * cell + j]
                if line >= 0:
                    open_count[line] -= 1
                    if open_count[line] == 0:
                        self.last_index[line] = i
                        self.filled_lines[4 * i + filled_count] = line
                        filled_count += 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def search(
        self,
        depth: cython.int,
        used_cards: cython.int,
        coming: cython.ulonglong,
        completion: cython.ulonglong,
        categories: cython.int,
        open_lines: cython.int,
    ) -> cython.void:
        """List the ways to fill the layout's cells from ``depth`` on: a depth-first search with backtracking.

        ``categories`` are made by full lines, ``open_lines`` is the number of lines not full. ``used_cards`` are bits,
        ``completion`` has four bits a card.
        """
        cell: cython.int = self.cells[self.first + depth]
        for i in range(self.card_count):
            if used_cards >> i & 1 or self.steps < 0:
                continue
            self.steps -= 1
            self.plan[cell] = self.new_cards[i]
            new_categories: cython.int = categories
            open_count: cython.int = open_lines
            is_dead: cython.bint = False
            for j in range(4):
                line: cython.int = self.filled_lines[4 * depth + j]
                if line >= 0 and not is_dead:
                    _classify_line(self.plan, line, self.made, self.active)
                    new_categories |= self.made[line]
                    open_count -= 1
                    is_dead = self.made[line] == NOTHING
            if is_dead or 8 - POPCOUNT[new_categories] > open_count:
                continue
            new_completion: cython.ulonglong = completion | (
                cython.cast(cython.ulonglong, self.first + depth + 1) << (4 * i)
            )
            if depth == self.cell_count - 1:
                if _unmet(self.made, self.active, self.layout) == 0:
                    self.add(new_completion, used_cards | (1 << i))
                continue
            left: cython.ulonglong = coming & ~(ONE_CARD << self.new_cards[i])
            reachable: cython.int = new_categories
            for j in range(12):
                self.possible[12 * depth + 12 + j] = self.possible[12 * depth + j]
            for j in range(4):
                line = LINES_THROUGH[4 * cell + j]
                if line >= 0 and self.last_index[line] > depth:
                    self.possible[12 * depth + 12 + line % 12] = _possible_categories(self.plan, line, left)
            for j in range(12):
                if self.last_index[12 * self.layout + j] > depth:
                    reachable |= self.possible[12 * depth + 12 + j]
            if reachable == ALL_MADE:
                self.search(depth + 1, used_cards | (1 << i), left, new_completion, new_categories, open_count)
        self.plan[cell] = -1

    @cython.cfunc
    @cython.exceptval(check=False)
    def add(self, completion: cython.ulonglong, used_cards: cython.int) -> cython.void:
        """Keep a way to fill the layout; end the search if there is no room for it."""
        if self.found == self.completions.shape[0]:
            self.steps = -1
            return
        self.completions[self.found] = completion
        self.cards_used[self.found] = used_cards
        self.found += 1


def list_completions(
    plan: cython.int[::1],
    cells: cython.int[::1],
    unseen: cython.int[::1],
    steps: cython.int,
    seed: cython.ulonglong,
    layout_completions: cython.ulonglong[::1],
    cards_used: cython.int[::1],
    completions: cython.ulonglong[::1],
) -> int:
    """List the completions of up to 14 open cells; return their number, -1 where that takes more than ``steps``.

    ``plan`` holds -1 in the open cells, and the first of ``unseen`` is the turned card, which none leaves over. A
    completion has four bits for each card: the index of its cell in ``cells`` plus 1, or 0. ``cells``, of the first
    layout before the second, are reordered. If there is no room for all, a random sample is kept: reservoir sampling.

    Each layout is filled alone (``layout_completions``). Those of the second are kept in chains by the cards that they
    use (``heads``, linked by ``cards_used``); each of the first is joined with those that leave over two other cards.
    """
    heads = cython.declare(cython.int[65536])
    rng = cython.declare(cython.ulonglong[1])
    j: cython.int
    card_count: cython.int = cython.cast(cython.int, unseen.shape[0])
    total: cython.longlong = 0
    rng[0] = seed
    filling: Filling = Filling(plan, cells, unseen, steps, layout_completions, cards_used)
    first_of_second: cython.int = 0
    for layout in range(2):
        first_of_second = filling.found
        if not filling.fill(layout):
            return 0
        if filling.steps < 0:
            return -1
    for i in range(card_count - 2):
        cells[i] = filling.cells[i]
    for i in range(1 << card_count):
        heads[i] = -1
    for j in range(first_of_second, filling.found):
        used: cython.int = cards_used[j]
        cards_used[j] = heads[used]
        heads[used] = j
    for i in range(first_of_second):
        unused_cards: cython.int = (1 << card_count) - 1 & ~cards_used[i]
        for a in range(1, card_count):
            for b in range(a + 1, card_count):
                j = heads[unused_cards & ~(1 << a) & ~(1 << b)] if unused_cards >> a & unused_cards >> b & 1 else -1
                while j >= 0:
                    slot: cython.int = cython.cast(cython.int, total)
                    total += 1
                    if total > completions.shape[0]:
                        slot = cython.cast(cython.int, (_random(rng) * cython.cast(cython.ulonglong, total)) >> 32)
                    if slot < completions.shape[0]:
                        completions[slot] = layout_completions[i] | layout_completions[j]
                    j = cards_used[j]
    return total


@cython.final
@cython.cclass
class LastCells:
    """The last cells, and the ``completions`` of `list_completions`, which fill them in any order of cards.

    ``stack`` has first the indices of all completions, then those still possible after each card that was placed.
    ``filled`` has the filled cells of each layout as bits.
    """

    completions: cython.ulonglong[::1]
    stack: cython.int[::1]
    keys: cython.ulonglong[::1]
    values: cython.double[::1]
    cells: cython.int[14]
    neighbours: cython.int[50]
    filled: cython.int[2]
    cell_count: cython.int
    steps: cython.int

    def __init__(self, completions, cells: cython.int[::1], corners: cython.bint):
        if not cython.compiled:  # else they are arrays of C
            self.cells, self.neighbours, self.filled = [0] * 14, [0] * 50, [0] * 2
        self.completions = completions
        self.stack = np.resize(np.arange(len(completions), dtype=np.int32), STACK_FACTOR * len(completions))
        self.cell_count = len(cells)
        for i in range(50):
            self.neighbours[i] = NEIGHBOURS[i] if corners else SIDE_NEIGHBOURS[i]
        self.filled[0] = self.filled[1] = ALL_CELLS
        for i in range(self.cell_count):
            self.cells[i] = cython.cast(cython.int, cells[i])
            self.change(self.cells[i])

    @cython.cfunc
    @cython.exceptval(check=False)
    def change(self, cell: cython.int) -> cython.void:
        """Fill an open cell, or open a filled one."""
        self.filled[cell // 25] ^= 1 << (cell % 25)

    @cython.cfunc
    @cython.exceptval(check=False)
    def may_fill(self, cell: cython.int) -> cython.bint:
        """Return True if a card may be placed in an open cell: beside another one, or first in its layout."""
        return not self.filled[cell // 25] or self.filled[cell // 25] & self.neighbours[cell] != 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def keep_with(self, start: cython.int, size: cython.int, card: cython.int, cell_number: cython.int) -> cython.int:
        """List after the completions ``stack[start:start + size]`` those with a card in a cell; return how many."""
        end: cython.int = start + size
        for i in range(start, start + size):
            if cython.cast(cython.int, self.completions[self.stack[i]] >> (4 * card) & 15) == cell_number:
                self.stack[end] = self.stack[i]
                end += 1
        return end - start - size

    @cython.cfunc
    @cython.exceptval(check=False)
    def exact_value(
        self,
        start: cython.int,
        size: cython.int,
        open_count: cython.int,
        unseen_cards: cython.int,
        placement: cython.ulonglong,
    ) -> cython.double:
        """Return the chance to win by best play with ``open_count`` cells open: expectimax with a memo table.

        The completions ``stack[start:start + size]`` are still possible. ``unseen_cards`` are the cards to come as
        bits, ``placement`` has the cells of the others, four bits each, and is the key of the memo table ``keys``,
        ``values``. A cell is skipped where even a win with every card that some completion there uses is no better than
        the best.
        """
        total: cython.double = 0.0
        if open_count == 0:
            return 1.0
        slot: cython.int = cython.cast(cython.int, ((placement * SPLITMIX_FACTOR_1) & MASK_64) >> 47) % cython.cast(
            cython.int, self.keys.shape[0]
        )
        if self.keys[slot] == placement:
            return self.values[slot]
        self.steps -= size
        if self.steps < 0:
            return 0.0
        for card in range(self.cell_count + 2):
            if not unseen_cards >> card & 1:
                continue
            best: cython.double = 0.0
            cell_numbers: cython.int = 0
            for i in range(start, start + size):
                cell_numbers |= 1 << cython.cast(cython.int, self.completions[self.stack[i]] >> (4 * card) & 15)
            for cell_number in range(1, 16):
                if not cell_numbers >> cell_number & 1 or not self.may_fill(self.cells[cell_number - 1]):
                    continue
                kept: cython.int = self.keep_with(start, size, card, cell_number)
                winning_card_count: cython.int = 0
                for k in range(self.cell_count + 2):
                    if unseen_cards >> k & 1 and k != card:
                        for i in range(start + size, start + size + kept):
                            if self.completions[self.stack[i]] >> (4 * k) & 15:
                                winning_card_count += 1
                                break
                if open_count > 1 and winning_card_count <= (open_count + 1) * best:
                    continue
                self.change(self.cells[cell_number - 1])
                value: cython.double = self.exact_value(
                    start + size,
                    kept,
                    open_count - 1,
                    unseen_cards & ~(1 << card),
                    placement | (cython.cast(cython.ulonglong, cell_number) << (4 * card)),
                )
                self.change(self.cells[cell_number - 1])
                best = max(best, value)
            total += best
        total /= open_count + 2
        self.keys[slot] = placement
        self.values[slot] = total
        return total

    def exact_values(self, steps: cython.int, memo_count: cython.int, out: cython.double[::1]) -> bool:
        """Write the chance to win by best play, without shifts, with the turned card in each cell.

        The completions must be all there are. Return False where that takes more than ``steps``.
        """
        number: cython.int = cython.cast(cython.int, self.completions.shape[0])
        self.steps = steps
        self.keys = np.zeros(memo_count, np.uint64)
        self.values = np.zeros(memo_count)
        for i in range(self.cell_count):
            out[i] = 0.0
            if not self.may_fill(self.cells[i]):
                continue
            size: cython.int = self.keep_with(0, number, 0, i + 1)
            if size == 0:
                continue
            self.change(self.cells[i])
            out[i] = self.exact_value(
                number,
                size,
                self.cell_count - 1,
                (1 << (self.cell_count + 2)) - 2,
                cython.cast(cython.ulonglong, i + 1),
            )
            self.change(self.cells[i])
            if self.steps < 0:
                return False
        return True

    def play_out(self, place: cython.int, seed: cython.ulonglong, games: cython.int) -> int:
        """Play games out in random orders, with the turned card in ``cells[place]``; return the number of games won.

        Each card goes where most of the completions that are still possible have it. The seed determines the orders:
        they are the same for all places.
        """
        coming = cython.declare(cython.int[16])
        tally = cython.declare(cython.int[16])
        rng = cython.declare(cython.ulonglong[1])
        wins: cython.int = 0
        first: cython.int = cython.cast(cython.int, self.completions.shape[0])
        first_count: cython.int = self.keep_with(0, first, 0, place + 1)
        self.change(self.cells[place])
        filled_0: cython.int = self.filled[0]
        filled_1: cython.int = self.filled[1]
        for game in range(games if first_count else 0):
            rng[0] = (seed + SPLITMIX_INCREMENT * cython.cast(cython.ulonglong, 1000 * game)) & MASK_64
            for i in range(self.cell_count + 1):
                coming[i] = i + 1
            start: cython.int = first
            size: cython.int = first_count
            for turn in range(self.cell_count - 1):
                j: cython.int = turn + _random_below(rng, self.cell_count + 1 - turn)
                card: cython.int = coming[j]
                coming[j] = coming[turn]
                coming[turn] = card
                for i in range(self.cell_count + 1):
                    tally[i] = 0
                for i in range(start, start + size):
                    tally[cython.cast(cython.int, self.completions[self.stack[i]] >> (4 * card) & 15)] += 1
                best_number: cython.int = 0
                tally[0] = 0
                for i in range(1, self.cell_count + 1):
                    if tally[i] > tally[best_number] and self.may_fill(self.cells[i - 1]):
                        best_number = i
                j = self.keep_with(start, size, card, best_number) if best_number else 0
                start += size
                size = j
                if size == 0:
                    break
                self.change(self.cells[best_number - 1])
            wins += size > 0
            self.filled[0] = filled_0
            self.filled[1] = filled_1
        self.change(self.cells[place])
        return wins
