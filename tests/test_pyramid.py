"""Pyramid Poker: the board's geometry, every ruling, whole matches."""

from collections.abc import Callable
from random import Random

import pytest
from msgspec.structs import replace

from cardwright import games
from cardwright.errors import BadAction, BadCard, IllegalAction
from cardwright.game import CHANCE, SPECTATOR, Pace
from cardwright.games import create, scene
from cardwright.games.pyramid.actions import DECK, Build, Priority, Put, Start, Take
from cardwright.games.pyramid.board import BOARDS, Board
from cardwright.games.pyramid.events import Built, Compared, Finished, PutAway, Taken
from cardwright.games.pyramid.rules import Pyramid
from cardwright.games.pyramid.scene import _hand_numbers
from cardwright.games.pyramid.scoring import falls_to_low_ace, winner
from cardwright.games.pyramid.state import EMPTY, HIDDEN, PYRAMID_CARDS, PyramidState
from cardwright.scenes import PyramidZone, Row, Scene
from support.playouts import advised, after_moments, played_states, random_states
from support.scenes import zone_of

cards = DECK.parse_cards


def play_until(
    game: Pyramid, done: Callable[[PyramidState], bool], rng: Random, state: PyramidState | None = None
) -> PyramidState:
    """Random play until a state that is wanted."""
    return next(filter(done, random_states(game, rng, state)))


def built(game: Pyramid, seed: int = 1) -> PyramidState:
    """The pyramid just built: the moment between the phases."""
    return play_until(game, lambda state: state.placed == PYRAMID_CARDS, Random(seed))


def coming_down(game: Pyramid, seed: int = 1) -> PyramidState:
    """The beginning of the deconstruction."""
    return after_moments(game, built(game, seed))


def ended(game: Pyramid, seed: int = 1) -> PyramidState:
    return play_until(game, lambda state: not game.players_to_act(state), Random(seed))


# The board


def test_pp1_boards_hold_thirty() -> None:
    assert {name: Board.named(name).size for name in BOARDS} == {
        "8": 36, "9": 45, "10": 55, "8-7-6-5-4": 30, "9-8-7-6": 30,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("letters_from_top", "bottom_left", "top"), [(False, "A1", "H1"), (True, "H1", "A1")], ids=["bottom", "top"]
)
def test_pp2_coordinates(letters_from_top: bool, bottom_left: str, top: str) -> None:
    board = Board.named("8", letters_from_top=letters_from_top)
    assert (board.text(0), board.text(35)) == (bottom_left, top)
    assert all(board.parse(board.text(space)) == space for space in range(board.size))
    assert len(set(board.texts)) == 36


@pytest.mark.parametrize("text", ["", "A0", "A9", "H2", "I1", "11", "AA", "a 1"])
def test_spaces_that_are_not(text: str) -> None:
    with pytest.raises(BadAction):
        Board.named("8").parse(text)


def test_no_overhangs() -> None:
    """A higher row takes a brick only where the two right below are there."""
    board = Board.named("8")
    bricks = [EMPTY] * board.size
    assert [board.text(space) for space in board.free(tuple(bricks))] == [f"A{n}" for n in range(1, 9)]
    bricks[board.parse("A1")] = 0
    assert "B1" not in map(board.text, board.free(tuple(bricks)))
    bricks[board.parse("A2")] = 1
    assert "B1" in map(board.text, board.free(tuple(bricks)))


def test_pp3_exposed() -> None:
    """C3 lies under D2 and D3; a space at the edge lies under one."""
    board = Board.named("8")
    bricks = [0 if row < 3 else EMPTY for row, _ in board.cells]  # three full rows
    assert [board.text(space) for space in board.exposed(tuple(bricks))] == [f"C{n}" for n in range(1, 7)]
    bricks[board.parse("D2")] = 0
    exposed = [board.text(space) for space in board.exposed(tuple(bricks))]
    assert "C3" not in exposed
    assert "C2" not in exposed
    assert {"C1", "C4", "C5", "C6", "D2"} == set(exposed)
    bricks[board.parse("C1")] = EMPTY
    assert "B1" in [board.text(space) for space in board.exposed(tuple(bricks))]


# Construction


def test_the_priority_holder_chooses_who_starts() -> None:
    game = Pyramid(priority="second")
    state = game.initial_state()
    assert game.players_to_act(state) == (1,)
    state = game.play(state, 1, Start(0))
    assert (state.first, state.turn, state.priority) == (0, 0, 1)
    assert drawn(game, state, 0).news == ("First player: {0}, chosen by {1}",)
    own = game.play(game.initial_state(), 1, Start(1))
    assert drawn(game, own, 0).news == ("First player: {1}",)


