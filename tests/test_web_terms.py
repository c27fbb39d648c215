"""The terms of a table over the web: hints, options with their defaults, unknown fields, and giving up."""

import re

import pytest
from starlette.testclient import TestClient

from cardwright import games
from support.visitors import JSON, Room, look, open_table, other, sit_down, until


def test_no_hints_between_people_unless_the_table_says_so(client: TestClient) -> None:
    table = open_table(client, "cribbage", others="open", listed="yes")
    bea = sit_down(client, table)
    until(client, table, lambda seen: 0 in seen["to_act"])
    refused = client.post(f"{table}/hint", headers=JSON)
    assert (refused.status_code, refused.json()) == (409, {"error": "hints are not allowed at this table"})
    for browser in (client, bea, other(client)):
        page = browser.get(table).text
        assert "Hints are not allowed at this table." in page
        assert 'form="hint"' not in page


def test_hints_are_a_term_that_all_see(client: TestClient) -> None:
    table = open_table(client, "cribbage", others="open", hints="yes")
    bea = sit_down(client, table)
    until(client, table, lambda seen: 0 in seen["to_act"])
    assert client.post(f"{table}/hint", headers=JSON).status_code == 200
    assert "Hints are allowed at this table." in bea.get(table).text
    alone = open_table(client, "cribbage", others="basic", hints="no")
    until(client, alone, lambda seen: 0 in seen["to_act"])
    assert client.post(f"{alone}/hint", headers=JSON).status_code == 409


def test_a_missing_field_means_the_default(client: TestClient, room: Room) -> None:
    """The list of unseen cards was off, because a missing checkbox counted as no."""
    for name in games.GAMES:
        table = open_table(client, name)
        live = room.table(table)
        assert live.game.settings == games.create(name).settings
        assert live.has_default_options
    off = room.table(open_table(client, "patience", **{"o-unseen": "no"}).removeprefix("/t/"))
    assert off.game.settings["unseen"] is False


# What an invited player has to know, though it is the default: nothing said which poker was played, for how much.
HOLDEM, STAKES = "variant: Texas hold'em", "chips to begin with: 200; blinds: 1/2"


def test_the_terms_are_in_the_words_of_the_form_without_what_the_title_says(client: TestClient, room: Room) -> None:
    options = {"o-variant": "omaha", "o-stacks": "40", "o-rise": "0", "o-deals": "9", "o-rebuy": "yes"}
    table = open_table(client, "poker", others="open", clock="off", **options)
    terms = "chips to begin with: 40; blinds: 1/2; deals: 9; deals a level: bets stay; rebuys"
    assert sorted(room.table(table).terms.split("; ")) == sorted(terms.split("; "))


@pytest.mark.parametrize(
    ("game", "options", "terms"),
    [
        ("cribbage", {"o-count": "by hand"}, "counting of hands: you find the combinations"),
        ("cribbage", {"o-to": "61"}, "winning score: 61 points, once round the board"),
        ("paigow", {"o-house_way": "mgm"}, "house way: MGM Grand"),
        (
            "poker",
            {"o-limit": "fixed-limit", "o-cap": "3"},
            f"{HOLDEM}; betting limit: fixed limit; {STAKES}; raises a round: 3",
        ),
        (
            "poker",
            {"o-limit": "fixed-limit", "o-cap": "0"},
            f"{HOLDEM}; betting limit: fixed limit; {STAKES}; raises a round: any number",
        ),
        ("poker", {"o-players": "3"}, f"{HOLDEM}; {STAKES}"),
        ("poker", {"o-rotation": "horse"}, f"several variants: horse; {STAKES}"),
        (
            "poker",
            {"o-rotation": "omaha, texas-holdem", "o-rotate": "choice"},
            "several variants: Omaha, pot limit / Texas hold'em, no limit; "
            f"change of variant: the dealer chooses the variant of each deal; {STAKES}",
        ),
    ],
)
def test_the_terms_say_what_a_choice_means(
    client: TestClient, room: Room, game: str, options: dict[str, str], terms: str
) -> None:
    assert room.table(open_table(client, game, others="open", clock="off", **options)).terms == terms


def test_a_link_that_works_on_this_computer_only_says_so(client: TestClient) -> None:
    table = open_table(client, "cribbage", others="open")
    for host, local in (("127.0.0.1:8000", True), ("localhost", True), ("192.168.1.7:8000", False)):
        assert ('id="local"' in client.get(table, headers={"host": host}).text) == local


def test_the_form_sends_a_box_that_is_not_ticked(client: TestClient) -> None:
    page = client.get("/new/patience").text
    assert re.search(r'<input type="hidden" name="o-unseen" value="no"><input type="checkbox" name="o-unseen"', page)


