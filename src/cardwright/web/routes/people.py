"""The page of the people one has played with, invitations to a table, and the answers to them."""

from typing import Any
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import Response

from cardwright import games
from cardwright.cardroom.commitments import TABLE_ID, new_id
from cardwright.cardroom.logs.people import Contact, person_mark
from cardwright.cardroom.tables import settings
from cardwright.errors import NotSeated, PlayError
from cardwright.game import SPECTATOR
from cardwright.play.clock import utc_date
from cardwright.web import own_games, people, rate_limits, render, requests, responses
from cardwright.web.refused import Refused

ANSWERS = ("decline", "mute", "dismiss")


async def people_page(request: Request) -> Response:
    """List the people one has played with, those present first, to invite one to a table."""
    cardroom, table = requests.cardroom(request), request.query_params.get("table", "")
    if table and not TABLE_ID.fullmatch(table):
        raise Refused(400, f"not a valid table id: {table!r}")
    live = await cardroom.kept_table(table) if table else None
    if live is not None and (requests.seat(request, live) == SPECTATOR or not live.seats.free):
        live = None
    await own_games.refresh(request)  # which puts the players of one's latest games on the list
    person = await people.owner(request)
    rows = [
        _row(number, contact, here=people.can_see(cardroom, person, contact), muted=contact.person in person.muted)
        for number, contact in enumerate(person.contacts.values())
    ]
    rows.sort(key=lambda row: (row["muted"], not row["here"], -row["at"]))
    body = render.page(
        "people.html",
        rows=rows[: people.MAX_SHOWN_PEOPLE],
        total=len(rows),
        notices=await people.notices(request, person),
        closed=person.closed,
        table="" if live is None else live.id,
        title="" if live is None else live.title,
        kinds=settings.shared_games(),
        called=requests.player_name(request),
        new_id=new_id,
    )
    return responses.form_page(request, body)


def _row(number: int, contact: Contact, *, here: bool, muted: bool) -> dict[str, Any]:
    return {
        "number": number,
        "name": contact.name,
        "game": contact.game,
        "title": games.room_title(contact.game),
        "day": utc_date(contact.at),
        "at": contact.at,
        "played": contact.played,
        "here": here,
        "muted": muted,
    }


async def invite_person(request: Request) -> Response:
    """Invite a person one has played with to a free seat at one's table."""
    live, form = await requests.table(request), await requests.form(request, "person")
    if requests.seat(request, live) == SPECTATOR:
        raise NotSeated
    if not live.seats.free:
        raise PlayError("no seat is free at this table")
    requests.limit(request, rate_limits.INVITATIONS)
    name = await people.invite(request, live, people.contact_number(form.get("person", "") or "?"))
    return responses.go_to(request, f"/t/{live.id}", f"{name} is invited.")


async def answer_invitation(request: Request) -> Response:
    """Decline the invitations to a table, mute those who have sent them, or only remove the notices."""
    form = await requests.form(request, "table", "answer")
    table, answer = form.get("table", ""), form.get("answer", "")
    if answer not in ANSWERS or not TABLE_ID.fullmatch(table):
        raise Refused(400, f"an answer is one of {', '.join(ANSWERS)}, and names the table")
    mark = person_mark(requests.own_secret(request))
    await requests.cardroom(request).people.dismiss(mark, table, decline=answer != "dismiss", mute=answer == "mute")
    came_from = urlsplit(request.headers.get("referer", "")).path  # the lobby shows invitations too
    return responses.done(request, "/" if came_from == "/" else "/people")


async def mute_person(request: Request) -> Response:
    """Mute a person one has played with, or unmute them: a muted person cannot see or invite one."""
    form = await requests.form(request, "person", "muted")
    muted = requests.flag(form, "muted")
    contact = await requests.cardroom(request).people.mute(
        person_mark(requests.own_secret(request)), people.contact_number(form.get("person", "")), muted=muted
    )
    return responses.done(request, "/people", notice=f"{contact.name} is {'muted' if muted else 'heard again'}.")


async def close_to_people(request: Request) -> Response:
    """Hide one's presence and refuse all invitations, or allow both again."""
    closed = requests.flag(await requests.form(request, "closed"), "closed")
    await requests.cardroom(request).people.close_to(person_mark(requests.own_secret(request)), closed=closed)
    return responses.done(request, "/people")
