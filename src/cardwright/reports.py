"""Answers as data: a table with a title and notes, which a face prints as text, JSON or CSV."""

from fractions import Fraction
from typing import Literal, TypeAlias

import msgspec

Cell: TypeAlias = str | int | Fraction | None
Kind: TypeAlias = Literal["text", "count", "share", "value"]


class Column(msgspec.Struct, frozen=True):
    """A column: ``kind`` is "text", "count" (an integer), "share" (a fraction of 1) or "value" (a signed fraction)."""

    name: str
    kind: Kind = "text"


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """A table of exact numbers. ``method`` says how they were found ("exact: 53,524,680 hands")."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    method: str
    notes: tuple[str, ...] = ()
