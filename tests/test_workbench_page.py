"""The page of the workbench, by requests: findings, links, reports, hostile declarations and published ones."""

import re
import zlib
from base64 import urlsafe_b64encode
from math import comb
from pathlib import Path

import httpx2
import pytest

from cardwright.cardroom.workbench import analysis
from cardwright.ranking import declaration, toml_writer
from cardwright.ranking.lint import lint
from cardwright.web import workbench_edits, workbench_form
from cardwright.web.workbench_form import BLANK
from cardwright.web.workbench_links import pack, unpack
from support.browser import Server
from support.visitors import JSON
from support.workbench import HOSTILE, OWN_VARIANT, TEN_CARDS, more, open_game, publish, study

DESIGN = "a-new-design"
FIVE_SUITS = BLANK.replace("c d h s", "c d h s x")


def part(page: str, start: str, end: str = "</ul>") -> str:
    """Return the part of a page between two texts."""
    return page.partition(start)[2].partition(end)[0]


def test_a_text_that_is_too_long_is_not_read(visitor: httpx2.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading it would hold up all others: it is read in the process that serves them."""
    lengths, read = [], workbench_form.form_of

    def noted(text: str) -> workbench_form.DeclarationForm:
        lengths.append(len(text))
        return read(text)

    monkeypatch.setattr(workbench_form, "form_of", noted)
    answer = visitor.post("/workbench", data={"toml": "#" * (analysis.MAX_CHARS + 1)}, headers=JSON)
    assert "is longer than the 12,000 characters" in answer.json()["error"]
    assert max(lengths, default=0) <= analysis.MAX_CHARS


def test_what_cannot_be_played_leaves_the_designer_at_the_workbench(visitor: httpx2.Client) -> None:
    text = BLANK.replace('name = "Nothing"', 'name = "Never"\nrun = 5\nsame = "suit"\nranks = "A"')
    for path in ("/workbench/playtest", "/workbench/starting"):
        answer = visitor.post(path, data={"toml": text})
        assert answer.status_code == 400
        assert "no category takes" in answer.text or "no hand is ever" in answer.text
        assert "The workbench</h1>" in answer.text
        assert "name = &#34;Never&#34;" in answer.text
        assert visitor.post(path, data={"toml": text}, headers=JSON).status_code == 400


def test_the_counts_after_the_order_is_fixed_are_shown_once_it_is(visitor: httpx2.Client) -> None:
    """Before, the page showed them beside the table with the counts of the present order."""
    text = TEN_CARDS.replace('"Rest"', '"Odd", ranks = "1 3 5" }, { name = "Rest"')
    text = text.replace('name = "Pair", kinds = [2, 1]', 'name = "Low", ranks = "1 2 3 4"')
    before = study(visitor, text)["results"]
    counts = {line.name: line.count for line in analysis.study(text).lines}
    assert counts == {"Run": 24, "Low": 40, "Odd": 16, "Rest": 40}
    assert re.findall("<li>(.*?)</li>", part(before, 'id="moves-by-rarity"')) == ["Odd goes above Run"]
    assert "Run (24) ranks above Odd (16), which is rarer" in before
    after = study(visitor, text, do="fix")["results"]
    assert re.findall("<li>(.*?)</li>", part(after, 'id="moved"')) == ["Odd goes above Run: 20 against 24"]


def test_six_suits_are_counted_ordered_and_compared(visitor: httpx2.Client) -> None:
    form = workbench_form.form_of(BLANK.replace("c d h s", "c d h s ★ ☾"))
    paired = analysis.study(toml_writer.write(workbench_form.table_of(form))).lines[0]
    assert paired.count == comb(78, 5) - comb(13, 5) * 6**5  # five of a kind, too: 78 hands
    usual = toml_writer.write(workbench_form.table_of(workbench_edits.usual(form)))
    counted = study(visitor, usual)["results"]
    assert "21,111,090" in counted  # C(78,5)
    assert counted.count('class="share-bar"') == counted.count('<th scope="row">') == 10
    assert "goes above" in counted
    pairs = counted.count(": the order decides</li>")
    assert f"{pairs} pairs of lines share hands: the order decides</summary>" in counted  # in place of all
    fixed = study(visitor, usual, do="fix", before=usual)
    assert "moves-by-rarity" not in fixed["results"]
    assert "goes above" in part(fixed["results"], 'id="moved"')
    later = more(visitor, fixed["toml"])
    assert "best 5 of 7" in later
    assert "Omaha" in later
    assert later.count("<li><span") == analysis.DEALT_HANDS_COUNT
    assert all(f'<th class="number">of {players}</th>' in later for players in analysis.WIN_PLAYERS)
    assert "<h3>Ties</h3>" in later


def test_lines_are_ordered_by_the_best_hands_of_more_cards(visitor: httpx2.Client) -> None:
    pyramid = declaration.text_of("pyramid")
    offered = more(visitor, pyramid)
    assert all(f'value="fix-{cards}"' in offered for cards in (6, 7, 8, 9))
    assert 'value="fix-' not in more(visitor, declaration.text_of("badugi"))
    fixed = study(visitor, pyramid, do="fix-7", before=pyramid)
    moved = part(fixed["results"], 'id="moved"')
    assert "Flush goes above Full house: 450,560 against 1,042,560" in moved
    assert "One pair and High card have no order by rarity" in moved
    said = part(fixed["results"], 'id="by-rarity"><summary>', "</summary>")
    assert said == "Ordered by the best hands of 7 cards: no order ranks all rarer hands higher"
    dealt = fixed["results"].partition("<p>By the hands as dealt:</p>")[2]  # nothing told it from the other
    assert "<li>High card goes above One pair</li>" in dealt
    names = [line.name for line in declaration.parse(fixed["toml"]).categories]
    assert names.index("Flush") < names.index("Full house")
    assert "at most 20,000,000" in study(visitor, declaration.text_of("soko"), do="fix-9")["error"]


def test_a_number_that_a_form_needs_is_asked_for_in_the_page(visitor: httpx2.Client) -> None:
    """An emptied number of players led to a page of its own, away from the design."""
    fields = re.findall(r'<input name="([a-z-]+)" type="number"([^>]*)>', visitor.get("/workbench").text)
    assert [name for name, _ in fields] == ["players", "people", "players", "own", "from-hole", "board", "players"]
    assert all((" required" in rest) != ("placeholder=" in rest) for _, rest in fields)
    refused = visitor.post("/workbench/play", data={"toml": TEN_CARDS, "players": ""}, headers=JSON)
    assert (refused.status_code, refused.json()["error"]) == (400, "players: must be a whole number from 2 to 20")


@pytest.mark.parametrize("name", ["pyramid", "deuces-wild"])
def test_a_page_starts_from_any_ranking_that_comes_with_it(visitor: httpx2.Client, name: str) -> None:
    page = visitor.get("/workbench", params={"start": name}).text
    assert f'<option value="{name}">' in page
    assert declaration.load(name).title in page.partition('id="form-part"')[2]


def test_a_change_is_compared_with_the_table_before(visitor: httpx2.Client) -> None:
    text = declaration.text_of("standard")
    changed = text.replace('name = "Flush"', 'name = "Colours"').replace("kinds = [3, 2]", "kinds = [[3, 2], [5]]")
    found = study(visitor, changed.replace("kinds = [4, 1]", 'kinds = [4, 1]\nranks = "A K"'), before=text)
    assert "Four of a kind: 624 before, 8 now" in found["results"]
    assert "Flush is gone; it had 5,108" in found["results"]


def test_findings_that_the_page_leaves_out_are_counted(visitor: httpx2.Client) -> None:
    """A table with more than 40 findings had the notes that were left, as if they were all."""
    lines = "".join(f'[[category]]\nname = "{rank}"\nholds = "{rank}"\n' for rank in "A23456789")
    text = BLANK.replace("[[category]]", lines + "[[category]]", 1)
    page = study(visitor, text)["results"]
    assert page.count("<li class=") == analysis.MAX_FINDINGS
    rest = len([each for each in lint(declaration.parse(text)) if each.kind != "ties"]) - analysis.MAX_FINDINGS
    assert rest > 0
    assert f"notes, and {rest} findings that cardwright lint lists</summary>" in page


def test_the_order_by_rarity_is_said_in_words_that_need_no_other(visitor: httpx2.Client) -> None:
    """\"By rarity: no line moves\" was understood by nobody, and its fold was empty."""
    in_order = study(visitor, declaration.text_of("standard"))["results"]
    assert "<summary>In order: rarer hands rank higher</summary>" in in_order
    assert "No line comes more often than one below it, so none needs to move." in in_order
    pyramid = declaration.text_of("pyramid")
    assert "<summary>By rarity, 2 lines should move</summary>" in study(visitor, pyramid)["results"]
    assert "<summary>Ordered: rarer hands rank higher</summary>" in study(visitor, pyramid, do="fix")["results"]


def test_a_fault_of_rarity_that_no_order_mends_is_not_called_in_order(visitor: httpx2.Client) -> None:
    page = study(visitor, FIVE_SUITS)["results"]
    assert "1 fault, " in page
    assert "No order ranks all rarer hands higher</summary>" in page
    assert "A pair or better stays above Nothing, which all its hands fit too" in page
    fixed = study(visitor, FIVE_SUITS, do="fix")["results"]
    assert fixed.count("A pair or better stays above Nothing") == 1  # it was listed twice


def test_a_declaration_travels_in_the_link(visitor: httpx2.Client) -> None:
    assert "A pair or better" in visitor.get(study(visitor, BLANK)["link"]).text
    assert unpack(pack(BLANK)) == BLANK
    for wrong in ("x", pack(BLANK)[:-9], urlsafe_b64encode(zlib.compress(b" " * 10**6)).decode()):
        answer = visitor.get("/workbench", params={"d": wrong})
        assert answer.status_code == 400
        assert "the link holds no declaration" in answer.text


def test_without_a_script_the_page_answers_by_itself(visitor: httpx2.Client) -> None:
    form = {"do": "toml", "toml": BLANK.replace("My game", "Plain")}
    page = visitor.post("/workbench", data=form)
    assert page.status_code == 200
    assert "Plain: 2,598,960 hands" in page.text
    while "load the page once more" in page.text:
        page = visitor.post("/workbench", data=form)
    assert "Hands dealt and judged" in page.text
    wrong = visitor.post("/workbench", data={"do": "toml", "toml": BLANK.replace("size", "siez")})
    assert wrong.status_code == 400
    assert "siez" in wrong.text


def test_reports_are_kept_as_files(visitor: httpx2.Client) -> None:
    for form, kind in (("md", "text/markdown"), ("csv", "text/csv"), ("svg", "image/svg+xml"), ("html", "text/html")):
        answer = visitor.post("/workbench/report", data={"toml": BLANK, "format": form})
        assert answer.headers["content-type"].startswith(kind)
        assert answer.headers["content-disposition"] == f"attachment; filename*=UTF-8''my-game.{form}"
        assert "A pair or better" in answer.text


def test_the_text_is_kept_as_a_file_that_the_commands_take(visitor: httpx2.Client, tmp_path: Path) -> None:
    typed = f"# a comment\n{BLANK}".replace("\n", "\r\n")  # as a browser sends it
    answer = visitor.post("/workbench/report", data={"toml": typed, "format": "toml"})
    assert answer.headers["content-disposition"] == "attachment; filename*=UTF-8''my-game.toml"
    file = tmp_path / "my-game.toml"
    file.write_bytes(answer.content)
    assert file.read_bytes() == f"# a comment\n{BLANK}".encode()
    assert declaration.load(file) == declaration.parse(BLANK)
    own = visitor.post("/workbench/report", data={"own-variant": OWN_VARIANT, "format": "variant"})
    assert own.headers["content-disposition"] == "attachment; filename*=UTF-8''lantern-draw-variant.toml"
    assert own.text == OWN_VARIANT
    button = '<button name="format" value="variant"'
    assert f"{button} hidden>" in visitor.get("/workbench").text
    assert f"{button}>" in visitor.get("/workbench", params={"v": pack(OWN_VARIANT)}).text


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_declarations_are_refused_everywhere(visitor: httpx2.Client, kind: str) -> None:
    text, why = HOSTILE[kind]
    assert why in study(visitor, text)["error"]
    assert visitor.post("/workbench/report", data={"toml": text}, headers=JSON).status_code == 400
    answer = visitor.post("/workbench/play", data={"toml": text}, headers=JSON)
    assert answer.status_code in (400, 404)
    assert "\n" not in answer.json()["error"]
    assert "Traceback" not in answer.text


def test_no_name_is_markup(visitor: httpx2.Client) -> None:
    evil = "<script>alert(1)</script>"
    text = BLANK.replace("My game", evil).replace("Nothing", f"{evil}2").replace("c d h s", "c <b> h s")
    found = study(visitor, text)
    page = visitor.get("/workbench", params={"d": pack(text)}).text
    table = open_game(visitor, text, players="2")
    shown = [page, found["results"], found["form"]]
    shown += [visitor.get(f"{table}{name}").text for name in ("", "/rules", "/hands")]
    assert not any("<script>alert" in each or "<b>" in each for each in shown)
    assert "&lt;script&gt;" in page


def test_a_version_stays_and_a_new_one_says_what_changed(visitor: httpx2.Client) -> None:
    first = publish(visitor, BLANK, DESIGN, name="Ann <b>", note="To begin with", listed="yes")
    assert first == f"/workbench/published/{DESIGN}/1"
    before = visitor.get(first)
    assert before.status_code == 200
    assert "2,598,960 hands" in before.text
    assert "by Ann &lt;b&gt;" in before.text
    assert "To begin with" in before.text
    assert publish(visitor, BLANK, DESIGN) == first  # a form sent twice, or nothing changed
    unchanged = visitor.post("/workbench/publish", data={"toml": BLANK, "design": DESIGN, "number": "2"})
    assert unchanged.status_code == 400
    assert "nothing has changed since version 1" in unchanged.text
    assert "Publish version 2" in unchanged.text
    assert publish(visitor, FIVE_SUITS, DESIGN, listed="yes") == f"/workbench/published/{DESIGN}/2"
    again, second = visitor.get(first).text, visitor.get(f"/workbench/published/{DESIGN}").text
    assert "2,598,960 hands" in again
    assert "There is a newer version" in again
    assert "8,259,888 hands" in second
    assert "Changed since version 1" in second
    assert second.count("Version ") >= 3  # this one, and the list of both
    listed = visitor.get("/workbench/published").text
    assert listed.count(f'href="/workbench/published/{DESIGN}/2"') == 1
    assert f"{DESIGN}/1" not in listed
    assert visitor.get(f"/workbench/published/{DESIGN}/3").status_code == 404
    assert visitor.get("/workbench/published/no-such-one").status_code == 404


def test_only_its_designer_adds_versions(server: Server, visitor: httpx2.Client) -> None:
    visitor.get("/workbench")  # which sets the cookie
    mine = publish(visitor, BLANK, "anns-design1")
    assert "Change it into version 2" in visitor.get(mine).text
    changed = re.search(r'href="(/workbench\?d=[\w-]+&amp;of=anns-design1)"', visitor.get(mine).text)
    assert changed is not None
    address = changed[1].replace("&amp;", "&")
    assert "Publish version 2" in visitor.get(address).text
    assert 'name="design" value="anns-design1"' in visitor.get(address).text
    with server.client() as bea:
        seen = bea.get(mine).text
        assert "Change it into" not in seen
        refused = bea.post("/workbench/publish", data={"toml": FIVE_SUITS, "design": "anns-design1"}, headers=JSON)
        assert refused.status_code == 409
        assert "another browser published" in refused.json()["error"]
        copied = re.search(r'href="(/workbench\?d=[\w-]+)"', seen)
        assert copied is not None
        assert "A pair or better" in bea.get(copied[1]).text
        assert 'value="anns-design1"' not in bea.get(address).text


def test_a_version_undoes_none_that_another_page_has_published(visitor: httpx2.Client) -> None:
    """The second of two pages pressed "Publish version 2", and published a version 3 without what was new in 2."""
    address = publish(visitor, BLANK, "two-tabs-now")
    assert publish(visitor, FIVE_SUITS, "two-tabs-now", number="2").endswith("/2")
    third = {"toml": BLANK.replace("My game", "Third"), "design": "two-tabs-now", "number": "2"}
    refused = visitor.post("/workbench/publish", data=third)
    assert refused.status_code == 400
    assert "another page has published version 2" in refused.text
    assert "Publish version 3" in refused.text  # with the text that was refused
    assert "name = &#34;Third&#34;" in refused.text
    assert "There is a newer version" not in visitor.get(f"{address[:-1]}2").text
    assert publish(visitor, third["toml"], "two-tabs-now", number="3").endswith("/3")


def test_what_cannot_be_counted_is_not_published(visitor: httpx2.Client) -> None:
    for text in ("", "x", BLANK.replace("size = 5", "size = 50"), BLANK + "#" * 12_000):
        answer = visitor.post("/workbench/publish", data={"toml": text, "design": "never-there1"}, headers=JSON)
        assert answer.status_code == 400
    assert visitor.get("/workbench/published/never-there1").status_code == 404
    assert visitor.post("/workbench/publish", data={"toml": BLANK, "design": "../x"}).status_code == 400
