"""The web application: pages, the socket that carries frames down, and the forms that carry moves up."""

import asyncio
import contextlib
import functools
import hmac
import logging
import re
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable
from typing import Any
from urllib.parse import parse_qsl, quote, unquote

import msgspec
from markupsafe import Markup
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

from cardwright import bots, games
from cardwright.errors import BadOption, CardwrightError, LostRace, PlayError, StoreError, UnknownName
from cardwright.game import SPECTATOR, Game, Option
from cardwright.scene import named
from cardwright.table import proof
from cardwright.web import api, draw, pages
from cardwright.web.guard import Guarded, Limiter, Refused, hashed, held, keys, new_secret, same_origin, seat_secret
from cardwright.web.house import NAME, House, clean, guest
from cardwright.web.live import AWAY, CLOCKS, PHRASES, SPENT, Live, NoSeat, NotSeated

logger = logging.getLogger("cardwright")

COOKIE = "cardwright"
CALLED, MUTED = "called", "muted"  # cookies for what a browser is called, and, table by table, whom it does not hear
YEAR = 365 * 24 * 3600
PING = 20.0  # seconds between signs of life on a quiet socket
SOCKETS = 4000  # watchers in all
EACH = 100  # watchers from one address
SEATS = 8  # secrets that a browser may hold: its own, and those of personal links that it has opened
CROWD = 12  # so many times what a seat may ask, its address may ask in all: people share addresses
ACTIONS, TABLES, TALK, HINTS, LOOKS = "actions", "tables", "talk", "hints", "looks"
NAMED = re.compile(r"[\w-]{12}", re.ASCII)  # a table's name

RATES = ((ACTIONS, 8, 60), (TABLES, 0.1, 12), (TALK, 0.5, 8), (HINTS, 0.5, 8), (LOOKS, 8, 60))


class NotInvited(CardwrightError):
    """The table is not for everybody, and this is not the link to a seat."""

    def __init__(self) -> None:
        super().__init__("this table is by invitation: ask a player for the link to a seat; you may watch")


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
            Route("/name", call, methods=["POST"]),
            Route("/new/{game}", new_table),
            Route("/tables", open_table, methods=["POST"]),
            Route("/t/{id}", table_page),
            Route("/t/{id}/watch", table_page),
            Route("/t/{id}/join/{invitation}", table_page),
            Route("/t/{id}/sit", sit, methods=["POST"]),
            Route("/t/{id}/move", move, methods=["POST"]),
            Route("/t/{id}/hint", hint, methods=["POST"]),
            Route("/t/{id}/say", say, methods=["POST"]),
            Route("/t/{id}/leave", leave, methods=["POST"]),
            Route("/t/{id}/back", back, methods=["POST"]),
            Route("/t/{id}/mute", mute, methods=["POST"]),
            Route("/t/{id}/again", again, methods=["POST"]),
            Route("/t/{id}/show", show, methods=["POST"]),
            Route("/t/{id}/link", link),
            Route("/t/{id}/seat/{secret}", open_seat),
            Route("/t/{id}/view", view),
            Route("/t/{id}/replay", replay),
            Route("/t/{id}/record", download),
            Route("/t/{id}/fair", fair),
            Route("/promise", promise),
            Route("/openapi.json", openapi),
            WebSocketRoute("/t/{id}/feed", feed),
            WebSocketRoute("/t/{id}/views", views),
            Route("/rules", rules_index),
            Route("/rules/{name}", rules_page),
            Route("/glossary", glossary),
            Route("/fair-deals", fair_deals),
            Mount("/static", StaticFiles(packages=[("cardwright.web", "static")])),
        ],
        middleware=[Middleware(Guarded, refuse=_refusal)],
        exception_handlers={CardwrightError: _refusal, Refused: _refusal, HTTPException: _lost},
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
    id = request.path_params["id"]
    if not NAMED.fullmatch(id):  # the log is not asked for what cannot be there
        raise UnknownName("table", id, ())
    return _house(request).table(id)


def _secrets(request: Request | WebSocket) -> list[str]:
    """The secrets that a browser holds, its own first."""
    return held(request.cookies.get(COOKIE, ""), SEATS)


