"""The end of a pyramid as the players know it: every order of taking its last bricks. The slow twin is in the tests.

Each move is best on average over all *placements* of the bricks that its player does not know. `HiddenInformation`
solves all placements of a position together, and each position once, however it is reached and whatever its bricks are
named. `hand_pairs` numbers the pairs of hands that meet by their possible futures, `HiddenInformation.solve` first
solves the positions that the moves lead to, and `Bag` counts the ways in which the unknown bricks make each placement.

Bricks are bits, at most 20. The six hands are player * 3 + number, each a mask of the bricks put into it since the
root of the search; ``strengths[hand, mask]`` is its strength where the mask completes it. Spaces are at most ten, and
``above[space]`` is the mask of the spaces over it. A *code* says how the three hands end, as digits of base 3, the
first hand highest: 0, 1 or 2 if player 0 lost, tied or won it; ``match[code]`` is 0, 1 or 2 likewise.
"""

import cython
import numpy as np

if cython.compiled:
    from cython.cimports.cardwright.games.pyramid.endgame.hand_pairs._kernels import HandPairs, double
else:
    from cardwright.games.pyramid.endgame.hand_pairs._kernels import HandPairs, double

HANDS = cython.declare(cython.int, 3)
MAX_SPACES = cython.declare(cython.int, 10)
HASH_FACTOR = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
POSITIONS_ROOM = cython.declare(cython.int, 1 << 10)  # initial room for the numbers of solved positions
SOLVED_COUNT = cython.declare(cython.int, 1 << 20)  # places of the table of solved positions
SOLVED_SHIFT = cython.declare(cython.int, 44)  # from a hash of 64 bits to a place of that table
CODES_ROOM = cython.declare(cython.int, 1 << 26)  # initial room for solved positions: memory is taken when it is used
POOL_ROOM = cython.declare(cython.int, 1 << 22)  # initial room for numbers
WEIGHTS_ROOM = cython.declare(cython.int, 1 << 21)  # the most numbers of ways that are kept
WEIGHED_COUNT = cython.declare(cython.int, 1 << 15)  # places of the table of bags whose weights are kept
WEIGHED_SHIFT = cython.declare(cython.int, 49)  # from a hash to a place of that table
MATCH_BIT = cython.declare(cython.int, 5)  # the lowest bit of the match, which is kept above a code
CODE_BITS = cython.declare(cython.int, 31)  # the mask of a code below it
MASK_64 = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
POSITION_WORK = cython.declare(cython.int, 1500)  # cost of a position, in placements solved
CHOICE_WORK = cython.declare(cython.int, 8)  # the same for a brick and each of its choices


@cython.cfunc
@cython.exceptval(check=False)
def _power(base: cython.int, exponent: cython.int) -> cython.longlong:
    """Return base ** exponent."""
    power: cython.longlong = 1
    while exponent:
        power *= base
        exponent -= 1
    return power


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _without_digit(number: cython.longlong, stride: cython.longlong, base: cython.int) -> cython.longlong:
    """Return a number to a base without its digit of the value ``stride``."""
    return number // (stride * base) * stride + number % stride


@cython.cfunc
@cython.exceptval(check=False)
def _count_arrangements(bricks: cython.int, number: cython.int) -> cython.longlong:
    """Return the number of ways to put some of the bricks into a number of spaces: bricks! / (bricks - number)!."""
    ways: cython.longlong = 1
    while number > 0:
        ways *= bricks
        bricks -= 1
        number -= 1
    return ways


@cython.cfunc
@cython.exceptval(check=False)
def _mix(key: cython.ulonglong, value: cython.ulonglong) -> cython.ulonglong:
    """Return the hash of a key and one more value."""
    key = ((key ^ cython.cast(cython.ulonglong, value)) * HASH_FACTOR) & MASK_64
    return key ^ key >> 29


