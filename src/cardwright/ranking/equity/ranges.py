"""Ranges: the hands that a player may hold, each with a weight, for any deck.

A range is written as a list: "QQ+, AKs, KTo+, 87s-54s, AhKh:0.5, 30%".

- "AK" any ace and king; "AKs" of one suit, "AKo" of two; a facet of the deck can take the place of the suit:
  "AK@group" share the group, "AK!link" do not share the link
- "77+" higher pairs too, "KT+" higher second cards too, "77-44" and "A9-A6" all between
- "AAxx" with more hole cards: two aces and any others
- "30%" the best 30 % of all hands, by their equity against one random hand (the caller ranks them)
- ":0.5" a weight; without it 1

>>> from cardwright import ranking
>>> poker = ranking.load("standard")
>>> len(parse("QQ+, AKs, KTo+", poker.declaration, 2).combos)
58
"""

import itertools
import math
import re
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardwright.cards import Card
from cardwright.errors import BadCard, BadText
from cardwright.ranking.model import Declaration
from cardwright.wording import counted

MAX_COMBOS = 400_000
MAX_WEIGHT_DIGITS = 6
ANY = "x"  # any rank, unless the deck has a rank that is written so

Combo: TypeAlias = tuple[Card, ...]
Best: TypeAlias = Callable[[Fraction], Sequence[Combo]]


class Range(NamedTuple):
    """Hands (hand, card) in the order of their cards, and their weights, integers without a common divisor."""

    combos: NDArray[np.uint8]
    weights: NDArray[np.int64]

    def without(self, cards: Sequence[int]) -> "Range":
        """Return the hands that have none of these cards; there may be no such hands."""
        possible = ~np.isin(self.combos, cards).any(axis=1)
        return Range(self.combos[possible], self.weights[possible])


