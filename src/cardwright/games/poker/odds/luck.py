"""Value of a deal of two players with all cards known, for separating luck from play, in hold'em with any ranking.

The first way takes all bets to be called, and each later round to bring a part of the pot; the shares in which the
cards to come will win it divide the pot. The others say how much more is at stake in a round, and what a bet gains if
the other player folds wherever a call costs more.

The mean of the values over the next card is known without drawing it: all values are linear in the share, and the share
now is the mean of the shares after that card.

`RangeLuck` knows more, where a player's strategy is known.
"""

import functools
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from cardwright.bots import Bot
from cardwright.cards import Card
from cardwright.errors import BotError
from cardwright.game import Action, Player
from cardwright.games.poker import betting
from cardwright.games.poker.actions import Wagers
from cardwright.games.poker.odds import two_ranges
from cardwright.games.poker.odds.range_shares import against_range
from cardwright.games.poker.odds.two_ranges import KnownStrategy, all_pairs, equities, pair_index
from cardwright.games.poker.rules import Poker
from cardwright.games.poker.state import PokerState
from cardwright.ranking.equity import equity

BOARD_CARDS, HOLE_CARDS = 5, 2
STREETS = (0, 3, 4, 5)  # cards on the board
LATER_POT_SHARE = 0.5  # of the pot, paid by each player in each later round

FloatArray = NDArray[np.float64]


def columns(game: Poker) -> int:
    """Return in how many ways a position is valued, 0 for other games than hold'em of two players."""
    variant = game.variant
    is_simple = variant.hand == "any" and variant.wins == "high" and variant.boards == 1 and not game.rotates
    is_holdem = variant.hole == HOLE_CARDS and variant.board == BOARD_CARDS and not variant.draws
    return 2 + len(STREETS) if is_simple and is_holdem and game.players == 2 else 0


def values(game: Poker, state: PokerState) -> FloatArray:
    """Return chips won for each seat, by the deals that are over and the pot, then by the stakes to come."""
    return _values_at(game, state, _share(game, state))


def expected(game: Poker, before: PokerState, after: PokerState) -> FloatArray | None:
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
        return _values_at(game, before, _share(game, before)) if is_exact else None
    is_exact = goes_on and not runs_out and after.deal == before.deal + 1
    return _values_at(game, after, 0.5) if is_exact else None


def _values_at(game: Poker, state: PokerState, share: float, *, by_move: bool = False) -> FloatArray:
    """Return the values of a position where this is the first seat's share of the pot.

    What a bet gains by folds is not linear in the share, so it counts only ``by_move``, not for cards.
    """
    chips = np.zeros((2, columns(game)))
    chips[:, 0] = game.gains(state)
    if not _is_dealt(state):
        return chips
    b, pot = state.betting, betting.pot(state.betting)
    chips[:, 0] += np.subtract(b.stacks, state.before)
    if b.inside.bit_count() == 1:
        chips[b.inside >> 1, 0] += pot
        return chips
    stakes = np.add(b.bets, b.paid)
    if_folded, most = chips[:, 0] + pot, int((stakes + b.stacks).min())
    level = min(int(stakes.max()), most)
    shares, called = np.array([share, 1 - share]), pot + 2 * level - int(stakes.sum())
    street, lead, behind = STREETS.index(len(state.board)), 2 * shares - 1, most - level
    later_rounds = len(STREETS) - 1 - street
    chips[:, 0] += stakes - level + shares * called + lead * LATER_POT_SHARE * min(behind, called * later_rounds)
    if later_rounds or b.turn != betting.NO_SEAT:
        chips[:, 1 + street] = lead * min(behind, called)
    if by_move and b.turn != betting.NO_SEAT and stakes[0] != stakes[1]:
        bettor = int(stakes.argmax())
        chips[bettor, -1] = min(if_folded[bettor] - chips[bettor, 0], 0.0)
        chips[1 - bettor, -1] = -chips[bettor, -1]
    return chips


def _share(game: Poker, state: PokerState) -> float:
    """Return the first hand's share of the pot over the boards to come, a half where no hands are dealt."""
    return _share_of(game, state.down, state.board) if _is_dealt(state) else 0.5


def _is_dealt(state: PokerState) -> bool:
    return all(len(hand) == HOLE_CARDS for hand in state.down)


@functools.lru_cache(maxsize=4096)
def _share_of(game: Poker, hands: tuple[tuple[Card, ...], ...], board: tuple[Card, ...]) -> float:
    """Return the first hand's share of the pot over the boards to come."""
    return float(equity(game.ranking, hands, board, to_board=BOARD_CARDS - len(board)).hands[0].share)


