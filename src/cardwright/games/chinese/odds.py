"""Value of the rows of a hand at the table: the points they gain on average against opponents who set well.

Opponents' hands are drawn at random from the cards that the seat has not seen, and set quickly: see `settings`. Points
are counted between pairs of players, so one opponent's average, times their number, is the whole. All settings meet
the same hands; the value of a front is that of its best middle.
"""

import functools
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from cardwright.answers import Budget, Figure, Line, Unit, ranked, seed_of
from cardwright.cards import Card
from cardwright.games.chinese.actions import SetFront, SetMiddle
from cardwright.games.chinese.rows import Ints, Rows
from cardwright.games.chinese.rules import Chinese
from cardwright.games.chinese.scoring import ROWS, Scale, all_points
from cardwright.games.chinese.settings import FIVES, FRONTS, Set, by_front, random_hands, set_quickly, typical
from cardwright.games.chinese.state import ChineseView
from cardwright.standard_error import gap_error, mean_error

UNIT = Unit("points")
SAMPLED_HANDS_COUNT = 500

Points = NDArray[np.int8]


class Candidates(NamedTuple):
    """Settings of one hand: the numbers of front, middle and back in `FRONTS` and `FIVES`, and their strengths."""

    places: tuple[Ints, Ints, Ints]
    strengths: tuple[Ints, Ints, Ints]

    def only(self, kept: NDArray[np.bool_] | Ints) -> "Candidates":
        """Return some of the settings."""
        places, strengths = ([row[kept] for row in rows] for rows in self)
        return Candidates((places[0], places[1], places[2]), (strengths[0], strengths[1], strengths[2]))


class Setting(NamedTuple):
    """A setting without a foul, and the points that it gains on average, in all and in each row.

    ``error`` is the standard error of ``value``, and ``gap_error`` that of its difference to the best setting.
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
    found = settings(game, view, budget.samples or SAMPLED_HANDS_COUNT)
    return ranked((*_fouls(game, view, found), *(_line(game, view, each) for each in found)))


def settings(game: Chinese, view: ChineseView, samples: int) -> list[Setting]:
    """Return the best setting with each front, or with each middle once the front is set; no fouls among them."""
    found = candidates(game.rows, view.hand)
    if view.front:
        found = found.only(found.places[0] == number_of(view.hand, view.front))
    else:
        found = found.only(_undominated(found))
    gains = _gains(game, found, opponents(game, view, samples))
    means = gains[0].mean(axis=1)
    which = 1 if view.front else 0
    order = np.lexsort((-means, found.places[which]))
    first = order[np.unique(found.places[which][order], return_index=True)[1]]
    best = int(means.argmax()) if len(means) else 0
    return [_setting(game, view, found, gains, at, best) for at in first.tolist()]


def candidates(rows: Rows, hand: tuple[Card, ...]) -> Candidates:
    """Return all settings of a hand that are no fouls."""
    cards = np.array(hand, np.uint8)
    fives = rows.ranking.strengths(cards[FIVES], trusted=True)
    in_order, strengths = rows.middles(cards[FIVES], fives), fives.astype(np.int64)
    fronts = rows.fronts(cards[FRONTS])
    middles, backs = by_front()
    fair = (strengths[backs] >= strengths[middles]) & (in_order[middles] >= fronts[:, None])
    front = np.nonzero(fair)[0]
    middle, back = middles[fair], backs[fair]
    return Candidates((front, middle, back), (fronts[front], strengths[middle], strengths[back]))


def _undominated(found: Candidates) -> Ints:
    """Return the places of settings whose back, or else middle, is better than that of all others with their front."""
    front, _, _ = found.places
    _, middle, back = found.strengths
    order = np.lexsort((-middle, -back, front))
    group, level = front[order], middle[order]
    highest = np.maximum.accumulate(group * (level.max(initial=0) + 1) + level)
    first = np.r_[True, highest[1:] > highest[:-1]] if len(order) else np.zeros(0, bool)
    return order[first]


def opponents(game: Chinese, view: ChineseView, number: int) -> Set:
    """Return random hands of the cards that this seat has not seen, set; the same for each of its rows."""
    return _opponents(game.rows, game.scale, view.hand, number, seed_for(game, view))


def seed_for(game: Chinese, view: ChineseView) -> int:
    """Return the seed of the opponents' hands, the same for each row of a hand."""
    return seed_of(game, replace(view, front=()))


