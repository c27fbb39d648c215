"""Value of the settings of seven cards at the table, against opponents who set by the table's house way.

Exact against one hand, and for a bank against several, all hands that an opponent may hold being counted. Where the
hands of several opponents matter together they are sampled: for the pot at home, and where commission is due on the
sum of what a bank wins. All settings then meet the same random hands, so that the difference of two is known better
than each of them.
"""

import itertools
from fractions import Fraction

import numpy as np
from msgspec.structs import asdict
from numpy.typing import NDArray

from cardwright.answers import Budget, Figure, Line, ranked, seed_of
from cardwright.cards import Card
from cardwright.games.paigow import actions
from cardwright.games.paigow.hands import DECK, all_settings
from cardwright.games.paigow.house_way import Setting, set_hand
from cardwright.games.paigow.odds.classes import HAND_CARDS
from cardwright.games.paigow.odds.deals import Outcome
from cardwright.games.paigow.odds.hand import compare_settings, results
from cardwright.games.paigow.odds.way_table import every_value, set_all
from cardwright.games.paigow.rules import PaiGow
from cardwright.games.paigow.state import PaiGowView
from cardwright.ranking.rows import shuffled
from cardwright.standard_error import gap_error, mean_error, share_error

SAMPLED_DEALS = 40_000
FRONT_PLACES = tuple(itertools.combinations(range(HAND_CARDS), 2))

Results = NDArray[np.float64]
Values = NDArray[np.int32]


def evaluate(game: PaiGow, view: PaiGowView, budget: Budget) -> tuple[Line, ...]:
    """Return the expected gain of every setting, in bets (at home: in pots); () for other decisions."""
    if view.phase != "set" or view.player not in view.to_act:
        return ()
    held = tuple(sorted(view.hand))
    house = set_hand(held, game.settings["house_way"], game.settings["wheel"])
    bets = _bets(game, view)
    if len(bets) == 1 or not (game.home or game.settings["commission"]):
        return ranked(_exact_lines(game, view, held, house))
    return ranked(_sampled_lines(game, view, held, house, bets, budget.samples or SAMPLED_DEALS))


def by_rule(game: PaiGow, view: PaiGowView) -> tuple[Line, ...]:
    """Return all settings; those as good in front and behind as the house way's have value 1, the others 0."""
    if view.phase != "set" or view.player not in view.to_act:
        return ()
    house = set_hand(view.hand, game.settings["house_way"], game.settings["wheel"])
    house_values = game.hands.front(house.front), game.hands.back(house.back)
    lines = []
    for front, back in all_settings(tuple(sorted(view.hand))):
        is_as_house = (game.hands.front(front), game.hands.back(back)) == house_values
        lines.append(Line(actions.FRONTS[front[0], front[1]], int(is_as_house), reason=house.reason))
    return ranked(lines)


def _bets(game: PaiGow, view: PaiGowView) -> list[int]:
    """Return the bet of each hand that meets this seat's: the bank's, or for the bank and at home all others'."""
    others = [seat for seat in game.playing(view) if seat != view.player]
    if game.home:
        return [1 for _ in others]
    if view.bank != view.player:
        return [view.bets[view.player]]
    return [*(view.bets[seat] for seat in others), game.dealer_bet(view, view.player)]


def _exact_lines(game: PaiGow, view: PaiGowView, held: tuple[Card, ...], house: Setting) -> list[Line]:
    table = game.settings
    lines = []
    for front, foul, cell in compare_settings(held, table["house_way"], table["wheel"]):
        if game.home:
            win = 0 if foul else int(cell[0, 0])
            outcome_ = Outcome(win, int(cell.sum()) - win, 0)
        else:
            outcome_ = Outcome(*results(cell, table["copies"], foul=foul, bank=view.bank == view.player))
        value = outcome_.value(table["commission"])
        counts = asdict(outcome_).items()
        parts = tuple(Figure(name, Fraction(count, outcome_.total), kind="share") for name, count in counts)
        reason = _reason(game, [float(part.value) for part in parts], front, house)
        lines.append(Line(actions.FRONTS[front[0], front[1]], value, parts=parts, reason=reason))
    return lines


