"""The return of a pay table, and what to hold: published figures, and exchanges dealt one by one."""

import json
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import combinations

import pytest

from cardwright.cardroom import odds_questions
from cardwright.cards import Card
from cardwright.cli import main
from cardwright.errors import BadCard, BadCount, BadDeclaration
from cardwright.ranking import Ranking, declaration, load
from cardwright.ranking.lint import lint
from cardwright.ranking.rule_book import report
from cardwright.ranking.video_poker import draw_return, holds

SMALL = """
name = "Small"
size = 3
order = "2 3 4 5"
{more}
[deck]
ranks = "2 3 4 5"
suits = "a b c"
[[category]]
name = "Trips"
kinds = [3]
[[category]]
name = "Flush"
same = "suit"
[[category]]
name = "Pair"
kinds = [2, 1]
[[category]]
name = "The rest"
"""
TINY = """
name = "Tiny"
size = 4
order = "2 3"
[deck]
ranks = "2 3"
suits = "a b"
[[category]]
name = "Two pair"
kinds = [2, 2]
"""
DECKS = {
    "suits alike": SMALL.format(more=""),
    "one suit unlike the others": SMALL.format(more='wild = "any"\nwild_cards = "5c"'),
    "a joker": SMALL.format(more='wild = "any"').replace('suits = "a b c"', 'suits = "a b c"\njokers = 1'),
}


JACKS = load("jacks-or-better")


def by_dealing(
    ranking: Ranking, hand: Sequence[Card], paid: Callable[[Iterable[Card]], int], most: int = 5
) -> dict[frozenset[Card], Fraction]:
    """Return what each way to hold cards pays on average, all exchanges of at most this many cards dealt."""
    left = [card for card in range(ranking.deck.size) if card not in hand]
    found = {}
    for number in range(max(ranking.size - most, 0), ranking.size + 1):
        for held in combinations(hand, number):
            drawn = [paid((*held, *new)) for new in combinations(left, ranking.size - number)]
            found[frozenset(held)] = Fraction(sum(drawn), len(drawn))
    return found


def payer(ranking: Ranking, pays: Sequence[int]) -> Callable[[Iterable[Card]], int]:
    """Return what says what a hand pays, ranked one at a time."""
    known: dict[tuple[Card, ...], int] = {}

    def paid(hand: Iterable[Card]) -> int:
        cards = tuple(sorted(hand))
        if cards not in known:
            known[cards] = pays[ranking.category_index(ranking.strength(cards))]
        return known[cards]

    return paid


def paid_by_jacks_or_better(hand: Iterable[Card]) -> int:
    """Return what five cards pay by the printed table, without a ranking."""
    deck = JACKS.deck
    ranks = sorted("23456789TJQKA".index(deck.text(card)[0]) for card in hand)
    flush = len({deck.text(card)[1] for card in hand}) == 1
    straight = ranks in ([0, 1, 2, 3, 12], list(range(ranks[0], ranks[0] + 5)))
    kinds = sorted(map(ranks.count, set(ranks)), reverse=True)
    if flush and straight:
        return 800 if ranks[0] == 8 else 50
    if kinds[0] == 4:
        return 25
    if kinds == [3, 2]:
        return 9
    if flush or straight:
        return 6 if flush else 4
    if kinds[0] == 3:
        return 3
    if kinds == [2, 2, 1]:
        return 2
    return int(any(ranks.count(rank) == 2 for rank in range(9, 13)))


@pytest.mark.parametrize("pays", [(9, 4, 1, 0), (0, 1, 1, 3), (0, 0, 0, 0)])
@pytest.mark.parametrize("kind", DECKS)
def test_all_exchanges_dealt_one_by_one_pay_the_same(kind: str, pays: tuple[int, ...]) -> None:
    ranking = Ranking(declaration.parse(DECKS[kind]))
    found, paid = draw_return(ranking, pays), payer(ranking, pays)
    hands = list(combinations(range(ranking.deck.size), ranking.size))
    best = []
    for hand in hands:
        values, ways = by_dealing(ranking, hand, paid), holds(ranking, hand, pays)
        assert {frozenset(way.cards): way.value for way in ways} == values
        assert [way.value for way in ways] == sorted(values.values(), reverse=True)
        assert all(sum(way.lines) == 1 for way in ways)
        best.append(ways[0].value)
    assert found.value == sum(best) / len(hands)
    assert sum(found.lines) == 1


@pytest.mark.parametrize("hand", ["Th Jh Qh Kh 9h", "2c 2d 5h 5s Kd"])
def test_exchanges_of_three_cards_dealt_and_paid_by_the_printed_table_pay_the_same(hand: str) -> None:
    found = {frozenset(way.cards): way.value for way in holds(JACKS, hand)}
    assert len(found) == 32
    dealt = by_dealing(JACKS, JACKS.cards(hand), paid_by_jacks_or_better, 3)
    assert len(dealt) == 26
    assert {held: found[held] for held in dealt} == dealt


