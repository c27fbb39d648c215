"""Protection from strangers: secrets, headers, limits, forged and odd requests; and what the cardroom logs."""

import asyncio
import gc
import io
import json
import logging
import re
import weakref
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
import uvicorn
from starlette.routing import Route
from starlette.testclient import TestClient
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from cardwright.cardroom.bots.fair_queue import FairQueue
from cardwright.cardroom.seat_keys import SECRET, hashed, keys, seat_secret, secrets_in
from cardwright.game import SPECTATOR
from cardwright.web import rate_limits, security, server, slow_clients
from cardwright.web.hosts import same_origin
from cardwright.web.route_table import ROUTES
from support.cardroom import BUSY_S
from support.served import Served
from support.visitors import JSON, Room, Visitor, look, open_table, other, post_move, random_move, sit_down, until

ODD = ["%00", "%0d%0aset-cookie:x", "..%2f..%2fetc", "%ff%fe", "~", "a" * 3000, "%F0%9F%82%A1", "<script>", "{0}"]


# Secrets of seats


def test_secrets_are_long_and_are_kept_as_hashes(client: TestClient, room: Room) -> None:
    tables = [open_table(client, "patience"), open_table(client, "pyramid", others="open")]
    own = client.cookies["cardwright"]
    assert len(own) * 6 >= 256
    seats = [seat_secret(own, table.removeprefix("/t/")) for table in tables]
    assert len({own, *seats}) == 3
    for secret in (own, *seats):
        assert SECRET.fullmatch(secret)
        assert secret not in room.log
    assert hashed(own) not in room.log
    assert all(hashed(seat) in room.log for seat in seats)


def test_a_personal_link_opens_one_seat_and_no_other(client: TestClient) -> None:
    """A browser with the link to one seat does not have the others, nor those that are taken later."""
    given, kept = open_table(client, "cribbage", others="basic"), open_table(client, "cribbage", others="basic")
    link = re.findall(r"/t/[\w-]+/seat/[\w-]+", client.get(f"{given}/link").text)[0]
    friend = other(client)
    answer = friend.get(link)
    assert (answer.status_code, answer.headers["location"]) == (303, given)
    later = open_table(client, "cribbage", others="basic")
    assert look(friend, given)["seat"] == 0
    assert look(friend, kept)["seat"] < 0
    assert look(friend, later)["seat"] < 0
    for table in (kept, later):
        assert friend.get(link.replace(given, table)).status_code == 403
    assert other(client).get(f"{given}/seat/{'x' * 43}").status_code == 403
    assert other(client).get(f"{given}/link").status_code == 403
    assert client.cookies["cardwright"].split(".")[0] not in friend.cookies["cardwright"]


def test_a_personal_link_does_not_open_a_second_seat_for_a_player(client: TestClient) -> None:
    """With both seats, the rematch would be the other player's to this browser, and not its own."""
    table = open_table(client, "cribbage", others="open")
    bea = sit_down(client, table)
    link = re.findall(r"/t/[\w-]+/seat/[\w-]+", client.get(f"{table}/link").text)[0]
    refused = bea.get(link)
    assert refused.status_code == 409
    assert "you have a seat at this table yourself" in refused.text
    assert f'href="{table}"' in refused.text
    assert look(bea, table)["seat"] == 1
    assert client.get(link).status_code == 303  # one's own
    bea.post(f"{table}/leave", data={"for_good": "yes"})
    rematch = client.post(f"{table}/again", headers=JSON).json()["goto"]
    assert look(bea, rematch)["seat"] == SPECTATOR


