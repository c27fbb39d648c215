"""Pairs of hands that meet at the end of a pyramid, numbered with their possible futures.

Bricks are bits, at most 20. A hand is a mask of the bricks put into it since the root of the search: the six are
player * 3 + number. ``strengths[hand, mask]`` is the strength of a hand where the mask completes it.
"""

import cython
import numpy as np

HANDS = cython.declare(cython.int, 3)
PAIRS_ROOM = cython.declare(cython.int, 1 << 10)  # initial room for pairs
CODE_POWERS = cython.declare(cython.int[3], [9, 3, 1])  # of the digits of a code: see `hidden._kernels`


@cython.cfunc
def double(array):
    """Return an array with as many zeros after it."""
    return np.concatenate([array, np.zeros_like(array)])


@cython.final
@cython.cclass
class HandPairs:
    """Pairs of hands that meet, numbered by the bricks put into both, and the possible future of each pair.

    Bricks of one *class* are equal to all hands and have bits next to each other; a hand holds the lowest of them. The
    *future* of a pair says how it may end, whatever the names of the bricks: which bricks are alike to it (of one
    *label*), and the future that each leads to.
    """

    def __init__(self, strengths, room, sizes):
        """``strengths``, ``room`` and ``sizes`` are as in `HiddenInformation`. The pairs 0 to 2 have no bricks yet."""
        self.strengths = strengths
        self.room = room
        self.classes = len(sizes)
        ends = np.cumsum(sizes)
        self.class_masks = ((1 << ends) - (1 << (ends - sizes))).astype(np.int32)
        self.numbers = {}
        self.futures = {}
        self.number = 0
        self.masks = np.zeros((PAIRS_ROOM, 3), np.int32)  # of both hands, and their number
        self.lacking = np.zeros((PAIRS_ROOM, 2), np.int32)  # bricks, of both hands
        # The pair after a player put a brick of a class, or -1:
        self.steps = np.zeros((PAIRS_ROOM, 2 * len(sizes)), np.int32)
        self.label_of = np.zeros((PAIRS_ROOM, len(sizes)), np.uint8)  # the label of each class
        self.lows = np.zeros(PAIRS_ROOM, np.int32)  # how the hands end at worst and at best for player 0: 0, 1 or 2
        self.highs = np.zeros(PAIRS_ROOM, np.int32)
        self.future = np.full(PAIRS_ROOM, -1, np.int32)
        self.description = np.zeros(4 + 2 * len(sizes) * (1 + len(sizes)), np.int32)  # of the future being numbered
        self.levels = np.zeros((2, int(strengths.max()) + 1), np.int32)
        for number in range(HANDS):
            self.pair_of(number, 0, 0)

    @cython.cfunc
    def pair_of(self, number: cython.int, one: cython.int, other: cython.int) -> cython.int:
        """Return the number of the pair of these two hands."""
        key = (number, one, other)
        if key in self.numbers:
            return self.numbers[key]
        new: cython.int = self.number
        if new == self.lows.shape[0]:
            self.masks = double(self.masks)
            self.lacking = double(self.lacking)
            self.steps = double(self.steps)
            self.label_of = double(self.label_of)
            self.lows = double(self.lows)
            self.highs = double(self.highs)
            self.future = np.concatenate([self.future, np.full_like(self.future, -1)])
        self.numbers[key] = new
        self.number += 1
        self.masks[new, 0] = one
        self.masks[new, 1] = other
        self.masks[new, 2] = number
        self.lacking[new, 0] = self.room[number]
        self.lacking[new, 1] = self.room[HANDS + number]
        while one:
            self.lacking[new, 0] -= 1
            one &= one - 1
        while other:
            self.lacking[new, 1] -= 1
            other &= other - 1
        for at in range(2 * self.classes):
            self.steps[new, at] = -1
        self.fill_pair(new, number)
        return new

    @cython.cfunc
    def pair_after(self, pair: cython.int, player: cython.int, brick_class: cython.int) -> cython.int:
        """Return the pair after a brick of a class went into a player's hand, its future foreseen."""
        at: cython.int = player * self.classes + brick_class
        one: cython.int = self.masks[pair, 0]
        other: cython.int = self.masks[pair, 1]
        new: cython.int = self.steps[pair, at]
        if new < 0:
            if player == 0:
                one = self.hand_with(one, brick_class)
            else:
                other = self.hand_with(other, brick_class)
            new = self.pair_of(self.masks[pair, 2], one, other)
            self.steps[pair, at] = new
            self.add_future(new)
        return new

    @cython.cfunc
    @cython.exceptval(check=False)
    def hand_with(self, mask: cython.int, brick_class: cython.int) -> cython.int:
        """Return a hand's bricks with the next one of a class."""
        bits: cython.int = self.class_masks[brick_class]
        return mask | (((mask & bits) + (bits & -bits)) & bits)

    @cython.cfunc
    @cython.exceptval(check=False)
    def fill_pair(self, pair: cython.int, number: cython.int) -> cython.void:
        """Write which hand of a pair may still be better, and which classes are alike to both."""
        least = cython.declare(cython.int[2])
        most = cython.declare(cython.int[2])
        for index in range(2):
            for strength in range(self.levels.shape[1]):
                self.levels[index, strength] = 0
            self.mark_strengths(number + HANDS * index, index, self.masks[pair, index], 0, self.lacking[pair, index])
        for index in range(2):
            least[index] = most[index] = -1
            for strength in range(self.levels.shape[1]):
                if self.levels[index, strength]:
                    most[index] = strength
                    if least[index] < 0:
                        least[index] = strength
        self.lows[pair] = 1 + (least[0] > most[1]) - (least[0] < most[1])
        self.highs[pair] = 1 + (most[0] > least[1]) - (most[0] < least[1])
        for index in range(self.classes):
            self.label_of[pair, index] = 0
        if self.lows[pair] == self.highs[pair]:
            return
        for index in range(2):  # from now on the level of a strength is its place among those of the other hand
            rank_count: cython.int = 0
            for strength in range(self.levels.shape[1]):
                is_reached: cython.int = self.levels[index, strength]
                self.levels[index, strength] = 2 * rank_count + is_reached
                rank_count += is_reached
        for index in range(1, self.classes):
            self.label_of[pair, index] = index
            for other_class in range(index):
                if (
                    self.label_of[pair, other_class] == other_class
                    and self.masks[pair, 0] & self.class_masks[other_class] != self.class_masks[other_class]
                    and self.masks[pair, 1] & self.class_masks[other_class] != self.class_masks[other_class]
                    and self.are_alike(number, 1, self.masks[pair, 0], 0, self.lacking[pair, 0] - 1, index, other_class)
                    and self.are_alike(
                        number + HANDS, 0, self.masks[pair, 1], 0, self.lacking[pair, 1] - 1, index, other_class
                    )
                ):
                    self.label_of[pair, index] = other_class
                    break

    @cython.cfunc
    @cython.exceptval(check=False)
    def mark_strengths(
        self, hand: cython.int, player: cython.int, mask: cython.int, first: cython.int, lacking: cython.int
    ) -> cython.void:
        """Mark the strengths that a hand can have in the end."""
        if lacking == 0:
            self.levels[player, self.strengths[hand, mask]] = 1
            return
        for brick_class in range(first, self.classes):
            if mask & self.class_masks[brick_class] != self.class_masks[brick_class]:
                self.mark_strengths(hand, player, self.hand_with(mask, brick_class), brick_class, lacking - 1)

    @cython.cfunc
    @cython.exceptval(check=False)
    def are_alike(
        self,
        hand: cython.int,
        against: cython.int,
        mask: cython.int,
        first: cython.int,
        lacking: cython.int,
        one: cython.int,
        other: cython.int,
    ) -> cython.bint:
        """Return True if it never matters to a hand which of two classes it gets, with ``lacking`` bricks besides."""
        if lacking < 0:
            return True
        if lacking == 0:
            bits: cython.int = self.class_masks[one]
            if mask & bits == bits:
                return True
            bits = self.class_masks[other]
            if mask & bits == bits:
                return True
            return (
                self.levels[against, self.strengths[hand, self.hand_with(mask, one)]]
                == self.levels[against, self.strengths[hand, self.hand_with(mask, other)]]
            )
        for brick_class in range(first, self.classes):
            if mask & self.class_masks[brick_class] != self.class_masks[brick_class] and not self.are_alike(
                hand, against, self.hand_with(mask, brick_class), brick_class, lacking - 1, one, other
            ):
                return False
        return True

    @cython.cfunc
    @cython.exceptval(check=False)
    def is_used_up(self, pair: cython.int, brick_class: cython.int) -> cython.bint:
        """Return True if all bricks of a class are in a pair of hands."""
        bits: cython.int = self.class_masks[brick_class]
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
        labels: cython.int = 0
        sort_key: cython.longlong
        if self.future[pair] >= 0:
            return
        if self.lows[pair] == self.highs[pair]:
            key = (self.lows[pair], self.lacking[pair, 0], self.lacking[pair, 1])
            self.future[pair] = self.futures.setdefault(key, len(self.futures))
            return
        for player in range(2):
            for brick_class in range(self.classes):
                if (
                    self.lacking[pair, player]
                    and self.masks[pair, player] & self.class_masks[brick_class] != self.class_masks[brick_class]
                ):
                    self.pair_after(pair, player, brick_class)
        class_of_label = cython.declare(cython.int[32])  # of each label a class of which a brick is left
        sort_keys = cython.declare(cython.longlong[32])
        old_labels = cython.declare(cython.int[32])
        for brick_class in range(self.classes):
            if self.is_used_up(pair, brick_class):
                continue
            label: cython.int = 0
            while label < labels and old_labels[label] != self.label_of[pair, brick_class]:
                label += 1
            if label < labels:
                continue
            sort_key = self.future_after(pair, 0, brick_class) * (1 << 31) + self.future_after(pair, 1, brick_class)
            label = labels
            while label and sort_keys[label - 1] > sort_key:
                sort_keys[label] = sort_keys[label - 1]
                old_labels[label] = old_labels[label - 1]
                class_of_label[label] = class_of_label[label - 1]
                label -= 1
            sort_keys[label] = sort_key
            old_labels[label] = self.label_of[pair, brick_class]
            class_of_label[label] = brick_class
            labels += 1
        for brick_class in range(self.classes):
            label = 0
            while label < labels and old_labels[label] != self.label_of[pair, brick_class]:
                label += 1
            self.label_of[pair, brick_class] = 0 if label == labels else label
        key = bytes(self.description[: self.describe(pair, labels, class_of_label)])
        self.future[pair] = self.futures.setdefault(key, len(self.futures))

    @cython.cfunc
    def describe(self, pair: cython.int, labels: cython.int, class_of_label: cython.p_int) -> cython.int:
        """Write what follows a pair, by labels; return the length of the description."""
        length: cython.int = 3
        self.description[0] = self.lacking[pair, 0]
        self.description[1] = self.lacking[pair, 1]
        self.description[2] = labels
        for label in range(labels):
            for player in range(2):
                next_pair: cython.int = self.steps[pair, player * self.classes + class_of_label[label]]
                self.description[length] = self.future_after(pair, player, class_of_label[label])
                length += 1
                if next_pair < 0:
                    continue
                for other in range(labels):
                    self.description[length + other] = -1
                for brick_class in range(self.classes):
                    if not self.is_used_up(next_pair, brick_class):
                        self.description[length + self.label_of[pair, brick_class]] = self.label_of[
                            next_pair, brick_class
                        ]
                length += labels
        return length

    @cython.cfunc
    @cython.exceptval(check=False)
    def future_after(self, pair: cython.int, player: cython.int, brick_class: cython.int) -> cython.longlong:
        """Return the future after a brick went into a player's hand of a pair, or -1."""
        after: cython.int = self.steps[pair, player * self.classes + brick_class]
        return -1 if after < 0 else self.future[after]

    @cython.cfunc
    @cython.exceptval(check=False)
    def labels(self, one: cython.int, two: cython.int, three: cython.int, brick_class: cython.int) -> cython.int:
        """Return the labels of a class in three pairs, as one number."""
        return (self.label_of[one, brick_class] << 5 | self.label_of[two, brick_class]) << 5 | self.label_of[
            three, brick_class
        ]

    @cython.cfunc
    @cython.exceptval(check=False)
    def least(self, one: cython.int, two: cython.int, three: cython.int) -> cython.int:
        """Return the code with the worst result of player 0 in each hand."""
        return CODE_POWERS[0] * self.lows[one] + CODE_POWERS[1] * self.lows[two] + CODE_POWERS[2] * self.lows[three]

    @cython.cfunc
    @cython.exceptval(check=False)
    def most(self, one: cython.int, two: cython.int, three: cython.int) -> cython.int:
        """Return the code with the best result of player 0 in each hand."""
        return CODE_POWERS[0] * self.highs[one] + CODE_POWERS[1] * self.highs[two] + CODE_POWERS[2] * self.highs[three]
