"""Cribbage players: one that looks at averages and one card ahead, and one that plays for the chance to win."""

from random import Random
from typing import ClassVar

from cardwright.answers import DEFAULT_BUDGET
from cardwright.bots import Advice
from cardwright.errors import PlayError
from cardwright.game import Action
from cardwright.games.cribbage import odds
from cardwright.games.cribbage.actions import DONE, LAYS, PLAYS, Count, Muggins
from cardwright.games.cribbage.counting import left
from cardwright.games.cribbage.outlook import layings, less, peggings, ranks, why
from cardwright.games.cribbage.rules import Cribbage
from cardwright.games.cribbage.scoring import DECK, NUMBERS, Part
from cardwright.games.cribbage.state import CribbageView


class BasicBot:
    """Lays away by the average of its hand over all starters, with the crib's average added or taken off; plays the
    card that leaves it most points ahead after the best reply to be expected; and at the show, where it counts by
    hand, misses ``misses`` per cent of the combinations.
    """

    misses: ClassVar[int] = 0

    def __init__(self, game: Cribbage, rng: Random) -> None:
        self.game = game

    def advise(self, view: CribbageView) -> Advice:
        """The best by these averages; the same every time."""
        if not self.game.choices(view):
            raise PlayError(f"there is nothing to advise: player {view.player + 1} is not to act")
        match view.phase:
            case "lay away":
                return self._lay_away(view)
            case "play":
                return self._play(view)
        return self._count(view)

    def _lay_away(self, view: CribbageView) -> Advice:
        ways = layings(view.hand, own=view.player == view.dealer)
        best, second = ways[0], ways[1]
        whose = "your own crib adds" if best.crib > 0 else "the other crib gains"
        reason = (
            f"keeps {ranks(best.kept)}: {best.hand:.2f} points on average; {whose} about {abs(best.crib):.1f} "
            f"(average by rank); next best: {DECK.short_of(second.away)}, {less(best.worth - second.worth)}"
        )
        return Advice(LAYS[best.away], reason)

    def _play(self, view: CribbageView) -> Advice:
        ways = peggings(view)
        best = ways[0]
        action: Action = PLAYS[best.card]
        if len(ways) == 1:
            return Advice(action, "the only card that can be played")
        return Advice(action, why(best, ways[1], view.sizes[1 - view.player]))

    def _count(self, view: CribbageView) -> Advice:
        """The next combination that it does not miss."""
        show = view.shown[-1]
        found = next((part for part in left(show) if not self._is_missed(view, part)), None)
        if found is None:
            return Advice(DONE, "" if self.misses else "every combination has been called")
        cards = tuple(sorted(found.cards))
        call = Count(cards) if view.phase == "claim" else Muggins(cards)
        return Advice(call, f"{found.phrase} for {NUMBERS[found.points]}")

    def _is_missed(self, view: CribbageView, part: Part) -> bool:
        """Drawn by the cards and the seat: asked again in the same count, the answer stays the same."""
        show = view.shown[-1]
        seed = f"{view.player} {show.cards} {show.starter} {part.kind} {part.cards} {view.played}"
        return Random(seed).randrange(100) < self.misses


class Misses5(BasicBot):
    """Counts by hand with small slips."""

    misses = 5


class Misses15(BasicBot):
    """Counts by hand as a player with some practice."""

    misses = 15


class Misses30(BasicBot):
    """Counts by hand as a beginner."""

    misses = 30


class ExpertBot(BasicBot):
    """Makes the move with the greatest chance to win the game: see `odds.evaluate`. At the show it misses nothing."""

    def advise(self, view: CribbageView) -> Advice:
        """Return the first line of the evaluation."""
        lines = odds.evaluate(self.game, view, DEFAULT_BUDGET)
        return Advice(lines[0].action, lines[0].reason) if lines else super().advise(view)
