"""Answers of Po& Poker Patience: the kernel against plain scoring, and solutions of deals."""

import json
from pathlib import Path
from random import Random

import numpy as np
import pytest

from cardwright import games
from cardwright.cli import main
from cardwright.errors import PlayError
from cardwright.games.patience import _kernels
from cardwright.games.patience.actions import TURNS
from cardwright.games.patience.rules import Patience
from cardwright.games.patience.scoring import standing
from cardwright.games.patience.solver import solve


def cost(plan: list[int]) -> int:
    """The slow twin: missing classes and dead lines count two, idle cards one."""
    found = [standing(plan[first : first + 25]) for first in (0, 25)]
    return sum(2 * len(each.missing) + 2 * len(each.dead) + len(each.idle) for each in found)


def test_the_kernel_counts_unmet_demands_as_the_scoring_does() -> None:
    rng = Random(1)
    never, one = np.full(52, -1, np.int32), np.zeros(1, np.int32)
    for _ in range(300):
        plan = rng.sample(range(52), 52)
        if rng.random() < 0.7:  # lines of equal ranks, runs and flushes are rare in a shuffled deck
            plan.sort(key=lambda card: (card * rng.choice((1, 13, 14))) % 52 // rng.choice((1, 2, 4)))
        found = _kernels.solve(np.array(plan, np.int32), one, never, True, 1, 1, 1.0, 0.5)
        assert found == cost(plan)


@pytest.mark.parametrize(("adjacency", "seed"), [(8, 1), (8, 2)])
def test_a_deal_of_known_order_is_solved_by_the_rules(adjacency: int, seed: int) -> None:
    game = Patience(adjacency=adjacency)
    order = Random(seed).sample(range(52), 50)
    moves = solve(game, [TURNS[card] for card in order])
    assert moves is not None
    state = game.initial_state()
    for card, move in zip(order, moves):
        state = game.play(game.play(state, -1, TURNS[card]), 0, move)
    state = game.play(state, -1, game.chance_outcomes(state)[0][0])
    assert game.returns(state) == (1,)
    with pytest.raises(PlayError, match="order of all 50 cards must be known, and 49"):
        games.solution(game, [TURNS[card] for card in order[:49]])


def test_solve_prints_the_placings_of_a_numbered_deal(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["solve", "patience", "--seed", "1", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["won"]
    assert len(said["moves"]) == 50
    for words in (["solve", "cribbage", "--seed", "1"], ["solve"], ["solve", "--record", str(tmp_path / "none")]):
        assert main(words) == 2
    errors = capsys.readouterr().err.splitlines()
    assert [line.split(":")[0] for line in errors] == ["cardwright"] * 3
    assert "cribbage" in errors[0]
