"""What several test files share."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from support import postgres as postgres_server
from support.visitors import Room


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL server that lives as long as the tests."""
    with postgres_server.running() as server:
        yield server.address


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    """A cardroom with a log of its own."""
    made = Room(tmp_path / "room.db")
    yield made
    made.close()


@pytest.fixture
def client(room: Room) -> Iterator[TestClient]:
    """A browser that knows nobody there yet."""
    with TestClient(room.app, follow_redirects=False) as made:
        yield made
