"""Between deals: showing hands once the pots are paid (PK11), buying chips (PK12), sitting out and leaving (PK13).

The last two are as in a cash game. Each asks players one by one; then the game ends, another deal follows, or the
table waits until two play (PK13). A player may leave at any time (PK25), and sit in again (PK26).
"""

from msgspec.structs import replace

from cardwright.game import CHANCE, Action, Player, replace_item
from cardwright.games.poker.actions import (
    BUY,
    BUY_AND_SIT_OUT,
    LEAVE,
    MUCK,
    REVEAL,
    SIT_OUT,
    STAY,
    Buy,
    BuyAndSitOut,
    Leave,
    Muck,
    Reveal,
    SitOut,
)
from cardwright.games.poker.betting import NO_SEAT, next_seat, seats_of, start
from cardwright.games.poker.events import Bought, CashedOut, Did, PokerEvent, Revealed
from cardwright.games.poker.setup import ASK_BUY, ASK_STAY, ASK_VARIANT, DEAL_OVER, Setup
from cardwright.games.poker.state import OVER, WAITS, PokerState


def end_deal(setup: Setup, paid: PokerState) -> PokerState:
    """End a deal whose pots are all paid, and ask the first player who is to decide."""
    over = replace(paid, step=setup.step_between(DEAL_OVER), seat=NO_SEAT, before=paid.betting.stacks)
    for player in seats_of(paid.leaving):
        over = _cash_out(over, player, over.events)
    due = paid.betting.inside & ~paid.shown & ~paid.leaving if setup.showdown == "ask" else 0
    return _next_to_show(setup, over, due)


def _next_to_show(setup: Setup, state: PokerState, due: int) -> PokerState:
    """Ask the next player whose hand was not seen (PK11)."""
    if due:
        return replace(state, turn=next_seat(due, state.button), due=due)
    short = _seats_to_rebuy(setup, state) if setup.rebuy and state.deal < setup.deals else 0
    has_opponent = (start(state.before).inside | short).bit_count() > 1  # all others may have left
    return _next_to_buy(setup, state, short if has_opponent else 0)


def _next_to_buy(setup: Setup, state: PokerState, due: int) -> PokerState:
    """Ask the next player who is short of chips (PK12), last and all at once the one who has the big blind (PK13)."""
    if not due:
        return _next_to_sit(setup, state, 0)
    seated = start(state.before).inside | due
    last = 1 << next_seat(seated, _last_posted(setup, state)) if setup.sit_out else 0
    others = due & ~last
    step, asked = (ASK_BUY, others) if others else (ASK_STAY, due)
    return replace(state, step=setup.step_between(step), turn=next_seat(asked, state.button), due=due)


def _next_to_sit(setup: Setup, state: PokerState, asked: int) -> PokerState:
    """Ask the player who is due the big blind (PK13), unless no other plays."""
    turn = _next_to_ask(setup, state, asked) if setup.sit_out and not _is_over(setup, state) else NO_SEAT
    if turn != NO_SEAT and _seats_in_next_deal(state) & ~(1 << turn):
        return replace(state, step=setup.step_between(ASK_STAY), turn=turn, due=asked | 1 << turn)
    return _go_on(setup, state)


def _go_on(setup: Setup, state: PokerState) -> PokerState:
    """End the game, wait until two play (PK13), or go on to the next deal."""
    if not _is_over(setup, state) and _seats_in_next_deal(state).bit_count() < 2:
        due = start(state.before).inside & state.sitting
        return replace(state, step=setup.step_between(ASK_STAY), turn=WAITS, due=due)
    turn = OVER if _is_over(setup, state) else CHANCE
    return replace(state, step=setup.step_between(DEAL_OVER), turn=turn, due=0)


def _is_over(setup: Setup, state: PokerState) -> bool:
    """Return True after the last deal, and once fewer than two have chips; players who sit out have them."""
    left = start(state.before).inside if setup.waits else _seats_in_next_deal(state)
    return 0 < setup.deals <= state.deal or left.bit_count() < 2


def _seats_to_rebuy(setup: Setup, state: PokerState) -> int:
    """Return the seats that are asked, as a mask: those dealt in that have less than half of a buy-in."""
    dealt_in = (bool(down or up) for down, up in zip(state.down, state.up))
    short = [1 << seat for seat, dealt in enumerate(dealt_in) if dealt and _is_short(setup, state, seat)]
    return sum(short) & ~state.leaving


def _is_short(setup: Setup, state: PokerState, seat: Player) -> bool:
    """Return True if a seat has less than half of a buy-in."""
    return 2 * state.before[seat] < setup.buy_ins[seat]


def _seats_in_next_deal(state: PokerState) -> int:
    """Return the seats that the next deal has, as a mask."""
    return start(state.before, state.sitting).inside


def _next_to_ask(setup: Setup, state: PokerState, asked: int) -> Player:
    """Return the seat that the big blind comes to (without blinds, the button), if it was not asked yet.

    Seats that were asked and sit out are passed over. `NO_SEAT` if the seat found has been asked.
    """
    seated = start(state.before).inside
    seat = _last_posted(setup, state)
    for _ in range(seated.bit_count()):
        seat = next_seat(seated, seat)
        if not asked >> seat & 1:
            return seat
        if not state.sitting >> seat & 1:
            break
    return NO_SEAT


