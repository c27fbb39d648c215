"""A sensible player of the patience, by its author's hints: it builds what is missing and keeps several ways open.

For every line and class the bot estimates a chance that the line will make it, from the cards it holds and those not
yet turned. The value of a layout is the demands it may expect to meet: its eight classes, its twelve lines and its
cards that take part somewhere. A card goes where that value grows most; a layout is shifted only for a better cell.
"""

import functools
from collections import Counter
from collections.abc import Sequence
from itertools import permutations
from math import prod
from random import Random
from typing import ClassVar, TypeAlias

from cardwright.answers import generator
from cardwright.bots import Advice
from cardwright.cards import Card
from cardwright.games.patience import odds
from cardwright.games.patience.actions import Finish, PatienceAction, PlaceCard, Shift
from cardwright.games.patience.plans import Walk
from cardwright.games.patience.prospects import PATTERNS, RUNS, line_cards, spoken
from cardwright.games.patience.rules import Patience
from cardwright.games.patience.scoring import (
    CELL_NAMES,
    CLASSES,
    DECK,
    EMPTY,
    FLUSH,
    FOUR,
    FULL_HOUSE,
    LINE_NAMES,
    LINES,
    LINES_THROUGH,
    PAIR,
    SIDE_CELLS,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE,
    TWO_PAIRS,
    read_line,
    standing,
)
from cardwright.games.patience.state import Layout, PatienceState, PatienceView

Outlook: TypeAlias = tuple[float, ...]  # for each class, the chance that a line makes it

# The values of the demands, compared with one another. A few hundred settings of these and of MISSED were tried over
# fifty deals each: near these, the choice matters little.
CLASS_WORTH, LINE_WORTH, CARD_WORTH = 2.4, 2.4, 0.55
APART_FACTOR = 0.3  # of keeping high cards in one layout and low cards in the other, a hint of the author
MAX_LOW_RANK = 6  # a seven; ranks above it are high
# How often a card that a line could use goes elsewhere: a straight flush waits for one card, a pair for any of many.
MISSED = {
    STRAIGHT_FLUSH: 0.45,
    FOUR: 0.45,
    FULL_HOUSE: 0.4,
    FLUSH: 0.55,
    STRAIGHT: 0.45,
    THREE: 0.7,
    TWO_PAIRS: 0.75,
    PAIR: 0.6,
}
# The chance that a number of equal cards comes to a line which holds none of their rank.
FRESH = (1.0, 1.0, 0.5, 0.2, 0.1)
NEW_LINE = {STRAIGHT_FLUSH: 0.05, FLUSH: 0.3, STRAIGHT: 0.5}


def _fits(pattern: tuple[int, ...], groups: int) -> tuple[tuple[tuple[int, ...], float], ...]:
    """The ways to give this many groups of cards a part of the pattern each, and the chance of the parts left over."""
    ways = {}
    for order in permutations(pattern):
        ways[order[:groups]] = prod(FRESH[count] for count in order[groups:])
    return tuple(ways.items()) if groups <= len(pattern) else ()


FITS = {made: tuple(_fits(pattern, groups) for groups in range(SIDE_CELLS)) for made, pattern in PATTERNS.items()}


@functools.cache
def _some(outs: int, need: int, missed: float) -> float:
    """The chance to get ``need`` of these cards, each of which goes elsewhere with the chance ``missed``."""
    return prod(1 - missed ** (outs - had) for had in range(need)) if outs >= need else 0.0


