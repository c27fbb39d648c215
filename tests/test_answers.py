"""The shape of answers: order, errors, seeds, and hints made of them."""

import re
from fractions import Fraction
from random import Random

import pytest
from msgspec.structs import replace

from cardwright import games
from cardwright.answers import ROUGH, TOO_EARLY, Budget, Line, Unit, gap, generator, is_worse, misjudge, ranked, seed_of
from cardwright.errors import UnknownName
from cardwright.game import CHANCE, Action
from cardwright.games.cribbage.actions import LAYS
from cardwright.games.cribbage.rules import Cribbage
from cardwright.games.cribbage.state import CribbageView
from cardwright.play import hints
from support.playouts import after_chance, first_choice, played_states

POKER = ("omaha-hilo", "seven-card-stud", "five-card-draw")
AWAY = [LAYS[0, 1], LAYS[0, 2], LAYS[1, 2]]


def first_view(game: Cribbage, seed: int = 1) -> CribbageView:
    state = after_chance(game, game.initial_state(), Random(seed))
    return game.view(state, 0)


def test_lines_are_ordered_best_first_and_equals_keep_their_order() -> None:
    lines = [Line(AWAY[0], 1), Line(AWAY[1], Fraction(3, 2)), Line(AWAY[2], 1.0)]
    assert [line.action for line in ranked(lines)] == [AWAY[1], AWAY[0], AWAY[2]]


def test_a_difference_within_two_errors_is_not_a_mistake() -> None:
    best = Line(AWAY[0], 1.0, 0.3)
    assert gap(best, Line(AWAY[1], 0.0, 0.4)) == (1.0, 0.5)
    assert not is_worse(best, Line(AWAY[1], 0.0, 0.4))
    assert is_worse(best, Line(AWAY[1], 0.0, 0.4, gap_error=0.1))
    assert not is_worse(best, best)
    assert is_worse(Line(AWAY[0], Fraction(1, 3)), Line(AWAY[1], Fraction(1, 3) - Fraction(1, 10**9)))


def test_the_seed_follows_from_game_options_and_view() -> None:
    game, other = Cribbage(), Cribbage(to=61)
    view = first_view(game)
    assert seed_of(game, view) == seed_of(Cribbage(), first_view(game))
    assert generator(game, view).random() == generator(game, view).random()
    assert len({seed_of(game, view), seed_of(other, view), seed_of(game, first_view(game, 2))}) == 3


@pytest.mark.parametrize(
    ("name", "options"),
    [
        *((name, {}) for name in games.GAMES if games.has_answers(name)),
        *(("poker", {"variant": each, "players": 4}) for each in POKER),
    ],
)
def test_moves_are_valued_with_a_single_sample(name: str, options: dict[str, object]) -> None:
    game, rng = games.create(name, **options), Random(1)
    state, valued = after_chance(game, game.initial_state(), rng), 0
    while valued < 8 and (to_act := game.players_to_act(state)):
        view = game.view(state, to_act[0])
        lines = games.evaluate(game, view, Budget(samples=1))
        valued += len(lines) > 0
        action = rng.choice(list(game.choices(view)))
        state = after_chance(game, game.apply(state, to_act[0], action), rng)
    assert valued > 0


def test_a_room_without_answers_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.GAMES, "cribbage", replace(games.GAMES["cribbage"], answers=""))
    assert not games.has_answers("cribbage")
    with pytest.raises(UnknownName, match="values of moves"):
        games.unit(Cribbage())


