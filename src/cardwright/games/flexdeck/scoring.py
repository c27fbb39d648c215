"""The strength of five dice: the declared ranking "flexdeck", and its variants for the options FD1 and FD3.

Rulings FD1 to FD4 and FD7 are kept here: the declaration says most of them, the options change it.

>>> table().describe((0, 0, 9, 9, 1))
'two pair, nines and zeros, one'
"""

import functools
from collections.abc import Sequence
from typing import Any

from cardwright import ranking
from cardwright.ranking import Ranking, declaration

DICE_COUNT = 5
FOUR_ABOVE_STRAIGHT = "above_straight5"
FOUR = "four of a kind"
# where four of a kind may count instead, by the option's value
LINE_OF_FOUR = {"full_house": "full house", "three_of_a_kind": "three of a kind", "two_pair": "two pair"}


@functools.cache
def table(four: str = FOUR_ABOVE_STRAIGHT, *, kickers: bool = False) -> Ranking:
    """The ranking, with four of a kind counted as this line; with ``kickers`` equal rolls go on to all their dice.

    The widest group comes first, so that 7-7-7-7-2, counted as a full house, beats 7-7-7-9-9.
    """
    if four == FOUR_ABOVE_STRAIGHT and not kickers:
        return ranking.load("flexdeck")
    raw = declaration.table("flexdeck")
    lines: list[dict[str, Any]] = raw["category"]
    if four != FOUR_ABOVE_STRAIGHT:
        lines = [_counting_fours(line) if line["name"].casefold() == LINE_OF_FOUR[four] else line for line in lines]
        lines = [line for line in lines if line["name"].casefold() != FOUR]
    if kickers:
        lines = [_with_kickers(line) for line in lines]
    return Ranking(declaration.from_table(raw | {"category": lines}, "flexdeck"))


def _counting_fours(line: dict[str, Any]) -> dict[str, Any]:
    """A line that takes four of a kind as well, by its value: of two pair, as a pair of it twice."""
    ties = _ties(line)
    kinds = line["kinds"] if isinstance(line["kinds"][0], list) else [line["kinds"]]
    return line | {"kinds": [*kinds, [4, 1]], "tie": " ".join(["first", *(tie for tie in ties if tie != "first")])}


def _with_kickers(line: dict[str, Any]) -> dict[str, Any]:
    ties = _ties(line)
    return line | {"tie": " ".join([*ties, *({"ranks"} - set(ties))])}


def _ties(line: dict[str, Any]) -> list[str]:
    """The tie-breaks of a line in order: as declared, or the default of a declaration that names none."""
    tie_break = str(line.get("tie", "run" if "run" in line else "ranks"))
    return [] if tie_break == "none" else tie_break.split()


def forming(category: str, roll: Sequence[int]) -> frozenset[int]:
    """The dice of a roll, by place, that make its category: all of them where only the total counts."""
    if category.casefold().startswith("straight"):
        runs = [set(range(low, low + size)) for size in (5, 4) for low in range(11 - size)]
        run = next(run for run in runs if run <= set(roll))
        return frozenset(roll.index(value) for value in run)
    matched = frozenset(die for die, value in enumerate(roll) if roll.count(value) > 1)
    return matched or frozenset(range(len(roll)))
