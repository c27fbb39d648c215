"""Derive the count of each category: ranks times suits, less the hands that other categories take.

    Flush: C(13,5) ranks x 4 suits = 5,148, less 40 of Straight flush = 5,108

A hand fits a category by its ranks, its jokers and the facet it shares. So the hands that fit are a sum of products,
one for each number of jokers and each set of sizes of the groups of equal rank.
"""

import itertools
import math
from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec
import numpy as np

from cardwright.ranking.by_rank.blocks import hands_by_rank
from cardwright.ranking.lint import count
from cardwright.ranking.model import Category, Declaration, Kinds
from cardwright.wording import counted


class Term(msgspec.Struct, frozen=True):
    """Some hands and where they come from: "C(13,5) ranks x 4 suits = 5,148", or "24 hands fit" if all were tried."""

    text: str
    count: int


class Derivation(msgspec.Struct, frozen=True):
    """The count of a category: the sum of its ``terms``, less the hands that fit it and that other categories take."""

    category: str
    terms: tuple[Term, ...]
    less: tuple[tuple[str, int], ...]
    count: int

    @property
    def fitting(self) -> int:
        """The number of hands that fit the category, also if another category takes them."""
        return sum(term.count for term in self.terms)

    @property
    def reasons(self) -> tuple[str, ...]:
        """The derivation in words: the hands that fit, then the hands that other categories take."""
        fitting = [f"{'+ ' if place else ''}{term.text}" for place, term in enumerate(self.terms)]
        return (*fitting, *(f"- {number:,} of {taker}" for taker, number in self.less))


def derive(declaration: Declaration) -> tuple[Derivation, ...]:
    """Return the derivation of each category's count, strongest first."""
    tally = count(declaration)
    by_products = declaration.even and not declaration.by_card and not declaration.by_code
    patterns = _patterns(declaration) if by_products else Counter()
    derivations = []
    for index, category in enumerate(declaration.categories):
        terms = tuple(
            _term(declaration, category, kinds, jokers, ranks)
            for (line, jokers, kinds), ranks in sorted(patterns.items())
            if line == index
        )
        if not by_products:
            fitting = tally.fitting[index]
            fit = "fits" if fitting == 1 else "fit"
            terms = (Term(f"{counted(fitting, 'throw' if declaration.dice else 'hand')} {fit}", fitting),)
        less = tuple(
            (declaration.categories[taker].name, number)
            for (taker, other), number in sorted(tally.shared.items())
            if other == index
        )
        kept = tuple(term for term in terms if term.count)
        derivations.append(Derivation(category.name, kept, less, tally.taken[index]))
    return tuple(derivations)


def _patterns(declaration: Declaration) -> Counter[tuple[int, int, Kinds]]:
    """Count the choices of ranks that fit each category, by the jokers held and the sizes of the groups.

    A hand is taken to share every facet here; a term counts the suits that do.
    """
    every = hands_by_rank(declaration)
    choices: Counter[tuple[int, int, Kinds]] = Counter()
    for jokers in np.unique(every.listed.jokers).tolist():
        words = every.fitting(jokers, frozenset(declaration.facets))
        is_dealt = np.zeros(len(words), np.bool_)
        is_dealt[every.listed.place[every.listed.jokers == jokers]] = True
        for pattern in every.patterns(declaration.size - jokers):
            fitting = words[pattern.places[is_dealt[pattern.places]]]
            for number, line in enumerate(every.lines):
                fits = fitting[:, number // 64] >> np.uint64(number % 64) & np.uint64(1)
                choices[line.index, jokers, pattern.kinds] += int(fits.sum())
    return +choices


def _term(declaration: Declaration, category: Category, kinds: Kinds, jokers: int, ranks: int) -> Term:
    factors = [
        *_joker_factors(len(declaration.wilds), jokers),
        *_rank_factors(declaration, category, kinds, jokers, ranks),
        *(_orders(declaration.size, kinds) if declaration.dice else _suit_factors(declaration, category, kinds)),
    ]
    product = " x ".join(text for text, _ in factors if text)
    count = math.prod(value for _, value in factors)
    return Term(f"{product or '1 hand'} = {count:,}", count)


Factor = tuple[str, int]


def _joker_factors(in_deck: int, held: int) -> Iterator[Factor]:
    if held:
        yield ("the joker" if in_deck == 1 else f"{_choose(in_deck, held)} jokers"), math.comb(in_deck, held)


def _rank_factors(
    declaration: Declaration, category: Category, kinds: Kinds, jokers: int, ranks: int
) -> Iterator[Factor]:
    """Yield the choices of ranks: binomials if all ranks allowed will do, else runs or a plain number."""
    if not kinds:
        return
    left, texts, free = len(category.ranks), [], 1
    for _, group in itertools.groupby(kinds):
        number = len(list(group))
        texts.append(_choose(left, number))
        free *= math.comb(left, number)
        left -= number
    runs = sum(category.ranks.issuperset(run) for run in declaration.runs_of(category))
    if ranks == free:
        yield f"{' x '.join(texts)} rank{'s' * (texts != ['1'])}", ranks
    elif ranks == runs and len(kinds) == category.run and not jokers:
        yield counted(runs, "run"), ranks
    else:
        yield f"{counted(ranks, 'choice')} of ranks", ranks


def _orders(size: int, kinds: Kinds) -> Iterator[Factor]:
    """Yield the orders in which dice can show these groups."""
    repeated = [f"{number}!" for number in kinds if number > 1]
    value = math.factorial(size) // math.prod(map(math.factorial, kinds))
    if value > 1:
        below = " ".join(repeated)
        yield f"{size}!" + (f"/({below})" if len(repeated) > 1 else f"/{below}" if below else "") + " orders", value


def _suit_factors(declaration: Declaration, category: Category, kinds: Kinds) -> Iterator[Factor]:
    """Yield the choices of suits for groups of these sizes, within one class of a facet if the category asks for it."""
    if not kinds:
        return
    if category.same is None:
        yield from _cards(len(declaration.deck.suits), kinds)
        return
    sizes = declaration.class_sizes[category.same]
    number, largest = len(sizes), max(sizes)
    if len(set(sizes)) == 1:
        yield counted(number, category.same), number
        yield from _cards(largest, kinds)
        return
    ways = [math.prod(math.comb(size, held) for held in kinds) for size in sizes]
    texts = [text for size, way in zip(sizes, ways) if way for text in [_powers(size, kinds) or "1"]]
    yield f"({' + '.join(texts)}) cards of one {category.same}", sum(ways)


def _cards(suits: int, kinds: Kinds) -> Iterator[Factor]:
    value = math.prod(math.comb(suits, held) for held in kinds)
    text = _powers(suits, kinds)
    yield (f"{text} cards" if text else ""), value


def _powers(suits: int, kinds: Sequence[int]) -> str:
    """Write the choices of suits for each group: "C(4,3) x C(4,2)", "4^5"; nothing where there is one suit."""
    if suits == 1:
        return ""
    texts = []
    for held, group in itertools.groupby(kinds):
        number = len(list(group))
        texts.append(_choose(suits, held) + (f"^{number}" if number > 1 else ""))
    return " x ".join(texts)


def _choose(of: int, number: int) -> str:
    return str(of) if number == 1 else f"C({of},{number})"
