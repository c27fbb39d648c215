"""Provable deals: the secrets of a table, and the check of a record against what was committed to before the game.

    contract      = what everyone agreed on and committed to: see `play.contract`
    luck          = Luck("cards", its digest, the server's seed, each seat's seed ...)   decides every card: `play.luck`
    salt v        = moment v of Luck("salts", its digest, the same seeds ...)
    draw v        = SHA-256(salt v, the digest, then "v action")      the seal, published as soon as draw v is made

Every party commits to its seed before any seed is opened, so no one could choose the cards. A bot has no seed, nor
has a player who gave none: of that, too, there is nothing to choose. A single draw can be opened, by its salt: the
others stay hidden. After the game the seeds are in the record's notes, and `check` deals it all again.

That is protocol 2. In protocol 1 there was no contract: its digest is left out of the three lines above, the server
alone committed to its seed, and automatic steps were sealed like draws.
"""

import hashlib
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import Any

import msgspec

from cardwright import decoding
from cardwright.errors import BadRecord, CardwrightError
from cardwright.game import CHANCE, Action, Automatic, Game, Player, State
from cardwright.play.clock import PlayTime
from cardwright.play.contract import PROTOCOL_VERSION, Contract, commitment
from cardwright.play.luck import Luck
from cardwright.play.record import AnyHeader, Record
from cardwright.play.table import LOSSES, Step, chosen_by_chance, chosen_late
from cardwright.scenes import BACK, Scene, places_of

Notes = dict[str, bool | int | str]
MAX_GUESSES = 6  # tries at the hidden cards before a draw counts as known to the seat


class SeatSeed(msgspec.Struct, frozen=True):
    """A seat's seed; ``own`` if its player chose it. Otherwise it is empty, or in old records the server's."""

    seed: str
    own: bool = False


class Verdict(msgspec.Struct, frozen=True):
    """The result for a valid record: ``draws`` follow from the seeds, and the ``own`` seats chose theirs.

    ``commitment`` is to the server's seed, ``contract`` the digest of the contract, "" in protocol 1. ``late`` counts
    the moves that the clock made for late players, which follow from the seeds too. ``made`` are the seats whose seeds
    the server chose, in old records: it may have tried many, knowing all the others.
    """

    commitment: str
    draws: int
    own: tuple[Player, ...]
    late: int = 0
    made: tuple[Player, ...] = ()
    contract: str = ""


class Deal(msgspec.Struct, frozen=True):
    """The secrets of a table: the server's seed, the seats' seeds, and the contract, None in protocol 1."""

    seed: str
    seats: tuple[SeatSeed, ...]
    contract: Contract | None = None

    @property
    def luck(self) -> Luck:
        """The luck that decides every card."""
        return self._stream(*([b"cards"] if self.contract else []))

    def _stream(self, *label: bytes) -> Luck:
        parts = [self.seed, *(seat.seed for seat in self.seats)]
        return Luck(*label, *([self._digest] if self.contract else []), *(part.encode() for part in parts))

    @property
    def _digest(self) -> bytes:
        return self.contract.digest if self.contract else b""

    def draws(self, game: Game[Any, Any, Any], log: Sequence[Step], since: int = 0) -> list[int]:
        """Return the versions of the game, from ``since`` on, in which a draw was made that is sealed."""
        made = [version for version, step in enumerate(log[since:], since) if step.player == CHANCE]
        if self.contract is None:
            return made
        return [version for version in made if not isinstance(game.parse(log[version].action), Automatic)]

    def seals(self, game: Game[Any, Any, Any], log: Sequence[Step], since: int = 0) -> dict[int, str]:
        """Return the seals of all draws from version ``since`` on, by the version in which each was made."""
        salts, digest = self._stream(b"salts"), self._digest
        return {
            version: sealed(salts.moment(version), version, log[version].action, digest)
            for version in self.draws(game, log, since)
        }

    def openings(self, game: Game[Any, Any, Any], log: Sequence[Step], shown: Sequence[int]) -> dict[int, list[str]]:
        """Return the openings of these draws: the salt and action of each."""
        salts, known = self._stream(b"salts"), set(shown)
        return {
            version: [salts.moment(version).hex(), log[version].action]
            for version in self.draws(game, log)
            if version in known
        }

    def public_notes(self) -> Notes:
        """Return what a record may show of the deal before all players agree to show their cards."""
        if self.contract is not None:
            return {"protocol": PROTOCOL_VERSION, "contract": self.contract.text}
        shown: Notes = {"commitment": commitment(self.seed)}
        return shown | {f"own-{number}": seat.own for number, seat in enumerate(self.seats, 1)}

    def notes(self, game: Game[Any, Any, Any], log: Sequence[Step]) -> Notes:
        """Return the notes of a finished game's record: what was committed to, the seeds, and the seals."""
        seeds = {f"seed-{number}": seat.seed for number, seat in enumerate(self.seats, 1)}
        return {**self.public_notes(), "seed": self.seed, **seeds, "seals": self.listed_seals(game, log)}

    def listed_seals(self, game: Game[Any, Any, Any], log: Sequence[Step]) -> str:
        """Return the seals of all draws as the notes of a record list them: "3:<seal> 4:<seal>"."""
        return " ".join(f"{version}:{seal}" for version, seal in self.seals(game, log).items())


