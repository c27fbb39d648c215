"""Responses and their cookies."""

import asyncio
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from cardwright.web import requests

COOKIE_AGE_S = 365 * 24 * 3600
LONG_WORK_S = 2.5  # how long a request waits for long work before it gets a page that loads again
REFRESH_S = 2


def json(value: object, status: int = 200) -> Response:
    """Return a value as JSON."""
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def done(request: Request, to: str, notice: str = "", goto: str = "") -> Response:
    """Return the response to a form: JSON for a script, a redirect for a page."""
    if requests.wants_json(request):
        return json({"notice": notice, "goto": goto})
    return RedirectResponse(goto or to, 303)


def go_to(request: Request, page: str, notice: str = "") -> Response:
    """Return a response to a form that sends the client to another page."""
    return done(request, page, notice, page)


async def done_soon(work: asyncio.Future[Any]) -> bool:
    """Wait for long work, but only for a moment; return whether it is done: if not, `loads_again`."""
    await asyncio.wait({work}, timeout=LONG_WORK_S)
    return work.done()


def loads_again(body: str) -> Response:
    """Return a page that loads again by itself, until the work that it waits for is done."""
    return HTMLResponse(body, headers={"refresh": str(REFRESH_S)})


def ask_again(request: Request) -> Response:
    """Return the response to a request that another process of this server has to answer: a new connection may lead
    there."""
    return RedirectResponse(request.url.path, 307, headers={"connection": "close"})


def form_page(request: Request, body: str, status: int = 200) -> Response:
    """Return a page whose form takes a seat, with the browser's secret: so a form sent twice has one sender."""
    answer = HTMLResponse(body, status)
    if not requests.secrets(request):
        give_secrets(request, answer, requests.own_secret(request))
    return answer


def give_secrets(request: Request, answer: Response, secret: str, *brought: str) -> None:
    """Set the secrets of a browser. Its own comes first and is never dropped: it alone opens new seats."""
    secrets = list(dict.fromkeys((secret, *brought, *requests.secrets(request))))[: requests.MAX_SECRETS]
    linked = requests.linked(request)
    if linked.secrets:
        link_browser(request, answer, linked.player, linked.key, secrets[1:])
    else:
        _keep(request, answer, requests.COOKIE, ".".join(secrets))


def link_browser(
    request: Request, answer: Response, player: str, key: str, brought: Sequence[str], *, forgets: bool = False
) -> None:
    """Set the cookie of a linked browser: the mark of its player, its key, and secrets that links to seats brought.

    With ``forgets`` its own secret is deleted, which is then known by its links only.
    """
    _keep(request, answer, requests.LINKED, ".".join((player, key, *brought)))
    if forgets:
        _keep(request, answer, requests.COOKIE, "")


def unlink_browser(request: Request, answer: Response, name: str, secrets: Sequence[str]) -> None:
    """Delete the cookie of a linked browser, which then has these secrets and the ``name`` that it had before."""
    _keep(request, answer, requests.LINKED, "")
    _keep(request, answer, requests.COOKIE, ".".join(secrets))
    remember(request, answer, name)


def give_person(request: Request, answer: Response, secret: str, name: str) -> None:
    """Set the browser's own secret, and the name that its owner gave with it, if any."""
    give_secrets(request, answer, secret)
    if name:
        remember(request, answer, name)


def remember(request: Request, answer: Response, name: str) -> None:
    """Set the cookie with the player's name."""
    _keep(request, answer, requests.CALLED, quote(name))


def mute(request: Request, answer: Response, table: str, marks: set[str]) -> None:
    """Set the cookie with those who are muted at a table: see `mute_mark`."""
    _keep(request, answer, requests.MUTED, ".".join(sorted(marks)), f"/t/{table}")


def _keep(request: Request, answer: Response, name: str, value: str, path: str = "/") -> None:
    """Set a cookie that no script can read and no other site can send; delete it if it is empty."""
    answer.set_cookie(
        name,
        value,
        max_age=COOKIE_AGE_S if value else 0,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
        path=path,
    )
