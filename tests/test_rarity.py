"""Orders by rarity, reports for rule books, and the commands that start, show, fix and report a declaration."""

import csv
import io
import itertools
import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from cardwright.cli import main
from cardwright.errors import BadDeclaration
from cardwright.ranking import declaration, toml_writer
from cardwright.ranking.by_card.hands import hands_by_card
from cardwright.ranking.lint import count, findings, lint
from cardwright.ranking.model import Declaration
from cardwright.ranking.rarity import Fix, fix, reorder
from cardwright.ranking.rule_book import report
from cardwright.ranking.survey import survey

EVERY = (*declaration.names(), *declaration.examples())


@pytest.mark.parametrize("name", ["dual-piecepacks-inverted", "flexdeck-as-printed", "paigow-front", "pyramid"])
def test_a_survey_counts_as_all_strengths_together_do(name: str) -> None:
    check_survey(declaration.load(name))


SUITS_TIE = "{ name = 'Rest', tie = ['ranks', 'suit'] }"
LINES = {
    "ranks alone": "{ name = 'Pair', kinds = [2, 1, 1] }",
    "some cards": "{ name = 'Three of a suit', cards = 3, same = 'suit', tie = ['ranks', 'rest', 'suit'] }",
    "suits that differ": "{ name = 'Rainbow', different = 'suit', tie = 'suit' }",
    "a named suit": "{ name = 'Two hearts', holds = '2 of h', tie = ['run', 'suit'], run = 3 }",
}


@pytest.mark.parametrize("jokers", [0, 2])
@pytest.mark.parametrize("line", LINES)
def test_a_survey_of_lines_whose_ties_name_suits_counts_as_all_strengths_together_do(line: str, jokers: int) -> None:
    wild = f"wild = 'any'\ndeck.jokers = {jokers}" if jokers else ""
    deck = f"deck.ranks = '2 3 4 5 6 7'\ndeck.suits = 'c d h s'\n{wild}"
    check_survey(declaration.parse(f"name = 'X'\nsize = 4\n{deck}\ncategory = [{LINES[line]}, {SUITS_TIE}]"))


def check_survey(declared: Declaration) -> None:
    found, counted = survey(declared), count(declared)
    lines = range(len(declared.categories))
    assert found.taken() == tuple(sum(counted.of_strengths.get(line, ())) for line in lines)
    if declared.by_card:  # ties are left out of what is surveyed, but not here
        assert found.numbers == {(fits, taker): number for fits, taker, number, *_ in hands_by_card(declared).kinds()}
    without_ties = [each for each in lint(declared) if each.kind != "ties"]
    assert list(findings(declared, found.lint_counts())) == without_ties


