"""Chinese poker: worked examples of fouls and points, the order of fronts, own tables, and the values of settings."""

import json
import re
from itertools import combinations, permutations
from random import Random

import msgspec
import numpy as np
import pytest

from cardwright import games
from cardwright.answers import Budget
from cardwright.bots import Bot
from cardwright.cardroom import odds_questions
from cardwright.cli import main
from cardwright.errors import BadAction, BadOption, CardwrightError, IllegalAction
from cardwright.game import CHANCE
from cardwright.games.chinese import odds, scoring
from cardwright.games.chinese.actions import SetFront
from cardwright.games.chinese.bot import BasicBot, ExpertBot
from cardwright.games.chinese.events import Hand
from cardwright.games.chinese.rows import Rows, load_rows
from cardwright.games.chinese.rules import Chinese
from cardwright.games.chinese.scene import _fronts
from cardwright.games.chinese.settings import (
    SetHands,
    candidates,
    front_indices,
    row_indices,
    splits_by_back,
    splits_by_front,
)
from cardwright.games.chinese.state import ChineseState
from cardwright.scenes import Grid, Text
from support.playouts import after_chance, random_states
from support.scenes import zone_of

STANDARD = load_rows("standard")


def hand(front: str, middle: str, back: str, table: Rows = STANDARD) -> Hand:
    rows = [table.deck.parse_cards(cards) for cards in (front, middle, back)]
    return Hand(rows[0], rows[1], rows[2], table.is_foul(*rows))


STRONG = hand("Kc Kd 9s", "7c 7d 7h 4c 2d", "Ah Qh 9h 6h 3h")
WEAK = hand("Qc Jd 9c", "5c 5d 5h Tc 8d", "4d 5s 6c 7s 8h")
MIXED = hand("Ac Ad 8c", "6s 6d Jh Jc 3c", "2h 3d 4s 5s 6c")  # the best front, and no other row
FOUL = hand("Qs Qh 2s", "Jc Js 8s 4h 3s", "As Ks 9s 6s 5s")


def points(way: str, one: Hand, other: Hand, scoop: int = 0) -> int:
    return scoring.showdown(STANDARD, scoring.scale(way, scoop), (one, other)).gained[0]


# Worked by hand: 2-4 is a point a row and one for most rows; 1-6 a point a row and three for all.
@pytest.mark.parametrize(
    ("one", "other", "two_four", "one_six", "rows"),
    [
        (STRONG, WEAK, 4, 6, 3),  # a scoop
        (STRONG, MIXED, 2, 1, 1),  # two rows to one
        (STRONG, FOUL, 4, 6, 3),
        (FOUL, FOUL, 0, 0, 0),
        (STRONG, STRONG, 0, 0, 0),  # three ties
    ],
)
def test_points_of_two_players(one: Hand, other: Hand, two_four: int, one_six: int, rows: int) -> None:
    for way, wanted in (("2-4", two_four), ("1-6", one_six), ("rows", rows)):
        assert points(way, one, other) == wanted
        assert points(way, other, one) == -wanted


@pytest.mark.parametrize(
    ("rows", "two_four", "one_six"),
    [
        ((1, 1, 1), 4, 6),
        ((1, 1, 0), 3, 2),
        ((1, 1, -1), 2, 1),
        ((1, 0, 0), 1, 1),
        ((1, 0, -1), 0, 0),
        ((0, 0, 0), 0, 0),
    ],
)
def test_points_count_the_rows_won_and_lost_whichever_they_are(
    rows: tuple[int, int, int], two_four: int, one_six: int
) -> None:
    for order in set(permutations(rows)):
        for way, wanted in (("2-4", two_four), ("1-6", one_six)):
            scale = scoring.scale(way, 0)
            assert scoring.points(scale, order) == wanted
            assert scoring.points(scale, [-row for row in order]) == -wanted


def test_a_scoop_may_bring_more() -> None:
    assert points("2-4", STRONG, WEAK, scoop=3) == 7
    assert points("rows", STRONG, FOUL, scoop=2) == 5
    assert points("1-6", STRONG, MIXED, scoop=5) == 1


def test_every_player_is_compared_with_every_other() -> None:
    shown = scoring.showdown(STANDARD, scoring.scale("2-4", 0), (STRONG, WEAK, MIXED, FOUL))
    assert [each.points for each in shown.comparisons if each.one == 0] == [4, 2, 4]
    assert (shown.gained[0], shown.gained[3], sum(shown.gained)) == (10, -12, 0)


