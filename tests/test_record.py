"""Records: a written record is read again; a broken, foreign or torn one is refused with its line."""

import contextlib
import errno
import fcntl
import json
import multiprocessing
import os
import resource
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from cardwright.errors import BadCount, BadRecord
from cardwright.game import CHANCE, SPECTATOR
from cardwright.play.luck import Luck
from cardwright.play.record import Header, Record, Sitter, Writer, dump, parse, read
from cardwright.play.table import FORFEIT, Step, Table
from support.toy import Toy, create

SITTERS = (Sitter("Ada", "you"), Sitter("Émile\n", "random"))


def played(seed: int = 1, **options: object) -> Table:
    table = Table(Toy(**options), Luck.numbered(seed))
    while not table.over:
        table.settle()
        if not table.over:
            seat = table.to_act[-1]
            table.play(seat, table.game.legal_actions(table.state, seat)[0])
    return table


TABLE = played()
HEADER = Header.of(TABLE.game, SITTERS, started="2026-11-21T12:00:00+00:00", notes={"seed": 1})
DATA = dump(HEADER, TABLE.log)


def test_what_is_dumped_is_parsed() -> None:
    record = parse(DATA, create=create)
    assert record.header == HEADER
    assert record.log == tuple(TABLE.log)
    assert record.states[-1] == TABLE.state
    assert record.names == ["Ada", "Émile\n"]
    assert (record.forfeited, record.dropped) == (None, "")


def test_the_file_is_json_lines_as_documented() -> None:
    header, first, *_ = (json.loads(line) for line in DATA.decode().splitlines())
    assert header == {
        "format": "cardwright",
        "record": 1,
        "game": "toy",
        "version": 1,
        "options": {"rounds": 3},
        "players": [{"name": "Ada", "kind": "you"}, {"name": "Émile\n", "kind": "random"}],
        "started": "2026-11-21T12:00:00+00:00",
        "notes": {"seed": 1},
    }
    assert first == {"player": CHANCE, "action": TABLE.log[0].action}


@pytest.mark.parametrize("seat", [0, 1, SPECTATOR])
def test_any_moment_from_any_seat(seat: int) -> None:
    record = parse(DATA, create=create)
    live = Table(Toy(), Luck())
    assert record.view(0, seat) == live.view(seat)
    for at, entry in enumerate(TABLE.log, 1):
        live.repeat(entry)
        assert record.view(at, seat) == live.view(seat)


@pytest.mark.parametrize("at", [-1, len(TABLE.log) + 1])
def test_a_moment_that_never_was(at: int) -> None:
    with pytest.raises(BadCount, match=f"there is no step {at}"):
        parse(DATA, create=create).view(at, 0)


def test_a_game_goes_on_from_its_record() -> None:
    record = parse(dump(HEADER, TABLE.log[:9]), create=create)
    table = record.table(Luck.numbered(1))
    assert table.version == 9
    while not table.over:
        table.settle()
        if not table.over:
            table.play(table.to_act[-1], table.game.legal_actions(table.state, table.to_act[-1])[0])
    assert table.log == TABLE.log


def test_options_and_forfeits_are_kept() -> None:
    table = Table(Toy(rounds=5), Luck.numbered(2))
    table.settle()
    log = [*table.log, Step(1, FORFEIT, 99)]
    record = parse(dump(Header.of(table.game, SITTERS), log), create=create)
    assert record.game.settings == {"rounds": 5}
    assert record.forfeited == 1
    assert record.log[-1].at == 99


# --- what is refused, and where


def changed(**fields: Any) -> bytes:
    header = json.loads(DATA.split(b"\n")[0]) | fields
    return json.dumps({name: value for name, value in header.items() if value is not None}).encode() + b"\n"


