"""Ratings: those of bots are data that a command measured, those of people follow from their games, if they agree."""

import re
import shlex
import threading
from html import unescape
from math import log, sqrt
from pathlib import Path
from statistics import mean

import pytest
from starlette.testclient import TestClient

from cardwright import games
from cardwright.arena import ratings
from cardwright.arena.league import LeagueResult
from cardwright.arena.people import PlayedGame, rate_people
from cardwright.cli.arena import league_parser
from cardwright.cli.play import chosen_options
from cardwright.play import guide
from support.visitors import JSON, Room, Visitor, keep_games, other, run


def test_the_command_beside_a_league_asks_for_that_league() -> None:
    leagues = ratings.load_leagues()
    assert {"cribbage", "flexdeck"} <= {found.game for found in leagues}
    for found in leagues:
        given = league_parser(found.game).parse_args(shlex.split(ratings.command(found))[2:])
        options = {**games.room(found.game).match_options, **chosen_options(given)}
        measured = games.create(found.game, **found.options).settings  # an option that came later has its default
        assert games.create(found.game, **options).settings == measured
        assert (given.game, given.deals, given.seed) == (found.game, found.deals, found.seed)
        assert sorted(given.bots) == sorted(each.bot for each in found.ratings)
        assert mean(each.elo.mean for each in found.ratings) == pytest.approx(1500)
        assert {*given.bots} <= {*games.bot_names(found.game)}


def test_the_page_shows_each_rating_with_its_interval(client: TestClient) -> None:
    assert 'href="/ratings"' in client.get("/").text
    page = unescape(client.get("/ratings").text)
    for found in ratings.load_leagues():
        assert games.room(found.game).title in page
        assert ratings.command(found) in page
        in_order = [guide.load(found.game).names.get(bot, bot) for bot in ratings.bots_of(found)]
        assert f"Its bots are, in this order, {', '.join(in_order)}." in page
        for each in found.ratings:
            assert f"<td>{each.elo.mean:.0f}</td><td>{each.elo.margin:.0f}</td>" in page
    assert page.count('<svg class="portrait') == sum(len(guide.load(one.game).bots) for one in ratings.load_leagues())
    named, _ = re.subn(r"<code>.*?</code>", "", page)
    assert "misses-5-percent" not in named  # the command alone has ids; people read names


def league(game: str) -> LeagueResult:
    return next(found for found in ratings.load_leagues() if found.game == game)


def test_a_person_is_rated_on_the_scale_of_the_bots() -> None:
    """The slow twin: the likelihood of all games, and of the drawn ones that are added, over all ratings."""
    found = league("cribbage")
    bots = {each.bot: each.elo.mean for each in found.ratings}
    played = [PlayedGame("~a", "basic", score) for score in (1, 1, 0, 1)] + [PlayedGame("~a", "expert", 0.0)] * 3

    def likelihood(elo: float) -> float:
        results = [(bots[each.two], each.score) for each in played]
        results += [(bots["basic"], 0.5), (bots["expert"], 0.5), (1500.0, 0.5)]
        chances = [(1 / (1 + 10 ** ((other - elo) / 400)), score) for other, score in results]
        return sum(score * log(chance) + (1 - score) * log(1 - chance) for chance, score in chances)

    (rating,) = rate_people(found, played)
    assert rating.elo.mean == pytest.approx(max(range(1000, 2200), key=likelihood), abs=1)
    bend = likelihood(rating.elo.mean - 1) - 2 * likelihood(rating.elo.mean) + likelihood(rating.elo.mean + 1)
    assert rating.elo.margin == pytest.approx(1.96 / sqrt(-bend), rel=0.01)
    assert rate_people(found, played[:4]) == () == rate_people(found, [])


