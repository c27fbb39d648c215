"""A match of duplicate deals: played in shards, with intervals, adjusted for luck, stopped when it is decided.

The unit of the statistics is a duplicate deal, whose games share their cards; deals are independent.
"""

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from pathlib import Path

import msgspec
import numpy as np

from cardwright import decoding, games, shards
from cardwright.arena import bots, duplicate
from cardwright.arena.duplicate import THINKING_TIME_BUCKETS_COUNT, Match, Setup
from cardwright.arena.estimates import MIN_DEALS_BEFORE_LOOK, Ends, Estimate, Results, adjust, estimate, sequence_margin
from cardwright.errors import BadCount, BadOption
from cardwright.shards import Counts, Progress, Shard

RESULT_ENDS, DIFFERENCE_ENDS = (0.0, 1.0), (-1.0, 1.0)  # where results are shares of a win
MAX_SHARD_DEALS = 8
SHARDS_PER_LOOK = 4  # in a match that may stop


class BotResult(msgspec.Struct, frozen=True):
    """The results of a bot, means of a seat in a game. Half of its moves took at most ``ms_50``, 95 % ``ms_95``."""

    bot: str
    result: Estimate
    adjusted: Estimate | None
    decisions: int
    ms_50: float
    ms_95: float


class Difference(msgspec.Struct, frozen=True):
    """The difference of two bots' results, a seat in a game; ``decided`` if 0 is outside its interval."""

    first: str
    second: str
    result: Estimate
    adjusted: Estimate | None
    decided: bool


class MatchResult(msgspec.Struct, frozen=True):
    """A match that was played. ``stopped`` is True if it ended early because it was decided."""

    game: str
    options: dict[str, bool | int | str]
    unit: str
    seed: int
    deals: int
    games: int
    stopped: bool
    bots: tuple[BotResult, ...]
    differences: tuple[Difference, ...]


def setup(
    game: str,
    names: Sequence[str],
    options: Mapping[str, object] | None = None,
    alternatives: int = 0,
    records: str = "",
) -> Setup:
    """Return the setup of a match. Raises `UnknownName`, `BadOption`, `BadCount` or `BotError`."""
    chosen = {**games.room(game).match_options, **(options or {})}
    new_game = games.create_offered(game, **chosen)
    for name in names:
        bots.check(name, game)
    if new_game.players > 1 and not 2 <= len(names) <= new_game.players:
        raise BadCount(
            f"a match of {game} takes {'2' if new_game.players == 2 else f'2 to {new_game.players}'} bots, and a "
            f"league any number: {len(names)} named",
            len(names),
        )
    if alternatives and not games.has_answers(game):
        raise BadOption("luck", alternatives, f"0 in {game}, which has no values of positions")
    return Setup(game, dict(new_game.settings), tuple(names), alternatives, records)


def play_shard(text: str, seed: int, first: int, count: int) -> Counts:
    """Play some deals of a match, given as JSON. Return results and luck by deal and bot, then times to think."""
    setup = decoding.decode(text, Setup)
    values = np.zeros((1 + _columns(setup), count, len(setup.bots)))
    times = np.zeros((len(setup.bots), THINKING_TIME_BUCKETS_COUNT), np.int64)
    with Match(setup) as match:
        for place in range(count):
            played = match.play(seed, first + place)
            values[0, place], values[1:, place] = played.results, played.luck.T
            for bot, spent in enumerate(played.times_ns):
                np.add.at(times[bot], [duplicate.bucket(each) for each in spent], 1)
    return np.concatenate([values.view(np.int64).ravel(), times.ravel()])


class ResultSheet(msgspec.Struct, frozen=True):
    """The results of a match by deal and bot, their part due to luck, and each bot's counts of thinking times.

    ``luck`` has one more axis, the first: the ways in which it is measured.
    """

    results: Results
    luck: Results
    times: Counts

    @classmethod
    def of(cls, parts: Sequence[Counts], setup: Setup) -> "ResultSheet":
        """Join the results of shards of a match."""
        count, columns = len(setup.bots), _columns(setup)
        held = count * THINKING_TIME_BUCKETS_COUNT
        values = [
            part[:-held].view(np.float64).reshape(1 + columns, -1, count) for part in map(np.ascontiguousarray, parts)
        ]
        results, *luck = np.concatenate(values, axis=1)
        return cls(results, np.array(luck), np.sum([part[-held:] for part in parts], axis=0).reshape(count, -1))


def _columns(setup: Setup) -> int:
    return duplicate.luck_columns(games.create(setup.game, **setup.options))


