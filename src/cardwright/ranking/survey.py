"""Count the hands of a table by all the lines that each fits, so that any order of the lines is counted at once.

A hand belongs to the first line that it fits. So the number of hands of each set of lines is all that an order of the
lines needs: a table is read once, and each order of its lines is then a few dozen additions.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias, TypeVar

import msgspec

from cardwright.cards import Card
from cardwright.ranking.by_card.hands import hands_by_card
from cardwright.ranking.by_rank.blocks import hands_by_rank
from cardwright.ranking.example_hands import example
from cardwright.ranking.model import NOTHING, CountedHand, Declaration

Lines: TypeAlias = frozenset[int]
T = TypeVar("T")


class LintCounts(msgspec.Struct, frozen=True):
    """The counts of all hands of a declaration: by category, by strength, by pairs of categories that both fit.

    ``taken`` counts the hands of each category, ``of_strengths`` the hands of each of its strengths, ``fitting`` the
    hands that fit it, whichever category takes them. ``shared[taker, other]`` counts the hands that fit another
    category as well as the one that takes them, ``uncovered`` the hands without a category. ``examples`` has a hand for
    each pair, and for None one without a category.
    """

    total: int
    taken: Counter[int]
    of_strengths: Mapping[int, Sequence[int]]
    fitting: Counter[int]
    shared: Counter[tuple[int, int]]
    uncovered: int
    examples: dict[tuple[int, int] | None, str]


class HandSurvey(msgspec.Struct, frozen=True):
    """The hands of a declaration by the lines that they fit and the line that takes them (-1: none).

    ``numbers`` counts them. Of each kind ``first`` has the first hand found, and ``last`` the last with the fewest wild
    cards, of the highest ranks in the deck's order.
    """

    declaration: Declaration
    numbers: Mapping[tuple[Lines, int], int]
    first: Mapping[tuple[Lines, int], CountedHand]
    last: Mapping[tuple[Lines, int], CountedHand]

    @property
    def total(self) -> int:
        """The number of all hands."""
        return sum(self.numbers.values())

    @property
    def uncovered(self) -> int:
        """The number of hands that no line takes."""
        return sum(number for (_, taker), number in self.numbers.items() if taker < 0)

    def taken(self) -> tuple[int, ...]:
        """Return the number of hands of each line, strongest first."""
        taken: Counter[int] = Counter()
        for (_, taker), number in self.numbers.items():
            taken[taker] += number
        return tuple(taken[index] for index in range(len(self.declaration.categories)))

    def ordered(self, order: Sequence[int]) -> list[int]:
        """Return the number of hands that each line, by its index, would take if the lines stood in this order."""
        numbers = [0] * len(order)
        place = {index: where for where, index in enumerate(order)}
        for (fits, _), number in self.numbers.items():
            if fits:
                numbers[min(fits, key=place.__getitem__)] += number
        return numbers

    def examples(self) -> dict[int, tuple[Card, ...]]:
        """Return a hand of each line that has one: with few wild cards, and fitting few other lines."""
        best_example: dict[int, tuple[int, int, CountedHand]] = {}
        for (fits, taker), hand in self.last.items():
            terms = self._wild_cards_count(hand), len(fits), hand
            if taker >= 0 and (taker not in best_example or terms[:2] <= best_example[taker][:2]):
                best_example[taker] = terms
        return {taker: self._in_order(taker, hand, wilds) for taker, (wilds, _, hand) in best_example.items()}

    def _wild_cards_count(self, hand: CountedHand) -> int:
        counts, jokers, _ = hand
        if not self.declaration.by_card:
            return jokers
        plain = hands_by_card(self.declaration).plain_count
        return sum(each >= plain for each in counts)

    def _in_order(self, index: int, hand: CountedHand, wilds: int) -> tuple[Card, ...]:
        """Return a hand as its line reads it: first the cards that the line looks at, and runs from the top."""
        declared, cards = self.declaration, example(self.declaration, *hand)
        line = declared.categories[index]
        if line.run:
            height = {card: declared.standing[rank] if rank >= 0 else -1 for card, rank in enumerate(declared.rank_of)}
            cards = tuple(sorted(cards, key=lambda card: -height[card]))
        if line.cards and not wilds and not declared.dice:
            part = hands_by_card(declared).part(index, cards)
            cards = tuple(sorted(cards, key=lambda card: card not in part))
        return cards

    def lint_counts(self) -> LintCounts:
        """Return the counts for `lint.findings`, except for ties, which need the value of every hand."""
        fitting: Counter[int] = Counter()
        shared: Counter[tuple[int, int]] = Counter()
        hand_of: dict[tuple[int, int] | None, CountedHand] = {}
        for (fits, taker), number in self.numbers.items():
            if taker < 0:
                hand_of.setdefault(None, self.first[fits, taker])
            for index in fits:
                fitting[index] += number
                if index != taker:
                    shared[taker, index] += number
                    hand_of.setdefault((taker, index), self.first[fits, taker])
        text = self.declaration.text_of
        examples = {where: text(example(self.declaration, *hand)) for where, hand in hand_of.items()}
        taken = Counter(dict(enumerate(self.taken())))
        return LintCounts(self.total, taken, {}, fitting, shared, self.uncovered, examples)


def survey(declaration: Declaration) -> HandSurvey:
    """Count all hands of the declared size by the lines that they fit."""
    bare = _without_ties(declaration)
    bare_survey = _survey(bare)
    if bare is declaration:
        return bare_survey
    row = hands_by_card(declaration).row
    first, last = (
        {kind: (row(example(bare, *hand)), 0, NOTHING) for kind, hand in hands.items()}
        for hands in (bare_survey.first, bare_survey.last)
    )
    return HandSurvey(declaration, bare_survey.numbers, first, last)


def _without_ties(declaration: Declaration) -> Declaration:
    """Return a declaration without tie-breaks, so that cards of equal rank are alike: ties decide nothing about lines.

    It is the declaration itself if no tie is broken by suit, or if without ties the table looked at ranks alone and
    would read its wild cards in another way.
    """
    if not any("suit" in line.tie for line in declaration.categories):
        return declaration
    lines = tuple(msgspec.structs.replace(line, tie=()) for line in declaration.categories)
    bare = msgspec.structs.replace(declaration, categories=lines)
    return bare if bare.by_card or not declaration.wilds else declaration


def _survey(declaration: Declaration) -> HandSurvey:
    if declaration.by_card:
        return _of_kinds(declaration, hands_by_card(declaration).kinds(), lambda row: (row, 0, NOTHING))
    every = hands_by_rank(declaration)
    return _of_kinds(declaration, every.kinds(), every.hand)


def _of_kinds(
    declaration: Declaration, kinds: Iterable[tuple[Lines, int, int, T, T]], hand_of: Callable[[T], CountedHand]
) -> HandSurvey:
    numbers, first, last = {}, {}, {}
    for fits, taker, number, *examples in kinds:
        numbers[fits, taker] = number
        first[fits, taker], last[fits, taker] = map(hand_of, examples)
    return HandSurvey(declaration, numbers, first, last)
