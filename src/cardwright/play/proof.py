"""Provable deals: the commitments of a server before a game, and the check of a record against them.

    commitment    = SHA-256(the server's seed, as it is written)      published before anyone sits down
    luck          = Luck(the server's seed, each seat's seed ...)     decides every card: see `play.luck`
    salt v        = moment v of Luck("salts", the same seeds ...)
    draw v        = SHA-256(salt v, then "v action")                  published as soon as draw v is made

The seed could not be chosen to suit the seats' seeds, which came later; so no one could choose the cards. A seat whose
player gave none has none: of that, too, there is nothing to choose. A single draw can be opened, by its salt: the
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
    """A seat's seed; ``own`` if its player chose it. Otherwise it is empty, or in old records the server's."""

    seed: str
    own: bool = False


class Verdict(msgspec.Struct, frozen=True):
    """The result for a valid record: ``draws`` follow from the seeds, and the ``own`` seats chose theirs.

    ``late`` counts the moves that the clock made for late players, which follow from the seeds too. ``made`` are the
    seats whose seeds the server chose, in old records: it may have tried many, knowing all the others.
    """

    commitment: str
    draws: int
    own: tuple[Player, ...]
    late: int = 0
    made: tuple[Player, ...] = ()


def commitment(seed: str) -> str:
    """Return the commitment to the server's seed, published before the game."""
    return hashlib.sha256(seed.encode()).hexdigest()


def luck(seed: str, seats: Sequence[SeatSeed]) -> Luck:
    """Return the luck of a table."""
    return Luck(seed.encode(), *(seat.seed.encode() for seat in seats))


def _salts(seed: str, seats: Sequence[SeatSeed]) -> Luck:
    return Luck(b"salts", seed.encode(), *(seat.seed.encode() for seat in seats))


def sealed(salt: bytes, version: int, action: str) -> str:
    """Return the seal of a draw, published when it is made; anyone can recompute it from the salt."""
    return hashlib.sha256(salt + f"{version} {action}".encode()).hexdigest()


def seals(seed: str, seats: Sequence[SeatSeed], log: Sequence[Step]) -> dict[int, str]:
    """Return the seals of all draws so far, by the version of the game in which each was made."""
    salts = _salts(seed, seats)
    return {
        version: sealed(salts.moment(version), version, step.action)
        for version, step in enumerate(log)
        if step.player == CHANCE
    }


def openings(seed: str, seats: Sequence[SeatSeed], log: Sequence[Step], shown: Sequence[int]) -> dict[int, list[str]]:
    """Return the openings of these draws: the salt and action of each."""
    salts = _salts(seed, seats)
    return {version: [salts.moment(version).hex(), log[version].action] for version in shown}


def opens(salt: str, version: int, action: str, told: str) -> bool:
    """Return whether a salt and an action open this seal."""
    return sealed(bytes.fromhex(salt), version, action) == told


def seen(game: Game[Any, Any, Any], log: Sequence[Step], states: Sequence[State], scenes: Sequence[Scene]) -> list[int]:
    """Return the draws that are known to an observer of these scenes: one of each version, from the first on.

    A draw counts as known only beyond doubt: its card lay face up before the same card could be drawn again (unless
    the deck has that card twice), or every other draw would have looked different at once.
    """
    eyes = scenes[0].player
    found = _laid_open(game, log, states, [shown(scene) for scene in scenes])
    draws = {version for version, step in enumerate(log) if step.player == CHANCE}
    return sorted(
        found | {version for version in draws - found if told_at_once(game, states[version], log[version], eyes)}
    )


def shown(scene: Scene) -> frozenset[tuple[str, str, str]]:
    """Return the faces that lie open in a scene: zone, place and face of each."""
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


MAX_GUESSES = 6  # tries at the hidden cards before a draw counts as known to the seat


def told_at_once(game: Game[Any, Any, Any], state: State, step: Step, eyes: Player) -> bool:
    """Return whether no other draw would have looked like this one, in this state or in any that looked the same."""
    drawn = game.parse(step.action)
    looks = game.view(game.apply(state, CHANCE, drawn), eyes)
    before, rng = game.view(state, eyes), Random(0)
    for guess in range(MAX_GUESSES + 1):
        maybe = game.sample_state(before, rng) if guess else state
        for other, _ in game.chance_outcomes(maybe):
            if other != drawn and game.view(game.apply(maybe, CHANCE, other), eyes) == looks:
                return False
    return True


def notes(seed: str, seats: Sequence[SeatSeed], log: Sequence[Step]) -> Notes:
    """Return the notes of a finished game's record: commitment, seeds and seals."""
    made: Notes = {"commitment": commitment(seed), "seed": seed}
    for number, seat in enumerate(seats, 1):
        made |= {f"seed-{number}": seat.seed, f"own-{number}": seat.own}
    told = seals(seed, seats, log)
    return made | {"seals": " ".join(f"{version}:{seal}" for version, seal in told.items())}


def check(record: Record, promised: str = "") -> Verdict:
    """Deal a record again from its seeds. Raises `BadRecord` at the first difference.

    ``promised`` is the commitment that a player noted before the game; without it, the record's own is used.
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
        raise BadRecord("the record ends before the game does")  # and no server reveals its seed before that
    listed = " ".join(f"{version}:{seal}" for version, seal in seals(seed, seats, record.log).items())
    if listed != noted(told, "seals"):
        raise BadRecord("the seals of the draws are not those that the seeds make")
    own = tuple(place for place, seat in enumerate(seats) if seat.own)
    made = tuple(place for place, seat in enumerate(seats) if seat.seed and not seat.own)
    return Verdict(committed, draws, own, late, made)


def _seat_noted(told: Notes, number: int) -> SeatSeed:
    seat = SeatSeed(noted(told, f"seed-{number}"), told.get(f"own-{number}") is True)
    if seat.own and not seat.seed:
        raise BadRecord(f"seat {number} is marked as having chosen a seed, but has none")
    return seat


def check_promise(committed: str, promised: str) -> None:
    """Raise `BadRecord` if a record's commitment differs from the noted one; "" skips the check."""
    if promised and promised.strip().lower() != committed:
        raise BadRecord("the record has another commitment than the one published before the game", committed)


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
    """Check the moves that the clock made. Losing on time involves no luck."""
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
    """Return one of a record's notes. Raises `BadRecord` if it is missing."""
    found = told.get(name)
    if not isinstance(found, str):
        raise BadRecord(f"the record's notes have no {name!r}: it was not dealt by a server that commits to its cards")
    return found
