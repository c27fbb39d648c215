"""Many matches at once, for `vector`. Nothing is checked here; no number can overflow. The slow twin is the plain game.

The columns of a state: 0 who acts, 1 the number of legal actions, 2 what it waits for (0 a player, 1 cards, 2 a new
match), 3 the turn, 4 the dealer, 5 and 6 the scores, 7 cards of the deal that have come, from 8 the dice of each seat,
from 18 a 1 for each domino that has come. A card is ten times its upper half plus the lower.
"""

import cython

DICE_COUNT = cython.declare(cython.int, 5)
TURN_COUNT = cython.declare(cython.int, 4)
WIN_ROUNDS = cython.declare(cython.int, 5)
DOMINO_COUNT = cython.declare(cython.int, 55)


@cython.cfunc
@cython.exceptval(check=False)
def _mark_used(state: cython.int[:, ::1], row: cython.Py_ssize_t, card: cython.int) -> cython.void:
    """Mark a domino as used."""
    high: cython.int = max(card // 10, card % 10)
    low: cython.int = min(card // 10, card % 10)
    state[row, 18 + high * (high + 1) // 2 + low] = 1
    state[row, 7] += 1


def deal(
    state: cython.int[:, ::1],
    rows: cython.const[cython.longlong][::1],
    cards: cython.const[cython.uchar][:, ::1],
    dealers: cython.const[cython.longlong][::1],
    choices: cython.int,
) -> None:
    """Begin a round in some matches; the first round of a match has its dealer."""
    for n in range(rows.shape[0]):
        row: cython.Py_ssize_t = rows[n]
        dealer: cython.int = 1 - state[row, 4]
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
            card: cython.int = cython.cast(cython.int, cards[row, i])
            _mark_used(state, row, card)
            state[row, 8 + 5 * dealer + i] = card % 10
            state[row, 8 + 5 * (1 - dealer) + i] = card // 10


def play(
    state: cython.int[:, ::1],
    actions: cython.const[cython.int][::1],
    covers: cython.const[cython.int][:, ::1],
    cards: cython.const[cython.uchar][:, ::1],
    strengths: cython.const[cython.ushort][::1],
) -> None:
    """Cover dice in every match; after the last turn the rolls are compared, by ``strengths`` of the dice as digits."""
    rolls = cython.declare(cython.int[2])
    for row in range(state.shape[0]):
        for i in range(DICE_COUNT):
            if covers[actions[row], i]:
                card: cython.int = cython.cast(cython.int, cards[row, state[row, 7]])
                _mark_used(state, row, card)
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


def observe(state: cython.const[cython.int][:, ::1], out: cython.short[:, ::1]) -> None:
    """Fill in the columns of `vector`: what the player to act sees."""
    for row in range(state.shape[0]):
        seat: cython.int = state[row, 0]
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
