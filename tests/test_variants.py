"""Decks by variants: every combination plays, or is refused for a true reason; discards and two boards."""

import functools
import json
import math
import re
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from importlib import resources
from itertools import combinations, permutations
from pathlib import Path
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from cardwright import games
from cardwright import ranking as rankings
from cardwright.answers import Budget
from cardwright.cli import main
from cardwright.errors import BadCount, BadDeclaration, BadOption, BadRecord, IllegalAction
from cardwright.game import CHANCE, Action
from cardwright.games import create_bot
from cardwright.games.poker import betting, variants
from cardwright.games.poker.actions import Discard, Draw, Raise
from cardwright.games.poker.bot import CallerBot
from cardwright.games.poker.cards.stud import Showing
from cardwright.games.poker.cards.wild_hole import dealt_deck
from cardwright.games.poker.events import Showed, Turned, Won
from cardwright.games.poker.rules import Poker
from cardwright.games.poker.rules_text import rules_text
from cardwright.games.poker.scene import build_scene
from cardwright.games.poker.scene.panel import panels
from cardwright.games.poker.scoring import best_hands, board_of, ranking_of
from cardwright.games.poker.setup import DISCARD, DRAW
from cardwright.games.poker.show.rules import one_variant
from cardwright.games.poker.state import OVER, PokerState
from cardwright.games.poker.variants.model import Variant
from cardwright.play import record
from cardwright.ranking import Ranking, declaration, load
from cardwright.scenes import Lamps
from support import reference
from support.playouts import advised, after_chance, among_first, played_states

DECKS = (
    *(name for name in declaration.names() if not declaration.load(name).dice),
    *("as-nas", "short-deck", "royal", "badugi", "teen-patti", "brag", "three-card-poker", "kuhn", "leduc", "guts"),
    *("two-packs", "deuces-wild", "crazy-four-poker", "mus-juego", "joker-poker", "four-jokers"),
)
DICE = ("flexdeck", "yahtzee", "poker-dice", "coins")
NAMES = variants.ALL_NAMES
HOLDEM = variants.text_of("texas-holdem")


def test_there_are_decks_of_all_kinds() -> None:
    assert len(DECKS) == 26


def to_the_end(game: Poker, seed: str) -> None:
    rng = Random(seed)
    for state in played_states(game, rng, among_first(game, rng, 3)):
        assert sum(state.betting.stacks) + betting.pot(state.betting) == 40 * game.players
    assert sum(game.returns(state)) == 0


def ranks_dealt(ranking: Ranking) -> list[int]:
    """Return the rank that each dealt card counts as."""
    return [ranking.declaration.rank_of[card] for card in range(ranking.deck.size - len(ranking.deck.jokers))]


def is_true(reason: str, ranking: Ranking, made: Variant) -> bool:
    """Return true if a refusal says what is so."""
    cards = made.kept + made.board
    if found := re.search(r"needs (.*) = (\d+) cards, and the .* deck has (\d+): ", reason):
        total, deck = int(found[2]), int(found[3])
        terms = [math.prod(map(int, term.split(" x "))) for term in found[1].split(" + ")]
        return sum(terms) == total > deck == dealt_deck(made, ranking.deck).size
    if found := re.search(r"at least (\d+) jokers that are alike, and no other wild card", reason):
        declared = ranking.declaration
        few = len(declared.deck.jokers) < int(found[1]) == max(Counter(ranks_dealt(ranking)).values())
        return bool(made.wild) and (few or len(declared.wilds) > len(declared.deck.jokers) or bool(declared.limits))
    if found := re.search(r"it takes hands of (\d+) to (\d+) cards with the variant", reason):
        least, most = int(found[1]), int(found[2])
        return least == made.from_hole == most - made.board and not least <= ranking.size <= most
    if found := re.search(r"it takes hands of (at most )?(\d+) cards? with the variant", reason):
        return bool(found[1]) == (made.hand == "any") and int(found[2]) == cards != ranking.size
    if found := re.search(r"a ranking of (dice|cards) with the variant .*, not of (dice|cards)", reason):
        return (found[1] == "dice") == made.dice and (found[2] == "dice") == ranking.declaration.dice != made.dice
    if "hands of at most 7 dice, not 10" in reason:
        return ranking.size == 10
    if 'the best hand of "any" cards is chosen from at most 9' in reason:
        return cards > 9
    return False


