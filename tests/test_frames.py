"""Frames by parts: a client that has the parts has the page, and is sent no more than what changed."""

import asyncio
import re
import weakref
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from markupsafe import Markup
from msgspec.structs import replace
from playwright.sync_api import Browser
from starlette.responses import PlainTextResponse
from starlette.testclient import TestClient
from starlette.websockets import WebSocket
from uvicorn import Config
from uvicorn.server import ServerState
from websockets.extensions.permessage_deflate import PerMessageDeflate

from cardwright import games
from cardwright.cardroom.tables import news
from cardwright.cardroom.tables.live_table import LiveTable
from cardwright.game import SPECTATOR
from cardwright.play import session
from cardwright.play.luck import Luck
from cardwright.play.table import Table
from cardwright.scenes import Fan, Lamp, Lamps, Move, Place, Scene, Seat, Text
from cardwright.web import parts, render, sockets, table_frame
from cardwright.web.deadline_lock import DeadlineLock
from cardwright.web.drawing import scene_parts, zone_parts
from cardwright.web.slow_clients import StallTimeoutProtocol
from cardwright.web.sockets import NextFrame
from cardwright.web.table_frame import Frames
from cardwright.web.visitor import Visitor, mute_mark
from support.browser import Server, open_table_page, person
from support.feed import Feed, read
from support.playouts import after_chance, random_states
from support.visitors import Room, fill_table, look, move_in_turn, open_table, other, post_random_move, run, sit_down

MAX_MEDIAN_BYTES = 1400  # of a frame


def test_parts_are_split_and_joined() -> None:
    html = f"a{parts.begin('x')}b{parts.begin('y')}c{parts.END}d{parts.END}e{parts.begin('y')}c{parts.END}"
    found = parts.split(html)
    assert found == {"": "a\x1fx\x1fe\x1fy\x1f", "x": "b\x1fy\x1fd", "y": "c"}
    assert parts.joined(found) == parts.whole(html) == "abcdec"


def test_parts_joined_by_hand_are_those_of_a_marked_page() -> None:
    cell, place = parts.part("cell", parts.escaped("<\x1e&")), parts.empty("count")
    row = parts.part("row", "<p>", cell, " ", place, cell, "</p>")
    made = parts.Builder()
    made.fill(row, {"count": "3", "elsewhere": "4"})
    found = made.fragment(row)
    assert found.parts == {
        "": "\x1frow\x1f",
        "row": "<p>\x1fcell\x1f \x1fcount\x1f\x1fcell\x1f</p>",
        "cell": "&lt;&amp;",
        "count": "3",
    }
    assert parts.split(f"a{found.__html__()}b") == found.parts | {"": "a\x1frow\x1fb"}


def test_a_builder_changes_no_fragment_that_is_kept() -> None:
    kept, made = parts.part("cell", "<p>", parts.part("count", "1"), "</p>"), parts.Builder()
    before = dict(kept.parts)
    assert made.part("row", kept, made.part("note", "n")) == "\x1frow\x1f"
    assert made.fragment("a", kept).parts == before | {
        "": "a\x1fcell\x1f",
        "note": "n",
        "row": "\x1fcell\x1f\x1fnote\x1f",
    }
    assert kept.parts == before


def test_a_small_window_has_a_brief_role_and_no_line_ends_inside_a_domino() -> None:
    roles = ("", "small blind", "big blind, all-in", "button", "button, plays blind")
    seats = tuple(Seat(player=number, role=role) for number, role in enumerate(roles))
    shown = Text(id="t", title="t", lines=("0-4 1-1", "Jo-Ann"))
    scene = Scene(game="toy", title="t", player=0, status="s", seats=seats, zones=(shown,), moves=())
    html = scene_parts.scene_html(scene, ("A", "B", "C", "D", "E"), 1, "/move")
    assert re.findall('data-brief="([^"]*)"', html) == ["SB", "BB", "button", "D PB"]
    assert "0-\u20604 1-\u20601" in html
    assert "Jo-Ann" in html


