"""The low hand of a ranking (DP5).

"ace_to_five" ignores runs and flushes; "table_inverted" is the ranking's table of hands upside down. Two built-in
rankings have declared low hands. They are recognised by their declaration, not by name; for any other ranking the low
hand is derived from its own deck and table.
"""

import functools

from msgspec.structs import replace

from cardwright.errors import BadOption
from cardwright.ranking import Category, Declaration, Ranking, declaration, load
from cardwright.ranking.by_card.hands import hands_by_card
from cardwright.ranking.by_rank.blocks import hands_by_rank
from cardwright.wording import NUMBER_WORDS

_DECLARED_LOW = {
    "standard": {"ace_to_five": "standard-low", "table_inverted": "deuce-to-seven"},
    "dual-piecepacks": {"ace_to_five": "dual-piecepacks-low", "table_inverted": "dual-piecepacks-inverted"},
}


@functools.lru_cache(maxsize=32)
def low_of(ranking: Ranking, meant: str) -> Ranking:
    """Return the low hand that goes with a ranking; a ranking that is low itself is its own. Raises `BadOption`."""
    declared = ranking.declaration
    if declared.low:
        return ranking
    for name, lows in _DECLARED_LOW.items():
        if _same_hands(declared, declaration.load(name)):
            return load(lows[meant])
    turned = _upside_down(declared) if meant == "table_inverted" else _ace_to_five(declared)
    if turned.is_ambiguous:
        raise BadOption("low", meant, f"ace_to_five with {declared.title}: its jokers could share a suit or a colour")
    return Ranking(_without_empty(turned))


def _same_hands(declared: Declaration, other: Declaration) -> bool:
    """Return true if two declarations differ in their titles at most."""
    return replace(declared, title=other.title, about=other.about) == other


def _without_empty(declared: Declaration) -> Declaration:
    """Leave out the lines that no hand falls into: a joker, say, never makes five of a kind where pairs are bad."""
    possible = hands_by_card(declared).best() if declared.by_card else hands_by_rank(declared).best()
    kept = tuple(line for index, line in enumerate(declared.categories) if index in possible)
    return declared if kept == declared.categories else replace(declared, categories=kept)


def _upside_down(declared: Declaration) -> Declaration:
    """Rank hands by the table read from its end. A bug is then any card: the hands that it may complete lose here."""
    wild = "any" if declared.wild == "bug" or declared.wild_completes else declared.wild
    turned = declared.categories[::-1]
    return replace(
        declared,
        name=f"{declared.name}-inverted",
        categories=turned,
        low=True,
        upside_down=True,
        wild=wild,
        wild_completes=frozenset(),
    )


def _ace_to_five(declared: Declaration) -> Declaration:
    """Rank hands by their groups of equal rank only: none is best, then the fewest and smallest."""
    every = frozenset(range(len(declared.deck.ranks)))
    most = max(declared.copies) + len(declared.deck.jokers)
    kinds = sorted({way for line in declared.categories for way in line.kinds if way[0] <= most})
    categories = tuple(Category(_name(way), (way,), 0, None, every, ("ranks",), says=_says(way)) for way in kinds)
    return replace(
        declared,
        name=f"{declared.name}-low",
        categories=categories,
        low=True,
        wheel="lowest",
        wild_completes=frozenset(),
    )


def _name(way: tuple[int, ...]) -> str:
    groups = [size for size in way if size > 1]
    match groups:
        case []:
            return "No pair"
        case [2]:
            return "One pair"
        case [3, 2]:
            return "Full house"
        case [size]:
            return f"{NUMBER_WORDS[size].capitalize()} of a kind"
    if set(groups) == {2}:
        return f"{NUMBER_WORDS[len(groups)].capitalize()} pairs"
    return " and ".join("pair" if size == 2 else NUMBER_WORDS[size] for size in groups).capitalize()


def _says(way: tuple[int, ...]) -> str:
    """Return the pattern that describes a low hand as the declared low hands do; "" for the default."""
    if way[0] == 1:
        return "{1}-{2} low" if len(way) > 1 else "{1} low"
    return "pair of {1s}" if way[:2] in ((2,), (2, 1)) else ""


def qualifying(low: Ranking, highest: str) -> int:
    """Return the strength of the worst low hand without a pair and without a rank above ``highest``, if that is one."""
    declared = low.declaration
    ladder = [rank for rank in declared.ladder if rank in declared.rank_of]  # not those of wild cards alone
    texts = [declared.deck.ranks[rank].text for rank in ladder]
    top = texts.index(highest) + 1 if highest in texts else len(ladder)
    if top < low.size:
        return len(low)
    return low.strength([declared.rank_of.index(rank) for rank in ladder[top - low.size : top]])
