"""A server on one log without a network, and the browsers of those who visit it."""

import asyncio
import re
import time
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

import httpx2
import msgspec
from anyio.from_thread import BlockingPortal
from starlette.testclient import TestClient

from cardwright.cardroom.logs.game_lists import own_list_name
from cardwright.cardroom.service import Cardroom
from cardwright.cardroom.tables.live_table import LiveTable
from cardwright.play.summary import Summary
from cardwright.scenes import Move
from cardwright.store.sqlite import SqliteStore
from cardwright.web.app import create_app
from cardwright.web.requests import COOKIE

JSON = {"accept": "application/json"}


class InOneCall(httpx2.BaseTransport):
    """Passes a request to the server's event loop in one call.

    Starlette's own transport makes nine, each with two switches of threads: they took half of a web test's time. It
    still opens WebSockets, and serves a client whose event loop is not started.
    """

    def __init__(self, client: TestClient, source: tuple[str, int]) -> None:
        self.client, self.usual = client, client._transport
        self.server = httpx2.ASGITransport(client.app, client=source)
        self.portal: BlockingPortal | None = None

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        portal = self.client.portal
        if portal is None or request.url.scheme == "ws":
            return self.usual.handle_request(request)
        if portal is not self.portal:
            self.portal, self.loop = portal, portal.call(asyncio.get_running_loop)
        request.read()
        return asyncio.run_coroutine_threadsafe(self.answer(request), self.loop).result()

    async def answer(self, request: httpx2.Request) -> httpx2.Response:
        """Return the server's answer once all of it has come."""
        answer = await self.server.handle_async_request(request)
        body = b"".join([part async for part in answer.aiter_raw()])
        return httpx2.Response(answer.status_code, headers=answer.headers, stream=httpx2.ByteStream(body))

    def close(self) -> None:
        self.usual.close()


class Visitor(TestClient):
    """A browser without scripts, which follows no redirect."""

    def __init__(self, app: Any, client: tuple[str, int] = ("testclient", 50000), **more: Any) -> None:
        super().__init__(app, client=client, **({"follow_redirects": False} | more))
        self._transport = InOneCall(self, client)


class Room:
    """A server on one log; a client for each browser."""

    def __init__(self, path: Path, **more: Any) -> None:
        self.store = SqliteStore(path)
        self.workers = ThreadPoolExecutor(2)
        self.cardroom = Cardroom(
            self.store, self.workers, bot_pace_s=0, **({"now": more.pop("now")} if "now" in more else {})
        )
        self.app = create_app(self.cardroom, **({"limits": False} | more))
        for limiter in chain.from_iterable(self.app.state.limiters.values()):
            limiter.clock = lambda: 0.0  # no limit is lifted while a busy machine takes its time

    def table(self, address: str) -> LiveTable:
        """Return the table of an address or id, as the server has it in memory."""
        return self.cardroom.tables[address.removeprefix("/t/")]

    def invitation(self, address: str) -> str:
        """Return the word of the link to a seat, at a table that the lobby does not list."""
        return self.cardroom.commitments.invitation(self.table(address))

    @property
    def log(self) -> str:
        """All entries of all logs, as the store keeps them."""
        return "".join(event.body for tail in self.store.tails(0, 1000) for event in self.store.read(tail.game))

    def close(self) -> None:
        self.workers.shutdown(wait=False, cancel_futures=True)
        self.store.close()


def run(client: TestClient, call: Callable[..., Coroutine[Any, Any, Any]], *given: Any) -> Any:
    """Return what a coroutine function of the server returns, run in its event loop."""
    assert client.portal is not None
    return client.portal.call(call, *given)


def other(client: TestClient, address: str = "testclient") -> TestClient:
    """Another browser on the same server, in its event loop, at the same address or elsewhere."""
    made = Visitor(client.app, (address, 50000))
    made.portal = client.portal
    return made


def open_table(client: httpx2.Client, game: str, **form: str) -> str:
    """Open a table by the form's request, sit down as Ann, and return the table's path."""
    answer = client.post("/tables", data={"game": game, "name": "Ann", **form})
    assert answer.status_code == 303, words_of(answer.text)
    return answer.headers["location"]


def words_of(page: str) -> str:
    """Return the words of a page's main part, or of a text that is no page."""
    return " ".join(re.sub(r"(?s)^.*<main[^>]*>|</main>.*$|<[^>]+>", " ", page).split())


