"""What the event log of a table in the cardroom says: one entry, one thing that happened.

The log is the truth: a table is the fold of its entries, so any server process may carry it on. It holds secrets
(the deck's order follows from the seeds), and never leaves the server.
"""

from typing import Any

import msgspec


class TableEvent(msgspec.Struct, frozen=True, tag=True):
    """One entry. When it was made is told by the store, in milliseconds since 1970."""


class Opened(TableEvent, frozen=True):
    """A table was opened. ``bots`` names each seat's bot, "" where a person sits; ``seed`` is the server's own.

    ``away`` says what becomes of a seat that is left: "bot" plays on, or "clock" runs out on it. ``spent`` says what
    happens when a clock has run out: "random" or "forfeit" as in `Pace`, "bot" has a bot move, "" is as the game says.
    ``hints`` says who may ask for hints: "yes" every player, "no" none, "" those who play alone against bots.
    """

    game: str
    version: int
    options: dict[str, Any]
    bots: tuple[str, ...]
    seed: str
    listed: bool = True
    chat: bool = False
    away: str = "bot"
    clock: str = ""
    spent: str = ""
    hints: str = ""


class SatDown(TableEvent, frozen=True, tag="Sat"):
    """A person took a seat. ``key`` is the hash of the secret that opens it, ``seed`` their part of the luck."""

    seat: int
    name: str
    key: str
    seed: str
    own: bool = False  # whether the player gave it; otherwise it is empty, or in old logs the server's


class Moved(TableEvent, frozen=True, omit_defaults=True):
    """A move and what chance did after it: (player, action in the game's notation) each.

    ``late`` are the places of those among them that the clock chose.
    """

    steps: tuple[tuple[int, str], ...]
    late: tuple[int, ...] = ()


class Left(TableEvent, frozen=True, omit_defaults=True):
    """A person left their seat, for a while or ``for_good``."""

    seat: int
    for_good: bool = False


class CameBack(TableEvent, frozen=True, tag="Back"):
    """Somebody who had left sits at their seat again."""

    seat: int


class Said(TableEvent, frozen=True):
    """Somebody said something: a set phrase, or free text where the table allows it."""

    seat: int
    text: str


class RematchOpened(TableEvent, frozen=True, tag="Again"):
    """A rematch was opened, at another table."""

    table: str


class AgreedToShow(TableEvent, frozen=True, tag="Shown"):
    """A seat agrees that the game, now over, may be looked at with all cards open."""

    seat: int


class ServerSecret(TableEvent, frozen=True, tag="Rooted"):
    """No table: the secret from which the seeds of all tables come."""

    secret: str


_encoder = msgspec.json.Encoder()
decode = msgspec.json.Decoder(
    Opened | SatDown | Moved | Left | CameBack | Said | RematchOpened | AgreedToShow | ServerSecret
).decode


def encode(event: TableEvent) -> str:
    """An entry as the log keeps it."""
    return _encoder.encode(event).decode()
