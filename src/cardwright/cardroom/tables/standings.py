"""Standings: the results of people over the games that follow each other by rematches, from the tables themselves."""

from collections import Counter
from collections.abc import Sequence

import msgspec

from cardwright import games
from cardwright.cardroom.tables.live_table import LiveTable
from cardwright.game import Player
from cardwright.play import session
from cardwright.play.summary import COUNTED_AS, signed_score

MAX_GAMES_OF_CHAIN = 60


class Total(msgspec.Struct):
    """The results of one person. ``scores`` are the sums of the scores that add up, by unit."""

    name: str
    outcomes: Counter[str] = msgspec.field(default_factory=Counter)
    scores: Counter[str] = msgspec.field(default_factory=Counter)


def standings(tables: Sequence[LiveTable]) -> list[Total]:
    """Return the total of each person, the best first, over tables of which each has the next one as its rematch.

    Games that have not ended do not count. A person is followed by their seats, and has the name of the last game.
    """
    totals: list[Total] = []
    after: dict[Player, Total] = {}  # by the seat in the game that was looked at last
    for live in reversed(tables):
        seated: dict[Player, Total] = {}
        for number, seat in enumerate(live.seats):
            if seat.key:
                seated[number] = after.get(number) or Total(seat.name)
                totals += [] if number in after else [seated[number]]
        if live.over:
            for number, total in seated.items():
                _add(total, live, number)
        after = {live.seats[number].was: total for number, total in seated.items()}
    counted = [each for each in totals if each.outcomes]
    return sorted(counted, key=lambda each: (-sum(each.scores.values()), -each.outcomes["won"], each.name))


def scores_of_bots(tables: Sequence[LiveTable]) -> Counter[str]:
    """Return the bots' total scores in the games that have ended, by unit."""
    sums: Counter[str] = Counter()
    for live in tables:
        for number in [number for number, seat in enumerate(live.seats) if seat.bot and live.over]:
            _add_score(sums, live, number)
    return sums


def _add(total: Total, live: LiveTable, seat: Player) -> None:
    assert live.table is not None
    outcome = session.look(live.table, seat).outcome
    total.outcomes[COUNTED_AS.get(outcome, outcome)] += 1
    _add_score(total.scores, live, seat)


def _add_score(scores: Counter[str], live: LiveTable, seat: Player) -> None:
    assert live.table is not None
    scores.update(signed_score(games.score(live.game, live.table.state, seat)[1]))
