"""Value of the rows of a hand at the table: the points they gain on average against opponents who set well.

Opponents' hands are drawn at random from the cards that the seat has not seen, and set quickly: see `settings`. Points
are counted between pairs of players, so one opponent's average, times their number, is the whole. All settings meet the
same hands; a front is worth as much as its best middle.
"""

import functools
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from cardwright.answers import Budget, Figure, Line, Unit, ranked, seed_of
from cardwright.cards import Card
from cardwright.games.chinese.actions import SetFront, SetMiddle
from cardwright.games.chinese.rows import IntArray, Rows
from cardwright.games.chinese.rules import Chinese
from cardwright.games.chinese.scoring import ROWS, Scale, all_points
from cardwright.games.chinese.settings import (
    Candidates,
    SetHands,
    candidates,
    front_indices,
    random_hands,
    row_indices,
    set_quickly,
    splits_by_front,
    typical_rows,
)
from cardwright.games.chinese.state import ChineseView
from cardwright.standard_error import gap_error, mean_error

UNIT = Unit("points")
SAMPLED_HANDS_COUNT = 500

Points = NDArray[np.int8]


class Setting(NamedTuple):
    """A setting without a foul, and the points that it gains on average, in all and in each row.

    ``error`` is the standard error of ``value``, ``gap_error`` that of its gap to the best setting.
    """

    front: tuple[Card, ...]
    middle: tuple[Card, ...]
    back: tuple[Card, ...]
    value: float
    error: float
    gap_error: float
    rows: tuple[float, ...]
    part_errors: tuple[float, ...]  # of the rows, and of the points beyond them

    @property
    def beyond_rows(self) -> float:
        """The points for most or for all rows."""
        return self.value - sum(self.rows)


def evaluate(game: Chinese, view: ChineseView, budget: Budget) -> tuple[Line, ...]:
    """Return the value of every front, or of every middle once the front is set; fouls among them."""
    if view.player not in view.to_act:
        return ()
    best_settings = settings(game, view, budget.samples or SAMPLED_HANDS_COUNT)
    return ranked((*_fouls(game, view, best_settings), *(_line(game, view, each) for each in best_settings)))


def settings(game: Chinese, view: ChineseView, samples: int) -> list[Setting]:
    """Return the best setting with each front, or with each middle once the front is set; no fouls among them."""
    arrangements = candidates(game.rows, view.hand)
    if view.front:
        arrangements = arrangements.only(arrangements.places[0] == front_number(game.rows, view))
    else:
        arrangements = arrangements.only(_find_undominated(arrangements))
    gains = _gains(game, arrangements, opponents(game, view, samples))
    means = gains[0].mean(axis=1)
    row = 1 if view.front else 0
    by_value = np.lexsort((-means, arrangements.places[row]))
    best_of_each = by_value[np.unique(arrangements.places[row][by_value], return_index=True)[1]]
    best = int(means.argmax()) if len(means) else 0
    return [_setting(game, view, arrangements, gains, index, best) for index in best_of_each.tolist()]


def _find_undominated(settings: Candidates) -> IntArray:
    """Return the indices of the settings that no other with the same front equals or beats in middle and back."""
    front, _, _ = settings.places
    _, middle, back = settings.strengths
    order = np.lexsort((-middle, -back, front))
    group, middle_strengths = front[order], middle[order]
    running_max = np.maximum.accumulate(group * (middle_strengths.max(initial=0) + 1) + middle_strengths)
    is_best = np.r_[True, running_max[1:] > running_max[:-1]] if len(order) else np.zeros(0, bool)
    return order[is_best]


def opponents(game: Chinese, view: ChineseView, number: int) -> SetHands:
    """Return random hands of the cards that this seat has not seen, set; the same for each of its rows."""
    return _opponents(game.rows, game.scale, view.hand, number, seed_for(game, view))


def seed_for(game: Chinese, view: ChineseView) -> int:
    """Return the seed of the opponents' hands, the same for each row of a hand."""
    return seed_of(game, replace(view, front=()))


@functools.lru_cache(maxsize=16)
def _opponents(rows: Rows, scale: Scale, hand: tuple[Card, ...], number: int, seed: int) -> SetHands:
    unseen = np.array(rows.deck.without(hand), np.uint8)
    hands = random_hands(unseen, rows.layout.hand, number, np.random.default_rng(seed))
    return set_quickly(rows, hands, scale, typical_rows(rows, scale))


