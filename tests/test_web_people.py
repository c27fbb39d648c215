"""Seats and names, and what the lobby says of them; leaving, talk, rematches, and what a player reads."""

import re
import time
from pathlib import Path
from random import Random

import pytest
from starlette.testclient import TestClient

from cardwright.cardroom.events import Opened, decode
from cardwright.cardroom.tables.seats import READY_AFTER_MS, Seats
from cardwright.cardroom.tables.table_log import fold
from cardwright.cli import main
from cardwright.game import SPECTATOR
from cardwright.web.drawing.qr import qr
from cardwright.web.lobby_board import IDLE_MS
from cardwright.web.routes import pairing
from cardwright.web.routes.pairing import MAX_WAITING_MS
from support.visitors import (
    JSON,
    Room,
    fill_table,
    look,
    open_table,
    other,
    play_out,
    play_together,
    post_random_move,
    sit_down,
    until,
)

# Names, seats for whom, and what the lobby says


def called(browser: TestClient, table: str, seat: int = 0) -> str:
    return str(look(browser, table)["names"][seat])


def test_a_name_is_remembered(client: TestClient) -> None:
    open_table(client, "patience", name="Ann O'Hara & co")
    quick = client.post("/tables", data={"game": "cribbage", "quick": "yes"}).headers["location"]
    assert called(client, quick) == "Ann O'Hara & co"
    assert 'value="Ann O&#39;Hara &amp; co"' in client.get("/").text
    assert client.post("/name", data={"name": "Bo"}).headers["location"] == "/"
    assert called(client, open_table(client, "patience", name="")) == "Bo"
    client.post("/name", data={"name": ""})
    assert "called" not in client.cookies


def test_a_player_who_gives_no_name_gets_one_that_stays(client: TestClient) -> None:
    first, second = (called(client, open_table(client, "patience", name="")) for _ in range(2))
    assert re.fullmatch("Guest [A-Z][a-z]+", first)
    assert first == second


def test_a_name_from_right_to_left_turns_no_text_around_it(client: TestClient) -> None:
    bea = other(client)
    table = open_table(client, "cribbage", name="\u05d0\u05d1\u05d2", others="open", listed="yes")
    kept = "\u2068\u05d0\u05d1\u05d2\u2069"
    assert f"</strong>: {kept} " in bea.get("/").text
    bea.post(f"{table}/sit", data={"name": "Bea"})
    assert called(bea, table) == "\u05d0\u05d1\u05d2"
    assert look(bea, table)["news"][0].startswith(f"{kept}: ")
    assert f">{kept}: " in bea.get(table).text


def test_people_and_bots_at_one_table(client: TestClient) -> None:
    form = {"o-players": "6", "others": "caller", "people": "2"}
    table = open_table(client, "poker", **form)
    seen = look(client, table)
    assert seen["free"] == [1, 2]
    assert seen["names"][3:] == ["Calling Kate 1 (bot)", "Calling Kate 2 (bot)", "Calling Kate 3 (bot)"]
    for people in ("6", "-1", "x", "\u0662"):
        refused = client.post("/tables", data={"game": "poker", **form, "people": people})
        assert refused.status_code == 400
        assert "0 to 5" in refused.text


def test_the_lobby_says_who_plays_what(client: TestClient) -> None:
    form = {"o-to": "61", "o-muggins": "yes", "others": "open", "clock": "30+180", "chat": "yes"}
    table = open_table(client, "cribbage", spent="forfeit", away="clock", **form)
    bea = other(client)
    lobby = bea.get("/").text
    entry = lobby[lobby.index('id="open"') :]
    assert "Cribbage</strong>: Ann" in entry
    score = "winning score: 61 points, once round the board"
    clock = "clock: 30 seconds a turn and 3 minutes in reserve"
    late = "when a player&#39;s time has run out: the game ends, and they lose it"
    gone = "when a player leaves: their clock runs out, turn by turn"
    assert f"1 free seat; {score}; muggins; {clock}; {late}; {gone}; free chat" in entry
    assert f'href="{table}">Sit down' in entry
    assert "waits for 1 more" in client.get("/").text
    assert "The lobby shows this table" in client.get(table).text
    bea.post(f"{table}/sit", data={"name": "Bea"})
    watcher = other(client).get("/").text
    assert f'href="{table}/watch">Watch' in watcher
    assert "Ann, Bea" in watcher


