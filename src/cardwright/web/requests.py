"""Request helpers: the table, the seat and the form of a request, and rate limits."""

import re
from collections.abc import Collection, Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import NamedTuple
from urllib.parse import parse_qsl, unquote

from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.websockets import WebSocket

from cardwright.cardroom.commitments import TABLE_ID
from cardwright.cardroom.names import MAX_NAME_CHARS, guest
from cardwright.cardroom.seat_keys import hashed, keys, new_secret, secrets_in
from cardwright.cardroom.service import Cardroom
from cardwright.cardroom.tables.live_table import LiveTable
from cardwright.errors import BadOption, StoreError, UnknownName
from cardwright.web.app_state import state_of
from cardwright.web.budget import network
from cardwright.web.hosts import SCHEMES
from cardwright.web.refused import Refused
from cardwright.web.visitor import Visitor
from cardwright.wording import printable_line

COOKIE = "cardwright"
NEW_SECRET_KEY = "cardwright.secret"  # in the scope of a request without that cookie
LINKED = "linked"  # a cookie, of a browser that plays as the player of another: the player's mark, and its own key
LINKED_PLAYER_KEY = "cardwright.player"  # in the scope of a request with the cookie `LINKED`: its `LinkedBrowser`
SPEED = "speed"  # a cookie that the page's script sets: how fast bots move
CALLED, MUTED = "called", "muted"  # cookies: the name of the player, and, for each table, who is muted
MAX_SECRETS = 8  # secrets that a browser may have: its own, and those of personal links that it has opened
MAX_FORM_FIELDS = 80
COMMITMENT = re.compile(r"[0-9a-f]{64}", re.ASCII)
MAX_SEED_CHARS = 100  # characters of a player's seed


def cardroom(request: Request | WebSocket) -> Cardroom:
    """Return the cardroom service."""
    return state_of(request).cardroom


async def table(request: Request | WebSocket) -> LiveTable:
    """Return the table in the path as the log has it. Raises `UnknownName`."""
    return await cardroom(request).table(_table_id(request))


async def loaded_table(request: Request | WebSocket) -> LiveTable:
    """Return the table in the path as this process has it: the caller checks the log later. Raises `UnknownName`."""
    return await cardroom(request).kept_table(_table_id(request))


def _table_id(request: Request | WebSocket) -> str:
    id: str = request.path_params["id"]
    if not TABLE_ID.fullmatch(id):  # the log cannot hold it
        raise UnknownName("table", id, ())
    return id


class LinkedBrowser(NamedTuple):
    """A browser that plays as the player ``name`` of another, by a ``key`` of its own.

    ``secrets`` are the player's, and after it those that links to seats have brought; there are none if another
    browser has closed this one. ``was`` is its name before.
    """

    player: str
    key: str
    secrets: tuple[str, ...]
    name: str
    was: str

    @property
    def plays_as(self) -> str:
        """The player as whom this browser plays, "" if it was closed."""
        return self.name if self.secrets else ""

    @property
    def closed_as(self) -> str:
        """The player as whom this browser no longer plays, "" if it does."""
        return "" if self.secrets else self.name


NOT_LINKED = LinkedBrowser("", "", (), "", "")


def linked(request: Request | WebSocket) -> LinkedBrowser:
    """Return the linked browser, `NOT_LINKED` for another. Raises `StoreError` if the log cannot say."""
    browser: LinkedBrowser | StoreError | None = request.scope.get(LINKED_PLAYER_KEY)
    if isinstance(browser, StoreError):
        raise browser
    return browser or NOT_LINKED


def secrets(request: Request | WebSocket) -> list[str]:
    """Return a browser's secrets, its own first, or if it is linked its player's. Raises `StoreError`."""
    return list(linked(request).secrets[:MAX_SECRETS]) or unlinked_secrets(request)


def unlinked_secrets(request: Request | WebSocket) -> list[str]:
    """Return the secrets that a browser has when it is not linked."""
    return secrets_in(request.cookies.get(COOKIE, ""), MAX_SECRETS)