def refusal(deck: str, name: str) -> str:
    """Return why a deck cannot play a variant; where it can, play a deal and return nothing."""
    try:
        game = one_variant(variant=name, ranking=deck, players=2, deals=1, stacks="40")
    except (BadOption, BadCount) as refused:
        return str(refused)
    to_the_end(game, name)
    return ""


def test_every_deck_plays_by_every_variant_or_is_refused_for_a_true_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rankings, "_load", functools.cache(rankings._load))  # also those that are not built in
    every = (*DECKS, *DICE)
    played = 0
    for name in NAMES:
        for deck in every:
            reason = refusal(deck, name)
            assert not reason or is_true(reason, load(deck), variants.load(name)), (name, deck[:20], reason)
            played += not reason
    assert played > len(NAMES) * len(every) * 0.4


@pytest.mark.parametrize("name", NAMES)
def test_every_variant_plays_with_its_own_ranking(name: str) -> None:
    assert refusal("variant", name) == ""


def test_pk5_in_a_game_of_one_street_every_card_is_ones_own() -> None:
    """Nine cards were enough for 20: of three cards each, all three were dealt for all."""
    assert variants.load("teen-patti").seats(9, burns=True) == 3
    assert variants.load("kuhn").seats(3, burns=True) == 3
    assert variants.load("seven-card-stud").seats(52, burns=True) == 8


# Discards


def until(game: Poker, kind: int, seed: int = 3) -> PokerState:
    """Play calls and checks until a step of this kind."""
    states = played_states(game, Random(seed), lambda state, seat: check_or_call(game, state))
    return next(state for state in states if state.turn >= 0 and game.plan[state.step].kind == kind)


def check_or_call(game: Poker, state: PokerState) -> Action:
    texts = {game.text(each): each for each in game.legal_actions(state, state.turn)}
    return texts.get("check") or texts["call"]


def test_pk15_cards_are_thrown_away_face_down_and_not_dealt_again() -> None:
    game = Poker(variant="crazy-pineapple", players=3, deals=1, button=3)
    state = until(game, DISCARD)
    assert (len(state.board), state.turn, [len(hand) for hand in state.down]) == (3, 0, [3, 3, 3])
    legal = game.legal_actions(state, 0)
    assert [len(each.cards) for each in legal if isinstance(each, Discard)] == [1, 1, 1]
    assert all(game.parse(game.text(each)) == each for each in legal)
    scene = build_scene(game, game.view(state, 0))
    assert scene.status == "Your turn: touch the card to throw away"
    for wrong, why in (("check", "1 card must be thrown away now"), ("discard 2c 3c", "only cards of your own hand")):
        with pytest.raises(IllegalAction, match=why):
            game.play(state, 0, game.parse(wrong))
    gone = state.down[0][0]
    after = game.play(state, 0, game.parse(f"discard {game.deck.text(gone)}"))
    assert after.thrown[0] == (gone,)
    assert gone not in after.stock
    assert game.view(after, 1).thrown[0] == (-1,)
    assert build_scene(game, game.view(after, 1)).news == ("{0} threw 1 card away",)
    for _ in range(2):
        after = game.play(
            after, after.turn, create_bot("basic", game, Random(1)).advise(game.view(after, after.turn)).action
        )
    assert [len(hand) for hand in after.down] == [2, 2, 2]


def test_the_table_of_hands_shows_what_every_discard_leaves_possible() -> None:
    game = Poker(variant="crazy-pineapple", players=2, deals=1, button=2)
    state = until(game, DISCARD)
    cards, board = game.deck.parse_cards("4c Qc 4d"), game.deck.parse_cards("Qd 2c 5c")
    view = replace(game.view(state, 0), down=(cards, (-1,) * 3), board=board)
    (table,) = panels(game, view)
    assert isinstance(table, Lamps)
    states = {lamp.label: lamp.state for lamp in table.lamps}
    assert (states["Two pair"], states["Three of a kind"], states["One pair"]) == ("lit", "half", "half")


def test_players_who_are_all_in_throw_away_before_their_hands_lie_open() -> None:
    game = Poker(variant="pineapple", players=2, deals=1, button=2, stacks="20")
    state = after_chance(game, game.initial_state(), Random(1))
    state = game.play(state, state.turn, game.parse("raise 20"))
    state = game.play(state, state.turn, game.parse("call"))
    assert game.plan[state.step].kind == DISCARD
    assert (state.shown, state.turn) == (0, 0)
    for _ in range(2):
        state = game.play(state, state.turn, game.legal_actions(state, state.turn)[0])
    to_the_end_of(game, state)