def test_a_player_who_waits_is_named_at_the_top_of_the_lobby(client: TestClient) -> None:
    bea = other(client)
    table = bea.post("/find/cribbage").headers["location"]
    assert "A player waits" not in client.get("/").text  # no one has its page open
    with bea.websocket_connect(f"{table}/feed") as feed:
        feed.receive_text()
        top = client.get("/").text.split("Sit down at once")[0]
        assert f'href="{table}">A player waits: Cribbage' in top
        assert "A player waits" not in bea.get("/").text


def test_what_the_lobby_does_not_show(client: TestClient, room: Room) -> None:
    quick = client.post("/tables", data={"game": "cribbage", "quick": "yes"}).headers["location"]
    by_link = open_table(client, "cribbage", others="open", listed="no")
    assert "The lobby shows this table" not in client.get(by_link).text
    empty = open_table(client, "cribbage", others="open")
    client.post(f"{empty}/leave")
    old = open_table(client, "cribbage", others="open")
    room.table(old).at -= IDLE_MS
    lobby = other(client).get("/").text
    for table in (quick, by_link, empty, old):
        assert table not in lobby


def test_a_table_by_link_seats_whom_a_player_asks(client: TestClient, room: Room) -> None:
    table = open_table(client, "cribbage", others="open", listed="no")
    found = re.search(rf"{table}/join/([\w-]{{24}})", client.get(table).text)
    assert found
    bea, cy = other(client), other(client)
    for path in ("", "/watch", "/join/" + "x" * 24):
        page = cy.get(f"{table}{path}").text
        assert "Sit down" not in page
        assert found[1] not in page
    for form in ({}, {"invitation": "x" * 24}, {"invitation": "\u00e9"}):
        assert cy.post(f"{table}/sit", data={"name": "Cy", **form}).status_code == 403
    mistyped = "Your link opens no seat here; a part of it may be missing."
    assert mistyped in bea.get(f"{table}/join/{found[1][:-2]}").text
    assert mistyped not in bea.get(table).text
    ended = open_table(cy, "cribbage", others="open", listed="no")
    by_link = f"{ended}/join/{room.invitation(ended)}"
    sit_down(cy, ended, invitation=room.invitation(ended))
    assert "This game is over" not in bea.get(by_link).text
    cy.post(f"{ended}/leave", data={"for_good": "yes"})
    assert "This game is over: you see how it ended." in bea.get(by_link).text  # who came late was told nothing
    assert "you see how it ended" not in bea.get(ended).text
    page = bea.get(f"{table}/join/{found[1]}").text
    assert "Sit down" in page
    assert 'id="offered"' not in page  # as the game is usually played
    by_hand = open_table(client, "cribbage", others="open", **{"o-to": "61"})
    assert 'id="offered">Terms: winning score: 61' in bea.get(by_hand).text
    assert 'id="offered"' not in client.get(by_hand).text
    assert bea.post(f"{table}/sit", data={"name": "Bea", "invitation": found[1]}).status_code == 303
    assert look(cy, table)["names"] == ["Ann", "Bea"]
    assert bea.get(f"{table}/join/{found[1]}").headers["location"] == table
    taken = "All seats at this table are taken by now, so you are watching."
    assert taken in cy.get(f"{table}/join/{found[1]}").text
    assert taken not in cy.get(f"{table}/watch").text
    bea.post(f"{table}/leave")
    assert taken not in bea.get(f"{table}/join/{found[1]}").text  # who can take the seat again
    client.post(f"{table}/leave", data={"for_good": "yes"})
    assert taken not in cy.get(f"{table}/join/{found[1]}").text


