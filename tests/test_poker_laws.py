"""Poker under the laws of all games: every variant, other rankings, many seats."""

import pytest

import laws
from cardwright.games.poker import variant
from cardwright.games.poker.actions import Mucked
from cardwright.games.poker.rules import Poker
from cardwright.games.poker.state import PokerState


def secrets(game: Poker, state: PokerState, seat: int) -> list[list[str]]:
    """The cards that this seat has not seen: others' cards face down, the stock, what was burnt or thrown away.

    Of a hand that was thrown away at the showdown the seat knows that it was beaten, so its cards are no secret that
    could be any other.
    """
    seen = {card for up in state.up for card in up} | set(state.board)
    for player in range(game.players):
        if player == seat or state.shown >> player & 1:
            seen |= set(state.down[player])
        if player == seat:
            seen |= set(state.thrown[player])
    for event in state.events:
        if isinstance(event, Mucked):
            seen |= set(state.down[event.player])
    return [[game.deck.text(card) for card in range(game.deck.size) if card not in seen]]


TABLES: list[dict[str, object]] = [{"variant": name, "deals": 2} for name in variant.names()]
TABLES += [
    {"variant": "texas-holdem", "players": 2, "stacks": "40", "rise": 2},
    {"variant": "texas-holdem", "ranking": "dual-piecepacks", "players": 12, "deals": 2},
    {"variant": "texas-holdem", "ranking": "dual-piecepacks", "players": 20, "deals": 2, "showdown": "show"},
    {"variant": "texas-holdem", "players": 20, "deals": 2, "stacks": "60"},
    {"variant": "omaha-hilo", "ranking": "dual-piecepacks", "players": 6, "deals": 2, "skin": "rainbow"},
    {"variant": "omaha-hilo", "ranking": "dual-piecepacks", "low": "table_inverted", "players": 3, "deals": 2},
    {"variant": "seven-card-stud", "players": 8, "deals": 1, "limit": "no-limit"},
    {"variant": "deuce-to-seven-triple-draw", "players": 6, "deals": 1, "limit": "pot-limit"},
    {"variant": "five-card-draw", "ranking": "pyramid", "players": 5, "deals": 2, "stacks": "9/30/4/80/17"},
    {"variant": "texas-holdem", "ranking": "paigow-back", "players": 3, "deals": 2, "blinds": "1/2/4", "ante": "1"},
]


@pytest.mark.parametrize("options", TABLES, ids=lambda options: " ".join(map(str, options.values())))
def test_laws(options: dict[str, object]) -> None:
    laws.check_many(Poker(**options), laws.seeds(8), secrets=secrets)
