"""Value of the moves: the chance to win the match, over the bricks that the seat does not know.

With at most ten bricks to put away every order of taking them is searched, exactly with the last seven unless that
takes too long: see `endgame`. Before that games are played out, in random worlds: see `playouts`. Where each player
holds fifteen bricks, building has no values.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardwright.answers import Budget, Figure, Line, Unit, Value, ranked, seed_of
from cardwright.game import Action
from cardwright.games.pyramid import endgame, playouts
from cardwright.games.pyramid.actions import DECK, HANDS, PUTS, TAKES, Build, Put, Start, Take
from cardwright.games.pyramid.rules import Pyramid
from cardwright.games.pyramid.state import EMPTY, HIDDEN, PyramidView
from cardwright.standard_error import gap_error, mean_error

UNIT = Unit("chance to win", "share")
SAMPLED_PYRAMIDS_COUNT = 800
SOLVED_WORLDS_COUNT = 400  # random worlds of the last ten bricks, by default
EXACT_PLACEMENTS_PER_SAMPLE = 500_000  # solved for exact values: a second at most with the default samples

Results: TypeAlias = NDArray[np.float64]


class Outcome(NamedTuple):
    """A brick in a hand: the match (1 won, 0 lost, 0.5 a draw) and each hand's result, by world."""

    match: Results
    hands: tuple[Results, ...]


def evaluate(game: Pyramid, view: PyramidView, budget: Budget) -> tuple[Line, ...]:
    """Return the chance to win with every move; () for the choice who starts, and for building with fifteen bricks."""
    choices = game.choices(view)
    if not choices or isinstance(choices[0], Start) or (isinstance(choices[0], Build) and choices[0].brick >= 0):
        return ()
    if isinstance(choices[0], Build):
        return _playout_lines(game, view, choices, budget.samples or SAMPLED_PYRAMIDS_COUNT)
    brick_count = sum(brick != EMPTY for brick in view.bricks) + (view.taken >= 0)
    if brick_count > endgame.MAX_SOLVED_BRICKS:
        return _playout_lines(game, view, choices, budget.samples)
    worlds = budget.samples or SOLVED_WORLDS_COUNT
    lines: tuple[Line, ...] = ()
    if brick_count <= endgame.MAX_EXACT_BRICKS:
        lines = _exact_lines(game, view, EXACT_PLACEMENTS_PER_SAMPLE * worlds)
    return lines or _sampled_lines(game, view, worlds)


def _exact_lines(game: Pyramid, view: PyramidView, limit: int) -> tuple[Line, ...]:
    lines = []
    for action, (chances, hand) in endgame.exact(game, view, limit).items():
        parts = _hand_figures((chance, 0.0) for chance in chances.hands)
        lines.append(Line(action, chances.match, 0, parts, _with_hands(_move_reason(view, action, hand), parts)))
    return ranked(lines)


def _sampled_lines(game: Pyramid, view: PyramidView, worlds: int) -> tuple[Line, ...]:
    solved = endgame.solve_worlds(game, view, worlds, np.random.default_rng(seed_of(game, view)))
    outcomes: dict[Action, tuple[Outcome, int]] = {}
    if view.taken >= 0:
        index = len(solved.spaces)
        outcomes = {PUTS[hand]: (_outcome_of(solved, index, hand), hand) for hand in solved.hands_for(index)}
    else:
        for index, space in enumerate(solved.spaces):
            if solved.hands_for(index):
                outcomes[TAKES[space]] = _best_put(solved, index, view.bricks[space] == HIDDEN)
    best = max((outcome for outcome, _ in outcomes.values()), key=lambda outcome: outcome.match.mean())
    return ranked(
        _line(action, outcome, best, _move_reason(view, action, hand)) for action, (outcome, hand) in outcomes.items()
    )


