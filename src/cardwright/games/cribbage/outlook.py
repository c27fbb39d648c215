"""Fast estimates of the value of a choice: averages for laying away, and one card ahead in the play."""

from collections.abc import Sequence
from math import comb

import msgspec
import numpy as np

from cardwright.cards import Card
from cardwright.games.cribbage.actions import LAYS, PLAYS, LayAway, PlayCard
from cardwright.games.cribbage.crib_average import SPLITS, crib_table, divide, split_means
from cardwright.games.cribbage.scoring import DECK, MAX_COUNT, RANK, VALUE, Score, pegging
from cardwright.games.cribbage.state import CribbageView, count_of, least_values, playable, unseen_cards
from cardwright.wording import one_of, plural_of

MAX_NAMED_RANKS = 4  # with which the other would score; more are counted


class Laying(msgspec.Struct, frozen=True):
    """One way to lay away: the cards kept, and the mean points of hand and crib."""

    away: tuple[Card, Card]
    kept: tuple[Card, ...]
    hand: float
    crib: float  # below 0 where it is the other player's

    @property
    def action(self) -> LayAway:
        """The move."""
        return LAYS[self.away]

    @property
    def value(self) -> float:
        """The points of hand and crib together."""
        return self.hand + self.crib


class Pegging(msgspec.Struct, frozen=True):
    """One card to play: its score, the expected points of the best reply, and the chance that the other must say go.

    ``answers`` are the ranks with which the other would score at once, None where there is no reply in this count.
    """

    card: Card
    score: Score
    reply: float
    go: float
    answers: tuple[int, ...] | None = None

    @property
    def action(self) -> PlayCard:
        """The move."""
        return PLAYS[self.card]

    @property
    def thirty_one(self) -> bool:
        """True if the card makes 31: there is no reply in this count."""
        return any(part.kind == "thirty-one" for part in self.score.parts)

    @property
    def value(self) -> float:
        """The points of the card, less the best reply expected, plus the chance of a go."""
        return self.score.points - self.reply + self.go


def layings(hand: Sequence[Card], *, own: bool) -> list[Laying]:
    """Every way to lay away two of six cards, best first."""
    hand_means = split_means(np.array([hand], dtype=np.uint8))[0]
    crib = crib_table(own=own)
    layings_ = []
    for split, mean in zip(SPLITS, hand_means.tolist(), strict=True):
        kept, away = divide(hand, split)
        layings_.append(Laying(away, kept, mean, float(crib[RANK[away[0]], RANK[away[1]]])))
    return sorted(layings_, key=lambda laying: -laying.value)


def peggings(view: CribbageView) -> list[Pegging]:
    """Every card that can be played now, best first; of equals the highest, since low cards are good to keep."""
    pile = [card for _, card in view.played[view.opened :]]
    count = count_of(view)
    min_value = least_values(view)[1 - view.player]
    unseen = [card for card in unseen_cards(view) if VALUE[card] >= min_value]
    other_count = view.sizes[1 - view.player]
    peggings_ = [_evaluate_card([*pile, card], count + VALUE[card], unseen, other_count) for card in playable(view)]
    return sorted(peggings_, key=lambda pegging_: (-pegging_.value, -pegging_.card))


def _evaluate_card(pile: list[Card], count: int, unseen: Sequence[Card], other_count: int) -> Pegging:
    """Evaluate the last card of ``pile``: any ``other_count`` unseen cards may answer, all equally likely."""
    score = pegging(pile)
    if not other_count or count == MAX_COUNT:
        return Pegging(pile[-1], score, 0.0, 0.0)
    points_by_rank: dict[int, int] = {}
    for card in unseen:
        if RANK[card] not in points_by_rank and count + VALUE[card] <= MAX_COUNT:
            points_by_rank[RANK[card]] = pegging([*pile, card]).points
    replies = sorted((points_by_rank[RANK[card]] for card in unseen if RANK[card] in points_by_rank), reverse=True)
    hand_count = comb(len(unseen), other_count)
    # The best reply is the n-th of these when that card is held and the n - 1 better ones are not.
    reply_ways = (
        points * comb(len(unseen) - better_count - 1, other_count - 1) for better_count, points in enumerate(replies)
    )
    reply_value = sum(reply_ways) / hand_count
    answers = tuple(rank for rank, points in sorted(points_by_rank.items()) if points)
    go = comb(len(unseen) - len(replies), other_count) / hand_count
    return Pegging(pile[-1], score, reply_value, go, answers)


def pegging_reason(best: Pegging, second: Pegging, other_count: int) -> str:
    """The reasons for a card, with the numbers that they rest on."""
    reasons = [best.score.called] if best.score.points else []
    if not other_count or best.thirty_one:
        return " and ".join(reasons) or "the other holds no card to answer with; low cards are good to keep"
    if best.go:
        reasons.append(f"the other has to say go {100 * best.go:.0f} % of the time")
    if best.reply:
        reasons.append(f"the best reply scores {best.reply:.2f} points on average")
        if not best.score.points and second.reply > best.reply:
            reasons[-1] += f" ({second.reply:.2f} after {DECK.face(second.card).short})"
    else:
        reasons.append("no reply can score")
    return f"{', and '.join(reasons)} (if all hands of the other are equally likely)"


def answers_text(choice: Pegging) -> str:
    """Return with which cards the other would score on a card at once: "the other would score with fives or kings"."""
    if choice.answers is None:
        return ""
    if not choice.answers:
        return "no reply of the other scores"
    names = [plural_of(DECK.ranks[rank].name) for rank in choice.answers]
    which = one_of(names) if len(names) <= MAX_NAMED_RANKS else f"cards of {len(names)} ranks"
    return f"the other would score with {which}"


def rank_text(cards: Sequence[Card]) -> str:
    """Cards by their ranks: "4-5-5-J"."""
    return "-".join(DECK.face(card).corner for card in cards)


def points_less(points: float) -> str:
    return "just as good" if points < 0.05 else f"{points:.1f} less"
