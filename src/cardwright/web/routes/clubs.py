"""Clubs: found one, join it by its link, play at its tables, see its results, and set the date of the next evening."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from cardwright import games
from cardwright.cardroom import results, settings
from cardwright.cardroom.clubs import (
    MAX_CLUB_NAME_CHARS,
    Club,
    MemberResult,
    ResultsKept,
    clubs_shelf,
    mark,
)
from cardwright.cardroom.commitments import new_name
from cardwright.cardroom.live_table import LiveTable
from cardwright.cardroom.names import MAX_NAME_CHARS
from cardwright.cardroom.service import Cardroom
from cardwright.errors import BadOption, CardwrightError, PlayError, UnknownName
from cardwright.game import SPECTATOR
from cardwright.play.clock import utc_date
from cardwright.web import evening, own_games, render, requests, responses
from cardwright.web.budget import in_thread
from cardwright.web.drawing.qr import qr
from cardwright.web.security import is_local
from cardwright.wording import printable_line

MAX_SHOWN_RESULTS = 30  # of the latest games
MAX_SHOWN_TABLES = 30  # that go on


async def clubs_page(request: Request) -> Response:
    """List one's own clubs, and show the form that founds one."""
    return await _clubs_page(request, {})


async def _clubs_page(request: Request, given: dict[str, str], problem: CardwrightError | None = None) -> Response:
    """Return the list of one's clubs, and the form with what was given and why that founds none."""
    secrets, cardroom = requests.secrets(request), requests.cardroom(request)
    mine = list((await cardroom.shelves.read(clubs_shelf(secrets[0]))).items) if secrets else []
    clubs = [(id, await cardroom.clubs.club(id)) for id in mine]
    body = render.page(
        "clubs.html",
        clubs=[(id, club.name, ", ".join(club.members.values())) for id, club in clubs],
        called=given.get("name", "") or requests.called(request),
        title=given.get("title", ""),
        error=_in_words(problem),
        name_size=MAX_NAME_CHARS,
        club_size=MAX_CLUB_NAME_CHARS,
        new_id=new_name(),
    )
    return responses.form_page(request, body, 400 if problem else 200)


async def found_club(request: Request) -> Response:
    """Found a club, and be its first member; a form sent twice founds one."""
    form = await requests.form(request, "club", "title", "name")
    title = printable_line(form.get("title", ""), MAX_CLUB_NAME_CHARS)
    try:
        if not title:
            raise BadOption("title", form.get("title", ""), "a name for the club")
        name = _called(request, form.get("name", ""))
    except BadOption as problem:
        if requests.wants_json(request):
            raise
        return await _clubs_page(request, form, problem)
    id, clubs = form.get("club", "") or new_name(), requests.cardroom(request).clubs
    await clubs.found(id, title)
    if (await clubs.club(id)).seq > 1:  # the id belongs to a club, which only its own link joins
        return responses.go_to(request, f"/c/{id}")
    return await _join(request, id, name)


async def club_page(request: Request) -> Response:
    """Show a club: to a visitor who joins it, and to a member its tables, standings and date."""
    return await _club_page(request, {})


async def _club_page(request: Request, given: dict[str, str], problem: CardwrightError | None = None) -> Response:
    """Return the page of a club, with what was given in one of its forms and why it was refused."""
    id, cardroom = request.path_params["club"], requests.cardroom(request)
    club = await cardroom.clubs.club(id)
    member = _member(request, id)
    shown: dict[str, Any] = {"club": club, "id": id, "member": club.members.get(member, "")}
    shown |= {
        "called": given.get("name", "") or requests.called(request),
        "given": given,
        "error": _in_words(problem),
        "name_size": MAX_NAME_CHARS,
        "link": f"{requests.base(request)}/c/{id}",
        "is_local": is_local(requests.base(request)),
    }
    if member in club.members:
        going, found = await in_thread(_look, cardroom, club)
        if found:
            await cardroom.clubs.keep(id, sorted(found, key=lambda each: each.ended))
            club = await cardroom.clubs.club(id)
        shown |= {
            "club": club,
            "tables": [_table(request, live) for live in going],
            "kinds": [(name, room.title) for name, room in games.GAMES.items() if settings.most_seats(name) > 1],
            "ended": [_ended(kept) for kept in list(club.ended.values())[: -MAX_SHOWN_RESULTS - 1 : -1]],
            "qr": qr(shown["link"]),
        }
        shown |= {"when": evening.in_words(club.evening), "iso": evening.iso(club.evening)} if club.evening else {}
    return responses.form_page(request, render.page("club.html", **shown), 400 if problem else 200)


def _in_words(problem: CardwrightError | None) -> str:
    """Return what to change in a form, as a sentence; "" if it is right."""
    said = f"give {problem.wanted}" if isinstance(problem, BadOption) else str(problem or "")
    return f"{said[0].upper()}{said[1:]}." if said else ""


