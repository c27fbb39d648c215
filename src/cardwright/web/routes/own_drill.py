"""Practice of one's own mistakes: those that the reviews of the browser's latest finished games found."""

from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from cardwright.cardroom.logs.game_lists import ListedGame
from cardwright.cardroom.tables.live_table import LiveTable
from cardwright.errors import PlayError, UnknownName, UnreadableTable
from cardwright.play.clock import utc_date
from cardwright.play.drill import drills
from cardwright.play.record import Record
from cardwright.play.review import Answered
from cardwright.web import own_games, render, requests, responses
from cardwright.web.finished_game import whole
from cardwright.web.refused import Refused
from cardwright.web.routes import practice
from cardwright.web.routes.practice import PracticePosition

MAX_DRILLED_GAMES = 10  # the latest games, whose mistakes are asked
KIND, TITLE = "own", "Your mistakes"
REVIEWING = "Your latest games are being reviewed."


class GameMistakes(NamedTuple):
    """The mistakes of one's own seat in a finished game, the costliest first."""

    live: LiveTable
    record: Record
    mistakes: list[Answered]


async def own_mistakes(request: Request) -> Response:
    """Ask again for the moves that were mistakes: the newest game first, its costliest mistake first."""
    game = request.path_params["game"]
    drills(game)
    table = request.query_params.get("table", "")
    if not table:
        return await _find(request, game, _of_game(game, (await own_games.refresh(request)).ended))
    item = _find_item(_of_game(game, await own_games.listed_ended(request)), table)
    if item is None:  # its summary may not be kept yet
        item = _find_item(_of_game(game, (await own_games.refresh(request)).ended), table)
    if item is None:
        raise UnknownName("game of yours", table, ())
    return await _ask(request, game, item)


def _of_game(game: str, ended: Sequence[ListedGame]) -> list[ListedGame]:
    """Return the finished games of this kind, newest first."""
    return [item for item in reversed(ended) if item.summary and item.summary.game == game]


def _find_item(played: Sequence[ListedGame], table: str) -> ListedGame | None:
    return next((item for item in played if item.table == table), None)


async def answer_own_mistake(request: Request) -> Response:
    """Redirect to the page with the value of the move chosen in place of a mistake."""
    return await practice.answer(request)


async def _find(request: Request, game: str, played: Sequence[ListedGame]) -> Response:
    """Redirect to the first mistake of the latest game that has one; with ``after``, of the games before that one."""
    after = request.query_params.get("after", "")
    latest = played[:MAX_DRILLED_GAMES]
    tables = [item.table for item in latest]
    for item in latest[tables.index(after) + 1 if after in tables else 0 :]:
        try:
            mistakes = await _mistakes(request, item)
        except (UnreadableTable, UnknownName):  # such as a game of an earlier version
            continue
        except PlayError:  # others are being reviewed
            mistakes = None
        if mistakes is None:
            return practice.still_working(practice.heading(game, KIND, TITLE), REVIEWING)
        if mistakes.mistakes:
            there = _address(game, table=item.table, at=mistakes.mistakes[0].at)
            return RedirectResponse(practice.with_tally(there, practice.answers_so_far(request)), 303)
    none = "no more mistakes are" if after else "no mistake is"
    words = f"In your latest games {none} found." if played else "No game of yours has ended yet."
    return HTMLResponse(render.page("practice.html", **practice.heading(game, KIND, TITLE), waiting="", nothing=words))


async def _ask(request: Request, game: str, item: ListedGame) -> Response:
    """Show one of the mistakes of a game as a position to decide."""
    reviewed = await _mistakes(request, item)
    if reviewed is None:
        return practice.still_working(practice.heading(game, KIND, TITLE), REVIEWING)
    live, record, bad = reviewed
    steps = [each.at for each in bad]
    at = requests.count(request.query_params.get("at", ""))
    if at not in steps:
        raise Refused(404, "at this step there was no mistake")
    place = steps.index(at)
    more = steps[place + 1 :]
    seat = bad[place].seat
    view = record.view(at, seat)
    lines = await requests.cardroom(request).reviews.lines(live, view, requests.address(request))
    onward = _address(game, table=item.table, at=more[0]) if more else _address(game, after=item.table)
    position = PracticePosition(
        record.game,
        view,
        lines,
        practice.answers_so_far(request),
        _address(game, table=item.table, at=at),
        onward,
        tuple(live.names),
        practice.heading(
            game, KIND, TITLE, source=f"Mistake {place + 1} of {len(steps)} in your game of {utc_date(item.ended)}"
        ),
    )
    return await practice.position_page(request, position)


async def _mistakes(request: Request, item: ListedGame) -> GameMistakes | None:
    """Return the mistakes of a game; None while they are looked for."""
    assert item.summary is not None
    cardroom = requests.cardroom(request)
    live = await cardroom.kept_table(item.table)
    record = await whole(request, live)
    work = cardroom.reviews.work(live, record, (item.summary.seat,), requests.address(request))
    if not await responses.done_soon(work.task):
        return None
    own_reviews = [each for each in work.task.result() if each.seat == item.summary.seat]
    await own_games.keep_review(request, live, own_reviews)
    bad = [decision for each in own_reviews for decision in each.decisions if decision.mistake]
    return GameMistakes(live, record, sorted(bad, key=lambda each: -each.cost))


def _address(game: str, **query: object) -> str:
    return f"/practice/{game}/own?{urlencode(query)}"
