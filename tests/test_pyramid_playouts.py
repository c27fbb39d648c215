"""Pyramid's playouts against their slow twins, and the building that they value."""

from itertools import combinations
from math import comb
from random import Random

import numpy as np
import pytest

from cardwright import games
from cardwright.answers import Budget
from cardwright.arena import bots
from cardwright.game import CHANCE
from cardwright.games.pyramid import playouts
from cardwright.games.pyramid.actions import Build, Put, Take
from cardwright.games.pyramid.odds import evaluate
from cardwright.games.pyramid.playouts import BEST_HAND, BUILD, DENIAL_SHARE, OFFERED_COUNT, tables
from cardwright.games.pyramid.rules import Pyramid
from cardwright.games.pyramid.scoring import winner
from cardwright.games.pyramid.state import PyramidState
from support.playouts import random_states
from support.pyramid_table import state_after

GAME = Pyramid(priority="first")


def number(hand: tuple[int, ...]) -> int:
    return sum(comb(brick, place) for place, brick in enumerate(sorted(hand), 1))


def worth(hand: tuple[int, ...]) -> float:
    return float(tables("standard").values[len(hand), number(hand)])


def test_a_hand_is_worth_the_best_of_three_bricks_offered() -> None:
    rng = Random(1)
    for size in (4, 3, 1, 0):
        hand = tuple(rng.sample(range(40), size))
        after = sorted(worth((*hand, brick)) for brick in range(40) if brick not in hand)
        best = [place * (place - 1) / 2 * value for place, value in enumerate(after)]
        assert worth(hand) == pytest.approx(sum(best) / comb(len(after), OFFERED_COUNT), abs=1e-5)
        blind = float(tables("standard").values_after_any[size, number(hand)])
        assert blind == pytest.approx(sum(after) / len(after), abs=1e-5)


def test_sets_are_numbered_in_the_order_of_the_kernel() -> None:
    assert [number(hand) for hand in sorted(combinations(range(7), 3), key=lambda each: each[::-1])] == list(range(35))
    some = tables("standard")
    assert some.strengths[number((0, 1, 2, 3, 4))] < some.strengths[number((39, 38, 37, 36, 35))]


def best_put(hands: list[tuple[int, ...]], player: int, brick: int) -> tuple[float, int]:
    """Return the gain of a brick in its best hand, and that hand."""
    places = [place for place in range(3 * player, 3 * player + 3) if len(hands[place]) < 5]
    gains = [(worth((*hands[place], brick)) - worth(hands[place]), -place) for place in places]
    gain, place = max(gains, default=(-1e9, 1))
    return gain, -place


def played(state: PyramidState, space: int, hand: int) -> tuple[int, list[tuple[int, ...]]]:
    """Play a pyramid out as the kernel does, with all bricks but the seat's own unknown to it."""
    player, made = state.turn, tables("standard")
    bricks, hands = list(state.bricks), [tuple(sorted(hand)) for both in state.hands for hand in both]

    def put(brick: int, at: int, place: int) -> None:
        hands[place] = tuple(sorted((*hands[place], brick)))
        bricks[at] = -1

    put(bricks[space], space, best_put(hands, player, bricks[space])[1] if hand < 0 else 3 * player + hand)
    mover = 1 - player
    while any(brick >= 0 for brick in bricks):
        most, choice = -1e9, -1
        room = [hand for hand in hands[3 * mover : 3 * mover + 3] if len(hand) < 5]
        blind = max(
            float(made.values_after_any[len(hand), number(hand)] - made.values[len(hand), number(hand)])
            for hand in room
        )
        for at in GAME.board.exposed(tuple(bricks)):
            value = blind
            if state.placer[at] == mover:
                value = best_put(hands, mover, bricks[at])[0]
                denied = best_put(hands, 1 - mover, bricks[at])[0]
                value += DENIAL_SHARE * denied if denied > -1e8 else 0
            if value > most + 1e-9:
                most, choice = value, at
        put(bricks[choice], choice, best_put(hands, mover, bricks[choice])[1])
        mover = 1 - mover
    wins = [winner(hands[place], hands[3 + place], "standard") for place in range(3)]
    lead = wins.count(player) - wins.count(1 - player)
    return 2 if lead > 0 or (lead == 0 and state.priority == player) else 0, hands


@pytest.mark.parametrize("taken", [0, 8, 15])
def test_playouts_are_those_of_the_slow_twin(taken: int) -> None:
    for seed in range(4):
        state = state_after(taken, seed, GAME)
        view = GAME.view(state, state.turn)
        moves = [(space, BEST_HAND) for space in GAME.board.exposed(state.bricks)]
        knows = np.array([[owner == player for owner in state.placer] for player in (0, 1)], np.uint8)
        worlds = np.array([state.bricks], np.int32)
        for move in moves:
            codes, ends = playouts.play(
                game=GAME, view=view, worlds=worlds, coming=np.empty((1, 0), np.int32), moves=[move], is_known=knows,
                rng=np.random.default_rng(1),
            )  # fmt: skip
            result, hands = played(state, *move)
            assert [tuple(hand) for hand in ends[0].tolist()] == hands
            assert playouts.CODE_DIGITS[codes[0, 0], 0] == result


def test_building_has_values_and_a_reason() -> None:
    game, rng = Pyramid(), Random(3)
    states = random_states(game, rng)
    state = next(state for state in states if state.placed == 17 and game.players_to_act(state) != (CHANCE,))
    view = game.view(state, state.turn)
    lines = evaluate(game, view, Budget(samples=200))
    assert {line.action for line in lines} == set(game.choices(view))
    assert all(isinstance(line.action, Build) and 0 < line.value < 1 for line in lines)
    chances = ", ".join(f"{100 * float(part.value):.0f}" for part in lines[0].parts).rpartition(", ")
    assert lines[0].reason.endswith(
        f"with the rest at random: your hands 1, 2 and 3 then win {chances[0]} and {chances[2]} %"
    )
    other = game.sample_state(view, rng)
    assert evaluate(game, game.view(other, state.turn), Budget(samples=200)) == lines


def test_moves_that_do_worse_are_dropped_after_each_round() -> None:
    state = state_after(3, 5, GAME)
    view = GAME.view(state, state.turn)
    moves = [(choice.space, BEST_HAND) for choice in GAME.choices(view) if isinstance(choice, Take)]
    found = playouts.evaluate(GAME, view, moves, 800)
    sizes = sorted(each.shape[1] for each in found.results)
    assert sizes[0] == 100
    assert sizes[-2:] == [800, 800]


def test_all_bots_play_a_match() -> None:
    rng = Random(2)
    for name in ("fast", "cardwright.games.pyramid.sparring:Greedy", "cardwright.games.pyramid.sparring:Builder"):
        state = state_after(13, 3, GAME)
        action = bots.create(name, GAME, rng).advise(GAME.view(state, state.turn)).action
        assert isinstance(action, Take | Put)
    assert games.bot_names("pyramid") == ("random", "beginner", "basic", "fast", "expert")
    assert BUILD != BEST_HAND
