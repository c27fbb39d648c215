"""The HTTP API against its own description: whatever is sent, the answer is one that was described, and no refusal
changes anything.

CARDWRIGHT_REQUESTS is the number of requests to each operation, and makes them different every time.
"""

import doctest
import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import chain, islice
from pathlib import Path
from random import Random
from typing import Any

import jsonschema_rs
import msgspec
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.testclient import TestClient

from cardwright import games
from cardwright.cardroom.service import Cardroom
from cardwright.scenes import Move
from cardwright.store.sqlite import SqliteStore
from cardwright.web import openapi
from cardwright.web import requests as web_requests
from cardwright.web.app import create_app
from cardwright.web.refused import Refused
from support import cardroom
from support.playouts import random_states
from support.visitors import Visitor
from support.waiting import wait_for

REQUESTS = int(os.environ.get("CARDWRIGHT_REQUESTS", "5"))
AFRESH = "CARDWRIGHT_REQUESTS" in os.environ
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
JSON = {"accept": "application/json"}
HOST = "http://testserver"


class Bare:
    """A cardroom without tables, which is enough for the routes."""


APP = create_app(Bare())  # type: ignore[arg-type]
DESCRIBED = msgspec.json.decode(msgspec.json.encode(openapi.description(APP.routes)))
SCHEMA = schemathesis.openapi.from_dict(DESCRIBED)
OPERATIONS = [each.ok() for each in SCHEMA.get_all_operations() if isinstance(each, Ok)]


class Room:
    """A server with a few tables in all conditions, and the browsers of those who sit there."""

    def __init__(self, path: Path) -> None:
        self.store, self.workers = SqliteStore(path), ThreadPoolExecutor(1)
        self.cardroom = Cardroom(self.store, self.workers, bot_pace_s=0)
        self.app = create_app(self.cardroom, limits=False)

    def __enter__(self) -> "Room":
        self.ann = Visitor(self.app)
        self.ann.__enter__()
        self.bea, self.nobody = self.visitor({}), self.visitor({})
        self.alone = self._open("patience")
        self.ended = self._open("patience")
        self._end(self.ended)
        self.together = self._open("cribbage", others="open", chat="yes")
        self.bea.post(f"{self.together}/sit", data={"name": "Bea"})
        self.waiting = self._open("pyramid", others="open", listed="no")
        self.tables = [self.alone, self.ended, self.together, self.waiting]
        self.invitation = self.cardroom.commitments.invitation(self.cardroom.tables[self.waiting.removeprefix("/t/")])
        page = self.ann.get(f"{self.together}/link").text
        self.secret = re.findall(r"/seat/([\w-]+)", page)[0]
        return self

    def __exit__(self, *_: object) -> None:
        self.ann.__exit__()
        self.workers.shutdown(wait=False, cancel_futures=True)
        self.store.close()

    def visitor(self, cookies: dict[str, str]) -> TestClient:
        """Return another browser; it does not start the server again."""
        made = Visitor(self.app, cookies=cookies)
        made.portal = self.ann.portal
        return made

    def _open(self, game: str, **form: str) -> str:
        answer = self.ann.post("/tables", data={"game": game, "name": "Ann", **form}, headers=JSON)
        assert answer.status_code == 200, answer.text
        return str(answer.json()["goto"])

    def _end(self, table: str) -> None:
        """Give a game up after a few moves."""
        for _ in range(3):
            seen = self.ann.get(f"{table}/view").json()
            form = {"version": str(seen["version"]), "move": seen["moves"][0]["text"]}
            assert self.ann.post(f"{table}/move", data=form, headers=JSON).status_code == 200
        assert self.ann.post(f"{table}/leave", data={"for_good": "yes"}, headers=JSON).status_code == 200
        assert self.ann.get(f"{table}/view").json()["over"]

    def log(self) -> dict[str, list[Any]]:
        """All that is in the log, of all tables. Bots have thought their thoughts by then."""
        wait_for(lambda: not self.cardroom.scheduler.thinking)
        return {event.game: self.store.read(event.game) for event in self.store.tails(0, 1000)}


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with Room(tmp_path / "room.db") as made:
        yield made


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    """One for all tests that change nothing."""
    with Room(tmp_path_factory.mktemp("hall") / "room.db") as made:
        yield made


def cases(operation: Any) -> st.SearchStrategy[Any]:
    """Requests as described, and others."""
    modes = (schemathesis.GenerationMode.POSITIVE, schemathesis.GenerationMode.NEGATIVE)
    return st.one_of([operation.as_strategy(generation_mode=mode) for mode in modes])


