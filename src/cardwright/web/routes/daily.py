"""The daily deals: today's deal of each game, the results of the day on this server, and one's own to share."""

from datetime import date
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from cardwright import games
from cardwright.cardroom.events import KnownDeal
from cardwright.cardroom.logs.game_lists import GameList, ListedGame, day_list_name, own_list_name
from cardwright.cardroom.seat_keys import hashed
from cardwright.cardroom.service import Cardroom
from cardwright.play import guide
from cardwright.play.clock import utc_date
from cardwright.play.daily import number, share_text
from cardwright.web import own_games, rate_limits, render, requests, responses
from cardwright.web.drawing.thumbnail import thumbnail
from cardwright.web.hosts import is_local
from cardwright.web.refused import Refused
from cardwright.web.routes.tables import sit_down

MAX_LISTED_RESULTS = 20
PLAYER_SEAT = 0  # at a table of one person against bots
BROWSER_MARK_CHARS = 16


async def daily_page(request: Request) -> Response:
    """Show a day's deals: to play today's, the results of the day, and one's own to share."""
    cardroom, now = requests.cardroom(request), utc_date(requests.cardroom(request).uptime.wall())
    day = request.query_params.get("day", now)
    if not _is_day(day) or day > now:
        raise Refused(400, f"there are daily deals up to {now}: give a date such as that")
    lists = {name: await _update_results(cardroom, day_list_name(day, name)) for name in games.GAMES}
    body = render.page(
        "daily.html",
        day=day,
        now=now,
        before=date.fromordinal(max(1, date.fromisoformat(day).toordinal() - 1)).isoformat(),
        number=number(day),
        called=requests.player_name(request),
        deals=[_deal(request, game_list, name, day) for name, game_list in lists.items()],
    )
    return responses.form_page(request, body)


def _is_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


async def _update_results(cardroom: Cardroom, name: str) -> GameList:
    """Return a list with the results of the tables that have ended since."""
    game_list = await cardroom.game_lists.read(name)
    await own_games.summarise_ended(cardroom, name, game_list, lambda live: PLAYER_SEAT)
    return await cardroom.game_lists.read(name)


def _deal(request: Request, game_list: GameList, name: str, day: str) -> dict[str, Any]:
    """Return the entry of a game's deal on the page."""
    mine = _own(request, game_list, day)
    ranked = sorted((item.summary for item in game_list.finished if item.summary), key=lambda summary: -summary.score)
    places = [1 + sum(other.score > each.score for other in ranked) for each in ranked[:MAX_LISTED_RESULTS]]
    link = "" if is_local(requests.base(request)) else f"{requests.base(request)}/daily"  # of use to others
    game_guide = guide.load(name)
    return {
        "name": name,
        "title": games.room(name).title,
        "picture": thumbnail(name),
        "aim": games.room(name).aim,
        "minutes": game_guide.lobby.minutes,
        "against": game_guide.names.get(games.strongest_bot(name), "") if game_guide.lobby.players != "1" else "",
        "table": mine.table if mine else "",
        "reviewed": games.has_answers(name),
        "share": share_text(mine.summary, link) if mine and mine.summary else "",
        "outcome": mine.summary.outcome if mine and mine.summary else "",
        "ended_as": mine.summary.ended_as if mine and mine.summary else "",
        "scored": mine.summary.scored if mine and mine.summary else "",
        "results": [(place, each.names[PLAYER_SEAT], each.scored) for place, each in zip(places, ranked)],
        "count": len(ranked),
    }


def _mark(secret: str, day: str) -> str:
    """Return the mark of a browser on a day's list, which reveals nothing and is of no use on another day."""
    return hashed(f"{own_list_name(secret)} {day}")[:BROWSER_MARK_CHARS]


def _own(request: Request, game_list: GameList, day: str) -> ListedGame | None:
    """Return the browser's table on a day's list: one try each."""
    secrets = requests.secrets(request)
    mark = _mark(secrets[0], day) if secrets else ""
    return next((item for item in game_list.items.values() if mark and item.by == mark), None)


async def play_daily(request: Request) -> Response:
    """Sit down at today's deal of a game, or go back to it: each browser has one try."""
    name, form = request.path_params["game"], await requests.form(request, "name")
    games.room(name)
    cardroom, secret = requests.cardroom(request), requests.own_secret(request)
    day = utc_date(cardroom.uptime.wall())
    list_name = day_list_name(day, name)
    there = _own(request, await cardroom.game_lists.read(list_name), day)
    if there is not None:
        return responses.go_to(request, f"/t/{there.table}")
    refusal = "many people of your address have begun this deal; wait an hour"
    requests.limit(request, rate_limits.TRIES, list_name, refusal)
    bots = [games.strongest_bot(name)] * ((await cardroom.game(name, {})).players - 1)
    live = await cardroom.open(name, {}, bots, listed=False, known=KnownDeal(number=number(day), day=day))
    await cardroom.game_lists.put(list_name, [live.id], by=_mark(secret, day))
    called = requests.name_in(form)
    return await sit_down(request, live, {"name": called} if called else {})
