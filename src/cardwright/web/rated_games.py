"""The ratings of people who agree to show them, and the games that count, from the summaries of finished games."""

from collections.abc import Iterable, Mapping

from cardwright.arena.league import LeagueResult
from cardwright.arena.people import PlayedGame, rate_people
from cardwright.arena.ratings import load_leagues
from cardwright.cardroom.logs.shelf import ShelfItem
from cardwright.cardroom.service import Cardroom
from cardwright.play.summary import Summary
from cardwright.web.budget import in_thread

SCORES = {"won": 1.0, "drawn": 0.5, "lost": 0.0}


async def shown_rating(cardroom: Cardroom, game: str, shelf: str) -> float | None:
    """Return the rating in a game of the person with this list of games; None without one that they agree to show."""
    names = await cardroom.rated_people.names()
    league = next((each for each in load_leagues() if each.game == game), None)
    if shelf not in names or league is None:
        return None
    finished = await finished_games(cardroom, names)
    rated = await in_thread(lambda: rate_people(league, rated_games(league, finished)))
    return next((each.elo.mean for each in rated if each.person == shelf), None)


async def finished_games(cardroom: Cardroom, shelves: Iterable[str]) -> dict[str, list[ShelfItem]]:
    """Return the finished games on each of these lists."""
    return {shelf: (await cardroom.shelves.read(shelf)).finished for shelf in shelves}


def rated_games(league: LeagueResult, finished: Mapping[str, Iterable[ShelfItem]]) -> list[PlayedGame]:
    """Return the games that count in a league for the people with these finished games, by the lists of games."""
    bots = {each.bot for each in league.ratings}
    tables: dict[str, dict[int, tuple[str, Summary]]] = {}
    for shelf, items in finished.items():
        for item in items:
            if item.summary and _counts(item.summary, league.game):
                tables.setdefault(item.table, {})[item.summary.seat] = (shelf, item.summary)
    played = []
    for seats in tables.values():
        shelf, summary = seats[min(seats)]
        kind = summary.kinds[1 - summary.seat]
        other = kind if kind in bots else seats[1 - summary.seat][0] if len(seats) == len(summary.names) else ""
        if other and other != shelf:
            played.append(PlayedGame(shelf, other, SCORES[summary.counted]))
    return played


def _counts(summary: Summary, game: str) -> bool:
    return summary.game == game and len(summary.names) == 2 and not summary.uncounted and summary.counted in SCORES
