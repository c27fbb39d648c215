"""Local best response: what a simple player who knows a strategy wins from it heads-up, without limit.

After Lisý and Bowling, "Equilibrium approximation quality of current no-limit poker bots" (2017). The player keeps the
range that the strategy's actions leave. At each decision it takes the action that wins most if both only check and
call after it: to fold, to call, or a bet, which wins the pot from the hands that fold to it. What it wins is at most
what a best response wins, so it is a lower bound on how exploitable the strategy is; below 0 it says nothing.

Both players are ranges here: the player holds all hands at once, and so does the strategy. What ends the deal counts
exactly, for all pairs of hands; of what goes on, one action is drawn with the probability that it has, and cards are
drawn for the board. So the results of deals differ little, and few deals are needed.
"""

import functools
import math
from collections.abc import Callable
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardwright.game import Action, Player
from cardwright.games.poker import betting
from cardwright.games.poker.actions import CALL, CHECK, FOLD, Raise
from cardwright.games.poker.odds.two_ranges import (
    BOARD_CARDS,
    HOLE_CARDS,
    ROUND_OF_BOARD,
    Frequencies,
    Position,
    all_pairs,
    equities,
)
from cardwright.ranking import Ranking

FLOP_CARDS = 3
NEXT_CARDS = {0: FLOP_CARDS, FLOP_CARDS: 1, FLOP_CARDS + 1: 1}  # by those on the board
MAX_CACHED_POSITIONS = 64  # a bet that was considered may then be made

FloatArray = NDArray[np.float64]
Strategy: TypeAlias = Callable[[Position], Frequencies]


class Bets(NamedTuple):
    """The bets that the player considers: parts of the pot after a call, and all-in, from a round on (0 to 3)."""

    pot_shares: tuple[float, ...] = ()
    all_in: bool = False
    first_round: int = 0


