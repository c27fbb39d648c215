"""Statistics of a game over finished games: won and lost, streaks, opponents, and the game's own figures."""

import csv
import io
from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from cardwright import games
from cardwright.play import guide
from cardwright.play.clock import utc
from cardwright.play.skill import Skill, accuracy_text, mistakes_in, together
from cardwright.play.summary import Summary
from cardwright.reports import Statistic
from cardwright.wording import all_of, counted, spreadsheet_cell

MAX_CHARTED_GAMES = 60


class Against(msgspec.Struct, frozen=True):
    """The results against the same opponents: bots by the names that people know, "people", or "alone"."""

    who: str
    won: int
    lost: int
    drawn: int


class Value(msgspec.Struct, frozen=True):
    """A figure over all games, in words, and a figure to compare it with.

    Of the best of all games, ``best_in`` is the number of the first game that has it, counted from 1; it is 0 for other
    figures, and for a best of 0.
    """

    label: str
    value: str
    beside: str = ""
    best_in: int = 0


class ReviewedGame(msgspec.Struct, frozen=True):
    """The accuracy of a game that was reviewed, and its number among the games that count, from 1."""

    number: int
    accuracy: float

    def __str__(self) -> str:
        return f"game {self.number}: {accuracy_text(self.accuracy)}"


class GameStatistics(msgspec.Struct, frozen=True):
    """The statistics of one game, by what each counts as.

    ``streak`` is the present one, below 0 for losses; ``series`` the latest scores, and ``reviewed`` the latest games
    of which the accuracy is known.
    """

    game: str
    title: str
    played: int
    won: int
    lost: int
    drawn: int
    streak: int
    longest: int
    moves: int
    against: tuple[Against, ...]
    values: tuple[Value, ...]
    series: tuple[int, ...]
    reviewed: tuple[ReviewedGame, ...]


def statistics(summaries: Sequence[Summary]) -> list[GameStatistics]:
    """Return the statistics of every game that was played, from summaries in the order of their ends.

    Games that went on from another and guided first ones do not count.
    """
    those = [each for each in summaries if not each.uncounted]
    return [_compute(name, mine) for name in games.GAMES if (mine := [each for each in those if each.game == name])]


def _compute(name: str, played: Sequence[Summary]) -> GameStatistics:
    outcomes = [each.counted for each in played]
    streak, longest = _streaks(outcomes)
    return GameStatistics(
        game=name,
        title=games.room(name).title,
        played=len(played),
        won=outcomes.count("won"),
        lost=outcomes.count("lost"),
        drawn=outcomes.count("drawn"),
        streak=streak,
        longest=longest,
        moves=sum(each.moves for each in played),
        against=_count_opponents(name, played),
        values=(*_values(games.figure_list(name), played), *_made_for(played), *_skill_values(name, played)),
        series=tuple(each.score for each in played[-MAX_CHARTED_GAMES:]),
        reviewed=tuple(_reviewed(played))[-MAX_CHARTED_GAMES:],
    )


def _reviewed(played: Sequence[Summary]) -> Iterable[ReviewedGame]:
    for number, each in enumerate(played, 1):
        if (skill := each.skill).judged:
            yield ReviewedGame(number, skill.accuracy)


def _streaks(outcomes: Iterable[str]) -> tuple[int, int]:
    """Return the present streak, of losses below 0, and the longest of games won."""
    streak = longest = 0
    for outcome in outcomes:
        won, lost = outcome == "won", outcome == "lost"
        streak = max(streak, 0) + 1 if won else min(streak, 0) - 1 if lost else 0
        longest = max(longest, streak)
    return streak, longest


def _count_opponents(name: str, played: Sequence[Summary]) -> tuple[Against, ...]:
    names = guide.load(name).names
    names_against = {each.against: all_of(names.get(kind, kind) for kind in each.opponents) for each in played}
    counts = Counter((names_against[each.against], each.counted) for each in played)
    kinds = sorted({kind for kind, _ in counts})
    return tuple(Against(kind, *(counts[kind, outcome] for outcome in ("won", "lost", "drawn"))) for kind in kinds)


