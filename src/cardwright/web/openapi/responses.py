"""The responses of each route, by the name of its handler."""

from prometheus_client import CONTENT_TYPE_LATEST
from starlette.routing import Route

from cardwright.web.openapi.schemas import DATA, PAGE, Schema, named
from cardwright.web.workbench_page import MEDIA_TYPES


def _described(description: str, *kinds: str, schema: Schema | None = None) -> Schema:
    """Return a response of these media types, each with its schema if it is JSON."""
    return {
        "description": description,
        "content": {each: {"schema": schema} if each == DATA and schema else {} for each in kinds},
    }


def _sent(name: str, *kinds: str) -> dict[str, Schema]:
    """Return the response that is one of the JSON schemas, or any object with ""."""
    return {"200": _described("As JSON.", DATA, *kinds, schema=named(name) if name else {"type": "object"})}


def _refreshed(while_: str) -> Schema:
    """Return the response that is a page which asks for itself again."""
    about = {"schema": {"type": "string"}, "description": f"While it {while_}: when to ask again."}
    return PAGE_SHOWN | {"headers": {"refresh": about}}


PAGE_SHOWN = _described("A page.", PAGE)
DONE = _described("Done.", DATA, schema=named("Answer"))
ONWARD: Schema = {"description": "Done: look there.", "headers": {"location": {"schema": {"type": "string"}}}}
REFUSED = _described("The request was refused, and nothing has changed.", DATA, PAGE, schema=named("Error"))
STUDIED = {
    "200": _described("What follows.", DATA, PAGE, schema=named("Studied")),
    "400": _described("What is wrong.", DATA, PAGE, schema={"anyOf": [named("Studied"), named("Error")]}),
}
SOUGHT = {"200": _refreshed("is looked for"), "303": ONWARD}
RUNNING = {"200": _refreshed("runs")}
RESPONSES: dict[str, dict[str, Schema]] = {  # by handler; others send a page, and posts as `DONE` and `ONWARD`
    "make_link": {"200": _described("The link.", DATA, PAGE, schema=named("PlayerLink"))},
    "open_seat": {"303": ONWARD},
    "show": {"200": PAGE_SHOWN, "303": ONWARD},
    "view": _sent("View"),
    "fair": _sent("Fair", PAGE),
    "last_deal": _sent("ShownStep", PAGE),
    "replay": _sent("ShownStep", PAGE),
    "replay_moves": _sent("ReplayMoves"),
    "solution": _sent("ShownStep", PAGE),
    "solution_moves": _sent("ReplayMoves"),
    **dict.fromkeys(("api_description", "live", "ready"), _sent("")),
    "hint": {"200": _described("The hint.", DATA, PAGE, schema=named("Hinted"))},
    "download": {"200": _described("The record, one JSON value a line.", "application/jsonl")},
    "own_csv": {"200": _described("A line for each game.", "text/csv; charset=utf-8")},
    "metrics": {"200": _described("The figures, in text.", CONTENT_TYPE_LATEST)},
    "manifest": {"200": _described("For the browser.", "application/manifest+json")},
    "service_worker": {"200": _described("For the browser.", "text/javascript; charset=utf-8")},
    "table_script": {"200": _described("For the browser.", "text/javascript; charset=utf-8")},
    **dict.fromkeys(("workbench", "study"), STUDIED),
    **dict.fromkeys(("practice", "own_mistakes"), SOUGHT),
    **dict.fromkeys(("playtest", "chart"), RUNNING),
    "more": {"200": _described("A part of the page.", PAGE)},
    "report": {"200": _described("The report.", *MEDIA_TYPES.values())},
}


REFUSALS = (400, 403, 404, 405, 409, 421, 429, 503)  # of any request
POST_REFUSALS = (408, 411, 413, 415)


def responses(route: Route) -> dict[str, Schema]:
    """Return the responses of a route by status."""
    posts = "POST" in (route.methods or ())
    accepted = {"200": DONE, "303": ONWARD} if posts else {"200": PAGE_SHOWN}
    refusals = sorted((*REFUSALS, *(POST_REFUSALS if posts else ())))
    return {str(status): REFUSED for status in refusals} | RESPONSES.get(route.name, accepted)


def static_responses() -> dict[str, Schema]:
    """Return the responses of the static files, by status."""
    error = _described("No such file.", DATA, PAGE, schema=named("Error"))
    return {
        "200": _described("The file.", "*/*"),
        "304": {"description": "The file has not changed."},
        **dict.fromkeys(("400", "404", "405"), error),
    }
