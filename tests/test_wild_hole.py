"""PK21, the low hole card wild: worked examples of what is wild, the showdown, the views, and what is refused.

The rules and some examples are those of http://poker.davegustafson.com/lowhole.htm.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, permutations
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from cardwright.answers import Budget
from cardwright.cli import main
from cardwright.errors import BadDeclaration, BadOption
from cardwright.game import SPECTATOR
from cardwright.games.poker import variants
from cardwright.games.poker.cards.wild_hole import WildHole
from cardwright.games.poker.events import Common, Showed, Won
from cardwright.games.poker.odds.hands import deal_ranges
from cardwright.games.poker.odds.shares import Chances
from cardwright.games.poker.rules import Poker
from cardwright.games.poker.rules_text import rules_text
from cardwright.games.poker.scene import build_scene
from cardwright.games.poker.scene.panel import panels
from cardwright.games.poker.scoring import best_hands
from cardwright.games.poker.state import PokerState
from cardwright.games.poker.variants.model import LOW_HOLE, LOW_HOLE_ACE_LOW
from cardwright.play import record
from cardwright.ranking import declaration, load
from cardwright.ranking.equity import Equity, HandRules, WildByHole, counting, equity
from cardwright.scenes import Lamps, Text
from support.playouts import played_by_bots, played_states, second_choice
from support.poker_table import run
from support.records import played, whole

NAME = "low-hole-stud"
RANKING = load("four-jokers")
DECK = RANKING.deck
ALL_CHECKS = "bring-in; call;" + "check;" * 8


def table(**more: object) -> Poker:
    chosen = {"players": 2, "button": 2, "deals": 1, "ante": "0/1", "burns": False, "showdown": "show"}
    return Poker(variant=NAME, ranking="variant", **(chosen | more))


def wild(down: str, others: str, rule: str = LOW_HOLE) -> str:
    """Return the wild cards of a hand whose ``down`` cards were dealt face down."""
    hole, rest = DECK.parse_cards(down), DECK.parse_cards(others)
    found = WildHole(RANKING.declaration, rule)
    return " ".join(DECK.text(card) for card in hole + rest if found.is_wild(hole, card))


def made(down: str, others: str, rule: str = LOW_HOLE) -> str:
    """Return what such a hand makes."""
    found = WildHole(RANKING.declaration, rule)
    return RANKING.describe(found.read(DECK.parse_cards(down), DECK.parse_cards(others)))


@pytest.mark.parametrize(
    ("down", "others", "cards"),
    [
        ("7s 4d 3c", "3h Kd 4c 9s", "3c 3h"),  # "if the face-down cards are 7, 4, and 3, then all 3's are wild"
        ("5s 9d", "5h 5c Kd Qd", "5s 5h 5c"),  # "you have THREE wild cards"
        ("5s 9d 2c", "5h 5c Kd Qd", "2c"),  # "but that last face-down card could be a 2"
        ("5s 9d Jc", "2h 5c Kd Qd", "5s 5c"),  # a lower card face up is no hole card
        ("4s 4d 9c", "4h 4c Kd Qd", "4s 4d 4h 4c"),  # of two equal lowest, all of the rank
        ("As Kd Kc", "Kh Ac 2d 3d", "Kd Kc Kh"),  # aces are high
        ("As Ad Ac", "2h Ah 2d 3d", "As Ad Ac Ah"),
    ],
)
def test_the_lowest_card_face_down_and_all_of_its_rank_are_wild(down: str, others: str, cards: str) -> None:
    assert wild(down, others) == cards


def test_a_variant_may_have_the_ace_low() -> None:
    assert wild("As Kd Kc", "Kh Ac 2d 3d", LOW_HOLE_ACE_LOW) == "As Ac"
    assert wild("5s 9d 2c", "5h 5c Kd Ad", LOW_HOLE_ACE_LOW) == "2c"


@pytest.mark.parametrize(
    ("down", "others", "description"),
    [
        ("4s 9d Kc", "Kd Kh 2s 7c", "four of a kind, kings, nine"),
        ("4s 9d Kc", "Kd Kh 4c 7c", "five of a kind, kings"),
        ("4s 4d 9c", "4h 4c 2s 7d", "five of a kind, nines"),
        ("As Ad Ac", "Ah 8d 8h 2c", "five of a kind, eights"),
        ("5h 9h Jh", "Qh 2h 7c 8d", "flush, ace-queen-jack-nine-two"),
        ("5h Ah Jh", "Qh 2h 7c 8d", "flush, ace-king-queen-jack-two"),  # no flush has two aces
        ("4c 6d 7h", "8s Kd 5c 2c", "straight to the nine"),
        ("2c Jd 7h", "8s Kd Qc 4c", "pair of kings, queen-jack-eight"),
        ("Th Jh Qh", "Kh 9h 2c 2d", "straight flush to the king"),
    ],
)
def test_a_wild_card_is_what_makes_the_best_hand(down: str, others: str, description: str) -> None:
    assert made(down, others) == description


def test_the_best_hand_is_the_best_of_all_cards_for_the_wild_ones() -> None:
    """The joker of the table against every card of the deck that the hand does not hold, and a fifth of a rank."""
    rule, rng = WildHole(RANKING.declaration, LOW_HOLE), Random(21)
    plain, cards = load("standard"), list(range(52))
    checked = 0
    while checked < 60:
        rng.shuffle(cards)
        hole, rest = tuple(cards[:3]), tuple(cards[3:7])
        own = [card for card in hole + rest if not rule.is_wild(hole, card)]
        if len(own) < 6:
            continue
        checked += 1
        best = max(plain.strength([*own, card]) for card in range(52) if card not in own)
        name, key = plain.category(best).name, plain.value(best)[1]
        found = RANKING.value(RANKING.strength(rule.read(hole, rest)))
        ranks = [DECK.rank_of[card] for card in own]
        fifth = max(map(ranks.count, ranks)) == 4
        assert fifth or (RANKING.categories[found[0]].name, found[1]) == (name, key)


def test_rows_are_read_as_single_hands_are() -> None:
    rule, rng = WildHole(RANKING.declaration, LOW_HOLE), np.random.default_rng(3)
    rows = rng.permuted(np.tile(np.arange(52, dtype=np.uint8), (200, 1)), axis=1)[:, :7]
    read = rule.read_rows(rows, [0, 1, 6])
    for row, found in zip(rows.tolist(), read.tolist(), strict=True):
        hole, others = (row[0], row[1], row[6]), tuple(row[2:6])
        assert sorted(rule.read(hole, others)) == sorted(found)


# --- at the table


def test_the_showdown_compares_hands_with_each_players_own_wild_cards() -> None:
    """Seat 0 has three kings with the four; seat 1's deuces face down are wild: four nines."""
    game = table()
    cards = "4c 2c Kd 2d 5d 9h Kh 9s 7s 6s Jc 3h Qc Tc"  # in turn, seat 0 first; then the best cards face up
    state = run(game, ALL_CHECKS, cards)
    shown = {event.player: event for event in state.ending if isinstance(event, Showed)}
    assert game.ranking.describe(shown[1].high) == "four of a kind, nines, ten"
    assert game.ranking.describe(shown[0].high) == "three of a kind, kings, queen-jack"
    assert {event.award.seat for event in state.ending if isinstance(event, Won)} == {1}
    winning = next(best_hands(game.setup, "", state, 1))
    assert {game.deck.text(card) for card in winning} == {"2c", "2d", "9h", "9s", "Tc"}
    places = build_scene(game, game.view(state, 0)).places
    marked = {place.face.text for place in places if place.face and "winner" in place.marks}
    assert marked == {game.deck.text(card) for card in winning}