def to_the_end_of(game: Poker, state: PokerState) -> PokerState:
    *_, state = played_states(game, Random(1), lambda state, seat: game.legal_actions(state, seat)[-1], state)
    return state


def test_a_bot_keeps_the_pair() -> None:
    game = Poker(variant="pineapple", players=2, deals=1, button=2)
    state = until(game, DISCARD)
    cards = game.deck.parse_cards("Ah Ad 7c")
    swapped = dict(zip((*cards, *state.down[0]), (*state.down[0], *cards)))
    down = (cards, tuple(swapped.get(card, card) for card in state.down[1]))
    stock = bytes(sorted(set(range(52)) - {*cards, *down[1]}))
    state = type(state)(**{**{f: getattr(state, f) for f in state.__struct_fields__}, "down": down, "stock": stock})
    advice = create_bot("basic", game, Random(1)).advise(game.view(state, 0))
    assert game.text(advice.action) == "discard 7c"


# Two boards


def test_pk14_each_of_two_boards_wins_half_of_the_pot() -> None:
    game = Poker(variant="double-board-holdem", players=2, deals=1, button=2, showdown="show", burns=False)
    dealt = list(game.deck.parse_cards("As Kd Ah Kh 2c 7d 9s Kc 8d 3s 4h Jd 5c Qh"))
    rng, state = Random(1), game.initial_state()
    news: list[str] = []
    statuses: set[str] = set()
    while state.turn != OVER:
        if state.turn >= 0:
            action = check_or_call(game, state)
        else:
            action = game.draw(state, rng)
            if game.text(action).startswith("deal"):
                action = game.parse(f"deal {game.deck.text(dealt.pop(0))}")
        state = game.play(state, state.turn, action)
        scene = build_scene(game, game.view(state, 0))
        news += scene.news
        statuses.add(scene.status)
        turned = [event for event in state.events if isinstance(event, Turned)]
        assert [event.board for event in turned] in ([], [0, 1])
    assert [game.deck.text_of(cards) for cards in game.variant.boards_of(state.board)] == [
        "2c 7d 9s 4h 5c",
        "Kc 8d 3s Jd Qh",
    ]
    won = {event.award.half: (event.award.seat, event.award.amount) for event in state.ending if isinstance(event, Won)}
    assert won == {"high": (0, 2), "low": (1, 2)}  # aces on the first board, three kings on the second
    shown = [event for event in state.ending if isinstance(event, Showed)]
    assert [game.ranking.category(event.low).name for event in shown] == ["One pair", "Three of a kind"]
    assert "First board: 2♣ 7♦ 9♠" in news
    assert any("the half of the pot for the second board, with three of a kind, kings" in line for line in news), news
    assert "Showdown: the best hand on each board wins half" in statuses
    assert [zone.title for zone in scene.zones if zone.id in ("board", "second")] == ["First board", "Second board"]


MIXED = {  # what failed before: IndexError in the split, BadCount with a board or a discard, minutes for two of four
    "a split with a draw": """hand = "all"
wins = "split"
street = [{ name = "Deal", hole = "down down down" }, { name = "Draw", draw = true }]""",
    "a board after a draw": """hand = "any"
street = [{ name = "Deal", hole = "down down" }, { name = "Draw", draw = true }, { name = "Board", board = 2 }]""",
    "a draw before a discard": """hand = "all"
street = [{ name = "A", hole = "down down down down" }, { name = "D", draw = true }, { name = "E", discard = 1 }]""",
    "one of two with a draw": """hand = 1
street = [{ name = "Deal", hole = "down down", board = 2 }, { name = "Draw", draw = true }]""",
    "two of three after a draw and a discard": """hand = 2
street = [
    { name = "A", hole = "down down down down" }, { name = "D", draw = true }, { name = "E", discard = 1, board = 1 },
]""",
    "two of four with a draw": """hand = "two"
street = [{ name = "Deal", hole = "down down down down", board = 2 }, { name = "Draw", draw = true }]""",
}


@pytest.mark.parametrize("rules", MIXED.values(), ids=MIXED)
def test_moves_are_valued_where_exchanges_go_with_boards_discards_and_low_hands(rules: str) -> None:
    text = f'title = "Mixed"\nabout = "of several kinds"\nlimit = "fixed-limit"\n{rules}\n'
    game = Poker(variant=text, ranking="three-card-poker", players=3, deals=1)
    rng, state = Random(3), game.initial_state()
    caller, valued = CallerBot(game, rng), set()
    while acting := game.players_to_act(state):
        if acting[0] < 0:
            state = game.play(state, acting[0], game.draw(state, rng))
            continue
        view = game.view(state, acting[0])
        assert panels(game, view)
        lines = games.evaluate(game, view, Budget(samples=40))
        assert {line.action for line in lines if not isinstance(line.action, Raise)} <= set(
            game.legal_actions(state, acting[0])
        )
        valued.add(type(lines[0].action))
        state = game.play(state, acting[0], caller.advise(view).action)
    assert Draw in valued


