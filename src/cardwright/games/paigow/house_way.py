"""House ways: how a casino has its dealers set seven cards, with the reason a learner can use (PG2).

A way is a file of rules in order, in the folder ``ways`` or your own; the first rule that fits a hand sets it. The
files say what the keys mean. The bug counts as an ace, save where it completes a straight or a flush behind. Where
equal cards leave a choice (which two of three kings go in front), the choice that leaves the better back is made,
then the first cards of the deck.

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
from cardwright.errors import BadCount, BadDeclaration, UnknownName
from cardwright.games.paigow.hands import ACE, DECK, NAMES, Hands, hands, height, plural
from cardwright.games.paigow.way_rules import Rule, WayFile, read

FOLDER = Path(__file__).with_name("ways")
WAYS = ("trump_plaza", "foxwoods", "mgm")


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
        path = FOLDER / f"{name}.toml"
    elif name.endswith(".toml"):
        path = Path(name)
    else:
        raise UnknownName("house way", name, (*WAYS, "FILE.toml"))
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        raise BadDeclaration(f"{path} cannot be read: {problem}", name, str(path)) from problem
    file, rules = read(text, str(path))
    return Way(name, file, rules, np.array([rule.row for rule in rules], np.int32))


class Seven:
    """Seven cards as a house way sees them: the shape of the hand, and the height of each group of equal cards."""

    def __init__(self, cards: Sequence[Card], hands: Hands) -> None:
        self.cards = tuple(sorted(cards))
        self.hands = hands
        held = [height(card) for card in self.cards]
        times = {rank: held.count(rank) for rank in sorted(set(held), reverse=True)}
        groups = [[rank for rank, count in times.items() if count == wanted] for wanted in (5, 4, 3, 2, 1)]
        self.shape = tuple(sorted(times.values(), reverse=True))
        five, four, threes, pairs, singles = groups
        names = (
            (five, ("five",)),
            (four, ("four",)),
            (threes, ("three", "second_three")),
            (pairs, ("pair", "second_pair", "third_pair")),
            (singles, ("highest_card", "second_card", "third_card")),
        )
        self.heights = {name: rank for ranks, called in names for name, rank in zip(called, ranks, strict=False)}

    def settings(self) -> Iterator[Setting]:
        """Yield all 21 settings, fouls too, in the order of the cards."""
        for front in itertools.combinations(self.cards, 2):
            yield Setting(front, tuple(card for card in self.cards if card not in front))

    def find(self, rule: Rule) -> Setting | None:
        """Return the setting that a rule makes: of several the one with the best front, then the best back."""
        if not rule.fits(self.shape, self.heights):
            return None
        found = [setting for setting in self.settings() if self._allows(rule, setting)]
        if not found:
            return None
        best = max(found, key=lambda each: (self.hands.front(each.front), self.hands.back(each.back)))
        return msgspec.structs.replace(best, reason=self._reason(rule, best))

    def _allows(self, rule: Rule, setting: Setting) -> bool:
        front = sorted(map(height, setting.front), reverse=True)
        if not rule.allows(front, self.heights):
            return False
        return not rule.back or self.hands.category(self.hands.back(setting.back)) in rule.back

    def _reason(self, rule: Rule, setting: Setting) -> str:
        words = {name: plural(rank) for name, rank in self.heights.items()}
        for name in ("highest_card", "second_card", "third_card"):
            if name in self.heights:
                words[name] = _an(self.heights[name])
        return rule.reason.format(back=self.hands.describe_back(setting.back), **words)


def set_hand(cards: Sequence[Card], way: str = "trump_plaza", wheel: str = "second") -> Setting:
    """Set seven cards of the 53 by a house way; ``wheel`` is how A-2-3-4-5 ranks (PG3).

    Raises `UnknownName` for a way that is not there, `BadCount` unless seven distinct cards are given, and
    `BadDeclaration` if no rule of the way fits.
    """
    loaded = load(way)
    if len(set(cards)) != 7 or len(cards) != 7:
        raise BadCount(f"a hand is set from 7 distinct cards, and these are {len(set(cards))}", len(cards))
    return _set_hand(tuple(cards), loaded.name, wheel)


@functools.lru_cache(maxsize=1024)
def _set_hand(cards: tuple[Card, ...], way: str, wheel: str) -> Setting:
    seven = Seven(cards, hands(wheel))
    found = next(filter(None, map(seven.find, load(way).rules)), None)
    if found is None:
        raise BadDeclaration(f"no rule fits {DECK.text_of(seven.cards)}", DECK.text_of(seven.cards), way)
    return found


def _an(rank: int) -> str:
    return f"an {NAMES[rank]}" if rank in (ACE, 8) else f"a {NAMES[rank]}"
