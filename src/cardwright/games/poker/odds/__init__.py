"""Value of the moves at a table of poker, in chips from now on: folding is 0.

The round of betting is solved as a game between the seat and its rivals taken together. Each side has a range of hands
that fits the chips it paid (`hands`), as the other side sees it. CFR+ finds a strategy near a Nash equilibrium. A
move's value is its value in the best response to that strategy, with some allowance for players who call too much.
Later rounds only count as chips that go to the better hand.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from cardwright.answers import Budget, Figure, Line, Unit, ranked, seed_of
from cardwright.games.poker import betting
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
from cardwright.games.poker.cards import exchange
from cardwright.games.poker.odds import _kernels, show_betting, tree
from cardwright.games.poker.odds.exchanges import draw_shares
from cardwright.games.poker.odds.hands import (
    GROUPS_COUNT,
    MAX_GROUP_ROWS,
    MAX_OWN_GROUP_ROWS,
    SAMPLED_ROWS,
    Hands,
    deal_ranges,
    pot_shares,
)
from cardwright.games.poker.odds.opposing_hands import opposing_phrase
from cardwright.games.poker.odds.rivals import rivals
from cardwright.games.poker.odds.words import Share, call_reason, share_phrase
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
EXCHANGE_SAMPLES, MIN_EXCHANGE_SAMPLES = 6_000, 40  # hands for all exchanges together, and for each of many


def evaluate(game: Poker, view: PokerView, budget: Budget, *, names_hands: bool = True) -> tuple[Line, ...]:
    """Return the value of folding, calling and raises, or of every exchange.

    There is none for a bring-in, for a player who has not looked at their cards, and between deals. With
    ``names_hands`` the reasons for folding, calling and raises name the hands that one most often loses to.
    """
    choices, game = game.choices(view), game.at(view)
    if isinstance(choices, Wagers):
        if isinstance(choices.first[0], BringIn | Look):
            return ()
        if game.variant.show:
            return show_betting.evaluate(game, view, choices, budget)
        ranges = deal_ranges(game, view, budget)
        lines = _with_gap_errors(view, ranked(_wager_lines(game, view, choices, ranges)))
        if names_hands and (hands := opposing_phrase(game, ranges)):
            return tuple(replace(line, reason=f"{line.reason}; {hands}") for line in lines)
        return lines
    if choices[0] in (MUCK, BUY, STAY, RUN_ONCE) or isinstance(choices[0], Choose):
        return ()
    if isinstance(choices[0], Discard):
        kept = "what you keep"
        return ranked(_kept_line(game, view, each, budget, kept) for each in choices if isinstance(each, Discard))
    return _draw_lines(game, view, [choice for choice in choices if isinstance(choice, Draw)], budget)


def _wager_lines(game: Poker, view: PokerView, choices: Wagers, ranges: Hands) -> Iterator[Line]:
    rivals_ = rivals(game, view)
    tree_ = tree.build_tree(game, view, choices, rivals_)
    values, folds = _solve(tree_, ranges, rivals_.station_share)
    share = ranges.share()
    b = view.betting
    pot, call = betting.pot(b), betting.to_call(b)
    share_error = share.error * (1 + RIVAL_FACTOR * len(rivals_.seats))
    error, fold_error = share_error * VALUE_FACTOR * (pot + call), min(share_error * FOLD_FACTOR, 0.5)
    call_value = next((value for action, value in zip(tree_.actions, values, strict=True) if action == CALL), 0.0)
    for action, value, fold in zip(tree_.actions, values, folds, strict=True):
        if isinstance(action, Raise):
            what = "this raise" if b.top else "this bet"
            reason = f"{share_phrase(share)}; {what} makes all others fold {100 * fold:.0f} % of the time"
            raise_error = share_error * 2 * (action.to - b.bets[view.player])
            parts = (*share.figures, Figure("all fold", fold, fold_error, "share"))
            yield Line(action, value, error + raise_error, parts, reason)
        elif action == FOLD:
            yield Line(FOLD, 0, reason=call_reason(share, pot, call, call_value))
        elif action == CALL:
            yield Line(CALL, value, error, share.figures, call_reason(share, pot, call, call_value))
        else:
            yield Line(CHECK, value, error, share.figures, f"{share_phrase(share)}: checking is free")


def _with_gap_errors(view: PokerView, lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """Return the lines with the errors of their distances to the first, which is of the same samples.

    It is proportional to the pot, to the difference of the two moves in chips for each rival who may pay it, and to the
    error of a check or a call.
    """
    b, best = view.betting, lines[0]
    rival_count = b.inside.bit_count() - 1
    costs = [line.action.to - b.top if isinstance(line.action, Raise) else 0 for line in lines]
    share_error = min(line.error for line in lines if line.action != FOLD) / VALUE_FACTOR
    pot = max(betting.pot(b), 1)

    def with_gap_error(line: Line, cost: int) -> Line:
        if FOLD in (line.action, best.action):  # which is worth 0 for certain
            return line
        return replace(line, gap_error=share_error * (1 + rival_count * abs(cost - costs[0]) / pot))

    return tuple(with_gap_error(line, cost) for line, cost in zip(lines, costs, strict=True))


def _solve(tree_: tree.Tree, ranges: Hands, station_share: float) -> tuple[list[float], list[float]]:
    """Return the value of each action at the root for the own hand, and how often all rivals fold to it."""
    own_range = ranges.own_range.take(ranges.own_range.quantile_rows(GROUPS_COUNT * MAX_OWN_GROUP_ROWS))
    rivals = ranges.rivals.take(ranges.rivals.quantile_rows(GROUPS_COUNT * MAX_GROUP_ROWS))
    table = pot_shares(own_range, rivals, ranges.split).reshape(GROUPS_COUNT, MAX_OWN_GROUP_ROWS, GROUPS_COUNT, -1)
    own_shares = pot_shares(ranges.own_hand, rivals, ranges.split).reshape(GROUPS_COUNT, -1).mean(axis=1)
    share = np.concatenate([table.mean(axis=(1, 3)), own_shares[None]])
    weights = np.full(GROUPS_COUNT + 1, 1 / GROUPS_COUNT)
    weights[-1] = OWN_HAND_SHARE
    rival_weights = np.full(GROUPS_COUNT, 1 / GROUPS_COUNT)
    strategy = np.zeros((len(tree_.actor), GROUPS_COUNT + 1))
    solver = _kernels.Solver(*tree_.kernel, share, weights, rival_weights)
    solver.solve(ITERATIONS_COUNT, strategy)
    folds = [float(strategy[node, :GROUPS_COUNT].mean()) if node >= 0 else 0.0 for node in tree_.folds]
    _add_stations(tree_, strategy, station_share)
    value = np.zeros_like(strategy)
    solver.best_response(strategy, value)
    first = int(tree_.first[0])
    return [float(value[first + place, GROUPS_COUNT]) for place in range(len(tree_.actions))], folds


def _add_stations(tree_: tree.Tree, strategy: NDArray[np.float64], share: float) -> None:
    """Move a share of the rivals' strategy to calls: players who call too much ("calling stations")."""
    for node in np.flatnonzero(tree_.actor == tree.RIVALS):
        edges = tree_.edges(int(node))
        strategy[edges] *= 1 - share
        strategy[next(call for call in tree_.calls if edges.start <= call < edges.stop)] += share


