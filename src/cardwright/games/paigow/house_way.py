"""House ways: how a casino has its dealers set seven cards, with the reason a learner can use (PG2).

`set_hand` sets a hand by one of `WAYS`. Each way is a class with one small method a case; Trump Plaza's is the
whole, the others say where they differ. The bug counts as an ace throughout, save where it completes a straight or
a flush behind. Where equal cards leave a choice (which two of three kings go in front), the choice that leaves the
better back is made, then the first cards of the deck.

>>> from cardwright.games.paigow.hands import DECK
>>> setting = set_hand(DECK.parse_cards("9c 9d 4h 4s Qc 7d 2s"))
>>> DECK.text_of(setting.front), setting.reason
('4h 4s', 'two pair, nines and fours, no king or ace: split')
"""

import functools
import itertools
from collections.abc import Sequence

import msgspec

from cardwright.cards import Card
from cardwright.errors import BadCount, UnknownName
from cardwright.games.paigow.hands import ACE, BUG, DECK, KING, NAMES, Hands, hands, height, plural

TWO, SIX, TEN = 2, 6, 10
NEVER = ACE + 1  # no single card in front is as high


class Setting(msgspec.Struct, frozen=True):
    """Seven cards set: two in ``front``, five in the ``back``, and why."""

    front: tuple[Card, ...]
    back: tuple[Card, ...]
    reason: str = ""


class Seven:
    """Seven cards as a house way sees them: the heights held five, four, three and two times and once."""

    def __init__(self, cards: Sequence[Card], hands: Hands) -> None:
        self.cards = tuple(sorted(cards))
        self.hands = hands
        self.held = [height(card) for card in self.cards]
        times = {rank: self.held.count(rank) for rank in sorted(set(self.held), reverse=True)}
        self.fives, self.quads, self.trips, self.pairs, self.singles = (
            [rank for rank, count in times.items() if count == wanted] for wanted in (5, 4, 3, 2, 1)
        )

    def in_front(self, first: int, second: int, reason: str) -> Setting:
        """Cards of these two heights in front, so that the back is as good as can be."""
        wanted = sorted((first, second))
        fronts = [pair for pair in itertools.combinations(self.cards, 2) if sorted(map(height, pair)) == wanted]
        return self._setting(max(fronts, key=lambda front: self.hands.back(self._without(front))), reason)

    def complete(self, with_front: int | None = None) -> Setting | None:
        """The straight, flush or straight flush behind that leaves the best front, then is best itself.

        ``with_front`` is a height that one card in front must have.
        """
        if not self._may_complete:
            return None
        found = [
            front
            for front in itertools.combinations(self.cards, 2)
            if (with_front is None or with_front in map(height, front))
            and self.hands.is_complete(self.hands.back(self._without(front)))
        ]
        if not found:
            return None
        best = max(found, key=lambda front: (self.hands.front(front), self.hands.back(self._without(front))))
        setting = self._setting(best)
        name = self.hands.describe_back(setting.back)
        return msgspec.structs.replace(setting, reason=f"{name} behind, with the best front it leaves")

    @property
    def _may_complete(self) -> bool:
        """A quick check for a straight or a flush in these cards: most hands have none."""
        bug = BUG in self.cards
        natural = [card for card in self.cards if card != BUG]
        suited = max([DECK.suit_of[card] for card in natural].count(suit) for suit in range(4)) + bug
        ranks = set(map(height, natural)) | ({1} if ACE in map(height, natural) else set())
        return suited >= 5 or any(len(ranks & set(range(low, low + 5))) + bug >= 5 for low in range(1, 11))

    def _without(self, front: Sequence[Card]) -> tuple[Card, ...]:
        return tuple(card for card in self.cards if card not in front)

    def _setting(self, front: Sequence[Card], reason: str = "") -> Setting:
        return Setting(tuple(front), self._without(front), reason)


