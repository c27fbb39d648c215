"""Configuration of the laws of `cardwright.testing` for High Card: a short game, tables to try, and secrets."""

from cardwright.game import Player
from cardwright.new_game.high_card.rules import HighCard
from cardwright.new_game.high_card.state import DECK, HighCardState

SHORT: dict[str, object] = {"cards": 3}

TABLES: list[dict[str, object]] = [{"cards": 13}]


def secrets(game: HighCard, state: HighCardState, seat: Player) -> list[list[str]]:
    """Return the cards that this seat cannot distinguish: the opponent's hand, the deck, and cards laid face down."""
    return [[DECK.text(card) for card in game.view(state, seat).unseen]]
