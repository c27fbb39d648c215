"""``cardwright odds race``: the chance to win the match at a score, before a round."""

import argparse
from fractions import Fraction

from cardwright.errors import BadOption
from cardwright.games.flexdeck.odds.match import HALF, chance
from cardwright.games.flexdeck.odds.rounds import round_chances
from cardwright.games.flexdeck.rules import WIN_ROUNDS, Flexdeck
from cardwright.reports import Column, Report
from cardwright.shards import Progress
from cardwright.wording import percent

OPTIONS = ("ties", "cover", "next_dealer", "four", "criteria")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments to a parser."""
    parser.add_argument("score", type=int, metavar="YOURS", help="the rounds that you have won")
    parser.add_argument("other", type=int, metavar="OTHER", help="the rounds that the other player has won")
    for option in Flexdeck.options:
        if option.name in OPTIONS:
            parser.add_argument(
                f"--{option.name.replace('_', '-')}",
                type=type(option.default),
                choices=option.choices or range(option.low, option.high + 1),
                default=option.default,
                help=option.help,
            )


def report(parsed: argparse.Namespace, progress: Progress) -> Report:
    """Answer the command. Raises `BadOption` for a score past the end."""
    for score in (parsed.score, parsed.other):
        if not 0 <= score < WIN_ROUNDS:
            raise BadOption("score", score, f"0 to {WIN_ROUNDS - 1}")
    game = Flexdeck(**{name: getattr(parsed, name) for name in OPTIONS})
    round_result = round_chances(game, float(HALF))
    return Report(
        title=f"Chance to win the race to {WIN_ROUNDS} against {parsed.other}, before a round",
        columns=(Column("your rounds", "count"), Column("you deal", "share"), Column("the other deals", "share")),
        rows=tuple(
            (own, *(Fraction(chance(game, own, parsed.other, dealing)) for dealing in (True, False)))
            for own in range(WIN_ROUNDS)
        ),
        bars="you deal",
        method="exact over all scores, openings and replies, with the dice of later turns taken as independent",
        notes=(
            "Both play their best for the match.",
            f"At even scores the dealer wins {percent(Fraction(round_result.win))} of the rounds, "
            f"and {percent(Fraction(round_result.tie))} are tied.",
        ),
    )
