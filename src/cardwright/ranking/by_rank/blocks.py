"""Count the hands of decks with many ranks, whose sets of ranks are too many to be listed.

Ranks that stand side by side on the ladder, and that no line distinguishes, are a *block*. Where no line asks for a
run, the hands with the same sizes of groups in each block fit the same lines: one of them is looked at, and a product
says how many there are. The hands that hold the run of some line are far fewer. They are listed, and counted apart.
"""

import functools
import itertools
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np

from cardwright.ranking.by_rank.hands import HandsByRank, ListedKind
from cardwright.ranking.by_rank.rows import multisets_of
from cardwright.ranking.model import CountedHand, Declaration, Kinds, Same
from cardwright.ranking.partitions import partitions
from cardwright.ranking.rows import Ints, Rows
from cardwright.ranking.toml_reader import TableReader

Groups: TypeAlias = tuple[Kinds, ...]
"""The sizes of the groups of equal rank in each block."""

MAX_DISTINCT_HANDS = 100_000  # hands that the lines distinguish
MAX_RANK_SETS_WITH_RUN = 1_000_000
MAX_TOTAL = 1_000_000
CODE_BITS = 31
MAX_CODE = (1 << CODE_BITS) - 1
CACHED_CODES_COUNT = 1 << 22  # 32 MB
MAX_CLASSES = 1 << 52  # hands that differ in their ranks or in the facets they share; their tags have room for these
SHOWN_HANDS_COUNT = 8  # shown of each choice of groups; eight times as many until all kinds are there


class RankBlock(NamedTuple):
    """Ranks side by side that no line distinguishes: the first height and the last, and the cards of each rank."""

    first: int
    last: int
    copies: int

    @property
    def ranks(self) -> int:
        """The number of ranks."""
        return self.last - self.first + 1


def check_number_of_hands(keys: TableReader, declaration: Declaration) -> None:
    """Raise `BadDeclaration` if the hands cannot be counted, or their strengths would be too large."""
    what = f"{declaration.size} cards of {sum(map(bool, declaration.copies))} ranks"
    if declaration.classes_count > MAX_CLASSES:
        raise keys.error("size", f"{what} make {declaration.classes_count:,} classes of hands; at most {MAX_CLASSES:,}")
    kinds = _groups_count(blocks(declaration), declaration.size)
    if kinds > MAX_DISTINCT_HANDS:
        raise keys.error(
            "size", f"{what} make {kinds:,} hands that the lines distinguish; at most {MAX_DISTINCT_HANDS:,}"
        )
    with_run = sum(math.comb(len(declaration.ladder) + rest - 1, rest) for _, rest in _bare_runs(declaration))
    if with_run > MAX_RANK_SETS_WITH_RUN:
        raise keys.error("size", f"{what} make {with_run:,} hands with a run; at most {MAX_RANK_SETS_WITH_RUN:,}")
    if (most := max(declaration.values) * declaration.size) > MAX_TOTAL and _sees_totals(declaration):
        raise keys.error("size", f"{what} have totals up to {most:,}; at most {MAX_TOTAL:,}")
    if (most := HandsByBlock(declaration).codes_count) > MAX_CODE:
        raise keys.error("size", f"{what} may have {most:,} strengths; at most {MAX_CODE:,}")


# Blocks


def blocks(declaration: Declaration) -> tuple[RankBlock, ...]:
    """Return the blocks of the ladder, the lowest first."""
    seen = [_signature_of_rank(declaration, rank) for rank in declaration.ladder]
    listed, first = [], 0
    for marks, alike in itertools.groupby(seen):
        last = first + len(list(alike)) - 1
        listed.append(RankBlock(first, last, marks[0]))
        first = last + 1
    return tuple(listed)


def _signature_of_rank(declaration: Declaration, rank: int) -> tuple[int, ...]:
    """Return all that the lines see of a rank besides its place: its cards in each class, the sets that it is in."""
    copies = [each[rank] for every in declaration.shared_copies.values() for each in every]
    lines = declaration.categories
    sets = [ranks for line in lines for ranks in line.rank_sets]
    value = declaration.values[rank] if _sees_totals(declaration) else 0
    return (*copies, *(rank in ranks for ranks in sets), value)


def _sees_totals(declaration: Declaration) -> bool:
    return any(line.compares_totals for line in declaration.categories)


def _groups_count(every: Sequence[RankBlock], size: int) -> int:
    """Return the number of ways to choose the sizes of the groups in each block."""
    ways = [1] + [0] * size
    for block in every:
        inside = [len(list(partitions(number, block.copies, block.ranks))) for number in range(size + 1)]
        ways = [sum(ways[n] * inside[number - n] for n in range(number + 1)) for number in range(size + 1)]
    return ways[size]


def _groups(every: Sequence[RankBlock], size: int) -> Iterator[Groups]:
    """Yield the sizes of the groups in each block, for hands of this size."""
    if not every:
        if not size:
            yield ()
        return
    block, *others = every
    for number in range(size + 1):
        rest = list(_groups(others, size - number))
        yield from ((kinds, *more) for kinds in partitions(number, block.copies, block.ranks) if rest for more in rest)


def _choices_count(every: Sequence[RankBlock], groups: Groups) -> int:
    """Return the number of ways to choose the ranks of the groups."""
    choices = 1
    for block, kinds in zip(every, groups, strict=True):
        alike = math.prod(math.factorial(number) for number in Counter(kinds).values())
        choices *= math.perm(block.ranks, len(kinds)) // alike
    return choices


