"""Web sockets that send frames and views, and the view as a single response."""

import asyncio
import contextlib
import functools
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Hashable, Iterable, Sequence
from time import monotonic
from typing import Any, NamedTuple, TypeAlias

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Message
from starlette.websockets import WebSocket, WebSocketDisconnect

from cardwright.cardroom.logs.people import person_log
from cardwright.cardroom.presence import PERSON_SEAT, OpenPage
from cardwright.cardroom.service import Cardroom
from cardwright.cardroom.tables.live_table import LiveTable
from cardwright.cardroom.tables.news import Moment
from cardwright.errors import CardwrightError
from cardwright.game import Player
from cardwright.web import club_board, lobby_page, parts, people, rate_limits, render, requests, responses, table_frame
from cardwright.web.app_state import state_of
from cardwright.web.deadline_lock import DeadlineLock
from cardwright.web.hosts import same_origin
from cardwright.web.linked_browsers import check_linked
from cardwright.web.refused import Refused
from cardwright.web.security import OPENED
from cardwright.web.visitor import Visitor

PING_INTERVAL_S = 20.0
LOBBY_INTERVAL_S = 2.0
HURRIED_FRAME_INTERVAL_S = 0.25  # while bots hurry to a player's turn
IDLE_S = 0.000_2  # the longest turn of an event loop that has nothing else to do
MAX_YIELD_S = 0.02  # how long a frame that can wait lets others go first
FRAME_DUE_SOON_S = 0.5  # such a frame yields for one turn of the event loop only
MAX_SOCKETS = 10_000
MAX_SOCKETS_PER_ADDRESS = 100


Send: TypeAlias = Callable[[], Coroutine[Any, Any, None]]
Draw: TypeAlias = Callable[[Visitor, LiveTable, int, Moment | None], str]  # "" if nothing differs
# The values of a page's lists by the stamp of those that it shows: a new stamp, and None if they have not changed.
Show: TypeAlias = Callable[[Hashable], Awaitable[tuple[Hashable, dict[str, Any] | None]]]
Messages: TypeAlias = Callable[[Sequence[str]], Iterable[str]]  # of frames that are sent together


class NextFrame(NamedTuple):
    """A frame, "" if nothing differs, of a version. The last shows the table as it is, and is not held."""

    text: str
    version: int
    hold_s: float


async def feed(socket: WebSocket) -> None:
    """Send frames of HTML: of each moment since version ``seen``, in order, and then of the table as it is.

    The first is whole, and each later one has the parts that differ from the one before. Of a table that is as the page
    has it, by its stamp, only the clocks are drawn: thousands of quiet pages have a heartbeat every 20 seconds, and
    many come back at once after a server has ended.
    """
    sender, stamp = parts.Sender(), socket.query_params.get("stamp", "")

    def draw(visitor: Visitor, live: LiveTable, seat: int, moment: Moment | None) -> str:
        nonlocal stamp
        frames = state_of(socket).frames
        sight = frames.sight(visitor, live, seat, moment)
        before, stamp = stamp, table_frame.stamp(sight)
        if not stamp or stamp != before:
            return sender.message(frames.of(sight))
        return sender.quiet_message(frames.timed_parts(live))

    await _watch(socket, draw, _join_frames)


def _join_frames(frames: Sequence[str]) -> Sequence[str]:
    """Return frames as one message, which is compressed once."""
    drawn = [frame for frame in frames if frame]
    return [parts.FRAME_BREAK.join(drawn)] if drawn else []


async def views(socket: WebSocket) -> None:
    """Send views as JSON: of each moment since version ``seen``, in order, and then of the table as it is."""
    sent = 0

    def draw(visitor: Visitor, live: LiveTable, seat: int, moment: Moment | None) -> str:
        nonlocal sent
        encoded = msgspec.json.encode(_view(live, seat, moment))
        same, sent = hash(encoded) == sent, hash(encoded)  # only the hash is kept, to save memory
        return "" if same else encoded.decode()

    await _watch(socket, draw, list)


async def view(request: Request) -> Response:
    """Return this seat's view as JSON."""
    live = await requests.table(request)
    return responses.json(_view(live, requests.seat(request, live)))


def _view(live: LiveTable, seat: int, moment: Moment | None = None) -> dict[str, Any]:
    table = live.table
    if table is None:
        contract, owed = live.contract, live.seats.owed_seeds
        return {
            "version": 0,
            "seat": seat,
            "names": live.names,
            "view": None,
            "moves": [],
            "free": live.seats.free,
            "unready": live.seats.unready,
            "owed_seeds": owed,
            "contract": contract.text if contract and owed else "",
        }
    return {
        "version": moment.version if moment else table.version,
        "seat": seat,
        "names": live.names,
        "to_act": [] if moment else [number for number in table.to_act if number >= 0],
        "over": live.over and moment is None,
        "moment": moment is not None,
        "view": live.game.view(moment.frame.state, seat) if moment else table.view(seat),
        "moves": [] if moment else live.scene(seat).moves,
        "news": moment.news if moment else live.news,
    }