class Outlooks:
    """The chances of what lines may become, given the cards not yet turned."""

    def __init__(self, unseen: Sequence[Card]) -> None:
        self.unseen = frozenset(unseen)
        self.of_rank = Counter(DECK.rank_of[card] for card in unseen)
        self.of_suit = Counter(DECK.suit_of[card] for card in unseen)
        self.outlook = functools.cache(self._outlook)

    def _outlook(self, cards: tuple[Card, ...]) -> Outlook:
        if len(cards) == SIDE_CELLS:
            made = read_line(cards).made
            return tuple(float(index == made) for index in range(len(CLASSES)))
        chances = [0.0] * len(CLASSES)
        counts = Counter(DECK.rank_of[card] for card in cards)
        for made in PATTERNS:
            chances[made] = self._matched(made, counts)
        if not cards:
            for made, chance in NEW_LINE.items():
                chances[made] = chance
        elif len(counts) == len(cards):
            self._unmatched(cards, frozenset(counts), chances)
        return tuple(chances)

    def _matched(self, made: int, counts: Counter[int]) -> float:
        """The chance of a class of equal ranks, by the best way to build on the groups that are there."""
        best = 0.0
        held = tuple(counts.items())
        for parts, chance in FITS[made][len(held)]:
            for part, (rank, count) in zip(parts, held):
                if count > part:
                    chance = 0.0
                    break
                chance *= _some(self.of_rank[rank], part - count, MISSED[made])
            best = max(best, chance)
        return best

    def _unmatched(self, cards: tuple[Card, ...], ranks: frozenset[int], chances: list[float]) -> None:
        """The chances of straight, flush and straight flush, for cards of different ranks."""
        runs = [run - ranks for run in RUNS if ranks <= run]
        chances[STRAIGHT] = max(
            (prod(_some(self.of_rank[rank], 1, MISSED[STRAIGHT]) for rank in lacks) for lacks in runs), default=0.0
        )
        suit = DECK.suit_of[cards[0]]
        if any(DECK.suit_of[card] != suit for card in cards):
            return
        chances[FLUSH] = _some(self.of_suit[suit], SIDE_CELLS - len(cards), MISSED[FLUSH])
        wait = 1 - MISSED[STRAIGHT_FLUSH]
        suits = len(DECK.suits)
        chances[STRAIGHT_FLUSH] = max(
            (wait ** len(lacks) for lacks in runs if all(rank * suits + suit in self.unseen for rank in lacks)),
            default=0.0,
        )

    def line(self, layout: Sequence[Card], index: int) -> Outlook:
        """The outlook of one line of a layout."""
        return self.outlook(line_cards(layout, index))

    def worth(self, layout: Sequence[Card], lines: Sequence[Outlook]) -> float:
        """The demands that a layout may expect to meet, each by its worth."""
        missed = [1.0] * len(CLASSES)
        worth = 0.0
        for line in lines:
            nothing = 1.0
            for made, chance in enumerate(line):
                nothing *= 1 - chance
                # a line not yet full may still have to serve another class
                missed[made] *= 1 - (chance if chance == 1 else 0.8 * chance)
            worth += LINE_WORTH * (1 - nothing)
        worth += CLASS_WORTH * (len(CLASSES) - sum(missed))
        return worth + CARD_WORTH * sum(self._takes_part(layout, lines, cell) for cell in range(len(layout)))

    def _takes_part(self, layout: Sequence[Card], lines: Sequence[Outlook], cell: int) -> float:
        """The chance that the card of a cell, which may be still to come, takes part in some line."""
        idle = 1.0
        for index in LINES_THROUGH[cell]:
            line = lines[index]
            chance = max(line[STRAIGHT_FLUSH], line[FULL_HOUSE], line[FLUSH], line[STRAIGHT])
            if layout[cell] != EMPTY:
                cards = line_cards(layout, index)
                now = read_line(cards)
                if layout[cell] in now.active:
                    chance = max(line)
                elif len(cards) < SIDE_CELLS:
                    chance = max(chance, 0.3 * max(line[THREE], line[TWO_PAIRS], line[PAIR]))
            idle *= 1 - chance
        return 1 - idle


class BasicBot:
    """Places each card where the demands that may be met grow most."""

    def __init__(self, game: Patience, rng: Random) -> None:
        self.game, self.rng = game, rng

    def advise(self, view: PatienceView) -> Advice:
        """The best cell for the turned card, or the shift that opens a better one."""
        state = self.game.sample_state(view, self.rng)
        if view.card == EMPTY:
            return self._last(state)
        outlooks = Outlooks((*view.unseen, *view.known))
        best, place = self._best(outlooks, state)
        chosen: PatienceAction = place
        for action in self.game.legal_actions(state, 0):
            if isinstance(action, Shift):
                worth, there = self._best(outlooks, self.game.apply(state, 0, action))
                # a shift of the other layout can wait: only one that makes a better cell for this card is worth saying
                if there.layout == action.layout and worth > best + 1e-9:
                    best, place, chosen = worth, there, action
        if not isinstance(chosen, Shift):
            return Advice(chosen, _why(outlooks, state, place))
        moved = self.game.apply(state, 0, chosen)
        where = f"{CELL_NAMES[place.cell]} of layout {place.layout + 1}"
        return Advice(
            chosen, f"then {DECK.face(view.card).short} goes to {where}, where {_why(outlooks, moved, place)}"
        )

    def _best(self, outlooks: Outlooks, state: PatienceState) -> tuple[float, PlaceCard]:
        """Return the value of both layouts with the turned card in its best cell, and that cell."""
        lines = [[outlooks.line(layout, index) for index in range(len(LINES))] for layout in state.layouts]
        worths = [outlooks.worth(layout, found) for layout, found in zip(state.layouts, lines)]
        found: list[tuple[float, PlaceCard]] = []
        for action in self.game.legal_actions(state, 0):
            if isinstance(action, PlaceCard):
                layout = _placed(state, action)
                after = list(lines[action.layout])
                for index in LINES_THROUGH[action.cell]:
                    after[index] = outlooks.line(layout, index)
                worth = outlooks.worth(layout, after) + worths[1 - action.layout]
                found.append((worth + APART_FACTOR * _belongs(state, action.layout), action))
        return max(found, key=lambda pair: pair[0])

    def _last(self, state: PatienceState) -> Advice:
        """With both layouts full: a shift that meets more demands, or the end."""
        choices: list[tuple[float, PatienceAction]] = []
        for action in self.game.legal_actions(state, 0):
            if isinstance(action, Shift | Finish):
                after = self.game.apply(state, 0, action)
                # the end wins where no shift is better
                choices.append((sum(map(_met, after.layouts)) + 0.5 * isinstance(action, Finish), action))
        action = max(choices, key=lambda pair: pair[0])[1]
        if isinstance(action, Shift):
            return Advice(action, f"the diagonals of layout {action.layout + 1} then meet more of the demands.")
        return Advice(action, "no shift meets more of the demands.")