@pytest.mark.parametrize(
    ("path", "form", "message"),
    [
        ("/tables", {"game": "patience", "o-unsen": "no"}, "no form field named 'o-unsen'; did you mean 'o-unseen'?"),
        ("/tables", {"game": "patience", "colck": "off"}, "no form field named 'colck'; did you mean 'clock'?"),
        (
            "/tables",
            {"game": "patience", "o-unseen": "maybe"},
            "option 'o-unseen' cannot be 'maybe': it takes yes or no",
        ),
        (
            "/tables",
            {"game": "poker", "o-variant": "omaha", "o-bring_in": "1"},
            "option 'bring_in' cannot be 1: it takes effect only with variant seven-card-stud, ",
        ),
        ("/tables", {"game": "patience", "quick": "yes", "o-unseen": "no"}, "no form field named 'o-unseen'"),
        ("{table}/move", {"version": "1", "mvoe": "x"}, "no form field named 'mvoe'; did you mean 'move'?"),
        ("{table}/hint", {"why": "yes"}, "this form takes no field 'why'"),
    ],
)
def test_unknown_fields_are_refused_with_the_nearest_name(
    client: TestClient, path: str, form: dict[str, str], message: str
) -> None:
    table = open_table(client, "patience")
    answer = client.post(path.format(table=table), data=form, headers=JSON)
    assert answer.status_code == 400
    assert answer.json()["error"].startswith(message)


def test_giving_up_is_confirmed_and_loses_the_game(client: TestClient) -> None:
    table = open_table(client, "cribbage", others="basic")
    until(client, table, lambda seen: 0 in seen["to_act"])
    page = client.get(table).text
    assert "You lose this game, and it ends." in page
    assert "Yes, give up" in page
    answer = client.post(f"{table}/leave", data={"for_good": "yes"}, headers=JSON).json()
    assert answer["goto"] == ""  # the page of the table shows the end
    assert look(client, table)["over"]
    page = client.get(table).text
    assert "gave up, and lost the game" in page
    assert 'class="result resigned"' in page
    assert '<span class="outcome">You gave up<' in page
    assert "Come back" not in client.get("/").text
    assert client.get(f"{table}/replay").status_code == 200
    assert client.get(f"{table}/record").status_code == 200


def test_a_finished_game_can_be_taken_off_the_list(client: TestClient) -> None:
    table = open_table(client, "cribbage", others="basic")
    client.post(f"{table}/leave", data={"for_good": "yes"})
    assert table in client.get("/games").text
    assert client.post(f"{table}/leave", data={"for_good": "yes"}, headers=JSON).status_code == 409
    removed = client.post("/games/remove", data={"table": table.removeprefix("/t/")})
    assert removed.headers["location"] == "/games"
    assert table not in client.get("/games").text


def test_a_game_that_goes_on_is_given_up_from_the_list(client: TestClient) -> None:
    """Positions tried again stayed on the list until each was given up at its table."""
    table = open_table(client, "cribbage", others="basic")
    assert "You lose this game, and it leaves this list." in client.get("/games").text
    shared = open_table(client, "cribbage", others="open")
    assert "Your seat is free again." in client.get("/games").text
    for each in (table, shared):
        answer = client.post("/games/remove", data={"table": each.removeprefix("/t/")})
        assert answer.headers["location"] == "/games"
        assert each not in client.get("/games").text
    assert look(client, table)["over"]
    assert "Sit down" in client.get(shared).text


def test_one_of_several_leaves_a_game_that_goes_on(client: TestClient) -> None:
    table = open_table(client, "poker", others="open", **{"o-players": "3"})
    bea, _ = sit_down(client, table), sit_down(client, table, "Cy")
    assert "Your seat is played on without you." in bea.get("/games").text
    bea.post("/games/remove", data={"table": table.removeprefix("/t/")})
    assert table not in bea.get("/games").text
    assert not look(client, table)["over"]


def test_a_bot_plays_on_for_one_of_several(client: TestClient, room: Room) -> None:
    table = open_table(client, "poker", others="open", **{"o-players": "3"})
    bea, _ = sit_down(client, table), sit_down(client, table, "Cy")
    bea.post(f"{table}/leave", data={"for_good": "yes"})
    live = room.table(table)
    assert not live.over
    assert live.stand_ins.notes == {1: "gave up; a bot plays"}
    assert bea.post(f"{table}/back").status_code == 403
    assert table not in bea.get("/").text.partition('<ul class="games">')[0]
