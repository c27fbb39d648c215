"""The HTTP API as OpenAPI 3.1: for authors of bots, and for tests of the server.

Paths and descriptions come from the routes and their handlers, forms from the limits and the games' declarations, JSON
from the types that are sent. This module adds what each handler reads and returns, under the handler's name; a form
without an entry is an error.
"""

import functools
import inspect
import re
from collections.abc import Sequence
from typing import Any, Literal

import msgspec
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute

import cardwright
from cardwright import games
from cardwright.cardroom.chat import PHRASES
from cardwright.cardroom.clubs import MAX_CLUB_NAME_CHARS
from cardwright.cardroom.commands import MAX_CHAT_CHARS
from cardwright.cardroom.commitments import TABLE_ID_CHARS
from cardwright.cardroom.names import MAX_NAME_CHARS
from cardwright.cardroom.odds_questions import MAX_FIELD_CHARS, asked, fields
from cardwright.cardroom.published import MAX_NOTE_CHARS
from cardwright.cardroom.settings import AWAY, CLOCKS, HINTS, SPENT
from cardwright.cardroom.workbench.analysis import MAX_CHARS
from cardwright.game import Option
from cardwright.ranking.rule_book import FORMATS
from cardwright.scenes import Move
from cardwright.web.requests import MAX_SEED_CHARS
from cardwright.web.routes.notices import AUTH_CHARS, MAX_ENDPOINT_CHARS, PUBLIC_KEY_CHARS
from cardwright.web.routes.people import ANSWERS
from cardwright.web.routes.replay import ReplayMoves, ShownStep
from cardwright.web.routes.workbench import MEDIA_TYPES
from cardwright.web.security import FORM_LIMIT_BYTES
from cardwright.web.workbench_form import FORM_FIELDS, LINE_FIELDS

Schema = dict[str, Any]

PAGE, DATA, FORM = "text/html", "application/json", "application/x-www-form-urlencoded"
REFERENCE = "#/components/schemas/{name}"


# What is sent as JSON


class Answer(msgspec.Struct):
    """A form was accepted. ``notice`` is a sentence for the player, ``goto`` the next page; either may be empty."""

    notice: str
    goto: str = ""


class Hinted(msgspec.Struct):
    """A hint: ``notice`` is the sentence, ``move`` what would be sent, ``places`` where it is touched.

    ``label`` and ``reason`` are its parts about the move itself. ``ranking`` has the best moves with their values,
    where the game can compute them.
    """

    notice: str
    move: str
    places: list[str]
    ranking: list[str]
    label: str
    reason: str


class Studied(msgspec.Struct):
    """Results of a declaration: the text, the address of a page with it, and parts of that page as HTML.

    With an ``error`` these are those of no table.
    """

    error: str
    toml: str
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

    ``view`` is the game's own, ``moves`` all that the seat may do now, and ``version`` what a move must name.
    ``to_act`` are the seats whose turn it is; ``news`` is what the last move caused, in words. A ``moment`` comes by
    the socket only: a state on the way to the present one, such as each hand of a show, in which no seat can act.
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


@functools.cache
def _components() -> dict[str, Schema]:
    views = [games.game_type(name).view_type for name in games.GAMES]
    sent = [Answer, Hinted, Studied, Error, Fair, Waiting, Playing, Move, ShownStep, ReplayMoves]
    found, named = msgspec.json.schema_components([*sent, *dict.fromkeys(views)], ref_template=REFERENCE)
    schemas: dict[str, Schema] = named
    for view in views:  # a view is sent whole: the defaults of a state's fields are not left out
        schemas[view.__name__]["required"] = list(view.__struct_fields__)
    schemas["Playing"]["properties"]["view"] = {"anyOf": list(found[len(sent) :])}
    schemas["View"] = {"anyOf": [_named("Playing"), _named("Waiting")]}
    for name in games.GAMES:
        schemas[f"Open-{name}"] = _opening(name)
    schemas["Open"] = {"anyOf": [_named(f"Open-{name}") for name in games.GAMES]}
    return schemas


def _named(name: str) -> Schema:
    return {"$ref": REFERENCE.format(name=name)}


# Forms


def _text(longest: int, about: str) -> Schema:
    return {"type": "string", "maxLength": longest, "description": about}


def _choice(known: Sequence[object], about: str) -> Schema:
    return {"type": "string", "enum": [str(each) for each in known], "description": about}


