"""``cardwright solve``: whether a deal could be won by a player who knew the order of its cards, and how."""

import json
from typing import Any

from cardwright import games
from cardwright.errors import CardwrightError
from cardwright.game import CHANCE, Action, Game
from cardwright.play import record
from cardwright.play.luck import Luck
from cardwright.play.table import Table
from cardwright.terminal.doctor import warn_if_slow


def run(name: str, *, path: str, seed: int | None, as_json: bool) -> int:
    """Print a solution of the deal in a record, or of a game's numbered deal."""
    warn_if_slow()
    game, drawn = _of_record(path) if path else _numbered(name, seed)
    drawn = list(dict.fromkeys(drawn))  # what came again after a move was taken back is one card
    moves = games.solution(game, drawn)
    if as_json:
        print(json.dumps({"won": bool(moves), "moves": [game.text(move) for move in moves or ()]}))
        return int(moves is None)
    if moves is None:
        print("No solution was found. That does not prove that there is none.")
        return 1
    print("This deal can be won, if the order of the cards is known:")
    for number, (card, move) in enumerate(zip(drawn, moves), 1):
        print(f"{number:>3}  {game.text(card):<8}  {game.text(move)}")
    return 0


def _of_record(path: str) -> tuple[Game[Any, Any, Any], list[Action]]:
    try:
        found = record.read(path)
    except OSError as problem:
        raise CardwrightError(f"{path}: {problem.strerror}") from problem
    game = found.game
    games.check_solver(game.name)
    return game, [game.parse(step.action) for step in found.log if step.player == CHANCE]


def _numbered(name: str, seed: int | None) -> tuple[Game[Any, Any, Any], list[Action]]:
    """Return a game and its chance actions; the cards of a game that can be solved depend on nothing else."""
    if not name or seed is None:
        raise CardwrightError("name a game and a deal (--seed N), or a finished game (--record FILE)")
    game = games.create(name)
    games.check_solver(name)
    table = Table(game, Luck.numbered(seed))
    table.settle()
    while not table.over:
        table.play(table.to_act[0], game.legal_actions(table.state, table.to_act[0])[0])
        table.settle()
    return game, [game.parse(step.action) for step in table.log if step.player == CHANCE]
