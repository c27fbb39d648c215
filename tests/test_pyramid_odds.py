"""Values of takes and puts in Pyramid Poker: certain ends, brute force on the last bricks, and properties."""

import pytest
from msgspec.structs import replace

from cardwright.answers import Budget
from cardwright.game import CHANCE
from cardwright.games.pyramid.actions import DECK, Put, Take
from cardwright.games.pyramid.odds import evaluate
from cardwright.games.pyramid.rules import Pyramid
from cardwright.games.pyramid.scoring import winner
from cardwright.games.pyramid.state import PyramidView
from support.pyramid_table import state_after

GAME = Pyramid(priority="first")


@pytest.mark.parametrize("seed", range(3))
def test_the_last_brick_but_one_is_certain(seed: int) -> None:
    """With two bricks left and both known, the value is the result of the match."""
    state = state_after(28, seed, GAME)
    player = GAME.players_to_act(state)[0]
    view = replace(GAME.view(state, player), bricks=state.bricks)
    for line in evaluate(GAME, view, Budget(samples=20)):
        after = GAME.apply(state, player, line.action)
        while GAME.players_to_act(after):
            actor = GAME.players_to_act(after)[0]
            action = GAME.chance_outcomes(after)[0][0] if actor == CHANCE else GAME.legal_actions(after, actor)[0]
            after = GAME.apply(after, actor, action)
        assert line.value == (GAME.returns(after)[player] + 1) / 2
        wins = [winner(after.hands[player][hand], after.hands[1 - player][hand], "standard") for hand in range(3)]
        assert [part.value for part in line.parts] == [{-1: 0.5, 0: 1, 1: 0}[won] for won in wins]


@pytest.mark.parametrize("taken", [0, 9, 20, 27])
def test_every_move_has_a_line_and_the_same_view_the_same_lines(taken: int) -> None:
    state = state_after(taken, taken, GAME)
    view = GAME.view(state, GAME.players_to_act(state)[0])
    lines = evaluate(GAME, view, Budget(samples=60))
    assert {line.action for line in lines} == set(GAME.choices(view))
    assert all(isinstance(line.action, Take) and 0 <= line.value <= 1 for line in lines)
    assert lines == evaluate(GAME, view, Budget(samples=60))


def test_a_brick_goes_where_it_completes_a_hand() -> None:
    state = state_after(12, 2, GAME)
    player = GAME.players_to_act(state)[0]
    view = made(GAME.view(state, player))
    lines = evaluate(GAME, view, Budget())
    assert lines[0].action == Put(0)
    assert lines[0].value > lines[1].value + 2 * (lines[1].gap_error or 0)
    assert float(lines[0].parts[0].value) > 0.95


def made(view: PyramidView) -> PyramidView:
    """The view with four tens' fourth brick in hand, and three of them in the first hand."""
    tens = DECK.parse_cards("Tc Td Th")
    gone = {*tens, *DECK.parse_cards("Ts")}
    bricks = tuple(brick if brick < 0 or brick not in gone else -1 for brick in view.bricks)
    mine = (tens + DECK.parse_cards("2c")[:1], DECK.parse_cards("9c 4d 3h"), DECK.parse_cards("8s 5d"))
    theirs = (DECK.parse_cards("9d 9h 4c"), DECK.parse_cards("8d 7h 6c"), DECK.parse_cards("6d 6h 2s"))
    used = {card for hands in (*mine, *theirs) for card in hands} | gone
    bricks = tuple(brick if brick not in used else -1 for brick in bricks)
    lying = [space for space, brick in enumerate(bricks) if brick != -1]
    bricks = tuple(-1 if space in lying[11:] else brick for space, brick in enumerate(bricks))  # as many as fit in
    hands = (mine, theirs) if view.player == 0 else (theirs, mine)
    return replace(view, bricks=bricks, hands=hands, taken=DECK.parse_cards("Ts")[0])
