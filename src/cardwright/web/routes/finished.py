"""Finished games: replay, record, and the proof of the deals."""

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec
from markupsafe import Markup
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from cardwright import games
from cardwright.cardroom import known_deals, results, settings
from cardwright.cardroom.live_table import LiveTable
from cardwright.errors import PlayError
from cardwright.game import SPECTATOR
from cardwright.play import proof, session
from cardwright.play.record import Record
from cardwright.scenes import named
from cardwright.web import render, requests, responses, table_page
from cardwright.web.routes.lobby import sit_down
from cardwright.web.security import Refused

MAX_RESULTS = 24  # that are kept


class ResultCache:
    """A cache of results of finished games, which no longer change and take long to compute.

    One at a time is computed, in a thread, so that moves at other tables wait for one at most.
    """

    def __init__(self) -> None:
        self._found: dict[tuple[str, str, int | None], Any] = {}  # the least recently used first
        self._looking = asyncio.Lock()

    async def of(self, live: LiveTable, what: str, seat: int | None, look: Callable[[], Any]) -> Any:
        """Return what ``look`` computes for a finished game, such as the record of a seat."""
        key = (live.id, what, seat)
        if key not in self._found:
            async with self._looking:
                if key not in self._found:
                    self._found[key] = await run_in_threadpool(look)
        found = self._found[key] = self._found.pop(key)
        while len(self._found) > MAX_RESULTS:
            del self._found[next(iter(self._found))]
        return found


def _result_cache(request: Request) -> ResultCache:
    return request.app.state.result_cache  # type: ignore[no-any-return]


async def _whole(request: Request, live: LiveTable) -> Record:
    found: Record = await _result_cache(request).of(live, "whole", None, lambda: results.whole(live))
    return found


def _finished(request: Request) -> LiveTable:
    live = requests.table(request)
    if not live.over:
        raise PlayError("the game is not over")
    return live


async def replay(request: Request) -> Response:
    """Show any step of a finished game, from one's own seat, or from any seat if all have agreed."""
    requests.limit(request, requests.LOOKS)
    live = _finished(request)
    assert live.table is not None
    last = len(live.table.log)
    own = requests.seat(request, live)
    all_open = live.may_show_all(own)
    at = requests.count(request.query_params.get("at", str(last)))
    if at is None or at > last:
        raise Refused(400, f"this game has steps 0 to {last}")
    wanted = requests.count(request.query_params.get("as", ""), 3)
    eyes = wanted - 1 if wanted and all_open and wanted <= len(live.seats) else own
    whole = await _whole(request, live)
    scene = session.build_scene(
        live.game, whole.view(at, eyes), whole.forfeited if at == last else None, whole.resigned
    )
    scene = msgspec.structs.replace(scene, moves=())
    moments = await _result_cache(request).of(live, "moments", None, lambda: _moments(whole))
    tail = f"&as={eyes + 1}" if eyes != own else ""
    body = render.page(
        "replay.html",
        id=live.id,
        title=games.room(live.opened.game).title,
        at=at,
        last=last,
        eyes=eyes,
        open_eyes=eyes != own,
        tail=Markup(tail.replace("&", "&amp;")),
        seats=range(len(live.seats)) if all_open else (),
        names=live.names,
        news=[named(line, live.names) for line in scene.news],
        before=max((each for each in moments if each < at), default=0),
        after=min((each for each in moments if each > at), default=last),
        scene=render.scene_html(scene, live.names, at, ""),
    )
    return HTMLResponse(body)


def _moments(whole: Record) -> tuple[int, ...]:
    """Return the versions of a finished game at which cards lie face up that the next step clears away."""
    return tuple(at for at, state in enumerate(whole.states) if whole.game.is_moment(state))


async def go_on(request: Request) -> Response:
    """Play a finished game against bots on from one of its steps, at a table of its own; step 0 is the same deal."""
    requests.limit(request, requests.TABLES)
    live, form = requests.table(request), await requests.form(request, "at")
    seat, at = requests.seat(request, live), requests.count(form.get("at", ""))
    if at is None:
        raise Refused(400, "the step to play on from is a number")
    made = known_deals.fork(requests.cardroom(request), live, seat, at)
    return sit_down(request, made, {"name": live.names[seat], "seed": live.seats[seat].seed})


async def download(request: Request) -> Response:
    """Download the record of a finished game: all of it if the players agree, else what one's own seat saw."""
    requests.limit(request, requests.LOOKS)
    live = _finished(request)
    seat = requests.seat(request, live)
    shown = None if live.may_show_all(seat) else seat
    whole = await _whole(request, live)
    made = await _result_cache(request).of(live, "record", shown, lambda: results.record(live, whole, shown))
    headers = {"content-disposition": f'attachment; filename="{_file(live, seat)}"'}
    return Response(made, media_type="application/jsonl", headers=headers)


def _file(live: LiveTable, seat: int) -> str:
    """Return the file name of a record."""
    whose = "" if live.may_show_all(seat) else "-watched" if seat == SPECTATOR else f"-seat-{seat + 1}"
    return f"{live.opened.game}-{live.id}{whose}.jsonl"


async def fair(request: Request) -> Response:
    """Return the commitments of the server at this table, and for a finished game the openings of the draws one saw."""
    requests.limit(request, requests.LOOKS)
    live = requests.table(request)
    told: dict[str, Any] = {"commitment": proof.commitment(live.opened.seed), "seals": results.seals(live)}
    told["own"] = [seat.own_seed for seat in live.seats]
    if live.over:
        seat = requests.seat(request, live)
        whole = await _whole(request, live)
        opened = _result_cache(request).of(live, "openings", seat, lambda: results.openings(live, whole, seat))
        told["openings"] = await opened
    answer = _fair_page(request, live, told) if requests.wants_page(request) else responses.json(told)
    answer.headers["vary"] = "accept"
    return answer


def _fair_page(request: Request, live: LiveTable, told: dict[str, Any]) -> Response:
    seat = requests.seat(request, live)
    body = render.page(
        "fair.html",
        id=live.id,
        title=games.room(live.opened.game).title,
        file=_file(live, seat),
        whole=live.may_show_all(seat),
        seat=seat,
        over=live.over,
        committed=told["commitment"],
        known=", ".join(settings.known(live.opened)),
        seed_sources=table_page.seed_sources(live),
        names=live.names,
        seals=told["seals"],
        openings=told.get("openings", {}),
    )
    return HTMLResponse(body)