def shards_of(setup: Setup, seed: int, deals: int) -> list[Shard]:
    """Return the shards of a match. They follow from its deals alone, so that any run can go on with any other's.

    Raises `BadCount` without a deal.
    """
    if deals < 1:
        raise BadCount(f"there is at least one deal, not {deals}", deals)
    text = msgspec.json.encode(setup, order="deterministic").decode()
    return [(text, seed, first, min(MAX_SHARD_DEALS, deals - first)) for first in range(0, deals, MAX_SHARD_DEALS)]


def play(
    setup: Setup,
    seed: int,
    deals: int,
    *,
    stop: bool = False,
    executor: Executor | None = None,
    file: Path | str | None = None,
    progress: Progress | None = None,
) -> MatchResult:
    """Play a match. ``file`` keeps finished shards, and a run that was stopped goes on from it.

    With ``stop`` it looks at the result after every few shards, always the same ones, and ends when it is decided.
    """
    work = shards_of(setup, seed, deals)
    step = SHARDS_PER_LOOK if stop else len(work)
    done: list[Counts] = []
    count = len(setup.bots)
    for first in range(0, len(work), step):
        tick = None if progress is None else _shift_progress(first, len(work), progress)
        done += shards.run(play_shard, work[first : first + step], executor=executor, file=file, progress=tick)
        sheet = ResultSheet.of(done, setup)
        if stop and count == 2 and _is_decided(sheet.results[:, 0] - sheet.results[:, 1]):
            break
    return summary(setup, seed, sheet, stop=stop, planned=deals)


def _shift_progress(before: int, total: int, progress: Progress) -> Progress:
    """Return a function that reports the progress of the remaining work as progress of the whole."""
    return lambda done, _: progress(before + done, total)


def _is_decided(differences: Results) -> bool:
    return len(differences) >= MIN_DEALS_BEFORE_LOOK and abs(differences.mean()) > sequence_margin(differences)


def summary(setup: Setup, seed: int, sheet: ResultSheet, *, stop: bool = False, planned: int = 0) -> MatchResult:
    """Return the statistics of a match."""
    game = games.create(setup.game, **setup.options)
    is_share = duplicate.is_share(game)
    labels = label_names(setup.bots)
    deals = len(sheet.results)
    return MatchResult(
        game=setup.game,
        options=dict(setup.options),
        unit=duplicate.unit_name(game),
        seed=seed,
        deals=deals,
        games=deals * len(duplicate.lineups(game.players, len(labels))),
        stopped=stop and deals < planned,
        bots=tuple(
            _bot(labels[bot], setup, sheet, bot, RESULT_ENDS if is_share else None) for bot in range(len(labels))
        ),
        differences=tuple(
            _difference(labels, setup, sheet, (one, two), DIFFERENCE_ENDS if is_share else None, stop=stop)
            for one, two in pairs(len(labels))
        ),
    )


def pairs(count: int) -> list[tuple[int, int]]:
    """Return the pairs of bots that are compared, each once.

    >>> pairs(3)
    [(0, 1), (0, 2), (1, 2)]
    """
    return [(one, two) for two in range(count) for one in range(two)]


def label_names(names: Sequence[str]) -> list[str]:
    """Return the names, with a number where one is there more than once.

    >>> label_names(["basic", "random", "basic"])
    ['basic', 'random', 'basic (2)']
    """
    return [
        name if name not in names[:place] else f"{name} ({names[:place].count(name) + 1})"
        for place, name in enumerate(names)
    ]


def _bot(label: str, setup: Setup, sheet: ResultSheet, bot: int, ends: Ends | None) -> BotResult:
    times = sheet.times[bot]
    return BotResult(
        bot=label,
        result=estimate(sheet.results[:, bot], ends),
        adjusted=estimate(adjust(sheet.results[:, bot], sheet.luck[:, :, bot]), ends) if setup.alternatives else None,
        decisions=int(times.sum()),
        ms_50=_time_quantile_ms(times, 0.5),
        ms_95=_time_quantile_ms(times, 0.95),
    )


def _time_quantile_ms(times: Counts, share: float) -> float:
    """Return the time within which a share of the moves was made."""
    decisions = int(times.sum())
    place = int(np.searchsorted(times.cumsum(), share * decisions))
    return duplicate.bucket_end_ns(place) / 1e6 if decisions else 0.0


def _difference(
    labels: Sequence[str],
    setup: Setup,
    sheet: ResultSheet,
    pair: tuple[int, int],
    ends: Ends | None,
    *,
    stop: bool,
) -> Difference:
    one, two = pair
    values, luck = (held[..., one] - held[..., two] for held in (sheet.results, sheet.luck))
    plain = estimate(values, ends)
    if stop and len(values) > 1:
        plain = Estimate(plain.mean, sequence_margin(values, ends))
    better = estimate(adjust(values, luck), ends) if setup.alternatives else None
    return Difference(labels[one], labels[two], plain, better, abs(plain.mean) > plain.margin)