def test_the_jokers_are_not_dealt() -> None:
    game = table(players=7, button=7, burns=True, ante="1")
    assert game.deck.size == 52
    for state in played_states(game, Random(1), second_choice(game)):
        assert max(state.stock, default=0) < 52


def test_pk5_a_card_for_all_is_not_a_hole_card() -> None:
    game = table(players=8, button=8, limit="no-limit", ante="0", burns=True)
    rng, state, common = Random(4), game.initial_state(), False
    while state.turn >= 0 or state.turn == -1:
        legal = game.legal_actions(state, state.turn) if state.turn >= 0 else ()
        calls = [action for action in legal if game.text(action) in ("check", "call", "bring-in")]
        state = game.play(state, state.turn, calls[0] if calls else game.draw(state, rng))
        common |= Common() in state.events
        if any(isinstance(event, Showed) for event in state.ending):
            break
    assert common
    rule, game_rule = WildHole(RANKING.declaration, LOW_HOLE), game.setup.wild
    assert game_rule
    for seat in range(8):
        best = RANKING.strength(rule.read(state.down[seat], state.up[seat] + state.board))
        assert game.strength("", state, seat) == best
        assert len(state.down[seat]) == 2


def words(game: Poker, state: PokerState, seat: int) -> list[str]:
    return [
        line
        for zone in build_scene(game, game.view(state, seat)).zones
        if isinstance(zone, Text)
        for line in zone.lines
    ]


