"""The end of a pyramid: every order of taking its last bricks. The slow twins are in the tests.

Bricks are bits, at most 20. The six hands are player * 3 + number, each a mask of the bricks put into it since the
question; ``strengths[hand, mask]`` is its strength where the mask completes it. Spaces are at most ten, and
``above[space]`` is the mask of the spaces over it. A *code* says how the three hands end, as digits of base 3, the
first hand highest: 0, 1 or 2 if player 0 lost, tied or won it; ``match[code]`` is 0, 1 or 2 likewise.
"""

import cython
import numpy as np

HANDS = cython.declare(cython.int, 3)
SPACES = cython.declare(cython.int, 10)
MOVES = cython.declare(cython.int, 30)  # bricks times hands
KEPT = cython.declare(cython.int, 1 << 14)  # positions in the table of those searched
SEVEN = cython.declare(cython.int, 7)  # places of a brick: in none of the hands, or in one of six
SPREAD = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
LARGEST = cython.declare(cython.int, 0x7FFFFFFF)
POWERS = cython.declare(cython.int[3], [9, 3, 1])  # of the digits of a code
CODES = cython.declare(cython.int, 27)
PAIRS = cython.declare(cython.int, 1 << 10)  # of hands that meet, for which there is room at first
PAIR_BITS = cython.declare(cython.int, 17)
SOLVED = cython.declare(cython.int, 1 << 20)  # positions in the table of those solved
SOLVED_SHIFT = cython.declare(cython.int, 44)  # leaves the bits of a place in it
CODES_ROOM = cython.declare(cython.int, 1 << 26)  # of positions solved, at first: memory is taken when it is used
TABLES_ROOM = cython.declare(cython.int, 1 << 22)  # codes of positions that are being solved, at first


