"""Bots for poker of any kind: one that only calls, and one that holds its chances against the price.

Neither knows a variant or a ranking: chances are found by dealing what is unseen at random, again and again.
"""

import functools
from collections.abc import Sequence
from random import Random

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from cardwright.bots import Advice
from cardwright.cards import Card
from cardwright.game import Player
from cardwright.games.poker import betting as bt
from cardwright.games.poker.actions import CALL, CHECK, FOLD, BringIn, Draw, Raise, Wagers
from cardwright.games.poker.rules import Poker
from cardwright.games.poker.state import PokerState, PokerView
from cardwright.ranking import Ranking

WORLDS = 80  # futures dealt for one decision
TRIALS = 16  # draws tried for each way to exchange cards
EDGE = 1.3  # a raise wants so many times an even share of the pot
SURE = 1.9  # and to raise once more after two raises, so many
RISK = 0.05  # how often an unpromising hand is bet all the same


class CallerBot:
    """Checks where it can, calls where it must, and exchanges nothing."""

    def __init__(self, game: Poker, rng: Random) -> None:
        self.game = game

    def advise(self, view: PokerView) -> Advice:
        """Check, call, bring in, or stand pat."""
        choices = self.game.choices(view)
        if isinstance(choices, Wagers):
            return Advice(choices.first[-1], "calling sees what the others have, and no more")
        return Advice(choices[0], "standing pat gives nothing away")


class BasicBot:
    """Bets by the share of the pot it wins on average against hands at random, and exchanges what improves it most."""

    def __init__(self, game: Poker, rng: Random) -> None:
        self.game, self.rng = game, rng

    def advise(self, view: PokerView) -> Advice:
        """A bet by its odds, or an exchange."""
        choices = self.game.choices(view)
        if isinstance(choices, Wagers):
            return self._wager(view, choices)
        return self._exchange(view, [choice for choice in choices if isinstance(choice, Draw)])

    # Bets

    def _wager(self, view: PokerView, choices: Wagers) -> Advice:
        b = view.betting
        if isinstance(choices.first[0], BringIn):
            return Advice(choices.first[0], "the rules ask for it, and it is cheap")
        share = self.share(view)
        rivals = b.inside.bit_count()
        call, low, _ = bt.bounds(b, self.game.limit, self.game.cap)
        pot = bt.pot(b)
        price = call / (pot + call) if call else 0.0
        odds = f"{share:.0%} of the pot is yours on average"
        wanted = (SURE if b.raises > 2 else EDGE) / rivals
        if low and (share > min(wanted, 0.85) or (not call and self.rng.random() < RISK)):
            to = self._size(b, choices, share)
            fair = f"{1 / rivals:.0%} would be an even share"
            return Advice(Raise(to), f"{odds} where {fair}: make the others pay")
        if not call:
            return Advice(CHECK, f"{odds}: not enough to bet, and checking is free")
        if share >= price:
            return Advice(CALL, f"{odds}, and the call asks for {price:.0%} of it")
        return Advice(FOLD, f"{odds}, and the call asks for {price:.0%} of it")

    def _size(self, b: bt.Betting, choices: Wagers, share: float) -> int:
        """Two thirds of the pot, or all of it with a very good hand; all-in where little would be left."""
        call = bt.bounds(b, self.game.limit, self.game.cap)[0]
        pot = bt.pot(b) + call
        to = b.top + (pot if share > 0.8 else pot * 2 // 3)
        if to * 3 > choices.high * 2:
            to = choices.high
        return max(choices.low, min(choices.high, to))

    def share(self, view: PokerView) -> float:
        """The share of the pot that the seat of this view wins on average when everyone inside stays."""
        return sum(self._won(self.completed(view), view.player) for _ in range(WORLDS)) / WORLDS

    def completed(self, view: PokerView) -> PokerState:
        """One way in which the deal could end: hidden cards at random, and all cards still to come dealt."""
        game = self.game
        state = game.sample_state(view, self.rng)
        stock: list[Card] = list(state.stock)
        self.rng.shuffle(stock)
        down = list(state.down)
        for seat in bt.seats_of(state.betting.inside):
            missing = (
                game.variant.hole - len(down[seat]) - len(state.up[seat]) - len(state.board) * (not game.variant.board)
            )
            for _ in range(min(missing, len(stock))):
                down[seat] = (*down[seat], stock.pop())
        board = state.board
        while len(board) < game.variant.board:
            board = (*board, stock.pop())
        return replace(state, down=tuple(down), board=board)

    def _won(self, state: PokerState, player: Player) -> float:
        high, low = self.game.strengths(state, state.betting)
        won = _part(high, player)
        return (won + _part(low, player)) / 2 if low else won

    # Exchanges

    def _exchange(self, view: PokerView, choices: Sequence[Draw]) -> Advice:
        game = self.game
        ranking = game.low if game.variant.wins == "low" and game.low is not None else game.ranking
        beats = _beats(ranking)
        hand = view.down[view.player]
        seen = {*hand, *view.thrown[view.player], *view.board, *(card for up in view.up for card in up)}
        unseen = [card for card in range(game.deck.size) if card not in seen]
        futures = [self.rng.sample(unseen, min(len(hand), len(unseen))) for _ in range(TRIALS)]

        def worth(choice: Draw) -> float:
            kept = tuple(card for card in hand if card not in choice.cards)
            new = len(choice.cards)
            if not new:
                return float(beats[ranking.strength(kept)])
            return float(sum(beats[ranking.strength((*kept, *future[:new]))] for future in futures)) / TRIALS

        best = max(choices, key=lambda choice: (worth(choice), -len(choice.cards)))
        share = f"beats {worth(best):.0%} of all hands on average"
        if not best.cards:
            return Advice(best, f"your hand {share} as it is")
        return Advice(best, f"what is kept, and {len(best.cards)} new, {share}")


def _part(strengths: dict[int, int], player: Player) -> float:
    """What a seat has of a pot that the best of these hands share."""
    if player not in strengths:
        return 0.0
    mine = strengths[player]
    best = max(strengths.values())
    return 1 / sum(strength == best for strength in strengths.values()) if mine == best else 0.0


@functools.lru_cache(maxsize=16)
def _beats(ranking: Ranking) -> NDArray[np.float64]:
    """For each strength, the share of all hands that it beats."""
    counts = np.array(ranking.frequencies(ranking.size).strengths, np.float64)
    share: NDArray[np.float64] = (np.cumsum(counts) - counts) / counts.sum()
    return share
