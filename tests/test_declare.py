"""Declarations: what they say, what the rulings make of them, and how each wrong one is refused."""

import itertools
import math
from collections import Counter
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from cardwright.cards import standard_deck
from cardwright.errors import BadCard, BadDeclaration, UnknownName
from cardwright.games.poker import variants
from cardwright.ranking import Declaration
from cardwright.ranking import declaration as declarations
from cardwright.ranking.describe import describe
from support import classify
from support.reference import look


def counts(declaration: Declaration) -> tuple[int, ...]:
    """The exact count of each category, strongest first."""
    found: Counter[int] = Counter()
    for hand, number in classify.hands(declaration):
        value = classify.classify(declaration, *hand)
        assert value is not None
        found[value[0]] += number
    return tuple(found[index] for index in range(len(declaration.categories)))


def worth(declaration: Declaration, text: str) -> tuple[int, tuple[int, ...]]:
    """A hand's worth, larger for the better hand."""
    value = classify.classify(declaration, *look(declaration, declaration.parse_hand(text)))
    assert value is not None
    return -value[0], value[1]


def category(declaration: Declaration, text: str) -> str:
    return declaration.categories[-worth(declaration, text)[0]].name


def said(declaration: Declaration, text: str) -> str:
    index, key = worth(declaration, text)
    return describe(declaration, (-index, key))


def assert_descending(declaration: Declaration, *hands: str) -> None:
    assert all(worth(declaration, one) > worth(declaration, other) for one, other in itertools.pairwise(hands))


# The built-in rankings


def test_these_are_built_in() -> None:
    assert declarations.names() == (
        "deuce-to-seven",
        "dual-piecepacks",
        "dual-piecepacks-inverted",
        "dual-piecepacks-low",
        "flexdeck",
        "paigow-back",
        "paigow-front",
        "pyramid",
        "pyramid-by-rarity",
        "standard",
        "standard-low",
    )
    assert declarations.examples() == ("flexdeck-as-printed",)


@pytest.mark.parametrize("name", declarations.names() + declarations.examples())
def test_a_built_in_ranking_is_one_object_with_a_title_and_a_line_about_it(name: str) -> None:
    declaration = declarations.load(name)
    assert declarations.load(name) is declaration
    assert declaration.name == name
    assert declaration.title
    assert declaration.about
    assert repr(declaration) == f"Declaration({name!r}, {len(declaration.categories)} categories)"


def test_decks_are_numbered_as_everywhere_else() -> None:
    assert declarations.load("standard").deck.texts == standard_deck().texts
    assert declarations.load("standard").deck.names == standard_deck().names
    assert declarations.load("paigow-back").deck.texts == standard_deck(joker=True).texts
    assert declarations.load("paigow-front").deck is declarations.load("paigow-back").deck
    assert declarations.load("dual-piecepacks-low").deck is declarations.load("dual-piecepacks").deck
    assert declarations.load("pyramid").deck.size == 40


# Rulings


@pytest.mark.parametrize("card", [-1, 52])
def test_a_number_that_is_not_a_card_has_no_text(card: int) -> None:
    deck = standard_deck()
    for read in (deck.text, deck.face, deck.name, lambda one: deck.text_of([one]), lambda one: deck.short_of([one])):
        with pytest.raises(BadCard, match=f"there is no card {card}: the standard deck has 0 to 51"):
            read(card)


def test_dp5_the_other_reading_turns_the_table_over() -> None:
    inverted = declarations.load("dual-piecepacks-inverted")
    assert category(inverted, "NbS NbH AwD 2bS 3bC") == "One pair"
    assert_descending(
        inverted,
        "NbS NbH AwD 2bS 3bC",
        "AbS AbH NwD 2bS 3bC",
        "NbS NbH AwD AbS 3wC",
        "NbS AbS 2bS 3bS 4bS",
        "AbS 2bS 3bS 4bS 5bS",
    )


