"""The solver of one street: games whose value is known, and equilibria that can be worked out by hand."""

import json
import math

import numpy as np
import pytest

from cardwright import ranking
from cardwright.cli import main
from cardwright.errors import BadCount, BadText
from cardwright.ranking.equity.ranges import every, parse
from cardwright.ranking.solver import (
    Decision,
    Fold,
    NextCard,
    Node,
    ShowdownNode,
    Street,
    betting,
    decision_at,
    river,
    solve,
)

POKER = ranking.load("standard")


def kuhn() -> Street:
    """Three cards, an ante of 1 each, a bet of 1."""
    cards, ones = ((0,), (1,), (2,)), np.ones(3)
    together = (1 - np.eye(3)).astype(np.float32)
    lead = np.sign(np.arange(3)[:, None] - np.arange(3)).astype(np.float32) * together
    return Street(betting(2, 1, (0.5,), 1), (cards, cards), (ones, ones), together, (lead,), ((ones, ones),))


def test_kuhn_poker_is_worth_minus_an_eighteenth() -> None:
    found = solve(kuhn(), 1_500)
    assert found.value == pytest.approx(-1 / 18, abs=1e-6)
    assert 0 <= found.exploitability < 5e-4
    jack, queen, king = found.strategies["check", "bet 1"][1]  # the call after a check
    assert (jack, king) == pytest.approx((0, 1), abs=0.01)
    assert 0.3 < queen < 0.7


LEDUC_RANKS = (0, 0, 1, 1, 2, 2)


def leduc_round(player: int, paid: tuple[int, int], bet: int, left: int, checked: bool, last: int | None) -> Node:
    """Two rounds of at most two bets; ``last`` is the board in the second round."""
    call = paid[1 - player] - paid[player]
    actions = ["check"]
    children: list[Node] = []
    level = max(paid)

    def over() -> Node:
        if last is not None:
            return ShowdownNode(level, last)
        boards = tuple(range(6))
        return NextCard(boards, tuple(leduc_round(0, (level, level), 4, 2, False, board) for board in boards), 1 / 4)

    if call:
        actions = ["fold", "call"]
        children = [Fold(-paid[0] if player == 0 else paid[1]), over()]
    else:
        children = [over() if checked else leduc_round(1 - player, paid, bet, left, True, last)]
    if left:
        raised = (level + bet, paid[1]) if player == 0 else (paid[0], level + bet)
        actions.append("bet")
        children.append(leduc_round(1 - player, raised, bet, left - 1, True, last))
    return Decision(player, tuple(actions), tuple(children))


def test_leduc_poker_has_its_known_value() -> None:
    """-0.0856 for the first player (published, among others by Southey and others 2005)."""
    together = (1 - np.eye(6)).astype(np.float32)
    leads, allowed = [], []
    for board in range(6):
        worth = np.array([10 if rank == LEDUC_RANKS[board] else rank for rank in LEDUC_RANKS])
        leads.append(np.sign(worth[:, None] - worth).astype(np.float32) * together)
        free = (np.arange(6) != board).astype(np.float64)
        allowed.append((free, free))
    cards, ones = tuple((card,) for card in range(6)), np.ones(6)
    root = leduc_round(0, (1, 1), 2, 2, False, None)
    found = solve(Street(root, (cards, cards), (ones, ones), together, tuple(leads), tuple(allowed)), 90)
    assert found.value == pytest.approx(-0.0856, abs=2e-3)
    assert 0 <= found.exploitability < 0.01


def test_a_bluff_catcher_calls_as_often_as_the_pot_demands() -> None:
    """Nuts or air against a bluff-catcher, a bet of the pot: half the bluffs are bet, and half the bets are called."""
    ranges = [parse(text, POKER.declaration, 2) for text in ("AcAd, QcQd", "KcKd")]
    found = solve(river(POKER, "2c 2d 2h 7s 8s", ranges, pot=10, stack=10, bets=(1.0,)), 600)
    bet = found.strategies[()][1]
    hands = found.street.hands[0]
    bluff, value = (bet[hands.index(tuple(sorted(POKER.cards(text))))] for text in ("QcQd", "AcAd"))
    assert value == pytest.approx(1, abs=0.02)
    assert bluff == pytest.approx(0.5, abs=0.05)
    assert found.strategies["bet 10",][1][0] == pytest.approx(0.5, abs=0.05)
    assert found.value == pytest.approx(2.5, abs=0.05)


