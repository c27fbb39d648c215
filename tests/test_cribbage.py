"""Cribbage as it is played: each ruling, a whole deal by hand, muggins, matches, what is hidden, scenes and the bot."""

from collections.abc import Iterator
from itertools import combinations
from random import Random

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

import laws
from cardwright import bots, games
from cardwright.bots.cribbage import BasicBot, layings, peggings
from cardwright.bots.cribs import average, averages
from cardwright.cards import Card
from cardwright.errors import BadAction, BadCard, BadOption, GameOver, IllegalAction, NotYourTurn, PlayError
from cardwright.game import CHANCE, SPECTATOR, Player
from cardwright.games.cribbage.moves import (
    CutCard,
    CutTied,
    FirstDealer,
    Go,
    Heels,
    LastCard,
    LayAway,
    PlayCard,
    Show,
    Won,
)
from cardwright.games.cribbage.rules import Cribbage, CribbageState, CribbageView, least_values
from cardwright.games.cribbage.scoring import DECK, LIMIT, VALUE, pegging, points
from cardwright.scene import Scene, Zone, named

# A deal to be played by hand. Seat 1 deals, so seat 2 is the pone.
PONE, DEALER = "5h 6d 7s 8c 2c Kd", "4h 5d 5s Jc 9d Qs"
LAID = ("2: lay 2c Kd", "1: lay 9d Qs", "starter 6c")
PLAYED = (
    *("2: play 7s", "1: play 4h", "2: play 6d", "1: play Jc"),
    *("2: play 8c", "1: play 5d", "2: play 5h", "1: play 5s"),
)


def cards(text: str) -> tuple[Card, ...]:
    return DECK.parse_cards(text)


def run(game: Cribbage, state: CribbageState, *lines: str) -> CribbageState:
    """Play a record: "1: play 5h" for the first seat, "deal 5h" for chance."""
    for line in lines:
        seat, _, text = line.rpartition(": ")
        state = game.play(state, int(seat) - 1 if seat else CHANCE, game.parse(text))
    return state


def dealt(game: Cribbage, pone: str = PONE, dealer: str = DEALER, **more: object) -> CribbageState:
    """The next deal dealt, a card to each in turn, in a game whose seat 1 deals."""
    state = replace(game.initial_state(), **more)
    for pair in zip(cards(pone), cards(dealer), strict=True):
        state = run(game, state, *(f"deal {DECK.text(card)}" for card in pair))
    return state


def fixed(**options: object) -> Cribbage:
    return Cribbage(first_deal="fixed", **options)


def playing(pone: str, dealer: str, starter: str = "Ks", **more: object) -> CribbageState:
    """The play about to begin, with these cards in the hands, seat 1 the dealer."""
    crib = iter(card for card in range(DECK.size) if card not in cards(f"{pone} {dealer} {starter}"))
    laid = ((next(crib), next(crib)), (next(crib), next(crib)))
    hands = (tuple(sorted(cards(dealer))), tuple(sorted(cards(pone))))
    state = CribbageState("play", opener=0, dealer=0, turn=1, hands=hands, laid=laid, starter=DECK.parse(starter))
    return replace(state, **more)


def scene(game: Cribbage, state: CribbageState, seat: Player) -> Scene:
    return games.scene(game, game.view(state, seat))


def zone(game: Cribbage, state: CribbageState, seat: Player, id: str) -> Zone | None:
    return next((zone for zone in scene(game, state, seat).zones if zone.id == id), None)


def news(game: Cribbage, state: CribbageState, seat: Player = SPECTATOR) -> list[str]:
    return [named(line, ["Ann", "Ben"]) for line in scene(game, state, seat).news]


def random_states(game: Cribbage, seeds: range) -> Iterator[CribbageState]:
    for seed in seeds:
        rng = Random(seed)
        state = game.initial_state()
        while to_act := game.players_to_act(state):
            yield state
            seat = rng.choice(to_act)
            action = game.draw(state, rng) if seat == CHANCE else rng.choice(game.legal_actions(state, seat))
            state = game.apply(state, seat, action)
        yield state


# --- a whole deal, worked out on paper


def test_a_deal_by_hand() -> None:
    game = fixed()
    state = dealt(game)
    assert game.players_to_act(state) == (0, 1)
    state = run(game, state, *LAID)
    assert state.scores == (0, 0)
    state = run(game, state, *PLAYED[:4])
    # 7, 11, 17, 27: the pone holds 5 and 8, says go; the dealer's fives are too much as well, so one for the go
    assert state.scores == (1, 0)
    assert state.turn == 1
    state = run(game, state, *PLAYED[4:7])
    assert state.scores == (1, 2)  # 8, 13, 18: the second five makes a pair
    state = run(game, state, *PLAYED[7:])
    # the dealer: a triplet for six and one for the last card; then the show
    hand, dealers, crib = state.shown
    assert (hand.player, hand.points) == (1, 12)  # 7+8, a pair of sixes, 5-6-7-8 twice
    assert (dealers.player, dealers.points) == (0, 17)  # 4+5+6 twice, 5+J twice, a pair, 4-5-6 twice, nobs
    assert (crib.player, crib.crib, crib.points) == (0, True, 2)  # 9+6
    assert state.scores == (1 + 7 + 17 + 2, 2 + 12)
    assert state.backs == (25, 2)  # where each stood before the last peg
    assert (state.phase, state.dealer) == ("deal", 1)
    assert news(game, state) == [
        "Ann: 5♠, count 23, a triplet for six",
        "Ann: one for the last card",
        "Ben's hand: fifteen two, a pair for four, a run of four for eight, a run of four for twelve (12)",
        "Ann's hand: fifteen two, fifteen four, fifteen six, fifteen eight, a pair for ten, "
        "a run of three for thirteen, a run of three for sixteen, nobs seventeen (17)",
        "Ann's crib: fifteen two (2)",
    ]