def _hands_of(every: Sequence[RankBlock], groups: Groups) -> Iterator[list[int]]:
    """Yield hands with these groups as sorted heights, high ranks first."""
    sizes = [size for kinds in groups for size in kinds]
    for heights in _heights_of_groups(every, groups):
        yield sorted(height for height, size in zip(heights, sizes, strict=True) for _ in range(size))


def _heights_of_groups(every: Sequence[RankBlock], groups: Groups) -> Iterator[tuple[int, ...]]:
    if not every:
        yield ()
        return
    block, *others = every
    for heights in itertools.permutations(range(block.last, block.first - 1, -1), len(groups[0])):
        yield from ((*heights, *more) for more in _heights_of_groups(others, groups[1:]))


def _bare_runs(declaration: Declaration) -> list[tuple[tuple[int, ...], int]]:
    """Return the cards of each run that a line asks for, as heights, and the number of other cards in the hand."""
    runs = {
        tuple(sorted(declaration.standing[rank] for rank in run for _ in range(line.each)))
        for line in declaration.categories
        for run in declaration.runs_of(line)
        if line.ranks.issuperset(run)
    }
    return [(cards, declaration.size - len(cards)) for cards in sorted(runs) if len(cards) <= declaration.size]


class HandsByBlock(HandsByRank):
    """The hands of a declaration by blocks. The hands that it shows are some of each kind."""

    def kinds(self) -> list[ListedKind]:
        return [each._replace(number=self._numbers[each.fits, each.taker]) for each in self._sample_hands.kinds()]

    def strength_counts(self) -> dict[int, list[int]]:
        """Return nothing: the hands are not counted by strength."""
        return {}

    def best(self) -> dict[int, int]:
        """Return a strong hand of each category that takes one of the hands shown."""
        return self._sample_hands.best()

    def hand(self, listed: int) -> CountedHand:
        return self._sample_hands.hand(listed)

    def codes_of(self, rows: Rows, same: Same) -> Ints:
        """Return the codes of hands as sorted rows of heights, all of which share some facets."""
        keys = self.places(rows) * len(self.sames) + self.sames.index(same)
        slots, tags = keys % CACHED_CODES_COUNT, keys // CACHED_CODES_COUNT + 1
        cached = self._code_cache[slots]
        codes, new = cached & MAX_CODE, np.flatnonzero(cached >> CODE_BITS != tags)
        if len(new):
            _, first, of = np.unique(keys[new], return_index=True, return_inverse=True)
            asked = new[first]
            new_codes = HandsByRank(self.declaration, rows[asked]).codes(0, same) + 1
            codes[new] = new_codes[of.reshape(-1)]
            self._code_cache[slots[asked]] = tags[asked] << CODE_BITS | new_codes
        return codes - 1

    @functools.cached_property
    def _code_cache(self) -> Ints:
        """The last codes that were asked for: a tag that says of which hand, and one more than its code.

        Both are one number, so that a thread never reads the tag of one hand with the code of another.
        """
        return np.zeros(CACHED_CODES_COUNT, np.int64)

    @functools.cached_property
    def ladder_blocks(self) -> tuple[RankBlock, ...]:
        """The blocks of the ladder, the lowest first."""
        return blocks(self.declaration)

    @functools.cached_property
    def _every_groups(self) -> list[Groups]:
        return list(_groups(self.ladder_blocks, self.size))

    @functools.cached_property
    def _with_runs(self) -> Rows:
        """All hands that hold a run, whatever suits they have."""
        parts = [np.zeros((0, self.size), np.uint8)]
        for cards, rest in _bare_runs(self.declaration):
            more = multisets_of(self.ranks, rest)
            parts.append(np.column_stack([np.broadcast_to(np.array(cards, np.uint8), (len(more), len(cards))), more]))
        rows = np.sort(np.concatenate(parts), axis=1)
        return rows[np.unique(self.places(rows), return_index=True)[1]]

    @functools.cached_property
    def _numbers(self) -> Counter[tuple[frozenset[int], int]]:
        """The number of hands by the lines that they fit, and the line that takes them."""
        declared, every = self.declaration, self._every_groups
        first = np.array([next(_hands_of(self.ladder_blocks, groups)) for groups in every], np.uint8)
        times = np.array([_choices_count(self.ladder_blocks, groups) for groups in every], self._kind)
        numbers: Counter[tuple[frozenset[int], int]] = Counter()
        for hands, sign in (
            (HandsByRank(declared, first, times, runs=False), 1),
            (HandsByRank(declared, self._with_runs), 1),
            (HandsByRank(declared, self._with_runs, runs=False), -1),
        ):
            for kind in hands.kinds():
                numbers[kind.fits, kind.taker] += sign * kind.number
        return +numbers

    @functools.cached_property
    def _sample_hands(self) -> HandsByRank:
        """Hands of every kind: those with a run, and the highest of each choice of groups that show all other kinds."""
        most = SHOWN_HANDS_COUNT
        while True:
            more = [
                hand for of in self._every_groups for hand in itertools.islice(_hands_of(self.ladder_blocks, of), most)
            ]
            sample = HandsByRank(self.declaration, np.concatenate([self._with_runs, np.array(more, np.uint8)]))
            if {(each.fits, each.taker) for each in sample.kinds()} >= self._numbers.keys():
                return sample
            most *= 8


@functools.lru_cache(maxsize=4)
def hands_by_rank(declaration: Declaration) -> HandsByRank:
    """Return the hands of a declaration, ready to be counted and ranked."""
    return HandsByBlock(declaration) if declaration.by_code else HandsByRank(declaration)
