"""The actions of Pyramid Poker, and how they are written: "place B2", "take C3", "hand 2"."""

from cardwright.cards import FRENCH_SUITS, Deck, ranks
from cardwright.errors import BadAction
from cardwright.game import Action, Automatic, Player, Uniform
from cardwright.games.pyramid.board import BOARDS, Board

DECK = Deck("pyramid", ranks("A 2 3 4 5 6 7 8 9 T"), FRENCH_SUITS)
HANDS, HAND = 3, 5  # hands of a player, bricks of a hand


class Priority(Action, frozen=True):
    """Chance gives a player the priority (PP5); with no priority in play, it picks who starts."""

    player: Player


class Start(Action, frozen=True):
    """The player with priority says who starts."""

    player: Player


class Draw(Action, frozen=True):
    """A brick comes from the forty, face down for all but the player who is given it."""

    brick: int


class Build(Action, frozen=True):
    """A brick goes onto a space: the one just drawn (``brick`` is -1), or one of fifteen held (PP4)."""

    space: int
    brick: int = -1


class Take(Action, frozen=True):
    """An exposed brick is taken, and everybody sees it."""

    space: int


class Put(Action, frozen=True):
    """The brick taken goes into a hand, 0 to 2."""

    hand: int


class Next(Automatic, frozen=True):
    """The table goes on: everyone has seen the bricks that lie face up."""


# Every action that has few values, made once.
DRAWS = tuple(Draw(brick) for brick in range(DECK.size))
PRIORITIES = Uniform((Priority(0), Priority(1)))
MAX_SPACES = max(map(sum, BOARDS.values()))
PLACES = tuple(Build(space) for space in range(MAX_SPACES))
TAKES = tuple(Take(space) for space in range(MAX_SPACES))
PUTS = tuple(Put(hand) for hand in range(HANDS))
NEXT = Uniform((Next(),))


WORDS: dict[str, Action] = {
    **{f"priority {priority.player + 1}": priority for priority in PRIORITIES.actions},
    **{f"start {player + 1}": Start(player) for player in (0, 1)},
    **{f"hand {put.hand + 1}": put for put in PUTS},
    "next": Next(),
}
TEXTS = {action: text for text, action in WORDS.items()}


def text(action: Action, board: Board) -> str:
    """An action's notation."""
    match action:
        case Draw(brick):
            return f"draw {DECK.text(brick)}"
        case Build(space, brick):
            return f"place {DECK.text(brick) + ' ' if brick >= 0 else ''}{board.text(space)}"
        case Take(space):
            return f"take {board.text(space)}"
    return TEXTS[action]


def parse(text: str, board: Board) -> Action:
    """The inverse of `text`. Raises `BadAction`, or `BadCard` for a card in it."""
    words = text.split()
    if known := WORDS.get(" ".join(words)):
        return known
    match words:
        case ["draw", brick]:
            return Draw(DECK.parse(brick))
        case ["place", space]:
            return Build(board.parse(space))
        case ["place", brick, space]:
            return Build(board.parse(space), DECK.parse(brick))
        case ["take", space]:
            return Take(board.parse(space))
    raise BadAction(f"{text!r} is not a move: place B2, take C3, hand 2, start 1", text)
