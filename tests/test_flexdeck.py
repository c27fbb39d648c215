"""Flexdeck Dice Poker: the source's sample game, every ruling, whole matches.

"Source, sample game" and the like name the part of Martin Willett's rules that an example is from.
"""

import itertools
import re
from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from cardwright import games
from cardwright.answers import Budget
from cardwright.errors import BadCard, BadOption, IllegalAction, NotYourTurn
from cardwright.game import CHANCE, SPECTATOR
from cardwright.games import create, scene
from cardwright.games.flexdeck import deck, odds
from cardwright.games.flexdeck.actions import Begin, Compare, Cover, FlexdeckAction, Flip, Gather
from cardwright.games.flexdeck.events import Compared, Ended
from cardwright.games.flexdeck.rules import Flexdeck
from cardwright.games.flexdeck.scoring import forming, table
from cardwright.games.flexdeck.state import NO_SEAT, FlexdeckState, roll
from cardwright.games.flexdeck.throws import Throws
from cardwright.ranking import declaration
from cardwright.ranking.lint import FAULT, lint
from cardwright.scenes import Row, Scene, Text
from support.playouts import after_moments, played_states, random_states, with_reasons
from support.scenes import zone_of

# Player 1 deals 1,1,2,4,5 to themselves and 0,0,2,6,9 to player 2; the cards are ours, the dice the source's.
OPENING = "flip 0-1; flip 0-2; flip 2-1; flip 6-4; flip 9-5"


def after(game: Flexdeck, script: str, state: FlexdeckState | None = None) -> FlexdeckState:
    """The state after these moves, separated by semicolons, and the automatic steps; every one checked."""
    state = state or game.initial_state()
    for text in script.split(";"):
        (player,) = game.players_to_act(state)
        state = after_moments(game, game.play(state, player, game.parse(text.strip())))
    return state


def dice(state: FlexdeckState, seat: int) -> list[int]:
    return sorted(roll(state, seat))


def beats(game: Flexdeck, one: str, other: str) -> bool:
    """Return whether a roll, written "44447", beats another."""
    return game.table.strength(tuple(map(int, one))) > game.table.strength(tuple(map(int, other)))


def ties(game: Flexdeck, one: str, other: str) -> bool:
    return not beats(game, one, other) and not beats(game, other, one)


def category(text: str, game: Flexdeck | None = None) -> str:
    ranking = game.table if game else table()
    return ranking.category(ranking.strength(tuple(map(int, text)))).name.casefold()


def shown(game: Flexdeck, state: FlexdeckState, seat: int) -> str:
    """The category of a player's dice."""
    return category("".join(map(str, roll(state, seat))), game)


def round_of(dealer: str, other: str, used: frozenset[int] = frozenset()) -> str:
    """Moves of a round in which no player covers: five cards with these halves below and above, none of them used."""
    for order in itertools.permutations(other):
        cards = [int(up) * 10 + int(down) for up, down in zip(order, dealer)]
        if len({deck.DOMINO[card] for card in cards}) == 5:
            return "; ".join([*(f"flip {deck.text(card)}" for card in cards), *["keep"] * 4])
    raise AssertionError("no five cards have these halves")


# The source's examples


