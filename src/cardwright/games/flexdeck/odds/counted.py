"""Coverings in the first three turns, with the dominoes counted: both halves of one leave together.

In the non-dealer's last turn every set of dominoes that a cover can flip is taken away, and the dealer's best reply
counted in what is left: exact. Earlier, rounds are played on with random decks. Each player chooses by the dominoes
left at that moment, as if later throws came from those unseen before the cover; the dealer's last turn is exact. The
chances with all throws from those unseen before the cover, which `fair_dice` solves for every roll, take the luck out:
a sample is only what they are off by.
"""

import functools
from collections import Counter
from fractions import Fraction
from itertools import chain, combinations
from math import comb, hypot, perm
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardwright.games.flexdeck import _kernels, deck
from cardwright.games.flexdeck.odds.choices import strengths
from cardwright.games.flexdeck.odds.fair_dice import Later, all_choices, fair_place, later_turns
from cardwright.games.flexdeck.rules import Flexdeck
from cardwright.games.flexdeck.scoring import DICE_COUNT
from cardwright.games.flexdeck.throws import FIRSTS, Dice, Throws, arrangements
from cardwright.standard_error import mean_error

MAX_EXACT_DICE = 3  # dice in a turn, up to which the non-dealer's last turn is exact
NEGLECTED_ROUNDS = 0.0002  # of a round, as if a standard error: that later choices are not quite the best
MAX_ROUNDING = 1e-9  # more than sums of chances are off by
_BOTH_WAYS = np.array(deck.BOTH_WAYS, np.uint8)

Ints = NDArray[np.int32]
Floats = NDArray[np.float64]


class Tables(NamedTuple):
    """The numbers of rolls, keeps and throws for a limit of covered dice, for the kernel.

    ``choices`` (roll, number) are the keeps of each roll, ``thrown`` (keep) is how many dice a keep throws, and the
    rolls it can become are in ``after`` from ``first`` (keep) on, in the order of the throws. Those of n dice begin at
    ``throws`` (n), and ``by_digits`` (n, dice as digits) says which of them dice make. The ways of a throw in order
    are the sum of its ``terms``: a weight times the dominoes that show all dice of a block (value * 5 + dice - 1, or
    50 + the domino of two values) times the ways of the throw of the other dice. ``orders`` are the orders of its dice.
    """

    choices: Ints
    thrown: Ints
    first: Ints
    after: Ints
    throws: Ints
    by_digits: Ints
    terms: Ints
    weights: Floats
    blocks: Ints
    others: Ints
    orders: Floats
    halves: Ints


@functools.lru_cache(maxsize=DICE_COUNT)
def tables(most: int) -> Tables:
    """Return the tables of a game in which a turn covers at most ``most`` dice."""
    choices = all_choices(most)
    throws = list(chain.from_iterable(choices.throws))
    terms = [_terms(throw, throws) for throw in throws]
    summands = [(weight, *places) for term in terms for places, weight in term.items()]
    wide = [after.shape[1] for after in choices.after for _ in after]
    return Tables(
        choices=choices.choices.astype(np.int32),
        thrown=np.array([dice for dice, after in enumerate(choices.after) for _ in after], np.int32),
        first=np.cumsum([0, *wide])[:-1].astype(np.int32),
        after=np.concatenate([after.ravel() for after in choices.after]).astype(np.int32),
        throws=np.cumsum([0, *map(len, choices.throws)]).astype(np.int32),
        by_digits=_by_digits(most),
        terms=np.cumsum([0, *map(len, terms)]).astype(np.int32),
        weights=np.array([weight for weight, _, _ in summands], np.float64),
        blocks=np.array([block for _, block, _ in summands], np.int32),
        others=np.array([other for _, _, other in summands], np.int32),
        orders=np.array([arrangements(throw) for throw in throws], np.float64),
        halves=np.array(deck.HALVES, np.int32),
    )


