"""``cardwright odds chinese``: the values of the settings of a hand, with the best middle and back for each front.

The points are averages against opponents who hold random hands of the other cards and set them well; see `odds`.
"""

import argparse
from collections.abc import Callable, Sequence
from fractions import Fraction

from cardwright.cards import Card
from cardwright.errors import BadCount, BadText
from cardwright.games.chinese.odds import Setting, describe_setting, seed_for, settings
from cardwright.games.chinese.options import MAX_SCOOP_POINTS
from cardwright.games.chinese.rules import Chinese
from cardwright.games.chinese.scoring import ROWS, SCORINGS
from cardwright.games.chinese.state import ChineseView
from cardwright.reports import Cell, Column, Report

SAMPLED_HANDS_COUNT, MAX_SAMPLED_HANDS_COUNT = 2_000, 20_000
SHOWN_COUNT = 20


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments to a parser."""
    parser.add_argument("cards", metavar="CARDS", help='a hand in quotes: "Ac Ad 2s 3s 4s 5s 7s Kh Kd Qc Qd 9h 8h"')
    parser.add_argument("--ranking", default="standard", metavar="NAME-OR-FILE", help="the table of hands")
    parser.add_argument("--players", type=int, default=2, metavar="N", help="how many play")
    parser.add_argument("--scoring", choices=SCORINGS, default=SCORINGS[0], help="points beside one for each row")
    parser.add_argument("--scoop", type=int, default=0, metavar="N", help=f"for all rows, 0 to {MAX_SCOOP_POINTS} more")
    parser.add_argument("--front", metavar="CARDS", help="the cards of a front: the middles that go with it")
    parser.add_argument("--samples", type=int, default=SAMPLED_HANDS_COUNT, metavar="N", help="hands of an opponent")


def report(parsed: argparse.Namespace, progress: Callable[[int, int], None]) -> Report:
    """Answer the command. Raises `CardwrightError` for cards, a table or options that cannot be."""
    game = Chinese(ranking=parsed.ranking, players=parsed.players, scoring=parsed.scoring, scoop=parsed.scoop)
    layout = game.rows.layout
    hand = _distinct(game.deck.parse_cards(parsed.cards), layout.hand, "a hand")
    front = _distinct(game.deck.parse_cards(parsed.front), layout.front, "a front") if parsed.front else ()
    if missing := set(front) - set(hand):
        raise BadText(f"{game.deck.text_of(sorted(missing))} is in the front and not in the hand", parsed.front)
    if not 1 <= parsed.samples <= MAX_SAMPLED_HANDS_COUNT:
        raise BadCount(f"from 1 to {MAX_SAMPLED_HANDS_COUNT:,} hands are drawn", parsed.samples)
    everyone = tuple(range(game.players))
    view = ChineseView(phase="set", player=0, to_act=everyone, hand=hand, front=front, middle=())
    settings_ = sorted(settings(game, view, parsed.samples), key=lambda each: -each.value)
    if not settings_:
        raise BadText("every setting with this front is a foul", parsed.front)
    return _report(game, view, settings_, parsed.samples)


def _distinct(cards: Sequence[Card], number: int, what: str) -> tuple[Card, ...]:
    """Return cards in the deck's order. Raises `BadCount`."""
    held = tuple(sorted(set(cards)))
    if len(held) != number or len(cards) != number:
        raise BadCount(f"{what} has {number} distinct cards, and these are {len(held)}", len(cards))
    return held


def _report(game: Chinese, view: ChineseView, settings_: Sequence[Setting], samples: int) -> Report:
    best, text = settings_[0], game.deck.text_of
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            *(text(game.rows.high_first(row)) for row in (each.front, each.middle, each.back)),
            *map(Fraction, (each.value, each.error, best.value - each.value, *each.rows, each.beyond_rows)),
            describe_setting(game, each),
        )
        for each in settings_[:SHOWN_COUNT]
    )
    numbers = (Column("points", "value"), Column("error", "amount"), Column("cost", "amount"))
    parts = (*(f"in the {row}" for row in ROWS), "most or all rows")
    more = len(settings_) - len(rows)
    return Report(
        title=f"{text(game.rows.high_first(view.hand))}, {game.players} players",
        columns=(
            *map(Column, ROWS),
            *numbers,
            *(Column(name, "value", detail=True) for name in parts),
            Column("hands", "words", detail=True),
        ),
        rows=rows,
        bars="points",
        method=f"sampled: {samples:,} random hands of an opponent, seed {seed_for(game, view)}",
        notes=(
            "points: the average gain against all opponents; error: its standard error; cost: less than the best.",
            "All settings meet the same hands.",
            *([f"{more} settings that are worth less are not shown."] if more else []),
        ),
    )
