"""kill -9 of the server at random moments: what was acknowledged is in the log, and every game goes on to its end.

Few kills and few games as the tests run; ``CARDWRIGHT_CRASH_GAMES=200`` plays as many as it says.
"""

import contextlib
import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cardwright import games, store
from cardwright.cardroom.commitments import new_name
from cardwright.cardroom.events import Moved, SatDown, SeedOpened, decode
from cardwright.cardroom.live_table import fold
from cardwright.play.contract import commitment
from support.cardroom import Browser, Cardroom, running, some_move
from support.playouts import short_form

GAMES = int(os.environ.get("CARDWRIGHT_CRASH_GAMES", "6"))
KILLS = 4 if GAMES <= 8 else GAMES // 3
MAX_AT_ONCE = 6
FORMS = [{"game": name, "clock": "off", **short_form(name)} for name in games.GAMES]


class Player:
    """Plays one game to its end against a bot, whatever becomes of the server, and notes what was acknowledged."""

    def __init__(self, port: int, number: int) -> None:
        self.browser, self.rng = Browser(port), Random(number)
        self.form = {**FORMS[number % len(FORMS)], "others": "random", "name": "Ann"}
        self.seed = f"the seed of player {number}"
        self.acknowledged: list[tuple[int, str]] = []
        self.table = ""

    def play(self) -> "Player":
        """The game to its end."""
        try:
            return self._played()
        finally:
            self.browser.close()

    def _played(self) -> "Player":
        self.table = self.opened()
        end = time.monotonic() + 600
        while time.monotonic() < end:
            status, seen = self.browser.patiently("GET", f"{self.table}/view")
            assert status == 200, seen
            if seen["over"]:
                return self
            if seen["seat"] in seen["to_act"]:
                self.move(seen)
            else:
                time.sleep(0.003)
        raise AssertionError(f"{self.form['game']} does not end: {seen['to_act']}")

    def opened(self) -> str:
        """A table under an id of the player's choice, at which they have committed to a seed and opened it."""
        while True:
            form = self.form | {"table": new_name(), "commitment": commitment(self.seed)}
            status, told = self.browser.patiently("POST", "/tables", form)
            assert status == 200, told
            if told["goto"] == f"/t/{form['table']}":
                status, answer = self.browser.patiently("POST", f"{told['goto']}/open", {"seed": self.seed})
                assert status == 200, answer
                return str(told["goto"])
            # An answer went down with the server, and with it what opens the seat: the form, sent again by somebody
            # without a seat, has opened another table.

    def move(self, seen: dict[str, Any]) -> None:
        """Once: where no answer comes, nobody knows, and the next look tells."""
        text, numbers = some_move(seen, self.rng)
        try:
            status, told = self.browser.ask(
                "POST", f"{self.table}/move", {"version": str(seen["version"]), "move": text, **numbers}
            )
        except OSError:
            return
        assert status in (200, 409), (text, told)
        if status == 200 and "{}" not in text:
            self.acknowledged.append((seen["version"], text))


