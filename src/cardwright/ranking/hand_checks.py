"""Check the cards of hands, and build the tables by ranks, for all ways to evaluate hands by a ranking."""

import operator
from collections.abc import Iterable, Sequence
from typing import NoReturn

from cardwright.cards import Card
from cardwright.errors import BadCard, BadCount
from cardwright.ranking import _kernels
from cardwright.ranking.compile import MAX_LARGE_CHOICE, Compiled
from cardwright.ranking.model import Declaration, Hand
from cardwright.ranking.tables import Layout
from cardwright.wording import counted

MAX_CARDS: int = _kernels.MAX_CARDS
"""The most cards that a hand may be chosen from."""


class HandChecks:
    """A compiled declaration that checks cards. The kernel's evaluator calls it, and so does `OneByOne`."""

    def __init__(self, declaration: Declaration) -> None:
        self.declaration = declaration
        self.name = declaration.name
        self.deck = declaration.deck
        self.size = declaration.size
        self.compiled = Compiled(declaration)
        self._layouts: dict[int, Layout] = {}

    def cards(self, hand: Hand) -> tuple[Card, ...]:
        """Return the cards of a hand, which may be given as text: "Ah Kh Qh". Raises `BadCard`."""
        if isinstance(hand, str):
            return self.declaration.parse_hand(hand)
        try:
            return tuple(map(operator.index, hand))
        except TypeError:
            raise BadCard(f"cards are whole numbers, or all in one text, not {hand!r:.80}", str(hand)) from None

    def layout(self, cards: int) -> Layout:
        """Return the tables for hands chosen from this many cards, built on first use. Raises `BadCount`."""
        self.check_number(cards)
        if cards not in self._layouts:
            self._layouts[cards] = Layout(self.compiled, cards)
        return self._layouts[cards]

    def check_number(self, cards: int) -> None:
        """Raise `BadCount` for a number of cards that no hand is chosen from."""
        most = MAX_CARDS if self.compiled.by_table else MAX_LARGE_CHOICE
        most = most if self.declaration.dice else min(most, self.deck.size)
        if not self.size <= cards <= most:
            what = f"{counted(cards, 'card')}: hands"
            what = f"{cards} dice: throws" if self.declaration.dice else what
            raise BadCount(f"{what} of {self.name} are chosen from {self.size} to {most}", cards)

    def prepare(self, cards: int) -> _kernels.Tables:
        """Return the kernel's tables for this many cards. Raises `BadCount`."""
        return self.layout(cards).tables

    def refuse(self, cards: Iterable[Card], where: str = "") -> NoReturn:
        """Raise `BadCard` for the first card that is not in the deck or a duplicate."""
        seen: set[Card] = set()
        for card in cards:
            if self.deck.check(card, where) in seen and not self.declaration.dice:
                raise BadCard(f"duplicate card: {self.deck.text(card)}", self.deck.text(card), where)
            seen.add(card)
        raise BadCard("the cards changed during evaluation", "", where)

    def refuse_hole(self, hole: Sequence[Card], board: Sequence[Card], from_hole: int) -> NoReturn:
        """Raise `BadCount` for numbers of cards that make no hand."""
        self.check_hole(len(hole), len(board), from_hole)
        raise BadCount("the cards changed during evaluation", len(hole))

    def check_hole(self, in_hole: int, on_board: int, from_hole: int) -> None:
        """Raise `BadCount` unless these numbers of cards allow a hand with exactly ``from_hole`` of the hole."""
        for number, where, needed in (
            (in_hole, "in the hole", from_hole),
            (on_board, "on the board", self.size - from_hole),
        ):
            if not 0 <= needed <= number <= MAX_CARDS:
                message = f"a hand takes {needed} of the cards {where}, and there are {number} (at most {MAX_CARDS})"
                raise BadCount(message, number)
