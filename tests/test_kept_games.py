"""The games kept on this machine: listed, counted, deleted, dealt again, and played on from a step."""

import csv
import io
import json
import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from cardwright.cli import main
from cardwright.errors import CardwrightError
from cardwright.play import record, summary
from cardwright.play.clock import utc_date
from cardwright.play.daily import number, share_text
from cardwright.play.luck import Luck
from cardwright.play.record import Record
from cardwright.play.summary import summarise
from cardwright.play.table import Table
from cardwright.terminal import storage
from cardwright.terminal.drawing.theme import Look
from cardwright.terminal.local_game import LocalGame
from cardwright.terminal.play import PlayRequest, play
from cardwright.terminal.reports import kept_games


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("PYTHONIOENCODING", "utf-8")
    return tmp_path / "cardwright" / "games"


def watched(game: str = "flexdeck", *, seed: int | None = 1, bot: str = "random", daily: bool = False) -> Path:
    """A game between bots, played to its end."""
    assert play(game, {}, PlayRequest(seed=seed, bot=bot, daily=daily)) == 0
    return max(storage.folder().glob("*.jsonl"), key=lambda path: path.stat().st_mtime_ns)


def as_a_persons(path: Path) -> Path:
    """The same record, with a person in the first seat."""
    found = record.read(path)
    players = (record.Sitter("You", "you"), *found.header.players[1:])
    path.write_bytes(record.dump(msgspec.structs.replace(found.header, players=players), found.log))
    return path


def typed(words: str, keys: str) -> subprocess.CompletedProcess[str]:
    program = [sys.executable, "-m", "cardwright", *words.split()]
    return subprocess.run(program, input=keys, capture_output=True, encoding="utf-8", timeout=120)


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    capsys.readouterr()
    assert main(list(words)) == 0
    return capsys.readouterr().out


def test_games_are_listed_and_deleted(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, "games").split() == f"No games are kept in {home}.".split()  # a long path has its own line
    path = as_a_persons(watched())
    out = printed(capsys, "games")
    assert "Flexdeck Dice Poker with Blaise:" in out
    assert "deal 1\n" in out
    assert path.name in out
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:2]))
    assert "Flexdeck Dice Poker with Blaise: goes on after 1 step\n" in printed(capsys, "games")
    as_a_persons(watched(seed=1)).replace(path)
    (line,) = json.loads(printed(capsys, "games", "flexdeck", "--json"))
    assert line["summary"]["deal"] == 1
    assert printed(capsys, "games", "cribbage").startswith("No games")
    path.with_suffix(".seat1.txt").write_text("a note")
    assert main(["games", "--delete", "../../secret.jsonl"]) == 2
    assert printed(capsys, "games", "--delete", path.name).split() == f"Deleted {path}.".split()
    assert not list(home.glob("flexdeck*"))
    assert printed(capsys, "games").startswith("No games")


def test_records_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    path = as_a_persons(watched())
    first = kept_games.list_kept()
    monkeypatch.setattr(kept_games, "_read", lambda *_: pytest.fail("read again"))
    assert kept_games.list_kept() == first
    monkeypatch.undo()
    as_a_persons(path)  # its time has changed
    monkeypatch.setenv("XDG_DATA_HOME", str(path.parent.parent.parent))
    assert [each.file for each in kept_games.list_kept()] == [path.name]


def test_an_index_of_another_version_is_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    as_a_persons(watched())
    kept_games.list_kept()
    monkeypatch.setattr(kept_games, "SUMMARY_VERSION", summary.SUMMARY_VERSION + 1)
    assert kept_games._read_index() == []
    kept_games._index_path().write_text("{")
    assert len(kept_games.list_kept()) == 1