async def lobby(socket: WebSocket) -> None:
    """Send the lists of the lobby, first whole and then the parts that have changed, at most every two seconds."""

    async def shown(last: Hashable) -> tuple[Hashable, dict[str, Any]]:
        return None, await lobby_page.lobby_values(socket)

    async def counted() -> OpenPage:
        return requests.cardroom(socket).presence.page()

    await _lists(socket, "lobby_now.html", shown, counted)


async def club(socket: WebSocket) -> None:
    """Send the lists of a club's page to a member, in the same way."""
    id = socket.path_params["club"]

    async def shown(last: Hashable) -> tuple[Hashable, dict[str, Any] | None]:
        club = await club_board.own_club(socket, id)
        stamp = club_board.stamp(socket, club)
        return stamp, None if stamp == last else await club_board.club_values(socket, id, club)

    async def counted() -> OpenPage:
        await club_board.own_club(socket, id)
        return requests.cardroom(socket).presence.page(person_log(club_board.member_of(socket, id)), PERSON_SEAT)

    await _lists(socket, "club_now.html", shown, counted)


async def _lists(socket: WebSocket, template: str, draw: Show, counted: Callable[[], Awaitable[OpenPage]]) -> None:
    """Send a page's lists whenever they may have changed; ``counted`` returns the page to count as open, or refuses."""

    async def begin() -> Send:
        return functools.partial(_send_lists, socket, template, draw, await counted())

    await _serve(socket, begin)


async def _send_lists(socket: WebSocket, template: str, draw: Show, page: OpenPage) -> None:
    cardroom, sender, linked = requests.cardroom(socket), parts.Sender(), requests.linked(socket)
    stamp: Hashable = None
    with page, people.OwnPage(cardroom, requests.secrets(socket)) as own_page:
        while True:
            change = cardroom.observers.changed_anywhere
            await check_linked(cardroom, linked)
            await own_page.notices()
            stamp, values = await draw(stamp)
            drawn = None if values is None else parts.fragment_of(render.with_marks(template, **values))
            await socket.send_text("" if drawn is None else sender.message(drawn))
            await asyncio.sleep(LOBBY_INTERVAL_S)
            await change.wait(PING_INTERVAL_S)


async def _watch(socket: WebSocket, draw: Draw, messages: Messages) -> None:
    """Send messages now and whenever the table has changed; an empty one, if nothing differs, is a heartbeat."""

    async def begin() -> Send:
        return functools.partial(_send, socket, await requests.loaded_table(socket), draw, messages)

    await _serve(socket, begin)


async def _serve(socket: WebSocket, begin: Callable[[], Awaitable[Send]]) -> None:
    """Open a socket for the page that ``begin`` looks up, or refuse it as ``begin`` does.

    An open one is served by `SecurityMiddleware`, when all that has led here is done and holds no memory.
    """
    count, address = state_of(socket).sockets, requests.address(socket)
    full = state_of(socket).limits and (count.total() >= MAX_SOCKETS or count[address] >= MAX_SOCKETS_PER_ADDRESS)
    count[address] += 1  # before it is open, so that those that open at one moment do not pass the limit
    with contextlib.ExitStack() as refused:
        refused.callback(_uncount, count, address)
        try:
            requests.limit(socket, rate_limits.LOOKS)
            send = None if full or not same_origin(socket) else await begin()
        except (CardwrightError, Refused):
            send = None
        try:
            await (socket.close(1008) if send is None else socket.accept())
        except OSError:  # gone before the answer
            return
        if send is not None:
            refused.pop_all()
            socket.scope[OPENED] = functools.partial(_serve_open, socket, send, count, address)


def _uncount(count: Counter[str], address: str) -> None:
    """Count one socket of an address less."""
    count[address] -= 1
    if not count[address]:
        del count[address]


async def _serve_open(socket: WebSocket, send: Send, count: Counter[str], address: str) -> None:
    """Send over an open socket, which counts for an address, until the client is gone or says anything."""
    try:
        await _send_until_received(socket, send)
    except CardwrightError:  # the log cannot be reached at present: the page connects again by itself
        with contextlib.suppress(WebSocketDisconnect, OSError):
            await socket.close(1013)
    except (WebSocketDisconnect, OSError):
        pass
    finally:
        _uncount(count, address)


