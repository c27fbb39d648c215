"""Notices by Web Push: the messages, the server's key, the addresses that are allowed, and the turns that cause one."""

import asyncio
import queue
import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from playwright.sync_api import Browser, expect
from starlette.testclient import TestClient

from cardwright.cardroom.logs.subscriptions import MAX_SUBSCRIPTIONS_OF_SEAT, SeatSubscriptions, Subscribed
from cardwright.cardroom.tables.settings import SLOW_CLOCK
from cardwright.errors import CardwrightError
from cardwright.play.contract import commitment
from cardwright.web.app import create_app
from cardwright.web.push import notifier
from cardwright.web.push.message import CURVE, ServerKey, decode, encode, encrypt, point, server_key
from cardwright.web.push.notifier import Notifier, deliver
from cardwright.web.server import Settings, push_key
from support.browser import Server, open_table_page, person, wait_until
from support.visitors import JSON, Room, Visitor, open_table, other, post_random_move, run, sit_down, until

SALT_BYTES, HEAD_BYTES = 16, 86
WAIT_S = 60.0


class Subscriber(NamedTuple):
    """The keys of a browser that has subscribed."""

    key: ec.EllipticCurvePrivateKey
    auth: bytes

    @property
    def p256dh(self) -> str:
        return encode(point(self.key.public_key()))

    def read(self, body: bytes) -> bytes:
        """Decrypt a message, as RFC 8291 says it."""
        salt, theirs = body[:SALT_BYTES], body[SALT_BYTES + 5 : HEAD_BYTES]
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs))
        info = b"WebPush: info\0" + point(self.key.public_key()) + theirs
        secret = HKDF(hashes.SHA256(), 32, self.auth, info).derive(shared)
        key = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(secret)
        nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(secret)
        return AESGCM(key).decrypt(nonce, body[HEAD_BYTES:], None).removesuffix(b"\2")


class Service:
    """A push service on this machine: it keeps what it is sent, and answers with ``status``."""

    def __init__(self) -> None:
        self.status = 201
        self.sent: queue.Queue[tuple[str, dict[str, str], bytes]] = queue.Queue()
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                service.sent.put((self.path, {name.lower(): value for name, value in self.headers.items()}, body))
                self.send_response(service.status)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.thread = threading.Thread(target=self.server.serve_forever)
        self.thread.start()
        self.origin = f"http://127.0.0.1:{self.server.server_port}"

    def close(self) -> None:
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()


@pytest.fixture
def service() -> Iterator[Service]:
    made = Service()
    yield made
    made.close()


@pytest.fixture
def reader() -> Subscriber:
    return Subscriber(ec.generate_private_key(CURVE), b"0123456789abcdef")


def subscribed(reader: Subscriber, endpoint: str) -> Subscribed:
    return Subscribed(endpoint, reader.p256dh, encode(reader.auth))


def test_the_example_of_rfc_8291_is_encrypted_to_the_byte() -> None:
    private = int.from_bytes(decode("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big")
    body = encrypt(
        b"When I grow up, I want to be a watermelon",
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
        ec.derive_private_key(private, CURVE),
        decode("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert encode(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru"
        "3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def claims(authorization: str) -> dict[str, Any]:
    """The claims of a header, whose signature is checked."""
    token, key = authorization.removeprefix("vapid t=").split(", k=")
    signed, _, signature = token.rpartition(".")
    r, s = (int.from_bytes(part, "big") for part in (decode(signature)[:32], decode(signature)[32:]))
    public = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decode(key))
    public.verify(utils.encode_dss_signature(r, s), signed.encode(), ec.ECDSA(hashes.SHA256()))
    found: dict[str, Any] = msgspec.json.decode(decode(signed.partition(".")[2]))
    return found


def test_the_key_is_made_once_and_signs_what_the_service_reads(tmp_path: Path) -> None:
    path = tmp_path / "push.pem"
    made = server_key(path, "mailto:me@example.org")
    assert path.stat().st_mode & 0o777 == 0o600
    assert server_key(path).public == made.public
    told = claims(made.authorization("https://push.example"))
    assert (told["aud"], told["sub"]) == ("https://push.example", "mailto:me@example.org")
    path.write_text("a shopping list", "utf-8")
    with pytest.raises(CardwrightError, match="not a private key in PEM"):
        server_key(path)


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example/x",
        "https://127.0.0.1:1/x",
        "https://10.1.2.3/x",
        "https://[::1]/x",
        "https://[::ffff:10.0.0.1]/x",
        "https://[64:ff9b::10.0.0.1]/x",
        "https://[2002:a00:1::1]/x",
        "https://[::127.0.0.1]/x",
        "https://[fec0::1]/x",
    ],
)
def test_only_public_addresses_are_sent_to(reader: Subscriber, endpoint: str) -> None:
    with pytest.raises(ValueError, match="push service"):
        deliver(subscribed(reader, endpoint), b"", ServerKey(ec.generate_private_key(CURVE)))