def test_cards_are_dealt_one_at_a_time_to_the_pone_first() -> None:
    game = fixed()
    state = run(game, game.initial_state(), "deal 5h", "deal 4h", "deal 6d")
    assert state.hands == (cards("4h"), cards("5h 6d"))
    assert len(game.chance_outcomes(state)) == 49
    assert all(weight == 1 for _, weight in game.chance_outcomes(state))


def test_the_starter_is_none_of_the_cards_dealt() -> None:
    game = fixed()
    state = run(game, dealt(game), *LAID[:2])
    texts = {game.text(action) for action, _ in game.chance_outcomes(state)}
    assert len(texts) == 40
    assert not texts & {f"starter {DECK.text(card)}" for card in cards(f"{PONE} {DEALER}")}


def test_fifteen_ways_to_lay_away_two_of_six() -> None:
    game = fixed()
    assert len(game.legal_actions(dealt(game), 0)) == 15
    with pytest.raises(IllegalAction, match="lay 5h 6d"):
        run(game, dealt(game), "1: lay 5h 6d")  # the other player's cards


# --- the rulings


def test_cr1_the_lower_cut_deals() -> None:
    game = Cribbage()
    state = run(game, game.initial_state(), "cut 9h", "cut 4s")
    assert state.dealer == state.opener == 1
    assert state.events == (CutCard(1, DECK.parse("4s")), FirstDealer(1))
    assert len(game.chance_outcomes(run(game, game.initial_state(), "cut 9h"))) == 51
    assert run(game, game.initial_state(), "cut Ah", "cut Ks").dealer == 0  # aces are low


def test_cr1_a_tie_is_cut_again() -> None:
    game = Cribbage()
    state = run(game, game.initial_state(), "cut 9h", "cut 9s")
    assert state.events[-1] == CutTied()
    assert (state.phase, state.cuts) == ("cut", ())
    assert run(game, state, "cut 9h", "cut Ts").dealer == 0


def test_cr1_options_of_the_first_deal() -> None:
    assert fixed().initial_state().dealer == 0
    game = Cribbage(first_deal="random")
    assert [game.text(action) for action, _ in game.chance_outcomes(game.initial_state())] == ["dealer 1", "dealer 2"]
    assert run(game, game.initial_state(), "dealer 2").dealer == 1


# The pone says go at 28, and the dealer plays on alone to 30.
GO_HANDS = ("Qh 7s 9c 9d", "Kd Ac 2c Jc")
GO = ("2: play Qh", "1: play Kd", "2: play 7s", "1: play Ac")


def test_cr2_whoever_plays_last_in_a_count_scores_one_once() -> None:
    """Not one for the go and one more for the last card."""
    game = fixed()
    state = run(game, playing(*GO_HANDS), *GO)
    assert (state.scores, state.turn, state.events[-1]) == ((0, 0), 0, Go(1))
    state = run(game, state, "1: play 2c")
    assert state.scores == (1, 0)
    assert state.events[-1] == LastCard(0, all_out=False)
    assert state.opened == len(state.played)


def test_cr2_go_is_said_once_a_count() -> None:
    game = fixed()
    state = run(game, playing(*GO_HANDS), *GO)
    assert Go(1) in state.events
    assert Go(1) not in run(game, state, "1: play 2c").events


def test_cr2_the_last_card_of_the_deal_scores_one() -> None:
    game = fixed()
    state = run(game, dealt(game), *LAID, *PLAYED)
    assert LastCard(0, all_out=True) in state.events


def test_cr3_thirty_one_scores_two_and_no_more() -> None:
    game = fixed()
    state = run(game, playing("Th Js 2c 2d", "Kd Ac Qc 9d"), "2: play Th", "1: play Kd", "2: play Js", "1: play Ac")
    assert state.scores == (2, 0)
    assert not any(isinstance(event, LastCard) for event in state.events)
    assert state.turn == 1


def test_cr3_thirty_one_with_the_last_card_of_the_deal() -> None:
    game = fixed()
    before = tuple(zip((1, 0, 1, 0), cards("9c 8d 9h 4s")))
    state = playing("Th Js", "Kd Ac", played=before, opened=4)
    state = run(game, state, "2: play Th", "1: play Kd", "2: play Js", "1: play Ac")
    pegged = state.scores[0] - sum(show.points for show in state.shown if show.player == 0)
    assert pegged == 2
    assert len(state.shown) == 3


