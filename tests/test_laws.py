"""The laws hold for a small game with everything in it, and each catches the fault that it is there for."""

import itertools
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from cardwright.cards import Card
from cardwright.errors import BadAction
from cardwright.game import CHANCE, SPECTATOR, Action, Player
from cardwright.scenes import BACK, CardZone, Fan, Move, Number, Scene, ZoneBase, places_of
from cardwright.testing import LAWS, LawBroken, SceneBuilder, check_game, check_playout
from support import toy
from support.playouts import PLAYOUTS
from support.toy import Deal, Keep, PatientToy, Stake, Take, Toy, ToyState, ToyView


@given(*PLAYOUTS)
@settings(max_examples=40, deadline=None)
def test_the_toy_obeys(seed: int, opening: list[int]) -> None:
    check_playout(PatientToy(), seed, opening, secrets=toy.patient_secrets, build_scene=toy.build_patient_scene)


def test_every_law_is_put_to_the_test() -> None:
    tally = check_game(PatientToy(), 30, secrets=toy.patient_secrets, build_scene=toy.build_patient_scene)
    assert set(LAWS) <= set(tally)
    for viewer in (0, 1, SPECTATOR):
        assert tally[f"exchanged for {viewer}"] > 20


def test_a_faulty_game_is_reported_with_its_record() -> None:
    with pytest.raises(LawBroken) as caught:
        check_game(TellsWhatWasKept(), 50, secrets=toy.secrets, build_scene=toy.build_scene)
    settings, record = caught.value.__notes__
    assert "toy {'rounds': 3}, seed" in settings
    assert record.startswith("-1: deal ")


# --- one fault a law


class TwoAreOne(Toy):
    """acting: the same action is offered twice."""

    def legal_actions(self, state: ToyState, player: Player) -> Sequence[Action]:
        return [*super().legal_actions(state, player), super().legal_actions(state, player)[0]]


class NothingToDo(Toy):
    """acting: a player is to act and can do nothing."""

    def legal_actions(self, state: ToyState, player: Player) -> Sequence[Action]:
        return [] if state.stake else super().legal_actions(state, player)


class WeightlessCard(Toy):
    """chance: a weight of nothing."""

    def chance_outcomes(self, state: ToyState) -> Sequence[tuple[Action, int]]:
        (first, _), *others = super().chance_outcomes(state)
        return [*others, (first, 0)]


class FractionalWeights(Toy):
    """chance: a weight that is no integer."""

    def chance_outcomes(self, state: ToyState) -> Sequence[tuple[Action, int]]:
        return [(action, 1.0) for action, _ in super().chance_outcomes(state)]  # type: ignore[misc]

    def draw(self, state: ToyState, rng: Any) -> Action:
        chosen: Action = rng.choice(super().chance_outcomes(state))[0]
        return chosen


class SameCardTwice(Toy):
    """chance: duplicate outcome."""

    def chance_outcomes(self, state: ToyState) -> Sequence[tuple[Action, int]]:
        outcomes = super().chance_outcomes(state)
        return [*outcomes, outcomes[0]]


class MisreadsFives(Toy):
    """notation: fives are read as sixes."""

    def parse(self, text: str) -> Action:
        return super().parse(text.replace("5", "6"))


class RefusesRudely(Toy):
    """notation: a text without a card raises an error of Python's."""

    def parse(self, text: str) -> Action:
        word, *cards = text.split()
        return Keep(toy.DECK.parse(cards[0])) if word == "keep" else super().parse(text)


class TakesAnything(Toy):
    """legality: `play` does not check."""

    def play(self, state: ToyState, player: Player, action: Action) -> ToyState:
        return self.apply(state, player, action)


class TakesTooMuch(Toy):
    """legality: `play` takes what `legal_actions` does not offer."""

    def play(self, state: ToyState, player: Player, action: Action) -> ToyState:
        if isinstance(action, Keep) and player in self.players_to_act(state) and -1 in state.kept:
            return self.apply(state, player, action)
        return super().play(state, player, action)


class TakesTooLittle(Toy):
    """legality: `play` refuses what `legal_actions` offers."""

    def play(self, state: ToyState, player: Player, action: Action) -> ToyState:
        if action == Stake(3):
            raise BadAction("not so much")
        return super().play(state, player, action)


class TellsTwice(Toy):
    """events: a stake leaves the event of the card that was kept before it."""

    def apply(self, state: ToyState, player: Player, action: Action) -> ToyState:
        after = super().apply(state, player, action)
        return replace(after, events=state.events) if isinstance(action, Stake) else after


class TellsAlong(Toy):
    """events: a stake tells the event of the card that was kept before it once more, with its own."""

    def apply(self, state: ToyState, player: Player, action: Action) -> ToyState:
        after = super().apply(state, player, action)
        return replace(after, events=(*state.events, *after.events)) if isinstance(action, Stake) else after


