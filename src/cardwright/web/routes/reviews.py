"""The review of a finished game, from one's own seat, or of all seats where all cards may be shown."""

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from cardwright import games
from cardwright.cardroom.tables.live_table import LiveTable
from cardwright.errors import NotSeated
from cardwright.game import SPECTATOR
from cardwright.play import review as reviews
from cardwright.play import review_chart
from cardwright.play.record import Record
from cardwright.play.review import Answered, SeatReview
from cardwright.web import own_games, render, requests, responses
from cardwright.web.budget import in_thread
from cardwright.web.result_cache import finished_table, proof, solution_record, whole


async def review(request: Request) -> Response:
    """Show the mistakes of a finished game, what they cost, and luck apart from skill; of all seats if all agreed."""
    live = await finished_table(request)
    seat = requests.seat(request, live)
    if seat == SPECTATOR:
        raise NotSeated
    seats = range(len(live.seats)) if live.may_show_all(seat) else (seat,)
    record = await whole(request, live)
    work = requests.cardroom(request).reviews.work(live, record, seats, requests.address(request))
    assert work.task is not None
    done = await responses.done_soon(work.task)
    page: dict[str, Any] = {
        "id": live.id,
        "game": games.room_name(live.game),
        "title": live.title,
        "own": seat,
        "solvable": live.solvable,
    }
    if not done:
        return responses.loads_again(render.page("review.html", **page, done=work.done, total=work.total))
    hindsight = await _hindsight(request, live) if live.solvable else []
    found = [each for each in work.task.result() if each.seat in seats]
    await own_games.keep_review(request, live, found)
    shown = await in_thread(_review_values, live, record, _own_first(found, seat), seat)
    return HTMLResponse(render.page("review.html", **page, **shown, hindsight=hindsight, may_go_on=live.may_fork))


async def _hindsight(request: Request, live: LiveTable) -> list[str]:
    """Return what can be said of a lost patience by the order of its cards."""
    way = await solution_record(request, live)
    could = "It could have been won, had the order of the cards been known." if way else ""
    return [said for said in (could, await proof(request, live)) if said]


def _own_first(found: Sequence[SeatReview], seat: int) -> list[SeatReview]:
    return sorted((each for each in found if each.decisions), key=lambda each: each.seat != seat)


def _review_values(live: LiveTable, record: Record, found: Sequence[SeatReview], own: int) -> dict[str, Any]:
    unit, names = games.unit(record.game), live.names

    def replay_at(at: int, seat: int) -> str:
        return f"/t/{live.id}/replay?at={at}{'' if seat == own else f'&as={seat + 1}'}"

    def replay_of(bad: Answered) -> str:
        return replay_at(bad.at, bad.seat)

    worst = next((bad for each in found if each.seat == own for bad in each.mistakes), None)
    return {
        "graph": Markup(review_chart.svg(found, names, unit, replay_of)) if found else "",
        "practised": f"/practice/{games.room_name(record.game)}/own?table={live.id}&at={worst.at}" if worst else "",
        "graphed": review_chart.title(found, unit),
        "points": review_chart.rows(found, unit) if found else [],
        "replay_at": replay_at,
        "no_grade": reviews.NO_GRADE,
        "seats": [reviews.figures(record, each, names, own) for each in found],
    }
