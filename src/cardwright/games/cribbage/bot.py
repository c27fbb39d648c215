"""Cribbage players: one that plays by averages and one card ahead, and one that maximizes the chance to win."""

from collections.abc import Sequence
from random import Random
from typing import ClassVar, TypeVar

from cardwright.answers import DEFAULT_BUDGET, Line, generator, misjudge
from cardwright.bots import Advice, GameBot
from cardwright.errors import PlayError
from cardwright.games.cribbage import odds
from cardwright.games.cribbage.actions import DONE, Count, Muggins
from cardwright.games.cribbage.counting import uncalled_parts
from cardwright.games.cribbage.outlook import Laying, Pegging, layings, pegging_reason, peggings, points_less, rank_text
from cardwright.games.cribbage.rules import Cribbage
from cardwright.games.cribbage.scoring import DECK, Part
from cardwright.games.cribbage.state import CribbageView
from cardwright.wording import NUMBER_WORDS

ONLY_CARD = "the only card that can be played"

Choice = TypeVar("Choice", Laying, Pegging)


class BasicBot(GameBot[Cribbage]):
    """Lays away by the average of its hand over all starters, with the crib's average added or subtracted.

    It plays the card with the most points less the best reply expected. At the show, where it counts by hand, it misses
    ``misses`` per cent of the combinations. The values of its choices it misjudges by ``misjudgement_factor``.
    """

    misses: ClassVar[int] = 0

    def advise(self, view: CribbageView) -> Advice:
        """Return the best move by these averages; the same view always gets the same move."""
        if not self.game.choices(view):
            raise PlayError(f"there is nothing to advise: player {view.player + 1} is not to act")
        match view.phase:
            case "lay away":
                return self._lay_away(view)
            case "play":
                return self._play(view)
        return self._count(view)

    def _lay_away(self, view: CribbageView) -> Advice:
        choices = layings(view.hand, own=view.player == view.dealer)
        best = self._choose(view, choices)
        whose = "your own crib adds" if best.crib > 0 else "the other's crib gains"
        reason = (
            f"keeps {rank_text(best.kept)}: {best.hand:.2f} points on average; {whose} about {abs(best.crib):.1f} "
            "(average by rank)"
        )
        if best is choices[0]:
            reason += f"; next best: {DECK.short_of(choices[1].away)}, {points_less(best.value - choices[1].value)}"
        return Advice(best.action, reason)

    def _play(self, view: CribbageView) -> Advice:
        choices = peggings(view)
        best = self._choose(view, choices)
        if len(choices) == 1:
            return Advice(best.action, ONLY_CARD)
        second = next(choice for choice in choices if choice is not best)
        return Advice(best.action, pegging_reason(best, second, view.sizes[1 - view.player]))

    def _choose(self, view: CribbageView, choices: Sequence[Choice]) -> Choice:
        """Return the choice of the highest value: the first, unless it is misjudged."""
        lines = [Line(choice.action, choice.value) for choice in choices]
        action = misjudge(lines, generator(self.game, view), self.misjudgement_factor).action
        return next(choice for choice in choices if choice.action == action)

    def _count(self, view: CribbageView) -> Advice:
        """Return the call of the next combination that the bot does not miss."""
        show = view.shown[-1]
        next_part = next((part for part in uncalled_parts(show) if not self._is_missed(view, part)), None)
        if next_part is None:
            return Advice(DONE, "no other is seen" if self.misses else "every combination has been called")
        cards = tuple(sorted(next_part.cards))
        call = Count(cards) if view.phase == "claim" else Muggins(cards)
        return Advice(call, f"{next_part.phrase} for {NUMBER_WORDS[next_part.points]}")

    def _is_missed(self, view: CribbageView, part: Part) -> bool:
        """Return True if the bot misses a combination; the draw depends on the cards and the seat only."""
        show = view.shown[-1]
        seed = f"{view.player} {show.cards} {show.starter} {part.kind} {part.cards} {view.played}"
        return Random(seed).randrange(100) < self.misses


class Misses5(BasicBot):
    """Counts by hand with small slips, and misjudges close choices."""

    misses = 5
    misjudgement_factor = 0.4


class Misses15(BasicBot):
    """Counts by hand and judges as a player with some practice."""

    misses = 15
    misjudgement_factor = 0.9


class Misses30(BasicBot):
    """Counts by hand and judges as a beginner."""

    misses = 30
    misjudgement_factor = 1.8


class ExpertBot(BasicBot):
    """Makes the move with the greatest chance to win the game: see `odds.evaluate`. At the show it misses nothing."""

    def advise(self, view: CribbageView) -> Advice:
        """Return the first line of the evaluation."""
        lines = odds.evaluate(self.game, view, DEFAULT_BUDGET)
        return Advice(lines[0].action, lines[0].reason or ONLY_CARD) if lines else super().advise(view)