def _best_put(solved: endgame.SolvedWorlds, index: int, is_hidden: bool) -> tuple[Outcome, int]:
    """Return a brick's outcome in its best hand; for a hidden one, the value of each brick that it may be, and -1."""
    hands = solved.hands_for(index)
    results = solved.matches[:, [index * HANDS + hand for hand in hands]].astype(float)
    if not is_hidden:
        hand = hands[int(results.mean(axis=0).argmax())]
        return _outcome_of(solved, index, hand), hand
    chosen = np.zeros(len(results), np.intp)
    for brick in np.unique(solved.lying[:, index]):
        has_brick = solved.lying[:, index] == brick
        chosen[has_brick] = hands[int(results[has_brick].mean(axis=0).argmax())]
    return _outcome_of(solved, index, chosen), -1


def _outcome_of(solved: endgame.SolvedWorlds, index: int, hand: int | NDArray[np.intp]) -> Outcome:
    rows, moves = np.arange(len(solved.matches)), index * HANDS + hand
    hands = solved.hands[rows, moves] / 2
    return Outcome(solved.matches[rows, moves] / 2, tuple(hands.T))


def _move_reason(view: PyramidView, action: Action, hand: int) -> str:
    if isinstance(action, Put):
        return f"the {DECK.name(view.taken)} in this hand"
    assert isinstance(action, Take)
    if view.bricks[action.space] == HIDDEN:
        return "a brick not yet seen, on average over what it may be"
    return f"the {DECK.name(view.bricks[action.space])}, for hand {hand + 1}"


def _playout_lines(game: Pyramid, view: PyramidView, choices: Sequence[Action], samples: int) -> tuple[Line, ...]:
    moves = [_playout_move(choice) for choice in choices]
    outcomes = playouts.evaluate(game, view, moves, samples)
    best = max(range(len(moves)), key=outcomes.mean)

    def line(move: int, choice: Action) -> Line:
        parts = _hand_figures((outcomes.mean(move, hand), outcomes.error(move, hand)) for hand in range(1, HANDS + 1))
        reason = _with_hands(_playout_reason(view, choice), parts)
        return Line(choice, outcomes.mean(move), outcomes.error(move), parts, reason, outcomes.gap_error(best, move))

    return ranked(line(move, choice) for move, choice in enumerate(choices))


def _playout_move(choice: Action) -> tuple[int, int]:
    """Return an action in the form of the playouts: a space, and a hand or a constant of `playouts`."""
    match choice:
        case Take(space=space):
            return space, playouts.BEST_HAND
        case Put(hand=hand):
            return -1, hand
    assert isinstance(choice, Build)
    return choice.space, playouts.BUILD


def _playout_reason(view: PyramidView, choice: Action) -> str:
    if isinstance(choice, Build):
        return f"the {DECK.name(view.held[view.player][0])} here, with the rest at random"
    if isinstance(choice, Take) and view.bricks[choice.space] != HIDDEN:
        return f"the {DECK.name(view.bricks[choice.space])}, for the hand that gains most"
    return _move_reason(view, choice, -1)


def _hand_figures(results: Iterable[tuple[Value, float]]) -> tuple[Figure, ...]:
    """Return the chance of each hand to win, from the chances and their errors."""
    return tuple(Figure(f"hand {hand}", chance, error, "share") for hand, (chance, error) in enumerate(results, 1))


def _with_hands(reason: str, parts: Sequence[Figure]) -> str:
    """Return a reason with the chance of each hand to win after the move."""
    first, second, third = (f"{100 * float(part.value):.0f}" for part in parts)
    return f"{reason}: your hands 1, 2 and 3 then win {first}, {second} and {third} %"


def _line(action: Action, outcome: Outcome, best: Outcome, reason: str) -> Line:
    parts = _hand_figures((float(share.mean()), mean_error(share)) for share in outcome.hands)
    return Line(
        action,
        float(outcome.match.mean()),
        mean_error(outcome.match),
        parts,
        _with_hands(reason, parts),
        gap_error(best.match - outcome.match),
    )