def test_the_sample_game_of_the_source() -> None:
    """Source, sample game, from "Player 1 (dealer) has rolled a 1,1,2,4,5" to "wins this round with a full house"."""
    game = Flexdeck(first_dealer="first")
    state = after(game, OPENING)
    # "Player 1 (dealer) has rolled a 1,1,2,4,5. Player 2 has rolled a 0,0,2,6,9. So far each player has one pair."
    assert dice(state, 0) == [1, 1, 2, 4, 5]
    assert dice(state, 1) == [0, 0, 2, 6, 9]
    assert {shown(game, state, seat) for seat in (0, 1)} == {"one pair"}
    # "Player 2 has chosen to keep the pair of zeroes and roll three more ... 2 pair, zeroes and nines, along with a
    # one. (The lower halves of the new cards are disregarded"
    assert game.players_to_act(state) == (1,)
    state = after(game, "cover 3 4 5; flip 9-8; flip 1-6; flip 9-3", state)
    assert dice(state, 1) == [0, 0, 1, 9, 9]
    assert shown(game, state, 1) == "two pair"
    assert dice(state, 0) == [1, 1, 2, 4, 5]
    # "Player one ... has instead decided to try to fill the inside straight 1-2-4-5 with a three. Instead a 4 is
    # rolled."
    assert game.players_to_act(state) == (0,)
    state = after(game, "cover 1; flip 4-3", state)
    assert dice(state, 0) == [1, 2, 4, 4, 5]
    # "Player two keeps the two pair and rolls one die to try for the full house, and is rewarded."
    assert game.players_to_act(state) == (1,)
    state = after(game, "cover 4; flip 9-7", state)
    assert dice(state, 1) == [0, 0, 9, 9, 9]
    assert shown(game, state, 1) == "full house"
    # "keeping the pair of fours and getting lucky with three new dice ... comes up just short, ending with two pair,
    # eights and fours, and an unmatched three. Player two wins this round with a full house."
    assert game.players_to_act(state) == (0,)
    state = after(game, "cover 2 3 5; flip 8-8; flip 3-5; flip 8-2", state)
    assert state.last == Compared(((4, 8, 3, 4, 8), (0, 0, 9, 9, 9)), 1)
    assert game.table.describe((4, 8, 3, 4, 8)) == "two pair, eights and fours, three"
    # "The existing tableau of cards is gathered with the remaining deck. Deck is shuffled and deal rotates."
    assert state.scores == (0, 1)
    assert (state.dealer, state.row, state.used) == (1, (), 0)


@pytest.mark.parametrize(
    ("stronger", "weaker"),
    [
        ("23456", "01234"),  # Straight-5: 0-1-2-3-4 loses to 2-3-4-5-6
        ("23457", "01239"),  # Straight-4: 0-1-2-3-9 loses to 2-3-4-5-7
    ],
)
def test_the_examples_of_the_table(stronger: str, weaker: str) -> None:
    """Source, Table of Winning Hands."""
    assert beats(Flexdeck(), stronger, weaker)


def test_the_table_from_top_to_bottom() -> None:
    """Source, Table of Winning Hands, with four of a kind put in (FD1)."""
    descending = ["00000", "00001", "01234", "00011", "00112", "01239", "00012", "00123", "98754"]
    assert [category(text) for text in descending] == [
        "five of a kind", "four of a kind", "straight-5", "full house", "two pair",
        "straight-4", "three of a kind", "one pair", "garbage",
    ]  # fmt: skip
    game = Flexdeck()
    assert all(beats(game, one, other) for one, other in itertools.pairwise(descending))


def test_the_news_of_a_whole_row_are_short_enough_to_be_read_at_once() -> None:
    game, rng = create("flexdeck"), Random(1)
    told: list[str] = []
    state = game.initial_state()
    while game.players_to_act(state) == (CHANCE,):
        state = game.play(state, CHANCE, game.draw(state, rng))
        told += scene(game, game.view(state, 0)).news
    assert len(" ".join(told)) < 90  # two lines beside the status, in a window of 1366 pixels
    assert told[-1].startswith("Card 5: ")


# The rulings


def test_fd1_four_of_a_kind() -> None:
    game = Flexdeck()
    assert beats(game, "00000", "99998")
    assert beats(game, "00001", "56789")
    assert beats(game, "44440", "33339")
    assert beats(game, "44447", "44446")


def test_fd1_counted_as_another_line() -> None:
    house = Flexdeck(four="full_house")
    assert beats(house, "01234", "99998")
    assert beats(house, "44440", "33399")
    assert ties(house, "44440", "44499")
    assert beats(house, "55500", "44449")
    three = Flexdeck(four="three_of_a_kind")
    assert beats(three, "01239", "99998")
    assert ties(three, "44440", "44498")
    assert beats(three, "55501", "44449")
    assert beats(three, "00001", "99876")
    pairs = Flexdeck(four="two_pair")
    assert beats(pairs, "00011", "99998")
    assert beats(pairs, "99880", "44449")
    assert beats(pairs, "44440", "44339")  # a pair of fours twice
    assert beats(pairs, "44441", "44440")
    assert beats(pairs, "00001", "01239")
    for game in (house, three, pairs):
        assert beats(game, "00000", "99998")
    assert [category("44440", game) for game in (house, three, pairs)] == ["full house", "three of a kind", "two pair"]


