"""The beginning of a deal: the cut, the cards, and laying away to the crib."""

from msgspec.structs import replace

from cardwright.cards import Card
from cardwright.game import Player, replace_item
from cardwright.games.cribbage.counting import Cards
from cardwright.games.cribbage.events import CribFull, CutCard, CutTied, FirstDealer, LaidAway
from cardwright.games.cribbage.scoring import RANK
from cardwright.games.cribbage.state import CribbageState

_DEAL_CARDS = 12  # cards: six each, one at a time


def cut(state: CribbageState, card: Card) -> CribbageState:
    """Seat 1 cuts and then seat 2; the lower rank deals (CR1)."""
    player = len(state.cuts)
    state = replace(state, cuts=(*state.cuts, card), events=(CutCard(player, card),))
    if player == 0:
        return state
    dealer = _lower(state.cuts)
    return replace(state, phase="cut made", events=(*state.events, CutTied() if dealer < 0 else FirstDealer(dealer)))


def _lower(cuts: Cards) -> Player:
    """The player who cut the lower rank, -1 for a tie."""
    first, second = (RANK[card] for card in cuts)
    return -1 if first == second else int(second < first)


def deal_first(state: CribbageState) -> CribbageState:
    """After the cut: the first deal, or after a tie another cut."""
    dealer = _lower(state.cuts)
    return replace(state, phase="cut", cuts=()) if dealer < 0 else new_game(state, dealer)


def new_game(state: CribbageState, opener: Player) -> CribbageState:
    """The first deal of a game."""
    return next_deal(replace(state, opener=opener, dealer=1 - opener))


def next_deal(state: CribbageState) -> CribbageState:
    """All cards back into the pack, which passes to the other player."""
    return replace(
        state,
        phase="deal",
        dealer=1 - state.dealer,
        hands=((), ()),
        laid=((), ()),
        starter=None,
        played=(),
        opened=0,
    )


def deal(state: CribbageState, card: Card) -> CribbageState:
    """One card, to the pone first."""
    dealt = len(state.hands[0]) + len(state.hands[1])
    player = state.dealer if dealt % 2 else 1 - state.dealer
    hands = replace_item(state.hands, player, tuple(sorted((*state.hands[player], card))))
    return replace(state, phase="deal" if dealt + 1 < _DEAL_CARDS else "lay away", hands=hands, events=())


def lay_away(state: CribbageState, player: Player, cards: Cards) -> CribbageState:
    rest = tuple(card for card in state.hands[player] if card not in cards)
    state = replace(state, hands=replace_item(state.hands, player, rest), laid=replace_item(state.laid, player, cards))
    if not state.laid[1 - player]:
        return replace(state, events=(LaidAway(player),))
    return replace(state, phase="starter", cuts=(), shown=(), events=(CribFull(),))
