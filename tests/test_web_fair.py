"""Provable deals over HTTP: what is committed to when, whose seeds count, and who learns what afterwards."""

import functools
import html
import re
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from cardwright import games
from cardwright.cardroom.commitments import new_id
from cardwright.cardroom.tables import results
from cardwright.cli import main
from cardwright.game import CHANCE, SPECTATOR
from cardwright.play import proof, seat_record
from cardwright.play.contract import Contract, commitment
from cardwright.play.record import dump, parse
from support.visitors import (
    JSON,
    Room,
    look,
    open_seed,
    open_table,
    other,
    play_out,
    play_together,
    post_move,
    random_move,
    run,
    sit_down,
    until,
)

CONTRACT = re.compile(r'data-contract="([^"]*)"')
TABLE_FIELD = re.compile(r'name="table" value="([\w-]{12})"')
PAGE = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


def contract_of(client: TestClient, table: str) -> Contract:
    """The contract of a table, as a script reads it."""
    return msgspec.json.decode(client.get(f"{table}/fair").json()["contract"], type=Contract)


def played(client: TestClient, table: str) -> None:
    """A patience, played to its end."""
    rng = Random(2)
    while not (seen := look(client, table))["over"]:
        move = rng.choice([move for move in seen["moves"] if move["text"] != "undo"])
        post_move(client, table, seen["version"], move["text"])


def test_the_contract_comes_before_the_seeds_and_is_kept(client: TestClient, tmp_path: Path) -> None:
    table = open_table(client, "patience", commitment=commitment("ann's own"))
    seen = look(client, table)
    assert (seen["free"], seen["owed_seeds"], seen["view"]) == ([], [0], None)
    contract = msgspec.json.decode(seen["contract"], type=Contract)
    assert html.unescape(CONTRACT.findall(client.get(table).text)[0]) == seen["contract"] == contract.text
    assert (contract.game, contract.bots, contract.seats) == ("patience", ("",), (commitment("ann's own"),))
    open_seed(client, table, "ann's own")
    assert CONTRACT.findall(client.get(table).text) == []
    reported = client.get(f"{table}/fair").json()
    assert (reported["contract"], reported["commitment"]) == (contract.text, contract.server)
    assert reported["own"] == [True]
    assert reported["seals"]
    assert "openings" not in reported
    played(client, table)
    record = tmp_path / "record.jsonl"
    record.write_bytes(client.get(f"{table}/record").content)
    assert main(["verify", str(record), "--commitment", contract.digest.hex()]) == 0
    reported = client.get(f"{table}/fair").json()
    assert reported["openings"]
    for version, (salt, action) in reported["openings"].items():
        assert proof.opens(salt, int(version), action, reported["seals"][version], contract.digest)