def test_who_starts_is_chosen_by_a_key() -> None:
    """On the page these two were the only buttons of a game that had none."""
    game = Pyramid(priority="second")
    moves = drawn(game, game.initial_state(), 1).moves
    assert {(move.label, move.key) for move in moves} == {("You start", "S"), ("{0} starts", "O")}


def test_pp5_priority_off_starts_by_lot() -> None:
    game = Pyramid(priority="off")
    state = game.play(game.initial_state(), CHANCE, Priority(1))
    assert (state.first, state.priority) == (1, -1)


def test_players_alternate_and_the_first_player_begins_both_phases() -> None:
    game = Pyramid(priority="first")
    state = game.play(game.initial_state(), 0, Start(1))
    rng, order = Random(3), []
    while state.placed < PYRAMID_CARDS:
        state = game.apply(state, CHANCE, game.draw(state, rng))
        order.append(state.turn)
        state = game.apply(state, state.turn, rng.choice(game.legal_actions(state, state.turn)))
    assert order == [1, 0] * 15
    assert state.turn == 1


def test_only_what_i_placed_is_shown_to_me() -> None:
    game = Pyramid()
    state = play_until(game, lambda state: state.placed == 17 and state.held != ((), ()), Random(5))
    for player in (0, 1):
        view = game.view(state, player)
        for brick, seen, placer in zip(state.bricks, view.bricks, state.placer, strict=True):
            assert seen == (brick if placer in (player, -1) else HIDDEN)
        assert view.held[1 - player] in ((), (HIDDEN,))
    assert not [brick for brick in game.view(state, SPECTATOR).bricks if brick >= 0]


def test_pp4_fifteen_each() -> None:
    game = Pyramid(bricks="fifteen")
    state = play_until(game, lambda state: len(state.held[0]) == len(state.held[1]) == 15, Random(2))
    player = state.turn
    legal = game.legal_actions(state, player)
    assert len(legal) == 15 * 8
    after = game.play(state, player, game.parse(f"place {DECK.text(state.held[player][4])} A3"))
    assert after.bricks[2] == state.held[player][4]
    assert len(after.held[player]) == 14


# Deconstruction


def test_a_brick_taken_is_announced_and_must_be_put_away() -> None:
    game = Pyramid()
    state = coming_down(game)
    player = state.turn
    space = game.board.exposed(state.bricks)[0]
    after = game.play(state, player, Take(space))
    assert after.events == (Taken(player, space, state.bricks[space]),)
    assert game.players_to_act(after) == (player,)
    assert game.view(after, 1 - player).taken == state.bricks[space]
    with pytest.raises(IllegalAction):
        game.play(after, player, Take(game.board.exposed(after.bricks)[0]))
    assert game.legal_actions(after, player) == [Put(0), Put(1), Put(2)]


def test_no_sixth_brick() -> None:
    game = Pyramid()
    state = replace(coming_down(game), hands=((cards("2c 3c 4c 5c 6c"), (), ()), ((), (), ())))
    state = replace(state, turn=0)
    state = game.play(state, 0, game.legal_actions(state, 0)[0])
    assert game.legal_actions(state, 0) == [Put(1), Put(2)]
    with pytest.raises(IllegalAction):
        game.play(state, 0, Put(0))


def test_pp17_a_forced_choice_is_not_asked() -> None:
    game = Pyramid()
    state = replace(
        coming_down(game), turn=0, hands=((cards("2c 3c 4c 5c 6c"), cards("2d 3d 4d 5d 6d"), ()), ((), (), ()))
    )
    take = game.legal_actions(state, 0)[0]
    brick = state.bricks[take.space]  # type: ignore[attr-defined]
    after = game.play(state, 0, take)
    assert after.hands[0][2] == (brick,)
    assert after.turn == 1
    assert isinstance(after.events[-1], PutAway)
    assert after.events[-1].forced


def own_bricks(game: Pyramid, state: PyramidState, player: int) -> int:
    """Bricks in the pyramid whose face the player sees."""
    return sum(brick >= 0 for brick in game.view(state, player).bricks)


def test_pp11_with_memory_your_bricks_stay_in_sight() -> None:
    game = Pyramid()
    seen = own_bricks(game, play_until(game, lambda state: state.placed == 12, Random(1)), 0)
    assert seen == 6
    assert own_bricks(game, built(game), 0) == own_bricks(game, coming_down(game), 0) == 15


