"""Two readings of one declaration, `classify` and `reference`; and `by_rank`, which tables are compiled from."""

import contextlib
import itertools
import math
import re
from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from cardwright.errors import EmptyCategory, UncoveredHand
from cardwright.ranking import Declaration, evaluator, lint, tables
from cardwright.ranking import declaration as declarations
from cardwright.ranking.by_rank.blocks import HandsByBlock, hands_by_rank
from cardwright.ranking.by_rank.hands import HandsByRank
from cardwright.ranking.category_reader import TIES
from cardwright.ranking.derivation import derive
from cardwright.ranking.describe import describe
from cardwright.ranking.example_hands import example
from cardwright.ranking.model import Value
from cardwright.ranking.ranking import Ranking
from support import classify, reference
from support.card_declarations import by_card_tables
from support.keys import keys_of_rankings
from support.reference import look

BUILT_IN = declarations.names() + declarations.examples()


def agree(declaration: Declaration, hands: Iterable[tuple[int, ...]]) -> set[Value]:
    """The two readings put these hands into the same categories, and in the same order, ties included."""
    keys: dict[Value, tuple[int, ...]] = {}
    for hand in hands:
        found = classify.classify(declaration, *look(declaration, hand))
        if found is None:
            with pytest.raises(UncoveredHand) as refused:
                reference.strength_key(declaration, hand)
            assert refused.value.hand == declaration.text_of(hand)
            continue
        key = reference.strength_key(declaration, hand)
        assert found[0] == len(declaration.categories) - 1 - key[0], declaration.text_of(hand)
        assert keys.setdefault(found, key) == key, declaration.text_of(hand)
    ordered = sorted(keys, key=lambda found: (-found[0], found[1]))
    assert all(keys[one] < keys[other] for one, other in itertools.pairwise(ordered))
    return set(keys)


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_look_of_a_hand_is_worth_what_the_slow_twin_says(name: str) -> None:
    declaration = declarations.load(name)
    looks = list(classify.hands(declaration))
    if len(declaration.deck.jokers):  # each joker is tried as every card: a sample will do
        Random(1).shuffle(looks)
        looks = looks[:2500]
    examples = [example(declaration, *looked) for looked, _ in looks]
    for hand, (looked, _) in zip(examples, looks):
        assert look(declaration, hand) == looked
    agree(declaration, examples)


@pytest.mark.parametrize("name", BUILT_IN)
def test_hands_counts_every_hand_there_is(name: str) -> None:
    declaration = declarations.load(name)
    cards, size = declaration.deck.size, declaration.size
    every = cards**size if declaration.dice else math.comb(cards, size)
    assert sum(number for _, number in classify.hands(declaration)) == every


@pytest.mark.parametrize("name", ["dual-piecepacks", "paigow-back", "deuce-to-seven", "flexdeck"])
def test_random_hands_look_to_worth_as_they_are(name: str) -> None:
    declaration = declarations.load(name)
    rng = Random(2)
    cards = range(declaration.deck.size)
    draw = rng.choices if declaration.dice else rng.sample
    agree(declaration, [tuple(draw(cards, k=5)) for _ in range(800)])


def test_the_best_of_seven_is_the_best_of_its_twenty_one_hands() -> None:
    declaration = declarations.load("standard")
    cards = declaration.parse_hand("Ah Kd Kh 7s 7c 2d Kc")
    assert reference.best(declaration, cards) == declaration.parse_hand("Kd Kh 7s 7c Kc")
    assert reference.category(declaration, cards).name == "Full house"


def test_the_slow_twin_counts_one_by_one() -> None:
    assert reference.frequencies(declarations.load("paigow-front")) == (82, 1296)
    # three cards of three ranks: C(12, 3) without an ace, or the joker, times 4 x 4 x 4; C(12, 2) with, times 5 x 4 x 4
    unpaired = 220 * 64 + 66 * 80
    assert reference.frequencies(declarations.load("paigow-front"), 3) == (math.comb(53, 3) - unpaired, unpaired)


# Random declarations

NAMES = ("Apple", "Pear", "Plum", "Quince", "Fig", "Rest")


