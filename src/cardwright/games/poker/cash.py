"""Between deals, as in a cash game: buying chips (PK12); sitting out, topping up and leaving (PK13)."""

from msgspec.structs import replace

from cardwright.game import Action, Player
from cardwright.games.poker.actions import (
    BUY,
    LEAVE,
    SIT_OUT,
    STAY,
    Bought,
    Buy,
    CashedOut,
    Did,
    Happened,
    Leave,
    SitOut,
)
from cardwright.games.poker.betting import NOBODY, next_seat, start
from cardwright.games.poker.setup import Setup
from cardwright.games.poker.state import PokerState, PokerView


def short(setup: Setup, state: PokerState) -> int:
    """Return the seats that are asked, as a mask: those dealt in that have less than half of their first stack."""
    dealt_in = (bool(down or up) for down, up in zip(state.down, state.up))
    stacks = zip(dealt_in, state.before, setup.stacks)
    return sum([1 << seat for seat, (dealt, has, first) in enumerate(stacks) if dealt and 2 * has < first])


def playing(state: PokerState) -> int:
    """Return the seats that the next deal has, as a mask."""
    return start(state.before, state.sitting).inside


def next_to_ask(setup: Setup, state: PokerState, asked: int) -> Player:
    """Return the seat that the big blind comes to (without blinds, the button), if it was not asked yet.

    Seats that were asked and sit out are passed over. `NOBODY` if the seat found has been asked.
    """
    seated = start(state.before).inside
    seat = state.big if setup.by_blinds else state.button
    for _ in range(seated.bit_count()):
        seat = next_seat(seated, seat)
        if not asked >> seat & 1:
            return seat
        if not state.sitting >> seat & 1:
            break
    return NOBODY


def choices(setup: Setup, state: PokerState, player: Player, *, between: bool) -> tuple[Action, ...]:
    """Return what a player may do who is asked after a deal, ``between`` any two, or before the big blind.

    One without chips cannot play on, and two must be left in.
    """
    has = state.before[player]
    if between:
        return (BUY, STAY, LEAVE) if has else (BUY, LEAVE)
    others = playing(state) & ~(1 << player)
    top_up = (BUY,) if has < setup.stacks[player] else ()
    return (STAY, *top_up, *((SIT_OUT,) if others.bit_count() > 1 else ()), LEAVE)


def why_illegal(view: PokerView, action: Action) -> str:
    """Name the rule that refuses an action between deals."""
    if action == STAY:
        return "you have no chips to play on with: buy in again, or leave"
    if action == BUY:
        return "you have your first stack, and no one may buy more"
    if action == SIT_OUT:
        return "no one sits out now: two players must be left in, and it is asked when the big blind comes to you"
    return "the deal is over: buy in again, play on or leave"


def decided(setup: Setup, state: PokerState, player: Player, action: Action) -> PokerState:
    """Change the chips of a player who buys up to their first stack, or takes theirs away; or who sits out."""
    has, bit = state.before[player], 1 << player
    bought = {Buy: setup.stacks[player] - has, Leave: -has}.get(type(action), 0)
    events: tuple[Happened, ...] = ()
    if type(action) is Leave:
        events = (CashedOut(player, has),)
    elif type(action) is SitOut:
        events = () if state.sitting & bit else (Did(player, "sit-out"),)
    elif state.sitting & bit:
        events = (Did(player, "return"),)
    if type(action) is Buy:
        events += (Bought(player, bought),)
    stacks = _added(state.before, player, bought)
    return replace(
        state,
        betting=replace(state.betting, stacks=stacks),
        before=stacks,
        bought=_added(state.bought, player, bought),
        sitting=state.sitting | bit if type(action) is SitOut else state.sitting & ~bit,
        events=events,
    )


def _added(chips: tuple[int, ...], player: Player, amount: int) -> tuple[int, ...]:
    return tuple(each + amount if seat == player else each for seat, each in enumerate(chips))