def test_pp11_without_memory_your_bricks_are_shown_once() -> None:
    game = Pyramid(memory=False)
    assert own_bricks(game, play_until(game, lambda state: state.placed == 12, Random(1)), 0) == 0
    state = built(game)
    assert game.is_moment(state)
    assert isinstance(state.events[-1], Built)
    for player in (0, 1):
        assert own_bricks(game, state, player) == 15
        assert "remember your bricks" in drawn(game, state, player).status
    assert own_bricks(game, state, SPECTATOR) == 0
    assert own_bricks(game, coming_down(game), 0) == 0


# The end


@pytest.mark.parametrize(
    ("one", "other", "winner"),
    [
        ("6h 7h 8h 9h Th", "5h 6s 7s 8s 9s", 0),  # the best hand there is
        ("Ac 2c 3c 4c 5c", "9c 9d 9h 9s Tc", 0),  # the lowest straight flush beats four nines
        ("Ac 2d 3h 4s 5c", "2c 3d 4h 5s 6c", 1),  # the ace is low
        ("6c 7d 8h 9s Tc", "7c 8d 9h Ts Ac", 0),  # and does not follow the ten
        ("9c 9d 2h 3s 4c", "9h 9s 2c 3d 5h", 1),  # a kicker decides
        ("9c 9d 2h 3s 4c", "9h 9s 2c 3d 4h", -1),  # suits never do
        ("2c 2d 2h 3s 3c", "2s 4s 6s 8s Ts", 0),  # the usual list: a full house beats a flush
    ],
)
def test_pp8_pp9_hands(one: str, other: str, winner: int) -> None:
    game = Pyramid()
    assert game.winner_of(((cards(one), (), ()), (cards(other), (), ())), 0) == winner


def test_pp7_by_rarity() -> None:
    hands = ((cards("2c 2d 2h 3s 3c"), (), ()), (cards("2s 4s 6s 8s Ts"), (), ()))
    assert Pyramid(ranking="rarity").winner_of(hands, 0) == 1


def _before_the_last_brick(game: Pyramid, last: str, rest: str, hands: str) -> PyramidState:
    """Player 0 to take the one brick left, which completes hand 3."""
    bricks = [EMPTY] * game.board.size
    bricks[0] = DECK.parse(last)
    placer = tuple(1 if brick >= 0 else -1 for brick in bricks)
    mine = tuple(cards(hand) for hand in hands.split("|"))
    theirs = tuple(cards(hand) for hand in rest.split("|"))
    return replace(
        game.initial_state(),
        bricks=tuple(bricks),
        placer=placer,
        hands=(mine, theirs),
        first=1,
        turn=0,
        placed=PYRAMID_CARDS,
        down=True,
    )


@pytest.mark.parametrize(("priority", "returns"), [("first", (1, -1)), ("second", (-1, 1)), ("off", (0, 0))])
def test_pp5_a_tied_match(priority: str, returns: tuple[int, int]) -> None:
    game = Pyramid(priority=priority)
    mine, theirs = "Ac Ad 2h 3s 4c|7h 7s 8c 9d Th|2s 5h 8s Td", "3c 3d 5s 6c 8h|7c 7d 8d 9h Ts|As 4h 6d 9s Tc"
    state = _before_the_last_brick(game, "9c", theirs, mine)
    after = after_moments(
        game, game.play(state, 0, Take(0))
    )  # pair of aces loses, equal sevens tie; ten-nine ties with ten-nine?
    finished = after.events[-1]
    assert isinstance(finished, Finished)
    assert finished.wins == (1, -1, 0)
    assert game.returns(after) == returns


def test_more_hands_win() -> None:
    game = Pyramid(priority="second")
    mine, theirs = "4c 4d 2h 3s Ac|8h 8s 7c 9d Th|2s 5h 8c Td", "3c 3d 5s 6c 8d|7h 7s 7d 9h Ts|As 4h 6d 9s Tc"
    after = after_moments(game, game.play(_before_the_last_brick(game, "9c", theirs, mine), 0, Take(0)))
    assert after.events[-1] == Finished((0, 1, 0), 0)
    assert game.returns(after) == (1, -1)
    assert game.players_to_act(after) == ()


TIED = "7h 7s 8c 9d Th|2s 5h 8s Td", "7c 7d 8d 9h Ts|2c 5d 8h 9s Tc"  # hands 2 and 3, before the nine of clubs


