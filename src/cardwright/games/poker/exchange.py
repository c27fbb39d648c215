"""What may be dealt when the stock is out: burnt cards, others' discards and folded hands (PK6)."""

from msgspec.structs import replace

from cardwright.game import Player
from cardwright.games.poker.actions import Cards, Reshuffled
from cardwright.games.poker.state import PokerState


def mucked(state: PokerState, player: Player) -> list[Cards]:
    """What may be dealt again to a player besides burnt cards; nobody gets their own back."""
    thrown = [cards for seat, cards in enumerate(state.thrown) if seat != player]
    folded = [cards for seat, cards in enumerate(state.down) if not state.betting.inside >> seat & 1]
    return thrown + folded


def restocked(state: PokerState) -> PokerState:
    """All of it shuffled into a stock, for the seat whose exchange goes on."""
    seat, inside = state.seat, state.betting.inside
    again = [card for cards in (state.burnt, *mucked(state, seat)) for card in cards]
    return replace(
        state,
        stock=bytes(sorted(again)),
        burnt=(),
        thrown=tuple(cards if other == seat else () for other, cards in enumerate(state.thrown)),
        down=tuple(cards if inside >> other & 1 else () for other, cards in enumerate(state.down)),
        events=(*state.events, Reshuffled(len(again))),
    )
