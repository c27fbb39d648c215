"""Chinese poker: each player sets thirteen cards in three rows, which are compared with those of every other player.

A table of hands of three or four cards makes three rows of that size instead: nine or twelve cards each (CP9).

No rule book of this game is among the project's sources: these are the common rules, as card players know them, with
the decisions below.

CP1   each player gets 13 cards, and sets five as the back, five as the middle and three as the front.
CP2   a player sets the front, then the middle; the rest is the back. The others see no row before all are set.
CP3   the front has no straight and no flush. Suits break no tie.
CP4   the back must rank at least as high as the middle, and the middle at least as high as the front: otherwise the
      hand is a foul. A front and a middle on the same line are compared by their groups, then by their ranks.
CP5   each row is compared with the same row of every other player. A point changes hands for it; a tie brings none.
CP6   option ``scoring``: "2-4" adds a point for two or three rows won, "1-6" three points for all three, "rows"
      nothing. Option ``scoop`` adds points for all three rows to any of them.
CP7   a foul loses all three rows to every player without one; two fouls are even.
CP8   there are no royalties, no naturals and no surrender.
CP9   the ranking decides the rows. Hands of five cards: as in CP1. Hands of three or four: each player gets 9 or 12
      cards and sets three rows of that many, and the ranking orders all three. CP3 does not apply then: the front has
      whatever lines the ranking has, so it may be a straight or a flush, and it is compared with the middle as a
      whole. Wild cards play where all rows are of one size.

>>> game = Chinese()
>>> state = game.initial_state()
>>> for card in "2c As 3c Kd 5d Ks 6c 8h 6h Jh 9c Td Jd 9h Js 7c Qd 4c Kc 4s Ah Qc Ad 7s Th 2d".split():
...     state = game.play(state, CHANCE, game.parse(f"deal {card}"))
>>> for player, row in (0, "front Jd Js Th"), (1, "front As Kd Ks"), (0, "middle Ad Ah Qd 6h 5d"):
...     state = game.play(state, player, game.parse(row))
>>> game.players_to_act(state)
(1,)
>>> state = game.play(state, 1, game.parse("middle 4c 4s 2d 7c 7s"))
>>> game.returns(state), game.is_moment(state)
((-2, 2), True)

"""

import itertools
from collections.abc import Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from cardwright.cards import Card
from cardwright.errors import BadAction, BadOption
from cardwright.game import CHANCE, Game, Player, Uniform, public_fields, replace_item
from cardwright.games.chinese import scoring
from cardwright.games.chinese.actions import ChineseAction, Clear, Deal, SetFront, SetMiddle
from cardwright.games.chinese.events import Hand
from cardwright.games.chinese.options import OPTIONS
from cardwright.games.chinese.rows import MAX_CARDS, Rows, load_rows
from cardwright.games.chinese.state import ChinesePublic, ChineseState, ChineseView
from cardwright.ranking import declaration
from cardwright.wording import isolated

DEALS = tuple(Deal(card) for card in range(MAX_CARDS))
CLEAR = Uniform((Clear(),))