def test_who_comes_to_a_full_table_of_the_lobby_is_informed(client: TestClient) -> None:
    table, cy = open_table(client, "cribbage", others="open"), other(client)
    taken = "All seats at this table are taken by now, so you are watching."
    assert taken not in cy.get(table).text
    bea = sit_down(client, table)
    assert taken in cy.get(table).text
    assert all(taken not in each.get(f"{table}{path}").text for each, path in ((bea, ""), (client, ""), (cy, "/watch")))
    bea.post(f"{table}/leave")
    assert taken not in bea.get(table).text  # who can take the seat again
    alone = open_table(client, "cribbage", others="random")
    assert "only your personal link opens it now" in cy.get(alone).text  # as whose cookies were deleted
    assert "personal link opens" not in client.get(alone).text


def test_the_host_begins_with_the_players_who_are_there(client: TestClient, room: Room) -> None:
    table = open_table(client, "poker", others="open")
    assert "players</button>" not in client.get(table).text
    bea, cy, wim = sit_down(client, table), sit_down(client, table, "Cy"), other(client)
    for who, words in ((bea, "Hello"), (cy, "Sorry"), (wim, "Good luck")):
        who.post(f"{table}/say", data={"phrase": words, "name": "Wim"})
    assert "Begin with 3 players" in client.get(table).text
    cy.post(f"{table}/leave")
    assert "Begin with 2 players" in client.get(table).text
    assert "Begin with" not in bea.get(table).text
    for who in (bea, wim):
        assert who.post(f"{table}/close-free", headers=JSON).status_code in (403, 409)
    assert client.post(f"{table}/close-free", headers=JSON).status_code == 200
    seen = until(bea, table, lambda seen: seen["version"])
    assert (seen["names"], seen["seat"]) == (["Ann", "Bea"], 1)
    page = bea.get(table).text
    assert "Sorry" not in page[page.index('id="chat"') : page.index("</ul>", page.index('id="chat"'))]
    assert "Wim</strong>" in page
    assert client.post(f"{table}/close-free", headers=JSON).status_code == 409
    log = [(row.at, decode(row.body)) for row in room.store.read(table[3:])]
    assert fold(table[3:], log).table.state == room.table(table).table.state  # type: ignore[union-attr]


def test_the_host_begins_with_bots_where_no_one_comes(client: TestClient, room: Room) -> None:
    """Who waited in vain had to leave the table, and open another."""
    table = open_table(client, "poker", others="open", **{"o-players": "3"})
    bea = sit_down(client, table)
    client.post(f"{table}/leave")
    assert "Begin with such bots" not in client.get(table).text
    assert client.post(f"{table}/close-free", data={"bot": "caller"}, headers=JSON).status_code == 403
    assert bea.post(f"{table}/close-free", data={"bot": "sharp"}, headers=JSON).status_code == 404
    assert '<option value="caller" selected>Calling Kate, easy</option>' in bea.get(table).text
    assert bea.post(f"{table}/close-free", data={"bot": "caller"}, headers=JSON).status_code == 200
    seen = until(bea, table, lambda seen: seen["version"])
    kates = ["Calling Kate 2 (bot)", "Calling Kate 1 (bot)"]
    assert (seen["names"], seen["seat"]) == (["Bea", *kates], 0)  # a person has the first seat
    live = room.table(table)
    log = [(row.at, decode(row.body)) for row in room.store.read(table[3:])]
    assert fold(table[3:], log).opened == live.opened
    assert bea.post(f"{table}/close-free", data={"bot": "caller"}, headers=JSON).status_code == 409


def test_who_begins_with_a_bot_after_a_long_wait_is_not_asked_whether_they_are_there(
    client: TestClient, room: Room
) -> None:
    table = open_table(client, "cribbage", others="open")
    room.table(table).seats[0].came -= 2 * READY_AFTER_MS
    client.post(f"{table}/close-free", data={"bot": "basic"})
    assert until(client, table, lambda seen: seen["version"])["names"] == ["Ann", "Morgan (bot)"]


