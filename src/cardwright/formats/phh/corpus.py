"""Many hands at once: the files of a folder or a zip file, or one text of hands, with a report of the refusals."""

import codecs
import functools
import re
import time
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

import msgspec

from cardwright.errors import BadRecord
from cardwright.formats.phh import acpc, pokerstars
from cardwright.formats.phh.fields import tables
from cardwright.formats.phh.layout import OWN, UnreadHand
from cardwright.formats.phh.reader import loads, single
from cardwright.play.record import Record, dump, read_bytes
from cardwright.shards import Progress
from cardwright.wording import counted

TEXTS = (".txt", ".log")  # in the text format of PokerStars, or of the ACPC
SUFFIXES = (".phh", ".phhs", *TEXTS)
ZIP = ".zip"
DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError)
MAX_FILE_BYTES = 256 << 20
# The part that differs between refusals of a kind. An apostrophe quotes nothing, and UTF-8 has no number in it.
VALUES = re.compile(r"""(?<!\w)'[^']*'|"[^"]*"|\[[\d., ]*\]?|\b[2-9TJQKA][cdhs]\b|(?<![A-Za-z]-)\bp?\d[\d.,]*""")

File: TypeAlias = tuple[str, Callable[[], bytes]]  # its name, and a function that reads it


class Refusal(msgspec.Struct, frozen=True):
    """A kind of refusal: the reason without its values, how many hands it refused, and the first in full."""

    reason: str
    hands: int
    first: str


class CorpusReport(msgspec.Struct, frozen=True):
    """The result of reading a corpus: the files, the hands and those read, and the refusals, most frequent first.

    ``others`` are the texts in which no hand was found.
    """

    files: int
    hands: int
    read: int
    seconds: float
    refused: tuple[Refusal, ...]
    others: tuple[str, ...]


def is_corpus(path: Path) -> bool:
    """Return whether a path is a folder or a zip file."""
    return path.is_dir() or path.suffix == ZIP


def is_text(path: Path, data: bytes) -> bool:
    """Return whether a file is a text of hands."""
    return path.suffix in TEXTS and _holds_hands(decode(data, path.name))


def decode(data: bytes, name: str) -> str:
    """Return the text of a file. Raises `UnicodeDecodeError` for PHH that is not in UTF-8.

    Texts of poker rooms are in UTF-8, in UTF-16 with a mark, or in Windows-1252, in which only names and signs of
    currencies differ from ASCII.
    """
    if not name.endswith(TEXTS):
        return data.decode("utf-8-sig")
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def is_other_programs(path: Path, data: bytes) -> bool:
    """Return whether a file is a .phhs that another program wrote: hands that are not one game."""
    return path.suffix == ".phhs" and OWN.encode() not in data


def _holds_hands(text: str) -> bool:
    return acpc.is_match(text) or pokerstars.is_history(text)


def read(files: Iterable[File], out: Path | None, progress: Progress | None) -> CorpusReport:
    """Read all hands of some files, and write the record of each into the folder ``out`` if there is one.

    Raises `OSError`.
    """
    hands, kept = 0, 0
    others: list[str] = []
    refused: dict[str, list[str]] = {}
    start = time.perf_counter()
    inputs = list(files)
    for number, (name, load) in enumerate(inputs, 1):
        before = hands
        for hand, result in _hands(name, load):
            hands += 1
            if isinstance(result, BadRecord):
                refused.setdefault(VALUES.sub("...", _reason(result)), []).append(str(result))
                continue
            kept += 1
            if out is not None:
                _write(out, f"{name}-{hand}", result)
        if hands == before:
            others.append(name)
        if progress is not None:
            progress(number, len(inputs))
    kinds = [Refusal(reason, len(each), each[0]) for reason, each in refused.items()]
    kinds.sort(key=lambda kind: -kind.hands)
    seconds = time.perf_counter() - start
    return CorpusReport(len(inputs) - len(others), hands, kept, seconds, tuple(kinds), tuple(others))


def files(path: Path) -> Iterator[File]:
    """Yield the files of a folder, and of the zip files in it, or of a zip file, in the order of names.

    Raises `BadRecord` for a damaged zip file.
    """
    if not path.is_dir():
        yield from _packed_files(path, "")
        return
    for entry in sorted(path.rglob("*")):
        name = entry.relative_to(path).as_posix()
        if entry.suffix == ZIP and entry.is_file():
            yield from _packed_files(entry, f"{name}/")
        elif entry.suffix in SUFFIXES and entry.is_file():
            yield name, functools.partial(read_bytes, entry, MAX_FILE_BYTES)


