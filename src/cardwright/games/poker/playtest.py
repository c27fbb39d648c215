"""Playtest a table of hands: deals between bots, and how often each line is made, wins and ties.

Deals are numbered, and each has its own seed, so that shards of them add up to the same result in any order.
"""

from collections import Counter
from random import Random

import msgspec

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

    ``made`` counts all that had it, folded ones with as many cards too; ``shown`` those that were not folded, ``won``
    those of them that won, and ``tied`` those of these that shared with another.
    """

    name: str
    made: int = 0
    shown: int = 0
    won: int = 0
    tied: int = 0


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
        lines = tuple(
            PlaytestLine(
                own.name,
                own.made + added.made,
                own.shown + added.shown,
                own.won + added.won,
                own.tied + added.tied,
            )
            for own, added in zip(self.lines, other.lines, strict=True)
        )
        return Playtest(
            self.deals + other.deals,
            self.showdowns + other.showdowns,
            self.decisions + other.decisions,
            lines,
            tuple(map(sum, zip(self.chips, other.chips))),
            tuple(map(sum, zip(self.squares, other.squares))),
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
    names = [line.name for line in ranking_of(table.setup, "").categories]
    result = Playtest(0, 0, 0, tuple(map(PlaytestLine, names)), (0,) * table.players, (0,) * table.players)
    for deal in range(first, first + number):
        result += _deal(table, bot, deal, names)
    return result


def _deal(game: Poker, bot: str, seed: int, names: list[str]) -> Playtest:
    rng = Random(f"playtest {seed}")
    players = [games.create_bot(bot, game, Random(f"{seed} {seat}")) for seat in range(game.players)]
    state, decisions = game.initial_state(), 0
    lines: list[PlaytestLine] | None = None
    while acting := game.players_to_act(state):
        if acting[0] < 0:
            state = game.play(state, acting[0], game.draw(state, rng))
        else:
            state = game.play(state, acting[0], players[acting[0]].advise(game.view(state, acting[0])).action)
            decisions += 1
        if lines is None and _is_showdown(game, state):
            lines = _shown_lines(game, state, names)
    gains = game.returns(state)
    counted = tuple(lines if lines is not None else map(PlaytestLine, names))
    return Playtest(1, lines is not None, decisions, counted, tuple(gains), tuple(gain * gain for gain in gains))


def _is_showdown(game: Poker, state: PokerState) -> bool:
    return game.kind(state) in (setup.SHOW, setup.PAY) and state.betting.inside.bit_count() > 1


def _shown_lines(game: Poker, state: PokerState, names: list[str]) -> list[PlaytestLine]:
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
    return [PlaytestLine(name, made[at], shown[at], won[at], tied[at]) for at, name in enumerate(names)]
