"""Configuration of the laws of `cardwright.testing` for cribbage: a short game, tables to try, and secrets."""

from cardwright.game import Player
from cardwright.games.cribbage.rules import Cribbage
from cardwright.games.cribbage.scoring import DECK, MAX_COUNT, VALUE
from cardwright.games.cribbage.state import CribbageState, counts_made, crib_is_up

SHORT: dict[str, object] = {"to": 61}

TABLES: list[dict[str, object]] = [
    {"to": 61, "games": 2, "skunks": True, "first_deal": "fixed"},
    {"to": 61, "games": 2, "muggins": True, "skunks": True, "next_deal": "loser"},
]


def secrets(game: Cribbage, state: CribbageState, seat: Player) -> list[list[str]]:
    """Return the cards face down and the deck, grouped by the counts at which each could have been played.

    A player who says go shows that none of their cards could be played at that count.
    """
    others = [player for player in (0, 1) if player != seat]
    hidden = [card for player in others for card in state.hands[player]]
    hidden += [card for player in others for card in state.laid[player] if not crib_is_up(state)]
    seen = {*state.hands[0], *state.hands[1], *state.laid[0], *state.laid[1], state.starter}
    seen |= {card for _, card in state.played} | (set(state.cuts) if "cut" in state.phase else set())
    alike: dict[tuple[bool, ...], list[str]] = {}
    for card in hidden + DECK.without(seen):
        could = tuple(count + VALUE[card] <= MAX_COUNT for count in counts_made(state))
        alike.setdefault(could, []).append(DECK.text(card))
    return list(alike.values()) if hidden else []
