"""The words of cards and card tables, with their meanings. Every interface shows the same ones."""

import functools
import re
from importlib import resources

_TERM = re.compile(r"^\*\*(.+?)\*\* (.+)$", re.MULTILINE)


@functools.cache
def page() -> str:
    """Return the glossary, in Markdown."""
    return resources.files(__package__).joinpath("glossary.md").read_text(encoding="utf-8")


@functools.cache
def terms() -> dict[str, str]:
    """Return the meaning of every term."""
    return dict(_TERM.findall(page()))
