"""Coverings in the first three turns, with the dominoes counted: both halves of one leave together.

The non-dealer's last turn is exact: for every set of dominoes that a cover can flip, the dealer's best reply is counted
in the dominoes left. Earlier, rounds are played out with random decks. Each player chooses by the dominoes left at that
moment, as if later throws came from those unseen before the cover; the dealer's last turn is exact. Control variates
reduce the variance: `fair_dice` solves the round with all throws from the dominoes unseen before the cover, and a
sample is only the difference of a playout from that solution.
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
from cardwright.games.flexdeck.odds.fair_dice import LaterTurns, all_choices, roll_index, solve_later_turns
from cardwright.games.flexdeck.rules import Flexdeck
from cardwright.games.flexdeck.scoring import DICE_COUNT
from cardwright.games.flexdeck.throws import FIRST_BLOCKS, Dice, Throws, arrangements
from cardwright.standard_error import mean_error

MAX_EXACT_DICE = 3  # up to this many dice in a turn, the non-dealer's last turn is exact
NEGLECTED_SHARE = 0.0002  # a part of a round, added as a standard error: later choices are not quite the best
MAX_ROUNDING_ERROR = 1e-9  # an upper limit of the rounding error of sums of chances
_ORIENTATIONS = np.array(deck.ORIENTATIONS, np.uint8)

IntArray = NDArray[np.int32]
FloatArray = NDArray[np.float64]


class Tables(NamedTuple):
    """The numbers of rolls, keeps and throws for a limit of covered dice, for the kernel.

    ``keeps_by_roll`` (roll, number) are the keeps of each roll. ``thrown_count`` (keep) is how many dice a keep throws.
    The rolls it can become are in ``rolls_after`` from ``first_roll`` (keep) on, in the order of the throws.

    Throws of n dice begin at ``throws`` (n), and ``throw_of_digits`` (n, dice as digits) is the throw that dice make.
    The ways of a throw in order are the sum of its ``terms``. Each is a product: a weight, the dominoes that show all
    dice of a block, and the ways of the throw of the other dice. The number of a block is value * 5 + dice - 1, or 50 +
    the domino of two values. ``orders`` are the orders of its dice.
    """

    keeps_by_roll: IntArray
    thrown_count: IntArray
    first_roll: IntArray
    rolls_after: IntArray
    throws: IntArray
    throw_of_digits: IntArray
    terms: IntArray
    weights: FloatArray
    blocks: IntArray
    others: IntArray
    orders: FloatArray
    halves: IntArray


@functools.lru_cache(maxsize=DICE_COUNT)
def tables(max_covered: int) -> Tables:
    """Return the tables of a game in which a turn covers at most ``max_covered`` dice."""
    choices = all_choices(max_covered)
    throws = list(chain.from_iterable(choices.throws))
    terms = [_terms(throw, throws) for throw in throws]
    summands = [(weight, *places) for term in terms for places, weight in term.items()]
    wide = [rolls_after.shape[1] for rolls_after in choices.rolls_after for _ in rolls_after]
    return Tables(
        keeps_by_roll=choices.keeps_by_roll.astype(np.int32),
        thrown_count=np.array(
            [dice for dice, rolls_after in enumerate(choices.rolls_after) for _ in rolls_after], np.int32
        ),
        first_roll=np.cumsum([0, *wide])[:-1].astype(np.int32),
        rolls_after=np.concatenate([rolls_after.ravel() for rolls_after in choices.rolls_after]).astype(np.int32),
        throws=np.cumsum([0, *map(len, choices.throws)]).astype(np.int32),
        throw_of_digits=_throws_by_digits(max_covered),
        terms=np.cumsum([0, *map(len, terms)]).astype(np.int32),
        weights=np.array([weight for weight, _, _ in summands], np.float64),
        blocks=np.array([block for _, block, _ in summands], np.int32),
        others=np.array([other for _, _, other in summands], np.int32),
        orders=np.array([arrangements(throw) for throw in throws], np.float64),
        halves=np.array(deck.HALVES, np.int32),
    )


def _terms(throw: Dice, throws: list[Dice]) -> Counter[tuple[int, int]]:
    """Return the weights of the blocks that hold the first die, each with the throw of the others."""
    weights: Counter[tuple[int, int]] = Counter()
    for weight, block, others in FIRST_BLOCKS[len(throw)] if throw else ():
        values = sorted({throw[die] for die in block})
        if len(values) <= 2:
            place = values[0] * DICE_COUNT + len(block) - 1
            if len(values) == 2:
                place = deck.VALUE_COUNT * DICE_COUNT + deck.HALVES.index((values[1], values[0]))
            weights[place, throws.index(tuple(throw[die] for die in others))] += weight
    return weights


def _throws_by_digits(max_covered: int) -> IntArray:
    throw_numbers = np.zeros((max_covered + 1, deck.VALUE_COUNT**max_covered), np.int32)
    for dice, throws in enumerate(all_choices(max_covered).throws):
        places = {throw: place for place, throw in enumerate(throws)}
        digits = np.arange(deck.VALUE_COUNT**dice)[:, None] // deck.VALUE_COUNT ** np.arange(dice) % deck.VALUE_COUNT
        throw_numbers[dice, : len(digits)] = [places[tuple(row)] for row in np.sort(digits, axis=1).tolist()]
    return throw_numbers


def _kernel(game: Flexdeck, unseen: tuple[int, ...], tie_share: float) -> _kernels.CountedRounds:
    """Return the kernel; ``tie_share`` is the dealer's."""
    present = np.zeros(deck.SIZE, np.int32)
    present[list(unseen)] = 1
    return _kernels.CountedRounds(tables(game.max_covered), present, game.max_covered, tie_share)


