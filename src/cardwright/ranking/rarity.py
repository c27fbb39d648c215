"""Order the lines of a table by rarity, with as few moves as possible, and say why each line moves.

The count of a line depends on the lines above it, so an order is by rarity only if it is still so after the hands are
counted by it: a fixed point. A line whose hands all fit another line stays above that one, or it would be empty.
At more cards than a hand has, the best hand is counted, and there may be no fixed point: the line that ranks higher
becomes the commoner one, because players who have both hands show the higher.
"""

import itertools
from collections.abc import Callable, Container, Iterator, Sequence
from typing import TypeAlias

import msgspec

from cardwright.errors import BadDeclaration
from cardwright.ranking.model import Declaration
from cardwright.ranking.ranking import Ranking
from cardwright.ranking.survey import HandSurvey, survey
from cardwright.wording import isolated

MAX_NEIGHBOUR_SWAPS = 20_000  # for hands of the declared size
MAX_RECOUNTS = 20  # recounts of hands of more cards, each of which takes up to a second
MAX_SEARCH_STEPS = 400_000  # additions spent on proving that fewer moves do not suffice

Order: TypeAlias = tuple[int, ...]
Count: TypeAlias = Callable[[Order], Sequence[int]]
"""A function that counts the hands of each line, by its index, for an order of the lines."""


class LineMove(msgspec.Struct, frozen=True):
    """A line that moves to a place beside another one, with their counts in the new order."""

    line: str
    beside: str
    up: bool
    count: int
    against: int

    @property
    def words(self) -> str:
        """Return the move without the counts, which are those after all moves."""
        return f"{isolated(self.line)} goes {'above' if self.up else 'below'} {isolated(self.beside)}"

    def __str__(self) -> str:
        return f"{self.words}: {self.count:,} against {self.against:,}"


class Fix(msgspec.Struct, frozen=True):
    """An order by rarity for hands of the best of ``cards`` cards: the indices of the lines, strongest first.

    ``fewest`` is true if no other order by rarity needs fewer moves. ``conflicts`` are the pairs of lines that have no
    order by rarity, and those that stay out of it because all hands of one fit the other, with their counts.
    """

    cards: int
    order: Order
    counts: tuple[int, ...]
    moves: tuple[LineMove, ...]
    fewest: bool = True
    conflicts: tuple[str, ...] = ()


def fix(declaration: Declaration, cards: int | None = None, hand_survey: HandSurvey | None = None) -> Fix:
    """Return the order by rarity; ``hand_survey`` is the survey of the declaration, if it has been made.

    Raises `BadDeclaration` for a low table and for a line that no order gives a hand.
    """
    cards = declaration.size if cards is None else cards
    if declaration.low:
        raise BadDeclaration("a low table is not ordered by rarity", "", declaration.name)
    hand_survey = survey(declaration) if hand_survey is None else hand_survey
    inside = _inside(hand_survey)
    start = tuple(range(len(declaration.categories)))
    exact = cards == declaration.size
    count = hand_survey.ordered if exact else _at(declaration, cards)
    names = [isolated(line.name) for line in declaration.categories]
    target, conflicts = _by_swaps(start, count, inside, MAX_NEIGHBOUR_SWAPS if exact else MAX_RECOUNTS, names)
    fewest = False
    if exact and not conflicts:
        target, fewest = _with_fewest_moves(start, target, hand_survey, inside)
    counts = tuple(count(target))
    moves = tuple(_moves(declaration, target, counts))
    conflicts += tuple(
        f"{names[high]} stays above {names[low]}, which all its hands fit too: {counts[high]:,} against {counts[low]:,}"
        for high, low in itertools.pairwise(target)
        if counts[high] > counts[low] and high in inside[low]
    )
    return Fix(cards, target, tuple(counts[index] for index in target), moves, fewest or len(moves) < 2, conflicts)


def reorder(declaration: Declaration, order: Sequence[int]) -> Declaration:
    """Return a declaration with its lines in this order."""
    return msgspec.structs.replace(declaration, categories=tuple(declaration.categories[index] for index in order))


def _at(declaration: Declaration, cards: int) -> Count:
    def count(order: Order) -> list[int]:
        counted = Ranking(reorder(declaration, order)).frequencies(cards).categories
        by_line = [0] * len(order)
        for index, number in zip(order, counted, strict=True):
            by_line[index] = number
        return by_line

    return count


