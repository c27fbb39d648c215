"""A lost patience stepped through as it could have been won: the page, its steps, and who is offered it."""

import re
from html import unescape
from random import Random

import pytest
from starlette.testclient import TestClient

from cardwright import games
from cardwright.answers import Line
from cardwright.cardroom.bots import bot_workers
from cardwright.cardroom.bots.reviews import Reviews
from cardwright.play import review, solved
from cardwright.play.luck import Luck
from cardwright.play.record import Header, Record, Sitter
from cardwright.play.table import Table
from support.playouts import at_random
from support.records import finished
from support.visitors import JSON, open_table, post_move, until


@pytest.fixture
def lost(client: TestClient) -> str:
    """A patience whose cards went into the first open cells."""
    table = open_table(client, "patience")
    while not (seen := until(client, table, lambda seen: seen["over"] or 0 in seen["to_act"]))["over"]:
        texts = [move["text"] for move in seen["moves"]]
        post_move(client, table, seen["version"], next((each for each in texts if each.startswith("place")), texts[-1]))
    return table


def test_a_lost_game_is_stepped_through_as_it_could_have_been_won(client: TestClient, lost: str) -> None:
    assert f'href="{lost}/solution"' in client.get(lost).text
    page = client.get(f"{lost}/solution").text
    assert "could have been won" in page
    assert "Play on from here" not in page
    last = int(re.findall(r'data-last="(\d+)"', page)[0])
    end = client.get(f"{lost}/solution", params={"at": last}, headers=JSON).json()
    assert any("won" in line.lower() for line in end["news"]) or "won" in end["scene"].lower()
    moves = client.get(f"{lost}/solution/moves?first=0", headers=JSON).json()["moves"]
    played = client.get(f"{lost}/replay/moves?first=0", headers=JSON).json()["moves"]
    assert moves != played
    assert client.get(f"{lost}/solution", params={"at": last + 1}).status_code == 400


def test_the_review_says_that_it_could_have_been_won_and_from_where_on_not(
    client: TestClient, lost: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nothing(*_: object) -> tuple[Line, ...]:
        return ()

    monkeypatch.setattr(Reviews, "lines", nothing)  # the values of its moves take half a minute
    answer = client.get(f"{lost}/review")
    said = unescape(answer.text)
    assert "It could have been won, had the order of the cards been known." in said
    assert re.search(r"From card \d+ on it could not be won any more, wherever the cards were placed: \w", said)
    again = client.get(f"{lost}/review").text
    assert again == answer.text


def test_where_no_way_is_found_the_page_says_so(client: TestClient, lost: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def nothing(*_: object) -> None:
        return None

    monkeypatch.setattr(bot_workers, "call", nothing)
    assert "does not prove" in client.get(f"{lost}/solution").text
    assert client.get(f"{lost}/solution", headers=JSON).status_code == 409


def test_a_game_that_goes_on_has_no_solution(client: TestClient) -> None:
    table = open_table(client, "patience")
    assert client.get(f"{table}/solution").status_code == 409
    assert "solution" not in client.get(table).text


def test_the_solved_record_wins_with_the_same_cards() -> None:
    game = games.create("patience")
    table = finished(Table(game, Luck.numbered(11)), at_random(game, Random(3)))
    record = Record.of(Header.of(game, [Sitter("Ann", "you")]), game, table.log)
    assert solved.may_be_solved(record.game, record.states[-1], record.forfeited)
    found = solved.find_win(record)
    assert found is not None
    assert review.outcome(found, 0) == 1
    assert solved.chance_actions(found) == solved.chance_actions(record)
    assert not solved.may_be_solved(found.game, found.states[-1], found.forfeited)