class TrumpPlaza:
    """The way of the Trump Plaza: pairs are low (2 to 6), medium (7 to 10), high (jack to king) or aces."""

    def set(self, hand: Seven) -> Setting:
        """Find the case and set the hand."""
        if hand.fives:
            return self.five_aces(hand)
        if hand.quads:
            return self.quads_and_more(hand) if hand.trips or hand.pairs else self.quads(hand)
        if len(hand.trips) == 2:
            return self.two_trips(hand)
        if hand.trips:
            return self.full_house(hand) if hand.pairs else self.trips(hand)
        cases = (self.no_pair, self.one_pair, self.two_pair, self.three_pair)
        return cases[len(hand.pairs)](hand)

    def no_pair(self, hand: Seven) -> Setting:
        """The highest card behind, the next two in front, unless there is a straight or a flush."""
        _, second, third, *_ = hand.singles
        return hand.complete() or hand.in_front(
            second, third, "no pair: the highest card behind, the next two in front"
        )

    def one_pair(self, hand: Seven) -> Setting:
        """The pair behind, or a straight or flush with the best front: the pair, if that can be spared."""
        return hand.complete() or self.pair_behind(hand)

    def pair_behind(self, hand: Seven) -> Setting:
        """The pair behind and the two highest other cards in front."""
        first, second, *_ = hand.singles
        return hand.in_front(
            first, second, f"one pair, {plural(hand.pairs[0])}: the pair behind, the two highest others in front"
        )

    def two_pair(self, hand: Seven) -> Setting:
        """Split or kept together, by how high the pairs are and what could go in front instead."""
        higher, lower = hand.pairs
        first, second, *_ = hand.singles
        needed = self.keeps_two_pair(higher, lower)
        both = f"two pair, {plural(higher)} and {plural(lower)}"
        if first >= needed:
            why = f", {_an(first)} for the front" if needed > TWO else ""
            return hand.in_front(first, second, f"{both}{why}: keep together")
        why = "" if needed == NEVER else f", no {'king or ace' if needed == KING else 'ace'}"
        return hand.in_front(lower, lower, f"{both}{why}: split")

    def keeps_two_pair(self, higher: int, lower: int) -> int:
        """The lowest single card that, in front, keeps these pairs together; `NEVER` for none."""
        match band(higher), band(lower):
            case "low" | "medium", "low":
                return KING
            case ("high", "low") | ("medium", "medium"):
                return ACE
            case _:
                return NEVER

    def three_pair(self, hand: Seven) -> Setting:
        """The highest pair in front."""
        highest = hand.pairs[0]
        return hand.in_front(highest, highest, f"three pair: the highest, {plural(highest)}, in front")

    def trips(self, hand: Seven) -> Setting:
        """Behind, but for aces; a straight or flush goes behind if it leaves a pair for the front."""
        complete = hand.complete()
        if complete and hand.hands.is_pair(complete.front):
            return complete
        return self.trips_behind(hand)

    def trips_behind(self, hand: Seven) -> Setting:
        """Three of a kind behind; of three aces, one in front."""
        first, second, *_ = hand.singles
        if hand.trips == [ACE]:
            return hand.in_front(
                ACE, first, "three aces: a pair of them behind, one with the highest other card in front"
            )
        return hand.in_front(
            first, second, f"three {plural(hand.trips[0])}: they stay behind, the two highest others in front"
        )

    def two_trips(self, hand: Seven) -> Setting:
        """A pair of the higher in front."""
        higher, lower = hand.trips
        return hand.in_front(
            higher, higher, f"three {plural(higher)} and three {plural(lower)}: a pair of {plural(higher)} in front"
        )

    def full_house(self, hand: Seven) -> Setting:
        """The highest pair in front, unless it is twos and an ace and a king can go there."""
        highest = hand.pairs[0]
        if len(hand.pairs) == 2:
            return hand.in_front(
                highest, highest, f"full house with two pairs: the higher, {plural(highest)}, in front"
            )
        if highest == TWO and hand.singles == [ACE, KING]:
            return hand.in_front(ACE, KING, "full house with twos: ace and king in front are enough, keep it whole")
        return hand.in_front(highest, highest, f"full house: the pair of {plural(highest)} in front")

    def quads(self, hand: Seven) -> Setting:
        """Four of a kind and three odd cards: kept or split, by their height and what could go in front instead."""
        four, (first, second, _) = hand.quads[0], hand.singles
        needed = self.keeps_quads(four)
        said = f"four {plural(four)}"
        if first >= needed:
            why = f", {_an(first)} for the front" if needed > TWO else ""
            return hand.in_front(first, second, f"{said}{why}: keep together")
        why = "" if needed == NEVER else f", no {'king or ace' if needed == KING else 'ace'}"
        return hand.in_front(four, four, f"{said}{why}: split two and two")

    def keeps_quads(self, four: int) -> int:
        """The lowest single card that, in front, keeps four of a kind together; `NEVER` for none."""
        return {"low": TWO, "medium": KING, "high": ACE, "aces": NEVER}[band(four)]

    def quads_and_more(self, hand: Seven) -> Setting:
        """With a pair or three of a kind: a pair of those in front."""
        other = (hand.trips or hand.pairs)[0]
        return hand.in_front(other, other, f"four {plural(hand.quads[0])}: the pair of {plural(other)} in front")

    def five_aces(self, hand: Seven) -> Setting:
        """Two in front, but a pair of kings goes there instead."""
        if KING in hand.pairs:
            return hand.in_front(KING, KING, "five aces: they stay behind, for there are two kings for the front")
        return hand.in_front(ACE, ACE, "five aces: two of them in front")


