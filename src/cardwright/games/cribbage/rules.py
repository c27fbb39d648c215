"""Cribbage for two, as Denexa Games tell it on their blog: to 121 or 61, with the crib, the play and the show.

Each player is dealt six cards and lays two of them away, face down, to the crib, which counts for the dealer. A
starter is turned up. In the play both lay cards down in turn to a running count of no more than 31; at the show the
pone's hand is counted, then the dealer's, then the crib. Who first reaches the end of the board wins, at once.

Rulings:

CR1   the first dealer is cut for: the lower card deals, and ties cut again (option ``first_deal``)
CR2   whoever plays last in a count scores one point, once a count
CR3   for a count of exactly 31 it is two points, in place of that one
CR4   the next count is led by the player who did not play last, if they hold a card
CR5   who can play must; who cannot says go, and the game says it for them
CR6   a card may score in several ways and all count; of runs, only the longest
CR7   points are counted for the players; with ``muggins`` they claim their own, and the other may take what was missed
CR8   a claim that is too high is put right, without penalty
CR9   the game is to 121 (option ``to``)
CR10  skunks do not count (option ``skunks``: a win by 31 counts two games, by 61 four)
CR11  the game ends at once, in the play or in the count, and his heels can end it
CR13  four of a suit in the hand are a flush, five with the starter; the crib has only the flush of five
CR16  a match may be of several games (option ``games``); the first deal alternates (option ``next_deal``)
"""

from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import ClassVar, TypeVar

from msgspec.structs import replace

from cardwright.cards import Card
from cardwright.game import CHANCE, Action, Game, Option, Player, State, View
from cardwright.games.cribbage import actions
from cardwright.games.cribbage.actions import (
    CLAIMS,
    CUTS,
    DEALS,
    FIRSTS,
    LAYS,
    MUGGINS,
    PLAYS,
    STARTERS,
    Cards,
    Claim,
    Claimed,
    CribFull,
    Cut,
    CutCard,
    CutTied,
    Deal,
    First,
    FirstDealer,
    Go,
    Happened,
    Heels,
    LaidAway,
    LastCard,
    LayAway,
    Muggins,
    Pair,
    PlayCard,
    Played,
    Show,
    Starter,
    TurnUp,
    Won,
)
from cardwright.games.cribbage.scoring import DECK, JACK, LIMIT, MOST, RANK, VALUE, pegging, points

T = TypeVar("T")


class CribbageState(State, frozen=True):
    """``phase`` is "cut", "first", "deal", "lay away", "starter", "play", "claim", "muggins" or "over".

    ``opener`` dealt first in this game. ``backs`` is where each player's rear peg stands. ``hands`` are the cards
    still held, sorted, and ``laid`` what each has laid away. ``played`` is who played what in this deal, and the
    current count began with number ``opened`` of it. ``claimed`` is the claim that the other may now answer.
    ``cuts`` and ``shown``, the show of the deal before, stay until both have laid away, so that people can look.
    """

    phase: str
    opener: Player = -1
    dealer: Player = -1
    turn: Player = -1
    cuts: Cards = ()
    scores: Pair = (0, 0)
    backs: Pair = (0, 0)
    hands: tuple[Cards, Cards] = ((), ())
    laid: tuple[Cards, Cards] = ((), ())
    starter: Card | None = None
    played: tuple[tuple[Player, Card], ...] = ()
    opened: int = 0
    claimed: int | None = None
    shown: tuple[Show, ...] = ()
    won: tuple[Won, ...] = ()
    events: tuple[Happened, ...] = ()


class CribbageView(View, frozen=True, kw_only=True):
    """A state as a seat knows it: its own ``hand`` and ``laid``, and of both players ``sizes`` and who is ``done``
    laying away. ``crib`` is empty until it is turned up.
    """

    phase: str
    opener: Player
    dealer: Player
    turn: Player
    cuts: Cards
    scores: Pair
    backs: Pair
    hand: Cards
    laid: Cards
    sizes: Pair
    done: tuple[bool, bool]
    crib: Cards
    starter: Card | None
    played: tuple[tuple[Player, Card], ...]
    opened: int
    claimed: int | None
    shown: tuple[Show, ...]
    won: tuple[Won, ...]
    events: tuple[Happened, ...]


