"""Decks of many ranks, whose sets of ranks are not listed: counted by blocks of ranks, ranked by codes."""

import functools
import itertools
import math
from typing import Any

import numpy as np
import pytest

from cardwright import games
from cardwright.cardroom.workbench import analysis
from cardwright.errors import BadCount, BadDeclaration, EmptyCategory, UncoveredHand
from cardwright.ranking import declaration as declarations
from cardwright.ranking import load
from cardwright.ranking.derivation import derive
from cardwright.ranking.equity import equity
from cardwright.ranking.halves import MAX_PLACES, divide, half
from cardwright.ranking.hands_table import best_examples
from cardwright.ranking.lint import lint
from cardwright.ranking.outs import reachable
from cardwright.ranking.ranking import Ranking
from cardwright.ranking.rarity import fix
from support import reference
from support.hands import dealt
from support.playouts import played_by_bots

POKER = """
[[category]]
name = "Straight flush"
run = 5
same = "suit"
[[category]]
name = "Four of a kind"
kinds = [4, 1]
[[category]]
name = "Full house"
kinds = [3, 2]
[[category]]
name = "Flush"
same = "suit"
[[category]]
name = "Straight"
run = 5
[[category]]
name = "Three of a kind"
kinds = [3, 1, 1]
[[category]]
name = "Two pair"
kinds = [2, 2, 1]
[[category]]
name = "One pair"
kinds = [2, 1, 1, 1]
[[category]]
name = "High card"
"""


def deck_of(ranks: int, suits: str) -> str:
    names = " ".join(f"r{number}" for number in range(1, ranks + 1))
    return f'name = "Many ranks"\n[deck]\nranks = "{names}"\nsuits = "{suits}"\n'


@functools.cache
def many() -> Ranking:
    return load(deck_of(64, "c d h s") + POKER)


def in_order(ranking: Ranking, hands: np.ndarray) -> None:
    """Strengths order hands as the slow reference does, ties included."""
    keys = [reference.strength_key(ranking.declaration, tuple(hand)) for hand in hands.tolist()]
    place = {key: number for number, key in enumerate(sorted(set(keys)))}
    strengths = ranking.strengths(hands).tolist()
    of_strength = {strength: number for number, strength in enumerate(sorted(set(strengths)))}
    assert [of_strength[strength] for strength in strengths] == [place[key] for key in keys]


def poker_counts(ranks: int) -> tuple[int, ...]:
    """The counts of a deck of four suits, by binomials; no rank is both low and high."""
    runs, sets = ranks - 4, math.comb(ranks, 5)
    pair_and_three = ranks * 6 * math.comb(ranks - 1, 3) * 4**3
    return (
        runs * 4,
        ranks * (ranks - 1) * 4,
        ranks * 4 * (ranks - 1) * 6,
        (sets - runs) * 4,
        runs * (4**5 - 4),
        ranks * 4 * math.comb(ranks - 1, 2) * 4**2,
        math.comb(ranks, 2) * 6**2 * (ranks - 2) * 4,
        pair_and_three,
        (sets - runs) * (4**5 - 4),
    )


def test_64_ranks_are_counted_exactly() -> None:
    found = many().frequencies()
    assert found.categories == poker_counts(64)
    assert found.total == math.comb(256, 5)
    assert found.strengths == ()
    with pytest.raises(BadCount, match="with this number of ranks only hands of 5 cards are counted"):
        many().frequencies(7)


def test_the_same_counts_as_of_a_deck_whose_hands_are_listed() -> None:
    listed = load(deck_of(32, "c d h s") + POKER)
    assert not listed.declaration.by_code
    assert listed.frequencies().categories == poker_counts(32)


def test_seven_cards_of_16_ranks_are_counted_exactly() -> None:
    """No rank is both low and high, so a run of seven begins at one of ten ranks."""
    lines = {
        "Straight flush": ('run = 7\nsame = "suit"', 10 * 4),
        "Four and three": ("kinds = [4, 3]", 16 * 15 * 4),
        "Flush": ('same = "suit"', (math.comb(16, 7) - 10) * 4),
        "Straight": ("run = 7", 10 * (4**7 - 4)),
        "Three pairs": ("kinds = [2, 2, 2, 1]", math.comb(16, 3) * 6**3 * 13 * 4),
        "Pair": ("kinds = [2, 1, 1, 1, 1, 1]", 16 * 6 * math.comb(15, 5) * 4**5),
        "No pair": ("kinds = [1, 1, 1, 1, 1, 1, 1]", (math.comb(16, 7) - 10) * (4**7 - 4)),
    }
    table = "".join(f'[[category]]\nname = "{name}"\n{fits}\n' for name, (fits, _) in lines.items())
    ranking = load("size = 7\n" + deck_of(16, "c d h s") + table + '[[category]]\nname = "The rest"\n')
    assert not ranking.declaration.by_code
    found = ranking.frequencies()
    assert found.categories[:-1] == tuple(count for _, count in lines.values())
    assert found.total == sum(found.categories) == math.comb(64, 7)


