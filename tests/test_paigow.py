"""Pai Gow Poker: the source's rules and each ruling, in play; then all laws over random games.

The source is Denexa Games' "Pai Gow Poker"; docstrings name its section and paragraph.
"""

import itertools
import re
from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from cardwright.errors import BadAction, BadCard, BadOption, IllegalAction
from cardwright.game import CHANCE, SPECTATOR, Uniform
from cardwright.games import create_bot, rules_page, scene
from cardwright.games.paigow import actions, chips, fortune, laws, scoring
from cardwright.games.paigow.actions import PAY, Bet, Clear, ColorUp, Deal, Dragon, Pay, Roll, SetHands, Throw, TurnUp
from cardwright.games.paigow.events import BankSettled, Hand, HomeShowdown, Left, PotLeft, Result, Rolled, Showdown
from cardwright.games.paigow.hands import DECK, hands
from cardwright.games.paigow.house_way import set_hand
from cardwright.games.paigow.rules import PaiGow
from cardwright.games.paigow.scene import _gain, _paid
from cardwright.games.paigow.state import PaiGowState
from cardwright.scenes import Chips, Text, named, places_of, words
from cardwright.testing import LawBroken, check_game
from cardwright.web.drawing import svg
from support.playouts import after_moments, played_states, with_reasons
from support.scenes import zone_of

cards = DECK.parse_cards

# Four hands with no card in common, best first.
ACES = "As Ad Kh Qs 7d 5s 3s"
KING = "Kc Qd 9h 8s 6c 4d 2h"
QUEEN = "Qc Js Tc 9s 7h 5d 4c"
JACK = "Jc Th 8d 6s 5h 3c 2d"


def play(game: PaiGow, state: PaiGowState, *actions: tuple[int, str]) -> PaiGowState:
    """Play these actions, checked, by (player, text), and every automatic step after them."""
    for player, text in actions:
        state = after_moments(game, game.play(state, player, game.parse(text)))
    return state


def deal(game: PaiGow, state: PaiGowState, piles: Sequence[str], dice: Sequence[int] = (1, 3, 4)) -> PaiGowState:
    """Deal the named piles first, fill up with any cards, and roll; 1 + 3 + 4 gives the first pile to the dealer."""
    named = [card for pile in piles for card in cards(pile)]
    fill = [card for card in range(DECK.size) if card not in named]
    for card in [*named, *fill][:49]:
        state = game.play(state, CHANCE, Deal(card))
    state = game.play(state, game.players_to_act(state)[0], Throw())
    for die in dice:
        state = game.play(state, CHANCE, Roll(die))
    return state


def first_deal(piles: Sequence[str], *bets: int, **options: object) -> tuple[PaiGow, PaiGowState]:
    """The first round of a game in which each seat has made its bet, and these piles are dealt."""
    game = PaiGow(players=len(bets), **options)
    state = play(game, game.initial_state(), *[(seat, f"bet {bet}") for seat, bet in enumerate(bets)])
    return game, deal(game, state, piles)


def one_round(dealer: str, hand: str, front: str, bet: int = 10, **options: object) -> PaiGowState:
    """The state after one player's bet against these seven cards of the dealer's."""
    game, state = first_deal([dealer, hand], bet, **options)
    return play(game, state, (0, f"front {front}"))


def outcome(state: PaiGowState) -> tuple[str, str, str]:
    assert isinstance(state.last, Showdown)
    result = state.last.results[0]
    return result.front, result.back, result.outcome


# --- the casino round


def test_both_hands_better_win_even_money() -> None:
    """Game play, 2: both hands beat the dealer's."""
    state = one_round(KING, ACES, "Kh Qs")
    assert outcome(state) == ("win", "win", "win")
    assert chips.value(state.racks[0]) == 210


def test_both_hands_worse_lose_the_stake() -> None:
    """Game play, 2: both lose."""
    state = one_round(ACES, JACK, "Th 8d")
    assert outcome(state) == ("lose", "lose", "lose")
    assert chips.value(state.racks[0]) == 190


def test_one_better_and_one_worse_push() -> None:
    """Game play, 2: one beats the dealer and the other does not."""
    state = one_round("As Ad Jh Ts 7d 5s 3c", "Ac Kh Qh 9c 7c 4d 2d", "Kh Qh")
    assert outcome(state) == ("win", "lose", "push")
    assert chips.value(state.racks[0]) == 200


def test_a_fouled_hand_loses_even_if_both_its_hands_are_better() -> None:
    """Game play, 2. Two aces in front of nothing: each is better than the dealer's, and the stake is lost."""
    state = one_round("Qc Jd 9h 8s 6c 4d 2h", "As Ad Kh Ts 7d 5s 3c", "As Ad")
    assert outcome(state) == ("win", "win", "foul")
    assert chips.value(state.racks[0]) == 190


@pytest.mark.parametrize(
    ("front", "back", "foul"),
    [
        ("As Kd", "Ac Kh Qs Jd 9c", False),  # as high, and the back goes on
        ("As Kd", "Ac Qh Js 9d 8c", True),
        ("As Qd", "Ac Kh Js 9d 8c", False),
        ("2s 2d", "Ac Kh Qs Jd 9c", True),  # a pair above no pair
        ("2s 2d", "3c 3h Qs Jd 9c", False),
        ("3s 3d", "2c 2h Qs Jd 9c", True),
        ("9s 9d", "9c 9h Qs Jd 2c", False),  # a pair each, and kickers behind
        ("As Jo", "Kc Kh Qs Qd 2c", False),  # two pair above any front
        ("As Jo", "2c 3h 4s 5d 6c", False),
        ("As Jo", "Ac Kh Qs Jd 9c", True),
        ("Jo Kd", "As Ac Qs Jd 9c", False),
        ("Ks Kd", "Ac Jo Qs Jd 9c", False),
        ("Ks Qd", "Jo Jc Td 8s 2h", False),
    ],
)
def test_pg8_a_foul_is_a_front_above_its_back(front: str, back: str, foul: bool) -> None:
    assert hands().is_foul(cards(front), cards(back)) is foul


def test_pg1_the_back_is_the_other_five() -> None:
    state = one_round(ACES, JACK, "Th 8d")
    assert isinstance(state.last, Showdown)
    mine = state.last.hands[1]
    assert set(mine.back) == set(cards("Jc 6s 5h 3c 2d"))


