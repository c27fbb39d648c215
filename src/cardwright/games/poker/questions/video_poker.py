"""The return of a pay table of video poker: ``cardwright odds video-poker jacks-or-better``."""

import argparse
from collections.abc import Sequence
from fractions import Fraction

from cardwright.errors import BadOption
from cardwright.ranking import Ranking, load
from cardwright.ranking.pay_table import percent_returned
from cardwright.ranking.video_poker import draw_return
from cardwright.reports import Cell, Column, Report, round_to
from cardwright.shards import Progress
from cardwright.wording import counted, first_names

PAY_DIGITS = 6


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments to a parser."""
    parser.add_argument("ranking", metavar="NAME-OR-FILE", help="a ranking's name, or a TOML file that declares one")
    parser.add_argument(
        "--pay",
        metavar="PAYS",
        help="what each line pays for one coin, the strongest first; lines after the last one pay nothing "
        "(default: what the declaration says)",
    )


def report(given: argparse.Namespace, progress: Progress) -> Report:
    """Answer the command. Raises `CardwrightError`."""
    ranking = load(given.ranking)
    pays = _pays(given.pay, ranking)
    unnamed = ranking.categories[len(pays) :] if given.pay else ()
    result = draw_return(ranking, [*pays, *[0] * len(unnamed)], progress)
    rows: list[tuple[Cell, ...]] = [
        (line.name, pay, share, round_to(share * pay))
        for line, pay, share in zip(ranking.categories, result.pays, result.lines, strict=True)
    ]
    rows.append(("all", None, Fraction(1), round_to(result.value)))
    return Report(
        title=f"{ranking.declaration.title}: a hand of {ranking.size}, and one exchange of any of its cards",
        columns=(Column("line"), Column("pay", "count"), Column("share", "share"), Column("return", "value")),
        rows=tuple(rows),
        bars="return",
        method="exact: the best exchange of every hand, over all that it can become",
        notes=(
            f"return {percent_returned(result.value)}; standard deviation {float(result.variance) ** 0.5:.4f} coins",
            *_what_is_left_out([line.name for line in unnamed], len(pays)),
        ),
    )


def _what_is_left_out(lines: Sequence[str], named: int) -> tuple[str, ...]:
    """Return a note on the lines that a command leaves out, after the number that it names."""
    count = counted(named, "number")
    return (f"--pay has {count}: the lines after them pay nothing: {first_names(lines)}",) if lines else ()


def _pays(text: str | None, ranking: Ranking) -> Sequence[int]:
    """Return the pay of each line, the strongest first: as the command says, or else as the declaration does."""
    if text is None:
        return ranking.declaration.pays
    words = text.replace(",", " ").split()
    if not words or not all(word.isascii() and word.isdigit() and len(word) <= PAY_DIGITS for word in words):
        raise BadOption("pay", text, 'whole numbers of coins, such as "800 50 25 9 6 4 3 2 1"')
    return [int(word) for word in words]
