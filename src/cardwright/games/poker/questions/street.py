"""The last street heads-up, solved: ``cardwright odds street standard "QQ+" "22+, AT+" --board "Kh 9d 6c 5s 2h"``."""

import argparse
from collections.abc import Iterator

from cardwright.errors import BadOption
from cardwright.games.poker.questions.equity import HOLDEM, create_game, hand_rules
from cardwright.ranking import Ranking
from cardwright.ranking.equity.question import RANDOM, HandRules
from cardwright.ranking.equity.ranges import Range, every, parse
from cardwright.ranking.solver import Decision, Node, Solution, decision_at, river, solve
from cardwright.reports import Cell, Column, Report, round_to
from cardwright.shards import Progress

MAX_CHIPS = 1_000_000
MAX_BETS_PERCENT = 1_000
MAX_ITERATIONS = 100_000
STEP_ITERATIONS_COUNT = 300


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments to a parser."""
    parser.add_argument("ranking", metavar="RANKING", help="the deck and the table of hands: a name or a TOML file")
    parser.add_argument("ranges", metavar="RANGE", nargs=2, help='who acts first, and the other: "QQ+, AKs", "random"')
    parser.add_argument("--board", metavar="CARDS", required=True, help="the whole board: no card comes after it")
    parser.add_argument("--variant", metavar="NAME-OR-FILE", default=HOLDEM, help="how many cards these are")
    parser.add_argument("--pot", metavar="CHIPS", type=int, default=100, help="the pot")
    parser.add_argument("--stack", metavar="CHIPS", type=int, default=200, help="what each has left")
    parser.add_argument("--bets", metavar="PERCENT", default="50 100", help="bets in %% of the pot")
    parser.add_argument(
        "--iterations", metavar="N", type=int, default=STEP_ITERATIONS_COUNT, help="iterations of the solver"
    )
    parser.add_argument("--hands", action="store_true", help="what each hand does at the first decision")


def report(parsed: argparse.Namespace, progress: Progress) -> Report:
    """Answer the command: how often each action is taken. Raises `CardwrightError`."""
    game = create_game(parsed.ranking, parsed.variant, 2)
    ranking, variant, rules = game.ranking, game.variant, hand_rules(game)
    if not variant.board or rules != HandRules(rules.ranking):
        raise BadOption("variant", variant.title, "a variant with a board, in which the best of all cards wins the pot")
    for option, most in (("pot", MAX_CHIPS), ("stack", MAX_CHIPS), ("iterations", MAX_ITERATIONS)):
        if not 1 <= getattr(parsed, option) <= most:
            raise BadOption(option, getattr(parsed, option), f"1 to {most:,}")
    if len(ranking.cards(parsed.board)) != variant.board:
        whole = f"all {variant.board} cards of the board: only the last street is solved"
        raise BadOption("board", parsed.board, whole)
    ranges = [_range(ranking, text, variant.hole) for text in parsed.ranges]
    street = river(rules.ranking, parsed.board, ranges, pot=parsed.pot, stack=parsed.stack, bets=_bets(parsed.bets))
    solution = solve(street, parsed.iterations, progress)
    share = 100 * solution.exploitability / parsed.pot
    method = f"{solution.iterations} iterations; exploitability {share:.2f} % of the pot"
    against = f"{parsed.ranges[0]} against {parsed.ranges[1]}"
    title = f"{variant.title}, {ranking.declaration.title}, board {parsed.board}: {against}"
    notes = (f"the first player wins {solution.value + parsed.pot / 2:.2f} of the pot of {parsed.pot} on average.",)
    columns, rows = _hands(ranking, solution) if parsed.hands else _actions(solution)
    bars = columns[-1].name  # of the actions, how often; of a hand, how often it takes the boldest
    return Report(title=title, columns=columns, rows=rows, method=method, notes=notes, bars=bars)


def _range(ranking: Ranking, text: str, hole: int) -> Range:
    if text.strip().casefold() == RANDOM:
        return every(range(ranking.deck.size), hole)
    return parse(text, ranking.declaration, hole)


def _bets(text: str) -> list[float]:
    words = text.replace(",", " ").split()
    if not words or not all(word.isascii() and word.isdigit() and 1 <= int(word) <= MAX_BETS_PERCENT for word in words):
        raise BadOption("bets", text, f'numbers from 1 to {MAX_BETS_PERCENT:,}: "50 100"')
    return [int(word) / 100 for word in words]


def _actions(solution: Solution) -> tuple[tuple[Column, ...], tuple[tuple[Cell, ...], ...]]:
    """Return how often each action is taken at each decision, over all hands of the range."""
    rows = [
        (", ".join(path) or "at first", 1 + decision_at(solution.street.root, path).player, action, round_to(often, 6))
        for path in _paths(solution.street.root, ())
        for action, often in zip(
            decision_at(solution.street.root, path).actions, solution.frequencies(path), strict=True
        )
    ]
    return (Column("after"), Column("player", "count"), Column("action"), Column("often", "share")), tuple(rows)


def _hands(ranking: Ranking, solution: Solution) -> tuple[tuple[Column, ...], tuple[tuple[Cell, ...], ...]]:
    """Return how each hand plays the first decision."""
    first = decision_at(solution.street.root, ())
    rows: list[tuple[Cell, ...]] = [
        (ranking.deck.text_of(hand), *(round_to(often, 6) for often in shares))
        for hand, shares in zip(solution.street.hands[0], solution.strategies[()].T, strict=True)
    ]
    return (Column("hand"), *(Column(action, "share") for action in first.actions)), tuple(rows)


def _paths(node: Node, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    if isinstance(node, Decision):
        yield path
        for action, child in zip(node.actions, node.children, strict=True):
            yield from _paths(child, (*path, action))
