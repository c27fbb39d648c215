"""The moves of poker as buttons and touched cards: bets, exchanges, and decisions between deals."""

from cardwright.game import Action
from cardwright.games.poker import betting
from cardwright.games.poker.actions import (
    BUY,
    BUY_AND_SIT_OUT,
    LEAVE,
    MUCK,
    REVEAL,
    RUN_ONCE,
    RUN_TWICE,
    SIT_OUT,
    STAY,
    BringIn,
    Call,
    Check,
    Discard,
    Draw,
    Fold,
    Look,
    Raise,
    Wagers,
)
from cardwright.games.poker.betting import Betting
from cardwright.games.poker.composed.rotation import Rotation
from cardwright.games.poker.rules import Poker
from cardwright.games.poker.show import words as show_words
from cardwright.games.poker.state import WAITS, PokerView, sits_out
from cardwright.scenes import Always, Move, Number
from cardwright.wording import counted

ASKS_BLIND = "Ask before my big blind: play, sit out, buy, leave"
ALWAYS_PLAY = Always(label="Always play on", asks=ASKS_BLIND, usual=True)
ALWAYS_OUT = Always(label="Always stay out", asks=ASKS_BLIND)
ALWAYS_MUCK = Always(label="Always muck", asks="Ask whether to show my hand")


def moves(whole: Poker, game: Poker, view: PokerView) -> tuple[Move, ...]:
    """Return the moves of the seat to act. ``game`` is the game that ``whole`` deals now: see `Poker.at`."""
    return _option_buttons(whole, view) or _moves(game, view)


def _moves(game: Poker, view: PokerView) -> tuple[Move, ...]:
    choices = game.choices(view)
    if MUCK in choices:
        return (
            Move(text=game.text(MUCK), label="Muck", key="M", always=ALWAYS_MUCK),
            Move(text=game.text(REVEAL), label="Show your hand", key="S"),
        )
    if LEAVE in choices:
        return tuple(_purchase(game, view, action, always=choices[0] == STAY) for action in choices)
    if not isinstance(choices, Wagers):
        return tuple(_exchange(game, view, choice) for choice in choices)
    if game.variant.show:
        return show_words.moves(game, view, choices)
    moves = [_wager(game, view, action) for action in choices.first]
    if choices.low:
        moves.append(_raise(game, view.betting, choices))
    return tuple(moves)


def _option_buttons(game: Poker, view: PokerView) -> tuple[Move, ...]:
    """A button for each variant that the dealer may choose, or for each way to deal the rest of the board."""
    if game.asks_runs(view):
        words = {RUN_ONCE: ("Run it once", "O"), RUN_TWICE: ("Run it twice", "T")}
        asked = [(choice, *words[choice]) for choice in game.choices(view)]
        return tuple(Move(text=game.text(choice), label=label, key=key) for choice, label, key in asked)
    if not game.asks_variant(view):
        return ()
    assert isinstance(game, Rotation)
    return tuple(
        Move(text=game.text(choice), label=game.parts[place].title) for place, choice in enumerate(game.choices(view))
    )


def _wager(game: Poker, view: PokerView, action: Action) -> Move:
    text = game.text(action)
    call = betting.to_call(view.betting)
    match action:
        case Fold():
            return Move(text=text, label="Fold", key="F")
        case Look():
            return Move(text=text, label="Look at your cards", key="L")
        case Check():
            return Move(text=text, label="Check", key="C")
        case Call():
            all_in = ", all-in" if call == view.betting.stacks[view.player] else ""
            return Move(text=text, label=f"Call {call:,}{all_in}", key="C")
        case BringIn():
            return Move(text=text, label=f"Bring in {call:,}", key="C")
    raise AssertionError(action)


def _purchase(game: Poker, view: PokerView, action: Action, *, always: bool) -> Move:
    """Return the choices of a player between deals; one who has chips enough may ``always`` play on."""
    has, first = view.before[view.player], game.setup.buy_ins[view.player]
    back = sits_out(view, view.player)
    buys = f"Buy {counted(first - has, 'chip')}"
    if action == BUY_AND_SIT_OUT:
        return Move(text=game.text(action), label=f"{buys} and sit out", key="S")
    if view.turn == WAITS and action != LEAVE:
        label = f"{buys} and sit in" if action == BUY else f"Sit in with {has:,}"
        return Move(text=game.text(action), label=label, key="B" if action == BUY else "S")
    if action == BUY:
        return Move(text=game.text(action), label=f"{buys} and come back" if back else buys, key="B")
    if action == STAY:
        label = f"{'Come back' if back else 'Play on'} with {has:,}"
        return Move(text=game.text(action), label=label, key="P", always=ALWAYS_PLAY if always and not back else None)
    if action == SIT_OUT:
        label = "Stay out" if back else "Sit out"
        return Move(text=game.text(action), label=label, key="S", always=ALWAYS_OUT if back else None)
    return Move(text=game.text(action), label="Leave the game", key="L", confirm=True)


def _raise(game: Poker, b: Betting, choices: Wagers) -> Move:
    whole = b.bets[b.turn] + b.stacks[b.turn] * (1 + (b.unseen >> b.turn & 1))
    word = "Complete to" if b.bring else "Raise to" if b.top else "Bet"
    if choices.low == choices.high:
        all_in = ", all-in" if choices.low == whole else ""
        text = game.text(Raise(choices.low))
        return Move(text=text, label=f"{word} {choices.low:,}{all_in}", key="B")
    to_pot = b.top + betting.pot(b) + betting.to_call(b)
    presets = [("min", choices.low)]
    if choices.low < to_pot < choices.high:
        presets.append(("pot", to_pot))
    presets.append(("all-in" if choices.high == whole else "pot", choices.high))
    number = Number(choices.low, choices.high, 1, tuple(presets))
    return Move(text="raise {}", label=f"{word} {{}}", number=number, key="B")


def _exchange(game: Poker, view: PokerView, action: Action) -> Move:
    assert isinstance(action, Draw | Discard)
    dice = game.variant.dice
    if not action.cards:
        return Move(text=game.text(action), label="Keep all dice" if dice else "Stand pat", key="P")
    mine = view.down[view.player]
    places = frozenset(f"seat-{view.player + 1}-{mine.index(card) + 1}" for card in action.cards)
    word = "Throw away" if isinstance(action, Discard) else "Roll again:" if dice else "Exchange"
    label = " ".join([word, *map(game.skin.short, action.cards)])
    return Move(text=game.text(action), label=label, places=places)
