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
ALL_CARDS = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFF)
RANK_CARDS = cython.declare(cython.ulonglong, 15)
ONE_CARD = cython.declare(cython.ulonglong, 1)
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
@cython.exceptval(check=False)
def _outcomes(
    plan: cython.p_int,
    line: cython.int,
    cell: cython.int,
    masks: cython.pointer(cython.ulonglong),
    classes: cython.p_int,
    actives: cython.p_int,
    start: cython.int,
) -> cython.int:
    """List from ``start`` on what a line makes with any card in a cell: sets of cards, class bits, active cells."""
    card = cython.declare(cython.int[4])
    bit = cython.declare(cython.int[4])
    rank = cython.declare(cython.int[4])
    base: cython.int = 25 if line >= 12 else 0
    own: cython.int = 1 << (cell - base)
    n: cython.int = 0
    i: cython.int
    j: cython.int
    pairs: cython.int = 0
    matched: cython.int = 0  # the positions that have a mate
    ranks: cython.int = 0
    all_bits: cython.int = own
    mates: cython.ulonglong = 0
    some: cython.ulonglong
    suit: cython.ulonglong
    one: cython.bint
    for i in range(5):
        j = LINE_CELLS[5 * line + i]
        if j != cell:
            card[n] = plan[j]
            rank[n] = plan[j] >> 2
            bit[n] = 1 << (j - base)
            all_bits |= bit[n]
            ranks |= 1 << rank[n]
            n += 1
    for i in range(3):
        for j in range(i + 1, 4):
            if rank[i] == rank[j]:
                pairs += 1
                matched |= (1 << i) | (1 << j)
    n = start
    if pairs == 6:
        masks[n] = ALL_CARDS
        classes[n] = 1 << FOUR
        actives[n] = all_bits & ~own
        return 1
    if pairs == 0:
        for i in range(4):
            some = RANK_CARDS << (4 * rank[i])
            mates |= some
            masks[n] = some
            classes[n] = 1 << PAIR
            actives[n] = bit[i] | own
            n += 1
        some = 0
        j = COMPLETING[ranks]
        for i in range(13):
            if j >> i & 1:
                some |= RANK_CARDS << (4 * i)
        one = (card[0] & 3) == (card[1] & 3) and (card[0] & 3) == (card[2] & 3) and (card[0] & 3) == (card[3] & 3)
        suit = (SUIT_CARDS << (card[0] & 3)) & ~mates if one else 0
        if some & suit:
            masks[n] = some & suit
            classes[n] = 1 << STRAIGHT_FLUSH
            actives[n] = all_bits
            n += 1
        if some & ~suit:
            masks[n] = some & ~suit
            classes[n] = 1 << STRAIGHT
            actives[n] = all_bits
            n += 1
        if suit & ~some:
            masks[n] = suit & ~some
            classes[n] = 1 << FLUSH
            actives[n] = all_bits
            n += 1
        return n - start
    j = 0
    for i in range(4):
        if matched >> i & 1:
            j |= bit[i]
    for i in range(4):
        some = RANK_CARDS << (4 * rank[i])
        if mates & some:
            continue
        mates |= some
        masks[n] = some
        if pairs == 2:
            classes[n] = 1 << FULL_HOUSE
            actives[n] = all_bits
        elif pairs == 3:
            classes[n] = 1 << FOUR if matched >> i & 1 else 1 << FULL_HOUSE
            actives[n] = (j | own) if matched >> i & 1 else all_bits
        elif matched >> i & 1:
            classes[n] = 1 << THREE
            actives[n] = j | own
        else:
            classes[n] = 1 << TWO_PAIRS
            actives[n] = j | bit[i] | own
        n += 1
    masks[n] = ALL_CARDS & ~mates
    classes[n] = 1 << (THREE if pairs == 3 else TWO_PAIRS if pairs == 2 else PAIR)
    actives[n] = j
    return n + 1 - start