def _own(request: Request) -> str:
    """The secret of a browser's own, which is made if it has none."""
    return next(iter(_secrets(request)), "") or new_secret()


def _keys(request: Request | WebSocket, table: str) -> list[str]:
    return keys(_secrets(request), table)


def _seat(request: Request | WebSocket, live: Live) -> int:
    return live.seat_by(_keys(request, live.id))


def _limit(request: Request | WebSocket, kind: str) -> None:
    """Raise `Refused` for a client that asks too often: by its own secret, and by its address for all of them.

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
    if not await request.body():
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
    return "text/html" in request.headers.get("accept", "") and not _wants_json(request)


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
    (NotInvited, 403),
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
    """What no route takes."""
    assert isinstance(problem, HTTPException)
    what = "there is nothing here" if problem.status_code == 404 else "that cannot be done here"
    answer = await _refusal(request, Refused(problem.status_code, what))
    answer.headers.update(problem.headers or {})
    return answer


# The lobby


@functools.cache
def _game_cards() -> list[dict[str, Any]]:
    found = []
    for name, room in games.GAMES.items():
        alone = games.create(name).players == 1  # some games compile a ranking: once is enough
        found.append({"name": name, "title": room.title, "about": room.about, "alone": alone, "page": name})
    return found


MINE, LISTED = 30, 60  # tables that the lobby shows
IDLE = 24 * 3600 * 1000  # milliseconds without a word, after which it does not show a table to others


def _on_show(live: Live, now: int) -> bool:
    return live.opened.listed and not live.over and not live.deserted and now - live.at < IDLE


async def lobby(request: Request) -> Response:
    """Games to sit down at, open tables, and one's own."""
    house = _house(request)
    mine: list[dict[str, Any]] = []
    listed: list[dict[str, Any]] = []
    secrets = _secrets(request)
    for live in reversed(list(house.tables.values())):
        opening = keys(secrets, live.id)
        seat, left = live.seat_by(opening), live.left_by(opening)
        own = max(seat, left) != SPECTATOR
        if len(mine if own else listed) >= (MINE if own else LISTED) or not (own or _on_show(live, house.now())):
            continue
        entry = {
            "id": live.id,
            "title": games.room(live.opened.game).title,
            "over": live.over,
            "who": ", ".join(each.name for each in live.seats if each.taken),
            "others": ", ".join(
                each.name for number, each in enumerate(live.seats) if each.taken and number != max(seat, left)
            ),
            "left": left != SPECTATOR,
            "free": len(live.free),
            "terms": ", ".join(live.terms),
            "my_turn": live.table is not None and seat in live.table.to_act,
        }
        (mine if own else listed).append(entry)
    body = draw.page(
        "lobby.html",
        games=_game_cards(),
        mine=mine,
        tables=listed,
        promise=house.promise,
        called=_called(request),
        name_size=NAME,
    )
    return _form_page(request, body)


def _called(request: Request | WebSocket) -> str:
    """What this browser was called last."""
    return clean(unquote(request.cookies.get(CALLED, "")), NAME)


def _remember(request: Request, answer: Response, name: str) -> None:
    answer.set_cookie(
        CALLED,
        quote(name),
        max_age=YEAR if name else 0,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
        path="/",
    )


async def call(request: Request) -> Response:
    """Be called something, at this browser's next tables."""
    name = clean((await _form(request)).get("name", ""), NAME)
    answer = _done(request, "/", notice=f"You are called {name}." if name else "You have no name.")
    _remember(request, answer, name)
    return answer


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
        spent=list(SPENT.items()),
        away=list(AWAY.items()),
        most=_most(name, made.players) - 1,
        name=_called(request),
        given=given,
        error=error,
        table=table,
        committed=committed,
    )
    return _form_page(request, body, status)


