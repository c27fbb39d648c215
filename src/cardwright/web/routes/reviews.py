"""The review of a finished game, from one's own seat, or of all seats where all cards may be shown."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from cardwright import games
from cardwright.cardroom.names import as_read_by
from cardwright.cardroom.tables import results
from cardwright.cardroom.tables.live_table import LiveTable
from cardwright.errors import NotSeated
from cardwright.game import SPECTATOR, Player
from cardwright.play import review as reviews
from cardwright.play import review_chart
from cardwright.play.record import Record
from cardwright.play.review import Answered, Comparison, SeatReview
from cardwright.scenes import named, words
from cardwright.scenes.arrange import AREAS, by_area
from cardwright.web import own_games, render, requests, responses
from cardwright.web.budget import in_thread
from cardwright.web.drawing import thumbnail
from cardwright.web.finished_game import finished_table, proof, solution_record, whole
from cardwright.web.refused import Refused


class ShownDecision(NamedTuple):
    """A decision as the page shows it: in words, and the table that its seat saw, with the players' scores.

    Of the moves "chosen" and "better", those are ``marked`` in the picture that are made by touching places.
    """

    words: Comparison
    seat: Player
    picture: Markup
    seats: str
    marked: frozenset[str]


class DecisionLine(NamedTuple):
    """A decision in the list of all: the move that was chosen, and its cost if it was a mistake."""

    at: int
    label: str
    cost: str


async def review(request: Request) -> Response:
    """Show the mistakes of a finished game, their cost, and luck apart from skill; of all seats if all agreed.

    With ``at``, and ``as`` for another seat, the page begins with the decision of that step; with ``list`` it lists all
    decisions of a seat.
    """
    live = await finished_table(request)
    seat = requests.seat(request, live)
    if seat == SPECTATOR:
        raise NotSeated
    seats = range(len(live.seats)) if live.may_show_all(seat) else (seat,)
    record = await whole(request, live)
    work = requests.cardroom(request).reviews.work(live, record, seats, requests.address(request))
    done = await responses.done_soon(work.task)
    page: dict[str, Any] = {
        "id": live.id,
        "game": games.room_name(live.game),
        "title": live.title,
        "own": seat,
        "solvable": live.solvable,
        "made_for": sorted(results.made_for(live, record, seat)),
    }
    if not done:
        return responses.loads_again(render.page("review.html", **page, done=work.done, total=work.total))
    hindsight = await _hindsight(request, live) if live.solvable else []
    shown_reviews = [each for each in work.task.result() if each.seat in seats]
    await own_games.keep_review(request, live, shown_reviews)
    values = await in_thread(_review_values, live, record, _own_first(shown_reviews, seat), seat)
    listed = requests.count(request.query_params.get("list", ""), 3)
    listed_review = next((each for each in shown_reviews if each.seat + 1 == listed), None)
    if listed_review is not None:
        lines = await in_thread(_decision_lines, record, listed_review, as_read_by(seat, live.names))
        values |= {"listed": listed_review.seat, "lines": lines}
    if (opened := _opened(request, shown_reviews, seat)) is not None:
        values |= await in_thread(_opened_values, live, record, opened, shown_reviews, seat)
    return HTMLResponse(render.page("review.html", **page, **values, hindsight=hindsight, may_go_on=live.may_fork))


async def _hindsight(request: Request, live: LiveTable) -> list[str]:
    """Return the sentences about a lost patience that follow from the order of its cards."""
    way = await solution_record(request, live)
    could = "It could have been won, had the order of the cards been known." if way else ""
    return [said for said in (could, await proof(request, live)) if said]


def _own_first(seat_reviews: Sequence[SeatReview], seat: int) -> list[SeatReview]:
    return sorted((each for each in seat_reviews if each.decisions), key=lambda each: each.seat != seat)


def _review_values(
    live: LiveTable, record: Record, seat_reviews: Sequence[SeatReview], own_seat: int
) -> dict[str, Any]:
    unit, names = games.unit(record.game), as_read_by(own_seat, live.names)

    def replay_at(at: int, seat: int) -> str:
        return f"/t/{live.id}/replay?at={at}{'' if seat == own_seat else f'&as={seat + 1}'}"

    def mistake_of(bad: Answered) -> str:
        return f"#mistake-{bad.seat}-{bad.at}"

    figures = [reviews.figures(record, each, names, own_seat) for each in seat_reviews]
    worst = next((bad for each in seat_reviews if each.seat == own_seat for bad in each.mistakes), None)
    return {
        "graph": Markup(review_chart.svg(seat_reviews, names, unit, mistake_of)) if seat_reviews else "",
        "practised": f"/practice/{games.room_name(record.game)}/own?table={live.id}&at={worst.at}" if worst else "",
        "graphed": review_chart.title(seat_reviews, unit),
        "measured": unit.name,
        "points": review_chart.rows(seat_reviews, unit) if seat_reviews else [],
        "replay_at": replay_at,
        "no_grade": reviews.NO_GRADE,
        "seats": figures,
        "mistakes": {
            each.seat: [_shown(record, *pair, names) for pair in zip(each.mistakes, shown.mistakes, strict=True)]
            for each, shown in zip(seat_reviews, figures, strict=True)
        },
        "counts": {each.seat: len(each.decisions) for each in seat_reviews},
        "listed": None,
        "opened": None,
    }


def _decision_lines(record: Record, seat_review: SeatReview, names: Sequence[str]) -> list[DecisionLine]:
    unit = games.unit(record.game)
    return [
        DecisionLine(
            each.at,
            named(reviews.label(record, each.at, each.seat, each.chosen), names),
            reviews.cost_text(each, unit) if each.mistake else "",
        )
        for each in seat_review.decisions
    ]


def _shown(record: Record, decision: Answered, compared: Comparison, names: Sequence[str]) -> ShownDecision:
    seen = reviews.scene(record, decision.at, decision.seat)
    marked = reviews.places(seen, decision)
    areas = by_area(seen)
    lying = (line.strip() for area in AREAS for zone in areas[area] for line in words.zone(zone, names))
    saw = words.spell_cards(f"What {names[decision.seat]} saw. {' '.join(lying)}", seen.suits)
    picture = thumbnail.of_decision(seen, marked, saw)
    return ShownDecision(compared, decision.seat, Markup(picture), words.seats(seen, names), frozenset(marked))


def _opened(request: Request, seat_reviews: Sequence[SeatReview], own_seat: Player) -> Answered | None:
    """Return the decision that the address asks for, None if it names none. Raises `Refused` for another step."""
    asked = request.query_params.get("at", "")
    if not asked:
        return None
    at, seat = requests.count(asked), requests.count(request.query_params.get("as", str(own_seat + 1)), 3)
    decisions = (each for of in seat_reviews if of.seat + 1 == seat for each in of.decisions if each.at == at)
    if (opened := next(decisions, None)) is None:
        raise Refused(400, "no decision that was reviewed is at this step")
    return opened


def _opened_values(
    live: LiveTable, record: Record, opened: Answered, seat_reviews: Sequence[SeatReview], own_seat: Player
) -> dict[str, Any]:
    """Return the values of the opened decision on the page, and the steps of the decisions before and after it."""
    steps = [each.at for of in seat_reviews if of.seat == opened.seat for each in of.decisions]
    place = steps.index(opened.at)
    names = as_read_by(own_seat, live.names)
    said = reviews.compare(record, opened, games.unit(record.game), names, own_seat)
    return {
        "opened": _shown(record, opened, said, names),
        "before": steps[place - 1] if place else None,
        "after": steps[place + 1] if place + 1 < len(steps) else None,
    }
