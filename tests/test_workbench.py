"""The workbench: form and text of a declaration, what follows from it, games by it, and hostile declarations."""

import contextlib
import html
import itertools
import re
import threading
import time
import zlib
from base64 import urlsafe_b64encode
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from math import comb
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import msgspec
import pytest
import requests
from playwright.sync_api import Browser, Page, Request, Route, expect

from cardwright import games
from cardwright.cardroom.workbench import analysis, background_jobs
from cardwright.cardroom.workbench.stoppable_worker import StoppableWorker
from cardwright.cards import Face
from cardwright.cli import main
from cardwright.errors import BadDeclaration, PlayError
from cardwright.play import record as records
from cardwright.processes import SPAWN
from cardwright.ranking import declaration, load, toml_writer
from cardwright.ranking.equity.heads_up import group_name, heads_up
from cardwright.ranking.lint import lint
from cardwright.ranking.rarity import fix
from cardwright.web import workbench_edits, workbench_form
from cardwright.web.drawing import svg
from cardwright.web.workbench_form import BLANK
from cardwright.web.workbench_links import pack, unpack
from support.browser import Server, one_move, person, play, scrolls_sideways, wait_for_turn
from support.visitors import JSON

HOSTILE = {
    "size": BLANK + "#" * analysis.MAX_CHARS,
    "hands": f"""name = "Many"
size = 7
wild = "any"
deck = {{ ranks = "{" ".join(f"r{n}" for n in range(30))}", suits = "c d h s", jokers = 2 }}
category = [{{ name = "Any" }}]
""",
    "number": "size = " + "9" * 5000,
    "nesting": "a = " + "[" * 5000,
    "file": 'like = "/etc/passwd"\nname = "x"\n',
    "folder": 'like = "../../../secrets"\nname = "x"\n',
    "bytes": "name = 'a\x00b'\n",
}
# What is said of each of them.
REFUSED = {
    "size": "is longer than the 12,000 characters",
    "hands": "classes of hands; at most 1,000,000",
    "number": "a number is too long",
    "nesting": "nested too deeply",
    "file": "no ranking named '/etc/passwd'",
    "folder": "no ranking named '../../../secrets'",
    "bytes": "is not TOML",
}


DESIGN = "a-new-design"
DICE = """name = "Two dice"
dice = true
size = 2
deck.ranks = "1 2 3 4 5 6"
category = [{name = "Pair", kinds = [2]}, {name = "Rest"}]
"""
NINE_CARDS = """name = "Nine cards"
size = 5
deck.ranks = "1 2 3 4 5 6 7 8 9"
category = [{name = "Run", run = 5}, {name = "Rest"}]
"""
TEN_CARDS = """name = "Ten cards"
size = 3
deck = { ranks = "1 2 3 4 5", suits = "a b" }
category = [{ name = "Run", run = 3 }, { name = "Pair", kinds = [2, 1] }, { name = "Rest" }]
"""
SECOND = BLANK.replace("c d h s", "c d h s x")


class Visitor(requests.Session):
    """A browser without scripts at an address, which follows no redirect."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self.address = address

    def request(self, method: str, url: str, *args: Any, **more: Any) -> requests.Response:  # type: ignore[override]
        return super().request(method, self.address + url, *args, **{**more, "allow_redirects": False, "timeout": 60})


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    made = Server(tmp_path_factory.mktemp("bench") / "room.db")
    yield made
    made.close()


@pytest.fixture(scope="module")
def client(server: Server) -> Iterator[Visitor]:
    with Visitor(server.address) as made:
        yield made


def study(client: Visitor, text: str, **form: str) -> dict[str, str]:
    answer = client.post("/workbench", data={"do": "toml", "toml": text, **form}, headers=JSON)
    assert answer.status_code == 200
    return answer.json()  # type: ignore[no-any-return]


def change(client: Visitor, form: workbench_form.DeclarationForm, do: str) -> dict[str, str]:
    """Send the fields of a form as a browser does."""
    names = ("name", "size", "dice", "ranks", "suits", "copies", "jokers", "wild", "runs", "base")
    fields = [(name, getattr(form, name)) for name in names]
    for line in form.lines:
        fields += [(f"line-{name}", getattr(line, name)) for name in workbench_form.LINE_FIELDS]
    body = urlencode([("do", do), *fields])
    headers = {**JSON, "content-type": "application/x-www-form-urlencoded"}
    return client.post("/workbench", data=body, headers=headers).json()  # type: ignore[no-any-return]


# The form


@pytest.mark.parametrize("name", [*declaration.names(), *declaration.examples(), *declaration.collection()])
def test_a_form_that_is_not_changed_declares_the_same(name: str) -> None:
    text = toml_writer.write(declaration.table(name))
    again = workbench_form.table_of(workbench_form.form_of(text))
    assert declaration.from_table(again) == declaration.parse(text)


def test_the_form_names_what_only_the_text_shows(client: Visitor) -> None:
    """A line of five in a row that holds five blacks looked like any straight."""
    lantern = 'name = "L"\ndice = true\nwild = "any"\nwild_cards = "6"\ndeck.dice = "2d6"\ncategory = []\n'
    assert workbench_form.form_of(lantern).unshown == "wild_cards, deck.dice"
    text = BLANK.replace(
        "kinds =", "classes = { suit = [3, 2] }\nholds = '2 of <b>'\nsays = 'pair'\ndifferent = 'suit'\nkinds =", 1
    )
    line, last = workbench_form.form_of(text).lines
    assert (line.unshown, last.unshown) == ('classes = {suit = [3, 2]}, holds = "2 of <b>"', "")
    page = client.get("/workbench", params={"d": pack(text)}).text
    assert "In the text only: classes = {suit = [3, 2]}, holds = &#34;2 of &lt;b&gt;&#34;</p>" in page


def test_the_form_keeps_suits_by_facets_and_several_facets_in_a_line() -> None:
    """Any change in the form took the suits from a deck of tiles, and made text of the list of facets."""
    deck = {"ranks": "1 2 3 4", "suits": {"shape": "arch bell coil", "glaze": "rust sage teal"}}
    lines = [{"name": "A family", "same": ["shape", "glaze"]}, {"name": "Rubble"}]
    tiles = {"name": "Tiles", "size": 4, "deck": deck, "category": lines}
    form = workbench_form.form_of(toml_writer.write(tiles))
    assert workbench_form.table_of(form) == tiles
    assert (form.unshown, form.facets) == ("deck.suits", ("suit", "glaze", "shape"))
    assert form.classes[form.lines[0].same] == "all of one shape and one glaze"
    assert workbench_form.table_of(msgspec.structs.replace(form, suits="a b"))["deck"]["suits"] == "a b"


def test_a_joker_is_any_card_until_the_form_says_otherwise() -> None:
    one = msgspec.structs.replace(workbench_form.form_of(BLANK), jokers="1")
    table = workbench_form.table_of(one)
    assert table["wild"] == "any"
    table |= {"wild": "A", "wild_as": "K A", "wild_completes": ["A pair or better"]}
    again = workbench_form.form_of(toml_writer.write(table))
    assert declaration.from_table(workbench_form.table_of(again)) == declaration.from_table(table)
    assert "wild" not in " ".join(workbench_form.table_of(msgspec.structs.replace(again, jokers="0")))
    for name in ("deuces-wild", "one-eyed-jacks"):  # wild cards, and no jokers
        form = workbench_form.form_of(toml_writer.write(declaration.table(name)))
        assert workbench_form.table_of(form)["wild"] == "any"


def test_commas_separate_words_and_dice_have_no_suits() -> None:
    form = workbench_form.form_of(BLANK)
    fields = [(name, getattr(form, name)) for name in ("name", "size", "copies", "jokers", "wild", "runs", "base")]
    line = [(f"line-{name}", {"name": "All"}.get(name, "")) for name in workbench_form.LINE_FIELDS]
    read = workbench_form.read([*fields, ("ranks", "A, 2,3"), ("suits", "sun,moon"), ("dice", "no"), *line])
    assert workbench_form.table_of(read)["deck"] == {"ranks": "A 2 3", "suits": "sun moon"}
    assert workbench_form.table_of(msgspec.structs.replace(read, dice="yes"))["deck"] == {"ranks": "A 2 3"}


def test_only_a_first_rank_that_stays_follows_the_last() -> None:
    """The ace of the blank page is also high; a rank that comes first in its place is not, until the form says so."""
    form = workbench_form.form_of(BLANK)
    other = workbench_form.table_of(msgspec.structs.replace(form, ranks="new half full"))
    assert "order" not in other
    chosen = msgspec.structs.replace(workbench_form.form_of(toml_writer.write(other)), runs="both")
    chosen = workbench_form.form_of(toml_writer.write(workbench_form.table_of(chosen)))
    retyped = workbench_form.table_of(msgspec.structs.replace(chosen, ranks="dawn noon dusk"))
    assert retyped["order"] == "dawn noon dusk dawn"  # a choice stays, with other ranks
    shorter = workbench_form.table_of(msgspec.structs.replace(form, ranks="A 2 3"))
    assert shorter["order"] == "A 2 3 A"
    again = workbench_form.form_of(toml_writer.write(other))
    assert again.runs == ""
    assert workbench_form.table_of(msgspec.structs.replace(again, runs="both"))["order"] == "new half full new"


@pytest.mark.parametrize("name", ["sicherman", "big-six", "tali"])
def test_the_form_keeps_a_list_of_dice_and_drops_it_for_cards(name: str) -> None:
    text = declaration.text_of(name)
    form = workbench_form.form_of(text)
    assert declaration.from_table(workbench_form.table_of(form)) == declaration.parse(text)
    assert form.size == str(declaration.parse(text).size)
    assert "dice" not in workbench_form.table_of(msgspec.structs.replace(form, dice="no"))["deck"]


def test_a_rank_without_a_drawing_is_as_large_as_its_card_allows() -> None:
    goods = re.sub("order = .*", "", BLANK.replace("A 2 3 4 5 6 7 8 9 T J Q K", "★ fig silk"))
    deck = declaration.parse(goods.replace('suits = "c d h s"', "packs = 5")).deck
    drawn = [svg.face(face, brief=True) for face in deck.faces[:3]]
    assert [re.findall('class="(word[^"]*)"', each) for each in drawn] == [["word sign"], ["word short"], ["word long"]]


def test_letters_beside_drawn_ranks_are_large() -> None:
    """The sota and the rey of a Spanish deck were half as high as its numbers."""
    spanish = declaration.parse(re.sub("order = .*", "", BLANK.replace("A 2 3 4 5 6 7 8 9 T J Q K", "7 S Re Sota")))
    drawn = [svg.face(spanish.deck.faces[rank * 4], brief=True) for rank in range(4)]
    assert [re.findall('class="(word[^"]*)"', each) for each in drawn] == [[], ["word short"], ["word short"], ["word"]]
    lettered = svg.face(Face("So", "S", "o"), brief=True)
    assert re.findall('class="(word[^"]*)"', lettered) == ["word short"] * 2  # also where the suit is a letter


def test_a_suit_of_letters_is_a_disc_in_an_ink_of_its_own() -> None:
    six = declaration.parse(BLANK.replace("c d h s", "a b c d e f").replace("A 2 3 4 5 6 7 8 9 T J Q K", "A 2"))
    drawn = [svg.face(face, brief=True) for face in six.deck.faces[:6]]
    lettered = [each for each in drawn if 'class="disc"' in each]
    assert [re.findall(">([a-z])</text>", each) for each in lettered] == [["a"], ["b"], ["e"], ["f"]]
    assert len({re.search(r"ink-\w+", each)[0] for each in lettered}) == 4  # type: ignore[index]
    worded = declaration.parse(BLANK.replace("c d h s", "Luna Rhea Dione Mimas")).deck.faces
    assert len({re.search(r"ink-\w+", svg.face(face))[0] for face in worded}) == 4  # type: ignore[index]


def test_dealt_throws_show_faces_of_each_die() -> None:
    found = analysis.more(declaration.text_of("sicherman"), 1)
    assert not found.refused
    assert all({"1", "2", "3", "4"} & {face.text for face in hand.cards} for hand in found.dealt)


def test_a_line_of_different_suits_is_in_the_form() -> None:
    text = BLANK.replace("[[4, 1], [3, 2], [3, 1, 1], [2, 2, 1], [2, 1, 1, 1]]", "[5]") + 'different = "suit"\n'
    form = workbench_form.form_of(text)
    assert [line.same for line in form.lines] == ["", "different suit"]
    assert form.classes["different suit"] == "different suits"
    assert workbench_form.table_of(form)["category"][1]["different"] == "suit"
    one = msgspec.structs.replace(form, lines=(msgspec.structs.replace(form.lines[1], same="suit"),))
    assert workbench_form.table_of(one)["category"] == [{"name": "Nothing", "same": "suit"}]
    kept = 'name = "T"\n[deck]\nranks = "A"\nsuits = "c d"\n[[category]]\nname = "X"\ndifferent = ["suit", "card"]\n'
    assert workbench_form.table_of(workbench_form.form_of(kept))["category"][0]["different"] == ["suit", "card"]


def test_some_cards_of_one_suit_are_in_the_form(client: Visitor) -> None:
    """A flush of three of five cards could be written in the text only."""
    form = workbench_form.form_of(BLANK)
    choices = {facet: words for facet, words in form.classes.items() if facet.endswith("of suit")}
    assert choices == {f"{some} of suit": f"at least {some} of one suit" for some in (4, 3, 2)}
    first = msgspec.structs.replace(form.lines[0], name="Three flush", kinds="", same="3 of suit")
    answer = change(client, msgspec.structs.replace(form, lines=(first, form.lines[1])), "form")
    three = comb(13, 3) * comb(39, 2) + comb(13, 4) * 39 + comb(13, 5)
    assert f"{4 * three:,}" in answer["results"]
    line = declaration.parse_toml(answer["toml"], "x")["category"][0]
    assert line == {"name": "Three flush", "cards": 3, "same": "suit"}
    again = workbench_form.form_of(answer["toml"])
    assert again.lines[0] == msgspec.structs.replace(first, base="0")  # nothing is left to the text
    kinds = (msgspec.structs.replace(again.lines[0], kinds="2 1 1 1"), again.lines[1])
    said = change(client, msgspec.structs.replace(again, lines=kinds), "form")["error"]
    assert said == "Line 1, equal ranks: [2, 1, 1, 1] adds up to 5, and this line looks at 3 cards"
    whole = (msgspec.structs.replace(again.lines[0], same="suit"), again.lines[1])
    table = workbench_form.table_of(msgspec.structs.replace(again, lines=whole))
    assert table["category"][0] == {"name": "Three flush", "same": "suit"}
    four = "cards = 4\nrun = 4\n"  # for a run, and no suit: the text has it
    kept = workbench_form.form_of(BLANK.replace('name = "Nothing"', f'name = "Nothing"\n{four}'))
    assert kept.lines[1].unshown == "cards = 4"
    assert workbench_form.table_of(kept)["category"][1] == {"name": "Nothing", "cards": 4, "run": 4}


def test_another_size_says_what_to_do_and_has_its_own_choices(client: Visitor) -> None:
    own = workbench_form.form_of(BLANK.replace('"Nothing"', '"Bust"'))
    form = msgspec.structs.replace(own, size="3")
    answer = change(client, form, "form")
    assert answer["error"].startswith("The lines are for hands of 5 cards: choose their equal ranks for 3")
    assert '<option value="2 1">one pair</option>' in answer["form"]
    assert "Three of a kind" in change(client, form, "usual")["results"]
    nine = change(client, msgspec.structs.replace(own, size="9"), "form")["error"]
    assert nine == "The lines are for hands of 5 cards: choose their equal ranks for 9."  # that has no usual hands
    misspelt = BLANK.replace("size = 5", "siez = 3").replace("[[4, 1], [3, 2], [3, 1, 1], [2, 2, 1], ", "[[3], ")
    misspelt = misspelt.replace("[2, 1, 1, 1]", "[2, 1]")
    assert study(client, misspelt)["error"] == "declaration: unknown key 'siez'; did you mean 'size'?"


def test_lines_that_the_page_put_in_follow_the_deck(client: Visitor) -> None:
    """The blank page found fault with its own lines as soon as the number of cards was another."""
    form = workbench_form.form_of(BLANK)
    for size, first in (("3", "Straight flush"), ("9", "Any hand"), ("1", "Any hand"), ("5", "Straight flush")):
        answer = change(client, msgspec.structs.replace(form, size=size), "form")
        assert not answer["error"]
        form = workbench_form.form_of(answer["toml"])
        assert form.lines[0].name == first
    for ranks in ("1 2", "1 2 3", "1 2 3 4 5"):  # as they are typed: no line that no hand fits
        answer = change(client, msgspec.structs.replace(form, ranks=ranks), "form")
        assert "no hand falls into it" not in answer["results"]
    renamed = (msgspec.structs.replace(form.lines[0], name="Best"), *form.lines[1:])
    edited = msgspec.structs.replace(form, lines=renamed, suits="c d h s x")
    kept = workbench_form.form_of(change(client, edited, "form")["toml"])
    assert [line.name for line in kept.lines] == [line.name for line in renamed]


def test_ranks_without_spaces_between_are_asked_about(client: Visitor) -> None:
    form = msgspec.structs.replace(workbench_form.form_of(BLANK), ranks="123456789")
    advice = "123456789 is one rank: did you mean 1 2 3 4 5 6 7 8 9?"
    assert change(client, form, "form")["error"].endswith(f"from 4 cards. {advice}")
    assert advice in change(client, msgspec.structs.replace(form, size="2"), "form")["form"]  # where it is no fault


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
    form = msgspec.structs.replace(workbench_form.form_of(BLANK), ranks=ranks, suits=suits)
    assert form.apart == advice


def test_a_fault_is_named_by_the_field_of_the_form_and_in_the_text_by_its_key(client: Visitor) -> None:
    form = workbench_form.form_of(BLANK)
    twice = msgspec.structs.replace(form, suits="sun moon sun")
    answer = change(client, twice, "form")
    assert answer["error"] == "Suits: 'sun' is listed twice"
    assert study(client, answer["toml"])["error"] == "declaration, deck, suits: 'sun' is listed twice"
    long = msgspec.structs.replace(form, suits="sun theseventeenletters")
    assert change(client, long, "form")["error"].startswith("Suits: must be at most 16 characters")
    nameless = msgspec.structs.replace(form, lines=(form.lines[0], msgspec.structs.replace(form.lines[1], name="")))
    assert change(client, nameless, "form")["error"] == "Line 2, the name: must not be empty"
    for copies in ("-1", "1.5", "0", "9999"):
        answer = change(client, msgspec.structs.replace(form, copies=copies), "form")
        assert answer["error"].startswith("Copies of each card: must be a whole number from 1 to ")
        kept = workbench_form.form_of(answer["toml"])
        assert (kept.name, kept.copies, kept.suits) == (form.name, copies, form.suits)
        mended = change(client, msgspec.structs.replace(kept, copies="2"), "form")
        assert not mended["error"]
        assert workbench_form.form_of(mended["toml"]).copies == "2"
    for jokers in ("-1", "1.5"):  # which became the name of a joker
        answer = change(client, msgspec.structs.replace(form, jokers=jokers), "form")
        assert answer["error"].startswith("Jokers: must be ")
        assert answer["error"].endswith(f", not {jokers}")
        assert workbench_form.form_of(answer["toml"]).suits == form.suits
    endless = msgspec.structs.replace(form, size="99")
    assert change(client, endless, "usual")["error"] == "Cards or dice in a hand: must be a whole number from 2 to 7"


def test_a_text_that_is_too_long_is_not_read(client: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading it would hold up all others: it is read in the process that serves them."""
    lengths, read = [], workbench_form.form_of

    def noted(text: str) -> workbench_form.DeclarationForm:
        lengths.append(len(text))
        return read(text)

    monkeypatch.setattr(workbench_form, "form_of", noted)
    answer = client.post("/workbench", data={"toml": "#" * (analysis.MAX_CHARS + 1)}, headers=JSON)
    assert "is longer than the 12,000 characters" in answer.json()["error"]
    assert max(lengths, default=0) <= analysis.MAX_CHARS


