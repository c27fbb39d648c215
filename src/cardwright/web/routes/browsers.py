"""Playing as the same player in several browsers: the link to another one, opening it, and ending it."""

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from cardwright.cardroom.logs.browsers import LINK_MINUTES_COUNT, player_mark
from cardwright.cardroom.logs.people import person_mark
from cardwright.cardroom.seat_keys import new_secret
from cardwright.errors import PlayError, UnknownName
from cardwright.web import own_games, render, requests, responses
from cardwright.web.hosts import is_local
from cardwright.web.linked_browsers import PLAYER_MARK
from cardwright.web.refused import Refused


class PlayerLink(msgspec.Struct):
    """A link that lets another browser play as this player: it can be opened once, within these minutes."""

    link: str
    minutes: int


async def browsers_page(request: Request) -> Response:
    """Show how many browsers play as one's player, and the forms that link one more or close the others."""
    linked, secret = requests.linked(request), requests.own_secret(request)
    return responses.form_page(request, await _page(request, player_mark(secret), linked.closed_as))


async def _page(request: Request, player: str, closed: str = "", link: str = "") -> str:
    """Return the page of the browsers of one's player, with a new ``link``."""
    count = len((await requests.cardroom(request).browsers.read(player)).open)
    return render.page(
        "browsers.html",
        name=requests.name_or_guest(request, requests.own_secret(request), ""),
        closed=closed,
        count=count,
        may_leave=count > 1 or (count == 1 and not requests.unlinked_secrets(request)),
        link=link,
        minutes=LINK_MINUTES_COUNT,
        is_local=is_local(requests.base(request)),
    )


async def make_link(request: Request) -> Response:
    """Show a new link that lets another browser play as one's player: it can be opened once, within ten minutes."""
    await requests.form(request)
    linked, secrets = requests.linked(request), requests.secrets(request)
    if not secrets:
        raise Refused(403, "this browser has no player yet: open the page again")
    player, key, browser = player_mark(secrets[0]), new_secret(), linked.key if linked.secrets else new_secret()
    name = requests.name_or_guest(request, secrets[0], "")
    await requests.cardroom(request).browsers.make_link(secrets, name, key, browser)
    link = f"{requests.base(request)}/browsers/{player}/{key}"
    if requests.wants_json(request):
        answer = responses.json(PlayerLink(link, LINK_MINUTES_COUNT))
    else:
        answer = HTMLResponse(await _page(request, player, link=link))
    if not linked.secrets:
        responses.link_browser(request, answer, player, browser, secrets[1:], forgets=True)
    return answer


async def link_page(request: Request) -> Response:
    """Ask whether this browser should play as the player of a link; looking changes nothing."""
    player, secrets = _player_in_path(request), requests.secrets(request)
    browsers = await requests.cardroom(request).browsers.read(player)
    browsers.opened_by(request.path_params["key"], requests.cardroom(request).uptime.wall())
    body = render.page(
        "browser_link.html",
        name=browsers.name,
        here=request.url.path,
        called=requests.player_name(request),
        has_player=bool(secrets),
        is_same=bool(secrets) and player_mark(secrets[0]) == player,
        other=requests.linked(request).plays_as,
    )
    return HTMLResponse(body)


async def open_link(request: Request) -> Response:
    """Play as the player of a link in this browser, from now on."""
    await requests.form(request)
    player, secrets, linked = _player_in_path(request), requests.secrets(request), requests.linked(request)
    if secrets and player_mark(secrets[0]) == player:
        raise PlayError("this browser plays as that player already: the link is for another one")
    if linked.secrets:
        raise PlayError(f"this browser plays as {linked.name} by a link: end that first, under Use on another device")
    browser, was = new_secret(), linked.was if linked.key else requests.player_name(request)
    logs = requests.cardroom(request).browsers
    opened = await logs.open_link(player, request.path_params["key"], browser, was)
    name = (await logs.read(player)).name
    answer = responses.go_to(request, "/games", f"This browser plays as {name} now.")
    responses.link_browser(request, answer, player, browser, opened[1:])
    responses.remember(request, answer, name)
    return answer


def _player_in_path(request: Request) -> str:
    """Return the mark of the player in the path. Raises `UnknownName`."""
    player: str = request.path_params["player"]
    if not PLAYER_MARK.fullmatch(player):
        raise UnknownName("player", player, ())
    return player


async def close_others(request: Request) -> Response:
    """End that other browsers play as one's player, and every link; their notices end too."""
    await requests.form(request)
    linked, cardroom = requests.linked(request), requests.cardroom(request)
    if not linked.secrets:
        raise Refused(403, "no other browser plays as this player")
    await cardroom.browsers.close_others(linked.player, linked.key)
    seats = [(live, requests.seat(request, live)) for live in (await own_games.refresh(request)).going]
    for key in (person_mark(linked.secrets[0]), *(live.seats[seat].key for live, seat in seats if seat >= 0)):
        await cardroom.subscriptions.clear(key)
    return responses.done(request, "/browsers", f"Only this browser plays as {linked.name} now.")


async def leave_player(request: Request) -> Response:
    """Stop playing as the player of another browser: this one plays as its own player again.

    The only browser of a player, if it has no other player, keeps that one without links.
    """
    await requests.form(request)
    linked, before = requests.linked(request), requests.unlinked_secrets(request)
    if not linked.key:
        raise Refused(403, "this browser plays as its own player only")
    logs = requests.cardroom(request).browsers
    is_only = bool(linked.secrets) and len((await logs.read(linked.player)).open) == 1
    if is_only and before:
        raise PlayError(f"no other browser plays as {linked.name}: link one first, or its games would be lost")
    await logs.leave(linked.player, linked.key)
    answer = responses.go_to(request, "/games", f"This browser no longer plays as {linked.name} by a link.")
    responses.unlink_browser(request, answer, linked.was, linked.secrets if is_only else before)
    return answer