def _form(required: Sequence[str] = (), **fields: Schema) -> Schema:
    return {"type": "object", "properties": fields, "required": list(required), "additionalProperties": False}


FLAG = {"type": "string", "enum": ["yes", "no"]}
TABLE_ID_SCHEMA = {
    "type": "string",
    "pattern": f"^[A-Za-z0-9_-]{{{TABLE_ID_CHARS}}}$",
    "description": "A table's name.",
}
CALLED = _text(MAX_NAME_CHARS, "The name that other players see.")
COMMITTED = {
    "type": "string",
    "pattern": "^([0-9a-f]{64})?$",
    "description": "The SHA-256 of your part of the luck: a text that cannot be guessed, to be opened later.",
}


def _opening(name: str) -> Schema:
    """Return the form that opens a table for a game."""
    others = _choice(("open", *games.bot_names(name)), "Who takes the other seats: a bot, or with open people.")
    fields = {
        "game": {"type": "string", "const": name},
        "name": CALLED,
        "commitment": COMMITTED,
        "table": TABLE_ID_SCHEMA
        | {"description": "An id of your own for the table, so that a form may be sent twice."},
        "quick": FLAG | {"description": "Yes: an unlisted table with all defaults; then no option is read."},
        "guided": FLAG | {"description": "Yes: a guided first game, with a fixed deal; then no option is read."},
        "others": others,
        "people": {"type": "integer", "minimum": 0, "description": "The number of other seats that wait for people."},
        "listed": _choice(("yes", "no"), "No: the lobby does not show the table, and a seat needs an invitation."),
        "chat": FLAG | {"description": "Whether players may write their own words, not only set phrases."},
        "watchers_silent": FLAG | {"description": "Whether only the players talk, and not those who watch."},
        "clock": _choice(tuple(CLOCKS), "Seconds for each turn + seconds in reserve; empty: the default of the game."),
        "spent": _choice(("", *SPENT), "What happens to those whose time has run out."),
        "away": _choice(tuple(AWAY), "What happens to the seat of a player who left."),
        "deal": {"type": "integer", "minimum": 0, "maximum": 999999999, "description": "The deal's number, with bots."},
        "club": TABLE_ID_SCHEMA | {"description": "The club whose table it is, of which you are a member."},
        "invite": PERSON,
        "hints": _choice(tuple(HINTS), "Who may ask for hints; empty: players who are alone against bots."),
    }
    fields |= {f"o-{option.name}": _option(option) for option in games.options(name)}
    return _form(("game",), **fields)


PERSON: Schema = {
    "type": "integer",
    "minimum": 0,
    "maximum": 999999999,
    "description": "The number of a person on your list of the people you played, from 0.",
}


def _option(option: Option) -> Schema:
    about = {"description": option.help + (f"; only with {option.condition}" if option.condition else "")}
    if isinstance(option.default, bool):
        return FLAG | about
    if option.choices:
        return {"type": "string", "enum": [str(choice) for choice in option.choices]} | about
    if isinstance(option.default, int):
        return {"type": "integer", "minimum": option.low, "maximum": option.high} | about
    return {"type": "string", "maxLength": 1000} | about


TOML = _text(MAX_CHARS, "A declaration of a deck and a table of hands.")


def _declaration_form() -> Schema:
    """Return the form of the workbench: the text of a declaration, or its fields, those of lines repeated."""
    lines = tuple(f"line-{name}" for name in LINE_FIELDS)
    known: Schema = {name: _text(MAX_CHARS, "A field of the form.") for name in (*FORM_FIELDS, *lines)}
    done = "toml, form, fix, add, usual, up-N, down-N or remove-N, where N counts lines from 0."
    before = TOML | {"description": "The declaration to compare with."}
    of = TABLE_ID_SCHEMA | {"description": "The id of your published declaration that is worked on."}
    return _form(do=_text(20, done), toml=TOML, before=before, of=of, **known)


def _forms() -> dict[str, Schema]:
    """Return, for each handler, the fields of its form."""
    return _table_forms() | _workbench_forms() | _people_forms()


