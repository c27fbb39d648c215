"""The lobby's lists: pushed when they change, drawn once for all, and of each visitor all own games."""

from random import Random

import pytest
from starlette.testclient import TestClient

from cardwright.errors import StoreError
from cardwright.game import SPECTATOR
from cardwright.web import lobby_board
from cardwright.web.drawing import thumbnail
from cardwright.web.lobby_board import MAX_LISTED_TABLES, MAX_PICTURED_TABLES
from support.feed import Feed
from support.visitors import Room, open_table, other, post_random_move, sit_down


def test_the_lobby_is_sent_what_changes(client: TestClient) -> None:
    """A new table reaches a visitor, and one's own turn its player; no more than that is sent."""
    ann, visitor = other(client), other(client)
    table = open_table(ann, "cribbage", others="open", clock="off")
    with ann.websocket_connect("/lobby/feed") as own, visitor.websocket_connect("/lobby/feed") as foreign:
        feeds = Feed(own), Feed(foreign)
        assert "waits for 1 more" in feeds[0].frame()
        assert f'href="{table}">Sit down' in feeds[1].frame()
        sit_down(client, table)
        seen = feeds[0].frame()
        while "Your turn" not in seen:  # the deal may come after the seat
            seen = feeds[0].frame()
        while f'href="{table}/watch">Watch' not in (seen := feeds[1].frame()):
            pass
        assert "1 table in play now" in seen
        assert 'class="thumbnail"' in seen
        *later, picture = sorted(feeds[1].sizes[1:])
        assert picture > feeds[1].sizes[0]
        assert max(feeds[0].sizes[1:] + later) < min(feed.sizes[0] for feed in feeds)


def test_a_visitor_is_shown_all_own_games_that_go_on(client: TestClient, room: Room) -> None:
    """Also those that are not in memory."""
    tables = [open_table(client, "patience") for _ in range(3)]
    ended = open_table(client, "patience")
    client.post(f"{ended}/leave", data={"for_good": "yes"})
    room.cardroom.tables.clear()
    page = client.get("/").text
    assert all(f'href="{table}"' in page for table in tables)
    assert ended not in page
    assert not any(table in other(client).get("/").text for table in tables)


def test_many_own_games_leave_the_lobby_its_room(client: TestClient) -> None:
    """Thirty of them stood above the games, five windows of a telephone high; those that wait for others came first."""
    mine = [open_table(client, "patience") for _ in range(8)]
    open_table(client, "cribbage", others="open")
    page = client.get("/").text
    shown = page.partition('id="mine"')[2].partition("</ul>")[0]
    assert [table for table in reversed(mine) if f'href="{table}"' in shown] == mine[:1:-1]
    assert shown.count(">Your turn<") == 6
    assert 'And 3 more games</span><a class="button" href="/games">Show all</a>' in shown


def test_the_lobby_is_shown_without_the_log(client: TestClient, room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    table = open_table(client, "patience")

    def broken(*_: object) -> None:
        raise StoreError("the disk is gone")

    for name in ("read", "read_several"):
        monkeypatch.setattr(room.store, name, broken)
    answer = client.get("/")
    assert answer.status_code == 200
    assert f'href="{table}"' in answer.text


def test_the_lists_are_drawn_once_and_bounded(client: TestClient, room: Room) -> None:
    board = room.app.state.lobby_board
    for _ in range(3):
        open_table(other(client), "cribbage", others="open")
    lists = board.lists()
    assert len(lists.tables) == 3
    other(client).get("/")
    assert board.lists() is lists
    open_table(other(client), "cribbage", others="open")
    assert board.lists() is not lists
    assert len(board.lists().tables) == 4 <= MAX_LISTED_TABLES


def test_a_few_running_tables_are_pictured_as_everyone_may_see_them(
    client: TestClient, room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    board, now = room.app.state.lobby_board, [room.cardroom.uptime.now()]
    monkeypatch.setattr(room.cardroom.uptime, "now", lambda: now[0])
    tables = [open_table(other(client), "cribbage", others="random") for _ in range(MAX_PICTURED_TABLES)]
    mine = open_table(client, "cribbage", others="random", listed="yes")
    open_table(client, "poker", others="open")
    pictured = board.lists().pictured
    assert [id for id, _ in pictured] == [table[3:] for table in (mine, *reversed(tables))][:MAX_PICTURED_TABLES]
    shown, own = (thumbnail.picture(room.table(mine).scene(seat)) for seat in (SPECTATOR, 0))
    drawn = str(pictured[0][1].parts)
    assert shown in drawn
    assert own not in drawn
    page = client.get("/").text
    assert page.count("Watch </span><svg") == MAX_PICTURED_TABLES - 1  # one's own table is not among them
    post_random_move(client, mine, Random(1))
    assert board.lists().pictured == pictured
    now[0] += lobby_board.PICTURE_MS
    open_table(other(client), "poker", others="open")  # another change
    (_, drawn), *rest = board.lists().pictured
    assert drawn is not pictured[0][1]
    assert rest == [*pictured[1:]]


def test_a_large_cardroom_draws_once_a_second(client: TestClient, room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby_board, "MAX_UNCACHED_TABLES", 0)
    board = room.app.state.lobby_board
    now = [room.cardroom.uptime.now()]
    monkeypatch.setattr(room.cardroom.uptime, "now", lambda: now[0])
    open_table(other(client), "cribbage", others="open")
    lists = board.lists()
    open_table(other(client), "cribbage", others="open")
    assert board.lists() is lists
    now[0] += lobby_board.REDRAW_MS
    assert len(board.lists().tables) == 2
