"""Many games of cribbage at once: the moves of `CribbageVector`.

The columns of a state: 0 who acts, 1 the number of legal actions, 2 what it waits for (0 a player, 1 cards, 2 a new
game), 3 is 1 in the play, 4 the dealer, 5 and 6 the scores, 7 the starter, 8 the number of cards played, 9 of them
before this count, 10 and 11 cards held, from 12 and 18 the hands, from 24 the four laid away, from 28 the cards played
and from 36 their players.
"""

import cython

if cython.compiled:
    from cython.cimports.cardwright.games.cribbage import _kernels as scoring
else:
    from cardwright.games.cribbage import _kernels as scoring

PAIRS_COUNT = cython.declare(cython.int, 15)


@cython.cfunc
@cython.exceptval(check=False)
def _sort_in(state: cython.int[:, ::1], row: cython.Py_ssize_t, seat: cython.int, card: cython.int) -> cython.void:
    """Add a card to a sorted hand."""
    place: cython.int = state[row, 10 + seat]
    start: cython.int = 12 + 6 * seat
    while place > 0 and state[row, start + place - 1] > card:
        state[row, start + place] = state[row, start + place - 1]
        place -= 1
    state[row, start + place] = card
    state[row, 10 + seat] += 1


@cython.cfunc
@cython.exceptval(check=False)
def _take_out(state: cython.int[:, ::1], row: cython.Py_ssize_t, seat: cython.int, place: cython.int) -> cython.int:
    """Take the card at a place out of a hand, and return it."""
    start: cython.int = 12 + 6 * seat
    card: cython.int = state[row, start + place]
    state[row, 10 + seat] -= 1
    for i in range(place, state[row, 10 + seat]):
        state[row, start + i] = state[row, start + i + 1]
    return card


def deal(
    state: cython.int[:, ::1],
    rows: cython.const[cython.longlong][::1],
    cards: cython.const[cython.uchar][:, ::1],
    openers: cython.const[cython.longlong][::1],
) -> None:
    """Deal to some games: twelve cards by turns from the pone on, then the starter. ``openers`` deal first."""
    for n in range(rows.shape[0]):
        row: cython.Py_ssize_t = rows[n]
        dealer: cython.int = 1 - state[row, 4]
        if state[row, 2] == 2:
            dealer = cython.cast(cython.int, openers[n])
            state[row, 5] = 0
            state[row, 6] = 0
        for i in range(7, 12):
            state[row, i] = 0
        state[row, 0] = 0
        state[row, 1] = PAIRS_COUNT
        state[row, 2] = 0
        state[row, 3] = 0
        state[row, 4] = dealer
        for i in range(12):
            _sort_in(state, row, dealer if i & 1 else 1 - dealer, cython.cast(cython.int, cards[row, i]))
        state[row, 7] = cython.cast(cython.int, cards[row, 12])


@cython.cfunc
@cython.exceptval(check=False)
def _peg_to(
    state: cython.int[:, ::1], row: cython.Py_ssize_t, seat: cython.int, points: cython.int, goal: cython.int
) -> cython.bint:
    """Add to a score; return True if it wins."""
    state[row, 5 + seat] = min(state[row, 5 + seat] + points, goal)
    if state[row, 5 + seat] == goal:
        state[row, 2] = 2
        return True
    return False


@cython.cfunc
@cython.exceptval(check=False)
def _playable(state: cython.int[:, ::1], row: cython.Py_ssize_t, seat: cython.int, count: cython.int) -> cython.int:
    """Return how many cards of a hand, the first ones, can be played to a count."""
    for i in range(state[row, 10 + seat]):
        if count + min((state[row, 12 + 6 * seat + i] >> 2) + 1, 10) > 31:
            return i
    return state[row, 10 + seat]


@cython.cfunc
@cython.exceptval(check=False)
def _lay(state: cython.int[:, ::1], row: cython.Py_ssize_t, action: cython.int, goal: cython.int) -> cython.void:
    """Lay a pair of cards away, the pairs in order; then the other does, or the starter is turned."""
    seat: cython.int = state[row, 0]
    low: cython.int = 0
    while action >= 5 - low:
        action -= 5 - low
        low += 1
    state[row, 25 + 2 * seat] = _take_out(state, row, seat, low + 1 + action)
    state[row, 24 + 2 * seat] = _take_out(state, row, seat, low)
    state[row, 0] = 1
    if seat == 0:
        return
    state[row, 0] = 1 - state[row, 4]
    state[row, 1] = 4
    state[row, 3] = 1
    if state[row, 7] >> 2 == 10:
        _peg_to(state, row, state[row, 4], 2, goal)


