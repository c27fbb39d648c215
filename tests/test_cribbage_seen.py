"""The visible and the hidden parts of cribbage: the laws, views, scenes."""

from random import Random

import pytest
from msgspec.structs import replace

from cardwright.game import CHANCE, SPECTATOR
from cardwright.games.cribbage.actions import PlayCard
from cardwright.games.cribbage.events import Called, Counted, CutCard, Nothing, Played, Starter
from cardwright.games.cribbage.rules import Cribbage
from cardwright.games.cribbage.scoring import DECK, VALUE
from cardwright.games.cribbage.state import CribbageState, counts_made, least_values
from cardwright.scenes import BACK, Fan, Pegboard, Pile, Row, Text, words
from support.cribbage_table import (
    LAID,
    PLAYED,
    cards,
    dealt,
    fixed,
    moments,
    mugging,
    news,
    passed,
    playing,
    random_states,
    run,
    scene,
    zone,
)

# --- laws, and what is hidden


def replayed(game: Cribbage, state: CribbageState) -> bool:
    """Return whether the play could have gone as it did with these hands: the same turns, and the same gos."""
    hands = [tuple(sorted((*state.hands[s], *(c for who, c in state.played if who == s)))) for s in (0, 1)]
    again = replace(
        state, phase="play", hands=(hands[0], hands[1]), played=(), opened=0, turn=1 - state.dealer, scores=(0, 0)
    )
    for player, card in state.played:
        if again.turn != player:
            return False
        again = passed_to(game, game.apply(again, player, PlayCard(card)), state)
    return (again.turn, again.opened) == (state.turn, state.opened)


def passed_to(game: Cribbage, again: CribbageState, state: CribbageState) -> CribbageState:
    """The moments of a go passed, but for the one that the state itself is."""
    last = len(again.played) == len(state.played) and state.phase == "go"
    return again if last else passed(game, again) if again.phase == "go" else again


def test_sampled_states_agree_with_every_go() -> None:
    """In a sampled state no player holds a card that they would have had to play."""
    game, rng = fixed(), Random(3)
    gos = 0
    for state in random_states(game, range(12)):
        if state.phase in ("play", "go"):
            for seat in (0, 1, SPECTATOR):
                view = game.view(state, seat)
                gos += max(least_values(view)) > 1
                assert replayed(game, game.sample_state(view, rng))
    assert gos > 100


def test_no_card_of_a_sampled_state_is_in_two_places() -> None:
    game, rng = fixed(), Random(4)
    for state in random_states(game, range(3)):
        for seat in (0, 1, SPECTATOR):
            sample = game.sample_state(game.view(state, seat), rng)
            held = [*sample.hands[0], *sample.hands[1], *sample.laid[0], *sample.laid[1]]
            placed = [
                *held,
                *(card for _, card in sample.played),
                *(() if sample.starter is None else (sample.starter,)),
            ]
            assert len(set(placed)) == len(placed)


def test_a_go_reveals_the_least_value_of_the_cards_held() -> None:
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


# --- scenes


def test_scene_of_laying_away() -> None:
    game = fixed()
    state = dealt(game)
    pone, dealer = scene(game, state, 1), scene(game, state, 0)
    assert pone.status == "Your turn: lay away two cards to {0}'s crib"
    assert dealer.status == "Your turn: lay away two cards to your own crib"
    assert scene(game, state, SPECTATOR).status == "Waiting for {0} and {1} to lay away two cards to the crib"
    assert [zone.title for zone in pone.zones] == ["{0}'s hand", "{0}'s crib", "Board", "Your hand"]
    assert [seat.role for seat in pone.seats] == ["dealer", "pone"]
    move = pone.moves[0]
    assert (move.text, move.label, move.places) == ("lay 2c 5h", "Lay away 2♣ 5♥", frozenset({"hand1-0", "hand1-1"}))
    waiting = scene(game, run(game, state, "2: lay 2c Kd"), 1)
    assert waiting.status == "Waiting for {0} to lay away two cards to their own crib"
    assert not waiting.moves
    for each, count, note, face in (
        (state, 0, "0 of 4", None),
        (run(game, state, "2: lay 2c Kd"), 2, "you: 2♣ K♦", BACK),
    ):
        crib = zone(game, each, 1, "crib")
        assert isinstance(crib, Pile)
        assert (crib.title, crib.count, crib.note) == ("{0}'s crib", count, note)
        assert [place.face for place in crib.places] == [face]


@pytest.mark.parametrize(
    ("to", "lines"), [(121, ((60, "double skunk"), (90, "skunk line"))), (61, ((30, "skunk line"),))]
)
def test_cr10_a_loser_behind_a_line_of_the_board_is_skunked(to: int, lines: tuple[tuple[int, str], ...]) -> None:
    """In a game to 61 only a loser without a point is skunked twice, so there is no line for it."""
    game = fixed(to=to)
    board = zone(game, dealt(game), 0, "board")
    assert isinstance(board, Pegboard)
    assert (board.length, board.lines) == (to, lines)


