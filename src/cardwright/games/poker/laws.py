"""Poker for the laws of `cardwright.testing`: a short game, tables to try, and secrets."""

from cardwright.game import Player
from cardwright.games.poker.events import Mucked
from cardwright.games.poker.rules import Poker
from cardwright.games.poker.setup import PAY, SHOW
from cardwright.games.poker.state import PokerState

SHORT: dict[str, object] = {"players": 3, "deals": 2}

TABLES: list[dict[str, object]] = [
    {"ranking": "dual-piecepacks", "skin": "playing-cards", "players": 3, "deals": 2},
    {"variant": "texas-holdem", "players": 2, "stacks": "40", "rise": 2},
    {"variant": "texas-holdem", "players": 20, "deals": 2, "stacks": "60"},
    {"variant": "omaha-hilo", "ranking": "dual-piecepacks", "low": "table_inverted", "players": 3, "deals": 2},
    {"variant": "seven-card-stud", "ranking": "standard", "players": 8, "deals": 1, "limit": "no-limit"},
    {"variant": "low-hole-stud", "ranking": "variant", "players": 3, "deals": 2, "stacks": "40"},
    {"variant": "low-hole-stud", "ranking": "variant", "players": 8, "deals": 1, "limit": "no-limit"},
    {"variant": "deuce-to-seven-triple-draw", "players": 6, "deals": 1, "limit": "pot-limit"},
    {"variant": "five-card-draw", "ranking": "pyramid", "players": 5, "deals": 2, "stacks": "9/30/4/80/17"},
    {"variant": "draw", "ranking": "brag", "players": 3, "deals": 2, "stacks": "40"},
    {"variant": "texas-holdem", "players": 4, "deals": 2, "stacks": "30", "showdown": "ask"},
    {"variant": "texas-holdem", "players": 3, "deals": 3, "stacks": "20", "rise": 0, "rebuy": True},
    {"variant": "texas-holdem", "players": 4, "deals": 6, "stacks": "20", "rise": 0, "rebuy": True, "sit_out": True},
    {"variant": "texas-holdem", "players": 2, "deals": 6, "stacks": "20", "sit_out": True, "showdown": "ask"},
    {"variant": "texas-holdem", "ranking": "paigow-back", "players": 3, "deals": 2, "blinds": "1/2/4", "ante": "1"},
    {"variant": "badugi", "ranking": "variant", "players": 3, "deals": 1},
    {"variant": "rhode-island-holdem", "ranking": "variant", "players": 3, "deals": 1},
    {"variant": "royal-rhode-island-holdem", "ranking": "variant", "players": 2, "deals": 2},
    {"variant": "numeral211-holdem", "ranking": "variant", "players": 3, "deals": 1},
    {"variant": "teen-patti", "ranking": "variant", "players": 3, "deals": 2},
    {"variant": "brag", "ranking": "variant", "players": 3, "deals": 1},
    {"variant": "blind-brag", "ranking": "variant", "players": 3, "deals": 2, "stacks": "9/14/30"},
    {"variant": "full-teen-patti", "ranking": "variant", "players": 4, "deals": 2, "stacks": "30"},
    {"variant": "full-brag", "ranking": "variant", "players": 3, "deals": 2, "stacks": "9/14/30"},
    {"variant": "poker-dice", "ranking": "variant", "players": 3, "deals": 2},
    {"variant": "three-rolls", "ranking": "flexdeck", "players": 2, "deals": 2},
    {"variant": "kuhn", "ranking": "variant", "players": 2, "deals": 3, "level_minutes": 5},
    {"variant": "leduc", "ranking": "variant", "players": 2, "deals": 2},
    {"variant": "crazy-pineapple", "players": 3, "deals": 1, "stacks": "40"},
    {"variant": "double-board-holdem", "players": 3, "deals": 1, "stacks": "40"},
    {"variant": "texas-holdem", "run_twice": True, "players": 3, "deals": 2, "stacks": "9/14/30"},
    {"variant": "crazy-pineapple", "run_twice": True, "players": 2, "deals": 2, "stacks": "8"},
    {"rotation": "horse", "players": 3, "deals": 5, "stacks": "60"},
    {
        "rotation": "five-card-draw seven-card-stud",
        "ranking": "dual-piecepacks",
        "rotate": "orbit",
        "players": 2,
        "deals": 4,
    },
    {
        "rotation": "texas-holdem, razz, five-card-draw",
        "rotate": "choice",
        "run_twice": True,
        "players": 4,
        "deals": 6,
        "stacks": "20",
        "rebuy": True,
        "sit_out": True,
    },
]


def secrets(game: Poker, state: PokerState, seat: Player) -> list[list[str]]:
    """Return the cards that this seat has not seen: hands face down, the stock, burnt and thrown cards.

    A hand thrown away at the showdown is known to have been beaten, and one that is still to be shown not to have
    been, so their cards cannot be any others.
    """
    game = game.at(state)
    compared = state.betting.inside if game.kind(state) in (SHOW, PAY) else 0
    seen = {card for up in state.up for card in up} | set(state.board)
    for player in range(game.players):
        is_own = player == seat and not state.betting.unseen >> seat & 1
        met = any(mask >> player & 1 for mask in state.betting.met)  # one of two folds, as their cards say
        if is_own or met or (state.shown | compared) >> player & 1:
            seen |= set(state.down[player])
        if player == seat:
            seen |= set(state.thrown[player])
    for event in state.ending:
        if isinstance(event, Mucked):
            seen |= set(state.down[event.player])
    hidden = game.deck.without(seen)
    if not game.variant.dice:
        return [[game.deck.text(card) for card in hidden]]
    # Only faces of one die can stand for one another, and only of a die that was rolled in this deal.
    rolled = sorted({game.deck.suit_of[card] for hand in state.down for card in hand})
    return [[game.deck.text(card) for card in hidden if game.deck.suit_of[card] == die] for die in rolled]
