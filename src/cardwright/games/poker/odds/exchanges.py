"""The value of an exchange of cards: the share of all hands that the new hand beats on average."""

import math
from collections.abc import Sequence
from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

from cardwright.games.poker.actions import Draw
from cardwright.games.poker.cards.dice import DiceRanking
from cardwright.games.poker.odds.words import Share
from cardwright.games.poker.rules import Poker
from cardwright.games.poker.scoring import ranking_of
from cardwright.games.poker.state import PokerView
from cardwright.ranking import Ranking
from cardwright.standard_error import mean_error

MAX_REPLACEMENTS = 2_000  # ways to replace exchanged cards that are tried, where there are more


def draw_shares(game: Poker, view: PokerView, choices: Sequence[Draw], seed: int) -> dict[Draw, Share]:
    """Return for each exchange the share of all hands that the new hand beats on average."""
    ranking = ranking_of(game.setup, "")
    hand = view.down[view.player]
    if isinstance(ranking, DiceRanking):
        return {choice: _reroll_share(ranking, hand, choice, seed) for choice in choices}
    seen = {*hand, *view.thrown[view.player], *view.board, *(card for up in view.up for card in up)}
    unseen = np.array(game.deck.without(seen), np.uint8)
    rng, max_count = np.random.default_rng(seed), max(len(choice.cards) for choice in choices)
    replacements = {count: _replacements(unseen, count, rng) for count in range(max_count + 1)}
    return {choice: _share_beaten(ranking, hand, choice, replacements[len(choice.cards)]) for choice in choices}


def _replacements(unseen: NDArray[np.uint8], count: int, rng: np.random.Generator) -> tuple[NDArray[np.uint8], bool]:
    """Return cards that may come for those exchanged: all ways if they are few, else some; and whether it is all."""
    count = min(count, len(unseen))
    if math.comb(len(unseen), count) <= MAX_REPLACEMENTS:
        all_ways = list(combinations(unseen.tolist(), count))
        return np.array(all_ways, np.uint8).reshape(len(all_ways), count), True
    return unseen[rng.random((MAX_REPLACEMENTS, len(unseen))).argsort(axis=1)[:, :count]], False


def _reroll_share(ranking: DiceRanking, hand: tuple[int, ...], choice: Draw, seed: int) -> Share:
    """Return the share of all throws that a hand beats after some dice are rolled again."""
    dice = [list(die) for die in ranking.dice if any(card in die for card in choice.cards)]
    is_exhaustive = math.prod(map(len, dice)) <= MAX_REPLACEMENTS
    if is_exhaustive:
        cards = np.array(list(product(*dice)), np.uint8)
    else:
        rng = np.random.default_rng(seed)
        cards = np.column_stack([rng.choice(np.array(die, np.uint8), MAX_REPLACEMENTS) for die in dice])
    return _share_beaten(ranking, hand, choice, (cards, is_exhaustive))


def _share_beaten(ranking: Ranking, hand: tuple[int, ...], choice: Draw, new: tuple[NDArray[np.uint8], bool]) -> Share:
    cards, is_exhaustive = new
    kept = np.array([card for card in hand if card not in choice.cards], np.uint8)
    rows = np.concatenate([np.broadcast_to(kept, (len(cards), len(kept))), cards], axis=1)
    beaten = ranking.shares_beaten(ranking.strengths(np.ascontiguousarray(rows), trusted=True))
    return Share(float(beaten.mean()), 0.0 if is_exhaustive else mean_error(beaten))
