"""The page of a table."""

from urllib.parse import quote

from starlette.requests import Request

from cardwright import games
from cardwright.cardroom.tables.live_table import LiveTable
from cardwright.cardroom.tables.news import Moment
from cardwright.game import SPECTATOR, AnyGame
from cardwright.play.guide import LEARNER_SEAT
from cardwright.scenes.arrange import arrange
from cardwright.web import render, requests, workbench_links
from cardwright.web.app_state import state_of
from cardwright.web.visitor import ShownNotice, Visitor

LONG_TITLE_CHARS = 19  # of a title that has a line of its own on a telephone


def page(
    request: Request,
    live: LiveTable,
    notice: str = "",
    notices: tuple[ShownNotice, ...] = (),
    moment: Moment | None = None,
) -> str:
    """Return the whole page, with the frame as the browser's seat sees it or saw it at a moment, and its notices of
    invitations."""
    room, visitor = games.room(live.opened.game), requests.visitor(request, live.id)._replace(notices=notices)
    seat, frames = live.seats.of_keys(visitor.keys), state_of(request).frames
    return render.page(
        "table.html",
        id=live.id,
        title=live.title,
        long_title=len(live.title) > LONG_TITLE_CHARS,
        plan=_plan(live.game),
        plated=len(live.names) > 2,
        aim=room.aim,
        several=len(live.names) > 1,
        guided=live.guided and seat == LEARNER_SEAT,
        feed=_feed_query(visitor),
        push_key=_push_key(request, seat),
        last_deal=live.last_deal is not None,
        catching_up=moment is None and live.moments.may_be_unseen,
        workbench=workbench_links.of_options(live.opened.options),
        frame=frames.drawn(frames.sight(visitor, live, seat, moment), notice),
    )


def _plan(game: AnyGame) -> str:
    """Return the plan of a game's felt, which decides the layout of the parts around it in a low window."""
    return arrange(games.scene(game, game.view(game.initial_state(), SPECTATOR))).plan


def _push_key(request: Request, seat: int) -> str:
    """Return the key with which a player's browser subscribes to notices, "" where there are none."""
    push = state_of(request).push
    return push.key.public if push is not None and seat != SPECTATOR else ""


def _feed_query(visitor: Visitor) -> str:
    """Return the query for the socket: how the visitor came to this page."""
    if visitor.watches:
        return "?watch=yes"
    return f"?invitation={quote(visitor.invitation)}" if visitor.invitation else ""