def test_a_hint_is_the_first_line_and_its_distance_to_the_second(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Cribbage(first_deal="fixed")
    view = first_view(game)
    first, second = (action for action in game.choices(view)[:2])
    lines = (Line(first, 0.6123, 0.001, reason="it keeps a run"), Line(second, 0.59, 0.001))

    def whole_hint(lines: tuple[Line, ...]) -> hints.Hint:
        monkeypatch.setattr(games, "has_answers", lambda name: True)
        monkeypatch.setattr(games, "unit", lambda game: Unit("chance to win", "share"))
        monkeypatch.setattr(games, "evaluate", lambda game, view: lines)
        return hints.hint(game, games.create_bot("basic", game, Random(1)), view, ("Ann", "Bob"))

    def hint(lines: tuple[Line, ...]) -> str:
        return whole_hint(lines).text

    exact = tuple(replace(line, error=0.0) for line in lines)
    assert [whole_hint(each).note for each in (lines, exact, lines[:1])] == [hints.SAMPLED, "", ""]

    label = {move.text: move.label for move in games.scene(game, view).moves}

    def named(action: Action) -> str:
        return label[game.text(action)]

    assert hint(lines) == (
        f"Hint: {named(first)}: it keeps a run; 61.2 ± 0.2 % chance to win. Next best: {named(second)}, 2.2 % less"
    )
    assert hint((lines[0], Line(second, 0.61, 0.001))).endswith(", 0.2 % less, which may be chance")
    assert hint((exact[0], Line(second, 0.6123))).endswith(", just as good")
    assert hint(lines[:1]).endswith(". There is no other move")
    assert hint((Line(first, 0.0),)).endswith(": no move can win any more. There is no other move")
    assert whole_hint(lines[:1]).reason.endswith("; there is no other move")  # the page shows this part
    assert hint(()).startswith("Hint: Lay away")


def test_a_small_amount_shows_its_first_digit() -> None:
    stakes = Unit("stakes")
    texts = [stakes.text(value) for value in (0, 0.5137, 0.004, -0.0004, 1e-9)]
    assert texts == ["0.00 stakes", "0.51 stakes", "0.004 stakes", "-0.0004 stakes", "0.00 stakes"]
    assert stakes.text(0.0102, 0.0014) == "0.010 ± 0.003 stakes"
    assert [stakes.text(9.184, error) for error in (1.7, 17)] == ["9.2 ± 3.3 stakes", "9 ± 33 stakes"]
    share = Unit("chance to win", "share")
    assert share.text(0.4742, 0.0001) == "47.42 ± 0.02 % chance to win"
    assert (share.text(0.4742, 0.01), share.text(0.5)) == ("47.4 ± 2.0 % chance to win", "50.0 % chance to win")


def test_a_player_who_misjudges_more_loses_more() -> None:
    """Of moves worth 0 to 4, the mean of what is chosen falls from 4 towards 2."""
    lines, rng = [Line(AWAY[0], value) for value in range(5)], Random(1)
    means = [
        sum(float(misjudge(lines, rng, factor).value) for _ in range(300)) / 300 for factor in (0.0, 0.5, 1.5, 20.0)
    ]
    assert means[0] == 4
    assert means == sorted(means, reverse=True)
    assert means[3] == pytest.approx(2, abs=0.3)


@pytest.mark.parametrize("name", ["paigow", "pyramid"])
def test_weaker_bots_make_legal_moves_with_reasons_and_the_same_ones_when_asked_again(name: str) -> None:
    game = games.create(name)
    states = played_states(game, Random(3), first_choice(game))
    views = (game.view(state, seat) for state in states if (seat := game.players_to_act(state)[0]) != CHANCE)
    view = next(view for view in views if games.evaluate(game, view))  # moves have values, which are misjudged
    advice = [games.create_bot("beginner", game, Random(seed)).advise(view) for seed in (1, 2)]
    assert advice[0] == advice[1]
    assert advice[0].action in game.choices(view)
    assert advice[0].reason


def test_moves_whose_chances_are_hardly_known_are_only_compared() -> None:
    """The first card of a patience had "roughly 48 % chance to win (between 19 and 78 %)", which tells nothing."""
    game, rng = games.create("patience"), Random(5)
    state = game.initial_state()
    for player in (CHANCE, 0, CHANCE):
        action = game.draw(state, rng) if player == CHANCE else game.legal_actions(state, 0)[0]
        state = game.apply(state, player, action)
    hint = hints.hint(game, games.create_bot("basic", game, rng), game.view(state, 0), ("Ann",))
    first, *others = hint.ranking
    assert first.endswith(": 100 of 100")
    assert all(re.search(r": \d+ of 100$", line) for line in others)
    assert re.search(r"Next best: .*, \d+ of 100$", hint.text)
    assert (hint.reason.rpartition("; ")[2], hint.note) == (TOO_EARLY, ROUGH)
    unit, best, line = games.unit(game), Line(AWAY[0], 0.4, 0.15), Line(AWAY[1], 0.1, 0.15)
    assert (hints.value_text(unit, line, best), hints.loss_text(unit, line, best)) == ("25 of 100", "75 of 100")
