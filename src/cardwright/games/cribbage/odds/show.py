"""The value of each call at the show with muggins, where the points that one player misses go to the other.

From then on both count in full. Both hands lie open, and the crib is averaged over all that the other may have laid
away, as `worlds` weighs them. `match.value_table` values the end of the deal. So the values are exact for these models.
"""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

import numpy as np

from cardwright.answers import Figure, Line
from cardwright.game import Player
from cardwright.games.cribbage.actions import DONE, Count, Muggins
from cardwright.games.cribbage.counting import SHOW_COUNT, parts_made, uncalled_parts
from cardwright.games.cribbage.odds.match import value_table
from cardwright.games.cribbage.odds.worlds import worlds_in_play
from cardwright.games.cribbage.rules import Cribbage
from cardwright.games.cribbage.scoring import DECK, Part, points, scores
from cardwright.games.cribbage.state import CribbageView, cards_played_by
from cardwright.wording import counted

Gain: TypeAlias = tuple[Player, int]  # a player and the points pegged next


def show_lines(game: Cribbage, view: CribbageView) -> tuple[Line, ...]:
    """Return the calls that make something, and the end of calling. Calls that make nothing cost nothing: left out."""
    show, player = view.shown[-1], view.player
    parts = uncalled_parts(show)
    missing = sum(part.points for part in parts)
    call = Count if view.phase == "claim" else Muggins
    sets = dict.fromkeys(tuple(sorted(part.cards)) for part in parts)
    calls = [call(cards) for cards in sets if parts_made(show, cards) and cards not in show.tried]
    gains_if_done = [(1 - player, missing)] if view.phase == "claim" else []
    gains_to_come = _gains_to_come(view)
    reason = _reason(parts, missing, view.phase)
    value_if_called = _expected_value(game, view, [(player, missing)], gains_to_come)
    lines = tuple(Line(action, value_if_called, parts=(Figure("points", missing),), reason=reason) for action in calls)
    value_if_done = _expected_value(game, view, gains_if_done, gains_to_come) if missing else value_if_called
    return (
        *lines,
        Line(DONE, value_if_done, parts=(Figure("points", -sum(gain for _, gain in gains_if_done)),), reason=reason),
    )


def _reason(parts: Sequence[Part], missing: int, phase: str) -> str:
    """Return the combinations that are still to be called."""
    if not parts:
        return "every combination has been called"
    words = ", ".join(f"{part.phrase} ({DECK.short_of(part.cards)})" for part in parts)
    gain = counted(missing, "point")
    whose = "which the other player may take" if phase == "claim" else "which the other player missed"
    return f"{gain} still to be called, {whose}: {words}"


def _gains_to_come(view: CribbageView) -> list[tuple[float, list[Gain]]]:
    """Return the points that are counted after this hand: chances, and who pegs how many."""
    hands: list[Gain] = []
    assert view.starter is not None
    if len(view.shown) == 1:
        hands = [(view.dealer, points(cards_played_by(view, view.dealer), view.starter))]
    if len(view.shown) == SHOW_COUNT:
        return [(1.0, [])]
    return [(share, [*hands, (view.dealer, total)]) for total, share in _crib_points(view).items()]


def _crib_points(view: CribbageView) -> dict[int, float]:
    """Return the chance of each number of points of the crib, face down."""
    worlds = worlds_in_play(view, 1, np.random.default_rng(0))  # all pairs of cards are listed: nothing is drawn
    assert worlds.is_exhaustive
    assert view.starter is not None
    own_laid = np.broadcast_to(np.array(view.laid, np.uint8), (len(worlds.cards), 2))
    starter = np.full((len(worlds.cards), 1), view.starter, np.uint8)
    crib_scores = scores(np.concatenate([own_laid, worlds.cards[:, -2:], starter], axis=1), crib=True)
    shares = np.bincount(crib_scores, worlds.weights)
    return {total: float(shares[total]) for total in np.flatnonzero(shares).tolist()}


def _expected_value(
    game: Cribbage, view: CribbageView, gains_now: Iterable[Gain], gains_to_come: list[tuple[float, list[Gain]]]
) -> float:
    return sum(share * _value_after(game, view, [*gains_now, *gains]) for share, gains in gains_to_come)


def _value_after(game: Cribbage, view: CribbageView, gains: Sequence[Gain]) -> float:
    """Return the value before the next deal, after these points are pegged in this order."""
    needs = [game.to - score for score in view.scores]
    for player, gain in gains:
        needs[player] = max(needs[player] - gain, 0)
        if not needs[player]:
            break
    me, next_dealer = view.player, 1 - view.dealer
    return float(value_table(game, view, me)[int(next_dealer != me), needs[me], needs[1 - me]])