def _table_forms() -> dict[str, Schema]:
    """Return the forms of tables, of a browser's own games and of practice."""
    moved = _form(
        ("version", "move"),
        version={
            "type": "integer",
            "minimum": 0,
            "maximum": 999999999,
            "description": "The version of your view.",
        },
        move=_text(FORM_LIMIT_BYTES, "The text of one of the view's moves, or the same with a number in place of {}."),
    )
    numbers = {"^number-[0-9]+$": {"type": "integer", "description": "For the moves with {}, counted from 0."}}
    return {
        "call": _form(name=CALLED),
        "open_table": _named("Open"),
        "find_player": _form(name=CALLED, commitment=COMMITTED),
        "sit": _form(name=CALLED, commitment=COMMITTED, invitation=_text(FORM_LIMIT_BYTES, "For an unlisted table.")),
        "move": moved | {"patternProperties": numbers},
        "undo": _form(("version",), version=moved["properties"]["version"]),
        "say": _form(
            phrase=_choice(PHRASES, "A set phrase."),
            text=_text(MAX_CHAT_CHARS, "Your own words, where the table allows them."),
            name=CALLED,
        ),
        "silence": _form(("silent",), silent=FLAG | {"description": "Yes: only players talk; no: watchers may too."}),
        "open_seed": _form(("seed",), seed=_text(MAX_SEED_CHARS, "The text that you committed to.")),
        "again": _form(commitment=COMMITTED),
        "free_seat": _form(("seat",), seat={"type": "integer", "minimum": 1, "maximum": 99}),
        "mute": _form(("seat",), seat={"type": "integer", "minimum": 0, "maximum": 999}),
        "subscribe": _form(
            ("endpoint", "p256dh", "auth"),
            endpoint=_text(MAX_ENDPOINT_CHARS, "The address of the browser at its push service."),
            p256dh=_text(PUBLIC_KEY_CHARS, "Its public key."),
            auth=_text(AUTH_CHARS, "Its secret."),
        ),
        "go_on": _form(("at",), at={"type": "integer", "minimum": 0, "description": "The number of steps to keep."}),
        "play_daily": _form(name=CALLED),
        **dict.fromkeys(
            ("answer", "answer_own_mistake"),
            _form(
                ("move",),
                version={"type": "integer", "description": "Of no use here: the form is that of a table."},
                move=_text(FORM_LIMIT_BYTES, "A move of the position."),
            ),
        ),
        "remove_game": _form(("table",), table=TABLE_ID_SCHEMA),
        "leave": _form(for_good=FLAG | {"description": "Yes: give up the seat, and do not come back."}),
        "hurry": _form(version={"type": "integer", "description": "Read up to here: only wait no longer."}),
        **dict.fromkeys(("hint", "back", "say_ready", "agree_to_show", "revoke_link"), _form()),
    }


def _workbench_forms() -> dict[str, Schema]:
    """Return the forms of the workbench."""
    return {
        "study": _declaration_form(),
        "more": _form(
            toml=TOML, deal={"type": "integer", "minimum": 0, "description": "Another number deals other hands."}
        ),
        "report": _form(toml=TOML, format=_choice(tuple(FORMATS), "The kind of file.")),
        "start_playtest": _form(
            ("toml",),
            toml=TOML,
            before=TOML | {"description": "The declaration to compare with."},
            variant=_text(80, "The name of a variant of poker."),
            players={"type": "integer", "minimum": 2, "maximum": 20},
            bot=_choice(games.bot_names(games.VARIANT_GAME), "The bot of every seat."),
        ),
        "start_chart": _form(
            ("toml",),
            toml=TOML,
            own={"type": "integer", "minimum": 1, "maximum": 4, "description": "The cards of each hand."},
            board={"type": "integer", "minimum": 0, "maximum": 8, "description": "The cards for all."},
            players={"type": "integer", "minimum": 2, "maximum": 10},
        ),
        "play": _form(
            ("toml",),
            toml=TOML,
            variant=_text(80, "The name of a variant of poker."),
            players={"type": "integer", "minimum": 2, "maximum": 20},
            others=_choice(
                ("open", *games.bot_names(games.VARIANT_GAME)), "Who takes the other seats: a bot, or with open people."
            ),
            people={"type": "integer", "minimum": 0, "description": "The number of other seats that wait for people."},
            name=CALLED,
            commitment=COMMITTED,
            table=TABLE_ID_SCHEMA,
        ),
        "publish": _form(
            ("toml",),
            toml=TOML,
            design=TABLE_ID_SCHEMA
            | {"description": "The id of the declaration: your own, to add a version, or one that is not used."},
            name=_text(MAX_NAME_CHARS, "The designer's name."),
            note=_text(MAX_NOTE_CHARS, "One line about this version."),
            listed=FLAG | {"description": "Yes: the list of the server shows it."},
        ),
    }