def test_cr4_the_other_leads_the_next_count_if_they_hold_a_card() -> None:
    game = fixed()
    state = playing("Th 8s", "Td 9c")
    state = run(game, state, "2: play Th", "1: play Td", "2: play 8s")
    assert (state.turn, state.opened) == (0, 3)  # 28, neither can play: the pone played last, so the dealer leads
    # the pone is out of cards: the dealer, who played last, leads too
    state = run(game, playing("Th", "Td 9c Kc"), "2: play Th", "1: play Td", "1: play 9c")
    assert (state.turn, state.opened, state.scores) == (0, 3, (3, 0))  # a pair of tens, and one for the go


def test_cr4_an_empty_hand_says_no_go() -> None:
    game = fixed()
    state = run(game, playing("Th", "Td 9c Kc"), "2: play Th", "1: play Td")
    assert not any(isinstance(event, Go) for event in state.events)
    assert state.turn == 0


def test_cr5_who_can_play_must_and_go_is_said_for_who_cannot() -> None:
    game = fixed()
    state = run(game, playing("Th 7s 4c 9d", "Td 9c Kc Kd"), "2: play Th", "1: play Td", "2: play 7s")
    assert state.events[-1] == Go(0)  # no card of the dealer's goes to 27; the pone holds a four
    assert [game.text(action) for action in game.legal_actions(state, 1)] == ["play 4c"]  # there is no way to pass
    with pytest.raises(IllegalAction):
        run(game, state, "2: play 9d")  # 36
    with pytest.raises(NotYourTurn):
        run(game, state, "1: play 9c")


def test_cr6_a_card_that_scores_twice_pegs_both_at_once() -> None:
    game = fixed()
    state = run(game, playing("5h 4s Kc Kd", "5c 6d Qc Qd"), "2: play 5h", "1: play 5c")
    assert state.scores == (2, 0)
    state = run(game, playing("5h 4s Kc Kd", "6d 7d Qc Qd"), "2: play 5h", "1: play 6d", "2: play 4s")
    assert state.scores == (0, 5)  # fifteen, and a run of three
    assert state.backs == (0, 0)  # one move of the peg


def mugging(**options: object) -> tuple[Cribbage, CribbageState]:
    """The deal by hand, played out with muggins: the pone is to claim for a hand that is worth 12."""
    game = fixed(muggins=True, **options)
    return game, run(game, dealt(game), *LAID, *PLAYED)


def test_cr7_without_muggins_nobody_claims() -> None:
    game = fixed()
    assert run(game, dealt(game), *LAID, *PLAYED).phase == "deal"


def test_cr7_what_was_missed_goes_to_the_other() -> None:
    game, state = mugging()
    assert (state.phase, state.turn, state.scores) == ("claim", 1, (8, 2))
    assert [game.text(action) for action in game.legal_actions(state, 1)] == [f"claim {n}" for n in range(30)]
    state = run(game, state, "2: claim 8")
    assert (state.phase, state.turn, state.scores, state.shown) == ("muggins", 0, (8, 10), ())
    state = run(game, state, "1: muggins 4")
    assert state.scores == (12, 10)
    assert state.shown[0] == Show(1, False, cards("5h 6d 7s 8c"), DECK.parse("6c"), worth=12, points=8, taken=4)
    assert (state.phase, state.turn) == ("claim", 0)
    assert news(game, state)[-1].endswith("a run of four for twelve (12); 8 claimed, 4 taken by Ann")


def test_cr7_what_the_other_misses_too_is_lost() -> None:
    game, state = mugging()
    assert run(game, state, "2: claim 8", "1: muggins 0").scores == (8, 10)
    assert run(game, state, "2: claim 8", "1: muggins 3").scores == (11, 10)


def test_cr7_the_other_is_asked_even_when_nothing_was_missed() -> None:
    game, state = mugging()
    full, short = run(game, state, "2: claim 12"), run(game, state, "2: claim 11")
    assert full.phase == short.phase == "muggins"
    assert game.legal_actions(full, 0) == game.legal_actions(replace(short, claimed=12), 0)


def test_cr7_the_claims_go_on_to_the_crib_and_the_next_deal() -> None:
    game, state = mugging()
    state = run(game, state, "2: claim 12", "1: muggins 0", "1: claim 17", "2: muggins 0")
    assert game.view(state, 1).crib == cards("2c 9d Qs Kd")
    state = run(game, state, "1: claim 1", "2: muggins 1")
    assert (state.phase, state.dealer, state.scores) == ("deal", 1, (26, 15))
    assert [show.taken for show in state.shown] == [0, 0, 1]


def test_cr7_only_at_the_show() -> None:
    """Pairs, fifteens and the like in the play, and his heels, are counted for the players all the same."""
    game = fixed(muggins=True)
    assert run(game, playing("5h Kc", "Td Kd"), "2: play 5h", "1: play Td").scores == (2, 0)


def test_cr8_a_claim_too_high_is_put_right_without_penalty() -> None:
    game, state = mugging()
    state = run(game, state, "2: claim 20")
    assert state.scores == (8, 14)
    assert (state.phase, state.turn) == ("claim", 0)  # nothing is left to be missed: no need to ask
    assert news(game, state)[0] == "Ben: 20 claimed, and 12 allowed"