def test_fd2_a_run_of_four_with_a_pair_is_one_pair() -> None:
    """Source, table: Straight-4 has an unmatched fifth die."""
    assert category("01233") == category("00123") == category("67889") == "one pair"
    assert category("01238") == "straight-4"


def test_fd3_only_the_listed_criteria() -> None:
    """Source, table, last column."""
    game = Flexdeck()
    assert ties(game, "44499", "44400")  # the value of the three
    assert ties(game, "44498", "44410")
    assert ties(game, "44987", "44012")  # the pair value
    assert ties(game, "01239", "01235")  # the highest die of the straight
    assert ties(game, "97531", "98521")  # the total
    assert beats(game, "97532", "98521")


def test_fd3_kickers() -> None:
    game = Flexdeck(criteria="kickers")
    assert beats(game, "44499", "44400")
    assert beats(game, "44498", "44410")
    assert beats(game, "44987", "44986")
    assert beats(game, "01239", "01238")
    assert beats(game, "98521", "97531")
    assert beats(game, "97532", "98521")  # the total still comes first
    assert ties(game, "44987", "44987")


@pytest.mark.parametrize(("four", "widest", "narrow"), [
    ("full_house", "44440", "44499"), ("three_of_a_kind", "44440", "44498"), ("two_pair", "44440", "44339"),
])  # fmt: skip
def test_kickers_compare_the_widest_group_first_where_four_of_a_kind_is_in_another_line(
    four: str, widest: str, narrow: str
) -> None:
    game = Flexdeck(four=four, criteria="kickers")
    assert category(widest, game) == category(narrow, game)
    assert beats(game, widest, narrow)
    assert beats(game, widest[:-1] + "1", widest)  # then the fifth die
    assert beats(game, narrow.replace("4", "5"), "44449")  # the value of the first group comes before its size


def test_fd3_a_tied_round() -> None:
    tied = round_of("44987", "44012")
    nobody = after(Flexdeck(first_dealer="first"), tied)
    assert (nobody.scores, nobody.dealer, nobody.rounds) == ((0, 0), 1, 1)
    assert nobody.last is not None
    assert nobody.last.winner == NO_SEAT
    again = after(Flexdeck(first_dealer="first", ties="replay"), tied)
    assert (again.scores, again.dealer, again.rounds) == ((0, 0), 0, 0)
    both = after(Flexdeck(first_dealer="first", ties="both_score"), tied)
    assert (both.scores, both.dealer, both.rounds) == ((1, 1), 1, 1)


def test_fd3_both_at_five_is_a_draw() -> None:
    game = Flexdeck(first_dealer="first", ties="both_score")
    state = after(game, "; ".join([round_of("44987", "44012")] * 5))
    assert state.scores == (5, 5)
    assert game.players_to_act(state) == ()
    assert game.returns(state) == (0, 0)
    assert state.events[-1] == Ended(NO_SEAT)
    assert "drawn" in scene(game, game.view(state, 0)).result


def test_fd4_two_pair() -> None:
    game = Flexdeck()
    assert beats(game, "99001", "88776")
    assert beats(game, "99110", "99008")
    assert beats(game, "99002", "99001")
    assert ties(game, "99002", "20990")


def winning_rounds(count: int) -> str:
    """Rounds that the player who deals first wins, as dealer and as non-dealer by turns."""
    won, lost = "99987", "01245"
    return "; ".join(round_of(won, lost) if number % 2 == 0 else round_of(lost, won) for number in range(count))


def test_fd5_first_to_five() -> None:
    """Source: "First player to 5 wins is the victor." """
    game = Flexdeck(first_dealer="first")
    state = after(game, winning_rounds(4))
    assert state.scores == (4, 0)
    assert game.returns(state) == (0, 0)
    state = after(game, winning_rounds(5))
    assert state.scores == (5, 0)
    assert game.players_to_act(state) == ()
    assert game.returns(state) == (1, -1)
    assert state.events[-1] == Ended(0)
    assert len(state.row) == 5  # the last tableau stays to be seen
    assert scene(game, game.view(state, 1)).result == "The match goes to {0}, 5 rounds to 0"