def test_a_seat_keeps_its_newest_subscriptions(reader: Subscriber) -> None:
    seat = SeatSubscriptions()
    for number in range(MAX_SUBSCRIPTIONS_OF_SEAT + 2):
        seat.apply(subscribed(reader, f"https://push.example/{number}"), 0)
    assert next(iter(seat.known)) == "https://push.example/2"
    assert len(seat.known) == MAX_SUBSCRIPTIONS_OF_SEAT


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Room]:
    monkeypatch.setattr(notifier, "SEND_TIMEOUT_S", WAIT_S)
    made = Room(tmp_path / "log.db")
    push = Notifier(made.cardroom, server_key(tmp_path / "push.pem"), allow_private=True)
    made.app = create_app(made.cardroom, limits=False, push=push)
    yield made
    made.close()


def test_a_player_without_a_page_gets_notices_until_the_browser_is_gone(
    room: Room, service: Service, reader: Subscriber
) -> None:
    with Visitor(room.app) as client:
        table = open_table(client, "cribbage", others="random")
        form = msgspec.to_builtins(subscribed(reader, f"{service.origin}/send/1?a=b"))
        del form["type"]
        assert client.post(f"{table}/notify", data=form | {"auth": "?"}, headers=JSON).status_code == 400
        assert other(client).post(f"{table}/notify", data=form, headers=JSON).status_code == 403
        assert client.post(f"{table}/notify", data=form, headers=JSON).status_code == 200
        rng = Random(1)
        while service.sent.empty():
            seen = until(client, table, lambda seen: seen["moves"] or not service.sent.empty())
            if seen["moves"]:
                assert post_random_move(client, table, rng).status_code == 200
        path, headers, body = service.sent.get(timeout=WAIT_S)
        assert path == "/send/1?a=b"
        assert headers["content-encoding"] == "aes128gcm"
        assert claims(headers["authorization"])["aud"] == service.origin
        assert msgspec.json.decode(reader.read(body)) == {
            "title": "Cribbage: your turn",
            "body": "The table waits.",
            "table": table,
        }
        live, push = room.table(table), client.app.state.push  # type: ignore[attr-defined]
        key = live.seats[0].key

        async def sent() -> int:
            await asyncio.gather(*push.sending)  # of the turns before
            push.turn_came(live, [0])
            count = len(push.sending)
            await asyncio.gather(*push.sending)
            return count

        async def sent_beside_a_page(clock: str) -> int:
            with room.cardroom.presence.page(live.id, 0):
                live.opened = msgspec.structs.replace(live.opened, clock=clock)
                return await sent()

        assert len(run(client, room.cardroom.subscriptions.list_for, key)) == 1
        service.status = 410
        assert run(client, sent) == 1
        assert run(client, room.cardroom.subscriptions.list_for, key) == ()

        async def sent_after_a_page() -> int:
            with room.cardroom.presence.page(live.id, 0):
                pass
            return await sent()

        assert run(client, sent_after_a_page) == 1  # at once: another player may answer within seconds
        assert run(client, sent_beside_a_page, "") == 0
        assert run(client, sent_beside_a_page, SLOW_CLOCK) == 1  # the page may be open where no one looks


def test_a_player_whose_page_is_closed_learns_that_the_game_can_begin(
    room: Room, service: Service, reader: Subscriber
) -> None:
    """Her browser is to open her seed first."""
    with Visitor(room.app) as ann:
        table = open_table(ann, "cribbage", others="open", clock=SLOW_CLOCK, commitment=commitment("a seed of Ann's"))
        form = msgspec.to_builtins(subscribed(reader, f"{service.origin}/ann"))
        del form["type"]
        assert ann.post(f"{table}/notify", data=form, headers=JSON).status_code == 200
        assert "You may close this page" in ann.get(table).text
        sit_down(ann, table)
        sent = msgspec.json.decode(reader.read(service.sent.get(timeout=WAIT_S)[2]))
        assert sent == {
            "title": "Cribbage: all seats are taken",
            "body": "Open the table, and the game begins.",
            "table": table,
        }


