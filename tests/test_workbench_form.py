"""The form of a declaration: what it keeps, what it leaves to the text, and what it asks about."""

import itertools
from math import comb
from typing import Any
from urllib.parse import urlencode

import httpx2
import pytest
from msgspec.structs import replace

from cardwright.ranking import declaration, toml_writer
from cardwright.ranking.lint import lint
from cardwright.web import workbench_edits
from cardwright.web.workbench_form import BLANK, LINE_FIELDS, DeclarationForm, LineForm, form_of, read, table_of
from cardwright.web.workbench_links import pack
from support.visitors import JSON
from support.workbench import more, study

FIELDS = ("name", "size", "dice", "ranks", "suits", "copies", "jokers", "wild", "runs", "base")
URLENCODED = {**JSON, "content-type": "application/x-www-form-urlencoded"}


def blank(**fields: Any) -> DeclarationForm:
    """Return the form of a blank page, with these fields."""
    return replace(form_of(BLANK), **fields)


def reread(table: dict[str, Any]) -> DeclarationForm:
    """Return the form of a table that was written as text."""
    return form_of(toml_writer.write(table))


def sent(form: DeclarationForm) -> list[tuple[str, str]]:
    """Return the fields of a form as a browser sends them."""
    fields = [(name, getattr(form, name)) for name in FIELDS]
    return fields + [(f"line-{name}", getattr(line, name)) for line in form.lines for name in LINE_FIELDS]


def change(visitor: httpx2.Client, form: DeclarationForm, do: str) -> dict[str, str]:
    """Send a form with a button; return what the page shows."""
    body = urlencode([("do", do), *sent(form)])
    return visitor.post("/workbench", content=body, headers=URLENCODED).json()  # type: ignore[no-any-return]


def lines_in(text: str) -> list[dict[str, Any]]:
    """Return the lines of a declaration as they are written."""
    return declaration.parse_toml(text, "declaration")["category"]  # type: ignore[no-any-return]


def test_a_form_that_is_not_changed_declares_the_same() -> None:
    tables = {name: declaration.table(name) for name in declaration.all_names()}
    kept = {name: declaration.from_table(table_of(reread(table))) for name, table in tables.items()}
    assert kept == {name: declaration.from_table(table) for name, table in tables.items()}


def test_the_form_names_what_only_the_text_shows(visitor: httpx2.Client) -> None:
    """A line of five in a row that holds five blacks looked like any straight."""
    lantern = 'name = "L"\ndice = true\nwild = "any"\nwild_cards = "6"\ndeck.dice = "2d6"\ncategory = []\n'
    assert form_of(lantern).unshown == "wild_cards, deck.dice"
    text = BLANK.replace(
        "kinds =", "classes = { suit = [3, 2] }\nholds = '2 of <b>'\nsays = 'pair'\ndifferent = 'suit'\nkinds =", 1
    )
    line, last = form_of(text).lines
    assert (line.unshown, last.unshown) == ('classes = {suit = [3, 2]}, holds = "2 of <b>"', "")
    page = visitor.get("/workbench", params={"d": pack(text)}).text
    assert "In the text only: classes = {suit = [3, 2]}, holds = &#34;2 of &lt;b&gt;&#34;</p>" in page


def test_the_form_keeps_suits_by_facets_and_several_facets_in_a_line() -> None:
    """Any change in the form took the suits from a deck of tiles, and made text of the list of facets."""
    deck = {"ranks": "1 2 3 4", "suits": {"shape": "arch bell coil", "glaze": "rust sage teal"}}
    lines = [{"name": "A family", "same": ["shape", "glaze"]}, {"name": "Rubble"}]
    tiles = {"name": "Tiles", "size": 4, "deck": deck, "category": lines}
    form = reread(tiles)
    assert table_of(form) == tiles
    assert (form.unshown, form.facets) == ("deck.suits", ("suit", "glaze", "shape"))
    assert form.classes[form.lines[0].same] == "all of one shape and one glaze"
    assert table_of(replace(form, suits="a b"))["deck"]["suits"] == "a b"


