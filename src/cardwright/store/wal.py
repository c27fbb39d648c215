"""The write-ahead log of an SQLite file. SQLite ignores everything after a damaged frame there, and does not say so."""

import struct
from collections.abc import Iterator
from pathlib import Path

HEADER_BYTES, FRAME_HEADER_BYTES = 32, 24
LITTLE, BIG = 0x377F0682, 0x377F0683  # magic numbers: the byte order of the checksums


def damage(database: str) -> list[str]:
    """Return a line if a damaged frame of the write-ahead log hides later ones; one that a crash cut off does not."""
    try:
        content = Path(f"{database}-wal").read_bytes()
    except FileNotFoundError:
        return []
    if len(content) <= HEADER_BYTES:
        return []
    order = {LITTLE: "<", BIG: ">"}.get(int.from_bytes(content[:4]), "")
    if not order or struct.unpack(">II", content[24:32]) != _checksum(content[:24], order, (0, 0)):
        return ["the write-ahead log: its header has changed, so none of it is read"]
    return _find_damage(list(_frames(content, order)))


def _frames(content: bytes, order: str) -> Iterator[tuple[bool, bool]]:
    """Return, for each frame, whether its checksum follows from the frame before, and whether it is of this log."""
    page, salt = int.from_bytes(content[8:12]), content[16:24]
    before = struct.unpack(">II", content[24:32])
    for start in range(HEADER_BYTES, len(content) - FRAME_HEADER_BYTES - page + 1, FRAME_HEADER_BYTES + page):
        head = content[start : start + FRAME_HEADER_BYTES]
        body = content[start + FRAME_HEADER_BYTES : start + FRAME_HEADER_BYTES + page]
        found = struct.unpack(">II", head[16:])
        yield found == _checksum(body, order, _checksum(head[:8], order, before)), head[8:16] == salt
        before = found


def _find_damage(frames: list[tuple[bool, bool]]) -> list[str]:
    """Report the first damaged frame, if a later one is whole: a crash leaves none behind the one half written."""
    first = next((number for number, (whole, own) in enumerate(frames) if not (whole and own)), len(frames))
    lost = sum(whole and own for whole, own in frames[first + 1 :])
    return [f"the write-ahead log: frame {first + 1} has changed, so {lost} later ones are not read"] if lost else []


def _checksum(content: bytes, order: str, start: tuple[int, ...]) -> tuple[int, int]:
    first, second = start
    words = iter(struct.unpack(f"{order}{len(content) // 4}I", content))
    for one, two in zip(words, words, strict=True):
        first = (first + one + second) & 0xFFFFFFFF
        second = (second + two + first) & 0xFFFFFFFF
    return first, second