@cython.cfunc
@cython.exceptval(check=False)
def _takes(
    plan: cython.p_int, made: cython.p_int, active: cython.p_int, cell: cython.int, cards: cython.ulonglong
) -> cython.ulonglong:
    """Return those of ``cards`` with which a cell leaves its layout meeting every demand."""
    masks = cython.declare(cython.ulonglong[32])
    classes = cython.declare(cython.int[32])
    actives = cython.declare(cython.int[32])
    many = cython.declare(cython.int[4])
    first: cython.int = 12 if cell >= 25 else 0
    others_made: cython.int = 0
    others_active: cython.int = 0
    line: cython.int
    lines: cython.int = 0
    i: cython.int
    j: cython.int
    k: cython.int
    found: cython.ulonglong = 0
    two: cython.ulonglong
    three: cython.ulonglong
    made_two: cython.int
    active_two: cython.int
    for line in range(first, first + 12):
        if lines < 4 and THROUGH[4 * cell + lines] == line:
            many[lines] = _outcomes(plan, line, cell, masks, classes, actives, 8 * lines)
            lines += 1
        else:
            others_made |= 1 << made[line]
            others_active |= active[line]
    for i in range(many[0]):
        for j in range(many[1]):
            two = masks[i] & masks[8 + j] & cards & ~found
            if not two:
                continue
            made_two = others_made | classes[i] | classes[8 + j]
            active_two = others_active | actives[i] | actives[8 + j]
            if lines == 2:
                if made_two == ALL_MADE and active_two == ALL_CELLS:
                    found |= two
                continue
            for k in range(many[2]):
                three = two & masks[16 + k]
                if three:
                    found |= _with_last(
                        three,
                        made_two | classes[16 + k],
                        active_two | actives[16 + k],
                        masks,
                        classes,
                        actives,
                        many[3] if lines == 4 else 0,
                    )
    return found


@cython.cfunc
@cython.exceptval(check=False)
def _with_last(
    cards: cython.ulonglong,
    made: cython.int,
    active: cython.int,
    masks: cython.pointer(cython.ulonglong),
    classes: cython.p_int,
    actives: cython.p_int,
    many: cython.int,
) -> cython.ulonglong:
    """Return those of ``cards`` that meet every demand, after the fourth line if there is one."""
    i: cython.int
    found: cython.ulonglong = 0
    if many == 0:
        return cards if made == ALL_MADE and active == ALL_CELLS else 0
    for i in range(many):
        if made | classes[24 + i] == ALL_MADE and active | actives[24 + i] == ALL_CELLS:
            found |= cards & masks[24 + i]
    return found


def takes(plan: cython.int[::1], cell: cython.int, cards: cython.ulonglong) -> int:
    """Return those of ``cards`` with which a cell of a plan leaves its layout meeting every demand."""
    held = cython.declare(cython.int[52])
    made = cython.declare(cython.int[24])
    active = cython.declare(cython.int[24])
    i: cython.int
    for i in range(52):
        held[i] = cython.cast(cython.int, plan[i])
    for i in range(24):
        _read_line(held, i, made, active)
    return _takes(held, made, active, cell, cards)


