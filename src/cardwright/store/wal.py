"""The write-ahead log of an SQLite file. SQLite ignores everything after a damaged frame there, and does not say so."""

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

HEADER_BYTES, FRAME_HEADER_BYTES = 32, 24
LITTLE, BIG = 0x377F0682, 0x377F0683  # magic numbers: the byte order of the checksums


def damage(database: str) -> list[str]:
    """Return a line if a damaged frame of the write-ahead log hides later ones; one that a crash cut off does not.

    It is what two readings find: a server may write the file during one of them.
    """
    path = Path(f"{database}-wal")
    first = _damage(path)
    if first is None or (again := _damage(path)) is None or again.frame != first.frame:
        return []
    if not first.frame:
        return ["the write-ahead log: its header has changed, so none of it is read"]
    return [f"the write-ahead log: frame {first.frame} has changed, so {first.hidden} later ones are not read"]


class _Damage(NamedTuple):
    """The first damaged frame, 0 for the header, and the number of whole ones after it."""

    frame: int
    hidden: int


def _damage(path: Path) -> _Damage | None:
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return None
    if len(content) <= HEADER_BYTES:
        return None
    order = {LITTLE: "<", BIG: ">"}.get(int.from_bytes(content[:4]), "")
    if not order or struct.unpack(">II", content[24:32]) != _checksum(content[:24], order, (0, 0)):
        return _Damage(0, 0)
    frames = list(_frames(content, order))
    first = next((number for number, (whole, own) in enumerate(frames) if not (whole and own)), len(frames))
    hidden = sum(whole and own for whole, own in frames[first + 1 :])  # none behind a frame that is half written
    return _Damage(first + 1, hidden) if hidden else None


def _frames(content: bytes, order: str) -> Iterator[tuple[bool, bool]]:
    """Return, for each frame, whether its checksum follows from the frame before, and whether it is of this log."""
    page, salt = int.from_bytes(content[8:12]), content[16:24]
    before = struct.unpack(">II", content[24:32])
    for start in range(HEADER_BYTES, len(content) - FRAME_HEADER_BYTES - page + 1, FRAME_HEADER_BYTES + page):
        head = content[start : start + FRAME_HEADER_BYTES]
        body = content[start + FRAME_HEADER_BYTES : start + FRAME_HEADER_BYTES + page]
        checksum = struct.unpack(">II", head[16:])
        yield checksum == _checksum(body, order, _checksum(head[:8], order, before)), head[8:16] == salt
        before = checksum


def _checksum(content: bytes, order: str, start: tuple[int, ...]) -> tuple[int, int]:
    first, second = start
    words = iter(struct.unpack(f"{order}{len(content) // 4}I", content))
    for one, two in zip(words, words, strict=True):
        first = (first + one + second) & 0xFFFFFFFF
        second = (second + two + first) & 0xFFFFFFFF
    return first, second
