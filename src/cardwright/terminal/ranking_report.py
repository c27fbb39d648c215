"""What the ranking commands print: a table for a person, or JSON for a program."""

import json
import sys
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import msgspec
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from cardwright import ranking as rankings_
from cardwright.ranking import Ranking
from cardwright.ranking import declaration as declarations
from cardwright.terminal.detect import letters_only
from cardwright.terminal.doctor import warn_if_slow
from cardwright.terminal.progress import progress

BAR = 24  # cells of the longest bar


class Paper(Console):
    """Rich's console, but for one thing: a reader who leaves is for the command line to deal with."""

    def on_broken_pipe(self) -> None:
        """Called while the BrokenPipeError is handled."""
        raise


def console() -> Console:
    """Where reports go: no colour in a pipe, and there as wide as a table needs."""
    if sys.stdout.isatty():
        return Paper(highlight=False)
    return Paper(highlight=False, color_system=None, width=120)


def table(*columns: tuple[str, str]) -> Table:
    """A plain table of (heading, justification) columns."""
    made = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style="bold")
    for heading, justify in columns:
        made.add_column(heading, justify=justify, no_wrap=True)  # type: ignore[arg-type]
    return made


def percent(share: Fraction) -> str:
    """A share as a percentage, with as many digits as keep the rare from reading as nothing, and most as all."""
    value = float(share * 100)
    digits = 2
    while digits < 9 and 0 < share < 1 and round(value, digits) in (0, 100):
        digits += 1
    return f"{value:.2g} %" if 0 < value < 1 else f"{value:.{digits}f} %"


def _json(value: Any) -> int:
    print(json.dumps(value, ensure_ascii=letters_only(ascii=False).ascii, indent=2))
    return 0


def rankings(as_json: bool) -> int:
    """All rankings that come with Cardwright."""
    declared = [declarations.load(name) for name in declarations.names()]
    if as_json:
        return _json(
            [
                {
                    "name": each.name,
                    "title": each.title,
                    "deck": each.deck.size,
                    "hand": each.size,
                    "categories": len(each.categories),
                    "file": each.source,
                }
                for each in declared
            ]
        )
    made = table(("name", "left"), ("title", "left"), ("deck", "right"), ("hand", "right"), ("categories", "right"))
    for each in declared:
        deck = f"{each.size} dice" if each.dice else str(each.deck.size)
        made.add_row(each.name, each.title, deck, str(each.size), str(len(each.categories)))
    console().print(made)
    return 0


def frequencies(name: str, cards: int | None, as_json: bool) -> int:
    """The exact count of every category, in the best hand of so many cards."""
    ranking = rankings_.load(name)
    cards = ranking.size if cards is None else cards
    warn_if_slow()
    with progress(f"counting hands of {cards}") as tick:
        counted = ranking.frequencies(cards, progress=tick)
    # What a rule book prints, it prints for hands of its own size.
    printed = [each.printed if cards == ranking.size else None for each in ranking.categories]
    rows = list(zip(ranking.categories, counted.categories, printed, strict=True))
    if as_json:
        return _json(
            {
                "ranking": ranking.declaration.name,
                "cards": cards,
                "total": counted.total,
                "categories": [
                    {"name": category.name, "count": count, "printed": said} for category, count, said in rows
                ],
            }
        )
    most = max(counted.categories)
    wrong = any(said is not None and said != count for _, count, said in rows)
    headings = [("category", "left"), ("count", "right"), ("share", "right"), ("", "left")]
    if any(said is not None for said in printed):
        headings += [("printed", "right"), ("difference", "right")]
    made = table(*headings)
    for category, count, said in rows:
        cells = [category.name, f"{count:,}", percent(Fraction(count, counted.total)), bar(count, most)]
        if len(headings) > 4:
            cells.append("" if said is None else f"{said:,}")
            cells.append("" if said in (None, count) else f"{said - count:+,}")
        made.add_row(*cells, style="bold" if said not in (None, count) else None)
    out = console()
    drawn = "rolls" if ranking.declaration.dice else "hands"
    best = "" if cards == ranking.size else f", the best {ranking.size} of {cards} cards"
    out.print(Text(f"{ranking.declaration.title}: {counted.total:,} {drawn}{best}\n"))
    out.print(made)
    if wrong:
        out.print("\nThe difference is what the rule book prints, less the exact count.")
    return 0


def bar(count: int, most: int) -> str:
    """A bar in eighths of a cell, so long as ``count`` is to ``most``; a sliver for anything above zero."""
    if letters_only(ascii=False).ascii:
        return "#" * -(-count * BAR // most)
    eighths = max(count * BAR * 8 // most, 1) if count else 0
    return "█" * (eighths // 8) + " ▏▎▍▌▋▊▉"[eighths % 8].strip()


def rank(name: str, hands: Sequence[str], as_json: bool) -> int:
    """The best hand in each, and which of them wins."""
    ranking = rankings_.load(name)
    found = [_ranked(ranking, hand) for hand in hands]
    if as_json:
        return _json([{key: row[key] for key in ("cards", "best", "category", "strength", "beats")} for row in found])
    top = max(row["strength"] for row in found)
    winners = sum(row["strength"] == top for row in found)
    out = console()
    for row in found:
        verdict = "" if len(found) == 1 or row["strength"] < top else ("  wins" if winners == 1 else "  ties")
        best = "" if row["best"] == row["cards"] else f"  best {row['best']}"
        out.print(Text(f"{row['cards']}{best}"), Text(verdict, style="bold"), sep="")
        out.print(Text(f"  {row['described']}, beats {percent(row['share'])} of all hands"))
    return 0


def _ranked(ranking: Ranking, text: str) -> dict[str, Any]:
    cards = ranking.declaration.parse_hand(text)
    strength = ranking.strength(cards)
    share = ranking.beats(strength)
    return {
        "cards": ranking.declaration.text_of(cards),
        "best": ranking.declaration.text_of(ranking.best(cards)),
        "category": ranking.category(strength).name,
        "strength": strength,
        "beats": float(share),
        "share": share,
        "described": ranking.describe(strength),
    }


def lint(name: str, as_json: bool) -> int:
    """What is wrong with a declaration, and what a designer may want to know of it. Returns 1 if anything is wrong."""
    from cardwright.ranking.lint import FAULT
    from cardwright.ranking.lint import lint as examine

    declaration = declarations.load(name)
    warn_if_slow()
    findings = examine(declaration)
    faults = sum(finding.severity == FAULT for finding in findings)
    if as_json:
        _json([msgspec.to_builtins(finding) for finding in findings])
        return 1 if faults else 0
    out = console()
    for finding in findings:
        mark = Text("wrong  ", style="bold red") if finding.severity == FAULT else Text("note   ", style="dim")
        out.print(mark + Text(finding.message), soft_wrap=True)
    total = f"{faults} wrong, {len(findings) - faults} to know"
    out.print(Text(f"{declaration.title}: {total if findings else 'nothing to say against it'}"))
    return 1 if faults else 0