def of_known(game: Poker, bots: Sequence[Bot]) -> "RangeLuck | None":
    """Return the luck of a game, by seat, if it is of one deal and some bot's strategy is known; else None."""
    is_one_deal = game.settings["deals"] == 1 and not game.settings["run_twice"]
    knows = columns(game) and is_one_deal and two_ranges.applies(game)
    return RangeLuck(game, bots) if knows and any(isinstance(bot, KnownStrategy) for bot in bots) else None


class RangeLuck:
    """Luck in a deal where a strategy is known, in the manner of AIVAT (Burch, Schmid, Moravčík and Bowling, 2018).

    A player of known strategy counts with all hands that it may hold, each by the probability of what it did; another
    player with its real hand. What a move of known strategy gains above the mean over its moves is luck, as is what the
    cards gain, and at the end the result of the real hands less that of all hands. All of these have mean 0.
    """

    def __init__(self, game: Poker, bots: Sequence[Bot]) -> None:
        self.game, self.bots, self.share = game, bots, 0.5
        self.weights = [np.ones(len(all_pairs(game.ranking.deck.size))) for _ in bots]

    def of_draw(self, before: PokerState, after: PokerState) -> FloatArray:
        """Return the values of what chance did, less their mean."""
        if not _is_dealt(before):
            return self.of_deal(after)
        share_before = self.share if before.board else self.share + self._gap_of_suits(after)
        if not betting.pot(after.betting):  # of an odd pot, a tie gives a chip more to one seat: it counts as it comes
            is_exact = betting.pot(before.betting) % 2 == 0
            return is_exact * (_values_at(self.game, after, 0.5) - _values_at(self.game, before, share_before))
        self.share = self._first_seats_share(after)
        return _values_at(self.game, after, self.share) - _values_at(self.game, after, share_before)

    def of_deal(self, state: PokerState) -> FloatArray:
        """Return the values of the hands that count as real, before any move."""
        for seat, bot in enumerate(self.bots):
            if not isinstance(bot, KnownStrategy):
                real = pair_index(self.game.ranking, state.down[seat])
                self.weights[seat] = np.eye(1, len(self.weights[seat]), real)[0]
        share_before, self.share = self.share, self._first_seats_share(state)
        return _values_at(self.game, state, self.share) - _values_at(self.game, state, share_before)

    def of_move(self, state: PokerState, action: Action, player: Player) -> FloatArray:
        """Return the values of a move, less their mean. Raises `BotError` for one that a known strategy excludes."""
        bot, view = self.bots[player], self.game.view(state, player)
        if not isinstance(bot, KnownStrategy) or not isinstance(self.game.choices(view), Wagers):
            return np.zeros((2, columns(self.game)))
        actions, probabilities = bot.frequencies(view)
        held = pair_index(self.game.ranking, state.down[player])
        if action not in actions or not probabilities[actions.index(action), held]:
            name = getattr(bot, "name", type(bot).__name__)
            raise BotError(f"{name}: {self.game.text(action)!r} has the probability 0 in its frequencies")
        against = against_range(self.game.ranking, state.board, self.weights[1 - player])
        ranges = self.weights[player] * probabilities
        weights, won = ranges @ against.weight, ranges @ against.won
        mean = np.zeros((2, columns(self.game)))
        taken = actions.index(action)
        for number in np.flatnonzero(weights > 0):
            share = float(won[number] / weights[number])
            share = 1 - share if player else share
            after = self.game.apply(state, player, actions[number])
            moved = _values_at(self.game, after, share, by_move=True)
            mean += weights[number] / weights.sum() * moved
            if number == taken:
                self.share, values_of_taken = share, moved
        self.weights[player] = ranges[taken]
        return values_of_taken - mean

    def _first_seats_share(self, state: PokerState) -> float:
        against = against_range(self.game.ranking, state.board, self.weights[1])
        return float(self.weights[0] @ against.won / (self.weights[0] @ against.weight))

    def _gap_of_suits(self, state: PokerState) -> float:
        """Return the share of the real hands before the flop, less its mean over hands with other suits.

        Its mean over all hands is the error of the shares that `against_range` has before the flop.
        """
        one, other = (pair_index(self.game.ranking, hand) for hand in state.down)
        return _share_of(self.game, state.down, ()) - float(equities(self.game.ranking, ()).shares[one, other])
