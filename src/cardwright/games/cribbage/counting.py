"""Counting out: a hand or crib with the starter, its combinations called one after another.

A combination is a set of cards. Where players count by hand they touch such sets: `parts_made` returns the points of a
set, and `refusal` why it has none.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import TypeAlias

import msgspec

from cardwright.cards import Card
from cardwright.game import Player
from cardwright.games.cribbage.scoring import (
    DECK,
    KIND_BY_COUNT,
    RANK,
    SUIT,
    VALUE,
    Part,
    Score,
    alike,
    consecutive,
    show,
)

Cards: TypeAlias = tuple[Card, ...]

SHOW_COUNT = 3  # the pone's hand, the dealer's, the crib

kept_show = lru_cache(4096)(show)  # a hand is counted again and again while it is played and shown


class Call(msgspec.Struct, frozen=True, cache_hash=True):
    """A combination that ``player`` called. ``pegged`` is less than its points where the last hole came first."""

    player: Player
    part: Part
    pegged: int


class Show(msgspec.Struct, frozen=True, cache_hash=True):
    """A hand or crib that is counted: four ``cards`` and the starter, and the combinations that have been called.

    ``player`` is whose it is; with muggins some calls are the other's. ``tried`` are the sets touched by hand.
    """

    player: Player
    crib: bool
    cards: Cards
    starter: Card
    calls: tuple[Call, ...] = ()
    tried: tuple[Cards, ...] = ()

    @property
    def score(self) -> Score:
        """All that it counts."""
        return kept_show(self.cards, self.starter, self.crib)

    @property
    def points(self) -> int:
        """Points pegged by the player whose it is."""
        return sum(call.pegged for call in self.calls if call.player == self.player)

    @property
    def taken(self) -> int:
        """Points pegged by the other player."""
        return sum(call.pegged for call in self.calls if call.player != self.player)


def uncalled_parts(show: Show) -> tuple[Part, ...]:
    """Return the combinations not yet called. Three or four alike are one while no pair of them is called."""
    parts, count = show.score.parts, len(show.calls)
    in_order = parts[:count] == tuple([call.part for call in show.calls])
    return parts[count:] if in_order else tuple(_find_uncalled(show))


def _find_uncalled(show: Show) -> Iterator[Part]:
    called = {(call.part.kind, frozenset(call.part.cards)) for call in show.calls}
    called_pairs = {
        frozenset(pair)
        for call in show.calls
        if call.part.kind in KIND_BY_COUNT.values()
        for pair in combinations(call.part.cards, 2)
    }
    for part in show.score.parts:
        if part.kind in KIND_BY_COUNT.values():
            pairs = [pair for pair in combinations(part.cards, 2) if frozenset(pair) not in called_pairs]
            is_whole = 2 * len(pairs) == part.points
            yield from (part,) if is_whole else (Part("pair", pair, 2) for pair in pairs)
        elif (part.kind, frozenset(part.cards)) not in called:
            yield part


def parts_made(show: Show, cards: Cards) -> tuple[Part, ...]:
    """Return the combinations of exactly these cards that are not yet called; cards of one rank make all pairs."""
    chosen = frozenset(cards)
    is_one_rank = len({RANK[card] for card in chosen}) == 1 and len(chosen) > 1
    parts = []
    for part in uncalled_parts(show):
        part_cards = frozenset(part.cards)
        if is_one_rank and chosen < part_cards and part.kind in KIND_BY_COUNT.values():
            parts.append(alike(tuple(card for card in part.cards if card in chosen)))
        elif part_cards == chosen or (is_one_rank and part_cards < chosen and part.kind == "pair"):
            parts.append(part)
    return tuple(parts)


def untried_sets(show: Show) -> list[Cards]:
    """Return every set of the five cards that has not been tried."""
    all_cards, tried = sorted((*show.cards, show.starter)), set(show.tried)
    return [subset for size in range(1, 6) for subset in combinations(all_cards, size) if subset not in tried]


def refusal(show: Show, cards: Cards) -> str:
    """Return the reason why these cards, which make nothing, count nothing."""
    words, total = DECK.short_of(cards), sum(VALUE[card] for card in cards)
    ranks = [RANK[card] for card in cards]
    if len(cards) == 1:
        return f"{words} alone: a single card counts only as his nobs, the jack of the starter's suit"
    if len(set(ranks)) == 1:
        return f"{words}: every pair of these is counted already"
    if total == 15:
        return f"{words}: this fifteen is counted already"
    if len(cards) > 2 and consecutive(ranks):
        return f"{words} are part of a longer run, and only the longest counts"
    if len(cards) > 3 and len({SUIT[card] for card in cards}) == 1:
        return f"{words} are not a flush: {_flush_rule(show)}"
    return f"{words} add up to {total}, not 15, and are not a {'pair' if len(cards) == 2 else 'run'}"


def _flush_rule(show: Show) -> str:
    """Return why four cards of one suit are not a flush of this hand or crib (CR13)."""
    if len({SUIT[card] for card in (*show.cards, show.starter)}) == 1:
        return "it is of all five cards together"
    if show.crib:
        return "in the crib all five cards must be of the suit"
    return "all four cards of the hand must be of the suit"
