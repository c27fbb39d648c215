"""Provable deals: the secrets of a table, the seals of its draws, and which of them a seat has seen.

    contract      = what everyone agreed on and committed to: see `play.contract`
    luck          = Luck("cards", its digest, the server's seed, each seat's seed ...)   decides every card: `play.luck`
    salt v        = moment v of Luck("salts", its digest, the same seeds ...)
    draw v        = SHA-256(salt v, the digest, then "v action")      the seal, published as soon as draw v is made

Every party commits to its seed before any seed is opened, so no one could choose the cards. A bot has no seed, nor
has a player who gave none: of that, too, there is nothing to choose. A single draw can be opened, by its salt: the
others stay hidden. After the game the seeds are in the record's notes, and `verify` deals it all again.

That is protocol 2. In protocol 1 there was no contract: its digest is left out of the three lines above, the server
alone committed to its seed, and automatic steps were sealed like draws.
"""

import hashlib
from collections import Counter
from collections.abc import Sequence
from random import Random

import msgspec

from cardwright.game import CHANCE, Action, AnyGame, Automatic, Player, State
from cardwright.play.contract import PROTOCOL_VERSION, Contract, commitment
from cardwright.play.luck import Luck
from cardwright.play.table import Step
from cardwright.scenes import BACK, Scene, places_of

Notes = dict[str, bool | int | str]
MAX_HIDDEN_CARD_GUESSES = 6  # then a draw counts as known to the seat


class SeatSeed(msgspec.Struct, frozen=True):
    """A seat's seed; ``own`` if its player chose it. Otherwise it is empty, or in old records the server's."""

    seed: str
    own: bool = False


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

    def draws(self, game: AnyGame, log: Sequence[Step], since: int = 0) -> list[int]:
        """Return the versions of the game, from ``since`` on, in which a draw was made that is sealed."""
        versions = [version for version, step in enumerate(log[since:], since) if step.player == CHANCE]
        if self.contract is None:
            return versions
        return [version for version in versions if not isinstance(game.parse(log[version].action), Automatic)]

    def seals(self, game: AnyGame, log: Sequence[Step], since: int = 0) -> dict[int, str]:
        """Return the seals of all draws from version ``since`` on, by the version in which each was made."""
        salts, digest = self._stream(b"salts"), self._digest
        return {
            version: make_seal(salts.moment(version), version, log[version].action, digest)
            for version in self.draws(game, log, since)
        }

    def openings(self, game: AnyGame, log: Sequence[Step], shown: Sequence[int]) -> dict[int, list[str]]:
        """Return the openings of these draws: the salt and action of each."""
        salts, versions = self._stream(b"salts"), set(shown)
        return {
            version: [salts.moment(version).hex(), log[version].action]
            for version in self.draws(game, log)
            if version in versions
        }

    def public_notes(self) -> Notes:
        """Return the notes on the deal that a record may show before all players agree to show their cards."""
        if self.contract is not None:
            return {"protocol": PROTOCOL_VERSION, "contract": self.contract.text}
        shown: Notes = {"commitment": commitment(self.seed)}
        return shown | {f"own-{number}": seat.own for number, seat in enumerate(self.seats, 1)}

    def notes(self, game: AnyGame, log: Sequence[Step]) -> Notes:
        """Return the notes of a finished game's record: the commitments, the seeds, and the seals."""
        seeds = {f"seed-{number}": seat.seed for number, seat in enumerate(self.seats, 1)}
        return {**self.public_notes(), "seed": self.seed, **seeds, "seals": self.listed_seals(game, log)}

    def listed_seals(self, game: AnyGame, log: Sequence[Step]) -> str:
        """Return the seals of all draws as the notes of a record list them: "3:<seal> 4:<seal>"."""
        return " ".join(f"{version}:{seal}" for version, seal in self.seals(game, log).items())


def make_seal(salt: bytes, version: int, action: str, digest: bytes) -> str:
    """Return the seal of a draw, published when it is made; anyone can recompute it from the salt."""
    return hashlib.sha256(salt + digest + f"{version} {action}".encode()).hexdigest()


def opens(salt: str, version: int, action: str, seal: str, digest: bytes) -> bool:
    """Return whether a salt and an action open this seal."""
    return make_seal(bytes.fromhex(salt), version, action, digest) == seal


def find_seen_draws(
    game: AnyGame,
    log: Sequence[Step],
    states: Sequence[State],
    scenes: Sequence[Scene],
) -> list[int]:
    """Return the draws that an observer of these scenes knows: one of each version, from the first on.

    A draw counts as known only beyond doubt: its card lay face up before the same card could be drawn again (unless
    the deck has that card twice), or every other draw would have looked different at once.
    """
    observer = scenes[0].player
    seen = _find_laid_open(game, log, states, [open_faces(scene) for scene in scenes])
    draws = {version for version, step in enumerate(log) if step.player == CHANCE}
    seen |= {version for version in draws - seen if is_evident(game, states[version], log[version], observer)}
    return sorted(seen)


def open_faces(scene: Scene) -> frozenset[tuple[str, str, str]]:
    """Return the faces that lie open in a scene: zone, place and face of each."""
    return frozenset(
        (zone.id, place.id, place.face.text)
        for zone in scene.zones
        for place in places_of(zone)
        if place.face is not None and place.face != BACK
    )


def _find_laid_open(
    game: AnyGame,
    log: Sequence[Step],
    states: Sequence[State],
    faces: Sequence[frozenset[tuple[str, str, str]]],
) -> set[int]:
    """Return the draws whose card lay face up, in a place where it did not lie before, until it could be drawn again.

    ``faces`` are the open faces of each state: see `open_faces`.
    """
    draw_of: dict[str, int] = {}  # the draw of each card that has left the deck
    twice: set[str] = set()  # cards that the deck has more than once: an open one may be either
    words: dict[Action, list[str]] = {}  # the cards that an action names
    laid_open: set[int] = set()
    for version, state in enumerate(states):
        for zone, place, face in faces[version] - faces[version - 1] if version else ():
            drawn = draw_of.get(face)
            # What lay there before the draw is an earlier one's: what was shown at the end of the last deal, say.
            if drawn is not None and (zone, place, face) not in faces[drawn]:
                laid_open.add(drawn)
        if version == len(log) or log[version].player != CHANCE:
            continue
        in_deck: Counter[str] = Counter()
        for action, weight in game.chance_outcomes(state):
            if action not in words:
                words[action] = game.text(action).split()[1:]
            for card in words[action]:
                in_deck[card] += weight
        for card in draw_of.keys() & in_deck.keys():
            del draw_of[card]
        named = log[version].action.split()[1:]
        twice.update(card for card in named if in_deck[card] > 1)
        draw_of |= dict.fromkeys((card for card in named if card not in twice), version)
    return laid_open


def is_evident(game: AnyGame, state: State, step: Step, observer: Player) -> bool:
    """Return whether no other draw would have looked like this one, in this state or in any that looked the same."""
    drawn = game.parse(step.action)
    looks = game.view(game.apply(state, CHANCE, drawn), observer)
    before, rng = game.view(state, observer), Random(0)
    for guess in range(MAX_HIDDEN_CARD_GUESSES + 1):
        maybe = game.sample_state(before, rng) if guess else state
        for other, _ in game.chance_outcomes(maybe):
            if other != drawn and game.view(game.apply(maybe, CHANCE, other), observer) == looks:
                return False
    return True
