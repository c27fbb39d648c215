"""Rankings and variants of one's own: judged by what they declare, kept in records, refused with a reason."""

import copy
import pickle
from pathlib import Path
from random import Random
from typing import cast

import pytest

from cardwright import games, ranking
from cardwright.cards import standard_deck
from cardwright.cli import main
from cardwright.errors import BadDeclaration, BadOption, CardwrightError, EmptyCategory
from cardwright.formats import phh
from cardwright.formats.phh import layout, loads
from cardwright.games.poker import variants
from cardwright.games.poker.cards.skins import SKINS
from cardwright.games.poker.low_hand import low_of, qualifying
from cardwright.games.poker.rules import Poker
from cardwright.play import record as records
from cardwright.play.luck import Luck
from cardwright.play.record import Header, Record, Sitter, dump, parse
from cardwright.play.table import Table
from cardwright.ranking import Ranking
from cardwright.ranking import declaration as declarations
from cardwright.ranking.frequency import enumerate_by_strength
from support.playouts import among_first, played_states, second_choice
from support.records import finished

STANDARD = (declarations.LIBRARY / "standard.toml").read_text(encoding="utf-8")
PIECEPACKS = (declarations.LIBRARY / "dual-piecepacks.toml").read_text(encoding="utf-8")
NO_KINGS = STANDARD.replace(" Q K A", " Q A").replace("Q K", "Q").replace("Standard poker", "No Kings")
HOLDEM = (Path(variants.__file__).parent / "texas-holdem.toml").read_text(encoding="utf-8")
JOKERS = (
    'name = "Jokers"\nlike = "standard"\nwild = "any"\n[deck]\nranks = "A 2 3 4 5 6 7 8 9 T J Q K"\nsuits = "c d h s"\n'
)


def with_jokers(number: int) -> str:
    """The standard table with wild cards, and five of a kind on top."""
    lines = STANDARD.split("[[category]]")[1:]
    five = '[[category]]\nname = "Five of a kind"\nkinds = [5]\n'
    return JOKERS + f"jokers = {number}\n" + five + "".join(f"[[category]]{line}" for line in lines)


def played(game: Poker, seed: int = 1) -> Record:
    """A game of players who call, as a record."""
    table = finished(Table(game, Luck.numbered(seed)), second_choice(game))
    header = Header.of(game, [Sitter(f"P{seat}") for seat in range(game.players)])
    return parse(dump(header, table.log))


def to_the_end(game: Poker, seed: int = 0) -> None:
    rng = Random(seed)
    *_, state = played_states(game, rng, among_first(game, rng, 2))
    assert sum(game.returns(state)) == 0


# Identity


def test_a_file_named_like_a_built_in_table_is_judged_by_its_own_contents(tmp_path: Path) -> None:
    path = tmp_path / "standard.toml"
    path.write_text(NO_KINGS)
    game = Poker(ranking=str(path), variant="omaha-hilo")
    assert game.low is not None
    assert game.low.deck == game.ranking.deck
    assert "king" not in game.low.describe("Qc Jd 9h 8s 7c")
    assert game.low.describe("Qc Jd 9h 8s 7c") == "queen-jack low, nine-eight-seven"
    assert game.low.describe("Qc Qd 9h 8s 7c") == "pair of queens, nine-eight-seven"
    assert game.low.describe("Qc Qd 9h 9s 7c") == "two pairs, queens and nines, seven"


def test_a_larger_deck_named_like_a_built_in_table_is_played_to_the_end(tmp_path: Path) -> None:
    path = tmp_path / "dual-piecepacks.toml"
    more = PIECEPACKS.replace('"N A 2 3 4 5"', '"N A 2 3 4 5 6 7 8"').replace("4 5 A N", "4 5 6 7 8 A N")
    path.write_text(more)
    game = Poker(ranking=str(path), variant="omaha-hilo", players=8, deals=3)
    assert game.deck.size == 72
    to_the_end(game)