@st.composite
def small_tables(draw: st.DrawFn, cards_alone: bool = False) -> dict[str, Any]:
    """Draw a declaration; of ``cards_alone`` if it shall have neither dice nor wild cards."""
    ranks = list("ABCDE"[: draw(st.integers(2, 5))])
    dice = not cards_alone and draw(st.integers(0, 4)) == 0
    suits = draw(st.integers(1, 4)) if not dice else 1
    jokers = draw(st.integers(0, 2)) if not dice and not cards_alone else 0
    size = draw(st.integers(2, min(4, len(ranks) * suits + jokers) if not dice else 4))
    low_end = draw(st.integers(0, len(ranks) - 1))
    upside_down = draw(st.booleans()) and draw(st.booleans())
    order = ranks + ranks[:low_end] if draw(st.booleans()) else ranks
    deck: dict[str, Any] = {"ranks": [{"text": rank, "value": draw(st.integers(0, 3))} for rank in ranks]}
    if dice and draw(st.booleans()):
        more = st.lists(st.sampled_from(ranks), min_size=2, max_size=4)
        deck["dice"] = [" ".join(ranks), *({"faces": draw(more)} for _ in range(size - 1))]
        if size > 2 and draw(st.booleans()):
            deck["dice"][1:] = [{"faces": draw(more), "copies": size - 1}]
        deck["dice"][-1]["weights"] = [draw(st.sampled_from([1, 2, "1/2"])) for _ in deck["dice"][-1]["faces"]]
    if not dice:
        deck["suits"] = [{"text": "wxyz"[n], "colour": "light" if n % 2 else "dark"} for n in range(suits)]
    even = suits % 2 == 0
    if not dice and not jokers and size < len(ranks) * suits and draw(st.integers(0, 5)) == 0:
        deck["packs"] = 2
    wild = draw(st.sampled_from(["any", *([] if upside_down else ["bug"]), ranks[0]])) if jokers else None
    two_facets = wild in (None, ranks[0]) or (even and not upside_down)
    lines = [
        draw(lines_of(name, ranks, size, [] if dice else ["suit"] + ["colour"] * two_facets))
        for name in NAMES[: draw(st.integers(1, 5))]
    ]
    raw: dict[str, Any] = {
        "name": "Made up",
        "dice": dice,
        "size": size,
        "order": order,
        "deck": deck,
        "category": lines,
    }
    if jokers:
        deck["jokers"] = jokers
        raw["wild"] = wild
    if not any({"holds", "without"} & set(line) for line in lines) and draw(st.integers(0, 2)) == 0:
        deck["ranks"][-1]["as"] = ranks[0]
    if draw(st.integers(0, 4)) == 0:
        raw["modulo"] = 3
    if wild in ("any", "bug") and draw(st.integers(0, 3)) == 0:
        raw["wild_as"] = draw(st.lists(st.sampled_from(ranks[:-1]), min_size=1))
    if (wild == "bug" or (wild == ranks[0] and even)) and not upside_down and draw(st.integers(0, 2)) == 0:
        raw["wild_completes"] = draw(st.lists(st.sampled_from([line["name"] for line in lines]), min_size=1))
    held = {
        word for line in lines for key in ("holds", "without") for entry in line.get(key, []) for word in entry.split()
    }
    if dice and ranks[1] not in held and "as" not in deck["ranks"][-1] and draw(st.booleans()):
        raw |= {"wild_cards": ranks[1], "wild": draw(st.sampled_from(["any", *([] if upside_down else ["bug"])]))}
    if jokers and ranks[1] not in held and draw(st.integers(0, 2)) == 0:
        raw["wild_cards"] = ranks[1] + "w"
        for line in lines:
            if draw(st.integers(0, 3)) == 0:
                line["wilds"] = draw(st.integers(0, 2))
    if len(order) > len(ranks) and draw(st.booleans()):
        raw["wheel"] = "second"
    raw["upside_down" if upside_down else "low"] = upside_down or draw(st.booleans())
    if draw(st.integers(0, 3)):
        lines.append({"name": NAMES[5]})
    return raw


def small_declarations(cards_alone: bool = False) -> st.SearchStrategy[Declaration]:
    return small_tables(cards_alone).map(lambda raw: declarations.from_table(raw, "made-up"))


def that_compile(cards_alone: bool = False) -> st.SearchStrategy[Declaration]:
    """Small declarations with a line for every hand and a hand for every line."""
    return small_tables(cards_alone).map(lambda raw: declarations.from_table(_pruned(raw), "made-up"))