async def _send_until_received(socket: WebSocket, send: Send) -> None:
    """Send in this task until another task sees that the client is gone or sends anything."""
    sending = asyncio.current_task()
    assert sending is not None

    def stop(receiving: asyncio.Task[Message]) -> None:
        sending.cancel()

    receiving = asyncio.create_task(socket.receive())
    receiving.add_done_callback(stop)
    try:
        await send()
    except asyncio.CancelledError:
        if not receiving.done():  # the server stops
            raise
        sending.uncancel()
    finally:
        receiving.remove_done_callback(stop)
        receiving.cancel()
    # Clients send nothing here: any message ends the connection.
    if receiving.done() and receiving.result()["type"] != "websocket.disconnect":
        await socket.close(1008)


async def _send(socket: WebSocket, live: LiveTable, draw: Draw, messages: Messages) -> None:
    cardroom, id = requests.cardroom(socket), live.id
    seen = requests.count(socket.query_params.get("seen", ""))
    visitor, secrets, linked = requests.visitor(socket, id), requests.secrets(socket), requests.linked(socket)
    _forget_head(socket)
    seat: Player | None = None  # at which the page counts, until the seat is another's
    with cardroom.presence.page() as page, people.OwnPage(cardroom, secrets, id) as own_page:
        while True:
            change = cardroom.observers.next_change(live.id, live.rematch)
            await check_linked(cardroom, linked)
            visitor = visitor._replace(notices=await own_page.notices())
            # A table in memory is up to date by the listener of the log; only one that was dropped is read.
            live = await cardroom.kept_table(id)
            if seat != (seat := live.seats.of_keys(visitor.keys)):
                page.move(id, seat)
            before = live.version if seen is None else seen
            seen = await _send_since(socket, functools.partial(_next_frame, draw, visitor, live), messages, before)
            await change.wait(PING_INTERVAL_S)
            await _wait_for_bots(cardroom, id)


def _forget_head(socket: WebSocket) -> None:
    """Drop the head of a request from memory: its data about the visitor has been read."""
    app = socket.scope["app"]
    socket.scope.clear()
    socket.scope["app"] = app
    for name in ("_headers", "_cookies", "_url", "_query_params"):
        vars(socket).pop(name, None)


async def _wait_for_bots(cardroom: Cardroom, id: str) -> None:
    """Wait while bots hurry to a player's turn, for a while: a page that drew each of their moves would come late."""
    loop = asyncio.get_running_loop()
    end = loop.time() + HURRIED_FRAME_INTERVAL_S
    while cardroom.scheduler.is_hurried(id) and loop.time() < end:
        await cardroom.observers.next_change(id).wait(end - loop.time())


async def _send_since(socket: WebSocket, draw: Callable[[int], NextFrame], messages: Messages, seen: int) -> int:
    """Send the frames since a version; return the version of the last.

    A page shows each moment for a while, so the frames that follow one can wait: in the whole process one of them is
    drawn at a time, when the requests and the frames that cannot wait are done.
    """
    frame = draw(seen)
    await socket.send_text(frame.text)
    lock = state_of(socket).drawing_later
    needed = asyncio.get_running_loop().time()
    while frame.hold_s:
        needed += frame.hold_s
        frame, needed, later = await _drawn_later(lock, draw, frame, needed)
        for message in messages(later):
            await socket.send_text(message)
    return frame.version


async def _drawn_later(
    lock: DeadlineLock, draw: Callable[[int], NextFrame], frame: NextFrame, needed: float
) -> tuple[NextFrame, float, list[str]]:
    """Draw the frames after one; return the last, the time at which the page needs that, and the texts of all.

    As they are sent together, which costs less, another page has its turn before only where it needs a frame soon.
    """
    loop = asyncio.get_running_loop()
    later: list[str] = []
    async with lock.taken(needed):
        while True:
            await _others_first(MAX_YIELD_S if needed > loop.time() + FRAME_DUE_SOON_S else 0.0)
            frame = draw(frame.version)
            later.append(frame.text)
            if not frame.hold_s or lock.next_deadline < min(needed + frame.hold_s, loop.time() + FRAME_DUE_SOON_S):
                return frame, needed, later
            needed += frame.hold_s


async def _others_first(longest_s: float) -> None:
    """Return when a turn of the event loop has had nothing else to do, or after this time, but not before one turn."""
    began = now = monotonic()
    while True:
        before = now
        await asyncio.sleep(0)
        now = monotonic()
        if now - before < IDLE_S or now - began > longest_s:
            return


def _next_frame(draw: Draw, visitor: Visitor, live: LiveTable, seen: int) -> NextFrame:
    """Return the frame after a version: of the first moment since, or else of the table as it is."""
    moment = next(iter(live.moments.since(seen)), None)
    text = draw(visitor, live, live.seats.of_keys(visitor.keys), moment)
    return NextFrame(text, (moment or live).version, live.moments.hold_ms(moment) / 1000 if moment else 0.0)
