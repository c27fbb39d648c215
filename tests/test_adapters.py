"""Adapters: the API tests of Gymnasium, PettingZoo and OpenSpiel for every game, known values, and no secret shown."""

import copy
import pickle
import subprocess
import sys
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from open_spiel.python.algorithms import gambit
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator
from pettingzoo.test import api_test, parallel_api_test

from cardwright import games
from cardwright.arena import openspiel
from cardwright.arena.encoding import Columns, Episode, layout, places
from cardwright.arena.gymnasium_env import SeatEnv, register
from cardwright.arena.pettingzoo_env import TogetherEnv, TurnEnv
from cardwright.errors import BadCount, BotError
from cardwright.testing import short

GAMES = [(name, short(name)) for name in games.GAMES]
KUHN = {"variant": "kuhn", "ranking": "kuhn", "players": 2, "stacks": "2", "deals": 1, "button": 2, "burns": False}
# Their advice for other kinds of environments: bounded boxes, observations without a mask, a picture.
ADVICE = pytest.mark.filterwarnings("ignore")


@ADVICE
@pytest.mark.parametrize(("name", "options"), GAMES)
def test_the_libraries_own_tests_pass(name: str, options: dict[str, Any]) -> None:
    with pytest.raises(ResetNeeded):
        SeatEnv(name, options=options).step(0)
    with pytest.raises(ResetNeeded):
        TurnEnv(name, options=options).step(0)
    with pytest.raises(ResetNeeded):
        TogetherEnv(name, options=options).step({})
    check_env(SeatEnv(name, options=options), skip_render_check=True)
    api_test(TurnEnv(name, options=options), num_cycles=40)
    parallel_api_test(TogetherEnv(name, options=options), num_cycles=40)
    spiel = pyspiel.load_game(openspiel.short_name(name), options)
    pyspiel.random_sim_test(spiel, num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("name", games.GAMES)
def test_a_game_of_openspiel_is_written_read_pickled_and_copied(name: str) -> None:
    texts = {"stacks": "300", "board": "9", "scoring": "1-6"}
    chosen = {each.name: texts[each.name] for each in games.options(name) if each.name in texts}
    spiel = pyspiel.load_game(openspiel.short_name(name), chosen)
    assert {option: spiel.rules.settings[option] for option in chosen} == chosen
    state, rng = spiel.new_initial_state(), Random(2)
    for _ in range(12):
        state.apply_action(rng.choice(state.legal_actions()))
    assert str(pyspiel.load_game(str(spiel))) == str(spiel)
    for again in (pickle.loads(pickle.dumps(spiel)), copy.deepcopy(spiel)):
        assert str(again) == str(spiel)
    written = pyspiel.serialize_game_and_state(spiel, state)
    for same in (pickle.loads(pickle.dumps(state)), copy.copy(state), pyspiel.deserialize_game_and_state(written)[1]):
        assert (str(same), same.history()) == (str(state), state.history())


def test_any_declared_poker_is_a_game_of_openspiel() -> None:
    spiel = pyspiel.load_game("cardwright_poker(variant=seven-card-stud,ranking=dual-piecepacks,players=3,deals=1)")
    state = spiel.new_initial_state()
    rng = Random(1)
    while not state.is_terminal():
        if state.is_chance_node():
            assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1)
        with pytest.raises(BadCount, match="99 is not a legal action: there are 0 to"):
            state.apply_action(99)
        state.apply_action(rng.choice(state.legal_actions()))
    assert sum(state.returns()) == 0
    with pytest.raises(BadCount, match="the game is over"):
        state.apply_action(0)


def test_kuhn_poker_has_its_value() -> None:
    """Minus one eighteenth, by OpenSpiel's CFR on the tree of the adapter."""
    tree = pyspiel.load_efg_game(gambit.export_gambit(pyspiel.load_game("cardwright_poker", KUHN)))
    solver = pyspiel.CFRPlusSolver(tree)
    for _ in range(1500):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    assert pyspiel.exploitability(tree, policy) < 1e-3
    value = pyspiel.expected_returns(tree.new_initial_state(), policy, -1, True)[0]
    assert value == pytest.approx(-1 / 18, abs=1e-6)


