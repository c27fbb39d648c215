"""Poker: any table of hands, any variant, 2 to 20 players.

Dual Piecepacks Poker 1.1 by Trevor L Davis (CC BY-SA 4.0) says to play "any normal poker variant" with its tiles and
its table of hands, so this game plays every variant with every ranking. rules.md has the rules with their
reasons, dual-piecepacks.md that game.

Rulings for Dual Piecepacks Poker (those on its table of hands are in the ranking):

- DP5  The low hand is ace to five, with nulls below aces; in deuce-to-seven, or by option, the table upside down.
- DP6  Nulls and aces are high in a high hand and low in a low one.
- DP9  Omaha hi-lo, no limit, without a qualifier; any other variant by option.
- DP10 As many players as the tiles serve, burnt ones counted; more are refused with the arithmetic.
- DP11 An odd chip goes to the high half, then to the first seat left of the button (in stud: PK9).
- DP13 Other decks show the same tiles: names and drawing only.

Rulings:

- PK1  The button moves by the big blind, so no player posts it twice running: an empty seat may have the small blind or
       the button. Of two players the button posts the small blind and acts first.
- PK2  Players act in turn, and a player who could check cannot fold.
- PK3  Hands are shown from the last to bet or raise in the last round, else from the first to act; a beaten one may be
       thrown away unseen, after the last card also where a player is all-in. When no more can be bet, cards are to come
       and none can be exchanged, all hands lie open at once.
- PK4  Stud: the lowest card brings it in, in lowball the highest, suits in the order of the deck; later the best cards
       face up act first, by groups of equal rank and then by rank, whatever the ranking makes of such a hand; of equal
       ones the first left of the button.
- PK5  Where a street of stud has fewer cards left than players, first the burnt cards are dealt as well, then one card
       is dealt to the board for all.
- PK6  Discards are dealt again when the stock is out, with burnt cards and folded hands, but no player
       gets back their own, and no more cards can be exchanged than could be dealt. Where cards are dealt after an
       exchange, the stock keeps enough for them: what is above that can be exchanged or burnt, and none comes again.
- PK7  Each player exchanges cards in turn, and has the new ones before the next player decides.
- PK8  Forced bets and fixed bets rise together: 1, 2, 3, 4, 6, 8, 12 ... times what they were; by option after minutes
       of play in place of deals. The clock then says at each `Shuffle` which level the next deal has.
- PK9  The odd chip of a pot shared in stud goes to the highest card by suit in the best hands.
- PK10 Nothing is cleared unseen: `Automatic` steps stand after each street of an all-in (`RunOut`), each hand shown
       (`Show`), each pot or half paid (`Pay`), and before the next deal (`Shuffle`).
- PK11 By option, each player left in whose hand was not seen shows or mucks it once the pots are paid, from the left
       of the button. It changes no chips.
- PK12 By option, each player dealt in who has less than half of the first stack may then buy up to it, play on with
       what is left, or leave with it, from the left of the button. The last deal is followed by none of it.
- PK13 By option, before the big blind comes to a player (without blinds, the button), they play on, top up to the first
       stack, sit out until it comes to them again, or leave. A seat that sits out is dealt no cards and posts nothing;
       its player returns with the big blind, so no blind is owed. While fewer than two play, no deal begins and no
       clock runs: the table waits until two play, and who comes back then is dealt in. Who may also buy (PK12) is asked
       once, after the others: without chips they buy and play, buy and sit out, or leave.
- PK14 Of two boards each wins half of every pot, an odd chip the first. Cards are dealt to the first board, then to the
       second; a street burns one card for both.
- PK15 Cards that a variant has players throw away go face down, from the left of the button, and are not dealt again.
       Players who are all-in throw away too, so their hands are laid open after that.
- PK16 Of a rotation of variants another is dealt each deal, or after as many deals as there are seats, or the player
       who has the next button chooses it once the table is cleared (of an empty seat, the next player). If any has
       blinds, the big blind moves by one each deal, in all of them.
- PK17 By option, where no more can be bet, the hands lie open and the board is not complete, each player left in says
       if the rest of it will be dealt twice, from the left of the button; all must agree. The cards dealt so far count
       for both boards, which are dealt on and paid as two boards are (PK14). It needs one board, for high hands.
- PK18 Dice are rolled under a cup: each player sees their own, and how many the others roll again. All have the same
       dice, so nothing runs out. Where a variant has no bets, the first left of the button shows first.
- PK19 A player who has not looked at their cards plays blind: a chip of theirs counts for two, an odd one as one. They
       may look when it is their turn. At the showdown, and where a bet comes back, blind bets count first.
- PK20 Where bets go round until a show, a turn costs the stake, and twice that for a player who has looked. Of the
       last two one pays to compare the hands, and loses with an equal one; a player who has looked cannot see one who
       plays blind. In Teen Patti both hands are then shown. By a side show, asked of the player before, one of two
       players folds; they alone see those cards. A player who cannot pay covers the pot as it is then, and the others
       bet for another.
- PK21 In low hole the lowest card that a player has face down, and all cards of its rank that play for this player, are
       wild; an ace is high, or low by the variant. The last card comes face down and can change the rank. One that is
       dealt for all (PK5) is no hole card. A wild card counts as a joker; for an odd chip (PK9) as what it shows.
- PK22 The players of a cash game (PK12 or PK13, with bets that stay) may agree to end it between deals, so that the
       next one has another number of seats. It has the deals that were left (after the last one, as many again) and the
       next variant of a rotation; chips are carried over, and no player posts the big blind twice running.
- PK23 For a player whose time has run out the table plays what risks no chips: check, else fold; between deals sit out,
       where that is possible.
- PK24 Where players may buy chips or sit out, the table plays the same for a player who is away, but buys no chips;
       without chips the player leaves the game. Elsewhere a bot plays for them.
- PK25 Where players may buy chips or sit out, they may leave with their chips at any time. What is left of the deal is
       played as for a player whose time has run out.
- PK26 Where players may buy chips and sit out, one who has left, or has lost all chips, may sit in again until the last
       deal: they buy in and sit out until the big blind comes to them (PK13). If no deal runs because fewer than two
       play, they are dealt in at once, and the players may agree to end the game (PK22).
- PK27 In a game of one deal players after the blinds may post a blind to come in, at most the big one. It is a bet that
       changes neither who acts first nor what is owed.
"""

