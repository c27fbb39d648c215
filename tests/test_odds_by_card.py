"""Outs, equity and games with tables that look at single cards."""

import itertools
from fractions import Fraction
from random import Random

import numpy as np
import pytest

from cardwright import games
from cardwright.errors import BadCount, BadDeclaration, BadOption
from cardwright.ranking import Ranking, declaration, load
from cardwright.ranking.equity import counting, equity, ranges
from cardwright.ranking.equity.question import EquityQuestion, HandRules
from cardwright.ranking.equity.row_showdown import RowShowdown
from cardwright.ranking.equity.sampling import sample_deals
from cardwright.ranking.outs import reachable, row_search, runouts
from support import reference
from support.playouts import played_by_bots

RAINBOW = Ranking(
    declaration.parse(
        """
        name = "Rainbow"
        size = 3
        deck = { ranks = "1 2 3 4 5", suits = "r g b" }
        category = [
            { name = "Flush", same = "suit" },
            { name = "Rainbow run", run = 3, different = "suit" },
            { name = "Triplet", kinds = [3] },
            { name = "Two of a suit", cards = 2, same = "suit", tie = ["ranks", "rest"] },
            { name = "Pair", kinds = [2, 1] },
            { name = "The rest" },
        ]
        """
    )
)


@pytest.mark.parametrize("from_hole", [None, 2])
def test_the_best_of_more_cards_is_as_the_reference_has_it(from_hole: int | None) -> None:
    rng = Random(1)
    deals = np.array([rng.sample(range(RAINBOW.deck.size), 6) for _ in range(60)], np.uint8)
    if from_hole is None:
        found = RAINBOW.strengths(deals)
        keys = [reference.strength_key(RAINBOW.declaration, cards) for cards in deals.tolist()]
    else:
        found = RAINBOW.strengths_with_hole(deals[:, :3], deals[:, 3:], from_hole)
        keys = [
            max(
                reference.strength_key(RAINBOW.declaration, (*ours, theirs))
                for ours in itertools.combinations(cards[:3], 2)
                for theirs in cards[3:]
            )
            for cards in deals.tolist()
        ]
    order = sorted(range(len(keys)), key=keys.__getitem__)
    assert [int(found[place]) for place in order] == sorted(found.tolist())
    for one, other in itertools.pairwise(order):
        assert (keys[one] == keys[other]) == (found[one] == found[other])


