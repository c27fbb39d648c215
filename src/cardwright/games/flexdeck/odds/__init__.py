"""Values of coverings: the chance to win the match.

The dominoes are counted: both halves of a domino leave together. Both last turns are exact (with four or five dice
covered in a turn only the dealer's), the first two sampled: see `counted`. What a won, a tied and a lost round mean
for the match is computed by `match`.
"""

import functools
from collections.abc import Callable
from fractions import Fraction
from math import lcm
from typing import TypeAlias

import msgspec
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from cardwright.answers import Budget, Figure, Line, Unit, ranked, seed_of
from cardwright.games.flexdeck.actions import Cover
from cardwright.games.flexdeck.odds.choices import Finish, expected_value, list_keeps, strengths
from cardwright.games.flexdeck.odds.counted import MAX_EXACT_DICE, error, last_replies, play_out
from cardwright.games.flexdeck.odds.match import Stakes, stakes
from cardwright.games.flexdeck.rules import Flexdeck
from cardwright.games.flexdeck.scoring import DICE_COUNT
from cardwright.games.flexdeck.state import FlexdeckView
from cardwright.games.flexdeck.throws import Dice, Throws

UNIT = Unit("chance to win the match", "share")
LAST_TURNS = (2, 3)  # the non-dealer's and the dealer's
SAMPLED_DECKS_COUNT = 2000

Samples: TypeAlias = NDArray[np.float64]
NO_SAMPLES: Samples = np.zeros(0)
Results: TypeAlias = Callable[[Dice], tuple[int, int]]  # the ways to win and to tie the round with a roll


class Outlook(msgspec.Struct, frozen=True):
    """The chances to win the round and to tie it, and by samples where they are not exact: (deck)."""

    win: Fraction
    tie: Fraction
    wins: Samples = NO_SAMPLES
    ties: Samples = NO_SAMPLES

    @property
    def share(self) -> Fraction:
        """The chance to win, a tie counting half."""
        return self.win + self.tie / 2

    @classmethod
    def of(cls, wins: Samples, ties: Samples) -> "Outlook":
        """Return the chances that the samples have on average."""
        return cls(Fraction(wins.mean()), Fraction(ties.mean()), wins, ties)

    def values(self, at_stake: Stakes) -> Samples:
        """Return the samples of the chance to win the match, none where it is exact."""
        if at_stake.is_decided:
            return NO_SAMPLES
        lost, tied, won = at_stake.lost, at_stake.tied, at_stake.won
        return lost + (won - lost) * self.wins + (tied - lost) * self.ties


def evaluate(game: Flexdeck, view: FlexdeckView, budget: Budget) -> tuple[Line, ...]:
    """Return the value of every covering; of equal ones the fewest dice come first.

    Where the match is decided, the chance in the round comes before the number of dice.
    """
    throws, at_stake = Throws(view.unseen), stakes(game, view)
    outlook_by_keep = outlooks(game, view, throws, at_stake.tie_share, budget.samples or SAMPLED_DECKS_COUNT)
    best = max(outlook_by_keep.values(), key=lambda each: (at_stake.value(each.win, each.tie), each.share))
    dice = view.roll(view.player)

    def kept_by(cover: Cover) -> Dice:
        return tuple(sorted(value for die, value in enumerate(dice) if die not in cover.dice))

    def order(cover: Cover) -> tuple[Fraction, int]:
        return (-outlook_by_keep[kept_by(cover)].share if at_stake.is_decided else Fraction(), len(cover.dice))

    covers = sorted((each for each in game.choices(view) if isinstance(each, Cover)), key=order)

    def line(cover: Cover) -> Line:
        kept = kept_by(cover)
        outlook = outlook_by_keep[kept]
        values = outlook.values(at_stake)
        parts = (
            Figure("win the round", outlook.win, error(outlook.wins), "share"),
            Figure("tie it", outlook.tie, error(outlook.ties), "share"),
        )
        return Line(
            cover,
            at_stake.value(outlook.win, outlook.tie),
            error(values),
            parts,
            reason(game, view, kept, throws, outlook.share, is_best=outlook is best),
            error(best.values(at_stake) - values) if len(values) else None,
        )

    return ranked(map(line, covers))