@pytest.mark.parametrize(
    ("front", "middle", "back", "foul"),
    [
        ("8c 8d Kc", "8h 8s Kd 3c 2d", "As Ah 4c 5d 6h", False),  # the same pair and king, and two more cards
        ("8c 8d Kc", "8h 8s Qd 3c 2d", "As Ah 4c 5d 6h", True),
        ("Ac Kc Qc", "Ad Kd Jh 9h 8s", "2c 2d 5h 7s 9c", True),
        ("Ac Kc Qc", "2c 2d 5h 7s 9d", "3c 3d 5s 7h 9c", False),  # suits and runs do not count in front
        ("2c 2d 2h", "Ac Ad Kh Ks 9d", "3c 4d 5s 6h 7c", True),  # three of a kind above two pair
        ("6c 5d 4h", "7c 5s 4c 3h 2d", "Ac Kd Jh 9h 8s", False),
        ("9c 4d 2c", "3c 4c 5d 6h 7s", "3d 4s 5s 6c 7d", False),  # equal rows are in order
        ("9c 4d 2c", "4c 5d 6h 7s 8s", "3d 4s 5s 6c 7d", True),
    ],
)
def test_fouls(front: str, middle: str, back: str, foul: bool) -> None:
    assert hand(front, middle, back).foul is foul


def test_fronts_are_ranked_by_groups_then_ranks() -> None:
    fronts = [
        "4c 3d 2h",
        "5c 3d 2h",
        "5c 4d 2h",
        "Ac Kc Qc",
        "2c 2d 3h",
        "2c 2d Ah",
        "3c 3d 2h",
        "Ac Ad Kh",
        "2c 2d 2h",
    ]
    strengths = [STANDARD.front_strength(STANDARD.deck.parse_cards(front)) for front in fronts]
    assert strengths == sorted(set(strengths))
    said = [STANDARD.describe_front(STANDARD.deck.parse_cards(fronts[place])) for place in (-1, -2, 3)]
    assert said == ["three twos", "pair of aces, king", "ace-high, king-queen"]


@pytest.mark.parametrize(("table", "settings"), [("standard", 72_072), ("brag", 1_680), ("crazy-four-poker", 34_650)])
def test_the_arrays_hold_every_setting_once(table: str, settings: int) -> None:
    layout = load_rows(table).layout
    fronts, rows_of = front_indices(layout), row_indices(layout)
    for splits, first, other in (
        (splits_by_front(layout), fronts, rows_of),
        (splits_by_back(layout), rows_of, fronts),
    ):
        rows = np.concatenate(
            [
                np.repeat(first, splits.middles.shape[1], axis=0),
                rows_of[splits.middles].reshape(-1, layout.row),
                other[splits.others].reshape(-1, other.shape[1]),
            ],
            axis=1,
        )
        assert len(rows) == settings
        assert (np.sort(rows, axis=1) == np.arange(layout.hand)).all()
        end = layout.hand - 3
        assert len(np.unique(rows[:, :end] @ 13 ** np.arange(end))) == settings


# The game


def dealt(game: Chinese, seed: int = 1) -> ChineseState:
    return after_chance(game, game.initial_state(), Random(seed))


def advised(game: Chinese, state: ChineseState, seat: int, bot: Bot) -> ChineseState:
    """Return the state after a bot's move, for which it gives a reason."""
    advice = bot.advise(game.view(state, seat))
    assert advice.reason
    return game.play(state, seat, game.parse(game.text(advice.action)))  # type: ignore[arg-type]


def test_rows_are_set_unseen_and_in_any_order_of_seats() -> None:
    game = Chinese(players=3)
    state = dealt(game)
    before = game.view(state, 1)
    state = game.play(state, 0, game.legal_actions(state, 0)[5])
    assert game.view(state, 1) == before
    assert game.same_turn(dealt(game), state)
    with pytest.raises(IllegalAction, match="the front is set: choose five cards for the middle"):
        game.play(state, 0, game.legal_actions(state, 1)[0])
    stranger = state.hands[1][0]
    with pytest.raises(IllegalAction, match="not among the cards to set"):
        game.play(state, 0, game.parse("middle " + game.deck.text_of((stranger, *game.view(state, 0).left[:4]))))


