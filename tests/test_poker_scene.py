"""What a table of poker shows: each moment of a showdown, the words of results, hands and news."""

import re
from random import Random

import pytest

from cardwright.game import CHANCE, SPECTATOR, Automatic
from cardwright.games.poker import betting, variants
from cardwright.games.poker.actions import BUY, RunOut, Shuffle
from cardwright.games.poker.events import Showed, Won
from cardwright.games.poker.rules import Poker
from cardwright.games.poker.scene import build_scene
from cardwright.games.poker.show.rules import one_variant
from cardwright.games.poker.state import OVER, PokerState
from cardwright.play import session
from cardwright.play.luck import Luck
from cardwright.play.record import Header, Record, Sitter
from cardwright.play.summary import summarise
from cardwright.play.table import Table
from cardwright.ranking import declaration, toml_writer
from cardwright.scenes import Chips, Fan, Row, Text
from support.playouts import after_chance
from support.poker_table import BOARD, CHECKED_DOWN, THREE_HANDS, run, states


def test_the_result_of_several_deals_begins_with_the_viewers_own() -> None:
    game = Poker(players=3, stacks="100", deals=1)
    over = run(game, "fold; fold")
    gained = game.returns(over)
    loser, even = gained.index(-1), gained.index(0)
    assert build_scene(game, game.view(over, loser)).result.startswith(f"{{{loser}}} -1. Won: ")
    assert build_scene(game, game.view(over, even)).result.startswith(f"{{{even}}} 0. Won: ")
    assert build_scene(game, game.view(over, SPECTATOR)).result.startswith("Won: ")


def test_a_cash_game_says_from_the_second_deal_on_what_its_player_has_won() -> None:
    game = Poker(players=2, button=2, deals=3, stacks="20", rebuy=True)
    first = run(game, "raise 12; call; bet 2; fold")
    loser = first.turn
    second = run(game, "stay; call", state=first)
    results = {seat: build_scene(game, game.view(second, seat)).progress.split("; ")[1] for seat in (0, 1)}
    assert results == {loser: "you: -12", 1 - loser: "you: +12"}
    assert "you" not in build_scene(game, game.view(first, loser)).progress
    assert "you" not in build_scene(game, game.view(second, SPECTATOR)).progress


def test_ones_own_hand_says_what_it_makes_until_the_hands_are_compared() -> None:
    def notes(words: str, game: Poker, cards: str, player: int = 0) -> list[str]:
        scene = build_scene(game, game.view(run(game, words, cards), player))
        return [zone.note for zone in scene.zones if isinstance(zone, Fan | Row) and zone.owner is not None]

    game = Poker(players=2, button=2, deals=1)
    cards = "9s Ad 8s 7d 9h 8d 2c"
    assert sorted(notes("", game, cards)) == ["bet 1", "bet 2"]
    assert sorted(notes("call; check", game, cards)) == ["", "two pair, nines and eights, two"]
    assert sorted(notes("call; check", game, cards, player=1)) == ["", "ace-high, nine-eight-seven-two"]
    assert "bet 2; two pair, nines and eights, two" in notes("call; check; raise 2", game, cards)
    assert sorted(notes("call; check", game, cards, player=SPECTATOR)) == ["", ""]
    boards = Poker(players=2, button=2, deals=1, variant="double-board-holdem")
    both = "two pair, nines and eights, two on the first board; pair of kings, nine-eight-three on the second"
    assert sorted(notes("call; check", boards, f"{cards} Ks Kd 3s")) == ["", both]


def test_a_player_sees_which_own_cards_of_stud_are_face_down() -> None:
    game = Poker(variant="seven-card-stud", players=3, button=3, ante="0", deals=1, burns=False)
    state = run(game, "", "As Ks Qs Ad Kd Qd 2d 2c 3c")
    captions = {place.id: place.caption for place in build_scene(game, game.view(state, 1)).places}
    assert [captions[f"seat-2-{card}"] for card in ("1", "2", "up-1")] == ["down", "down", ""]
    assert not captions["seat-1-1"]