def test_cr8_muggins_too_high_is_put_right_too() -> None:
    game, state = mugging()
    state = run(game, state, "2: claim 10", "1: muggins 19")
    assert state.scores == (10, 12)


@pytest.mark.parametrize("to", [121, 61])
def test_cr9_length(to: int) -> None:
    game = fixed(to=to)
    state = run(game, playing("5h Kc", "Td Kd", scores=(to - 3, 0)), "2: play 5h", "1: play Td")
    assert state.scores[0] == to - 1
    assert game.players_to_act(state)
    state = run(game, playing("5h Kc", "Td Kd", scores=(to - 2, 0)), "2: play 5h", "1: play Td")
    assert state.scores[0] == to
    assert game.players_to_act(state) == ()
    assert scene(game, state, 0).title == f"Cribbage to {to}"


def test_cr9_pegs_stop_in_the_last_hole() -> None:
    game = fixed()
    state = run(game, playing("5h Kc", "Td Kd", scores=(120, 0)), "2: play 5h", "1: play Td")
    assert (state.scores, state.backs) == ((121, 0), (120, 0))


@pytest.mark.parametrize(
    ("options", "loser", "games"),
    [
        ({}, 0, 1),
        ({"skunks": True}, 91, 1),
        ({"skunks": True}, 90, 2),
        ({"skunks": True}, 61, 2),
        ({"skunks": True}, 60, 4),
        ({"skunks": True, "to": 61}, 31, 1),
        ({"skunks": True, "to": 61}, 30, 2),
        ({"skunks": True, "to": 61}, 0, 4),
    ],
)
def test_cr10_skunks(options: dict[str, object], loser: int, games: int) -> None:
    game = fixed(**options)
    start = playing("5h Kc", "Td Kd", scores=(game.to - 2, loser))
    state = run(game, start, "2: play 5h", "1: play Td")
    assert game.returns(state) == (games, -games)
    assert ("skunk" in scene(game, state, 0).result) == (games > 1)
    assert ("double skunk" in scene(game, state, 0).result) == (games > 2)


def test_cr11_his_heels_can_win() -> None:
    game = fixed()
    state = run(game, dealt(game, scores=(119, 120)), *LAID[:2], "starter Jh")
    assert state.scores == (121, 120)
    assert game.players_to_act(state) == ()
    assert Heels(0) in state.events
    with pytest.raises(GameOver):
        run(game, state, "2: play 7s")


def test_cr11_heels_are_two_for_the_dealer() -> None:
    game = fixed()
    state = run(game, dealt(game), *LAID[:2], "starter Jh")
    assert (state.scores, state.phase, state.turn) == ((2, 0), "play", 1)
    assert news(game, state) == ["Starter: J♥", "Ann: his heels for two"]


def test_cr11_the_play_ends_at_once() -> None:
    game = fixed()
    state = run(game, dealt(game, scores=(120, 120)), *LAID, *PLAYED[:4])
    assert (state.phase, state.scores, state.shown) == ("over", (121, 120), ())  # one for the go
    assert state.hands == (cards("5d 5s"), cards("5h 8c"))  # and these stay hidden
    assert game.view(state, SPECTATOR).hand == ()


def test_cr11_the_pone_counts_first() -> None:
    game = fixed()
    state = run(game, dealt(game, scores=(105, 107)), *LAID, *PLAYED)
    assert state.scores == (113, 121)  # both hands would do; the dealer's, and the crib, are never counted
    assert [show.player for show in state.shown] == [1]
    assert game.returns(state) == (-1, 1)
    assert not game.view(state, 1).crib


def test_cr11_the_dealers_hand_comes_before_the_crib() -> None:
    game = fixed()
    state = run(game, dealt(game, scores=(96, 0)), *LAID, *PLAYED)
    assert [show.crib for show in state.shown] == [False, False]
    state = run(game, dealt(game, scores=(95, 0)), *LAID, *PLAYED)
    assert [show.crib for show in state.shown] == [False, False, True]
    assert game.view(state, 1).crib == cards("2c 9d Qs Kd")
    assert game.returns(state) == (1, -1)


def test_cr11_a_claim_can_win_and_so_can_muggins() -> None:
    game, state = mugging()
    near = replace(state, scores=(100, 115))
    won = run(game, near, "2: claim 6")
    assert (won.phase, won.scores, won.shown[0].points) == ("over", (100, 121), 6)
    near = replace(state, scores=(118, 100))
    won = run(game, near, "2: claim 8", "1: muggins 4")
    assert (won.phase, won.scores) == ("over", (121, 108))
    assert game.returns(won) == (1, -1)


def test_cr13_the_crib_has_no_flush_of_four() -> None:
    """Seat 1's crib is four hearts, the starter a spade: fifteens, if any, but no flush."""
    game = fixed()
    state = dealt(game, "2h 8h As 3s 6c 7d", "4h Qh Ac 3c 6d 9s")
    state = run(game, state, "2: lay 2h 8h", "1: lay 4h Qh", "starter Ks", "2: play As", "1: play Ac", "2: play 3s")
    state = run(game, state, "1: play 3c", "2: play 6c", "1: play 6d", "2: play 7d", "1: play 9s")
    assert state.shown[2].crib
    assert state.shown[2].points == 0
    assert points(cards("2h 8h 4h Qh"), DECK.parse("Ks")) == 4  # what a hand of these would score