def test_fd5_a_fixed_number_of_rounds() -> None:
    game = Flexdeck(first_dealer="first", rounds=2)
    state = after(game, winning_rounds(2))
    assert game.players_to_act(state) == ()
    assert game.returns(state) == (1, -1)
    drawn = after(game, round_of("99987", "01245") + "; " + round_of("99987", "01245"))
    assert drawn.scores == (1, 1)
    assert game.players_to_act(drawn) == ()
    assert game.returns(drawn) == (0, 0)
    longer = after(Flexdeck(first_dealer="first", rounds=9), winning_rounds(6))
    assert longer.scores == (6, 0)
    assert not longer.ended


def test_fd6_every_domino_either_way_up() -> None:
    """A uniform random domino of 55, and a uniform random way for it to lie."""
    game = Flexdeck(first_dealer="first")
    outcomes = game.chance_outcomes(game.initial_state())
    weights = {action.card: weight for action, weight in outcomes if isinstance(action, Flip)}
    total = sum(weights.values())
    by_domino: Counter[int] = Counter()
    uppers: Counter[int] = Counter()
    for card, weight in weights.items():
        by_domino[deck.DOMINO[card]] += weight
        uppers[deck.upper(card)] += weight
    assert {Fraction(weight, total) for weight in by_domino.values()} == {Fraction(1, 55)}
    assert len(by_domino) == 55
    assert weights[deck.parse("3-7")] == weights[deck.parse("7-3")]
    assert {Fraction(count, total) for count in uppers.values()} == {Fraction(1, 10)}


def test_fd6_whose_half_is_whose() -> None:
    game = Flexdeck(first_dealer="second")
    state = after(game, OPENING)
    assert roll(state, 0) == (0, 0, 2, 6, 9)  # upper halves, for the non-dealer
    assert roll(state, 1) == (1, 2, 1, 4, 5)
    state = after(game, "cover 1; flip 7-3", state)
    assert roll(state, 0)[0] == 7
    assert roll(state, 1)[0] == 1
    state = after(game, "cover 1; flip 8-5", state)
    assert roll(state, 1)[0] == 8  # the upper half for the dealer too


def test_fd6_no_card_comes_twice_in_a_round() -> None:
    game = Flexdeck(first_dealer="first")
    state = after(game, OPENING + "; cover 1; flip 7-3; cover 2 3")
    seen = {deck.DOMINO[deck.parse(text)] for text in ["0-1", "0-2", "1-2", "4-6", "5-9", "3-7"]}
    left = {deck.DOMINO[action.card] for action, _ in game.chance_outcomes(state) if isinstance(action, Flip)}
    assert left == set(range(55)) - seen == set(game.view(state, 0).unseen)
    with pytest.raises(IllegalAction):
        game.play(state, CHANCE, game.parse("flip 1-0"))


def test_fd7_nine_and_zero_do_not_meet() -> None:
    assert category("89012") == category("78901") == "garbage"
    assert category("90123") == "straight-4"


def test_fd8_turns_go_round_twice_and_a_die_may_be_covered_again() -> None:
    game = Flexdeck(first_dealer="second")
    state = after(game, OPENING)
    order: list[int] = []
    for move in ("cover 1; flip 7-3", "keep", "cover 1; flip 4-4"):
        order += game.players_to_act(state)
        state = after(game, move, state)
    order += game.players_to_act(state)
    assert order == [0, 1, 0, 1]
    assert state.covers[0][0] == (73, 44)
    assert roll(state, 0)[0] == 4
    with pytest.raises(NotYourTurn):
        game.play(state, 0, Cover(()))


@pytest.mark.parametrize(("most", "ways"), [(1, 6), (3, 26), (5, 32)])
def test_fd9_how_many_dice(most: int, ways: int) -> None:
    """Source: "adding one, two or three cards (or none ...)"; 26 ways by default, counted as 1 + 5 + 10 + 10."""
    game = Flexdeck(first_dealer="first", cover=most)
    state = after(game, OPENING)
    legal = game.legal_actions(state, 1)
    assert len(legal) == ways
    assert max(len(action.dice) for action in legal if isinstance(action, Cover)) == most
    if most == 3:
        with pytest.raises(IllegalAction, match="no more than 3 of your dice"):
            game.play(state, 1, game.parse("cover 1 2 3 4"))


def test_fd10_the_first_dealer() -> None:
    game = Flexdeck()
    assert list(game.chance_outcomes(game.initial_state())) == [(Begin(0), 1), (Begin(1), 1)]
    assert after(game, "dealer 2").dealer == 1
    assert Flexdeck(first_dealer="second").initial_state().dealer == 1


