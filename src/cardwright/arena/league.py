"""A league: every bot against every other in duplicate deals, and Elo ratings with intervals.

The ratings are the maximum likelihood of the model of Bradley and Terry. A pairing's score is the first bot's share of
the wins; where results are amounts, the share of the deals in which it won more. One drawn deal is added to each
pairing, so that a bot which won every game has a rating too. The intervals allow for games of a deal that are alike:
they use the spread that the deals show, not the one that the model expects.
"""

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from math import log, sqrt
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from cardwright import games, shards
from cardwright.arena import duplicate, match
from cardwright.arena.duplicate import Setup
from cardwright.arena.estimates import Estimate, Results
from cardwright.arena.match import Difference, ResultSheet
from cardwright.errors import BadCount
from cardwright.shards import Progress
from cardwright.standard_error import NORMAL_95_FACTOR, mean_error

ELO_PER_UNIT = 400 / log(10)
MEAN_ELO_POINTS = 1500
MAX_NEWTON_STEPS = 100
CONVERGED_SHARE = 1e-12
ADDED_DRAWS_COUNT = 1


class Rating(msgspec.Struct, frozen=True):
    """A bot's rating, with the mean of all bots at 1500, and its mean score against the others."""

    bot: str
    elo: Estimate
    score: float


class LeagueResult(msgspec.Struct, frozen=True):
    """A league that was played: ratings, best first, and every pairing."""

    game: str
    options: dict[str, bool | int | str]
    unit: str
    seed: int
    deals: int
    ratings: tuple[Rating, ...]
    pairings: tuple[Difference, ...]


def play(
    game: str,
    names: Sequence[str],
    seed: int,
    deals: int,
    *,
    options: Mapping[str, object] | None = None,
    records: str = "",
    executor: Executor | None = None,
    file: Path | str | None = None,
    progress: Progress | None = None,
) -> LeagueResult:
    """Play a league of ``deals`` duplicate deals a pairing. Raises as `match.setup` does."""
    if len(names) < 2:
        raise BadCount(f"a league takes two bots or more, and here are {len(names)}", len(names))
    labels = match.label_names(names)
    pairs = match.pairs(len(names))
    setups = [match.setup(game, (names[one], names[two]), options, records=records) for one, two in pairs]
    parts = [match.shards_of(setup, seed, deals) for setup in setups]
    work = list(dict.fromkeys(shard for part in parts for shard in part))
    counts = dict(zip(work, shards.run(match.play_shard, work, executor=executor, file=file, progress=progress)))
    sheets = [ResultSheet.of([counts[shard] for shard in part], setup) for setup, part in zip(setups, parts)]
    scores = [_scores(setup, sheet) for setup, sheet in zip(setups, sheets, strict=True)]
    pairings = tuple(
        msgspec.structs.replace(match.summary(setup, seed, sheet).differences[0], first=labels[one], second=labels[two])
        for setup, sheet, (one, two) in zip(setups, sheets, pairs, strict=True)
    )
    return LeagueResult(
        game=game,
        options=dict(setups[0].options),
        unit=duplicate.unit_name(games.create(game, **setups[0].options)),
        seed=seed,
        deals=deals,
        ratings=rate(labels, pairs, scores),
        pairings=pairings,
    )


def _scores(setup: Setup, sheet: ResultSheet) -> Results:
    """Return the first bot's score in each deal, 0 to 1."""
    one, two = sheet.results[:, 0], sheet.results[:, 1]
    game = games.create(setup.game, **setup.options)
    if duplicate.is_share(game) and game.players == 2:
        return one
    return (np.sign(one - two) + 1) / 2


def rate(labels: Sequence[str], pairs: Sequence[tuple[int, int]], scores: Sequence[Results]) -> tuple[Rating, ...]:
    """Return the ratings from the scores of each pairing, best first."""
    strengths, spread = bradley_terry(len(labels), pairs, scores)
    means = []
    for bot in range(len(labels)):
        scores_of_bot = [(score, one) for (one, two), score in zip(pairs, scores, strict=True) if bot in (one, two)]
        means.append(np.concatenate([score if one == bot else 1 - score for score, one in scores_of_bot]))
    ratings = [
        Rating(label, elo(strength, variance), float(mean.mean()))
        for label, strength, variance, mean in zip(labels, strengths, spread.diagonal(), means, strict=True)
    ]
    return tuple(sorted(ratings, key=lambda rating: -rating.elo.mean))


def elo(strength: float, variance: float) -> Estimate:
    """Return the Elo rating of a strength in natural logarithms of odds."""
    margin = NORMAL_95_FACTOR * ELO_PER_UNIT * sqrt(max(float(variance), 0.0))
    return Estimate(MEAN_ELO_POINTS + ELO_PER_UNIT * float(strength), margin)


def bradley_terry(
    count: int, pairs: Sequence[tuple[int, int]], scores: Sequence[Results]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return strengths of mean 0, in natural logarithms of odds, and their covariance."""
    strengths, information = fit(np.zeros(count), range(count), pairs, scores)
    inverse = np.linalg.pinv(information)
    noise = np.zeros((count, count))
    for (one, two), score in zip(pairs, scores):
        ways = np.zeros(count)
        ways[one], ways[two] = 1, -1
        noise += np.outer(ways, ways) * (len(score) * mean_error(score)) ** 2
    return strengths - strengths.mean(), inverse @ noise @ inverse


def fit(
    strengths: NDArray[np.float64], free: Sequence[int], pairs: Sequence[tuple[int, int]], scores: Sequence[Results]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the most likely strengths, by Newton's method, and the observed information.

    Only the strengths of ``free`` players change; where that is everyone, their mean stays as it is.
    """
    strengths, rows = strengths.copy(), np.ix_(free, free)
    pull = 1 / len(strengths) if len(free) == len(strengths) else 0.0
    for _ in range(MAX_NEWTON_STEPS):
        gradient, information = _derivatives(strengths, pairs, scores)
        step = np.linalg.solve(information[rows] + pull, gradient[list(free)])
        strengths[list(free)] += step / max(1.0, float(abs(step).max()))
        if abs(step).max() < CONVERGED_SHARE:
            break
    return strengths, _derivatives(strengths, pairs, scores)[1][rows]


def _derivatives(
    strengths: NDArray[np.float64], pairs: Sequence[tuple[int, int]], scores: Sequence[Results]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the gradient of the log-likelihood, and the observed information, the negative second derivative."""
    gradient, information = np.zeros(len(strengths)), np.zeros((len(strengths), len(strengths)))
    for (one, two), score in zip(pairs, scores):
        chance = 1 / (1 + np.exp(strengths[two] - strengths[one]))
        deals = len(score) + ADDED_DRAWS_COUNT
        gain = float(score.sum()) + ADDED_DRAWS_COUNT / 2 - deals * chance
        weight = deals * chance * (1 - chance)
        gradient[one] += gain
        gradient[two] -= gain
        information[[one, two], [one, two]] += weight
        information[[one, two], [two, one]] -= weight
    return gradient, information
