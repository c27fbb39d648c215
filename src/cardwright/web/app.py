"""The web application: a cardroom behind the routes of `route_table`, and the responses to refused requests."""

import contextlib
import logging
import re
from collections.abc import AsyncIterator, Collection
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from cardwright.cardroom.service import Cardroom
from cardwright.errors import (
    BotUnavailable,
    CardwrightError,
    NoFreeSeat,
    NotInvited,
    NotSeated,
    PlayError,
    StoreError,
    UnknownName,
    UnreadableTable,
)
from cardwright.web import render, requests, responses, table_page
from cardwright.web.app_state import AppState
from cardwright.web.budget import in_thread
from cardwright.web.linked_browsers import LinkedBrowserMiddleware
from cardwright.web.refused import Refused
from cardwright.web.route_table import ROUTES
from cardwright.web.security import SecurityMiddleware
from cardwright.wording import capitalized

if TYPE_CHECKING:
    from cardwright.web.push.notifier import Notifier

logger = logging.getLogger("cardwright")

NO_PAGE = "this page does not exist: its address is mistyped, or what it showed is no longer kept"
STATUS: tuple[tuple[type[CardwrightError], int], ...] = (
    (UnknownName, 404),
    (NotSeated, 403),
    (NotInvited, 403),
    (NoFreeSeat, 409),
    (PlayError, 409),
    (UnreadableTable, 409),
    (StoreError, 503),
    (BotUnavailable, 503),
)


def create_app(
    cardroom: Cardroom,
    *,
    limits: bool = True,
    host_names: Collection[str] | None = None,
    metrics_from: Collection[str] = (),
    worker: int = 0,
    push: "Notifier | None" = None,
) -> Starlette:
    """Return the application of a cardroom. Without ``limits`` no request rate is too high (for load tests).

    ``worker`` is the number of this process among several that share a port.

    It answers to its addresses and to these names, or to any name with None. Its figures are for this machine and the
    addresses and networks of ``metrics_from``. Notices are sent by ``push``.
    """
    state = AppState(
        cardroom, limits=limits, host_names=host_names, metrics_from=metrics_from, worker=worker, push=push
    )
    app = Starlette(
        routes=[*ROUTES, Route("/openapi.json", api_description)],
        middleware=[Middleware(SecurityMiddleware, refuse=_refusal), Middleware(LinkedBrowserMiddleware)],
        exception_handlers={CardwrightError: _refusal, Refused: _refusal, HTTPException: _lost},
        lifespan=lambda _: _lifespan(state),
    )
    app.state = state  # type: ignore[assignment]
    return app


@contextlib.asynccontextmanager
async def _lifespan(state: AppState) -> AsyncIterator[None]:
    """Start and stop the parts of the application."""
    logger.addHandler(state.metrics.log_counter)
    await state.cardroom.start()
    yield
    state.workbench.close()
    state.record_reader.close()
    state.works.close()
    if state.push is not None:
        state.push.close()
    await state.cardroom.close()
    logger.removeHandler(state.metrics.log_counter)


async def api_description(request: Request) -> Response:
    """Return this description of the API."""

    def described() -> dict[str, Any]:
        from cardwright.web import openapi  # takes a tenth of the server's start, and few ask for it

        return openapi.description(request.app.routes)

    return responses.json(await in_thread(described))


async def _refusal(request: Request, problem: Exception) -> Response:
    """Return an error as one sentence, for a script or for a page."""
    if isinstance(problem, Refused):
        status = problem.status
    else:
        status = next((status for kind, status in STATUS if isinstance(problem, kind)), 400)
    message = str(problem) if not isinstance(problem, UnknownName) or problem.known else NO_PAGE
    if isinstance(problem, NotSeated):
        message = requests.why_closed(request) or message
    if isinstance(problem, StoreError):  # its message is for the operator
        # The kind alone, such as SQLITE_FULL: a message could quote what was written.
        cause = problem.__cause__
        logger.error("store", extra={"why": getattr(cause, "sqlite_errorname", type(cause or problem).__name__)})
        message = "the game's log cannot be reached at present; nothing is lost: try again in a moment"
    if requests.wants_json(request):
        return responses.json({"error": message}, status)
    if request.method == "POST" and status in (400, 409, 403) and "id" in request.path_params:
        with contextlib.suppress(CardwrightError):
            return HTMLResponse(table_page.page(request, await requests.table(request), notice=message), status)
    of_table = re.match(r"(/t/[^/]+)/.", request.url.path) if status != 404 else None
    sentence = f"{capitalized(message)}{'' if message.endswith('?') else '.'}"
    body = render.page("error.html", message=sentence, table=of_table and of_table[1], missing=status == 404)
    return HTMLResponse(body, status)


async def _lost(request: Request, problem: Exception) -> Response:
    """Return the response to a request that no route takes."""
    assert isinstance(problem, HTTPException)
    if problem.status_code == 405 and requests.wants_page(request) and "id" in request.path_params:
        # The address of a form that was refused, opened once more: its page was that of the table.
        return RedirectResponse(f"/t/{request.path_params['id']}", 303)
    what = NO_PAGE if problem.status_code == 404 else "this address does not take that method"
    answer = await _refusal(request, Refused(problem.status_code, what))
    answer.headers.update(problem.headers or {})
    return answer