def test_a_link_from_a_stranger_takes_nothing_over(client: TestClient) -> None:
    """No other site can make a browser sit down with a secret that they know, or push its own out of the cookie."""
    mine = open_table(client, "cribbage", others="basic")
    stranger = other(client)
    for _ in range(12):
        theirs = open_table(stranger, "patience")
        link = re.findall(r"/t/[\w-]+/seat/[\w-]+", stranger.get(f"{theirs}/link").text)[0]
        assert client.get(link).status_code == 303
        assert look(client, theirs)["seat"] == 0
    assert look(client, mine)["seat"] == 0
    assert look(stranger, open_table(client, "cribbage", others="basic"))["seat"] < 0
    assert len(client.cookies["cardwright"]) < 500


def test_two_devices_play_the_rematch_together(client: TestClient) -> None:
    table = open_table(client, "patience")
    phone = other(client)
    phone.get(re.findall(r"/t/[\w-]+/seat/[\w-]+", client.get(f"{table}/link").text)[0])
    rng = Random(3)
    while not (seen := look(phone, table))["over"]:
        post_move(phone, table, seen["version"], rng.choice([m for m in seen["moves"] if m["text"] != "undo"])["text"])
    rematch = phone.post(f"{table}/again", headers=JSON).json()["goto"]
    assert look(phone, rematch)["seat"] == look(client, rematch)["seat"] == 0


@pytest.mark.parametrize("cookie", ["", "a", "a.b.c", "." * 900, "x" * 4000, "%0d%0aset-cookie:x", '"\\015\\012"', "é"])
def test_a_malformed_cookie_opens_nothing_and_is_not_repeated(client: TestClient, cookie: str) -> None:
    answer = client.post(
        "/tables",
        content=b"game=patience",
        headers={
            b"cookie": f"cardwright={cookie}".encode(),
            b"content-type": b"application/x-www-form-urlencoded",
        },
    )
    assert answer.status_code == 303
    given = re.findall(r"cardwright=([^;]*)", answer.headers["set-cookie"])[0]
    assert SECRET.fullmatch(given)


def test_a_cookie_holds_a_limited_number_of_secrets() -> None:
    long = [letter * 43 for letter in "abcdefghijkl"]
    assert secrets_in(".".join(long), 8) == long[:8]
    assert secrets_in("short." + long[0], 8) == [long[0]]
    assert len(keys(long[:3], "t")) == 4
    assert keys([], "t") == []


# Where a request comes from


class Asked:
    """As much of a request as shows where it comes from."""

    def __init__(self, **headers: str) -> None:
        self.headers = {name.replace("_", "-"): value for name, value in headers.items()}
        self.scope = {"scheme": "http"}


@pytest.mark.parametrize(
    ("headers", "ours"),
    [
        ({}, True),
        ({"origin": "http://room:8000"}, True),
        ({"origin": "https://room:8000"}, False),  # a proxy that speaks HTTPS says so, if it is trusted
        ({"origin": "http://room"}, False),
        ({"origin": "http://room:8001"}, False),
        ({"origin": "http://room:8000.evil.example"}, False),
        ({"origin": "http://room:8000@evil.example"}, False),
        ({"origin": "http://evil.example"}, False),
        ({"origin": "null"}, False),
        ({"origin": ""}, False),
        ({"origin": "http://["}, False),
        ({"sec_fetch_site": "same-origin", "origin": "http://room:8000"}, True),
        ({"sec_fetch_site": "none"}, True),
        ({"sec_fetch_site": "same-site", "origin": "http://room:8000"}, False),
        ({"sec_fetch_site": "cross-site"}, False),
        ({"sec_fetch_site": "same-origin", "origin": "http://evil.example"}, False),
    ],
)
def test_where_a_request_comes_from(headers: dict[str, str], ours: bool) -> None:
    assert same_origin(Asked(host="room:8000", **headers)) is ours  # type: ignore[arg-type]


@pytest.mark.parametrize("path", ["feed", "views"])
@pytest.mark.parametrize(
    "headers", [{"origin": "http://["}, {"origin": "null"}, {"sec-fetch-site": "cross-site"}, {"origin": "//x"}]
)
def test_a_socket_of_another_site_is_refused(client: TestClient, path: str, headers: dict[str, str]) -> None:
    from starlette.websockets import WebSocketDisconnect

    table = open_table(client, "patience")
    with pytest.raises(WebSocketDisconnect), client.websocket_connect(f"{table}/{path}", headers=headers) as socket:
        socket.receive_text()


