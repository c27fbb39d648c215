"""``cardwright review``: the mistakes of a finished game, their cost, and the luck apart from them."""

import shlex
from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from cardwright import games
from cardwright.answers import Budget, Unit
from cardwright.errors import BadRecord
from cardwright.game import CHANCE, SPECTATOR
from cardwright.play import review, review_chart, solved
from cardwright.play.record import Record
from cardwright.play.review import Answered, SeatReview
from cardwright.play.seat_record import read_any
from cardwright.scenes import Lamps, Text, named
from cardwright.terminal import storage
from cardwright.terminal.drawing import detect
from cardwright.terminal.drawing.card_art import Touch
from cardwright.terminal.drawing.scene_layout import SceneLayout
from cardwright.terminal.drawing.theme import Look
from cardwright.terminal.recorded_game import RecordedGame
from cardwright.terminal.reports import tables
from cardwright.terminal.reports.doctor import warn_if_slow
from cardwright.terminal.reports.kept_games import keep_review
from cardwright.terminal.reports.printing import console, print_csv, print_json, print_with_picture
from cardwright.terminal.reports.progress import progress
from cardwright.terminal.seat_names import ALONE, clean

MAX_GRAPH_CELLS = 80
SCALE_CELLS = 9  # of the values beside a graph
TABLE_ROWS = 12  # of the drawing of a table beside a mistake, if its cards go into so few
MARK_OF_MOVE = {"chosen": "C", "better": "B"}
CSV_FIELDS = ("seat", "at", "kind", "chosen", "best", "cost", "error", "mistake", "judged", "rough")
INDENT = "     "  # of the lines that belong to a mistake
KEYS_EXPLAINED = "C: chosen, B: better"
LETTERS = str.maketrans("▁▂▃▄▅▆▇█", "....::##")


def show(path: str, *, seat: str | None, samples: int, svg: str, as_json: bool, as_csv: bool) -> int:
    """Review a record and print the reviews of one seat or all; write the graph to ``svg`` if that is a file's name."""
    warn_if_slow()
    record = _read(path)
    review.check(record)
    seats = [RecordedGame(record).seat(seat)] if seat else None
    with progress("reviewing") as tick:
        reviews = review.review_record(record, seats, Budget(samples=samples), tick)
    if not samples:
        keep_review(Path(path), reviews)
    return print_with_picture(
        svg,
        lambda: review_chart.svg(reviews, [clean(name) for name in record.names], games.unit(record.game)),
        lambda: _print(record, reviews, shlex.quote(storage.name_of(path)), as_json=as_json, as_csv=as_csv),
    )


def _print(record: Record, reviews: tuple[SeatReview, ...], name: str, *, as_json: bool, as_csv: bool) -> None:
    """Print the reviews of a record, whose file has this name in commands; as CSV all decisions."""
    if as_csv:
        columns = (*CSV_FIELDS, "value of best", "value of chosen")
        decisions = (each for of in reviews for each in of.decisions)
        print_csv(columns, ((*(getattr(each, name) for name in CSV_FIELDS), *each.values) for each in decisions))
        return
    if as_json:
        print_json(reviews)
        return
    width, look = console().width, detect.letters_only(ascii=False)
    for line in report(record, reviews, games.unit(record.game), width, look, drawn=detect.on_terminal()):
        print(line)
    for line in (*_win_note(record, name, width), *_next_steps(reviews, name, width)):
        print(line)


def _win_note(record: Record, path: str, width: int) -> list[str]:
    """Return a note if a lost game could have been won by a player who knew the order of the cards."""
    if not solved.is_solvable(record) or solved.find_win(record) is None:
        return []
    proof = solved.proof(record)
    return [
        *tables.wrapped("It could have been won, had the order of the cards been known: see", width),
        f"  cardwright solve --record {path}",
        *tables.wrapped(proof, width),
    ]


def _next_steps(reviews: tuple[SeatReview, ...], path: str, width: int) -> list[str]:
    """Return how to try the mistakes again, and to play on from the costliest."""
    worst = max((bad for each in reviews for bad in each.mistakes), key=lambda bad: bad.cost, default=None)
    if worst is None:
        return []
    return [
        *tables.wrapped("To decide the mistakes again, or to play on from the costliest:", width),
        f"  cardwright drill --record {path}",
        f"  cardwright play --resume {path} --at {worst.at}",
    ]


