"""Crazy Eights for two, after the rules of the United States Playing Card Company.

Seven cards each, and one turned up to begin the pile. In turn, the players play a card of the suit or of the rank of
the last one. An eight may always be played, and its player names the suit to follow. Instead of playing, a player may
take cards from the stock. The first to play their last card wins what the other holds: 50 for an eight, 10 for a king,
queen, jack or ten, 1 for an ace, and the number of any other card.

Rulings:

CE1   the first player is the first to act; an eight is not turned up as the first card (it is put back into the stock)
CE2   a player who can play may take a card instead, as the source says
CE3   when the stock is empty, a player who cannot play passes; when both pass in a row the deal is blocked, and the
      player with fewer points in hand wins the difference
CE4   an eight played last ends the deal at once, and no suit is named

>>> game = CrazyEights()
>>> state = game.initial_state()
>>> for card in "2c 5h 4c 8d 6c 9d 8c Td Kd 7d Qd 3d Jd 2d".split():
...     state = game.play(state, CHANCE, game.parse(f"deal {card}"))
>>> state = game.play(state, CHANCE, game.parse("turn 9c"))
>>> [game.text(action) for action in game.legal_actions(state, 0)]
['play 2c', 'play 4c', 'play 6c', 'play 8c', 'take']
>>> state = game.play(state, 0, game.parse("play 8c"))
>>> [game.text(action) for action in game.legal_actions(state, 0)]
['name clubs', 'name diamonds', 'name hearts', 'name spades']
>>> state = game.play(state, 0, game.parse("name hearts"))
>>> [game.text(action) for action in game.legal_actions(state, 1)]
['play 5h', 'play 8d', 'take']
>>> game.play(state, 1, game.parse("play Td"))
Traceback (most recent call last):
cardwright.errors.IllegalAction: 'play Td': Td is neither a heart nor an eight
"""

from collections.abc import Sequence
from random import Random

from msgspec.structs import replace

from cardwright.cards import Card
from cardwright.errors import BadAction
from cardwright.game import CHANCE, Game, Player, public_fields, replace_item
from cardwright.games.crazy_eights.actions import CrazyAction, Deal, Name, Pass, Play, Take, TurnUp
from cardwright.games.crazy_eights.events import Ended, Named, Passed, Played, Took
from cardwright.games.crazy_eights.state import (
    DECK,
    EIGHT,
    NO_SUIT,
    CrazyEightsPublic,
    CrazyEightsState,
    CrazyEightsView,
)

HAND_CARDS = 7
SUITS = tuple(suit.name for suit in DECK.suits)
POINTS = {"A": 1, "8": 50, "T": 10, "J": 10, "Q": 10, "K": 10}


