"""The record of one seat: its view of every version of a game, and the proofs of the draws that it saw.

    {"format":"cardwright-seat","record":1,"game":"cribbage","version":2,...,"seat":0,"notes":{"contract":...}}
    {"view":{...}}
    {"view":{...},"player":-1,"action":"deal 5h","seal":"...","salt":"..."}
    {"view":{...},"player":-1,"seal":"..."}
    {"view":{...},"player":0,"action":"play 5h"}

There is a line for every version, beginning before the first step: the seat's view, and the step that led to it if it
was the seat's own move or a draw. A draw has its seal; a draw that the seat saw is opened (see `proof`). Apart from the
seals, which reveal nothing, the record depends only on what the seat could know. Seat -2 is the spectator.
"""

from collections.abc import Callable
from pathlib import Path
from random import Random

import msgspec

from cardwright import games
from cardwright.errors import BadCount, BadRecord, CardwrightError
from cardwright.game import CHANCE, SPECTATOR, AnyGame, Player, State, View
from cardwright.play import proof, record
from cardwright.play.record import Create, Record, SeatHeader, check_step, decode, game_of, lines_of
from cardwright.play.table import LOSSES, RESIGN, Step
from cardwright.scenes import Scene

SceneBuilder = Callable[[AnyGame, View], Scene]
SEAL_DIGITS = 64  # a salt has as many
DIGITS = frozenset("0123456789abcdef")


class SeatStep(msgspec.Struct, frozen=True):
    """The step before a view, as the seat knows it. A draw has a ``seal``, and a ``salt`` if it is opened."""

    player: Player | None = None
    action: str = ""
    seal: str = ""
    salt: str = ""


