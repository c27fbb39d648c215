"""The end of a pyramid: every order of taking its last bricks. The slow twins are in the tests.

`Opened` solves worlds in which both players see every brick, by alpha-beta search. `Closed` solves the game as the
players know it: each move is best on average over all *placements* of the bricks that its player does not know. It
solves all placements of a position together, and each position once, however it is reached and whatever its bricks are
named. For that `HandPairs` numbers what may still come of two hands that meet, `Closed.solve` first solves what the
moves lead to, and `Bag` counts in how many ways the unknown bricks make each placement. `endgame` calls
both and says where they are used.

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
SPREAD = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
LARGEST = cython.declare(cython.int, 0x7FFFFFFF)
POWERS = cython.declare(cython.int[3], [9, 3, 1])  # of the digits of a code
PAIRS = cython.declare(cython.int, 1 << 10)  # of hands that meet, for which there is room at first
SOLVED = cython.declare(cython.int, 1 << 20)  # positions in the table of those solved
SOLVED_SHIFT = cython.declare(cython.int, 44)  # leaves the bits of a place in it
CODES_ROOM = cython.declare(cython.int, 1 << 26)  # of positions solved, at first: memory is taken when it is used
POOL_ROOM = cython.declare(cython.int, 1 << 22)  # numbers, at first
WEIGHTS_ROOM = cython.declare(cython.int, 1 << 21)  # numbers of ways that are kept, at most
WEIGHED = cython.declare(cython.int, 1 << 15)  # bags of which the weights are kept
WEIGHED_SHIFT = cython.declare(cython.int, 49)
MATCH_BIT = cython.declare(cython.int, 5)  # of a code kept
CODE_BITS = cython.declare(cython.int, 31)
ALL_BITS = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
POSITION_WORK = cython.declare(cython.int, 1500)  # placements solved in the time that a position takes
CHOICE_WORK = cython.declare(cython.int, 8)  # and that a brick takes for each choice


@cython.cfunc
@cython.exceptval(check=False)
def _power(base: cython.int, exponent: cython.int) -> cython.longlong:
    """Return base ** exponent."""
    found: cython.longlong = 1
    while exponent:
        found *= base
        exponent -= 1
    return found


@cython.cfunc
@cython.exceptval(check=False)
def _falling(bricks: cython.int, number: cython.int) -> cython.longlong:
    """Return in how many ways some of the bricks lie in a number of spaces."""
    found: cython.longlong = 1
    while number > 0:
        found *= bricks
        bricks -= 1
        number -= 1
    return found


@cython.cfunc
@cython.exceptval(check=False)
def _mixed(key: cython.ulonglong, value: cython.ulonglong) -> cython.ulonglong:
    """Return a number that depends on all bits of two others."""
    key = ((key ^ cython.cast(cython.ulonglong, value)) * SPREAD) & ALL_BITS
    return key ^ key >> 29


@cython.cfunc
def _doubled(array):
    """Return an array with as many zeros after it."""
    return np.concatenate([array, np.zeros_like(array)])


@cython.cclass
class Opened:
    """Solve pyramids whose bricks everyone sees, up to ten of them: both players take and put as well as can be.

    ``masks[hand]`` is what was put into a hand so far, and ``best``, ``worst`` and ``mean``, by hand and mask, bound
    what it can become. A position's key is 1 plus the sum of (hand + 1) * 7 ** brick over the bricks put, ``powers``
    being those of 7; a table of ``keys`` keeps the least and the most that its match can be, ``lows`` and ``highs``. By
    the number of bricks left, ``orders`` are the moves to try and ``scores`` what they are sorted by.
    """

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


@cython.final
@cython.cclass
class HandPairs:
    """Pairs of hands that meet, numbered by what was put into both, and what may still come of each pair.

    Bricks of one *class* are equal to all hands and have bits next to each other; a hand holds the lowest of them. The
    *future* of a pair is what may still come of it, whatever the names of the bricks: which of them are alike to it (of
    one *label*), and the futures that they lead to.
    """

    strengths: cython.int[:, ::1]
    room: cython.int[::1]
    ranges: cython.int[::1]
    classes: cython.int
    numbers: dict
    futures: dict
    number: cython.int
    masks: cython.int[:, ::1]
    lacks: cython.int[:, ::1]
    steps: cython.int[:, ::1]
    alike: cython.uchar[:, ::1]
    lows: cython.int[::1]
    highs: cython.int[::1]
    future: cython.int[::1]
    description: cython.int[::1]
    levels: cython.int[:, ::1]

    def __init__(self, strengths, room, sizes):
        """``strengths``, ``room`` and ``sizes`` are those of `Closed`. The pairs 0 to 2 have no bricks yet."""
        number: cython.int
        self.strengths = strengths
        self.room = room
        self.classes = len(sizes)
        ends = np.cumsum(sizes)
        self.ranges = ((1 << ends) - (1 << (ends - sizes))).astype(np.int32)
        self.numbers = {}
        self.futures = {}
        self.number = 0
        self.masks = np.zeros((PAIRS, 3), np.int32)  # of both hands, and their number
        self.lacks = np.zeros((PAIRS, 2), np.int32)  # bricks, of both hands
        # The pair after a player put a brick of a class, or -1:
        self.steps = np.zeros((PAIRS, 2 * len(sizes)), np.int32)
        self.alike = np.zeros((PAIRS, len(sizes)), np.uint8)  # the label of each class
        self.lows = np.zeros(PAIRS, np.int32)  # how the hands end at worst and at best for player 0: 0, 1 or 2
        self.highs = np.zeros(PAIRS, np.int32)
        self.future = np.full(PAIRS, -1, np.int32)
        self.description = np.zeros(4 + 2 * len(sizes) * (1 + len(sizes)), np.int32)  # of the future being numbered
        self.levels = np.zeros((2, int(strengths.max()) + 1), np.int32)
        for number in range(HANDS):
            self.pair(number, 0, 0)

    @cython.cfunc
    def pair(self, number: cython.int, one: cython.int, other: cython.int) -> cython.int:
        """Return the pair of these two hands of a number."""
        key = (number, one, other)
        if key in self.numbers:
            return self.numbers[key]
        new: cython.int = self.number
        at: cython.int
        if new == self.lows.shape[0]:
            self.masks = _doubled(self.masks)
            self.lacks = _doubled(self.lacks)
            self.steps = _doubled(self.steps)
            self.alike = _doubled(self.alike)
            self.lows = _doubled(self.lows)
            self.highs = _doubled(self.highs)
            self.future = np.concatenate([self.future, np.full_like(self.future, -1)])
        self.numbers[key] = new
        self.number += 1
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
        """Return the pair after a brick of a class went into a player's hand, its future foreseen."""
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
            self.add_future(new)
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
    def spent(self, pair: cython.int, put: cython.int) -> cython.bint:
        """Return whether all bricks of a class are in a pair of hands."""
        bits: cython.int = self.ranges[put]
        one: cython.int = self.masks[pair, 0] & bits
        other: cython.int = self.masks[pair, 1] & bits
        while bits:
            bits &= bits - 1
            if one:
                one &= one - 1
            elif other:
                other &= other - 1
            else:
                return False
        return True

    @cython.cfunc
    def add_future(self, pair: cython.int) -> cython.void:
        """Number the future of a pair, and its labels in an order that does not depend on the names of bricks."""
        put: cython.int
        other: cython.int
        player: cython.int
        label: cython.int
        labels: cython.int = 0
        size: cython.int = 3
        after: cython.int
        worth: cython.longlong
        if self.future[pair] >= 0:
            return
        if self.lows[pair] == self.highs[pair]:
            key = (self.lows[pair], self.lacks[pair, 0], self.lacks[pair, 1])
            self.future[pair] = self.futures.setdefault(key, len(self.futures))
            return
        for player in range(2):
            for put in range(self.classes):
                if self.lacks[pair, player] and self.masks[pair, player] & self.ranges[put] != self.ranges[put]:
                    self.step(pair, player, put)
        firsts = cython.declare(cython.int[32])  # of each label a class of which a brick is left
        worths = cython.declare(cython.longlong[32])
        names = cython.declare(cython.int[32])
        for put in range(self.classes):
            if self.spent(pair, put):
                continue
            label = 0
            while label < labels and names[label] != self.alike[pair, put]:
                label += 1
            if label < labels:
                continue
            worth = self.future_after(pair, 0, put) * (1 << 31) + self.future_after(pair, 1, put)
            label = labels
            while label and worths[label - 1] > worth:
                worths[label] = worths[label - 1]
                names[label] = names[label - 1]
                firsts[label] = firsts[label - 1]
                label -= 1
            worths[label] = worth
            names[label] = self.alike[pair, put]
            firsts[label] = put
            labels += 1
        for put in range(self.classes):
            label = 0
            while label < labels and names[label] != self.alike[pair, put]:
                label += 1
            self.alike[pair, put] = 0 if label == labels else label
        self.description[0] = self.lacks[pair, 0]
        self.description[1] = self.lacks[pair, 1]
        self.description[2] = labels
        for label in range(labels):
            for player in range(2):
                after = self.steps[pair, player * self.classes + firsts[label]]
                self.description[size] = self.future_after(pair, player, firsts[label])
                size += 1
                if after < 0:
                    continue
                for other in range(labels):
                    self.description[size + other] = -1
                for put in range(self.classes):
                    if not self.spent(after, put):
                        self.description[size + self.alike[pair, put]] = self.alike[after, put]
                size += labels
        key = bytes(self.description[:size])
        self.future[pair] = self.futures.setdefault(key, len(self.futures))

    @cython.cfunc
    @cython.exceptval(check=False)
    def future_after(self, pair: cython.int, player: cython.int, put: cython.int) -> cython.longlong:
        """Return the future after a brick went into a player's hand of a pair, or -1."""
        after: cython.int = self.steps[pair, player * self.classes + put]
        return -1 if after < 0 else self.future[after]

    @cython.cfunc
    @cython.exceptval(check=False)
    def labels(self, one: cython.int, two: cython.int, three: cython.int, put: cython.int) -> cython.int:
        """Return the labels of a class in three pairs, as one number."""
        return (self.alike[one, put] << 5 | self.alike[two, put]) << 5 | self.alike[three, put]

    @cython.cfunc
    @cython.exceptval(check=False)
    def least(self, one: cython.int, two: cython.int, three: cython.int) -> cython.int:
        """Return the code if player 0 does as badly as can be in all hands."""
        return POWERS[0] * self.lows[one] + POWERS[1] * self.lows[two] + POWERS[2] * self.lows[three]

    @cython.cfunc
    @cython.exceptval(check=False)
    def most(self, one: cython.int, two: cython.int, three: cython.int) -> cython.int:
        """Return the code if player 0 does as well as can be in all hands."""
        return POWERS[0] * self.highs[one] + POWERS[1] * self.highs[two] + POWERS[2] * self.highs[three]


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
        self.keys = np.zeros(WEIGHED, np.uint64)
        self.starts = np.zeros(WEIGHED, np.int64)

    @cython.cfunc
    def weights_of(self, groups: cython.int, number: cython.int) -> cython.longlong:
        """Return where in ``weights`` it begins in how many ways the bag makes each placement of some spaces."""
        key: cython.ulonglong = _mixed(_mixed(0, groups), number)
        group: cython.int
        start: cython.longlong = self.end
        for group in range(groups):
            key = _mixed(key, self.bricks[group])
        key |= 1
        place: cython.Py_ssize_t = key >> WEIGHED_SHIFT
        if self.keys[place] == key:
            return self.starts[place]
        size: cython.longlong = _power(groups, number)
        if start + size > self.weights.shape[0]:
            self.keys[:] = 0
            start = 0
            if size > self.weights.shape[0]:
                self.weights = np.zeros(size, np.int32)
        self.weigh(groups, number, 1, start, size)
        self.keys[place] = key
        self.starts[place] = start
        self.end = start + size
        return start

    @cython.cfunc
    @cython.exceptval(check=False)
    def weigh(
        self, groups: cython.int, number: cython.int, weight: cython.int, at: cython.longlong, size: cython.longlong
    ) -> cython.void:
        """Write in how many ways the bricks of the bag make each placement of some spaces."""
        group: cython.int
        more: cython.longlong
        if number == 0:
            self.weights[at] = weight
            return
        size = size // groups
        for group in range(groups):
            if self.bricks[group] > 0:
                self.bricks[group] -= 1
                self.weigh(groups, number - 1, weight * (self.bricks[group] + 1), at, size)
                self.bricks[group] += 1
            else:
                for more in range(size):
                    self.weights[at + more] = 0
            at += size


