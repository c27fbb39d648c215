"""Dual Piecepacks Poker: the rule book's examples, read with their white suits, and the rulings DP1 to DP13."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from cardwright import games, ranking
from cardwright.errors import BadCount
from cardwright.game import CHANCE
from cardwright.games import create
from cardwright.games.poker.actions import Burn, Deal
from cardwright.games.poker.events import Showed, Won
from cardwright.games.poker.rules import Poker
from cardwright.games.poker.state import PokerState
from cardwright.scenes import words

HIGH = ranking.load("dual-piecepacks")
LOW = ranking.load("dual-piecepacks-low")

# The table's examples, strongest first: hollow suits are white.
EXAMPLES = [
    ("Suit-flush", "2bS 3bS 4bS 5bS NbS"),
    ("Group-flush four of a kind", "3wS 3wH 3wD 3wC AwD"),
    ("Five of a kind", "3bS 3bC 3bD 3wC 3wD"),
    ("Link-flush two pairs", "AwC 3bC 3wC 4bC 4wC"),
    ("Link-flush no pairs", "AbC NwC 3bC 4wC 5bC"),
    ("Group-flush full house", "3bS 3bH 3bD 5bC 5bD"),
    ("Link-flush one pair", "AbC 3bC 3wC NbC 5wC"),
    ("Group-flush three of a kind", "3wS 3wH 3wD 4wC 5wD"),
    ("Group-flush no pairs", "NbS AbH 3bD 4bC 5bD"),
    ("Four of a kind", "3bS 3bC 3bD 3wC NwD"),
    ("Group-flush two pairs", "3wS 3wH AwD 5wC 5wD"),
    ("Full house", "3bS 3wC 3bD NbC NwD"),
    ("Group-flush one pair", "3bS 3bH AbD 4bC 5bD"),
    ("No pairs", "NbS AwC 3bD 4wC 5bD"),
    ("Three of a kind", "3bS 3wC 3bD AwC NbD"),
    ("Two pairs", "3bS 3wC 5bD 5wC NbD"),
    ("One pair", "4bS 4wC AbD 5wC NbD"),
]


def high(text: str) -> int:
    return HIGH.strength(HIGH.deck.parse_cards(text))


def low(text: str) -> int:
    return LOW.strength(LOW.deck.parse_cards(text))


@pytest.mark.parametrize(("category", "hand"), EXAMPLES, ids=[name for name, _ in EXAMPLES])
def test_the_examples_of_the_table(category: str, hand: str) -> None:
    assert HIGH.category(high(hand)).name == category


def test_the_order_of_the_table() -> None:
    strengths = [high(hand) for _, hand in EXAMPLES]
    assert strengths == sorted(strengths, reverse=True)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("NbS NwH 2bD 3bC 4bH", "AbS AwH 5bD 4bC 3bH"),  # a pair of nulls beats aces
        ("AbS AwH 2bD 3bC 4bH", "5bS 5wH NbD 4bC 3bH"),  # aces beat fives
        ("2bS 2wH 3bD 3wC NbH", "2bS 2wH 3bD 3wC 5bH"),  # a kicker
        ("NbS NbH 5wD 5wC 4bS", "AbS AbH 5wD 5wC NbS"),  # of two pairs the higher one first
        ("3bS 3wC 3bD 2wC 2bH", "2bS 2wC 2bD NwC NbH"),  # the larger group first
    ],
)
def test_dp4_ties_go_by_groups_then_kickers(better: str, worse: str) -> None:
    assert high(better) > high(worse)


def test_dp4_suits_never_decide() -> None:
    assert high("NbS AwC 3bD 4wC 5bD") == high("NwH AbD 3wS 4bH 5wC")


def test_dp5_the_low_hand() -> None:
    best = low("NbS AwC 2bD 3wC 4bD")
    assert best == len(LOW) - 1
    assert low("NbS AbS 2bS 3bS 4bS") == best  # flushes do not count
    ladder = ["NbS AwC 2bD 3wC 4bD", "NbS AwC 2bD 3wC 5bD", "NbS 2wC 3bD 4wC 5bD", "AbS 2wC 3bD 4wC 5bD"]
    ladder += ["NbS NwC AbD 2wC 3bD", "5bS 5wC 2bD 3wC 4bD", "NbS NwC AbD AwC 2bD", "NbS NwC NbD 2wC 3bD"]
    strengths = [low(hand) for hand in ladder]
    assert strengths == sorted(strengths, reverse=True)
    assert len(set(strengths)) == len(ladder)


def test_dp5_the_table_inverted() -> None:
    inverted = ranking.load("dual-piecepacks-inverted")
    strengths = [inverted.strength(HIGH.deck.parse_cards(hand)) for _, hand in EXAMPLES]
    assert strengths == sorted(strengths)


def test_dp5_deuce_to_seven_takes_the_table_inverted() -> None:
    lows = {variant: table(variant=variant).low for variant in ("razz", "omaha-hilo", "deuce-to-seven-triple-draw")}
    inverted = ranking.load("dual-piecepacks-inverted")
    assert lows == {"razz": LOW, "omaha-hilo": LOW, "deuce-to-seven-triple-draw": inverted}


def test_dp6_nulls_and_aces_are_high_in_high_hands_and_low_in_low_ones() -> None:
    assert high("NbS AwC 3bD 4wC 5bD") > high("AbS 2wC 3bD 4wC 5bD")
    assert low("NbS AwC 3bD 4wC 5bD") > low("AbS 2wC 3bD 4wC 5bD")


def test_dp7_the_strictest_flush_names_the_hand() -> None:
    """Five tiles of one suit are of one link and of one group as well."""
    hands = ("NwC AwC 2wC 3wC 4wC", "NbS AbS 5bS 4wS 3bS", "NbS AbS 5bS 4bH 3bS")
    names = [HIGH.category(high(hand)).name for hand in hands]
    assert names == ["Suit-flush", "Link-flush no pairs", "Group-flush no pairs"]


def test_dp12_the_best_hand_of_all() -> None:
    assert high("NwH AwH 5wH 4wH 3wH") == len(HIGH) - 1


def test_a_run_is_a_hand_without_pairs() -> None:
    """FAQ, "Why no straight?": only its ranks count; still it beats three of a kind, two pairs and one pair."""
    run, gap = "NbS AwC 5bD 4wC 3bD", "NwH AbD 5wS 4bH 2wC"
    assert HIGH.category(high(run)) == HIGH.category(high(gap))
    assert high("NbS AbC 2bD 3wC 5bD") > high("AwC 5bD 4wC 3bD 2bS")  # no run with a null, and a run without one
    assert all(high(run) > high(hand) for _, hand in EXAMPLES[-3:])


GROUPED = {
    (5,): "five of a kind", (4, 1): "four of a kind", (3, 2): "full house", (3, 1, 1): "three of a kind",
    (2, 2, 1): "two pairs", (2, 1, 1, 1): "one pair", (1, 1, 1, 1, 1): "no pairs",
}  # fmt: skip


def groups(tiles: Sequence[str], order: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The numbers of equal ranks, and these ranks by their place in an order from the lowest."""
    counts = Counter(order.index(tile[0]) for tile in tiles)
    found = sorted(((count, rank) for rank, count in counts.items()), reverse=True)
    return tuple(count for count, _ in found), tuple(rank for _, rank in found)


