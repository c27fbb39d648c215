"""The cost of a posted move: its parsing, and, only if it holds a number, the scene; then a frame for each watcher."""

from collections.abc import Callable
from random import Random
from typing import Any

from cardwright import games
from cardwright.game import CHANCE, View
from cardwright.scenes import Scene
from cardwright.web.drawing import scene_parts, zone_parts

Work = Callable[[], int]
REPEATS = 20
EARLIER_MOVES = 12
NAMES = tuple(f"Player {seat}" for seat in range(1, 21))


def measures() -> dict[str, tuple[Work, str]]:
    """Return the measures: for each game the scene that a move is chosen from, and a frame of it in HTML."""
    found: dict[str, tuple[Work, str]] = {}
    for name in games.GAMES:
        game, view, text = _turn(name)
        found[f"{name}: parse a move"] = (_repeated(game.parse, text), "moves")
        found[f"{name}: the scene of a view"] = (_repeated(games.scene, game, view), "scenes")
        scene = games.scene(game, view)
        found[f"{name}: a frame in HTML"] = (_repeated(_drawn, scene), "frames")
    return found


def _drawn(scene: Scene) -> None:
    for cached in (zone_parts._place, zone_parts._zone):  # or all but the first would be found there
        cached.cache_clear()
    scene_parts.scene_html(scene, NAMES, 1, "/t/x/move")


def _repeated(work: Callable[..., object], *given: Any) -> Work:
    def run() -> int:
        for _ in range(REPEATS):
            work(*given)
        return REPEATS

    return run


def _turn(name: str) -> tuple[Any, View, str]:
    """Return a game, what a player to act sees after a dozen moves or before the last one, and a move in notation."""
    game, rng = games.create(name), Random(1)
    state = game.initial_state()
    turns: list[tuple[Any, View, str]] = []
    while len(turns) <= EARLIER_MOVES and (acting := game.players_to_act(state)):
        player = acting[0]
        if player == CHANCE:
            state = game.apply(state, player, game.draw(state, rng))
            continue
        action = rng.choice(list(game.legal_actions(state, player)))
        turns.append((game, game.view(state, player), game.text(action)))
        state = game.apply(state, player, action)
    return turns[-1]