def test_pg2_the_dealer_sets_by_the_house_way_chosen() -> None:
    """Two low pairs and a queen: Trump Plaza splits them, the MGM keeps them."""
    dealer = "6c 6d 3h 3s Qc 9d 8h"
    fronts = {}
    for way in ("trump_plaza", "foxwoods", "mgm"):
        last = one_round(dealer, "As Kd Qh 9c 7d 4s 2h", "Kd Qh", house_way=way).last
        assert isinstance(last, Showdown)
        fronts[way] = DECK.text_of(last.hands[0].front)
    assert fronts == {"trump_plaza": "3h 3s", "foxwoods": "3h 3s", "mgm": "9d Qc"}


def test_pg3_the_wheel_is_the_second_straight_or_the_lowest() -> None:
    wheel, king_high, ace_high = map(cards, ("Ac 2d 3h 4s 5c", "Kd Qh Js Tc 9d", "Ad Kh Qs Jc Th"))
    six_high = cards("2c 3d 4h 5s 6c")
    second, lowest = hands("second"), hands("lowest")
    assert second.back(king_high) < second.back(wheel) < second.back(ace_high)
    assert lowest.back(wheel) < lowest.back(six_high)


def test_pg3_holds_for_straight_flushes_too() -> None:
    wheel, king_high, royal = map(cards, ("Ac 2c 3c 4c 5c", "Kd Qd Jd Td 9d", "Ad Kd Qd Jd Td"))
    second, lowest = hands("second"), hands("lowest")
    assert second.back(king_high) < second.back(wheel) < second.back(royal)
    assert lowest.back(wheel) < lowest.back(king_high)


COPY = (KING, "Ks Qh 9d 8c 6h 4c 2s")  # the same seven ranks: Q-9 in front by the house way


def test_pg4_the_dealer_wins_copies() -> None:
    state = one_round(*COPY, "Qh 9d")
    assert outcome(state) == ("copy", "copy", "lose")


def test_pg4_a_copy_and_a_win_push() -> None:
    state = one_round(COPY[0], "As Qh 9d 8c 6h 4c 2s", "Qh 9d")
    assert outcome(state) == ("copy", "win", "push")


def test_pg4_with_the_option_copies_push() -> None:
    assert outcome(one_round(*COPY, "Qh 9d", copies="push"))[2] == "push"
    worse = one_round("Ac Qd 9h 8s 6c 4d 2h", "Ks Qh 9d 8c 6h 4c 2s", "Qh 9d", copies="push")
    assert outcome(worse) == ("copy", "lose", "push")


@pytest.mark.parametrize(
    ("copies", "end"), [("dealer", "(lost 10): *; the dealer wins copies"), ("push", "(push): *; a copy is a push")]
)
def test_pg4_the_comparison_says_who_wins_a_copy(copies: str, end: str) -> None:
    game, state = first_deal(COPY, 10, copies=copies)
    compared = showdown_of(game, state, (0, "front Qh 9d"))[1]
    said = "the front is equal, the back is equal"
    assert scene(game, game.view(compared, 0)).status == "{0} " + end.replace("*", said)


def test_pg4_against_a_players_bank_the_bank_wins_copies() -> None:
    game, state = banked()
    state = deal(game, play(game, state, (0, "take bank"), (1, "bet 30")), COPY)
    compared = showdown_of(game, state, (0, "front Qd 9h"), (1, "front Qh 9d"))[1]
    assert scene(game, game.view(compared, 0)).status.endswith("; the bank wins copies")


def test_pg5_no_commission_unless_chosen() -> None:
    state = one_round(KING, ACES, "Kh Qs", bet=100)
    assert chips.value(state.racks[0]) == 300
    state = one_round(KING, ACES, "Kh Qs", bet=100, commission=5)
    assert chips.value(state.racks[0]) == 295


def test_pg5_commission_is_exact_over_several_wins() -> None:
    """Four wins of 5: a quarter of a chip each, collected with the fourth."""
    game = PaiGow(players=1, commission=5)
    state = game.initial_state()
    taken = []
    for _ in range(4):
        state = deal(game, play(game, state, (0, "bet 5")), [KING, ACES])
        state = play(game, state, (0, "front Kh Qs"))
        assert isinstance(state.last, Showdown)
        taken.append(state.last.commission[0])
    assert taken == [0, 0, 0, 1]
    assert chips.value(state.racks[0]) == 219


@pytest.mark.parametrize(
    ("back", "category"),
    [
        ("Jo Kc Qd 9h 8s", "high card"),
        ("Jo Ac Qd Jh 9s", "one pair"),
        ("Jo Kc Kd Jh 9s", "one pair"),  # an ace, not a third king
        ("Jo Kc Qd Jh Ts", "straight"),
        ("Jo 8c 7d 6h 4s", "straight"),
        ("Jo 2c 3d 4h 5s", "straight"),
        ("Jo Kc 9c 4c 2c", "flush"),
        ("Jo 8c 7c 6c 4c", "straight flush"),
        ("Jo Kc Qc Jc Tc", "royal flush"),
        ("Jo Ac Ad Ah As", "five aces"),
        ("Jo Ac Ad Ah Ks", "four of a kind"),
        ("Jo Ac Ad Kh Ks", "full house"),
    ],
)
def test_pg6_the_bug_is_an_ace_or_completes(back: str, category: str) -> None:
    ranked = hands()
    found = ranked.category(ranked.back(cards(back)))
    assert found == category


def test_pg6_five_aces_beat_all() -> None:
    assert hands().back(cards("Ac Ad Ah As Jo")) > hands().back(cards("As Ks Qs Js Ts"))


def test_pg7_the_bug_in_front_is_an_ace() -> None:
    ranked = hands()
    assert ranked.front(cards("Jo Kd")) == ranked.front(cards("As Kd"))
    assert ranked.front(cards("Jo Ad")) == ranked.front(cards("As Ad")) > ranked.front(cards("Ks Kd"))
    assert ranked.front(cards("Jo Kd")) < ranked.front(cards("2s 2d"))


