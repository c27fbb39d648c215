"""Find a player: who is paired with whom, by waiting and by rating, on a clock that the test sets."""

import asyncio
import hashlib
import re
from threading import Thread

import pytest
from starlette.testclient import TestClient

from cardwright.arena.people import MIN_RATED_GAMES
from cardwright.cardroom import commands
from cardwright.cardroom.logs.game_lists import own_list_name
from cardwright.cardroom.logs.people import SeatedLogs, SeatedPeople
from cardwright.web.rated_games import shown_rating
from cardwright.web.routes import pairing
from cardwright.web.routes.pairing import ANY_PAIR_AFTER_MS, NEAR_POINTS, is_near
from support.visitors import Room, keep_games, look, other, run
from support.waiting import wait_for


class Hall:
    """Players with ratings who look for each other, and the time, which is ``ahead`` by as much as the test says."""

    def __init__(self, client: TestClient) -> None:
        self.client, self.ahead = client, 0
        self.ratings: dict[str, float] = {}
        self.looking: set[object] = set()  # requests that have found none near

    def player(self, elo: float | None = None) -> TestClient:
        """Return the browser of a new player who shows this rating."""
        browser = other(self.client)
        browser.get("/")
        if elo is not None:
            self.ratings[own_list_name(browser.cookies["cardwright"])] = elo
        return browser


@pytest.fixture
def hall(client: TestClient, room: Room, monkeypatch: pytest.MonkeyPatch) -> Hall:
    made, uptime = Hall(client), room.cardroom.uptime
    began = uptime.wall()

    async def beat(lease: int = 0) -> None:
        """Count no time as an outage."""

    async def rating(cardroom: object, game: str, list_name: str) -> float | None:
        return made.ratings.get(list_name)

    def near(points: float, waited_ms: int) -> bool:
        if not (found := is_near(points, waited_ms)):
            made.looking.add(asyncio.current_task())
        return found

    monkeypatch.setattr(pairing, "is_near", near)
    monkeypatch.setattr(uptime, "heartbeat", beat)
    monkeypatch.setattr(uptime, "wall", lambda: began + made.ahead)
    monkeypatch.setattr(uptime, "until", 1 << 60)
    monkeypatch.setattr(pairing, "shown_rating", rating)
    monkeypatch.setattr(pairing, "LOOK_INTERVAL_S", 0.005)
    return made


def find(browser: TestClient) -> str:
    """Look for a player of cribbage, and return the table."""
    answer = browser.post("/find/cribbage")
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


class Looking(Thread):
    """A player who looks for another, meanwhile."""

    def __init__(self, browser: TestClient) -> None:
        super().__init__(daemon=True)
        self.browser, self.table = browser, ""
        self.start()

    def run(self) -> None:
        self.table = find(self.browser)

    def found(self) -> str:
        self.join(60)
        return self.table


@pytest.mark.parametrize(("one", "two"), [(None, None), (1500, None), (None, 1900), (1500, 1500 + NEAR_POINTS)])
def test_players_of_unknown_or_near_ratings_are_paired_at_once(
    hall: Hall, one: float | None, two: float | None
) -> None:
    assert find(hall.player(one)) == find(hall.player(two))


def test_players_far_apart_are_paired_when_one_has_waited(hall: Hall) -> None:
    first = find(hall.player(1500))
    second = Looking(hall.player(2100))
    second.join(0.2)
    assert not second.table
    hall.ahead = ANY_PAIR_AFTER_MS
    assert second.found() == first


def test_who_has_waited_long_is_paired_with_anyone_at_once(hall: Hall) -> None:
    first = find(hall.player(1500))
    hall.ahead = ANY_PAIR_AFTER_MS
    assert find(hall.player(2500)) == first


def test_a_nearer_player_who_comes_meanwhile_is_paired_first(hall: Hall) -> None:
    strong, weak = hall.player(2100), hall.player(1300)
    first = find(strong)
    waits = Looking(weak)
    waits.join(0.2)
    assert find(hall.player(2050)) == first
    table = waits.found()  # no one else waits, so a new table is opened
    assert table != first
    assert look(weak, table)["free"] == [1]
    hall.ahead = ANY_PAIR_AFTER_MS  # counted from then on
    assert find(hall.player(2000)) == table