@cython.cfunc
@cython.exceptval(check=False)
def _worth(
    plan: cython.p_int, made: cython.p_int, active: cython.p_int, cells: cython.p_int, number: cython.int
) -> cython.double:
    """Estimate the chance that the cards of ``number`` open cells all find a place, in any order.

    Each of the two cards that are left over comes next with the chance 1 / (cells + 2). It then goes to an open cell
    that takes it, the one whose card is the most at home elsewhere, and that card is left over instead. The cells that
    are open by then are a random part, and what a cell takes is held fixed.
    """
    takers = cython.declare(cython.ulonglong[50])
    chain = cython.declare(cython.int[832])  # for each card up to 16 places
    lengths = cython.declare(cython.int[52])
    homes = cython.declare(cython.int[52])
    order = cython.declare(cython.int[52])
    starts = cython.declare(cython.int[53])
    now = cython.declare(cython.double[52])
    before = cython.declare(cython.double[52])
    cards: cython.ulonglong = 0
    bit: cython.ulonglong
    i: cython.int
    j: cython.int
    k: cython.int
    all_cards: cython.int = number + 2
    lost: cython.double
    none: cython.double
    share: cython.double
    coming: cython.double
    for i in range(all_cards):
        cards |= ONE_CARD << plan[cells[i] if i < number else 50 + i - number]
        lengths[i] = 0
        homes[i] = 0
        before[i] = 0
    for i in range(number):
        takers[i] = _takes(plan, made, active, cells[i], cards)
    for i in range(all_cards):
        bit = ONE_CARD << plan[cells[i] if i < number else 50 + i - number]
        for j in range(number):
            if takers[j] & bit and j != i:
                homes[i] += 1
    for i in range(53):
        starts[i] = 0
    for i in range(number):
        starts[homes[i]] += 1
    k = 0
    for i in range(52, -1, -1):
        j = starts[i]
        starts[i] = k
        k += j
    for i in range(number):
        order[starts[homes[i]]] = i
        starts[homes[i]] += 1
    for i in range(all_cards):
        bit = ONE_CARD << plan[cells[i] if i < number else 50 + i - number]
        k = 0
        for j in range(number):
            if k < 16 and takers[order[j]] & bit and order[j] != i:
                chain[16 * i + k] = order[j]
                k += 1
        lengths[i] = k
    for j in range(1, number + 1):
        coming = 1.0 / (j + 2)
        for i in range(all_cards):
            none = 1.0
            lost = 0.0
            for k in range(lengths[i]):
                share = j / cython.cast(cython.double, number - k)
                if share > 1.0:
                    share = 1.0
                lost += none * share * before[chain[16 * i + k]]
                none *= 1.0 - share
                if none < 0.001:
                    break
            now[i] = before[i] + coming * (lost + none - before[i])
        for i in range(all_cards):
            before[i] = now[i]
    return (1.0 - before[number]) * (1.0 - before[number + 1])


@cython.cfunc
@cython.exceptval(check=False)
def _is_alive(cell: cython.int, made: cython.p_int) -> cython.bint:
    """Return whether every line through a cell makes something."""
    i: cython.int
    for i in range(4):
        if cell < CELLS and THROUGH[4 * cell + i] >= 0 and made[THROUGH[4 * cell + i]] == NOTHING:
            return False
    return True


def improve(
    plan: cython.int[::1],
    free: cython.int[::1],
    turned: cython.int,
    allowed: cython.ulonglong,
    seed: cython.ulonglong,
    steps: cython.longlong,
    hot: cython.double,
    cold: cython.double,
) -> float:
    """Anneal a plan that meets every demand for the worth of its open cells, and return that worth.

    The cards of ``free`` places are exchanged; the card ``turned``, which lies in one of them, stays in a cell of
    ``allowed`` (bits 0 to 49), which is not counted as open.
    """
    cards = cython.declare(cython.int[52])
    best = cython.declare(cython.int[52])
    cells = cython.declare(cython.int[52])
    made = cython.declare(cython.int[24])
    active = cython.declare(cython.int[24])
    old_made = cython.declare(cython.int[24])
    old_active = cython.declare(cython.int[24])
    rng = cython.declare(cython.ulonglong[1])
    i: cython.int
    j: cython.int
    a: cython.int
    b: cython.int
    card: cython.int
    step: cython.longlong
    number: cython.int = cython.cast(cython.int, free.shape[0])
    worth: cython.double
    new: cython.double
    top: cython.double
    dead: cython.bint
    heat: cython.double = hot
    cooling: cython.double = (cold / hot) ** (64.0 / steps)
    rng[0] = seed
    for i in range(52):
        cards[i] = cython.cast(cython.int, plan[i])
        best[i] = cython.cast(cython.int, plan[i])
    for i in range(24):
        _read_line(cards, i, made, active)
    j = _open(cards, free, number, turned, cells)
    worth = _worth(cards, made, active, cells, j)
    top = worth
    for step in range(steps):
        if step & 63 == 0:
            heat *= cooling
        a = cython.cast(cython.int, free[_below(rng, number)])
        b = cython.cast(cython.int, free[_below(rng, number)])
        if a == b or (a >= CELLS and b >= CELLS):
            continue
        if cards[a] == turned and (b >= CELLS or not (allowed >> b) & 1):
            continue
        if cards[b] == turned and (a >= CELLS or not (allowed >> a) & 1):
            continue
        for i in range(24):
            old_made[i] = made[i]
            old_active[i] = active[i]
        dead = False
        card = cards[a]
        cards[a] = cards[b]
        cards[b] = card
        _read_through(cards, a, made, active)
        if _is_alive(a, made):
            _read_through(cards, b, made, active)
        else:
            dead = True
        if not dead and not _unmet(made, active, 0) and not _unmet(made, active, 1):
            j = _open(cards, free, number, turned, cells)
            new = _worth(cards, made, active, cells, j)
            if _accepts(rng, worth - new, heat * worth):
                worth = new
                if new > top:
                    top = new
                    for i in range(52):
                        best[i] = cards[i]
                continue
        cards[b] = cards[a]
        cards[a] = card
        for i in range(24):
            made[i] = old_made[i]
            active[i] = old_active[i]
    for i in range(52):
        plan[i] = best[i]
    return top