@pytest.mark.parametrize("total", range(3, 19))
def test_pg9_the_dice_give_the_first_hand(total: int) -> None:
    """Setup, 2: 1, 8 and 15 are the dealer's, 2, 9 and 16 the seat's to the dealer's right, and so on."""
    dice = next(dice for dice in itertools.product(range(1, 7), repeat=3) if sum(dice) == total)
    game = PaiGow(players=6)
    state = play(game, game.initial_state(), *[(seat, "bet 5") for seat in range(6)])
    state = deal(game, state, [], dice)
    first = (total - 1) % 7  # 0 is the dealer's
    assert state.events == (Rolled(dice, first),)
    for seat in range(6):
        pile = (seat + 1 - first) % 7
        assert game.hand(state, seat) == state.dealt[7 * pile : 7 * pile + 7]


def test_pg9_no_die_shows_what_the_text_says_of_1_and_2() -> None:
    totals = {sum(dice) for dice in itertools.product(range(1, 7), repeat=3)}
    assert totals == set(range(3, 19))


def test_pg10_seven_hands_are_dealt_and_four_cards_are_left() -> None:
    """Setup, 2: to the middle of the table, vacant seats' as well."""
    game, state = first_deal([], 5)
    assert len(state.dealt) == 49
    own = set(game.view(state, 0).hand)
    assert len(own) == 7
    assert not set(game.view(state, SPECTATOR).hand)


def test_no_hand_is_seen_before_the_dice() -> None:
    game = PaiGow(players=1)
    state = play(game, game.initial_state(), (0, "bet 5"))
    for card in range(49):
        state = game.play(state, CHANCE, Deal(card))
    state = play(game, state, (0, "throw dice"), (CHANCE, "roll 6"), (CHANCE, "roll 6"))
    assert game.view(state, 0).hand == ()


def test_hands_are_set_unseen_and_not_touched_again() -> None:
    """Game play, 1: face down, and the cards stay as they are."""
    game, state = first_deal([KING, JACK], 5, 5)
    state = play(game, state, (0, "front Th 8d"))
    assert game.players_to_act(state) == (1,)
    assert game.view(state, 0).front == cards("8d Th")
    assert game.view(state, 1).front == ()
    assert all(isinstance(action, SetHands) for action in game.legal_actions(state, 1))
    assert len(game.legal_actions(state, 1)) == 21


def test_pg12_is_off_unless_chosen() -> None:
    assert {option.default for option in PaiGow.options if option.name in ("dragon", "fortune", "banking")} == {False}


def test_pg10_the_first_hand_of_a_seat_that_has_left_is_an_empty_seats() -> None:
    """Setup, 2: any vacant seats are still given cards."""
    game = PaiGow(players=2)
    told = []
    for first in ("bet 5", "color up"):
        state = play(game, game.initial_state(), (0, first), (1, "bet 5"))
        told.append(scene(game, game.view(deal(game, state, [], (2, 3, 4)), 1)).news)
    assert told == [("Dice: 2 + 3 + 4 = 9. First hand: {0}",), ("Dice: 2 + 3 + 4 = 9. First hand: an empty seat",)]


def test_pg14_players() -> None:
    assert PaiGow(players=6).players == 6
    assert PaiGow(players=7, form="home").players == 7
    with pytest.raises(BadOption, match="1 to 6"):
        PaiGow(players=7)
    with pytest.raises(BadOption, match="2 to 7"):
        PaiGow(players=1, form="home")


@pytest.mark.parametrize(
    "options", [{"form": "home", "fortune": True}, {"form": "home", "commission": 5}, {"bankroll": 4}, {"maximum": 4}]
)
def test_options_that_do_not_fit_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(BadOption):
        PaiGow(**options)


def test_bets_are_multiples_of_the_minimum_that_the_rack_covers() -> None:
    game = PaiGow(players=1, minimum=5, maximum=100, bankroll=32)
    state = game.initial_state()
    assert game.legal_actions(state, 0) == (*(Bet(bet) for bet in (5, 10, 15, 20, 25, 30)), ColorUp())
    with pytest.raises(IllegalAction):
        game.play(state, 0, Bet(7))


def test_a_session_ends_after_its_rounds() -> None:
    game = PaiGow(players=1, rounds=2)
    state = game.initial_state()
    for _ in range(2):
        state = deal(game, play(game, state, (0, "bet 10")), [KING, ACES])
        state = play(game, state, (0, "front Kh Qs"))
    assert game.players_to_act(state) == ()
    assert game.returns(state) == (20,)


def test_who_cannot_bet_is_out() -> None:
    game, state = first_deal([ACES, JACK, "4c 4d 8h 9s Tc Js Qd"], 10, 5, bankroll=10)
    state = play(game, state, (0, "front Th 8d"), (1, "front 4c 4d"))
    assert state.seated == (False, True)
    assert game.players_to_act(state) == (1,)
    assert game.returns(state) == (-10, 5)


# --- chips (PG16)


def test_pg16_color_up_changes_small_for_large() -> None:
    """Always color up: between hands, all low denominations for higher ones."""
    game = PaiGow(players=2, bankroll=235)
    state = game.initial_state()
    assert chips.words(state.racks[0]) == "47 red of 5 each"
    state = play(game, state, (0, "color up"), (1, "bet 5"))
    assert [event for event in state.events if isinstance(event, Left)] == [Left(0, (0, 0, 0, 47, 0), (0, 2, 1, 2, 0))]
    assert chips.words(state.racks[0]) == "2 black of 100 each, 1 green of 25, 2 red of 5 each"
    assert game.returns(state) == (0, 0)


def test_pg16_the_chips_drawn_are_those_held() -> None:
    game = PaiGow(players=1)
    first = scene(game, game.view(game.initial_state(), 0))
    assert all(move.label.startswith(move.brief) for move in first.moves)  # the name of a button begins with its text
    rack = zone_of(first, Chips, "rack")
    assert (rack.amount, rack.note, rack.counts) == (200, "40 red of 5 each", (0, 0, 0, 40, 0))
    assert svg.chips(rack.amount, rack.counts).count('#stack-10"') == 4
    assert 'worth-5"' in svg.chips(rack.amount, rack.counts)
    assert "worth-100" in svg.chips(rack.amount)


