"""Whole matches of the pyramid before a referee who reads nothing but the record, as text, and keeps a board of names.

Before every step the referee says who is to act and what is legal, and while the pyramid is built and taken down, what
each player sees of it.
"""

from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from random import Random
from typing import Any, TypeAlias

import pytest

from cardwright.game import CHANCE, SPECTATOR, Player
from cardwright.games.pyramid.actions import DECK
from cardwright.games.pyramid.board import BOARDS
from cardwright.games.pyramid.rules import Pyramid
from cardwright.games.pyramid.state import EMPTY, HIDDEN, PyramidState
from support.playouts import game_count

Cell: TypeAlias = tuple[int, int]  # row from the bottom, column
Asked: TypeAlias = tuple[Player, Sequence[str]]  # who acts, and what is legal where a player does
Steps: TypeAlias = Generator[Asked, None, None]

BY_CHANCE: Asked = (CHANCE, ())
RANKS = "A23456789T"
GROUPED = {(4, 1): "four", (3, 2): "full house", (3, 1, 1): "three", (2, 2, 1): "two pair", (2, 1, 1, 1): "pair"}
ORDERS = {  # from the lowest
    "standard": ["nothing", "pair", "two pair", "three", "straight", "flush", "full house", "four", "straight flush"],
    "rarity": ["pair", "nothing", "two pair", "three", "straight", "full house", "flush", "four", "straight flush"],
}
GAMES = game_count(20)


def worth(hand: Sequence[str], order: str) -> tuple[int, ...]:
    """The line of a hand, then its ranks, those held most often first; the ace is the lowest."""
    ranks = [RANKS.index(card[0]) for card in hand]
    groups = sorted(((count, rank) for rank, count in Counter(ranks).items()), reverse=True)
    line = GROUPED.get(tuple(count for count, _ in groups))
    if line is None:
        flush, run = len({card[1] for card in hand}) == 1, max(ranks) - min(ranks) == 4
        line = ["nothing", "flush", "straight", "straight flush"][flush + 2 * run]
    return ORDERS[order].index(line), *(rank for _, rank in groups)


