"""Configuration of the laws of `cardwright.testing` for the pyramid: tables to try, and secrets."""

from cardwright.game import Player
from cardwright.games.pyramid.actions import DECK
from cardwright.games.pyramid.rules import Pyramid
from cardwright.games.pyramid.state import PyramidState

SHORT: dict[str, object] = {}

TABLES: list[dict[str, object]] = [
    {"board": "8-7-6-5-4", "bricks": "fifteen"},
    {"board": "10", "memory": False, "bricks": "fifteen", "priority": "first"},
]


def secrets(game: Pyramid, state: PyramidState, seat: Player) -> list[list[str]]:
    """Return the bricks that this seat has never seen: the other seat's, placed or held, and those not drawn."""
    known = {state.taken, *(brick for hands in state.hands for hand in hands for brick in hand)}
    known |= {brick for brick, placer in zip(state.bricks, state.placer, strict=True) if placer == seat}
    known |= set(state.held[seat]) if seat >= 0 else set()
    return [list(map(DECK.text, DECK.without(known)))]