def _most(name: str, players: int) -> int:
    """How many seats a game can have."""
    return next((option.high for option in games.options(name) if option.name == "players"), players)


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
    played on at that table, or by somebody else, or for another game, opens a table of another name.
    """
    _limit(request, TABLES)
    house, form = _house(request), await _form(request)
    name, quick = form.get("game", ""), form.get("quick") == "yes"
    wanted = form.get("table", "")
    if wanted and not NAMED.fullmatch(wanted):
        raise Refused(400, "that is no name of a table")
    games.room(name)
    try:
        options = _read_options(name, form, quick)
        seats: Game[Any, Any, Any] = games.create(name, **options)
        clock = form.get("clock", "")
        _known("clock", clock, CLOCKS)
        opened = functools.partial(
            house.open,
            name,
            options,
            _others(form, seats.players - 1, bots.names(name)[-1]),
            listed=seats.players > 1 and not quick and form.get("listed") != "no",
            chat=form.get("chat") == "yes",
            away=_known("away", form.get("away", "bot"), AWAY),
            clock=clock,
            spent=_known("spent", form.get("spent", ""), ("", *SPENT)),
        )
        try:
            live = opened(id=wanted)
            live = live if live.begins_for(_keys(request, live.id)) else opened()
        except LostRace:
            live = opened()
    except CardwrightError as problem:
        if _wants_json(request) or quick:
            raise
        return _new_page(request, name, form, str(problem), 400)
    return _sit_down(request, live, form)


def _known(kind: str, value: str, known: Iterable[str]) -> str:
    if value not in known:
        raise UnknownName(kind, value, known)
    return value


def _others(form: dict[str, str], seats: int, best: str) -> list[str]:
    """Who has the other seats: so many people, "" each, and bots for the rest. Raises `BadOption`."""
    bot, people = form.get("others", best), form.get("people", "")
    if bot == "open":
        return [""] * seats
    if people and not (people.isascii() and people.isdigit() and len(people) < 4 and int(people) <= seats):
        raise BadOption("people", people, f"0 to {seats}, as many as there are other seats")
    kept = int(people or 0)
    return [""] * kept + [bot] * (seats - kept)


def _sit_down(request: Request, live: Live, form: dict[str, str], shared: str = "") -> Response:
    """Take a seat: a secret ``shared`` with the browser's other devices opens it, or that of this one alone."""
    own = _own(request)
    _house(request).owners[live.id] = _address(request)
    name = clean(form.get("name", ""), NAME)
    if _seat(request, live) == SPECTATOR:
        called = name or _called(request) or guest(hashed(own))
        _house(request).sit(live, called, shared or seat_secret(own, live.id), clean(form.get("seed", ""), 64))
    answer = _done(request, f"/t/{live.id}", goto=f"/t/{live.id}")
    _give_cookie(request, answer, own)
    if name:
        _remember(request, answer, name)
    return answer


def _give_cookie(request: Request, answer: Response, own: str, *brought: str) -> None:
    """The browser's own secret comes first and is never crowded out: new seats are opened by that one alone."""
    answer.set_cookie(
        COOKIE,
        ".".join(list(dict.fromkeys((own, *brought, *_secrets(request))))[:SEATS]),
        max_age=YEAR,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
        path="/",
    )


# At the table


def _welcome(request: Request | WebSocket, live: Live, invitation: str) -> bool:
    """Whether somebody may sit down who comes with this invitation, or with none."""
    return live.opened.listed or hmac.compare_digest(invitation.encode(), _house(request).invitation(live).encode())


def _muted(request: Request | WebSocket) -> set[int]:
    """The seats whose talk this browser does not want to hear at this table."""
    return {int(seat) for seat in request.cookies.get(MUTED, "").split(".") if re.fullmatch(r"[0-9]{1,2}", seat)}


def _invitation(request: Request | WebSocket) -> str:
    return str(request.path_params.get("invitation", request.query_params.get("invitation", "")))


def _watches(request: Request | WebSocket) -> bool:
    """Whether somebody came by the link for those who only watch."""
    return request.url.path.endswith("/watch") or request.query_params.get("watch") == "yes"


