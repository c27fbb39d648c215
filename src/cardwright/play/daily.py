"""The daily deal: each day (UTC) each game has a deal with a number that follows from the date, the same everywhere."""

from datetime import date

from cardwright import games
from cardwright.play.summary import Summary

SQUARES = {"won": "🟩", "lost": "🟥", "drawn": "🟨"}  # in the text to share


def number(day: str) -> int:
    """Return the number of a day's deals: its date, as in 20261122."""
    return int(date.fromisoformat(day).strftime("%Y%m%d"))


def share_text(summary: Summary, link: str = "") -> str:
    """Return the result of a daily deal as a line to share. It names no card."""
    square = SQUARES.get(summary.counted, "")
    title = f"Cardwright daily {summary.day}, {games.room(summary.game).title}:"
    return " ".join(filter(None, [title, square, summary.scored, link]))
