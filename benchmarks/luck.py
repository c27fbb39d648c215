"""Luck: how many times fewer games a match needs when luck is taken out (`cardwright match --luck 384`).

Single games, one bot in the first seat: the variance of the results divided by that of the results without their luck.
The same cards with seats exchanged, as matches play them, are not counted in. The interval is that of 95 of 100 draws
of as many games from those played.
"""

from collections.abc import Callable

import numpy as np

from cardwright.arena import estimates, match
from cardwright.arena.duplicate import Match, Round, outcome

ALTERNATIVES_COUNT = 384
SEED = 1
DRAWS_COUNT = 1_000
HOLDEM = {"players": 2, "deals": 1}
P, C = "cardwright.games.poker.sparring", "cardwright.games.cribbage.sparring"
PAIRS: tuple[tuple[str, tuple[str, ...], dict[str, int], int], ...] = (
    ("cribbage", ("basic", "basic"), {}, 200),
    ("cribbage", ("misses-5-percent", "basic"), {}, 200),
    ("cribbage", (f"{C}:ISMCTS", "basic"), {}, 200),
    ("cribbage", (f"{C}:Greedy", "basic"), {}, 200),
    ("cribbage", ("expert", "basic"), {}, 200),
    ("poker", ("caller", "caller"), HOLDEM, 200),
    ("poker", ("caller", f"{P}:Maniac"), HOLDEM, 200),
    ("poker", ("fast", f"{P}:Tight"), HOLDEM, 400),
    ("poker", ("fast", "caller"), HOLDEM, 200),
    ("poker", ("balanced", "caller"), HOLDEM, 400),
    ("poker", ("balanced", f"{P}:Maniac"), HOLDEM, 400),
    ("poker", ("balanced", f"{P}:Tight"), HOLDEM, 600),
    ("poker", ("balanced", "fast"), HOLDEM, 600),
)


def measures() -> dict[str, tuple[Callable[[], int], str]]:
    """Return no measure of speed."""
    return {}


def facts() -> dict[str, list[tuple[str, ...]]]:
    """Return the factor for some pairs of bots."""
    rows: list[tuple[str, ...]] = [("game", "bots", "games", "times fewer", "interval")]
    for game, bots, options, games in PAIRS:
        results, luck = [], []
        with Match(match.setup(game, bots, dict(options), ALTERNATIVES_COUNT)) as playing:
            for number in range(games):
                state, lucky = playing.play_once(Round(SEED, number, 0, (0, 1)), [[], []])
                results.append(outcome(playing.game, state, 0))
                luck.append(lucky[0])
        values = np.array(results)
        left = estimates.adjust(values, np.array(luck).T)
        drawn = np.random.default_rng(SEED).integers(games, size=(DRAWS_COUNT, games))
        low, high = np.percentile(values[drawn].var(axis=1) / left[drawn].var(axis=1), (2.5, 97.5))
        factor = f"{values.var() / left.var():,.1f}"
        names = ", ".join(bot.rpartition(":")[2] for bot in bots)
        rows.append((game, names, str(games), factor, f"{low:,.1f} to {high:,.1f}"))
    return {"Games that are needed": rows}