def test_pg16_small_chips_gather_until_colored_up() -> None:
    rack = chips.buy_in(100, 25)
    for _ in range(3):
        rack = chips.add(rack, 15)
    assert chips.words(rack) == "4 green of 25 each, 9 red of 5 each"
    assert chips.words(chips.color_up(rack)) == "1 black of 100, 1 green of 25, 4 red of 5 each"


def test_pg16_the_smallest_chip_that_is_enough_is_changed() -> None:
    rack = (0, 1, 1, 0, 0)
    assert chips.words(chips.take(rack, 10)) == "1 black of 100, 3 red of 5 each"
    assert chips.words(chips.take(rack, 25)) == "1 black of 100"


@given(st.lists(st.integers(-300, 500), max_size=30), st.integers(1, 600), st.integers(1, 5000))
@settings(max_examples=200, deadline=None)
def test_pg16_chips_are_worth_what_they_should_be(gains: list[int], minimum: int, bankroll: int) -> None:
    rack = chips.buy_in(bankroll, minimum)
    held = bankroll
    assert chips.value(rack) == held
    for gain in gains:
        if held + gain >= 0:
            rack, held = chips.change(rack, gain), held + gain
        assert chips.value(rack) == held == chips.value(chips.color_up(rack))
        assert min(rack) >= 0
        assert sum(chips.color_up(rack)) <= sum(rack)


def test_everyone_is_colored_up_at_the_end() -> None:
    game, state = first_deal([KING, JACK], 10, rounds=1)
    state = play(game, state, (0, "front Th 8d"))
    assert state.phase == "over"
    assert state.racks == (chips.fewest(190),)


# --- every step of the showdown lies on the table


def showdown_of(game: PaiGow, state: PaiGowState, *actions: tuple[int, str]) -> list[PaiGowState]:
    """The moments that follow these actions, up to the next round."""
    for player, text in actions:
        state = game.play(state, player, game.parse(text))
    found = []
    while game.is_moment(state):
        found.append(state)
        state = game.play(state, CHANCE, game.draw(state, Random(0)))
    return [*found, state]


def test_alone_against_the_dealer_a_round_says_in_a_few_words_which_hand_wins() -> None:
    """The words of both hands, which stand at their cards, took three small lines of a telephone and four seconds."""
    game, state = first_deal([KING, ACES], 10)
    dealer, compared, paid, _ = showdown_of(game, state, (0, "front Kh Qs"))
    look = scene(game, game.view(compared, 0))
    assert look.status == "{0} (won 10): the front wins, the back wins"
    assert look.news == (look.status,)
    assert [game.is_brief(each) for each in (dealer, compared, paid)] == [False, False, True]


def test_the_dealer_and_then_each_hand_are_seen_before_chips_move() -> None:
    """Game play, 2: the dealer exposes and sets, each player's hands are compared, then the bets are paid."""
    game, state = first_deal([KING, ACES, JACK], 10, 20)
    *moments, after = showdown_of(game, state, (0, "front Kh Qs"), (1, "front Th 8d"))
    dealer, first, second, paid = (scene(game, game.view(state, 1)) for state in moments)
    titles = [zone.title for zone in paid.zones if zone.id.startswith("shown")]
    assert titles == ["Dealer's front and back", "{0}'s front and back", "Your front and back"]
    assert [state.turned_up for state in moments] == [1, 2, 3, 3]
    assert [chips.value(state.racks[0]) for state in moments] == [200, 200, 200, 210]
    assert dealer.status == "Dealer sets: queen-nine in front, king-high, eight-six-four-two behind"
    assert any("no pair: the highest card behind, the next two in front" in line for line in dealer.news)
    assert first.status == (
        "{0} (won 10): king-queen beats queen-nine in front; "
        "pair of aces, seven-five-three beats king-high, eight-six-four-two behind"
    )
    assert second.status.startswith("{1} (lost 20): ")
    assert paid.status == "{0} won 10 chips; {1} lost 20"
    assert [zone.note for zone in first.zones if zone.id == "shown0"] == ["won 10"]
    assert not [zone for zone in dealer.zones if zone.id == "shown0"]
    (zone,) = [zone for zone in first.zones if zone.id == "shown0"]
    assert words.zone(zone, ["Ann", "Ben"])[1:] == [
        "  front: Kh, Qs (king-queen)",
        "  back: Ad, As, 7d, 5s, 3s (pair of aces, seven-five-three)",
    ]
    (told,) = [zone for zone in scene(game, game.view(after, 0)).zones if zone.id == "words"]
    assert isinstance(told, Text)
    assert told.lines == (
        "Front: king-queen beats queen-nine",
        "Back: pair of aces, seven-five-three beats king-high, eight-six-four-two",
        "Bet of 10: won 10",
    )
    assert all("winner" in place.marks for zone in first.zones if zone.id == "shown0" for place in places_of(zone))
    assert (after.phase, after.turned_up, game.view(after, 0).shown) == ("bet", 0, ())


def test_hands_not_compared_yet_stay_hidden() -> None:
    game, state = first_deal([KING, ACES, JACK], 10, 20)
    first = showdown_of(game, state, (0, "front Kh Qs"), (1, "front Th 8d"))[0]
    seen = repr(game.view(first, SPECTATOR).shown)
    assert game.view(first, SPECTATOR).shown == (first_hand(game, first),)
    assert seen == repr(game.view(first, 0).shown)


def first_hand(game: PaiGow, state: PaiGowState) -> Hand:
    """The dealer's hand in the named deal of `KING`."""
    setting = set_hand(cards(KING))
    return Hand(None, setting.front, setting.back, reason=setting.reason)


def test_at_home_all_hands_are_turned_up_before_the_pot_is_taken() -> None:
    game = PaiGow(form="home", players=2)
    state = play(game, game.initial_state(), (0, "ante"), (1, "ante"))
    for turn in range(7):
        for hand in (ACES, JACK):
            state = game.play(state, CHANCE, Deal(cards(hand)[turn]))
    shown, paid, after = showdown_of(game, state, (0, "front Kh Qs"), (1, "front Th 8d"))
    assert (shown.pot, paid.pot) == (10, 0)
    assert len(game.view(shown, SPECTATOR).shown) == 2
    look = scene(game, game.view(paid, 0))
    assert look.status == "{0} had the best front and the best back, and won the pot of 10"
    assert look.news == (look.status,)  # who won both is not named for each
    assert after.phase == "ante"


