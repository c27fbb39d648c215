"""The page of a table, and its frame: everything in it that may change, of which a socket sends the changed parts."""

import hmac
from collections.abc import Hashable
from urllib.parse import quote

from markupsafe import Markup
from starlette.requests import Request
from starlette.websockets import WebSocket

from cardwright import games
from cardwright.cardroom import settings
from cardwright.cardroom.commands import HOST_SEAT
from cardwright.cardroom.live_table import MOMENT_HOLD_MS, PHRASES, LiveTable
from cardwright.cardroom.news import Moment
from cardwright.game import SPECTATOR
from cardwright.play.guide import LEARNER_SEAT
from cardwright.web import parts, render, requests

FEW_SEATS = 2  # the turn of a player comes soon
MAX_SHARED = 128  # frames that are kept for the next spectator
SHARED_MS = 100  # for which a frame with a clock is


def page(request: Request, live: LiveTable, notice: str = "") -> str:
    """Return the whole page, with the frame as the browser's seat sees it."""
    room = games.room(live.opened.game)
    return render.page(
        "table.html",
        id=live.id,
        title=room.title,
        aim=room.aim,
        hold_ms=MOMENT_HOLD_MS,
        guided=live.guided and requests.seat(request, live) == LEARNER_SEAT,
        feed=_feed_query(request),
        frame=frame(request, live, requests.seat(request, live), notice),
    )


def _scene(request: Request | WebSocket, live: LiveTable, seat: int, moment: Moment | None) -> Markup | str:
    if live.table is None:
        return ""
    clocks = live.clocks(requests.cardroom(request).uptime.now())
    if moment is not None:  # in which no clock runs
        clocks = tuple(clock and clock._replace(running=False) for clock in clocks)
    return render.marked_scene(
        live.scene(seat, moment),
        live.names,
        moment.version if moment else live.version,
        f"/t/{live.id}/move",
        clocks,
        render.Controls(
            moment=moment is not None,
            hints=settings.hints_allowed(live.opened),
            undo=seat != SPECTATOR and moment is None and not live.kept(seat),
            why=(moment or live).why,
            hurry=moment is None and _may_hurry(live, seat),
        ),
    )


def _may_hurry(live: LiveTable, seat: int) -> bool:
    """Return whether to offer a player to skip ahead: at a table where several bots move before it is their turn."""
    table = live.table
    several = table is not None and not live.over and seat not in table.to_act and len(live.seats) > FEW_SEATS
    return several and live.is_alone(seat)


def frame(
    request: Request | WebSocket, live: LiveTable, seat: int, notice: str = "", moment: Moment | None = None
) -> Markup:
    """Return everything at the table that may change, in parts, as this seat sees it now or saw it at a moment."""
    table = live.table
    over = live.over and moment is None
    names = live.names
    muted, invitation = requests.muted(request), requests.invitation(request)
    contract, owed = live.contract, live.owed_seeds
    bubbles, due = live.bubbles(seat, moment.version if moment else live.version)
    table_link = f"{requests.base(request)}/t/{live.id}"
    join = "" if live.opened.listed else f"/join/{requests.cardroom(request).commitments.invitation(live)}"
    return render.marked(
        "frame.html",
        id=live.id,
        title=games.room(live.opened.game).title,
        notice=notice,
        scene=_scene(request, live, seat, moment),
        news=(moment or live).news,
        past=(moment or live).past,
        chat=tuple((names[number], text) for number, text in live.chat if number not in muted),
        muted=tuple(sorted(number for number in muted if number < len(names))),
        talkers=tuple(sorted({number for number, _ in live.chat} - {seat} - muted)),
        invitation=invitation,
        may_sit=seat == SPECTATOR and not requests.watches(request) and may_sit(request, live, invitation),
        left=live.left_by(requests.keys_of(request, live.id)) if seat == SPECTATOR else SPECTATOR,
        called=requests.called(request),
        terms=", ".join(settings.describe(live.game, live.opened)),
        away=_away(request, live).items(),
        waiting=live.free,
        freeable=live.freeable if seat == HOST_SEAT else (),
        seat_link=f"{table_link}{join}" if seat != SPECTATOR and live.free else "",
        watch_link=f"{table_link}/watch",
        phrases=PHRASES,
        free_chat=live.opened.chat,
        seat=seat,
        free=len(live.free),
        names=names,
        notes=live.game.notes,
        people=sum(not each.bot for each in live.seats),
        version=live.version,
        alone=live.is_alone(seat),
        my_turn=table is not None and seat in table.to_act and moment is None,
        hints=settings.hints_allowed(live.opened),
        over=over,
        guided=live.guided and seat == LEARNER_SEAT,
        bubbles=bubbles,
        due=due,
        ends=seat != SPECTATOR and live.ends_without(seat),
        again=live.again,
        known=", ".join(settings.known(live.opened)),
        may_fork=live.may_fork and seat != SPECTATOR,
        day=live.opened.known.day if live.opened.known else "",
        owed_seeds=[names[number] for number in owed],
        contract=contract.text if contract and seat in owed else "",
        fingerprint=contract.digest.hex() if contract else "",
        called_off="" if live.called_off is None else names[live.called_off],
        seed_sources=seed_sources(live),
        asked=_seated_at_rematch(request, live),
        draws=live.drawn,
        shown=seat in live.shown,
        whole=live.may_show_all(seat),
        solvable=over and live.solvable,
        reviewed=seat != SPECTATOR and games.has_answers(live.opened.game),
    )