class CrazyEights(Game[CrazyEightsState, CrazyAction, CrazyEightsView]):
    """Crazy Eights; returns the points of the deal."""

    name = "crazy-eights"
    version = 1
    state_type = CrazyEightsState
    view_type = CrazyEightsView
    players = 2

    def initial_state(self) -> CrazyEightsState:
        """Return the table before the deal."""
        return CrazyEightsState()

    def players_to_act(self, state: CrazyEightsState) -> tuple[Player, ...]:
        """Return chance while cards are dealt, else the player whose turn it is."""
        if state.over:
            return ()
        return (CHANCE,) if not state.pile or state.taking else (state.turn,)

    def legal_actions(self, state: CrazyEightsState, player: Player) -> Sequence[CrazyAction]:
        """Return the suits after an eight; else the cards that follow, and to take, or to pass if nothing is left."""
        if state.suit == NO_SUIT:
            return [Name(suit) for suit in range(len(SUITS))]
        plays: list[CrazyAction] = [Play(card) for card in sorted(state.hands[player]) if follows(state, card)]
        if state.stock:
            return [*plays, Take()]
        return plays or [Pass()]

    def chance_outcomes(self, state: CrazyEightsState) -> Sequence[tuple[CrazyAction, int]]:
        """Return any card of the stock; the first card of the pile is no eight."""
        if self._dealing(state) or state.taking:
            return [(Deal(card), 1) for card in state.stock]
        return [(TurnUp(card), 1) for card in state.stock if DECK.rank_of[card] != EIGHT]

    def apply(self, state: CrazyEightsState, player: Player, action: CrazyAction) -> CrazyEightsState:
        """Take one step."""
        match action:
            case Deal(card):
                return self._deal(state, card)
            case TurnUp(card):
                return replace(state, pile=(card,), suit=DECK.suit_of[card])
            case Play(card):
                return self._play(state, player, card)
            case Name(suit):
                return replace(state, suit=suit, turn=1 - player, events=(Named(player, suit),))
            case Take():
                return replace(state, taking=True, passes=0, events=(Took(player),))
            case Pass():
                return self._pass(state, player)

    def returns(self, state: CrazyEightsState) -> tuple[int, ...]:
        """Return what the winner wins, when the deal is over."""
        ahead = points(state.hands[1]) - points(state.hands[0]) if state.over else 0
        return ahead, -ahead

    def view(self, state: CrazyEightsState, player: Player) -> CrazyEightsView:
        """Return the own hand and the pile; at the end both hands."""
        one, two = (hand if state.over or seat == player else () for seat, hand in enumerate(state.hands))
        return CrazyEightsView(
            player=player,
            hands=(one, two),
            sizes=(len(state.hands[0]), len(state.hands[1])),
            **public_fields(CrazyEightsPublic, state),
        )

    def sample_state(self, view: CrazyEightsView, rng: Random) -> CrazyEightsState:
        """Return a state in which the hidden hands hold any of the unseen cards."""
        unseen = rng.sample(view.unseen, len(view.unseen))
        one, two = (
            hand if view.over or seat == view.player else tuple(unseen.pop() for _ in range(view.sizes[seat]))
            for seat, hand in enumerate(view.hands)
        )
        return CrazyEightsState(hands=(one, two), **public_fields(CrazyEightsPublic, view))

    def text(self, action: CrazyAction) -> str:
        """Return the notation: "deal 5h", "turn 5h", "play 5h", "name hearts", "take", "pass"."""
        match action:
            case Deal(card):
                return f"deal {DECK.text(card)}"
            case TurnUp(card):
                return f"turn {DECK.text(card)}"
            case Play(card):
                return f"play {DECK.text(card)}"
            case Name(suit):
                return f"name {SUITS[suit]}"
            case Take():
                return "take"
            case Pass():
                return "pass"

    def parse(self, text: str) -> CrazyAction:
        """Return the action of a text: the inverse of `text`. Raises `BadAction` or `BadCard`."""
        match text.split():
            case ["deal", card]:
                return Deal(DECK.parse(card))
            case ["turn", card]:
                return TurnUp(DECK.parse(card))
            case ["play", card]:
                return Play(DECK.parse(card))
            case ["name", suit] if suit in SUITS:
                return Name(SUITS.index(suit))
            case ["take"]:
                return Take()
            case ["pass"]:
                return Pass()
        raise BadAction(f"{text!r} is not a move: write 'play 5h', 'name hearts', 'take' or 'pass'", text)

    def why_illegal(self, view: CrazyEightsView, action: CrazyAction) -> str:
        """Return the rule that refuses an action."""
        if view.suit == NO_SUIT:
            return "the player of an eight names the suit to follow"
        match action:
            case Name():
                return "only the player of an eight names a suit"
            case Play(card) if card not in view.hands[view.player]:
                return f"{DECK.text(card)} is not in your hand"
            case Play(card):
                wanted = SUITS[view.suit].removesuffix("s")
                return f"{DECK.text(card)} is neither a {wanted} nor an eight{_nor_rank(view.pile[-1])}"
            case Take() if not view.stock_size:
                return "the stock is empty"
            case Pass():
                return "only who can neither play nor take may pass"
        return ""

    def same_turn(self, before: CrazyEightsState, after: CrazyEightsState) -> bool:
        """Return True while a player takes cards, and names a suit."""
        return before.turn == after.turn

    # -- the phases

    def _dealing(self, state: CrazyEightsState) -> bool:
        return len(state.hands[1]) < HAND_CARDS and not state.pile

    def _deal(self, state: CrazyEightsState, card: Card) -> CrazyEightsState:
        if state.taking:
            hand = (*state.hands[state.turn], card)
            return replace(state, hands=replace_item(state.hands, state.turn, hand), taking=False, events=())
        seat = int(len(state.hands[0]) > len(state.hands[1]))
        return replace(state, hands=replace_item(state.hands, seat, (*state.hands[seat], card)))

    def _play(self, state: CrazyEightsState, player: Player, card: Card) -> CrazyEightsState:
        left = tuple(other for other in state.hands[player] if other != card)
        played = replace(
            state,
            hands=replace_item(state.hands, player, left),
            pile=(*state.pile, card),
            suit=DECK.suit_of[card],
            passes=0,
            events=(Played(player, card),),
        )
        if not left:
            return self._end(played)
        return replace(played, suit=NO_SUIT) if DECK.rank_of[card] == EIGHT else replace(played, turn=1 - player)

    def _pass(self, state: CrazyEightsState, player: Player) -> CrazyEightsState:
        passed = replace(state, turn=1 - player, passes=state.passes + 1, events=(Passed(player),))
        return self._end(passed) if passed.passes == 2 else passed

    def _end(self, state: CrazyEightsState) -> CrazyEightsState:
        ahead = points(state.hands[1]) - points(state.hands[0])
        winner = -1 if not ahead else int(ahead < 0)
        return replace(state, over=True, events=(*state.events, Ended(winner, abs(ahead))))


def follows(table: CrazyEightsState | CrazyEightsView, card: Card) -> bool:
    """Return True if a card may be played: it is an eight, of the suit to follow, or of the last card's rank."""
    last = DECK.rank_of[table.pile[-1]]
    return DECK.rank_of[card] in (EIGHT, last) or DECK.suit_of[card] == table.suit


def points(hand: Sequence[Card]) -> int:
    """Return what cards left in a hand cost.

    >>> points(DECK.parse_cards("8c Ks Ah 7d"))
    68
    """
    ranks = [DECK.ranks[DECK.rank_of[card]].text for card in hand]
    return sum(POINTS.get(rank) or int(rank) for rank in ranks)


def _nor_rank(last: Card) -> str:
    rank = DECK.rank_of[last]
    return "" if rank == EIGHT else f", nor of the rank of {DECK.text(last)}"