def _read(path: str) -> Record:
    with storage.file_errors(path):
        record = read_any(path)
    if not isinstance(record, Record):
        raise BadRecord("the record of one seat cannot be reviewed: it does not hold the whole game", where=path)
    return record


def report(
    record: Record, reviews: tuple[SeatReview, ...], unit: Unit, width: int, look: Look, *, drawn: bool = False
) -> list[str]:
    """Return the reviews in words, with a graph each, at most ``width`` cells wide.

    If ``drawn``, the table that its seat saw stands below each mistake.
    """
    lines = [line for each in reviews for line in _seat_lines(record, each, unit, width, look if drawn else None)]
    return [look.text(line.translate(LETTERS) if look.ascii else line) for line in lines]


def _table_lines(record: Record, bad: Answered, names: Sequence[str], width: int, look: Look) -> list[str]:
    """Return the table before a mistake; the places of the chosen and of the better move have letters."""
    seen = review.scene(record, bad.at, bad.seat)
    zones = tuple(zone for zone in seen.zones if not zone.aside and not isinstance(zone, Lamps | Text))
    keys: dict[str, str] = {}
    for kind, places in review.places(seen, bad).items():
        keys |= {place: keys.get(place, "") + MARK_OF_MOVE[kind] for place in places}
    touches = {place: Touch(key, touched=MARK_OF_MOVE["better"] in key) for place, key in keys.items()}
    canvas = SceneLayout(replace(seen, zones=zones), names, look, width).draw(TABLE_ROWS, touches)
    drawn = ["".join(char for char, _ in row).rstrip() for row in canvas.rows]
    return [named(f"What {{{bad.seat}}} saw{f' ({KEYS_EXPLAINED})' if keys else ''}:", names), *drawn]


def _seat_lines(record: Record, seat_review: SeatReview, unit: Unit, width: int, look: Look | None) -> list[str]:
    columns = max(min(width, MAX_GRAPH_CELLS) - SCALE_CELLS, 10)
    names = [clean(name) for name in record.names]
    own_seat = names.index(ALONE) if ALONE in names else SPECTATOR
    if not seat_review.decisions:
        return [f"{names[seat_review.seat]}: no decision to review", ""]
    figures = review.figures(record, seat_review, names, own_seat)
    graded = f"no grade, for {review.NO_GRADE}"
    if figures.grade:
        graded = f"grade {figures.grade}, accuracy {figures.accuracy}"
    lines = [
        *tables.wrapped(f"{figures.name}: {graded}, {figures.counts}", width, "", "  "),
        *(review_chart.lines(seat_review, unit, columns) if len(seat_review.decisions) > 1 else ()),
        *tables.aligned([(label.lower(), amount) for label, amount in figures.sums]),
        *(tables.wrapped(figures.note, width, "  ", "  ") if figures.note else ()),
        "",
        *tables.aligned([(kind.title.lower(), kind.accuracy, kind.counts) for kind in figures.kinds]),
        *([""] if figures.kinds else []),
    ]
    for number, (bad, answered) in enumerate(zip(figures.mistakes, seat_review.mistakes, strict=True), 1):
        when = f"{bad.when} " if bad.when else ""
        lines += tables.wrapped(f"{number}. {when}(step {bad.at}): cost {bad.cost}", width, "  ", INDENT)
        lines += tables.wrapped(f"chosen: {bad.chosen}", width, INDENT, f"{INDENT}  ")
        lines += tables.wrapped(f"better: {bad.better}", width, INDENT, f"{INDENT}  ")
        if look is not None:
            drawn = _table_lines(record, answered, names, width - len(INDENT), look)
            lines += [f"{INDENT}{line}".rstrip() for line in drawn]
    return [*lines, ""]


def solution(record: Record) -> list[str]:
    """Return a solution in lines, a card and the move made with it in each."""
    cards = [step.action for step in record.log if step.player == CHANCE]
    moves = [step.action for step in record.log if step.player != CHANCE]
    lines = [
        f"{number:>3}  {card:<8}  {move}" for number, (card, move) in enumerate(zip(cards, moves, strict=False), 1)
    ]
    return ["This deal can be won, if the order of the cards is known:", *lines]