def test_scene_of_the_play() -> None:
    game = fixed()
    state = run(game, dealt(game), *LAID, *PLAYED[:5])
    play = zone(game, state, 0, "play")
    assert isinstance(play, Fan)
    assert [(place.label, place.caption, place.marks) for place in play.places] == [  # the order, the count, by whom
        ("seven of spades, played by {1}", "7 by {1}", ("spent", "far")),
        ("four of hearts, played by you", "11 by you", ("spent", "near")),
        ("six of diamonds, played by {1}", "17 by {1}", ("spent", "far")),
        ("jack of clubs, played by you", "27 by you", ("spent", "near")),
        ("eight of clubs, played by {1}", "8 by {1}", ("new", "far")),
    ]
    assert words.zone(play, ["Ann", "Ben"]) == [
        "The play (count 8): seven of spades (7s), 7 by Ben; four of hearts (4h), 11 by you; "
        "six of diamonds (6d), 17 by Ben; jack of clubs (Jc), 27 by you; eight of clubs (8c), 8 by Ben."
    ]
    drawn = scene(game, state, 0)
    assert drawn.status == "Your turn: play a card; the count is 8"
    assert [(move.text, move.label, move.places) for move in drawn.moves] == [
        ("play 5d", "Play 5♦", frozenset({"hand0-0"})),
        ("play 5s", "Play 5♠", frozenset({"hand0-1"})),
    ]
    board = zone(game, state, 0, "board")
    assert isinstance(board, Pegboard)
    assert [(peg.player, peg.front, peg.back) for peg in board.pegs] == [(0, 1, 0), (1, 0, 0)]
    assert board.length == 121


def test_scene_of_the_last_show_stays_until_both_have_laid_away() -> None:
    game = fixed()
    state = run(game, dealt(game), *LAID, *PLAYED)
    for pair in zip(cards("Ac Ad Ah As 2d 2h"), cards("3c 3d 3h 3s 4c 4d"), strict=True):
        state = run(game, state, *(f"deal {DECK.text(card)}" for card in pair))
    show = zone(game, run(game, state, "2: lay 3c 3d"), 0, "last-show")
    assert isinstance(show, Text)
    assert show.title == "The last show"
    assert show.lines[2] == "Your crib: 2♣ 9♦ Q♠ K♦, starter 6♣: 6 9, fifteen two (2)"
    assert show.lines[0].startswith("{1}'s hand: 5♥ 6♦ 7♠ 8♣, starter 6♣: 7 8, fifteen two; 6 6, a pair for four; ")
    assert zone(game, run(game, state, "2: lay 3c 3d", "1: lay Ac Ad"), 0, "last-show") is None


def faces(game: Cribbage, state: CribbageState) -> set[str]:
    """The cards that a spectator sees face up."""
    places = scene(game, state, SPECTATOR).places
    return {place.face.text for place in places if place.face is not None and place.face != BACK}


def lit(game: Cribbage, state: CribbageState) -> set[str]:
    places = scene(game, state, SPECTATOR).places
    return {place.face.text for place in places if place.face is not None and "active" in place.marks}


def test_each_combination_of_the_show_is_a_moment_with_its_cards_lit() -> None:
    game = fixed()
    states = list(moments(game, run(game, dealt(game), *LAID, *PLAYED)))
    told = [(news(game, state), lit(game, state), state.scores) for state in states if state.phase == "show"]
    assert told[0] == (["Ben's hand: 7 8, fifteen two"], {"7s", "8c"}, (8, 4))
    assert told[1] == (["Ben's hand: 6 6, a pair for four"], {"6d", "6c"}, (8, 6))
    assert told[-1] == (["Ann's crib: 6 9, fifteen two"], {"9d", "6c"}, (27, 14))
    assert all(state.phase == "show" for state in states[1:-1])


def test_every_hand_and_the_crib_lie_face_up_before_they_are_cleared() -> None:
    game = fixed()
    states = list(moments(game, run(game, dealt(game), *LAID, *PLAYED)))
    assert {DECK.text(card) for _, card in states[0].played} <= faces(game, states[0])
    hands = {DECK.text(card) for card in cards("5h 6d 7s 8c 4h 5d 5s Jc 6c")}
    crib = {DECK.text(card) for card in cards("2c 9d Qs Kd")}
    assert faces(game, states[1]) == hands  # the crib is still face down
    assert faces(game, states[-2]) == hands | crib
    assert not faces(game, states[-1])  # cleared for the next deal


