"""The contract of a game. A game implements the ten abstract methods; the rest is here, once for all games.

A `Game` holds its options and is a whole match; a `State` is an immutable value; chance is a player; a `View` is
the only way out of a state. A record of (player, action) pairs replays anywhere, with no seed.
"""

import functools
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Generic, Protocol, Self, TypeAlias, TypeVar, overload

import msgspec

from cardwright.errors import BadAction, BadCount, BadOption, GameOver, IllegalAction, NotYourTurn, UnknownName
from cardwright.wording import one_of

Player: TypeAlias = int
CHANCE: Player = -1
SPECTATOR: Player = -2


class Action(msgspec.Struct, frozen=True, tag=True):
    """A player's decision, or one outcome of chance."""


class Automatic(Action, frozen=True):
    """A step that the rules take by themselves: no choice and no luck. Chance takes it, as its only outcome, or as the
    one that `Game.by_clock` names.

    The state before such a step is a *moment*: every interface shows it until the players have seen it. A game has one
    wherever cards lie face up that the next step clears away: each hand of a show, a street of a run-out. Before a step
    that ``clears`` the whole table for the next deal, the state shows the deal as it ended. Before a step that all
    await in ``suspense`` it is shown for longer than it takes to read.
    """

    clears: ClassVar[bool] = False
    suspense: ClassVar[bool] = False


class Event(msgspec.Struct, frozen=True, tag=True):
    """A public fact of a game, which everyone saw. It holds no secret."""


class State(msgspec.Struct, frozen=True):
    """A position of a game, secrets included. It never leaves the table."""


class View(msgspec.Struct, frozen=True):
    """The knowledge of one seat (or the `SPECTATOR`) about a state, built field by field."""

    @property
    def player(self) -> Player:
        """The seat. Every game's view has a field of this name."""
        raise NotImplementedError


class Public(msgspec.Struct, frozen=True):
    """The public part of a position: the fields that everyone sees as they are. A game's state and view inherit it.

    A state adds the hidden fields, a view what its seat knows of them.
    """


P = TypeVar("P", bound=Public)
T = TypeVar("T")


def public_fields(part: type[P], position: P) -> dict[str, Any]:
    """Return the public part of a state, to build a view from, or of a view, to build a state from."""
    return {name: getattr(position, name) for name in part.__struct_fields__}


@overload
def replace_item(items: tuple[T, T], index: int, item: T) -> tuple[T, T]: ...


@overload
def replace_item(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]: ...


