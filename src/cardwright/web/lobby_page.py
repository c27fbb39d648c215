"""The lobby as one visitor sees it: the visitor's own tables, from their list in the log, and the tables of all."""

from typing import Any

from starlette.requests import Request
from starlette.websockets import WebSocket

from cardwright.cardroom.seat_keys import keys
from cardwright.cardroom.tables.live_table import LiveTable
from cardwright.errors import StoreError
from cardwright.web import own_games, people, requests
from cardwright.web.app_state import state_of
from cardwright.wording import first_names

MAX_SHOWN_OWN = 6  # own tables above the games; the list of one's own games has all


async def lobby_values(request: Request | WebSocket) -> dict[str, Any]:
    """Return the values of the lobby's template that change: this visitor's tables, the others, and who plays what.

    ``ended`` are the visitor's finished games, oldest first, by which the page chooses bots.
    """
    secrets = requests.secrets(request)
    try:
        own_list = await own_games.refresh(request, begins=False)
        going, ended = list(own_list.going), own_list.ended
    except StoreError:  # the log cannot be reached at present
        going, ended = [live for live in own_games.in_memory(request) if not live.over], []
    mine = [live for live in going if live.seats.called_off is None]
    person = await people.owner_if_reachable(request)
    own_ids, lists = {live.id for live in mine}, state_of(request).lobby_board.lists()
    entries = sorted(
        (_own_entry(live, keys(secrets, live.id)) for live in mine), key=lambda entry: not entry["my_turn"]
    )
    return {
        "ended": ended,
        "mine": entries[:MAX_SHOWN_OWN],
        "more_own": len(entries[MAX_SHOWN_OWN:]),
        "tables": [entry for id, entry in lists.tables if id not in own_ids],
        "pictured": [picture for id, picture in lists.pictured if id not in own_ids],
        "waiting": [(live.id, live.title) for live in lists.waiting if live.id not in own_ids],
        "playing": lists.playing,
        "notices": await people.notices(request, person),
        "contacts": len(person.contacts),
        "may_be_invited": bool(person.contacts) and not person.closed,
        "present": people.present(requests.cardroom(request), person),
    }


def _own_entry(live: LiveTable, opening: list[str]) -> dict[str, Any]:
    """Return a table's entry in the lobby for a player who sits there, or has left it."""
    seat = own_games.seat_at(live, opening)
    return {
        **own_games.way_in(live, opening),
        "title": live.title,
        "others": first_names(each.name for number, each in enumerate(live.seats) if each.taken and number != seat),
        "free": len(live.seats.free),
    }
