"""Drills: positions to decide, from games between bots or from one's own mistakes, and the worth of each answer."""

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

import msgspec

from cardwright import games
from cardwright.answers import Line, gap, is_worse
from cardwright.game import CHANCE, Game, Player, State
from cardwright.play import review
from cardwright.play.record import Record

SKIPPED_DECISIONS_COUNT = 12  # at most, before the one that is asked


class Exercise(msgspec.Struct, frozen=True):
    """A position in which a seat has to choose, and the lines of its moves, best first.

    ``by_rule`` if right is what a house's rules ask of a dealer, whatever it is worth.
    """

    game: Game[Any, Any, Any]
    state: State
    seat: Player
    lines: tuple[Line, ...]
    by_rule: bool = False


def stock(game: Game[Any, Any, Any], rng: Random, *, by_rule: bool = False) -> Iterator[Exercise]:
    """Yield positions of games between bots, without end: those in which some move is a mistake.

    With ``by_rule``, for a game with `games.by_rule`, a mistake is what the house's rules do not ask of a dealer.
    """
    names = games.bot_names(game.name)
    player = "basic" if "basic" in names else names[-1]
    while True:
        found = _position(game, player, rng, by_rule)
        if found is not None:
            yield found


def _position(game: Game[Any, Any, Any], player: str, rng: Random, by_rule: bool) -> Exercise | None:
    """Play a game to a random decision of it; None if the game was over before, or all moves are as good."""
    bot, state, left = games.create_bot(player, game, rng), game.initial_state(), rng.randrange(SKIPPED_DECISIONS_COUNT)
    while seats := game.players_to_act(state):
        seat = seats[0]
        if seat == CHANCE:
            state = game.apply(state, seat, game.draw(state, rng))
            continue
        view = game.view(state, seat)
        if left <= 0:
            lines = games.by_rule(game, view) if by_rule else games.evaluate(game, view)
            if len(lines) > 1 and is_worse(lines[0], lines[-1]):
                return Exercise(game, state, seat, lines, by_rule)
        left -= 1
        state = game.apply(state, seat, bot.advise(view).action)
    return None


def mistakes(records: Iterable[Record], seat: Player | None = None) -> Iterator[Exercise]:
    """Yield the positions of the mistakes of one seat, or of all, in finished games; the dearest of each game first."""
    for record in records:
        found = review.of_record(record, None if seat is None else [seat])
        bad = [each for one in found for each in one.decisions if each.mistake]
        for each in sorted(bad, key=lambda each: -each.cost):
            state = record.states[each.at]
            lines = games.evaluate(record.game, record.view(each.at, each.seat))
            yield Exercise(record.game, state, each.seat, lines)


def worth(exercise: Exercise, text: str) -> tuple[Line, float, bool] | None:
    """Return the line of a move, its cost against the best, and whether it is a mistake; None if it has no value."""
    line = next((line for line in exercise.lines if exercise.game.text(line.action) == text), None)
    if line is None:
        return None
    best = exercise.lines[0]
    return line, float(gap(best, line)[0]), is_worse(best, line)
