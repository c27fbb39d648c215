"""Every error that Cardwright raises on purpose.

    CardwrightError
    ├── BadText                 text that cannot be read
    │   ├── BadCard             not a card of this deck, or the same card twice
    │   ├── BadAction           not a move in this game's notation
    │   ├── BadDeclaration      a ranking, deck or variant with a mistake in its declaration
    │   └── BadRecord           a record that is damaged, foreign or of another version
    ├── UnknownName             no game, ranking, bot ... of that name
    ├── BadOption               a value that an option of a game does not accept
    ├── BadCount                an impossible number of cards, seats ...
    ├── RankingError            a declaration that can be read but does not rank every hand
    │   ├── UncoveredHand       a hand that no category takes
    │   └── EmptyCategory       a category that takes no hand
    ├── StoreError              the event log could not be read or written
    │   └── LostRace            another process appended first
    ├── SeatError               something at a table that needs a seat
    │   ├── NotSeated           only a player of this table may do it
    │   ├── NoFreeSeat          every seat is taken
    │   └── NotInvited          the table is open by invitation only
    ├── BotUnavailable          a bot's process has failed; another is being started
    ├── UnreadableTable         a table whose log this version cannot replay
    ├── NoSavedGame             there is no unfinished game to resume
    ├── PortUnavailable         the server cannot listen at that address
    ├── WorkerDied              a process of long work was killed; what is kept in a file is not lost
    ├── BotError                a bot of one's own that does not start, answer or play a legal move
    └── PlayError               a move refused; the game is unchanged
        ├── IllegalAction       the rules do not allow it
        ├── NotYourTurn         another player is to act
        ├── StaleAction         it was meant for an earlier version of the game
        └── GameOver            the game has ended

Each error carries the refused value as an attribute. Its message is one line that names the value and the place.
"""

import difflib
import operator
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

MAX_LISTED_NAMES = 50
NEEDS_CYTHON = "the kernels are not compiled here, and need Cython to run so: pip install 'cardwright[uncompiled]'"
PACKAGE_OF_MODULE = {  # packages that an installation may lack, by the module that is missing
    "cython": NEEDS_CYTHON,
    "mcp": "tools for agents need the SDK, version 2 or later: pip install 'cardwright[mcp]'",
    "distributed": "a cluster needs Dask: pip install 'cardwright[cluster]'",
    "gymnasium": "environments need Gymnasium: pip install 'cardwright[arena]'",
    "pettingzoo": "environments of all seats need PettingZoo: pip install 'cardwright[arena]'",
    "pyspiel": "games of OpenSpiel need OpenSpiel: pip install 'cardwright[arena]'",
}


def lacking(missing: ImportError) -> ModuleNotFoundError:
    """Return the same error with the extra to install, where the module is of one of `PACKAGE_OF_MODULE`."""
    package = (missing.name or "").partition(".")[0]
    return ModuleNotFoundError(PACKAGE_OF_MODULE.get(package, str(missing)), name=package)


class CardwrightError(Exception):
    """The root. ``except CardwrightError`` catches every error that a caller's input can cause, and no bug."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Be pickled by the message and the attributes: constructors of errors take other arguments."""
        return _unpickle, (type(self), self.args), self.__dict__


def _unpickle(kind: type[CardwrightError], args: tuple[Any, ...]) -> CardwrightError:
    """Return an error with its message; `pickle` then sets the attributes."""
    error = kind.__new__(kind)
    error.args = args
    return error


class BadText(CardwrightError):
    """Text that cannot be read: ``text`` is the part refused, ``where`` the file and place ("" if unknown)."""

    def __init__(self, message: str, text: str = "", where: str = "") -> None:
        super().__init__(f"{where}: {message}" if where else message)
        self.text = text
        self.where = where


class BadCard(BadText):
    """A card that is not in the deck, is ambiguous, or is a duplicate."""


class BadAction(BadText):
    """A move that is not written in the game's notation."""


class BadDeclaration(BadText):
    """A ranking, deck or variant with a mistake in its declaration; ``where`` is the file and key."""


class BadRecord(BadText):
    """A record that cannot be replayed; ``line`` counts from 1."""

    def __init__(self, message: str, text: str = "", where: str = "", line: int = 0) -> None:
        super().__init__(message, text, f"{where}, line {line}" if line else where)
        self.line = line