def test_of_several_roles_the_button_and_the_blinds_are_marks() -> None:
    def drawn(role: str) -> list[tuple[str, str]]:
        scene = Scene(
            game="toy", title="t", player=0, status="s", seats=(Seat(player=0, role=role),), zones=(), moves=()
        )
        html = scene_parts.scene_html(scene, ("A",), 1, "/move")
        return re.findall(r'data-mark="(\w+)"[^>]*>(?:<[^>]*>)?([\w ]+)', html)

    assert drawn("button, small blind, all-in") == [("D", "button"), ("SB", "small blind")]
    assert drawn("small blind") == drawn("starts, priority") == []


def test_one_who_is_out_is_not_offered_to_skip_to_a_turn() -> None:
    for out, words in ((False, "Skip to my turn"), (True, "Skip to the end")):
        seat = Seat(player=0, out=out)
        scene = Scene(game="toy", title="t", player=0, status="s", seats=(seat,), zones=(), moves=())
        made = parts.Builder()
        scene_parts.scene_parts(made, scene, ("A",), 1, "/move", controls=scene_parts.Controls(hurry=True))
        assert words in parts.joined(made.inner, "scene")


def test_one_who_is_out_reads_why_and_what_they_can_do_where_their_cards_lay() -> None:
    game = games.create("poker", players=3)
    scene = games.scene(game, game.view(after_chance(game, game.initial_state(), Random(1)), 0))
    out = replace(scene, seats=(replace(scene.seats[0], out=True), *scene.seats[1:]))
    why = scene_parts.Controls(why=("out of chips, place 3 of 3", "", ""))

    def drawn(scene: Scene) -> str:
        made = parts.Builder()
        scene_parts.scene_parts(made, scene, ("A", "B", "C"), 1, "/move", controls=why)
        return parts.joined(made.inner, "scene")

    assert "<p>Out of chips, place 3 of 3.</p><p>You may watch to the end, or leave this page." in drawn(out)
    for scene_without in (scene, replace(out, player=1), replace(out, result="All chips went to {1}")):
        assert "out-note" not in drawn(scene_without)


def test_one_who_is_out_is_not_offered_to_give_up() -> None:
    exits = render.macros("frame_parts.html").exits
    more = {
        "id": "t",
        "over": False,
        "begun": True,
        "shown": False,
        "whole": False,
        "people": 1,
        "ends": True,
        "exit": "",
    }
    assert "Give up" in exits(**more, out=False)
    assert "Give up" not in exits(**more, out=True)
    assert "You are out of this game" in exits(**more, out=True)


def test_no_name_and_no_text_of_a_scene_is_markup() -> None:
    evil = "<b>'\"&"
    place = Place(id="p", face=None, label=f"{evil} {{0}}", caption=f"1 {evil}", refusal=f"{evil} {{0}}")
    zones = (
        Fan(id="f", title=f"{evil} of {{0}}", places=(place,), note=f"{evil} {{0}}"),
        Lamps(id="l", title="l", lamps=(Lamp(evil, "lit", evil),), meanings=(evil, evil, evil)),
        Text(id="t", title="t", lines=(evil,)),
    )
    moves = (Move(text=evil, label=evil), Move(text=evil, label=evil, places=frozenset(["q"])))
    seat = Seat(player=0, role=f"{evil} {{0}}", score=evil)
    scene = Scene(
        game="x", title=evil, player=0, status=f"{evil} {{0}}", seats=(seat,), zones=zones, moves=moves, result=evil
    )
    html = scene_parts.scene_html(scene, (evil,), 1, "/")
    assert html.count("&lt;b&gt;") > 20
    assert not any(each in html for each in ("<b>", '"&amp;', "&amp;lt;"))


def test_a_page_is_text_that_a_template_would_escape() -> None:
    assert type(render.page("error.html", message="<b>", table=None, missing=False)) is str
    assert type(render.with_marks("error.html", message="<b>", table=None, missing=False)) is Markup


