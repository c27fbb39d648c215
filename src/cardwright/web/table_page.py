"""The page of a table, and its frame: everything in it that may change, of which a socket sends the changed parts."""

import functools
import hmac
from collections.abc import Hashable, Sequence
from urllib.parse import quote

from starlette.requests import Request
from starlette.websockets import WebSocket

from cardwright import games
from cardwright.cardroom import settings
from cardwright.cardroom.commands import HOST_SEAT
from cardwright.cardroom.live_table import MOMENT_HOLD_MS, PHRASES, LiveTable
from cardwright.cardroom.news import Block, Moment
from cardwright.game import SPECTATOR
from cardwright.play.guide import LEARNER_SEAT
from cardwright.web import parts, render, requests, scene_parts

FEW_SEATS = 2  # the turn of a player comes soon
MAX_SHARED = 128  # frames that are kept for the next spectator
SHARED_MS = 100  # for which a frame with a clock is
MAX_BLOCKS = 2048  # of news that are kept
LIVE_VERSION, DRAWS = parts.empty("live-v"), parts.empty("draws")


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
        push_key=_push_key(request, live),
        frame=frame(request, live, requests.seat(request, live), notice),
    )


def _push_key(request: Request, live: LiveTable) -> str:
    """Return the key by which a player's browser subscribes to notices, "" where there are none."""
    push = request.app.state.push
    return push.key.public if push is not None and requests.seat(request, live) != SPECTATOR else ""