def test_a_person_who_is_invited_and_has_no_page_open_gets_a_notice(
    room: Room, service: Service, reader: Subscriber
) -> None:
    with Visitor(room.app) as ann:
        bea = other(ann)
        game = open_table(ann, "cribbage", others="open")
        bea.post(f"{game}/sit", data={"name": "Bea"})
        form = msgspec.to_builtins(subscribed(reader, f"{service.origin}/bea"))
        del form["type"]
        assert bea.post(f"{game}/notify", data=form, headers=JSON).status_code == 200
        for browser in (ann, bea):
            assert post_random_move(browser, game, Random(1)).status_code == 200
        ann.post(f"{game}/leave", data={"for_good": "yes"})
        ann.get("/people")
        while not service.sent.empty():  # of her turns
            service.sent.get()

        def invite() -> str:
            return open_table(ann, "cribbage", people="1", listed="no", invite="0")

        table = invite()
        while (sent := msgspec.json.decode(reader.read(service.sent.get(timeout=WAIT_S)[2])))["title"].endswith("turn"):
            pass
        link = f"{table}/join/{room.invitation(table)}"
        assert sent == {"title": "Ann invites you", "body": "To a game of Cribbage.", "table": link}
        with bea.websocket_connect("/lobby/feed") as feed:
            feed.receive_text()
            invite()
            assert "invites you to Cribbage" in feed.receive_text()
        assert service.sent.empty()


def test_a_service_that_does_not_answer_costs_no_more_than_its_time(
    room: Room, service: Service, reader: Subscriber, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notifier, "SEND_TIMEOUT_S", 0.05)
    with TestClient(room.app) as client:
        push = client.app.state.push  # type: ignore[attr-defined]
        service.server.shutdown()  # connections wait
        assert run(client, push._send, subscribed(reader, f"{service.origin}/x"), b"") == 0


def test_addresses_that_hang_hold_up_no_other_and_not_the_end(
    room: Room, service: Service, reader: Subscriber, monkeypatch: pytest.MonkeyPatch
) -> None:
    found, resolves = socket.getaddrinfo, threading.Event()

    def resolved(host: str, *more: Any, **given: Any) -> Any:
        if host.endswith("hangs.example"):
            resolves.wait(WAIT_S)
            host = "127.0.0.1"
        return found(host, *more, **given)

    monkeypatch.setattr(socket, "getaddrinfo", resolved)
    silent = socket.create_server(("127.0.0.1", 0), backlog=50)  # takes connections, and answers nothing
    slow = [f"http://127.0.0.1:{silent.getsockname()[1]}/{number}" for number in range(20)]
    slow += [f"http://no{number}.hangs.example/x" for number in range(20)]
    with TestClient(room.app) as client:
        push = client.app.state.push  # type: ignore[attr-defined]

        async def send() -> tuple[int, int, int]:
            waiting = [asyncio.create_task(push._send(subscribed(reader, each), b"")) for each in slow]
            await asyncio.sleep(0)
            there = subscribed(reader, service.origin.replace("127.0.0.1", "localhost"))
            status = await push._send(there, b"")
            return status, sum(each.done() for each in waiting), len(waiting)

        assert run(client, send) == (201, 40 - 2 * notifier.MAX_OF_DOMAIN, 40)
        assert push.threads == {"0.1": notifier.MAX_OF_DOMAIN, "hangs.example": notifier.MAX_OF_DOMAIN}
        assert all(each.daemon for each in threading.enumerate() if each.name == "push")
    resolves.set()
    silent.close()


def test_pages_offer_notices_only_where_they_are_sent(room: Room, client: TestClient) -> None:
    table, state = open_table(client, "cribbage", others="random"), client.app.state  # type: ignore[attr-defined]
    assert f'id="notify" data-key="{state.push.key.public}"' in client.get(table).text
    assert 'id="notify"' not in other(client).get(table).text
    state.push = None
    assert 'id="notify"' not in client.get(table).text
    assert "sends no notices" in client.post(f"{table}/notify", data={}, headers=JSON).json()["error"]


