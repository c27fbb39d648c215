"""Detect the abilities of a terminal: its background, its colours, its letters."""

import os
import re
import select
import sys
import time

from cardwright.terminal.drawing.theme import Look

ASK_GROUND = b"\x1b]11;?\x1b\\"  # OSC 11: what colour is the background?
ASK_KIND = b"\x1b[c"  # every terminal answers this one, so that an answer always comes
GROUND = re.compile(rb"\x1b\]11;rgb:([0-9a-fA-F]{1,4})/([0-9a-fA-F]{1,4})/([0-9a-fA-F]{1,4})")
KIND = re.compile(rb"\x1b\[\?[0-9;]*c")
REPLY_TIMEOUT_S = 0.25


def choose_look(ascii: bool, theme: str = "auto", four: bool = False) -> Look:
    """Return the look for this terminal. NO_COLOR is obeyed; a terminal without suit characters gets letters."""
    letters = letters_only(ascii).ascii
    if os.environ.get("NO_COLOR"):
        return Look("mono", letters, four)
    if theme == "auto":
        theme = "light" if _environment_is_light() or _terminal_is_light() else "dark"
    return Look(theme, letters, four)


def letters_only(ascii: bool) -> Look:
    """A look without colour, in letters only where that is wanted or all that there is."""
    return Look("mono", ascii or not (sys.stdout.encoding or "utf-8").lower().startswith("utf"))


def on_terminal() -> bool:
    """Return True if input and output are a terminal that can show a screen."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"


def _environment_is_light() -> bool:
    """rxvt, Konsole and others say their colours in COLORFGBG: "0;15" is black on white."""
    return os.environ.get("COLORFGBG", "").rpartition(";")[2] in ("7", "15")


def _terminal_is_light() -> bool:
    """Return True if the terminal answers that its background is light. No answer counts as dark."""
    if "COLORFGBG" in os.environ or os.environ.get("TERM", "dumb") in ("dumb", "linux"):
        return False
    try:
        import termios
        import tty
    except ImportError:
        return False  # not a Unix terminal
    try:
        terminal = os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY)
    except OSError:
        return False
    try:
        before = termios.tcgetattr(terminal)
        try:
            tty.setcbreak(terminal, termios.TCSANOW)
            os.write(terminal, ASK_GROUND + ASK_KIND)
            reply = GROUND.search(_ask_terminal(terminal))
        finally:
            termios.tcsetattr(terminal, termios.TCSAFLUSH, before)
    except (OSError, termios.error):
        return False
    finally:
        os.close(terminal)
    if reply is None:
        return False
    red, green, blue = (int(part, 16) / (16 ** len(part) - 1) for part in reply.groups())
    bright: float = 0.299 * red + 0.587 * green + 0.114 * blue
    return bright > 0.5


def _ask_terminal(terminal: int) -> bytes:
    heard, until = b"", time.monotonic() + REPLY_TIMEOUT_S
    while not KIND.search(heard):
        left = until - time.monotonic()
        if left <= 0 or not select.select([terminal], [], [], left)[0]:
            break
        heard += os.read(terminal, 1024)
    return heard