def test_pg6_the_bug_is_an_ace_or_completes_a_straight_or_flush() -> None:
    back = declarations.load("paigow-back")
    assert said(back, "Ac Ad Ah As Jo") == "five aces"
    assert said(back, "Kc Qc Jc Tc Jo") == "royal flush"
    assert said(back, "2c 3c 5c 6c Jo") == "straight flush to the six"
    assert said(back, "2c 3d 5c 6c Jo") == "straight to the six"
    assert said(back, "2c 3d 4c 5c Jo") == "straight to the five"  # ranks above a six-high straight
    assert said(back, "9c 8d 7c 6c Jo") == "straight to the ten"
    assert said(back, "Ac Kc 9c 5c Jo") == "flush, ace-king-queen-nine-five"
    assert said(back, "9c 9d 9h 5c Jo") == "three of a kind, nines, ace-five"
    assert said(back, "9c 9d 5h 5c Jo") == "two pair, nines and fives, ace"
    assert said(back, "Kc Qd 8h 5c Jo") == "ace-high, king-queen-eight-five"
    assert worth(back, "Ac Ad Ah As Jo") > worth(back, "Ac Kc Qc Jc Tc")


# What a declaration can say


def test_the_standard_table_in_order() -> None:
    assert_descending(
        declarations.load("standard"),
        "Ac Kc Qc Jc Tc",
        "5c 4c 3c 2c Ac",
        "Ac Ad Ah As 2c",
        "2c 2d 2h 2s Ac",
        "2c 2d 2h Ac Ad",
        "Ac Kc Qc Jc 9c",
        "Ac Kc Qc Jc Td",
        "Ac 2c 3c 4c 5d",
        "Ac Ad Ah Kc Qc",
        "Ac Ad Ah Kc Jc",
        "Ac Ad Kc Kd Qc",
        "Ac Ad Kc Qd Jc",
        "Ac Kd Qc Jc 9c",
        "7c 5d 4c 3c 2c",
    )


def test_ace_to_five_is_blind_to_straights_and_flushes() -> None:
    low = declarations.load("standard-low")
    assert_descending(low, "Ac 2c 3c 4c 5c", "Ac 2c 3c 4c 6c", "Ac 2d 3c 7c 6c", "8c 2d 3c 4c Ac", "Ac Ad 2c 3c 4c")
    assert said(low, "Ac 2c 3c 4c 5c") == "five-four low, three-two-ace"


def test_deuce_to_seven_is_the_high_table_turned_over() -> None:
    low = declarations.load("deuce-to-seven")
    assert_descending(low, "7c 5d 4c 3c 2c", "7c 6d 4c 3c 2c", "8c 5d 4c 3c 2c", "Ac 5d 4c 3c 2c", "2c 2d 3c 4c 5c")
    assert_descending(low, "Ac Ad Ah Kc Qc", "6c 5d 4c 3c 2c", "7c 5c 4c 3c 2c", "2c 2d 2h 3c 3d", "6c 5c 4c 3c 2c")


def test_a_hand_may_be_of_two_to_seven_cards() -> None:
    for size in range(2, 8):
        deck = {"ranks": "1 2 3 4", "suits": "a b"}
        raw = {"name": "n", "size": size, "deck": deck, "category": [{"name": "any"}]}
        declaration = declarations.from_table(raw)
        assert sum(counts(declaration)) == math.comb(8, size)


DOUBLE_DECK = """
name = "Two packs"
order = "A 2 3 4 5 6 7 8 9 T J Q K A"
[deck]
ranks = "A 2 3 4 5 6 7 8 9 T J Q K"
suits = [
  {text="c", colour="clubs"}, {text="d", colour="diamonds"}, {text="h", colour="hearts"}, {text="s", colour="spades"},
  {text="C", colour="clubs"}, {text="D", colour="diamonds"}, {text="H", colour="hearts"}, {text="S", colour="spades"},
]
[[category]]
name = "Flush"
same = "colour"
[[category]]
name = "Anything"
"""


def test_suits_of_facets_are_written_by_as_few_letters_as_distinguish_their_classes() -> None:
    deck = {"ranks": "A 2 3 4 5 6 7 8 9 T J Q K", "suits": {"first": "sun sea sand", "second": "red green"}}
    declaration = declarations.from_table(declarations.table("standard") | {"deck": deck})
    assert " ".join(suit.text for suit in declaration.deck.suits) == "sur sug ser seg sar sag"


def test_two_packs_shuffled_together_have_a_facet_for_the_suit() -> None:
    declaration = declarations.parse(DOUBLE_DECK)
    flushes = 4 * math.comb(26, 5)
    assert counts(declaration) == (flushes, math.comb(104, 5) - flushes)
    assert_descending(declaration, "2c 2C 3c 4c 5c", "Ac Kc Qc Jc Tc")  # a flush may hold a pair, and that comes first


