"""Clubs: found one, join it by its link, play at its tables, see its results, and set the date of the next evening."""

from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from cardwright.cardroom.commitments import new_id
from cardwright.cardroom.logs.clubs import MAX_CLUB_NAME_CHARS, clubs_list_name, mark
from cardwright.cardroom.names import MAX_NAME_CHARS
from cardwright.cardroom.tables import settings
from cardwright.errors import BadOption, CardwrightError, PlayError, UnknownName
from cardwright.play import guide
from cardwright.web import club_board, evening, rate_limits, render, requests, responses
from cardwright.web.drawing.qr import qr
from cardwright.web.hosts import is_local
from cardwright.wording import capitalized, name_list, printable_line

NO_FORM: Mapping[str, str] = {}


async def clubs_page(
    request: Request, entries: Mapping[str, str] = NO_FORM, problem: CardwrightError | None = None
) -> Response:
    """List one's own clubs, and show the form that founds one; after a refusal with the entries and the reason."""
    secrets, cardroom = requests.secrets(request), requests.cardroom(request)
    mine = list((await cardroom.game_lists.read(clubs_list_name(secrets[0]))).items) if secrets else []
    clubs = [(id, await cardroom.clubs.club(id)) for id in mine]
    body = render.page(
        "clubs.html",
        clubs=[(id, club.name, name_list(club.members.values())) for id, club in clubs],
        called=entries.get("name", "") or requests.player_name(request),
        title=entries.get("title", ""),
        error=_in_words(problem),
        name_size=MAX_NAME_CHARS,
        club_size=MAX_CLUB_NAME_CHARS,
        new_id=new_id(),
    )
    return responses.form_page(request, body, 400 if problem else 200)


async def found_club(request: Request) -> Response:
    """Found a club, and be its first member; a form sent twice founds one."""
    form = await requests.form(request, "club", "title", "name")
    title = printable_line(form.get("title", ""), MAX_CLUB_NAME_CHARS)
    try:
        if not title:
            raise BadOption("title", form.get("title", ""), "a name for the club")
        name = _name_of_member(request, form.get("name", ""))
    except BadOption as problem:
        if requests.wants_json(request):
            raise
        return await clubs_page(request, form, problem)
    id, clubs = form.get("club", "") or new_id(), requests.cardroom(request).clubs
    await clubs.start_club(id, title)
    if (await clubs.club(id)).seq > 1:  # the id belongs to a club, which only its own link joins
        return responses.go_to(request, f"/c/{id}")
    return await _join(request, id, name)


async def club_page(
    request: Request, entries: Mapping[str, str] = NO_FORM, problem: CardwrightError | None = None
) -> Response:
    """Show a club: to a visitor who joins it, and to a member its tables, standings and date.

    ``entries`` was sent in one of its forms, and refused for the ``problem``.
    """
    id = request.path_params["club"]
    club = await requests.cardroom(request).clubs.club(id)
    member = club.members.get(club_board.member_of(request, id), "")
    values: dict[str, Any] = {
        "club": club,
        "id": id,
        "member": member,
        "called": entries.get("name", "") or requests.player_name(request),
        "given": entries,
        "error": _in_words(problem),
        "name_size": MAX_NAME_CHARS,
        "link": f"{requests.base(request)}/c/{id}",
        "is_local": is_local(requests.base(request)),
    }
    if member:
        values["others"] = list(club.members.values())[1:] if club_board.member_of(request, id) == club.host else []
        kinds = [(name, title, guide.load(name).ways) for name, title in settings.shared_games()]
        values |= {"kinds": kinds, "qr": qr(values["link"])}
        values |= await club_board.club_values(request, id, club)
    return responses.form_page(request, render.page("club.html", **values), 400 if problem else 200)


def _in_words(problem: CardwrightError | None) -> str:
    """Return the change that a form needs, as a sentence; "" if it is right."""
    reason = f"give {problem.wanted}" if isinstance(problem, BadOption) else str(problem or "")
    return f"{capitalized(reason)}." if reason else ""


async def join_club(request: Request) -> Response:
    """Become a member, or take another name."""
    form = await requests.form(request, "name")
    try:
        return await _join(request, request.path_params["club"], _name_of_member(request, form.get("name", "")))
    except (BadOption, PlayError) as problem:
        if requests.wants_json(request):
            raise
        return await club_page(request, form, problem)


async def leave_club(request: Request) -> Response:
    """End one's membership."""
    await requests.form(request)
    id, cardroom, secrets = request.path_params["club"], requests.cardroom(request), requests.secrets(request)
    await cardroom.clubs.leave(id, club_board.member_of(request, id))
    await cardroom.game_lists.remove(clubs_list_name(secrets[0]), [id])
    return responses.go_to(request, "/clubs", "You have left the club.")


async def remove_member(request: Request) -> Response:
    """Remove a member, as the host."""
    id, form = request.path_params["club"], await requests.form(request, "member")
    host = club_board.member_of(request, id)
    await requests.cardroom(request).clubs.remove(id, host, form.get("member", ""))
    return responses.go_to(request, f"/c/{id}")


async def set_evening(request: Request) -> Response:
    """Set the date of the next evening, or take it off."""
    id, form = request.path_params["club"], await requests.form(request, "when", "offset")
    cardroom = requests.cardroom(request)
    try:
        at = evening.parse(form.get("when", ""), form.get("offset", ""), cardroom.uptime.wall())
    except BadOption as problem:
        if requests.wants_json(request):
            raise
        return await club_page(request, form, problem)
    await cardroom.clubs.set_evening(id, club_board.member_of(request, id), at)
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


def _name_of_member(request: Request, entry: str) -> str:
    """Return the name in a form, or the name of this browser. Raises `BadOption`."""
    name = printable_line(entry, MAX_NAME_CHARS) or requests.player_name(request)
    if not name:
        raise BadOption("name", entry, "the name by which the others know you")
    return name


async def _join(request: Request, id: str, name: str) -> Response:
    secret, cardroom = requests.own_secret(request), requests.cardroom(request)
    if mark(secret, id) not in (await cardroom.clubs.club(id)).members:
        refusal = "many people of your address are new members of this club; try again in an hour"
        requests.limit(request, rate_limits.JOINS, id, refusal)
    await cardroom.clubs.join(id, mark(secret, id), name)
    await cardroom.game_lists.put(clubs_list_name(secret), [id])
    answer = responses.go_to(request, f"/c/{id}")
    responses.give_person(request, answer, secret, name)
    return answer
