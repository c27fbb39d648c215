"""A slow reference implementation: it ranks a hand directly by its declaration, card by card and line by line.

It shares no code with the compiled tables, and tries every card that a joker may be and every choice of
five from seven. Tests compare the two on all small cases and on samples of large ones.
"""

import functools
import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from cardwright.cards import Card
from cardwright.errors import UncoveredHand
from cardwright.ranking.conditions import GroupsOf, Highest, Lowest, RankCondition, RanksHeld, Totals
from cardwright.ranking.model import Category, Declaration


class Seen(msgspec.Struct, frozen=True):
    """A card as it is read: its rank, and its class in each facet (a joker may have none)."""

    rank: int
    classes: dict[str, str]
    card: Card = -1
    wild: bool = False


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
    hands = every_throw(declaration) if declaration.dice else itertools.combinations(deck, number)
    found = Counter(strength_key(declaration, hand)[0] for hand in hands)
    return tuple(found[place] for place in reversed(range(len(declaration.categories))))


def every_throw(declaration: Declaration) -> Iterator[tuple[Card, ...]]:
    """Yield a throw for each choice of one side of each die: several sides may show one face."""
    faces = range(declaration.deck.size)
    fair = itertools.repeat(faces, declaration.size)
    loaded = [[face for face in faces for _ in range(die.sides[face])] for die in declaration.each_die]
    return itertools.product(*(loaded or fair))


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
    key = functools.cache(functools.partial(_key_of_hand, declaration))  # most run-outs share their hands with others
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
                    ranked = (itertools.combinations(sorted(hand), declaration.size) for hand in hands)
                    best = max(map(key, itertools.chain.from_iterable(ranked)))
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
    completed = [line for line in declaration.categories if _completes(declaration, line)]
    for reading in free:
        yield _first_fit(declaration, reading, completed)


def _completes(declaration: Declaration, line: Category) -> bool:
    """Return true if a joker that stands for any card may complete a line."""
    if declaration.wild == "any":
        return True
    named = declaration.wild_completes
    return line.name in named if named else declaration.wild == "bug" and bool(line.run or line.same)


def _readings(declaration: Declaration, hand: Sequence[Card]) -> tuple[list[list[Seen]], list[list[Seen]]]:
    """Return the readings of a hand: those that are always allowed, and those that must complete a category."""
    deck = declaration.deck
    wild = {card for card in range(deck.size) if declaration.rank_of[card] < 0}
    natural = [card for card in hand if card not in wild]
    held = [_see(declaration, card) for card in natural]
    jokers = len(hand) - len(held)
    if not jokers:
        return [held], []
    best = declaration.order[0] if declaration.low else declaration.order[-1]
    alone = declaration.wild_rank if declaration.wild == "rank" else best
    plain = [] if declaration.wild == "any" else [held + [Seen(alone, {}, wild=True)] * jokers]
    if not any(_completes(declaration, line) for line in declaration.categories):
        return plain, []
    meant = [
        [card for card in range(deck.size) if deck.rank_of[card] >= 0 and _may_stand_for(declaration, joker, card)]
        for joker in hand
        if joker in wild
    ]
    ranks_meant = [sorted({_printed_rank(declaration, card) for card in cards}) for cards in meant]
    as_cards: Iterable[Sequence[Card]] = itertools.product(*meant)
    as_ranks: Iterable[Sequence[int]] = itertools.product(*ranks_meant)
    if all(cards == meant[0] for cards in meant):
        as_cards = itertools.combinations(meant[0], jokers)
        as_ranks = itertools.combinations_with_replacement(ranks_meant[0], jokers)
    as_cards = [cards for cards in as_cards if len(set(cards)) == jokers and not set(cards) & set(natural)]
    read = [[_read(declaration, card) for card in cards] for cards in as_cards]
    known = {tuple(sorted(_printed_rank(declaration, card) for card in cards)) for cards in as_cards}
    read += [[Seen(rank, {}, wild=True) for rank in ranks] for ranks in as_ranks if tuple(sorted(ranks)) not in known]
    return plain, [held + cards for cards in read]


