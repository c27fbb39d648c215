"""The addresses of the cardroom, each with the function that answers and its limit: pages, forms, sockets, files."""

import functools
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias

from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles

from cardwright.web import requests, sockets, static_files
from cardwright.web.rate_limits import ACTIONS, HINTS, LINKS, LOOKS, PUBLISH, TABLES, TALK
from cardwright.web.routes import (
    browsers,
    clubs,
    daily,
    documents,
    finished,
    history,
    install,
    lobby,
    new_table,
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
    uploads,
    workbench,
    workbench_background,
)

Answer: TypeAlias = Callable[[Request], Awaitable[Response]]


def _limited(answer: Answer, kind: str) -> Answer:
    """Return an answer to requests that are limited as this kind; it may limit some further."""

    @functools.wraps(answer)
    async def limited(request: Request) -> Response:
        requests.limit(request, kind)
        return await answer(request)

    return limited


def _page(path: str, answer: Answer, kind: str, methods: Sequence[str] = ("GET",)) -> Route:
    """Return a route whose requests are limited as this kind."""
    return Route(path, _limited(answer, kind), methods=methods)


def _text(path: str, answer: Answer) -> Route:
    """Return the route of a long page, which is sent compressed. It must not hold a secret beside a text of others."""
    return Route(path, answer, middleware=[Middleware(GZipMiddleware, compresslevel=1)])


def _form(path: str, answer: Answer, kind: str) -> Route:
    """Return the route of a form, which is sent with POST."""
    return _page(path, answer, kind, ("POST",))


