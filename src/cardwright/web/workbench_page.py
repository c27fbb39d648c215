"""The page of the workbench: the analysis of a declaration, and the terms of a game by it.

Every answer is computed in a process that can be stopped.
"""

import asyncio
import functools
from typing import Any, NamedTuple

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from cardwright import declared_variants, games
from cardwright.cardroom.commitments import new_id
from cardwright.cardroom.kept_work import RunningTasks
from cardwright.cardroom.logs.published import Design
from cardwright.cardroom.workbench import analysis
from cardwright.cardroom.workbench.analysis import Ordered, Study, StudyMore
from cardwright.errors import BadDeclaration, CardwrightError
from cardwright.ranking import declaration as declarations
from cardwright.web import render, requests, responses, workbench_form, workbench_problems
from cardwright.web.app_state import state_of
from cardwright.web.bot_choices import bots_of
from cardwright.web.refused import Refused
from cardwright.web.workbench_form import RUNS, TIES, DeclarationForm
from cardwright.web.workbench_links import address
from cardwright.wording import isolated

HANDS_WAIT_S = 1.5  # that a page waits for hands dealt
WAITING = "Hands are being dealt: load the page once more to see them."
PLAYERS_COUNT = 3  # at a table, unless the form says otherwise
TESTERS = {
    "caller": "bots that call every bet, so that every hand is shown",
    "fast": "bots that bet by the value of their hands",
    "random": "bots that play any legal move",
}
STARTS = {"Games of this cardroom": declarations.names(), "Other games": declarations.collection()}
MEDIA_TYPES = {
    "md": "text/markdown",
    "html": "text/html",
    "csv": "text/csv",
    "svg": "image/svg+xml",
    "toml": "application/toml",
    "variant": "application/toml",
}
OWN = "own-variant"  # in place of a variant's name: the one that the form holds as text, in a field of this name


def with_line_end(text: str) -> str:
    """Return the text of a declaration so that it cannot be read as a name."""
    return text if "\n" in text else f"{text}\n"


async def show(
    request: Request,
    text: str,
    before: str,
    own_variant: str = "",
    *,
    of: str = "",
    error: str = "",
    by_form: bool = False,
    ordered: Ordered | None = None,
) -> Response:
    """Return the page, or its parts for the script; an error keeps the text as it was written.

    ``own_variant`` is a variant of one's own, "" without one. ``of`` is the published declaration that is worked on.
    ``by_form``: a fault is named by the field, not by the key.
    ``ordered`` says how the lines have just been ordered by rarity.
    """
    study, form, fault = await _studied(request, text, before, by_form=by_form)
    try:
        own_title = await title_of(request, own_variant)
    except BadDeclaration as problem:
        own_title, fault = "", fault or str(problem)
    error = error or fault
    link = f"{requests.base(request)}{address(text, own_variant)}" if study else ""
    values: dict[str, Any] = {"study": study, "error": error, "version": None, "ordered": ordered}
    values["takes_all"] = form.takes_all if form else ""
    if requests.wants_json(request):
        parts = {
            "error": error,
            "toml": text,
            "own_variant": own_variant,
            "own_title": own_title,
            "link": link,
            "results": render.page("workbench_results.html", **values),
            "form": render.page("workbench_form.html", form=form, ties=TIES, runs=RUNS) if form else "",
        }
        return responses.json(parts)
    values |= {"form": form, "text": text, "before": text, "link": link}
    values |= {"own_variant": own_variant, "own_title": own_title, "query": request.url.query}
    more = await soon(request, text, own_variant) if study else StudyMore()
    await run_in_threadpool(_starts)  # the first time it reads all their files
    body = _page(request, values, more, await own_design(request, of))
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
        study = await state_of(request).workbench.quick(analysis.study, text, before if before != text else "")
    except CardwrightError as problem:
        why = workbench_problems.by_field(str(problem)) if by_form else str(problem)
        if form:
            why = workbench_problems.other_size(form, str(problem)) or workbench_problems.one_rank(form, why)
        return StudiedText(None, form, why)
    return StudiedText(study, form, "")


@functools.cache
def _starts() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the tables that the page can start from: groups of names and titles."""
    return [(group, [(name, declarations.load(name).title) for name in names]) for group, names in STARTS.items()]


def play_choices(request: Request) -> dict[str, Any]:
    """Return the choices of the form that deals with a table of hands."""
    return {
        "variants": variants(),
        "games": variants(own=True),
        "bots": bots_of(games.VARIANT_GAME),
        "called": requests.player_name(request),
        "table": new_id(),
        "players": requests.count(request.query_params.get("players", ""), 2) or PLAYERS_COUNT,
    }


def _page(request: Request, values: dict[str, Any], more: StudyMore, design: Design | None) -> str:
    """Return the whole page: the analysis of a declaration, and the choices of its forms."""
    return render.page(
        "workbench.html",
        **values,
        ties=TIES,
        runs=RUNS,
        more=more,
        starts=_starts(),
        **play_choices(request),
        design=design.id if design else new_id(),
        published=design,
        formats=list(MEDIA_TYPES),
        testers=TESTERS,
    )


async def refusal_page(request: Request, form: dict[str, str], problem: CardwrightError) -> Response:
    """Return the workbench with the reason why a form's declaration is refused; a script gets the error."""
    if requests.wants_json(request):
        raise problem
    text = form.get("toml", "")
    return await show(request, text, text, form.get(OWN, ""), of=form.get("of", ""), error=str(problem))


async def title_of(request: Request, own_variant: str) -> str:
    """Return the title of a variant of one's own, "" without one. Raises `BadDeclaration`."""
    title: str = await state_of(request).workbench.quick(analysis.variant_title, own_variant) if own_variant else ""
    return isolated(title)


async def own_design(request: Request, id: str) -> Design | None:
    """Return a published declaration if this browser published it."""
    design = await requests.cardroom(request).designs.find(id) if id else None
    return design if design and design.key in requests.keys_of(request, design.id) else None


async def soon(request: Request, text: str, own_variant: str) -> StudyMore:
    """Return the slower part of the analysis if it is there soon; else the script or the reloaded page asks again."""
    task = _tasks.start(find_more(request, text, own_variant))
    done, _ = await asyncio.wait({task}, timeout=HANDS_WAIT_S)
    return task.result() if done else StudyMore(refused=WAITING)


_tasks = RunningTasks()


async def find_more(request: Request, text: str, own_variant: str, deal: int = 0) -> StudyMore:
    """Return the slower part of the analysis: hands dealt by a declaration, ties, and counts with more cards."""
    try:
        results: StudyMore = await state_of(request).workbench.long(analysis.more, text, deal, own_variant)
    except CardwrightError as problem:
        return StudyMore(refused=str(problem))
    return results


def variants(*, own: bool = False) -> list[tuple[str, str]]:
    """Return the variants with their titles, and with ``own`` the games that play any ranking by their own rules."""
    listed = declared_variants.option()
    choices = [(str(choice), listed.meaning(choice)) for choice in listed.choices]
    rooms = [(name, games.room(name)) for name in games.RANKING_GAMES if own]
    return [*choices, *((name, f"{room.title}: {room.about}") for name, room in rooms)]


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
        raise Refused(400, "players: must be a whole number from 2 to 20")
    return variant, players