_BY_CHANCE = ("cut", "first", "deal", "starter")
_TO_DEAL = 12  # six each, one at a time
_SHOWS = 3  # the pone's hand, the dealer's, the crib
_SKUNK, _DOUBLE_SKUNK = 31, 61


class Cribbage(Game[CribbageState, Action, CribbageView]):
    """A match. Returns are games won less games lost: 1 and -1 for a single game without skunks."""

    name: ClassVar[str] = "cribbage"
    version: ClassVar[int] = 1
    state_type = CribbageState
    view_type = CribbageView
    players = 2
    options: ClassVar[tuple[Option, ...]] = (
        Option("to", 121, "the score that wins a game", choices=(121, 61)),
        Option("muggins", False, "claim your own points at the show; the other may take what you miss", (True, False)),
        Option("skunks", False, "a win by 31 or more counts two games, by 61 or more four", (True, False)),
        Option(
            "first_deal",
            "cut",
            "who deals first: the lower cut, a seat by lot, or (fixed) seat 1",
            ("cut", "random", "fixed"),
        ),
        Option("games", 1, "how many games win the match", low=1, high=9),
        Option("next_deal", "alternates", "who deals first in the next game of a match", ("alternates", "loser")),
    )

    def __init__(self, **chosen: object) -> None:
        super().__init__(**chosen)
        self.to: int = self.settings["to"]
        self.muggins: bool = self.settings["muggins"]

    def initial_state(self) -> CribbageState:
        match self.settings["first_deal"]:
            case "fixed":
                return _new_game(CribbageState("deal"), 0)
            case "random":
                return CribbageState("first")
            case _:
                return CribbageState("cut")

    def players_to_act(self, state: CribbageState) -> tuple[Player, ...]:
        if state.phase in _BY_CHANCE:
            return (CHANCE,)
        if state.phase == "lay away":
            return tuple(player for player in (0, 1) if not state.laid[player])
        return () if state.phase == "over" else (state.turn,)

    def legal_actions(self, state: CribbageState, player: Player) -> Sequence[Action]:
        if player < 0 or player not in self.players_to_act(state):
            return ()
        return _legal(state, state.hands[player])

    def choices(self, view: CribbageView) -> Sequence[Action]:
        if view.player < 0 or view.player not in to_act(view):
            return ()
        return _legal(view, view.hand)

    def chance_outcomes(self, state: CribbageState) -> Sequence[tuple[Action, int]]:
        match state.phase:
            case "cut":
                return [CUTS[card] for card in range(DECK.size) if card not in state.cuts]
            case "first":
                return FIRSTS
            case phase:
                gone = {*state.hands[0], *state.hands[1], *state.laid[0], *state.laid[1]}
                left = DEALS if phase == "deal" else STARTERS
                return [left[card] for card in range(DECK.size) if card not in gone]

    def apply(self, state: CribbageState, player: Player, action: Action) -> CribbageState:
        match action:
            case Deal(card):
                return _deal(state, card)
            case PlayCard(card):
                return self._play_card(state, player, card)
            case LayAway(cards):
                return _lay_away(state, player, cards)
            case TurnUp(card):
                return self._turn_up(state, card)
            case Cut(card):
                return _cut(state, card)
            case First(dealer):
                return _new_game(replace(state, events=(FirstDealer(dealer),)), dealer)
            case Claim(claimed):
                return self._claim(state, player, claimed)
            case Muggins(claimed):
                return self._answer(state, player, claimed)
        raise AssertionError(f"cribbage has no {action}")

    def returns(self, state: CribbageState) -> tuple[int, ...]:
        ahead = sum(won.games if won.player == 0 else -won.games for won in state.won)
        return ahead, -ahead

    def view(self, state: CribbageState, player: Player) -> CribbageView:
        return CribbageView(
            player=player,
            phase=state.phase,
            opener=state.opener,
            dealer=state.dealer,
            turn=state.turn,
            cuts=state.cuts,
            scores=state.scores,
            backs=state.backs,
            hand=state.hands[player] if player >= 0 else (),
            laid=state.laid[player] if player >= 0 else (),
            sizes=(len(state.hands[0]), len(state.hands[1])),
            done=(bool(state.laid[0]), bool(state.laid[1])),
            crib=_crib(state) if _crib_is_up(state) else (),
            starter=state.starter,
            played=state.played,
            opened=state.opened,
            claimed=state.claimed,
            shown=state.shown,
            won=state.won,
            events=state.events,
        )

    def sample_state(self, view: CribbageView, rng: Random) -> CribbageState:
        """Every state that the view allows is as likely; one where somebody said go and could play is not allowed."""
        hidden = [seat for seat in (0, 1) if seat != view.player]
        seen = {*view.hand, *view.laid, *view.crib, view.starter, *(card for _, card in view.played)}
        unseen = [card for card in range(DECK.size) if card not in seen]
        hands = _sample_hands(view, hidden, unseen, rng)
        while view.phase == "play" and not _can_play(hands[view.turn], count_of(view)):
            hands = _sample_hands(view, hidden, unseen, rng)  # it would not be their turn
        crib = [card for card in view.crib or unseen if card not in {*view.laid, *hands[0], *hands[1]}]
        laid = [view.laid, view.laid]
        for seat in hidden:
            laid[seat] = tuple(sorted(crib[:2])) if view.done[seat] else ()
            crib = crib[2:]
        return CribbageState(
            phase=view.phase,
            opener=view.opener,
            dealer=view.dealer,
            turn=view.turn,
            cuts=view.cuts,
            scores=view.scores,
            backs=view.backs,
            hands=(hands[0], hands[1]),
            laid=(laid[0], laid[1]),
            starter=view.starter,
            played=view.played,
            opened=view.opened,
            claimed=view.claimed,
            shown=view.shown,
            won=view.won,
            events=view.events,
        )

    def text(self, action: Action) -> str:
        return actions.text(action)

    def parse(self, text: str) -> Action:
        return actions.parse(text)

    def key(self, state: CribbageState) -> CribbageState:
        """Without what is there to be looked at only."""
        shown = state.shown if state.phase in ("claim", "muggins") else ()
        return replace(state, cuts=state.cuts if state.phase == "cut" else (), backs=(0, 0), shown=shown, events=())

    # The phases, in the order in which they come at the table.

    def _turn_up(self, state: CribbageState, card: Card) -> CribbageState:
        pone = 1 - state.dealer
        state = replace(state, phase="play", turn=pone, starter=card, events=(Starter(card),))
        if RANK[card] != JACK:
            return state
        return self._peg(replace(state, events=(*state.events, Heels(state.dealer))), state.dealer, 2)

    def _play_card(self, state: CribbageState, player: Player, card: Card) -> CribbageState:
        held = tuple(other for other in state.hands[player] if other != card)
        played = (*state.played, (player, card))
        pile = [card for _, card in played[state.opened :]]
        count, score = sum(VALUE[card] for card in pile), pegging(pile)
        state = replace(
            state,
            hands=_put(state.hands, player, held),
            played=played,
            events=(Played(player, card, count, score),),
        )
        state = self._peg(state, player, score.points)
        return self._after(state, player, count) if state.phase == "play" else state

    def _after(self, state: CribbageState, player: Player, count: int) -> CribbageState:
        """The turn passes on; or the other says go, and it stays; or the count ends, and with it perhaps the play."""
        other = 1 - player
        if _can_play(state.hands[other], count):
            return replace(state, turn=other)
        if state.hands[other] and count < LIMIT and not _has_said_go(state, player):
            state = replace(state, events=(*state.events, Go(other)))
        if _can_play(state.hands[player], count):
            return replace(state, turn=player)

        all_out = not (state.hands[player] or state.hands[other])
        if count < LIMIT:
            state = replace(state, events=(*state.events, LastCard(player, all_out)))
            state = self._peg(state, player, 1)
            if state.phase != "play":
                return state
        if all_out:
            return self._show(state)
        return replace(state, opened=len(state.played), turn=other if state.hands[other] else player)

    def _show(self, state: CribbageState) -> CribbageState:
        """Pone, dealer, crib: each is counted and pegged, until somebody has won."""
        if self.muggins:
            return replace(state, phase="claim", turn=1 - state.dealer)
        state = replace(state, phase="show")
        while state.phase == "show" and len(state.shown) < _SHOWS:
            player, worth = _worth(state)
            state = self._peg(_with_show(state, worth), player, worth)
        return _next_deal(state) if state.phase == "show" else state

    def _claim(self, state: CribbageState, player: Player, claimed: int) -> CribbageState:
        """A claim is cut down to what there is. Nothing can be missed by one that is too high, or that wins."""
        _, worth = _worth(state)
        allowed = min(claimed, worth)
        state = replace(state, events=(Claimed(player, claimed, allowed),))
        settled = claimed > worth or state.scores[player] + allowed >= self.to
        if settled:
            state = _with_show(state, allowed)
        state = self._peg(state, player, allowed)
        if state.phase != "claim":
            return state
        # The other is asked even where nothing was missed: to be asked must tell nothing.
        return _next_claim(state) if settled else replace(state, phase="muggins", turn=1 - player, claimed=allowed)

    def _answer(self, state: CribbageState, player: Player, claimed: int) -> CribbageState:
        """The other player names what was missed, and takes so much of it as there is."""
        assert state.claimed is not None
        _, worth = _worth(state)
        taken = min(claimed, worth - state.claimed)
        state = _with_show(replace(state, events=(), claimed=None), state.claimed, taken)
        state = self._peg(state, player, taken)
        return _next_claim(state) if state.phase == "muggins" else state

    def _peg(self, state: CribbageState, player: Player, scored: int) -> CribbageState:
        """The rear peg goes ahead of the front one; in the last hole it ends the game (CR11)."""
        if not scored:
            return state
        front = state.scores[player]
        score = min(front + scored, self.to)
        state = replace(
            state,
            scores=_put(state.scores, player, score),
            backs=_put(state.backs, player, front),
        )
        return self._win(state, player) if score == self.to else state

    def _win(self, state: CribbageState, player: Player) -> CribbageState:
        won = Won(player, state.scores, self._worth_of_win(state.scores[1 - player]))
        state = replace(state, won=(*state.won, won), events=(*state.events, won))
        if sum(won.games for won in state.won if won.player == player) >= self.settings["games"]:
            return replace(state, phase="over")
        opener = 1 - player if self.settings["next_deal"] == "loser" else 1 - state.opener
        return _new_game(replace(state, events=(*state.events, FirstDealer(opener))), opener)

    def _worth_of_win(self, loser: int) -> int:
        """How many games a win counts for (CR10)."""
        if not self.settings["skunks"] or self.to - loser < _SKUNK:
            return 1
        return 2 if self.to - loser < _DOUBLE_SKUNK else 4


