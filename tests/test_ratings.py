"""Ratings of the bots: data that a command measured, and the page that shows it."""

import shlex
from html import unescape
from statistics import mean

import pytest
from starlette.testclient import TestClient

from cardwright import games
from cardwright.arena import ratings
from cardwright.cli import parser
from cardwright.terminal.arena_report import chosen


def test_the_command_beside_a_league_asks_for_that_league() -> None:
    leagues = ratings.measured()
    assert {"cribbage", "flexdeck"} <= {found.game for found in leagues}
    for found in leagues:
        given = parser().parse_args(shlex.split(ratings.command(found))[1:])
        options = {**games.room(found.game).match_options, **chosen(found.game, given.option)}
        assert games.create(found.game, **options).settings == found.options
        assert (given.game, given.deals, given.seed) == (found.game, found.deals, found.seed)
        assert sorted(given.bots) == sorted(each.bot for each in found.ratings)
        assert mean(each.elo.mean for each in found.ratings) == pytest.approx(1500)
        assert {*given.bots} <= {*games.bot_names(found.game)}


def test_the_page_shows_each_rating_with_its_interval(client: TestClient) -> None:
    assert 'href="/ratings"' in client.get("/").text
    page = unescape(client.get("/ratings").text)
    for found in ratings.measured():
        assert games.room(found.game).title in page
        assert ratings.command(found) in page
        for each in found.ratings:
            assert f"<td>{each.elo.mean:.0f}</td><td>{each.elo.margin:.0f}</td>" in page
