"""A slow reference implementation: it ranks a hand directly by its declaration, card by card and line by line.

It shares no code with `classify` or the compiled tables, and tries every card that a joker may be and every choice of
five from seven. Tests compare the two on all small cases and on samples of large ones.
"""

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from cardwright.cards import Card
from cardwright.errors import UncoveredHand
from cardwright.ranking.classify import Category, Declaration


class Seen(msgspec.Struct, frozen=True):
    """A card as it is read: its rank, and its class in each facet (a joker may have none)."""

    rank: int
    classes: dict[str, str]


def strength_key(declaration: Declaration, cards: Sequence[Card]) -> tuple[int, ...]:
    """Return the sort key of a hand, or of the best hand in more cards: the larger key wins, equal keys tie.

    Its first number is the category, 0 for the weakest. Raises `UncoveredHand`.
    """
    return max(_key_of_hand(declaration, hand) for hand in itertools.combinations(cards, declaration.size))


def category(declaration: Declaration, cards: Sequence[Card]) -> Category:
    """Return the category of the best hand in these cards. Raises `UncoveredHand`."""
    return declaration.categories[::-1][strength_key(declaration, cards)[0]]


def best(declaration: Declaration, cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return the best hand in these cards; of equal ones, the first. Raises `UncoveredHand`."""
    hands = itertools.combinations(cards, declaration.size)
    return max(hands, key=lambda hand: _key_of_hand(declaration, hand))


def frequencies(declaration: Declaration, cards: int | None = None) -> tuple[int, ...]:
    """Count the hands of this many cards in each category, strongest first, one by one.

    Raises `UncoveredHand`.
    """
    deck, number = range(declaration.deck.size), cards or declaration.size
    hands = itertools.product(deck, repeat=number) if declaration.dice else itertools.combinations(deck, number)
    found = Counter(strength_key(declaration, hand)[0] for hand in hands)
    return tuple(found[place] for place in reversed(range(len(declaration.categories))))


def reachable(
    declaration: Declaration,
    own: Sequence[Card],
    board: Sequence[Card],
    to_own: int,
    to_board: int,
    from_hole: int | None = None,
    exchange: int = 0,
    out: Sequence[Card] = (),
) -> frozenset[int]:
    """Return the indices of the categories that a hand can end in, as `outs.reachable` does, by trying every run-out.

    Raises `UncoveredHand`.
    """
    unseen = [card for card in range(declaration.deck.size) if card not in {*own, *board, *out}]
    found = set()
    for discarded in range(exchange + 1):
        for kept in itertools.combinations(own, len(own) - discarded):
            for runout in itertools.combinations(unseen, to_own + discarded + to_board):
                for more in itertools.combinations(runout, to_own + discarded):
                    cards = tuple(board) + tuple(card for card in runout if card not in more)
                    hole = kept + more
                    hands = [hole + cards]
                    if from_hole is not None:
                        ours = itertools.combinations(hole, from_hole)
                        theirs = list(itertools.combinations(cards, declaration.size - from_hole))
                        hands = [one + other for one in ours for other in theirs]
                    best = max(strength_key(declaration, hand) for hand in hands)
                    found.add(len(declaration.categories) - 1 - best[0])
    return frozenset(found)


def _key_of_hand(declaration: Declaration, hand: Sequence[Card]) -> tuple[int, ...]:
    keys = [key for key in _keys(declaration, hand) if key]
    if not keys:
        raise UncoveredHand(declaration.name, declaration.text_of(tuple(hand)))
    return max(keys)


def _keys(declaration: Declaration, hand: Sequence[Card]) -> Iterator[tuple[int, ...]]:
    """Yield the key of a hand in each way it may be read."""
    plain, free = _readings(declaration, hand)
    for reading in plain:
        yield _first_fit(declaration, reading, declaration.categories)
    completed = [line for line in declaration.categories if line.run or line.same]
    for reading in free:
        yield _first_fit(declaration, reading, completed if declaration.wild == "bug" else declaration.categories)


def _readings(declaration: Declaration, hand: Sequence[Card]) -> tuple[list[list[Seen]], list[list[Seen]]]:
    """Return the readings of a hand: those that are always allowed, and those that must complete a category."""
    deck = declaration.deck
    held = [_seen(declaration, card) for card in hand if deck.rank_of[card] >= 0]
    jokers = len(hand) - len(held)
    if not jokers:
        return [held], []
    if declaration.wild == "rank":
        return [held + [Seen(declaration.wild_rank, {})] * jokers], []
    best = declaration.order[0] if declaration.low else declaration.order[-1]
    plain = [held + [Seen(best, {})] * jokers] if declaration.wild == "bug" else []
    others = [_seen(declaration, card) for card in range(deck.size) if deck.rank_of[card] >= 0 and card not in hand]
    bare = [Seen(rank, {}) for rank in range(len(deck.ranks))]
    as_cards = itertools.combinations(others, jokers)
    as_ranks = itertools.combinations_with_replacement(bare, jokers)
    return plain, [held + list(read) for read in itertools.chain(as_cards, as_ranks)]


def _seen(declaration: Declaration, card: Card) -> Seen:
    deck = declaration.deck
    facets = {facet.name: facet.classes[facet.of[card]] for facet in deck.facets if not declaration.dice}
    return Seen(deck.rank_of[card], facets)


def _first_fit(declaration: Declaration, hand: list[Seen], lines: Sequence[Category]) -> tuple[int, ...]:
    """Return the key of a hand under the first category that it fits, or () if it fits none."""
    table = lines[::-1] if declaration.upside_down else lines
    for line in table:
        if _fits(declaration, hand, line):
            place = len(declaration.categories) - 1 - declaration.categories.index(line)
            return place, *(
                _direction(declaration) * part for word in line.tie for part in _tie(declaration, hand, line, word)
            )
    return ()


def _direction(declaration: Declaration) -> int:
    return -1 if declaration.low else 1


def _fits(declaration: Declaration, hand: list[Seen], line: Category) -> bool:
    ranks = [card.rank for card in hand]
    if tuple(sorted(Counter(ranks).values(), reverse=True)) not in line.kinds:
        return False
    if not line.ranks.issuperset(ranks):
        return False
    if line.same and (len({card.classes.get(line.same) for card in hand}) > 1 or line.same not in hand[0].classes):
        return False
    return not line.run or bool(_runs(declaration, ranks, line.run))


def _runs(declaration: Declaration, ranks: list[int], length: int) -> list[int]:
    """Return the places in the order at which a run of this length starts whose ranks are all held."""
    starts = []
    for start in range(len(declaration.order) - length + 1):
        run = declaration.order[start : start + length]
        if set(run) <= set(ranks) and len(set(run)) == length:
            starts.append(start)
    return starts


def _tie(declaration: Declaration, hand: list[Seen], line: Category, word: str) -> list[int]:
    """Return what one tie-break compares."""
    order = declaration.order
    ranks = [card.rank for card in hand]
    # A rank listed twice in the order counts at its last place; in a low hand, at its first.
    height = {rank: order.index(rank) if declaration.low else len(order) - order[::-1].index(rank) for rank in ranks}
    groups = sorted(Counter(ranks).items(), key=lambda group: (group[1], height[group[0]]), reverse=True)
    if word == "first":
        return [height[groups[0][0]]]
    if word == "total":
        return [sum(declaration.values[rank] for rank in ranks)]
    if word == "ranks":
        sizes = [size for _, size in groups] + [0] * (len(hand) - len(groups))
        return sizes + [height[rank] for rank, _ in groups]
    return [max(_height_of_run(declaration, start, line.run) for start in _runs(declaration, ranks, line.run))]


def _height_of_run(declaration: Declaration, start: int, length: int) -> int:
    """Number runs by their start, with even numbers, which leaves room for a wheel just below the highest."""
    every = _runs(declaration, list(declaration.order), length)
    if declaration.wheel == "second" and start == every[0] and len(every) > 1:
        return 2 * every[-1] - 1
    return 2 * start