def near_names(name: str, known: Iterable[str]) -> list[str]:
    """Return the names that one is meant for, the nearest first: those like it, else those that begin with it."""
    names = list(known)
    return difflib.get_close_matches(name, names) or [each for each in names if name and each.startswith(name)]


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return a hint at the name that one is meant for, "" if there is none like it."""
    near = near_names(name, known)
    return f"did you mean {near[0]!r}?" if near else ""


class UnknownName(CardwrightError):
    """A name that is not among ``known``; ``kind`` is the kind of thing ("game", "ranking").

    ``other`` describes other input that is accepted in place of a name.
    """

    def __init__(self, kind: str, name: str, known: Iterable[str], other: str = "") -> None:
        self.kind, self.name, self.known = kind, name, tuple(sorted(known))
        more = f" and {len(self.known) - MAX_LISTED_NAMES} more" if len(self.known) > MAX_LISTED_NAMES else ""
        listed = ", ".join(self.known[:MAX_LISTED_NAMES]) + more + (f" {other}" if other else "")
        hint = did_you_mean(str(name), self.known) or (f"there are: {listed}" if listed else "there are none")
        super().__init__(f"no {kind} named {name!r:.80}; {hint}")


class BadOption(CardwrightError):
    """A value that an option of a game does not accept."""

    def __init__(self, option: str, value: object, wanted: str) -> None:
        super().__init__(f"option {option!r} cannot be {value!r:.80}: it takes {wanted}")
        self.option, self.value, self.wanted = option, value, wanted


class BadCount(CardwrightError):
    """An impossible number of cards, seats ...; the message shows the arithmetic."""

    def __init__(self, message: str, count: int) -> None:
        super().__init__(message)
        self.count = count


def whole_number(number: Any, what: str) -> int:
    """Return a number, which may be of NumPy, as Python's. ``what`` names it: "a seed". Raises `BadCount`."""
    try:
        return operator.index(number)
    except TypeError:
        raise BadCount(f"{what} is a whole number, not {number!r:.80}", number) from None


class RankingError(CardwrightError):
    """A declaration that can be read but does not rank every hand; ``ranking`` is its name."""

    def __init__(self, message: str, ranking: str) -> None:
        super().__init__(f"{ranking}: {message}")
        self.ranking = ranking


class UncoveredHand(RankingError):
    """A hand that no category takes; ``hand`` is its text."""

    def __init__(self, ranking: str, hand: str) -> None:
        super().__init__(f"no category takes the hand {hand}", ranking)
        self.hand = hand


class EmptyCategory(RankingError):
    """A category that takes no hand, because none fits or stronger categories take them all."""

    def __init__(self, ranking: str, category: str, why: str) -> None:
        super().__init__(f"no hand is ever {category!r}: {why}", ranking)
        self.category = category


class StoreError(CardwrightError):
    """The log cannot be reached, read or written. After a failed append, read the log to see if it was kept."""


class LostRace(StoreError):
    """Event ``seq`` is not the next of ``game``; nothing was written. Read the new events and try again."""

    def __init__(self, game: str, seq: int) -> None:
        super().__init__(f"event {seq} is not the next event of game {game!r}")
        self.game, self.seq = game, seq


class SeatError(CardwrightError):
    """An action at a table of the cardroom that needs a seat."""


class NotSeated(SeatError):
    """A visitor without a seat tried an action that is only for players."""

    def __init__(self) -> None:
        super().__init__("you have no seat at this table")


class NoFreeSeat(SeatError):
    """Every seat at this table is taken."""

    def __init__(self) -> None:
        super().__init__("every seat at this table is taken")


class NotInvited(SeatError):
    """The table is open by invitation only, and this is not the link to a seat."""

    def __init__(self) -> None:
        super().__init__("this table is by invitation: ask a player for the link to a seat; you may watch")


class BotUnavailable(CardwrightError):
    """A bot's process has failed or did not answer. Another is being started: ask again."""


class WorkerDied(CardwrightError):
    """A worker process of long work has ended before its work, such as for lack of memory."""


class UnreadableTable(CardwrightError):
    """A table whose log cannot be replayed here: another version of the rules or of the log wrote it."""


class NoSavedGame(CardwrightError):
    """No unfinished, or no finished game that a person played is kept; ``folder`` is the folder that was searched."""

    def __init__(self, game: str | None, folder: "Path", *, ended: bool = False) -> None:
        kind = "finished" if ended else "unfinished"
        super().__init__(f"no {kind} game{f' of {game}' if game else ''} that a person played is kept in {folder}")
        self.folder = folder


class PortUnavailable(CardwrightError):
    """The server cannot listen at the address and port it was given."""


class BotError(CardwrightError):
    """A bot of one's own, a class or a program, that does not start, answer or play a legal move."""


class PlayError(CardwrightError):
    """A move that was refused; the game is unchanged."""


class IllegalAction(PlayError):
    """The rules do not allow this move now; ``action`` is its text, ``player`` the seat that tried it."""

    def __init__(self, action: str, player: int, why: str = "") -> None:
        super().__init__(f"{action!r}: {why or 'that is not a legal move now'}")
        self.action, self.player = action, player


class NotYourTurn(PlayError):
    """A move by a player who is not to act; ``to_act`` are the players who are."""

    def __init__(self, player: int, to_act: tuple[int, ...]) -> None:
        waiting = " or ".join(map(_seat_name, to_act)) or "players to sit down"
        super().__init__(f"it is not {_seat_name(player)}'s turn (waiting for {waiting})")
        self.player, self.to_act = player, to_act


def _seat_name(seat: object) -> str:
    """Name a seat in a message, also what is none."""
    if not isinstance(seat, int):
        return repr(seat)
    return "chance" if seat == -1 else f"player {seat + 1}"


class StaleAction(PlayError):
    """A move meant for version ``expected`` of a game that is at version ``actual``."""

    def __init__(self, expected: int, actual: int) -> None:
        meant = f"that was for move {expected}, and it is at move {actual}"
        super().__init__(f"the game has gone on, so nothing was done: {meant}")
        self.expected, self.actual = expected, actual


class GameOver(PlayError):
    """The game has ended."""

    def __init__(self) -> None:
        super().__init__("the game has ended")