def test_several_deals_add_up() -> None:
    game, gained = Chinese(deals=2, players=4, scoring="1-6"), np.zeros(4, int)
    for state in random_states(game, Random(2)):
        gained += [sum(each) for each in zip(*(event.gained for event in state.events))] or 0
    assert (state.deal, game.returns(state)) == (2, tuple(gained.tolist()))


# Other tables of hands

FOURTEEN_RANKS = """
name = "Knights"
like = "standard"
order = "A 2 3 4 5 6 7 8 9 T J N Q K A"
[deck]
ranks = "2 3 4 5 6 7 8 9 T J N Q K A"
suits = "c d h s"
"""


@pytest.mark.parametrize(("ranking", "most"), [("pyramid-by-rarity", 3), (FOURTEEN_RANKS, 4)])
def test_any_table_of_five_cards_is_played(ranking: str, most: int) -> None:
    game = Chinese(ranking=ranking, players=most)
    state = dealt(game)
    for seat in range(most):
        for _ in range(2):
            state = advised(game, state, seat, BasicBot(game, Random(1)))
    assert state.last
    assert not any(hand.foul for hand in state.last.hands)
    if most < 4:
        with pytest.raises(BadOption, match=f"at most {most}, as each gets"):
            Chinese(ranking=ranking, players=most + 1)


@pytest.mark.parametrize(
    ("ranking", "wanted"),
    [
        ("flexdeck", "a ranking of cards: dice cannot be set in rows"),
        ("standard-low", "a ranking in which the high hand wins"),
        ("kuhn", "a ranking of hands of 3, 4 or 5 cards"),
        ("paigow-back", "a ranking without wild cards: a front of three has no line for them"),
        ("nowhere", "ranking"),
    ],
)
def test_tables_without_three_rows_are_refused(ranking: str, wanted: str) -> None:
    with pytest.raises(CardwrightError, match=wanted):
        Chinese(ranking=ranking)


# Rows of three and of four (CP9)

BRAG = load_rows("brag")
WILD_BRAG = """
name = "Wild brag"
like = "standard"
size = 3
wild = "any"
category = [
    { name = "Prial", kinds = [3] },
    { name = "Run", run = 3 },
    { name = "Pair", kinds = [2, 1] },
    { name = "High card" },
]
[deck]
ranks = "2 3 4 5 6 7 8 9 T J Q K A"
suits = "c d h s"
jokers = 2
"""


@pytest.mark.parametrize(
    ("front", "middle", "back", "foul"),
    [
        ("2c 7c 9c", "3d 4d 5h", "Ah 2h 3h", False),  # flush, run, the best running flush: a front may have lines too
        ("3d 4d 5h", "2c 7c 9c", "Ah 2h 3h", True),  # a run beats a flush in brag
        ("Qc Qd 2s", "Ac Kd Kh", "Qh Qs 2d", True),  # the back is lower than the middle
        ("Kc Kd 2s", "Kh Ks 3d", "3c 3h 3s", False),  # the third card counts, and a prial of threes is the best hand
        ("Kc Kd 4s", "Kh Ks 3d", "3c 3h 3s", True),
        ("9c 8d 2s", "9d 8h 2c", "9h 8s 2d", False),  # equal rows are in order
    ],
)
def test_fouls_of_three_rows_of_three(front: str, middle: str, back: str, foul: bool) -> None:
    assert hand(front, middle, back, BRAG).foul is foul


def test_points_of_three_rows_of_three() -> None:
    one = hand("Kc Kd 2s", "4c 5d 6h", "Ah 2h 3h", BRAG)
    other = hand("2c 7c 9c", "3c 4d 5h", "7d 8d 9d", BRAG)
    foul = hand("3d 3s 3h", "Ac Ks Qs", "Jc Jd 6s", BRAG)
    assert [each.foul for each in (one, other, foul)] == [False, False, True]
    shown = scoring.showdown(BRAG, scoring.scale("2-4", 0), (one, other, foul))
    assert [each.points for each in shown.comparisons] == [2, 4, 4]  # two rows to one; a foul loses all to both
    assert shown.gained == (6, 2, -8)