def test_what_cannot_be_played_leaves_the_designer_at_the_workbench(client: Visitor) -> None:
    text = BLANK.replace('name = "Nothing"', 'name = "Never"\nrun = 5\nsame = "suit"\nranks = "A"')
    for path in ("/workbench/playtest", "/workbench/starting"):
        answer = client.post(path, data={"toml": text})
        assert answer.status_code == 400
        assert "no category takes" in answer.text or "no hand is ever" in answer.text
        assert "The workbench</h1>" in answer.text
        assert "name = &#34;Never&#34;" in answer.text or "Never" in answer.text
        assert client.post(path, data={"toml": text}, headers=JSON).status_code == 400


def test_copies_of_a_deck_are_declared_and_read_again() -> None:
    two = BLANK.replace('suits = "c d h s"', 'suits = "c d ★"')
    form = workbench_form.form_of(two)
    sent = [(name, getattr(form, name)) for name in ("name", "size", "ranks", "suits", "base")]
    line = [(f"line-{name}", {"name": "All", "same": "suit"}.get(name, "")) for name in workbench_form.LINE_FIELDS]
    table = workbench_form.table_of(workbench_form.read([*sent, ("copies", "2"), *line]))
    assert table["deck"]["packs"] == 2
    assert declaration.from_table(table).deck.size == 78
    again = workbench_form.form_of(toml_writer.write(table))
    assert (again.suits, again.copies, again.lines[0].same) == ("c d ★", "2", "suit")


def test_copies_of_a_deck_without_suits_are_packs() -> None:
    fruit = msgspec.structs.replace(workbench_form.form_of(BLANK), ranks="fig kiwi plum", suits="", copies="6")
    table = workbench_form.table_of(fruit)
    assert table["deck"] == {"ranks": "fig kiwi plum", "packs": 6}
    assert declaration.from_table(table).deck.size == 18
    again = workbench_form.form_of(toml_writer.write(table))
    assert (again.suits, again.copies) == ("", "6")
    with_suits = workbench_form.table_of(msgspec.structs.replace(again, suits="red blue", copies="1"))
    assert with_suits["deck"] == {"ranks": "fig kiwi plum", "suits": "red blue"}


def test_lines_are_added_moved_and_left_out(client: Visitor) -> None:
    form = workbench_form.form_of(BLANK.replace("c d h s", "c d h s ★ ☾"))
    usual = change(client, form, "usual")["toml"]
    names = [line["name"] for line in declaration.parse_toml(usual, "x")["category"]]
    assert names[:5] == ["Straight flush", "Five of a kind", "Four of a kind", "Full house", "Flush"]
    form = workbench_form.form_of(usual)
    lines = {
        do: declaration.parse_toml(change(client, form, do)["toml"], "x")["category"]
        for do in ("up-1", "down-0", "remove-1", "add")
    }
    assert lines["up-1"] == lines["down-0"]
    assert [line["name"] for line in lines["up-1"]][:2] == names[1::-1]
    assert [line["name"] for line in lines["remove-1"]] == [names[0], *names[2:]]
    assert [line["name"] for line in lines["add"]][-2:] == ["New line", "High card"]
    added = change(client, form, "add")["results"].partition('id="lint-findings"')[2].partition("</summary>")[0]
    assert added.startswith("><summary>“New line” takes every hand until it asks for something: ")  # and not in red
    assert "has no line 100" in change(client, form, "up-99")["error"]


def test_the_usual_hands_of_the_usual_deck_are_in_the_order_of_rarity() -> None:
    for size in (3, 5):
        form = workbench_form.form_of(BLANK.replace("size = 5", f"size = {size}"))
        table = workbench_form.table_of(workbench_edits.usual(form))
        assert {each.severity for each in lint(declaration.from_table(table))} == {"note"}
    six = workbench_form.form_of(BLANK.replace("size = 5", "size = 6"))
    names = [line.kinds for line in workbench_edits.usual(six).lines]
    assert len(set(names) - {""}) == len(names) - 3  # every group of equal ranks once, beside runs and flushes


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


def test_the_counts_after_the_order_is_fixed_are_shown_once_it_is(client: Visitor) -> None:
    """Before, the page showed them beside the table with the counts of the present order."""
    text = TEN_CARDS.replace('"Rest"', '"Odd", ranks = "1 3 5" }, { name = "Rest"')
    text = text.replace('name = "Pair", kinds = [2, 1]', 'name = "Low", ranks = "1 2 3 4"')
    before = study(client, text)["results"]
    counts = {line.name: line.count for line in analysis.study(text).lines}
    assert counts == {"Run": 24, "Low": 40, "Odd": 16, "Rest": 40}
    listed = before.partition('id="moves-by-rarity"')[2].partition("</ul>")[0]
    assert re.findall("<li>(.*?)</li>", listed) == ["Odd goes above Run"]
    assert "Run (24) ranks above Odd (16), which is rarer" in before
    after = study(client, text, do="fix")["results"].partition('id="moved"')[2].partition("</ul>")[0]
    assert re.findall("<li>(.*?)</li>", after) == ["Odd goes above Run: 20 against 24"]


def test_the_usual_hands_take_every_hand_with_a_joker_too() -> None:
    form = workbench_form.form_of(BLANK.replace("[deck]", 'wild = "any"\n[deck]\njokers = 1'))
    table = workbench_form.table_of(workbench_edits.usual(form))
    assert {each.kind for each in lint(declaration.from_table(table))} <= {"rarity", "overlap", "ties"}


# What follows


