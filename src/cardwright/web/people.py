"""The people that a browser's owner has played with: who is present, their invitations, and the notices on pages."""

import contextlib
from collections.abc import Sequence

from starlette.requests import Request
from starlette.websockets import WebSocket

from cardwright.cardroom.logs.game_lists import ListedGame
from cardwright.cardroom.logs.people import Contact, NoticeKind, Person, Seated, person_log, person_mark
from cardwright.cardroom.presence import PERSON_SEAT
from cardwright.cardroom.seat_keys import keys
from cardwright.cardroom.service import Cardroom
from cardwright.cardroom.tables.live_table import LiveTable
from cardwright.errors import BadOption, CardwrightError, PlayError, StoreError
from cardwright.game import SPECTATOR
from cardwright.web import rate_limits, requests
from cardwright.web.app_state import state_of
from cardwright.web.visitor import ShownNotice

MAX_NOTED_GAMES_PER_REQUEST = 10  # games whose players are put on lists
MAX_SHOWN_PEOPLE = 60

# Who has played with whom


async def note_seated(cardroom: Cardroom, live: LiveTable, seat: int, secret: str, elo: float | None = None) -> None:
    """Note who took a seat, at a table of several people, and the rating that pairs them, if any."""
    if live.opened.people < 2:
        return
    entry = Seated(seat, person_mark(secret), elo)
    await cardroom.seated.append(live.id, lambda table: () if table.seats.get(seat) == entry.person else (entry,))


async def note_played(cardroom: Cardroom, secret: str, ended: Sequence[ListedGame]) -> None:
    """Put the people of this browser's latest games on each other's lists: of ended games in which it has moved."""
    played = [item for item in reversed(ended) if _is_with_people(item)]
    if not played:
        return
    mark = person_mark(secret)
    tables = (await cardroom.people.read(mark)).tables
    for item in [item for item in played if item.table not in tables][:MAX_NOTED_GAMES_PER_REQUEST]:
        summary = item.summary
        assert summary is not None
        seats = (await cardroom.seated.read(item.table)).seats
        names = dict(enumerate(summary.names))  # a seat that is not among them was left and closed
        others = {person: names[seat] for seat, person in seats.items() if seat in names and seat != summary.seat}
        for person in others:
            await cardroom.people.record(person, item.table, summary.game, others | {mark: summary.names[summary.seat]})
        await cardroom.people.record(mark, item.table, summary.game, others)


def _is_with_people(item: ListedGame) -> bool:
    return item.summary is not None and item.summary.kinds.count("") > 1 and item.summary.moves > 0


# Who is present


def can_see(cardroom: Cardroom, person: Person, contact: Contact) -> bool:
    """Return whether a contact is present, and neither of the two has muted the other."""
    if contact.person in person.muted | person.muted_by:
        return False
    return cardroom.presence.is_here(person_log(contact.person), PERSON_SEAT)


async def owner(request: Request | WebSocket) -> Person:
    """Return the owner of a browser; one without a secret has no contacts."""
    secrets = requests.secrets(request)
    return await requests.cardroom(request).people.read(person_mark(secrets[0])) if secrets else Person()


async def owner_if_reachable(request: Request | WebSocket) -> Person:
    """Return the owner of a browser, without contacts and notices while the log cannot be reached."""
    try:
        return await owner(request)
    except StoreError:
        return Person()


def present(cardroom: Cardroom, person: Person) -> dict[int, str]:
    """Return the names of a person's contacts that are present, by their numbers."""
    contacts = enumerate(person.contacts.values())
    return {number: contact.name for number, contact in contacts if can_see(cardroom, person, contact)}


# Notices


async def notices(request: Request | WebSocket, person: Person) -> tuple[ShownNotice, ...]:
    """Return the notices of invitations for a browser and its owner."""
    try:
        return await _notices_to_show(requests.cardroom(request), requests.secrets(request), person)
    except StoreError:  # the log cannot be reached at present
        return ()


