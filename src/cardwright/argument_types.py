"""The types of arguments that all parsers share: used by the command line and by questions on a page."""

import argparse
import errno
import os
import re
from collections.abc import Callable
from pathlib import Path

MAX_DIGITS = 9
MAX_NUMBER = 10**MAX_DIGITS - 1


def whole(text: str) -> int:
    """Return a whole number, which may be below 0. Raises `ArgumentTypeError`."""
    if not re.fullmatch(r"[+-]?[0-9]{1,40}", text):
        raise argparse.ArgumentTypeError(f"{text!r:.80} is not a whole number")
    return int(text)


def within(low: int, high: int) -> Callable[[str], int]:
    """Return the type of an argument that is a whole number in [low, high]."""

    def number(text: str) -> int:
        if not text.isascii() or not text.isdigit() or len(text) > MAX_DIGITS or not low <= int(text) <= high:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {low:,} to {high:,}")
        return int(text)

    return number


def output_file(path: str) -> str:
    """Return the path of a file that can be written, "" for none; one that is there is not changed.

    Commands write it after long work. Raises `ArgumentTypeError`, before that work.
    """
    try:
        if not path:
            pass
        elif Path(path).is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        elif not Path(path).exists():
            Path(path).open("x").close()
            Path(path).unlink()
        elif not os.access(path, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    except OSError as problem:
        raise argparse.ArgumentTypeError(f"{path}: {problem.strerror}") from problem
    return path