def test_a_wild_card_in_a_flush_is_a_card_not_held_and_elsewhere_anything() -> None:
    table = declarations.table("paigow-back") | {"wild": "any"}
    table["category"] = [{"name": "Five of a kind", "kinds": [5]}, *table["category"][1:]]
    declaration = declarations.from_table(table)
    assert said(declaration, "9c 9d 9h 9s Jo") == "five of a kind, nines"
    assert said(declaration, "9c 9d 9h 5c Jo") == "four of a kind, nines, five"
    assert said(declaration, "Ac Kc 9c 5c Jo") == "flush, ace-king-queen-nine-five"
    assert said(declaration, "9c 9d 5h 5c Jo") == "full house, nines over fives"


def test_in_a_table_turned_over_a_wild_card_is_what_harms_least() -> None:
    table = declarations.table("deuce-to-seven")
    table["deck"]["jokers"] = 1
    declaration = declarations.from_table(table | {"wild": "any"})
    assert said(declaration, "2c 3c 4c 5c Jo") == "seven-high, five-four-three-two"


def test_a_run_may_be_part_of_a_hand_with_a_pair_in_it() -> None:
    flexdeck = declarations.table("flexdeck")
    straight = next(line for line in flexdeck["category"] if line["name"] == "Straight-4")
    straight["kinds"] = [[1, 1, 1, 1, 1], [2, 1, 1, 1]]
    declaration = declarations.from_table(flexdeck)
    assert category(declaration, "0 1 2 3 3") == "Straight-4"
    assert counts(declaration)[5] == 3600 + 1680


def test_ties_compare_in_turn() -> None:
    flexdeck = declarations.table("flexdeck")
    flexdeck["category"][-1]["tie"] = ["total", "ranks"]
    declaration = declarations.from_table(flexdeck)
    assert_descending(declaration, "0 2 5 8 9", "0 1 5 8 9", "0 2 4 8 9", "0 2 4 7 9")
    assert said(declaration, "0 1 5 8 9") == "garbage, 23 in all, nine-eight-five-one-zero"
    flexdeck["category"][-1]["tie"] = "none"
    declaration = declarations.from_table(flexdeck)
    assert worth(declaration, "0 1 5 8 9") == worth(declaration, "0 2 4 7 9")
    assert said(declaration, "0 1 5 8 9") == "garbage"


@pytest.mark.parametrize(
    ("name", "hand", "words"),
    [
        ("dual-piecepacks", "3wS 3wH 3wD 5wC 5wD", "group-flush full house, threes over fives"),
        ("dual-piecepacks", "NbS AbS 5bS 4bS 3bS", "suit-flush, null-ace-five-four-three"),
        ("dual-piecepacks", "NbS AwS 5bH 4bS 3bS", "null-high, ace-five-four-three"),
        ("dual-piecepacks", "NbS NwS 5bH 4bS 3bS", "pair of nulls, five-four-three"),
        ("standard", "5c 6d 7c 8c 9c", "straight to the nine"),
        ("standard", "Ac 2d 3c 4c 5c", "straight to the five"),
        ("standard", "Kc Kd Ac 9c 4d", "pair of kings, ace-nine-four"),
        ("standard", "6c 6d 6h 9c 4d", "three of a kind, sixes, nine-four"),
        ("standard", "Ac Kd 9c 5c 4d", "ace-high, king-nine-five-four"),
        ("flexdeck", "8 8 4 4 3", "two pair, eights and fours, three"),
        ("flexdeck", "3 4 5 6 9", "straight-4 to the six"),
        ("flexdeck", "1 1 2 4 5", "pair of ones"),
        ("flexdeck", "1 2 5 7 9", "garbage, 24 in all"),
    ],
)
def test_hands_are_spoken(name: str, hand: str, words: str) -> None:
    assert said(declarations.load(name), hand) == words


def test_dice_may_repeat_and_cards_may_not() -> None:
    assert declarations.load("flexdeck").parse_hand("0 0 2 6 9") == (0, 0, 2, 6, 9)
    assert declarations.load("flexdeck").parse_hand("00269") == (0, 0, 2, 6, 9)
    with pytest.raises(BadCard, match="duplicate"):
        declarations.load("standard").parse_hand("Ac Ac")


