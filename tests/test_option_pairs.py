"""Options that exclude each other are refused with the names of both, wherever somebody chooses them."""

from collections.abc import Iterator

import pytest

import cardwright
from cardwright import games
from cardwright.arena.vector import create as create_vector
from cardwright.errors import BadCount, BadOption
from cardwright.game import Option, available_options


def _other_value(option: Option) -> bool | int | str:
    """Return a value that an option has not by default."""
    if option.choices:
        return next(choice for choice in option.choices if choice != option.default)
    return option.low + (option.low == option.default)


def _without_effect() -> Iterator[tuple[str, str, str]]:
    """Yield each game with an option that needs another, and the other one."""
    for name in games.GAMES:
        declared = games.options(name)
        for option in declared:
            for other in declared:
                if any(other.name in need for need in option.needs):
                    yield name, option.name, other.name


def _plays(name: str, option: str, value: object) -> bool:
    """Return whether a game can be played with this option alone."""
    try:
        games.create(name, **{option: value})
    except (BadOption, BadCount):
        return False
    return True


@pytest.mark.parametrize(("name", "option", "other"), list(_without_effect()))
def test_an_option_without_effect_is_refused_from_python(name: str, option: str, other: str) -> None:
    declared = {each.name: each for each in games.options(name)}
    defaults = {each.name: each.default for each in declared.values()}
    needed = {value for need in declared[option].needs for value in need.get(other, ())}
    values = [defaults[other], *(choice for choice in declared[other].choices if choice not in needed)]
    for value in values:
        chosen = {option: _other_value(declared[option]), other: value}
        has_effect = declared[option] in available_options(games.options(name), defaults | chosen)
        if has_effect or not _plays(name, other, value):
            continue
        with pytest.raises(BadOption) as refused:
            cardwright.create_game(name, **chosen)
        assert option in str(refused.value)
        assert any(each in str(refused.value) for need in declared[option].needs for each in need)


@pytest.mark.parametrize(
    ("name", "chosen", "said"),
    [
        ("paigow", {"form": "home", "players": 1}, "'players' cannot be 1: it takes 2 to 7 at home .form home."),
        (
            "paigow",
            {"form": "casino", "players": 7},
            "'players' cannot be 7: it takes 1 to 6 in a casino .form casino.",
        ),
        ("paigow", {"bankroll": 2}, "'bankroll' cannot be 2: it takes at least the minimum of 5"),
        ("paigow", {"minimum": 200, "maximum": 100}, "'maximum' cannot be 100: it takes at least the minimum of 200"),
        ("poker", {"players": 2, "button": 3}, "'button' cannot be 3: it takes 0 to 2, one of the players"),
        ("poker", {"players": 2, "blinds": "1/2/4"}, "'blinds' cannot be '1/2/4': .* for three players or more"),
        ("poker", {"players": 3, "stacks": "9/9"}, "'stacks' cannot be '9/9': .* or one for each of 3 players"),
        ("poker", {"players": 3, "ante": "1/2"}, "'ante' cannot be '1/2': .* or one for each of 3 players"),
        ("poker", {"variant": "razz", "bring_in": 2}, "'bring_in' cannot be 2: .* .small_bet, or the big blind."),
        ("poker", {"variant": "razz", "small_bet": 1}, "'bring_in' cannot be 1: .* .small_bet, or the big blind."),
        ("poker", {"rebuy": True}, "'deals' cannot be 0: .* a game with rebuys need not end"),
        (
            "poker",
            {"limit": "fixed-limit", "small_bet": 10, "big_bet": 5},
            "'big_bet' cannot be 5: it takes at least the small bet of 10 .small_bet, or the big blind.",
        ),
        (
            "poker",
            {"limit": "fixed-limit", "blinds": "5/10", "small_bet": 4},
            "'small_bet' cannot be 4: it takes at least the big blind of 10",
        ),
        ("poker", {"blinds": "100/200"}, "'stacks' cannot be '200': it takes more than the big blind of 200, for two"),
        ("poker", {"stacks": "2/2/2/99"}, "'stacks' cannot be '2/2/2/99': it takes more than the big blind of 2"),
        ("poker", {"ante": "199"}, "'stacks' cannot be '200': .* more than the big blind of 2 and the ante of 199"),
        (
            "poker",
            {"variant": "razz", "stacks": "2"},
            "'stacks' cannot be '2': .* more than the bring-in of 1 and the ante of 1",
        ),
        (
            "poker",
            {"sit_out": True, "deals": 60, "buy_in": 2},
            "'buy_in' cannot be 2: it takes more than the big blind of 2",
        ),
        (
            "poker",
            {"rotation": "horse", "stacks": "2"},
            "'stacks' cannot be '2': it takes more than the big blind of 2",
        ),
        ("poker", {"variant": "omaha-hilo-8", "low": "table_inverted"}, "'low' .* as Omaha hi-lo, eight or better has"),
        (
            "chinese",
            {"ranking": "short-deck", "players": 3},
            "'players' .* 13 of the 36 cards of the ranking short-deck",
        ),
    ],
)
def test_two_options_that_do_not_go_together_are_both_named(name: str, chosen: dict[str, object], said: str) -> None:
    with pytest.raises(BadOption, match=said):
        cardwright.create_game(name, **chosen)


def test_stakes_that_leave_something_to_bet_are_played() -> None:
    """Dice without bets take the ante alone; a record, or the next game of a table, may have any stacks."""
    cardwright.create_game("poker", stacks="3/3/1/1")
    cardwright.create_game("poker", variant="three-rolls", ranking="poker-dice", stacks="1")
    assert games.create("poker", stacks="1", blinds="5/10").settings["stacks"] == "1"


def test_games_in_arrays_refuse_an_option_without_effect() -> None:
    with pytest.raises(BadOption, match="'next_deal' cannot be 'loser': it takes effect only with games 2 to 9"):
        create_vector("cribbage", 2, next_deal="loser")


def test_a_record_may_hold_an_option_without_effect() -> None:
    assert games.create("cribbage", next_deal="loser").settings["next_deal"] == "loser"
