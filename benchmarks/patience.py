"""Po& Poker Patience: play random games and evaluate layouts."""

from collections.abc import Callable
from random import Random

from benchmarks._play import random_play

from cardwright.games.patience.plans import Position
from cardwright.games.patience.rules import Patience
from cardwright.games.patience.scoring import CELLS, DECK, EMPTY, read_line, standing


def standings(layouts: list[list[int]]) -> int:
    """Evaluate the twelve lines of full layouts that are all different."""
    read_line.cache_clear()
    for layout in layouts:
        standing(layout)
    return len(layouts)


def steps_walked(steps: int) -> int:
    """Walk among full layouts with all cells open."""
    turned, *unseen = range(DECK.size)
    empty = (EMPTY,) * CELLS
    Position((empty, empty), turned, unseen, (1 << 2 * CELLS) - 1, True).walk(Random(1), steps)
    return steps


def measures() -> dict[str, tuple[Callable[[], int], str]]:
    """Return the measures: name, work and unit."""
    rng = Random(1)
    layouts = [rng.sample(range(52), 25) for _ in range(2_000)]
    return {
        "patience played at random": (lambda: random_play(Patience(), 200), "actions"),
        "patience with cyclic shifts, played at random": (
            lambda: random_play(Patience(shifts="cyclic"), 200),
            "actions",
        ),
        "patience: walks among full layouts": (lambda: steps_walked(2_000_000), "steps"),
        "patience layouts read": (lambda: standings(layouts), "layouts"),
    }