def test_the_steps_of_a_showdown_have_a_notation() -> None:
    assert [actions.text(step) for step in (TurnUp(), Pay(), Clear())] == ["turn up", "pay", "clear"]


def test_the_dealer_picks_a_player_to_throw_the_dice() -> None:
    """Setup, 2: "The dealer selects one player to roll the dice"; here in turn, a round each."""
    game = PaiGow(players=2)
    state = game.initial_state()
    throwers = []
    for _ in range(3):
        state = play(game, state, (0, "bet 5"), (1, "bet 5"))
        for card in range(49):
            state = game.play(state, CHANCE, Deal(card))
        throwers.append(game.players_to_act(state))
        look = scene(game, game.view(state, throwers[-1][0]))
        assert look.status.startswith("The dealer picks you")
        assert {"piles", "box0", "box1"} <= {zone.id for zone in look.zones}  # where the hands will lie stays marked
        state = play(game, state, (throwers[-1][0], "throw dice"), *[(CHANCE, "roll 2")] * 3)
        for seat in (0, 1):
            state = play(game, state, (seat, game.text(game.legal_actions(state, seat)[-1])))
    assert throwers == [(0,), (1,), (0,)]


def test_a_plate_says_what_lies_in_the_tray_and_the_bet_box_beside_it() -> None:
    game, state = first_deal([KING, "8c 8d Qh Js 7d 5s 3c"], 5)
    for moment in (state, *showdown_of(game, state, (0, "front 8c 8d"))):
        look = scene(game, game.view(moment, 0))
        tray = next(zone.amount for zone in look.zones if isinstance(zone, Chips) and zone.id == "rack")
        box = next(zone.amount for zone in look.zones if isinstance(zone, Chips) and zone.id == "bet")
        assert look.seats[0].score == f"{tray} chips" + (f", bet {box}" if box else "")


def test_a_foul_is_said_to_lose_and_no_part_of_it_to_win() -> None:
    game, state = first_deal([KING, "8c 8d Qh Js 7d 5s 3c"], 5)
    *moments, after = showdown_of(game, state, (0, "front 8c 8d"))
    texts = [text for state in moments for text in scene(game, game.view(state, 0)).news]
    words = zone_of(scene(game, game.view(after, 0)), Text, "words")
    assert words.lines == (
        "Foul: pair of eights in front ranks above queen-high, jack-seven-five-three behind, so the hand loses",
    )
    assert not [text for text in (*texts, *words.lines) if "wins" in text]


def test_chips_that_are_bet_leave_the_rack_until_they_are_paid() -> None:
    game, state = first_deal([ACES, JACK], 10)

    def amounts(state: PaiGowState) -> tuple[int, ...]:
        return tuple(zone.amount for zone in scene(game, game.view(state, 0)).zones if isinstance(zone, Chips))

    *moments, after = showdown_of(game, state, (0, "front Th 8d"))
    assert amounts(state) == (10, 190)
    assert [amounts(each) for each in moments] == [(10, 190)] * (len(moments) - 1) + [(0, 190)]
    assert amounts(after) == (0, 190)


def test_the_last_hands_lie_on_the_table_as_the_game_ended() -> None:
    game = PaiGow(players=1, rounds=1)
    look = scene(game, game.view(one_round(ACES, JACK, "Th 8d", rounds=1), 0))
    hands = [zone for zone in look.zones if zone.id.startswith("shown")]
    assert [(zone.id, zone.note) for zone in hands] == [("shown-dealer", ""), ("shown0", "lost 10")]
    assert all(place.face is not None for zone in hands for place in places_of(zone))


def test_the_end_says_why_and_celebrates_only_a_win() -> None:
    lost = one_round(ACES, JACK, "Th 8d", rounds=1)
    game = PaiGow(players=1, rounds=1)
    look = scene(game, game.view(lost, 0))
    assert look.result == "{0} -10. The only round is played"
    assert (look.outcome, scene(game, game.view(lost, SPECTATOR)).outcome) == ("lost", "")
    won = one_round(KING, ACES, "Kh Qs", rounds=1)
    assert scene(game, game.view(won, 0)).outcome == "won"
    push = scene(game, game.view(one_round(*COPY, "Qh 9d", copies="push", rounds=1), 0))
    assert push.ending.startswith("You broke even. {0} 0. ")  # with the dealer there is no draw


def test_the_end_before_the_last_round_is_played_says_that_all_have_left_or_cannot_bet() -> None:
    lost = one_round(ACES, JACK, "Th 8d", rounds=2)
    game = PaiGow(players=1, rounds=2)
    left = play(game, lost, (0, "color up"))
    assert scene(game, game.view(left, 0)).result == "{0} -10. Everyone has left the table"
    game, state = first_deal([ACES, JACK], 10, rounds=2, bankroll=10)
    broke = play(game, state, (0, "front Th 8d"))
    assert scene(game, game.view(broke, 0)).result == "{0} -10. No player is left who can bet"


@pytest.mark.parametrize(
    ("text", "why"),
    [("bet 7", "in steps of 5"), ("bet 500", "bet 5 to 100"), ("front Kh Qs", "another kind of move now: bet$")],
)
def test_a_refused_move_says_which_limit_it_breaks(text: str, why: str) -> None:
    game = PaiGow(players=1)
    with pytest.raises(IllegalAction, match=why):
        game.play(game.initial_state(), 0, game.parse(text))


def test_options_of_the_other_form_are_not_offered() -> None:
    for option in PaiGow.options:
        if option.name in ("maximum", "copies", "commission", "fortune", "dragon", "banking"):
            assert option.needs == ({"form": ("casino",)},)
        assert len(option.meanings) in (0, len(option.choices))


# --- options of PG12