def own_secret(request: Request) -> str:
    """Return the browser's own secret, and one new one for the whole request if it has none."""
    secret: str = next(iter(secrets(request)), "") or request.scope.get(NEW_SECRET_KEY) or new_secret()
    request.scope[NEW_SECRET_KEY] = secret
    return secret


def keys_of(request: Request | WebSocket, table: str) -> list[str]:
    """Return the hashes of all secrets that may open a seat for a browser."""
    return keys(secrets(request), table)


def watcher_keys(request: Request, secret: str, table: str) -> list[str]:
    """Return the same of a person who watches and may have no secret yet: the key of ``secret`` is first."""
    return keys([secret, *secrets(request)[1:]], table)


def seat(request: Request | WebSocket, live: LiveTable) -> int:
    """Return the browser's seat at a table, or SPECTATOR."""
    return live.seats.of_keys(keys_of(request, live.id))


def limit(
    request: Request | WebSocket,
    kind: str,
    of: str = "",
    refusal: str = "too many requests; wait a moment and try again",
) -> None:
    """Raise `Refused` for a client over the rate limit, of its own secret or of its address.

    There may be a limit for each club, or each deal of a day, ``of`` that name.
    A client chooses its cookie, so a limit by secret alone would be void; without a cookie, the address counts.
    """
    if kind not in state_of(request).limiters:
        return
    each, all = state_of(request).limiters[kind]
    client = address(request)
    if not (all.allows(client + of) and each.allows(next(iter(secrets(request)), client) + of)):
        raise Refused(429, refusal)


def admit(request: Request, *, opens: bool) -> AbstractContextManager[None]:
    """Count a request that takes a share of the lobby, until it is done; see `TableShares.admit`. Raises `Refused`."""
    if not state_of(request).limits:
        return nullcontext()
    return state_of(request).table_shares.admit(address(request), cardroom(request).tables, opens=opens)


def address(request: Request | WebSocket) -> str:
    """Return the address of the client, of IPv6 its network, "" if it is not known."""
    return network(request.client.host) if request.client else ""


def base(request: Request | WebSocket) -> str:
    """Return the base of all addresses here, as the browser wrote it."""
    scheme = request.scope["scheme"]
    return f"{SCHEMES.get(scheme, scheme)}://{request.headers.get('host') or request.url.netloc}"


# Forms and headers


async def form(request: Request, *known: str) -> dict[str, str]:
    """Return a form's fields. Raises `Refused` unless the body is a form with no fields but the ``known`` ones."""
    fields = await any_form(request)
    check_fields(fields, known)
    return fields


async def file(request: Request, name: str) -> bytes:
    """Return the content of the file in a form's only field. Raises `Refused` unless one was chosen."""
    if not request.headers.get("content-type", "").startswith("multipart/form-data"):
        raise Refused(415, "send a form of type multipart/form-data")
    try:
        async with request.form(max_files=1, max_fields=1) as fields:
            check_fields(fields, [name])
            sent = fields.get(name)
            content = await sent.read() if isinstance(sent, UploadFile) else b""
    except HTTPException as problem:
        raise Refused(400, "the form cannot be read") from problem
    if not content:
        raise Refused(400, "choose a file first")
    return content


def check_fields(fields: Iterable[str], known: Collection[str]) -> None:
    """Raise `Refused`, with the nearest known name, if there is an unknown field."""
    for name in fields:
        if name not in known:
            message = str(UnknownName("form field", name, known)) if known else f"this form takes no field {name!r}"
            raise Refused(400, message)


async def any_form(request: Request) -> dict[str, str]:
    """Return a form's fields, whatever they are. Raises `Refused` for what is not a form."""
    return dict(await pairs(request))


