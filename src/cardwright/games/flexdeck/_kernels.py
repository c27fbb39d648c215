"""Coverings with the dominoes counted, for `odds.counted`. The slow twins are in the tests.

Nothing is checked here; no number can overflow. A card is ten times its upper half plus the lower.
"""

import cython
import numpy as np

DICE_COUNT = cython.declare(cython.int, 5)
DOMINO_COUNT = cython.declare(cython.int, 55)
PAIR_BLOCKS = cython.declare(cython.int, 50)  # where the blocks of two values begin, after ten values times five dice
# A choice that is worse by more than this before the last flips are counted is skipped.
PRUNING_MARGIN = cython.declare(cython.double, 0.08)


@cython.cclass
class LaterTurn:
    """A turn after the cover, as if all throws came from the dominoes that were unseen before the cover.

    ``sign`` is 1 for a turn of the dealer, -1 for one of the non-dealer. ``values`` and ``ties`` are the dealer's
    chances before it: a row for each roll that the player to act can have, a column for each roll of the other player.
    ``means`` are the player's own averages of a keep, in its row of ``rows``, by the same columns. ``places_after`` is
    where the roll that a throw makes stands in the turn that follows.
    """

    sign: cython.int
    values: cython.const[cython.float][:, ::1]
    ties: cython.const[cython.float][:, ::1]
    rows: cython.const[cython.int][::1]
    means: cython.const[cython.float][:, ::1]
    places_after: cython.const[cython.int][::1]

    def __init__(self, sign: cython.int, values, ties, rows, means, places_after):
        self.sign = sign
        self.values = values
        self.ties = ties
        self.rows = rows
        self.means = means
        self.places_after = places_after


@cython.final
@cython.cclass
class BestReplies:
    """The dealer's best replies in the last turn after one flip, by the level of the non-dealer's strength.

    ``keeps`` to ``can_be_best`` are those of `odds.counted.Replies`, with a row for each keep of the dealer. The first
    ``count`` of ``reached`` are the levels that occur, ``level_of_cover`` (keep, way up) those of the non-dealer's
    keeps; ``last_flip`` is when a level occurred last. For each level ``best`` is the value of the best reply so far,
    ``wins`` and ``ties`` are its ways and ``thrown`` its dice. ``sums`` are the ways of the first throws of ``order``.
    """

    keeps: cython.const[cython.int][::1]
    order: cython.const[cython.int][:, ::1]
    above: cython.const[cython.int][:, ::1]
    at_least: cython.const[cython.int][:, ::1]
    can_be_best: cython.const[cython.uchar][:, ::1]
    best: cython.double[::1]
    wins: cython.double[::1]
    ties: cython.double[::1]
    thrown: cython.int[::1]
    last_flip: cython.longlong[::1]
    level_of_cover: cython.int[:, ::1]
    reached: cython.int[::1]
    count: cython.int
    sums: cython.double[::1]

    def __init__(self, replies, keep_count: cython.Py_ssize_t, ways_up: cython.Py_ssize_t):
        self.keeps = replies.keeps
        self.order = replies.order
        self.above = replies.above
        self.at_least = replies.at_least
        self.can_be_best = replies.can_be_best
        self.best, self.wins, self.ties = np.zeros((3, self.above.shape[1]))
        self.thrown = np.zeros(self.above.shape[1], np.int32)
        self.last_flip = np.full(self.above.shape[1], -1, np.int64)
        self.level_of_cover = np.zeros((keep_count, ways_up), np.int32)
        self.reached = np.zeros(keep_count * ways_up, np.int32)
        self.sums = np.zeros(self.order.shape[1] + 1)

    @cython.cfunc
    @cython.exceptval(check=False)
    def may_use(self, row: cython.Py_ssize_t) -> cython.bint:
        """Return whether a keep can be the best against one of the reached levels."""
        index: cython.int = 0
        while index < self.count and not self.can_be_best[row, self.reached[index]]:
            index += 1
        return index < self.count