class Replies(NamedTuple):
    """The replies of the dealer in the last turn, against each strength that the non-dealer may have, from the weakest.

    ``order`` (keep, throw) are the throws of each of the ``keeps``, the best first; this number of them is ``above`` a
    strength, and ``at_least`` are above or equal to it (keep, strength). ``can_be_best`` says where a keep may be the
    best.
    """

    keeps: IntArray
    order: IntArray
    above: IntArray
    at_least: IntArray
    can_be_best: NDArray[np.uint8]


def _replies(
    game: Flexdeck, theirs: Dice, known_strengths: IntArray, throws: Throws, tie_share: float, flips: int
) -> Replies:
    """Return the replies after this number of ``flips`` of the dominoes in ``throws``."""
    choices, strength = all_choices(game.max_covered), strengths(game.table)
    kept = choices.list_keeps(theirs)
    order = np.zeros((len(kept), max(map(len, choices.throws))), np.int32)
    above, at_least = np.zeros((2, len(kept), len(known_strengths)), np.int32)
    most_values, least_values = np.zeros((2, len(kept), len(known_strengths)))
    for row, keep in enumerate(kept):
        throws_ = choices.throws[DICE_COUNT - len(keep)]
        negated_strengths = -np.array([strength[tuple(sorted(keep + throw))] for throw in throws_])
        best_first = np.argsort(negated_strengths, kind="stable")
        order[row, : len(throws_)] = best_first
        above[row], at_least[row] = (
            np.searchsorted(negated_strengths[best_first], -known_strengths, side) for side in ("left", "right")
        )
        ways = np.cumsum([0, *(throws.ways(throws_[throw_number]) for throw_number in best_first)])
        total, total_left = (perm(len(throws.halves) - gone, len(throws_[0])) << len(throws_[0]) for gone in (0, flips))
        value = (1 - tie_share) * ways[above[row]] + tie_share * ways[at_least[row]]
        most_values[row] = value / total_left  # if none of the dominoes that make these throws were flipped
        least_values[row] = 1 - (total - value) / total_left  # if only those were
    can_be_best = most_values >= least_values.max(axis=0) - MAX_ROUNDING_ERROR
    keeps = np.array([choices.keep_index[keep] for keep in kept], np.int32)
    return Replies(keeps, order, above, at_least, can_be_best.view(np.uint8))