@pytest.mark.parametrize(
    ("name", "hand"),
    [("joker-poker", "Jo Kh Qh Jh 9c"), ("deuces-wild", "2h 2c 9h Th Kd"), ("deuces-wild", "2c2d2h2sAc")],
)
def test_wild_cards_are_held_by_the_same_count(name: str, hand: str) -> None:
    ranking = load(name)
    found = {frozenset(way.cards): way.value for way in holds(ranking, hand)}
    dealt = by_dealing(ranking, ranking.cards(hand), payer(ranking, ranking.declaration.pays), 2)
    assert {held: found[held] for held in dealt} == dealt


@pytest.mark.parametrize(
    ("hand", "held", "value", "second"),
    [
        # Of 47 cards one makes the royal flush, 8 a flush, 3 a straight and 12 a pair of jacks or better: 872 coins.
        ("Ah Kh Qh Jh 9c", "Ah Kh Qh Jh", Fraction(872, 47), "Kh Qh Jh"),
        # Four to the royal flush, also against a made flush that pays 6, or a straight that pays 4.
        ("Ah Kh Qh Jh 9h", "Ah Kh Qh Jh", Fraction(800 + 7 * 6 + 3 * 4 + 12, 47), "Ah Kh Qh Jh 9h"),
        # 45 fours, 165 full houses, 1,854 threes and 2,592 two pairs of 16,215; four to a flush: 9 of 47, and 3 kings.
        ("5h 5c Kh 9h 3h", "5h Kh 9h 3h", Fraction(9 * 6 + 3, 47), "5h 5c"),
        ("5h 5c Kh 9d 3s", "5h 5c", Fraction(45 * 25 + 165 * 9 + 1854 * 3 + 2592 * 2, 16215), "5h 5c Kh"),
    ],
)
def test_the_best_cards_to_hold_are_those_that_a_count_by_hand_finds(
    hand: str, held: str, value: Fraction, second: str
) -> None:
    best, next_best = holds(JACKS, hand)[:2]
    assert (JACKS.deck.text_of(best.cards), best.value) == (held, value)
    assert JACKS.deck.text_of(next_best.cards) == second


def test_more_cards_are_held_where_the_return_is_the_same() -> None:
    assert [len(way.cards) for way in holds(JACKS, "2c 3d 5h 7s 8c", [0] * 10)] == [
        *(5, *[4] * 5, *[3] * 10, *[2] * 10, *[1] * 5, 0)
    ]
    (whole,) = holds(Ranking(declaration.parse(TINY)), "2a 2b 3a 3b", [1])
    assert len(whole.cards) == 4  # no card is left to come


def test_a_hand_that_cannot_be_held_is_refused() -> None:
    for hand, said in (
        ("Ah Kh Qh Jh", "4 cards: a hand has 5"),
        ("Ah Kh Qh Jh Ah", "duplicate card: Ah"),
        ([0, 0, 1, 2, 3], "duplicate card: Ac"),
        ([0, 1, 2, 3, 99], "there is no card 99"),
    ):
        with pytest.raises((BadCard, BadCount), match=said):
            holds(JACKS, hand)
    with pytest.raises(BadCount, match="10 lines take 10 pays"):
        holds(JACKS, "Ah Kh Qh Jh Th", [1])


def test_dice_are_not_exchanged_for_others() -> None:
    dice = load("poker-dice")
    pays = [9] * len(dice.categories)
    for ask in (lambda: draw_return(dice, pays), lambda: holds(dice, "A A A A A", pays)):
        with pytest.raises(BadDeclaration, match="exchanges are of cards, not of dice"):
            ask()


def test_jacks_or_better_returns_what_is_published() -> None:
    # https://wizardofodds.com/games/video-poker/tables/jacks-or-better/ (9/6)
    found = draw_return(load("jacks-or-better"))
    assert found.pays == (800, 50, 25, 9, 6, 4, 3, 2, 1, 0)
    assert round(float(found.value), 8) == 0.99543904
    assert round(float(found.variance), 4) == 19.5147
    assert [round(float(share), 6) for share in found.lines] == [
        *(0.000025, 0.000109, 0.002363, 0.011512, 0.011015),
        *(0.011229, 0.074449, 0.129279, 0.214585, 0.545435),
    ]


def test_a_pay_table_fits_its_lines_and_its_deck() -> None:
    small = load(DECKS["suits alike"])
    with pytest.raises(BadCount, match="4 lines take 4 pays, not 2: Trips, Flush, Pair, The rest"):
        draw_return(small, (1, 2))
    with pytest.raises(BadCount, match="no line of Small says what it pays"):
        draw_return(small)
    with pytest.raises(BadCount, match="a line pays 0 to 100,000"):
        draw_return(small, (1, 2, 3, -1))
    with pytest.raises(BadCount, match="here are 91,962,520 of 5"):
        draw_return(load("two-packs"), [1] * len(load("two-packs").categories))