@functools.lru_cache(maxsize=16)
def _opponents(rows: Rows, scale: Scale, hand: tuple[Card, ...], number: int, seed: int) -> Set:
    unseen = np.array([card for card in range(rows.deck.size) if card not in hand], np.uint8)
    return set_quickly(rows, random_hands(unseen, number, np.random.default_rng(seed)), scale, typical(rows, scale))


def _gains(game: Chinese, found: Candidates, others: Set) -> tuple[Points, ...]:
    """Return the points of each setting against each hand, and its three rows: 1 won, -1 lost, 0 tied."""
    rows = [
        np.where(others.foul, np.int8(1), (mine[:, None] > theirs).astype(np.int8) - (mine[:, None] < theirs))
        for mine, theirs in zip(found.strengths, others[: len(ROWS)], strict=True)
    ]
    points = all_points(game.scale, *rows)
    points[:, others.foul] = game.scale.scooped
    return points, *rows


def _setting(
    game: Chinese, view: ChineseView, found: Candidates, gains: tuple[Points, ...], at: int, best: int
) -> Setting:
    others, most = game.players - 1, float(game.scale.scooped)
    points, *rows = (each[at].astype(np.float64) for each in gains)
    beyond = points - sum(rows)
    front, middle, back = (
        cards_at(view.hand, places, row[at]) for places, row in zip((FRONTS, FIVES, FIVES), found.places)
    )
    less = gap_error(gains[0][best].astype(np.float64) - points, 2 * most)
    return Setting(
        front=front,
        middle=middle,
        back=back,
        value=others * float(points.mean()),
        error=others * mean_error(points, -most, most),
        gap_error=others * less,
        rows=tuple(others * float(row.mean()) for row in rows),
        part_errors=(*(others * mean_error(row, -1, 1) for row in rows), others * gap_error(beyond, most)),
    )


def _line(game: Chinese, view: ChineseView, found: Setting) -> Line:
    return Line(
        SetMiddle(found.middle) if view.front else SetFront(found.front),
        found.value,
        found.error,
        tuple(
            Figure(*each)
            for each in zip(
                (*ROWS, "most or all rows"), (*found.rows, found.beyond_rows), found.part_errors, strict=True
            )
        ),
        _behind(game, found),
        found.gap_error,
    )


def described(game: Chinese, found: Setting) -> str:
    """Return the rows of a setting in words."""
    return f"front {game.rows.describe_front(found.front)}; {_behind(game, found)}"


def _behind(game: Chinese, found: Setting) -> str:
    """Return the rows behind the front, which the move names itself."""
    return f"middle {game.rows.describe(found.middle)}; back {game.rows.describe(found.back)}"


def _fouls(game: Chinese, view: ChineseView, found: list[Setting]) -> list[Line]:
    """Return the moves after which every setting is a foul: it loses all rows to every opponent."""
    fair = {each.middle if view.front else each.front for each in found}
    lost = -game.scale.scooped * (game.players - 1)
    why = "the rows are a foul" if view.front else "every middle makes a foul of it"
    return [Line(action, lost, reason=why) for action in actions_of(view) if action.cards not in fair]


def actions_of(view: ChineseView) -> list[SetFront | SetMiddle]:
    """Return the moves of a view."""
    if not view.front:
        return [SetFront(cards_at(view.hand, FRONTS, number)) for number in range(len(FRONTS))]
    middles = by_front().middles[number_of(view.hand, view.front)]
    return [SetMiddle(cards_at(view.hand, FIVES, number)) for number in middles.tolist()]


def cards_at(hand: tuple[Card, ...], places: Ints, number: int) -> tuple[Card, ...]:
    """Return the cards at the places of a row."""
    return tuple(hand[place] for place in places[number].tolist())


def number_of(hand: tuple[Card, ...], front: tuple[Card, ...]) -> int:
    """Return the number in `FRONTS` of a front."""
    wanted = np.array([hand.index(card) for card in front])
    return int((wanted == FRONTS).all(axis=1).argmax())
