"""Deals that can be proved: what is promised when, whose seeds count, and who is told what afterwards."""

import re
from pathlib import Path
from random import Random

import msgspec
import pytest
from starlette.testclient import TestClient

from cardwright import games
from cardwright.cardroom import results
from cardwright.cli import main
from cardwright.game import CHANCE, SPECTATOR
from cardwright.play import proof, seat_record
from cardwright.play.record import dump, parse
from support.visitors import JSON, Room, look, open_table, other, post_move, some_move, until

PROMISED = re.compile(r'data-promised="([\w-]{12}) ([0-9a-f]{64})"')
PAGE = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


def committed(client: TestClient, table: str) -> str:
    return str(client.get(f"{table}/fair").json()["commitment"])


def played(client: TestClient, table: str) -> None:
    """A patience, played to its end."""
    rng = Random(2)
    while not (seen := look(client, table))["over"]:
        move = rng.choice([move for move in seen["moves"] if move["text"] != "undo"])
        post_move(client, table, seen["version"], move["text"])


def test_the_promise_comes_before_the_seeds_and_is_kept(client: TestClient, tmp_path: Path) -> None:
    promised = client.get("/promise").json()
    table = open_table(client, "patience", table=promised["table"], seed="ann's own")
    assert table == f"/t/{promised['table']}"
    reported = client.get(f"{table}/fair").json()
    assert reported["commitment"] == promised["commitment"]
    assert reported["own"] == [True]
    assert reported["seals"]
    assert "openings" not in reported
    rng = Random(2)
    while not (seen := look(client, table))["over"]:
        move = rng.choice([move for move in seen["moves"] if move["text"] != "undo"])
        post_move(client, table, seen["version"], move["text"])
    record = tmp_path / "record.jsonl"
    record.write_bytes(client.get(f"{table}/record").content)
    assert main(["verify", str(record), "--commitment", promised["commitment"]]) == 0
    reported = client.get(f"{table}/fair").json()
    assert reported["openings"]
    for version, (salt, action) in reported["openings"].items():
        assert proof.opens(salt, int(version), action, reported["seals"][version])


def test_the_muck_stays_hidden_until_all_agree_to_show_it(client: TestClient, room: Room, tmp_path: Path) -> None:
    """Each has the record of their own seat, whoever watched that of what everyone saw; then all have everything."""
    table = open_table(client, "poker", others="open", **{"o-players": "2", "o-deals": "6", "clock": "off"})
    bea, watcher = other(client), other(client)
    assert bea.post(f"{table}/sit", data={"name": "Bea"}).status_code == 303
    rng = Random(4)
    while not (seen := look(client, table))["over"]:
        at = client if 0 in seen["to_act"] else bea
        text, numbers = some_move(seen := look(at, table), rng)
        post_move(at, table, seen["version"], text, **numbers)
    live = room.cardroom.table(table.removeprefix("/t/"))
    whole = results.whole(live)
    commitment = client.get(f"{table}/fair").json()["commitment"]

    def had(browser: TestClient) -> tuple[bytes, str, str]:
        answer = browser.get(f"{table}/record")
        path = tmp_path / "had.jsonl"
        path.write_bytes(answer.content)
        assert main(["verify", str(path), "--commitment", commitment]) == 0
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
    rng = Random(4)
    while not (seen := until(client, table, lambda seen: seen["over"] or 0 in seen["to_act"]))["over"]:
        post_move(client, table, seen["version"], some_move(seen, rng)[0])
    assert parse(client.get(f"{table}/record").content).header.notes["seed"]
    assert seat_record.parse(other(client).get(f"{table}/record").content).header.seat == SPECTATOR


def test_a_name_is_used_once(client: TestClient) -> None:
    """A form sent twice opens one table; and nobody learns a seed at one table and plays by it at another."""
    promised = client.get("/promise").json()["table"]
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


def test_the_root_of_all_seeds_is_no_table(client: TestClient, room: Room) -> None:
    open_table(client, "patience")
    assert client.get("/t/~").status_code == 404
    assert client.get("/t/~/fair").status_code == 404
    root = msgspec.json.decode(room.store.read("~")[0].body)["secret"]
    assert root not in client.get("/").text


