"""Tables that look at single cards, classes and some of a hand's cards, against the slow reference."""

import itertools
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from cardwright.ranking import declaration as declarations
from cardwright.ranking import lint, reference
from cardwright.ranking.evaluator import Ranking

SIZES = {1: [[1]], 2: [[1, 1], [2]], 3: [[1, 1, 1], [2, 1], [3]]}


@st.composite
def by_card_tables(draw: st.DrawFn) -> dict[str, Any]:
    ranks, suits = "ABCDE"[: draw(st.integers(2, 4))], "wxyz"[: draw(st.integers(2, 3))]
    size = draw(st.integers(2, 3))
    deck: dict[str, Any] = {
        "ranks": [{"text": rank, "value": draw(st.integers(0, 3))} for rank in ranks],
        "suits": [{"text": suit, "colour": "light" if suit in "wy" else "dark"} for suit in suits],
    }
    if draw(st.integers(0, 3)) == 0:
        deck["packs"] = 2
    elif draw(st.integers(0, 3)) == 0:
        deck["cards"] = [
            f"{ranks[0]} of {' '.join(suits)}",
            f"{' '.join(ranks)} of {suits[0]}",
            f"{' '.join(ranks)} of x",
        ]
    order = [*ranks, *ranks[: draw(st.integers(0, 1))]]
    lines = [draw(by_card_lines(name, list(ranks), list(suits), size)) for name in ("Apple", "Pear", "Plum")]
    return {
        "name": "Made up",
        "size": size,
        "order": order,
        "low": draw(st.booleans()),
        "deck": deck,
        "category": [*lines, {"name": "Rest"}],
    }


@st.composite
def by_card_lines(draw: st.DrawFn, name: str, ranks: list[str], suits: list[str], size: int) -> dict[str, Any]:
    line: dict[str, Any] = {"name": name}
    number = size
    if draw(st.booleans()):
        line["cards"] = number = draw(st.integers(1, size - 1))
    facet = st.sampled_from(["suit", "colour", "card"])
    form = draw(st.integers(0, 4))
    if form == 0:
        line["classes"] = {draw(facet): draw(st.sampled_from(SIZES[number]))}
    elif form == 1:
        line["different"] = draw(facet)
    elif form == 2:
        words = draw(
            st.lists(st.sampled_from([*suits, "light", "dark", ranks[0], ranks[0] + "w"]), min_size=1, max_size=2)
        )
        line["holds"] = [f"{draw(st.sampled_from(['at most ', 'exactly ', '']))}1 of {' '.join(words)}"]
    elif form == 3:
        line["same"] = draw(st.sampled_from(["suit", "colour"]))
    if draw(st.booleans()) and number > 1:
        line["run"] = 2
    ties = [*draw(st.sampled_from([["ranks"], ["first"], ["total"], []])), *draw(st.sampled_from([["suit"], []]))]
    if "cards" in line and draw(st.booleans()):
        ties.insert(len(ties) - ("suit" in ties), "rest")
    return line | {"tie": ties or "none"}


@settings(max_examples=60, deadline=None)
@given(by_card_tables(), st.randoms(use_true_random=False))
def test_on_any_table_that_looks_at_single_cards_the_two_readings_agree(raw: dict[str, Any], rng: Random) -> None:
    declared = declarations.from_table(raw, "made-up")
    counts = lint.count(declared)
    every = list(itertools.combinations(range(declared.deck.size), declared.size))
    assert counts.total == len(every)
    keys = {hand: reference.strength_key(declared, hand) for hand in every}
    last = len(declared.categories) - 1
    for index in range(last + 1):
        assert counts.taken[index] == sum(key[0] == last - index for key in keys.values())
    used = {last - key[0] for key in keys.values()}
    names = [line.name for index, line in enumerate(declared.categories) if index in used]
    ranking = Ranking(declarations.from_table(raw | {"category": [c for c in raw["category"] if c["name"] in names]}))
    some = rng.sample(every, min(len(every), 40))
    strengths = {hand: ranking.strength(hand) for hand in some}
    for one, other in itertools.pairwise(sorted(some, key=keys.__getitem__)):
        assert (keys[one] == keys[other]) == (strengths[one] == strengths[other])
        assert strengths[one] <= strengths[other]
    for strength in strengths.values():
        assert ranking.describe(strength)
    if declared.deck.size > declared.size:
        more = tuple(rng.sample(range(declared.deck.size), declared.size + 1))
        best = max(keys[tuple(sorted(hand))] for hand in itertools.combinations(more, declared.size))
        assert ranking.category(ranking.strength(more)).name == declared.categories[last - best[0]].name
