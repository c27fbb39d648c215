"""Clubs: a lasting group of people, found by a link, with its tables, results and the date of its next evening.

A club is a log of its own in the store. A member is known by a mark that follows from the secret of their browser,
as a seat is: there is no account, and the mark is of no use at another club.
"""

from collections import Counter
from collections.abc import Iterable

import msgspec

from cardwright.cardroom.commitments import TABLE_ID
from cardwright.cardroom.events import TableEvent
from cardwright.cardroom.logs.folded_logs import FoldedLogs, LogState
from cardwright.cardroom.names import is_taken
from cardwright.cardroom.seat_keys import hashed, seat_secret
from cardwright.errors import PlayError, UnknownName
from cardwright.play.summary import signed_score

MAX_CLUB_NAME_CHARS = 40
MAX_MEMBERS = 40
MAX_CLUB_TABLES = 1000
NIGHT_MS = 6 * 3_600_000  # after this time in which no game ends, another evening begins
DAY_MS = 24 * 3_600_000
CLUB_LOG = "~club "  # begins the names of the logs of clubs


class Founded(TableEvent, frozen=True):
    """The club was founded."""

    name: str


class MemberJoined(TableEvent, frozen=True):
    """A person joined, or took another name."""

    member: str
    name: str


class MemberLeft(TableEvent, frozen=True):
    """A member left. Their results stay."""

    member: str


class MemberRemoved(TableEvent, frozen=True):
    """The host removed a member, who cannot join again. Their results stay."""

    member: str


class EveningSet(TableEvent, frozen=True):
    """The members meet at this time, in milliseconds since 1970; 0: no date is set."""

    at: int


class ClubTableOpened(TableEvent, frozen=True):
    """A member opened a table for the club."""

    table: str


class MemberSat(TableEvent, frozen=True):
    """A member took a seat at one of the club's tables; ``member`` is "" where another person took it instead."""

    table: str
    seat: int
    member: str


class MemberResult(msgspec.Struct, frozen=True):
    """The result of a member at a table: "won", "lost", "drawn" or "", and in words."""

    member: str
    name: str
    outcome: str
    scored: str


class ResultsKept(TableEvent, frozen=True):
    """The game of a table has ended."""

    table: str
    game: str
    ended: int
    results: tuple[MemberResult, ...]


ClubEntry = Founded | MemberJoined | MemberLeft | MemberRemoved | EveningSet | ClubTableOpened | MemberSat | ResultsKept


class Standing(msgspec.Struct):
    """The games of a member at the club's tables. ``scores`` are the sums of the scores that add up, by unit."""

    name: str
    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    scores: Counter[str] = msgspec.field(default_factory=Counter)


class Club(LogState):
    """A club after ``seq`` entries of its log. ``members`` are the members' names by their marks.

    The host is the founder or, once the founder has left, the member who joined earliest.
    """

    def __init__(self) -> None:
        self.name = ""
        self.evening = 0
        self.members: dict[str, str] = {}
        self.removed: set[str] = set()
        self.names: dict[str, str] = {}  # of all who ever were members
        self.seats: dict[str, dict[int, str]] = {}  # of each table without results: the members at its seats
        self.ended: dict[str, ResultsKept] = {}

    def apply(self, entry: ClubEntry, at: int) -> None:
        match entry:
            case Founded(name):
                self.name = name
            case MemberJoined(member, name):
                self.members[member] = self.names[member] = name
            case MemberLeft(member):
                self.members.pop(member, None)
            case MemberRemoved(member):
                self.members.pop(member, None)
                self.removed.add(member)
            case EveningSet(evening):
                self.evening = evening
            case ClubTableOpened(table):
                self.seats[table] = {}
            case MemberSat(table, seat, member):
                self.seats.get(table, {})[seat] = member
            case ResultsKept(table):
                self.seats.pop(table, None)
                self.ended[table] = entry

    @property
    def host(self) -> str:
        """The mark of the member who can remove others, "" in a club without members."""
        return next(iter(self.members), "")

    @property
    def evenings(self) -> list[list[ResultsKept]]:
        """The results by their evenings, the latest first, in any time zone.

        A game belongs to the evening of the one before it, unless that one ended six hours earlier or the evening's
        first one a day earlier.
        """
        evenings: list[list[ResultsKept]] = []
        for kept in sorted(self.ended.values(), key=lambda kept: kept.ended):
            evening = evenings[-1] if evenings else []
            if not evening or kept.ended - evening[-1].ended >= NIGHT_MS or kept.ended - evening[0].ended >= DAY_MS:
                evenings.append([])
            evenings[-1].append(kept)
        return [evening[::-1] for evening in reversed(evenings)]

    def standings(self, results: Iterable[ResultsKept]) -> list[Standing]:
        """Return the sums of some results, of all members who have played there, the most games won first.

        Of as many, where all points are of one unit, the most points are first.
        """
        standings: dict[str, Standing] = {}
        for kept in results:
            for result in kept.results:
                standing = standings.setdefault(result.member, Standing(self.names.get(result.member, result.name)))
                standing.played += 1
                standing.won += result.outcome == "won"
                standing.drawn += result.outcome == "drawn"
                standing.lost += result.outcome == "lost"
                standing.scores.update(signed_score(result.scored))
        units = {unit for each in standings.values() for unit in each.scores}
        return sorted(
            standings.values(),
            key=lambda each: (-each.won, -each.scores.total() if len(units) == 1 else 0, each.played, each.name),
        )


