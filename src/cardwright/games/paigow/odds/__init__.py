"""Exact odds of pai gow poker: ``cardwright odds paigow``.

`setting_odds` weighs the settings of one hand; `outcome` and `best_outcome` count all deals of two hands; `evaluate`
values the settings of a hand at the table.
"""

import argparse
from collections.abc import Sequence
from fractions import Fraction

from msgspec.structs import astuple

from cardwright import shards
from cardwright.answers import Unit
from cardwright.cards import Card
from cardwright.errors import BadOption, CardwrightError
from cardwright.game import Player
from cardwright.games.paigow.events import Showdown
from cardwright.games.paigow.hands import DECK
from cardwright.games.paigow.house_way import WAYS, load
from cardwright.games.paigow.odds.best import best_outcome
from cardwright.games.paigow.odds.deals import BEST, Match, Outcome
from cardwright.games.paigow.odds.hand import SettingOdds, setting_odds
from cardwright.games.paigow.odds.moves import by_rule, evaluate
from cardwright.games.paigow.odds.pairs import outcome
from cardwright.games.paigow.rules import PaiGow
from cardwright.games.paigow.state import PaiGowState
from cardwright.reports import Cell, Column, Report
from cardwright.shards import Progress

__all__ = [
    "BEST",
    "Match",
    "Outcome",
    "SettingOdds",
    "arguments",
    "best_outcome",
    "by_rule",
    "evaluate",
    "outcome",
    "report",
    "result",
    "setting_odds",
    "unit",
]


def unit(game: PaiGow) -> Unit:
    """Return the unit of values. Where a pot is won, or a bank pays several, the result is not a sum of stakes."""
    return Unit("bets", of_result=not (game.home or game.settings["banking"]))


def result(game: PaiGow, states: Sequence[PaiGowState], seat: Player) -> float:
    """Return the winnings of a seat's hands in a casino, each in its bet, less commission; without side bets."""
    shown = {state.last.round: state.last for state in states if isinstance(state.last, Showdown)}
    return sum(_stakes_won(each, seat) for each in shown.values())


def _stakes_won(showdown: Showdown, seat: Player) -> float:
    won = [each for each in showdown.results if each.seat == seat]
    return sum(each.gained / each.bet for each in won) - (showdown.commission[seat] / won[0].bet if won else 0)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments to a parser."""
    parser.add_argument("cards", metavar="CARDS", nargs="?", help='seven cards in quotes: "Jo Ac Kd Qh Ts 7c 4d"')
    ways = f"{', '.join(WAYS)} or a TOML file of rules"
    parser.add_argument("--player", metavar="WAY", help=f"instead of a hand: all deals, with this way: {BEST}, {ways}")
    parser.add_argument("--dealer", metavar="WAY", default="trump_plaza", help=f"how the dealer sets: {ways}")
    parser.add_argument("--wheel", choices=("second", "lowest"), default="second", help="the rank of A-2-3-4-5")
    parser.add_argument("--joker", choices=("bug", "wild"), default="bug", help="an ace or what completes, or any card")
    parser.add_argument("--copies", choices=("dealer", "push"), default="dealer", help="who wins two equal hands")
    parser.add_argument("--bank", action="store_true", help="you have the bank: copies are yours")
    parser.add_argument(
        "--queen-push", action="store_true", help="all bets push if the bank has nothing but a queen high"
    )
    parser.add_argument("--commission", type=int, choices=(0, 5), default=5, help="in %% of a win")
    shards.add_arguments(parser)


def report(parsed: argparse.Namespace, progress: Progress) -> Report:
    """Answer the command: one hand's settings, or all deals. Raises `CardwrightError` for cards that cannot be."""
    if parsed.player:
        if parsed.cards:
            raise CardwrightError("--player is for all deals: leave out the cards")
        table = {"wild": parsed.joker == "wild", "copies": parsed.copies, "bank": parsed.bank}
        match = Match(parsed.player, parsed.dealer, parsed.wheel, **table, queen_push=parsed.queen_push)
        return _match_report(match, parsed, progress)
    if not parsed.cards:
        raise CardwrightError(
            'give the seven cards of a hand in quotes: "Jo Ac Kd Qh Ts 7c 4d", or --player for all deals'
        )
    return _hand_report(DECK.parse_cards(parsed.cards), parsed)


def _hand_report(cards: tuple[Card, ...], parsed: argparse.Namespace) -> Report:
    table = {"copies": parsed.copies, "commission": parsed.commission, "wild": parsed.joker == "wild"}
    bank = {"bank": parsed.bank, "queen_push": parsed.queen_push}
    odds = setting_odds(cards, parsed.dealer, wheel=parsed.wheel, **table, **bank)
    best, hands = odds[0].value, odds[0].win + odds[0].push + odds[0].lose
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            DECK.text_of(setting.front),
            DECK.text_of(setting.back),
            *(Fraction(count, hands) for count in (setting.win, setting.push, setting.lose)),
            setting.value,
            best - setting.value,
            "foul" if setting.foul else ", ".join(setting.ways),
        )
        for setting in odds
    )
    shares = (Column(name, "share") for name in ("win", "push", "lose"))
    columns = (Column("front"), Column("back"), *shares, Column("value", "value"), Column("cost", "amount"))
    return Report(
        title=f"{DECK.text_of(cards)} against {load(parsed.dealer).file.title}",
        columns=(*columns, Column("set so by", "words", titles={way: load(way).file.title for way in WAYS})),
        rows=rows,
        bars="value",
        method=f"exact: all {hands:,} hands of the {'other' if parsed.bank else 'dealer'}; {_terms(parsed)}",
        notes=("value: the expected gain as a share of the bet; cost: less than the best setting's.",),
    )


def _match_report(match: Match, parsed: argparse.Namespace, progress: Progress) -> Report:
    commission = parsed.commission
    if match.player == BEST:
        if parsed.cluster or parsed.file or parsed.processes > 1:
            raise BadOption(
                "player", BEST, "a house way, where the work is shared out: best play is counted in one process"
            )
        counts = best_outcome(match, win=100 - commission, lose=100, progress=progress)
    else:
        with shards.open_workers(parsed) as executor:
            counts = outcome(match, executor=executor, file=parsed.file, progress=progress)
    rows = tuple(
        (name, count, Fraction(count, counts.total))
        for name, count in zip(("win", "push", "lose"), astuple(counts), strict=True)
    )
    player = "best play" if match.player == BEST else load(match.player).file.title
    return Report(
        title=f"{player} against {load(match.dealer).file.title}",
        columns=(Column("result"), Column("deals", "count"), Column("share", "share")),
        rows=(*rows, ("value", None, counts.value(commission))),
        bars="share",
        method=f"exact: all {counts.total:,} deals; {_terms(parsed)}",
    )


def _terms(parsed: argparse.Namespace) -> str:
    """Return the options of the table in words."""
    bank = ["you have the bank"] if parsed.bank else []
    copies = "copies push" if parsed.copies == "push" else f"{'you win' if parsed.bank else 'the dealer wins'} copies"
    wheel = ["A-2-3-4-5 is the lowest straight"] if parsed.wheel == "lowest" else []
    joker = ["the joker is any card"] if parsed.joker == "wild" else []
    queen = ["a queen high of the bank pushes"] if parsed.queen_push else []
    return ", ".join([*bank, copies, f"{parsed.commission} % commission", *wheel, *joker, *queen])
