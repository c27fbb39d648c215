"""What the workbench counts and deals, without a server: lines, wins, orders, variants, playtests and charts."""

import itertools
from collections import Counter
from math import comb

import msgspec
import pytest

from cardwright import declared_variants, games
from cardwright.cardroom.workbench import analysis, background_jobs
from cardwright.ranking import declaration, load, toml_writer
from cardwright.ranking.equity.heads_up import group_name, heads_up
from cardwright.ranking.rarity import fix
from cardwright.web import workbench_edits, workbench_form
from cardwright.web.workbench_form import BLANK
from support.workbench import DICE, NINE_CARDS, TEN_CARDS


def test_dealt_throws_show_faces_of_each_die() -> None:
    found = analysis.more(declaration.text_of("sicherman"), 1)
    assert not found.refused
    assert all({"1", "2", "3", "4"} & {face.text for face in hand.cards} for hand in found.dealt)


def test_three_cards_of_six_suits_by_nine_ranks() -> None:
    """On a forum for designers the pairs of this deck were counted as 15 x 8 x 9: with one suit for the third card."""
    blank = workbench_form.form_of(BLANK.replace("c d h s", "a b c d e f"))
    form = msgspec.structs.replace(blank, size="3", ranks="1 2 3 4 5 6 7 8 9", runs="")
    text = toml_writer.write(workbench_form.table_of(workbench_edits.usual(form)))
    assert {line.name: line.count for line in analysis.study(text).lines} == {
        "Straight flush": 7 * 6,
        "Three of a kind": 9 * comb(6, 3),
        "Straight": 7 * 6**3 - 7 * 6,
        "Flush": comb(9, 3) * 6 - 7 * 6,
        "One pair": 6_480,  # 9 x C(6,2) x 8 x 6
        "High card": (comb(9, 3) - 7) * (6**3 - 6),
    }
    moves = [str(move) for move in fix(declaration.parse(text)).moves]
    assert moves == ["Flush goes above Straight: 462 against 1,470"]


@pytest.mark.parametrize(
    "head",
    ['dice = true\nsize = 5\ndeck.ranks = "2 3 4 5 6"', 'size = 8\ndeck = {ranks = "2 3 4 5 6", suits = "a b c d"}'],
)
def test_no_exchange_is_counted_of_dice_or_of_large_hands(head: str) -> None:
    text = f'name = "Mine"\n{head}\ncategory = [{{name = "Threes", kinds = [3, 2], pays = 5}}, {{name = "Nothing"}}]'
    text = text.replace("[3, 2]", "[4, 4]") if "size = 8" in text else text
    assert analysis.more(text, 1).exchanged == ""


def test_a_name_that_is_typed_counts_nothing_again() -> None:
    first = analysis.study(BLANK)
    counted = analysis._survey_nameless.cache_info().misses
    second = analysis.study(BLANK.replace("My game", "My gam").replace("Nothing", "No pair"), BLANK)
    assert analysis._survey_nameless.cache_info().misses == counted
    assert (second.title, second.lines[1].name) == ("My gam", "No pair")
    assert [line.count for line in second.lines] == [line.count for line in first.lines]


@pytest.mark.parametrize(
    ("text", "group", "first"),
    [
        (BLANK, "Deal exactly 5 cards", "five-card-draw"),
        (TEN_CARDS, "Deal exactly 3 cards", "teen-patti"),
        (declaration.text_of("kuhn"), "Deal exactly 1 card", "kuhn"),
        (declaration.text_of("badugi"), "Deal exactly 4 cards", "draw"),
        (DICE, "Roll 2 dice", "poker-dice"),
    ],
    ids=["five", "three", "one", "four", "dice"],
)
def test_variants_that_deal_exactly_a_hand_come_first(text: str, group: str, first: str) -> None:
    """A list of 36 began with hold'em for hands of any number of cards."""
    found = analysis.more(text, 0).variants
    assert (found[0][0], found[0][1][0]) == (group, first)
    low = {"razz", "badugi", "deuce-to-seven-triple-draw", "deuce-to-seven-single-draw"}
    assert set(dict(found).get("The lowest hand wins", ())) <= low


def test_omaha_is_counted_with_a_deck_of_just_its_cards() -> None:
    """NumPy raised `ValueError`, and the page reported that memory was short."""
    assert len(analysis.more(NINE_CARDS, 0).counted) == 2


@pytest.mark.parametrize("is_exact", [True, False])
def test_seven_cards_are_dealt_at_random_where_they_are_too_many_to_count(
    monkeypatch: pytest.MonkeyPatch, is_exact: bool
) -> None:
    """The column was left out without a word."""
    tiles = """name = "Tiles"
size = 4
deck = { ranks = "1 2 3 4 5 6", suits = "1 2 3 4 5 6" }
category = [{ name = "Different below", different = "suit" }, { name = "Rest" }]
"""
    if not is_exact:
        monkeypatch.setattr(analysis, "MAX_WALKED_HANDS", 1_000_000)
    found = analysis.more(tiles, 0)
    seven, omaha = found.counted
    assert (seven.title, seven.exact, bool(found.orders)) == ("best 4 of 7", is_exact, is_exact)
    assert (omaha.title, omaha.exact) == ("Omaha: 2 of 4, 2 of 5", False)
    # Four of seven differ below unless the seven have at most three numbers below: 20 sets of 18 tiles, less those of
    # 12 tiles counted with them, among C(36,7) hands.
    fewer = 20 * comb(18, 7) - 15 * 3 * comb(12, 7)
    assert seven.parts[0] == pytest.approx(1 - fewer / comb(36, 7), abs=1e-12 if is_exact else 0.01)


