"""The tables that the lobby shows to all visitors, which are drawn once."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from markupsafe import Markup

from cardwright import games
from cardwright.cardroom.service import Cardroom
from cardwright.cardroom.tables.live_table import LiveTable
from cardwright.game import SPECTATOR
from cardwright.web import parts, render
from cardwright.web.drawing import thumbnail
from cardwright.web.table_shares import place_in_lobby
from cardwright.wording import counted, first_names

MAX_LISTED_TABLES = 60  # that the lobby shows
MAX_UNCACHED_TABLES = 200  # with more tables, the lists are not redrawn at every change
MAX_PICTURED_TABLES = 3
PICTURE_MS = 5000  # the least age of the picture of a table that is drawn again
REDRAW_MS, MAX_AGE_MS = 1000, 10_000  # the least and the greatest age of lists that are drawn again
PLAYING_MS = 10 * 60 * 1000  # after this time without a move, a table does not count as played at
IDLE_MS = 24 * 3600 * 1000  # after this time without an entry, the lobby does not list a table


class Lists(NamedTuple):
    """The listed tables, each with its drawn entry, some running ones with their pictures, the tables at which a player
    waits now, and the line about each game.
    """

    tables: tuple[tuple[str, parts.Fragment], ...]
    pictured: tuple[tuple[str, parts.Fragment], ...]
    waiting: tuple[LiveTable, ...]
    playing: dict[str, str]


class LobbyBoard:
    """The lists of a cardroom."""

    def __init__(self, cardroom: Cardroom) -> None:
        self._cardroom = cardroom
        self._lists = Lists((), (), (), {})
        self._pictures: dict[str, _Picture] = {}
        self._changes, self._at = -1, 0  # of the cardroom when they were drawn

    def lists(self) -> Lists:
        """Return the lists as they are, or as they were a moment ago in a large cardroom."""
        cardroom, now = self._cardroom, self._cardroom.uptime.now()
        age = now - self._at
        changed = cardroom.observers.changes != self._changes and (
            len(cardroom.tables) <= MAX_UNCACHED_TABLES or age >= REDRAW_MS
        )
        if changed or not 0 <= age < MAX_AGE_MS:
            self._lists, self._changes, self._at = self._draw_lists(now), cardroom.observers.changes, now
        return self._lists

    def _draw_lists(self, now: int) -> Lists:
        open_tables = []
        playing: Counter[str] = Counter()
        for live in self._cardroom.tables.values():
            playing[live.opened.game] += _in_play(live, now)
            if is_open(live, now):
                open_tables.append(live)
        watched = self._cardroom.observers.is_watched
        open_tables.sort(key=lambda live: place_in_lobby(live, watched(live.id)))
        return Lists(
            tuple((live.id, _entry(live, watched(live.id))) for live in open_tables[:MAX_LISTED_TABLES]),
            self._pictured([live for live in open_tables if live.table is not None][:MAX_PICTURED_TABLES], now),
            tuple(live for live in open_tables if live.seats.free and watched(live.id)),
            {name: f"{counted(playing[name], 'table')} in play now" if playing[name] else "" for name in games.GAMES},
        )

    def _pictured(self, running: Sequence[LiveTable], now: int) -> tuple[tuple[str, parts.Fragment], ...]:
        """Return the pictures of tables, as everyone may see them; each is drawn again every few seconds at most."""
        kept = self._pictures
        self._pictures = {live.id: _picture(live, now, kept.get(live.id)) for live in running}
        return tuple((id, picture.drawn) for id, picture in self._pictures.items())


class _Picture(NamedTuple):
    """The picture of a table at some version and time."""

    version: int
    at: int
    drawn: parts.Fragment


def _picture(live: LiveTable, now: int, kept: _Picture | None) -> _Picture:
    if kept is not None and (kept.version == live.version or 0 <= now - kept.at < PICTURE_MS):
        return kept
    shown = Markup(thumbnail.picture(live.scene(SPECTATOR)))
    pictured = render.macros("lobby_lists.html").pictured
    return _Picture(live.version, now, parts.fragment_of(pictured(live.id, live.title, _seated(live), shown)))


def _in_play(live: LiveTable, now: int) -> bool:
    return live.table is not None and not live.over and not live.seats.deserted and now - live.at < PLAYING_MS


def is_open(live: LiveTable, now: int) -> bool:
    """Return whether the lobby lists a table."""
    return (
        live.opened.listed
        and not live.over
        and live.seats.called_off is None
        and not live.seats.deserted
        and now - live.at < IDLE_MS
    )


def _entry(live: LiveTable, here: bool) -> parts.Fragment:
    """Return a table's entry in the lobby for a visitor who does not sit there; ``here``: its page is open."""
    entry = render.macros("lobby_lists.html").entry
    return render.macro_html(entry, live.id, live.title, _seated(live), len(live.seats.free), live.terms, here)


def _seated(live: LiveTable) -> str:
    return first_names(each.name for each in live.seats if each.taken)
