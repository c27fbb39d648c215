"""Pyramid Poker, after Aaron Weissblum and Norman Woods, in the fan version for two players.

Forty bricks carry the cards ace to ten of four suits. In the *construction* the players draw bricks in turn and
place them, thirty in all, each seeing only their own. In the *deconstruction* they take exposed bricks in turn,
which are then shown, and put each into one of three hands of five. Hands meet by number; more hands win.

Rulings:

PP1   the board is a triangle of rows 8 to 1, thirty bricks leaving six spaces empty (option ``board``)
PP2   a space is a row letter, from the bottom, and a number from the left (option ``letters``)
PP3   a brick is exposed when the spaces above it that the board has are empty
PP4   bricks are drawn one at a time at random (option ``bricks``: fifteen each from the start)
PP5   the player with priority chooses who starts, and wins a tied match (option ``priority``)
PP7   hands rank by the standard list, though a flush is rarer than a full house here (option ``ranking``)
PP8   the ace is low only, so 6-7-8-9-10 of one suit is best
PP9   equal categories go on to kickers, never to suits; then that hand is tied
PP11  a player's view keeps the bricks they placed in both phases; without ``memory`` they are hidden, but for the
      moment when the pyramid is built, in which each player sees their own
PP14  60 seconds a turn and 300 in reserve, then a random move is played for you (option ``clock``)
PP15  each player has a private notepad, which is not part of the game's state
PP17  a brick that can go into one hand only is put there
"""

from collections.abc import Sequence

from msgspec.structs import replace

from cardwright.game import CHANCE, Action, Game, Option, Pace, Player, Uniform, replace_item
from cardwright.games.pyramid import actions
from cardwright.games.pyramid import state as table
from cardwright.games.pyramid.actions import (
    DECK,
    DRAWS,
    HAND,
    HANDS,
    NEXT,
    PLACES,
    PRIORITIES,
    PUTS,
    TAKES,
    Build,
    Draw,
    Next,
    Priority,
    Put,
    Start,
    Take,
)
from cardwright.games.pyramid.board import BOARDS, Board
from cardwright.games.pyramid.events import Built, Compared, Finished, Placed, PutAway, PyramidEvent, Starts, Taken
from cardwright.games.pyramid.scoring import winner
from cardwright.games.pyramid.state import EMPTY, PYRAMID_CARDS, Hands, PyramidState, PyramidView, is_built


