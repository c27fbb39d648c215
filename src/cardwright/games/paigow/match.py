"""House ways measured: one against another over millions of deals, and one over every hand there is.

    python -m cardwright.games.paigow.match --way trump_plaza --deals 20000000 --seed 1
    python -m cardwright.games.paigow.match --way mgm --fouls

Each job is cut into shards ``(seed, first, count)`` that give the same deals however they are cut, so they may run in
any order, in any process, and again.
"""

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed

import msgspec
import numpy as np

from cardwright.errors import BadCount, UnknownName
from cardwright.games.paigow import _kernels
from cardwright.games.paigow.house_way import WAYS

SHARD_DEALS = 250_000  # deals: about a second
SUIT_SHARDS = 64  # shards of all hands, by their largest suit

Progress = Callable[[int, int], object]


class Match(msgspec.Struct, frozen=True):
    """Counts of deals that the player won, pushed and lost, the dealer winning copies; and counts of copies."""

    deals: int
    win: int
    push: int
    lose: int
    front_copies: int
    back_copies: int

    def edge(self, commission: float = 0.0) -> float:
        """Return the share of each bet that the dealer keeps, with this commission on wins."""
        return (self.lose - (1 - commission) * self.win) / self.deals

    def errors_from(self, win: float, push: float, lose: float) -> tuple[float, float, float]:
        """Return how many standard errors the shares found lie above these, which are between 0 and 1."""

        def error(count: int, share: float) -> float:
            return float((count / self.deals - share) / (share * (1 - share) / self.deals) ** 0.5)

        return error(self.win, win), error(self.push, push), error(self.lose, lose)


def house_way_match(
    way: str,
    deals: int,
    seed: int,
    progress: Progress | None = None,
    *,
    dealer: str | None = None,
    wheel: str = "second",
    executor: Executor | None = None,
) -> Match:
    """Deal to a player and a dealer and set both by house ways (the player's ``way`` for both, if no other is given).

    ``progress`` is called with the number of deals done and of all deals. Raises `UnknownName` or `BadCount`.
    """
    if deals < 1:
        raise BadCount(f"a match is at least one deal, not {deals}", deals)
    ways = _number(way), _number(dealer or way)
    shards = [
        (seed, first, min(SHARD_DEALS, deals - first), *ways, wheel == "lowest")
        for first in range(0, deals, SHARD_DEALS)
    ]
    tally = np.zeros(9, np.int64)
    done = 0
    for counted in _run(_match_shard, shards, executor):
        tally += counted
        done += int(counted.sum())
        if progress:
            progress(done, deals)
    grid = tally.reshape(3, 3)
    win, lose = int(grid[0, 0]), int(grid[1:, 1:].sum())
    return Match(deals, win, deals - win - lose, lose, int(grid[1].sum()), int(grid[:, 1].sum()))


def count_fouls(
    way: str, progress: Progress | None = None, *, wheel: str = "second", executor: Executor | None = None
) -> tuple[int, int]:
    """Set all 154,143,080 hands by a house way: how many there were, and how many were fouled.

    Hands that differ only in the names of suits are set once and counted as many times as there are such.
    """
    number = _number(way)
    last = int(survey()[1][-1])
    step = -(-last // SUIT_SHARDS)
    shards = [(first, min(first + step, last), number, wheel == "lowest") for first in range(0, last, step)]
    tally = np.zeros(3, np.int64)
    for done, counted in enumerate(_run(_foul_shard, shards, executor), 1):
        tally += counted
        if progress:
            progress(done, len(shards))
    return int(tally[0]), int(tally[1])


def _number(way: str) -> int:
    if way not in WAYS:
        raise UnknownName("house way", way, WAYS)
    return list(WAYS).index(way)


def _run(
    job: Callable[..., np.ndarray], shards: Sequence[tuple[int, ...]], executor: Executor | None
) -> Iterator[np.ndarray]:
    """The shards' counts, as they come in."""
    if executor is None:
        yield from (job(*shard) for shard in shards)
    else:
        for future in as_completed([executor.submit(job, *shard) for shard in shards]):
            yield future.result()


def _match_shard(seed: int, first: int, count: int, player: int, dealer: int, low_wheel: int) -> np.ndarray:
    tally = np.zeros(9, np.int64)
    _kernels.match(seed % 2**64, first, count, player, dealer, int(low_wheel), tally)
    return tally


def _foul_shard(first: int, last: int, way: int, low_wheel: int) -> np.ndarray:
    tally = np.zeros(3, np.int64)
    masks, starts = survey()
    for joker in (0, 1):
        _kernels.fouls(masks, starts, first, last, joker, way, int(low_wheel), tally)
    return tally


def survey() -> tuple[np.ndarray, np.ndarray]:
    """Return the sets of up to seven heights by size, and the index at which each size begins."""
    by_size = [[mask for mask in range(1 << 13) if mask.bit_count() == size] for size in range(8)]
    starts = np.cumsum([0, *map(len, by_size)])
    return np.array([mask for masks in by_size for mask in masks], np.int32), starts.astype(np.int32)


def main(argv: Sequence[str] | None = None) -> int:
    """Measure a house way from the command line."""
    parser = argparse.ArgumentParser(prog="python -m cardwright.games.paigow.match", description=main.__doc__)
    parser.add_argument("--way", choices=WAYS, default="trump_plaza", help="the player's house way")
    parser.add_argument("--dealer", choices=WAYS, help="the dealer's, if it is another")
    parser.add_argument("--wheel", choices=("second", "lowest"), default="second", help="the rank of A-2-3-4-5")
    parser.add_argument("--deals", type=int, default=20_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fouls", action="store_true", help="set every hand there is and count the fouls instead")
    given = parser.parse_args(argv)
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        if given.fouls:
            hands, fouls = count_fouls(given.way, _bar, wheel=given.wheel, executor=pool)
            print(f"{given.way}: {fouls} fouls in {hands:,} hands")
            return 0
        found = house_way_match(
            given.way, given.deals, given.seed, _bar, dealer=given.dealer, wheel=given.wheel, executor=pool
        )
    print(f"{given.way} against {given.dealer or given.way}, {found.deals:,} deals, the dealer winning copies:")
    for name, count in (("win", found.win), ("push", found.push), ("lose", found.lose)):
        error = 100 * (count / found.deals * (1 - count / found.deals) / found.deals) ** 0.5
        print(f"  {name:5} {100 * count / found.deals:7.3f} %  (standard error {error:.3f})")
    for percent in (0, 5):
        print(f"  house edge at a commission of {percent} %: {100 * found.edge(percent / 100):.3f} %")
    return 0


def _bar(done: int, total: int) -> None:
    """Show progress on stderr, if that is a terminal."""
    if sys.stderr.isatty():
        filled = 40 * done // total
        end = "\n" if done == total else ""
        print(f"\r[{'#' * filled}{'.' * (40 - filled)}] {done:,} of {total:,}", end=end, file=sys.stderr, flush=True)


if __name__ == "__main__":
    raise SystemExit(main())
