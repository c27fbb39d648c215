"""The patience as it is drawn: two grids with their lamps, the turned card, and the combinations of each layout."""

from msgspec.structs import replace

from cardwright import ranking
from cardwright.cards import Card
from cardwright.game import SPECTATOR, replace_item
from cardwright.games.patience.actions import DIRECTIONS, PatienceAction, PlaceCard, Shift, Undo
from cardwright.games.patience.events import Ended, PatienceEvent, Placed, Shifted, Turned, Undone
from cardwright.games.patience.prospects import Prospects, line_cards, prospects, why_lost
from cardwright.games.patience.rules import OPPOSITE_DIRECTION, Patience, shift_cards
from cardwright.games.patience.scoring import (
    CATEGORIES,
    CELL_NAMES,
    CELLS,
    DECK,
    EMPTY,
    LINE_NAMES,
    NOTHING,
    SIDE_CELLS,
    Reading,
    Standing,
    complete,
    standing,
    unmet,
)
from cardwright.games.patience.state import PLACED_AT_END, PatienceView, cards_to_come
from cardwright.ranking.hands_table import best_examples
from cardwright.scenes import (
    MEANINGS,
    Example,
    Felt,
    Grid,
    Lamp,
    Lamps,
    Move,
    Place,
    Reserved,
    Row,
    Scene,
    Seat,
    Text,
    Zone,
    card_place,
    hand_examples,
    marked,
)
from cardwright.wording import counted

FELT = Felt(
    plan="cells",
    middle=(Reserved(1, ("turned",)),),
    button_lines=2,
)


MAX_SHOWN_REASONS = 4
_LOW_RANKS = 7  # ranks of which the ace is the first: the low half, one more than the high
_SHIFT_KEYS = ("ADWS", "JLIK")  # left, right, up, down: a hand on either side of the keyboard
_ARROWS = "←→↑↓"
_LINE_LAMPS = tuple(name.removeprefix("diagonal ") for name in LINE_NAMES)


def build_scene(game: Patience, view: PatienceView) -> Scene:
    """The whole table; the player and a spectator see the same, but only the player has moves."""
    standings = tuple(standing(layout) for layout in view.layouts)
    lost = _why_lost(game, view)
    return Scene(
        felt=FELT,
        game=game.name,
        title="Po& Poker Patience" + (" (practice)" if game.practice else ""),
        player=view.player,
        status=_status(game, view),
        progress=_progress(view, lost=bool(lost)),
        seats=(Seat(player=0, score=_score(standings), to_act=game.players_to_act(view) == (0,)),),
        zones=(
            *(_layout(game, view, layout, standings[layout]) for layout in (0, 1)),
            *(_stock(game, view) if cards_to_come(view) or view.card != EMPTY else _left_over(view)),
            *_unwinnable(lost),
            *(_categories(view, layout, standings[layout]) for layout in (0, 1)),
            *(zone for layout in (0, 1) for zone in _lines(game, view, layout, standings[layout])),
            *_unmet(view),
        ),
        moves=tuple(_move(game, view, action) for action in game.choices(view)),
        news=_all_news(game, view, lost),
        result=_result(view),
        outcome=_outcome(view),
    )


