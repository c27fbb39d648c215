"""Tables of dice at a table of poker: rolls, dice that are kept, bets, hints, and what the others may know."""

import itertools
from random import Random
from typing import Any

import numpy as np
import pytest

from cardwright import games
from cardwright.answers import DEFAULT_BUDGET
from cardwright.errors import BadDeclaration, BadOption
from cardwright.games.poker import odds, variants
from cardwright.games.poker.actions import Draw
from cardwright.games.poker.cards.dice import DiceRanking, of_dice
from cardwright.games.poker.events import Showed
from cardwright.games.poker.odds import hands
from cardwright.games.poker.playtest import playtest
from cardwright.games.poker.rules import Poker
from cardwright.games.poker.scene import panel
from cardwright.games.poker.state import UNSEEN
from cardwright.play.luck import Luck
from cardwright.play.table import Table
from cardwright.ranking import load
from cardwright.testing import position
from support.playouts import among_first
from support.poker_table import played
from support.records import finished

ROLLS = "deal 6a; deal 1a; deal 6b; deal 1b; deal 6c; deal 2c; deal 3d; deal 2d; deal 1e; deal 5e"


MIXED = ("6a", "6b", "1c", "2d", "3e")


def test_dice_that_are_kept_stay_and_the_best_hand_wins_the_round() -> None:
    """A round as in Yahtzee: three sixes become five; the other throws two pairs, and a full house at the third."""
    game = Poker(variant="three-rolls", players=2, deals=1, button=2)
    state = played(game, f"{ROLLS}; draw 3d 1e")
    assert [game.text(action) for action, _ in game.chance_outcomes(state)] == [f"deal {face}d" for face in range(1, 7)]
    state = played(game, f"{ROLLS}; draw 3d 1e; deal 6d; deal 2e; draw 5e; deal 4e; draw 2e; deal 6e; draw 4e; deal 2e")
    assert [game.deck.text_of(hand) for hand in state.down] == ["6a 6b 6c 6d 6e", "1a 1b 2c 2d 2e"]
    shown = [event for event in state.ending if isinstance(event, Showed)]
    assert [game.ranking.describe(event.high) for event in shown] == ["yahtzee, sixes"]
    end = game.play(state, -1, game.parse("pay"))
    assert game.returns(end) == (1, -1)


def test_bets_follow_each_roll_under_the_cup() -> None:
    game = Poker(variant="poker-dice", ranking="yahtzee", players=2, deals=1, button=2)
    state = played(game, f"{ROLLS}; raise 4; call; draw 3d 1e; deal 6d; deal 6e; pat")
    view = game.view(state, 1)
    assert view.down[0] == (UNSEEN,) * 5
    assert view.thrown[0] == (UNSEEN,) * 2  # the number of dice rolled again is seen
    scene = games.scene(game, game.view(state, 0))
    assert "Table of hands" in [zone.title for zone in scene.zones]
    state = game.play(state, 0, game.parse("raise 10"))
    assert game.returns(game.play(state, 1, game.parse("fold"))) == (5, -5)


def test_the_scene_speaks_of_dice() -> None:
    game = Poker(variant="three-rolls", players=2, deals=1, button=2)
    state = played(game, ROLLS)
    scene = games.scene(game, game.view(state, 0))
    assert scene.status == "Your turn: touch the dice to roll again, or keep them all"
    labels = [place.label for place in scene.places if place.id.startswith("seat-1-")]
    assert labels == [f"{face}, die {die}, your hand" for face, die in zip(["six"] * 3 + ["three", "one"], "abcde")]
    moves = {move.text: move for move in scene.moves}
    assert moves["pat"].label == "Keep all dice"
    assert moves["draw 1e 3d"].label == "Roll again: 1 3"
    assert moves["draw 1e 3d"].places == {"seat-1-4", "seat-1-5"}
    after = game.play(state, 0, game.parse("draw 3d 1e"))
    assert games.scene(game, game.view(after, 1)).news == ("{0} rolled 2 dice again",)


