"""Po& Poker Patience by Paal Olstad (1999): alone, fifty cards into two layouts of five by five.

Cards are turned one at a time, and each is placed in one of the two layouts, next to a card that lies there. While a
card waits, a layout may be shifted by a row or column. Each layout must at the end show all eight combinations
(straight flush, four of a kind, full house, flush, straight, three of a kind, two pairs, one pair); each of its
twelve lines (five rows, five columns, two diagonals) must make one of them, the highest that fits; and each card must
take part in one: an odd card beside a pair does not.

Rulings:

PO1   a card is next to its eight neighbours, corners too, as in poker solitaire (option ``adjacency``: 4)
PO2   the first card of a layout goes anywhere
PO3   a shift is free while a card waits to be placed, towards a row or column that is empty (option ``shifts``: cyclic,
      what leaves on one side comes back on the other, after the last card too; or none)
PO4   a straight has five cards
PO5   an ace is low or high in a straight, never in the middle
PO7   a line makes its highest category alone: a full house is not three of a kind
PO8   all five cards of a straight flush, full house, flush or straight take part, of the others the matched ones; one
      line is enough, and diagonals count
PO9   three of a kind, two pairs and one pair in a line not yet full are provisional; four of a kind is not
PO10  nothing is taken back in a counted game; with ``practice`` any placing or shift is, and the cards turned
      meanwhile come again in the same order. A practice game ends when it is won, or on "finish"
PO11  the last two cards stay face down; what is not yet turned is listed (option ``unseen``)
PO12  a lost game says exactly what is unmet
"""

from collections.abc import Sequence
from random import Random

import msgspec

from cardwright.cards import Card
from cardwright.game import CHANCE, Game, Option, Player, Randomness, Uniform, public_fields, replace_item
from cardwright.games.patience import actions
from cardwright.games.patience.actions import (
    COUNT,
    DIRECTIONS,
    FINISH,
    TURNS,
    UNDO,
    Count,
    Finish,
    PatienceAction,
    PlaceCard,
    Shift,
    Turn,
    Undo,
)
from cardwright.games.patience.events import Ended, Placed, Shifted, Turned, Undone
from cardwright.games.patience.scoring import CELL_NAMES, CELLS, DECK, EDGES, EMPTY, SIDE_CELLS, complete
from cardwright.games.patience.state import Layout, PatiencePublic, PatienceState, PatienceView, is_full

OPPOSITE_DIRECTION = (1, 0, 3, 2)
_EMPTY_LAYOUT: Layout = (EMPTY,) * CELLS
_ALL_CELLS = (1 << CELLS) - 1
_CELL_BITS = tuple(1 << cell for cell in range(CELLS))
# the row or column that a shift in each direction needs empty, as bits
_EDGES = tuple(sum(1 << cell for cell in edge) for edge in EDGES)
_FIRST_COLUMN, _LAST_COLUMN = _EDGES[:2]


def _source(cell: int, direction: int) -> int:
    """Return the cell whose card a shift brings to this cell, going round the edge."""
    row, column = divmod(cell, SIDE_CELLS)
    down, right = ((0, 1), (0, -1), (1, 0), (-1, 0))[direction]
    return (row + down) % SIDE_CELLS * SIDE_CELLS + (column + right) % SIDE_CELLS


_SOURCES = tuple(tuple(_source(cell, direction) for cell in range(CELLS)) for direction in range(len(DIRECTIONS)))
_PLACINGS = tuple(tuple((1 << cell, PlaceCard(layout, cell)) for cell in range(CELLS)) for layout in (0, 1))
_SHIFTS = tuple(tuple(Shift(layout, direction) for direction in range(len(DIRECTIONS))) for layout in (0, 1))