class Chinese(Game[ChineseState, ChineseAction, ChineseView]):
    """Chinese poker; returns are points. See the module's docstring for the decisions."""

    name = "chinese"
    version = 1
    options = OPTIONS
    state_type = ChineseState
    view_type = ChineseView

    def __init__(self, **chosen: Any) -> None:
        super().__init__(**chosen)
        self.settings = {**self.settings, "ranking": declaration.embed(self.settings["ranking"])}
        self.players = self.settings["players"]
        self.rows: Rows = load_rows(self.settings["ranking"])
        self.deck, self.layout = self.rows.deck, self.rows.layout
        self.scale = scoring.scale(self.settings["scoring"], self.settings["scoop"])
        if self.players > (most := self.rows.max_seats()):
            needed = (
                f"each gets {self.layout.hand} of the {len(self.deck)} cards of the ranking {self.rows.ranking.name}"
            )
            raise BadOption("players", self.players, f"at most {most}, as {needed}")

    def setting(self, name: str) -> str:
        """Return an option's value in words; for a table of hands, its title."""
        return isolated(self.rows.ranking.declaration.title) if name == "ranking" else super().setting(name)

    def initial_state(self) -> ChineseState:
        no_cards = ((),) * self.players
        return ChineseState(scores=(0,) * self.players, hands=no_cards, fronts=no_cards, middles=no_cards)

    def players_to_act(self, state: ChineseState) -> tuple[Player, ...]:
        """Return chance while it deals or clears, then all who have not set all rows."""
        match state.phase:
            case "set":
                return tuple(seat for seat, middle in enumerate(state.middles) if not middle)
            case "over":
                return ()
            case _:
                return (CHANCE,)

    def legal_actions(self, state: ChineseState, player: Player) -> Sequence[ChineseAction]:
        """Return every front, or every middle of the cards that are left, fouls among them."""
        hand, front = state.hands[player], state.fronts[player]
        if not front:
            return [SetFront(cards) for cards in itertools.combinations(hand, self.layout.front)]
        cards_left = [card for card in hand if card not in front]
        return [SetMiddle(cards) for cards in itertools.combinations(cards_left, self.layout.row)]

    def chance_outcomes(self, state: ChineseState) -> Uniform:
        """Return any card that is not dealt yet, or the step that puts the hands aside."""
        if state.phase == "show":
            return CLEAR
        dealt = set().union(*state.hands)
        return Uniform([deal for card, deal in enumerate(DEALS[: self.deck.size]) if card not in dealt])

    def apply(self, state: ChineseState, player: Player, action: ChineseAction) -> ChineseState:
        match action:
            case Deal(card):
                return self._deal(state, card)
            case SetFront(cards):
                return replace(state, fronts=replace_item(state.fronts, player, cards))
            case SetMiddle(cards):
                after = replace(state, middles=replace_item(state.middles, player, cards))
                return after if () in after.middles else self._show(after)
            case Clear():
                return self._clear(state)

    def returns(self, state: ChineseState) -> tuple[int, ...]:
        """Return the points of each player."""
        return state.scores

    def view(self, state: ChineseState, player: Player) -> ChineseView:
        """Return the open cards, and the seat's own cards and rows."""
        held = player >= 0 and bool(state.hands)
        return ChineseView(
            player=player,
            to_act=self.players_to_act(state),
            hand=state.hands[player] if held else (),
            front=state.fronts[player] if held else (),
            middle=state.middles[player] if held else (),
            **public_fields(ChinesePublic, state),
        )

    def sample_state(self, view: ChineseView, rng: Random) -> ChineseState:
        """Return a state with the others' cards at random, and random rows for those who have set theirs."""
        state = ChineseState(**public_fields(ChinesePublic, view))
        if view.phase not in ("deal", "set"):
            return state
        unseen = self.deck.without(view.hand)
        rng.shuffle(unseen)
        hands, fronts, middles = [], [], []
        for seat in range(self.players):
            is_own, is_set = seat == view.player, view.phase == "set" and seat not in view.to_act
            hand = view.hand if is_own else tuple(unseen.pop() for _ in range(self.dealt_to(view, seat)))
            order = rng.sample(hand, len(hand)) if is_set and not is_own else []
            front, middle, _ = self.layout.split(order)
            hands.append(tuple(sorted(hand)))
            fronts.append(view.front if is_own else tuple(sorted(front)))
            middles.append(view.middle if is_own else tuple(sorted(middle)))
        return replace(state, hands=tuple(hands), fronts=tuple(fronts), middles=tuple(middles))

    def same_turn(self, before: ChineseState, after: ChineseState) -> bool:
        """Return True between the front and the middle."""
        return before.phase == after.phase == "set"

    def why_illegal(self, view: ChineseView, action: ChineseAction) -> str:
        """Return the cards that are not the player's, or the row that is asked for."""
        if not isinstance(action, SetFront | SetMiddle):
            return "the cards are dealt: rows are set now"
        if isinstance(action, SetFront) == bool(view.front):
            choose = f"the front is set: choose {self.layout.row_word} cards for the middle"
            return choose if view.front else "first set the front"
        not_held = [card for card in action.cards if card not in view.left]
        return f"{self.deck.short_of(not_held)} is not among the cards to set" if not_held else ""

    def text(self, action: ChineseAction) -> str:
        """Return the notation: "deal 5h", "front 9c 9d 4s", "middle As Ks Qs Js 2s", "clear"."""
        match action:
            case Deal(card):
                return f"deal {self.deck.text(card)}"
            case SetFront(cards):
                return f"front {self.deck.text_of(self.rows.high_first(cards))}"
            case SetMiddle(cards):
                return f"middle {self.deck.text_of(self.rows.high_first(cards))}"
            case Clear():
                return "clear"

    def parse(self, text: str) -> ChineseAction:
        """Return the action of a text; cards may be in any order. Raises `BadAction` or `BadCard`."""
        match text.split():
            case ["clear"]:
                return Clear()
            case ["deal", card]:
                return DEALS[self.deck.parse(card)]
            case ["front", *cards] if len(row_cards := self._parse_row(cards)) == self.layout.front:
                return SetFront(row_cards)
            case ["middle", *cards] if len(row_cards := self._parse_row(cards)) == self.layout.row:
                return SetMiddle(row_cards)
        front, row = self.layout.front_word, self.layout.row_word
        raise BadAction(f"{text!r} is not a move: write 'front' with {front} cards, or 'middle' with {row}", text)

    def _parse_row(self, cards: Sequence[str]) -> tuple[Card, ...]:
        return tuple(sorted(self.deck.parse_cards(" ".join(cards))))

    # The phases, in the order in which they happen.

    def dealt_to(self, view: ChinesePublic, seat: Player) -> int:
        """Return the number of cards that a seat has got: they are dealt one by one, from the first seat."""
        return (view.dealt + self.players - 1 - seat) // self.players

    def _deal(self, state: ChineseState, card: Card) -> ChineseState:
        seat = state.dealt % self.players
        hands = replace_item(state.hands, seat, tuple(sorted((*state.hands[seat], card))))
        dealt = state.dealt + 1
        phase = "set" if dealt == self.layout.hand * self.players else "deal"
        return replace(state, hands=hands, dealt=dealt, phase=phase, events=())

    def _show(self, state: ChineseState) -> ChineseState:
        """Turn all hands up and count the points."""
        hands = [self._hand(*rows) for rows in zip(state.hands, state.fronts, state.middles, strict=True)]
        showdown = scoring.showdown(self.rows, self.scale, hands)
        scores = tuple(before + gain for before, gain in zip(state.scores, showdown.gained, strict=True))
        return replace(
            state, phase="show", scores=scores, hands=(), fronts=(), middles=(), last=showdown, events=(showdown,)
        )

    def _hand(self, cards: tuple[Card, ...], front: tuple[Card, ...], middle: tuple[Card, ...]) -> Hand:
        back = tuple(card for card in cards if card not in front and card not in middle)
        return Hand(front, middle, back, self.rows.is_foul(front, middle, back))

    def _clear(self, state: ChineseState) -> ChineseState:
        """Go on to the next deal, or end the game with the last hands on the table."""
        if state.deal == self.settings["deals"]:
            return replace(state, phase="over", events=())
        return replace(self.initial_state(), deal=state.deal + 1, scores=state.scores)
