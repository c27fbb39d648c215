"""The web application: pages, the socket that carries frames down, and the forms that carry moves up."""

import asyncio
import contextlib
import functools
import logging
import re
from collections import Counter
from collections.abc import AsyncIterator, Callable
from typing import Any
from urllib.parse import parse_qsl, quote

import msgspec
from markupsafe import Markup
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from cardwright import bots, games
from cardwright.errors import BadOption, CardwrightError, LostRace, PlayError, StoreError, UnknownName
from cardwright.game import SPECTATOR, Game, Option
from cardwright.scene import named
from cardwright.table import proof, record
from cardwright.table.table import Entry as Step
from cardwright.web import draw, pages
from cardwright.web.guard import HEADERS, Limiter, hashed, new_secret, same_origin
from cardwright.web.house import House, clean
from cardwright.web.live import CLOCKS, PHRASES, Live, NoSeat, NotSeated

logger = logging.getLogger("cardwright")

COOKIE = "cardwright"
YEAR = 365 * 24 * 3600
BODY = 8 * 1024  # bytes of the largest form
PING = 20.0  # seconds between signs of life on a quiet socket
SOCKETS = 4000  # watchers in all
EACH = 100  # watchers from one address
SEATS = 8  # seat secrets that a browser may hold: it can play at home and open a personal link as well
CROWD = 12  # so many times what a seat may ask, its address may ask in all: people share addresses
ACTIONS, TABLES, TALK, HINTS, LOOKS = "actions", "tables", "talk", "hints", "looks"


RATES = ((ACTIONS, 8, 60), (TABLES, 0.1, 12), (TALK, 0.5, 8), (HINTS, 0.5, 8), (LOOKS, 8, 60))


class Refused(Exception):
    """A request that is not served; ``status`` is the HTTP answer."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


class Guarded:
    """Outermost: security headers on every answer, no form over `BODY`, and no change asked for by strangers."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = message.setdefault("headers", [])
                headers += [(name.encode(), value.encode()) for name, value in HEADERS.items()]
            await send(message)

        request = Request(scope)
        if request.method not in ("GET", "HEAD"):
            length = request.headers.get("content-length", "")
            counted = length.isascii() and length.isdigit()
            if not counted or len(length) > 9 or int(length) > BODY:
                status = 413 if counted else 411
                await PlainTextResponse("That form is too large.", status)(scope, receive, guarded)
                return
            if not same_origin(request):
                await PlainTextResponse("That came from another site.", 403)(scope, receive, guarded)
                return
        await self.app(scope, receive, guarded)


