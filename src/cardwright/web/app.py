"""The web application: its routes, and the responses to refused requests."""

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import AsyncIterator, Collection
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles

from cardwright.cardroom.background_work import BackgroundWorks
from cardwright.cardroom.service import Cardroom
from cardwright.cardroom.workbench import Workbench
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
from cardwright.web import render, requests, responses, sockets, table_page
from cardwright.web.budget import WorkBudget, in_thread
from cardwright.web.lobby_board import LobbyBoard
from cardwright.web.metrics import Metrics
from cardwright.web.result_cache import MAX_MOVE_LISTS, ResultCache
from cardwright.web.routes import (
    bench_work,
    clubs,
    daily,
    documents,
    finished,
    history,
    install,
    lobby,
    notices,
    odds,
    operations,
    own_drill,
    pairing,
    people,
    practice,
    published,
    ratings,
    replay,
    reviews,
    tables,
    workbench,
)
from cardwright.web.security import Refused, SecurityMiddleware
from cardwright.web.table_frame import Frames
from cardwright.web.table_shares import TableShares

if TYPE_CHECKING:
    from cardwright.web.push.notifier import Notifier

logger = logging.getLogger("cardwright")

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

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        logger.addHandler(app.state.metrics.log_counter)
        await cardroom.start()
        yield
        app.state.workbench.close()
        app.state.works.close()
        if push is not None:
            push.close()
        await cardroom.close()
        logger.removeHandler(app.state.metrics.log_counter)

    app = Starlette(
        routes=[
            # First, as all pages connect at once when a server has started.
            WebSocketRoute("/t/{id}/feed", sockets.feed),
            WebSocketRoute("/t/{id}/views", sockets.views),
            WebSocketRoute("/lobby/feed", sockets.lobby),
            Route("/", lobby.lobby),
            Route("/name", lobby.call, methods=["POST"]),
            Route("/new/{game}", lobby.new_table),
            Route("/tables", lobby.open_table, methods=["POST"]),
            Route("/find/{game}", pairing.find_player, methods=["POST"]),
            Route("/t/{id}", tables.show),
            Route("/t/{id}/watch", tables.show),
            Route("/t/{id}/join/{invitation}", tables.show),
            Route("/t/{id}/last-deal", tables.last_deal),
            Route("/t/{id}/sit", tables.sit, methods=["POST"]),
            Route("/t/{id}/ready", tables.say_ready, methods=["POST"]),
            Route("/t/{id}/open", tables.open_seed, methods=["POST"]),
            Route("/t/{id}/move", tables.move, methods=["POST"]),
            Route("/t/{id}/hurry", tables.hurry, methods=["POST"]),
            Route("/t/{id}/undo", tables.undo, methods=["POST"]),
            Route("/t/{id}/hint", tables.hint, methods=["POST"]),
            Route("/t/{id}/notify", notices.subscribe, methods=["POST"]),
            Route("/t/{id}/say", tables.say, methods=["POST"]),
            Route("/t/{id}/silence", tables.silence, methods=["POST"]),
            Route("/t/{id}/leave", tables.leave, methods=["POST"]),
            Route("/t/{id}/back", tables.back, methods=["POST"]),
            Route("/t/{id}/mute", tables.mute, methods=["POST"]),
            Route("/t/{id}/again", tables.again, methods=["POST"]),
            Route("/t/{id}/show", tables.agree_to_show, methods=["POST"]),
            Route("/t/{id}/link", tables.link),
            Route("/t/{id}/link/revoke", tables.revoke_link, methods=["POST"]),
            Route("/t/{id}/free", tables.free_seat, methods=["POST"]),
            Route("/t/{id}/seat/{secret}", tables.open_seat),
            Route("/t/{id}/view", sockets.view),
            Route("/t/{id}/replay", replay.replay),
            Route("/t/{id}/replay/moves", replay.replay_moves),
            Route("/t/{id}/solution", replay.solution),
            Route("/t/{id}/solution/moves", replay.solution_moves),
            Route("/t/{id}/onward", finished.go_on, methods=["POST"]),
            Route("/t/{id}/review", reviews.review),
            Route("/t/{id}/record", finished.download),
            Route("/t/{id}/fair", finished.fair),
            Route("/games", history.own_games_page),
            Route("/games/statistics", history.own_statistics),
            Route("/games/csv", history.own_csv),
            Route("/clubs", clubs.clubs_page),
            Route("/clubs", clubs.found_club, methods=["POST"]),
            Route("/c/{club}", clubs.club_page),
            Route("/c/{club}/join", clubs.join_club, methods=["POST"]),
            Route("/c/{club}/leave", clubs.leave_club, methods=["POST"]),
            Route("/c/{club}/evening", clubs.set_evening, methods=["POST"]),
            Route("/c/{club}/evening.ics", clubs.evening_file),
            Route("/people", people.people_page),
            Route("/people/answer", people.answer_invitation, methods=["POST"]),
            Route("/people/mute", people.mute_person, methods=["POST"]),
            Route("/people/closed", people.close_to_people, methods=["POST"]),
            Route("/t/{id}/invite", people.invite_person, methods=["POST"]),
            Route("/daily", daily.daily_page),
            Route("/daily/{game}", daily.play_daily, methods=["POST"]),
            Route("/ratings", ratings.ratings_page),
            Route("/ratings", ratings.agree, methods=["POST"]),
            Route("/odds", odds.odds_page),
            Route("/odds/{question}", odds.odds_page),
            Route("/practice/{game}", practice.practice),
            Route("/practice/{game}", practice.answer, methods=["POST"]),
            Route("/practice/{game}/own", own_drill.own_mistakes),
            Route("/practice/{game}/own", own_drill.answer_own_mistake, methods=["POST"]),
            Route("/games/remove", history.remove_game, methods=["POST"]),
            Route("/workbench", workbench.workbench),
            Route("/workbench", workbench.study, methods=["POST"]),
            Route("/workbench/more", workbench.more, methods=["POST"]),
            Route("/workbench/report", workbench.report, methods=["POST"]),
            Route("/workbench/playtest", bench_work.start_playtest, methods=["POST"]),
            Route("/workbench/playtest/{work}", bench_work.playtest),
            Route("/workbench/starting", bench_work.start_chart, methods=["POST"]),
            Route("/workbench/starting/{work}", bench_work.chart),
            Route("/workbench/play", workbench.play, methods=["POST"]),
            Route("/workbench/publish", published.publish, methods=["POST"]),
            Route("/workbench/published", published.published_list),
            Route("/workbench/published/{design}", published.published),
            Route("/workbench/published/{design}/{version}", published.published),
            Route("/openapi.json", api_description),
            Route("/rules", documents.rules_index),
            Route("/rules/{name}", documents.rules_page),
            Route("/t/{id}/rules", documents.table_rules),
            Route("/t/{id}/hands", documents.table_hands),
            Route("/glossary", documents.glossary),
            Route("/fair-deals", documents.fair_deals),
            Route("/manifest.webmanifest", install.manifest),
            Route("/service-worker.js", install.service_worker),
            Route("/offline", install.offline),
            Route("/health/live", operations.live),
            Route("/health/ready", operations.ready),
            Route("/metrics", operations.metrics),
            Mount("/static", GZipMiddleware(StaticFiles(packages=[("cardwright.web", "static")]))),
        ],
        middleware=[Middleware(SecurityMiddleware, refuse=_refusal)],
        exception_handlers={CardwrightError: _refusal, Refused: _refusal, HTTPException: _lost},
        lifespan=lifespan,
    )
    app.state.cardroom = cardroom
    app.state.workbench = Workbench()
    app.state.works = BackgroundWorks(worker)
    app.state.result_cache = ResultCache()
    app.state.move_lists = ResultCache(MAX_MOVE_LISTS)
    app.state.sockets = Counter[str]()
    app.state.lobby_board = LobbyBoard(cardroom)
    app.state.frames = Frames(cardroom)
    app.state.drawing_later = asyncio.Lock()  # held while a frame is drawn that can wait
    app.state.limits = limits
    app.state.table_shares = TableShares()
    app.state.budget = WorkBudget()
    app.state.host_names = host_names
    app.state.metrics_from = metrics_from
    app.state.push = push
    app.state.metrics = Metrics(cardroom, app.state.sockets.total, lambda: cardroom.is_ready, worker)
    app.state.limiters = requests.limiters() if limits else {}
    return app


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
    message = str(problem) if not isinstance(problem, UnknownName) or problem.known else "this page does not exist"
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
    body = render.page("error.html", message=f"{message[:1].upper()}{message[1:]}.")
    return HTMLResponse(body, status)


async def _lost(request: Request, problem: Exception) -> Response:
    """Return the response to a request that no route takes."""
    assert isinstance(problem, HTTPException)
    if problem.status_code == 405 and requests.wants_page(request) and "id" in request.path_params:
        # The address of a form that was refused, opened once more: its page was that of the table.
        return RedirectResponse(f"/t/{request.path_params['id']}", 303)
    what = "this page does not exist" if problem.status_code == 404 else "this address does not take that method"
    answer = await _refusal(request, Refused(problem.status_code, what))
    answer.headers.update(problem.headers or {})
    return answer
