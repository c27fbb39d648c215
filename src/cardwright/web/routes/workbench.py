"""The workbench: a deck and a table of hands as a form and as text, what follows from them, and a game by them.

Every answer is computed in a process that can be stopped. A declaration travels in the address of the page.
"""

import asyncio
import functools
from collections.abc import Sequence
from typing import Any, NamedTuple
from urllib.parse import quote

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from cardwright import games
from cardwright.cardroom.commitments import new_name
from cardwright.cardroom.logs.published import Design
from cardwright.cardroom.tables.settings import may_take_seats
from cardwright.cardroom.workbench import analysis
from cardwright.cardroom.workbench.analysis import Study, StudyMore
from cardwright.cardroom.workbench.workers import Workbench
from cardwright.errors import BadDeclaration, BadOption, CardwrightError, UnknownName
from cardwright.ranking import declaration as declarations
from cardwright.ranking import toml_writer
from cardwright.ranking.rule_book import FORMATS
from cardwright.web import render, requests, responses, workbench_edits, workbench_form, workbench_problems
from cardwright.web.routes import lobby
from cardwright.web.routes.new_table import other_seats
from cardwright.web.routes.tables import sit_down
from cardwright.web.security import Refused
from cardwright.web.workbench_form import FORM_FIELDS, LINE_FIELDS, RUNS, TIES, DeclarationForm
from cardwright.web.workbench_links import address, unpack
from cardwright.wording import isolated

HANDS_WAIT_S = 1.5  # that a page waits for hands dealt
WAITING = "Hands are being dealt: load the page once more to see them."
MAX_FIELDS = 1200  # of a form
PLAYERS_COUNT = 3  # at a table, unless the form says otherwise
TESTERS = {
    "caller": "bots that call every bet, so that every hand is shown",
    "fast": "bots that bet by the value of their hands",
    "random": "bots that play any legal move",
}
STARTS = {"Games of this cardroom": declarations.names(), "Other games": declarations.collection()}
# What orders the lines: by the hands as dealt, or by the best hands of more cards.
FIXES = {"fix": None} | {f"fix-{cards}": cards for cards in range(2, analysis.MAX_ORDER_CARDS + 1)}
MEDIA_TYPES = {"md": "text/markdown", "html": "text/html", "csv": "text/csv", "svg": "image/svg+xml"}
OWN = "own-variant"  # in place of a variant's name: the one that the form holds as text, in a field of this name
PLAY_FIELDS = ("toml", OWN, "of", "variant", "players", "others", "people", "name", "commitment", "table")


def processes(request: Request) -> Workbench:
    """Return the processes that compute answers."""
    return request.app.state.workbench  # type: ignore[no-any-return]


def with_line_end(text: str) -> str:
    """Return the text of a declaration so that it cannot be read as a name."""
    return text if "\n" in text else f"{text}\n"


# The page


async def workbench(request: Request) -> Response:
    """Show the workbench with the declaration in the address, or with one to start from."""
    given, variant = request.query_params.get("d", ""), request.query_params.get("v", "")
    try:
        text = unpack(given) if given else workbench_form.start(request.query_params.get("start", ""))
        own = unpack(variant) if variant else ""
    except BadDeclaration as problem:
        return await show(request, workbench_form.BLANK, workbench_form.BLANK, error=str(problem))
    return await show(request, text, text, own, of=request.query_params.get("of", ""))


async def study(request: Request) -> Response:
    """Take a change of the form or of the text, and return what follows from it.

    With ``do`` a line is added, moved or left out, the usual hands are put in, the lines are ordered by rarity, or a
    variant is taken to be changed.
    """
    fields = await requests.pairs(request, MAX_FIELDS)
    known = dict(fields)
    requests.check_fields(
        known, ("do", "before", *PLAY_FIELDS, *FORM_FIELDS, *(f"line-{name}" for name in LINE_FIELDS))
    )
    do, before = known.get("do", "toml"), known.get("before", "")
    text, own, of = known.get("toml", ""), known.get(OWN, ""), known.get("of", "")
    moved: tuple[str, ...] = ()
    try:
        if do in FIXES:
            text, moved = await processes(request).long(analysis.fix, text, FIXES[do])
        elif do == "variant":
            own = _variant_to_change(known)
        elif do != "toml":
            text = _change(do, fields)
    except CardwrightError as problem:
        return await show(request, text, before, own, of=of, error=workbench_problems.by_field(str(problem)))
    return await show(request, text, before, own, of=of, by_form=do not in ("toml", "variant"), moved=moved)