def _terms(throw: Dice, throws: list[Dice]) -> Counter[tuple[int, int]]:
    """Return the weights of the blocks that hold the first die, each with the throw of the others."""
    found: Counter[tuple[int, int]] = Counter()
    for weight, block, others in FIRSTS[len(throw)] if throw else ():
        values = sorted({throw[die] for die in block})
        if len(values) <= 2:
            place = values[0] * DICE_COUNT + len(block) - 1
            if len(values) == 2:
                place = deck.VALUE_COUNT * DICE_COUNT + deck.HALVES.index((values[1], values[0]))
            found[place, throws.index(tuple(throw[die] for die in others))] += weight
    return found


def _by_digits(most: int) -> Ints:
    found = np.zeros((most + 1, deck.VALUE_COUNT**most), np.int32)
    for dice, throws in enumerate(all_choices(most).throws):
        places = {throw: place for place, throw in enumerate(throws)}
        digits = np.arange(deck.VALUE_COUNT**dice)[:, None] // deck.VALUE_COUNT ** np.arange(dice) % deck.VALUE_COUNT
        found[dice, : len(digits)] = [places[tuple(row)] for row in np.sort(digits, axis=1).tolist()]
    return found


def _kernel(game: Flexdeck, unseen: tuple[int, ...], tie_share: float) -> _kernels.CountedRounds:
    """Return the kernel; ``tie_share`` is the dealer's."""
    present = np.zeros(deck.SIZE, np.int32)
    present[list(unseen)] = 1
    return _kernels.CountedRounds(tables(game.most), present, game.most, tie_share)


class Replies(NamedTuple):
    """The replies of the dealer in the last turn, against each strength that the non-dealer may have, from the weakest.

    ``order`` (keep, throw) are the throws of each of the ``keeps``, the best first; this number of them is ``above`` a
    strength, or at ``least`` equal to it (keep, strength). ``may`` says where a keep may be the best.
    """

    keeps: Ints
    order: Ints
    above: Ints
    least: Ints
    may: NDArray[np.uint8]


def _replies(game: Flexdeck, theirs: Dice, known: Ints, throws: Throws, tie_share: float, flips: int) -> Replies:
    """Return them for this number of dominoes that have gone of those in ``throws``."""
    choices, strength = all_choices(game.most), strengths(game.table)
    kept = choices.keeps(theirs)
    order = np.zeros((len(kept), max(map(len, choices.throws))), np.int32)
    above, least = np.zeros((2, len(kept), len(known)), np.int32)
    most, fewest = np.zeros((2, len(kept), len(known)))
    for one, keep in enumerate(kept):
        new = choices.throws[DICE_COUNT - len(keep)]
        made = -np.array([strength[tuple(sorted(keep + throw))] for throw in new])
        best_first = np.argsort(made, kind="stable")
        order[one, : len(new)] = best_first
        above[one], least[one] = (np.searchsorted(made[best_first], -known, side) for side in ("left", "right"))
        ways = np.cumsum([0, *(throws.ways(new[place]) for place in best_first)])
        total, left = (perm(len(throws.halves) - gone, len(new[0])) << len(new[0]) for gone in (0, flips))
        value = (1 - tie_share) * ways[above[one]] + tie_share * ways[least[one]]
        most[one], fewest[one] = value / left, 1 - (total - value) / left  # if none, or only these, have gone
    may = most >= fewest.max(axis=0) - MAX_ROUNDING
    return Replies(np.array([choices.places[keep] for keep in kept], np.int32), order, above, least, may.view(np.uint8))


