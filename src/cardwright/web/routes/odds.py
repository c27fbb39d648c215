"""Exact odds of a position that a person enters: one page for the questions of all games."""

from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from cardwright import report_chart
from cardwright.cardroom import odds_questions
from cardwright.errors import BadOption, CardwrightError
from cardwright.reports import Report, cell_text, grouped_rows
from cardwright.web import rate_limits, render, requests, responses
from cardwright.web.app_state import state_of
from cardwright.web.refused import Refused

SENT = "ask"  # the field of a form that was sent


async def odds_page(request: Request) -> Response:
    """Show the questions of all games, or one with its form, and the answer to a form that was sent."""
    question = request.path_params.get("question", "")
    page: dict[str, Any] = {"games": odds_questions.list_by_game(), "question": question, "report": None}
    page |= {"error": "", "wrong": "", "examples": {}, "max_chars": odds_questions.MAX_TYPED_CHARS}
    page["seconds"] = int(odds_questions.ANSWER_TIMEOUT_S)
    requests.limit(request, rate_limits.LOOKS)
    if not question:
        return HTMLResponse(render.page("odds.html", **page))
    form, status = dict(request.query_params), 200
    fields = odds_questions.fields(question)
    requests.check_fields(form, [SENT, *(field.name for field in fields)])
    page |= {"help": odds_questions.command(question).help, "fields": fields, "given": form}
    if SENT in form:
        try:
            report = await _report(request, question, form)
            if report is None:
                back = urlencode({name: value for name, value in form.items() if name != SENT})
                return responses.loads_again(render.page("odds.html", **page, back=f"/odds/{question}?{back}"))
            page["report"] = _report_values(report) | {"command": odds_questions.typed_command(question, form)}
        except Refused as problem:  # too many questions: the form keeps what was entered
            page["error"], status = str(problem), problem.status
        except CardwrightError as problem:
            page |= {"error": str(problem), "wrong": odds_questions.field_of(question, form, problem)}
            page["why"], status = _said_beside_field(problem), 400
    if page["report"] is None:
        examples = odds_questions.examples(question)
        page["examples"] = {title: urlencode(each | {SENT: "yes"}) for title, each in examples.items()}
    return HTMLResponse(render.page("odds.html", **page), status)


async def _report(request: Request, question: str, form: dict[str, str]) -> Report | None:
    """Return the answer to a question, None while it is being computed. Only who begins to ask is limited."""
    workbench = state_of(request).workbench
    asked = (odds_questions.answer_or_problem, question, odds_questions.words(question, form))
    if not workbench.knows(*asked):
        requests.limit(request, rate_limits.HINTS)
    work = workbench.odds(*asked)
    if not await responses.done_soon(work.task):
        return None
    if not work.succeeded:
        workbench.forget(*asked)
    answer = work.task.result()
    if isinstance(answer, CardwrightError):
        raise answer.with_traceback(None)
    assert isinstance(answer, Report)
    return answer


def _said_beside_field(problem: CardwrightError) -> str:
    """Return a problem in words that need not name the field."""
    if isinstance(problem, BadOption):
        return f"it cannot be {problem.value!s:.80}: it takes {problem.wanted}"
    return str(problem).removeprefix(f"{getattr(problem, 'where', '')}: ")


def _report_values(report: Report) -> dict[str, Any]:
    rows = [[cell_text(cell, column) for cell, column in zip(row, report.columns, strict=True)] for row in report.rows]
    return {
        "title": report.title,
        "columns": report.columns[report.grouped :],
        "groups": list(grouped_rows(rows)) if report.grouped else [("", rows)],
        "graph": Markup(report_chart.svg(report, heading=False)),
        "method": report.method,
        "notes": " ".join(report.notes),
    }
