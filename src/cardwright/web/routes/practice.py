"""Practice: a position of a game to decide, and the value of each answer. A page of its own, without a table."""

import functools
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple
from urllib.parse import urlencode

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from cardwright import games
from cardwright.answers import ROUGH, Figure, Line, Unit, Value, gap, is_rough, is_worse
from cardwright.cardroom.bots.exercises import ExerciseKey
from cardwright.errors import UnknownName
from cardwright.game import AnyGame, View
from cardwright.play import hints, session
from cardwright.play.drill import drills
from cardwright.scenes import CardZone, Move, Place, Scene, named
from cardwright.standard_error import NORMAL_95_FACTOR
from cardwright.web import render, requests, responses
from cardwright.web.budget import in_thread
from cardwright.web.drawing import scene_parts
from cardwright.web.refused import Refused
from cardwright.wording import capitalized

MAX_NUMBER = 10**9
MAX_LISTED_LINES = 8
LOSS_PARTS_PER_UNIT = 100_000  # with fewer, rounding would show


class AnswerTally(msgspec.Struct, frozen=True):
    """The answers so far, kept in the address: their number, the right ones, and their loss in parts of a unit."""

    asked: int = 0
    right: int = 0
    lost: int = 0

    @property
    def loss(self) -> float:
        """Their loss in the unit of the game."""
        return self.lost / LOSS_PARTS_PER_UNIT


class PracticePosition(NamedTuple):
    """A position on the page: the seat's view, and the lines of its moves, best first.

    ``here`` and ``onward`` are the addresses of this position and the next, without the answers so far; ``names`` are
    the players' names, and ``heading`` is on every page of this drill.
    """

    game: AnyGame
    view: View
    lines: tuple[Line, ...]
    tally: AnswerTally
    here: str
    onward: str
    names: tuple[str, ...]
    heading: dict[str, Any]


async def practice(request: Request) -> Response:
    """Show a position to decide, or with a ``move`` the values of that and the other moves."""
    key, tally = _key(request), answers_so_far(request)
    if "n" not in request.query_params:
        return RedirectResponse(with_tally(_address(key), tally), 303)
    search = requests.cardroom(request).exercises.search(key, requests.address(request))
    if not await responses.done_soon(search):
        return still_working(_heading(key), "Bots are playing to a position in which the moves differ.")
    game = await requests.cardroom(request).game(key.game, {})
    view, lines = search.result()
    onward = _address(key._replace(number=Random(key.number).randrange(MAX_NUMBER)))
    bots = ("Bot", "Bot") if game.players == 2 else [f"Bot {number}" for number in range(1, game.players + 1)]
    names = tuple("You" if seat == view.player else bot for seat, bot in enumerate(bots))
    position = PracticePosition(game, view, lines, tally, _address(key), onward, names, _heading(key))
    return await position_page(request, position)


def still_working(heading: dict[str, Any], words: str) -> Response:
    """Return a page that names the work in progress, and loads again by itself."""
    return responses.loads_again(render.page("practice.html", **heading, waiting=words, answer=None))


async def position_page(request: Request, position: PracticePosition) -> Response:
    """Return the page of a position, or of the answer in the address."""
    return HTMLResponse(await in_thread(_page, position, request.query_params.get("move", "")))


async def answer(request: Request) -> Response:
    """Redirect to the page with the value of the chosen move."""
    form = await requests.form(request, "move", "version")
    there = f"{request.url.path}?{urlencode({**request.query_params, 'move': form.get('move', '')})}"
    return responses.go_to(request, there)


def _address(key: ExerciseKey) -> str:
    return f"/practice/{key.game}?{urlencode({'kind': key.kind, 'n': key.number})}"


def with_tally(address: str, tally: AnswerTally) -> str:
    """Return the address of a position with the answers so far."""
    return f"{address}&{urlencode(msgspec.structs.asdict(tally))}"


def _key(request: Request) -> ExerciseKey:
    """Return the position that is asked for, of the first kind and a random number by default."""
    name, query = request.path_params["game"], request.query_params
    kinds = drills(name)
    kind = query.get("kind", next(iter(kinds)))
    if kind not in kinds:
        raise UnknownName(f"drill of {name}", kind, kinds)
    number = requests.count(query.get("n", str(Random().randrange(MAX_NUMBER))))
    if number is None:
        raise Refused(400, "the number of a position has at most nine digits")
    return ExerciseKey(name, kind, number)


def answers_so_far(request: Request) -> AnswerTally:
    """Return the answers that an address holds."""
    counts = [requests.count(request.query_params.get(field, "0")) for field in AnswerTally.__struct_fields__]
    return AnswerTally(*(0 if count is None else count for count in counts))


def _heading(key: ExerciseKey) -> dict[str, Any]:
    drill = drills(key.game)[key.kind]
    return heading(key.game, key.kind, drill.title, source=f"Position {key.number}", by_rule=drill.by_rule)


def heading(game: str, kind: str, asked_for: str, *, source: str = "", by_rule: bool = False) -> dict[str, Any]:
    """Return the heading of every page of a drill; ``source`` says where the position comes from."""
    return {
        "game": game,
        "title": games.room(game).title,
        "kind": kind,
        "asked_for": asked_for,
        "kinds": [(each, drill.title) for each, drill in drills(game).items()],
        "source": source,
        "by_rule": by_rule,
    }


