"""Value of a deal of two players with all cards known, for separating luck from play, in hold'em with any ranking.

The first way takes the pot to be divided by the shares in which the cards to come will win it, without another bet.
The others say how much more is at stake: those shares times the pot, apart for every number of board cards, and before
the flop times the smaller stack as well.

The mean of the values over the next card is known without drawing it: all values are linear in the share, and the share
now is the mean of the shares after that card.
"""

import functools

import numpy as np

from cardwright.cards import Card
from cardwright.games.poker import betting
from cardwright.games.poker.rules import Poker
from cardwright.games.poker.state import PokerState
from cardwright.ranking.equity import equity

BOARD_CARDS, HOLE_CARDS = 5, 2
STREETS = (0, 3, 4, 5)  # cards on the board


def columns(game: Poker) -> int:
    """Return in how many ways a position is valued, 0 for other games than hold'em of two players."""
    variant = game.variant
    is_simple = variant.hand == "any" and variant.wins == "high" and variant.boards == 1 and not game.rotates
    is_holdem = variant.hole == HOLE_CARDS and variant.board == BOARD_CARDS and not variant.draws
    return 2 + len(STREETS) if is_simple and is_holdem and game.players == 2 else 0


def values(game: Poker, state: PokerState) -> list[list[float]]:
    """Return chips won for each seat, by the deals that are over and the pot, then by the stakes to come."""
    return _values_at(game, state, _share(game, state))


def expected(game: Poker, before: PokerState, after: PokerState) -> list[list[float]] | None:
    """Return the mean of `values` over all cards that can be drawn, ``None`` where it is not known exactly.

    A share of the pot is the mean of the shares after the next cards, and a half before the deal. All bets are as in
    ``after``. It is not known across two deals, nor for ties that divide a pot with an odd chip.
    """
    b = before.betting
    runs_out = before.deal > 0 and len(before.board) < BOARD_CARDS and b.inside.bit_count() > 1
    goes_on = bool(game.players_to_act(after))
    if after.deal == before.deal:
        if goes_on:
            return _values_at(game, after, _share(game, before))
        is_exact = not (betting.pot(b) % 2 or before.shared)
        return _values_at(game, before, _share(game, before), can_bet=False) if is_exact else None
    is_exact = goes_on and not runs_out and after.deal == before.deal + 1
    return _values_at(game, after, 0.5) if is_exact else None


def _values_at(game: Poker, state: PokerState, share: float, *, can_bet: bool = True) -> list[list[float]]:
    """Return the values of a position where this is the first seat's share of the pot, and whether more can be bet."""
    chips_ = np.zeros((2, columns(game)))
    chips_[:, 0] = game.gains(state)
    if not _is_dealt(state):
        return chips_.tolist()
    b, pot = state.betting, betting.pot(state.betting)
    chips_[:, 0] += [stack - before for stack, before in zip(b.stacks, state.before, strict=True)]
    chips_[:, 0] += np.array([share, 1 - share]) * pot
    if can_bet:
        lead = np.array([share - 0.5, 0.5 - share])
        chips_[:, 1 + STREETS.index(len(state.board))] = lead * pot
        chips_[:, -1] = lead * min(b.stacks) * (not state.board)
    return chips_.tolist()


def _share(game: Poker, state: PokerState) -> float:
    """Return the first hand's share of the pot over the boards to come, a half where no hands are dealt."""
    return _share_of(game, state.down, state.board) if _is_dealt(state) else 0.5


def _is_dealt(state: PokerState) -> bool:
    return all(len(hand) == HOLE_CARDS for hand in state.down)


@functools.lru_cache(maxsize=4096)
def _share_of(game: Poker, hands: tuple[tuple[Card, ...], ...], board: tuple[Card, ...]) -> float:
    """Return the first hand's share of the pot over the boards to come."""
    return float(equity(game.ranking, hands, board, to_board=BOARD_CARDS - len(board)).hands[0].share)
