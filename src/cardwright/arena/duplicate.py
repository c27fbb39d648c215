"""One duplicate deal: the same cards for every arrangement of the bots on the seats.

The bots sit in turn, A B A B at a table of four, and move on by one seat from game to game until each has had every
seat once. A solitaire is played once by each bot. All draws come from the deal's own luck, each from its own stream
(`Game.draw_number`), so they are the same cards as far as the play allows.

With ``alternatives`` each draw is compared with others that could have come: the difference of the values of the
positions is luck, and its expectation is 0 whatever the bots do and however the positions are valued. A game may value
them with all cards known, in several ways (`luck_values.of_position`), and may know the mean over all draws
(`luck_values.expected`); else the values are those of `games.evaluate`. A move's gain from cards that its player does
not see is luck too, where a game knows which cards could have been there instead (`luck_values.of_move`). If a bot's
strategy is known, so is the mean over its hands and its moves (`luck_values.of_known`).
"""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from time import perf_counter_ns
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from cardwright import games
from cardwright.answers import Budget
from cardwright.arena import bots, luck_values
from cardwright.bots import Bot
from cardwright.errors import BotError
from cardwright.game import CHANCE, Action, AnyGame, Automatic, Player, State
from cardwright.play import record
from cardwright.play.luck import Luck
from cardwright.play.record import Header, Sitter
from cardwright.play.review import share_of_win
from cardwright.play.table import Step

SHARE = "share of a win"
LUCK_SAMPLES_COUNT = 8
BUCKETS_PER_DOUBLING = 4
THINKING_TIME_BUCKETS_COUNT = 40 * BUCKETS_PER_DOUBLING  # from 1 ns on


class Setup(msgspec.Struct, frozen=True):
    """All that defines a match but its number of deals. ``records`` is the folder for its games, "" for none."""

    game: str
    options: dict[str, bool | int | str]
    bots: tuple[str, ...]
    alternatives: int = 0
    records: str = ""


class Round(NamedTuple):
    """A game of a match: the deal, by seed and number, and the arrangement of the bots on its seats."""

    seed: int
    deal: int
    lineup_number: int
    lineup: tuple[int, ...]

    @property
    def key(self) -> str:
        """The seed of all in it that is drawn beside the cards."""
        return f"{self.seed}/{self.deal}/{self.lineup_number}"


class Played(msgspec.Struct, frozen=True):
    """The result of a duplicate deal, by bot: mean result and mean luck of its games, and its times to think.

    ``luck`` has a row for each bot, and a column for each way in which positions are valued.
    """

    results: tuple[float, ...]
    luck: NDArray[np.float64]
    times_ns: tuple[tuple[int, ...], ...]


def lineups(players: int, count: int) -> list[tuple[int, ...]]:
    """Return the arrangements of ``count`` bots on the seats: the bot of each seat.

    >>> lineups(2, 2), lineups(3, 2), lineups(1, 2)
    ([(0, 1), (1, 0)], [(0, 1, 0), (1, 0, 1)], [(0,), (1,)])
    """
    return [tuple((first + seat) % count for seat in range(players)) for first in range(count)]


def is_share(game: AnyGame) -> bool:
    """Return whether a result is a share of one win: in a game that one side wins and whose unit is no amount."""
    return not games.has_answers(game.name) or games.unit(game).kind == "share"


def unit_name(game: AnyGame) -> str:
    """Return the name of the unit of the results."""
    return SHARE if is_share(game) else games.unit(game).name


def luck_columns(game: AnyGame) -> int:
    """Return in how many ways luck is measured."""
    return luck_values.columns(game) or 1


def outcome(game: AnyGame, state: State, seat: Player) -> float:
    """Return the result of a seat: its share of a win, or its returns in the game's unit."""
    returns = game.returns(state)
    return share_of_win(returns, seat) if is_share(game) else returns[seat]


