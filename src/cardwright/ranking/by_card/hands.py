"""The values of all hands as rows of card types, with wild cards read for the best hand."""

import functools
from collections.abc import Iterator, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardwright.ranking.by_card.rows import CardRows, Ways
from cardwright.ranking.by_card.wild_readings import WildReadings
from cardwright.ranking.by_rank.rows import distinct_rows, last_of_fewest, summed
from cardwright.ranking.model import Counts, Declaration, Value
from cardwright.ranking.rows import Bools, Ints, Rows, in_blocks

Strength: TypeAlias = np.uint16 | np.uint32

MAX_ROWS_AT_ONCE = 500_000
MAX_MARKED_CODES = 10_000_000  # up to this number different codes are marked in a list, without sorting all codes


@functools.lru_cache(maxsize=64)
def hands_by_card(declaration: Declaration) -> "HandsByCard":
    """Return the hands of a declaration, ready to be counted and ranked."""
    return HandsByCard(declaration)


class HandsByCard(CardRows):
    """The values of the hands of a declaration; a wild card is read as the best card for its hand."""

    def __init__(self, declaration: Declaration) -> None:
        super().__init__(declaration)
        self._readings = WildReadings(self) if declaration.wilds else None

    def values(self, rows: Rows) -> tuple[NDArray[np.int16], Ints]:
        """Return for each row the place of its line in `lines` (-1 for none), and its code, the larger wins."""
        if not self._readings:
            return self.plain_values(rows, range(len(self.lines)))
        line = np.full(len(rows), -1, np.int16)
        code = np.zeros(len(rows), np.int64)
        for wild, here in self._by_wilds(rows):
            line[here], code[here] = self._readings.best(rows[here], wild)
        return line, code

    def _by_wilds(self, rows: Rows) -> Iterator[tuple[int, Ints]]:
        """Yield the places of the rows with each number of wild cards."""
        wilds = (rows >= self.plain_count).sum(axis=1)
        for number in range(self.size + 1):
            here = np.flatnonzero(wilds == number)
            if len(here):
                yield number, here

    @functools.cached_property
    def _counted_values(self) -> tuple[NDArray[np.int16], Ints]:
        return self._values_in_blocks(self.counted[0])

    def _values_in_blocks(self, rows: Rows) -> tuple[NDArray[np.int16], Ints]:
        parts = [self.values(some) for some in in_blocks(rows, MAX_ROWS_AT_ONCE)]
        return np.concatenate([line for line, _ in parts]), np.concatenate([code for _, code in parts])

    def numbers(self) -> tuple[dict[Value, int], Counts]:
        """Return the number of hands of each value, and one hand without a value (or ())."""
        rows, ways = self.counted
        line, code = self._counted_values
        missing = np.flatnonzero(line < 0)
        number_of_value: dict[Value, int] = {}
        for place, matcher in enumerate(self.lines):
            here = line == place
            codes, where = _distinct(code[here], matcher.code_limit)
            for each, number in zip(codes.tolist(), summed(ways[here], where, len(codes)).tolist()):
                number_of_value[matcher.index, matcher.key(each)] = number
        return number_of_value, tuple(rows[missing[0]].tolist()) if len(missing) else ()

    @functools.cached_property
    def fits(self) -> list[Bools]:
        """For each line, the counted rows that fit it."""
        parts = [self._fit(some) for some in in_blocks(self.counted[0], MAX_ROWS_AT_ONCE)]
        return list(np.concatenate(parts, axis=1))

    def _fit(self, rows: Rows) -> Bools:
        """Return which rows fit each line (line, row), by some reading of their wild cards."""
        if not self._readings:
            return self.plain_fits(rows, range(len(self.lines)))
        fits = np.zeros((len(self.lines), len(rows)), np.bool_)
        for wild, here in self._by_wilds(rows):
            fits[:, here] = self._readings.fits(rows[here], wild)
        return fits

    def kinds(self) -> Iterator[tuple[frozenset[int], int, int, Counts, Counts]]:
        """Yield each set of lines that hands fit, their line (or -1) and their number, in the order of the first hands.

        Last come the first of these hands, and the last hand with the fewest wild cards.
        """
        rows, ways = self.counted
        taken = self._lines_taken()
        bits = np.packbits(np.array(self.fits), axis=0)
        first, of = distinct_rows(np.vstack([bits, taken.astype(np.uint8)]).T)
        sums = summed(ways, of, len(first))
        last = last_of_fewest(of, (rows >= self.plain_count).sum(axis=1), len(sums))
        for kind in np.argsort(first):
            taker = int(taken[first[kind]])
            fitting = frozenset(line.index for line, fits in zip(self.lines, self.fits) if fits[first[kind]])
            begun, shown = (tuple(rows[place].tolist()) for place in (first[kind], last[kind]))
            yield fitting, self.lines[taker].index if taker >= 0 else -1, int(sums[kind]), begun, shown

    def _lines_taken(self) -> NDArray[np.int16]:
        """Return for each counted row the place of its line in `lines`, -1 for none."""
        if self._readings and self.declaration.upside_down:
            return self._counted_values[0]  # the best reading need not be one that fits the first line
        taken = np.full(len(self.counted[0]), -1, np.int16)
        for place in reversed(range(len(self.lines))):
            taken[self.fits[place]] = place
        return taken

    def best(self) -> dict[int, Counts]:
        """Return the strongest row of each category that takes one."""
        rows = self.counted[0]
        taken, codes = self._counted_values
        best_rows = {}
        for place, matcher in enumerate(self.lines):
            here = np.flatnonzero(taken == place)
            if len(here):
                best_rows[matcher.index] = tuple(rows[here[codes[here].argmax()]].tolist())
        return best_rows

    def row_strengths(self, values: Sequence[Value], dtype: type[Strength]) -> tuple[Rows, Ways, NDArray[Strength]]:
        """Return rows for `table_of` and the number of hands and the strength of each, from all values in order."""
        strength = {value: number for number, value in enumerate(values)}
        (rows, ways), (line, code) = self.counted, self._counted_values
        if self.alike and not self.all_changes:
            rows, ways = self._every()
            line, code = self._values_in_blocks(rows)
        strengths = np.zeros(len(line), dtype)
        for number, matcher in enumerate(self.lines):
            here = line == number
            codes, where = _distinct(code[here], matcher.code_limit)
            strengths_of_codes = [strength[matcher.index, matcher.key(each)] for each in codes.tolist()]
            strengths[here] = np.array(strengths_of_codes, dtype)[where] if strengths_of_codes else 0
        return rows, ways, strengths

    def table_of(self, rows: Rows, strengths: NDArray[Strength]) -> NDArray[Strength]:
        """Return the strength of every hand of ``size`` cards by the place of its row."""
        table = np.zeros(self.places_count(self.size), strengths.dtype)
        for changed in self.with_all_suits(rows) if self.alike and self.all_changes else (rows,):
            table[self.places(changed)] = strengths
        return table

    def some_of_line(self, index: int, most: int) -> tuple[Rows, bool]:
        """Return about ``most`` rows that a category takes, and whether they are all of its rows."""
        places = [place for place, matcher in enumerate(self.lines) if matcher.index == index]
        rows = self.counted[0][np.isin(self._counted_values[0], places)]
        some = rows[:: max(len(rows) * len(self._suit_changes) // most, 1)]
        whole = len(some) == len(rows)
        if not self.alike:
            return some, whole
        return np.concatenate(list(self.with_all_suits(some))), whole and self.all_changes


def _distinct(codes: Ints, limit: int) -> tuple[Ints, Ints]:
    """Return the different codes in order, all below a limit, and the place of each code among them."""
    if limit > MAX_MARKED_CODES:
        distinct, where = np.unique(codes, return_inverse=True)
        return distinct, where.reshape(-1)
    held = np.zeros(limit, np.bool_)
    held[codes] = True
    return np.flatnonzero(held), (np.cumsum(held) - 1)[codes]
