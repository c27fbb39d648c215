"""The three house ways (PG2): each case of the ruling, no fouls over every hand there is, and the kernel's twin."""

import math
from itertools import pairwise
from pathlib import Path
from random import Random
from types import ModuleType

import numpy as np
import pytest

from cardwright.cli import main
from cardwright.errors import BadCount, BadDeclaration, UnknownName
from cardwright.games.paigow import _kernels
from cardwright.games.paigow.hands import DECK, hands, height
from cardwright.games.paigow.house_way import WAYS, load, set_hand
from cardwright.games.paigow.odds.house_ways import differences, lint
from support.kernels import uncompiled

ALL = 154_143_080

# Every case of the ruling: the hand, and the front by Trump Plaza, Foxwoods and the MGM, each "" if as the one before.
CASES = [
    # no pair
    ("Ac Kd Jh 9s 7c 5d 3h", "K J", "", ""),
    ("Jo Kd Jh 9s 7c 5d 3h", "K J", "", ""),
    # one pair
    ("9c 9d Ah Ks 7c 5d 3h", "A K", "", ""),
    ("Ac Jo Kh Qs 8c 5d 3h", "K Q", "", ""),
    # two pair: low and low
    ("6c 6d 3h 3s Qc 9d 8h", "3 3", "", "Q 9"),
    ("6c 6d 3h 3s Kc 9d 8h", "K 9", "", ""),
    ("6c 6d 3h 3s Ac 9d 8h", "A 9", "", ""),
    ("6c 6d 3h 3s Jo 9d 8h", "A 9", "", ""),
    # low and medium
    ("9c 9d 4h 4s Qc 7d 2h", "4 4", "", ""),
    ("9c 9d 4h 4s Kc 7d 2h", "K 7", "4 4", "4 4"),
    ("9c 9d 4h 4s Ac 7d 2h", "A 7", "", ""),
    # low and high
    ("Qc Qd 4h 4s Kc 7d 2h", "4 4", "", ""),
    ("Qc Qd 4h 4s Ac 7d 2h", "A 7", "4 4", "A 7"),
    # medium and medium
    ("9c 9d 7h 7s Kc 4d 2h", "7 7", "", ""),
    ("9c 9d 7h 7s Ac 4d 2h", "A 4", "", ""),
    # medium and high, high and high, aces and any
    ("Qc Qd 8h 8s Ac 7d 2h", "8 8", "", ""),
    ("Qc Qd Jh Js Ac 7d 2h", "J J", "", ""),
    ("Ac Ad 3h 3s Kc 7d 2h", "3 3", "", ""),
    ("Ac Jo 3h 3s Kc 7d 2h", "3 3", "", ""),
    # three pair
    ("9c 9d 7h 7s 3c 3d Ah", "9 9", "", ""),
    ("Ac Jo 7h 7s 3c 3d Kh", "A A", "", ""),
    # trips
    ("9c 9d 9h Ks 7c 4d 2h", "K 7", "", ""),
    ("Ac Ad Ah Ks 7c 4d 2h", "A K", "", ""),
    ("Ac Ad Jo Ks 7c 4d 2h", "A K", "", ""),
    # two trips
    ("9c 9d 9h 4s 4c 4d Ah", "9 9", "", ""),
    # full house
    ("9c 9d 9h 4s 4c Kd Jh", "4 4", "", ""),
    ("9c 9d 9h 2s 2c Ad Kh", "A K", "2 2", "A K"),
    ("9c 9d 9h 2s 2c Ad Qh", "2 2", "", ""),
    ("4c 4d 4h As Ac Kd Qh", "A A", "", ""),
    ("9c 9d 9h Ks Kc 4d 4h", "K K", "", ""),
    # quads
    ("5c 5d 5h 5s Qc 9d 2h", "Q 9", "", ""),
    ("9c 9d 9h 9s Qc 7d 2h", "9 9", "", ""),
    ("9c 9d 9h 9s Kc 7d 2h", "K 7", "", "9 9"),
    ("9c 9d 9h 9s Ac 7d 2h", "A 7", "", ""),
    ("Jc Jd Jh Js Kc 7d 2h", "J J", "", ""),
    ("Jc Jd Jh Js Ac 7d 2h", "A 7", "J J", "J J"),
    ("Ac Ad Ah As Kc 7d 2h", "A A", "", ""),
    ("Ac Ad Ah Jo Kc 7d 2h", "A A", "", ""),
    # quads and more
    ("9c 9d 9h 9s 3c 3d Ah", "3 3", "", ""),
    ("9c 9d 9h 9s 3c 3d 3h", "3 3", "", ""),
    ("Ac Ad Ah As Qc Qd 3h", "Q Q", "", "A A"),
    ("Ac Ad Ah As Kc Kd 3h", "K K", "", ""),
    ("Ac Ad Ah Jo Qc Qd Qh", "Q Q", "", "A A"),
    ("Ac Ad Ah As Kc Kd Kh", "K K", "", ""),
    # five aces
    ("Ac Ad Ah As Jo Qc Qd", "A A", "", ""),
    ("Ac Ad Ah As Jo Kc Kd", "K K", "", ""),
    ("Ac Ad Ah As Jo 9c 3d", "A A", "", ""),
    # straight or flush, no pair
    ("Kc 9d 8h 7s 6c 5d 2h", "K 2", "", ""),
    ("Kc Jd 9h 8s 7c 6d 5h", "K J", "", ""),
    ("Kc Qd 9h 7h 6h 4h 2h", "K Q", "", ""),
    ("Kd 9h 7h 6h 4h 2h Qh", "K Q", "", ""),  # the flush without its highest
    # straight or flush, one pair
    ("9c 8d 7h 6s 5c 5d Kh", "K 5", "", ""),
    ("9c 8d 7h 6s 5c Kd Kh", "K K", "", ""),
    ("Kc Qd Jh Ts 9c 9d 3h", "9 3", "", ""),
    # straight or flush, an ace and a pair of tens to kings
    ("Kc Qd Jh Ts Kd Ah 3c", "K 3", "A Q", "A Q"),
    ("Kc Kd 5h 4s 3c 2d Ah", "K K", "", "A 5"),  # the MGM: the ace in front in any case
    ("Kc Kd Qh Js Tc 9d Ah", "A K", "", ""),  # it stands without the ace
    ("Qc Qd Kh 9h 7h 4h Ah", "Q Q", "", "A K"),
    ("Qc Qd Jo 9h 7h 4h 2h", "Q Q", "", "A 9"),  # the bug is the ace
    ("9c 9d 5h 4s 3c 2d Ah", "9 9", "", ""),
    ("Kc Kh Ah 9h 7h 4h 2s", "K 2", "A 9", "A 9"),
    ("9c 9h Ah Kh 7h 4h 2s", "9 2", "", ""),
    ("Tc Th 9h 8s 7d 6c Ah", "A T", "", ""),  # here the ace is in front already
    # two pair
    ("6c 6d 5h 5s 4c 3d 2h", "5 5", "", "6 5"),
    ("6c 6d 5h 5s Ac 3d 4h", "A 4", "", ""),
    ("8c 8d 7h 7s 6c 5d 4h", "7 7", "", ""),
    # trips
    ("9c 9d 9h 8s 7c 6d 5h", "9 9", "", ""),
    ("Ac Ad Jo 5h 4s 3c 2d", "A A", "", ""),
    ("As Ah Jo Kh 5h 3h 9c", "A K", "A 9", "A 9"),  # a flush, but only with no pair for the front
    ("9c 9d 9h Kh 7h 4h 2h", "9 9", "", ""),
    ("9c 9d 9h Jo 7c 6d 5h", "9 9", "", ""),
]