def test_a_game_begun_with_a_bot_has_no_clock(client: TestClient, room: Room) -> None:
    """As at a table that is opened for one person."""
    table = open_table(client, "pyramid", others="open", listed="no")
    assert client.post(f"{table}/close-free", data={"bot": "basic"}, headers=JSON).status_code == 200
    until(client, table, lambda seen: seen["version"])
    live = room.table(table)
    assert live.table is not None
    assert live.table.clock is None
    assert live.names == ("Ann", "Khafra (bot)")


def test_free_seats_between_those_of_others_are_closed_too(client: TestClient, room: Room, tmp_path: Path) -> None:
    table = open_table(client, "poker", others="open", **{"o-players": "5", "o-deals": "2"})
    bea, cy, di = (sit_down(client, table, name) for name in ("Bea", "Cy", "Di"))
    for who, words in ((bea, "Hello"), (cy, "Sorry"), (di, "Good luck"), (other(client), "😊 Thank you")):
        who.post(f"{table}/say", data={"phrase": words, "name": "Wim"})
    for who in (client, cy):
        who.post(f"{table}/leave")
    assert "Begin with 2 players" in bea.get(table).text  # from the seats 2 and 4
    assert bea.post(f"{table}/close-free", headers=JSON).status_code == 200
    seen = until(di, table, lambda seen: seen["version"])
    assert (seen["names"], seen["seat"], look(bea, table)["seat"]) == (["Bea", "Di"], 1, 0)
    live = room.table(table)
    assert [(live.chat.names(live.names)[who], text) for who, text in live.chat.lines] == [
        ("Bea", "Hello"),
        ("Di", "Good luck"),
        ("Wim", "😊 Thank you"),
    ]
    log = [(row.at, decode(row.body)) for row in room.store.read(table[3:])]
    assert fold(table[3:], log).table.state == live.table.state  # type: ignore[union-attr]
    play_together((bea, di), table, Random(1))
    for each in (bea, di):
        each.post(f"{table}/show")
    (path := tmp_path / "whole.jsonl").write_bytes(di.get(f"{table}/record").content)
    assert main(["verify", str(path)]) == 0


def test_a_person_has_the_first_of_the_seats_that_are_left() -> None:
    seats = Seats(Opened("poker", 1, {}, ("", "caller", "", ""), "secret"), {}, 0)
    seats[2].key, seats[3].key = "Bea", "Cy"
    assert seats.taken == [2, 3, 1]


def test_what_the_host_may_do_passes_to_the_next_who_has_sat_longest(client: TestClient, room: Room) -> None:
    table = open_table(client, "poker", others="open")
    bea, cy = sit_down(client, table), sit_down(client, table, "Cy")
    here = table.removeprefix("/t/")
    room.cardroom.presence._gone.add((here, 0))  # Ann has closed the page
    assert "Begin with 3 players" in bea.get(table).text
    assert "Begin with" not in cy.get(table).text
    assert cy.post(f"{table}/free", data={"seat": "0"}, headers=JSON).status_code == 409
    room.cardroom.presence._gone.clear()
    assert "Begin with 3 players" in client.get(table).text
    assert bea.post(f"{table}/free", data={"seat": "0"}, headers=JSON).status_code == 409
    room.cardroom.presence._gone.add((here, 0))
    assert bea.post(f"{table}/free", data={"seat": "0"}, headers=JSON).status_code == 200
    assert sit_again(client, table, "Ann") == 0  # who was away may come back, as the last to sit down
    room.cardroom.presence._gone.clear()
    assert "Free the seat of Ann" in bea.get(table).text
    assert "Free the seat" not in client.get(table).text
    bea.post(f"{table}/leave")
    assert "Free the seat of Ann" in cy.get(table).text
    assert cy.post(f"{table}/silence", data={"silent": "yes"}, headers=JSON).status_code == 200
    assert client.post(f"{table}/silence", data={"silent": "no"}, headers=JSON).status_code == 409


