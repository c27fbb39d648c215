"""The board: rows of spaces, each row one shorter than the row below it (rulings PP1 to PP3).

Spaces are numbered from 0, bottom row first, left to right. The pictured board is lost and 30 is not a
triangular number, so the standard board is the triangle of rows 8, 7 ... 1, where six spaces stay empty.

>>> board = Board.named("8")
>>> board.size, board.text(0), board.text(8), board.text(35)
(36, 'A1', 'B1', 'H1')
>>> board.parse("c3")
17
"""

import functools

from cardwright.errors import BadAction

BOARDS: dict[str, tuple[int, ...]] = {
    "8": (8, 7, 6, 5, 4, 3, 2, 1),
    "9": (9, 8, 7, 6, 5, 4, 3, 2, 1),
    "10": (10, 9, 8, 7, 6, 5, 4, 3, 2, 1),
    "8-7-6-5-4": (8, 7, 6, 5, 4),
    "9-8-7-6": (9, 8, 7, 6),
}


class Board:
    """The spaces, what carries each, and what lies on it. ``rows`` are the rows' lengths from the bottom."""

    def __init__(self, rows: tuple[int, ...], *, letters_from_top: bool) -> None:
        self.rows = rows
        self.size = sum(rows)
        self.cells = [(row, column) for row, length in enumerate(rows) for column in range(length)]
        space_of_cell = {cell: space for space, cell in enumerate(self.cells)}
        # A brick stands on the two spaces below it, and under the (up to) two spaces above it.
        self.below = [
            tuple(space_of_cell[row - 1, column + step] for step in (0, 1)) if row else () for row, column in self.cells
        ]
        self.above = [
            tuple(space_of_cell[cell] for cell in ((row + 1, column - 1), (row + 1, column)) if cell in space_of_cell)
            for row, column in self.cells
        ]
        letters = "ABCDEFGHIJ"[: len(rows)]
        if letters_from_top:
            letters = letters[::-1]
        self.texts = [f"{letters[row]}{column + 1}" for row, column in self.cells]
        self._spaces = {text: space for space, text in enumerate(self.texts)}

    @staticmethod
    @functools.cache
    def named(name: str, *, letters_from_top: bool = False) -> "Board":
        """One of `BOARDS`."""
        return Board(BOARDS[name], letters_from_top=letters_from_top)

    def text(self, space: int) -> str:
        """A space's coordinate: a letter for the row, a number from the left (PP2)."""
        return self.texts[space]

    def parse(self, text: str) -> int:
        """The inverse of `text`, in either case. Raises `BadAction`."""
        space = self._spaces.get(text.upper())
        if space is None:
            raise BadAction(f"{text!r} is not a space of this board ({self.texts[0]} to {self.texts[-1]})", text)
        return space

    def free(self, bricks: tuple[int, ...]) -> list[int]:
        """The spaces where a brick may be placed: empty, on the bottom row or on two bricks."""
        return [
            space
            for space, brick in enumerate(bricks)
            if brick < 0 and all(bricks[below_space] >= 0 for below_space in self.below[space])
        ]

    def exposed(self, bricks: tuple[int, ...]) -> list[int]:
        """The spaces whose brick may be taken: nothing lies on it (PP3)."""
        return [
            space
            for space, brick in enumerate(bricks)
            if brick >= 0 and all(bricks[over] < 0 for over in self.above[space])
        ]