def _read(declaration: Declaration, card: Card) -> Seen:
    """Return a card as a joker shows it."""
    return Seen(_printed_rank(declaration, card), _see(declaration, card).classes, card, wild=True)


def _may_stand_for(declaration: Declaration, joker: Card, card: Card) -> bool:
    """Return true if a joker may stand for a card."""
    if joker in declaration.limits:
        return card in declaration.limits[joker]
    return not declaration.wild_as or _printed_rank(declaration, card) in declaration.wild_as


def _printed_rank(declaration: Declaration, card: Card) -> int:
    """Return the rank of a card when it stands for itself: a wild card has the one printed on it."""
    of = declaration.deck.rank_of
    alike = [declaration.rank_of[other] for other in range(len(of)) if of[other] == of[card]]
    return max(alike) if max(alike) >= 0 else of[card]


def _see(declaration: Declaration, card: Card) -> Seen:
    deck = declaration.deck
    facets = {facet.name: facet.classes[facet.of[card]] for facet in deck.facets if not declaration.dice}
    return Seen(declaration.rank_of[card], facets | {"card": deck.names[card]}, card)


def _first_fit(declaration: Declaration, hand: list[Seen], lines: Sequence[Category]) -> tuple[int, ...]:
    """Return the key of a hand under the first category that it fits, or () if it fits none."""
    table = lines[::-1] if declaration.upside_down else lines
    for line in table:
        if line.points and not any(low <= _points(declaration, hand) <= high for low, high in line.points):
            continue
        keys = [
            _ties(declaration, hand, places, line)
            for places in itertools.combinations(range(len(hand)), line.cards or len(hand))
            if _fits(declaration, [hand[place] for place in places], line)
        ]
        if keys:
            return (len(declaration.categories) - 1 - declaration.categories.index(line), *max(keys))
    return ()


def _points(declaration: Declaration, hand: list[Seen]) -> int:
    """Return the points of a hand, each combination looked for among all choices of cards."""
    held = {
        each.name: sum(_number_held(declaration, hand, form) for form in each.forms)
        for each in declaration.combinations
    }
    return sum(
        each.scores * held[each.name]
        for each in declaration.combinations
        if not any(held[other] for other in each.unless)
    )


def _number_held(declaration: Declaration, hand: list[Seen], form: Category) -> int:
    every = itertools.combinations(hand, form.cards or len(hand))
    return sum(_fits(declaration, list(some), form) for some in every)


def _ties(declaration: Declaration, hand: list[Seen], places: Sequence[int], line: Category) -> tuple[int, ...]:
    """Return all that the tie-breaks of a line compare, if it looks at the cards at some places of a hand."""
    some = [hand[place] for place in places]
    found: list[int] = []
    for word in line.tie:
        if word == "rest":
            rest = [card for place, card in enumerate(hand) if place not in places]
            found += sorted((_height(declaration, card.rank) for card in rest), reverse=True)
        elif word == "points":
            found.append(_points(declaration, hand))
        elif word == "suit":
            suits = [suit.name for suit in declaration.deck.suits]
            top = max(_height(declaration, card.rank) for card in some)
            found.append(
                max(
                    suits.index(card.classes["suit"]) if "suit" in card.classes else 0
                    for card in some
                    if _height(declaration, card.rank) == top
                )
            )
        else:
            found += _tie(declaration, some, line, word)
    return tuple(_direction(declaration) * part for part in found)


def _height(declaration: Declaration, rank: int) -> int:
    """Return the place of a rank in the order: its last, and its first in a low hand."""
    order = declaration.order
    return order.index(rank) if declaration.low else len(order) - 1 - order[::-1].index(rank)


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
    return _meets(declaration, hand, line) and (not line.run or bool(_runs_held(declaration, ranks, line)))