def test_of_several_the_nearest_is_chosen_and_first_of_all_who_has_waited_long(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nobody(*_: object) -> list[object]:
        return []

    def wait(elo: float) -> str:
        """Let a player wait at a table of their own."""
        hall.ahead += pairing.TOGETHER_MS
        with monkeypatch.context() as patch:
            patch.setattr(pairing, "_waiting", nobody)
            return find(hall.player(elo))

    long = wait(2500)
    hall.ahead += ANY_PAIR_AFTER_MS
    tables = [wait(elo) for elo in (1540, 1440, 1490)]
    found = [find(hall.player(1500)) for _ in range(4)]
    assert found == [long, tables[2], tables[0], tables[1]]


def test_a_form_that_is_sent_twice_while_no_one_is_near_takes_one_seat(hall: Hall) -> None:
    find(hall.player(1500))
    player = hall.player(2100)
    twice = [Looking(player), Looking(player)]
    wait_for(lambda: len(hall.looking) == len(twice))
    hall.ahead = ANY_PAIR_AFTER_MS
    assert len({each.found() for each in twice}) == 1


def test_a_form_that_is_sent_again_after_it_was_paired_leads_to_the_same_table(hall: Hall) -> None:
    first, player = find(hall.player()), hall.player()
    assert find(player) == find(player) == first
    hall.ahead = ANY_PAIR_AFTER_MS
    assert find(player) != first  # another game


def test_seats_of_an_earlier_log_have_no_rating() -> None:
    seat = SeatedLogs.decoder.decode('{"type":"Seated","seat":1,"person":"mark"}')
    people = SeatedPeople()
    people.apply(seat, 0)
    assert (people.seats, people.elo) == ({1: "mark"}, {1: None})


def test_ratings_grow_nearer_with_each_second() -> None:
    widest = [max(points for points in range(2000) if is_near(points, second * 1000)) for second in range(10)]
    assert widest == [NEAR_POINTS + 50 * second for second in range(10)]
    assert is_near(3000, ANY_PAIR_AFTER_MS)


def test_the_rating_that_pairs_is_the_one_that_the_page_shows(client: TestClient, room: Room) -> None:
    """It needs the player's agreement, and the games that count."""
    client.get("/")
    keep_games(client, room, ["won"] * MIN_RATED_GAMES, ("", "basic"))
    list_name = own_list_name(client.cookies["cardwright"])

    def rating(game: str = "cribbage") -> float | None:
        return run(client, shown_rating, room.cardroom, game, list_name)  # type: ignore[no-any-return]

    assert rating() is None
    client.post("/ratings", data={"name": "Ann", "agree": "yes"})
    page = client.get("/ratings").text
    shown = rating()
    assert shown is not None
    assert re.search(rf"Ann.*?<td>{shown:.0f}</td>", page, re.DOTALL)
    assert rating("flexdeck") is None
    assert rating("poker") is None
    client.post("/ratings", data={"agree": "no"})
    assert rating() is None


def test_players_who_look_at_the_same_moment_meet(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each found no table yet, opened one, and waited there alone."""

    async def none_yet(*_: object) -> list[object]:
        return []

    monkeypatch.setattr(pairing, "_waiting", none_yet)
    tables = [find(hall.player()) for _ in range(5)]
    assert tables[0] == tables[1] != tables[2] == tables[3] != tables[4]
    player = hall.player()
    assert find(player) == find(player) == tables[4]
    hall.ahead = pairing.TOGETHER_MS
    assert find(hall.player()) not in tables


def test_no_one_is_paired_with_a_player_who_has_closed_the_page(
    hall: Hall, room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their browser opens no seed, so the other waited in vain."""
    waiting = hall.player()
    table = find(waiting)
    monkeypatch.setattr(room.cardroom.presence, "gone_after_s", 0.0)
    hall.ahead = pairing.TOGETHER_MS
    with waiting.websocket_connect(f"{table}/feed"):
        assert find(hall.player()) == table
    table = find(waiting)
    with waiting.websocket_connect(f"{table}/feed"):
        pass
    wait_for(lambda: room.cardroom.presence.list_absent(table[3:], 2))
    hall.ahead += pairing.TOGETHER_MS
    assert find(hall.player()) != table
    assert find(waiting) == table  # who looks again waits there


def test_who_frees_the_seat_of_a_player_who_has_gone_looks_for_another(
    hall: Hall, room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The deal was called off, the page led to the lobby only, and the form back to the same table."""
    gone, player = hall.player(), hall.player()
    committed = hashlib.sha256(b"seed").hexdigest()
    table = gone.post("/find/cribbage", data={"commitment": committed}).headers["location"]
    player.post("/find/cribbage", data={"commitment": committed})
    assert player.post(f"{table}/open", data={"seed": "seed"}).status_code == 303
    monkeypatch.setattr(commands, "host", lambda *_: 1)  # gone has closed the page
    assert player.post(f"{table}/free", data={"seat": "0"}).status_code == 303
    page = player.get(table).text
    assert "this deal is called off" in page
    assert 'action="/find/cribbage"' in page
    assert find(player) != table