def sealed(salt: bytes, version: int, action: str, digest: bytes) -> str:
    """Return the seal of a draw, published when it is made; anyone can recompute it from the salt."""
    return hashlib.sha256(salt + digest + f"{version} {action}".encode()).hexdigest()


def opens(salt: str, version: int, action: str, seal: str, digest: bytes = b"") -> bool:
    """Return whether a salt and an action open this seal."""
    return sealed(bytes.fromhex(salt), version, action, digest) == seal


def seen(
    game: Game[Any, Any, Any],
    log: Sequence[Step],
    states: Sequence[State],
    scenes: Sequence[Scene],
) -> list[int]:
    """Return the draws that are known to an observer of these scenes: one of each version, from the first on.

    A draw counts as known only beyond doubt: its card lay face up before the same card could be drawn again (unless
    the deck has that card twice), or every other draw would have looked different at once.
    """
    eyes = scenes[0].player
    found = _laid_open(game, log, states, [shown(scene) for scene in scenes])
    draws = {version for version, step in enumerate(log) if step.player == CHANCE}
    return sorted(
        found | {version for version in draws - found if is_evident(game, states[version], log[version], eyes)}
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
        possible: Counter[str] = Counter()
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


def is_evident(game: Game[Any, Any, Any], state: State, step: Step, eyes: Player) -> bool:
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


def check(record: Record, expected: str = "") -> Verdict:
    """Deal a record again from its seeds. Raises `BadRecord` at the first difference.

    ``expected`` is what a player noted before the game: the contract's digest, or the commitment to the server's
    seed. Without it, the record's own are used.
    """
    deal = _deal_noted(record)
    committed = commitment(deal.seed)
    digest = deal.contract.digest.hex() if deal.contract else ""
    check_expected((committed, digest), expected)
    stream = deal.luck
    draws, late = _check_draws(record, stream), _check_late(record, stream)
    if not record.over:
        raise BadRecord("the record ends before the game does")  # and no server reveals its seed before that
    if deal.listed_seals(record.game, record.log) != noted(record.header.notes, "seals"):
        raise BadRecord("the seals of the draws are not those that the seeds make")
    own = tuple(place for place, seat in enumerate(deal.seats) if seat.own)
    made = tuple(place for place, seat in enumerate(deal.seats) if seat.seed and not seat.own)
    return Verdict(committed, draws, own, late, made, digest)


def _deal_noted(record: Record) -> Deal:
    """Return the deal in a record's notes, each seed checked against its commitment."""
    header, notes = record.header, record.header.notes
    contract = contract_noted(header, record.game)
    seed = noted(notes, "seed")
    if commitment(seed) != (contract.server if contract else noted(notes, "commitment")):
        raise BadRecord("the server's seed is not the one that it committed to", seed)
    count = len(header.players)
    if contract is None:
        return Deal(seed, tuple(_seat_noted(notes, number) for number in range(1, count + 1)))
    seeds = [noted(notes, f"seed-{number}") for number in range(1, count + 1)]
    for number, (given, committed) in enumerate(zip(seeds, contract.seats, strict=True), 1):
        if (commitment(given) if given else "") != committed:
            raise BadRecord(f"the seed of seat {number} is not the one that it committed to", given)
    return Deal(seed, tuple(SeatSeed(given, bool(given)) for given in seeds), contract)


def contract_noted(header: AnyHeader, game: Game[Any, Any, Any]) -> Contract | None:
    """Return the contract in a record's notes, None in protocol 1. Raises `BadRecord` if the record breaks it."""
    protocol = header.notes.get("protocol", 1)
    if protocol == 1:
        return None
    if protocol != PROTOCOL_VERSION:
        raise BadRecord(
            f"it was dealt by protocol {protocol}, and this version of Cardwright knows 1 and {PROTOCOL_VERSION}"
        )
    text = noted(header.notes, "contract")
    try:
        contract = decoding.decode(text, Contract)
    except (msgspec.MsgspecError, RecursionError, ValueError) as problem:
        raise BadRecord(f"the contract in the record's notes cannot be read: {problem}") from problem
    _check_contract(contract, text, header, game)
    return contract


def _check_contract(contract: Contract, text: str, header: AnyHeader, game: Game[Any, Any, Any]) -> None:
    """Raise `BadRecord` if a record has another game, or other seats, than its contract."""
    if contract.text != text:
        raise BadRecord("the contract in the record's notes is not written as a contract is")
    if (contract.game, contract.version) != (header.game, header.version):
        raise BadRecord(f"the contract is for version {contract.version} of {contract.game}", header.game)
    agreed = _agreed(contract, header, game)
    for name in sorted(agreed.keys() | header.options.keys()):
        if header.options.get(name) != agreed.get(name):
            raise BadRecord(f"the option {name} is not the one in the contract", name)
    bots = tuple("" if player.kind == "you" else player.kind for player in header.players)
    if contract.bots != bots or len(contract.seats) != len(bots):
        raise BadRecord("the players are not those in the contract: other seats are bots")
    for number, (bot, committed) in enumerate(zip(bots, contract.seats, strict=True), 1):
        if bot and committed:
            raise BadRecord(f"seat {number} is a bot's and has a seed: the server could have chosen it")


def _agreed(contract: Contract, header: AnyHeader, game: Game[Any, Any, Any]) -> Mapping[str, bool | int | str]:
    """Return the options of a contract, and what they make of those that the game was given later."""
    if header.options.keys() <= contract.options.keys():
        return contract.options
    try:
        return type(game)(**contract.options).settings
    except CardwrightError as problem:
        raise BadRecord(f"the options of the contract: {problem}", header.game) from problem


def _seat_noted(notes: Notes, number: int) -> SeatSeed:
    seat = SeatSeed(noted(notes, f"seed-{number}"), notes.get(f"own-{number}") is True)
    if seat.own and not seat.seed:
        raise BadRecord(f"seat {number} is marked as having chosen a seed, but has none")
    return seat


def check_expected(known: Collection[str], expected: str) -> None:
    """Raise `BadRecord` if what a player noted is none of the commitments of a record; "" skips the check."""
    if expected and expected.strip().lower() not in known:
        raise BadRecord("the record has another contract and commitment than the one noted before the game", expected)


def _check_draws(record: Record, stream: Luck) -> int:
    game: Game[Any, Any, Any] = record.game
    draws, played = 0, PlayTime()
    for version, (state, step) in enumerate(zip(record.states, record.log, strict=False)):
        played = played.until(step.at)
        if step.player != CHANCE:
            continue
        due = game.text(chosen_by_chance(game, state, stream, draws, played))
        if due != step.action:
            raise BadRecord(
                f"draw {version} is {step.action!r}, and by {_decided_by(game, state)} it is {due!r}", step.action
            )
        draws += not isinstance(game.parse(step.action), Automatic)
    return draws


def _decided_by(game: Game[Any, Any, Any], state: State) -> str:
    return "the times of the record" if game.by_clock(state, 1) else "the seeds"


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


def noted(notes: Notes, name: str) -> str:
    """Return one of a record's notes. Raises `BadRecord` if it is missing."""
    found = notes.get(name)
    if not isinstance(found, str):
        raise BadRecord(f"the record's notes have no {name!r}: it was not dealt by a server that commits to its cards")
    return found