def moments(game: Poker, state: PokerState) -> list[PokerState]:
    """Play on while chance is to act, and return the moments on the way, the first and the last state among them."""
    found = [state]
    while state.turn == CHANCE:
        action = game.draw(state, Random(3))
        if isinstance(action, Shuffle):
            break
        if isinstance(action, Automatic):
            state = game.play(state, CHANCE, action)
            found.append(state)
        else:
            state = game.play(state, CHANCE, action)
            found[-1] = state
    return found


def run_to_bet(game: Poker) -> PokerState:
    return after_chance(game, game.initial_state(), Random(5))


def test_every_street_of_an_all_in_is_a_moment() -> None:
    game = Poker(players=2, button=2, deals=1)
    # the hands lie open, then the flop, the turn, the river, and the pot is paid
    assert [len(state.board) for state in all_in_of(game)] == [0, 3, 4, 5, 5]
    state = game.play(run_to_bet(game), 1, game.parse("raise 200"))
    state = game.play(state, 0, game.parse("call"))
    assert state.shown == 0b11
    assert game.is_moment(state)  # the hands lie open before the flop comes
    assert isinstance(game.chance_outcomes(state)[0][0], RunOut)


def test_every_hand_shown_and_every_pot_paid_is_a_moment() -> None:
    game = Poker(players=3, button=3, deals=2, showdown="show")
    steps = list(states(game, CHECKED_DOWN, f"{THREE_HANDS} {BOARD}"))
    assert [event.player for event in steps[-1].ending if isinstance(event, Showed)] == [0, 1, 2]
    shown = [
        (step.shown.bit_count(), betting.pot(step.betting), len(step.board))
        for step in steps
        if game.is_moment(step) and step.shown
    ]
    assert shown == [(1, 6, 5), (2, 6, 5), (3, 6, 5), (3, 0, 5)]


def test_each_half_of_a_pot_is_paid_in_a_step_of_its_own() -> None:
    game = Poker(variant="omaha-hilo", ranking="dual-piecepacks", players=2, button=2, deals=1)
    paid = [state for state in all_in_of(game) if any(isinstance(event, Won) for event in state.events)]
    assert [betting.pot(state.betting) for state in paid] == [200, 0]
    for state in paid:
        halves = {event.award.half for event in state.events if isinstance(event, Won)}
        assert len(halves) == 1
        assert sum(state.betting.stacks) + betting.pot(state.betting) == 400


def all_in_of(game: Poker) -> list[PokerState]:
    state = run_to_bet(game)
    while state.turn >= 0:
        to = game.wagers(state.betting).high
        word = f"raise {to}" if to else "call"
        state = game.play(state, state.turn, game.parse(word))
    return moments(game, state)


def test_the_table_lies_until_the_next_deal_begins() -> None:
    game = Poker(players=2, button=2)
    state = run(game, "call; check;" + "check;" * 6)
    assert game.is_moment(state)
    assert len(state.board) == 5
    assert any(state.down)
    assert isinstance(game.chance_outcomes(state)[0][0], Shuffle)
    state = game.play(state, CHANCE, Shuffle())
    assert (state.deal, state.board, state.ending) == (2, (), ())


def test_side_pots_and_winnings_are_named_as_they_are_paid() -> None:
    game = Poker(players=3, button=3, deals=2, stacks="50/90/200")
    scenes = [build_scene(game, game.view(each, 0)) for each in all_in_of(game)]
    pots = [(zone.amount, zone.note) for scene in scenes for zone in scene.zones if isinstance(zone, Chips)]
    # the hands lie open, three streets, and the main and the side pot are paid
    assert pots == [(230, "main 150, side 80")] * 4 + [(80, ""), (0, "")]
    assert scenes[3].status == "Showdown: the best hand wins the pot"
    assert [scene.status.partition(": ")[0] for scene in scenes[4:]] == ["Showdown", "Deal 1 is over"]
    paid = [sum(int(amount) for amount in re.findall(r"(?:won|}) (\d+)", scene.status)) for scene in scenes[4:]]
    assert paid == [150, 230]
    # the share of all hands that one's own beats says nothing once the hand is compared
    assert [any(zone.id == "worth" for zone in scene.zones) for scene in scenes] == [False, True, True] + [False] * 3