def test_fd10_the_next_dealer() -> None:
    won = round_of("99987", "01245")
    for rule, dealer in (("alternate", 1), ("winner", 0), ("loser", 1)):
        assert after(Flexdeck(first_dealer="first", next_dealer=rule), won).dealer == dealer
    lost = round_of("01245", "99987")
    for rule, dealer in (("alternate", 1), ("winner", 1), ("loser", 0)):
        assert after(Flexdeck(first_dealer="first", next_dealer=rule), lost).dealer == dealer


def test_fd10_after_a_tie_the_deal_alternates_whoever_deals_after_a_win() -> None:
    tied = round_of("44987", "44012")
    for rule in ("alternate", "winner", "loser"):
        for first, next_dealer in (("first", 1), ("second", 0)):
            assert after(Flexdeck(first_dealer=first, next_dealer=rule), tied).dealer == next_dealer


@pytest.mark.parametrize(("ties", "said"), [
    ("none", "neither player scores"), ("replay", "the round is dealt again"), ("both_score", "both score"),
])  # fmt: skip
def test_fd3_a_tied_round_is_told(ties: str, said: str) -> None:
    game = Flexdeck(first_dealer="first", ties=ties)
    look = scene(game, game.view(after(game, round_of("44987", "44012")), 0))
    told = zone_of(look, Text, "last")
    assert told.lines[-1] == f"A tie, pair of fours each, and nothing else counts: {said}"


def test_fd3_rolls_of_the_same_dice_need_no_reason() -> None:
    game = Flexdeck(first_dealer="first", criteria="kickers")
    look = scene(game, game.view(after(game, round_of("44987", "97844")), 0))
    told = zone_of(look, Text, "last")
    assert told.lines[-1] == "A tie, pair of fours, nine-eight-seven each: neither player scores"


def test_fd10_exactly_the_cards_of_a_whole_round_are_enough() -> None:
    """A round takes 5 cards and up to 12 more: with 17 left it is dealt from them, with 16 all are shuffled."""
    game = Flexdeck(first_dealer="first", shuffle="when_short")
    for left, used in ((17, 55 - 17), (16, 0)):
        state = after(game, round_of("99987", "01245"))
        full = (1 << 55) - 1
        state = replace(state, settled=True, turn=4, used=full >> left)
        assert game.play(state, CHANCE, Gather()).used.bit_count() == used


def test_fd10_used_cards_stay_out_until_too_few_are_left() -> None:
    game = Flexdeck(first_dealer="first", shuffle="when_short")
    rng = Random(1)
    state = game.initial_state()
    before = 0
    shuffled = 0
    while to_act := game.players_to_act(state):
        action = game.draw(state, rng) if to_act == (CHANCE,) else rng.choice(game.legal_actions(state, to_act[0]))
        last, state = state, game.apply(state, to_act[0], action)
        if isinstance(action, Gather):
            used = last.used.bit_count()
            if state.used:
                assert state.used.bit_count() == used > before
                assert 55 - used >= 17  # a round takes 5 + 4 turns of 3 cards at most
            else:
                assert 55 - used < 17
                shuffled += 1
            before = state.used.bit_count()
    assert shuffled


# The moments of a round

OPTIONS: list[dict[str, object]] = [
    {},
    {"four": "full_house", "ties": "replay", "rounds": 3},
    {"four": "three_of_a_kind", "criteria": "kickers", "cover": 5, "next_dealer": "winner"},
    {"four": "two_pair", "ties": "both_score", "first_dealer": "second", "next_dealer": "loser"},
    {"shuffle": "when_short", "rounds": 5, "cover": 1, "criteria": "kickers"},
]


def rows(look: Scene) -> list[Row]:
    """The dice of the other player and the viewer's own."""
    return [zone for zone in look.zones if isinstance(zone, Row)]


