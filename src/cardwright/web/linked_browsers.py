"""The middleware that finds as whom a linked browser plays: see `cardroom.logs.browsers`."""

import re

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from cardwright.cardroom.logs.browsers import MARK_CHARS, Browsers, unseal
from cardwright.cardroom.seat_keys import hashed, secrets_in
from cardwright.cardroom.service import Cardroom
from cardwright.errors import PlayError, StoreError
from cardwright.web.app_state import state_of
from cardwright.web.requests import LINKED, LINKED_PLAYER_KEY, MAX_SECRETS, LinkedBrowser

PLAYER_MARK = re.compile(rf"[0-9a-f]{{{MARK_CHARS}}}", re.ASCII)


class LinkedBrowserMiddleware:
    """Puts the `LinkedBrowser` of a request into its scope, or the `StoreError` that hides it."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        may_be_linked = scope["type"] in ("http", "websocket") and not scope["path"].startswith("/static/")
        if may_be_linked and (cookie := (browser := HTTPConnection(scope)).cookies.get(LINKED)):
            try:
                scope[LINKED_PLAYER_KEY] = await _find(state_of(browser).cardroom, cookie)
            except StoreError as problem:
                scope[LINKED_PLAYER_KEY] = problem
        await self.app(scope, receive, send)


async def _find(cardroom: Cardroom, cookie: str) -> LinkedBrowser | None:
    """Return the browser with this cookie, None if the log has none."""
    player, _, secrets = cookie.partition(".")
    key, *brought = secrets_in(secrets, 1 + MAX_SECRETS) or [""]
    if not PLAYER_MARK.fullmatch(player):
        return None
    browsers = await cardroom.browsers.read(player)
    if known := browsers.open.get(hashed(key)):
        return LinkedBrowser(player, key, (unseal(known.sealed, key), *brought), browsers.name, known.was)
    if closed := browsers.closed.get(hashed(key)):
        return LinkedBrowser(player, key, (), browsers.name, closed.was)
    return None


async def check_linked(cardroom: Cardroom, linked: LinkedBrowser) -> None:
    """Raise `PlayError` if a linked browser has been closed since it was looked up: its socket shows no more."""
    if linked.secrets:
        browsers: Browsers = await cardroom.browsers.read(linked.player)
        if hashed(linked.key) not in browsers.open:
            raise PlayError(f"this browser no longer plays as {linked.name}")
