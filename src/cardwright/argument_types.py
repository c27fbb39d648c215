"""The types of arguments that all parsers share: those of the command line, and of questions on a page."""

import argparse
import re


def whole(text: str) -> int:
    """Return a whole number, which may be below 0. Raises `ArgumentTypeError`."""
    if not re.fullmatch(r"[+-]?[0-9]{1,40}", text):
        raise argparse.ArgumentTypeError(f"{text!r:.80} is not a whole number")
    return int(text)
