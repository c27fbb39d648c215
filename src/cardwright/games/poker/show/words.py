"""Moves and words of variants in which bets go round until a show."""

from cardwright.game import Action
from cardwright.games.poker.actions import ACCEPT, CALL, FOLD, LOOK, REFUSE, SEE, SIDE_SHOW, Wagers
from cardwright.games.poker.betting import NO_SEAT, Betting
from cardwright.games.poker.rules import Poker
from cardwright.games.poker.show import betting as show_betting
from cardwright.games.poker.state import PokerView
from cardwright.games.poker.variants.model import Show
from cardwright.scenes import Move, Number

_KEYS = {LOOK: "L", FOLD: "F", CALL: "C", SIDE_SHOW: "D", SEE: "S", ACCEPT: "A", REFUSE: "R"}


def question(game: Poker, view: PokerView) -> str:
    """Return the question to the player to act."""
    b, rule = view.betting, game.variant.show
    assert rule is not None
    if b.asker != NO_SEAT:
        return f"{{{b.asker}}} asks you for a side show, and the lower hand folds: accept or refuse"
    words = [_cost(b, rule, CALL)]
    if not show_betting.why_not_see(b, rule):
        words.append(_cost(b, rule, SEE))
    blind = "; you play blind, at half the price, until you look" if b.unseen >> b.turn & 1 else ""
    return ", ".join(words).lower() + " or fold" + blind


def moves(game: Poker, view: PokerView, choices: Wagers) -> tuple[Move, ...]:
    """Return the moves of the player to act: the few, and a raise of the stake."""
    b, rule = view.betting, game.variant.show
    assert rule is not None
    moves = [Move(text=game.text(action), label=_cost(b, rule, action), key=_KEYS[action]) for action in choices.first]
    if choices.low:
        moves.append(_raise(b, choices))
    return tuple(moves)


def _raise(b: Betting, choices: Wagers) -> Move:
    low, high = choices.low, choices.high
    times = show_betting.price(b, b.turn, 1)
    if low == high:
        return Move(text=f"raise {low}", label=f"Raise the stake to {low:,}: pay {low * times:,}", key="B")
    paid = "" if times == 1 else f", and pay {times} times that"
    number = Number(low, high, 1, (("min", low), ("most", high)))
    return Move(text="raise {}", label=f"Raise the stake to {{}}{paid}", number=number, key="B")


def _cost(b: Betting, rule: Show, action: Action) -> str:
    """Return the label of an action, with its price."""
    if action == CALL:
        cost, stack = show_betting.price(b, b.turn, b.top), b.stacks[b.turn]
        return f"Bet {cost:,}" if cost <= stack else f"Cover the pot with {stack:,}"
    if action == SEE:
        return f"See for {show_betting.see_price(b, b.turn, rule):,}"
    if action == SIDE_SHOW:
        return f"Side show with {{{show_betting.before(b, b.turn)}}} for {show_betting.price(b, b.turn, b.top):,}"
    return {LOOK: "Look at your cards", FOLD: "Fold", ACCEPT: "Accept the side show", REFUSE: "Refuse"}[action]
