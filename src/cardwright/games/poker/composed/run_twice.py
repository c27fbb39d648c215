"""Poker in which players who are all-in may have the rest of the board dealt twice (PK17)."""

import copy
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from cardwright.errors import BadOption
from cardwright.game import CHANCE, Action, Player
from cardwright.games.poker.actions import RUN_ONCE, RUN_TWICE, Shuffle
from cardwright.games.poker.betting import next_seat
from cardwright.games.poker.composed import Composed
from cardwright.games.poker.events import Did
from cardwright.games.poker.rules import Poker
from cardwright.games.poker.setup import BET, BOARD, BURN, DEAL_OVER, PAY, SHOW, plan_steps
from cardwright.games.poker.show.rules import one_variant
from cardwright.games.poker.state import PokerState, PokerView

_RUNS = (RUN_ONCE, RUN_TWICE)
_RUN_OUT_KINDS = frozenset((BURN, BOARD, BET, SHOW, PAY))


def one_table(**chosen: Any) -> Poker:
    """Create the game of one variant, in which the board may be dealt twice by option."""
    return TwiceGame(**chosen) if chosen.get("run_twice") else one_variant(**chosen)


class TwiceGame(Composed):
    """The plain game, and the game with two boards for each street after which players may agree to it."""

    def __init__(self, **chosen: Any) -> None:
        super().__init__(**chosen)
        if not self.variant.can_run_twice:
            raise BadOption(
                "run_twice", True, f"a variant with one board, for high hands, and not {self.variant.title}"
            )
        plain = one_variant(**{**chosen, "run_twice": False})
        self.parts = (plain, *(_double_board(plain, streets) for streets in range(1, len(self.variant.street))))

    def part(self, position: PokerState | PokerView) -> Poker:
        return self.parts[position.shared]

    def legal_actions(self, state: PokerState, player: Player) -> Sequence[Action]:
        """Return both answers, or the legal actions of the plain game."""
        return _RUNS if self.asks_runs(state) else super().legal_actions(state, player)

    def choices(self, view: PokerView) -> Sequence[Action]:
        if not self.asks_runs(view):
            return super().choices(view)
        return _RUNS if view.player == view.turn else ()

    def why_illegal(self, view: PokerView, action: Action) -> str:
        if self.asks_runs(view):
            return "no more can be bet: say run-once or run-twice"
        if action in _RUNS:
            return "it is asked when no more can be bet and cards of the board are to come"
        return super().why_illegal(view, action)

    def apply(self, state: PokerState, player: Player, action: Action) -> PokerState:
        if action in _RUNS:
            return self._answer(state, player, action)
        if type(action) is Shuffle:  # the next deal begins with one board
            state = replace(state, shared=0, step=self.parts[0].step_of(DEAL_OVER))
        next_state = super().apply(state, player, action)
        must_ask = (
            next_state.shown and not state.shown and next_state.deal == state.deal and self._can_run_twice(next_state)
        )
        return self._ask_next(next_state, next_state.betting.inside) if must_ask else next_state

    def _can_run_twice(self, state: PokerState) -> bool:
        """Return True if only cards of the board are to come, and the stock has them twice."""
        plan = self.parts[0].plan
        if state.step >= len(plan) or plan[state.step].kind != BET or state.turn != CHANCE:
            return False
        kinds = [step.kind for step in plan[state.step + 1 :]]
        cards = kinds.count(BURN) + 2 * kinds.count(BOARD)
        return BOARD in kinds and _RUN_OUT_KINDS.issuperset(kinds) and cards <= len(state.stock)

    def _ask_next(self, state: PokerState, due: int) -> PokerState:
        return replace(state, turn=next_seat(due, state.button), due=due)

    def _answer(self, state: PokerState, player: Player, action: Action) -> PokerState:
        is_twice, due = action == RUN_TWICE, state.due & ~(1 << player)
        answered = replace(state, events=(Did(player, "run-twice" if is_twice else "run-once"),))
        if is_twice and due:
            return self._ask_next(answered, due)
        shared = self.parts[0].plan[state.step].street + 1 if is_twice else 0
        return replace(answered, turn=CHANCE, due=0, shared=shared)


def _double_board(plain: Poker, streets: int) -> Poker:
    """Return the game whose board is doubled after this many streets."""
    variant = replace(plain.variant, boards=2, shared=streets)
    game = copy.copy(plain)
    game.use(replace(plain.setup, variant=variant, plan=tuple(plan_steps(variant, plain.settings["burns"]))))
    return game