@cython.cfunc
@cython.exceptval(check=False)
def _open(
    plan: cython.p_int, free: cython.int[::1], number: cython.int, turned: cython.int, cells: cython.p_int
) -> cython.int:
    """List the free cells without that of the turned card; return their number."""
    i: cython.int
    found: cython.int = 0
    for i in range(number):
        if free[i] < CELLS and plan[free[i]] != turned:
            cells[found] = cython.cast(cython.int, free[i])
            found += 1
    return found


@cython.cfunc
@cython.exceptval(check=False)
def _repair(
    plan: cython.p_int,
    made: cython.p_int,
    active: cython.p_int,
    cells: cython.p_int,
    number: cython.int,
    spare: cython.int,
    cards: cython.ulonglong,
) -> cython.int:
    """Give the card of a spare place a cell, changing as few others as possible; return the cell, -1 if none was found.

    ``cards`` are those that can still come. Of several cells, the one whose card most other cells take.
    """
    takers = cython.declare(cython.ulonglong[50])
    card: cython.int = plan[spare]
    i: cython.int
    j: cython.int
    best: cython.int = -1
    most: cython.int = -1
    homes: cython.int
    bit: cython.ulonglong
    cell: cython.int
    other: cython.int
    moved: cython.int
    for i in range(number):
        takers[i] = _takes(plan, made, active, cells[i], cards)
    for i in range(number):
        if takers[i] >> card & 1:
            bit = ONE_CARD << plan[cells[i]]
            homes = 0
            for j in range(number):
                if j != i and takers[j] & bit:
                    homes += 1
            if homes > most:
                best = cells[i]
                most = homes
    if best >= 0:
        plan[spare] = plan[best]
        plan[best] = card
        _read_through(plan, best, made, active)
        return best
    for i in range(number):
        cell = cells[i]
        moved = plan[cell]
        for j in range(number):
            if i == j:
                continue
            other = cells[j]
            plan[spare] = plan[other]
            plan[cell] = card
            plan[other] = moved
            _read_through(plan, cell, made, active)
            _read_through(plan, other, made, active)
            if not _unmet(made, active, 0) and not _unmet(made, active, 1):
                return cell
            plan[other] = plan[spare]
            plan[cell] = moved
            plan[spare] = card
            _read_through(plan, cell, made, active)
            _read_through(plan, other, made, active)
    return -1


