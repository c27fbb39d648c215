"""Cribbage's state, the view of it that a seat has, and what can be read from either."""

from collections.abc import Iterator
from random import Random

import msgspec

from cardwright.cards import Card
from cardwright.game import Player, Public, State, View, public_fields
from cardwright.games.cribbage.counting import SHOW_COUNT, Cards, Show
from cardwright.games.cribbage.events import CribbageEvent, Pair, Won
from cardwright.games.cribbage.scoring import DECK, MAX_COUNT, VALUE

BY_CHANCE = ("cut", "first", "deal", "starter")  # phases in which a card or a dealer is drawn
MOMENTS = ("cut made", "starter up", "go", "played out", "show", "counted", "won")  # each is shown, then goes on
AT_SHOW = ("claim", "muggins", "show", "counted")  # phases in which a hand or the crib is counted
AT_PLAY = ("play", "go", "played out")
KEPT_DEALS_COUNT = 6


class PastDeal(msgspec.Struct, frozen=True, cache_hash=True):
    """A deal that was counted to the end: who dealt, the starter, who played what, and the four cards of the crib."""

    dealer: Player
    starter: Card
    played: tuple[tuple[Player, Card], ...]
    crib: Cards


class CribbagePublic(Public, frozen=True):
    """A deal of a game of a match. ``phase`` is of `BY_CHANCE`, `MOMENTS` or `AT_SHOW`, or "lay away", "play", "over".

    ``opener`` dealt first in this game. ``backs`` is where each player's rear peg stands. ``played`` is who played
    what in this deal, and the current count began with number ``opened`` of it. ``shown`` are the hands and the crib
    counted so far, the last of them being counted; they stay until both have laid away from the next deal, so that
    people can look. ``past`` are the last `KEPT_DEALS_COUNT` deals before this one that were counted to the end.
    """

    phase: str
    opener: Player = -1
    dealer: Player = -1
    turn: Player = -1
    cuts: Cards = ()
    scores: Pair = (0, 0)
    backs: Pair = (0, 0)
    starter: Card | None = None
    played: tuple[tuple[Player, Card], ...] = ()
    opened: int = 0
    shown: tuple[Show, ...] = ()
    won: tuple[Won, ...] = ()
    past: tuple[PastDeal, ...] = ()
    events: tuple[CribbageEvent, ...] = ()


class CribbageState(CribbagePublic, State, frozen=True):
    """``hands`` are the cards still held, sorted; ``laid`` and ``past_laid`` the cards that each player laid away."""

    hands: tuple[Cards, Cards] = ((), ())
    laid: tuple[Cards, Cards] = ((), ())
    past_laid: tuple[tuple[Cards, Cards], ...] = ()


class CribbageView(CribbagePublic, View, frozen=True, kw_only=True):
    """A state as a seat knows it: its own ``hand``, ``laid`` and ``past_laid``; of both players ``sizes`` and who is
    ``done`` laying away. ``crib`` is empty until it is turned up.
    """

    player: Player
    hand: Cards
    laid: Cards
    past_laid: tuple[Cards, ...]
    sizes: Pair
    done: tuple[bool, bool]
    crib: Cards


def view(state: CribbageState, player: Player) -> CribbageView:
    """Return what a seat, or the spectator, may know."""
    return CribbageView(
        player=player,
        hand=state.hands[player] if player >= 0 else (),
        laid=state.laid[player] if player >= 0 else (),
        past_laid=tuple(laid[player] for laid in state.past_laid) if player >= 0 else (),
        sizes=(len(state.hands[0]), len(state.hands[1])),
        done=(bool(state.laid[0]), bool(state.laid[1])),
        crib=crib_of(state) if crib_is_up(state) else (),
        **public_fields(CribbagePublic, state),
    )


def unseen_cards(view: CribbageView) -> list[Card]:
    """Return the cards that the seat of a view has not seen in this deal."""
    return DECK.without({*view.hand, *view.laid, *view.crib, view.starter, *(card for _, card in view.played)})


