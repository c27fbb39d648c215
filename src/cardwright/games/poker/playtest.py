"""Playtest a table of hands: deals between bots, and how often each line is made, wins and ties.

Deals are numbered, and each has its own seed, so that shards of them add up to the same result in any order.
"""

from collections import Counter
from operator import add
from random import Random

import msgspec
from msgspec.structs import astuple

from cardwright import games
from cardwright.errors import BadOption
from cardwright.games.poker import setup
from cardwright.games.poker.betting import seats_of
from cardwright.games.poker.composed.run_twice import one_table
from cardwright.games.poker.rules import Poker
from cardwright.games.poker.scoring import ranking_of, strengths
from cardwright.games.poker.state import PokerState
from cardwright.standard_error import share_error, standard_error


class PlaytestLine(msgspec.Struct, frozen=True):
    """A line at the showdowns, in numbers of hands.

    ``made`` counts all that had it, folded ones with as many cards too; ``shown`` the hands that were not folded,
    ``won`` the shown hands that won, and ``tied`` the winners that shared a pot.
    """

    name: str
    made: int = 0
    shown: int = 0
    won: int = 0
    tied: int = 0

    def __add__(self, other: "PlaytestLine") -> "PlaytestLine":
        counts = map(add, astuple(self)[1:], astuple(other)[1:])
        return PlaytestLine(self.name, *counts)


class Playtest(msgspec.Struct, frozen=True):
    """Some deals: those with a showdown, decisions in all, the lines, and the chips won by each seat.

    ``chips`` and ``squares`` are the sums of gains and of their squares by seat; seat 0 has the button.
    """

    deals: int
    showdowns: int
    decisions: int
    lines: tuple[PlaytestLine, ...]
    chips: tuple[int, ...]
    squares: tuple[int, ...]

    def __add__(self, other: "Playtest") -> "Playtest":
        return Playtest(
            self.deals + other.deals,
            self.showdowns + other.showdowns,
            self.decisions + other.decisions,
            tuple(map(add, self.lines, other.lines)),
            tuple(map(add, self.chips, other.chips)),
            tuple(map(add, self.squares, other.squares)),
        )

    def gain(self, seat: int) -> tuple[float, float]:
        """Return the chips that a seat wins in a deal on average, with the standard error."""
        mean = self.chips[seat] / (self.deals or 1)
        variance = self.squares[seat] / (self.deals or 1) - mean * mean
        return mean, standard_error(mean, variance, self.deals, mean - 1, mean + 1)

    def of_all(self, line: PlaytestLine) -> tuple[float, float]:
        """Return the share of all hands shown that have a line, with the standard error.

        The hands of a deal share cards, so that only deals count for the error.
        """
        share = line.shown / (sum(each.shown for each in self.lines) or 1)
        return share, share_error(share, max(self.showdowns, 1))

    def won_when_shown(self, line: PlaytestLine) -> tuple[float, float]:
        """Return the share of the hands of a line that won, with the standard error."""
        share = line.won / (line.shown or 1)
        return share, share_error(share, max(min(line.shown, self.showdowns), 1))


def playtest(game: Poker, bot: str, first: int, number: int) -> Playtest:
    """Play deals ``first`` to ``first + number - 1`` between bots of one kind, with the button at the first seat."""
    if game.settings["rotation"]:
        raise BadOption("rotation", game.settings["rotation"], "no value here: a play test is of one variant")
    chosen = {name: value for name, value in game.settings.items() if name not in ("deals", "button")}
    table = one_table(**chosen, deals=1, button=1)
    no_chips = (0,) * table.players
    result = Playtest(0, 0, 0, _no_lines(table), no_chips, no_chips)
    for deal in range(first, first + number):
        result += _deal(table, bot, deal)
    return result


def _no_lines(game: Poker) -> tuple[PlaytestLine, ...]:
    return tuple(PlaytestLine(line.name) for line in ranking_of(game.setup, "").categories)


def _deal(game: Poker, bot: str, seed: int) -> Playtest:
    rng = Random(f"playtest {seed}")
    players = [games.create_bot(bot, game, Random(f"{seed} {seat}")) for seat in range(game.players)]
    state, decisions = game.initial_state(), 0
    lines: tuple[PlaytestLine, ...] = ()
    while acting := game.players_to_act(state):
        if acting[0] < 0:
            state = game.play(state, acting[0], game.draw(state, rng))
        else:
            state = game.play(state, acting[0], players[acting[0]].advise(game.view(state, acting[0])).action)
            decisions += 1
        shows = game.kind(state) in (setup.SHOW, setup.PAY) and state.betting.inside.bit_count() > 1
        if shows and not lines:
            lines = _shown_lines(game, state)
    gains = game.returns(state)
    return Playtest(1, bool(lines), decisions, lines or _no_lines(game), gains, tuple(gain * gain for gain in gains))


def _shown_lines(game: Poker, state: PokerState) -> tuple[PlaytestLine, ...]:
    """Return the lines of the hands at a showdown: the high hands of a split pot."""
    ranking, inside = ranking_of(game.setup, ""), state.betting.inside
    sizes = [(len(down), len(up)) for down, up in zip(state.down, state.up, strict=True)]
    whole = {sizes[seat] for seat in seats_of(inside)}
    dealt = sum(1 << seat for seat, size in enumerate(sizes) if size in whole)
    high, _ = strengths(game.setup, state, dealt)
    line = {seat: ranking.category_index(strength) for seat, strength in high.items()}
    best = max(high[seat] for seat in seats_of(inside))
    winners = [seat for seat in seats_of(inside) if high[seat] == best]
    made, shown = Counter(line.values()), Counter(line[seat] for seat in seats_of(inside))
    won = Counter(line[seat] for seat in winners)
    tied = won if len(winners) > 1 else Counter()
    return tuple(
        PlaytestLine(line.name, made[at], shown[at], won[at], tied[at]) for at, line in enumerate(ranking.categories)
    )
