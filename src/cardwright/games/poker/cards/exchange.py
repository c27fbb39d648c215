"""Exchanges and discards of cards, and the cards that are dealt again when the stock is out (PK6)."""

from typing import TypeVar

from msgspec.structs import replace

from cardwright.game import CHANCE, Action, Player
from cardwright.games.poker.actions import Cards, Discard, Draw
from cardwright.games.poker.events import Did, PokerEvent, Reshuffled
from cardwright.games.poker.state import PokerState, PokerView
from cardwright.wording import counted, plural

Seen = TypeVar("Seen", PokerState, PokerView)


def reusable_cards(state: PokerState, player: Player) -> list[Cards]:
    """Return the cards, besides burnt ones, that may be dealt again to a player; players do not get back their own."""
    thrown = [cards for seat, cards in enumerate(state.thrown) if seat != player]
    folded = [cards for seat, cards in enumerate(state.down) if not state.betting.inside >> seat & 1]
    return thrown + folded


def restock(state: PokerState) -> PokerState:
    """Make a new stock of burnt cards, others' discards and folded hands, for the seat whose exchange goes on."""
    seat, inside = state.seat, state.betting.inside
    again = [card for cards in (state.burnt, *reusable_cards(state, seat)) for card in cards]
    return replace(
        state,
        stock=bytes(sorted(again)),
        burnt=(),
        thrown=tuple(cards if other == seat else () for other, cards in enumerate(state.thrown)),
        down=tuple(cards if inside >> other & 1 else () for other, cards in enumerate(state.down)),
        events=(*state.events, Reshuffled(len(again))),
    )


def throw_for_exchange(state: PokerState, player: Player, cards: Cards, event: PokerEvent) -> PokerState:
    """Return the state in which a player has thrown cards away and is due as many."""
    waiting = replace(_throw(state, player, cards, event), turn=CHANCE, seat=player, owed=len(cards))
    return waiting if state.stock else restock(waiting)


def discard(state: Seen, player: Player, cards: Cards) -> Seen:
    """Return the state, or the player's view, in which cards have been thrown away for good."""
    return _throw(state, player, cards, Did(player, "discard", len(cards)))


def _throw(state: Seen, player: Player, cards: Cards, event: PokerEvent) -> Seen:
    down, thrown = list(state.down), list(state.thrown)
    down[player] = tuple(card for card in state.down[player] if card not in cards)
    thrown[player] += cards
    return replace(state, down=tuple(down), thrown=tuple(thrown), events=(event,))


def why_not_discarded(view: PokerView, number: int, action: Action) -> str:
    """Name the rule that refuses an action to a player who is to throw cards away."""
    count = counted(number, "card")
    if not isinstance(action, Discard):
        return f"{count} must be thrown away now: discard and the {plural(number, 'card')}"
    if not set(action.cards) <= set(view.down[view.player]):
        return "only cards of your own hand can be thrown away"
    return f"{count} must be thrown away, not {len(action.cards)}"


def why_illegal(view: PokerView, action: Action) -> str:
    """Name the rule that refuses an action to a player who is to exchange cards."""
    if not isinstance(action, Draw):
        return "cards are exchanged now, before the next bets: name the cards to exchange, or stand pat"
    if not set(action.cards) <= set(view.down[view.player]):
        return "only cards of your own hand can be exchanged"
    return f"{len(action.cards)} cards cannot be exchanged: fewer are left that could be dealt to you"
