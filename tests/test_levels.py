"""Levels by the clock: blinds that rise after minutes of play, the same in records, pages and the terminal."""

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from cardwright import games
from cardwright.errors import BadAction, BadRecord, IllegalAction
from cardwright.formats import phh
from cardwright.game import CHANCE, SPECTATOR, Automatic
from cardwright.games.poker.actions import LEVELS, SHUFFLES, Shuffle
from cardwright.games.poker.composed.rotation import Rotation
from cardwright.games.poker.events import Rose
from cardwright.games.poker.rules import Poker
from cardwright.games.poker.scene.news import news
from cardwright.games.poker.state import PokerState
from cardwright.play import proof, record, verify
from cardwright.play.clock import MAX_COUNTED_GAP_MS, PlayTime
from cardwright.play.contract import Contract, commitment
from cardwright.play.luck import Luck
from cardwright.play.session import Frame
from cardwright.play.table import Step, Table
from cardwright.terminal import local_game
from cardwright.terminal.local_game import LocalGame
from cardwright.terminal.plain import Plain, PlayerLeft
from support.clocks import Time
from support.visitors import Room, Visitor, open_table, until

MINUTE_MS = 60_000
START_MS = 1_800_000_000_000
SEED = "5eed" * 16


def tournament(**options: object) -> Poker:
    game = games.create("poker", **{"players": 2, "button": 1, "level_minutes": 2, "deals": 6, **options})
    assert isinstance(game, Poker)
    return game


def played(table: Table, gap_ms: int = MINUTE_MS) -> Table:
    """Have the first to act give up each deal, one deal in every ``gap_ms``."""
    now = START_MS
    table.settle(now)
    while not table.over:
        now += gap_ms
        table.play(table.to_act[0], table.game.legal_actions(table.state, table.to_act[0])[0], now=now)
        table.settle(now)
    return table


def state_of(table: Table) -> PokerState:
    assert isinstance(table.state, PokerState)
    return table.state


def shuffles(log: Iterator[Step] | list[Step]) -> list[str]:
    return [step.action for step in log if step.action.startswith("shuffle")]


def whole(gap_ms: int = MINUTE_MS) -> record.Record:
    """A finished tournament with its proof."""
    game = tournament()
    contract = Contract.of(game, ["", ""], commitment(SEED), [commitment("ann"), ""])
    deal = proof.Deal(SEED, (proof.SeatSeed("ann", True), proof.SeatSeed("")), contract)
    log = played(Table(game, deal.luck), gap_ms).log
    sitters = [record.Sitter(name, "you") for name in ("Ann", "Bea")]
    header = record.Header.of(game, sitters, notes=deal.notes(game, list(log)))
    return record.parse(record.dump(header, log))


def test_time_of_play_leaves_out_what_goes_beyond_a_gap() -> None:
    time = PlayTime().until(START_MS).until(START_MS + 1000)
    assert time.total == 1000  # none before the first step
    assert time.until(START_MS + 500) == time  # a step that was noted late
    assert time.until(START_MS + 86_400_000).total == 1000 + MAX_COUNTED_GAP_MS
    assert PlayTime().until(0).until(0).total == 0
    coming = time.next_level(2 * MINUTE_MS, 1, START_MS + 31_000, 9)
    assert (coming.text, coming.left, coming.least) == ("level 2 in", 89_000, 0)
    assert time.next_level(10 * MINUTE_MS, 1, START_MS + 1000, 9).least == 599_000 - MAX_COUNTED_GAP_MS
    assert time.next_level(1000, 1, START_MS + 1500, 9).text == "level 2 is next"


def test_of_levels_whose_time_has_come_the_last_is_next() -> None:
    time = PlayTime().until(START_MS)
    assert time.next_level(1000, 1, START_MS + 4200, 9).text == "level 5 is next"
    assert time.next_level(1000, 1, START_MS + 4200, 3).text == "level 3 is next"


def test_the_last_level_has_no_next() -> None:
    table = Table(tournament(), Luck.numbered(1))
    assert table.next_level(START_MS) is not None
    table.state = msgspec.structs.replace(state_of(table), level=table.game.max_level)
    assert table.next_level(START_MS) is None


