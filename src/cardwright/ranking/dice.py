"""Dice that differ from each other or are loaded: their sides, and the throws that show each set of faces.

A die is a number of sides for each face. A face of twice the probability of another has twice as many sides, so throws
are counted in whole numbers: each choice of one side of each die is one throw.
"""

import math
import re
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction

import msgspec

from cardwright.cards import Card
from cardwright.ranking.matching import find_matching
from cardwright.ranking.toml_reader import TableReader, show

MAX_DICE = 13
MAX_FACES = 256
MAX_DIE_SIDES = 1_000_000
MAX_THROWS = 10**18  # a count is an integer of 64 bits

_SHORT = re.compile(r"(\d{0,2})d([1-9]\d{0,2})")
_WEIGHT = re.compile(r"\d{1,9}(?:\.\d{1,9}|/\d{1,9})?")


class Die(msgspec.Struct, frozen=True):
    """A die: its ``name``, "" for its place among the dice, and the number of its sides that show each face."""

    name: str
    sides: tuple[int, ...]


class _Listed(msgspec.Struct, frozen=True):
    """A die as listed: the notation of each face with its weight, and where errors belong."""

    name: str
    weights: dict[str, Fraction]
    where: TableReader


def read_dice(deck: TableReader) -> list[_Listed]:
    """Read the key ``dice`` of a deck, [] by default. Raises `BadDeclaration`."""
    written = deck.take("dice", [])
    what = 'dice such as "d4 2d6", or a list of their faces: ["1 2 3 4", "1 1 2 3 3 3"]'
    entries = written.split() if isinstance(written, str) else written
    if not isinstance(entries, list) or (not entries and written != []):
        raise deck.wrong("dice", what, written)
    dice = []
    for place, entry in enumerate(entries, 1):
        if not isinstance(entry, str | dict):
            raise deck.wrong("dice", what, entry)
        table = entry if isinstance(entry, dict) else {"faces": entry}
        die = TableReader(table, f"{deck.where}, dice {place}")
        dice += _die(die)
        die.done()
    if len(dice) > MAX_DICE:
        raise deck.error("dice", f"{len(dice)} dice are more than the {MAX_DICE} of a throw")
    return dice


def _die(die: TableReader) -> list[_Listed]:
    """Read one entry: "2d6", the faces of a die, or a table."""
    words = die.words("faces", 'faces such as "1 2 3 4", or "d4"')
    copies, name = die.number("copies", 1, MAX_DICE, 1), die.text("name", "")
    if len(words) == 1:
        short = _SHORT.fullmatch(words[0])
        if not short or int(short[2]) > MAX_FACES:
            raise die.error(
                "faces", f'must be a die of at most {MAX_FACES} faces, "d6", or its faces, not {show(words[0])}'
            )
        copies *= int(short[1] or 1)
        name = name or f"d{short[2]}"
        words = [str(face) for face in range(1, int(short[2]) + 1)]
    if not words or not copies or len(words) > MAX_DIE_SIDES:
        raise die.error("faces", "a die has at least one face", " ".join(words))
    weights = _weights(die, len(words))
    summed: dict[str, Fraction] = {}
    for word, weight in zip(words, weights, strict=True):
        summed[word] = summed.get(word, Fraction(0)) + weight
    return [_Listed(name, summed, die)] * copies


def _weights(die: TableReader, faces: int) -> list[Fraction]:
    """Read how likely each face is compared with the others: whole numbers, decimals or fractions."""
    written = die.take("weights")
    if written is None:
        return [Fraction(1)] * faces
    words = written.split() if isinstance(written, str) else written
    what = f'the weight of each of the {faces} faces, such as "1 1 2" or "1/4 1/4 1/2"'
    if not isinstance(words, list) or len(words) != faces:
        raise die.wrong("weights", what, written)
    weights = []
    for word in map(str, words):
        if not _WEIGHT.fullmatch(word) or word.endswith("/0") or not Fraction(word):
            raise die.wrong("weights", what, word)
        weights.append(Fraction(word))
    return weights


def faces_of(dice: Sequence[_Listed]) -> list[str]:
    """Return the faces of all dice: numbers in their order, then others as first listed."""
    faces = list(dict.fromkeys(face for die in dice for face in die.weights))
    return sorted(faces, key=_place)


def _place(face: str) -> tuple[int, int]:
    return (0, int(face)) if face.isascii() and face.isdigit() and len(face) < 10 else (1, 0)


def read(deck: TableReader, dice: Sequence[_Listed], faces: Sequence[str]) -> tuple[Die, ...]:
    """Return the dice by the faces of the deck. Raises `BadDeclaration`."""
    dice_read = []
    for die in dice:
        for face in die.weights:
            die.where.place_in_deck("faces", "rank", face, faces)
        whole = math.lcm(*(weight.denominator for weight in die.weights.values()))
        sides = [int(die.weights.get(face, Fraction(0)) * whole) for face in faces]
        common = math.gcd(*sides)
        if sum(sides) // common > MAX_DIE_SIDES:
            message = f"these weights make {sum(sides) // common} sides; a die has at most {MAX_DIE_SIDES}"
            raise die.where.error("weights", message)
        dice_read.append(Die(die.name, tuple(number // common for number in sides)))
    for place, face in enumerate(faces):
        if dice_read and not any(die.sides[place] for die in dice_read):
            raise deck.error("ranks", f"no die shows {show(face)}", face)
    if (throws := math.prod(sum(die.sides) for die in dice_read)) > MAX_THROWS:
        raise deck.error("dice", f"the sides of these dice make {show(throws)} throws; at most 10^18 are counted")
    return tuple(dice_read)


def throws(dice: Sequence[Sequence[int]], kinds: Sequence[int]) -> dict[tuple[int, ...], int]:
    """Return the number of throws that show each set of faces, given as the sorted ``kinds`` of its faces.

    ``dice`` are the sides of each die by face.
    """
    ways_of_shown: dict[tuple[int, ...], int] = {(): 1}
    for sides in dice:
        ways_of_kind: Counter[int] = Counter()
        for kind, number in zip(kinds, sides, strict=True):
            ways_of_kind[kind] += number
        grown: dict[tuple[int, ...], int] = {}
        for before, ways in ways_of_shown.items():
            for kind, number in ways_of_kind.items():
                if number:
                    after = tuple(sorted((*before, kind)))
                    grown[after] = grown.get(after, 0) + ways * number
        ways_of_shown = grown
    return dict(sorted(ways_of_shown.items()))


def shown_by(dice: Sequence[Sequence[int]], kinds: Sequence[int], shown: Sequence[int]) -> tuple[Card, ...]:
    """Return a face of one die each of these kinds, in their order; () if no throw shows them."""
    showing = {
        kind: [die for die, sides in enumerate(dice) if any(map(_shows(kinds, kind), enumerate(sides)))]
        for kind in set(shown)
    }
    matched = find_matching([showing[kind] for kind in shown]) if len(shown) == len(dice) else None
    if matched is None:
        return ()
    return tuple(
        next(face for face, _ in filter(_shows(kinds, kind), enumerate(dice[die])))
        for kind, die in zip(shown, matched, strict=True)
    )


def _shows(kinds: Sequence[int], kind: int) -> Callable[[tuple[int, int]], bool]:
    """Return a test of a face and the number of its sides: whether there are any, and the face is of this kind."""
    return lambda side: side[1] > 0 and kinds[side[0]] == kind
