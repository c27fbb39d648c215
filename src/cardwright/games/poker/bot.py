"""Bots for poker of any kind: one that only calls, and one that compares its chances with the price.

Neither knows a variant or a ranking. The same view always gets the same advice.
"""

import functools
import math
from collections.abc import Sequence
from itertools import combinations
from random import Random

import numpy as np
from numpy.typing import NDArray

from cardwright.bots import Advice
from cardwright.cards import Card
from cardwright.games.poker import betting as bt
from cardwright.games.poker import equity
from cardwright.games.poker.actions import CALL, CHECK, FOLD, BringIn, Draw, Raise, Wagers
from cardwright.games.poker.equity import Share
from cardwright.games.poker.rules import Poker
from cardwright.games.poker.state import PokerView
from cardwright.ranking import Ranking

MAX_REPLACEMENTS = 2_000  # ways to replace exchanged cards that are tried, where there are more
EDGE_FACTOR = 1.3  # a raise wants this multiple of an even share of the pot
SURE_FACTOR = 1.9  # and to raise once more after two raises, this multiple
BLUFF_PROBABILITY = 0.05  # how often an unpromising hand is bet all the same
MAX_EQUAL_ERRORS = 2  # standard errors within which two figures count as equal


class CallerBot:
    """A bot that checks where it can, calls where it must, and exchanges nothing."""

    def __init__(self, game: Poker, rng: Random) -> None:
        self.game = game

    def advise(self, view: PokerView) -> Advice:
        """Check, call, bring in, or stand pat."""
        choices = self.game.choices(view)
        if isinstance(choices, Wagers):
            return Advice(choices.first[-1], "calling sees what the others have, and no more")
        return Advice(choices[0], "standing pat gives nothing away")


