"""The replay of a finished game, and of its solution: one page, which loads its steps and list of moves as needed."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from cardwright import games
from cardwright.cardroom.names import as_read_by
from cardwright.cardroom.tables.live_table import LiveTable
from cardwright.errors import PlayError
from cardwright.game import Player
from cardwright.play import review, session
from cardwright.play.record import Record
from cardwright.play.review import Answered
from cardwright.scenes import named
from cardwright.web import render, requests, responses
from cardwright.web.app_state import state_of
from cardwright.web.budget import in_thread
from cardwright.web.drawing import scene_parts
from cardwright.web.finished_game import finished_table, solution_record, whole
from cardwright.web.refused import Refused

MOVE_LIST_PART_STEPS = 40


class ReplayMove(msgspec.Struct):
    """A line of the list of moves: the step that led to ``at``. At a ``moment`` the table is held for all to see.

    Once the game has been reviewed, the text of a ``mistake`` has its cost.
    """

    at: int
    text: str
    moment: bool = False
    mistake: bool = False


class ReplayMoves(msgspec.Struct):
    """The moves of the steps from ``first`` on, up to the next part; those that no one was shown have no line."""

    first: int
    moves: list[ReplayMove]


class ShownStep(msgspec.Struct):
    """A step of a game, drawn: the table as HTML, and the latest news.

    Where a mistake follows, and the game has been reviewed, ``news`` begins with it and the better move.
    """

    at: int
    scene: str
    news: Sequence[str]


class ReplayedGame(NamedTuple):
    """A game to step through: the one that was played (``kind`` "replay"), or its solution.

    ``own`` is the visitor's seat.
    """

    live: LiveTable
    record: Record
    kind: str
    own: int

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names as the visitor reads them."""
        return as_read_by(self.own, self.live.names)


async def replay(request: Request) -> Response:
    """Show a finished game at any step, from one's own seat, or from any seat if all have agreed.

    As JSON it is the step alone.
    """
    return await _show_step(request, await _played_game(request))


async def solution(request: Request) -> Response:
    """Show a lost game of one player as it could have been won with the same cards, as `replay` does."""
    live = await finished_table(request)
    record = await solution_record(request, live)
    if record is None and not requests.wants_json(request):
        return HTMLResponse(render.page("unsolved.html", id=live.id, title=live.title))
    return await _show_step(request, _solved_game(request, live, record))


async def _played_game(request: Request) -> ReplayedGame:
    """Return the finished game in the path. Raises `PlayError`."""
    live = await finished_table(request)
    return ReplayedGame(live, await whole(request, live), "replay", requests.seat(request, live))


def _solved_game(request: Request, live: LiveTable, record: Record | None) -> ReplayedGame:
    """Return the solution of a game. Raises `PlayError` if none was found."""
    if record is None:
        raise PlayError("no solution was found")
    return ReplayedGame(live, record, "solution", requests.seat(request, live))


async def _show_step(request: Request, replayed: ReplayedGame) -> Response:
    viewer = _viewer(request, replayed.live)
    first = 0 if "at" in request.query_params else session.first_decision(replayed.record, viewer)
    at = _count(request, replayed.record, "at", first)
    scene = session.recorded_scene(replayed.record, at, viewer)
    drawn = scene_parts.scene_html(scene, replayed.names, at, "")
    news = [named(line, replayed.names) for line in scene.news]
    if bad := _mistakes(request, replayed, viewer).get(at):
        news.insert(0, await in_thread(_mistake_in_words, replayed, bad))  # a telephone shows two lines
    if requests.wants_json(request):
        answer = responses.json(ShownStep(at, str(drawn), news))
    else:
        answer = HTMLResponse(render.page("replay.html", **await _page(request, replayed, at, viewer, news, drawn)))
    answer.headers["vary"] = "accept"
    return answer


