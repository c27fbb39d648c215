"""Notices by Web Push: a browser's agreement to them, for its seat at a table."""

import re

from starlette.requests import Request
from starlette.responses import Response

from cardwright.cardroom.logs.people import person_mark
from cardwright.cardroom.logs.subscriptions import Subscribed
from cardwright.errors import NotSeated
from cardwright.game import SPECTATOR
from cardwright.web import requests, responses
from cardwright.web.app_state import state_of
from cardwright.web.refused import Refused

MAX_ENDPOINT_CHARS, PUBLIC_KEY_CHARS, AUTH_CHARS = 1000, 87, 22
ENDPOINT = re.compile(r"https?://[A-Za-z0-9.-]+(:\d{1,5})?(/[!-~]*)?")
PUBLIC_KEY, AUTH = (re.compile(f"[A-Za-z0-9_-]{{{chars}}}") for chars in (PUBLIC_KEY_CHARS, AUTH_CHARS))


async def subscribe(request: Request) -> Response:
    """Keep where a notice reaches the browser when it is the turn of its seat."""
    live, form = await requests.table(request), await requests.form(request, "endpoint", "p256dh", "auth")
    seat = requests.seat(request, live)
    if state_of(request).push is None:
        raise Refused(404, "this cardroom sends no notices")
    if seat == SPECTATOR:
        raise NotSeated
    endpoint, p256dh, auth = (form.get(name, "") for name in ("endpoint", "p256dh", "auth"))
    known = len(endpoint) <= MAX_ENDPOINT_CHARS and ENDPOINT.fullmatch(endpoint)
    if not (known and PUBLIC_KEY.fullmatch(p256dh) and AUTH.fullmatch(auth)):
        raise Refused(400, "this is not a subscription of Web Push")
    subscription, subscriptions = Subscribed(endpoint, p256dh, auth), requests.cardroom(request).subscriptions
    await subscriptions.add(live.seats[seat].key, subscription)
    for secret in requests.secrets(request)[:1]:  # for invitations
        await subscriptions.add(person_mark(secret), subscription)
    return responses.done(request, f"/t/{live.id}", notice="This browser shows a notice when it is your turn.")
