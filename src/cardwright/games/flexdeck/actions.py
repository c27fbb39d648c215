"""The actions at the table: players' covers, cards, and the automatic steps at the end of a round."""

from itertools import combinations
from typing import ClassVar, TypeAlias

from cardwright.cards import Card
from cardwright.errors import BadAction
from cardwright.game import Action, Automatic, Player
from cardwright.games.flexdeck import deck
from cardwright.games.flexdeck.scoring import DICE_COUNT


class Begin(Action, frozen=True):
    """Chance names the first dealer."""

    dealer: Player


class Flip(Action, frozen=True):
    """Chance flips the next card, one way up."""

    card: Card


class Cover(Action, frozen=True):
    """A player covers these of their dice, 0 to 4 from the left; none keeps them all."""

    dice: tuple[int, ...]


class Compare(Automatic, frozen=True):
    """The final rolls, which lie face up, are compared and the point is given."""


class Gather(Automatic, frozen=True):
    """The cards are gathered for the next round."""

    clears: ClassVar[bool] = True


FlexdeckAction: TypeAlias = Begin | Flip | Cover | Compare | Gather

KEEP = Cover(())
COVERS = {
    f"cover {' '.join(str(die + 1) for die in dice)}": Cover(dice)
    for count in range(1, DICE_COUNT + 1)
    for dice in combinations(range(DICE_COUNT), count)
}
WORDS: dict[str, FlexdeckAction] = {
    "dealer 1": Begin(0),
    "dealer 2": Begin(1),
    "keep": KEEP,
    "compare": Compare(),
    "gather": Gather(),
    **COVERS,
}
TEXTS = {action: text for text, action in WORDS.items()}


def text(action: FlexdeckAction) -> str:
    """An action's notation: "dealer 1", "flip 3-7" (upper half first), "cover 1 4 5" (dice from the left), "keep"."""
    return f"flip {deck.text(action.card)}" if isinstance(action, Flip) else TEXTS[action]


def parse(text: str) -> FlexdeckAction:
    """The inverse of `text`; dice may be written in any order. Raises `BadAction` or `BadCard`."""
    words = text.casefold().split()
    match words:
        case ["flip", card]:
            return Flip(deck.parse(card))
        case ["cover", *dice]:
            words = ["cover", *sorted(dice)]
    action = WORDS.get(" ".join(words))
    if action is None:
        raise BadAction(f"{text!r} is not a move: write 'keep', or 'cover 1 4' for your first and fourth die", text)
    return action
