"""Pai gow for the laws of `cardwright.testing`: a short game, tables to try, and secrets."""

from cardwright.game import SPECTATOR, Player
from cardwright.games.paigow.hands import DECK
from cardwright.games.paigow.rules import PaiGow
from cardwright.games.paigow.state import PaiGowState

SHORT: dict[str, object] = {"rounds": 2}

TABLES: list[dict[str, object]] = [
    {"players": 1, "rounds": 3, "wheel": "lowest"},
    {"players": 6, "rounds": 2, "house_way": "foxwoods", "copies": "push"},
    {
        "players": 3,
        "rounds": 4,
        "house_way": "mgm",
        "commission": 5,
        "fortune": True,
        "dragon": True,
        "banking": True,
    },
    {"form": "home", "players": 2, "rounds": 3},
    {"form": "home", "players": 7, "rounds": 2, "bankroll": 20},
    {"form": "home", "players": 4, "rounds": 4},
]


def public(game: PaiGow, state: PaiGowState) -> list[str]:
    """Return the cards of all hands that were compared, once they have been."""
    if state.phase != "paid":
        return []
    places = [place for seat in game.playing(state) for place in game.places(state, seat, len(state.dealt))]
    if not game.home:
        positions = [0] if state.dragon is None else [0, game.dragon_position(state)]
        places += [place for position in positions for place in game.pile(state, position)]
    return [DECK.text(state.dealt[place]) for place in places]


def secrets(game: PaiGow, state: PaiGowState, seat: Player) -> list[list[str]]:
    """Return all cards but the seat's own and those turned up, while any are dealt."""
    if not state.dealt:
        return []
    known = set(game.hand(state, seat)) if seat >= 0 else set()
    known = known.union(*(hand.front + hand.back for hand in game.view(state, SPECTATOR).shown))
    return [list(map(DECK.text, DECK.without(known)))]
