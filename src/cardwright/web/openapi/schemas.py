"""The types that are sent as JSON, and the building blocks of the schemas of forms, queries and responses."""

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from cardwright.cardroom.commitments import TABLE_ID_CHARS
from cardwright.cardroom.names import MAX_NAME_CHARS
from cardwright.cardroom.workbench.analysis import MAX_CHARS
from cardwright.scenes import Move

Schema = dict[str, Any]

PAGE, DATA, FORM = "text/html", "application/json", "application/x-www-form-urlencoded"
FILES = "multipart/form-data"
REFERENCE = "#/components/schemas/{name}"


class Answer(msgspec.Struct):
    """A form was accepted. ``notice`` is a sentence for the player, ``goto`` the next page; either may be empty."""

    notice: str
    goto: str = ""


class Hinted(msgspec.Struct):
    """A hint: ``notice`` is the sentence, ``move`` the text to send, ``places`` the places to touch.

    ``label`` and ``reason`` are its parts about the move itself. ``ranking`` has the best moves with their values,
    where the game can compute them, and ``note`` explains "±" and "roughly" in it.
    """

    notice: str
    move: str
    places: list[str]
    ranking: list[str]
    label: str
    reason: str
    note: str


class Studied(msgspec.Struct):
    """Results of a declaration: the text, the address of a page with it, and parts of that page as HTML.

    ``own_variant`` is the text of one's own variant, and ``own_title`` its title. With an ``error`` they describe no
    table.
    """

    error: str
    toml: str
    own_variant: str
    own_title: str
    link: str
    results: str
    form: str


class Error(msgspec.Struct):
    """A request was refused, and nothing has changed. ``error`` gives the reason in one sentence."""

    error: str


class Fair(msgspec.Struct):
    """The proof of a table's deals: the contract and the seals of draws, by the version that each led from.

    ``contract`` is the text whose SHA-256 is hashed into every seal, "" at tables of protocol 1 and while a seat is
    free. ``commitment`` is to the server's seed. ``own`` says of each seat whether its player gave a seed.
    ``openings`` come when the game is over: for each draw that this seat saw, the salt and the draw that its seal
    commits to.
    """

    contract: str
    commitment: str
    seals: dict[str, str]
    own: list[bool]
    openings: dict[str, list[str]] = {}


class Waiting(msgspec.Struct):
    """A table where nothing has been dealt: seats are ``free``, or players have to do something first.

    ``unready`` are the seats whose players have to say that they are there, ``owed_seeds`` those that have to open the
    seeds they committed to.
    """

    version: Literal[0]
    seat: int
    names: list[str]
    free: list[int]
    unready: list[int]
    owed_seeds: list[int]
    contract: str
    view: None
    moves: list[Move]


class Playing(msgspec.Struct):
    """A game as one seat sees it; ``seat`` is -2 for a spectator.

    ``view`` is the game's own, ``moves`` are the seat's legal moves, and a move must name the ``version``. ``to_act``
    are the seats whose turn it is; ``news`` are the results of the last move, in words. A ``moment`` comes by the
    socket only: a state on the way to the present one, such as each hand of a show, in which no seat can act.
    """

    version: int
    seat: int
    names: list[str]
    to_act: list[int]
    over: bool
    moment: bool
    view: Any
    moves: list[Move]
    news: list[str]


def named(name: str) -> Schema:
    return {"$ref": REFERENCE.format(name=name)}


MAX_NUMBER = 999_999_999


def text(longest: int, about: str) -> Schema:
    """Return the schema of a text field."""
    return {"type": "string", "maxLength": longest, "description": about}


def choice(known: Sequence[object], about: str) -> Schema:
    """Return the schema of a field that has one of some values."""
    return {"type": "string", "enum": [str(each) for each in known], "description": about}


def flag(about: str) -> Schema:
    """Return the schema of a field that is yes or no."""
    return choice(("yes", "no"), about)


def whole(about: str, low: int = 0, high: int | None = None) -> Schema:
    """Return the schema of a field that is a whole number."""
    most = {} if high is None else {"maximum": high}
    return {"type": "integer", "minimum": low, "description": about, **most}


def table_id(about: str = "A table's name.") -> Schema:
    """Return the schema of a field that is the id of a table, a club or a published declaration."""
    return {"type": "string", "pattern": f"^[A-Za-z0-9_-]{{{TABLE_ID_CHARS}}}$", "description": about}


def form(required: Sequence[str] = (), **fields: Schema) -> Schema:
    """Return the schema of a form."""
    return {"type": "object", "properties": fields, "required": list(required), "additionalProperties": False}


CALLED = text(MAX_NAME_CHARS, "The name that other players see.")
COMMITTED = {
    "type": "string",
    "pattern": "^([0-9a-f]{64})?$",
    "description": "The SHA-256 of your part of the luck: a text that cannot be guessed, to be opened later.",
}
PERSON = whole("The number of a person on your list of the people you played, from 0.", high=MAX_NUMBER)
TOML = text(MAX_CHARS, "A declaration of a deck and a table of hands.")
OWN_VARIANT = text(MAX_CHARS, "A declaration of a variant of your own; with variant=own-variant it is played.")