def create_app(house: House, *, limits: bool = True) -> Starlette:
    """The application around a house of tables. Without ``limits`` nobody is too quick (for tests of load)."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await house.start()
        yield
        house.close()

    app = Starlette(
        routes=[
            Route("/", lobby),
            Route("/new/{game}", new_table),
            Route("/tables", open_table, methods=["POST"]),
            Route("/t/{id}", table_page),
            Route("/t/{id}/sit", sit, methods=["POST"]),
            Route("/t/{id}/move", move, methods=["POST"]),
            Route("/t/{id}/hint", hint, methods=["POST"]),
            Route("/t/{id}/say", say, methods=["POST"]),
            Route("/t/{id}/leave", leave, methods=["POST"]),
            Route("/t/{id}/again", again, methods=["POST"]),
            Route("/t/{id}/show", show, methods=["POST"]),
            Route("/t/{id}/link", link),
            Route("/t/{id}/seat/{secret}", open_seat),
            Route("/t/{id}/view", view),
            Route("/t/{id}/replay", replay),
            Route("/t/{id}/record", download),
            Route("/t/{id}/fair", fair),
            Route("/promise", promise),
            WebSocketRoute("/t/{id}/feed", feed),
            WebSocketRoute("/t/{id}/views", views),
            Route("/rules", rules_index),
            Route("/rules/{name}", rules_page),
            Route("/glossary", glossary),
            Route("/fair-deals", fair_deals),
            Mount("/static", StaticFiles(packages=[("cardwright.web", "static")])),
        ],
        middleware=[Middleware(Guarded)],
        exception_handlers={CardwrightError: _refusal, Refused: _refusal, 404: _lost},
        lifespan=lifespan,
    )
    app.state.house = house
    app.state.sockets = Counter[str]()
    app.state.limits = limits
    app.state.limiters = (
        {kind: (Limiter(rate, burst), Limiter(rate * CROWD, burst * CROWD)) for kind, rate, burst in RATES}
        if limits
        else {}
    )
    return app


# What every handler needs


def _house(request: Request | WebSocket) -> House:
    return request.app.state.house  # type: ignore[no-any-return]


def _table(request: Request | WebSocket) -> Live:
    return _house(request).table(request.path_params["id"])


def _secrets(request: Request | WebSocket) -> list[str]:
    """The secrets that a browser holds, the newest first."""
    return [secret for secret in request.cookies.get(COOKIE, "").split(".")[:SEATS] if secret]


def _keys(request: Request | WebSocket) -> list[str]:
    return [hashed(secret) for secret in _secrets(request)]


def _seat(request: Request | WebSocket, live: Live) -> int:
    return live.seat_by(_keys(request))


def _limit(request: Request, kind: str) -> None:
    """Raise `Refused` for a client that asks too often: by its newest secret, and by its address for all of them.

    A cookie is what the client says it is, so the secret alone would limit nobody; without one, the address does.
    """
    if kind not in request.app.state.limiters:
        return
    each, all = request.app.state.limiters[kind]
    address = _address(request)
    if not (all.allows(address) and each.allows(next(iter(_secrets(request)), address))):
        raise Refused(429, "that was too quick; wait a moment and try again")


def _address(request: Request | WebSocket) -> str:
    return request.client.host if request.client else ""


async def _form(request: Request) -> dict[str, str]:
    """A form's fields. Raises `Refused` for what is no form."""
    if request.headers.get("content-length") == "0":
        return {}
    if not request.headers.get("content-type", "").startswith("application/x-www-form-urlencoded"):
        raise Refused(415, "send a form, as application/x-www-form-urlencoded")
    try:
        body = (await request.body()).decode("ascii")
        return dict(parse_qsl(body, keep_blank_values=True, encoding="utf-8", errors="strict", max_num_fields=80))
    except ValueError as problem:
        raise Refused(400, "that form cannot be read") from problem


def _wants_json(request: Request) -> bool:
    return "application/json" in request.headers.get("accept", "")


def _wants_page(request: Request) -> bool:
    return "text/html" in request.headers.get("accept", "")


