"""Ratings of people, on the scale of a league of bots, from games for two against its bots and against each other.

The model is that of the league, with the bots' ratings as they were measured. One drawn game against a player of 1500
and one for each opponent are added, so that few games make no extreme rating. The intervals come from the model.
"""

from collections import Counter
from collections.abc import Sequence

import msgspec
import numpy as np

from cardwright.arena.estimates import Estimate
from cardwright.arena.league import ELO_PER_UNIT, MEAN_ELO_POINTS, LeagueResult, elo, fit

MIN_RATED_GAMES = 5
MEAN_PLAYER = ""


class PlayedGame(msgspec.Struct, frozen=True):
    """A game for two: a person, ``one``, against a person or a bot, ``two``; and the first one's score, 0 to 1."""

    one: str
    two: str
    score: float


class PersonRating(msgspec.Struct, frozen=True):
    """A person's rating, and the number of games that it comes from."""

    person: str
    elo: Estimate
    games: int


def rate_people(league: LeagueResult, played: Sequence[PlayedGame]) -> tuple[PersonRating, ...]:
    """Return the ratings of people with `MIN_RATED_GAMES` games, the best first. Bots are named as in the league."""
    bots = {each.bot: (each.elo.mean - MEAN_ELO_POINTS) / ELO_PER_UNIT for each in league.ratings}
    people = sorted({player for each in played for player in (each.one, each.two)} - {*bots})
    if not people:
        return ()
    players = [*people, MEAN_PLAYER, *bots]
    scores_of_pair: dict[tuple[str, str], list[float]] = {(person, MEAN_PLAYER): [] for person in people}
    for each in played:
        scores_of_pair.setdefault((each.one, each.two), []).append(each.score)
    place_of = {player: place for place, player in enumerate(players)}
    pairs = [(place_of[one], place_of[two]) for one, two in scores_of_pair]
    scores = [np.array(each, np.float64) for each in scores_of_pair.values()]
    start = np.array([bots.get(player, 0.0) for player in players])
    strengths, information = fit(start, range(len(people)), pairs, scores)
    spread = np.linalg.inv(information)
    counts = Counter(player for each in played for player in (each.one, each.two))
    ratings = (
        PersonRating(person, elo(strengths[place], spread[place, place]), counts[person])
        for place, person in enumerate(people)
        if counts[person] >= MIN_RATED_GAMES
    )
    return tuple(sorted(ratings, key=lambda rating: -rating.elo.mean))