def high_worth(tiles: Sequence[str]) -> tuple[int, ...]:
    """The line of the printed table, and the ranks that break ties (DP4, DP6, DP7)."""
    kinds, ranks = groups(tiles, "2345AN")
    name = GROUPED[kinds].capitalize()
    for flush, facet in (("Group", slice(1, 2)), ("Link", slice(2, 3)), ("Suit", slice(1, 3))):
        if len({tile[facet] for tile in tiles}) == 1:
            name = "Suit-flush" if flush == "Suit" else f"{flush}-flush {GROUPED[kinds]}"
    return -[line for line, _ in EXAMPLES].index(name), *ranks


def low_worth(tiles: Sequence[str]) -> tuple[int, ...]:
    """No pairs are best, then low ranks (DP5, DP6)."""
    kinds, ranks = groups(tiles, "NA2345")
    return list(GROUPED).index(kinds), *(-rank for rank in ranks)


def test_random_hands_are_ranked_as_by_the_printed_table() -> None:
    """Tiles of a few links and groups, so that flushes come often."""
    rng, found = Random(5), {"high": set[tuple[Any, ...]](), "low": set[tuple[Any, ...]]()}
    for number in range(4000):
        facet = rng.choice(["", "b", "w", "S", "H", "D", "C", "bS"])
        tiles = [tile for tile in range(48) if number % 2 or facet in HIGH.deck.text(tile)]
        hand = rng.sample(tiles, 5)
        texts = [HIGH.deck.text(tile) for tile in hand]
        found["high"].add((HIGH.strength(hand), high_worth(texts)))
        found["low"].add((LOW.strength(hand), low_worth(texts)))
    for pairs in found.values():
        strengths, worths = zip(*sorted(pairs))
        assert len(set(strengths)) == len(pairs) == len(set(worths))
        assert list(worths) == sorted(worths)


# At the table


