"""Provable deals: what a server promises before a game, and how a record shows that it kept its word.

    commitment    = SHA-256(the server's seed, as it is written)      told before anyone sits down
    luck          = Luck(the server's seed, each seat's seed ...)     decides every card: see `table.luck`
    salt v        = moment v of Luck("salts", the same seeds ...)
    draw v        = SHA-256(salt v, then "v action")                  told as soon as draw v is made

The seed could not be chosen to suit the seats' seeds, which came later; so nobody could choose the cards. A seat whose
player gave none has none: of that, too, there is nothing to choose. A draw can be laid open alone, by its salt: the
others stay hidden. After the game the seeds are in the record's notes, and `check` deals it all again.
"""

import hashlib
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec

from cardwright.errors import BadRecord
from cardwright.game import CHANCE, Action, Automatic, Game, Player, State
from cardwright.play.luck import Luck
from cardwright.play.record import Record
from cardwright.play.table import LOSSES, Step, chosen_late
from cardwright.scenes import BACK, Scene, places_of

Notes = dict[str, bool | int | str]


class SeatSeed(msgspec.Struct, frozen=True):
    """A seat's part of the luck, and whether its player gave it. Otherwise it is empty, or was chosen by the server."""

    seed: str
    own: bool = False


class Verdict(msgspec.Struct, frozen=True):
    """What a record that was found true shows: how many draws follow from the seeds, and which seats gave their own.

    ``late`` counts the moves that follow from them as well, made by the clock for players who were late. ``made`` are
    the seats whose seeds the server made up, as it once did: it may have tried many, when it knew all the others.
    """

    commitment: str
    draws: int
    own: tuple[Player, ...]
    late: int = 0
    made: tuple[Player, ...] = ()


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


def seals(seed: str, seats: Sequence[SeatSeed], log: Sequence[Step]) -> dict[int, str]:
    """What is told of every draw so far, by the version of the game in which it was made."""
    salts = _salts(seed, seats)
    return {
        version: sealed(salts.moment(version), version, step.action)
        for version, step in enumerate(log)
        if step.player == CHANCE
    }


def openings(seed: str, seats: Sequence[SeatSeed], log: Sequence[Step], shown: Sequence[int]) -> dict[int, list[str]]:
    """What opens these draws: salt and action of each."""
    salts = _salts(seed, seats)
    return {version: [salts.moment(version).hex(), log[version].action] for version in shown}


def opens(salt: str, version: int, action: str, told: str) -> bool:
    """Whether this is what a seal was made of."""
    return sealed(bytes.fromhex(salt), version, action) == told


def seen(game: Game[Any, Any, Any], log: Sequence[Step], states: Sequence[State], scenes: Sequence[Scene]) -> list[int]:
    """The draws of a game that somebody knows who saw these scenes: one of each moment, from the first on.

    Where there is a doubt, a draw is not among them. One is, if its card came to lie open before the same card could
    be drawn once more (which tells nothing where a deck has the card twice), or if every other draw would have looked
    different at once.
    """
    eyes = scenes[0].player
    found = _laid_open(game, log, states, [shown(scene) for scene in scenes])
    draws = {version for version, step in enumerate(log) if step.player == CHANCE}
    return sorted(
        found | {version for version in draws - found if told_at_once(game, states[version], log[version], eyes)}
    )


def shown(scene: Scene) -> frozenset[tuple[str, str, str]]:
    """What lies open in a scene: the zone, the place and the face of each."""
    return frozenset(
        (zone.id, place.id, place.face.text)
        for zone in scene.zones
        for place in places_of(zone)
        if place.face is not None and place.face != BACK
    )


def _laid_open(
    game: Game[Any, Any, Any],
    log: Sequence[Step],
    states: Sequence[State],
    faces: Sequence[frozenset[tuple[str, str, str]]],
) -> set[int]:
    words: dict[Action, list[str]] = {}
    out: dict[str, int] = {}  # the draw of each card that has left the deck
    twice: set[str] = set()  # what the deck has more than once: an open one may be either
    found: set[int] = set()
    for version, state in enumerate(states):
        for zone, place, face in faces[version] - faces[version - 1] if version else ():
            drawn = out.get(face)
            # What lay there before the draw is an earlier one's: what was shown at the end of the last deal, say.
            if drawn is not None and (zone, place, face) not in faces[drawn]:
                found.add(drawn)
        if version == len(log) or log[version].player != CHANCE:
            continue
        possible = Counter[str]()
        for action, weight in game.chance_outcomes(state):
            if action not in words:
                words[action] = game.text(action).split()[1:]
            for word in words[action]:
                possible[word] += weight
        for word in out.keys() & possible.keys():
            del out[word]
        named = log[version].action.split()[1:]
        twice.update(word for word in named if possible[word] > 1)
        out |= dict.fromkeys((word for word in named if word not in twice), version)
    return found


