"""Finished games: playing on, the record, and the proof of the deals."""

import functools
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from cardwright.cardroom import following
from cardwright.cardroom.service import Cardroom
from cardwright.cardroom.tables import results, settings
from cardwright.cardroom.tables.live_table import LiveTable
from cardwright.cardroom.tables.standings import MAX_GAMES_OF_CHAIN, scores_of_bots, standings
from cardwright.errors import NotSeated, UnknownName, UnreadableTable
from cardwright.game import SPECTATOR
from cardwright.play.contract import commitment
from cardwright.web import render, requests, responses
from cardwright.web.app_state import state_of
from cardwright.web.budget import in_thread
from cardwright.web.finished_game import finished_table, whole
from cardwright.web.refused import Refused
from cardwright.web.routes.tables import sit_down
from cardwright.web.table_frame import seed_sources


async def go_on(request: Request) -> Response:
    """Continue a finished game against bots from one of its steps, at a new table; step 0 is the same deal again."""
    live, form = await requests.table(request), await requests.form(request, "at")
    seat, at = requests.seat(request, live), requests.count(form.get("at", ""))
    if at is None:
        raise Refused(400, "the step to play on from is a number")
    cardroom = requests.cardroom(request)
    made = await following.fork(cardroom, await in_thread(cardroom.whole, live), seat, at)
    return await sit_down(request, made, {"name": live.names[seat]})


async def download(request: Request) -> Response:
    """Download the record of a finished game: all of it if the players agree, else the view of one's own seat."""
    live = await finished_table(request)
    seat = requests.seat(request, live)
    shown = None if live.may_show_all(seat) else seat
    game = await whole(request, live)
    made = await state_of(request).result_cache.of(live, "record", shown, lambda: results.record(live, game, shown))
    headers = {"content-disposition": f'attachment; filename="{_file(live, seat)}"'}
    return Response(made, media_type="application/jsonl", headers=headers)


def _file(live: LiveTable, seat: int) -> str:
    whose = "" if live.may_show_all(seat) else "-watched" if seat == SPECTATOR else f"-seat-{seat + 1}"
    return f"{live.opened.game}-{live.id}{whose}.jsonl"


async def next_game(request: Request) -> Response:
    """Show the games that the people of a finished one can play together."""
    live = await finished_table(request)
    if requests.seat(request, live) == SPECTATOR:
        raise NotSeated
    body = render.page("next.html", id=live.id, names=live.people, kinds=settings.games_for(len(live.people)))
    return HTMLResponse(body)


async def standings_page(request: Request) -> Response:
    """Show who has won and lost in the games that have led to this one by rematches."""
    cardroom, live = requests.cardroom(request), await requests.table(request)
    tables = await in_thread(_chain, cardroom, live)
    totals = standings(tables)
    units = sorted({unit for each in totals for unit in each.scores})
    ended = sum(each.over for each in tables)
    shown = {"totals": totals, "units": units, "bots": scores_of_bots(tables)}
    body = render.page("standings.html", id=live.id, title=live.title, count=ended, **shown)
    return HTMLResponse(body)


def _chain(cardroom: Cardroom, live: LiveTable) -> list[LiveTable]:
    """Return the tables that have led to this one by rematches, and itself at the end; unreadable ones are left out."""
    chain = [live]
    while chain[0].opened.after and len(chain) < MAX_GAMES_OF_CHAIN:
        try:
            chain.insert(0, cardroom.look(chain[0].opened.after))
        except (UnreadableTable, UnknownName):  # it was deleted, or is of an earlier version
            break
    return chain


async def fair(request: Request) -> Response:
    """Return the proofs of a table's deals, and for a finished game the openings of the draws one saw."""
    cardroom, live = requests.cardroom(request), await requests.table(request)
    contract = live.contract
    proofs: dict[str, Any] = {"contract": contract.text if contract else "", "commitment": commitment(live.opened.seed)}
    sealed, proofs["seals"] = await state_of(request).result_cache.alone(lambda: _compute_seals(cardroom, live))
    if sealed.seq == live.seq:  # the whole log is read once for a table that was opened from a snapshot
        live.seals, live.sealed_steps = sealed.seals, sealed.sealed_steps
    proofs["own"] = [seat.own_seed for seat in live.seats]
    if live.over:
        seat = requests.seat(request, live)
        game = await whole(request, live)
        look = functools.partial(results.openings, live, game, seat)
        proofs["openings"] = await state_of(request).result_cache.of(live, "openings", seat, look)
    draw = functools.partial(_fair_page, request, live) if requests.wants_page(request) else responses.json
    answer = await in_thread(draw, proofs)
    answer.headers["vary"] = "accept"
    return answer


def _compute_seals(cardroom: Cardroom, live: LiveTable) -> tuple[LiveTable, dict[int, str]]:
    """Return the table from which the seals were computed, and the seals."""
    table = cardroom.sealable(live)
    return table, results.seals(table)


def _fair_page(request: Request, live: LiveTable, proofs: dict[str, Any]) -> Response:
    seat = requests.seat(request, live)
    body = render.page(
        "fair.html",
        id=live.id,
        title=live.title,
        file=_file(live, seat),
        whole=live.may_show_all(seat),
        seat=seat,
        over=live.over,
        committed=proofs["commitment"],
        known=", ".join(settings.why_known(live.opened)),
        waiting=live.table is None,
        fingerprint=commitment(proofs["contract"]) if proofs["contract"] else "",
        seed_sources=seed_sources(live),
        names=live.names,
        seals=proofs["seals"],
        openings=proofs.get("openings", {}),
    )
    return HTMLResponse(body)
