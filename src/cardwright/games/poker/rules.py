"""Poker: any table of hands, any variant, 2 to 20 players.

Dual Piecepacks Poker 1.1 by Trevor L Davis (CC BY-SA 4.0) says to play "any normal poker variant" with its tiles and
its table of hands, so this room plays every variant with every ranking. rules.md has the rules with their
reasons, dual-piecepacks.md that game.

Rulings for Dual Piecepacks Poker (those on its table of hands are in the ranking):

- DP5  The low hand is ace to five, with nulls below aces; by option the table of hands upside down.
- DP6  Nulls and aces are high in a high hand and low in a low one.
- DP9  Omaha hi-lo, no limit, without a qualifier; any other variant by option.
- DP10 As many players as the tiles serve, burnt ones counted; more are refused with the arithmetic.
- DP11 An odd chip goes to the high half, then to the first seat left of the button.
- DP13 Other decks show the same tiles: names and drawing only.

Rulings of the room:

- PK1  The button moves by the big blind, so nobody posts it twice running: the small blind may be nobody's, and the
       button may stand before an empty seat. Of two players the button posts the small blind and acts first.
- PK2  Players are asked in turn, and nobody folds who could check.
- PK3  Hands are shown from the last to bet or raise in the last round, else from the first to act; a beaten one may be
       thrown away unseen. When no more can be bet and no cards can be exchanged, all hands lie open at once.
- PK4  Stud: the lowest card brings it in, in lowball the highest, suits in the order of the deck; later the best cards
       face up act first, by groups of equal rank and then by rank, whatever the ranking makes of such a hand; of equal
       ones the first left of the button.
- PK5  Where a street of stud has fewer cards left than players, first the burnt cards are dealt as well, then one card
       is dealt to the board for all.
- PK6  Discards are dealt again when the stock is out, with burnt cards and folded hands, but nobody gets their own
       back; nobody may exchange more cards than could be dealt.
- PK7  Each player exchanges cards in turn, and has the new ones before the next player decides.
- PK8  Forced bets and fixed bets rise together: 1, 2, 3, 4, 6, 8, 12 ... times what they were.
"""

from collections.abc import Sequence
from random import Random

from msgspec.structs import replace

from cardwright.cards import Card
from cardwright.errors import BadAction
from cardwright.game import CHANCE, Action, Game, Player, Randomness, Uniform
from cardwright.games.poker import actions, exchange, forced, setup
from cardwright.games.poker import betting as bt
from cardwright.games.poker.actions import (
    BRING_IN,
    BURNS,
    CALL,
    CHECK,
    DEALS,
    FOLD,
    SHUFFLE,
    Began,
    BringIn,
    Burn,
    Call,
    Cards,
    Check,
    Common,
    Deal,
    Did,
    Draw,
    Fold,
    Happened,
    Lot,
    Mucked,
    Out,
    Raise,
    Reshuffled,
    Returned,
    Shuffle,
    Stock,
    Wagers,
    Won,
)
from cardwright.games.poker.betting import NOBODY, Award, Betting, after, seats_of
from cardwright.games.poker.setup import BET, BOARD, BURN, DRAW, HOLE, LEVELS
from cardwright.games.poker.showdown import showed, told, turned_over
from cardwright.games.poker.skins import skin
from cardwright.games.poker.state import OVER, UNSEEN, PokerState, PokerView
from cardwright.games.poker.stud import Showing
from cardwright.games.poker.variant import MOST_PLAYERS
from cardwright.ranking import Ranking
from cardwright.ranking.declaration import is_text

_TO_ACT = {CHANCE: (CHANCE,), OVER: (), **{seat: (seat,) for seat in range(MOST_PLAYERS)}}
_ONE = tuple(bytes([card]) for card in range(actions.MOST_CARDS))