def replace_item(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """Return a tuple with one item changed, such as the hand of one seat."""
    changed = list(items)  # a third of the time that slices of the tuple take
    changed[index] = item
    return tuple(changed)


class Option(msgspec.Struct, frozen=True):
    """A choice made before the game: one of ``choices``, an int from ``low`` to ``high``, or, with ``free``, any text.

    The game's constructor checks a free text: the name of a ranking or a file, a list of stacks. ``choices`` beside it
    are the values that need no file: all that a remote user may choose; ``known`` are others that need none, but that
    no form offers. ``meanings`` describe each choice in a sentence. An option with ``needs`` is offered only where one
    of them holds: every option that it names has one of the values there, or where there are none, any value but its
    default. A free text that is none of the choices, such as a file, meets every need. Few people change an option that
    is ``rare``: a form shows it last, and names each option by its ``label``. The terms of a table name those that are
    not the default, and one that is ``stated`` always.
    """

    name: str
    default: bool | int | str
    help: str
    choices: tuple[bool | int | str, ...] = ()
    low: int = 0
    high: int = 0
    free: str = ""  # what the text says, in words: "a name or a file"
    known: tuple[str, ...] = ()
    max_characters: int = 1000  # of a free text
    meanings: tuple[str, ...] = ()
    needs: tuple[Mapping[str, tuple[bool | int | str, ...]], ...] = ()
    rare: bool = False
    stated: bool = False
    title: str = ""  # where the name alone says too little

    @property
    def label(self) -> str:
        """The name of the option in a form: its title, or else its name."""
        return self.title or self.name.replace("_", " ").capitalize()

    def accepts(self, value: object) -> bool:
        """Return whether this value, of exactly this type, may be chosen."""
        if self.free:
            return type(value) is str and len(value) <= self.max_characters
        if self.choices:
            return any(value == choice and type(value) is type(choice) for choice in self.choices)
        return type(value) is int and self.low <= value <= self.high

    def names_file(self, value: object) -> bool:
        """Return whether this value of an option with ``choices`` and ``free`` text is taken for a file's name."""
        if not (self.free and self.choices) or not isinstance(value, str):
            return False
        return value not in (*self.choices, *self.known) and "\n" not in value

    def meaning(self, choice: bool | int | str) -> str:
        """Return a choice in words: its sentence, or the choice itself where it has none; of 0 what `help` says."""
        zero = "" if self.choices or choice else self.help.partition("; 0: ")[2]
        return dict(zip(self.choices, self.meanings)).get(choice) or zero or str(choice).replace("_", " ")

    @property
    def wanted(self) -> str:
        """The values that may be chosen, in words."""
        return self.free or (one_of(self.choices) if self.choices else f"{self.low:,} to {self.high:,}")

    @property
    def condition(self) -> str:
        """The needs of the option, in words: "form casino", "games 2 to 9"; "" if nothing."""
        return ", or with ".join(
            " and ".join(f"{name} {_join(values)}".rstrip() for name, values in need.items()) for need in self.needs
        )


def _join(values: tuple[bool | int | str, ...]) -> str:
    if not any(value != "" for value in values):
        return "" if not values else "left out"
    if len(values) > 1 and all(type(value) is int for value in values):
        return f"{min(values)} to {max(values)}"
    return one_of({True: "yes", False: "no"}[value] if isinstance(value, bool) else value for value in values)


def available_options(options: Sequence[Option], settings: Mapping[str, object]) -> list[Option]:
    """Return the options that have an effect beside the others."""
    free = {option.name: option.choices for option in options if option.free and option.choices}
    defaults = {option.name: option.default for option in options}

    def holds(name: str, values: tuple[object, ...]) -> bool:
        value = settings[name]
        if not values:
            return value != defaults[name]
        return value in values or (name in free and value not in free[name])

    return [
        option
        for option in options
        if not option.needs or any(all(holds(*each) for each in need.items()) for need in option.needs)
    ]


def check_offered(options: Sequence[Option], chosen: Mapping[str, object]) -> None:
    """Raise `BadOption` for an option that is chosen and has no effect beside the others.

    It is for those who choose: a record, or a file of another program, may hold such an option.
    """
    defaults: dict[str, object] = {option.name: option.default for option in options}
    kept = available_options(options, {**defaults, **chosen})
    for option in options:
        if option not in kept and chosen.get(option.name, option.default) != option.default:
            raise BadOption(option.name, chosen[option.name], f"effect only with {option.condition}")


class Pace(msgspec.Struct, frozen=True):
    """The time to think: ``turn`` seconds each turn and, beyond those, ``reserve`` seconds in all.

    ``spent`` is what happens when both are used up: "random", the table plays one of the `late_actions`; "forfeit", the
    player loses; "nothing", the clock is only shown.
    """

    turn: int
    reserve: int
    spent: str = "random"


class Randomness(Protocol):
    """A source of randomness: `random.Random`, or the replayable stream of a live table."""

    def randrange(self, stop: int, /) -> int:
        """Return a uniform random integer in [0, stop)."""


class Uniform(Sequence[tuple[Any, int]]):
    """Chance outcomes of equal probability. `Game.draw` takes one without building the others.

    A game may subclass it to create an action only when it is taken: one card of a deck, say.
    """

    __slots__ = ("actions",)

    def __init__(self, actions: Sequence[Any]) -> None:
        self.actions = actions

    def __len__(self) -> int:
        return len(self.actions)

    def __getitem__(self, place: Any) -> Any:
        selected = self.actions[place]
        return [(action, 1) for action in selected] if isinstance(place, slice) else (selected, 1)

    def take(self, rng: Randomness) -> Any:
        """Return one of the actions at random."""
        return self.actions[rng.randrange(len(self.actions))]

    def allows(self, action: object) -> bool:
        """Return whether this is one of the actions."""
        return action in self.actions


def _checks_seat(view: Any) -> Any:
    """Return the `Game.view` of a game with a check of the seat. Raises `BadCount`."""

    @functools.wraps(view)
    def checked(self: "AnyGame", state: Any, player: Player) -> Any:
        if player not in range(SPECTATOR, self.players):
            raise BadCount(f"this game has seats 0 to {self.players - 1}, and no seat {player!r:.80}", player)
        return view.__get__(self)(state, player)  # some games have a static method

    return checked


def _checks_text(parse: Any) -> Any:
    """Return the `Game.parse` of a game with a check that it is given text. Raises `BadAction`."""

    @functools.wraps(parse)
    def checked(self: "AnyGame", text: str) -> Any:
        if not isinstance(text, str):
            raise BadAction(f"a move is text, not {text!r:.80}", str(text))
        return parse.__get__(self)(text)  # some games have a static method

    return checked


S = TypeVar("S", bound=State)
A = TypeVar("A", bound=Action)
V = TypeVar("V", bound=View)


class Game(ABC, Generic[S, A, V]):
    """The rules of a game with its options fixed. Raises `UnknownName` or `BadOption` for an invalid option.

    A game declares its ``name``, its ``version``, which increases when play changes, its ``options``, the types of its
    states and views, and ``players``, the number of seats. Where an option says how many play, its constructor calls
    this one and then sets ``self.players`` from ``self.settings``, the value of each option by name. The rest has
    defaults: ``zero_sum`` is False against a house, ``notes`` gives each player private notes, and a ``binding``
    game lets no player take a move back. Only such a game may have levels by the clock, each of ``level_ms``: no record
    holds the time of a move that was taken back.
    """

    name: ClassVar[str]
    version: int  # increases when play changes, so that no record replays under other rules
    options: ClassVar[tuple[Option, ...]] = ()
    zero_sum: ClassVar[bool] = True  # one seat wins what other seats lose; False against a house
    notes: ClassVar[bool] = False  # the rules give each player private notes
    binding: ClassVar[bool] = False  # a move stands once it is made, as a bet does: no player takes one back
    level_ms: int = 0  # how long a level lasts, of those that the table's clock counts; 0: nothing goes by the time
    max_level: ClassVar[int] = 1  # the last level, which has no end
    state_type: ClassVar[type[State]]
    view_type: ClassVar[type[View]]
    players: int

    def __init_subclass__(cls, **more: Any) -> None:
        """Let no game's `view` take what is no seat, and no `parse` what is no text."""
        super().__init_subclass__(**more)
        for name, add_check in (("view", _checks_seat), ("parse", _checks_text)):
            if name in vars(cls):
                setattr(cls, name, add_check(vars(cls)[name]))

    def __init__(self, **chosen: object) -> None:
        declared = {option.name: option for option in self.options}
        for name, value in chosen.items():
            if name not in declared:
                raise UnknownName(f"option of {self.name}", name, declared)
            if not declared[name].accepts(value):
                raise BadOption(name, value, declared[name].wanted)
        self.settings: Mapping[str, Any] = {name: option.default for name, option in declared.items()} | chosen

    def setting(self, name: str) -> str:
        """Return an option's value in words, for titles and lists of terms."""
        return str(self.settings[name])

    def check_sense(self) -> None:
        """Raise `BadOption` for options that contradict each other or leave nothing to decide: bets above all chips.

        Like `check_offered` it is for those who choose: such options can be played, and a record may hold them.
        """

    @abstractmethod
    def initial_state(self) -> S:
        """Return the state before anything has happened; in most games chance is to act."""

    def at_score(self, scores: tuple[int, ...]) -> S:
        """Return the initial state with points that the seats already have. Raises `BadOption`, also in most games."""
        raise BadOption("score", scores, f"no value in {self.name}: it begins without points")

    @abstractmethod
    def players_to_act(self, state: S) -> tuple[Player, ...]:
        """Return ``(CHANCE,)``, one seat, several that choose at once and unseen, or () when the game has ended."""

    @abstractmethod
    def legal_actions(self, state: S, player: Player) -> Sequence[A]:
        """Return the actions of a player who is to act: the one definition of legality. They follow from the view."""

    def late_actions(self, state: S, player: Player) -> Sequence[A]:
        """Return the legal actions of which one is drawn for a player whose time has run out: all, in most games."""
        return self.legal_actions(state, player)

    def away_action(self, state: S, player: Player) -> A | None:
        """Return what is played for a player who is away, None where a bot may choose for them, as in most games.

        What the player alone decides, such as to buy chips, no bot does.
        """
        return None

    def way_out(self, state: S, player: Player) -> A | None:
        """Return the action with which a player leaves the game, in turn or not; None where giving up loses it."""
        return None

    def way_in(self, state: S, player: Player) -> A | None:
        """Return the action with which a player who has left comes back, None where they cannot."""
        return None

    def out_of_turn(self, state: S, player: Player) -> tuple[A, ...]:
        """Return the actions of a seat, or of chance, that are legal also while others are to act."""
        if player not in range(self.players):
            return ()
        ways = self.way_out(state, player), self.way_in(state, player)
        return tuple(action for action in ways if action is not None)

    def parting_action(self, state: S, player: Player) -> A | None:
        """Return what is played for a player who is to act and has left by the `way_out`; None for all others."""
        return None

    def waits(self, state: S) -> bool:
        """Return whether the game stands still until one of the players to act wants to go on.

        No clock runs then, and nothing is played for a player who is away. The first action can end the wait.
        """
        return False

    def by_version(self, version: int) -> Self:
        """Return the game by the rules of an earlier version, if it still knows them; otherwise this game."""
        return self

    @abstractmethod
    def chance_outcomes(self, state: S) -> Sequence[tuple[A, int]]:
        """Return the outcomes of chance, each with a positive integer weight."""

    @abstractmethod
    def apply(self, state: S, player: Player, action: A) -> S:
        """Return the next state. The caller guarantees that the action is legal."""

    @abstractmethod
    def returns(self, state: S) -> tuple[int, ...]:
        """Return each seat's gain so far, in the game's unit; final when the game has ended."""

    @abstractmethod
    def view(self, state: S, player: Player) -> V:
        """Return the view of a seat, or of the spectator. Raises `BadCount` for another number."""

    @abstractmethod
    def sample_state(self, view: V, rng: Random) -> S:
        """Return a random full state that has this view."""

    @abstractmethod
    def text(self, action: A) -> str:
        """Return an action's notation: one line of words that a person can type."""

    @abstractmethod
    def parse(self, text: str) -> A:
        """Return the action of a notation, the inverse of `text`. Raises `BadAction`, or `BadCard` for a card in it."""

    def play(self, state: S, player: Player, action: A) -> S:
        """Check an action from outside, then apply it.

        Raises `GameOver`, `NotYourTurn` or `IllegalAction`.
        """
        to_act = self.players_to_act(state)
        if not to_act:
            raise GameOver
        acts = player in to_act
        if not acts and action not in self.out_of_turn(state, player):
            raise NotYourTurn(player, to_act)
        if not isinstance(action, Action):
            raise IllegalAction(str(action), player, "that is not an action; `parse` reads one from its text")
        if acts and player == CHANCE:
            outcomes = self.chance_outcomes(state)
            if isinstance(outcomes, Uniform):
                legal = outcomes.allows(action)
            else:
                legal = action in [each for each, _ in outcomes]
        else:
            legal = not acts or action in self.legal_actions(state, player) or action in self.out_of_turn(state, player)
        if not legal:
            why = self.why_illegal(self.view(state, player), action) if player != CHANCE else ""
            raise IllegalAction(self.text(action), player, why)
        return self.apply(state, player, action)

    def why_illegal(self, view: V, action: A) -> str:
        """Return the rule that refuses an action to the player of this view, who is to act; "" if none can be named.

        "8♠ would make the count 34, past 31". It is asked only for actions that are not legal.
        """
        return ""

    def draw(self, state: S, rng: Randomness) -> A:
        """Return one outcome of chance by its weight. No other place uses randomness."""
        outcomes = self.chance_outcomes(state)
        if isinstance(outcomes, Uniform):
            return outcomes.take(rng)  # type: ignore[no-any-return]
        ticket = rng.randrange(sum(weight for _, weight in outcomes))
        for action, weight in outcomes:
            ticket -= weight
            if ticket < 0:
                return action
        raise AssertionError("chance weights are positive integers")

    def is_moment(self, state: S) -> bool:
        """Return whether every interface holds this state for the players to see: the next step is `Automatic`."""
        return self._next_automatic(state) is not None

    def is_brief(self, state: S) -> bool:
        """Return whether a glance is enough for this moment: what it shows stays in sight in the next state."""
        return False

    def has_suspense(self, state: S) -> bool:
        """Return whether this is a moment before a step that all wait for."""
        step = self._next_automatic(state)
        return step is not None and step.suspense

    def ends_deal(self, state: S) -> bool:
        """Return whether this is a moment that shows a deal as it ended: the next step ``clears`` the table."""
        step = self._next_automatic(state)
        return step is not None and step.clears

    def shows_result(self, state: S) -> bool:
        """Return whether a deal has just ended here and a player decides what follows: bots wait until that is read."""
        return False

    def _next_automatic(self, state: S) -> Automatic | None:
        """Return the step that the rules take by themselves in this state, None where players or luck decide."""
        if self.players_to_act(state) != (CHANCE,):
            return None
        step = self.chance_outcomes(state)[0][0]
        return step if isinstance(step, Automatic) else None

    def level(self, state: S) -> int:
        """Return the level of bets in a state, for a game whose levels go by the clock."""
        return 1

    def by_clock(self, state: S, level: int) -> A | None:
        """Return the outcome of chance that the time decides in this state, None where luck or the rules do.

        It is `Automatic`. ``level`` is the level by the table's clock, from 1 on. A state never goes back to a lower
        one.
        """
        return None

    def choices(self, view: V) -> Sequence[A]:
        """Return the legal actions of this view's seat, () when it is not to act. For screens, bots and hints."""
        state = self.sample_state(view, Random(0))
        return self.legal_actions(state, view.player) if view.player in self.players_to_act(state) else ()

    def pace(self) -> Pace | None:
        """Return the time to think that the rules set, for tables without a clock of their own; None in most games."""
        return None

    def draw_number(self, state: S, draws: int) -> int:
        """Return the number of the draw that chance makes now, which selects its stream of luck; ``draws`` were made.

        Players' actions and `Automatic` steps are not counted: their number must not choose the next card.
        A game that takes draws back, and then makes the same ones again, counts those that stand.
        """
        return draws

    def same_turn(self, before: S, after: S) -> bool:
        """Return whether a player who has acted and is to act again is still in the same turn: their clock runs on."""
        return False


AnyGame: TypeAlias = Game[Any, Any, Any]
"""A game of which nothing is known but this contract; its own types are `Game.state_type` and `Game.view_type`."""


class JoinableGame(Game[S, A, V]):
    """A game that its players may agree to end, to go on with others: the game after it takes their chips along."""

    @abstractmethod
    def why_fixed(self) -> str:
        """Return why with these options no player can join those who play; "" where one can."""

    @abstractmethod
    def ending(self, state: S) -> A | None:
        """Return the outcome of chance that ends the game in this state where its players have agreed to end it; None
        where only the rules end it. It is `Automatic`, and no draw."""

    def out_of_turn(self, state: S, player: Player) -> tuple[A, ...]:
        """Return the actions that are legal also while others are to act; of chance, the `ending`."""
        end = self.ending(state) if player == CHANCE else None
        return super().out_of_turn(state, player) if end is None else (end,)

    @abstractmethod
    def carried(self, state: S) -> tuple[tuple[Player, int], ...]:
        """Return the chips of seats at the end of a game that others can join, in the order in which the next game
        takes them: (seat, chips) each. A player who is not among them has left.
        """

    @abstractmethod
    def is_last_deal(self, state: S) -> bool:
        """Return whether no deal of this game follows the one of this state, if more than one player has chips."""

    @abstractmethod
    def options_after(self, state: S, players: int) -> dict[str, Any]:
        """Return the options of the game of this number of ``players`` that goes on from this state."""

    @abstractmethod
    def options_seated(self, chips: Sequence[int], first: Player) -> dict[str, Any]:
        """Return the options of this game when its seats are taken by players who have these ``chips``, 0 for a new
        one. Its turns begin at the seat ``first``."""
