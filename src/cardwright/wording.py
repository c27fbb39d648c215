"""Numbers, nouns and choices as a person reads them; lines and names that a person has typed, as they can be shown."""

import math
import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import groupby, islice
from unicodedata import category, normalize

MAX_SHARE_DIGITS = 9  # of a share just below 100 %
LISTED_NAMES_COUNT = 3
TO_ROUND_BRACKETS = str.maketrans("{}", "()")  # in the texts of scenes, braces stand for names
MARK, MAX_MARKS = ("Mn", "Me"), 3  # above or below a letter: more would cover the lines around it
# One emoji may be several joined ones, or a sign with a selector after it. Joiners and selectors elsewhere, and what
# else counts as printable and shows nothing, are not kept: two names that differ by them look the same.
JOINER, EMOJI_SELECTOR = "\u200d", "\ufe0f"
_EMOJI = "\u2190-\u21ff\u2600-\u27bf\u2b00-\u2bff\U0001f300-\U0001faff"
UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0e\uffa0\U000e0100-\U000e01ef]"
    f"|(?<![{_EMOJI}]){EMOJI_SELECTOR}"
    f"|(?<![{_EMOJI}])(?<![{_EMOJI}]{EMOJI_SELECTOR}){JOINER}|{JOINER}(?![{_EMOJI}])"
)

# Letters that are written from right to left, and the marks around a text whose order is its own.
RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]")
FIRST_STRONG_ISOLATE, POP_ISOLATE = "\u2068", "\u2069"

NUMBER_WORDS = (
    "nothing", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty", "twenty-one",
    "twenty-two", "twenty-three", "twenty-four", "twenty-five", "twenty-six", "twenty-seven", "twenty-eight",
    "twenty-nine", "thirty", "thirty-one",
)  # fmt: skip


def counted(number: int, noun: str, sign: str = "") -> str:
    """Return a number and its noun: "1 card", "2,000 cards"; ``sign`` is the sign of a format, such as "+".

    >>> counted(1, "card"), counted(2000, "card"), counted(-1, "point", "+")
    ('1 card', '2,000 cards', '-1 point')
    """
    return f"{number:{sign},} {plural(number, noun)}"


def plural(number: int, noun: str) -> str:
    """Return a noun as it follows a number.

    >>> plural(1, "card"), plural(0, "card")
    ('card', 'cards')
    """
    return noun if abs(number) == 1 else plural_of(noun)


def plural_of(noun: str) -> str:
    """Return the plural of a noun.

    >>> plural_of("six"), plural_of("king")
    ('sixes', 'kings')
    """
    return noun + ("es" if noun.endswith(("x", "s", "z", "sh", "ch")) else "s")


def every(number: int, noun: str) -> str:
    """Return how often something comes.

    >>> every(1, "minute"), every(10, "deal")
    ('every minute', 'every 10 deals')
    """
    return f"every {noun if number == 1 else counted(number, noun)}"


def one_of(choices: Iterable[object]) -> str:
    """Return choices as a sentence names them.

    >>> one_of([121, 61]), one_of("abc"), one_of(["own"])
    ('121 or 61', 'a, b or c', 'own')
    """
    return _joined(choices, "or")


def all_of(things: Iterable[object]) -> str:
    """Return things as a sentence lists them.

    >>> all_of(["Ann", "Ben"]), all_of("abc")
    ('Ann and Ben', 'a, b and c')
    """
    return _joined(things, "and")


def _joined(things: Iterable[object], word: str) -> str:
    *others, last = map(str, things)
    return f"{', '.join(others)} {word} {last}" if others else last


def percent(share: Fraction) -> str:
    """Return a share as a percentage: two decimals, below 1 % two digits, and just below 100 % enough to be less.

    >>> percent(Fraction(1, 3)), percent(Fraction(1, 200)), percent(Fraction(1, 5000)), percent(Fraction(99999, 100000))
    ('33.33 %', '0.50 %', '0.020 %', '99.999 %')
    """
    value = float(share * 100)
    digits = max(1 - math.floor(math.log10(value)), 2) if 0 < value < 1 else 2
    while digits < MAX_SHARE_DIGITS and share < 1 and round(value, digits) == 100:
        digits += 1
    return f"{value:.{digits}f} %"


def interval_by_ends(percent: float, margin: float, least: float = 0, sign: str = "") -> str:
    """Return an interval by its ends where it would go past ``least`` or 100 %, at which it is cut; "" elsewhere.

    >>> interval_by_ends(15.2, 15), interval_by_ends(15.2, 29.4), interval_by_ends(60, 80, -100, "+")
    ('', '(0 to 45 %)', '(-20 to +100 %)')
    """
    low, high = percent - margin, percent + margin
    if least <= low and high <= 100:
        return ""
    return f"({max(low, least):{sign}.0f} to {min(high, 100):{sign}.0f} %)"