class Match:
    """Plays the deals of a match, one duplicate after another. Use it as a context: it ends its programs."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.game = games.create(setup.game, **setup.options)
        self.programs: dict[tuple[int, Player], bots.Program] = {}

    def __enter__(self) -> "Match":
        return self

    def __exit__(self, *_: object) -> None:
        for program in self.programs.values():
            program.close()

    def play(self, seed: int, number: int) -> Played:
        """Play the duplicate deal of this number. Raises `BotError` for a move that is not legal."""
        count = len(self.setup.bots)
        seats = [0] * count
        results, luck = [0.0] * count, np.zeros((count, luck_columns(self.game)))
        times: list[list[int]] = [[] for _ in range(count)]
        for lineup_number, lineup in enumerate(lineups(self.game.players, count)):
            state, luck_sums = self.play_once(Round(seed, number, lineup_number, lineup), times)
            for seat, bot in enumerate(lineup):
                seats[bot] += 1
                results[bot] += outcome(self.game, state, seat)
                luck[bot] += luck_sums[seat]
        return Played(
            tuple(result / n for result, n in zip(results, seats)),
            luck / np.array(seats)[:, None],
            tuple(map(tuple, times)),
        )

    def _bot(self, bot: int, seat: Player, seed: str) -> Bot:
        name = self.setup.bots[bot]
        if not name.startswith(bots.PROGRAM):
            return bots.create(name, self.game, Random(seed))
        if (bot, seat) not in self.programs:
            self.programs[bot, seat] = bots.Program(name)
        program = self.programs[bot, seat]
        program.begin(self.game, seat, Random(seed).randrange(2**32))
        return program

    def play_once(self, played: Round, times: list[list[int]]) -> tuple[State, NDArray[np.float64]]:
        """Play one game; return its last state and the luck of each seat. Each bot's ``times`` to think grow."""
        game, lineup = self.game, played.lineup
        log: list[Step] = []
        luck = Luck(b"match", str(played.seed).encode(), str(played.deal).encode())
        others = Random(f"{played.key}/luck")
        sitting = [self._bot(bot, seat, f"{played.key}/{seat}") for seat, bot in enumerate(lineup)]
        state, draws, luck_sums = game.initial_state(), 0, np.zeros((game.players, luck_columns(game)))
        known = luck_values.of_known(game, sitting) if self.setup.alternatives else None
        moves = 0
        while to_act := game.players_to_act(state):
            player, before = to_act[0], state
            if player == CHANCE:
                drawn, (state, draws) = draws, self._chance(state, luck, draws, log)
                if known:
                    luck_sums += known.of_draw(before, state)
                elif self.setup.alternatives and draws > drawn:
                    luck_sums += self._luck_of_draw(before, state, others)
                continue
            moves += 1
            try:
                action, time_ns = self._decide(sitting[player], self.setup.bots[lineup[player]], state, player)
                if known:
                    luck_sums += known.of_move(state, action, player)
            except BotError as problem:
                problem.add_note(f"this was move {moves} of deal {played.deal}{self._write_record(played, log)}")
                raise
            times[lineup[player]].append(time_ns)
            if self.setup.alternatives and game.players == 2 and not known:
                luck_sums += self._luck_of_move(state, action, player, self.setup.bots[lineup[1 - player]], others)
            self._log_step(log, player, action)
            state = game.apply(state, player, action)
        for each in sitting:
            if isinstance(each, bots.Program):
                each.end(game.returns(state))
        self._write_record(played, log)
        return state, luck_sums

    def _decide(self, bot: Bot, name: str, state: State, player: Player) -> tuple[Action, int]:
        """Return a bot's move and how long it took. Raises `BotError`."""
        view = self.game.view(state, player)
        start = perf_counter_ns()
        action = bot.advise(view).action
        time_ns = perf_counter_ns() - start
        if action not in self.game.legal_actions(state, player):
            text = self.game.text(action) if isinstance(action, Action) else action
            raise BotError(f"{name}: {text!r} is not a legal move")
        return action, time_ns

    def _chance(self, state: State, luck: Luck, draws: int, log: list[Step]) -> tuple[State, int]:
        """Let chance act until a player can, or the game ends."""
        game = self.game
        while game.players_to_act(state) == (CHANCE,):
            action = game.draw(state, luck.stream(game.draw_number(state, draws)))
            draws += not isinstance(action, Automatic)
            self._log_step(log, CHANCE, action)
            state = game.apply(state, CHANCE, action)
        return state, draws

    def _luck_of_draw(self, before: State, after: State, others: Random) -> NDArray[np.float64]:
        """Return the values of a draw, less the mean values of other draws from the same position."""
        mean = luck_values.expected(self.game, before, after)
        if mean is not None:
            return self._values(after) - np.asarray(mean, np.float64)
        count = self.setup.alternatives
        return self._values(after) - sum(self._values(self._redraw(before, others)) for _ in range(count)) / count

    def _luck_of_move(
        self, state: State, action: Action, player: Player, other: str, others: Random
    ) -> NDArray[np.float64]:
        """Return what a move gained from the hidden cards, above its mean over all cards that could have been there."""
        luck = np.zeros((self.game.players, luck_columns(self.game)))
        gain = luck_values.of_move(self.game, state, action, player, other, self.setup.alternatives, others)
        if gain is not None:
            luck[:, 0] = gain
        return luck

    def _redraw(self, state: State, others: Random) -> State:
        while self.game.players_to_act(state) == (CHANCE,):
            state = self.game.apply(state, CHANCE, self.game.draw(state, others))
        return state

    def _values(self, state: State) -> NDArray[np.float64]:
        """Return the value of a position to each seat (row): its result at the end, else estimates of it."""
        game = self.game
        if not game.players_to_act(state):
            ended = np.zeros((game.players, luck_columns(game)))
            ended[:, 0] = [outcome(game, state, seat) for seat in range(game.players)]
            return ended
        if luck_values.columns(game):
            return np.array(luck_values.of_position(game, state), float)
        return np.array(self._evaluate(state))[:, None]

    def _evaluate(self, state: State) -> list[float]:
        """Return the value of a position to each seat, by the views of the seats that are to act."""
        game, players = self.game, self.game.players
        to_act = game.players_to_act(state)
        whole = 1 if is_share(game) else 0
        totals = [0.0] * players
        for seat in to_act:
            lines = games.evaluate(game, game.view(state, seat), Budget(samples=LUCK_SAMPLES_COUNT))
            value = float(lines[0].value) if lines else whole / players
            rest = (whole - value) / (players - 1) if players > 1 and game.zero_sum else 0.0
            for player in range(players):
                totals[player] += (value if player == seat else rest) / len(to_act)
        return totals

    def _log_step(self, log: list[Step], player: Player, action: Action) -> None:
        if self.setup.records:
            log.append(Step(player, self.game.text(action)))

    def _write_record(self, played: Round, log: Sequence[Step]) -> str:
        """Write a game's record, if the match keeps records, and return where, as the end of a sentence."""
        if not self.setup.records:
            return ""
        sitters = [Sitter(self.setup.bots[bot], self.setup.bots[bot]) for bot in played.lineup]
        header = Header.of(self.game, sitters, notes={"match-seed": played.seed, "match-deal": played.deal})
        name = f"{self.setup.game}-{played.seed}-{played.deal:06}-{played.lineup_number}.jsonl"
        path = Path(self.setup.records) / name
        path.write_bytes(record.dump(header, log))
        return f", recorded in {path}"


def bucket(time_ns: int) -> int:
    """Return the bucket of a time to think."""
    time_ns = max(time_ns, 1)
    power = time_ns.bit_length() - 1
    part = BUCKETS_PER_DOUBLING * (time_ns - (1 << power)) >> power
    return min(BUCKETS_PER_DOUBLING * power + part, THINKING_TIME_BUCKETS_COUNT - 1)


def bucket_end_ns(number: int) -> float:
    """Return the longest time of a bucket.

    >>> bucket_end_ns(bucket(1_000_000)) / 1_000_000
    1.048576
    """
    power, part = divmod(number, BUCKETS_PER_DOUBLING)
    return float(2**power * (1 + (part + 1) / BUCKETS_PER_DOUBLING))