CASINOS = ("trump_plaza", "foxwoods", "mgm")  # the columns of the cases, in order


def ranks(cards: tuple[int, ...]) -> str:
    letters = "  23456789TJQKA"
    return " ".join(sorted((letters[height(card)] for card in cards), key=letters.index, reverse=True))


@pytest.mark.parametrize("case", CASES, ids=[case[0] for case in CASES])
def test_pg2_the_cases_of_house_ways(case: tuple[str, ...]) -> None:
    seven, first, *fronts = case
    for way, front in zip(CASINOS, (first, *fronts), strict=True):
        setting = set_hand(DECK.parse_cards(seven), way)
        assert ranks(setting.front) == (front or first), (way, setting.reason)
        assert setting.reason
        assert len(setting.back) == 5
        assert not hands().is_foul(setting.front, setting.back)


@pytest.mark.parametrize(
    ("text", "front"),
    [
        ("Ac Qd 9h 6s 4c 3d 2h", "Q 3"),  # the nine stays behind the ace
        ("Ac Qd Th 6s 4c 3d 2h", "Q 6"),
        ("Ac Qd Jh 6s 4c 3d 2h", "Q 6"),
        ("Ac Qd Jh 8s 4c 3d 2h", "Q J"),
        ("Kc Qd 9h 6s 4c 3d 2h", "Q 4"),
        ("Ac 9d 8h 6s 4c 3d 2h", "8 3"),
        ("Ac Ad 7h 6s 5c 4d 3h", "A A"),  # a pair is above every rank that a front must reach
        ("Ac Ad Kh 6s 5c 4d 3h", "K 6"),
        ("Ac Ad Qh Js Tc 9d 8h", "A A"),
    ],
)
def test_near_best_play_keeps_a_second_high_card_behind(text: str, front: str) -> None:
    assert ranks(set_hand(DECK.parse_cards(text), "near_best").front) == front