def test_an_exchange_keeps_the_card_that_goes_with_the_board() -> None:
    text = f'title = "Mixed"\nabout = "of several kinds"\nlimit = "fixed-limit"\n{MIXED["two of four with a draw"]}\n'
    game = Poker(
        variant=text.replace('"two"', '"any"').replace("down down ", "", 1),
        players=2,
        deals=1,
        ranking="three-card-poker",
    )
    state = until(game, DRAW)
    cards = game.ranking.cards
    down = tuple(cards("Ac 7d") if seat == state.turn else hand for seat, hand in enumerate(state.down))
    lines = games.evaluate(game, game.view(replace(state, down=down, board=cards("As Ah")), state.turn))
    ace = cards("Ac")[0]
    assert [isinstance(line.action, Draw) and ace in line.action.cards for line in lines] == [False, False, True, True]
    assert lines[0].value > 1.5 * lines[-1].value


def test_more_cards_at_a_time_than_are_compared_are_refused() -> None:
    """Bots and the table of hands failed before the discard: "14 cards: a hand is chosen from 5 to 9"."""
    folder = resources.files("cardwright.games.poker").joinpath("variants")
    text = folder.joinpath("crazy-pineapple.toml").read_text(encoding="utf-8")
    five = text.replace('["down", "down", "down"]', str(["down"] * 5).replace("'", '"')).replace(
        "discard = 1", "discard = 3"
    )
    with pytest.raises(BadOption, match="fewer cards than 5 hole cards and 5 on the board"):
        Poker(variant=five)
    to_the_end(Poker(variant=five.replace("board = 3", "board = 2"), stacks="40", players=2, deals=1), "four")


# An exact number of one's own cards

EXACT = {  # title and rules; the number of one's own cards
    "three of five": """hand = 3
wins = "split"
qualifier = "8"
street = [
    { name = "Deal", hole = "down down down down down" }, { name = "Flop", board = 3 }, { name = "Last", board = 1 }
]""",
    "one of two": """hand = 1
boards = 2
street = [{ name = "Deal", hole = "down down" }, { name = "Flop", board = 4 }, { name = "Last", board = 1 }]""",
    "four of five, lowball stud": """hand = 4
wins = "low"
open = "bring-in"
street = [{ name = "Deal", hole = "down down up" }, { name = "More", hole = "up up", board = 2 }]""",
}


def exactly(title: str) -> str:
    return f'title = "{title}"\nabout = "of one\'s own, and the rest for all"\nlimit = "fixed-limit"\n{EXACT[title]}\n'


def slow_best(ranking: Ranking, own: Sequence[int], board: Sequence[int], number: int) -> tuple[int, ...]:
    return max(
        reference.strength_key(ranking.declaration, (*ours, *theirs))
        for ours in combinations(own, number)
        for theirs in combinations(board, ranking.size - number)
    )


@pytest.mark.parametrize("title", EXACT)
def test_exactly_so_many_of_ones_own_cards_play(title: str) -> None:
    game = Poker(variant=exactly(title), players=3, deals=4, button=3, stacks="40", showdown="show")
    number, ended = game.variant.from_hole, 0
    assert number
    assert f"Exactly {number} of a player's own cards and {5 - number} of the board make the hand" in rules_text(game)
    for state in played_states(game, Random(3), advised(game, CallerBot(game, Random(3)))):
        build_scene(game, game.view(state, 0))
        won = [event for event in state.events if isinstance(event, Won)]
        if not won or len(state.board) < game.variant.board * game.variant.boards:
            continue
        ended += 1
        for half in {event.award.half for event in won}:
            ranking, board = ranking_of(game.setup, half), board_of(game.setup, half, state.board)
            keys = [slow_best(ranking, down + up, board, number) for down, up in zip(state.down, state.up)]
            strengths = [game.strength(half, state, seat) for seat in range(3)]
            assert [a > b for a, b in permutations(strengths, 2)] == [a > b for a, b in permutations(keys, 2)]
            paid = {event.award.seat for event in won if event.award.half == half and event.award.amount}
            assert paid <= {seat for seat, key in enumerate(keys) if key == max(keys)}
            hand = next(best_hands(game.setup, half, state, next(iter(paid))))
            assert len({*hand} & {*state.board}) == ranking.size - number
    assert ended >= 4


