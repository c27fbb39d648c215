"""Lines of the ranking that a player's dice can still reach, which the ranking panel highlights.

A line can still be made if some choice of covers, in the turns that the player has left, and some order of the cards
not yet seen lead to it: every die that changes shows a half of a card of its own. It says nothing of how likely that
is, and a line below what the dice make now counts like one above.

A roll is written in bits, one for the first die of a value, the next for the second, and so on: what two rolls have
in common is then their `and`.

>>> (roll_bits((3, 3, 5)) & roll_bits((3, 4, 5))).bit_count()
2
"""

import functools
from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement

from cardwright.game import Player
from cardwright.games.flexdeck import deck
from cardwright.games.flexdeck.rules import Flexdeck
from cardwright.games.flexdeck.scoring import DICE_COUNT
from cardwright.games.flexdeck.state import NO_SEAT, TURN_COUNT, FlexdeckView, seat_of_turn
from cardwright.ranking import Ranking

# the dominoes that have each value, in bits
DOMINOES_WITH = tuple(
    functools.reduce(
        int.__or__, (1 << deck.DOMINO[value * deck.VALUE_COUNT + other] for other in range(deck.VALUE_COUNT))
    )
    for value in range(deck.VALUE_COUNT)
)


def roll_bits(roll: Sequence[int]) -> int:
    """Return dice as bits: five for each value, with as many set as dice show it, the lowest first."""
    return sum(((1 << roll.count(value)) - 1) << DICE_COUNT * value for value in set(roll))


@functools.cache
def rolls_by_line(table: Ranking) -> tuple[tuple[int, ...], ...]:
    """For each line of a table, in its order, all rolls that it takes."""
    lines: list[list[int]] = [[] for _ in table.categories]
    for roll in combinations_with_replacement(range(deck.VALUE_COUNT), DICE_COUNT):
        lines[table.category_index(table.strength(roll))].append(roll_bits(roll))
    return tuple(map(tuple, lines))


def reachable(game: Flexdeck, view: FlexdeckView, seat: Player) -> tuple[bool, ...]:
    """For each line of the table, whether a seat's dice may show it when the round ends."""
    dice = view.roll(seat)
    if view.ended:
        return lines_within(game.table, dice, 0, 0)
    first = view.turn
    if view.pending:  # this turn's covers are chosen already
        first += 1
        if seat_of_turn(view.dealer, view.turn) == seat:
            dice = tuple(value for die, value in enumerate(dice) if die not in view.pending)
    dealer = view.dealer if view.dealer != NO_SEAT else seat
    turns = sum(seat_of_turn(dealer, turn) == seat for turn in range(first, TURN_COUNT))
    unseen = ~view.used & ((1 << deck.SIZE) - 1)
    return lines_within(game.table, tuple(sorted(dice)), turns * game.max_covered, unseen)


@functools.lru_cache(maxsize=1024)
def lines_within(table: Ranking, dice: tuple[int, ...], covers: int, unseen: int) -> tuple[bool, ...]:
    """For each line, True if covering at most ``covers`` of these dice can make a roll of it.

    Where there are fewer than five, the others are still to be flipped. ``unseen`` are the dominoes left, in bits.
    """
    held_bits, min_kept = roll_bits(dice), len(dice) - covers
    supply = tuple(dominoes & unseen for dominoes in DOMINOES_WITH)
    min_supply = min(map(int.bit_count, supply))

    def is_reachable(target: int) -> bool:
        kept = (target & held_bits).bit_count()
        return kept >= min_kept and (DICE_COUNT - kept <= min_supply or _has_matching(target & ~held_bits, supply))

    return tuple(any(map(is_reachable, line)) for line in rolls_by_line(table))


def _has_matching(new: int, supply: Sequence[int]) -> bool:
    """Return True if dice of these values can come of different dominoes.

    By Hall's theorem they can if every set of the values is on at least as many dominoes as dice that show it.
    """
    needs = [(supply[value], count) for value in range(deck.VALUE_COUNT) if (count := _count(new, value))]
    return all(
        functools.reduce(int.__or__, (dominoes for dominoes, _ in subset)).bit_count()
        >= sum(count for _, count in subset)
        for size in range(1, len(needs) + 1)
        for subset in combinations(needs, size)
    )


def _count(dice: int, value: int) -> int:
    return (dice >> DICE_COUNT * value & ((1 << DICE_COUNT) - 1)).bit_count()
