"""Clocks: a turn, then the reserve; the same from the time of day and from the log."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardwright.errors import GameOver, NotYourTurn
from cardwright.game import CHANCE, Pace
from cardwright.play.clock import Clock, minutes, utc_date, utc_minute
from cardwright.play.luck import Luck, Stream
from cardwright.play.table import FINAL, FORFEIT, Step, Table
from support import toy
from support.toy import Stake, Toy, ToyState

PACE = Pace(turn=60, reserve=300)


def test_a_turn_is_used_before_the_reserve() -> None:
    clock = Clock.full(PACE, 2).after_action((0,), 1000)
    assert clock.time_left(0, 1000) == (60_000, 300_000)
    assert clock.time_left(0, 61_000) == (0, 300_000)
    assert clock.time_left(0, 62_000) == (0, 299_000)
    assert clock.time_left(1, 62_000) == (60_000, 300_000)


def test_a_new_turn_gives_its_time_back_and_not_the_reserve() -> None:
    clock = Clock.full(PACE, 2).after_action((0,), 0).after_action((1,), 70_000, 0)
    assert clock.time_left(0, 70_000) == (60_000, 290_000)
    clock = clock.after_action((0,), 71_000, 1)
    assert clock.time_left(0, 75_000) == (56_000, 290_000)
    assert clock.time_left(1, 75_000) == (60_000, 300_000)


def test_who_acts_again_in_a_new_turn_starts_afresh() -> None:
    clock = Clock.full(PACE, 2).after_action((0,), 0).after_action((0,), 50_000, 0)
    assert clock.time_left(0, 50_000) == (60_000, 300_000)


def test_a_turn_of_two_actions_has_one_time() -> None:
    clock = Clock.full(PACE, 2).after_action((0,), 0).after_action((0,), 50_000)
    assert clock.time_left(0, 50_000) == (10_000, 300_000)


def test_of_two_who_choose_at_once_each_has_a_clock() -> None:
    clock = Clock.full(PACE, 2).after_action((0, 1), 0).after_action((1,), 30_000, 0)
    assert clock.running == (1,)
    assert clock.time_left(1, 90_000) == (0, 270_000)


def test_time_runs_out_at_the_deadline_and_not_before() -> None:
    clock = Clock.full(PACE, 2).after_action((1,), 5)
    assert clock.deadline == 360_005
    assert clock.late_players(360_004) == ()
    assert clock.late_players(360_005) == (1,)
    assert clock.time_left(1, 400_000) == (0, 0)
    assert Clock.full(PACE, 2).deadline is None


def test_an_outage_is_given_back_to_the_millisecond() -> None:
    clock = Clock.full(PACE, 2).after_action((0,), 0)
    assert clock.shift(1_000_000).time_left(0, 1_000_000 + 61_000) == clock.time_left(0, 61_000)
    assert clock.shift(7).running == (0,)


@given(st.lists(st.tuples(st.sets(st.integers(0, 2)), st.integers(0, 100_000), st.integers(0, 2)), max_size=20))
@settings(max_examples=100, deadline=None)
def test_no_time_is_ever_won(turns: list[tuple[set[int], int, int]]) -> None:
    """Over any course, a reserve never grows, and what is used of it is no more than the time that went by."""
    clock, now = Clock.full(PACE, 3), 0
    for to_act, spent, fresh in turns:
        before = [clock.time_left(player, now)[1] for player in range(3)]
        now += spent
        clock = clock.after_action(tuple(to_act), now, fresh)
        after = [clock.time_left(player, now)[1] for player in range(3)]
        assert all(old - spent <= new <= old for old, new in zip(before, after))


def test_times_are_shown_in_utc_and_as_minutes() -> None:
    assert (utc_date(1_795_391_999_999), utc_minute(1_795_391_999_999)) == ("2026-11-22", "2026-11-22 23:59")
    hour = 3_600_000
    assert [minutes(time) for time in (hour, 48 * hour - 1, 96 * hour - 1000)] == ["1:00:00", "2 d 0 h", "3 d 23 h"]
    assert [minutes(time) for time in (0, 1, 59_000, 249_000, 600_000)] == ["0:00", "0:01", "0:59", "4:09", "10:00"]


# --- at a table


class PoneAnswers(Toy):
    """The pone answers their own stake, and both are one turn."""

    def players_to_act(self, state: ToyState) -> tuple[int, ...]:
        return (1 - state.round % 2,) if state.stake else super().players_to_act(state)

    def same_turn(self, before: ToyState, after: ToyState) -> bool:
        return after.stake > before.stake


def dealt(pace: Pace, game: Toy | None = None) -> Table:
    table = Table(game or Toy(), Luck.numbered(1), pace=pace, began=500)
    table.settle(1000)
    return table


def keep_both(table: Table, now: int) -> None:
    for seat in (0, 1):
        table.play(seat, table.game.legal_actions(table.state, seat)[0], now=now)


def test_chance_takes_no_players_time() -> None:
    table = Table(Toy(), Luck.numbered(1), pace=PACE, began=500)
    assert table.clock is not None
    assert not table.clock.running
    table.settle(1000)
    assert table.clock.running == (0, 1)
    assert table.clock.deadline == 361_000


def test_who_is_late_has_a_random_action_played() -> None:
    table = dealt(PACE)
    assert table.expire(360_999) == []
    entries = table.expire(361_000)
    assert [entry.player for entry in entries] == [0, 1]
    assert all(entry.at == 361_000 for entry in entries)
    assert table.to_act == (1,)
    assert table.why_final(1) == FINAL
    assert table.clock is not None
    assert table.clock.time_left(1, 361_000) == (60_000, 0)
    # The reserve is gone, so the next turn has its minute and no more.
    assert [entry.player for entry in table.expire(421_000)] == [1]


def test_a_late_player_is_enforced_until_the_turn_is_over() -> None:
    table = dealt(Pace(turn=10, reserve=0), PoneAnswers())
    keep_both(table, 2000)
    table.play(1, Stake(1), now=5000)
    assert table.expire(11_999) == []
    entries = table.expire(12_000)
    assert entries[0].player == 1
    assert entries[0].action in ("take", "drop")
    # The round is over and the next is dealt; both have a turn before them.
    assert [entry.player for entry in entries[1:]] == [CHANCE] * 6
    assert table.clock is not None
    assert table.clock.time_left(0, 12_000) == table.clock.time_left(1, 12_000) == (10_000, 0)


def test_a_late_player_may_be_asked_twice() -> None:
    table = dealt(Pace(turn=10, reserve=0), PoneAnswers())
    keep_both(table, 2000)
    entries = table.expire(12_000)
    assert [entry.player for entry in entries] == [1, 1] + [CHANCE] * 6


def test_the_random_action_is_legal_and_the_same_again() -> None:
    logs = []
    for _ in range(2):
        table = dealt(Pace(turn=1, reserve=0))
        now = 1000
        while not table.over:
            now += 1000
            table.expire(now)
        logs.append(table.log)
    assert logs[0] == logs[1]
    assert {entry.player for entry in logs[0]} == {CHANCE, 0, 1}


def test_the_move_chosen_for_a_late_player_reveals_nothing_of_the_cards() -> None:
    """It is drawn from no moment that a card is, whichever moments those are."""
    asked: list[int] = []

    class Noted(Luck):
        def stream(self, version: int) -> Stream:
            asked.append(version)
            return super().stream(version)

    table = Table(Toy(), Noted(b""), pace=Pace(turn=1, reserve=0), began=0)
    table.settle(0)
    assert asked == [0, 1, 2, 3, 4, 5]
    table.expire(1000)
    assert asked[6:8] == [-7, -8]


def test_a_forfeit_ends_the_game_and_is_in_the_log() -> None:
    table = dealt(Pace(turn=1, reserve=1, spent="forfeit"))
    table.play(1, table.game.legal_actions(table.state, 1)[0], now=1500)
    assert table.expire(3000) == [Step(0, FORFEIT, 3000)]
    assert table.over
    assert table.forfeited == 0
    assert table.clock is not None
    assert table.clock.running == ()
    with pytest.raises(GameOver):
        table.play(0, "keep Ac", now=3100)
    again = Table(Toy(), Luck.fresh(), table.log, pace=Pace(turn=1, reserve=1, spent="forfeit"), began=500)
    assert again.forfeited == 0
    assert again.clock == table.clock


@pytest.mark.parametrize("player", [CHANCE, 1, 7])
def test_a_log_cannot_forfeit_for_who_is_not_to_act(player: int) -> None:
    table = dealt(PACE)
    keep_both(table, 1000)
    table.play(1, "stake 1")
    with pytest.raises(NotYourTurn):
        table.repeat(Step(player, FORFEIT))
    table.repeat(Step(0, FORFEIT))
    with pytest.raises(GameOver):
        table.repeat(Step(0, FORFEIT))


def test_a_clock_that_is_only_shown_does_nothing() -> None:
    table = dealt(Pace(turn=1, reserve=0, spent="nothing"))
    assert table.expire(10**9) == []
    assert dealt(PACE).expire(0) == []


def test_the_log_gives_the_same_clocks_again() -> None:
    table = dealt(PACE)
    now = 1000
    for step in range(6):
        seat = table.to_act[0]
        now += 25_000 * step
        table.play(seat, table.game.legal_actions(table.state, seat)[0], now=now)
        table.settle(now)
    again = Table(Toy(), Luck.fresh(), table.log, pace=PACE, began=500)
    assert again.clock == table.clock
    again.after_outage(60_000)
    assert table.clock is not None
    assert again.clock == table.clock.shift(60_000)


def test_a_table_without_a_pace_has_no_clock() -> None:
    table = Table(Toy(), Luck.numbered(1))
    table.after_outage(1000)
    assert table.clock is None
    assert table.expire(10**12) == []
    assert toy.Toy().pace() is None