import copy
from collections.abc import Sequence
from random import Random
from typing import Any, Self

from msgspec.structs import replace

from cardwright.cards import Card
from cardwright.errors import BadAction
from cardwright.game import CHANCE, Action, JoinableGame, Player, Randomness, Uniform, replace_item
from cardwright.games.poker import actions, betting, between_deals, forced, scoring, setup
from cardwright.games.poker.actions import (
    BRING_IN,
    BURNS,
    BUY_AND_SIT_OUT,
    CHECK,
    DEALS,
    END,
    ENDS,
    FOLD,
    LEAVE,
    LEVELS,
    MAX_BET_CHIPS,
    MUCK,
    PAY,
    REFUSE,
    RUN_ONCE,
    RUN_OUT,
    SHOW,
    SHUFFLE,
    SHUFFLE_OR_END,
    SHUFFLES,
    SIT_IN,
    SIT_OUT,
    STAY,
    Accept,
    BringIn,
    Burn,
    Call,
    Cards,
    Check,
    Deal,
    Discard,
    Draw,
    EndGame,
    Fold,
    Leave,
    Look,
    Lot,
    Pay,
    Raise,
    Refuse,
    RunOut,
    See,
    Show,
    Shuffle,
    SideShow,
    SitIn,
    Stock,
    Wagers,
)
from cardwright.games.poker.betting import NO_SEAT, Betting, next_seat, seats_of, wagers
from cardwright.games.poker.cards import dice, exchange
from cardwright.games.poker.cards.skins import skin
from cardwright.games.poker.cards.stud import Showing
from cardwright.games.poker.events import Began, Common, Did, Ended, PokerEvent, Reshuffled, Returned, Rose, Turned, Won
from cardwright.games.poker.options import OPTIONS
from cardwright.games.poker.setup import (
    BET,
    BETWEEN_DEALS,
    BOARD,
    BURN,
    DEAL_OVER,
    DISCARD,
    DRAW,
    HOLE,
)
from cardwright.games.poker.state import OVER, WAITS, PokerState, PokerView, build_view, sample_state
from cardwright.games.poker.variants.model import MAX_PLAYERS
from cardwright.wording import isolated

_TO_ACT = {CHANCE: (CHANCE,), OVER: (), **{seat: (seat,) for seat in range(MAX_PLAYERS)}}
_AUTOMATIC_ACTIONS = {BET: RUN_OUT, setup.SHOW: SHOW, setup.PAY: PAY}
_CARD_ACTIONS = {BURN: BURNS, **dict.fromkeys(_AUTOMATIC_ACTIONS)}
_WAGERS = frozenset((Call, Check, BringIn, Fold, Raise, See, SideShow, Accept, Refuse))
# What is played for a player who is late, the first that is legal.
_LATE = (CHECK, FOLD, BRING_IN, Draw(()), REFUSE, RUN_ONCE, MUCK, SIT_OUT, BUY_AND_SIT_OUT, STAY, LEAVE)
_AWAY = tuple(action for action in _LATE if action != BUY_AND_SIT_OUT)  # and for one who is away from a cash game
_CALL_NAMES = {Call: "call", Check: "check", BringIn: "bring-in"}
_CARD_BYTES = tuple(bytes([card]) for card in range(actions.MAX_DECK_CARDS))