@pytest.mark.parametrize("table", ["brag", "three-card-poker", "crazy-four-poker"])
def test_settings_of_even_rows_are_those_in_order(table: str) -> None:
    """Counted by the ranking alone: as many settings as there are rows in order, and no others."""
    rows = load_rows(table)
    layout, cards = rows.layout, tuple(sorted(Random(4).sample(range(52), rows.layout.hand)))
    assert (layout.front, layout.hand) == (rows.ranking.size, 3 * rows.ranking.size)
    found = candidates(rows, cards)
    places = [front_indices(layout)[found.places[0]], *(row_indices(layout)[each] for each in found.places[1:])]
    listed = {tuple(tuple(row[place]) for row in places) for place in range(len(found.places[0]))}
    strength = {
        row: rows.ranking.strength([cards[at] for at in row]) for row in combinations(range(layout.hand), layout.row)
    }
    wanted = set()
    for front in strength:
        for middle in strength:
            if strength[front] <= strength[middle] and not set(front) & set(middle):
                back = tuple(at for at in range(layout.hand) if at not in front and at not in middle)
                if strength[middle] <= strength[back]:
                    wanted.add((front, middle, back))
    assert listed == wanted


@pytest.mark.parametrize(("table", "most", "cards"), [("brag", 4, 9), (WILD_BRAG, 4, 9), ("crazy-four-poker", 4, 12)])
def test_tables_of_three_and_four_cards_are_played(table: str, most: int, cards: int) -> None:
    game = Chinese(ranking=table, players=most)
    state = dealt(game)
    assert [len(hand) for hand in state.hands] == [cards] * most
    seen = games.scene(game, game.view(state, 0))
    assert f"Choose {game.layout.front_word} cards for the front" in seen.status
    bots: list[Bot] = [ExpertBot(game, Random(1)), *[BasicBot(game, Random(1))] * (most - 1)]
    for seat, bot in enumerate(bots):
        for _ in range(2):
            state = advised(game, state, seat, bot)
    assert state.last
    assert not any(hand.foul for hand in state.last.hands)
    assert {len(row) for hand in state.last.hands for row in (hand.front, hand.middle, hand.back)} == {cards // 3}
    with pytest.raises(BadAction, match=f"'front' with {game.layout.front_word} cards"):
        game.parse("front 2c")
    assert f"three rows of {game.layout.row_word}" in games.rules_page(game.name, game)


def test_the_command_values_nine_cards(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["odds", "chinese", "Ah 2h 3h Kc Kd 2s 4c 5d 6h", "--ranking", "brag", "--samples", "50", "--json"]
    assert main(words) == 0
    first = json.loads(capsys.readouterr().out)["rows"][0]
    assert (first["front"], first["middle"], first["back"]) == ("Kc Kd 2s", "6h 5d 4c", "Ah 3h 2h")


# Values


def test_the_best_setting_is_that_of_a_plain_search() -> None:
    """Against the same hands, the value of a front is the best of all its settings, each counted by the rules."""
    game = Chinese(scoring="1-6")
    view = game.view(dealt(game, 5), 0)
    lines = odds.evaluate(game, view, Budget(samples=20))
    others = odds.opponents(game, view, 20)
    value_by_front = {line.action.cards: line.value for line in lines if isinstance(line.action, SetFront)}
    assert len(value_by_front) == 286
    for front in list(combinations(view.hand, 3))[::40]:
        assert value_by_front[front] == pytest.approx(_plain(game, view.hand, front, others))


def _plain(game: Chinese, cards: tuple[int, ...], front: tuple[int, ...], others: SetHands) -> float:
    rows, left = game.rows, [card for card in cards if card not in front]
    theirs = list(zip(*(row.tolist() for row in others[:3])))
    values = []
    for middle in combinations(left, 5):
        back = tuple(card for card in left if card not in middle)
        if rows.is_foul(front, middle, back):
            values.append(-float(game.scale.scooped))
            continue
        mine = rows.front_strength(front), rows.row_strength(middle), rows.row_strength(back)
        signs = ([(a > b) - (a < b) for a, b in zip(mine, row)] for row in theirs)
        values.append(float(np.mean([scoring.points(game.scale, each) for each in signs])))
    return max(values)


def test_no_bot_fouls() -> None:
    game = Chinese()
    for seed in range(2):
        state = dealt(game, seed)
        for seat, bot in ((0, ExpertBot(game, Random(1))), (1, BasicBot(game, Random(1)))):
            for _ in range(2):
                state = advised(game, state, seat, bot)
        assert state.last
        assert not any(hand.foul for hand in state.last.hands)


def test_parts_add_up_to_the_value_and_a_second_answer_is_the_same() -> None:
    game = Chinese(players=3)
    state = dealt(game)
    best = odds.evaluate(game, game.view(state, 1), Budget(samples=60))[0]
    assert isinstance(best.action, SetFront)
    front, middle, back, beyond = (f"{float(part.value):+.2f}" for part in best.parts)
    hands = re.fullmatch(
        rf"front {re.escape(front)} points on average, middle \((.+)\) {re.escape(middle)}, "
        rf"back \((.+)\) {re.escape(back)}, and for most or all rows {re.escape(beyond)}",
        best.reason,
    )
    assert hands  # the move names the front, and the reason the other rows
    state = game.play(state, 1, best.action)
    lines = odds.evaluate(game, game.view(state, 1), Budget(samples=60))
    assert lines == odds.evaluate(game, game.view(state, 1), Budget(samples=60))
    assert lines[0].value == pytest.approx(sum(float(part.value) for part in lines[0].parts))
    assert lines[0].reason.startswith("front ")  # and then the rows behind it
    foul = (lines[-1].value, lines[-1].error, lines[-1].reason)
    assert foul == (-8, 0, "the rows are a foul, which loses all three rows")
    assert odds.evaluate(game, game.view(state, -2), Budget()) == ()


CARDS = "Ac Ad 2s 3s 4s 5s 7s Kh Kd Qc Qd 9h 8h"


def test_the_command_and_the_page_value_the_settings_of_any_hand(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "chinese", CARDS, "--scoring", "1-6", "--players", "3", "--samples", "50", "--json"]) == 0
    reply = json.loads(capsys.readouterr().out)
    first, *_, last = reply["rows"]
    assert (first["front"][:5], first["middle"][:11], first["back"]) == ("Ac Ad", "Kd Kh Qc Qd", "7s 5s 4s 3s 2s")
    assert first["hands"].startswith("front pair of aces")
    parts = [*(first[f"in the {row}"] for row in scoring.ROWS), first["most or all rows"]]
    assert first["points"] == pytest.approx(sum(parts))
    assert (first["cost"], len(reply["rows"])) == (0, 20)
    assert 0 < last["cost"] == pytest.approx(first["points"] - last["points"])
    assert "50 random hands" in reply["method"]
    form = {"cards": CARDS, "ranking": "standard", "players": "2", "scoring": "rows", "scoop": "0", "front": "Kd Kh 9h"}
    shown = odds_questions.answer("chinese", odds_questions.words("chinese", form | {"ask": "yes"}))
    assert {row[0] for row in shown.rows} == {"Kd Kh 9h"}
    assert shown.rows[0][1:3] == ("Ac Ad Qc Qd 8h", "7s 5s 4s 3s 2s")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["Ac Ad 2s"], "13 distinct cards, and these are 3"),
        ([CARDS, "--front", "Ac Ad"], "a front has 3 distinct cards"),
        ([CARDS, "--front", "Ac Ad 2d"], "2d is in the front and not in the hand"),
        ([CARDS, "--front", "Ac Ad Kd"], "foul"),
        ([CARDS, "--players", "5"], "'players' cannot be 5"),
        ([CARDS, "--samples", "0"], "from 1 to 20,000"),
    ],
)
def test_a_hand_that_cannot_be_is_refused(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "chinese", *words]) == 2
    assert said in capsys.readouterr().err


