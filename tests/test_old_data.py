"""Records and databases of earlier versions still open; a game whose rules have moved is refused in one line."""

import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from cardwright import games
from cardwright.cardroom import commands
from cardwright.cardroom.bots import bot_workers
from cardwright.cardroom.service import Cardroom
from cardwright.cardroom.tables.shared_games import GameRules
from cardwright.cli import main
from cardwright.errors import BadRecord
from cardwright.game import CHANCE
from cardwright.games.patience.rules import Patience
from cardwright.play import record, verify
from cardwright.store import backup
from cardwright.store.sqlite import SqliteStore
from cardwright.web.app import create_app
from support.toy import create
from support.visitors import Visitor

DATA = Path(__file__).parent / "data"
RECORDS = sorted(path for path in DATA.glob("*-version-1.jsonl") if not path.name.startswith("toy"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_an_old_record_replays_or_is_refused_by_its_version(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = path.stem.removesuffix("-version-1")
    rules = games.game_type(name)
    version = rules.version
    if version == 1:
        assert record.parse(path.read_bytes()).last > 5
        return
    with pytest.raises(BadRecord, match=f"played by version 1 of {rules.name}, and this is version {version}"):
        record.parse(path.read_bytes())
    assert main(["replay", str(path), "--plain"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    (line,) = said.err.splitlines()
    assert f"version 1 of {rules.name}" in line


@pytest.mark.parametrize("path", sorted(DATA.glob("poker-cash-*.jsonl")), ids=lambda path: path.stem)
def test_a_cash_game_of_earlier_rules_verifies_by_them(path: Path) -> None:
    """In one, players were late where they may now sit out; in another, one left and another sat out."""
    found = record.parse(path.read_bytes())
    assert found.over
    assert found.game.version == found.header.version < 8
    assert verify.check(found).draws > 40


@pytest.mark.parametrize("path", sorted(DATA.glob("poker-cash-*.jsonl")), ids=lambda path: path.stem)
def test_bots_and_hints_play_a_cash_game_of_earlier_rules_by_them(path: Path) -> None:
    found = record.parse(path.read_bytes())
    game, header = found.game, found.header
    rules = GameRules(header.game, msgspec.json.encode(header.options), header.version)
    for state in found.states:
        for seat in game.players_to_act(state):
            if seat != CHANCE:
                view, legal = msgspec.json.encode(game.view(state, seat)), set(game.legal_actions(state, seat))
                given = {bot_workers.advise(rules, "random", view, seed)[0] for seed in "abcde"}
                assert set(map(game.parse, given)) <= legal


def test_an_old_record_of_the_same_version_replays() -> None:
    found = record.parse((DATA / "toy-version-1.jsonl").read_bytes(), create=create)
    assert found.last == len(found.log) > 20
    assert not found.game.players_to_act(found.states[-1])
    assert sum(entry.player == CHANCE for entry in found.log) == 18


@pytest.fixture
def old(tmp_path: Path) -> Any:
    """A browser at a cardroom on a copy of the old database."""
    shutil.copy(DATA / "cardroom.db", tmp_path)
    store, workers = SqliteStore(tmp_path / "cardroom.db"), ThreadPoolExecutor(1)
    with Visitor(create_app(Cardroom(store, workers, bot_pace_s=0), limits=False)) as client:
        yield client
    workers.shutdown()
    store.close()


def test_an_old_database_opens_and_takes_new_tables(old: TestClient) -> None:
    assert old.get("/").status_code == 200
    opened = old.post("/tables", data={"game": "cribbage", "name": "Ann"})
    assert opened.status_code == 303
    assert old.get(opened.headers["location"]).status_code == 200


def test_a_table_of_moved_rules_is_refused_in_one_line(old: TestClient) -> None:
    answer = old.get("/t/old-patience", headers={"accept": "application/json"})
    assert (answer.status_code, answer.json()["error"]) == (
        409,
        "this table was played by version 1 of the rules of patience, and its moves do not mean the same by version 2, "
        "which is played here",
    )


def test_a_table_of_unmoved_rules_is_played_on(old: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the version of the patience, whose turns and draws are the same as then, had not moved."""
    monkeypatch.setattr(Patience, "version", 1)
    seen = old.get("/t/old-patience/view").json()
    assert (seen["version"], seen["names"], seen["to_act"]) == (14, ["Ann"], [0])
    cardroom: Any = old.app.state.cardroom  # type: ignore[attr-defined]
    assert old.portal is not None
    live = old.portal.call(cardroom.table, "old-patience")
    old.portal.call(commands.move, cardroom, live, 0, "place 1 c3", 14)
    assert old.get("/t/old-patience/view").json()["version"] == 16  # the card placed, and the next one turned


@pytest.mark.parametrize("day", ["2026-11-21", "2026-11-22"])
def test_tables_of_an_earlier_database_are_played_on(tmp_path: Path, day: str) -> None:
    """Every table opens for its players and takes a move, or is refused by the version of its rules."""
    shutil.copy(DATA / f"cardroom-{day}.db", tmp_path / "room.db")
    store, workers = SqliteStore(tmp_path / "room.db"), ThreadPoolExecutor(1)
    app = create_app(Cardroom(store, workers, bot_pace_s=0), limits=False)
    tables = [row.game for row in store.tails(0, 1000) if len(row.game) == 12]
    played = 0
    with Visitor(app) as ann:
        for player in "ab":
            ann.cookies.set("cardwright", player * 43)
            for table in tables:
                answer = ann.get(f"/t/{table}/view")
                if answer.status_code == 409:
                    assert "which is played here" in answer.text
                    continue
                seen = answer.json()
                assert seen["version"] > 4
                if seen["seat"] in seen["to_act"]:
                    form = {"version": str(seen["version"]), "move": seen["moves"][0]["text"]}
                    assert ann.post(f"/t/{table}/move", data=form).status_code == 303
                    assert ann.get(f"/t/{table}/view").json()["version"] > seen["version"]
                    played += 1
    workers.shutdown()
    store.close()
    report = backup.check(str(tmp_path / "room.db"))
    assert played >= 2
    assert report.damage == []
    assert 0 < report.unchained < report.entries
