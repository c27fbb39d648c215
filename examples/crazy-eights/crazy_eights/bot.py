"""A player of Crazy Eights."""

from collections import Counter
from random import Random

from cardwright.bots import Advice
from cardwright.cards import Card
from cardwright.games.crazy_eights.actions import Name, Pass, Play, Take
from cardwright.games.crazy_eights.rules import SUITS, CrazyEights, points
from cardwright.games.crazy_eights.state import DECK, EIGHT, CrazyEightsView


class BasicBot:
    """Play from the longest suit, the dearest card first, and keep eights for last."""

    def __init__(self, game: CrazyEights, rng: Random) -> None:
        self.game = game

    def advise(self, view: CrazyEightsView) -> Advice:
        """Return a card that follows, a suit, or whatever is left."""
        choices = self.game.choices(view)
        suits = Counter(DECK.suit_of[card] for card in view.hands[view.player] if DECK.rank_of[card] != EIGHT)
        if isinstance(choices[0], Name):
            suit = max(range(len(SUITS)), key=lambda suit: (suits[suit], suit))
            return Advice(Name(suit), f"you hold {suits[suit]} {SUITS[suit]}, your longest suit")
        plays = [choice.card for choice in choices if isinstance(choice, Play)]
        if not plays:
            return (
                Advice(Take(), "none of your cards follows") if view.stock_size else Advice(Pass(), "nothing is left")
            )

        def worth(card: Card) -> tuple[bool, int, int, int]:
            return DECK.rank_of[card] != EIGHT, suits[DECK.suit_of[card]], points([card]), card

        card = max(plays, key=worth)
        if DECK.rank_of[card] == EIGHT:
            return Advice(Play(card), "only an eight follows")
        suit = DECK.suit_of[card]
        held = suits[suit]
        return Advice(Play(card), f"it is the dearest of your {held} {SUITS[suit]}" if held > 1 else "it follows")
