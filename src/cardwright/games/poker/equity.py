"""The share of the pot that a hand wins on average: counted where it can be, else from many deals at random.

A view always gets the same answer: the random deals are seeded from it. The hidden cards are dealt uniformly, and then
weighed by what the other players did: a player's hand counts as the best of several random ones, one more for each
exchange of cards that is over, and one more for the last to bet or raise in this round.
"""

import math
import zlib
from itertools import combinations
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from cardwright.game import Player
from cardwright.games.poker import forced
from cardwright.games.poker.betting import seats_of
from cardwright.games.poker.rules import Poker
from cardwright.games.poker.setup import DRAW
from cardwright.games.poker.state import UNSEEN, PokerView
from cardwright.ranking import Ranking

SAMPLED_DEALS = 4_000  # random deals for one answer
MAX_COUNTED = 20_000  # hands of a single rival that are counted one by one

Hands = NDArray[np.uint8]
Worths = NDArray[np.int64]


class Share(NamedTuple):
    """A share of the pot, from 0 to 1, and its standard error: 0 where it was counted."""

    mean: float
    error: float


def generator(view: PokerView) -> np.random.Generator:
    """Return a random generator that is the same for the same view."""
    return np.random.default_rng(zlib.crc32(msgspec.msgpack.encode(view)))


def tries(game: Poker, view: PokerView, seat: Player) -> int:
    """Return how many random hands a seat's is taken for the best of."""
    exchanges = sum(step.kind == DRAW for step in game.plan[: view.step])
    return 1 + exchanges + (seat == raiser(game, view))


def raiser(game: Poker, view: PokerView) -> Player | None:
    """Return the last to bet or raise in this round, if any has."""
    b = view.betting
    blinds = game.setup.stakes.blinds if game.variant.open == "blinds" and not game.plan[view.step].street else (0,)
    raised = b.top > max(blinds) * forced.level(game.setup, view.deal) and not b.bring
    return b.opener if raised else None


def share(game: Poker, view: PokerView) -> Share:
    """Return the share of the pot that the seat of this view wins on average if no player folds."""
    deal = _Deal(game, view)
    counted = deal.every_rival_hand()
    won = deal.won(deal.at_random(generator(view)) if counted is None else counted)
    return Share(float(won.mean()), 0.0 if counted is not None else float(won.std() / math.sqrt(len(won))))


class _Deal:
    """The cards that a view does not show, and where they go: a column each of an array with a row for each deal."""

    def __init__(self, game: Poker, view: PokerView) -> None:
        self.game, self.view = game, view
        self.seats = seats_of(view.betting.inside)
        self.known = {seat: _seen(view.down[seat] + view.up[seat]) for seat in self.seats}
        seen = {card for hands in (view.down, view.up, view.thrown, (view.board,)) for hand in hands for card in hand}
        self.unseen = np.array([card for card in range(game.deck.size) if card not in seen], np.uint8)
        self.own = {seat: game.variant.hole - len(self.known[seat]) for seat in self.seats}
        self.board = max(game.variant.board - len(view.board), 0)
        if view.board and not game.variant.board:  # the last card of stud, one for all, has come
            self._one_for_all(0)
        self.tries = {seat: 1 if seat == view.player else tries(game, view, seat) for seat in self.seats}
        if self.needed > len(self.unseen) and game.variant.stud:
            self._one_for_all(1)
        while self.needed > len(self.unseen):
            most = max(self.tries, key=self.tries.__getitem__)
            self.tries[most] -= 1

    def _one_for_all(self, to_come: int) -> None:
        self.own = {seat: max(count - 1, 0) for seat, count in self.own.items()}
        self.board = to_come

    @property
    def needed(self) -> int:
        """The number of hidden cards that a deal takes."""
        return self.board + sum(self.own[seat] * self.tries[seat] for seat in self.seats)

    def at_random(self, rng: np.random.Generator) -> Hands:
        """Return random deals of the hidden cards."""
        order = rng.random((SAMPLED_DEALS, len(self.unseen))).argsort(axis=1)[:, : self.needed]
        return self.unseen[order]

    def every_rival_hand(self) -> Hands | None:
        """Return all deals where one rival's hidden cards are all there is, and they are few enough; else None."""
        (*rivals,) = (seat for seat in self.seats if seat != self.view.player)
        if len(rivals) != 1 or self.tries[rivals[0]] > 1 or self.board or self.own[self.view.player]:
            return None
        if math.comb(len(self.unseen), self.own[rivals[0]]) > MAX_COUNTED:
            return None
        return np.array(list(combinations(self.unseen.tolist(), self.own[rivals[0]])), np.uint8)

    def won(self, deals: Hands) -> NDArray[np.float64]:
        """Return the share that the view's seat wins in each deal."""
        game, at = self.game, self.board
        board = _with(self.view.board, deals[:, :at])
        high: dict[Player, Worths] = {}
        low: dict[Player, Worths] = {}
        for seat in self.seats:
            hands = []
            for _ in range(self.tries[seat]):
                hands.append(_with(self.known[seat], deals[:, at : at + self.own[seat]]))
                at += self.own[seat]
            if game.variant.wins != "low":
                high[seat] = self._best(game.ranking, hands, board)
            if game.low is not None:
                low[seat] = self._best(game.low, hands, board)
        if game.variant.wins != "split":
            return _parts(high or low, self.view.player, 0)
        least = game.setup.least_low
        halves = _parts(high, self.view.player, 0), _parts(low, self.view.player, least)
        contested = np.max(list(low.values()), axis=0) >= least
        return np.where(contested, (halves[0] + halves[1]) / 2, halves[0])

    def _best(self, ranking: Ranking, hands: list[Hands], board: Hands) -> Worths:
        """The strength of the best of a seat's hands in each deal."""
        if self.game.variant.hand == "two":
            found = [ranking.strengths_with_hole(hand, board, 2, trusted=True) for hand in hands]
        else:
            found = [ranking.strengths(np.concatenate([hand, board], axis=1), trusted=True) for hand in hands]
        best: Worths = np.max(found, axis=0).astype(np.int64)
        return best


def _seen(cards: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(card for card in cards if card != UNSEEN)


def _with(cards: tuple[int, ...], more: Hands) -> Hands:
    """Return cards that are the same in every deal, and further columns."""
    same = np.broadcast_to(np.array(cards, np.uint8), (len(more), len(cards)))
    return np.ascontiguousarray(np.concatenate([same, more], axis=1))


def _parts(strengths: dict[Player, Worths], player: Player, least: int) -> NDArray[np.float64]:
    """Return what a seat has in each deal of a pot that the best hands share, of those that are at least ``least``."""
    best = np.max(list(strengths.values()), axis=0)
    ties = np.sum([worth == best for worth in strengths.values()], axis=0)
    return np.where((strengths[player] == best) & (best >= least), 1 / ties, 0.0)