async def join_club(request: Request) -> Response:
    """Become a member, or take another name."""
    form = await requests.form(request, "name")
    try:
        return await _join(request, request.path_params["club"], _called(request, form.get("name", "")))
    except (BadOption, PlayError) as problem:
        if requests.wants_json(request):
            raise
        return await _club_page(request, form, problem)


async def leave_club(request: Request) -> Response:
    """End one's membership."""
    await requests.form(request)
    id, cardroom, secrets = request.path_params["club"], requests.cardroom(request), requests.secrets(request)
    await cardroom.clubs.leave(id, _member(request, id))
    await cardroom.shelves.remove(clubs_shelf(secrets[0]), [id])
    return responses.go_to(request, "/clubs", "You have left the club.")


async def set_evening(request: Request) -> Response:
    """Set the date of the next evening, or take it off."""
    id, form = request.path_params["club"], await requests.form(request, "when", "offset")
    cardroom = requests.cardroom(request)
    try:
        at = evening.parse(form.get("when", ""), form.get("offset", ""), cardroom.uptime.wall())
    except BadOption as problem:
        if requests.wants_json(request):
            raise
        return await _club_page(request, form, problem)
    await cardroom.clubs.set_evening(id, _member(request, id), at)
    return responses.go_to(request, f"/c/{id}")


async def evening_file(request: Request) -> Response:
    """Return the next evening as a file for calendars."""
    id, cardroom = request.path_params["club"], requests.cardroom(request)
    club = await cardroom.clubs.club(id)
    if not club.evening:
        raise UnknownName("evening", id, ())
    link = f"{requests.base(request)}/c/{id}"
    body = evening.calendar(f"{id}@cardwright", club.name, link, club.evening, cardroom.uptime.wall())
    headers = {"content-disposition": 'attachment; filename="evening.ics"'}
    return Response(body, media_type="text/calendar", headers=headers)


def _member(request: Request, id: str) -> str:
    secrets = requests.secrets(request)
    return mark(secrets[0], id) if secrets else ""


def _called(request: Request, given: str) -> str:
    """Return the name in a form, or the name of this browser. Raises `BadOption`."""
    name = printable_line(given, MAX_NAME_CHARS) or requests.called(request)
    if not name:
        raise BadOption("name", given, "the name by which the others know you")
    return name


async def _join(request: Request, id: str, name: str) -> Response:
    own, cardroom = requests.own_secret(request), requests.cardroom(request)
    await cardroom.clubs.join(id, mark(own, id), name)
    await cardroom.shelves.put(clubs_shelf(own), [id])
    answer = responses.go_to(request, f"/c/{id}")
    responses.give_secrets(request, answer, own)
    responses.remember(request, answer, name)
    return answer


def _look(cardroom: Cardroom, club: Club) -> tuple[list[LiveTable], list[ResultsKept]]:
    """Look at the club's tables, newest first: return those that go on, and the results of those that have ended."""
    going: list[LiveTable] = []
    found: list[ResultsKept] = []
    seats = dict(club.seats)

    def note(live: LiveTable) -> None:
        if live.over and live.table is not None:
            found.append(_results(cardroom, live, seats[live.id]))
        elif live.seats.called_off is None and not live.seats.deserted and len(going) < MAX_SHOWN_TABLES:
            going.append(live)

    own_games.look_at(cardroom, list(reversed(seats)), note)
    return going, found


def _results(cardroom: Cardroom, live: LiveTable, seats: dict[int, str]) -> ResultsKept:
    """Return what the members at a table that has ended have reached."""
    whole = cardroom.whole(live)
    summaries = [(member, results.summary(whole, seat)) for seat, member in sorted(seats.items())]
    kept = tuple(
        # Who has won or lost nothing, as where a game was given up, has no figure beside the word.
        MemberResult(member, each.names[each.seat], each.outcome, each.scored if each.score else "")
        for member, each in summaries
    )
    return ResultsKept(live.id, live.opened.game, cardroom.ended(live), kept)


def _table(request: Request, live: LiveTable) -> dict[str, Any]:
    """Return what the page shows of a table that goes on, and the way in."""
    mine = own_games.seat_at(live, requests.keys_of(request, live.id)) != SPECTATOR
    way = "" if mine else "/watch"
    if live.seats.free and not mine:
        way = f"/join/{requests.cardroom(request).commitments.invitation(live)}"
    return {
        "title": live.title,
        "who": ", ".join(each.name for each in live.seats if each.taken),
        "terms": live.terms,
        "free": len(live.seats.free),
        "link": f"/t/{live.id}{way}",
        "way": "Go on" if mine else "Sit down" if live.seats.free else "Watch",
    }


def _ended(kept: ResultsKept) -> dict[str, Any]:
    return {
        "id": kept.table,
        "title": games.room(kept.game).title if kept.game in games.GAMES else kept.game,
        "day": utc_date(kept.ended),
        "results": [(each.name, each.scored, each.outcome) for each in kept.results],
    }
