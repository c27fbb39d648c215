"""Whole matches of flexdeck before a referee who reads nothing but the record, as text, and compares by the rules."""

from collections import Counter
from collections.abc import Generator, Mapping
from itertools import pairwise, product
from random import Random
from typing import Any, TypeAlias

import pytest

from cardwright.game import CHANCE, Player
from cardwright.games.flexdeck.rules import Flexdeck
from cardwright.games.flexdeck.scoring import table
from support.playouts import after_moments, game_count

Steps: TypeAlias = Generator[tuple[Player, ...], None, None]  # who may act before each step
Worth: TypeAlias = tuple[int, ...]

GROUPED: dict[tuple[int, ...], int] = {(5,): 8, (4, 1): 7, (3, 2): 5, (2, 2, 1): 4, (3, 1, 1): 2, (2, 1, 1, 1): 1}
GARBAGE, STRAIGHT_4, STRAIGHT_5 = 0, 3, 6
COMPARED = {8: 1, 7: 2, 5: 1, 4: 3, 2: 1, 1: 1}  # by the line, how many of its values the source compares
GAMES = game_count(40)


def worth(roll: tuple[int, ...]) -> Worth:
    """The line of a roll in the table, from the lowest, and what equal lines compare."""
    groups = sorted(((count, value) for value, count in Counter(roll).items()), reverse=True)
    line = GROUPED.get(tuple(count for count, _ in groups))
    if line is not None:
        return line, *[value for _, value in groups][: COMPARED[line]]
    if max(roll) - min(roll) == 4:
        return STRAIGHT_5, max(roll)
    tops = [top for top in roll if {top - 1, top - 2, top - 3} <= set(roll)]
    return (STRAIGHT_4, max(tops)) if tops else (GARBAGE, sum(roll))


def test_all_rolls_are_ranked_as_by_the_table_of_the_source() -> None:
    """Table of Winning Hands, with FD1, FD2, FD3, FD4 and FD7; ten to the fifth rolls."""
    found: dict[int, set[Worth]] = {}
    for roll in product(range(10), repeat=5):
        found.setdefault(table().strength(roll), set()).add(worth(roll))
    assert all(len(equal) == 1 for equal in found.values())
    assert all(min(found[lower]) < min(found[higher]) for lower, higher in pairwise(sorted(found)))


class Referee:
    """The score of a match, and the steps that it may take; ``moved`` is the last step as a text."""

    def __init__(self, settings: Mapping[str, Any]) -> None:
        self.settings = settings
        self.scores, self.rounds = [0, 0], 0
        self.used: set[frozenset[int]] = set()  # dominoes
        self.moved = ""

    def match(self) -> Steps:
        dealer = {"first": 0, "second": 1}.get(self.settings["first_dealer"], -1)
        if dealer < 0:
            yield (CHANCE,)
            dealer = int(self.moved.split()[1]) - 1
        while True:
            rolls = yield from self.round(dealer)
            own, other = map(worth, rolls)
            winner = -1 if own == other else int(other > own)
            self.score(winner)
            limit = self.settings["rounds"]
            if self.rounds == limit if limit else max(self.scores) == 5:
                return
            if winner >= 0 and self.settings["next_dealer"] != "alternate":
                dealer = winner if self.settings["next_dealer"] == "winner" else 1 - winner
            elif winner >= 0 or self.settings["ties"] != "replay":
                dealer = 1 - dealer
            if self.settings["shuffle"] == "every_round" or 55 - len(self.used) < 5 + 4 * self.settings["cover"]:
                self.used.clear()

    def score(self, winner: Player) -> None:
        ties = self.settings["ties"]
        self.rounds += winner >= 0 or ties != "replay"
        for seat in (0, 1):
            self.scores[seat] += winner == seat or (winner < 0 and ties == "both_score")

    def round(self, dealer: Player) -> Generator[tuple[Player, ...], None, list[tuple[int, ...]]]:
        """The rolls in the end."""
        rolls: list[list[int]] = [[], []]
        for _ in range(5):
            upper, lower = yield from self.flip()
            rolls[1 - dealer].append(upper)
            rolls[dealer].append(lower)
        for player in (1 - dealer, dealer, 1 - dealer, dealer):
            yield (player,)
            dice = self.moved.split()[1:]
            assert len(dice) <= self.settings["cover"]
            for die in dice:
                rolls[player][int(die) - 1], _ = yield from self.flip()
        return [tuple(roll) for roll in rolls]

    def flip(self) -> Generator[tuple[Player, ...], None, tuple[int, int]]:
        yield (CHANCE,)
        upper, lower = map(int, self.moved.split()[1].split("-"))
        assert frozenset((upper, lower)) not in self.used
        self.used.add(frozenset((upper, lower)))
        return upper, lower


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_match_is_scored_as_by_a_referee_who_reads_the_record(seed: int) -> None:
    rng = Random(seed)
    # Four of a kind and the other dice have tests of their own: the referee knows the table as it is printed.
    open_options = [option for option in Flexdeck.options if option.name not in ("four", "criteria", "rounds", "cover")]
    chosen = {option.name: rng.choice(option.choices) for option in open_options}
    game = Flexdeck(**chosen, rounds=rng.choice([0, 0, 4]), cover=rng.choice([1, 2, 3, 3, 5]))
    referee, state = Referee(game.settings), game.initial_state()
    for acting in referee.match():
        state = after_moments(game, state)
        assert (list(state.scores), game.players_to_act(state)) == (referee.scores, acting)
        action = game.draw(state, rng) if acting == (CHANCE,) else rng.choice(game.legal_actions(state, acting[0]))
        referee.moved = game.text(action)
        state = game.play(state, acting[0], action)
    state = game.play(state, CHANCE, game.draw(state, rng))  # the last rolls are compared
    assert (list(state.scores), game.players_to_act(state)) == (referee.scores, ())
    own, other = referee.scores
    assert game.returns(state)[0] == (own > other) - (own < other)
