"""The replay of a finished game: one page, whose steps and list of moves are drawn when they are asked for."""

from typing import Any

import msgspec
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from cardwright import games
from cardwright.cardroom.live_table import LiveTable
from cardwright.game import Player
from cardwright.play import session
from cardwright.play.record import Record
from cardwright.scenes import Scene, named
from cardwright.web import render, requests, responses
from cardwright.web.result_cache import finished, move_lists, result_cache, whole
from cardwright.web.security import Refused

PART_STEPS = 40  # steps of a part of the list of moves


class ReplayMove(msgspec.Struct):
    """A line of the list of moves: the step that led to ``at``. At a ``moment`` the table is held for all to see."""

    at: int
    text: str
    moment: bool = False


class ReplayMoves(msgspec.Struct):
    """The moves of the steps from ``first`` on, up to the next part; those that no one was shown have no line."""

    first: int
    moves: list[ReplayMove]


class ShownStep(msgspec.Struct):
    """A step of a finished game, drawn: the table as HTML, and what had just happened."""

    at: int
    scene: str
    news: list[str]


async def replay(request: Request) -> Response:
    """Show a finished game at any step, from one's own seat, or from any seat if all have agreed.

    As JSON it is the step alone.
    """
    requests.limit(request, requests.LOOKS)
    live = await finished(request)
    eyes, at = _eyes(request, live), _count(request, live, "at", live.version)
    record = await whole(request, live)
    scene = _scene(live, record, at, eyes)
    drawn = render.scene_html(scene, live.names, at, "")
    news = [named(line, live.names) for line in scene.news]
    if requests.wants_json(request):
        answer = responses.json(ShownStep(at, str(drawn), news))
    else:
        answer = HTMLResponse(render.page("replay.html", **await _page(request, live, record, at, eyes, news, drawn)))
    answer.headers["vary"] = "accept"
    return answer


async def _page(
    request: Request, live: LiveTable, record: Record, at: int, eyes: Player, news: list[str], drawn: Markup
) -> dict[str, Any]:
    own = requests.seat(request, live)
    moments = await result_cache(request).of(live, "moments", None, lambda: _moments(record))
    tail = f"&as={eyes + 1}" if eyes != own else ""
    return {
        "id": live.id,
        "title": games.room(live.opened.game).title,
        "at": at,
        "last": live.version,
        "eyes": eyes,
        "own": own,
        "tail": tail,
        "seats": range(len(live.seats)) if live.may_show_all(own) and len(live.seats) > 1 else (),
        "names": live.names,
        "news": news,
        "moments": moments,
        "before": max((each for each in moments if each < at), default=0),
        "after": min((each for each in moments if each > at), default=live.version),
        "moves": (await _part(request, live, record, eyes, _first(at))).moves,
        "part_steps": PART_STEPS,
        "may_go_on": live.may_fork and own >= 0,
        "link": f"{requests.base(request)}/t/{live.id}/replay",
        "scene": drawn,
    }


async def replay_moves(request: Request) -> Response:
    """Return a part of the list of moves of a finished game, from the step ``first`` on."""
    requests.limit(request, requests.LOOKS)
    live = await finished(request)
    first = _first(_count(request, live, "first", 0))
    return responses.json(await _part(request, live, await whole(request, live), _eyes(request, live), first))


async def _part(request: Request, live: LiveTable, record: Record, eyes: Player, first: int) -> ReplayMoves:
    def made() -> ReplayMoves:
        steps = range(first, min(first + PART_STEPS, record.last + 1))
        lines = [_line(live, record, at, eyes) for at in steps]
        return ReplayMoves(first, [line for line in lines if line.text])

    found: ReplayMoves = await move_lists(request).of(live, f"moves {first}", eyes, made)
    return found


def _line(live: LiveTable, record: Record, at: int, eyes: Player) -> ReplayMove:
    news = _scene(live, record, at, eyes).news
    return ReplayMove(at, ". ".join(named(line, live.names) for line in news), record.is_moment(at))


def _first(at: int) -> int:
    return at - at % PART_STEPS


def _eyes(request: Request, live: LiveTable) -> Player:
    """Return the seat to look from: one's own, or the one asked for where all cards may be shown."""
    own = requests.seat(request, live)
    wanted = requests.count(request.query_params.get("as", ""), 3)
    return wanted - 1 if wanted and live.may_show_all(own) and wanted <= len(live.seats) else own


def _count(request: Request, live: LiveTable, field: str, default: int) -> int:
    found = requests.count(request.query_params.get(field, str(default)))
    if found is None or found > live.version:
        raise Refused(400, f"this game has steps 0 to {live.version}")
    return found


def _scene(live: LiveTable, record: Record, at: int, eyes: Player) -> Scene:
    loser = record.forfeited if at == record.last else None
    scene = session.build_scene(live.game, record.view(at, eyes), loser, record.resigned)
    return msgspec.structs.replace(scene, moves=())


def _moments(record: Record) -> tuple[int, ...]:
    """Return the versions of a finished game at which cards lie face up that the next step clears away."""
    return tuple(at for at in range(record.last + 1) if record.is_moment(at))
