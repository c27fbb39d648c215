"""The last bricks of Pyramid Poker: the kernels beside slow twins, written from the definitions."""

import functools
import itertools
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TypeAlias

import numpy as np
import pytest
from msgspec.structs import replace

from cardwright.answers import DEFAULT_BUDGET, Budget, Line
from cardwright.game import CHANCE, Action
from cardwright.games.pyramid import endgame
from cardwright.games.pyramid.actions import DECK, Put, Take
from cardwright.games.pyramid.endgame import hidden, perfect
from cardwright.games.pyramid.odds import evaluate
from cardwright.games.pyramid.rules import Pyramid
from cardwright.games.pyramid.scoring import winner
from cardwright.games.pyramid.state import HIDDEN, PyramidState, PyramidView
from support.kernels import uncompiled
from support.pyramid_table import state_after

GAME = Pyramid(priority="first")
Lying: TypeAlias = tuple[tuple[int, int], ...]  # (space, brick or HIDDEN)
Hands: TypeAlias = tuple[tuple[int, ...], ...]  # player * 3 + number


class Twin:
    """Every player takes all placements as equal and chooses the best mean of what follows, the first of equals."""

    def __init__(self, game: Pyramid, view: PyramidView) -> None:
        self.game, self.view, self.placer = game, view, view.placer
        self.hands: Hands = tuple(hand for hands in view.hands for hand in hands)
        self.lying: Lying = tuple((space, brick) for space, brick in enumerate(view.bricks) if brick != -1)

    def value(self, action: Action) -> Fraction:
        """The mean for the seat over what its view allows."""
        player, view = self.view.player, self.view
        found = [self._moved(lying, action) for lying in placements(self.lying, self.hands, view.taken)]
        return Fraction(sum(value if player == 0 else 2 - value for value in found), 2 * len(found))

    def _moved(self, lying: Lying, action: Action) -> int:
        if isinstance(action, Take):
            return self.taken(lying, self.hands, self.view.player, action.space)
        assert isinstance(action, Put)
        return self.put(lying, self.hands, self.view.player, self.view.taken, action.hand)

    @functools.cache  # noqa: B019
    def played(self, lying: Lying, hands: Hands, player: int) -> int:
        if not lying:
            wins = [winner(hands[each], hands[3 + each], "standard") for each in range(3)]
            lead = wins.count(0) - wins.count(1)
            return 2 if lead > 0 else 0 if lead < 0 else {-1: 1, 0: 2, 1: 0}[self.view.priority]
        return self.taken(lying, hands, player, self.best_take(self.seen(lying, player), hands, player))

    def seen(self, lying: Lying, player: int) -> Lying:
        keeps = [self.game.memory and self.placer[space] == player for space, _ in lying]
        return tuple((space, brick if keep else HIDDEN) for (space, brick), keep in zip(lying, keeps, strict=True))

    @functools.cache  # noqa: B019
    def best_take(self, lying: Lying, hands: Hands, player: int) -> int:
        def worth(space: int) -> int:
            return sum(self.taken(each, hands, player, space) for each in placements(lying, hands, -1))

        return (max if player == 0 else min)(self.exposed(lying), key=worth)

    def exposed(self, lying: Lying) -> list[int]:
        left = {space for space, _ in lying}
        return [space for space in left if not left & set(self.game.board.above[space])]

    def taken(self, lying: Lying, hands: Hands, player: int, space: int) -> int:
        brick = dict(lying)[space]
        left = tuple(each for each in lying if each[0] != space)
        return self.put(left, hands, player, brick, self.best_put(self.seen(left, player), hands, player, brick))

    @functools.cache  # noqa: B019
    def best_put(self, lying: Lying, hands: Hands, player: int, brick: int) -> int:
        def worth(hand: int) -> int:
            return sum(self.put(each, hands, player, brick, hand) for each in placements(lying, hands, brick))

        room = [hand for hand in range(3) if len(hands[player * 3 + hand]) < 5]
        return room[0] if len(room) == 1 else (max if player == 0 else min)(room, key=worth)

    def put(self, lying: Lying, hands: Hands, player: int, brick: int, hand: int) -> int:
        place = player * 3 + hand
        more = (*hands[:place], tuple(sorted((*hands[place], brick))), *hands[place + 1 :])
        return self.played(lying, more, 1 - player)


def placements(lying: Lying, hands: Hands, taken: int) -> Iterator[Lying]:
    """Yield the ways to fill the hidden spaces."""
    used = {taken, *itertools.chain(*hands), *(brick for _, brick in lying)}
    hidden = [space for space, brick in lying if brick == HIDDEN]
    for bricks in itertools.permutations([brick for brick in range(40) if brick not in used], len(hidden)):
        fill = dict(zip(hidden, bricks, strict=True))
        yield tuple((space, fill.get(space, brick)) for space, brick in lying)


def view_of(state: PyramidState, game: Pyramid = GAME) -> PyramidView:
    return game.view(state, game.players_to_act(state)[0])


@pytest.mark.parametrize(
    ("game", "taken", "seed", "putting"),
    [
        (GAME, 27, 0, False),
        (Pyramid(priority="off", memory=False), 27, 4, False),
        (GAME, 26, 3, True),
        (GAME, 29, 0, False),
    ],
)
def test_the_exact_values_are_those_of_the_definition(game: Pyramid, taken: int, seed: int, putting: bool) -> None:
    view = view_of(state_after(taken, seed, game, putting=putting), game)
    twin = Twin(game, view)
    lines = evaluate(game, view, DEFAULT_BUDGET)
    assert {line.action for line in lines} == set(game.choices(view))
    assert {line.action: line.value for line in lines} == {line.action: twin.value(line.action) for line in lines}
    assert all(line.error == 0 for line in lines)


