"""Kuhn poker and Leduc hold'em as published: their whole trees."""

from collections.abc import Iterator
from fractions import Fraction
from importlib import resources
from typing import TypeAlias

import pytest

from cardwright.errors import BadDeclaration, BadOption
from cardwright.games.poker import actions, variants
from cardwright.games.poker.rules import Poker
from cardwright.games.poker.state import PokerState
from cardwright.ranking import load

Path: TypeAlias = tuple[str, ...]


def small(name: str, stack: int, **options: object) -> Poker:
    """A game of one deal in which seat 0 acts first."""
    return Poker(variant=name, ranking=name, players=2, stacks=str(stack), deals=1, button=2, burns=False, **options)


def ends(game: Poker, state: PokerState, path: Path = ()) -> Iterator[tuple[Path, Fraction, PokerState]]:
    """Every end of the game with the decisions that lead there and its chance if all decisions were certain."""
    to_act = game.players_to_act(state)
    if not to_act:
        yield path, Fraction(1), state
    elif to_act[0] >= 0:
        for action in game.legal_actions(state, to_act[0]):
            yield from ends(game, game.apply(state, to_act[0], action), (*path, game.text(action)))
    else:
        outcomes = list(game.chance_outcomes(state))
        for action, _ in outcomes:
            dealt = (game.text(action),) if type(action) is actions.Deal else ()
            for further, chance, end in ends(game, game.apply(state, to_act[0], action), (*path, *dealt)):
                yield further, chance / len(outcomes), end


def kuhn_equilibrium(path: Path) -> Fraction:
    """The chance of the decisions on a path if both play Kuhn's solution in which the first player never bluffs."""
    mine, theirs = path[0][-1], path[1][-1]
    first = {"J": Fraction(0), "Q": Fraction(0), "K": Fraction(0)}[mine]
    then = {"J": Fraction(0), "Q": Fraction(1, 3), "K": Fraction(1)}[mine]
    after_check = {"J": Fraction(1, 3), "Q": Fraction(0), "K": Fraction(1)}[theirs]
    after_bet = {"J": Fraction(0), "Q": Fraction(1, 3), "K": Fraction(1)}[theirs]
    one, two, *three = path[2:]
    chance = first if one == "raise 1" else 1 - first
    positive = after_bet if one == "raise 1" else after_check
    chance *= positive if two in ("raise 1", "call") else 1 - positive
    return chance * (then if three[0] == "call" else 1 - then) if three else chance


def test_kuhn_poker_has_its_published_tree_and_value() -> None:
    found = list(ends(game := small("kuhn", 2), game.initial_state()))
    assert len(found) == 30
    value = sum(game.returns(end)[0] * chance * kuhn_equilibrium(path) for path, chance, end in found)
    assert value == Fraction(-1, 18)


def test_leduc_has_its_published_tree() -> None:
    game = small("leduc", 100)
    found = list(ends(game, game.initial_state()))
    assert len(found) == 5520
    seen = set()  # information sets: whose turn it is, the card of that seat, all that both have seen
    for path, _, _ in found:
        for place in range(2, len(path)):
            if not path[place].startswith("deal"):
                seen_by_both = path[2:place]
                flop = next((at + 1 for at, step in enumerate(seen_by_both) if step.startswith("deal")), 0)
                turn = (len(seen_by_both) - flop) % 2
                seen.add((turn, path[turn], seen_by_both))
    assert len(seen) == 936
    assert max(game.returns(end)[0] for _, _, end in found) == 13  # the ante, two bets of 2 and two of 4


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("ante = 1\n", "", "v.toml, ante: must be 1 or more: with open"),
        ("bets = [2, 4]", "bets = [2]", "v.toml, bets: must be two numbers from 1 to"),
        ("bets = [2, 4]", "bets = [4, 2]", "v.toml, bets: must be two numbers from 1 to"),
        ("cap = 2", "cap = -1", "v.toml, cap: must be a whole number from 1 to 100"),
    ],
)
def test_wrong_antes_bets_and_caps_are_refused(old: str, new: str, why: str) -> None:
    folder = resources.files("cardwright.games.poker").joinpath("variants")
    text = folder.joinpath("leduc.toml").read_text(encoding="utf-8")
    assert old in text
    with pytest.raises(BadDeclaration, match=why):
        variants.parse(text.replace(old, new), "v.toml")


def test_a_small_game_needs_its_own_ranking() -> None:
    with pytest.raises(BadOption, match="hands of 1 card"):
        Poker(variant="kuhn", ranking="standard", players=2)
    for name in variants.SMALL_NAMES:
        assert Poker(variant=name, players=2).ranking == load(name)