def _frame(request: Request | WebSocket, live: Live, seat: int, notice: str = "") -> str:
    """Everything at the table that may change, as this seat sees it."""
    table = live.table
    scene = live.scene(seat) if table is not None else None
    now = _house(request).now()
    names = live.names
    muted, invitation = _muted(request), _invitation(request)
    table_link = f"{_base(request)}/t/{live.id}"
    join = "" if live.opened.listed else f"/join/{_house(request).invitation(live)}"
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
        chat=[(names[number], text) for number, text in live.chat if number not in muted],
        muted=sorted(number for number in muted if number < len(names)),
        talkers=sorted({number for number, _ in live.chat} - {seat} - muted),
        invitation=invitation,
        may_sit=seat == SPECTATOR and not _watches(request) and _welcome(request, live, invitation),
        left=live.left_by(_keys(request, live.id)) if seat == SPECTATOR else SPECTATOR,
        called=_called(request),
        terms=", ".join(live.terms),
        away=live.away,
        waiting=live.free,
        seat_link=f"{table_link}{join}" if seat != SPECTATOR and live.free else "",
        watch_link=f"{table_link}/watch",
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
        rematch=_rematch(request, live) if live.over and seat != SPECTATOR else None,
        asked=_asked_again(request, live),
        drawn=live.drawn,
        shown=seat in live.shown,
        whole=live.shows_all(seat),
        base=_base(request),
    )


def _rematch(request: Request | WebSocket, live: Live) -> tuple[str, str]:
    house = _house(request)
    return house.promise(live.again) if live.again else house.promise_again(live)


def _asked_again(request: Request | WebSocket, live: Live) -> str:
    """Who sits at the rematch already, "" if it is not open."""
    if not live.again:
        return ""
    with contextlib.suppress(CardwrightError):
        seats = _house(request).table(live.again).seats
        return ", ".join(each.name for each in seats if each.key)
    return ""


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
        feed=_feed_words(request),
        frame=Markup(_frame(request, live, _seat(request, live), notice)),
    )


def _feed_words(request: Request) -> str:
    """What the socket is to know of how somebody came here."""
    if _watches(request):
        return "?watch=yes"
    return f"?invitation={quote(_invitation(request))}" if _invitation(request) else ""


async def table_page(request: Request) -> Response:
    """A table, for a player or a spectator."""
    live = _table(request)
    if request.path_params.get("invitation") and _seat(request, live) != SPECTATOR:
        return RedirectResponse(f"/t/{live.id}", 303)
    return _form_page(request, _table_html(request, live))


async def sit(request: Request) -> Response:
    """Take a free seat."""
    _limit(request, ACTIONS)
    live, form = _table(request), await _form(request)
    if not _welcome(request, live, form.get("invitation", "")):
        raise NotInvited
    return _sit_down(request, live, form)


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
    house.owners[live.id] = _address(request)
    house.move(live, seat, text, int(version))
    return _done(request, f"/t/{live.id}")


async def hint(request: Request) -> Response:
    """What the strongest bot would do, and why."""
    _limit(request, HINTS)
    live = _table(request)
    said = await _house(request).hint(live, _seat(request, live), _address(request))
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


async def back(request: Request) -> Response:
    """Take the seat again that one has left."""
    _limit(request, ACTIONS)
    house, live = _house(request), _table(request)
    seat = live.left_by(_keys(request, live.id))
    if seat == SPECTATOR:
        raise NotSeated
    house.back(live, live.seats[seat].key)
    return _done(request, f"/t/{live.id}", goto=f"/t/{live.id}")


async def mute(request: Request) -> Response:
    """Hear a seat's talk no more, or again: for this browser, at this table, and nobody else learns of it."""
    _limit(request, ACTIONS)
    live, form = _table(request), await _form(request)
    seat = form.get("seat", "")
    if not re.fullmatch(r"[0-9]{1,2}", seat) or int(seat) >= len(live.seats):
        raise Refused(400, "there is no such seat at this table")
    muted = _muted(request) ^ {int(seat)}
    answer = _done(request, f"/t/{live.id}", goto=f"/t/{live.id}")
    answer.set_cookie(
        MUTED,
        ".".join(map(str, sorted(muted))),
        max_age=YEAR if muted else 0,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
        path=f"/t/{live.id}",
    )
    return answer


async def again(request: Request) -> Response:
    """A rematch, where whoever asks sits down first."""
    _limit(request, TABLES)
    house, live, form = _house(request), _table(request), await _form(request)
    seat = _seat(request, live)
    id = house.again(live, seat)
    opener = _opener(request, live)
    shared = opener if opener in _secrets(request) else ""  # what two devices play on, they play on together
    return _sit_down(request, house.table(id), {"name": live.names[seat], "seed": form.get("seed", "")}, shared)


