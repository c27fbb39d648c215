"""The HTTP API as OpenAPI 3.1: for authors of bots, and for tests of the server.

Paths and descriptions come from the routes and their handlers, forms from the limits and the games' declarations, JSON
from the types that are sent. `forms` adds the fields that each handler reads, and `responses` its answers, under the
handler's name; a form without an entry is an error.
"""

import functools
import inspect
import re
from collections.abc import Sequence

import msgspec
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute

import cardwright
from cardwright import games
from cardwright.game import View
from cardwright.scenes import Move
from cardwright.web.openapi.forms import QUERIES, forms, opening
from cardwright.web.openapi.responses import responses, static_responses
from cardwright.web.openapi.schemas import (
    DATA,
    FILES,
    FORM,
    REFERENCE,
    Answer,
    Error,
    Fair,
    Hinted,
    Playing,
    Schema,
    Studied,
    Waiting,
    named,
    table_id,
)
from cardwright.web.routes.browsers import PlayerLink
from cardwright.web.routes.replay import ReplayMoves, ShownStep
from cardwright.web.security import FORM_LIMIT_BYTES


@functools.cache
def _components() -> dict[str, Schema]:
    views = [games.game_type(name).view_type for name in games.GAMES]
    sent = [Answer, Hinted, Studied, Error, Fair, Waiting, Playing, Move, ShownStep, ReplayMoves, PlayerLink]
    references, components = msgspec.json.schema_components([*sent, *dict.fromkeys(views)], ref_template=REFERENCE)
    schemas: dict[str, Schema] = components
    for view in views:
        schemas[view.__name__]["required"] = _always_sent(view)
    schemas["Playing"]["properties"]["view"] = {"anyOf": list(references[len(sent) :])}
    schemas["View"] = {"anyOf": [named("Playing"), named("Waiting")]}
    for name in games.GAMES:
        schemas[f"Open-{name}"] = opening(name)
    schemas["Open"] = {"anyOf": [named(f"Open-{name}") for name in games.GAMES]}
    return schemas


def _always_sent(view: type[View]) -> list[str]:
    """Return the fields of a view that its JSON always has: all, but those that are left out while they are empty."""
    may_lack = view.__struct_config__.omit_defaults
    return [each.encode_name for each in msgspec.structs.fields(view) if each.required or not may_lack]


def _about(route: Route) -> tuple[str, str]:
    """Return the first sentence of the handler's docstring, and all of it."""
    text = inspect.cleandoc(route.endpoint.__doc__ or "")
    return text.partition("\n")[0].rstrip("."), text


OPERATION_IDS = {  # where a path takes several methods
    "study": "workbench-study",
    "answer": "practice-answer",
    "found_club": "clubs-found",
    "answer_own_mistake": "practice-own-answer",
    "agree": "ratings-agree",
    "make_link": "browsers-link",
    "open_link": "browsers-open-link",
}


def _operation(route: Route, method: str) -> Schema:
    summary, about = _about(route)
    parameters: list[Schema] = [
        {
            "name": name,
            "in": "path",
            "required": True,
            "schema": table_id() if name == "id" else {"type": "string"},
        }
        for name in route.param_convertors
    ]
    parameters += [{"name": name, "in": "query", "schema": each} for name, each in QUERIES.get(route.name, {}).items()]
    operation: Schema = {
        "operationId": OPERATION_IDS.get(route.name) or re.sub(r"[^a-z]+", "-", route.path).strip("-") or "lobby",
        "summary": summary,
        "description": about,
        "parameters": parameters,
        "responses": responses(route),
        "security": [{}, {"seat": []}],
    }
    if method == "post":
        form = forms()[route.name]
        kind = FILES if route.name == "upload_game" else FORM
        operation["requestBody"] = {"required": bool(form.get("required", True)), "content": {kind: {"schema": form}}}
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
    return {
        "operationId": "static",
        "summary": "The page's own script, style and pictures",
        "parameters": [{"name": "file", "in": "path", "required": True, "schema": {"type": "string"}}],
        "responses": static_responses(),
    }
