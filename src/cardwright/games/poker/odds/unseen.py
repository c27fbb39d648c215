"""The cards that a seat does not see, how they come to hands and boards, and the share of the pot that hands win."""

import math
from collections.abc import Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from cardwright.answers import seed_of
from cardwright.cards import Card
from cardwright.game import Player
from cardwright.games.poker.betting import seats_of
from cardwright.games.poker.odds.words import Share
from cardwright.games.poker.rules import Poker
from cardwright.games.poker.setup import DRAW
from cardwright.games.poker.state import UNSEEN, PokerView, unseen_cards
from cardwright.games.poker.variants.model import DOWN
from cardwright.ranking import Ranking
from cardwright.ranking.rows import shuffled
from cardwright.standard_error import standard_error

Cards = NDArray[np.uint8]
Strengths = NDArray[np.int32]
Shares = NDArray[np.float32]


class Unseen:
    """The cards that a view does not show, the rivals that hold some of them, and the rankings that decide the pot."""

    def __init__(self, game: Poker, view: PokerView) -> None:
        self.game, self.view = game, view
        self.rankings = rankings(game)
        self.by_table = all(ranking.compiled.by_table for ranking in self.rankings)
        self.slow = game.variant.from_hole is not None or not self.by_table
        self.rivals = [seat for seat in seats_of(view.betting.inside) if seat != view.player]
        self.rng = np.random.default_rng(seed_of(game, view))
        self.cards = np.array(unseen_cards(view, game.deck), np.uint8)
        self.to_board = max(game.variant.board * game.variant.boards - len(view.board), 0)

    def ways(self, count: int, max_ways: int, rows: int) -> tuple[Cards, bool]:
        """Return all choices of ``count`` cards and True; with more than ``max_ways``, random ones and False."""
        if math.comb(len(self.cards), count) <= max_ways:
            all_ways = list(combinations(self.cards.tolist(), count))
            choices = np.array(all_ways, np.uint8).reshape(len(all_ways), count)
            if self.game.setup.wild and count > 1:
                # In order, cards face down would be lower than the others, or higher.
                return self.rng.permuted(choices, axis=1), False
            return choices, True
        return np.ascontiguousarray(shuffled(self.cards, rows, self.rng, count)), False

    def to_come(self, count: int, max_ways: int, rows: int) -> tuple[Cards, bool]:
        """Return `ways` in which cards come, first to the board."""
        choices, is_exhaustive = self.ways(count, max_ways, rows)
        if self.game.variant.boards > 1:  # a choice in order would give the lower cards to the first board
            return self.rng.permuted(choices, axis=1), is_exhaustive and count < 2
        return choices, is_exhaustive

    @property
    def exchanges(self) -> int:
        """The number of exchanges before this step of the deal."""
        return sum(step.kind == DRAW for step in self.game.plan[: self.view.step])

    def face_down(self, seat: Player, *, after_up: bool) -> list[int]:
        """Return the columns of the cards dealt face down, of hands that hold a seat's cards and those to come.

        With ``after_up`` the cards face up are in the first columns, and else those face down.
        """
        up, down = len(self.view.up[seat]), len(self.view.down[seat])
        first = up if after_up else 0
        to_come = [place for place, way in enumerate(self.game.variant.ways) if way == DOWN and place >= up + down]
        return [*range(first, first + down), *to_come]

    def strengths(self, hands: Cards, boards: Cards, face_down: Sequence[int]) -> list[Strengths]:
        """Return the strengths for the pot, or for each half of it, of hands (hand, scenario, card) and boards.

        The columns ``face_down`` of the hands are those cards: in some variants they say which cards are wild.
        """
        number, scenarios, size = hands.shape
        results = []
        for ranking, board in self._halves(boards):
            if (from_hole := self.game.variant.from_hole) is not None:
                rows = np.ascontiguousarray(hands.reshape(number * scenarios, size))
                tiled = np.ascontiguousarray(np.tile(board, (number, 1)))
                strengths_ = ranking.strengths_with_hole(rows, tiled, from_hole, trusted=True)
            else:
                cards = _beside_boards(hands, board)
                if rule := self.game.setup.wild:
                    cards = rule.read_rows(cards, [column for column in face_down if column < size])
                strengths_ = ranking.strengths(cards, trusted=True)
            results.append(strengths_.reshape(number, scenarios).astype(np.int32))
        return results

    def _halves(self, boards: Cards) -> list[tuple[Ranking, Cards]]:
        """Return the rankings and the boards that decide the pot, or its halves."""
        variant = self.game.variant
        if variant.boards == 1:
            return [(ranking, boards) for ranking in self.rankings]
        columns = variant.boards_of(tuple(range(boards.shape[1])))
        return [(self.game.ranking, boards[:, list(each)]) for each in columns]


def _beside_boards(hands: Cards, boards: Cards) -> Cards:
    """Return the rows of hands (hand, scenario, card), each with its board: a column at a time, which is fastest."""
    number, scenarios, size = hands.shape
    rows = np.empty((number, scenarios, size + boards.shape[1]), np.uint8)
    for column in range(size):
        rows[:, :, column] = hands[:, :, column]
    for column, cards in enumerate(boards.T, size):
        rows[:, :, column] = cards
    return rows.reshape(number * scenarios, -1)


def known_cards(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return the cards whose faces are known."""
    return tuple(card for card in cards if card != UNSEEN)


def are_compatible(hands: Cards, scenarios: Cards) -> NDArray[np.bool_]:
    """Return True where a hand and a scenario have no card in common (hand, scenario)."""
    result = np.ones((len(hands), len(scenarios)), np.bool_)
    for card in hands.T:
        for other in scenarios.T:
            result &= card[:, None] != other
    return result


def shares_won(own_strengths: Sequence[Strengths], other_strengths: Sequence[Strengths], least_low: int) -> Shares:
    """Return the share of the pot that one side wins; the second strengths, if any, are low hands for half of it."""
    high_share, *low = [
        (np.sign(own - other) + 1) / np.float32(2) for own, other in zip(own_strengths, other_strengths, strict=True)
    ]
    if low:
        high_share = np.where(
            np.maximum(own_strengths[1], other_strengths[1]) >= least_low, (high_share + low[0]) / 2, high_share
        )
    shares: Shares = high_share.astype(np.float32)
    return shares


def weighted_share(values: NDArray[np.floating], weight: NDArray[np.floating]) -> Share:
    """Return the mean of weighed values, with its standard error."""
    mean = float(values @ weight / weight.sum())
    effective_count = float(weight.sum() ** 2 / (weight**2).sum())  # Kish's effective sample size
    return Share(mean, standard_error(mean, float((values - mean) ** 2 @ weight / weight.sum()), effective_count))


def rankings(game: Poker) -> list[Ranking]:
    """Return the rankings that decide: of high hands, of low hands, or of both."""
    if game.low is None or game.variant.wins == "high":
        return [game.ranking]
    return [game.low] if game.variant.wins == "low" else [game.ranking, game.low]
