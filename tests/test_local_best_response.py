"""The local best response: values that are known, and that it never wins more than a best response does."""

from itertools import combinations

import numpy as np
import pytest
from benchmarks._local_best_response import Bets, LocalBestResponse

from cardwright import ranking
from cardwright.games.poker import betting
from cardwright.games.poker.actions import CALL, CHECK, FOLD, Raise
from cardwright.games.poker.odds.two_ranges import Frequencies, Position, all_pairs
from cardwright.ranking.equity.ranges import parse
from cardwright.ranking.solver import Solution, river, solve

POKER = ranking.load("standard")
HANDS_COUNT = 1_326
BLINDS, STACK = (50, 100), 20_000
BOARD = "2c 2d 2h 7s 8s"
POT_AND_ALL_IN = Bets((1.0,), all_in=True)


def _always(folds: bool, position: Position) -> Frequencies:
    if not betting.to_call(position.betting):
        return Frequencies((CHECK,), np.ones((1, HANDS_COUNT)))
    return Frequencies((FOLD, CALL), np.array([[folds], [not folds]]) * np.ones(HANDS_COUNT))


def folder(position: Position) -> Frequencies:
    return _always(True, position)


def caller(position: Position) -> Frequencies:
    return _always(False, position)


@pytest.mark.parametrize(("bets", "known"), [(Bets(), 250), (POT_AND_ALL_IN, 750)])
def test_folding_always_loses_what_is_published(bets: Bets, known: float) -> None:
    """Milliblinds a hand: Lisý and Bowling state 750, and 250 where the other never bets."""
    response = LocalBestResponse(POKER, folder, bets, np.random.default_rng(1))
    won = [response.deal(seat, STACK, BLINDS) for seat in (0, 1)]
    assert sum(won) / 2 * 1000 / BLINDS[1] == pytest.approx(known)


def test_calling_always_loses_nothing_to_a_player_who_never_bets() -> None:
    response = LocalBestResponse(POKER, caller, Bets(), np.random.default_rng(2))
    assert [response.deal(seat, STACK, BLINDS) for seat in (0, 1)] == pytest.approx([0, 0], abs=1e-3)


def test_who_folds_on_the_river_only_loses_the_big_blind_there() -> None:
    """The value after all cards of the board were drawn is known too: each hand wins what the other has paid."""

    def weak(position: Position) -> Frequencies:
        return _always(len(position.board) == 5, position)

    response = LocalBestResponse(POKER, weak, Bets((1.0,), first_round=3), np.random.default_rng(3))
    assert [response.deal(seat, STACK, BLINDS) for seat in (0, 1)] == pytest.approx([BLINDS[1]] * 2)


def _river(turn: int) -> Position:
    """Both have paid 50 and have 100 left; the button, at seat 1, acts last, and a check lies before it."""
    paid = betting.antes(betting.start((150, 150)), (50, 50))
    begun = betting.begin(paid, 0, 2)
    return Position(begun if turn == 0 else betting.call(begun), 1, POKER.cards(BOARD), (1, 2))


def test_who_calls_always_pays_all_to_every_hand_that_is_ahead_of_most() -> None:
    """On a river: each hand that wins more than half of the pot bets all-in, and the others check."""
    every = np.ones(HANDS_COUNT)
    found = LocalBestResponse(POKER, caller, Bets((), all_in=True)).value(_river(0), 0, every, every)
    board = POKER.cards(BOARD)
    hands = [hand for hand in combinations(range(52), 2) if not {*hand} & {*board}]
    strengths = POKER.strengths(np.array([(*hand, *board) for hand in hands])).astype(int)
    cards = np.array(hands)
    apart = (cards[:, None, :, None] != cards[None, :, None, :]).all(axis=(2, 3))
    ahead = (np.sign(strengths[:, None] - strengths) * apart).sum(axis=1)
    assert found == pytest.approx(np.where(ahead > 0, 150, 50) @ ahead)


def _played(found: Solution, seat: int, position: Position) -> Frequencies:
    """Play the solution of a river with one bet, of the pot, as a strategy for all hands."""
    b = position.betting
    path = (("check",) if seat else ()) if not b.top else (("check",) if not seat else ()) + ("bet 100",)
    shares = found.strategies[path]
    actions = (FOLD, CALL) if b.top else (CHECK, Raise(100))
    often = np.full((2, HANDS_COUNT), 0.5)
    places = [all_pairs(52).tolist().index(list(hand)) for hand in found.street.hands[seat]]
    often[:, places] = shares
    return Frequencies(actions, often)


@pytest.mark.parametrize("iterations", [1, 3, 300])
def test_it_wins_at_most_what_best_responses_win(iterations: int) -> None:
    """In a game like Kuhn's, with a few hands more; from a poor strategy it wins, from an equilibrium nothing."""
    ranges = [parse(text, POKER.declaration, 2) for text in ("AA, QQ, JJ, T9s", "KK, JJ, 65s")]
    found = solve(river(POKER, BOARD, ranges, pot=100, stack=100, bets=(1.0,), raises=1), iterations)
    deals = float(found.street.weights[0] @ found.street.together @ found.street.weights[1])
    weights = []
    for hands in found.street.hands:
        weight = np.zeros(HANDS_COUNT)
        weight[[all_pairs(52).tolist().index(list(hand)) for hand in hands]] = 1
        weights.append(weight)
    won = 0.0
    for seat in (0, 1):
        response = LocalBestResponse(POKER, lambda position: _played(found, 1 - seat, position), POT_AND_ALL_IN)  # noqa: B023
        won += response.value(_river(0), seat, weights[seat], weights[1 - seat]) / deals
    assert won <= 2 * found.exploitability + 1e-3
    assert (won > 20) == (iterations == 1)