def test_reasons_teach() -> None:
    def reason(text: str, way: str = "trump_plaza") -> str:
        return set_hand(DECK.parse_cards(text), way).reason

    assert reason("9c 9d 4h 4s Kc 7d 2h", "mgm") == "two pair, nines and fours, no ace: split"
    assert reason("9c 9d 4h 4s Qc 7d 2h") == "two pair, nines and fours, no king or ace: split"
    assert reason("9c 9d 4h 4s Ac 7d 2h") == "two pair, nines and fours, an ace for the front: keep together"
    assert reason("6c 6d 4h 4s Qc 7d 2h", "mgm") == "two pair, sixes and fours: keep together"
    assert reason("Ac Ad 4h 4s Qc 7d 2h") == "two pair, aces and fours: split"
    assert "straight" in reason("Kc 9d 8h 7s 6c 5d 2h")


def test_what_cannot_be_set_is_refused() -> None:
    with pytest.raises(UnknownName, match="mgm"):
        set_hand(range(7), "mgn")
    for cards in ([1, 2, 3, 4, 5, 6], [1, 1, 2, 3, 4, 5, 6]):
        with pytest.raises(BadCount, match="7 distinct"):
            set_hand(cards)


# --- the kernel and its twins


def sample(number: int, seed: int) -> np.ndarray:
    """Hands of all kinds: any, of few ranks, and in a narrow run of ranks and suits; each ascending."""
    rng = Random(seed)
    found: list[list[int]] = []
    while len(found) < number:
        kind = rng.randrange(3)
        pool = list(range(53))
        if kind == 1:
            some = rng.sample(range(13), rng.randint(2, 4))
            pool = [rank * 4 + suit for rank in some for suit in range(4)] + [52]
        elif kind == 2:
            low, suits = rng.randrange(13), rng.sample(range(4), rng.randint(1, 4))
            run = [(low + step) % 13 * 4 + suit for step in range(rng.randint(5, 8)) for suit in suits]
            pool = sorted({*run, 52, *rng.sample(range(52), 2)})
        if len(pool) >= 7:
            found.append(sorted(rng.sample(pool, 7)))
    return np.array(found, np.uint8)


def settled(kernels: ModuleType, cards: np.ndarray, way: str, low_wheel: int) -> tuple[np.ndarray, ...]:
    ruled = np.zeros(len(cards), np.int32)
    places, values = np.zeros((len(cards), 2), np.uint8), np.zeros((len(cards), 2), np.int32)
    kernels.set_hands(cards, load(way).program, low_wheel, ruled, places, values)
    return ruled, places, values


@pytest.mark.parametrize("wheel", ["second", "lowest"])
@pytest.mark.parametrize("way", WAYS)
def test_the_kernel_sets_as_the_plain_house_way(way: str, wheel: str) -> None:
    cards = sample(1200, seed=2)
    _, places, values = settled(_kernels, cards, way, wheel == "lowest")
    ranked = hands(wheel)
    strengths = []
    for held, (one, two) in zip(cards.tolist(), places.tolist(), strict=True):
        setting = set_hand(held, way, wheel)
        assert setting.front == (held[one], held[two]), DECK.text_of(held)
        strengths.append((ranked.front(setting.front), ranked.back(setting.back)))
    for column in (0, 1):  # values order hands as strengths do, and are equal where they are
        found = sorted(
            {(int(value[column]), strength[column]) for value, strength in zip(values, strengths, strict=True)}
        )
        assert all(low[0] < high[0] and low[1] < high[1] for low, high in pairwise(found))