def sit_again(client: TestClient, table: str, name: str) -> int:
    """Sit down once more in the same browser; return the seat."""
    assert client.post(f"{table}/sit", data={"name": name}).status_code == 303
    return int(look(client, table)["seat"])


def test_who_left_before_the_others_began_is_not_among_those_one_has_played(client: TestClient, room: Room) -> None:
    table = open_table(client, "poker", others="open", **{"o-players": "4", "o-deals": "1"})
    bea, cy = sit_down(client, table), sit_down(client, table, "Cy")
    cy.post(f"{table}/leave")
    client.post(f"{table}/close-free")
    until(client, table, lambda seen: seen["version"])
    client.post(f"{table}/leave", data={"for_good": "yes"})
    assert look(bea, table)["over"]
    assert client.get("/games").status_code == 200


def test_a_rematch_begins_without_one_who_does_not_come(client: TestClient, room: Room, tmp_path: Path) -> None:
    table = open_table(client, "chinese", others="open", **{"o-players": "3"})
    bea, cy = fill_table(client, room, table)[1:]
    play_together((client, bea, cy), table, Random(1))
    rematch = client.post(f"{table}/again", headers=JSON).json()["goto"]
    cy.post(f"{table}/again")  # who sits where they sat, behind the seat of Bea, who does not come
    assert look(cy, rematch)["seat"] == 2
    assert "Begin with 2 players" in client.get(rematch).text
    client.post(f"{rematch}/close-free")
    assert until(client, rematch, lambda seen: seen["version"])["names"] == ["Ann", "Bea 2"]
    late = bea.post(f"{table}/again", headers=JSON).json()["goto"]
    assert "All seats at this table are taken by now, so you are watching." in bea.get(late).text
    play_together((client, cy), rematch, Random(1))
    (path := tmp_path / "own.jsonl").write_bytes(client.get(f"{rematch}/record").content)
    assert main(["verify", str(path)]) == 0


def test_no_seat_is_offered_where_all_are_taken_and_the_first_deal_waits_for_a_seed(client: TestClient) -> None:
    """A page said that all seats were taken, above a form to sit down."""
    table, bea, late = open_table(client, "cribbage", others="open"), other(client), other(client)
    assert "Sit down</button>" in late.get(table).text
    assert bea.post(f"{table}/sit", data={"name": "Bea", "commitment": "5e" * 32}, headers=JSON).status_code == 200
    page = late.get(table).text
    assert "waits for the browser of Bea" in page
    assert "Sit down</button>" not in page


def test_an_option_for_each_seat_keeps_the_number_of_players(client: TestClient) -> None:
    table = open_table(client, "poker", others="open", **{"o-players": "3", "o-stacks": "200/150/90"})
    sit_down(client, table)
    refused = client.post(f"{table}/close-free", headers=JSON)
    assert (refused.status_code, "200/150/90" in refused.json()["error"]) == (400, True)
    assert look(client, table)["free"] == [2]


def test_seats_in_games_of_one_size_stay_open(client: TestClient) -> None:
    cribbage = open_table(client, "cribbage", others="open")
    assert client.post(f"{cribbage}/close-free", headers=JSON).status_code == 409


def test_two_who_look_for_a_player_find_each_other(client: TestClient, room: Room) -> None:
    first = client.post("/find/cribbage", data={"name": "Ann"}).headers["location"]
    assert client.post("/find/cribbage", data={"name": "Ann"}).headers["location"] == first  # a form sent twice
    assert room.table(first).table is None
    bea = other(client)
    assert bea.post("/find/cribbage", data={"name": "Bea"}).headers["location"] == first
    assert look(client, first)["names"] == ["Ann", "Bea"]
    carl = other(client)
    assert carl.post("/find/cribbage", data={"name": "Carl"}).headers["location"] != first
    assert carl.post("/find/patience").status_code == 404  # a game for one
    poker = room.table(carl.post("/find/poker").headers["location"])
    assert poker.opened.bots[2:] == ("expert", "cautious")  # a newcomer met the strongest bot in all other seats