def _json(value: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def _done(request: Request, to: str, notice: str = "", goto: str = "") -> Response:
    """After a form: JSON for a script, and for a page a way back to where one was."""
    if _wants_json(request):
        return _json({"notice": notice, "goto": goto})
    return RedirectResponse(goto or to, 303)


STATUS: tuple[tuple[type[CardwrightError], int], ...] = (
    (UnknownName, 404),
    (NotSeated, 403),
    (NoSeat, 409),
    (PlayError, 409),
    (StoreError, 503),
)


async def _refusal(request: Request, problem: Exception) -> Response:
    """An error of the player's: one sentence, for a script or for a page."""
    if isinstance(problem, Refused):
        status = problem.status
    else:
        status = next((status for kind, status in STATUS if isinstance(problem, kind)), 400)
    message = str(problem) if not isinstance(problem, UnknownName) or problem.known else "there is nothing here"
    if isinstance(problem, StoreError):  # its message is for whoever runs the server
        logger.error("store", extra={"why": type(problem).__name__})
        message = "the game's log cannot be reached just now; nothing is lost: try again in a moment"
    if _wants_json(request):
        return _json({"error": message}, status)
    if request.method == "POST" and status in (400, 409, 403) and "id" in request.path_params:
        with contextlib.suppress(CardwrightError):
            return HTMLResponse(_table_html(request, _table(request), notice=message), status)
    body = draw.page("page.html", title="That did not work", body=f"{message[:1].upper()}{message[1:]}.")
    return HTMLResponse(body, status)


async def _lost(request: Request, problem: Exception) -> Response:
    return await _refusal(request, Refused(404, "there is nothing here"))


# The lobby


@functools.cache
def _game_cards() -> list[dict[str, Any]]:
    found = []
    for name, room in games.GAMES.items():
        alone = games.create(name).players == 1  # some games compile a ranking: once is enough
        found.append({"name": name, "title": room.title, "about": room.about, "alone": alone, "page": name})
    return found


NAMED = re.compile(r"[\w-]{12}", re.ASCII)
MINE, LISTED = 30, 60  # tables that the lobby shows


def _on_show(live: Live) -> bool:
    return live.opened.listed and not live.over


async def lobby(request: Request) -> Response:
    """Games to sit down at, open tables, and one's own."""
    house = _house(request)
    mine: list[dict[str, Any]] = []
    listed: list[dict[str, Any]] = []
    keys = _keys(request)
    for live in reversed(list(house.tables.values())):
        seat = live.seat_by(keys)
        own = seat != SPECTATOR
        if len(mine if own else listed) >= (MINE if own else LISTED) or not (own or _on_show(live)):
            continue
        entry = {
            "id": live.id,
            "title": games.room(live.opened.game).title,
            "over": live.over,
            "who": ", ".join(live.names),
            "others": ", ".join(name for number, name in enumerate(live.names) if number != seat),
            "free": bool(live.free),
            "my_turn": live.table is not None and seat in live.table.to_act,
        }
        (mine if own else listed).append(entry)
    body = draw.page("lobby.html", games=_game_cards(), mine=mine, tables=listed, promise=house.promise)
    return _form_page(request, body)


async def new_table(request: Request) -> Response:
    """The form for a table with options."""
    return _new_page(request, request.path_params["game"], {})


def _new_page(request: Request, name: str, given: dict[str, str], error: str = "", status: int = 200) -> Response:
    made = games.create(name)
    pace = made.pace()
    # A form that comes back keeps its promise: the seed in it was given after that one, and before any other.
    table, committed = _house(request).promise(given.get("table", ""))
    body = draw.page(
        "new.html",
        game=name,
        title=games.room(name).title,
        options=[option for option in games.options(name) if option.name != "clock"],
        bots=bots.names(name),
        seats=made.players,
        clocks=list(CLOCKS.items()),
        clock="" if pace else "off",
        name="",
        given=given,
        error=error,
        table=table,
        committed=committed,
    )
    return _form_page(request, body, status)


def _form_page(request: Request, body: str, status: int = 200) -> Response:
    """A page whose form takes a seat. The browser gets its secret with the page: a form sent twice is one person's."""
    answer = HTMLResponse(body, status, headers={"cache-control": "no-store"})
    if not _secrets(request):
        _give_cookie(request, answer, new_secret())
    return answer


def _read_options(name: str, form: dict[str, str], quick: bool) -> dict[str, Any]:
    """A game's options from the form. Raises `BadOption`; a box that is not ticked is not sent."""
    if quick:
        return {}
    chosen: dict[str, Any] = {}
    for option in games.options(name):
        value = form.get(f"o-{option.name}")
        if isinstance(option.default, bool):
            chosen[option.name] = value is not None
        elif value is not None:
            chosen[option.name] = _typed(option, value)
    return chosen


def _typed(option: Option, value: str) -> int | str:
    """A value as the option takes it; a stranger may name no file of ours. Raises `BadOption`."""
    if option.free and option.choices and value not in option.choices:
        raise BadOption(option.name, value, f"one of {', '.join(map(str, option.choices))}")
    if isinstance(option.default, int):
        try:
            return int(value)
        except ValueError:
            return value
    return value


async def open_table(request: Request) -> Response:
    """Open a table and sit down at it.

    A form that is sent twice opens one table. One that is sent again from a page of long ago, when its sender has
    played on at that table, or for another game, opens a table of another name.
    """
    _limit(request, TABLES)
    house, form = _house(request), await _form(request)
    name, quick = form.get("game", ""), form.get("quick") == "yes"
    wanted = form.get("table", "")
    if wanted and not NAMED.fullmatch(wanted):
        raise Refused(400, "that is no name of a table")
    games.room(name)
    others = form.get("others", bots.names(name)[-1])
    try:
        options = _read_options(name, form, quick)
        seats: Game[Any, Any, Any] = games.create(name, **options)
        clock = form.get("clock", "")
        if clock not in CLOCKS:
            raise UnknownName("clock", clock, CLOCKS)
        opened = functools.partial(
            house.open,
            name,
            options,
            ["" if others == "open" else others] * (seats.players - 1),
            listed=form.get("listed") == "yes",
            chat=form.get("chat") == "yes",
            away="clock" if form.get("away") == "clock" else "bot",
            clock=clock,
        )
        try:
            live = opened(id=wanted)
            live = opened() if live.moved_on(_keys(request)) else live
        except LostRace:
            live = opened()
    except CardwrightError as problem:
        if _wants_json(request) or quick:
            raise
        return _new_page(request, name, form, str(problem), 400)
    return _sit_down(request, live, form)


def _sit_down(request: Request, live: Live, form: dict[str, str]) -> Response:
    secret = next(iter(_secrets(request)), "") or new_secret()
    if _seat(request, live) == SPECTATOR:
        _house(request).sit(live, form.get("name", ""), secret, clean(form.get("seed", ""), 64))
    answer = _done(request, f"/t/{live.id}", goto=f"/t/{live.id}")
    _give_cookie(request, answer, secret)
    return answer


def _give_cookie(request: Request, answer: Response, secret: str) -> None:
    """Put a secret before those that the browser holds already: a personal link takes no other seat away."""
    held = [secret, *(other for other in _secrets(request) if other != secret)][:SEATS]
    answer.set_cookie(
        COOKIE,
        ".".join(held),
        max_age=YEAR,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
        path="/",
    )


# At the table


def _frame(request: Request | WebSocket, live: Live, seat: int, notice: str = "") -> str:
    """Everything at the table that may change, as this seat sees it."""
    table = live.table
    scene = live.scene(seat) if table is not None else None
    now = _house(request).now()
    names = live.names
    return draw.page(
        "frame.html",
        id=live.id,
        title=games.room(live.opened.game).title,
        notice=notice,
        scene=draw.scene_html(scene, names, table.version, f"/t/{live.id}/move", live.clocks(now))
        if scene is not None and table is not None
        else "",
        news=live.news,
        past=live.past[::-1],
        chat=[(names[number], text) for number, text in live.chat],
        phrases=PHRASES,
        free_chat=live.opened.chat,
        seat=seat,
        free=len(live.free),
        names=names,
        people=sum(not each.bot for each in live.seats),
        my_turn=table is not None and seat in table.to_act,
        over=live.over,
        again=live.again,
        committed=proof.commitment(live.opened.seed),
        givers=_givers(live),
        rematch=_house(request).promise_again(live) if live.over and seat != SPECTATOR and not live.again else None,
        drawn=live.drawn,
        shown=seat in live.shown,
        base=_base(request),
    )


def _givers(live: Live) -> list[tuple[str, str]]:
    """Each seat's name, and whose seed stands for it."""
    said = []
    for name, each in zip(live.names, live.seats, strict=True):
        if each.own:
            said.append((name, "a seed of their own"))
        elif each.taken:
            said.append((name, "none" if each.bot else "none, so the server made one up"))
    return said


def _base(request: Request | WebSocket) -> str:
    scheme = {"ws": "http", "wss": "https"}.get(request.url.scheme, request.url.scheme)
    return f"{scheme}://{request.url.netloc}"


def _table_html(request: Request, live: Live, notice: str = "") -> str:
    return draw.page(
        "table.html",
        id=live.id,
        title=games.room(live.opened.game).title,
        rules=live.opened.game,
        notes=live.game.notes,
        frame=Markup(_frame(request, live, _seat(request, live), notice)),
    )


async def table_page(request: Request) -> Response:
    """A table, for a player or a spectator."""
    return _form_page(request, _table_html(request, _table(request)))


async def sit(request: Request) -> Response:
    """Take a free seat."""
    _limit(request, ACTIONS)
    return _sit_down(request, _table(request), await _form(request))


async def move(request: Request) -> Response:
    """A move: its notation, or a move's text and the number put in for it; with the version it was meant for."""
    _limit(request, ACTIONS)
    house, live, form = _house(request), _table(request), await _form(request)
    seat = _seat(request, live)
    if seat == SPECTATOR:
        raise NotSeated
    version = form.get("version", "")
    if not version.isascii() or not version.isdigit() or len(version) > 9:
        raise Refused(400, "a move says which version of the game it was meant for")
    if live.table is None:
        raise PlayError("the game has not begun: a seat is still free")
    text = draw.chosen(live.scene(seat).moves, form.get("move", ""), form)
    house.move(live, seat, text, int(version))
    return _done(request, f"/t/{live.id}")


async def hint(request: Request) -> Response:
    """What the strongest bot would do, and why."""
    _limit(request, HINTS)
    live = _table(request)
    said = await _house(request).hint(live, _seat(request, live))
    if _wants_json(request):
        return _json({"notice": f"Hint: {said}"})
    return HTMLResponse(_table_html(request, live, notice=f"Hint: {said}"))


async def say(request: Request) -> Response:
    """Say something at the table."""
    _limit(request, TALK)
    live, form = _table(request), await _form(request)
    _house(request).say(live, _seat(request, live), form.get("text") or form.get("phrase", ""))
    return _done(request, f"/t/{live.id}")


async def leave(request: Request) -> Response:
    """Give up one's seat."""
    _limit(request, ACTIONS)
    live = _table(request)
    _house(request).leave(live, _seat(request, live))
    return _done(request, "/", goto="/")


async def again(request: Request) -> Response:
    """A rematch, where whoever asks sits down first."""
    _limit(request, TABLES)
    house, live, form = _house(request), _table(request), await _form(request)
    seat = _seat(request, live)
    id = house.again(live, seat)
    return _sit_down(request, house.table(id), {"name": live.names[seat], "seed": form.get("seed", "")})


async def show(request: Request) -> Response:
    """Agree to show all cards of a finished game."""
    _limit(request, ACTIONS)
    live = _table(request)
    _house(request).show(live, _seat(request, live))
    return _done(request, f"/t/{live.id}", notice="You have agreed that all cards may be seen.")


async def link(request: Request) -> Response:
    """The link that opens one's seat on another device."""
    live = _table(request)
    secret = next((secret for secret in _secrets(request) if live.seat_of(secret) != SPECTATOR), None)
    if secret is None:
        raise NotSeated
    address = f"{_base(request)}/t/{live.id}/seat/{quote(secret)}"
    body = draw.page("link.html", link=address, back=f"/t/{live.id}")
    return HTMLResponse(body, headers={"cache-control": "no-store"})


async def open_seat(request: Request) -> Response:
    """Open a personal link: the secret goes into the cookie, and out of the address."""
    live, secret = _table(request), request.path_params["secret"]
    if live.seat_of(secret) == SPECTATOR:
        raise Refused(403, "this link opens no seat at this table")
    answer = RedirectResponse(f"/t/{live.id}", 303, headers={"cache-control": "no-store"})
    _give_cookie(request, answer, secret)
    return answer


# Feeds


async def _watch(socket: WebSocket, message: Callable[[Live, int], str]) -> None:
    """Send a message now and whenever the table has changed; an empty one is a sign of life."""
    count, address = socket.app.state.sockets, _address(socket)
    full = socket.app.state.limits and (count.total() >= SOCKETS or count[address] >= EACH)
    try:
        live = None if full or not same_origin(socket) else _table(socket)
    except CardwrightError:
        live = None
    if live is None:
        await socket.close(1008)
        return
    await socket.accept()
    count[address] += 1
    sending = asyncio.create_task(_send(socket, live, message))
    try:
        # There is nothing to say here: whatever comes, the end or a word, is the end.
        hearing = asyncio.create_task(socket.receive())
        await asyncio.wait((sending, hearing), return_when=asyncio.FIRST_COMPLETED)
        if hearing.done() and hearing.result()["type"] != "websocket.disconnect":
            await socket.close(1008)
    finally:
        for task in (sending, hearing):
            task.cancel()
        count[address] -= 1
        if not count[address]:
            del count[address]
    with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, OSError):
        await sending


