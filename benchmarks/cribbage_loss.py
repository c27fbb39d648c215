"""Cribbage: what a bot loses in a game against the basic bot, in the chance to win.

The basic bot is known: it lays away by averages and plays the card with the best outlook. So the hands that it may hold
follow from the cards that it played: those that it would have kept, and played so. Each choice of the bot is valued in
such hands, the deal being played out by `Deal.best_rank` on both sides, and beside it the choice that is best in them.
The best is looked for with half of the hands and valued with the other half, and the other way round: so noise cannot
make the loss look larger. "Hand seen" is what the best choice would gain if the other's hand lay open: more than anyone
can infer.
"""

from collections.abc import Callable, Sequence
from random import Random

import numpy as np
from numpy.typing import NDArray

from cardwright.game import CHANCE
from cardwright.games import create_bot
from cardwright.games.cribbage.actions import LayAway, PlayCard
from cardwright.games.cribbage.crib_average import SPLITS, split_index
from cardwright.games.cribbage.odds.moves import lay_values, play_values
from cardwright.games.cribbage.odds.worlds import Worlds, worlds_before_play, worlds_of_fast_player
from cardwright.games.cribbage.rules import Cribbage
from cardwright.games.cribbage.state import CribbageState, CribbageView, cards_played_by, playable
from cardwright.standard_error import NORMAL_95_FACTOR

BOTS = ("expert", "basic")
GAMES_COUNT = 24
WORLDS_COUNT = 2_000  # in each half
EARLY_WORLDS_COUNT = 300  # in which all layings are valued, and the best few in the others too
CLOSE_WAYS_COUNT = 4
SEED = 1

Values = NDArray[np.float64]


def crossed(values: Values, chosen: int) -> float:
    """Return what a choice loses by two halves of the worlds, each choosing the best for the other."""
    first, second = values[:WORLDS_COUNT].mean(0), values[WORLDS_COUNT:].mean(0)
    best = (first[second.argmax()] + second[first.argmax()]) / 2
    return float(best - (first[chosen] + second[chosen]) / 2)


def laying_loss(game: Cribbage, view: CribbageView, action: LayAway, rng: np.random.Generator) -> float:
    """Return what a laying loses."""
    chosen = split_index(view.hand, action.cards)
    early = lay_values(game, view, range(len(SPLITS)), worlds_before_play(view, EARLY_WORLDS_COUNT, rng))[:, :, 0].mean(
        0
    )
    ways = sorted({chosen, *np.argsort(-early)[:CLOSE_WAYS_COUNT].tolist()})
    values = lay_values(game, view, ways, worlds_before_play(view, 2 * WORLDS_COUNT, rng))[:, :, 0]
    return crossed(values, ways.index(chosen))


def equal_worlds(cards: NDArray[np.uint8]) -> Worlds:
    """Return worlds of equal weight."""
    styles = np.zeros(len(cards), np.uint8)
    return Worlds(cards, styles, np.full(len(cards), 1 / len(cards)), is_exhaustive=False)


def play_loss(
    game: Cribbage, state: CribbageState, view: CribbageView, action: PlayCard, rng: np.random.Generator
) -> tuple[float, float]:
    """Return what a card loses, and what the best card would gain on it with the other's hand seen."""
    cards = playable(view)
    chosen = cards.index(action.card)
    hands = np.concatenate([worlds_of_fast_player(view, WORLDS_COUNT, rng)[:WORLDS_COUNT] for _ in range(2)])
    values = play_values(game, view, cards, equal_worlds(hands))[..., 0]
    other = 1 - view.player
    true = np.array([[*cards_played_by(view, other), *state.hands[other], *state.laid[other]]], np.uint8)
    seen = play_values(game, view, cards, equal_worlds(true))[0, :, 0]
    return crossed(values, chosen), float(seen.max() - seen[chosen])


def played(game: Cribbage, name: str, number: int) -> Sequence[float]:
    """Return what a bot loses in one game in laying away and in the play, and what seeing the hand would gain."""
    rng, chance = np.random.default_rng((SEED, number)), Random(number)
    seat, lost = number % 2, np.zeros(3)
    bots = [create_bot(name if each == seat else "basic", game, Random(number)) for each in (0, 1)]
    state = game.initial_state()
    while to_act := game.players_to_act(state):
        player = to_act[0]
        if player == CHANCE:
            state = game.apply(state, CHANCE, game.draw(state, chance))
            continue
        view = game.view(state, player)
        action = bots[player].advise(view).action
        if player == seat and isinstance(action, LayAway):
            lost[0] += laying_loss(game, view, action, rng)
        elif player == seat and isinstance(action, PlayCard) and len(game.choices(view)) > 1:
            lost[1:] += play_loss(game, state, view, action, rng)
        state = game.apply(state, player, action)
    return lost.tolist()


def measures() -> dict[str, tuple[Callable[[], int], str]]:
    """Return no measure of speed."""
    return {}


def facts() -> dict[str, list[tuple[str, ...]]]:
    """Return the losses of the bots."""
    rows: list[tuple[str, ...]] = [("bot", "games", "laying away", "play", "hand seen")]
    for bot in BOTS:
        found = 100 * np.array([played(Cribbage(), bot, number) for number in range(GAMES_COUNT)])
        margins = NORMAL_95_FACTOR * found.std(0, ddof=1) / len(found) ** 0.5
        shown = (f"{mean:.2f} ± {margin:.2f} %" for mean, margin in zip(found.mean(0), margins))
        rows.append((bot, str(len(found)), *shown))
    return {"Lost in a game against the basic bot": rows}
