"""Setting hands by a house way, millions at a time. The slow twin of `decide` is `house_way.set_hand`.

Heights number the ranks 0 (two) to 12 (ace), and the joker's height is an ace's. A back hand's value is its
category and up to five heights plus one, in base 16; a front hand's the same with category 0 or 1 and at most two
heights. So values of the two kinds compare: a foul is a front above its back. All fit 24 bits.
"""

import cython

# house ways, as `house_way.WAYS` numbers them
TRUMP_PLAZA = cython.declare(cython.int, 0)
FOXWOODS = cython.declare(cython.int, 1)
MGM = cython.declare(cython.int, 2)

TWO = cython.declare(cython.int, 0)
SIX = cython.declare(cython.int, 4)
TEN = cython.declare(cython.int, 8)
KING = cython.declare(cython.int, 11)
ACE = cython.declare(cython.int, 12)
JOKER = cython.declare(cython.int, 4)  # its suit
NEVER = cython.declare(cython.int, 13)

STRAIGHT = cython.declare(cython.int, 4)
FLUSH = cython.declare(cython.int, 5)


@cython.cfunc
@cython.exceptval(check=False)
def mixed(x: cython.ulonglong) -> cython.ulonglong:
    """The finisher of splitmix64: 64 well-mixed bits of a counter."""
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & 0xFFFFFFFFFFFFFFFF
    return x ^ (x >> 31)


@cython.cfunc
@cython.exceptval(check=False)
def bits(x: cython.int) -> cython.int:
    """How many of the 13 bits are set."""
    n: cython.int = 0
    while x:
        x &= x - 1
        n += 1
    return n


@cython.cfunc
@cython.exceptval(check=False)
def run_top(mask: cython.int, spare: cython.int, low_wheel: cython.int) -> cython.int:
    """The key of the best run of five in these heights with ``spare`` gaps filled, or 0.

    The key is the top height plus one; A-2-3-4-5 is 13 (above king high, 12), or 4 where it is the lowest, and
    ace high 14.
    """
    top: cython.int
    wide: cython.int = (mask << 1) | (mask >> 12)  # the ace low as well
    if spare == 0 and wide & (wide >> 1) & (wide >> 2) & (wide >> 3) & (wide >> 4) == 0:
        return 0
    if bits(mask & 0x1F00) + spare >= 5:
        return 14
    if not low_wheel and bits(mask & 0x100F) + spare >= 5:
        return 13
    for top in range(11, 3, -1):
        if bits(mask & (0x1F << (top - 4))) + spare >= 5:
            return top + 1
    if low_wheel and bits(mask & 0x100F) + spare >= 5:
        return 4
    return 0


@cython.cfunc
@cython.exceptval(check=False)
def front_value(a: cython.int, b: cython.int) -> cython.int:
    """The value of two heights in front."""
    if a == b:
        return (1 << 20) | ((a + 1) << 16)
    if a < b:
        a, b = b, a
    return ((a + 1) << 16) | ((b + 1) << 12)


@cython.cfunc
@cython.exceptval(check=False)
def back_value(
    h: cython.p_int, s: cython.p_int, skip: cython.int, other: cython.int, low_wheel: cython.int
) -> cython.int:
    """The value of the five of seven cards that are left when two are taken away."""
    k: cython.int
    mask: cython.int = 0
    suits: cython.int = 0
    joker: cython.int = 0
    natural: cython.int = 0
    counts: cython.ulonglong = 0
    for k in range(7):
        if k in (skip, other):
            continue
        counts += cython.cast(cython.ulonglong, 1) << (4 * h[k])
        if s[k] == JOKER:
            joker = 1
        else:
            mask |= 1 << h[k]
            suits |= 1 << s[k]
            natural += 1
    run: cython.int
    top: cython.int
    if bits(mask) == natural:
        run = run_top(mask, joker, low_wheel)
        if suits & (suits - 1) == 0:
            if run:
                return ((9 if run == 14 else 8) << 20) | (run << 16)
            if joker:  # in a flush it is the highest card that is not there
                top = ACE
                while mask & (1 << top):
                    top -= 1
                mask |= 1 << top
            return (FLUSH << 20) | heights(mask)
        if run:
            return (STRAIGHT << 20) | (run << 16)
    return by_kind(counts)


