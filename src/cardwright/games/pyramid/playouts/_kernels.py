"""Playouts of pyramid. The slow twins are in the tests.

A set of bricks has a number in colexicographic order: of sorted bricks b1 < b2 ... the sum of ``binomials[b1, 1]``,
``binomials[b2, 2]`` and so on (the combinatorial number system). ``values[size, number]`` is the value of a hand of
that size, ``values_after_any[size, number]`` its mean value after one more brick of any kind. Hands are
player * 3 + number. ``strengths[number]`` are those of full hands.
"""

import cython
import numpy as np

HANDS = cython.declare(cython.int, 3)
HAND_CARDS = cython.declare(cython.int, 5)
DECK_CARDS = cython.declare(cython.int, 40)
LOWEST = cython.declare(cython.double, -1e9)
MATCH_FACTOR = cython.declare(cython.int, 27)  # of the digits, the first
MASK_64 = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _number_with(
    hands: cython.p_int, first: cython.int, size: cython.int, brick: cython.int, binomials: cython.int[:, ::1]
) -> cython.int:
    """Return the number of a hand, whose bricks begin at ``first``, with one more brick."""
    number: cython.int = 0
    is_inserted: cython.int = 0
    for index in range(size):
        if not is_inserted and hands[first + index] > brick:
            is_inserted = 1
            number += binomials[brick, index + 1]
        number += binomials[hands[first + index], index + 1 + is_inserted]
    if not is_inserted:
        number += binomials[brick, size + 1]
    return number


def fill_values(
    size: cython.int,
    count: cython.int,
    values: cython.float[:, ::1],
    values_after_any: cython.float[:, ::1],
    weights: cython.const[cython.double][::1],
    binomials: cython.int[:, ::1],
) -> None:
    """Fill in the values of hands of a size from those that are one brick larger.

    The value of a hand is the mean value after the best of some bricks that are offered: ``weights`` are the chances
    that its best continuation is taken, the second best, and so on.
    """
    index: cython.int
    hand = cython.declare(cython.int[5])
    sorted_values = cython.declare(cython.double[40])
    for index in range(HAND_CARDS):
        hand[index] = index
    for number in range(count):
        value_count: cython.int = 0
        sum_of_values: cython.double = 0.0
        for brick in range(DECK_CARDS):
            for index in range(size):
                if hand[index] == brick:
                    break
            else:
                value: cython.double = values[size + 1, _number_with(hand, 0, size, brick, binomials)]
                sum_of_values += value
                index = value_count
                while index > 0 and sorted_values[index - 1] < value:
                    sorted_values[index] = sorted_values[index - 1]
                    index -= 1
                sorted_values[index] = value
                value_count += 1
        total: cython.double = 0.0
        for index in range(value_count):
            total += weights[index] * sorted_values[index]
        values[size, number] = total
        values_after_any[size, number] = sum_of_values / value_count
        # the next set in colexicographic order
        index = 0
        while index < size - 1 and hand[index] + 1 == hand[index + 1]:
            hand[index] = index
            index += 1
        hand[index] += 1


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _random(state: cython.ulonglong) -> cython.ulonglong:
    """Return the next state of a xorshift64 generator (Marsaglia 2003)."""
    state ^= (state << 13) & MASK_64
    state ^= state >> 7
    state ^= (state << 17) & MASK_64
    return state


