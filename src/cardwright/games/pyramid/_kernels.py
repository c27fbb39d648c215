"""The end of a pyramid: every order of taking its last bricks. The slow twins are in the tests.

Bricks are bits, at most 16. The six hands are player * 3 + number, each a mask of the bricks put into it since the
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
CARD_BITS = cython.declare(cython.int, 4)
POWERS = cython.declare(cython.int[3], [9, 3, 1])  # of the digits of a code
LEVELS = cython.declare(cython.int, 6)  # bricks left in a closed pyramid: 0 to 5
FIRST_HAND_TABLE = cython.declare(cython.int, 5)  # of a level, after one for each space
TARGET_TABLE = cython.declare(cython.int, 8)  # the last of a level


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
    """Solve pyramids of at most five bricks by what each player knows.

    At every move a player takes all placements of the bricks that they do not know as equal, and chooses what wins
    most matches on average; the others are known to do the same. A *placement* has four bits for the brick of each
    space left, the first space lowest; for each, ``found`` keeps the code of the game that follows.
    """

    strengths: cython.int[:, ::1]
    above: cython.int[::1]
    match: cython.uchar[::1]
    room: cython.int[::1]
    masks: cython.int[::1]
    knows: cython.int[::1]
    found: cython.uchar[::1]
    starts: cython.longlong[::1]
    spaces: cython.int[:, ::1]
    shifts: cython.int[:, ::1]
    beside: cython.int[:, :, ::1]
    ends: cython.uchar[::1]
    own: cython.int[::1]
    other: cython.int[::1]
    bricks: cython.int
    unseen: cython.int

    def __init__(self, bricks: cython.int, strengths, above, match, knows):
        """``knows`` are masks of the spaces whose bricks each player knows; bricks are numbered below ``bricks``."""
        self.bricks = bricks
        self.strengths = strengths
        self.above = above
        self.match = match
        self.knows = knows
        spaces: cython.int = len(above)
        sizes = [0, 0] + [(1 + TARGET_TABLE) << (CARD_BITS * level) for level in range(2, spaces + 1)]
        self.starts = np.array([sum(sizes[:level]) for level in range(LEVELS)], np.int64)
        self.found = np.zeros(max(sum(sizes), 16), np.uint8)
        self.ends = np.zeros(1 << (2 * CARD_BITS), np.uint8)
        self.own = np.zeros(bricks, np.int32)
        self.other = np.zeros(bricks, np.int32)
        self.spaces = np.zeros((LEVELS, LEVELS), np.int32)
        self.shifts = np.zeros((LEVELS, LEVELS), np.int32)
        self.beside = np.zeros((LEVELS, 3, max(1, 1 << (CARD_BITS * spaces))), np.int32)

    def count(self, present: cython.int, unseen: cython.int, masks, room, player: cython.int, known, counts) -> None:
        """Add up how the game ends from a player's move on, over all placements: ``counts[code]``.

        ``unseen`` are the bricks that may lie in the spaces ``present``, ``known[space]`` those known to lie there, or
        -1. ``masks`` and ``room`` are of the six hands, and are used to work in.
        """
        space: cython.int
        level: cython.int = 0
        total: cython.longlong[::1] = counts
        lies: cython.int[::1] = known
        own: cython.int = 0
        start: cython.longlong
        placement: cython.int
        row: cython.int
        self.masks = masks
        self.room = room
        self.unseen = unseen
        for space in range(self.above.shape[0]):
            if present >> space & 1:
                self.spaces[0, level] = space
                level += 1
        start = self.table(level, TARGET_TABLE) if level > 1 else 0
        placement = 0
        for row in range(level):
            self.spaces[level, row] = self.spaces[0, row]
            self.shifts[level, row] = CARD_BITS * row
            if lies[self.spaces[level, row]] >= 0:
                own |= 1 << row
                placement |= lies[self.spaces[level, row]] << (CARD_BITS * row)
        self.fill(level, present, player, start)
        used: cython.int = 0
        for row in range(level):
            if own >> row & 1:
                used |= 1 << lies[self.spaces[level, row]]
        number: cython.int = self.others(level, own, True)
        for row in range(number):
            if not self.beside[level, 2, row] & used:
                total[self.found[start + placement + self.beside[level, 0, row]]] += 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def fill(self, level: cython.int, present: cython.int, player: cython.int, base: cython.longlong) -> cython.void:
        """Write the code of every placement, at ``base`` + the sum of brick << shift."""
        exposed: cython.int = 0
        number: cython.int = 0
        at: cython.int
        if level == 1:
            self.fill_last(player, base)
            return
        if level == 2:
            self.fill_two(present, player, base)
            return
        for at in range(level):
            exposed += not self.above[self.spaces[level, at]] & present
        for at in range(level):
            if not self.above[self.spaces[level, at]] & present:
                if exposed == 1:
                    self.fill_take(level, present, player, at, base, True)
                else:
                    self.fill_take(level, present, player, at, self.table(level, number), False)
                number += 1
        if exposed > 1:
            self.choose(level, player, self.known(level, player), 0, exposed, base, True)

    @cython.cfunc
    @cython.exceptval(check=False)
    def table(self, level: cython.int, number: cython.int) -> cython.longlong:
        """Return where a table of placements begins: one for each space, one for each hand, and the last."""
        return self.starts[level] + (cython.cast(cython.longlong, number) << (CARD_BITS * level))

    @cython.cfunc
    @cython.exceptval(check=False)
    def known(self, level: cython.int, player: cython.int) -> cython.int:
        """Return the spaces left whose bricks a player knows."""
        own: cython.int = 0
        at: cython.int
        for at in range(level):
            if self.knows[player] >> self.spaces[level, at] & 1:
                own |= 1 << at
        return own

    @cython.cfunc
    @cython.exceptval(check=False)
    def fill_take(
        self,
        level: cython.int,
        present: cython.int,
        player: cython.int,
        at: cython.int,
        base: cython.longlong,
        direct: cython.bint,
    ) -> cython.void:
        """Write the codes after taking from one space, each brick being put into its best hand.

        ``direct`` is true where ``base`` is the target of this level, with its shifts, and not one of its tables.
        """
        hand: cython.int
        hands: cython.int = 0
        number: cython.int = 0
        for hand in range(player * HANDS, player * HANDS + HANDS):
            hands += self.room[hand] > 0
        for hand in range(player * HANDS, player * HANDS + HANDS):
            if self.room[hand]:
                if hands == 1:
                    self.fill_move(level, present, player, at, hand, base, direct)
                else:
                    self.fill_move(
                        level, present, player, at, hand, self.table(level, FIRST_HAND_TABLE + number), False
                    )
                number += 1
        if hands > 1:
            self.choose(level, player, self.known(level, player) | 1 << at, FIRST_HAND_TABLE, hands, base, direct)

    @cython.cfunc
    @cython.exceptval(check=False)
    def fill_last(self, player: cython.int, base: cython.longlong) -> cython.void:
        """Write the codes of the last brick, which has one hand to go into."""
        hand: cython.int = player * HANDS
        brick: cython.int
        while not self.room[hand]:
            hand += 1
        for brick in range(self.bricks):
            if self.unseen >> brick & 1:
                self.masks[hand] |= 1 << brick
                self.found[base + (brick << self.shifts[1, 0])] = self.code()
                self.masks[hand] &= ~(1 << brick)

    @cython.cfunc
    @cython.exceptval(check=False)
    def fill_two(self, present: cython.int, player: cython.int, base: cython.longlong) -> cython.void:
        """Write the codes of the last two bricks, one for each player's only place."""
        one: cython.int
        other: cython.int
        row: cython.int
        column: cython.int
        knows: cython.int = 0
        bricks = cython.declare(cython.int[16])
        gains = cython.declare(cython.int[16])  # by taking the first space, given the brick that is known
        number: cython.int = 0
        mine: cython.int
        theirs: cython.int
        gain: cython.int
        shift: cython.int = self.shifts[2, 0]
        beside: cython.int = self.shifts[2, 1]
        free: cython.int = 0  # the spaces whose brick lies open
        for one in range(2):
            if not self.above[self.spaces[2, one]] & present:
                free |= 1 << one
            if self.knows[player] >> self.spaces[2, one] & 1:
                knows |= 1 << one
        self.end_codes(player)
        for one in range(self.bricks):
            gains[one] = 0
            if self.unseen >> one & 1:
                bricks[number] = one
                number += 1
        for row in range(number):
            one = bricks[row]
            for column in range(row):
                other = bricks[column]
                gain = self.match[self.ends[one << 4 | other]] - self.match[self.ends[other << 4 | one]]
                gains[one] += gain
                gains[other] -= gain
        for row in range(number):
            one = bricks[row]
            for column in range(number):
                if row == column:
                    continue
                other = bricks[column]
                mine = self.ends[one << 4 | other]
                theirs = self.ends[other << 4 | one]
                if free < 3:
                    gain = 0 if free == 1 else -1
                elif knows == 0:
                    gain = 0
                else:
                    if knows == 3:
                        gain = self.match[mine] - self.match[theirs]
                    else:
                        gain = gains[one] if knows == 1 else -gains[other]
                    if player == 1:
                        gain = -gain
                self.found[base + (one << shift) + (other << beside)] = mine if gain >= 0 else theirs

    @cython.cfunc
    @cython.exceptval(check=False)
    def end_codes(self, player: cython.int) -> cython.void:
        """Write the code at ``ends[i << 4 | j]`` where the player takes brick i last but one and the other brick j."""
        mine: cython.int = player * HANDS
        theirs: cython.int = (1 - player) * HANDS
        sign: cython.int = 1 - 2 * player
        brick: cython.int
        other: cython.int
        base: cython.int = 0
        while not self.room[mine]:
            mine += 1
        while not self.room[theirs]:
            theirs += 1
        for brick in range(HANDS):
            base *= 3
            if brick != mine % HANDS and brick != theirs % HANDS:
                base += self.compared(brick, 0, 0)
        for brick in range(self.bricks):
            self.own[brick] = self.strengths[mine, self.masks[mine] | 1 << brick]
            self.other[brick] = self.strengths[theirs, self.masks[theirs] | 1 << brick]
        if mine % HANDS != theirs % HANDS:
            for brick in range(self.bricks):
                if self.unseen >> brick & 1:
                    self.own[brick] = base + POWERS[mine % HANDS] * self.compared(mine % HANDS, mine, 1 << brick)
                    self.other[brick] = POWERS[theirs % HANDS] * self.compared(theirs % HANDS, theirs, 1 << brick)
            for brick in range(self.bricks):
                for other in range(self.bricks):
                    self.ends[brick << 4 | other] = self.own[brick] + self.other[other]
            return
        for brick in range(self.bricks):
            for other in range(self.bricks):
                self.ends[brick << 4 | other] = base + POWERS[mine % HANDS] * (
                    1 + sign * (self.own[brick] > self.other[other]) - sign * (self.own[brick] < self.other[other])
                )

    @cython.cfunc
    @cython.exceptval(check=False)
    def compared(self, hand: cython.int, place: cython.int, bricks: cython.int) -> cython.int:
        """Return the digit of a hand, with further bricks in the hand of a place."""
        own: cython.int = self.masks[hand]
        others: cython.int = self.masks[3 + hand]
        if place == hand:
            own |= bricks
        elif place == 3 + hand:
            others |= bricks
        one: cython.int = self.strengths[hand, own]
        other: cython.int = self.strengths[3 + hand, others]
        return 1 + (one > other) - (one < other)

    @cython.cfunc
    @cython.exceptval(check=False)
    def code(self) -> cython.int:
        """Return how the three complete hands compare."""
        return 9 * self.compared(0, 0, 0) + 3 * self.compared(1, 0, 0) + self.compared(2, 0, 0)

    @cython.cfunc
    @cython.exceptval(check=False)
    def fill_move(
        self,
        level: cython.int,
        present: cython.int,
        player: cython.int,
        at: cython.int,
        hand: cython.int,
        base: cython.longlong,
        direct: cython.bint,
    ) -> cython.void:
        """Write the codes after one move, for every brick that may lie in its space."""
        brick: cython.int
        other: cython.int
        row: cython.int
        shift: cython.int = self.shifts[level, at] if direct else CARD_BITS * at
        for brick in range(self.bricks):
            if not self.unseen >> brick & 1:
                continue
            row = 0
            for other in range(level):
                if other != at:
                    self.spaces[level - 1, row] = self.spaces[level, other]
                    self.shifts[level - 1, row] = self.shifts[level, other] if direct else CARD_BITS * other
                    row += 1
            self.unseen &= ~(1 << brick)
            self.masks[hand] |= 1 << brick
            self.room[hand] -= 1
            self.fill(level - 1, present & ~(1 << self.spaces[level, at]), 1 - player, base + (brick << shift))
            self.room[hand] += 1
            self.masks[hand] &= ~(1 << brick)
            self.unseen |= 1 << brick

    @cython.cfunc
    @cython.exceptval(check=False)
    def others(self, level: cython.int, own: cython.int, direct: cython.bint) -> cython.int:
        """List the placements in the spaces that are not ``own``: their place in a table, in the target, and their
        bricks. Return how many.
        """
        return self.listed(level, own, direct, 0, 0, 0, 0, 0)

    @cython.cfunc
    @cython.exceptval(check=False)
    def listed(
        self,
        level: cython.int,
        own: cython.int,
        direct: cython.bint,
        row: cython.int,
        inside: cython.int,
        outside: cython.int,
        used: cython.int,
        number: cython.int,
    ) -> cython.int:
        brick: cython.int
        shift: cython.int
        while row < level and own >> row & 1:
            row += 1
        if row == level:
            self.beside[level, 0, number] = inside
            self.beside[level, 1, number] = outside
            self.beside[level, 2, number] = used
            return number + 1
        shift = self.shifts[level, row] if direct else CARD_BITS * row
        for brick in range(self.bricks):
            if (self.unseen & ~used) >> brick & 1:
                number = self.listed(
                    level,
                    own,
                    direct,
                    row + 1,
                    inside | brick << (CARD_BITS * row),
                    outside + (brick << shift),
                    used | 1 << brick,
                    number,
                )
        return number

    @cython.cfunc
    @cython.exceptval(check=False)
    def choose(
        self,
        level: cython.int,
        player: cython.int,
        own: cython.int,
        first: cython.int,
        tables: cython.int,
        base: cython.longlong,
        direct: cython.bint,
    ) -> cython.void:
        """For each set of bricks in the spaces ``own``, copy the codes of the table that wins most on average."""
        number: cython.int = self.others(level, own, direct)
        self.each_own(level, player, base, direct, first, tables, own, number, 0, 0, 0, 0)

    @cython.cfunc
    @cython.exceptval(check=False)
    def each_own(
        self,
        level: cython.int,
        player: cython.int,
        base: cython.longlong,
        direct: cython.bint,
        first: cython.int,
        tables: cython.int,
        own: cython.int,
        number: cython.int,
        row: cython.int,
        inside: cython.int,
        outside: cython.int,
        used: cython.int,
    ) -> cython.void:
        brick: cython.int
        shift: cython.int
        while row < level and not own >> row & 1:
            row += 1
        if row == level:
            self.copy_best(level, player, base + outside, first, tables, number, inside, used)
            return
        shift = self.shifts[level, row] if direct else CARD_BITS * row
        for brick in range(self.bricks):
            if (self.unseen & ~used) >> brick & 1:
                self.each_own(
                    level,
                    player,
                    base,
                    direct,
                    first,
                    tables,
                    own,
                    number,
                    row + 1,
                    inside | brick << (CARD_BITS * row),
                    outside + (brick << shift),
                    used | 1 << brick,
                )

    @cython.cfunc
    @cython.exceptval(check=False)
    def copy_best(
        self,
        level: cython.int,
        player: cython.int,
        base: cython.longlong,
        first: cython.int,
        tables: cython.int,
        number: cython.int,
        inside: cython.int,
        used: cython.int,
    ) -> cython.void:
        row: cython.int
        table: cython.int
        total: cython.longlong
        most: cython.longlong = -1
        best: cython.longlong = 0
        start: cython.longlong
        for table in range(first, first + tables):
            start = self.table(level, table) + inside
            total = 0
            for row in range(number):
                if not self.beside[level, 2, row] & used:
                    total += self.match[self.found[start + self.beside[level, 0, row]]]
            if player == 1:
                total = 2 * number - total
            if total > most:
                most = total
                best = start
        for row in range(number):
            if not self.beside[level, 2, row] & used:
                self.found[base + self.beside[level, 1, row]] = self.found[best + self.beside[level, 0, row]]