@pytest.mark.parametrize(("theirs", "winner"), [("3c 3d 5s 6c Ad", 0), ("4h 4s 5s 6c Ad", 1)])
def test_one_hand_and_two_ties_win_without_priority(theirs: str, winner: int) -> None:
    """Source, Wording change: from "win 2 out of 3 hands" to "win more hands"."""
    game = Pyramid(priority=("second", "first")[winner])
    last = _before_the_last_brick(game, "9c", f"{theirs}|{TIED[1]}", f"4c 4d 2h 3s Ac|{TIED[0]}")
    after = after_moments(game, game.play(last, 0, Take(0)))
    assert after.events[-1] == Finished((winner, -1, -1), winner)
    assert game.returns(after) == ((1, -1), (-1, 1))[winner]
    assert drawn(game, after, 0).result == f"The match goes to {{{winner}}}, 1 hand to 0"


@pytest.mark.parametrize(
    ("priority", "winner", "said"),
    [
        ("first", 0, "The match goes to {0}, 0 hands to 0, by priority"),
        ("second", 1, "The match goes to {1}, 0 hands to 0, by priority"),
        ("off", -1, "Both won 0 of 3 hands"),
    ],
)
def test_pp5_three_ties_are_won_by_priority(priority: str, winner: int, said: str) -> None:
    """Source, Game End: if the number of wins is tied, the player with priority wins."""
    game = Pyramid(priority=priority)
    last = _before_the_last_brick(game, "9c", f"4h 4s 2d 3c Ad|{TIED[1]}", f"4c 4d 2h 3s Ac|{TIED[0]}")
    after = after_moments(game, game.play(last, 0, Take(0)))
    assert after.events[-1] == Finished((-1, -1, -1), winner)
    assert drawn(game, after, 0).result == said


def test_pp14_a_minute_for_a_turn_and_five_in_reserve() -> None:
    """Source, Time Controls."""
    assert Pyramid().pace() == Pace(turn=60, reserve=300, spent="random")
    assert Pyramid(clock="forfeit").pace() == Pace(turn=60, reserve=300, spent="forfeit")
    assert Pyramid(clock="off").pace() is None


def test_pp14_drawing_and_placing_are_one_turn() -> None:
    """Source, Time Controls: both have to be done within the minute."""
    game = Pyramid()
    state = coming_down(game)
    taken = game.play(state, state.turn, game.legal_actions(state, state.turn)[0])
    assert game.same_turn(state, taken)
    assert not game.same_turn(taken, game.play(taken, taken.turn, Put(0)))


def drawn(game: Pyramid, state: PyramidState, player: int) -> Scene:
    return scene(game, game.view(state, player))


def winners(shown: Scene) -> set[str]:
    """The hands that are marked as won."""
    rows = (zone for zone in shown.zones if isinstance(zone, Row))
    return {row.title for row in rows for place in row.places if "winner" in place.marks}


def test_each_of_the_three_hands_meets_in_a_moment_with_its_winner_marked() -> None:
    game = Pyramid(priority="second")
    mine, theirs = "4c 4d 2h 3s Ac|8h 8s 7c 9d Th|2s 5h 8c Td", "3c 3d 5s 6c 8d|7h 7s 7d 9h Ts|As 4h 6d 9s Tc"
    state = game.play(_before_the_last_brick(game, "9c", theirs, mine), 0, Take(0))
    told = [(state.events[-1], drawn(game, state, 0).status, winners(drawn(game, state, 0)))]
    assert sum(place.face is not None for place in drawn(game, state, 0).places if "hand" in place.id) == 30
    while game.is_moment(state):
        state = game.play(state, CHANCE, game.parse("next"))
        told.append((state.events[0], drawn(game, state, 0).status, winners(drawn(game, state, 0))))
    assert told == [
        (PutAway(0, DECK.parse("9c"), 2, forced=True), "All hands are complete", set()),
        (Compared(0, 0), "Hand 1 of each player compared", {"Your hand 1"}),
        (Compared(1, 1), "Hand 2 of each player compared", {"Your hand 1", "Hand 2 of {1}"}),
        (Compared(2, 0), "The match is over", {"Your hand 1", "Hand 2 of {1}", "Your hand 3"}),
    ]
    assert drawn(game, state, 0).news[0] == (
        "Hand 3 to {0}: ten-high, nine-eight-five-two beats ten-high, nine-six-four-ace (the ace is low)"
    )
    assert (drawn(game, state, 0).outcome, drawn(game, state, 1).outcome) == ("won", "lost")


