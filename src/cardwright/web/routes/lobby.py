"""The lobby: the games, each with its picture and its bots, the open tables, and one's own."""

import asyncio
import functools
from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from cardwright import games
from cardwright.cardroom.commitments import new_id
from cardwright.cardroom.names import MAX_NAME_CHARS
from cardwright.play import guide
from cardwright.web import lobby_page, own_games, render, requests, responses
from cardwright.web.bot_choices import bot_to_play, bots_of
from cardwright.web.drawing.thumbnail import thumbnail


async def lobby(request: Request) -> Response:
    """Show the games, the open tables, and one's own tables."""
    if not game_cards.cache_info().currsize:
        await asyncio.to_thread(game_cards)  # which compiles every game
    values = await lobby_page.lobby_values(request)
    last = own_games.last_bots(values["ended"])
    body = render.page(
        "lobby.html",
        **values,
        closed=requests.linked(request).closed_as,
        games=game_cards(),
        to_play={game["name"]: bot_to_play(game["name"], last) for game in game_cards()},
        new_id=new_id,
        called=requests.player_name(request),
        name_size=MAX_NAME_CHARS,
    )
    return responses.form_page(request, body)


@functools.cache
def game_cards() -> list[dict[str, Any]]:
    """Return the entry of each game in the lobby, drawn once."""
    return [_game_card(name) for name in games.GAMES]


def _game_card(name: str) -> dict[str, Any]:
    room, game_guide = games.room(name), guide.load(name)
    alone = games.create(name).players == 1
    bots = bots_of(name)
    words = render.page(
        "game_card.html",
        title=room.title,
        aim=room.aim,
        lobby=game_guide.lobby,
        level=guide.LEVELS[game_guide.lobby.level],
        hardest=max(guide.LEVELS),
    )
    return {
        "name": name,
        "title": room.title,
        "words": Markup(words),
        "picture": thumbnail(name),
        "ways": [way.title for way in game_guide.ways],
        "first_games": [
            (each, games.title(name, games.create(name, **{room.renamed_by: each}))) for each in room.variant_guides
        ],
        "bots": bots,
        "mixes": games.create(name).players > 2,
        "alone": alone,
    }


async def call(request: Request) -> Response:
    """Set the player's name for this browser's next tables."""
    name = requests.name_in(await requests.form(request, "name"))
    answer = responses.done(request, "/", notice=f"You are called {name}." if name else "You have no name.")
    responses.remember(request, answer, name)
    return answer
