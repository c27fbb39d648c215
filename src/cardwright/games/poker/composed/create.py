"""The class that plays poker with some options: a rotation, a board dealt twice, bets until a show, or plain poker."""

from typing import Any

from cardwright.games.poker.composed.rotation import Rotation
from cardwright.games.poker.composed.run_twice import one_table
from cardwright.games.poker.rules import Poker


def create(**chosen: Any) -> Poker:
    """Create a game. Raises as `Poker` does."""
    return Rotation(**chosen) if chosen.get("rotation") else one_table(**chosen)