class ListState(ToyState, frozen=True):
    """A state that can be changed."""

    log: list[str] = []

    def __hash__(self) -> int:
        return 0


class WritesOnItsInput(Toy):
    """values: `apply` writes in a list of the state it was given."""

    state_type = ListState

    def initial_state(self) -> ToyState:
        return ListState()

    def apply(self, state: ToyState, player: Player, action: Action) -> ToyState:
        assert isinstance(state, ListState)
        state.log.append(self.text(action))
        after = super().apply(state, player, action)
        return ListState(**{name: getattr(after, name) for name in ToyState.__struct_fields__}, log=[])


class OpenState(ToyState, frozen=True):
    """A state that holds what JSON does not keep apart."""

    extra: Any = (1, 2)


class ForgetsItsTypes(Toy):
    """values: a tuple comes back from JSON as a list."""

    state_type = OpenState

    def initial_state(self) -> ToyState:
        return OpenState()


class FirstChoosesForBoth(Toy):
    """together: the second to keep a card may not keep the rank that the first kept."""

    def legal_actions(self, state: ToyState, player: Player) -> Sequence[Action]:
        legal = super().legal_actions(state, player)
        taken = [toy.DECK.rank_of[card] for card in state.kept if card >= 0]
        if -1 not in state.kept or not taken:
            return legal
        return [action for action in legal if toy.DECK.rank_of[action.card] not in taken] or legal  # type: ignore[attr-defined]


class FirstIsRewarded(Toy):
    """together: who keeps first gets a chip."""

    def apply(self, state: ToyState, player: Player, action: Action) -> ToyState:
        after = super().apply(state, player, action)
        if isinstance(action, Keep) and state.kept == (-1, -1):
            return replace(after, score=after.score + (1 if player == 0 else -1))
        return after


class KeptCard(ToyView, frozen=True, kw_only=True):
    """A view with something more in it."""

    more: Card = -1


class WiderView(Toy):
    """Not faulty in itself: the views of the faults below are made here."""

    view_type = KeptCard

    def more(self, state: ToyState, player: Player) -> Card:
        """What the view tells that it should not."""
        return -1

    def view(self, state: ToyState, player: Player) -> ToyView:
        view = super().view(state, player)
        fields = {name: getattr(view, name) for name in ToyView.__struct_fields__}
        return KeptCard(**fields, more=self.more(state, player))


class TellsWhatWasKept(WiderView):
    """unseen: the view tells the rank of the card that was kept first."""

    def more(self, state: ToyState, player: Player) -> Card:
        return max(state.kept) if -1 in state.kept else -1


class Whimsical(Toy):
    """record: how the game goes on depends on something that is not in the record."""

    whim = itertools.count()

    def apply(self, state: ToyState, player: Player, action: Action) -> ToyState:
        after = super().apply(state, player, action)
        return replace(after, score=next(self.whim)) if isinstance(action, Deal) else after


class LosesAChip(Toy):
    """returns: they do not add up to nothing."""

    def returns(self, state: ToyState) -> tuple[int, ...]:
        return state.score, 1 - state.score


class HalfChips(Toy):
    """returns: not whole."""

    def returns(self, state: ToyState) -> tuple[int, ...]:
        return state.score / 2, -state.score / 2  # type: ignore[return-value]


class ForgetsTheScore(Toy):
    """sampling: a sampled state does not look like the view."""

    def sample_state(self, view: ToyView, rng: Any) -> ToyState:
        return replace(super().sample_state(view, rng), score=0)


class ForgetsWhoKept(Toy):
    """sampling: a state sampled for a spectator has others to act."""

    def sample_state(self, view: ToyView, rng: Any) -> ToyState:
        return replace(super().sample_state(view, rng), kept=(-1, -1))

    def view(self, state: ToyState, player: Player) -> ToyView:
        return replace(super().view(state, player), has_kept=(False, False), my_card=-1)


class OffersStale(Toy):
    """sampling: `choices` says other than `legal_actions`."""

    def choices(self, view: ToyView) -> Sequence[Action]:
        return super().choices(view)[1:]


class ShowsTheirHighest(WiderView):
    """secrecy: the view tells the other's highest card."""

    def more(self, state: ToyState, player: Player) -> Card:
        return max(state.hands[1 - player], default=-1) if player >= 0 else -1


class ShowsTheSum(WiderView):
    """secrecy: the view tells the sum of all ranks dealt, to the spectator only."""

    def more(self, state: ToyState, player: Player) -> Card:
        return sum(toy.DECK.rank_of[card] for hand in state.hands for card in hand) if player == SPECTATOR else -1


