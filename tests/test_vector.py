"""Many games at once: each replayed by the plain game, which is the slow twin, with what its players see."""

from collections.abc import Callable
from itertools import chain, repeat
from typing import Any

import numpy as np
import pytest

from cardwright import games
from cardwright.arena.vector import create, rollout
from cardwright.errors import BadCount, BadOption, UnknownName
from cardwright.game import CHANCE, Automatic
from cardwright.games.cribbage import vector as cribbage_vector
from cardwright.games.cribbage.actions import DEALS, STARTERS, First
from cardwright.games.cribbage.state import CribbageView
from cardwright.games.flexdeck import vector as flexdeck_vector
from cardwright.games.flexdeck.actions import Begin, Flip
from cardwright.games.flexdeck.state import FlexdeckView
from cardwright.games.poker import betting
from cardwright.games.poker import vector as poker_vector
from cardwright.games.poker.actions import Deal, Lot
from cardwright.games.poker.betting import NO_LIMIT
from cardwright.games.poker.state import PokerView
from cardwright.vector import Vector
from support.kernels import uncompiled


def cribbage_seen(view: CribbageView) -> list[int]:
    """The columns of cribbage, from the plain view."""
    own = view.player
    laid = view.laid if view.phase == "play" else ()
    starter = -1 if view.starter is None else view.starter
    table = [view.scores[own], view.scores[1 - own], *padded(view.hand, 6), *padded(laid, 2)]
    played = [*padded([card for _, card in view.played], 8), *padded([who == own for who, _ in view.played], 8)]
    return [own, view.dealer == own, *table, starter, view.sizes[1 - own], view.opened, *played]


def flexdeck_seen(view: FlexdeckView) -> list[int]:
    """The columns of flexdeck, from the plain view."""
    own = view.player
    scores = [view.scores[own], view.scores[1 - own]]
    used = [view.used >> domino & 1 for domino in range(55)]
    return [own, view.dealer == own, view.turn, *scores, *view.roll(own), *view.roll(1 - own), *used]


def poker_seen(view: PokerView) -> list[int]:
    """The columns of poker, from the plain view."""
    own, b = view.player, view.betting
    sides = [b.stacks[own], b.stacks[1 - own], b.bets[own], b.bets[1 - own]]
    chips = [*sides, betting.pot(b), betting.to_call(b), *betting.bounds(b, NO_LIMIT, 0)]
    street = max(len(view.board) - 2, 0)
    return [own, view.button == own, street, *view.down[own], *padded(view.board, 5), *chips]


def padded(values: Any, size: int) -> list[int]:
    """The values, and -1 for those that are missing."""
    return [*map(int, values), *repeat(-1, size - len(values))]


def cribbage_luck(vector: Vector, row: int) -> Any:
    cards = vector.dealt[row].tolist()
    return chain((DEALS[card] for card in cards[:12]), [STARTERS[cards[12]]])


def flexdeck_luck(vector: Vector, row: int) -> Any:
    return map(Flip, vector.dealt[row].tolist())


def poker_luck(vector: Vector, row: int) -> Any:
    return map(Deal, vector.dealt[row].tolist())


def opened(name: str, vector: Vector, row: int) -> Any:
    """The action by which chance names the dealer or the button."""
    dealer = int(vector.state[row, 4])
    return {"cribbage": First, "flexdeck": Begin, "poker": Lot}[name](dealer)


SEEN: dict[str, Callable[[Any], list[int]]] = {
    "cribbage": cribbage_seen,
    "flexdeck": flexdeck_seen,
    "poker": poker_seen,
}
LUCK = {"cribbage": cribbage_luck, "flexdeck": flexdeck_luck, "poker": poker_luck}
CASES: list[tuple[str, dict[str, Any]]] = [
    ("cribbage", {"to": 61}),
    ("cribbage", {"first_deal": "fixed"}),
    ("flexdeck", {}),
    ("flexdeck", {"cover": 5, "four": "two_pair", "criteria": "kickers"}),
]
CASES += [
    ("poker", {}),
    ("poker", {"stacks": "31/12", "blinds": "3/5", "button": 2}),
    ("poker", {"ranking": "dual-piecepacks", "stacks": "9"}),
]


class Twin:
    """A plain game that is moved on by what happens in one row."""

    def __init__(self, name: str, vector: Vector, row: int) -> None:
        self.name, self.vector, self.row, self.game = name, vector, row, vector.game
        self.state: Any = self.game.initial_state()
        self.luck = LUCK[name](vector, row)
        self.settle()

    def settle(self) -> None:
        """Let chance act as it did in the row; cards that it lacks are those of the next deal."""
        game = self.game
        while game.players_to_act(self.state) == (CHANCE,):
            drawn = game.chance_outcomes(self.state)[0][0]
            if isinstance(drawn, First | Begin | Lot):
                drawn = opened(self.name, self.vector, self.row)
            elif not isinstance(drawn, Automatic):
                drawn = next(self.luck)
            self.state = game.play(self.state, CHANCE, drawn)
            if isinstance(drawn, Automatic) and not self.has_cards():
                self.luck = LUCK[self.name](self.vector, self.row)

    def has_cards(self) -> bool:
        """Return whether cards lie on the table."""
        state = self.state
        return bool(self.name == "poker" or getattr(state, "row", ()) or any(getattr(state, "laid", ())))

    def check(self) -> None:
        """Compare who acts, what they see and how many moves they have."""
        seat = self.game.players_to_act(self.state)[0]
        assert seat == self.vector.seats[self.row]
        assert len(self.game.legal_actions(self.state, seat)) == self.vector.choices[self.row]
        assert SEEN[self.name](self.game.view(self.state, seat)) == self.vector.observe()[self.row].tolist()

    def play(self, place: int) -> None:
        """Play the action at a place of the legal ones, and what the rules do by themselves after it."""
        seat = self.game.players_to_act(self.state)[0]
        self.state = self.game.play(self.state, seat, self.game.legal_actions(self.state, seat)[place])


