"""Values of coverings: independent dice against a slow twin, counted dominoes, and the order of the lines."""

from fractions import Fraction
from itertools import product
from random import Random

import pytest
from msgspec.structs import replace

from cardwright import games
from cardwright.answers import Budget
from cardwright.game import CHANCE
from cardwright.games.flexdeck import deck, odds
from cardwright.games.flexdeck.actions import Cover
from cardwright.games.flexdeck.rules import Flexdeck
from cardwright.games.flexdeck.state import FlexdeckView

GAME = Flexdeck()
STRENGTH = odds.strengths(GAME.table)


def view_at(turn: int, seed: int) -> FlexdeckView:
    """A random view at this turn of the first round."""
    state, rng = GAME.initial_state(), Random(seed)
    while not (to_act := GAME.players_to_act(state)) or to_act == (CHANCE,) or state.turn < turn:
        player = to_act[0]
        action = GAME.draw(state, rng) if player == CHANCE else rng.choice(GAME.legal_actions(state, player))
        state = GAME.apply(state, player, action)
    return GAME.view(state, to_act[0])


def last_turn(mine: tuple[int, ...], theirs: tuple[int, ...]) -> float:
    """The chance to win with one turn of independent dice, by every throw of every choice."""
    best = Fraction(0)
    for kept in odds.keeps(tuple(sorted(mine)), 3):
        won = Fraction(0)
        for thrown in product(range(10), repeat=5 - len(kept)):
            made, other = STRENGTH[tuple(sorted(kept + thrown))], STRENGTH[tuple(sorted(theirs))]
            won += Fraction((made > other) + (made >= other), 2 * 10 ** (5 - len(kept)))
        best = max(best, won)
    return float(best)


@pytest.mark.parametrize("seed", range(3))
def test_one_turn_of_independent_dice_agrees_with_every_throw(seed: int) -> None:
    rng = Random(seed)
    mine, theirs = (tuple(rng.randrange(10) for _ in range(5)) for _ in range(2))
    solved = odds.solved(GAME.table, 3)
    known = sorted(set(STRENGTH.values()))
    place = known.index(STRENGTH[tuple(sorted(theirs))])
    assert float(solved.dealers_last[odds.fair_place(mine), place]) == pytest.approx(last_turn(mine, theirs), abs=1e-5)


def test_each_earlier_turn_is_the_best_choice_for_the_turn_after_it() -> None:
    solved, rng = odds.solved(GAME.table, 3), Random(5)
    theirs, mine = (odds.ROLLS[rng.randrange(len(odds.ROLLS))] for _ in range(2))
    column = solved.non_dealers_last[odds.fair_place(theirs)]
    best = max(
        sum(float(column[odds.fair_place(kept + thrown)]) for thrown in product(range(10), repeat=5 - len(kept)))
        / 10 ** (5 - len(kept))
        for kept in odds.keeps(mine, 3)
    )
    found = float(solved.dealers_first[odds.fair_place(mine), odds.fair_place(theirs)])
    assert found == pytest.approx(best, abs=1e-5)


@pytest.mark.parametrize("turn", range(4))
def test_every_covering_has_a_line_and_equal_ones_the_fewest_dice_first(turn: int) -> None:
    view = view_at(turn, turn)
    lines = odds.evaluate(GAME, view, Budget())
    assert {line.action for line in lines} == set(GAME.choices(view))
    assert all(0 <= line.value <= 1 for line in lines)
    keys = [(-line.value, len(line.action.dice)) for line in lines if isinstance(line.action, Cover)]
    assert keys == sorted(keys)
    assert lines == odds.evaluate(GAME, view, Budget())
    assert (lines[0].error == 0) == (turn == 3)


def test_the_dealers_last_turn_is_exact() -> None:
    """Counted over every ordered pair of dominoes that two covers can show."""
    view = view_at(3, 2)
    cover = next(line for line in odds.evaluate(GAME, view, Budget()) if line.action == Cover((0, 1)))
    mine, theirs = view.roll(view.player), STRENGTH[tuple(sorted(view.roll(1 - view.player)))]
    won = total = 0
    for one, other in product(view.unseen, repeat=2):
        if one == other:
            continue
        for first, second in product(deck.HALVES[one], deck.HALVES[other]):
            made = STRENGTH[tuple(sorted((first, second, *mine[2:])))]
            won, total = won + (made > theirs) + (made >= theirs), total + 2
    assert cover.value == Fraction(won, total)


def test_the_dice_that_others_hide_change_nothing_but_the_count() -> None:
    """A line depends on the dominoes that are gone, not on the order in which they went."""
    view = view_at(1, 4)
    assert odds.evaluate(GAME, replace(view, events=(), last=None), Budget()) == odds.evaluate(GAME, view, Budget())
    expert = games.create_bot("expert", GAME, Random(1))
    assert expert.advise(view).action == odds.evaluate(GAME, view, Budget())[0].action
