"""The pots that players win, for `counting`, `families` and `sampling`: hands compared deal after deal.

`Showdown` reads hands by `Tables`. It deals 64 at a time, so that the sums of all cards are loops without a branch.

- `count_deals`, `sample` and `count_family` write up to 64 deals to ``rows``: all deals in turn, random ones (`_draw`,
  and `_take` from ranges), or the boards of a family.
- `_compare` evaluates their hands (`_evaluate`), and adds the divided pots to the tally (`_book`).
- ``rows[64 * column + deal]`` is a card. The columns are the hands of the players, one after another, then the board.
"""

import cython

if cython.compiled:
    from cython.cimports.cardwright.ranking._kernels import Tables, deeper, is_even, read, with_hole
    from cython.cimports.cardwright.ranking.pointers._kernels import bytes_of, ints_of, longs_of, uints_of, words_of
else:
    from cardwright.ranking._kernels import Tables, deeper, is_even, read, with_hole
    from cardwright.ranking.pointers._kernels import bytes_of, ints_of, longs_of, uints_of, words_of

# Literals above 2 ** 63 would be Python's integers.
_WORD = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
_HALF = cython.declare(cython.ulonglong, 0xFFFFFFFF)
_FRACTION = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFF)
_STEP = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
_FIRST = cython.declare(cython.ulonglong, 0xBF58476D1CE4E5B9)
_SECOND = cython.declare(cython.ulonglong, 0x94D049BB133111EB)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _mix(state: cython.ulonglong) -> cython.ulonglong:
    """Return 64 random bits for a counter (SplitMix64)."""
    state = ((state ^ (state >> 30)) * _FIRST) & _WORD
    state = ((state ^ (state >> 27)) * _SECOND) & _WORD
    return state ^ (state >> 31)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _sums(
    constants: cython.p_ulonglong,
    rows: cython.p_uchar,
    column: cython.Py_ssize_t,
    before: cython.p_ulonglong,
    after: cython.p_ulonglong,
    deals: cython.int,
    number: cython.int,
) -> cython.void:
    """Do `Showdown._add`. ``number`` may be a literal, which the compiler unrolls."""
    total: cython.ulonglong
    deal: cython.Py_ssize_t
    for deal in range(deals):
        total = before[deal]
        for i in range(number):
            total += constants[rows[64 * (column + i) + deal]]
        after[deal] = total