def test_people_are_rated_by_their_games_with_each_other() -> None:
    found = league("cribbage")
    better, worse = rate_people(found, [PlayedGame("~a", "~b", 1.0)] * 9 + [PlayedGame("~b", "basic", 0.5)] * 9)
    assert (better.person, worse.person) == ("~a", "~b")
    assert (better.games, worse.games) == (9, 18)
    assert better.elo.mean > 1800 > worse.elo.mean


def test_people_are_on_the_page_only_while_they_agree(client: TestClient, room: Room) -> None:
    assert "A person’s games are rated only if they agree" in client.get("/ratings").text
    keep_games(client, room, ["won", "won", "lost", "drawn", "won"], ("", "basic"))
    assert "(you)" not in client.get("/ratings").text
    assert client.post("/ratings", data={"name": " ", "agree": "yes"}, headers=JSON).status_code == 400
    assert client.post("/ratings", data={"name": "Ann <b>", "agree": "yes"}).status_code == 303
    page = client.get("/ratings").text
    assert "Ann &lt;b&gt;" in page
    assert page.count("(you)") == 1
    bea = other(client)
    assert "Ann &lt;b&gt;" in bea.get("/ratings").text
    assert "(you)" not in bea.get("/ratings").text
    for alike in ("ANN <B>", "\u0410nn <b>"):
        assert bea.post("/ratings", data={"name": alike, "agree": "yes"}, headers=JSON).status_code == 409
    client.post("/ratings", data={"agree": "no"})
    assert "Ann &lt;b&gt;" not in bea.get("/ratings").text


def test_a_person_sees_how_many_games_count_until_they_are_rated(client: TestClient, room: Room) -> None:
    client.get("/ratings")
    client.post("/ratings", data={"name": "Ann", "agree": "yes"})
    assert "No game counts so far." in client.get("/ratings").text
    keep_games(client, room, ["won", "lost"], ("", "basic"))
    assert re.search("So far: Cribbage 2 of 5\\.", client.get("/ratings").text)
    assert "(you)" not in client.get("/ratings").text


def test_games_between_people_count_where_both_agree(client: TestClient, room: Room) -> None:
    bea = other(client)
    for browser, seat, outcome in ((client, 0, "won"), (bea, 1, "lost")):
        browser.get("/ratings")
        keep_games(browser, room, [outcome] * 6, ("", ""), seat)
    client.post("/ratings", data={"name": "Ann", "agree": "yes"})
    assert "(you)" not in client.get("/ratings").text
    bea.post("/ratings", data={"name": "Bea", "agree": "yes"})
    page = client.get("/ratings").text
    assert page.index(">Ann ") < page.index(">Bea<")
    assert page.count("<td>6</td>") == 2


def test_ratings_are_not_computed_on_the_event_loop(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    threads: list[int] = []

    def noted(*given: object) -> tuple[()]:
        threads.append(threading.get_ident())
        return ()

    monkeypatch.setattr("cardwright.web.routes.ratings.rate_people", noted)
    assert client.get("/ratings").status_code == 200
    assert len(threads) == len(ratings.load_leagues())
    assert client.portal is not None
    assert client.portal.call(threading.get_ident) not in threads


def test_people_of_one_address_cannot_fill_the_page(tmp_path: Path) -> None:
    room = Room(tmp_path / "log.db", limits=True)
    with Visitor(room.app) as ann:
        form = {"name": "Ann", "agree": "yes"}
        assert ann.post("/ratings", data=form).status_code == 303
        answers = [other(ann).post("/ratings", data=form | {"name": f"No. {number}"}) for number in range(10)]
        assert [answer.status_code for answer in answers] == [303] * 7 + [429] * 3
        assert "try again tomorrow" in answers[-1].text
        assert ann.post("/ratings", data=form | {"name": "Anna"}).status_code == 303  # another name takes no place
        away = other(ann, "192.0.2.7")
        assert away.post("/ratings", data=form | {"name": "Bea"}).status_code == 303
        assert len(run(ann, room.cardroom.rated_people.names)) == 9
    room.close()
