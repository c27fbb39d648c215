"""The patience's expert in fresh deals: its chance to win where the values are exact for the first time.

From there on it plays exactly, so the mean of these chances is the share of deals that it wins, and is known from fewer
deals. A deal in which no way to win is left counts 0.
"""

import os
import time
from collections.abc import Callable
from random import Random

import numpy as np

from cardwright.answers import DEFAULT_BUDGET
from cardwright.game import CHANCE
from cardwright.games import create_bot
from cardwright.games.patience import odds
from cardwright.games.patience.actions import PlaceCard, Shift
from cardwright.games.patience.plans import MAX_EXACT_CELLS
from cardwright.games.patience.rules import Patience
from cardwright.standard_error import NORMAL_95_FACTOR

BOTS = ("expert", "fast")
DEALS_COUNT = int(os.environ.get("CARDWRIGHT_DEALS", "40"))
FIRST_DEAL = int(os.environ.get("CARDWRIGHT_FIRST_DEAL", "5000"))


def chance(bot: str, deal: int) -> tuple[float, float]:
    """Return the chance to win in a deal, and the processor seconds that a card took before."""
    game = Patience()
    rng, began, cards = Random(deal), time.process_time(), 0
    player, state = create_bot(bot, game, Random(deal)), game.initial_state()
    while to_act := game.players_to_act(state):
        if to_act[0] == CHANCE:
            state = game.apply(state, CHANCE, game.draw(state, rng))
            continue
        view = game.view(state, 0)
        position = odds.position_of(game, view)
        if position is not None and len(position.empty) <= MAX_EXACT_CELLS:
            lines = odds.evaluate(game, view, DEFAULT_BUDGET)
            if lines and all(line.error == 0 for line in lines):
                return float(lines[0].value), (time.process_time() - began) / cards
        action = player.advise(view).action
        assert isinstance(action, PlaceCard | Shift)
        state = game.play(state, 0, action)
        cards += 1
    return float(game.returns(state)[0] > 0), (time.process_time() - began) / cards


def measures() -> dict[str, tuple[Callable[[], int], str]]:
    """Return no measure of speed."""
    return {}


def facts() -> dict[str, list[tuple[str, ...]]]:
    """Return the chances of the bots."""
    rows: list[tuple[str, ...]] = [("bot", "deals", "chance to win", "processor time a card")]
    for bot in BOTS:
        found = np.array([chance(bot, FIRST_DEAL + number) for number in range(DEALS_COUNT)])
        mean, spread = found[:, 0].mean(), found[:, 0].std(ddof=1)
        margin = NORMAL_95_FACTOR * spread / DEALS_COUNT**0.5
        rows.append(
            (
                bot,
                f"{DEALS_COUNT}",
                f"{100 * mean:.1f} ± {100 * margin:.1f} %",
                f"{1000 * np.median(found[:, 1]):.0f} ms",
            )
        )
    return {"Chance to win": rows}
