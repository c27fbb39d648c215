"""Values of coverings: the chance to win the match.

The dominoes are counted: both halves of a domino leave together. The dealer's last turn is exact. In the non-dealer's
last turn the dealer's reply is taken from the dominoes unseen before the cover. In the first two turns the cover is
counted, and the turns after it are solved for every pair of rolls that can follow, both players at their best, with
the dominoes unseen before the cover for each of them. What a won, a tied and a lost round mean for the match is
computed by `match`.
"""

import functools
from collections.abc import Callable
from fractions import Fraction
from math import lcm
from typing import TypeAlias

import msgspec

from cardwright.answers import Budget, Figure, Line, Unit, ranked
from cardwright.games.flexdeck.actions import Cover
from cardwright.games.flexdeck.odds.choices import Finish, expected, keeps, strengths
from cardwright.games.flexdeck.odds.fair_dice import after_first, fair_place
from cardwright.games.flexdeck.odds.match import Stakes, stakes
from cardwright.games.flexdeck.rules import Flexdeck
from cardwright.games.flexdeck.scoring import DICE_COUNT
from cardwright.games.flexdeck.state import FlexdeckView
from cardwright.games.flexdeck.throws import Dice, Throws

UNIT = Unit("chance to win the match", "share")
LAST_TURNS = (2, 3)  # of the non-dealer and of the dealer
# By turn, what is neglected in a round, as if a standard error: later dice taken as independent, and dominoes gone in a
# last cover.
ERRORS = (0.004, 0.004, 0.0002, 0.0)

FAIR_UNIT_COUNT = 1 << 30
Results: TypeAlias = Callable[[Dice], tuple[int, int]]  # the ways to win and to tie the round with a roll


class Outlook(msgspec.Struct, frozen=True):
    """The chances to win the round and to tie it."""

    win: Fraction
    tie: Fraction

    @property
    def share(self) -> Fraction:
        """The chance to win, a tie counting half."""
        return self.win + self.tie / 2


def evaluate(game: Flexdeck, view: FlexdeckView, budget: Budget) -> tuple[Line, ...]:
    """Return the value of every covering; of equal ones the fewest dice come first."""
    throws, at_stake = Throws(view.unseen), stakes(game, view)
    found = outlooks(game, view, throws, at_stake.tie_share)
    covers = sorted((each for each in game.choices(view) if isinstance(each, Cover)), key=lambda each: len(each.dice))
    return ranked(_line(game, view, throws, at_stake, cover, found) for cover in covers)


def _line(
    game: Flexdeck, view: FlexdeckView, throws: Throws, at_stake: Stakes, cover: Cover, found: dict[Dice, Outlook]
) -> Line:
    dice = view.roll(view.player)
    kept = tuple(sorted(value for die, value in enumerate(dice) if die not in cover.dice))
    outlook = found[kept]
    return Line(
        cover,
        at_stake.value(outlook.win, outlook.tie),
        ERRORS[view.turn] * float(at_stake.won - at_stake.lost),
        (Figure("win the round", outlook.win), Figure("tie it", outlook.tie)),
        reason(game, view, kept, throws, outlook.share),
    )


def reason(game: Flexdeck, view: FlexdeckView, kept: Dice, throws: Throws, value: Fraction) -> str:
    """Return why to keep these dice, in a sentence for a learner; ``value`` is the round's."""
    if view.turn == LAST_TURNS[1]:
        return _last_reason(game, view, kept, value)
    strength = strengths(game.table)
    now = strength[tuple(sorted(view.roll(view.player)))]
    name = game.table.category(now).name.lower()
    count = DICE_COUNT - len(kept)
    ways = sum(number for new, number in throws.of(count) if strength[tuple(sorted(kept + new))] > now)
    better = f"{percent(Fraction(ways, throws.total(count)))} to have better than {name}"
    if view.turn == LAST_TURNS[0]:
        win = f"about {percent(value)} to win the round"
        return f"{win}; covering more would win less often." if len(kept) == DICE_COUNT else f"{win}, {better}."
    if len(kept) == DICE_COUNT:
        return f"{name} and one more turn are better than what a cover would make on average."
    return f"{better} at once, with one more turn to come."