@cython.cfunc
@cython.exceptval(check=False)
def heights(mask: cython.int) -> cython.int:
    """Five distinct heights, highest first, in base 16."""
    value: cython.int = 0
    top: cython.int
    for top in range(ACE, -1, -1):
        if mask & (1 << top):
            value = (value << 4) | (top + 1)
    return value


@cython.cfunc
@cython.exceptval(check=False)
def by_kind(counts: cython.ulonglong) -> cython.int:
    """The value of five cards by their equal heights alone; ``counts`` has four bits a height."""
    fours: cython.int = 0
    threes: cython.int = 0
    pairs: cython.int = 0
    ones: cython.int = 0
    count_pairs: cython.int = 0
    top: cython.int
    count: cython.int
    for top in range(ACE, -1, -1):
        count = cython.cast(cython.int, (counts >> (4 * top)) & 15)
        if count == 0:
            continue
        if count == 1:
            ones = (ones << 4) | (top + 1)
        elif count == 2:
            pairs = (pairs << 4) | (top + 1)
            count_pairs += 1
        elif count == 3:
            threes = top + 1
        elif count == 4:
            fours = top + 1
        else:
            return 10 << 20
    if fours:
        return (7 << 20) | (fours << 16) | (ones << 12)
    if threes and pairs:
        return (6 << 20) | (threes << 16) | (pairs << 12)
    if threes:
        return (3 << 20) | (threes << 16) | (ones << 8)
    if count_pairs == 2:
        return (2 << 20) | (pairs << 12) | (ones << 8)
    if count_pairs:
        return (1 << 20) | (pairs << 16) | (ones << 4)
    return ones


@cython.cfunc
@cython.exceptval(check=False)
def best_complete(
    h: cython.p_int, s: cython.p_int, low_wheel: cython.int, needed: cython.int, front: cython.p_int
) -> cython.int:
    """The straight or flush behind that leaves the best front, put into ``front``; the front's value, or -1.

    One card in front has the height ``needed``, unless that is -1. Among equal fronts the best back is taken, among
    equal backs the first cards.
    """
    k: cython.int
    i: cython.int
    j: cython.int
    mask: cython.int = 0
    joker: cython.int = 0
    suited: cython.int[5] = [0, 0, 0, 0, 0]
    for k in range(7):
        suited[s[k]] += 1
        if s[k] == JOKER:
            joker = 1
        else:
            mask |= 1 << h[k]
    most: cython.int = max(max(suited[0], suited[1]), max(suited[2], suited[3])) + joker
    if most < 5 and run_top(mask, joker, 0) == 0:
        return -1
    best: cython.int = -1
    best_back: cython.int = 0
    for i in range(6):
        for j in range(i + 1, 7):
            value: cython.int = front_value(h[i], h[j])
            if value < best or (needed >= 0 and h[i] != needed and h[j] != needed):
                continue
            back: cython.int = back_value(h, s, i, j, low_wheel)
            category: cython.int = back >> 20
            if category != 4 and category != 5 and category != 8 and category != 9:
                continue
            if value > best or back > best_back:
                best = value
                best_back = back
                front[0] = i
                front[1] = j
    return best


@cython.cfunc
@cython.exceptval(check=False)
def keeps_two_pair(way: cython.int, higher: cython.int, lower: cython.int) -> cython.int:
    """The lowest single card that, in front, keeps these two pairs together behind; `NEVER` for none."""
    if way == FOXWOODS:
        return NEVER if higher > TEN else ACE if higher > SIX else KING
    if higher > KING:
        return NEVER
    low: cython.int = (higher <= SIX) + (lower <= SIX)
    high: cython.int = (higher > TEN) + (lower > TEN)
    if low == 2:
        return TWO if way == MGM else KING
    if high == 0:  # low and medium, or two medium
        return KING if low == 1 and way == TRUMP_PLAZA else ACE
    return ACE if low == 1 else NEVER


@cython.cfunc
@cython.exceptval(check=False)
def keeps_quads(way: cython.int, quads: cython.int) -> cython.int:
    """The lowest single card that, in front, keeps four of a kind together behind; `NEVER` for none."""
    if quads <= SIX:
        return TWO
    if quads <= TEN:
        return ACE if way == MGM else KING
    return ACE if way == TRUMP_PLAZA and quads <= KING else NEVER