@st.composite
def asked(draw: st.DrawFn, operation: Any) -> tuple[Any, dict[str, Any]]:
    """A case of an operation, and how to make it fit the room: with names, seats and moves that exist."""
    drawn = draw(cases(operation))
    how = {
        "who": draw(st.sampled_from(["ann", "bea", "nobody"])),
        "table": draw(st.sampled_from([0, 0, 1, 2, 2, 3, None])),
        "real": draw(st.integers(0, 3)) > 0,
        "accept": draw(st.sampled_from(["application/json", "text/html", "*/*"])),
        "choice": draw(st.integers(0, 10**6)),
    }
    return drawn, how


def fit(room: Room, case: Any, how: dict[str, Any]) -> None:
    """Put names of tables, secrets and moves that there are into a request."""
    given = case.path_parameters
    if "id" in given and how["table"] is not None:
        given["id"] = room.tables[how["table"]].removeprefix("/t/")
    if how["real"] and "secret" in given:
        given["id"], given["secret"] = room.together.removeprefix("/t/"), room.secret
    if how["real"] and "invitation" in given:
        given["id"], given["invitation"] = room.waiting.removeprefix("/t/"), room.invitation
    if how["real"] and case.path.endswith("/move") and isinstance(case.body, dict) and how["table"] is not None:
        seen = getattr(room, how["who"]).get(f"{room.tables[how['table']]}/view").json()
        moves = msgspec.convert(seen["moves"], list[Move])
        if moves:
            case.body["version"] = seen["version"]
            case.body["move"] = moves[how["choice"] % len(moves)].text


def send(room: Room, case: Any, how: dict[str, Any]) -> Any:
    """Send a request, hold the answer to the description, and a refusal to its word."""
    fit(room, case, how)
    sent = requests.Request(**case.as_transport_kwargs(base_url=HOST)).prepare()
    sent.headers["accept"] = how["accept"]
    browser = getattr(room, how["who"])
    before = room.log()
    answer = browser.request(sent.method, sent.url, content=sent.body, headers=dict(sent.headers))
    case.validate_response(answer, checks=CHECKS)
    if answer.status_code >= 400:
        assert room.log() == before
        assert "Traceback" not in answer.text
        kind = answer.headers["content-type"].partition(";")[0]
        assert kind == ("application/json" if how["accept"] == "application/json" else "text/html")
        if kind == "application/json":
            assert "\n" not in answer.json()["error"]
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert "cache-control" in answer.headers
    return answer


BOUNDED = settings(
    max_examples=REQUESTS,
    deadline=None,
    database=None,
    derandomize=not AFRESH,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.generate],  # what fails is seen well enough, and to make it small takes minutes
)


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.label)
def test_every_operation_answers_as_described(hall: Room, operation: Any, request: pytest.FixtureRequest) -> None:
    room = hall if operation.method == "get" else request.getfixturevalue("room")
    seen = set()

    @BOUNDED
    @given(asked(operation))
    def answers(drawn: tuple[Any, dict[str, Any]]) -> None:
        seen.add(send(room, *drawn).status_code)

    answers()
    assert seen


