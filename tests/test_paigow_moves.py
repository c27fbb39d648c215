"""Values of settings at the table: against the exact count of short decks' rules and the published example."""

from random import Random

import pytest
from msgspec.structs import replace

from cardwright import games
from cardwright.answers import Budget, Line
from cardwright.game import CHANCE
from cardwright.games.paigow.hands import DECK
from cardwright.games.paigow.odds import evaluate
from cardwright.games.paigow.rules import PaiGow
from cardwright.games.paigow.state import PaiGowView


def view_of(game: PaiGow, hand: str, seed: int = 1) -> PaiGowView:
    """A view in which the first seat sets these cards."""
    state, rng = game.initial_state(), Random(seed)
    while True:
        to_act = game.players_to_act(state)
        if to_act == (CHANCE,):
            state = game.apply(state, CHANCE, game.draw(state, rng))
        elif state.phase == "set":
            return replace(game.view(state, 0), hand=DECK.parse_cards(hand))
        else:
            state = game.apply(state, to_act[0], game.legal_actions(state, to_act[0])[0])


def fronts(lines: tuple[Line, ...]) -> dict[frozenset[int], Line]:
    return {frozenset(line.action.front): line for line in lines}  # type: ignore[attr-defined]


def test_the_example_of_the_exact_odds() -> None:
    """Joker A K Q T 7 4, 5 % commission: by `setting_odds` K-Q in front is worth +0.2469."""
    game = PaiGow(commission=5)
    lines = evaluate(game, view_of(game, "Jo Ac Kd Qh Ts 7c 4d"), Budget())
    found = fronts(lines)
    for front, value in (("Kd Qh", 0.24687), ("Kd Ts", 0.17694), ("Kd 7c", 0.13885)):
        line = found[frozenset(DECK.parse_cards(front))]
        assert abs(line.value - value) < 4 * line.error
    assert len(lines) == 21
    assert list(lines) == sorted(lines, key=lambda line: -line.value)
    assert all(sum(part.value for part in line.parts) == pytest.approx(1) for line in lines)
    foul = found[frozenset(DECK.parse_cards("Jo Ac"))]
    assert (foul.value, foul.error) == (-1, 0)


def test_the_same_view_has_the_same_lines_and_the_bank_wins_copies() -> None:
    game = PaiGow()
    view = view_of(game, "Ac Kd Qh Ts 7c 4d 2h")
    assert evaluate(game, view, Budget(samples=500)) == evaluate(game, view, Budget(samples=500))
    bank = evaluate(game, replace(view, bank=0, seated=(True, False)), Budget(samples=2_000))
    guest = evaluate(game, replace(view, seated=(True, False)), Budget(samples=2_000))
    assert bank[0].value > guest[0].value


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