def test_the_scene_says_which_cards_are_wild_for_you_to_you_alone() -> None:
    game = table()
    state = run(game, "bring-in; call; check; check; check; check", "4c 2c Kd 2d 9d 9h 4h 9s Kc 6s Qc 3s")
    assert "Wild for you: 4♣ 4♥" in words(game, state, 0)
    scene = build_scene(game, game.view(state, 0))
    assert "four of a kind, kings, queen" in {zone.note for zone in scene.zones}
    labels = {place.label for place in scene.places}
    assert "four of hearts, wild, your hand, face up" in labels
    assert not any("wild" in label and "{1}" in label for label in labels)
    for seat in (1, SPECTATOR):
        scene = build_scene(game, game.view(state, seat))
        assert not any("wild" in place.label and "{0}" in place.label for place in scene.places)
    assert not any("Wild" in line for line in words(game, state, SPECTATOR))


def lamps(game: Poker, state: PokerState, seat: int) -> tuple[set[str], set[str]]:
    """Return the lines that are held, and those that are held or possible."""
    (panel,) = (zone for zone in panels(game, game.view(state, seat)) if isinstance(zone, Lamps))
    held = {lamp.label for lamp in panel.lamps if lamp.state == "lit"}
    return held, held | {lamp.label for lamp in panel.lamps if lamp.state == "half"}


@pytest.mark.parametrize(
    "cards",
    [
        "4c 2c Kd 2d 9d 9h 4h 9s Kc 6s Qc 3s",
        "Kc 2c Ad 2d 9d 9h Jh 9s Tc 6s Qc 3s",
        "Ac Kc Ad Kd 9d 9h 3h 9s 7c 6s 2c 3s",
    ],
)
def test_the_table_of_hands_shows_all_that_the_last_card_may_make(cards: str) -> None:
    game = table()
    state = run(game, "bring-in; call; check; check; check; check", cards)
    assert len(state.up[0]) == len(state.up[1]) == 4
    for seat in (0, 1):
        seen = {*state.down[seat], *state.up[0], *state.up[1]}
        down, up = state.down[seat], state.up[seat]
        assert game.setup.wild
        ends = {
            game.ranking.category(game.ranking.strength(game.setup.wild.read((*down, card), up))).name
            for card in set(range(52)) - seen
        }
        held, possible = lamps(game, state, seat)
        assert possible - held <= ends <= possible
        assert held == {game.ranking.category(game.strength("", state, seat)).name}


def test_the_table_of_hands_leaves_no_hand_out_before() -> None:
    game = table()
    cards = "4c 2c Kd 2d 9d 9h 4h 9s"
    state = run(game, "bring-in; call; check; check", cards)
    down, up, rng = state.down[0], state.up[0], Random(5)
    _, possible = lamps(game, state, 0)
    unseen = [card for card in range(52) if card not in {*down, *up, *state.up[1]}]
    assert game.setup.wild
    for _ in range(400):
        fifth, sixth, last = rng.sample(unseen, 3)
        strength = game.ranking.strength(game.setup.wild.read((*down, last), (*up, fifth, sixth)))
        assert game.ranking.category(strength).name in possible


# --- hints and bots