def reason(
    game: Flexdeck, view: FlexdeckView, kept: Dice, throws: Throws, value: Fraction | None, *, is_best: bool
) -> str:
    """Return the outlook of the round if these dice are kept, in a sentence for a learner.

    ``value`` is the chance to win the round, a tie counting half; None where it is not known.
    """
    if view.turn == LAST_TURNS[1]:
        assert value is not None
        return _last_reason(game, view, kept, value, is_best=is_best)
    strength = strengths(game.table)
    strength_now = strength[tuple(sorted(view.roll(view.player)))]
    name = game.table.category(strength_now).name.lower()
    count = DICE_COUNT - len(kept)
    better_ways = sum(
        number for new, number in throws.of_count(count) if strength[tuple(sorted(kept + new))] > strength_now
    )
    better = f"{percent(Fraction(better_ways, throws.total(count)))} to improve your hand"
    is_last = view.turn == LAST_TURNS[0]
    phrases = [
        "" if value is None else f"about {percent(value)} to win the round",
        f"{better}{'' if is_last else ' at once'}" if count else f"with {name} as it lies",
        "" if is_last else "with one more turn to come",
    ]
    return f"{', '.join(filter(None, phrases))}."


def _last_reason(game: Flexdeck, view: FlexdeckView, kept: Dice, value: Fraction, *, is_best: bool) -> str:
    """Return the reason for the dealer's last choice: the odds are exact."""
    own_name, other_name = (game.table.describe(view.roll(seat)) for seat in (view.player, 1 - view.player))
    if len(kept) < DICE_COUNT:
        return f"{percent(value)} to win against {other_name}, a tie counting half."
    if value == 1:
        return f"you have won the round as it lies, with {own_name} against {other_name}."
    if value == 0:
        more = ", and no cover can beat or equal it" if is_best else ""
        return f"as it lies {own_name} loses the round to {other_name}{more}."
    if is_best:
        return f"the rolls tie, {own_name} each, and a cover would lose more often than win."
    return f"as they lie the rolls tie, {own_name} each."


def percent(chance: Fraction) -> str:
    """Return a chance in words, never rounded to certainty."""
    if 0 < chance < Fraction(1, 100):
        return "less than 1 %"
    if Fraction(99, 100) < chance < 1:
        return "more than 99 %"
    return f"{float(chance):.0%}".replace("%", " %")


def outlooks(
    game: Flexdeck, view: FlexdeckView, throws: Throws, tie_share: Fraction, samples: int
) -> dict[Dice, Outlook]:
    """Return the chances in the round for all dice that may be kept."""
    roll, other_roll = (tuple(sorted(view.roll(seat))) for seat in (view.player, 1 - view.player))
    if view.turn == LAST_TURNS[1]:
        results, _ = last_results(game, view, throws, tie_share)

        def chance(kept: Dice, part: int) -> Fraction:
            return expected_value(kept, throws, lambda made: results(made)[part])

        return {kept: Outlook(chance(kept, 0), chance(kept, 1)) for kept in list_keeps(roll, game.max_covered)}
    is_dealer = view.player == view.dealer
    dealer_tie_share = float(tie_share if is_dealer else 1 - tie_share)
    if view.turn == LAST_TURNS[0] and game.max_covered <= MAX_EXACT_DICE:
        replies = last_replies(game, roll, other_roll, view.unseen, dealer_tie_share)
        return {kept: Outlook(1 - win - tie, tie) for kept, (win, tie) in replies.items()}
    # the dominoes that are gone matter, not the order in which they went
    rng = np.random.default_rng(seed_of(game, replace(view, events=(), last=None)))
    playouts = play_out(game, view.turn, roll, other_roll, view.unseen, dealer_tie_share, samples, rng)
    wins = playouts.wins if is_dealer else 1 - playouts.wins - playouts.ties
    return {kept: Outlook.of(wins[:, index], playouts.ties[:, index]) for index, kept in enumerate(playouts.kept)}


def last_results(game: Flexdeck, view: FlexdeckView, throws: Throws, tie_share: Fraction) -> tuple[Results, int]:
    """Return the ways to win and to tie the round with each roll after a last turn, and the number of all ways.

    ``tie_share`` is the value of a tie to this player, as a share of a win. The dealer's reply is taken from the
    dominoes unseen before the non-dealer's cover.
    """
    strength = strengths(game.table)
    other_roll = tuple(sorted(view.roll(1 - view.player)))
    if view.turn == LAST_TURNS[1]:
        return lambda roll: (int(strength[roll] > strength[other_roll]), int(strength[roll] == strength[other_roll])), 1
    totals = [throws.total(count) for count in range(game.max_covered + 1)]
    unit = lcm(*totals)
    replies = [
        (Finish.of(kept, throws, strength), unit // totals[DICE_COUNT - len(kept)])
        for kept in list_keeps(other_roll, game.max_covered)
    ]

    @functools.cache
    def worst_reply(own_strength: int) -> tuple[int, int]:
        ways = ((scale, *reply.against(own_strength)) for reply, scale in replies)
        scaled = ((scale * win, scale * tie) for scale, win, tie in ways)
        return min(scaled, key=lambda each: each[0] * tie_share.denominator + each[1] * tie_share.numerator)

    return lambda roll: worst_reply(strength[roll]), unit
