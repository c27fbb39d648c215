"""A browser's own games: the list, and taking a game off it, also one that goes on."""

from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from cardwright import games
from cardwright.cardroom import commands
from cardwright.cardroom.commitments import TABLE_ID
from cardwright.cardroom.logs.game_lists import ListedGame, own_list_name
from cardwright.cardroom.tables.live_table import LiveTable
from cardwright.errors import UnknownName
from cardwright.play import statistics
from cardwright.play.clock import utc_minute
from cardwright.play.skill import accuracy_text
from cardwright.web import own_games, render, requests, responses
from cardwright.web.drawing import charts
from cardwright.web.refused import Refused
from cardwright.wording import first_names

MIN_REVIEWED_COUNT = 3  # games of which a chart shows the accuracy
PAGE_GAMES = 30  # finished games on a page


async def own_games_page(request: Request) -> Response:
    """List one's own games: those that go on, and those that have ended, newest first."""
    wanted = request.query_params.get("game", "")
    if wanted:
        games.room(wanted)
    going, ended, _ = await own_games.refresh(request)
    shown = [item for item in reversed(ended) if item.summary and wanted in ("", item.summary.game)]
    page = requests.count(request.query_params.get("page", "1"), 5) or 1
    last = max(1, -(-len(shown) // PAGE_GAMES))
    if page > last:
        raise Refused(400, f"there are pages 1 to {last}")
    linked, played = requests.linked(request), {item.summary.game for item in ended if item.summary}
    body = render.page(
        "games.html",
        linked=linked.plays_as,
        closed=linked.closed_as,
        going=[_going(request, live) for live in going],
        ended=[finished_row(item) for item in shown[(page - 1) * PAGE_GAMES : page * PAGE_GAMES]],
        total=len(shown),
        kinds=[(name, games.room(name).title) for name in games.GAMES if name in played],
        wanted=wanted,
        page=page,
        last=last,
    )
    return HTMLResponse(body)


async def own_statistics(request: Request) -> Response:
    """Show the statistics of one's own games."""
    _, ended, left = await own_games.refresh(request)
    found = statistics.statistics([item.summary for item in ended if item.summary])
    drilled = {each.game for each in found if games.room(each.game).drills}
    valued = {each.game for each in found if games.has_answers(each.game)}
    body = render.page(
        "statistics.html",
        found=found,
        left=left,
        charts=charts,
        drilled=drilled,
        valued=valued,
        least=MIN_REVIEWED_COUNT,
    )
    return HTMLResponse(body)


async def own_csv(request: Request) -> Response:
    """Return one's finished games as CSV, with the figures of each."""
    _, ended, _ = await own_games.refresh(request)
    body = statistics.as_csv([(item.ended, item.summary) for item in ended if item.summary])
    return Response(body, media_type="text/csv", headers={"content-disposition": 'attachment; filename="games.csv"'})


def _going(request: Request, live: LiveTable) -> dict[str, Any]:
    opening = requests.keys_of(request, live.id)
    seat = own_games.seat_at(live, opening)
    clocks = live.clocks(requests.cardroom(request).uptime.now())
    clock = clocks[seat] if clocks else None
    return {
        **own_games.way_in(live, opening),
        "title": live.title,
        "others": first_names(name for number, name in enumerate(live.names) if number != seat),
        "terms": live.terms,
        "free": len(live.seats.free),
        "time_left": clock.text if clock and clock.running else "",
        "begun": live.table is not None,
        "ends": live.ends_without(seat),
    }


def finished_row(item: ListedGame) -> dict[str, Any]:
    """Return what a list shows of a finished game."""
    summary = item.summary
    assert summary is not None
    skill = summary.skill
    return {
        "id": item.table,
        "title": games.room(summary.game).title,
        "day": utc_minute(item.ended),
        "others": first_names(summary.others),
        "outcome": summary.outcome,
        "ended_as": summary.ended_as,
        "result": summary.result,
        "accuracy": accuracy_text(skill) if skill.judged else "",
        "moves": summary.moves,
        "minutes": max(1, round((item.ended - item.at) / 60_000)),
        "uncounted": summary.uncounted,
        "deal": summary.deal,
        "alone": "" not in [kind for seat, kind in enumerate(summary.kinds) if seat != summary.seat],
        "reviewed": games.has_answers(summary.game),
    }


async def remove_game(request: Request) -> Response:
    """Take a game off one's list and out of one's statistics. One that goes on is given up."""
    table = (await requests.form(request, "table")).get("table", "")
    secrets = requests.secrets(request)
    if not secrets or not TABLE_ID.fullmatch(table):
        raise UnknownName("table", table, ())
    cardroom = requests.cardroom(request)
    live = await cardroom.kept_table(table)
    seat = own_games.seat_at(live, requests.keys_of(request, live.id))
    if not live.over:
        await commands.leave(cardroom, live, seat, for_good=True)
        live = await cardroom.kept_table(table)
    if live.over:
        await commands.give_up_seat(cardroom, live, seat)
    await cardroom.game_lists.remove(own_list_name(secrets[0]), [table])
    return responses.go_to(request, "/games", "The game is off your list.")