def test_a_joker_is_any_card_until_the_form_says_otherwise() -> None:
    table = table_of(blank(jokers="1"))
    assert table["wild"] == "any"
    table |= {"wild": "A", "wild_as": "K A", "wild_completes": ["A pair or better"]}
    again = reread(table)
    assert declaration.from_table(table_of(again)) == declaration.from_table(table)
    assert "wild" not in " ".join(table_of(replace(again, jokers="0")))
    for name in ("deuces-wild", "one-eyed-jacks"):  # wild cards, and no jokers
        form = reread(declaration.table(name))
        assert table_of(form)["wild"] == "any"


def test_commas_separate_words_and_dice_have_no_suits() -> None:
    form = read(sent(blank(ranks="A, 2,3", suits="sun,moon")))
    assert table_of(form)["deck"] == {"ranks": "A 2 3", "suits": "sun moon"}
    assert table_of(replace(form, dice="yes"))["deck"] == {"ranks": "A 2 3"}


def test_only_a_first_rank_that_stays_follows_the_last() -> None:
    """The ace of the blank page is also high; a rank that comes first in its place is not, until the form says so."""
    form = blank()
    other = table_of(replace(form, ranks="new half full"))
    assert "order" not in other
    chosen = replace(reread(other), runs="both")
    chosen = reread(table_of(chosen))
    retyped = table_of(replace(chosen, ranks="dawn noon dusk"))
    assert retyped["order"] == "dawn noon dusk dawn"  # a choice stays, with other ranks
    shorter = table_of(replace(form, ranks="A 2 3"))
    assert shorter["order"] == "A 2 3 A"
    again = reread(other)
    assert again.runs == ""
    assert table_of(replace(again, runs="both"))["order"] == "new half full new"


@pytest.mark.parametrize("name", ["sicherman", "big-six", "tali"])
def test_the_form_keeps_a_list_of_dice_and_drops_it_for_cards(name: str) -> None:
    text = declaration.text_of(name)
    form = form_of(text)
    assert table_of(form)["deck"]["dice"] == declaration.table(name)["deck"]["dice"]
    assert form.size == str(declaration.parse(text).size)
    assert "dice" not in table_of(replace(form, dice="no"))["deck"]


def test_a_line_of_different_suits_is_in_the_form() -> None:
    text = BLANK.replace("[[4, 1], [3, 2], [3, 1, 1], [2, 2, 1], [2, 1, 1, 1]]", "[5]") + 'different = "suit"\n'
    form = form_of(text)
    assert [line.same for line in form.lines] == ["", "different suit"]
    assert form.classes["different suit"] == "different suits"
    assert table_of(form)["category"][1]["different"] == "suit"
    one = replace(form, lines=(replace(form.lines[1], same="suit"),))
    assert table_of(one)["category"] == [{"name": "Nothing", "same": "suit"}]
    kept = 'name = "T"\n[deck]\nranks = "A"\nsuits = "c d"\n[[category]]\nname = "X"\ndifferent = ["suit", "card"]\n'
    assert table_of(form_of(kept))["category"][0]["different"] == ["suit", "card"]


def test_some_cards_of_one_suit_are_in_the_form(visitor: httpx2.Client) -> None:
    """A flush of three of five cards could be written in the text only."""
    form = blank()
    choices = {facet: words for facet, words in form.classes.items() if facet.endswith("of suit")}
    assert choices == {f"{some} of suit": f"at least {some} of one suit" for some in (4, 3, 2)}
    first = replace(form.lines[0], name="Three flush", kinds="", same="3 of suit")
    answer = change(visitor, replace(form, lines=(first, form.lines[1])), "form")
    three = comb(13, 3) * comb(39, 2) + comb(13, 4) * 39 + comb(13, 5)
    assert f"{4 * three:,}" in answer["results"]
    line = lines_in(answer["toml"])[0]
    assert line == {"name": "Three flush", "cards": 3, "same": "suit"}
    again = form_of(answer["toml"])
    assert again.lines[0] == replace(first, base="0")  # nothing is left to the text
    kinds = (replace(again.lines[0], kinds="2 1 1 1"), again.lines[1])
    said = change(visitor, replace(again, lines=kinds), "form")["error"]
    assert said == "Line 1, equal ranks: [2, 1, 1, 1] adds up to 5, and this line looks at 3 cards"
    whole = (replace(again.lines[0], same="suit"), again.lines[1])
    table = table_of(replace(again, lines=whole))
    assert table["category"][0] == {"name": "Three flush", "same": "suit"}
    four = "cards = 4\nrun = 4\n"  # for a run, and no suit: the text has it
    kept = form_of(BLANK.replace('name = "Nothing"', f'name = "Nothing"\n{four}'))
    assert kept.lines[1].unshown == "cards = 4"
    assert table_of(kept)["category"][1] == {"name": "Nothing", "cards": 4, "run": 4}


