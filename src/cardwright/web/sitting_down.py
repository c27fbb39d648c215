"""Sitting down at a table, as every page does that leads to a seat."""

import contextlib

from starlette.requests import Request
from starlette.responses import Response

from cardwright.cardroom import commands
from cardwright.cardroom.logs.clubs import mark
from cardwright.cardroom.seat_keys import seat_secret
from cardwright.cardroom.tables.live_table import LiveTable
from cardwright.game import SPECTATOR
from cardwright.web import own_games, people, requests, responses
from cardwright.web.table_shares import is_shared


async def sit_down(
    request: Request,
    live: LiveTable,
    form: dict[str, str],
    shared: str = "",
    *,
    was: int = SPECTATOR,
    elo: float | None = None,
) -> Response:
    """Take a seat, which a secret ``shared`` with other devices opens, or else the browser's own.

    ``was`` is the seat at the game before, of a rematch, and ``elo`` the rating of a player who looks for another.
    """
    own = requests.own_secret(request)
    cardroom = requests.cardroom(request)
    cardroom.scheduler.bots[live.id].owner = requests.address(request)
    name = requests.name_in(form)
    if requests.seat(request, live) == SPECTATOR:
        called = requests.name_or_guest(request, own, name)
        secret = shared or seat_secret(own, live.id)
        with requests.admit(request, opens=False) if is_shared(live) else contextlib.nullcontext():
            seat = await commands.sit(cardroom, live, called, secret, requests.commitment(form), was)
            request.app.state.table_shares.note(requests.address(request), live)
        if club := live.opened.club:
            await cardroom.clubs.note_seat(club, live.id, seat, mark(own, club))
        await people.note_seated(cardroom, live, seat, own, elo)
        cardroom.scheduler.set_speed(await cardroom.load_table(live.id), seat, requests.speed(request))
        await own_games.add(request, live, own)
    answer = responses.go_to(request, f"/t/{live.id}")
    responses.give_person(request, answer, own, name)
    return answer
