"""Lists of tables: a browser's own games, and those of a daily deal, each a log of its own in the store.

The name of a browser's list follows from its secret, so that no one else can find it. A finished game's summary is
kept in the list when it is first needed; from then on the list alone shows it, however many games there are.
"""

import hmac
from collections.abc import Iterable, Mapping

import msgspec
from msgspec.structs import replace

from cardwright.cardroom.commitments import TABLE_ID
from cardwright.cardroom.events import TableEvent
from cardwright.cardroom.logs.folded_logs import FoldedLogs, LogState
from cardwright.play.skill import Skill
from cardwright.play.summary import SUMMARY_VERSION, Summary


class Added(TableEvent, frozen=True, omit_defaults=True, tag="Shelved"):
    """A table was put on the list. ``by`` marks the browser, on a list of several."""

    table: str
    by: str = ""


class Summarised(TableEvent, frozen=True):
    """The game of a table has ended. A summary of another ``version`` is recomputed, as long as the table is there."""

    table: str
    ended: int
    summary: msgspec.Raw
    version: int = 0


class Reviewed(TableEvent, frozen=True):
    """A finished game was reviewed: the skill in each kind of decision."""

    table: str
    skills: dict[str, Skill]


class Removed(TableEvent, frozen=True):
    """A table was taken off the list, for good."""

    table: str


Entry = Added | Summarised | Reviewed | Removed
_decode_summary = msgspec.json.Decoder(Summary).decode


class ListedGame(msgspec.Struct):
    """A table on a list: since when, in milliseconds since 1970, and the summary once its game has ended.

    The summary ``is_current`` if it is of this version.
    """

    table: str
    at: int
    by: str = ""
    ended: int = 0
    summary: Summary | None = None
    is_current: bool = False
    skills: dict[str, Skill] = {}

    def show_skills(self) -> None:
        """Put the skills of a review into the summary."""
        if self.summary is not None:
            self.summary = replace(self.summary, skills=self.skills)


class GameList(LogState):
    """One list after ``seq`` entries of its log; ``items`` are its tables, oldest first."""

    def __init__(self) -> None:
        self.items: dict[str, ListedGame] = {}
        self.removed: set[str] = set()

    def apply(self, entry: Entry, at: int) -> None:
        match entry:
            case Added(table, by):
                self.items[table] = ListedGame(table, at, by)
            case Summarised(table, ended, summary, version):
                if (item := self.items.get(table)) is not None and not item.is_current:
                    item.ended, item.summary = ended, _read(summary) or item.summary
                    item.is_current = version == SUMMARY_VERSION
                    item.show_skills()
            case Reviewed(table, skills):
                if (item := self.items.get(table)) is not None:
                    item.skills = skills
                    item.show_skills()
            case Removed(table):
                self.items.pop(table, None)
                self.removed.add(table)

    @property
    def finished(self) -> list[ListedGame]:
        """The games that have ended, oldest first."""
        ended = [item for item in self.items.values() if item.summary is not None]
        return sorted(ended, key=lambda item: item.ended)

    @property
    def unsummarised(self) -> list[ListedGame]:
        """The tables of which no summary of this version is kept, newest first."""
        return [item for item in reversed(self.items.values()) if not item.is_current]


def _read(summary: msgspec.Raw) -> Summary | None:
    """Return a summary, None for one of another version that cannot be read."""
    try:
        return _decode_summary(summary)
    except msgspec.MsgspecError:
        return None


def own_list_name(secret: str) -> str:
    """Return the name of the list of a browser with this secret."""
    return "~" + hmac.digest(secret.encode(), b"games", "sha256").hex()


def day_list_name(day: str, game: str) -> str:
    """Return the name of the list of a day's deal of a game."""
    return f"~{day} {game}"


class GameLists(FoldedLogs[GameList]):
    """The lists of a store. All methods may raise `StoreError`."""

    create, decoder = GameList, msgspec.json.Decoder(Entry)

    async def put(self, name: str, tables: Iterable[str], by: str = "") -> None:
        """Put tables on a list, those not on it yet."""
        wanted = [table for table in tables if TABLE_ID.fullmatch(table)]

        def entries(game_list: GameList) -> list[Entry]:
            return [
                Added(table, by) for table in wanted if table not in game_list.items and table not in game_list.removed
            ]

        await self.append(name, entries)

    async def remove(self, name: str, tables: Iterable[str]) -> None:
        """Take tables off a list, for good."""
        wanted = list(tables)
        await self.append(name, lambda game_list: [Removed(table) for table in wanted if table in game_list.items])

    async def keep_review(self, name: str, table: str, skills: dict[str, Skill]) -> None:
        """Keep the findings of a review of a game on the list."""

        def entries(game_list: GameList) -> list[Entry]:
            item = game_list.items.get(table)
            return [] if item is None or item.skills == skills else [Reviewed(table, skills)]

        await self.append(name, entries)

    async def summarise(self, name: str, summaries: Mapping[str, tuple[int, Summary]]) -> None:
        """Keep the summaries of games that have ended, by table, each with the time of the end."""

        def entries(game_list: GameList) -> list[Entry]:
            missing = {item.table for item in game_list.unsummarised}
            return [
                Summarised(table, ended, msgspec.Raw(msgspec.json.encode(summary)), SUMMARY_VERSION)
                for table, (ended, summary) in summaries.items()
                if table in missing
            ]

        await self.append(name, entries)
