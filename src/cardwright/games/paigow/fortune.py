"""The Fortune side bet: which line of the pay table seven cards make, however they are set (PG12).

The table is data: ``fortune.toml``, with its source.
"""

import itertools
import tomllib
from collections.abc import Sequence
from pathlib import Path

import msgspec

from cardwright import decoding
from cardwright.cards import Card
from cardwright.games.paigow.hands import BUG, DECK, Hands, height


class Line(msgspec.Struct, frozen=True):
    """A line of the pay table: ``pays`` to one, and ``envy`` chips to others who made the bet."""

    name: str
    pays: int
    envy: int = 0


FILE = Path(__file__).with_name("fortune.toml")
_TABLE = tomllib.loads(FILE.read_text("utf-8"))
LINES: tuple[Line, ...] = decoding.convert(_TABLE["line"], tuple[Line, ...])
MIN_ENVY_BET: int = _TABLE["envy_from"]
SEVEN_NATURAL, ROYAL_MATCH, SEVEN_WILD, *PLAIN = LINES
NAMED = {line.name: line for line in PLAIN}


def line(hands: Hands, cards: Sequence[Card]) -> Line | None:
    """The highest-paying line that seven cards fit."""
    if _seven_in_a_row(cards):
        return SEVEN_WILD if BUG in cards else SEVEN_NATURAL
    category = hands.category(hands.back(cards))
    if category == "royal flush" and _royal_match(hands, cards):
        return ROYAL_MATCH
    ranks = [height(card) for card in cards]
    if category == "straight" and max(map(ranks.count, ranks)) == 3:
        category = "three of a kind"  # seven cards can hold both, and this pays more
    return NAMED.get(category)


def _seven_in_a_row(cards: Sequence[Card]) -> bool:
    """Seven of one suit in sequence, the ace high or low; the bug fills one place."""
    natural = [card for card in cards if card != BUG]
    if len({DECK.suit_of[card] for card in natural}) > 1:
        return False
    ranks = {height(card) for card in natural}
    if max(ranks) == 14:
        ranks.add(1)
    return any(len(ranks & set(range(low, low + 7))) == len(natural) for low in range(1, 9))


def _royal_match(hands: Hands, cards: Sequence[Card]) -> bool:
    """Return True if a royal flush leaves a king and a queen of one suit over."""
    for pair in itertools.combinations([card for card in cards if card != BUG], 2):
        suited = DECK.suit_of[pair[0]] == DECK.suit_of[pair[1]]
        if suited and {height(card) for card in pair} == {12, 13}:
            back = [card for card in cards if card not in pair]
            if hands.category(hands.back(back)) == "royal flush":
                return True
    return False