def _pruned(raw: dict[str, Any]) -> dict[str, Any]:
    lines = [line for line in raw["category"] if line["name"] != NAMES[5]] + [{"name": NAMES[5]}]
    declaration = declarations.from_table(raw | {"category": lines}, "made-up")
    found = [classify.classify(declaration, *hand) for hand, _ in classify.hands(declaration)]
    used = {declaration.categories[value[0]].name for value in found if value}
    pruned = raw | {"category": [line for line in lines if line["name"] in used]}
    completes = [name for name in raw.get("wild_completes", []) if name in used]
    if "wild_completes" not in raw:
        return pruned
    if completes:
        return pruned | {"wild_completes": completes}
    alone = {"wild": declaration.deck.ranks[declaration.plain_rank].text}
    return {key: value for key, value in pruned.items() if key not in ("wild_completes", "wild_as")} | alone


@st.composite
def lines_of(draw: st.DrawFn, name: str, ranks: list[str], size: int, facets: list[str]) -> dict[str, Any]:
    line: dict[str, Any] = {"name": name}
    ties = ["ranks", "first", "total"]
    if draw(st.booleans()):
        ways = {2: ([1, 1], [2]), 3: ([1, 1, 1], [1, 2], [3]), 4: ([1] * 4, [2, 1, 1], [2, 2], [1, 3], [4])}
        line["kinds"] = draw(st.lists(st.sampled_from(ways[size]), min_size=1, max_size=2))
    if draw(st.integers(0, 2)) == 0:
        line |= draw(runs(size))
        ties.append("run")
    if facets and draw(st.integers(0, 2)) == 0:
        line["same"] = draw(st.sampled_from(facets))
    if draw(st.integers(0, 4)) == 0:
        line["ranks"] = draw(st.lists(st.sampled_from(ranks), min_size=1))
    if draw(st.booleans()):
        line["tie"] = draw(st.lists(st.sampled_from(ties), unique=True)) or "none"
    if draw(st.integers(0, 2)) == 0:
        draw(conditions(line, ranks, size))
    return line


@st.composite
def runs(draw: st.DrawFn, size: int) -> dict[str, Any]:
    """Draw a run: of single cards, or of pairs where there are enough, in one of its forms."""
    found: dict[str, Any] = {"run": draw(st.integers(2, size))}
    found |= draw(st.sampled_from([{}, {"step": 2}, {"corner": True}, {"step": 2, "corner": True}]))
    return found | ({"each": 2} if 2 * found["run"] <= size and draw(st.booleans()) else {})


@st.composite
def conditions(draw: st.DrawFn, line: dict[str, Any], ranks: list[str], size: int) -> None:
    """Give a line one or two of the conditions on ranks and on the total."""
    some = st.lists(st.sampled_from(ranks), min_size=1)
    for key in draw(st.sets(st.sampled_from(["of", "holds", "without", "lowest", "highest", "total"]), max_size=2)):
        if key == "of" and "kinds" in line:
            line["of"] = [" ".join(draw(some)) for _ in range(draw(st.integers(1, min(map(len, line["kinds"])))))]
        elif key == "holds":
            number = draw(st.integers(1, size))
            how = draw(st.sampled_from(["", f"{number} of ", f"at most {number} of ", f"exactly {number} of "]))
            line["holds"] = [how + " ".join(draw(some))]
        elif key in ("without", "lowest", "highest"):
            line[key] = draw(some)
        elif key == "total":
            line["total"] = draw(st.sampled_from([0, [1, 3, 5], "2-4", "4+"]))


# Keys that say how something is called, drawn or paid, not which hands fit; and ``like``, which reads another table.
OTHER_KEYS = {
    "": {"name", "about", "like"},
    "category": {"name", "says", "printed", "misprint", "pays"},
    "points": {"name"},
    "deck": {"title"},
    "deck, ranks": {"text", "name", "corner", "plural"},
    "deck, suits": {"text", "name", "symbol", "ink", "outlined"},
    "deck, jokers": {"text", "name", "corner"},
    "deck, cards": {"text", "name"},
    "deck, dice": {"name"},
}


class EveryKeyDrawn(Exception):
    """No more examples are needed."""


