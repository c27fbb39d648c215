"""Published declarations: a designer publishes a version by the workbench, and others see, copy and play it."""

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from cardwright.cardroom.commitments import TABLE_ID, new_id
from cardwright.cardroom.logs.published import MAX_NOTE_CHARS, MAX_TITLE_CHARS, Design, Published
from cardwright.cardroom.seat_keys import hashed, seat_secret
from cardwright.cardroom.workbench import analysis
from cardwright.cardroom.workbench.analysis import Study
from cardwright.errors import PlayError, UnknownName
from cardwright.play.clock import utc_date
from cardwright.web import render, requests, responses
from cardwright.web.app_state import state_of
from cardwright.web.refused import Refused
from cardwright.web.workbench_links import address
from cardwright.web.workbench_page import (
    OWN,
    own_design,
    play_choices,
    refusal_page,
    soon,
    title_of,
    with_line_end,
)
from cardwright.wording import printable_line

MAX_VERSION_DIGITS = 4


async def publish(request: Request) -> Response:
    """Publish a declaration under a link: the first version of an id that is new, or else the next one."""
    form = await requests.form(request, "toml", OWN, "design", "number", "name", "note", "listed")
    design, text = form.get("design", "") or new_id(), with_line_end(form.get("toml", ""))
    variant = form.get(OWN, "").strip() and with_line_end(form[OWN])
    if not TABLE_ID.fullmatch(design):
        raise Refused(400, "design: the id of a published declaration, or none for a new one")
    study: Study = await state_of(request).workbench.quick(analysis.study, text, "")
    await title_of(request, variant)
    secret = requests.own_secret(request)
    entry = Published(
        text,
        printable_line(study.title, MAX_TITLE_CHARS),
        hashed(seat_secret(secret, design)),
        requests.name_in(form),
        printable_line(form.get("note", ""), MAX_NOTE_CHARS),
        variant,
    )
    listed = requests.flag(form, "listed")
    number = requests.count(form.get("number", ""), MAX_VERSION_DIGITS)
    try:
        version = await requests.cardroom(request).designs.publish(design, entry, listed=listed, number=number)
    except PlayError as problem:
        return await refusal_page(request, {**form, "of": design}, problem)
    answer = responses.go_to(request, f"/workbench/published/{design}/{version.number}")
    responses.give_person(request, answer, secret, entry.by)
    return answer


async def published(request: Request) -> Response:
    """Show a published declaration: its counts, its faults, its other versions, and a form to play it.

    Without a number it is the latest version.
    """
    design = await _design(request)
    number = request.path_params.get("version", str(len(design.versions)))
    version = design.version(requests.count(number, MAX_VERSION_DIGITS) or 0)
    before = design.version(version.number - 1).text if version.number > 1 else ""
    study: Study = await state_of(request).workbench.quick(analysis.study, version.text, before)
    body = render.page(
        "published.html",
        design=design,
        version=version,
        ordered=None,
        day=utc_date,
        study=study,
        error="",
        more=await soon(request, version.text, version.variant),
        link=f"{requests.base(request)}/workbench/published/{design.id}/{version.number}",
        copy=address(version.text, version.variant),
        own_variant=version.variant,
        own_title=await title_of(request, version.variant),
        own=await own_design(request, design.id) is not None,
        **play_choices(request),
        text=version.text,
    )
    return responses.form_page(request, body)


async def _design(request: Request) -> Design:
    """Return the declaration in the path. Raises `UnknownName`."""
    id: str = request.path_params["design"]
    design = await requests.cardroom(request).designs.find(id)
    if design is None:
        raise UnknownName("published declaration", id, ())
    return design


async def published_list(request: Request) -> Response:
    """List the published declarations of this server, those with the latest versions first."""
    listed = await requests.cardroom(request).designs.listed()
    return HTMLResponse(render.page("published_list.html", listed=listed, day=utc_date))