def news_and_scores(game: Patience, view: PatienceView) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The news and the scores of the scene of this view."""
    return _all_news(game, view, _why_lost(game, view)), (_score(tuple(standing(layout) for layout in view.layouts)),)


def _why_lost(game: Patience, view: PatienceView) -> tuple[str, ...]:
    return () if view.ended else why_lost(view.layouts, view.card, _free(view), game.shifts)


def _all_news(game: Patience, view: PatienceView, lost: tuple[str, ...]) -> tuple[str, ...]:
    """The news of the latest step; with it once that the game can no longer be won, if it could before that step."""
    news = tuple(map(_news, view.events))
    before = _before(view, view.events[0]) if lost and view.events else None
    if before is None or _why_lost(game, before):
        return news
    unless = ", unless moves are taken back" if game.practice else "; you may play on"
    return *news, f"This game can no longer be won{unless}"


def _before(view: PatienceView, event: PatienceEvent) -> PatienceView | None:
    """The table before a step forward, None for another."""
    match event:
        case Turned(card):
            return replace(view, card=EMPTY, unseen=(*view.unseen, card))
        case Placed(card, layout, cell):
            emptied = replace_item(view.layouts[layout], cell, EMPTY)
            return replace(view, card=card, layouts=replace_item(view.layouts, layout, emptied))
        case Shifted(layout, direction):
            back = shift_cards(view.layouts[layout], OPPOSITE_DIRECTION[direction])
            return replace(view, layouts=replace_item(view.layouts, layout, back))
    return None


def _status(game: Patience, view: PatienceView) -> str:
    if view.ended:
        return "The game is over"
    if view.card == EMPTY:
        if cards_to_come(view):
            return "The next card is turned"
        full = "Both layouts are full"
        return full if game.ends_when_full(view) else f"{full}: change them, or finish"
    task = f"Place the {DECK.name(view.card)} in either layout"
    shifts = any(isinstance(action, Shift) for action in game.choices(view))
    return f"{task}, or shift a layout by one cell" if shifts else task


def _progress(view: PatienceView, *, lost: bool) -> str:
    placed = sum(card != EMPTY for layout in view.layouts for card in layout)
    return f"{placed} of {2 * CELLS}{', cannot be won' if lost else ' cards placed'}"


def _outcome(view: PatienceView) -> str:
    if not view.ended or view.player == SPECTATOR:
        return ""
    return "won" if all(map(complete, view.layouts)) else "lost"


def _free(view: PatienceView) -> frozenset[Card]:
    """All cards that are not placed."""
    return frozenset((*view.unseen, *view.known)) | ({view.card} - {EMPTY})


def _unwinnable(lost: tuple[str, ...]) -> tuple[Zone, ...]:
    """The reasons why the game can certainly not be won any more."""
    if not lost:
        return ()
    more = len(lost) - MAX_SHOWN_REASONS
    lines = (*lost[:MAX_SHOWN_REASONS], *((f"and {more} more",) if more > 0 else ()))
    return (Text(id="unwinnable", title="This game can no longer be won", lines=lines),)


def _score(standings: tuple[Standing, ...]) -> str:
    made = sum(len(layout.made) for layout in standings)
    return f"{made} of {len(CATEGORIES) * len(standings)} combinations"


def _stock(game: Patience, view: PatienceView) -> tuple[Zone, ...]:
    """The turned card and, unless the player wants to keep count alone, those still to be turned."""
    return (_turned_zone(view), _unseen(view)) if game.settings["unseen"] else (_turned_zone(view),)


def _left_over(view: PatienceView) -> tuple[Zone, ...]:
    """The last two cards once the game is over: they stay face down (PO11)."""
    if not view.ended:
        return ()
    places = (card_place(DECK, f"left-{number}", None, "never turned") for number in range(len(view.unseen)))
    return (Row(id="turned", title="Never turned", places=tuple(places)),)


def _turned_zone(view: PatienceView) -> Zone:
    come = cards_to_come(view)
    if view.card == EMPTY:
        place = Place(id="turned", face=None, label="no card is turned")
    else:
        place = card_place(DECK, "turned", view.card, "the turned card", marks=("new",))
    again = f", first {DECK.short_of(view.known)}" if view.known else ""
    return Row(id="turned", title="Turned card", places=(place,), note=f"{come} to come{again}")


def _layout(game: Patience, view: PatienceView, index: int, status: Standing) -> Zone:
    """A layout with the lamps of its lines."""
    last = {(event.layout, event.cell) for event in view.events if isinstance(event, Placed)}
    cells = view.layouts[index]
    placed = CELLS - cells.count(EMPTY)
    possible_by_line = prospects(cells, _free(view), game.shifts)
    return Grid(
        id=f"layout{index + 1}",
        title=f"Layout {index + 1}",
        owner=0,
        coordinates=True,
        places=tuple(_cell(game, view, index, cell, status, (index, cell) in last) for cell in range(CELLS)),
        lamps=tuple(
            Lamp(
                f"{name}{_makes(line, possible)}",
                _light(line, possible),
                f"class/{CATEGORIES[line.category]}" if line.category != NOTHING else "",
            )
            for name, line, possible in zip(_LINE_LAMPS, status.lines, possible_by_line)
        ),
        note=f"{counted(placed, 'card')}, {len(status.idle)} idle" if placed else "empty",
    )


def _categories(view: PatienceView, index: int, status: Standing) -> Zone:
    """The eight combinations of a layout: made, made provisionally, or not."""
    return Lamps(
        id=f"classes{index + 1}",
        title=f"Layout {index + 1}: combinations",
        owner=0,
        lamps=tuple(
            Lamp(name, _category_light(status, category), f"class/{name}") for category, name in enumerate(CATEGORIES)
        ),
        meanings=(*MEANINGS[:2], "not made" if view.ended else MEANINGS[2]),
        columns=2,
        note=f"{len(status.made)} of {len(CATEGORIES)}",
    )


def examples(game: Patience) -> dict[str, Example]:
    """An example of each combination; the table of standard poker has them in the same order."""
    return hand_examples(DECK, CATEGORIES, best_examples(ranking.load("standard"))[: len(CATEGORIES)], id="class")


def _cell(game: Patience, view: PatienceView, index: int, cell: int, status: Standing, is_new: bool) -> Place:
    cells = view.layouts[index]
    row, column = divmod(cell, SIDE_CELLS)
    whose = f"layout {index + 1}, {CELL_NAMES[cell]}"
    id = f"{index + 1}.{CELL_NAMES[cell]}"
    card = cells[cell]
    if card == EMPTY:
        refusal = game.why_closed(view, index, cell) if view.card != EMPTY else ""
        return Place(id=id, face=None, label=f"empty, {whose}", row=row, column=column, refusal=refusal)
    idle = card in status.idle
    marks = marked(idle=idle, active=not idle, new=is_new)
    return card_place(DECK, id, card, f"{whose}, {marks[0]}", row=row, column=column, marks=marks)


def _light(line: Reading, possible: Prospects | None) -> str:
    """A lamp is half lit while further cards can still change the line's combination (PO9), and dead if none can."""
    if possible is not None and not possible:
        return "dead"
    if line.category == NOTHING:
        return "off"
    return "lit" if line.final else "half"