def _cut(state: CribbageState, card: Card) -> CribbageState:
    """Seat 1 cuts and then seat 2; the lower rank deals (CR1)."""
    player = len(state.cuts)
    state = replace(state, cuts=(*state.cuts, card), events=(CutCard(player, card),))
    if player == 0:
        return state
    first, second = (RANK[card] for card in state.cuts)
    if first == second:
        return replace(state, cuts=(), events=(*state.events, CutTied()))
    dealer = 0 if first < second else 1
    return _new_game(replace(state, events=(*state.events, FirstDealer(dealer))), dealer)


def _new_game(state: CribbageState, opener: Player) -> CribbageState:
    """The pegs at the start, and the first deal."""
    return _next_deal(replace(state, opener=opener, dealer=1 - opener, scores=(0, 0), backs=(0, 0)))


def _next_deal(state: CribbageState) -> CribbageState:
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
        claimed=None,
    )


def _deal(state: CribbageState, card: Card) -> CribbageState:
    """One card, to the pone first."""
    dealt = len(state.hands[0]) + len(state.hands[1])
    player = state.dealer if dealt % 2 else 1 - state.dealer
    hands = _put(state.hands, player, tuple(sorted((*state.hands[player], card))))
    return replace(state, phase="deal" if dealt + 1 < _TO_DEAL else "lay away", hands=hands, events=())