EXAMPLES = {  # natural where it can be, a run from the top, and first the cards that the line looks at
    "four-jokers": {
        "Five of a kind": "Kc Kd Kh Ks Jo1",
        "Straight flush": "Kc Qc Jc Tc 9c",
        "Full house": "Kc Kd Kh Qc Qd",
    },
    "deuces-wild": {"Wild royal flush": "Kc Qc Jc Tc 2c", "Four of a kind": "Kc Kd Kh Ks Qc"},
    "soko": {"Four-flush": "6d 5d 3d 2d Ac", "Four-straight": "Ac 4s 3h 2d 6s"},
    "flexdeck": {"Straight-4": "9 8 7 6 4"},
    "three-pairs-in-a-row": {"Three pairs in a row": "As Ac Ks Kc Qs Qc"},
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_shows_what_its_line_means(name: str) -> None:
    declared = declaration.load(name)
    found = survey(declared).examples()
    texts = {declared.categories[index].name: declared.text_of(cards) for index, cards in found.items()}
    assert {line: texts[line] for line in EXAMPLES[name]} == EXAMPLES[name]


def test_examples_of_tables_by_card_with_wild_cards_are_natural_too() -> None:
    table = declaration.table("soko") | {"wild": "any"}
    table["deck"]["jokers"] = 3
    found = survey(declaration.from_table(table))
    cards = [card for hand in found.examples().values() for card in hand]
    assert not set(cards) & set(found.declaration.wilds)


def test_a_survey_counts_every_order_of_the_lines() -> None:
    declared = declaration.load("pyramid")
    found = survey(declared)
    for order in itertools.islice(itertools.permutations(range(9)), 0, 362_880, 60_001):
        by_index = dict(zip(order, survey(reorder(declared, order)).taken(), strict=True))
        assert found.ordered(order) == [by_index[line] for line in range(9)]


def test_fix_moves_as_few_lines_as_possible_and_says_why() -> None:
    found = fix(declaration.load("pyramid"))
    assert fix(declaration.load("pyramid"), hand_survey=survey(declaration.load("pyramid"))) == found
    assert [str(move) for move in found.moves] == [
        "Flush goes above Full house: 984 against 2,160",
        "High card goes above One pair: 250,920 against 322,560",
    ]
    assert found.fewest
    assert reorder(declaration.load("pyramid"), found.order).categories == tuple(
        declaration.load("pyramid-by-rarity").categories
    )
    assert not any(each.kind == "rarity" for each in lint(reorder(declaration.load("pyramid"), found.order)))


@pytest.mark.parametrize("name", ["dual-piecepacks", "pyramid-by-rarity"])
def test_a_table_by_rarity_stays_as_it_is(name: str) -> None:
    found = fix(declaration.load(name))
    assert found.moves == ()
    assert found.order == tuple(range(len(found.order)))


def shuffled(order: tuple[int, ...]) -> Fix:
    return fix(reorder(declaration.load("standard"), order))


def test_a_line_inside_another_stays_above_it() -> None:
    found = shuffled((8, 7, 6, 5, 4, 3, 2, 1, 0))
    assert list(found.counts) == [40, 624, 3744, 5108, 10200, 54912, 123552, 1098240, 1302540]
    one = shuffled((1, 2, 3, 4, 0, 5, 6, 7, 8))
    assert [str(move) for move in one.moves] == ["Straight flush goes above Four of a kind: 40 against 624"]


@pytest.mark.parametrize(
    "order", [(0, 3, 2, 1, 4, 5, 6, 7, 8), (6, 7, 4, 5, 0, 1, 2, 3, 8), (8, 7, 6, 5, 4, 3, 2, 1, 0)]
)
def test_moves_made_in_turn_lead_to_the_order(order: tuple[int, ...]) -> None:
    found = shuffled(order)
    assert found.moves
    names = [declaration.load("standard").categories[index].name for index in order]
    target = [names[index] for index in found.order]
    for move in found.moves:
        before = names.index(move.line)
        names.remove(move.line)
        names.insert(names.index(move.beside) + (not move.up), move.line)
        assert (names.index(move.line) < before) == move.up
    assert names == target


def test_at_seven_cards_a_pair_and_no_pair_have_no_order() -> None:
    found = fix(declaration.load("standard"), 7)
    assert found.moves == ()
    (conflict,) = found.conflicts
    assert "58,627,800 against 23,294,460" in conflict
    assert found.counts[0] == 41_584


def test_a_commoner_line_that_must_stay_above_another_is_named() -> None:
    text = """name = "Five by twelve"
deck = { ranks = "1 2 3 4 5 6 7 8 9 X Y Z", suits = "r y b g v" }
category = [
    { name = "Pair", kinds = [[2, 1, 1, 1], [2, 2, 1], [3, 1, 1], [3, 2], [4, 1], [5]] },
    { name = "Dusk" },
]
"""
    found = fix(declaration.parse(text))
    assert found.conflicts == ("Pair stays above Dusk, which all its hands fit too: 2,986,512 against 2,475,000",)
    assert not found.moves


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            'name = "Low"\nlow = true\nsize = 2\ndeck.ranks = "1 2"\ndeck.suits = "a b"\n[[category]]\nname = "All"',
            "low",
        ),
        (
            'name = "Twins"\nsize = 2\ndeck.ranks = "1 2"\ndeck.suits = "a b"\n'
            '[[category]]\nname = "Pair"\nkinds = [2]\n[[category]]\nname = "Two"\nkinds = [2]\n'
            '[[category]]\nname = "All"',
            "Two and Pair have the same hands",
        ),
        (
            'name = "None"\nsize = 2\ndeck.ranks = "1 2"\ndeck.suits = "a b"\n'
            '[[category]]\nname = "Suited pair"\nkinds = [2]\nsame = "suit"\n[[category]]\nname = "All"',
            "no hand fits Suited pair",
        ),
    ],
)
def test_what_cannot_be_ordered_is_refused(text: str, message: str) -> None:
    with pytest.raises(BadDeclaration, match=message):
        fix(declaration.parse(text))


# Writing


@pytest.mark.parametrize("name", EVERY)
def test_what_is_written_reads_as_the_same_declaration(name: str) -> None:
    table = declaration.table(name)
    text = toml_writer.write(table)
    assert declaration.parse_toml(text, "written") == table


def test_any_text_is_written_so_that_it_reads_again() -> None:
    table = {"name": 'a "b"\n\\\x00\u2028é', "a b": [1, True, {"x": [[1, 2], [3]]}], "t": {"k.1": -3}}
    assert declaration.parse_toml(toml_writer.write(table), "written") == table