def _makes(line: Reading, possible: Prospects | None) -> str:
    """The category of a line so far, to follow its name."""
    if line.category != NOTHING:
        return f": {CATEGORIES[line.category]}"
    return ": makes nothing" if possible is not None and not possible else ""


def _can_make(line: Reading, possible: Prospects | None) -> str:
    """The category of a line, or the categories that it may still become."""
    if line.final:
        return CATEGORIES[line.category] if line.category != NOTHING else "makes nothing"
    if possible is None:
        return f"{CATEGORIES[line.category]} so far" if line.category != NOTHING else "changes with shifts"
    if not possible:
        return "can make nothing any more"
    others = [CATEGORIES[category] for category in sorted(possible) if category != line.category]
    may = "open" if len(possible) == len(CATEGORIES) else f"may become {', '.join(others)}" if others else "stays so"
    return f"{CATEGORIES[line.category]} so far, {may}" if line.category != NOTHING else may


def _lines(game: Patience, view: PatienceView, index: int, status: Standing) -> tuple[Zone, ...]:
    """The lines of a layout that have begun, in words, until the game is over."""
    if view.ended:
        return ()
    cells = view.layouts[index]
    possible_by_line = prospects(cells, _free(view), game.shifts)
    lines = tuple(
        f"{name}: {_can_make(line, possible)}"
        for number, (name, line, possible) in enumerate(zip(LINE_NAMES, status.lines, possible_by_line))
        if len(line_cards(cells, number)) > 1
    )
    title = f"Layout {index + 1}: lines"
    return (Text(id=f"lines{index + 1}", title=title, owner=0, lines=lines, aside=True),) if lines else ()