async def _send(socket: WebSocket, live: Live, message: Callable[[Live, int], str]) -> None:
    house, id, sent = _house(socket), live.id, ""
    while True:
        change = house.change(live)
        # What is in memory is as new as the last word of the log's listener; only one that was put away is read.
        live = house.tables.get(id) or house.table(id)
        said = message(live, _seat(socket, live))
        await socket.send_text("" if said == sent else said)
        sent = said
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(change.wait(), PING)


async def feed(socket: WebSocket) -> None:
    """Frames of HTML for a page."""
    await _watch(socket, lambda live, seat: _frame(socket, live, seat))


async def views(socket: WebSocket) -> None:
    """Views as JSON, for bots and tests."""
    await _watch(socket, lambda live, seat: msgspec.json.encode(_view(live, seat)).decode())


async def view(request: Request) -> Response:
    """This seat's view as JSON."""
    live = _table(request)
    return _json(_view(live, _seat(request, live)))


def _view(live: Live, seat: int) -> dict[str, Any]:
    table = live.table
    if table is None:
        return {"version": 0, "seat": seat, "names": live.names, "free": live.free, "view": None, "moves": []}
    scene = live.scene(seat)
    return {
        "version": table.version,
        "seat": seat,
        "names": live.names,
        "to_act": [number for number in table.to_act if number >= 0],
        "over": live.over,
        "view": table.view(seat),
        "moves": scene.moves,
        "news": live.news,
    }