@settings(BOUNDED, max_examples=max(4, REQUESTS // 4))
@given(st.lists(st.sampled_from(OPERATIONS).flatmap(asked), min_size=5, max_size=25))
def test_any_walk_through_the_api(tmp_path_factory: pytest.TempPathFactory, walk: list[Any]) -> None:
    """One request after another, of those who sit there and of those who do not: the tables go through all states."""
    with Room(tmp_path_factory.mktemp("walk") / "room.db") as room:
        for drawn in walk:
            send(room, *drawn)


def test_the_description_is_served_and_sound(hall: Room) -> None:
    served = hall.nobody.get("/openapi.json")
    assert served.headers["content-type"] == "application/json"
    assert served.json() == DESCRIBED
    SCHEMA.validate()
    names = [each.definition.raw["operationId"] for each in OPERATIONS]
    assert len(set(names)) == len(names)
    assert all(each.definition.raw["summary"] for each in OPERATIONS)


def test_every_route_is_described_and_every_description_has_a_route() -> None:
    routes: set[tuple[str, str]] = set()
    for route in APP.routes:
        match route:
            case Route():
                routes |= {(route.path, method) for method in route.methods or () if method != "HEAD"}
            case WebSocketRoute():
                routes.add((route.path, "socket"))
            case Mount():
                routes.add((f"{route.path}/{{file}}", "GET"))
    described = {(path, method.upper()) for path, each in DESCRIBED["paths"].items() for method in each}
    described |= {(path, "socket") for path in DESCRIBED["x-sockets"]}
    assert described == routes


@pytest.mark.parametrize("name", games.GAMES)
def test_views_are_as_described(name: str) -> None:
    game = games.create(name)
    of_view = {"$ref": f"#/components/schemas/{game.view_type.__name__}", "components": DESCRIBED["components"]}
    described = jsonschema_rs.validator_for(of_view)
    for state in islice(random_states(game, Random(1)), 60):
        described.validate(json.loads(msgspec.json.encode(game.view(state, 0))))


def test_the_words_of_the_forms_are_those_of_the_games() -> None:
    """An option that a game has is in its form, with its help; and no more."""
    for name in games.GAMES:
        fields = DESCRIBED["components"]["schemas"][f"Open-{name}"]["properties"]
        options = {f"o-{option.name}" for option in games.options(name)}
        assert {field for field in fields if field.startswith("o-")} == options


def test_every_field_that_a_form_takes_is_described(hall: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[tuple[str, ...]] = []

    async def form(request: Any, *fields: str) -> dict[str, str]:
        taken.append(fields)
        raise Refused(400, "only its fields are asked for")

    monkeypatch.setattr(web_requests, "form", form)
    for operation in OPERATIONS:
        if operation.method == "post":
            path = operation.path.replace("{id}", hall.ended.removeprefix("/t/")).replace("{game}", "cribbage")
            taken.clear()
            hall.ann.post(path, data={"field": "value"})
            (content,) = operation.definition.raw["requestBody"]["content"].values()
            described = content["schema"]
            patterns = "|".join(described.get("patternProperties", ())) or "$."
            missing = set(chain.from_iterable(taken)) - described.get("properties", {}).keys()
            assert not [name for name in missing if not re.match(patterns, name)], operation.label


def test_other_methods_are_refused(hall: Room) -> None:
    before = hall.log()
    for described, operations in DESCRIBED["paths"].items():
        path = re.sub(r"\{\w+\}", "x", described.replace("{id}", hall.alone.removeprefix("/t/")))
        for method in {"get", "post", "put", "patch", "delete", "options"} - set(operations):
            answer = hall.ann.request(method.upper(), path, headers=JSON)
            assert answer.status_code == 405, (method, path)
            assert answer.json()["error"]
            assert answer.headers["allow"]
    assert hall.log() == before


# The page about all this


DOCUMENT = (Path(__file__).parent.parent / "docs" / "api.md").read_text(encoding="utf-8")
SESSIONS = re.findall(r"^\$ (curl .*)\n(.*)$", DOCUMENT, re.MULTILINE)


def curl(room: Room, jar: dict[str, str], command: str) -> str:
    """Return what curl would print, for those of its options that the page uses."""
    words = iter(shlex.split(command)[1:])
    headers, form, keeps, sends, path = {}, [], False, False, ""
    for word in words:
        match word:
            case "-s":
                pass
            case "-H":
                name, _, value = next(words).partition(": ")
                headers[name] = value
            case "-d":
                form.append(next(words).replace(" ", "%20"))
            case "-b":
                sends = next(words) == "seat"
            case "-c":
                keeps = next(words) == "seat"
            case _:
                path = word.removeprefix("http://127.0.0.1:8000").replace("/t/TABLE", jar.get("table", ""))
    browser = room.visitor({"cardwright": jar["seat"]} if sends else {})
    kind = {"content-type": "application/x-www-form-urlencoded"} if form else {}
    method = "POST" if form else "GET"
    answer = browser.request(method, path, content="&".join(form).encode(), headers=headers | kind)
    if keeps:
        jar["seat"] = answer.cookies["cardwright"]
        jar["table"] = answer.json()["goto"]
    return answer.text


def test_the_sessions_of_the_page_are_as_it_says(hall: Room) -> None:
    jar, checker = {"seat": ""}, doctest.OutputChecker()
    assert len(SESSIONS) >= 6
    for command, output in SESSIONS:
        said = curl(hall, jar, command)
        assert checker.check_output(output + "\n", said + "\n", doctest.ELLIPSIS), (command, said)


def test_the_bot_of_the_page_plays_to_the_end(tmp_path: Path) -> None:
    script = re.findall(r"^```python\n(import .*?)^```", DOCUMENT, re.MULTILINE | re.DOTALL)[0]
    with cardroom.running(str(tmp_path / "room.db"), tmp_path / "log") as server:
        script = script.replace("http://127.0.0.1:8000", f"http://127.0.0.1:{server.port}")
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("It is over:")