def _last_reason(game: Flexdeck, view: FlexdeckView, kept: Dice, value: Fraction) -> str:
    """Return the reason for the dealer's last choice: the odds are exact."""
    mine, theirs = (game.table.describe(view.roll(seat)) for seat in (view.player, 1 - view.player))
    if len(kept) < DICE_COUNT:
        return f"{percent(value)} to win against {theirs}, a tie counting half."
    if value == 1:
        return f"you have won as it lies, with {mine} against {theirs}."
    if value == 0:
        return f"no cover can beat or equal {theirs}."
    return "both rolls are equal, and a cover would lose more often than win."


def percent(chance: Fraction) -> str:
    """Return a chance in words, never rounded to certainty."""
    if 0 < chance < Fraction(1, 100):
        return "less than 1 %"
    if Fraction(99, 100) < chance < 1:
        return "more than 99 %"
    return f"{float(chance):.0%}".replace("%", " %")


def outlooks(game: Flexdeck, view: FlexdeckView, throws: Throws, tie_share: Fraction) -> dict[Dice, Outlook]:
    """Return the chances in the round for all dice that may be kept, the most dice first."""
    results, unit = round_results(game, view, throws, tie_share)
    roll = tuple(sorted(view.roll(view.player)))

    def outlook(kept: Dice) -> Outlook:
        win = expected(kept, throws, lambda made: results(made)[0])
        return Outlook(win / unit, expected(kept, throws, lambda made: results(made)[1]) / unit)

    return {kept: outlook(kept) for kept in keeps(roll, game.most)}


def round_results(game: Flexdeck, view: FlexdeckView, throws: Throws, tie_share: Fraction) -> tuple[Results, int]:
    """Return the ways to win and to tie the round with each roll after this turn, and the number of all ways.

    ``tie_share`` is what a tie is worth to this player, as a share of a win.
    """
    if view.turn in LAST_TURNS:
        return last_results(game, view, throws, tie_share)
    dealing = view.player == view.dealer
    share = float(tie_share if dealing else 1 - tie_share)
    own, theirs = view.roll(view.player), view.roll(1 - view.player)
    after = after_first(game.table, game.most, share, throws, dealing, own, theirs)
    values, ties = after.values[:, 0], after.ties[:, 0]

    def results(roll: Dice) -> tuple[int, int]:
        value, tie = float(values[fair_place(roll)]), float(ties[fair_place(roll)])
        win = value - share * tie
        return round((win if dealing else 1 - win - tie) * FAIR_UNIT_COUNT), round(tie * FAIR_UNIT_COUNT)

    return results, FAIR_UNIT_COUNT


def last_results(game: Flexdeck, view: FlexdeckView, throws: Throws, tie_share: Fraction) -> tuple[Results, int]:
    """Return the same for the last two turns."""
    strength = strengths(game.table)
    theirs = tuple(sorted(view.roll(1 - view.player)))
    if view.turn == LAST_TURNS[1]:
        return lambda roll: (int(strength[roll] > strength[theirs]), int(strength[roll] == strength[theirs])), 1
    totals = [throws.total(count) for count in range(game.most + 1)]
    unit = lcm(*totals)
    replies = [
        (Finish.of(kept, throws, strength), unit // totals[DICE_COUNT - len(kept)]) for kept in keeps(theirs, game.most)
    ]

    @functools.cache
    def answered(mine: int) -> tuple[int, int]:
        ways = ((scale * won, scale * tied) for reply, scale in replies for won, tied in [reply.against(mine)])
        return min(ways, key=lambda each: each[0] * tie_share.denominator + each[1] * tie_share.numerator)

    return lambda roll: answered(strength[roll]), unit