@cython.final
@cython.cclass
class Showdown:
    """Compare the hands of two to ten players, deal after deal, and add up the pots that each wins.

    A pot has 5,040 units: any number of players up to ten can share half of it. The sum of squares then stays below
    2 ** 63 up to 3 * 10 ** 11 deals.
    """

    t: Tables
    low: Tables
    split: cython.bint
    players: cython.int
    hole: cython.int
    on_board: cython.int
    from_hole: cython.int
    least: cython.int
    every: cython.int
    lines: cython.int
    figures: cython.int
    known: cython.int
    on_hand: cython.int
    deals: cython.longlong
    rows: cython.p_uchar
    own: cython.p_uchar
    used: cython.p_uchar
    line: cython.p_uchar
    cards: cython.p_uchar
    constants: cython.p_ulonglong
    low_constants: cython.p_ulonglong
    tally: cython.p_longlong
    pairs: cython.p_longlong
    units: cython.p_longlong
    best: cython.p_int
    worst: cython.p_int
    nodes: cython.p_int
    bits: cython.p_int
    needs: cython.p_int
    ends: cython.p_int
    holds: cython.p_int
    inside: cython.p_int
    copies: cython.p_int
    counts: cython.p_int
    found: cython.p_int
    adds: cython.p_ulonglong
    keys: cython.p_ulonglong
    sums: cython.p_ulonglong
    combos: cython.p_uchar
    begins: cython.p_longlong
    sizes: cython.p_longlong
    odds: cython.p_uint
    alias: cython.p_uint
    columns: cython.p_uchar
    chosen: cython.int
    drawn: cython.int
    picks: cython.int
    ranges: tuple
    parts: cython.int
    places: cython.int
    choices: cython.int
    kept: tuple
    family: tuple

    def __init__(self, high: Tables, low: object, numbers: tuple, arrays: tuple):
        """``low`` are the tables of the low hand, or None. ``numbers`` are the players, the hole cards of each, the
        cards on the board, the hole cards that a hand takes (-1: any), the least strength of a low hand, how many
        cards may come, the categories, and how many cards of the board are known.

        Cards are given by their places in a list that begins with those that may come. ``arrays`` are 64 deals (column,
        deal): the hole cards of each player and then the board, of each the known cards first; the number of known
        cards of each player; zeros, one for each card that may come; line (the category of each high strength); the
        tally (player, category, figure): deals without a part of the pot, with a part, with all of it, units won, their
        squares; zeros for the deals of two players (category of the first, of the second, outcome of the first); room:
        units (a player each), best and worst (player, deal); then the list: the cards, and their constants in the
        tables of the high and of the low hand.
        """
        self.t = high
        self.split = low is not None
        self.low = cython.cast(Tables, low) if low is not None else high
        self.players, self.hole, self.on_board, self.from_hole, self.least, self.every, self.lines, self.known = numbers
        self.figures = 5 * self.lines
        self.on_hand = 0
        self.deals = 0
        self.kept = arrays  # keeps the arrays alive, which the pointers refer to
        self.family = ()
        self.ranges = ()
        self.rows, self.own, self.used = bytes_of(arrays[0]), bytes_of(arrays[1]), bytes_of(arrays[2])
        self.line, self.tally, self.pairs = bytes_of(arrays[3]), longs_of(arrays[4]), longs_of(arrays[5])
        self.units, self.best, self.worst = longs_of(arrays[6]), ints_of(arrays[7]), ints_of(arrays[8])
        self.cards, self.constants, self.low_constants = bytes_of(arrays[9]), words_of(arrays[10]), words_of(arrays[11])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _compare(self, deals: cython.int) -> cython.void:
        """Compare the hands of the first rows, and add up."""
        self._evaluate(self.t, self.constants, self.best, deals)
        if self.split:
            self._evaluate(self.low, self.low_constants, self.worst, deals)
        self._book(deals, 1)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _evaluate(self, t: Tables, constants: cython.p_ulonglong, out: cython.p_int, deals: cython.int) -> cython.void:
        """Write the strength of each player in the first rows."""
        hand = cython.declare(cython.uchar[9])
        board = cython.declare(cython.uchar[9])
        if self.from_hole < 0:
            self._best_of_all(t, constants, out, deals)
            return
        for deal in range(deals):
            self._copy(self.players * self.hole, self.on_board, deal, board, 0)
            for player in range(self.players):
                self._copy(player * self.hole, self.hole, deal, hand, 0)
                out[64 * player + deal] = with_hole(t, hand, 0, self.hole, board, 0, self.on_board, self.from_hole)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _copy(
        self, column: cython.int, number: cython.int, deal: cython.int, hand: cython.p_uchar, at: cython.int
    ) -> cython.void:
        """Copy the cards in some columns of a deal to ``hand[at:]``."""
        for i in range(number):
            hand[at + i] = self.cards[self.rows[64 * (column + i) + deal]]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _best_of_all(
        self, t: Tables, constants: cython.p_ulonglong, out: cython.p_int, deals: cython.int
    ) -> cython.void:
        """Do `_evaluate` where a hand is the best of all its cards."""
        boards = cython.declare(cython.ulonglong[64])
        sums = cython.declare(cython.ulonglong[64])
        waits = cython.declare(cython.uchar[64])
        hand = cython.declare(cython.uchar[9])
        in_hands: cython.int = self.players * self.hole
        left: cython.p_uint = t.left
        right: cython.p_uint = t.right
        high: cython.int = t.facts[2]
        full: cython.ulonglong = t.facts[1]
        waiting: cython.Py_ssize_t
        deal: cython.Py_ssize_t
        at: cython.Py_ssize_t
        for deal in range(deals):
            boards[deal] = t.facts[0]
        self._add(constants, in_hands, self.on_board, boards, boards, deals)
        for player in range(self.players):
            self._add(constants, player * self.hole, self.hole, boards, sums, deals)
            at = 64 * player
            waiting = 0
            for deal in range(deals):
                place: cython.uint = left[sums[deal] & 0x3FFFFF] + right[sums[deal] >> high]
                out[at + deal] = t.strengths[place] if t.strengths else t.wide[place]
                # Without a branch, which would be unpredictable.
                waits[waiting] = cython.cast(cython.uchar, deal)
                waiting += (sums[deal] & full) != 0
            while waiting:
                waiting -= 1
                deal = waits[waiting]
                self._copy(player * self.hole, self.hole, deal, hand, 0)
                self._copy(in_hands, self.on_board, deal, hand, self.hole)
                out[at + deal] = deeper(t, 0, sums[deal], hand, 0, out[at + deal])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _add(
        self,
        constants: cython.p_ulonglong,
        column: cython.int,
        number: cython.int,
        before: cython.p_ulonglong,
        after: cython.p_ulonglong,
        deals: cython.int,
    ) -> cython.void:
        """Add the constants of the cards in some columns to the sums ``before``."""
        if number == 2:
            _sums(constants, self.rows, column, before, after, deals, 2)
        elif number == 5:
            _sums(constants, self.rows, column, before, after, deals, 5)
        else:
            _sums(constants, self.rows, column, before, after, deals, number)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _divide(
        self, strengths: cython.p_int, deal: cython.Py_ssize_t, least: cython.int, pot: cython.longlong
    ) -> cython.bint:
        """Divide a pot among the best hands of a row; return false if none is at least ``least``."""
        best: cython.int = -1
        winners: cython.longlong = 0
        for player in range(self.players):
            best = max(best, strengths[64 * player + deal])
        if best < least:
            return False
        for player in range(self.players):
            winners += strengths[64 * player + deal] == best
        pot = pot // winners
        for player in range(self.players):
            self.units[player] += pot * (strengths[64 * player + deal] == best)  # a branch would be unpredictable
        return True

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _book(self, deals: cython.int, weight: cython.longlong) -> cython.void:
        """Add the comparison of the strengths in the first rows to the tally, each with this weight."""
        best: cython.p_int = self.best
        pairs: cython.p_longlong = self.pairs
        line: cython.p_uchar = self.line
        lines: cython.Py_ssize_t = self.lines
        outcome: cython.Py_ssize_t
        deal: cython.Py_ssize_t
        self.deals += weight * deals
        if self.players == 2 and not self.split:  # one addition for both players, which `finish` divides
            for deal in range(deals):
                outcome = (best[deal] > best[64 + deal]) + (best[deal] >= best[64 + deal])
                pairs[3 * (lines * line[best[deal]] + line[best[64 + deal]]) + outcome] += weight
            return
        for deal in range(deals):
            self._share(deal, weight)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _share(self, deal: cython.Py_ssize_t, weight: cython.longlong) -> cython.void:
        """Divide the pot of a row, and add each player's share to the tally."""
        at: cython.int
        units: cython.longlong
        for player in range(self.players):
            self.units[player] = 0
        if self.split and self._divide(self.worst, deal, self.least, 2520):
            self._divide(self.best, deal, 0, 2520)
        else:
            self._divide(self.best, deal, 0, 5040)
        for player in range(self.players):
            at = player * self.figures + 5 * self.line[self.best[64 * player + deal]]
            units = self.units[player]
            self.tally[at + (units != 0) + (units == 5040)] += weight
            self.tally[at + 3] += weight * units
            self.tally[at + 4] += weight * units * units

    def finish(self) -> int:
        """Complete the tally, and return the number of deals in it."""
        at: cython.int
        other: cython.int
        if self.players == 2 and not self.split:
            for pair in range(self.lines * self.lines):
                at, other = 5 * (pair // self.lines), self.figures + 5 * (pair % self.lines)
                for outcome in range(3):
                    self.tally[at + outcome] += self.pairs[3 * pair + outcome]
                    self.tally[other + 2 - outcome] += self.pairs[3 * pair + outcome]
            for at in range(0, 2 * self.figures, 5):
                self.tally[at + 3] = 5040 * self.tally[at + 2] + 2520 * self.tally[at + 1]
                self.tally[at + 4] = 5040 * 5040 * self.tally[at + 2] + 2520 * 2520 * self.tally[at + 1]
        return self.deals

    # Every deal

    def count_deals(self) -> None:
        """Count all deals of the cards to come."""
        with cython.nogil:
            self._deal_board(self.known, 0)
            self._compare(self.on_hand)
        self.on_hand = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _deal_board(self, at: cython.int, first: cython.int) -> cython.void:
        """Deal the board from card ``at`` on, in every way with cards from ``first``."""
        if at == self.on_board:
            self._deal_hand(0, self.own[0], 0)
            return
        for card in range(first, self.every):
            if not self.used[card]:
                self.used[card] = 1
                self.rows[64 * (self.players * self.hole + at) + self.on_hand] = card
                self._deal_board(at + 1, card + 1)
                self.used[card] = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _deal_hand(self, player: cython.int, at: cython.int, first: cython.int) -> cython.void:
        """Deal the players' hands from this card on, in every way with cards from ``first``."""
        while at == self.hole:
            player += 1
            if player == self.players:
                self._keep_row()
                return
            at = self.own[player]
            first = 0
        for card in range(first, self.every):
            if not self.used[card]:
                self.used[card] = 1
                self.rows[64 * (player * self.hole + at) + self.on_hand] = card
                self._deal_hand(player, at + 1, card + 1)
                self.used[card] = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _keep_row(self) -> cython.void:
        """Go on in the next row with the same cards; if this was the last, compare the hands, and use the first."""
        before: cython.int = self.on_hand
        self.on_hand += 1
        if self.on_hand == 64:
            self._compare(64)
            self.on_hand = 0
        for column in range(self.players * self.hole + self.on_board):
            self.rows[64 * column + self.on_hand] = self.rows[64 * column + before]

    # Random deals

    def sample(self, numbers: tuple, counts: tuple, ranges: tuple, columns: object) -> None:
        """Compare the hands of random deals.

        ``numbers`` are the first block and the one after the last, the deals in a block and in all, the seed, and how
        many cards a random number picks. A block has its own stream of random numbers, so any distribution of blocks
        gives the same sum. ``ranges`` are, for the players with several combinations: the combinations (flat), and by
        player the place of the first and their number, 0 for the others; then thresholds and aliases of Walker's
        method. ``columns`` begin with those that ranges fill, and go on with those that are drawn; ``counts`` are the
        lengths of these two.
        """
        first: cython.longlong
        last: cython.longlong
        block: cython.longlong
        every_deal: cython.longlong
        seed: cython.ulonglong
        first, last, block, every_deal, seed, self.picks = numbers
        self.chosen, self.drawn = counts
        self.ranges = ranges, columns
        self.combos, self.begins, self.sizes = bytes_of(ranges[0]), longs_of(ranges[1]), longs_of(ranges[2])
        self.odds, self.alias = uints_of(ranges[3]), uints_of(ranges[4])
        self.columns = bytes_of(columns)
        left: cython.longlong
        state: cython.ulonglong
        deals: cython.int
        with cython.nogil:
            for number in range(first, last):
                state = _mix(_mix(seed) ^ cython.cast(cython.ulonglong, number))
                left = min(block, every_deal - number * block)
                while left:
                    deals = cython.cast(cython.int, min(left, 64))
                    state = self._draw(state)
                    self._compare(deals)
                    left -= deals

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _draw(self, state: cython.ulonglong) -> cython.ulonglong:
        """Draw the cards to come of 64 deals; return the new state of the random numbers.

        Each deck is shuffled from the top: card ``k`` changes places with one that is not above it. But no deck is
        kept: the card at a place is found from the earlier changes, the last first. So there is one loop over all deals
        for each step, without a branch, and the compiler vectorises it. To shuffle decks in memory takes three times as
        long, because it reads the values just written; to draw again for cards already taken does so too.

        A random number is read as a fraction of 56 bits: times the number of cards left, its whole part picks one, and
        the rest is the next fraction, for ``picks`` cards.
        """
        places = cython.declare(cython.uchar[6336])  # (column, deal): with what card k changes places
        now = cython.declare(cython.uchar[64])
        fractions = cython.declare(cython.ulonglong[64])
        rows: cython.p_uchar = self.rows
        column: cython.Py_ssize_t
        left: cython.ulonglong
        here: cython.uchar
        deal: cython.Py_ssize_t
        j: cython.Py_ssize_t
        k: cython.Py_ssize_t
        if self.chosen:
            state = self._take(places, state)
        for k in range(self.chosen):
            column = self.columns[k]
            for deal in range(64):
                rows[64 * column + deal] = places[64 * k + deal]
            for j in range(k):
                for deal in range(64):
                    here = places[64 * k + deal]
                    places[64 * k + deal] = places[64 * j + deal] if here == cython.cast(cython.uchar, j) else here
        for k in range(self.chosen, self.chosen + self.drawn):
            if (k - self.chosen) % self.picks == 0:
                for deal in range(64):
                    fractions[deal] = _mix((state + (deal + 1) * _STEP) & _WORD) >> 8
                state = (state + 64 * _STEP) & _WORD
            left = self.every - k
            for deal in range(64):
                fractions[deal] = (fractions[deal] & _FRACTION) * left
            for deal in range(64):
                now[deal] = cython.cast(cython.uchar, k + (fractions[deal] >> 56))
            for deal in range(64):
                places[64 * k + deal] = now[deal]
            for j in range(k - 1, -1, -1):
                for deal in range(64):
                    here = now[deal]
                    now[deal] = cython.cast(cython.uchar, j) if here == places[64 * j + deal] else here
            column = self.columns[k]
            for deal in range(64):
                rows[64 * column + deal] = now[deal]
        return state

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _take(self, places: cython.p_uchar, state: cython.ulonglong) -> cython.ulonglong:
        """Take combinations from the ranges for 64 deals, as places (column, deal); return the new state.

        Where two share a card, all are taken again.
        """
        waits = cython.declare(cython.uchar[64])
        bits = cython.declare(cython.ulonglong[64])
        found = cython.declare(cython.longlong[64])
        combos: cython.p_uchar = self.combos
        odds: cython.p_uint = self.odds
        alias: cython.p_uint = self.alias
        hole: cython.Py_ssize_t = self.hole
        begin: cython.longlong
        size: cython.ulonglong
        place: cython.longlong
        other: cython.longlong
        clash: cython.bint
        column: cython.Py_ssize_t
        waiting: cython.Py_ssize_t = 64
        left: cython.Py_ssize_t
        for i in range(64):
            waits[i] = cython.cast(cython.uchar, i)
        while waiting:
            column = 0
            for player in range(self.players):
                if self.sizes[player]:
                    begin, size = self.begins[player], self.sizes[player]
                    for i in range(waiting):
                        bits[i] = _mix((state + (i + 1) * _STEP) & _WORD)
                    state = (state + waiting * _STEP) & _WORD
                    for i in range(waiting):
                        place = begin + cython.cast(cython.longlong, ((bits[i] >> 32) * size) >> 32)
                        other = begin + alias[place]
                        found[i] = hole * (other if (bits[i] & _HALF) >= odds[place] else place)
                    for k in range(hole):
                        for i in range(waiting):
                            places[64 * (column + k) + waits[i]] = combos[found[i] + k]
                    column += hole
            left = 0
            for i in range(waiting):
                clash = False
                for k in range(hole, column):
                    for j in range(k - k % hole):
                        clash |= places[64 * j + waits[i]] == places[64 * k + waits[i]]
                waits[left] = waits[i]
                left += clash
            waiting = left
        return state

    # Multisets of ranks

    def count_family(
        self, parts: cython.int, places: cython.int, left: cython.int, times: cython.longlong, arrays: tuple
    ) -> None:
        """Add ``times`` the tally of a family of parts, over all multisets of ``left`` cards to come to the board.

        `blend` explains families and signs. A place is a rank in an atom of the family, with its number of ``copies``
        to come, first those inside most parts. ``arrays``: nodes, bits, the least cards of the board in each part, the
        place after the last inside, the number of each player's cards inside (part, player); inside (part, place),
        copies, counts (part) of the known board; room for counts and for strengths; adds (part, place), keys (part,
        player), sums (part) of the known board with room. ``counts`` and ``sums`` are (card to come, part).
        """
        self.parts, self.places, self.choices = parts, places, 1
        self.family = arrays
        self.nodes, self.bits, self.needs = ints_of(arrays[0]), ints_of(arrays[1]), ints_of(arrays[2])
        self.ends, self.holds, self.inside = ints_of(arrays[3]), ints_of(arrays[4]), ints_of(arrays[5])
        self.copies, self.counts, self.found = ints_of(arrays[6]), ints_of(arrays[7]), ints_of(arrays[8])
        self.adds, self.keys, self.sums = words_of(arrays[9]), words_of(arrays[10]), words_of(arrays[11])
        for part in range(parts):
            self.choices = max(self.choices, 2 * self.bits[part])
        with cython.nogil:
            self._choose(0, left, 0, times)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _choose(self, first: cython.int, left: cython.int, level: cython.int, ways: cython.longlong) -> cython.void:
        """Take ``left`` cards from the places from ``first`` on, so that every part has the cards it needs."""
        stop: cython.int = self.places
        take: cython.int
        at: cython.int = level * self.parts
        more: cython.longlong
        for part in range(self.parts):
            take = self.needs[part] - self.counts[at + part]
            if take > left:
                return
            if take == left and self.ends[part] < stop:
                stop = self.ends[part]
        if not left:
            self._weigh(at, ways)
            return
        for place in range(first, stop):
            more = ways
            for take in range(1, min(left, self.copies[place]) + 1):
                more = more * (self.copies[place] - take + 1) // take
                for part in range(self.parts):
                    self.sums[at + self.parts + part] = (
                        self.sums[at + part] + take * self.adds[part * self.places + place]
                    )
                    self.counts[at + self.parts + part] = (
                        self.counts[at + part] + take * self.inside[part * self.places + place]
                    )
                self._choose(place + 1, left - take, level + 1, more)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _weigh(self, at: cython.int, ways: cython.longlong) -> cython.void:
        """Compare the hands on a board for each subset of the family, with its sign."""
        best: cython.int
        for player in range(self.players):
            for part in range(self.parts):
                best = 0
                if self.holds[part * self.players + player] + self.counts[at + part] >= self.t.size:
                    best = read(
                        self.t, self.nodes[part], self.keys[part * self.players + player] + self.sums[at + part]
                    )
                self.found[player * self.parts + part] = best
        for choice in range(self.choices):
            for player in range(self.players):
                best = 0
                for part in range(self.parts):
                    if self.bits[part] & choice == self.bits[part]:
                        best = max(best, self.found[player * self.parts + part])
                self.best[64 * player] = best
            self._book(1, ways if is_even(self.choices - 1 - choice) else -ways)