class SortsHiddenHands(WiderView):
    """secrecy: the view tells which of the other's places holds the lowest card."""

    def more(self, state: ToyState, player: Player) -> Card:
        theirs = state.hands[1 - player] if player >= 0 else ()
        return theirs.index(min(theirs)) if theirs else -1


class StakeTells(Toy):
    """secrecy: what the pone may do tells them whether the dealer kept a high card."""

    def legal_actions(self, state: ToyState, player: Player) -> Sequence[Action]:
        legal = super().legal_actions(state, player)
        return legal[:2] if Stake(1) in legal and state.kept[1 - player] > 5 else legal


class Endless(Toy):
    """bounded: the score never counts a round."""

    def apply(self, state: ToyState, player: Player, action: Action) -> ToyState:
        return replace(super().apply(state, player, action), round=state.round)


GAMES = {
    "acting": (TwoAreOne, NothingToDo),
    "chance": (WeightlessCard, FractionalWeights, SameCardTwice),
    "notation": (MisreadsFives,),
    "legality": (TakesAnything, TakesTooMuch),
    "values": (WritesOnItsInput, ForgetsItsTypes),
    "events": (TellsTwice, TellsAlong),
    "together": (FirstChoosesForBoth, FirstIsRewarded),
    "unseen": (TellsWhatWasKept,),
    "record": (Whimsical,),
    "returns": (LosesAChip, HalfChips),
    "sampling": (ForgetsTheScore, ForgetsWhoKept, OffersStale),
    "secrecy": (ShowsTheirHighest, ShowsTheSum, SortsHiddenHands, StakeTells),
    "moments": (Toy,),  # its cards are put away as they are shown
    "bounded": (Endless,),
}
FAULTS = [(name, game) for name, faulty in GAMES.items() for game in faulty]


@pytest.mark.parametrize(("name", "game"), FAULTS, ids=[game.__name__ for _, game in FAULTS])
def test_each_law_catches_its_fault(name: str, game: type[Toy]) -> None:
    with pytest.raises(LawBroken) as caught:
        check_game(
            game(),
            60,
            secrets=toy.secrets,
            build_scene=toy.build_scene,
            max_actions=500,
            only=[name if name in LAWS else "acting"],
        )
    assert caught.value.law == name


@pytest.mark.parametrize("game", [RefusesRudely, TakesTooLittle])
def test_a_foreign_error_is_not_swallowed(game: type[Toy]) -> None:
    with pytest.raises((ValueError, IndexError, BadAction)):
        check_game(game(), 60, secrets=toy.secrets, build_scene=toy.build_scene, only=["notation", "legality"])


def test_a_game_with_secrets_must_say_what_they_are() -> None:
    with pytest.raises(LawBroken, match="pass secrets="):
        check_playout(PatientToy(), 0, build_scene=toy.build_patient_scene)


def test_an_exchange_that_is_never_legal_is_told() -> None:
    def useless(game: Toy, state: ToyState, seat: Player) -> list[list[str]]:
        return [["5h", "Q"]]

    with pytest.raises(LawBroken, match="no exchange"):
        check_game(PatientToy(), 20, secrets=useless, build_scene=toy.build_patient_scene)


def test_a_card_that_the_seat_knows_is_no_secret() -> None:
    def too_many(game: Toy, state: ToyState, seat: Player) -> list[list[str]]:
        return [list(toy.DECK.texts)]

    with pytest.raises(LawBroken, match="the view of"):
        check_game(PatientToy(), 20, secrets=too_many, build_scene=toy.build_patient_scene)


# --- one fault a law, in scenes


def _with(scene: Scene, **fields: Any) -> Scene:
    return replace(scene, **fields)


def no_seats(game: Toy, view: ToyView) -> Scene:
    return _with(toy.build_scene(game, view), seats=())


def wrong_eyes(game: Toy, view: ToyView) -> Scene:
    return _with(toy.build_scene(game, view), player=0)


def same_id(game: Toy, view: ToyView) -> Scene:
    scene = toy.build_scene(game, view)
    zones = tuple(
        replace(zone, places=tuple(replace(place, id="here") for place in places_of(zone)))
        for zone in scene.zones
        if isinstance(zone, CardZone)
    )
    return _with(scene, zones=zones)


def same_zone(game: Toy, view: ToyView) -> Scene:
    scene = toy.build_scene(game, view)
    return _with(scene, zones=scene.zones + scene.zones[-1:])


class Spiral(ZoneBase, frozen=True, kw_only=True, tag="spiral"):
    """A layout that no renderer knows."""


def odd_layout(game: Toy, view: ToyView) -> Scene:
    scene = toy.build_scene(game, view)
    return _with(scene, zones=(*scene.zones, Spiral(id="odd", title="Odd")))


