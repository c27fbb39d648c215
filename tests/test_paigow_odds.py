"""Exact odds of pai gow against brute force on short decks and against published counts on the whole one."""

import itertools
from collections.abc import Iterator, Sequence
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest
from msgspec.structs import astuple

from cardwright.cli import main
from cardwright.errors import BadCount, UnknownName
from cardwright.games.paigow import _kernels
from cardwright.games.paigow.hands import DECK, all_settings, hands, kernel_reading
from cardwright.games.paigow.house_way import Setting, set_hand
from cardwright.games.paigow.odds import BEST, Match, Outcome, best_outcome, outcome, pairs, setting_odds, way_table
from cardwright.games.paigow.odds import best as best_module
from cardwright.games.paigow.odds.best import count
from cardwright.games.paigow.odds.way_table import set_all
from cardwright.games.paigow.scoring import settle, turn_up


def brute_force(match: Match, win: int = 1, lose: int = 1) -> Outcome:
    """Deal every pair of hands; of several settings the player makes the best."""
    deck = [card for card in range(DECK.size - 1) if (card // 4 + 12) % 13 >= 13 - match.ranks]
    held = np.array(list(itertools.combinations(deck + [DECK.size - 1] * match.joker, 7)), np.uint8)
    masks = (1 << held.astype(np.int64)).sum(axis=1)
    theirs = set_all(held, match.dealer, match.wheel, match.wild)[1]
    starts, mine = np.arange(len(held) + 1, dtype=np.int32), set_all(held, "trump_plaza", match.wheel, match.wild)[1]
    if match.player == BEST:
        mine = np.zeros((21 * len(held), 2), np.int32)
        _kernels.best_settings(held, kernel_reading(match.wheel, match.wild), starts, mine)
    pushes = way_table.has_queen_high(way_table.every_value(held, match.wheel, match.wild)) & match.queen_push
    won = lost = total = 0
    for number, mask in enumerate(masks):
        apart = masks & mask == 0
        (front, back), pushed = theirs[apart].T, pushes[number] if match.bank else pushes[apart]
        results = []
        for high, low in mine[starts[number] : starts[number + 1]]:
            over, under = (front < high) & (back < low), (front > high) & (back > low)
            if match.bank and match.copies == "dealer":
                over = (front <= high) & (back <= low)
            elif match.copies == "dealer":
                under = (front >= high) & (back >= low)
            beaten, beating = int((over & ~pushed).sum()), int((under & ~pushed).sum())
            results.append((win * beaten - lose * beating, -beating, beaten))
        _, least, most = max(results)
        won, lost, total = won + most, lost - least, total + len(front)
    return Outcome(won, total - won - lost, lost)


@pytest.fixture
def _two_pair_pushes(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let two pair push, as a queen high does: short decks have no queen high."""
    caches = (way_table.queen_high, pairs._numbered_settings, pairs._by_plain, best_module._settings)
    monkeypatch.setattr(way_table, "TOP_CARD_BIT", 20)
    monkeypatch.setattr(way_table, "QUEEN", 2)
    yield
    for cache in caches:
        cache.cache_clear()


@pytest.mark.usefixtures("_two_pair_pushes")
@pytest.mark.parametrize(
    "terms",
    [
        {"dealer": "mgm"},
        {"dealer": "mgm", "wild": True, "copies": "push"},
        {"dealer": "foxwoods", "joker": False, "bank": True, "queen_push": True},
        {"dealer": "trump_plaza", "joker": False, "copies": "push", "queen_push": True},
    ],
)
def test_all_deals_of_a_short_deck(terms: dict[str, Any]) -> None:
    match = Match("trump_plaza", ranks=4, **terms)
    assert outcome(match) == brute_force(match)
    best = Match(BEST, ranks=4, **terms)
    assert best_outcome(best, win=19, lose=20) == brute_force(best, 19, 20)


@pytest.mark.parametrize("wheel", ["second", "lowest"])
@pytest.mark.parametrize("joker", [False, True])
def test_both_counts_agree_where_there_is_one_setting(joker: bool, wheel: str) -> None:
    match = Match("foxwoods", "trump_plaza", wheel, ranks=7, joker=joker)
    assert best_outcome(match) == outcome(match)


def test_best_play_of_hands_one_by_one() -> None:
    """For random hands of 29 cards, best play is the first line of `setting_odds`, which counts each hand by itself."""
    counts, rng = count(Match(BEST, "mgm", ranks=7)), Random(5)
    deck = [card for card in range(DECK.size) if card == 52 or (card // 4 + 12) % 13 >= 6]
    suited = sorted(card for card in deck if card % 4 == 2)
    for cards in [*(rng.sample(deck, 7) for _ in range(40)), [*suited[:5], 52, 0], [*suited[1:5], 52, 0, 50]]:
        best = setting_odds(cards, "mgm", commission=5, ranks=7)[0]
        masks = [
            sum(1 << (card // 4 + 12) % 13 for card in cards if card % 4 == suit and card < 52) for suit in range(4)
        ]
        names = len(set(itertools.permutations(masks)))
        row = np.array([[*sorted(masks, reverse=True), 52 in cards]], np.uint16)
        (won, lost), _ = counts.best(row, 95, 100)
        assert Fraction(95 * won - 100 * lost, names) == 95 * best.win - 100 * best.lose


def test_trump_plaza_against_itself() -> None:
    """All deals of the whole deck. By simulation: 28.61, 41.48 and 29.91 % (Wizard of Odds)."""
    found = outcome(Match("trump_plaza", "trump_plaza"))
    assert astuple(found) == (2_360_716_067_812_300, 3_422_135_200_919_712, 2_467_607_762_482_388)
    total = found.win + found.push + found.lose
    assert [round(100 * count / total, 2) for count in astuple(found)] == [28.61, 41.48, 29.91]


def test_best_play_beats_every_house_way() -> None:
    best = best_outcome(Match(BEST, "trump_plaza", ranks=5))
    for way in ("trump_plaza", "foxwoods", "mgm"):
        found = outcome(Match(way, "trump_plaza", ranks=5))
        assert best.win - best.lose >= found.win - found.lose


def test_an_unknown_way_is_refused() -> None:
    with pytest.raises(UnknownName, match="no house way named 'trump_tower'"):
        outcome(Match("trump_tower", "trump_plaza", ranks=4))


@pytest.mark.parametrize("cards", ["Ah Kh Qh Jh Th 9h", "Ah Ah Kh Qh Jh Th 9h"])
def test_a_hand_has_seven_distinct_cards(cards: str) -> None:
    held = [card for text in cards.split() for card in DECK.parse_cards(text)]
    with pytest.raises(BadCount, match="7 distinct cards"):
        setting_odds(held)


def hand_by_hand(match: Match, held: tuple[int, ...]) -> dict[frozenset[int], tuple[int, int, int]]:
    """Compare every setting of a hand with every hand of the other, one by one: won, pushed, lost."""
    deck = [card for card in range(DECK.size) if card == 52 or (card // 4 + 12) % 13 >= 13 - match.ranks]
    theirs = np.array(list(itertools.combinations([card for card in deck if card not in held], 7)), np.uint8)
    values = set_all(theirs, match.dealer, match.wheel, match.wild)[1].tolist()
    others = way_table.has_queen_high(way_table.every_value(theirs, match.wheel, match.wild)).tolist()
    mine = way_table.every_value(np.array([held], np.uint8), match.wheel, match.wild)
    own = bool(way_table.has_queen_high(mine)[0])
    found = {}
    for front, (high, low) in zip(itertools.combinations(held, 2), mine[0].tolist(), strict=True):
        counts = [0, 0, 0]
        for (over, behind), other in zip(values, others, strict=True):
            win, lose = high > over and low > behind, high < over and low < behind
            if match.copies == "dealer" and match.bank:
                win = high >= over and low >= behind
            elif match.copies == "dealer":
                lose = high <= over and low <= behind
            pushed = match.queen_push and (own if match.bank else other)
            counts[2 if high > low else 1 if pushed else 0 if win else 2 if lose else 1] += 1
        found[frozenset(front)] = (counts[0], counts[1], counts[2])
    return found


@pytest.mark.usefixtures("_two_pair_pushes")
@pytest.mark.parametrize("text", ["Jo Ac Ad Kh Qs Jc Jd", "Ah Kh Qh Jh Ac Qd Ks"])
@pytest.mark.parametrize("copies", ["dealer", "push"])
@pytest.mark.parametrize(("wild", "bank", "queen_push"), [(1, 0, 0), (0, 1, 1), (0, 0, 1), (1, 1, 1)])
def test_every_setting_of_a_hand_by_all_options(text: str, copies: str, wild: int, bank: int, queen_push: int) -> None:
    held = tuple(sorted(DECK.parse_cards(text)))
    terms: dict[str, Any] = {"wild": bool(wild), "copies": copies, "bank": bool(bank), "queen_push": bool(queen_push)}
    found = setting_odds(held, "mgm", ranks=4, commission=5, **terms)
    slow = hand_by_hand(Match("", "mgm", ranks=4, **terms), held)
    assert {frozenset(each.front): (each.win, each.push, each.lose) for each in found} == slow


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Qh Jd Td 8c 7s 5h 2c", True),
        ("Qh Jd Td 9c 8s 5h 2c", False),  # a straight
        ("Qh Jh Th 7h 6h 5c 2c", False),  # a flush
        ("Kh Jd Td 8c 7s 5h 2c", False),
        ("Jh Td 8c 7s 5h 3d 2c", False),
        ("Qh Qd Td 8c 7s 5h 2c", False),
        ("Jo Qd Td 8c 7s 5h 2c", False),
    ],
)
def test_a_queen_high_is_nothing_but_that(text: str, expected: bool) -> None:
    row = np.array([sorted(DECK.parse_cards(text))], np.uint8)
    assert way_table.has_queen_high(way_table.every_value(row, "second")).tolist() == [expected]


def test_a_queen_high_that_pushes_helps_the_player_by_the_hands_that_it_saves() -> None:
    held = DECK.parse_cards("Kh Kd 9s 8c 6d 4h 2s")
    plain, pushing = (setting_odds(held, queen_push=push) for push in (False, True))
    of = {each.front: each for each in plain}
    for each in pushing:
        before = of[each.front]
        assert each.win + each.push + each.lose == before.win + before.push + before.lose
        assert each.win <= before.win
        assert each.lose <= before.lose
    assert sum(each.push for each in pushing) > sum(each.push for each in plain)


def test_a_wild_joker_makes_the_best_of_both_hands() -> None:
    """The slow twin reads the joker as each of the other cards in turn, and values the hand without a joker."""
    rng = Random(3)
    for _ in range(20):
        held = sorted([52, *rng.sample(range(52), 6)])
        values = way_table.every_value(np.array([held], np.uint8), "second", wild=True)[0]
        settings_of = list(all_settings(held))
        for (front, back), (high, low) in zip(settings_of, values.tolist(), strict=True):
            if 52 in front:
                (other,) = {card for card in front if card != 52}
                twin = next(card for card in range(52) if card // 4 == other // 4 and card != other)
                assert high == natural_value((other, twin), 0)
            elif 52 in back:
                four = [card for card in back if card != 52]
                best = max(natural_value((*four, card), 1) for card in range(52) if card not in four)
                assert low == (10 << 20 | low & 0xF0000 if len({card // 4 for card in four}) == 1 else best)


def natural_value(cards: Sequence[int], column: int) -> int:
    """The value of two or five cards without a joker, by a hand that holds them."""
    rest = [card for card in range(52) if card not in cards]
    held = sorted([*cards, *rest[: 7 - len(cards)]])
    values = way_table.every_value(np.array([held], np.uint8), "second")[0].tolist()
    wanted = set(cards) if column == 0 else set(held) - set(cards)
    return int(
        next(each[column] for front, each in zip(itertools.combinations(held, 2), values) if set(front) == wanted)
    )


@pytest.mark.parametrize("copies", ["dealer", "push"])
@pytest.mark.parametrize("wheel", ["second", "lowest"])
@pytest.mark.parametrize("text", ["Jo Ac Ad Kh Qs Jc Jd", "Ah Kh Qh Jh Jc Qd Ks", "Ac Ad Kh Ks Qc Qd Jh"])
def test_every_setting_of_a_hand_as_the_game_settles_it(text: str, wheel: str, copies: str) -> None:
    """A deck of jacks to aces with the joker: 17 cards."""
    held = DECK.parse_cards(text)
    found = {
        frozenset(each.front): each for each in setting_odds(held, wheel=wheel, copies=copies, commission=5, ranks=4)
    }
    rules = hands(wheel)
    deck = [card for card in range(DECK.size) if card == 52 or (card // 4 + 12) % 13 >= 9]
    rest = [card for card in deck if card not in held]
    dealers = [turn_up(rules, None, set_hand(cards, wheel=wheel)) for cards in itertools.combinations(rest, 7)]
    for front, back in all_settings(held):
        mine = turn_up(rules, 0, Setting(front, back))
        outcomes = [settle(rules, mine, dealer, 1, copies_push=copies == "push").outcome for dealer in dealers]
        each = found[frozenset(front)]
        lost = outcomes.count("lose") + outcomes.count("foul")
        assert (each.win, each.push, each.lose) == (outcomes.count("win"), outcomes.count("push"), lost)
        assert each.value == Fraction(95 * each.win, 100 * 120) - Fraction(each.lose, 120)
        assert each.foul == mine.foul
    assert [each.value for each in found.values()] == sorted((each.value for each in found.values()), reverse=True)


def test_the_answer_says_who_has_the_bank(capsys: pytest.CaptureFixture[str]) -> None:
    for option in ([], ["--bank"]):
        assert main(["odds", "paigow", "Jo Ac Kd Qh Ts 7c 4d", "--copies", "push", *option]) == 0
        assert ("; you have the bank, copies push" in capsys.readouterr().out) == bool(option)


def test_the_command_refuses_what_it_cannot_answer(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "paigow", "Ah Kh", "--player", "best"]) == 2
    assert "--player is for all deals: leave out the cards" in capsys.readouterr().err
    assert main(["odds", "paigow", "Ah Kh"]) == 2
    assert "7 distinct cards, and these are 2" in capsys.readouterr().err
    assert main(["odds", "paigow"]) == 2
    assert "give the seven cards of a hand" in capsys.readouterr().err
    for question in ("house-way", "side-bet"):
        assert main(["odds", question, "none.toml"]) == 2
        assert capsys.readouterr().err == "cardwright: none.toml: cannot be read: No such file or directory\n"