def played(game: Poker, hands: Sequence[str], board: str) -> PokerState:
    """One deal in which everyone checks or calls, with these tiles for seats 1, 2 ... and these on the board."""
    holes = [list(game.deck.parse_cards(hand)) for hand in hands]
    shared = list(game.deck.parse_cards(board))
    known = {*shared, *(tile for hole in holes for tile in hole)}
    burns = [tile for tile in range(game.deck.size) if tile not in known]
    state = game.initial_state()
    while state.step < len(game.plan):
        (player,) = game.players_to_act(state)
        if player != CHANCE:
            calls = [each for each in game.wagers(state.betting).first if game.text(each) in ("check", "call")]
            action = calls[0]
        elif game.is_moment(state):
            action = game.chance_outcomes(state)[0][0]
        elif isinstance(game.chance_outcomes(state)[0][0], Burn):
            action = Burn(burns.pop())
        else:
            action = Deal(holes[state.seat].pop(0) if state.seat >= 0 else shared.pop(0))
        state = game.play(state, player, action)
    return state


def awards(state: PokerState) -> list[tuple[int, int, str]]:
    return [
        (event.award.seat, event.award.amount, event.award.half) for event in state.ending if isinstance(event, Won)
    ]


def table(**more: object) -> Poker:
    made = create("dual-piecepacks", players=2, button=1, deals=1, **more)
    assert isinstance(made, Poker)
    return made


def test_dp9_the_recommended_table() -> None:
    game = table()
    assert (game.variant.title, game.limit, game.setup.least_low) == ("Omaha hi-lo", "no-limit", 0)
    assert len(game.deck) == 48


def test_a_scoop_both_ways() -> None:
    """N-A-2-3-4 of one suit is the best low, and a suit-flush."""
    state = played(table(), ["NbS AbS 5wH 5wD", "5bH 5bD 4wH 4wD"], "2bS 3bS 4bS 5bC 5wS")
    assert awards(state) == [(0, 2, "high"), (0, 2, "low")]
    shown = [event for event in state.ending if isinstance(event, Showed)]
    assert HIGH.category(shown[-1].high if shown[-1].player == 0 else shown[0].high).name == "Suit-flush"


def test_high_and_low_to_different_seats() -> None:
    state = played(table(), ["5bS 5bH 5wS 5wH", "NbC AwC 2wH 3wH"], "5bD 4bD 2bC 3bS 4wS")
    assert [(seat, half) for seat, _, half in awards(state)] == [(0, "high"), (1, "low")]


def test_exactly_two_of_ones_own() -> None:
    """Four fives in hand are but a pair of them, of one group since three tiles of five on the board are."""
    state = played(table(), ["5bS 5bH 5wS 5wH", "NbC AwC 2wH 3wH"], "NbD AwD 2bC 3bS 4wS")
    shown = {event.player: event.high for event in state.ending if isinstance(event, Showed)}
    assert HIGH.category(shown[0]).name == "Group-flush one pair"


def test_equal_hands_split_both_halves_and_dp11_the_odd_chip() -> None:
    state = played(table(blinds="1/3"), ["NbS AwC 5bH 5wD", "NbD AwH 5bS 5wS"], "2bS 3wH 4bC 2wD 3bC")
    halves = awards(state)
    assert sum(amount for _, amount, _ in halves) == 6
    assert {half for _, _, half in halves} == {"high", "low"}
    assert sum(amount for _, amount, half in halves if half == "high") == 3
    first = [seat for seat, amount, half in halves if half == "high" and amount == 2]
    assert first == [1]  # left of the button


def test_dp11_an_odd_chip_goes_to_the_high_half_first() -> None:
    """A pot of seven; and where both halves are shared, the odd chip of a half to the first seat left of the button."""
    odd = {"blinds": "1/3", "ante": "0/1"}
    state = played(table(**odd), ["5bS 5bH 5wS 5wH", "NbC AwC 2wH 3wH"], "5bD 4bD 2bC 3bS 4wS")
    assert awards(state) == [(0, 4, "high"), (1, 3, "low")]
    state = played(table(**odd), ["NbS AwC 5bH 5wD", "NbD AwH 5bS 5wS"], "2bS 3wH 4bC 2wD 3bC")
    assert {(seat, half): amount for seat, amount, half in awards(state)} == {
        (0, "high"): 2, (1, "high"): 2, (1, "low"): 2, (0, "low"): 1,
    }  # fmt: skip


def test_dp10_seats() -> None:
    create("dual-piecepacks", players=20, variant="texas-holdem")
    create("dual-piecepacks", players=10)
    with pytest.raises(BadCount, match=r"11 x 4 \+ 5 \+ 3 = 52.*48"):
        create("dual-piecepacks", players=11)
    create("dual-piecepacks", players=10, burns=False)


