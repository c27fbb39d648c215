"""Search for full layouts of the patience. The slow twin is `scoring`.

A plan is an array of 52 cards: cells 0 to 24 of the first layout, 25 to 49 of the second, and two cards that are left
over. Sets of cards are bits 0 to 51, sets of cells of one layout bits 0 to 24.
"""

import cython

# the classes of a line, as bits
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
ONE_CARD = cython.declare(cython.ulonglong, 1)
WORD = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
GOLDEN = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
FIRST_FACTOR = cython.declare(cython.ulonglong, 0xBF58476D1CE4E5B9)
SECOND_FACTOR = cython.declare(cython.ulonglong, 0x94D049BB133111EB)

# weights of unmet demands in the search for a plan
MISSING_COST = cython.declare(cython.int, 2)
DEAD_COST = cython.declare(cython.int, 2)
IDLE_COST = cython.declare(cython.int, 1)
CLOSED_COST = cython.declare(cython.int, 1)

LINE_CELLS = cython.declare(cython.int[120])  # five cells of each of 24 lines
THROUGH = cython.declare(cython.int[200])  # up to four lines through each cell, -1 for none
BESIDE = cython.declare(cython.int[50])  # the neighbours of a cell, with corners
BESIDE_SIDES = cython.declare(cython.int[50])  # without corners
IS_RUN = cython.declare(cython.schar[8192])  # 1 for five ranks that follow one another
ONES = cython.declare(cython.schar[8192])
PARTS = cython.declare(cython.int[768])  # the cells of each line whose cards take part, by five bits
ON = cython.declare(cython.int[52])  # the lines through a cell, as bits
ON_COUNT = cython.declare(cython.int[52])  # and their number
KEY = cython.declare(cython.ulonglong[52])  # of a card: one in four bits for its rank, in three bits for its suit
EACH_RANK = cython.declare(cython.ulonglong, 0x1111111111111)
ACE_HIGH = cython.declare(cython.ulonglong, 0x1111000000001)
DEAD = cython.declare(cython.int, 32)  # the class of a line that makes nothing
OF_PAIRS = cython.declare(cython.int[7])  # the class of a line by how many pairs of its cards have equal ranks