def _last_posted(setup: Setup, state: PokerState) -> Player:
    """Return the seat after which the search for the next big blind (without blinds, the button) begins."""
    return state.big if setup.by_blinds else state.button


def choices(setup: Setup, state: PokerState, player: Player, kind: int) -> tuple[Action, ...]:
    """Return the actions of a player who is asked in a step of this kind; a bot takes the first.

    One without chips cannot play on, nor sit out without buying. By older rules two must be left in.
    """
    chips = state.before[player]
    if kind == DEAL_OVER:
        return (MUCK, REVEAL)
    if kind == ASK_BUY:
        return (BUY, STAY, LEAVE) if chips else (BUY, LEAVE)
    others = _seats_in_next_deal(state) & ~(1 << player)
    ways: list[Action] = [STAY] if chips else []
    if _is_short(setup, state, player) or (chips < setup.buy_ins[player] and state.turn != WAITS):
        ways.insert(0 if _is_short(setup, state, player) else 1, BUY)
    if state.turn != WAITS and (setup.waits or others.bit_count() > 1):
        ways.append(SIT_OUT if chips else BUY_AND_SIT_OUT)
    return (*ways, LEAVE)


def why_illegal(kind: int, action: Action) -> str:
    """Name the rule that refuses an action in a step of this kind."""
    if kind == DEAL_OVER:
        return "the deal is over: show your hand, or muck it"
    if action == STAY:
        return "you have no chips to play on with: buy in again, or leave"
    if action == BUY:
        return "you have a whole buy-in, and no one may buy more"
    if action in (SIT_OUT, BUY_AND_SIT_OUT):
        return "no one sits out now: two players must be left in, and it is asked when the big blind comes to you"
    return "the deal is over: buy in again, play on or leave"


def apply_decision(setup: Setup, state: PokerState, player: Player, action: Action, kind: int) -> PokerState:
    """Carry out a player's decision in a step of this kind, and ask the next player."""
    due = state.due & ~(1 << player)
    if type(action) is Leave:
        settled = _cash_out(state, player)
        asks_another = state.turn not in (player, CHANCE, WAITS) and not _is_over(setup, settled)
        if asks_another and (kind != ASK_VARIANT or _seats_in_next_deal(settled).bit_count() > 1):
            return replace(settled, due=state.due if kind == ASK_STAY else due)
    else:
        settled = _show_or_muck(state, player, action) if kind == DEAL_OVER else _settle(setup, state, player, action)
    if state.turn in (CHANCE, WAITS) or kind == ASK_VARIANT:
        return _go_on(setup, settled)
    if kind == DEAL_OVER:
        return _next_to_show(setup, settled, due)
    return _next_to_buy(setup, settled, due) if kind == ASK_BUY else _next_to_sit(setup, settled, state.due)


def _show_or_muck(state: PokerState, player: Player, action: Action) -> PokerState:
    """Turn a hand up after the deal, or leave it unseen."""
    if type(action) is Muck:
        return replace(state, events=(Did(player, "muck"),))
    assert type(action) is Reveal
    cards = state.down[player] + state.up[player]
    return replace(state, shown=state.shown | 1 << player, events=(Revealed(player, cards),))


def _settle(setup: Setup, state: PokerState, player: Player, action: Action) -> PokerState:
    """Change the chips of a player who buys up to a buy-in, and note if they sit out."""
    bit, sits = 1 << player, isinstance(action, SitOut | BuyAndSitOut)
    bought = setup.buy_ins[player] - state.before[player] if isinstance(action, Buy | BuyAndSitOut) else 0
    events: tuple[PokerEvent, ...] = (Bought(player, bought),) if bought else ()
    if sits != bool(state.sitting & bit):
        events += (Did(player, "sit-out" if sits else "return"),)
    sitting = state.sitting | bit if sits else state.sitting & ~bit
    return replace(_add_chips(state, player, bought), sitting=sitting, events=events)


def sit_in(setup: Setup, state: PokerState, player: Player) -> PokerState:
    """Have a player who has left buy in, and sit out until the next big blind; deal them in if the table waits."""
    bought, bit = setup.buy_ins[player], 1 << player
    came = replace(_add_chips(state, player, bought), events=(Did(player, "return"), Bought(player, bought)))
    if state.turn == WAITS:
        return _go_on(setup, came)
    return replace(came, sitting=state.sitting | bit)


def _cash_out(state: PokerState, player: Player, events: tuple[PokerEvent, ...] = ()) -> PokerState:
    """Take away the chips of a player who leaves, after these ``events``."""
    chips = state.before[player]
    left = replace(_add_chips(state, player, -chips), sitting=state.sitting & ~(1 << player))
    return replace(left, events=(*events, CashedOut(player, chips)))


def _add_chips(state: PokerState, player: Player, bought: int) -> PokerState:
    """Give a player who is not in a deal chips that were bought, or take some away."""
    b = state.betting
    return replace(
        state,
        betting=replace(b, stacks=replace_item(b.stacks, player, b.stacks[player] + bought)),
        before=replace_item(state.before, player, state.before[player] + bought),
        bought=replace_item(state.bought, player, state.bought[player] + bought),
    )