class SharedFrames:
    """The latest frames for spectators, each drawn once for all who see the same."""

    def __init__(self) -> None:
        self._drawn: dict[tuple[Hashable, ...], parts.Parts] = {}  # oldest first

    def parts(self, socket: WebSocket, live: LiveTable, seat: int, moment: Moment | None) -> parts.Parts:
        """Return the parts of a frame for this socket."""
        if seat != SPECTATOR:  # the only one who sees it
            return parts.split(frame(socket, live, seat, moment=moment))
        key = _spectator(socket, live, moment)
        if key not in self._drawn:
            self._drawn[key] = parts.split(frame(socket, live, seat, moment=moment))
            if len(self._drawn) > MAX_SHARED:
                del self._drawn[next(iter(self._drawn))]
        return self._drawn[key]


def _spectator(socket: WebSocket, live: LiveTable, moment: Moment | None) -> tuple[Hashable, ...]:
    """Return all that a spectator's frame depends on."""
    timed = live.table is not None and live.table.clock is not None
    return (
        live.id,
        live.seq,
        moment and moment.version,
        requests.cardroom(socket).uptime.now() // SHARED_MS if timed else 0,
        requests.base(socket),
        requests.invitation(socket),
        requests.watches(socket),
        requests.called(socket),
        frozenset(requests.muted(socket)),
        live.left_by(requests.keys_of(socket, live.id)),
        _seated_at_rematch(socket, live),
        tuple(_away(socket, live).items()),
    )


def may_sit(request: Request | WebSocket, live: LiveTable, invitation: str) -> bool:
    """Return whether a visitor with this invitation, "" for none, may sit down."""
    wanted = requests.cardroom(request).commitments.invitation(live)
    return live.opened.listed or hmac.compare_digest(invitation.encode(), wanted.encode())


def seed_sources(live: LiveTable) -> tuple[tuple[str, str], ...]:
    """Return the name of each seat, and whose seed it uses."""
    said = []
    for name, each in zip(live.names, live.seats, strict=True):
        if each.own_seed:
            said.append((name, "a seed of their own"))
        elif each.taken:
            said.append((name, "none, so the server made one up" if each.seed else "none"))
    return tuple(said)


def _away(request: Request | WebSocket, live: LiveTable) -> dict[int, str]:
    """Return the notes beside the seats that were left, and beside those whose player has closed the page."""
    if live.over:
        return {}
    gone = requests.cardroom(request).presence.gone(live.id, len(live.seats))
    return dict.fromkeys(gone, "not at the page just now") | live.away


def _seated_at_rematch(request: Request | WebSocket, live: LiveTable) -> str:
    """Return the players who sit at the rematch already, "" if it is not open."""
    rematch = requests.cardroom(request).tables.get(live.again)
    return ", ".join(each.name for each in rematch.seats if each.key) if rematch is not None else ""


def _feed_query(request: Request) -> str:
    """Return the query for the socket: how the visitor came to this page."""
    if requests.watches(request):
        return "?watch=yes"
    return f"?invitation={quote(requests.invitation(request))}" if requests.invitation(request) else ""
