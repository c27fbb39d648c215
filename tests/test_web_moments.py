"""Moments over the web: each is sent, in order, to each seat as it may see it; none is lost, none costs time."""

import json
import re
from itertools import pairwise
from random import Random
from typing import Any

import msgspec
import pytest
from load.crowd import MOMENT
from starlette.testclient import TestClient

from cardwright import games
from cardwright.cardroom.tables.live_table import LiveTable
from cardwright.cardroom.tables.moments import (
    BRIEF_HOLD_MS,
    MAX_HOLD_MS,
    MIN_HOLD_MS,
    MIN_SUSPENSE_HOLD_MS,
    MOMENT_HOLD_MS,
    Moments,
)
from cardwright.cardroom.tables.news import Moment, RecentNews
from cardwright.cardroom.tables.shown_clocks import shown_clocks
from cardwright.game import SPECTATOR
from cardwright.play import session
from cardwright.play.luck import Luck
from cardwright.play.table import Table
from support.feed import Feed
from support.visitors import (
    JSON,
    Room,
    look,
    move_in_turn,
    open_table,
    other,
    post_move,
    post_random_move,
    random_move,
    run,
    sit_down,
    until,
)

SHORT = {"o-players": "2", "o-deals": "3", "others": "open"}


def play_to_the_end(browsers: list[TestClient], table: str, rng: Random) -> None:
    """Play at random, going all in often, so that boards run out."""
    while not (seen := look(browsers[0], table))["over"]:
        browser = browsers[seen["to_act"][0]]
        seen = look(browser, table)
        all_in = [move for move in seen["moves"] if "all" in move["label"].casefold()]
        text, more = (all_in[0]["text"], {}) if all_in and rng.random() < 0.6 else random_move(seen, rng)
        assert post_move(browser, table, seen["version"], text, **more).status_code == 200


def moments_of(live: LiveTable) -> list[int]:
    """The versions of all moments of a game, from its log alone."""
    assert live.table is not None
    again, found = Table(live.game, Luck(b"")), []
    for step in live.table.log:
        again.repeat(step)
        if live.game.is_moment(again.state):
            found.append(again.version)
    return found


@pytest.fixture
def played(client: TestClient, room: Room) -> tuple[str, list[TestClient], LiveTable]:
    table = open_table(client, "poker", **SHORT)
    bea = sit_down(client, table)
    play_to_the_end([client, bea], table, Random(2))
    return table, [client, bea], room.table(table)


def sent(browser: TestClient, path: str) -> list[str]:
    """All messages up to the one that shows the table as it is."""
    found = []
    with browser.websocket_connect(path) as socket:
        feed = Feed(socket)
        while True:
            found.append(socket.receive_text() if "/views" in path else feed.frame())
            over = '"moment":false' in found[-1] if "/views" in path else "data-hold" not in found[-1]
            if over:
                return found


def test_a_page_that_comes_back_is_sent_every_moment_it_has_not_shown(
    played: tuple[str, list[TestClient], LiveTable],
) -> None:
    table, browsers, live = played
    versions = moments_of(live)
    assert len(versions) >= 5
    for seen in (0, versions[0], versions[-2], versions[-1]):
        for browser in browsers:
            messages = [json.loads(text) for text in sent(browser, f"{table}/views?seen={seen}")]
            expected = [version for version in versions if version > seen][-24:]
            assert [message["version"] for message in messages] == [*expected, live.version]
            assert all(message["moment"] and not message["moves"] for message in messages[:-1])
    assert len(sent(browsers[0], f"{table}/views")) == 1  # who comes late sees the table as it is


def test_a_page_is_hidden_until_its_script_knows_which_moments_it_has_shown(
    client: TestClient, played: tuple[str, list[TestClient], LiveTable]
) -> None:
    """On a slow telephone a page that was loaded again in a showdown showed the result for a second."""
    assert 'class="at-table at-rows catching-up"' in client.get(played[0]).text
    assert "catching-up" not in client.get(open_table(client, "poker", others="caller", **{"o-players": "2"})).text


def test_a_moment_is_drawn_for_each_seat_as_it_may_see_it(played: tuple[str, list[TestClient], LiveTable]) -> None:
    table, browsers, live = played
    for seat, browser in ((0, browsers[0]), (1, browsers[1]), (SPECTATOR, other(browsers[0]))):
        for message in map(json.loads, sent(browser, f"{table}/views?seen=0")[:-1]):
            again = Table(live.game, Luck(b""))
            for step in live.table.log[: message["version"]]:  # type: ignore[union-attr]
                again.repeat(step)
            assert message["view"] == json.loads(msgspec.json.encode(again.view(seat)))
            assert message["seat"] == seat