def braces(game: Toy, view: ToyView) -> Scene:
    return _with(toy.build_scene(game, view), status="{2}'s turn")


def no_result(game: Toy, view: ToyView) -> Scene:
    return _with(toy.build_scene(game, view), result="")


def nobody_lit(game: Toy, view: ToyView) -> Scene:
    scene = toy.build_scene(game, view)
    return _with(scene, seats=tuple(replace(seat, to_act=False) for seat in scene.seats))


def move_missing(game: Toy, view: ToyView) -> Scene:
    scene = toy.build_scene(game, view)
    return _with(scene, moves=scene.moves[1:])


def move_twice(game: Toy, view: ToyView) -> Scene:
    scene = toy.build_scene(game, view)
    return _with(scene, moves=scene.moves + tuple(replace(move, key="") for move in scene.moves[:1]))


def move_for_all(game: Toy, view: ToyView) -> Scene:
    scene = toy.build_scene(game, view)
    return _with(scene, moves=(*scene.moves, Move(text="take", label="Take it")) if not scene.moves else scene.moves)


def number_too_wide(game: Toy, view: ToyView) -> Scene:
    scene = toy.build_scene(game, view)
    return _with(scene, moves=tuple(replace(m, number=Number(1, 4)) if m.number else m for m in scene.moves))


def preset_too_high(game: Toy, view: ToyView) -> Scene:
    scene = toy.build_scene(game, view)
    wide = Number(1, 3, presets=(("too much", 4),))
    return _with(scene, moves=tuple(replace(m, number=wide) if m.number else m for m in scene.moves))


def nowhere(game: Toy, view: ToyView) -> Scene:
    scene = toy.build_scene(game, view)
    return _with(scene, moves=tuple(replace(move, places=move.places | {"nowhere"}) for move in scene.moves))


def all_alike(game: Toy, view: ToyView) -> Scene:
    scene = toy.build_scene(game, view)
    here = frozenset({"hand0-0"}) if view.counts[0] else frozenset()
    return _with(scene, moves=tuple(replace(move, places=here) for move in scene.moves))


def same_key(game: Toy, view: ToyView) -> Scene:
    scene = toy.build_scene(game, view)
    return _with(scene, moves=tuple(replace(move, key="K") for move in scene.moves))


def long_key(game: Toy, view: ToyView) -> Scene:
    scene = toy.build_scene(game, view)
    return _with(scene, moves=tuple(replace(move, key=move.key and "Go") for move in scene.moves[:1]) + scene.moves[1:])


def random_order(game: Toy, view: ToyView) -> Scene:
    """A scene that is not the same when drawn twice."""
    scene = toy.build_scene(game, view)
    return _with(scene, status=f"{id(scene)} {id(view)}")


SCENES = {
    "scenes": (no_seats, wrong_eyes, same_id, same_zone, odd_layout, braces, no_result, nobody_lit),
    "moves": (
        move_missing,
        move_twice,
        move_for_all,
        number_too_wide,
        preset_too_high,
        nowhere,
        all_alike,
        same_key,
        long_key,
    ),
    "secrecy": (random_order,),
}
DRAWN = [(name, draw) for name, faulty in SCENES.items() for draw in faulty]


@pytest.mark.parametrize(("name", "build_scene"), DRAWN, ids=[draw.__name__ for _, draw in DRAWN])
def test_each_law_catches_its_scene(name: str, build_scene: SceneBuilder) -> None:
    with pytest.raises(LawBroken) as caught:
        check_game(Toy(), 20, secrets=toy.secrets, build_scene=build_scene, only=[name])
    assert caught.value.law == name


def test_a_face_in_the_ids_is_a_leak() -> None:
    """Place ids that name a hidden card: drawn by someone who had the whole state at hand."""
    game = WiderView()
    game.more = lambda state, player: state.hands[0][0] if state.hands[0] else -1  # type: ignore[method-assign]

    def build_scene(game: Toy, view: Any) -> Scene:
        scene = toy.build_scene(game, view)
        hand = scene.zones[0]
        assert isinstance(hand, Fan)
        first = replace(hand.places[0], id=f"card{view.more}", face=BACK) if view.counts[0] else None
        return _with(scene, zones=(replace(hand, places=(first,)), *scene.zones[1:])) if first else scene

    with pytest.raises(LawBroken, match="secrecy"):
        check_game(game, 20, secrets=toy.secrets, build_scene=build_scene, only=["secrecy"])


def test_all_laws_have_a_fault() -> None:
    assert {*GAMES, *SCENES} == {*LAWS, "bounded"}
    assert CHANCE < 0
    assert len({Take(), toy.Drop()}) == 2
