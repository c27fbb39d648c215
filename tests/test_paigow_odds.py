"""Exact odds of pai gow against brute force on short decks and against published counts on the whole one."""

import itertools
from fractions import Fraction
from random import Random

import numpy as np
import pytest
from msgspec.structs import astuple

from cardwright.cli import main
from cardwright.errors import BadCount, UnknownName
from cardwright.games.paigow import _kernels
from cardwright.games.paigow.hands import DECK, hands, settings
from cardwright.games.paigow.house_way import Setting, set_hand
from cardwright.games.paigow.odds import BEST, Match, Outcome, best_outcome, outcome, setting_odds
from cardwright.games.paigow.odds.best import count
from cardwright.games.paigow.odds.way_table import set_all
from cardwright.games.paigow.scoring import settle, turned_up


def brute_force(match: Match, win: int = 1, lose: int = 1) -> Outcome:
    """Deal every pair of hands; of several settings the player makes the best."""
    deck = [card for card in range(DECK.size - 1) if (card // 4 + 12) % 13 >= 13 - match.ranks]
    held = np.array(list(itertools.combinations(deck + [DECK.size - 1] * match.joker, 7)), np.uint8)
    masks = (1 << held.astype(np.int64)).sum(axis=1)
    theirs = set_all(held, match.dealer, match.wheel)[1]
    starts, mine = np.arange(len(held) + 1, dtype=np.int32), set_all(held, "trump_plaza", match.wheel)[1]
    if match.player == BEST:
        mine = np.zeros((21 * len(held), 2), np.int32)
        _kernels.best_settings(held, int(match.wheel == "lowest"), starts, mine)
    won = lost = total = 0
    for number, mask in enumerate(masks):
        front, back = theirs[masks & mask == 0].T
        results = []
        for high, low in mine[starts[number] : starts[number + 1]]:
            beaten = int(((front < high) & (back < low)).sum())
            beating = int(((front >= high) & (back >= low)).sum())
            results.append((win * beaten - lose * beating, -beating, beaten))
        _, least, most = max(results)
        won, lost, total = won + most, lost - least, total + len(front)
    return Outcome(won, total - won - lost, lost)


@pytest.mark.parametrize(("dealer", "joker"), [("trump_plaza", False), ("mgm", True)])
def test_all_deals_of_a_short_deck(dealer: str, joker: bool) -> None:
    match = Match("trump_plaza", dealer, ranks=4, joker=joker)
    assert outcome(match) == brute_force(match)
    best = Match(BEST, dealer, ranks=4, joker=joker)
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
    dealers = [turned_up(rules, None, set_hand(cards, wheel=wheel)) for cards in itertools.combinations(rest, 7)]
    for front, back in settings(held):
        mine = turned_up(rules, 0, Setting(front, back))
        outcomes = [settle(rules, mine, dealer, 1, copies == "push").outcome for dealer in dealers]
        each = found[frozenset(front)]
        lost = outcomes.count("lose") + outcomes.count("foul")
        assert (each.win, each.push, each.lose) == (outcomes.count("win"), outcomes.count("push"), lost)
        assert each.value == Fraction(95 * each.win, 100 * 120) - Fraction(each.lose, 120)
        assert each.foul == mine.foul
    assert [each.value for each in found.values()] == sorted((each.value for each in found.values()), reverse=True)


def test_the_command_refuses_what_it_cannot_answer(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "paigow", "Ah Kh"]) == 2
    assert "7 distinct cards, and these are 2" in capsys.readouterr().err
    assert main(["odds", "paigow", "--player", "best", "--copies", "push"]) == 2
    assert "'copies' cannot be 'push'" in capsys.readouterr().err
