"""Describe hands in words: the category, and the ranks that its tie-breaks compare."""

import re
from collections.abc import Sequence
from typing import TypeAlias

from cardwright.ranking.model import Category, Declaration, Kinds, Value
from cardwright.wording import uncapitalized

FIELD = re.compile(r"\{(\d)(s?)\}")


RankWords: TypeAlias = tuple[str, str]
"""The name of a rank in the singular and the plural: ("six", "sixes")."""


def describe(declaration: Declaration, value: Value, words: Sequence[RankWords] | None = None) -> str:
    """Describe a hand: "group-flush full house, threes over fives", "straight to the nine", "pair of kings, ace".

    Ranks that the category's pattern leaves out follow it, hyphenated, and then the suit that breaks ties; words that
    are the same for every hand are left out. ``words`` replace the names of the ranks, one pair each in the order of
    the deck.
    """
    category = declaration.categories[value[0]]
    kinds, fields = _fields(declaration, category, value[1], words or rank_words(declaration))
    pattern = category.says or (_pattern(category, kinds) if fields else "{name}")
    named = {int(place) for place, _ in FIELD.findall(pattern)}
    text = FIELD.sub(lambda field: fields[int(field[1]) - 1][len(field[2])], pattern)
    text = text.replace("{name}", uncapitalized(category.name))
    rest = [one for place, (one, _) in enumerate(fields, 1) if place not in named]
    suit = rest[-1:] if "suit" in category.tie and len(fields) not in named else []  # not that of the rank before it
    return ", ".join(filter(None, (text, "-".join(rest[: len(rest) - len(suit)]), *suit)))


def deciding(declaration: Declaration, better: Value, beaten: Value, words: Sequence[RankWords] | None = None) -> str:
    """Return which ranks decide between two hands that begin alike in words: "nine beats eight"; otherwise ""."""
    if better[0] != beaten[0]:
        return ""
    category, words = declaration.categories[better[0]], words or rank_words(declaration)
    hands = (_fields(declaration, category, key, words) for key in (better[1], beaten[1]))
    (kinds, ours), (their_kinds, theirs) = hands
    if kinds != their_kinds or ours[:1] != theirs[:1]:
        return ""
    return next((f"{one} beats {other}" for (one, _), (other, _) in zip(ours, theirs) if one != other), "")


def fields(declaration: Declaration, category: Category) -> int:
    """Return the number of fields that the pattern of a category may use."""
    fewest = min(map(len, category.kinds), default=0)
    many = {"ranks": fewest, "rest": declaration.size - category.cards}
    return sum(many.get(word, 1) for word in _described_ties(declaration, category))


def _described_ties(declaration: Declaration, category: Category) -> list[str]:
    """Return the tie-breaks worth describing: they differ between hands and do not repeat another."""
    words = list(category.tie)
    if "ranks" in words and "first" in words:
        words.remove("first")
    if "run" in words and sum(category.ranks.issuperset(run) for run in declaration.runs_of(category)) < 2:
        words.remove("run")
    return words if len(category.ranks) > 1 else []


def rank_words(declaration: Declaration) -> tuple[RankWords, ...]:
    """Return the names of the ranks as declared."""
    return tuple((rank.name, plural) for rank, plural in zip(declaration.deck.ranks, declaration.plurals))


def _fields(
    declaration: Declaration, category: Category, key: tuple[int, ...], words: Sequence[RankWords]
) -> tuple[Kinds, list[RankWords]]:
    """Return the kinds of a hand as far as its tie-break key shows them, and the key in words."""
    parts = [abs(part) for part in key]
    kinds = max(category.kinds)
    fields = []
    spoken = _described_ties(declaration, category)
    for word in category.tie:
        if word == "ranks":
            if len(category.kinds) > 1:
                kinds = sorted(category.kinds)[parts.pop(0)]
            names = [words[declaration.ladder[parts.pop(0)]] for _ in kinds]
        elif word == "run":
            names = [words[declaration.runs_of(category)[parts.pop(0)][-1]]]
        elif word == "first":
            names = [words[declaration.ladder[parts.pop(0)]]]
        elif word == "rest":
            names = [words[declaration.ladder[parts.pop(0)]] for _ in range(declaration.size - category.cards)]
        elif word == "suit":
            names = [(declaration.deck.suits[parts.pop(0)].name,) * 2]
        else:
            names = [(str(parts.pop(0)),) * 2]
        fields += names if word in spoken else []
    return kinds, fields


def _pattern(category: Category, kinds: Kinds) -> str:
    """Return the default pattern of a category."""
    first = "ranks" if "ranks" in category.tie and category.tie[0] == "first" else category.tie[0]
    groups = [size for size in kinds if size > 1]
    if first == "run":
        return "{name} to the {1}"
    if first == "points":
        return "{name} of {1}"
    if first == "total":
        return "{name}, {1} in all"
    if not groups:
        return "{name}, {1}-high" if first == "first" else "{name}"
    if first == "first" or len(groups) == 1:
        return "{name}, {1s}"
    if len(groups) == 2:
        return "{name}, {1s} and {2s}" if groups[0] == groups[1] else "{name}, {1s} over {2s}"
    return "{name}, {1s}, {2s} and {3s}"