def test_no_player_is_paired_with_one_who_has_gone(
    client: TestClient, room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pairing, "TOGETHER_MS", 1)
    first = client.post("/find/cribbage").headers["location"]
    room.table(first).at -= MAX_WAITING_MS
    assert other(client).post("/find/cribbage").headers["location"] != first
    own_options = open_table(client, "cribbage", others="open", **{"o-to": "61"})
    assert other(client).post("/find/cribbage").headers["location"] != own_options


def test_an_invitation_is_also_a_code_for_a_camera(client: TestClient) -> None:
    table = open_table(client, "cribbage", others="open", listed="no")
    page = client.get(table).text
    (link,) = re.findall(r'data-copy="(http[^"]*/join/[^"]*)"', page)
    assert qr(link) in page
    personal = client.get(f"{table}/link").text
    (link,) = re.findall(r'data-copy="(http[^"]*)"', personal)
    assert qr(link) in personal
    assert "style" not in qr(link)
    for path in (table, f"{table}/link"):  # of no use to a telephone
        local = client.get(path, headers={"host": "127.0.0.1"}).text
        assert 'id="local"' in local
        assert 'class="qr"' not in local


def test_the_link_for_watching_offers_no_seat(client: TestClient) -> None:
    table = open_table(client, "cribbage", others="open")
    guest = other(client)
    assert "Sit down" in guest.get(table).text
    page = guest.get(f"{table}/watch").text
    assert "Sit down" not in page
    found = re.search('data-socket="([^"]+)"', page)
    assert found
    with guest.websocket_connect(found[1]) as feed:
        assert "Sit down" not in feed.receive_text()


# Leaving, and coming back


def test_who_has_left_can_come_back(client: TestClient, room: Room) -> None:
    table = open_table(client, "cribbage", others="open")
    bea = sit_down(client, table)
    assert bea.post(f"{table}/back", headers=JSON).status_code == 403
    bea.post(f"{table}/leave")
    assert "Bea: left; a bot plays" in client.get(table).text
    assert look(bea, table)["seat"] == SPECTATOR
    assert "Take your seat again" in bea.get(table).text
    assert "Take your seat again" not in other(client).get(table).text
    until(client, table, lambda seen: 1 not in seen["to_act"])
    assert bea.post(f"{table}/back").status_code == 303
    assert look(bea, table)["seat"] == 1
    page = client.get(table).text
    assert "Bea: left; a bot plays." not in page
    assert "Bea: back at the table" in page


def test_the_others_let_a_bot_play_for_one_who_is_long_gone(client: TestClient, room: Room) -> None:
    """Where no clock ends that all wait for them, and until they take their seat again."""
    table = open_table(client, "cribbage", others="open", listed="no")
    bea = sit_down(client, table, invitation=room.invitation(table))
    until(client, table, lambda seen: seen["version"])
    rng = Random(1)
    while 0 in look(client, table)["to_act"]:
        post_random_move(client, table, rng)
    until(client, table, lambda seen: 1 in seen["to_act"])
    here, presence = table.removeprefix("/t/"), room.cardroom.presence

    def replace(by: TestClient, seat: int) -> int:
        return int(by.post(f"{table}/replace", data={"seat": str(seat)}, headers=JSON).status_code)

    presence._gone.add((here, 1))
    assert "Let a bot play" not in client.get(table).text  # she may be back in a moment
    assert replace(client, 1) == 409
    presence._long_gone.add((here, 1))
    assert "Let a bot play for Bea" in client.get(table).text
    assert "Let a bot play" not in other(client).get(f"{table}/watch").text
    assert (replace(other(client), 1), replace(bea, 1), replace(client, 0)) == (403, 409, 409)
    assert client.post(f"{table}/replace", data={"seat": "x"}, headers=JSON).status_code == 400
    assert replace(client, 1) == 200
    assert "Bea: left; a bot plays" in client.get(table).text
    until(client, table, lambda seen: 1 not in seen["to_act"])
    assert "Take your seat again" in bea.get(table).text
    assert bea.post(f"{table}/back").status_code == 303