def test_lines_move_with_their_comments() -> None:
    text = declaration.text_of("standard")
    moved = toml_writer.reorder(text, (0, 1, 3, 2, 4, 5, 6, 7, 8))
    assert sorted(moved.split()) == sorted(text.split())
    assert moved.index('"Flush"') < moved.index('"Full house"')
    inline = 'name = "x"\ncategory = [{name = "a"}, {name = "b"}]\n'
    lines = declaration.parse_toml(toml_writer.reorder(inline, (1, 0)), "x")["category"]
    assert [line["name"] for line in lines] == ["b", "a"]


# Reports


def test_reports_hold_the_counts_with_their_derivations() -> None:
    declared = declaration.load("pyramid")
    rows = list(csv.DictReader(io.StringIO(report(declared, "csv"))))
    assert rows[3]["derivation"] == "C(10,5) ranks x 4 suits = 1,008; - 24 of Straight flush"
    assert sum(int(row["number"]) for row in rows) == 658_008
    assert "| Flush | 10♣ 9♣ 8♣ 7♣ 5♣ | 984 | 0.15 % |" in report(declared, "md")
    assert "<dd>- 24 of Straight flush</dd>" in report(declared, "html")
    drawn = ElementTree.fromstring(report(declared, "svg"))
    assert len(drawn.findall("{http://www.w3.org/2000/svg}rect")) == 9


def test_names_are_no_markup_in_a_report() -> None:
    evil = '<script>alert(1)</script> | =1+1 [x](http://x) & "'
    table = {"name": evil, "size": 2, "deck": {"ranks": "1 2", "suits": "< &"}, "category": [{"name": evil}]}
    declared = declaration.from_table(table)
    assert "<script" not in report(declared, "html") + report(declared, "svg")
    assert "[x]" not in report(declared, "md")
    ElementTree.fromstring(report(declared, "svg"))
    table["category"] = [{"name": "=1+1"}]
    assert list(csv.reader(io.StringIO(report(declaration.from_table(table), "csv"))))[1][0] == "'=1+1"


# Commands


def test_from_new_to_fixed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "Six suits!", "--like", "pyramid"]) == 0
    assert main(["lint", "six-suits.toml"]) == 1
    capsys.readouterr()
    assert main(["fix", "six-suits.toml", "--write", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["moves"][0] == "Flush goes above Full house: 984 against 2,160"
    assert main(["lint", "six-suits.toml"]) == 0
    assert main(["new", "Six suits"]) == 2
    assert "six-suits.toml is there already" in capsys.readouterr().err
    assert main(["new", "///"]) == 2
    with monkeypatch.context() as patched:  # before the hands are counted
        patched.setattr("cardwright.ranking.rarity.fix", None)
        assert main(["fix", "pyramid", "--write"]) == 2
    assert "cardwright new copies a built-in ranking" in capsys.readouterr().err


def test_fix_says_what_no_order_mends(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fix", "flexdeck-as-printed"]) == 0
    said = "1 fault that no order mends: cardwright lint flexdeck-as-printed explains."
    assert said in capsys.readouterr().out
    assert main(["fix", "standard", "--cards", "7"]) == 0
    assert "mends" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("like", "command"),
    [
        ("standard", "cardwright play poker --ranking mine.toml"),
        ("flexdeck", "cardwright play poker --ranking mine.toml --variant poker-dice"),
        ("bridge-shapes", "cardwright variants mine.toml"),
    ],
)
def test_a_new_declaration_says_how_it_is_played(
    like: str, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "Mine", "--like", like]) == 0
    assert capsys.readouterr().out.splitlines()[-1].strip() == command
    assert f"# {command}\n" in Path("mine.toml").read_text(encoding="utf-8")


def test_show_prints_what_is_declared(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "standard"]) == 0
    assert capsys.readouterr().out == (declaration.LIBRARY / "standard.toml").read_text(encoding="utf-8")
    assert main(["show", "no-such"]) == 2
    capsys.readouterr()
    assert main(["show", "--variant", "kuhn"]) == 0
    assert 'title = "Kuhn poker"' in capsys.readouterr().out
    assert main(["show", "--variant", "kun"]) == 2
    assert "did you mean 'kuhn'?" in capsys.readouterr().err


def test_variants_are_listed_with_the_reason_why_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["variants", "standard", "--players", "9", "--json"]) == 0
    listed = {each["name"]: each for each in json.loads(capsys.readouterr().out)}
    assert listed["texas-holdem"]["refused"] == ""
    assert main(["variants", "flexdeck"]) == 0
    shown = capsys.readouterr().out
    assert shown.splitlines()[0].split() == ["name", "title", "about"]
    assert "not of dice" in " ".join(shown.split())
    assert "Chinese Poker is a game of its own, not played: it takes a ranking of cards" in " ".join(shown.split())
    assert main(["variants", "pyramid"]) == 0
    assert "Chinese Poker is a game of its own: cardwright play chinese" in capsys.readouterr().out
