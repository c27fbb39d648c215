"""``cardwright odds count``: a hand or crib counted, combination by combination."""

import argparse

from cardwright.errors import BadCount
from cardwright.games.cribbage.scoring import DECK, show
from cardwright.reports import Column, Report
from cardwright.shards import Progress
from cardwright.wording import counted

HAND_CARDS = 4


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments to a parser."""
    parser.add_argument("cards", metavar="CARDS", help='four cards in quotes: "5h 5s 5d Jc"')
    parser.add_argument("starter", metavar="STARTER", help="the card turned up: 5c")
    parser.add_argument("--crib", action="store_true", help="count a crib: only five cards of a suit are a flush")


def report(parsed: argparse.Namespace, progress: Progress) -> Report:
    """Answer the command. Raises `BadCount` or `BadCard` unless the cards are five different ones."""
    cards, starter = DECK.parse_cards(parsed.cards), DECK.parse(parsed.starter)
    if len(cards) != HAND_CARDS:
        raise BadCount(
            f"a show is of {HAND_CARDS} cards and the starter: {counted(len(cards), 'card')} given", len(cards)
        )
    DECK.parse_cards(f"{parsed.cards} {parsed.starter}")  # five different cards
    score = show(cards, starter, parsed.crib)
    total, rows = 0, []
    for part in score.parts:
        total += part.points
        rows.append((part.phrase, DECK.text_of(part.cards), part.points, total))
    return Report(
        title=f"{DECK.text_of(cards)} with {DECK.text(starter)}: {score.points} points",
        columns=(Column("combination"), Column("cards"), Column("points", "count"), Column("total", "count")),
        rows=tuple(rows),
        method=f"as it is counted aloud: {score.spoken}",
    )