def _scene(request: Request | WebSocket, live: LiveTable, seat: int, moment: Moment | None) -> parts.Fragment:
    clocks = live.clocks(requests.cardroom(request).uptime.now())
    if moment is not None:  # in which no clock runs
        clocks = tuple(clock and clock._replace(running=False) for clock in clocks)
    return scene_parts.scene_parts(
        live.scene(seat, moment),
        live.names,
        moment.version if moment else live.version,
        f"/t/{live.id}/move",
        clocks,
        scene_parts.Controls(
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
) -> parts.Fragment:
    """Return everything at the table that may change, in parts, as this seat sees it now or saw it at a moment."""
    left = live.left_by(requests.keys_of(request, live.id)) if seat == SPECTATOR else SPECTATOR
    away = tuple((live.names[number], what) for number, what in _away(request, live).items())
    bubbles, due = live.bubbles(seat, moment.version if moment else live.version)
    pieces = (
        _drawn("notice", notice),
        _after(request, live, seat, moment),
        _drawn("away", away),
        _drawn("come_back", live.id, left),
        _drawn("guide", live.guided and seat == LEARNER_SEAT, bubbles, due),
        *_table(request, live, seat, moment, left),
        _foot(request, live, seat, moment),
    )
    return parts.fragment(*(each for piece in pieces for each in (piece, "\n")))


def _drawn(macro: str, *given: Hashable) -> parts.Fragment:
    """Return what a macro draws, once for all who see the same."""
    return render.drawn(getattr(render.macros("frame_parts.html"), macro), *given)


def _after(request: Request | WebSocket, live: LiveTable, seat: int, moment: Moment | None) -> parts.Fragment:
    """Return what can be done after the game."""
    over, seated = live.over and moment is None, seat != SPECTATOR
    return _drawn(
        "after",
        live.id,
        seated,
        over,
        live.again,
        _seated_at_rematch(request, live),
        live.may_fork and seated,
        live.opened.known.day if live.opened.known else "",
        seated and games.has_answers(live.opened.game),
        over and live.solvable,
        len(live.names) == 1,
    )


def _table(
    request: Request | WebSocket, live: LiveTable, seat: int, moment: Moment | None, left: int
) -> Sequence[str | parts.Fragment]:
    """Return the news and the scene, or before the game who is waited for."""
    before, after = '<p class="news" id="news" aria-live="polite" tabindex="0">', "</p>"
    if live.table is None:
        return (before + after, _waiting(request, live, seat, left))
    news = "".join(f"<span>{parts.escaped(line)}.</span> " for line in (moment or live).news)
    return (parts.fragment(before, parts.part("news", news), after), _scene(request, live, seat, moment))


def _waiting(request: Request | WebSocket, live: LiveTable, seat: int, left: int) -> parts.Fragment:
    names, contract, owed = live.names, live.contract, live.owed_seeds
    invitation = requests.invitation(request)
    return _drawn(
        "waiting",
        live.id,
        games.room(live.opened.game).title,
        names,
        "" if live.called_off is None else names[live.called_off],
        tuple(names[number] for number in live.unready),
        seat in live.unready,
        tuple(names[number] for number in owed),
        contract.text if contract and seat in owed else "",
        seat,
        len(live.free),
        tuple(live.free),
        tuple(live.freeable) if seat == HOST_SEAT else (),
        seat == SPECTATOR and not requests.watches(request) and may_sit(request, live, invitation),
        invitation,
        requests.called(request),
        _seat_link(request, live, seat),
        _watch_link(request, live),
        left,
    )


def _watch_link(request: Request | WebSocket, live: LiveTable) -> str:
    return f"{requests.base(request)}/t/{live.id}/watch"


def _seat_link(request: Request | WebSocket, live: LiveTable, seat: int) -> str:
    """Return the link for other players, "" if no seat is free."""
    if seat == SPECTATOR or not live.free:
        return ""
    join = "" if live.opened.listed else f"/join/{requests.cardroom(request).commitments.invitation(live)}"
    return f"{requests.base(request)}/t/{live.id}{join}"


def _foot(request: Request | WebSocket, live: LiveTable, seat: int, moment: Moment | None) -> parts.Fragment:
    """Return the log, the talk, and what concerns this table."""
    names, muted, seated = live.names, requests.muted(request), seat != SPECTATOR
    talk = _drawn(
        "talk",
        live.id,
        seated,
        names,
        tuple((names[number], text) for number, text in live.chat if number not in muted),
        tuple(sorted(number for number in muted if number < len(names))),
        tuple(sorted({number for number, _ in live.chat} - {seat} - muted)),
        PHRASES,
        live.opened.chat,
    )
    return parts.part(
        "foot",
        '<section class="foot" id="foot" popover aria-label="Log and talk">\n'
        '<div class="panel" id="course"><h2>What happened</h2>'
        '<ul class="chatlog" id="past" tabindex="0" aria-label="What happened">',
        parts.part("past", *map(_block, (moment or live).past)),
        "</ul></div>\n",
        talk if len(names) > 1 else "",
        "\n",
        _more(request, live, seat, moment),
        _drawn("notes") if live.game.notes else "",
        "</section>",
    )


@functools.lru_cache(maxsize=MAX_BLOCKS)
def _block(block: Block) -> parts.Fragment:
    """Return the news of some steps."""
    return parts.part(f"b{block.number}", "".join(f"<li>{parts.escaped(line)}</li>" for line in block.lines))


def _more(request: Request | WebSocket, live: LiveTable, seat: int, moment: Moment | None) -> parts.Fragment:
    """Return what concerns this table. What changes with every move lies in parts of its own."""
    over, draws = live.over and moment is None, live.drawn
    drawn = _drawn(
        "more",
        live.id,
        seat != SPECTATOR,
        live.is_alone(seat),
        over,
        live.table is not None and seat in live.table.to_act and moment is None,
        LIVE_VERSION,
        settings.hints_allowed(live.opened),
        seat in live.shown,
        sum(not each.bot for each in live.seats),
        seat != SPECTATOR and live.ends_without(seat),
        bool(_seat_link(request, live, seat)),
        _watch_link(request, live),
        live.may_show_all(seat),
        live.terms,
        ", ".join(settings.known(live.opened)),
        live.fingerprint,
        seed_sources(live),
        DRAWS,
    )
    return parts.filled(drawn, {"live-v": str(live.version), "draws": f"{draws} {'draw' if draws == 1 else 'draws'}"})


class SharedFrames:
    """The latest frames for spectators, each drawn once for all who see the same."""

    def __init__(self) -> None:
        self._drawn: dict[tuple[Hashable, ...], parts.Parts] = {}  # oldest first

    def parts(self, socket: WebSocket, live: LiveTable, seat: int, moment: Moment | None) -> parts.Parts:
        """Return the parts of a frame for this socket."""
        if seat != SPECTATOR:  # the only one who sees it
            return frame(socket, live, seat, moment=moment).parts
        key = _spectator(socket, live, moment)
        if key not in self._drawn:
            self._drawn[key] = frame(socket, live, seat, moment=moment).parts
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