def test_dragon_goes_to_the_first_taker_and_is_set_by_the_house_way() -> None:
    game, state = first_deal([KING, JACK, QUEEN, ACES], 10, 20, dragon=True)
    state = play(game, state, (0, "front Th 8d"), (1, "front 4c 5d"))
    assert game.players_to_act(state) == (0,)
    state = play(game, state, (0, "pass dragon"), (1, "take dragon"))
    assert isinstance(state.last, Showdown)
    second = state.last.results[-1]
    assert (second.seat, second.bet, second.outcome, second.dragon) == (1, 20, "win", True)
    why = "one pair, aces: the pair behind, the two highest others in front"
    assert state.last.hands[-1] == Hand(1, cards("Qs Kh"), cards("Ad As 3s 5s 7d"), dragon=True, reason=why)


def test_dragon_is_not_offered_at_a_full_table_nor_to_who_cannot_match() -> None:
    game, state = first_deal([], *[5] * 6, dragon=True, rounds=1)
    for seat in range(6):
        state = play(game, state, (seat, game.text(game.legal_actions(state, seat)[0])))
    assert state.phase == "over"
    game, state = first_deal([KING, JACK], 55, dragon=True, rounds=1, bankroll=100)
    assert play(game, state, (0, "front Th 8d")).phase == "over"


def test_dragon_is_not_offered_while_a_player_has_the_bank() -> None:
    phases = []
    for choice in ("take bank", "pass bank"):
        game = PaiGow(players=2, banking=True, dragon=True, bankroll=300, rounds=2)
        state = play(game, game.initial_state(), (0, "bet 20"), (1, "bet 10"))
        state = deal(game, state, [ACES, JACK, QUEEN])
        state = play(game, state, (0, "front Th 8d"), (1, "front 4c 5d"), (0, "pass dragon"), (1, "pass dragon"))
        state = play(game, state, (0, choice), *([(0, "bet 5")] if choice == "pass bank" else []), (1, "bet 5"))
        state = deal(game, state, [ACES, JACK, QUEEN])
        for seat in (0, 1):
            state = play(game, state, (seat, game.text(game.legal_actions(state, seat)[0])))
        phases.append(state.phase)
    assert phases == ["over", "dragon"]


def test_dragon_is_offered_to_another_first_each_round() -> None:
    game = PaiGow(players=2, dragon=True)
    state = game.initial_state()
    first = []
    for _ in range(3):
        state = deal(game, play(game, state, (0, "bet 5"), (1, "bet 5")), [KING, JACK, QUEEN])
        state = play(game, state, (0, "front Th 8d"), (1, "front 4c 5d"))
        first.append(state.offered[0])
        while state.phase == "dragon":
            state = play(game, state, (state.offered[0], game.text(Dragon(take=False))))
    assert first == [0, 1, 0]


def banked() -> tuple[PaiGow, PaiGowState]:
    """Two players; the first round is played and the bank is offered to seat 0."""
    game, state = first_deal([ACES, JACK, QUEEN], 20, 10, banking=True, bankroll=300)
    return game, play(game, state, (0, "front Th 8d"), (1, "front 4c 5d"))


@pytest.mark.parametrize(
    ("copies", "said", "reason"), [("dealer", "are yours", "wins copies"), ("push", "are a push", "copies push")]
)
def test_banking_what_becomes_of_copies_is_said_when_the_bank_is_offered(copies: str, said: str, reason: str) -> None:
    game = PaiGow(players=2, banking=True, copies=copies)
    view = game.view(replace(game.initial_state(), phase="bank", round=2), 0)
    assert scene(game, view).status.endswith(said)
    assert reason in create_bot("basic", game, Random(1)).advise(view).reason


def test_banking_is_offered_to_the_dealer_and_the_seats_in_turn() -> None:
    game, state = banked()
    assert (state.round, state.phase, game.players_to_act(state)) == (2, "bank", (0,))
    state = play(game, state, (0, "pass bank"))
    assert state.events == (BankSettled(0, None),)
    assert game.players_to_act(state) == (0, 1)


def test_banking_the_others_play_against_the_banker_who_wins_copies() -> None:
    """The banker, seat 0, has 280: a share of 140 for each of seat 1 and the dealer, who bets 20 as seat 0 did."""
    game, state = banked()
    state = play(game, state, (0, "take bank"))
    assert game.players_to_act(state) == (1,)
    assert game.limit(state, 1) == 100
    assert game.share(state, 0) == 140
    state = play(game, state, (1, "bet 30"))
    # 1 + 3 + 4 = 8 counts to the bank, seat 0; the piles go on to seat 1 and round to the dealer
    state = deal(game, state, COPY)
    assert game.hand(state, 0) == cards(COPY[0])
    assert game.hand(state, 1) == cards(COPY[1])
    state = play(game, state, (0, "front Qd 9h"), (1, "front Qh 9d"))
    assert isinstance(state.last, Showdown)
    seat, dealer = state.last.results
    assert (seat.seat, seat.outcome, seat.gained) == (1, "lose", -30)
    assert (dealer.seat, dealer.bet) == (None, 20)
    assert game.returns(state)[0] == -20 + 30 - dealer.gained


def test_banking_a_bankers_foul_loses_to_all_but_fouls() -> None:
    game, state = banked()
    state = deal(game, play(game, state, (0, "take bank"), (1, "bet 30")), ["As Ad Kh Ts 7d 5s 3c", COPY[1]])
    fouled = play(game, state, (0, "front As Ad"), (1, "front 4c 2s"))
    assert isinstance(fouled.last, Showdown)
    assert [result.outcome for result in fouled.last.results] == ["win", "win"]
    both = play(game, state, (0, "front As Ad"), (1, "front Ks Qh"))
    assert isinstance(both.last, Showdown)
    assert [result.outcome for result in both.last.results] == ["foul", "win"]


def test_banking_the_dice_count_from_the_bank() -> None:
    game, state = banked()
    state = deal(game, play(game, state, (0, "take bank"), (1, "bet 30")), [], dice=(1, 1, 1))
    assert state.events == (Rolled((1, 1, 1), 3),)  # 3 from seat 0, whose position is 1


def test_banking_needs_chips_to_cover_the_others() -> None:
    """15 chips cannot cover 10 of the dealer's and 10 of seat 1's, so the bank is not offered to seat 0."""
    game, state = first_deal([ACES, JACK, QUEEN], 10, 10, banking=True, bankroll=25, minimum=10)
    state = play(game, state, (0, "front Th 8d"), (1, "front Js Tc"))
    assert (state.round, state.phase) == (2, "bet")


