"""The rules of a table: the streets of its variant and its table of hands, with a legal example of each line."""

import re
from pathlib import Path

import pytest

from cardwright import games, ranking
from cardwright.games.poker import variants
from cardwright.games.poker.rules import Poker
from cardwright.games.poker.rules_text import rules_text
from cardwright.games.poker.show.rules import one_variant
from cardwright.ranking.hands_table import best_examples, hands_table


@pytest.mark.parametrize("name", [name for name in ranking.names() if not ranking.load(name).declaration.dice])
def test_every_line_of_a_table_has_its_strongest_hand_as_example(name: str) -> None:
    table = ranking.load(name)
    shown = best_examples(table)
    assert len(shown) == len(table.categories)
    for category, cards in zip(table.categories, shown, strict=True):
        assert table.category(table.strength(cards)) == category
    strengths = [table.strength(cards) for cards in shown]
    assert strengths == sorted(strengths, reverse=True)


def test_the_seventeen_lines_of_dual_piecepacks_are_on_its_page() -> None:
    page = games.rules_page("dual-piecepacks")
    for line in ranking.load("dual-piecepacks").categories:
        assert re.search(rf"^\| {line.name} \| (\S+ ){{5}}\|", page, re.MULTILINE), line.name
    assert "a link is a shape" in page
    assert "63,360 printed, 46,080 counted" in page
    assert page.count(" printed, ") == 4


def test_examples_are_drawn_in_the_skin_of_the_table() -> None:
    page = rules_text(Poker(ranking="dual-piecepacks", skin="rainbow"))
    assert "| Suit-flush | K♠ J♠ 5♠ 4♠ 3♠ |" in page
    assert "K = N (null), J = A (ace)" in page


@pytest.mark.parametrize("name", variants.NAMES)
def test_the_streets_of_every_variant_are_described(name: str) -> None:
    game = one_variant(variant=name, players=2)
    page = rules_text(game)
    assert all(f"| {street.name} |" in page for street in game.variant.street)
    assert ("## Low hands" in page) == (game.variant.wins != "high")
    assert not re.search(r"\.py|docs/", page)


def test_a_table_of_ones_own_is_described(tmp_path: Path) -> None:
    source = Path(ranking.__file__).parent / "library/standard.toml"
    own = tmp_path / "mine.toml"
    own.write_text(source.read_text(encoding="utf-8").replace('"Flush"', '"Rainbow"', 1), encoding="utf-8")
    assert "| Rainbow | A♣ K♣ Q♣ J♣ 9♣ | 5,108 |" in hands_table(ranking.load(str(own)))
    assert "| Rainbow |" in games.rules_page("poker", games.create("poker", ranking=str(own)))


@pytest.mark.parametrize("name", ["texas-holdem", "seven-card-stud"])
def test_the_rules_of_a_table_count_the_cards_of_its_own_hands(name: str) -> None:
    page = rules_text(Poker(variant=name, ranking="crazy-four-poker"))
    assert "The best 4 of a player's own cards" in page
    assert not re.search(r"best (five|5)", page)


@pytest.mark.parametrize("order", ["standard", "rarity"])
def test_every_line_of_the_pyramids_table_is_on_its_page_with_an_example(order: str) -> None:
    game = games.create("pyramid", ranking=order)
    page = games.rules_page("pyramid", game)
    lines = [line.name for line in ranking.load("pyramid").categories]
    found = re.findall(r"^\| ([A-Z][a-z ]+) \| (?:\S+ ){5}\|", page, re.MULTILINE)
    assert sorted(found) == sorted(lines)
    assert (found.index("Flush") < found.index("Full house")) == (order == "rarity")


@pytest.mark.parametrize("name", sorted({games.game_type(name).name for name in games.GAMES}))
def test_every_option_is_named(name: str) -> None:
    """As `--first-deal`, `--no-memory` or `first_deal`."""
    page, names = games.rules_page(name), [option.name for option in games.options(name)]
    as_named = {each: rf"--(no-)?{each.replace('_', '-')}(?![\w-])|`{each}`" for each in names}
    assert [each for each in names if not re.search(as_named[each], page)] == []


@pytest.mark.parametrize("name", ["cribbage", "pyramid"])
def test_rules_are_for_players(name: str) -> None:
    page = games.rules_page(name)
    assert not re.search(r"\.py|docs/|>>>|cardwright play", page)
    assert "## The aim" in page


def test_the_rules_of_cribbage_show_each_combination_with_an_example() -> None:
    page = games.rules_page("cribbage")
    for word in ("fifteen", "pair", "run", "flush", "his nobs"):
        assert re.search(rf"^\| \**{word}\**[^|]*\| [^|]*[♠♥♦♣]", page, re.MULTILINE), word
