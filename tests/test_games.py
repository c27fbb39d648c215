"""Every registered game obeys the laws, with every choice of every option."""

import contextlib
import functools
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings, strategies

from cardwright import games
from cardwright.errors import BadAction, BadCount, BadText, IllegalAction, NotYourTurn, UnknownName
from cardwright.game import CHANCE, SPECTATOR, AnyGame, Public, State, View
from cardwright.testing import check_game, check_playout, public_of, secrets_of, short, tables
from cardwright.testing.configuration import Options
from support.playouts import PLAYOUTS, after_chance, game_count, random_states
from support.records import Moments


def distinct_tables() -> list[tuple[str, Options]]:
    """Return the tables of every game, each once: two names may stand for one game with the same options."""
    found: dict[object, tuple[str, Options]] = {}
    for name in games.GAMES:
        usual = {option.name: option.default for option in games.options(name)}
        for options in tables(name):
            found.setdefault((games.game_type(name), frozenset((usual | options).items())), (name, options))
    return list(found.values())


TABLES = distinct_tables()
MIN_GAMES = 3
LONG = {"cribbage", "patience", "pyramid"}  # two games of these come to every kind of position that three come to
MANY_GAMES = 6  # where fewer show too little: at home all may leave before a card is dealt, and of many seats most fold


def label(value: str | Options) -> str:
    return value if isinstance(value, str) else " ".join(f"{name}={choice}" for name, choice in value.items())[:60]


@pytest.mark.parametrize(("name", "options"), TABLES, ids=label)
def test_laws(name: str, options: Options) -> None:
    shows_little = options.get("form") == "home" or int(options.get("players", 0)) > 9
    count = game_count(MANY_GAMES if shows_little else MIN_GAMES - (name in LONG))
    check_game(games.create(name, **options), count, secrets=secrets_of(name), public=public_of(name))


@pytest.mark.parametrize("name", games.GAMES)
@given(*PLAYOUTS)
@settings(max_examples=game_count(6), deadline=None)
def test_laws_by_hypothesis(name: str, seed: int, opening: list[int]) -> None:
    check_playout(games.create(name, **short(name)), seed, opening, secrets=secrets_of(name), public=public_of(name))


def test_what_is_no_name_is_refused() -> None:
    with pytest.raises(UnknownName, match="no game named None"):
        games.create(None)  # type: ignore[arg-type]
    with pytest.raises(UnknownName, match=r"no game named \['cribbage'\]"):
        games.create(["cribbage"])  # type: ignore[arg-type]


def test_a_turn_of_what_is_no_player_is_refused_in_one_line() -> None:
    game = games.create("patience")
    state = game.play(game.initial_state(), CHANCE, game.parse("turn Js"))
    action = game.legal_actions(state, 0)[0]
    player: Any
    for player, named in ((CHANCE, "chance"), (1, "player 2"), ("0", "'0'"), (None, "None")):
        with pytest.raises(NotYourTurn, match=f"^it is not {named}'s turn \\(waiting for player 1\\)$"):
            game.play(state, player, action)


@functools.cache
def game_and_words(name: str) -> tuple[AnyGame, list[str]]:
    """Return a game, and the words of the notation that were written in a random one, with words that none has."""
    game = games.create(name, **short(name))
    written = {word for step in Moments(game, 1).log for word in step.action.split()}
    return game, sorted(written | {"-1", "0", "99", "²", "٥", "xx"})


@pytest.mark.parametrize("name", games.GAMES)
@given(text=strategies.text(max_size=20), picked=strategies.lists(strategies.integers(0, 2**16), max_size=4))
@settings(max_examples=game_count(100), deadline=None)
def test_any_text_is_an_action_or_is_refused(name: str, text: str, picked: list[int]) -> None:
    game, words = game_and_words(name)
    for each in (text, " ".join(words[place % len(words)] for place in picked)):
        with contextlib.suppress(BadText):
            action = game.parse(each)
            assert game.parse(game.text(action)) == action


def seen(game: AnyGame) -> Iterator[tuple[State, View]]:
    """Yield the states of a random game, each with its views."""
    for state in random_states(game, Random(0)):
        yield from ((state, game.view(state, viewer)) for viewer in (*range(game.players), SPECTATOR))


@pytest.mark.parametrize("name", games.GAMES)
def test_state_and_view_share_one_public_part(name: str) -> None:
    """Both inherit the game's `Public`; a field that both declare is one that some view hides."""
    kind = games.game_type(name)
    (part,) = (each for each in kind.state_type.__bases__ if issubclass(each, Public))
    assert kind.state_type.__bases__ == (part, State), "write: class XState(XPublic, State)"
    assert kind.view_type.__bases__ == (part, View), "write: class XView(XPublic, View)"
    twice = {*kind.state_type.__struct_fields__} & {*kind.view_type.__struct_fields__} - {*part.__struct_fields__}
    for options in tables(name):
        for state, view in seen(games.create(name, **options)):
            twice -= {field for field in twice if getattr(state, field) != getattr(view, field)}
            if not twice:
                return
    assert not twice, "never hidden: move to the public part"


@pytest.mark.parametrize("name", games.GAMES)
def test_the_text_of_an_action_is_not_an_action(name: str) -> None:
    game = games.create(name)
    state = game.initial_state()
    (player, *_) = game.players_to_act(state)
    with pytest.raises(IllegalAction, match="`parse` reads one"):
        game.play(state, player, "pass")


@pytest.mark.parametrize("name", games.GAMES)
def test_a_view_of_no_seat_and_a_move_that_is_no_text_are_refused(name: str) -> None:
    game = games.create(name)
    wrong: Any
    for wrong in (game.players, -3, "0", None):
        with pytest.raises(BadCount, match=rf"^this game has seats 0 to {game.players - 1}, and no seat {wrong!r}$"):
            game.view(game.initial_state(), wrong)
    for wrong in (None, 3, b"keep", game.initial_state):
        with pytest.raises(BadAction, match=r"^a move is text, not "):
            game.parse(wrong)


@pytest.mark.parametrize("name", games.GAMES)
def test_every_refused_move_names_its_rule(name: str) -> None:
    """Moves of other moments of the game are tried at every turn."""
    game, rng = games.create(name, **short(name)), Random(1)
    state = game.initial_state()
    known: dict[str, object] = {}
    while to_act := game.players_to_act(state):
        player = to_act[0]
        if player == CHANCE:
            state = game.apply(state, CHANCE, game.draw(state, rng))
            continue
        legal = game.legal_actions(state, player)
        view = game.view(state, player)
        for text, action in rng.sample(sorted(known.items()), min(6, len(known))):
            assert action in legal or game.why_illegal(view, action), text
        tried = rng.choice(legal)
        known[game.text(tried)] = tried
        state = game.apply(state, player, tried)


@pytest.mark.parametrize("name", games.GAMES)
def test_a_game_says_how_far_there_is_to_go_from_the_first_decision(name: str) -> None:
    game, rng = games.create(name), Random(1)
    state = after_chance(game, game.initial_state(), rng)
    assert any(char.isdecimal() for char in games.scene(game, game.view(state, 0)).progress)
