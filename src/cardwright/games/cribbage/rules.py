"""Cribbage for two, after the account of Denexa Games: to 121 or 61, with the crib, the play and the show.

Each player is dealt six cards and lays two of them away, face down, to the crib, which counts for the dealer. A
starter is turned up. In the play both lay cards down in turn to a running count of no more than 31; at the show the
pone's hand is counted, then the dealer's, then the crib. The first to reach the end of the board wins, at once.

Cards that become public lie face up in a moment of their own before the table goes on (`MOMENTS`): the cut, the
starter, each go, the last card, each combination of the show, a game won.

Rulings:

CR1   the first dealer is cut for: the lower card deals, and ties cut again (option ``first_deal``)
CR2   the player of the last card in a count scores one point, once a count
CR3   for a count of exactly 31 it is two points, in place of that one
CR4   the next count is led by the player who did not play last, if they hold a card
CR5   a player who can play must; for one who cannot the game says go
CR6   a card may score in several ways and all count; of runs, only the longest
CR7   points are counted for the players; with ``muggins`` they call their combinations, sets of cards, and the other
      may then take, at the show only, those not called; with ``count`` by hand they call them and lose nothing
CR8   a set that is not a combination is refused with the reason; it scores nothing and costs nothing
CR9   the game is to 121 (option ``to``)
CR10  skunks do not count (option ``skunks``: a win by 31 counts two games, by 61 four)
CR11  the game ends at once, in the play or in the count, and his heels can end it
CR13  four of a suit in the hand are a flush, five with the starter; the crib has only the flush of five
CR16  a match may be of several games (option ``games``); the first deal alternates (option ``next_deal``)
"""

from collections.abc import Iterable, Sequence
from itertools import combinations

from msgspec.structs import replace

from cardwright.cards import Card
from cardwright.errors import BadOption
from cardwright.game import CHANCE, Action, Game, Player, Uniform, replace_item
from cardwright.games.cribbage import actions
from cardwright.games.cribbage import state as table
from cardwright.games.cribbage.actions import (
    CUTS,
    DEALS,
    DONE,
    FIRSTS,
    LAYS,
    NEXT,
    PLAYS,
    STARTERS,
    Count,
    Cut,
    Deal,
    Done,
    First,
    LayAway,
    Muggins,
    Next,
    PlayCard,
    TurnUp,
)
from cardwright.games.cribbage.counting import SHOW_COUNT, Call, Cards, Show, parts_made, uncalled_parts, untried_sets
from cardwright.games.cribbage.dealing import cut, deal, deal_first, lay_away, new_game, next_deal
from cardwright.games.cribbage.events import (
    Called,
    Counted,
    FirstDealer,
    Go,
    Heels,
    LastCard,
    Nothing,
    Played,
    Refused,
    Starter,
    Won,
)
from cardwright.games.cribbage.options import OPTIONS
from cardwright.games.cribbage.scoring import DECK, JACK_RANK, MAX_COUNT, RANK, VALUE, Part, pegging
from cardwright.games.cribbage.state import (
    BY_CHANCE,
    KEPT_DEALS_COUNT,
    MOMENTS,
    CribbagePublic,
    CribbageState,
    CribbageView,
    PastDeal,
    can_play,
    cards_played_by,
    count_of,
    crib_of,
    to_act,
)

_PROMPTS = {  # what is asked in each phase in which a player acts
    "lay away": "lay away two cards now, such as lay 5h Js",
    "play": "play a card now, such as play 7d",
    "claim": "count your cards now, such as count 7d 8s, or done",
    "muggins": "call what was missed now, such as muggins 7d 8s, or done",
}
SKUNK_POINTS, DOUBLE_SKUNK_POINTS = 31, 61
GAMES_BY_MARGIN = (1, 2, 4)  # that a plain win, a skunk and a double skunk count, with the option ``skunks``


