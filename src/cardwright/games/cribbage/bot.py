"""A cribbage player that looks at averages, and no further ahead than the other's next card."""

from collections.abc import Sequence
from math import comb
from random import Random
from typing import ClassVar

import msgspec
import numpy as np

from cardwright.bots import Advice
from cardwright.cards import Card
from cardwright.errors import PlayError
from cardwright.game import Action
from cardwright.games.cribbage.actions import DONE, LAYS, PLAYS, Count, Muggins
from cardwright.games.cribbage.counting import left
from cardwright.games.cribbage.crib_average import SPLITS, averages, split_means
from cardwright.games.cribbage.rules import Cribbage
from cardwright.games.cribbage.scoring import DECK, MAX_COUNT, NUMBERS, RANK, VALUE, Part, Score, pegging
from cardwright.games.cribbage.state import CribbageView, count_of, least_values


class Laying(msgspec.Struct, frozen=True):
    """One way to lay away: what is kept, and what hand and crib then bring on average."""

    away: tuple[Card, Card]
    kept: tuple[Card, ...]
    hand: float
    crib: float  # below 0 where it is the other player's

    @property
    def worth(self) -> float:
        """Both together."""
        return self.hand + self.crib


class Pegging(msgspec.Struct, frozen=True):
    """One card to play: what it scores, the best reply to be expected, and how likely there is none at all."""

    card: Card
    score: Score
    reply: float
    go: float

    @property
    def thirty_one(self) -> bool:
        """True if the card makes 31: there is no reply in this count."""
        return any(part.kind == "thirty-one" for part in self.score.parts)

    @property
    def worth(self) -> float:
        """Points ahead; a go is worth one."""
        return self.score.points - self.reply + self.go


class BasicBot:
    """Lays away by the average of its hand over all starters, with the crib's average added or taken off; plays the
    card that leaves it most points ahead after the best reply to be expected; and at the show, where it counts by
    hand, misses ``misses`` per cent of the combinations.
    """

    misses: ClassVar[int] = 0

    def __init__(self, game: Cribbage, rng: Random) -> None:
        self.game = game

    def advise(self, view: CribbageView) -> Advice:
        """The best by these averages; the same every time."""
        if not self.game.choices(view):
            raise PlayError(f"there is nothing to advise: player {view.player + 1} is not to act")
        match view.phase:
            case "lay away":
                return self._lay_away(view)
            case "play":
                return self._play(view)
        return self._count(view)

    def _lay_away(self, view: CribbageView) -> Advice:
        ways = layings(view.hand, own=view.player == view.dealer)
        best, second = ways[0], ways[1]
        whose = "your own crib adds" if best.crib > 0 else "the other crib gains"
        reason = (
            f"keeps {_ranks(best.kept)}: {best.hand:.2f} points on average; {whose} about {abs(best.crib):.1f} "
            f"(average by rank); next best: {DECK.short_of(second.away)}, {_less(best.worth - second.worth)}"
        )
        return Advice(LAYS[best.away], reason)

    def _play(self, view: CribbageView) -> Advice:
        ways = peggings(view)
        best = ways[0]
        action: Action = PLAYS[best.card]
        if len(ways) == 1:
            return Advice(action, "the only card that can be played")
        return Advice(action, _why(best, ways[1], view.sizes[1 - view.player]))

    def _count(self, view: CribbageView) -> Advice:
        """The next combination that it does not miss."""
        show = view.shown[-1]
        found = next((part for part in left(show) if not self._is_missed(view, part)), None)
        if found is None:
            return Advice(DONE, "" if self.misses else "every combination has been called")
        cards = tuple(sorted(found.cards))
        call = Count(cards) if view.phase == "claim" else Muggins(cards)
        return Advice(call, f"{found.phrase} for {NUMBERS[found.points]}")

    def _is_missed(self, view: CribbageView, part: Part) -> bool:
        """Drawn by the cards and the seat: asked again in the same count, the answer stays the same."""
        show = view.shown[-1]
        seed = f"{view.player} {show.cards} {show.starter} {part.kind} {part.cards} {view.played}"
        return Random(seed).randrange(100) < self.misses


class Misses5(BasicBot):
    """Counts by hand with small slips."""

    misses = 5


class Misses15(BasicBot):
    """Counts by hand as a player with some practice."""

    misses = 15


class Misses30(BasicBot):
    """Counts by hand as a beginner."""

    misses = 30


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


def _why(best: Pegging, second: Pegging, held: int) -> str:
    """The reasons for a card, with the numbers that they rest on."""
    words = [best.score.called] if best.score.points else []
    if not held or best.thirty_one:
        return " and ".join(words) or "the other holds no card to answer with; low cards are good to keep"
    if best.go:
        words.append(f"the other has to say go {best.go:.0%} of the time")
    if best.reply:
        words.append(f"the best reply scores {best.reply:.2f} points on average")
        if not best.score.points and second.reply > best.reply:
            words[-1] += f" ({second.reply:.2f} after {DECK.face(second.card).short})"
    else:
        words.append("no reply can score")
    return f"{', and '.join(words)} (if all hands of the other are equally likely)"


def _ranks(cards: Sequence[Card]) -> str:
    """Cards by their ranks: "4-5-5-J"."""
    return "-".join(DECK.face(card).corner for card in cards)


def _less(points: float) -> str:
    return "just as good" if points < 0.05 else f"{points:.1f} less"
