"""Problems of a declaration in words of its form: the field, and hands of another size."""

import re

from cardwright.ranking.declaration_reader import MAX_HAND_CARDS
from cardwright.web.requests import count
from cardwright.web.workbench_edits import USUAL_SIZES
from cardwright.web.workbench_form import DeclarationForm, number

# What the form calls the keys of a declaration, and those of a line.
FIELD_NAMES = {
    "name": "Name of the game",
    "size": "Cards or dice in a hand",
    "deck": "The deck",
    "deck, ranks": "Ranks",
    "deck, suits": "Suits",
    "deck, packs": "Copies of each card",
    "deck, jokers": "Jokers",
    "wild": "A joker is",
    "order": "The first rank is",
    "category": "Lines",
}
LINE_FIELD_NAMES = {
    "": "",
    "name": "the name",
    "kinds": "equal ranks",
    "run": "in a row",
    "same": "suits",
    "cards": "suits",
    "different": "suits",
    "ranks": "only of ranks",
    "total": "sum of the ranks",
    "pays": "pays",
    "tie": "ties are broken",
}
_PLACE = re.compile(
    r"declaration, (?:category (?P<line>[0-9]+)(?: \(.*?\))?(?:, )?)?"
    r"(?P<key>[a-z, ]*?)(?: [0-9]+, [a-z]+)?: (?P<said>.*)"
)


def other_size(form: DeclarationForm, problem: str) -> str:
    """Return advice if all lines are for hands of another number of cards, "" if that is not the problem."""
    place = _PLACE.fullmatch(problem)
    if place is None or not place["line"] or not place["key"]:  # the deck, or a key that there is not
        return ""
    ways = [way.split() for line in form.lines for way in line.kinds.split(",") if way.strip()]
    sizes = {sum(count(size, 2) or 0 for size in way) for way in ways}
    wanted = number(form.size)
    if len(sizes) != 1 or wanted in sizes or not isinstance(wanted, int) or not 1 <= wanted <= MAX_HAND_CARDS:
        return ""
    advice = f"The lines are for hands of {min(sizes)} cards: choose their equal ranks for {form.size}"
    return f"{advice}, or press “Put in the usual hands”." if wanted in USUAL_SIZES else f"{advice}."


def one_rank(form: DeclarationForm, problem: str) -> str:
    """Return a problem, with advice if ranks or suits were written without spaces between."""
    return f"{problem}. {form.apart}" if form.apart else problem


def by_field(problem: str) -> str:
    """Return the problem of a declaration, with the place as the form calls it; elsewhere as it is."""
    place = _PLACE.fullmatch(problem)
    if place is None:
        return problem
    line, key, advice = place.group("line", "key", "said")
    field = (LINE_FIELD_NAMES if line else FIELD_NAMES).get(key)
    if field is None:
        return problem
    places = (f"Line {line}" if line else "", field)
    return f"{', '.join(filter(None, places))}: {advice}"