def keys_in(raw: dict[str, Any]) -> Iterable[tuple[str, str]]:
    """Yield the table and the key of all that a declaration says; tables have names as in `keys_of_rankings`."""
    deck = raw["deck"]
    yield from (("", key) for key in raw)
    yield from (("deck", key) for key in deck)
    lists = {name: raw.get(name) for name in ("category", "points")}
    lists |= {f"deck, {name}": deck.get(name) for name in ("ranks", "suits", "jokers", "cards", "dice")}
    for name, entries in lists.items():
        for entry in entries if isinstance(entries, list) else ():
            yield from ((name, key) for key in (entry if isinstance(entry, dict) else ()))


def test_random_declarations_have_every_key() -> None:
    """A key that is drawn nowhere would be compared with the slow twin nowhere."""
    wanted = keys_of_rankings()
    wanted["points"] -= wanted["category"]  # its conditions are read as those of a category
    missing = {(table, key) for table, keys in wanted.items() for key in keys - OTHER_KEYS[table]}
    missing |= {("tie", word) for word in TIES}

    @settings(max_examples=250, derandomize=True, database=None, phases=[Phase.generate], deadline=None)
    @given(small_tables(), by_card_tables())
    def draw_until_all(small: dict[str, Any], by_card: dict[str, Any]) -> None:
        for raw in (small, by_card):
            missing.difference_update(keys_in(raw))
            missing.difference_update(("tie", word) for line in raw["category"] for word in line.get("tie", ()))
        if not missing:
            raise EveryKeyDrawn

    with contextlib.suppress(EveryKeyDrawn):
        draw_until_all()
    assert missing == set()


def every_hand(declaration: Declaration, more: int = 0) -> Iterable[tuple[int, ...]]:
    deck = range(declaration.deck.size)
    size = declaration.size + more
    if declaration.each_die:
        return reference.every_throw(declaration) if not more else ()
    return itertools.product(deck, repeat=size) if declaration.dice else itertools.combinations(deck, size)


@settings(max_examples=120, deadline=None)
@given(small_declarations(), st.randoms(use_true_random=False))
def test_on_any_declaration_the_two_readings_agree(declaration: Declaration, rng: Random) -> None:
    hands = list(every_hand(declaration))
    looks = Counter(look(declaration, hand) for hand in hands)
    assert looks == dict(classify.hands(declaration))
    for counts, jokers, same in looks:
        assert look(declaration, example(declaration, counts, jokers, same)) == (counts, jokers, same)
    keys = agree(declaration, rng.sample(hands, min(len(hands), 120)))
    assert all(describe(declaration, found) for found in keys)
    for counts, jokers, same in looks:
        found = classify.classify(declaration, counts, jokers, same)
        claims = classify.matching_categories(declaration, counts, jokers, same)
        assert (found is None) == (not claims)
        assert found is None or found[0] in claims


@pytest.mark.parametrize("wild_as", [["A"], ["A", "C"]])
def test_a_joker_is_in_the_class_of_the_hand_where_only_such_a_card_is_left(wild_as: list[str]) -> None:
    ranks = [{"text": "A"}, {"text": "B", "as": "A"}, {"text": "C"}]
    raw = {
        "name": "Made up",
        "size": 2,
        "order": ["A", "B", "C"],
        "deck": {"ranks": ranks, "suits": [{"text": "w"}], "jokers": 1},
        "category": [{"name": "Apple", "same": "suit", "ranks": ["A"]}, {"name": "Rest"}],
        "wild": "any",
        "wild_as": wild_as,
        "upside_down": True,
    }
    declaration = declarations.from_table(raw, "made-up")
    agree(declaration, every_hand(declaration))
    suited = classify.classify(declaration, *look(declaration, declaration.parse_hand("Aw Jo")))
    assert suited is not None
    assert declaration.categories[suited[0]].name == ("Rest" if "C" in wild_as else "Apple")


@settings(max_examples=100, deadline=None)
@given(small_declarations())
def test_what_does_not_compile_is_refused_with_evidence(declaration: Declaration) -> None:
    hands = list(every_hand(declaration))
    found = [classify.classify(declaration, *look(declaration, hand)) for hand in hands]
    held = {worth and declaration.categories[worth[0]].name for worth in found}
    try:
        Ranking(declaration)
    except UncoveredHand as error:
        hand = declaration.parse_hand(error.hand)
        with pytest.raises(UncoveredHand):
            reference.strength_key(declaration, hand)
    except EmptyCategory as error:
        empty = error.category
        assert empty not in held
        assert None not in held
    else:
        assert held == {category.name for category in declaration.categories}


