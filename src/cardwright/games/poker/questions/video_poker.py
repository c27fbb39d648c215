"""Video poker: the return of a pay table, and the best cards of a hand to hold.

``cardwright odds video-poker jacks-or-better --hand "Ah Kh Qh Jh 9c"``
"""

import argparse
from collections.abc import Sequence
from fractions import Fraction

from cardwright.errors import BadOption, CardwrightError
from cardwright.ranking import Ranking, load
from cardwright.ranking.pay_table import percent_returned
from cardwright.ranking.video_poker import DrawReturn, Hold, draw_return, holds
from cardwright.reports import Cell, Column, Report, round_to
from cardwright.shards import Progress
from cardwright.wording import counted, first_names, percent

EXACT = "exact: all cards that can come"
PAY_DIGITS = 6


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments to a parser."""
    parser.add_argument("ranking", metavar="NAME-OR-FILE", help="the pay table: a ranking's name, or a TOML file")
    parser.add_argument(
        "--pay",
        metavar="PAYS",
        help="what each line pays for one coin, the strongest first; lines after the last one pay nothing "
        "(default: what the declaration says)",
    )
    parser.add_argument(
        "--hand",
        metavar="CARDS",
        help='the cards dealt, in quotes ("Ah Kh Qh Jh 9c"): lists all ways to hold some, best first',
    )
    parser.add_argument("--hold", metavar="CARDS", help="those of the hand that are held: lists what it becomes")


def report(parsed: argparse.Namespace, progress: Progress) -> Report:
    """Answer the command. Raises `CardwrightError`."""
    ranking = load(parsed.ranking)
    pays = _pays(parsed.pay, ranking)
    unnamed = ranking.categories[len(pays) :] if parsed.pay else ()
    all_pays = [*pays, *[0] * len(unnamed)]
    left_out = _what_is_left_out([line.name for line in unnamed], len(pays))
    if parsed.hand is None and parsed.hold is None:
        exchanged = f"a hand of {ranking.size}, and one exchange of any of its cards"
        method = "exact: the best exchange of every hand, over all that it can become"
        return _lines(ranking, draw_return(ranking, all_pays, progress), exchanged, method, left_out)
    if parsed.hand is None:
        raise CardwrightError("--hold is of a hand: add --hand with all cards")
    all_holds = holds(ranking, parsed.hand, all_pays)
    if parsed.hold is None:
        return _holds(ranking, all_holds, parsed.hand, left_out)
    hold = _chosen(ranking, all_holds, parsed.hold)
    title = f"{ranking.deck.text_of(ranking.cards(parsed.hand))}, {_text(ranking, hold)} held"
    return _lines(ranking, hold, title, EXACT, left_out)


def _lines(ranking: Ranking, result: DrawReturn, about: str, method: str, left_out: tuple[str, ...]) -> Report:
    """Return the share and the return of each line."""
    rows: list[tuple[Cell, ...]] = [
        (line.name, pay, share, round_to(share * pay))
        for line, pay, share in zip(ranking.categories, result.pays, result.lines, strict=True)
    ]
    rows.append(("all", None, Fraction(1), round_to(result.value)))
    deviation = f"standard deviation {float(result.variance) ** 0.5:.4f} coins"
    return Report(
        title=f"{ranking.declaration.title}: {about}",
        columns=(Column("line"), Column("pay", "count"), Column("share", "share"), Column("return", "value")),
        rows=tuple(rows),
        bars="return",
        method=method,
        notes=(f"return {percent_returned(result.value)}; {deviation}", *left_out),
    )


def _holds(ranking: Ranking, all_holds: Sequence[Hold], hand: str, left_out: tuple[str, ...]) -> Report:
    """Return all ways to hold cards of a hand, the best first, and how often the best is paid."""
    best = all_holds[0]
    paid = [
        f"{line.name} {percent(share)}"
        for line, pay, share in zip(ranking.categories, best.pays, best.lines, strict=True)
        if pay and share
    ]
    becomes = f"{_text(ranking, best)} held: {', '.join(paid) or 'no line that pays'}"
    return Report(
        title=f"{ranking.declaration.title}: what to hold of {ranking.deck.text_of(ranking.cards(hand))}",
        columns=(Column("hold"), Column("return", "amount"), Column("cost", "amount")),
        rows=tuple(
            (_text(ranking, each), round_to(each.value), round_to(best.value - each.value)) for each in all_holds
        ),
        bars="return",
        method=EXACT,
        notes=(
            "return: coins on average for one coin bet; cost: how much less than the best hold.",
            becomes,
            *left_out,
        ),
    )


def _text(ranking: Ranking, hold: Hold) -> str:
    return ranking.deck.text_of(hold.cards) or "nothing"


def _chosen(ranking: Ranking, all_holds: Sequence[Hold], text: str) -> Hold:
    """Return the way to hold these cards. Raises `BadOption` for cards that are not in the hand."""
    held = set(ranking.cards(text))
    for hold in all_holds:
        if set(hold.cards) == held:
            return hold
    raise BadOption("hold", text, "cards of the hand")


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