@pytest.mark.parametrize(
    ("taken", "seed", "best", "worst"),
    [
        (25, 0, Fraction(277, 924), Fraction(3391, 12012)),
        (25, 5, Fraction(116, 143), Fraction(116, 143)),
        (25, 10, Fraction(277, 572), Fraction(37, 429)),
        (24, 2, Fraction(123, 143), Fraction(1075, 1716)),
        (24, 5, Fraction(46, 143), Fraction(1, 143)),
    ],
)
def test_five_and_six_bricks_are_worth_what_a_list_of_all_placements_gave(
    taken: int, seed: int, best: Fraction, worst: Fraction
) -> None:
    """The values of an earlier program, which kept an entry for every placement of the bricks."""
    view = view_of(state_after(taken, seed, GAME))
    values = [chances.match for chances, _ in endgame.exact(GAME, view, 10**9).values()]
    assert (max(values), min(values)) == (best, worst)


@pytest.mark.parametrize(("taken", "seed"), [(24, 3), (23, 12)])
def test_the_names_of_suits_change_no_exact_value(taken: int, seed: int) -> None:
    view = view_of(state_after(taken, seed, GAME))
    lines = evaluate(GAME, view, DEFAULT_BUDGET)
    renamed = evaluate(GAME, with_other_suits(view), DEFAULT_BUDGET)
    assert all(line.error == 0 for line in lines)
    assert {line.action: line.value for line in lines} == {line.action: line.value for line in renamed}


def with_other_suits(view: PyramidView) -> PyramidView:
    """The same view with each suit called by the name of the next."""

    def renamed(brick: int) -> int:
        return brick if brick < 0 else DECK.parse(f"{DECK.text(brick)[0]}{'dhsc'['cdhs'.index(DECK.text(brick)[1])]}")

    return replace(
        view,
        bricks=tuple(map(renamed, view.bricks)),
        hands=tuple(tuple(tuple(map(renamed, hand)) for hand in hands) for hands in view.hands),
    )


def test_what_takes_too_long_is_sampled() -> None:
    view = view_of(state_after(23, 6, GAME))
    assert endgame.exact(GAME, view, 1000) == {}
    assert all(line.error > 0 for line in evaluate(GAME, view, Budget(samples=2)))


def minimax(state: PyramidState) -> int:
    """The match for player 0 if both see every brick."""
    players = GAME.players_to_act(state)
    if not players:
        return GAME.returns(state)[0]
    if players[0] == CHANCE:
        return minimax(GAME.apply(state, CHANCE, GAME.chance_outcomes(state)[0][0]))
    choose = max if players[0] == 0 else min
    return choose(minimax(GAME.apply(state, players[0], each)) for each in GAME.legal_actions(state, players[0]))


@pytest.mark.parametrize(("seed", "putting"), [(0, False), (1, False), (2, True), (7, True)])
def test_an_open_pyramid_is_solved(seed: int, putting: bool) -> None:
    state = state_after(25 - putting, seed, GAME, putting=putting)
    player = GAME.players_to_act(state)[0]
    view = replace(GAME.view(state, player), bricks=state.bricks)
    solved = endgame.solve_worlds(GAME, view, 1, np.random.default_rng(0))
    assert any(solved.hands_for(place) for place in range(len(solved.spaces) + putting))
    for place in range(len(solved.spaces) + putting):
        for hand in solved.hands_for(place):
            after = state if putting else GAME.apply(state, player, Take(solved.spaces[place]))
            if after.taken >= 0:
                after = GAME.apply(after, player, Put(hand))
            result = minimax(after) if player == 0 else -minimax(after)
            index = place * 3 + hand
            assert solved.matches[0, index] == result + 1
            assert match_of(solved.hands[0, index], player) == result


def match_of(hands: Sequence[int], player: int) -> int:
    """The match that three results of hands make, with the first player's priority."""
    lead = sum(int(hand) - 1 for hand in hands)
    return (lead > 0) - (lead < 0) if lead else 1 - 2 * player


@pytest.mark.parametrize("taken", [20, 24])
def test_ten_bricks_have_a_line_for_every_move_and_shares_between_0_and_1(taken: int) -> None:
    for putting in (False, True):
        view = view_of(state_after(taken, 3, GAME, putting=putting))
        lines = evaluate(GAME, view, Budget(samples=20))
        assert {line.action for line in lines} == set(GAME.choices(view))
        assert all(0 <= value(line, part) <= 1 for line in lines for part in range(-1, 3))
        assert lines == evaluate(GAME, view, Budget(samples=20))


def value(line: Line, part: int) -> float:
    return float(line.value if part < 0 else line.parts[part].value)


def test_the_kernels_run_uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """They give the same as Python runs them."""
    view = view_of(state_after(27, 1, GAME))
    compiled = endgame.exact(GAME, view, 10**6), endgame.solve_worlds(GAME, view, 2, np.random.default_rng(1))
    for solver in (hidden, perfect):
        monkeypatch.setattr(solver, "_kernels", uncompiled(solver._kernels))
    assert endgame.exact(GAME, view, 10**6) == compiled[0]
    assert (endgame.solve_worlds(GAME, view, 2, np.random.default_rng(1)).matches == compiled[1].matches).all()
