"""Fixtures that several test modules use."""

import gc
import importlib
import os
import secrets
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from uuid import uuid4

import httpx2
import psycopg
import pytest
from playwright.sync_api import Browser, Page, sync_playwright
from starlette.testclient import TestClient

from cardwright import shards
from cardwright.cardroom.workbench import workers
from cardwright.store import Store, connect
from cardwright.web import budget, responses
from support import postgres as postgres_server
from support.browser import CHROMIUM, HEADLESS_SHELL, SWITCHES, USUAL, Server, person
from support.cardroom import BUSY_S, set_call_timeout
from support.visitors import Room, Visitor

GC_THRESHOLD = (20_000, 20, 20)
NEW_DEALS = "CARDWRIGHT_NEW_DEALS" in os.environ  # `make fuzz`: tables deal other cards in every run
SECRETS = pytest.MonkeyPatch()


def pytest_sessionstart(session: pytest.Session) -> None:
    """Let each worker import another part of the test modules first: the assertions of each are rewritten once, not by
    all workers at the same time.
    """
    worker = os.environ.get("PYTEST_XDIST_WORKER", "")
    if not worker or session.config.args != session.config.getini("testpaths"):
        return
    modules = sorted(path.stem for path in Path(__file__).parent.glob("test_*.py"))
    first = len(modules) * int(worker.removeprefix("gw")) // int(os.environ["PYTEST_XDIST_WORKER_COUNT"])
    for module in modules[first:] + modules[:first]:
        importlib.import_module(module)


def pytest_collection_finish() -> None:
    """Collect garbage less often, and none of what was imported: that took a tenth of the tests' time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLD)


@pytest.fixture(scope="session", autouse=True)
def _busy_machine() -> None:
    """Let calls to the log, counts of the workbench, a cluster, and reviews take long, and addresses wait in debt."""
    set_call_timeout(BUSY_S)
    shards.CLUSTER_TIMEOUT_S = BUSY_S
    workers.QUICK_S = workers.LONG_S = workers.LEFT_S = BUSY_S
    responses.LONG_WORK_S = budget.MAX_WAIT_S = BUSY_S


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL server that runs as long as the tests do."""
    with postgres_server.running() as server:
        yield server.address


@pytest.fixture
def empty_postgres(postgres: str) -> str:
    """The address of the PostgreSQL server, without the rows that other tests have left."""
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")
    return postgres


@pytest.fixture(params=["sqlite", "postgres"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of an empty database of either kind."""
    if request.param == "sqlite":
        yield str(tmp_path / "folder" / "log.db")
        return
    address = request.getfixturevalue("postgres")
    schema = f"test_{uuid4().hex}"
    with psycopg.connect(address, autocommit=True) as database:
        database.execute(f"create schema {schema}")
        yield f"{address}&options=-csearch_path%3D{schema}"
        database.execute(f"drop schema {schema} cascade")


@pytest.fixture
def store(where: str) -> Iterator[Store]:
    """An empty log in a database of either kind."""
    made = connect(where)
    yield made
    made.close()


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    """A cardroom with a log of its own."""
    made = Room(tmp_path / "room.db")
    yield made
    made.close()


@pytest.fixture
def client(room: Room) -> Iterator[TestClient]:
    """A browser without cookies."""
    with Visitor(room.app) as made:
        yield made


class SharedChromium:
    """Chromium for one browser test after another, of all modules: its start costs as much as a test."""

    def __init__(self) -> None:
        self.running = ExitStack()
        self.browser: Browser | None = None

    def open(self) -> Browser:
        """Start it, unless it runs."""
        if self.browser is None or not self.browser.is_connected():
            self.close()
            playwright = self.running.enter_context(sync_playwright())
            self.browser = playwright.chromium.launch(executable_path=CHROMIUM, args=SWITCHES)
            self.running.callback(self.browser.close)
        return self.browser

    def close(self) -> None:
        """End it, if it runs."""
        self.browser = None
        self.running.close()


CHROMIUM_SHARED = SharedChromium()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the browser tests first, next to each other."""
    items.sort(key=lambda item: not uses_browser(item))


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Leave the thread to other tests without Playwright's event loop, beside which none can run."""
    if not uses_browser(item):
        CHROMIUM_SHARED.close()
    if not NEW_DEALS:
        deal_by_name(item.nodeid)


def pytest_runtest_call(item: pytest.Item) -> None:
    """Deal what a browser is dealt by the test alone: the first test of a server has drawn more than the others."""
    if uses_browser(item) and not NEW_DEALS:
        deal_by_name(f"{item.nodeid} in a browser")


def deal_by_name(name: str) -> None:
    """From now on, let the secrets of this process follow from a name: a test fails for a change, not for its cards.

    Secrets of each length have a stream of their own, so that no deal depends on whether a browser has a cookie yet or
    a busy server names a new period of uptime.
    """
    streams: dict[int, Random] = {}

    def draw(count: int | None = None) -> bytes:
        length = count or secrets.DEFAULT_ENTROPY
        return streams.setdefault(length, Random(f"{name} {length}")).randbytes(length)

    SECRETS.setattr(secrets, "token_bytes", draw)


def pytest_sessionfinish() -> None:
    CHROMIUM_SHARED.close()
    SECRETS.undo()


def uses_browser(item: pytest.Item) -> bool:
    return "browser" in getattr(item, "fixturenames", ())


@pytest.fixture(scope="module")
def browser() -> Browser:
    """Chromium; an error, never a skip, where it is missing."""
    if not CHROMIUM.exists():
        pytest.fail(f"no chromium at {CHROMIUM}: install it (on Debian: apt-get install {HEADLESS_SHELL})")
    return CHROMIUM_SHARED.open()


@pytest.fixture(scope="module")
def shared_page(browser: Browser) -> Iterator[Page]:
    """The page of one person for all tests of a module that ask for `page`, closed at the latest before the browser."""
    with ExitStack() as own:
        page = own.enter_context(person(browser))
        CHROMIUM_SHARED.running.callback(own.close)
        yield page


@pytest.fixture
def page(shared_page: Page) -> Page:
    """A page in a window of the usual size, for tests that look at tables: to start one costs more than a table."""
    shared_page.set_viewport_size(USUAL["viewport"])
    return shared_page


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A cardroom that real browsers can reach."""
    made = Server(tmp_path_factory.mktemp("room") / "room.db")
    yield made
    made.close()


@pytest.fixture(scope="module")
def visitor(server: Server) -> Iterator[httpx2.Client]:
    """A browser without scripts at `server`, for requests to processes that start once for all tests of a module."""
    with server.client() as made:
        yield made