GUESSES = 6  # at what a seat cannot see, before it is believed that it knows a draw


def told_at_once(game: Game[Any, Any, Any], state: State, step: Step, eyes: Player) -> bool:
    """Whether no other draw would have looked like this one, as things were or might have been."""
    drawn = game.parse(step.action)
    looks = game.view(game.apply(state, CHANCE, drawn), eyes)
    before, rng = game.view(state, eyes), Random(0)
    for guess in range(GUESSES + 1):
        maybe = game.sample_state(before, rng) if guess else state
        for other, _ in game.chance_outcomes(maybe):
            if other != drawn and game.view(game.apply(maybe, CHANCE, other), eyes) == looks:
                return False
    return True


def notes(seed: str, seats: Sequence[SeatSeed], log: Sequence[Step]) -> Notes:
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
    seed, committed = noted(told, "seed"), noted(told, "commitment")
    if commitment(seed) != committed:
        raise BadRecord("the server's seed is not the one that it committed to", seed)
    check_promise(committed, promised)
    count = len(record.header.players)
    seats = [_seat_noted(told, number) for number in range(1, count + 1)]
    stream = luck(seed, seats)
    draws, late = _check_draws(record, stream), _check_late(record, stream)
    if record.forfeited is None and record.game.players_to_act(record.states[-1]):
        raise BadRecord("the record ends before the game does")  # and until then no server tells its seed
    listed = " ".join(f"{version}:{seal}" for version, seal in seals(seed, seats, record.log).items())
    if listed != noted(told, "seals"):
        raise BadRecord("the seals of the draws are not those that the seeds make")
    own = tuple(place for place, seat in enumerate(seats) if seat.own)
    made = tuple(place for place, seat in enumerate(seats) if seat.seed and not seat.own)
    return Verdict(committed, draws, own, late, made)


def _seat_noted(told: Notes, number: int) -> SeatSeed:
    seat = SeatSeed(noted(told, f"seed-{number}"), told.get(f"own-{number}") is True)
    if seat.own and not seat.seed:
        raise BadRecord(f"seat {number} is said to have given a seed, and has none")
    return seat


def check_promise(committed: str, promised: str) -> None:
    """Raise `BadRecord` unless a record names the commitment that somebody noted, if they noted one."""
    if promised and promised.strip().lower() != committed:
        raise BadRecord("this is not the commitment that was told before the game", committed)


def _check_draws(record: Record, stream: Luck) -> int:
    game: Game[Any, Any, Any] = record.game
    draws = 0
    for version, (state, step) in enumerate(zip(record.states, record.log, strict=False)):
        if step.player != CHANCE:
            continue
        due = game.text(game.draw(state, stream.at(game.draw_number(state, draws))))
        if due != step.action:
            raise BadRecord(f"draw {version} is {step.action!r}, and by the seeds it is {due!r}", step.action)
        draws += not isinstance(game.parse(step.action), Automatic)
    return draws


def _check_late(record: Record, stream: Luck) -> int:
    """What the clock chose. That a game is lost by time has nothing to do with luck."""
    game, late = record.game, 0
    for version, (state, step) in enumerate(zip(record.states, record.log, strict=False)):
        if not step.late or step.action in LOSSES:
            continue
        if step.player == CHANCE:
            raise BadRecord(f"draw {version} cannot have been late", step.action)
        due = game.text(chosen_late(game, state, step.player, stream, version))
        if due != step.action:
            raise BadRecord(f"for move {version} the clock chose {step.action!r}, by the seeds {due!r}", step.action)
        late += 1
    return late


def noted(told: Notes, name: str) -> str:
    """One of a record's notes. Raises `BadRecord` if it is not there."""
    found = told.get(name)
    if not isinstance(found, str):
        raise BadRecord(f"the record's notes have no {name!r}: it was not dealt by a server that commits to its cards")
    return found
