"""Results of the finished game in a request: its whole record, its solution, and the proof that it could not be won."""

import functools

from starlette.requests import Request

from cardwright.cardroom import commands
from cardwright.cardroom.tables import results
from cardwright.cardroom.tables.live_table import LiveTable
from cardwright.play.record import Record
from cardwright.web import requests
from cardwright.web.app_state import state_of


async def whole(request: Request, live: LiveTable) -> Record:
    """Return the record of a finished game."""
    state = state_of(request)
    return await state.result_cache.of(live, "whole", None, lambda: results.whole(state.cardroom.whole(live)))


async def finished_table(request: Request) -> LiveTable:
    """Return the table in the path. Raises `PlayError` unless its game is over."""
    live = await requests.table(request)
    commands.check_ended(live)
    return live


async def solution_record(request: Request, live: LiveTable) -> Record | None:
    """Return a lost game of one player as it could have been won, None if no way was found. Raises `PlayError`."""
    state, record = state_of(request), await whole(request, live)
    solve = functools.partial(state.cardroom.reviews.solve, live, record, requests.address(request))
    return await state.result_cache.compute(live, "solution", None, solve)


async def proof(request: Request, live: LiveTable) -> str:
    """Return a sentence that names the card from which on a lost game could not be won; "" where that is not proved."""
    state, record = state_of(request), await whole(request, live)
    prove = functools.partial(state.cardroom.reviews.proof, live, record, requests.address(request))
    return await state.result_cache.compute(live, "proof", None, prove)
