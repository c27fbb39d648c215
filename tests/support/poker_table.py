"""Poker played from a line of decisions and the cards to deal."""

from random import Random

from cardwright.game import CHANCE
from cardwright.games.poker.actions import Burn, Deal, Shuffle
from cardwright.games.poker.rules import Poker
from cardwright.games.poker.state import OVER, PokerState


def played(game: Poker, words: str) -> PokerState:
    """The state after these actions, ";" between them: those of chance too, and of no one else."""
    state = game.initial_state()
    for text in filter(None, map(str.strip, words.split(";"))):
        state = game.play(state, state.turn, game.parse(text))
    return state


def run(game: Poker, words: str, cards: str = "", state: PokerState | None = None) -> PokerState:
    """Decisions as written, ";" between them; cards as written, or where none are left the lowest of the stock."""
    state = state or game.initial_state()
    decisions = [word.strip() for word in words.split(";") if word.strip()]
    dealt = list(game.deck.parse_cards(cards))
    while True:
        if state.turn == CHANCE:
            action = game.draw(state, Random(1))
            if isinstance(action, Shuffle) and not decisions:
                return state
            if isinstance(action, Deal | Burn):
                late = sorted(set(state.stock) - set(dealt), reverse=True)
                card = dealt.pop(0) if dealt and isinstance(action, Deal) else late[0] if late else state.stock[0]
                action = type(action)(card)
            state = game.play(state, CHANCE, action)
        elif decisions and state.turn != OVER:
            state = game.play(state, state.turn, game.parse(decisions.pop(0)))
        else:
            assert not decisions
            return state