def _fill() -> None:
    """Fill the tables."""
    line: cython.int
    at: cython.int
    cell: cython.int
    base: cython.int
    other: cython.int
    low: cython.int
    ranks: cython.int
    run: cython.int
    lack: cython.int
    found: cython.int
    for line in range(24):
        base = 25 * (line // 12)
        for at in range(5):
            if line % 12 < 5:
                cell = 5 * (line % 12) + at
            elif line % 12 < 10:
                cell = 5 * at + line % 12 - 5
            elif line % 12 == 10:
                cell = 6 * at
            else:
                cell = 4 * at + 4
            LINE_CELLS[5 * line + at] = base + cell
    for line in range(24):
        for run in range(32):
            PARTS[32 * line + run] = 0
            for at in range(5):
                if run >> at & 1:
                    PARTS[32 * line + run] |= 1 << (LINE_CELLS[5 * line + at] % 25)
    OF_PAIRS[1] = PAIR
    OF_PAIRS[2] = TWO_PAIRS
    OF_PAIRS[3] = THREE
    OF_PAIRS[4] = FULL_HOUSE
    OF_PAIRS[6] = FOUR
    for cell in range(52):
        KEY[cell] = (ONE_CARD << (cell & 60)) | (ONE_CARD << (52 + 3 * (cell & 3)))
        ON[cell] = 0
        ON_COUNT[cell] = 0
    for cell in range(CELLS):
        found = 0
        for line in range(24):
            for at in range(5):
                if LINE_CELLS[5 * line + at] == cell:
                    THROUGH[4 * cell + found] = line
                    found += 1
                    ON[cell] |= 1 << line
                    ON_COUNT[cell] = found
        for at in range(found, 4):
            THROUGH[4 * cell + at] = -1
        BESIDE[cell] = 0
        BESIDE_SIDES[cell] = 0
        for other in range(25):
            low = abs(other // 5 - cell % 25 // 5)
            run = abs(other % 5 - cell % 5)
            if low + run > 0 and low < 2 and run < 2:
                BESIDE[cell] |= 1 << other
                if low + run == 1:
                    BESIDE_SIDES[cell] |= 1 << other
    for ranks in range(8192):
        found = 0
        lack = ranks
        while lack:
            lack &= lack - 1
            found += 1
        ONES[ranks] = found
        IS_RUN[ranks] = 0
        for low in range(10):
            if ranks == (0x1E01 if low == 9 else 31 << low):
                IS_RUN[ranks] = 1


_fill()


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _random(state: cython.pointer(cython.ulonglong)) -> cython.ulonglong:
    """Return 32 random bits of splitmix64."""
    x: cython.ulonglong
    state[0] = (state[0] + GOLDEN) & WORD
    x = state[0]
    x = ((x ^ (x >> 30)) * FIRST_FACTOR) & WORD
    x = ((x ^ (x >> 27)) * SECOND_FACTOR) & WORD
    return (x ^ (x >> 31)) >> 32


@cython.cfunc
@cython.exceptval(check=False)
def _below(state: cython.pointer(cython.ulonglong), number: cython.int) -> cython.int:
    """Return a uniform random number below ``number``."""
    return cython.cast(cython.int, (_random(state) * cython.cast(cython.ulonglong, number)) >> 32)


@cython.cfunc
@cython.exceptval(check=False)
def _accepts(state: cython.pointer(cython.ulonglong), loss: cython.double, temperature: cython.double) -> cython.bint:
    """Return whether a loss is accepted at a temperature: with the chance 1 / (1 + x + x² / 2 + x³ / 6)."""
    x: cython.double
    if loss <= 0:
        return True
    x = loss / temperature
    return cython.cast(cython.double, _random(state)) * (1 + x * (1 + x * (0.5 + x / 6))) < 4294967296.0 and x < 12


@cython.cfunc
@cython.exceptval(check=False)
def _read(a: cython.int, b: cython.int, c: cython.int, d: cython.int, e: cython.int) -> cython.int:
    """Return the class of five cards, and the five bits of those that take part from bit 9 on."""
    r0: cython.int = a >> 2
    r1: cython.int = b >> 2
    r2: cython.int = c >> 2
    r3: cython.int = d >> 2
    r4: cython.int = e >> 2
    ranks: cython.int
    one: cython.bint
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
        ranks = (1 << r0) | (1 << r1) | (1 << r2) | (1 << r3) | (1 << r4)
        one = ((a ^ b) | (a ^ c) | (a ^ d) | (a ^ e)) & 3 == 0
        if IS_RUN[ranks]:
            return (STRAIGHT_FLUSH if one else STRAIGHT) | (31 << 9)
        return (FLUSH | (31 << 9)) if one else NOTHING
    return (
        OF_PAIRS[pairs]
        | (e01 | e02 | e03 | e04) << 9
        | (e01 | e12 | e13 | e14) << 10
        | (e02 | e12 | e23 | e24) << 11
        | (e03 | e13 | e23 | e34) << 12
        | (e04 | e14 | e24 | e34) << 13
    )


@cython.cfunc
@cython.exceptval(check=False)
def _read_line(plan: cython.p_int, line: cython.int, made: cython.p_int, active: cython.p_int) -> cython.void:
    """Note the class of a line of a plan, and the cells that take part in it."""
    at: cython.int = 5 * line
    found: cython.int = _read(
        plan[LINE_CELLS[at]],
        plan[LINE_CELLS[at + 1]],
        plan[LINE_CELLS[at + 2]],
        plan[LINE_CELLS[at + 3]],
        plan[LINE_CELLS[at + 4]],
    )
    made[line] = found & 511
    active[line] = PARTS[32 * line + (found >> 9)]


@cython.cfunc
@cython.exceptval(check=False)
def _read_through(plan: cython.p_int, cell: cython.int, made: cython.p_int, active: cython.p_int) -> cython.void:
    """Read the lines through a cell; none for a card that is left over."""
    i: cython.int
    if cell < CELLS:
        for i in range(4):
            if THROUGH[4 * cell + i] >= 0:
                _read_line(plan, THROUGH[4 * cell + i], made, active)


@cython.cfunc
@cython.exceptval(check=False)
def _unmet(made: cython.p_int, active: cython.p_int, layout: cython.int) -> cython.int:
    """Return the weight of the demands that a layout does not meet."""
    line: cython.int
    dead: cython.int = 0  # times `NOTHING`, which is bit 8
    classes: cython.int = 0
    cells: cython.int = 0
    for line in range(12 * layout, 12 * layout + 12):
        dead += made[line] & NOTHING
        classes |= made[line]
        cells |= active[line]
    cells = ALL_CELLS & ~cells
    return (
        DEAD_COST * (dead >> 8)
        + MISSING_COST * (8 - ONES[classes & ALL_MADE])
        + IDLE_COST * (ONES[cells & 8191] + ONES[cells >> 13])
    )


@cython.cfunc
@cython.exceptval(check=False)
def _closed(plan: cython.p_int, when: cython.p_int, place: cython.p_int, beside: cython.p_int) -> cython.int:
    """Return the number of cards that touch none of their layout when they come; ``place`` is filled here."""
    cell: cython.int
    turn: cython.int
    found: cython.int = 0
    first: cython.int = 0
    second: cython.int = 0
    for cell in range(52):
        turn = when[plan[cell]]
        if turn >= 0:
            place[turn] = cell
    for turn in range(52):
        cell = place[turn]
        if cell < 0:
            continue
        if cell < 25:
            if first and not first & beside[cell]:
                found += 1
            first |= 1 << cell
        elif cell < CELLS:
            if second and not second & beside[cell]:
                found += 1
            second |= 1 << (cell - 25)
    return found


def solve(
    plan: cython.int[::1],
    free: cython.int[::1],
    when: cython.int[::1],
    corners: cython.bint,
    turned: cython.int,
    allowed: cython.ulonglong,
    seed: cython.ulonglong,
    steps: cython.longlong,
    hot: cython.double,
    cold: cython.double,
) -> int:
    """Anneal a plan by exchanging the cards of ``free`` places until it meets every demand; return the cost left.

    ``when[card]`` is the turn in which a card comes, 0 to 51, -1 for any; a plan must place each next to another. The
    card ``turned`` (-1 for none) stays in a cell of ``allowed``, bits 0 to 49.
    """
    cards = cython.declare(cython.int[52])
    times = cython.declare(cython.int[52])
    place = cython.declare(cython.int[52])
    made = cython.declare(cython.int[24])
    active = cython.declare(cython.int[24])
    old_made = cython.declare(cython.int[24])
    old_active = cython.declare(cython.int[24])
    beside = cython.declare(cython.int[50])
    rng = cython.declare(cython.ulonglong[1])
    i: cython.int
    step: cython.longlong
    a: cython.int
    b: cython.int
    card: cython.int
    cost: cython.int
    new: cython.int
    number: cython.int = cython.cast(cython.int, free.shape[0])
    heat: cython.double = hot
    cooling: cython.double = (cold / hot) ** (64.0 / steps)
    rng[0] = seed
    for i in range(52):
        cards[i] = cython.cast(cython.int, plan[i])
        times[i] = cython.cast(cython.int, when[i])
        place[i] = -1
    for i in range(50):
        beside[i] = BESIDE[i] if corners else BESIDE_SIDES[i]
    for i in range(24):
        _read_line(cards, i, made, active)
    cost = _unmet(made, active, 0) + _unmet(made, active, 1) + CLOSED_COST * _closed(cards, times, place, beside)
    for step in range(steps):
        if cost == 0 or number < 2:
            break
        if step & 63 == 0:
            heat *= cooling
        a = cython.cast(cython.int, free[_below(rng, number)])
        b = cython.cast(cython.int, free[_below(rng, number)])
        if a == b:
            continue
        if cards[a] == turned and (b >= CELLS or not (allowed >> b) & 1):
            continue
        if cards[b] == turned and (a >= CELLS or not (allowed >> a) & 1):
            continue
        for i in range(24):
            old_made[i] = made[i]
            old_active[i] = active[i]
        card = cards[a]
        cards[a] = cards[b]
        cards[b] = card
        _read_through(cards, a, made, active)
        _read_through(cards, b, made, active)
        new = _unmet(made, active, 0) + _unmet(made, active, 1)
        if new - cost < 8 * heat:
            new += CLOSED_COST * _closed(cards, times, place, beside)
        if _accepts(rng, new - cost, heat):
            cost = new
        else:
            cards[b] = cards[a]
            cards[a] = card
            for i in range(24):
                made[i] = old_made[i]
                active[i] = old_active[i]
    for i in range(52):
        plan[i] = cards[i]
    return cost


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _kind(total: cython.ulonglong) -> cython.int:
    """Return the class of a line by the `KEY` of its cards, as a place in a word that counts lines: four bits each."""
    ranks: cython.ulonglong = total & EACH_RANK
    twos: cython.ulonglong
    suits: cython.ulonglong
    if total & 6 * EACH_RANK == 0:
        suits = total >> 52
        suits &= suits >> 2 & 0o1111  # five of one
        if ranks == (ranks & -ranks) * 0x11111 or ranks == ACE_HIGH:
            return 0 if suits else 16
        return 12 if suits else DEAD
    if total & 4 * EACH_RANK:
        return 4
    twos = total >> 1 & EACH_RANK  # of two or three
    if twos & ranks:
        return 8 if twos & ~ranks else 20
    return 24 if twos & (twos - 1) else 28


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _taking_part(plan: cython.p_int, line: cython.int, total: cython.ulonglong, kind: cython.int) -> cython.int:
    """Return the cells of a line whose cards take part."""
    i: cython.int
    bits: cython.int = 0
    if kind == 0 or (kind >= 8 and kind <= 16):
        return PARTS[32 * line + 31]
    for i in range(5):
        if total >> (plan[LINE_CELLS[5 * line + i]] & 60) & 6:
            bits |= 1 << i
    return PARTS[32 * line + bits]


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _price(word: cython.ulonglong) -> cython.int:
    """Return the weight of a layout's dead lines and missing classes."""
    made: cython.ulonglong = (word | word >> 1 | word >> 2 | word >> 3) & 0x11111111
    return DEAD_COST * cython.cast(cython.int, word >> DEAD) + MISSING_COST * (
        8 - cython.cast(cython.int, made * 0x11111111 >> 28 & 15)
    )


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _idle(active: cython.p_int, layout: cython.int) -> cython.int:
    """Return the number of cards of a layout that take part nowhere."""
    line: cython.int
    cells: cython.int = 0
    for line in range(12 * layout, 12 * layout + 12):
        cells |= active[line]
    cells = ALL_CELLS & ~cells
    return ONES[cells & 8191] + ONES[cells >> 13]


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _exchange(
    plan: cython.p_int,
    a: cython.int,
    b: cython.int,
    limit: cython.int,
    totals: cython.pointer(cython.ulonglong),
    kinds: cython.p_int,
    active: cython.p_int,
    words: cython.pointer(cython.ulonglong),
    idle: cython.p_int,
) -> cython.int:
    """Exchange the cards of two places where the cost is then at most ``limit``; return that cost, or -1."""
    lines = cython.declare(cython.int[8])
    new_kinds = cython.declare(cython.int[8])
    new_totals = cython.declare(cython.ulonglong[8])
    old_active = cython.declare(cython.int[12])
    new_words = cython.declare(cython.ulonglong[2])
    new_idle = cython.declare(cython.int[2])
    i: cython.int
    j: cython.int
    line: cython.int
    kind: cython.int
    cost: cython.int
    cell: cython.int = a
    count: cython.int = 0
    dead: cython.int = limit
    card: cython.int = plan[a]
    both: cython.int = ON[a] & ON[b]
    total: cython.ulonglong
    gain: cython.ulonglong = (KEY[plan[b]] - KEY[card]) & WORD
    new_words[0] = words[0]
    new_words[1] = words[1]
    for i in range(2):
        for j in range(ON_COUNT[cell]):
            line = THROUGH[4 * cell + j]
            if both >> line & 1:
                continue
            total = (totals[line] + gain) & WORD
            kind = _kind(total)
            if kind == DEAD:
                dead -= DEAD_COST
                if dead < 0:
                    return -1
            lines[count] = line
            new_totals[count] = total
            new_kinds[count] = kind
            count += 1
            new_words[line >= 12] += (ONE_CARD << kind) - (ONE_CARD << kinds[line])
        if i == 0 and a < CELLS and a // 25 != b // 25 and _price(new_words[a // 25]) > limit:
            return -1
        cell = b
        gain = -gain & WORD
    cost = _price(new_words[0]) + _price(new_words[1])
    if cost > limit:
        return -1
    plan[a] = plan[b]
    plan[b] = card
    for i in range(count):
        line = lines[i]
        old_active[i] = active[line]
        active[line] = _taking_part(plan, line, new_totals[i], new_kinds[i])
    j = count
    for i in range(ON_COUNT[a] if both else 0):
        line = THROUGH[4 * a + i]
        if both >> line & 1:
            lines[j] = line
            old_active[j] = active[line]
            active[line] = _taking_part(plan, line, totals[line], kinds[line])
            j += 1
    new_idle[0] = _idle(active, 0) if a < 25 or b < 25 else idle[0]
    new_idle[1] = _idle(active, 1) if (a >= 25 and a < CELLS) or (b >= 25 and b < CELLS) else idle[1]
    cost += IDLE_COST * (new_idle[0] + new_idle[1])
    if cost > limit:
        plan[b] = plan[a]
        plan[a] = card
        for i in range(j):
            active[lines[i]] = old_active[i]
        return -1
    for i in range(count):
        kinds[lines[i]] = new_kinds[i]
        totals[lines[i]] = new_totals[i]
    for i in range(2):
        words[i] = new_words[i]
        idle[i] = new_idle[i]
    return cost


def walk(
    plan: cython.int[::1],
    free: cython.int[::1],
    turned: cython.int,
    allowed: cython.ulonglong,
    seed: cython.ulonglong,
    steps: cython.longlong,
    chances: cython.ulonglong[::1],
    tally: cython.int[:, :, ::1],
) -> int:
    """Exchange the cards of ``free`` places at a constant temperature; return the cost of the demands not met at last.

    In the steps in which all demands are met ``tally`` counts the two cards left over, the lower first, with the cell
    of the card ``turned``, which stays in a cell of ``allowed`` (bits 0 to 49). ``chances`` are those to accept a loss
    of 0, 1 and so on, of 2 to the 32nd power, and the last of them is 0. All full layouts that meet every demand are
    equally frequent in a long walk.
    """
    cards = cython.declare(cython.int[52])
    places = cython.declare(cython.int[52])
    totals = cython.declare(cython.ulonglong[24])
    kinds = cython.declare(cython.int[24])
    active = cython.declare(cython.int[24])
    words = cython.declare(cython.ulonglong[2])
    idle = cython.declare(cython.int[2])
    rng = cython.declare(cython.ulonglong[1])
    i: cython.int
    j: cython.int
    a: cython.int
    b: cython.int
    cost: cython.int
    more: cython.int
    at: cython.int = 0
    low: cython.int
    high: cython.int
    step: cython.longlong
    since: cython.longlong = 0  # the step in which the cards last changed places
    bits: cython.ulonglong
    number: cython.ulonglong = cython.cast(cython.ulonglong, free.shape[0])
    rng[0] = seed
    for i in range(free.shape[0]):
        places[i] = cython.cast(cython.int, free[i])
    for i in range(52):
        cards[i] = cython.cast(cython.int, plan[i])
        if cards[i] == turned:
            at = i
    for i in range(2):
        words[i] = 0
    for i in range(24):
        totals[i] = 0
        for j in range(5):
            totals[i] += KEY[cards[LINE_CELLS[5 * i + j]]]
        kinds[i] = _kind(totals[i])
        active[i] = _taking_part(cards, i, totals[i], kinds[i])
        words[i // 12] += ONE_CARD << kinds[i]
    for i in range(2):
        idle[i] = _idle(active, i)
    cost = _price(words[0]) + _price(words[1]) + IDLE_COST * (idle[0] + idle[1])
    low = min(cards[50], cards[51])
    high = max(cards[50], cards[51])
    for step in range(steps):
        bits = _random(rng)
        a = places[((bits & 0xFFFF) * number) >> 16]
        b = places[((bits >> 16) * number) >> 16]
        if a == b or (a >= CELLS and b >= CELLS):
            continue
        if (a == at and (b >= CELLS or not (allowed >> b) & 1)) or (b == at and (a >= CELLS or not (allowed >> a) & 1)):
            continue
        bits = _random(rng)
        more = 0
        while bits < chances[more + 1]:
            more += 1
        i = _exchange(cards, a, b, cost + more, totals, kinds, active, words, idle)
        if i >= 0:
            if cost == 0:
                tally[low, high, at] += cython.cast(cython.int, step + 1 - since)
            cost = i
            since = step + 1
            low = min(cards[50], cards[51])
            high = max(cards[50], cards[51])
            if at == a:
                at = b
            elif at == b:
                at = a
    if cost == 0:
        tally[low, high, at] += cython.cast(cython.int, steps - since)
    for i in range(52):
        plan[i] = cards[i]
    return cost


@cython.cfunc
@cython.exceptval(check=False)
def _possible(plan: cython.p_int, line: cython.int, coming: cython.ulonglong) -> cython.int:
    """Return the classes that a line may still make with the cards ``coming``, as bits; open cells hold -1."""
    ranks: cython.int = 0
    matched: cython.int = 0
    repeats: cython.int = 0  # 1 a pair, 2 two pairs, 3 three of a kind, 5 four of a kind
    suit: cython.int = -1
    held: cython.int = 0
    one: cython.bint = True
    card: cython.int
    i: cython.int
    low: cython.int
    run: cython.int
    found: cython.int = PAIR
    lacks: cython.ulonglong
    for i in range(5):
        card = plan[LINE_CELLS[5 * line + i]]
        if card >= 0:
            if ranks >> (card >> 2) & 1:
                repeats += 2 if matched >> (card >> 2) & 1 else 1
                matched |= 1 << (card >> 2)
            ranks |= 1 << (card >> 2)
            if suit >= 0 and card & 3 != suit:
                one = False
            suit = card & 3
            held += 1
    if repeats == 2:
        return TWO_PAIRS | FULL_HOUSE
    if repeats == 3:
        return THREE | FULL_HOUSE | FOUR
    if repeats == 5:
        return FOUR
    if held - repeats <= 3:
        found |= TWO_PAIRS | THREE
    if held - repeats <= 2:
        found |= FULL_HOUSE | FOUR
    if repeats == 1:
        return found
    if held == 0:
        return ALL_MADE
    for low in range(10):
        run = 0x1E01 if low == 9 else 31 << low
        if ranks & run == ranks:
            found |= STRAIGHT
            lacks = 0
            for i in range(13):
                if (run & ~ranks) >> i & 1:
                    lacks |= ONE_CARD << (4 * i + suit)
            if one and lacks & coming == lacks:
                found |= STRAIGHT_FLUSH
    if one:
        found |= FLUSH
    return found


@cython.cfunc
@cython.exceptval(check=False)
def _order_cells(
    cells: cython.p_int, first: cython.int, number: cython.int, closed: cython.p_int, full: cython.p_int
) -> cython.void:
    """Order the open cells of a layout so that lines are full early.

    ``closed`` gets up to four lines that are full with a cell, ``full`` the place of the cell that fills a line, or -1.
    """
    opened = cython.declare(cython.int[24])
    i: cython.int
    j: cython.int
    k: cython.int
    line: cython.int
    weight: cython.int
    top: cython.int
    best: cython.int
    for line in range(24):
        opened[line] = 0
        full[line] = -1
    for i in range(number):
        for j in range(4):
            if THROUGH[4 * cells[first + i] + j] >= 0:
                opened[THROUGH[4 * cells[first + i] + j]] += 1
    for i in range(number):
        best = i
        top = -1
        for k in range(i, number):
            weight = 0
            for j in range(4):
                if THROUGH[4 * cells[first + k] + j] >= 0:
                    weight += 4096 >> (2 * opened[THROUGH[4 * cells[first + k] + j]])
            if weight > top:
                top = weight
                best = k
        k = cells[first + best]
        cells[first + best] = cells[first + i]
        cells[first + i] = k
        top = 0
        for j in range(4):
            closed[4 * i + j] = -1
        for j in range(4):
            line = THROUGH[4 * k + j]
            if line >= 0:
                opened[line] -= 1
                if opened[line] == 0:
                    full[line] = i
                    closed[4 * i + top] = line
                    top += 1


@cython.cfunc
@cython.exceptval(check=False)
def _list_half(
    plan: cython.p_int,
    made: cython.p_int,
    active: cython.p_int,
    cells: cython.p_int,
    closed: cython.p_int,
    full: cython.p_int,
    cards: cython.p_int,
    coming: cython.ulonglong,
    may: cython.p_int,
    at: cython.int,
    used: cython.int,
    packed: cython.ulonglong,
    classes: cython.int,
    lines: cython.int,
    halves: cython.ulonglong[::1],
    uses: cython.int[::1],
    counts: cython.p_int,
) -> cython.void:
    """List the ways to fill the open cells ``at`` and on of a layout: cards used as bits, and where each lies.

    ``classes`` are made by full lines, ``lines`` are not full yet, and ``may`` holds twelve possible classes for each
    cell filled before. ``counts``: the ways found, the steps left, the first cell, the layout, its open cells, the
    cards.
    """
    i: cython.int
    j: cython.int
    line: cython.int
    can: cython.int
    left: cython.int
    dead: cython.bint
    cell: cython.int = cells[counts[2] + at]
    for i in range(counts[5]):
        if used >> i & 1 or counts[1] < 0:
            continue
        counts[1] -= 1
        plan[cell] = cards[i]
        can = classes
        left = lines
        dead = False
        for j in range(4):
            line = closed[4 * at + j]
            if line >= 0 and not dead:
                _read_line(plan, line, made, active)
                can |= made[line]
                left -= 1
                dead = made[line] == NOTHING
        if dead or 8 - ONES[can] > left:
            continue
        if at == counts[4] - 1:
            if _unmet(made, active, counts[3]):
                continue
            if counts[0] == halves.shape[0]:
                counts[1] = -1
                continue
            halves[counts[0]] = packed | (cython.cast(cython.ulonglong, counts[2] + at + 1) << (4 * i))
            uses[counts[0]] = used | (1 << i)
            counts[0] += 1
            continue
        left = can
        for j in range(12):
            may[12 * at + 12 + j] = may[12 * at + j]
        for j in range(4):
            line = THROUGH[4 * cell + j]
            if line >= 0 and full[line] > at:
                may[12 * at + 12 + line % 12] = _possible(plan, line, coming & ~(ONE_CARD << cards[i]))
        for j in range(12):
            if full[12 * counts[3] + j] > at:
                left |= may[12 * at + 12 + j]
        if left != ALL_MADE:
            continue
        left = 0
        for j in range(12):
            left += full[12 * counts[3] + j] > at
        _list_half(
            plan,
            made,
            active,
            cells,
            closed,
            full,
            cards,
            coming & ~(ONE_CARD << cards[i]),
            may,
            at + 1,
            used | (1 << i),
            packed | (cython.cast(cython.ulonglong, counts[2] + at + 1) << (4 * i)),
            can,
            left,
            halves,
            uses,
            counts,
        )
    plan[cell] = -1


def list_ends(
    plan: cython.int[::1],
    cells: cython.int[::1],
    unseen: cython.int[::1],
    steps: cython.int,
    seed: cython.ulonglong,
    halves: cython.ulonglong[::1],
    uses: cython.int[::1],
    ends: cython.ulonglong[::1],
) -> int:
    """List the ways to fill up to 14 open cells; return their number, -1 where that takes more than ``steps``.

    ``plan`` holds -1 in the open cells, and the first of ``unseen`` is the turned card, which none leaves over. An end
    holds four bits for each card, the place of its cell in ``cells`` plus 1; ``cells``, of the first layout before the
    second, are put in another order. Of more ends than have room a random part is kept. Each layout is filled by
    itself, in ``halves``, and a way is put together with those of the other layout that leave over two cards, which are
    in a chain for each set of cards that they use.
    """
    cards = cython.declare(cython.int[52])
    new = cython.declare(cython.int[16])
    made = cython.declare(cython.int[24])
    active = cython.declare(cython.int[24])
    order = cython.declare(cython.int[14])
    closed = cython.declare(cython.int[56])
    full = cython.declare(cython.int[24])
    may = cython.declare(cython.int[180])
    counts = cython.declare(cython.int[6])
    starts = cython.declare(cython.int[3])
    heads = cython.declare(cython.int[65536])
    rng = cython.declare(cython.ulonglong[1])
    i: cython.int
    j: cython.int
    layout: cython.int
    classes: cython.int
    lines: cython.int
    slot: cython.int
    a: cython.int
    b: cython.int
    rest: cython.int
    number: cython.int = cython.cast(cython.int, cells.shape[0])
    coming: cython.ulonglong = 0
    total: cython.longlong = 0
    rng[0] = seed
    for i in range(52):
        cards[i] = cython.cast(cython.int, plan[i])
    for i in range(number + 2):
        new[i] = cython.cast(cython.int, unseen[i])
        coming |= ONE_CARD << new[i]
    for i in range(number):
        order[i] = cython.cast(cython.int, cells[i])
    counts[0] = 0
    counts[1] = steps
    counts[2] = 0
    counts[5] = number + 2
    starts[0] = 0
    for layout in range(2):
        counts[3] = layout
        counts[4] = 0
        for i in range(number):
            if order[i] // 25 == layout:
                counts[4] += 1
        _order_cells(order, counts[2], counts[4], closed, full)
        classes = 0
        lines = 0
        for i in range(12 * layout, 12 * layout + 12):
            may[i % 12] = 0
            if full[i] < 0:
                _read_line(cards, i, made, active)
                if made[i] == NOTHING:
                    return 0
                classes |= made[i]
            else:
                lines += 1
                may[i % 12] = _possible(cards, i, coming)
        if counts[4] > 0:
            _list_half(
                cards,
                made,
                active,
                order,
                closed,
                full,
                new,
                coming,
                may,
                0,
                0,
                0,
                classes,
                lines,
                halves,
                uses,
                counts,
            )
            if counts[1] < 0:
                return -1
        elif _unmet(made, active, layout) == 0:
            halves[counts[0]] = 0
            uses[counts[0]] = 0
            counts[0] += 1
        starts[layout + 1] = counts[0]
        counts[2] += counts[4]
    for i in range(number):
        cells[i] = order[i]
    for i in range(1 << (number + 2)):
        heads[i] = -1
    for j in range(starts[1], starts[2]):
        i = uses[j]
        uses[j] = heads[i]
        heads[i] = j
    for i in range(starts[1]):
        rest = (1 << (number + 2)) - 1 & ~uses[i]
        for a in range(1, number + 2):
            for b in range(a + 1, number + 2):
                j = heads[rest & ~(1 << a) & ~(1 << b)] if rest >> a & rest >> b & 1 else -1
                while j >= 0:
                    slot = cython.cast(cython.int, total)
                    total += 1
                    if total > ends.shape[0]:
                        slot = cython.cast(cython.int, (_random(rng) * cython.cast(cython.ulonglong, total)) >> 32)
                    if slot < ends.shape[0]:
                        ends[slot] = halves[i] | halves[j]
                    j = uses[j]
    return total


@cython.cfunc
@cython.exceptval(check=False)
def _prepare(
    cells: cython.int[::1],
    corners: cython.bint,
    order: cython.p_int,
    beside: cython.p_int,
    filled: cython.p_int,
) -> cython.void:
    """Note the open cells, the neighbours of all cells, and which cells of each layout are filled."""
    i: cython.int
    for i in range(50):
        beside[i] = BESIDE[i] if corners else BESIDE_SIDES[i]
    filled[0] = ALL_CELLS
    filled[1] = ALL_CELLS
    for i in range(cells.shape[0]):
        order[i] = cython.cast(cython.int, cells[i])
        filled[order[i] // 25] &= ~(1 << (order[i] % 25))


@cython.cfunc
@cython.exceptval(check=False)
def _first_ends(ends: cython.ulonglong[::1], place: cython.int, stack: cython.int[::1]) -> cython.int:
    """List the ends that have the turned card in a cell; return their number."""
    i: cython.int
    found: cython.int = 0
    for i in range(ends.shape[0]):
        if cython.cast(cython.int, ends[i] & 15) == place + 1:
            stack[found] = i
            found += 1
    return found


@cython.cfunc
@cython.exceptval(check=False)
def _end_value(
    ends: cython.ulonglong[::1],
    stack: cython.int[::1],
    first: cython.int,
    size: cython.int,
    left: cython.int,
    unseen: cython.int,
    placed: cython.ulonglong,
    filled: cython.p_int,
    cells: cython.p_int,
    beside: cython.p_int,
    keys: cython.ulonglong[::1],
    values: cython.double[::1],
    counts: cython.p_int,
) -> cython.double:
    """Return the chance to win with ``left`` cells open and the ends ``stack[first:first + size]`` still possible.

    ``unseen`` are the cards to come as bits, ``placed`` where the others lie, as in `_list_ends`.
    """
    now = cython.declare(cython.int[2])
    i: cython.int
    k: cython.int
    card: cython.int
    spot: cython.int
    cell: cython.int
    many: cython.int
    slot: cython.int
    seen: cython.int
    usable: cython.int
    best: cython.double
    value: cython.double
    total: cython.double = 0.0
    end: cython.ulonglong
    if left == 0:
        return 1.0
    slot = cython.cast(cython.int, ((placed * FIRST_FACTOR) & WORD) >> 47) % cython.cast(cython.int, keys.shape[0])
    if keys[slot] == placed:
        return values[slot]
    counts[1] -= size
    if counts[1] < 0:
        return 0.0
    for card in range(left + counts[3] + 2):
        if not unseen >> card & 1:
            continue
        best = 0.0
        seen = 0
        for i in range(size):
            seen |= 1 << cython.cast(cython.int, ends[stack[first + i]] >> (4 * card) & 15)
        for spot in range(1, 16):
            if not seen >> spot & 1:
                continue
            cell = cells[spot - 1]
            if filled[cell // 25] and not filled[cell // 25] & beside[cell]:
                continue
            many = first + size
            usable = 0
            for i in range(size):
                end = ends[stack[first + i]]
                if cython.cast(cython.int, end >> (4 * card) & 15) == spot:
                    stack[many] = stack[first + i]
                    many += 1
            for k in range(left + counts[3] + 2):
                if unseen >> k & 1 and k != card:
                    for i in range(first + size, many):
                        if ends[stack[i]] >> (4 * k) & 15:
                            usable += 1
                            break
            if left > 1 and usable <= (left + 1) * best:
                continue
            now[0] = filled[0]
            now[1] = filled[1]
            now[cell // 25] |= 1 << (cell % 25)
            counts[3] += 1
            value = _end_value(
                ends,
                stack,
                first + size,
                many - first - size,
                left - 1,
                unseen & ~(1 << card),
                placed | (cython.cast(cython.ulonglong, spot) << (4 * card)),
                now,
                cells,
                beside,
                keys,
                values,
                counts,
            )
            counts[3] -= 1
            if value > best:
                best = value
        total += best
    total /= left + 2
    keys[slot] = placed
    values[slot] = total
    return total


def end_values(
    ends: cython.ulonglong[::1],
    cells: cython.int[::1],
    corners: cython.bint,
    steps: cython.int,
    stack: cython.int[::1],
    keys: cython.ulonglong[::1],
    values: cython.double[::1],
    out: cython.double[::1],
) -> bool:
    """Write the exact chance to win with the turned card in each of ``cells``, from all `list_ends`, without shifts.

    Return False where that takes more than ``steps``. ``keys`` are 0, and ``stack`` is 15 times as long as ``ends``.
    """
    order = cython.declare(cython.int[14])
    beside = cython.declare(cython.int[50])
    filled = cython.declare(cython.int[2])
    now = cython.declare(cython.int[2])
    counts = cython.declare(cython.int[4])
    number: cython.int = cython.cast(cython.int, cells.shape[0])
    i: cython.int
    size: cython.int
    _prepare(cells, corners, order, beside, filled)
    counts[1] = steps
    counts[3] = 1
    for i in range(number):
        out[i] = 0.0
        if filled[order[i] // 25] and not filled[order[i] // 25] & beside[order[i]]:
            continue
        size = _first_ends(ends, i, stack)
        if size == 0:
            continue
        now[0] = filled[0]
        now[1] = filled[1]
        now[order[i] // 25] |= 1 << (order[i] % 25)
        out[i] = _end_value(
            ends,
            stack,
            0,
            size,
            number - 1,
            (1 << (number + 2)) - 2,
            cython.cast(cython.ulonglong, i + 1),
            now,
            order,
            beside,
            keys,
            values,
            counts,
        )
        if counts[1] < 0:
            return False
    return True


def end_wins(
    ends: cython.ulonglong[::1],
    cells: cython.int[::1],
    corners: cython.bint,
    place: cython.int,
    seed: cython.ulonglong,
    games: cython.int,
    stack: cython.int[::1],
) -> int:
    """Play the turned card to a place of ``cells`` and the rest in random orders; count the games won.

    Each card goes where most of the ends that are still possible have it. The orders follow from the seed: they are
    the same for all places. ``stack`` is 15 times as long as ``ends``.
    """
    order = cython.declare(cython.int[14])
    beside = cython.declare(cython.int[50])
    filled = cython.declare(cython.int[2])
    now = cython.declare(cython.int[2])
    coming = cython.declare(cython.int[16])
    tally = cython.declare(cython.int[16])
    rng = cython.declare(cython.ulonglong[1])
    number: cython.int = cython.cast(cython.int, cells.shape[0])
    i: cython.int
    j: cython.int
    game: cython.int
    turn: cython.int
    card: cython.int
    spot: cython.int
    cell: cython.int
    base: cython.int
    size: cython.int
    won: cython.int = 0
    first: cython.int = _first_ends(ends, place, stack)
    _prepare(cells, corners, order, beside, filled)
    filled[order[place] // 25] |= 1 << (order[place] % 25)
    for game in range(games if first else 0):
        rng[0] = (seed + GOLDEN * cython.cast(cython.ulonglong, 1000 * game)) & WORD
        for i in range(number + 1):
            coming[i] = i + 1
        now[0] = filled[0]
        now[1] = filled[1]
        base = 0
        size = first
        for turn in range(number - 1):
            j = turn + _below(rng, number + 1 - turn)
            card = coming[j]
            coming[j] = coming[turn]
            coming[turn] = card
            for i in range(number + 1):
                tally[i] = 0
            for i in range(base, base + size):
                tally[cython.cast(cython.int, ends[stack[i]] >> (4 * card) & 15)] += 1
            spot = 0
            tally[0] = 0
            for i in range(1, number + 1):
                cell = order[i - 1]
                if tally[i] > tally[spot] and (not now[cell // 25] or now[cell // 25] & beside[cell]):
                    spot = i
            j = base + size
            for i in range(base, base + size):
                if spot and cython.cast(cython.int, ends[stack[i]] >> (4 * card) & 15) == spot:
                    stack[j] = stack[i]
                    j += 1
            base += size
            size = j - base
            if size == 0:
                break
            now[order[spot - 1] // 25] |= 1 << (order[spot - 1] % 25)
        won += size > 0
    return won