def test_six_suits_are_counted_ordered_and_compared(client: Visitor) -> None:
    form = workbench_form.form_of(BLANK.replace("c d h s", "c d h s ★ ☾"))
    paired = analysis.study(toml_writer.write(workbench_form.table_of(form))).lines[0]
    assert paired.count == comb(78, 5) - comb(13, 5) * 6**5  # five of a kind, too: 78 hands
    usual = change(client, form, "usual")

    assert "21,111,090" in usual["results"]  # C(78,5)
    assert usual["results"].count('class="share-bar"') == usual["results"].count('<th scope="row">') == 10
    fixed = study(client, usual["toml"], do="fix", before=usual["toml"])
    assert "goes above" in usual["results"]
    pairs = usual["results"].count(": the order decides</li>")
    assert f"{pairs} pairs of lines share hands: the order decides</summary>" in usual["results"]  # in place of all
    assert "moves-by-rarity" not in fixed["results"]
    assert "goes above" in fixed["results"].partition('id="moved"')[2]
    more = client.post("/workbench/more", data={"toml": fixed["toml"]}).text
    assert "best 5 of 7" in more
    assert "Omaha" in more
    assert more.count("<li><span") == analysis.DEALT_HANDS_COUNT
    assert all(f'<th class="number">of {players}</th>' in more for players in analysis.WIN_PLAYERS)
    assert "<h3>Ties</h3>" in more


def test_lines_are_ordered_by_the_best_hands_of_more_cards(client: Visitor) -> None:
    pyramid = declaration.text_of("pyramid")
    more = client.post("/workbench/more", data={"toml": pyramid, "deal": "0"}).text
    assert all(f'value="fix-{cards}"' in more for cards in (6, 7, 8, 9))
    assert 'value="fix-' not in client.post("/workbench/more", data={"toml": declaration.text_of("badugi")}).text
    fixed = study(client, pyramid, do="fix-7", before=pyramid)
    moved = fixed["results"].partition('id="moved"')[2].partition("</ul>")[0]
    assert "Flush goes above Full house: 450,560 against 1,042,560" in moved
    assert "One pair and High card have no order by rarity" in moved
    said = fixed["results"].partition('id="by-rarity"><summary>')[2].partition("</summary>")[0]
    assert (
        said == "Ordered by the best hands of 7 cards: no order ranks all rarer hands higher"
    )  # "rarer hands rank higher"
    dealt = fixed["results"].partition("<p>By the hands as dealt:</p>")[2]  # nothing told it from the other
    assert "<li>High card goes above One pair</li>" in dealt
    names = [line.name for line in declaration.parse(fixed["toml"]).categories]
    assert names.index("Flush") < names.index("Full house")
    assert "at most 20,000,000" in study(client, declaration.text_of("soko"), do="fix-9")["error"]
    stays = study(client, SECOND, do="fix")["results"]
    assert stays.count("A pair or better stays above Nothing") == 1  # it stood there twice


def test_a_number_that_a_form_needs_is_asked_for_in_the_page(client: Visitor) -> None:
    """An emptied number of players led to a page of its own, away from the design."""
    fields = re.findall(r'<input name="([a-z-]+)" type="number"([^>]*)>', client.get("/workbench").text)
    assert [name for name, _ in fields] == ["players", "people", "players", "own", "from-hole", "board", "players"]
    assert all((" required" in more) != ("placeholder=" in more) for _, more in fields)
    refused = client.post("/workbench/play", data={"toml": TEN_CARDS, "players": ""}, headers=JSON)
    assert (refused.status_code, refused.json()["error"]) == (400, "players: must be a whole number from 2 to 20")


@pytest.mark.parametrize("name", ["pyramid", "deuces-wild"])
def test_a_page_starts_from_any_ranking_that_comes_with_it(client: Visitor, name: str) -> None:
    page = client.get("/workbench", params={"start": name}).text
    assert f'<option value="{name}">' in page
    assert declaration.load(name).title in page.partition('id="form-part"')[2]


@pytest.mark.parametrize(
    ("typed", "declared"),
    [("4–6", "4-6"), ("4 - 6, 9", ["4-6", 9]), ("12 + 3", ["12+", 3]), ("4−6", "4-6")],
)
def test_a_sum_may_be_typed_with_spaces_and_other_dashes(typed: str, declared: object) -> None:
    lines = (workbench_form.LineForm("Lantern", total=typed), workbench_form.LineForm("Rest"))
    table = workbench_form.table_of(msgspec.structs.replace(workbench_form.form_of(BLANK), lines=lines))
    assert table["category"][0]["total"] == declared


@pytest.mark.parametrize(("typed", "declared"), [("10", 10), ("7, 11", [7, 11]), ("4-6 9", ["4-6", 9]), ("12+", "12+")])
def test_a_line_asks_for_a_sum_of_ranks(client: Visitor, typed: str, declared: object) -> None:
    blank = BLANK.replace("A 2 3 4 5 6 7 8 9 T J Q K A", "1 2 3 4 5 6").replace(
        "A 2 3 4 5 6 7 8 9 T J Q K", "1 2 3 4 5 6"
    )
    lines = (workbench_form.LineForm("Lantern", total=typed), workbench_form.LineForm("Rest"))
    form = msgspec.structs.replace(workbench_form.form_of(blank.replace("size = 5", "size = 3")), lines=lines)
    table = workbench_form.table_of(form)
    assert table["category"][0]["total"] == declared
    again = workbench_form.form_of(toml_writer.write(table))
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
    assert f"{sum(sum(hand) in wanted for hand in hands):,}" in change(client, form, "form")["results"]


def test_a_run_of_one_suit_is_one_condition_in_words() -> None:
    lines = (
        workbench_form.LineForm("Beam", run="4", same="4 of suit"),
        workbench_form.LineForm(run="3", same="4 of suit"),
    )
    form = msgspec.structs.replace(workbench_form.form_of(BLANK), lines=lines)
    assert form.asks == ("4 in a row of one suit", "3 in a row, at least 4 of one suit")


def test_pays_are_in_the_form_and_the_return_on_the_page(client: Visitor) -> None:
    text = toml_writer.write(declaration.table("pair-plus"))
    form = workbench_form.form_of(text)
    assert [line.pays for line in form.lines] == ["41", "31", "7", "5", "2", ""]
    assert "returns 97.6833 % of what is bet" in study(client, text)["results"]
    lines = (msgspec.structs.replace(form.lines[0], pays="42"), *form.lines[1:])
    changed = change(client, msgspec.structs.replace(form, lines=lines), "form")
    assert declaration.parse(changed["toml"]).pays == (42, 31, 7, 5, 2, 0)
    more = client.post("/workbench/more", data={"toml": text}).text
    assert "best play returns 235.9592 % of what is bet" in more


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


def test_a_change_is_compared_with_the_table_before(client: Visitor) -> None:
    text = declaration.text_of("standard")
    changed = text.replace('name = "Flush"', 'name = "Colours"').replace("kinds = [3, 2]", "kinds = [[3, 2], [5]]")
    found = study(client, changed.replace("kinds = [4, 1]", 'kinds = [4, 1]\nranks = "A K"'), before=text)
    assert "Four of a kind: 624 before, 8 now" in found["results"]
    assert "Flush is gone; it had 5,108" in found["results"]


def test_findings_that_the_page_leaves_out_are_counted(client: Visitor) -> None:
    """A table with more than 40 findings had the notes that were left, as if they were all."""
    lines = "".join(f'[[category]]\nname = "{rank}"\nholds = "{rank}"\n' for rank in "A23456789")
    page = study(client, BLANK.replace("[[category]]", lines + "[[category]]", 1))["results"]
    listed = analysis.MAX_FINDINGS
    assert page.count("<li class=") == listed
    declared = declaration.parse(BLANK.replace("[[category]]", lines + "[[category]]", 1))
    rest = len([each for each in lint(declared) if each.kind != "ties"]) - listed
    assert rest > 0
    assert f"notes, and {rest} findings that cardwright lint lists</summary>" in page


def test_the_order_by_rarity_is_said_in_words_that_need_no_other(client: Visitor) -> None:
    """\"By rarity: no line moves\" was understood by nobody, and its fold was empty."""
    in_order = study(client, declaration.text_of("standard"))["results"]
    assert "<summary>In order: rarer hands rank higher</summary>" in in_order
    assert "No line comes more often than one below it, so none needs to move." in in_order
    pyramid = declaration.text_of("pyramid")
    assert "<summary>By rarity, 2 lines should move</summary>" in study(client, pyramid)["results"]
    assert "<summary>Ordered: rarer hands rank higher</summary>" in study(client, pyramid, do="fix")["results"]


def test_a_fault_of_rarity_that_no_order_mends_is_not_called_in_order(client: Visitor) -> None:
    page = study(client, BLANK.replace("c d h s", "c d h s x"))["results"]
    assert "1 fault, " in page
    assert "No order ranks all rarer hands higher</summary>" in page
    assert "A pair or better stays above Nothing, which all its hands fit too" in page


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
    more = analysis.more(text, 0)
    assert (more.variants[0][0], more.variants[0][1][0]) == (group, first)
    found = dict(more.variants)
    assert set(found.get("The lowest hand wins", ())) <= {
        *("razz", "badugi", "deuce-to-seven-triple-draw", "deuce-to-seven-single-draw")
    }


def test_a_declaration_travels_in_the_link(client: Visitor) -> None:
    link = study(client, BLANK)["link"]
    page = requests.get(link, timeout=60)
    assert "A pair or better" in page.text
    assert unpack(pack(BLANK)) == BLANK
    for wrong in ("x", pack(BLANK)[:-9], urlsafe_b64encode(zlib.compress(b" " * 10**6)).decode()):
        answer = client.get("/workbench", params={"d": wrong})
        assert answer.status_code == 400
        assert "the link holds no declaration" in answer.text


def test_without_a_script_the_page_answers_by_itself(client: Visitor) -> None:
    page = client.post("/workbench", data={"do": "toml", "toml": BLANK.replace("My game", "Plain")})
    assert page.status_code == 200
    assert "Plain: 2,598,960 hands" in page.text
    while "load the page once more" in page.text:
        page = client.post("/workbench", data={"do": "toml", "toml": BLANK.replace("My game", "Plain")})
    assert "Hands dealt and judged" in page.text
    wrong = client.post("/workbench", data={"do": "toml", "toml": BLANK.replace("size", "siez")})
    assert wrong.status_code == 400
    assert "siez" in wrong.text


def test_reports_are_kept_as_files(client: Visitor) -> None:
    for form, kind in (("md", "text/markdown"), ("csv", "text/csv"), ("svg", "image/svg+xml"), ("html", "text/html")):
        answer = client.post("/workbench/report", data={"toml": BLANK, "format": form})
        assert answer.headers["content-type"].startswith(kind)
        assert answer.headers["content-disposition"] == f"attachment; filename*=UTF-8''my-game.{form}"
        assert "A pair or better" in answer.text


def test_the_text_is_kept_as_a_file_that_the_commands_take(client: Visitor, tmp_path: Path) -> None:
    typed = f"# a comment\n{BLANK}".replace("\n", "\r\n")  # as a browser sends it
    answer = client.post("/workbench/report", data={"toml": typed, "format": "toml"})
    assert answer.headers["content-disposition"] == "attachment; filename*=UTF-8''my-game.toml"
    file = tmp_path / "my-game.toml"
    file.write_bytes(answer.content)
    assert file.read_bytes() == f"# a comment\n{BLANK}".encode()
    assert declaration.load(file) == declaration.parse(BLANK)


# Hostile declarations


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_declarations_are_refused_everywhere(client: Visitor, kind: str) -> None:
    text = HOSTILE[kind]
    assert REFUSED[kind] in study(client, text)["error"]
    assert client.post("/workbench/report", data={"toml": text}, headers=JSON).status_code == 400
    answer = client.post("/workbench/play", data={"toml": text}, headers=JSON)
    assert answer.status_code in (400, 404)
    assert "\n" not in answer.json()["error"]
    assert "Traceback" not in answer.text


def test_no_name_is_markup(client: Visitor) -> None:
    evil = "<script>alert(1)</script>"
    text = BLANK.replace("My game", evil).replace("Nothing", f"{evil}2").replace("c d h s", "c <b> h s")
    found = study(client, text)
    page = client.get("/workbench", params={"d": pack(text)}).text
    table = client.post("/workbench/play", data={"toml": text, "players": "2"}, headers=JSON).json()["goto"]
    shown = [
        page,
        found["results"],
        found["form"],
        *(client.get(f"{table}{part}").text for part in ("", "/rules", "/hands")),
    ]
    assert not any("<script>alert" in part or "<b>" in part for part in shown)
    assert "&lt;script&gt;" in page


