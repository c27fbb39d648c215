"""High Card: two players are dealt a hand each. Both lay a card at the same time, face down, and turn them up.

The higher rank takes the trick; equal ranks take nothing. The ace is low. When the hands are empty, more tricks win.

A game holds no state of its own: its methods take a state, and `apply` and `play` return the next one.

>>> game = HighCard(cards=3)
>>> state = game.initial_state()
>>> for card in ("deal Ks", "deal 2h", "deal 5c", "deal 5d", "deal 9s", "deal Th"):
...     state = game.play(state, CHANCE, game.parse(card))
>>> game.players_to_act(state)
(0, 1)
>>> state = game.play(state, 0, game.parse("lay Ks"))
>>> game.view(state, 1).laid == (FACE_DOWN, NO_CARD)
True
>>> state = game.play(state, 1, game.parse("lay Th"))
>>> state.scores, game.is_moment(state)
((1, 0), True)

"""

from collections.abc import Sequence
from random import Random

from msgspec.structs import replace

from cardwright.cards import Card
from cardwright.errors import BadAction
from cardwright.game import CHANCE, Game, Option, Player, public_fields, replace_item
from cardwright.new_game.high_card.actions import Collect, Deal, HighCardAction, Lay
from cardwright.new_game.high_card.events import Laid, Shown
from cardwright.new_game.high_card.state import DECK, FACE_DOWN, NO_CARD, HighCardPublic, HighCardState, HighCardView


class HighCard(Game[HighCardState, HighCardAction, HighCardView]):
    """High Card; returns what a player is ahead in tricks."""

    name = "high-card"
    version = 1
    options = (Option("cards", 5, "how many cards each player gets", low=3, high=13),)
    state_type = HighCardState
    view_type = HighCardView
    players = 2

    def initial_state(self) -> HighCardState:
        """Return the table before the deal."""
        return HighCardState()

    def players_to_act(self, state: HighCardState) -> tuple[Player, ...]:
        """Return chance while it deals and clears the table, else the players who have not laid a card."""
        if self._dealing(state) or NO_CARD not in state.laid:
            return (CHANCE,)
        if state.hands == ((), ()) and state.laid == (NO_CARD, NO_CARD):
            return ()
        return tuple(seat for seat in (0, 1) if state.laid[seat] == NO_CARD)

    def legal_actions(self, state: HighCardState, player: Player) -> Sequence[HighCardAction]:
        """Return a lay of each card of the hand."""
        return [Lay(card) for card in sorted(state.hands[player])]

    def chance_outcomes(self, state: HighCardState) -> Sequence[tuple[HighCardAction, int]]:
        """Return any card that is not dealt yet, or the step that clears the table."""
        if not self._dealing(state):
            return [(Collect(), 1)]
        dealt = {*state.hands[0], *state.hands[1]}
        return [(Deal(card), 1) for card in range(len(DECK)) if card not in dealt]

    def apply(self, state: HighCardState, player: Player, action: HighCardAction) -> HighCardState:
        """Deal a card, lay one, or clear the table."""
        match action:
            case Deal(card):
                return self._deal(state, card)
            case Lay(card):
                return self._lay(state, player, card)
            case Collect():
                return replace(state, laid=(NO_CARD, NO_CARD), aside=(*state.aside, *state.laid), events=())

    def returns(self, state: HighCardState) -> tuple[int, ...]:
        """Return what each player is ahead."""
        ahead = state.scores[0] - state.scores[1]
        return ahead, -ahead

    def view(self, state: HighCardState, player: Player) -> HighCardView:
        """Return the own hand and what lies face up."""
        return HighCardView(
            player=player,
            hand=state.hands[player] if player >= 0 else (),
            sizes=(len(state.hands[0]), len(state.hands[1])),
            laid=(self._visible_card(state, 0, player), self._visible_card(state, 1, player)),
            **public_fields(HighCardPublic, state),
        )

    def sample_state(self, view: HighCardView, rng: Random) -> HighCardState:
        """Return a state in which the cards that the seat has not seen lie at random."""
        unseen = rng.sample(view.unseen, len(view.unseen))
        hands = [
            view.hand if seat == view.player else tuple(unseen.pop() for _ in range(view.sizes[seat]))
            for seat in (0, 1)
        ]
        laid = [unseen.pop() if card == FACE_DOWN else card for card in view.laid]
        return HighCardState(
            hands=(hands[0], hands[1]),
            laid=(laid[0], laid[1]),
            **public_fields(HighCardPublic, view),
        )

    def text(self, action: HighCardAction) -> str:
        """Return the notation: "deal 5h", "lay 5h", "collect"."""
        match action:
            case Deal(card):
                return f"deal {DECK.text(card)}"
            case Lay(card):
                return f"lay {DECK.text(card)}"
            case Collect():
                return "collect"

    def parse(self, text: str) -> HighCardAction:
        """Return the action of a text: the inverse of `text`. Raises `BadAction` or `BadCard`."""
        match text.split():
            case ["deal", card]:
                return Deal(DECK.parse(card))
            case ["lay", card]:
                return Lay(DECK.parse(card))
            case ["collect"]:
                return Collect()
        raise BadAction(f"{text!r} is not a move: write 'lay 5h'", text)

    def why_illegal(self, view: HighCardView, action: HighCardAction) -> str:
        """Return the rule that refuses an action."""
        return f"{DECK.text(action.card)} is not in your hand" if isinstance(action, Lay) else ""

    # -- the phases

    def _dealing(self, state: HighCardState) -> bool:
        """Return True until both hands are complete; each trick moves one card of each hand aside."""
        cards = len(state.hands[0]) + len(state.hands[1]) + len(state.aside) + 2 - state.laid.count(NO_CARD)
        return cards < 2 * int(self.settings["cards"])

    def _deal(self, state: HighCardState, card: Card) -> HighCardState:
        one, two = state.hands
        hands = ((*one, card), two) if len(one) == len(two) else (one, (*two, card))
        return replace(state, hands=hands)

    def _lay(self, state: HighCardState, player: Player, card: Card) -> HighCardState:
        left = tuple(other for other in state.hands[player] if other != card)
        after = replace(
            state,
            hands=replace_item(state.hands, player, left),
            laid=replace_item(state.laid, player, card),
            events=(Laid(player),),
        )
        return after if NO_CARD in after.laid else self._compare(after)

    def _compare(self, state: HighCardState) -> HighCardState:
        one, two = (DECK.rank_of[card] for card in state.laid)
        winner = -1 if one == two else int(two > one)
        scores = (state.scores[0] + (winner == 0), state.scores[1] + (winner == 1))
        return replace(state, scores=scores, events=(*state.events, Shown(state.laid, winner)))

    def _visible_card(self, state: HighCardState, seat: Player, player: Player) -> Card:
        """Return the card that a seat has laid, as a player sees it."""
        hidden = seat != player and NO_CARD in state.laid and state.laid[seat] != NO_CARD
        return FACE_DOWN if hidden else state.laid[seat]