def test_the_share_on_the_last_street_is_that_of_all_hands_of_the_rival() -> None:
    """Blind to the bets, the share is about that counted over the rival's three cards."""
    game = table()
    state = run(
        game, "bring-in; call; check; check; check; check; check; check", "4c 2c Kd 2d 9d 9h 4h 9s Qc 6s Js 3s 7h 8d"
    )
    view = game.view(state, state.turn)
    seat, rival = view.player, 1 - view.player
    unseen = [card for card in range(52) if card not in {*state.down[seat], *state.up[0], *state.up[1]}]
    assert game.setup.wild
    mine = game.strength("", state, seat)
    won = [
        (np.sign(mine - game.ranking.strength(game.setup.wild.read(hole, state.up[rival]))) + 1) / 2
        for hole in combinations(unseen, 3)
    ]
    exact = float(np.mean(won))
    found = deal_ranges(game, view, Budget(samples=4000), blind=True).share()
    assert found.mean == pytest.approx(exact, abs=0.04)
    other = Chances(game, view, 4000)
    other.rival_ranges = [
        face._replace(weight=np.full_like(face.weight, 1 / len(face.weight))) for face in other.rival_ranges
    ]
    assert other.share().mean == pytest.approx(exact, abs=0.04)


def test_the_share_before_the_last_card_counts_that_it_may_change_the_wild_rank() -> None:
    """Four fours, three of them wild: a last card face down below a four leaves one wild card."""
    game = table()
    state = run(game, "bring-in; call; check; check; check; check", "4c Jc Kd Td 4h 9h 4s 8s 4d 6s Js 3s")
    view = game.view(state, 0)
    unseen = [card for card in range(52) if card not in {*state.down[0], *state.up[0], *state.up[1]}]
    rng, won, deals = Random(8), 0.0, 6000
    assert game.setup.wild
    for _ in range(deals):
        last, *theirs = rng.sample(unseen, 4)
        mine = game.ranking.strength(game.setup.wild.read((*state.down[0], last), state.up[0]))
        other = game.ranking.strength(game.setup.wild.read(tuple(theirs), state.up[1]))
        won += (mine > other) + (mine == other) / 2
    found = deal_ranges(game, view, Budget(samples=3000), blind=True).share()
    assert found.mean == pytest.approx(won / deals, abs=0.04)


@pytest.mark.parametrize("bot", ["expert", "fast", "basic", "caller"])
def test_bots_play_it(bot: str) -> None:
    game = table(players=3, button=3, ante="1", stacks="40")
    assert sum(game.returns(played_by_bots(game, bot, 7))) == 0


# --- what is refused


def test_a_ranking_needs_a_joker_for_each_card_of_a_rank() -> None:
    for name in ("standard", "joker-poker", "deuces-wild", "paigow-back"):
        with pytest.raises(BadOption, match="Low hole counts wild cards as jokers"):
            Poker(variant=NAME, ranking=name, players=2)
    limited = declaration.table("four-jokers")
    limited["deck"]["jokers"] = [{"text": f"J{n}", "as": "d h"} for n in range(4)]
    text = declaration.from_table(limited)
    assert text.limits


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('wild = "low_hole"', 'wild = "deuces"'),
        ('wins = "high"', 'wins = "split"'),
        ('["down", "down", "up"]', '["up"]'),
        ('hole = ["up"]\n\n', "board = 1\n\n"),
    ],
)
def test_variants_in_which_nothing_can_be_wild_are_refused(old: str, new: str) -> None:
    text = variants.text_of(NAME)
    assert old in text
    with pytest.raises(BadDeclaration, match="wild"):
        variants.parse(text.replace(old, new), "mine.toml")


def test_the_rules_of_the_table_say_what_is_wild() -> None:
    assert "lowest card face down, and all cards of its rank" in rules_text(table())


# --- equity

LEFT = DECK.parse_cards("2s 3h 3s 8d Ts As")
"""The cards that can come in the deals below."""


def asked(*hands: str, dead: str = "", **more: Any) -> Equity:
    down = tuple(way == "down" for way in table().variant.ways)
    rule = WildByHole(down, 52, WildHole(RANKING.declaration, LOW_HOLE).read_rows)
    return equity(HandRules(RANKING, wild_hole=rule), hands, (), dead, hole=7, **more)


