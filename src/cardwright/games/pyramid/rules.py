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
PP11  a player's view keeps the bricks they placed in both phases (option ``memory``)
PP14  60 seconds a turn and 300 in reserve, then a random move is played for you (option ``clock``)
PP15  each player has a private notepad, which is no part of the game's state
PP17  a brick that can go into one hand only is put there
"""

import itertools
from collections.abc import Iterable, Sequence
from random import Random
from typing import ClassVar, TypeVar

from msgspec.structs import replace

from cardwright.cards import FRENCH_SUITS, Deck, ranks
from cardwright.errors import BadAction
from cardwright.game import CHANCE, Action, Event, Game, Option, Pace, Player, State, View
from cardwright.games.pyramid.board import BOARDS, Board
from cardwright.games.pyramid.hands import compare

T = TypeVar("T")
DECK = Deck("pyramid", ranks("A 2 3 4 5 6 7 8 9 T"), FRENCH_SUITS)
PLACED = 30  # bricks that go into the pyramid; the other ten are never seen
HANDS, HAND = 3, 5
EMPTY, HIDDEN = -1, -2


class Priority(Action, frozen=True):
    """Chance gives a player the priority (PP5); with no priority in play, it picks who starts."""

    player: Player


class Start(Action, frozen=True):
    """The player with priority says who starts."""

    player: Player


class Draw(Action, frozen=True):
    """A brick comes from the forty, face down for all but the player who is given it."""

    brick: int


class Place(Action, frozen=True):
    """A brick goes onto a space: the one just drawn (``brick`` is -1), or one of fifteen held (PP4)."""

    space: int
    brick: int = -1


class Take(Action, frozen=True):
    """An exposed brick is taken, and everybody sees it."""

    space: int


class Put(Action, frozen=True):
    """The brick taken goes into a hand, 0 to 2."""

    hand: int


class Starts(Event, frozen=True):
    """Who starts, and who holds the priority (-1: nobody)."""

    player: Player
    priority: Player


class Placed(Event, frozen=True):
    """A brick was placed; only its space is seen."""

    player: Player
    space: int


class Taken(Event, frozen=True):
    """A brick was taken and announced."""

    player: Player
    space: int
    brick: int


class PutAway(Event, frozen=True):
    """A brick went into a hand; ``forced`` when no other hand had room (PP17)."""

    player: Player
    brick: int
    hand: int
    forced: bool


class Finished(Event, frozen=True):
    """The hands were compared: ``wins[hand]`` is the player who won it, -1 for a tied hand."""

    wins: tuple[int, ...]
    winner: int


Happened = Starts | Placed | Taken | PutAway | Finished
Hands = tuple[tuple[tuple[int, ...], ...], ...]  # hands[player][hand]


class PyramidState(State, frozen=True):
    """``bricks[space]`` is a brick or EMPTY; ``placer[space]`` who placed it, or -1.

    ``held[player]`` are bricks not yet placed: the one drawn, or what is left of fifteen. ``taken`` is the brick
    in the hand of the player to act, announced and not yet put away, or -1.
    """

    bricks: tuple[int, ...]
    placer: tuple[int, ...]
    held: tuple[tuple[int, ...], ...] = ((), ())
    hands: Hands = (((),) * HANDS,) * 2
    priority: int = -1
    first: int = -1
    turn: int = -1
    placed: int = 0
    taken: int = -1
    events: tuple[Happened, ...] = ()


class PyramidView(View, frozen=True, kw_only=True):
    """A state as a seat knows it: HIDDEN stands for a brick that this seat may not see."""

    bricks: tuple[int, ...]
    placer: tuple[int, ...]
    held: tuple[tuple[int, ...], ...]
    hands: Hands
    priority: int
    first: int
    turn: int
    placed: int
    taken: int
    events: tuple[Happened, ...]


_DRAWS = tuple((Draw(brick), 1) for brick in range(DECK.size))
_PLACES = tuple(Place(space) for space in range(55))
_TAKES = tuple(Take(space) for space in range(55))
_PUTS = tuple(Put(hand) for hand in range(HANDS))


class Pyramid(Game[PyramidState, Action, PyramidView]):
    """One match. Returns are 1 and -1, or 0 and 0 where a tie is a draw."""

    name: ClassVar[str] = "pyramid"
    version: ClassVar[int] = 1
    state_type = PyramidState
    view_type = PyramidView
    players = 2
    notes: ClassVar[bool] = True
    options: ClassVar[tuple[Option, ...]] = (
        Option("board", "8", "the rows of the pyramid: a triangle on 8, 9 or 10, or cut off", choices=tuple(BOARDS)),
        Option("letters", "bottom", "where the rows' letters start", choices=("bottom", "top")),
        Option("bricks", "draw", "draw a brick a turn, or hold fifteen from the start", choices=("draw", "fifteen")),
        Option(
            "priority",
            "random",
            "who chooses the starter and wins ties; off: the start is random and a tie is a draw",
            choices=("random", "first", "second", "off"),
        ),
        Option("ranking", "standard", "the standard list of hands, or by rarity", choices=("standard", "rarity")),
        Option("memory", True, "you keep seeing the bricks you placed while they are taken", choices=(True, False)),
        Option(
            "clock",
            "random",
            "a minute a turn and five in reserve; then a random move, or the game is lost",
            choices=("random", "forfeit", "off"),
        ),
    )

    def __init__(self, **chosen: object) -> None:
        super().__init__(**chosen)
        self.board = Board.named(self.settings["board"], self.settings["letters"] == "top")
        self.fifteen: bool = self.settings["bricks"] == "fifteen"
        self.memory: bool = self.settings["memory"]

    def initial_state(self) -> PyramidState:
        state = PyramidState((EMPTY,) * self.board.size, (-1,) * self.board.size)
        holder = {"first": 0, "second": 1}.get(self.settings["priority"], -1)
        return state if holder < 0 else replace(state, priority=holder)

    def players_to_act(self, state: PyramidState) -> tuple[Player, ...]:
        if state.first < 0:
            return (state.priority,) if state.priority >= 0 else (CHANCE,)
        if self.drawing(state):
            return (CHANCE,)
        return (state.turn,) if state.turn >= 0 else ()

    def legal_actions(self, state: PyramidState, player: Player) -> Sequence[Action]:
        if state.first < 0:
            return (Start(player), Start(1 - player))
        if state.placed < PLACED:
            spaces = self.board.free(state.bricks)
            if self.fifteen:
                return [Place(space, brick) for brick in state.held[player] for space in spaces]
            return [_PLACES[space] for space in spaces]
        if state.taken < 0:
            return [_TAKES[space] for space in self.board.exposed(state.bricks)]
        return [_PUTS[hand] for hand in range(HANDS) if len(state.hands[player][hand]) < HAND]

    def chance_outcomes(self, state: PyramidState) -> Sequence[tuple[Action, int]]:
        if state.first < 0:
            return ((Priority(0), 1), (Priority(1), 1))
        used = {*state.bricks, *state.held[0], *state.held[1]}
        return [outcome for brick, outcome in enumerate(_DRAWS) if brick not in used]

    def apply(self, state: PyramidState, player: Player, action: Action) -> PyramidState:
        match action:
            case Priority(holder):
                return self._given_priority(state, holder)
            case Start(first):
                return self._started(state, first)
            case Draw(brick):
                receiver = state.turn if not self.fifteen else (state.first + len(state.held[state.first]) // 15) % 2
                return replace(state, held=_with(state.held, receiver, (*state.held[receiver], brick)), events=())
            case Place(space, brick):
                return self._placed(state, player, space, brick if brick >= 0 else state.held[player][0])
            case Take(space):
                return self._taken(state, player, space)
            case Put(hand):
                return self._put(state, player, hand, state.taken, forced=False)
        raise AssertionError(action)

    def returns(self, state: PyramidState) -> tuple[int, ...]:
        winner = next((event.winner for event in state.events if isinstance(event, Finished)), -1)
        return (0, 0) if winner < 0 else ((1, -1) if winner == 0 else (-1, 1))

    def view(self, state: PyramidState, player: Player) -> PyramidView:
        building = state.placed < PLACED
        keeps = building or self.memory
        return PyramidView(
            player=player,
            bricks=tuple(
                brick if brick < 0 or (keeps and placer == player) else HIDDEN
                for brick, placer in zip(state.bricks, state.placer, strict=True)
            ),
            placer=state.placer,
            held=tuple(held if seat == player else (HIDDEN,) * len(held) for seat, held in enumerate(state.held)),
            hands=state.hands,
            priority=state.priority,
            first=state.first,
            turn=state.turn,
            placed=state.placed,
            taken=state.taken,
            events=state.events,
        )

    def sample_state(self, view: PyramidView, rng: Random) -> PyramidState:
        unseen = unseen_bricks(view)
        rng.shuffle(unseen)
        brick_or_guess = (brick if brick != HIDDEN else unseen.pop() for brick in view.bricks)
        return PyramidState(
            bricks=tuple(brick_or_guess),
            placer=view.placer,
            held=tuple(tuple(unseen.pop() if brick == HIDDEN else brick for brick in held) for held in view.held),
            hands=view.hands,
            priority=view.priority,
            first=view.first,
            turn=view.turn,
            placed=view.placed,
            taken=view.taken,
            events=view.events,
        )

    def pace(self) -> Pace | None:
        """A minute a turn and five in reserve (PP14)."""
        spent = self.settings["clock"]
        return None if spent == "off" else Pace(turn=60, reserve=300, spent=spent)

    def same_turn(self, before: PyramidState, after: PyramidState) -> bool:
        """Taking a brick and putting it away are one turn."""
        return after.taken >= 0

    def text(self, action: Action) -> str:
        match action:
            case Priority(player):
                return f"priority {player + 1}"
            case Start(player):
                return f"start {player + 1}"
            case Draw(brick):
                return f"draw {DECK.text(brick)}"
            case Place(space, brick):
                return f"place {DECK.text(brick) + ' ' if brick >= 0 else ''}{self.board.text(space)}"
            case Take(space):
                return f"take {self.board.text(space)}"
            case Put(hand):
                return f"hand {hand + 1}"
        raise AssertionError(action)

    def parse(self, text: str) -> Action:
        match text.split():
            case ["priority", "1" | "2" as player]:
                return Priority(int(player) - 1)
            case ["start", "1" | "2" as player]:
                return Start(int(player) - 1)
            case ["draw", brick]:
                return Draw(DECK.parse(brick))
            case ["place", space]:
                return Place(self.board.parse(space))
            case ["place", brick, space]:
                return Place(self.board.parse(space), DECK.parse(brick))
            case ["take", space]:
                return Take(self.board.parse(space))
            case ["hand", "1" | "2" | "3" as hand]:
                return Put(int(hand) - 1)
        raise BadAction(f"{text!r} is not a move: place B2, take C3, hand 2, start 1", text)

    # Before the first brick

    def _given_priority(self, state: PyramidState, holder: Player) -> PyramidState:
        if self.settings["priority"] == "off":
            return self._started(state, holder)
        return replace(state, priority=holder, events=())

    def _started(self, state: PyramidState, first: Player) -> PyramidState:
        return replace(state, first=first, turn=first, events=(Starts(first, state.priority),))

    def drawing(self, state: PyramidState | PyramidView) -> bool:
        """Whether a brick is to come from the forty before anyone can act."""
        if state.placed >= PLACED:
            return False
        if self.fifteen:
            return state.placed == 0 and len(state.held[0]) + len(state.held[1]) < PLACED
        return not state.held[state.turn]

    # Construction

    def _placed(self, state: PyramidState, player: Player, space: int, brick: int) -> PyramidState:
        held = tuple(other for other in state.held[player] if other != brick)
        # With thirty bricks placed the deconstruction begins, with the same first player.
        turn = state.first if state.placed + 1 == PLACED else 1 - player
        return replace(
            state,
            bricks=_with(state.bricks, space, brick),
            placer=_with(state.placer, space, player),
            held=_with(state.held, player, held),
            placed=state.placed + 1,
            turn=turn,
            events=(Placed(player, space),),
        )

    # Deconstruction

    def _taken(self, state: PyramidState, player: Player, space: int) -> PyramidState:
        brick = state.bricks[space]
        after = replace(
            state,
            bricks=_with(state.bricks, space, EMPTY),
            placer=_with(state.placer, space, -1),
            taken=brick,
            events=(Taken(player, space, brick),),
        )
        room = [hand for hand in range(HANDS) if len(state.hands[player][hand]) < HAND]
        return self._put(after, player, room[0], brick, forced=True) if len(room) == 1 else after

    def _put(self, state: PyramidState, player: Player, hand: int, brick: int, *, forced: bool) -> PyramidState:
        mine = state.hands[player]
        hands = _with(state.hands, player, _with(mine, hand, (*mine[hand], brick)))
        events: tuple[Happened, ...] = (PutAway(player, brick, hand, forced),)
        if forced:
            events = (*state.events, *events)
        if sum(len(cards) for both in hands for cards in both) < PLACED:
            return replace(state, hands=hands, taken=-1, turn=1 - player, events=events)
        wins = tuple(self.winner_of(hands, each) for each in range(HANDS))
        winner = self._match_winner(wins, state.priority)
        return replace(state, hands=hands, taken=-1, turn=-1, events=(*events, Finished(wins, winner)))

    # The end

    def winner_of(self, hands: Hands, hand: int) -> Player:
        """Who has the better of the two hands of this number; -1 if they are equal (PP9)."""
        order = compare(hands[0][hand], hands[1][hand], self.settings["ranking"])
        return -1 if order == 0 else (0 if order > 0 else 1)

    def _match_winner(self, wins: tuple[int, ...], priority: Player) -> Player:
        lead = wins.count(0) - wins.count(1)
        return priority if lead == 0 else (0 if lead > 0 else 1)


def unseen_bricks(view: PyramidView) -> list[int]:
    """The bricks that this seat has not seen, in order: in the pyramid, in the other's hand, or never drawn."""
    seen = {*view.bricks, *itertools.chain(*view.held), *_in_hands(view.hands), view.taken}
    return [brick for brick in range(DECK.size) if brick not in seen]


def _in_hands(hands: Hands) -> Iterable[int]:
    return (brick for mine in hands for hand in mine for brick in hand)


def _with(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """The tuple with one value changed."""
    return (*values[:index], value, *values[index + 1 :])