def _gains(game: Chinese, settings: Candidates, others: SetHands) -> tuple[Points, ...]:
    """Return the points of each setting against each hand, and its three rows: 1 won, -1 lost, 0 tied."""
    rows = [
        np.where(others.foul, np.int8(1), (own[:, None] > other).astype(np.int8) - (own[:, None] < other))
        for own, other in zip(settings.strengths, others[: len(ROWS)], strict=True)
    ]
    points = all_points(game.scale, *rows)
    points[:, others.foul] = game.scale.scooped
    return points, *rows


def _setting(
    game: Chinese, view: ChineseView, settings: Candidates, gains: tuple[Points, ...], index: int, best: int
) -> Setting:
    others, max_points = game.players - 1, float(game.scale.scooped)
    points, *rows = (each[index].astype(np.float64) for each in gains)
    points_beyond_rows = points - sum(rows)
    in_front, in_row = front_indices(game.rows.layout), row_indices(game.rows.layout)
    front, middle, back = (
        cards_at(view.hand, places, row[index]) for places, row in zip((in_front, in_row, in_row), settings.places)
    )
    best_gap_error = gap_error(gains[0][best].astype(np.float64) - points, 2 * max_points)
    return Setting(
        front=front,
        middle=middle,
        back=back,
        value=others * float(points.mean()),
        error=others * mean_error(points, -max_points, max_points),
        gap_error=others * best_gap_error,
        rows=tuple(others * float(row.mean()) for row in rows),
        part_errors=(
            *(others * mean_error(row, -1, 1) for row in rows),
            others * gap_error(points_beyond_rows, max_points),
        ),
    )


def _line(game: Chinese, view: ChineseView, setting: Setting) -> Line:
    parts = tuple(
        Figure(*each)
        for each in zip(
            (*ROWS, "most or all rows"), (*setting.rows, setting.beyond_rows), setting.part_errors, strict=True
        )
    )
    return Line(
        SetMiddle(setting.middle) if view.front else SetFront(setting.front),
        setting.value,
        setting.error,
        parts,
        _reason(game, view, setting, parts),
        setting.gap_error,
    )


def _reason(game: Chinese, view: ChineseView, setting: Setting, parts: Sequence[Figure]) -> str:
    """Return the points that each row gains on average, and the row's hand unless the move names it."""
    hands = "", *("" if view.front else f" ({game.rows.describe(cards)})" for cards in (setting.middle, setting.back))
    points = [f"{float(part.value):+.2f}" for part in parts]
    front, middle, back = (f"{row}{hand} {gain}" for row, hand, gain in zip(ROWS, hands, points, strict=False))
    more = f", and for {parts[-1].name} {points[-1]}" if parts[-1].value else ""
    return f"{front} points on average, {middle}, {back}{more}"


def describe_setting(game: Chinese, setting: Setting) -> str:
    """Return the rows of a setting in words."""
    front = game.rows.describe_front(setting.front)
    return f"front {front}; middle {game.rows.describe(setting.middle)}; back {game.rows.describe(setting.back)}"


def _fouls(game: Chinese, view: ChineseView, settings_: list[Setting]) -> list[Line]:
    """Return the moves after which every setting is a foul: it loses all rows to every opponent."""
    legal = {each.middle if view.front else each.front for each in settings_}
    points_of_foul = -game.scale.scooped * (game.players - 1)
    reason = f"{'the rows are' if view.front else 'every middle makes it'} a foul, which loses all three rows"
    return [
        Line(action, points_of_foul, reason=reason)
        for action in actions_of(game.rows, view)
        if action.cards not in legal
    ]


def actions_of(rows: Rows, view: ChineseView) -> list[SetFront | SetMiddle]:
    """Return the moves of a view."""
    if not view.front:
        fronts = front_indices(rows.layout)
        return [SetFront(cards_at(view.hand, fronts, number)) for number in range(len(fronts))]
    middles = splits_by_front(rows.layout).middles[front_number(rows, view)]
    return [SetMiddle(cards_at(view.hand, row_indices(rows.layout), number)) for number in middles.tolist()]


def cards_at(hand: tuple[Card, ...], places: IntArray, number: int) -> tuple[Card, ...]:
    """Return the cards at the places of a row."""
    return tuple(hand[place] for place in places[number].tolist())


def front_number(rows: Rows, view: ChineseView) -> int:
    """Return the number in `front_indices` of the front that is set."""
    wanted = np.array([view.hand.index(card) for card in view.front])
    return int((wanted == front_indices(rows.layout)).all(axis=1).argmax())
