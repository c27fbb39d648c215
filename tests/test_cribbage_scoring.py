"""The score of cribbage cards: the source's examples, every show there is, and the fast counts against the slow."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardwright.errors import BadCard, BadCount
from cardwright.games.cribbage import _kernels
from cardwright.games.cribbage.scoring import DECK, RANK, VALUE, histogram, pegging, points, scores, show
from support.kernels import uncompiled

cards = DECK.parse_cards

# points -> hands with a starter that score them, lumetta.web.engr.illinois.edu/humor/cribbage.html
PUBLISHED = {
    0: 1_009_008, 1: 99_792, 2: 2_813_796, 3: 505_008, 4: 2_855_676, 5: 697_508, 6: 1_800_268, 7: 751_324,
    8: 1_137_236, 9: 361_224, 10: 388_740, 11: 51_680, 12: 317_340, 13: 19_656, 14: 90_100, 15: 9_168, 16: 58_248,
    17: 11_196, 18: 2_708, 20: 8_068, 21: 2_496, 22: 444, 23: 356, 24: 3_680, 28: 76, 29: 4,
}  # fmt: skip


def parts(hand: str, starter: str, crib: bool = False) -> dict[str, int]:
    """The points of each kind of combination."""
    found: dict[str, int] = {}
    for part in show(cards(hand), DECK.parse(starter), crib).parts:
        found[part.kind] = found.get(part.kind, 0) + part.points
    return found


def called(pile: str) -> str:
    return pegging(cards(pile)).called


# --- the show


def test_source_four_jacks_are_six_pairs_for_twelve() -> None:
    # One of four jacks always has the starter's suit, so as a show they are worth thirteen.
    assert parts("Jc Jd Jh Js", "2c") == {"four": 12, "nobs": 1}


def test_source_four_five_five_six_is_twelve() -> None:
    assert parts("4c 5d 5h 6s", "2c") == {"fifteen": 4, "pair": 2, "run": 6}
    assert points(cards("4c 5d 5h 6s"), DECK.parse("2c")) == 12


def test_source_nobs_is_a_jack_of_the_starters_suit() -> None:
    assert parts("Jh 2c 4d 8s", "Ah")["nobs"] == 1
    assert "nobs" not in parts("Jh 2c 4d 8s", "As")
    assert "nobs" not in parts("Js 2c 4d 8s", "Jh")  # a jack turned up was his heels, and scored already


def test_issue_example_is_spoken_with_the_running_total() -> None:
    score = show(cards("6h 7d 8s Jc"), DECK.parse("2c"))
    assert score.spoken == "fifteen two, fifteen four, a run of three for seven, his nobs for eight"
    assert [part.points for part in score.parts] == [2, 2, 3, 1]


def test_every_part_names_its_cards() -> None:
    score = show(cards("4c 5d 5h 6s"), DECK.parse("2c"))
    assert [(part.kind, DECK.text_of(part.cards)) for part in score.parts] == [
        ("fifteen", "4c 5d 6s"),
        ("fifteen", "4c 5h 6s"),
        ("pair", "5d 5h"),
        ("run", "4c 5d 6s"),
        ("run", "4c 5h 6s"),
    ]


@pytest.mark.parametrize(
    ("hand", "starter", "wanted"),
    [
        ("5c 5d 5s Jh", "5h", {"fifteen": 16, "four": 12, "nobs": 1}),  # 29, the most there is
        ("5c 5d 5s Jc", "5h", {"fifteen": 16, "four": 12}),  # 28
        ("2c 4d 6h 8s", "Ks", {}),
        ("3c 3d 3h 4s", "5c", {"fifteen": 6, "triplet": 6, "run": 9}),
        ("3c 3d 4h 4s", "5c", {"fifteen": 4, "pair": 4, "run": 12}),
        ("Ac 2d 3h 4s", "5c", {"fifteen": 2, "run": 5}),  # aces are low ...
        ("Qc Kd Ah 9s", "7c", {}),  # ... only
        ("7c 7d 8h 8s", "9c", {"fifteen": 8, "pair": 4, "run": 12}),
        ("Tc Jd Qh Ks", "5d", {"fifteen": 8, "run": 4, "nobs": 1}),
    ],
)
def test_shows(hand: str, starter: str, wanted: dict[str, int]) -> None:
    assert parts(hand, starter) == wanted
    assert points(cards(hand), DECK.parse(starter)) == sum(wanted.values())


def test_a_show_of_nothing_is_said_to_be_nothing() -> None:
    assert show(cards("2c 4d 6h 8s"), DECK.parse("Ks")).spoken == "nothing"


def test_cr6_a_card_counts_in_every_combination_and_only_the_longest_run() -> None:
    assert parts("2c 3d 4h 5s", "6c") == {"fifteen": 4, "run": 5}  # 4-5-6 and 2-3-4-6; no runs of three or four
    assert parts("Tc Jd Qh Qs", "Ad") == {"run": 6, "pair": 2, "nobs": 1}


@pytest.mark.parametrize(
    ("hand", "starter", "crib", "flush"),
    [
        ("2h 4h 6h 8h", "Ks", False, 4),
        ("2h 4h 6h 8h", "Kh", False, 5),
        ("2h 4h 6h 8s", "Kh", False, 0),  # four with the starter are none
        ("2h 4h 6h 8h", "Ks", True, 0),
        ("2h 4h 6h 8h", "Kh", True, 5),
    ],
)
def test_cr13_flushes(hand: str, starter: str, crib: bool, flush: int) -> None:
    assert parts(hand, starter, crib).get("flush", 0) == flush
    assert points(cards(hand), DECK.parse(starter), crib) == flush


def test_every_hand_with_a_starter_is_scored_as_published() -> None:
    counted = histogram()
    assert {score: count for score, count in enumerate(counted) if count} == PUBLISHED
    assert sum(counted) == 12_994_800
    assert round(sum(score * count for score, count in enumerate(counted)) / sum(counted), 5) == 4.76915


def test_the_kernels_are_the_twins_of_show_on_a_small_deck() -> None:
    """Every hand of the twenty cards up to the fives, with every starter."""
    slow = np.zeros(30, dtype=np.int64)
    for five in combinations(range(20), 5):
        for starter in five:
            slow[show([card for card in five if card != starter], starter).points] += 1
    fast = np.zeros(30, dtype=np.int64)
    _kernels.tally(20, fast)
    assert fast.tolist() == slow.tolist()


five_cards = st.lists(st.integers(0, 51), min_size=5, max_size=5, unique=True)


@given(five_cards, st.booleans())
@settings(max_examples=600, deadline=None)
def test_the_kernels_are_the_twins_of_show(five: list[int], crib: bool) -> None:
    slow = show(five[:4], five[4], crib).points
    assert points(five[:4], five[4], crib) == slow
    assert scores(np.array([five], dtype=np.uint8), crib).tolist() == [slow]


@given(st.permutations(range(4)), five_cards)
@settings(max_examples=100, deadline=None)
def test_the_order_of_a_hand_does_not_matter(order: list[int], five: list[int]) -> None:
    mixed = [five[place] for place in order]
    assert points(mixed, five[4]) == points(five[:4], five[4])
    assert show(mixed, five[4]) == show(five[:4], five[4])


def test_the_kernels_answer_alike_uncompiled() -> None:
    plain = uncompiled(_kernels)
    assert str(plain.__file__).endswith(".py")
    rng = np.random.default_rng(5)
    hands = np.array([rng.choice(52, 5, replace=False) for _ in range(400)], dtype=np.uint8)
    for crib in (False, True):
        out = np.zeros(len(hands), dtype=np.uint8)
        plain.scores(hands, crib, out)
        assert out.tolist() == scores(hands, crib).tolist()
        assert [plain.points(*row, crib) for row in hands.tolist()] == out.tolist()
    for faulty in ([1, 2, 3, 4, 1], [1, 2, 3, 4, 52], [1, 2, 3, 4, 65]):
        rows = np.array([hands[0].tolist(), faulty], dtype=np.uint8)
        assert plain.first_faulty(rows) == _kernels.first_faulty(rows) == 1
    assert plain.first_faulty(hands) == _kernels.first_faulty(hands) == -1
    fast, slow = np.zeros(30, dtype=np.int64), np.zeros(30, dtype=np.int64)
    _kernels.tally(14, fast)
    plain.tally(14, slow)
    assert fast.tolist() == slow.tolist()


def test_arrays_that_are_no_shows_are_refused_with_the_evidence() -> None:
    with pytest.raises(BadCount, match=r"5 cards, not of \(2, 4\)"):
        scores(np.zeros((2, 4), dtype=np.uint8))
    with pytest.raises(BadCount):
        scores(np.zeros(5, dtype=np.uint8))
    for row in ([1, 2, 3, 4, 52], [0, 4, 8, 12, 0], [1, 2, 3, 4, 255]):
        with pytest.raises(BadCard, match="row 1 is not of 5 different cards: .*" + str(row[-1])):
            scores(np.array([[0, 1, 2, 3, 4], row], dtype=np.uint8))
    for wide in ([1, 2, 3, 4, -1], [1, 2, 3, 4, 261], [1, 2, 3, 4, 5.5]):
        with pytest.raises(BadCard, match="row 1 is not of 5 different cards"):
            scores(np.array([[0, 1, 2, 3, 4], wide]))
    assert scores(np.array([[16, 17, 19, 42, 18]])).tolist() == [29]  # other integers will do, if they are cards
    assert scores(np.zeros((0, 5), dtype=np.uint8)).shape == (0,)


def test_arrays_need_not_lie_in_order() -> None:
    hands = np.array([[16, 17, 19, 42, 18], [4, 12, 20, 28, 51]], dtype=np.uint8)
    assert scores(np.asfortranarray(hands)).tolist() == scores(hands).tolist() == [29, 4]


# --- the play


@pytest.mark.parametrize(
    ("pile", "wanted"),
    [
        ("5c 7d 6h", "a run of three for three"),  # the source's: need not be in order
        ("2c 3d 8h 4s", ""),  # the source's: broken by the eight
        ("5c 8d 5h", ""),  # the source's: no pair
        ("Kc Kd", "a pair for two"),
        ("Qc Kd", ""),  # tens both, and no pair
        ("Kc Kd Kh", "a triplet for six"),
        ("4c 4d 4h 4s", "four of a kind for twelve"),
        ("7c 8d", "fifteen for two"),
        ("Tc Jd Ah Ks", "thirty-one for two"),
        ("5c 5d 5h", "fifteen for two, a triplet for six"),
        ("4c 5d 6h", "fifteen for two, a run of three for three"),
        ("Ac 2d 3h 4s 5c 6d 7h", "a run of seven for seven"),
        ("4c 2d 3h 5s 6c", "a run of five for five"),
        ("3c 4d 5h 3s", "fifteen for two, a run of three for three"),  # 4-5-3, renewed by the second three
        ("4c 3d 4h 5s", "a run of three for three"),
        ("3c 3d 4h 5s", "fifteen for two, a run of three for three"),
        ("9c 9d 9h 4s", "thirty-one for two"),
        ("Qc Kd Ah", ""),  # aces are low only
        ("5c", ""),
    ],
)
def test_pegging(pile: str, wanted: str) -> None:
    assert called(pile) == wanted


def slow_pegging(pile: list[int]) -> int:
    """The rules again, in another way: look at every stretch of cards that ends with the last."""
    ranks = [RANK[card] for card in pile]
    count = sum(VALUE[card] for card in pile)
    stretches = [ranks[start:] for start in range(len(ranks))]
    pairs = max(len(some) * (len(some) - 1) for some in stretches if some == some[:1] * len(some))
    run = max(
        (len(some) for some in stretches if len(some) > 2 and sorted(some) == list(range(min(some), max(some) + 1))),
        default=0,
    )
    return 2 * (count in (15, 31)) + pairs + run


@given(st.lists(st.integers(0, 35), min_size=1, max_size=13, unique=True), st.integers(0, 12))
@settings(max_examples=600, deadline=None)
def test_pegging_is_what_a_slow_twin_says(pile: list[int], top: int) -> None:
    close = [4 * ((RANK[card] + top) % 13) + card % 4 for card in pile]  # nine neighbouring ranks, from any
    while sum(VALUE[card] for card in close) > 31:
        close.pop(0)
    for length in range(1, len(close) + 1):
        score = pegging(close[:length])
        assert score.points == slow_pegging(close[:length])
        assert all(part.cards[-1] == close[length - 1] for part in score.parts)