def mark(secret: str, club: str) -> str:
    """Return the mark of a browser's owner at a club, from the browser's secret."""
    return hashed(seat_secret(secret, f"club {club}"))


def clubs_list_name(secret: str) -> str:
    """Return the name of the list of a browser's clubs."""
    return "~" + hashed(seat_secret(secret, "clubs"))


class Clubs(FoldedLogs[Club]):
    """The clubs of a store. All methods may raise `StoreError`, and `UnknownName` for a club that does not exist."""

    prefix, create, decoder = CLUB_LOG, Club, msgspec.json.Decoder(ClubEntry)

    async def club(self, id: str) -> Club:
        """Return a club as the log has it now."""
        club = await self.read(_known_id(id))
        if not club.name:
            raise UnknownName("club", id, ())
        return club

    async def start_club(self, id: str, name: str) -> None:
        """Found a club with a new id, or leave the one of this id as it is."""
        await self.append(_known_id(id), lambda club: () if club.name else (Founded(name),))

    async def join(self, id: str, member: str, name: str) -> None:
        """Make someone a member, or change a member's name. Raises `PlayError` if that cannot be."""

        def entries(club: Club) -> tuple[ClubEntry, ...]:
            if club.members.get(member) == name:
                return ()
            if is_taken(name, (other for mark, other in club.members.items() if mark != member)):
                raise PlayError(f"another member is called {name}: take another name")
            if member in club.removed:
                raise PlayError(f"the host of {club.name} has removed you")
            if member not in club.members and len(club.members) >= MAX_MEMBERS:
                raise PlayError(f"a club has at most {MAX_MEMBERS} members")
            return (MemberJoined(member, name),)

        await self.club(id)
        await self.append(_known_id(id), entries)

    async def leave(self, id: str, member: str) -> None:
        """End a membership."""
        await self._append_as_member(id, member, MemberLeft(member))

    async def remove(self, id: str, host: str, name: str) -> None:
        """Remove the member of this name. Raises `PlayError` for anyone but the host, and for the host's own name."""

        def entries(club: Club) -> tuple[ClubEntry, ...]:
            if host != club.host:
                raise PlayError(f"only the host of {club.name} can remove a member")
            members = [mark for mark, each in club.members.items() if each == name and mark != host]
            if not members:
                raise PlayError(f"no other member is called {name}")
            return (MemberRemoved(members[0]),)

        await self._read_as_member(id, host)
        await self.append(_known_id(id), entries)

    async def set_evening(self, id: str, member: str, at: int) -> None:
        """Set the date of the next evening, or with 0 none."""
        await self._append_as_member(id, member, EveningSet(at))

    async def add_table(self, id: str, table: str) -> None:
        """Put a table on the club's list."""

        def entries(club: Club) -> tuple[ClubEntry, ...]:
            return () if table in club.seats or table in club.ended else (ClubTableOpened(table),)

        await self.append(_known_id(id), entries)

    async def note_seat(self, id: str, table: str, seat: int, member: str) -> None:
        """Note the seat of a member, whose result then counts. Another person takes the place of a member who left."""

        def entries(club: Club) -> tuple[ClubEntry, ...]:
            seated = member if member in club.members else ""
            changes = table in club.seats and club.seats[table].get(seat, "") != seated
            return (MemberSat(table, seat, seated),) if changes else ()

        await self.append(_known_id(id), entries)

    async def keep(self, id: str, results: list[ResultsKept]) -> None:
        """Keep the results of tables whose games have ended."""
        await self.append(_known_id(id), lambda club: [each for each in results if each.table not in club.ended])

    async def check_opens(self, id: str, member: str) -> None:
        """Raise `PlayError` for someone who may not open a table."""
        club = await self._read_as_member(id, member)
        if len(club.seats) + len(club.ended) >= MAX_CLUB_TABLES:
            raise PlayError(f"this club has had its {MAX_CLUB_TABLES} tables: found another one")

    async def _read_as_member(self, id: str, member: str) -> Club:
        club = await self.club(id)
        if member not in club.members:
            raise PlayError(f"only members of {club.name} can do this: join it first")
        return club

    async def _append_as_member(self, id: str, member: str, entry: ClubEntry) -> None:
        await self._read_as_member(id, member)
        await self.append(_known_id(id), lambda club: (entry,) if member in club.members else ())


def _known_id(id: str) -> str:
    if not TABLE_ID.fullmatch(id):
        raise UnknownName("club", id, ())
    return id