class Cribbage(Game[CribbageState, Action, CribbageView]):
    """A match. Returns are games won less games lost: 1 and -1 for a single game without skunks."""

    name = "cribbage"
    version = 2
    state_type = CribbageState
    view_type = CribbageView
    players = 2
    options = OPTIONS

    def __init__(self, **chosen: object) -> None:
        super().__init__(**chosen)
        self.to: int = self.settings["to"]
        self.muggins: bool = self.settings["muggins"]
        self.by_hand: bool = self.muggins or self.settings["count"] == "by hand"

    def initial_state(self) -> CribbageState:
        match self.settings["first_deal"]:
            case "fixed":
                return new_game(CribbageState("deal"), 0)
            case "random":
                return CribbageState("first")
            case _:
                return CribbageState("cut")

    def at_score(self, scores: tuple[int, ...]) -> CribbageState:
        if len(scores) != 2 or not all(0 <= score < self.to for score in scores):
            raise BadOption("score", scores, f"two numbers from 0 to {self.to - 1}")
        own, other = scores
        return replace(self.initial_state(), scores=(own, other))

    def players_to_act(self, state: CribbageState) -> tuple[Player, ...]:
        if state.phase in BY_CHANCE or state.phase in MOMENTS:
            return (CHANCE,)
        if state.phase == "lay away":
            return tuple(player for player in (0, 1) if not state.laid[player])
        return () if state.phase == "over" else (state.turn,)

    def legal_actions(self, state: CribbageState, player: Player) -> Sequence[Action]:
        if player < 0 or player not in self.players_to_act(state):
            return ()
        return _legal_actions(state, state.hands[player])

    def choices(self, view: CribbageView) -> Sequence[Action]:
        if view.player < 0 or view.player not in to_act(view):
            return ()
        return _legal_actions(view, view.hand)

    def chance_outcomes(self, state: CribbageState) -> Uniform:
        match state.phase:
            case phase if phase in MOMENTS:
                return NEXT
            case "cut":
                return Uniform([cut for card, cut in enumerate(CUTS) if card not in state.cuts])
            case "first":
                return FIRSTS
            case phase:
                used_cards = {*state.hands[0], *state.hands[1], *state.laid[0], *state.laid[1]}
                outcomes = DEALS if phase == "deal" else STARTERS
                return Uniform([outcome for card, outcome in enumerate(outcomes) if card not in used_cards])

    def apply(self, state: CribbageState, player: Player, action: Action) -> CribbageState:
        match action:
            case Deal(card):
                return deal(state, card)
            case PlayCard(card):
                return self._play_card(state, player, card)
            case LayAway(cards):
                return lay_away(state, player, cards)
            case TurnUp(card):
                return self._turn_up(state, card)
            case Cut(card):
                return cut(state, card)
            case First(dealer):
                return new_game(replace(state, events=(FirstDealer(dealer),)), dealer)
            case Count(cards) | Muggins(cards):
                return self._call_by_hand(state, player, cards)
            case Done():
                return self._finish_calling(state, player)
            case Next():
                return self._go_on(replace(state, events=()))
        raise AssertionError(f"cribbage has no {action}")

    def returns(self, state: CribbageState) -> tuple[int, ...]:
        ahead = sum(won.games if won.player == 0 else -won.games for won in state.won)
        return ahead, -ahead

    view, sample_state = staticmethod(table.view), staticmethod(table.sample)

    def why_illegal(self, view: CribbageView, action: Action) -> str:
        match action:
            case PlayCard(card) if view.phase == "play":
                return _why_not_played(view, card)
            case LayAway(cards) if view.phase == "lay away":
                return _why_not_held(cards, view.hand, "in your hand")
            case Count(cards) | Muggins(cards) if view.phase == ("claim" if isinstance(action, Count) else "muggins"):
                show = view.shown[-1]
                reason = _why_not_held(cards, (*show.cards, show.starter), "among the cards that are counted")
                return reason or f"{DECK.short_of(cards)}: this set has been tried already"
        return _PROMPTS.get(view.phase, "")

    text, parse = staticmethod(actions.text), staticmethod(actions.parse)

    def is_brief(self, state: CribbageState) -> bool:
        """True for a starter just turned up, a go, and a hand with combinations to be called: all stay in sight."""
        return state.phase in ("starter up", "go") or (state.phase == "show" and bool(uncalled_parts(state.shown[-1])))

    def ends_deal(self, state: CribbageState) -> bool:
        """True once a game is won or the crib has been counted."""
        return state.phase in ("show", "counted", "won") and self._go_on(state).phase in BY_CHANCE

    # The phases, in the order in which they come at the table.

    def _go_on(self, state: CribbageState) -> CribbageState:
        """The table goes on after a moment."""
        match state.phase:
            case "cut made":
                return deal_first(state)
            case "starter up":
                return replace(state, phase="play")
            case "go":
                return self._play_on(state)
            case "played out":
                return self._open_show(replace(state, shown=()))
            case "show" if uncalled_parts(state.shown[-1]):
                return self._call_next(state)
            case "show" | "counted":
                return next_deal(_with_past(state)) if len(state.shown) == SHOW_COUNT else self._open_show(state)
        return self._next_game(state)

    def _turn_up(self, state: CribbageState, card: Card) -> CribbageState:
        state = replace(state, phase="starter up", turn=1 - state.dealer, starter=card, events=(Starter(card),))
        if RANK[card] != JACK_RANK:
            return state
        return self._peg(replace(state, events=(*state.events, Heels(state.dealer))), state.dealer, 2)

    def _play_card(self, state: CribbageState, player: Player, card: Card) -> CribbageState:
        held = tuple(other for other in state.hands[player] if other != card)
        played = (*state.played, (player, card))
        pile = [card for _, card in played[state.opened :]]
        count, score = sum(VALUE[card] for card in pile), pegging(pile)
        event = Played(player, card, count, score, min(score.points, self.to - state.scores[player]))
        state = replace(state, hands=replace_item(state.hands, player, held), played=played, events=(event,))
        state = self._peg(state, player, score.points)
        return self._pass_turn(state, player, count) if state.phase == "play" else state

    def _pass_turn(self, state: CribbageState, player: Player, count: int) -> CribbageState:
        """The turn passes on; or the other says go; or the play goes on without a word."""
        other = 1 - player
        if can_play(state.hands[other], count):
            return replace(state, turn=other)
        state = replace(state, turn=player)
        if state.hands[other] and count < MAX_COUNT and not _has_said_go(state, player):
            return replace(state, phase="go", events=(*state.events, Go(other)))
        return self._play_on(state)

    def _play_on(self, state: CribbageState) -> CribbageState:
        """The last player goes on alone; or the count ends, and with it perhaps the play."""
        player, other, count = state.turn, 1 - state.turn, count_of(state)
        if can_play(state.hands[player], count):
            return replace(state, phase="play")
        all_out = not (state.hands[player] or state.hands[other])
        state = replace(state, phase="play")
        if count < MAX_COUNT:
            state = replace(state, events=(*state.events, LastCard(player, all_out)))
            state = self._peg(state, player, 1)
            if state.phase != "play":
                return state
        if all_out:
            return replace(state, phase="played out")
        return replace(state, opened=len(state.played), turn=other if state.hands[other] else player)

    def _open_show(self, state: CribbageState) -> CribbageState:
        """Pone, dealer, crib: the next of these is counted, by the game or by its player."""
        assert state.starter is not None
        number = len(state.shown)
        player = state.dealer if number else 1 - state.dealer
        cards = crib_of(state) if number == SHOW_COUNT - 1 else cards_played_by(state, player)
        shown = (*state.shown, Show(player, number == SHOW_COUNT - 1, cards, state.starter))
        state = replace(state, phase="claim" if self.by_hand else "show", turn=player, shown=shown)
        return state if self.by_hand else self._call_next(state)

    def _call_next(self, state: CribbageState) -> CribbageState:
        """The game calls the next combination."""
        show = state.shown[-1]
        parts = uncalled_parts(show)
        return self._call(state, show.player, parts[:1]) if parts else replace(state, events=(Nothing(show),))

    def _call(self, state: CribbageState, player: Player, parts: Iterable[Part]) -> CribbageState:
        """Combinations are called and pegged, one after another, up to the last hole."""
        for part in parts:
            show = state.shown[-1]
            call = Call(player, part, min(part.points, self.to - state.scores[player]))
            show = replace(show, calls=(*show.calls, call))
            state = replace(state, shown=(*state.shown[:-1], show), events=(*state.events, Called(show, call)))
            state = self._peg(state, player, part.points)
            if state.phase in ("won", "over"):
                break
        return state

    def _call_by_hand(self, state: CribbageState, player: Player, cards: Cards) -> CribbageState:
        """A set of cards is called: a set that counts is pegged, and one that counts nothing is refused (CR8)."""
        show = state.shown[-1]
        parts = parts_made(show, cards)
        shown = (*state.shown[:-1], replace(show, tried=(*show.tried, cards)))
        state = replace(state, shown=shown, events=() if parts else (Refused(player, show, cards),))
        return self._call(state, player, parts)

    def _finish_calling(self, state: CribbageState, player: Player) -> CribbageState:
        """The opponent is asked even if nothing was missed, so that the question itself reveals nothing."""
        if self.muggins and state.phase == "claim":
            return replace(state, phase="muggins", turn=1 - player, events=())
        missed = uncalled_parts(state.shown[-1])
        state = replace(state, phase="counted", events=())
        if not self.muggins:
            state = self._call(state, player, missed)
        won = (event for event in state.events if isinstance(event, Won))
        return replace(state, events=(Counted(state.shown[-1], missed, not self.muggins), *won))

    def _peg(self, state: CribbageState, player: Player, scored: int) -> CribbageState:
        """The rear peg goes ahead of the front one; in the last hole it ends the game (CR11)."""
        if not scored:
            return state
        front = state.scores[player]
        score = min(front + scored, self.to)
        state = replace(
            state, scores=replace_item(state.scores, player, score), backs=replace_item(state.backs, player, front)
        )
        return self._win(state, player) if score == self.to else state

    def _win(self, state: CribbageState, player: Player) -> CribbageState:
        won = Won(player, state.scores, self._games_for_win(state.scores[1 - player]))
        state = replace(state, won=(*state.won, won), events=(*state.events, won))
        games = sum(won.games for won in state.won if won.player == player)
        return replace(state, phase="over" if games >= self.settings["games"] else "won")

    def _games_for_win(self, loser: int) -> int:
        """Return the number of games that a win counts for (CR10)."""
        return GAMES_BY_MARGIN[margin(self.to - loser)] if self.settings["skunks"] else 1

    def _next_game(self, state: CribbageState) -> CribbageState:
        loser = 1 - state.won[-1].player
        opener = loser if self.settings["next_deal"] == "loser" else 1 - state.opener
        pegs_back = replace(_with_past(state), shown=(), scores=(0, 0), backs=(0, 0), events=(FirstDealer(opener),))
        return new_game(pegs_back, opener)


