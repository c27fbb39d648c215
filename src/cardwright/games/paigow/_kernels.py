"""Setting hands by a house way, millions at a time. The slow twin of `set_hands` is `house_way.set_hand`.

Heights number the ranks 0 (two) to 12 (ace), and the joker's height is an ace's. A back hand's value is its
category and up to five heights plus one, in base 16; a front hand's the same with category 0 or 1 and at most two
heights. So values of the two kinds compare: a foul is a front above its back. All fit 24 bits.

``reading`` has a bit for `LOW_WHEEL` and one for `WILD`. A wild joker is any card: it takes the height of the largest
group of equal cards beside it, of two groups the higher; in front it pairs the other card.
"""

import cython

ACE = cython.declare(cython.int, 12)
JOKER = cython.declare(cython.int, 4)  # its suit

LOW_WHEEL = cython.declare(cython.int, 1)  # A-2-3-4-5 is the lowest straight
WILD = cython.declare(cython.int, 2)  # the joker stands for any card

# groups of equal cards, as `way_rules.GROUPS` numbers them
GROUPS = cython.declare(cython.int, 14)
FIVE = cython.declare(cython.int, 0)
FOUR = cython.declare(cython.int, 1)
THREE = cython.declare(cython.int, 2)
PAIR = cython.declare(cython.int, 4)
SINGLE = cython.declare(cython.int, 7)

# a rule's columns: shapes, the ranks of each group, then the kind of front and its two groups, backs, lowest front
WIDTH = cython.declare(cython.int, 21)
FRONT = cython.declare(cython.int, 15)
GROUP_PAIR = cython.declare(cython.int, 1)
BEST_PAIR = cython.declare(cython.int, 2)
BEST_WITH = cython.declare(cython.int, 3)

STRAIGHT = cython.declare(cython.int, 4)
FLUSH = cython.declare(cython.int, 5)


@cython.cfunc
@cython.exceptval(check=False)
def bits(x: cython.int) -> cython.int:
    """Return how many of the 13 bits are set."""
    x -= (x >> 1) & 0x5555
    x = (x & 0x3333) + ((x >> 2) & 0x3333)
    x = (x + (x >> 4)) & 0x0F0F
    return (x + (x >> 8)) & 0x1F


@cython.cfunc
@cython.exceptval(check=False)
def run_top(mask: cython.int, spare: cython.int, low_wheel: cython.int) -> cython.int:
    """The key of the best run of five in these heights with ``spare`` gaps filled, or 0.

    The key is the top height plus one; A-2-3-4-5 is 13 (above king high, 12), or 4 where it is the lowest, and
    ace high 14.
    """
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
def largest(counts: cython.ulonglong) -> cython.int:
    """The height of which there are most cards, of several the highest; ``counts`` has four bits a height."""
    most: cython.int = 0
    for top in range(1, ACE + 1):
        if (counts >> (4 * top)) & 15 >= (counts >> (4 * most)) & 15:
            most = top
    return most


@cython.cfunc
@cython.exceptval(check=False)
def heights(mask: cython.int) -> cython.int:
    """Five distinct heights, highest first, in base 16."""
    value: cython.int = 0
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
    for top in range(ACE, -1, -1):
        count: cython.int = cython.cast(cython.int, (counts >> (4 * top)) & 15)
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
            return (10 << 20) | ((top + 1) << 16)
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
def shape_of(groups: cython.p_int) -> cython.int:
    """Return the shape of a hand, as `way_rules.SHAPES` numbers them, from the heights of its groups (-1: none)."""
    if groups[FIVE] >= 0:
        return 12 if groups[PAIR] >= 0 else 11
    if groups[FOUR] >= 0:
        return 10 if groups[THREE] >= 0 else 9 if groups[PAIR] >= 0 else 8
    if groups[THREE + 1] >= 0:
        return 7
    if groups[THREE] >= 0:
        return 6 if groups[PAIR + 1] >= 0 else 5 if groups[PAIR] >= 0 else 4
    return 3 if groups[PAIR + 2] >= 0 else 2 if groups[PAIR + 1] >= 0 else 1 if groups[PAIR] >= 0 else 0


@cython.cfunc
@cython.exceptval(check=False)
def is_for(rule: cython.p_int, groups: cython.p_int) -> cython.bint:
    """Return True if a rule is for hands with these heights of its groups."""
    for k in range(GROUPS):
        if rule[1 + k] < 0:
            continue
        if groups[k] < 0 or rule[1 + k] >> groups[k] & 1 == 0:
            return False
    return True