class _Line(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    view: msgspec.Raw
    player: Player | None = None
    action: str = ""
    seal: str = ""
    salt: str = ""


class SeatRecord(msgspec.Struct, frozen=True):
    """A game as one seat saw it. ``steps[n]`` led to view n; none led to the first."""

    header: SeatHeader
    game: AnyGame
    views: tuple[View, ...]
    scenes: tuple[Scene, ...]
    steps: tuple[SeatStep, ...]

    @property
    def names(self) -> list[str]:
        """The players' names, by seat."""
        return [sitter.name for sitter in self.header.players]

    @property
    def last(self) -> int:
        """The number of the last step."""
        return len(self.views) - 1

    @property
    def viewers(self) -> tuple[Player, ...]:
        """The seats with a view in the record: one."""
        return (self.header.seat,)

    @property
    def forfeited(self) -> Player | None:
        """The player who lost the game by forfeit, if one did."""
        return self.steps[-1].player if self.steps[-1].action in LOSSES else None

    @property
    def resigned(self) -> bool:
        """True if the game ended because a player gave up."""
        return self.steps[-1].action == RESIGN

    def view(self, at: int, seat: Player) -> View:
        """Return the view of the seat after a step. Raises `BadCount` for another seat, or a step past the end."""
        check_step(at, self.last)
        if seat != self.header.seat:
            raise BadCount("this is the record of one seat: no other has a view in it", seat)
        return self.views[at]

    def is_moment(self, at: int) -> bool:
        """Return whether the game was held after a step, for the players to see what lies face up."""
        return self.game.is_moment(self._state_like(at))

    def is_decision(self, at: int) -> bool:
        """Return whether a player, and not chance, makes the next step."""
        return at < self.last and CHANCE not in self.game.players_to_act(self._state_like(at))

    def _state_like(self, at: int) -> State:
        state: State = self.game.sample_state(self.views[at], Random(0))
        return state


# Written


def dump(whole: Record, seat: Player, deal: proof.Deal) -> bytes:
    """Return the record of one seat of a finished game, as the bytes of its file."""
    game, log, original = whole.game, whole.log, whole.header
    header = SeatHeader(
        game=original.game, version=original.version, options=original.options, players=original.players,
        started=original.started, seat=seat, notes=deal.public_notes(),
    )  # fmt: skip
    views = [game.view(state, seat) for state in whole.states]
    shown = proof.find_seen_draws(game, log, whole.states, [games.scene(game, view) for view in views])
    seals, opened = deal.seals(game, log), deal.openings(game, log, shown)
    steps = [SeatStep(), *(_step(version, entry, seat, seals, opened) for version, entry in enumerate(log))]
    lines = [_line(view, step) for view, step in zip(views, steps, strict=True)]
    return b"\n".join([msgspec.json.encode(header), *lines, b""])


def _step(version: int, entry: Step, seat: Player, seals: dict[int, str], opened: dict[int, list[str]]) -> SeatStep:
    if version in seals:
        salt, action = opened.get(version, ("", ""))
        return SeatStep(CHANCE, action, seals[version], salt)
    return SeatStep(entry.player, entry.action) if entry.player == seat or entry.action in LOSSES else SeatStep()


def _line(view: View, step: SeatStep) -> bytes:
    looks = msgspec.Raw(msgspec.json.encode(view))
    return msgspec.json.encode(_Line(view=looks, **msgspec.structs.asdict(step)))


# Read


def read_any(path: Path | str) -> Record | SeatRecord:
    """Return the record of either form in a file. Raises `BadRecord`, and `OSError` where the file cannot be read."""
    data = record.read_bytes(Path(path))
    return parse(data, str(path)) if record.is_seat_record(data) else record.parse(data, str(path))


def parse(
    data: bytes, where: str = "record", create: Create = games.create, build_scene: SceneBuilder = games.scene
) -> SeatRecord:
    """Return the record of a seat from the bytes of its file; ``where`` names it in a `BadRecord`."""
    lines = lines_of(data)
    header = decode(lines[0], SeatHeader, "the header of a seat's record", where, 1)
    game = game_of(header, where, create)
    if header.seat not in (*range(game.players), SPECTATOR):
        raise BadRecord(f"this game has no seat {header.seat}", str(header.seat), where, 1)
    if len(lines) == 1:
        raise BadRecord("the record ends before its first step", where=where, line=2)
    reader = _Reader(game, header.seat, build_scene)
    moments = []
    for number, line in enumerate(lines[1:], 2):
        read = decode(line, _Line, "a step of a seat's record", where, number)
        moments.append(reader.moment(read, where, number, last=number == len(lines)))
    views, scenes, steps = zip(*moments, strict=True)
    return SeatRecord(header, game, views, scenes, steps)


class _Reader:
    """Reads moments of a game. Raises `BadRecord` with the line's number."""

    def __init__(self, game: AnyGame, seat: Player, build_scene: SceneBuilder) -> None:
        self.game, self.seat, self.build_scene = game, seat, build_scene

    def moment(self, line: _Line, where: str, number: int, *, last: bool) -> tuple[View, Scene, SeatStep]:
        """Return the view of a line, its scene, and the step that led to it."""
        view = decode(bytes(line.view), self.game.view_type, f"a view of {self.game.name}", where, number)
        if view.player != self.seat:
            raise BadRecord(f"this is the view of seat {view.player}", str(view.player), where, number)
        step = SeatStep(line.player, line.action, line.seal, line.salt)
        problem = self._find_fault(step, first=number == 2, last=last)
        if problem:
            raise BadRecord(problem, step.action, where, number)
        try:
            return view, self.build_scene(self.game, view), step
        except Exception as failure:  # a view that no game has shown may break any of the rules
            raise BadRecord(f"{self.game.name} never looks like this", where=where, line=number) from failure

    def _find_fault(self, step: SeatStep, *, first: bool, last: bool) -> str:
        """Return the fault of a step, "" if it has none."""
        if first or step.player is None:
            return "" if step == SeatStep() else "no step is known to have led to this"
        if step.action in LOSSES:
            lost = last and 0 <= step.player < self.game.players and not step.seal + step.salt
            return "" if lost else "no player can have forfeited the game here"
        if step.player == CHANCE:
            sizes = (SEAL_DIGITS, SEAL_DIGITS if step.action else 0)
            if (len(step.seal), len(step.salt)) != sizes or not set(step.seal + step.salt) <= DIGITS:
                return f"a draw has a seal and, if it is opened, a salt: {SEAL_DIGITS} hexadecimal digits each"
        elif step.player != self.seat:
            return f"this record cannot contain a move of seat {step.player}"
        elif step.seal or step.salt or not step.action:
            return "a move has a text, and neither seal nor salt"
        return "" if self._can_read(step.action) else f"{step.action!r} is not an action of {self.game.name}"

    def _can_read(self, action: str) -> bool:
        try:
            return not action or self.game.text(self.game.parse(action)) == action
        except CardwrightError:
            return False
