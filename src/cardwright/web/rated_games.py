"""The games of people that count for their ratings, from the summaries of their finished games."""

from collections.abc import Iterable, Mapping

from cardwright.arena.league import LeagueResult
from cardwright.arena.people import PlayedGame
from cardwright.cardroom.logs.shelf import ShelfItem
from cardwright.play.summary import Summary

SCORES = {"won": 1.0, "drawn": 0.5, "lost": 0.0}


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
