"""Buying chips between deals, as in a cash game (PK12)."""

from msgspec.structs import replace

from cardwright.game import Action, Player
from cardwright.games.poker.actions import BUY, LEAVE, STAY, Bought, Buy, CashedOut, Happened, Leave
from cardwright.games.poker.setup import Setup
from cardwright.games.poker.state import PokerState, PokerView


def short(setup: Setup, state: PokerState) -> int:
    """Return the seats that are asked, as a mask: those dealt in that have less than half of their first stack."""
    dealt_in = (bool(down or up) for down, up in zip(state.down, state.up))
    stacks = zip(dealt_in, state.before, setup.stacks)
    return sum([1 << seat for seat, (dealt, has, first) in enumerate(stacks) if dealt and 2 * has < first])


def choices(state: PokerState, player: Player) -> tuple[Action, ...]:
    """Return what a player who is asked may do; one without chips cannot play on."""
    return (BUY, STAY, LEAVE) if state.before[player] else (BUY, LEAVE)


def why_illegal(view: PokerView, action: Action) -> str:
    """Name the rule that refuses an action between deals."""
    if action == STAY:
        return "you have no chips to play on with: buy in again, or leave"
    return "the deal is over: buy in again, play on or leave"


def decided(setup: Setup, state: PokerState, player: Player, action: Action) -> PokerState:
    """Change the chips of a player who buys up to their first stack, or takes theirs away."""
    has = state.before[player]
    bought = {Buy: setup.stacks[player] - has, Leave: -has}.get(type(action), 0)
    events: tuple[Happened, ...] = ()
    if type(action) is Buy:
        events = (Bought(player, bought),)
    elif type(action) is Leave:
        events = (CashedOut(player, has),)
    stacks = _added(state.before, player, bought)
    betting = replace(state.betting, stacks=stacks)
    return replace(state, betting=betting, before=stacks, bought=_added(state.bought, player, bought), events=events)


def _added(chips: tuple[int, ...], player: Player, amount: int) -> tuple[int, ...]:
    return tuple(each + amount if seat == player else each for seat, each in enumerate(chips))
