"""Chinese poker for the laws of `cardwright.testing`: a short game, tables to try, and secrets."""

from cardwright.game import Player
from cardwright.games.chinese.rules import Chinese
from cardwright.games.chinese.state import ChineseState

SHORT: dict[str, object] = {"players": 2, "deals": 1, "scoop": 0}

TABLES: list[dict[str, object]] = [
    {"ranking": "brag", "players": 4, "deals": 2},
    {"ranking": "crazy-four-poker", "players": 4, "deals": 1, "scoring": "1-6"},
    {"players": 4, "deals": 2, "scoop": 3},
]


def secrets(game: Chinese, state: ChineseState, seat: Player) -> list[list[str]]:
    """Return all cards but the seat's own and those turned up."""
    known = set(game.view(state, seat).hand)
    if state.shown:
        known = {card for hand in state.shown.hands for card in (*hand.front, *hand.middle, *hand.back)}
    return [list(map(game.deck.text, game.deck.without(known)))]