def test_like_takes_everything_that_is_not_said() -> None:
    ranks = "A 6 7 8 9 T J Q K"
    deck = {"ranks": ranks, "suits": "c d h s"}
    short = declarations.from_table({"like": "standard", "name": "Short deck", "order": f"{ranks} A", "deck": deck})
    assert short.deck.size == 36
    assert [line.name for line in short.categories] == [line.name for line in declarations.load("standard").categories]
    assert category(short, "Ac 6d 7c 8c 9c") == "Straight"


def test_a_copy_of_a_built_in_table_can_be_changed() -> None:
    declarations.table("standard")["category"].clear()
    assert len(declarations.from_table(declarations.table("deuce-to-seven"), "x").categories) == 9
    with pytest.raises(UnknownName):
        declarations.table("nothing")


# Files


def test_a_file_of_your_own(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(DOUBLE_DECK, "utf-8-sig")
    assert declarations.load(path).name == "mine"
    assert declarations.load(str(path)).title == "Two packs"


def test_names_that_are_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UnknownName, match="did you mean 'standard'"):
        declarations.load("standart")
    with pytest.raises(UnknownName, match="did you mean 'jacks-or-better'"):
        declarations.load("jacks")
    with pytest.raises(BadDeclaration, match=r"nowhere\.toml: cannot be read: No such file"):
        declarations.load("nowhere.toml")
    monkeypatch.chdir(tmp_path)
    for name in ("lantern", "mine"):
        (tmp_path / f"{name}.toml").touch()
        with pytest.raises(UnknownName, match=rf"did you mean '{name}\.toml'"):
            declarations.load(name)
        with pytest.raises(UnknownName, match=rf"did you mean '{name}\.toml'"):
            variants.load(name)
    for odd in ("", "\0", "a\nb", "x" * 5000):
        with pytest.raises((UnknownName, BadDeclaration)) as refused:
            declarations.load(odd)
        assert "\n" not in str(refused.value)
    with pytest.raises(BadDeclaration):
        declarations.load("/\0.toml")


def test_files_that_cannot_be_declarations(tmp_path: Path) -> None:
    with pytest.raises(BadDeclaration, match="directory"):
        declarations.load(tmp_path)
    path = tmp_path / "bad.toml"
    for content, why in [
        (b"name = '\xff'", "not UTF-8 text \\(byte 8\\): save it as UTF-8"),
        ("name = 'T'".encode("utf-16-le"), "not UTF-8 text \\(character 1\\): save it as UTF-8"),
        (b"#" * 300_000, "longer than 256 kB"),
        (b"name = 3\nsize = four", r"not TOML: Invalid value .at line 2, .*: 'size = four'; text is in quotes"),
        (b"size = 3\nsize = 4", "'size = 4'; this is there already; what may be there several times"),
        (b"[deck]\n[[category]]\n[category]", r"'.category.'; this is there already; .* such as ..category.."),
        (b'name = "T\nsize = 3', """'name = "T'; the quotes are not closed in this line"""),
        ("name = \u201cT\u201d".encode(), "the quotes are curly: write straight ones"),
        ("size = 3\nname\u00a0= 'T'".encode(), "a space is unseen or non-breaking"),
        ("\u200bname = 'T'".encode(), "a space is unseen or non-breaking: write plain ones"),
        (b"```toml\nname = 'T'\n```", "a line is a key, = and its value; leave out all others, such as ```"),
        (
            b"[[category]",
            r"Expected '\]\]' at the end of an array declaration .at line 1, .* begins with \[\[category\]\]",
        ),
        (
            b"name = 'T'\nsize = 2\n[deck]\nranks = '1 2 3'\n[[category]]\nname = 'T'\nrun = 3",
            "run: must be 2, or left out",
        ),
        (b'name = "T', "not TOML: (Unterminated|Illegal|Expected)"),
        (b"size = " + b"9" * 5000, "not TOML: a number is too long"),
        (b"size = 0x" + b"f" * 5000, "must be a whole number from 1 to 13|is missing"),
        (b"a = " + b"[" * 100_000, "nested too deeply"),
        (b"a" + b".a" * 100_000 + b" = 1", "has more than 100 dots in a line"),
        (b"", "name: is missing"),
    ]:
        path.write_bytes(content)
        with pytest.raises(BadDeclaration, match=why) as refused:
            declarations.load(path)
        assert str(refused.value).startswith(str(path))
        assert "\n" not in str(refused.value)


