"""People who have finished a game together: they see whether the others are present, and invite each other to a table.

There are no accounts: a person is a browser, known by a mark that follows from its secret. Each person has a log, with
the people they have played with and their notices; each table has one that says who sat where. A mark never leaves the
server: pages name a person by their number on one's own list.
"""

from collections.abc import Mapping
from enum import StrEnum

import msgspec

from cardwright.cardroom.bounded_dict import BoundedDict
from cardwright.cardroom.events import TableEvent
from cardwright.cardroom.logs.folded_logs import FoldedLogs, LogState
from cardwright.cardroom.seat_keys import hashed, seat_secret
from cardwright.errors import PlayError, UnknownName

PERSON_LOG, SEATED_LOG = "~person ", "~seated "  # begin the names of these logs
MARK_CHARS = 32  # 128 bits
MAX_KEPT_NOTICES = 12
NOTICE_LIFETIME_MS = 2 * 3600 * 1000
INVITES_BLOCKED_MS = 10 * 60 * 1000  # time in which a person who was refused cannot invite them again
INVITATIONS_MS, MAX_INVITATIONS = 3600 * 1000, 6  # invitations of one person by another within this time


class NoticeKind(StrEnum):
    """Notices of an invitation: received, sent and declined."""

    INVITED = "invited"
    SENT = "sent"
    DECLINED = "declined"


class PlayedTogether(TableEvent, frozen=True):
    """A game with these people has ended: their names, by their marks. There may be none that are known."""

    table: str
    game: str
    people: dict[str, str]


class Noted(TableEvent, frozen=True):
    """A notice about a table for this person, from or about another."""

    kind: NoticeKind
    person: str
    name: str
    game: str
    table: str


class Dismissed(TableEvent, frozen=True):
    """The notices about a table are done with; ``declined`` the invitations among them."""

    table: str
    declined: bool


class MutedPerson(TableEvent, frozen=True):
    """This person does not want another to see and invite them, or allows it again."""

    person: str
    muted: bool


class MutedByPerson(TableEvent, frozen=True):
    """Another does not want this person to see and invite them, or allows it again."""

    person: str
    muted: bool


class Closed(TableEvent, frozen=True):
    """This person wants to be neither seen nor invited, or allows it again."""

    closed: bool


class Seated(TableEvent, frozen=True, omit_defaults=True):
    """A person took a seat at the table; ``elo`` is their rating, if they look for a player and show it."""

    seat: int
    person: str
    elo: float | None = None


class Contact(msgspec.Struct):
    """A person on the list of another: the name at their last game, which game, when it was entered, and how many."""

    person: str
    name: str = ""
    game: str = ""
    at: int = 0
    played: int = 0


class Notice(msgspec.Struct, frozen=True):
    """A notice, and when it was made."""

    entry: Noted
    at: int


PersonEntry = PlayedTogether | Noted | Dismissed | MutedPerson | MutedByPerson | Closed


class Person(LogState):
    """A person after ``seq`` entries of their log. ``contacts`` are in the order of the first games."""

    def __init__(self) -> None:
        self.contacts: dict[str, Contact] = {}
        self.tables: set[str] = set()  # whose players are on the list
        self.notices = BoundedDict[tuple[str, str], Notice](MAX_KEPT_NOTICES)  # by table and person
        self.muted: set[str] = set()
        self.muted_by: set[str] = set()
        self.closed = False
        self.declined: dict[str, int] = {}  # when the invitation of a person was declined the last time
        self.invited: dict[str, list[int]] = {}  # when a person has invited this one

    def apply(self, entry: PersonEntry, at: int) -> None:
        match entry:
            case PlayedTogether(table, game, people):
                self.tables.add(table)
                for person, name in people.items():
                    contact = self.contacts.setdefault(person, Contact(person))
                    contact.name, contact.game, contact.at = name, game, at
                    contact.played += 1
            case Noted(kind, person, table=table):
                self.notices[table, person] = Notice(entry, at)
                if kind == NoticeKind.INVITED:
                    self.invited[person] = [*self.invited.get(person, ()), at][-MAX_INVITATIONS:]
            case Dismissed(table, declined):
                for notice in self.about(table):
                    del self.notices[table, notice.entry.person]
                    if declined and notice.entry.kind == NoticeKind.INVITED:
                        self.declined[notice.entry.person] = at
            case MutedPerson(person, muted):
                (self.muted.add if muted else self.muted.discard)(person)
            case MutedByPerson(person, muted):
                (self.muted_by.add if muted else self.muted_by.discard)(person)
            case Closed(closed):
                self.closed = closed

    def about(self, table: str) -> list[Notice]:
        """Return the notices about a table."""
        return [notice for notice in self.notices.values() if notice.entry.table == table]

    def recent(self, now: int) -> list[Noted]:
        """Return the notices that still count, the newest first."""
        return [each.entry for each in reversed(self.notices.values()) if now - each.at < NOTICE_LIFETIME_MS]

    def contact(self, number: int) -> Contact:
        """Return the contact of this number. Raises `UnknownName`."""
        contacts = list(self.contacts.values())
        if not 0 <= number < len(contacts):
            raise UnknownName("person you played", str(number), ())
        return contacts[number]

    def refuses(self, person: str, now: int) -> str:
        """Return why another cannot invite this person now, "" if they can."""
        if self.closed or person in self.muted:
            return "takes no invitations at present"
        if now - self.declined.get(person, -INVITES_BLOCKED_MS) < INVITES_BLOCKED_MS:
            return f"has just declined: wait {INVITES_BLOCKED_MS // 60_000} minutes before you ask again"
        recent = [at for at in self.invited.get(person, ()) if now - at < INVITATIONS_MS]
        return "has had many invitations of yours: try again in an hour" if len(recent) >= MAX_INVITATIONS else ""


