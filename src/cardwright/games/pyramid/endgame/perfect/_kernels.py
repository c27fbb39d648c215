"""The end of a pyramid of which both players see every brick, by alpha-beta search. The slow twin is in the tests.

Bricks are bits, at most ten. The six hands are player * 3 + number, each a mask of the bricks put into it since the
root of the search; ``strengths[hand, mask]`` is its strength where the mask completes it. ``above[space]`` is the mask
of the spaces over a space. A *code* says how the three hands end, as digits of base 3, the first hand highest: 0, 1 or
2 if player 0 lost, tied or won it; ``match[code]`` is 0, 1 or 2 likewise.
"""

import cython
import numpy as np

HANDS = cython.declare(cython.int, 3)
MAX_SPACES = cython.declare(cython.int, 10)
MAX_MOVES = cython.declare(cython.int, 30)  # bricks times hands
MEMO_COUNT = cython.declare(cython.int, 1 << 14)  # positions in the table of those searched
HASH_FACTOR = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
MAX_INT = cython.declare(cython.int, 0x7FFFFFFF)


@cython.cclass
class PerfectInformation:
    """Solve pyramids of up to ten bricks that both players see: alpha-beta search with a transposition table.

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

    def __init__(self, brick_count: cython.int, above, match, room, priority: cython.int):
        """``room`` is how many bricks each of the six hands lacks, ``priority`` what a tied match is: 0, 1 or 2."""
        self.spaces = len(above)
        self.above = above
        self.match = match
        self.room = room
        self.priority = priority
        self.best = np.zeros((6, 1 << brick_count), np.int32)
        self.worst = np.zeros((6, 1 << brick_count), np.int32)
        self.mean = np.zeros((6, 1 << brick_count), np.float32)
        self.masks = np.zeros(6, np.int32)
        self.powers = np.array([7**bit for bit in range(brick_count)], np.int64)
        self.keys = np.zeros(MEMO_COUNT, np.int64)
        self.lows = np.zeros(MEMO_COUNT, np.uint8)
        self.highs = np.zeros(MEMO_COUNT, np.uint8)
        self.orders = np.zeros((MAX_SPACES + 1, MAX_MOVES), np.int32)
        self.scores = np.zeros((MAX_SPACES + 1, MAX_MOVES), np.float32)

    def solve(
        self,
        strengths: cython.int[:, ::1],
        present: cython.int,
        taken: cython.int,
        player: cython.int,
        matches: cython.schar[::1],
        codes: cython.schar[::1],
    ) -> None:
        """Write how the match ends by best play after each move, at brick * 3 + hand; -1 where there is no such move.

        ``present`` are the bricks in the pyramid; ``taken`` is the only one to be put, or -1. ``codes`` is how the
        hands end in one line of best play.
        """
        self.strengths = strengths
        for brick in range(MEMO_COUNT):
            self.keys[brick] = 0
        for hand in range(6):
            self.masks[hand] = 0
            self.fill_limits(hand)
        for brick in range(matches.shape[0]):
            matches[brick] = codes[brick] = -1
        for brick in range(matches.shape[0] // HANDS):
            if taken >= 0 and brick != taken:
                continue
            if taken < 0 and (not present >> brick & 1 or self.above[brick] & present):
                continue
            left: cython.int = present if taken >= 0 else present & ~(1 << brick)
            for hand in range(player * HANDS, player * HANDS + HANDS):
                if self.room[hand]:
                    key: cython.longlong = 1 + (hand + 1) * self.powers[brick]
                    self.put(hand, brick)
                    matches[brick * HANDS + hand % HANDS] = self.search(left, key, 1 - player, 0, 2)
                    codes[brick * HANDS + hand % HANDS] = self.principal_variation(left, key, 1 - player)
                    self.undo_put(hand, brick)

    @cython.cfunc
    @cython.exceptval(check=False)
    def put(self, hand: cython.int, brick: cython.int) -> cython.void:
        """Put a brick into a hand."""
        self.masks[hand] |= 1 << brick
        self.room[hand] -= 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def undo_put(self, hand: cython.int, brick: cython.int) -> cython.void:
        """Undo `put`."""
        self.masks[hand] &= ~(1 << brick)
        self.room[hand] += 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def fill_limits(self, hand: cython.int) -> cython.void:
        """Fill best, worst and mean strength of a hand for each mask, over all ways to complete it."""
        brick_count: cython.int = self.powers.shape[0]
        way_count: cython.int
        best: cython.int
        for mask in range((1 << brick_count) - 1, -1, -1):
            put_count: cython.int = 0
            for bit in range(brick_count):
                put_count += mask >> bit & 1
            if put_count > self.room[hand]:
                continue
            if put_count == self.room[hand]:
                self.best[hand, mask] = self.worst[hand, mask] = self.strengths[hand, mask]
                self.mean[hand, mask] = self.strengths[hand, mask]
                continue
            total: cython.float = 0
            way_count = best = 0
            worst: cython.int = MAX_INT
            for bit in range(brick_count):
                if not mask >> bit & 1:
                    mask_after: cython.int = mask | 1 << bit
                    best = max(best, self.best[hand, mask_after])
                    worst = min(worst, self.worst[hand, mask_after])
                    total += self.mean[hand, mask_after]
                    way_count += 1
            self.best[hand, mask] = best
            self.worst[hand, mask] = worst
            self.mean[hand, mask] = total / way_count if way_count else 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def match_bounds(self) -> cython.int:
        """Return the least and the most that the match can still be, as least * 3 + most."""
        low: cython.int = 0
        high: cython.int = 0
        for hand in range(HANDS):
            low += self.compare(self.worst[hand, self.masks[hand]], self.best[3 + hand, self.masks[3 + hand]])
            high += self.compare(self.best[hand, self.masks[hand]], self.worst[3 + hand, self.masks[3 + hand]])
        return self.match_result(low) * 3 + self.match_result(high)

    @cython.cfunc
    @cython.exceptval(check=False)
    def compare(self, one: cython.int, other: cython.int) -> cython.int:
        """Return 1, 0 or -1 as the first strength is larger, equal or smaller."""
        return 1 if one > other else -1 if one < other else 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def match_result(self, lead: cython.int) -> cython.int:
        """Return the match for a lead of player 0 in hands."""
        return 2 if lead > 0 else 0 if lead < 0 else self.priority

    @cython.cfunc
    @cython.exceptval(check=False)
    def search(
        self, present: cython.int, key: cython.longlong, player: cython.int, low: cython.int, high: cython.int
    ) -> cython.int:
        """Return how the match ends, between two bounds (alpha-beta; player 0 wants 2)."""
        bounds: cython.int = self.match_bounds()
        least: cython.int = bounds // 3
        most: cython.int = bounds % 3
        if least == most or least >= high:
            return least
        if most <= low:
            return most
        slot: cython.Py_ssize_t = self.slot_of(key)
        if self.keys[slot] == key:
            least = max(least, cython.cast(cython.int, self.lows[slot]))
            most = min(most, cython.cast(cython.int, self.highs[slot]))
            if least == most or least >= high:
                return least
            if most <= low:
                return most
        move_count: cython.int = self.order_moves(present, player)
        value: cython.int = 0 if player == 0 else 2
        alpha: cython.int = low
        beta: cython.int = high
        depth: cython.int = self.count_bricks(present)
        for index in range(move_count):
            move_value: cython.int = self.value_after(present, key, player, self.orders[depth, index], alpha, beta)
            if player == 0:
                value = max(value, move_value)
                alpha = max(alpha, value)
                if value >= most:
                    break
            else:
                value = min(value, move_value)
                beta = min(beta, value)
                if value <= least:
                    break
            if alpha >= beta:
                break
        if value > low:
            least = max(least, value)
        if value < high:
            most = min(most, value)
        self.keys[slot] = key
        self.lows[slot] = least
        self.highs[slot] = most
        return value

    @cython.cfunc
    @cython.exceptval(check=False)
    def slot_of(self, key: cython.longlong) -> cython.Py_ssize_t:
        """Return the slot of a position in the transposition table."""
        return ((key * HASH_FACTOR) & cython.cast(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)) >> 50

    @cython.cfunc
    @cython.exceptval(check=False)
    def count_bricks(self, present: cython.int) -> cython.int:
        """Return the number of bricks left."""
        left: cython.int = 0
        while present:
            left += 1
            present &= present - 1
        return left

    @cython.cfunc
    @cython.exceptval(check=False)
    def value_after(
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
        self.undo_put(hand, brick)
        return value

    @cython.cfunc
    @cython.exceptval(check=False)
    def order_moves(self, present: cython.int, player: cython.int) -> cython.int:
        """List the moves, those that raise a hand's mean most first; return how many."""
        depth: cython.int = self.count_bricks(present)
        move_count: cython.int = 0
        for brick in range(self.spaces):
            if not present >> brick & 1 or self.above[brick] & present:
                continue
            for hand in range(player * HANDS, player * HANDS + HANDS):
                if not self.room[hand]:
                    continue
                score: cython.float = self.mean[hand, self.masks[hand] | 1 << brick] - self.mean[hand, self.masks[hand]]
                index: cython.int = move_count
                while index > 0 and self.scores[depth, index - 1] < score:
                    self.scores[depth, index] = self.scores[depth, index - 1]
                    self.orders[depth, index] = self.orders[depth, index - 1]
                    index -= 1
                self.scores[depth, index] = score
                self.orders[depth, index] = brick * HANDS + hand % HANDS
                move_count += 1
        return move_count

    @cython.cfunc
    @cython.exceptval(check=False)
    def principal_variation(self, present: cython.int, key: cython.longlong, player: cython.int) -> cython.int:
        """Return the code of the principal variation: one line of best play."""
        hand: cython.int
        code: cython.int = 0
        if not present:
            for hand in range(HANDS):
                code = (
                    3 * code
                    + 1
                    + self.compare(
                        self.strengths[hand, self.masks[hand]], self.strengths[3 + hand, self.masks[3 + hand]]
                    )
                )
            return code
        value: cython.int = self.search(present, key, player, 0, 2)
        depth: cython.int = self.count_bricks(present)
        move_count: cython.int = self.order_moves(present, player)
        for index in range(move_count):
            move: cython.int = self.orders[depth, index]
            if self.value_after(present, key, player, move, 0, 2) == value:
                brick: cython.int = move // HANDS
                hand = player * HANDS + move % HANDS
                self.put(hand, brick)
                code = self.principal_variation(
                    present & ~(1 << brick), key + (hand + 1) * self.powers[brick], 1 - player
                )
                self.undo_put(hand, brick)
                return code
        return -1
