"""Ratings of the bots, as leagues measured them."""

import functools
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from cardwright import games
from cardwright.arena import ratings
from cardwright.arena.league import LeagueResult, Rating
from cardwright.play import guide
from cardwright.web import render, requests

CHART_WIDTH_PX = 200.0  # of the interval of the widest league, in the units of the SVG


async def ratings_page(request: Request) -> Response:
    """Show the rating of each bot with its interval, and the command that measures it."""
    requests.limit(request, requests.LOOKS)
    return HTMLResponse(render.page("ratings.html", leagues=_leagues()))


@functools.cache
def _leagues() -> list[dict[str, Any]]:
    return [_league(found) for found in ratings.measured()]


def _league(found: LeagueResult) -> dict[str, Any]:
    called = {"random": "Random", **{id: bot.name for id, bot in guide.load(found.game).bots.items()}}
    low = min(each.elo.mean - each.elo.margin for each in found.ratings)
    high = max(each.elo.mean + each.elo.margin for each in found.ratings)
    return {
        "game": found.game,
        "title": games.room(found.game).title,
        "deals": found.deals,
        "command": ratings.command(found),
        "bots": [_bot(called.get(each.bot, each.bot), each, low, high) for each in found.ratings],
    }


def _bot(called: str, each: Rating, low: float, high: float) -> dict[str, Any]:
    left, middle, right = (
        round(CHART_WIDTH_PX * (elo - low) / (high - low), 1)
        for elo in (each.elo.mean - each.elo.margin, each.elo.mean, each.elo.mean + each.elo.margin)
    )
    return {
        "name": called,
        "interval": (left, middle, right),
        "id": each.bot,
        "elo": f"{each.elo.mean:.0f}",
        "margin": f"{each.elo.margin:.0f}",
        "score": f"{100 * each.score:.1f} %",
    }