# Afterwards


def _finished(request: Request) -> Live:
    live = _table(request)
    if not live.over:
        raise PlayError("the game is not over")
    return live


def _open_to_all(live: Live) -> bool:
    """Whether every person at the table agrees that all cards may be seen."""
    return all(each.bot or number in live.shown for number, each in enumerate(live.seats))


async def replay(request: Request) -> Response:
    """Any moment of a finished game, from one's own seat, or from any if all have agreed."""
    _limit(request, LOOKS)
    live = _finished(request)
    assert live.table is not None
    last = len(live.table.log)
    own, all_open = _seat(request, live), _open_to_all(live)
    asked = request.query_params.get("at", str(last))
    if not asked.isascii() or not asked.isdigit() or len(asked) > 9 or int(asked) > last:
        raise Refused(400, f"this game has moments 0 to {last}")
    at, eyes = int(asked), own
    wanted = request.query_params.get("as", "")
    if wanted and all_open and wanted.isascii() and wanted.isdigit() and 1 <= int(wanted) <= len(live.seats):
        eyes = int(wanted) - 1
    state = live.game.initial_state()
    for step in live.table.log[:at]:
        state = live.game.apply(state, step.player, live.game.parse(step.action)) if step.action != "forfeit" else state
    scene = games.scene(live.game, live.game.view(state, eyes))
    scene = msgspec.structs.replace(scene, moves=())
    tail = f"&as={eyes + 1}" if wanted and eyes != own else ""
    body = draw.page(
        "replay.html",
        id=live.id,
        title=games.room(live.opened.game).title,
        at=at,
        last=last,
        eyes=eyes,
        open_eyes=eyes != own,
        tail=Markup(tail.replace("&", "&amp;")),
        seats=range(len(live.seats)) if all_open else (),
        names=live.names,
        news=[named(line, live.names) for line in scene.news],
        scene=draw.scene_html(scene, live.names, at, "", [None] * len(live.seats)),
    )
    return HTMLResponse(body)