def test_the_table_says_how_points_are_counted() -> None:
    for options, said in (
        ({}, "1 point a row, 1 for most"),
        ({"scoring": "1-6", "deals": 2}, "deal 1 of 2, 1 point a row, 3 for all"),
        ({"scoring": "rows", "scoop": 4}, "1 point a row, 4 more for a scoop"),
    ):
        game = Chinese(**options)
        assert games.scene(game, game.view(dealt(game, 5), 0)).progress == said


def test_each_row_says_what_it_makes_and_its_points() -> None:
    hands = (STRONG, WEAK, MIXED, FOUL)
    game = Chinese(players=4)
    showdown = scoring.showdown(STANDARD, scoring.scale("2-4", 0), hands)
    view = msgspec.structs.replace(game.view(dealt(game, 5), 1), phase="show", last=showdown)
    zones = {zone.id: zone for zone in games.scene(game, view).zones}
    assert {id: zone.row_notes for id, zone in zones.items() if isinstance(zone, Grid)} == {
        "rows0": (
            "pair of kings, nine: +1",
            "three of a kind, sevens, four-two: +3",
            "flush, ace-queen-nine-six-three: +3",
        ),
        "rows1": ("queen-high, jack-nine: -1", "three of a kind, fives, ten-eight: +1", "straight to the eight: +1"),
        "rows2": ("pair of aces, eight: +3", "two pair, jacks and sixes, three: -1", "straight to the six: -1"),
        "rows3": (
            "pair of queens, two: -3",
            "pair of jacks, eight-four-three: -3",
            "flush, ace-king-nine-six-five: -3",
        ),
    }
    (words,) = (zone.lines for zone in zones.values() if isinstance(zone, Text))
    assert words[1] == "{0} against {2}: middle and back won, front lost: +2 points (rows +1, bonus +1)"