class Foxwoods(TrumpPlaza):
    """The way of Foxwoods: two pair are judged by the larger, full houses split, straights and flushes kept whole."""

    def one_pair(self, hand: Seven) -> Setting:
        """A straight or flush with the best front, unless an ace in front of a high pair makes a better front."""
        complete = hand.complete()
        if complete is None:
            return self.pair_behind(hand)
        if not has_ace_and_high_pair(hand):
            return complete
        split = self.ace_before_pair(hand)
        return split if hand.hands.front(split.front) > hand.hands.front(complete.front) else complete

    def ace_before_pair(self, hand: Seven) -> Setting:
        """The ace with the best single card in front, and the pair of tens to kings behind."""
        return hand.in_front(
            ACE,
            hand.singles[1],
            f"an ace with a pair of {plural(hand.pairs[0])}: "
            "the ace in front beats what the straight or flush would leave",
        )

    def trips(self, hand: Seven) -> Setting:
        """A straight or flush stays whole behind, with the pair in front if it can be spared."""
        return hand.complete() or self.trips_behind(hand)

    def keeps_two_pair(self, higher: int, lower: int) -> int:
        """Jacks to aces never, sevens to tens with an ace in front, lower with a king or an ace."""
        return NEVER if higher > TEN else ACE if higher > SIX else KING

    def full_house(self, hand: Seven) -> Setting:
        """The highest pair in front, always."""
        highest = hand.pairs[0]
        return hand.in_front(highest, highest, f"full house: the highest pair, {plural(highest)}, in front")

    def keeps_quads(self, four: int) -> int:
        """Jacks to aces never, sevens to tens with a king or an ace in front, lower always."""
        return NEVER if four > TEN else KING if four > SIX else TWO


class Mgm(TrumpPlaza):
    """The way of the MGM Grand: Trump Plaza's but for these."""

    def one_pair(self, hand: Seven) -> Setting:
        """A straight or flush with the best front; with a pair of tens to kings, an ace goes in front in any case."""
        complete = hand.complete()
        if complete is None:
            return self.pair_behind(hand)
        if not has_ace_and_high_pair(hand):
            return complete
        return hand.complete(with_front=ACE) or hand.in_front(
            ACE,
            hand.singles[1],
            f"an ace with a pair of {plural(hand.pairs[0])}, and no straight or flush without the ace: "
            "the ace in front, the pair behind",
        )

    def two_pair(self, hand: Seven) -> Setting:
        """Two low pairs give way to a straight or flush if there is no ace for the front."""
        if band(hand.pairs[0]) == "low" and hand.singles[0] != ACE:
            return hand.complete() or super().two_pair(hand)
        return super().two_pair(hand)

    def keeps_two_pair(self, higher: int, lower: int) -> int:
        """Two low pairs stay together; low and medium need an ace in front, as the next higher do."""
        match band(higher), band(lower):
            case "low", "low":
                return TWO
            case ("medium" | "high", "low") | ("medium", "medium"):
                return ACE
            case _:
                return NEVER

    def trips(self, hand: Seven) -> Setting:
        """A straight or flush always goes behind."""
        return hand.complete() or self.trips_behind(hand)

    def quads(self, hand: Seven) -> Setting:
        """A straight or flush always goes behind."""
        return hand.complete() or super().quads(hand)

    def keeps_quads(self, four: int) -> int:
        """Jacks and up never, sevens to tens with an ace in front, lower always."""
        return NEVER if four > TEN else ACE if four > SIX else TWO

    def quads_and_more(self, hand: Seven) -> Setting:
        """Four aces are split two and two, unless a pair of kings can go in front."""
        other = (hand.trips or hand.pairs)[0]
        if hand.quads == [ACE] and other != KING:
            return hand.in_front(ACE, ACE, f"four aces, and {plural(other)} below kings: split the aces two and two")
        return super().quads_and_more(hand)


WAYS: dict[str, TrumpPlaza] = {"trump_plaza": TrumpPlaza(), "foxwoods": Foxwoods(), "mgm": Mgm()}


def has_ace_and_high_pair(hand: Seven) -> bool:
    """Return True if the one pair is of tens to kings, with an ace beside it."""
    return TEN <= hand.pairs[0] <= KING and hand.singles[0] == ACE


def band(rank: int) -> str:
    """The band of a pair: low, medium, high or aces."""
    return "low" if rank <= SIX else "medium" if rank <= TEN else "high" if rank <= KING else "aces"


def set_hand(cards: Sequence[Card], way: str = "trump_plaza", wheel: str = "second") -> Setting:
    """Set seven cards of the 53 by a house way; ``wheel`` is how A-2-3-4-5 ranks (PG3).

    Raises `UnknownName` for a way that is not there and `BadCount` unless seven distinct cards are given.
    """
    if way not in WAYS:
        raise UnknownName("house way", way, WAYS)
    if len(set(cards)) != 7 or len(cards) != 7:
        raise BadCount(f"a hand is set from 7 distinct cards, and these are {len(set(cards))}", len(cards))
    return _set_hand(tuple(cards), way, wheel)


@functools.lru_cache(maxsize=1024)
def _set_hand(cards: tuple[Card, ...], way: str, wheel: str) -> Setting:
    return WAYS[way].set(Seven(cards, hands(wheel)))


def _an(rank: int) -> str:
    return f"an {NAMES[rank]}" if rank == ACE else f"a {NAMES[rank]}"