# What is refused, and how


def changed(key: str, value: Any) -> dict[str, Any]:
    """The standard table with one key changed; a dotted key goes into the deck or the first category."""
    table = declarations.table("standard")
    part = table
    *into, last = key.split(".")
    for name in into:
        part = part[name][0] if isinstance(part[name], list) else part[name]
    if value is None:
        del part[last]
    else:
        part[last] = value
    return table


FIRST = "x.toml, category 1 (Straight flush)"
REFUSED: list[tuple[str, Any, str | None]] = [
    ("name", None, "x.toml, name: is missing: it must be text"),
    ("name", 5, "x.toml, name: must be text, not 5"),
    ("name", date(2026, 11, 30), "x.toml, name: must be text, not 2026-11-30"),
    ("name", "a\nb", "x.toml, name: must be one line without '\\n', not 'a\\nb'"),
    ("name", "a\u200fb", "x.toml, name: must be one line without '\\u200f', not 'a\\u200fb'"),
    ("name", "x" * 201, "x.toml, name: must be one line of at most 200 characters, not"),
    ("siez", 5, "x.toml: unknown key 'siez'; did you mean 'size'?"),
    ("size", 14, "x.toml, size: must be a whole number from 1 to 13, not 14"),
    ("size", True, "x.toml, size: must be a whole number from 1 to 13, not true"),
    ("size", "5", "x.toml, size: must be a whole number from 1 to 13, not '5'"),
    ("dice", True, "x.toml, deck, suits: dice have ranks only"),
    ("order", "A 2 3", "x.toml, order: the rank '4' of the deck is missing"),
    ("order", "A A A", "x.toml, order: 'A' is listed more than twice: a rank is low, high or both"),
    ("order", "A 2 3 X", "x.toml, order: no rank 'X' in the deck; there are: A, 2, 3, 4, 5, 6, 7, 8, 9, T, J, Q, K"),
    ("order", [1, 2], "x.toml, order: must be ranks from low to high, not [1, 2]"),
    ("low", "yes", "x.toml, low: must be true or false, not 'yes'"),
    ("wheel", "third", "x.toml, wheel: must be 'lowest' or 'second', not 'third'"),
    ("wild", "bug", "x.toml, wild: the deck has no jokers"),
    ("deck", 3, "x.toml, deck: must be a table of keys, not 3"),
    ("deck.ranks", None, 'x.toml, deck, ranks: is missing: it must be a list such as "A 2 3", or of tables'),
    ("deck.ranks", "", 'x.toml, deck, ranks: is empty: it must be a list such as "A 2 3", or of tables'),
    ("deck.ranks", "A A", "x.toml, deck, ranks: 'A' is listed twice"),
    (
        "deck.suits",
        {"shape": "arch bell", "symbol": "sun moon"},
        "x.toml, deck, suits, symbol: says how a suit is written or drawn: give the facet another name",
    ),
    ("deck.suits", {"color": "red red"}, "x.toml, deck, suits, color: 'red' is listed twice"),
    (
        "deck.ranks",
        [{"text": "A,"}],
        "x.toml, deck, ranks 1, text: must be at most 16 characters without a space",
    ),
    ("deck.ranks", [{"text": "A", "nam": "ace"}], "x.toml, deck, ranks 1: unknown key 'nam'; did you mean 'name'?"),
    ("deck.suits", [{"name": "cups"}], "x.toml, deck, suits 1, text: is missing: it must be text"),
    ("deck.suits", [{"text": "c", "ink": "pink"}], "x.toml, deck, suits 1, ink: must be 'black' or 'red' or 'blue'"),
    (
        "deck.suits",
        [{"text": "c", "group": "x"}, {"text": "d"}],
        "x.toml, deck, suits 2, group: is missing: other suits have it, so it is a facet, and every suit needs it",
    ),
    ("deck.suits", [{"text": "c", "suit": "x"}], "x.toml, deck, suits 1: 'suit' is not a valid facet name"),
    (
        "deck.ranks",
        [1, 2],
        'x.toml, deck, ranks: must be a list such as "A 2 3", or of tables, not [1, 2]: in quotes, "1"',
    ),
    ("deck.jokers", -1, 'x.toml, deck, jokers: must be a whole number from 0 to 256, or a list such as "Jr Jb"'),
    ("deck.jokers", 1.5, 'x.toml, deck, jokers: must be a whole number from 0 to 256, or a list such as "Jr Jb"'),
    ("deck.jokers", 1, 'x.toml, wild: is missing: it must be what jokers and wild cards are: "any", "bug" or a rank'),
    ("deck.jokers", 250, "x.toml, deck: 302 cards are more than the 256 a deck may have"),
    ("deck.packs", 20, "x.toml, deck: 1,040 cards are more than the 256 a deck may have"),
    ("deck.jokers", ["Ac"], "x.toml, deck: two cards have the notation 'Ac'"),
    ("category", None, "x.toml, category: there must be at least one [[category]]"),
    ("category", [{}] * 101, "x.toml, category: 101 lines are more than the 100 a table may have"),
    ("category.name", None, "x.toml, category 1, name: is missing: it must be text"),
    ("category.name", "flush", "x.toml, category 4 (Flush), name: another category is named 'Flush'"),
    ("category.kind", [5], "FIRST: unknown key 'kind'; did you mean 'kinds'?"),
    (
        "category.kinds",
        [3, 3],
        "FIRST, kinds: [3, 3] adds up to 6, and a hand has 5 cards",
    ),
    ("category.kinds", [5, 0], "FIRST, kinds: must be the sizes of the groups"),
    ("category.kinds", [], "FIRST, kinds: must be the sizes of the groups"),
    ("category.kinds", [True] * 5, "FIRST, kinds: must be the sizes of the groups"),
    ("category.kinds", 5, "FIRST, kinds: must be the sizes of the groups"),
    ("category.run", 6, "FIRST, run: must be a whole number from 2 to 5, not 6"),
    (
        "category.same",
        "suits",
        "FIRST, same: no facet 'suits' in the deck; did you mean 'suit'?",
    ),
    ("category.ranks", "T J X", "FIRST, ranks: no rank 'X' in the deck"),
    ("category.ranks", [], "FIRST, ranks: must name at least one rank"),
    (
        "category.tie",
        "rank",
        "FIRST, tie: unknown tie-break 'rank'; did you mean 'ranks'?",
    ),
    ("category.tie", "run run", "FIRST, tie: 'run' is listed twice"),
    (
        "category.tie",
        "total",
        "FIRST, tie: a total needs the value of each rank, and 'A' has none",
    ),
    ("category.run", None, None),
    ("category.holds", "at least 2 of A", "FIRST, holds: 'at least 2 of A': write \"2 of A K\" for at least two"),
    ("category.holds", f"{'9' * 5000} of A K", "FIRST, holds: "),
    ("category.printed", -1, "FIRST, printed: must be a whole number from 0 to"),
    (
        "category.says",
        "to the {2}",
        "FIRST, says: {2} has no value: the tie-breaks of this category give 1",
    ),
]