def sit_down(client: TestClient, table: str, name: str = "Bea", **form: str) -> TestClient:
    """Sit down at a table as another person than the client's; return their browser."""
    browser = other(client)
    assert browser.post(f"{table}/sit", data={"name": name, **form}).status_code == 303
    return browser


def fill_table(client: TestClient, room: Room, table: str) -> list[TestClient]:
    """Sit down at every free seat as another person; return the browsers of all seats."""
    return [client, *(sit_down(client, table) for _ in room.table(table).seats.free)]


def open_seed(client: TestClient, table: str, seed: str) -> None:
    """Open the seed that one has committed to."""
    answer = client.post(f"{table}/open", data={"seed": seed})
    assert answer.status_code == 303, answer.text


def look(client: httpx2.Client, table: str) -> dict[str, Any]:
    """Return the view of a table that this browser is given."""
    answer = client.get(f"{table}/view")
    assert answer.status_code == 200
    return answer.json()  # type: ignore[no-any-return]


def until(client: httpx2.Client, table: str, done: Any, seconds: float = 60) -> dict[str, Any]:
    """Wait for the bots."""
    end = time.monotonic() + seconds
    while not done(seen := look(client, table)):
        assert time.monotonic() < end, seen["to_act"]
        time.sleep(0.002)
    return seen


def post_move(client: httpx2.Client, table: str, version: int, text: str, **more: str) -> Any:
    """Send a move for this version of the table; return the answer."""
    return client.post(f"{table}/move", data={"version": str(version), "move": text, **more}, headers=JSON)


def random_move(seen: dict[str, Any], rng: Random) -> tuple[str, dict[str, str]]:
    """Any move of a view, with a number put in for it where it asks for one."""
    moves = msgspec.convert(seen["moves"], list[Move])
    chosen = rng.choice(moves)
    if chosen.number is None:
        return chosen.text, {}
    place = [move for move in moves if move.number].index(chosen)
    count = (chosen.number.high - chosen.number.low) // chosen.number.step
    return chosen.text, {f"number-{place}": str(chosen.number.low + rng.randint(0, count) * chosen.number.step)}


def post_random_move(client: httpx2.Client, table: str, rng: Random, seen: dict[str, Any] | None = None) -> Any:
    """Send a random move of this browser's seat, which is to act in the view that it has seen; return the answer."""
    seen = seen or look(client, table)
    text, numbers = random_move(seen, rng)
    return post_move(client, table, seen["version"], text, **numbers)


def move_in_turn(people: Sequence[TestClient], table: str, rng: Random) -> TestClient:
    """Make a random move of the seat that is to act, of those of these browsers; return its browser."""
    browser: TestClient = people[look(people[0], table)["to_act"][0]]
    assert post_random_move(browser, table, rng).status_code == 200
    return browser


def play_together(people: Sequence[TestClient], table: str, rng: Random) -> None:
    """Play random moves for these browsers, which have all seats, to the end of the game."""
    while not look(people[0], table)["over"]:
        move_in_turn(people, table, rng)


def play_out(client: httpx2.Client, table: str, seed: int = 1) -> dict[str, Any]:
    """Play random moves for this browser to the end of the game; return its view of that."""
    rng = Random(seed)
    while not (seen := until(client, table, lambda seen: seen["over"] or seen["seat"] in seen["to_act"]))["over"]:
        answer = post_random_move(client, table, rng, seen)
        assert answer.status_code in (200, 409), answer.text  # a bot that chooses at the same time may be quicker
    return seen


def own_list(client: TestClient) -> str:
    """Return the name of the list of this browser's games."""
    return own_list_name(client.cookies[COOKIE].split(".")[0])


def keep_games(client: TestClient, room: Room, outcomes: Sequence[str], kinds: tuple[str, str], seat: int = 0) -> None:
    """Put finished games of cribbage on the list of this browser."""
    list_name = own_list(client)
    games = {
        f"table-{number:06d}": (
            number,
            Summary("cribbage", ("Ann", "Bea"), kinds, seat, outcome, "", 0, "", 9, 99),
        )
        for number, outcome in enumerate(outcomes)
    }
    run(client, room.cardroom.game_lists.put, list_name, list(games))
    run(client, room.cardroom.game_lists.summarise, list_name, games)