def kill_now_and_then(room: Cardroom, done: threading.Event, rng: Random) -> int:
    killed = 0
    while killed < KILLS and not done.wait(rng.uniform(0.3, 2.0)):
        room.kill()
        room.restart()
        killed += 1
    return killed


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_kills_lose_nothing(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    database = str(tmp_path / "room.db") if kind == "sqlite" else request.getfixturevalue("postgres")
    done = threading.Event()
    with running(database, tmp_path / "server.log") as room, ThreadPoolExecutor(MAX_AT_ONCE + 1) as pool:
        killing = pool.submit(kill_now_and_then, room, done, Random(2))
        try:
            players = list(pool.map(lambda number: Player(room.port, number).play(), range(GAMES)))
        finally:
            done.set()
        killed = killing.result()
    assert killed > 0
    log = store.connect(database)
    for player in players:
        check(log, player)
    log.close()
    print(
        f"{kind}: {GAMES} games, {killed} kills, {sum(len(each.acknowledged) for each in players)} moves acknowledged"
    )


def check(log: store.Store, player: Player) -> None:
    """Every event once and in order, every acknowledged move at its place, and the whole a legal game to its end."""
    id = player.table.removeprefix("/t/")
    events = log.read(id)
    assert [event.seq for event in events] == list(range(len(events)))
    entries = [(event.at, decode(event.body)) for event in events]
    sat = next(entry for _, entry in entries if isinstance(entry, SatDown))
    assert sat.commitment == commitment(player.seed)
    assert [entry.seed for _, entry in entries if isinstance(entry, SeedOpened)] == [player.seed]
    steps = [step for _, entry in entries if isinstance(entry, Moved) for step in entry.steps]
    place = -1
    for version, text in player.acknowledged:
        # Where several choose at once, another's move may have come between.
        found = next(at for at, step in enumerate(steps[version:], version) if step == (0, text))
        assert place < found <= version + 1
        place = found
    assert fold(id, entries).over


def test_two_servers_on_one_postgresql(postgres: str, tmp_path: Path) -> None:
    """One table, a seat at each server: moves cross both ways, and of two at once one is refused."""
    with running(postgres, tmp_path / "one.log") as here, running(postgres, tmp_path / "two.log") as there:
        ann, bea = Browser(here.port), Browser(there.port)
        _, told = ann.ask("POST", "/tables", {"game": "cribbage", "o-to": "61", "others": "open", "clock": "off"})
        table = told["goto"]
        assert bea.ask("POST", f"{table}/sit", {"name": "Bea"})[0] == 200
        browsers, rng, moves = [ann, bea], Random(5), [0, 0]
        for _ in range(60):
            take_turns(table, browsers, rng, moves)
        assert min(moves) > 10
        views = [browser.ask("GET", f"{table}/view")[1] for browser in browsers]
        assert views[0]["version"] == views[1]["version"]
        for browser in browsers:
            browser.close()


def take_turns(table: str, browsers: list[Browser], rng: Random, moves: list[int]) -> bool:
    """Each makes a move where it is their turn, and no second time; whether the game is over."""
    for seat, browser in enumerate(browsers):
        status, seen = browser.ask("GET", f"{table}/view")
        assert status == 200
        if seat in seen["to_act"]:
            text, numbers = some_move(seen, rng)
            form = {"version": str(seen["version"]), "move": text, **numbers}
            assert browser.ask("POST", f"{table}/move", form)[0] == 200
            assert browser.ask("POST", f"{table}/move", form)[0] == 409
            moves[seat] += 1
    return bool(seen["over"])


def test_one_of_two_servers_dies(postgres: str, tmp_path: Path) -> None:
    """In mid-game, with a bot of its own at the table: whoever sat at it goes on at the other, and so does the bot."""
    with running(postgres, tmp_path / "one.log") as here, running(postgres, tmp_path / "two.log") as there:
        ann, bea = browsers = [Browser(here.port), Browser(there.port)]
        # Both give a seed: another server finds the same cards.
        form = {"game": "poker", "o-players": "3", "o-deals": "2", "listed": "yes", "clock": "off"}
        form |= {"others": "open", "commitment": commitment("of Ann's own")}
        _, told = ann.ask("POST", "/tables", form)
        table = told["goto"]
        bea_sits = {"name": "Bea", "commitment": commitment("of Bea's own")}
        assert bea.ask("POST", f"{table}/sit", bea_sits)[0] == 200
        with contextlib.closing(Browser(here.port)) as cat:  # who leaves, so that a bot plays on for her
            assert cat.ask("POST", f"{table}/sit", {"name": "Cat"})[0] == 200
            assert ann.ask("POST", f"{table}/open", {"seed": "of Ann's own"})[0] == 200
            assert bea.ask("POST", f"{table}/open", {"seed": "of Bea's own"})[0] == 200
            assert cat.ask("POST", f"{table}/leave")[0] == 200
        rng, moves = Random(6), [0, 0]
        take_turns(table, browsers, rng, moves)
        here.kill()
        ann.close()
        ann.port = there.port
        end = time.monotonic() + 120
        while not take_turns(table, browsers, rng, moves):
            assert time.monotonic() < end
            time.sleep(0.01)
        fair = bea.ask("GET", f"{table}/fair")[1]
        assert fair["own"] == [True, True, False]
        log = store.connect(postgres)
        events = log.read(table.removeprefix("/t/"))
        log.close()
        assert [event.seq for event in events] == list(range(len(events)))
        steps = [
            step
            for entry in map(decode, (event.body for event in events))
            if isinstance(entry, Moved)
            for step in entry.steps
        ]
        assert [sum(seat == player for player, _ in steps) for seat in (0, 1)] == moves
        assert sum(player == 2 for player, _ in steps) > 0
        for browser in browsers:
            browser.close()