def test_a_key_that_cannot_be_used_is_refused_in_one_line(tmp_path: Path) -> None:
    assert push_key(Settings("127.0.0.1", "log.db")) is None
    with pytest.raises(CardwrightError, match="No such file or directory"):
        push_key(Settings("127.0.0.1", "log.db", push=str(tmp_path / "none" / "push.pem")))


# In the service worker: notes what it shows, by the tag. Chromium's headless shell has no place for notices.
NOTE_NOTICES = """() => {
  self.shown ||= new Map();
  self.registration.showNotification = async (title, { tag }) => { self.shown.set(tag, title); };
}"""
SEND_FROM_PAGE = """(notices) => navigator.serviceWorker.ready.then((worker) => {
  for (const each of notices) worker.active.postMessage(each);
})"""
ACTIVE = "navigator.serviceWorker.ready.then((worker) => worker.active.state === 'activated')"


def test_the_service_worker_shows_a_notice_unless_the_table_is_in_sight(browser: Browser, server: Server) -> None:
    with person(browser, service_workers="allow") as page:
        page.goto(f"{server.address}/rules")
        wait_until(page, lambda: bool(page.evaluate(ACTIVE)))
        session = page.context.new_cdp_session(page)
        known: list[str] = []
        session.on(
            "ServiceWorker.workerRegistrationUpdated",
            lambda told: known.extend(each["registrationId"] for each in told["registrations"]),
        )
        session.send("ServiceWorker.enable")
        wait_until(page, lambda: bool(known))
        shown: list[list[str]] = []
        worker = page.context.service_workers[0]

        def deliver() -> bool:
            worker.evaluate(NOTE_NOTICES)
            for table in ("/rules", "/t/abc"):
                data = msgspec.json.encode({"title": f"At {table}", "body": "", "table": table}).decode()
                push = {"origin": server.address, "registrationId": known[0], "data": data}
                session.send("ServiceWorker.deliverPushMessage", push)
            shown[:] = worker.evaluate("[...self.shown]")
            return bool(shown)

        # The browser may drop a message while its machine is busy; one that comes twice replaces itself by its tag.
        wait_until(page, deliver)
        assert shown == [["/t/abc", "At /t/abc"]]
        page.evaluate(SEND_FROM_PAGE, [{"title": "Here", "table": "/rules"}, {"title": "There", "table": "/t/def"}])
        wait_until(page, lambda: worker.evaluate("self.shown.size") > 1)
        assert worker.evaluate("[...self.shown.values()]") == ["At /t/abc", "There"]


# A browser whose push service answers without a network.
SUBSCRIBES = """
  const keys = { p256dh: "%s", auth: "%s" };
  let kept = null;
  PushManager.prototype.getSubscription = async () => kept;
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => kept = {
    toJSON: () => ({ endpoint: "https://push.example/" + applicationServerKey, keys }),
    unsubscribe: async () => true,
  };
"""


POSTED_AT_A_TURN = """() => new Promise((done) => {
  ServiceWorker.prototype.postMessage = done;
  document.dispatchEvent(new Event("turn"));
})"""


def test_the_button_subscribes_this_browser_for_its_seat(
    browser: Browser, server: Server, reader: Subscriber, tmp_path: Path
) -> None:
    key = server_key(tmp_path / "push.pem")
    with person(browser, service_workers="allow") as page:
        page.add_init_script(SUBSCRIBES % (reader.p256dh, encode(reader.auth)))
        server.app.state.push = Notifier(server.cardroom, key)
        address = open_table_page(page, server.address, "patience")
        page.get_by_text("Display").click()
        page.get_by_role("button", name="Notify me").click()
        expect(page.get_by_role("button", name="Notices are on")).to_have_attribute("aria-pressed", "true")
        posted = page.evaluate(POSTED_AT_A_TURN)
        assert (posted["title"], posted["table"]) == (
            "Po& Poker Patience: your turn",
            address.removeprefix(server.address),
        )
        seat = server.cardroom.tables[address.rpartition("/")[2]].seats[0]
        (row,) = server.store.read(f"~push {seat.key}")
        assert f"https://push.example/{key.public}" in row.body
        page.get_by_role("button", name="Notices are on").click()
        expect(page.get_by_role("button", name="Notify me")).to_have_attribute("aria-pressed", "false")
    server.app.state.push = None
