"""Moves of a scene as a person types them: in notation, by number, by key, by cards, or the beginning of one."""

import re
from collections.abc import Iterator

from cardwright.errors import BadAction
from cardwright.scenes import BACK, Move, Number, Place, Scene
from cardwright.scenes.keys import code, keys
from cardwright.scenes.words import spell_cards, with_amount

MAX_ECHO = 60  # characters of what was typed that a refusal repeats


def move_of(scene: Scene, typed: str, lister: str = "?") -> str:
    """The move that a person's words mean, in the game's notation.

    They may be its notation or label, the beginning or the end of it, its number in the menu, its key, the cards it
    touches, or the keys of its places. Cards may be in words. Raises `BadAction` if they mean no move, or several;
    ``lister`` is the command that lists the moves.
    """
    said = " ".join(typed.split()).casefold()
    for reading in (_exactly, _by_number, _by_key, _amount, _touching, _beginning, _end):
        texts = list(dict.fromkeys(reading(scene, said)))
        if len(texts) == 1:
            return texts[0]
        if texts:
            listed = ", ".join(texts[:4]) + (" ..." if len(texts) > 4 else "")
            raise BadAction(f"{typed.strip()!r} could be any of: {listed}", typed)
    refusal = next((place.refusal for place in scene.places if place.refusal and said in _names(place)), "")
    raise BadAction(refusal or _unknown(scene, typed.strip(), lister), typed)


def _unknown(scene: Scene, typed: str, lister: str) -> str:
    """Return a line for words that mean no move."""
    if not typed:
        return f"type a move; {lister} lists the moves"
    typed = typed if len(typed) <= MAX_ECHO else f"{typed[:MAX_ECHO]}..."
    if not scene.moves:
        return f"{typed!r} is not a move now: there is none to make"
    if typed.isdecimal():
        return f"{typed} is not in the list: the moves are 1 to {len(scene.moves)}; {lister} lists them"
    return f"{typed!r} is not a move now; {lister} lists the moves"


def _names(place: Place) -> tuple[str, ...]:
    """Return the words that stand for a place: its card and its coordinates."""
    card = place.face.text.casefold() if place.face not in (None, BACK) else ""
    return tuple(filter(None, (card, code(place))))


def _exactly(scene: Scene, text: str) -> Iterator[str]:
    for move in scene.moves:
        ways = (*_ways(scene, move), move.text.replace("-", " ").casefold())  # "sit out" for "sit-out"
        if move.number is None and text in ways:
            yield move.text


def _ways(scene: Scene, move: Move) -> tuple[str, ...]:
    """Return a move's notation and its label, as the page writes it and as words spell its cards."""
    return tuple(map(str.casefold, (move.text, move.label, spell_cards(move.label, scene.suits))))


def _by_number(scene: Scene, text: str) -> Iterator[str]:
    if re.fullmatch(r"\d{1,9}", text) and 1 <= int(text) <= len(scene.moves):
        yield _without_amount(scene.moves[int(text) - 1])


def _by_key(scene: Scene, text: str) -> Iterator[str]:
    return (_without_amount(move) for move in scene.moves if move.key and move.key.casefold() == text)


def _without_amount(move: Move) -> str:
    """Return the text of a move. Raises `BadAction` for one that needs a number."""
    if move.number is not None:
        raise _how_many(move, move.number)
    return move.text


def _amount(scene: Scene, text: str) -> Iterator[str]:
    """A move with a number: its words, its label or its key, then the number or the name of a preset; or that alone."""
    for move in scene.moves:
        if move.number is None:
            continue
        if any(text == name.casefold() for name, _ in move.number.presets):
            yield with_amount(move.text, amount_of(move, text))
            continue
        head, _, tail = move.text.casefold().partition("{}")
        ways = {head.strip(), move.label.casefold().partition("{}")[0].strip(), move.key.casefold()} - {""}
        for way in sorted(ways, key=len, reverse=True):  # "raise to 40" before "raise 40"
            if text == way:
                raise _how_many(move, move.number)
            rest = text.removeprefix(way) if text.startswith(way) else ""
            if rest and (rest[0] == " " or rest[0].isdecimal()):
                yield with_amount(move.text, amount_of(move, rest.removesuffix(tail)))
                break


def amount_of(move: Move, text: str) -> int:
    """The number a person typed for a move, or named by one of its presets. Raises `BadAction`."""
    number = move.number
    assert number is not None
    presets = {name.casefold(): value for name, value in number.presets}
    word = text.strip().casefold()
    if word in presets:
        return presets[word]
    digits = word.replace(",", "")
    if not re.fullmatch(r"[0-9]{1,18}", digits):
        raise BadAction(f"{text.strip()!r} is not a number; {_limits(number)}", text)
    value = int(digits)
    if not number.low <= value <= number.high or ((value - number.low) % number.step and value != number.high):
        raise BadAction(f"{value:,} is not possible: {_limits(number)}", text)
    return value


def _how_many(move: Move, number: Number) -> BadAction:
    return BadAction(f"how many? {_limits(number)}, as in {with_amount(move.text, number.low)!r}")


def _limits(number: Number) -> str:
    step = f" in steps of {number.step}" if number.step > 1 else ""
    presets = f", or {', '.join(name for name, _ in number.presets)}" if number.presets else ""
    return f"from {number.low:,} to {number.high:,}{step}{presets}"


def _touching(scene: Scene, said: str) -> Iterator[str]:
    """The moves whose places are the cards, or the keys of places, that were typed, in any order and after any verb."""
    codes = {key: frozenset({id}) for key, id in keys(scene).places.items() if not key.isdecimal()}
    held: dict[str, frozenset[str]] = {}
    touchable = frozenset().union(*(move.places for move in scene.moves))
    for place in scene.places:
        if place.id in touchable and place.face not in (None, BACK):
            assert place.face is not None
            text = place.face.text.casefold()
            held[text] = held.get(text, frozenset()) | {place.id}
    words = said.replace(",", " ").split()
    for places_by_word in (held, codes):
        verb, touched = ("", words) if words and words[0] in places_by_word else ("".join(words[:1]), words[1:])
        if touched and all(word in places_by_word and len(places_by_word[word]) == 1 for word in touched):
            places = frozenset().union(*(places_by_word[word] for word in touched))
            moves = (move for move in scene.moves if move.places == places and move.number is None)
            yield from (move.text for move in moves if not verb or move.text.casefold().startswith(f"{verb} "))


def _beginning(scene: Scene, text: str) -> Iterator[str]:
    for move in scene.moves if text else ():
        if move.number is None and any(way.startswith(text) for way in _ways(scene, move)):
            yield move.text


def _end(scene: Scene, text: str) -> Iterator[str]:
    return (move.text for move in scene.moves if text and move.text.casefold().endswith(f" {text}"))