@cython.final
@cython.cclass
class SevenCards:
    """Seven cards to be set in front and behind, by their heights and suits."""

    heights: cython.int[7]
    suits: cython.int[7]
    reading: cython.int

    def __init__(self, reading: cython.int):
        if not cython.compiled:  # else they are arrays of C
            self.heights, self.suits = [0] * 7, [0] * 7
        self.reading = reading

    @cython.cfunc
    @cython.exceptval(check=False)
    def read(self, cards: cython.uchar[::1]) -> cython.void:
        """Take seven cards, which ascend, so that the joker is the last."""
        counts: cython.ulonglong = 0
        for k in range(7):
            card: cython.int = int(cards[k])
            if card == 52:
                self.heights[k] = largest(counts) if self.reading & WILD else ACE
                self.suits[k] = JOKER
            else:
                self.heights[k] = (card // 4 + 12) % 13
                self.suits[k] = card % 4
                counts += cython.cast(cython.ulonglong, 1) << (4 * self.heights[k])

    @cython.cfunc
    @cython.exceptval(check=False)
    def front(self, i: cython.int, j: cython.int) -> cython.int:
        """Return the value of the cards at two places in front."""
        if self.reading & WILD and self.suits[j] == JOKER:
            return front_value(self.heights[i], self.heights[i])
        if self.reading & WILD and self.suits[i] == JOKER:
            return front_value(self.heights[j], self.heights[j])
        return front_value(self.heights[i], self.heights[j])

    @cython.cfunc
    @cython.exceptval(check=False)
    def back(self, skip: cython.int, other: cython.int) -> cython.int:
        """Return the value of the five cards that are left when those at two places are taken away."""
        mask: cython.int = 0
        suits: cython.int = 0
        joker: cython.int = 0
        natural: cython.int = 0
        counts: cython.ulonglong = 0
        for k in range(7):
            if k in (skip, other):
                continue
            if self.suits[k] == JOKER:
                joker = 1
            if self.suits[k] != JOKER or self.reading & WILD == 0:
                counts += cython.cast(cython.ulonglong, 1) << (4 * self.heights[k])
            if self.suits[k] != JOKER:
                mask |= 1 << self.heights[k]
                suits |= 1 << self.suits[k]
                natural += 1
        if bits(mask) == natural:
            run: cython.int = run_top(mask, joker, self.reading & LOW_WHEEL)
            if suits & (suits - 1) == 0:
                if run:
                    return ((9 if run == 14 else 8) << 20) | (run << 16)
                if joker:  # in a flush it is the highest card that is not there
                    top: cython.int = ACE
                    while mask & (1 << top):
                        top -= 1
                    mask |= 1 << top
                return (FLUSH << 20) | heights(mask)
            if run:
                return (STRAIGHT << 20) | (run << 16)
        if joker and self.reading & WILD:
            counts += cython.cast(cython.ulonglong, 1) << (4 * largest(counts))
        return by_kind(counts)

    @cython.cfunc
    @cython.exceptval(check=False)
    def may_complete(self) -> cython.bint:
        """Return False if these cards surely have no straight and no flush."""
        mask: cython.int = 0
        joker: cython.int = 0
        suited: cython.int[5] = [0, 0, 0, 0, 0]
        for k in range(7):
            suited[self.suits[k]] += 1
            if self.suits[k] == JOKER:
                joker = 1
            else:
                mask |= 1 << self.heights[k]
        most: cython.int = max(max(suited[0], suited[1]), max(suited[2], suited[3])) + joker
        return most >= 5 or run_top(mask, joker, 0) != 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def group(self, groups: cython.p_int) -> cython.void:
        """Write the heights of the groups of equal cards, the higher first, in the order of `way_rules.GROUPS`."""
        counts: cython.int[13] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
        groups_of_size: cython.int[6] = [0, 0, 0, 0, 0, 0]
        for k in range(7):
            counts[self.heights[k]] += 1
        for k in range(GROUPS):
            groups[k] = -1
        for k in range(ACE, -1, -1):
            count: cython.int = counts[k]
            if count == 1:
                groups[SINGLE + groups_of_size[1]] = k
            elif count == 2:
                groups[PAIR + groups_of_size[2]] = k
            elif count == 3:
                groups[THREE + groups_of_size[3]] = k
            elif count == 4:
                groups[FOUR] = k
            elif count == 5:
                groups[FIVE] = k
            groups_of_size[count] += 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def obey(self, rule: cython.p_int, groups: cython.p_int, front: cython.p_int) -> cython.int:
        """Find the two places in front by a rule; return the value of the front, or -1 if no setting is as it says.

        The best front is taken, among equal fronts the best back, among equal backs the first cards.
        """
        kind: cython.int = rule[FRONT]
        a: cython.int = groups[rule[FRONT + 1]] if kind == GROUP_PAIR else rule[FRONT + 1]
        b: cython.int = groups[rule[FRONT + 2]] if kind == GROUP_PAIR else -1
        backs: cython.int = rule[FRONT + 3]
        least: cython.int = -1
        best: cython.int = -1
        best_back: cython.int = -1
        if rule[FRONT + 5] < 0 <= rule[FRONT + 4]:
            least = (rule[FRONT + 4] + 1) << 16
        elif rule[FRONT + 4] >= 0:
            least = front_value(groups[rule[FRONT + 4]], groups[rule[FRONT + 5]])
        for i in range(6):
            for j in range(i + 1, 7):
                one: cython.int = self.heights[i]
                two: cython.int = self.heights[j]
                if kind == GROUP_PAIR and not ((one == a and two == b) or (one == b and two == a)):
                    continue
                if kind == BEST_PAIR and one != two:
                    continue
                if kind == BEST_WITH and one != a and two != a:
                    continue
                value: cython.int = front_value(one, two)
                if value < least or value < best:
                    continue
                back: cython.int = -1  # not valued yet: most fronts need no comparison of backs
                if backs or value == best:
                    back = self.back(i, j)
                if backs and backs >> (back >> 20) & 1 == 0:
                    continue
                if value == best:
                    if best_back < 0:
                        best_back = self.back(front[0], front[1])
                    if back <= best_back:
                        continue
                best = value
                best_back = back
                front[0] = i
                front[1] = j
        return best

    @cython.cfunc
    @cython.exceptval(check=False)
    def decide(self, rules: cython.int[:, ::1], front: cython.p_int) -> cython.int:
        """Set the cards by a house way: the two places in front. Return the number of the rule, -1 if none fits."""
        groups: cython.int[14] = [0] * 14
        rule: cython.int[21] = [0] * 21
        complete: cython.bint = self.may_complete()
        self.group(groups)
        shape: cython.int = shape_of(groups)
        for number in range(rules.shape[0]):
            if rules[number, 0] >> shape & 1 == 0 or (rules[number, FRONT + 3] and not complete):
                continue
            for k in range(WIDTH):
                rule[k] = rules[number, k]
            if is_for(rule, groups) and self.obey(rule, groups, front) >= 0:
                return cython.cast(cython.int, number)
        return -1

    @cython.cfunc
    @cython.exceptval(check=False)
    def value_settings(self, fronts: cython.p_int, backs: cython.p_int) -> cython.void:
        """Write the values of all 21 settings, in the order of the two places in front."""
        n: cython.int = 0
        for i in range(6):
            for j in range(i + 1, 7):
                fronts[n] = self.front(i, j)
                backs[n] = self.back(i, j)
                n += 1


def set_hands(
    cards: cython.uchar[:, ::1],
    rules: cython.int[:, ::1],
    reading: cython.int,
    ruled: cython.int[::1],
    places: cython.uchar[:, ::1],
    values: cython.int[:, ::1],
) -> None:
    """Set every row of seven distinct cards, each row ascending, by the rules of a house way (`Way.program`).

    ``ruled`` takes the number of the rule that fits, -1 if none does. Then ``places`` takes which two of the seven go
    in front, and ``values`` the front's value and the back's.
    """
    hand: SevenCards = SevenCards(reading)
    front: cython.int[2] = [0, 0]
    for row in range(cards.shape[0]):
        hand.read(cards[row])
        ruled[row] = hand.decide(rules, front)
        if ruled[row] < 0:
            continue
        places[row, 0] = front[0]
        places[row, 1] = front[1]
        values[row, 0] = hand.front(front[0], front[1])
        values[row, 1] = hand.back(front[0], front[1])


def every_setting(cards: cython.uchar[:, ::1], reading: cython.int, values: cython.int[:, :, ::1]) -> None:
    """Write the values in front and behind of all 21 settings of each hand, fouls too.

    Rows of ``cards`` are seven distinct cards, ascending; settings are in the order of the two places in front.
    """
    hand: SevenCards = SevenCards(reading)
    fronts: cython.int[21] = [0] * 21
    backs: cython.int[21] = [0] * 21
    for row in range(cards.shape[0]):
        hand.read(cards[row])
        hand.value_settings(fronts, backs)
        for n in range(21):
            values[row, n, 0] = fronts[n]
            values[row, n, 1] = backs[n]


def best_settings(
    cards: cython.uchar[:, ::1], reading: cython.int, starts: cython.int[::1], values: cython.int[:, ::1]
) -> cython.int:
    """List the settings of each hand that can be best: not fouls, and not worse than another both in front and behind.

    Rows of ``cards`` are seven distinct cards, ascending. Row r has the ``values`` in front and behind from
    ``starts[r]`` to ``starts[r + 1]``. Empty ``values`` only count. Return how many there are.
    """
    hand: SevenCards = SevenCards(reading)
    fronts: cython.int[21] = [0] * 21
    backs: cython.int[21] = [0] * 21
    total: cython.int = 0
    for row in range(cards.shape[0]):
        hand.read(cards[row])
        hand.value_settings(fronts, backs)
        starts[row] = total
        for i in range(21):
            kept: cython.bint = fronts[i] <= backs[i]
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