def _variant_to_change(form: dict[str, str]) -> str:
    """Return the text of the variant that a form names, or that it holds. Raises `UnknownName`."""
    name, known = form.get("variant", ""), [name for name, _ in variants()]
    if name == OWN:
        return form.get(OWN, "")
    if name not in known:  # such as a game of its own, which has no declaration
        raise UnknownName("variant of poker", name, known)
    return games.variant_text(name)


def _change(do: str, fields: Sequence[tuple[str, str]]) -> str:
    """Return the text of the declaration after a change of the form."""
    form = workbench_form.read(fields)
    word, _, place = do.partition("-")
    number = requests.count(place or "0", 3)
    if word in ("up", "down", "remove") and number is not None:
        form = workbench_edits.moved(form, number, {"up": -1, "down": 1, "remove": 0}[word])
    elif do == "add":
        form = workbench_edits.with_line(form)
    elif do == "usual":
        form = workbench_edits.usual(form)
    elif do == "form":
        form = workbench_edits.with_usual_while_own(form)
    else:
        raise BadOption("do", do, "form, toml, fix, fix-N, add, usual, variant, up-N, down-N or remove-N")
    return toml_writer.write(workbench_form.table_of(form))


async def show(
    request: Request,
    text: str,
    before: str,
    own: str = "",
    *,
    of: str = "",
    error: str = "",
    by_form: bool = False,
    moved: tuple[str, ...] = (),
) -> Response:
    """Return the page, or its parts for the script; an error keeps the text as it was written.

    ``own`` is a variant of one's own, "" without one. ``of`` is the published declaration that is worked on.
    ``by_form``: a fault is named by the field, not by the key.
    ``moved`` says how the lines were ordered by rarity.
    """
    found, form, fault = await _studied(request, text, before, by_form=by_form)
    try:
        own_title = await title_of(request, own)
    except BadDeclaration as problem:
        own_title, fault = "", fault or str(problem)
    error = error or fault
    link = f"{requests.base(request)}{address(text, own)}" if found else ""
    shown: dict[str, Any] = {"study": found, "error": error, "version": None, "moved": moved}
    shown["takes_all"] = form.takes_all if form else ""
    if requests.wants_json(request):
        parts = {
            "error": error,
            "toml": text,
            "own_variant": own,
            "own_title": own_title,
            "link": link,
            "results": render.page("workbench_results.html", **shown),
            "form": render.page("workbench_form.html", form=form, ties=TIES, runs=RUNS) if form else "",
        }
        return responses.json(parts)
    shown |= {"form": form or workbench_form.form_of(workbench_form.BLANK), "text": text, "before": text, "link": link}
    shown |= {"own_variant": own, "own_title": own_title}
    more = await soon(request, text, own) if found else StudyMore()
    await run_in_threadpool(_starts)  # the first time it reads all their files
    body = _page(request, shown, more, await own_design(request, of))
    return responses.form_page(request, body, 400 if error else 200)


class StudiedText(NamedTuple):
    """The study of a declaration, its form, and its fault; None and "" for those that there are not."""

    study: Study | None
    form: DeclarationForm | None
    fault: str


async def _studied(request: Request, text: str, before: str, *, by_form: bool) -> StudiedText:
    form: DeclarationForm | None = None
    try:
        analysis.check_length(text)
        form = workbench_form.form_of(text)
        found = await processes(request).quick(analysis.study, text, before if before != text else "")
    except CardwrightError as problem:
        said = workbench_problems.by_field(str(problem)) if by_form else str(problem)
        if form:
            said = workbench_problems.other_size(form, str(problem)) or workbench_problems.one_rank(form, said)
        return StudiedText(None, form, said)
    return StudiedText(found, form, "")


@functools.cache
def _starts() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the tables that the page can start from: groups of names and titles."""
    return [(group, [(name, declarations.load(name).title) for name in names]) for group, names in STARTS.items()]


def play_choices(request: Request) -> dict[str, Any]:
    """Return what the form to deal a table of hands offers."""
    return {
        "variants": variants(),
        "games": variants(own=True),
        "bots": lobby.bots_of(games.VARIANT_GAME),
        "called": requests.player_name(request),
        "table": new_name(),
        "players": requests.count(request.query_params.get("players", ""), 2) or PLAYERS_COUNT,
    }


def _page(request: Request, shown: dict[str, Any], more: StudyMore, design: Design | None) -> str:
    """Return the whole page: what it shows of a declaration, and what its forms offer."""
    return render.page(
        "workbench.html",
        **shown,
        ties=TIES,
        runs=RUNS,
        more=more,
        starts=_starts(),
        **play_choices(request),
        design=design.id if design else new_name(),
        published=design,
        formats=list(FORMATS),
        testers=TESTERS,
    )


async def refusal_page(request: Request, form: dict[str, str], problem: CardwrightError) -> Response:
    """Return the workbench with what cannot be done with the declaration of a form; a script gets the error."""
    if requests.wants_json(request):
        raise problem
    text = form.get("toml", "")
    return await show(request, text, text, form.get(OWN, ""), of=form.get("of", ""), error=str(problem))


async def title_of(request: Request, own: str) -> str:
    """Return the title of a variant of one's own, "" without one. Raises `BadDeclaration`."""
    title: str = await processes(request).quick(analysis.variant_title, own) if own else ""
    return isolated(title)