def test_a_question_that_takes_too_long_or_too_much_is_stopped_and_the_next_is_answered() -> None:
    worker = StoppableWorker(20)
    try:
        assert worker.call(len, "abc") == 3
        worker.seconds = 0.1
        with pytest.raises(BadDeclaration, match=r"longer than 0\.1 s"):
            worker.call(time.sleep, 60)
        worker.seconds = 20
        with pytest.raises(BadDeclaration, match="more memory"):
            worker.call(bytearray, 1 << 40)
        with pytest.raises(BadDeclaration, match="a mistake of the program"):
            worker.call(len, 3)
        assert worker.call(len, "abc") == 3
    finally:
        worker.close()
    with pytest.raises(PlayError, match="the server is stopping"):  # one that had waited starts no other process
        worker.call(len, "abc")


def test_a_question_under_way_is_given_up_when_the_worker_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    worker = StoppableWorker(60)
    assert worker.call(len, "abc") == 3
    ended = Connection.close

    def closed_once(pipe: Connection) -> None:
        time.sleep(0.05)  # another thread would close it too
        ended(pipe)

    monkeypatch.setattr(Connection, "close", closed_once)
    with ThreadPoolExecutor(1) as caller:
        asked = caller.submit(worker.call, time.sleep, 60)
        while not worker._lock.locked():
            time.sleep(0.01)
        worker.close()
        with pytest.raises((BadDeclaration, PlayError)):
            asked.result()


def test_a_worker_that_is_closed_while_its_process_starts_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    worker, start = StoppableWorker(1), SPAWN.Process.start

    def closed_meanwhile(process: Any) -> None:
        start(process)
        worker.close()

    monkeypatch.setattr(SPAWN.Process, "start", closed_meanwhile)
    with pytest.raises(PlayError, match="the server is stopping"):
        worker.call(time.sleep, 60)
    assert worker._process is None


def test_a_worker_that_cannot_start_is_stopped_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(process: object) -> None:
        raise BlockingIOError("no process can be started")

    monkeypatch.setattr(SPAWN.Process, "start", refuse)
    with pytest.raises(BadDeclaration):
        StoppableWorker(20).call(len, "abc")


# A game


def test_a_game_goes_on_under_the_table_that_it_began_with(client: Visitor) -> None:
    text = BLANK.replace("My game", "Before")
    table = client.post("/workbench/play", data={"toml": text, "players": "2"}).headers["location"]
    study(client, text.replace("Before", "After"))
    assert client.get(f"{table}/view").json()["view"]
    shown = client.get(table).text
    assert "Before" in shown
    design = html.unescape(re.search('class="design" href="([^"]*)"', shown)[1])  # type: ignore[index]
    players = re.findall('name="players" [^>]*value="([0-9]+)"', client.get(design).text)
    assert players == ["2", "2", "2"]  # as at the table, where it was 3 again
    too_many = client.post("/workbench/play", data={"toml": text, "variant": "five-card-draw", "players": "11"})
    assert too_many.status_code == 400
    assert "at most 10 can play" in too_many.text
    unfit = client.post("/workbench/play", data={"toml": TEN_CARDS, "variant": "five-card-draw"})
    assert unfit.status_code == 400
    assert "the chosen game is not played with this table: it takes hands of 5 cards with the variant" in unfit.text


def test_a_person_and_a_bot_are_dealt_in(client: Visitor) -> None:
    assert 'name="people"' in client.get("/workbench").text
    assert "Calling Kate (bot): never folds and never raises" in client.get("/workbench").text
    seats = {"players": "3", "others": "fast", "people": "1"}
    table = client.post("/workbench/play", data={"toml": BLANK, **seats}).headers["location"]
    assert "Waiting for 1 more player." in client.get(table).text
    too_many = client.post("/workbench/play", data={"toml": BLANK, **seats, "people": "3"})
    assert "0 to 2, the number of other seats" in too_many.text


def test_chinese_poker_is_dealt_with_a_table_that_fits(client: Visitor) -> None:
    found = client.post("/workbench/more", data={"toml": BLANK, "deal": "0"}).text
    assert "&#34;chinese&#34;" in re.search('data-variants="([^"]*)"', found)[1]  # type: ignore[index]
    form = {"toml": BLANK, "variant": "chinese", "players": "2", "others": "caller"}
    table = client.post("/workbench/play", data=form).headers["location"]
    assert len(client.get(f"{table}/view").json()["view"]["hand"]) == 13
    brag = {**form, "toml": declaration.text_of("brag")}
    table = client.post("/workbench/play", data=brag).headers["location"]
    assert len(client.get(f"{table}/view").json()["view"]["hand"]) == 9
    assert client.post("/workbench/playtest", data={"toml": BLANK, "variant": "chinese"}).status_code == 400
    assert client.post("/workbench/play", data={**form, "players": "5"}).status_code == 400
    dice = client.post("/workbench/more", data={"toml": DICE, "deal": "0"}).text
    assert "chinese" not in re.search('data-variants="([^"]*)"', dice)[1]  # type: ignore[index]


# A variant of one's own

OWN_VARIANT = games.variant_text("five-card-draw").replace('"Five-card draw"', '"Lantern draw"') + (
    '\n[[street]]\nname = "The last exchange"\ndraw = true\n'
)


def own_form(text: str = BLANK, variant: str = OWN_VARIANT, **form: str) -> dict[str, str]:
    return {"toml": text, "own-variant": variant, "variant": "own-variant", "players": "2", **form}


def test_a_variant_is_taken_to_be_changed_with_its_comments(client: Visitor) -> None:
    found = study(client, BLANK, do="variant", variant="royal-holdem")
    assert found["own_variant"] == games.variant_text("royal-holdem")
    assert found["own_title"] == "Royal hold'em"
    kept = study(client, BLANK, **own_form() | {"do": "variant"})
    assert kept["own_variant"] == OWN_VARIANT
    refused = client.post("/workbench", data={"do": "variant", "toml": BLANK, "variant": "chinese"}, headers=JSON)
    assert "no variant of poker named 'chinese'" in refused.json()["error"]
    page = client.post("/workbench", data=own_form() | {"do": "variant", "variant": "omaha"}).text
    assert "title = &#34;Omaha&#34;" in page  # without a script
    assert 'value="own-variant" selected>Your own: Omaha<' in page


@pytest.mark.parametrize(
    ("variant", "why"),
    [
        (OWN_VARIANT.replace("draw = true", "drw = true", 1), "variant, street 2 (After the draw): unknown key 'drw'"),
        (
            OWN_VARIANT.replace('"all"', '"al"'),
            "variant, hand: must be 'any', 'all' or a number of hole cards from 1 to 9, not 'al'",
        ),
        ("[", "variant: is not TOML"),
        ("omaha", "variant: is not TOML"),
        ("/etc/passwd", "variant: is not TOML"),
        ("a = " + "[" * 5000, "variant: is not TOML: nested too deeply"),
        (OWN_VARIANT + "#" * analysis.MAX_CHARS, "variant: is longer than the 12,000 characters"),
        (OWN_VARIANT + '[[street]]\nname = "x"\ndraw = true\n' * 12, "are more than the 12 a variant may have"),
        (OWN_VARIANT.replace('"Lantern draw"', r'"\u202e"'), "variant, title: must be one line"),
    ],
)
def test_a_variant_with_a_fault_is_refused_everywhere(client: Visitor, variant: str, why: str) -> None:
    assert why in study(client, BLANK, **{"own-variant": variant})["error"]
    for path in ("/workbench/play", "/workbench/playtest", "/workbench/publish"):
        form = own_form(variant=variant) if path != "/workbench/publish" else {"toml": BLANK, "own-variant": variant}
        answer = client.post(path, data=form, headers=JSON)
        assert answer.status_code == 400
        assert why in answer.json()["error"]
    page = client.get("/workbench", params={"d": pack(BLANK), "v": pack(variant)})
    assert page.status_code == 400
    assert "2,598,960 hands" in page.text  # the table has no fault


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


def test_it_is_said_at_once_whether_a_variant_fits_the_table(client: Visitor) -> None:
    fits = client.post("/workbench/more", data={"toml": BLANK, "own-variant": OWN_VARIANT}).text
    assert 'data-own="2 to 10 can play it."' in fits
    six = OWN_VARIANT.replace('["down", ', '["down", "down", ')
    other = client.post("/workbench/more", data={"toml": BLANK, "own-variant": six}).text
    assert "It cannot be played with these hands: it takes hands of 6 cards." in other
    refused = client.post("/workbench/play", data=own_form(variant=six))
    assert refused.status_code == 400
    assert "hands of 6 cards with the variant Lantern draw" in refused.text
    assert "The last exchange" in refused.text  # nothing is lost
    small = client.post("/workbench/more", data={"toml": NINE_CARDS, "own-variant": OWN_VARIANT}).text
    assert "It cannot be played with this deck: Lantern draw for 2 needs 2 x 5 = 10 cards" in small


def test_titles_from_right_to_left_turn_no_line(client: Visitor) -> None:
    variant, text = OWN_VARIANT.replace("Lantern draw", "פנס"), BLANK.replace('"My game"', '"כוכב"')
    found = study(client, text, **{"own-variant": variant})
    assert (found["own_title"], "\u2068כוכב\u2069: 2,598,960 hands" in found["results"]) == ("\u2068פנס\u2069", True)
    table = client.post("/workbench/play", data=own_form(text, variant, others="open")).headers["location"]
    assert "\u2068כוכב\u2069: \u2068פנס\u2069" in client.get(table).text
    publish(client, text, "right-to-lef", name="Ann", listed="yes")
    assert re.search("<bdi>כוכב</bdi></a> by <bdi>", client.get("/workbench/published").text)


def move_once(client: Visitor, table: str) -> None:
    """Wait for the own turn, and make the first move that the view offers."""
    while (seen := client.get(f"{table}/view").json())["seat"] not in seen["to_act"]:
        time.sleep(0.02)
    client.post(f"{table}/move", data={"version": seen["version"], "move": seen["moves"][0]["text"]})


def test_a_game_of_an_own_variant_goes_on_under_the_text_that_it_began_with(client: Visitor, tmp_path: Path) -> None:
    table = client.post("/workbench/play", data=own_form(others="caller")).headers["location"]
    page = client.get(table).text
    assert "My game: Lantern draw" in page
    rules = client.get(f"{table}/rules").text
    assert "The last exchange" in rules
    for _ in range(4):
        move_once(client, table)
    client.post(f"{table}/leave", data={"for_good": "yes"})
    record = client.get(f"{table}/record")
    file = tmp_path / "own.jsonl"
    file.write_bytes(record.content)
    assert records.read(file).header.options["variant"] == OWN_VARIANT
    assert main(["verify", str(file)]) == 0
    for part in ("replay?at=9", "review", "fair"):
        assert client.get(f"{table}/{part}").status_code == 200, part


def test_no_name_of_a_variant_is_markup(client: Visitor) -> None:
    evil = "<script>alert(1)</script> [here](https://evil.example) | `x` {0}"
    variant = OWN_VARIANT.replace("Lantern draw", evil).replace("After the draw", evil).replace("five cards", evil)
    text = BLANK.replace('"Nothing"', f'"{evil}"')
    form = own_form(text, variant)
    table = client.post("/workbench/play", data=form, headers=JSON).json()["goto"]
    parts = [client.get(f"{table}{part}").text for part in ("", "/rules", "/hands")]
    parts += [client.post("/workbench", data=form).text, client.post("/workbench/more", data=more_of(form)).text]
    assert not any("<script>alert" in part or 'href="https://evil' in part for part in parts)
    assert "[here](https://evil.example) | `x`" in parts[1]


def more_of(form: dict[str, str]) -> dict[str, str]:
    return {name: form[name] for name in ("toml", "own-variant")}


def test_an_own_variant_is_published_with_the_table_and_playtested(client: Visitor) -> None:
    first = publish(client, BLANK, "own-variant1", **{"own-variant": OWN_VARIANT})
    page = client.get(first).text
    assert "Its variant: Lantern draw" in page
    assert 'value="own-variant" selected>Your own: Lantern draw<' in page
    changed = publish(client, BLANK, "own-variant1", **{"own-variant": OWN_VARIANT.replace("last", "second")})
    assert changed.endswith("/2")
    copied = re.search(r'href="(/workbench\?d=[\w-]+&amp;v=[\w-]+)"', client.get(first).text)
    assert copied is not None
    assert "The last exchange" in client.get(copied[1].replace("&amp;", "&")).text
    work = client.post("/workbench/playtest", data=own_form(bot="random")).headers["location"]
    assert "&amp;v=" in client.get(work).text


# Playtests


def test_a_playtest_in_shards_is_the_same_as_in_one_piece() -> None:
    game = games.create("poker", players=3, ranking=BLANK)
    whole = games.playtest(game, "caller", 0, 12)
    assert games.playtest(game, "caller", 0, 5) + games.playtest(game, "caller", 5, 7) == whole
    assert whole.showdowns == whole.deals == 12
    assert sum(line.shown for line in whole.lines) == sum(line.made for line in whole.lines) == 36
    assert sum(line.won - line.tied for line in whole.lines) <= 12
    assert sum(whole.chips) == 0