def sample(view: CribbageView, rng: Random) -> CribbageState:
    """Return a uniform random state that the view allows: no player holds a card that had to be played."""
    hidden = [seat for seat in (0, 1) if seat != view.player]
    unseen = unseen_cards(view)
    hands = _sample_hands(view, hidden, unseen, rng)
    while view.phase == "play" and not can_play(hands[view.turn], count_of(view)):
        hands = _sample_hands(view, hidden, unseen, rng)  # it would not be their turn
    crib = [card for card in view.crib or unseen if card not in {*view.laid, *hands[0], *hands[1]}]
    laid = [view.laid, view.laid]
    for seat in hidden:
        laid[seat] = tuple(sorted(crib[:2])) if view.done[seat] else ()
        crib = crib[2:]
    public = public_fields(CribbagePublic, view)
    return CribbageState(
        hands=(hands[0], hands[1]), laid=(laid[0], laid[1]), past_laid=tuple(_past_laid(view)), **public
    )


def _past_laid(view: CribbageView) -> Iterator[tuple[Cards, Cards]]:
    """Yield the cards laid away by both in each past deal: the crib less one's own, or for a spectator any two."""
    for number, deal in enumerate(view.past):
        own_cards = view.past_laid[number] if view.player >= 0 else deal.crib[:2]
        others = tuple(card for card in deal.crib if card not in own_cards)
        yield (others, own_cards) if view.player == 1 else (own_cards, others)


def _sample_hands(view: CribbageView, hidden: list[Player], unseen: list[Card], rng: Random) -> list[Cards]:
    """Both hands; unseen cards come from the shuffled ``unseen``, if the cards played allow them."""
    hands = [view.hand, view.hand]
    rng.shuffle(unseen)
    unseen_left, min_values = unseen, least_values(view)
    # The seat with the fewest cards to draw from draws first: that way every pair of hands is equally likely.
    for seat in sorted(hidden, key=lambda seat: -min_values[seat]):
        drawn = [card for card in unseen_left if VALUE[card] >= min_values[seat]][: view.sizes[seat]]
        unseen_left = [card for card in unseen_left if card not in drawn]
        hands[seat] = tuple(sorted(drawn))
    return hands


def to_act(view: CribbageView) -> tuple[Player, ...]:
    """Return the seats to act: the game's own answer, from a view. Chance is none of them."""
    if view.phase == "lay away":
        return tuple(player for player in (0, 1) if not view.done[player])
    return (view.turn,) if view.phase in ("play", "claim", "muggins") else ()


def count_of(seen: CribbagePublic) -> int:
    """The running count."""
    return sum(VALUE[card] for _, card in seen.played[seen.opened :])


def counts_made(seen: CribbagePublic) -> Iterator[int]:
    """Yield the count that each card played in this deal made, in order."""
    count = 0
    for _, card in seen.played:
        count = VALUE[card] + (count if count + VALUE[card] <= MAX_COUNT else 0)
        yield count


def cards_played_by(seen: CribbagePublic, player: Player) -> Cards:
    """The cards that a player has played in this deal; in the end, the hand."""
    return tuple(sorted(card for who, card in seen.played if who == player))


def crib_of(state: CribbageState) -> Cards:
    """All four cards laid away."""
    return tuple(sorted(state.laid[0] + state.laid[1]))


def crib_is_up(state: CribbageState) -> bool:
    """True if the crib of this deal is, or was, being counted; ``shown`` may be of the deal before."""
    return len(state.shown) == SHOW_COUNT and state.phase in (*AT_SHOW, "won", "over")


def can_play(hand: Cards, count: int) -> bool:
    """True if a card of the hand can be played to this count. Hands are sorted: the first card is the smallest."""
    return bool(hand) and count + VALUE[hand[0]] <= MAX_COUNT


def playable(view: CribbageView) -> list[Card]:
    """The cards of the hand that can be played to the count."""
    count = count_of(view)
    return [card for card in view.hand if count + VALUE[card] <= MAX_COUNT]


def least_values(view: CribbageView) -> Pair:
    """The least value of every card still in each player's hand: a go shows that no smaller one is held."""
    min_values = [1, 1]
    count, last = 0, -1
    for player, card in view.played:
        if count + VALUE[card] > MAX_COUNT:  # a new count: neither could play to the old one
            min_values = [max(value, MAX_COUNT + 1 - count) for value in min_values]
            count = 0
        elif player == last:
            min_values[1 - player] = max(min_values[1 - player], MAX_COUNT + 1 - count)
        count += VALUE[card]
        last = player
    if view.phase in AT_PLAY and view.played:
        if view.opened == len(view.played):
            min_values = [max(value, MAX_COUNT + 1 - count) for value in min_values]
        elif view.turn == last:
            min_values[1 - last] = max(min_values[1 - last], MAX_COUNT + 1 - count)
    return min_values[0], min_values[1]
