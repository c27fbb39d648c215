"""Flexdeck: what the bots lose in a round, in the chance to win less the chance to lose, at an even score.

Rounds are played by the bot on both sides. In the non-dealer's and the dealer's first turn each covering that may be
best is valued by counted dominoes: sampled flips, the same ones for all coverings, with the last two turns behind
them, the dealer's last throw taken from the dominoes left before the non-dealer's. The values with independent dice,
whose means are known exactly, are control variates. The best covering is looked for with half of the flips and valued
with the other half, and the other way round: so noise cannot make the loss look larger, and hides of it at most what
the search for the best covering misses. "At most" counts the best covering of all flips, which noise can only make too
large. In the last two turns nothing is lost.
"""

import functools
from collections.abc import Callable
from itertools import combinations_with_replacement
from math import perm
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardwright.game import CHANCE
from cardwright.games import create_bot
from cardwright.games.flexdeck import deck
from cardwright.games.flexdeck.actions import Cover
from cardwright.games.flexdeck.odds.choices import ROLLS, list_keeps, strengths
from cardwright.games.flexdeck.odds.fair_dice import SolvedRound, nearest_tie_share, roll_index
from cardwright.games.flexdeck.odds.match import stakes
from cardwright.games.flexdeck.rules import Flexdeck
from cardwright.games.flexdeck.scoring import DICE_COUNT
from cardwright.games.flexdeck.state import FlexdeckView
from cardwright.games.flexdeck.throws import Dice, arrangements
from cardwright.standard_error import NORMAL_95_FACTOR

BOTS = ("expert", "basic")
ROUNDS_COUNT = 60
FLIPS_COUNT = 100
SEED = 1
WITHIN = 0.03  # of the best covering by independent dice: the others are not valued
FIRST_TURNS = (0, 1)

Values = NDArray[np.float64]
solved = functools.lru_cache(SolvedRound)


class Tables(NamedTuple):
    """The rolls after each keep and throw, and the strength of each roll."""

    throws: tuple[tuple[Dice, ...], ...]
    after: dict[Dice, NDArray[np.intp]]
    strength: NDArray[np.intp]
    strengths_count: int


def tables(game: Flexdeck) -> Tables:
    """Return the tables of a game."""
    throws = tuple(
        tuple(combinations_with_replacement(range(deck.VALUE_COUNT), n)) for n in range(game.max_covered + 1)
    )
    held = [
        kept
        for n in range(game.max_covered + 1)
        for kept in combinations_with_replacement(range(deck.VALUE_COUNT), DICE_COUNT - n)
    ]
    after = {kept: np.array([roll_index(kept + new) for new in throws[DICE_COUNT - len(kept)]]) for kept in held}
    known = strengths(game.table)
    _, strength = np.unique([known[roll] for roll in ROLLS], return_inverse=True)
    return Tables(throws, after, strength, int(strength.max()) + 1)


class Round:
    """The values of one round's coverings by counted dominoes; ``tie`` is the dealer's share of a tie."""

    def __init__(self, game: Flexdeck, known: Tables, tie: float) -> None:
        self.game, self.known, self.tie = game, known, tie
        fair = solved(game.table, game.max_covered, nearest_tie_share(tie))
        self.before_last, self.before_reply = fair.non_dealers_last.values, fair.dealers_first.values.T

    def chances(self, unseen: tuple[int, ...]) -> list[Values]:
        """Return the chances of all throws of 0, 1, ... dice."""
        shows = np.zeros((len(unseen), deck.VALUE_COUNT))
        for place, domino in enumerate(unseen):
            for half in deck.HALVES[domino]:
                shows[place, half] += 1
        one, two = shows.sum(0), shows.T @ shows
        three = np.einsum("na,nb,nc->abc", shows, shows, shows)
        ordered = [np.ones(()), one, np.outer(one, one) - two]
        pairs = np.einsum("a,bc->abc", one, two)
        ordered.append(
            np.einsum("a,b,c->abc", one, one, one)
            - pairs
            - pairs.transpose(1, 0, 2)
            - pairs.transpose(1, 2, 0)
            + 2 * three
        )
        return [
            np.array([ordered[n][new] * arrangements(new) for new in self.known.throws[n]])
            / (perm(len(unseen), n) << n)
            for n in range(self.game.max_covered + 1)
        ]

    def last_two(self, non_dealer: Dice, dealer: Dice, unseen: tuple[int, ...]) -> float:
        """Return the dealer's share before the non-dealer's last turn."""
        chances, known = self.chances(unseen), self.known
        best = np.zeros(known.strengths_count)
        for kept in list_keeps(dealer, self.game.max_covered):
            throws = chances[DICE_COUNT - len(kept)]
            made = np.bincount(known.strength[known.after[kept]], throws, known.strengths_count)
            np.maximum(best, np.cumsum(made[::-1])[::-1] - (1 - self.tie) * made, out=best)
        replies = best[known.strength]
        return min(
            float(replies[known.after[kept]] @ chances[DICE_COUNT - len(kept)])
            for kept in list_keeps(non_dealer, self.game.max_covered)
        )

    def means(self, roll: Dice, unseen: tuple[int, ...], row: Values) -> dict[Dice, float]:
        """Return the mean of the values of the rolls that each keep leads to."""
        chances = self.chances(unseen)
        return {
            kept: float(row[self.known.after[kept]] @ chances[DICE_COUNT - len(kept)])
            for kept in list_keeps(roll, self.game.max_covered)
        }

    def second(self, kept: Dice, theirs: Dice, unseen: tuple[int, ...], rng: Random) -> float:
        """Return one sample, less that by independent dice, of the dealer's share after the dealer's first cover."""
        roll, rest = flipped(kept, unseen, rng)
        return self.last_two(theirs, roll, rest) - float(self.before_last[roll_index(theirs), roll_index(roll)])

    def first(self, kept: Dice, theirs: Dice, unseen: tuple[int, ...], rng: Random) -> float:
        """Return the same after the non-dealer's first cover, the dealer covering as the expert does."""
        roll, rest = flipped(kept, unseen, rng)
        means = self.means(theirs, rest, self.before_last[roll_index(roll)])
        cover = max(means, key=means.__getitem__)
        known = float(self.before_reply[roll_index(roll), roll_index(theirs)])
        return means[cover] - known + self.second(cover, roll, rest, rng)


