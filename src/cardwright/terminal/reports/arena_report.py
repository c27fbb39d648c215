"""``cardwright match`` and ``cardwright league``: the results as a table, as JSON, as Markdown and as a chart."""

import argparse
import shlex
import sys
from collections.abc import Callable, Mapping, Sequence
from math import isinf
from pathlib import Path
from typing import Any

from cardwright import games
from cardwright.arena import league, match
from cardwright.arena.chart import chart
from cardwright.arena.duplicate import SHARE
from cardwright.arena.estimates import Estimate
from cardwright.arena.league import LeagueResult
from cardwright.arena.match import Difference, MatchResult
from cardwright.errors import BadOption
from cardwright.reports import Column, Report
from cardwright.shards import workers
from cardwright.terminal import storage
from cardwright.terminal.reports.doctor import warn_if_slow
from cardwright.terminal.reports.odds_report import print_report
from cardwright.terminal.reports.printing import print_json, print_with_picture
from cardwright.terminal.reports.progress import progress
from cardwright.wording import counted, interval_by_ends


def play_match(parsed: argparse.Namespace, options: Mapping[str, object]) -> int:
    """Play a match with these options of the game, and print it."""
    warn_if_slow()
    setup = match.setup(parsed.game, parsed.bots, options, parsed.luck, _make_folder(parsed.records))
    if parsed.stop and len(parsed.bots) != 2:
        raise BadOption("stop", len(parsed.bots), "a match of two bots")
    with workers(parsed.processes, parsed.cluster) as executor, progress("playing") as tick:
        result = match.play(
            setup, parsed.seed, parsed.deals, stop=parsed.stop, executor=executor, file=parsed.file, progress=tick
        )
    drawn = [(each.bot, each.adjusted or each.result) for each in result.bots]
    return print_with_picture(
        parsed.svg,
        lambda: chart(f"{result.game}: {result.unit}", drawn),
        lambda: _print(parsed, result, match_report),
    )


def play_league(parsed: argparse.Namespace, options: Mapping[str, object]) -> int:
    """Play a league with these options of the game, and print it."""
    warn_if_slow()
    with workers(parsed.processes, parsed.cluster) as executor, progress("playing") as tick:
        result = league.play(
            parsed.game,
            parsed.bots or games.bot_names(parsed.game),
            parsed.seed,
            parsed.deals,
            options=options,
            records=_make_folder(parsed.records),
            executor=executor,
            file=parsed.file,
            progress=tick,
        )
    return print_with_picture(
        parsed.svg,
        lambda: chart(f"{result.game}: Elo", [(each.bot, each.elo) for each in result.ratings]),
        lambda: _print(parsed, result, league_report),
    )


def match_report(result: MatchResult) -> Report:
    """Return a match as a table."""
    adjusted = any(each.adjusted for each in result.bots)
    columns = ["bot", result.unit, *(["less luck"] if adjusted else []), "moves", "ms, half", "ms, 95 %"]
    rows = [
        (
            each.bot,
            text(each.result, result.unit),
            *([text(each.adjusted, result.unit)] if each.adjusted else []),
            f"{each.decisions:,}",
            f"{each.ms_50:.3g}",
            f"{each.ms_95:.3g}",
        )
        for each in result.bots
    ]
    stopped = ", stopped because it was decided" if result.stopped else ""
    played = f"{counted(result.deals, 'duplicate deal')}, {counted(result.games, 'game')}"
    return Report(
        title=f"{games.room(result.game).title}: {played}{stopped}",
        columns=(Column(columns[0]), *(Column(name, "value") for name in columns[1:])),
        rows=tuple(rows),
        method="A duplicate deal is the same cards once for each seating of the bots. ± is half a 95 % interval.",
        notes=tuple(sentence(each, result.unit) for each in result.differences),
    )


def league_report(result: LeagueResult) -> Report:
    """Return a league as a table."""
    deals = counted(result.deals, "duplicate deal")
    return Report(
        title=f"{games.room(result.game).title}: {len(result.ratings)} bots, {deals} a pairing",
        columns=(Column("bot"), Column("Elo", "value"), Column("±", "value"), Column("score", "value")),
        rows=tuple(
            (each.bot, f"{each.elo.mean:.0f}", f"{each.elo.margin:.0f}", f"{100 * each.score:.1f} %")
            for each in result.ratings
        ),
        method="Elo by maximum likelihood, with a mean of 1500; ± is half a 95 % interval.",
        notes=tuple(sentence(each, result.unit) for each in result.pairings),
    )


def sentence(each: Difference, unit: str) -> str:
    """Return a difference in a line."""
    less = f", less luck {text(each.adjusted, unit, signed=True)}" if each.adjusted else ""
    verdict = "" if each.decided else ": not decided"
    return f"{each.first} less {each.second}: {text(each.result, unit, signed=True)}{less}{verdict}"


def text(value: Estimate, unit: str, *, signed: bool = False) -> str:
    """Return an estimate with its margin.

    >>> text(Estimate(0.6134, 0.021), "share of a win"), text(Estimate(-3.5, 0.25), "chips")
    ('61.3 ± 2.1 %', '-3.50 ± 0.25')
    >>> text(Estimate(1.0, float("inf")), "share of a win")
    '100.0 %, ± not known'

    An interval that would go past the least or the greatest share is written by its ends.

    >>> text(Estimate(1.0, 0.8), SHARE), text(Estimate(0.6, 0.8), SHARE, signed=True)
    ('100.0 % (20 to 100 %)', '+60.0 % (-20 to +100 %)')
    """
    sign = "+" if signed else ""
    if isinf(value.margin):  # of one deal
        mean = f"{100 * value.mean:{sign}.1f} %" if unit == SHARE else f"{value.mean:{sign}.2f}"
        return f"{mean}, ± not known"
    if unit == SHARE:
        percent, margin = 100 * value.mean, 100 * value.margin
        if ends := interval_by_ends(percent, margin, -100 if signed else 0, sign):
            return f"{percent:{sign}.1f} % {ends}"
        return f"{percent:{sign}.1f} ± {margin:.1f} %"
    return f"{value.mean:{sign}.2f} ± {value.margin:.2f}"


def markdown(report: Report, command: str) -> str:
    """Return a table as Markdown, with the command that reproduces it."""
    head = [column.name for column in report.columns]
    rules = ["---" if column.is_text else "---:" for column in report.columns]
    lines = [f"{report.title}: `{command}`", ""]
    lines += [f"| {' | '.join(map(str, cells))} |" for cells in (head, rules, *report.rows)]
    return "\n".join([*lines, "", *(f"- {note}" for note in report.notes), ""])


def _print(parsed: argparse.Namespace, result: Any, report: Callable[[Any], Report]) -> None:
    if parsed.as_json:
        print_json(result)
    elif parsed.as_markdown:
        print(markdown(report(result), command_to_repeat(sys.argv[1:])))
    else:
        print_report(report(result))


def command_to_repeat(words: Sequence[str]) -> str:
    """Return a command line without options that change no number: the form of the output, files, processes."""
    kept, skip = [], False
    for word in words:
        name, equals, _ = word.partition("=")
        if skip or name in ("--markdown", "--json", "--processes", "--cluster", "--file", "--svg", "--records"):
            skip = not skip and not equals and name not in ("--markdown", "--json")
            continue
        kept.append(word)
    return shlex.join(["cardwright", *kept])


def _make_folder(path: str) -> str:
    """Return the full path of a folder for records, which is made if it is not there."""
    if not path:
        return ""
    with storage.file_errors(path):
        Path(path).mkdir(parents=True, exist_ok=True)
    return str(Path(path).resolve())
