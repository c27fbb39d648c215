"""Pairing: sit down with a player who waits for a game, or wait at a new table.

Where both players show their ratings, those far apart are not paired at once: for some seconds one that is nearer may
come.
"""

import asyncio
import contextlib
import itertools
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from cardwright import games
from cardwright.cardroom.logs.game_lists import own_list_name
from cardwright.cardroom.tables.live_table import LiveTable
from cardwright.cardroom.tables.settings import LOBBY_CLOCK, MIXED, other_seats
from cardwright.errors import NoFreeSeat, UnknownName
from cardwright.game import SPECTATOR
from cardwright.web import requests
from cardwright.web.lobby_board import is_open
from cardwright.web.rated_games import shown_rating
from cardwright.web.refused import Refused
from cardwright.web.routes.tables import sit_down

MAX_WAITING_MS = 10 * 60 * 1000  # after this time without an entry at the table, its player counts as gone
NEAR_POINTS = 100  # difference in Elo of players who are paired at once
POINTS_PER_S = 50  # growth of the allowed difference in Elo for each second of waiting
ANY_PAIR_AFTER_MS = 10_000
TOGETHER_MS = 2000  # within this time, players who find no table open the same one
LOOK_INTERVAL_S = 0.5  # while no player is near


class _Choice(NamedTuple):
    """A table where a player waits: since when, and how many points the other's rating is away, 0 if not known."""

    at: int
    points: float
    live: LiveTable


def is_near(points: float, waited_ms: int) -> bool:
    """Return whether two players are paired, one of whom has waited for this time, and the other not longer."""
    return waited_ms >= ANY_PAIR_AFTER_MS or points <= NEAR_POINTS + POINTS_PER_S * waited_ms / 1000


async def find_player(request: Request) -> Response:
    """Sit down with a player who waits for this game, or open a table and wait; a form that is sent twice counts once.

    If only players of other strengths have just begun to wait, one of about the same may come within ten seconds.
    """
    name, form = request.path_params["game"], await requests.form(request, "name", "commitment")
    cardroom = requests.cardroom(request)
    players = (await cardroom.game(name, {})).players
    if players == 1:
        raise UnknownName("game for two or more", name, [game for game in games.GAMES if game != name])
    requests.commitment(form)  # refused before anything is opened
    secrets = requests.secrets(request)
    rating = (await shown_rating(cardroom, name, own_list_name(secrets[0]))) if secrets else None
    came = cardroom.uptime.now()
    seen = _just_paired(request, name)  # where the same form, sent twice, sat down, or may sit down meanwhile
    while choices := await _waiting(request, name, rating, seen):
        now = cardroom.uptime.now()
        near = [live for at, points, live in choices if is_near(points, now - min(at, came))]
        for live in near:
            try:
                return await sit_down(request, live, form, elo=rating)
            except NoFreeSeat:  # another was faster
                continue
        if len(near) == len(choices):
            break
        await asyncio.sleep(LOOK_INTERVAL_S)
        if await request.is_disconnected():  # so that no seat is taken for a player who has gone
            raise Refused(400, "the request was given up")
    with requests.admit(request, opens=True):
        return await _wait_for_player(request, name, players, form, rating)


async def _wait_for_player(
    request: Request, game: str, players: int, form: dict[str, str], rating: float | None
) -> Response:
    """Sit down at a new table; players who look at the same moment, and find none yet, meet at the same one."""
    cardroom, bots = requests.cardroom(request), other_seats(game, players - 2, MIXED, 0)
    period = cardroom.uptime.now() // TOGETHER_MS
    for number in itertools.count():
        id = cardroom.commitments.pairing(game, period, number)
        live = await cardroom.open(game, {}, ["", *bots], id=id, clock=LOBBY_CLOCK, spent="bot", ready=True)
        if _is_done(live):
            continue
        with contextlib.suppress(NoFreeSeat):
            return await sit_down(request, live, form, elo=rating)
    raise AssertionError("there is always another number")


def _just_paired(request: Request, game: str) -> list[LiveTable]:
    """Return the tables of a game, played as usual, where the visitor sat down with another person a moment ago."""
    cardroom = requests.cardroom(request)
    now = cardroom.uptime.now()
    return [
        live
        for live in list(cardroom.tables.values())
        if live.opened.game == game
        and live.has_default_options
        and not _is_done(live)
        and now - live.seats.filled_at < ANY_PAIR_AFTER_MS
        and sum(bool(seat.key) for seat in live.seats) > 1
        and requests.seat(request, live) != SPECTATOR
    ]


async def _waiting(request: Request, game: str, rating: float | None, seen: list[LiveTable]) -> list[_Choice]:
    """Return the tables of a game, played as usual, with a free seat, and add them to those ``seen``.

    First come one's own tables, which may be full by now, then tables where ratings do not matter, the longest waiting
    first, then the others, the nearest rating first.
    """
    cardroom = requests.cardroom(request)
    now = cardroom.uptime.now()
    waiting = [
        live
        for live in list(cardroom.tables.values())
        if live.opened.game == game and live.has_default_options and live.seats.free and is_open(live, now)
    ]
    seen += [live for live in waiting if live not in seen]
    mine = [_Choice(live.at, 0, live) for live in seen if requests.seat(request, live) != SPECTATOR]
    others = [
        _Choice(
            live.at,
            0 if rating is None or now - live.at >= ANY_PAIR_AFTER_MS else await _points_to(request, live, rating),
            live,
        )
        for live in waiting
        if now - live.at < MAX_WAITING_MS
        and live not in [choice.live for choice in mine]
        and _is_attended(request, live)
    ]
    return [*mine, *sorted(others, key=lambda choice: (choice.points, choice.at))]


def _is_done(live: LiveTable) -> bool:
    """Return whether a table's game is over, or was called off."""
    return live.over or live.seats.called_off is not None


def _is_attended(request: Request, live: LiveTable) -> bool:
    """Return whether a player at a table has not closed its page."""
    absent = requests.cardroom(request).presence.list_absent(live.id, len(live.seats))
    return any(seat not in absent for seat in live.seats.by_time)


async def _points_to(request: Request, live: LiveTable, rating: float) -> float:
    """Return how far the ratings of the players at a table are from one's own at least, 0 without any."""
    elo = (await requests.cardroom(request).seated.read(live.id)).elo
    ratings = [elo.get(seat) for seat in range(len(live.seats)) if live.seats[seat].taken]
    return min((abs(each - rating) for each in ratings if each is not None), default=0)