class LocalBestResponse:
    """Plays against a strategy. Without ``rng`` all actions are followed, which a river alone allows."""

    def __init__(
        self, ranking: Ranking, strategy: Strategy, bets: Bets, rng: np.random.Generator | None = None
    ) -> None:
        self.ranking, self.bets, self.rng = ranking, bets, rng
        self.strategy = functools.lru_cache(maxsize=MAX_CACHED_POSITIONS)(strategy)

    def deal(self, seat: Player, stack: int, blinds: tuple[int, int]) -> float:
        """Return what the player wins in a deal, in chips, as an average over hands; the button is at seat 0."""
        b = betting.blinds(betting.start((stack, stack)), ((0, blinds[0]), (1, blinds[1])), blinds[1])
        every = np.ones(len(all_pairs(self.ranking.deck.size)))
        count = len(every) * math.comb(self.ranking.deck.size - HOLE_CARDS, HOLE_CARDS)
        return self.value(Position(b, 0, (), blinds), seat, every, every) / count

    def value(self, position: Position, seat: Player, own: FloatArray, other: FloatArray) -> float:
        """Return what the player at a seat wins from a position on, less what it has paid, over all pairs of hands.

        ``own`` and ``other`` are the weights of all hands; each pair counts with the product of its weights.
        """
        is_own = position.betting.turn == seat
        actions, probabilities = self.response(position, seat, other) if is_own else self.strategy(position)
        total = 0.0
        open_: list[tuple[Position, FloatArray, FloatArray, float]] = []
        for action, share in zip(actions, probabilities, strict=True):
            after = _after(position, action)
            ranges = (own * share, other) if is_own else (own, other * share)
            mass = self._mass(position, *ranges)
            if mass <= 0:
                continue
            if _is_over(after):
                total += self._value_of_end(after, seat, *ranges)
            else:
                open_.append((after, *ranges, mass))
        return total + self._continue(seat, open_)

    def _continue(self, seat: Player, ways: list[tuple[Position, FloatArray, FloatArray, float]]) -> float:
        """Return the value of what goes on: of all ways, or of one that is drawn by its mass."""
        if not ways or self.rng is None:
            return sum(self._next(after, seat, own, other) for after, own, other, _ in ways)
        chance = np.array([mass for *_, mass in ways]) / sum(mass for *_, mass in ways)
        drawn = int(self.rng.choice(len(ways), p=chance))
        after, own, other, _ = ways[drawn]
        return self._next(after, seat, own, other) / float(chance[drawn])

    def _next(self, after: Position, seat: Player, own: FloatArray, other: FloatArray) -> float:
        """Return the value of a position, for which the board's next cards are drawn if a round has ended."""
        if after.betting.turn >= 0:
            return self.value(after, seat, own, other)
        dealt, own, other, factor = self._deal_board(after, own, other)
        opened = betting.begin(dealt.betting, 1 - dealt.button, dealt.blinds[1])
        return factor * self.value(dealt._replace(betting=opened), seat, own, other)

    def _deal_board(
        self, before: Position, own: FloatArray, other: FloatArray
    ) -> tuple[Position, FloatArray, FloatArray, float]:
        """Draw the board's next cards; return how many times more boards there are than go with two hands, too."""
        assert self.rng is not None, "cards are drawn only with a generator"
        size, count = self.ranking.deck.size - len(before.board), NEXT_CARDS[len(before.board)]
        unseen = [card for card in range(self.ranking.deck.size) if card not in before.board]
        board = (*before.board, *sorted(self.rng.choice(unseen, count, replace=False).tolist()))
        free = ~np.isin(all_pairs(self.ranking.deck.size), board).any(axis=1)
        factor = math.comb(size, count) / math.comb(size - 2 * HOLE_CARDS, count)
        return before._replace(board=board), own * free, other * free, factor

    def _mass(self, position: Position, own: FloatArray, other: FloatArray) -> float:
        known = equities(self.ranking, position.board)
        return float(own[known.pair_indices] @ known.compatible_weight(other[known.pair_indices]))

    def _value_of_end(self, after: Position, seat: Player, own: FloatArray, other: FloatArray) -> float:
        """Return what the player wins at the end of a deal: what is folded, or its share where all is in."""
        b = after.betting
        amount = min(b.paid)
        if not b.inside & (b.inside - 1):
            return self._mass(after, own, other) * (amount if b.inside >> seat & 1 else -amount)
        if len(after.board) == FLOP_CARDS:  # whose equities are sampled
            after, own, other, factor = self._deal_board(after, own, other)
            return factor * self._value_of_end(after, seat, own, other)
        known = equities(self.ranking, after.board)
        won = float(own[known.pair_indices] @ known.won_from(other[known.pair_indices]))
        return amount * (2 * won - self._mass(after, own, other))

    def response(self, position: Position, seat: Player, other: FloatArray) -> Frequencies:
        """Return the action of each hand of the player that wins most if both only check and call after it."""
        known, b = equities(self.ranking, position.board), position.betting
        weight = other[known.pair_indices]
        pot, call = betting.pot(b), betting.to_call(b)
        low, high = betting.bounds(b, betting.NO_LIMIT, 0)
        mass = np.maximum(known.compatible_weight(weight), 1e-12)
        share = known.won_from(weight) / mass
        actions: list[Action] = [FOLD, CALL] if call else [CHECK]
        values = [np.zeros(len(share)), share * pot - (1 - share) * call] if call else [share * pot]
        for to in self._amounts(position, call, low, high):
            actions.append(Raise(to))
            answer = self.strategy(_after(position, Raise(to)))
            folds = weight * answer.probabilities[answer.actions.index(FOLD)][known.pair_indices]
            stays = weight - folds
            stay_won, stay_weight = known.won_from(stays), known.compatible_weight(stays)
            added_chips = min(to, b.bets[1 - seat] + b.stacks[1 - seat]) - b.top
            paid = added_chips + b.top - b.bets[seat]
            values.append(
                (
                    known.compatible_weight(folds) * pot
                    + stay_won * (pot + added_chips)
                    - (stay_weight - stay_won) * paid
                )
                / mass
            )
        probabilities = np.zeros((len(actions), len(other)))
        probabilities[np.array(values).argmax(axis=0), known.pair_indices] = 1
        return Frequencies(tuple(actions), probabilities)

    def _amounts(self, position: Position, call: int, low: int, high: int) -> list[int]:
        """Return the amounts to raise to that the player considers."""
        b = position.betting
        if not low or ROUND_OF_BOARD[len(position.board)] < self.bets.first_round:
            return []
        max_raise = max(low, min(high, b.bets[1 - b.turn] + b.stacks[1 - b.turn]))
        sizes = [round(b.top + share * (betting.pot(b) + call)) for share in self.bets.pot_shares]
        return sorted({min(max(to, low), max_raise) for to in sizes} | ({max_raise} if self.bets.all_in else set()))


def _after(position: Position, action: Action) -> Position:
    """Return the position after an action. If it ends the round, the bets go into the pot and no player is to act."""
    b = position.betting
    if isinstance(action, Raise):
        moved = betting.raise_to(b, action.to, betting.NO_LIMIT)
    else:
        moved = betting.fold(b) if action == FOLD else betting.call(b)
    return position._replace(betting=betting.collect(moved)[0] if moved.turn < 0 else moved)


def _is_over(position: Position) -> bool:
    """Return True if no more bets are possible in the deal."""
    b = position.betting
    both = b.inside & (b.inside - 1) and b.able & (b.able - 1)
    return b.turn < 0 and not (both and len(position.board) < BOARD_CARDS)
