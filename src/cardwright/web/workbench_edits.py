"""Changes of the lines of a form: add, move or remove one, or put in the usual hands, which another deck does too."""

import itertools
from collections.abc import Iterator

import msgspec

from cardwright.errors import BadDeclaration
from cardwright.ranking.partitions import partitions
from cardwright.web.workbench_form import (
    ANY_HAND,
    BLANK,
    MAX_LINES,
    DeclarationForm,
    LineForm,
    base_of,
    form_of,
    form_of_table,
    in_words,
    number,
)

USUAL_SIZES = range(2, 8)  # of hands that have usual lines
FLUSH_HAND_CARDS = 5  # in hands of this size and more, a flush is rarer than a straight
WHOLE_TABLE = (LineForm(ANY_HAND.capitalize()),)  # for hands of a size that has no usual ones


def with_line(form: DeclarationForm) -> DeclarationForm:
    """Return the form with a new line in front of the last, which often takes all other hands."""
    names = {line.name for line in form.lines}
    numbered = ("New line", *(f"New line {number}" for number in range(2, MAX_LINES + 3)))
    new = LineForm(name=next(name for name in numbered if name not in names))
    return msgspec.structs.replace(form, lines=(*form.lines[:-1], new, *form.lines[-1:]))


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
    if not isinstance(size, int) or size not in USUAL_SIZES:
        wanted = f"must be a whole number from {USUAL_SIZES[0]} to {USUAL_SIZES[-1]}"
        raise BadDeclaration(wanted, form.size, "declaration, size")
    dice, suits = form.dice == "yes", form.suits.split()
    same = size if dice else max(len(suits), 1) * (copies if isinstance(copies, int) else 1)
    jokers = number(form.jokers or "0")
    wild = jokers if isinstance(jokers, int) else 1
    ranks = len(set(form.ranks.split()))
    groups = [LineForm(in_words(kinds).capitalize(), kinds) for kinds in _groups(size, same + wild, ranks)]
    if ranks >= size:
        groups.pop()  # all different: a straight, or else the high card
    last = [LineForm("High card", kinds=" ".join("1" * size))] if ranks > size else []
    rare = list(itertools.takewhile(lambda line: len(line.kinds.split()) <= size // 2, groups))
    runs = [LineForm("Straight", run=str(size))] if ranks >= size else []
    has_suits = not dice and len(suits) > 1
    flushes = [LineForm("Straight flush", run=str(size), same="suit")] if runs and has_suits else []
    if has_suits and ranks > size:  # of as many ranks, every flush is a straight
        pairs_too = same > len(suits)  # pairs of one suit, with several copies of a card
        flush = LineForm("Flush", kinds=" ".join("1" * size) if pairs_too else "", same="suit")
        runs.insert(0 if size >= FLUSH_HAND_CARDS else 1, flush)
    return msgspec.structs.replace(form, lines=(*flushes, *rare, *runs, *groups[len(rare) :], *last))


def with_usual_while_own(form: DeclarationForm) -> DeclarationForm:
    """Return the form with usual hands if its deck is another one and the lines are those that the page put in."""
    before = form_of_table(base_of(form))
    lines = _conditions(before)
    if _deck(form) == _deck(before) or _conditions(form) != lines:
        return form
    own = (_conditions(form_of(BLANK)), _conditions(_with_own_lines(before)))
    return _with_own_lines(form) if lines in own else form


def _with_own_lines(form: DeclarationForm) -> DeclarationForm:
    try:
        return usual(form)
    except BadDeclaration:
        return msgspec.structs.replace(form, lines=WHOLE_TABLE)


def _conditions(form: DeclarationForm) -> list[LineForm]:
    return [msgspec.structs.replace(line, base="") for line in form.lines]


def _deck(form: DeclarationForm) -> tuple[object, ...]:
    return form.size, form.dice, form.ranks.split(), form.suits.split(), form.copies, form.jokers


def _groups(size: int, most: int, ranks: int) -> Iterator[str]:
    """Return the groups of equal rank that a hand from ``ranks`` ranks can have, at most ``most`` (0: any) of one."""
    return (" ".join(map(str, way)) for way in partitions(size, most or size, ranks))
