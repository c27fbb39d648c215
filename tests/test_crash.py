"""Faults at random moments: what was acknowledged is in the log once, and every game goes on to its end.

Each fault once and few games as the tests run; ``CARDWRIGHT_CRASH_GAMES=200`` plays as many as it says.
"""

import compileall
import contextlib
import os
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cardwright import games, store
from cardwright.cardroom.commitments import new_id
from cardwright.cardroom.events import Moved, SatDown, SeedOpened, TableEvent, decode
from cardwright.cardroom.tables.settings import SLOW_CLOCK
from cardwright.cardroom.tables.table_log import fold
from cardwright.errors import StoreError
from cardwright.play.clock import open_time
from cardwright.play.contract import commitment
from cardwright.store import backup
from support import postgres as postgres_server
from support.cardroom import BUSY_S, Browser, Cardroom, random_move_onward, running
from support.faults import Faults, steppable_clock
from support.playouts import short_form
from support.waiting import wait_for

GAMES = int(os.environ.get("CARDWRIGHT_CRASH_GAMES", "6"))
FAULTS = 1 if GAMES <= 8 else GAMES // 4  # of each kind
COPIED_MOVES = 5 * GAMES  # acknowledged before a backup is taken
MAX_AT_ONCE = 6
FORMS = [{"game": name, "clock": SLOW_CLOCK, **short_form(name)} for name in games.GAMES]  # a clock runs, and never out


class Player:
    """Plays one game to its end against a bot, whatever becomes of the server, and notes what was acknowledged."""

    def __init__(self, port: int, number: int) -> None:
        self.browser, self.rng = Browser(port), Random(number)
        self.form = {**FORMS[number % len(FORMS)], "others": "random", "name": "Ann"}
        self.seed = f"the seed of player {number}"
        self.acknowledged: list[tuple[int, str]] = []
        self.sent = 0
        self.table = ""

    @property
    def id(self) -> str:
        """The table's name in the log."""
        return self.table.removeprefix("/t/")

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
            form = self.form | {"table": new_id(), "commitment": commitment(self.seed)}
            status, reply = self.browser.patiently("POST", "/tables", form)
            assert status == 200, reply
            if reply["goto"] == f"/t/{form['table']}":
                status, answer = self.browser.patiently("POST", f"{reply['goto']}/open", {"seed": self.seed})
                assert status == 200, answer
                return str(reply["goto"])
            # An answer went down with the server, and with it what opens the seat: the form, sent again by a browser
            # without a seat, has opened another table.

    def move(self, seen: dict[str, Any]) -> None:
        """Send it once: where no answer comes, the next look at the table shows whether it arrived."""
        text, numbers = random_move_onward(seen, self.rng)
        self.sent += 1
        try:
            status, reply = self.browser.ask(
                "POST", f"{self.table}/move", {"version": str(seen["version"]), "move": text, **numbers}
            )
        except OSError:
            return
        assert status in (200, 409, 503), (text, reply)
        if status == 200 and "{}" not in text:
            self.acknowledged.append((seen["version"], text))


class Copy:
    """A backup that is taken while the games go on and the faults last, and the moves acknowledged before it."""

    def __init__(self, database: str, players: Sequence[Player], file: Path) -> None:
        self.database, self.players, self.file = database, players, file
        self.known: list[list[tuple[int, str]]] = []

    def take(self) -> None:
        """Once there is something in it."""
        end = time.monotonic() + 300
        while sum(len(player.acknowledged) for player in self.players) < COPIED_MOVES:
            assert time.monotonic() < end
            time.sleep(0.01)
        self.known = [list(player.acknowledged) for player in self.players]
        while True:
            try:
                backup.backup(self.database, str(self.file))
                return
            except StoreError:  # the log cannot be reached at present
                assert time.monotonic() < end

    def check(self, restored: Path) -> None:
        """Restore it, and look for every move."""
        backup.restore(str(self.file), str(restored))
        log = store.connect(str(restored))
        for player, known in zip(self.players, self.known, strict=True):
            if known:
                check(log, player, known)
        log.close()


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_no_faults_lose_or_double_anything(kind: str, tmp_path: Path) -> None:
    # A server whose files cannot grow would write a part of a compiled module, which breaks every later process.
    compileall.compile_dir(Path(games.__file__).parent.parent, quiet=1)
    with ExitStack() as stack:
        database: Path | postgres_server.Server = tmp_path / "room.db"
        where = str(database)
        if kind == "postgres":
            database = stack.enter_context(postgres_server.running())
            where = database.address
            steppable_clock(database)
        room = stack.enter_context(running(where, tmp_path / "server.log"))
        players = [Player(room.port, number) for number in range(GAMES)]
        copy = Copy(where, players, tmp_path / "copy.db")
        faults, began = Faults(room, database, FAULTS, Random(2)), time.monotonic()
        with faults.occur(), ThreadPoolExecutor(MAX_AT_ONCE + 1) as pool:
            copying = pool.submit(copy.take)
            list(pool.map(Player.play, players))
            copying.result()
        took_s = time.monotonic() - began
        assert len(faults.counts) == len(faults.kinds)
        log = store.connect(where)
        for player in players:
            entries = check(log, player, player.acknowledged)
            assert fold(player.id, entries).over
            check_times(entries, log.outages(), took_s + faults.counts["clock step"] + 1)
        log.close()
        copy.check(tmp_path / "restored.db")
    said = ", ".join(f"{count} x {name}" for name, count in sorted(faults.counts.items()))
    moves, copied = (sum(map(len, each)) for each in ([player.acknowledged for player in players], copy.known))
    print(f"{kind}: {GAMES} games in {took_s:.0f} s, {said}; {moves} moves acknowledged, {copied} before the backup")


