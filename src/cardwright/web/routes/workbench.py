"""The workbench: a deck and a table of hands as a form and as text, their analysis, and a game by them.

Every answer is computed in a process that can be stopped. A declaration travels in the address of the page.
"""

from collections.abc import Sequence
from urllib.parse import quote

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from cardwright import declared_variants, games
from cardwright.cardroom.tables.settings import may_take_seats
from cardwright.cardroom.workbench import analysis
from cardwright.errors import BadDeclaration, BadOption, CardwrightError, UnknownName
from cardwright.ranking import toml_writer
from cardwright.web import render, requests, workbench_edits, workbench_form, workbench_problems
from cardwright.web.app_state import state_of
from cardwright.web.routes.new_table import other_seats
from cardwright.web.routes.tables import sit_down
from cardwright.web.workbench_form import FORM_FIELDS, LINE_FIELDS
from cardwright.web.workbench_links import unpack
from cardwright.web.workbench_page import (
    MEDIA_TYPES,
    OWN,
    find_more,
    refusal_page,
    show,
    terms_of,
    variants,
    with_line_end,
)

MAX_FIELDS = 1200  # of a form
# The values of ``do`` that order the lines by rarity: of the hands as dealt, or of the best hands of more cards.
FIXES = {"fix": None} | {f"fix-{cards}": cards for cards in range(2, analysis.MAX_ORDER_CARDS + 1)}
PLAY_FIELDS = ("toml", OWN, "of", "variant", "players", "others", "people", "name", "commitment", "table")


async def workbench(request: Request) -> Response:
    """Show the workbench with the declaration in the address, or with one to start from."""
    packed, variant = request.query_params.get("d", ""), request.query_params.get("v", "")
    try:
        text = unpack(packed) if packed else workbench_form.start(request.query_params.get("start", ""))
        own_variant = unpack(variant) if variant else ""
    except BadDeclaration as problem:
        return await show(request, workbench_form.BLANK, workbench_form.BLANK, error=str(problem))
    return await show(request, text, text, own_variant, of=request.query_params.get("of", ""))


async def study(request: Request) -> Response:
    """Take a change of the form or of the text, and return the analysis.

    With ``do`` a line is added, moved or removed, the usual hands are put in, the lines are ordered by rarity, or a
    variant is opened for changes.
    """
    fields = await requests.pairs(request, MAX_FIELDS)
    entries = dict(fields)
    requests.check_fields(
        entries, ("do", "before", *PLAY_FIELDS, *FORM_FIELDS, *(f"line-{name}" for name in LINE_FIELDS))
    )
    do, before = entries.get("do", "toml"), entries.get("before", "")
    text, own_variant, of = entries.get("toml", ""), entries.get(OWN, ""), entries.get("of", "")
    ordered: analysis.Ordered | None = None
    try:
        if do in FIXES:
            text, ordered = await state_of(request).workbench.long(analysis.fix, text, FIXES[do])
        elif do == "variant":
            own_variant = _variant_to_change(entries)
        elif do != "toml":
            text = _change(do, fields)
    except CardwrightError as problem:
        return await show(request, text, before, own_variant, of=of, error=workbench_problems.by_field(str(problem)))
    return await show(request, text, before, own_variant, of=of, by_form=do not in ("toml", "variant"), ordered=ordered)


def _variant_to_change(form: dict[str, str]) -> str:
    """Return the text of the variant that a form names, or that it holds. Raises `UnknownName`."""
    name, names = form.get("variant", ""), [name for name, _ in variants()]
    if name == OWN:
        return form.get(OWN, "")
    if name not in names:  # such as a game with rules in code, which has no declaration
        raise UnknownName("variant of poker", name, names)
    return declared_variants.text_of(name)


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


async def more(request: Request) -> Response:
    """Return hands dealt by a declaration, its ties, and its counts with more cards, as a part of the page."""
    form = await requests.form(request, "toml", OWN, "deal")
    deal = requests.count(form.get("deal", "0"), 6) or 0
    results = await find_more(request, form.get("toml", ""), form.get(OWN, ""), deal)
    return HTMLResponse(render.page("workbench_more.html", more=results, version=None))


async def report(request: Request) -> Response:
    """Return the report of a declaration for a rule book, its text or that of a variant, to be kept as a file."""
    form = await requests.form(request, "toml", OWN, "format")
    kind = form.get("format", "md")
    text, own_variant = form.get("toml", ""), form.get(OWN, "")
    name, body = await state_of(request).workbench.long(analysis.report, text, kind, own_variant)
    kept = {"content-disposition": f"attachment; filename*=UTF-8''{quote(name)}"}
    return Response(body, media_type=MEDIA_TYPES[kind], headers=kept)


async def play(request: Request) -> Response:
    """Open a table of poker for a declaration, after bots have played a deal by it, and sit down at it."""
    form = await requests.form(request, *PLAY_FIELDS)
    text, (variant, players) = form.get("toml", ""), terms_of(form, own=True)
    text = with_line_end(text)
    requests.commitment(form)
    try:
        await state_of(request).workbench.long(analysis.try_out, text, variant, players)
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