LINES = DATA.split(b"\n")
REFUSED = {
    "empty": (b"", 1, "not the header of a record: the line is empty"),
    "blank": (b"\n\n", 1, "not the header"),
    "text": (b"Dear diary\n", 1, "not the header"),
    "binary": (b"\x80\x00\xff\n", 1, "not the header of a record: it is not text in UTF-8"),
    "UTF-16": (DATA.decode().encode("utf-16"), 1, "not the header of a record: it is not text in UTF-8"),
    "list": (b"[]\n", 1, "not the header"),
    "foreign": (changed(format="pgn"), 1, "not the header"),
    "later form": (changed(record=2), 1, "not the header"),
    "unknown field": (changed(cheat=True), 1, "not the header"),
    "no players": (changed(players=None), 1, "not the header"),
    "too few players": (changed(players=[{"name": "Ada"}]), 1, "1 players in a game for 2"),
    "unknown game": (changed(game="chess"), 1, "no game named 'chess'"),
    "other rules": (changed(version=2), 1, "played by version 2 of toy, and this is version 1"),
    "unknown option": (changed(options={"speed": 3}), 1, "no option of toy named 'speed'"),
    "bad option": (changed(options={"rounds": 99}), 1, "option 'rounds' cannot be 99"),
    "no option of ours": (changed(options={"rounds": 1.5}), 1, "not the header"),
    "deep": (changed()[:-2] + b',"notes":' + b"[" * 100_000 + b"\n", 1, "not the header"),
    "long number": (
        changed(version=1).replace(b'"version": 1', b'"version": ' + b"9" * 5000),
        1,
        "9999|not the header",
    ),
    "gap": (b"\n".join([*LINES[:3], b"", *LINES[3:]]), 4, "not an action"),
    "torn": (b"\n".join([*LINES[:3], LINES[3][:12]]), 4, "not an action"),
    "lost line": (b"\n".join([*LINES[:8], *LINES[9:]]), 9, "legal move|turn"),
    "line twice": (b"\n".join([*LINES[:3], *LINES[2:]]), 4, "not a legal move"),
    "no action": (b"\n".join([*LINES[:3], b'{"player":-1,"action":"rain 5h"}', *LINES[4:]]), 4, "'rain 5h' is not"),
    "no card": (b"\n".join([*LINES[:3], b'{"player":-1,"action":"deal 9h"}', *LINES[4:]]), 4, "'deal 9h' is not"),
    "wrong player": (DATA.replace(b'"player":0', b'"player":1'), 0, "turn|legal"),
    "no player": (DATA.replace(b'"player":0', b'"player":9'), 0, "turn"),
    "after the end": (DATA + LINES[1] + b"\n", len(LINES), "the game has ended"),
}


@pytest.mark.parametrize(("data", "line", "message"), REFUSED.values(), ids=REFUSED)
def test_a_bad_record_is_refused_with_its_line(data: bytes, line: int, message: str) -> None:
    with pytest.raises(BadRecord, match=message) as caught:
        parse(data, "game.jsonl", create)
    assert caught.value.line == line or (not line and caught.value.line > 1)
    assert str(caught.value).startswith(f"game.jsonl, line {caught.value.line}: ")
    assert "\n" not in str(caught.value)


def test_only_the_last_newline_may_be_missing() -> None:
    assert parse(DATA[:-1], create=create).states[-1] == TABLE.state


MUTATIONS: list[Callable[[bytes, int, int], bytes]] = [
    lambda data, at, what: data[:at] + bytes([what]) + data[at:],
    lambda data, at, what: data[:at] + bytes([what]) + data[at + 1 :],
    lambda data, at, what: data[:at] + data[at + 1 + what :],
    lambda data, at, what: data[:at],
    lambda data, at, what: data[:at] + data[at : at + what] * 2 + data[at + what :],
    lambda data, at, what: data[at:] + data[:at],
    lambda data, at, what: data[:at] + data[at:].replace(b"deal", b"keep", 1),
    lambda data, at, what: data[:at] + data[at:].replace(b"c", bytes([what]), 1),
    lambda data, at, what: data[:at] + str(what - 99).encode() * what + data[at:],
    lambda data, at, what: data[:at] + b'{"' * what + data[at:],
]


@given(st.lists(st.tuples(st.sampled_from(MUTATIONS), st.integers(0, len(DATA)), st.integers(0, 255)), max_size=3))
@example([])
@settings(max_examples=600, deadline=None)
def test_a_mutated_record_is_refused_or_replays(changes: list[tuple[Any, int, int]]) -> None:
    data = DATA
    for mutate, at, what in changes:
        data = mutate(data, at, what)
    assert_refused_or_replays(data)


@given(st.binary(max_size=60))
@settings(max_examples=100, deadline=None)
def test_bytes_are_no_record(data: bytes) -> None:
    with pytest.raises(BadRecord):
        parse(data, create=create)


FIELDS = st.fixed_dictionaries(
    {},
    optional={
        name: st.recursive(
            st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
            lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=5), inner, max_size=2),
            max_leaves=4,
        )
        for name in (
            "format",
            "record",
            "game",
            "version",
            "options",
            "players",
            "started",
            "notes",
            "player",
            "action",
        )
    },
)


@given(FIELDS, st.integers(0, len(LINES) - 2))
@example({"players": [{"a name\nof two lines": None}]}, 0)
@settings(max_examples=250, deadline=None)
def test_a_line_of_other_values_is_refused_or_replays(fields: dict[str, Any], number: int) -> None:
    lines = list(LINES)
    lines[number] = json.dumps(json.loads(lines[number]) | fields).encode()
    assert_refused_or_replays(b"\n".join(lines))


def assert_refused_or_replays(data: bytes) -> None:
    """Refused with a line and in one line; or a game by the rules, and the same when written again."""
    record, refusal = parsed(data)
    if refusal is not None:
        assert refusal.line >= 1
        assert "\n" not in str(refusal)
    else:
        assert record is not None
        assert_replays(record)


def test_a_record_that_an_editor_of_windows_has_saved_is_read_and_resumed(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + b"\n".join(LINES[:3]).replace(b"\n", b"\r\n") + b"\r\n")
    writer, record = Writer.resume(path, create)
    with writer:
        writer.append(TABLE.log[2])
    assert record.log == tuple(TABLE.log[:2])
    assert read(path, create).log == tuple(TABLE.log[:3])