async def _page(
    request: Request, replayed: ReplayedGame, at: int, viewer: Player, news: list[str], drawn: Markup
) -> dict[str, Any]:
    live, record, kind, own_seat = replayed
    moments = await state_of(request).result_cache.of(
        live, f"{kind} moments", None, lambda: tuple(filter(record.is_moment, range(record.last + 1)))
    )
    tail = f"&as={viewer + 1}" if viewer != own_seat else ""
    return {
        "id": live.id,
        "title": f"{live.title}{', solved' if kind == 'solution' else ''}",
        "at": at,
        "last": record.last,
        "eyes": viewer,
        "own": own_seat,
        "tail": tail,
        "seats": range(len(live.seats)) if live.may_show_all(own_seat) and len(live.seats) > 1 else (),
        "names": replayed.names,
        "news": news,
        "moments": moments,
        "before": max((each for each in moments if each < at), default=0),
        "after": min((each for each in moments if each > at), default=record.last),
        "moves": (await _part(request, replayed, viewer, _first(at))).moves,
        "part_steps": MOVE_LIST_PART_STEPS,
        "may_go_on": live.may_fork and own_seat >= 0 and kind == "replay",
        "same_cards": live.may_repeat,
        "reviewed": own_seat >= 0 and kind == "replay" and games.has_answers(live.opened.game),
        "solution": kind == "solution",
        "link": f"{requests.base(request)}/t/{live.id}/{kind}",
        "scene": drawn,
    }


async def replay_moves(request: Request) -> Response:
    """Return a part of the list of moves of a finished game, from the step ``first`` on."""
    return await _moves(request, await _played_game(request))


async def solution_moves(request: Request) -> Response:
    """Return a part of the list of moves of a `solution`, as `replay_moves` does."""
    live = await finished_table(request)
    return await _moves(request, _solved_game(request, live, await solution_record(request, live)))


async def _moves(request: Request, replayed: ReplayedGame) -> Response:
    first = _first(_count(request, replayed.record, "first", 0))
    return responses.json(await _part(request, replayed, _viewer(request, replayed.live), first))


def _mistakes(request: Request, replayed: ReplayedGame, viewer: Player) -> dict[int, Answered]:
    """Return the mistakes that a review has found at the viewer's seat, by the steps before them."""
    if replayed.kind != "replay":
        return {}
    return requests.cardroom(request).reviews.mistakes(replayed.live.id, viewer)


def _mistake_in_words(replayed: ReplayedGame, bad: Answered) -> str:
    cost = review.cost_text(bad, games.unit(replayed.record.game))
    better = review.label(replayed.record, bad.at, bad.seat, bad.best)
    return named(f"A mistake follows (cost {cost}). Better: {better}", replayed.names)


async def _part(request: Request, replayed: ReplayedGame, viewer: Player, first: int) -> ReplayMoves:
    mistakes = _mistakes(request, replayed, viewer)

    def made() -> ReplayMoves:
        steps = range(first, min(first + MOVE_LIST_PART_STEPS, replayed.record.last + 1))
        lines = [_line(replayed, at, viewer, mistakes.get(at - 1)) for at in steps]
        return ReplayMoves(first, [line for line in lines if line.text])

    read_by = f" as seat {replayed.own} reads it" if replayed.names != replayed.live.names else ""
    kept_as = f"{replayed.kind} moves {first}{' with mistakes' if mistakes else ''}{read_by}"
    return await state_of(request).move_lists.of(replayed.live, kept_as, viewer, made)


def _line(replayed: ReplayedGame, at: int, viewer: Player, mistake: Answered | None) -> ReplayMove:
    news = session.recorded_scene(replayed.record, at, viewer).news
    text = ". ".join(named(line, replayed.names) for line in news)
    if mistake:
        text += f" (a mistake: cost {review.cost_text(mistake, games.unit(replayed.record.game))})"
    return ReplayMove(at, text, replayed.record.is_moment(at), mistake is not None)


def _first(at: int) -> int:
    return at - at % MOVE_LIST_PART_STEPS


def _viewer(request: Request, live: LiveTable) -> Player:
    """Return the seat to look from: one's own, or the one asked for where all cards may be shown."""
    own = requests.seat(request, live)
    wanted = requests.count(request.query_params.get("as", ""), 3)
    return wanted - 1 if wanted and live.may_show_all(own) and wanted <= len(live.seats) else own


def _count(request: Request, record: Record, field: str, default: int) -> int:
    number = requests.count(request.query_params.get(field, str(default)))
    if number is None or number > record.last:
        raise Refused(400, f"this game has steps 0 to {record.last}")
    return number
