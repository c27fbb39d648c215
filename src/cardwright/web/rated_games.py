"""The ratings of people who agree to show them, and the games that count, from the summaries of finished games."""

from collections.abc import Iterable, Mapping

from cardwright.arena.league import LeagueResult
from cardwright.arena.people import PlayedGame, rate_people
from cardwright.arena.ratings import load_leagues
from cardwright.cardroom.logs.game_lists import ListedGame
from cardwright.cardroom.service import Cardroom
from cardwright.play.summary import Summary
from cardwright.web.budget import in_thread

SCORES = {"won": 1.0, "drawn": 0.5, "lost": 0.0}


async def shown_rating(cardroom: Cardroom, game: str, list_name: str) -> float | None:
    """Return the rating in a game of the person with this list of games; None without one that they agree to show."""
    names = await cardroom.rated_people.names()
    league = next((each for each in load_leagues() if each.game == game), None)
    if list_name not in names or league is None:
        return None
    finished = await finished_games(cardroom, names)
    rated = await in_thread(lambda: rate_people(league, rated_games(league, finished)))
    return next((each.elo.mean for each in rated if each.person == list_name), None)


async def finished_games(cardroom: Cardroom, lists: Iterable[str]) -> dict[str, list[ListedGame]]:
    """Return the finished games on each of these lists."""
    return {list_name: (await cardroom.game_lists.read(list_name)).finished for list_name in lists}


def rated_games(league: LeagueResult, finished: Mapping[str, Iterable[ListedGame]]) -> list[PlayedGame]:
    """Return the games that count in a league for the people with these finished games, by the lists of games."""
    bots = {each.bot for each in league.ratings}
    tables: dict[str, dict[int, tuple[str, Summary]]] = {}
    for list_name, items in finished.items():
        for item in items:
            if item.summary and _counts(item.summary, league.game):
                tables.setdefault(item.table, {})[item.summary.seat] = (list_name, item.summary)
    played = []
    for seats in tables.values():
        list_name, summary = seats[min(seats)]
        kind = summary.kinds[1 - summary.seat]
        other = kind if kind in bots else seats[1 - summary.seat][0] if len(seats) == len(summary.names) else ""
        if other and other != list_name:
            played.append(PlayedGame(list_name, other, SCORES[summary.counted]))
    return played


def _counts(summary: Summary, game: str) -> bool:
    return summary.game == game and len(summary.names) == 2 and not summary.uncounted and summary.counted in SCORES
