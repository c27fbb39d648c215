"""A bot for Pyramid Poker: it keeps its own bricks within reach and puts each brick where it helps most."""

from collections.abc import Sequence
from random import Random
from typing import ClassVar

from cardwright.answers import DEFAULT_BUDGET, Budget, generator, misjudged
from cardwright.bots import Advice
from cardwright.game import Action
from cardwright.games.pyramid import odds
from cardwright.games.pyramid.actions import DECK, HAND, HANDS, Build, Put, Start, Take
from cardwright.games.pyramid.rules import Pyramid
from cardwright.games.pyramid.scoring import ranking
from cardwright.games.pyramid.state import EMPTY, HIDDEN, PyramidView, unseen_bricks

FAST_WORLDS_COUNT = 200
SAMPLE_COUNT = 24  # random futures for each hand
EXTRA_CARDS = 2  # bricks beyond a full hand in a sampled future, because some of what comes can be avoided


class BasicBot:
    """Plays by what a hand becomes on average, over random futures of the bricks not yet seen."""

    def __init__(self, game: Pyramid, rng: Random) -> None:
        self.game, self.rng = game, rng
        self.strength = ranking(game.settings["ranking"]).strength

    def advise(self, view: PyramidView) -> Advice:
        """The choice that leaves the three hands worth most."""
        choices = self.game.choices(view)
        match choices[0]:
            case Start():
                return Advice(Start(view.player), "starting gives the first choice of every layer")
            case Build():
                return self._place(view, choices)
            case Take():
                return self._take(view, choices)
        best, _ = self._put(view, view.taken, [choice for choice in choices if isinstance(choice, Put)])
        return Advice(best, f"hand {best.hand + 1} gains most from the {DECK.name(view.taken)}")

    # Construction

    def _place(self, view: PyramidView, choices: Sequence[Action]) -> Advice:
        """A brick that goes with others of ours lies high, so that we can take it early; the rest lies low."""
        own = [b for b, placer in zip(view.bricks, view.placer, strict=True) if b >= 0 and placer == view.player]
        places = [choice for choice in choices if isinstance(choice, Build)]
        held = view.held[view.player]
        brick = max(held, key=lambda one: (_fellows(one, own), one))
        fitting = [choice for choice in places if choice.brick in (-1, brick)]
        wanted = _fellows(brick, own) > 0
        height = self.game.board.cells
        level = max if wanted else min
        target = level(height[choice.space][0] for choice in fitting)
        chosen = self.rng.choice([choice for choice in fitting if height[choice.space][0] == target])
        why = (
            f"the {DECK.name(brick)} goes with bricks of yours, so it belongs where it can be taken early"
            if wanted
            else f"the {DECK.name(brick)} goes with none of yours yet, so it can be buried"
        )
        return Advice(chosen, why)

    # Deconstruction

    def _take(self, view: PyramidView, choices: Sequence[Action]) -> Advice:
        puts = [Put(hand) for hand in range(HANDS) if len(view.hands[view.player][hand]) < HAND]
        takes = [choice for choice in choices if isinstance(choice, Take)]
        known = [take for take in takes if view.bricks[take.space] != HIDDEN]
        gains = {take: self._put(view, view.bricks[take.space], puts)[1] for take in known}
        blind = [take for take in takes if view.bricks[take.space] == HIDDEN]
        if blind:
            guess = self._guess(view, puts)
            gains |= dict.fromkeys(blind, guess)
        best = max(gains, key=lambda take: (gains[take], -len(self.game.board.below[take.space])))
        name = self.game.board.text(best.space)
        if view.bricks[best.space] == HIDDEN:
            return Advice(best, f"an unseen brick is worth more on average than those you know; {name} is one")
        return Advice(best, f"{name} is the {DECK.name(view.bricks[best.space])}, which helps your hands most")

    def _guess(self, view: PyramidView, puts: list[Put]) -> float:
        """The average gain of a brick not yet seen, from a few of them."""
        unseen = unseen_bricks(view)
        sample = self.rng.sample(unseen, min(6, len(unseen)))
        return sum(self._put(view, brick, puts)[1] for brick in sample) / len(sample)

    def _put(self, view: PyramidView, brick: int, puts: list[Put]) -> tuple[Put, float]:
        """Return the place where a brick gains most, and the gain."""
        hands = view.hands[view.player]
        coming = self._coming(view, brick)
        gains = {
            put: self._worth((*hands[put.hand], brick), coming) - self._worth(hands[put.hand], coming) for put in puts
        }
        best = max(gains, key=lambda put: gains[put])
        return best, gains[best]

    def _coming(self, view: PyramidView, brick: int) -> list[int]:
        """The bricks that may still come: those unseen, and those we know to lie in the pyramid."""
        known = [other for other in view.bricks if other not in (EMPTY, HIDDEN, brick)]
        return [other for other in unseen_bricks(view) if other != brick] + known

    def _worth(self, hand: tuple[int, ...], coming: list[int]) -> float:
        """A hand's strength at its end, on average over futures (the best five, so some of them miss)."""
        missing = HAND - len(hand)
        if not missing:
            return self.strength(hand)
        draws = min(missing + EXTRA_CARDS, len(coming))
        if len(hand) + draws < HAND:
            return 0.0
        return sum(self.strength((*hand, *self.rng.sample(coming, draws))) for _ in range(SAMPLE_COUNT)) / SAMPLE_COUNT


class ExpertBot(BasicBot):
    """Makes the move with the best chance to win the match: see `odds.evaluate`."""

    budget: ClassVar[Budget] = DEFAULT_BUDGET
    misjudgement_factor: ClassVar[float] = 0.0

    def advise(self, view: PyramidView) -> Advice:
        """Return the line that looks best."""
        lines = odds.evaluate(self.game, view, self.budget)
        if not lines:
            return super().advise(view)
        best = misjudged(lines, generator(self.game, view), self.misjudgement_factor)
        return Advice(best.action, best.reason)


class FastBot(ExpertBot):
    """The expert with fewer worlds."""

    budget = Budget(samples=FAST_WORLDS_COUNT)


class BeginnerBot(FastBot):
    """Misjudges the chances by more than they differ."""

    misjudgement_factor = 3.0


def _fellows(brick: int, others: Sequence[int]) -> int:
    """Return how well a brick goes with others: those of its suit and twice those of its rank, divided by three."""
    return (
        sum(
            2 * (DECK.rank_of[brick] == DECK.rank_of[other]) + (DECK.suit_of[brick] == DECK.suit_of[other])
            for other in others
            if other != brick
        )
        // 3
    )
