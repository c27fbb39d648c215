"""How requests are answered, and what cookies go with an answer."""

from typing import Any
from urllib.parse import quote

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from cardwright.cardroom.seat_keys import new_secret
from cardwright.web import requests

COOKIE_AGE_S = 365 * 24 * 3600


def json(value: Any, status: int = 200) -> Response:
    """Anything that msgspec knows, as JSON."""
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def done(request: Request, to: str, notice: str = "", goto: str = "") -> Response:
    """After a form: JSON for a script, and for a page a way back to where one was."""
    if requests.wants_json(request):
        return json({"notice": notice, "goto": goto})
    return RedirectResponse(goto or to, 303)


def form_page(request: Request, body: str, status: int = 200) -> Response:
    """A page whose form takes a seat. The browser gets its secret with the page: a form sent twice is one person's."""
    answer = HTMLResponse(body, status)
    if not requests.secrets(request):
        give_secrets(request, answer, new_secret())
    return answer


def give_secrets(request: Request, answer: Response, own: str, *brought: str) -> None:
    """The browser's own secret comes first and is never crowded out: new seats are opened by that one alone."""
    held = list(dict.fromkeys((own, *brought, *requests.secrets(request))))[: requests.MAX_SECRETS]
    _keep(request, answer, requests.COOKIE, ".".join(held))


def remember(request: Request, answer: Response, name: str) -> None:
    """Have the browser say what it was called last."""
    _keep(request, answer, requests.CALLED, quote(name))


def mute(request: Request, answer: Response, seats: set[int]) -> None:
    """Have the browser hear nothing of these seats at this table."""
    _keep(request, answer, requests.MUTED, ".".join(map(str, sorted(seats))), f"/t/{request.path_params['id']}")


def _keep(request: Request, answer: Response, name: str, value: str, path: str = "/") -> None:
    """A cookie that no script reads and no other site sends; an empty one is taken away."""
    answer.set_cookie(
        name,
        value,
        max_age=COOKIE_AGE_S if value else 0,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
        path=path,
    )