ROUTES: tuple[BaseRoute, ...] = (
    # Routes are tried in turn, so those that are asked for most come first.
    WebSocketRoute("/t/{id}/feed", sockets.feed),
    _form("/t/{id}/move", tables.move, ACTIONS),
    Route(f"/static/{static_files.TABLE_SCRIPT}", static_files.table_script, middleware=[Middleware(GZipMiddleware)]),
    Mount("/static", GZipMiddleware(StaticFiles(packages=[("cardwright.web", "static")]))),
    WebSocketRoute("/t/{id}/views", sockets.views),
    WebSocketRoute("/lobby/feed", sockets.lobby),
    _text("/", lobby.lobby),
    Route("/name", lobby.call, methods=["POST"]),
    _text("/new/{game}", new_table.new_table),
    _form("/tables", new_table.open_table, TABLES),
    _form("/find/{game}", pairing.find_player, TABLES),
    Route("/t/{id}", tables.show),
    Route("/t/{id}/watch", tables.show),
    Route("/t/{id}/join/{invitation}", tables.show),
    _page("/t/{id}/last-deal", tables.last_deal, LOOKS),
    _form("/t/{id}/sit", tables.sit, ACTIONS),
    _form("/t/{id}/ready", tables.say_ready, ACTIONS),
    _form("/t/{id}/open", tables.open_seed, ACTIONS),
    _form("/t/{id}/hurry", tables.hurry, ACTIONS),
    _form("/t/{id}/undo", tables.undo, ACTIONS),
    _form("/t/{id}/hint", tables.hint, HINTS),
    _form("/t/{id}/notify", notices.subscribe, ACTIONS),
    _form("/t/{id}/say", tables.say, TALK),
    _form("/t/{id}/silence", tables.silence, ACTIONS),
    _form("/t/{id}/leave", tables.leave, ACTIONS),
    _form("/t/{id}/back", tables.back, ACTIONS),
    _form("/t/{id}/mute", tables.mute, ACTIONS),
    _form("/t/{id}/again", tables.again, TABLES),
    _form("/t/{id}/ask", tables.ask_for_seat, ACTIONS),
    _form("/t/{id}/answer", tables.answer_for_seat, ACTIONS),
    _form("/t/{id}/show", tables.agree_to_show, ACTIONS),
    Route("/t/{id}/link", tables.link),
    _form("/t/{id}/link/revoke", tables.revoke_link, ACTIONS),
    _form("/t/{id}/free", tables.free_seat, ACTIONS),
    _form("/t/{id}/replace", tables.replace_player, ACTIONS),
    _form("/t/{id}/close-free", tables.close_free_seats, ACTIONS),
    Route("/t/{id}/seat/{secret}", tables.open_seat),
    Route("/t/{id}/view", sockets.view),
    _page("/t/{id}/replay", replay.replay, LOOKS),
    _page("/t/{id}/replay/moves", replay.replay_moves, LOOKS),
    _page("/t/{id}/solution", replay.solution, LOOKS),
    _page("/t/{id}/solution/moves", replay.solution_moves, LOOKS),
    _form("/t/{id}/onward", finished.go_on, TABLES),
    _page("/t/{id}/review", reviews.review, LOOKS),
    _page("/t/{id}/record", finished.download, LOOKS),
    _page("/t/{id}/next", finished.next_game, LOOKS),
    _form("/t/{id}/another", new_table.open_table, TABLES),
    _page("/t/{id}/standings", finished.standings_page, LOOKS),
    _page("/t/{id}/fair", finished.fair, LOOKS),
    _text("/games", _limited(history.own_games_page, LOOKS)),
    _text("/games/statistics", _limited(history.own_statistics, LOOKS)),
    _page("/games/csv", history.own_csv, LOOKS),
    _page("/clubs", clubs.clubs_page, LOOKS),
    _form("/clubs", clubs.found_club, TABLES),
    _page("/c/{club}", clubs.club_page, LOOKS),
    WebSocketRoute("/c/{club}/feed", sockets.club),
    _form("/c/{club}/join", clubs.join_club, ACTIONS),
    _form("/c/{club}/leave", clubs.leave_club, ACTIONS),
    _form("/c/{club}/remove", clubs.remove_member, ACTIONS),
    _form("/c/{club}/evening", clubs.set_evening, ACTIONS),
    _page("/c/{club}/evening.ics", clubs.evening_file, LOOKS),
    _page("/people", people.people_page, LOOKS),
    _form("/people/answer", people.answer_invitation, ACTIONS),
    _form("/people/mute", people.mute_person, ACTIONS),
    _form("/people/closed", people.close_to_people, ACTIONS),
    _form("/t/{id}/invite", people.invite_person, ACTIONS),
    _text("/daily", _limited(daily.daily_page, LOOKS)),
    _form("/daily/{game}", daily.play_daily, TABLES),
    _text("/ratings", _limited(ratings.ratings_page, LOOKS)),
    _form("/ratings", ratings.agree, ACTIONS),
    _text("/odds", odds.odds_page),
    Route("/odds/{question}", odds.odds_page),
    _page("/practice/{game}", practice.practice, LOOKS),
    _form("/practice/{game}", practice.answer, LOOKS),
    _page("/practice/{game}/own", own_drill.own_mistakes, LOOKS),
    _form("/practice/{game}/own", own_drill.answer_own_mistake, LOOKS),
    _form("/games/remove", history.remove_games, ACTIONS),
    _form("/games/upload", uploads.upload_game, TABLES),
    _page("/browsers", browsers.browsers_page, LOOKS),
    _form("/browsers", browsers.make_link, LINKS),
    _form("/browsers/close", browsers.close_others, ACTIONS),
    _form("/browsers/leave", browsers.leave_player, ACTIONS),
    _page("/browsers/{player}/{key}", browsers.link_page, LOOKS),
    _form("/browsers/{player}/{key}", browsers.open_link, LINKS),
    _page("/workbench", workbench.workbench, LOOKS),
    _form("/workbench", workbench.study, ACTIONS),
    _form("/workbench/more", workbench.more, ACTIONS),
    _form("/workbench/report", workbench.report, LOOKS),
    _form("/workbench/playtest", workbench_background.start_playtest, TABLES),
    _page("/workbench/playtest/{work}", workbench_background.playtest, LOOKS),
    _form("/workbench/starting", workbench_background.start_chart, TABLES),
    _page("/workbench/starting/{work}", workbench_background.chart, LOOKS),
    _form("/workbench/play", workbench.play, TABLES),
    _form("/workbench/publish", published.publish, PUBLISH),
    _page("/workbench/published", published.published_list, LOOKS),
    _page("/workbench/published/{design}", published.published, LOOKS),
    _page("/workbench/published/{design}/{version}", published.published, LOOKS),
    _text("/rules", documents.rules_index),
    _text("/rules/{name}", documents.rules_page),
    _text("/t/{id}/rules", documents.table_rules),
    _text("/t/{id}/hands", documents.table_hands),
    _text("/glossary", documents.glossary),
    _text("/fair-deals", documents.fair_deals),
    Route("/manifest.webmanifest", install.manifest),
    Route("/service-worker.js", install.service_worker),
    Route("/offline", install.offline),
    Route("/health/live", operations.live),
    Route("/health/ready", operations.ready),
    Route("/metrics", operations.metrics),
)