def test_the_final_rolls_lie_face_up_before_the_table_is_cleared() -> None:
    """The state after the last flip shows both rolls; the next one who won, and by which dice."""
    game = Flexdeck(first_dealer="first")
    state = game.initial_state()
    for text in (OPENING + "; cover 3 4 5; flip 9-9; flip 9-0; flip 9-8; keep; keep; cover 1; flip 3-3").split(";"):
        state = game.play(state, game.players_to_act(state)[0], game.parse(text.strip()))
    assert game.is_moment(state)
    look = scene(game, game.view(state, 0))
    assert [place.face.corner for place in rows(look)[0].places if place.face] == ["0", "0", "9", "9", "9"]
    assert [place.face.corner for place in rows(look)[1].places if place.face] == ["3", "2", "1", "4", "5"]
    assert [place.id for zone in rows(look) for place in zone.places if "new" in place.marks] == ["0.1"]
    assert state.scores == (0, 0)
    state = game.play(state, CHANCE, Compare())
    assert game.is_moment(state)
    assert state.scores == (1, 0)
    look = scene(game, game.view(state, 0))
    assert look.status == "{0} won the round: straight-5 to the five beats full house, nines"
    assert look.news == (f"{{0}}: 3 2 1 4 5; {{1}}: 0 0 9 9 9. {look.status}",)  # each hand is named once
    marked = [place.id for place in rows(look)[1].places if "winner" in place.marks]
    assert marked == [f"0.{die}" for die in range(1, 6)]
    assert not [place for place in rows(look)[0].places if "winner" in place.marks]
    state = game.play(state, CHANCE, Gather())
    assert (state.row, state.dealer) == ((), 1)


@pytest.mark.parametrize(
    ("roll", "places"),
    [
        ((3, 2, 1, 4, 5), {0, 1, 2, 3, 4}),
        ((3, 2, 9, 4, 5), {0, 1, 3, 4}),
        ((3, 2, 2, 4, 5), {1, 2}),  # FD2: one pair
        ((0, 7, 0, 0, 0), {0, 2, 3, 4}),
        ((9, 0, 9, 0, 1), {0, 1, 2, 3}),
        ((1, 7, 5, 7, 3), {1, 3}),
        ((1, 7, 5, 8, 3), {0, 1, 2, 3, 4}),
    ],
)
def test_the_dice_that_make_a_hand(roll: tuple[int, ...], places: set[int]) -> None:
    ranking = table()
    assert forming(ranking.category(ranking.strength(roll)).name, roll) == places


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_every_final_roll_is_seen_before_it_is_gathered(options: dict[str, object]) -> None:
    """Over whole matches: each comparison is of rolls that lie there, in a moment before it and in one after it."""
    game, compared = Flexdeck(**options), 0
    for before, state in itertools.pairwise(random_states(game, Random(5))):
        if state.settled and not before.settled:
            compared += 1
            assert game.is_moment(before)
            assert state.last is not None
            assert state.last.rolls == (roll(before, 0), roll(before, 1)) == (roll(state, 0), roll(state, 1))
            assert state.ended or game.is_moment(state)
    assert compared >= state.rounds


# Notation, the deck, options, scene, bots


def test_notation() -> None:
    game = Flexdeck(cover=5)
    covers = [Cover(dice) for count in range(6) for dice in itertools.combinations(range(5), count)]
    every: list[FlexdeckAction] = [Begin(0), Begin(1), *(Flip(card) for card in range(100)), *covers]
    assert len({game.text(action) for action in every}) == len(every)
    for action in every:
        assert game.parse(game.text(action)) == action
    assert game.parse("cover 4 1") == Cover((0, 3))


def test_the_deck() -> None:
    assert deck.SIZE == 55
    assert sorted(Counter(deck.DOMINO).values()) == [1] * 10 + [2] * 45
    for card in range(deck.CARD_COUNT):
        assert deck.parse(deck.text(card)) == card
        assert deck.DOMINO[deck.turn(card)] == deck.DOMINO[card]
        assert (deck.face(card).corner, deck.face(card).lower) == (str(deck.upper(card)), str(deck.lower(card)))
        assert deck.face(card).shape == "domino"
    assert deck.halves(range(deck.SIZE)) == (11,) * 10
    with pytest.raises(BadCard):
        deck.parse("10-1")


def test_options() -> None:
    for wrong in ({"four": "last"}, {"cover": 0}, {"cover": 6}, {"rounds": -1}, {"ties": "split"}, {"cover": True}):
        with pytest.raises(BadOption):
            Flexdeck(**wrong)


