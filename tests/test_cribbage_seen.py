"""What is seen of cribbage, and what is hidden: the laws, views, scenes."""

from random import Random

import msgspec
from msgspec.structs import replace

from cardwright.game import SPECTATOR
from cardwright.games.cribbage.actions import (
    PlayCard,
)
from cardwright.games.cribbage.rules import Cribbage, CribbageState, least_values
from cardwright.games.cribbage.scoring import DECK, VALUE
from cardwright.scenes import Text
from support.cribbage_table import (
    LAID,
    PLAYED,
    cards,
    dealt,
    fixed,
    mugging,
    playing,
    random_states,
    run,
    scene,
    zone,
)

# --- laws, and what is hidden


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
    assert not any("twelve" in line for zone in asked.zones if isinstance(zone, Text) for line in zone.lines)
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