def test_pk8_blinds_rise_after_minutes_of_play_and_not_with_deals() -> None:
    table = played(Table(tournament(), Luck.numbered(1)))
    assert shuffles(list(table.log)) == [f"shuffle, level {level}" for level in (1, 2, 2, 3, 3)]
    forced = re.findall(r"big blind of (\d+)", " ".join(news_of(table)))
    assert forced == ["2", "4", "4", "6", "6"]  # from the second deal on
    assert "Level 3: from now blinds 3/6" in news_of(table)
    slow = played(Table(tournament(level_minutes=60), Luck.numbered(1)), 10 * MAX_COUNTED_GAP_MS)
    assert shuffles(list(slow.log)) == ["shuffle, level 1"] * 5  # the players were away


def news_of(table: Table) -> list[str]:
    """Return all that was heard of a game."""
    again = Table(table.game, Luck())
    lines: list[str] = []
    for step in table.log:
        again.repeat(step)
        lines += Frame(step, again.game, again.state).news(["Ann", "Bea"])
    return lines


def test_without_a_clock_no_level_comes() -> None:
    game = tournament()
    table = played(Table(game, Luck.numbered(1)), 0)
    assert set(shuffles(list(table.log))) == {"shuffle, level 1"}
    state = next(state for state in states(table) if game.by_clock(state, 1))
    assert game.draw(state, Luck().stream(0)) == game.by_clock(state, 1) == Shuffle(1)
    assert game.is_moment(state)
    assert game.by_clock(state, 99) == SHUFFLES[-1]
    assert games.create("poker").by_clock(state, 3) is None


def states(table: Table) -> Iterator[PokerState]:
    again = Table(table.game, Luck())
    for step in table.log:
        again.repeat(step)
        yield state_of(again)


@pytest.mark.parametrize("text", ["shuffle", "shuffle, level 0", "shuffle, level 21", "shuffle, level 1"])
def test_a_level_is_never_left_out_and_never_goes_down(text: str) -> None:
    game, table = tournament(), played(Table(tournament(), Luck.numbered(1)))
    state = [state for state in states(table) if game.by_clock(state, 1)][-1]
    assert state.level == 3
    with pytest.raises((IllegalAction, BadAction)):
        game.play(state, CHANCE, game.parse(text))
    assert game.play(state, CHANCE, game.parse("shuffle, level 5")).level == 5


def test_a_record_with_rises_verifies_and_seals_none_of_them() -> None:
    found = whole()
    verdict = verify.check(found)
    steps = [found.game.parse(step.action) for step in found.log if step.player == CHANCE]
    assert verdict.draws == sum(not isinstance(action, Automatic) for action in steps)
    assert len(shuffles(list(found.log))) == 5
    assert len(str(found.header.notes["seals"]).split()) == verdict.draws


@pytest.mark.parametrize(("old", "new"), [("level 2", "level 3"), ("level 3", "level 2"), ("level 1", "level 2")])
def test_a_level_that_the_times_do_not_give_is_found(old: str, new: str) -> None:
    found = whole()
    log = [msgspec.structs.replace(step, action=step.action.replace(old, new)) for step in found.log]
    other = record.parse(record.dump(found.header, log))
    with pytest.raises(BadRecord, match=r"by the times of the record it is 'shuffle, level"):
        verify.check(other)
    late = [msgspec.structs.replace(step, at=step.at + MINUTE_MS * number) for number, step in enumerate(found.log)]
    with pytest.raises(BadRecord, match="by the times of the record"):
        verify.check(record.parse(record.dump(found.header, late)))


def test_a_snapshot_keeps_the_time_of_play() -> None:
    table = Table(tournament(), Luck.numbered(1))
    table.settle(START_MS)
    table.play(table.to_act[0], "fold", now=START_MS + 3 * MINUTE_MS)
    again = Table(table.game, table.luck)
    again.resume(table.snapshot())
    assert again.played == table.played
    table.settle(START_MS + 3 * MINUTE_MS)
    again.settle(START_MS + 3 * MINUTE_MS)
    assert state_of(again).level == state_of(table).level == 2


@pytest.mark.parametrize("rotate", ["deal", "choice"])
def test_a_rotation_rises_for_all_its_variants(rotate: str) -> None:
    game = tournament(rotation="texas-holdem, razz", rotate=rotate, run_twice=True, deals=5)
    assert isinstance(game, Rotation)
    table = played(Table(game, Luck.numbered(1)))
    levels = {state.deal: state.level for state in states(table)}
    assert list(levels.values()) == sorted(levels.values())
    assert max(levels.values()) == 4
    assert "Level 2: all forced and fixed bets are 2 times the first" in news_of(table)
    sitters = [record.Sitter(name, "caller") for name in ("Ann", "Bea")]
    found = record.parse(record.dump(record.Header.of(game, sitters), table.log))
    read = phh.loads(phh.dumps(found), "here")
    assert [step.action for step in read.log] == [step.action for step in found.log]