def dead_but(hands: Sequence[str]) -> str:
    """Return the cards that are neither in a hand nor among those that can come."""
    held = {card for hand in hands for card in DECK.parse_cards(hand)}
    return DECK.text_of([card for card in range(52) if card not in held and card not in LEFT])


def slowly(hands: Sequence[str]) -> list[Fraction]:
    """Return the shares of the pot over all orders of the cards to come, read hand by hand."""
    rule, ways = WildHole(RANKING.declaration, LOW_HOLE), table().variant.ways
    known = [DECK.parse_cards(hand) for hand in hands]
    won, deals = [Fraction(0)] * len(hands), 0
    for cards in permutations(LEFT, sum(7 - len(hand) for hand in known)):
        left, strengths = iter(cards), []
        for hand in known:
            whole = (*hand, *(next(left) for _ in range(7 - len(hand))))
            down = tuple(card for card, way in zip(whole, ways, strict=True) if way == "down")
            up = tuple(card for card, way in zip(whole, ways, strict=True) if way == "up")
            strengths.append(RANKING.strength(rule.read(down, up)))
        best = [seat for seat, strength in enumerate(strengths) if strength == max(strengths)]
        for seat in best:
            won[seat] += Fraction(1, len(best))
        deals += 1
    return [each / deals for each in won]


@pytest.mark.parametrize(
    "hands",
    [
        ("4c Kd 5d Kc 7h 8c", "9c 9d 9h Ac Kh 6h"),  # the last card comes down, and may be lower
        ("4c Kd 5d Kc 7h", "9c 9d 2h Ac Kh"),  # one up, then one down: which of them counts
        ("4c Kd 5d Kc 7h 8c 3c", "9c 9d 9h Ac Kh 6h 6c"),  # no card to come
    ],
)
def test_equity_is_that_of_all_deals_in_order(hands: tuple[str, str]) -> None:
    found = asked(*hands, dead=dead_but(hands))
    assert found.exact
    assert [hand.share for hand in found.hands] == slowly(hands)


def test_equity_of_many_deals_is_drawn_with_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    hands = ("4c Kd 5d Kc 7h", "9c 9d 2h Ac Kh")
    exact = asked(*hands, dead=dead_but(hands))
    monkeypatch.setattr(counting, "MAX_ROW_DEALS", 0)
    drawn = asked(*hands, dead=dead_but(hands), samples=20_000, seed=3)
    assert not drawn.exact
    assert 0 < drawn.hands[0].error < 0.01
    assert abs(float(drawn.hands[0].share - exact.hands[0].share)) < 5 * drawn.hands[0].error


def test_the_equity_command_takes_hands_in_the_order_of_the_deal(capsys: pytest.CaptureFixture[str]) -> None:
    hands = ["4c Kd 5d Kc 7h 8c", "9c 9d 9h Ac Kh 6h"]
    assert main(["odds", "equity", "four-jokers", *hands, "--variant", NAME]) == 0
    assert "exact: all 1,560 deals" in capsys.readouterr().out
    no_joker, in_order = "is not dealt: wild cards count as jokers", "cards in the order of the deal, or random"
    for bad, why in ((f"{hands[0][:-2]}{DECK.text(53)}", no_joker), ("AA", in_order)):
        assert main(["odds", "equity", "four-jokers", bad, hands[1], "--variant", NAME]) == 2
        assert why in capsys.readouterr().err


# --- records


def test_a_game_is_recorded_verified_and_exported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = table(players=3, button=3, ante="1", stacks="40", deals=2, showdown="muck")
    made = whole(game, played(game))
    file, hands, back = tmp_path / "low.jsonl", tmp_path / "low.phhs", tmp_path / "back.jsonl"
    file.write_bytes(record.dump(made.header, made.log))
    assert main(["verify", str(file)]) == 0
    assert record.read(file).states[-1] == made.states[-1]
    assert main(["phh", str(file), "--output", str(hands)]) == 0
    assert "cardwright-low-hole-stud" in hands.read_text()
    assert main(["phh", str(hands), "--output", str(back)]) == 0
    assert record.read(back).states[-1] == made.states[-1]
    capsys.readouterr()