@cython.cfunc
@cython.exceptval(check=False)
def _show(state: cython.int[:, ::1], row: cython.Py_ssize_t, goal: cython.int) -> cython.void:
    """Count pone's hand, dealer's hand and the crib."""
    cards = cython.declare(cython.int[12])
    filled = cython.declare(cython.int[2])
    dealer: cython.int = state[row, 4]
    starter: cython.int = cython.cast(cython.int, state[row, 7])
    filled[0] = 0
    filled[1] = 0
    for i in range(8):
        seat: cython.int = state[row, 36 + i]
        cards[4 * (seat == dealer) + filled[seat]] = state[row, 28 + i]
        filled[seat] += 1
    for i in range(4):
        cards[8 + i] = state[row, 24 + i]
    for i in range(3):
        points: cython.int = scoring.hand_points(cards, 4 * i, starter, i == 2)
        if _peg_to(state, row, dealer if i else 1 - dealer, points, goal):
            return
    state[row, 2] = 1


@cython.cfunc
@cython.exceptval(check=False)
def _put_down(state: cython.int[:, ::1], row: cython.Py_ssize_t, action: cython.int, goal: cython.int) -> cython.void:
    """Play a card; a go is said, and a count ends, without a choice."""
    pile = cython.declare(cython.int[8])
    seat: cython.int = state[row, 0]
    other: cython.int = 1 - seat
    card: cython.int = _take_out(state, row, seat, action)
    count: cython.int = 0
    state[row, 28 + state[row, 8]] = card
    state[row, 36 + state[row, 8]] = seat
    state[row, 8] += 1
    size: cython.int = state[row, 8] - state[row, 9]
    for i in range(size):
        pile[i] = state[row, 28 + state[row, 9] + i] >> 2
        count += min(pile[i] + 1, 10)
    if _peg_to(state, row, seat, scoring.pegging_points(pile, size, count), goal):
        return
    if _playable(state, row, other, count):
        state[row, 0] = other
    elif not _playable(state, row, seat, count):
        if count < 31 and _peg_to(state, row, seat, 1, goal):
            return
        if state[row, 10] + state[row, 11] == 0:
            _show(state, row, goal)
            return
        state[row, 9] = state[row, 8]
        count = 0
        if state[row, 10 + other]:
            state[row, 0] = other
    state[row, 1] = _playable(state, row, state[row, 0], count)


def play(state: cython.int[:, ::1], actions: cython.const[cython.int][::1], goal: cython.int) -> None:
    """Play a legal action in every game."""
    for row in range(state.shape[0]):
        if state[row, 3]:
            _put_down(state, row, actions[row], goal)
        else:
            _lay(state, row, actions[row], goal)


def observe(state: cython.const[cython.int][:, ::1], out: cython.short[:, ::1]) -> None:
    """Fill in the columns of `vector`: what the player to act sees."""
    for row in range(state.shape[0]):
        seat: cython.int = state[row, 0]
        out[row, 0] = seat
        out[row, 1] = state[row, 4] == seat
        out[row, 2] = state[row, 5 + seat]
        out[row, 3] = state[row, 6 - seat]
        for i in range(6):
            out[row, 4 + i] = state[row, 12 + 6 * seat + i] if i < state[row, 10 + seat] else -1
        for i in range(2):
            out[row, 10 + i] = state[row, 24 + 2 * seat + i] if state[row, 3] else -1
        out[row, 12] = state[row, 7] if state[row, 3] else -1
        out[row, 13] = state[row, 11 - seat]
        out[row, 14] = state[row, 9]
        for i in range(8):
            out[row, 15 + i] = state[row, 28 + i] if i < state[row, 8] else -1
            out[row, 23 + i] = state[row, 36 + i] == seat if i < state[row, 8] else -1
