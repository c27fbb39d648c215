"""Proof that a game can no longer be won, though the order of its cards is known.

The necessary conditions of `prospects` hold for the cards that come, without the two that are left over. Where no
layout can be shifted and few cells are empty, every way to place these cards in their order is tried.

Counting cards gives no proof from the first card on: for each of the 169 pairs of ranks and suits that the two cards
left over can have, there are layouts of the other fifty that meet every demand.
"""

import itertools
from collections.abc import Sequence

from cardwright.cards import Card
from cardwright.game import State
from cardwright.games.patience.prospects import diagonals_stay, line_cards, supply, why_lost
from cardwright.games.patience.rules import Patience, put
from cardwright.games.patience.scoring import CELLS, EMPTY, LINES_THROUGH, complete
from cardwright.games.patience.state import Layout, PatienceState

MAX_TRIED_CARDS = 14
MAX_TRIED_PLACINGS = 20_000  # two seconds


class TooManyError(Exception):
    """More placings than can be tried."""


def lost_from(game: Patience, states: Sequence[State]) -> tuple[int, tuple[str, ...]] | None:
    """Return from which card on (the first is 1) a game was certainly lost, and why; None where nothing is proved."""
    waiting = [state for state in states if isinstance(state, PatienceState) and state.card != EMPTY]
    turns = [next(held) for _, held in itertools.groupby(waiting, key=lambda state: state.card)]
    order = [state.card for state in turns]
    if len(set(order)) < len(order):
        return None  # cards were taken back
    found = None
    for turn in range(len(turns) - 1, -1, -1):
        reasons = why_impossible(game, turns[turn].layouts, order[turn:])
        if not reasons:
            return found
        found = turn + 1, reasons
    return found


def why_impossible(game: Patience, layouts: tuple[Layout, Layout], coming: Sequence[Card]) -> tuple[str, ...]:
    """Return why these cards, which come in this order and fill both layouts, cannot win; () if that is not proved."""
    found = why_lost(layouts, coming[0], frozenset(coming), game.shifts)
    if found or len(coming) > MAX_TRIED_CARDS or not all(diagonals_stay(layout, game.shifts) for layout in layouts):
        return found
    search = _Search(game, coming)
    try:
        won = search.can_win(layouts, 0)
    except TooManyError:
        return ()
    return () if won else (f"all ways to place the last {len(coming)} cards were tried, and none meets every demand",)


class _Search:
    def __init__(self, game: Patience, coming: Sequence[Card]) -> None:
        self.game, self.coming, self.tried = game, coming, 0
        self.supplies = [supply(frozenset(coming[at:])) for at in range(len(coming) + 1)]

    def can_win(self, layouts: tuple[Layout, Layout], at: int) -> bool:
        """Return whether some placing of the cards from ``at`` on meets every demand."""
        if at == len(self.coming):
            return all(map(complete, layouts))
        for number, layout in enumerate(layouts):
            mask = sum(1 << cell for cell in range(CELLS) if layout[cell] != EMPTY)
            cells = self.game.open_cells(mask)
            for cell in range(CELLS):
                if cells >> cell & 1 and self._is_alive(placed := put(layout, cell, self.coming[at]), cell, at + 1):
                    after = (placed, layouts[1]) if number == 0 else (layouts[0], placed)
                    if self.can_win(after, at + 1):
                        return True
        return False

    def _is_alive(self, layout: Layout, cell: int, at: int) -> bool:
        """Return whether every line through a cell can still make something, and a full layout meets its demands."""
        self.tried += 1
        if self.tried > MAX_TRIED_PLACINGS:
            raise TooManyError
        lines = self.supplies[at].line
        if not all(lines(line_cards(layout, index)) for index in LINES_THROUGH[cell]):
            return False
        return EMPTY in layout or complete(layout)
