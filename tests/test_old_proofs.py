"""Records of the first protocol verify for ever, and a record opens no file."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from cardwright import games
from cardwright.cli import main
from cardwright.errors import BadRecord
from cardwright.play import record, seat_record, verify
from cardwright.play.contract import commitment
from support import toy
from support.records import SEED
from support.toy import create

DATA = Path(__file__).parent / "data"
PROOF_2_CONTRACT = "dac3b581b7f87e15eefc3b3170516055790bdc04edba889240bd3f1015ee8204"


def toy_lines() -> list[Any]:
    return [json.loads(line) for line in (DATA / "toy-proof-1.jsonl").read_bytes().splitlines()]


def checked(lines: list[Any], expected: str = "") -> verify.Verdict:
    data = b"".join(json.dumps(line).encode() + b"\n" for line in lines)
    return verify.check(record.parse(data, create=create), expected)


def test_a_whole_record_of_protocol_1() -> None:
    found = checked(toy_lines(), commitment(SEED))
    assert (found.contract, found.own, found.made) == ("", (0,), (1,))
    assert found.draws == 18


def test_a_whole_record_of_protocol_2_with_all_options_in_its_contract() -> None:
    data = (DATA / "toy-proof-2.jsonl").read_bytes()
    found = verify.check(record.parse(data, create=create), PROOF_2_CONTRACT)
    assert (found.own, found.made, found.draws) == ((0, 1), (), 18)


def test_a_seats_record_of_protocol_1() -> None:
    data = (DATA / "toy-proof-1-seat.jsonl").read_bytes()
    read: Any = seat_record.parse(data, create=create, build_scene=toy.build_scene)  # type: ignore[arg-type]
    found = verify.check_seat(read, commitment(SEED))
    assert (found.contract, found.own) == ("", (0,))
    assert 0 < found.opened < found.draws


def test_a_game_of_protocol_1_in_which_automatic_steps_were_sealed(capsys: pytest.CaptureFixture[str]) -> None:
    path = DATA / "cribbage-proof-1.jsonl"
    if json.loads(path.read_text().splitlines()[0])["version"] != games.game_type("cribbage").version:
        assert main(["verify", str(path)]) == 2
        assert "it was played by version 2 of cribbage" in capsys.readouterr().err
        return
    assert main(["verify", str(path), "--commitment", commitment(SEED)]) == 0
    assert "seeds made up by the server" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("note", "value"),
    [("seed", "x"), ("commitment", "0" * 64), ("seed-1", ""), ("seed-1", "x"), ("seals", "")],
)
def test_a_changed_note_of_protocol_1(note: str, value: str) -> None:
    lines = toy_lines()
    lines[0]["notes"][note] = value
    with pytest.raises(BadRecord):
        checked(lines)


def test_a_record_that_names_a_file_is_refused_and_the_file_is_not_opened(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program that opens a named pipe would wait forever."""
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe.toml")
    game = games.create("poker")
    for option in ("ranking", "variant"):
        header = record.Header.of(game, [record.Sitter("Ann")] * game.players)
        options = header.options | {option: "pipe.toml"}
        told = json.loads(record.dump(header, [])) | {"options": options}
        file = tmp_path / "record.jsonl"
        for form in ({}, {"format": "cardwright-seat", "seat": 0}):
            file.write_text(json.dumps(told | form) + "\n")
            assert main(["verify", str(file)]) == 2
            assert f"'pipe.toml' is not a {option} of Cardwright" in capsys.readouterr().err