@pytest.mark.parametrize("path", ["/", "/new/cribbage"])
def test_forms_carry_a_promise_of_their_own(client: TestClient, path: str) -> None:
    """And the browser has its secret before it sends one: of a form sent twice, both are one person's."""
    page = client.get(path)
    reported = PROMISED.findall(page.text)
    assert len(reported) == (len(games.GAMES) if path == "/" else 1)
    assert len(set(reported)) == len(reported)
    assert page.headers["cache-control"] == "no-store"
    held = dict(client.cookies)
    for name, promise in reported:
        assert f'name="table" value="{name}"' in page.text
        for _ in range(2):
            clicked = other(client)  # an answer that never came brought no cookie
            clicked.cookies.update(held)
            assert open_table(clicked, "patience", table=name) == f"/t/{name}"
        assert committed(client, f"/t/{name}") == promise


def test_a_form_of_long_ago_opens_another_table(client: TestClient) -> None:
    """The name in it was used: for another game, or for one in which its sender has played on, or which they left."""
    promised = client.get("/promise").json()["table"]
    table = open_table(client, "patience", table=promised)
    assert open_table(client, "patience", table=promised) == table
    assert open_table(client, "pyramid", table=promised) != table
    assert open_table(client, "cribbage", table=promised) != table
    seen = look(client, table)
    post_move(client, table, seen["version"], seen["moves"][0]["text"])
    again = open_table(client, "patience", table=promised, seed="ann's own")
    assert again != table
    assert client.get(f"{again}/fair").json()["own"] == [True]
    played(client, table)
    assert open_table(client, "patience", table=promised) not in (table, again)
    left = open_table(client, "cribbage", table=client.get("/promise").json()["table"])
    client.post(f"{left}/leave")
    assert open_table(client, "cribbage", table=left.removeprefix("/t/")) != left


def test_a_refused_form_keeps_its_promise(client: TestClient) -> None:
    """The seed in it was told to the server: another promise would come too late."""
    ((name, promise),) = PROMISED.findall(client.get("/new/cribbage").text)
    form = {"game": "cribbage", "o-to": "50", "table": name, "seed": "ann's own"}
    refused = client.post("/tables", data=form)
    assert refused.status_code == 400
    assert PROMISED.findall(refused.text) == [(name, promise)]
    assert 'value="ann&#39;s own"' in refused.text
    assert client.post("/tables", data=form | {"o-to": "61"}).headers["location"] == f"/t/{name}"


def test_who_gives_no_seed_has_none(client: TestClient, room: Room) -> None:
    """One that the server made up, when it knew all others, could have been chosen for the cards that it makes."""
    table = open_table(client, "cribbage", others="open", seed="ann's own")
    other(client).post(f"{table}/sit", data={"name": "Bea"})
    live = room.cardroom.table(table[3:])
    assert [(seat.seed, seat.own_seed) for seat in live.seats] == [("ann's own", True), ("", False)]
    assert "Bea: none<" in client.get(table).text


@pytest.mark.parametrize(
    "seed",
    [" two  spaces ", "\u00ad\u200d\ufeff", "e\u0301", "\u00e9", "\U0001f468\u200d\U0001f469" * 21, "\0", "{0}", '"\\'],
)
def test_a_seed_is_what_was_typed_to_the_letter(client: TestClient, room: Room, seed: str) -> None:
    """The browser notes it as it was typed, and looks for just that in the record."""
    table = open_table(client, "patience", seed=seed)
    room.cardroom.tables.clear()  # and as the log has it
    assert room.cardroom.table(table[3:]).seats[0].seed == seed


def test_a_seed_that_is_too_long_is_not_cut(client: TestClient, room: Room) -> None:
    name = client.get("/promise").json()["table"]
    answer = client.post("/tables", data={"game": "patience", "quick": "yes", "table": name, "seed": "x" * 65})
    assert (answer.status_code, room.store.read(name)) == (400, [])
    assert "at most 64 characters" in answer.text