@cython.final
@cython.cclass
class Bag:
    """The bricks that may lie in some spaces, by group, and in how many ways they make each placement there."""

    bricks: cython.int[::1]
    weights: cython.int[::1]
    end: cython.longlong
    keys: cython.ulonglong[::1]
    starts: cython.longlong[::1]

    def __init__(self, groups: cython.int):
        """``groups`` is how many there are at most."""
        self.bricks = np.zeros(groups, np.int32)
        self.weights = np.zeros(WEIGHTS_ROOM, np.int32)
        self.end = 0
        self.keys = np.zeros(WEIGHED_COUNT, np.uint64)
        self.starts = np.zeros(WEIGHED_COUNT, np.int64)

    @cython.cfunc
    def weights_of(self, groups: cython.int, space_count: cython.int) -> cython.longlong:
        """Return where the numbers of ways of all placements begin in ``weights``; they are kept in a memo table."""
        key: cython.ulonglong = _mix(_mix(0, groups), space_count)
        start: cython.longlong = self.end
        for group in range(groups):
            key = _mix(key, self.bricks[group])
        key |= 1
        place: cython.Py_ssize_t = key >> WEIGHED_SHIFT
        if self.keys[place] == key:
            return self.starts[place]
        size: cython.longlong = _power(groups, space_count)
        if start + size > self.weights.shape[0]:
            self.keys[:] = 0
            start = 0
            if size > self.weights.shape[0]:
                self.weights = np.zeros(size, np.int32)
        self.fill_weights(groups, space_count, 1, start, size)
        self.keys[place] = key
        self.starts[place] = start
        self.end = start + size
        return start

    @cython.cfunc
    @cython.exceptval(check=False)
    def fill_weights(
        self,
        groups: cython.int,
        space_count: cython.int,
        weight: cython.int,
        start: cython.longlong,
        size: cython.longlong,
    ) -> cython.void:
        """Write the number of ways in which the bag makes each placement of some spaces."""
        if space_count == 0:
            self.weights[start] = weight
            return
        size = size // groups
        for group in range(groups):
            if self.bricks[group] > 0:
                self.bricks[group] -= 1
                self.fill_weights(groups, space_count - 1, weight * (self.bricks[group] + 1), start, size)
                self.bricks[group] += 1
            else:
                for more in range(size):
                    self.weights[start + more] = 0
            start += size