class ExpertBot(BasicBot):
    """Places each card where most ways to win have it: see `odds`.

    It walks on from card to card. Where it finds no way to win, and with both layouts full, it plays as the basic bot.
    """

    samples: ClassVar[int] = 600

    def __init__(self, game: Patience, rng: Random) -> None:
        super().__init__(game, rng)
        self._walk: Walk | None = None

    def advise(self, view: PatienceView) -> Advice:
        """Return the first line."""
        found = odds.look(self.game, view, generator(self.game, view), self.samples, self._walk)
        self._walk = found.walk
        if not found.lines:
            return super().advise(view)
        best = found.lines[0]
        return Advice(best.action, "; ".join(filter(None, (odds.UNIT.text(best.value, best.error), best.reason))))


class FastBot(ExpertBot):
    """As the expert, with a small part of the work: less than 50 ms a card."""

    samples = 40


def _placed(state: PatienceState, action: PlaceCard) -> list[Card]:
    layout = list(state.layouts[action.layout])
    layout[action.cell] = state.card
    return layout


def _lean(layout: Layout) -> int:
    """High cards less low cards; an ace is neither."""
    return sum(
        (DECK.rank_of[card] > MAX_LOW_RANK) - (0 < DECK.rank_of[card] <= MAX_LOW_RANK)
        for card in layout
        if card != EMPTY
    )


def _belongs(state: PatienceState, layout: int) -> bool:
    """Return True if card and layout are both for high cards, or both for low ones; an ace belongs in neither."""
    high = int(_lean(state.layouts[1]) >= _lean(state.layouts[0]))
    rank = DECK.rank_of[state.card]
    return rank > 0 and (rank > MAX_LOW_RANK) == (layout == high)


def _met(layout: Layout) -> int:
    """The number of demands met, less those failed."""
    found = standing(layout)
    return len(found.made) - len(found.dead) - len(found.idle)


def _why(outlooks: Outlooks, state: PatienceState, action: PlaceCard) -> str:
    """The best two of the lines through a cell, and what they become, in words."""
    layout = _placed(state, action)
    missing = standing(state.layouts[action.layout]).missing
    found = []
    for index in LINES_THROUGH[action.cell]:
        line = outlooks.line(layout, index)
        # the rarer and the still missing are what the player should see
        telling = [chance * (9 - made) * (2 if made in missing else 1) for made, chance in enumerate(line)]
        made = telling.index(max(telling))
        count = len(line_cards(layout, index))
        if count > 1 and line[made] > 0:
            verb = "makes" if count == SIDE_CELLS else "may yet make"
            found.append((telling[made], f"{LINE_NAMES[index]} {verb} {spoken(made)}"))
    found.sort(key=lambda pair: -pair[0])
    if not any(card != EMPTY for card in state.layouts[action.layout]):
        high = _belongs(state, action.layout) and any(card != EMPTY for cards in state.layouts for card in cards)
        apart = "high and low cards are kept apart, and " if high else ""
        return f"{apart}layout {action.layout + 1} is still empty, so that every line is open."
    if not found:
        return "no line through it can make a combination with it, but less is spoiled there than elsewhere."
    return f"{' and '.join(text for _, text in found[:2])}."