def test_the_kernel_values_front_and_back_on_one_scale() -> None:
    """A front's value is above a back's exactly where the hand is a foul (PG8)."""
    rng = Random(5)
    hand = uncompiled(_kernels).SevenCards(0)
    for held in sample(300, seed=3).tolist():
        front = sorted(rng.sample(range(7), 2))
        hand.read(held)
        above = hand.front(*front) > hand.back(*front)
        behind = [card for place, card in enumerate(held) if place not in front]
        assert above == hands().is_foul([held[place] for place in front], behind)


@pytest.mark.parametrize("way", WAYS)
def test_the_kernels_run_uncompiled(way: str) -> None:
    cards = sample(150, seed=4)
    for one, two in zip(settled(_kernels, cards, way, 0), settled(uncompiled(_kernels), cards, way, 0), strict=True):
        assert (one == two).all()


# --- over every hand


@pytest.mark.parametrize("wheel", ["second", "lowest"])
@pytest.mark.parametrize("way", WAYS)
def test_no_house_way_fouls_and_every_rule_is_used(way: str, wheel: str) -> None:
    """Over all 154,143,080 hands, one of each class set."""
    found = lint(way, wheel)
    assert sum(each.hands for each in found) == ALL
    assert [each for each in found if each.fouls or not each.hands or each.rule < 0] == []


def test_the_hands_that_two_ways_set_differently() -> None:
    """Two pair of twos to sixes without a king or an ace: Trump Plaza splits them, the MGM Grand never does."""
    found = [each for each in differences("trump_plaza", "mgm") if each.rules[0] == 19]
    assert sum(each.hands for each in found) == math.comb(5, 2) * 6 * 6 * math.comb(9, 3) * 4**3
    for each in found:
        fronts = [set_hand(each.example, way).front for way in ("trump_plaza", "mgm")]
        assert [len(set(map(height, front))) for front in fronts] == [1, 2]


OWN = """
title = "Mine"
[[rule]]
hand = "one pair"
pair = "A"
front = "two of the pair"
[[rule]]
hand = ["one pair", "two pair", "three pair"]
back = "flush"
front = "best"
[[rule]]
hand = ["no pair", "one pair"]
front = "the highest card and the second card"
reason = "{highest_card} and {second_card}"
"""


def test_a_way_of_ones_own_with_fouls_and_gaps(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(OWN)
    pairs, _, high, gaps = lint(str(file))
    assert 0 < pairs.fouls < pairs.hands
    assert 0 < high.fouls < high.hands
    assert sum(each.hands for each in (pairs, _, high, gaps)) == ALL
    assert set_hand(DECK.parse_cards("Ah 9d 9c 7s 5c 4d 2h"), str(file)).reason == "an ace and a seven"
    with pytest.raises(BadDeclaration, match="no rule fits"):
        set_hand(gaps.example, str(file))
    assert main(["odds", "house-way", str(file)]) == 0
    assert "Mine: " in capsys.readouterr().out
    assert main(["odds", "paigow", "Ah 9d 9c 7s 5c 4d 2h", "--dealer", str(file)]) == 2
    assert "makes a foul of it" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('pair = "A"', 'pair = "A-2"', r"rule 1, pair: must be ranks"),
        ('pair = "A"', 'pears = "A"', r"rule 1: unknown key 'pears'"),
        ('"two of the pair"', '"two of the four"', "not every one pair has a four"),
        ('"two of the pair"', '"all of it"', "rule 1, front: must be"),
        ('"flush"', '"full house"', "rule 2, back: must be one of"),
        ('"one pair"\n', '"two kings"\n', "rule 1, hand: must be one or more of"),
        ("{second_card}", "{third_pair}", "rule 3, reason: may name"),
        ("[[rule]]", "[rule", "this is not TOML"),
    ],
)
def test_a_mistake_in_a_way_is_named(tmp_path: Path, old: str, new: str, message: str) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(OWN.replace(old, new, 1))
    with pytest.raises(BadDeclaration, match=message):
        load(str(file))