def flipped(kept: Dice, unseen: tuple[int, ...], rng: Random) -> tuple[Dice, tuple[int, ...]]:
    """Return the roll after flips, and the dominoes that are left."""
    rest = rng.sample(unseen, len(unseen))
    new = [rng.choice(deck.HALVES[rest.pop()]) for _ in range(DICE_COUNT - len(kept))]
    return tuple(sorted((*kept, *new))), tuple(rest)


def losses(game: Flexdeck, known: Tables, view: FlexdeckView, chosen: Dice, seed: int) -> tuple[float, float]:
    """Return what a covering loses, by halves of the flips and at most."""
    dealing = view.player == view.dealer
    share = stakes(game, view).tie_share
    valued = Round(game, known, float(share if dealing else 1 - share))
    roll, theirs = (tuple(sorted(view.roll(seat))) for seat in (view.player, 1 - view.player))
    table = valued.before_last if dealing else valued.before_reply.T
    sign = 1 if dealing else -1
    means = {kept: sign * value for kept, value in valued.means(roll, view.unseen, table[roll_index(theirs)]).items()}
    close = [kept for kept, value in means.items() if value >= max(means.values()) - WITHIN or kept == chosen]
    sample = valued.second if dealing else valued.first
    found = np.array(
        [
            [
                means[kept] + sign * sample(kept, theirs, view.unseen, Random(seed * FLIPS_COUNT + flip))
                for flip in range(FLIPS_COUNT)
            ]
            for kept in close
        ]
    )
    less = found - found[close.index(chosen)]
    halves = [less[:, ::2].mean(1), less[:, 1::2].mean(1)]
    crossed = np.mean([other[one.argmax()] for one, other in (halves, halves[::-1])])
    return 2 * float(crossed), 2 * float(less.mean(1).max())


def measured(bot: str) -> dict[int, Values]:
    """Return the losses by turn in rounds that a bot plays with itself."""
    game, rng = Flexdeck(rounds=1), Random(SEED)
    known, player = tables(game), create_bot(bot, game, rng)
    found: dict[int, list[tuple[float, float]]] = {turn: [] for turn in FIRST_TURNS}
    for number in range(ROUNDS_COUNT):
        state = game.initial_state()
        while (to_act := game.players_to_act(state)) and state.turn <= FIRST_TURNS[-1]:
            if to_act[0] == CHANCE:
                state = game.apply(state, CHANCE, game.draw(state, rng))
                continue
            view = game.view(state, to_act[0])
            cover = player.advise(view).action
            assert isinstance(cover, Cover)
            kept = tuple(sorted(value for die, value in enumerate(view.roll(view.player)) if die not in cover.dice))
            found[view.turn].append(losses(game, known, view, kept, number))
            state = game.apply(state, to_act[0], cover)
    return {turn: np.array(each) for turn, each in found.items()}


def measures() -> dict[str, tuple[Callable[[], int], str]]:
    """Return no measure of speed."""
    return {}


def facts() -> dict[str, list[tuple[str, ...]]]:
    """Return the losses of the bots."""
    rows: list[tuple[str, ...]] = [("bot", "turn", "rounds", "lost", "at most")]
    for bot in BOTS:
        by_turn = measured(bot)
        by_turn[-1] = sum(by_turn.values())  # type: ignore[assignment]
        names = {0: "non-dealer's first", 1: "dealer's first", -1: "round"}
        for turn, values in by_turn.items():
            margins = NORMAL_95_FACTOR * values.std(0, ddof=1) / len(values) ** 0.5
            shown = (f"{mean:.4f} ± {margin:.4f}" for mean, margin in zip(values.mean(0), margins))
            rows.append((bot, names[turn], str(len(values)), *shown))
    return {"Lost in a round": rows}