def _values(figures: Sequence[Statistic], played: Sequence[Summary]) -> Iterable[Value]:
    for figure in figures:
        pairs = [each.figures[figure.name] for each in played if figure.name in each.figures]
        if pairs:
            best_in = _best_in(figure.name, played) if figure.kind == "best" else 0
            yield Value(figure.label, _format_figure(figure, pairs), figure.beside, best_in)


def _best_in(name: str, played: Sequence[Summary]) -> int:
    values = {number: each.figures[name][0] for number, each in enumerate(played, 1) if name in each.figures}
    best = max(values, key=lambda number: values[number])
    return best if values[best] else 0


def _made_for(played: Sequence[Summary]) -> Iterable[Value]:
    """Yield the number of moves that a bot or the clock made for the player, where there are any."""
    counts = [each.made_for for each in played if each.made_for]
    if counts:
        yield Value("Moves that a bot or the clock made", f"{sum(counts):,}", f"in {counted(len(counts), 'game')}")


def _skill_values(name: str, played: Sequence[Summary]) -> Iterable[Value]:
    """Yield the accuracy over all reviewed games, and of each kind of decision where there are several."""
    reviewed = [each.skills for each in played if each.skills]
    skill = together(each for skills in reviewed for each in skills.values())
    if not skill.judged:
        return
    yield Value(
        "Accuracy", accuracy_text(skill.accuracy), f"grade {skill.grade}, in {counted(len(reviewed), 'reviewed game')}"
    )
    drills = games.room(name).drills
    kinds = {kind: together(skills.get(kind, Skill()) for skills in reviewed) for kind in drills}
    judged = {kind: each for kind, each in kinds.items() if each.judged}
    if len(judged) > 1:
        for kind, each in judged.items():
            yield Value(drills[kind].title, accuracy_text(each.accuracy), mistakes_in(each))


def _format_figure(figure: Statistic, pairs: Sequence[tuple[float, int]]) -> str:
    total, cases = sum(value for value, _ in pairs), sum(count for _, count in pairs)
    match figure.kind:
        case "best":
            return f"{max(value for value, _ in pairs):,.0f}"
        case "total":
            return f"{total:,.0f}"
        case "share":
            return f"{100 * total / cases:.1f} %" if cases else "none"
    return f"{total / cases:.2f}" if cases else "none"


# Export

COLUMNS = (
    "ended",
    "game",
    "against",
    "others",
    "outcome",
    "score",
    "result",
    "moves",
    "deal",
    "day",
    "in statistics",
    "accuracy %",
)


def as_csv(finished: Sequence[tuple[int, Summary]]) -> str:
    """Return finished games as CSV, one a line: (time of the end in milliseconds, summary) each.

    A figure that any of the games has is a column by its label; a mean or a share has two: the sum, and of how many.
    """
    names = {(each.game, figure) for _, each in finished for figure in each.figures}
    columns = [
        (game, figure) for game in games.GAMES for figure in games.figure_list(game) if (game, figure.name) in names
    ]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*COLUMNS, *(f"{game}: {head}" for game, figure in columns for head in _heads(figure))])
    for ended, summary in finished:
        cells = [
            cell
            for game, figure in columns
            for cell in _figure_cells(figure, summary if game == summary.game else None)
        ]
        writer.writerow([*_cells(ended, summary), *cells])
    return text.getvalue()


def _heads(figure: Statistic) -> tuple[str, ...]:
    averaged = figure.kind in ("mean", "share")
    return (f"{figure.label} (sum)", f"{figure.label} (of)") if averaged else (figure.label,)


def _figure_cells(figure: Statistic, summary: Summary | None) -> tuple[str, ...]:
    pair = summary.figures.get(figure.name) if summary else None
    cells = ("", "") if pair is None else (f"{pair[0]:.10g}", str(pair[1]))
    return cells[: len(_heads(figure))]


def _cells(ended: int, summary: Summary) -> list[object]:
    when = utc(ended).isoformat(timespec="seconds")
    cells: list[object] = [when, summary.game, summary.against, ", ".join(summary.others), summary.counted]
    cells += [summary.score, summary.result, summary.moves, "" if summary.deal is None else summary.deal]
    cells += [summary.day, "no" if summary.uncounted else "yes"]
    skill = summary.skill
    cells.append(f"{100 * skill.accuracy:.1f}" if skill.judged else "")
    return list(map(spreadsheet_cell, cells))