async def _notices_to_show(cardroom: Cardroom, secrets: Sequence[str], person: Person) -> tuple[ShownNotice, ...]:
    """Return a person's notices, of tables that still wait for players, for a browser that has these secrets."""
    notices = []
    for entry in person.recent(cardroom.uptime.wall()):
        live = await _waiting(cardroom, entry.table)
        is_mine = live is not None and live.seats.of_keys(keys(secrets, entry.table)) != SPECTATOR
        if live is not None and is_mine == (entry.kind != NoticeKind.INVITED):
            link = f"/t/{live.id}" if is_mine else link_to(cardroom, live)
            notices.append(ShownNotice(entry.kind, entry.name, live.title, live.id, link))
    return tuple(notices)


async def _waiting(cardroom: Cardroom, table: str) -> LiveTable | None:
    """Return a table that waits for players, None for another."""
    try:
        live = await cardroom.kept_table(table)
    except StoreError:
        raise
    except CardwrightError:  # it was deleted, or is of another version
        return None
    return live if live.seats.free and not live.seats.deserted and live.seats.called_off is None else None


def link_to(cardroom: Cardroom, live: LiveTable) -> str:
    """Return the path that gives an invited person a seat."""
    return f"/t/{live.id}/join/{cardroom.commitments.invitation(live)}"


class OwnPage:
    """A page, of this table or of none, of the owner of a browser with these secrets; it counts while it is open."""

    __slots__ = ("_cardroom", "_counted", "_mark", "_page", "_secrets", "_shown")

    def __init__(self, cardroom: Cardroom, secrets: Sequence[str], table: str = "") -> None:
        self._cardroom, self._secrets = cardroom, secrets
        self._mark = person_mark(secrets[0]) if secrets else ""
        self._page, self._counted = cardroom.observers.person_page(self._mark, table), cardroom.presence.page()
        self._shown: tuple[ShownNotice, ...] = ()

    def __enter__(self) -> "OwnPage":
        self._page.__enter__()
        self._counted.__enter__()
        return self

    def __exit__(self, *problem: object) -> None:
        self._counted.__exit__()
        self._page.__exit__()

    async def notices(self) -> tuple[ShownNotice, ...]:
        """Return the notices to show. A person who has played with others becomes present."""
        if not self._mark or not (self._page.stale or self._shown):
            return self._shown
        self._page.stale = False  # before the log is read: another notice may come meanwhile
        try:
            person = await self._cardroom.people.read(self._mark)
            if person.contacts and not person.closed:
                self._counted.move(person_log(self._mark), PERSON_SEAT)
            else:
                self._counted.move()
            self._shown = await _notices_to_show(self._cardroom, self._secrets, person)
        except StoreError:  # the notices stay as they were
            self._page.stale = True
        return self._shown


# Invitations


def contact_number(text: str) -> int:
    """Return a contact's number in a form. Raises `BadOption`."""
    number = requests.count(text)
    if number is None:
        raise BadOption("person", text, "the number of a person on your list")
    return number


async def check_invites(request: Request, text: str) -> int | None:
    """Return the number of the contact that a form invites, None for none.

    Raises `BadOption`, `UnknownName`, `PlayError` or `Refused` for one that cannot be invited now.
    """
    if not text:
        return None
    requests.limit(request, rate_limits.INVITATIONS)
    contact = contact_number(text)
    await requests.cardroom(request).people.check_invites(person_mark(requests.own_secret(request)), contact)
    return contact


async def invite_again(request: Request, before: LiveTable, live: LiveTable) -> None:
    """Invite the others of a finished game, whose page would lead them to the rematch, if they have closed it."""
    cardroom, person = requests.cardroom(request), await owner(request)
    seats = (await cardroom.seated.read(before.id)).seats
    gone = {mark for seat, mark in seats.items() if not cardroom.presence.has_page(before.id, seat)}
    playing = {seats[seat] for seat in seats if seat < len(before.seats) and not before.seats[seat].absent}
    for number, contact in enumerate(person.contacts.values()):
        if contact.person in gone & playing:
            with contextlib.suppress(PlayError):  # they take no invitation now
                await invite(request, live, number)


async def invite(request: Request, live: LiveTable, contact: int) -> str:
    """Invite a contact to the table at which one sits, and return their name. Raises as `check_invites`."""
    cardroom, push, secret = requests.cardroom(request), state_of(request).push, requests.own_secret(request)
    name = live.names[requests.seat(request, live)]
    invited = await cardroom.people.invite(person_mark(secret), contact, name, live.opened.game, live.id)
    if push is not None:
        push.invited(live, invited.person, name, link_to(cardroom, live))
    return invited.name
