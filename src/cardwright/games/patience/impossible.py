"""Proof that a game can no longer be won, though the order of its cards is known.

The necessary conditions of `prospects` are tested with the cards that come, without the two that are left over. Where
no layout can be shifted and few cells are empty, a depth-first search tries every way to place these cards in order.

Counting cards gives no proof from the first card on: for each of the 169 pairs of ranks and suits that the two cards
left over can have, there are layouts of the other fifty that meet every demand.
"""

import itertools
from collections.abc import Sequence

from cardwright.cards import Card
from cardwright.game import State, replace_item
from cardwright.games.patience.prospects import are_diagonals_fixed, line_cards, supply, why_lost
from cardwright.games.patience.rules import Patience, occupied_mask
from cardwright.games.patience.scoring import CELLS, EMPTY, LINES_THROUGH, complete
from cardwright.games.patience.state import Layout, PatienceState

MAX_TRIED_CARDS = 14
MAX_TRIED_PLACINGS = 20_000  # two seconds of work


class TooManyError(Exception):
    """More placings than can be tried."""


def lost_from(game: Patience, states: Sequence[State]) -> tuple[int, tuple[str, ...]] | None:
    """Return the card (from 1) from which on a game was certainly lost, and the reason; None if nothing is proved."""
    placing_states = [state for state in states if isinstance(state, PatienceState) and state.card != EMPTY]
    turns = [next(group) for _, group in itertools.groupby(placing_states, key=lambda state: state.card)]
    order = [state.card for state in turns]
    if len(set(order)) < len(order):
        return None  # cards were taken back
    proof = None
    for turn in range(len(turns) - 1, -1, -1):
        reasons = why_impossible(game, turns[turn].layouts, order[turn:])
        if not reasons:
            return proof
        proof = turn + 1, reasons
    return proof


def why_impossible(game: Patience, layouts: tuple[Layout, Layout], coming: Sequence[Card]) -> tuple[str, ...]:
    """Return why these cards, which come in this order and fill both layouts, cannot win; () if that is not proved."""
    reasons = why_lost(layouts, coming[0], frozenset(coming), game.shifts)
    can_shift = not all(are_diagonals_fixed(layout, game.shifts) for layout in layouts)
    if reasons or can_shift or len(coming) > MAX_TRIED_CARDS:
        return reasons
    search = _PlacingSearch(game, coming)
    try:
        won = search.can_win(layouts, 0)
    except TooManyError:
        return ()
    return () if won else (f"all ways to place the last {len(coming)} cards were tried, and none meets every demand",)


class _PlacingSearch:
    """Depth-first search of the placings of cards in a known order; raises `TooManyError` past its limit."""

    def __init__(self, game: Patience, coming: Sequence[Card]) -> None:
        self.game, self.coming, self.tried_count = game, coming, 0
        self.supplies = [supply(frozenset(coming[turn:])) for turn in range(len(coming) + 1)]

    def can_win(self, layouts: tuple[Layout, Layout], turn: int) -> bool:
        """Return True if some placing of the cards from this turn on meets every demand."""
        if turn == len(self.coming):
            return all(map(complete, layouts))
        for index, layout in enumerate(layouts):
            open_cells = self.game.open_cells(occupied_mask(layout))
            for cell in range(CELLS):
                if open_cells >> cell & 1 and self._wins_from(layouts, index, cell, turn):
                    return True
        return False

    def _wins_from(self, layouts: tuple[Layout, Layout], index: int, cell: int, turn: int) -> bool:
        """Return True if the game can be won with the card of this turn in a cell."""
        filled = replace_item(layouts[index], cell, self.coming[turn])
        if not self._can_complete(filled, cell, turn + 1):
            return False
        return self.can_win(replace_item(layouts, index, filled), turn + 1)

    def _can_complete(self, layout: Layout, cell: int, turn: int) -> bool:
        """Return True if every line through a cell can still make a category, and a full layout meets its demands."""
        self.tried_count += 1
        if self.tried_count > MAX_TRIED_PLACINGS:
            raise TooManyError
        prospects = self.supplies[turn].prospects
        if not all(prospects(line_cards(layout, index)) for index in LINES_THROUGH[cell]):
            return False
        return EMPTY in layout or complete(layout)