def _kept_line(game: Poker, view: PokerView, choice: Discard | Draw, budget: Budget, what: str) -> Line:
    pot = betting.pot(view.betting)
    kept = exchange.discard(view, view.player, choice.cards) if choice.cards else view
    share = deal_ranges(game, kept, budget).share()
    return Line(
        choice, share.mean * pot, share.error * pot, share.figures, f"{what} wins {share} of the pot on average"
    )


def _draw_lines(game: Poker, view: PokerView, choices: Sequence[Draw], budget: Budget) -> tuple[Line, ...]:
    """Return the value of exchanges: the pot, times the chance that the new hand beats a random one of each rival.

    Where less than a whole hand is exchanged, it is the share of the pot that the cards win with the cards to come.
    """
    if not game.variant.exchanges_hands:
        samples = min(max(EXCHANGE_SAMPLES // len(choices), MIN_EXCHANGE_SAMPLES), SAMPLED_ROWS)
        few = replace(budget, samples=budget.samples or samples)
        return ranked(
            _kept_line(game, view, choice, few, f"what you keep, with {counted(len(choice.cards), 'new card')},")
            for choice in choices
        )
    pot, rivals = betting.pot(view.betting), view.betting.inside.bit_count() - 1
    shares = draw_shares(game, view, choices, seed_of(game, view))
    return ranked(_draw_line(choice, beaten, pot, rivals) for choice, beaten in shares.items())


def _draw_line(choice: Draw, beaten: Share, pot: int, rivals: int) -> Line:
    value = pot * beaten.mean**rivals
    hands = f"beats {beaten} of all hands"
    count = counted(len(choice.cards), "new card")
    reason = f"what you keep, with {count}, {hands} on average" if choice.cards else f"your hand {hands} as it is"
    parts = (Figure("hands beaten", beaten.mean, beaten.error, "share"),)
    return Line(choice, value, pot * rivals * beaten.error, parts, reason)
