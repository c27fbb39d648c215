"""A bot for Pyramid Poker: it keeps its own bricks within reach and puts each brick where it helps most."""

from collections.abc import Sequence
from random import Random
from typing import ClassVar

from cardwright.answers import DEFAULT_BUDGET, Budget
from cardwright.bots import Advice, GameBot
from cardwright.game import Action
from cardwright.games.pyramid import odds
from cardwright.games.pyramid.actions import DECK, HAND, HANDS, Build, Put, Start, Take
from cardwright.games.pyramid.rules import Pyramid
from cardwright.games.pyramid.scoring import ranking
from cardwright.games.pyramid.state import EMPTY, HIDDEN, PyramidView, unseen_bricks

FAST_WORLDS_COUNT = 200
FUTURES_PER_HAND = 24
SPARE_BRICKS_COUNT = 2  # bricks beyond a full hand in a sampled future, because some of what comes can be avoided


class BasicBot(GameBot[Pyramid]):
    """Plays for the best average hand, over random futures of the bricks not yet seen."""

    def __init__(self, game: Pyramid, rng: Random) -> None:
        super().__init__(game, rng)
        self.strength = ranking(game.settings["ranking"]).strength

    def advise(self, view: PyramidView) -> Advice:
        """The choice that leaves the three hands worth most."""
        choices = self.game.choices(view)
        match choices[0]:
            case Start():
                return Advice(Start(view.player), "starting gives the first choice of every layer")
            case Build():
                return self._choose_space(view, choices)
            case Take():
                return self._choose_take(view, choices)
        best, _ = self._best_put(view, view.taken, [choice for choice in choices if isinstance(choice, Put)])
        return Advice(best, f"hand {best.hand + 1} gains most from the {DECK.name(view.taken)}")

    # Construction

    def _choose_space(self, view: PyramidView, choices: Sequence[Action]) -> Advice:
        """Place a brick that goes with own bricks high, to take it early, and any other low."""
        placed = zip(view.bricks, view.placer, strict=True)
        own_bricks = [brick for brick, placer in placed if brick >= 0 and placer == view.player]
        builds = [choice for choice in choices if isinstance(choice, Build)]
        held = view.held[view.player]
        brick = max(held, key=lambda candidate: (_affinity(candidate, own_bricks), candidate))
        fitting_builds = [choice for choice in builds if choice.brick in (-1, brick)]
        is_wanted = _affinity(brick, own_bricks) > 0
        rows = [self.game.board.cells[choice.space][0] for choice in fitting_builds]
        best_row = max(rows) if is_wanted else min(rows)
        chosen = self.rng.choice([choice for choice, row in zip(fitting_builds, rows) if row == best_row])
        reason = (
            f"the {DECK.name(brick)} goes with bricks of yours, so it belongs where it can be taken early"
            if is_wanted
            else f"the {DECK.name(brick)} goes with none of yours yet, so it can be buried"
        )
        return Advice(chosen, reason)

    # Deconstruction

    def _choose_take(self, view: PyramidView, choices: Sequence[Action]) -> Advice:
        puts = [Put(hand) for hand in range(HANDS) if len(view.hands[view.player][hand]) < HAND]
        takes = [choice for choice in choices if isinstance(choice, Take)]
        known_takes = [take for take in takes if view.bricks[take.space] != HIDDEN]
        gains = {take: self._best_put(view, view.bricks[take.space], puts)[1] for take in known_takes}
        hidden_takes = [take for take in takes if view.bricks[take.space] == HIDDEN]
        if hidden_takes:
            mean_gain = self._mean_gain(view, puts)
            gains |= dict.fromkeys(hidden_takes, mean_gain)
        best = max(gains, key=lambda take: (gains[take], -len(self.game.board.below[take.space])))
        name = self.game.board.text(best.space)
        if view.bricks[best.space] == HIDDEN:
            return Advice(best, f"an unseen brick is worth more on average than those you know; {name} is one")
        return Advice(best, f"{name} is the {DECK.name(view.bricks[best.space])}, which helps your hands most")

    def _mean_gain(self, view: PyramidView, puts: list[Put]) -> float:
        """The average gain of a brick not yet seen, from a few of them."""
        unseen = unseen_bricks(view)
        sample = self.rng.sample(unseen, min(6, len(unseen)))
        return sum(self._best_put(view, brick, puts)[1] for brick in sample) / len(sample)

    def _best_put(self, view: PyramidView, brick: int, puts: list[Put]) -> tuple[Put, float]:
        """Return the place where a brick gains most, and the gain."""
        hands = view.hands[view.player]
        to_come = self._bricks_to_come(view, brick)
        gains = {
            put: self._hand_value((*hands[put.hand], brick), to_come) - self._hand_value(hands[put.hand], to_come)
            for put in puts
        }
        best = max(gains, key=lambda put: gains[put])
        return best, gains[best]

    def _bricks_to_come(self, view: PyramidView, brick: int) -> list[int]:
        """The bricks that may still come: those unseen, and those known to lie in the pyramid."""
        known = [other for other in view.bricks if other not in (EMPTY, HIDDEN, brick)]
        return [other for other in unseen_bricks(view) if other != brick] + known

    def _hand_value(self, hand: tuple[int, ...], to_come: list[int]) -> float:
        """The mean strength of a hand at its end, over random futures with more bricks than it needs."""
        missing_count = HAND - len(hand)
        if not missing_count:
            return self.strength(hand)
        draw_count = min(missing_count + SPARE_BRICKS_COUNT, len(to_come))
        if len(hand) + draw_count < HAND:
            return 0.0
        futures = [self.strength((*hand, *self.rng.sample(to_come, draw_count))) for _ in range(FUTURES_PER_HAND)]
        return sum(futures) / FUTURES_PER_HAND


class ExpertBot(BasicBot):
    """Makes the move with the best chance to win the match: see `odds.evaluate`."""

    budget: ClassVar[Budget] = DEFAULT_BUDGET

    def advise(self, view: PyramidView) -> Advice:
        """Return the line that looks best."""
        lines = odds.evaluate(self.game, view, self.budget)
        return self.choose_line(view, lines) if lines else super().advise(view)


class FastBot(ExpertBot):
    """The expert with fewer worlds."""

    budget = Budget(samples=FAST_WORLDS_COUNT)


class BeginnerBot(FastBot):
    """Misjudges the chances by more than they differ."""

    misjudgement_factor = 3.0


def _affinity(brick: int, others: Sequence[int]) -> int:
    """Return how well a brick goes with others: those of its suit and twice those of its rank, divided by three."""
    return (
        sum(
            2 * (DECK.rank_of[brick] == DECK.rank_of[other]) + (DECK.suit_of[brick] == DECK.suit_of[other])
            for other in others
            if other != brick
        )
        // 3
    )