def test_seals_are_computed_once(client: TestClient, room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """After an hour of play a look at them costs no more than the steps since the last look."""
    table = open_table(client, "patience")
    rng = Random(2)
    counted: list[int] = []
    seals = proof.Deal.seals

    def counting(deal: proof.Deal, game: Any, log: Any, since: int = 0) -> dict[int, str]:
        counted.append(len(log) - since)
        return seals(deal, game, log, since)

    monkeypatch.setattr(proof.Deal, "seals", counting)
    for _ in range(30):
        seen = look(client, table)
        post_move(client, table, seen["version"], rng.choice(seen["moves"])["text"])
        reported = client.get(f"{table}/fair").json()["seals"]
    live = room.table(table)
    assert live.table is not None
    assert max(counted) <= 4 < len(live.table.log)
    assert reported == {str(version): seal for version, seal in seals(live.deal, live.game, live.table.log).items()}


def test_no_seal_is_missing_after_a_move_was_taken_back(client: TestClient, room: Room) -> None:
    table = open_table(client, "cribbage", others="open", commitment=commitment("ann's own"))
    bea, rng, undone = sit_down(client, table), Random(3), 0
    open_seed(client, table, "ann's own")
    live = room.table(table)
    assert live.table is not None
    while live.version < 60:
        browser = (client, bea)[look(client, table)["to_act"][0]]
        text, numbers = random_move(seen := look(browser, table), rng)
        post_move(browser, table, seen["version"], text, **numbers)
        reported = client.get(f"{table}/fair").json()["seals"]
        answer = browser.post(f"{table}/undo", data={"version": str(live.version)}, headers=JSON)
        undone += answer.status_code == 200
        if answer.status_code == 200:  # made again, and it stands from then on
            seen = look(browser, table)
            post_move(browser, table, seen["version"], text, **numbers)
            reported = client.get(f"{table}/fair").json()["seals"]
    assert undone > 2
    assert reported == {str(version): seal for version, seal in live.deal.seals(live.game, live.table.log).items()}


def test_a_seed_is_opened_once_all_have_committed_and_to_the_letter(client: TestClient, room: Room) -> None:
    table = open_table(client, "cribbage", others="open", commitment=commitment("ann's own"))
    bea, watcher = other(client), other(client)

    def refused(browser: TestClient, seed: str) -> str:
        answer = browser.post(f"{table}/open", data={"seed": seed}, headers=JSON)
        assert answer.status_code in (403, 409)
        return str(answer.json()["error"])

    assert refused(client, "ann's own") == "no seed is awaited from this seat"
    bea.post(f"{table}/sit", data={"name": "Bea", "commitment": commitment("bea's own")})
    assert refused(watcher, "ann's own")
    assert refused(client, "bea's own") == "this is not the seed that the seat committed to"
    open_seed(client, table, "ann's own")
    open_seed(client, table, "ann's own")  # sent twice, it is opened once
    assert look(client, table)["owed_seeds"] == [1]
    assert "waits for the browser of Bea" in client.get(table).text
    assert ">Begin</a>" in bea.get("/").text  # it said "Go on", as where others are to move
    assert ">Begin</a>" not in client.get("/").text
    open_seed(bea, table, "bea's own")
    until(client, table, lambda seen: seen["view"])
    live = room.table(table)
    assert [seat.seed for seat in live.seats] == ["ann's own", "bea's own"]
    room.cardroom.tables.clear()  # and as the log has it
    again = run(client, room.cardroom.table, live.id)
    assert again.contract == live.contract == contract_of(client, table)
    assert again.table is not None
    assert live.table is not None
    assert again.table.log == live.table.log


def test_a_deal_is_called_off_when_a_player_leaves_after_a_seed_was_opened(client: TestClient, room: Room) -> None:
    """The next player to sit down would know that seed, and could choose another to suit it."""
    table = open_table(client, "cribbage", others="open", commitment=commitment("ann's own"))
    bea, cat = other(client), other(client)
    bea.post(f"{table}/sit", data={"name": "Bea", "commitment": commitment("bea's own")})
    bea.post(f"{table}/leave")  # no seed was opened yet: the seat is free again
    assert look(client, table)["free"] == [1]
    bea.post(f"{table}/sit", data={"name": "Bea", "commitment": commitment("bea's own")})
    open_seed(client, table, "ann's own")
    assert bea.post(f"{table}/leave").status_code == 303
    assert cat.post(f"{table}/sit", data={"name": "Cat"}).status_code == 409
    assert bea.post(f"{table}/open", data={"seed": "bea's own"}).status_code in (403, 409)
    assert "Bea left while the seeds were being opened" in client.get(table).text
    assert table not in cat.get("/").text
    assert look(client, table)["view"] is None
    room.cardroom.tables.clear()
    assert run(client, room.cardroom.table, table[3:]).seats.called_off == 1


def test_the_muck_stays_hidden_until_all_agree_to_show_it(client: TestClient, room: Room, tmp_path: Path) -> None:
    """Each player has the record of their own seat, a watcher that of what everyone saw; then all have everything."""
    table = open_table(client, "poker", others="open", **{"o-players": "2", "o-deals": "6", "clock": "off"})
    bea, watcher = other(client), other(client)
    assert bea.post(f"{table}/sit", data={"name": "Bea"}).status_code == 303
    rng = Random(4)
    play_together((client, bea), table, rng)
    live = room.table(table)
    whole = results.whole(live)
    fingerprint = contract_of(client, table).digest.hex()

    def had(browser: TestClient) -> tuple[bytes, str, str]:
        answer = browser.get(f"{table}/record")
        path = tmp_path / "had.jsonl"
        path.write_bytes(answer.content)
        assert main(["verify", str(path), "--commitment", fingerprint]) == 0
        assert main(["replay", str(path), "--plain"]) == 0
        return (
            answer.content,
            answer.headers["content-disposition"].partition('"')[2].rstrip('"'),
            browser.get(table).text,
        )

    for seat, browser, name, words in (
        (0, client, "-seat-1", "what you saw from your seat"),
        (1, bea, "-seat-2", "what you saw from your seat"),
        (SPECTATOR, watcher, "-watched", "what everyone saw"),
    ):
        data, file, page = had(browser)
        found = seat_record.parse(data)
        assert (found.header.seat, file) == (seat, f"poker-{live.id}{name}.jsonl")
        assert list(found.views) == [live.game.view(state, seat) for state in whole.states]
        opened = {str(version) for version, step in enumerate(found.steps[1:]) if step.salt}
        assert opened == set(browser.get(f"{table}/fair").json()["openings"])
        assert len(opened) < sum(entry.player == CHANCE for entry in whole.log)
        assert not any(each.seed.encode() in data for each in live.seats if each.seed)
        assert live.opened.seed.encode() not in data
        assert words in page
    client.post(f"{table}/show")
    assert seat_record.parse(had(client)[0]).header.seat == 0
    bea.post(f"{table}/show")
    for browser in (client, bea, watcher):
        data, file, page = had(browser)
        assert (data, file) == (dump(whole.header, whole.log), f"poker-{live.id}.jsonl")
        assert "The record holds the whole game" in page


def test_who_plays_alone_agrees_by_asking(client: TestClient) -> None:
    table = open_table(client, "pyramid", others="random")
    play_out(client, table, 4)
    assert parse(client.get(f"{table}/record").content).header.notes["seed"]
    assert seat_record.parse(other(client).get(f"{table}/record").content).header.seat == SPECTATOR
    assert "Show all cards to people who watch" in client.get(table).text  # alone there is no other player to agree


def test_a_name_is_used_once(client: TestClient) -> None:
    """A form sent twice opens one table; and no player learns a seed at one table and plays by it at another."""
    promised = new_id()
    assert open_table(client, "patience", table=promised) == open_table(client, "patience", table=promised)
    assert client.post("/tables", data={"game": "patience", "table": "../../etc"}).status_code == 400
    stranger = other(client)
    assert open_table(stranger, "patience", table=promised) != f"/t/{promised}"


def test_who_may_only_watch_gets_no_seat_by_opening_the_same_table(client: TestClient) -> None:
    """They know its name; the form that opens tables gives them one of their own."""
    table = open_table(client, "cribbage", others="open", listed="no")
    watcher = other(client)
    form = {"others": "open", "listed": "no", "table": table.removeprefix("/t/")}
    assert open_table(watcher, "cribbage", **form) != table
    assert look(watcher, table)["seat"] == SPECTATOR
    assert look(client, table)["free"] == [1]


def test_the_servers_secret_is_not_served_as_a_table(client: TestClient, room: Room) -> None:
    open_table(client, "patience")
    assert client.get("/t/~").status_code == 404
    assert client.get("/t/~/fair").status_code == 404
    root = msgspec.json.decode(room.store.read("~")[0].body)["secret"]
    assert root not in client.get("/").text


@pytest.mark.parametrize("path", ["/", "/new/cribbage"])
def test_forms_carry_an_id_of_their_own(client: TestClient, path: str) -> None:
    """And the browser has its secret before it sends one: of a form sent twice, both are one person's."""
    page = client.get(path)
    names = TABLE_FIELD.findall(page.text)
    assert len(names) == len(set(names)) == (len(games.GAMES) + 1 if path == "/" else 1)  # with friends
    assert page.text.count("data-commitment") == len(names) + page.text.count('action="/find/')
    assert page.headers["cache-control"] == "no-store"
    held = dict(client.cookies)
    for name in names:
        for _ in range(2):
            clicked = other(client)  # an answer that never came brought no cookie
            clicked.cookies.update(held)
            assert open_table(clicked, "patience", table=name) == f"/t/{name}"


def test_a_form_of_long_ago_opens_another_table(client: TestClient) -> None:
    """The name in it was used: for another game, or for one in which its sender has played on, or which they left."""
    promised = new_id()
    table = open_table(client, "patience", table=promised)
    assert open_table(client, "patience", table=promised) == table
    assert open_table(client, "pyramid", table=promised) != table
    assert open_table(client, "cribbage", table=promised) != table
    seen = look(client, table)
    post_move(client, table, seen["version"], seen["moves"][0]["text"])
    again = open_table(client, "patience", table=promised, commitment=commitment("ann's own"))
    assert again != table
    open_seed(client, again, "ann's own")
    assert client.get(f"{again}/fair").json()["own"] == [True]
    played(client, table)
    assert open_table(client, "patience", table=promised) not in (table, again)
    left = open_table(client, "cribbage", table=new_id())
    client.post(f"{left}/leave")
    assert open_table(client, "cribbage", table=left.removeprefix("/t/")) != left


def test_a_refused_form_keeps_its_id(client: TestClient) -> None:
    (name,) = TABLE_FIELD.findall(client.get("/new/cribbage").text)
    form = {"game": "cribbage", "o-to": "50", "table": name, "commitment": commitment("ann's own")}
    refused = client.post("/tables", data=form)
    assert refused.status_code == 400
    assert TABLE_FIELD.findall(refused.text) == [name]
    assert client.post("/tables", data=form | {"o-to": "61"}).headers["location"] == f"/t/{name}"


def test_who_gives_no_seed_has_none(client: TestClient, room: Room) -> None:
    """One that the server made up, when it knew all others, could have been chosen for the cards that it makes."""
    table = open_table(client, "cribbage", others="open", commitment=commitment("ann's own"))
    sit_down(client, table)
    open_seed(client, table, "ann's own")
    live = room.table(table[3:])
    assert [(seat.seed, seat.own_seed) for seat in live.seats] == [("ann's own", True), ("", False)]
    assert "Bea: none<" in client.get(table).text


@pytest.mark.parametrize(
    "seed",
    [" two  spaces ", "\u00ad\u200d\ufeff", "e\u0301", "\u00e9", "\U0001f468\u200d\U0001f469" * 21, "\0", "{0}", '"\\'],
)
def test_a_seed_is_what_was_sent_to_the_letter(client: TestClient, room: Room, seed: str) -> None:
    """The browser notes it as it was, and looks for just that in the record."""
    table = open_table(client, "patience", commitment=commitment(seed))
    open_seed(client, table, seed)
    room.cardroom.tables.clear()  # and as the log has it
    assert run(client, room.cardroom.table, table[3:]).seats[0].seed == seed


def test_a_seed_that_is_too_long_is_not_cut(client: TestClient) -> None:
    table = open_table(client, "patience", commitment=commitment("x" * 101))
    answer = client.post(f"{table}/open", data={"seed": "x" * 101})
    assert answer.status_code == 400
    assert "at most 100 characters" in answer.text


@pytest.mark.parametrize("given", ["x", "0" * 63, "0" * 65, "A" * 64, "é" * 64])
def test_a_malformed_commitment(client: TestClient, room: Room, given: str) -> None:
    name = new_id()
    answer = client.post("/tables", data={"game": "patience", "quick": "yes", "table": name, "commitment": given})
    assert (answer.status_code, room.store.read(name)) == (400, [])
    assert "64 hexadecimal digits" in answer.text


def test_no_seed_is_revealed_before_the_end(client: TestClient, room: Room) -> None:
    table = open_table(client, "cribbage", others="open", commitment=commitment("ann's own"))
    bea = other(client)
    bea.post(f"{table}/sit", data={"name": "Bea", "commitment": commitment("bea's own")})
    open_seed(client, table, "ann's own")
    waiting = bea.get(table).text + bea.get(f"{table}/view").text
    open_seed(bea, table, "bea's own")
    until(client, table, lambda seen: seen["view"])
    assert client.get(f"{table}/fair").json()["own"] == [True, True]
    seen = look(client, table)
    page = client.get(table).text
    assert "Bea: a seed of their own" in page
    live = room.table(table)
    assert live.table is not None
    assert len(client.get(f"{table}/fair").json()["seals"]) == live.table.draws
    assert f"{live.table.draws} draws sealed so far" in page
    assert seen["version"] > 0
    for hidden in ("ann's own", "bea's own", "ann&#39;s own"):
        assert hidden not in waiting + page + bea.get(table).text + bea.get(f"{table}/fair", headers=PAGE).text


def test_a_rematch_has_a_contract_of_its_own(client: TestClient) -> None:
    table = open_table(client, "paigow", others="open", listed="yes", **{"o-rounds": "1"})
    bea, watcher = sit_down(client, table), other(client)
    people, rng = [client, bea], Random(4)
    play_together(people, table, rng)
    rematch = client.post(f"{table}/again", data={"commitment": commitment("ann's own")}).headers["location"]
    answer = bea.post(f"{table}/again", data={"commitment": commitment("bea's own")})
    assert answer.headers["location"] == rematch != table
    contract = contract_of(client, rematch)
    assert contract.seats == (commitment("ann's own"), commitment("bea's own"))
    assert contract.server != contract_of(client, table).server
    assert watcher.get(f"{rematch}/fair").json()["contract"] == contract.text


def test_a_rematch_whose_name_was_taken_is_at_another_table(client: TestClient, room: Room) -> None:
    table = open_table(client, "patience")
    played(client, table)
    name = room.cardroom.commitments.rematch(room.table(table))
    open_table(client, "cribbage", table=name)
    rematch = client.post(f"{table}/again").headers["location"]
    assert rematch not in (f"/t/{name}", table)
    assert room.table(rematch).opened.game == "patience"


def test_a_rematch_that_was_opened_and_not_noted_is_found_again(client: TestClient, room: Room) -> None:
    """Such as by a server that was killed in between, or by two at once."""
    table = open_table(client, "patience")
    played(client, table)
    live = room.table(table)
    name = room.cardroom.commitments.rematch(live)
    opening = functools.partial(room.cardroom.open, listed=False, id=name, after=live.id)
    run(client, opening, "patience", live.opened.options, [])
    assert client.post(f"{table}/again").headers["location"] == f"/t/{name}"


def test_the_page_of_fairness(client: TestClient) -> None:
    """For a browser it is a page, for a script JSON; both have the same to say."""
    table = open_table(client, "patience", commitment=commitment("ann's own"))
    open_seed(client, table, "ann's own")
    page = client.get(f"{table}/fair", headers=PAGE)
    assert page.headers["vary"] == "accept"
    assert contract_of(client, table).digest.hex() in page.text
    assert "a seed of their own" in page.text
    assert "cardwright verify patience" not in page.text
    played(client, table)
    reported, page = client.get(f"{table}/fair", headers=JSON).json(), client.get(f"{table}/fair", headers=PAGE)
    record = client.get(f"{table}/record").headers["content-disposition"].partition('"')[2].rstrip('"')
    assert f"cardwright verify {record} --commitment {commitment(reported['contract'])}" in re.sub(
        "<.*?>", "", page.text
    )
    assert all(f"<td>{reported['openings'][version][1]}</td>" in page.text for version in reported["openings"])
    assert "What it cannot prove" in client.get("/fair-deals").text
    assert client.get(f"{table}/fair").headers["content-type"] == "application/json"
