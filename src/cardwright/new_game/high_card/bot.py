"""A player of High Card."""

from cardwright.bots import Advice, GameBot
from cardwright.new_game.high_card.actions import Lay
from cardwright.new_game.high_card.rules import HighCard
from cardwright.new_game.high_card.state import DECK, HighCardView


class BasicBot(GameBot[HighCard]):
    """Lay the highest card."""

    def advise(self, view: HighCardView) -> Advice:
        """Return the highest card, and how many of the unseen cards it beats."""
        highest = max(view.hand, key=lambda card: (DECK.rank_of[card], card))
        beaten = sum(DECK.rank_of[card] < DECK.rank_of[highest] for card in view.unseen)
        return Advice(Lay(highest), f"it beats {beaten} of the {len(view.unseen)} cards that you have not seen")
