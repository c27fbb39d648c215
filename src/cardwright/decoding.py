"""Decoders of JSON by type, each built once, and by one thread at a time.

msgspec 0.22 crashes with a segmentation fault when two threads build its cached data of one type at the same time.
Nothing else in Cardwright decodes or converts to a type that may not have been built.
"""

import threading
from typing import Any, TypeVar

import msgspec

Decoded = TypeVar("Decoded")

_building = threading.Lock()
_built: dict[Any, msgspec.json.Decoder[Any]] = {}


def decoder(kind: type[Decoded]) -> "msgspec.json.Decoder[Decoded]":
    """Return the decoder of a type."""
    with _building:
        if kind not in _built:
            _built[kind] = msgspec.json.Decoder(kind)
        return _built[kind]


def decode(data: bytes | str, kind: type[Decoded]) -> Decoded:
    """Return a value from JSON. Raises `msgspec.MsgspecError`."""
    return decoder(kind).decode(data)


def convert(value: object, kind: type[Decoded]) -> Decoded:
    """Return a value from plain ones, such as TOML gives. Raises `msgspec.ValidationError`."""
    decoder(kind)
    return msgspec.convert(value, kind)
