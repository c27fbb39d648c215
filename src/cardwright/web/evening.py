"""The date of an evening: from a form, in words, and as an iCalendar file (RFC 5545)."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from cardwright.errors import BadOption
from cardwright.play.clock import utc

MAX_AHEAD_DAYS = 366
MAX_UTC_OFFSET_MIN = 14 * 60
EVENING_LENGTH_S = 3 * 3600  # in a calendar
MAX_LINE_BYTES = 75  # the rest follows on lines that begin with a space


def parse(text: str, offset: str, now: int) -> int:
    """Return a time, in milliseconds since 1970, as a browser's form gives it; 0 for no text.

    ``offset`` is the time zone as JavaScript has it, in minutes to be added for UTC; "" for UTC itself.
    Raises `BadOption`.
    """
    if not text:
        return 0
    try:
        minutes = int(offset or "0")
        at = datetime.strptime(text, "%Y-%m-%dT%H:%M").replace(tzinfo=UTC) + timedelta(minutes=minutes)
    except (ValueError, OverflowError):
        raise BadOption("when", text, "a date and a time such as 2026-11-27T20:00") from None
    start = int(at.timestamp()) * 1000
    if abs(minutes) > MAX_UTC_OFFSET_MIN or not now < start <= now + MAX_AHEAD_DAYS * 86_400_000:
        raise BadOption("when", text, f"a time from now on, in the next {MAX_AHEAD_DAYS} days")
    return start


def in_words(at: int) -> str:
    """Return a time in words, in UTC."""
    return f"{utc(at):%A, %-d %B %Y, %H:%M} UTC"


def day_in_words(at: int) -> str:
    """Return the date of a time, in UTC, with its day of the week."""
    return f"{utc(at):%A, %-d %B %Y}"


def iso(at: int) -> str:
    """Return a time for HTML: 2026-11-27T20:00:00Z."""
    return f"{utc(at):%Y-%m-%dT%H:%M:%SZ}"


def calendar(uid: str, title: str, link: str, at: int, now: int) -> bytes:
    """Return an evening as an iCalendar file."""
    lines = (
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Cardwright//Clubs//EN",
        "BEGIN:VEVENT",
        f"UID:{uid}",
        f"DTSTAMP:{_stamp(now)}",
        f"DTSTART:{_stamp(at)}",
        f"DURATION:PT{EVENING_LENGTH_S}S",
        f"SUMMARY:{_escape(title)}",
        f"URL:{link}",
        "END:VEVENT",
        "END:VCALENDAR",
    )
    return b"".join(piece + b"\r\n" for line in lines for piece in _fold_line(line))


def _stamp(at: int) -> str:
    return f"{utc(at):%Y%m%dT%H%M%SZ}"


def _escape(text: str) -> str:
    return text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")


def _fold_line(line: str) -> Iterator[bytes]:
    """Yield a line in pieces that parsers take for one; no character is cut."""
    piece = b""
    for letter in line:
        encoded = letter.encode()
        if len(piece) + len(encoded) > MAX_LINE_BYTES:
            yield piece
            piece = b" "
        piece += encoded
    yield piece