def won_game(game: Cribbage, winner: Player, **more: object) -> CribbageState:
    """A game about to be won in the play by this seat."""
    scores = (119, 50) if winner == 0 else (50, 119)
    if winner == 0:
        return run(game, playing("5h Kc", "Td Kd", scores=scores, **more), "2: play 5h", "1: play Td")
    return run(game, playing("5h Tc", "Td Kd", scores=scores, **more), "2: play 5h", "1: play Kd", "2: play Tc")


def test_cr16_the_deal_passes_to_the_other_player() -> None:
    game = fixed()
    state = run(game, dealt(game), *LAID, *PLAYED)
    assert (state.dealer, state.opener) == (1, 0)
    assert run(game, state, "deal 2c").hands == (cards("2c"), ())


@pytest.mark.parametrize(
    ("next_deal", "opener", "winner", "deals"),
    [("alternates", 0, 0, 1), ("alternates", 1, 0, 0), ("loser", 0, 0, 1), ("loser", 1, 0, 1)],
)
def test_cr16_who_deals_first_in_the_next_game(next_deal: str, opener: int, winner: int, deals: int) -> None:
    game = fixed(games=2, next_deal=next_deal)
    state = won_game(game, winner, opener=opener)
    assert (state.phase, state.dealer, state.opener) == ("deal", deals, deals)
    assert (state.scores, state.backs, state.hands) == ((0, 0), (0, 0), ((), ()))
    assert state.events[-2:] == (Won(0, (121, 50), 1), FirstDealer(deals))


def test_cr16_a_match_is_won_by_games() -> None:
    game = fixed(games=2)
    state = won_game(game, 0)
    assert game.returns(state) == (1, -1)
    assert game.players_to_act(state) == (CHANCE,)
    state = won_game(game, 0, won=(Won(1, (100, 121), 1), Won(0, (121, 90), 1)))
    assert game.players_to_act(state) == ()
    assert game.returns(state) == (1, -1)
    assert named(scene(game, state, SPECTATOR).result, ["Ann", "Ben"]) == "The match goes to Ann, 2 games to 1"


def test_cr16_a_skunk_can_win_a_match_at_once() -> None:
    game = fixed(games=2, skunks=True)
    state = won_game(game, 0)
    assert game.players_to_act(state) == ()
    assert game.returns(state) == (4, -4)  # 121 to 50


def test_options_are_checked() -> None:
    for bad in ({"to": 60}, {"games": 0}, {"games": 10}, {"muggins": 1}, {"first_deal": "low"}):
        with pytest.raises(BadOption):
            Cribbage(**bad)


# --- notation


@pytest.mark.parametrize(
    "text", ["cut 5h", "dealer 1", "dealer 2", "deal Th", "starter Jc", "lay 5h Js", "play 7d", "claim 0", "claim 29"]
)
def test_notation(text: str) -> None:
    game = Cribbage()
    assert game.text(game.parse(text)) == text


def test_notation_may_be_written_otherwise() -> None:
    game = Cribbage()
    assert game.parse("lay J♠ 5♥") == game.parse("lay 5hJs") == LayAway(cards("5h Js"))
    assert game.parse(" play  10d ") == PlayCard(DECK.parse("Td"))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "lay",
        "lay 5h",
        "lay 5h 5h",
        "lay 5h Js 2c",
        "play",
        "play 5h 6h",
        "play 5x",
        "claim",
        "claim 30",
        "claim -1",
        "claim ²",
        "claim 1.5",
        "muggins x",
        "dealer 3",
        "dealer 0",
        "go",
        "Play 5h",
        "deal",
        "starter",
        "cut 5h 6h",
    ],
)
def test_what_is_no_notation_is_refused(text: str) -> None:
    with pytest.raises((BadAction, BadCard)):
        Cribbage().parse(text)


@given(st.one_of(st.text(), st.builds("{} {}".format, st.sampled_from(["lay", "play", "claim", "dealer"]), st.text())))
@settings(max_examples=500, deadline=None)
def test_any_text_is_read_or_refused(text: str) -> None:
    game = Cribbage()
    try:
        action = game.parse(text)
    except (BadAction, BadCard):
        return
    assert game.parse(game.text(action)) == action


# --- laws, and what is hidden


def secrets(game: Cribbage, state: CribbageState, seat: Player) -> list[list[str]]:
    """Cards face down, and the deck. Whoever says go, or does not, tells who of them could have been played."""
    crib_is_up = len(state.shown) == (3 if state.phase == "over" else 2) and state.phase in ("claim", "muggins", "over")
    others = [player for player in (0, 1) if player != seat]
    hidden = [card for player in others for card in state.hands[player]]
    hidden += [card for player in others for card in state.laid[player] if not crib_is_up]
    seen = {*state.hands[0], *state.hands[1], *state.laid[0], *state.laid[1], state.starter}
    seen |= {card for _, card in state.played} | (set(state.cuts) if state.phase == "cut" else set())
    alike: dict[tuple[bool, ...], list[str]] = {}
    for card in hidden + [card for card in range(DECK.size) if card not in seen]:
        could = tuple(count + VALUE[card] <= LIMIT for count in counts(state))
        alike.setdefault(could, []).append(DECK.text(card))
    return list(alike.values()) if hidden else []


