"""A game to try the laws, the table and the store on: small, and with everything that a game can have.

Three rounds. Each player is dealt three of twelve cards; both keep one of theirs, at once and unseen; the pone (not
the dealer, who changes every round) names a stake of one to three chips, which the dealer takes or drops. If it is
taken, both cards are shown, the higher rank wins the stake; equal ranks win nothing. Dropping costs one chip.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from cardwright.cards import FRENCH_SUITS, Card, Deck, ranks
from cardwright.errors import BadAction, UnknownName
from cardwright.game import CHANCE, Action, Automatic, Event, Game, Option, Player, Public, State, View, public_fields
from cardwright.scenes import Chips, Fan, Move, Number, Row, Scene, Seat, Zone, card_place

DECK = Deck("toy", ranks("A 2 3 4 5 6"), FRENCH_SUITS[:2])


class Deal(Action, frozen=True):
    """Chance gives the next card."""

    card: Card


class Keep(Action, frozen=True):
    """A player's one card for this round."""

    card: Card


class Stake(Action, frozen=True):
    """The stake that the pone names."""

    chips: int


class Take(Action, frozen=True):
    """The dealer plays for it."""


class Drop(Action, frozen=True):
    """The dealer does not, and pays one chip."""


class Kept(Event, frozen=True):
    """A player has chosen."""

    player: Player


class Shown(Event, frozen=True):
    """Both cards are turned."""

    cards: tuple[Card, Card]


class Dropped(Event, frozen=True):
    """The dealer dropped."""

    player: Player


class ToyPublic(Public, frozen=True):
    """The round, the stake and the score."""

    round: int = 0
    stake: int = 0
    score: int = 0  # what player 0 is ahead
    events: tuple[Kept | Shown | Dropped, ...] = ()


class ToyState(ToyPublic, State, frozen=True):
    """Hands are in the order dealt; ``kept`` holds -1 for a player still to choose."""

    hands: tuple[tuple[Card, ...], tuple[Card, ...]] = ((), ())
    kept: tuple[Card, Card] = (-1, -1)


class ToyView(ToyPublic, View, frozen=True, kw_only=True):
    """``mine`` is None for a spectator."""

    player: Player
    counts: tuple[int, int]
    mine: tuple[Card, ...]
    has_kept: tuple[bool, bool]
    my_card: Card


class Toy(Game[ToyState, Action, ToyView]):
    """The rules."""

    name = "toy"
    version = 1
    options = (Option("rounds", 3, "how many rounds", low=1, high=9),)
    state_type = ToyState
    view_type = ToyView
    players = 2

    def initial_state(self) -> ToyState:
        return ToyState()

    def players_to_act(self, state: ToyState) -> tuple[Player, ...]:
        if state.round == self.settings["rounds"]:
            return ()
        if len(state.hands[0]) + len(state.hands[1]) < 6 and state.kept == (-1, -1):
            return (CHANCE,)
        if -1 in state.kept:
            return tuple(seat for seat in (0, 1) if state.kept[seat] == -1)
        dealer = state.round % 2
        return (dealer,) if state.stake else (1 - dealer,)

    def legal_actions(self, state: ToyState, player: Player) -> Sequence[Action]:
        if -1 in state.kept:
            return [Keep(card) for card in sorted(state.hands[player])]
        if state.stake:
            return [Take(), Drop()]
        return [Stake(chips) for chips in (1, 2, 3)]

    def chance_outcomes(self, state: ToyState) -> Sequence[tuple[Action, int]]:
        dealt = {*state.hands[0], *state.hands[1]}
        return [(Deal(card), 1) for card in range(len(DECK)) if card not in dealt]

    def apply(self, state: ToyState, player: Player, action: Action) -> ToyState:
        match action:
            case Deal(card=card):
                return replace(state, hands=self._dealt(state.hands, card), events=())
            case Keep(card=card):
                kept = (card, state.kept[1]) if player == 0 else (state.kept[0], card)
                return replace(state, kept=kept, events=(Kept(player),))
            case Stake(chips=chips):
                return replace(state, stake=chips, events=())
            case Take():
                one, two = (DECK.rank_of[card] for card in state.kept)
                won = state.stake * ((one > two) - (one < two))
                return self._next(state, won, Shown(state.kept))
            case _:
                return self._next(state, -1 if player == 0 else 1, Dropped(player))

    def _dealt(self, hands: Any, card: Card) -> Any:
        turn = (len(hands[0]) + len(hands[1])) % 2
        return tuple((*hand, card) if seat == turn else hand for seat, hand in enumerate(hands))

    def _next(self, state: ToyState, won: int, event: Shown | Dropped) -> ToyState:
        return ToyState(round=state.round + 1, score=state.score + won, events=(event,))

    def returns(self, state: ToyState) -> tuple[int, ...]:
        return state.score, -state.score

    def view(self, state: ToyState, player: Player) -> ToyView:
        return ToyView(
            player=player,
            counts=(len(state.hands[0]), len(state.hands[1])),
            mine=state.hands[player] if player >= 0 else (),
            has_kept=(state.kept[0] >= 0, state.kept[1] >= 0),
            my_card=state.kept[player] if player >= 0 else -1,
            **public_fields(ToyPublic, state),
        )

    def sample_state(self, view: ToyView, rng: Random) -> ToyState:
        left = rng.sample([card for card in range(len(DECK)) if card not in view.mine], sum(view.counts))
        hands = [
            view.mine if seat == view.player else [left.pop() for _ in range(view.counts[seat])] for seat in (0, 1)
        ]
        kept = [-1, -1]
        for seat in (0, 1):
            if view.has_kept[seat]:
                kept[seat] = view.my_card if seat == view.player else rng.choice(hands[seat])
        public = public_fields(ToyPublic, view)
        return ToyState(hands=(tuple(hands[0]), tuple(hands[1])), kept=(kept[0], kept[1]), **public)

    def text(self, action: Action) -> str:
        match action:
            case Deal(card=card):
                return f"deal {DECK.text(card)}"
            case Keep(card=card):
                return f"keep {DECK.text(card)}"
            case Stake(chips=chips):
                return f"stake {chips}"
            case _:
                return type(action).__name__.casefold()

    def parse(self, text: str) -> Action:
        match text.split(" "):
            case ["deal", card]:
                return Deal(DECK.parse(card))
            case ["keep", card]:
                return Keep(DECK.parse(card))
            case ["stake", "1" | "2" | "3" as chips]:
                return Stake(int(chips))
            case ["take"]:
                return Take()
            case ["drop"]:
                return Drop()
        raise BadAction(f"{text!r} is not a move in toy", text)


