"""Poker played from a line of decisions and the cards to deal."""

from collections.abc import Iterator
from random import Random

from cardwright.game import CHANCE
from cardwright.games.poker.actions import Burn, Deal, Shuffle
from cardwright.games.poker.rules import Poker
from cardwright.games.poker.state import OVER, PokerState

BOARD = "8s 9h 4d 3c Tc"
THREE_HANDS = "As Ks 2h Ad Kd 7h"  # aces at seat 0, kings at seat 1, nothing at seat 2
CHECKED_DOWN = f"call; call; check; {'check; ' * 9}"  # by three players, from the flop on


def played(game: Poker, words: str) -> PokerState:
    """The state after these actions, ";" between them: those of chance too, and of no one else."""
    state = game.initial_state()
    for text in filter(None, map(str.strip, words.split(";"))):
        state = game.play(state, state.turn, game.parse(text))
    return state


def states(game: Poker, words: str, cards: str = "", state: PokerState | None = None) -> Iterator[PokerState]:
    """Yield every state of `run`."""
    state = state or game.initial_state()
    decisions = [word.strip() for word in words.split(";") if word.strip()]
    dealt = list(game.deck.parse_cards(cards))
    yield state
    while state.turn == CHANCE or (decisions and state.turn != OVER):
        if state.turn == CHANCE:
            action = game.draw(state, Random(1))
            if isinstance(action, Shuffle) and not decisions:
                return
            if isinstance(action, Deal | Burn):
                late = sorted(set(state.stock) - set(dealt), reverse=True)
                card = dealt.pop(0) if dealt and isinstance(action, Deal) else late[0] if late else state.stock[0]
                action = type(action)(card)
        else:
            action = game.parse(decisions.pop(0))
        state = game.play(state, state.turn, action)
        yield state
    assert not decisions


def run(game: Poker, words: str, cards: str = "", state: PokerState | None = None) -> PokerState:
    """Decisions as written, ";" between them; cards as written, or where none are left the lowest of the stock."""
    *_, last = states(game, words, cards, state)
    return last
