"""What several test files share."""

from collections.abc import Iterator

import pytest

import postgres as postgres_server


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL server that lives as long as the tests."""
    with postgres_server.running() as server:
        yield server.address