async def download(request: Request) -> Response:
    """The whole record of a finished game, which shows every card: for its players, or for all if they agree."""
    _limit(request, LOOKS)
    live = _finished(request)
    assert live.table is not None
    if _seat(request, live) == SPECTATOR and not _open_to_all(live):
        raise NotSeated
    players = [record.Sitter(name, each.bot or "you") for name, each in zip(live.names, live.seats, strict=True)]
    told = proof.notes(live.opened.seed, live.seeds, live.table.log)
    header = record.Header.of(live.game, players, notes=told)
    log = [Step(step.player, step.action) for step in live.table.log]
    return Response(
        record.dump(header, log),
        media_type="application/jsonl",
        headers={"content-disposition": f'attachment; filename="{_file(live)}"'},
    )


def _file(live: Live) -> str:
    """What the record of a game is called when it is downloaded."""
    return f"{live.opened.game}-{live.id}.jsonl"


async def promise(request: Request) -> Response:
    """A name for a new table, and the commitment to its seed: to be had before giving one's own seed with the form."""
    id, committed = _house(request).promise()
    return _json({"table": id, "commitment": committed})


async def fair(request: Request) -> Response:
    """What the server has committed to at this table; of a finished game also what opens the draws that one saw."""
    _limit(request, LOOKS)
    live = _table(request)
    told: dict[str, Any] = {"commitment": proof.commitment(live.opened.seed), "seals": live.seals()}
    told["own"] = [seat.own for seat in live.seats]
    if live.over:
        told["openings"] = live.openings(_seat(request, live))
    answer = _fair_page(request, live, told) if _wants_page(request) else _json(told)
    answer.headers["vary"] = "accept"
    answer.headers["cache-control"] = "no-store"
    return answer


