"""Search for full layouts of the patience. The slow twins are `scoring` and, for `takes`, trying card by card.

A plan is an array of 52 cards: cells 0 to 24 of the first layout, 25 to 49 of the second, and two cards that are left
over. Sets of cards are bits 0 to 51, sets of cells of one layout bits 0 to 24.
"""

import cython

STRAIGHT_FLUSH = cython.declare(cython.int, 0)
FOUR = cython.declare(cython.int, 1)
FULL_HOUSE = cython.declare(cython.int, 2)
FLUSH = cython.declare(cython.int, 3)
STRAIGHT = cython.declare(cython.int, 4)
THREE = cython.declare(cython.int, 5)
TWO_PAIRS = cython.declare(cython.int, 6)
PAIR = cython.declare(cython.int, 7)
NOTHING = cython.declare(cython.int, 8)
ALL_MADE = cython.declare(cython.int, 255)
ALL_CELLS = cython.declare(cython.int, 0x1FFFFFF)
CELLS = cython.declare(cython.int, 50)
SUIT_CARDS = cython.declare(cython.ulonglong, 0x1111111111111)
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
COMPLETING = cython.declare(cython.int[8192])  # of four ranks, those that complete a run; of five, 1 if they are one
ONES = cython.declare(cython.int[8192])


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
    for cell in range(CELLS):
        found = 0
        for line in range(24):
            for at in range(5):
                if LINE_CELLS[5 * line + at] == cell:
                    THROUGH[4 * cell + found] = line
                    found += 1
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
        COMPLETING[ranks] = 0
        for low in range(10):
            run = 0x1E01 if low == 9 else 31 << low
            lack = run & ~ranks
            if found == 5 and ranks == run:
                COMPLETING[ranks] = 1
            if found == 4 and run & ranks == ranks:
                COMPLETING[ranks] |= lack


_fill()


@cython.cfunc
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
    """Return the class of five cards, and the five bits of those that take part from bit 4 on."""
    r0: cython.int = a >> 2
    r1: cython.int = b >> 2
    r2: cython.int = c >> 2
    r3: cython.int = d >> 2
    r4: cython.int = e >> 2
    ranks: cython.int = (1 << r0) | (1 << r1) | (1 << r2) | (1 << r3) | (1 << r4)
    n: cython.int = ONES[ranks]
    one: cython.bint
    active: cython.int
    pairs: cython.int
    if n == 5:
        one = (a & 3) == (b & 3) and (a & 3) == (c & 3) and (a & 3) == (d & 3) and (a & 3) == (e & 3)
        if COMPLETING[ranks]:
            return (STRAIGHT_FLUSH if one else STRAIGHT) | (31 << 4)
        return (FLUSH | (31 << 4)) if one else NOTHING
    active = 0
    pairs = 0
    if r0 == r1:
        active |= 3
        pairs += 1
    if r0 == r2:
        active |= 5
        pairs += 1
    if r0 == r3:
        active |= 9
        pairs += 1
    if r0 == r4:
        active |= 17
        pairs += 1
    if r1 == r2:
        active |= 6
        pairs += 1
    if r1 == r3:
        active |= 10
        pairs += 1
    if r1 == r4:
        active |= 18
        pairs += 1
    if r2 == r3:
        active |= 12
        pairs += 1
    if r2 == r4:
        active |= 20
        pairs += 1
    if r3 == r4:
        active |= 24
        pairs += 1
    if pairs == 1:
        return PAIR | (active << 4)
    if pairs == 2:
        return TWO_PAIRS | (active << 4)
    if pairs == 3:
        return THREE | (active << 4)
    if pairs == 4:
        return FULL_HOUSE | (active << 4)
    return FOUR | (active << 4)


@cython.cfunc
@cython.exceptval(check=False)
def _read_line(plan: cython.p_int, line: cython.int, made: cython.p_int, active: cython.p_int) -> cython.void:
    """Note the class of a line of a plan, and the cells that take part in it."""
    at: cython.int = 5 * line
    base: cython.int = 25 if line >= 12 else 0
    found: cython.int
    cells: cython.int = 0
    found = _read(
        plan[LINE_CELLS[at]],
        plan[LINE_CELLS[at + 1]],
        plan[LINE_CELLS[at + 2]],
        plan[LINE_CELLS[at + 3]],
        plan[LINE_CELLS[at + 4]],
    )
    made[line] = found & 15
    found >>= 4
    if found & 1:
        cells |= 1 << (LINE_CELLS[at] - base)
    if found & 2:
        cells |= 1 << (LINE_CELLS[at + 1] - base)
    if found & 4:
        cells |= 1 << (LINE_CELLS[at + 2] - base)
    if found & 8:
        cells |= 1 << (LINE_CELLS[at + 3] - base)
    if found & 16:
        cells |= 1 << (LINE_CELLS[at + 4] - base)
    active[line] = cells


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
    cost: cython.int = 0
    classes: cython.int = 0
    cells: cython.int = 0
    for line in range(12 * layout, 12 * layout + 12):
        if made[line] == NOTHING:
            cost += DEAD_COST
        else:
            classes |= 1 << made[line]
        cells |= active[line]
    cost += MISSING_COST * (8 - ONES[classes])
    cells = ALL_CELLS & ~cells
    return cost + IDLE_COST * (ONES[cells & 8191] + ONES[cells >> 13])


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
    seed: cython.ulonglong,
    steps: cython.longlong,
    hot: cython.double,
    cold: cython.double,
) -> int:
    """Anneal a plan by exchanging the cards of ``free`` places until it meets every demand; return the cost left.

    ``when[card]`` is the turn in which a card comes, 0 to 51, -1 for never; a plan must place each next to another.
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
        cards[i] = plan[i]
        times[i] = when[i]
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
        a = free[_below(rng, number)]
        b = free[_below(rng, number)]
        if a == b:
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