@pytest.mark.parametrize(("key", "value", "message"), REFUSED)
def test_a_wrong_declaration_is_refused_with_file_and_key(key: str, value: Any, message: str | None) -> None:
    table = changed(key, value)
    if message is None:
        declarations.from_table(table, "x.toml")
        return
    with pytest.raises(BadDeclaration) as refused:
        declarations.from_table(table, "x.toml")
    assert str(refused.value).startswith(message.replace("FIRST", FIRST))
    assert refused.value.where.startswith("x.toml")


def test_a_joker_face_that_stands_for_numbers_only_needs_no_value() -> None:
    text = """
        name = "Joker faces"
        dice = true
        size = 3
        wild = "any"
        wild_cards = "*"
        deck.ranks = "1 2 3 4 *"
        category = [{ name = "Run", run = 3 }, { name = "Low", total = "3-5", tie = "total" }, { name = "Rest" }]
        """
    with pytest.raises(BadDeclaration, match=r"Low\), tie: .*list the ranks of the deck.*or leave it out of wild_as"):
        declarations.parse(text)
    declared = declarations.parse(text.replace("deck.", 'wild_as = "1 2 3 4"\n deck.'))
    assert counts(declared) == throws_with_joker_faces()


def throws_with_joker_faces() -> tuple[int, ...]:
    """Count throws of three dice with the faces 1 to 4 and a joker, which is the best of the four numbers."""
    found = [0, 0, 0]
    for throw in itertools.product((1, 2, 3, 4, 0), repeat=3):
        readings = [sorted(each) for each in itertools.product(*([face] if face else range(1, 5) for face in throw))]
        runs = any(each in ([1, 2, 3], [2, 3, 4]) for each in readings)
        found[0 if runs else 1 if any(sum(each) <= 5 for each in readings) else 2] += 1
    return tuple(found)