@cython.final
@cython.cclass
class Playouts:
    """Games played out from one position, in worlds that differ in the bricks that are hidden.

    In the position ``start_known[player, space]`` is 1 where a player knows the brick, ``start_hands`` are sorted and
    have ``start_sizes`` bricks, ``player`` is to move, ``first`` begins once the pyramid is built, and ``priority`` is
    the player who wins a match of equal hands, or -1. ``above`` and ``below`` are the spaces around each, and
    ``denial_share`` is the part of a brick's gain for the other player that counts as a gain. ``bricks``, ``is_known``,
    ``hands`` (five places each), ``sizes`` and ``numbers`` are those of the game that is played out, with
    ``bricks_left`` in the pyramid; ``gain`` is the gain of the last `best_hand`.
    """

    above: cython.const[cython.int][:, ::1]
    below: cython.const[cython.int][:, ::1]
    values: cython.float[:, ::1]
    values_after_any: cython.float[:, ::1]
    binomials: cython.int[:, ::1]
    strengths: cython.const[cython.int][::1]
    denial_share: cython.double
    start_known: cython.const[cython.uchar][:, ::1]
    start_hands: cython.const[cython.int][:, ::1]
    start_sizes: cython.const[cython.int][::1]
    player: cython.int
    first: cython.int
    priority: cython.int
    bricks: cython.int[55]
    is_known: cython.uchar[:, ::1]
    hands: cython.int[30]
    sizes: cython.int[6]
    numbers: cython.int[6]
    bricks_left: cython.int
    gain: cython.double

    def __init__(
        self,
        tables,
        above,
        below,
        denial_share: cython.double,
        is_known,
        hands,
        sizes,
        player: cython.int,
        first: cython.int,
        priority: cython.int,
    ):
        self.values = tables.values
        self.values_after_any = tables.values_after_any
        self.binomials = tables.binomials
        self.strengths = tables.strengths
        self.above = above
        self.below = below
        self.denial_share = denial_share
        self.start_known = is_known
        self.start_hands = hands
        self.start_sizes = sizes
        self.player = player
        self.first = first
        self.priority = priority
        self.is_known = np.zeros((2, len(above)), np.uint8)
        if not cython.compiled:  # else they are arrays of C
            self.bricks, self.hands, self.sizes, self.numbers = [0] * 55, [0] * 30, [0] * 6, [0] * 6

    def play(
        self,
        worlds: cython.const[cython.int][:, ::1],
        coming: cython.const[cython.int][:, ::1],
        moves: cython.const[cython.int][:, ::1],
        seeds: cython.const[cython.ulonglong][::1],
        out: cython.uchar[:, ::1],
        final_hands: cython.int[:, :, ::1],
    ) -> None:
        """Fill ``out[world, move]`` with how the match ends for the player to move: see `result`.

        ``worlds[world, space]`` are bricks, -1 where none lies. A move is (space, hand): a brick taken for a hand, or
        with hand -1 for the one that gains most; (-1, hand) puts away the brick ``coming[world, 0]``. Where ``coming``
        holds more, or the pyramid is not built, a move is a space for the first of them; the rest are placed at random,
        in turn, before the pyramid is taken down. ``final_hands[world]`` are the hands after the last move.
        """
        space: cython.int
        hand_index: cython.int
        is_building: cython.bint = coming.shape[1] > 0 and moves[0, 1] == -2
        for world in range(worlds.shape[0]):
            for move in range(moves.shape[0]):
                self.start(worlds[world])
                space = moves[move, 0]
                if is_building:
                    self.build(space, coming[world], seeds[world])
                    self.take_all(self.first)
                else:
                    hand_index = moves[move, 1]
                    brick: cython.int = self.bricks[space] if space >= 0 else coming[world, 0]
                    if hand_index < 0:
                        hand_index = self.best_hand(self.player, brick)
                    else:
                        hand_index += self.player * HANDS
                    self.take(hand_index, brick, space)
                    self.take_all(1 - self.player)
                out[world, move] = self.result()
            for hand_index in range(2 * HANDS):
                for index in range(HAND_CARDS):
                    final_hands[world, hand_index, index] = self.hands[hand_index * HAND_CARDS + index]

    @cython.cfunc
    @cython.exceptval(check=False)
    def start(self, bricks: cython.const[cython.int][::1]) -> cython.void:
        """Begin a game with the bricks of a world."""
        self.bricks_left = 0
        for space in range(bricks.shape[0]):
            self.bricks[space] = bricks[space]
            self.bricks_left += bricks[space] >= 0
            self.is_known[0, space] = self.start_known[0, space]
            self.is_known[1, space] = self.start_known[1, space]
        for hand_index in range(2 * HANDS):
            self.sizes[hand_index] = self.start_sizes[hand_index]
            self.numbers[hand_index] = 0
            for index in range(HAND_CARDS):  # the places that are free hold 0, which adds nothing
                self.hands[hand_index * HAND_CARDS + index] = self.start_hands[hand_index, index]
                self.numbers[hand_index] += self.binomials[self.start_hands[hand_index, index], index + 1]

    @cython.cfunc
    @cython.exceptval(check=False)
    def build(self, space: cython.int, coming: cython.const[cython.int][::1], state: cython.ulonglong) -> cython.void:
        """Place the first brick on a space, and the others at random, in turn."""
        turn: cython.int = self.player
        for index in range(coming.shape[0]):
            if index:
                state = _random(state)
                choice: cython.int = 0  # first the number of free spaces, then the one to take
                for candidate in range(self.above.shape[0]):
                    choice += self.can_build(candidate)
                choice = cython.cast(cython.int, state % cython.cast(cython.ulonglong, choice))
                for candidate in range(self.above.shape[0]):
                    if self.can_build(candidate):
                        if choice == 0:
                            space = candidate
                            break
                        choice -= 1
            self.bricks[space] = coming[index]
            self.is_known[turn, space] = 1
            self.is_known[1 - turn, space] = 0
            turn = 1 - turn
            self.bricks_left += 1

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def can_build(self, space: cython.int) -> cython.bint:
        """Return True if a brick may be placed here."""
        if self.bricks[space] >= 0:
            return False
        if self.below[space, 0] < 0:
            return True
        return self.bricks[self.below[space, 0]] >= 0 and self.bricks[self.below[space, 1]] >= 0

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def is_exposed(self, space: cython.int) -> cython.bint:
        """Return True if a brick lies here and no brick lies on it."""
        if self.bricks[space] < 0:
            return False
        if self.above[space, 0] >= 0 and self.bricks[self.above[space, 0]] >= 0:
            return False
        return not (self.above[space, 1] >= 0 and self.bricks[self.above[space, 1]] >= 0)

    @cython.cfunc
    @cython.exceptval(check=False)
    def best_hand(self, player: cython.int, brick: cython.int) -> cython.int:
        """Return the hand that gains most by a brick, -1 if all are full; keep the gain."""
        best: cython.int = -1
        new_gain: cython.double
        self.gain = LOWEST
        for hand_index in range(player * HANDS, player * HANDS + HANDS):
            size: cython.int = self.sizes[hand_index]
            if size == HAND_CARDS:
                continue
            new_gain = (
                self.values[size + 1, self.number_with(hand_index, brick)] - self.values[size, self.numbers[hand_index]]
            )
            if new_gain > self.gain:
                self.gain = new_gain
                best = hand_index
        return best

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def number_with(self, hand_index: cython.int, brick: cython.int) -> cython.int:
        """Return the number of a hand with one more brick."""
        return _number_with(self.hands, hand_index * HAND_CARDS, self.sizes[hand_index], brick, self.binomials)

    @cython.cfunc
    @cython.exceptval(check=False)
    def mean_gain(self, player: cython.int) -> cython.double:
        """Return the mean gain of a brick that is not known."""
        best_gain: cython.double = LOWEST
        gain: cython.double
        for hand_index in range(player * HANDS, player * HANDS + HANDS):
            size: cython.int = self.sizes[hand_index]
            if size < HAND_CARDS:
                number: cython.int = self.numbers[hand_index]
                gain = self.values_after_any[size, number] - self.values[size, number]
                best_gain = max(best_gain, gain)
        return best_gain

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def take(self, hand_index: cython.int, brick: cython.int, space: cython.int) -> cython.void:
        """Put a brick into a sorted hand, and take it off its space, if it lies on one."""
        first: cython.int = hand_index * HAND_CARDS
        place: cython.int = first + self.sizes[hand_index]
        self.numbers[hand_index] = self.number_with(hand_index, brick)
        while place > first and self.hands[place - 1] > brick:
            self.hands[place] = self.hands[place - 1]
            place -= 1
        self.hands[place] = brick
        self.sizes[hand_index] += 1
        if space >= 0:
            self.bricks[space] = -1
            self.bricks_left -= 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def take_all(self, player: cython.int) -> cython.void:
        """Take all bricks, each time the one with the most gain for one's hands and, in part, denied to the other's."""
        while self.bricks_left > 0:
            best_value: cython.double = LOWEST
            best: cython.int = -1
            mean_gain: cython.double = self.mean_gain(player)
            for space in range(self.above.shape[0]):
                if not self.is_exposed(space):
                    continue
                if self.is_known[player, space]:
                    self.best_hand(player, self.bricks[space])
                    value: cython.double = self.gain
                    if self.denial_share > 0 and self.best_hand(1 - player, self.bricks[space]) >= 0:
                        value += self.denial_share * self.gain
                else:
                    value = mean_gain
                if value > best_value:
                    best_value = value
                    best = space
            hand_index: cython.int = self.best_hand(player, self.bricks[best])
            if hand_index < 0:
                break  # a made-up position: more bricks than the hands take
            self.take(hand_index, self.bricks[best], best)
            player = 1 - player

    @cython.cfunc
    @cython.exceptval(check=False)
    def result(self) -> cython.int:
        """Return 2, 1 or 0 for each: the player wins, ties or loses the match, and each hand, as digits of base 3."""
        lead: cython.int = 0
        code: cython.int = 0
        for hand in range(HANDS):
            own: cython.int = self.strengths[self.numbers[self.player * HANDS + hand]]
            other: cython.int = self.strengths[self.numbers[(1 - self.player) * HANDS + hand]]
            hand_result: cython.int = (own > other) - (own < other)
            lead += hand_result
            code = 3 * code + hand_result + 1
        if lead == 0 and self.priority >= 0:
            lead = 1 if self.priority == self.player else -1
        return code + MATCH_FACTOR * (1 + (lead > 0) - (lead < 0))