async def show(request: Request) -> Response:
    """Agree to show all cards of a finished game."""
    _limit(request, ACTIONS)
    live = _table(request)
    _house(request).show(live, _seat(request, live))
    return _done(request, f"/t/{live.id}", notice="You have agreed that all cards may be seen.")


async def link(request: Request) -> Response:
    """The link that opens one's seat on another device."""
    live = _table(request)
    secret = _opener(request, live)
    if not secret:
        raise NotSeated
    address = f"{_base(request)}/t/{live.id}/seat/{quote(secret)}"
    body = draw.page("link.html", link=address, back=f"/t/{live.id}")
    answer = HTMLResponse(body)
    _give_cookie(request, answer, _own(request), secret)
    return answer


def _opener(request: Request, live: Live) -> str:
    """The secret by which a browser has its seat at a table, "" if it has none."""
    derived = (seat_secret(own, live.id) for own in _secrets(request)[:1])
    return next((each for each in (*_secrets(request), *derived) if live.seat_of(each) != SPECTATOR), "")


async def open_seat(request: Request) -> Response:
    """Open a personal link: the secret goes into the cookie, and out of the address."""
    live, secret = _table(request), request.path_params["secret"]
    if live.seat_of(secret) == SPECTATOR:
        raise Refused(403, "this link opens no seat at this table")
    answer = RedirectResponse(f"/t/{live.id}", 303, headers={"referrer-policy": "no-referrer"})
    _give_cookie(request, answer, _own(request), secret)
    return answer


# Feeds


async def _watch(socket: WebSocket, message: Callable[[Live, int], str]) -> None:
    """Send a message now and whenever the table has changed; an empty one is a sign of life."""
    count, address = socket.app.state.sockets, _address(socket)
    full = socket.app.state.limits and (count.total() >= SOCKETS or count[address] >= EACH)
    try:
        _limit(socket, LOOKS)
        live = None if full or not same_origin(socket) else _table(socket)
    except (CardwrightError, Refused):
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
    house, id, sent = _house(socket), live.id, 0
    while True:
        change = house.change(live)
        # What is in memory is as new as the last word of the log's listener; only one that was put away is read.
        live = house.tables.get(id) or house.table(id)
        said = message(live, _seat(socket, live))
        # Of what was sent the hash is kept: with a thousand sockets, frames would be most of the server's memory.
        same, sent = hash(said) == sent, hash(said)
        await socket.send_text("" if same else said)
        del said
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
    if wanted and all_open and wanted.isdecimal() and len(wanted) < 4 and 1 <= int(wanted) <= len(live.seats):
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
    """The record of a finished game: the whole of it if the players agree, else what one's own seat saw."""
    _limit(request, LOOKS)
    live = _finished(request)
    seat = _seat(request, live)
    # A long game takes a second, in which the others at the server are not to wait.
    made = await run_in_threadpool(live.record, None if live.shows_all(seat) else seat)
    headers = {"content-disposition": f'attachment; filename="{_file(live, seat)}"', "cache-control": "no-store"}
    return Response(made, media_type="application/jsonl", headers=headers)


def _file(live: Live, seat: int) -> str:
    """What the record of a game is called when it is downloaded."""
    whose = "" if live.shows_all(seat) else "-watched" if seat == SPECTATOR else f"-seat-{seat + 1}"
    return f"{live.opened.game}-{live.id}{whose}.jsonl"


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
        told["openings"] = await run_in_threadpool(live.openings, _seat(request, live))
    answer = _fair_page(request, live, told) if _wants_page(request) else _json(told)
    answer.headers["vary"] = "accept"
    answer.headers["cache-control"] = "no-store"
    return answer


def _fair_page(request: Request, live: Live, told: dict[str, Any]) -> Response:
    seat = _seat(request, live)
    body = draw.page(
        "fair.html",
        id=live.id,
        title=games.room(live.opened.game).title,
        file=_file(live, seat),
        whole=live.shows_all(seat),
        seat=seat,
        over=live.over,
        committed=told["commitment"],
        givers=_givers(live),
        names=live.names,
        seals=told["seals"],
        openings=told.get("openings", {}),
    )
    return HTMLResponse(body)


# Reading


async def openapi(request: Request) -> Response:
    """This description of the API."""
    return _json(api.description(request.app.routes))


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