def test_no_bot_plays_for_one_who_is_gone_while_others_are_to_move(client: TestClient, room: Room) -> None:
    table = open_table(client, "chinese", others="open", listed="no")
    sit_down(client, table, invitation=room.invitation(table))
    until(client, table, lambda seen: len(seen["to_act"]) == 2)
    room.cardroom.presence._long_gone.add((table.removeprefix("/t/"), 1))
    assert "Let a bot play" not in client.get(table).text


def test_no_bot_plays_for_one_whose_clock_runs(client: TestClient, room: Room) -> None:
    table = open_table(client, "cribbage", others="open")
    sit_down(client, table)
    until(client, table, lambda seen: 1 in seen["to_act"])
    room.cardroom.presence._long_gone.add((table.removeprefix("/t/"), 1))
    assert "Let a bot play" not in client.get(table).text
    assert client.post(f"{table}/replace", data={"seat": "1"}, headers=JSON).status_code == 409


def test_no_bot_plays_on_where_no_person_is_left(client: TestClient, room: Room) -> None:
    table = open_table(client, "cribbage", others="random")
    client.post(f"{table}/leave")
    live = room.table(table)
    assert live.seats.deserted
    version = live.table.version if live.table else -1
    time.sleep(0.1)
    after = room.table(live.id).table
    assert after is not None
    assert after.version - version <= 1  # the thought that was under way
    client.post(f"{table}/back")
    until(client, table, lambda seen: 0 in seen["to_act"])


# Talk, rematches, and what a player reads


def test_a_player_is_muted_for_oneself_alone(client: TestClient) -> None:
    """By forms alone, in the page and in the socket; nothing of it reaches the others or another table."""
    table = open_table(client, "cribbage", others="open", chat="yes")
    bea = sit_down(client, table)
    bea.post(f"{table}/say", data={"text": "blah blah"})
    assert "Mute Bea" in client.get(table).text
    assert "Mute Ann" in bea.get(table).text  # whose name may offend, though she is silent
    assert "Mute Bea" not in bea.get(table).text
    muted = client.post(f"{table}/mute", data={"seat": "1"})
    assert f"Path={table};" in muted.headers["set-cookie"]
    page = client.get(table).text
    assert "blah" not in page
    assert "Hear Bea again" in page
    shown = page.partition('id="scene"')[2].partition('id="talk"')[0]
    assert ("Player 2" in shown, "Bea" in shown) == (True, False)  # her name stayed everywhere
    with client.websocket_connect(f"{table}/feed") as feed:
        assert "blah" not in feed.receive_text()
    assert "blah" in bea.get(table).text
    assert "blah" in other(client).get(table).text
    client.post(f"{table}/mute", data={"seat": "1"})
    assert "blah" in client.get(table).text
    for seat in ("", "2", "-1", "x", "999"):
        assert client.post(f"{table}/mute", data={"seat": seat}, headers=JSON).status_code == 400


def test_of_several_who_sit_at_the_rematch_it_says_are(client: TestClient, room: Room) -> None:
    """It said "Ann, Bea is waiting at the rematch"."""
    table = open_table(client, "chinese", others="open", **{"o-players": "3", "o-deals": "1"})
    players = (client, *(sit_down(client, table, name) for name in ("Bea", "Cy")))
    play_together(players, table, Random(3))
    for player in players[:2]:
        player.post(f"{table}/again")
    assert "Ann and Bea are waiting at the rematch" in players[2].get(table).text


def test_a_rematch_seats_the_players_who_ask(client: TestClient, room: Room) -> None:
    """Also at a table by link: its players need no invitation to the next."""
    table = open_table(client, "flexdeck", others="open", listed="no", **{"o-rounds": "1"})
    bea = sit_down(client, table, invitation=room.invitation(table))
    play_together((client, bea), table, Random(3))
    next = client.post(f"{table}/again").headers["location"]
    assert "Bea sees on the page of the last game that you wait here" in client.get(next).text
    assert "of the last game" not in bea.get(next).text  # it is for those who wait
    page = bea.get(table).text
    assert "To the rematch" in page
    assert "Ann is waiting at the rematch" in page
    assert "waiting at the rematch" not in client.get(table).text  # Ann knows
    assert bea.post(f"{table}/again").headers["location"] == next
    assert look(bea, next)["names"] == ["Ann", "Bea"]