def secrets(game: Toy, state: ToyState, seat: Player) -> list[list[str]]:
    """Everything but the seat's own hand; between rounds all cards are in the deck."""
    if state.hands == ((), ()):
        return []
    known = state.hands[seat] if seat >= 0 else ()
    return [[DECK.text(card) for card in range(len(DECK)) if card not in known]]


def build_scene(game: Toy, view: ToyView) -> Scene:
    """Two fans and a row of chips."""
    to_act = game.players_to_act(game.sample_state(view, Random(0)))
    zones = [_hand(view, seat) for seat in (0, 1)]
    zones.append(Chips(id="stake", title="The stake", amount=view.stake))
    return Scene(
        game=game.name,
        title="Toy",
        player=view.player,
        status=f"Round {view.round + 1}",
        seats=tuple(Seat(player=seat, score=str(view.score), to_act=seat in to_act) for seat in (0, 1)),
        zones=tuple(zones),
        moves=tuple(_moves(game.choices(view), view)),
        news=tuple(_in_words(event) for event in view.events),
        result="" if to_act else f"{{0}}: {view.score}, {{1}}: {-view.score}",
    )


def _hand(view: ToyView, seat: Player) -> Zone:
    whose = "your hand" if seat == view.player else f"{{{seat}}}'s hand"
    cards = view.mine if seat == view.player else (None,) * view.counts[seat]
    places = tuple(card_place(DECK, f"hand{seat}-{number}", card, whose) for number, card in enumerate(cards))
    return Fan(id=f"hand{seat}", title=whose, owner=seat, places=places)


def _moves(choices: Sequence[Action], view: ToyView) -> list[Move]:
    if any(isinstance(choice, Stake) for choice in choices):
        return [Move(text="stake {}", label="Stake {}", number=Number(1, 3, presets=(("all", 3),)), key="S")]
    moves = []
    for choice in choices:
        match choice:
            case Keep(card=card):
                place = f"hand{view.player}-{view.mine.index(card)}"
                moves.append(Move(text=f"keep {DECK.text(card)}", label="Keep it", places=frozenset({place})))
            case Take():
                moves.append(Move(text="take", label="Take it", key="T"))
            case _:
                moves.append(Move(text="drop", label="Drop it", key="D"))
    return moves


def _in_words(event: Event) -> str:
    match event:
        case Shown(cards=cards):
            return f"shown: {DECK.text_of(cards)}"
        case Kept(player=player):
            return f"{{{player}}}: one card kept"
        case _:
            return "dropped"


class Clear(Automatic, frozen=True):
    """The cards that were shown are put away."""


class PatientToy(Toy):
    """The toy with a moment: cards that are shown lie on the table, with a negative stake, until they are cleared."""

    def players_to_act(self, state: ToyState) -> tuple[Player, ...]:
        return (CHANCE,) if state.stake < 0 else super().players_to_act(state)

    def chance_outcomes(self, state: ToyState) -> Sequence[tuple[Action, int]]:
        return [(Clear(), 1)] if state.stake < 0 else super().chance_outcomes(state)

    def apply(self, state: ToyState, player: Player, action: Action) -> ToyState:
        if isinstance(action, Take):
            return replace(state, stake=-state.stake, events=(Shown(state.kept),))
        if isinstance(action, Clear):
            return replace(super().apply(replace(state, stake=-state.stake), 0, Take()), events=())
        return super().apply(state, player, action)

    def sample_state(self, view: ToyView, rng: Random) -> ToyState:
        shown = [event.cards for event in view.events if isinstance(event, Shown)]
        while True:
            state = super().sample_state(view, rng)
            if not shown:
                return state
            if all(card in hand for card, hand in zip(shown[0], state.hands, strict=True)):
                return replace(state, kept=shown[0])

    def parse(self, text: str) -> Action:
        return Clear() if text == "clear" else super().parse(text)


def create(name: str, **options: Any) -> Game[Any, Any, Any]:
    """Return the game, as `games.create` does if it is the only one. Raises `UnknownName`."""
    if name != "toy":
        raise UnknownName("game", name, ["toy"])
    return Toy(**options)


def patient_secrets(game: Toy, state: ToyState, seat: Player) -> list[list[str]]:
    """Return what `secrets` does, without the cards that were shown."""
    shown = {DECK.text(card) for card in state.kept if state.stake < 0}
    return [[card for card in group if card not in shown] for group in secrets(game, state, seat)]


def build_patient_scene(game: Toy, view: ToyView) -> Scene:
    """Return the scene of `build_scene`, with the cards that were shown."""
    scene = build_scene(game, view)
    shown = [card for event in view.events if isinstance(event, Shown) for card in event.cards]
    places = tuple(card_place(DECK, f"shown-{number}", card, "shown") for number, card in enumerate(shown))
    return replace(scene, zones=(*scene.zones, Row(id="shown", title="Shown", places=places)))