def check(log: store.Store, player: Player, acknowledged: Sequence[tuple[int, str]]) -> list[tuple[int, TableEvent]]:
    """Return a player's log: every event once and in order, and every acknowledged move at its place."""
    events = log.read(player.id)
    assert [event.seq for event in events] == list(range(len(events)))
    entries = [(event.at, decode(event.body)) for event in events]
    sat = next(entry for _, entry in entries if isinstance(entry, SatDown))
    assert sat.commitment == commitment(player.seed)
    assert [entry.seed for _, entry in entries if isinstance(entry, SeedOpened)] == [player.seed]
    steps = [step for _, entry in entries if isinstance(entry, Moved) for step in entry.steps]
    place = -1
    for version, text in acknowledged:
        # Where several choose at once, others' moves may have come between.
        found = next(at for at, step in enumerate(steps[version:], version) if step == (0, text))
        assert place < found
        assert all(seat > 0 for seat, _ in steps[version:found])
        place = found
    assert len(acknowledged) <= sum(seat == 0 for seat, _ in steps) <= player.sent
    return entries


def check_times(entries: Sequence[tuple[int, TableEvent]], outages: list[tuple[int, int]], most_s: float) -> None:
    """From the first move on, when clocks run, no step of a clock changes a player's time by more than a second."""
    times = [open_time(at, outages) for at, entry in entries if isinstance(entry, Moved)][1:]
    assert all(later > earlier - 1000 for earlier, later in pairwise(times)), times
    assert times[-1] - times[0] < 1000 * most_s, (times, outages)


@contextlib.contextmanager
def two_servers(database: str, folder: Path) -> Iterator[tuple[Cardroom, Cardroom]]:
    """Two cardrooms on one database, which a busy machine makes wait and not fail."""
    one = running(database, folder / "one.log", call_timeout_s=BUSY_S)
    two = running(database, folder / "two.log", call_timeout_s=BUSY_S)
    with one as here, two as there:
        yield here, there


def test_two_servers_on_one_postgresql(postgres: str, tmp_path: Path) -> None:
    """One table, a seat at each server: moves cross both ways, and of two at once one is refused."""
    with two_servers(postgres, tmp_path) as (here, there):
        ann, bea = Browser(here.port), Browser(there.port)
        _, reply = ann.ask("POST", "/tables", {"game": "cribbage", "o-to": "61", "others": "open", "clock": "off"})
        table = reply["goto"]
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
            text, numbers = random_move_onward(seen, rng)
            form = {"version": str(seen["version"]), "move": text, **numbers}
            assert browser.ask("POST", f"{table}/move", form)[0] == 200
            assert browser.ask("POST", f"{table}/move", form)[0] == 409
            moves[seat] += 1
    return bool(seen["over"])


def test_one_of_two_servers_dies(postgres: str, tmp_path: Path) -> None:
    """In mid-game, with a bot of its own at the table: the players at it go on at the other, and so does the bot."""
    with two_servers(postgres, tmp_path) as (here, there):
        ann, bea = browsers = [Browser(here.port), Browser(there.port)]
        # Both give a seed: another server finds the same cards.
        form = {"game": "poker", "o-players": "3", "o-deals": "2", "listed": "yes", "clock": "off"}
        form |= {"others": "open", "commitment": commitment("of Ann's own")}
        _, reply = ann.ask("POST", "/tables", form)
        table = reply["goto"]
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
        wait_for(lambda: take_turns(table, browsers, rng, moves))
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