def test_strengths_are_in_the_order_of_the_reference() -> None:
    runs = [[4 * (first + n) for n in range(5)] for first in range(60)]
    pairs = [[0, 1, first, first + 4, first + 8] for first in range(4, 240, 7)]
    in_order(many(), np.concatenate([dealt(many(), 5, 1_500), np.array(runs, np.uint8), np.array(pairs, np.uint8)]))


TWINS = """
[[category]]
name = "Straight"
run = 5
[[category]]
name = "Twins"
kinds = [2, 2, 1]
[[category]]
name = "The rest"
"""


@pytest.mark.parametrize(("ranks", "by_code"), [(38, False), (40, True)])
def test_the_best_of_more_cards_is_the_best_of_its_hands(ranks: int, by_code: bool) -> None:
    ranking = load(deck_of(ranks, "c d") + TWINS)
    assert (ranking.compiled.by_table, ranking.declaration.by_code) == (False, by_code)
    in_order(ranking, dealt(ranking, 5, 500))
    hands = dealt(ranking, 9, 60)
    for hand, best, with_hole in zip(
        hands.tolist(), ranking.strengths(hands[:, :7]), ranking.strengths_with_hole(hands[:, :4], hands[:, 4:])
    ):
        assert best == ranking.strength(hand[:7]) == max(map(ranking.strength, itertools.combinations(hand[:7], 5)))
        ours, theirs = itertools.combinations(hand[:4], 2), itertools.combinations(hand[4:], 3)
        assert with_hole == max(ranking.strength(one + other) for one, other in itertools.product(ours, theirs))


def test_ranks_of_unequal_numbers_of_cards_are_divided_where_both_halves_are_small() -> None:
    """Of the 26 ranks of a tarot deck eleven are one card each: thirteen and thirteen have no room for seven cards."""
    tarot = load("tarot-four")
    assert divide((4,) * 13 + (0,), 7) == 7
    assert not tarot.layout(7).by_hands
    rows = dealt(tarot, 7, 200)
    hands = np.array(list(itertools.combinations(range(7), 4)))
    assert (
        tarot.strengths(rows).tolist()
        == tarot.strengths(rows[:, hands].reshape(-1, 4)).reshape(200, -1).max(axis=1).tolist()
    )


@pytest.mark.parametrize("copies", [(2, 2, 2, 2, 2), (1, 3, 1, 2, 4, 1), (4, 1, 0, 1, 2), (0, 3, 3, 1, 2)])
def test_weights_are_the_smallest_that_keep_sums_distinct(copies: tuple[int, ...]) -> None:
    """The search for a weight goes on from those of ranks with no more copies."""
    most, weights, sums = 4, list[int](), [(0, 0)]  # of cards, and of their weights
    for number in copies:
        for weight in itertools.count(1 if number else 0):
            grown = [(n + k, total + k * weight) for n, total in sums for k in range(number + 1) if n + k <= most]
            if len({total for _, total in grown}) == len(grown):
                break
        weights.append(weight)
        sums = grown
    assert half(copies, most, MAX_PLACES).weights == tuple(weights)


def test_a_strength_is_described_and_is_above_a_share_of_random_hands() -> None:
    strength = many().strength("r9c r9d r9h r9s r64c")
    assert many().describe(strength) == "four of a kind, r9s, r64"
    assert many().category(strength).name == "Four of a kind"
    assert many().beats(strength) == 1
    pair = many().strength("r2c r2d r3h r4s r5c")
    assert float(many().beats(pair)) == pytest.approx(0.88279, abs=0.01)
    assert many().shares_beaten(np.array([pair])).tolist() == [float(many().beats(pair))]
    assert [many().categories[line].name for line in many().compiled.lines_from(pair)][-1] == "One pair"