def test_the_equity_of_three_of_five_is_that_of_every_deal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A deck of 20 cards, of which two come to the board: a slow count is quick."""
    royal, path = load("royal"), tmp_path / "three.toml"
    path.write_text(exactly("three of five").replace('wins = "split"\nqualifier = "8"\n', ""), encoding="utf-8")
    hands, board = ["Ah Ad Kc Qd Jc", "Th Td Ts Ks Qs"], "Tc Qh"
    assert main(["odds", "equity", "royal", *hands, "--board", board, "--variant", str(path), "--json"]) == 0
    own, known = [royal.cards(hand) for hand in hands], royal.cards(board)
    unseen = set(range(20)) - {*own[0], *own[1], *known}
    shares = []
    for more in combinations(sorted(unseen), 2):
        first, second = (slow_best(royal, hand, (*known, *more), 3) for hand in own)
        shares.append(Fraction(1 + (first > second) - (first < second), 2))
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert [row["pot"] for row in rows] == pytest.approx([float(sum(shares) / 28), 1 - float(sum(shares) / 28)])


def test_pk6_cards_that_are_dealt_after_an_exchange_are_not_exchanged_away() -> None:
    """The stock was empty when the last street came."""
    game = Poker(
        ranking="royal",
        players=3,
        deals=1,
        button=3,
        stacks="40",
        variant="""title = "Keep"
about = "three of five, with an exchange"
hand = 3
limit = "fixed-limit"
street = [
    { name = "Deal", hole = "down down down down" }, { name = "Draw", draw = true, burn = true },
    { name = "Last", hole = "down", board = 2, burn = true },
]""",
    )
    most = []

    def exchange_all(state: PokerState, seat: int) -> Action:
        if game.plan[state.step].kind != DRAW:
            return check_or_call(game, state)
        most.append(game.legal_actions(state, seat)[-1])
        if len(most) == 3:
            (table,) = panels(game, game.view(state, seat))
            assert isinstance(table, Lamps)
            own, unseen = state.down[seat], set(range(20)) - {*state.down[seat]}
            ends = {
                game.ranking.category(game.ranking.strength_with_hole((*own, card), board, 3)).name
                for card in unseen
                for board in combinations(unseen - {card}, 2)
            }
            possible = {lamp.label for lamp in table.lamps if lamp.state == "half"}
            assert possible == ends - {lamp.label for lamp in table.lamps if lamp.state == "lit"}
        return most[-1]

    *_, state = played_states(game, Random(5), exchange_all)
    # Of 20 cards 12 are held and one is burnt, and five are to come.
    assert [len(each.cards) for each in most if isinstance(each, Draw)] == [2, 0, 0]
    assert (len(state.board), [len(hand) for hand in state.down], len(state.burnt)) == (2, [5, 5, 5], 1)
    old = replace(record.Header.of(game, [record.Sitter("Ada")] * 3), version=2)
    with pytest.raises(BadRecord, match="it was played by version 2 of poker, and this is version 5"):
        record.parse(record.dump(old, ()))


def test_the_lowest_suit_brings_in_also_where_a_deck_lists_its_cards() -> None:
    """The suits were taken for those of a deck with each rank in each suit, so 2b was below 2a."""
    table = """name = "Listed"
