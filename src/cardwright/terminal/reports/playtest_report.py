"""The report of ``cardwright playtest``: deals between bots with a table of hands, and how its lines fare."""

import itertools
from fractions import Fraction
from typing import Any

from cardwright import declared_variants, games
from cardwright.errors import BadOption
from cardwright.ranking import declaration
from cardwright.reports import Cell, Column, Report
from cardwright.standard_error import MIN_SHOWN_SAMPLES
from cardwright.terminal.reports.doctor import warn_if_slow
from cardwright.terminal.reports.odds_report import print_found
from cardwright.terminal.reports.progress import progress
from cardwright.wording import counted

SHARD_DEALS_COUNT = 10


def playtest(name: str, variant: str, players: int, bot: str, deals: int, *, as_json: bool, as_csv: bool) -> int:
    """Play deals between bots and print the report; by default by the first variant that fits. Raises `BadOption`."""
    warn_if_slow()
    title = declaration.load(name).title
    with progress("building the table"):
        variant = variant or _first_variant(name)
        game = games.create(games.VARIANT_GAME, ranking=name, variant=variant, players=players)
    total = None
    with progress("playing", deals) as tick:
        for first in range(0, deals, SHARD_DEALS_COUNT):
            part = declared_variants.playtest(game, bot, first, min(SHARD_DEALS_COUNT, deals - first))
            total = part if total is None else total + part
            tick(total.deals)
    report = _report(total, f"{title}, {variant}: {players} players, {bot} bots")
    print_found(report, as_json=as_json, as_csv=as_csv)
    return 0


def _first_variant(ranking: str) -> str:
    """Return the first variant that fits. Raises `BadOption` if none does."""
    for variant in itertools.chain(*declared_variants.fitting(ranking)):
        return variant
    wanted = f"a table that a variant of poker can play; 'cardwright variants {ranking}' says why none can"
    raise BadOption("ranking", ranking, wanted)


def _report(total: Any, title: str) -> Report:
    shown_hands = sum(line.shown for line in total.lines)
    rows: list[tuple[Cell, ...]] = [
        (
            *(line.name, line.made),
            *(line.shown, *_part(line.shown, shown_hands, total.of_all(line), total.showdowns)),
            *(line.won, *_part(line.won, line.shown, total.won_when_shown(line), min(line.shown, total.showdowns))),
            line.tied,
        )
        for line in total.lines
    ]
    return Report(
        title=title,
        columns=(
            *(Column("line"), Column("made", "count")),
            *(Column("shown", "count"), Column("of all", "share"), Column("error", "share")),
            *(Column("won", "count"), Column("won, when shown", "share"), Column("error of won", "share")),
            Column("tied", "count"),
        ),
        rows=tuple(rows),
        method=f"{counted(total.deals, 'deal')}, the same in every run; {total.showdowns:,} came to a showdown",
        notes=tuple(_notes(total)),
    )


def _part(
    count: int, total: int, mean_and_error: tuple[float, float], cases: int
) -> tuple[Fraction | None, Fraction | None]:
    """Return a share, and its standard error where there are enough cases to know it."""
    if not total:
        return None, None
    return Fraction(count, total), Fraction(mean_and_error[1]) if cases >= MIN_SHOWN_SAMPLES else None


def _notes(total: Any) -> list[str]:
    never = [line.name for line in total.lines if not line.shown]
    gains = [total.gain(seat) for seat in range(len(total.chips))]
    has_error = total.deals >= MIN_SHOWN_SAMPLES
    seats = ", ".join(f"{mean:+.2f} ± {error:.2f}" if has_error else f"{mean:+.2f}" for mean, error in gains)
    with_error = (
        "with the standard error" if has_error else f"too few deals for a standard error ({MIN_SHOWN_SAMPLES} at least)"
    )
    return [
        f"{total.decisions / total.deals:.1f} decisions in a deal.",
        "Made: of all hands that had all their cards at a showdown, folded or not.",
        "Won: alone, or tied with another. Errors are standard errors.",
        f"Never shown: {', '.join(never)}." if never else "Every line was shown.",
        f"Chips won in a deal by seat, the button first, {with_error}: {seats}.",
    ]
