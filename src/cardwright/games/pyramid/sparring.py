"""Simple players to test bots against; they are in no lobby.

`Greedy` makes the take or put with the best chance to win the match one move ahead: in every random world each hand is
filled with random bricks of those still in the pyramid, two more than it lacks, of which the best five count. A brick
taken is out of reach for the other; what a take uncovers is left out. It builds as the basic bot does. `Builder` builds
at random, and takes as the fast bot does.
"""

import functools
from collections.abc import Sequence
from random import Random
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

WORLDS_COUNT = 400
EXTRA_CARDS = 2  # bricks beyond a full hand, of which the worst can be avoided
BLIND_CARDS = 8  # that stand for a brick not yet seen

Strengths: TypeAlias = NDArray[np.int32]


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
        blind = worlds.blind().match.mean() if HIDDEN in view.bricks else 0.0

        def worth(choice: Action) -> float:
            assert isinstance(choice, Take)
            brick = view.bricks[choice.space]
            if brick == HIDDEN:
                return float(blind)
            return max(float(each.match.mean()) for each in worlds.outcomes(brick).values())

        return Advice(max(choices, key=worth))


class Builder(FastBot):
    """Builds at random."""

    def __init__(self, game: Pyramid, rng: Random) -> None:
        super().__init__(game, rng)
        self.rng = rng

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
        here = self.unseen[self._order(len(self.unseen))[:, :hidden]]
        self.pool = np.concatenate([np.broadcast_to(self.known, (worlds, len(self.known))), here], axis=1)
        self.shuffled = [
            np.take_along_axis(self.pool, self._order(self.pool.shape[1]), axis=1) for _ in range(2 * HANDS)
        ]

    def _order(self, number: int) -> NDArray[np.intp]:
        return self.rng.random((self.worlds, number), np.float32).argsort(axis=1)

    def outcomes(self, brick: int) -> dict[int, Outcome]:
        """Return the outcome of this brick in each of the seat's hands that has room."""
        mine, theirs = self.view.hands[self.view.player], self.view.hands[1 - self.view.player]
        other = [self._strengths(HANDS + hand, cards, brick) for hand, cards in enumerate(theirs)]
        without = functools.cache(lambda hand: self._strengths(hand, mine[hand], brick))
        found = {}
        for hand, cards in enumerate(mine):
            if len(cards) < HAND:
                held = self._strengths(hand, (*cards, brick), brick)
                found[hand] = self._outcome([held if each == hand else without(each) for each in range(HANDS)], other)
        return found

    def blind(self) -> Outcome:
        """Return the outcome of a brick not yet seen, put into its best hand, over some that it may be."""
        some = self.rng.permutation(self.unseen)[:BLIND_CARDS].tolist()
        best = [max(self.outcomes(brick).values(), key=lambda each: each.match.mean()) for brick in some]
        hands = tuple(np.mean([each.hands[hand] for each in best], axis=0) for hand in range(HANDS))
        return Outcome(np.mean([each.match for each in best], axis=0), hands)

    def _strengths(self, place: int, cards: Sequence[int], gone: int) -> Strengths:
        """Return the strength of a hand in each world; ``gone`` is not in the pyramid any more."""
        lacking = HAND - len(cards)
        if not lacking:
            return np.full(self.worlds, self.ranking.strength(tuple(cards)), np.int32)
        shuffled = self.shuffled[place]
        number = min(lacking + EXTRA_CARDS, shuffled.shape[1] - (gone in self.known))
        some = shuffled[:, : number + 1]
        if some.shape[1] > number:
            left = some != gone
            left[left.all(axis=1), -1] = False
            some = some[left].reshape(self.worlds, number)
        held = np.broadcast_to(np.array(cards, np.uint8), (self.worlds, len(cards)))
        rows = np.ascontiguousarray(np.concatenate([held, some], axis=1))
        return self.ranking.strengths(rows, trusted=True).astype(np.int32)

    def _outcome(self, mine: list[Strengths], theirs: list[Strengths]) -> Outcome:
        lead = [np.sign(own - other) for own, other in zip(mine, theirs, strict=True)]
        ahead = np.sign(sum(lead))
        tied = 0 if self.view.priority < 0 else 1 if self.view.priority == self.view.player else -1
        match = (np.where(ahead == 0, tied, ahead) + 1) / 2
        return Outcome(match, tuple((each + 1) / 2 for each in lead))
