"""Hints: the best move for a player, the reason, and the values of the others."""

from collections.abc import Iterator, Sequence

import msgspec

from cardwright import games
from cardwright.answers import Line, Unit, Value, gap, is_worse
from cardwright.bots import Bot
from cardwright.game import AnyGame, View
from cardwright.scenes import Move, named, words
from cardwright.standard_error import NORMAL_95_FACTOR

MAX_RANKED_MOVES = 8
SAMPLED = "With ± a value is sampled: 95 of 100 such ranges hold the exact one."
ROUGH = "A chance is known only roughly while so much is still to come. The other moves are compared with the first."
EQUAL = "as good, within the error"
ROUGH_MARGIN_SHARE = 0.15  # with larger margins, decimals and ± would claim too much


class Hint(msgspec.Struct, frozen=True):
    """Advice for a player: the sentence, the move in notation, its places, and the best moves with their values.

    ``label`` and ``reason`` are the parts of the sentence about the move itself, without the next best one;
    ``note`` explains the values of the ranking.
    """

    text: str
    move: str
    places: tuple[str, ...] = ()
    ranking: tuple[str, ...] = ()
    label: str = ""
    reason: str = ""
    note: str = ""


def hint(game: AnyGame, adviser: Bot, view: View, names: Sequence[str]) -> Hint:
    """Return the best move here and why: the game's own answer, or else a bot's."""
    lines = games.evaluate(game, view) if games.has_answers(game.name) else ()
    moves = games.scene(game, view).moves
    if lines:
        best = lines[0]
        text, reason = game.text(best.action), with_reason(best.reason, worth(games.unit(game), best.value, best.error))
    else:
        advice = adviser.advise(view)
        text, reason = game.text(advice.action), advice.reason
    label = move_label(moves, text)
    reason = reason.removeprefix(label).lstrip(": ").removesuffix(".")
    sentence = f"{label}: {reason}" if reason else label
    text_with_next = f"{sentence}. {_next_best(game, lines, moves)}" if lines else sentence
    ranking = tuple(named(each, names) for each in _ranking(game, lines, moves))
    return Hint(
        named(f"Hint: {text_with_next}", names),
        text,
        tuple(sorted(places_of_move(moves, text))),
        ranking,
        named(label, names),
        named(f"{reason}; there is no other move" if len(lines) == 1 else reason, names),
        " ".join(note for word, note in (("±", SAMPLED), ("roughly", ROUGH)) if any(word in line for line in ranking)),
    )


def move_label(moves: Sequence[Move], text: str) -> str:
    """Return the label of a move in notation, with its amount where it takes one: "Raise to 40"."""
    at, amount = place_of(moves, text)
    if at == len(moves):
        return text
    move = moves[at]
    return words.with_amount(move.label, f"{amount:,}") if move.number else move.label


def places_of_move(moves: Sequence[Move], text: str) -> frozenset[str]:
    """Return the places of a move in notation, none for a button and for another move."""
    at, _ = place_of(moves, text)
    return moves[at].places if at < len(moves) else frozenset()


def place_of(moves: Sequence[Move], text: str) -> tuple[int, int]:
    """Return the index of a move in notation among a scene's moves, ``len(moves)`` for another one, and its amount."""
    for at, move in enumerate(moves):
        before, _, after = move.text.partition("{}")
        amount = text.removeprefix(before).removesuffix(after)
        if move.number and text == before + amount + after and amount.isdecimal():
            return at, int(amount)
        if move.text == text:
            return at, 0
    return len(moves), 0


def _ranking(game: AnyGame, lines: Sequence[Line], moves: Sequence[Move]) -> Iterator[str]:
    """The best moves and their values, where the game can say them and there are several."""
    if len(lines) < 2:
        return
    unit, best = games.unit(game), lines[0]
    for line in lines[:MAX_RANKED_MOVES]:
        if line != best and best.value and _is_rough(unit, line.error):
            value_text = f"about {100 * float(line.value) / float(best.value):.0f} % of the chance of the first"
        else:
            value_text = amount(unit, line.value, line.error)
        yield f"{move_label(moves, game.text(line.action))}: {value_text}"


def reason_beside(reason: str, other: str) -> str:
    """Return the reason of a move that is shown beside another; "" if it is true of the other too, and said there."""
    return "" if reason == other else reason


def with_reason(reason: str, value: str) -> str:
    """Return the reason of a move, if it has one, and its value."""
    return f"{reason.removesuffix('.')}; {value}" if reason else value


def worth(unit: Unit, value: Value, error: float = 0.0) -> str:
    """Return the value of a move in words: "worth 4.25 points", "61.3 ± 2.1 % chance to win"."""
    return f"{'' if unit.kind == 'share' else 'worth '}{amount(unit, value, error)}"


def amount(unit: Unit, value: Value, error: float) -> str:
    """Return an amount in words; a share that is hardly known without decimals, and with the ends of its interval.

    >>> amount(Unit("chance to win", "share"), 0.466, 0.15), amount(Unit("chance to win", "share"), 0.1, 0.15)
    ('roughly 47 % chance to win (between 17 and 76 %)', 'roughly 10 % chance to win (between 0 and 39 %)')
    """
    if not _is_rough(unit, error):
        return unit.text(value, error)
    low, high = (float(value) + side * NORMAL_95_FACTOR * error for side in (-1, 1))
    ends = f"between {100 * max(low, 0):.0f} and {100 * min(high, 1):.0f} %"
    return f"roughly {100 * float(value):.0f} % {unit.name} ({ends})"


def _is_rough(unit: Unit, error: float) -> bool:
    return unit.kind == "share" and error * NORMAL_95_FACTOR >= ROUGH_MARGIN_SHARE


def _next_best(game: AnyGame, lines: Sequence[Line], moves: Sequence[Move]) -> str:
    """Return the second line, and its distance to the first."""
    if len(lines) == 1:
        return "There is no other move"
    best, second, *_ = lines
    less = f"{games.unit(game).short(gap(best, second)[0])} less"
    return f"Next best: {move_label(moves, game.text(second.action))}, {less if is_worse(best, second) else EQUAL}"
