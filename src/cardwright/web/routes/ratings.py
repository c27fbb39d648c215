"""Ratings of the bots, as leagues measured them."""

import functools
from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from cardwright import games
from cardwright.arena import ratings
from cardwright.arena.chart import chart
from cardwright.arena.league import LeagueResult, Rating
from cardwright.play import guide
from cardwright.web import render, requests


async def ratings_page(request: Request) -> Response:
    """Show the rating of each bot with its interval, and the command that measures it."""
    requests.limit(request, requests.LOOKS)
    return HTMLResponse(render.page("ratings.html", leagues=_leagues()))


@functools.cache
def _leagues() -> list[dict[str, Any]]:
    return [_league(found) for found in ratings.measured()]


def _league(found: LeagueResult) -> dict[str, Any]:
    called = {"random": "Random", **{id: bot.name for id, bot in guide.load(found.game).bots.items()}}
    title = games.room(found.game).title
    return {
        "game": found.game,
        "title": title,
        "deals": found.deals,
        "command": ratings.command(found),
        "bots": [_bot(called.get(each.bot, each.bot), each) for each in found.ratings],
        "chart": Markup(chart(f"{title}: Elo", [(called.get(each.bot, each.bot), each.elo) for each in found.ratings])),
    }


def _bot(called: str, each: Rating) -> dict[str, str]:
    return {
        "name": called,
        "id": each.bot,
        "elo": f"{each.elo.mean:.0f}",
        "margin": f"{each.elo.margin:.0f}",
        "score": f"{100 * each.score:.1f} %",
    }
