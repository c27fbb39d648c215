"""Commands on declarations: start one, print one, order it by rarity, report it, list the variants that it can play."""

import errno
import itertools
import os
from pathlib import Path
from typing import Any

import msgspec
from rich.text import Text

from cardwright import declared_variants, games
from cardwright.errors import BadCount, BadDeclaration, BadOption, CardwrightError, RankingError, UnknownName
from cardwright.ranking import declaration as declarations
from cardwright.ranking import rarity, rule_book, toml_writer
from cardwright.ranking.lint import FAULT, lint
from cardwright.ranking.model import Declaration
from cardwright.terminal.reports.printing import console, print_json, print_table, print_wrapped
from cardwright.terminal.reports.progress import progress
from cardwright.terminal.reports.tables import TableColumn, TableRow
from cardwright.wording import counted, file_stem, percent

OF_VARIANT = "variant"
USUAL_VARIANT = "texas-holdem"  # that is played without another word
START = """# A deck and a table of hands, strongest first. A hand belongs to the first line that it fits.
# cardwright lint {file} checks it, cardwright frequencies {file} counts it; to play it:
# cardwright {play}
# docs/rankings.md explains every key.
"""


def new(title: str, like: str) -> int:
    """Write a copy of a ranking's declaration to a new file, named after its title, which may be given as the file."""
    title = title.strip().removesuffix(".toml")
    name = file_stem(title)
    if not name or len(name) > declarations.MAX_FILE_NAME_CHARS:
        raise BadOption("TITLE", title, f"a title of letters and digits, of at most {declarations.MAX_FILE_NAME_CHARS}")
    table = declarations.table(like)
    table.pop("about", None)
    table["deck"].pop("title", None)
    file = Path(f"{name}.toml")
    play = _how_to_play(like, file)
    text = START.format(file=file, play=play) + toml_writer.write({**table, "name": title})
    declarations.parse(text, str(file))
    try:
        with file.open("x", encoding="utf-8") as made:
            made.write(text)
    except FileExistsError:
        raise CardwrightError(f"{file} is there already: choose another title") from None
    except OSError as problem:
        raise BadDeclaration(f"cannot be written: {problem.strerror}", str(file), str(file)) from None
    print_wrapped(f"{file} declares {title}, so far a copy of {like}. Edit it, then:")
    for command in (f"lint {file}", f"frequencies {file}", play):
        print_wrapped(f"cardwright {command}", "  ", "    ")
    return 0


def _how_to_play(like: str, file: Path) -> str:
    """Return the command that plays a copy of a ranking, or that says why no variant can."""
    try:
        fitting = tuple(itertools.chain(*declared_variants.fitting(like)))
    except RankingError:
        fitting = ()
    if not fitting:
        return f"variants {file}"
    return f"play poker --ranking {file}" + ("" if USUAL_VARIANT in fitting else f" --variant {fitting[0]}")


def show(name: str, *, variant: bool) -> int:
    """Print the text of a built-in ranking, or of a variant of poker; ``variant`` looks for that only."""
    variants = tuple(map(str, declared_variants.option().choices))
    if variant and name not in variants:
        raise UnknownName("variant", name, variants)
    try:
        text = declared_variants.text_of(name) if variant else declarations.text_of(name)
    except UnknownName:
        if name not in variants:
            raise
        text = declared_variants.text_of(name)
    print(text, end="")
    return 0