@pytest.mark.parametrize("host", ['x"><script>', "a b", "évil", "a/b", "a@b", "[::1", "x:99999999", ""])
def test_a_host_that_is_none_is_refused(client: TestClient, host: str) -> None:
    answer = client.get("/", headers={b"host": host.encode()})
    assert answer.status_code == 400
    assert "<script>" not in answer.text


def test_a_forged_host_is_not_repeated(client: TestClient) -> None:
    """Links name the host that was asked for: the sender of a forged name sees it, and no cache keeps the page."""
    table = open_table(client, "cribbage", others="open")
    forged = client.get(table, headers={"host": "evil.example"})
    assert "evil.example" in forged.text
    assert forged.headers["cache-control"] == "no-store"
    assert "evil.example" not in client.get(table).text


# Headers


@pytest.mark.parametrize("path", ["/", "/nothing", "{}", "{}/view", "{}/link", "{}/fair", "{}/record", "{}/nothing"])
def test_every_answer_bears_the_headers(client: TestClient, path: str) -> None:
    answer = client.get(path.format(open_table(client, "patience")))
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert answer.headers["x-frame-options"] == "DENY"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["cache-control"] == "no-store"
    assert len(answer.headers.get_list("content-security-policy")) == 1


def test_static_files_are_kept_and_a_page_s_address_is_not_sent_to_other_sites(client: TestClient) -> None:
    page = client.get("/")
    assert page.headers["referrer-policy"] == "same-origin"
    script = re.findall(r'src="(/static/[^"]+)"', page.text)[0]
    assert "immutable" in client.get(script).headers["cache-control"]
    # A browser that had asked by a name of the server which was added later kept the refusals for a year.
    assert client.get("/static/gone.js?1").headers["cache-control"] == "no-store"
    table = open_table(client, "patience")
    link = re.findall(r"/t/[\w-]+/seat/[\w-]+", client.get(f"{table}/link").text)[0]
    opened = other(client).get(link)
    assert opened.headers["referrer-policy"] == "no-referrer"
    assert opened.headers["cache-control"] == "no-store"
    assert opened.headers["location"] == table
    cookie = opened.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie


def test_a_refused_request_bears_the_headers_too(client: TestClient) -> None:
    for headers in ({"origin": "http://evil.example"}, {"content-length": "99999"}, {"host": "a b"}):
        answer = client.post("/tables", content=b"", headers=headers)
        assert answer.status_code in (400, 403, 413)
        assert "default-src 'none'" in answer.headers["content-security-policy"]


# Odd requests


@pytest.mark.parametrize("odd", ODD)
def test_odd_paths_are_nowhere(client: TestClient, room: Room, odd: str) -> None:
    before = room.log
    for path in (
        f"/t/{odd}",
        f"/t/{odd}/view",
        f"/new/{odd}",
        f"/rules/{odd}",
        f"/static/{odd}",
        f"/t/{odd}/seat/{odd}",
    ):
        answer = client.get(path)
        assert answer.status_code in (303, 404), path
        assert "<script>" not in answer.text.replace("<script src", "")
    assert client.post(f"/t/{odd}/move", data={"version": "1", "move": "x"}).status_code in (404, 405)
    assert room.log == before


def test_a_form_comes_in_one_piece(client: TestClient) -> None:
    def pieces() -> Iterator[bytes]:
        yield b"game=patience"

    form = {"content-type": "application/x-www-form-urlencoded"}
    assert client.post("/tables", content=pieces(), headers=form).status_code == 411
    both = {"transfer-encoding": "chunked", "content-length": "4"}
    assert client.post("/tables", content=b"game", headers=form | both).status_code == 411
    assert client.post("/tables", content=b"x" * (security.FORM_LIMIT_BYTES + 1), headers=form).status_code == 413
    assert client.post("/tables", content=b"", headers=form | {"content-length": "-1"}).status_code == 411
    assert client.post("/tables", content=b"game=%ff", headers=form).status_code == 400
    assert client.post("/tables", content=b"&".join([b"a=b"] * 200), headers=form).status_code == 400