@st.composite
def trees(draw: st.DrawFn) -> dict[str, str]:
    """A root with some of ten parts, of which some hold others of a higher number."""
    found: dict[str, str] = {}
    for number in reversed(range(10)):
        inner = draw(st.lists(st.sampled_from(sorted(found)), max_size=3, unique=True)) if found else []
        found[str(number)] = "<" + "".join(f"\x1f{name}\x1f{draw(st.sampled_from('ab'))}" for name in inner)
    return {"": f"\x1f{draw(st.sampled_from(sorted(found)))}\x1f"} | found


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(trees(), min_size=1, max_size=6), st.sets(st.integers(0, 5)))
def test_a_client_has_what_was_drawn_after_every_message(drawn: list[dict[str, str]], quiet: set[int]) -> None:
    sender = parts.Sender()
    held: dict[str, str] = {}
    before: dict[str, str] = {}
    for number, tree in enumerate(drawn):
        if number in quiet:
            assert sender.quiet_message({}) == ""
        inner = {name: own for name, own in tree.items() if name}
        message = sender.message(parts.Fragment(tree[""], inner))
        assert (message == "") == (tree == before and number > 0)
        if message:
            held = read(message, held)
        assert parts.joined(held) == parts.joined(tree)
        before = tree


@pytest.mark.parametrize("game", games.GAMES)
def test_the_feed_makes_the_page(client: TestClient, room: Room, game: str) -> None:
    """For a player and for a spectator, from move to move, with moments and talk between them."""
    table = open_table(client, game, others="open", clock="off")
    people = fill_table(client, room, table)
    rng, watcher, watched = Random(3), other(client), f"{table}/feed?watch=yes"
    with client.websocket_connect(f"{table}/feed") as own, watcher.websocket_connect(watched) as foreign:
        feeds = [(client, Feed(own), ""), (watcher, Feed(foreign), "/watch")]
        for _ in range(12):
            version = look(client, table)["version"]
            for browser, feed, path in feeds:
                assert feed.frame_at(version) in browser.get(f"{table}{path}").text
            live = room.table(table)
            if live.over:
                break
            move_in_turn(people, table, rng)


@pytest.mark.parametrize("game", games.GAMES)
def test_news_and_scores_are_those_of_the_scene(game: str) -> None:
    made = games.create(game)
    for state in islice(random_states(made, Random(5)), 1, 61):
        view = made.view(state, SPECTATOR)
        scene = games.scene(made, view)
        assert games.news_and_scores(made, view) == (scene.news, tuple(each.score for each in scene.seats))


def forget_drawings(frames: Frames) -> None:
    frames.shared.clear()
    frames.steady.clear()
    for module in (news, scene_parts, session, table_frame, zone_parts):
        for cached in vars(module).values():
            if hasattr(cached, "cache_clear"):
                cached.cache_clear()
    render.macro_html.cache_clear()


@pytest.mark.parametrize("game", games.GAMES)
def test_what_is_kept_of_one_seat_changes_no_frame_of_another(client: TestClient, room: Room, game: str) -> None:
    """Each seat's frame is the same, to the letter, with the drawings of all others kept and with none."""
    table = open_table(client, game, others="open", clock="off")
    people = fill_table(client, room, table)
    frames, rng = room.app.state.frames, Random(7)
    visitor = Visitor((), "http://testserver", "", watches=False, called="", muted=frozenset())
    for _ in range(5):
        live = room.table(table)
        if live.over or live.table is None:
            break
        seats = (*range(len(people)), SPECTATOR)
        wanted = [(seat, moment) for moment in (*live.moments.latest[-1:], None) for seat in seats]
        kept = [parts.joined(frames.of(frames.sight(visitor, live, *each)).parts) for each in wanted]
        for each, html in zip(wanted, kept, strict=True):
            forget_drawings(frames)
            assert parts.joined(frames.of(frames.sight(visitor, live, *each)).parts) == html
        move_in_turn(people, table, rng)


def test_the_frames_of_one_move_are_two_messages_at_most(client: TestClient, room: Room) -> None:
    table = open_table(client, "cribbage", others="open", clock="off")
    people = [client, sit_down(client, table)]
    rng, most, held, moves = Random(3), 0, 0, 0
    with client.websocket_connect(f"{table}/feed") as socket:
        feed = Feed(socket)
        while most <= 5 and moves < 60:  # until after a show, which has many moments
            moves += 1
            seen, before = look(client, table), len(feed.sizes)
            feed.frame_at(seen["version"])
            most = max(most, len(feed.sizes) - before)
            held += len(feed.sizes) - before > 1
            move_in_turn(people, table, rng)
    assert most > 5
    assert feed.messages <= moves + held