def playouts(
    plan: cython.int[::1],
    free: cython.int[::1],
    turned: cython.int,
    seed: cython.ulonglong,
    first: cython.int,
    number: cython.int,
) -> int:
    """Play the cards to come in random orders by a plan, repaired where a card left over comes; count the games won.

    The orders follow from the seed and their numbers, ``first`` and on.
    """
    start = cython.declare(cython.int[52])
    start_made = cython.declare(cython.int[24])
    start_active = cython.declare(cython.int[24])
    cards = cython.declare(cython.int[52])
    made = cython.declare(cython.int[24])
    active = cython.declare(cython.int[24])
    start_cells = cython.declare(cython.int[52])
    cells = cython.declare(cython.int[52])
    coming = cython.declare(cython.int[52])
    rng = cython.declare(cython.ulonglong[1])
    i: cython.int
    j: cython.int
    game: cython.int
    size: cython.int
    left: cython.int
    card: cython.int
    cell: cython.int
    won: cython.int = 0
    unseen: cython.ulonglong
    for i in range(52):
        start[i] = cython.cast(cython.int, plan[i])
    for i in range(24):
        _read_line(start, i, start_made, start_active)
    size = _open(start, free, cython.cast(cython.int, free.shape[0]), turned, start_cells)
    for game in range(first, first + number):
        rng[0] = (seed + GOLDEN * cython.cast(cython.ulonglong, 1000 * game)) & WORD
        unseen = 0
        for i in range(52):
            cards[i] = start[i]
        for i in range(24):
            made[i] = start_made[i]
            active[i] = start_active[i]
        for i in range(52):
            coming[i] = i
        j = 0
        for i in range(size):
            cells[i] = start_cells[i]
            unseen |= ONE_CARD << cards[cells[i]]
        unseen |= (ONE_CARD << cards[50]) | (ONE_CARD << cards[51])
        for i in range(52):  # the order of all cards, whatever the plan: equal for all plans of a game
            j = i + _below(rng, 52 - i)
            card = coming[j]
            coming[j] = coming[i]
            coming[i] = card
        left = size
        for i in range(52):
            card = coming[i]
            if left == 0:
                won += 1
                break
            if not unseen >> card & 1:
                continue
            unseen &= ~(ONE_CARD << card)
            cell = -1
            for j in range(left):
                if cards[cells[j]] == card:
                    cell = cells[j]
                    break
            if cell < 0:
                cell = _repair(
                    cards, made, active, cells, left, 50 if cards[50] == card else 51, unseen | (ONE_CARD << card)
                )
                if cell < 0:
                    break
            for j in range(left):
                if cells[j] == cell:
                    left -= 1
                    cells[j] = cells[left]
                    break
    return won


@cython.cfunc
@cython.exceptval(check=False)
def _list_ends(
    plan: cython.p_int,
    made: cython.p_int,
    active: cython.p_int,
    cells: cython.p_int,
    closed: cython.p_int,
    cards: cython.p_int,
    number: cython.int,
    at: cython.int,
    used: cython.ulonglong,
    packed: cython.ulonglong,
    ends: cython.ulonglong[::1],
    counts: cython.p_int,
) -> cython.void:
    """List the ways to fill cells ``at`` and on with cards not used: four bits for each card, the cell's number plus 1.

    ``closed`` holds for each cell the lines and, fifth, the layout that are full with it, -1 for none. ``counts`` are
    the ways found, the steps left and the place of the card that must be used.
    """
    i: cython.int
    j: cython.int
    line: cython.int
    alive: cython.bint
    counts[1] -= 1
    if counts[1] < 0 or counts[0] >= ends.shape[0]:
        counts[1] = -1
        return
    if at == number:
        if used >> counts[2] & 1:
            ends[counts[0]] = packed
            counts[0] += 1
        return
    for i in range(number + 2):
        if used >> i & 1:
            continue
        plan[cells[at]] = cards[i]
        alive = True
        for j in range(4):
            line = closed[5 * at + j]
            if line >= 0:
                _read_line(plan, line, made, active)
                if made[line] == NOTHING:
                    alive = False
                    break
        if alive and closed[5 * at + 4] >= 0 and _unmet(made, active, closed[5 * at + 4]):
            alive = False
        if alive:
            _list_ends(
                plan,
                made,
                active,
                cells,
                closed,
                cards,
                number,
                at + 1,
                used | (ONE_CARD << i),
                packed | (cython.cast(cython.ulonglong, at + 1) << (4 * i)),
                ends,
                counts,
            )


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


