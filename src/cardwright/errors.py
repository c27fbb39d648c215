"""Every error Cardwright raises on purpose.

    CardwrightError
    ├── BadText                 something written that cannot be read
    │   ├── BadCard             not a card of this deck, or the same card twice
    │   ├── BadAction           not a move in this game's notation
    │   ├── BadDeclaration      a ranking, deck or variant declared wrongly
    │   └── BadRecord           a record broken, foreign or of another version
    ├── UnknownName             no game, ranking, bot ... of that name
    ├── BadOption               an option of a game given a value it does not take
    ├── BadCount                a number of cards, seats ... that cannot be
    ├── RankingError            a declaration that reads well and ranks badly
    │   ├── UncoveredHand       a hand that no category takes
    │   └── EmptyCategory       a category that no hand ever falls into
    ├── StoreError              the event log could not be read or written
    │   └── LostRace            another process has appended first
    └── PlayError               a move refused; the game is as it was
        ├── IllegalAction       the rules do not allow it
        ├── NotYourTurn         it is someone else's turn
        ├── StaleAction         it was meant for an earlier moment of the game
        └── GameOver            the game has ended

Each carries the thing refused as an attribute, and its message is one line that names it and says where.
"""

import difflib
from collections.abc import Iterable


class CardwrightError(Exception):
    """The root: ``except CardwrightError`` catches all that a caller's input can cause, and no bug of ours."""


class BadText(CardwrightError):
    """Text that cannot be read; ``text`` is the part refused and ``where`` the place it stood in ("" if unknown)."""

    def __init__(self, message: str, text: str = "", where: str = "") -> None:
        super().__init__(f"{where}: {message}" if where else message)
        self.text = text
        self.where = where


class BadCard(BadText):
    """A card that is not in the deck, is written ambiguously, or stands twice."""


class BadAction(BadText):
    """A move that is not written in the game's notation."""


class BadDeclaration(BadText):
    """A declaration (ranking, deck or variant) that does not say what it must; ``where`` is the file and key."""


class BadRecord(BadText):
    """A record that cannot be replayed; ``line`` counts from 1."""

    def __init__(self, message: str, text: str = "", where: str = "", line: int = 0) -> None:
        super().__init__(message, text, f"{where}, line {line}" if line else where)
        self.line = line


class UnknownName(CardwrightError):
    """A name that is not among ``known``; ``kind`` says of what ("game", "ranking")."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        self.kind, self.name, self.known = kind, name, tuple(sorted(known))
        near = difflib.get_close_matches(name, self.known, n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"there are: {', '.join(self.known)}"
        super().__init__(f"no {kind} named {name!r}; {hint}")


class BadOption(CardwrightError):
    """A game's option given a value that it does not take."""

    def __init__(self, option: str, value: object, wanted: str) -> None:
        super().__init__(f"option {option!r} cannot be {value!r}: it takes {wanted}")
        self.option, self.value = option, value


class BadCount(CardwrightError):
    """A number (of cards, of seats) outside what is possible; the message shows the arithmetic."""

    def __init__(self, message: str, count: int) -> None:
        super().__init__(message)
        self.count = count


class RankingError(CardwrightError):
    """A declaration that reads well and ranks badly; ``ranking`` is its name."""

    def __init__(self, message: str, ranking: str) -> None:
        super().__init__(f"{ranking}: {message}")
        self.ranking = ranking


class UncoveredHand(RankingError):
    """A hand that no category takes; ``hand`` is its text."""

    def __init__(self, ranking: str, hand: str) -> None:
        super().__init__(f"no category takes the hand {hand}", ranking)
        self.hand = hand


class EmptyCategory(RankingError):
    """A category that no hand ever falls into, because none fits or stronger lines take them all."""

    def __init__(self, ranking: str, category: str, why: str) -> None:
        super().__init__(f"no hand ever is {category!r}: {why}", ranking)
        self.category = category


class StoreError(CardwrightError):
    """The log cannot be reached, read or written. Whether an append that fails so was kept, only reading tells."""


class LostRace(StoreError):
    """``game`` already has an event ``seq``, or has not come so far; nothing was kept. Read on, and try again."""

    def __init__(self, game: str, seq: int) -> None:
        super().__init__(f"event {seq} is not the next of game {game!r}: it has moved on")
        self.game, self.seq = game, seq


class PlayError(CardwrightError):
    """A move that was refused. Nothing has changed."""


class IllegalAction(PlayError):
    """The rules do not allow this move now; ``action`` is its text, ``player`` who tried it."""

    def __init__(self, action: str, player: int, why: str = "that is not a legal move now") -> None:
        super().__init__(f"{action!r}: {why}")
        self.action, self.player = action, player


class NotYourTurn(PlayError):
    """A move by a player who has none to make now; ``to_act`` are those who have."""

    def __init__(self, player: int, to_act: tuple[int, ...]) -> None:
        waiting = " or ".join(f"player {seat + 1}" for seat in to_act) or "nobody"
        super().__init__(f"it is not player {player + 1}'s turn (waiting for {waiting})")
        self.player, self.to_act = player, to_act


class StaleAction(PlayError):
    """A move meant for version ``expected`` of a game that is at version ``actual``."""

    def __init__(self, expected: int, actual: int) -> None:
        super().__init__(f"that was meant for move {expected}, and the game is at move {actual}")
        self.expected, self.actual = expected, actual


class GameOver(PlayError):
    """The game has ended, so nobody moves."""

    def __init__(self) -> None:
        super().__init__("the game has ended")