@cython.final
@cython.cclass
class HiddenInformation:
    """Solve the end of a pyramid by what each player knows.

    At every move a player takes all placements of the bricks that they do not know as equal, and chooses the move that
    wins most matches on average, the first of equals; the others are known to do the same.

    Bricks that are alike to all three pairs of hands (`HandPairs`) form a *group*. A *shape* describes the spaces left:
    who knows the brick of each, and which lie over which. A *level* is how many spaces are left.

    A position is a shape, three futures and how many bricks are in each group; it is found by a number of 64 bits that
    mixes them. Its solution is kept for all *placements*, numbers to the base of its groups with a digit for each
    space, the spaces that the player to act knows highest: these digits are the ``known_part``, the others the
    ``unknown_part``. Kept are the code of each placement, with the match in the bits above ``MATCH_BIT``, and for each
    ``unknown_part`` the sum of the matches over all possible ``known_part``. A player chooses by these sums: they need
    not be counted again for every position that leads to this one. The first two levels keep the sums only.
    """

    pairs: HandPairs
    bag: Bag
    match: cython.uchar[::1]
    owners: cython.int[:, ::1]
    shape_after: cython.int[:, ::1]
    spaces: cython.int[::1]
    bricks_left: cython.int[::1]
    classes: cython.int
    moves: cython.int
    top_level: cython.int
    rows: dict
    groups_of: cython.int[:, ::1]
    sizes: cython.int[:, ::1]
    counts: cython.int[::1]
    changes: cython.int[:, ::1]
    children: cython.int[:, ::1]
    part_maps: cython.longlong[:, :, ::1]
    digits: cython.int[:, ::1]
    first_equal: cython.int[:, ::1]
    hands: cython.int[:, ::1]
    known: cython.int[::1]
    unknown: cython.int[::1]
    own_ways: cython.longlong[::1]
    other_ways: cython.longlong[::1]
    is_decided: cython.int[::1]
    open_hands: cython.int[::1]
    keys: cython.ulonglong[::1]
    places: cython.int[::1]
    starts: cython.longlong[::1]
    sums_at: cython.longlong[::1]
    positions: cython.int
    codes: cython.uchar[::1]
    end: cython.longlong
    sums: cython.longlong[::1]
    sums_end: cython.longlong
    pool: cython.int[::1]
    pool_end: cython.longlong
    work: cython.longlong
    limit: cython.longlong

    def __init__(self, strengths, shapes, match, room, sizes, limit: cython.longlong):
        """``strengths[hand, mask]`` count from 0 for two hands that meet; ``sizes`` are the numbers of bricks by class.

        ``shapes`` are three arrays: by shape and space which player knows its brick (-1: neither), the shape after it
        is taken (-1: it cannot be), and by shape the number of spaces. ``room`` is how many bricks each of the six
        hands lacks, and ``limit`` how many placements may be solved.
        """
        self.pairs = HandPairs(strengths, room, sizes)
        self.bag = Bag(len(sizes))
        self.owners, self.shape_after, self.spaces = shapes
        self.match = match
        self.classes = len(sizes)
        self.bricks_left = np.array(sizes, np.int32)  # bricks of each class that are in no hand
        self.moves = HANDS * self.classes
        self.rows = {}
        # For each level a row of the position, and one for what each brick in each hand makes of it:
        rows = (MAX_SPACES + 1) * (1 + self.moves)
        self.groups_of = np.zeros((rows, len(sizes)), np.int32)  # the group of each class
        self.sizes = np.zeros((rows, len(sizes)), np.int32)  # bricks left of each group
        self.counts = np.zeros(rows, np.int32)  # of groups
        self.changes = np.zeros((rows, len(sizes)), np.int32)  # the group that each group of the level becomes
        self.children = np.zeros((rows, MAX_SPACES), np.int32)  # the position after a space is taken, or -2 - code
        self.part_maps = np.zeros((rows, 2, 2), np.int64)  # where in the pool the parts of a placement become others
        # For each level and space, its digit among those of ``known_part`` or ``unknown_part``, and the first like it.
        self.digits = np.zeros((MAX_SPACES + 1, MAX_SPACES), np.int32)
        self.first_equal = np.zeros((MAX_SPACES + 1, MAX_SPACES), np.int32)
        # For each level:
        self.hands = np.zeros((MAX_SPACES + 1, len(sizes)), np.int32)  # the hand chosen for a brick of each group
        self.known = np.zeros(MAX_SPACES + 1, np.int32)  # spaces that the player to act knows
        self.unknown = np.zeros(MAX_SPACES + 1, np.int32)
        self.own_ways = np.zeros(MAX_SPACES + 1, np.int64)  # of the unknown spaces, if a known one is taken
        self.other_ways = np.zeros(MAX_SPACES + 1, np.int64)  # if an unknown one is taken
        self.is_decided = np.zeros(MAX_SPACES + 1, np.int32)  # 1 if the match is decided
        self.open_hands = np.zeros(MAX_SPACES + 1, np.int32)  # hands that lack a brick, as bits
        self.keys = np.zeros(SOLVED_COUNT, np.uint64)
        self.places = np.zeros(SOLVED_COUNT, np.int32)
        self.starts = np.zeros(POSITIONS_ROOM, np.int64)
        self.sums_at = np.zeros(POSITIONS_ROOM, np.int64)
        self.positions = 0
        self.codes = np.zeros(CODES_ROOM, np.uint8)
        self.end = 0
        self.sums = np.zeros(POOL_ROOM, np.int64)
        self.sums_end = 0
        self.pool = np.zeros(POOL_ROOM, np.int32)
        self.pool_end = 0
        self.top_level = 0
        self.work = 0
        self.limit = limit

    def groups(self) -> list[int]:
        """Return the group of each class before the first move, without solving anything."""
        names: dict = {}
        return [
            names.setdefault(self.pairs.labels(0, 1, 2, brick_class), len(names)) for brick_class in range(self.classes)
        ]

    def count(
        self, shape: cython.int, hand: cython.int, brick_class: cython.int, known: cython.int[::1], counts
    ) -> bool:
        """Add to ``counts[code]`` the placements that end with each code when a brick of a class goes into a hand.

        ``shape`` is that of the spaces left, and ``known[space]`` is the class of the brick known to lie in each of
        them, or -1. Return false where that takes more than the limit.
        """
        player: cython.int = 1 - hand // HANDS
        pairs = cython.declare(cython.int[3], [0, 1, 2])
        for at in range(HANDS):
            self.pairs.add_future(at)
        pairs[hand % HANDS] = self.pairs.pair_after(hand % HANDS, 1 - player, brick_class)
        self.bricks_left[brick_class] -= 1
        done = self.add_counts(shape, player, pairs, known, counts)
        self.bricks_left[brick_class] += 1
        self.pool_end = 0
        return done

    @cython.cfunc
    def add_counts(
        self,
        shape: cython.int,
        player: cython.int,
        pairs: cython.p_int,
        known: cython.int[::1],
        counts: cython.longlong[::1],
    ) -> cython.bint:
        """Add up how the game ends from a position, over the placements of the unknown bricks."""
        level: cython.int = self.spaces[shape]
        row: cython.int = level * (1 + self.moves)
        space: cython.int
        unknown_part: cython.longlong = 0
        if not level:  # that was the last brick: all hands are full
            counts[self.pairs.least(pairs[0], pairs[1], pairs[2])] += 1
            return True
        self.top_level = level
        self.form_groups(row, pairs[0], pairs[1], pairs[2])
        groups: cython.int = self.counts[row]
        if not self.prepare(shape, player, pairs[0], pairs[1], pairs[2]):
            return False
        fixed: cython.longlong = 0
        free: cython.bint = False
        for space in range(level):
            if self.owners[shape, space] != player:
                if known[space] < 0:
                    free = True
                else:
                    fixed += self.groups_of[row, known[space]] * _power(groups, self.digits[level, space])
        for known_part in range(_power(groups, self.known[level])):
            space = -1
            for unknown_part in range(0 if free else fixed, _power(groups, self.unknown[level]) if free else fixed + 1):
                ways: cython.longlong = self.count_ways(shape, player, known_part, unknown_part, known)
                if ways:
                    if space < 0:
                        self.fill_bag(row, self.known[level], known_part)
                        space = self.choose(shape, player, known_part)
                    code: cython.int = self.code_after(shape, player, pairs, known_part, unknown_part, space)
                    if code < 0:
                        return False
                    counts[code] += ways
        return True

    @cython.cfunc
    @cython.exceptval(check=False)
    def count_ways(
        self,
        shape: cython.int,
        player: cython.int,
        known_part: cython.longlong,
        unknown_part: cython.longlong,
        known: cython.int[::1],
    ) -> cython.longlong:
        """Return in how many ways bricks make a placement in which some are known."""
        level: cython.int = self.spaces[shape]
        row: cython.int = level * (1 + self.moves)
        groups: cython.int = self.counts[row]
        group: cython.int
        ways: cython.longlong = 1
        self.fill_bag(row, 0, 0)
        for space in range(level):
            if known[space] >= 0:
                self.bag.bricks[self.groups_of[row, known[space]]] -= 1
        for space in range(level):
            group = (
                (known_part if self.owners[shape, space] == player else unknown_part)
                // _power(groups, self.digits[level, space])
                % groups
            )
            if known[space] < 0:
                ways *= self.bag.bricks[group]
                self.bag.bricks[group] -= 1
            elif group != self.groups_of[row, known[space]]:
                return 0
        return ways

    @cython.cfunc
    def code_after(
        self,
        shape: cython.int,
        player: cython.int,
        pairs: cython.p_int,
        known_part: cython.longlong,
        unknown_part: cython.longlong,
        space: cython.int,
    ) -> cython.int:
        """Return the code of a placement after the move chosen; -1 where it takes more than the limit."""
        level: cython.int = self.spaces[shape]
        row: cython.int = level * (1 + self.moves)
        groups: cython.int = self.counts[row]
        stride: cython.longlong = _power(groups, self.digits[level, space])
        is_unknown: cython.int = self.owners[shape, space] != player
        if is_unknown:
            group: cython.int = unknown_part // stride % groups
            unknown_part = _without_digit(unknown_part, stride, groups)
        else:
            group = known_part // stride % groups
            known_part = _without_digit(known_part, stride, groups)
        hand: cython.int = self.hands[level, group]
        row += 1 + group * HANDS + hand
        child: cython.int = self.children[row, space]
        if child < 0:
            return -2 - child
        known_part = self.pool[self.part_maps[row, is_unknown, 0] + known_part]
        unknown_part = self.pool[self.part_maps[row, is_unknown, 1] + unknown_part]
        if self.starts[child] >= 0:
            return self.codes[self.starts[child] + known_part + unknown_part] & CODE_BITS
        key = (child, unknown_part)
        if key not in self.rows:
            unknown_part //= _power(self.counts[row], self.known[level] - (1 - is_unknown))
            self.rows[key] = self.solve_part(
                level, self.shape_after[shape, space], player, pairs, group, hand, unknown_part
            )
        start: cython.longlong = self.rows[key]
        return -1 if start < 0 else self.codes[start + known_part] & CODE_BITS

    @cython.cfunc
    def solve_part(
        self,
        level: cython.int,
        shape: cython.int,
        player: cython.int,
        pairs: cython.p_int,
        group: cython.int,
        hand: cython.int,
        known_part: cython.longlong,
    ) -> cython.longlong:
        """Return where in ``codes`` the placements with ``known_part`` begin after a brick went into a hand, or -1."""
        brick_class: cython.int = self.class_in_group(level * (1 + self.moves), group)
        old: cython.int = pairs[hand]
        start: cython.longlong = -1
        pool_end: cython.longlong = self.pool_end
        row: cython.int = (level - 1) * (1 + self.moves)
        pairs[hand] = self.pairs.pair_after(old, player, brick_class)
        self.bricks_left[brick_class] -= 1
        self.form_groups(row, pairs[0], pairs[1], pairs[2])
        if self.prepare(shape, 1 - player, pairs[0], pairs[1], pairs[2]):
            start = self.end
            self.end += _power(self.counts[row], self.unknown[level - 1])
            self.make_room()
            self.fill_bag(row, self.known[level - 1], known_part)
            self.fill_codes(shape, 1 - player, known_part, self.choose(shape, 1 - player, known_part), start)
        self.bricks_left[brick_class] += 1
        pairs[hand] = old
        self.pool_end = pool_end
        return start

    @cython.cfunc
    @cython.exceptval(check=False)
    def form_groups(self, row: cython.int, one: cython.int, two: cython.int, three: cython.int) -> cython.ulonglong:
        """Write the groups of three pairs: how many, of each class, and how many bricks are left of each.

        Return a key of the futures and groups.
        """
        names = cython.declare(cython.int[32])
        groups: cython.int = 0
        for brick_class in range(self.classes):
            if not self.bricks_left[brick_class]:
                continue
            name: cython.int = self.pairs.labels(one, two, three, brick_class)
            at: cython.int = 0
            while at < groups and names[at] != name:
                at += 1
            if at == groups:
                while at and names[at - 1] > name:
                    names[at] = names[at - 1]
                    at -= 1
                names[at] = name
                self.sizes[row, groups] = 0
                groups += 1
        self.counts[row] = groups
        for brick_class in range(self.classes):
            if self.bricks_left[brick_class]:
                name = self.pairs.labels(one, two, three, brick_class)
                at = 0
                while names[at] != name:
                    at += 1
                self.groups_of[row, brick_class] = at
                self.sizes[row, at] += self.bricks_left[brick_class]
        key: cython.ulonglong = _mix(
            _mix(_mix(0, self.pairs.future[one]), self.pairs.future[two]), self.pairs.future[three]
        )
        for at in range(groups):
            key = _mix(key, names[at] << 5 | self.sizes[row, at])
        return key

    @cython.cfunc
    @cython.exceptval(check=False)
    def class_in_group(self, row: cython.int, group: cython.int) -> cython.int:
        """Return a class of a group with bricks left."""
        brick_class: cython.int = 0
        while not self.bricks_left[brick_class] or self.groups_of[row, brick_class] != group:
            brick_class += 1
        return brick_class

    @cython.cfunc
    def solve(
        self,
        shape: cython.int,
        player: cython.int,
        one: cython.int,
        two: cython.int,
        three: cython.int,
        key: cython.ulonglong,
    ) -> cython.int:
        """Return the number of a position, solved and kept by its key; -1 past the limit."""
        place: cython.Py_ssize_t = key >> SOLVED_SHIFT
        pool_end: cython.longlong = self.pool_end
        position: cython.int = -1
        self.form_groups(self.spaces[shape] * (1 + self.moves), one, two, three)
        if self.prepare(shape, player, one, two, three):
            position = self.store(shape, player)
            self.keys[place] = key
            self.places[place] = position
        self.pool_end = pool_end
        return position

    @cython.cfunc
    def prepare(
        self, shape: cython.int, player: cython.int, one: cython.int, two: cython.int, three: cython.int
    ) -> cython.bint:
        """Solve the positions after each brick in each hand, after `form_groups`. Return False past the limit."""
        level: cython.int = self.spaces[shape]
        row: cython.int = level * (1 + self.moves)
        groups: cython.int = self.counts[row]
        pairs = cython.declare(cython.int[3], [one, two, three])
        bricks: cython.int = 0
        self.known[level] = self.unknown[level] = 0
        for space in range(level):
            if self.owners[shape, space] == player:
                self.digits[level, space] = self.known[level]
                self.known[level] += 1
            else:
                self.digits[level, space] = self.unknown[level]
                self.unknown[level] += 1
            self.first_equal[level, space] = 0
            while self.shape_after[shape, self.first_equal[level, space]] != self.shape_after[shape, space]:
                self.first_equal[level, space] += 1
        for group in range(groups):
            bricks += self.sizes[row, group]
        bricks -= self.known[level]
        self.own_ways[level] = _count_arrangements(bricks, self.unknown[level])
        self.other_ways[level] = _count_arrangements(bricks - 1, self.unknown[level] - 1)
        self.work += _power(groups, level) + CHOICE_WORK * _power(groups, self.known[level] + 1) + POSITION_WORK
        if self.work > self.limit:
            return False
        self.is_decided[level] = (
            self.match[self.pairs.least(one, two, three)] == self.match[self.pairs.most(one, two, three)]
        )
        self.open_hands[level] = 0
        for hand in range(HANDS):
            old: cython.int = pairs[hand]
            if not self.pairs.lacking[old, player]:
                continue
            self.open_hands[level] |= 1 << hand
            for group in range(groups):
                brick_class: cython.int = self.class_in_group(row, group)
                pairs[hand] = self.pairs.pair_after(old, player, brick_class)
                self.bricks_left[brick_class] -= 1
                done: cython.bint = self.solve_children(shape, player, pairs, row, row + 1 + group * HANDS + hand)
                self.bricks_left[brick_class] += 1
                pairs[hand] = old
                if not done:
                    return False
            if self.is_decided[level]:  # the first move is as good as any
                break
        return True

    @cython.cfunc
    def solve_children(
        self, shape: cython.int, player: cython.int, pairs: cython.p_int, row: cython.int, child_row: cython.int
    ) -> cython.bint:
        """Solve the positions after a brick went into a hand, by space. Return false past the limit."""
        level: cython.int = self.spaces[shape]
        child: cython.int = -2 - self.pairs.least(pairs[0], pairs[1], pairs[2])
        if -2 - child == self.pairs.most(pairs[0], pairs[1], pairs[2]):
            for space in range(level):
                self.children[child_row, space] = child
            return True
        futures: cython.ulonglong = self.form_groups(child_row, pairs[0], pairs[1], pairs[2])
        for brick_class in range(self.counts[row]):
            self.changes[child_row, brick_class] = 0
        for brick_class in range(self.classes):
            if self.bricks_left[brick_class]:
                self.changes[child_row, self.groups_of[row, brick_class]] = self.groups_of[child_row, brick_class]
        for space in range(level):
            if self.shape_after[shape, space] >= 0:
                if self.first_equal[level, space] < space:
                    child = self.children[child_row, self.first_equal[level, space]]
                else:
                    key: cython.ulonglong = _mix(futures, self.shape_after[shape, space]) | 1
                    place: cython.Py_ssize_t = key >> SOLVED_SHIFT
                    child = self.places[place]
                    if self.keys[place] != key:
                        child = self.solve(
                            self.shape_after[shape, space], 1 - player, pairs[0], pairs[1], pairs[2], key
                        )
                if child == -1:
                    return False
                self.children[child_row, space] = child
                if self.is_decided[level]:
                    break
        known_part: cython.int = self.known[level]
        unknown_part: cython.int = self.unknown[level]
        if known_part:
            self.part_maps[child_row, 0, 0] = self.expand_digits(child_row, self.counts[row], known_part - 1, 0)
            self.part_maps[child_row, 0, 1] = self.expand_digits(
                child_row, self.counts[row], unknown_part, known_part - 1
            )
        if unknown_part:
            self.part_maps[child_row, 1, 0] = self.expand_digits(child_row, self.counts[row], known_part, 0)
            self.part_maps[child_row, 1, 1] = self.expand_digits(
                child_row, self.counts[row], unknown_part - 1, known_part
            )
        return True

    @cython.cfunc
    def expand_digits(
        self, child_row: cython.int, groups: cython.int, number: cython.int, first: cython.int
    ) -> cython.longlong:
        """Write for all numbers of some digits the numbers after a move, in the digits from ``first`` on.

        Return where they begin in the pool.
        """
        start: cython.longlong = self.pool_end
        filled: cython.longlong = 1
        base: cython.int = self.counts[child_row]
        scale: cython.longlong = _power(base, first)
        self.pool_end += _power(groups, number)
        self.make_room()
        self.pool[start] = 0
        while number:
            for group in range(groups - 1, -1, -1):
                more: cython.longlong = self.changes[child_row, group] * scale
                for at in range(filled):
                    self.pool[start + group * filled + at] = self.pool[start + at] + more
            filled *= groups
            scale *= base
            number -= 1
        return start

    @cython.cfunc
    def make_room(self) -> cython.void:
        """Double the arrays that are full."""
        while self.end > self.codes.shape[0]:
            self.codes = double(self.codes)
        while self.sums_end > self.sums.shape[0]:
            self.sums = double(self.sums)
        while self.pool_end > self.pool.shape[0]:
            self.pool = double(self.pool)
        while self.positions >= self.starts.shape[0]:
            self.starts = double(self.starts)
            self.sums_at = double(self.sums_at)

    @cython.cfunc
    @cython.exceptval(check=False)
    def match_sum(
        self,
        child_row: cython.int,
        space: cython.int,
        is_unknown: cython.int,
        at: cython.longlong,
        ways: cython.longlong,
    ) -> cython.longlong:
        """Return the sum of the matches after a move, over all that a player does not know."""
        child: cython.int = self.children[child_row, space]
        if child < 0:
            return self.match[-2 - child] * ways
        return self.sums[self.sums_at[child] + self.pool[self.part_maps[child_row, is_unknown, 0] + at]]

    @cython.cfunc
    @cython.exceptval(check=False)
    def choose(self, shape: cython.int, player: cython.int, known_part: cython.longlong) -> cython.int:
        """Return the space that a player takes from, after `fill_bag`, and write the hand for each brick of the bag."""
        level: cython.int = self.spaces[shape]
        row: cython.int = level * (1 + self.moves)
        groups: cython.int = self.counts[row]
        first: cython.int = 0
        best: cython.int = -1
        most: cython.longlong = 0
        group: cython.int
        hands = cython.declare(cython.int[32])
        while not self.open_hands[level] >> first & 1:
            first += 1
        for group in range(groups):
            hands[group] = first
        for space in range(level):
            if self.shape_after[shape, space] < 0:
                continue
            if self.owners[shape, space] == player:
                stride: cython.longlong = _power(groups, self.digits[level, space])
                group = known_part // stride % groups
                at: cython.longlong = _without_digit(known_part, stride, groups)
                total: cython.longlong = self.best_hand(player, row + 1 + group * HANDS, space, 0, at, hands, group)
            elif self.first_equal[level, space] < space:
                continue
            else:
                total = 0
                for group in range(groups):
                    if self.bag.bricks[group] > 0:
                        total += self.bag.bricks[group] * self.best_hand(
                            player, row + 1 + group * HANDS, space, 1, known_part, hands, group
                        )
            if best < 0 or total > most:
                best = space
                most = total
                for group in range(groups):
                    self.hands[level, group] = hands[group]
            if self.is_decided[level]:
                break
        return best

    @cython.cfunc
    @cython.exceptval(check=False)
    def best_hand(
        self,
        player: cython.int,
        child_row: cython.int,
        space: cython.int,
        is_unknown: cython.int,
        at: cython.longlong,
        hands: cython.p_int,
        group: cython.int,
    ) -> cython.longlong:
        """Write the best hand for a brick of a group to ``hands``; return the sum of matches for the player."""
        level: cython.int = child_row // (1 + self.moves)
        ways: cython.longlong = self.other_ways[level] if is_unknown else self.own_ways[level]
        most: cython.longlong = 0
        first: cython.bint = True
        for hand in range(HANDS):
            if self.open_hands[level] >> hand & 1:
                total: cython.longlong = self.match_sum(child_row + hand, space, is_unknown, at, ways)
                if player == 1:
                    total = -total
                if first or total > most:
                    most = total
                    hands[group] = hand
                    first = False
        return most

    @cython.cfunc
    @cython.exceptval(check=False)
    def fill_codes(
        self,
        shape: cython.int,
        player: cython.int,
        known_part: cython.longlong,
        space: cython.int,
        start: cython.longlong,
    ) -> cython.void:
        """Write the codes of all placements of the bricks that the player does not know, after the move chosen."""
        level: cython.int = self.spaces[shape]
        row: cython.int = level * (1 + self.moves)
        groups: cython.int = self.counts[row]
        stride: cython.longlong = _power(groups, self.digits[level, space])
        blocks: cython.longlong = _power(groups, self.unknown[level]) // (stride * groups)
        is_unknown: cython.int = self.owners[shape, space] != player
        codes: cython.uchar[::1] = self.codes
        pool: cython.int[::1] = self.pool
        bases = cython.declare(cython.longlong[32])  # of each group, where its codes begin, or less than 0
        places = cython.declare(cython.longlong[32])  # and where in the pool it is written which of them come next
        first: cython.int = 0
        last: cython.int = groups
        if not is_unknown:
            first = known_part // stride % groups
            last = first + 1
            known_part = _without_digit(known_part, stride, groups)
            stride = _power(groups, self.unknown[level])
            blocks = 1
        for group in range(first, last):
            child_row: cython.int = row + 1 + group * HANDS + self.hands[level, group]
            child: cython.int = self.children[child_row, space]
            if child < 0:
                bases[group] = child
            else:
                bases[group] = self.starts[child] + pool[self.part_maps[child_row, is_unknown, 0] + known_part]
                places[group] = self.part_maps[child_row, is_unknown, 1]
        while blocks:
            for group in range(first, last):
                base: cython.longlong = bases[group]
                if base < 0:
                    code: cython.uchar = -2 - base | self.match[-2 - base] << MATCH_BIT
                    for at in range(stride):
                        codes[start + at] = code
                else:
                    place: cython.longlong = places[group]
                    for at in range(stride):
                        codes[start + at] = codes[base + pool[place + at]]
                    places[group] += stride
                start += stride
            blocks -= 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def fill_bag(self, row: cython.int, number: cython.int, known_part: cython.longlong) -> cython.longlong:
        """Fill the bag with the bricks left except those of ``known_part``; return in how many ways these can lie."""
        groups: cython.int = self.counts[row]
        group: cython.int
        ways: cython.longlong = 1
        for group in range(groups):
            self.bag.bricks[group] = self.sizes[row, group]
        while number:
            group = known_part % groups
            ways *= self.bag.bricks[group]
            self.bag.bricks[group] -= 1
            known_part //= groups
            number -= 1
        return ways

    @cython.cfunc
    def store(self, shape: cython.int, player: cython.int) -> cython.int:
        """Solve and keep a position for all placements, after `prepare`; return its number."""
        level: cython.int = self.spaces[shape]
        row: cython.int = level * (1 + self.moves)
        groups: cython.int = self.counts[row]
        number: cython.int = self.known[level]
        choices: cython.longlong = _power(groups, number)
        size: cython.longlong = _power(groups, self.unknown[level])
        is_all_known: cython.bint = True  # each space is known to a player
        for space in range(level):
            is_all_known &= self.owners[shape, space] >= 0
        has_codes: cython.bint = level < self.top_level - 1 or not is_all_known
        position: cython.int = self.positions
        start: cython.longlong = self.end
        sums: cython.longlong = self.sums_end
        self.positions += 1
        self.sums_end += size if is_all_known else 1
        self.end += size * choices if has_codes else size
        self.make_room()
        self.starts[position] = start if has_codes else -1
        self.sums_at[position] = sums
        for known_part in range(choices):
            ways: cython.longlong = self.fill_bag(row, number, known_part)
            if ways <= 0:
                continue
            weights: cython.longlong = self.bag.weights_of(groups, self.unknown[level])
            at: cython.longlong = start + known_part * size if has_codes else start
            self.fill_codes(shape, player, known_part, self.choose(shape, player, known_part), at)
            self.add_sums(sums, weights, at, size, ways, is_all_known)
        if is_all_known:
            self.fill_bag(row, 0, 0)
            weights = self.bag.weights_of(groups, self.unknown[level])
            for unknown_part in range(size):
                if self.bag.weights[weights + unknown_part]:
                    self.sums[sums + unknown_part] //= self.bag.weights[weights + unknown_part]
        if not has_codes:
            self.end = start
        return position

    @cython.cfunc
    @cython.exceptval(check=False)
    def add_sums(
        self,
        to: cython.longlong,
        weights: cython.longlong,
        at: cython.longlong,
        size: cython.longlong,
        ways: cython.int,
        is_all_known: cython.bint,
    ) -> cython.void:
        """Add up matches by weight: for each ``unknown_part``, or in one sum if neither player knows some space."""
        sums: cython.longlong[::1] = self.sums
        codes: cython.uchar[::1] = self.codes
        weigh: cython.int[::1] = self.bag.weights
        total: cython.longlong = 0
        if is_all_known:
            for unknown_part in range(size):
                weight: cython.int = weigh[weights + unknown_part] * (codes[at + unknown_part] >> MATCH_BIT)
                sums[to + unknown_part] += cython.cast(cython.longlong, weight) * ways
            return
        for unknown_part in range(size):
            total += weigh[weights + unknown_part] * (codes[at + unknown_part] >> MATCH_BIT)
        sums[to] += total