@pytest.mark.parametrize(
    ("beaten", "better", "falls"),
    [
        ("Ad As 8c 4s 2c", "3d 3c 8h 5d 4c", True),
        ("9c 6c 3s 2d Ah", "Tc 6d 3c 2s 4h", True),
        ("Ad As 8c 4s 2c", "3d 3c 5d 5h 4c", False),  # two pair is another line
        ("3d 3s 8c 4s Ac", "3h 3c 9h 5d Ah", False),
        ("Ac 2d 3h 4s 5c", "2c 3d 4h 5s 6c", False),  # no run is saved: with a high ace it is the lowest as well
        ("Ad 2d 3d 4d 5d", "2c 3c 4c 5c 6c", False),
        ("Ad 3d 5d 7d 9d", "2c 3c 4c 6c Tc", True),
    ],
)
def test_pp8_a_hand_that_a_high_ace_would_have_saved_is_told_so(beaten: str, better: str, falls: bool) -> None:
    hands = DECK.parse_cards(beaten), DECK.parse_cards(better)
    assert winner(*hands, "standard") == 1
    assert falls_to_low_ace(*hands, "standard") is falls


def test_refused_moves_say_which_rule_refuses_them() -> None:
    game = Pyramid(priority="first")
    state = game.initial_state()
    assert game.why_illegal(game.view(state, 0), Build(0)) == "first it is chosen who starts: start 1 or start 2"
    state = game.play(state, 0, Start(0))
    state = game.play(state, CHANCE, game.parse("draw 9d"))
    view = game.view(state, 0)
    board = game.board
    assert game.why_illegal(view, Build(board.parse("B2"))) == (
        "nothing may overhang: B2 needs a brick on A2 and A3 first"
    )
    spots = {place.id: place.refusal for place in drawn(game, state, 0).places}
    assert (spots["a1"], spots["b2"]) == ("", "nothing may overhang: B2 needs a brick on A2 and A3 first")
    assert game.why_illegal(view, Take(0)) == "no brick is taken before all 30 are placed"
    assert game.why_illegal(view, Start(0)) == "it is settled already who starts"
    state = game.play(state, 0, Build(board.parse("A1")))
    state = game.play(state, CHANCE, game.parse("draw 2c"))
    assert game.why_illegal(game.view(state, 1), Build(board.parse("A1"))) == "A1 holds a brick already"
    state = coming_down(game)
    view = game.view(state, state.turn)
    assert game.why_illegal(view, Build(0)) == "the pyramid is built: take an exposed brick"
    covered = next(
        space for space in range(board.size) if view.bricks[space] != EMPTY and covering(board, view.bricks, space)
    )
    over = " and ".join(board.text(space) for space in covering(board, view.bricks, covered))
    assert game.why_illegal(view, Take(covered)) == f"{board.text(covered)} is not exposed: it lies under {over}"
    state = game.play(state, state.turn, game.legal_actions(state, state.turn)[0])
    state = replace(state, hands=((cards("2c 3c 4c 5c 6c"), (), ()),) * 2)
    assert game.why_illegal(game.view(state, state.turn), Put(0)) == "hand 1 is full: it holds 5 bricks"


def covering(board: Board, bricks: tuple[int, ...], space: int) -> list[int]:
    return [above for above in board.above[space] if bricks[above] != EMPTY]


def test_coordinates_stand_on_the_board() -> None:
    zone = drawn(Pyramid(), built(Pyramid()), 0).zones[0]
    assert isinstance(zone, PyramidZone)
    assert zone.coordinates


# Notation


@pytest.mark.parametrize("text", ["", "place", "place Z9", "take", "hand 4", "hand 0", "start 3", "put 1", "hand II"])
def test_words_that_are_no_move(text: str) -> None:
    with pytest.raises((BadAction, BadCard)):
        Pyramid().parse(text)


# The bot and the scene


def test_basic_beats_random() -> None:
    game, rng, won = create("pyramid", priority="off"), Random(9), 0
    basic, other = games.create_bot("basic", game, rng), games.create_bot("random", game, rng)
    for match in range(12):
        *_, state = played_states(game, rng, advised(game, *((other, basic) if match % 2 else (basic, other))))
        won += game.returns(state)[match % 2] > 0
    assert won >= 9


def test_scene_shows_each_player_their_own_bricks() -> None:
    game = Pyramid()
    state = play_until(game, lambda state: state.placed == 12 and state.held != ((), ()), Random(7))
    shown = scene(game, game.view(state, state.turn))
    pyramid = zone_of(shown, PyramidZone, "pyramid")
    faces = [place.face for place in pyramid.places if place.face is not None]
    assert len(faces) == 12
    assert sum(face.text != "back" for face in faces) == 6
    assert {move.places for move in shown.moves} == {
        frozenset({game.board.text(space).lower()}) for space in game.board.free(state.bricks)
    }


def test_several_hands_are_listed_in_english() -> None:
    assert [_hand_numbers([1]), _hand_numbers([1, 3]), _hand_numbers([1, 2, 3])] == [
        "hand 1",
        "hands 1 and 3",
        "hands 1, 2 and 3",
    ]
