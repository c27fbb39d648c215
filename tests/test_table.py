"""The live table: what it takes and what it refuses, versions, and a log that gives the same table again."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardwright.errors import BadAction, BadCard, GameOver, IllegalAction, NotYourTurn, PlayError, StaleAction
from cardwright.game import CHANCE, SPECTATOR
from cardwright.play.luck import Luck
from cardwright.play.table import RESIGN, Step, Table
from support import toy
from support.toy import Keep, Toy


def dealt(seed: int = 1) -> Table:
    table = Table(Toy(), Luck.numbered(seed))
    table.settle()
    return table


def first(table: Table, seat: int) -> str:
    return table.game.text(table.game.legal_actions(table.state, seat)[0])


def played(seed: int = 1) -> Table:
    table = dealt(seed)
    while not table.over:
        table.play(table.to_act[-1], first(table, table.to_act[-1]))
        table.settle()
    return table


def test_chance_acts_until_a_player_can() -> None:
    table = Table(Toy(), Luck.numbered(1))
    assert table.to_act == (CHANCE,)
    entries = table.settle()
    assert len(entries) == table.version == 6
    assert table.log == entries
    assert list(table.to_act) == [0, 1]
    assert table.settle() == []


def test_one_draw_at_a_time() -> None:
    table = Table(Toy(), Luck.numbered(1))
    drawn = [table.chance() for _ in range(6)]
    assert drawn == dealt().log
    with pytest.raises(NotYourTurn):
        table.chance()


def test_an_action_or_its_notation() -> None:
    one, two = dealt(), dealt()
    action = one.game.legal_actions(one.state, 0)[0]
    assert one.play(0, action, now=17) == Step(0, one.game.text(action), 17)
    two.play(0, two.game.text(action), now=17)
    assert one.state == two.state
    assert one.version == 7


@pytest.mark.parametrize(
    ("player", "action", "error"),
    [
        (0, "take", IllegalAction),
        (2, "take", NotYourTurn),
        (SPECTATOR, "take", NotYourTurn),
        (CHANCE, "deal Ac", NotYourTurn),
        (0, "sing", BadAction),
        (0, "forfeit", BadAction),
        (0, "keep Zz", BadCard),
    ],
)
def test_a_refusal_changes_nothing(player: int, action: str, error: type[Exception]) -> None:
    table = dealt()
    before = table.state, list(table.log)
    with pytest.raises(error):
        table.play(player, action)
    assert (table.state, list(table.log)) == before


def test_no_player_plays_for_chance() -> None:
    table = Table(Toy(), Luck.numbered(1))
    with pytest.raises(NotYourTurn):
        table.play(CHANCE, "deal Ac")


def test_an_action_meant_for_another_version_is_stale() -> None:
    table = dealt()
    table.play(0, first(table, 0), version=6)
    table.play(1, first(table, 1), version=7)
    with pytest.raises(StaleAction) as caught:
        table.play(1, "stake 1", version=7)
    assert (caught.value.expected, caught.value.actual) == (7, 8)
    with pytest.raises(StaleAction):
        table.play(1, "stake 1", version=9)
    table.play(1, "stake 1", version=8)


def test_the_same_action_twice_is_refused_the_second_time() -> None:
    table = dealt()
    table.play(0, first(table, 0), version=6)
    with pytest.raises(StaleAction):
        table.play(0, "keep Ac", version=6)
    assert table.version == 7


def test_who_chooses_at_the_same_time_makes_nothing_stale() -> None:
    table = dealt()
    table.play(0, first(table, 0), version=6)
    table.play(1, first(table, 1), version=6)
    assert table.version == 8
    with pytest.raises(StaleAction):
        table.play(0, "take", version=6)


def test_after_the_end_there_is_nothing_to_do() -> None:
    table = played()
    assert table.over
    assert table.to_act == ()
    attempts: list[Callable[[], object]] = [
        lambda: table.play(0, "take"),
        table.chance,
        lambda: table.play(0, "take", table.version),
    ]
    for attempt in attempts:
        with pytest.raises(GameOver):
            attempt()
    assert table.settle() == []


def test_a_view_is_the_games_own() -> None:
    table = dealt()
    for seat in (0, 1, SPECTATOR):
        assert table.view(seat) == table.game.view(table.state, seat)


@given(st.integers(0, 50), st.integers(0, 60))
@settings(max_examples=40, deadline=None)
def test_a_table_made_from_the_log_is_the_same_table(seed: int, cut: int) -> None:
    whole = played(seed)
    log = whole.log[:cut]
    again = Table(Toy(), Luck.numbered(seed), log)
    assert again.version == len(log)
    assert again.log == log
    while not again.over:
        again.settle()
        if not again.over:
            again.play(again.to_act[-1], first(again, again.to_act[-1]), again.version)
    assert again.log == whole.log
    assert again.state == whole.state


def test_a_log_is_checked_as_it_is_played_again() -> None:
    log = played().log
    with pytest.raises(PlayError):
        Table(Toy(), Luck.fresh(), log[1:])
    with pytest.raises(BadAction):
        Table(Toy(), Luck.fresh(), [Step(CHANCE, "rain")])


def test_a_seed_is_the_same_game() -> None:
    assert played(3).log == played(3).log
    assert dealt(3).log != dealt(4).log
    assert any(isinstance(toy.Toy().parse(entry.action), Keep) for entry in played(3).log)


def test_a_player_can_give_up_at_any_time() -> None:
    table = Table(Toy(), Luck.numbered(1))
    table.settle()
    table.play(0, first(table, 0))
    other = next(seat for seat in range(table.game.players) if seat not in table.to_act)
    assert table.resign(other, 5) == Step(other, RESIGN, 5)
    assert table.over
    assert table.resigned
    assert table.forfeited == other
    again = Table(Toy(), Luck.numbered(1), table.log)
    assert again.over
    assert again.resigned
    with pytest.raises(GameOver):
        table.resign(other)
