"""A browser's own games: the list, and taking a game off it, also one that goes on."""

from collections.abc import Iterable
from typing import Any, NamedTuple
from urllib.parse import urlencode

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from cardwright import games
from cardwright.cardroom import commands
from cardwright.cardroom.commitments import TABLE_ID
from cardwright.cardroom.logs.game_lists import ListedGame, own_list_name
from cardwright.cardroom.names import MAX_NAME_CHARS
from cardwright.cardroom.tables.live_table import LiveTable
from cardwright.cardroom.tables.shown_clocks import shown_clocks
from cardwright.errors import UnknownName, UnreadableTable
from cardwright.play import guide, statistics
from cardwright.play.clock import utc_minute
from cardwright.play.skill import accuracy_text
from cardwright.play.summary import Summary
from cardwright.web import own_games, render, requests, responses
from cardwright.web.drawing import charts, svg
from cardwright.web.hosts import same_origin
from cardwright.web.refused import Refused
from cardwright.wording import counted, first_names, printable_line

MIN_REVIEWED_COUNT = 3  # games of which a chart shows the accuracy
GAMES_PER_PAGE = 30
MAX_FACES = 3  # of opponents, in one row
MAX_LATEST_GAMES = 12  # above the statistics
STAGES = {"": "All", "going": "Going on", "ended": "Finished"}


class Listing(NamedTuple):
    """A choice of the list: the games of one kind, at one stage, with a player of this name; and a page of them.

    "" stands for all.
    """

    game: str
    stage: str
    name: str
    page: int

    @property
    def chooses(self) -> bool:
        """Return whether only some games are asked for."""
        return bool(self.game or self.stage or self.name)

    def wants(self, stage: str, game: str, others: Iterable[str]) -> bool:
        """Return whether a game at this stage, with these other players, is among those asked for."""
        name = self.name.casefold()
        return (
            self.stage in ("", stage)
            and self.game in ("", game)
            and (not name or any(name in other.casefold() for other in others))
        )

    def query(self, page: int) -> str:
        """Return the query of an address that asks for a page of this list."""
        fields = {"game": self.game, "stage": self.stage, "name": self.name, "page": page if page > 1 else ""}
        query = urlencode({field: value for field, value in fields.items() if value})
        return query and f"?{query}"


def _listing(request: Request) -> Listing:
    """Return the filters of the list in the address. Raises `UnknownName`."""
    query = request.query_params
    game, stage = query.get("game", ""), query.get("stage", "")
    if game:
        games.room(game)
    if stage not in STAGES:
        raise UnknownName("stage", stage, filter(None, STAGES))
    name = printable_line(query.get("name", ""), MAX_NAME_CHARS)
    return Listing(game, stage, name, requests.count(query.get("page", "1"), 5) or 1)