def test_banking_the_dealer_bets_no_more_than_a_share_that_the_bank_covers() -> None:
    """Seat 0 lost 100 of 200 and banks: the dealer bets 50, not the 100 that seat 0 bet."""
    game, state = first_deal([ACES, JACK, QUEEN], 100, 10, banking=True)
    state = play(game, state, (0, "front Th 8d"), (1, "front 4c 5d"), (0, "take bank"))
    assert game.limit(state, 1) == game.dealer_bet(state, 0) == 50


def test_banking_goes_on_against_the_dealer_alone_when_the_others_have_left() -> None:
    game, state = banked()
    state = play(game, state, (0, "take bank"), (1, "color up"))
    assert (state.phase, game.playing(state)) == ("deal", [0])
    game, state = banked()
    assert play(game, state, (0, "pass bank"), (0, "color up"), (1, "color up")).phase == "over"


def test_banking_commission_is_on_the_bankers_gain() -> None:
    game, state = first_deal([ACES, JACK, QUEEN], 5, 5, banking=True, commission=5, bankroll=300)
    state = play(game, state, (0, "front Th 8d"), (1, "front 4c 5d"), (0, "take bank"), (1, "bet 100"))
    state = deal(game, state, ["As Ad Kh Kd 7d 5s 3c", COPY[1]])
    state = play(game, state, (0, "front Kh Kd"), (1, "front Qh 9d"))
    assert isinstance(state.last, Showdown)
    won = -sum(result.gained for result in state.last.results)
    assert state.last.commission == (won // 20, 0)


def test_banking_commission_is_on_bets_won_and_on_what_the_bank_gains_in_all() -> None:
    won, lost = Result(1, 100, "win", "win", "win", 100), Result(None, 150, "lose", "lose", "lose", -150)
    assert scoring.gains([won], 0, 2) == ([-100, 100], [0, 100])
    assert scoring.gains([lost], 0, 2) == ([150, 0], [150, 0])
    assert scoring.gains([won, lost], 0, 2) == ([50, 100], [50, 100])
    assert scoring.gains([won], None, 2) == ([0, 100], [0, 100])


# --- at home (PG13)


def home(players: int, *sets: tuple[str, str], **options: object) -> tuple[PaiGow, PaiGowState]:
    """One home round: everyone antes, is dealt these seven cards and puts these two in front."""
    game = PaiGow(form="home", players=players, **options)
    state = play(game, game.initial_state(), *[(seat, "ante") for seat in range(players)])
    return game, home_round(game, state, *sets)


def home_round(game: PaiGow, state: PaiGowState, *sets: tuple[str, str]) -> PaiGowState:
    seats = [seat for seat, here in enumerate(state.seated) if here]
    for turn in range(7):
        for hand, _ in sets:
            state = game.play(state, CHANCE, Deal(cards(hand)[turn]))
    return play(game, state, *[(seat, f"front {front}") for seat, (_, front) in zip(seats, sets, strict=True)])


BEST = (ACES, "Kh Qs")
MIDDLE = ("Jc Jh 9d 8s 6h 4c 2d", "9d 8s")
FRONT = ("Ac Kd Qd 9c 8h 6s 3h", "Kd Qd")  # a front as good as BEST's, and a poor back


def test_pg13_best_front_and_best_back_take_the_pot() -> None:
    """Home play: one player has the highest front and back, and collects the lot."""
    game, state = home(2, BEST, MIDDLE)
    assert isinstance(state.last, HomeShowdown)
    assert (state.last.winner, state.pot) == (0, 0)
    assert game.returns(state) == (5, -5)
    assert game.players_to_act(state) == (0, 1)


def test_pg13_half_winners_do_not_ante_again() -> None:
    """Home play: seat 0 has the best front, seat 1 the best back; the pot stays, and only seat 2 antes again."""
    game, state = home(3, ("Ac Kd Qd 9c 8h 6s 3h", "Kd Qd"), MIDDLE, ("Tc Th 7h 5d 4d 3s 2c", "7h 5d"))
    assert isinstance(state.last, HomeShowdown)
    assert (state.last.front, state.last.back, state.last.winner) == (0, 1, None)
    assert state.pot == 15
    assert game.players_to_act(state) == (2,)
    state = play(game, state, (2, "ante"))
    assert state.pot == 20
    assert game.returns(state) == (-5, -5, -10)


def test_pg13_equal_fronts_are_no_players() -> None:
    """Two equal fronts: no half-winner there, so both of them ante again unless the back is theirs."""
    game, state = home(3, BEST, FRONT, MIDDLE)
    assert isinstance(state.last, HomeShowdown)
    assert (state.last.front, state.last.back, state.last.winner) == (None, 0, None)
    assert game.players_to_act(state) == (1, 2)


def test_pg13_a_foul_cannot_win() -> None:
    game, state = home(2, (ACES, "As Ad"), MIDDLE)
    assert isinstance(state.last, HomeShowdown)
    assert state.last.winner == 1
    assert game.returns(state) == (-5, 5)


def test_at_home_two_half_winners_play_on_without_ante() -> None:
    game, state = home(2, FRONT, MIDDLE)
    assert state.phase == "deal"
    assert state.pot == 10
    state = home_round(game, state, BEST, MIDDLE)
    assert game.returns(state) == (5, -5)
    assert game.players_to_act(state) == (0, 1)  # the pot is taken, so both ante again


def test_at_home_the_session_goes_on_until_the_pot_is_taken() -> None:
    game, state = home(2, FRONT, MIDDLE, rounds=1)
    assert state.phase == "deal"
    state = home_round(game, state, BEST, MIDDLE)
    assert state.phase == "over"
    assert scene(game, game.view(state, 0)).result == "{0} +5. Lost: {1} -5. The pot of the last rounds is taken"


def test_at_home_the_last_at_the_table_has_the_pot() -> None:
    game, state = home(3, FRONT, MIDDLE, ("Tc Th 7h 5d 4d 3s 2c", "7h 5d"), bankroll=5)
    assert state.phase == "deal"  # seat 2 could not ante again
    assert "{2}: out of chips to ante, with 0 chips" in scene(game, game.view(state, 0)).news
    assert state.seated == (True, True, False)
    state = home_round(game, state, BEST, MIDDLE)
    assert game.returns(state) == (10, -5, -5)


# Equal fronts and equal backs: all owe an ante.
TWINS = (KING, "Qd 9h"), ("Ks Qh 9d 8c 6h 4c 2s", "Qh 9d"), ("Jc Th 8d 7s 5h 3c 2d", "Th 8d")


def test_at_home_the_only_one_who_stays_has_the_pot_and_owes_no_ante() -> None:
    game, state = home(3, *TWINS)
    state = play(game, state, (0, "leave"), (1, "leave"), (2, "ante"))
    assert state.phase == "over"
    assert game.returns(state) == (-5, -5, 10)


def test_at_home_odd_chips_of_a_pot_that_is_shared_go_to_the_first_seats() -> None:
    game, state = home(3, *TWINS)
    state = play(game, replace(state, pot=17), *[(seat, "leave") for seat in range(3)])
    assert state.events[-1] == PotLeft((6, 6, 5))


def test_at_home_those_who_leave_together_share_the_pot() -> None:
    """All leave; 15 chips in shares of 5."""
    game, state = home(3, *TWINS)
    assert game.players_to_act(state) == (0, 1, 2)
    state = play(game, state, *[(seat, "leave") for seat in range(3)])
    assert state.phase == "over"
    assert state.events[-1] == PotLeft((5, 5, 5))
    assert scene(game, game.view(state, 0)).news[-1] == "{2}: 5 chips from the pot, for no other player is left"
    assert game.returns(state) == (0, 0, 0)


# --- notation


def test_notation_takes_the_front_in_either_order() -> None:
    assert actions.parse("front Kd 9c") == actions.parse("front 9c Kd")


@pytest.mark.parametrize(
    "text", ["", "bet", "bet -5", "bet ٥", "bet 5 5", "front", "front 9c", "roll 7", "deal", "set"]
)
def test_notation_refuses_the_rest(text: str) -> None:
    with pytest.raises(BadAction):
        actions.parse(text)


@pytest.mark.parametrize("text", ["front 9c 9c", "front 9c 9x", "deal 1x"])
def test_notation_refuses_what_are_no_cards(text: str) -> None:
    with pytest.raises(BadCard):
        actions.parse(text)


# --- bots, scenes, laws


@pytest.mark.parametrize(
    "options",
    [{"players": 3, "fortune": True, "dragon": True, "banking": True}, {"form": "home", "players": 3}],
    ids=["casino", "home"],
)
def test_basic_plays_to_the_end_with_reasons(options: dict[str, object]) -> None:
    game = PaiGow(rounds=3, **options)
    rng = Random(4)
    *_, state = played_states(game, rng, with_reasons(game, *[create_bot("basic", game, rng)] * 3, end=""))
    assert state.phase == "over"


def test_a_foul_is_announced_before_it_is_made() -> None:
    game, state = first_deal([KING, JACK], 5)
    labels = {move.text: move.label for move in scene(game, game.view(state, 0)).moves}
    assert labels["front Jc Th"].endswith("(a foul)")
    assert not labels["front Th 8d"].endswith("(a foul)")


def example(page: str, line: str) -> tuple[int, ...]:
    """The cards shown on the rules page beside a line."""
    found = re.search(rf"^\| {line} \| ([^|]+) \|", page, re.MULTILINE)
    assert found, line
    return cards(found[1].translate(str.maketrans("♠♥♦♣", "shdc")).replace("10", "T"))


def test_the_rules_page_has_a_legal_example_of_every_line() -> None:
    page = rules_page("paigow")
    assert ".py" not in page
    backs, fronts = page.split("The front hand, two cards")
    lines = hands().lines
    for line in lines:
        if not line.endswith(" in front"):
            assert hands().category(hands().back(example(backs, line))) == line.casefold()
            continue
        front = example(fronts, line.removesuffix(" in front"))
        assert hands().is_pair(front) == (line == "One pair in front")
    for pay in fortune.LINES:
        found = fortune.line(hands(), example(page[page.index("### The pay table") :], pay.name))
        assert found == pay
        envy = f" {pay.envy:,}" if pay.envy else ""
        assert f"| {pay.pays:,} to 1 |{envy} |" in page


def test_the_rules_page_says_why_to_color_up_and_which_text_each_house_way_follows() -> None:
    page = rules_page("paigow")
    for word in ("**Why color up?**", "*rack*", "*fill*", "*cage*", "cashier", "40.4958 %", "2.7212 %", "as printed"):
        assert word in page


def test_sentences_about_you_are_english() -> None:
    assert named("{0} and {1} shared it: 1 for {0}", ["You", "Di"]) == "You and Di shared it: 1 for you"
    assert named("{0}'s hand: {0} 5, {1} of {0}'s", ["You", "Di"]) == "Your hand: You 5, Di of your"
    assert [named(f"{{0}} {_gain(gain, unit=True)}", ["You"]) for gain in (10, -5, 0)] == [
        "You won 10 chips",
        "You lost 5 chips",
        "You kept the bet",
    ]
    hands = tuple(Hand(seat, (), ()) for seat in (None, 0, 1, 2))
    for gained, said in (
        ((0, -5, 0), "You and Ed kept the bet; Di lost 5 chips"),
        ((10, 10, -5), "You and Di won 10 chips each; Ed lost 5"),
    ):
        paid = _paid(Showdown(1, None, hands, (), (), gained, (0, 0, 0)))
        assert named(paid, ["You", "Di", "Ed"]) == said


class PaysUnseen(PaiGow):
    """Settles the bets once the bank's hand is turned up: the cards of the others never lie face up."""

    def chance_outcomes(self, state: PaiGowState) -> Uniform:
        return PAY if state.phase == "reveal" else super().chance_outcomes(state)


def test_the_law_of_moments_misses_a_hand_that_is_never_turned_up() -> None:
    options: dict[str, object] = {"players": 3, "rounds": 2}
    check_game(PaiGow(**options), 6, secrets=laws.secrets, public=laws.public, only=["moments"])
    with pytest.raises(LawBroken, match=r"became public at step .* and never lay face up"):
        check_game(PaysUnseen(**options), 6, secrets=laws.secrets, public=laws.public, only=["moments"])