async def own_design(request: Request, id: str) -> Design | None:
    """Return a published declaration if this browser published it."""
    design = await requests.cardroom(request).designs.find(id) if id else None
    return design if design and design.key in requests.keys_of(request, design.id) else None


async def soon(request: Request, text: str, own: str) -> StudyMore:
    """Return what takes longer, if it is there soon; the script, or the page loaded again, asks once more."""
    task = asyncio.create_task(_more(request, text, own))
    _tasks.add(task)
    task.add_done_callback(_tasks.discard)
    done, _ = await asyncio.wait({task}, timeout=HANDS_WAIT_S)
    return task.result() if done else StudyMore(refused=WAITING)


_tasks: set[asyncio.Task[StudyMore]] = set()  # the event loop itself keeps no task alive


async def _more(request: Request, text: str, own: str, deal: int = 0) -> StudyMore:
    try:
        found: StudyMore = await processes(request).long(analysis.more, text, deal, own)
    except CardwrightError as problem:
        return StudyMore(refused=str(problem))
    return found


async def more(request: Request) -> Response:
    """Return hands dealt by a declaration, its ties, and its counts with more cards, as a part of the page."""
    form = await requests.form(request, "toml", OWN, "deal")
    deal = requests.count(form.get("deal", "0"), 6) or 0
    found = await _more(request, form.get("toml", ""), form.get(OWN, ""), deal)
    return HTMLResponse(render.page("workbench_more.html", more=found, version=None))


def variants(*, own: bool = False) -> list[tuple[str, str]]:
    """Return the variants with their titles, and with ``own`` the games that play any ranking by their own rules."""
    listed = games.variants()
    found = [(str(choice), listed.meaning(choice)) for choice in listed.choices]
    rooms = [(name, games.room(name)) for name in games.RANKING_GAMES if own]
    return [*found, *((name, f"{room.title}: {room.about}") for name, room in rooms)]


async def report(request: Request) -> Response:
    """Return the report of a declaration for a rule book, to be kept as a file."""
    form = await requests.form(request, "toml", "format")
    kind = form.get("format", "md")
    name, body = await processes(request).long(analysis.report, form.get("toml", ""), kind)
    kept = {"content-disposition": f"attachment; filename*=UTF-8''{quote(name)}"}
    return Response(body, media_type=MEDIA_TYPES[kind], headers=kept)


# A game


def terms_of(form: dict[str, str], *, own: bool = False) -> tuple[str, int]:
    """Return the variant, a name or a text, and the players of a form; with ``own`` perhaps another game.

    Raises `Refused`.
    """
    variant = form.get("variant", "texas-holdem")
    players = requests.count(form.get("players", str(PLAYERS_COUNT)), 2)
    if variant == OWN:
        variant = with_line_end(form.get(OWN, ""))
    elif variant not in dict(variants(own=own)):
        raise Refused(400, f"unknown variant: {variant[:60]!r}")
    if players is None:
        raise Refused(400, "players: a number of players")
    return variant, players


async def play(request: Request) -> Response:
    """Open a table of poker for a declaration, after bots have played a deal by it, and sit down at it."""
    form = await requests.form(request, *PLAY_FIELDS)
    text, (variant, players) = form.get("toml", ""), terms_of(form, own=True)
    text = with_line_end(text)
    requests.commitment(form)
    try:
        await processes(request).long(analysis.try_out, text, variant, players)
        name, options = analysis.table_of(text, variant, players)
        # In a thread, so that the tables of this process go on: the next call finds the ranking compiled.
        await run_in_threadpool(games.create, name, **options)
        # The form offers the bots of poker; of another game the strongest plays.
        fits = form.get("others") in may_take_seats(name)
        others = other_seats(form if fits else form | {"others": games.strongest_bot(name)}, name, players - 1)
    except CardwrightError as problem:
        return await refusal_page(request, form, problem)
    live = await requests.cardroom(request).open(name, options, others, listed=False)
    return await sit_down(request, live, form)