@settings(max_examples=100, deadline=None)
@given(that_compile(), st.randoms(use_true_random=False))
def test_on_any_declaration_the_compiled_tables_agree_with_the_slow_twin(declaration: Declaration, rng: Random) -> None:
    ranking = Ranking(declaration)
    sets = [list(every_hand(declaration, more)) for more in (0, 1)]
    hands = [hand for some in sets for hand in rng.sample(some, min(len(some), 40))]
    found = {hand: reference.strength_key(declaration, hand) for hand in hands}
    for one, other in itertools.pairwise(sorted(found, key=found.__getitem__)):
        assert (ranking.strength(one) < ranking.strength(other)) == (found[one] < found[other])
        assert (ranking.strength(one) == ranking.strength(other)) == (found[one] == found[other])
    for hand, key in found.items():
        assert ranking.category(ranking.strength(hand)) == declaration.categories[::-1][key[0]]
    if not (declaration.dice or declaration.wilds):
        for size in {len(hand) for hand in hands}:
            rows = np.array([hand for hand in hands if len(hand) == size], np.uint8)
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(tables, "MAX_LOOKUPS", 0)
                patch.setattr(evaluator, "LOOKUPS_PER_HAND", 0)
                assert Ranking(declaration).strengths(rows).tolist() == ranking.strengths(rows).tolist()


def evaluated(product: str) -> int:
    """The value of a product as written: "13 x C(12,2) ranks x C(4,3) x 4^2 cards"."""
    uneven = re.search(r"\(((?:[^()]|C\(\d+,\d+\))+)\) cards of one \w+", product)
    if uneven:
        ways = sum(evaluated(part) for part in uneven[1].split(" + "))
        product = product.replace(uneven[0], str(ways))
    return math.prod(map(factor, product.split(" x ")))


def factor(text: str) -> int:
    if text == "the joker":
        return 1
    if found := re.fullmatch(r"C\((\d+),(\d+)\)(?:\^(\d+))?( .*)?", text):
        return int(math.comb(int(found[1]), int(found[2])) ** int(found[3] or 1))
    if found := re.fullmatch(r"(\d+)!(?:/\(?([\d! ]+)\)?)? orders", text):
        repeated = map(int, re.findall(r"\d+", found[2] or ""))
        return math.factorial(int(found[1])) // math.prod(map(math.factorial, repeated))
    found = re.fullmatch(r"([\d,]+)(?:\^(\d+))?( .*)?", text)
    assert found, text
    return int(int(found[1].replace(",", "")) ** int(found[2] or 1))


def check_derivation(declaration: Declaration) -> None:
    tally = lint.count(declaration)
    for index, derived in enumerate(derive(declaration)):
        assert derived.count == tally.taken[index]
        assert derived.fitting - sum(number for _, number in derived.less) == derived.count
        for term in derived.terms:
            assert evaluated(term.text.partition(" = ")[0]) == term.count, term


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_derivation_of_every_count_of_a_built_in_ranking(name: str) -> None:
    check_derivation(declarations.load(name))


@settings(max_examples=80, deadline=None)
@given(small_declarations())
def test_the_derivation_of_every_count_of_any_declaration(declaration: Declaration) -> None:
    check_derivation(declaration)


def test_the_reasons_for_the_four_wrong_counts_of_the_rule_book() -> None:
    """Each reason's sum gives the printed count, and the same sum without the slip gives the exact one."""
    lines = {line.category: line for line in derive(declarations.load("dual-piecepacks"))}
    printed = {line.name: line.printed for line in declarations.load("dual-piecepacks").categories}
    wrong = {name for name, count in printed.items() if count != lines[name].count}
    assert wrong == {line.name for line in declarations.load("dual-piecepacks").categories if line.misprint}
    links, group = lines["Link-flush no pairs"], lines["Group-flush one pair"]
    assert links.less == (("Suit-flush", 48),)
    assert links.fitting == printed["Link-flush no pairs"] == 768
    # a pair, and three more of 20 cards that are not of one rank: every two pairs counted with each of its pairs first
    both_ways = 2 * 6 * math.comb(4, 2) * (math.comb(20, 3) - 5 * math.comb(4, 3))
    two_pairs = lines["Group-flush two pairs"].count
    assert (both_ways, two_pairs) == (80_640, 17_280)
    assert both_ways - two_pairs == printed["Group-flush one pair"]
    assert both_ways - 2 * two_pairs == group.count
    assert printed["No pairs"] == lines["No pairs"].fitting - 48 - 768 - 12_240
    assert printed["One pair"] == lines["One pair"].fitting - 1_920 - 63_360


