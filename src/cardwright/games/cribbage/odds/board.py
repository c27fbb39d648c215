"""``cardwright odds board``: the value of a score before a deal, and of one point more."""

import argparse
from fractions import Fraction

from cardwright.errors import BadOption
from cardwright.games.cribbage.odds.board_table import MARGINS_COUNT, precision, results
from cardwright.games.cribbage.odds.match import NET_WINS, unit, value_before_deal
from cardwright.games.cribbage.odds.terms import add_terms, alternates, asked_game
from cardwright.games.cribbage.rules import Cribbage
from cardwright.reports import Cell, Column, Report, cell_text
from cardwright.shards import Progress

MAX_AHEAD_POINTS = 8  # a row shows scores that are so much nearer than the score asked for


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments to a parser."""
    parser.add_argument("score", type=int, metavar="YOURS", help="your score")
    parser.add_argument("other", type=int, metavar="OTHER", help="the other player's score")
    add_terms(parser)


def report(parsed: argparse.Namespace, progress: Progress) -> Report:
    """Answer the command. Raises `BadOption` for a score past the end."""
    game = asked_game(parsed)
    for score in (parsed.score, parsed.other):
        if not 0 <= score < game.to:
            raise BadOption("score", score, f"0 to {game.to - 1}")
    deals, error = precision()
    in_wins = unit(game) is NET_WINS
    scores = range(max(parsed.score - MAX_AHEAD_POINTS, 0), min(parsed.score + MAX_AHEAD_POINTS, game.to - 1) + 1)
    asked = [cell_text(cell, Column("", unit(game).kind)) for cell in _row(game, parsed.score, parsed)[1:3]]
    title, kind = ("Net wins" if in_wins else "Chance to win"), unit(game).kind
    match = (
        f" {game.settings['games']} games, at {parsed.won[0]}-{parsed.won[1]}," if game.settings["games"] > 1 else ""
    )
    return Report(
        title=f"{title}{match} against {parsed.other}, to {game.to}, before a deal",
        columns=(
            Column("your score", "count"),
            Column("you deal", kind),
            Column("the other deals", kind),
            *([Column("you skunk", "share"), Column("you are skunked", "share")] if game.settings["skunks"] else []),
        ),
        rows=tuple(_row(game, score, parsed) for score in scores),
        bars="you deal",
        method=f"from {deals:,} sampled deals; the largest standard error of a chance to win is {100 * error:.3f} %",
        notes=(
            f"At {parsed.score} to {parsed.other}: {asked[0]} if you deal, {asked[1]} if the other does.",
            "Both play alike, for points and not by the score.",
            *(["You dealt first in this game, unless the other does at 0 to 0."] if alternates(game) else []),
            *(["Net wins are games won less games lost: a skunk counts two, a double skunk four."] if in_wins else []),
            *(["Skunks, double ones among them, are of this game, if you deal."] if game.settings["skunks"] else []),
        ),
    )


def _row(game: Cribbage, score: int, parsed: argparse.Namespace) -> tuple[Cell, ...]:
    needs = game.to - score, game.to - parsed.other
    values = [Fraction(value_before_deal(game, needs, deals, tuple(parsed.won))) for deals in (True, False)]
    if not game.settings["skunks"]:
        return score, *values
    ends = results()[:, needs[0], needs[1]]
    skunks = (Fraction(float(ends[each + 1 : each + MARGINS_COUNT].sum())) for each in (0, MARGINS_COUNT))
    return score, *values, *skunks