def test_whoever_sits_down_is_told_the_promise_and_gives_a_seed(client: TestClient, room: Room) -> None:
    table = open_table(client, "cribbage", others="open", seed="ann's own")
    bea = other(client)
    assert PROMISED.findall(bea.get(table).text) == [(table.removeprefix("/t/"), committed(client, table))]
    bea.post(f"{table}/sit", data={"name": "Bea", "seed": "bea's own"})
    assert client.get(f"{table}/fair").json()["own"] == [True, True]
    seen = look(client, table)
    page = client.get(table).text
    assert "Bea: a seed of their own" in page
    live = room.cardroom.table(table.removeprefix("/t/"))
    assert live.table is not None
    automatic = live.version - live.table.draws  # the rules' own steps are sealed too, and are no draws
    assert len(client.get(f"{table}/fair").json()["seals"]) == live.table.draws + automatic
    assert f"{live.table.draws} draws sealed so far" in page
    assert seen["version"] > 0
    for hidden in ("ann's own", "bea's own", "ann&#39;s own"):
        assert hidden not in page + bea.get(table).text + bea.get(f"{table}/fair", headers=PAGE).text


def test_a_rematch_is_promised_before_anyone_asks(client: TestClient, room: Room) -> None:
    table = open_table(client, "paigow", others="open", listed="yes", **{"o-rounds": "1"})
    bea, watcher = other(client), other(client)
    bea.post(f"{table}/sit", data={"name": "Bea"})
    people, rng = [client, bea], Random(4)
    while not (seen := look(client, table))["over"]:
        each = people[seen["to_act"][0]]
        text, numbers = some_move(look(each, table), rng)
        post_move(each, table, seen["version"], text, **numbers)
    ((name, promise),) = PROMISED.findall(client.get(table).text)
    assert PROMISED.findall(bea.get(table).text) == [(name, promise)]
    assert PROMISED.findall(watcher.get(table).text) == []
    rematch = client.post(f"{table}/again", data={"seed": "ann's own"}).headers["location"]
    assert rematch == f"/t/{name}"
    assert bea.post(f"{table}/again", data={"seed": "bea's own"}).headers["location"] == rematch
    reported = client.get(f"{rematch}/fair").json()
    assert (reported["commitment"], reported["own"]) == (promise, [True, True])


def test_a_rematch_whose_name_was_taken_is_at_another_table(client: TestClient, room: Room) -> None:
    table = open_table(client, "patience")
    played(client, table)
    ((name, _),) = PROMISED.findall(client.get(table).text)
    open_table(client, "cribbage", table=name)
    rematch = client.post(f"{table}/again").headers["location"]
    assert rematch not in (f"/t/{name}", table)
    assert room.cardroom.table(rematch.removeprefix("/t/")).opened.game == "patience"


def test_a_rematch_that_was_opened_and_not_noted_is_found_again(client: TestClient, room: Room) -> None:
    """Such as by a server that was killed in between, or by two at once."""
    table = open_table(client, "patience")
    played(client, table)
    live = room.cardroom.table(table.removeprefix("/t/"))
    name, _ = room.cardroom.commitments.rematch(live)
    room.cardroom.open("patience", live.opened.options, [], listed=False, id=name)
    assert client.post(f"{table}/again").headers["location"] == f"/t/{name}"


def test_the_page_of_fairness(client: TestClient) -> None:
    """For a browser it is a page, for a script JSON; both have the same to say."""
    table = open_table(client, "patience", seed="ann's own")
    page = client.get(f"{table}/fair", headers=PAGE)
    assert page.headers["vary"] == "accept"
    assert committed(client, table) in page.text
    assert "a seed of their own" in page.text
    assert "cardwright verify patience" not in page.text
    played(client, table)
    reported, page = client.get(f"{table}/fair", headers=JSON).json(), client.get(f"{table}/fair", headers=PAGE)
    record = client.get(f"{table}/record").headers["content-disposition"].partition('"')[2].rstrip('"')
    assert f"cardwright verify {record} --commitment {reported['commitment']}" in re.sub("<.*?>", "", page.text)
    assert all(f"<td>{reported['openings'][version][1]}</td>" in page.text for version in reported["openings"])
    assert "What it cannot prove" in client.get("/fair-deals").text
    assert client.get(f"{table}/fair").headers["content-type"] == "application/json"