class Patience(Game[PatienceState, PatienceAction, PatienceView]):
    """Po& Poker Patience; returns 1 when it is won."""

    name = "patience"
    version = 2
    zero_sum = False
    options = (
        Option(
            "adjacency",
            8,
            "which cards count as adjacent to a card",
            (8, 4),
            meanings=("eight neighbours: corners touch too", "four neighbours: sideways, up and down only"),
            title="Adjacent cards",
        ),
        Option(
            "shifts",
            "bounded",
            "when all cards of a layout may move by one space, and which way",
            ("bounded", "cyclic", "none"),
            meanings=(
                "towards an empty row or column",
                "at any time: what leaves on one side comes back on the other",
                "not at all",
            ),
            title="Shifts of a layout",
        ),
        Option(
            "practice",
            False,
            "you may take back cards that you placed, and shifts",
            (False, True),
            title="Moves can be taken back",
        ),
        Option(
            "unseen",
            True,
            "a panel lists the cards that are not yet turned",
            (False, True),
            title="List of cards to come",
        ),
    )
    state_type = PatienceState
    view_type = PatienceView
    players = 1

    def __init__(self, **chosen: object) -> None:
        super().__init__(**chosen)
        self.corners_touch: bool = self.settings["adjacency"] == 8
        self.shifts: str = self.settings["shifts"]
        self.practice: bool = self.settings["practice"]
        self.asks_to_finish = self.practice or self.shifts == "cyclic"

    def initial_state(self) -> PatienceState:
        """Two empty layouts, and chance to turn the first card."""
        return PatienceState((_EMPTY_LAYOUT, _EMPTY_LAYOUT), EMPTY, tuple(range(DECK.size)))

    def players_to_act(self, state: PatienceState | PatienceView) -> tuple[Player, ...]:
        """Chance turns, the player places; after the fiftieth card the player may have to finish."""
        if state.ended:
            return ()
        if state.card != EMPTY or (is_full(state) and not self.ends_when_full(state)):
            return (0,)
        return (CHANCE,)

    def legal_actions(self, state: PatienceState, player: Player) -> Sequence[PatienceAction]:
        """Cells next to a card, then shifts, then what is left at the end and in practice."""
        actions: list[PatienceAction] = []
        has_card = state.card != EMPTY
        masks = [occupied_mask(layout) for layout in state.layouts]
        if has_card:
            for layout, mask in enumerate(masks):
                free = self.open_cells(mask)
                actions += [action for bit, action in _PLACINGS[layout] if free & bit]
        if self.shifts != "none":
            for layout, mask in enumerate(masks):
                if mask:
                    actions += [
                        shift
                        for shift in _SHIFTS[layout]
                        if self.shifts == "cyclic" or not mask & _EDGES[shift.direction]
                    ]
        if state.past:
            actions.append(UNDO)
        if not has_card:
            actions.append(FINISH)
        return actions

    def chance_outcomes(self, state: PatienceState) -> Uniform:
        """Any card not yet turned; after something was taken back, the card that came then."""
        if is_full(state):
            return Uniform((COUNT,))
        if state.known:
            return Uniform((TURNS[state.known[0]],))
        return Uniform([TURNS[card] for card in state.unseen])

    def draw(self, state: PatienceState, rng: Randomness) -> PatienceAction:
        """Draw one random number for each new card, and none for a card that comes again.

        So the cards of a numbered deal depend neither on how it is played nor on moves taken back.
        """
        if is_full(state):
            return COUNT
        if state.known:
            return TURNS[state.known[0]]
        return TURNS[state.unseen[rng.randrange(len(state.unseen))]]

    def draw_number(self, state: PatienceState, draws: int) -> int:
        """Return the number of cards turned: neither shifts nor moves taken back change the next card."""
        return DECK.size - len(state.unseen)

    def apply(self, state: PatienceState, player: Player, action: PatienceAction) -> PatienceState:
        match action:
            case Turn(card):
                return self._turn(state, card)
            case PlaceCard(layout, cell):
                return self._place(state, layout, cell)
            case Shift(layout, direction):
                return self._shift(state, layout, direction)
            case Undo():
                return self._undo(state)
            case Finish() | Count():
                return _end(msgspec.structs.replace(state, events=()))

    def returns(self, state: PatienceState) -> tuple[int, ...]:
        """1 for a game won, 0 before that and for a game lost."""
        return (int(state.ended and all(map(complete, state.layouts))),)

    def view(self, state: PatienceState, player: Player) -> PatienceView:
        """The same for the player and for spectators."""
        return PatienceView(player=player, **public_fields(PatiencePublic, state))

    def sample_state(self, view: PatienceView, rng: Random) -> PatienceState:
        """The state itself: it is all in the view."""
        return PatienceState(**public_fields(PatiencePublic, view))

    def why_illegal(self, view: PatienceView, action: PatienceAction) -> str:
        """The rule of adjacency (PO1), a filled cell, or an edge that is not empty (PO3)."""
        match action:
            case PlaceCard(layout, cell) if view.card != EMPTY:
                return self.why_closed(view, layout, cell)
            case Shift(layout, direction) if self.shifts == "none":
                return "layouts cannot be shifted at this table"
            case Shift(layout, direction) if not occupied_mask(view.layouts[layout]):
                return f"layout {layout + 1} is empty, so there is nothing to shift"
            case Shift(layout, direction):
                edge = ("column a", "column e", "row 1", "row 5")[direction]
                return f"{edge} of layout {layout + 1} is not empty, so its cards cannot move {DIRECTIONS[direction]}"
            case Undo() if not self.practice:
                return "only in practice can a move be taken back"
            case Undo():
                return "there is nothing to take back"
            case Finish():
                return "the game goes on until both layouts are full"
        return "no card is turned to be placed"

    def why_closed(self, view: PatienceView, layout: int, cell: int) -> str:
        """Return why the turned card cannot go to a cell; "" if it can."""
        name = f"{CELL_NAMES[cell]} of layout {layout + 1}"
        if view.layouts[layout][cell] != EMPTY:
            return f"{name} is filled already"
        if self.open_cells(occupied_mask(view.layouts[layout])) & _CELL_BITS[cell]:
            return ""
        corners = "" if self.corners_touch else ", sideways or up and down"
        return f"{name} is not adjacent to a card{corners}: a card must touch another of its layout"

    text, parse = staticmethod(actions.text), staticmethod(actions.parse)

    # The phases, in order.

    def open_cells(self, mask: int) -> int:
        """The empty cells next to a card, as bits; all of them in an empty layout (PO1, PO2)."""
        if not mask:
            return _ALL_CELLS
        across = (mask & ~_LAST_COLUMN) << 1 | (mask & ~_FIRST_COLUMN) >> 1
        beside = mask | across if self.corners_touch else mask
        return (across | beside << SIDE_CELLS | beside >> SIDE_CELLS) & _ALL_CELLS & ~mask

    def _turn(self, state: PatienceState, card: Card) -> PatienceState:
        index = state.unseen.index(card) if not state.known else -1
        return msgspec.structs.replace(
            state,
            card=card,
            unseen=state.unseen if index < 0 else state.unseen[:index] + state.unseen[index + 1 :],
            known=state.known[1:],
            events=(Turned(card),),
        )

    def _place(self, state: PatienceState, layout: int, cell: int) -> PatienceState:
        return msgspec.structs.replace(
            state,
            layouts=replace_item(state.layouts, layout, replace_item(state.layouts[layout], cell, state.card)),
            card=EMPTY,
            past=(*state.past, PlaceCard(layout, cell)) if self.practice else (),
            events=(Placed(state.card, layout, cell),),
        )

    def _shift(self, state: PatienceState, layout: int, direction: int) -> PatienceState:
        return msgspec.structs.replace(
            state,
            layouts=replace_item(state.layouts, layout, shift_cards(state.layouts[layout], direction)),
            past=(*state.past, Shift(layout, direction)) if self.practice else (),
            events=(Shifted(layout, direction),),
        )

    def _undo(self, state: PatienceState) -> PatienceState:
        """The state before the last step; a card turned since then is the next to come again (PO10)."""
        step = state.past[-1]
        before = state.layouts[step.layout]
        card, known = state.card, state.known
        if isinstance(step, Shift):
            restored = shift_cards(before, OPPOSITE_DIRECTION[step.direction])
        else:
            restored = replace_item(before, step.cell, EMPTY)
            known = known if card == EMPTY else (card, *known)
            card = before[step.cell]
        return msgspec.structs.replace(
            state,
            layouts=replace_item(state.layouts, step.layout, restored),
            card=card,
            known=known,
            past=state.past[:-1],
            events=(Undone(step),),
        )

    def ends_when_full(self, state: PatiencePublic) -> bool:
        """The full layouts end the game, unless they are not won and can still be changed."""
        return not self.asks_to_finish or all(map(complete, state.layouts))


def _end(state: PatienceState) -> PatienceState:
    won = all(map(complete, state.layouts))
    return msgspec.structs.replace(state, ended=True, events=(*state.events, Ended(won)))


def occupied_mask(layout: Layout) -> int:
    """Return the cells that hold a card, as bits."""
    return sum([bit for bit, card in zip(_CELL_BITS, layout) if card >= 0])


def shift_cards(layout: Layout, direction: int) -> Layout:
    """Every card one step on; where the edge it leaves by is empty, this is a plain move."""
    return tuple([layout[cell] for cell in _SOURCES[direction]])