# All multisets of ranks at once


def agree_at_once(declaration: Declaration) -> None:
    """`by_rank` lists the hands that `hands` does, and says of each what `classify` and `matching_categories` say."""
    found = hands_by_rank(declaration)
    every = list(classify.hands(declaration))
    listed = range(len(found.listed.place))
    assert [(found.hand(place), int(found.listed.ways[place])) for place in listed] == every
    words = found.listed_lines().tolist()
    for place, ((hand, _), code) in enumerate(zip(every, found.listed_codes.tolist(), strict=True)):
        value = classify.classify(declaration, *hand)
        assert value == (None if code < 0 else found.value(code)), hand
        fits = {line.index for number, line in enumerate(found.lines) if words[place][number // 64] >> number % 64 & 1}
        assert fits == classify.matching_categories(declaration, *hand), hand


@given(small_declarations())
@settings(deadline=None)
def test_all_sets_of_ranks_at_once_agree_with_one_at_a_time(declaration: Declaration) -> None:
    agree_at_once(declaration)


@pytest.mark.parametrize("name", ["paigow-back", "paigow-front", "dual-piecepacks-inverted", "yahtzee", "short-deck"])
def test_built_in_tables_at_once(name: str) -> None:
    agree_at_once(declarations.load(name))


def test_more_than_64_ranks_and_lines() -> None:
    ranks = " ".join(f"r{number}" for number in range(70))
    lines = [{"name": f"n{number}", "kinds": [1, 1], "lowest": f"r{number}"} for number in range(66)]
    runs = [{"name": "run", "run": 2, "same": "suit"}, {"name": "pair", "kinds": [2]}]
    deck = {"ranks": ranks, "suits": "a b"}
    raw = {"name": "Many", "size": 2, "deck": deck, "category": [*runs, *lines, {"name": "rest"}]}
    agree_at_once(declarations.from_table(raw, "many"))


# Decks of many ranks: counted by blocks of ranks, ranked by codes


@settings(max_examples=100, deadline=None)
@given(small_declarations(cards_alone=True))
def test_blocks_of_ranks_count_what_all_sets_of_ranks_count(declaration: Declaration) -> None:
    listed, by_block = HandsByRank(declaration), HandsByBlock(declaration)
    found = {(kind.fits, kind.taker): kind for kind in by_block.kinds()}
    numbers = {(kind.fits, kind.taker): kind.number for kind in listed.kinds()}
    assert {key: kind.number for key, kind in found.items()} == numbers
    for (fits, taker), kind in found.items():
        for hand in (by_block.hand(kind.first), by_block.hand(kind.last)):
            value = classify.classify(declaration, *hand)
            assert (value[0] if value else -1) == taker
            assert classify.matching_categories(declaration, *hand) == fits
    assert set(by_block.best()) == set(listed.best())


@settings(max_examples=120, deadline=None)
@given(that_compile(cards_alone=True), st.randoms(use_true_random=False))
def test_codes_are_in_the_order_of_the_slow_twin(declaration: Declaration, rng: Random) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("cardwright.ranking.model.MAX_HAND_CLASSES", 0)
        by_code = Ranking(msgspec.structs.replace(declaration, title="By code"))
        assert by_code.declaration.by_code
    numbered = Ranking(declaration)
    assert by_code.frequencies().categories == numbered.frequencies().categories
    hands = list(every_hand(declaration))
    some = rng.sample(hands, min(len(hands), 100))
    values = [numbered.value(numbered.strength(hand)) for hand in some]
    strengths = by_code.strengths(some).tolist()
    assert [by_code.value(strength) for strength in strengths] == values
    assert [by_code.category_index(strength) for strength in strengths] == [line for line, _ in values]
    keys = [reference.strength_key(declaration, hand) for hand in some]
    for (key, strength), (other_key, other) in itertools.combinations(zip(keys, strengths, strict=True), 2):
        assert (key < other_key, key > other_key) == (strength < other, strength > other)