def of(weights: dict[Combo, Fraction]) -> Range:
    """Return the range of these hands. Raises `BadText` if no hand has a weight."""
    held = {combo: weight for combo, weight in sorted(weights.items()) if weight}
    if not held:
        raise BadText("a range has at least one hand")
    scale = math.lcm(*(weight.denominator for weight in held.values()))
    whole = [int(weight * scale) for weight in held.values()]
    common = math.gcd(*whole)
    return Range(np.array(list(held), np.uint8), np.array([weight // common for weight in whole], np.int64))


def parse(text: str, declaration: Declaration, hole: int, best: Best | None = None) -> Range:
    """Return the range that a text describes; of hands listed twice the last weight counts.

    ``best`` returns the best hands up to a share of all. Raises `BadText`.
    """
    if not isinstance(text, str):
        raise BadText(f"a range is read from text, not {text!r:.80}")
    weights: dict[Combo, Fraction] = {}
    reader = _Reader(declaration, hole, best)
    for item in re.split(r"[,;\s]+", text.strip()):
        written, _, weight = item.partition(":")
        parsed = _weight(item, weight) if weight or ":" in item else Fraction(1)
        weights.update((combo, parsed) for combo in reader.hands(written))
    return of(weights)


def _weight(item: str, text: str) -> Fraction:
    number = re.fullmatch(rf"\d(\.\d{{1,{MAX_WEIGHT_DIGITS}}})?|\.\d{{1,{MAX_WEIGHT_DIGITS}}}", text, re.ASCII)
    if number and (weight := Fraction(text)) <= 1:
        return weight
    raise BadText(f"{item!r}: a weight is a number from 0 to 1, such as :0.5")


class _Reader:
    """Reads the items of a range for one deck and one number of hole cards."""

    def __init__(self, declaration: Declaration, hole: int, best: Best | None) -> None:
        self.declaration, self.deck, self.hole, self.best = declaration, declaration.deck, hole, best
        high_first = declaration.order if declaration.low else declaration.order[::-1]
        self.order = tuple(dict.fromkeys(high_first))  # the best rank first
        texts = {rank.text.casefold(): number for number, rank in enumerate(self.deck.ranks)}
        texts |= {(rank.corner or rank.text).casefold(): number for number, rank in enumerate(self.deck.ranks)}
        self.texts = texts
        self.ranks = "|".join(map(re.escape, sorted(texts, key=len, reverse=True)))

    def hands(self, item: str) -> Iterator[Combo]:
        """Yield the hands of one item. Raises `BadText`."""
        if match := re.fullmatch(r"(\d{1,3}(?:\.\d{1,4})?)%", item, re.ASCII):
            yield from self._best(item, Fraction(match[1]))
            return
        cards = self._cards(item)
        if cards is not None:
            yield tuple(sorted(cards))
            return
        body = rf"((?:{self.ranks}|{ANY})+)"
        kind = r"(s|o|@\w+|!\w+|)"
        match = re.fullmatch(rf"{body}{kind}(\+)?|{body}{kind}-{body}{kind}", item, re.IGNORECASE)
        if match is None:
            example = self.deck.ranks[self.order[0]].text, self.deck.ranks[self.order[1]].text
            raise BadText(
                f"{item!r} is not a hand or a range of the {self.deck.title} deck: "
                f'write "{example[0]}{example[1]}s", "{example[1]}{example[1]}+" or cards'
            )
        if match[3] or match[1]:
            held = self._ranks(item, match[1])
            patterns = self._up(item, held) if match[3] else [held]
            shared = match[2]
        else:
            patterns = self._between(item, self._ranks(item, match[4]), self._ranks(item, match[6]))
            shared = match[5]
            if match[5].casefold() != match[7].casefold():
                raise BadText(f"{item!r}: both ends of a range must share a suit or both must not")
        for pattern in patterns:
            yield from self._fitting(item, pattern, shared)

    def _cards(self, item: str) -> tuple[Card, ...] | None:
        try:
            cards = self.deck.parse_cards(item)
        except BadCard:
            return None
        return cards if len(cards) == self.hole else None

    def _best(self, item: str, percent: Fraction) -> Sequence[Combo]:
        if self.best is None or not 0 < percent <= 100:
            raise BadText(f"{item!r}: a share of all hands is above 0 % and at most 100 %")
        return self.best(percent / 100)

    def _ranks(self, item: str, text: str) -> tuple[int, ...]:
        """Return ranks as places in the order, the best first; any rank last, as -1."""
        ranks = re.findall(rf"{self.ranks}|{ANY}", text, re.IGNORECASE)
        if len(ranks) != self.hole:
            numbers = f"{item!r} has {counted(len(ranks), 'rank')}, and a hand has {counted(self.hole, 'card')}"
            raise BadText(numbers if len(ranks) > self.hole else f"{numbers}: write {ANY} for any rank")
        held = [self.order.index(self.texts[each.casefold()]) for each in ranks if each.casefold() in self.texts]
        return (*sorted(held), *[-1] * (self.hole - len(held)))

    def _up(self, item: str, held: tuple[int, ...]) -> list[tuple[int, ...]]:
        """Return the hands with "+": higher pairs, or higher last cards."""
        if len(set(held)) == 1 and held[0] >= 0:
            return [(rank,) * self.hole for rank in range(held[0], -1, -1)]
        if len(held) > 1 and held[-1] >= 0 and len(set(held)) == len(held):
            return [(*held[:-1], rank) for rank in range(held[-1], held[-2], -1)]
        raise BadText(f'{item!r}: "+" follows a pair, or cards of different ranks')

    def _between(self, item: str, one: tuple[int, ...], other: tuple[int, ...]) -> list[tuple[int, ...]]:
        """Return the hands from one to another: pairs, kickers, or both cards moving by the same steps."""
        first, last = sorted((one, other))
        steps = {b - a for a, b in zip(first, last)}
        if min(one) >= 0 and min(other) >= 0:
            if len(steps) == 1:
                return [tuple(rank + step for rank in first) for step in range(steps.pop() + 1)]
            if first[:-1] == last[:-1] and len(set(first)) == len(first) and len(set(last)) == len(last):
                return [(*first[:-1], rank) for rank in range(first[-1], last[-1] + 1)]
        raise BadText(f"{item!r}: a range goes from one pair to another, or from one kicker to another")

    def _fitting(self, item: str, pattern: tuple[int, ...], shared: str) -> Iterator[Combo]:
        """Yield the hands of these ranks that share the facets they must."""
        of_rank = self.deck.rank_of
        listed = [
            [card for card in range(self.deck.size) if rank < 0 or of_rank[card] == self.order[rank]]
            for rank in pattern
        ]
        if math.prod(map(len, listed)) > 20 * MAX_COMBOS:
            raise BadText(f"{item!r} has too many hands")
        fits = self._condition(item, shared)
        hands = {tuple(sorted(hand)) for hand in itertools.product(*listed) if len(set(hand)) == self.hole}
        yield from (hand for hand in hands if fits(hand))

    def _condition(self, item: str, shared: str) -> Callable[[Combo], bool]:
        if not shared:
            return lambda hand: True
        name = {"s": "suit", "o": "suit"}.get(shared.casefold(), shared[1:])
        facet = next((facet for facet in self.deck.facets if facet.name == name), None)
        if facet is None:
            known = ", ".join(facet.name for facet in self.deck.facets)
            raise BadText(f"{item!r}: the {self.deck.title} deck has no facet {name!r} (it has {known})")
        of, same = facet.of, shared[0] in "sS@"
        return lambda hand: (len({of[card] for card in hand}) == 1) == same


def every(cards: Sequence[Card], hole: int) -> Range:
    """Return all hands of these cards, with equal weights."""
    combos = np.array(list(itertools.combinations(sorted(cards), hole)), np.uint8).reshape(-1, hole)
    return Range(combos, np.ones(len(combos), np.int64))
