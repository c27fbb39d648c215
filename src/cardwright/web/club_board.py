"""The parts of a club's page that change as others play: members, tables, standings, results and the date."""

from collections.abc import Hashable, Iterable
from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.websockets import WebSocket

from cardwright import games
from cardwright.cardroom.logs.clubs import NIGHT_MS, Club, MemberResult, ResultsKept, Standing, mark
from cardwright.cardroom.logs.people import person_log
from cardwright.cardroom.presence import PERSON_SEAT
from cardwright.cardroom.service import Cardroom
from cardwright.cardroom.tables import results
from cardwright.cardroom.tables.live_table import LiveTable
from cardwright.errors import PlayError
from cardwright.game import SPECTATOR
from cardwright.play.clock import utc_date
from cardwright.web import evening, own_games, requests
from cardwright.web.budget import in_thread
from cardwright.wording import first_names, isolated, name_list

MAX_SHOWN_RESULTS = 30  # the latest
MAX_SHOWN_EVENINGS = 12  # the latest ones
MAX_SHOWN_RUNNING_TABLES = 30


def member_of(request: Request | WebSocket, id: str) -> str:
    """Return the mark of the visitor at a club, "" without a secret; whether it is a member's, the club knows."""
    secrets = requests.secrets(request)
    return mark(secrets[0], id) if secrets else ""


async def club_values(request: Request | WebSocket, id: str, club: Club) -> dict[str, Any]:
    """Return the values of the parts that change, for a member, and keep the results of games that have ended since."""
    cardroom = requests.cardroom(request)
    name = club.members[member_of(request, id)]
    going, ended = await in_thread(_look, cardroom, club)
    if ended:
        await cardroom.clubs.keep(id, sorted(ended, key=lambda each: each.ended))
        club = await cardroom.clubs.club(id)
    others_here = [each for each in here(cardroom, club) if each != member_of(request, id)]
    return {
        "id": id,
        "names": [(isolated(called), member in others_here) for member, called in club.members.items()],
        "here": name_list(club.members[each] for each in others_here),
        "when": evening.in_words(club.evening) if club.evening else "",
        "iso": evening.iso(club.evening) if club.evening else "",
        "tables": [_table(request, live, name) for live in going],
        **sums_of(club),
        "ended": [_result_entry(kept) for kept in list(club.ended.values())[: -MAX_SHOWN_RESULTS - 1 : -1]],
    }


class Sums(NamedTuple):
    """The results of members, and the units of the results that add up."""

    standings: list[Standing]
    units: list[str]


def sums_of(club: Club) -> dict[str, Any]:
    """Return the sums of all results, and the sums of each of the latest evenings."""
    latest = club.evenings[:MAX_SHOWN_EVENINGS]
    began = (results[-1].ended - NIGHT_MS for results in latest)  # what ends at two belongs to the day before
    return {
        "standings": _sums(club, club.ended.values()),
        "evenings": [
            (evening.iso(at), evening.day_in_words(at), _sums(club, results))
            for at, results in zip(began, latest, strict=True)
        ],
    }


def _sums(club: Club, results: Iterable[ResultsKept]) -> Sums:
    standings = club.standings(results)
    return Sums(standings, sorted({unit for each in standings for unit in each.scores}))


async def own_club(request: Request | WebSocket, id: str) -> Club:
    """Return a club of which the visitor is a member. Raises `UnknownName` or `PlayError`."""
    club = await requests.cardroom(request).clubs.club(id)
    if member_of(request, id) not in club.members:
        raise PlayError(f"only members of {club.name} see its tables")
    return club


def stamp(request: Request | WebSocket, club: Club) -> Hashable:
    """Return a key that differs whenever the values shown may differ: looking at all tables takes longer."""
    cardroom = requests.cardroom(request)
    seqs = ((table, cardroom.tables[table].seq) for table in club.seats if table in cardroom.tables)
    return club.seq, tuple(seqs), here(cardroom, club)


def here(cardroom: Cardroom, club: Club) -> tuple[str, ...]:
    """Return the marks of the members who have the club's page open, or the page of their seat at one of its tables."""
    is_here = cardroom.presence.is_here
    playing = {member for table, seats in club.seats.items() for seat, member in seats.items() if is_here(table, seat)}
    return tuple(each for each in club.members if each in playing or is_here(person_log(each), PERSON_SEAT))


def _look(cardroom: Cardroom, club: Club) -> tuple[list[LiveTable], list[ResultsKept]]:
    """Look at the club's tables, newest first: return the tables that go on, and the results of the others."""
    going: list[LiveTable] = []
    ended: list[ResultsKept] = []
    seats = dict(club.seats)

    def note(live: LiveTable) -> None:
        if live.over and live.table is not None:
            ended.append(_results(cardroom, live, seats[live.id]))
        elif live.seats.called_off is None and not live.seats.deserted and len(going) < MAX_SHOWN_RUNNING_TABLES:
            going.append(live)

    own_games.look_at(cardroom, list(reversed(seats)), note)
    return going, ended


def _results(cardroom: Cardroom, live: LiveTable, seats: dict[int, str]) -> ResultsKept:
    """Return the results of the members at a table that has ended."""
    whole = cardroom.whole(live)
    taken = sorted((seat, member) for seat, member in seats.items() if member and seat < len(live.seats))  # not closed
    summaries = [(member, results.summary(whole, seat)) for seat, member in taken]
    kept = tuple(
        # Who has won or lost nothing, as where a game was given up, has no figure beside the word.
        MemberResult(member, each.names[each.seat], each.counted, each.scored if each.score else "")
        for member, each in summaries
    )
    return ResultsKept(live.id, live.opened.game, cardroom.end_time(live), kept)


def _table(request: Request | WebSocket, live: LiveTable, name: str) -> dict[str, Any]:
    """Return the entry of a table that goes on, and the way in: of a free seat, the invitation."""
    opening = requests.keys_of(request, live.id)
    mine = own_games.seat_at(live, opening) != SPECTATOR
    may_sit = live.seats.free and not mine
    return {
        **own_games.way_in(live, opening),
        "name": name,
        "title": live.title,
        "who": first_names(each.name for each in live.seats if each.taken),
        "terms": live.terms,
        "free": len(live.seats.free),
        "invitation": requests.cardroom(request).commitments.invitation(live) if may_sit else "",
        "mine": mine,
    }


def _result_entry(kept: ResultsKept) -> dict[str, Any]:
    return {
        "id": kept.table,
        "title": games.room_title(kept.game),
        "iso": evening.iso(kept.ended),
        "day": utc_date(kept.ended),
        "results": [(isolated(each.name), each.scored, each.outcome) for each in kept.results],
    }
