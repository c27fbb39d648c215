"""A lost game of one player as it could have been won, had the order of its cards been known."""

from collections.abc import Sequence
from typing import Any

from cardwright import games
from cardwright.game import CHANCE, Action, AnyGame, Game, Player, State, View
from cardwright.play.record import Header, Record
from cardwright.play.table import Step


def check_solver(name: str) -> None:
    """Raise `UnknownName` for a game that has no solver."""
    games.check_has(name, "solver", "game with a solver")


def _solver(game: AnyGame) -> Any:
    check_solver(game.name)
    return games.part(game.name, games.room(game.name).solver)


def solve(game: AnyGame, drawn: Sequence[Action]) -> Sequence[Action] | None:
    """Return the moves that win a game against these actions of chance, None if none were found.

    Raises `UnknownName` for a game that has no solver, and `PlayError` where the actions are too few.
    """
    return _solver(game).solve(game, drawn)


def may_be_solved(game: Game[State, Action, View], last: State, forfeited: Player | None) -> bool:
    """Return whether a game was lost in its last state, not by a forfeit, and its game has a solver."""
    return bool(games.room(game.name).solver) and forfeited is None and game.returns(last)[0] <= 0


def is_solvable(record: Record) -> bool:
    """Return whether a way to win a finished game can be searched for: see `may_be_solved`."""
    return may_be_solved(record.game, record.states[-1], record.forfeited)


def chance_actions(record: Record) -> list[Action]:
    """Return the actions of chance in a game, each once: a card that came again after a take-back is one card."""
    return list(dict.fromkeys(record.game.parse(step.action) for step in record.log if step.player == CHANCE))


def find_win(record: Record) -> Record | None:
    """Return the game won with the same cards, None if no way was found. Raises `PlayError`, `UnknownName`."""
    moves = solve(record.game, chance_actions(record))
    return None if moves is None else replay(record.header, record.game, chance_actions(record), moves)


def proof(record: Record) -> str:
    """Return in a sentence from where on a lost game could not be won, whatever was done; "" if that is not proved."""
    lost_from = _solver(record.game).lost_from(record.game, record.states)
    if lost_from is None or not is_solvable(record):
        return ""
    number, reasons = lost_from
    return f"From card {number} on it could not be won any more, wherever the cards were placed: {'; '.join(reasons)}."


def replay(header: Header, game: Game[State, Action, View], drawn: Sequence[Action], moves: Sequence[Action]) -> Record:
    """Return the record of a game with these cards and moves; after the last move, the last legal action is played."""
    state, cards, moves_left = game.initial_state(), list(drawn), iter(moves)
    log: list[Step] = []
    while players := game.players_to_act(state):
        if players[0] == CHANCE:
            outcomes = [action for action, _ in game.chance_outcomes(state)]
            action = next((card for card in cards if card in outcomes), outcomes[0])
            cards = [card for card in cards if card != action]
        else:
            action = next(moves_left, None) or game.legal_actions(state, players[0])[-1]
        log.append(Step(players[0], game.text(action)))
        state = game.apply(state, players[0], action)
    return Record.of(header, game, log)
