"""Poker that is made of other games of poker, which play its deals."""

from collections.abc import Sequence
from random import Random

from cardwright.game import Action, Player, Randomness, Uniform
from cardwright.games.poker.rules import Poker
from cardwright.games.poker.state import PokerState, PokerView


class Composed(Poker):
    """A game that leaves each position to one of its ``parts``."""

    def part(self, position: PokerState | PokerView) -> Poker:
        """Return the part that plays this position."""
        raise NotImplementedError

    def at(self, position: PokerState | PokerView) -> Poker:
        return self.part(position).at(position)

    def kind(self, position: PokerState | PokerView) -> int:
        return self.at(position).kind(position)

    def legal_actions(self, state: PokerState, player: Player) -> Sequence[Action]:
        return self.part(state).legal_actions(state, player)

    def why_illegal(self, view: PokerView, action: Action) -> str:
        return self.part(view).why_illegal(view, action)

    def chance_outcomes(self, state: PokerState) -> Uniform:
        return self.part(state).chance_outcomes(state)

    def by_clock(self, state: PokerState, level: int) -> Action | None:
        return self.part(state).by_clock(state, level)

    def draw(self, state: PokerState, rng: Randomness) -> Action:
        return self.part(state).draw(state, rng)

    def apply(self, state: PokerState, player: Player, action: Action) -> PokerState:
        return self.part(state).apply(state, player, action)

    def view(self, state: PokerState, player: Player) -> PokerView:
        return self.part(state).view(state, player)

    def sample_state(self, view: PokerView, rng: Random) -> PokerState:
        return self.part(view).sample_state(view, rng)

    def choices(self, view: PokerView) -> Sequence[Action]:
        return self.part(view).choices(view)

    def strength(self, half: str, state: PokerState | PokerView, seat: Player) -> int:
        return self.part(state).strength(half, state, seat)