def test_another_size_says_what_to_do_and_has_its_own_choices(visitor: httpx2.Client) -> None:
    own = form_of(BLANK.replace('"Nothing"', '"Bust"'))
    form = replace(own, size="3")
    answer = change(visitor, form, "form")
    assert answer["error"].startswith("The lines are for hands of 5 cards: choose their equal ranks for 3")
    assert '<option value="2 1">one pair</option>' in answer["form"]
    assert "Three of a kind" in change(visitor, form, "usual")["results"]
    nine = change(visitor, replace(own, size="9"), "form")["error"]
    assert nine == "The lines are for hands of 5 cards: choose their equal ranks for 9."  # that has no usual hands
    for kinds in ("9" * 5000, "x"):  # of no browser
        crafted = (replace(own.lines[0], kinds=kinds), *own.lines[1:])
        assert change(visitor, replace(own, size="3", lines=crafted), "form")["error"]
    misspelt = BLANK.replace("size = 5", "siez = 3").replace("[[4, 1], [3, 2], [3, 1, 1], [2, 2, 1], ", "[[3], ")
    misspelt = misspelt.replace("[2, 1, 1, 1]", "[2, 1]")
    assert study(visitor, misspelt)["error"] == "declaration: unknown key 'siez'; did you mean 'size'?"


def test_lines_that_the_page_put_in_follow_the_deck(visitor: httpx2.Client) -> None:
    """The blank page found fault with its own lines as soon as the number of cards was another."""
    form = blank()
    for size, first in (("3", "Straight flush"), ("9", "Any hand"), ("1", "Any hand"), ("5", "Straight flush")):
        answer = change(visitor, replace(form, size=size), "form")
        assert not answer["error"]
        form = form_of(answer["toml"])
        assert form.lines[0].name == first
    for ranks in ("1 2", "1 2 3", "1 2 3 4 5"):  # as they are typed: no line that no hand fits
        answer = change(visitor, replace(form, ranks=ranks), "form")
        assert "no hand falls into it" not in answer["results"]
    renamed = (replace(form.lines[0], name="Best"), *form.lines[1:])
    edited = replace(form, lines=renamed, suits="c d h s x")
    kept = form_of(change(visitor, edited, "form")["toml"])
    assert [line.name for line in kept.lines] == [line.name for line in renamed]


def test_ranks_without_spaces_between_are_asked_about(visitor: httpx2.Client) -> None:
    form = blank(ranks="123456789")
    advice = "123456789 is one rank: did you mean 1 2 3 4 5 6 7 8 9?"
    assert change(visitor, form, "form")["error"].endswith(f"from 4 cards. {advice}")
    assert advice in change(visitor, replace(form, size="2"), "form")["form"]  # where it is no fault