def last_replies(
    game: Flexdeck, own: Dice, theirs: Dice, unseen: tuple[int, ...], tie_share: float
) -> dict[Dice, tuple[Fraction, Fraction]]:
    """Return the dealer's chances to win and to tie after each keep of the non-dealer's last turn, exactly."""
    kernel, choices, throws = _kernel(game, unseen, tie_share), all_choices(game.max_covered), Throws(unseen)
    strength = np.array(list(strengths(game.table).values()))
    known_strengths = np.unique(strength[choices.reachable_rolls(own)])
    levels = np.searchsorted(known_strengths, strength).astype(np.int32)
    chances_by_keep = {}
    for dice in range(game.max_covered + 1):
        flips = np.array(list(combinations(unseen, dice)), np.int32).reshape(comb(len(unseen), dice), dice)
        kept = [each for each in choices.list_keeps(own) if len(each) == DICE_COUNT - dice]
        out = np.zeros((len(kept), game.max_covered + 1, 2))
        places = np.array([choices.keep_index[each] for each in kept], np.int32)
        kernel.count_last_replies(
            places, flips, levels, _replies(game, theirs, known_strengths, throws, tie_share, dice), out
        )
        totals = [
            (len(flips) << dice) * (perm(len(unseen) - dice, reply_dice) << reply_dice)
            for reply_dice in range(game.max_covered + 1)
        ]
        for each, ways in zip(kept, out, strict=True):
            win, tie = (sum(map(Fraction, map(int, part_ways), totals), Fraction()) for part_ways in ways.T)
            chances_by_keep[each] = win, tie
    return chances_by_keep


class _KernelTurns:
    """The last turns of a round for the kernel, from the last one back; those that do not follow are padding."""

    def __init__(self, game: Flexdeck, later: LaterTurns) -> None:
        rolls_after = tables(game.max_covered).rolls_after
        _, ranks = np.unique(list(strengths(game.table).values()), return_inverse=True)
        self.ranks = ranks.astype(np.int32)
        self.dealers, self.others = (_index_of(rolls, len(ranks)) for rolls in (later.dealers, later.others))
        places_after = [numbers[rolls_after] for numbers in (self.ranks, self.ranks, self.dealers)]
        turns = (*later.turns, *later.turns[:1] * 2)
        means = (*later.means, *later.means[:1] * 2)
        self.turns = [
            _kernels.LaterTurn(
                sign,
                np.ascontiguousarray(turn.values),
                np.ascontiguousarray(turn.ties),
                _index_of(averages.kept, len(tables(game.max_covered).thrown_count)),
                averages.values,
                after,
            )
            for sign, turn, averages, after in zip((1, -1, 1), turns, means, places_after)
        ]


def _index_of(items: NDArray[np.intp], count: int) -> IntArray:
    """Return for each of ``count`` things its number among those chosen."""
    index_of = np.zeros(count, np.int32)
    index_of[items] = np.arange(len(items))
    return index_of


class PlayoutResults(NamedTuple):
    """The dealer's chances to win and to tie after each keep, (deck, keep)."""

    kept: list[Dice]
    wins: FloatArray
    ties: FloatArray


def play_out(
    game: Flexdeck,
    turn: int,
    own: Dice,
    theirs: Dice,
    unseen: tuple[int, ...],
    tie_share: float,
    samples: int,
    rng: np.random.Generator,
) -> PlayoutResults:
    """Return samples of the dealer's chances after each keep of a turn; all keeps meet the same decks."""
    choices = all_choices(game.max_covered)
    later = solve_later_turns(game.table, game.max_covered, tie_share, Throws(unseen), turn, own, theirs)
    kept = later.covers.kept
    out = np.zeros((samples, len(kept), 2))
    _kernel(game, unseen, tie_share).play_out(
        _KernelTurns(game, later),
        turn,
        kept.astype(np.int32),
        roll_index(theirs),
        _shuffle_decks(unseen, samples, 3 * game.max_covered, rng),
        out,
    )
    ties = out[:, :, 1] + later.covers.ties[:, 0]
    wins = out[:, :, 0] + later.covers.values[:, 0] - tie_share * ties
    names = {place: keep for keep, place in choices.keep_index.items()}
    return PlayoutResults([names[place] for place in kept.tolist()], wins, ties)


def _shuffle_decks(unseen: tuple[int, ...], count: int, depth: int, rng: np.random.Generator) -> NDArray[np.uint8]:
    """Return the first cards of random decks, as they lie."""
    order = rng.permuted(np.broadcast_to(np.array(unseen), (count, len(unseen))), axis=1)[:, :depth]
    decks: NDArray[np.uint8] = _ORIENTATIONS[order, rng.integers(2, size=order.shape)]
    return decks


def error(samples: FloatArray) -> float:
    """Return the standard error of the mean of samples, with an allowance for the neglected part; 0 if there are none.

    The samples say how far a value can be off.
    """
    if not len(samples):
        return 0.0
    return hypot(mean_error(samples, float(samples.min()), float(samples.max())), NEGLECTED_SHARE)