def test_the_front_says_what_it_makes_before_the_rest_is_set() -> None:
    game = Chinese()
    state = dealt(game, 5)
    state = game.apply(state, 0, game.legal_actions(state, 0)[0])
    front = game.rows.describe_front(game.view(state, 0).front)
    shown = zone_of(games.scene(game, game.view(state, 0)), Grid, "hand0")
    assert shown.row_notes == (front, "", "")
    state = game.apply(state, 0, game.legal_actions(state, 0)[0])
    shown = zone_of(games.scene(game, game.view(state, 0)), Grid, "rows0")
    assert shown.row_notes[0] == front
    assert all(shown.row_notes)


def test_a_middle_that_is_a_foul_says_why() -> None:
    game = Chinese()
    cards = STANDARD.deck.parse_cards("Qs Qh 2s Js Jc 8s 4h 3s As Ks 9s 6s 5s")
    others = STANDARD.deck.parse_cards("Kc Kd 9c 7c 7d 7h 4c 2d Ah Qd 9h 6h 3h")
    state = game.initial_state()
    for card in (card for both in zip(cards, others, strict=True) for card in both):
        state = game.apply(state, CHANCE, game.parse(f"deal {STANDARD.deck.text_of((card,))}"))
    state = game.apply(state, 0, SetFront(cards[:3]))
    labels = {frozenset(move.text.split()[1:]): move.label for move in games.scene(game, game.view(state, 0)).moves}
    assert labels[frozenset(["Js", "Jc", "8s", "4h", "3s"])].startswith(
        "Foul, the front is higher: middle pair of jacks (J♣ J♠ 8♠ 4♥ 3♠), back flush"
    )
    assert len(set(labels.values())) == len(labels)
    assert labels[frozenset(["As", "Ks", "9s", "6s", "5s"])].startswith("Foul, the back is lower: middle flush")
    assert all(label.startswith(("Foul, ", "Middle ")) for label in labels.values())


def test_a_front_that_no_middle_goes_with_is_called_a_foul() -> None:
    rows, deck = STANDARD, STANDARD.deck
    hand = deck.parse_cards("As Ah Kd Qs Js 9h 8c 7d 6s 4h 4c 3d 2s")
    moves = {move.text: move for move in _fronts(rows, hand, tuple(map(str, hand)))}
    assert moves["front Ah As Kd"].label == "Foul with every middle: A♥ A♠ K♦ in front"
    assert moves["front Ah As Kd"].confirm
    for text, move in moves.items():
        front = deck.parse_cards(text.removeprefix("front "))
        left = [card for card in hand if card not in front]
        splits = [(each, [card for card in left if card not in each]) for each in combinations(left, 5)]
        too_low, too_high = rows.faults(front, *(np.array(part, np.uint8) for part in zip(*splits)))
        assert move.confirm == bool((too_low | too_high).all())


@pytest.mark.parametrize(
    ("scores", "outcomes"),
    [
        ((-4, -6, 10, 0), ["lost", "lost", "won", "even"]),
        ((2, -6, 4, 0), ["won", "lost", "won", "even"]),
        ((0, 0, 0, 0), ["drawn"] * 4),
    ],
)
def test_points_won_from_the_others_are_a_game_won(scores: tuple[int, ...], outcomes: list[str]) -> None:
    """Who came out even, or won fewer points than another, read "You lost"."""
    game = Chinese(players=4)
    over = msgspec.structs.replace(dealt(game, 5), phase="over", scores=scores)
    assert [games.scene(game, game.view(over, seat)).outcome for seat in range(4)] == outcomes