def counts(state: CribbageState) -> Iterator[int]:
    """Every count there has been in this deal."""
    count = 0
    for _, card in state.played:
        count = VALUE[card] + (count if count + VALUE[card] <= LIMIT else 0)
        yield count


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"muggins": True, "first_deal": "random"},
        {"to": 61, "games": 2, "skunks": True, "first_deal": "fixed"},
        {"to": 61, "games": 3, "muggins": True, "skunks": True, "next_deal": "loser"},
    ],
    ids=str,
)
def test_laws(options: dict[str, object]) -> None:
    laws.check_many(Cribbage(**options), laws.seeds(30), secrets=secrets)


@given(*laws.PLAYS)
@settings(max_examples=30, deadline=None)
def test_laws_by_hypothesis(seed: int, opening: list[int]) -> None:
    laws.check(Cribbage(to=61, muggins=True), seed, opening, secrets=secrets)


def replayed(game: Cribbage, state: CribbageState) -> bool:
    """Whether the play could have gone as it did with these hands: the same turns, and the same gos."""
    hands = [tuple(sorted((*state.hands[s], *(c for who, c in state.played if who == s)))) for s in (0, 1)]
    again = replace(state, hands=(hands[0], hands[1]), played=(), opened=0, turn=1 - state.dealer, scores=(0, 0))
    for player, card in state.played:
        if again.turn != player:
            return False
        again = game.apply(again, player, PlayCard(card))
    return (again.turn, again.opened) == (state.turn, state.opened)


def test_sampled_states_agree_with_every_go() -> None:
    """Nobody holds a card in a sampled state that they would have had to play."""
    game, rng = fixed(), Random(3)
    gos = 0
    for state in random_states(game, range(12)):
        if state.phase == "play":
            for seat in (0, 1, SPECTATOR):
                view = game.view(state, seat)
                gos += max(least_values(view)) > 1
                assert replayed(game, game.sample_state(view, rng))
    assert gos > 100


def test_a_go_tells_what_is_held_at_least() -> None:
    game = fixed()
    state = run(game, playing("Th 7s 4c 9d", "Td 9c Kc Kd"), "2: play Th", "1: play Td", "2: play 7s")
    assert least_values(game.view(state, 1)) == (5, 1)  # seat 1 could play nothing to 27
    for seed in range(50):
        sample = game.sample_state(game.view(state, 1), Random(seed))
        assert min(VALUE[card] for card in sample.hands[0]) >= 5


def test_a_view_holds_ones_own_cards_only() -> None:
    game = fixed()
    state = run(game, dealt(game), "2: lay 2c Kd")
    pone, dealer, spectator = (game.view(state, seat) for seat in (1, 0, SPECTATOR))
    assert (pone.hand, pone.laid, pone.sizes) == (cards("5h 6d 7s 8c"), cards("2c Kd"), (6, 4))
    assert (dealer.hand, dealer.laid, dealer.done) == (cards("4h 5d 5s 9d Jc Qs"), (), (False, True))
    assert (spectator.hand, spectator.laid, spectator.crib) == ((), (), ())


def test_states_of_one_future_have_one_key() -> None:
    game = fixed()
    state = run(game, dealt(game), *LAID)
    assert game.key(state) == game.key(replace(state, backs=(3, 4), events=()))
    assert game.key(state) != game.key(replace(state, turn=0))


def test_states_come_back_from_json() -> None:
    for state in random_states(fixed(muggins=True, games=2, to=61), range(2)):
        assert msgspec.json.decode(msgspec.json.encode(state), type=CribbageState) == state


# --- scenes


def test_scene_of_laying_away() -> None:
    game = fixed()
    state = dealt(game)
    pone, dealer = scene(game, state, 1), scene(game, state, 0)
    assert pone.status == "Your turn: lay away two cards to {0}'s crib"
    assert dealer.status == "Your turn: lay away two cards to your own crib"
    assert scene(game, state, SPECTATOR).status == "Waiting for {0} and {1} to lay away two cards to the crib"
    assert [zone.title for zone in pone.zones] == ["{0}'s hand", "Board", "Your hand"]
    assert [seat.role for seat in pone.seats] == ["dealer", "pone"]
    move = pone.moves[0]
    assert (move.text, move.label, move.places) == ("lay 2c 5h", "Lay away 2♣ 5♥", {"hand1-0", "hand1-1"})
    waiting = scene(game, run(game, state, "2: lay 2c Kd"), 1)
    assert waiting.status == "Waiting for {0} to lay away two cards to {0}'s crib"
    assert not waiting.moves
    crib = zone(game, run(game, state, "2: lay 2c Kd"), 1, "crib")
    assert crib is not None
    assert (crib.title, crib.count, crib.note, crib.owner) == ("{0}'s crib", 2, "yours: 2♣ K♦", 0)


