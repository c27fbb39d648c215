"""Ratings of the bots, as leagues measured them, and of people who agree that theirs are shown."""

import functools
from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from cardwright import games
from cardwright.arena.league import LeagueResult, Rating
from cardwright.arena.people import MIN_RATED_GAMES, PersonRating, rate_people
from cardwright.arena.ratings import bots_of, command, load_leagues
from cardwright.cardroom.logs.game_lists import ListedGame, own_list_name
from cardwright.cardroom.names import MAX_NAME_CHARS
from cardwright.play import guide
from cardwright.web import own_games, rate_limits, render, requests, responses
from cardwright.web.bot_choices import MIDDLING_ELO, STRONG_ELO, level
from cardwright.web.budget import in_thread
from cardwright.web.drawing import svg
from cardwright.web.rated_games import finished_games, rated_games
from cardwright.web.refused import Refused

CHART_WIDTH_PX = 200.0  # of the interval of the widest league, in the units of the SVG


async def ratings_page(request: Request) -> Response:
    """Show the ratings of the bots, and of people who agreed, with their intervals."""
    cardroom, secrets = requests.cardroom(request), requests.secrets(request)
    names = await cardroom.rated_people.names()
    own_person = own_list_name(secrets[0]) if secrets else ""
    if own_person in names:
        await own_games.refresh(request)  # so that the games that have just ended count
    finished = await finished_games(cardroom, names)
    leagues = await in_thread(
        _rated, names, finished, own_person
    )  # which takes a while for many people with many games
    page = render.page(
        "ratings.html",
        leagues=leagues,
        name=names.get(own_person, ""),
        called=requests.player_name(request),
        name_size=MAX_NAME_CHARS,
        least=MIN_RATED_GAMES,
        strong_elo=STRONG_ELO,
        middling_elo=MIDDLING_ELO,
    )
    return responses.form_page(request, page)


async def agree(request: Request) -> Response:
    """Put one's ratings on the page, or take them off."""
    form = await requests.form(request, "name", "agree")
    people, secret = requests.cardroom(request).rated_people, requests.own_secret(request)
    if form.get("agree") != "yes":
        await people.withdraw(own_list_name(secret))
        return responses.go_to(request, "/ratings", "Your ratings are off the page.")
    name = requests.name_in(form)
    if not name:
        raise Refused(400, "a name is missing: others read it beside your rating")
    if own_list_name(secret) not in await people.names():
        refusal = "several people of your address are new on this page; try again tomorrow"
        requests.limit(request, rate_limits.RATED, refusal=refusal)
    await people.agree(own_list_name(secret), name)
    answer = responses.go_to(request, "/ratings", "Your ratings are on the page.")
    if not requests.secrets(request):
        responses.give_secrets(request, answer, secret)
    return answer


def _rated(names: dict[str, str], finished: dict[str, list[ListedGame]], own_person: str) -> list[dict[str, Any]]:
    """Return the leagues with the people who are rated in each, and the number of one's own games that count."""
    leagues = []
    for values, league in zip(_leagues(), load_leagues(), strict=True):
        played = rated_games(league, finished)
        people = [_person(names[each.person], each, each.person == own_person) for each in rate_people(league, played)]
        leagues.append(values | {"people": people, "own": sum(own_person in (each.one, each.two) for each in played)})
    return leagues


def _person(name: str, rating: PersonRating, is_own: bool) -> dict[str, Any]:
    return {
        "name": name,
        "own": is_own,
        "elo": f"{rating.elo.mean:.0f}",
        "margin": f"{rating.elo.margin:.0f}",
        "games": rating.games,
    }


@functools.cache
def _leagues() -> list[dict[str, Any]]:
    return [_league(league) for league in load_leagues()]


def _league(league: LeagueResult) -> dict[str, Any]:
    called, known = guide.load(league.game).names, guide.load(league.game).bots
    low = min(each.elo.mean - each.elo.margin for each in league.ratings)
    high = max(each.elo.mean + each.elo.margin for each in league.ratings)
    return {
        "game": league.game,
        "title": games.room(league.game).title,
        "deals": league.deals,
        "command": command(league),
        "called": [called.get(bot, bot) for bot in bots_of(league)],
        "bots": [
            _bot(called.get(each.bot, each.bot), each, low, high)
            | {
                "level": level(league.game, each.bot),
                "face": Markup(svg.portrait(known[each.bot].face if each.bot in known else "")),
            }
            for each in league.ratings
        ],
    }


def _bot(called: str, rating: Rating, low: float, high: float) -> dict[str, Any]:
    left, middle, right = (
        round(CHART_WIDTH_PX * (elo - low) / (high - low), 1)
        for elo in (rating.elo.mean - rating.elo.margin, rating.elo.mean, rating.elo.mean + rating.elo.margin)
    )
    return {
        "name": called,
        "interval": (left, middle, right),
        "elo": f"{rating.elo.mean:.0f}",
        "margin": f"{rating.elo.margin:.0f}",
        "score": f"{100 * rating.score:.1f} %",
    }