def _fair_page(request: Request, live: Live, told: dict[str, Any]) -> Response:
    body = draw.page(
        "fair.html",
        id=live.id,
        title=games.room(live.opened.game).title,
        file=_file(live),
        seat=_seat(request, live),
        over=live.over,
        committed=told["commitment"],
        givers=_givers(live),
        names=live.names,
        seals=told["seals"],
        openings=told.get("openings", {}),
    )
    return HTMLResponse(body)


# Reading


async def rules_index(request: Request) -> Response:
    """All pages of rules."""
    items = "".join(f'<li><a href="/rules/{name}">{pages.rules(name)[0]}</a></li>' for name in pages.rules_pages())
    return HTMLResponse(draw.page("page.html", title="Rules", body=Markup(f"<h1>Rules</h1><ul>{items}</ul>")))


async def rules_page(request: Request) -> Response:
    """The rules of a game, and how Cardwright reads them."""
    title, body = pages.rules(request.path_params["name"])
    return HTMLResponse(draw.page("page.html", title=title, body=body))


async def glossary(request: Request) -> Response:
    """The words of cards and card tables."""
    title, body = pages.glossary_page()
    return HTMLResponse(draw.page("page.html", title=title, body=body))


async def fair_deals(request: Request) -> Response:
    """What the server promises of its deals, and what that proves."""
    title, body = pages.fair_deals()
    return HTMLResponse(draw.page("page.html", title=title, body=body))