def test_an_option_for_deals_has_no_effect_beside_the_clock(capsys: pytest.CaptureFixture[str]) -> None:
    from cardwright.cli import main

    assert main(["play", "poker", "--level-minutes", "5", "--rise", "3", "--plain"]) == 2
    assert "effect only with level_minutes 0" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({}, "Deal 1 of 6; blinds 1/2 (then 2/4)"),
        ({"level_minutes": 0, "rise": 3}, "Deal 1 of 6; blinds 1/2 (2/4 from deal 4)"),
        ({"level_minutes": 0, "rise": 6}, "Deal 1 of 6; blinds 1/2"),
        ({"deals": 1}, "Deal 1 of 1; blinds 1/2"),
    ],
)
def test_the_next_forced_bets_are_in_sight(options: dict[str, int], said: str) -> None:
    game = tournament(**options)
    assert games.scene(game, game.view(game.initial_state(), 0)).progress == said


# At a table


def test_a_page_shows_the_time_to_the_next_level(tmp_path: Path) -> None:
    time = Time()
    room = Room(tmp_path / "room.db", now=time)
    try:
        with Visitor(room.app) as client:
            table = open_table(client, "poker", **{"o-players": "2", "o-level_minutes": "3", "others": "random"})
            until(client, table, lambda seen: seen["moves"])
            page = client.get(table).text
            clock = re.search(r'Level 2 in <span class="clock" data-left="(\d+)" data-least="0"', page)
            assert clock is not None
            assert 0 < int(clock[1]) <= 3 * MINUTE_MS
            live = room.table(table)
            assert live.is_timed
            assert live.next_level(time.now + 4 * MINUTE_MS) == (2, 0, 0)
    finally:
        room.close()


def test_in_the_terminal_the_local_clock_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [START_MS]
    monkeypatch.setattr(local_game, "wall_clock", lambda: now[0])
    local = LocalGame(Table(tournament(), Luck.numbered(1)), ["Ann", "Bea"], ["you", "you"], "random")
    asked: list[str] = []

    def ask(prompt: str, seconds: float | None) -> str | None:
        asked.append(prompt)
        now[0] += MINUTE_MS
        if state_of(local.table).level == 2:
            raise PlayerLeft
        return "fold" if prompt.startswith("[") else ""

    with pytest.raises(PlayerLeft):
        Plain(local, ask, lambda line: None).run()
    assert next(prompt for prompt in asked if prompt.startswith("[")) == "[level 2 in 1:00] > "
    left = LocalGame(Table(local.game, Luck.numbered(1), local.table.log), local.names, local.kinds, "random")
    now[0] += 100 * MAX_COUNTED_GAP_MS  # in which the game was closed
    again = LocalGame(Table(local.game, Luck.numbered(1), local.table.log), local.names, local.kinds, "random")
    assert again.table.played == left.table.played
    assert again.now() == left.table.log[-1].at


@pytest.mark.parametrize(
    ("blinds", "coloured_up"),
    [
        ("25/50", ["Level 6: from now blinds 200/400; chips of 25 are coloured up, odd ones stay"]),
        ("2/5", []),  # 6/15 is not paid without chips of 1
        ("5/10", []),  # nor 30/60 without chips of 5
    ],
)
def test_chips_that_no_forced_bet_needs_are_coloured_up(blinds: str, coloured_up: list[str]) -> None:
    """Chips of 25 left at blinds of 120/240, which cannot be paid in hundreds."""
    game = Poker(players=3, stacks="9000", blinds=blinds, rise=2)
    view = game.view(game.initial_state(), SPECTATOR)
    lines = [news(game, view, [Rose(level, level - 1)])[0] for level in range(2, len(LEVELS) + 1)]
    assert [line for line in lines if "coloured up" in line] == coloured_up


def test_chips_are_coloured_up_at_a_level_after_those_that_were_skipped() -> None:
    """Chips of 25 are needed to level 5; levels by the clock may go from there to level 8."""
    game = Poker(players=3, stacks="9000", blinds="25/50", rise=2)
    view = game.view(game.initial_state(), SPECTATOR)
    (line,) = news(game, view, [Rose(8, 4)])
    assert line.endswith("chips of 25 are coloured up, odd ones stay")
    assert "coloured up" not in news(game, view, [Rose(8, 6)])[0]
