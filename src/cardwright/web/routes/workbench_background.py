"""Background work of the workbench: playtests and charts of starting hands, each with a page of its own."""

from collections.abc import Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from cardwright import declared_variants, games
from cardwright.cardroom.workbench import analysis, background_jobs
from cardwright.cardroom.workbench.background_work import BackgroundWork
from cardwright.errors import BadOption, CardwrightError
from cardwright.ranking import declaration as declarations
from cardwright.standard_error import MIN_SHOWN_SAMPLES
from cardwright.web import render, requests, responses
from cardwright.web.app_state import state_of
from cardwright.web.refused import Refused
from cardwright.web.workbench_links import address
from cardwright.web.workbench_page import OWN, TESTERS, refusal_page, terms_of, variants
from cardwright.wording import isolated, one_of

OWN_CARDS, BOARD_CARDS, CHART_PLAYERS = (1, analysis.MAX_CHARTED_CARDS), (0, 8), (2, 10)  # least and most, of a chart
HEATS_COUNT = 4  # shades of a chart


def _page(template: str, work: BackgroundWork, **values: Any) -> Response:
    """Return the page of some work, which is loaded again until the work has ended."""
    text = work.terms["text"]
    link = address(text, work.terms["variant"])
    body = render.page(template, work=work, title=declarations.parse(text).title, link=link, **values)
    return responses.loads_again(body) if work.running else HTMLResponse(body)


def _owner(request: Request) -> str:
    """Return the secret of a browser, "" for one that has none yet."""
    return next(iter(requests.secrets(request)), "")


# Playtests


async def _refusal(request: Request, text: str, variant: str, players: int) -> str:
    """Return why a declaration cannot be played so, such as for hands of another size, or an empty text if it can."""
    try:
        await state_of(request).workbench.long(analysis.try_out, text, variant, players)
    except CardwrightError as problem:
        return str(problem)
    return ""


async def start_playtest(request: Request) -> Response:
    """Start deals between bots by a declaration, compared with the table before, and show how far they are."""
    form = await requests.form(request, "toml", OWN, "of", "before", "variant", "players", "bot")
    variant, players = terms_of(form)
    text, before, bot = form.get("toml", ""), form.get("before", ""), form.get("bot", "caller")
    if bot not in games.bot_names(games.VARIANT_GAME):
        raise BadOption("bot", bot, one_of(games.bot_names(games.VARIANT_GAME)))
    try:
        await state_of(request).workbench.long(analysis.try_out, text, variant, players)
        has_before = bool(before) and before != text
        not_compared = await _refusal(request, before, variant, players) if has_before else ""
        compared = (before,) if has_before and not not_compared else ()
        name = state_of(request).works.start(
            background_jobs.playtest,
            [(each, variant, players, bot) for each in (text, *compared)],
            background_jobs.MAX_DEALS,
            _owner(request),
            text=text,
            variant=form.get(OWN, ""),
            players=players,
            bot=TESTERS.get(bot, bot),
            played_as=dict(variants()).get(variant) or isolated(declared_variants.title(variant)),
            not_compared=not_compared,
        )
    except CardwrightError as problem:
        return await refusal_page(request, form, problem)
    return responses.go_to(request, f"/workbench/playtest/{name}")


async def playtest(request: Request) -> Response:
    """Show the results of a playtest so far. It is kept until other work takes its place."""
    if state_of(request).works.is_elsewhere(request.path_params["work"]):
        return responses.ask_again(request)
    work = state_of(request).works.find(background_jobs.playtest, request.path_params["work"])
    return _page("playtest.html", work, least=MIN_SHOWN_SAMPLES)


# Charts of starting hands


async def start_chart(request: Request) -> Response:
    """Start a chart of the starting hands of a declaration: how much of the pot each wins against random hands."""
    form = await requests.form(request, "toml", OWN, "of", "own", "from-hole", "board", "players")
    text = form.get("toml", "")
    from_hole = _between(form, "from-hole", 1, *OWN_CARDS) if form.get("from-hole") else None
    hole, board = _between(form, "own", 2, *OWN_CARDS), _between(form, "board", 5, *BOARD_CARDS)
    players = _between(form, "players", 2, *CHART_PLAYERS)
    try:
        asked = (text, hole, from_hole, board, players)
        groups = await state_of(request).workbench.long(background_jobs.starting_count, *asked)
        name = state_of(request).works.start(
            background_jobs.starting_hands,
            [asked],
            groups,
            _owner(request),
            text=text,
            variant=form.get(OWN, ""),
            own=hole,
            from_hole=from_hole,
            board=board,
            players=players,
        )
    except CardwrightError as problem:
        return await refusal_page(request, form, problem)
    return responses.go_to(request, f"/workbench/starting/{name}")


def _between(form: dict[str, str], name: str, default: int, least: int, most: int) -> int:
    """Return a number of a form. Raises `Refused`."""
    number = requests.count(form.get(name, str(default)), 2)
    if number is None or not least <= number <= most:
        raise Refused(400, f"{name}: a number from {least:,} to {most:,}")
    return number


async def chart(request: Request) -> Response:
    """Show a chart of starting hands as far as it is computed. It is kept until other work takes its place."""
    if state_of(request).works.is_elsewhere(request.path_params["work"]):
        return responses.ask_again(request)
    work = state_of(request).works.find(background_jobs.starting_hands, request.path_params["work"])
    hands = sorted(work.results[0] or (), key=lambda hand: -hand.share)
    return _page(
        "starting.html", work, hands=hands, grid=_grid(hands), heat=_heat(hands), deals=background_jobs.STARTING_DEALS
    )


def _heat(hands: list[background_jobs.StartingHand]) -> Callable[[background_jobs.StartingHand], int]:
    """Return the shade of a hand: its quarter of all hands, 4 for the best ones."""
    shade, passed, total = {}, 0, sum(hand.ways for hand in hands)
    for hand in hands:
        shade[hand.name] = HEATS_COUNT - HEATS_COUNT * passed // total
        passed += hand.ways
    return lambda hand: shade[hand.name]


def _grid(hands: list[background_jobs.StartingHand]) -> list[list[background_jobs.StartingHand | None]]:
    """Return the hands by their places in rows, none if some have no place or share one."""
    places = {hand.place: hand for hand in hands if hand.place is not None}
    if len(places) < len(hands) or not places:
        return []
    size = 1 + max(max(place) for place in places)
    return [[places.get((row, column)) for column in range(size)] for row in range(size)]