def _lay_away(state: CribbageState, player: Player, cards: Cards) -> CribbageState:
    kept = tuple(card for card in state.hands[player] if card not in cards)
    state = replace(state, hands=_put(state.hands, player, kept), laid=_put(state.laid, player, cards))
    if not state.laid[1 - player]:
        return replace(state, events=(LaidAway(player),))
    return replace(state, phase="starter", cuts=(), shown=(), events=(CribFull(),))


def _next_claim(state: CribbageState) -> CribbageState:
    """With muggins, the next hand to count; after the pone's there are two, both the dealer's."""
    if len(state.shown) == _SHOWS:
        return _next_deal(state)
    return replace(state, phase="claim", turn=state.dealer)


def _with_show(state: CribbageState, allowed: int, taken: int = 0) -> CribbageState:
    """The show that is due, counted."""
    assert state.starter is not None
    player, worth = _worth(state)
    show = Show(player, len(state.shown) == 2, to_count(state), state.starter, worth, allowed, taken)
    return replace(state, shown=(*state.shown, show), events=(*state.events, show))


def _worth(state: CribbageState) -> tuple[Player, int]:
    """Whose show is due, and what it scores."""
    assert state.starter is not None
    player = state.dealer if state.shown else 1 - state.dealer
    return player, points(to_count(state), state.starter, crib=len(state.shown) == 2)