class Poker(Game[PokerState, Action, PokerView]):
    """A game of poker: a freeze-out, or a number of deals. Raises `BadCount` for more players than the deck serves."""

    name = "poker"
    version = 1
    options = setup.OPTIONS
    state_type = PokerState
    view_type = PokerView

    def __init__(self, **chosen: object) -> None:
        super().__init__(**chosen)
        self.settings = setup.embedded(self.settings)
        self.players = self.settings["players"]
        self.setup = setup.settle(self.settings)
        self.variant, self.ranking, self.low = self.setup.variant, self.setup.ranking, self.setup.low
        self.deck = self.ranking.deck
        self.limit = self.setup.limit
        self.cap: int = self.settings["cap"]
        self.plan = self.setup.plan
        # what chance does at each step, and past the last one
        self._made = (*(BURNS if step.kind == BURN else DEALS for step in self.plan), None)
        self.skin = skin(self.settings["skin"], self.deck)
        self._stock = bytes(range(self.deck.size))
        self._nothing: tuple[Cards, ...] = ((),) * self.players
        ordering = self.low if self.variant.wins == "low" and self.low is not None else self.ranking
        self._showing = Showing(ordering)

    def setting(self, name: str) -> str:
        """Return an option's value in words; for a declaration that is given as text, its title."""
        titles = {"ranking": self.ranking.declaration.title, "variant": self.variant.title}
        value = super().setting(name)
        return titles[name] if name in titles and is_text(value) else value

    # the game

    def initial_state(self) -> PokerState:
        """The seats with their chips, and the button to be drawn by lot if no seat is named."""
        stacks, button = self.setup.stacks, self.settings["button"] - 1
        if button >= 0:
            return self._first_deal(stacks, button)
        nothing = self._nothing
        return PokerState(
            0, NOBODY, NOBODY, NOBODY, 0, CHANCE, NOBODY, 0, 0, self._stock, nothing, nothing, (), (), nothing, 0,
            bt.start(stacks), stacks, (), (),
        )  # fmt: skip

    def players_to_act(self, state: PokerState) -> tuple[Player, ...]:
        """One seat at a time."""
        return _TO_ACT[state.turn]

    def legal_actions(self, state: PokerState, player: Player) -> Sequence[Action]:
        """Bets, or ways to exchange cards. A sequence that lists no raise until it is asked for."""
        if self.plan[state.step].kind == DRAW:
            others = sum(len(cards) for cards in exchange.mucked(state, player))
            return actions.draws(state.down[player], len(state.stock) + len(state.burnt) + others)
        return self.wagers(state.betting)

    def wagers(self, b: Betting) -> Wagers:
        """What the player to bet may do."""
        call, low, high = bt.bounds(b, self.limit, self.cap)
        if b.bring and not b.top:
            return Wagers((BRING_IN,), low, high)
        return Wagers((FOLD, CALL) if call else (CHECK,), low, high)

    def chance_outcomes(self, state: PokerState) -> Uniform:
        """The button, a card of the stock, or the next shuffle; each as likely as the others."""
        made = self._made[state.step]
        if made is not None and state.deal:
            return Stock(state.stock, made)
        if state.deal:
            return Uniform((SHUFFLE,))
        return Uniform([Lot(seat) for seat in range(self.players)])

    def draw(self, state: PokerState, rng: Randomness) -> Action:
        """One outcome of chance; of a stock just the card drawn is looked at."""
        made, stock = self._made[state.step], state.stock
        if made is not None and state.deal:
            return made[stock[rng.randrange(len(stock))]]
        return super().draw(state, rng)

    def apply(self, state: PokerState, player: Player, action: Action) -> PokerState:
        """The next state."""
        match action:
            case Deal(card=card):
                return self._dealt(state, card)
            case Call() | Check() | BringIn() | Fold() | Raise():
                return self._wagered(state, player, action)
            case Burn(card=card):
                burnt = replace(state, stock=state.stock.replace(_ONE[card], b""), burnt=(*state.burnt, card))
                return self._go_on(burnt, state.betting, [])
            case Draw(cards=cards):
                return self._exchanged(state, player, cards)
            case Shuffle():
                return self._next_deal(state)
            case Lot(player=button):
                return self._first_deal(state.before, button)
        raise AssertionError(action)

    def returns(self, state: PokerState) -> tuple[int, ...]:
        """Chips won or lost in the deals that are over."""
        return tuple(now - first for now, first in zip(state.before, self.setup.stacks))

    def view(self, state: PokerState, player: Player) -> PokerView:
        """One's own cards, all that lies face up, and the chips."""
        return PokerView(
            player=player,
            deal=state.deal,
            button=state.button,
            small=state.small,
            big=state.big,
            step=state.step,
            turn=state.turn,
            seat=state.seat,
            due=state.due,
            owed=state.owed,
            stock=len(state.stock),
            down=tuple(
                cards if seat == player or state.shown >> seat & 1 else (UNSEEN,) * len(cards)
                for seat, cards in enumerate(state.down)
            ),
            up=state.up,
            board=state.board,
            burnt=len(state.burnt),
            thrown=tuple(
                cards if seat == player else (UNSEEN,) * len(cards) for seat, cards in enumerate(state.thrown)
            ),
            shown=state.shown,
            betting=state.betting,
            before=state.before,
            last=state.last,
            events=state.events,
        )

    def sample_state(self, view: PokerView, rng: Random) -> PokerState:
        """The cards that the seat has not seen are dealt anew to where it cannot see them."""
        seen = {card for hands in (view.down, view.up, view.thrown, (view.board,)) for hand in hands for card in hand}
        hidden = [card for card in range(self.deck.size) if card not in seen]
        rng.shuffle(hidden)

        def filled(hands: tuple[Cards, ...]) -> tuple[Cards, ...]:
            return tuple(tuple(hidden.pop() if card == UNSEEN else card for card in hand) for hand in hands)

        down, thrown = filled(view.down), filled(view.thrown)
        burnt = tuple(hidden.pop() for _ in range(view.burnt))
        return PokerState(
            view.deal, view.button, view.small, view.big, view.step, view.turn, view.seat, view.due, view.owed,
            bytes(sorted(hidden)), down, view.up, view.board, burnt, thrown, view.shown,
            view.betting, view.before, view.last, view.events,
        )  # fmt: skip

    def choices(self, view: PokerView) -> Sequence[Action]:
        """What the seat of this view may do: nothing hidden bears on it."""
        if view.player != view.turn:
            return ()
        if self.plan[view.step].kind != DRAW:
            return self.wagers(view.betting)
        return super().choices(view)

    def text(self, action: Action) -> str:
        """Notation: "raise 120"."""
        return actions.text(self.deck, action)

    def parse(self, text: str) -> Action:
        """The inverse of `text`. Raises `BadAction` or `BadCard`."""
        action = actions.parse(self.deck, self.players, text)
        if isinstance(action, Draw) and len(action.cards) > self.variant.hole:
            raise BadAction(f"{text!r} names more cards than a hand has", text)
        return action

    # the button, and the forced bets

    def _first_deal(self, stacks: tuple[int, ...], button: Player) -> PokerState:
        return self._begin(1, stacks, button, *self._left_of(button, (1 << self.players) - 1), ())

    def _left_of(self, button: Player, alive: int) -> tuple[Player, Player]:
        """The small and the big blind; of two players the button is the small blind."""
        small = button if alive.bit_count() == 2 else after(alive, button)
        return small, after(alive, small)

    def _next_deal(self, state: PokerState) -> PokerState:
        """The big blind moves on, and the small blind and the button come after it (PK1)."""
        stacks = state.betting.stacks
        alive = bt.start(stacks).inside
        if self.variant.open == "bring-in":
            button = after(alive, state.button)
            return self._begin(state.deal + 1, stacks, button, *self._left_of(button, alive), state.last)
        big = after(alive, state.big)
        if alive.bit_count() == 2:
            small = button = after(alive, big)
        else:
            small, button = state.big, state.small
        return self._begin(state.deal + 1, stacks, button, small, big, state.last)

    def level(self, deal: int) -> int:
        """By how much forced and fixed bets are multiplied in this deal (PK8)."""
        rise = self.settings["rise"]
        return LEVELS[min((deal - 1) // rise, len(LEVELS) - 1)] if rise else 1

    def _begin(
        self,
        deal: int,
        stacks: tuple[int, ...],
        button: Player,
        small: Player,
        big: Player,
        last: tuple[Happened, ...],
    ) -> PokerState:
        """Forced bets, and the first card to be dealt."""
        level = self.level(deal)
        events: list[Happened] = [Began(deal, button, level)]
        b = forced.antes(self.setup, bt.start(stacks), small, level, events)
        if self.variant.open == "blinds":
            b = forced.blinds(self.setup, b, small, big, level, events)
        nothing = self._nothing
        state = PokerState(
            deal, button, small, big, -1, CHANCE, NOBODY, 0, 0, self._stock, nothing, nothing, (), (), nothing, 0,
            b, stacks, last, (),
        )  # fmt: skip
        return self._go_on(state, b, events)

    # the steps of a deal

    def _go_on(self, state: PokerState, b: Betting, events: list[Happened]) -> PokerState:
        """From the end of a step to the next that chance or a player decides."""
        plan, number, shown = self.plan, state.step + 1, state.shown
        stock, burnt, inside = state.stock, state.burnt, b.inside
        while number < len(plan):
            step = plan[number]
            kind = step.kind
            if kind == BET:
                b = self._open(state, step, b)
                if b.turn >= 0:
                    return replace(
                        state, step=number, turn=b.turn, stock=stock, burnt=burnt, betting=b, shown=shown,
                        events=tuple(events),
                    )  # fmt: skip
                b = self._collected(b, events)
                shown = self._laid_open(b, number, shown)
            elif kind == HOLE:
                seat, due = after(inside, state.button), inside
                if inside.bit_count() > len(stock):
                    stock, burnt = self._with_burnt(stock, burnt, events)
                if inside.bit_count() > len(stock):
                    seat, due = NOBODY, 0
                    events.append(Common())
                return replace(
                    state, step=number, turn=CHANCE, seat=seat, due=due, stock=stock, burnt=burnt, betting=b,
                    shown=shown, events=tuple(events),
                )  # fmt: skip
            elif kind == DRAW:
                first = after(inside, state.button)
                return replace(state, step=number, turn=first, due=inside, betting=b, shown=shown, events=tuple(events))
            elif kind == BOARD or self._may_burn(stock, step, inside):
                return replace(
                    state, step=number, turn=CHANCE, seat=NOBODY, stock=stock, burnt=burnt, betting=b, shown=shown,
                    events=tuple(events),
                )  # fmt: skip
            elif plan[number + 1].kind == HOLE:
                # a street of stud that the stock would not serve after a burnt card: those burnt before help out (PK5)
                stock, burnt = self._with_burnt(stock, burnt, events)
                if self._may_burn(stock, step, inside):
                    continue
            number += 1
        return self._showdown(replace(state, step=number, stock=stock, burnt=burnt, shown=shown), b, events)

    def _may_burn(self, stock: bytes, step: setup.Step, inside: int) -> bool:
        """Whether the stock lasts for a burnt card and what the street deals."""
        return len(stock) > len(self.variant.street[step.street].hole) * inside.bit_count()

    def _with_burnt(self, stock: bytes, burnt: Cards, events: list[Happened]) -> tuple[bytes, Cards]:
        if burnt:
            events.append(Reshuffled(len(burnt)))
        return bytes(sorted(stock + bytes(burnt))), ()

    def _open(self, state: PokerState, step: setup.Step, b: Betting) -> Betting:
        """A round of betting begins; blinds have begun the first already."""
        level = self.level(state.deal)
        if step.street == 0 and self.variant.open == "blinds":
            return b
        unit = forced.unit(self.setup, step.street, level)
        if self.variant.open == "blinds" or not any(state.up):
            return bt.begin(b, state.button + 1, unit)
        if step.street == 0:
            return bt.bring_in(b, self._showing.brings_in(state.up, b.inside), self.setup.stakes.bring_in * level, unit)
        return bt.begin(b, self._showing.best(state.up, b.inside, state.button), unit)

    def _collected(self, b: Betting, events: list[Happened]) -> Betting:
        b, seat, back = bt.collect(b)
        if back:
            events.append(Returned(seat, back))
        return b

    def _laid_open(self, b: Betting, number: int, shown: int) -> int:
        """Hands lie open once there is nothing more to decide (PK3)."""
        if b.able & (b.able - 1) or not b.inside & (b.inside - 1) or number == len(self.plan) - 1:
            return shown
        return shown if any(step.kind == DRAW for step in self.plan[number:]) else b.inside

    # cards

    def _dealt(self, state: PokerState, card: Card) -> PokerState:
        step = self.plan[state.step]
        stock, seat = state.stock.replace(_ONE[card], b""), state.seat
        if seat < 0:
            board = (*state.board, card)
            if step.kind == BOARD and self.plan[state.step + 1].kind == BOARD:
                return replace(state, step=state.step + 1, stock=stock, board=board, events=())
            return self._go_on(replace(state, stock=stock, board=board), state.betting, [])
        if step.kind == DRAW:
            return self._replaced(state, stock, card)
        due = state.due & ~(1 << seat)
        turned = state.up if step.up else state.down
        turned = _with(turned, seat, (*turned[seat], card))
        up, down = (turned, state.down) if step.up else (state.up, turned)
        if due:
            return replace(state, stock=stock, up=up, down=down, due=due, seat=after(due, seat), events=())
        return self._go_on(replace(state, stock=stock, up=up, down=down, due=0), state.betting, [])

    def _exchanged(self, state: PokerState, player: Player, cards: Cards) -> PokerState:
        """Cards are thrown away, and as many are due."""
        event = Did(player, "draw", len(cards))
        if not cards:
            return self._next_to_draw(state, player, (event,))
        kept = tuple(card for card in state.down[player] if card not in cards)
        exchanged = replace(
            state,
            turn=CHANCE,
            seat=player,
            owed=len(cards),
            down=_with(state.down, player, kept),
            thrown=_with(state.thrown, player, state.thrown[player] + cards),
            events=(event,),
        )
        return exchanged if state.stock else exchange.restocked(exchanged)

    def _replaced(self, state: PokerState, stock: bytes, card: Card) -> PokerState:
        seat, owed = state.seat, state.owed - 1
        down = _with(state.down, seat, (*state.down[seat], card))
        dealt = replace(state, stock=stock, down=down, owed=owed, events=())
        if not owed:
            return self._next_to_draw(dealt, seat, ())
        return dealt if stock else exchange.restocked(dealt)

    def _next_to_draw(self, state: PokerState, player: Player, events: tuple[Happened, ...]) -> PokerState:
        due = state.due & ~(1 << player)
        if due:
            return replace(state, turn=after(due, player), seat=NOBODY, due=due, events=events)
        return self._go_on(replace(state, seat=NOBODY, due=0), state.betting, list(events))

    # bets

    def _wagered(self, state: PokerState, player: Player, action: Action) -> PokerState:
        b = state.betting
        if type(action) is Fold:
            now, event = bt.fold(b), Did(player, "fold")
        elif type(action) is Raise:
            now = bt.raise_to(b, action.to, self.limit)
            what = "complete" if b.bring else "raise" if b.top else "bet"
            event = Did(player, what, action.to, not now.stacks[player])
        else:
            now = bt.call(b)
            paid = now.bets[player] - b.bets[player]
            what = "call" if type(action) is Call else "check" if type(action) is Check else "bring-in"
            event = Did(player, what, paid, not now.stacks[player])
        turn = now.turn
        if turn >= 0:
            return replace(state, betting=now, turn=turn, events=(event,))
        events: list[Happened] = [event]
        now = self._collected(now, events)
        if not now.inside & (now.inside - 1):
            return self._won_unseen(state, now, events)
        shown = self._laid_open(now, state.step, state.shown)
        return self._go_on(replace(state, shown=shown) if shown else state, now, events)

    # the end of a deal

    def _won_unseen(self, state: PokerState, b: Betting, events: list[Happened]) -> PokerState:
        award = Award(b.inside.bit_length() - 1, bt.pot(b), 0)
        return self._closed(state, b, [award], 1, events, False)

    def _showdown(self, state: PokerState, b: Betting, events: list[Happened]) -> PokerState:
        high, low = self.strengths(state, b)
        pots = bt.pots(b)
        lowball = self.variant.wins == "low"
        if state.shown:
            order = [(seat, True) for seat in seats_of(b.inside)]
        else:
            order = turned_over(b, pots, high, low, self.settings["showdown"] == "show")
            state = replace(state, shown=sum(1 << seat for seat, shows in order if shows))
        events += [showed(state, seat, high, low, lowball=lowball) if shows else Mucked(seat) for seat, shows in order]
        awards = bt.settle(pots, (state.button + 1) % self.players, self.players, high, low)
        return self._closed(state, b, awards, len(pots), events, True)

    def strengths(self, state: PokerState, b: Betting) -> tuple[dict[int, int], dict[int, int]]:
        """What each hand is worth, high and low. Where only the low hand counts it stands as the high one."""
        wins = self.variant.wins
        high: dict[int, int] = {}
        low: dict[int, int] = {}
        for seat in seats_of(b.inside):
            if wins != "low":
                high[seat] = self.strength(self.ranking, state, seat)
            if self.low is not None:
                strength = self.strength(self.low, state, seat)
                if wins == "low":
                    high[seat] = strength
                elif strength >= self.setup.least_low:
                    low[seat] = strength
        return high, low

    def strength(self, ranking: Ranking, state: PokerState | PokerView, seat: Player) -> int:
        """What a seat's cards, all seen, make by one of the rankings; larger wins."""
        hole = state.down[seat] + state.up[seat]
        if self.variant.hand == "two":
            return ranking.strength_with_hole(hole, state.board, 2)
        return ranking.strength(hole + state.board)

    def _closed(
        self, state: PokerState, b: Betting, awards: list[Award], pots: int, events: list[Happened], showdown: bool
    ) -> PokerState:
        """The chips are paid out; the game ends, or another deal follows."""
        stacks = bt.pay(b, awards)
        events += [Won(award, pots, showdown) for award in awards]
        events += [Out(seat) for seat, had in enumerate(state.before) if had and not stacks[seat]]
        last = self.settings["deals"]
        over = sum(map(bool, stacks)) < 2 or 0 < last <= state.deal
        return replace(
            state, step=len(self.plan), turn=OVER if over else CHANCE, seat=NOBODY, due=0,
            betting=bt.start(stacks), before=stacks, last=told(events), events=tuple(events),
        )  # fmt: skip


def _with(hands: tuple[Cards, ...], seat: Player, hand: Cards) -> tuple[Cards, ...]:
    changed = list(hands)
    changed[seat] = hand
    return tuple(changed)
