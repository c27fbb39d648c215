"""What is done at a table: sitting down, moves, talk, leaving, a rematch."""

from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from cardwright.errors import CardwrightError, PlayError
from cardwright.game import SPECTATOR
from cardwright.web import acts, answers, asks, draw, frame
from cardwright.web.guard import Refused, seat_secret
from cardwright.web.live import Live
from cardwright.web.lobby import sit_down
from cardwright.web.seats import NotSeated


class NotInvited(CardwrightError):
    """The table is not for everybody, and this is not the link to a seat."""

    def __init__(self) -> None:
        super().__init__("this table is by invitation: ask a player for the link to a seat; you may watch")


async def table_page(request: Request) -> Response:
    """A table, for a player or a spectator."""
    live = asks.table(request)
    if request.path_params.get("invitation") and asks.seat(request, live) != SPECTATOR:
        return RedirectResponse(f"/t/{live.id}", 303)
    return answers.form_page(request, frame.page(request, live))


async def sit(request: Request) -> Response:
    """Take a free seat."""
    asks.limit(request, asks.ACTIONS)
    live, form = asks.table(request), await asks.form(request)
    if not frame.welcome(request, live, form.get("invitation", "")):
        raise NotInvited
    return sit_down(request, live, form)


async def move(request: Request) -> Response:
    """A move: its notation, or a move's text and the number put in for it; with the version it was meant for."""
    asks.limit(request, asks.ACTIONS)
    house, live, form = asks.house(request), asks.table(request), await asks.form(request)
    seat = asks.seat(request, live)
    if seat == SPECTATOR:
        raise NotSeated
    version = asks.count(form.get("version", ""))
    if version is None:
        raise Refused(400, "a move says which version of the game it was meant for")
    if live.table is None:
        raise PlayError("the game has not begun: a seat is still free")
    text = draw.chosen(live.scene(seat).moves, form.get("move", ""), form)
    house.duties.owners[live.id] = asks.address(request)
    acts.move(house, live, seat, text, version)
    return answers.done(request, f"/t/{live.id}")


async def hint(request: Request) -> Response:
    """What the strongest bot would do, and why."""
    asks.limit(request, asks.HINTS)
    live = asks.table(request)
    said = await asks.house(request).duties.hint(live, asks.seat(request, live), asks.address(request))
    if asks.wants_json(request):
        return answers.json({"notice": f"Hint: {said}"})
    return HTMLResponse(frame.page(request, asks.table(request), notice=f"Hint: {said}"))


async def say(request: Request) -> Response:
    """Say something at the table."""
    asks.limit(request, asks.TALK)
    live, form = asks.table(request), await asks.form(request)
    acts.say(asks.house(request), live, asks.seat(request, live), form.get("text") or form.get("phrase", ""))
    return answers.done(request, f"/t/{live.id}")


async def leave(request: Request) -> Response:
    """Give up one's seat."""
    asks.limit(request, asks.ACTIONS)
    live = asks.table(request)
    acts.leave(asks.house(request), live, asks.seat(request, live))
    return answers.done(request, "/", goto="/")


async def back(request: Request) -> Response:
    """Take the seat again that one has left."""
    asks.limit(request, asks.ACTIONS)
    house, live = asks.house(request), asks.table(request)
    seat = live.left_by(asks.keys_of(request, live.id))
    if seat == SPECTATOR:
        raise NotSeated
    acts.back(house, live, live.seats[seat].key)
    return answers.done(request, f"/t/{live.id}", goto=f"/t/{live.id}")


async def mute(request: Request) -> Response:
    """Hear a seat's talk no more, or again: for this browser, at this table, and nobody else learns of it."""
    asks.limit(request, asks.ACTIONS)
    live, form = asks.table(request), await asks.form(request)
    seat = asks.count(form.get("seat", ""), 2)
    if seat is None or seat >= len(live.seats):
        raise Refused(400, "there is no such seat at this table")
    answer = answers.done(request, f"/t/{live.id}", goto=f"/t/{live.id}")
    answers.mute(request, answer, asks.muted(request) ^ {seat})
    return answer


async def again(request: Request) -> Response:
    """A rematch, where whoever asks sits down first."""
    asks.limit(request, asks.TABLES)
    house, live, form = asks.house(request), asks.table(request), await asks.form(request)
    seat, seed = asks.seat(request, live), asks.seed(form)
    id = acts.again(house, live, seat)
    opener = _opener(request, live)
    shared = opener if opener in asks.secrets(request) else ""  # what two devices play on, they play on together
    return sit_down(request, house.table(id), {"name": live.names[seat], "seed": seed}, shared)


async def show(request: Request) -> Response:
    """Agree to show all cards of a finished game."""
    asks.limit(request, asks.ACTIONS)
    live = asks.table(request)
    acts.show(asks.house(request), live, asks.seat(request, live))
    return answers.done(request, f"/t/{live.id}", notice="You have agreed that all cards may be seen.")


async def link(request: Request) -> Response:
    """The link that opens one's seat on another device."""
    live = asks.table(request)
    secret = _opener(request, live)
    if not secret:
        raise NotSeated
    address = f"{asks.base(request)}/t/{live.id}/seat/{quote(secret)}"
    body = draw.page("link.html", link=address, back=f"/t/{live.id}")
    answer = HTMLResponse(body)
    answers.give_secrets(request, answer, asks.own(request), secret)
    return answer


def _opener(request: Request, live: Live) -> str:
    """The secret by which a browser has its seat at a table, "" if it has none."""
    derived = (seat_secret(own, live.id) for own in asks.secrets(request)[:1])
    return next((each for each in (*asks.secrets(request), *derived) if live.seat_of(each) != SPECTATOR), "")


async def open_seat(request: Request) -> Response:
    """Open a personal link: the secret goes into the cookie, and out of the address."""
    live, secret = asks.table(request), request.path_params["secret"]
    if live.seat_of(secret) == SPECTATOR:
        raise Refused(403, "this link opens no seat at this table")
    answer = RedirectResponse(f"/t/{live.id}", 303, headers={"referrer-policy": "no-referrer"})
    answers.give_secrets(request, answer, asks.own(request), secret)
    return answer
