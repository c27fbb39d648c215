"""Pairing: sit down with a player who waits for a game, or wait at a new table."""

from collections.abc import Iterator

from starlette.requests import Request
from starlette.responses import Response

from cardwright import games
from cardwright.cardroom.tables.live_table import LiveTable
from cardwright.errors import NoFreeSeat, UnknownName
from cardwright.game import SPECTATOR
from cardwright.web import requests
from cardwright.web.lobby_board import is_open
from cardwright.web.routes.lobby import LOBBY_CLOCK, sit_down

WAITING_MS = 10 * 60 * 1000  # without an entry at the table, after which the player is taken to be gone


async def find_player(request: Request) -> Response:
    """Sit down with a player who waits for this game, or open a table and wait; a form sent twice is sent once."""
    name, form = request.path_params["game"], await requests.form(request, "name", "commitment")
    players = (await requests.cardroom(request).game(name, {})).players
    if players == 1:
        raise UnknownName("game for two or more", name, [game for game in games.GAMES if game != name])
    requests.commitment(form)  # refused before anything is opened
    for live in _waiting(request, name):
        try:
            return await sit_down(request, live, form)
        except NoFreeSeat:  # another was faster
            continue
    bots = [games.strongest_bot(name)] * (players - 2)
    with requests.admit(request, opens=True):
        live = await requests.cardroom(request).open(name, {}, ["", *bots], clock=LOBBY_CLOCK, spent="bot", ready=True)
        return await sit_down(request, live, form)


def _waiting(request: Request, game: str) -> Iterator[LiveTable]:
    """Yield the tables of a game, played as usual, with a free seat: one's own, then the one that waits longest."""
    cardroom = requests.cardroom(request)
    now = cardroom.uptime.now()
    found = [
        live
        for live in list(cardroom.tables.values())
        if live.opened.game == game and live.has_default_options and live.seats.free and is_open(live, now)
    ]
    yield from (live for live in found if requests.seat(request, live) != SPECTATOR)
    yield from sorted((live for live in found if now - live.at < WAITING_MS), key=lambda live: live.at)