def test_examples_of_each_line_are_in_it() -> None:
    for index, hand in enumerate(best_examples(many())):
        assert many().category_index(many().strength(hand)) == index
    assert many().deck.text_of(best_examples(many())[0]) == "r64c r63c r62c r61c r60c"


def test_lint_and_the_order_by_rarity() -> None:
    found = {finding.kind for finding in lint(many().declaration)}
    assert found == {"rarity", "overlap"}
    assert [str(move) for move in fix(many().declaration).moves][:1] == [
        "Straight goes above Full house: 61,200 against 96,768"
    ]
    straight = next(each for each in derive(many().declaration) if each.category == "Straight")
    assert straight.reasons == ("61,440 hands fit", "- 240 of Straight flush")


def test_a_gap_and_an_empty_line_are_found() -> None:
    rest = POKER.removesuffix('[[category]]\nname = "High card"\n')
    with pytest.raises(UncoveredHand, match="no category takes the hand r64"):
        load(deck_of(64, "c d h s") + rest)
    with pytest.raises(EmptyCategory, match="every hand that fits it belongs to another category"):
        load(deck_of(64, "c d h s") + POKER + '[[category]]\nname = "Never"\nsame = "suit"\n')


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"deck": {"ranks": deck_of(256, "c").split('"')[3]}}, "may have .* strengths; at most 2,147,483,647"),
        ({"category": [{"name": "a", "run": 2}, {"name": "b"}]}, "make .* hands with a run; at most 1,000,000"),
        ({"category": [{"name": "a", "total": 9}, {"name": "b"}]}, "hands that the lines distinguish; at most 100,000"),
        ({"size": 12}, "may have .* strengths; at most 2,147,483,647"),
        (
            {
                "size": 13,
                "deck": {"ranks": deck_of(120, "c").split('"')[3]},
                "category": [{"name": "a", "tie": "none"}],
            },
            "classes of hands; at most 4,503,599,627,370,496",
        ),
    ],
)
def test_what_is_too_large_is_refused_with_the_number(changed: dict[str, Any], why: str) -> None:
    ranks = [{"text": f"r{number}", "value": number} for number in range(64)]
    raw = {"name": "n", "deck": {"ranks": ranks, "suits": "c d"}, "category": [{"name": "a"}]}
    assert declarations.from_table(raw).by_code
    with pytest.raises(BadDeclaration, match=why):
        declarations.from_table(raw | changed)


def test_equity_and_outs() -> None:
    hands, board = [many().cards("r64c r64d"), many().cards("r1h r2h")], many().cards("r3h r40h r9s r30c")
    rest = [card for card in range(256) if card not in {*hands[0], *hands[1], *board}]
    won = sum(many().strength((*hands[1], *board, card)) > many().strength((*hands[0], *board, card)) for card in rest)
    found = equity(many(), hands, board, to_board=1)
    assert (found.deals, float(found.hands[1].share)) == (len(rest), won / len(rest))
    sampled = equity(many(), hands, board[:3], to_board=2, samples=3_000, seed=1)
    assert 0 < float(sampled.hands[1].share) < 1
    names = [line.name for line in many().categories]
    lines = reachable(many(), hands[1], board, to_board=1)
    assert {names[line] for line in lines.possible} == {"Flush", "One pair", "High card"}
    assert lines.held is not None
    assert names[lines.held] == "High card"
    with pytest.raises(BadCount, match="ways to deal the cards to come are too many"):
        reachable(many(), hands[0], to_board=5)


@pytest.mark.parametrize(
    ("variant", "bot"),
    [("texas-holdem", "basic"), ("omaha-hilo", "fast"), ("five-card-draw", "expert"), ("seven-card-stud", "caller")],
)
def test_bots_play_a_deal(variant: str, bot: str) -> None:
    game = games.create("poker", ranking=deck_of(40, "c d h s") + POKER, variant=variant, players=3, deals=1)
    assert sum(game.returns(played_by_bots(game, bot, 1))) == 0


def test_the_workbench_shows_it() -> None:
    text = deck_of(40, "c d h s") + POKER
    study = analysis.study(text, "")
    assert [line.count for line in study.lines] == list(poker_counts(40))
    more = analysis.more(text, seed=1)
    assert (more.refused, len(more.dealt), more.ties) == ("", analysis.DEALT_HANDS_COUNT, ())
    assert "texas-holdem" in dict(more.variants)["Deal more cards"]
    assert all(hand.beats.startswith("about ") for hand in more.dealt)