def test_equal_dice_of_two_players_are_marked_apart() -> None:
    game = Poker(variant="three-rolls", players=2, deals=1, button=2, showdown="show")
    rolls = "; ".join(f"deal {mine}; deal {theirs}" for mine, theirs in zip(["6a", "6b", "6c", "6d", "1e"], MIXED))
    state = played(game, f"{rolls}; pat; pat; pat; pat; show; pay")
    marked = {place.id for place in games.scene(game, game.view(state, 0)).places if "winner" in place.marks}
    assert marked == {f"seat-1-{number}" for number in range(1, 6)}


def test_strengths_and_counts_are_those_of_throws() -> None:
    thrown = load("poker-dice")
    ranking = of_dice(thrown)
    assert isinstance(ranking, DiceRanking)
    rolls = ranking.rolls(np.random.default_rng(1), 500)
    assert (ranking.strengths(rolls) == thrown.strengths(rolls // 5)).all()
    assert ranking.frequencies().categories == thrown.frequencies().categories
    assert ranking.frequencies().total == 6**5


def test_hints_keep_what_is_worth_keeping() -> None:
    """Of three sixes and two others, the two are rolled: four sixes or better come 11 times in 36."""
    game = Poker(variant="poker-dice", ranking="yahtzee", players=2, deals=1, button=2)
    state = played(game, f"{ROLLS}; check; check")
    best = odds.evaluate(game, game.view(state, 0), DEFAULT_BUDGET)[0]
    assert isinstance(best.action, Draw)
    assert game.text(best.action) == "draw 1e 3d"
    assert best.error == 0  # all 36 rolls were counted


def test_rivals_are_taken_to_have_rolled_each_die_once() -> None:
    """Dice know no deck: a rival may have the faces that lie before the player, and always one of each die."""
    ranking = of_dice(load("flexdeck"))
    rolled, _ = hands._hand_pool(ranking)
    assert (np.sort(rolled % ranking.size, axis=1) == np.arange(ranking.size)).all()
    game = Poker(variant="three-rolls", players=2, deals=1, button=2)
    state = played(game, f"{ROLLS}; draw 3d 1e; deal 6d; deal 6e; pat")
    best, *_ = odds.evaluate(game, game.view(state, state.turn), DEFAULT_BUDGET)
    assert game.text(best.action) == "pat"  # five sixes


@pytest.mark.parametrize(("name", "ranking"), [("poker-dice", "variant"), ("three-rolls", "flexdeck")])
def test_bots_play_dice_and_a_playtest_counts_them(name: str, ranking: str) -> None:
    game = Poker(variant=name, ranking=ranking, players=3, deals=1)
    found = playtest(game, "fast", 0, 2)
    assert found.deals == 2
    assert sum(found.chips) == 0


UNLIKE = """name = "Unlike dice"
dice = true
deck.ranks = "1 2 3 4 5 6 7 8"
deck.dice = ["d4", { faces = "1 2 6", weights = "1/4 1/4 1/2", name = "loaded" }, "d8"]
category = [{ name = "Triplet", kinds = [3] }, { name = "Pair", kinds = [2, 1] }, { name = "Total", tie = "total" }]
"""


def unlike(**options: Any) -> Poker:
    return Poker(variant="three-rolls", ranking=UNLIKE, players=2, deals=1, button=2, **options)


def test_dice_that_differ_are_rolled_each_by_its_own_sides() -> None:
    game = unlike()
    state = played(game, "deal 3a; deal 1a")
    assert [game.text(action) for action, _ in game.chance_outcomes(state)] == [
        "deal 1b",
        "deal 2b",
        "deal 6b",
        "deal 6b'",
    ]
    state = played(game, "deal 3a; deal 1a; deal 6b; deal 6b'; deal 8c; deal 6c")
    mine = [place for place in games.scene(game, game.view(state, 0)).places if place.id.startswith("seat-1-")]
    labels = [place.label for place in mine]
    assert [place.caption for place in mine] == ["d4", "loaded", "d8"]  # in sight, where nothing is pointed at
    assert labels == ["three, die a, d4, your hand", "six, die b, loaded, your hand", "eight, die c, d8, your hand"]
    sampled = game.sample_state(game.view(state, 0), Random(3))
    assert [game.deck.suit_of[card] for card in sampled.down[1]] == [0, 1, 2]
    end = played(game, "deal 3a; deal 1a; deal 6b; deal 6b'; deal 8c; deal 6c; pat; pat; pat; pat; show; pay")
    assert game.returns(end) == (-1, 1)


@pytest.mark.parametrize(
    ("moves", "viewer", "open_dice"),
    [("pat; pat", 0, "abc"), ("pat; pat; draw 8c", 0, "c"), ("pat; pat; draw 6b 8c; deal 1b; deal 2c", 0, "")],
)
def test_the_table_of_hands_lights_what_these_dice_can_still_show(moves: str, viewer: int, open_dice: str) -> None:
    """Against every side of each die that may still be rolled."""
    game = unlike()
    state = played(game, f"deal 3a; deal 1a; deal 6b; deal 2b; deal 8c; deal 8c; {moves}")
    view = game.view(state, viewer)
    assert isinstance(game.ranking, DiceRanking)
    held = {game.deck.suits[game.deck.suit_of[card]].text: (card,) for card in view.down[viewer]}
    dice = dict(zip("abc", game.ranking.dice, strict=True))
    ends = itertools.product(*(dice[die] if die in open_dice else held[die] for die in "abc"))
    expected = {game.ranking.category_index(game.ranking.strength(end)) for end in ends}
    assert panel._reachable_lines(game, view, "high", 0).possible == expected


def test_hints_for_a_loaded_die_count_its_sides() -> None:
    """A six comes up on two of four sides: the pair of sixes is then made once in two."""
    game = unlike()
    state = played(game, "deal 3a; deal 1a; deal 1b; deal 2b; deal 6c; deal 8c; draw 3a; deal 3a; pat")
    best = {game.text(line.action): line for line in odds.evaluate(game, game.view(state, 0), DEFAULT_BUDGET)}
    thrown = load(UNLIKE)
    ends = [thrown.strength(hand) for hand in ("3 1 6", "3 2 6", "3 6 6", "3 6 6")]
    beaten = sum(float(thrown.beats(strength)) for strength in ends) / 4
    assert best["draw 1b"].parts[0].value == pytest.approx(beaten)
    assert best["draw 1b"].error == 0


def test_loaded_dice_with_too_many_sides_are_counted_and_not_played() -> None:
    mostly_one = '{ faces = "1 5 7 8", weights = "97 1 1 1" }'
    many = UNLIKE.replace("1/4 1/4 1/2", "0.005 0.005 0.99").replace('"d8"', mostly_one)
    assert sum(load(many).frequencies().categories) == 4 * 200 * 100
    with pytest.raises(BadOption, match="dice with at most 255 sides together"):
        Poker(variant="three-rolls", ranking=many)


def test_a_record_of_dice_plays_again() -> None:
    game = Poker(variant="poker-dice", players=3, deals=2)
    table = finished(Table(game, Luck.numbered(4)), among_first(game, Random(4), 4))
    moves = [step.action for step in table.log]
    assert position.encode(played(game, "; ".join(moves))) == position.encode(table.state)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (
            {"variant": "texas-holdem", "ranking": "flexdeck"},
            "a ranking of cards with the variant Texas hold'em, not of dice",
        ),
        (
            {"variant": "poker-dice", "ranking": "standard"},
            "a ranking of dice with the variant Poker dice, not of cards",
        ),
        ({"variant": "three-rolls", "ranking": "coins"}, "hands of at most 7 dice, not 10"),
    ],
)
def test_dice_and_cards_are_not_mixed(options: dict[str, object], reason: str) -> None:
    with pytest.raises(BadOption, match=reason):
        Poker(**options)


@pytest.mark.parametrize(
    ("street", "reason"),
    [
        ('{ name = "A", roll = true }, { name = "B", roll = true }', "only the first street rolls all dice"),
        ('{ name = "A", roll = true, board = 3 }', "deals cards, and the first street rolls dice"),
        (
            '{ name = "A", roll = true }, { name = "B", hole = ["down"] }',
            "deals cards, and the first street rolls dice",
        ),
        ('{ name = "A", roll = true, bet = false }', "street 1, bet: cannot be false with open = 'blinds'"),
        ('{ name = "A", roll = true, bet = 1 }', "bet: must be true or false"),
    ],
)
def test_a_variant_of_dice_is_refused_with_its_reason(street: str, reason: str) -> None:
    with pytest.raises(BadDeclaration, match=reason):
        variants.parse(f'title = "T"\nabout = "a"\nhand = "all"\nlimit = "no-limit"\nstreet = [{street}]')