HOSTILE = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>{0}{1}"


def test_what_players_write_is_text(client: TestClient) -> None:
    """In names, talk, moves, options and notices."""
    table = open_table(client, "cribbage", others="open", chat="yes", name=HOSTILE[:24])
    bea = other(client)
    bea.post(f"{table}/sit", data={"name": "{0}{1}"})
    bea.post(f"{table}/say", data={"text": HOSTILE})
    seen = look(client, table)
    pages = [
        client.get(table).text,
        bea.get("/").text,
        client.post(f"{table}/move", data={"version": str(seen["version"]), "move": HOSTILE}).text,
        client.post(f"{table}/move", data={"version": HOSTILE, "move": "go"}).text,
        client.post("/tables", data={"game": "cribbage", "o-to": HOSTILE, "name": HOSTILE}).text,
        client.post("/tables", data={"game": HOSTILE}).text,
        client.get(f"/new/{HOSTILE}").text,
        client.get(f"{table}/replay", params={"at": HOSTILE, "as": HOSTILE}).text,
    ]
    for page in pages:
        assert "<script>alert" not in page
        assert "<img src=x" not in page
    assert seen["names"][1] == "(0)(1)"


@pytest.mark.parametrize(
    "name",
    [
        *(
            "Ann",
            "ann",
            "\u0410nn",
            "A\u3164nn",
            "A\u200dnn",
            "Ann\ufe0f",
            "\u2800Ann",
            "\uff21\uff4e\uff4e",
            "\U0001d400nn",
        ),
        "\u00c4nn",
    ],
    ids=ascii,
)
def test_no_one_is_taken_for_another_by_their_name(client: TestClient, name: str) -> None:
    """The letters of another alphabet, letters that no font shows, capitals, accents."""
    table = open_table(client, "cribbage", others="open", name="Ann")
    other(client).post(f"{table}/sit", data={"name": name})
    assert re.fullmatch(".nn 2", look(client, table)["names"][1])


@pytest.mark.parametrize("name", ["Ada (bot)", "Ada (b\u043et)", "Ada (BOT)", "\u3164\u2800\ufe0f"], ids=ascii)
def test_no_one_looks_like_a_bot_or_like_nobody(client: TestClient, name: str) -> None:
    table = open_table(client, "cribbage", others="open")
    other(client).post(f"{table}/sit", data={"name": name})
    assert re.fullmatch("Guest [A-Z][a-z]+", look(client, table)["names"][1])


def test_what_players_write_stays_in_its_line(client: TestClient, room: Room) -> None:
    """No heap of accents covers the lines around it."""
    table = open_table(client, "cribbage", others="open", chat="yes", name="A" + "\u0301\u0489" * 11)
    assert len(look(client, table)["names"][0]) <= 4
    client.post(f"{table}/say", data={"text": "\u0e2a" + "\u0e47" * 200 + " \u0e17\u0e35\u0e48"})
    assert room.table(table).chat.lines[-1][1] == "\u0e2a" + "\u0e47" * 3 + " \u0e17\u0e35\u0e48"