def test_a_playtest_in_shards_is_the_same_as_in_one_piece() -> None:
    game = games.create("poker", players=3, ranking=BLANK)
    whole = declared_variants.playtest(game, "caller", 0, 12)
    assert declared_variants.playtest(game, "caller", 0, 5) + declared_variants.playtest(game, "caller", 5, 7) == whole
    assert whole.showdowns == whole.deals == 12
    assert sum(line.shown for line in whole.lines) == sum(line.made for line in whole.lines) == 36
    assert sum(line.won - line.tied for line in whole.lines) <= 12
    assert sum(whole.chips) == 0


def test_a_playtest_counts_the_hands_that_were_folded_as_made() -> None:
    stud = declared_variants.playtest(games.create("poker", players=4, variant="seven-card-stud"), "tight", 0, 8)
    assert sum(line.made for line in stud.lines) == sum(line.shown for line in stud.lines)  # the others lack cards
    found = declared_variants.playtest(games.create("poker", players=4), "tight", 0, 20)
    assert 0 < found.showdowns < 20
    assert sum(line.made for line in found.lines) == 4 * found.showdowns > sum(line.shown for line in found.lines)


def test_how_often_a_line_wins_agrees_with_every_throw() -> None:
    """Two players with two dice each: exact, as dice are independent."""
    ranking = load(DICE)
    throws = list(itertools.product(range(ranking.deck.size), repeat=ranking.size))
    strengths = [ranking.strength(throw) for throw in throws]
    lines = [ranking.category_index(strength) for strength in strengths]
    won, made = [0.0, 0.0], Counter(lines)
    for strength, line in zip(strengths, lines, strict=True):
        beaten = sum(other < strength for other in strengths) + strengths.count(strength) / 2
        won[line] += beaten / len(strengths)
    of_two = analysis.more(DICE, 0).wins[0]
    assert (of_two.title, of_two.exact) == ("of 2", True)
    assert of_two.parts == pytest.approx([won[line] / made[line] for line in (0, 1)])


def test_a_chart_of_starting_hands_agrees_with_the_exact_table() -> None:
    text = declaration.text_of("standard")
    count = background_jobs.starting_count(text, 2, None, 5, 2)
    found = [hand for first in (0, count - 3) for hand in background_jobs.starting_hands(text, 2, None, 5, 2, first, 3)]
    table = heads_up("standard")
    exact = dict(zip((group_name(load("standard"), group[0]) for group in table.groups), table.against_random()))
    assert count == 169
    assert all(abs(hand.share - exact[hand.name]) < 5 * hand.error for hand in found)
    assert (found[0].name, found[0].ways, found[0].place) == ("AA", 6, (0, 0))
    jacks = declaration.text_of("one-eyed-jacks")
    assert background_jobs.starting_count(jacks, 1, None, 4, 2) == 26  # clubs and diamonds, or two others
    (one,) = background_jobs.starting_hands(text, 1, None, 4, 5, 0, 1)
    assert (one.name, one.ways, one.place) == ("Ac", 4, None)


def test_starting_hands_that_differ_by_a_card_are_named_by_their_cards() -> None:
    """Three rows of a tarot with a line for single trumps were called "1 1"."""
    text = TEN_CARDS.replace("category = [", 'category = [{ name = "The one", holds = "1a" }, ')
    found = background_jobs.starting_hands(text, 2, None, 3, 2, 0, 100)
    names = [hand.name for hand in found]
    assert len({*names}) == len(names)
    assert sum(hand.ways for hand in found) == comb(10, 2)
    assert {"1a 2a", "1a 2b", "1b 2a"} <= {*names}


def test_an_exact_number_of_ones_own_cards_agrees_with_every_deal() -> None:
    """The chart took any number of them, and only Omaha had a column."""
    ranking = load(TEN_CARDS)
    deck = set(range(ranking.deck.size))
    value = {frozenset(hand): ranking.strength(hand) for hand in itertools.combinations(deck, 3)}

    def best(own: tuple[int, ...], board: tuple[int, ...]) -> int:
        rest = list(itertools.combinations(board, 2))
        return max(value[frozenset((card, *two))] for card in own for two in rest)

    found = background_jobs.starting_hands(TEN_CARDS, 2, 1, 3, 2, 0, 100)
    assert sum(hand.ways for hand in found) == comb(10, 2)
    lines: Counter[int] = Counter()
    for hand in found:
        own = ranking.cards(f"{hand.name[0]}a {hand.name[1]}{'a' if hand.name[2:] == 's' else 'b'}")
        won = []
        for board in itertools.combinations(deck - {*own}, 3):
            mine = best(own, board)
            lines[ranking.category_index(mine)] += hand.ways
            others = [best(two, board) for two in itertools.combinations(deck - {*own, *board}, 2)]
            won += [(mine > other) + (mine == other) / 2 for other in others]
        assert abs(hand.share - sum(won) / len(won)) < 5 * hand.error, hand.name
    variant = declared_variants.text_of("double-board-holdem").split("[[street]]")[0].replace('"any"', "1")
    variant += '[[street]]\nname = "first"\nhole = ["down", "down"]\n[[street]]\nname = "boards"\nboard = 3\n'
    more = analysis.more(TEN_CARDS, 0, variant)
    assert more.charted == (2, 1, 3)
    (shares,) = [each for each in more.counted if "Double" in each.title]
    assert shares.title.endswith(": 1 of 2, 2 of 3")
    assert shares.parts == pytest.approx([lines[line] / lines.total() for line in range(3)], abs=0.01)