@cython.cclass
class Opened:
    """Solve pyramids whose bricks everyone sees, up to ten of them: both players take and put as well as can be."""

    strengths: cython.int[:, ::1]
    best: cython.int[:, ::1]
    worst: cython.int[:, ::1]
    mean: cython.float[:, ::1]
    above: cython.int[::1]
    match: cython.uchar[::1]
    masks: cython.int[::1]
    room: cython.int[::1]
    powers: cython.longlong[::1]
    keys: cython.longlong[::1]
    lows: cython.uchar[::1]
    highs: cython.uchar[::1]
    orders: cython.int[:, ::1]
    scores: cython.float[:, ::1]
    priority: cython.int
    spaces: cython.int

    def __init__(self, bits: cython.int, above, match, room, priority: cython.int):
        """``room`` is how many bricks each of the six hands lacks, ``priority`` what a tied match is: 0, 1 or 2."""
        self.spaces = len(above)
        self.above = above
        self.match = match
        self.room = room
        self.priority = priority
        self.best = np.zeros((6, 1 << bits), np.int32)
        self.worst = np.zeros((6, 1 << bits), np.int32)
        self.mean = np.zeros((6, 1 << bits), np.float32)
        self.masks = np.zeros(6, np.int32)
        self.powers = np.array([7**bit for bit in range(bits)], np.int64)
        self.keys = np.zeros(KEPT, np.int64)
        self.lows = np.zeros(KEPT, np.uint8)
        self.highs = np.zeros(KEPT, np.uint8)
        self.orders = np.zeros((SPACES + 1, MOVES), np.int32)
        self.scores = np.zeros((SPACES + 1, MOVES), np.float32)

    def solve(
        self,
        strengths: cython.int[:, ::1],
        present: cython.int,
        taken: cython.int,
        player: cython.int,
        matches: cython.schar[::1],
        codes: cython.schar[::1],
    ) -> None:
        """Write how the match ends after each move of a player, at brick * 3 + hand; -1 where there is no such move.

        ``present`` are the bricks in the pyramid; ``taken`` is the only one to be put, or -1. ``codes`` is how the
        hands end in one line of best play.
        """
        brick: cython.int
        hand: cython.int
        key: cython.longlong
        left: cython.int
        self.strengths = strengths
        for brick in range(KEPT):
            self.keys[brick] = 0
        for hand in range(6):
            self.masks[hand] = 0
            self.limits(hand)
        for brick in range(matches.shape[0]):
            matches[brick] = codes[brick] = -1
        for brick in range(matches.shape[0] // HANDS):
            if taken >= 0 and brick != taken:
                continue
            if taken < 0 and (not present >> brick & 1 or self.above[brick] & present):
                continue
            left = present if taken >= 0 else present & ~(1 << brick)
            for hand in range(player * HANDS, player * HANDS + HANDS):
                if self.room[hand]:
                    key = 1 + (hand + 1) * self.powers[brick]
                    self.put(hand, brick)
                    matches[brick * HANDS + hand % HANDS] = self.search(left, key, 1 - player, 0, 2)
                    codes[brick * HANDS + hand % HANDS] = self.line(left, key, 1 - player)
                    self.back(hand, brick)

    @cython.cfunc
    @cython.exceptval(check=False)
    def put(self, hand: cython.int, brick: cython.int) -> cython.void:
        """Put a brick into a hand."""
        self.masks[hand] |= 1 << brick
        self.room[hand] -= 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def back(self, hand: cython.int, brick: cython.int) -> cython.void:
        """Undo `put`."""
        self.masks[hand] &= ~(1 << brick)
        self.room[hand] += 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def limits(self, hand: cython.int) -> cython.void:
        """Fill best, worst and mean strength of a hand for each mask, over all ways to complete it."""
        bits: cython.int = self.powers.shape[0]
        mask: cython.int
        bit: cython.int
        more: cython.int
        held: cython.int
        ways: cython.int
        total: cython.float
        best: cython.int
        worst: cython.int
        for mask in range((1 << bits) - 1, -1, -1):
            held = 0
            for bit in range(bits):
                held += mask >> bit & 1
            if held > self.room[hand]:
                continue
            if held == self.room[hand]:
                self.best[hand, mask] = self.worst[hand, mask] = self.strengths[hand, mask]
                self.mean[hand, mask] = self.strengths[hand, mask]
                continue
            total = 0
            ways = best = 0
            worst = LARGEST
            for bit in range(bits):
                if not mask >> bit & 1:
                    more = mask | 1 << bit
                    best = max(best, self.best[hand, more])
                    worst = min(worst, self.worst[hand, more])
                    total += self.mean[hand, more]
                    ways += 1
            self.best[hand, mask] = best
            self.worst[hand, mask] = worst
            self.mean[hand, mask] = total / ways if ways else 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def bounds(self) -> cython.int:
        """Return the least and the most that the match can still be, as least * 3 + most."""
        hand: cython.int
        low: cython.int = 0
        high: cython.int = 0
        for hand in range(HANDS):
            low += self.compared(self.worst[hand, self.masks[hand]], self.best[3 + hand, self.masks[3 + hand]])
            high += self.compared(self.best[hand, self.masks[hand]], self.worst[3 + hand, self.masks[3 + hand]])
        return self.ended(low) * 3 + self.ended(high)

    @cython.cfunc
    @cython.exceptval(check=False)
    def compared(self, one: cython.int, other: cython.int) -> cython.int:
        """Return 1, 0 or -1."""
        return 1 if one > other else -1 if one < other else 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def ended(self, lead: cython.int) -> cython.int:
        """Return the match for a lead of player 0 in hands."""
        return 2 if lead > 0 else 0 if lead < 0 else self.priority

    @cython.cfunc
    @cython.exceptval(check=False)
    def search(
        self, present: cython.int, key: cython.longlong, player: cython.int, low: cython.int, high: cython.int
    ) -> cython.int:
        """Return how the match ends, between two bounds (alpha-beta; player 0 wants 2)."""
        limits: cython.int = self.bounds()
        least: cython.int = limits // 3
        most: cython.int = limits % 3
        if least == most or least >= high:
            return least
        if most <= low:
            return most
        place: cython.Py_ssize_t = self.place(key)
        if self.keys[place] == key:
            least = max(least, cython.cast(cython.int, self.lows[place]))
            most = min(most, cython.cast(cython.int, self.highs[place]))
            if least == most or least >= high:
                return least
            if most <= low:
                return most
        number: cython.int = self.moves(present, player)
        found: cython.int = 0 if player == 0 else 2
        alpha: cython.int = low
        beta: cython.int = high
        index: cython.int
        value: cython.int
        depth: cython.int = self.depth(present)
        for index in range(number):
            value = self.tried(present, key, player, self.orders[depth, index], alpha, beta)
            if player == 0:
                found = max(found, value)
                alpha = max(alpha, found)
                if found >= most:
                    break
            else:
                found = min(found, value)
                beta = min(beta, found)
                if found <= least:
                    break
            if alpha >= beta:
                break
        if found > low:
            least = max(least, found)
        if found < high:
            most = min(most, found)
        self.keys[place] = key
        self.lows[place] = least
        self.highs[place] = most
        return found

    @cython.cfunc
    @cython.exceptval(check=False)
    def place(self, key: cython.longlong) -> cython.Py_ssize_t:
        """Return where a position is kept."""
        return ((key * SPREAD) & cython.cast(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)) >> 50

    @cython.cfunc
    @cython.exceptval(check=False)
    def depth(self, present: cython.int) -> cython.int:
        """Return the number of bricks left."""
        left: cython.int = 0
        while present:
            left += 1
            present &= present - 1
        return left

    @cython.cfunc
    @cython.exceptval(check=False)
    def tried(
        self,
        present: cython.int,
        key: cython.longlong,
        player: cython.int,
        move: cython.int,
        low: cython.int,
        high: cython.int,
    ) -> cython.int:
        """Return `search` after a move, brick * 3 + hand."""
        brick: cython.int = move // HANDS
        hand: cython.int = player * HANDS + move % HANDS
        self.put(hand, brick)
        value: cython.int = self.search(
            present & ~(1 << brick), key + (hand + 1) * self.powers[brick], 1 - player, low, high
        )
        self.back(hand, brick)
        return value

    @cython.cfunc
    @cython.exceptval(check=False)
    def moves(self, present: cython.int, player: cython.int) -> cython.int:
        """List the moves, those that raise a hand's mean most first; return how many."""
        depth: cython.int = self.depth(present)
        number: cython.int = 0
        brick: cython.int
        hand: cython.int
        at: cython.int
        score: cython.float
        for brick in range(self.spaces):
            if not present >> brick & 1 or self.above[brick] & present:
                continue
            for hand in range(player * HANDS, player * HANDS + HANDS):
                if not self.room[hand]:
                    continue
                score = self.mean[hand, self.masks[hand] | 1 << brick] - self.mean[hand, self.masks[hand]]
                at = number
                while at > 0 and self.scores[depth, at - 1] < score:
                    self.scores[depth, at] = self.scores[depth, at - 1]
                    self.orders[depth, at] = self.orders[depth, at - 1]
                    at -= 1
                self.scores[depth, at] = score
                self.orders[depth, at] = brick * HANDS + hand % HANDS
                number += 1
        return number

    @cython.cfunc
    @cython.exceptval(check=False)
    def line(self, present: cython.int, key: cython.longlong, player: cython.int) -> cython.int:
        """Return how the hands end in one line of best play."""
        index: cython.int
        number: cython.int
        move: cython.int
        wanted: cython.int
        brick: cython.int
        hand: cython.int
        found: cython.int = 0
        depth: cython.int
        if not present:
            for hand in range(HANDS):
                found = (
                    3 * found
                    + 1
                    + self.compared(
                        self.strengths[hand, self.masks[hand]], self.strengths[3 + hand, self.masks[3 + hand]]
                    )
                )
            return found
        wanted = self.search(present, key, player, 0, 2)
        depth = self.depth(present)
        number = self.moves(present, player)
        for index in range(number):
            move = self.orders[depth, index]
            if self.tried(present, key, player, move, 0, 2) == wanted:
                brick = move // HANDS
                hand = player * HANDS + move % HANDS
                self.put(hand, brick)
                found = self.line(present & ~(1 << brick), key + (hand + 1) * self.powers[brick], 1 - player)
                self.back(hand, brick)
                return found
        return -1


@cython.cclass
class Closed:
    """Solve the end of a pyramid by what each player knows.

    At every move a player takes all placements of the bricks that they do not know as equal, and chooses what wins
    most matches on average, the first of equals; the others are known to do the same.

    Bricks of one *class* are equal to all hands and have bits next to each other; a hand holds the lowest of them. A
    *pair* is what was put into two hands that meet. Bricks that are equal to all pairs form a *group*. A position
    is solved at once for all *placements*, numbers to the base of its groups with a digit for each space, and kept by
    its spaces and pairs: the number of its groups, the group of each class, and the code of each placement.
    """

    strengths: cython.int[:, ::1]
    above: cython.int[::1]
    match: cython.uchar[::1]
    knows: cython.int[::1]
    room: cython.int[::1]
    ranges: cython.int[::1]
    left: cython.int[::1]
    classes: cython.int
    header: cython.int
    numbers: dict
    pairs: cython.int
    masks: cython.int[:, ::1]
    lacks: cython.int[:, ::1]
    steps: cython.int[:, ::1]
    alike: cython.uchar[:, ::1]
    lows: cython.int[::1]
    highs: cython.int[::1]
    levels: cython.int[:, ::1]
    orders: cython.int[:, ::1]
    labels: cython.int[:, ::1]
    firsts: cython.int[:, ::1]
    sizes: cython.int[:, ::1]
    keys: cython.longlong[::1]
    starts: cython.longlong[::1]
    codes: cython.uchar[::1]
    end: cython.longlong
    tables: cython.uchar[::1]
    tables_end: cython.longlong
    sums: cython.longlong[::1]
    sums_end: cython.longlong
    places: cython.int[::1]
    work: cython.longlong
    limit: cython.longlong

    def __init__(self, strengths, above, match, knows, room, sizes, limit: cython.longlong):
        """``strengths[hand, mask]`` count from 0 for two hands that meet; ``sizes`` are the numbers of bricks by class.

        ``knows`` are masks of the spaces whose bricks each player knows, ``room`` is how many bricks each of the six
        hands lacks, and ``limit`` how many codes may be looked at.
        """
        self.strengths = strengths
        self.above = above
        self.match = match
        self.knows = knows
        self.room = room
        self.classes = len(sizes)
        self.header = 1 + len(sizes)
        ends = np.cumsum(sizes)
        self.ranges = ((1 << ends) - (1 << (ends - sizes))).astype(np.int32)
        self.left = np.array(sizes, np.int32)
        self.numbers = {}
        self.pairs = 0
        self.masks = np.zeros((PAIRS, 3), np.int32)  # of both hands, and their number
        self.lacks = np.zeros((PAIRS, 2), np.int32)
        self.steps = np.zeros((PAIRS, 2 * len(sizes)), np.int32)
        self.alike = np.zeros((PAIRS, len(sizes)), np.uint8)
        self.lows = np.zeros(PAIRS, np.int32)
        self.highs = np.zeros(PAIRS, np.int32)
        self.levels = np.zeros((2, int(strengths.max()) + 1), np.int32)
        self.orders = np.zeros((SPACES + 1, SPACES), np.int32)
        self.labels = np.zeros((SPACES + 1, len(sizes)), np.int32)
        self.firsts = np.zeros((SPACES + 1, len(sizes)), np.int32)
        self.sizes = np.zeros((SPACES + 1, len(sizes)), np.int32)
        self.keys = np.zeros(SOLVED, np.int64)
        self.starts = np.zeros(SOLVED, np.int64)
        self.codes = np.zeros(CODES_ROOM, np.uint8)
        self.tables = np.zeros(TABLES_ROOM, np.uint8)
        self.tables_end = 0
        self.sums = np.zeros(TABLES_ROOM, np.int64)
        self.sums_end = 0
        self.places = np.zeros(TABLES_ROOM, np.int32)
        self.work = 0
        self.limit = limit
        for number in range(HANDS):
            self.pair(number, 0, 0)
        self.end = CODES * (self.header + 1)
        for number in range(CODES):
            self.codes[number * (self.header + 1)] = 1
            self.codes[number * (self.header + 1) + self.header] = number

    def groups(self) -> list[int]:
        """Return the group of each class before the first move."""
        self.group(0, 0, 1, 2)
        return list(self.labels[0])

    def count(self, present: cython.int, hand: cython.int, put: cython.int, known, counts) -> bool:
        """Add up how the game ends when a brick of class ``put`` goes into a hand: ``counts[code]``, over placements.

        ``present`` are the spaces left, and ``known[space]`` is the class of the brick known to lie there, or -1.
        Return false where that takes more than the limit.
        """
        player: cython.int = 1 - hand // HANDS
        pairs = [0, 1, 2]
        pairs[hand % HANDS] = self.step(hand % HANDS, 1 - player, put)
        self.left[put] -= 1
        start: cython.longlong = self.solve(present, player, pairs[0], pairs[1], pairs[2])
        level: cython.int
        at: cython.int
        one: cython.int
        if start >= 0:
            level = self.order(present, player)
            for one in range(self.codes[start]):
                self.sizes[level, one] = 0
            for one in range(self.classes):
                self.sizes[level, self.codes[start + 1 + one]] += self.left[one]
            digits = np.full(SPACES, -1, np.int32)
            for at in range(level):
                one = known[self.orders[level, at]]
                if one >= 0:
                    digits[at] = self.codes[start + 1 + one]
                    self.sizes[level, digits[at]] -= 1
            self.add(level, level, start + self.header, self.codes[start], 1, digits, counts)
        self.left[put] += 1
        return start >= 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def add(
        self,
        level: cython.int,
        row: cython.int,
        start: cython.longlong,
        groups: cython.int,
        weight: cython.longlong,
        digits: cython.int[::1],
        counts: cython.longlong[::1],
    ) -> cython.void:
        """Add up the codes over the placements of the bricks not known in the first ``row`` spaces of a level."""
        one: cython.int
        stride: cython.longlong
        if row == 0:
            counts[self.codes[start]] += weight
            return
        row -= 1
        stride = self.power(groups, row)
        if digits[row] >= 0:
            self.add(level, row, start + digits[row] * stride, groups, weight, digits, counts)
            return
        for one in range(groups):
            if self.sizes[level, one] > 0:
                self.sizes[level, one] -= 1
                self.add(
                    level, row, start + one * stride, groups, weight * (self.sizes[level, one] + 1), digits, counts
                )
                self.sizes[level, one] += 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def power(self, base: cython.int, exponent: cython.int) -> cython.longlong:
        """Return base ** exponent."""
        found: cython.longlong = 1
        while exponent:
            found *= base
            exponent -= 1
        return found

    @cython.cfunc
    @cython.exceptval(check=False)
    def order(self, present: cython.int, player: cython.int) -> cython.int:
        """List the spaces of a level in the order of its digits, first those that the player does not know.

        Return the level: how many spaces there are.
        """
        level: cython.int = 0
        at: cython.int = 0
        space: cython.int
        known: cython.int
        for space in range(self.above.shape[0]):
            level += present >> space & 1
        for known in range(2):
            for space in range(self.above.shape[0]):
                if present >> space & 1 and (self.knows[player] >> space & 1) == known:
                    self.orders[level, at] = space
                    at += 1
        return level

    @cython.cfunc
    def pair(self, number: cython.int, one: cython.int, other: cython.int) -> cython.int:
        """Return the pair of these two hands of a number."""
        key = (number, one, other)
        if key in self.numbers:
            return self.numbers[key]
        new: cython.int = self.pairs
        at: cython.int
        if new == 1 << PAIR_BITS:
            raise MemoryError("too many pairs of hands")
        if new == self.lows.shape[0]:
            self.masks = np.concatenate([self.masks, np.zeros_like(self.masks)])
            self.lacks = np.concatenate([self.lacks, np.zeros_like(self.lacks)])
            self.steps = np.concatenate([self.steps, np.zeros_like(self.steps)])
            self.alike = np.concatenate([self.alike, np.zeros_like(self.alike)])
            self.lows = np.concatenate([self.lows, np.zeros_like(self.lows)])
            self.highs = np.concatenate([self.highs, np.zeros_like(self.highs)])
        self.numbers[key] = new
        self.pairs += 1
        self.masks[new, 0] = one
        self.masks[new, 1] = other
        self.masks[new, 2] = number
        self.lacks[new, 0] = self.room[number]
        self.lacks[new, 1] = self.room[HANDS + number]
        while one:
            self.lacks[new, 0] -= 1
            one &= one - 1
        while other:
            self.lacks[new, 1] -= 1
            other &= other - 1
        for at in range(2 * self.classes):
            self.steps[new, at] = -1
        self.describe(new, number)
        return new

    @cython.cfunc
    def step(self, pair: cython.int, player: cython.int, put: cython.int) -> cython.int:
        """Return the pair after a brick of a class went into a player's hand."""
        at: cython.int = player * self.classes + put
        one: cython.int = self.masks[pair, 0]
        other: cython.int = self.masks[pair, 1]
        new: cython.int = self.steps[pair, at]
        if new < 0:
            if player == 0:
                one = self.joined(one, put)
            else:
                other = self.joined(other, put)
            new = self.pair(self.masks[pair, 2], one, other)
            self.steps[pair, at] = new
        return new

    @cython.cfunc
    @cython.exceptval(check=False)
    def joined(self, mask: cython.int, put: cython.int) -> cython.int:
        """Return a hand's bricks with the next one of a class."""
        bits: cython.int = self.ranges[put]
        return mask | (((mask & bits) + (bits & -bits)) & bits)

    @cython.cfunc
    @cython.exceptval(check=False)
    def describe(self, pair: cython.int, number: cython.int) -> cython.void:
        """Write which hand of a pair may still be better, and which classes are alike to both."""
        one: cython.int
        other: cython.int
        found: cython.int
        rank: cython.int
        own: cython.int
        least = cython.declare(cython.int[2])
        most = cython.declare(cython.int[2])
        for one in range(2):
            for rank in range(self.levels.shape[1]):
                self.levels[one, rank] = 0
            self.complete(number + HANDS * one, one, self.masks[pair, one], 0, self.lacks[pair, one])
        for one in range(2):
            least[one] = most[one] = -1
            for rank in range(self.levels.shape[1]):
                if self.levels[one, rank]:
                    most[one] = rank
                    if least[one] < 0:
                        least[one] = rank
        self.lows[pair] = 1 + (least[0] > most[1]) - (least[0] < most[1])
        self.highs[pair] = 1 + (most[0] > least[1]) - (most[0] < least[1])
        for one in range(self.classes):
            self.alike[pair, one] = 0
        if self.lows[pair] == self.highs[pair]:
            return
        for one in range(2):  # from now on the level of a strength is its place among those of the other hand
            found = 0
            for rank in range(self.levels.shape[1]):
                own = self.levels[one, rank]
                self.levels[one, rank] = 2 * found + own
                found += own
        for one in range(1, self.classes):
            self.alike[pair, one] = one
            for other in range(one):
                if (
                    self.alike[pair, other] == other
                    and self.masks[pair, 0] & self.ranges[other] != self.ranges[other]
                    and self.masks[pair, 1] & self.ranges[other] != self.ranges[other]
                    and self.same(number, 1, self.masks[pair, 0], 0, self.lacks[pair, 0] - 1, one, other)
                    and self.same(number + HANDS, 0, self.masks[pair, 1], 0, self.lacks[pair, 1] - 1, one, other)
                ):
                    self.alike[pair, one] = other
                    break

    @cython.cfunc
    @cython.exceptval(check=False)
    def complete(
        self, hand: cython.int, player: cython.int, mask: cython.int, first: cython.int, lacks: cython.int
    ) -> cython.void:
        """Mark the strengths that a hand can have in the end."""
        put: cython.int
        if lacks == 0:
            self.levels[player, self.strengths[hand, mask]] = 1
            return
        for put in range(first, self.classes):
            if mask & self.ranges[put] != self.ranges[put]:
                self.complete(hand, player, self.joined(mask, put), put, lacks - 1)

    @cython.cfunc
    @cython.exceptval(check=False)
    def same(
        self,
        hand: cython.int,
        against: cython.int,
        mask: cython.int,
        first: cython.int,
        lacks: cython.int,
        one: cython.int,
        other: cython.int,
    ) -> cython.bint:
        """Return whether it never matters to a hand which of two bricks goes into it, with ``lacks`` others."""
        put: cython.int
        bits: cython.int
        if lacks < 0:
            return True
        if lacks == 0:
            bits = self.ranges[one]
            if mask & bits == bits:
                return True
            bits = self.ranges[other]
            if mask & bits == bits:
                return True
            return (
                self.levels[against, self.strengths[hand, self.joined(mask, one)]]
                == self.levels[against, self.strengths[hand, self.joined(mask, other)]]
            )
        for put in range(first, self.classes):
            if mask & self.ranges[put] != self.ranges[put] and not self.same(
                hand, against, self.joined(mask, put), put, lacks - 1, one, other
            ):
                return False
        return True

    @cython.cfunc
    @cython.exceptval(check=False)
    def group(self, level: cython.int, one: cython.int, two: cython.int, three: cython.int) -> cython.int:
        """Write the groups of three pairs: of each class, and of each group the first class and its bricks left.

        Return how many there are.
        """
        found: cython.int = 0
        put: cython.int
        first: cython.int
        at: cython.int
        for put in range(self.classes):
            self.labels[level, put] = 0
            if not self.left[put]:
                continue
            at = 0
            while at < found:
                first = self.firsts[level, at]
                if (
                    self.alike[one, put] == self.alike[one, first]
                    and self.alike[two, put] == self.alike[two, first]
                    and self.alike[three, put] == self.alike[three, first]
                ):
                    break
                at += 1
            if at == found:
                self.firsts[level, at] = put
                self.sizes[level, at] = 0
                found += 1
            self.labels[level, put] = at
            self.sizes[level, at] += self.left[put]
        return found

    @cython.cfunc
    def solve(
        self, present: cython.int, player: cython.int, one: cython.int, two: cython.int, three: cython.int
    ) -> cython.longlong:
        """Return where a position's solution begins in ``codes``; -1 where it takes more than the limit."""
        least: cython.int = POWERS[0] * self.lows[one] + POWERS[1] * self.lows[two] + POWERS[2] * self.lows[three]
        most: cython.int = POWERS[0] * self.highs[one] + POWERS[1] * self.highs[two] + POWERS[2] * self.highs[three]
        if least == most:
            return least * (self.header + 1)
        key: cython.longlong = (
            (cython.cast(cython.longlong, one) << PAIR_BITS | two) << PAIR_BITS | three
        ) << SPACES | present
        place: cython.Py_ssize_t = ((key * SPREAD) & cython.cast(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)) >> SOLVED_SHIFT
        if self.keys[place] == key:
            return self.starts[place]
        level: cython.int = self.order(present, player)
        groups: cython.int = self.group(level, one, two, three)
        size: cython.longlong = self.power(groups, level)
        pairs = cython.declare(cython.int[3], [one, two, three])
        spaces = cython.declare(cython.int[10])
        hands = cython.declare(cython.int[3])
        takes: cython.int = 0
        puts: cython.int = 0
        at: cython.int
        for at in range(self.above.shape[0]):
            if present >> at & 1 and not self.above[at] & present:
                spaces[takes] = at
                takes += 1
        for at in range(HANDS):
            if self.lacks[pairs[at], player]:
                hands[puts] = at
                puts += 1
        if self.match[least] == self.match[most]:  # the match is over, and the first move as good as any
            takes = puts = 1
        self.work += size * takes * puts
        if self.work > self.limit:
            return -1
        known: cython.int = 0
        for at in range(level):
            known += self.knows[player] >> self.orders[level, at] & 1
        own: cython.longlong = self.power(groups, known)
        tables: cython.longlong = self.tables_end
        sums: cython.longlong = self.sums_end
        self.tables_end += size * (takes + puts)
        self.sums_end += size + own * takes
        self.make_room()
        hand: cython.int
        beside: cython.int
        start: cython.longlong = 0
        for at in range(takes):
            for hand in range(puts):
                if not self.moved(
                    level,
                    groups,
                    present,
                    player,
                    pairs,
                    spaces[at],
                    hands[hand],
                    tables + size * (at if puts == 1 else takes + hand),
                ):
                    start = -1
                    break
            if start < 0:
                break
            if takes + puts > 2:
                if at == 0:
                    self.weigh(level, groups, level, 1, sums, size)
                beside = 0
                while self.orders[level, beside] != spaces[at]:
                    beside += 1
                self.put(player, groups, beside, tables, at, takes, puts, sums, size, own)
        if start == 0:
            start = self.end
            self.end += self.header + size
            self.make_room()
            self.keep(level, groups, tables, takes, sums + size, size, own)
            self.keys[place] = key
            self.starts[place] = start
        self.tables_end = tables
        self.sums_end = sums
        return start

    @cython.cfunc
    def make_room(self) -> cython.void:
        """Let the arrays grow with what they hold."""
        while self.end > self.codes.shape[0]:
            self.codes = np.concatenate([self.codes, np.zeros_like(self.codes)])
        while self.tables_end > self.tables.shape[0]:
            self.tables = np.concatenate([self.tables, np.zeros_like(self.tables)])
        while self.sums_end > self.sums.shape[0]:
            self.sums = np.concatenate([self.sums, np.zeros_like(self.sums)])
        while self.tables_end > self.places.shape[0]:
            self.places = np.zeros(2 * self.places.shape[0], np.int32)

    @cython.cfunc
    def moved(
        self,
        level: cython.int,
        groups: cython.int,
        present: cython.int,
        player: cython.int,
        pairs: cython.p_int,
        space: cython.int,
        hand: cython.int,
        table: cython.longlong,
    ) -> cython.bint:
        """Write the codes after the brick of a space went into a hand. Return false past the limit."""
        at: cython.int = 0
        group: cython.int
        put: cython.int
        old: cython.int = pairs[hand]
        later: cython.int = present & ~(1 << space)
        child: cython.longlong
        stride: cython.longlong
        while self.orders[level, at] != space:
            at += 1
        stride = self.power(groups, at)
        for group in range(groups):
            put = self.firsts[level, group]
            pairs[hand] = self.step(old, player, put)
            self.left[put] -= 1
            child = self.solve(later, 1 - player, pairs[0], pairs[1], pairs[2])
            if child >= 0:
                self.gather(level, groups, later, 1 - player, at, child, table + group * stride, stride)
            self.left[put] += 1
            pairs[hand] = old
            if child < 0:
                return False
        return True

    @cython.cfunc
    @cython.exceptval(check=False)
    def gather(
        self,
        level: cython.int,
        groups: cython.int,
        present: cython.int,
        player: cython.int,
        without: cython.int,
        child: cython.longlong,
        table: cython.longlong,
        stride: cython.longlong,
    ) -> cython.void:
        """Copy the codes of the position after a move to every ``groups`` * ``stride`` in a table."""
        base: cython.int = self.codes[child]
        count: cython.longlong = 1
        row: cython.longlong
        at: cython.int
        beside: cython.int
        digit: cython.int
        step: cython.longlong
        more: cython.longlong
        code: cython.uchar
        rows: cython.longlong = self.power(groups, level - 1) // stride
        child += self.header
        if base == 1:
            code = self.codes[child]
            for row in range(rows):
                for more in range(stride):
                    self.tables[table + row * groups * stride + more] = code
            return
        to = cython.declare(cython.int[20])
        for digit in range(groups):
            to[digit] = 0
        for digit in range(self.classes):
            if self.left[digit]:
                to[self.labels[level, digit]] = self.codes[child - self.header + 1 + digit]
        self.order(present, player)
        self.places[0] = 0
        for at in range(level):
            if at == without:
                continue
            beside = 0
            while self.orders[level - 1, beside] != self.orders[level, at]:
                beside += 1
            step = self.power(base, beside)
            for digit in range(groups - 1, -1, -1):
                more = to[digit] * step
                for row in range(count):
                    self.places[digit * count + row] = self.places[row] + more
            count *= groups
        count = 0
        for row in range(rows):
            for more in range(stride):
                self.tables[table + row * groups * stride + more] = self.codes[child + self.places[count]]
                count += 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def weigh(
        self,
        level: cython.int,
        groups: cython.int,
        row: cython.int,
        weight: cython.longlong,
        at: cython.longlong,
        size: cython.longlong,
    ) -> cython.void:
        """Write in how many ways bricks make each placement of the first ``row`` spaces, at ``at``."""
        group: cython.int
        more: cython.longlong
        if row == 0:
            self.sums[at] = weight
            return
        size = size // groups
        for group in range(groups):
            if weight and self.sizes[level, group] > 0:
                self.sizes[level, group] -= 1
                self.weigh(level, groups, row - 1, weight * (self.sizes[level, group] + 1), at, size)
                self.sizes[level, group] += 1
            else:
                for more in range(size):
                    self.sums[at + more] = 0
            at += size

    @cython.cfunc
    @cython.exceptval(check=False)
    def put(
        self,
        player: cython.int,
        groups: cython.int,
        at: cython.int,
        tables: cython.longlong,
        take: cython.int,
        takes: cython.int,
        puts: cython.int,
        sums: cython.longlong,
        size: cython.longlong,
        own: cython.longlong,
    ) -> cython.void:
        """Put the brick of digit ``at`` into its best hand: write the codes, and the sum for all that the player knows.

        ``own`` is the number of placements of the bricks that the player knows; those bricks have the highest digits.
        """
        block: cython.longlong = size // own
        stride: cython.longlong = self.power(groups, at)
        parts: cython.int = groups
        mine: cython.longlong
        part: cython.int
        hand: cython.int
        row: cython.longlong
        more: cython.longlong
        start: cython.longlong
        total: cython.longlong
        most: cython.longlong = 0
        best: cython.longlong = 0
        table: cython.longlong
        if stride >= block:
            stride = block
            parts = 1
        for mine in range(own):
            self.sums[sums + size + take * own + mine] = 0
            for part in range(parts):
                for hand in range(puts):
                    table = tables + size * (take if puts == 1 else takes + hand)
                    total = 0
                    for row in range(block // (stride * parts)):
                        start = mine * block + (row * parts + part) * stride
                        for more in range(start, start + stride):
                            total += self.sums[sums + more] * self.match[self.tables[table + more]]
                    if player == 1:
                        total = -total
                    if hand == 0 or total > most:
                        most = total
                        best = table
                self.sums[sums + size + take * own + mine] += most
                if puts > 1:
                    for row in range(block // (stride * parts)):
                        start = mine * block + (row * parts + part) * stride
                        for more in range(start, start + stride):
                            self.tables[tables + size * take + more] = self.tables[best + more]

    @cython.cfunc
    @cython.exceptval(check=False)
    def keep(
        self,
        level: cython.int,
        groups: cython.int,
        tables: cython.longlong,
        takes: cython.int,
        sums: cython.longlong,
        size: cython.longlong,
        own: cython.longlong,
    ) -> cython.void:
        """Keep a position with the best take for all that the player knows."""
        start: cython.longlong = self.end - size
        block: cython.longlong = size // own
        mine: cython.longlong
        more: cython.longlong
        take: cython.int
        best: cython.int
        self.codes[start - self.header] = groups
        for take in range(self.classes):
            self.codes[start - self.classes + take] = self.labels[level, take]
        for mine in range(own):
            best = 0
            for take in range(1, takes):
                if self.sums[sums + take * own + mine] > self.sums[sums + best * own + mine]:
                    best = take
            for more in range(mine * block, mine * block + block):
                self.codes[start + more] = self.tables[tables + best * size + more]
