"""Hints: the best move for a player, the reason, and the values of the others."""

from collections.abc import Iterator, Sequence

import msgspec

from cardwright import games
from cardwright.answers import ROUGH, TOO_EARLY, Line, Unit, Value, gap, is_rough, is_worse, of_best
from cardwright.bots import Bot
from cardwright.game import AnyGame, View
from cardwright.scenes import Move, named, words

MAX_RANKED_MOVES = 8
SAMPLED = "A value with ± comes from random samples: the exact one is in that range 95 times of 100."
LOST = "no move can win any more"
EQUAL = "just as good"
CHANCE = ", which may be chance"  # of a difference within the error


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
    rough = bool(lines) and is_rough(games.unit(game), lines[0])
    if lines:
        best, unit = lines[0], games.unit(game)
        lost = unit.kind == "share" and not best.value and not best.error
        value = TOO_EARLY if rough else LOST if lost else worth(unit, best.value, best.error)
        text, reason = game.text(best.action), with_reason(best.reason, value)
    else:
        advice = adviser.advise(view)
        text, reason = game.text(advice.action), advice.reason
    label = move_label(moves, text)
    reason = reason.removeprefix(label).lstrip(": ").removesuffix(".")
    sentence = f"{label}: {reason}" if reason else label
    text_with_next = f"{sentence}. {_next_best(game, lines, moves)}" if lines else sentence
    ranking = tuple(named(each, names) for each in _ranking(game, lines, moves))
    sampled = any("±" in line for line in ranking)
    return Hint(
        named(f"Hint: {text_with_next}", names),
        text,
        tuple(sorted(places_of_move(moves, text))),
        ranking,
        named(label, names),
        named(f"{reason}; there is no other move" if len(lines) == 1 else reason, names),
        ROUGH if rough else SAMPLED if sampled else "",
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
        yield f"{move_label(moves, game.text(line.action))}: {value_text(unit, line, best)}"


def value_text(unit: Unit, line: Line, best: Line) -> str:
    """Return the value of a move in words, if it is rough only beside the best: "25 of 100"."""
    return of_best(line.value, best.value) if is_rough(unit, best) else unit.text(line.value, line.error)


def loss_text(unit: Unit, line: Line, best: Line) -> str:
    """Return what a move loses against the best, in words: "2.1 %", or if it is rough "75 of 100"."""
    less = gap(best, line)[0]
    return of_best(less, best.value) if is_rough(unit, best) else unit.short(less)


def reason_beside(reason: str, other: str) -> str:
    """Return the reason of a move that is shown beside another; "" if it is true of the other too, and said there."""
    return "" if reason == other else reason


def with_reason(reason: str, value: str) -> str:
    """Return the reason of a move, if it has one, and its value."""
    return f"{reason.removesuffix('.')}; {value}" if reason else value


def worth(unit: Unit, value: Value, error: float = 0.0) -> str:
    """Return the value of a move in words: "worth 4.25 points", "61.3 ± 2.1 % chance to win"."""
    return f"{'' if unit.kind == 'share' else 'worth '}{unit.text(value, error)}"


def _next_best(game: AnyGame, lines: Sequence[Line], moves: Sequence[Move]) -> str:
    """Return the second line, and its distance to the first."""
    if len(lines) == 1:
        return "There is no other move"
    best, second, *_ = lines
    unit = games.unit(game)
    less = loss_text(unit, second, best)
    if is_rough(unit, best):
        beside = value_text(unit, second, best)
    elif any(digit in less for digit in "123456789"):
        beside = f"{less} less{'' if is_worse(best, second) else CHANCE}"
    else:
        beside = EQUAL
    return f"Next best: {move_label(moves, game.text(second.action))}, {beside}"
