"""Value of the settings of seven cards at the table, by random hands of the opponents, set by the table's house way.

All settings meet the same random hands, so that the difference of two is known better than each of them.
`setting_odds` counts every hand of the dealer instead, which needs tables of all hands.
"""

import itertools

import numpy as np
from numpy.typing import NDArray

from cardwright.answers import Budget, Figure, Line, ranked, seed_of
from cardwright.cards import Card
from cardwright.games.paigow import _kernels, actions
from cardwright.games.paigow.hands import DECK
from cardwright.games.paigow.house_way import WAYS, Setting, set_hand
from cardwright.games.paigow.rules import PaiGow
from cardwright.games.paigow.state import PaiGowView

SAMPLED_DEALS = 40_000
FRONT_PLACES = tuple(itertools.combinations(range(7), 2))

Results = NDArray[np.float64]
Values = NDArray[np.int32]


def evaluate(game: PaiGow, view: PaiGowView, budget: Budget) -> tuple[Line, ...]:
    """Return the expected gain of every setting, in bets (at home: in pots); () for other decisions."""
    if view.phase != "set" or view.player not in view.to_act:
        return ()
    held = tuple(sorted(view.hand))
    wheel = game.settings["wheel"]
    mine = np.zeros((1, len(FRONT_PLACES), 2), np.int32)
    _kernels.every_setting(np.array([held], np.uint8), int(wheel == "lowest"), mine)
    theirs = _opponents(game, view, held, budget.samples or SAMPLED_DEALS)
    house = set_hand(held, game.settings["house_way"], wheel)
    gains = np.stack([_gain(game, view, values, theirs) for values in mine[0]])
    best = gains[int(gains.mean(axis=1).argmax())]
    lines = [_line(held, places, gain, best, house) for places, gain in zip(FRONT_PLACES, gains, strict=True)]
    return ranked(lines)


def _line(held: tuple[Card, ...], places: tuple[int, int], gain: Results, best: Results, house: Setting) -> Line:
    front = held[places[0]], held[places[1]]
    deals = len(gain)
    won, lost = float((gain > 0).mean()), float((gain < 0).mean())
    reason = f"the house way sets it so: {house.reason}" if set(house.front) == set(front) else ""
    return Line(
        actions.FRONTS[front],
        float(gain.mean()),
        float(gain.std()) / deals**0.5,
        parts=(Figure("win", won), Figure("push", 1 - won - lost), Figure("lose", lost)),
        reason=reason or f"the house way would put {DECK.text_of(house.front)} in front",
        gap_error=float((best - gain).std()) / deals**0.5,
    )


def _opponents(game: PaiGow, view: PaiGowView, held: tuple[Card, ...], deals: int) -> list[Values]:
    """Return the fronts and backs of each opponent that the setting meets, in random deals."""
    number = _opponent_count(game, view)
    rest = np.array([card for card in range(DECK.size) if card not in held], np.uint8)
    rng = np.random.default_rng(seed_of(game, view))
    order = rng.random((deals, len(rest)), np.float32).argsort(axis=1)[:, : 7 * number]
    found = []
    for opponent in range(number):
        cards = np.sort(rest[order[:, 7 * opponent : 7 * opponent + 7]], axis=1)
        values = np.zeros((deals, 2), np.int32)
        way = list(WAYS).index(game.settings["house_way"])
        lowest = int(game.settings["wheel"] == "lowest")
        _kernels.set_hands(cards, way, lowest, np.zeros((deals, 2), np.uint8), values)
        found.append(values)
    return found


def _opponent_count(game: PaiGow, view: PaiGowView) -> int:
    """Return how many hands meet this seat's: the bank's, or for the bank and at home all others'."""
    if game.home:
        return sum(view.seated) - 1
    return sum(view.seated) if view.bank == view.player else 1


def _gain(game: PaiGow, view: PaiGowView, mine: NDArray[np.int32], theirs: list[Values]) -> Results:
    """Return the gain of a setting in each deal, on average over the bets that it meets."""
    if game.home:
        return _pot(mine, theirs)
    if mine[0] > mine[1]:  # a foul loses
        return np.full(len(theirs[0]), -1.0)
    after = 1 - game.settings["commission"] / 100
    banks, pushed = view.bank == view.player, game.settings["copies"] == "push"
    found = np.zeros(len(theirs[0]))
    for values in theirs:
        above, below = mine > values, mine < values
        won = above if pushed or not banks else ~below
        lost = below if pushed or banks else ~above
        found += np.where(won.all(axis=1), after, 0.0) - lost.all(axis=1)
    return found / len(theirs)


def _pot(mine: NDArray[np.int32], theirs: list[Values]) -> Results:
    """Return 1 in each deal in which both hands are the best alone, and the pot is won; else 0."""
    if mine[0] > mine[1]:
        return np.zeros(len(theirs[0]))
    best = np.max(theirs, axis=0)
    won: Results = (mine > best).all(axis=1).astype(np.float64)
    return won
