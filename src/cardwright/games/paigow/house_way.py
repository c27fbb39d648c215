"""House ways: how a casino has its dealers set seven cards, with the reason a learner can use (PG2).

A way is a file of rules in order, in the folder ``ways`` or your own; the first rule that fits a hand sets it. The
files explain the keys. The bug counts as an ace, save where it completes a straight or a flush behind. Where equal
cards leave a choice (which two of three kings go in front), the choice that leaves the better back is made, then the
first cards of the deck.

>>> from cardwright.games.paigow.hands import DECK
>>> setting = set_hand(DECK.parse_cards("9c 9d 4h 4s Qc 7d 2s"))
>>> DECK.text_of(setting.front), setting.reason
('4h 4s', 'two pair, nines and fours, no king or ace: split')
"""

import functools
import itertools
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from cardwright.cards import Card
from cardwright.errors import BadDeclaration, UnknownName
from cardwright.games.paigow.hands import ACE, BUG, DECK, RANK_NAMES, Hands, check_seven, hands, height
from cardwright.games.paigow.way_rules import GROUPS_BY_SIZE, SINGLES, Rule, Shape, WayFile, read
from cardwright.ranking.declaration import read_file
from cardwright.wording import plural_of

STRAIGHTS = [frozenset(range(low, low + 5)) for low in range(1, ACE - 3)]  # heights of straights, the ace low as well
WAYS_FOLDER = Path(__file__).with_name("ways")
WAYS = {  # the files in the folder, and their titles as options
    "trump_plaza": "Trump Plaza",
    "foxwoods": "Foxwoods",
    "mgm": "MGM Grand",
    "near_best": "Near best play, in 32 rules",
}


class Setting(msgspec.Struct, frozen=True):
    """Seven cards set: two in ``front``, five in the ``back``, and why."""

    front: tuple[Card, ...]
    back: tuple[Card, ...]
    reason: str = ""


class Way(msgspec.Struct, frozen=True):
    """A house way: its file's title and source, its rules, and the rules as the kernel reads them."""

    name: str
    file: WayFile
    rules: tuple[Rule, ...]
    program: NDArray[np.int32]


@functools.lru_cache(maxsize=32)
def load(name: str) -> Way:
    """Return a house way of `WAYS`, or one from a TOML file of your own.

    Raises `UnknownName` for a name that does not exist, and `BadDeclaration` for a file with a mistake.
    """
    if name in WAYS:
        path = WAYS_FOLDER / f"{name}.toml"
    elif name.endswith(".toml"):
        path = Path(name)
    else:
        raise UnknownName("house way", name, WAYS, "or a TOML file")
    file, rules = read(read_file(path), str(path))
    return Way(name, file, rules, np.array([rule.row for rule in rules], np.int32))


class SevenCards:
    """Seven cards as a house way sees them: the shape of the hand, and the height of each group of equal cards."""

    def __init__(self, cards: Sequence[Card], hands: Hands) -> None:
        self.cards = tuple(sorted(cards))
        self.hands = hands
        self.by_height: dict[int, list[Card]] = {}
        for card in self.cards:
            self.by_height.setdefault(height(card), []).append(card)
        ranks = sorted(self.by_height, reverse=True)
        self.shape = tuple(sorted((len(self.by_height[rank]) for rank in ranks), reverse=True))
        self.heights: dict[str, int] = {}
        for size, names in GROUPS_BY_SIZE.items():
            of_size = (rank for rank in ranks if len(self.by_height[rank]) == size)
            self.heights |= zip(names, of_size, strict=False)

    def find(self, rule: Rule) -> Setting | None:
        """Return the setting that a rule makes: of several the one with the best front, then the best back."""
        if not rule.fits(self.shape, self.heights) or (rule.back and not self.can_have_straight_or_flush):
            return None
        fronts = sorted(front for pair in rule.fronts(self.pairs, self.heights) for front in self._cards(pair))
        candidates = [(front, tuple([card for card in self.cards if card not in front])) for front in fronts]
        if rule.back:
            candidates = [(front, back) for front, back in candidates if self._category(back) in rule.back]
        if not candidates:
            return None
        front, back = candidates[0]
        if len(candidates) > 1:
            front, back = max(candidates, key=lambda each: (self.hands.front(each[0]), self.hands.back(each[1])))
        return Setting(front, back, self._reason(rule, back))

    @functools.cached_property
    def pairs(self) -> list[tuple[int, int]]:
        """The heights of all fronts, the higher first."""
        ranks = sorted(self.by_height, reverse=True)
        same = [(rank, rank) for rank in ranks if len(self.by_height[rank]) > 1]
        return same + list(itertools.combinations(ranks, 2))

    def _cards(self, pair: tuple[int, int]) -> Iterator[tuple[Card, ...]]:
        """Yield the fronts of these heights, each in the order of the deck."""
        high, low = pair
        if high == low:
            yield from itertools.combinations(self.by_height[high], 2)
        else:
            for first, second in itertools.product(self.by_height[high], self.by_height[low]):
                yield (first, second) if first < second else (second, first)

    @functools.cached_property
    def can_have_straight_or_flush(self) -> bool:
        """True if five of the cards may be a straight or a flush."""
        natural = [card for card in self.cards if card != BUG]
        missing = 5 - (len(self.cards) - len(natural))
        ranks = {height(card) for card in natural}
        ranks |= {1} if ACE in ranks else set()
        suits = [DECK.suit_of[card] for card in natural]
        in_suit = max(map(suits.count, suits))
        return in_suit >= missing or any(len(ranks & run) >= missing for run in STRAIGHTS)

    def _category(self, back: tuple[Card, ...]) -> str:
        return self.hands.category(self.hands.back(back))

    def _reason(self, rule: Rule, back: tuple[Card, ...]) -> str:
        words = {name: plural_of(RANK_NAMES[rank]) for name, rank in self.heights.items()}
        for name in SINGLES:
            if name in self.heights:
                words[name] = _an(self.heights[name])
        if "{back" in rule.reason:
            words["back"] = self.hands.describe_back(back)
        return rule.reason.format(**words)


def set_hand(cards: Sequence[Card], way: str = "trump_plaza", wheel: str = "second") -> Setting:
    """Set seven cards of the 53 by a house way; ``wheel`` is how A-2-3-4-5 ranks (PG3).

    Raises `UnknownName` for a way that is not there, `BadCount` unless seven distinct cards are given, and
    `BadDeclaration` if no rule of the way fits.
    """
    loaded = load(way)
    check_seven(cards)
    return _set_hand(tuple(cards), loaded.name, wheel)


@functools.lru_cache(maxsize=1024)
def _set_hand(cards: tuple[Card, ...], way: str, wheel: str) -> Setting:
    seven_cards = SevenCards(cards, hands(wheel))
    setting = next(filter(None, map(seven_cards.find, _rules_for(way, seven_cards.shape))), None)
    if setting is None:
        raise BadDeclaration(f"no rule fits {DECK.text_of(seven_cards.cards)}", DECK.text_of(seven_cards.cards), way)
    return setting


@functools.lru_cache(maxsize=512)
def _rules_for(way: str, shape: Shape) -> tuple[Rule, ...]:
    """Return the rules of a way for hands of this shape."""
    return tuple(rule for rule in load(way).rules if shape in rule.shapes)


def _an(rank: int) -> str:
    return f"an {RANK_NAMES[rank]}" if rank in (ACE, 8) else f"a {RANK_NAMES[rank]}"