class SeatedPeople(LogState):
    """The people at a table and their ratings, by seat, after ``seq`` entries of its log."""

    def __init__(self) -> None:
        self.seats: dict[int, str] = {}
        self.elo: dict[int, float | None] = {}

    def apply(self, entry: Seated, at: int) -> None:
        self.seats[entry.seat], self.elo[entry.seat] = entry.person, entry.elo


class SeatedLogs(FoldedLogs[SeatedPeople]):
    """The people at each table of a store."""

    prefix, create, decoder = SEATED_LOG, SeatedPeople, msgspec.json.Decoder(Seated)


class PersonLogs(FoldedLogs[Person]):
    """The people of a store. All methods may raise `StoreError`."""

    prefix, create, decoder = PERSON_LOG, Person, msgspec.json.Decoder(PersonEntry)

    async def record(self, mark: str, table: str, game: str, people: Mapping[str, str]) -> None:
        """Keep who played with a person at a table, by their marks; names of an earlier look are not replaced."""
        entry = PlayedTogether(table, game, {person: name for person, name in people.items() if person != mark})
        await self.append(mark, lambda person: () if table in person.tables else (entry,))

    async def check_invites(self, mark: str, number: int) -> Contact:
        """Return the contact of this number, whom a person may invite now. Raises `UnknownName` or `PlayError`."""
        own = await self.read(mark)
        contact = own.contact(number)
        if contact.person in own.muted:
            raise PlayError(f"you have muted {contact.name}: unmute them first")
        if why := (await self.read(contact.person)).refuses(mark, self.wall()):
            raise PlayError(f"{contact.name} {why}")
        return contact

    async def invite(self, mark: str, number: int, name: str, game: str, table: str) -> Contact:
        """Invite the contact of this number to a table, as someone called ``name``; a repeated one changes nothing.

        Raises `UnknownName` or `PlayError`.
        """
        contact = await self.check_invites(mark, number)
        invited = Noted(NoticeKind.INVITED, mark, name, game, table)

        def entries(person: Person) -> tuple[Noted, ...]:
            if (table, mark) in person.notices:
                return ()
            if why := person.refuses(mark, self.wall()):
                raise PlayError(f"{contact.name} {why}")
            return (invited,)

        await self.append(contact.person, entries)
        sent = Noted(NoticeKind.SENT, contact.person, contact.name, game, table)
        await self._note(mark, sent)
        return contact

    async def _note(self, mark: str, entry: Noted) -> None:
        def entries(person: Person) -> tuple[Noted, ...]:
            known = person.notices.get((entry.table, entry.person))
            return () if known and known.entry == entry else (entry,)

        await self.append(mark, entries)

    async def dismiss(self, mark: str, table: str, *, decline: bool, mute: bool) -> None:
        """Remove the notices about a table; ``decline`` the invitations there, and ``mute`` those who sent them."""
        notices = [notice.entry for notice in (await self.read(mark)).about(table)]
        if not notices:
            return
        await self.append(mark, lambda person: (Dismissed(table, decline),) if person.about(table) else ())
        for entry in notices:
            if entry.kind == NoticeKind.INVITED and decline:
                contact = (await self.read(entry.person)).contacts[mark]
                await self._note(entry.person, Noted(NoticeKind.DECLINED, mark, contact.name, entry.game, table))
            if entry.kind == NoticeKind.INVITED and mute:
                await self._mute(mark, entry.person, muted=True)

    async def mute(self, mark: str, number: int, *, muted: bool) -> Contact:
        """Mute the contact of this number, or unmute them. Raises `UnknownName`."""
        contact = (await self.read(mark)).contact(number)
        await self._mute(mark, contact.person, muted=muted)
        return contact

    async def _mute(self, mark: str, person: str, *, muted: bool) -> None:
        await self.append(mark, lambda own: (MutedPerson(person, muted),) if (person in own.muted) != muted else ())
        await self.append(
            person, lambda other: (MutedByPerson(mark, muted),) if (mark in other.muted_by) != muted else ()
        )

    async def close_to(self, mark: str, *, closed: bool) -> None:
        """Hide a person from all others and refuse invitations, or allow both again."""
        await self.append(mark, lambda person: (Closed(closed),) if person.closed != closed else ())


def person_mark(secret: str) -> str:
    """Return the mark of a browser's owner, from the browser's secret."""
    return hashed(seat_secret(secret, "person"))[:MARK_CHARS]


def person_log(mark: str) -> str:
    """Return the name of a person's log, which is also the id by which they are present."""
    return f"{PERSON_LOG}{mark}"
