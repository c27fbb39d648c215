"""What a request asks: which table, whose seat, what form; and how often it may ask."""

from collections.abc import Collection, Iterable
from urllib.parse import parse_qsl, unquote

from starlette.requests import Request
from starlette.websockets import WebSocket

from cardwright.cardroom.commitments import TABLE_ID
from cardwright.cardroom.live_table import LiveTable
from cardwright.cardroom.names import MAX_NAME_CHARS, clean
from cardwright.cardroom.seat_keys import held, keys, new_secret
from cardwright.cardroom.service import Cardroom
from cardwright.errors import BadOption, UnknownName
from cardwright.web.security import Limiter, Refused

COOKIE = "cardwright"
CALLED, MUTED = "called", "muted"  # cookies for what a browser is called, and, table by table, whom it does not hear
MAX_SECRETS = 8  # secrets that a browser may hold: its own, and those of personal links that it has opened
MAX_SEED_CHARS = 64  # characters of a player's seed

ACTIONS, TABLES, TALK, HINTS, LOOKS = "actions", "tables", "talk", "hints", "looks"
RATES = ((ACTIONS, 8, 60), (TABLES, 0.1, 12), (TALK, 0.5, 8), (HINTS, 0.5, 8), (LOOKS, 8, 60))
ADDRESS_FACTOR = 12  # so many times what a seat may ask, its address may ask in all: people share addresses


def limiters() -> dict[str, tuple[Limiter, Limiter]]:
    """For each kind of request what bounds one browser, and one address."""
    return {
        kind: (Limiter(rate, burst), Limiter(rate * ADDRESS_FACTOR, burst * ADDRESS_FACTOR))
        for kind, rate, burst in RATES
    }


def cardroom(request: Request | WebSocket) -> Cardroom:
    """All tables."""
    return request.app.state.cardroom  # type: ignore[no-any-return]


def table(request: Request | WebSocket) -> LiveTable:
    """The table that is named in the address. Raises `UnknownName`."""
    id = request.path_params["id"]
    if not TABLE_ID.fullmatch(id):  # the log is not asked for what cannot be there
        raise UnknownName("table", id, ())
    return cardroom(request).table(id)


def secrets(request: Request | WebSocket) -> list[str]:
    """The secrets that a browser holds, its own first."""
    return held(request.cookies.get(COOKIE, ""), MAX_SECRETS)


def own(request: Request) -> str:
    """The secret of a browser's own, which is made if it has none."""
    return next(iter(secrets(request)), "") or new_secret()


def keys_of(request: Request | WebSocket, table: str) -> list[str]:
    """The hashes of all secrets by which a browser might have a seat at a table."""
    return keys(secrets(request), table)


def seat(request: Request | WebSocket, live: LiveTable) -> int:
    """The browser's seat at a table, or SPECTATOR."""
    return live.seat_by(keys_of(request, live.id))


def limit(request: Request | WebSocket, kind: str) -> None:
    """Raise `Refused` for a client that asks too often: by its own secret, and by its address for all of them.

    A cookie is what the client says it is, so the secret alone would limit nobody; without one, the address does.
    """
    if kind not in request.app.state.limiters:
        return
    each, all = request.app.state.limiters[kind]
    whence = address(request)
    if not (all.allows(whence) and each.allows(next(iter(secrets(request)), whence))):
        raise Refused(429, "that was too quick; wait a moment and try again")


def address(request: Request | WebSocket) -> str:
    """Whence a request comes, "" if that is not known."""
    return request.client.host if request.client else ""


def base(request: Request | WebSocket) -> str:
    """The beginning of every address here, as the browser wrote it."""
    scheme = {"ws": "http", "wss": "https"}.get(request.url.scheme, request.url.scheme)
    return f"{scheme}://{request.url.netloc}"


# What was sent along


async def form(request: Request, *known: str) -> dict[str, str]:
    """Return a form's fields. Raises `Refused` for what is not a form, or has other fields than the ``known`` ones."""
    fields = await any_form(request)
    check_fields(fields, known)
    return fields


def check_fields(fields: Iterable[str], known: Collection[str]) -> None:
    """Raise `Refused`, with the nearest known name, if there is an unknown field."""
    for name in fields:
        if name not in known:
            message = str(UnknownName("form field", name, known)) if known else f"this form takes no field {name!r}"
            raise Refused(400, message)


async def any_form(request: Request) -> dict[str, str]:
    """Return a form's fields, whatever they are. Raises `Refused` for what is not a form."""
    if not await request.body():
        return {}
    if not request.headers.get("content-type", "").startswith("application/x-www-form-urlencoded"):
        raise Refused(415, "send a form, as application/x-www-form-urlencoded")
    try:
        body = (await request.body()).decode("ascii")
        return dict(parse_qsl(body, keep_blank_values=True, encoding="utf-8", errors="strict", max_num_fields=80))
    except ValueError as problem:
        raise Refused(400, "that form cannot be read") from problem


def flag(form: dict[str, str], name: str, default: bool = False) -> bool:
    """Return whether a field says yes; without it, the default. Raises `BadOption` for other words than yes and no."""
    value = form.get(name, "yes" if default else "no")
    if value not in ("yes", "no"):
        raise BadOption(name, value, "yes or no")
    return value == "yes"


def seed(form: dict[str, str]) -> str:
    """A player's part of the luck, to the letter: their browser notes what they typed. Raises `Refused`."""
    given = form.get("seed", "")
    if len(given) > MAX_SEED_CHARS:
        raise Refused(400, f"a seed has at most {MAX_SEED_CHARS} characters")
    return given


def count(text: str, digits: int = 9) -> int | None:
    """A number as forms and addresses write it, of so many digits at most; None for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None


def wants_json(request: Request) -> bool:
    """Whether a script asks."""
    return "application/json" in request.headers.get("accept", "")


def wants_page(request: Request) -> bool:
    """Whether it is to be read by a person, where JSON is the rule."""
    return "text/html" in request.headers.get("accept", "") and not wants_json(request)


def called(request: Request | WebSocket) -> str:
    """What this browser was called last."""
    return clean(unquote(request.cookies.get(CALLED, "")), MAX_NAME_CHARS)


def muted(request: Request | WebSocket) -> set[int]:
    """The seats whose talk this browser does not want to hear at this table."""
    return {seat for text in request.cookies.get(MUTED, "").split(".") if (seat := count(text, 2)) is not None}


def invitation(request: Request | WebSocket) -> str:
    """The word by which somebody is invited to a seat, "" without one."""
    return str(request.path_params.get("invitation", request.query_params.get("invitation", "")))


def watches(request: Request | WebSocket) -> bool:
    """Whether somebody came by the link for those who only watch."""
    return request.url.path.endswith("/watch") or request.query_params.get("watch") == "yes"
