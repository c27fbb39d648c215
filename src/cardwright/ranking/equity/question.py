"""A question of equity, checked."""

import functools
import itertools
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardwright.cards import Card
from cardwright.errors import BadCard, BadCount, BadText
from cardwright.ranking.equity import ranges
from cardwright.ranking.equity.ranges import Range
from cardwright.ranking.model import Hand
from cardwright.ranking.ranking import Ranking

MAX_PLAYERS = 10
DEFAULT_HOLE_CARDS = 2
RANDOM = "random"

Own: TypeAlias = tuple[Card, ...] | Range


class WildByHole(NamedTuple):
    """The hole cards that make others wild: those dealt ``down``, by the place of each card in the order of the deal.

    The ``dealt`` first cards of the deck are dealt. ``read`` returns rows of hands as they count, from the rows and
    from the columns of the cards dealt down.
    """

    down: tuple[bool, ...]
    dealt: int
    read: Callable[[NDArray[np.uint8], Sequence[int]], NDArray[np.uint8]]

    def to_come(self, known: int) -> tuple[int, int]:
        """Return the numbers of cards to come, down and up, to a hand whose first cards are known."""
        down = sum(self.down[known:])
        return down, len(self.down) - known - down

    def columns(self, known: int) -> list[int]:
        """Return the columns of the cards dealt down in a hand of known cards, then those to come, first those down."""
        first = [place for place in range(known) if self.down[place]]
        return [*first, *range(known, known + self.to_come(known)[0])]


class HandRules(NamedTuple):
    """How hands are made and win, by a ``ranking``: of all their cards, or with exactly ``from_hole`` of their own.

    With ``low`` the pot is split between the best hand and the best low hand of a strength of at least ``least_low``,
    if there is one. With ``wild_hole`` cards of a hand are wild for it, and known cards are in the order of the deal.
    """

    ranking: Ranking
    from_hole: int | None = None
    low: Ranking | None = None
    least_low: int = 0
    wild_hole: WildByHole | None = None

    @property
    def rankings(self) -> tuple[Ranking, ...]:
        """The ranking, and the ranking of low hands if there is one."""
        return (self.ranking,) if self.low is None else (self.ranking, self.low)


class EquityQuestion(NamedTuple):
    """A question, checked. ``own`` are the known cards or the range of each player; of an unknown hand ().

    Each hand has ``hole`` cards of its own in the end, and ``to_board`` cards are to come to the board.
    """

    rules: HandRules
    hole: int
    own: tuple[Own, ...] = ()
    board: tuple[Card, ...] = ()
    dead: tuple[Card, ...] = ()
    to_board: int = 0

    @property
    def ranking(self) -> Ranking:
        """The ranking, of high hands where the pot is split."""
        return self.rules.ranking

    @property
    def by_table(self) -> bool:
        """True if the kernel has tables for all hands."""
        return self.rules.wild_hole is None and all(each.compiled.by_table for each in self.rules.rankings)

    @property
    def unseen(self) -> tuple[Card, ...]:
        """The cards that are in no known place."""
        known = [card for each in self.own if not isinstance(each, Range) for card in each]
        seen = {*known, *self.board, *self.dead}
        return tuple(card for card in range(self.dealt) if card not in seen)

    @property
    def dealt(self) -> int:
        """The number of cards of the deck that are dealt: with a wild hole card the jokers are not."""
        wild_hole = self.rules.wild_hole
        return wild_hole.dealt if wild_hole else self.ranking.deck.size

    @property
    def to_come(self) -> tuple[int, ...]:
        """The numbers of cards to come: to the board, then to each player (with ``wild_hole`` those down, then up)."""
        numbers, wild_hole = [self.to_board], self.rules.wild_hole
        for hand in self.own:
            known_count = 0 if isinstance(hand, Range) else len(hand)
            numbers += wild_hole.to_come(known_count) if wild_hole else (self.hole - known_count,)
        return tuple(numbers)

    def with_hands(self, hands: Sequence[Own]) -> "EquityQuestion":
        """Return the question for other hands."""
        return self._replace(own=tuple(hands))


Best: TypeAlias = Callable[[EquityQuestion, Fraction], Sequence[tuple[Card, ...]]]