@cython.cfunc
@cython.exceptval(check=False)
def decide(
    h: cython.p_int, s: cython.p_int, way: cython.int, low_wheel: cython.int, front: cython.p_int
) -> cython.void:
    """Set seven cards, given by height and suit, by a house way: the places of the two in front."""
    counts: cython.int[13] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    k: cython.int
    for k in range(7):
        counts[h[k]] += 1
    single: cython.int[7] = [0, 0, 0, 0, 0, 0, 0]
    pair: cython.int[3] = [0, 0, 0]
    trips: cython.int[2] = [0, 0]
    singles: cython.int = 0
    pairs: cython.int = 0
    threes: cython.int = 0
    quads: cython.int = -1
    fives: cython.int = 0
    for k in range(ACE, -1, -1):
        if counts[k] == 1:
            single[singles] = k
            singles += 1
        elif counts[k] == 2:
            pair[pairs] = k
            pairs += 1
        elif counts[k] == 3:
            trips[threes] = k
            threes += 1
        elif counts[k] == 4:
            quads = k
        elif counts[k] == 5:
            fives = 1

    a: cython.int
    b: cython.int
    left: cython.int
    high: cython.bint
    if fives:
        a = b = KING if pairs and pair[0] == KING else ACE
    elif quads >= 0:
        if threes or pairs:
            a = b = trips[0] if threes else pair[0]
            if way == MGM and quads == ACE and a != KING:
                a = b = ACE
        elif way == MGM and best_complete(h, s, low_wheel, -1, front) >= 0:
            return
        elif single[0] >= keeps_quads(way, quads):
            a = single[0]
            b = single[1]
        else:
            a = b = quads
    elif threes == 2:
        a = b = trips[0]
    elif threes and pairs:
        a = b = pair[0]
        if pairs == 1 and pair[0] == TWO and way != FOXWOODS and single[0] == ACE and single[1] == KING:
            a = ACE
            b = KING
    elif threes:
        left = best_complete(h, s, low_wheel, -1, front)
        if left >= (1 << 20) or (left >= 0 and way != TRUMP_PLAZA):
            return
        a = single[0]
        b = single[1]
        if trips[0] == ACE:
            a = ACE
            b = single[0]
    elif pairs == 3:
        a = b = pair[0]
    elif pairs == 2:
        if way == MGM and pair[0] <= SIX and single[0] != ACE and best_complete(h, s, low_wheel, -1, front) >= 0:
            return
        if single[0] >= keeps_two_pair(way, pair[0], pair[1]):
            a = single[0]
            b = single[1]
        else:
            a = b = pair[1]
    elif pairs == 1:
        left = best_complete(h, s, low_wheel, -1, front)
        a = single[0]
        b = single[1]
        high = way != TRUMP_PLAZA and pair[0] >= TEN and pair[0] <= KING and a == ACE
        if left >= 0:
            if not high or (way == FOXWOODS and left >= front_value(a, b)):
                return
            if way == MGM and best_complete(h, s, low_wheel, ACE, front) >= 0:
                return
    else:
        if best_complete(h, s, low_wheel, -1, front) >= 0:
            return
        a = single[1]
        b = single[2]

    i: cython.int
    j: cython.int
    back: cython.int
    best: cython.int = -1
    for i in range(6):
        if h[i] != a and h[i] != b:
            continue
        for j in range(i + 1, 7):
            if h[i] + h[j] == a + b and (h[j] == a or h[j] == b):
                back = back_value(h, s, i, j, low_wheel)
                if back > best:
                    best = back
                    front[0] = i
                    front[1] = j


def set_hands(
    cards: cython.uchar[:, ::1],
    way: cython.int,
    low_wheel: cython.int,
    places: cython.uchar[:, ::1],
    values: cython.int[:, ::1],
) -> None:
    """Set every row of seven distinct cards, each row ascending.

    ``places`` takes which two of the seven go in front, ``values`` the front's value and the back's.
    """
    h: cython.int[7] = [0, 0, 0, 0, 0, 0, 0]
    s: cython.int[7] = [0, 0, 0, 0, 0, 0, 0]
    front: cython.int[2] = [0, 0]
    row: cython.Py_ssize_t
    for row in range(cards.shape[0]):
        read_cards(cards[row], h, s)
        decide(h, s, way, low_wheel, front)
        places[row, 0] = front[0]
        places[row, 1] = front[1]
        values[row, 0] = front_value(h[front[0]], h[front[1]])
        values[row, 1] = back_value(h, s, front[0], front[1], low_wheel)


