"""Records of finished games from elsewhere, which become one's own games."""

import asyncio

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from cardwright.cardroom.commitments import new_id
from cardwright.cardroom.events import SatDown
from cardwright.cardroom.names import unused_name
from cardwright.cardroom.seat_keys import hashed, seat_secret
from cardwright.cardroom.tables.live_table import LiveTable
from cardwright.errors import CardwrightError, StoreError
from cardwright.web import own_games, render, requests, responses, uploaded_records
from cardwright.web.app_state import state_of
from cardwright.web.refused import Refused
from cardwright.web.uploaded_records import UploadedRecord
from cardwright.wording import capitalized

MAX_REFUSAL_CHARS = 400  # of a sentence that may quote a whole line of the record


async def upload_game(request: Request) -> Response:
    """Make a table of a finished game from its record: it is over, and its replay and review are one's own."""
    secret = requests.own_secret(request)
    name = requests.name_or_guest(request, secret, "")
    try:
        data = await requests.file(request, "record")
        uploaded = await asyncio.to_thread(state_of(request).record_reader.call, uploaded_records.read, data, name)
        live = await _open(request, uploaded, secret, name)
    except (CardwrightError, Refused) as problem:
        if requests.wants_json(request) or isinstance(problem, StoreError):
            raise
        return HTMLResponse(
            render.page("upload.html", problem=f"{capitalized(str(problem)):.{MAX_REFUSAL_CHARS}}."), 400
        )
    await own_games.add(request, live, secret)
    answer = responses.go_to(request, f"/t/{live.id}")
    responses.give_person(request, answer, secret, "")
    return answer


async def _open(request: Request, uploaded: UploadedRecord, secret: str, name: str) -> LiveTable:
    """Open the table of a game, at which its person sits from the first entry of the log."""
    id = new_id()
    key = hashed(seat_secret(secret, id))
    names = [each for seat, each in enumerate(uploaded.known.names) if seat != uploaded.seat]
    return await requests.cardroom(request).open(
        uploaded.game,
        uploaded.options,
        uploaded.others,
        id=id,
        seed=uploaded.seed,
        version=uploaded.version,
        seat=uploaded.seat,
        sat=SatDown(uploaded.seat, unused_name(name, names, key), key),
        listed=False,
        known=uploaded.known,
    )