@pytest.mark.parametrize(
    ("ranks", "suits", "advice"),
    [
        ("1-13", "c d h s", "1-13 is one rank: did you mean 1 2 3 4 5 6 7 8 9 10 11 12 13?"),
        ("1 - 6", "c d h s", "1 - 6 is no list: did you mean 1 2 3 4 5 6?"),
        ("9..2", "c d h s", "9..2 is one rank: did you mean 2 3 4 5 6 7 8 9?"),
        ("1 2 3 4 5", "♠♥♦♣", "♠♥♦♣ is one suit: did you mean ♠ ♥ ♦ ♣?"),
        ("1 2 3 4 5", "cdhs", "cdhs is one suit: did you mean c d h s?"),
        ("1 2 3 4 5", "stars", ""),
        ("-1 1 2 3 4", "c d", ""),
    ],
)
def test_ranges_and_signs_without_spaces_are_asked_about(ranks: str, suits: str, advice: str) -> None:
    assert blank(ranks=ranks, suits=suits).apart == advice


def test_a_fault_is_named_by_the_field_of_the_form_and_in_the_text_by_its_key(visitor: httpx2.Client) -> None:
    form = blank()
    twice = replace(form, suits="sun moon sun")
    answer = change(visitor, twice, "form")
    assert answer["error"] == "Suits: 'sun' is listed twice"
    assert study(visitor, answer["toml"])["error"] == "declaration, deck, suits: 'sun' is listed twice"
    long = replace(form, suits="sun theseventeenletters")
    assert change(visitor, long, "form")["error"].startswith("Suits: must be at most 16 characters")
    nameless = replace(form, lines=(form.lines[0], replace(form.lines[1], name="")))
    assert change(visitor, nameless, "form")["error"] == "Line 2, the name: must not be empty"
    for copies in ("-1", "1.5", "0", "9999"):
        answer = change(visitor, replace(form, copies=copies), "form")
        assert answer["error"].startswith("Copies of each card: must be a whole number from 1 to ")
        kept = form_of(answer["toml"])
        assert (kept.name, kept.copies, kept.suits) == (form.name, copies, form.suits)
        mended = change(visitor, replace(kept, copies="2"), "form")
        assert not mended["error"]
        assert form_of(mended["toml"]).copies == "2"
    assert form_of(change(visitor, replace(form, jokers="two"), "form")["toml"]).jokers == "2"
    for jokers in ("-1", "1.5"):  # which became the name of a joker
        answer = change(visitor, replace(form, jokers=jokers), "form")
        assert answer["error"].startswith("Jokers: must be ")
        assert answer["error"].endswith(f", not {jokers}")
        assert form_of(answer["toml"]).suits == form.suits
    endless = replace(form, size="99")
    assert change(visitor, endless, "usual")["error"] == "Cards or dice in a hand: must be a whole number from 2 to 7"


def test_copies_of_a_deck_are_declared_and_read_again() -> None:
    two = blank(suits="c d ★", copies="2", lines=(LineForm("All", same="suit"),))
    table = table_of(read(sent(two)))
    assert table["deck"]["packs"] == 2
    assert declaration.from_table(table).deck.size == 78
    again = reread(table)
    assert (again.suits, again.copies, again.lines[0].same) == ("c d ★", "2", "suit")


def test_copies_of_a_deck_without_suits_are_packs() -> None:
    table = table_of(blank(ranks="fig kiwi plum", suits="", copies="6"))
    assert table["deck"] == {"ranks": "fig kiwi plum", "packs": 6}
    assert declaration.from_table(table).deck.size == 18
    again = reread(table)
    assert (again.suits, again.copies) == ("", "6")
    with_suits = table_of(replace(again, suits="red blue", copies="1"))
    assert with_suits["deck"] == {"ranks": "fig kiwi plum", "suits": "red blue"}


def test_lines_are_added_moved_and_left_out(visitor: httpx2.Client) -> None:
    form = form_of(BLANK.replace("c d h s", "c d h s ★ ☾"))
    usual = change(visitor, form, "usual")["toml"]
    names = [line["name"] for line in lines_in(usual)]
    assert names[:5] == ["Straight flush", "Five of a kind", "Four of a kind", "Full house", "Flush"]
    form = form_of(usual)
    lines = {do: lines_in(change(visitor, form, do)["toml"]) for do in ("up-1", "down-0", "remove-1", "add")}
    assert lines["up-1"] == lines["down-0"]
    assert [line["name"] for line in lines["up-1"]][:2] == names[1::-1]
    assert [line["name"] for line in lines["remove-1"]] == [names[0], *names[2:]]
    assert [line["name"] for line in lines["add"]][-2:] == ["New line", "High card"]
    added = change(visitor, form, "add")["results"].partition('id="lint-findings"')[2].partition("</summary>")[0]
    assert added.startswith("><summary>“New line” takes every hand until it asks for something: ")  # and not in red
    assert "has no line 100" in change(visitor, form, "up-99")["error"]