class BasicBot:
    """A bot that bets by the share of the pot it wins on average, and exchanges the cards that improve it most."""

    def __init__(self, game: Poker, rng: Random) -> None:
        self.game = game

    def advise(self, view: PokerView) -> Advice:
        """Bet by the odds, or exchange cards."""
        choices = self.game.choices(view)
        if isinstance(choices, Wagers):
            return self._wager(view, choices)
        return self._exchange(view, [choice for choice in choices if isinstance(choice, Draw)])

    # Bets

    def _wager(self, view: PokerView, choices: Wagers) -> Advice:
        b = view.betting
        if isinstance(choices.first[0], BringIn):
            return Advice(choices.first[0], "the rules ask for it, and it is cheap")
        share = equity.share(self.game, view)
        players = b.inside.bit_count()
        call, low, _ = bt.bounds(b, self.game.limit, self.game.cap)
        pot = bt.pot(b)
        wanted = min((SURE_FACTOR if b.raises > 2 else EDGE_FACTOR) / players, 0.85)
        chances = f"you win {_percent(share)} of the pot on average {self._supposed(view)}"
        if low and share.mean > wanted:
            even = f"{100 / players:.0f} % would be an even share"
            return Advice(Raise(self._size(b, choices, share.mean)), f"{chances}, and {even}: make the others pay")
        if low and not call and equity.generator(view).random() < BLUFF_PROBABILITY:
            return Advice(Raise(self._size(b, choices, share.mean)), f"{chances}; a bluff now and then is part of it")
        if not call:
            return Advice(CHECK, f"{chances}: not enough to bet, and checking is free")
        price = call / (pot + call)
        needs = f"{chances}, and a call of {call:,} for a pot of {pot + call:,} needs {100 * price:.0f} %"
        if abs(share.mean - price) < MAX_EQUAL_ERRORS * share.error:
            needs += ": too close to tell"
        return Advice(CALL if share.mean >= price else FOLD, needs)

    def _supposed(self, view: PokerView) -> str:
        """Say what the share takes the other hands to be."""
        game, raiser = self.game, equity.raiser(self.game, view)
        seats = [seat for seat in bt.seats_of(view.betting.inside) if seat != view.player]
        hands = "another random hand" if len(seats) == 1 else "other random hands"
        exchanged = next((equity.tries(game, view, seat) for seat in seats if seat != raiser), 1)
        if raiser in seats:
            best = equity.tries(game, view, raiser)
            return f"against {hands} (the best of {best} for {{{raiser}}}, who bet or raised)"
        each = "" if len(seats) == 1 else " each"
        return f"against {hands}" + (f" (the best of {exchanged}{each})" if exchanged > 1 else "")

    def _size(self, b: bt.Betting, choices: Wagers, share: float) -> int:
        """Two thirds of the pot, or all of it with a very good hand; all-in where little would be left."""
        call = bt.bounds(b, self.game.limit, self.game.cap)[0]
        pot = bt.pot(b) + call
        to = b.top + (pot if share > 0.8 else pot * 2 // 3)
        if to * 3 > choices.high * 2:
            to = choices.high
        return max(choices.low, min(choices.high, to))

    # Exchanges

    def _exchange(self, view: PokerView, choices: Sequence[Draw]) -> Advice:
        game = self.game
        ranking = game.low if game.variant.wins == "low" and game.low is not None else game.ranking
        hand = view.down[view.player]
        seen = {*hand, *view.thrown[view.player], *view.board, *(card for up in view.up for card in up)}
        unseen = np.array([card for card in range(game.deck.size) if card not in seen], np.uint8)
        rng, most = equity.generator(view), max(len(choice.cards) for choice in choices)
        new = {count: _replacements(unseen, count, rng) for count in range(most + 1)}
        worth = {choice: _worth(ranking, hand, choice, new[len(choice.cards)]) for choice in choices}
        best = max(choices, key=lambda choice: (worth[choice].mean, -len(choice.cards)))
        beats = f"beats {_percent(worth[best])} of all hands"
        if not best.cards:
            return Advice(best, f"your hand {beats} as it is, and no exchange improves it on average")
        count = f"{len(best.cards)} new card{'s' if len(best.cards) > 1 else ''}"
        return Advice(best, f"what you keep, with {count}, {beats} on average")


def _percent(share: Share) -> str:
    """A share as it is known: "42 %" if it was counted, else "42 % (± 2)"."""
    margin = math.ceil(MAX_EQUAL_ERRORS * share.error * 100)
    return f"{share.mean * 100:.0f} %" + (f" (± {margin})" if margin else "")


def _replacements(unseen: NDArray[np.uint8], count: int, rng: np.random.Generator) -> tuple[NDArray[np.uint8], bool]:
    """Cards that may come for those exchanged, a row each: all ways if they are few, else some; and which it is."""
    count = min(count, len(unseen))
    if math.comb(len(unseen), count) <= MAX_REPLACEMENTS:
        every = list(combinations(unseen.tolist(), count))
        return np.array(every, np.uint8).reshape(len(every), count), True
    return unseen[rng.random((MAX_REPLACEMENTS, len(unseen))).argsort(axis=1)[:, :count]], False


def _worth(ranking: Ranking, hand: tuple[Card, ...], choice: Draw, new: tuple[NDArray[np.uint8], bool]) -> Share:
    """The share of all hands that the hand beats on average after an exchange."""
    cards, counted = new
    kept = np.array([card for card in hand if card not in choice.cards], np.uint8)
    rows = np.concatenate([np.broadcast_to(kept, (len(cards), len(kept))), cards], axis=1)
    beaten = _beats(ranking)[ranking.strengths(np.ascontiguousarray(rows), trusted=True)]
    return Share(float(beaten.mean()), 0.0 if counted else float(beaten.std() / math.sqrt(len(beaten))))


@functools.lru_cache(maxsize=16)
def _beats(ranking: Ranking) -> NDArray[np.float64]:
    """For each strength, the share of all hands that it beats."""
    counts = np.array(ranking.frequencies(ranking.size).strengths, np.float64)
    share: NDArray[np.float64] = (np.cumsum(counts) - counts) / counts.sum()
    return share
