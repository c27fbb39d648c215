"""The contract of a deal: everything that is fixed before any seed is opened.

    commitment to a seed = SHA-256(the seed, as it is written)
    contract             = the JSON text of `Contract`, its keys sorted
    digest               = SHA-256(contract)

The server commits to its seed when a table is opened, and each seat when its player sits down. When no seat is free,
the contract is complete; only then do the players open their seeds. So no one, the server included, can choose a seed
that suits another's. The digest is hashed into every card and every seal: see `play.proof`.
"""

import hashlib
from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec

from cardwright.game import AnyGame

PROTOCOL_VERSION = 2


def commitment(seed: str) -> str:
    """Return the commitment to a seed: it reveals nothing of a seed that cannot be guessed, and fits no other."""
    return hashlib.sha256(seed.encode()).hexdigest()


class Contract(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The game and everyone's commitments.

    ``options`` are all that the game had when the table was opened, with own declarations as text; an option that it
    was given later has its default. ``bots`` names each seat's bot, "" for a person. ``server`` is the commitment to
    the server's seed, ``seats`` the seats' commitments, "" for a bot or a player who gave none.
    """

    protocol: Literal[2] = 2
    game: str
    version: int
    options: dict[str, bool | int | str]
    bots: tuple[str, ...]
    server: str
    seats: tuple[str, ...]

    @classmethod
    def of(
        cls,
        game: AnyGame,
        bots: Iterable[str],
        server: str,
        seats: Iterable[str],
        options: Mapping[str, bool | int | str] | None = None,
    ) -> "Contract":
        """Return the contract for a game, with the bot and the commitment of each seat.

        ``options`` are given for a table that was opened earlier, when the game may have had fewer options.
        """
        agreed = dict(game.settings if options is None else options)
        return cls(
            game=game.name, version=game.version, options=agreed, bots=tuple(bots), server=server, seats=tuple(seats)
        )

    @property
    def text(self) -> str:
        """The contract as everyone hashes it."""
        return msgspec.json.encode(self, order="sorted").decode()

    @property
    def digest(self) -> bytes:
        """The SHA-256 of the text, 32 bytes."""
        return hashlib.sha256(self.text.encode()).digest()
