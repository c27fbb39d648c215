"""Equity of known hands at any table of poker: ``cardwright odds poker "Ah Ad" "Kc Ks"``."""

import argparse
from collections.abc import Callable, Sequence

from cardwright import games
from cardwright.cards import Card
from cardwright.errors import BadCount, BadOption
from cardwright.games.poker.rules import Poker
from cardwright.ranking.equity import SAMPLED_DEALS, Equity, equity
from cardwright.reports import Column, Report

MAX_SAMPLES = 10_000_000
MAX_SEED = 2**63 - 1


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments to a parser."""
    parser.add_argument("hands", metavar="CARDS", nargs="+", help='the hole cards of each player: "Ah Ad" "Kc Ks"')
    parser.add_argument("--ranking", metavar="NAME-OR-FILE", help="the deck and the table of hands")
    parser.add_argument("--variant", metavar="NAME-OR-FILE", help="the variant: texas-holdem, omaha-hilo ...")
    parser.add_argument("--board", metavar="CARDS", default="", help="the cards on the board so far")
    parser.add_argument("--dead", metavar="CARDS", default="", help="cards that cannot come")
    parser.add_argument("--samples", metavar="N", type=int, default=SAMPLED_DEALS, help="random deals of an estimate")
    parser.add_argument("--seed", metavar="N", type=int, default=0, help="the seed of an estimate")


def report(given: argparse.Namespace, progress: Callable[[int, int], None]) -> Report:
    """Answer the command: the share of the pot of each hand. Raises `CardwrightError`."""
    game = _table(given)
    hands = [game.ranking.cards(text) for text in given.hands]
    board = game.ranking.cards(given.board)
    to_own = _to_own(game, hands)
    if len(board) > game.variant.board:
        raise BadCount(f"{len(board)} cards on the board: {game.variant.title} has {game.variant.board}", len(board))
    for option, most in (("samples", MAX_SAMPLES), ("seed", MAX_SEED)):
        if not 0 <= getattr(given, option) <= most:
            raise BadOption(option, getattr(given, option), f"0 to {most}")
    lowball = game.variant.wins == "low" and game.low is not None
    found = equity(
        game.low if lowball and game.low is not None else game.ranking,
        hands,
        board,
        given.dead,
        to_board=game.variant.board - len(board),
        to_own=to_own,
        from_hole=2 if game.variant.hand == "two" else None,
        low=game.low if game.variant.wins == "split" else None,
        least_low=game.setup.least_low,
        samples=given.samples,
        seed=given.seed,
    )
    return _report(game, hands, board, found)


def _table(given: argparse.Namespace) -> Poker:
    """Return a table with the ranking and the variant, and as many players as there are hands."""
    if len(given.hands) < 2:
        raise BadCount(f"equity compares two hands or more, not {len(given.hands)}", len(given.hands))
    chosen = {name: value for name in ("ranking", "variant") if (value := getattr(given, name)) is not None}
    game = games.create(given.question, **chosen, players=len(given.hands))
    assert isinstance(game, Poker)
    if game.variant.draws:
        raise BadOption("variant", game.variant.title, "a variant in which no cards are exchanged")
    return game


def _to_own(game: Poker, hands: Sequence[tuple[Card, ...]]) -> int:
    """Return the number of hole cards to come to each hand. Raises `BadCount`."""
    full = game.variant.hole
    for hand in hands:
        if len(hand) != len(hands[0]) or not 1 <= len(hand) <= full or (game.variant.board and len(hand) != full):
            wanted = str(full) if game.variant.board else f"1 to {full}, the same number in each hand"
            text = game.deck.text_of(hand)
            raise BadCount(f"{len(hand)} hole cards ({text}): {game.variant.title} has {wanted}", len(hand))
    return full - len(hands[0])


def _report(game: Poker, hands: Sequence[tuple[Card, ...]], board: tuple[Card, ...], found: Equity) -> Report:
    rows = tuple(
        (game.deck.text_of(hand), each.win, each.tie, each.share) for hand, each in zip(hands, found.hands, strict=True)
    )
    error = max(each.error for each in found.hands)
    estimate = f"an estimate from {found.deals:,} random deals, with a standard error of {100 * error:.2f} %"
    on_board = f", board {game.deck.text_of(board)}" if board else ""
    return Report(
        title=f"{game.variant.title}, {game.ranking.declaration.title}{on_board}",
        columns=(Column("hand"), Column("win", "share"), Column("tie", "share"), Column("pot", "share")),
        rows=rows,
        method=f"exact: all {found.deals:,} deals of the cards to come" if found.exact else estimate,
        notes=("win: the whole pot alone; tie: a part of it; pot: the average share of the pot, if no player folds.",),
    )