def winners(game: Poker, state: PokerState) -> set[str]:
    scene = build_scene(game, game.view(state, 0))
    return {place.face.text for place in scene.places if "winner" in place.marks and place.face}


@pytest.mark.parametrize(
    ("name", "won"),
    [
        ("One pair", "with one pair, aces"),
        ("Ember", "with an ember, aces"),
        ("Euchre", "with a euchre, aces"),
        ("Union", "with a union, aces"),
        ("All trumps", "with all trumps, aces"),
        ("Anything", "with anything, aces"),
    ],
)
def test_a_hand_of_any_name_has_the_article_that_english_wants(name: str, won: str) -> None:
    plain = declaration.table("standard")
    plain["category"] = [{key: line[key] for key in line if key != "says"} for line in plain["category"]]
    plain["category"][-2]["name"] = name
    game = Poker(players=2, deals=1, ranking=toml_writer.write(plain))
    state = run(game, f"call; check; {'check; check; ' * 3}", f"As Ks Ad 2h {BOARD}")
    assert won in " ".join(build_scene(game, game.view(state, 0)).news)


def test_a_low_of_eight_has_its_article() -> None:
    game = Poker(variant="omaha-hilo-8", players=2, button=2, deals=1)
    cards = "As Qs 2s Jd Kh Js Kd Qd 8h 7d 3c Tc Td"
    state = run(game, f"call; check; {'check; check; ' * 3}", cards)
    assert "with an eight-seven low" in " ".join(build_scene(game, game.view(state, 0)).news)


def test_the_five_that_win_are_marked_and_named_with_those_they_beat() -> None:
    game = Poker(players=3, button=3, deals=1)
    state = run(game, CHECKED_DOWN, f"{THREE_HANDS} {BOARD}")
    assert winners(game, state) == {"As", "Ad", "9h", "8s", "Tc"}
    scene = build_scene(game, game.view(state, 2))
    assert "{0} won 6 with a pair of aces, ten-nine-eight, over {1} and {2}, not shown" in scene.news
    game = Poker(players=3, button=3, deals=1, showdown="show")
    state = run(game, CHECKED_DOWN, f"{THREE_HANDS} {BOARD}")
    scene = build_scene(game, game.view(state, 2))
    told = "{0} won 6 with a pair of aces, ten-nine-eight, over {1}'s pair of kings, ten-nine-eight"
    assert told in scene.news
    lines = [zone.lines for zone in scene.zones if isinstance(zone, Text) and zone.id == "ending"]
    assert told in lines[0]


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        (
            "9s 9c Ad 2h",
            "with a pair of nines, ace-ten-eight, over {1}'s pair of nines, ten-eight-four (ace beats ten)",
        ),
        ("As Ah Kd Qd", "ace-high, king-ten-nine-eight, over {1}'s ace-high, queen-ten-nine-eight (king beats queen)"),
        ("As Ks Ad Kd", "with a pair of aces, ten-nine-eight, over {1}'s pair of kings, ten-nine-eight"),
    ],
)
def test_of_two_hands_that_begin_alike_the_ranks_that_decide_are_named(cards: str, said: str) -> None:
    game = Poker(players=2, button=2, deals=1, showdown="show")
    state = run(game, f"call; check; {'check; check; ' * 3}", f"{cards} {BOARD}")
    assert any(line.endswith(said) for line in build_scene(game, game.view(state, 0)).news)


def test_a_hand_thrown_away_stays_hidden_at_every_moment() -> None:
    game = Poker(players=3, button=3, deals=1)
    for state in states(game, CHECKED_DOWN, f"{THREE_HANDS} {BOARD}"):
        assert not any(card >= 0 for card in game.view(state, 0).down[2])


@pytest.mark.parametrize("name", variants.NAMES)
def test_every_card_that_becomes_public_lies_face_up_at_a_moment(name: str) -> None:
    """Every hand in the news lay on the table, seen by all, in a state that every interface shows."""
    for seed in range(12):
        game = one_variant(variant=name, players=4, deals=3, stacks="30", blinds="1/2")
        rng, state = Random(f"{name} {seed}"), game.initial_state()
        up: set[int] = set()
        while state.turn != OVER:
            if game.is_moment(state) or state.turn >= 0:
                view = game.view(state, SPECTATOR)
                up |= {card for hand in (*view.down, *view.up, view.board) for card in hand if card >= 0}
                told = {card for event in state.ending if isinstance(event, Showed) for card in event.cards}
                assert told <= up
                assert set(state.board) <= up
            legal = game.legal_actions(state, state.turn) if state.turn >= 0 else ()
            action = legal[min(rng.randrange(4), len(legal) - 1)] if legal else game.draw(state, rng)
            up = set() if isinstance(action, Shuffle) else up
            state = game.play(state, state.turn, action)


