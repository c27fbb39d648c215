"""The log of published declarations: its limits, and what several processes see of it."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardwright.cardroom.logs import published
from cardwright.cardroom.logs.published import Designs, Published
from cardwright.cli import main
from cardwright.errors import PlayError, UnknownName
from cardwright.store.background import BackgroundStore
from cardwright.store.sqlite import SqliteStore
from support.visitors import Room, Visitor

DESIGN = "a-new-design"


@pytest.fixture
def log(tmp_path: Path) -> Iterator[BackgroundStore]:
    store = SqliteStore(tmp_path / "log.db")
    yield BackgroundStore(store)
    store.close()


def version(text: str, key: str = "key") -> Published:
    return Published(text, f"Title {text}", key)


def test_versions_are_numbered_and_stay(log: BackgroundStore) -> None:
    async def published_twice() -> None:
        designs = Designs(log, lambda: 7)
        assert await designs.find(DESIGN) is None
        numbers = [(await designs.publish(DESIGN, version(text), listed=False)).number for text in ("a", "b", "b")]
        assert numbers == [1, 2, 2]  # the same text again is the same version
        found = await designs.find(DESIGN)
        assert found is not None
        assert [each.text for each in found.versions] == ["a", "b"]
        assert found.version(1).at == 7
        assert found.version(1).digest == "ca978112ca1bbdca"  # SHA-256 of "a"
        for number in (0, 3):
            with pytest.raises(UnknownName):
                found.version(number)

    asyncio.run(published_twice())


def test_two_who_publish_at_once_get_two_versions(log: BackgroundStore) -> None:
    async def together() -> None:
        here, there = Designs(log, lambda: 1), Designs(log, lambda: 2)
        made = [each.publish(DESIGN, version(text), listed=True) for each, text in ((here, "a"), (there, "b"))]
        assert sorted([each.number for each in await asyncio.gather(*made)]) == [1, 2]
        assert [item.version for item in await here.listed()] in ([1], [2])
        assert await here.listed() == await there.listed()

    asyncio.run(together())


def test_a_list_has_the_latest_versions_of_all_processes(log: BackgroundStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(published, "MAX_LISTED_DESIGNS", 2)

    async def listed() -> None:
        here, there = Designs(log, lambda: 1), Designs(log, lambda: 2)
        for designs, id in ((here, "design-numb1"), (there, "design-numb2"), (here, "design-numb3")):
            await designs.publish(id, version("a"), listed=True)
        await here.publish("by-link-only", version("a"), listed=False)
        await there.publish("design-numb2", version("b"), listed=True)
        names = [(item.design, item.version) for item in await here.listed()]
        assert names == [("design-numb2", 2), ("design-numb3", 1)]

    asyncio.run(listed())


def test_the_operator_takes_a_title_off_the_list(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    where = str(tmp_path / "log.db")
    store = SqliteStore(Path(where))
    designs = Designs(BackgroundStore(store), lambda: 1_700_000_000_000)

    def listed() -> list[str]:
        return [item.design for item in asyncio.run(designs.listed())]

    for id in (DESIGN, "another-one1"):
        asyncio.run(designs.publish(id, version("a"), listed=True))
    assert main(["published", "--hide", DESIGN, "--database", where]) == 0
    assert listed() == ["another-one1"]  # in the process that was open before, too
    asyncio.run(designs.publish(DESIGN, version("b"), listed=True))
    assert listed() == ["another-one1"]  # a new version does not put it back
    found = asyncio.run(designs.find(DESIGN))
    assert found is not None
    assert [each.text for each in found.versions] == ["a", "b"]  # its link works on
    assert main(["published", "--database", where, "--json"]) == 0
    said = capsys.readouterr().out
    assert said.splitlines()[0] == f"Title a ({DESIGN}) is off the list"
    rows = {row["design"]: row for row in json.loads(said.split("\n", 1)[1])}
    assert (rows[DESIGN]["hidden"], rows[DESIGN]["version"]) == (True, 2)
    assert not rows["another-one1"]["hidden"]
    assert main(["published", "--hide", DESIGN, "--database", where]) == 2
    assert main(["published", "--unhide", "another-one1", "--database", where]) == 2
    assert main(["published", "--database", str(tmp_path / "none.db")]) == 2
    assert capsys.readouterr().err.splitlines() == [
        f"cardwright: '{DESIGN}' is not on the list",
        "cardwright: 'another-one1' is not hidden",
        f"cardwright: {tmp_path / 'none.db'}: there is no such database",
    ]
    assert main(["published", "--unhide", DESIGN, "--database", where]) == 0
    assert listed() == [DESIGN, "another-one1"]
    assert main(["published", "--database", where]) == 0
    assert "Title b" in capsys.readouterr().out
    store.close()


def test_a_stranger_or_one_too_many_is_refused(log: BackgroundStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(published, "MAX_VERSIONS_OF_DESIGN", 2)

    async def refused() -> None:
        designs = Designs(log, lambda: 1)
        await designs.publish(DESIGN, version("a"), listed=False)
        with pytest.raises(PlayError, match="another browser"):
            await designs.publish(DESIGN, version("b", "other"), listed=False)
        await designs.publish(DESIGN, version("b"), listed=False)
        with pytest.raises(PlayError, match="at most 2 versions"):
            await designs.publish(DESIGN, version("c"), listed=False)

    asyncio.run(refused())


def test_an_address_publishes_a_limited_number(tmp_path: Path) -> None:
    room = Room(tmp_path / "limited.db", limits=True)
    with Visitor(room.app) as client:
        sent = [client.post("/workbench/publish", data={"design": "x"}).status_code for _ in range(80)]
    room.close()
    assert (sent[0], sent[-1]) == (400, 429)
