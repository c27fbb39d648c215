"""Whole games of the patience before a referee who reads nothing but the record, as text, and lays cards on a grid.

Before every move the referee says which moves are legal; after it, what every line makes and which cards are idle.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import product
from random import Random
from typing import Any, TypeAlias

import pytest

from cardwright.game import CHANCE
from cardwright.games.patience.rules import Patience
from cardwright.games.patience.scoring import CATEGORIES, DECK, NOTHING, complete, standing
from support.playouts import game_count

Grid: TypeAlias = dict[tuple[int, int], str]  # a card by row and column

RANKS, COLUMNS, SIDE = "A23456789TJQK", "abcde", range(5)
STEPS = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0)}
EDGES = {"left": (1, 0), "right": (1, 4), "up": (0, 0), "down": (0, 4)}  # which coordinate, and its value there
LINES = [
    *([(row, column) for column in SIDE] for row in SIDE),
    *([(row, column) for row in SIDE] for column in SIDE),
    [(each, each) for each in SIDE],
    [(4 - each, each) for each in SIDE],
]
GROUPED = {
    (4, 1): "four of a kind", (3, 2): "full house", (3, 1, 1): "three of a kind", (2, 2, 1): "two pairs",
    (2, 1, 1, 1): "one pair",
}  # fmt: skip
GAMES = game_count(10)


def line_made(line: Sequence[str]) -> str:
    """What up to five cards make, "" for nothing."""
    sizes = sorted(Counter(card[0] for card in line).values(), reverse=True)
    # Cards that are to come count as odd ones, so that fewer than five make what they hold already.
    grouped = GROUPED.get((*sizes, *[1] * (5 - len(line))), "")
    if grouped or len(line) < 5:
        return grouped
    ranks = sorted(RANKS.index(card[0]) for card in line)
    is_run = ranks[4] - ranks[0] == 4 or ranks == [0, 9, 10, 11, 12]
    is_flush = len({card[1] for card in line}) == 1
    return ["", "flush", "straight", "straight flush"][is_flush + 2 * is_run]


class Referee:
    """Both layouts, and the grids before each move that can be taken back."""

    def __init__(self, settings: Mapping[str, Any]) -> None:
        self.settings = settings
        self.grids: list[Grid] = [{}, {}]
        self.past: list[list[Grid]] = []

    def legal(self) -> set[str]:
        """The moves while a card waits to be placed."""
        moves: set[str] = set()
        for number, grid in enumerate(self.grids, 1):
            cells = [(row, column) for row, column in product(SIDE, SIDE) if self.is_open(grid, row, column)]
            moves |= {f"place {number} {COLUMNS[column]}{row + 1}" for row, column in cells}
            moves |= {f"shift {number} {way}" for way in STEPS if self.can_shift(grid, way)}
        return moves | ({"undo"} if self.settings["practice"] and self.past else set())

    def is_open(self, grid: Grid, row: int, column: int) -> bool:
        apart = [(abs(row - other_row), abs(column - other_column)) for other_row, other_column in grid]
        near = [(0, 1), (1, 0), (1, 1)][: 2 + (self.settings["adjacency"] == 8)]
        return (row, column) not in grid and (not grid or any(each in near for each in apart))

    def can_shift(self, grid: Grid, way: str) -> bool:
        coordinate, edge = EDGES[way]
        is_free = self.settings["shifts"] == "cyclic" or all(cell[coordinate] != edge for cell in grid)
        return bool(grid) and self.settings["shifts"] != "none" and is_free

    def move(self, text: str, card: str) -> None:
        words = text.split()
        if words[0] == "undo":
            self.grids = self.past.pop()
            return
        self.past.append([dict(grid) for grid in self.grids])
        number = int(words[1]) - 1
        if words[0] == "place":
            self.grids[number][int(words[2][1]) - 1, COLUMNS.index(words[2][0])] = card
        else:
            down, right = STEPS[words[2]]
            cards = self.grids[number].items()
            self.grids[number] = {((row + down) % 5, (column + right) % 5): each for (row, column), each in cards}


def made_and_idle(grid: Grid) -> tuple[list[str], set[str]]:
    """What each line makes, and the cards that take part in none."""
    lines = [[grid[cell] for cell in line if cell in grid] for line in LINES]
    made = [line_made(line) for line in lines]
    active: set[str] = set()
    for line, name in zip(lines, made):
        whole = name in ("straight flush", "full house", "flush", "straight")
        active |= {card for card in line if whole or sum(other[0] == card[0] for other in line) > 1}
    return made, set(grid.values()) - active


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_game_is_played_as_before_a_referee_who_reads_the_record(seed: int) -> None:
    rng = Random(seed)
    game = Patience(**{option.name: rng.choice(option.choices) for option in Patience.options})
    referee, state = Referee(game.settings), game.initial_state()
    while acting := game.players_to_act(state):
        if acting == (CHANCE,):
            state = game.play(state, CHANCE, game.draw(state, rng))
            continue
        moves = {game.text(action) for action in game.legal_actions(state, 0)}
        if state.card >= 0:
            assert moves == referee.legal()
        places = sorted(move for move in moves if move.startswith(("place", "finish")))
        text = rng.choice(places if rng.random() < 0.7 else sorted(moves))
        if text != "finish":
            referee.move(text, DECK.text(state.card) if state.card >= 0 else "")
        state = game.play(state, 0, game.parse(text))
        for cells, grid in zip(state.layouts, referee.grids):
            held = {divmod(place, 5): DECK.text(card) for place, card in enumerate(cells) if card >= 0}
            found, (made, idle) = standing(cells), made_and_idle(grid)
            assert held == grid
            assert [CATEGORIES[line.category] if line.category != NOTHING else "" for line in found.lines] == made
            assert set(map(DECK.text, found.idle)) == idle
            assert complete(cells) == (len(grid) == 25 and set(made) == set(CATEGORIES) and not idle)
    assert all(len(grid) == 25 for grid in referee.grids)