def test_a_record_that_cannot_be_read_is_named_with_the_reason(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home.mkdir(parents=True)
    (home / "broken.jsonl").write_text("no record\n")
    assert "broken.jsonl, line 1: this is not" in printed(capsys, "games")
    assert printed(capsys, "statistics").startswith("No game that a person played")


def test_lists_fit_a_narrow_terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    path = as_a_persons(watched(seed=2))
    monkeypatch.setenv("COLUMNS", "40")
    listed, counted = printed(capsys, "games"), printed(capsys, "statistics")
    assert f"    {path.name}" in listed.splitlines()
    assert "deal 2" in " ".join(listed.split())
    for line in (listed + counted).splitlines():
        assert len(line) <= 40, line


def test_statistics_count_games_with_a_person(capsys: pytest.CaptureFixture[str]) -> None:
    watched(seed=1)
    as_a_persons(watched(seed=2))
    out = printed(capsys, "statistics")
    assert out.startswith("Flexdeck Dice Poker\n  Games ")
    assert "Rounds won" in out
    (found,) = json.loads(printed(capsys, "statistics", "--json"))
    assert found["played"] == 1
    assert len(list(csv.reader(io.StringIO(printed(capsys, "statistics", "flexdeck", "--csv"))))) == 2


def test_a_review_tells_the_statistics_how_good_the_moves_were(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = as_a_persons(watched("chinese"))
    assert "Accuracy" not in printed(capsys, "statistics")
    said = printed(capsys, "review", str(path), "--samples", "30")
    assert "Accuracy" not in printed(capsys, "statistics")  # by fewer samples than the game's own
    said = printed(capsys, "review", path.name)
    (accuracy,) = re.findall(r"^You: grade ., accuracy (\d+\.\d %)", said, re.MULTILINE)
    assert re.search(
        rf"^  Accuracy +{accuracy}  grade ., in 1 reviewed game$", printed(capsys, "statistics"), re.MULTILINE
    )


def test_the_review_after_a_game_tells_them_too(capsys: pytest.CaptureFixture[str]) -> None:
    path = as_a_persons(watched("chinese"))
    found = record.read(path)
    table = Table(found.game, Luck.numbered(1), found.log)
    assert any(
        "accuracy" in line for line in LocalGame(table, found.names, ["you", "random"], "basic").reviewer(80, Look())()
    )
    assert "Accuracy" not in printed(capsys, "statistics")  # of a game that is not kept
    with record.Writer.resume(path)[0] as writer:
        LocalGame(table, found.names, ["you", "random"], "basic", writer=writer).reviewer(80, Look())()
    assert "  Accuracy " in printed(capsys, "statistics")


def test_statistics_tell_games_drawn_by_opponent(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    as_a_persons(watched())
    kept = kept_games.list_kept()
    ended = kept[0].summary
    assert ended is not None
    one, two = (
        msgspec.structs.replace(kept[0], summary=msgspec.structs.replace(ended, outcome=outcome, kinds=kinds))
        for outcome, kinds in (("drawn", ("", "basic")), ("won", ("", "random")))
    )
    monkeypatch.setattr(kept_games, "list_kept", lambda: [one, two])
    assert re.search(r"0 won, 0 lost, 1 drawn$", printed(capsys, "statistics"), re.MULTILINE)


# Numbers


def test_every_game_has_a_number_and_is_dealt_again() -> None:
    path = as_a_persons(watched("patience", seed=4321))
    out = typed("play --again --plain", "")
    assert out.returncode == 0, out.stderr
    second = max(storage.folder().glob("*.jsonl"), key=lambda found: found.stat().st_mtime_ns)
    assert second != path
    drawn = [[step.action for step in record.read(each).log if step.player < 0] for each in (path, second)]
    assert drawn[0][: len(drawn[1])] == drawn[1] != []
    assert isinstance(record.read(watched(seed=5)).header.notes["seed"], int)
    assert record.read(_unnumbered()).header.notes["seed"]


def _unnumbered() -> Path:
    assert play("flexdeck", {}, PlayRequest(bot="random")) == 0
    return max(storage.folder().glob("*.jsonl"), key=lambda path: path.stat().st_mtime_ns)


def test_a_finished_game_goes_on_from_a_step_in_a_record_of_its_own() -> None:
    path = as_a_persons(watched("patience", seed=9))
    whole: Record = record.read(path)
    out = typed(f"play --resume {path} --at 21 --plain", "")
    assert out.returncode == 0, out.stderr
    found = record.read(max(storage.folder().glob("*.jsonl"), key=lambda each: each.stat().st_mtime_ns))
    assert found.header.notes == {"seed": 9, "goes-on-from": 21}
    assert found.log[:21] == whole.log[:21]
    assert found.log[21:22] == whole.log[21:22] or found.last == 21  # chance draws what it drew
    assert summarise(whole, 0).uncounted is False
    refused = typed(f"play --resume {path} --at {whole.last} --plain", "")
    assert refused.stderr == f"cardwright: this game can be played on from steps 0 to {whole.last - 1}\n"


def test_the_daily_deal_follows_from_the_date(capsys: pytest.CaptureFixture[str]) -> None:
    assert number("2026-11-22") == 20261122
    assert utc_date(1_795_305_599_999) == "2026-11-21"
    assert utc_date(1_795_305_600_000) == "2026-11-22"
    capsys.readouterr()
    path = watched("flexdeck", seed=None, daily=True)
    found = record.read(path)
    assert found.header.notes["seed"] == number(str(found.header.notes["day"]))
    assert capsys.readouterr().out.splitlines()[-1] == share_text(summarise(found, 0))
    with pytest.raises(CardwrightError, match="deals from the date"):
        play("flexdeck", {}, PlayRequest(seed=3, daily=True))
    with pytest.raises(CardwrightError, match="goes with --resume"):
        play("flexdeck", {}, PlayRequest(at=3))


def test_the_text_to_share_names_no_card() -> None:
    found = summarise(record.read(watched("flexdeck", seed=None, daily=True)), 0)
    text = share_text(found, "http://here/daily")
    assert text.startswith(f"Cardwright daily {found.day}, Flexdeck Dice Poker: ")
    assert found.scored in text
    assert text.endswith(" http://here/daily")