def test_scene_of_the_play() -> None:
    game = fixed()
    state = run(game, dealt(game), *LAID, *PLAYED[:5])
    play, spent = zone(game, state, 0, "play"), zone(game, state, 0, "spent0")
    assert play is not None
    assert spent is not None
    assert (play.note, [place.label for place in play.places]) == ("count 8", ["eight of clubs, played by {1}"])
    assert play.places[0].marks == ("new",)
    assert (spent.title, [place.label for place in spent.places]) == (
        "Played by you",
        ["four of hearts, played by you", "jack of clubs, played by you"],
    )
    drawn = scene(game, state, 0)
    assert drawn.status == "Your turn: play a card to the count of 8"
    assert [(move.text, move.label, move.places) for move in drawn.moves] == [
        ("play 5d", "Play 5♦", {"hand0-0"}),
        ("play 5s", "Play 5♠", {"hand0-1"}),
    ]
    board = zone(game, state, 0, "board")
    assert board is not None
    assert [(peg.player, peg.front, peg.back) for peg in board.pegs] == [(0, 1, 0), (1, 0, 0)]
    assert board.length == 121


def test_scene_of_the_last_show_stays_until_both_have_laid_away() -> None:
    game = fixed()
    state = run(game, dealt(game), *LAID, *PLAYED)
    for pair in zip(cards("Ac Ad Ah As 2d 2h"), cards("3c 3d 3h 3s 4c 4d"), strict=True):
        state = run(game, state, *(f"deal {DECK.text(card)}" for card in pair))
    show = zone(game, run(game, state, "2: lay 3c 3d"), 0, "show")
    assert show is not None
    assert show.title == "The last show"
    assert show.lines[2] == "Your crib: 2♣ 9♦ Q♠ K♦, starter 6♣: fifteen two (2)"
    assert show.lines[0].startswith("{1}'s hand: 5♥ 6♦ 7♠ 8♣, starter 6♣: fifteen two, a pair for four, ")
    assert zone(game, run(game, state, "2: lay 3c 3d", "1: lay Ac Ad"), 0, "show") is None


def test_scene_of_a_claim_does_not_say_what_it_is_worth() -> None:
    game, state = mugging()
    claim = scene(game, state, 1)
    assert claim.status == "Your turn: claim points for the hand"
    assert [(move.text, move.number and (move.number.low, move.number.high)) for move in claim.moves] == [
        ("claim {}", (0, 29))
    ]
    count = zone(game, state, 0, "count")
    assert count is not None
    assert (count.title, [place.label for place in count.places][-1]) == ("{1}'s hand", "six of clubs, the starter")
    asked = scene(game, run(game, state, "2: claim 8"), 0)
    assert asked.status == "Your turn: look for points missed in the 8 claimed"
    assert [move.text for move in asked.moves] == ["muggins 0", "muggins {}"]
    assert not any("twelve" in line for zone in asked.zones for line in zone.lines)
    assert not any("twelve" in line for line in asked.news)


def test_scene_of_a_claim_of_everything_leaves_nothing_to_take() -> None:
    game, state = mugging()
    drawn = scene(game, replace(state, phase="muggins", turn=0, claimed=29), 0)
    assert [move.text for move in drawn.moves] == ["muggins 0"]


def test_scene_of_the_end() -> None:
    game = fixed()
    state = run(game, dealt(game, scores=(105, 107)), *LAID, *PLAYED)
    drawn = scene(game, state, 0)
    assert drawn.result == "The game goes to {1}, 121 to 113"
    assert drawn.status == "The game is over"
    assert not drawn.moves
    assert not any(seat.to_act for seat in drawn.seats)


def test_scene_of_the_cut() -> None:
    game = Cribbage()
    state = run(game, game.initial_state(), "cut 9h", "cut 4s")
    cut = zone(game, state, 0, "cut")
    assert cut is not None
    assert (cut.note, [place.label for place in cut.places]) == (
        "first deal: {1}",
        ["nine of hearts, cut by you", "four of spades, cut by {1}"],
    )


# --- the bot


def view_of(hand: str, seat: Player = 1, **options: object) -> tuple[Cribbage, CribbageView]:
    """A seat about to lay away from this hand; seat 1 (number 0) deals."""
    game = fixed(**options)
    rest = [card for card in range(DECK.size) if card not in cards(hand)]
    other = DECK.text_of(rest[:6])
    state = dealt(game, hand, other) if seat == 1 else dealt(game, other, hand)
    return game, game.view(state, seat)


def test_the_bot_keeps_what_counts_and_says_so() -> None:
    game, view = view_of("5h 5s Jd Qc 2s 9h")
    advice = BasicBot(game, Random(0)).advise(view)
    assert game.text(advice.action) == "lay 2s 9h"
    assert advice.reason.startswith("keeps 5-5-J-Q: 12.")
    assert "and the other crib gains 4." in advice.reason
    assert "next best is to lay away" in advice.reason


def test_the_bot_gives_to_its_own_crib_and_not_to_the_others() -> None:
    hand = "5h 5s 4d 6c Kd Ks"
    for seat, sign in ((0, 1), (1, -1)):
        game, view = view_of(hand, seat)
        assert all(way.crib * sign > 0 for way in layings(view.hand, own=seat == 0))
        assert "own crib adds" in BasicBot(game, Random(0)).advise(view).reason or seat == 1
    fives = next(way for way in layings(cards(hand), own=True) if way.away == cards("5h 5s"))
    assert fives.crib > 8