def test_an_information_state_holds_what_a_seat_has_seen_and_no_more() -> None:
    """The other's card changes neither string nor tensor; an own card and a public action do."""
    game = pyspiel.load_game("cardwright_poker", KUHN)

    def after(*texts: str) -> Any:
        state = game.new_initial_state()
        for text in texts:
            while len(state.legal_actions()) == 1:
                state.apply_action(state.legal_actions()[0])
            state.apply_action(next(n for n in state.legal_actions() if state.action_to_string(n) == text))
        return state

    first, second, third = after("deal J", "deal Q"), after("deal J", "deal K"), after("deal Q", "deal J")
    one = first.current_player()
    own = [seat for seat in (0, 1) if first.information_state_string(seat) == second.information_state_string(seat)]
    assert len(own) == 1
    assert first.observation_string(own[0]) == second.observation_string(own[0])
    assert first.observation_tensor(own[0]) == second.observation_tensor(own[0])
    assert first.information_state_string(own[0]) != third.information_state_string(own[0])
    checked, bet = (first.child(number) for number in first.legal_actions()[:2])
    assert checked.information_state_string(1 - one) != bet.information_state_string(1 - one)
    sampled = [state.resample_from_infostate(own[0], lambda: 0.5) for state in (first, second)]
    assert str(sampled[0]) == str(sampled[1])
    for seat in (0, 1):
        assert sampled[0].information_state_string(seat) == sampled[1].information_state_string(seat)


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_hidden_cards_are_sampled_again_for_ismcts(name: str, options: dict[str, Any]) -> None:
    spiel = pyspiel.load_game(openspiel.short_name(name), options)
    state, rng = spiel.new_initial_state(), np.random.RandomState(5)
    evaluator = RandomRolloutEvaluator(1, rng)
    bot = ISMCTSBot(game=spiel, evaluator=evaluator, uct_c=2, max_simulations=2, random_state=rng)
    decisions = 0
    while decisions < 4 and not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(int(rng.choice(state.legal_actions())))
            continue
        seat = state.current_player()
        sampled = state.resample_from_infostate(seat, rng.uniform)
        for seen in (type(state).information_state_string, type(state).observation_string, type(state).legal_actions):
            assert seen(sampled, seat) == seen(state, seat)
        assert str(state).splitlines()[seat] == state.observation_string(seat)
        state.apply_action(bot.step(state))
        decisions += 1
    assert decisions


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_an_observation_follows_from_the_view(name: str, options: dict[str, Any]) -> None:
    """Hidden cards dealt again change no column, and two games of the same options have the same columns."""
    episode = Episode.of(name, 64, options)
    episode.deal(7)
    rng = Random(7)
    for _ in range(6):
        if not (to_act := episode.to_act):
            break
        seat = to_act[0]
        view = episode.game.view(episode.state, seat)
        other = episode.game.sample_state(view, rng)
        seen = episode.observation(seat)["observation"]
        assert np.array_equal(seen, episode.layout.array(episode.game.view(other, seat)))
        assert seen.any()
        assert episode.play(seat, rng.randrange(len(episode.legal(seat))))


def test_columns_have_names_and_are_the_same_everywhere() -> None:
    game = games.create("flexdeck")
    assert Columns(game).names == layout(games.create("flexdeck")).names
    assert "player" in layout(game).names
    assert not any("events" in name and "[64]" in name for name in layout(game).names)


def test_large_bets_are_spread_over_the_action_space() -> None:
    assert list(places(10, 64)) == list(range(10))
    for count in (65, 500, 10_000, 10**9):
        spread = places(count, 64)
        assert spread[0] == 0
        assert spread[1] == 1
        assert spread[-1] == count - 1
        assert len(spread) <= 64
    env = SeatEnv("poker", bots="caller", options={"players": 2, "deals": 1, "stacks": "10000"}, actions=16)
    _, info = env.reset(seed=3)
    assert len(info["actions"]) <= 16
    assert info["actions"][-1].startswith("raise 10000") or "raise" in info["actions"][-1]


def test_a_seat_plays_a_whole_game_against_bots() -> None:
    import gymnasium

    register()
    env = gymnasium.make("cardwright/cribbage-v0", bots="basic", options={"to": 61}, disable_env_checker=True)
    totals = []
    for seed in range(2):
        seen, _ = env.reset(seed=seed)
        over, total = False, 0.0
        rng = Random(seed)
        while not over:
            legal = np.flatnonzero(seen["action_mask"])
            seen, reward, over, _, _ = env.step(rng.choice(legal.tolist()))
            total += float(reward)
        totals.append(total)
    assert set(totals) <= {-1.0, 1.0}


def test_an_illegal_action_ends_the_game_as_lost() -> None:
    env = SeatEnv("cribbage")
    env.reset(seed=1)
    _, reward, over, _, info = env.step(63)
    assert (reward, over, info["illegal"]) == (-1.0, True, True)
    with pytest.raises(ResetNeeded, match="again after the end"):
        env.step(0)
    env.reset(seed=1)
    with pytest.raises(TypeError, match="'float' object cannot be interpreted as an integer"):
        env.step(1.5)
    assert not env.step(np.array(1))[2]
    turns = TurnEnv("cribbage")
    turns.reset(seed=1)
    turns.step(63)
    assert str(turns.rewards) == "{'seat_0': -1.0, 'seat_1': 0.0}"  # no -0.0


def test_a_seat_that_is_to_act_and_gives_no_action_is_named() -> None:
    env = TogetherEnv("cribbage")
    env.reset(seed=1)
    with pytest.raises(BadCount, match="no action of seat_0 and seat_1, to act now"):
        env.step({})


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"seat": 2}, "seats 0 to 1, and no seat 2"),
        ({"bots": ["random"] * 2}, "2 bots for 1"),
        ({"actions": 1}, "not 1"),
        ({"bots": "cmd:./my_bot"}, "programs play in matches and leagues, not in environments"),
    ],
)
def test_an_environment_that_cannot_be(more: dict[str, Any], message: str) -> None:
    with pytest.raises((BadCount, BotError), match=message):
        SeatEnv("cribbage", **more)


@pytest.mark.parametrize(
    ("adapter", "library", "extra"),
    [
        ("arena.gymnasium_env", "{'gymnasium': None}", "arena"),
        ("arena.pettingzoo_env", "{'pettingzoo': None}", "arena"),
        ("arena.openspiel", "{'pyspiel': None}", "arena"),
        ("agents", "{'mcp': None}", "mcp"),
        ("agents", "{name: types.ModuleType(name) for name in ('mcp', 'mcp.server')}", "mcp"),  # before version 2
    ],
)
def test_without_its_library_an_adapter_says_what_to_install(adapter: str, library: str, extra: str) -> None:
    script = f"import sys, types; sys.modules |= {library}; import cardwright.{adapter}"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=300)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith("ModuleNotFoundError: ")
    assert done.stderr.endswith(f": pip install 'cardwright[{extra}]'\n")
    assert done.stderr.count("Traceback") == 1
