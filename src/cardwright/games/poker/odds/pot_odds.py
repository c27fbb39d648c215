"""A simple value of folding, calling and raises: pot odds, without a further bet.

A call is worth its share of the pot against the hands that the others may hold, weighted by their actions (see
`shares`). After a bet the others are taken to fold the worst of their hands, half as many as would make a bluff free,
and to call with the rest.
"""

from collections.abc import Iterator, Sequence
from math import prod

from cardwright.answers import Budget, Line, ranked
from cardwright.games.poker import betting
from cardwright.games.poker.actions import CALL, CHECK, FOLD, Raise, Wagers
from cardwright.games.poker.betting import Betting
from cardwright.games.poker.odds.shares import Chances
from cardwright.games.poker.odds.words import price_phrase, raise_reason, share_phrase
from cardwright.games.poker.rules import Poker
from cardwright.games.poker.state import PokerView

BET_PERCENT = (50, 100)  # of the pot: the bets that are valued beside the least
MAX_BET_PERCENT = 200  # of the pot: a larger all-in is not valued
MAX_REPEATED_RAISES = 4  # in a round: then no bot raises by the least or by bias, or two go on until all chips are in
FOLD_FACTOR = 0.5  # of the hands that would have to fold to make a bluff free, this part does


def evaluate(game: Poker, view: PokerView, choices: Wagers, budget: Budget) -> tuple[Line, ...]:
    """Return the value of folding, calling and raises."""
    return ranked(_wagers(game, view, choices, budget))


def _wagers(game: Poker, view: PokerView, choices: Wagers, budget: Budget) -> Iterator[Line]:
    b = view.betting
    pot, call = betting.pot(b), betting.to_call(b)
    table = Chances(game, view, budget.samples)
    share = table.share()
    if call:
        price = f"{share_phrase(share)}, and {price_phrase(pot, call)}"
        yield Line(CALL, share.mean * (pot + call) - call, share.error * (pot + call), share.figures, price)
        yield Line(FOLD, 0, reason=price)
    else:
        yield Line(
            CHECK, share.mean * pot, share.error * pot, share.figures, f"{share_phrase(share)}: checking is free"
        )
    for to in _sizes(b, choices, pot + call):
        yield _raise(table, b, to, pot)


def _sizes(b: Betting, choices: Wagers, after_call: int) -> Sequence[int]:
    """Return the raises that are valued, as totals to raise to."""
    if not choices.low:
        return ()
    least = [choices.low] if b.raises < MAX_REPEATED_RAISES else []
    sizes = [*least, *(b.top + after_call * percent // 100 for percent in BET_PERCENT)]
    if choices.high <= b.top + after_call * MAX_BET_PERCENT // 100:
        sizes.append(choices.high)
    return sorted({min(max(to, choices.low), choices.high) for to in sizes})


def _raise(table: Chances, b: Betting, to: int, pot: int) -> Line:
    cost = to - b.bets[b.turn]
    rivals = table.rivals
    prices = [min(to - b.bets[seat], b.stacks[seat]) for seat in rivals]
    # A bluff costs nothing in the end if it wins the pot with the probability cost / (pot + cost).
    fold = (FOLD_FACTOR * cost / (pot + cost)) ** (1 / len(rivals))
    folds = [fold if price else 0.0 for price in prices]
    called, passed = table.share(folds), prod(folds)
    callers = sum(price * (1 - fold) for price in prices) / max(1 - passed, 1e-9)
    final = pot + cost + callers
    value = passed * pot + (1 - passed) * (called.mean * final - cost)
    parts, reason = raise_reason(called, passed)
    return Line(Raise(to), value, (1 - passed) * called.error * final, parts, reason)
