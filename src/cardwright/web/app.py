"""The web application: its routes, and what is said where a request is refused."""

import contextlib
import logging
from collections import Counter
from collections.abc import AsyncIterator

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles

from cardwright.errors import CardwrightError, PlayError, StoreError, UnknownName
from cardwright.web import after, answers, asks, draw, feeds, frame, lobby, reading, seat
from cardwright.web.guard import Guarded, Refused
from cardwright.web.house import House
from cardwright.web.live import Unreadable
from cardwright.web.seat import NotInvited
from cardwright.web.seats import NoSeat, NotSeated

logger = logging.getLogger("cardwright")

STATUS: tuple[tuple[type[CardwrightError], int], ...] = (
    (UnknownName, 404),
    (NotSeated, 403),
    (NotInvited, 403),
    (NoSeat, 409),
    (PlayError, 409),
    (Unreadable, 409),
    (StoreError, 503),
)


def create_app(house: House, *, limits: bool = True) -> Starlette:
    """The application around a house of tables. Without ``limits`` nobody is too quick (for tests of load)."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await house.start()
        yield
        house.close()

    app = Starlette(
        routes=[
            Route("/", lobby.lobby),
            Route("/name", lobby.call, methods=["POST"]),
            Route("/new/{game}", lobby.new_table),
            Route("/tables", lobby.open_table, methods=["POST"]),
            Route("/t/{id}", seat.table_page),
            Route("/t/{id}/watch", seat.table_page),
            Route("/t/{id}/join/{invitation}", seat.table_page),
            Route("/t/{id}/sit", seat.sit, methods=["POST"]),
            Route("/t/{id}/move", seat.move, methods=["POST"]),
            Route("/t/{id}/hint", seat.hint, methods=["POST"]),
            Route("/t/{id}/say", seat.say, methods=["POST"]),
            Route("/t/{id}/leave", seat.leave, methods=["POST"]),
            Route("/t/{id}/back", seat.back, methods=["POST"]),
            Route("/t/{id}/mute", seat.mute, methods=["POST"]),
            Route("/t/{id}/again", seat.again, methods=["POST"]),
            Route("/t/{id}/show", seat.show, methods=["POST"]),
            Route("/t/{id}/link", seat.link),
            Route("/t/{id}/seat/{secret}", seat.open_seat),
            Route("/t/{id}/view", feeds.view),
            Route("/t/{id}/replay", after.replay),
            Route("/t/{id}/record", after.download),
            Route("/t/{id}/fair", after.fair),
            Route("/promise", lobby.promise),
            Route("/openapi.json", reading.openapi),
            WebSocketRoute("/t/{id}/feed", feeds.feed),
            WebSocketRoute("/t/{id}/views", feeds.views),
            Route("/rules", reading.rules_index),
            Route("/rules/{name}", reading.rules_page),
            Route("/glossary", reading.glossary),
            Route("/fair-deals", reading.fair_deals),
            Mount("/static", StaticFiles(packages=[("cardwright.web", "static")])),
        ],
        middleware=[Middleware(Guarded, refuse=_refusal)],
        exception_handlers={CardwrightError: _refusal, Refused: _refusal, HTTPException: _lost},
        lifespan=lifespan,
    )
    app.state.house = house
    app.state.findings = after.Findings()
    app.state.sockets = Counter[str]()
    app.state.limits = limits
    app.state.limiters = asks.limiters() if limits else {}
    return app


async def _refusal(request: Request, problem: Exception) -> Response:
    """An error of the player's: one sentence, for a script or for a page."""
    if isinstance(problem, Refused):
        status = problem.status
    else:
        status = next((status for kind, status in STATUS if isinstance(problem, kind)), 400)
    message = str(problem) if not isinstance(problem, UnknownName) or problem.known else "there is nothing here"
    if isinstance(problem, StoreError):  # its message is for whoever runs the server
        # The kind alone, such as SQLITE_FULL: a message could quote what was written.
        cause = problem.__cause__
        logger.error("store", extra={"why": getattr(cause, "sqlite_errorname", type(cause or problem).__name__)})
        message = "the game's log cannot be reached just now; nothing is lost: try again in a moment"
    if asks.wants_json(request):
        return answers.json({"error": message}, status)
    if request.method == "POST" and status in (400, 409, 403) and "id" in request.path_params:
        with contextlib.suppress(CardwrightError):
            return HTMLResponse(frame.page(request, asks.table(request), notice=message), status)
    body = draw.page("error.html", message=f"{message[:1].upper()}{message[1:]}.")
    return HTMLResponse(body, status)


async def _lost(request: Request, problem: Exception) -> Response:
    """What no route takes."""
    assert isinstance(problem, HTTPException)
    if problem.status_code == 405 and asks.wants_page(request) and "id" in request.path_params:
        # The address of a form that was refused, opened once more: its page was that of the table.
        return RedirectResponse(f"/t/{request.path_params['id']}", 303)
    what = "there is nothing here" if problem.status_code == 404 else "that cannot be done here"
    answer = await _refusal(request, Refused(problem.status_code, what))
    answer.headers.update(problem.headers or {})
    return answer
