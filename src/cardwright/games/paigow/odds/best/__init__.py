"""Every deal of two hands of seven, each of the player's hands set for the best expectation against a dealer's way.

The result of a setting is a sum of five numbers. The first is its result if the dealer set by ranks alone; it depends
only on the ranks of the hand. The others correct it, one for each suit, for the dealer's hands with five cards of that
suit; they depend on the ranks of the hand and on its ranks in that suit. All are counted for every setting that can be
best.
"""

import functools

import msgspec
import numpy as np
from numpy.typing import NDArray

from cardwright.games.paigow import _kernels as setting_kernels
from cardwright.games.paigow.hands import kernel_reading
from cardwright.games.paigow.odds import _kernels as pair_kernels
from cardwright.games.paigow.odds import pairs
from cardwright.games.paigow.odds.best import _kernels
from cardwright.games.paigow.odds.classes import FLUSH_CARDS, HAND_CARDS, HEIGHT_COUNT, KEY_BITS, SUIT_WAYS, Classes
from cardwright.games.paigow.odds.deals import BEST, Match, Outcome
from cardwright.games.paigow.odds.way_table import set_all, way_table
from cardwright.shards import Progress

SETS_PER_STEP = 4096

Codes = NDArray[np.uint32]


class Settings(msgspec.Struct, frozen=True):
    """The settings of a player that can be best, and a dealer's, numbered together: ``front << 16 | back``.

    ``rows[row_starts[p]:row_starts[p + 1]]`` are the settings of all hands with the ranks p, in the order of their
    keys; class c has the rows ``chosen[starts[c]:starts[c + 1]]``, whose ``values`` are those in front and behind.
    ``own[p]`` is the plain class of the ranks p, ``ranks[p]`` their mask; ``flush`` are the flush classes: see
    `pairs.blocks`.
    """

    classes: Classes
    flush: tuple[NDArray[np.uint16], NDArray[np.int32]]
    keys: NDArray[np.int64]
    ranks: NDArray[np.uint16]
    own: NDArray[np.int32]
    starts: NDArray[np.int32]
    chosen: NDArray[np.int32]
    values: NDArray[np.int32]
    row_starts: NDArray[np.int32]
    rows: Codes
    dealer: Codes
    fronts: int
    backs: int


class Counts(msgspec.Struct, frozen=True):
    """The deals that every setting wins and loses: by ``plain`` rows, corrected by ``suits`` from ``begins`` on."""

    settings: Settings
    plain: NDArray[np.int64]
    begins: NDArray[np.int64]
    suits: NDArray[np.int32]

    def best(self, hands: NDArray[np.uint16], win: int, lose: int) -> tuple[tuple[int, int], NDArray[np.int64]]:
        """Set some hands, and all that differ only by the names of suits, as well as possible.

        ``hands`` are four masks of ranks in descending order, and the joker. Return the deals won and lost, and the
        same for each of `Settings.chosen` with the hands of its class.
        """
        settings = self.settings
        masks, blocks = settings.flush
        mask_places = np.full((2, 1 << HEIGHT_COUNT), -1, np.int32)
        for first, last, joker, *_ in blocks:
            mask_places[joker, masks[first:last]] = np.arange(first, last)
        heights = _heights(settings.classes)
        other_places = np.full((HEIGHT_COUNT + 1, HEIGHT_COUNT + 1), -1, np.int32)
        other_places[heights[:, 0] + 1, heights[:, 1] + 1] = np.arange(len(heights))
        best, deals = np.zeros(2, np.int64), np.zeros((len(settings.chosen), 2), np.int64)
        _kernels.best_hands(hands, self, mask_places, other_places, win, lose, deals, best)
        return (int(best[0]), int(best[1])), deals


def best_outcome(match: Match, *, win: int = 1, lose: int = 1, progress: Progress | None = None) -> Outcome:
    """Count all deals when the player always makes the setting of the best expectation against the dealer's way.

    A bet brings ``win`` and costs ``lose``: 19 and 20 with a commission of 5 %. Ties go to the fewer losses. A house
    way instead of `BEST` always makes its own setting. Raises `UnknownName` for a way that does not exist.
    """
    counts = count(match, progress)
    (won, lost), _ = counts.best(all_hands(match), win, lose)
    return Outcome(won, counts.settings.classes.total - won - lost, lost)


def count(match: Match, progress: Progress | None = None) -> Counts:
    """Count the wins and losses of every setting that can be best."""
    number = len(match.tie_rules)
    runs = []
    for run, player_wins_ties in enumerate(match.tie_rules):

        def tick(done: int, total: int, run: int = run) -> None:
            if progress:
                progress(run * total + done, number * total)

        runs.append(_count(match, player_wins_ties, tick))
    wins, losses = runs[0], runs[-1]
    wins.plain[:, 1], wins.suits[:, 1] = losses.plain[:, 1], losses.suits[:, 1]
    return wins