@pytest.mark.parametrize(
    ("name", "meant", "low"),
    [
        ("standard", "ace_to_five", "standard-low"),
        ("standard", "table_inverted", "deuce-to-seven"),
        ("dual-piecepacks", "ace_to_five", "dual-piecepacks-low"),
        ("dual-piecepacks", "table_inverted", "dual-piecepacks-inverted"),
    ],
)
def test_a_copy_under_another_name_has_the_declared_low_hand(tmp_path: Path, name: str, meant: str, low: str) -> None:
    text = (declarations.LIBRARY / f"{name}.toml").read_text(encoding="utf-8")
    path = tmp_path / "copy.toml"
    path.write_text(text.replace('name = "', 'name = "My ', 1))
    assert low_of(ranking.load(str(path)), meant) == ranking.load(low)


def test_skins_are_for_the_tiles_and_not_for_any_deck_of_that_shape(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(PIECEPACKS.replace('"N A 2 3 4 5"', '"2 3 4 5 6 7"').replace("N A 2 3 4 5 A N", "2 3 4 5 6 7"))
    for skin in SKINS:
        assert Poker(ranking="dual-piecepacks", skin=skin).deck.size == 48
        with pytest.raises(BadOption, match="skin"):
            Poker(ranking=str(path), skin=skin)


# Records


@pytest.fixture
def own(tmp_path: Path) -> Poker:
    """A game by a ranking and a variant in files that are gone by the time its record is read."""
    table, variant = tmp_path / "standard.toml", tmp_path / "pineapple.toml"
    table.write_text(NO_KINGS)
    variant.write_text(
        HOLDEM.replace('["down", "down"]', '["down", "down", "down"]').replace("Texas hold", "Pineapple hold")
    )
    game = games.create("poker", ranking=str(table), variant=str(variant), deals=3, players=3)
    table.unlink()
    variant.unlink()
    assert isinstance(game, Poker)
    return game


def test_a_record_holds_its_declarations_once_and_replays_without_their_files(own: Poker) -> None:
    record = played(own)
    data = dump(record.header, record.log)
    assert data.count(b"No Kings") == data.count(b"Pineapple hold") == 1
    again = parse(data)
    assert again.states == record.states
    assert isinstance(again.game, Poker)
    assert (again.game.ranking, again.game.variant) == (own.ranking, own.variant)
    assert (own.setting("ranking"), own.setting("variant")) == ("No Kings", "Pineapple hold'em")
    assert own.setting("stacks") == "200"


@pytest.mark.parametrize(
    ("ranking", "variant"), [("badugi", "badugi"), ("flexdeck", "three-rolls"), ("four-jokers", "texas-holdem")]
)
def test_a_game_with_any_ranking_that_comes_with_cardwright_is_read_back(ranking: str, variant: str) -> None:
    """A game with a table of the collection, or of dice, could not be replayed or resumed."""
    game = games.create("poker", ranking=ranking, variant=variant, players=2, deals=1, limit="fixed-limit")
    assert played(cast(Poker, game)).game.settings == game.settings
    for name in ("poker", "chinese"):
        option = next(option for option in games.options(name) if option.name == "ranking")
        built_in = (*declarations.names(), *declarations.examples(), *declarations.collection())
        assert not any(option.names_file(each) for each in built_in)
        assert option.names_file("own.toml")


def test_a_record_replays_the_table_as_it_was_before_it_was_edited(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(STANDARD)
    record = played(Poker(ranking=str(path), deals=1))
    path.write_text(STANDARD.replace('says = "pair of {1s}"', 'says = "two {1s}"').replace('"Flush"', '"Fluush"'))
    game = parse(dump(record.header, record.log)).game
    assert isinstance(game, Poker)
    assert game.ranking.describe("Kc Kd 2h 3s 4c") == "pair of kings, four-three-two"


def test_replay_resume_and_phh_work_from_another_folder(
    own: Poker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    record = played(own)
    file = tmp_path / "game.jsonl"
    file.write_bytes(dump(record.header, record.log[:-5]))
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert main(["replay", str(file), "--plain"]) == 0
    assert main(["phh", str(file), "-o", "game.phhs"]) == 0
    assert main(["phh", "game.phhs", "--hand", "2"]) == 0
    capsys.readouterr()
    writer, resumed = records.Writer.resume(file)
    writer.close()
    assert resumed.states == record.states[:-5]


def test_phh_holds_the_declarations_once_and_gives_the_record_back(own: Poker) -> None:
    record = played(own)
    text = phh.dumps(record)
    assert text.count("No Kings") == text.count("Pineapple hold") == 1
    assert len(text.split("_cardwright = ")) == 4
    assert "cardwright-pineapple-hold-em" in text
    again = loads(text)
    assert (again.header, again.states) == (record.header, record.states)
    second = loads(text, hand=2)
    assert isinstance(second.game, Poker)
    assert second.game.ranking == own.ranking


def test_the_code_of_phh_goes_by_what_a_ranking_declares(tmp_path: Path) -> None:
    path = tmp_path / "standard.toml"
    path.write_text(NO_KINGS)
    assert layout.code(Poker(ranking=str(path))) == "cardwright-texas-holdem"
    path.write_text(STANDARD)
    assert layout.code(Poker(ranking=str(path))) == "NT"


def test_a_changed_copy_of_a_variant_has_not_its_code() -> None:
    assert layout.code(Poker(variant=HOLDEM.replace("Texas hold'em", "Hold'em"))) == "NT"
    three = HOLDEM.replace('["down", "down"]', '["down", "down", "down"]')
    assert layout.code(Poker(variant=three)) == "cardwright-texas-hold-em"


def test_a_file_of_a_variant_says_that_it_is_no_table_of_hands_and_the_reverse() -> None:
    with pytest.raises(BadDeclaration, match="a table of hands: cardwright play poker --variant FILE plays it"):
        declarations.parse(HOLDEM)
    with pytest.raises(BadDeclaration, match="declares a deck and a table of hands, not a variant of poker"):
        variants.parse(NO_KINGS)
    with pytest.raises(BadDeclaration, match="is 'steet' misspelt"):
        variants.parse(HOLDEM.replace("[[street]]", "[[steet]]"))


def test_an_error_in_a_file_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(NO_KINGS.replace("size = 5", "size = 99"))
    with pytest.raises(BadDeclaration, match=r"mine\.toml, size: must be a whole number"):
        Poker(ranking=str(path))
    path.write_text(HOLDEM.replace("board = 3", "boards = 3"))
    with pytest.raises(BadDeclaration, match=r"mine\.toml, street 2 \(Flop\): unknown key 'boards'; did you"):
        Poker(variant=str(path))


def test_text_of_any_length_is_refused_as_a_name_in_a_short_error() -> None:
    for value in ("x" * 100_000, "x" * 1_000_000, "\n" * 100_000):
        with pytest.raises(CardwrightError) as refused:
            Poker(ranking=value)
        assert len(str(refused.value)) < 500


# Jokers, many cards, variants


def test_the_low_hands_of_a_table_with_jokers_hold_every_hand_and_no_empty_line() -> None:
    table = ranking.load(with_jokers(1))
    for meant in ("ace_to_five", "table_inverted"):
        low = low_of(table, meant)
        counts = low.frequencies().categories
        assert min(counts) > 0
        assert sum(counts) == 2_869_685


def test_a_table_with_jokers_is_played_in_every_kind_of_variant() -> None:
    for variant in (
        "omaha",
        "omaha-hilo-8",
        "five-card-draw",
        "deuce-to-seven-triple-draw",
        "seven-card-stud-hilo",
        "razz",
    ):
        to_the_end(Poker(ranking=with_jokers(1), variant=variant, players=2, deals=1))


ONE_CARD = """name = "One card"
size = 1
[deck]
ranks = "1 2 3 4 5 6 7 8 9"
suits = "r g b y"
[[category]]
name = "Nine"
lowest = "9"
[[category]]
name = "Any"
"""


def test_hands_of_one_card_are_not_played_where_two_cards_of_ones_own_count() -> None:
    for variant in ("omaha", "greek-holdem", "double-board-omaha"):
        with pytest.raises(BadOption, match="hands of 2 to 7 cards with the variant"):
            Poker(ranking=ONE_CARD, variant=variant, players=2)
    for variant in ("texas-holdem", "razz", "seven-card-stud-hilo", "kuhn"):
        to_the_end(Poker(ranking=ONE_CARD, variant=variant, players=2, deals=1))


@pytest.mark.parametrize(
    ("name", "highest", "worst"),
    [
        ("decktet", "8", "eight-seven low, six"),  # a list of cards, not one of each rank and suit
        ("rook", "4", "four-three low, two"),
        ("deuces-wild", "8", "eight-seven low, six-five-four"),  # of natural cards
        ("standard", "8", "eight-seven low, six-five-four"),
    ],
)
def test_the_worst_low_hand_that_qualifies_is_of_cards_of_the_deck(name: str, highest: str, worst: str) -> None:
    low = low_of(ranking.load(name), "ace_to_five")
    assert low.describe(qualifying(low, highest)) == worst
    to_the_end(Poker(ranking=name, variant="omaha-hilo-8", players=2, deals=1))


def test_a_bug_is_any_card_where_the_table_is_upside_down() -> None:
    low = low_of(ranking.load("paigow-back"), "table_inverted")
    assert sum(low.frequencies().categories) == 2_869_685
    assert low.strength("2c 3d 4h 5s Jo") == low.strength("2c 3d 4h 5s 7c")  # not a straight
    assert low.describe("Kc Kd Kh 2s Jo") == "three of a kind, kings, two-ace"
    to_the_end(Poker(ranking="paigow-back", variant="deuce-to-seven-triple-draw", players=3, deals=1))


def test_a_low_hand_is_refused_where_a_joker_could_share_the_suit_or_the_colour() -> None:
    table = declarations.table("paigow-back")
    table["deck"]["suits"] = [{"text": text, "colour": colour} for text, colour in zip("cdhs", ("black", "red") * 2)]
    table["category"].insert(-1, {"name": "One colour", "same": "colour"})
    with pytest.raises(BadOption, match="jokers could share a suit or a colour"):
        low_of(ranking.Ranking(declarations.from_table(table)), "table_inverted")


def test_five_card_omaha_is_played(tmp_path: Path) -> None:
    omaha = (Path(variants.__file__).parent / "omaha-hilo.toml").read_text(encoding="utf-8")
    path = tmp_path / "big-o.toml"
    path.write_text(omaha.replace('["down", "down", "down", "down"]', '["down", "down", "down", "down", "down"]'))
    game = Poker(variant=str(path), players=4, deals=2)
    assert game.variant.hole == 5
    to_the_end(game)
    path.write_text(omaha.replace('["down", "down", "down", "down"]', str(["down"] * 6).replace("'", '"')))
    to_the_end(Poker(variant=str(path), players=4, deals=1))


def test_more_cards_than_are_compared_are_refused_with_the_true_reason() -> None:
    text = HOLDEM.replace('["down", "down"]', '["down", "down", "down", "down", "down"]')
    with pytest.raises(BadOption, match=r"5 hole cards and 5 on the board: the best hand .* chosen from at most 9"):
        Poker(variant=text)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('hand = "any"', 'hand = "some"', "x.toml, hand: must be 'any', 'all' or a number of hole cards from 1 to 9"),
        ('hand = "any"', 'hnad = "any"', "x.toml, hand: is missing: it must be 'any', 'all' or a number of hole cards"),
        ('hand = "any"', 'hnad = "any"', "; is 'hnad' misspelt?"),
        ('hand = "any"', 'hand = "all"', 'x.toml, hand: "all" makes the hand of the hole cards, and 5 go to the board'),
        ("board = 3", 'board = "3"', "x.toml, street 2 (Flop), board: must be a whole number from 0 to 7, not '3'"),
        ("board = 3", "board = 9", "x.toml, street 2 (Flop), board: must be a whole number from 0 to 7, not 9"),
        ("board = 3", "burns = 3", "x.toml, street 2 (Flop): unknown key 'burns'; did you mean 'burn'?"),
        ("board = 3", "bo = 3", "x.toml, street 2 (Flop): unknown key 'bo'; did you mean 'board'?"),
        ("board = 3", "", "x.toml, street 2 (Flop): deals no cards: it needs hole, board, draw, discard or roll"),
        ('["down", "down"]', '["down", "dwon"]', "hole: a card is dealt down or up, not 'dwon'; did you mean 'down'?"),
        ('["down", "down"]', '"hand down"', "hole: a card is dealt down or up, not 'hand'"),
        ('["down", "down"]', '"hand"', 'x.toml, street: hole = "hand" deals all cards of a player at once'),
        ('["down", "down"]', "[]", "x.toml, street 1 (Before the flop): deals no cards"),
        ('limit = "no-limit"', 'limit = "sky"', "x.toml, limit: must be 'no-limit' or 'pot-limit' or 'fixed-limit'"),
        ('limit = "no-limit"', 'limit = "no-limit"\nqualifier = "8"', "x.toml, qualifier: needs wins = \"split\""),
        ('limit = "no-limit"', 'limit = "no-limit"\nopen = "bring-in"', "x.toml, open: a bring-in needs exactly one"),
        ('"no-limit" = "NT"', '"no-limt" = "NT"', "x.toml, phh: unknown key 'no-limt'; did you mean 'no-limit'?"),
        ("[[street]]", "[street]", "x.toml"),
    ],
)  # fmt: skip
def test_errors_in_a_variant_name_the_place_and_the_nearest_word(old: str, new: str, message: str) -> None:
    text = HOLDEM.replace(old, new, 1)
    assert text != HOLDEM
    with pytest.raises(BadDeclaration) as refused:
        variants.parse(text, "x.toml")
    assert message in str(refused.value)
    assert "Object" not in str(refused.value)


# The library


def test_hands_may_be_given_as_text() -> None:
    poker = ranking.load("standard")
    hand = "Ah Kh Qh Jh Th 2c 2d"
    assert poker.strength(hand) == poker.strength(poker.deck.parse_cards(hand))
    assert poker.deck.text_of(poker.best(hand)) == "Ah Kh Qh Jh Th"
    assert poker.describe(hand) == "straight flush to the ace"
    assert poker.strength_with_hole("Ah Kh", "Qh Jh Th") == poker.strength("Ah Kh Qh Jh Th")
    with pytest.raises(CardwrightError, match="'14' is not a card"):
        poker.strength("14 cards")


def test_frequencies_print_as_a_table_and_show_briefly() -> None:
    counted = ranking.load("standard").frequencies()
    assert repr(counted) == "Frequencies('standard', 5 cards, 2598960 hands)"
    lines = str(counted).splitlines()
    assert lines[0] == "standard, 5 cards: 2,598,960 hands"
    assert lines[2].split("  ")[0] == "Four of a kind"
    assert lines[2].split()[-3:] == ["624", "0.024", "%"]
    assert max(map(len, lines)) <= 60


def test_equal_decks_and_rankings_stay_equal_after_pickling() -> None:
    poker = ranking.load("standard")
    assert pickle.loads(pickle.dumps(standard_deck())) == standard_deck() == copy.deepcopy(standard_deck())
    assert standard_deck() != standard_deck(joker=True)
    for each in (poker, poker.declaration, poker.deck):
        again = pickle.loads(pickle.dumps(each))
        assert again == each
        assert hash(again) == hash(each)
        assert each != object()
    assert poker != ranking.load("standard-low")


def test_one_thread_needs_no_pool(monkeypatch: pytest.MonkeyPatch) -> None:
    table = ranking.load("pyramid")
    expected = table.frequencies().strengths
    monkeypatch.setattr("cardwright.ranking.frequency.ThreadPoolExecutor", None)
    assert enumerate_by_strength(table, 5) == expected


def test_ranks_are_described_in_the_words_of_a_skin() -> None:
    tiles = ranking.load("dual-piecepacks")
    kings = [("king", "kings"), ("jack", "jacks"), *((str(n), f"{n}s") for n in range(2, 6))]
    assert tiles.describe("NbS NwH AbS 2wS 3bH") == "pair of nulls, ace-three-two"
    assert tiles.describe("NbS NwH AbS 2wS 3bH", kings) == "pair of kings, jack-3-2"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ('run = 3\nsame = "suit"\nranks = "1"', "no hand is ever 'X': none fits it"),
        ("kinds = [3]", "no hand is ever 'X': every hand that fits it belongs to another category"),
    ],
)
def test_an_empty_line_is_refused_with_the_reason(line: str, why: str) -> None:
    top = 'name = "T"\nsize = 3\ndeck = { ranks = "1 2 3", suits = "a b c" }\n'
    lines = (
        f'[[category]]\nname = "Three"\nkinds = [3]\n[[category]]\nname = "X"\n{line}\n[[category]]\nname = "Rest"\n'
    )
    with pytest.raises(EmptyCategory, match=why):
        ranking.Ranking(declarations.parse(top + lines))


