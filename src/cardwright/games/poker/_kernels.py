"""Many deals of heads-up no-limit hold'em at once (`vector`). The slow twin is the plain game, `betting`.

Nothing is checked here; chips are at most 2 ** 30. The columns of a state: 0 who acts, 1 the number of legal actions, 2
what it waits for (0 a player, 2 a new deal, 3 a showdown), 3 the street, 4 the button, 5 and 6 chips behind, 7 and 8
bets, 9 and 10 what is paid, 11 the bet to match, 12 the least raise, as bit masks 13 who has acted, 14 who is to act,
15 who has chips; 16 what a call takes, 17 and 18 the least and the most to raise to, 19 and 20 the results.
"""

import cython

LAST_STREET = cython.declare(cython.int, 3)


@cython.cfunc
@cython.exceptval(check=False)
def _fill_bounds(state: cython.int[:, ::1], row: cython.Py_ssize_t) -> cython.void:
    """Fill in the legal actions of the player to act: the twin of `betting.bounds`."""
    seat: cython.int = state[row, 0]
    top: cython.int = state[row, 11]
    bet: cython.int = state[row, 7 + seat]
    all_in: cython.int = bet + state[row, 5 + seat]
    may_raise: cython.bint = not state[row, 13] >> seat & 1 or top - bet >= state[row, 12]
    can_other_call: cython.bint = state[row, 15] >> (1 - seat) & 1 and state[row, 6 - seat] + state[row, 8 - seat] > top
    state[row, 16] = min(top - bet, state[row, 5 + seat])
    state[row, 17] = 0
    state[row, 18] = 0
    if all_in > top and may_raise and can_other_call:
        state[row, 17] = min(top + state[row, 12], all_in)
        state[row, 18] = all_in
    state[row, 1] = 1 + (state[row, 16] > 0)
    if state[row, 17]:
        state[row, 1] += state[row, 18] - state[row, 17] + 1


@cython.cfunc
@cython.exceptval(check=False)
def _bet(state: cython.int[:, ::1], row: cython.Py_ssize_t, seat: cython.int, to: cython.int) -> cython.void:
    """Move chips so that this bet lies before a seat, or all it has."""
    pays: cython.int = min(to - state[row, 7 + seat], state[row, 5 + seat])
    state[row, 5 + seat] -= pays
    state[row, 7 + seat] += pays
    if state[row, 5 + seat] == 0:
        state[row, 15] &= ~(1 << seat)


@cython.cfunc
@cython.exceptval(check=False)
def _pay_winner(state: cython.int[:, ::1], row: cython.Py_ssize_t, seat: cython.int) -> cython.void:
    """Pay the matched chips of one seat to the other."""
    amount: cython.int = min(state[row, 7] + state[row, 9], state[row, 8] + state[row, 10])
    state[row, 19 + seat] = -amount
    state[row, 20 - seat] = amount


@cython.cfunc
@cython.exceptval(check=False)
def _next_turn(state: cython.int[:, ::1], row: cython.Py_ssize_t, big: cython.int) -> cython.void:
    """Find who acts next: in this round or the next one; with none, the deal comes to its showdown."""
    for seat in range(2):  # with chips alone, a seat acts only if it owes something
        if state[row, 15] == 1 << seat and state[row, 7 + seat] >= state[row, 8 - seat]:
            state[row, 14] = 0
    state[row, 14] &= state[row, 15]
    if state[row, 14] == 0:
        if state[row, 15] != 3 or state[row, 3] == LAST_STREET:
            state[row, 2] = 3
            return
        for seat in range(2):
            state[row, 9 + seat] += state[row, 7 + seat]
            state[row, 7 + seat] = 0
        state[row, 3] += 1
        state[row, 11] = 0
        state[row, 12] = big
        state[row, 13] = 0
        state[row, 14] = 3
        state[row, 0] = 1 - state[row, 4]
    else:
        state[row, 0] = state[row, 14] >> 1 if state[row, 14] < 3 else 1 - state[row, 0]
    _fill_bounds(state, row)


def vector_deal(
    state: cython.int[:, ::1],
    rows: cython.const[cython.longlong][::1],
    buttons: cython.const[cython.longlong][::1],
    stacks: cython.const[cython.longlong][::1],
    small: cython.int,
    big: cython.int,
) -> None:
    """Begin some deals: the button posts the small blind, and acts first."""
    for n in range(rows.shape[0]):
        row: cython.Py_ssize_t = rows[n]
        button: cython.int = cython.cast(cython.int, buttons[n])
        for i in range(state.shape[1]):
            state[row, i] = 0
        state[row, 0] = button
        state[row, 4] = button
        state[row, 5] = cython.cast(cython.int, stacks[0])
        state[row, 6] = cython.cast(cython.int, stacks[1])
        state[row, 11] = big
        state[row, 12] = big
        state[row, 14] = 3
        state[row, 15] = 3
        _bet(state, row, button, small)
        _bet(state, row, 1 - button, big)
        _fill_bounds(state, row)


def vector_play(state: cython.int[:, ::1], actions: cython.const[cython.int][::1], big: cython.int) -> None:
    """Play a legal action in every deal: its place among folding, calling (or checking) and all raises."""
    for row in range(state.shape[0]):
        seat: cython.int = state[row, 0]
        action: cython.int = actions[row]
        if state[row, 16] == 0:
            action += 1  # without a bet there is no folding
        if action == 0:
            _pay_winner(state, row, seat)
            state[row, 2] = 2
            continue
        if action == 1:
            _bet(state, row, seat, state[row, 11])
            state[row, 13] |= 1 << seat
            state[row, 14] &= ~(1 << seat)
        else:
            to: cython.int = state[row, 17] + action - 2
            if to - state[row, 11] >= state[row, 12]:
                state[row, 13] = 0
                state[row, 12] = to - state[row, 11]
            state[row, 13] |= 1 << seat
            state[row, 11] = to
            _bet(state, row, seat, to)
            state[row, 14] = 1 << (1 - seat)
        _next_turn(state, row, big)


def vector_show(
    state: cython.int[:, ::1], rows: cython.const[cython.longlong][::1], results: cython.const[cython.int][::1]
) -> None:
    """End deals that came to a showdown, in which the first seat is ahead (1), behind (-1) or level (0)."""
    for n in range(rows.shape[0]):
        state[rows[n], 2] = 2
        if results[n]:
            _pay_winner(state, rows[n], 1 if results[n] > 0 else 0)


def vector_observe(
    state: cython.const[cython.int][:, ::1], cards: cython.const[cython.uchar][:, ::1], out: cython.int[:, ::1]
) -> None:
    """Fill in the columns of `vector`: what the player to act sees. The big blind is dealt to first."""
    for row in range(state.shape[0]):
        seat: cython.int = state[row, 0]
        is_button: cython.int = seat == state[row, 4]
        board: cython.int = 2 + state[row, 3] if state[row, 3] else 0
        out[row, 0] = seat
        out[row, 1] = is_button
        out[row, 2] = state[row, 3]
        for i in range(2):
            out[row, 3 + i] = cython.cast(cython.int, cards[row, is_button + 2 * i])
        for i in range(5):
            out[row, 5 + i] = cython.cast(cython.int, cards[row, 4 + i]) if i < board else -1
        out[row, 10] = state[row, 5 + seat]
        out[row, 11] = state[row, 6 - seat]
        out[row, 12] = state[row, 7 + seat]
        out[row, 13] = state[row, 8 - seat]
        out[row, 14] = state[row, 7] + state[row, 8] + state[row, 9] + state[row, 10]
        for i in range(3):
            out[row, 15 + i] = state[row, 16 + i]