ASTRONAUT, KISS = "\U0001f469\u200d\U0001f680", "\U0001f469\u200d\u2764\ufe0f\u200d\U0001f468"


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        (f"Ann {ASTRONAUT}", f"Ann {ASTRONAUT}"),
        (f"{KISS} \u2764\ufe0f", f"{KISS} \u2764\ufe0f"),
        ("\U0001f44b\U0001f3fd\u200d\u2642\ufe0f", "\U0001f44b\U0001f3fd\u200d\u2642\ufe0f"),  # a tone of skin
        (f"Ann {ASTRONAUT}\u200d", f"Ann {ASTRONAUT}"),
        (f"A\u200dnn \u200d{ASTRONAUT}", f"Ann {ASTRONAUT}"),
        ("\U0001f469\u200d\u200d\U0001f680", "\U0001f469\U0001f680"),
        ("A\ufe0fnn\u200d\U0001f680", "Ann\U0001f680"),
        ("Ann \u202e\u2066\u200f\U0001f469\u2060\U0001f680", "Ann \U0001f469\U0001f680"),
        ("y" * 22 + ASTRONAUT, "y" * 22 + "\U0001f469"),
    ],
    ids=ascii,
)
def test_an_emoji_of_several_stays_one_and_no_joiner_hides_elsewhere(
    client: TestClient, room: Room, typed: str, shown: str
) -> None:
    table = open_table(client, "cribbage", others="open", chat="yes", name=typed)
    assert look(client, table)["names"][0] == shown
    client.post(f"{table}/say", data={"text": typed})
    assert room.table(table).chat.lines[-1][1].startswith(shown)


def test_a_joined_emoji_is_no_other_name_than_its_parts(client: TestClient) -> None:
    """A font without the joined one draws the same."""
    table = open_table(client, "cribbage", others="open", name=f"Ann {ASTRONAUT}")
    other(client).post(f"{table}/sit", data={"name": "Ann \U0001f469\U0001f680"})
    assert look(client, table)["names"][1] == "Ann \U0001f469\U0001f680 2"


def test_a_form_that_is_sent_again_does_nothing_twice(client: TestClient, room: Room) -> None:
    table = open_table(client, "cribbage", others="open", clock="off")
    bea = sit_down(client, table)
    seen = look(client, table)
    seat = seen["to_act"][0]
    mover = (client, bea)[seat]
    form = {"version": str(seen["version"]), "move": look(mover, table)["moves"][0]["text"]}
    for path, sent in (("move", form), ("say", {"phrase": "Hello"}), ("sit", {"name": "Ann"})):
        first = mover.post(f"{table}/{path}", data=sent, headers=JSON)
        assert first.status_code == 200, first.text
        before = room.log
        again = mover.post(f"{table}/{path}", data=sent, headers=JSON)
        assert again.status_code == (409 if path == "move" else 200)
        assert room.log == before


# Limits


def test_an_invented_cookie_does_not_lift_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    burst = 2
    monkeypatch.setattr(rate_limits, "RATES", ((rate_limits.TABLES, 0.1, burst),))
    room, opened = Room(tmp_path / "limited.db", limits=True), burst * rate_limits.ADDRESS_FACTOR
    with Visitor(room.app) as client:
        answers = []
        for number in range(opened + 6):
            client.cookies.clear()  # of the one that came with the last answer
            client.cookies.set("cardwright", f"{number:043}")
            answers.append(client.post("/tables", data={"game": "patience"}).status_code)
    room.close()
    assert answers == [303] * opened + [429] * 6


async def test_owners_think_in_turn() -> None:
    """An owner with ten calls waiting does not keep others waiting for ten."""
    turns, order = FairQueue(1), []

    async def think(owner: str) -> None:
        async with turns.turn(owner):
            order.append(owner)
            await asyncio.sleep(0)

    async with asyncio.TaskGroup() as group:
        for owner in ["greedy"] * 10 + ["ann", "bea", "ann"]:
            group.create_task(think(owner))
    assert order[:6] == ["greedy", "greedy", "ann", "bea", "greedy", "ann"]
    assert len(order) == 13
    assert turns.free == 1