async def own_games_page(request: Request) -> Response:
    """List one's own games: those that go on, one's turns first, and those that have ended; each newest first."""
    listing, own = _listing(request), await own_games.refresh(request)
    rows = sorted((_going(request, *each) for each in own.going.items()), key=lambda row: not row["my_turn"])
    going = [row for row in rows if listing.wants("going", row["game"], row["players"])]
    kept = [(item, item.summary) for item in reversed(own.ended) if item.summary]
    ended = [item for item, summary in kept if listing.wants("ended", summary.game, summary.others)]
    last = max(1, -(-(len(going) + len(ended)) // GAMES_PER_PAGE))
    page = min(listing.page, last)
    first = (page - 1) * GAMES_PER_PAGE
    since = max(0, first - len(going))
    shown = going[first : first + GAMES_PER_PAGE]
    rows_of_ended = [finished_row(each) for each in ended[since : since + GAMES_PER_PAGE - len(shown)]]
    linked = requests.linked(request)
    played = {row["game"] for row in rows} | {summary.game for _, summary in kept}
    body = render.page(
        "games.html",
        linked=linked.plays_as,
        closed=linked.closed_as,
        going=shown,
        ended=rows_of_ended,
        pictured=[row["game"] for row in (*shown, *rows_of_ended)],
        going_count=len(going),
        ended_count=len(ended),
        kinds=[(name, games.room(name).title) for name in games.GAMES if name in played],
        stages=STAGES,
        listing=listing,
        may_choose=listing.chooses or len(played) > 1 or len(rows) + len(kept) > GAMES_PER_PAGE,
        page=page,
        last=last,
        left=own.left,
        unreadable=own.unreadable[:GAMES_PER_PAGE],
    )
    # The name may come from another site's link: compressed with it, the size would reveal the addresses of tables.
    is_plain = listing.name and not same_origin(request)
    return HTMLResponse(body, headers={"content-encoding": "identity"} if is_plain else None)


async def own_statistics(request: Request) -> Response:
    """Show the statistics of one's own games."""
    own_list = await own_games.refresh(request)
    counted_games = [(item, item.summary) for item in own_list.ended if item.summary and not item.summary.uncounted]
    figures = statistics.statistics([summary for _, summary in counted_games])
    drilled = {each.game for each in figures if games.room(each.game).drills}
    valued = {each.game for each in figures if games.has_answers(each.game)}
    body = render.page(
        "statistics.html",
        figures=figures,
        graded=sum(bool(summary.skill.judged) for _, summary in counted_games),
        latest=[finished_row(item) for item, _ in reversed(counted_games[-MAX_LATEST_GAMES:])],
        tables={name: [item.table for item, summary in counted_games if summary.game == name] for name in games.GAMES},
        faces={name: Markup(svg.portrait(face)) for name, face in guide.faces().items()},
        left=own_list.left,
        charts=charts,
        drilled=drilled,
        valued=valued,
        least=MIN_REVIEWED_COUNT,
    )
    return HTMLResponse(body)


async def own_csv(request: Request) -> Response:
    """Return one's finished games as CSV, with the figures of each."""
    own_list = await own_games.refresh(request)
    if own_list.left:  # a file with some of them would look like all
        raise Refused(503, f"{counted(own_list.left, 'game')} still to be counted; try again")
    body = statistics.as_csv([(item.ended, item.summary) for item in own_list.ended if item.summary])
    return Response(body, media_type="text/csv", headers={"content-disposition": 'attachment; filename="games.csv"'})


def _going(request: Request, live: LiveTable, since: int) -> dict[str, Any]:
    """Return the row of a game that goes on, and has been on the list ``since`` a time."""
    opening = requests.keys_of(request, live.id)
    seat = own_games.seat_at(live, opening)
    clocks = shown_clocks(live, requests.cardroom(request).uptime.now())
    clock = clocks[seat] if clocks else None
    players = [each.name for number, each in enumerate(live.seats) if each.taken and number != seat]
    return {
        **own_games.way_in(live, opening),
        "game": games.room_name(live.game),
        "title": live.title,
        "day": utc_minute(since),
        "players": players,
        "others": first_names(players),
        "alone": live.opened.people == 1,
        "called_off": live.seats.called_off is not None,
        "terms": live.terms,
        "free": len(live.seats.free),
        "time_left": clock.text if clock and clock.running else "",
        "begun": live.table is not None,
        "ends": live.ends_without(seat),
        "cash": live.is_cash,
    }


def finished_row(item: ListedGame) -> dict[str, Any]:
    """Return the row of a finished game in a list."""
    summary = item.summary
    assert summary is not None
    skill = summary.skill
    return {
        "id": item.table,
        "game": summary.game,
        "title": games.room(summary.game).title,
        "faces": _faces(summary),
        "day": utc_minute(item.ended),
        "others": first_names(summary.others),
        "outcome": summary.outcome,
        "ended_as": summary.ended_as,
        "result": summary.result,
        "accuracy": accuracy_text(skill.accuracy) if skill.judged else "",
        "grade": skill.grade,
        "moves": summary.moves,
        "minutes": max(1, round((item.ended - item.at) / 60_000)),
        "uncounted": summary.uncounted,
        "deal": summary.deal,
        "alone": "" not in [kind for seat, kind in enumerate(summary.kinds) if seat != summary.seat],
        "reviewed": games.has_answers(summary.game),
    }


def _faces(summary: Summary) -> list[Markup]:
    """Return the faces of the bots that played against the player, each once."""
    bots = guide.load(summary.game).bots
    faces = dict.fromkeys(bots[kind].face for kind in summary.opponents if kind in bots)
    return [Markup(svg.portrait(face)) for face in faces][:MAX_FACES]


async def remove_games(request: Request) -> Response:
    """Take games off one's list and out of one's statistics. Those that go on are given up."""
    fields = await requests.pairs(request)
    requests.check_fields(dict(fields), ["table"])
    listing, tables = _listing(request), [table for _, table in fields]
    for table in tables or [""]:
        await _remove(request, table)
    notice = "The game is off your list." if len(tables) == 1 else f"{len(tables)} games are off your list."
    return responses.go_to(request, f"/games{listing.query(listing.page)}", notice)


async def _remove(request: Request, table: str) -> None:
    """Take a game off one's list; one that goes on is given up. Raises `UnknownName`, `NotSeated` or `PlayError`."""
    secrets = requests.secrets(request)
    if not secrets or not TABLE_ID.fullmatch(table):
        raise UnknownName("table", table, ())
    cardroom, own_list = requests.cardroom(request), own_list_name(secrets[0])
    try:
        live = await cardroom.kept_table(table)
    except (UnknownName, UnreadableTable):
        if table not in (await cardroom.game_lists.read(own_list)).items:
            raise
    else:
        seat = own_games.seat_at(live, requests.keys_of(request, live.id))
        if not live.over:
            await commands.leave(cardroom, live, seat, for_good=True)
            live = await cardroom.kept_table(table)
        if live.over:
            await commands.give_up_seat(cardroom, live, seat)
    await cardroom.game_lists.remove(own_list, [table])