size = 2
category = [{ name = "All" }]
[deck]
ranks = "1 2 3 4 5 6 7"
suits = "a b c"
cards = ["1 2 3 4 5 6 of a b", "7 of a b c"]"""
    cards = load(table).cards("2a 2b")
    assert Showing(load(table)).brings_in([cards[:1], cards[1:]], 0b11) == 0
    chosen = {"variant": "seven-card-stud", "players": 2, "burns": False}
    old = replace(record.Header.of(Poker(ranking=table, **chosen), [record.Sitter("Ada")] * 2), version=2)
    with pytest.raises(BadRecord, match="it was played by version 2 of poker, and this is version 6"):
        record.parse(record.dump(old, ()))
    assert Poker(ranking="two-packs", **chosen).version == Poker(ranking="joker-poker", **chosen).version == 2


@pytest.mark.parametrize(("ranking", "cards"), [("brag", 3), ("primero", 4), ("three-pairs-in-a-row", 6)])
def test_draw_deals_a_hand_of_any_size(ranking: str, cards: int) -> None:
    game = Poker(variant="draw", ranking=ranking, players=2)
    state = game.initial_state()
    while game.players_to_act(state) == (CHANCE,):
        state = game.play(state, CHANCE, game.chance_outcomes(state)[0][0])
    assert [len(held) for held in state.down] == [cards, cards]
    assert variants.load("draw").hole == 1  # not before a ranking is known


def test_two_words_for_the_same_number() -> None:
    """Declarations of older records say "two"."""
    folder = resources.files("cardwright.games.poker").joinpath("variants")
    text = folder.joinpath("omaha.toml").read_text(encoding="utf-8")
    assert variants.parse(text.replace("hand = 2", 'hand = "two"')) == variants.load("omaha")


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("boards = 2", "boards = 3", "v.toml, boards: must be a whole number from 1 to 2"),
        ("boards = 2", 'boards = 2\nwins = "split"', "v.toml, boards: two boards need cards on the board"),
        ("boards = 2", 'ranking = "standrad"', "ranking: no ranking 'standrad' comes with Cardwright; did you mean"),
        ("boards = 2", 'boards = 2\nqualifier = "8"', "v.toml, qualifier: needs wins = \"split\", not 'high'"),
        ('hand = "any"', 'hand = "all"', 'v.toml, hand: "all" makes the hand of the hole cards, and 5 go to the board'),
        ('["down", "down"]', "[]", "street 1 (Before the flop): deals no cards: it needs hole, board, draw, discard"),
        ('["down", "down"]', '["up", "sideways"]', "hole: a card is dealt down or up, not 'sideways'"),
        ("board = 3", "board = -3", "street 2 (Flop), board: must be a whole number from 0 to 7, not -3"),
        ('"no-limit"', '"sky"', "v.toml, limit: must be 'no-limit' or 'pot-limit' or 'fixed-limit', not 'sky'"),
        ('"no-limit"', '"no-limit"\nopen = "bring-in"', "open: a bring-in needs exactly one card up"),
        ("title", "[title", "v.toml: is not TOML: Expected ']'"),
        ('name = "Flop"', 'name = "Flop"\ndiscard = 2', "street 2 (Flop), discard: a player has 2 cards here"),
        ('name = "Flop"', 'name = "Flop"\ndraw = true\ndiscard = 1', "cards are thrown away or exchanged in a street"),
        ('hand = "any"', "hand = 0", "v.toml, hand: must be 'any', 'all' or a number of hole cards from 1 to 9, not 0"),
        (
            'hand = "any"',
            'hand = "tow"',
            "v.toml, hand: must be 'any', 'all' or a number of hole cards from 1 to 9, not 'tow'",
        ),
        ('hand = "any"', "hand = true", "a number of hole cards from 1 to 9, not true"),
        ('hand = "any"', "hand = 3", "v.toml, hand: 3 needs 3 hole cards and a board, not 2 and 5 cards"),
        ('hand = "any"\n', "", "hand: is missing: it must be 'any', 'all' or a number of hole cards from 1 to 9"),
        ('["down", "down"]', '["down"]\ndiscard = 1', "street 1 (Before the flop), discard: a player has 0 cards here"),
    ],
)
def test_a_variant_that_cannot_be_played_is_refused_with_the_reason(old: str, new: str, why: str) -> None:
    text = variants.text_of("double-board-holdem")
    assert old in text
    with pytest.raises(BadDeclaration) as refused:
        variants.parse(text.replace(old, new), "v.toml")
    assert why in str(refused.value)


PIECES = (
    *("hand", "=", '"any"', "[[street]]", "hole", "[", "]", '"down"', "board", "3", "-1", "1e999", "9" * 5000, "title"),
)


@settings(max_examples=200, deadline=None)
@given(
    st.integers(0, len(HOLDEM)),
    st.text(max_size=8) | st.lists(st.sampled_from(PIECES), max_size=6).map(" ".join),
    st.integers(0, 60),
)
@example(0, '"a\\nb" = 1\n', 0)
@example(0, "a = " + "[" * 5000, 0)
def test_any_declaration_is_read_or_refused_in_one_line(place: int, piece: str, cut: int) -> None:
    try:
        declared = variants.parse(HOLDEM[:place] + piece + HOLDEM[place + cut :], "fuzz")
    except BadDeclaration as refusal:
        told = str(refusal)
    else:
        told = declared.needs(2, burns=True)[1] + declared.needs(20, burns=True)[1]
    assert len(told.splitlines()) == 1