def test_the_scene_in_mid_round() -> None:
    game = Flexdeck(first_dealer="first")
    state = after(game, OPENING + "; cover 3 4 5; flip 9-8; flip 1-6; flip 9-3; cover 1; flip 4-3")
    look = scene(game, game.view(state, 1))
    zones: dict[str, Any] = {zone.id: zone for zone in look.zones}
    assert [zone.title for zone in look.zones][:2] == ["{0}'s row", "Your row"]
    assert [place.face.corner for place in zones["row1"].places if place.face] == ["0", "0", "9", "1", "9"]
    assert [place.face.corner for place in zones["row0"].places if place.face] == ["4", "2", "1", "4", "5"]
    assert zones["row1"].note == "two pair, nines and zeros, one"
    assert zones["row0"].note == "pair of fours"
    assert zones["covered"].lines == ("{0}'s row: die 1: 1", "Your row: die 3: 2, die 4: 6, die 5: 9")
    assert zones["unseen"].note == "46 cards"
    assert "3-4" not in zones["unseen"].lines[0].split()
    assert zones["row0"].places[0].label == "four, die 1 of {0}'s row, covering one"
    assert [place.id for place in zones["row0"].places if "new" in place.marks] == ["0.1"]
    assert [seat.role for seat in look.seats] == ["dealer", ""]
    assert len(look.moves) == 26
    move = next(move for move in look.moves if move.text == "cover 2 4")
    assert (move.label, move.places) == ("Cover 0, 1 (dice 2, 4)", frozenset({"1.2", "1.4"}))
    assert next(move.key for move in look.moves if move.text == "keep") == "K"
    assert scene(game, game.view(state, 0)).moves == scene(game, game.view(state, SPECTATOR)).moves == ()


def test_the_scene_says_how_the_last_round_ended() -> None:
    game = Flexdeck(first_dealer="first")
    state = after(game, round_of("99987", "01245"))
    look = scene(game, game.view(state, 1))
    told = zone_of(look, Text, "last")
    assert told.lines[0].startswith("{0}: ")
    assert told.lines[0].endswith("three of a kind, nines")
    assert told.lines[2] == "{0} won the round: three of a kind, nines beats garbage, 12 in all"
    assert look.news == ("The cards are gathered and shuffled. Dealer: {1}",)


def test_the_odds_count_dominoes_and_not_halves() -> None:
    """Every ordered draw of up to three dominoes, either way up, against the counted ways."""
    unseen = [0, 1, 4, 9, 13, 20, 27, 33, 40, 48, 54]
    throws = Throws(unseen)
    for count in range(4):
        found: Counter[tuple[int, ...]] = Counter()
        for drawn in itertools.permutations(unseen, count):
            for sides in itertools.product((0, 1), repeat=count):
                found[tuple(sorted(deck.HALVES[domino][side] for domino, side in zip(drawn, sides)))] += 1
        assert dict(throws.of_count(count)) == dict(found)
        assert throws.total(count) == found.total()


def test_five_dice_cannot_show_more_halves_than_dominoes_have() -> None:
    throws = Throws(range(55))
    assert throws.total(5) == sum(ways for _, ways in throws.of_count(5))
    only_doubles = Throws([0, 2, 5, 9, 14])  # 0-0 to 4-4
    assert dict(only_doubles.of_count(5)) == {(0, 1, 2, 3, 4): 2**5 * 120}


def test_a_round_that_is_won_is_not_put_at_risk() -> None:
    """The dealer's last turn: no dice are covered once the roll wins, and of equal choices the fewest."""
    checked = 0
    for seed in range(3):
        game = Flexdeck()
        rng = Random(seed)
        bot: Any = games.create_bot("basic", game, rng)
        state = game.initial_state()
        while to_act := game.players_to_act(state):
            (seat,) = to_act
            action = game.draw(state, rng) if seat == CHANCE else bot.advise(game.view(state, seat)).action
            assert isinstance(action, FlexdeckAction)
            if seat != CHANCE and state.turn == 3:
                strengths = [game.table.strength(roll(state, player)) for player in (seat, 1 - seat)]
                if strengths[0] > strengths[1]:
                    assert action == Cover(())
                    checked += 1
            state = game.apply(state, seat, action)
    assert checked > 3


def advice(script: str, **options: object) -> tuple[str, str]:
    game = Flexdeck(first_dealer="first", **options)
    state = after(game, OPENING + script)
    (seat,) = game.players_to_act(state)
    bot: Any = games.create_bot("basic", game, Random(1))
    found = bot.advise(game.view(state, seat))
    return game.text(found.action), found.reason


