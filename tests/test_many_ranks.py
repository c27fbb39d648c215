"""Decks of so many ranks that the sets of ranks are not listed: counted by blocks of ranks, ranked by codes."""

import itertools
import math
from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardwright import games
from cardwright.cardroom import workbench
from cardwright.errors import BadCount, BadDeclaration, EmptyCategory, UncoveredHand
from cardwright.ranking import Declaration, classify, lint, load, reference
from cardwright.ranking import declaration as declarations
from cardwright.ranking.by_block import HandsByBlock
from cardwright.ranking.by_rank import HandsByRank
from cardwright.ranking.derivation import derive
from cardwright.ranking.equity import equity
from cardwright.ranking.evaluator import Ranking
from cardwright.ranking.outs import reachable
from cardwright.ranking.rarity import fix
from cardwright.ranking.survey import survey
from support.declarations import small_declarations
from support.playouts import played_by_bots

FORTY = " ".join(f"r{number}" for number in range(1, 41))
MANY = f"""
name = "Forty ranks"
[deck]
ranks = "{FORTY}"
suits = "a b"
[[category]]
name = "Straight"
run = 5
[[category]]
name = "Flush"
same = "suit"
[[category]]
name = "Pairs of the top"
holds = "2 of r38 r39 r40"
kinds = [[2, 2, 1], [2, 1, 1, 1]]
[[category]]
name = "Pairs"
kinds = [[2, 2, 1], [2, 1, 1, 1]]
[[category]]
name = "The rest"
"""


def without_listing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(classify, "MAX_HAND_CLASSES", 0)


def hands_of(ranking: Ranking, cards: int, number: int) -> np.ndarray:
    rng = Random(1)
    return np.array([rng.sample(range(ranking.deck.size), cards) for _ in range(number)], np.uint8)


def plain(declaration: Declaration) -> bool:
    return not (declaration.dice or declaration.wilds)


@settings(max_examples=200, deadline=None)
@given(small_declarations().filter(plain))
def test_blocks_count_what_all_sets_of_ranks_count(declaration: Declaration) -> None:
    listed, by_block = HandsByRank(declaration), HandsByBlock(declaration)
    found = {(kind.fits, kind.taker): kind for kind in by_block.kinds()}
    assert {key: kind.number for key, kind in found.items()} == {
        (kind.fits, kind.taker): kind.number for kind in listed.kinds()
    }
    for fits, taker in found:
        for place in (found[fits, taker].first, found[fits, taker].last):
            hand = by_block.hand(place)
            value = declarations.classify(declaration, *hand)
            assert (value[0] if value else -1) == taker
            assert declarations.matching_categories(declaration, *hand) == fits
    assert set(by_block.best()) == set(listed.best())


@settings(max_examples=100, deadline=None)
@given(small_declarations().filter(plain), st.randoms(use_true_random=False))
def test_codes_are_in_the_order_of_the_slow_twin(declaration: Declaration, rng: Random) -> None:
    with pytest.MonkeyPatch.context() as patch:
        without_listing(patch)
        declared = declarations.from_table(declarations.table("standard") | {}, "x") and _again(declaration)
        assert declared.by_code
        try:
            ranking = Ranking(declared)
        except (UncoveredHand, EmptyCategory):
            assert {finding.kind for finding in lint.lint(declaration)} & {"uncovered", "empty"}
            return
    hands = list(itertools.combinations(range(declared.deck.size), declared.size))
    some = rng.sample(hands, min(len(hands), 60))
    keys = [reference.strength_key(declaration, hand) for hand in some]
    strengths = ranking.strengths(some).tolist()
    for (one, low), (other, high) in itertools.combinations(zip(keys, strengths, strict=True), 2):
        assert (one > other, one < other) == (low > high, low < high)
    for hand, strength in zip(some, strengths, strict=True):
        assert ranking.strength(hand) == strength
        assert ranking.value(strength) == Ranking(declaration).value(Ranking(declaration).strength(hand))