def _people_forms() -> dict[str, Schema]:
    """Return the forms of ratings, clubs and invitations."""
    return {
        "agree": _form(
            ("agree",), name=CALLED, agree=FLAG | {"description": "Yes: show my ratings; no: take them off."}
        ),
        "found_club": _form(
            ("title",),
            title=_text(MAX_CLUB_NAME_CHARS, "The name of the club."),
            name=CALLED,
            club=TABLE_ID_SCHEMA | {"description": "An id of your own for the club, so that a form may be sent twice."},
        ),
        "join_club": _form(name=CALLED),
        "leave_club": _form(),
        "set_evening": _form(
            when=_text(16, "The date and time, such as 2026-11-27T20:00; none takes the date off."),
            offset={"type": "integer", "description": "The time zone: minutes to be added for UTC."},
        ),
        "invite_person": _form(("person",), person=PERSON),
        "answer_invitation": _form(
            ("table", "answer"),
            table=TABLE_ID_SCHEMA,
            answer=_choice(
                ANSWERS, "Decline the invitations there, mute those who have sent them too, or only remove the notices."
            ),
        ),
        "mute_person": _form(
            ("person",),
            person=PERSON,
            muted=FLAG | {"description": "Yes: they cannot see or invite you."},
        ),
        "close_to_people": _form(closed=FLAG | {"description": "Yes: you can be neither seen nor invited."}),
    }


EYES: Schema = {"type": "integer", "minimum": 1, "description": "The seat to view from, from 1, if all have agreed."}
POSITION: dict[str, Schema] = {
    "kind": {"type": "string", "description": "The kind of decision; without it, the first of the game."},
    "n": {"type": "integer", "minimum": 0, "maximum": 999999999, "description": "The position's number."},
    "asked": {"type": "integer", "minimum": 0, "description": "The answers so far, which the page shows."},
    "right": {"type": "integer", "minimum": 0, "description": "The right ones of them."},
    "lost": {"type": "integer", "minimum": 0, "description": "What they have lost, in thousandths of the unit."},
}
TALLY = {field: POSITION[field] for field in ("asked", "right", "lost")}
OWN_MISTAKE: dict[str, Schema] = TALLY | {
    "table": TABLE_ID_SCHEMA
    | {"description": "One of the browser's latest games; without it, the first with a mistake."},
    "at": {"type": "integer", "minimum": 0, "description": "The step of the mistake."},
    "after": TABLE_ID_SCHEMA | {"description": "Look in the games before this one."},
}
QUERIES: dict[str, dict[str, Schema]] = {
    "workbench": {
        "d": {"type": "string", "description": "A declaration, compressed by zlib, in base64 for addresses."},
        "of": {"type": "string", "description": "The id of your published declaration, to add a version to."},
        "start": {"type": "string", "description": "Instead: the ranking to start from."},
    },
    "daily_page": {"day": {"type": "string", "format": "date", "description": "The date in UTC; without it, today."}},
    "practice": POSITION | {"move": {"type": "string", "description": "The answer; without it, the position."}},
    "answer": POSITION,
    "own_mistakes": OWN_MISTAKE | {"move": {"type": "string", "description": "The answer; without it, the position."}},
    "answer_own_mistake": OWN_MISTAKE,
    "odds_page": {
        "ask": FLAG | {"description": "The form was sent: answer it."},
        **{field.name: _text(MAX_FIELD_CHARS, field.help) for name in asked() for field in fields(name)},
    },
    "new_table": {
        "deal": {"type": "integer", "minimum": 0, "description": "The number of the deal, for the form."},
        "club": TABLE_ID_SCHEMA | {"description": "The club whose table it will be."},
        "invite": PERSON,
    },
    "people_page": {"table": TABLE_ID_SCHEMA | {"description": "Your table with a free seat, to invite to."}},
    "own_games_page": {
        "game": {"type": "string", "description": "A game's name: only those games."},
        "page": {"type": "integer", "minimum": 1, "description": "The page of finished games, newest first."},
    },
    "replay": {
        "at": {"type": "integer", "minimum": 0, "description": "The number of steps; without it, the end."},
        "as": EYES,
    },
    "replay_moves": {"first": {"type": "integer", "minimum": 0, "description": "The first step."}, "as": EYES},
}
QUERIES |= {"solution": QUERIES["replay"], "solution_moves": QUERIES["replay_moves"]}