@pytest.mark.parametrize(
    "options",
    [{}, {"muggins": True}, {"count": "by hand", "games": 2, "to": 61}, {"to": 61, "games": 2, "skunks": True}],
    ids=str,
)
def test_the_law_of_moments(options: dict[str, object]) -> None:
    """Every card that a step makes public lies face up in a state that players see: theirs to act in, or a moment."""
    game = Cribbage(**options)
    pending: set[str] = set()
    for state in random_states(game, range(4)):
        for event in state.events:
            match event:
                case CutCard(_, card) | Starter(card) | Played(_, card):
                    pending.add(DECK.text(card))
                case Called(show) | Nothing(show) | Counted(show):
                    pending |= {DECK.text(card) for card in (*show.cards, show.starter)}
        if game.players_to_act(state) != (CHANCE,) or game.is_moment(state):
            assert pending <= faces(game, state)
            pending = set()


@pytest.mark.parametrize(
    ("played", "counts"),
    [
        ("Kh Qd Js Ac 5c 6d", [10, 20, 30, 31, 5, 11]),
        ("Kh Qd Js 5c 6d", [10, 20, 30, 5, 11]),  # a go
    ],
)
def test_counts_begin_anew_after_31_and_after_a_go(played: str, counts: list[int]) -> None:
    state = replace(fixed().initial_state(), played=tuple((0, card) for card in cards(played)))
    assert list(counts_made(state)) == counts


def test_a_count_that_wins_stops_at_the_hole_that_wins() -> None:
    game = fixed()
    states = list(moments(game, run(game, dealt(game, scores=(112, 113)), *LAID, *PLAYED)))  # then 120 and 115
    assert states[-1].phase == "over"
    assert news(game, states[-1]) == [
        "Ben's hand: 5 6 7 8, a run of four for eight, of which two to the last hole",
        "The game goes to Ben, 121 to 120",
    ]
    assert [len(state.shown) for state in states][-1] == 1
    assert states[-1].shown[0].points == 121 - 115


def test_pegging_names_its_cards() -> None:
    game = fixed()
    state = run(game, playing("8h 6s Kc Kd", "7d Qc Qd 2h"), "2: play 8h", "1: play 7d", "2: play 6s")
    assert news(game, state) == ["Ben: 6♠, count 21, 6 7 8, a run of three for three"]
    assert lit(game, state) == {"8h", "7d", "6s"}


def test_scene_of_a_count_by_hand_does_not_say_what_it_is_worth() -> None:
    game, state = mugging()
    claim = scene(game, state, 1)
    assert claim.status == "Your turn: count the hand: choose the cards of each combination in turn"
    assert scene(game, state, 0).status == "Waiting for {1} to count the hand"
    assert [(move.text, move.label) for move in claim.moves if not move.places] == [("done", "No more combinations")]
    touched = {frozenset(move.places) for move in claim.moves if move.places}
    assert len(touched) == 31  # every set of the five cards, whatever it makes
    assert frozenset({"hand1-2", "hand1-3"}) in touched
    assert frozenset({"hand1-1", "starter-0"}) in touched
    hand = zone(game, state, 0, "hand1")
    assert isinstance(hand, Fan)
    assert (hand.title, [place.label for place in hand.places][-1]) == ("{1}'s hand", "eight of clubs, {1}'s hand")
    asked = scene(game, run(game, state, "2: count 6d 6c", "2: done"), 0)
    assert asked.status == "Your turn: take what was missed in the hand (muggins): choose the cards"
    assert len(asked.moves) == 31
    assert not any("twelve" in line for zone in asked.zones if isinstance(zone, Text) for line in zone.lines)
    assert not any("twelve" in line for line in asked.news)


def test_scene_of_the_end() -> None:
    game = fixed()
    state = passed(game, run(game, dealt(game, scores=(105, 107)), *LAID, *PLAYED))
    drawn = scene(game, state, 0)
    assert drawn.result == "The game goes to {1}, 121 to 113"
    assert drawn.status == "The game is over"
    assert (drawn.outcome, scene(game, state, 1).outcome, scene(game, state, SPECTATOR).outcome) == ("lost", "won", "")
    assert not drawn.moves
    assert not any(seat.to_act for seat in drawn.seats)


def test_scene_of_the_cut() -> None:
    game = Cribbage()
    state = run(game, game.initial_state(), "cut 9h", "cut 4s", "deal 2c")
    cut = zone(game, state, 0, "cut")
    assert isinstance(cut, Row)
    assert (cut.note, [place.label for place in cut.places]) == (
        "{1} deals",
        ["nine of hearts, cut by you", "four of spades, cut by {1}"],
    )


def test_the_pone_cuts_for_the_starter() -> None:
    game = fixed()
    state = run(game, dealt(game), *LAID[:2])
    up = game.play(state, CHANCE, game.parse(LAID[2]))
    assert {scene(game, each, 0).status for each in (state, up)} == {"{1}, the pone, cuts; you turn up the starter"}
    starter = zone(game, up, 0, "starter")
    assert isinstance(starter, Row)
    assert [place.marks for place in starter.places] == [("new",)]