@pytest.mark.parametrize("skin", ["piecepack", "rainbow", "dice-cards", "playing-cards"])
def test_dp13_a_skin_changes_faces_and_nothing_else(skin: str) -> None:
    own, other = table(), table(skin=skin)
    assert other.deck is own.deck
    assert len(set(other.skin.faces)) == len(set(other.skin.names)) == 48
    assert other.parse("deal 3bS") == own.parse("deal 3bS")


@pytest.mark.parametrize("skin", ["own", "piecepack", "rainbow", "dice-cards", "playing-cards"])
def test_dp13_cards_are_read_out_by_the_suits_that_a_skin_shows(skin: str) -> None:
    """Those of a Rainbow Deck were read out as black and white spades; they are dark and light ones."""
    game = table(skin=skin)
    suits = games.scene(game, game.view(game.initial_state(), 0)).suits
    for card in range(48):
        assert words.spell_cards(game.skin.short(card), suits) == game.skin.names[card]


def test_dp13_the_links_of_the_rule_book() -> None:
    """Suns go with hearts, moons with spades, crowns with clubs, arms with diamonds."""
    game = table(skin="piecepack")
    names = {game.deck.text(card): game.skin.names[card] for card in range(48)}
    assert [names[f"3b{letter}"] for letter in "SHDC"] == [
        "three of moons", "three of suns", "three of arms", "three of crowns",
    ]  # fmt: skip
    rainbow = table(skin="rainbow")
    assert rainbow.skin.faces[rainbow.deck.parse("NbS")].corner == "K"
    assert rainbow.skin.faces[rainbow.deck.parse("AbS")].corner == "J"


def shown_as(skin: str) -> dict[str, tuple[str, str]]:
    """For each tile the corner that a skin shows, and its name."""
    game = table(skin=skin)
    return {game.deck.text(card): (game.skin.faces[card].corner, game.skin.names[card]) for card in range(48)}


def test_dp13_the_ranks_of_a_rainbow_deck() -> None:
    """FAQ: 2, 3, 4, 5, J, K of eight French suits, the jack an ace and the king a null."""
    shown = shown_as("rainbow")
    for group, shade in (("b", "dark"), ("w", "light")):
        for link, suit in zip("SHDC", ("spades", "hearts", "diamonds", "clubs")):
            assert [shown[rank + group + link][0] for rank in "NA2345"] == list("KJ2345")
            assert shown[f"4{group}{link}"][1] == f"four of {shade} {suit}"


def test_dp13_the_groups_of_dice_cards() -> None:
    """FAQ: the black and the red cards are the groups, the suit symbols the links."""
    shown = shown_as("dice-cards")
    assert [shown[f"3b{link}"][1] for link in "SH"] == ["three of black spades", "three of black hearts"]
    assert [shown[f"Nw{link}"] for link in "DC"] == [("N", "null of red diamonds"), ("N", "null of red clubs")]


def test_dp13_the_ranks_of_52_playing_cards() -> None:
    """FAQ: white 2, 3, 4, 5, A, Q and black 6, 7, 8, 9, J, K are 2, 3, 4, 5, ace, null; the tens stay out."""
    shown = shown_as("playing-cards")
    for link, suit in zip("SHDC", ("spades", "hearts", "diamonds", "clubs")):
        assert [shown[f"{rank}w{link}"][0] for rank in "2345AN"] == list("2345AQ")
        assert [shown[f"{rank}b{link}"][0] for rank in "2345AN"] == list("6789JK")
        assert shown[f"2b{link}"][1] == f"six of {suit}"


def test_dp13_the_colours_of_the_links() -> None:
    """Footnote 1: red hearts and suns, black spades and moons, green clubs and crowns, blue diamonds and arms."""
    for skin in ("own", "piecepack"):
        game = table(skin=skin)
        inks = {
            letter: {game.skin.faces[game.deck.parse(f"3{group}{letter}")].ink for group in "bw"} for letter in "SHDC"
        }
        assert inks == {"S": {"black"}, "H": {"red"}, "D": {"blue"}, "C": {"green"}}


def test_a_card_has_one_name_on_the_table_and_in_the_news() -> None:
    """The news said "null of diamonds" of the null of black diamonds."""
    game = games.create("dual-piecepacks", players=2)
    scene, deck = (
        games.scene(game, game.view(game.initial_state(), 0)),
        ranking.load("dual-piecepacks").declaration.deck,
    )
    for card in range(deck.size):
        assert words.spell_cards(deck.short_of([card]), scene.suits) == deck.name(card)
    poker = games.create("poker", players=2)
    assert not games.scene(poker, poker.view(poker.initial_state(), 0)).suits