def _with_past(state: CribbageState) -> CribbageState:
    """Return a state whose deal, if its crib has been turned up, is one of the past."""
    if len(state.shown) < SHOW_COUNT:
        return state
    assert state.starter is not None
    deal = PastDeal(state.dealer, state.starter, state.played, crib_of(state))
    return replace(
        state,
        past=(*state.past, deal)[-KEPT_DEALS_COUNT:],
        past_laid=(*state.past_laid, state.laid)[-KEPT_DEALS_COUNT:],
    )


def margin(needs: int) -> int:
    """Return 0 for a win where the loser still needs this many points, 1 for a skunk, 2 for a double skunk."""
    return (needs >= SKUNK_POINTS) + (needs >= DOUBLE_SKUNK_POINTS)


def _legal_actions(seen: CribbagePublic, hand: Cards) -> Sequence[Action]:
    """The actions of a player to act who holds these cards.

    By hand every set of the cards may be called, so that the list of actions does not reveal which sets score.
    """
    match seen.phase:
        case "lay away":
            return [LAYS[pair] for pair in combinations(hand, 2)]
        case "play":
            count = count_of(seen)
            return [PLAYS[card] for card in hand if count + VALUE[card] <= MAX_COUNT]
        case "claim":
            return [DONE, *(Count(cards) for cards in untried_sets(seen.shown[-1]))]
    return [DONE, *(Muggins(cards) for cards in untried_sets(seen.shown[-1]))]


def _why_not_played(view: CribbageView, card: Card) -> str:
    count = count_of(view) + VALUE[card]
    reason = _why_not_held((card,), view.hand, "in your hand")
    return reason or f"{DECK.face(card).short} would make the count {count}, past {MAX_COUNT}"


def _why_not_held(cards: Cards, held: Cards, where: str) -> str:
    reason = [card for card in cards if card not in held]
    return f"{DECK.short_of(reason)} is not {where}" if reason else ""


def _has_said_go(state: CribbageState, player: Player) -> bool:
    """True if the other has said go before in this count, so that this player has been playing on alone."""
    return len(state.played) - state.opened > 1 and state.played[-2][0] == player