@cython.final
@cython.cclass
class Closed:
    """Solve the end of a pyramid by what each player knows.

    At every move a player takes all placements of the bricks that they do not know as equal, and chooses what wins
    most matches on average, the first of equals; the others are known to do the same.

    Bricks that are alike to all three pairs of hands (`HandPairs`) form a *group*. A *shape* is what is known of the
    spaces left: who knows each, and what lies over what. A *level* is how many spaces are left.

    A position is a shape, three futures and how many bricks are in each group; it is found by a number of 64 bits that
    mixes them. Its solution is kept for all *placements*, numbers to the base of its groups with a digit for each
    space, the spaces that the player to act knows highest: that part is called ``mine``, the other ``theirs``. Kept are
    the code of each placement, with the match in the bits above ``MATCH_BIT``, and for each ``theirs`` the sum of the
    matches over all that may be ``mine``. A player chooses by these sums: they need not be counted again for every
    position that leads to this one. The first two positions after a question keep the sums only.
    """

    pairs: HandPairs
    bag: Bag
    match: cython.uchar[::1]
    owners: cython.int[:, ::1]
    after: cython.int[:, ::1]
    spaces: cython.int[::1]
    left: cython.int[::1]
    classes: cython.int
    moves: cython.int
    top: cython.int
    rows: dict
    groups_of: cython.int[:, ::1]
    sizes: cython.int[:, ::1]
    counts: cython.int[::1]
    changes: cython.int[:, ::1]
    children: cython.int[:, ::1]
    parts: cython.longlong[:, :, ::1]
    digits: cython.int[:, ::1]
    firsts: cython.int[:, ::1]
    hands: cython.int[:, ::1]
    known: cython.int[::1]
    unknown: cython.int[::1]
    own_ways: cython.longlong[::1]
    other_ways: cython.longlong[::1]
    over: cython.int[::1]
    open: cython.int[::1]
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
        self.owners, self.after, self.spaces = shapes
        self.match = match
        self.classes = len(sizes)
        self.left = np.array(sizes, np.int32)  # bricks of each class that are in no hand
        self.moves = HANDS * self.classes
        self.rows = {}
        # For each level a row of the position, and one for what each brick in each hand makes of it:
        rows = (SPACES + 1) * (1 + self.moves)
        self.groups_of = np.zeros((rows, len(sizes)), np.int32)  # the group of each class
        self.sizes = np.zeros((rows, len(sizes)), np.int32)  # bricks left of each group
        self.counts = np.zeros(rows, np.int32)  # of groups
        self.changes = np.zeros((rows, len(sizes)), np.int32)  # the group that each group of the level becomes
        self.children = np.zeros((rows, SPACES), np.int32)  # the position after a space is taken, or -2 - code
        self.parts = np.zeros((rows, 2, 2), np.int64)  # where in the pool the parts of a placement become others
        # For each level and space, its digit among those of ``mine`` or ``theirs``, and the first like it.
        self.digits = np.zeros((SPACES + 1, SPACES), np.int32)
        self.firsts = np.zeros((SPACES + 1, SPACES), np.int32)
        # For each level:
        self.hands = np.zeros((SPACES + 1, len(sizes)), np.int32)  # the hand chosen for a brick of each group
        self.known = np.zeros(SPACES + 1, np.int32)  # spaces that the player to act knows
        self.unknown = np.zeros(SPACES + 1, np.int32)
        self.own_ways = np.zeros(SPACES + 1, np.int64)  # of the unknown spaces, if a known one is taken
        self.other_ways = np.zeros(SPACES + 1, np.int64)  # if an unknown one is taken
        self.over = np.zeros(SPACES + 1, np.int32)  # whether the match is decided
        self.open = np.zeros(SPACES + 1, np.int32)  # hands that lack a brick, as bits
        self.keys = np.zeros(SOLVED, np.uint64)
        self.places = np.zeros(SOLVED, np.int32)
        self.starts = np.zeros(PAIRS, np.int64)
        self.sums_at = np.zeros(PAIRS, np.int64)
        self.positions = 0
        self.codes = np.zeros(CODES_ROOM, np.uint8)
        self.end = 0
        self.sums = np.zeros(POOL_ROOM, np.int64)
        self.sums_end = 0
        self.pool = np.zeros(POOL_ROOM, np.int32)
        self.pool_end = 0
        self.top = 0
        self.work = 0
        self.limit = limit

    def groups(self) -> list[int]:
        """Return the group of each class before the first move, without solving anything."""
        names: dict = {}
        return [names.setdefault(self.pairs.labels(0, 1, 2, put), len(names)) for put in range(self.classes)]

    def count(self, shape: cython.int, hand: cython.int, put: cython.int, known: cython.int[::1], counts) -> bool:
        """Add up how the game ends when a brick of class ``put`` goes into a hand: ``counts[code]``, over placements.

        ``shape`` is that of the spaces left, and ``known[space]`` is the class of the brick known to lie in each of
        them, or -1. Return false where that takes more than the limit.
        """
        player: cython.int = 1 - hand // HANDS
        pairs = cython.declare(cython.int[3], [0, 1, 2])
        at: cython.int
        for at in range(HANDS):
            self.pairs.add_future(at)
        pairs[hand % HANDS] = self.pairs.step(hand % HANDS, 1 - player, put)
        self.left[put] -= 1
        done = self.tally(shape, player, pairs, known, counts)
        self.left[put] += 1
        self.pool_end = 0
        return done

    @cython.cfunc
    def tally(
        self,
        shape: cython.int,
        player: cython.int,
        pairs: cython.p_int,
        known: cython.int[::1],
        counts: cython.longlong[::1],
    ) -> cython.bint:
        """Add up how the game ends from a position, over the placements of what is not known."""
        level: cython.int = self.spaces[shape]
        row: cython.int = level * (1 + self.moves)
        space: cython.int
        code: cython.int
        theirs: cython.longlong = 0
        mine: cython.longlong
        ways: cython.longlong
        if not level:  # that was the last brick: all hands are full
            counts[self.pairs.least(pairs[0], pairs[1], pairs[2])] += 1
            return True
        self.top = level
        self.group(row, pairs[0], pairs[1], pairs[2])
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
        for mine in range(_power(groups, self.known[level])):
            space = -1
            for theirs in range(0 if free else fixed, _power(groups, self.unknown[level]) if free else fixed + 1):
                ways = self.ways(shape, player, mine, theirs, known)
                if ways:
                    if space < 0:
                        space = self.choose(shape, player, mine)
                    code = self.reached(shape, player, pairs, mine, theirs, space)
                    if code < 0:
                        return False
                    counts[code] += ways
        return True

    @cython.cfunc
    @cython.exceptval(check=False)
    def ways(
        self,
        shape: cython.int,
        player: cython.int,
        mine: cython.longlong,
        theirs: cython.longlong,
        known: cython.int[::1],
    ) -> cython.longlong:
        """Return in how many ways bricks make a placement in which some are known."""
        level: cython.int = self.spaces[shape]
        row: cython.int = level * (1 + self.moves)
        groups: cython.int = self.counts[row]
        space: cython.int
        group: cython.int
        found: cython.longlong = 1
        for group in range(groups):
            self.bag.bricks[group] = self.sizes[row, group]
        for space in range(level):
            if known[space] >= 0:
                self.bag.bricks[self.groups_of[row, known[space]]] -= 1
        for space in range(level):
            group = (
                (mine if self.owners[shape, space] == player else theirs)
                // _power(groups, self.digits[level, space])
                % groups
            )
            if known[space] < 0:
                found *= self.bag.bricks[group]
                self.bag.bricks[group] -= 1
            elif group != self.groups_of[row, known[space]]:
                return 0
        return found

    @cython.cfunc
    def reached(
        self,
        shape: cython.int,
        player: cython.int,
        pairs: cython.p_int,
        mine: cython.longlong,
        theirs: cython.longlong,
        space: cython.int,
    ) -> cython.int:
        """Return the code of a placement after the move chosen; -1 where it takes more than the limit."""
        level: cython.int = self.spaces[shape]
        row: cython.int = level * (1 + self.moves)
        groups: cython.int = self.counts[row]
        stride: cython.longlong = _power(groups, self.digits[level, space])
        other: cython.int = self.owners[shape, space] != player
        group: cython.int
        if other:
            group = theirs // stride % groups
            theirs = theirs // (stride * groups) * stride + theirs % stride
        else:
            group = mine // stride % groups
            mine = mine // (stride * groups) * stride + mine % stride
        hand: cython.int = self.hands[level, group]
        row += 1 + group * HANDS + hand
        child: cython.int = self.children[row, space]
        if child < 0:
            return -2 - child
        mine = self.pool[self.parts[row, other, 0] + mine]
        theirs = self.pool[self.parts[row, other, 1] + theirs]
        if self.starts[child] >= 0:
            return self.codes[self.starts[child] + mine + theirs] & CODE_BITS
        key = (child, theirs)
        if key not in self.rows:
            theirs //= _power(self.counts[row], self.known[level] - (1 - other))
            self.rows[key] = self.part(level, self.after[shape, space], player, pairs, group, hand, theirs)
        start: cython.longlong = self.rows[key]
        return -1 if start < 0 else self.codes[start + mine] & CODE_BITS

    @cython.cfunc
    def part(
        self,
        level: cython.int,
        shape: cython.int,
        player: cython.int,
        pairs: cython.p_int,
        group: cython.int,
        hand: cython.int,
        mine: cython.longlong,
    ) -> cython.longlong:
        """Return where in ``codes`` the placements with ``mine`` begin after a brick went into a hand, or -1."""
        put: cython.int = self.member(level * (1 + self.moves), group)
        old: cython.int = pairs[hand]
        start: cython.longlong = -1
        pool_end: cython.longlong = self.pool_end
        row: cython.int = (level - 1) * (1 + self.moves)
        pairs[hand] = self.pairs.step(old, player, put)
        self.left[put] -= 1
        self.group(row, pairs[0], pairs[1], pairs[2])
        if self.prepare(shape, 1 - player, pairs[0], pairs[1], pairs[2]):
            start = self.end
            self.end += _power(self.counts[row], self.unknown[level - 1])
            self.make_room()
            self.fill(shape, 1 - player, mine, self.choose(shape, 1 - player, mine), start)
        self.left[put] += 1
        pairs[hand] = old
        self.pool_end = pool_end
        return start

    @cython.cfunc
    @cython.exceptval(check=False)
    def group(self, row: cython.int, one: cython.int, two: cython.int, three: cython.int) -> cython.ulonglong:
        """Write the groups of three pairs: how many, of each class, and how many bricks are left of each.

        Return a key of the futures and groups.
        """
        names = cython.declare(cython.int[32])
        found: cython.int = 0
        put: cython.int
        name: cython.int
        at: cython.int
        for put in range(self.classes):
            if not self.left[put]:
                continue
            name = self.pairs.labels(one, two, three, put)
            at = 0
            while at < found and names[at] != name:
                at += 1
            if at == found:
                while at and names[at - 1] > name:
                    names[at] = names[at - 1]
                    at -= 1
                names[at] = name
                self.sizes[row, found] = 0
                found += 1
        self.counts[row] = found
        for put in range(self.classes):
            if self.left[put]:
                name = self.pairs.labels(one, two, three, put)
                at = 0
                while names[at] != name:
                    at += 1
                self.groups_of[row, put] = at
                self.sizes[row, at] += self.left[put]
        key: cython.ulonglong = _mixed(
            _mixed(_mixed(0, self.pairs.future[one]), self.pairs.future[two]), self.pairs.future[three]
        )
        for at in range(found):
            key = _mixed(key, names[at] << 5 | self.sizes[row, at])
        return key

    @cython.cfunc
    @cython.exceptval(check=False)
    def member(self, row: cython.int, group: cython.int) -> cython.int:
        """Return a class of a group with bricks left."""
        put: cython.int = 0
        while not self.left[put] or self.groups_of[row, put] != group:
            put += 1
        return put

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
        found: cython.int = -1
        self.group(self.spaces[shape] * (1 + self.moves), one, two, three)
        if self.prepare(shape, player, one, two, three):
            found = self.keep(shape, player)
            self.keys[place] = key
            self.places[place] = found
        self.pool_end = pool_end
        return found

    @cython.cfunc
    def prepare(
        self, shape: cython.int, player: cython.int, one: cython.int, two: cython.int, three: cython.int
    ) -> cython.bint:
        """Solve what each brick in each hand leads to, after `group`. Return false past the limit."""
        level: cython.int = self.spaces[shape]
        row: cython.int = level * (1 + self.moves)
        groups: cython.int = self.counts[row]
        pairs = cython.declare(cython.int[3], [one, two, three])
        space: cython.int
        hand: cython.int
        group: cython.int
        put: cython.int
        old: cython.int
        bricks: cython.int = 0
        done: cython.bint
        self.known[level] = self.unknown[level] = 0
        for space in range(level):
            if self.owners[shape, space] == player:
                self.digits[level, space] = self.known[level]
                self.known[level] += 1
            else:
                self.digits[level, space] = self.unknown[level]
                self.unknown[level] += 1
            self.firsts[level, space] = 0
            while self.after[shape, self.firsts[level, space]] != self.after[shape, space]:
                self.firsts[level, space] += 1
        for group in range(groups):
            bricks += self.sizes[row, group]
        bricks -= self.known[level]
        self.own_ways[level] = _falling(bricks, self.unknown[level])
        self.other_ways[level] = _falling(bricks - 1, self.unknown[level] - 1)
        self.work += _power(groups, level) + CHOICE_WORK * _power(groups, self.known[level] + 1) + POSITION_WORK
        if self.work > self.limit:
            return False
        self.over[level] = self.match[self.pairs.least(one, two, three)] == self.match[self.pairs.most(one, two, three)]
        self.open[level] = 0
        for hand in range(HANDS):
            old = pairs[hand]
            if not self.pairs.lacks[old, player]:
                continue
            self.open[level] |= 1 << hand
            for group in range(groups):
                put = self.member(row, group)
                pairs[hand] = self.pairs.step(old, player, put)
                self.left[put] -= 1
                done = self.lead(shape, player, pairs, row, row + 1 + group * HANDS + hand)
                self.left[put] += 1
                pairs[hand] = old
                if not done:
                    return False
            if self.over[level]:  # the first move is as good as any
                break
        return True

    @cython.cfunc
    def lead(
        self, shape: cython.int, player: cython.int, pairs: cython.p_int, row: cython.int, later: cython.int
    ) -> cython.bint:
        """Solve the positions after a brick went into a hand, by space. Return false past the limit."""
        level: cython.int = self.spaces[shape]
        space: cython.int
        put: cython.int
        child: cython.int = -2 - self.pairs.least(pairs[0], pairs[1], pairs[2])
        key: cython.ulonglong
        place: cython.Py_ssize_t
        if -2 - child == self.pairs.most(pairs[0], pairs[1], pairs[2]):
            for space in range(level):
                self.children[later, space] = child
            return True
        futures: cython.ulonglong = self.group(later, pairs[0], pairs[1], pairs[2])
        for put in range(self.counts[row]):
            self.changes[later, put] = 0
        for put in range(self.classes):
            if self.left[put]:
                self.changes[later, self.groups_of[row, put]] = self.groups_of[later, put]
        for space in range(level):
            if self.after[shape, space] >= 0:
                if self.firsts[level, space] < space:
                    child = self.children[later, self.firsts[level, space]]
                else:
                    key = _mixed(futures, self.after[shape, space]) | 1
                    place = key >> SOLVED_SHIFT
                    child = self.places[place]
                    if self.keys[place] != key:
                        child = self.solve(self.after[shape, space], 1 - player, pairs[0], pairs[1], pairs[2], key)
                if child == -1:
                    return False
                self.children[later, space] = child
                if self.over[level]:
                    break
        mine: cython.int = self.known[level]
        theirs: cython.int = self.unknown[level]
        if mine:
            self.parts[later, 0, 0] = self.spread(later, self.counts[row], mine - 1, 0)
            self.parts[later, 0, 1] = self.spread(later, self.counts[row], theirs, mine - 1)
        if theirs:
            self.parts[later, 1, 0] = self.spread(later, self.counts[row], mine, 0)
            self.parts[later, 1, 1] = self.spread(later, self.counts[row], theirs - 1, mine)
        return True

    @cython.cfunc
    def spread(self, later: cython.int, groups: cython.int, number: cython.int, first: cython.int) -> cython.longlong:
        """Write what all numbers of some digits are after a move, where they begin with digit ``first``.

        Return where that is in the pool.
        """
        start: cython.longlong = self.pool_end
        filled: cython.longlong = 1
        group: cython.int
        at: cython.longlong
        more: cython.longlong
        base: cython.int = self.counts[later]
        scale: cython.longlong = _power(base, first)
        self.pool_end += _power(groups, number)
        self.make_room()
        self.pool[start] = 0
        while number:
            for group in range(groups - 1, -1, -1):
                more = self.changes[later, group] * scale
                for at in range(filled):
                    self.pool[start + group * filled + at] = self.pool[start + at] + more
            filled *= groups
            scale *= base
            number -= 1
        return start

    @cython.cfunc
    def make_room(self) -> cython.void:
        """Let the arrays grow with what they hold."""
        while self.end > self.codes.shape[0]:
            self.codes = _doubled(self.codes)
        while self.sums_end > self.sums.shape[0]:
            self.sums = _doubled(self.sums)
        while self.pool_end > self.pool.shape[0]:
            self.pool = _doubled(self.pool)
        while self.positions >= self.starts.shape[0]:
            self.starts = _doubled(self.starts)
            self.sums_at = _doubled(self.sums_at)

    @cython.cfunc
    @cython.exceptval(check=False)
    def worth(
        self, later: cython.int, space: cython.int, other: cython.int, at: cython.longlong, ways: cython.longlong
    ) -> cython.longlong:
        """Return the sum of the matches after a move, over all that a player does not know."""
        child: cython.int = self.children[later, space]
        if child < 0:
            return self.match[-2 - child] * ways
        return self.sums[self.sums_at[child] + self.pool[self.parts[later, other, 0] + at]]

    @cython.cfunc
    @cython.exceptval(check=False)
    def choose(self, shape: cython.int, player: cython.int, mine: cython.longlong) -> cython.int:
        """Return the space that a player takes from, and write into which hand each brick goes that may be there."""
        level: cython.int = self.spaces[shape]
        row: cython.int = level * (1 + self.moves)
        groups: cython.int = self.counts[row]
        first: cython.int = 0
        best: cython.int = -1
        most: cython.longlong = 0
        total: cython.longlong
        stride: cython.longlong
        space: cython.int
        group: cython.int
        at: cython.int
        hands = cython.declare(cython.int[32])
        while not self.open[level] >> first & 1:
            first += 1
        for group in range(groups):
            self.bag.bricks[group] = self.sizes[row, group]
            hands[group] = first
        stride = mine
        at = self.known[level]
        while at:
            self.bag.bricks[stride % groups] -= 1
            stride //= groups
            at -= 1
        for space in range(level):
            if self.after[shape, space] < 0:
                continue
            if self.owners[shape, space] == player:
                stride = _power(groups, self.digits[level, space])
                group = mine // stride % groups
                total = self.best_hand(
                    player,
                    row + 1 + group * HANDS,
                    space,
                    0,
                    mine // (stride * groups) * stride + mine % stride,
                    hands,
                    group,
                )
            elif self.firsts[level, space] < space:
                continue
            else:
                total = 0
                for group in range(groups):
                    if self.bag.bricks[group] > 0:
                        total += self.bag.bricks[group] * self.best_hand(
                            player, row + 1 + group * HANDS, space, 1, mine, hands, group
                        )
            if best < 0 or total > most:
                best = space
                most = total
                for group in range(groups):
                    self.hands[level, group] = hands[group]
            if self.over[level]:
                break
        return best

    @cython.cfunc
    @cython.exceptval(check=False)
    def best_hand(
        self,
        player: cython.int,
        later: cython.int,
        space: cython.int,
        other: cython.int,
        at: cython.longlong,
        hands: cython.p_int,
        group: cython.int,
    ) -> cython.longlong:
        """Write the best hand for a brick of a group, and return what it is worth to the player."""
        level: cython.int = later // (1 + self.moves)
        ways: cython.longlong = self.other_ways[level] if other else self.own_ways[level]
        hand: cython.int
        total: cython.longlong
        most: cython.longlong = 0
        first: cython.bint = True
        for hand in range(HANDS):
            if self.open[level] >> hand & 1:
                total = self.worth(later + hand, space, other, at, ways)
                if player == 1:
                    total = -total
                if first or total > most:
                    most = total
                    hands[group] = hand
                    first = False
        return most

    @cython.cfunc
    @cython.exceptval(check=False)
    def fill(
        self,
        shape: cython.int,
        player: cython.int,
        mine: cython.longlong,
        space: cython.int,
        start: cython.longlong,
    ) -> cython.void:
        """Write the codes of all placements of what the player does not know, after the move chosen."""
        level: cython.int = self.spaces[shape]
        row: cython.int = level * (1 + self.moves)
        groups: cython.int = self.counts[row]
        stride: cython.longlong = _power(groups, self.digits[level, space])
        blocks: cython.longlong = _power(groups, self.unknown[level]) // (stride * groups)
        other: cython.int = self.owners[shape, space] != player
        codes: cython.uchar[::1] = self.codes
        pool: cython.int[::1] = self.pool
        bases = cython.declare(cython.longlong[32])  # of each group, where its codes begin, or less than 0
        places = cython.declare(cython.longlong[32])  # and where in the pool it is written which of them come next
        first: cython.int = 0
        last: cython.int = groups
        group: cython.int
        child: cython.int
        later: cython.int
        code: cython.uchar
        at: cython.longlong
        base: cython.longlong
        place: cython.longlong
        if not other:
            first = mine // stride % groups
            last = first + 1
            mine = mine // (stride * groups) * stride + mine % stride
            stride = _power(groups, self.unknown[level])
            blocks = 1
        for group in range(first, last):
            later = row + 1 + group * HANDS + self.hands[level, group]
            child = self.children[later, space]
            if child < 0:
                bases[group] = child
            else:
                bases[group] = self.starts[child] + pool[self.parts[later, other, 0] + mine]
                places[group] = self.parts[later, other, 1]
        while blocks:
            for group in range(first, last):
                base = bases[group]
                if base < 0:
                    code = -2 - base | self.match[-2 - base] << MATCH_BIT
                    for at in range(stride):
                        codes[start + at] = code
                else:
                    place = places[group]
                    for at in range(stride):
                        codes[start + at] = codes[base + pool[place + at]]
                    places[group] += stride
                start += stride
            blocks -= 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def fill_bag(self, row: cython.int, number: cython.int, mine: cython.longlong) -> cython.longlong:
        """Fill the bag with what is left without some bricks; return in how many ways these come."""
        groups: cython.int = self.counts[row]
        group: cython.int
        found: cython.longlong = 1
        for group in range(groups):
            self.bag.bricks[group] = self.sizes[row, group]
        while number:
            group = mine % groups
            found *= self.bag.bricks[group]
            self.bag.bricks[group] -= 1
            mine //= groups
            number -= 1
        return found

    @cython.cfunc
    def keep(self, shape: cython.int, player: cython.int) -> cython.int:
        """Solve and keep a position for all placements, after `prepare`; return its number."""
        level: cython.int = self.spaces[shape]
        row: cython.int = level * (1 + self.moves)
        groups: cython.int = self.counts[row]
        number: cython.int = self.known[level]
        choices: cython.longlong = _power(groups, number)
        size: cython.longlong = _power(groups, self.unknown[level])
        secret: cython.bint = True  # whether each space is known to a player
        space: cython.int
        for space in range(level):
            secret &= self.owners[shape, space] >= 0
        stored: cython.bint = level < self.top - 1 or not secret
        position: cython.int = self.positions
        start: cython.longlong = self.end
        sums: cython.longlong = self.sums_end
        weights: cython.longlong
        ways: cython.longlong
        mine: cython.longlong
        theirs: cython.longlong
        at: cython.longlong
        self.positions += 1
        self.sums_end += size if secret else 1
        self.end += size * choices if stored else size
        self.make_room()
        self.starts[position] = start if stored else -1
        self.sums_at[position] = sums
        for mine in range(choices):
            ways = self.fill_bag(row, number, mine)
            if ways <= 0:
                continue
            weights = self.bag.weights_of(groups, self.unknown[level])
            at = start + mine * size if stored else start
            self.fill(shape, player, mine, self.choose(shape, player, mine), at)
            self.add(sums, weights, at, size, ways, secret)
        if secret:
            self.fill_bag(row, 0, 0)
            weights = self.bag.weights_of(groups, self.unknown[level])
            for theirs in range(size):
                if self.bag.weights[weights + theirs]:
                    self.sums[sums + theirs] //= self.bag.weights[weights + theirs]
        if not stored:
            self.end = start
        return position

    @cython.cfunc
    @cython.exceptval(check=False)
    def add(
        self,
        to: cython.longlong,
        weights: cython.longlong,
        at: cython.longlong,
        size: cython.longlong,
        ways: cython.int,
        secret: cython.bint,
    ) -> cython.void:
        """Add up matches by weight, for each placement or, where neither player knows any, for all."""
        sums: cython.longlong[::1] = self.sums
        codes: cython.uchar[::1] = self.codes
        weigh: cython.int[::1] = self.bag.weights
        theirs: cython.longlong
        weight: cython.int
        total: cython.longlong = 0
        if secret:
            for theirs in range(size):
                weight = weigh[weights + theirs] * (codes[at + theirs] >> MATCH_BIT)
                sums[to + theirs] += cython.cast(cython.longlong, weight) * ways
            return
        for theirs in range(size):
            total += weigh[weights + theirs] * (codes[at + theirs] >> MATCH_BIT)
        sums[to] += total