# Answers


def _content(*kinds: str, schema: Schema | None = None) -> dict[str, Schema]:
    return {kind: {"schema": schema} if kind == DATA and schema else {} for kind in kinds}


SCRIPTS = {"manifest": "application/manifest+json", "service_worker": "text/javascript; charset=utf-8"}
OPERATION_IDS = {  # where a path takes several methods
    "study": "workbench-study",
    "answer": "practice-answer",
    "found_club": "clubs-found",
    "answer_own_mistake": "practice-own-answer",
    "agree": "ratings-agree",
}
SENT = {  # as JSON, by handler
    "view": "View",
    "fair": "Fair",
    "last_deal": "ShownStep",
    "replay": "ShownStep",
    "replay_moves": "ReplayMoves",
    "solution": "ShownStep",
    "solution_moves": "ReplayMoves",
    "api_description": "",
    "live": "",
    "ready": "",
}


def _answers(route: Route) -> dict[str, Schema]:
    """Return the responses of a route by status."""
    handler, posts = route.name, "POST" in (route.methods or ())
    taken: Schema = {"description": "Done.", "content": _content(DATA, schema=_named("Answer"))}
    refused = "The request was refused, and nothing has changed."
    error = {"description": refused, "content": _content(DATA, PAGE, schema=_named("Error"))}
    onward = {"description": "Done: look there.", "headers": {"location": {"schema": {"type": "string"}}}}
    answers: dict[str, Schema] = {"200": {"description": "A page.", "content": _content(PAGE)}}
    if handler == "open_seat":
        answers = {"303": onward}
    elif handler in SENT:
        kinds = (DATA, PAGE) if handler in ("fair", "last_deal", "replay", "solution") else (DATA,)
        sent = _named(SENT[handler]) if SENT[handler] else {}
        answers["200"] = {"description": "As JSON.", "content": _content(*kinds, schema=sent or {"type": "object"})}
    elif handler == "download":
        answers["200"] = {"description": "The record, one JSON value a line.", "content": {"application/jsonl": {}}}
    elif handler == "own_csv":
        answers["200"] = {"description": "A line for each game.", "content": {"text/csv; charset=utf-8": {}}}
    elif handler == "metrics":
        answers["200"] = {"description": "The figures, in text.", "content": {CONTENT_TYPE_LATEST: {}}}
    elif handler in SCRIPTS:
        answers["200"] = {"description": "For the browser.", "content": {SCRIPTS[handler]: {}}}
    elif handler in ("workbench", "study"):
        studied = {"description": "What follows.", "content": _content(DATA, PAGE, schema=_named("Studied"))}
        either = {"anyOf": [_named("Studied"), _named("Error")]}
        wrong = {"description": "What is wrong.", "content": _content(DATA, PAGE, schema=either)}
        refusals = {str(status): error for status in sorted(_refusals(route))}
        return {"200": studied, **refusals, "400": wrong}
    elif handler in ("practice", "own_mistakes"):
        about = {"refresh": {"schema": {"type": "string"}, "description": "While it is looked for: when to ask again."}}
        answers = {"200": {"description": "A page.", "content": _content(PAGE), "headers": about}, "303": onward}
    elif handler in ("playtest", "chart"):
        about = {"refresh": {"schema": {"type": "string"}, "description": "While it runs: when to ask again."}}
        answers = {"200": {"description": "A page.", "content": _content(PAGE), "headers": about}}
    elif handler == "more":
        answers = {"200": {"description": "A part of the page.", "content": _content(PAGE)}}
    elif handler == "report":
        answers = {"200": {"description": "The report.", "content": _content(*MEDIA_TYPES.values())}}
    elif handler == "hint":
        answers["200"] = {"description": "The hint.", "content": _content(DATA, PAGE, schema=_named("Hinted"))}
    elif handler == "show":
        answers["303"] = onward
    elif posts:
        answers = {"200": taken, "303": onward}
    return answers | {str(status): error for status in sorted(_refusals(route))}