def test_frames_of_moments_ask_for_nothing_and_do_not_show_the_end(
    played: tuple[str, list[TestClient], LiveTable],
) -> None:
    table, browsers, _ = played
    *moments, last = sent(browsers[0], f"{table}/feed?seen=0")
    assert moments
    for frame in moments:
        assert MOMENT.search(frame)
        assert 'id="onward"' in frame
        assert 'name="move"' not in frame
        assert "Rematch" not in frame
    assert ['id="skip-moments"' in frame for frame in moments] == [True] * (len(moments) - 1) + [False]
    assert "Rematch" in last
    assert not MOMENT.search(last)


def test_a_table_read_again_from_the_log_has_the_same_moments_and_clocks(
    played: tuple[str, list[TestClient], LiveTable], room: Room
) -> None:
    _, (client, _), live = played
    room.cardroom.tables.clear()
    again = run(client, room.cardroom.table, live.id)
    assert [moment.version for moment in again.moments.latest] == [moment.version for moment in live.moments.latest]
    assert again.moments.held_until == live.moments.held_until
    assert [moment.news for moment in again.moments.latest] == [moment.news for moment in live.moments.latest]


def test_where_no_clock_runs_a_moment_is_held_for_as_long_as_its_news_take_to_read(
    client: TestClient, room: Room
) -> None:
    table = open_table(client, "poker", **SHORT, clock="off")
    bea = sit_down(client, table)
    rng, seen = Random(2), look(client, table)
    while not seen["over"]:
        before = {moment.version for moment in room.table(table).moments.latest}
        move_in_turn((client, bea), table, rng)
        live, seen = room.table(table), look(client, table)
        assert live.moments.read_until - live.at == sum(
            live.moments.hold_ms(each) for each in live.moments.latest if each.version not in before
        )
    holds = {moment.version: live.moments.hold_ms(moment) for moment in live.moments.latest}
    assert min(holds.values()) >= MIN_HOLD_MS < max(holds.values()) <= MAX_HOLD_MS
    longest = max(live.moments.latest, key=lambda each: each.new_characters)
    assert holds[longest.version] == max(holds.values())
    frames = [frame for frame in sent(client, f"{table}/feed?seen=0") if "data-hold" in frame]
    assert [int(re.findall(r'data-hold="(\d+)"', frame)[0]) for frame in frames] == list(holds.values())


def test_bots_wait_until_a_result_is_read_before_they_buy_chips(client: TestClient, room: Room) -> None:
    """The news of a pot gave way to "bought 20 chips" after the time of one move, 0.6 s."""
    form = {"o-players": "2", "o-deals": "9", "o-stacks": "20", "o-rise": "0", "o-rebuy": "yes", "others": "open"}
    table = open_table(client, "poker", **form, clock="off")
    bea = sit_down(client, table)

    def on_turn() -> tuple[TestClient, Any]:
        seat = look(client, table)["to_act"][0]
        return next((each, seen) for each in (client, bea) if (seen := look(each, table))["seat"] == seat)

    rng = Random(1)
    while not any(move["text"] == "buy" for move in on_turn()[1]["moves"]):
        before = {moment.version for moment in room.table(table).moments.latest}
        browser, seen = on_turn()
        text, numbers = random_move(seen, rng)
        assert post_move(browser, table, seen["version"], text, **numbers).status_code == 200
    live = room.table(table)
    assert any(" won " in line for line in live.news)
    held = sum(live.moments.hold_ms(each) for each in live.moments.latest if each.version not in before)
    assert live.version not in [moment.version for moment in live.moments.latest]
    assert live.moments.read_until - live.at >= held + MIN_HOLD_MS


OWN = """name = "Own"
deck = { ranks = "1 2 3 4 5 6 7 8", suits = "a b c d e" }
category = [{ name = "Flush", same = "suit" }, { name = "Rest" }]
"""


