"""The actions of the patience: cards turned and placed, layouts shifted, and the count at the end."""

from typing import TypeAlias

from cardwright.cards import Card
from cardwright.errors import BadAction
from cardwright.game import Action, Automatic
from cardwright.games.patience.scoring import CELL_NAMES, CELLS, DECK

DIRECTIONS = ("left", "right", "up", "down")


class Turn(Action, frozen=True):
    """Chance turns the next card."""

    card: Card


class PlaceCard(Action, frozen=True):
    """The turned card goes to a cell of layout 0 or 1."""

    layout: int
    cell: int


class Shift(Action, frozen=True):
    """All cards of a layout move one step: an index into `DIRECTIONS`."""

    layout: int
    direction: int


class Undo(Action, frozen=True):
    """The last placing or shift is taken back (in practice)."""


class Finish(Action, frozen=True):
    """The full layouts stay as they are, and the game ends."""


class Count(Automatic, frozen=True):
    """Both layouts are full, and are seen before the game ends."""


Step: TypeAlias = PlaceCard | Shift
PatienceAction: TypeAlias = Turn | PlaceCard | Shift | Undo | Finish | Count

TURNS = tuple(Turn(card) for card in range(DECK.size))
UNDO, FINISH, COUNT = Undo(), Finish(), Count()
WORDS: dict[str, PatienceAction] = {
    "undo": UNDO,
    "finish": FINISH,
    "count": COUNT,
    **{f"place {layout + 1} {CELL_NAMES[cell]}": PlaceCard(layout, cell) for layout in (0, 1) for cell in range(CELLS)},
    **{
        f"shift {layout + 1} {name}": Shift(layout, direction)
        for layout in (0, 1)
        for direction, name in enumerate(DIRECTIONS)
    },
}
TEXTS = {action: text for text, action in WORDS.items()}


def text(action: PatienceAction) -> str:
    """An action's notation: "turn 5h", "place 1 b3", "shift 2 up", "undo"; columns a to e, rows 1 to 5 from the top."""
    return f"turn {DECK.text(action.card)}" if isinstance(action, Turn) else TEXTS[action]


def parse(text: str) -> PatienceAction:
    """The inverse of `text`. Raises `BadAction` or `BadCard`."""
    words = text.casefold().split()
    if len(words) == 2 and words[0] == "turn":
        return TURNS[DECK.parse(text.split()[1])]
    action = WORDS.get(" ".join(words))
    if action is None:
        raise BadAction(f"{text!r} is not a move: write 'place 1 b3', 'shift 2 up', 'undo' or 'finish'", text)
    return action
