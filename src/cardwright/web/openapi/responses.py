"""The responses of each route, by the name of its handler."""

from prometheus_client import CONTENT_TYPE_LATEST
from starlette.routing import Route

from cardwright.web.openapi.schemas import DATA, PAGE, Schema, named
from cardwright.web.routes.workbench import MEDIA_TYPES


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


POSTED = (400, 403, 408, 411, 413, 415)
WITH_LOG = (
    *("open_table", "lobby", "new_table", "own_games_page", "own_statistics", "own_csv", "remove_game"),
    *("daily_page", "play_daily", "find_player", "play", "publish", "published", "published_list"),
    *("workbench", "study", "own_mistakes", "ratings_page", "agree"),
    *("people_page", "answer_invitation", "mute_person", "close_to_people"),
    *("browsers_page", "make_link", "link_page", "open_link", "close_others", "leave_player"),
    *("clubs_page", "found_club", "club_page", "join_club", "leave_club", "set_evening", "evening_file"),
)
BUSY = {
    *("hint", "move", "undo", "say", "leave", "back", "again", "agree_to_show", "sit", "open_table"),
    *("last_deal", "replay", "new_table"),
    *("silence", "download", "open_seed", "hurry", "practice", "own_mistakes", "agree", "odds_page"),
    *("go_on", "remove_game", "play_daily", "find_player", "report", "play", "start_playtest"),
    *("publish", "published", "start_chart"),
    *("found_club", "join_club", "leave_club", "set_evening"),
    *("make_link", "link_page", "open_link", "close_others", "leave_player"),
    *("answer_invitation", "mute_person", "close_to_people"),
}
OF_PLAYERS = ("link", "open_seat", "download", "remove_game", "review", "next_game", "new_table")


def _refusals(route: Route) -> set[int]:
    """Return the statuses with which a route may refuse a request."""
    found = {400, 404, 405, 421, 429}
    found |= set(POSTED) if "POST" in (route.methods or ()) else set()
    found |= {409} if route.name in BUSY or "{id}" in route.path else set()
    found |= {403} if route.name in OF_PLAYERS else set()
    found |= {503} if route.name == "practice" or "{id}" in route.path or route.name in (*WITH_LOG, "ready") else set()
    return found


def responses(route: Route) -> dict[str, Schema]:
    """Return the responses of a route by status."""
    accepted = {"200": DONE, "303": ONWARD} if "POST" in (route.methods or ()) else {"200": PAGE_SHOWN}
    refusals = {str(status): REFUSED for status in sorted(_refusals(route))}
    return refusals | RESPONSES.get(route.name, accepted)


def static_responses() -> dict[str, Schema]:
    """Return the responses of the static files, by status."""
    error = _described("No such file.", DATA, PAGE, schema=named("Error"))
    return {
        "200": _described("The file.", "*/*"),
        "304": {"description": "The file has not changed."},
        **dict.fromkeys(("400", "404", "405"), error),
    }
