"""All starting hands of a variant, and when to go all-in with them: ``cardwright odds starting standard``.

The equities of two rankings in hold'em come from shipped tables, counted exactly; others are estimated.
"""

import argparse
from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from cardwright import shards
from cardwright.cards import Card
from cardwright.errors import BadCount, BadOption, CardwrightError
from cardwright.games.poker.questions.equity import HOLDEM, create_game, hand_rules
from cardwright.ranking import Ranking, load
from cardwright.ranking.equity import starting_hands
from cardwright.ranking.equity.counting import Group
from cardwright.ranking.equity.heads_up import HOLE_CARDS, SHIPPED, HeadsUp, group_name, heads_up, name_of_group
from cardwright.ranking.equity.question import RANDOM, known_cards
from cardwright.ranking.equity.ranges import parse
from cardwright.ranking.solver import Decision, Fold, ShowdownNode, Solution, Street, solve
from cardwright.reports import Cell, Column, Report, round_to
from cardwright.shards import Progress
from cardwright.wording import counted

MAX_STACK_BLINDS = 1_000
SAMPLED_DEALS = 10_000
COLUMNS = (
    *(Column("place", "count"), Column("hand"), Column("ways", "count"), Column("top", "share")),
    Column("pot", "share"),
)
TOP_EXPLAINED = "top: this hand and all better ones, as a share of all starting hands."
SMALL_BLIND_FACTOR = 0.5
SOLVER_ROUNDS = 400


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments to a parser."""
    parser.add_argument(
        "ranking", metavar="RANKING", help=f"the table of hands: any, and exact for {' and '.join(SHIPPED)}"
    )
    parser.add_argument("--hand", metavar="HAND", help='only these hands, "AKs" or "QQ+, JTs", with their places')
    parser.add_argument("--variant", metavar="NAME-OR-FILE", default=HOLDEM, help="omaha-hilo, razz ...")
    parser.add_argument("--against", metavar="HAND", help='the share against one hand or range, "AKs", not any hand')
    parser.add_argument("--push", metavar="BLINDS", type=int, help="all-in or fold heads-up with this stack")
    parser.add_argument(
        "--samples", metavar="N", type=int, default=SAMPLED_DEALS, help="random deals of each hand, for an estimate"
    )
    parser.add_argument("--seed", metavar="N", type=int, default=0, help="the seed of an estimate")
    shards.add_arguments(parser)


def report(parsed: argparse.Namespace, progress: Progress) -> Report:
    """Answer the command. Raises `CardwrightError`."""
    for option in ("against", "hand"):
        if parsed.push is not None and getattr(parsed, option) is not None:
            raise CardwrightError(f"--push is of all hands: leave out --{option}")
    if parsed.push is None and parsed.against is None and (parsed.variant, parsed.ranking in SHIPPED) != (HOLDEM, True):
        return _estimate(parsed, progress)
    if parsed.variant != HOLDEM:
        raise CardwrightError(f"--push and --against are of {HOLDEM}: leave out --variant")
    ranking, table = load(parsed.ranking), heads_up(parsed.ranking)
    if parsed.push is not None:
        if not 1 <= parsed.push <= MAX_STACK_BLINDS:
            raise BadOption("push", parsed.push, f"1 to {MAX_STACK_BLINDS}")
        return _push_report(ranking, table, parsed.push, progress)
    shares = table.against_random() if parsed.against is None else _against(ranking, table, parsed.against)
    listed = _listed(ranking, parsed.hand, HOLE_CARDS)
    order = np.argsort(-shares, kind="stable").tolist()
    against = "a random hand" if parsed.against is None else parsed.against
    return Report(
        title=f"{ranking.declaration.title}: two cards each and five for all, against {against}",
        columns=COLUMNS,
        rows=_rows(ranking, [(table.groups[group], round_to(shares[group])) for group in order], listed),
        bars="pot",
        method="exact: every board and every pair of hands, to nine digits",
        notes=(TOP_EXPLAINED,),
    )


def _estimate(parsed: argparse.Namespace, progress: Progress) -> Report:
    """Return the starting hands of any ranking and variant, ordered by random deals."""
    game = create_game(parsed.ranking, parsed.variant, 2)
    variant, rules = game.variant, hand_rules(game)
    known = len(variant.street[0].hole)
    if rules.wild_hole:
        raise BadOption("variant", variant.title, "a variant in which no hole card is wild")
    listed = _listed(game.ranking, parsed.hand, known)
    with shards.open_workers(parsed) as executor:
        equities = starting_hands(
            rules, variant.hole, variant.board, known=known, samples=parsed.samples, seed=parsed.seed,
            executor=executor, file=parsed.file, progress=progress,
        )  # fmt: skip
        largest = 100 * max(worth.error for _, worth in equities)
    return Report(
        title=f"{variant.title}, {game.ranking.declaration.title}: starting hands against a random hand",
        columns=COLUMNS,
        rows=_rows(game.ranking, [(group, worth.share) for group, worth in equities], listed),
        bars="pot",
        method=(
            f"an estimate from {parsed.samples:,} random deals of each hand, seed {parsed.seed}, with a standard error "
            f"of at most {largest:.3f} %: hands that are nearly equal may change places"
        ),
        notes=(TOP_EXPLAINED,),
    )


def _rows(
    ranking: Ranking, ordered: Sequence[tuple[Group, Fraction]], listed: set[tuple[Card, ...]] | None
) -> tuple[tuple[Cell, ...], ...]:
    """Return the rows of all groups, or of those with a listed hand."""
    hands = sum(len(group) for group, _ in ordered)
    rows: list[tuple[Cell, ...]] = []
    so_far = 0
    for place, (group, share) in enumerate(ordered, 1):
        so_far += len(group)
        if listed is None or not listed.isdisjoint(group):
            rows.append((place, name_of_group(ranking, group), len(group), Fraction(so_far, hands), share))
    return tuple(rows)


def _listed(ranking: Ranking, text: str | None, known: int) -> set[tuple[Card, ...]] | None:
    """Return the hands of a range, or the one whose cards are given, None without a text.

    Raises `BadText` and `BadCount`.
    """
    if text is None or text.strip().casefold() == RANDOM:
        return None
    cards = known_cards(ranking, text)
    if cards is None:
        return set(map(tuple, parse(text, ranking.declaration, known).combos.tolist()))
    if len(cards) != known:
        raise BadCount(f"{counted(len(cards), 'card')} ({text}): a starting hand has {known}", len(cards))
    return {tuple(sorted(cards))}


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