def _category_light(status: Standing, category: int) -> str:
    if category in status.made:
        return "lit"
    return "half" if category in status.provisional else "off"


def _unseen(view: PatienceView) -> Zone:
    """The cards not yet turned, low ranks beside high ones: the source asks the player to count them."""
    lines = tuple(f"{_rank_line(view, low)} {_rank_line(view, low + _LOW_RANKS)}".rstrip() for low in range(_LOW_RANKS))
    note = f"{len(view.unseen)} cards; {DECK.size - PLACED_AT_END} are never turned"
    return Text(id="unseen", title="Not yet turned", lines=lines, note=note, tally=True, reference=True)


def _rank_line(view: PatienceView, rank: int) -> str:
    """One rank and its suits, a dot for each that has been turned."""
    if rank == len(DECK.ranks):
        return ""
    suits = len(DECK.suits)
    cards = reversed(range(rank * suits, rank * suits + suits))
    left = "".join(DECK.faces[card].symbol if card in view.unseen else "·" for card in cards)
    return f"{DECK.ranks[rank].corner:<2}{left}"


def _unmet(view: PatienceView) -> tuple[Zone, ...]:
    """At the end of a lost game: all that was missed (PO12)."""
    if not view.ended:
        return ()
    lines = tuple(f"Layout {index + 1}: {lack}" for index, layout in enumerate(view.layouts) for lack in unmet(layout))
    return (Text(id="unmet", title="Unmet", lines=lines),) if lines else ()


def _result(view: PatienceView) -> str:
    if not view.ended:
        return ""
    if not any(unmet(layout) for layout in view.layouts):
        return "Both layouts meet every demand"
    standings = [standing(layout) for layout in view.layouts]
    idle = sum(len(layout.idle) for layout in standings)
    return f"{_score(tuple(standings))}, {counted(idle, 'card')} idle"


def _move(game: Patience, view: PatienceView, action: PatienceAction) -> Move:
    text = game.text(action)
    match action:
        case PlaceCard(layout, cell):
            id = f"{layout + 1}.{CELL_NAMES[cell]}"
            label = f"Place {DECK.face(view.card).short} at {CELL_NAMES[cell]} of layout {layout + 1}"
            return Move(text=text, label=label, places=frozenset((id,)))
        case Shift(layout, direction):
            label = f"Shift layout {layout + 1} {DIRECTIONS[direction]}"
            brief = f"{layout + 1} {_ARROWS[direction]}"
            return Move(text=text, label=label, key=_SHIFT_KEYS[layout][direction], brief=brief, group="Shift layout")
        case Undo():
            return Move(text=text, label="Take back", key="U")
    return Move(text=text, label="Finish the game", key="F", confirm=True)


def _news(event: PatienceEvent) -> str:
    match event:
        case Turned(card):
            return f"Turned: {DECK.name(card)}"
        case Placed(card, layout, cell):
            return f"Placed in layout {layout + 1} at {CELL_NAMES[cell]}: {DECK.name(card)}"
        case Shifted(layout, direction):
            return f"Layout {layout + 1} shifted {DIRECTIONS[direction]}"
        case Undone(PlaceCard(layout, cell)):
            return f"Taken back: the card at {CELL_NAMES[cell]} of layout {layout + 1}"
        case Undone(Shift(layout, direction)):
            return f"Taken back: the shift of layout {layout + 1} {DIRECTIONS[direction]}"
        case Ended(won):
            return "The game is won" if won else "The game is not won"
    raise AssertionError(event)
