"""The random deals of an equity: the kernel's are those of decks that are shuffled one by one in lists."""

import itertools
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

import pytest

from cardwright import ranking
from cardwright.cards import Card
from cardwright.ranking.equity import sampling
from cardwright.ranking.equity.question import EquityQuestion, HandRules, read_question
from cardwright.ranking.equity.ranges import Range

Deal = tuple[list[list[Card]], list[Card]]

STEP = 0x9E3779B97F4A7C15
DECKS = 64  # are shuffled side by side


def mixed(number: int) -> int:
    """SplitMix64."""
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        number = (number ^ number % (1 << 64) >> shift) * factor % (1 << 64)
    return number ^ number >> 31


class Stream:
    """Random numbers, one after another."""

    def __init__(self, seed: int, block: int) -> None:
        self.state = mixed(mixed(seed) ^ block)

    def next(self) -> int:
        self.state = (self.state + STEP) % (1 << 64)
        return mixed(self.state)


def from_ranges(asked: EquityQuestion, stream: Stream) -> list[list[list[Card]]]:
    """Take a uniform random hand of each range, for each deck; again where two share a card."""
    found: list[list[list[Card]]] = [[[] for _ in asked.own] for _ in range(DECKS)]
    waiting = list(range(DECKS))
    while waiting:
        for player, own in enumerate(asked.own):
            if isinstance(own, Range):
                for deal in waiting:
                    found[deal][player] = own.combos[(stream.next() >> 32) * len(own.combos) >> 32].tolist()
        waiting = [deal for deal in waiting if max(Counter(itertools.chain(*found[deal])).values(), default=0) > 1]
    return found


def batch(asked: EquityQuestion, stream: Stream) -> Iterator[Deal]:
    """Shuffle the decks from the top; the cards of the ranges change places with those at the top."""
    taken = from_ranges(asked, stream)
    decks = [list(asked.unseen) for _ in range(DECKS)]
    to_come = [0 if isinstance(own, Range) else asked.hole - len(own) for own in asked.own]
    for deck, hands in zip(decks, taken, strict=True):
        for top, card in enumerate(itertools.chain(*hands)):
            where = deck.index(card)
            deck[top], deck[where] = deck[where], deck[top]
    first = sum(map(len, taken[0]))
    fractions: list[Fraction] = []
    for k in range(asked.to_board + sum(to_come)):
        if k % (30 // len(asked.unseen).bit_length()) == 0:
            fractions = [Fraction(stream.next() >> 8, 1 << 56) for _ in decks]
        for place, deck in enumerate(decks):
            whole, fractions[place] = divmod(fractions[place] * (len(deck) - first - k), 1)
            deck[first + k], deck[first + k + whole] = deck[first + k + whole], deck[first + k]
    for deck, hands in zip(decks, taken, strict=True):
        come = iter(deck[first:])
        board = [*asked.board, *itertools.islice(come, asked.to_board)]
        known = [[] if isinstance(own, Range) else list(own) for own in asked.own]
        yield (
            [[*a, *b, *itertools.islice(come, n)] for a, b, n in zip(known, hands, to_come, strict=True)],
            board,
        )


def pots(asked: EquityQuestion, deals: Iterator[Deal]) -> list[list[list[int]]]:
    """Count how often each hand, in each category, is not among the best hands, is one of several, is the only one."""
    tally = [[[0] * 3 for _ in asked.ranking.categories] for _ in asked.own]
    for hands, board in deals:
        strengths = [asked.ranking.strength((*hand, *board)) for hand in hands]
        best = strengths.count(max(strengths))
        for rows, strength in zip(tally, strengths, strict=True):
            outcome = 0 if strength < max(strengths) else 1 if best > 1 else 2
            rows[asked.ranking.category_index(strength)][outcome] += 1
    return tally


@pytest.mark.parametrize(
    ("name", "hands", "board", "hole"),
    [
        ("standard", ["Ah Kh", "Tc 9c"], "", 2),
        ("standard", ["Ah Kh", "22+, AJs+"], "2h", 2),
        ("standard", ["QQ+", "random", "AKs, JJ+"], "", 2),
        ("standard", ["QQ+", "AKs, JJ+"], "2c 3c 4c 5d 7h", 2),
        ("dual-piecepacks", ["random"] * 7, "NbS", 2),
        ("dual-piecepacks", ["NbS AbS", "22+"], "", 2),
    ],
)
def test_the_deals_are_those_of_shuffled_decks(name: str, hands: list[str], board: str, hole: int) -> None:
    table, deals = ranking.load(name), 1_000
    to_board = 5 - len(table.cards(board))
    asked = read_question(HandRules(table), hands, lambda *_: (), board, to_board=to_board, hole=hole)
    apart = asked.with_hands([without(each, asked) for each in asked.own])
    stream = Stream(3, 0)
    slow = itertools.islice(itertools.chain.from_iterable(batch(apart, stream) for _ in range(deals)), deals)
    found = sampling.sample_deals(asked, deals, 3, 1)
    assert found.deals == deals
    assert [[list(figures[:3]) for figures in hand.figures] for hand in found.hands] == pots(asked, slow)


def without(own: tuple[Card, ...] | Range, asked: EquityQuestion) -> tuple[Card, ...] | Range:
    """Return a range without the hands that have a card of another player."""
    if not isinstance(own, Range):
        return own
    possible = [all(card in asked.unseen for card in hand) for hand in own.combos.tolist()]
    return Range(own.combos[possible], own.weights[possible])