@cython.cclass
class CountedRounds:
    """Rounds in which each throw comes from the dominoes that are then left.

    Rolls, keeps and throws have numbers: see `odds.counted.Tables`. All chances are the dealer's, and a tie is worth
    ``tie_share`` of a win. *Level* n is a deck after n flips.
    """

    keeps_by_roll: cython.int[:, ::1]
    thrown_count: cython.int[::1]
    first_roll: cython.int[::1]
    rolls_after: cython.int[::1]
    throws: cython.int[::1]
    throw_of_digits: cython.int[:, ::1]
    terms: cython.int[::1]
    weights: cython.double[::1]
    blocks: cython.int[::1]
    others: cython.int[::1]
    orders: cython.double[::1]
    halves: cython.int[:, ::1]
    unseen: cython.int[::1]
    present: cython.int[::1]
    block_counts: cython.double[::1]
    in_order: cython.double[::1]
    ways: cython.double[:, ::1]
    totals: cython.double[:, ::1]
    is_ready: cython.int[::1]
    max_covered: cython.int
    tie_share: cython.double
    value: cython.double
    tie: cython.double

    def __init__(self, tables, unseen: cython.int[::1], max_covered: cython.int, tie_share: cython.double):
        """``unseen`` has a 1 for each domino that may be flipped; ``max_covered`` dice may be covered in a turn."""
        self.keeps_by_roll = tables.keeps_by_roll
        self.thrown_count = tables.thrown_count
        self.first_roll = tables.first_roll
        self.rolls_after = tables.rolls_after
        self.throws = tables.throws
        self.throw_of_digits = tables.throw_of_digits
        self.terms = tables.terms
        self.weights = tables.weights
        self.blocks = tables.blocks
        self.others = tables.others
        self.orders = tables.orders
        self.halves = tables.halves
        self.unseen = unseen
        self.max_covered = max_covered
        self.tie_share = tie_share
        self.present = np.zeros(DOMINO_COUNT, np.int32)
        self.block_counts = np.zeros(PAIR_BLOCKS + DOMINO_COUNT)
        self.in_order = np.zeros(len(tables.orders))
        self.ways = np.zeros((3 * max_covered + 1, len(tables.orders)))
        self.totals = np.zeros((3 * max_covered + 1, max_covered + 1))
        self.is_ready = np.zeros(3 * max_covered + 1, np.int32)

    @cython.cfunc
    @cython.exceptval(check=False)
    def count_ways(self, level: cython.int) -> cython.void:
        """Write the ways of all throws from the dominoes that are present. The slow twin is `throws.Throws`."""
        dominoes_left: cython.int = 0
        for index in range(PAIR_BLOCKS + DOMINO_COUNT):
            self.block_counts[index] = 0
        for index in range(DOMINO_COUNT):
            if self.present[index]:
                dominoes_left += 1
                high: cython.int = self.halves[index, 0]
                low: cython.int = self.halves[index, 1]
                self.block_counts[PAIR_BLOCKS + index] = high != low
                for dice in range(DICE_COUNT):
                    self.block_counts[high * DICE_COUNT + dice] += 2 << dice if high == low else 1
                    if high != low:
                        self.block_counts[low * DICE_COUNT + dice] += 1
        self.in_order[0] = self.ways[level, 0] = 1
        for index in range(1, self.in_order.shape[0]):
            ways_: cython.double = 0
            for term in range(self.terms[index], self.terms[index + 1]):
                ways_ += self.weights[term] * self.block_counts[self.blocks[term]] * self.in_order[self.others[term]]
            self.in_order[index] = ways_
            self.ways[level, index] = ways_ * self.orders[index]
        ways_ = 1
        for dice in range(self.max_covered + 1):
            self.totals[level, dice] = ways_
            ways_ *= 2 * (dominoes_left - dice)

    @cython.cfunc
    @cython.exceptval(check=False)
    def prepare_level(self, deck: cython.const[cython.uchar][::1], level: cython.int) -> cython.void:
        """Count the dominoes of a level, unless that is done."""
        if self.is_ready[level]:
            return
        for index in range(DOMINO_COUNT):
            self.present[index] = self.unseen[index]
        for index in range(level):
            high: cython.int = max(deck[index] // 10, deck[index] % 10)
            low: cython.int = min(deck[index] // 10, deck[index] % 10)
            self.present[high * (high + 1) // 2 + low] = 0
        self.count_ways(level)
        self.is_ready[level] = 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def roll_after_cover(
        self, keep: cython.int, deck: cython.const[cython.uchar][::1], level: cython.int
    ) -> cython.int:
        """Return the roll that a keep becomes by the flips that follow."""
        digits: cython.int = 0
        for index in range(self.thrown_count[keep]):
            digits = 10 * digits + cython.cast(cython.int, deck[level + index]) // 10
        return self.rolls_after[self.first_roll[keep] + self.throw_of_digits[self.thrown_count[keep], digits]]

    @cython.cfunc
    @cython.exceptval(check=False)
    def average(
        self,
        keep: cython.int,
        level: cython.int,
        values: cython.const[cython.float][::1],
        places: cython.const[cython.int][::1],
    ) -> cython.double:
        """Return the average of the values over the throws of a level, where ``places`` is that of each roll.

        Five sums are kept at a time, since an addition takes longer than the reads. Throws of one to four dice are a
        multiple of five, those of five dice are not.
        """
        dice: cython.int = self.thrown_count[keep]
        first_throw: cython.int = self.throws[dice]
        count: cython.int = self.throws[dice + 1] - first_throw
        first_roll: cython.int = self.first_roll[keep]
        if not dice:
            return values[places[first_roll]]
        sums = cython.declare(cython.double[5], [0, 0, 0, 0, 0])
        for index in range(0, count - 4, 5):
            for part in range(5):
                sums[part] += self.ways[level, first_throw + index + part] * values[places[first_roll + index + part]]
        for index in range(count - count % 5, count):
            sums[0] += self.ways[level, first_throw + index] * values[places[first_roll + index]]
        return (sums[0] + sums[1] + sums[2] + sums[3] + sums[4]) / self.totals[level, dice]

    @cython.cfunc
    @cython.exceptval(check=False)
    def choose_keep(
        self,
        turn: LaterTurn,
        roll: cython.int,
        level: cython.int,
        column: cython.int,
        values: cython.const[cython.float][::1],
        ties: cython.const[cython.float][::1],
    ) -> cython.int:
        """Return the best keep of a roll in a turn, against the other player's roll; write its value and tie.

        ``values`` and ``ties`` are the dealer's chances afterwards, by the roll that the throw makes.
        """
        best: cython.int = self.keeps_by_roll[roll, 0]
        best_mean: cython.double = -1
        for index in range(self.keeps_by_roll.shape[1]):
            best_mean = max(best_mean, turn.means[turn.rows[self.keeps_by_roll[roll, index]], column])
        self.value = 2 if turn.sign < 0 else -1
        for index in range(self.keeps_by_roll.shape[1]):
            keep: cython.int = self.keeps_by_roll[roll, index]
            if turn.means[turn.rows[keep], column] >= best_mean - PRUNING_MARGIN:
                value: cython.double = self.average(keep, level, values, turn.places_after)
                if turn.sign * value > turn.sign * self.value:
                    self.value = value
                    best = keep
        self.tie = self.average(best, level, ties, turn.places_after)
        return best

    @cython.cfunc
    @cython.exceptval(check=False)
    def compare_with(self, rank: cython.int, results: cython.float[::1], tied: cython.float[::1]) -> cython.void:
        """Write for each strength whether it beats this one, a tie counting ``tie_share``, and whether it ties."""
        for index in range(results.shape[0]):
            tied[index] = index == rank
            results[index] = 1 if index > rank else 0
        results[rank] = self.tie_share

    def play_out(
        self,
        later,
        turn: cython.int,
        own: cython.const[cython.int][::1],
        other_roll: cython.int,
        decks: cython.const[cython.uchar][:, ::1],
        out: cython.double[:, :, ::1],
    ) -> None:
        """Cover a roll in a turn, in every deck and by every keep of ``own``, and play the round on.

        Both players choose by the chances of ``later`` and by the dominoes left, in the last turn exactly. ``out``
        (deck, keep, 2) is how much the dealer's chance to win (a tie counts ``tie_share``) and the chance to tie exceed
        those of ``later``, summed over the turns: see `odds.counted._KernelTurns`.
        """
        dealers: cython.const[cython.int][::1] = later.dealers
        others: cython.const[cython.int][::1] = later.others
        ranks: cython.const[cython.int][::1] = later.ranks
        last: LaterTurn = later.turns[0]
        reply: LaterTurn = later.turns[1]
        first: LaterTurn = later.turns[2]
        results: cython.float[::1] = np.zeros(last.values.shape[1], np.float32)
        tied: cython.float[::1] = np.zeros(last.values.shape[1], np.float32)
        index: cython.int
        dealer: cython.int
        other: cython.int
        value: cython.double
        tie: cython.double
        for deck_index in range(decks.shape[0]):
            for index in range(self.is_ready.shape[0]):
                self.is_ready[index] = 0
            for own_index in range(own.shape[0]):
                level: cython.int = self.thrown_count[own[own_index]]
                dealer = other = other_roll
                if turn == 1:
                    dealer = self.roll_after_cover(own[own_index], decks[deck_index], 0)
                else:
                    other = self.roll_after_cover(own[own_index], decks[deck_index], 0)
                value = tie = 0
                if turn == 0:
                    index = others[other]
                    self.prepare_level(decks[deck_index], level)
                    keep: cython.int = self.choose_keep(
                        first, dealer, level, index, reply.values[index], reply.ties[index]
                    )
                    value += self.value - first.values[0, index]
                    tie += self.tie - first.ties[0, index]
                    dealer = self.roll_after_cover(keep, decks[deck_index], level)
                    level += self.thrown_count[keep]
                if turn <= 1:
                    index = dealers[dealer]
                    self.prepare_level(decks[deck_index], level)
                    keep = self.choose_keep(reply, other, level, index, last.values[index], last.ties[index])
                    value += self.value - reply.values[others[other], index]
                    tie += self.tie - reply.ties[others[other], index]
                    other = self.roll_after_cover(keep, decks[deck_index], level)
                    level += self.thrown_count[keep]
                rank: cython.int = ranks[other]
                self.compare_with(rank, results, tied)
                self.prepare_level(decks[deck_index], level)
                self.choose_keep(last, dealer, level, rank, results, tied)
                out[deck_index, own_index, 0] = value + self.value - last.values[dealers[dealer], rank]
                out[deck_index, own_index, 1] = tie + self.tie - last.ties[dealers[dealer], rank]

    def count_last_replies(
        self,
        own: cython.const[cython.int][::1],
        flips: cython.const[cython.int][:, ::1],
        levels: cython.const[cython.int][::1],
        replies,
        out: cython.double[:, :, ::1],
    ) -> None:
        """Add up how the dealer's last turn ends when the non-dealer's keeps are covered with each of some dominoes.

        ``own`` are keeps that throw as many dice as a row of ``flips`` has dominoes, ``levels`` (roll) are the places
        of the strengths that they can make, and ``replies`` what the dealer may do: see `odds.counted.Replies`. ``out``
        (keep, dice that the dealer throws, 2) are the ways to win and to tie, whole numbers, over both ways up of each
        domino.
        """
        best_replies: BestReplies = BestReplies(replies, own.shape[0], 1 << flips.shape[1])
        for flip_index in range(flips.shape[0]):
            self.count_without(flips[flip_index])
            self.reach_levels(best_replies, own, flips[flip_index], levels, flip_index)
            for row in range(best_replies.keeps.shape[0]):
                if best_replies.may_use(row):
                    self.try_reply(best_replies, row)
            for row in range(own.shape[0]):
                for upper in range(best_replies.level_of_cover.shape[1]):
                    level: cython.int = best_replies.level_of_cover[row, upper]
                    out[row, best_replies.thrown[level], 0] += best_replies.wins[level]
                    out[row, best_replies.thrown[level], 1] += best_replies.ties[level]

    @cython.cfunc
    @cython.exceptval(check=False)
    def count_without(self, flip: cython.const[cython.int][::1]) -> cython.void:
        """Count the dominoes that are left after a flip of all unseen ones, as level 0."""
        for index in range(DOMINO_COUNT):
            self.present[index] = self.unseen[index]
        for index in range(flip.shape[0]):
            self.present[flip[index]] = 0
        self.count_ways(0)

    @cython.cfunc
    @cython.exceptval(check=False)
    def reach_levels(
        self,
        best_replies: BestReplies,
        own: cython.const[cython.int][::1],
        flip: cython.const[cython.int][::1],
        levels: cython.const[cython.int][::1],
        flip_index: cython.Py_ssize_t,
    ) -> cython.void:
        """Write the level of each keep with the dominoes of a flip either way up, and list those levels once each."""
        dice: cython.int = cython.cast(cython.int, flip.shape[0])
        best_replies.count = 0
        for upper in range(best_replies.level_of_cover.shape[1]):
            digits: cython.int = 0
            for index in range(dice):
                digits = 10 * digits + self.halves[flip[index], upper >> index & 1]
            for row in range(own.shape[0]):
                level: cython.int = levels[
                    self.rolls_after[self.first_roll[own[row]] + self.throw_of_digits[dice, digits]]
                ]
                best_replies.level_of_cover[row, upper] = level
                if best_replies.last_flip[level] != flip_index:
                    best_replies.last_flip[level] = flip_index
                    best_replies.best[level] = -1
                    best_replies.reached[best_replies.count] = level
                    best_replies.count += 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def try_reply(self, best_replies: BestReplies, row: cython.Py_ssize_t) -> cython.void:
        """Reply to each reached level by a keep, and note where that is better than those before."""
        dice: cython.int = self.thrown_count[best_replies.keeps[row]]
        first_throw: cython.int = self.throws[dice]
        win_ways: cython.double = 0
        for index in range(self.throws[dice + 1] - first_throw):
            win_ways += self.ways[0, first_throw + best_replies.order[row, index]]
            best_replies.sums[index + 1] = win_ways
        for index in range(best_replies.count):
            level: cython.int = best_replies.reached[index]
            win_ways = best_replies.sums[best_replies.above[row, level]]
            tie_ways: cython.double = best_replies.sums[best_replies.at_least[row, level]] - win_ways
            value: cython.double = (win_ways + self.tie_share * tie_ways) / self.totals[0, dice]
            if value > best_replies.best[level]:
                best_replies.best[level] = value
                best_replies.wins[level] = win_ways
                best_replies.ties[level] = tie_ways
                best_replies.thrown[level] = dice