@pytest.mark.parametrize("own", [True, False])
def test_the_end_of_a_deal_by_a_table_of_ones_own_waits_for_the_player(
    client: TestClient, room: Room, own: bool
) -> None:
    """It passed by itself, and who won with what was in the log only."""
    if own:
        terms = {"toml": OWN, "variant": "five-card-draw", "players": "2", "others": "open", "name": "Ann"}
        table = client.post("/workbench/play", data=terms, headers=JSON).json()["goto"]
    else:
        table = open_table(client, "poker", **SHORT, clock="off")
    bea = sit_down(client, table, invitation=room.invitation(table))
    rng = Random(2)
    while not any(room.table(table).game.ends_deal(each.frame.state) for each in room.table(table).moments.latest):
        move_in_turn((client, bea), table, rng)
    frames = [frame for frame in sent(client, f"{table}/feed?seen=0") if "data-hold" in frame]
    ends = ["is over" in frame for frame in frames]
    assert [('data-until="confirmed"' in frame) for frame in frames] == [end and own for end in ends]
    assert [("Next deal" in frame) for frame in frames] == [end and own for end in ends]
    assert any(ends)


def glances(live: LiveTable) -> list[bool]:
    """For each moment, whether it shows the starter or a go, or a hand of which more is counted in the next."""
    subjects = [moment.news[-1].partition(":")[0] for moment in live.moments.latest]
    counted = [now == then and now.endswith(("hand", "crib")) for now, then in pairwise([*subjects, ""])]
    seen = [
        moment.news[-1].endswith(": go") or any(line.startswith("Starter") for line in moment.news)
        for moment in live.moments.latest
    ]
    return [more or glance for more, glance in zip(counted, seen, strict=True)]


OPEN = {"others": "open"}


@pytest.mark.parametrize("form", [{**OPEN, "clock": "off"}, {**OPEN, "clock": "30+180"}, {"guided": "yes"}])
def test_of_a_hand_that_is_counted_only_the_end_is_held_to_be_read(
    client: TestClient, room: Room, form: dict[str, str]
) -> None:
    """But where a clock stands still for it, or a guide explains it, each combination is."""
    guided = "guided" in form
    table = open_table(client, "cribbage", **form)
    browsers, rng = (client, client if guided else sit_down(client, table)), Random(3)
    while sum(glances(room.table(table))) < 3:
        until(client, table, lambda seen: seen["over"] or not guided or 0 in seen["to_act"])
        move_in_turn(browsers, table, rng)
    live = room.table(table)
    brief = [live.moments.hold_ms(moment) == BRIEF_HOLD_MS for moment in live.moments.latest]
    assert brief == (glances(live) if form.get("clock") == "off" else [False] * len(brief))


def test_a_name_that_the_line_before_has_said_takes_no_time_to_read(client: TestClient, room: Room) -> None:
    table = open_table(client, "cribbage", others="open", clock="off")
    bea, rng = sit_down(client, table), Random(3)
    while sum(glances(room.table(table))) < 3:
        move_in_turn((client, bea), table, rng)
    moments = [moment for moment in room.table(table).moments.latest if len(moment.news) == 1]
    again = [
        (now, then) for now, then in pairwise(moments) if "'s hand: " in now.news[0] and "'s hand: " in then.news[0]
    ]
    assert again
    for before, moment in again:
        name = moment.news[0].partition(": ")[0] + ": "
        repeated = name if before.news[0].startswith(name) else ""
        new = moment.news[0].removeprefix(repeated)
        assert len(new) - sum(map(len, new.split())) <= moment.new_characters <= len(new)


def test_words_that_the_news_have_said_before_take_half_the_time_to_read_and_none_just_after(
    played: tuple[str, list[TestClient], LiveTable],
) -> None:
    """ "One for the last card" was held for 1.4 seconds in each of nine deals."""
    _, _, live = played
    frame = live.moments.latest[0].frame

    def characters(*earlier: str, new: str = "Ann: one for it") -> int:
        news = RecentNews()
        for line in earlier:
            news = news.with_line(line)
        return Moment(1, frame, news.with_line(new), ("Ann", "Bea")).new_characters

    assert characters("Bea: go") == len("Ann: one for it")
    assert characters("Bea: one for it", "Bea: go") == len("Ann: one for it") - 1 - 1 - 1
    assert characters("Bea: one for it") == len("Ann: one for it") - 3 - 3 - 2
    assert characters("Ann: go for it") == len("one for it") - 3 - 2
    # A hand that was shown, and is named again as the winner, was held for as long as both.
    assert characters("Bea: go", new="Ann: one pair beats one pair") == len("Ann: one pair beats") + 2
    # Where the step before had no news, the first line was taken for one that had been read: the dealer's hand of pai
    # gow was held for 0.6 seconds.
    assert characters() == len("Ann: one for it")