def _packed_files(path: Path, before: str) -> Iterator[File]:
    """Yield the files of a zip file, with the name ``before`` theirs."""
    try:
        packed = zipfile.ZipFile(path)
    except zipfile.BadZipFile as problem:
        raise BadRecord(f"this is not a zip file: {problem}", "", str(path)) from problem
    for info in sorted(packed.infolist(), key=lambda info: info.filename):
        if info.filename.endswith(SUFFIXES):
            yield before + info.filename, functools.partial(_unpack, packed, info)


def _unpack(packed: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes:
    if info.file_size > MAX_FILE_BYTES:
        raise BadRecord(f"it unpacks to more than {MAX_FILE_BYTES:,} bytes", "", info.filename)
    try:
        return packed.read(info)
    except (*DAMAGED, RuntimeError, NotImplementedError) as problem:  # or encrypted, or an unknown packing
        raise BadRecord(f"it cannot be unpacked: {problem}", "", info.filename) from problem


def _hands(name: str, load: Callable[[], bytes]) -> Iterator[tuple[str, Record | BadRecord]]:
    """Yield the hands of a file by name, each as a record or as its refusal. A game of ours is one record."""
    try:
        text = decode(load(), name)
        if name.endswith(TEXTS) and not _holds_hands(text):
            return
        split = list(split_hands(text, name))
    except UnicodeDecodeError:
        yield "1", BadRecord("this is not text in UTF-8", "", name)
        return
    except BadRecord as refusal:
        yield "1", refusal
        return
    if any(hand.is_ours for hand in split):
        yield "1", _try_load(lambda: loads(text, name))
        return
    for hand in split:
        yield hand.name, _try_load(functools.partial(_record, hand))


def load_one(text: str, where: str, hand: int) -> Record:
    """Return the record of one hand of a text, by its position. Raises `BadRecord`."""
    hands = list(split_hands(text, where))
    if hand > len(hands):
        raise BadRecord(f"there is no hand {hand}: it has {len(hands)}", str(hand), where)
    return _record(hands[hand - 1])


def split_hands(text: str, where: str) -> Iterator[UnreadHand]:
    """Yield the hands of a text in PHH, or in the format of the ACPC or of PokerStars. Raises `BadRecord`."""
    if acpc.is_match(text):
        yield from acpc.hands(text, where)
    elif pokerstars.is_history(text):
        yield from pokerstars.hands(text, where)
    else:
        for name, (fields, place) in tables(text, where).items():
            yield UnreadHand(name, place, fields.copy, OWN in fields)


def _record(hand: UnreadHand) -> Record:
    return single(hand.read(), hand.place)


def _try_load(load: Callable[[], Record]) -> Record | BadRecord:
    try:
        return load()
    except BadRecord as refusal:
        return refusal


def _reason(refusal: BadRecord) -> str:
    """Return the message of a refusal without its place."""
    return str(refusal).removeprefix(f"{refusal.where}: ")


def _write(out: Path, name: str, record: Record) -> None:
    safe = re.sub(r"[^A-Za-z0-9.-]+", "_", name)
    with (out / f"{safe}.jsonl").open("xb") as kept:
        kept.write(dump(record.header, record.log))


def text(report: CorpusReport) -> str:
    """Return a report in words."""
    share = 100 * report.read / report.hands if report.hands else 0.0
    speed = report.hands / report.seconds if report.seconds else 0.0
    lines = [
        f"{report.read:,} of {report.hands:,} hands read ({share:.2f} %), {counted(report.files, 'file')}, "
        f"{speed:,.0f} hands/s",
        *(f"{kind.hands:7,} refused: {kind.reason}\n        first: {kind.first}" for kind in report.refused),
    ]
    if report.others:
        lines.append(without_hands(report.others))
    return "".join(f"{line}\n" for line in lines)


def without_hands(names: Sequence[str]) -> str:
    """Return the line to print for texts in which no hand was found."""
    return f"{counted(len(names), 'text')} without a hand of PokerStars or the ACPC, such as {names[0]}"