def fix(name: str, cards: int | None, *, write: bool, as_json: bool) -> int:
    """Print the moves that order a table by rarity, and its lines in the new order; with ``write`` change the file."""
    declared = declarations.load(name)
    if write:
        _check_own(name)
    with progress("counting hands"):
        fixed = rarity.fix(declared, cards)
    if write and fixed.moves:
        _write(name, fixed.order)
    if as_json:
        return print_json(_as_json(declared, fixed))
    out = console()
    for move in fixed.moves:
        out.print(Text(f"{move}."))
    if not fixed.moves:
        out.print(Text(f"{declared.title} is ordered by rarity." if not fixed.conflicts else "No line moves."))
    elif fixed.fewest and len(fixed.moves) > 1:
        out.print("No order by rarity needs fewer moves.")
    for conflict in fixed.conflicts:
        out.print(Text(f"{conflict}."))
    remaining = lint(rarity.reorder(declared, fixed.order))
    if left := sum(each.severity == FAULT and each.kind != "rarity" for each in remaining):
        out.print(Text(f"{counted(left, 'fault')} that no order mends: cardwright lint {name} explains."))
    total = sum(fixed.counts)
    rows = [
        TableRow((declared.categories[index].name, f"{count:,}", percent(rule_book.share(count, total))))
        for index, count in zip(fixed.order, fixed.counts, strict=True)
    ]
    out.print()
    print_table(
        (TableColumn("line", text=True), TableColumn("count", right=True), TableColumn("share", right=True)), rows
    )
    if write and fixed.moves:
        out.print(Text(f"\nWritten to {name}."))
    return 0


def _as_json(declared: Declaration, fixed: rarity.Fix) -> dict[str, Any]:
    lines = [declared.categories[index].name for index in fixed.order]
    return {**msgspec.structs.asdict(fixed), "order": lines, "moves": [str(move) for move in fixed.moves]}


def _check_own(name: str) -> None:
    """Raise `BadOption` for the name of a built-in table, and `BadDeclaration` for a file that cannot be written."""
    path = Path(name)
    if path.suffix != ".toml":
        raise BadOption("--write", name, "a TOML file of your own: cardwright new copies a built-in ranking")
    if not os.access(path, os.W_OK):
        raise BadDeclaration(f"cannot be written: {os.strerror(errno.EACCES)}", name, name)


def _write(name: str, order: rarity.Order) -> None:
    path = Path(name)
    text = toml_writer.reorder(declarations.read_file(path), order)
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as problem:
        raise BadDeclaration(f"cannot be written: {problem.strerror}", name, name) from None


def report(name: str, form: str) -> int:
    """Print a ranking's report for a rule book."""
    declared = declarations.load(name)
    with progress("counting hands"):
        text = rule_book.report(declared, form)
    print(text, end="")
    return 0


def variants(ranking: str, players: int, *, as_json: bool) -> int:
    """List the variants, each with the reason if this ranking and number of players cannot play it."""
    listed = declared_variants.option()
    if ranking != OF_VARIANT:
        declarations.load(ranking)
    rows = []
    for value in map(str, listed.choices):
        title, _, about = listed.meaning(value).partition(": ")
        rows.append(
            {
                "name": value,
                "title": title,
                "about": about,
                "refused": _refusal(games.VARIANT_GAME, title, ranking=ranking, variant=value, players=players),
            }
        )
    if as_json:
        return print_json(rows)
    columns = (
        TableColumn("name"),
        TableColumn("title", text=True),
        TableColumn("about", text=True),
    )
    print_table(columns, [TableRow((row["name"], row["title"], row["refused"] or row["about"])) for row in rows])
    for name in games.RANKING_GAMES:
        refused = "" if ranking == OF_VARIANT else _refusal(name, "", ranking=ranking)
        print_wrapped(
            f"{games.room(name).title} is a game of its own{f', {refused}' if refused else f': cardwright play {name}'}"
        )
    return 0


def _refusal(game: str, title: str, **options: object) -> str:
    """Return the reason why a game cannot be played with options, "" if it can; the reader sees ranking and variant."""
    try:
        games.create(game, **options)
    except BadOption as problem:
        wanted = problem.wanted.replace(f" with the variant {title}", "")
        return f"not played: it takes {wanted}" if problem.option == "ranking" else f"not played: {problem}"
    except BadCount as problem:
        return f"not played: {problem}"
    return ""