def test_the_bots_averages_of_a_hand_are_exact() -> None:
    hand = cards("5h 5s Jd Qc 2s 9h")
    for way in layings(hand, own=True)[:3]:
        starters = [card for card in range(DECK.size) if card not in hand]
        assert way.hand == pytest.approx(sum(points(way.kept, card) for card in starters) / 46)


def test_the_crib_averages_are_what_their_maker_makes() -> None:
    own, others = averages()
    assert own.shape == others.shape == (13, 13)
    assert (own == own.T).all()
    assert (others == others.T).all()
    rng = np.random.default_rng(2)
    for low, high in ((4, 4), (0, 12), (1, 2)):
        assert average(low, high, -others, 300, rng) == pytest.approx(own[low, high], abs=0.5)
        assert average(low, high, own, 300, rng) == pytest.approx(others[low, high], abs=0.5)
    assert (others > own).all()  # a pone spoils the crib; a dealer does not


def test_the_bot_pegs_one_card_ahead() -> None:
    game = fixed()
    bot = BasicBot(game, Random(0))
    state = run(game, playing("5h 9s Kc Kd", "Td 2c 3c 6d"), "2: play 5h")
    advice = bot.advise(game.view(state, 0))
    assert game.text(advice.action) == "play Td"
    assert advice.reason.startswith("fifteen for two")
    lead = bot.advise(game.view(playing("5h 4s Kc Qd", "Td 2c 3c Qh"), 1))
    assert game.text(lead.action) == "play 4s"  # no card makes fifteen of it
    assert lead.reason.startswith("the best reply to it brings 0.")
    assert " (to " in lead.reason
    only = run(game, playing(*GO_HANDS), *GO)
    assert bot.advise(game.view(only, 0)).reason == "the only card that can be played"


def test_the_bot_reckons_the_reply_exactly() -> None:
    """The expected best reply, against every hand that the other could hold."""
    game = fixed()
    state = run(game, playing("5h 9s", "Td 7c 3c"), "2: play 9s")
    view = game.view(replace(state, hands=(cards("3c 7c Td"), cards("5h"))), 0)
    seen = {*view.hand, *view.laid, view.starter, *cards("9s")}
    unseen = [card for card in range(DECK.size) if card not in seen]
    for way in peggings(view):
        pile = [*cards("9s"), way.card]
        count = sum(VALUE[card] for card in pile)
        for held in (1, 2):
            hands = list(combinations(unseen, held))
            best = [max((pegging([*pile, c]).points for c in h if count + VALUE[c] <= 31), default=0) for h in hands]
            looked = next(w for w in peggings(replace(view, sizes=(3, held))) if w.card == way.card)
            assert looked.reply == pytest.approx(sum(best) / len(hands))


def test_the_bot_misses_nothing_at_the_show() -> None:
    game, state = mugging()
    bot = BasicBot(game, Random(0))
    advice = bot.advise(game.view(state, 1))
    assert (game.text(advice.action), advice.reason[:11]) == ("claim 12", "fifteen two")
    advice = bot.advise(game.view(run(game, state, "2: claim 9"), 0))
    assert game.text(advice.action) == "muggins 3"
    assert advice.reason.startswith("counted in full, it is fifteen two")


def test_the_bot_is_not_asked_out_of_turn() -> None:
    game = fixed()
    state = run(game, dealt(game), *LAID)
    with pytest.raises(PlayError):
        BasicBot(game, Random(0)).advise(game.view(state, 0))


def contest(game: Cribbage, names: tuple[str, str], seed: int) -> CribbageState:
    rng = Random(seed)
    players = [bots.create(name, game, rng) for name in names]
    state = game.initial_state()
    while to_act := game.players_to_act(state):
        seat = to_act[0]
        action = game.draw(state, rng) if seat == CHANCE else players[seat].advise(game.view(state, seat)).action
        state = game.play(state, seat, action)  # refuses what is not legal
    return state


def test_the_bot_beats_random_play() -> None:
    wins = sum(contest(Cribbage(), ("basic", "random"), seed).won[0].player == 0 for seed in range(40))
    assert wins >= 36


def test_bots_score_about_what_strong_players_do() -> None:
    """Strong players score 10.1 to 10.2 a deal as pone and 16.2 as dealer (cribbage.org, tips)."""
    game, rng = fixed(), Random(7)
    bot = BasicBot(game, rng)
    scored = {True: 0, False: 0}
    deals = 600
    for _ in range(deals):
        state = game.initial_state()
        while not state.shown:  # one deal, far from the end
            seat = game.players_to_act(state)[0]
            action = game.draw(state, rng) if seat == CHANCE else bot.advise(game.view(state, seat)).action
            state = game.apply(state, seat, action)
        for seat in (0, 1):
            scored[seat == 0] += state.scores[seat]
    # six hundred deals leave a standard error of 0.2
    assert scored[False] / deals == pytest.approx(10.15, abs=0.8)
    assert scored[True] / deals == pytest.approx(16.2, abs=0.8)