def last_cells(
    plan: cython.int[::1],
    free: cython.int[::1],
    unseen: cython.int[::1],
    corners: cython.bint,
    steps: cython.int,
    ends: cython.ulonglong[::1],
    stack: cython.int[::1],
    keys: cython.ulonglong[::1],
    values: cython.double[::1],
    out: cython.double[::1],
) -> bool:
    """Write the exact chance to win with the first of ``unseen``, the turned card, in each of up to 14 ``free`` cells.

    Return False where the work was too much: ``steps``, or the size of ``ends``. Shifts are left out. ``keys`` are 0,
    and ``stack`` is 15 times as long as ``ends``.
    """
    cards = cython.declare(cython.int[52])
    new = cython.declare(cython.int[16])
    made = cython.declare(cython.int[24])
    active = cython.declare(cython.int[24])
    cells = cython.declare(cython.int[16])
    closed = cython.declare(cython.int[80])
    beside = cython.declare(cython.int[50])
    filled = cython.declare(cython.int[2])
    now = cython.declare(cython.int[2])
    counts = cython.declare(cython.int[4])
    number: cython.int = cython.cast(cython.int, free.shape[0])
    i: cython.int
    j: cython.int
    k: cython.int
    line: cython.int
    last: cython.int
    size: cython.int
    for i in range(52):
        cards[i] = cython.cast(cython.int, plan[i])
    for i in range(50):
        beside[i] = BESIDE[i] if corners else BESIDE_SIDES[i]
    filled[0] = ALL_CELLS
    filled[1] = ALL_CELLS
    for i in range(number):
        cells[i] = cython.cast(cython.int, free[i])
        filled[cells[i] // 25] &= ~(1 << (cells[i] % 25))
        for j in range(5):
            closed[5 * i + j] = -1
        out[i] = 0.0
    for i in range(number + 2):
        new[i] = cython.cast(cython.int, unseen[i])
    for line in range(24):
        last = -1
        for i in range(number):
            for k in range(5):
                if LINE_CELLS[5 * line + k] == cells[i]:
                    last = i
        if last < 0:
            _read_line(cards, line, made, active)
            if made[line] == NOTHING:
                return True
        else:
            for j in range(4):
                if closed[5 * last + j] < 0:
                    closed[5 * last + j] = line
                    break
    for k in range(2):
        last = -1
        for i in range(number):
            if cells[i] // 25 == k:
                last = i
        if last >= 0:
            closed[5 * last + 4] = k
        elif _unmet(made, active, k):
            return True
    counts[0] = 0
    counts[1] = steps
    counts[2] = 0
    _list_ends(cards, made, active, cells, closed, new, number, 0, 0, 0, ends, counts)
    if counts[1] < 0:
        return False
    size = counts[0]
    counts[1] = steps
    counts[3] = 1
    for i in range(number):
        if filled[cells[i] // 25] and not filled[cells[i] // 25] & beside[cells[i]]:
            continue
        k = 0
        for j in range(size):
            if cython.cast(cython.int, ends[j] & 15) == i + 1:
                stack[k] = j
                k += 1
        if k == 0:
            continue
        now[0] = filled[0]
        now[1] = filled[1]
        now[cells[i] // 25] |= 1 << (cells[i] % 25)
        out[i] = _end_value(
            ends,
            stack,
            0,
            k,
            number - 1,
            (1 << (number + 2)) - 2,
            cython.cast(cython.ulonglong, i + 1),
            now,
            cells,
            beside,
            keys,
            values,
            counts,
        )
        if counts[1] < 0:
            return False
    return True