def test_a_joker_that_completes_some_lines_is_any_card_in_the_table_turned_over() -> None:
    table = declarations.table("paigow-back") | {"wild": "A", "wild_completes": ["Straight", "Flush"]}
    high = ranking.Ranking(declarations.from_table(table, "limited"))
    turned = low_of(high, "table_inverted")
    assert (turned.declaration.wild, turned.declaration.wild_completes) == ("any", frozenset())
    assert turned.describe("2c 3d 5h 7s Jo") == "seven-high, five-three-two-ace"
    assert low_of(high, "ace_to_five").describe("2c 3d 5h 7s Jo") == "seven-five low, three-two-ace"


def test_a_suit_with_another_name_has_not_the_usual_symbol() -> None:
    suits = [{"text": "d", "name": "doubles"}, {"text": "h", "name": "hearts"}, {"text": "s"}, {"text": "Luna"}]
    deck = declarations.from_table(
        {"name": "n", "size": 1, "deck": {"ranks": "1", "suits": suits}, "category": [{"name": "a"}]}
    ).deck
    looks = [(face.short, face.ink) for face in deck.faces]
    assert looks == [("1d", "blue"), ("1♥", "red"), ("1♠", "black"), ("1-Luna", "green")]  # an ink of its own each


def test_a_rank_with_another_name_is_not_drawn_as_the_usual_one() -> None:
    text = 'name = "Coins"\nsize = 2\ndice = true\ndeck.ranks = ["9", "T"]\ncategory = [{ name = "All" }]'
    tails = declarations.parse(text.replace('"T"', '{ text = "T", name = "tails" }')).deck.faces
    assert [face.corner for face in tails] == ["9", "T"]
    assert [face.corner for face in declarations.parse(text).deck.faces] == ["9", "10"]


def test_a_listed_card_shows_its_own_text() -> None:
    deck = ranking.load(
        """
        name = "Tiles"
        size = 1
        deck.ranks = "6 8"
        deck.suits = [{ text = "x", symbol = "◆" }]
        deck.cards = [
            { rank = "8", text = "3-5", copies = 2 }, { rank = "8", text = "2-6" }, { rank = "6" }, "8 of x"
        ]
        category = [{ name = "All" }]
        """
    ).deck
    assert [face.short for face in deck.faces] == ["3-5◆", "3-5◆", "2-6◆", "6◆", "8◆"]
    assert deck.texts == ("3-5", "3-5'", "2-6", "6x", "8x")


def test_numbers_up_to_twenty_are_described_in_words() -> None:
    declared = declarations.parse("""
name = "Trumps"
size = 2
deck = { ranks = "9 10 11 16 20 21", suits = "a b" }
category = [{ name = "Pair", kinds = [2] }, { name = "High" }]
""")
    ranking = Ranking(declared)
    assert ranking.describe("16a 16b") == "pair, sixteens"
    assert ranking.describe("21a 10b") == "high, 21-ten"