def test_a_tie_by_the_run_needs_a_run() -> None:
    table = declarations.table("standard")
    table["category"][-1]["tie"] = "run"
    with pytest.raises(BadDeclaration, match=r"category 9 \(High card\), tie: needs a run in the same category"):
        declarations.from_table(table)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('like = "standrad"', "like: no ranking named 'standrad'; did you mean 'standard'?"),
        ('like = "standard"\nwild = "any"', "wild: the deck has no jokers"),
        ('like = "paigow-back"\nwild = "X"', """wild: must be "any", "bug" or a rank, not 'X'"""),
        ('like = "paigow-back"\nupside_down = true', "wild: a bug completes hands that an upside-down table avoids"),
        ('like = "standard"\nlow = false\nupside_down = true', "low: cannot be false"),
        (
            'like = "standard"\nupside_down = true\nwild = "any"\ndeck.jokers = 1\n'
            'deck.ranks = "A 2 3 4 5 6 7 8 9 T J Q K"\n'
            'deck.suits = [{text = "c", colour = "black"}, {text = "d", colour = "red"}]\n'
            'category = [{name = "a", same = "suit"}, {name = "b", same = "colour"}, {name = "c"}]',
            "wild: in an upside-down table a wild card cannot share one of colour and suit without the other",
        ),
        ('like = "standard"\nwheel = "second"\norder = "2 3 4 5 6 7 8 9 T J Q K A"', "wheel: no rank is listed twice"),
        (
            'dice = true\nsize = 2\ndeck.ranks = "1 2"\ncategory = [{name = "a", same = "suit"}]',
            "same: no facet 'suit' in the deck; there are none",
        ),
        ('dice = true\nsize = 2\ndeck.ranks = "1 2"\ndeck.jokers = 1', "deck, jokers: dice have ranks only"),
        (
            'dice = true\nsize = 2\ndeck.ranks = "0 0 1"',
            """ranks: '0' is listed twice: the sides of each die are listed as dice = ["0 0 1"]""",
        ),
        ('deck.dice = "d4 d6"', "deck, dice: these are dice: the file needs dice = true"),
        ('dice = true\ndeck.dice = "d4 d6"\nsize = 3', "size: a throw of 2 dice has 2 faces, not 3"),
        ('dice = true\ndeck.dice = "d4 x"', "dice 2, faces: must be a die of at most 256 faces"),
        ('dice = true\ndeck.dice = "14d6"', "dice: 14 dice are more than the 13 of a throw"),
        ('dice = true\ndeck.dice = "13d200"', "dice: the sides of these dice make"),
        ('dice = true\ndeck.dice = "d4"\ndeck.ranks = "1 2 3 4 5"', "deck, ranks: no die shows '5'"),
        ('dice = true\ndeck.dice = "d4"\ndeck.ranks = "1 2 3"', "dice 1, faces: no rank '4' in the deck"),
        (
            'dice = true\ndeck.dice = [{ faces = "1 2", weights = "1 0" }]',
            """dice 1, weights: must be the weight of each of the 2 faces, such as "1 1 2" or "1/4 1/4 1/2", not '0'""",
        ),
        (
            'dice = true\ndeck.dice = [{ faces = "1 2", weights = "0.0000001 0.9999999" }]',
            "dice 1, weights: these weights make 10000000 sides; a die has at most 1000000",
        ),
        (
            'size = 2\ndeck.ranks = "1 11"\ndeck.suits = "1 11"',
            "deck: two cards have the notation '111': let the ranks or the suits be letters",
        ),
        ('size = 5\ndeck.ranks = "1 2"\ndeck.suits = "a b"', "size: a hand of 5 cannot be dealt from 4 cards"),
        (
            'like = "standard"\nsize = 7\norder = "A 2 3 4 5 6 7 8 9 T J Q K L M N O P R S"\n'
            'deck.ranks = "A 2 3 4 5 6 7 8 9 T J Q K L M N O P R S"\ndeck.suits = "c d"\n'
            'deck.jokers = 1\nwild = "any"\ncategory = [{name = "a", same = "suit"}]',
            "size: 7 cards of 20 ranks with jokers make 1,669,800 classes of hands; at most 1,000,000",
        ),
        (
            'like = "standard"\nsize = 7\nwild = "any"\norder = "A 2 3 4 5 6 7 8 9 T J Q K L M N"\n'
            'deck.ranks = "A 2 3 4 5 6 7 8 9 T J Q K L M N"\ndeck.jokers = 9\n'
            'category = [{name = "a", same = "suit"}, {name = "b"}]',
            "wild: wild cards can be read in 24,899,424 ways",
        ),
    ],
)
def test_what_does_not_go_together(text: str, message: str) -> None:
    with pytest.raises(BadDeclaration) as refused:
        declarations.parse('name = "n"\n' + text, "x.toml")
    assert message in str(refused.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('nmae = "n"', "x.toml, name: is missing: it must be text; is 'nmae' misspelt?"),
        ('name = "n"\n[dekc]', "x.toml, deck: is missing: it must be a table, with ranks; is 'dekc' misspelt?"),
        (
            'name = "n"\nsize = 1\ndeck = { ranks = "1" }\n[[categroy]]',
            "x.toml, category: there must be at least one [[category]]; is 'categroy' misspelt?",
        ),
        (
            'name = "n"\nsiez = 2\ndeck = { ranks = "1 2 3 4 5", suits = "c" }\n'
            'category = [{ name = "P", kinds = [2] }, { name = "R" }]',
            "x.toml: unknown key 'siez'; did you mean 'size'?",
        ),
        ('name = "n"\ndeck = { ranks = "1", siuts = "c" }', "x.toml, deck: unknown key 'siuts'; did you mean 'suits'?"),
    ],
)
def test_a_missing_key_that_is_there_misspelt(text: str, message: str) -> None:
    with pytest.raises(BadDeclaration) as refused:
        declarations.parse(text, "x.toml")
    assert str(refused.value) == message