async def pairs(request: Request, most: int = MAX_FORM_FIELDS) -> list[tuple[str, str]]:
    """Return a form's fields in their order, where names may repeat. Raises `Refused` for what is not a form."""
    if not await request.body():
        return []
    if not request.headers.get("content-type", "").startswith("application/x-www-form-urlencoded"):
        raise Refused(415, "send a form of type application/x-www-form-urlencoded")
    try:
        body = (await request.body()).decode("ascii")
        return parse_qsl(body, keep_blank_values=True, encoding="utf-8", errors="strict", max_num_fields=most)
    except ValueError as problem:
        raise Refused(400, "the form cannot be read") from problem


def flag(form: dict[str, str], name: str, default: bool = False) -> bool:
    """Return whether a field says yes; without it, the default. Raises `BadOption` for other words than yes and no."""
    value = form.get(name, "yes" if default else "no")
    if value not in ("yes", "no"):
        raise BadOption(name, value, "yes or no")
    return value == "yes"


def seed(form: dict[str, str]) -> str:
    """Return a player's seed exactly as sent, since the player committed to just that. Raises `Refused`."""
    seed_text = form.get("seed", "")
    if len(seed_text) > MAX_SEED_CHARS:
        raise Refused(400, f"a seed has at most {MAX_SEED_CHARS} characters")
    return seed_text


def commitment(form: dict[str, str]) -> str:
    """Return the commitment to a player's seed, "" if they give none. Raises `Refused`."""
    digest = form.get("commitment", "")
    if digest and not COMMITMENT.fullmatch(digest):
        raise Refused(400, "a commitment is a SHA-256 in 64 hexadecimal digits, in lower case")
    return digest


def count(text: str, digits: int = 9) -> int | None:
    """Return a number of at most ``digits`` decimal digits; None for any other text."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None


def wants_json(request: Request) -> bool:
    """Return whether the client asks for JSON."""
    return "application/json" in request.headers.get("accept", "")


def wants_page(request: Request) -> bool:
    """Return whether the client asks for a page where JSON is the default."""
    return "text/html" in request.headers.get("accept", "") and not wants_json(request)


def name_in(form: Mapping[str, str]) -> str:
    """Return the name that a person typed into a form; "" if there is none."""
    return printable_line(form.get("name", ""), MAX_NAME_CHARS)


def player_name(request: Request | WebSocket) -> str:
    """Return the name that this browser used last: one that was closed has its name from before."""
    if linked(request).closed_as:
        return linked(request).was
    return printable_line(unquote(request.cookies.get(CALLED, "")), MAX_NAME_CHARS)


def why_closed(request: Request | WebSocket) -> str:
    """Return that another browser has ended that this one plays as its player, "" where none has."""
    name = linked(request).closed_as
    return f"this browser no longer plays as {name}: another one has ended that" if name else ""


def name_or_guest(request: Request, secret: str, name: str) -> str:
    """Return the name of a person: the ``name`` they give, the one they used last, or that of their secret."""
    return name or player_name(request) or guest(hashed(secret))


def speed(request: Request | WebSocket) -> str:
    """Return the speed of bots that this browser has chosen, "" for the usual one."""
    return request.cookies.get(SPEED, "")


def muted(request: Request | WebSocket) -> set[str]:
    """Return those whom this browser has muted at this table, each by `mute_mark`."""
    return set(filter(None, request.cookies.get(MUTED, "").split(".")))


def invitation(request: Request | WebSocket) -> str:
    """Return the invitation to a seat in the address, "" without one."""
    return str(request.path_params.get("invitation", request.query_params.get("invitation", "")))


def watches(request: Request | WebSocket) -> bool:
    """Return whether the client uses the link for spectators."""
    return request.scope["path"].endswith("/watch") or request.query_params.get("watch") == "yes"


def visitor(request: Request | WebSocket, table: str) -> Visitor:
    """Return the visitor of a request for a table. It stays as it is for as long as a socket is open."""
    return Visitor(
        tuple(keys_of(request, table)),
        base(request),
        invitation(request),
        watches(request),
        player_name(request),
        frozenset(muted(request)),
    )