def _inside(hand_survey: HandSurvey) -> dict[int, frozenset[int]]:
    """Return for each line the lines whose hands all fit it, and that must stay above it."""
    number = len(hand_survey.declaration.categories)
    fitting = [{kind for kind in hand_survey.numbers if index in kind[0]} for index in range(number)]
    for index, kinds in enumerate(fitting):
        name = hand_survey.declaration.categories[index].name
        if not kinds:
            raise BadDeclaration(
                f"no hand fits {name}, in any order: lint explains it", name, hand_survey.declaration.name
            )
        twin = next((other for other in range(index) if fitting[other] == kinds), None)
        if twin is not None:
            other = hand_survey.declaration.categories[twin].name
            raise BadDeclaration(f"{name} and {other} have the same hands", name, hand_survey.declaration.name)
    return {
        index: frozenset(other for other in range(number) if fitting[other] < fitting[index]) for index in range(number)
    }


def _by_swaps(
    start: Order, count: Count, inside: dict[int, frozenset[int]], rounds: int, names: Sequence[str]
) -> tuple[Order, tuple[str, ...]]:
    """Swap neighbours that are out of order until none is left; return the order and the pairs that have none."""
    order, counts = start, count(start)
    conflicts: dict[tuple[int, int], str] = {}
    for _ in range(rounds):
        place = next(_out_of_order(order, counts, inside, conflicts), None)
        if place is None:
            return order, tuple(conflicts.values())
        high, low = order[place : place + 2]
        swapped = (*order[:place], low, high, *order[place + 2 :])
        after = count(swapped)
        if after[low] > after[high]:
            conflicts[high, low] = _conflict(names[high], names[low], counts, after, (high, low))
        else:
            order, counts = swapped, after
    return order, (*conflicts.values(), f"The lines are not in order after {rounds} swaps")


def _out_of_order(
    order: Order,
    counts: Sequence[int],
    inside: dict[int, frozenset[int]],
    refused: Container[tuple[int, int]] = (),
) -> Iterator[int]:
    for place, (high, low) in enumerate(itertools.pairwise(order)):
        if counts[high] > counts[low] and high not in inside[low] and (high, low) not in refused:
            yield place


def _conflict(high: str, low: str, before: Sequence[int], after: Sequence[int], pair: tuple[int, int]) -> str:
    """Say of two lines that each is the commoner one where it ranks higher."""
    one, other = pair
    return (
        f"{high} and {low} have no order by rarity: with {high} above there are {before[one]:,} against "
        f"{before[other]:,}, with {low} above {after[other]:,} against {after[one]:,}"
    )


# As few moves as possible


def _lines_to_keep(target: Order, counts: Sequence[int]) -> set[int]:
    """Return the lines that can stay where they are: the most, and of those the commonest."""
    best: dict[int, tuple[int, int, tuple[int, ...]]] = {}
    for place, index in enumerate(target):
        before = (best[other] for other in target[:place] if other < index)
        length, hands, line = max(before, default=(0, 0, ()))
        best[index] = length + 1, hands + counts[index], (*line, index)
    return set(max(best.values())[2])


def _moves(declaration: Declaration, target: Order, counts: Sequence[int]) -> list[LineMove]:
    kept = _lines_to_keep(target, counts)
    moves = []
    for place, index in enumerate(target):
        if index in kept:
            continue
        passed = next((other for other in target[place + 1 :] if other in kept and other < index), None)
        up = passed is not None
        beside = target[place - 1] if passed is None else passed
        names = declaration.categories
        moves.append(LineMove(names[index].name, names[beside].name, up, counts[index], counts[beside]))
    return moves


def _with_fewest_moves(
    start: Order, target: Order, hand_survey: HandSurvey, inside: dict[int, frozenset[int]]
) -> tuple[Order, bool]:
    """Return the nearest order by rarity, and whether it is known to be the nearest."""
    needed = len(target) - len(_lines_to_keep(target, hand_survey.ordered(target)))
    near = {start}
    for _ in range(1, needed):
        number = len(near) * len(start) ** 2
        if number * len(hand_survey.numbers) > MAX_SEARCH_STEPS:
            return target, False
        near = {moved for order in near for moved in _one_move_away(order)}
        for order in sorted(near):
            if next(_out_of_order(order, hand_survey.ordered(order), inside), None) is None:
                return order, True
    return target, True


def _one_move_away(order: Order) -> list[Order]:
    """Return the orders that one move leads to."""
    orders = []
    for place, index in enumerate(order):
        rest = order[:place] + order[place + 1 :]
        orders += [(*rest[:to], index, *rest[to:]) for to in range(len(order)) if to != place]
    return orders