def test_dp13_a_skin_changes_words_too_and_has_a_legend() -> None:
    game = Poker(ranking="dual-piecepacks", players=2, button=2, deals=1, skin="rainbow")
    state = run(game, "call; check;" + "check;" * 6, "NbS 2bS NwH 3wH NbD 4bD 4wC 2wD 3bC")
    scene = build_scene(game, game.view(state, 0))
    text = " ".join(scene.news)
    assert "null" not in text
    assert "a full house, kings over fours" in text
    legends = [zone.lines for zone in scene.zones if isinstance(zone, Text) and zone.id == "legend"]
    assert "K = N (null), J = A (ace), 2 to 5 as printed" in legends[0]


def test_who_gains_nothing_while_others_win_has_no_draw() -> None:
    game = Poker(players=3, button=3, deals=1)
    state = run(game, "fold; fold")  # the button, then the small blind
    verdicts = [build_scene(game, game.view(state, seat)).verdict for seat in range(3)]
    assert verdicts == ["You lost", "You won", "You broke even"]
    table = Table(game, Luck.numbered(1))
    while not table.over:
        session.settle(table)
        if table.to_act:
            session.play(table, table.to_act[0], "fold")
    players = [Sitter(name, "basic") for name in "ABC"]
    assert summarise(Record.of(Header.of(game, players), game, table.log), 2).counted == "drawn"


def test_once_the_deal_is_over_the_winners_of_all_pots_stand_out() -> None:
    game = Poker(players=3, button=3, deals=1, stacks="20/60/60")
    state = run(game, "raise 60; call; call", "As Ks Qs Ah Kd Qd 2c 7d 9h 3s 4c")
    places = build_scene(game, game.view(state, 0)).places
    winning = {place.id for place in places if "winner" in place.marks}
    assert {"seat-1-1", "seat-1-2", "seat-2-1", "seat-2-2"} <= winning
    assert not {"seat-3-1", "seat-3-2"} & winning

    game = Poker(players=3, button=3, deals=9, stacks="20/60/60", rebuy=True, sit_out=True)
    asked = run(game, "raise 60; call; call", "As Ks Qs Ah Kd Qd 2c 7d 9h 3s 4c")
    assert asked.turn >= 0
    answered = game.play(asked, asked.turn, BUY)
    for state in (asked, answered):
        places = build_scene(game, game.view(state, 0)).places
        assert {place.id for place in places if "winner" in place.marks} == winning


def test_a_crowded_table_draws_only_the_hands_that_are_seen() -> None:
    game = Poker(ranking="dual-piecepacks", players=20, button=20, deals=1)
    state = run_to_bet(game)
    scene = build_scene(game, game.view(state, 3))
    assert [zone.id for zone in scene.zones if zone.id.startswith("seat-")] == ["seat-4"]
    assert (scene.seats[1].score, scene.seats[1].chips) == ("198, bet 2", 198)
    nine = Poker(players=9, button=9)
    zones = build_scene(nine, nine.view(run_to_bet(nine), 0)).zones
    assert len([zone for zone in zones if zone.id.startswith("seat-")]) == 9


def test_every_street_is_news_also_for_those_who_have_folded() -> None:
    table = Table(Poker(players=2, deals=1), Luck.numbered(5))
    frames = session.settle(table)
    while table.to_act:
        calls = {table.game.text(action) for action in table.game.legal_actions(table.state, table.to_act[0])}
        frames += session.play(table, table.to_act[0], "check" if "check" in calls else "call")
    told = [line for frame in frames for line in frame.news(["Ann", "Ben"]) if line.startswith("Board: ")]
    assert [len(line.split()) - 1 for line in told] == [3, 1, 1]
