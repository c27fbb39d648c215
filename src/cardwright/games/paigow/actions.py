"""The actions at the table: players' choices, cards and dice, each with its notation."""

import itertools
import re
from typing import ClassVar, TypeAlias

from cardwright.cards import Card
from cardwright.errors import BadAction
from cardwright.game import Action, Automatic, Uniform
from cardwright.games.paigow.hands import DECK, high_first


class Bet(Action, frozen=True):
    """A number of chips on the next round."""

    chips: int


class ColorUp(Action, frozen=True):
    """Change small chips for large ones and leave the table."""


class Ante(Action, frozen=True):
    """At home: pay into the pot and be dealt in."""


class Leave(Action, frozen=True):
    """At home: leave the table."""


class Fortune(Action, frozen=True):
    """A number of chips, perhaps none, on the Fortune side bet."""

    chips: int


class Bank(Action, frozen=True):
    """Take the bank for this round, or pass it to the dealer."""

    take: bool


class Dragon(Action, frozen=True):
    """Take the dragon hand, for a second bet as high as the first, or pass it on."""

    take: bool


class SetHands(Action, frozen=True):
    """Two cards in front, in the deck's order; the other five go behind."""

    front: tuple[Card, ...]


class Deal(Action, frozen=True):
    """Chance deals the next card."""

    card: Card


class Roll(Action, frozen=True):
    """Chance rolls one of the three dice."""

    die: int


class Throw(Action, frozen=True):
    """The player whom the dealer picked throws the dice."""


class TurnUp(Automatic, frozen=True):
    """The next hand is turned up and compared with the bank's."""


class Pay(Automatic, frozen=True):
    """The bets, or the pot at home, are settled."""


class Clear(Automatic, frozen=True):
    """Cards and bets are cleared from the table."""

    clears: ClassVar[bool] = True


PaiGowAction: TypeAlias = (
    Bet | ColorUp | Ante | Leave | Fortune | Bank | Dragon | SetHands | Deal | Throw | Roll | TurnUp | Pay | Clear
)
Choice: TypeAlias = Bet | ColorUp | Ante | Leave | Fortune | SetHands  # what is chosen unseen


DEALS = tuple(Deal(card) for card in range(DECK.size))
DICE = Uniform(tuple(Roll(die) for die in range(1, 7)))
FRONTS = {pair: SetHands(pair) for pair in itertools.combinations(range(DECK.size), 2)}
BANKS = (Bank(take=True), Bank(take=False))
DRAGONS = (Dragon(take=True), Dragon(take=False))
ANTES = (Ante(), Leave())
COLOR_UP = ColorUp()
THROW = Throw()
TURN_UP, PAY, CLEAR = Uniform((TurnUp(),)), Uniform((Pay(),)), Uniform((Clear(),))

WORDS: dict[str, PaiGowAction] = {
    "color up": COLOR_UP,
    "ante": ANTES[0],
    "leave": ANTES[1],
    "take bank": BANKS[0],
    "pass bank": BANKS[1],
    "take dragon": DRAGONS[0],
    "pass dragon": DRAGONS[1],
    "throw dice": THROW,
    "turn up": TurnUp(),
    "pay": Pay(),
    "clear": Clear(),
}
TEXTS = {action: text for text, action in WORDS.items()}


def text(action: PaiGowAction) -> str:
    """An action's notation: "bet 25", "fortune 5", "front 9c 9d", "color up", "take bank", "deal 7d", "roll 4"."""
    match action:
        case Bet(number):
            return f"bet {number}"
        case Fortune(number):
            return f"fortune {number}"
        case SetHands(front):
            return f"front {DECK.text_of(high_first(front))}"
        case Deal(card):
            return f"deal {DECK.text(card)}"
        case Roll(die):
            return f"roll {die}"
        case _:
            return TEXTS[action]


def parse(text: str) -> PaiGowAction:
    """The inverse of `text`; the two cards in front may stand in either order. Raises `BadAction` or `BadCard`."""
    words = text.split()
    if known := WORDS.get(" ".join(words)):
        return known
    match words:
        case ["bet", number] if re.fullmatch("[0-9]{1,9}", number):
            return Bet(int(number))
        case ["fortune", number] if re.fullmatch("[0-9]{1,9}", number):
            return Fortune(int(number))
        case ["roll", number] if re.fullmatch("[1-6]", number):
            return Roll(int(number))
        case ["deal", card]:
            return Deal(DECK.parse(card))
        case ["front", *cards]:
            front = sorted(DECK.parse_cards(" ".join(cards)))
            if len(front) == 2:
                return FRONTS[front[0], front[1]]
    raise BadAction(f"{text!r} is not a move here: try 'bet 25', 'front 9c 9d' or 'color up'", text)
