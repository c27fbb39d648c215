"""The readings of wild cards in hands that are ranked card by card.

A wild card is read as a card that it may stand for and that the hand does not hold, or as another card of such a rank,
which is then in no class. `lines` numbers these readings as further types of cards.
"""

import functools
import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardwright.ranking.by_card.card_readings import CardReadings, FaceRows
from cardwright.ranking.by_card.card_types import faces_of, looks_up_readings, types_of
from cardwright.ranking.by_card.lines import MAX_CARD_TYPES, NO_TYPE
from cardwright.ranking.by_card.rows import CardRows
from cardwright.ranking.rows import Ints, Rows, in_blocks

MAX_ROWS_AT_ONCE = 400_000

Choices: TypeAlias = tuple[NDArray[np.uint16], NDArray[np.uint16], NDArray[np.intp]]


class WildReadings:
    """The best values that wild cards give to hands, as the place of a line and its code."""

    def __init__(self, hands: CardRows) -> None:
        self.hands = hands
        declared = hands.declaration
        types, faces = types_of(declared), faces_of(declared)
        ranks = len(declared.deck.ranks)
        self.first_face = len(types)  # the type of the first face; before it are the types of cards
        bare = self.first_face + len(faces)  # the type of the first rank without classes
        number = {face: place for place, face in enumerate(faces)}
        # The face that each type shows: a card and a wild card that is read as it show the same.
        shown = [number.get(each, 0) for each in types] + list(range(len(faces) + ranks))
        self.face_of = np.array(shown, np.int64)
        of_face = [declared.size if declared.dice else len(cards) for cards in faces.values()]
        self.room = np.array(of_face + [declared.size] * ranks, np.int64)
        self._known_choices: dict[tuple[int, ...], Choices] = {}
        self._known_ranks: dict[tuple[int, ...], tuple[NDArray[np.uint16], NDArray[np.bool_]]] = {}
        self.read_as: dict[int, tuple[list[int], list[int]]] = {}  # by wild type: types of faces, and of bare ranks
        for wild, (card, *_) in list(enumerate(types.values()))[hands.plain_count :]:
            allowed = declared.stands_for(card)
            as_cards = [self.first_face + place for place, cards in enumerate(faces.values()) if allowed & set(cards)]
            as_ranks = [bare + rank for rank in sorted(set(map(declared.printed_rank, allowed)))]
            self.read_as[wild] = as_cards, as_ranks
        completed = set(declared.completed)
        self.completing = [place for place, line in enumerate(hands.lines) if line.index in completed]
        self.all_lines = list(range(len(hands.lines)))
        self.alone = None if declared.wild == "any" else bare + declared.plain_rank
        self._number_codes()
        # Where a card and a wild card that is read as it count alike, readings are looked up among the hands of faces.
        self.by_place = looks_up_readings(declared)
        self.faces = FaceRows(declared, self.room[: len(faces)])
        read_as = {wild: [card - self.first_face for card in cards] for wild, (cards, _) in self.read_as.items()}
        self.as_cards = CardReadings(self.faces, hands.rank[self.first_face : bare], read_as)

    def _number_codes(self) -> None:
        """Number the codes of all lines together, as scores: the weakest line first."""
        order = sorted(self.all_lines, key=lambda place: -self.hands.lines[place].index)
        sizes = [self.hands.lines[place].code_limit for place in order]
        self.order = np.array(order, np.int64)
        self.starts = np.concatenate([[0], np.cumsum(sizes, dtype=np.int64)])
        self.start_of = np.empty(len(order), np.int64)
        self.start_of[self.order] = self.starts[:-1]

    def best(self, rows: Rows, number: int) -> tuple[NDArray[np.int16], Ints]:
        """Return the place of the line of each row with this number of wild cards (-1 for none), and its code."""
        scores = self._read_scores(rows, number) if number else self._plain_scores(rows)
        at = np.searchsorted(self.starts, scores, side="right") - 1
        line = np.where(scores < 0, -1, self.order[np.maximum(at, 0)]).astype(np.int16)
        return line, np.where(scores < 0, 0, scores - self.starts[np.maximum(at, 0)])

    def _read_scores(self, rows: Rows, number: int) -> Ints:
        """Return the best scores of rows by all readings of their wild cards."""
        scores = np.full(len(rows), -1, np.int64)
        if self.alone is not None:
            scores = self._scores(self._as_alone(rows, number), self.all_lines)
        if self.completing and self.by_place:
            for wild, where, place in self._by_wilds(rows, number):
                best = self.as_cards.best(wild, self._score_table, np.maximum, -1)
                scores[where] = np.maximum(scores[where], best[place])
                here, read = self._as_ranks(rows[where, : rows.shape[1] - number], wild, place)
                np.maximum.at(scores, where[here], self._scores(read, self.completing))
        elif self.completing:
            for where, read, width in self._readings(rows, number):
                read_scores = self._scores(read, self.completing)
                scores[where] = np.maximum(scores[where], read_scores.reshape(-1, width).max(axis=1))
        return scores

    def fits(self, rows: Rows, number: int) -> NDArray[np.bool_]:
        """Return which rows with this number of wild cards fit each line (line, row), by some reading."""
        if not number:
            return self._plain_fits(rows)
        fitting: NDArray[np.bool_] = np.zeros((len(self.all_lines), len(rows)), np.bool_)
        if self.alone is not None:
            fitting = self._fit(self._as_alone(rows, number), self.all_lines)
        if self.completing and self.by_place:
            for wild, where, place in self._by_wilds(rows, number):
                bits = self.as_cards.best(wild, self._fit_table, np.bitwise_or, 0)[place]
                fitting[:, where] |= self._of_bits(bits)
                here, read = self._as_ranks(rows[where, : rows.shape[1] - number], wild, place)
                for line, fits in enumerate(self._fit(read, self.completing)):
                    fitting[line, where[here[fits]]] = True
        elif self.completing:
            for where, read, width in self._readings(rows, number):
                each = self._fit(read, self.completing).reshape(len(self.all_lines), -1, width)
                fitting[:, where] |= np.logical_or.reduce(each, axis=2)
        return fitting

    def _plain_scores(self, rows: Rows) -> Ints:
        """Return the scores of rows without a wild card."""
        if self.by_place and self.completing == self.all_lines:
            return self._score_table[self._places(rows)]
        return self._scores(rows.astype(np.uint16), self.all_lines)

    def _plain_fits(self, rows: Rows) -> NDArray[np.bool_]:
        """Return which rows without a wild card fit each line."""
        if self.by_place and self.completing == self.all_lines:
            return self._of_bits(self._fit_table[self._places(rows)])
        return self._fit(rows.astype(np.uint16), self.all_lines)

    def _of_bits(self, bits: Ints) -> NDArray[np.bool_]:
        """Return the lines (line, row) of bits in `_fit_table`."""
        return np.array([bits >> line & 1 == 1 for line in self.all_lines])

    def _places(self, rows: Rows) -> Ints:
        """Return the places of rows without a wild card among the hands of faces."""
        return self.faces.places(np.sort(self.face_of[rows], axis=1))

    def _by_wilds(self, rows: Rows, number: int) -> Iterator[tuple[tuple[int, ...], Ints, Ints]]:
        """Yield the types of the wild cards of some rows, where these are, and the places of their other cards."""
        natural = rows.shape[1] - number
        for types, where in _groups(rows[:, natural:]):
            yield types, where, self._places(rows[where, :natural])

    def _as_ranks(self, others: Rows, wild: tuple[int, ...], place: Ints) -> tuple[Ints, NDArray[np.uint16]]:
        """Return readings as ranks of which no cards are left, and the row of each, by its other cards."""
        if wild not in self._known_ranks:
            bare = len(self.hands.rank) - len(self.hands.declaration.deck.ranks)
            ways = np.array(_ways([self.read_as[each][1] for each in wild]), np.uint16)
            numbers = {ranks: number for number, ranks in enumerate(self.as_cards.ways(len(wild)))}
            of = [numbers[ranks] for ranks in map(tuple, (ways - bare).tolist())]
            none_left = ~self.as_cards.left(wild)[of]
            some = none_left.any(axis=1)
            self._known_ranks[wild] = ways[some], none_left[some]
        ways, none_left = self._known_ranks[wild]
        way, here = np.nonzero(none_left[:, place])
        return here, self._sort_rows(np.column_stack([others[here], ways[way]]))

    def _fit(self, rows: NDArray[np.uint16], lines: Sequence[int]) -> NDArray[np.bool_]:
        held = np.flatnonzero(rows[:, 0] != NO_TYPE)
        fits = np.zeros((len(self.all_lines), len(rows)), np.bool_)
        fits[:, held] = self.hands.plain_fits(rows[held], lines)
        return fits

    @functools.cached_property
    def _score_table(self) -> Ints:
        """The scores of all hands without a wild card, by their places."""
        return self._table_of(lambda rows: self._scores(rows, self.completing), -1)

    @functools.cached_property
    def _fit_table(self) -> Ints:
        """The lines that each hand without a wild card fits, as bits."""
        return self._table_of(
            lambda rows: np.bitwise_or.reduce(
                [fits.astype(np.int64) << line for line, fits in enumerate(self._fit(rows, self.completing))]
            ),
            0,
        )

    def _table_of(self, values: Callable[[NDArray[np.uint16]], Ints], nothing: int) -> Ints:
        table = np.full(self.faces.places_count(self.hands.size), nothing, np.int64)
        alike = self.hands.lines_alike
        every = self.hands.plain_rows() if alike else self.faces.multisets(self.hands.size, len(self.faces.copies))[0]
        for rows in in_blocks(every, MAX_ROWS_AT_ONCE):
            if alike:
                scores = values(rows.astype(np.uint16))
                for renamed in self.hands.with_all_suits(rows):
                    table[self._places(renamed)] = scores
            else:
                table[self.faces.places(rows)] = values(self._sort_rows(rows + np.uint16(self.first_face)))
        return table

    def _scores(self, rows: NDArray[np.uint16], lines: Sequence[int]) -> Ints:
        """Return the score of each row under some lines, -1 for a row without a value and for no reading."""
        scores = np.full(len(rows), -1, np.int64)
        held = np.flatnonzero(rows[:, 0] != NO_TYPE)
        line, code = self.hands.plain_values(rows[held], lines)
        scores[held] = np.where(line < 0, -1, self.start_of[line] + code)
        return scores

    def _as_alone(self, rows: Rows, number: int) -> NDArray[np.uint16]:
        """Return rows whose wild cards have the rank that they have by themselves."""
        alone = np.full((len(rows), number), self.alone, np.uint16)
        return self._sort_rows(np.column_stack([rows[:, : rows.shape[1] - number].astype(np.uint16), alone]))

    def _readings(self, rows: Rows, number: int) -> Iterator[tuple[Ints, NDArray[np.uint16], int]]:
        """Yield places of rows, readings of each of them, row by row, and their number for one row.

        A reading that a row cannot have begins with `NO_TYPE`.
        """
        natural = rows.shape[1] - number
        for types, here in _groups(rows[:, natural:]):
            cards, ranks, of_ranks = self._choices(types)
            for where in in_blocks(here, max(MAX_ROWS_AT_ONCE // len(cards), 1)):
                read = self._mark_impossible(_with_each(rows[where, :natural], cards), number)
                possible = (read[:, 0] != NO_TYPE).reshape(len(where), -1)
                bare = _with_each(rows[where, :natural], ranks)
                known = np.column_stack([possible[:, of_ranks == each].any(axis=1) for each in range(len(ranks))])
                bare[known.reshape(-1), 0] = NO_TYPE
                yield where, self._sort_rows(read), len(cards)
                yield where, self._sort_rows(bare), len(ranks)

    def _mark_impossible(self, read: NDArray[np.uint16], number: int) -> NDArray[np.uint16]:
        """Mark the readings with more cards of one face than there are."""
        natural = read.shape[1] - number
        face = self.face_of[read]
        wrong = np.zeros(len(read), np.bool_)
        for column in range(natural, read.shape[1]):
            same = (face == face[:, column : column + 1]).sum(axis=1)
            wrong |= same > self.room[face[:, column]]
        read[wrong, 0] = NO_TYPE
        return read

    def _sort_rows(self, rows: NDArray[np.uint16]) -> NDArray[np.uint16]:
        """Return rows in the order of the ranks; rows without a reading keep their mark in front."""
        types = np.minimum(rows, len(self.hands.rank) - 1)
        keys = self.hands.rank[types].astype(np.int32) * MAX_CARD_TYPES + rows
        keys[rows[:, 0] == NO_TYPE] = -1
        keys.sort(axis=1)
        ordered = (keys % MAX_CARD_TYPES).astype(np.uint16)
        ordered[keys[:, 0] < 0] = NO_TYPE
        return ordered

    def _choices(self, types: tuple[int, ...]) -> Choices:
        """Return the ways to read some wild cards as cards and as ranks, and the ranks of each first way by place."""
        if types not in self._known_choices:
            cards, ranks = (_ways([self.read_as[each][side] for each in types]) for side in (0, 1))
            bare = len(self.hands.rank) - len(self.hands.declaration.deck.ranks)
            of_ranks = [ranks.index(tuple(sorted(bare + self.hands.rank[each] for each in way))) for way in cards]
            self._known_choices[types] = np.array(cards, np.uint16), np.array(ranks, np.uint16), np.array(of_ranks)
        return self._known_choices[types]


def _groups(wild: Rows) -> Iterator[tuple[tuple[int, ...], Ints]]:
    """Yield each row of types that there is, and where it is."""
    digits = wild.astype(np.int64) - int(wild.min())
    keys = digits @ int(digits.max() + 1) ** np.arange(wild.shape[1])
    for key in np.unique(keys):
        where = np.flatnonzero(keys == key)
        yield tuple(wild[where[0]].tolist()), where


def _ways(choices: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
    """Return the sets of one choice each."""
    if all(each == choices[0] for each in choices):
        return list(itertools.combinations_with_replacement(choices[0], len(choices)))
    return list(dict.fromkeys(tuple(sorted(way)) for way in itertools.product(*choices)))


def _with_each(rows: Rows, choices: NDArray[np.uint16]) -> NDArray[np.uint16]:
    kept = np.repeat(rows.astype(np.uint16), len(choices), axis=0)
    return np.column_stack([kept, np.tile(choices, (len(rows), 1))])