class Poker(JoinableGame[PokerState, Action, PokerView]):
    """A game of poker: a freeze-out, or a number of deals. Raises `BadCount` for more players than the deck serves."""

    name = "poker"
    version = 2  # 2: a deal ends in steps of its own, and stud gives the odd chip by suit
    options = OPTIONS
    binding = True
    max_level = len(LEVELS)
    state_type = PokerState
    view_type = PokerView
    place = 0  # in the rotation that it is a part of
    rotates = False  # it is one of several

    def __init__(self, **chosen: Any) -> None:
        super().__init__(**chosen)
        self.settings = setup.embed(self.settings)
        self.players = self.settings["players"]
        self.parts: tuple[Poker, ...] = ()  # the games that it is made of
        self.level_ms = self.settings["level_minutes"] * 60_000
        if self.settings["rebuy"] and self.settings["sit_out"]:
            # From version 3 on, who has the big blind next buys and plays or sits out in one decision.
            self.version = 3
        self._lots = Uniform([Lot(seat) for seat in range(self.players)])
        self.use(setup.settle(self.settings))
        self.earlier_version = self.version
        if self.setup.waits:
            # From version 7 on, all players may sit out; before, two had to be left in. From version 8 on, players who
            # have left may sit in again.
            self.version = 8
        if type(self) is Poker and (self.settings["rotation"] or self.settings["run_twice"] or self.variant.show):
            raise TypeError("these options take a subclass: see composed/rotation.py")

    def by_version(self, version: int) -> Self:
        """Return the game of version 7, or the one before it, in which two players must be left in; else this one."""
        if not self.setup.waits or version not in (self.earlier_version, 7):
            return self
        earlier = copy.copy(self)
        earlier.version, earlier.setup = version, replace(self.setup, waits=version == 7, rejoins=False)
        earlier.parts = tuple(part.by_version(7 if version == 7 else part.earlier_version) for part in self.parts)
        return earlier

    def check_sense(self) -> None:
        """Raise `BadOption` for bets that contradict each other, or that the stacks cannot pay."""
        for part in (self, *self.parts):
            setup.check_sense(part.setup, self.settings)

    def use(self, chosen: setup.Setup) -> None:
        """Play by these rules."""
        self.setup = chosen
        self.variant, self.ranking, self.low = self.setup.variant, self.setup.ranking, self.setup.low
        self.deck = self.setup.deck
        self.limit = self.setup.limit
        self.cap = self.setup.cap
        self.plan = self.setup.plan
        # the actions of chance at each step, also between deals: those of the stock's cards, or a step by itself
        kinds = [step.kind for step in self.plan]
        self._kinds: tuple[int, ...] = (*kinds, *BETWEEN_DEALS)
        if DRAW in kinds and {HOLE, BOARD} & set(kinds[kinds.index(DRAW) :]):
            # From version 5 on, an exchange leaves enough in the stock for the cards that follow it.
            self.version = 5
        self._card_actions = (*(_CARD_ACTIONS.get(kind, DEALS) for kind in kinds), *[None] * len(BETWEEN_DEALS))
        of_deal = (_AUTOMATIC_ACTIONS.get(kind, SHUFFLE) for kind in kinds)
        self._automatic_action = (*of_deal, *(SHUFFLE if kind == DEAL_OVER else ENDS for kind in BETWEEN_DEALS))
        self._show_step = self.step_of(setup.SHOW)
        self._last_bet = self._show_step - 1
        self._units = tuple(forced.unit(chosen, street, 1) for street in range(len(self.variant.street)))
        self.skin = skin(self.settings["skin"], self.ranking.deck, dice=self.variant.dice)
        self._stock = bytes(range(self.deck.size))
        self._dice = self.ranking.dice if isinstance(self.ranking, dice.DiceRanking) else ()
        self._no_cards = no_cards = ((),) * self.players
        self._no_chips = (0,) * self.players
        self._stud_showing = Showing(scoring.ranking_of(self.setup, ""))
        if self.variant.stud and self._stud_showing.lists_cards:
            # From version 6 on, the suits of a deck that lists its cards are those of the cards.
            self.version = 6
        self._before_first_deal = PokerState(
            deal=0, button=NO_SEAT, small=NO_SEAT, big=NO_SEAT, step=0, turn=CHANCE, seat=NO_SEAT, due=0, owed=0,
            up=no_cards, board=(), shown=0, betting=betting.start(chosen.stacks), before=chosen.stacks,
            bought=self._no_chips, sitting=0, picked=0, level=1, shared=0, ending=(), events=(),
            stock=self._stock, down=no_cards, burnt=(), thrown=no_cards, ahead=(),
        )  # fmt: skip
        self._first_deals: dict[Player, PokerState] = {}

    def setting(self, name: str) -> str:
        """Return an option's value in words; for a declaration, its title."""
        titles = {"ranking": self.ranking.declaration.title, "variant": self.variant.title}
        return isolated(titles[name]) if name in titles else super().setting(name)

    def at(self, position: PokerState | PokerView) -> "Poker":
        """Return the game of the variant that is dealt."""
        return self

    def kind(self, position: PokerState | PokerView) -> int:
        """Return the kind of the present step: one of a deal, such as `setup.BET`, or one of `BETWEEN_DEALS`."""
        return self._kinds[position.step]

    def step_of(self, kind: int) -> int:
        """Return the number of the first step of a kind."""
        return self._kinds.index(kind)

    def deal_over(self, position: PokerState | PokerView) -> bool:
        """Return True once all pots of the deal are paid, until the next one begins."""
        return self.kind(position) >= DEAL_OVER

    def shows_result(self, state: PokerState) -> bool:
        """True where pots were won, and players are asked about their hands or chips before the next deal."""
        return self.deal_over(state) and state.turn >= 0 and any(isinstance(event, Won) for event in state.events)

    def asks_runs(self, position: PokerState | PokerView) -> bool:
        """Return True while a player is to say how often the rest of the board is dealt."""
        return bool(position.shown) and position.turn >= 0 and self.kind(position) == BET

    def asks_variant(self, position: PokerState | PokerView) -> bool:
        """Return True while the dealer is to choose the variant of the next deal."""
        return False

    @property
    def title(self) -> str:
        """The variant in words, in a rotation with its limit."""
        named = isolated(self.variant.title)
        return f"{named}, {self.limit.replace('-', ' ')}" if self.rotates else named

    # the game

    def initial_state(self) -> PokerState:
        """The seats with their chips, and the button to be drawn by lot if no seat is named."""
        button = self.settings["button"] - 1
        return self._first_deal(button) if button >= 0 else self._before_first_deal

    def players_to_act(self, state: PokerState) -> tuple[Player, ...]:
        """One seat at a time; while the table waits, all who may come back (PK13)."""
        return seats_of(state.due) if state.turn == WAITS else _TO_ACT[state.turn]

    def waits(self, state: PokerState) -> bool:
        """Return True while no deal begins because fewer than two play (PK13)."""
        return state.turn == WAITS

    def legal_actions(self, state: PokerState, player: Player) -> Sequence[Action]:
        """Return bets, or ways to exchange cards; the raises of a sequence are created on access."""
        kind = self._kinds[state.step]
        if kind == BET:
            return self.wagers(state.betting)
        if kind == DISCARD:
            return actions.discards(state.down[player], self.to_discard(state))
        if kind == DRAW:
            later = self.to_deal(state.step, state.betting.inside)
            others = sum(len(cards) for cards in exchange.reusable_cards(state, player))
            again = -later if later else len(state.burnt) + others
            return actions.draws(state.down[player], len(state.stock) + again)
        return between_deals.choices(self.setup, state, player, kind)

    def late_actions(self, state: PokerState, player: Player) -> Sequence[Action]:
        """Return the action without risk of chips, for a player whose time has run out: PK23."""
        legal = self.legal_actions(state, player)
        return next(((action,) for action in _LATE if action in legal), legal)

    def away_action(self, state: PokerState, player: Player) -> Action | None:
        """Return what risks and buys no chips, for a player who is away from a cash game: PK24."""
        legal = self.legal_actions(state, player)
        if not self.setup.may_leave:
            return None
        return next((action for action in _AWAY if action in legal), legal[0])

    def way_out(self, state: PokerState, player: Player) -> Action | None:
        """Return the action that leaves a cash game with one's chips, at any time: PK25."""
        is_there = (
            (state.deal or state.turn >= 0) and state.turn != OVER and (state.before[player] or state.due >> player & 1)
        )
        return LEAVE if self.setup.may_leave and is_there and not state.leaving >> player & 1 else None

    def way_in(self, state: PokerState, player: Player) -> Action | None:
        """Return the action with which a player who has left a cash game buys in again: PK26."""
        may_come = self.setup.rejoins and self.setup.rebuy and state.deal and state.turn != OVER
        # Between deals, a player of the last one who has lost all chips may still be asked to buy more.
        is_asked = self.deal_over(state) and state.turn != WAITS and bool(state.down[player] or state.up[player])
        return SIT_IN if may_come and not (self.is_last_deal(state) or is_asked or state.before[player]) else None

    def parting_action(self, state: PokerState, player: Player) -> Action | None:
        """Return what is played until the end of the deal for a player who leaves: PK25."""
        return self.late_actions(state, player)[0] if state.leaving >> player & 1 else None

    def wagers(self, b: Betting) -> Wagers:
        """Return the choices of the player who is to bet."""
        return wagers.wagers(b, self.limit, self.cap)

    def why_illegal(self, view: PokerView, action: Action) -> str:
        """Name the rule that refuses a bet or an exchange: "a raise must be to 80 at least, ..."."""
        kind = self.kind(view)
        if kind >= DEAL_OVER:
            return between_deals.why_illegal(kind, action)
        if kind == DISCARD:
            return exchange.why_not_discarded(view, self.to_discard(view), action)
        if kind == DRAW:
            return exchange.why_illegal(view, action)
        return wagers.why_illegal(view.betting, self.limit, self.cap, action)

    def chance_outcomes(self, state: PokerState) -> Uniform:
        """The button, a card of the stock, or a step that the rules take by themselves."""
        if not state.deal:
            return self._lots
        card_actions = self._card_actions[state.step]
        return (
            self._automatic_outcomes(state) if card_actions is None else Stock(self._cards_to_come(state), card_actions)
        )

    def _cards_to_come(self, state: PokerState) -> bytes:
        """Return the cards that may come: all of the stock, or the sides of the die that is rolled."""
        return dice.sides_due(self._dice, state.down[state.seat]) if self._dice else state.stock

    def _automatic_outcomes(self, state: PokerState) -> Uniform:
        """Return the step that the rules take; of the levels that the clock may say, this one and all above."""
        if self.level_ms and self.kind(state) == DEAL_OVER:
            return Uniform(SHUFFLES[state.level - 1 :])
        if self.setup.is_open and self.kind(state) == DEAL_OVER:
            return SHUFFLE_OR_END
        return self._automatic_action[state.step]

    def ending(self, state: PokerState) -> Action | None:
        """Return the end of a cash game between deals (PK22)."""
        between = state.turn == CHANCE and self.kind(state) == DEAL_OVER
        waits = state.turn == WAITS and self.setup.rejoins
        return END if state.deal and self.setup.is_open and (between or waits) else None

    def level(self, state: PokerState) -> int:
        return state.level

    def by_clock(self, state: PokerState, level: int) -> Action | None:
        """Return the next deal with the forced bets of the table's clock."""
        if not (self.level_ms and state.deal and state.turn == CHANCE and self.kind(state) == DEAL_OVER):
            return None
        return SHUFFLES[min(max(level, state.level), len(LEVELS)) - 1]

    def draw(self, state: PokerState, rng: Randomness) -> Action:
        """Return one outcome of chance; of a stock only the card drawn is looked up."""
        if not state.deal:
            return self._lots.take(rng)  # type: ignore[no-any-return]
        card_actions = self._card_actions[state.step]
        if card_actions is None:
            return self._automatic_outcomes(state).actions[0]  # type: ignore[no-any-return]
        stock = self._cards_to_come(state) if self._dice else state.stock
        return card_actions[stock[rng.randrange(len(stock))]]

    def apply(self, state: PokerState, player: Player, action: Action) -> PokerState:
        # by exact types: a class pattern that fails takes a microsecond, as long as a step
        if type(action) is Deal:
            return self._deal_card(state, action.card)
        if type(action) in _WAGERS:
            return self._wager(state, player, action)
        if type(action) is Burn:
            return self._burn_card(state, action.card)
        if type(action) is Show:
            return scoring.show_next(state, state.ahead, self._show_step, [])
        if type(action) is Pay:
            return self._pay(state)
        if type(action) is RunOut:
            return self._advance(state, state.betting, [])
        if type(action) is Look:
            return replace(state, betting=betting.look(state.betting, player), events=(Did(player, "look"),))
        if type(action) is Draw:
            return self._exchange_cards(state, player, action.cards)
        if type(action) is Discard:
            thrown = exchange.discard(state, player, action.cards)
            return self._next_to_draw(thrown, player, thrown.events)
        if type(action) is Shuffle:
            level = forced.next_level(self.setup, state, action)
            return self._begin(state, level, *forced.next_positions(self.setup, state))
        if type(action) is Lot:
            return self._first_deal(action.player)
        if type(action) is EndGame:
            return replace(state, turn=OVER, events=(Ended(),))
        if type(action) is SitIn:
            return between_deals.sit_in(self.setup, state, player)
        if type(action) is Leave and not (state.deal and self.deal_over(state)):
            return replace(state, leaving=state.leaving | 1 << player, events=(Did(player, "leave"),))
        return between_deals.apply_decision(self.setup, state, player, action, self.kind(state))

    def returns(self, state: PokerState) -> tuple[int, ...]:
        """Chips won or lost in the deals that are over."""
        return self.gains(state)

    def gains(self, seen: PokerState | PokerView) -> tuple[int, ...]:
        """Return the chips won or lost in the deals that are over: those held, less those bought."""
        held = zip(seen.before, self.setup.stacks, seen.bought)
        return tuple(now - first - bought for now, first, bought in held)

    # the game that goes on with other players (PK22)

    def why_fixed(self) -> str:
        """Return why no player can join later: only cash games are open."""
        if self.setup.is_open:
            return ""
        if self.setup.may_leave:
            return "its forced bets rise, so who comes later would begin with fewer big blinds than the others"
        return "it is no cash game, so all began with the same chips"

    def carried(self, state: PokerState) -> tuple[tuple[Player, int], ...]:
        """Return the seats with chips, first the one that the big blind (without blinds, the button) reaches next."""
        chips, rules = state.before, self.at(state).setup
        if not rules.is_open or max(chips) >= MAX_BET_CHIPS:
            return ()
        last = state.big if rules.by_blinds else state.button
        in_turn = sorted(range(self.players), key=lambda seat: (seat - last - 1) % self.players)
        return tuple((seat, chips[seat]) for seat in in_turn if chips[seat] and not state.leaving >> seat & 1)

    def is_last_deal(self, state: PokerState) -> bool:
        return 0 < self.setup.deals <= state.deal

    def options_after(self, state: PokerState, players: int) -> dict[str, Any]:
        """Return the options of the game that goes on: it has the deals that are left, or as many again."""
        buy_in = max(self.setup.buy_ins)
        left = {
            "deals": self.setup.deals - state.deal or self.setup.deals,
            "stacks": str(buy_in),
            "buy_in": buy_in,
            "button": 0,
        }
        return {**self.settings, "players": players, **left}

    def options_seated(self, chips: Sequence[int], first: Player) -> dict[str, Any]:
        """Return the stacks, and the button that brings the big blind to ``first``; without blinds, ``first``."""
        back = 0
        if self.setup.by_blinds:
            back = 1 if self.players == 2 or self.setup.stakes.one_blind else 2
        stacks = "/".join(str(has or buy_in) for has, buy_in in zip(chips, self.setup.buy_ins, strict=True))
        return {"stacks": stacks, "button": (first - back) % self.players + 1}

    def view(self, state: PokerState, player: Player) -> PokerView:
        """Build the view of a seat: its own cards, all that lies face up, and the chips."""
        return build_view(state, player, state.ahead if self.kind(state) == setup.PAY else ())

    def sample_state(self, view: PokerView, rng: Random) -> PokerState:
        """Deal the cards that the seat has not seen, at random, to where it cannot see them."""
        state = sample_state(view, self.deck, rng, self._dice)
        return (
            replace(state, ahead=self._events_to_come(state, state.betting)) if self.kind(view) == setup.SHOW else state
        )

    def choices(self, view: PokerView) -> Sequence[Action]:
        """Return the choices of the seat of this view; no hidden card matters."""
        if view.player != view.turn and view.turn != WAITS:
            return ()
        if self.kind(view) == BET:
            return self.wagers(view.betting)
        return super().choices(view)

    def text(self, action: Action) -> str:
        """Notation: "raise 120"."""
        return actions.text(self.deck, action)

    def parse(self, text: str) -> Action:
        action = actions.parse(self.deck, self.players, text)
        if isinstance(action, Draw | Discard) and len(action.cards) > self.variant.hole:
            raise BadAction(f"{text!r} names more cards than a hand has", text)
        return action

    # the button, and the forced bets

    def _first_deal(self, button: Player) -> PokerState:
        """Return the first deal before any card, which the button alone decides: so each is found once."""
        if button not in self._first_deals:
            blinds = forced.blind_seats(self.setup, button, (1 << self.players) - 1)
            self._first_deals[button] = self._begin(self._before_first_deal, 1, button, *blinds)
        return self._first_deals[button]

    def _begin(self, before: PokerState, level: int, button: Player, small: Player, big: Player) -> PokerState:
        """The next deal: forced bets, and the first card to be dealt."""
        deal, stacks, sitting = before.deal + 1, before.betting.stacks, before.sitting
        events: list[PokerEvent] = [Began(deal, button, level)]
        if level > before.level:
            events.append(Rose(level, before.level))
        factor = LEVELS[level - 1]
        b = forced.antes(self.setup, betting.start(stacks, sitting), small, factor, events)
        if self.variant.open == "blinds":
            b = forced.blinds(self.setup, b, small, big, factor, events)
        if self.variant.blind:
            b = replace(b, unseen=b.inside, blind=self._no_chips)
        state = replace(
            self._before_first_deal, deal=deal, button=button, small=small, big=big, step=-1, betting=b, before=stacks,
            bought=before.bought, sitting=sitting, places=before.places, picked=self.place, level=level,
            leaving=0 if before.deal else before.leaving,  # before the first deal its dealer may choose the variant
        )  # fmt: skip
        return self._advance(state, b, events)

    # the steps of a deal

    def _advance(self, state: PokerState, b: Betting, events: list[PokerEvent]) -> PokerState:
        """Go from the end of a step to the next that chance or a player decides, or that is there to be seen."""
        kinds, number, inside = self._kinds, state.step + 1, b.inside
        turn, seat, due = CHANCE, NO_SEAT, 0
        while number < self._show_step:
            kind = kinds[number]
            if kind == BET:
                b = self._open_round(state, self.plan[number], b)
                turn = b.turn
                if turn >= 0:
                    break
                b, turn = _collect(b, events), CHANCE
                shown_hands = self._exposed_hands(b, number, state.shown)
                if shown_hands:
                    state = replace(state, shown=shown_hands)
                if shown_hands and number < self._last_bet:
                    break
            elif kind == HOLE:
                state, seat, due = self._next_receiver(state, inside, events)
                break
            elif kind == BOARD:
                break
            elif kind == BURN:
                if kinds[number + 1] == HOLE and not self._can_burn(state, number, inside):
                    # the stock would not serve the street after a burnt card: those burnt before help out (PK5)
                    state = _return_burnt_cards(state, events)
                if self._can_burn(state, number, inside):
                    break
            else:
                turn, due = next_seat(inside, state.button), inside
                break
            number += 1
        else:
            return self._showdown(state, b, events)
        return replace(state, step=number, turn=turn, seat=seat, due=due, betting=b, events=tuple(events))

    def _next_receiver(
        self, state: PokerState, inside: int, events: list[PokerEvent]
    ) -> tuple[PokerState, Player, int]:
        """Return the first seat that gets a hole card, and all that are due one; `NO_SEAT` if one is for all (PK5)."""
        if inside.bit_count() > len(state.stock) and not self._dice:
            state = _return_burnt_cards(state, events)
            if inside.bit_count() > len(state.stock):
                events.append(Common())
                return state, NO_SEAT, 0
        return state, next_seat(inside, state.button), inside

    def _can_burn(self, state: PokerState, number: int, inside: int) -> bool:
        """Return True if the stock lasts for a burnt card and what this street deals, with exchanges all streets."""
        if self.variant.draws:
            return len(state.stock) > self.to_deal(number, inside)
        return len(state.stock) > self.plan[number].hole * inside.bit_count()

    def _open_round(self, state: PokerState, step: setup.Step, b: Betting) -> Betting:
        """Begin a round of betting; blinds have begun the first already."""
        if step.street == 0 and self.variant.open == "blinds":
            return b
        unit = self._units[step.street] * forced.factor(state)
        if self.variant.open != "bring-in" or not any(state.up):
            return betting.begin(b, state.button + 1, unit)
        if step.street == 0:
            due = self.setup.stakes.bring_in * forced.factor(state)
            return betting.bring_in(b, self._stud_showing.brings_in(state.up, b.inside), due, unit)
        return betting.begin(b, self._stud_showing.best(state.up, b.inside, state.button), unit)

    def _exposed_hands(self, b: Betting, number: int, shown_hands: int) -> int:
        """Return the hands that lie open: all, once there is nothing more to decide (PK3)."""
        if b.able & (b.able - 1) or not b.inside & (b.inside - 1) or number == self._last_bet:
            return shown_hands
        return shown_hands if any(step.kind in (DRAW, DISCARD) for step in self.plan[number:]) else b.inside

    def to_deal(self, number: int, inside: int) -> int:
        """Return the number of cards that the steps of a deal from a number on deal to these seats and to boards."""
        steps = self._kinds[number : self._show_step]
        return steps.count(HOLE) * inside.bit_count() + steps.count(BOARD)

    def to_discard(self, seen: PokerState | PokerView) -> int:
        """Return the number of cards that a player throws away in this step."""
        return self.variant.street[self.plan[seen.step].street].discard

    # cards

    def _burn_card(self, state: PokerState, card: Card) -> PokerState:
        """Put a card aside; where one for the board is next, nothing else can come between."""
        stock, burnt = state.stock.replace(_CARD_BYTES[card], b""), (*state.burnt, card)
        if self._kinds[state.step + 1] == BOARD:
            return replace(state, step=state.step + 1, stock=stock, burnt=burnt, events=())
        return self._advance(replace(state, stock=stock, burnt=burnt), state.betting, [])

    def _deal_card(self, state: PokerState, card: Card) -> PokerState:
        stock, seat, step = state.stock, state.seat, self.plan[state.step]
        if not self._dice:
            stock = stock.replace(_CARD_BYTES[card], b"")
        if seat < 0:
            board = (*state.board, card)
            if step.kind == BOARD == self._kinds[state.step + 1]:
                return replace(state, step=state.step + 1, stock=stock, board=board, events=())
            return self._advance(
                replace(state, stock=stock, board=board), state.betting, self._board_events(step, board)
            )
        if step.kind == DRAW:
            return self._deal_replacement(state, stock, card)
        up, down, due = state.up, state.down, state.due & ~(1 << seat)
        if step.up:
            up = replace_item(up, seat, (*up[seat], card))
        else:
            down = replace_item(down, seat, (*down[seat], card))
        if due:
            return replace(state, stock=stock, up=up, down=down, due=due, seat=next_seat(due, seat), events=())
        return self._advance(replace(state, stock=stock, up=up, down=down), state.betting, [])

    def _board_events(self, step: setup.Step, board: Cards) -> list[PokerEvent]:
        """Return the events of a street's cards on each board; in stud, of one card for all."""
        if self.variant.boards == 1:
            return [Turned(board[-(step.board or 1) :])]
        return [Turned(cards[-step.board :], number) for number, cards in enumerate(self.variant.boards_of(board))]

    def _exchange_cards(self, state: PokerState, player: Player, cards: Cards) -> PokerState:
        """Cards are thrown away, and as many are due."""
        event = Did(player, "draw", len(cards))
        if not cards:
            return self._next_to_draw(state, player, (event,))
        return exchange.throw_for_exchange(state, player, cards, event)

    def _deal_replacement(self, state: PokerState, stock: bytes, card: Card) -> PokerState:
        seat, owed = state.seat, state.owed - 1
        hand = (*state.down[seat], card)
        down = replace_item(state.down, seat, dice.in_order(self._dice, hand) if self._dice else hand)
        dealt = replace(state, stock=stock, down=down, owed=owed, events=())
        if not owed:
            return self._next_to_draw(dealt, seat, ())
        return dealt if stock else exchange.restock(dealt)

    def _next_to_draw(self, state: PokerState, player: Player, events: tuple[PokerEvent, ...]) -> PokerState:
        due = state.due & ~(1 << player)
        if due:
            return replace(state, turn=next_seat(due, player), seat=NO_SEAT, due=due, events=events)
        return self._advance(replace(state, seat=NO_SEAT, due=0), state.betting, list(events))

    # bets

    def _wager(self, state: PokerState, player: Player, action: Action) -> PokerState:
        b = state.betting
        if type(action) is Fold:
            after, event = betting.fold(b), Did(player, "fold")
        elif type(action) is Raise:
            after = betting.raise_to(b, action.to, self.limit)
            what = "complete" if b.bring else "raise" if b.top else "bet"
            event = Did(player, what, action.to, not after.stacks[player])
        else:
            after = betting.call(b)
            chips_left = after.stacks[player]
            event = Did(player, _CALL_NAMES[type(action)], b.stacks[player] - chips_left, not chips_left)
        turn = after.turn
        if turn >= 0:
            return replace(state, betting=after, turn=turn, events=(event,))
        events: list[PokerEvent] = [event]
        after = _collect(after, events)
        if not after.inside & (after.inside - 1):
            return self._pay(replace(state, betting=after, ahead=scoring.end_uncontested(state, after)), events)
        shown_hands = self._exposed_hands(after, state.step, state.shown)
        if shown_hands and state.step < self._last_bet:
            return replace(state, turn=CHANCE, betting=after, shown=shown_hands, events=tuple(events))
        return self._advance(replace(state, shown=shown_hands) if shown_hands else state, after, events)

    # the end of a deal

    def _showdown(self, state: PokerState, b: Betting, events: list[PokerEvent]) -> PokerState:
        """Compare the hands, and show the first."""
        if b.opener == NO_SEAT:
            b = replace(b, opener=next_seat(b.inside, state.button))
        compared = replace(state, turn=CHANCE, seat=NO_SEAT, due=0, betting=b)
        return scoring.show_next(compared, self._events_to_come(compared, b), self._show_step, events)

    def _events_to_come(self, state: PokerState, b: Betting) -> tuple[PokerEvent, ...]:
        return scoring.showdown(self.setup, state, b, everyone=self.setup.showdown == "show")

    def _pay(self, state: PokerState, events: Sequence[PokerEvent] = ()) -> PokerState:
        """Pay the next pot, or half of one; after the last the game ends, or another deal follows."""
        paid = scoring.pay_next(state, events)
        return paid if paid.ahead else between_deals.end_deal(self.setup, paid)

    def strength(self, half: str, state: PokerState | PokerView, seat: Player) -> int:
        """Return the strength of a seat's cards, all of them seen, for a pot or a half of one; larger wins."""
        return scoring.strength(self.setup, half, state, seat)


def _return_burnt_cards(state: PokerState, events: list[PokerEvent]) -> PokerState:
    """Return the state in which the burnt cards are back in the stock."""
    if state.burnt:
        events.append(Reshuffled(len(state.burnt)))
    return replace(state, stock=bytes(sorted(state.stock + bytes(state.burnt))), burnt=())


def _collect(b: Betting, events: list[PokerEvent]) -> Betting:
    b, seat, back = betting.collect(b)
    if back:
        events.append(Returned(seat, back))
    return b
