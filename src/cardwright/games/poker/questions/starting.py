"""All starting hands of two cards, and when to go all-in with them: ``cardwright odds starting standard``.

The equities come from the shipped tables, counted exactly for heads-up play before the board.
"""

import argparse

import numpy as np

from cardwright.errors import BadOption, CardwrightError
from cardwright.ranking import Ranking, load
from cardwright.ranking.equity.heads_up import SHIPPED, HeadsUp, check, group_name, heads_up
from cardwright.ranking.equity.ranges import parse
from cardwright.ranking.solver import Decision, Fold, ShowdownNode, Solution, Street, solve
from cardwright.reports import Cell, Column, Report, round_to
from cardwright.shards import Progress

MAX_STACK_BLINDS = 1_000
SMALL_BLIND_FACTOR = 0.5
SOLVER_ROUNDS = 400


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments to a parser."""
    about = f"one whose starting hands are counted: {', '.join(SHIPPED)}"
    parser.add_argument("ranking", metavar="RANKING", type=check, choices=SHIPPED, help=about)
    parser.add_argument("--against", metavar="HAND", help='the share against one hand or range, "AKs", not any hand')
    parser.add_argument("--push", metavar="BLINDS", type=int, help="all-in or fold heads-up with this stack")


def report(given: argparse.Namespace, progress: Progress) -> Report:
    """Answer the command. Raises `CardwrightError`."""
    ranking, table = load(given.ranking), heads_up(given.ranking)
    if given.push is not None:
        if given.against is not None:
            raise CardwrightError("--push is against every hand: leave out --against")
        if not 1 <= given.push <= MAX_STACK_BLINDS:
            raise BadOption("push", given.push, f"1 to {MAX_STACK_BLINDS}")
        return _push_report(ranking, table, given.push, progress)
    shares = table.against_random() if given.against is None else _against(ranking, table, given.against)
    rows: list[tuple[Cell, ...]] = [
        (place, group_name(ranking, table.groups[group][0]), len(table.groups[group]), round_to(shares[group]))
        for place, group in enumerate(np.argsort(-shares, kind="stable").tolist(), 1)
    ]
    against = "a random hand" if given.against is None else given.against
    return Report(
        title=f"{ranking.declaration.title}: two cards each and five for all, against {against}",
        columns=(Column("place", "count"), Column("hand"), Column("ways", "count"), Column("pot", "share")),
        rows=tuple(rows),
        bars="pot",
        method="exact: every board and every pair of hands, to nine digits",
    )


def _against(ranking: Ranking, table: HeadsUp, text: str) -> np.ndarray:
    """Return the share of each group against the groups of a range, whole groups at a time."""
    listed = {tuple(hand) for hand in parse(text, ranking.declaration, 2).combos.tolist()}
    weights = table.ways * np.array([any(hand in listed for hand in group) for group in table.groups])
    shares: np.ndarray = (table.shares * weights).sum(axis=1) / np.maximum(weights.sum(axis=1), 1)
    return shares


def push_or_fold(table: HeadsUp, stack: int, progress: Progress | None = None) -> Solution:
    """Solve heads-up play in which the small blind goes all-in or folds, and the big blind calls or folds.

    Amounts are in big blinds.
    """
    call = Decision(1, ("fold", "call"), (Fold(1.0), ShowdownNode(float(stack))))
    root = Decision(0, ("fold", "push"), (Fold(-SMALL_BLIND_FACTOR), call))
    together = table.ways.astype(np.float32)
    lead = (table.ways * (2 * table.shares - 1)).astype(np.float32)
    ones = np.ones(len(table.groups))
    hands = tuple(group[0] for group in table.groups)
    street = Street(root, (hands, hands), (ones, ones), together, (lead,), ((ones, ones),))
    return solve(street, SOLVER_ROUNDS, progress)


def _push_report(ranking: Ranking, table: HeadsUp, stack: int, progress: Progress) -> Report:
    solution = push_or_fold(table, stack, progress)
    push, call = solution.strategies[()][1], solution.strategies["push",][1]
    push, call = push.round(4), call.round(4)
    order = np.argsort(-(push + call) - table.against_random() / 1000, kind="stable").tolist()
    rows = tuple(
        (group_name(ranking, table.groups[group][0]), round_to(push[group]), round_to(call[group])) for group in order
    )
    ways = np.array([len(group) for group in table.groups])
    often = [100 * float(shares @ ways) / ways.sum() for shares in (push, call)]
    return Report(
        title=f"{ranking.declaration.title} heads-up, all-in or fold with {stack} big blinds",
        columns=(Column("hand"), Column("push", "share"), Column("call", "share")),
        bars="push",
        rows=rows,
        method=f"{solution.iterations} iterations; exploitability {solution.exploitability:.6f} big blinds",
        notes=(
            f"the small blind pushes {often[0]:.1f} % of hands and wins {solution.value:+.4f} blinds; "
            f"the big blind calls {often[1]:.1f} %.",
        ),
    )
