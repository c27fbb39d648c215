"""Exact odds of side bets on seven cards, however they are set: ``cardwright odds side-bet``.

A pay table is a TOML file such as ``fortune.toml``: lines with a name, odds to one, and perhaps an envy bonus. A hand
is paid by the first line that it fits. All hands are counted by their classes.
"""

import argparse
import functools
import tomllib
from fractions import Fraction
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from cardwright import decoding
from cardwright.errors import BadDeclaration, BadOption
from cardwright.games.paigow.fortune import FILE, Line
from cardwright.games.paigow.hands import KING, RANK_NAMES
from cardwright.games.paigow.odds.classes import HAND_CARDS, HEIGHT_COUNT, all_classes
from cardwright.games.paigow.odds.way_table import every_value
from cardwright.games.paigow.way_rules import MIN_RANK
from cardwright.ranking.declaration import read_file
from cardwright.reports import Cell, Column, Report
from cardwright.shards import Progress

CATEGORIES = (  # as `_kernels` numbers them
    "high card", "one pair", "two pair", "three of a kind", "straight", "flush", "full house", "four of a kind",
    "straight flush", "royal flush", "five aces",
)  # fmt: skip
ALSO_FIT = {  # the better categories that fit a line as well
    "straight flush": ("royal flush",),
    **dict.fromkeys(("flush", "straight"), ("straight flush", "royal flush")),
}
CATEGORY_SHIFT_BITS = 20
OTHER_SUITS_COUNT = 3
ALL_HANDS_COUNT = 154_143_080
NATURAL, WILD = "seven-card straight flush without the joker", "seven-card straight flush with the joker"
MATCH = "royal flush with a suited king and queen"
HIGH = {f"{RANK_NAMES[rank]} high": rank for rank in range(9, 15)}  # no pair, straight or flush, and no higher card
THREE_PAIR = "three pair"
KNOWN_LINES = (*CATEGORIES, NATURAL, WILD, MATCH, THREE_PAIR, *HIGH)


class PayTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A pay table: its lines, the first that fits counts; envy bonuses are for bets of ``envy_from`` and more."""

    line: tuple[Line, ...]
    envy_from: int = 0


class LineOdds(msgspec.Struct, frozen=True):
    """A line and how many of all hands are paid by it."""

    line: Line
    hands: int


def read_table(path: Path | str) -> PayTable:
    """Read a pay table. Raises `BadDeclaration` for a mistake in it."""
    text = read_file(Path(path))
    try:
        table = decoding.convert(tomllib.loads(text), PayTable)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as problem:
        raise BadDeclaration(f"this is not a pay table: {problem}", str(path), str(path)) from problem
    for line in table.line:
        if line.name not in KNOWN_LINES:
            raise BadDeclaration(f"no line is named {line.name!r}: {', '.join(KNOWN_LINES)}", line.name, str(path))
    return table


def line_odds(table: PayTable, wheel: str = "second") -> list[LineOdds]:
    """Count the hands that each line pays."""
    hands_left = all_classes().hands
    odds = []
    for line in table.line:
        paying = hands_left // OTHER_SUITS_COUNT if line.name == MATCH else hands_left
        paid = np.where(_classes_of_line(line.name, wheel), paying, 0)
        odds.append(LineOdds(line, int(paid.sum())))
        hands_left = hands_left - paid
    return odds


def expected_gain(odds: list[LineOdds], *, bet: int = 1, others: int = 0, envy_from: int = 0) -> Fraction:
    """Return the expected gain as a share of the bet, with the envy bonuses of ``others`` hands."""
    total = ALL_HANDS_COUNT
    paid = sum(each.hands * (each.line.pays + 1) for each in odds)
    envy = sum(each.hands * each.line.envy for each in odds) if bet >= envy_from else 0
    return Fraction(paid, total) - 1 + Fraction(envy * others, total * bet)


@functools.lru_cache(maxsize=2)
def _category_masks(wheel: str) -> NDArray[np.int32]:
    """Return for each class the categories that some five of its cards make, as bits."""
    values = every_value(all_classes().cards, wheel)
    masks: NDArray[np.int32] = np.bitwise_or.reduce(1 << (values[:, :, 1] >> CATEGORY_SHIFT_BITS), axis=1)
    return masks


def _classes_of_line(name: str, wheel: str) -> NDArray[np.bool_]:
    """Return the classes that fit a line. Of those that fit `MATCH`, a third of the hands have the two in one suit."""
    classes, categories = all_classes(), _category_masks(wheel)
    heights = np.concatenate((classes.plain_counts, classes.plain_counts[classes.flush_plain])).astype(int)
    heights[:, HEIGHT_COUNT - 1] += heights[:, HEIGHT_COUNT]  # the joker is an ace
    heights = heights[:, :HEIGHT_COUNT]
    is_paid = np.zeros(len(categories), np.bool_)
    if name in CATEGORIES:
        fit = sum(1 << CATEGORIES.index(each) for each in (name, *ALSO_FIT.get(name, ())))
        is_paid[:] = (categories & fit) != 0
    elif name == THREE_PAIR:
        is_paid[:] = (heights == 2).sum(axis=1) == 3
    elif name in HIGH:
        is_paid[:] = (categories == 1) & (HEIGHT_COUNT + 1 - heights[:, ::-1].argmax(axis=1) == HIGH[name])
    elif name == MATCH:
        royal = categories >> CATEGORIES.index("royal flush") & 1
        is_paid[len(classes.plain_counts) :] = _royal_match() & (royal[len(classes.plain_counts) :] == 1)
    else:
        is_paid[len(classes.plain_counts) :] = _seven_card_straight_flushes(wild=name == WILD)
    return is_paid


def _royal_match() -> NDArray[np.bool_]:
    """Return the flush classes with a king and a queen beside the suit, and no third card."""
    classes = all_classes()
    king_queen = np.flatnonzero((classes.others[:, [KING - MIN_RANK - 1, KING - MIN_RANK]] == 1).all(axis=1))
    return np.isin(classes.flush_others, king_queen)


def _seven_card_straight_flushes(*, wild: bool) -> NDArray[np.bool_]:
    """Return the flush classes of seven in sequence, one of them the joker if ``wild``; the ace is high or low."""
    classes = all_classes()
    wide = classes.flush_masks.astype(int) << 1 | classes.flush_masks >> HEIGHT_COUNT - 1
    is_straight_flush = np.zeros(len(wide), np.bool_)
    for low in range(HEIGHT_COUNT + 2 - HAND_CARDS):
        run = (1 << HAND_CARDS) - 1 << low
        is_straight_flush |= np.bitwise_count(wide & run) == HAND_CARDS - wild
    is_straight_flush &= (classes.flush_jokers == wild) & (np.bitwise_count(classes.flush_masks) == HAND_CARDS - wild)
    return is_straight_flush


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments to a parser."""
    parser.add_argument("table", metavar="FILE", nargs="?", default=str(FILE), help="a pay table (default: Fortune)")
    parser.add_argument("--others", type=int, choices=range(6), default=0, help="other hands, for the envy bonuses")
    parser.add_argument("--bet", type=int, default=5, help="chips bet, for the envy bonuses")
    parser.add_argument("--wheel", choices=("second", "lowest"), default="second", help="the rank of A-2-3-4-5")


def report(parsed: argparse.Namespace, progress: Progress) -> Report:
    """Answer the command: how often each line is paid, and the gain of the bet."""
    if parsed.bet < 1:
        raise BadOption("bet", parsed.bet, "1 or more")
    table = read_table(parsed.table)
    odds = line_odds(table, parsed.wheel)
    rows: list[tuple[Cell, ...]] = [_row(each) for each in odds]
    lost = ALL_HANDS_COUNT - sum(each.hands for each in odds)
    share = Fraction(lost, ALL_HANDS_COUNT)
    value = expected_gain(odds, bet=parsed.bet, others=parsed.others, envy_from=table.envy_from)
    envy = f", envy bonuses of {parsed.others} other hands for a bet of {parsed.bet}" if parsed.others else ""
    columns = (Column("hands", "count"), Column("share", "share"), Column("pays", "count"), Column("return", "value"))
    return Report(
        title=f"{Path(parsed.table).stem}: expected gain {100 * float(value):+.4f} % of a bet{envy}",
        columns=(Column("line", "words"), *columns),
        rows=(*rows, ("no line", lost, share, None, -share)),
        bars="return",
        method=f"exact: all {ALL_HANDS_COUNT:,} hands",
    )


def _row(odds: LineOdds) -> tuple[Cell, ...]:
    share = Fraction(odds.hands, ALL_HANDS_COUNT)
    return odds.line.name, odds.hands, share, odds.line.pays, share * odds.line.pays
