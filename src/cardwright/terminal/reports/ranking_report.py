"""Reports of the ranking commands: a table for a person, or JSON for a program."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import msgspec
from rich.text import Text

from cardwright import ranking as rankings_
from cardwright.errors import BadCount
from cardwright.ranking import Category, Ranking
from cardwright.ranking import declaration as declarations
from cardwright.ranking.derivation import Derivation, derive
from cardwright.ranking.model import Declaration
from cardwright.ranking.pay_table import percent_returned
from cardwright.terminal.drawing.detect import letters_only
from cardwright.terminal.reports import tables
from cardwright.terminal.reports.doctor import warn_if_slow
from cardwright.terminal.reports.printing import PIPED_REPORT_CELLS, console, print_json, print_table
from cardwright.terminal.reports.progress import progress
from cardwright.terminal.reports.tables import TableColumn, TableRow, wrapped
from cardwright.wording import counted, percent

MAX_BAR_CELLS = 24


def rankings(as_json: bool, collection: bool = False) -> int:
    """List the built-in rankings, or the collection of rankings of other games."""
    listed = declarations.collection() if collection else declarations.names()
    declared = [declarations.load(name) for name in listed]
    if as_json:
        return print_json(
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
    columns = (
        TableColumn("name"),
        TableColumn("title", text=True),
        TableColumn("deck", right=True),
        TableColumn("hand", right=True),
        TableColumn("categories", right=True),
    )
    rows = [
        TableRow((each.name, each.title, _deck(each), str(each.size), str(len(each.categories)))) for each in declared
    ]
    print_table(columns, rows)
    if not collection:
        more = len(declarations.collection())
        console().print(f"{more} tables of other games load by name too: cardwright rankings --collection lists them.")
    return 0


def _deck(declared: Declaration) -> str:
    return f"{declared.size} dice" if declared.dice else str(declared.deck.size)


def load_ranking(name: str) -> Ranking:
    """Return a ranking, with a bar where its table takes long to build."""
    with progress("building the table"):
        return rankings_.load(name)


def frequencies(name: str, cards: int | None, as_json: bool, why: bool = False) -> int:
    """Print the exact count of every category, in the best hand of ``cards`` cards; with ``why`` its derivation."""
    ranking = load_ranking(name)
    cards = ranking.size if cards is None else cards
    if why and cards != ranking.size:
        raise BadCount(f"--why derives the counts of hands of {ranking.size} cards, not of {cards}", cards)
    warn_if_slow()
    with progress(f"counting hands of {cards}") as tick:
        counted = ranking.frequencies(cards, progress=tick)
    with progress("deriving the counts"):
        derived = derive(ranking.declaration) if why else ()
    # The counts printed in a rule book are those of hands of its own size.
    printed = [each.printed if cards == ranking.size else None for each in ranking.categories]
    rows = list(zip(ranking.categories, counted.categories, printed, strict=True))
    if as_json:
        lines: list[dict[str, Any]] = [
            {"name": category.name, "count": count, "printed": stated} for category, count, stated in rows
        ]
        for line, pay in zip(lines, counted.pays):
            line["pays"] = pay
        for line, derivation in zip(lines, derived):
            line["why"] = " ".join(derivation.reasons)
        document = {"ranking": ranking.declaration.name, "cards": cards, "total": counted.total, "categories": lines}
        return print_json(document | ({"return": float(counted.value)} if counted.pays else {}))
    drawn = "throws" if ranking.declaration.dice else "hands"
    best = "" if cards == ranking.size else f", the best {ranking.size} of {cards} cards"
    console().print(Text(f"{ranking.declaration.title}: {counted.total:,} {drawn}{best}\n"))
    if why:
        _print_derivations(ranking.categories, derived)
    else:
        _print_counts(rows, counted.total)
    if counted.pays:
        console().print(f"\nA hand as dealt returns {percent_returned(counted.value)} of what is bet.")
    return 0


def _print_counts(rows: Sequence[tuple[Category, int, int | None]], total: int) -> None:
    columns = [TableColumn("category", text=True), TableColumn("count", right=True), TableColumn("share", right=True)]
    columns.append(TableColumn("", optional=True))
    with_printed = any(stated is not None for _, _, stated in rows)
    if with_printed:
        columns += [TableColumn("printed", right=True), TableColumn("error", right=True)]
    with_pays = any(category.pays for category, _, _ in rows)
    if with_pays:
        columns.insert(1, TableColumn("pays", right=True))
    most = max(count for _, count, _ in rows)
    lines = []
    for category, count, stated in rows:
        wrong = stated not in (None, count)
        cells = [category.name, f"{count:,}", percent(Fraction(count, total)), bar(count, most)]
        if with_printed:
            cells += [
                "" if stated is None else f"{stated:,}",
                f"{stated - count:+,}" if wrong and stated is not None else "",
            ]
        if with_pays:
            cells.insert(1, f"{category.pays:,}")
        lines.append(TableRow(tuple(cells), bold=wrong))
    print_table(columns, lines)
    if any(row.bold for row in lines):
        console().print("\nThe error is the count printed in the rule book, less the exact count.")


def _print_derivations(categories: Sequence[Category], derived: Sequence[Derivation]) -> None:
    """Print the derivation of every count, and of a wrong count in a rule book the reason."""
    out = console()
    for category, derivation in zip(categories, derived, strict=True):
        out.print(Text(f"{category.name}: {derivation.count:,}", style="bold"))
        reasons = [*derivation.reasons]
        if category.printed not in (None, derivation.count):
            reasons.append(f"printed {category.printed:,}" + (f": {category.misprint}" if category.misprint else ""))
        for reason in reasons:
            for line in tables.wrapped(reason, out.width, "  ", "    "):
                out.print(Text(line), soft_wrap=True)


def bar(count: int, most: int) -> str:
    """Return a bar in eighths of a cell, ``count`` in proportion to ``most``; at least one eighth above zero."""
    if letters_only(ascii=False).ascii:
        return "#" * -(-count * MAX_BAR_CELLS // most)
    eighths = max(count * MAX_BAR_CELLS * 8 // most, 1) if count else 0
    return "█" * (eighths // 8) + " ▏▎▍▌▋▊▉"[eighths % 8].strip()


def rank(name: str, hands: Sequence[str], as_json: bool) -> int:
    """Print the best hand in each, and which of them wins."""
    ranking = load_ranking(name)
    if ranking.size > 1 and all(len(ranking.declaration.parse_hand(word)) == 1 for word in hands):
        hands = [" ".join(hands)]  # one hand, without quotes
    ranked = [_rank_hand(ranking, hand) for hand in hands]
    if as_json:
        return print_json(ranked)
    top = max(hand_rank.strength for hand_rank in ranked)
    winners = sum(hand_rank.strength == top for hand_rank in ranked)
    out = console()
    for hand_rank in ranked:
        verdict = "" if len(ranked) == 1 or hand_rank.strength < top else ("  wins" if winners == 1 else "  ties")
        best = "" if hand_rank.best == hand_rank.cards else f"  best {hand_rank.best}"
        out.print(Text.assemble(f"{hand_rank.cards}{best}", (verdict, "bold")))
        about = "about " * ranking.declaration.by_code
        drawn = "throws" if ranking.declaration.dice else "hands"
        share = percent(Fraction(hand_rank.beats))
        described = f"{ranking.describe(hand_rank.strength)}, beats {about}{share} of all {drawn}"
        for line in tables.wrapped(described, out.width, "  ", "    "):
            out.print(Text(line))
    return 0


class RankedHand(msgspec.Struct, frozen=True, kw_only=True):
    """The output of ``--json``: a hand, the best of its cards, and the share of all hands that it ``beats``."""

    cards: str
    best: str
    category: str
    strength: int
    beats: float


def _rank_hand(ranking: Ranking, text: str) -> RankedHand:
    cards = ranking.declaration.parse_hand(text)
    strength = ranking.strength(cards)
    return RankedHand(
        cards=ranking.declaration.text_of(cards),
        best=ranking.declaration.text_of(ranking.best(cards)),
        category=ranking.category(strength).name,
        strength=strength,
        beats=float(ranking.beats(strength)),
    )


def lint(name: str, as_json: bool) -> int:
    """Print the faults of a declaration and notes for its designer. Return 1 if there is a fault, else 0."""
    from cardwright.ranking.lint import FAULT
    from cardwright.ranking.lint import lint as examine

    declaration = declarations.load(name)
    warn_if_slow()
    with progress("counting hands"):
        findings = examine(declaration)
    faults = sum(finding.severity == FAULT for finding in findings)
    if as_json:
        print_json(findings)
        return 1 if faults else 0
    out = console()
    for finding in findings:
        mark = Text("wrong  ", style="bold red") if finding.severity == FAULT else Text("note   ", style="dim")
        beside = out.width - len(mark)
        lines = [finding.message] if out.width >= PIPED_REPORT_CELLS else wrapped(finding.message, beside)
        out.print(mark + Text(f"\n{' ' * len(mark)}".join(lines)), soft_wrap=True)
    notes = len(findings) - faults
    total = f"{counted(faults, 'fault')}, {counted(notes, 'note')}"
    out.print(Text(f"{declaration.title}: {total if findings else 'no faults, no notes'}"))
    return 1 if faults else 0
