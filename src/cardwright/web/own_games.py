"""The list of a browser's own games: the tables on it, and the summaries of the games that have ended."""

import time
from collections.abc import Callable, Collection, Iterable
from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.websockets import WebSocket

from cardwright import games
from cardwright.cardroom.logs.game_lists import GameList, ListedGame, own_list_name
from cardwright.cardroom.seat_keys import keys
from cardwright.cardroom.service import Cardroom
from cardwright.cardroom.tables import results, settings
from cardwright.cardroom.tables.live_table import LiveTable
from cardwright.errors import UnknownName, UnreadableTable
from cardwright.game import SPECTATOR, Player
from cardwright.play.review import SeatReview
from cardwright.play.summary import Summary
from cardwright.web import people, requests
from cardwright.web.budget import in_thread

LOOK_BUDGET_S = 1.0  # for looking at tables, in one request
MAX_KEPT_TABLES = 30  # tables of one browser, because its list was looked at


async def add(request: Request, live: LiveTable, secret: str) -> None:
    """Put a table on the list of the browser with this ``secret``."""
    await _open_list(request, secret)
    await requests.cardroom(request).game_lists.put(own_list_name(secret), [live.id])


async def _open_list(request: Request | WebSocket, secret: str) -> GameList:
    """Return a browser's list. A new one has the tables in memory where the browser sits and that may be older."""
    cardroom = requests.cardroom(request)
    game_list = await cardroom.game_lists.read(own_list_name(secret))
    if game_list.seq:
        return game_list
    await cardroom.game_lists.put(
        own_list_name(secret), [live.id for live in in_memory(request, older_than_lists=True)]
    )
    return await cardroom.game_lists.read(own_list_name(secret))


def in_memory(request: Request | WebSocket, *, older_than_lists: bool = False) -> list[LiveTable]:
    """Return the tables in memory where a browser sits: none if it comes without a secret.

    With ``older_than_lists`` only tables of the first protocol, which alone may be older: looking at one table takes 10
    us, and there are thousands.
    """
    secrets = requests.secrets(request)
    tables: Iterable[LiveTable] = requests.cardroom(request).tables.values() if secrets else ()
    if older_than_lists:
        tables = (live for live in tables if live.opened.protocol == 1)
    return [live for live in tables if seat_at(live, keys(secrets, live.id)) != SPECTATOR]


def seat_at(live: LiveTable, opening: Collection[str]) -> Player:
    """Return the seat that a browser has at a table, or has left and may take again, or SPECTATOR."""
    return max(live.seats.of_keys(opening), live.seats.left_by(opening))


def way_in(live: LiveTable, opening: Collection[str]) -> dict[str, Any]:
    """Return the text of a list's link for a player who sits at a table or has left it: `left`, or `my_turn`, in a game
    that has `begun` or waits for them to begin.
    """
    seat = live.seats.of_keys(opening)
    return {
        "id": live.id,
        "left": seat == SPECTATOR,
        "begun": live.table is not None,
        "my_turn": seat in (live.table.to_act if live.table is not None else live.awaited),
    }


class OwnGames(NamedTuple):
    """A browser's games: those that go on, newest first, and those that have ended, oldest first.

    Of those that go on, it has the time since when each is on the list, in milliseconds since 1970. ``left`` is the
    number of tables that there was no time to look at. ``unreadable`` are those that were deleted here, or played by an
    earlier version of the rules, before there was a summary of them.
    """

    going: dict[LiveTable, int]
    ended: list[ListedGame]
    left: int
    unreadable: list[str]


class Looked(NamedTuple):
    """How far tables were looked at: the number of games left, and the games that cannot be read."""

    left: int
    unreadable: list[str]


async def refresh(request: Request | WebSocket, *, begins: bool = True) -> OwnGames:
    """Look at the browser's games, and keep the summaries of the games that have ended since.

    Unless it ``begins`` the list of a browser that has none, there are none.
    """
    secrets = requests.secrets(request)
    if not secrets:
        return OwnGames({}, [], 0, [])
    cardroom, name = requests.cardroom(request), own_list_name(secrets[0])
    game_list = await (_open_list(request, secrets[0]) if begins else cardroom.game_lists.read(name))
    going, looked = await summarise_ended(cardroom, name, game_list, lambda live: seat_at(live, keys(secrets, live.id)))
    for live in going[:MAX_KEPT_TABLES]:
        await cardroom.kept_table(live.id)  # so that it is in memory the next time
    items = game_list.items
    listed = {live: items[live.id].at for live in going if live.id in items}
    unreadable = [table for table in looked.unreadable if table in items and items[table].summary is None]
    ended = (await cardroom.game_lists.read(name)).finished
    await people.note_played(cardroom, secrets[0], ended)
    return OwnGames(listed, ended, looked.left, unreadable)


async def keep_review(request: Request, live: LiveTable, reviews: Iterable[SeatReview]) -> None:
    """Keep the findings of the review of its own seat in the browser's list."""
    secrets, seat = requests.secrets(request), requests.seat(request, live)
    for review in reviews:
        if secrets and review.seat == seat:
            await requests.cardroom(request).game_lists.keep_review(own_list_name(secrets[0]), live.id, review.kinds)


async def summarise_ended(
    cardroom: Cardroom, name: str, game_list: GameList, seat_of: Callable[[LiveTable], Player]
) -> tuple[list[LiveTable], Looked]:
    """Keep the summaries of the games of a list that have ended, newest first, within the budget of time.

    Return the tables that go on.
    """
    going: list[LiveTable] = []
    ended: dict[str, tuple[int, Summary]] = {}

    def note(live: LiveTable) -> None:
        seat = seat_of(live)
        if seat == SPECTATOR:
            return
        if live.over:
            ended[live.id] = (cardroom.end_time(live), results.summary(cardroom.whole(live), seat))
        else:
            going.append(live)

    looked = await in_thread(look_at, cardroom, [item.table for item in game_list.unsummarised], note)
    if ended:
        await cardroom.game_lists.summarise(name, ended)
    return going, looked


def look_at(cardroom: Cardroom, tables: Collection[str], note: Callable[[LiveTable], None]) -> Looked:
    """Call ``note`` with each table that can be read, within the budget of time."""
    end = time.monotonic() + LOOK_BUDGET_S
    unreadable: list[str] = []
    for place, table in enumerate(tables):
        if time.monotonic() > end:
            return Looked(len(tables) - place, unreadable)
        try:
            live = cardroom.look(table)
        except (UnreadableTable, UnknownName):  # a game of an earlier version, say
            unreadable.append(table)
            continue
        note(live)
    return Looked(0, unreadable)


async def listed_ended(request: Request) -> list[ListedGame]:
    """Return the browser's games whose end is on its list already, oldest first, without a look at any table."""
    secrets = requests.secrets(request)
    return (await requests.cardroom(request).game_lists.read(own_list_name(secrets[0]))).finished if secrets else []


def last_bots(ended: Iterable[ListedGame]) -> dict[str, str]:
    """Return, by the game, the first bot of the last game against bots, of finished games, oldest first."""
    bots: dict[str, str] = {}
    for each in (item.summary for item in ended if item.summary is not None):
        known = settings.known_bots(each.game) if each.game in games.GAMES else ()
        if first := next((kind for kind in each.kinds if kind in known), ""):
            bots[each.game] = first
    return bots
