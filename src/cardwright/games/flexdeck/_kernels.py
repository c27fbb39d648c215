"""Many matches at once (`vector`), and coverings with the dominoes counted (`odds.counted`).

Nothing is checked here; no number can overflow. The slow twin of the matches is the plain game, those of the coverings
are in the tests.

The columns of a state of `vector`: 0 who acts, 1 the number of legal actions, 2 what it waits for (0 a player, 1 cards,
2 a new match), 3 the turn, 4 the dealer, 5 and 6 the scores, 7 cards of the deal that have come, from 8 the dice of
each seat, from 18 a 1 for each domino that has come. A card is ten times its upper half plus the lower.
"""

import cython
import numpy as np

DICE_COUNT = cython.declare(cython.int, 5)
TURN_COUNT = cython.declare(cython.int, 4)
WIN_ROUNDS = cython.declare(cython.int, 5)
DOMINO_COUNT = cython.declare(cython.int, 55)
PAIRS = cython.declare(cython.int, 50)  # where the blocks of two values begin, after ten values times five dice
MARGIN = cython.declare(cython.double, 0.08)  # a choice worse by more, before the flips since are counted, is not taken


@cython.cfunc
@cython.exceptval(check=False)
def _use(state: cython.int[:, ::1], row: cython.Py_ssize_t, card: cython.int) -> cython.void:
    """Note that a domino has come."""
    high: cython.int = max(card // 10, card % 10)
    low: cython.int = min(card // 10, card % 10)
    state[row, 18 + high * (high + 1) // 2 + low] = 1
    state[row, 7] += 1


def vector_deal(
    state: cython.int[:, ::1],
    rows: cython.const[cython.longlong][::1],
    cards: cython.const[cython.uchar][:, ::1],
    dealers: cython.const[cython.longlong][::1],
    choices: cython.int,
) -> None:
    """Begin a round in some matches; the first round of a match has its dealer."""
    n: cython.Py_ssize_t
    row: cython.Py_ssize_t
    i: cython.int
    dealer: cython.int
    card: cython.int
    for n in range(rows.shape[0]):
        row = rows[n]
        dealer = 1 - state[row, 4]
        if state[row, 2] == 2:
            dealer = cython.cast(cython.int, dealers[n])
            state[row, 5] = 0
            state[row, 6] = 0
        for i in range(DOMINO_COUNT):
            state[row, 18 + i] = 0
        state[row, 0] = 1 - dealer
        state[row, 1] = choices
        state[row, 2] = 0
        state[row, 3] = 0
        state[row, 4] = dealer
        state[row, 7] = 0
        for i in range(DICE_COUNT):
            card = cython.cast(cython.int, cards[row, i])
            _use(state, row, card)
            state[row, 8 + 5 * dealer + i] = card % 10
            state[row, 8 + 5 * (1 - dealer) + i] = card // 10


def vector_play(
    state: cython.int[:, ::1],
    actions: cython.const[cython.int][::1],
    covers: cython.const[cython.int][:, ::1],
    cards: cython.const[cython.uchar][:, ::1],
    strengths: cython.const[cython.ushort][::1],
) -> None:
    """Cover dice in every match; after the last turn the rolls are compared, by ``strengths`` of the dice as digits."""
    row: cython.Py_ssize_t
    i: cython.int
    card: cython.int
    place: cython.int
    rolls = cython.declare(cython.int[2])
    for row in range(state.shape[0]):
        for i in range(DICE_COUNT):
            if covers[actions[row], i]:
                card = cython.cast(cython.int, cards[row, state[row, 7]])
                _use(state, row, card)
                state[row, 8 + 5 * state[row, 0] + i] = card // 10
        state[row, 3] += 1
        state[row, 0] = 1 - state[row, 0]
        if state[row, 3] < TURN_COUNT:
            continue
        for place in range(2):
            rolls[place] = 0
            for i in range(DICE_COUNT):
                rolls[place] = 10 * rolls[place] + state[row, 8 + 5 * place + i]
        state[row, 5] += strengths[rolls[0]] > strengths[rolls[1]]
        state[row, 6] += strengths[rolls[1]] > strengths[rolls[0]]
        state[row, 2] = 2 if max(state[row, 5], state[row, 6]) == WIN_ROUNDS else 1


def vector_observe(state: cython.const[cython.int][:, ::1], out: cython.short[:, ::1]) -> None:
    """Fill in the columns of `vector`: what the player to act sees."""
    row: cython.Py_ssize_t
    i: cython.int
    seat: cython.int
    for row in range(state.shape[0]):
        seat = state[row, 0]
        out[row, 0] = seat
        out[row, 1] = state[row, 4] == seat
        out[row, 2] = state[row, 3]
        out[row, 3] = state[row, 5 + seat]
        out[row, 4] = state[row, 6 - seat]
        for i in range(DICE_COUNT):
            out[row, 5 + i] = state[row, 8 + 5 * seat + i]
            out[row, 10 + i] = state[row, 13 - 5 * seat + i]
        for i in range(DOMINO_COUNT):
            out[row, 15 + i] = state[row, 18 + i]


@cython.cclass
class CountedRounds:
    """Rounds in which each throw comes from the dominoes that are then left.

    Rolls, keeps and throws have numbers: see `odds.counted.Tables`. All chances are the dealer's, and a tie is worth
    ``share`` of a win. *Level* n is a deck after n flips.
    """

    choices: cython.int[:, ::1]
    thrown: cython.int[::1]
    first: cython.int[::1]
    after: cython.int[::1]
    throws: cython.int[::1]
    by_digits: cython.int[:, ::1]
    terms: cython.int[::1]
    weights: cython.double[::1]
    blocks: cython.int[::1]
    others: cython.int[::1]
    orders: cython.double[::1]
    halves: cython.int[:, ::1]
    unseen: cython.int[::1]
    present: cython.int[::1]
    shown: cython.double[::1]
    in_order: cython.double[::1]
    ways: cython.double[:, ::1]
    totals: cython.double[:, ::1]
    ready: cython.int[::1]
    most: cython.int
    share: cython.double
    value: cython.double
    tie: cython.double

    def __init__(self, tables, unseen: cython.int[::1], most: cython.int, share: cython.double):
        """``unseen`` has a 1 for each domino that may be flipped; ``most`` dice may be covered in a turn."""
        self.choices = tables.choices
        self.thrown = tables.thrown
        self.first = tables.first
        self.after = tables.after
        self.throws = tables.throws
        self.by_digits = tables.by_digits
        self.terms = tables.terms
        self.weights = tables.weights
        self.blocks = tables.blocks
        self.others = tables.others
        self.orders = tables.orders
        self.halves = tables.halves
        self.unseen = unseen
        self.most = most
        self.share = share
        self.present = np.zeros(DOMINO_COUNT, np.int32)
        self.shown = np.zeros(PAIRS + DOMINO_COUNT)
        self.in_order = np.zeros(len(tables.orders))
        self.ways = np.zeros((3 * most + 1, len(tables.orders)))
        self.totals = np.zeros((3 * most + 1, most + 1))
        self.ready = np.zeros(3 * most + 1, np.int32)

    @cython.cfunc
    @cython.exceptval(check=False)
    def count(self, level: cython.int) -> cython.void:
        """Write the ways of all throws from the dominoes that are present. The slow twin is `throws.Throws`."""
        at: cython.int
        dice: cython.int
        term: cython.int
        high: cython.int
        low: cython.int
        left: cython.int = 0
        found: cython.double
        for at in range(PAIRS + DOMINO_COUNT):
            self.shown[at] = 0
        for at in range(DOMINO_COUNT):
            if self.present[at]:
                left += 1
                high = self.halves[at, 0]
                low = self.halves[at, 1]
                self.shown[PAIRS + at] = high != low
                for dice in range(DICE_COUNT):
                    self.shown[high * DICE_COUNT + dice] += 2 << dice if high == low else 1
                    if high != low:
                        self.shown[low * DICE_COUNT + dice] += 1
        self.in_order[0] = self.ways[level, 0] = 1
        for at in range(1, self.in_order.shape[0]):
            found = 0
            for term in range(self.terms[at], self.terms[at + 1]):
                found += self.weights[term] * self.shown[self.blocks[term]] * self.in_order[self.others[term]]
            self.in_order[at] = found
            self.ways[level, at] = found * self.orders[at]
        found = 1
        for dice in range(self.most + 1):
            self.totals[level, dice] = found
            found *= 2 * (left - dice)

    @cython.cfunc
    @cython.exceptval(check=False)
    def flip(self, deck: cython.const[cython.uchar][::1], level: cython.int) -> cython.void:
        """Count the dominoes of a level, unless that is done."""
        at: cython.int
        high: cython.int
        low: cython.int
        if self.ready[level]:
            return
        for at in range(DOMINO_COUNT):
            self.present[at] = self.unseen[at]
        for at in range(level):
            high = max(deck[at] // 10, deck[at] % 10)
            low = min(deck[at] // 10, deck[at] % 10)
            self.present[high * (high + 1) // 2 + low] = 0
        self.count(level)
        self.ready[level] = 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def covered(self, keep: cython.int, deck: cython.const[cython.uchar][::1], level: cython.int) -> cython.int:
        """Return the roll that a keep becomes by the flips that follow."""
        at: cython.int
        digits: cython.int = 0
        for at in range(self.thrown[keep]):
            digits = 10 * digits + deck[level + at] // 10
        return self.after[self.first[keep] + self.by_digits[self.thrown[keep], digits]]

    @cython.cfunc
    @cython.exceptval(check=False)
    def average(
        self,
        keep: cython.int,
        level: cython.int,
        values: cython.const[cython.float][::1],
        places: cython.const[cython.int][::1],
    ) -> cython.double:
        """Return the average of the values over the throws of a level, where ``places`` is that of each roll."""
        at: cython.int
        dice: cython.int = self.thrown[keep]
        begin: cython.int = self.throws[dice]
        made: cython.int = self.first[keep]
        found: cython.double = 0
        for at in range(self.throws[dice + 1] - begin):
            found += self.ways[level, begin + at] * values[places[made + at]]
        return found / self.totals[level, dice]

    @cython.cfunc
    @cython.exceptval(check=False)
    def choose(
        self,
        roll: cython.int,
        level: cython.int,
        sign: cython.int,
        values: cython.const[cython.float][::1],
        ties: cython.const[cython.float][::1],
        places: cython.const[cython.int][::1],
        rows: cython.const[cython.int][::1],
        means: cython.const[cython.float][:, ::1],
        column: cython.int,
    ) -> cython.int:
        """Return the best keep of a roll, for the dealer (``sign`` 1) or the non-dealer (-1), and note what it brings.

        ``means`` are the player's own averages before the flips since, by the row of a keep.
        """
        at: cython.int
        keep: cython.int
        best: cython.int = self.choices[roll, 0]
        most: cython.double = -1
        value: cython.double
        for at in range(self.choices.shape[1]):
            most = max(most, means[rows[self.choices[roll, at]], column])
        self.value = 2 if sign < 0 else -1
        for at in range(self.choices.shape[1]):
            keep = self.choices[roll, at]
            if means[rows[keep], column] >= most - MARGIN:
                value = self.average(keep, level, values, places)
                if sign * value > sign * self.value:
                    self.value = value
                    best = keep
        self.tie = self.average(best, level, ties, places)
        return best

    def play(
        self,
        later,
        turn: cython.int,
        own: cython.const[cython.int][::1],
        theirs: cython.int,
        decks: cython.const[cython.uchar][:, ::1],
        out: cython.double[:, :, ::1],
    ) -> None:
        """Cover a roll in a turn, in every deck and by every keep of ``own``, and play the round on.

        Both players choose by the chances of ``later`` and by the dominoes left, in the last turn exactly. ``out``
        (deck, keep, 2) is what the dealer's chance to win, a tie counting ``share``, and the chance to tie are in
        every turn beyond those of ``later``.
        """
        dealers: cython.const[cython.int][::1] = later.dealers
        others: cython.const[cython.int][::1] = later.others
        ranks: cython.const[cython.int][::1] = later.ranks
        to_rank: cython.const[cython.int][::1] = later.to_rank
        to_dealer: cython.const[cython.int][::1] = later.to_dealer
        last_rows: cython.const[cython.int][::1] = later.rows[0]
        last_means: cython.const[cython.float][:, ::1] = later.means[0]
        last: cython.const[cython.float][:, ::1] = later.values[0]
        last_ties: cython.const[cython.float][:, ::1] = later.ties[0]
        reply_rows: cython.const[cython.int][::1] = later.rows[1]
        reply_means: cython.const[cython.float][:, ::1] = later.means[1]
        reply: cython.const[cython.float][:, ::1] = later.values[1]
        reply_ties: cython.const[cython.float][:, ::1] = later.ties[1]
        first_rows: cython.const[cython.int][::1] = later.rows[2]
        first_means: cython.const[cython.float][:, ::1] = later.means[2]
        first: cython.const[cython.float][:, ::1] = later.values[2]
        first_ties: cython.const[cython.float][:, ::1] = later.ties[2]
        results: cython.float[::1] = np.zeros(last.shape[1], np.float32)
        tied: cython.float[::1] = np.zeros(last.shape[1], np.float32)
        number: cython.Py_ssize_t
        one: cython.int
        at: cython.int
        keep: cython.int
        level: cython.int
        dealer: cython.int
        other: cython.int
        rank: cython.int
        value: cython.double
        tie: cython.double
        for number in range(decks.shape[0]):
            for at in range(self.ready.shape[0]):
                self.ready[at] = 0
            for one in range(own.shape[0]):
                level = self.thrown[own[one]]
                dealer = other = theirs
                if turn == 1:
                    dealer = self.covered(own[one], decks[number], 0)
                else:
                    other = self.covered(own[one], decks[number], 0)
                value = tie = 0
                if turn == 0:
                    at = others[other]
                    self.flip(decks[number], level)
                    keep = self.choose(
                        dealer, level, 1, reply[at], reply_ties[at], to_dealer, first_rows, first_means, at
                    )
                    value += self.value - first[0, at]
                    tie += self.tie - first_ties[0, at]
                    dealer = self.covered(keep, decks[number], level)
                    level += self.thrown[keep]
                if turn <= 1:
                    at = dealers[dealer]
                    self.flip(decks[number], level)
                    keep = self.choose(other, level, -1, last[at], last_ties[at], to_rank, reply_rows, reply_means, at)
                    value += self.value - reply[others[other], at]
                    tie += self.tie - reply_ties[others[other], at]
                    other = self.covered(keep, decks[number], level)
                    level += self.thrown[keep]
                rank = ranks[other]
                for at in range(results.shape[0]):
                    tied[at] = at == rank
                    results[at] = 1 if at > rank else 0
                results[rank] = self.share
                self.flip(decks[number], level)
                self.choose(dealer, level, 1, results, tied, to_rank, last_rows, last_means, rank)
                out[number, one, 0] = value + self.value - last[dealers[dealer], rank]
                out[number, one, 1] = tie + self.tie - last_ties[dealers[dealer], rank]

    def answer(
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
        keeps: cython.const[cython.int][::1] = replies.keeps
        order: cython.const[cython.int][:, ::1] = replies.order
        above: cython.const[cython.int][:, ::1] = replies.above
        least: cython.const[cython.int][:, ::1] = replies.least
        may: cython.const[cython.uchar][:, ::1] = replies.may
        dice: cython.int = flips.shape[1]
        ways_up: cython.int = 1 << dice
        best: cython.double[::1] = np.zeros(above.shape[1])
        wins: cython.double[::1] = np.zeros(above.shape[1])
        ties: cython.double[::1] = np.zeros(above.shape[1])
        covers: cython.int[::1] = np.zeros(above.shape[1], np.int32)
        seen: cython.longlong[::1] = np.full(above.shape[1], -1, np.int64)
        made: cython.int[::1] = np.zeros(own.shape[0] * ways_up, np.int32)
        known: cython.int[::1] = np.zeros(own.shape[0] * ways_up, np.int32)
        sums: cython.double[::1] = np.zeros(order.shape[1] + 1)
        number: cython.longlong
        one: cython.int
        at: cython.int
        count: cython.int
        keep: cython.int
        throws: cython.int
        begin: cython.int
        level: cython.int
        upper: cython.int
        digits: cython.int
        more: cython.double
        tie: cython.double
        value: cython.double
        for number in range(flips.shape[0]):
            for at in range(DOMINO_COUNT):
                self.present[at] = self.unseen[at]
            for at in range(dice):
                self.present[flips[number, at]] = 0
            self.count(0)
            count = 0
            for upper in range(ways_up):
                digits = 0
                for at in range(dice):
                    digits = 10 * digits + self.halves[flips[number, at], upper >> at & 1]
                for one in range(own.shape[0]):
                    level = levels[self.after[self.first[own[one]] + self.by_digits[dice, digits]]]
                    made[one * ways_up + upper] = level
                    if seen[level] != number:
                        seen[level] = number
                        best[level] = -1
                        known[count] = level
                        count += 1
            for one in range(keeps.shape[0]):
                keep = keeps[one]
                at = 0
                while at < count and not may[one, known[at]]:
                    at += 1
                if at == count:
                    continue
                begin = self.throws[self.thrown[keep]]
                throws = self.throws[self.thrown[keep] + 1] - begin
                more = 0
                for at in range(throws):
                    more += self.ways[0, begin + order[one, at]]
                    sums[at + 1] = more
                for at in range(count):
                    level = known[at]
                    more = sums[above[one, level]]
                    tie = sums[least[one, level]] - more
                    value = (more + self.share * tie) / self.totals[0, self.thrown[keep]]
                    if value > best[level]:
                        best[level] = value
                        wins[level] = more
                        ties[level] = tie
                        covers[level] = self.thrown[keep]
            for one in range(own.shape[0]):
                for upper in range(ways_up):
                    level = made[one * ways_up + upper]
                    out[one, covers[level], 0] += wins[level]
                    out[one, covers[level], 1] += ties[level]
