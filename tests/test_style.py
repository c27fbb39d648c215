"""The stylesheet in numbers: what is read can be read, in light and in dark; and the pictures of it are in the docs."""

import re
from importlib import resources
from pathlib import Path

import pytest

from cardwright.cards import Face, standard_deck
from cardwright.ranking import declaration
from cardwright.scenes import BACK, Peg, Pegboard
from cardwright.web.drawing import card_art, svg

SHEET = resources.files("cardwright.web").joinpath("static", "style.css").read_text(encoding="utf-8")
COLOURS = {
    name: (light, dark)
    for name, light, dark in re.findall(r"--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);", SHEET)
}
DOCS = Path(__file__).parent.parent / "docs"

# Text and what it lies on: WCAG 2.2 AA asks for 4.5 to 1.
READ = [
    *((ink, ground) for ink in ("ink", "soft", "accent", "warn") for ground in ("ground", "felt")),
    ("on-accent", "accent"),
    *((ink, cloth) for ink in ("cloth-ink", "cloth-soft", "gold") for cloth in ("cloth-lit", "cloth", "cloth-deep")),
    *((ink, "paper") for ink in ("black", "red", "green", "blue")),
    ("hole", "wood"),
]
# What is only looked at: 3 to 1.
SEEN = [
    ("glow", "felt"),
    ("glow", "ground"),
    ("cloth-edge", "cloth-deep"),
    ("seat-0", "wood"),
    ("seat-1", "wood"),
    *((f"seat-{seat}", "felt") for seat in range(4)),
]


def brightness(colour: str) -> float:
    """Relative luminance, as WCAG defines it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((brightness(one), brightness(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_contrast(theme: int) -> None:
    def between(pair: tuple[str, str]) -> float:
        return contrast(COLOURS[pair[0]][theme], COLOURS[pair[1]][theme])

    assert {pair: round(between(pair), 2) for pair in READ if between(pair) < 4.5} == {}
    assert {pair: round(between(pair), 2) for pair in SEEN if between(pair) < 3} == {}
    if theme:  # in both themes a plate and what it says are dark
        assert min(contrast(COLOURS[ink][theme], COLOURS["plate"][theme]) for ink in ("ink", "soft", "warn")) > 4.5
    # A card stands out from the cloth by its paper, or by the edge of it.
    assert max(between(("paper", "cloth-lit")), between(("paper-edge", "cloth-lit"))) > 4.5


def test_every_colour_that_is_used_is_named() -> None:
    named = set(re.findall(r"--([\w-]+):", SHEET))
    assert set(re.findall(r"var\(--([\w-]+)", SHEET)) <= named


def test_the_pictures_that_the_documents_show_are_there_and_small() -> None:
    pages = [*DOCS.glob("*.md"), DOCS.parent / "README.md"]
    shown = {
        (page.parent / name).resolve()
        for page in pages
        for name in re.findall(r"[(\"]([\w./-]+\.(?:webp|png|svg))[)\"]", page.read_text(encoding="utf-8"))
    }
    kept = {path.resolve() for path in (DOCS / "pictures").iterdir()}
    assert shown == kept
    sizes = {path.suffix: [each.stat().st_size for each in kept if each.suffix == path.suffix] for path in kept}
    assert max(sizes[".webp"]) < 90_000
    assert sum(sizes[".webp"]) < 2_700_000
    assert sum(sizes[".svg"]) < 320_000  # a drawing that moves, and charts


def test_the_sprite_is_what_its_module_draws_and_small() -> None:
    kept = card_art.SPRITE.read_text(encoding="utf-8")
    assert kept == card_art.sprite()  # python -m cardwright.web.drawing.card_art
    assert len(kept) < 60_000
    ids = re.findall(r' id="([^"]+)"', kept)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', kept)) <= set(ids)


def test_every_card_refers_to_drawings_that_are_there() -> None:
    ids = set(re.findall(r' id="([^"]+)"', card_art.sprite()))
    faces = [None, BACK, *(Face("x", str(value), lower="0", shape="domino") for value in range(10))]
    for deck in (standard_deck(), declaration.load("dual-piecepacks").deck, declaration.load("paigow-back").deck):
        faces += deck.faces
    for sheet in (*card_art.SHEETS, "half"):
        for face in faces:
            if sheet != "half" or (face and face.shape == "domino"):
                assert set(re.findall(r'cards\.svg\?\w+#([^"]+)"', svg.face(face, sheet))) <= ids


def test_only_a_joker_is_drawn_as_one() -> None:
    dice, cards = declaration.load("poker-dice").deck, declaration.load("paigow-back").deck
    for sheet in card_art.SHEETS:
        drawn = [svg.face(face, sheet) for face in (*dice.faces, *cards.faces)]
        assert ["#joker" in each or "#star" in each for each in drawn] == [False] * (len(drawn) - 1) + [True]
    trump = svg.face(Face("19t", "19", "★", "violet"))  # of a tarot whose trumps are stars, which was a joker
    assert "#star" in trump
    assert "#joker" not in trump


def test_suits_without_a_drawing_are_words_that_are_not_pressed() -> None:
    drawn = svg.face(Face("7x", "7", "leaf", "green"))
    assert 'class="word long"' in drawn
    assert ">leaf</text>" in drawn
    assert "#r7" in drawn
    assert "textLength" not in drawn
    assert "textLength" in svg.face(Face("7x", "7", "carpenters"))
    assert 'class="word long"' in svg.face(Face("7x", "7", "air"))  # as large as the others of its deck


@pytest.mark.parametrize("sheet", ["card", "cell"])
@pytest.mark.parametrize("symbol", ["k", "gb", "rod", "moon"])
def test_the_word_of_a_suit_begins_below_the_rank(sheet: str, symbol: str) -> None:
    drawn = svg.face(Face(f"4{symbol}", "4", symbol), sheet)
    y, height = (int(found) for found in re.findall(r'rank" x="\d+" y="(\d+)" width="\d+" height="(\d+)"', drawn)[0])
    size, baseline = re.findall(r'class="word ([a-z]+)" x="\d+" y="(\d+)"', drawn)[0]
    font_px = int(re.findall(rf"\.word\.{size} {{ font-size: (\d+)px", SHEET)[0])
    assert int(baseline) - 0.77 * font_px > y + height  # the ascender of a bold DejaVu Sans


def test_a_board_joins_its_streets_and_marks_its_lines() -> None:
    lines = ((60, "double skunk"), (90, "skunk line"))
    drawn = svg.pegboard(Pegboard(id="b", title="Board", pegs=(Peg(0, 7, 0), Peg(1, 62, 58)), length=121, lines=lines))
    tracks = re.findall(r'class="track[^>]* d="([^"]+)"', drawn.board)
    assert [track.count("A") for track in tracks] == [3, 3]  # four streets, one path
    assert drawn.board.count('class="limit"') == 2
    assert "skunk line</text>" in drawn.board


def test_no_change_of_a_table_restyles_the_whole_page() -> None:
    """A rule with :has() of the page names what it styles: with `> :not(#course)`, Chromium restyles all elements."""
    table = resources.files("cardwright.web").joinpath("static", "table.css").read_text(encoding="utf-8")
    blocks = re.findall(r"^  [^{}\n]*\.at-table:has\([^{}]*\{\n(.*?)^  \}", table, re.MULTILINE | re.DOTALL)
    assert len(blocks) == 2
    styled = [rule.strip() for block in blocks for rule in re.findall(r"^    ([^{}]*)\{", block, re.MULTILINE)]
    assert [rule for rule in styled if re.search(r"(^|[\s>~+])(\*|:not\()[^\s]*$", rule)] == []
