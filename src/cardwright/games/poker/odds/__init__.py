"""Value of the moves at a table of poker, in chips from now on: folding is 0.

The round of betting is solved as a game between the seat and its rivals taken together, each of whom holds one of the
hands that go with what they paid (`hands`); the seat itself may hold, for all the others know, such hands too. The
solution is near an equilibrium: a bluff is worth as much as the folds that it wins. A move's value is that of the best
continuation against it, with some allowance for players who call too much. Later rounds only count as chips that go
to the better hand.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from cardwright.answers import Budget, Figure, Line, Unit, ranked, seed_of
from cardwright.games.poker import betting as bt
from cardwright.games.poker import exchange
from cardwright.games.poker.actions import (
    BUY,
    CALL,
    CHECK,
    FOLD,
    MUCK,
    RUN_ONCE,
    STAY,
    BringIn,
    Choose,
    Discard,
    Draw,
    Look,
    Raise,
    Wagers,
)
from cardwright.games.poker.odds import _kernels, show_betting, tree
from cardwright.games.poker.odds.exchanges import exchanges
from cardwright.games.poker.odds.hands import GROUPS_COUNT, MAX_GROUP_ROWS, MAX_OWN_GROUP_ROWS, Hands, compared, deal
from cardwright.games.poker.odds.rivals import rivals
from cardwright.games.poker.odds.words import Share, price, wins
from cardwright.games.poker.rules import Poker
from cardwright.games.poker.state import PokerView
from cardwright.wording import counted

UNIT = Unit("chips")
ITERATIONS_COUNT = 100
OWN_HAND_SHARE = 1e-3  # of the own hand beside those that it may be for the others
# What an error of the share of the pot becomes in the values of the round, as answers to the same question from other
# samples differ: chips that are still to come multiply it, and each rival does.
VALUE_FACTOR, FOLD_FACTOR = 3.0, 2.0
RIVAL_FACTOR = 0.3


def evaluate(game: Poker, view: PokerView, budget: Budget) -> tuple[Line, ...]:
    """Return the value of folding, calling and raises, or of every exchange.

    There is none for a bring-in, for a player who has not looked at their cards, and between deals.
    """
    choices, game = game.choices(view), game.at(view)
    if isinstance(choices, Wagers):
        if isinstance(choices.first[0], BringIn | Look):
            return ()
        if game.variant.show:
            return show_betting.evaluate(game, view, choices, budget)
        return _beside(view, ranked(_wagers(game, view, choices, budget)))
    if choices[0] in (MUCK, BUY, STAY, RUN_ONCE) or isinstance(choices[0], Choose):
        return ()
    if isinstance(choices[0], Discard):
        return ranked(_discards(game, view, [choice for choice in choices if isinstance(choice, Discard)], budget))
    return _exchanged(game, view, [choice for choice in choices if isinstance(choice, Draw)])


def _wagers(game: Poker, view: PokerView, choices: Wagers, budget: Budget) -> Iterator[Line]:
    held = deal(game, view, budget)
    others = rivals(game, view)
    made = tree.build(game, view, choices, others)
    values, folds = _solved(made, held, others.station_share)
    share = held.share()
    b = view.betting
    pot, call = bt.pot(b), bt.bounds(b, game.limit, game.cap)[0]
    unsure = share.error * (1 + RIVAL_FACTOR * len(others.seats))
    error, fold_error = unsure * VALUE_FACTOR * (pot + call), min(unsure * FOLD_FACTOR, 0.5)
    worth = next((value for action, value in zip(made.actions, values, strict=True) if action == CALL), 0.0)
    for action, value, fold in zip(made.actions, values, folds, strict=True):
        match action:
            case Raise(to=to):
                what = "this raise" if b.top else "this bet"
                reason = f"{wins(share)}; {what} makes all others fold {100 * fold:.0f} % of the time"
                more = unsure * 2 * (to - b.bets[view.player])
                parts = (*share.figures, Figure("all fold", fold, fold_error, "share"))
                yield Line(action, value, error + more, parts, reason)
            case _ if action == FOLD:
                yield Line(FOLD, 0, reason=price(share, pot, call, worth))
            case _ if action == CALL:
                yield Line(CALL, value, error, share.figures, price(share, pot, call, worth))
            case _:
                yield Line(CHECK, value, error, share.figures, f"{wins(share)}: checking is free")


def _beside(view: PokerView, lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """Return the lines with the errors of their distances to the first, which is of the same samples.

    It is in proportion to the pot and to the chips by which two moves differ, for each rival who may pay them, and to
    the error of a check or a call.
    """
    b, best = view.betting, lines[0]
    others = b.inside.bit_count() - 1
    costs = [line.action.to - b.top if isinstance(line.action, Raise) else 0 for line in lines]
    even = min(line.error for line in lines if line.action != FOLD) / VALUE_FACTOR
    pot = max(bt.pot(b), 1)

    def beside(line: Line, cost: int) -> Line:
        if FOLD in (line.action, best.action):  # which is worth 0 for certain
            return line
        return replace(line, gap_error=even * (1 + others * abs(cost - costs[0]) / pot))

    return tuple(beside(line, cost) for line, cost in zip(lines, costs, strict=True))


def _solved(made: tree.Tree, held: Hands, station_share: float) -> tuple[list[float], list[float]]:
    """Return the value of each action at the root for the own hand, and how often all rivals fold to it."""
    own = held.own_range.take(held.own_range.quantile_rows(GROUPS_COUNT * MAX_OWN_GROUP_ROWS))
    rivals = held.rivals.take(held.rivals.quantile_rows(GROUPS_COUNT * MAX_GROUP_ROWS))
    table = compared(own, rivals, held.split).reshape(GROUPS_COUNT, MAX_OWN_GROUP_ROWS, GROUPS_COUNT, -1)
    mine = compared(held.mine, rivals, held.split).reshape(GROUPS_COUNT, -1).mean(axis=1)
    share = np.concatenate([table.mean(axis=(1, 3)), mine[None]])
    weights = np.full(GROUPS_COUNT + 1, 1 / GROUPS_COUNT)
    weights[-1] = OWN_HAND_SHARE
    others = np.full(GROUPS_COUNT, 1 / GROUPS_COUNT)
    average = np.zeros((len(made.actor), GROUPS_COUNT + 1))
    _kernels.solve(*made.kernel, share, weights, others, ITERATIONS_COUNT, average)
    folds = [float(average[node, :GROUPS_COUNT].mean()) if node >= 0 else 0.0 for node in made.folds]
    _add_stations(made, average, station_share)
    value = np.zeros_like(average)
    _kernels.reply(*made.kernel, share, average, others, value)
    first = int(made.first[0])
    return [float(value[first + place, GROUPS_COUNT]) for place in range(len(made.actions))], folds


def _add_stations(made: tree.Tree, average: NDArray[np.float64], share: float) -> None:
    """Let the rivals call more often than they should."""
    for node in np.flatnonzero(made.actor == tree.RIVALS):
        edges = slice(int(made.first[node]), int(made.first[node] + made.branches[node]))
        average[edges] *= 1 - share
        average[next(call for call in made.calls if edges.start <= call < edges.stop)] += share


def _discards(game: Poker, view: PokerView, choices: Sequence[Discard], budget: Budget) -> Iterator[Line]:
    """Yield the value of throwing cards away: the pot, times the share that the rest wins of it."""
    pot = bt.pot(view.betting)
    for choice in choices:
        thrown = exchange.discarded(view, view.player, choice.cards)
        share = deal(game, thrown, budget).share()
        reason = f"what you keep wins {share} of the pot on average"
        yield Line(choice, share.mean * pot, share.error * pot, share.figures, reason)


def _exchanged(game: Poker, view: PokerView, choices: Sequence[Draw]) -> tuple[Line, ...]:
    """Return the value of exchanges: the pot, times the chance that the new hand beats a random one of each rival."""
    pot, rivals = bt.pot(view.betting), view.betting.inside.bit_count() - 1
    found = exchanges(game, view, choices, seed_of(game, view))
    lines = [_exchange(choice, beaten, pot, rivals) for choice, beaten in found.items()]
    return ranked(lines)


def _exchange(choice: Draw, beaten: Share, pot: int, rivals: int) -> Line:
    value = pot * beaten.mean**rivals
    hands = f"beats {beaten} of all hands"
    count = counted(len(choice.cards), "new card")
    reason = f"what you keep, with {count}, {hands} on average" if choice.cards else f"your hand {hands} as it is"
    parts = (Figure("hands beaten", beaten.mean, beaten.error, "share"),)
    return Line(choice, value, pot * rivals * beaten.error, parts, reason)
