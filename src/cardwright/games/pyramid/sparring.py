"""Simple players to test bots against; they are in no lobby.

`Greedy` makes the take or put with the best chance to win the match one move ahead: in every random world each hand
gets two more random bricks of the pyramid than it lacks, and its best five count. A brick taken is out of reach for the
other; bricks that a take uncovers are left out. It builds as the basic bot does. `Builder` builds at random, and takes
as the fast bot does.
"""

import functools
from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardwright.answers import seed_of
from cardwright.bots import Advice
from cardwright.game import Action
from cardwright.games.pyramid.actions import HAND, HANDS, Build, Put, Take
from cardwright.games.pyramid.bot import BasicBot, FastBot
from cardwright.games.pyramid.odds import Outcome
from cardwright.games.pyramid.rules import Pyramid
from cardwright.games.pyramid.scoring import ranking
from cardwright.games.pyramid.state import HIDDEN, PyramidView, unseen_bricks
from cardwright.ranking.rows import beside, shuffled

WORLDS_COUNT = 400
SPARE_BRICKS_COUNT = 2  # bricks beyond a full hand, of which the worst can be avoided
GUESSES_PER_UNSEEN_BRICK = 8

StrengthArray: TypeAlias = NDArray[np.int32]


class Greedy(BasicBot):
    """Looks one move ahead."""

    def advise(self, view: PyramidView) -> Advice:
        """Return the take or put with the best chance to win."""
        choices = self.game.choices(view)
        if not isinstance(choices[0], Take | Put):
            return super().advise(view)
        worlds = _Worlds(self.game, view, WORLDS_COUNT)
        if isinstance(choices[0], Put):
            outcomes = worlds.outcomes(view.taken)
            best = max(outcomes, key=lambda hand: outcomes[hand].match.mean())
            return Advice(Put(best))
        hidden_value = worlds.hidden_outcome().match.mean() if HIDDEN in view.bricks else 0.0

        def take_value(choice: Action) -> float:
            assert isinstance(choice, Take)
            brick = view.bricks[choice.space]
            if brick == HIDDEN:
                return float(hidden_value)
            return max(float(each.match.mean()) for each in worlds.outcomes(brick).values())

        return Advice(max(choices, key=take_value))


class Builder(FastBot):
    """Builds at random."""

    def advise(self, view: PyramidView) -> Advice:
        """Build on any space, else play as the fast bot does."""
        choices = self.game.choices(view)
        return Advice(self.rng.choice(choices)) if isinstance(choices[0], Build) else super().advise(view)


class _Worlds:
    """Random worlds of a view: for each of six hands the bricks in the pyramid, in a random order, (world, brick)."""

    def __init__(self, game: Pyramid, view: PyramidView, worlds: int) -> None:
        self.view, self.worlds = view, worlds
        self.ranking = ranking(game.settings["ranking"])
        self.rng = np.random.default_rng(seed_of(game, view))
        self.unseen = np.array(unseen_bricks(view), np.uint8)
        self.known = np.array([brick for brick in view.bricks if brick >= 0], np.uint8)
        hidden = view.bricks.count(HIDDEN)
        self.pool = beside(self.known.tolist(), shuffled(self.unseen, worlds, self.rng, hidden))
        places = np.arange(self.pool.shape[1])
        self.shuffled = [
            np.take_along_axis(self.pool, shuffled(places, worlds, self.rng), axis=1) for _ in range(2 * HANDS)
        ]

    def outcomes(self, brick: int) -> dict[int, Outcome]:
        """Return the outcome of this brick in each of the seat's hands that has room."""
        own_hands, their_hands = self.view.hands[self.view.player], self.view.hands[1 - self.view.player]
        their_strengths = [self._strengths(HANDS + hand, cards, brick) for hand, cards in enumerate(their_hands)]
        own_strengths = functools.cache(lambda hand: self._strengths(hand, own_hands[hand], brick))
        outcomes = {}
        for hand, cards in enumerate(own_hands):
            if len(cards) < HAND:
                with_brick = self._strengths(hand, (*cards, brick), brick)
                strengths = [with_brick if each == hand else own_strengths(each) for each in range(HANDS)]
                outcomes[hand] = self._outcome(strengths, their_strengths)
        return outcomes

    def hidden_outcome(self) -> Outcome:
        """Return the outcome of a brick not yet seen, put into its best hand, over some that it may be."""
        candidates = self.rng.permutation(self.unseen)[:GUESSES_PER_UNSEEN_BRICK].tolist()
        best = [max(self.outcomes(brick).values(), key=lambda each: each.match.mean()) for brick in candidates]
        hands = tuple(np.mean([each.hands[hand] for each in best], axis=0) for hand in range(HANDS))
        return Outcome(np.mean([each.match for each in best], axis=0), hands)

    def _strengths(self, hand_index: int, cards: Sequence[int], removed: int) -> StrengthArray:
        """Return the strength of a hand in each world; ``removed`` is not in the pyramid any more."""
        missing_count = HAND - len(cards)
        if not missing_count:
            return np.full(self.worlds, self.ranking.strength(tuple(cards)), np.int32)
        shuffled = self.shuffled[hand_index]
        offered_count = min(missing_count + SPARE_BRICKS_COUNT, shuffled.shape[1] - (removed in self.known))
        offered = shuffled[:, : offered_count + 1]
        if offered.shape[1] > offered_count:
            is_kept = offered != removed
            is_kept[is_kept.all(axis=1), -1] = False
            offered = offered[is_kept].reshape(self.worlds, offered_count)
        return self.ranking.strengths(beside(cards, offered), trusted=True).astype(np.int32)

    def _outcome(self, own_hands: list[StrengthArray], their_hands: list[StrengthArray]) -> Outcome:
        hand_results = [np.sign(own - other) for own, other in zip(own_hands, their_hands, strict=True)]
        match_result = np.sign(sum(hand_results))
        if self.view.priority >= 0:
            match_result[match_result == 0] = 1 if self.view.priority == self.view.player else -1
        return Outcome((match_result + 1) / 2, tuple((result + 1) / 2 for result in hand_results))