class Pyramid(Game[PyramidState, Action, PyramidView]):
    """One match. Returns are 1 and -1, or 0 and 0 where a tie is a draw."""

    name = "pyramid"
    version = 2
    state_type = PyramidState
    view_type = PyramidView
    players = 2
    notes = True
    options = (
        Option(
            "board",
            "8",
            "the rows of the pyramid, from the bottom",
            choices=tuple(BOARDS),
            meanings=(
                "rows of 8, 7 ... 1: six of 36 spaces stay empty",
                "rows of 9, 8 ... 1: fifteen of 45 spaces stay empty",
                "rows of 10, 9 ... 1: twenty-five of 55 spaces stay empty",
                "five rows of 8 to 4: all 30 spaces are filled",
                "four rows of 9 to 6: all 30 spaces are filled",
            ),
            title="Shape of the pyramid",
        ),
        Option(
            "letters",
            "bottom",
            "the row that is called A",
            choices=("bottom", "top"),
            meanings=("the bottom row is A", "the top row is A"),
            rare=True,
            title="Row A",
        ),
        Option(
            "bricks",
            "draw",
            "how the bricks come",
            choices=("draw", "fifteen"),
            meanings=("you draw a brick each turn", "each player holds fifteen bricks from the start"),
            title="Supply of bricks",
        ),
        Option(
            "priority",
            "random",
            "the player who chooses the starter and wins a tied match",
            choices=("random", "first", "second", "off"),
            meanings=(
                "a random player chooses who starts, and wins ties",
                "seat 1 chooses who starts, and wins ties",
                "seat 2 chooses who starts, and wins ties",
                "no priority: the start is random, and a tie is a draw",
            ),
            rare=True,
        ),
        Option(
            "ranking",
            "standard",
            "the order of the hands",
            choices=("standard", "rarity"),
            meanings=("the usual list of poker hands", "by rarity: a flush beats a full house, and no pair one pair"),
            rare=True,
            title="Order of hands",
        ),
        Option(
            "memory",
            True,
            "you keep seeing the bricks that you placed",
            choices=(True, False),
            meanings=(
                "you keep seeing the bricks that you placed",
                "your bricks are shown once, when the pyramid is built; else you have to remember them",
            ),
            title="Own bricks in sight",
        ),
        Option(
            "clock",
            "random",
            "what happens when your minute a turn and your five minutes in reserve are spent",
            choices=("random", "forfeit", "off"),
            meanings=("a random move is played for you", "you lose the match", "there is no clock"),
            title="When time is spent",
        ),
    )

    def __init__(self, **chosen: object) -> None:
        super().__init__(**chosen)
        self.board = Board.named(self.settings["board"], letters_from_top=self.settings["letters"] == "top")
        self.holds_fifteen: bool = self.settings["bricks"] == "fifteen"
        self.memory: bool = self.settings["memory"]

    def initial_state(self) -> PyramidState:
        state = PyramidState(bricks=(EMPTY,) * self.board.size, placer=(-1,) * self.board.size)
        holder = {"first": 0, "second": 1}.get(self.settings["priority"], -1)
        return state if holder < 0 else replace(state, priority=holder)

    def players_to_act(self, state: PyramidState) -> tuple[Player, ...]:
        if state.first < 0:
            return (state.priority,) if state.priority >= 0 else (CHANCE,)
        if self.must_draw(state) or is_built(state) or 0 <= state.compared < HANDS:
            return (CHANCE,)
        return (state.turn,) if state.turn >= 0 else ()

    def legal_actions(self, state: PyramidState, player: Player) -> Sequence[Action]:
        if state.first < 0:
            return (Start(player), Start(1 - player))
        if state.placed < PYRAMID_CARDS:
            spaces = self.board.free(state.bricks)
            if self.holds_fifteen:
                return [Build(space, brick) for brick in state.held[player] for space in spaces]
            return [PLACES[space] for space in spaces]
        if state.taken < 0:
            return [TAKES[space] for space in self.board.exposed(state.bricks)]
        return [PUTS[hand] for hand in range(HANDS) if len(state.hands[player][hand]) < HAND]

    def chance_outcomes(self, state: PyramidState) -> Uniform:
        if state.first < 0:
            return PRIORITIES
        if not self.must_draw(state):
            return NEXT
        used = {*state.bricks, *state.held[0], *state.held[1]}
        return Uniform([draw for brick, draw in enumerate(DRAWS) if brick not in used])

    def apply(self, state: PyramidState, player: Player, action: Action) -> PyramidState:
        match action:
            case Priority(holder):
                return self._give_priority(state, holder)
            case Start(first):
                return self._start(state, first)
            case Draw(brick):
                return self._draw(state, brick)
            case Build(space, brick):
                return self._place_brick(state, player, space, brick if brick >= 0 else state.held[player][0])
            case Take(space):
                return self._take_brick(state, player, space)
            case Put(hand):
                return self._put_away(state, player, hand, state.taken, forced=False)
            case Next():
                return self._go_on(state)
        raise AssertionError(action)

    def returns(self, state: PyramidState) -> tuple[int, ...]:
        match_winner = next((event.winner for event in state.events if isinstance(event, Finished)), -1)
        return (0, 0) if match_winner < 0 else (1, -1) if match_winner == 0 else (-1, 1)

    def view(self, state: PyramidState, player: Player) -> PyramidView:
        return table.view(state, player, self.memory)

    sample_state = staticmethod(table.sample)

    def pace(self) -> Pace | None:
        """A minute a turn and five in reserve (PP14)."""
        spent = self.settings["clock"]
        return None if spent == "off" else Pace(turn=60, reserve=300, spent=spent)

    def same_turn(self, before: PyramidState, after: PyramidState) -> bool:
        """Taking a brick and putting it away are one turn."""
        return after.taken >= 0

    def why_illegal(self, view: PyramidView, action: Action) -> str:
        if view.first < 0:
            return "first it is chosen who starts: start 1 or start 2"
        match action:
            case Build(space) if view.placed < PYRAMID_CARDS:
                return self._why_not_placed(view, space)
            case Take(space) if view.taken < 0 and view.placed == PYRAMID_CARDS:
                return self._why_not_taken(view, space)
            case Take() if view.taken >= 0:
                return f"first the {DECK.name(view.taken)} has to go into a hand"
            case Put(hand) if view.taken >= 0:
                return f"hand {hand + 1} is full: it holds {HAND} bricks"
            case Put():
                return "no brick has been taken yet"
            case Build():
                return "the pyramid is built: take an exposed brick"
            case Take():
                return f"no brick is taken before all {PYRAMID_CARDS} are placed"
        return "it is settled already who starts"

    def _why_not_placed(self, view: PyramidView, space: int) -> str:
        name = self.board.text(space)
        if view.bricks[space] != EMPTY:
            return f"{name} holds a brick already"
        gaps = [below for below in self.board.below[space] if view.bricks[below] == EMPTY]
        return f"nothing may overhang: {name} needs a brick on {self._join_names(gaps)} first" if gaps else ""

    def _why_not_taken(self, view: PyramidView, space: int) -> str:
        name = self.board.text(space)
        if view.bricks[space] == EMPTY:
            return f"{name} is empty"
        blocking = [above for above in self.board.above[space] if view.bricks[above] != EMPTY]
        return f"{name} is not exposed: it lies under {self._join_names(blocking)}" if blocking else ""

    def _join_names(self, spaces: Sequence[int]) -> str:
        return " and ".join(self.board.text(space) for space in spaces)

    def text(self, action: Action) -> str:
        return actions.text(action, self.board)

    def parse(self, text: str) -> Action:
        return actions.parse(text, self.board)

    # Before the first brick

    def _give_priority(self, state: PyramidState, holder: Player) -> PyramidState:
        if self.settings["priority"] == "off":
            return self._start(state, holder)
        return replace(state, priority=holder, events=())

    def _start(self, state: PyramidState, first: Player) -> PyramidState:
        return replace(state, first=first, turn=first, events=(Starts(first, state.priority),))

    def must_draw(self, state: PyramidState | PyramidView) -> bool:
        """True if a brick has to be drawn from the forty before anyone can act."""
        if state.placed >= PYRAMID_CARDS:
            return False
        if self.holds_fifteen:
            return state.placed == 0 and len(state.held[0]) + len(state.held[1]) < PYRAMID_CARDS
        return not state.held[state.turn]

    def _draw(self, state: PyramidState, brick: int) -> PyramidState:
        """Give a drawn brick to the player whose turn it is; where each gets fifteen, to the first player first."""
        receiver = state.turn
        if self.holds_fifteen:
            is_full = len(state.held[state.first]) == PYRAMID_CARDS // 2
            receiver = 1 - state.first if is_full else state.first
        return replace(state, held=replace_item(state.held, receiver, (*state.held[receiver], brick)), events=())

    # Construction

    def _place_brick(self, state: PyramidState, player: Player, space: int, brick: int) -> PyramidState:
        held = tuple(other for other in state.held[player] if other != brick)
        # With thirty bricks placed the deconstruction begins, with the same first player.
        is_last = state.placed + 1 == PYRAMID_CARDS
        turn = state.first if is_last else 1 - player
        return replace(
            state,
            bricks=replace_item(state.bricks, space, brick),
            placer=replace_item(state.placer, space, player),
            held=replace_item(state.held, player, held),
            placed=state.placed + 1,
            turn=turn,
            events=(Placed(player, space), *((Built(),) if is_last else ())),
        )

    def _go_on(self, state: PyramidState) -> PyramidState:
        """The table goes on after a moment: the pyramid comes down, or two more hands meet."""
        if is_built(state):
            return replace(state, down=True, events=())
        hand = state.compared
        wins = tuple(self.winner_of(state.hands, each) for each in range(HANDS))
        events: tuple[PyramidEvent, ...] = (Compared(hand, wins[hand]),)
        if hand + 1 == HANDS:
            events = (*events, Finished(wins, self._match_winner(wins, state.priority)))
        return replace(state, compared=hand + 1, events=events)

    # Deconstruction

    def _take_brick(self, state: PyramidState, player: Player, space: int) -> PyramidState:
        brick = state.bricks[space]
        after = replace(
            state,
            bricks=replace_item(state.bricks, space, EMPTY),
            placer=replace_item(state.placer, space, -1),
            taken=brick,
            events=(Taken(player, space, brick),),
        )
        open_hands = [hand for hand in range(HANDS) if len(state.hands[player][hand]) < HAND]
        return self._put_away(after, player, open_hands[0], brick, forced=True) if len(open_hands) == 1 else after

    def _put_away(self, state: PyramidState, player: Player, hand: int, brick: int, *, forced: bool) -> PyramidState:
        own_hands = state.hands[player]
        hands = replace_item(state.hands, player, replace_item(own_hands, hand, (*own_hands[hand], brick)))
        events: tuple[PyramidEvent, ...] = (PutAway(player, brick, hand, forced),)
        if forced:
            events = (*state.events, *events)
        if sum(len(cards) for both in hands for cards in both) < PYRAMID_CARDS:
            return replace(state, hands=hands, taken=-1, turn=1 - player, events=events)
        return replace(state, hands=hands, taken=-1, turn=-1, compared=0, events=events)

    # The end

    def winner_of(self, hands: Hands, hand: int) -> Player:
        """The player with the better hand of this number; -1 if they are equal (PP9)."""
        return winner(hands[0][hand], hands[1][hand], self.settings["ranking"])

    def _match_winner(self, wins: tuple[int, ...], priority: Player) -> Player:
        lead = wins.count(0) - wins.count(1)
        return priority if lead == 0 else 0 if lead > 0 else 1