def read_question(
    rules: HandRules,
    hands: Sequence[Hand | Range],
    best: Best,
    board: Hand = (),
    dead: Hand = (),
    *,
    to_board: int = 0,
    hole: int | None = None,
) -> EquityQuestion:
    """Check a question; ``best`` returns a share of all starting hands. Raises `BadCard`, `BadCount` and `BadText`."""
    if isinstance(hands, str):
        raise BadText(f"hands are given in a list, one text for each, not as one text: {hands!r:.80}", hands)
    if not 2 <= len(hands) <= MAX_PLAYERS:
        raise BadCount(f"equity compares two hands to {MAX_PLAYERS}, not {len(hands)}", len(hands))
    ranking = rules.ranking
    known = [known_cards(ranking, hand) for hand in hands]
    number = _hole_cards(ranking, known, hole)
    asked = EquityQuestion(rules, number, (), ranking.cards(board), ranking.cards(dead), to_board)
    _check_seen(asked, [*itertools.chain(*(cards for cards in known if cards)), *asked.board, *asked.dead])
    asked = asked.with_hands([_own(asked, cards, hand, best) for cards, hand in zip(known, hands, strict=True)])
    to_come = to_board + sum(number - len(each) for each in asked.own if not isinstance(each, Range))
    if number < 1:
        raise BadCount(f"a hand has one card or more, not {number}", number)
    if to_board < 0 or to_come > len(asked.unseen):
        raise BadCount(f"{to_come} cards are to come, and {len(asked.unseen)} are unseen", to_come)
    for each in rules.rankings:
        each.check_odds()
    on_board = len(asked.board) + to_board
    if rules.from_hole is None:
        ranking.check_number(number + on_board)
    else:
        ranking.check_hole(number, on_board, rules.from_hole)
    return asked


def _hole_cards(ranking: Ranking, known: Sequence[tuple[Card, ...] | None], hole: int | None) -> int:
    """Return the number of cards of a hand in the end: ``hole``, else as many as are known, which must be equal."""
    known_hands = [cards for cards in known if cards]
    number = hole if hole is not None else len(known_hands[0]) if known_hands else DEFAULT_HOLE_CARDS
    for cards in known_hands:
        if len(cards) > number or (hole is None and len(cards) < number):
            raise BadCount(f"{len(cards)} cards ({ranking.deck.text_of(cards)}): a hand has {number}", len(cards))
    return number


def _check_seen(asked: EquityQuestion, seen: Sequence[Card]) -> None:
    """Raise `BadCard` for a card that is in two places, or that is not dealt."""
    deck = asked.ranking.deck
    if len(set(seen)) < len(seen) or not all(0 <= card < deck.size for card in seen):
        asked.ranking.refuse(seen)
    for card in seen:
        if card >= asked.dealt:
            raise BadCard(f"{deck.text(card)} is not dealt: wild cards count as jokers", deck.text(card))


def known_cards(ranking: Ranking, hand: Hand | Range) -> tuple[Card, ...] | None:
    """Return a hand's cards, () for an unknown one, or None for a range. Raises `BadText` for an empty text."""
    if isinstance(hand, Range):
        return None
    if not isinstance(hand, str):
        return ranking.cards(hand)
    if hand.strip().casefold() == RANDOM:
        return ()
    if not hand.strip():
        raise BadText('a hand is empty: write its cards, a range, or "random"', hand)
    try:
        listed = [ranking.cards(item) for item in hand.split(",")]
    except BadCard:
        return None
    # "Ah, Ad" are two cards of a hand; "AhAd, AhAc" are two hands of a range.
    return ranking.cards(hand) if len(listed) == 1 or all(len(cards) == 1 for cards in listed) else None


def _own(asked: EquityQuestion, cards: tuple[Card, ...] | None, hand: Hand | Range, best: Best) -> Own:
    """Return known cards, or the hands of a range that the cards seen so far leave possible. Raises `BadText`."""
    if cards is not None:
        return cards
    if asked.rules.wild_hole:
        raise BadText(f"{hand!r}: where a hole card is wild, a hand is cards in the order of the deal, or random")
    hand_range = hand
    if isinstance(hand_range, str):
        hand_range = ranges.parse(hand_range, asked.ranking.declaration, asked.hole, functools.partial(best, asked))
    assert isinstance(hand_range, Range)
    possible = hand_range.without([*asked.board, *asked.dead])
    if not len(possible.weights):
        raise BadText(f"no hand of {hand!r} is possible with these cards on the board or dead")
    return possible
