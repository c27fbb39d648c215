"""A table as its players see it: the scene and the news of every step. All interfaces share it."""

import functools
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import msgspec

from cardwright import games
from cardwright.errors import BadAction, BadText, IllegalAction, PlayError
from cardwright.game import SPECTATOR, AnyGame, Player, State, View
from cardwright.play.record import Record
from cardwright.play.seat_record import SeatRecord
from cardwright.play.table import RESIGN, Step, Table
from cardwright.scenes import BACK, Scene, forfeited, named, typed_moves
from cardwright.wording import isolated

MAX_KEPT_SCENES = 2048  # 4 kB each in cribbage: the same one is needed several times, and again after a move


class StepNews(NamedTuple):
    """The news of a step as everyone hears it, and the scores after it; () for news that is not of a step."""

    news: tuple[str, ...]
    scores: tuple[str, ...] = ()


class Frame(msgspec.Struct, frozen=True, dict=True):
    """The game after one step. An interface prints the ``news`` of every frame and holds each moment."""

    step: Step
    game: AnyGame
    state: State
    loser: Player | None = None

    @property
    def is_moment(self) -> bool:
        """True if cards are face up here that the next step clears away."""
        return self.loser is None and self.game.is_moment(self.state)

    @functools.cached_property
    def is_brief(self) -> bool:
        """True for a moment that needs a glance only."""
        return self.game.is_brief(self.state)

    @property
    def shows_result(self) -> bool:
        """True if a deal has just ended, and a player decides what follows."""
        return self.loser is None and self.game.shows_result(self.state)

    @functools.cached_property
    def has_suspense(self) -> bool:
        """True for a moment before a step that all wait for."""
        return self.game.has_suspense(self.state)

    @functools.cached_property
    def ends_deal(self) -> bool:
        """True if it shows a deal as it ended."""
        return self.game.ends_deal(self.state)

    def scene(self, seat: Player) -> Scene:
        """Return the table as a seat, or the spectator, sees it."""
        return scene_of(self.game, self.state, seat, self.loser, resigned=self.step.action == RESIGN)

    def step_news(self) -> StepNews:
        """Return the news of this step as everyone hears it, and the scores after it."""
        if self.loser is None:
            return _state_news(self.game, self.state)
        scene = self.scene(SPECTATOR)
        return StepNews(scene.news, tuple(seat.score for seat in scene.seats))

    def news(self, names: Sequence[str], seat: Player = SPECTATOR) -> list[str]:
        """Return the news of the last move, in words, as a seat sees it."""
        return [named(line, names) for line in self.scene(seat).news]


def _state_news(game: AnyGame, state: State) -> StepNews:
    return StepNews(*games.news_and_scores(game, game.view(state, SPECTATOR)))


def opening_news(table: Table) -> StepNews:
    """Return the news of a table before its first step, such as the blinds where the first button is not drawn."""
    return _state_news(table.game, table.state)


def reasons(latest_first: Iterable[StepNews], players: int) -> tuple[str, ...]:
    """Return for each seat why its score changed last: the news of that step, "" if the step was before all frames.

    News that is not of a step may be of a move taken back, so nothing before it counts.
    """
    why = [""] * players
    for step, before in pairwise(latest_first):
        if not (before.scores and step.scores) or all(why):
            break
        if before.scores == step.scores:
            continue
        for seat, (old, new) in enumerate(zip(before.scores, step.scores, strict=True)):
            if old != new and not why[seat]:
                of_seat = [line for line in step.news if f"{{{seat}}}" in line]
                why[seat] = "; ".join(line.removeprefix(f"{{{seat}}}: ") for line in of_seat or step.news)
    return tuple(why)


def build_scene(game: AnyGame, view: View, loser: Player | None = None, *, resigned: bool = False) -> Scene:
    """Return how a view looks. ``loser`` has forfeited the game, by the clock or, if ``resigned``, by giving up."""
    scene = games.scene(game, view)
    return scene if loser is None else forfeited(scene, loser, resigned=resigned)


def recorded_scene(record: Record | SeatRecord, at: int, seat: Player) -> Scene:
    """Return the table of a recorded game after a step, as a seat saw it, without moves."""
    loser = record.forfeited if at == record.last else None
    scene = build_scene(record.game, record.view(at, seat), loser, resigned=record.resigned)
    return msgspec.structs.replace(scene, moves=())