def test_set_phrases_and_free_talk(client: TestClient) -> None:
    table = open_table(client, "cribbage", others="basic")
    assert client.post(f"{table}/say", data={"phrase": "Good luck"}, headers=JSON).status_code == 200
    assert client.post(f"{table}/say", data={"text": "free words"}, headers=JSON).status_code == 409
    chatty = open_table(client, "cribbage", others="basic", chat="yes")
    assert client.post(f"{chatty}/say", data={"text": "<i>free</i> words"}, headers=JSON).status_code == 200
    assert "&lt;i&gt;free&lt;/i&gt; words" in client.get(chatty).text
    assert other(client).post(f"{chatty}/say", data={"text": "me too"}, headers=JSON).status_code == 200


def test_a_hint_says_why(client: TestClient) -> None:
    table = open_table(client, "cribbage", others="basic")
    until(client, table, lambda seen: 0 in seen["to_act"])
    said = client.post(f"{table}/hint", headers=JSON).json()["notice"]
    assert said.startswith("Hint: ")
    assert ":" in said.removeprefix("Hint: ")


def test_a_player_alone_has_no_chat(client: TestClient) -> None:
    assert 'id="say"' not in client.get(open_table(client, "patience")).text
    page = client.get(open_table(client, "cribbage")).text
    assert page.index('id="more"') < page.index('id="say"')  # bots do not answer


def test_before_the_first_deal_a_seat_is_left_and_no_game_is_given_up(client: TestClient) -> None:
    table = open_table(client, "cribbage", others="open")
    waiting = client.get(table).text
    assert "Leave this table" in waiting
    assert "Give up this game" not in waiting
    assert "Leave for now" not in waiting
    sit_down(client, table)
    playing = client.get(table).text
    assert "Leave this table" not in playing
    assert "Give up this game" in playing
    assert "Leave for now" in playing


def test_a_player_without_a_name_reads_of_themselves_as_you(client: TestClient) -> None:
    """Nothing on a telephone said that "Guest Linnet", whom the news told of, was oneself."""
    table = open_table(client, "cribbage", name="", others="basic", **{"o-to": "61"})
    name = look(client, table)["names"][0]
    assert re.fullmatch("Guest [A-Z][a-z]+", name)
    play_out(client, table)
    page, watched = client.get(table).text, other(client).get(f"{table}/watch").text
    at_table = page.partition('id="scene"')[2].partition('id="talk"')[0]
    assert name not in at_table.partition('id="more"')[0]
    for said in ('title="You"', "<li>You: ", "<li>Your hand: "):
        assert said in at_table, said
        assert said not in watched
    assert f'title="{name}"' in watched
    assert f"<li>{name}: " in watched
    review = client.get(f"{table}/review").text
    assert ">You: grade " in review
    assert name not in review


def test_the_steps_of_a_replay_say_you_and_programs_read_the_name_that_all_others_do(client: TestClient) -> None:
    """The news of a step called a player without a name "Guest Linnet" where the page says "You"."""
    table = open_table(client, "cribbage", name="", others="basic", **{"o-to": "61"})
    seen = play_out(client, table)
    name = seen["names"][0]
    assert any(name in line for line in seen["news"])
    watcher = other(client)
    steps = [client.get(f"{table}/replay?at={at}", headers=JSON).json() for at in (8, 20)]
    public = [watcher.get(f"{table}/replay?at={at}", headers=JSON).json() for at in (8, 20)]
    moves = client.get(f"{table}/replay/moves").text
    assert name not in str(steps) + moves
    assert "You" in str(steps)
    assert "You: " in moves
    assert name in str(public)
    assert name in watcher.get(f"{table}/replay/moves").text
    assert name not in client.get(f"{table}/replay").text
