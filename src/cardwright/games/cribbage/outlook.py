"""The outlook of a choice without playing on: the averages of a laying, and the next card of the play."""

from collections.abc import Sequence
from math import comb

import msgspec
import numpy as np

from cardwright.cards import Card
from cardwright.games.cribbage.actions import LAYS, PLAYS, LayAway, PlayCard
from cardwright.games.cribbage.crib_average import SPLITS, averages, split_means
from cardwright.games.cribbage.scoring import DECK, MAX_COUNT, RANK, VALUE, Score, pegging
from cardwright.games.cribbage.state import CribbageView, count_of, least_values

EQUALLY = " (if all hands of the other are equally likely)"


class Laying(msgspec.Struct, frozen=True):
    """One way to lay away: what is kept, and what hand and crib then bring on average."""

    away: tuple[Card, Card]
    kept: tuple[Card, ...]
    hand: float
    crib: float  # below 0 where it is the other player's

    @property
    def action(self) -> LayAway:
        """The move."""
        return LAYS[self.away]

    @property
    def worth(self) -> float:
        """The points of hand and crib together."""
        return self.hand + self.crib


class Pegging(msgspec.Struct, frozen=True):
    """One card to play: what it scores, the best reply to be expected, and how likely there is none at all."""

    card: Card
    score: Score
    reply: float
    go: float

    @property
    def action(self) -> PlayCard:
        """The move."""
        return PLAYS[self.card]

    @property
    def thirty_one(self) -> bool:
        """True if the card makes 31: there is no reply in this count."""
        return any(part.kind == "thirty-one" for part in self.score.parts)

    @property
    def worth(self) -> float:
        """The points that the card leaves the player ahead; a go is worth one."""
        return self.score.points - self.reply + self.go


def layings(hand: Sequence[Card], own: bool) -> list[Laying]:
    """Every way to lay away two of six cards, best first."""
    means = split_means(np.array([hand], dtype=np.uint8))[0]
    own_crib, other_crib = averages()
    ways = []
    for split, mean in zip(SPLITS, means.tolist(), strict=True):
        kept = tuple(hand[place] for place in split)
        low, high = (card for card in hand if card not in kept)
        crib = own_crib[RANK[low], RANK[high]] if own else -other_crib[RANK[low], RANK[high]]
        ways.append(Laying((low, high), kept, mean, float(crib)))
    return sorted(ways, key=lambda way: -way.worth)


def peggings(view: CribbageView) -> list[Pegging]:
    """Every card that can be played now, best first; of equals the highest, since low cards are good to keep."""
    pile = [card for _, card in view.played[view.opened :]]
    count = count_of(view)
    seen = {*view.hand, *view.laid, view.starter, *(card for _, card in view.played)}
    least = least_values(view)[1 - view.player]
    unseen = [card for card in range(DECK.size) if card not in seen and VALUE[card] >= least]
    held = view.sizes[1 - view.player]
    ways = [
        _looked_at([*pile, card], count + VALUE[card], unseen, held)
        for card in view.hand
        if count + VALUE[card] <= MAX_COUNT
    ]
    return sorted(ways, key=lambda way: (-way.worth, -way.card))


def _looked_at(pile: list[Card], count: int, unseen: Sequence[Card], held: int) -> Pegging:
    """A card just played, as the last of ``pile``: each set of ``held`` unseen cards is equally likely to answer it."""
    score = pegging(pile)
    if not held or count == MAX_COUNT:
        return Pegging(pile[-1], score, 0.0, 0.0)
    by_rank: dict[int, int] = {}
    for card in unseen:
        if RANK[card] not in by_rank and count + VALUE[card] <= MAX_COUNT:
            by_rank[RANK[card]] = pegging([*pile, card]).points
    replies = sorted((by_rank[RANK[card]] for card in unseen if RANK[card] in by_rank), reverse=True)
    hands = comb(len(unseen), held)
    # The best reply is the n-th of these when that card is held and the n - 1 better ones are not.
    reply = sum(points * comb(len(unseen) - better - 1, held - 1) for better, points in enumerate(replies)) / hands
    return Pegging(pile[-1], score, reply, comb(len(unseen) - len(replies), held) / hands)


def why(best: Pegging, second: Pegging, held: int) -> str:
    """The reasons for a card, with the numbers that they rest on."""
    words = [best.score.called] if best.score.points else []
    if not held or best.thirty_one:
        return " and ".join(words) or "the other holds no card to answer with; low cards are good to keep"
    if best.go:
        words.append(f"the other has to say go {100 * best.go:.0f} % of the time")
    if best.reply:
        words.append(f"the best reply scores {best.reply:.2f} points on average")
        if not best.score.points and second.reply > best.reply:
            words[-1] += f" ({second.reply:.2f} after {DECK.face(second.card).short})"
    else:
        words.append("no reply can score")
    return f"{', and '.join(words)}{EQUALLY}"


def ranks(cards: Sequence[Card]) -> str:
    """Cards by their ranks: "4-5-5-J"."""
    return "-".join(DECK.face(card).corner for card in cards)


def less(points: float) -> str:
    return "just as good" if points < 0.05 else f"{points:.1f} less"
