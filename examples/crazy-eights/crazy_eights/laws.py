"""Configuration of the laws of `cardwright.testing` for Crazy Eights."""

from cardwright.game import Player
from cardwright.games.crazy_eights.rules import CrazyEights
from cardwright.games.crazy_eights.state import DECK, CrazyEightsState

SHORT: dict[str, object] = {}

TABLES: list[dict[str, object]] = []


def secrets(game: CrazyEights, state: CrazyEightsState, seat: Player) -> list[list[str]]:
    """Return the cards that this seat cannot distinguish: the opponent's hand and the stock."""
    return [[DECK.text(card) for card in game.view(state, seat).unseen]]