POSTED = (400, 403, 408, 411, 413, 415)
WITH_LOG = (
    *("open_table", "lobby", "new_table", "own_games_page", "own_statistics", "own_csv", "remove_game"),
    *("daily_page", "play_daily", "find_player", "play", "publish", "published", "published_list"),
    *("workbench", "study", "own_mistakes", "ratings_page", "agree"),
    *("people_page", "answer_invitation", "mute_person", "close_to_people"),
    *("clubs_page", "found_club", "club_page", "join_club", "leave_club", "set_evening", "evening_file"),
)
BUSY = {
    *("hint", "move", "undo", "say", "leave", "back", "again", "agree_to_show", "sit", "open_table"),
    *("last_deal", "replay"),
    *("silence", "download", "open_seed", "hurry", "practice", "own_mistakes", "agree", "odds_page"),
    *("go_on", "remove_game", "play_daily", "find_player", "report", "play", "start_playtest"),
    *("publish", "published", "start_chart"),
    *("found_club", "join_club", "leave_club", "set_evening"),
    *("answer_invitation", "mute_person", "close_to_people"),
}


def _refusals(route: Route) -> set[int]:
    found = {400, 404, 405, 421, 429}
    found |= set(POSTED) if "POST" in (route.methods or ()) else set()
    found |= {409} if route.name in BUSY or "{id}" in route.path else set()
    found |= {403} if route.name in ("link", "open_seat", "download", "remove_game", "review") else set()
    found |= {503} if route.name == "practice" or "{id}" in route.path or route.name in (*WITH_LOG, "ready") else set()
    return found


# The whole


def _about(route: Route) -> tuple[str, str]:
    """Return the first sentence of the handler's docstring, and all of it."""
    said = inspect.cleandoc(route.endpoint.__doc__ or "")
    return said.partition("\n")[0].rstrip("."), said


def _operation(route: Route, method: str) -> Schema:
    summary, about = _about(route)
    parameters: list[Schema] = [
        {
            "name": name,
            "in": "path",
            "required": True,
            "schema": TABLE_ID_SCHEMA if name == "id" else {"type": "string"},
        }
        for name in route.param_convertors
    ]
    parameters += [{"name": name, "in": "query", "schema": each} for name, each in QUERIES.get(route.name, {}).items()]
    operation: Schema = {
        "operationId": OPERATION_IDS.get(route.name) or re.sub(r"[^a-z]+", "-", route.path).strip("-") or "lobby",
        "summary": summary,
        "description": about,
        "parameters": parameters,
        "responses": _answers(route),
        "security": [{}, {"seat": []}],
    }
    if method == "post":
        form = _forms()[route.name]
        operation["requestBody"] = {"required": bool(form.get("required", True)), "content": {FORM: {"schema": form}}}
    return operation


def description(routes: Sequence[BaseRoute]) -> Schema:
    """Return the description of these routes. OpenAPI has no sockets, so they are listed under ``x-sockets``."""
    paths: dict[str, Schema] = {}
    sockets: dict[str, str] = {}
    for route in routes:
        if isinstance(route, Route):
            methods = sorted((route.methods or set()) - {"HEAD"})
            paths.setdefault(route.path, {}).update(
                {method.lower(): _operation(route, method.lower()) for method in methods}
            )
        elif isinstance(route, WebSocketRoute):
            sockets[route.path] = inspect.cleandoc(route.endpoint.__doc__ or "")
        elif isinstance(route, Mount):
            paths[f"{route.path}/{{file}}"] = {"get": _file()}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "The cardroom",
            "version": cardwright.__version__,
            "description": "Clients post forms and receive views. A form may hold at most "
            f"{FORM_LIMIT_BYTES} bytes; with accept: {DATA} the response is JSON. A cookie identifies the seat: "
            "keep the one that the first response sets.",
            "license": {"name": "MIT"},
        },
        "paths": paths,
        "x-sockets": sockets,
        "components": {
            "schemas": _components(),
            "securitySchemes": {"seat": {"type": "apiKey", "in": "cookie", "name": "cardwright"}},
        },
    }


def _file() -> Schema:
    error = {"description": "No such file.", "content": _content(DATA, PAGE, schema=_named("Error"))}
    return {
        "operationId": "static",
        "summary": "The page's own script, style and pictures",
        "parameters": [{"name": "file", "in": "path", "required": True, "schema": {"type": "string"}}],
        "responses": {
            "200": {"description": "The file.", "content": {"*/*": {}}},
            "304": {"description": "The file has not changed."},
            **dict.fromkeys(("400", "404", "405"), error),
        },
    }