def test_the_command_prints_each_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "video-poker", DECKS["suits alike"], "--pay", "9 4, 1", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert [row["pay"] for row in rows] == [9, 4, 1, 0, None]
    assert rows[-1]["return"] == pytest.approx(sum(row["return"] for row in rows[:-1]))
    left_out = "the lines after them pay nothing: The rest"
    for pays, said in (("9 4 1", f"--pay has 3 numbers: {left_out}"), ("9 4 1 0", "")):
        assert main(["odds", "video-poker", DECKS["suits alike"], "--pay", pays]) == 0
        assert (left_out in (printed := capsys.readouterr().out)) == bool(said)
        assert said in printed
    assert main(["odds", "video-poker", "jacks-or-better", "--pay", "lots"]) == 2
    assert "pay" in capsys.readouterr().err
    assert main(["odds", "video-poker", "standard"]) == 2
    assert "no line of Standard poker says what it pays" in capsys.readouterr().err


def test_the_page_offers_the_pay_tables_of_five_cards() -> None:
    declared = map(declaration.load, declaration.collection())
    of_five = {each.name: each.name for each in declared if each.pays and each.size == 5}
    (ranking,) = (field for field in odds_questions.fields("video-poker") if field.name == "ranking")
    assert len(of_five) == 5
    assert set(ranking.choices) <= set(declaration.collection())
    assert {load(name).name for name in ranking.choices} == set(of_five)
    assert ranking.help == "the pay table"


def test_the_command_lists_what_to_hold(capsys: pytest.CaptureFixture[str]) -> None:
    hand = ["odds", "video-poker", "jacks-or-better", "--hand", "ah kh qh jh 9c"]
    assert main([*hand, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["title"] == "Jacks or better: what to hold of Ah Kh Qh Jh 9c"
    assert len(found["rows"]) == 32
    assert found["rows"][0] == {"hold": "Ah Kh Qh Jh", "return": pytest.approx(872 / 47), "cost": 0}
    assert {row["hold"] for row in found["rows"]} > {"nothing", "9c", "Ah Kh Qh Jh 9c"}
    said = "Ah Kh Qh Jh held: Royal flush 2.13 %, Flush 17.02 %, Straight 6.38 %, Jacks or better 25.53 %"
    assert said in found["notes"]
    assert main([*hand, "--pay", "1", "--hold", "", "--csv"]) == 0
    rows = capsys.readouterr().out.splitlines()
    assert rows[0] == "line,pay,share,return"
    assert len(rows) == 12
    assert main([*hand, "--hold", "9c Ah", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["title"] == "Jacks or better: Ah Kh Qh Jh 9c, Ah 9c held"
    assert found["rows"][-1]["return"] == pytest.approx(0.3150, abs=5e-5)
    for wrong, problem in (
        ([*hand, "--hold", "As"], "option 'hold' cannot be 'As': it takes cards of the hand"),
        ([*hand[:3], "--hold", "As"], "add --hand with all cards"),
        ([*hand[:4], "Ah Kh"], "2 cards: a hand has 5"),
    ):
        assert main(wrong) == 2
        assert problem in capsys.readouterr().err


PAYS = DECKS["suits alike"].replace("kinds = [3]", "kinds = [3]\npays = 9").replace('"suit"', '"suit"\npays = 4')


def test_a_declaration_says_what_its_lines_pay(capsys: pytest.CaptureFixture[str]) -> None:
    small = load(PAYS)
    assert small.declaration.pays == (9, 4, 0, 0)
    counted = small.frequencies()
    trips, flushes = counted.categories[:2]
    assert counted.value == Fraction(9 * trips + 4 * flushes, 220)
    assert str(counted).splitlines()[1:] == [
        "Trips       4    1.818 %  pays 9",
        "Flush      12    5.455 %  pays 4",
        "Pair      108   49.091 %  pays 0",
        "The rest   96   43.636 %  pays 0",
        "return 38.1818 %",
    ]
    assert draw_return(small).value == draw_return(small, (9, 4, 0, 0)).value
    assert load(DECKS["suits alike"]).frequencies().pays == ()
    assert main(["frequencies", PAYS, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [line["pays"] for line in found["categories"]] == [9, 4, 0, 0]
    assert found["return"] == pytest.approx(float(counted.value))
    assert main(["frequencies", PAYS]) == 0
    assert "A hand as dealt returns 38.1818 % of what is bet." in capsys.readouterr().out


def test_a_pay_is_a_number_of_coins_and_falls_with_the_lines() -> None:
    with pytest.raises(BadDeclaration, match=r"category 1 \(Trips\), pays: must be a whole number .* not 9.5"):
        declaration.parse(PAYS.replace("pays = 9", "pays = 9.5"))
    (finding,) = (each for each in lint(declaration.parse(PAYS.replace("pays = 9", "pays = 3"))) if each.kind == "pays")
    assert finding.message == "Trips pays 3, less than Flush below it (4)"
    assert not any(each.kind == "pays" for each in lint(declaration.parse(PAYS)))


def test_the_report_has_the_pays() -> None:
    declared = declaration.parse(PAYS)
    assert "returns 38.1818 %" in report(declared, "md")
    assert " | 4 | 1.82 % | 9 |" in report(declared, "md")
    assert "<th>Pays</th>" in report(declared, "html")
    assert report(declared, "csv").splitlines()[0].endswith(",pays")
    assert not any("pays" in report(declaration.load("pyramid"), form).lower() for form in ("md", "html", "csv"))