def replay(name: str, options: dict[str, Any], count: int, steps: int) -> int:
    """Play games at once and one by one; return how many ended."""
    vector = create(name, count, 7, **options)
    twins, ended = [Twin(name, vector, row) for row in range(count)], 0
    for _ in range(steps):
        actions = vector.sample()
        for row, twin in enumerate(twins):
            twin.check()
            twin.play(int(actions[row]))
        done, returns = vector.step(actions)
        for row, twin in enumerate(twins):
            if done[row]:
                twin.settle()
                assert twin.game.players_to_act(twin.state) == ()
                assert list(twin.game.returns(twin.state)) == returns[row].tolist()
                twins[row], ended = Twin(name, vector, row), ended + 1
            else:
                twin.settle()
                assert not returns[row].any()
    return ended


@pytest.mark.parametrize(("name", "options"), CASES)
def test_each_game_is_the_plain_game_move_by_move(name: str, options: dict[str, Any]) -> None:
    assert replay(name, options, 12, 160) > 5


@pytest.mark.parametrize(("name", "module"), [
    ("cribbage", cribbage_vector), ("flexdeck", flexdeck_vector), ("poker", poker_vector),
])  # fmt: skip
def test_the_kernels_run_uncompiled(name: str, module: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    fast = rollout(create(name, 8, 3), 60)
    monkeypatch.setattr(module, "_kernels", uncompiled(module._kernels))
    slow = rollout(create(name, 8, 3), 60)
    assert all(np.array_equal(one, other) for one, other in zip(fast, slow, strict=True))


def test_a_rollout_goes_on_and_follows_its_policy() -> None:
    whole, parts = create("flexdeck", 5, 2), create("flexdeck", 5, 2)
    all_at_once, first, second = rollout(whole, 30), rollout(parts, 10), rollout(parts, 20)
    assert np.array_equal(all_at_once.observations, np.concatenate([first.observations, second.observations]))
    assert np.array_equal(all_at_once.returns, np.concatenate([first.returns, second.returns]))
    kept = rollout(create("flexdeck", 5, 2), 8, lambda vector: np.zeros(vector.count, np.int64))
    assert not kept.actions.any()
    assert (kept.choices == 26).all()


def test_what_cannot_be_played_at_once_is_refused() -> None:
    with pytest.raises(UnknownName, match="no game in arrays named 'pyramid'"):
        create("pyramid", 4)
    with pytest.raises(BadOption, match="option 'muggins' cannot be True: it takes False where many games are played"):
        create("cribbage", 4, muggins=True)
    with pytest.raises(BadOption, match="it takes more than the big blind"):
        create("poker", 4, stacks="2")
    with pytest.raises(BadCount, match="1 to 10,000,000 games at once, not 0"):
        create("cribbage", 0)
    with pytest.raises(BadCount, match="a seed is 0 or more, not -1"):
        create("cribbage", 1, -1)
    with pytest.raises(BadCount, match="one step or more, not 0"):
        rollout(create("flexdeck", 1), 0)


def test_an_illegal_action_changes_nothing() -> None:
    vector = create("cribbage", 3)
    before = vector.state.copy()
    with pytest.raises(BadCount, match="game 2: 15 is not a legal action"):
        vector.step(np.array([0, 14, 15]))
    with pytest.raises(BadCount, match="3 games take as many actions"):
        vector.step(np.zeros(2, np.int32))
    with pytest.raises(BadCount, match=r"game 1: 0\.5 is not a legal action"):
        vector.step(np.array([0, 0.5, 0]))
    with pytest.raises(BadCount, match=f"game 0: {2**32} is not a legal action"):
        vector.step(np.array([2**32, 0, 0]))
    for wrong in (np.full(3, "a"), np.full(3, None), np.array([0, np.nan, 0]), np.array([np.inf, 0, 0])):
        with pytest.raises(BadCount, match="actions are whole numbers"):
            vector.step(wrong)
    assert np.array_equal(vector.state, before)
    assert games.vector_type("cribbage").columns[0] == "seat"


@pytest.mark.parametrize("choose", [lambda games: [0, 0, 0], lambda games: games.choices * 0 + 0.5, lambda games: None])
def test_a_rollout_refuses_what_is_no_action_of_each_game(choose: Any) -> None:
    """A fraction was cut off, and another number of actions ended in an error of NumPy."""
    with pytest.raises(BadCount, match=r"4 games take as many actions|is not a legal action"):
        rollout(create("cribbage", 4, seed=1), 2, choose)
