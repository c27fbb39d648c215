"""Po& Poker Patience: how fast random games are played, and how many layouts are read."""

from collections.abc import Callable
from random import Random

from cardwright.game import CHANCE
from cardwright.games.patience.rules import Patience
from cardwright.games.patience.scoring import read_line, standing


def random_play(games: int, **options: object) -> int:
    """Actions, chance's included, of whole games in which everything is chosen at random."""
    game, rng, actions = Patience(**options), Random(1), 0
    for _ in range(games):
        state = game.initial_state()
        while to_act := game.players_to_act(state):
            seat = to_act[0]
            action = game.draw(state, rng) if seat == CHANCE else rng.choice(game.legal_actions(state, seat))
            state = game.apply(state, seat, action)
            actions += 1
    return actions


def standings(layouts: list[list[int]]) -> int:
    """Full layouts that are all different, their twelve lines read anew."""
    read_line.cache_clear()
    for layout in layouts:
        standing(layout)
    return len(layouts)


def measures() -> dict[str, tuple[Callable[[], int], str]]:
    """What is measured: its name, the work, which returns how much of it was done, and the unit."""
    rng = Random(1)
    layouts = [rng.sample(range(52), 25) for _ in range(2_000)]
    return {
        "patience played at random": (lambda: random_play(200), "actions"),
        "patience with cyclic shifts, played at random": (lambda: random_play(200, shifts="cyclic"), "actions"),
        "patience layouts read": (lambda: standings(layouts), "layouts"),
    }