def _page(position: PracticePosition, text: str) -> str:
    """Return the page: the position, and with the text of a move its worth."""
    game, view = position.game, position.view
    scene = session.build_scene(game, view)
    answered = next((line for line in position.lines if game.text(line.action) == text), None)
    if answered is None and text:
        raise Refused(400, f"{text!r} is not a move that this position asks for")
    moves = tuple(_moves(position, scene.moves))
    best = next((move for move in moves if move.text == game.text(position.lines[0].action)), None)
    shown_scene = _answered_scene(scene, best) if answered and best else msgspec.structs.replace(scene, moves=moves)
    return render.page(
        "practice.html",
        **position.heading,
        waiting="",
        scene=scene_parts.scene_html(shown_scene, position.names, 0, with_tally(position.here, position.tally)),
        tally=position.tally,
        amount=functools.partial(_amount, games.unit(game)),
        answer=_worth(position, answered, moves) if answered else None,
    )


def _answered_scene(scene: Scene, best: Move) -> Scene:
    """Return the position after the answer: nothing is asked any more, and only the places of the best move have an
    outline."""
    replace = msgspec.structs.replace

    def outlined(place: Place) -> Place:
        left = tuple(mark for mark in place.marks if mark != "exposed")
        return replace(place, marks=(*left, "winner") if place.id in best.places else left)

    return replace(
        scene,
        status="The best choice is outlined" if best.places else f"Best: {best.label}",
        seats=tuple(replace(seat, to_act=False) for seat in scene.seats),
        zones=tuple(
            replace(zone, places=tuple(map(outlined, zone.places))) if isinstance(zone, CardZone) else zone
            for zone in scene.zones
        ),
        moves=(),
    )


def _part_text(part: Figure) -> str:
    """Return a part of a value: a share as the values beside it are printed, in per cent."""
    if part.kind == "share":
        return Unit(part.name, part.kind).short(part.value, part.error)
    margin = f" ± {NORMAL_95_FACTOR * part.error:.2f}" if part.error else ""
    return f"{round(float(part.value), 2) + 0.0:.2f}{margin}"


def _amount(unit: Unit, value: Value) -> str:
    return _unbroken(unit.short(value))


def _in_column(unit: Unit, value: Value) -> str:
    """Return an amount below a head that names its unit."""
    return _amount(unit, value).removesuffix(f" {unit.name}")


def _unbroken(amount: str) -> str:
    """Return an amount that is not broken before its sign."""
    return amount.replace(" %", "\N{NO-BREAK SPACE}%")


def _moves(position: PracticePosition, moves: Sequence[Move]) -> Iterator[Move]:
    """Yield a move for each line, in the order of the table. One that takes an amount becomes a move for each amount
    that has a value."""
    by_text = {move.text: move for move in moves}
    texts = (position.game.text(line.action) for line in position.lines)
    for text in sorted(texts, key=lambda text: (hints.place_of(moves, text), text)):
        legal_move = by_text.get(text)
        yield legal_move if legal_move is not None else Move(text=text, label=hints.move_label(moves, text))


def _worth(position: PracticePosition, answered: Line, moves: Sequence[Move]) -> dict[str, Any]:
    """Return the values of an answer on the page: whether it is right, its loss, and the best moves beside it."""
    best, by_rule = position.lines[0], position.heading["by_rule"]
    loss, wrong = float(gap(best, answered)[0]), is_worse(best, answered)
    before = position.tally
    unit, reason = games.unit(position.game), best.reason.removesuffix(".")
    rough = is_rough(unit, best)
    lost = 0 if by_rule or rough or not wrong else round(LOSS_PARTS_PER_UNIT * loss)
    tally = AnswerTally(before.asked + 1, before.right + (not wrong), before.lost + lost)
    lines = [
        *position.lines[:MAX_LISTED_LINES],
        *([answered] if answered not in position.lines[:MAX_LISTED_LINES] else []),
    ]
    label = {line: named(hints.move_label(moves, position.game.text(line.action)), position.names) for line in lines}
    return {
        "wrong": wrong,
        "chosen": capitalized(label[answered]) if wrong else label[answered],
        "loss": hints.loss_text(unit, answered, best) if rough else _unbroken(unit.text(loss)),
        "measured": "Beside the best" if rough else capitalized(unit.name),
        "best": "" if answered is best else label[best],
        "reason": capitalized(reason) if answered is best else reason,
        "own_reason": "" if by_rule else hints.reason_beside(answered.reason, best.reason).removesuffix("."),
        "tally": tally,
        "next": with_tally(position.onward, tally),
        "lines": [
            {
                "label": label[line],
                "value": hints.value_text(unit, line, best) if rough else _in_column(unit, line.value),
                "error": _in_column(unit, NORMAL_95_FACTOR * line.error) if line.error and not rough else "",
                "loss": _in_column(unit, gap(best, line)[0]) if line is not best and not rough else "",
                "chosen": line is answered,
                "parts": [f"{part.name} {_part_text(part)}" for part in line.parts],
            }
            for line in lines
        ],
        "more": len(position.lines) - len(lines),
        "sampled": ROUGH if rough else hints.SAMPLED if any(line.error for line in lines) else "",
    }