def parsed(data: bytes) -> tuple[Record | None, BadRecord | None]:
    try:
        return parse(data, create=create), None
    except BadRecord as refusal:
        return None, refusal


def assert_replays(record: Record) -> None:
    state = record.game.initial_state()
    for entry, after in zip(record.log, record.states[1:]):
        if entry.action != FORFEIT:
            state = record.game.play(state, entry.player, record.game.parse(entry.action))
        assert state == after
    assert parse(dump(record.header, record.log), create=create).states == record.states


# --- files


def test_a_file_is_written_a_line_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "game.jsonl"
    with Writer(path, HEADER) as writer:
        for number, entry in enumerate(TABLE.log, 1):
            writer.append(entry)
            assert len(read(path, create).log) == number
    assert path.read_bytes() == DATA


def test_a_record_is_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(DATA)
    with pytest.raises(FileExistsError):
        Writer(path, HEADER)
    assert path.read_bytes() == DATA


@pytest.mark.parametrize("cut", range(1, 60))
def test_a_torn_line_is_dropped_by_resume_only(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(DATA[:-cut])
    writer, record = Writer.resume(path, create)
    with writer:
        kept = record.log
        assert kept == tuple(TABLE.log[: len(kept)])
        at_an_end = DATA[: len(DATA) - cut].endswith(b"\n") or DATA[len(DATA) - cut :].startswith(b"\n")
        assert (record.dropped == "") == at_an_end
        if record.dropped:
            with pytest.raises(BadRecord):
                parse(DATA[:-cut], create=create)
        for entry in TABLE.log[len(kept) :]:
            writer.append(entry)
    assert path.read_bytes() == DATA


def test_a_header_without_its_end_can_be_resumed(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(LINES[0])
    writer, record = Writer.resume(path, create)
    with writer:
        writer.append(TABLE.log[0])
    assert record.log == ()
    assert path.read_bytes() == b"\n".join([*LINES[:2], b""])


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_broken_elsewhere_is_not_resumed_and_not_touched(tmp_path: Path, name: str) -> None:
    data, _, _ = REFUSED[name]
    if name == "torn":
        data += b"\n"
    path = tmp_path / "game.jsonl"
    path.write_bytes(data)
    with pytest.raises(BadRecord):
        Writer.resume(path, create)
    assert path.read_bytes() == data


def test_two_cannot_write_one_record(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    with Writer(path, HEADER), pytest.raises(BadRecord, match="in another window"):
        Writer.resume(path, create)
    Writer.resume(path, create)[0].close()


def test_a_record_can_be_written_where_there_are_no_locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    problem = OSError(errno.ENOLCK, "No locks available")
    monkeypatch.setattr(fcntl, "flock", Mock(side_effect=problem))
    Writer(tmp_path / "game.jsonl", HEADER).close()
    Writer.resume(tmp_path / "game.jsonl", create)[0].close()
    problem.errno = errno.EBADF
    with pytest.raises(OSError, match="No locks"):
        Writer.resume(tmp_path / "game.jsonl", create)


def _fill_the_disk(path: str, most: int) -> None:
    """Write a record to a disk that takes so many bytes of a file, and then has room again."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, hard))
    with contextlib.suppress(OSError), Writer(path, HEADER) as writer:
        for number, entry in enumerate(TABLE.log):
            try:
                writer.append(entry)
            except OSError:
                resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
                assert number == 5
                writer.append(entry)


def test_a_full_disk_leaves_no_torn_line(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    for most in (len(LINES[0]) // 2, sum(len(line) + 1 for line in LINES[:6]) + 3):
        process = multiprocessing.get_context("spawn").Process(target=_fill_the_disk, args=(str(path), most))
        process.start()
        process.join()
        assert process.exitcode == 0
        assert path.exists() == (most > len(LINES[0]))
    assert path.read_bytes() == DATA


def _write_forever(path: str, ready: Any) -> None:
    writer = Writer(path, HEADER)
    for number, entry in enumerate(TABLE.log):
        writer.append(entry)
        if number == 9:
            ready.set()
            signal.pause()


def test_a_killed_process_loses_nothing_that_was_written(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    context = multiprocessing.get_context("spawn")
    ready = context.Event()
    process = context.Process(target=_write_forever, args=(str(path), ready))
    process.start()
    assert ready.wait(60)
    assert process.pid is not None
    os.kill(process.pid, signal.SIGKILL)
    process.join(60)
    process.close()
    writer, record = Writer.resume(path, create)
    writer.close()
    assert record.log == tuple(TABLE.log[:10])


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BadRecord, match=f"^{tmp_path}/none: No such file or directory$"):
        read(tmp_path / "none", create)
    with pytest.raises(FileNotFoundError):
        Writer.resume(tmp_path / "none", create)


def test_records_are_values() -> None:
    assert msgspec.json.decode(msgspec.json.encode(HEADER), type=Header) == HEADER