def _meets(declaration: Declaration, hand: list[Seen], line: Category) -> bool:
    """Return true if a hand meets the conditions on single ranks, cards, classes and the total."""
    ranks = sorted((card.rank for card in hand), key=lambda rank: _height(declaration, rank))
    wilds = sum(card.wild for card in hand)
    if line.wilds and not any(wilds in range(low, high + 1) for low, high in line.wilds):
        return False
    for holds in line.holds:
        held = sum(card.card in holds.cards for card in hand)
        if held < holds.low or held > holds.high:
            return False
    for facet, kinds in line.classes:
        classes = Counter(card.classes.get(facet) for card in hand)
        if None in classes or tuple(sorted(classes.values(), reverse=True)) not in kinds:
            return False
    return all(meets_by_rank(declaration, ranks, condition) for condition in line.conditions)


def meets_by_rank(declaration: Declaration, ranks: list[int], condition: RankCondition) -> bool:
    """Return true if a hand of these ranks, the lowest first, meets a condition on them."""
    sizes = Counter(ranks)
    match condition:
        case Lowest(allowed):
            return ranks[0] in allowed
        case Highest(allowed):
            return ranks[-1] in allowed
        case Totals(ranges):
            total = sum(declaration.values[rank] for rank in ranks) % (declaration.modulo or 10**12)
            return any(total in range(low, high + 1) for low, high in ranges)
        case RanksHeld(asked, low, high):
            return len([rank for rank in ranks if rank in asked]) in range(low, high + 1)
        case GroupsOf(sets):
            kinds = sorted(sizes.values(), reverse=True)
            return any(
                all(sizes[rank] == size and rank in allowed for rank, size, allowed in zip(chosen, kinds, sets))
                for chosen in itertools.permutations(sizes, len(sets))
            )
    raise AssertionError(condition)


def _runs_held(declaration: Declaration, ranks: list[int], line: Category) -> list[int]:
    """Return the runs held, by their places in the order; those round the corner, negative, are below all others."""
    enough = [rank for rank, number in Counter(ranks).items() if number >= line.each]
    found = _runs(declaration, enough, line.run, line.step)
    if line.corner and not found:
        ring = sorted(set(declaration.order), key=lambda rank: _height(declaration, rank))
        for start in range(len(ring)):
            run = {ring[(start + line.step * place) % len(ring)] for place in range(line.run)}
            if len(run) == line.run and run <= set(enough):
                found.append(start - len(ring))
    return found


def _runs(declaration: Declaration, ranks: list[int], length: int, step: int) -> list[int]:
    """Return the places in the order at which a run of this length starts whose ranks are all held."""
    starts = []
    for start in range(len(declaration.order)):
        run = [
            declaration.order[place]
            for place in range(start, start + length * step, step)
            if place < len(declaration.order)
        ]
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
        total = sum(declaration.values[rank] for rank in ranks)
        return [total % declaration.modulo if declaration.modulo else total]
    if word == "ranks":
        sizes = [size for _, size in groups] + [0] * (len(hand) - len(groups))
        return sizes + [height[rank] for rank, _ in groups]
    return [max(_height_of_run(declaration, start, line) for start in _runs_held(declaration, ranks, line))]


def _height_of_run(declaration: Declaration, start: int, line: Category) -> int:
    """Number runs by their start, with even numbers, which leaves room for a wheel just below the highest."""
    every = _runs(declaration, list(declaration.order), line.run, line.step)
    if declaration.wheel == "second" and len(every) > 1 and start == every[0]:
        return 2 * every[-1] - 1
    return 2 * start


def look(declaration: Declaration, hand: Sequence[Card]) -> tuple[tuple[int, ...], int, frozenset[str]]:
    """Return a hand as `classify` reads it: its counts by rank, its jokers and the facets that all its cards share."""
    deck = declaration.deck
    plain = [card for card in hand if declaration.rank_of[card] >= 0]
    held = Counter(declaration.rank_of[card] for card in plain)
    counts = tuple(held[rank] for rank in range(len(deck.ranks)))
    facets = () if declaration.dice else declaration.facets.values()
    same = frozenset(facet.name for facet in facets if len({facet.of[card] for card in plain}) < 2)
    return counts, len(hand) - len(plain), same
