"""The entries of a table's event log.

The log is the source of truth: a table follows from its entries, so any server process may continue it. It holds
secrets (the deck's order follows from the seeds) and never leaves the server.
"""

from typing import Any

import msgspec

from cardwright.play.contract import Contract


class TableEvent(msgspec.Struct, frozen=True, tag=True):
    """One entry. The store keeps its time, in milliseconds since 1970."""


class KnownDeal(msgspec.Struct, frozen=True, omit_defaults=True):
    """A deal whose cards may be known before the game, so that it proves nothing.

    Either its cards follow from a ``number``, such as the number of a ``day`` or of a ``guided`` first game; or it goes
    on from the ``steps`` of a game that was finished at the table ``origin``, with the ``seeds`` and the ``contract``
    of that game. One that was ``uploaded`` as a record has all its steps, of which ``late`` are the indices of those
    that the clock chose, and the players' ``names``. If it is ``unproved``, nothing says what decided its cards, and
    others will come.
    """

    number: int | None = None
    day: str = ""
    guided: bool = False
    origin: str = ""
    steps: tuple[tuple[int, str], ...] = ()
    seeds: tuple[str, ...] = ()
    contract: Contract | None = None
    uploaded: bool = False
    late: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    unproved: bool = False

    @property
    def goes_on(self) -> bool:
        """Return whether the table begins with the steps of another game."""
        return self.uploaded or bool(self.origin)


class Carried(msgspec.Struct, frozen=True, omit_defaults=True):
    """The chips that a seat of a game takes along to the one that goes on from it."""

    seat: int
    chips: int
    bot: bool = False


class Opened(TableEvent, frozen=True):
    """A table was opened. ``bots`` names each seat's bot, "" for a person; ``seed`` is the server's.

    ``away``: a seat that is left is played by a "bot", or its "clock" runs out. ``spent``: when a clock runs out,
    "random" or "forfeit" as in `Pace`, "bot" for a bot's move, "" for the game's default. ``hints``: allowed to every
    player ("yes"), to none ("no"), or ("") only to one person alone against bots. ``known`` is set where the cards may
    be known beforehand. ``protocol`` is how its deals are proven: see `play.proof`. ``club`` is the club whose table it
    is. ``ready``: players who have waited long say that they are there, before the first deal. ``watchers_silent``:
    people who watch may not talk, until the host allows it. ``rematch_of``: of a rematch of several people, their names
    at the game before; ``after`` is that table. ``carried``: of a game that goes on from the one before, the seats that
    have chips, in the order of their turns. ``complete``: ``options`` are all of the game's, so that one which a later
    version adds changes no contract; in earlier logs they are only the chosen ones, and the contract has all that the
    game has now.
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
    known: KnownDeal | None = None
    protocol: int = 1
    club: str = ""
    ready: bool = False
    complete: bool = False
    watchers_silent: bool = False
    rematch_of: tuple[str, ...] = ()
    after: str = ""
    carried: tuple[Carried, ...] = ()

    @property
    def people(self) -> int:
        """The number of seats for people."""
        return self.bots.count("")


class SatDown(TableEvent, frozen=True, tag="Sat"):
    """A person took a seat. ``key`` is the hash of the secret that opens it, ``commitment`` that to their seed.

    ``seed`` and ``own`` are of protocol 1, in which the seed was sent at once, or in old logs made by the server.
    ``was``: at a rematch, the seat at the game before; -1 for a person who did not play it.
    """

    seat: int
    name: str
    key: str
    seed: str = ""
    own: bool = False
    commitment: str = ""
    was: int = -1


class SeedOpened(TableEvent, frozen=True):
    """A player opened the seed of their seat, once all seats were taken."""

    seat: int
    seed: str


class Ready(TableEvent, frozen=True):
    """A player who had waited for the others is there, and the game may begin."""

    seat: int


class Moved(TableEvent, frozen=True, omit_defaults=True):
    """A move and the chance actions after it: (player, action in the game's notation) each.

    ``late`` are the indices of the actions that the clock chose.
    """

    steps: tuple[tuple[int, str], ...]
    late: tuple[int, ...] = ()


class TakenBack(TableEvent, frozen=True):
    """A player took their last move back, which nothing had followed."""

    seat: int


class Left(TableEvent, frozen=True, omit_defaults=True):
    """A person left their seat, for a while or ``for_good``."""

    seat: int
    for_good: bool = False


class SeatFreed(TableEvent, frozen=True):
    """The host freed the seat of another person, before the first deal; that person cannot sit down here again."""

    seat: int


class FreeSeatsClosed(TableEvent, frozen=True, omit_defaults=True):
    """The host closed the free seats before the first deal: the others move up, in their order round the table, and
    begin without more players. With a ``bot``, it takes each of these seats."""

    bot: str = ""


class Rekeyed(TableEvent, frozen=True):
    """A player has a new secret for their seat, with this hash; the old one, and every link with it, is void."""

    seat: int
    key: str


class CameBack(TableEvent, frozen=True, tag="Back"):
    """A player who had left is back at their seat."""

    seat: int


class Said(TableEvent, frozen=True):
    """A chat message: a set phrase, or free text where the table allows it."""

    seat: int
    text: str


class WatcherSaid(TableEvent, frozen=True):
    """A chat message of a person who watches. ``key`` is the hash of their browser's secret for this table."""

    name: str
    key: str
    text: str


class WatchersSilenced(TableEvent, frozen=True):
    """The host has silenced the people who watch, or allows them to talk again."""

    silent: bool


class SeatAsked(TableEvent, frozen=True):
    """A person who watches asks for a seat in the game that goes on from this one; ``key`` as in `WatcherSaid`."""

    name: str
    key: str


class SeatAskedNoMore(TableEvent, frozen=True):
    """The person with this key has taken that back."""

    key: str


class SeatAnswered(TableEvent, frozen=True):
    """A player agrees that the game ends after this deal and goes on with another player, or refuses."""

    seat: int
    agrees: bool


class RematchOpened(TableEvent, frozen=True, tag="Again"):
    """A rematch was opened, at another table."""

    table: str


class AgreedToShow(TableEvent, frozen=True, tag="Shown"):
    """A seat agrees that the finished game may be shown with all cards open."""

    seat: int


class ServerSecret(TableEvent, frozen=True, tag="Rooted"):
    """The server's secret, from which the seeds of all tables are derived; it belongs to no table."""

    secret: str


_encoder = msgspec.json.Encoder()
decode = msgspec.json.Decoder(
    Opened
    | SatDown
    | SeedOpened
    | Ready
    | Moved
    | TakenBack
    | Left
    | SeatFreed
    | FreeSeatsClosed
    | Rekeyed
    | CameBack
    | Said
    | WatcherSaid
    | WatchersSilenced
    | SeatAsked
    | SeatAskedNoMore
    | SeatAnswered
    | RematchOpened
    | AgreedToShow
    | ServerSecret
).decode


def encode(event: TableEvent) -> str:
    """Return an entry as the log stores it."""
    return _encoder.encode(event).decode()