def test_frames_that_can_wait_hold_up_neither_the_first_nor_another_table(client: TestClient, room: Room) -> None:
    table, second = (open_table(client, "cribbage", others="open", clock="off") for _ in range(2))
    people, rng = [client, other(client)], Random(3)
    for each in (table, second):
        people[1].post(f"{each}/sit", data={"name": "Bo"})

    while not room.table(table).moments.latest:
        move_in_turn(people, table, rng)
    waiting = room.app.state.drawing_later.taken(0.0)
    run(client, waiting.__aenter__)
    with client.websocket_connect(f"{table}/feed?seen=0") as held:
        feed = Feed(held)
        assert 'data-hold="' in feed.frame()
        with client.websocket_connect(f"{second}/feed") as free:
            other_feed = Feed(free)
            other_feed.frame()
            move_in_turn(people, second, rng)
            assert other_feed.frame_at(room.table(second).version)
        assert feed.messages == 1
        assert client.portal is not None
        client.portal.call(waiting.__aexit__, None, None, None)
        feed.frame_at(room.table(table).version)


def test_a_frame_is_small(client: TestClient, room: Room) -> None:
    """Over three games, as the deals differ: the median of many is about 1,260 bytes."""
    people, rng = [client, other(client)], Random(3)
    sizes: list[int] = []
    for _ in range(3):
        table = open_table(client, "cribbage", others="open", clock="off")
        people[1].post(f"{table}/sit", data={"name": "Bo"})
        with client.websocket_connect(f"{table}/feed") as socket:
            feed = Feed(socket)
            for _ in range(60):
                feed.frame_at(look(client, table)["version"])
                move_in_turn(people, table, rng)
        sizes += feed.sizes
    assert sorted(sizes)[len(sizes) // 2] < MAX_MEDIAN_BYTES


def test_a_socket_keeps_no_compressor_and_the_last_frame_of_all_who_see_it() -> None:
    loop = asyncio.new_event_loop()
    protocol = StallTimeoutProtocol(Config(PlainTextResponse("")), ServerState(), {}, loop)
    (compression,) = protocol.conn.available_extensions or ()
    _, chosen = compression.process_request_params([("client_max_window_bits", None)], [])
    assert isinstance(chosen, PerMessageDeflate)
    assert chosen.local_no_context_takeover
    assert chosen.remote_no_context_takeover
    loop.close()
    one, other = parts.Sender(), parts.Sender()
    frame = parts.part("a", "x")
    assert one.message(frame) == other.message(frame)
    kept, same = ([getattr(sender, name) for name in parts.Sender.__slots__] for sender in (one, other))
    assert all(mine is theirs for mine, theirs in zip(kept, same, strict=True))  # of one frame all keep the same


def timed_frame(clock: str) -> parts.Fragment:
    return parts.fragment(parts.part("hand", "ace"), parts.part("clock", clock))


def test_a_quiet_page_is_sent_its_clocks_and_then_what_has_changed() -> None:
    sender = parts.Sender()
    assert sender.quiet_message({"clock": "1:00"}) == ""  # it has its frame from another server
    frame = timed_frame("1:00")
    assert read(sender.message(frame), {})["clock"] == "1:00"
    assert sender.quiet_message({"clock": "0:59", "level": "2"}) == "1\x1eclock\x1f0:59"
    assert sender.quiet_message({"clock": "0:59", "level": "2"}) == ""
    assert sender.message(timed_frame("0:58")) == "2\x1eclock\x1f0:58"


def test_the_frame_of_a_quiet_page_is_not_kept() -> None:
    sender, frame = parts.Sender(), timed_frame("1:00")
    sender.message(frame)
    kept = weakref.ref(frame)
    del frame
    parts._changes.cache_clear()
    assert kept() is not None
    sender.quiet_message({})
    parts._changes.cache_clear()
    assert kept() is None


def test_what_has_changed_is_found_once_for_all_spectators() -> None:
    late, *others = parts.Sender(), parts.Sender(), parts.Sender()
    before, first, then = (parts.part("a", each) for each in "wxy")
    for sender in others:
        sender.message(before)
    for sender in (late, *others):
        sender.message(first)
    found = parts._changes.cache_info().misses
    assert [sender.message(then)[0] for sender in (late, *others)] == ["1", "2", "2"]
    assert parts._changes.cache_info().misses == found + 1


# Keeps the page's sockets, so that a test can lose one of its messages.
KEPT = """
  const Socket = WebSocket;
  window.sockets = [];
  window.WebSocket = class extends Socket {
    constructor(...given) {
      super(...given);
      window.sockets.push(this);
      this.addEventListener("message", () => { document.body.dataset.received = "yes"; });
    }
  };
"""
LOSE_ONE = """() => {
  const [socket] = sockets, receive = socket.onmessage;
  socket.onmessage = () => { socket.onmessage = receive; document.body.dataset.lost = "yes"; };
}"""


def test_frames_that_can_wait_wait_for_whatever_else_there_is_to_do(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """But not for ever."""
    now = 0.0
    monkeypatch.setattr(sockets, "monotonic", lambda: now)

    async def work(turns: int) -> None:
        nonlocal now
        for _ in range(turns):
            now += 0.001
            await asyncio.sleep(0)

    async def turns_done(turns: int, longest_s: float = sockets.MAX_YIELD_S) -> float:
        nonlocal now
        now = 0.0
        working = asyncio.create_task(work(turns))
        await sockets._others_first(longest_s)
        done = now
        await working
        return done

    assert run(client, turns_done, 5) == pytest.approx(0.005)
    assert run(client, turns_done, 1000) == pytest.approx(sockets.MAX_YIELD_S, abs=0.0011)
    assert run(client, turns_done, 1000, 0.0) == pytest.approx(0.001)


class Receiver:
    """A socket that notes its messages among those of others."""

    def __init__(self, name: str, lock: DeadlineLock, messages: list[str]) -> None:
        self.name, self.messages = name, messages
        self.app = SimpleNamespace(state=SimpleNamespace(drawing_later=lock))

    async def send_text(self, text: str) -> None:
        self.messages.append(f"{self.name}{text}")

    async def watch_show(self) -> None:
        """Be sent three moments of a second each, and the table after them."""

        def shown(seen: int) -> NextFrame:
            return NextFrame(str(seen + 1), seen + 1, 1.0 if seen < 3 else 0.0)

        assert await sockets._send_since(cast(WebSocket, self), shown, lambda texts: ["+".join(texts)], 0) == 4


@pytest.mark.parametrize(
    ("soon", "expected"),
    [(0.5, ["A1", "B1", "A2+3+4", "B2+3+4"]), (10.0, ["A1", "B1", "A2", "B2", "A3", "B3", "A4", "B4"])],
)
def test_no_page_waits_for_frames_that_another_needs_later(
    monkeypatch: pytest.MonkeyPatch, soon: float, expected: list[str]
) -> None:
    """All frames of a page are sent at once, unless another page needs its next one soon."""
    monkeypatch.setattr(sockets, "FRAME_DUE_SOON_S", soon)

    async def watched() -> list[str]:
        lock = DeadlineLock()
        messages: list[str] = []
        await asyncio.gather(*(Receiver(name, lock, messages).watch_show() for name in "AB"))
        return messages

    assert asyncio.run(watched()) == expected


def test_a_lock_is_passed_on_by_deadline_and_not_to_a_task_that_was_cancelled() -> None:
    async def served() -> list[str]:
        lock = DeadlineLock()
        order: list[str] = []

        async def wait(name: str, deadline: float) -> None:
            async with lock.taken(deadline):
                order.append(name)
                await asyncio.sleep(0)

        async with lock.taken(0.0):
            tasks = [asyncio.create_task(wait(*each)) for each in (("c", 3.0), ("gone", 1.0), ("b", 2.0), ("d", 3.0))]
            await asyncio.sleep(0)
            assert lock.next_deadline == 1.0
            tasks[1].cancel()
            await asyncio.sleep(0)
            assert lock.next_deadline == 2.0
        tasks[2].cancel()  # it has the lock already
        await asyncio.gather(*tasks, return_exceptions=True)
        async with asyncio.timeout(60), lock.taken(0.0):
            order.append("free again")
        return order

    assert asyncio.run(served()) == ["c", "d", "free again"]


MOVE = """async () => {
  const view = async () => (await fetch(location.pathname + "/view")).json();
  const seen = await view();
  const body = new URLSearchParams({ version: seen.version, move: seen.moves[0].text });
  await fetch(location.pathname + "/move", { method: "POST", body, headers: { Accept: "application/json" } });
  return (await view()).version;
}"""


def test_a_page_that_misses_a_message_is_sent_a_whole_frame(browser: Browser, server: Server) -> None:
    with person(browser) as page:
        page.add_init_script(KEPT)
        open_table_page(page, server.address, "patience")
        page.wait_for_selector("[data-received]")
        page.evaluate(LOSE_ONE)
        page.evaluate(MOVE)
        page.wait_for_selector("[data-lost]")
        version = page.evaluate(MOVE)
        page.wait_for_selector(f'#scene[data-version="{version}"]')
        assert page.evaluate("sockets.length") == 2


def test_a_frame_is_drawn_once_for_all_spectators_who_see_the_same(client: TestClient, room: Room) -> None:
    table = open_table(client, "cribbage", others="open", clock="off", chat="yes")
    sit_down(client, table)
    client.post(f"{table}/say", data={"text": "blah blah"})
    watchers = [other(client) for _ in range(4)]
    watchers[-1].post(f"{table}/mute", data={"seat": "0"})
    seen = []
    for watcher in watchers:
        with watcher.websocket_connect(f"{table}/feed") as socket:
            seen.append(Feed(socket).frame())
    assert ["blah" in frame for frame in seen] == [True, True, True, False]
    assert len(room.app.state.frames.shared) == 2
    room.cardroom.presence._gone |= {(table.removeprefix("/t/"), seat) for seat in (0, 1)}  # their pages were closed
    with watchers[0].websocket_connect(f"{table}/feed") as socket:
        assert re.search("Ann.? and .?Bea.?: not at the page", Feed(socket).frame())


def test_who_waits_for_a_player_who_is_away_is_told_when_a_bot_can_play(client: TestClient, room: Room) -> None:
    """The button appeared after two minutes of a wait of which nothing said that it would end."""
    table = open_table(client, "flexdeck", others="open", clock="off")
    bea = sit_down(client, table)
    id = table.removeprefix("/t/")
    acting = room.cardroom.tables[id].awaited
    room.cardroom.presence._gone |= {(id, seat) for seat in acting}
    watcher = client if acting == {1} else bea
    with watcher.websocket_connect(f"{table}/feed") as socket:
        frame = Feed(socket).frame()
    assert "not at the page; after 2 minutes a bot can play." in frame
    room.cardroom.presence._long_gone |= {(id, seat) for seat in acting}
    with watcher.websocket_connect(f"{table}/feed") as socket:
        frame = Feed(socket).frame()
    assert "not at the page just now." in frame
    assert "Let a bot play for" in frame


def test_a_page_that_has_the_table_as_it_is_is_sent_a_heartbeat(client: TestClient, room: Room, tmp_path: Path) -> None:
    """Also by the next server, which has drawn nothing; what follows is whole, since it knows nothing of the page."""
    table = open_table(client, "cribbage", others="open", clock="off")
    people = [client, sit_down(client, table)]
    stamps = []
    for each in people:
        stamps.append(re.findall(r' data-stamp="(\w+)"', each.get(table).text)[0])
        with each.websocket_connect(f"{table}/feed?stamp={stamps[0]}") as socket:
            assert (socket.receive_text() == "") == (each is client)
    room.close()
    again = Room(tmp_path / "room.db")
    with TestClient(again.app, cookies=people[1].cookies) as second:
        with second.websocket_connect(f"{table}/feed?stamp={stamps[1]}") as socket:
            assert socket.receive_text() == ""
            feed, seen = Feed(socket), look(second, table)
            assert post_random_move(second, table, Random(3)).status_code == 200
            assert feed.frame_at(room_version := look(second, table)["version"]) in second.get(table).text
            assert room_version > seen["version"]
        with second.websocket_connect(f"{table}/feed?stamp={stamps[1]}") as socket:
            assert Feed(socket).frame()
    again.close()


@pytest.mark.parametrize(("clock", "changed"), [("off", []), ("30+180", ["clock"])])
def test_to_a_page_that_was_sent_the_table_as_it_is_only_its_clocks_are_sent(
    client: TestClient, room: Room, monkeypatch: pytest.MonkeyPatch, clock: str, changed: list[str]
) -> None:
    """The server draws no table to find that out; a move is drawn."""
    table = open_table(client, "cribbage", others="open", clock=clock)
    sit_down(client, table)
    with client.websocket_connect(f"{table}/feed") as socket:
        assert Feed(socket).frame()
        with monkeypatch.context() as patch:
            patch.delattr(Frames, "drawn")
            now = room.cardroom.uptime.now() + 5_000
            patch.setattr(room.cardroom.uptime, "now", lambda: now)
            socket.portal.call(room.cardroom.observers.notify, table.removeprefix("/t/"))
            _, *sent = socket.receive_text().split(parts.PART_BREAK)
            assert {each.split(parts.PIECE_BREAK)[0].split("-")[0] for each in sent} == set(changed)
        assert post_random_move(client, table, Random(3)).status_code == 200
        assert f"laid away.</span> {parts.PART_BREAK}" in socket.receive_text()


def test_no_stamp_names_two_frames(client: TestClient, room: Room) -> None:
    table = open_table(client, "cribbage", others="open", clock="off", chat="yes")
    people = [client, sit_down(client, table)]
    live, frames, rng = room.table(table), room.app.state.frames, Random(3)

    changes: list[Callable[[], Any]] = [
        lambda: None,
        lambda: client.post(f"{table}/say", data={"text": "blah"}),
        lambda: move_in_turn(people, table, rng),
        lambda: room.cardroom.presence._gone.add((live.id, 1)),
        lambda: people[1].post(f"{table}/leave", data={}),
        lambda: client.post(f"{table}/again", data={}),
    ]

    def drawn(each: Visitor, live: LiveTable, seat: int) -> tuple[str, str]:
        """A stamp and its frame; again if the table has moved on by itself meanwhile."""
        while True:
            forget_drawings(frames)
            sight = frames.sight(each, live, seat)
            stamp = table_frame.stamp(sight)
            html = re.sub(' data-stamp="[^"]*"', "", parts.joined(frames.of(sight).parts))
            if stamp == table_frame.stamp(frames.sight(each, live, seat)):
                return stamp, html

    shown: dict[str, str] = {}
    visitor = Visitor((), "http://testserver", "", watches=False, called="", muted=frozenset())
    mutes_ann = visitor._replace(muted=frozenset((mute_mark("Ann"),)))
    for change in changes:
        change()
        live = room.table(table)
        for each in (visitor, mutes_ann, visitor._replace(keys=(live.seats[1].key,))):
            for seat in (0, 1, SPECTATOR):
                stamp, html = drawn(each, live, seat)
                assert shown.setdefault(stamp, html) == html
    assert len(set(shown.values())) > 3 * len(changes)
    timed = open_table(client, "cribbage", others="open", clock="30+180")
    people[1].post(f"{timed}/sit", data={"name": "Bo"})
    assert room.table(timed).is_timed
    assert 'data-stamp=""' in client.get(timed).text


def test_a_scene_is_built_once_while_its_state_stands() -> None:
    table = Table(games.create("patience"), Luck.numbered(3))
    session.settle(table)
    first = session.look(table, 0)
    assert session.look(table, 0) is first
    assert session.look(table, SPECTATOR) is not first
    session.play(table, 0, first.moves[0].text)
    assert session.look(table, 0) == games.scene(table.game, table.view(0)) != first