def one_line(text: str) -> str:
    """Escape unprintable characters, so that an error that repeats its input is still one line."""
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)


def error_line(problem: BaseException, message: str = "") -> str:
    """Return the line that a command prints for an error: its message, or this one, and its notes, in one line."""
    text = "; ".join((message or str(problem), *getattr(problem, "__notes__", ())))
    return f"cardwright: {one_line(text)}"


def printable_line(text: str, longest: int) -> str:
    """Return typed text as one line of printable characters, at most ``longest`` of them; "" if nothing is left.

    >>> printable_line("A\u200dda \U0001f469\u200d\U0001f680\u200d", 24) == "Ada \U0001f469\u200d\U0001f680"
    True
    """
    printable = "".join(letter for letter in " ".join(text.split()) if letter.isprintable() or letter == JOINER)
    runs = groupby(normalize("NFC", UNSEEN.sub("", printable)), lambda letter: category(letter) in MARK)
    line = "".join("".join(islice(run, MAX_MARKS if marks else None)) for marks, run in runs)
    return line[:longest].strip().removesuffix(JOINER)


def clean_name(name: str, longest: int) -> str:
    """Return a name as it can be shown: `printable_line`, in plain letters and without the braces of scenes."""
    return printable_line(normalize("NFKC", name).translate(TO_ROUND_BRACKETS), longest)


def isolated(name: str) -> str:
    """Return a name between marks that keep its order apart from the text around it, if it reads from right to left."""
    return f"{FIRST_STRONG_ISOLATE}{name}{POP_ISOLATE}" if not name.isascii() and RIGHT_TO_LEFT.search(name) else name


def capitalized(text: str) -> str:
    """Return text that begins with a capital letter, unless it begins with a path, and is the same otherwise.

    >>> capitalized("pair of kings, Ann's"), capitalized("games/nine.toml: unknown key")
    ("Pair of kings, Ann's", 'games/nine.toml: unknown key')
    """
    return text if "/" in text.partition(" ")[0] else text[:1].upper() + text[1:]


def uncapitalized(text: str) -> str:
    """Return the beginning of a line in a form that can stand within one.

    >>> uncapitalized("Your hand")
    'your hand'
    """
    return text[:1].lower() + text[1:]


def as_markdown(text: str) -> str:
    """Return text in which nothing is markup for Markdown, in a cell of a table neither."""
    return "".join(f"\\{letter}" if letter in "\\`*_[]<>|#&" else letter for letter in text)


def spreadsheet_cell(cell: object) -> object:
    """Return a cell of CSV: text that a spreadsheet would run as a formula has a quote before it.

    >>> spreadsheet_cell("=1+1"), spreadsheet_cell("1+1"), spreadsheet_cell(-1)
    ("'=1+1", '1+1', -1)
    """
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(("=", "+", "-", "@")) else cell


def name_list(names: Iterable[str]) -> str:
    """Return names with commas between."""
    return ", ".join(map(isolated, names))


def first_names(names: Iterable[str]) -> str:
    """Return names for a line of a list: of many, the first and the number of the others.

    >>> first_names(["Ann", "Ben"]), first_names("abcdef")
    ('Ann, Ben', 'a, b, c and 3 more')
    """
    every_name = list(names)
    more = len(every_name) - LISTED_NAMES_COUNT
    return f"{name_list(every_name[:LISTED_NAMES_COUNT])} and {more} more" if more > 1 else name_list(every_name)


def file_stem(title: str) -> str:
    """Return the name of a file after a title, without an ending.

    >>> file_stem("Six suits!")
    'six-suits'
    """
    return re.sub(r"\W+", "-", title.casefold()).strip("-")


def gains_text(gains: Sequence[int], own: int) -> str:
    """Return each seat's gain, with names to be filled in: the ``own`` seat, if any, before the others.

    >>> gains_text([5, -10, 0, 5], 3)
    '{3} +5. Won: {0} +5. Lost: {1} -10. Even: {2}'
    >>> gains_text([0, 5, -5], 0), gains_text([0, 0], 0)
    ('{0} 0. Won: {1} +5. Lost: {2} -5', 'All broke even')
    """
    if len(gains) > 1 and not any(gains):
        return "All broke even"
    names = {seat: f"{{{seat}}} {gain:+,}" if gain else f"{{{seat}}}" for seat, gain in enumerate(gains) if seat != own}
    order = sorted(names, key=lambda seat: -gains[seat])
    groups = (
        ("Won", [names[seat] for seat in order if gains[seat] > 0]),
        ("Lost", [names[seat] for seat in order if gains[seat] < 0]),
        ("Even", [names[seat] for seat in order if not gains[seat]]),
    )
    first = [f"{{{own}}} {gains[own]:+,}" if gains[own] else f"{{{own}}} 0"] if own >= 0 else []
    return ". ".join(first + [f"{word}: {', '.join(seats)}" for word, seats in groups if seats])