@pytest.mark.parametrize(("exchange", "to_own"), [(0, 2), (2, 0)])
def test_outs_are_those_of_the_reference(exchange: int, to_own: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(2)
    for _ in range(4):
        cards = rng.sample(range(RAINBOW.deck.size), 3 if exchange else 2)
        wanted = reference.reachable(RAINBOW.declaration, cards, (), to_own, 0, exchange=exchange)
        for most in (runouts.MAX_ENUMERATED_RUNOUTS, 0):  # enumerated, and searched for
            monkeypatch.setattr(runouts, "MAX_ENUMERATED_RUNOUTS", most)
            monkeypatch.setattr(runouts, "SAMPLED_RUNOUTS", 3)
            runouts.draw_sample.cache_clear()
            reachable.__globals__["_reachable"].cache_clear()
            found = reachable(RAINBOW, cards, to_own=to_own, exchange=exchange)
            assert found.possible == wanted
        monkeypatch.undo()
    runouts.draw_sample.cache_clear()


def test_outs_before_a_whole_hand_are_searched_for_or_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    soko = load("soko")
    aces = reachable(soko, soko.cards("Ah Ad"), to_board=5)
    assert [soko.categories[line].name for line in range(11) if line not in aces.possible] == ["High card"]
    badugi = load("badugi")
    assert badugi.categories[reachable(badugi, badugi.cards("Ac 2c 3c 4d")).held or 0].name == "Two cards"
    monkeypatch.setattr(row_search, "MAX_LOOKUPS", 10)
    monkeypatch.setattr(row_search, "MAX_BEGINNINGS", 10)
    with pytest.raises(BadCount, match="ways to deal the cards to come are too many"):
        reachable(soko, soko.cards("Kh Kd"), to_board=5)


def test_deals_in_arrays_are_counted_as_the_kernel_counts_them() -> None:
    poker, low = load("standard"), load("standard-low")
    cards = poker.cards("Ah Kh Qs Qd 7h 2c Th 9d")
    known: list[tuple[EquityQuestion, int]] = [
        (EquityQuestion(HandRules(poker), 2, (cards[:2], cards[2:4]), cards[4:7], (), 2), 990),
        (EquityQuestion(HandRules(poker, 2, low, 5_000), 3, (cards[:3], cards[3:6]), cards[6:], (8, 9), 1), 42),
        (EquityQuestion(HandRules(poker, low=low), 7, (cards[:6], cards[6:]), (), tuple(range(10, 43)), 0), 0),
    ]
    for asked, deals in known:
        kernel, tally = counting.showdown(asked)
        kernel.count_deals()
        rows = RowShowdown(asked, np.zeros_like(tally))
        rows.count_deals()
        assert kernel.finish() == rows.finish()
        assert not deals or rows.deals == deals
        assert rows.tally.tolist() == tally.tolist()


def test_equity_of_soko_is_that_of_every_board() -> None:
    soko = load("soko")
    hands, board = (soko.cards("Ah Kh"), soko.cards("Qs Qd")), soko.cards("Qh 7h 2c 3s")
    found = equity(soko, hands, board, to_board=1)
    shares = Fraction(0)
    for card in set(range(52)) - {*hands[0], *hands[1], *board}:
        mine, theirs = (reference.strength_key(soko.declaration, (*hand, *board, card)) for hand in hands)
        shares += Fraction((mine > theirs) * 2 + (mine == theirs), 2)
    assert (found.exact, found.deals, found.hands[0].share) == (True, 44, shares / 44)
    estimate = equity(soko, ["QQ+, AKs", "random", "Ah Kd"], board, to_board=1, samples=4_000)
    assert not estimate.exact
    assert sum(hand.share for hand in estimate.hands) == 1


def test_random_deals_of_ranges_approach_the_exact_equity() -> None:
    soko = load("soko")
    board = soko.cards("Qh 7h 2c 3s")
    asked = ["QQ+, AKs:0.5", "JTs+, 99"]
    exact = equity(soko, asked, board, to_board=1)
    assert exact.exact
    listed = tuple(ranges.parse(text, soko.declaration, 2) for text in asked)
    question = EquityQuestion(HandRules(soko), 2, own=listed, board=board, to_board=1)
    possible = [~np.isin(each.combos, board).any(axis=1) for each in listed]
    question = question.with_hands(
        [ranges.Range(each.combos[keep], each.weights[keep]) for each, keep in zip(listed, possible, strict=True)]
    )
    found = sample_deals(question, 20_000, 7, 1)
    assert found.deals == 20_000
    assert abs(float(found.hands[0].share - exact.hands[0].share)) < 5 * found.hands[0].error


@pytest.mark.parametrize(
    ("ranking", "variant"), [("soko", "texas-holdem"), ("badugi", "omaha"), ("soko", "five-card-draw")]
)
def test_tables_that_look_at_single_cards_are_played(ranking: str, variant: str) -> None:
    game = games.create("poker", ranking=ranking, variant=variant, players=2, deals=1, limit="fixed-limit")
    state = played_by_bots(game, "basic", 3)
    assert sum(game.returns(state)) == 0


def test_large_hands_are_refused_with_the_reason() -> None:
    with pytest.raises(BadDeclaration, match="hands of 13 cards are too large; at most 7"):
        reachable(load("yarborough"), (1, 2, 3))
    with pytest.raises(BadOption, match="hands of at most 7 cards, not 13"):
        games.create("poker", ranking="yarborough")
