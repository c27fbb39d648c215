"""Provable deals: what a server promises before a game, and how a record shows that it kept its word.

    commitment    = SHA-256(the server's seed, as it is written)      told before anyone sits down
    luck          = Luck(the server's seed, each seat's seed ...)     decides every card: see `table.luck`
    salt v        = moment v of Luck("salts", the same seeds ...)
    draw v        = SHA-256(salt v, then "v action")                  told as soon as draw v is made

The seed could not be chosen to suit the seats' seeds, which came later; so nobody could choose the cards. A draw can
be laid open alone, by its salt: the others stay hidden. After the game the seeds are in the record's notes, and
`check` deals it all again.
"""

import hashlib
from collections.abc import Sequence
from typing import Any

import msgspec

from cardwright.errors import BadRecord
from cardwright.game import CHANCE, Game, Player
from cardwright.scene import Scene
from cardwright.table.luck import Luck
from cardwright.table.record import Record
from cardwright.table.table import Entry

Notes = dict[str, bool | int | str]


class SeatSeed(msgspec.Struct, frozen=True):
    """A seat's part of the luck, and whether its player gave it; the server chose it otherwise."""

    seed: str
    own: bool = False


class Verdict(msgspec.Struct, frozen=True):
    """What a record that was found true shows: how many draws follow from the seeds, and which seats gave their own."""

    commitment: str
    draws: int
    own: tuple[Player, ...]


def commitment(seed: str) -> str:
    """What is told of the server's seed before the game."""
    return hashlib.sha256(seed.encode()).hexdigest()


def luck(seed: str, seats: Sequence[SeatSeed]) -> Luck:
    """The luck of a table."""
    return Luck(seed.encode(), *(seat.seed.encode() for seat in seats))


def _salts(seed: str, seats: Sequence[SeatSeed]) -> Luck:
    return Luck(b"salts", seed.encode(), *(seat.seed.encode() for seat in seats))


def sealed(salt: bytes, version: int, action: str) -> str:
    """What is told of a draw when it is made; with the salt, anybody can work it out again."""
    return hashlib.sha256(salt + f"{version} {action}".encode()).hexdigest()


def seals(seed: str, seats: Sequence[SeatSeed], log: Sequence[Entry]) -> dict[int, str]:
    """What is told of every draw so far, by the version of the game in which it was made."""
    salts = _salts(seed, seats)
    return {
        version: sealed(salts.moment(version), version, entry.action)
        for version, entry in enumerate(log)
        if entry.player == CHANCE
    }


def openings(seed: str, seats: Sequence[SeatSeed], log: Sequence[Entry], shown: Sequence[int]) -> dict[int, list[str]]:
    """What opens these draws: salt and action of each."""
    salts = _salts(seed, seats)
    return {version: [salts.moment(version).hex(), log[version].action] for version in shown}


def opens(salt: str, version: int, action: str, told: str) -> bool:
    """Whether this is what a seal was made of."""
    return sealed(bytes.fromhex(salt), version, action) == told


def seen(log: Sequence[Entry], scenes: Sequence[Scene]) -> list[int]:
    """The draws of a game whose card somebody saw, who saw these scenes: one of each moment, from the first on.

    A draw counts as seen if its card lay open after it and before the same card was drawn once more.
    """
    last: dict[str, int] = {}
    found: set[int] = set()
    for version, entry in enumerate(log):
        if entry.player == CHANCE:
            last[entry.action] = version
        faces = {place.face.text for zone in scenes[version + 1].zones for place in zone.places if place.face}
        found |= {drawn for action, drawn in last.items() if not faces.isdisjoint(action.split()[1:])}
    return sorted(found)


def notes(seed: str, seats: Sequence[SeatSeed], log: Sequence[Entry]) -> Notes:
    """What a record's header says of its luck, once the game is over."""
    made: Notes = {"commitment": commitment(seed), "seed": seed}
    for number, seat in enumerate(seats, 1):
        made |= {f"seed-{number}": seat.seed, f"own-{number}": seat.own}
    told = seals(seed, seats, log)
    return made | {"seals": " ".join(f"{version}:{seal}" for version, seal in told.items())}


def check(record: Record, promised: str = "") -> Verdict:
    """Deal a record again from its seeds. Raises `BadRecord` where it does not say what it must.

    ``promised`` is the commitment that somebody noted before the game; without it, the record is taken at its word.
    """
    told = record.header.notes
    seed, committed = _text(told, "seed"), _text(told, "commitment")
    if commitment(seed) != committed:
        raise BadRecord("the server's seed is not the one that it committed to", seed)
    if promised and promised.lower() != committed:
        raise BadRecord("this is not the commitment that was told before the game", committed)
    count = len(record.header.players)
    seats = [SeatSeed(_text(told, f"seed-{n}"), told.get(f"own-{n}") is True) for n in range(1, count + 1)]
    draws = _check_draws(record, luck(seed, seats))
    listed = " ".join(f"{version}:{seal}" for version, seal in seals(seed, seats, record.log).items())
    if listed != _text(told, "seals"):
        raise BadRecord("the seals of the draws are not those that the seeds make")
    return Verdict(committed, draws, tuple(place for place, seat in enumerate(seats) if seat.own))


def _check_draws(record: Record, stream: Luck) -> int:
    game: Game[Any, Any, Any] = record.game
    draws = 0
    for version, (state, entry) in enumerate(zip(record.states, record.log, strict=False)):
        if entry.player != CHANCE:
            continue
        due = game.text(game.draw(state, stream.at(game.moment(state, version))))
        if due != entry.action:
            raise BadRecord(f"draw {version} is {entry.action!r}, and by the seeds it is {due!r}", entry.action)
        draws += 1
    return draws


def _text(told: Notes, name: str) -> str:
    found = told.get(name)
    if not isinstance(found, str):
        raise BadRecord(f"the record's notes have no {name!r}: it was not dealt by a server that commits to its cards")
    return found
