"""A sensible player of the patience, by its author's hints: it builds missing combinations and keeps several ways open.

For every line and category the bot estimates a chance that the line will make it, from the cards it holds and those not
yet turned. The value of a layout is the demands it may expect to meet: its eight categories, its twelve lines and its
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
from cardwright.bots import Advice, GameBot
from cardwright.cards import Card
from cardwright.games.patience import odds
from cardwright.games.patience.actions import Finish, PatienceAction, PlaceCard, Shift
from cardwright.games.patience.plans import Walk
from cardwright.games.patience.prospects import PATTERNS, RUNS, category_phrase, line_cards
from cardwright.games.patience.rules import Patience
from cardwright.games.patience.scoring import (
    CATEGORIES,
    CELL_NAMES,
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

Outlook: TypeAlias = tuple[float, ...]  # for each category, the chance that a line makes it

# The values of the demands, compared with one another. A few hundred settings of these and of MISSED were tried over
# fifty deals each: near these, the choice matters little.
CATEGORY_VALUE, LINE_VALUE, CARD_VALUE = 2.4, 2.4, 0.55
SEPARATION_FACTOR = 0.3  # of high cards in one layout and low cards in the other, which is the author's hint
UNFINISHED_FACTOR = 0.8  # a line not yet full may still have to make another category
UNMATCHED_FACTOR = 0.3  # for a card that has no card of its rank in a line yet
MAX_LOW_RANK = 6  # a seven; ranks above it are high
# How often a card that a line could use goes elsewhere: a straight flush waits for one card, a pair for any of many.
MISS_CHANCES = {
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
NEW_RANK_CHANCES = (1.0, 1.0, 0.5, 0.2, 0.1)
EMPTY_LINE_CHANCES = {STRAIGHT_FLUSH: 0.05, FLUSH: 0.3, STRAIGHT: 0.5}


def _group_ways(pattern: tuple[int, ...], group_count: int) -> tuple[tuple[tuple[int, ...], float], ...]:
    """The ways to give this many groups of cards a part of the pattern each, and the chance of the parts left over."""
    chances = {}
    for order in permutations(pattern):
        chances[order[:group_count]] = prod(NEW_RANK_CHANCES[count] for count in order[group_count:])
    return tuple(chances.items()) if group_count <= len(pattern) else ()


GROUP_WAYS = {
    made: tuple(_group_ways(pattern, groups) for groups in range(SIDE_CELLS)) for made, pattern in PATTERNS.items()
}


@functools.cache
def _chance_to_draw(out_count: int, needed_count: int, miss_chance: float) -> float:
    """The chance to draw ``needed_count`` of these outs, where each is missed with the chance ``miss_chance``."""
    if out_count < needed_count:
        return 0.0
    return prod(1 - miss_chance ** (out_count - drawn_count) for drawn_count in range(needed_count))


class Outlooks:
    """The chances of each combination that lines may become, given the cards not yet turned."""

    def __init__(self, unseen: Sequence[Card]) -> None:
        self.unseen = frozenset(unseen)
        self.rank_counts = Counter(DECK.rank_of[card] for card in unseen)
        self.suit_counts = Counter(DECK.suit_of[card] for card in unseen)
        self.outlook = functools.cache(self._outlook)

    def _outlook(self, cards: tuple[Card, ...]) -> Outlook:
        if len(cards) == SIDE_CELLS:
            category = read_line(cards).category
            return tuple(float(index == category) for index in range(len(CATEGORIES)))
        chances = [0.0] * len(CATEGORIES)
        counts = Counter(DECK.rank_of[card] for card in cards)
        for category in PATTERNS:
            chances[category] = self._equal_rank_chance(category, counts)
        if not cards:
            for category, chance in EMPTY_LINE_CHANCES.items():
                chances[category] = chance
        elif len(counts) == len(cards):
            self._fill_other_chances(cards, frozenset(counts), chances)
        return tuple(chances)

    def _equal_rank_chance(self, category: int, counts: Counter[int]) -> float:
        """The chance of a category of equal ranks, by the best way to build on the groups that are there."""
        best = 0.0
        held = tuple(counts.items())
        for parts, chance in GROUP_WAYS[category][len(held)]:
            for part, (rank, count) in zip(parts, held):
                if count > part:
                    chance = 0.0
                    break
                chance *= _chance_to_draw(self.rank_counts[rank], part - count, MISS_CHANCES[category])
            best = max(best, chance)
        return best

    def _fill_other_chances(self, cards: tuple[Card, ...], ranks: frozenset[int], chances: list[float]) -> None:
        """The chances of straight, flush and straight flush, for cards of different ranks."""
        missing_by_run = [run - ranks for run in RUNS if ranks <= run]
        rank_chances = {
            rank: _chance_to_draw(count, 1, MISS_CHANCES[STRAIGHT]) for rank, count in self.rank_counts.items()
        }
        chances[STRAIGHT] = max(
            (prod(rank_chances.get(rank, 0.0) for rank in missing) for missing in missing_by_run), default=0.0
        )
        suit = DECK.suit_of[cards[0]]
        if any(DECK.suit_of[card] != suit for card in cards):
            return
        chances[FLUSH] = _chance_to_draw(self.suit_counts[suit], SIDE_CELLS - len(cards), MISS_CHANCES[FLUSH])
        kept_chance = 1 - MISS_CHANCES[STRAIGHT_FLUSH]
        suits = len(DECK.suits)
        chances[STRAIGHT_FLUSH] = max(
            (
                kept_chance ** len(missing)
                for missing in missing_by_run
                if all(rank * suits + suit in self.unseen for rank in missing)
            ),
            default=0.0,
        )

    def line(self, layout: Sequence[Card], index: int) -> Outlook:
        """The outlook of one line of a layout."""
        return self.outlook(line_cards(layout, index))

    def layout_value(self, layout: Sequence[Card], lines: Sequence[Outlook]) -> float:
        """The demands that a layout may expect to meet, each by its worth."""
        missing_chances = [1.0] * len(CATEGORIES)
        value = 0.0
        for line in lines:
            nothing_chance = 1.0
            for category, chance in enumerate(line):
                nothing_chance *= 1 - chance
                missing_chances[category] *= 1 - (chance if chance == 1 else UNFINISHED_FACTOR * chance)
            value += LINE_VALUE * (1 - nothing_chance)
        value += CATEGORY_VALUE * (len(CATEGORIES) - sum(missing_chances))
        return value + CARD_VALUE * sum(self._takes_part(layout, lines, cell) for cell in range(len(layout)))

    def _takes_part(self, layout: Sequence[Card], lines: Sequence[Outlook], cell: int) -> float:
        """The chance that the card of a cell, which may be still to come, takes part in some line."""
        idle_chance = 1.0
        for index in LINES_THROUGH[cell]:
            line = lines[index]
            chance = max(line[STRAIGHT_FLUSH], line[FULL_HOUSE], line[FLUSH], line[STRAIGHT])
            if layout[cell] != EMPTY:
                cards = line_cards(layout, index)
                reading = read_line(cards)
                if layout[cell] in reading.active:
                    chance = max(line)
                elif len(cards) < SIDE_CELLS:
                    chance = max(chance, UNMATCHED_FACTOR * max(line[THREE], line[TWO_PAIRS], line[PAIR]))
            idle_chance *= 1 - chance
        return 1 - idle_chance


class BasicBot(GameBot[Patience]):
    """Places each card where the demands that may be met grow most."""

    def advise(self, view: PatienceView) -> Advice:
        """The best cell for the turned card, or the shift that opens a better one."""
        state = self.game.sample_state(view, self.rng)
        if view.card == EMPTY:
            return self._final_move(state)
        outlooks = Outlooks((*view.unseen, *view.known))
        best_value, placing = self._best_placing(outlooks, state)
        chosen: PatienceAction = placing
        for action in self.game.legal_actions(state, 0):
            if isinstance(action, Shift):
                value, candidate = self._best_placing(outlooks, self.game.apply(state, 0, action))
                # a shift of the other layout can wait: only one that makes a better cell for this card is worth saying
                if candidate.layout == action.layout and value > best_value + 1e-9:
                    best_value, placing, chosen = value, candidate, action
        if not isinstance(chosen, Shift):
            return Advice(chosen, _explain(outlooks, state, placing))
        state_after = self.game.apply(state, 0, chosen)
        cell_name = f"{CELL_NAMES[placing.cell]} of layout {placing.layout + 1}"
        return Advice(
            chosen,
            f"then {DECK.face(view.card).short} goes to {cell_name}, where {_explain(outlooks, state_after, placing)}",
        )

    def _best_placing(self, outlooks: Outlooks, state: PatienceState) -> tuple[float, PlaceCard]:
        """Return the value of both layouts with the turned card in its best cell, and that cell."""
        lines = [[outlooks.line(layout, index) for index in range(len(LINES))] for layout in state.layouts]
        values = [outlooks.layout_value(layout, line_outlooks) for layout, line_outlooks in zip(state.layouts, lines)]
        candidates: list[tuple[float, PlaceCard]] = []
        for action in self.game.legal_actions(state, 0):
            if isinstance(action, PlaceCard):
                layout = _layout_with_card(state, action)
                lines_after = list(lines[action.layout])
                for index in LINES_THROUGH[action.cell]:
                    lines_after[index] = outlooks.line(layout, index)
                value = outlooks.layout_value(layout, lines_after) + values[1 - action.layout]
                candidates.append((value + SEPARATION_FACTOR * _belongs_in_layout(state, action.layout), action))
        return max(candidates, key=lambda pair: pair[0])

    def _final_move(self, state: PatienceState) -> Advice:
        """With both layouts full: a shift that meets more demands, or the end."""
        choices: list[tuple[float, PatienceAction]] = []
        for action in self.game.legal_actions(state, 0):
            if isinstance(action, Shift | Finish):
                state_after = self.game.apply(state, 0, action)
                # the end wins where no shift is better
                choices.append((sum(map(_demands_met, state_after.layouts)) + 0.5 * isinstance(action, Finish), action))
        action = max(choices, key=lambda pair: pair[0])[1]
        if isinstance(action, Shift):
            return Advice(action, f"the diagonals of layout {action.layout + 1} then meet more of the demands.")
        return Advice(action, "no shift meets more of the demands.")


class ExpertBot(BasicBot):
    """Places each card where the chance to win is best: see `odds`.

    The random walk for each card continues the walk for the card before. Where no way to win is found, and with both
    layouts full, it plays as the basic bot.
    """

    samples: ClassVar[int] = 600

    def __init__(self, game: Patience, rng: Random) -> None:
        super().__init__(game, rng)
        self._walk: Walk | None = None

    def advise(self, view: PatienceView) -> Advice:
        """Return the first line."""
        analysis = odds.analyse(self.game, view, generator(self.game, view), self.samples, self._walk)
        self._walk = analysis.walk
        if not analysis.lines:
            return super().advise(view)
        best = analysis.lines[0]
        return Advice(best.action, "; ".join(filter(None, (odds.UNIT.text(best.value, best.error), best.reason))))


class FastBot(ExpertBot):
    """The expert with fewer samples: less than 50 ms a card."""

    samples = 25


def _layout_with_card(state: PatienceState, action: PlaceCard) -> list[Card]:
    layout = list(state.layouts[action.layout])
    layout[action.cell] = state.card
    return layout


def _high_card_surplus(layout: Layout) -> int:
    """The number of high cards less the number of low cards; an ace is neither."""
    return sum(
        (DECK.rank_of[card] > MAX_LOW_RANK) - (0 < DECK.rank_of[card] <= MAX_LOW_RANK)
        for card in layout
        if card != EMPTY
    )


def _belongs_in_layout(state: PatienceState, layout: int) -> bool:
    """Return True if card and layout are both for high cards, or both for low ones; an ace belongs in neither."""
    high = int(_high_card_surplus(state.layouts[1]) >= _high_card_surplus(state.layouts[0]))
    rank = DECK.rank_of[state.card]
    return rank > 0 and (rank > MAX_LOW_RANK) == (layout == high)


def _demands_met(layout: Layout) -> int:
    """The number of demands met, less those failed."""
    status = standing(layout)
    return len(status.made) - len(status.dead) - len(status.idle)


def _explain(outlooks: Outlooks, state: PatienceState, action: PlaceCard) -> str:
    """The best two of the lines through a cell, and the hands that they become, in words."""
    layout = _layout_with_card(state, action)
    missing = standing(state.layouts[action.layout]).missing
    parts = []
    for index in LINES_THROUGH[action.cell]:
        line = outlooks.line(layout, index)
        # the rarer and the still missing are what the player should see
        interest = [chance * (9 - category) * (2 if category in missing else 1) for category, chance in enumerate(line)]
        category = interest.index(max(interest))
        count = len(line_cards(layout, index))
        if count > 1 and line[category] > 0:
            verb = "makes" if count == SIDE_CELLS else "may yet make"
            parts.append((interest[category], f"{LINE_NAMES[index]} {verb} {category_phrase(category)}"))
    parts.sort(key=lambda pair: -pair[0])
    if not any(card != EMPTY for card in state.layouts[action.layout]):
        is_first_card = all(card == EMPTY for cards in state.layouts for card in cards)
        is_separated = _belongs_in_layout(state, action.layout) and not is_first_card
        prefix = "high and low cards are kept apart, and " if is_separated else ""
        return f"{prefix}layout {action.layout + 1} is still empty, so that every line is open."
    if not parts:
        return "no line through it can make a combination with it, but less is spoiled there than elsewhere."
    return f"{' and '.join(text for _, text in parts[:2])}."