def test_the_usual_hands_of_the_usual_deck_are_in_the_order_of_rarity() -> None:
    for size in (3, 5):
        form = form_of(BLANK.replace("size = 5", f"size = {size}"))
        table = table_of(workbench_edits.usual(form))
        assert {each.severity for each in lint(declaration.from_table(table))} == {"note"}
    six = form_of(BLANK.replace("size = 5", "size = 6"))
    names = [line.kinds for line in workbench_edits.usual(six).lines]
    assert len(set(names) - {""}) == len(names) - 3  # every group of equal ranks once, beside runs and flushes


def test_the_usual_hands_take_every_hand_with_a_joker_too() -> None:
    form = form_of(BLANK.replace("[deck]", 'wild = "any"\n[deck]\njokers = 1'))
    table = table_of(workbench_edits.usual(form))
    assert {each.kind for each in lint(declaration.from_table(table))} <= {"rarity", "overlap", "ties"}


@pytest.mark.parametrize(
    ("typed", "declared"),
    [("4–6", "4-6"), ("4 - 6, 9", ["4-6", 9]), ("12 + 3", ["12+", 3]), ("4−6", "4-6")],
)
def test_a_sum_may_be_typed_with_spaces_and_other_dashes(typed: str, declared: object) -> None:
    lines = (LineForm("Lantern", total=typed), LineForm("Rest"))
    assert table_of(blank(lines=lines))["category"][0]["total"] == declared


@pytest.mark.parametrize(("typed", "declared"), [("10", 10), ("7, 11", [7, 11]), ("4-6 9", ["4-6", 9]), ("12+", "12+")])
def test_a_line_asks_for_a_sum_of_ranks(visitor: httpx2.Client, typed: str, declared: object) -> None:
    lines = (LineForm("Lantern", total=typed), LineForm("Rest"))
    form = blank(ranks="1 2 3 4 5 6", size="3", runs="", lines=lines)
    table = table_of(form)
    assert table["category"][0]["total"] == declared
    again = reread(table)
    assert again.lines[0].total.replace(",", "") == typed.replace(",", "")
    assert again.asks[0] == f"sum {again.lines[0].total}"
    ranges = declared if isinstance(declared, list) else [declared]
    wanted = {
        total
        for entry in ranges
        for low, _, high in [str(entry).replace("+", "-18").partition("-")]
        for total in range(int(low), int(high or low) + 1)
    }
    hands = itertools.combinations([rank for rank in range(1, 7) for _ in range(4)], 3)
    assert f"{sum(sum(hand) in wanted for hand in hands):,}" in change(visitor, form, "form")["results"]


def test_a_run_of_one_suit_is_one_condition_in_words() -> None:
    lines = (LineForm("Beam", run="4", same="4 of suit"), LineForm(run="3", same="4 of suit"))
    assert blank(lines=lines).asks == ("4 in a row of one suit", "3 in a row, at least 4 of one suit")


def test_pays_are_in_the_form_and_the_return_on_the_page(visitor: httpx2.Client) -> None:
    text = toml_writer.write(declaration.table("pair-plus"))
    form = form_of(text)
    assert [line.pays for line in form.lines] == ["41", "31", "7", "5", "2", ""]
    assert "returns 97.6833 % of what is bet" in study(visitor, text)["results"]
    lines = (replace(form.lines[0], pays="42"), *form.lines[1:])
    changed = change(visitor, replace(form, lines=lines), "form")
    assert declaration.parse(changed["toml"]).pays == (42, 31, 7, 5, 2, 0)
    assert "best play returns 235.9592 % of what is bet" in more(visitor, text)