def test_two_full_ranges_of_a_river() -> None:
    whole = every(range(52), 2)
    found = solve(river(POKER, "Kh 9d 6c 5s 2h", [whole, whole], pot=100, stack=100, bets=(1.0,), raises=1), 12)
    assert len(found.street.weights[0]) == 1_081
    assert 0 < found.exploitability < 5
    assert found.frequencies().sum() == pytest.approx(1)
    assert all(np.allclose(shares.sum(axis=0), 1) for shares in found.strategies.values())


def test_other_rankings_are_solved_alike() -> None:
    piecepacks = ranking.load("dual-piecepacks")
    ranges = [parse(text, piecepacks.declaration, 2) for text in ("NN, 55", "AA, 33")]
    found = solve(river(piecepacks, "2bS 3wH 4bD 5wC NwS", ranges, pot=4, stack=8, bets=(0.5, 1.0)), 200)
    assert found.exploitability < 0.05
    assert decision_at(found.street.root, ("check",)).player == 1


def test_games_that_cannot_be_are_refused() -> None:
    ranges = [parse(text, POKER.declaration, 2) for text in ("AcAd", "KcKd")]
    with pytest.raises(BadText, match="no hand of a range is possible"):
        river(POKER, "Ac 2d 2h 7s 8s", ranges, pot=10, stack=10, bets=(1.0,))
    with pytest.raises(BadText, match="their hands share cards"):
        river(POKER, "2c 2d 2h 7s 8s", [ranges[0], ranges[0]], pot=10, stack=10, bets=(1.0,))
    with pytest.raises(BadText, match=r"what `ranges\.parse` returns"):
        river(POKER, "2c 2d 2h 7s 8s", ["AA", "KK"], pot=10, stack=10, bets=(1.0,))  # type: ignore[list-item]
    for pot, stack, bet in ((10, 0, 1.0), (math.nan, 10, 1.0), (10, math.inf, 1.0), (10, 10, math.nan)):
        with pytest.raises(BadCount, match="a pot and a stack above 0"):
            betting(pot, stack, (bet,))
    for iterations in (0, -1):
        with pytest.raises(BadCount, match="at least one iteration"):
            solve(kuhn(), iterations)
    with pytest.raises(BadText, match="no decision follows"):
        decision_at(betting(10, 10, (1.0,)), ("fold",))


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["odds", "street", "standard", "AcAd, QcQd", "KcKd", "--pot", "10", "--stack", "10"]
    words = [*asked, "--bets", "100", "--board", "2c 2d 2h 7s 8s"]
    assert main([*words, "--json", "--iterations", "200"]) == 0
    answer = json.loads(capsys.readouterr().out)
    often = {(row["after"], row["action"]): row["often"] for row in answer["rows"]}
    assert often["at first", "bet 10"] == pytest.approx(0.75, abs=0.05)
    assert "exploitability" in answer["method"]
    assert main([*words, "--hands"]) == 0
    assert "Ad Ac" in capsys.readouterr().out.replace("Ac Ad", "Ad Ac")
    for board in ("2c 2d 2h 7s", "2c 2d 2h 7s 8s 9s"):
        assert main([*asked, "--board", board]) == 2
        wanted = "it takes all 5 cards of the board: only the last street is solved"
        assert f"option 'board' cannot be '{board}': {wanted}" in capsys.readouterr().err
    assert main([*asked, "--board", "2c 2d 2h 7s 8s", "--variant", "omaha"]) == 2
    assert "in which the best of all cards wins the pot" in capsys.readouterr().err
    one_card = [
        "odds",
        "street",
        "three-card-poker",
        "As, Qs",
        "Ks",
        "--variant",
        "rhode-island-holdem",
        "--board",
        "2c 7d",
    ]
    assert main([*one_card, "--bets", "100", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["title"].startswith("Rhode Island")
    assert main([*asked, "--board", "2c 2d 2h 7s 8s", "--bets", "0"]) == 2
    assert "numbers from 1 to 1,000" in capsys.readouterr().err