def test_the_basic_bot_makes_the_plain_choices() -> None:
    text, reason = advice("")
    assert {"3", "4"} <= set(text.split()) <= {"cover", "3", "4", "5"}  # it keeps the pair of zeros
    assert reason.endswith("one more turn to come.")
    full = "; cover 3 4 5; flip 9-9; flip 9-0; flip 9-8; keep; keep"
    text, reason = advice(full)
    assert text != "keep"  # 1,1,2,4,5 loses to a full house
    assert "to win against full house, nines" in reason
    text, reason = advice("; cover 3 4 5; flip 0-0; flip 0-9; flip 3-8; keep")
    assert text in ("keep", "cover 5")  # four zeros


def test_what_is_said_of_a_roll_as_it_lies_holds_where_a_cover_is_better() -> None:
    game = Flexdeck(first_dealer="first")
    worse = "; cover 3 4 5; flip 9-9; flip 9-0; flip 9-8; keep"
    for script, said in (
        ("", r"about \d+ % to win the round, with one pair as it lies, with one more turn to come\."),
        (worse, r"about \d+ % to win the round, with full house as it lies\."),
        (f"{worse}; keep", r"as it lies .+ loses the round to full house, nines\."),
    ):
        state = after(game, OPENING + script)
        (seat,) = game.players_to_act(state)
        lines = odds.evaluate(game, game.view(state, seat), Budget(samples=20))
        keep = next(line for line in lines if line.action == Cover(()))
        assert re.fullmatch(said, keep.reason)


def test_a_hint_says_on_what_rolls_of_different_dice_tie() -> None:
    game = Flexdeck(first_dealer="first")
    state = after(game, round_of("44987", "44012").removesuffix("; keep"))
    lines = odds.evaluate(game, game.view(state, 0), Budget(samples=20))
    reason = next(line.reason for line in lines if line.action == Cover(()))
    assert reason == "as they lie the rolls tie, pair of fours each."


def test_a_better_roll_may_be_of_the_same_line() -> None:
    """Of 0-0-2-6-9 a zero is covered: a two, a six or a nine makes a higher pair, and nothing makes a higher line."""
    game = Flexdeck(first_dealer="first")
    state = after(game, OPENING)
    lines = odds.evaluate(game, game.view(state, 1), Budget(samples=20))
    reason = next(line.reason for line in lines if line.action in (Cover((0,)), Cover((1,))))
    halves = deck.halves(game.view(state, 1).unseen)
    chance = odds.percent(Fraction(halves[2] + halves[6] + halves[9], sum(halves)))
    assert f", {chance} to improve your hand at once," in reason


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_the_basic_bot_plays_whole_matches(options: dict[str, object]) -> None:
    game = create("flexdeck", **options)
    rng = Random(2)
    by_reasons = with_reasons(game, games.create_bot("basic", game, rng))
    *_, state = played_states(
        game, rng, lambda state, seat: rng.choice(game.legal_actions(state, 1)) if seat else by_reasons(state, 0)
    )
    assert state.scores[0] >= state.scores[1]


def test_the_rules_page_has_a_legal_example_of_every_line() -> None:
    page = games.rules_page("flexdeck")
    assert ".py" not in page
    for line in table().categories:
        found = re.search(rf"^\| {line.name} \|[^|]*\| ([0-9 ]+) \|", page, re.MULTILINE)
        assert found, line.name
        assert table().category(table().strength(tuple(map(int, found[1].split())))) == line


def test_the_errata_name_every_line_that_stands_above_a_rarer_one() -> None:
    """The rules page gives both lines, and how many of 100,000 rolls each is, where `cardwright lint` finds a fault."""
    errata = games.rules_page("flexdeck").partition("## Errata")[2]
    faults = [found for found in lint(declaration.load("flexdeck")) if found.severity == FAULT]
    assert [(found.category, found.other) for found in faults] == [
        ("Two pair", "Straight-4"),
        ("Two pair", "Three of a kind"),
        ("One pair", "Garbage"),
    ]
    for found in faults:
        for name, count in ((found.category, found.count), (found.other, found.against)):
            assert re.search(rf"{name}\s+\({count:,}\)", errata, re.IGNORECASE), name