def test_suits_look_like_their_names() -> None:
    text = """name = "n"
size = 2
[deck]
ranks = "2 3"
suits = ["sun", "Moons", "red", "x", {text = "h", name = "herbs"}, {text = "s", symbol = "!", ink = "green"}]
[[category]]
name = "All"
"""
    suits = declarations.parse(text).deck.suits
    assert [(suit.symbol, suit.ink) for suit in suits] == [
        *(("☀", "red"), ("☾", "blue"), ("", "red"), ("", "black"), ("", "violet"), ("!", "green"))
    ]


def test_what_is_no_text_and_no_name_of_a_declaration_is_refused() -> None:
    wrong: Any
    for wrong in (None, 3, b"name", ["x"]):
        with pytest.raises(BadDeclaration, match="is read from text"):
            declarations.parse(wrong)
        for call in (declarations.table, declarations.text_of):
            with pytest.raises(UnknownName, match="no ranking named"):
                call(wrong)
    for wrong in ({3: 4}, {None: 4}, {"name": "T", "deck": {0: 1}}):
        with pytest.raises(BadDeclaration, match="a key is text, not"):
            declarations.from_table(wrong)


def test_suits_are_declared_as_telephones_write_them() -> None:
    lines = 'category = [{ name = "Suns", holds = "2 of ☀" }, { name = "All" }]'
    text = f'name = "👩\u200d🚀 Signs"\nsize = 2\ndeck = {{ ranks = "2 A", suits = "♥ ☀" }}\n{lines}'
    usual = declarations.parse(text)
    marked = declarations.parse(text.replace("♥", "♥\ufe0f").replace("☀", "☀\ufe0f"))
    assert marked == usual
    assert [suit.ink for suit in usual.deck.suits] == ["red", "red"]  # both were black
    assert marked.deck.name(3) == "ace of suns"
    assert marked.deck.parse("A☀\ufe0f") == 3