@cython.cfunc
@cython.exceptval(check=False)
def value_settings(
    h: cython.p_int, s: cython.p_int, low_wheel: cython.int, fronts: cython.p_int, backs: cython.p_int
) -> cython.void:
    """Write the values of all 21 settings of seven cards, in the order of the two places in front."""
    i: cython.int
    j: cython.int
    n: cython.int = 0
    for i in range(6):
        for j in range(i + 1, 7):
            fronts[n] = front_value(h[i], h[j])
            backs[n] = back_value(h, s, i, j, low_wheel)
            n += 1


def every_setting(cards: cython.uchar[:, ::1], low_wheel: cython.int, values: cython.int[:, :, ::1]) -> None:
    """Write the values in front and behind of all 21 settings of each hand, fouls too.

    Rows of ``cards`` are seven distinct cards, ascending; settings are in the order of the two places in front.
    """
    h: cython.int[7] = [0, 0, 0, 0, 0, 0, 0]
    s: cython.int[7] = [0, 0, 0, 0, 0, 0, 0]
    fronts: cython.int[21] = [0] * 21
    backs: cython.int[21] = [0] * 21
    row: cython.Py_ssize_t
    n: cython.int
    for row in range(cards.shape[0]):
        read_cards(cards[row], h, s)
        value_settings(h, s, low_wheel, fronts, backs)
        for n in range(21):
            values[row, n, 0] = fronts[n]
            values[row, n, 1] = backs[n]


