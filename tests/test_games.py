"""Every registered game obeys the laws, with every choice of every option."""

import os

import pytest
from hypothesis import given, settings

from cardwright import games
from cardwright.testing import check_game, check_playout, secrets_of, short, tables
from cardwright.testing.rooms import Options
from support.playouts import PLAYOUTS, game_count

TABLES = [(name, options) for name in games.GAMES for options in tables(name)]
MIN_GAMES = 6  # in fewer random games of pai gow at home, everyone may leave each before a card is dealt


def label(value: str | Options) -> str:
    return value if isinstance(value, str) else " ".join(f"{name}={choice}" for name, choice in value.items())[:60]


@pytest.mark.parametrize(("name", "options"), TABLES, ids=label)
def test_laws(name: str, options: Options) -> None:
    check_game(games.create(name, **options), game_count(MIN_GAMES), secrets=secrets_of(name))


@pytest.mark.parametrize(("name", "options"), TABLES, ids=label)
def test_moments(name: str, options: Options) -> None:
    """In a long run, 10,000 games of every name, spread over its sets of options."""
    count = int(os.environ.get("CARDWRIGHT_MOMENTS", 0)) // len(tables(name)) + MIN_GAMES
    check_game(games.create(name, **options), count, 1000, secrets=secrets_of(name), only=["moments"])


@pytest.mark.parametrize("name", games.GAMES)
@given(*PLAYOUTS)
@settings(max_examples=12, deadline=None)
def test_laws_by_hypothesis(name: str, seed: int, opening: list[int]) -> None:
    check_playout(games.create(name, **short(name)), seed, opening, secrets=secrets_of(name))
