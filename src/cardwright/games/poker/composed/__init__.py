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
        """Return the game of the variant that is dealt."""
        return self.part(position).at(position)

    def kind(self, position: PokerState | PokerView) -> int:
        """Return the kind of the present step."""
        return self.at(position).kind(position)

    def legal_actions(self, state: PokerState, player: Player) -> Sequence[Action]:
        """Return the part's legal actions."""
        return self.part(state).legal_actions(state, player)

    def why_illegal(self, view: PokerView, action: Action) -> str:
        """Name the rule that refuses an action."""
        return self.part(view).why_illegal(view, action)

    def chance_outcomes(self, state: PokerState) -> Uniform:
        """The button, or the outcomes of chance in the variant that is dealt."""
        return self.part(state).chance_outcomes(state)

    def by_clock(self, state: PokerState, level: int) -> Action | None:
        """Return the next deal with the forced bets of the table's clock."""
        return self.part(state).by_clock(state, level)

    def draw(self, state: PokerState, rng: Randomness) -> Action:
        """Return one outcome of chance."""
        return self.part(state).draw(state, rng)

    def apply(self, state: PokerState, player: Player, action: Action) -> PokerState:
        """The next state."""
        return self.part(state).apply(state, player, action)

    def view(self, state: PokerState, player: Player) -> PokerView:
        """Build the view of a seat."""
        return self.part(state).view(state, player)

    def sample_state(self, view: PokerView, rng: Random) -> PokerState:
        """Deal the cards that the seat has not seen, at random."""
        return self.part(view).sample_state(view, rng)

    def choices(self, view: PokerView) -> Sequence[Action]:
        """Return the choices of the seat of this view."""
        return self.part(view).choices(view)

    def strength(self, half: str, state: PokerState | PokerView, seat: Player) -> int:
        """Return the strength of a seat's cards in the variant that is dealt."""
        return self.part(state).strength(half, state, seat)