@cython.cfunc
@cython.exceptval(check=False)
def read_cards(cards: cython.uchar[::1], h: cython.p_int, s: cython.p_int) -> cython.void:
    """Write the heights and suits of seven cards."""
    k: cython.int
    card: cython.int
    for k in range(7):
        card = int(cards[k])
        h[k] = ACE if card == 52 else (card // 4 + 12) % 13
        s[k] = JOKER if card == 52 else card % 4


def best_settings(
    cards: cython.uchar[:, ::1], low_wheel: cython.int, starts: cython.int[::1], values: cython.int[:, ::1]
) -> cython.int:
    """List the settings of each hand that can be best: no foul, and none better both in front and behind.

    Rows of ``cards`` are seven distinct cards, ascending. Row r has the ``values`` in front and behind from
    ``starts[r]`` to ``starts[r + 1]``. Empty ``values`` only count. Return how many there are.
    """
    h: cython.int[7] = [0, 0, 0, 0, 0, 0, 0]
    s: cython.int[7] = [0, 0, 0, 0, 0, 0, 0]
    fronts: cython.int[21] = [0] * 21
    backs: cython.int[21] = [0] * 21
    row: cython.Py_ssize_t
    i: cython.int
    j: cython.int
    kept: cython.bint
    total: cython.int = 0
    for row in range(cards.shape[0]):
        read_cards(cards[row], h, s)
        value_settings(h, s, low_wheel, fronts, backs)
        starts[row] = total
        for i in range(21):
            kept = fronts[i] <= backs[i]
            for j in range(21):
                if fronts[j] > backs[j] or fronts[j] < fronts[i] or backs[j] < backs[i]:
                    continue
                # of equal settings the first stands
                kept = kept and fronts[j] == fronts[i] and backs[j] == backs[i] and j >= i
            if kept:
                if values.shape[0]:
                    values[total, 0] = fronts[i]
                    values[total, 1] = backs[i]
                total += 1
    starts[cards.shape[0]] = total
    return total


def match(
    seed: cython.ulonglong,
    first: cython.longlong,
    count: cython.longlong,
    player_way: cython.int,
    dealer_way: cython.int,
    low_wheel: cython.int,
    tally: cython.longlong[::1],
) -> None:
    """Deal hands number ``first`` to ``first + count - 1`` of a seed to a player and the dealer.

    ``tally`` has nine counts added to: the front (0 won by the player, 1 a copy, 2 lost) times 3, plus the back.
    Every deal draws from its own number, so any cut into shards gives the same deals.
    """
    deck: cython.int[53] = [0] * 53
    picks: cython.int[14] = [0] * 14
    h: cython.int[7] = [0, 0, 0, 0, 0, 0, 0]
    s: cython.int[7] = [0, 0, 0, 0, 0, 0, 0]
    front: cython.int[2] = [0, 0]
    fronts: cython.int[2] = [0, 0]
    backs: cython.int[2] = [0, 0]
    k: cython.int
    hand: cython.int
    pick: cython.int
    card: cython.int
    number: cython.longlong
    state: cython.ulonglong
    draw: cython.ulonglong
    for k in range(53):
        deck[k] = k
    for number in range(first, first + count):
        state = mixed((seed + mixed(number)) & 0xFFFFFFFFFFFFFFFF)
        for hand in range(2):
            for k in range(7):
                state = (state + 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
                draw = mixed(state) >> 32
                # a multiply and a shift in place of a division; off by less than 1 in 80 million
                pick = hand * 7 + k + cython.cast(cython.int, (draw * (53 - hand * 7 - k)) >> 32)
                picks[hand * 7 + k] = pick
                card = deck[pick]
                deck[pick] = deck[hand * 7 + k]
                deck[hand * 7 + k] = card
                h[k] = ACE if card == 52 else (card // 4 + 12) % 13
                s[k] = JOKER if card == 52 else card % 4
            decide(h, s, dealer_way if hand else player_way, low_wheel, front)
            fronts[hand] = front_value(h[front[0]], h[front[1]])
            backs[hand] = back_value(h, s, front[0], front[1], low_wheel)
        for k in range(13, -1, -1):  # the deck as it was: no deal depends on the one before
            card = deck[picks[k]]
            deck[picks[k]] = deck[k]
            deck[k] = card
        k = 0 if fronts[0] > fronts[1] else 1 if fronts[0] == fronts[1] else 2
        pick = 0 if backs[0] > backs[1] else 1 if backs[0] == backs[1] else 2
        tally[k * 3 + pick] += 1


def fouls(
    masks: cython.int[::1],
    starts: cython.int[::1],
    first: cython.int,
    last: cython.int,
    joker: cython.int,
    way: cython.int,
    low_wheel: cython.int,
    tally: cython.longlong[::1],
) -> None:
    """Set every hand, one for all that differ in the names of suits only, and count hands and fouls.

    A hand is four masks of heights, one a suit, in descending order. ``masks`` holds all masks of up to seven
    bits, those of n bits from ``starts[n]`` to ``starts[n + 1]``, ascending. The largest suit runs from
    ``masks[first]`` to ``masks[last - 1]``. ``tally`` has added to it: hands, each counted as often as its suits can be
    renamed into another hand; fouls, counted so; hands set.
    """
    suit: cython.int[4] = [0, 0, 0, 0]
    h: cython.int[7] = [0, 0, 0, 0, 0, 0, 0]
    s: cython.int[7] = [0, 0, 0, 0, 0, 0, 0]
    front: cython.int[2] = [0, 0]
    total: cython.int = 7 - joker
    a: cython.int
    b: cython.int
    c: cython.int
    d: cython.int
    n: cython.int
    m: cython.int
    left: cython.int
    k: cython.int
    top: cython.int
    which: cython.int
    weight: cython.int
    for a in range(first, last):
        suit[0] = int(masks[a])
        left = total - bits(suit[0])
        if left < 0:
            continue
        for n in range(left + 1):
            for b in range(starts[n], starts[n + 1]):
                if masks[b] > suit[0]:
                    break
                suit[1] = int(masks[b])
                for m in range(left - n + 1):
                    for c in range(starts[m], starts[m + 1]):
                        if masks[c] > suit[1]:
                            break
                        suit[2] = int(masks[c])
                        for d in range(starts[left - n - m], starts[left - n - m + 1]):
                            if masks[d] > suit[2]:
                                break
                            suit[3] = int(masks[d])
                            k = 0
                            for which in range(4):
                                for top in range(13):
                                    if suit[which] & (1 << top):
                                        h[k] = top
                                        s[k] = which
                                        k += 1
                            if joker:
                                h[6] = ACE
                                s[6] = JOKER
                            weight = renamings(suit)
                            decide(h, s, way, low_wheel, front)
                            tally[0] += weight
                            tally[2] += 1
                            if front_value(h[front[0]], h[front[1]]) > back_value(h, s, front[0], front[1], low_wheel):
                                tally[1] += weight


@cython.cfunc
@cython.exceptval(check=False)
def renamings(suit: cython.p_int) -> cython.int:
    """In how many orders four masks, given in descending order, can stand."""
    run: cython.int = 1
    orders: cython.int = 24
    k: cython.int
    for k in range(1, 4):
        run = run + 1 if suit[k] == suit[k - 1] else 1
        orders //= run
    return orders