def test_a_playtest_counts_the_hands_that_were_folded_as_made() -> None:
    stud = games.playtest(games.create("poker", players=4, variant="seven-card-stud"), "tight", 0, 30)
    assert sum(line.made for line in stud.lines) == sum(line.shown for line in stud.lines)  # the others lack cards
    found = games.playtest(games.create("poker", players=4), "tight", 0, 30)
    assert 0 < found.showdowns < 30
    assert sum(line.made for line in found.lines) == 4 * found.showdowns > sum(line.shown for line in found.lines)


def test_a_thousand_deals_are_played_in_the_background_and_compared(
    client: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on, call = threading.Event(), StoppableWorker.call

    def wait_after_the_first_deals(worker: StoppableWorker, job: Callable[..., Any], *arguments: Any) -> Any:
        if job is background_jobs.playtest and arguments[-2]:
            go_on.wait(60)
        return call(worker, job, *arguments)

    monkeypatch.setattr(StoppableWorker, "call", wait_after_the_first_deals)
    text = declaration.text_of("kuhn")
    form = {"toml": text, "before": text.replace("J Q K", "J Q K A"), "variant": "kuhn", "players": "2"}
    page = client.post("/workbench/playtest", data=form | {"bot": "caller"}).headers["location"]
    while "10 of 2,000 deals. This page shows more as it comes." not in (seen := client.get(page)).text:
        assert "refresh" in seen.headers
    assert '<progress max="2000" value="10">' in seen.text
    assert "The table before: 5 deals" in seen.text
    go_on.set()
    while "refresh" in seen.headers:
        seen = client.get(page)
    assert "<progress" not in seen.text
    assert "This table: 1,000 deals" in seen.text
    assert "Played as Kuhn poker" in seen.text
    assert "The table before: 1,000 deals" in seen.text
    assert seen.text.count("1,000 deals came to a showdown") == 2
    assert seen.text.count("Won: alone, or tied with another.") == 2
    assert client.get("/workbench/playtest/none").status_code == 404
    assert client.post("/workbench/playtest", data=form | {"toml": "x"}).status_code == 400
    assert client.post("/workbench/playtest", data=form | {"bot": "x"}).status_code == 400


def test_a_table_before_that_is_not_played_so_does_not_end_a_playtest(
    client: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After the first change from the blank page to dice, five deals were played."""
    monkeypatch.setattr("cardwright.cardroom.workbench.background_jobs.MAX_DEALS", 8)
    form = {"toml": DICE, "before": BLANK, "players": "2", "bot": "caller", "variant": "three-rolls"}
    page = client.post("/workbench/playtest", data=form).headers["location"]
    while "refresh" in (seen := client.get(page)).headers:
        pass
    assert "This table: 8 deals" in seen.text
    assert "The table before the last change is not compared, since it is not played so: " in seen.text
    assert "it takes a ranking of dice with the variant Three rolls, not of cards.</p>" in seen.text


def test_a_playtest_that_must_wait_for_others_keeps_the_declaration(
    client: Visitor, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server.app.state.works._works, "max_running", 0)
    text = BLANK.replace("My game", "Kept in the form")
    for path in ("playtest", "starting"):
        answer = client.post(f"/workbench/{path}", data={"toml": text, "players": "2"})
        assert "other tables are being tested" in answer.text
        assert "Kept in the form" in answer.text


def test_a_playtest_takes_the_place_of_ones_own_and_of_no_other(
    client: Visitor, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on, call = threading.Event(), StoppableWorker.call

    def wait(worker: StoppableWorker, job: Callable[..., Any], *arguments: Any) -> Any:
        if job is background_jobs.playtest:
            go_on.wait(60)
        return call(worker, job, *arguments)

    monkeypatch.setattr(StoppableWorker, "call", wait)
    monkeypatch.setattr("cardwright.cardroom.workbench.background_jobs.MAX_DEALS", 8)
    monkeypatch.setattr(server.app.state.works._works, "max_running", 1)
    form = {"toml": declaration.text_of("kuhn"), "variant": "kuhn", "players": "2", "bot": "caller"}
    client.get("/workbench")  # which sets the cookie
    first = client.post("/workbench/playtest", data=form).headers["location"]
    stranger = Visitor(server.address)
    stranger.get("/workbench")
    assert "other tables are being tested" in stranger.post("/workbench/playtest", data=form).text
    second = client.post("/workbench/playtest", data=form).headers["location"]
    replaced = client.get(first)
    assert "a later playtest or chart of yours took its place" in replaced.text
    assert "refresh" not in replaced.headers
    go_on.set()
    while "refresh" in (seen := client.get(second)).headers:
        pass
    assert "This table: 8 deals" in seen.text


def test_a_few_deals_have_no_standard_error(client: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardwright.cardroom.workbench.background_jobs.MAX_DEALS", 3)
    form = {"toml": BLANK, "before": "", "players": "2", "bot": "caller"}
    page = client.post("/workbench/playtest", data=form).headers["location"]
    while "refresh" in (seen := client.get(page)).headers:
        pass
    assert "This table: 3 deals" in seen.text
    assert " % <small>too few</small>" in seen.text
    assert seen.text.count("±") == 1  # in the words about it


# Charts of starting hands


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
    assert found[0].name == "AA"
    assert found[0].place == (0, 0)
    assert found[0].ways == 6
    assert (
        background_jobs.starting_count(declaration.text_of("one-eyed-jacks"), 1, None, 4, 2) == 26
    )  # clubs and diamonds, or two others
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


def test_an_exact_number_of_ones_own_cards_agrees_with_every_deal(client: Visitor) -> None:
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
    variant = games.variant_text("double-board-holdem").split("[[street]]")[0].replace('"any"', "1")
    variant += '[[street]]\nname = "first"\nhole = ["down", "down"]\n[[street]]\nname = "boards"\nboard = 3\n'
    more = analysis.more(TEN_CARDS, 0, variant)
    assert more.charted == (2, 1, 3)
    (shares,) = [each for each in more.counted if "Double" in each.title]
    assert shares.title.endswith(": 1 of 2, 2 of 3")
    assert shares.parts == pytest.approx([lines[line] / lines.total() for line in range(3)], abs=0.01)
    form = {"toml": TEN_CARDS, "board": "3"}
    page = client.get(client.post("/workbench/starting", data=form | {"from-hole": "1"}).headers["location"]).text
    assert "2 cards of one's own and 3 for all, of which a hand has exactly 1 of one's own; 2 players" in page
    refused = client.post("/workbench/starting", data=form | {"from-hole": "3"}, headers=JSON)
    assert "a hand takes 3 of the cards in the hole, and there are 2" in refused.json()["error"]


def test_a_chart_is_computed_in_the_background(client: Visitor) -> None:
    form = {"toml": BLANK.replace(" 2 3 4 5 6 7 8", ""), "players": "3"}
    page = client.post("/workbench/starting", data=form).headers["location"]
    seen = client.get(page)
    while "refresh" in seen.headers:
        seen = client.get(page)
    assert seen.status_code == 200
    assert seen.text.count("data-heat") == 36  # six pairs, 15 suited and 15 others
    large = client.post("/workbench/starting", data=form | {"toml": BLANK, "own": "3", "board": "4"}).text
    assert "22,100 hands are more than the 5,000 of a chart" in large
    assert "<b>AKs</b>" in seen.text
    assert client.get(page.replace("starting", "playtest")).status_code == 404
    many = client.post("/workbench/starting", data=form | {"players": "10"}, headers=JSON)
    assert many.status_code == 400
    assert "10 players take 25 cards" in many.json()["error"]
    for wrong in ({"own": "0"}, {"own": "4", "toml": BLANK}, {"toml": "x"}, {"board": "two"}):
        assert client.post("/workbench/starting", data=form | wrong, headers=JSON).status_code == 400


# Published declarations


def publish(client: Visitor, text: str, design: str = DESIGN, **form: str) -> str:
    answer = client.post("/workbench/publish", data={"toml": text, "design": design, **form})
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def test_a_version_stays_and_a_new_one_says_what_changed(client: Visitor) -> None:
    first = publish(client, BLANK, name="Ann <b>", note="To begin with", listed="yes")
    assert first == f"/workbench/published/{DESIGN}/1"
    before = client.get(first)
    assert before.status_code == 200
    assert "2,598,960 hands" in before.text
    assert "by Ann &lt;b&gt;" in before.text
    assert "To begin with" in before.text
    assert publish(client, BLANK) == first  # a form sent twice, or nothing changed
    unchanged = client.post("/workbench/publish", data={"toml": BLANK, "design": DESIGN, "number": "2"})
    assert unchanged.status_code == 400
    assert "nothing has changed since version 1" in unchanged.text
    assert "Publish version 2" in unchanged.text
    assert publish(client, SECOND, listed="yes") == f"/workbench/published/{DESIGN}/2"
    again, second = client.get(first).text, client.get(f"/workbench/published/{DESIGN}").text
    assert "2,598,960 hands" in again
    assert "There is a newer version" in again
    assert "8,259,888 hands" in second
    assert "Changed since version 1" in second
    assert second.count("Version ") >= 3  # this one, and the list of both
    listed = client.get("/workbench/published").text
    assert listed.count(f'href="/workbench/published/{DESIGN}/2"') == 1
    assert f"{DESIGN}/1" not in listed
    assert client.get(f"/workbench/published/{DESIGN}/3").status_code == 404
    assert client.get("/workbench/published/no-such-one").status_code == 404


def test_only_its_designer_adds_versions(server: Server, client: Visitor) -> None:
    client.get("/workbench")  # which sets the cookie
    mine = publish(client, BLANK, "anns-design1")
    assert "Change it into version 2" in client.get(mine).text
    bea = Visitor(server.address)
    assert "Change it into" not in bea.get(mine).text
    refused = bea.post("/workbench/publish", data={"toml": SECOND, "design": "anns-design1"}, headers=JSON)
    assert refused.status_code == 409
    assert "another browser published" in refused.json()["error"]
    copied = re.search(r'href="(/workbench\?d=[\w-]+)"', bea.get(mine).text)
    assert copied is not None
    assert "A pair or better" in bea.get(copied[1]).text
    changed = re.search(r'href="(/workbench\?d=[\w-]+&amp;of=anns-design1)"', client.get(mine).text)
    assert changed is not None
    address = changed[1].replace("&amp;", "&")
    assert "Publish version 2" in client.get(address).text
    assert 'name="design" value="anns-design1"' in client.get(address).text
    assert "anns-design1" not in bea.get(address).text


def test_a_version_undoes_none_that_another_page_has_published(client: Visitor) -> None:
    """The second of two pages pressed "Publish version 2", and published a version 3 without what was new in 2."""
    address = publish(client, BLANK, "two-tabs-now")
    assert publish(client, SECOND, "two-tabs-now", number="2").endswith("/2")
    third = {"toml": BLANK.replace("My game", "Third"), "design": "two-tabs-now", "number": "2"}
    refused = client.post("/workbench/publish", data=third)
    assert refused.status_code == 400
    assert "another page has published version 2" in refused.text
    assert "Publish version 3" in refused.text  # with the text that was refused
    assert "name = &#34;Third&#34;" in refused.text
    assert "There is a newer version" not in client.get(f"{address[:-1]}2").text
    assert publish(client, third["toml"], "two-tabs-now", number="3").endswith("/3")


def test_what_cannot_be_counted_is_not_published(client: Visitor) -> None:
    for text in ("", "x", BLANK.replace("size = 5", "size = 50"), BLANK + "#" * 12_000):
        answer = client.post("/workbench/publish", data={"toml": text, "design": "never-there1"}, headers=JSON)
        assert answer.status_code == 400
    assert client.get("/workbench/published/never-there1").status_code == 404
    assert client.post("/workbench/publish", data={"toml": BLANK, "design": "../x"}).status_code == 400


# In a browser


def from_blank_to_fixed(page: Page, address: str) -> None:
    page.goto(address)
    page.get_by_role("link", name="the workbench").click()
    page.get_by_label("Name of the game").fill("Six suits")
    expect(page.locator("#results h2")).to_have_text("Six suits: 2,598,960 hands")
    page.get_by_label("Suits, with spaces between").fill("c d h s ★ ☾")
    expect(page.locator("#results h2")).to_contain_text("21,111,090 hands")
    page.get_by_role("button", name="Put in the usual hands").click()
    expect(page.locator("#lines > li")).to_have_count(10)
    page.get_by_role("button", name="Fix the order").click()
    expect(page.locator("#moves-by-rarity")).to_have_count(0)
    expect(page.locator("#toml")).to_have_value(re.compile("Six suits"))


def fold_or_check(page: Page) -> None:
    """Make a move that costs no more than a blind, so that the game goes on."""
    assert wait_for_turn(page)
    with one_move(page):
        page.get_by_role("button", name=re.compile("^(Fold|Check|Stand)")).first.click()


def test_from_an_empty_page_to_a_hand_played_with_six_suits(server: Server, browser: Browser) -> None:
    with (
        person(browser, viewport={"width": 1366, "height": 650}) as ann,
        person(browser, viewport={"width": 360, "height": 640}) as bea,
    ):
        from_blank_to_fixed(ann, server.address)
        link = ann.locator("#copy-link").get_attribute("data-copy")
        assert link is not None
        bea.goto(link)  # a second browser, with the link alone
        expect(bea.locator("#results h2")).to_contain_text("Six suits")
        assert not scrolls_sideways(bea)
        ann.get_by_role("button", name="Copy a link to this table").click()
        expect(ann.locator("#copy-link")).to_have_text("Copied")  # where the browser grants no clipboard, too
        jokers, wild = ann.locator("[name=jokers]"), ann.locator("[name=wild]")
        jokers.fill("2")
        expect(wild).to_have_value("any")
        wild.select_option("")
        expect(jokers).to_have_value("0")
        dealt: list[str] = []
        ann.on("request", lambda request: dealt.append(request.url) if request.url.endswith("/play") else None)
        deal = ann.locator("#deal-it button.primary")
        deal.dblclick(no_wait_after=True)
        expect(deal.or_(ann.locator("#scene"))).not_to_have_text("Deal it")
        ann.wait_for_selector("#scene")  # bots play a deal first, in a process that starts
        assert len(dealt) == 1
        while ann.locator("#last-deal").is_hidden():
            fold_or_check(ann)
        assert "Six suits" in (ann.locator("main").text_content() or "")
        table = ann.url
        ann.get_by_role("link", name="Design").click()  # back from the table
        expect(ann.get_by_label("Name of the game")).to_have_value("Six suits")
        ann.goto(table)
        ann.set_viewport_size({"width": 360, "height": 640})
        expect(ann.locator("#last-deal")).to_be_visible()  # the longest line of links
        assert not scrolls_sideways(ann)
        ann.goto(f"{server.address}/workbench")
        ann.get_by_role("link", name="Go on with Six suits").click()
        expect(ann.get_by_label("Name of the game")).to_have_value("Six suits")
        expect(ann.locator("#go-on")).to_be_hidden()
        for kept in ("x", "null", '{"title": "T", "address": "https://example.org/"}', '{"title": 1}', "[]"):
            ann.evaluate("kept => localStorage.setItem('cardwright-workbench', kept)", kept)
            ann.goto(f"{server.address}/workbench")
            expect(ann.locator("#go-on")).to_be_hidden()
        ann.evaluate(
            """localStorage.setItem("cardwright-workbench", '{"title": "Old", "address": "/workbench?d=x"}')"""
        )
        ann.reload()
        ann.get_by_role("link", name="Go on with Old").click()  # what cannot be read leaves a blank page
        expect(ann.locator("#fault")).to_contain_text("the link holds no declaration")
        ann.get_by_label("Name of the game").fill("Afresh")
        expect(ann.locator("#results h2")).to_contain_text("Afresh")


@pytest.mark.parametrize("size", [(1366, 650), (360, 640)], ids=["laptop", "phone"])
def test_a_changed_variant_is_played_and_sent_by_a_link(
    server: Server, browser: Browser, size: tuple[int, int]
) -> None:
    view = {"width": size[0], "height": size[1]}
    with (
        person(browser, viewport=view) as ann,
        person(browser, viewport=view, java_script_enabled=False) as bea,
    ):
        ann.goto(f"{server.address}/workbench")
        ann.get_by_label("Cards in a hand").fill("4")
        ann.get_by_role("button", name="Put in the usual hands").click()
        expect(ann.locator("#results h2")).to_have_text("My game: 270,725 hands")
        ann.wait_for_selector("#more:not(.waiting) .dealt")
        ann.locator("#deal-it").get_by_label("Played as").select_option("five-card-draw")  # for hands of another size
        ann.get_by_role("button", name="Change the variant").click()
        text = ann.get_by_label("The text of your own variant")
        expect(text).to_be_focused()
        five = text.input_value()
        expect(ann.locator("#own-says")).to_contain_text("it takes hands of 5 cards")
        text.fill(five.replace("draw = true", "drw = true"))
        expect(ann.locator("#fault")).to_contain_text("After the draw): unknown key 'drw'; did you mean 'draw'?")
        expect(ann.locator("#fault")).to_be_in_viewport(ratio=1)
        expect(ann.locator("#own-says")).to_have_text("")  # nobody can play a variant with a fault
        ann.get_by_role("button", name="Deal it").click()  # not the variant before the fault
        expect(ann.locator("#fault")).to_be_focused()
        text.fill(five.replace('"Five-card draw"', '"Lantern draw"').replace('["down", ', "[", 1))
        expect(ann.locator("#own-says")).to_have_text("2 to 13 can play it.")
        assert not scrolls_sideways(ann)
        link = ann.locator("#copy-link").get_attribute("data-copy")
        assert link is not None
        ann.get_by_role("button", name="Deal it").click(no_wait_after=True)
        ann.wait_for_selector("#scene")
        expect(ann.locator("h1")).to_have_text("My game: Lantern draw")
        for _ in range(2):
            fold_or_check(ann)
        assert not scrolls_sideways(ann)
        bea.goto(link)  # without a script
        expect(bea.locator("#deal-it").get_by_label("Played as")).to_have_value("own-variant")
        bea.get_by_role("button", name="Deal it").click()
        expect(bea.locator("h1")).to_have_text("My game: Lantern draw")


def test_a_variant_of_ones_own_is_replaced_by_a_second_press(server: Server, browser: Browser) -> None:
    with person(browser) as page:
        page.goto(f"{server.address}/workbench")
        chosen, text = (
            page.locator("#deal-it").get_by_label("Played as"),
            page.get_by_label("The text of your own variant"),
        )
        chosen.select_option("omaha")
        page.get_by_role("button", name="Change the variant").click()
        expect(text).to_have_value(games.variant_text("omaha"))
        charted = page.locator("#starting [name=own], #starting [name=from-hole], #starting [name=board]")
        for place, number in enumerate(("4", "2", "5")):
            expect(charted.nth(place)).to_have_value(number)
        chosen.select_option("razz")
        page.get_by_role("button", name="Change the variant").click()  # nothing was changed in the first
        expect(text).to_have_value(games.variant_text("razz"))
        for place, number in enumerate(("2", "", "5")):  # a chart has no hands of seven
            expect(charted.nth(place)).to_have_value(number)
        own = games.variant_text("razz").replace('"Razz"', '"Lantern razz"')
        text.fill(own)
        for other in ("omaha", "texas-holdem"):
            chosen.select_option(other)
            page.get_by_role("button", name="Change the variant").click()
        page.get_by_role("button", name="Replace your own text").wait_for()
        expect(text).to_have_value(own)
        page.get_by_role("button", name="Replace your own text").click()
        expect(text).to_have_value(games.variant_text("texas-holdem"))
        expect(page.get_by_role("button", name="Change the variant")).to_be_visible()


def test_an_emptied_variant_is_left_out(server: Server, browser: Browser) -> None:
    with person(browser) as page:
        page.goto(f"{server.address}/workbench?v={pack(OWN_VARIANT)}")
        chosen = page.locator("#deal-it").get_by_label("Played as")
        expect(chosen).to_have_value("own-variant")
        page.get_by_label("Name of the game").fill("Another")  # the address keeps the variant
        expect(page.locator("#results h2")).to_contain_text("Another")
        page.reload()
        expect(chosen).to_have_value("own-variant")
        page.get_by_label("The text of your own variant").fill("")
        expect(chosen).to_have_value("five-card-draw")
        assert "&v=" not in page.url
        page.get_by_label("The text of your own variant").fill(OWN_VARIANT)  # written again, it is what is dealt
        expect(chosen).to_have_value("own-variant")
        chosen.select_option("five-card-draw")
        page.get_by_label("The text of your own variant").fill(f"{OWN_VARIANT}# a comment\n")
        page.wait_for_selector("#more:not(.waiting)")
        expect(chosen).to_have_value("five-card-draw")


def test_a_chosen_variant_stays_while_it_fits(server: Server, browser: Browser) -> None:
    """What was not chosen follows the number of cards."""
    large = TEN_CARDS.replace("1 2 3 4 5", "1 2 3 4 5 6 7 8 9").replace("a b", "a b c d e f")
    with person(browser, viewport={"width": 360, "height": 640}) as page:  # in which the words of a choice are cut
        page.goto(f"{server.address}/workbench?d={pack(large)}")
        chosen, tested = (page.locator(f"#{form} [name=variant]") for form in ("deal-it", "playtest"))
        for size, variant in (("3", "teen-patti"), ("5", "five-card-draw"), ("3", "omaha"), ("4", "omaha")):
            if variant == "omaha" and size == "3":
                chosen.select_option(variant)
            page.get_by_label("Cards in a hand").fill(size)
            page.get_by_role("button", name="Put in the usual hands").click()
            expect(page.locator("#results h2")).to_have_text(f"Ten cards: {comb(54, int(size)):,} hands")
            page.wait_for_selector("#more:not(.waiting)")
            expect(chosen).to_have_value(variant)
            for select in (chosen, tested):
                expect(select).to_have_value(variant)
                below = select.evaluate("list => list.parentElement.querySelector('.whole')?.textContent")
                assert below in (None, "", select.evaluate("list => list.selectedOptions[0].text"))
        titles = chosen.locator("optgroup").evaluate_all("all => all.map((one) => one.label)")
        assert titles[:3] == ["Deal exactly 4 cards", "Deal more cards", "The lowest hand wins"]


def star_duel(page: Page) -> None:
    """Three dice with seven numbers and a star, and a line of its own for three stars."""
    page.get_by_label("Played with").select_option("dice")
    page.get_by_label("Dice in a throw").fill("3")
    page.get_by_label("Faces of a die").fill("1 2 3 4 5 6 7 ★")
    page.get_by_role("button", name="Put in the usual hands").click()
    expect(page.locator("#results h2")).to_have_text("Star duel: 512 throws")
    page.get_by_role("button", name="Add a line").click()
    line = page.locator("#lines > li").nth(-2)
    expect(line.get_by_label("Name of line")).to_be_focused()
    page.keyboard.type("Three stars")  # in place of the name that is selected
    line.get_by_label("Equal ranks").select_option("3")
    line.get_by_label("Only of ranks").fill("★")
    expect(page.locator("#results")).to_contain_text("the 1 throw that fits goes to Three of a kind")
    place = page.locator("#lines > li").count() - 1
    page.get_by_role("button", name=f"Line {place} up").focus()
    while place > 1:
        page.keyboard.press("Enter")  # the focus follows the line
        place -= 1
        expect(page.get_by_label(f"Name of line {place}", exact=True)).to_have_value("Three stars")


def market_day(page: Page) -> None:
    """Nine goods by six copies, without suits, and two jokers."""
    page.get_by_label("Ranks, with spaces between").fill("fig ham oil egg tea fish salt wine silk")
    page.get_by_label("Suits, with spaces between").fill("")
    page.get_by_label("Copies of each card").fill("6")
    page.get_by_label("Jokers", exact=True).fill("2")
    page.get_by_role("button", name="Put in the usual hands").click()
    expect(page.locator("#results h2")).to_have_text("Market day: 3,819,816 hands")


@pytest.mark.parametrize("size", [(1366, 650), (360, 640)], ids=["laptop", "phone"])
@pytest.mark.parametrize(
    ("name", "design"),
    [("Star duel: Poker dice", star_duel), ("Market day: Five-card draw", market_day)],
    ids=["dice", "goods"],
)
def test_a_designed_game_is_played_to_the_end_of_a_hand(
    server: Server, browser: Browser, name: str, design: Callable[[Page], None], size: tuple[int, int]
) -> None:
    with person(browser, viewport={"width": size[0], "height": size[1]}) as page:
        page.goto(f"{server.address}/workbench")
        page.get_by_label("Name of the game").fill(name.partition(":")[0])
        design(page)
        page.wait_for_selector("#more:not(.waiting)")  # all answers have come
        fix = page.get_by_role("button", name="Fix the order")
        if fix.is_enabled():
            fix.click()
        expect(page.locator("#more .dealt")).to_be_visible()
        page.get_by_role("button", name="Deal it").click(no_wait_after=True)
        page.wait_for_selector("#scene")
        assert page.locator("h1").text_content() == name
        log = page.locator("main")
        for _ in range(20):  # moves of one deal at most
            if " won " in (log.text_content() or "") or play(page, 1):  # all chips may be lost in one deal
                break
        assert re.search(r"won [0-9]+", log.text_content() or "")
        assert not scrolls_sideways(page)


def test_ranks_and_suits_are_typed_key_by_key(server: Server, browser: Browser) -> None:
    """Each answer redraws the form; it took away the space that had just been typed."""
    with person(browser) as page:
        page.goto(f"{server.address}/workbench")
        for label, words in (("Ranks", "1 2 3 4, 5 6"), ("Suits", "c d h s m")):
            field = page.get_by_label(f"{label}, with spaces between")
            field.fill("")
            for key in words:
                with page.expect_response("**/workbench"):
                    field.press(key)
                page.wait_for_timeout(60)  # of a slow typist: the answer is drawn
            assert field.input_value() == words
        page.get_by_label("Cards in a hand").click()
        expect(page.locator("#results h2")).to_contain_text(f"{comb(30, 5):,} hands")
        page.locator("#deal-it [name=variant]").select_option("five-card-draw")
        expect(page.locator("#playtest [name=variant]")).to_have_value("five-card-draw")


def test_the_hands_that_are_dealt_later_do_not_move_the_button_that_deals(server: Server, browser: Browser) -> None:
    with person(browser, viewport={"width": 1366, "height": 650}) as page:
        page.goto(f"{server.address}/workbench")
        page.wait_for_selector("#more .dealt")
        page.locator("#more").evaluate("more => more.replaceChildren()")  # as it is before they have come
        button = page.get_by_role("button", name="Deal it")
        before = button.bounding_box()
        page.get_by_label("Name of the game").fill("Held")
        page.wait_for_selector("#more .dealt")
        assert button.bounding_box() == before


def test_a_line_that_is_typed_does_not_move_the_button_that_deals(server: Server, browser: Browser) -> None:
    """The list of changes came and went with each field, and what is out of order too."""
    with person(browser, viewport={"width": 1366, "height": 650}) as page:
        page.goto(f"{server.address}/workbench?start=standard")
        page.wait_for_selector("#more:not(.waiting) .dealt")
        button = page.get_by_role("button", name="Deal it")
        place = "button => button.getBoundingClientRect().top + scrollY"
        before = button.evaluate(place)
        flush = page.locator("#lines > li").filter(has=page.locator("[name=line-name][value=Flush]"))
        flush.locator("summary").click()
        flush.get_by_label("Only of ranks").fill("A K Q J T 9 8")
        expect(page.locator("#changes > summary")).to_have_text("What the last change changed: 2 lines")
        expect(flush.locator("summary")).to_have_text("all of one suit, only of A K Q J T 9 8")
        expect(page.locator("#by-rarity > summary")).not_to_have_text("In order: rarer hands rank higher")
        assert button.evaluate(place) == before
        page.locator("#changes > summary").click()
        flush.get_by_label("Name of line").fill("Blush")
        expect(page.locator("#changes")).to_contain_text("Flush is gone")  # it stays unfolded
        expect(page.locator("#changes > ul")).to_be_visible()


@pytest.mark.parametrize("size", [(1366, 650), (360, 640)], ids=["laptop", "phone"])
def test_a_fault_stands_below_its_field_and_covers_nothing(
    server: Server, browser: Browser, size: tuple[int, int]
) -> None:
    with person(browser, viewport={"width": size[0], "height": size[1]}) as page:
        page.goto(f"{server.address}/workbench")
        fault, usual = page.locator("#fault"), page.get_by_role("button", name="Put in the usual hands")
        page.get_by_label("Name of line 2", exact=True).fill("Bust")  # lines of one's own follow no other size
        for label, words in (("Ranks, with spaces between", ""), ("Cards in a hand", "3")):
            field = page.get_by_label(label)
            was = field.input_value()
            field.fill(words)
            expect(fault).to_be_in_viewport(ratio=1)
            below, above = fault.bounding_box(), field.bounding_box()
            assert below is not None
            assert above is not None
            assert 0 <= below["y"] - above["y"] - above["height"] < 12
            if words:
                usual.click(timeout=2_000)  # the button that is named: nothing lies on it
            else:
                field.fill(was)
            expect(fault).to_have_count(0)
        expect(page.locator("#results h2")).to_have_text(f"My game: {comb(52, 3):,} hands")


def hold_first_question(page: Page) -> list[Route]:
    """Hold back the next question of a workbench: it will be the one in the list, and those after it are passed on."""
    held: list[Route] = []
    page.route("**/workbench", lambda route: route.continue_() if held else held.append(route))
    return held


def test_a_button_that_is_being_pressed_stays_where_it_is(server: Server, browser: Browser) -> None:
    """A fault that came between press and release moved the button, and the click was lost."""
    with person(browser, viewport={"width": 1366, "height": 900}) as page:
        page.goto(f"{server.address}/workbench")
        page.wait_for_selector("#more:not(.waiting)")
        held = hold_first_question(page)
        with page.expect_request("**/workbench"):
            page.get_by_label("Cards in a hand").fill("4")
        usual = page.get_by_role("button", name="Put in the usual hands")
        usual.hover()
        page.mouse.down()
        with page.expect_response("**/workbench"):
            held[0].continue_()
        page.wait_for_timeout(100)  # in which the answer is drawn
        page.mouse.up()
        expect(page.locator("#results h2")).to_have_text(f"My game: {comb(52, 4):,} hands")


def test_a_page_asks_one_question_at_a_time_and_the_last_is_answered(server: Server, browser: Browser) -> None:
    with person(browser) as page:
        page.goto(f"{server.address}/workbench")
        page.wait_for_selector("#more:not(.waiting)")
        asked: list[Request] = []
        page.on("request", lambda request: asked.append(request))
        held = hold_first_question(page)
        with page.expect_request("**/workbench"):
            page.get_by_label("Name of the game").fill("First")
        for name in ("Second", "Third"):
            page.get_by_label("Name of the game").fill(name)
            page.wait_for_timeout(100)  # longer than a pause in typing: each would be a question
        assert len(asked) == 1
        held[0].continue_()
        expect(page.locator("#results h2")).to_have_text("Third: 2,598,960 hands")


def test_what_is_typed_replaces_a_number_that_an_answer_drew_again(server: Server, browser: Browser) -> None:
    """The Tab key selects the number, and an answer to the field before keeps it selected."""
    with person(browser) as page:
        page.goto(f"{server.address}/workbench")
        page.wait_for_selector("#more:not(.waiting)")
        held = hold_first_question(page)
        with page.expect_request("**/workbench"):
            page.get_by_label("Suits, with spaces between").fill("c d h")
        page.keyboard.press("Tab")
        held[0].continue_()
        expect(page.locator("#results h2")).to_have_text("My game: 575,757 hands")
        page.keyboard.type("2")
        expect(page.get_by_label("Copies of each card")).to_have_value("2")


def test_the_form_and_the_text_are_in_step(server: Server, browser: Browser) -> None:
    with person(browser, viewport={"width": 1200, "height": 1500}) as page:
        page.goto(f"{server.address}/workbench")
        page.get_by_text("As text (TOML)").click()
        page.locator("#toml").fill(BLANK.replace("My game", "By text").replace("size = 5", "size = 0"))
        expect(page.locator("#fault")).to_contain_text("size: must be a whole number")
        expect(page.locator("#results h2")).to_contain_text("2,598,960")  # the last good table stays
        page.locator("#toml").fill(HOSTILE["file"])
        expect(page.locator("#fault")).to_contain_text("no ranking named '/etc/passwd'")
        page.set_viewport_size({"width": 1200, "height": 650})
        page.locator("#toml").scroll_into_view_if_needed()
        expect(page.locator("#fault")).to_be_in_viewport(ratio=1)  # however far down the page is
        page.locator("#toml").fill(BLANK.replace("My game", "<b id='markup'>x</b>"))
        expect(page.locator("#results h2")).to_contain_text("<b id='markup'>x</b>: 2,598,960")
        assert page.locator("#markup").count() == 0
        page.locator("#toml").fill(BLANK.replace("My game", "By text"))
        expect(page.get_by_label("Name of the game")).to_have_value("By text")
        expect(page.locator("#counted")).to_have_text("By text: 2,598,960 hands. No faults, 0 notes")  # it is read out
        assert page.locator("[aria-live] table, [role=status] table").count() == 0
        expect(page.get_by_role("img", name="Kc Kd Kh Ks Qc")).to_be_visible()
        page.locator("#lines > li").nth(1).locator(".grip").hover()
        page.mouse.down()
        for y in (6, 5, 4):  # a drag is seen from the second movement on
            page.locator("#lines > li").nth(0).hover(position={"x": 20, "y": y}, force=True)
        page.mouse.up()
        expect(page.locator("#results")).to_contain_text("no hand falls into it")
        expect(page.locator("#toml")).to_have_value(re.compile("Nothing.*A pair or better", re.DOTALL))
        page.locator("#toml").fill(DICE)
        expect(page.locator("#of-dice")).to_be_visible()
        expect(page.locator("#starting")).to_be_hidden()  # what dice cannot do is not offered
        variants = page.locator('#deal-it [name="variant"] option:not([disabled])')
        expect(variants).to_contain_text(["Poker dice", "Three rolls"])
        expect(page.locator('#deal-it [name="variant"]')).to_have_value("poker-dice")
        expect(page.locator("#report")).to_be_visible()
        expect(page.get_by_role("button", name="Undo")).to_be_disabled()
        page.get_by_role("button", name="Put in the usual hands").click()
        expect(page.locator("#toml")).not_to_have_value(DICE)
        page.get_by_label("Name of the game").fill("Another")  # Undo would take this back too
        expect(page.get_by_role("button", name="Undo")).to_be_disabled()
        add = page.get_by_role("button", name="Add a line")
        add.click()
        expect(page.locator("#toml")).to_have_value(re.compile("New line"))
        expect(page.locator("#lines details[open]")).to_have_count(1)
        page.keyboard.type("New line of mine")  # which Undo takes back with the line
        expect(page.locator("#toml")).to_have_value(re.compile("New line of mine"))
        expect(add).to_be_in_viewport(ratio=1)
        page.get_by_role("button", name="Undo").click()
        expect(page.locator("#toml")).not_to_have_value(re.compile("New line"))
        page.get_by_role("button", name="Remove line 1", exact=True).click()
        expect(page.locator("#toml")).not_to_have_value(re.compile("One pair"))
        page.get_by_role("button", name="Undo").click()
        expect(page.locator("#toml")).to_have_value(re.compile("Another.*One pair", re.DOTALL))
        page.go_back()
        expect(page.locator("#toml")).to_have_value(DICE)
        expect(page.get_by_role("button", name="Undo")).to_be_disabled()


THREE_LINES = """name = "Three lines"
size = 3
deck = { ranks = "1 2 3 4 5", suits = "a b c" }
category = [{ name = "Flush", same = "suit" }, { name = "Run", run = 3 }, { name = "Rest" }]
"""


@contextlib.contextmanager
def three_lines(server: Server, browser: Browser) -> Iterator[tuple[Page, Callable[[str], None]]]:
    """A page with three lines, and what expects their order in form, text and counts."""
    with person(browser) as page:
        page.goto(f"{server.address}/workbench?d={pack(THREE_LINES)}")
        page.wait_for_selector("#more:not(.waiting)")

        def ordered(names: str) -> None:
            words = names.split()
            expect(page.locator("#toml")).to_have_value(re.compile(".*".join(words), re.DOTALL))
            for place, word in enumerate(words):
                expect(page.locator("#lines [name=line-name]").nth(place)).to_have_value(word)
                expect(page.locator("#results tbody tr").nth(place)).to_contain_text(word)
            page.wait_for_load_state()  # Undo loads the page again: its script is ready then

        ordered("Flush Run Rest")
        yield page, ordered


def press_line(page: Page, line: int, way: str) -> None:
    page.get_by_role("button", name=f"Line {line} {way}", exact=True).click()


def move_two_lines(page: Page, ordered: Callable[[str], None]) -> list[Route]:
    """Move line 1 down, and then line 2, the answer to which is held. Returns the request, to be continued."""
    press_line(page, 1, "down")
    ordered("Run Flush Rest")
    held = hold_first_question(page)
    with page.expect_request("**/workbench"):
        press_line(page, 2, "down")
    return held


def drag_line(page: Page, line: int, over: int) -> None:
    """Drag a line to the top of another; a drag is seen from the second movement on."""
    page.locator("#lines .grip").nth(line - 1).hover()
    page.mouse.down()
    for y in (6, 5, 4):
        page.locator("#lines > li").nth(over - 1).hover(position={"x": 20, "y": y}, force=True)
    page.mouse.up()


def test_undo_takes_back_a_move_that_is_not_answered_yet_and_no_other(server: Server, browser: Browser) -> None:
    with three_lines(server, browser) as (page, ordered):
        held = move_two_lines(page, ordered)
        page.get_by_role("button", name="Undo").click()
        held[0].continue_()
        ordered("Run Flush Rest")
        page.get_by_role("button", name="Undo").click()
        ordered("Flush Run Rest")
        page.go_forward()
        ordered("Run Flush Rest")


def test_a_drag_is_undone_and_the_arrows_move_the_lines_as_they_lie(server: Server, browser: Browser) -> None:
    """The arrows moved the lines that had been in these places, and Undo was not offered."""
    with three_lines(server, browser) as (page, ordered):
        drag_line(page, 2, 1)
        ordered("Run Flush Rest")
        expect(page.get_by_role("button", name="Line 1 up")).to_be_disabled()
        press_line(page, 1, "down")
        ordered("Flush Run Rest")
        page.get_by_role("button", name="Undo").click()
        ordered("Run Flush Rest")
        page.get_by_role("button", name="Undo").click()
        ordered("Flush Run Rest")
        expect(page.get_by_role("button", name="Undo")).to_be_disabled()


def test_presses_that_are_not_answered_yet_are_all_done(server: Server, browser: Browser) -> None:
    """The second one was in place of the first, and a key at the end of the list lost the focus."""
    with three_lines(server, browser) as (page, ordered):
        held = hold_first_question(page)
        page.get_by_role("button", name="Line 1 down").focus()
        with page.expect_request("**/workbench"):
            page.keyboard.press("Enter")
        page.keyboard.press("Enter")
        page.get_by_role("button", name="Add a line").click()
        held[0].continue_()
        expect(page.locator("#toml")).to_have_value(re.compile("Run.*Rest.*New line.*Flush", re.DOTALL))
        page.get_by_role("button", name="Undo").click()
        ordered("Run Rest Flush")
        page.get_by_role("button", name="Line 3 up").focus()
        page.keyboard.press("Enter")
        ordered("Run Flush Rest")
        page.keyboard.press("Enter")
        ordered("Flush Run Rest")
        expect(page.get_by_role("button", name="Line 1 down")).to_be_focused()
        page.get_by_role("button", name="Remove line 2", exact=True).click()
        page.get_by_role("button", name="Remove line 1", exact=True).click()
        ordered("Rest")
        page.get_by_role("button", name="Undo").click()
        ordered("Flush Rest")


@pytest.mark.parametrize("button", ["Put in the usual hands", "Add a line", "Fix the order", "Line 1 down"])
def test_what_is_typed_before_the_answer_to_a_button_loses_neither(
    server: Server, browser: Browser, button: str
) -> None:
    """The change of the button was lost."""
    with three_lines(server, browser) as (page, _):
        page.get_by_role("button", name="Line 1 down").click()
        expect(page.get_by_role("button", name="Fix the order")).to_be_visible()
        expect(page.locator("#toml")).to_have_value(re.compile("Run.*Flush.*Rest", re.DOTALL))
        was = page.locator("#lines [name=line-name]").evaluate_all("all => all.map((one) => one.value).join()")
        held = hold_first_question(page)
        with page.expect_request("**/workbench"):
            page.get_by_role("button", name=button, exact=True).click()
        name = page.get_by_label("Name of the game")
        name.fill("")
        name.press_sequentially("Typed late ")
        page.wait_for_timeout(100)  # longer than a pause in typing
        held[0].continue_()
        expect(page.locator("#results h2")).to_contain_text("Typed late: ")
        expect(page.locator("#toml")).to_have_value(re.compile("Typed late"))
        expect(name).to_be_focused()
        expect(name).to_have_value("Typed late ")
        lines = page.locator("#lines [name=line-name]")
        assert lines.evaluate_all("all => all.map((one) => one.value).join()") != was
        page.get_by_role("button", name="Undo").click()
        expect(lines).to_have_count(3)
        assert lines.evaluate_all("all => all.map((one) => one.value).join()") == was


def test_a_button_takes_the_text_or_the_name_that_was_typed_just_before(server: Server, browser: Browser) -> None:
    with three_lines(server, browser) as (page, _):
        page.get_by_role("button", name="Line 1 down").click()
        expect(page.locator("#toml")).to_have_value(re.compile("Run.*Flush.*Rest", re.DOTALL))
        for button, lines in (("Fix the order", "Flush.*Run.*Rest"), ("Add a line", "Flush.*Run.*New line.*Rest")):
            held = hold_first_question(page)
            with page.expect_request("**/workbench"):
                if button == "Add a line":
                    page.get_by_text("As text (TOML)").click()
                    page.locator("#toml").fill(page.locator("#toml").input_value().replace("Named", "Written"))
                else:
                    page.get_by_label("Name of the game").fill("Named")
            page.get_by_role("button", name=button, exact=True).click()
            held[0].continue_()
            name = "Written" if button == "Add a line" else "Named"
            expect(page.locator("#toml")).to_have_value(re.compile(f"{name}.*{lines}", re.DOTALL))
            page.unroute("**/workbench")


def test_back_takes_back_a_change_that_is_not_answered_yet_and_forward_brings_it(
    server: Server, browser: Browser
) -> None:
    """The page was loaded again, and the change was lost."""
    with three_lines(server, browser) as (page, ordered):
        held = move_two_lines(page, ordered)
        page.evaluate("history.back()")
        page.wait_for_timeout(200)  # in which a page would be loaded
        held[0].continue_()
        ordered("Run Flush Rest")
        page.wait_for_load_state()
        page.go_forward()
        ordered("Run Rest Flush")
        for names in ("Run Flush Rest", "Flush Run Rest"):
            page.wait_for_load_state()  # its script is there
            page.go_back()
            ordered(names)


def test_undo_takes_back_a_fault_and_nothing_before_it(server: Server, browser: Browser) -> None:
    with three_lines(server, browser) as (page, ordered):
        for line in (1, 1, 1):
            page.get_by_role("button", name=f"Remove line {line}", exact=True).click()
        expect(page.locator("#fault")).to_contain_text("there must be at least one")
        page.get_by_role("button", name="Undo").click()
        ordered("Rest")
        for names in ("Run Rest", "Flush Run Rest"):
            page.get_by_role("button", name="Undo").click()
            ordered(names)
        press_line(page, 1, "down")
        ordered("Run Flush Rest")
        page.get_by_label("Ranks, with spaces between").fill("")
        expect(page.locator("#fault")).to_contain_text("Ranks: is empty")
        page.get_by_role("button", name="Undo").click()
        expect(page.locator("#fault")).to_have_count(0)
        expect(page.get_by_label("Ranks, with spaces between")).to_have_value("1 2 3 4 5")
        ordered("Run Flush Rest")
        page.get_by_role("button", name="Undo").click()
        ordered("Flush Run Rest")


def test_a_text_with_a_fault_is_lost_to_no_change_of_the_form(server: Server, browser: Browser) -> None:
    """The form, which does not show what was written, replaced it, and Undo did not bring it back."""
    with three_lines(server, browser) as (page, ordered):
        text, folded = page.locator("#toml"), page.locator("details.text")
        folded.locator("summary").click()
        good = text.input_value()
        written = good.replace('{ name = "Rest"', '{ name = "New, kinds = [3] }, { name = "Rest"')
        form = page.locator("#form-part").locator("input:not([type=hidden]), select, button:not(#undo)")
        text.fill(written)
        expect(page.locator("#fault")).to_contain_text("is not TOML")
        for control in form.all():
            assert control.is_disabled()
        folded.locator("summary").click()
        expect(page.locator("#fault")).to_be_visible()
        page.get_by_label("Name of the game").scroll_into_view_if_needed()
        expect(page.locator("#fault")).not_to_be_in_viewport()
        page.get_by_label("Name of the game").click(force=True)
        expect(page.locator("#fault")).to_be_in_viewport()
        grip = page.locator("#lines .grip").first
        grip.drag_to(page.locator("#lines > li").last)
        expect(text).to_have_value(written)
        text.fill(written.replace("New", 'New"'))
        expect(page.locator("#fault")).to_have_count(0)
        ordered("Flush Run New Rest")
        page.get_by_label("Name of the game").fill("Mended")
        expect(text).to_have_value(re.compile("Mended"))
        text.fill(written)
        page.get_by_role("button", name="Undo").click()
        ordered("Flush Run New Rest")
        held = hold_first_question(page)
        with page.expect_request("**/workbench"):
            text.fill(written)
        page.get_by_role("button", name="Add a line").click()  # before the answer
        held[0].continue_()
        expect(page.locator("#fault")).to_contain_text("is not TOML")
        expect(text).to_have_value(written)


SLOW = """name = "Slow"
deck = { ranks = "1 2 3 4 5 6 7 8 9 T J Q K A S", suits = "c d h s" }
category = [
    { name = "Four", cards = 4, same = "suit" }, { name = "Hearts", holds = "1 of h" }, { name = "Rest" },
]
"""


def test_hostile_declarations_are_refused_in_the_page_and_the_server_answers(
    server: Server, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    with person(browser) as page:
        page.goto(f"{server.address}/workbench")
        page.wait_for_selector("#more:not(.waiting)")
        page.get_by_text("As text (TOML)").click()
        text, fault = page.locator("#toml"), page.locator("#fault")
        for kind, words in REFUSED.items():
            if kind != "size":  # the field takes no more
                text.fill(HOSTILE[kind])
                expect(fault).to_contain_text(words)
        with monkeypatch.context() as patch:
            patch.setattr(server.app.state.workbench._quick, "seconds", 0.2)
            text.fill(SLOW)
            expect(fault).to_contain_text("this takes longer than 0.2 s: declare fewer ranks, jokers or lines")
        assert "2,598,960 hands" in (page.locator("#results").text_content() or "")  # the last good table stays
        text.fill(BLANK.replace("My game", "Still there"))
        expect(page.locator("#results h2")).to_have_text("Still there: 2,598,960 hands")
        expect(fault).to_have_count(0)


def test_a_field_that_is_emptied_and_written_again_changes_no_other(server: Server, browser: Browser) -> None:
    with person(browser) as page:
        page.goto(f"{server.address}/workbench")
        ranks, runs = page.get_by_label("Ranks, with spaces between"), page.get_by_label("The first rank is")
        before, chosen = ranks.input_value(), runs.input_value()
        assert chosen == "both"
        ranks.fill("")
        expect(page.locator("#fault")).to_contain_text("Ranks: is empty")
        page.locator("#publish").get_by_role("button", name="Publish it").click()  # not the table before the fault
        expect(page.locator("#fault")).to_be_focused()
        assert page.url.startswith(f"{server.address}/workbench")
        assert "/published/" not in page.url
        ranks.fill(before)
        expect(page.locator("#fault")).to_have_count(0)
        expect(runs).to_have_value(chosen)
        expect(page.locator("#toml")).to_have_value(re.compile("order = "))


def test_a_table_is_dealt_though_its_better_order_was_not_found(server: Server, browser: Browser) -> None:
    away: list[bool] = []
    with person(browser) as page:
        page.route("**/workbench", lambda route: route.abort() if away else route.continue_())
        page.goto(f"{server.address}/workbench")
        page.get_by_label("Name of the game").fill("Market day")
        market_day(page)
        page.wait_for_selector("#more:not(.waiting) .dealt")
        away.append(True)
        page.get_by_role("button", name="Fix the order").click()
        expect(page.locator("#fault")).to_contain_text("The server cannot be reached")
        away.clear()
        page.get_by_role("button", name="Deal it").click(no_wait_after=True)
        page.wait_for_selector("#scene")


def test_a_second_browser_plays_what_the_first_one_published(server: Server, browser: Browser) -> None:
    with (
        person(browser, viewport={"width": 1366, "height": 650}) as ann,
        person(browser, viewport={"width": 360, "height": 640}) as bea,
    ):
        ann.goto(f"{server.address}/workbench")
        ann.get_by_label("Name of the game").fill("Five suits")
        ann.get_by_label("Suits, with spaces between").fill("c d h s x")
        expect(ann.locator("#results h2")).to_contain_text("Five suits: 8,259,888")
        ann.locator("#publish").get_by_label("Your name").fill("Ann")
        ann.get_by_role("button", name="Publish it").click()
        expect(ann.locator("h1")).to_have_text("Five suits")
        bea.goto(ann.url)
        expect(bea.locator("#results h2")).to_contain_text("Five suits: 8,259,888")
        expect(bea.locator("main")).to_contain_text("by Ann")
        assert not scrolls_sideways(bea)
        bea.get_by_role("button", name="Deal it").click(no_wait_after=True)
        bea.wait_for_selector("#scene")  # bots play a deal first, in a process that starts
        ann.get_by_role("link", name="Change it into version 2").click()
        ann.get_by_label("Name of the game").fill("Five and more")
        expect(ann.locator("#results h2")).to_contain_text("Five and more")
        ann.get_by_label("Name of line 1", exact=True).fill("Pairs and more")
        expect(ann.locator("#results")).to_contain_text("Pairs and more")
        ann.reload()  # the address keeps the change, and which table it is a version of
        ann.get_by_role("button", name="Publish version 2").click()
        expect(ann.locator("h1")).to_have_text("Five and more")
        assert ann.url.endswith("/2")
        fold_or_check(bea)  # the game goes on under the version that it began with
        bea.reload()
        shown = bea.locator("main").text_content() or ""
        assert "Five suits" in shown
        assert "Straight flush" in shown
        assert "Pairs and more" not in shown
        assert "Pairs and more" not in shown