def first_decision(record: Record | SeatRecord, seat: Player) -> int:
    """Return the first step before a player's move at which a seat sees a card face up on the table; if there is none,
    the first with a card face down, or 0."""
    face_down = 0
    for at in filter(record.is_decision, range(record.last)):
        faces = [place.face for place in recorded_scene(record, at, seat).places if place.face]
        if any(face != BACK for face in faces):
            return at
        face_down = face_down or (at if faces else 0)
    return face_down


def play(table: Table, seat: Player, text: str, version: int | None = None, now: int = 0) -> list[Frame]:
    """Play a move in the game's notation and the chance actions after it; return all frames. Raises as `Table.play`."""
    step = table.play(seat, text, version, now)
    return [_frame(table, step), *settle(table, now)]


def settle(table: Table, now: int = 0) -> list[Frame]:
    """Let chance act, and the rules where they act by themselves, until a player can; return all frames."""
    return [_frame(table, step) for step in table.iter_settle(now)]


def expire(table: Table, now: int) -> list[Frame]:
    """Apply the pace to players whose time has run out, and let chance act; return all frames."""
    return [_frame(table, step) for step in table.iter_expire(now)]


def why_final(table: Table, seat: Player) -> str:
    """Return why a player's last move is final, "" if they may take it back: it has shown them no card, and nothing
    has followed it."""
    why = table.why_final(seat)
    if why or table.before is None:
        return why
    earlier = _cards(scene_of(table.game, table.before, seat))
    return "that move has shown you a card" if _cards(look(table, seat)) - earlier else ""


def _cards(scene: Scene) -> Counter[str]:
    """Return the faces that a scene shows."""
    return Counter(place.face.text for place in scene.places if place.face is not None and place.face != BACK)


def take_back(table: Table, seat: Player) -> Step:
    """Take a player's last move back; return it. Raises `PlayError`; then nothing has changed."""
    if why := why_final(table, seat):
        raise PlayError(why)
    return table.take_back(seat)


def take_back_news(step: Step, names: Sequence[str]) -> str:
    """Return the news of a move that was taken back. It does not name the move, which the others may not know."""
    return f"{isolated(names[step.player])}: move taken back"


def resign(table: Table, seat: Player, now: int) -> list[Frame]:
    """Give up the game for a player, as `Table.resign` does; return all frames. Raises `GameOver`."""
    return [_frame(table, table.resign(seat, now)), *settle(table, now)]


def look(table: Table, seat: Player) -> Scene:
    """Return a table as a seat, or the spectator, sees it now."""
    return scene_of(table.game, table.state, seat, table.forfeited, resigned=table.resigned)


def scene_of(
    game: AnyGame, state: State, seat: Player, loser: Player | None = None, *, resigned: bool = False
) -> Scene:
    """Return a state as a seat, or the spectator, sees it: of several who ask for it, one has it drawn."""
    return _kept_scene(ByIdentity(game), ByIdentity(state), seat, loser, resigned)


class ByIdentity:
    """A key of a cache for an object, and for no other that is equal to it: states are slow to compare."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ByIdentity) and other.value is self.value


@functools.lru_cache(maxsize=MAX_KEPT_SCENES)
def _kept_scene(game: ByIdentity, state: ByIdentity, seat: Player, loser: Player | None, resigned: bool) -> Scene:
    return build_scene(game.value, game.value.view(state.value, seat), loser, resigned=resigned)


def repeat(table: Table, step: Step) -> Frame:
    """Take a step of a log, as `Table.repeat` does, and return its frame."""
    table.repeat(step)
    return _frame(table, step)


def _frame(table: Table, step: Step) -> Frame:
    return Frame(step, table.game, table.state, table.forfeited)


def move_of(table: Table, scene: Scene, typed: str, lister: str = "?") -> str:
    """Return the move that a person's words mean, in the game's notation: see `typed_moves.move_of`.

    Raises `BadAction` if they mean none, and `IllegalAction` for notation that a rule of the game refuses by name.
    """
    try:
        return typed_moves.move_of(scene, typed, lister)
    except BadAction:
        _refuse_by_rule(table, scene.player, " ".join(typed.split()))
        raise


def _refuse_by_rule(table: Table, seat: Player, typed: str) -> None:
    try:
        action = table.game.parse(typed)
    except BadText:
        return
    if seat in table.to_act and (why := table.game.why_illegal(table.view(seat), action)):
        raise IllegalAction(table.game.text(action), seat, why)


def bot_seed(deal: object, seat: Player, table: Table) -> str:
    """Return the seed of a bot's luck in its turn at a table, the same in every interface for the same deal.

    It does not depend on the order in which players choose at the same time.
    """
    return f"{deal}/{seat}/{table.since(seat)}"