def last_replies(
    game: Flexdeck, own: Dice, theirs: Dice, unseen: tuple[int, ...], tie_share: float
) -> dict[Dice, tuple[Fraction, Fraction]]:
    """Return the dealer's chances to win and to tie after each keep of the non-dealer's last turn, exactly."""
    kernel, choices, throws = _kernel(game, unseen, tie_share), all_choices(game.most), Throws(unseen)
    strength = np.array(list(strengths(game.table).values()))
    known = np.unique(strength[choices.reached(own)])
    levels = np.searchsorted(known, strength).astype(np.int32)
    found = {}
    for dice in range(game.most + 1):
        flips = np.array(list(combinations(unseen, dice)), np.int32).reshape(comb(len(unseen), dice), dice)
        kept = [each for each in choices.keeps(own) if len(each) == DICE_COUNT - dice]
        out = np.zeros((len(kept), game.most + 1, 2))
        places = np.array([choices.places[each] for each in kept], np.int32)
        kernel.answer(places, flips, levels, _replies(game, theirs, known, throws, tie_share, dice), out)
        totals = [(len(flips) << dice) * (perm(len(unseen) - dice, more) << more) for more in range(game.most + 1)]
        for each, ways in zip(kept, out, strict=True):
            win, tie = (sum(map(Fraction, map(int, one), totals), Fraction()) for one in ways.T)
            found[each] = win, tie
    return found


class _Places:
    """The chances of later turns as the kernel reads them; turns that do not follow stand for nothing."""

    def __init__(self, game: Flexdeck, later: Later) -> None:
        after = tables(game.most).after
        _, ranks = np.unique(list(strengths(game.table).values()), return_inverse=True)
        self.ranks = ranks.astype(np.int32)
        self.to_rank = self.ranks[after]
        self.dealers, self.others = (_numbers(rolls, len(ranks)) for rolls in (later.dealers, later.others))
        self.to_dealer = self.dealers[after]
        turns = (*later.turns, *later.turns[:1] * 2)[:3]
        means = (*later.means, *later.means[:1] * 2)[:3]
        self.values = [np.ascontiguousarray(turn.values) for turn in turns]
        self.ties = [np.ascontiguousarray(turn.ties) for turn in turns]
        self.means = [each.values for each in means]
        self.rows = [_numbers(each.kept, len(tables(game.most).thrown)) for each in means]


def _numbers(chosen: NDArray[np.intp], count: int) -> Ints:
    """Return for each of ``count`` things its number among those chosen."""
    found = np.zeros(count, np.int32)
    found[chosen] = np.arange(len(chosen))
    return found


class Played(NamedTuple):
    """The dealer's chances to win and to tie after each keep, (deck, keep)."""

    kept: list[Dice]
    wins: Floats
    ties: Floats


def played_on(
    game: Flexdeck,
    turn: int,
    own: Dice,
    theirs: Dice,
    unseen: tuple[int, ...],
    tie_share: float,
    samples: int,
    rng: np.random.Generator,
) -> Played:
    """Return samples of the dealer's chances after each keep of a turn; all keeps meet the same decks."""
    choices = all_choices(game.most)
    later = later_turns(game.table, game.most, tie_share, Throws(unseen), turn, own, theirs)
    kept = later.covers.kept
    out = np.zeros((samples, len(kept), 2))
    _kernel(game, unseen, tie_share).play(
        _Places(game, later),
        turn,
        kept.astype(np.int32),
        fair_place(theirs),
        _decks(unseen, samples, 3 * game.most, rng),
        out,
    )
    ties = out[:, :, 1] + later.covers.ties[:, 0]
    wins = out[:, :, 0] + later.covers.values[:, 0] - tie_share * ties
    names = {place: keep for keep, place in choices.places.items()}
    return Played([names[place] for place in kept.tolist()], wins, ties)


def _decks(unseen: tuple[int, ...], count: int, depth: int, rng: np.random.Generator) -> NDArray[np.uint8]:
    """Return the first cards of random decks, as they lie."""
    order = rng.permuted(np.broadcast_to(np.array(unseen), (count, len(unseen))), axis=1)[:, :depth]
    found: NDArray[np.uint8] = _BOTH_WAYS[order, rng.integers(2, size=order.shape)]
    return found


def error(samples: Floats) -> float:
    """Return the standard error of the mean of samples, with what is neglected; 0 if there are none.

    The samples say how far a value can be off.
    """
    if not len(samples):
        return 0.0
    return hypot(mean_error(samples, float(samples.min()), float(samples.max())), NEGLECTED_ROUNDS)