class Referee:
    """The pyramid, the hands, and the steps that may follow; ``moved`` is the last step as a text."""

    def __init__(self, settings: Mapping[str, Any]) -> None:
        self.settings = settings
        self.rows = BOARDS[settings["board"]]
        self.cells = [(row, column) for row, length in enumerate(self.rows) for column in range(length)]
        self.pyramid: dict[Cell, tuple[str, Player]] = {}  # the brick, and who placed it
        self.held: list[list[str]] = [[], []]
        self.hands: list[list[list[str]]] = [[[], [], []], [[], [], []]]
        self.priority = {"first": 0, "second": 1}.get(settings["priority"], -1)
        self.shows_own = settings["memory"]  # the players see their own bricks
        self.moved = ""

    def name(self, cell: Cell) -> str:
        row = cell[0] if self.settings["letters"] == "bottom" else len(self.rows) - 1 - cell[0]
        return f"{'ABCDEFGHIJ'[row]}{cell[1] + 1}"

    def match(self) -> Steps:
        first = yield from self.first_player()
        yield from self.construction(first)
        self.shows_own = True
        yield BY_CHANCE  # the pyramid is seen
        self.shows_own = self.settings["memory"]
        yield from self.deconstruction(first)
        for _ in range(3):
            yield BY_CHANCE  # two hands meet

    def first_player(self) -> Generator[Asked, None, Player]:
        if self.priority < 0:
            yield BY_CHANCE
            drawn = int(self.moved.split()[1]) - 1
            if self.settings["priority"] == "off":
                return drawn
            self.priority = drawn
        yield self.priority, ["start 1", "start 2"]
        return int(self.moved.split()[1]) - 1

    def construction(self, first: Player) -> Steps:
        if self.settings["bricks"] == "fifteen":
            for seat in [first] * 15 + [1 - first] * 15:
                yield from self.draw(seat)
        for turn in range(30):
            player = first if turn % 2 == 0 else 1 - first
            if self.settings["bricks"] == "draw":
                yield from self.draw(player)
            spaces = {self.name(cell): cell for cell in self.cells if self.is_open(cell)}
            if self.settings["bricks"] == "draw":
                yield player, [f"place {space}" for space in spaces]
            else:
                yield player, [f"place {brick} {space}" for brick in self.held[player] for space in spaces]
            *_, brick, space = ["", *self.held[player][-1:], *self.moved.split()[1:]]
            self.held[player].remove(brick)
            self.pyramid[spaces[space]] = brick, player

    def draw(self, player: Player) -> Steps:
        yield BY_CHANCE
        brick = self.moved.split()[1]
        assert all(brick not in held for held in self.held)
        assert all(brick != placed for placed, _ in self.pyramid.values())
        self.held[player].append(brick)

    def is_open(self, cell: Cell) -> bool:
        """Nothing lies there yet, and what it would lie on does."""
        row, column = cell
        below = [(row - 1, column), (row - 1, column + 1)] if row else []
        return cell not in self.pyramid and all(each in self.pyramid for each in below)

    def deconstruction(self, first: Player) -> Steps:
        for turn in range(30):
            player = first if turn % 2 == 0 else 1 - first
            exposed = {self.name(cell): cell for cell in self.pyramid if self.is_exposed(cell)}
            yield player, [f"take {space}" for space in exposed]
            brick, _ = self.pyramid.pop(exposed[self.moved.split()[1]])
            hands = self.hands[player]
            free = [number for number in range(3) if len(hands[number]) < 5]
            if len(free) > 1:
                yield player, [f"hand {number + 1}" for number in free]
                free = [int(self.moved.split()[1]) - 1]
            hands[free[0]].append(brick)

    def is_exposed(self, cell: Cell) -> bool:
        row, column = cell
        return not {(row + 1, column - 1), (row + 1, column)} & set(self.pyramid)

    def seen(self, player: Player) -> list[str]:
        """What a seat sees of each space: a brick, "hidden", or "" for nothing."""
        placed = [self.pyramid.get(cell, ("", SPECTATOR)) for cell in self.cells]
        return [brick if not brick or (self.shows_own and by == player) else "hidden" for brick, by in placed]

    def result(self) -> int:
        """1 if the first seat wins, -1 if the second does, 0 for a draw."""
        order = self.settings["ranking"]
        pairs = [(worth(own, order), worth(other, order)) for own, other in zip(*self.hands)]
        lead = sum((own > other) - (own < other) for own, other in pairs)
        return (lead > 0) - (lead < 0) or {-1: 0, 0: 1, 1: -1}[self.priority]


def seen(game: Pyramid, state: PyramidState, player: Player) -> list[str]:
    words = {EMPTY: "", HIDDEN: "hidden"}
    return [words[brick] if brick < 0 else DECK.text(brick) for brick in game.view(state, player).bricks]


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_match_is_played_as_before_a_referee_who_reads_the_record(seed: int) -> None:
    rng = Random(seed)
    game = Pyramid(**{option.name: rng.choice(option.choices) for option in Pyramid.options})
    referee, state = Referee(game.settings), game.initial_state()
    for acting, legal in referee.match():
        assert game.players_to_act(state) == (acting,)
        assert all(seen(game, state, seat) == referee.seen(seat) for seat in (0, 1))
        assert not any(brick not in ("", "hidden") for brick in seen(game, state, SPECTATOR))
        if acting == CHANCE:
            action = game.draw(state, rng)
        else:
            assert sorted(map(game.text, game.legal_actions(state, acting))) == sorted(legal)
            action = rng.choice(game.legal_actions(state, acting))
        referee.moved = game.text(action)
        state = game.play(state, acting, action)
    assert game.players_to_act(state) == ()
    assert [[list(map(DECK.text, hand)) for hand in hands] for hands in state.hands] == referee.hands
    assert game.returns(state)[0] == referee.result()