def _crib(state: CribbageState) -> Cards:
    return tuple(sorted(state.laid[0] + state.laid[1]))


def _crib_is_up(state: CribbageState) -> bool:
    """Whether the crib of this deal is, or was, being counted. The show of the deal before is no matter."""
    if state.phase in ("claim", "muggins"):
        return len(state.shown) == 2
    return state.phase == "over" and len(state.shown) == _SHOWS


def _legal(seen: CribbageState | CribbageView, hand: Cards) -> Sequence[Action]:
    """What a player to act, holding these cards, may do."""
    match seen.phase:
        case "lay away":
            return [LAYS[pair] for pair in combinations(hand, 2)]
        case "play":
            count = count_of(seen)
            return [PLAYS[card] for card in hand if count + VALUE[card] <= LIMIT]
        case "claim":
            return CLAIMS
    return MUGGINS[: MOST + 1 - (seen.claimed or 0)]


def _sample_hands(view: CribbageView, hidden: list[Player], unseen: list[Card], rng: Random) -> list[Cards]:
    """Both hands; those not seen are drawn from ``unseen``, which is shuffled, as what was played allows."""
    hands = [view.hand, view.hand]
    rng.shuffle(unseen)
    left, least = unseen, least_values(view)
    # Who has the fewest cards to draw from draws first: that way every pair of hands stays as likely.
    for seat in sorted(hidden, key=lambda seat: -least[seat]):
        drawn = [card for card in left if VALUE[card] >= least[seat]][: view.sizes[seat]]
        left = [card for card in left if card not in drawn]
        hands[seat] = tuple(sorted(drawn))
    return hands


def to_act(view: CribbageView) -> tuple[Player, ...]:
    """Who is to act, as far as seats go: the same as the game's own answer, from a view."""
    if view.phase in _BY_CHANCE or view.phase == "over":
        return ()
    if view.phase == "lay away":
        return tuple(player for player in (0, 1) if not view.done[player])
    return (view.turn,)


def count_of(seen: CribbageState | CribbageView) -> int:
    """The running count."""
    return sum(VALUE[card] for _, card in seen.played[seen.opened :])


def kept(seen: CribbageState | CribbageView, player: Player) -> Cards:
    """The cards that a player has played in this deal; in the end, the hand."""
    return tuple(sorted(card for who, card in seen.played if who == player))


def to_count(seen: CribbageState | CribbageView) -> Cards:
    """The hand or the crib whose show is due."""
    if len(seen.shown) == 2:
        return _crib(seen) if isinstance(seen, CribbageState) else seen.crib
    return kept(seen, seen.dealer if seen.shown else 1 - seen.dealer)


def least_values(view: CribbageView) -> Pair:
    """What every card still in each player's hand is worth at least: who said go could not play a smaller one."""
    least = [1, 1]
    count, last = 0, -1
    for player, card in view.played:
        if count + VALUE[card] > LIMIT:  # a new count: nobody could play to the old one
            least = [max(value, LIMIT + 1 - count) for value in least]
            count = 0
        elif player == last:
            least[1 - player] = max(least[1 - player], LIMIT + 1 - count)
        count += VALUE[card]
        last = player
    if view.phase == "play" and view.played:
        if view.opened == len(view.played):
            least = [max(value, LIMIT + 1 - count) for value in least]
        elif view.turn == last:
            least[1 - last] = max(least[1 - last], LIMIT + 1 - count)
    return least[0], least[1]


def _can_play(hand: Cards, count: int) -> bool:
    """Hands are sorted, so the first card is the smallest."""
    return bool(hand) and count + VALUE[hand[0]] <= LIMIT


def _has_said_go(state: CribbageState, player: Player) -> bool:
    """Whether the other has said go before in this count, so that this player has been playing on alone."""
    return len(state.played) - state.opened > 1 and state.played[-2][0] == player


def _put(pair: tuple[T, T], player: Player, value: T) -> tuple[T, T]:
    return (value, pair[1]) if player == 0 else (pair[0], value)
