"""Records of whole random games, and the states that they went through."""

import math
from collections.abc import Sequence
from random import Random
from typing import Any

from cardwright import games
from cardwright.errors import CardwrightError
from cardwright.game import CHANCE, Game, View
from cardwright.play import proof, seat_record
from cardwright.play.contract import Contract, commitment
from cardwright.play.luck import Luck
from cardwright.play.record import Header, Record, Sitter
from cardwright.play.table import Step, Table
from cardwright.testing.configuration import Options, laws_of, short
from support.playouts import Choose, at_random

SEED = "5eed" * 16
VARIED: list[tuple[str, Options]] = [
    (name, options) for name in games.GAMES for options in (short(name), *laws_of(name).TABLES[-1:])
]


def deal(game: Game[Any, Any, Any]) -> proof.Deal:
    """The secrets of a table at which every player gave a seed."""
    seeds = [f"the seed of {seat}" for seat in range(game.players)]
    contract = Contract.of(game, [""] * game.players, commitment(SEED), map(commitment, seeds))
    return proof.Deal(SEED, tuple(proof.SeatSeed(seed, True) for seed in seeds), contract)


def whole(game: Game[Any, Any, Any], log: list[Step]) -> Record:
    """Return the record of a whole game."""
    sitters = [Sitter(f"Player {seat}", "you") for seat in range(game.players)]
    return Record.of(Header.of(game, sitters, notes=deal(game).notes(game, log)), game, log)


def dump(played: Record, seat: int) -> bytes:
    """Return the record of one seat as its file."""
    return seat_record.dump(played, seat, deal(played.game))


def finished(table: Table, choose: Choose, most: float = math.inf) -> Table:
    """Play a table on until its game is over or it has this many steps; ``choose(state, seat)`` is a move."""
    while not table.over and table.version < most:
        if table.to_act == (CHANCE,):
            table.chance()
        else:
            table.play(table.to_act[0], choose(table.state, table.to_act[0]))
    return table


def played(game: Game[Any, Any, Any], seed: int = 3) -> list[Step]:
    """A game of random moves, dealt as the cardroom deals."""
    return list(finished(Table(game, deal(game).luck), at_random(game, Random(seed))).log)


class Moments:
    """A game of random moves, with every state it went through."""

    def __init__(self, game: Game[Any, Any, Any], seed: int, most: int = 1500) -> None:
        self.game, self.states = game, [game.initial_state()]
        table, rng = Table(game, Luck.numbered(seed)), Random(seed)
        while not table.over and table.version < most:
            if table.to_act == (CHANCE,):
                table.chance()
            else:
                legal = game.legal_actions(table.state, table.to_act[0])
                table.play(table.to_act[0], legal[rng.randrange(min(len(legal), 50))])
            self.states.append(table.state)
        self.log = list(table.log)

    def views(self, seat: int) -> list[View]:
        return [self.game.view(state, seat) for state in self.states]

    def seen(self, seat: int, draw: Any = games.scene) -> list[int]:
        scenes = [draw(self.game, view) for view in self.views(seat)]
        return proof.find_seen_draws(self.game, self.log, self.states, scenes)

    def possible(self, version: int) -> list[str]:
        return [self.game.text(each) for each, _ in self.game.chance_outcomes(self.states[version])]

    def could_have_been(self, version: int, other: str, views: Sequence[View]) -> bool:
        """Return whether all would have looked the same with this other card drawn, until it can be drawn again."""
        words = dict(zip(self.log[version].action.split()[1:], other.split()[1:]))
        swap = words | {new: old for old, new in words.items()}
        state = self.states[version]
        for place in range(version, len(self.log)):
            entry = self.log[place]
            try:
                action = self.game.parse(" ".join(swap.get(word, word) for word in entry.action.split()))
                state = self.game.play(state, entry.player, action)
            except CardwrightError:
                return False
            if self.game.view(state, views[0].player) != views[place + 1]:
                return False
            if place + 1 < len(self.log) and self.log[place + 1].player == CHANCE:
                again = {word for text in self.possible(place + 1) for word in text.split()[1:]}
                if set(swap) <= again:
                    break
        return True
