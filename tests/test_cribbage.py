"""Cribbage as it is played: a whole deal by hand, each ruling, muggins, matches, notation."""

from typing import Any

import pytest
from msgspec.structs import replace

from cardwright.errors import BadAction, BadCard, BadOption, GameOver, IllegalAction, NotYourTurn
from cardwright.game import CHANCE, SPECTATOR, Player
from cardwright.games.cribbage.actions import LayAway, PlayCard
from cardwright.games.cribbage.counting import Show
from cardwright.games.cribbage.events import CutCard, CutTied, FirstDealer, Go, Heels, LastCard, Won
from cardwright.games.cribbage.rules import Cribbage
from cardwright.games.cribbage.scoring import DECK, points
from cardwright.games.cribbage.state import CribbageState
from cardwright.scenes import Fan, named
from support.cribbage_table import (
    DEALER,
    GO,
    GO_HANDS,
    LAID,
    PLAYED,
    PONE,
    all_news,
    cards,
    dealt,
    fixed,
    mugging,
    news,
    passed,
    playing,
    run,
    scene,
    zone,
)

# --- a whole deal, worked out on paper


def test_a_deal_by_hand() -> None:
    game = fixed()
    state = dealt(game)
    assert game.players_to_act(state) == (0, 1)
    state = run(game, state, *LAID)
    assert state.scores == (0, 0)
    state = run(game, state, *PLAYED[:4])
    # 7, 11, 17, 27: the pone holds 5 and 8, says go; the dealer's fives are too much as well, so one for the go
    assert (state.scores, state.phase) == ((0, 0), "go")  # the go is said before the point is pegged
    state = passed(game, state)
    assert state.scores == (1, 0)
    assert state.turn == 1
    state = run(game, state, *PLAYED[4:7])
    assert state.scores == (1, 2)  # 8, 13, 18: the second five makes a pair
    state = run(game, state, *PLAYED[7:])
    # the dealer: a triplet for six and one for the last card; then the show
    played_out, state = state, passed(game, state)
    hand, dealers, crib = state.shown
    assert (hand.player, hand.points) == (1, 12)  # 7+8, a pair of sixes, 5-6-7-8 twice
    assert (dealers.player, dealers.points) == (0, 17)  # 4+5+6 twice, 5+J twice, a pair, 4-5-6 twice, nobs
    assert (crib.player, crib.crib, crib.points) == (0, True, 2)  # 9+6
    assert state.scores == (1 + 7 + 17 + 2, 2 + 12)
    assert state.backs == (25, 10)  # where each stood before the last peg
    assert (state.phase, state.dealer) == ("deal", 1)
    assert all_news(game, played_out) == [
        "Ann: 5♠, count 23, 5 5 5, a triplet for six",
        "Ann: one for the last card",
        "Ben's hand: 7 8, fifteen two",
        "Ben's hand: 6 6, a pair for four",
        "Ben's hand: 5 6 7 8, a run of four for eight",
        "Ben's hand: 5 6 7 8, a run of four for twelve",
        "Ann's hand: 5 J, fifteen two",
        "Ann's hand: 5 J, fifteen four",
        "Ann's hand: 4 5 6, fifteen six",
        "Ann's hand: 4 5 6, fifteen eight",
        "Ann's hand: 5 5, a pair for ten",
        "Ann's hand: 4 5 6, a run of three for thirteen",
        "Ann's hand: 4 5 6, a run of three for sixteen",
        "Ann's hand: J♣, his nobs for seventeen",
        "Ann's crib: 6 9, fifteen two",
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
    assert state.events == (CutCard(1, DECK.parse("4s")), FirstDealer(1))
    state = passed(game, state)
    assert state.dealer == state.opener == 1
    assert len(game.chance_outcomes(run(game, game.initial_state(), "cut 9h"))) == 51
    assert passed(game, run(game, game.initial_state(), "cut Ah", "cut Ks")).dealer == 0  # aces are low


def test_cr1_a_tie_is_cut_again() -> None:
    game = Cribbage()
    state = run(game, game.initial_state(), "cut 9h", "cut 9s")
    assert state.events[-1] == CutTied()
    assert len(state.cuts) == 2  # both lie there to be seen, before they are cut again
    state = passed(game, state)
    assert (state.phase, state.cuts) == ("cut", ())
    assert passed(game, run(game, state, "cut 9h", "cut Ts")).dealer == 0


def test_cr1_options_of_the_first_deal() -> None:
    assert fixed().initial_state().dealer == 0
    game = Cribbage(first_deal="random")
    assert [game.text(action) for action, _ in game.chance_outcomes(game.initial_state())] == ["dealer 1", "dealer 2"]
    assert run(game, game.initial_state(), "dealer 2").dealer == 1


def test_cr2_the_player_of_the_last_card_in_a_count_scores_one_once() -> None:
    """Not one for the go and one more for the last card."""
    game = fixed()
    state = run(game, playing(*GO_HANDS), *GO)
    assert (state.scores, state.turn, state.events[-1]) == ((0, 0), 0, Go(1))
    assert scene(game, state, 0).status == "Go from {1}: no card in that hand keeps the count within 31"
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
    play = zone(game, state, 0, "play")
    assert isinstance(play, Fan)
    assert len(play.places) == 8  # every card still lies there


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
    state = passed(game, run(game, state, "2: play Th", "1: play Kd", "2: play Js", "1: play Ac"))
    pegged = state.scores[0] - sum(show.points for show in state.shown if show.player == 0)
    assert pegged == 2
    assert len(state.shown) == 3


def test_cr4_the_other_leads_the_next_count_if_they_hold_a_card() -> None:
    game = fixed()
    state = playing("Th 8s", "Td 9c")
    state = passed(game, run(game, state, "2: play Th", "1: play Td", "2: play 8s"))
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
    state = passed(game, state)
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


def test_cr7_without_muggins_no_player_counts() -> None:
    game = fixed()
    assert passed(game, run(game, dealt(game), *LAID, *PLAYED)).phase == "deal"


TWO_RUNS = ("2: count 5h 6d 7s 8c", "2: count 5h 7s 8c 6c")  # of the pone's twelve points, eight


def test_cr7_what_was_missed_goes_to_the_other() -> None:
    game, state = mugging()
    assert (state.phase, state.turn, state.scores) == ("claim", 1, (8, 2))
    assert len(game.legal_actions(state, 1)) == 32  # any set of the five cards, or no more
    state = run(game, state, *TWO_RUNS, "2: done")
    assert (state.phase, state.turn, state.scores) == ("muggins", 0, (8, 10))
    state = run(game, state, "1: muggins 6d 6c", "1: muggins 7s 8c", "1: done")
    assert state.scores == (12, 10)
    shown = state.shown[0]
    assert (shown.player, shown.cards, shown.points, shown.taken) == (1, cards("5h 6d 7s 8c"), 8, 4)
    assert news(game, state) == ["Ben's hand: 8 points; 4 taken by Ann; nothing more was missed"]
    assert (passed(game, state).phase, passed(game, state).turn) == ("claim", 0)


def test_cr7_what_the_other_misses_too_is_lost() -> None:
    game, state = mugging()
    state = run(game, state, *TWO_RUNS, "2: done", "1: done")
    assert state.scores == (8, 10)
    assert news(game, state) == ["Ben's hand: 8 points; missed: 7♠ 8♣ fifteen, 6♦ 6♣ a pair"]


def test_cr7_the_other_is_asked_even_when_nothing_was_missed() -> None:
    game, state = mugging()
    full = run(game, state, *TWO_RUNS, "2: count 6d 6c", "2: count 7s 8c", "2: done")
    short = run(game, state, *TWO_RUNS, "2: done")
    assert full.phase == short.phase == "muggins"
    # and may touch any set that has not been called, whatever it makes
    assert {*game.legal_actions(short, 0)} - {*game.legal_actions(full, 0)} == {
        game.parse("muggins 6d 6c"),
        game.parse("muggins 7s 8c"),
    }


def test_cr7_the_counts_go_on_to_the_crib_and_the_next_deal() -> None:
    game, state = mugging()
    state = run(game, state, *TWO_RUNS, "2: done", "1: done", "1: done", "2: done")
    state = passed(game, state)
    assert (state.phase, state.turn) == ("claim", 0)
    assert game.view(state, 1).crib == cards("2c 9d Qs Kd")
    state = run(game, state, "1: count 9d 6c", "1: done", "2: done")
    assert (state.phase, state.scores) == ("counted", (10, 10))
    assert game.view(state, 1).crib == cards("2c 9d Qs Kd")  # it lies there to be seen before it is cleared
    state = passed(game, state)
    assert (state.phase, state.dealer) == ("deal", 1)
    assert [show.taken for show in state.shown] == [0, 0, 0]


def test_counting_by_hand_loses_nothing() -> None:
    game = fixed(count="by hand")
    state = passed(game, run(game, dealt(game), *LAID, *PLAYED))
    state = run(game, state, *TWO_RUNS)
    assert state.scores == (8, 10)
    state = run(game, state, "2: done")
    assert (state.phase, state.scores) == ("counted", (8, 14))
    assert news(game, state) == ["Ben's hand: 12 points; missed, and counted all the same: 7♠ 8♣ fifteen, 6♦ 6♣ a pair"]


def test_cr7_only_at_the_show() -> None:
    """Pairs, fifteens and the like in the play, and his heels, are counted for the players all the same."""
    game = fixed(muggins=True)
    assert run(game, playing("5h Kc", "Td Kd"), "2: play 5h", "1: play Td").scores == (2, 0)


@pytest.mark.parametrize(
    ("touched", "reason"),
    [
        ("5h 6d", "5♥ 6♦ add up to 11, not 15, and are not a pair"),
        ("5h 7s 8c", "5♥ 7♠ 8♣ add up to 20, not 15, and are not a run"),
        ("5h 6d 7s", "5♥ 6♦ 7♠ are part of a longer run, and only the longest counts"),
        ("8c", "8♣ alone: a single card counts only as his nobs, the jack of the starter's suit"),
    ],
)
def test_cr8_cards_that_make_no_combination_are_refused_with_the_reason(touched: str, reason: str) -> None:
    game, state = mugging()
    state = run(game, state, f"2: count {touched}")
    assert (state.phase, state.turn, state.scores) == ("claim", 1, (8, 2))  # it counts nothing and costs nothing
    assert news(game, state) == [f"Ben: {reason}"]
    with pytest.raises(IllegalAction):
        run(game, state, f"2: count {touched}")  # once is enough
    assert game.why_illegal(game.view(state, 1), game.parse(f"count {touched}")).endswith("has been tried already")


def counting(hand: str, starter: str, *, crib: bool = False, **options: object) -> tuple[Cribbage, CribbageState]:
    """The pone is to count these cards by hand."""
    game = fixed(count="by hand", **options)
    state = passed(game, run(game, dealt(game), *LAID, *PLAYED))
    return game, replace(state, shown=(Show(1, crib, cards(hand), DECK.parse(starter)),), scores=(0, 0))


@pytest.mark.parametrize(
    ("hand", "starter", "crib", "touched", "rule"),
    [
        ("2h 4h 6h 8s", "Kh", False, "2h 4h 6h Kh", "all four cards of the hand must be of the suit"),
        ("2h 4h 6h 8h", "Ks", True, "2h 4h 6h 8h", "in the crib all five cards must be of the suit"),
        ("2h 4h 6h 8s", "Kh", True, "2h 4h 6h Kh", "in the crib all five cards must be of the suit"),
        ("2h 4h 6h 8h", "Kh", False, "2h 4h 6h 8h", "it is of all five cards together"),
        ("2h 4h 6h 8h", "Kh", True, "2h 4h 6h 8h", "it is of all five cards together"),
    ],
)
def test_cr13_four_of_a_suit_that_are_no_flush_are_refused_by_the_rule(
    hand: str, starter: str, crib: bool, touched: str, rule: str
) -> None:
    """Source, Counting out, Flush: four cards in the hand, not in the crib; five with the starter in either."""
    game, state = counting(hand, starter, crib=crib)
    state = run(game, state, f"2: count {touched}")
    assert state.scores == (0, 0)
    assert news(game, state)[0].endswith(f"are not a flush: {rule}")


def test_cr8_cards_of_one_rank_are_called_together_or_pair_by_pair() -> None:
    """Source, Counting out: each two of four jacks are a pair."""
    game, state = counting("Jc Jd Jh 2s", "Js")
    assert run(game, state, "2: count Jc Jd Jh Js").scores == (0, 12)
    state = run(game, state, "2: count Jc Jd")
    assert state.scores == (0, 2)
    state = run(game, state, "2: count Jc Jd Jh")  # two pairs more
    assert state.scores == (0, 6)
    again = run(game, state, "2: count Jd Jh")
    assert (again.scores, news(game, again)) == ((0, 6), ["Ben: J♦ J♥: every pair of these is counted already"])
    assert run(game, state, "2: count Jc Jd Jh Js").scores == (0, 12)
    fives, state = counting("5c 5d 5s Jh", "2c")
    assert run(fives, state, "2: count 5c 5d 5s").scores == (0, 8)  # a fifteen too


def test_cr8_his_nobs_is_called_with_the_jack_alone() -> None:
    """Source, Counting out, His Nobs."""
    game, state = counting("Jh 2c 4d 8s", "Ah")
    assert run(game, state, "2: count Jh").scores == (0, 1)
    game, state = counting("Js 2c 4d 8s", "Ah")
    assert run(game, state, "2: count Js").scores == (0, 0)


def test_cr8_muggins_takes_only_what_is_there() -> None:
    game, state = mugging()
    state = run(game, state, *TWO_RUNS, "2: count 6d 6c", "2: done", "1: muggins 5h 6d")
    assert (state.phase, state.turn, state.scores) == ("muggins", 0, (8, 12))
    assert run(game, state, "1: muggins 7s 8c").scores == (10, 12)


def test_a_refused_card_is_refused_by_its_rule() -> None:
    game = fixed()
    state = run(game, playing("Th 8s 4c Ah", "Td 6c 2c 9s"), "2: play Th", "1: play Td", "2: play 4c", "1: play 2c")
    assert game.why_illegal(game.view(state, 1), game.parse("play 8s")) == "8♠ would make the count 34, past 31"
    assert game.why_illegal(game.view(state, 1), game.parse("play 6c")) == "6♣ is not in your hand"


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


def test_the_rear_peg_goes_in_front_of_the_other() -> None:
    """Source, Using the Cribbage board: two points for the first score, and then two more: holes 2 and 4."""
    game = fixed()
    state = run(game, playing("Kh 2d 3d 4d", "Kd 7c 8c 9c"), "2: play Kh", "1: play Kd")
    assert (state.scores[0], state.backs[0]) == (2, 0)
    state = run(game, state, "2: play 2d", "1: play 9c")
    assert (state.scores[0], state.backs[0]) == (4, 2)


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
    assert (state.scores, state.phase, state.turn) == ((2, 0), "starter up", 1)
    assert news(game, state) == ["Starter: J♥", "Ann: his heels for two"]
    assert passed(game, state).phase == "play"


def test_cr11_the_play_ends_at_once() -> None:
    game = fixed()
    state = passed(game, run(game, dealt(game, scores=(120, 120)), *LAID, *PLAYED[:4]))
    assert (state.phase, state.scores, state.shown) == ("over", (121, 120), ())  # one for the go
    assert state.hands == (cards("5d 5s"), cards("5h 8c"))  # and these stay hidden
    assert game.view(state, SPECTATOR).hand == ()


def test_cr11_the_pone_counts_first() -> None:
    game = fixed()
    state = passed(game, run(game, dealt(game, scores=(105, 107)), *LAID, *PLAYED))
    assert state.scores == (113, 121)  # both hands would do; the dealer's, and the crib, are never counted
    assert [show.player for show in state.shown] == [1]
    assert game.returns(state) == (-1, 1)
    assert not game.view(state, 1).crib


def test_cr11_the_dealers_hand_comes_before_the_crib() -> None:
    game = fixed()
    state = passed(game, run(game, dealt(game, scores=(96, 0)), *LAID, *PLAYED))
    assert [show.crib for show in state.shown] == [False, False]
    state = passed(game, run(game, dealt(game, scores=(95, 0)), *LAID, *PLAYED))
    assert [show.crib for show in state.shown] == [False, False, True]
    assert game.view(state, 1).crib == cards("2c 9d Qs Kd")
    assert game.returns(state) == (1, -1)


def test_cr11_a_claim_can_win_and_so_can_muggins() -> None:
    game, state = mugging()
    near = replace(state, scores=(100, 115))
    won = run(game, near, "2: count 6d 6c", "2: count 5h 6d 7s 8c")
    assert (won.phase, won.scores, won.shown[0].points) == ("over", (100, 121), 6)
    near = replace(state, scores=(118, 100))
    won = run(game, near, *TWO_RUNS, "2: done", "1: muggins 6d 6c", "1: muggins 7s 8c")
    assert (won.phase, won.scores) == ("over", (121, 108))
    assert game.returns(won) == (1, -1)


def test_cr11_what_was_missed_is_counted_as_far_as_the_last_hole_and_wins_one_game() -> None:
    """Source, Counting out, last paragraph: play ceases immediately. The hand is worth 29."""
    game, state = counting("5c 5d 5s Jh", "5h", games=3)
    state = run(game, replace(state, scores=(0, 118)), "2: done")
    assert (state.phase, state.scores) == ("won", (0, 121))
    assert state.won == (Won(1, (0, 121), 1),)
    assert [call.pegged for call in state.shown[0].calls] == [2, 1]


def test_cr11_a_card_that_passes_the_last_hole_pegs_as_far_as_it() -> None:
    game = fixed()
    state = playing("5h 4s Kc Kd", "6d 7d Qc Qd", scores=(0, 119))
    state = run(game, state, "2: play 5h", "1: play 6d", "2: play 4s")
    assert state.scores == (0, 121)
    assert news(game, state)[0] == "Ben: 4♠, count 15, fifteen for two, 4 5 6, a run of three for three, " + (
        "of which two to the last hole"
    )


@pytest.mark.parametrize(("score", "won"), [(118, False), (119, True), (120, True)])
def test_cr11_heels_win_from_one_or_two_holes_away(score: int, won: bool) -> None:
    """Source, The crib and the starter: the dealer pegs two points."""
    game = fixed()
    state = run(game, dealt(game, scores=(score, 0)), *LAID[:2], "starter Jh")
    assert (state.phase == "over") is won
    assert state.scores == (min(score + 2, 121), 0)
    said = "Ann: his heels for two" + (", of which one to the last hole" if score == 120 else "")
    assert news(game, state)[1] == said


def test_cr11_the_last_card_can_win() -> None:
    """Source, Play of the hand, last paragraph: one point for the last card, or two at exactly 31."""
    game = fixed()
    before = tuple(zip((1, 0, 1, 0, 1, 0), cards("9c 8d 9h 4s 2c 2d")))
    state = playing("Th", "Kd", played=before, opened=6, scores=(120, 120))
    state = run(game, state, "2: play Th", "1: play Kd")
    assert (state.phase, state.scores, state.shown) == ("over", (121, 120), ())
    before = tuple(zip((1, 0, 1, 0), cards("9c 8d 9h 4s")))
    state = playing("Th Js", "Kd Ac", played=before, opened=4, scores=(119, 120))
    state = run(game, state, "2: play Th", "1: play Kd", "2: play Js", "1: play Ac")
    assert (state.phase, state.scores) == ("over", (121, 120))


def test_cr13_the_crib_has_no_flush_of_four() -> None:
    """Seat 1's crib is four hearts, the starter a spade: fifteens, if any, but no flush."""
    game = fixed()
    state = dealt(game, "2h 8h As 3s 6c 7d", "4h Qh Ac 3c 6d 9s")
    state = run(game, state, "2: lay 2h 8h", "1: lay 4h Qh", "starter Ks", "2: play As", "1: play Ac", "2: play 3s")
    state = run(game, state, "1: play 3c", "2: play 6c", "1: play 6d", "2: play 7d", "1: play 9s")
    state = passed(game, state)
    assert state.shown[2].crib
    assert state.shown[2].points == 0
    assert points(cards("2h 8h 4h Qh"), DECK.parse("Ks")) == 4  # what a hand of these would score


def won_game(game: Cribbage, winner: Player, **more: Any) -> CribbageState:
    """A game about to be won in the play by this seat."""
    scores = (119, 50) if winner == 0 else (50, 119)
    if winner == 0:
        return run(game, playing("5h Kc", "Td Kd", scores=scores, **more), "2: play 5h", "1: play Td")
    return run(game, playing("5h Tc", "Td Kd", scores=scores, **more), "2: play 5h", "1: play Kd", "2: play Tc")


def test_cr16_the_deal_passes_to_the_other_player() -> None:
    game = fixed()
    state = passed(game, run(game, dealt(game), *LAID, *PLAYED))
    assert (state.dealer, state.opener) == (1, 0)
    assert run(game, state, "deal 2c").hands == (cards("2c"), ())


@pytest.mark.parametrize(
    ("next_deal", "opener", "winner", "deals"),
    [("alternates", 0, 0, 1), ("alternates", 1, 0, 0), ("loser", 0, 0, 1), ("loser", 1, 0, 1)],
)
def test_cr16_who_deals_first_in_the_next_game(next_deal: str, opener: int, winner: int, deals: int) -> None:
    game = fixed(games=2, next_deal=next_deal)
    state = won_game(game, winner, opener=opener)
    assert (state.phase, state.events[-1]) == ("won", Won(winner, state.scores, 1))
    assert 121 in state.scores  # the winning hole is seen
    state = passed(game, state)
    assert (state.phase, state.dealer, state.opener) == ("deal", deals, deals)
    assert (state.scores, state.backs, state.hands) == ((0, 0), (0, 0), ((), ()))
    assert state.events == (FirstDealer(deals),)


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


def test_notation_may_be_written_otherwise() -> None:
    game = Cribbage()
    assert game.parse("lay J♠ 5♥") == game.parse("lay 5hJs") == LayAway((DECK.parse("5h"), DECK.parse("Js")))
    assert game.parse(" play  10d ") == PlayCard(DECK.parse("Td"))


@pytest.mark.parametrize(
    "text",
    [
        *("", "lay", "lay 5h", "lay 5h 5h", "lay 5h Js 2c", "play", "play 5h 6h", "play 5x", "Play 5h", "go"),
        *("count", "count 30", "count ²", "count 29", "count 5h 5h", "count Ah 2h 3h 4h 5h 6h", "claim 8", "claim 29"),
        *("muggins x", "muggins 4", "done 5h", "dealer 3", "dealer 0", "deal", "starter", "cut 5h 6h"),
    ],
)
def test_malformed_notation_is_refused(text: str) -> None:
    """No number can be claimed either (CR8)."""
    with pytest.raises((BadAction, BadCard)):
        Cribbage().parse(text)