async def test_a_thought_that_is_given_up_gives_its_turn_to_the_next() -> None:
    turns = FairQueue(1)
    async with turns.turn("ann"):
        waits = asyncio.create_task(turns.turn("bea").__aenter__())
        await asyncio.sleep(0)
        waits.cancel()
    async with asyncio.timeout(60), turns.turn("cy"):
        assert turns.free == 0
    assert turns.free == 1


# A server on a port


def test_raw_requests_at_a_port(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two lengths, a length that lies, huge heads, and heads that never end."""
    monkeypatch.setattr(slow_clients, "HEAD_TIMEOUT_S", BUSY_S)
    head = (
        b"POST /tables HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/x-www-form-urlencoded\r\n"
    )
    with Served(room.app) as served:
        both = b"content-length: 3\r\ntransfer-encoding: chunked\r\n\r\nd\r\ngame=patience\r\n0\r\n\r\n"
        assert served.say(head + both).startswith(b"HTTP/1.1 4")
        twice = b"content-length: 3\r\ncontent-length: 13\r\n\r\ngame=patience"
        assert served.say(head + twice).startswith(b"HTTP/1.1 400")
        huge = [b"GET / HTTP/1.1\r\nhost: x\r\nx: ", *[b"y" * 10_000] * 100, b"\r\n\r\n"]
        assert b"200 OK" not in served.say(*huge, wait=0.01)
        assert served.say(b"GET / HTTP/1.1\r\nx: ", b"y" * slow_clients.HEAD_LIMIT_BYTES).startswith(b"HTTP/1.1 400")
        many = b"GET / HTTP/1.1\r\nhost: x\r\n" + b"x: y\r\n" * 3_000 + b"\r\n"
        assert served.say(many).startswith(b"HTTP/1.1 400")
        assert served.say(b"GET / HTTP/1.1\r\nhost: x\r\nhost: y\r\n\r\n").startswith(b"HTTP/1.1 400")
        with monkeypatch.context() as hurried:
            hurried.setattr(security, "FORM_TIMEOUT_S", 0.5)
            assert served.say(head + b"content-length: 99\r\n\r\ngame=").startswith(b"HTTP/1.1 408")
            hurried.setattr(slow_clients, "HEAD_TIMEOUT_S", 0.5)
            assert served.say(b"") == b""
            assert served.say(b"GET / HTTP/1.1\r\n", b"host: x\r\n", wait=1) == b""
        assert b"200 OK" in served.say(b"GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")
    assert "patience" not in room.log


def test_a_socket_outlives_the_patience_for_heads(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    connections = []
    watch = slow_clients.HeadTimeoutProtocol._watch

    def noted(connection: slow_clients.HeadTimeoutProtocol) -> None:
        watch(connection)
        connections.append(connection)

    monkeypatch.setattr(slow_clients.HeadTimeoutProtocol, "_watch", noted)
    with Served(room.app) as served, served.client() as client:
        table = open_table(client, "patience")
        host, port = served.address
        with connect(f"ws://{host}:{port}{table}/views") as feed:
            before = json.loads(feed.recv(60))
            assert connections[-1]._head_limit._timer is None  # the timeout that began with the connection
            seen = look(client, table)
            post_move(client, table, seen["version"], seen["moves"][0]["text"])
            after = json.loads(feed.recv(60))
    assert after["version"] > before["version"]


def test_a_connection_that_becomes_a_socket_frees_what_read_its_request(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a collection of garbage, which comes rarely."""
    connections: list[weakref.ref[slow_clients.HeadTimeoutProtocol]] = []
    requests: list[Any] = []
    start = slow_clients.StallTimeoutProtocol.start_keepalive

    def noted(socket: slow_clients.StallTimeoutProtocol) -> None:
        requests.append(socket.request)
        start(socket)

    class Noted(slow_clients.HeadTimeoutProtocol):
        def __init__(self, *given: Any, **more: Any) -> None:
            super().__init__(*given, **more)
            connections.append(weakref.ref(self))

    monkeypatch.setattr(slow_clients.StallTimeoutProtocol, "start_keepalive", noted)
    monkeypatch.setattr(server, "HeadTimeoutProtocol", Noted)
    gc.collect()
    gc.disable()
    try:
        with Served(room.app) as served, served.client() as client:
            table = open_table(client, "patience")
            host, port = served.address
            with connect(f"ws://{host}:{port}{table}/views") as feed:
                feed.recv(60)
                (request,) = requests
                assert not list(request.headers.raw_items())
                assert connections[-1]() is None
    finally:
        gc.enable()


def test_no_log_holds_a_card_or_a_secret_at_any_level(
    room: Room, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game at a port, with sockets, links, hints and refusals, as our log and uvicorn's show it."""
    for client_library in ("httpx2", "httpcore2"):
        monkeypatch.setattr(logging.getLogger(client_library), "propagate", False)
    root, stream = logging.getLogger(), io.StringIO()
    kept = (root.level, list(root.handlers))
    uvicorn_level, access = logging.getLogger("uvicorn.error").level, logging.getLogger("uvicorn.access").disabled
    try:
        server.start_log()
        root.handlers[0].stream = stream  # type: ignore[attr-defined]
        root.setLevel(logging.DEBUG)
        with Served(room.app) as served, served.client() as client:
            table = open_table(client, "cribbage", others="basic", chat="yes")
            rng = Random(1)
            for _ in range(10):
                seen = until(client, table, lambda seen: seen["over"] or 0 in seen["to_act"])
                post_move(client, table, seen["version"], random_move(seen, rng)[0])
                post_move(client, table, seen["version"], "play 5h")
                client.post(f"{table}/hint", headers=JSON)
            link = re.findall(r"/t/[\w-]+/seat/[\w-]+", client.get(f"{table}/link").text)[0]
            for path in (link, f"{table}/view?secret={client.cookies['cardwright']}"):
                served.say(f"GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n".encode())
            served.say(b"\x16\x03\x01 no HTTP\r\n\r\n")
            with connect(f"ws://127.0.0.1:{served.address[1]}{table}/views") as feed:
                feed.socket.sendall(b"\x81\x82\0\0\0\0\xff\xfe")  # a text that is no UTF-8
                with pytest.raises(ConnectionClosed):
                    list(feed)
            for _ in range(3):
                logging.getLogger("asyncio").error("Task failed\nfuture: %r play 5h", ValueError("play 5h"))
    finally:
        root.setLevel(kept[0])
        root.handlers[:] = kept[1]
        logging.getLogger("uvicorn.error").setLevel(uvicorn_level)
        logging.getLogger("uvicorn.access").disabled = access
    live = room.table(table)
    assert live.table is not None
    said = stream.getvalue() + "".join(capsys.readouterr())
    assert "Invalid" not in said  # with what they send, strangers could fill the log
    assert said.count("Task failed") == 1  # with as many connections as files can be open, too
    own = client.cookies["cardwright"].split(".")
    secrets = [live.opened.seed, *own, link.rpartition("/")[2], *(seat.seed for seat in live.seats if seat.seed)]
    assert said
    for line in said.splitlines():
        assert set(json.loads(line)) <= {"at", "level", "what", "table", "seat", "why", "error"}
        assert not any(secret in line for secret in secrets)
        assert not any(step.action in line for step in live.table.log)
        assert "play 5h" not in line


def test_only_a_trusted_proxy_may_name_the_client(room: Room) -> None:
    made: uvicorn.Config = server.server(room.app).config
    assert made.forwarded_allow_ips == ["127.0.0.1", "::1"]
    assert made.ws_max_size <= 4096
    assert not made.access_log


def test_every_form_has_a_limit() -> None:
    """The route table gives it; a name is kept in a cookie, and costs the server nothing."""
    forms = [route for route in ROUTES if isinstance(route, Route) and "POST" in (route.methods or ())]
    assert [form.path for form in forms if not hasattr(form.endpoint, "__wrapped__")] == ["/name"]
