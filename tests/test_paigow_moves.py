"""Values of settings at the table: against the exact count of short decks' rules and the published example."""

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from cardwright import games
from cardwright.answers import Budget, Line
from cardwright.game import CHANCE
from cardwright.games.paigow.hands import DECK
from cardwright.games.paigow.house_way import set_hand
from cardwright.games.paigow.odds import evaluate, moves
from cardwright.games.paigow.rules import PaiGow
from cardwright.games.paigow.state import PaiGowView
from support.playouts import first_choice, played_states


def view_of(game: PaiGow, hand: str, seed: int = 1) -> PaiGowView:
    """A view in which the first seat sets these cards."""
    states = played_states(game, Random(seed), first_choice(game))
    state = next(state for state in states if state.phase == "set" and game.players_to_act(state) != (CHANCE,))
    return replace(game.view(state, 0), hand=DECK.parse_cards(hand))


def fronts(lines: tuple[Line, ...]) -> dict[frozenset[int], Line]:
    return {frozenset(line.action.front): line for line in lines}  # type: ignore[attr-defined]


def test_the_example_of_the_exact_odds() -> None:
    """Joker A K Q T 7 4, 5 % commission, against all hands of the dealer."""
    game = PaiGow(commission=5)
    lines = evaluate(game, view_of(game, "Jo Ac Kd Qh Ts 7c 4d"), Budget())
    found = fronts(lines)
    for front, value in (("Kd Qh", 0.24687), ("Kd Ts", 0.17694), ("Kd 7c", 0.13885)):
        line = found[frozenset(DECK.parse_cards(front))]
        assert line.value == pytest.approx(value, abs=1e-5)
        assert line.error == 0
    assert len(lines) == 21
    assert list(lines) == sorted(lines, key=lambda line: -line.value)
    assert all(sum(part.value for part in line.parts) == 1 for line in lines)
    foul = found[frozenset(DECK.parse_cards("Jo Ac"))]
    assert (foul.value, foul.error) == (-1, 0)


BANKS = {"bank": 0, "bets": (0, 10)}


@pytest.mark.parametrize(
    ("options", "changes", "bets"),
    [
        ({}, BANKS, [10, 5]),
        ({"copies": "push", "wheel": "lowest", "house_way": "mgm"}, BANKS, [10, 5]),
        ({"form": "home", "players": 2}, {}, [1]),
    ],
)
def test_exact_values_are_those_of_random_hands(
    options: dict[str, object], changes: dict[str, Any], bets: list[int]
) -> None:
    game = PaiGow(**options)
    view = replace(view_of(game, "Ac Kd 3h 3s 7c 7d 2h"), **changes)
    held = tuple(sorted(view.hand))
    exact = fronts(evaluate(game, view, Budget()))
    for line in moves._sampled_lines(game, view, held, set_hand(held), bets, 20_000):
        counted = exact[frozenset(line.action.front)]  # type: ignore[attr-defined]
        assert counted.error == 0
        assert abs(float(counted.value) - float(line.value)) <= 4 * line.error


def test_a_bank_pays_commission_on_what_it_wins_in_all() -> None:
    """Sampled, for the hands of all opponents matter together: the same view has the same lines."""
    game = PaiGow(commission=5)
    view = replace(view_of(game, "Ac Kd Qh Ts 7c 4d 2h"), **BANKS)
    lines = evaluate(game, view, Budget(samples=20_000))
    assert lines == evaluate(game, view, Budget(samples=20_000))
    free = fronts(evaluate(PaiGow(), view, Budget()))
    for line in lines:
        without = float(free[frozenset(line.action.front)].value)  # type: ignore[attr-defined]
        # at most all wins pay 5 %
        assert without - 0.05 * 0.75 - 4 * line.error <= line.value <= without + 4 * line.error


def test_at_home_the_value_is_a_share_of_the_pot() -> None:
    game = PaiGow(form="home", players=3)
    lines = evaluate(game, view_of(game, "Ac As Kd Kh 7c 4d 2h"), Budget(samples=2_000))
    assert 0.3 < lines[0].value < 1
    assert frozenset(DECK.parse_cards("Kd Kh")) == frozenset(lines[0].action.front)  # type: ignore[attr-defined]


def test_other_decisions_are_left_to_the_bot() -> None:
    game = PaiGow()
    state = game.initial_state()
    assert evaluate(game, game.view(state, 0), Budget()) == ()
    expert, basic = (games.create_bot(name, game, Random(1)) for name in ("expert", "basic"))
    assert expert.advise(game.view(state, 0)) == basic.advise(game.view(state, 0))