def _reason(game: PaiGow, shares: list[float], front: tuple[Card, ...], house: Setting) -> str:
    """Return how often a setting wins, pushes and loses, and the house way's setting."""
    win, push, lose = ("under 1 %" if 0 < share < 0.005 else f"{100 * share:.0f} %" for share in shares)
    often = (f"takes the pot {win}" if game.home else f"wins {win}, pushes {push} and loses {lose}") + " of the time"
    if set(front) == set(house.front):
        return f"{often}; the house way sets it so: {house.reason}"
    return f"{often}; the house way would put {DECK.short_of(house.front)} in front"


def _sampled_lines(
    game: PaiGow, view: PaiGowView, held: tuple[Card, ...], house: Setting, bets: list[int], deals: int
) -> list[Line]:
    own_values = every_value(np.array([held], np.uint8), game.settings["wheel"])
    opponents = _opponents(game, view, held, len(bets), deals)
    gains = np.stack([_gain(game, values, opponents, bets) for values in own_values[0]])
    best = gains[int(gains.mean(axis=1).argmax())]
    fouls = own_values[0][:, 0] > own_values[0][:, 1]
    return [
        _line(game, (held[low], held[high]), gain, best, house, foul=bool(foul))
        for (low, high), gain, foul in zip(FRONT_PLACES, gains, fouls, strict=True)
    ]


def _line(game: PaiGow, front: tuple[Card, Card], gain: Results, best: Results, house: Setting, *, foul: bool) -> Line:
    """Return a setting with its errors; the result of a foul is certain."""
    won, lost = float((gain > 0).mean()), float((gain < 0).mean())
    shares = (("win", won), ("push", 1 - won - lost), ("lose", lost))
    exact = 0.0 if foul else 1.0
    return Line(
        actions.FRONTS[front],
        float(gain.mean()),
        exact * mean_error(gain, -1.0),
        parts=tuple(Figure(name, share, exact * share_error(share, len(gain)), "share") for name, share in shares),
        reason=_reason(game, [won, 1 - won - lost, lost], front, house),
        gap_error=gap_error(best - gain, 2.0),
    )


def _opponents(game: PaiGow, view: PaiGowView, held: tuple[Card, ...], number: int, deals: int) -> list[Values]:
    """Return the fronts and backs of each opponent that the setting meets, in random deals."""
    rest = np.array(DECK.without(held), np.uint8)
    rng = np.random.default_rng(seed_of(game, view))
    dealt = shuffled(rest, deals, rng, HAND_CARDS * number)
    values_by_opponent = []
    for opponent in range(number):
        cards = np.sort(dealt[:, HAND_CARDS * opponent : HAND_CARDS * (opponent + 1)], axis=1)
        values_by_opponent.append(set_all(cards, game.settings["house_way"], game.settings["wheel"])[1])
    return values_by_opponent


def _gain(game: PaiGow, own_values: NDArray[np.int32], opponents: list[Values], bets: list[int]) -> Results:
    """Return the gain of a setting in each deal, at home in pots, for the bank as a share of all bets against it."""
    if game.home:
        return _pot(own_values, opponents)
    if own_values[0] > own_values[1]:  # a foul loses
        return np.full(len(opponents[0]), -1.0)
    pushed = game.settings["copies"] == "push"
    gains = np.zeros(len(opponents[0]))
    for values, bet in zip(opponents, bets, strict=True):
        won = own_values > values if pushed else own_values >= values
        gains += bet * (won.all(axis=1).astype(np.float64) - (own_values < values).all(axis=1))
    return np.where(gains > 0, gains * (1 - game.settings["commission"] / 100), gains) / sum(bets)


def _pot(own_values: NDArray[np.int32], opponents: list[Values]) -> Results:
    """Return 1 in each deal in which both hands are the best alone, and the pot is won; else 0."""
    if own_values[0] > own_values[1]:
        return np.zeros(len(opponents[0]))
    best = np.max(opponents, axis=0)
    won: Results = (own_values > best).all(axis=1).astype(np.float64)
    return won