def _count(match: Match, player_wins_ties: bool, progress: Progress) -> Counts:
    settings = _settings(match, player_wins_ties)
    rests, rest_starts, _ = pairs.rank_multisets(match)
    first_rests = range(0, len(rests), SETS_PER_STEP)
    masks = pairs.rank_masks(match, HAND_CARDS).tolist()  # the ranks that a hand may have in one suit
    steps = len(first_rests) + len(masks)
    plain = np.zeros((len(settings.rows), 2), np.int64)
    for done, first in enumerate(first_rests, 1):
        pair_kernels.plain_tally(rests[first : first + SETS_PER_STEP], rests, rest_starts, settings, SUIT_WAYS, plain)
        progress(done, steps)
    begins, suits = _allocate_suits(settings)
    heights = _heights(settings.classes)
    of_flush = np.ascontiguousarray(settings.dealer[len(settings.own) :])
    of_plain = np.ascontiguousarray(settings.dealer[settings.classes.flush_plain])
    for done, mask in enumerate(masks, len(first_rests) + 1):
        size = HAND_CARDS - mask.bit_count()
        beside = rests[rest_starts[size] : rest_starts[size + 1]]
        _kernels.suit_tally(mask, beside, settings, heights, of_flush, of_plain, begins, suits)
        progress(done, steps)
    return Counts(settings, plain, begins, suits)


@functools.lru_cache(maxsize=2)
def _settings(match: Match, player_wins_ties: bool) -> Settings:
    classes = match.classes
    starts, values = _values(classes, match)
    table = way_table(match.dealer, match.wheel, match.ranks, match.joker, match.wild)
    (player_codes, dealer), fronts, backs = pairs.number_values(match, player_wins_ties, values, table.values)
    if match.queen_push:
        pushing = pairs.push_classes(match)
        if match.bank:
            player_codes[pushing.repeat(np.diff(starts))] = pairs.push_code(fronts)
        else:
            dealer[pushing] = pairs.push_code(fronts)
    codes = player_codes.astype(np.int64)
    order = classes.plain_keys.argsort()
    key_index = np.zeros(len(order), np.int64)
    key_index[order] = np.arange(len(order))
    owner_index = np.concatenate((key_index, key_index[classes.flush_plain])).repeat(np.diff(starts))
    rows, chosen = np.unique(owner_index << 32 | codes, return_inverse=True)
    keys = classes.plain_keys[order]
    held = keys[:, None] >> KEY_BITS * np.arange(HEIGHT_COUNT) & (1 << KEY_BITS) - 1 > 0
    return Settings(
        classes=classes,
        flush=pairs.flush_blocks(match),
        keys=keys,
        ranks=(held << np.arange(HEIGHT_COUNT)).sum(axis=1).astype(np.uint16),
        own=order.astype(np.int32),
        starts=starts,
        chosen=chosen.astype(np.int32),
        values=values,
        row_starts=np.searchsorted(rows >> 32, np.arange(len(order) + 1)).astype(np.int32),
        rows=(rows & 0xFFFFFFFF).astype(np.uint32),
        dealer=dealer,
        fronts=fronts,
        backs=backs,
    )


def _values(classes: Classes, match: Match) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return where each class's settings by the player's way begin, and their values in front and behind."""
    if match.player != BEST:
        values = set_all(classes.cards, match.player, match.wheel, match.wild)[1]
        return np.arange(len(classes.cards) + 1, dtype=np.int32), values
    starts, nothing = np.zeros(len(classes.cards) + 1, np.int32), np.zeros((0, 2), np.int32)
    read = kernel_reading(match.wheel, match.wild)
    values = np.zeros((setting_kernels.best_settings(classes.cards, read, starts, nothing), 2), np.int32)
    setting_kernels.best_settings(classes.cards, read, starts, values)
    return starts, values


def _allocate_suits(settings: Settings) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Return where the settings of each key begin in the corrections by suit, and room for those."""
    subsets = np.array([1 << int(mask).bit_count() for mask in settings.ranks], np.int64)
    ends = np.cumsum(subsets * np.diff(settings.row_starts))
    return np.concatenate(([0], ends[:-1])), np.zeros((int(ends[-1]), 2), np.int32)


def _heights(classes: Classes) -> NDArray[np.int8]:
    """Return the heights of the others of `Classes`, ascending, -1 for fewer than two."""
    other_heights = np.full((len(classes.others), 2), -1, np.int8)
    for row, counts in zip(other_heights, classes.others[:, :HEIGHT_COUNT], strict=True):
        heights = np.repeat(np.arange(HEIGHT_COUNT), counts)
        row[: len(heights)] = heights
    return other_heights


def all_hands(match: Match) -> NDArray[np.uint16]:
    """Return all hands up to the names of suits: four masks of ranks in descending order, and the joker."""
    masks = sorted(map(int, pairs.rank_masks(match, HAND_CARDS)), key=lambda mask: (mask.bit_count(), mask))
    starts = np.searchsorted([mask.bit_count() for mask in masks], range(HAND_CARDS + 2)).astype(np.int32)
    arguments = (HAND_CARDS, np.array(masks, np.uint16), starts, int(match.joker))
    hands = np.zeros((pair_kernels.subsets(*arguments, np.zeros((0, FLUSH_CARDS), np.uint16)), FLUSH_CARDS), np.uint16)
    pair_kernels.subsets(*arguments, hands)
    return hands
