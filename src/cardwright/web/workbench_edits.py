"""Buttons of the form of a declaration: add, move or remove a line, or put in the usual hands."""

import itertools
from collections.abc import Iterator

import msgspec

from cardwright.errors import BadDeclaration
from cardwright.web.workbench_form import MAX_LINES, DeclarationForm, LineForm, in_words, number, partitions

FLUSH_HAND_CARDS = 5  # from which a flush of the usual deck is rarer than a straight


def with_line(form: DeclarationForm) -> DeclarationForm:
    """Return the form with a new line in front of the last, which often takes all other hands."""
    lines = (*form.lines[:-1], LineForm(name=_unused(form, "New line")), *form.lines[-1:])
    return msgspec.structs.replace(form, lines=lines)


def _unused(form: DeclarationForm, name: str) -> str:
    names = {line.name for line in form.lines}
    return next(each for each in (name, *(f"{name} {n}" for n in range(2, MAX_LINES + 3))) if each not in names)


def moved(form: DeclarationForm, place: int, by: int) -> DeclarationForm:
    """Return the form with a line moved up (-1) or down (1), or left out (0)."""
    lines = list(form.lines)
    if not 0 <= place < len(lines):
        raise BadDeclaration(f"has no line {place + 1}", str(place), "form")
    line = lines.pop(place)
    if by:
        lines.insert(min(max(place + by, 0), len(lines)), line)
    return msgspec.structs.replace(form, lines=tuple(lines))


def usual(form: DeclarationForm) -> DeclarationForm:
    """Return the form with the usual hands for its size, in the order of poker, which rarity may not keep."""
    size = number(form.size)
    copies = number(form.copies or "1")
    if not isinstance(size, int) or not 2 <= size <= 7:
        raise BadDeclaration("must be a whole number from 2 to 7", form.size, "declaration, size")
    dice, suits = form.dice == "yes", form.suits.split()
    same = size if dice else max(len(suits), 1) * (copies if isinstance(copies, int) else 1)
    jokers = number(form.jokers or "0")
    wild = jokers if isinstance(jokers, int) else 1
    groups = [LineForm(in_words(kinds).capitalize(), kinds) for kinds in _groups(size, same + wild)]
    last = LineForm("High card", groups.pop().kinds)
    rare = list(itertools.takewhile(lambda line: len(line.kinds.split()) <= size // 2, groups))
    middle, first = [LineForm("Straight", run=str(size))], []
    if not dice and len(suits) > 1:
        first = [LineForm("Straight flush", run=str(size), same="suit")]
        pairs_too = same > len(suits)  # pairs of one suit, with several copies of a card
        flush = LineForm("Flush", kinds=" ".join("1" * size) if pairs_too else "", same="suit")
        middle.insert(0 if size >= FLUSH_HAND_CARDS else 1, flush)
    return msgspec.structs.replace(form, lines=(*first, *rare, *middle, *groups[len(rare) :], last))


def _groups(size: int, most: int) -> Iterator[str]:
    for way in partitions(size, min(size, most)):
        yield " ".join(map(str, way))