def test_the_streets_of_an_all_in_are_held_longer_than_their_news_take_to_read(client: TestClient, room: Room) -> None:
    table = open_table(client, "poker", **SHORT, clock="off")
    bea = sit_down(client, table)
    play_to_the_end([client, bea], table, Random(3))
    latest, hold_ms = room.table(table).moments.latest, room.table(table).moments.hold_ms
    streets = [moment for moment in latest if moment.frame.has_suspense]
    assert all(hold_ms(each) >= MIN_SUSPENSE_HOLD_MS for each in streets)
    news = RecentNews().with_line("Ann called")
    others = [moment for moment in latest if not moment.frame.has_suspense]
    street, result = (Moment(1, each[0].frame, news, ("Ann", "Bea")) for each in (streets, others))
    assert hold_ms(result) < hold_ms(street) == MIN_SUSPENSE_HOLD_MS


def test_what_stands_in_brackets_is_left_to_the_log(played: tuple[str, list[TestClient], LiveTable]) -> None:
    _, _, live = played
    news = RecentNews().with_line("Dealer: ace-king in front (the two highest)")
    moment = Moment(1, live.moments.latest[0].frame, news, ("Ann", "Bea"))
    assert moment.new_characters == len("Dealer: ace-king in front")


def test_bots_wait_no_longer_for_a_player_who_has_read_what_happened(
    client: TestClient, room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("BRIEF_HOLD_MS", "MIN_HOLD_MS", "MAX_HOLD_MS"):
        monkeypatch.setattr(f"cardwright.cardroom.tables.moments.{name}", 3_600_000)
    room.cardroom.scheduler.bot_pace_s = 0.001
    table = open_table(client, "cribbage", others="basic")
    rng, read = Random(6), 0
    while read < 3:
        seen = look(client, table)
        if 0 in seen["to_act"] and seen["moves"]:
            assert post_random_move(client, table, rng).status_code == 200
            continue
        live = room.table(table)
        if live.version != seen["version"] or live.moments.read_until <= room.cardroom.uptime.now():
            continue
        stale = client.post(f"{table}/hurry", data={"version": str(seen["version"] - 1)}, headers=JSON)
        assert stale.status_code == 200
        assert look(client, table)["version"] == seen["version"]
        assert client.post(f"{table}/hurry", data={"version": str(seen["version"])}, headers=JSON).status_code == 200
        until(client, table, lambda now, seen=seen: now["version"] > seen["version"])
        assert not room.cardroom.scheduler.is_hurried(room.table(table).id)
        read += 1


def test_no_clock_runs_while_moments_are_shown(client: TestClient, room: Room) -> None:
    table = open_table(client, "poker", **SHORT, clock="30+180")
    bea, rng, held = sit_down(client, table), Random(5), 0
    live = room.table(table)
    while not look(client, table)["over"]:
        before = {moment.version for moment in live.moments.latest}
        move_in_turn((client, bea), table, rng)
        live = room.table(live.id)
        shown_now = [moment for moment in live.moments.latest if moment.version not in before]
        if live.over or not shown_now:
            continue
        held += 1
        shown = shown_clocks(live, live.moments.held_until)
        running = [clock for clock in shown if clock and clock.running]
        assert [clock.left for clock in running] == [max(clock.left for clock in running)]
        assert live.moments.held_until == live.at + MOMENT_HOLD_MS * len(shown_now)
        assert live.table.clock.since[live.table.to_act[0]] == live.moments.held_until  # type: ignore[union-attr]
    assert held


@pytest.mark.parametrize("timed", [False, True])
def test_of_deals_that_play_themselves_in_a_row_each_is_shown_in_half_the_time(timed: bool) -> None:
    """With a player whom each blind put all-in, eight deals held the table for 99 s, in which no one could decide."""
    table = Table(games.create("poker", players=2, stacks="3/400", blinds="8/16", button=1), Luck.numbered(20))
    moments = Moments(0, timed=timed, guided=False)
    moments.add_move(session.settle(table), 0, RecentNews(), ("Ann", "Bea"), 0)
    deals = [moment.deals_before for moment in moments.latest]
    whole = [moments.hold_ms(msgspec.structs.replace(moment, deals_before=0)) for moment in moments.latest]
    assert (set(deals), sorted(deals)) == ({0, 1, 2}, deals)
    expected = [max(MIN_HOLD_MS, ms >> number) for ms, number in zip(whole, deals)]
    assert [moments.hold_ms(moment) for moment in moments.latest] == expected
    assert moments.read_until == sum(expected) < sum(whole)
