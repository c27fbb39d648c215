"""Legal bets, and the rule that refuses any other."""

from cardwright.game import Action
from cardwright.games.poker import betting
from cardwright.games.poker.actions import (
    BRING_IN,
    CALL,
    CHECK,
    FOLD,
    LOOK,
    BringIn,
    Call,
    Check,
    Draw,
    Fold,
    Look,
    Raise,
    Wagers,
)
from cardwright.games.poker.betting import FIXED_LIMIT, POT_LIMIT, Betting
from cardwright.wording import counted

_FACING_BET: tuple[Action, ...] = (FOLD, CALL)
_WITHOUT_BET: tuple[Action, ...] = (CHECK,)
_LOOKED, _NEVER_BLIND = "you have looked at your cards", "you see your cards: in this variant no player plays blind"


def wagers(b: Betting, limit: str, cap: int) -> Wagers:
    """Return the choices of the player who is to bet."""
    low, high = betting.bounds(b, limit, cap)
    if b.bring and not b.top:
        return Wagers((BRING_IN,), low, high)
    first = _FACING_BET if b.bets[b.turn] < b.top else _WITHOUT_BET
    if b.unseen >> b.turn & 1:
        first = (LOOK, *first)
    return Wagers(first, low, high)


def why_illegal(b: Betting, limit: str, cap: int, action: Action) -> str:
    """Name the rule that refuses an action to the player who is to bet."""
    call, (low, high) = betting.to_call(b), betting.bounds(b, limit, cap)
    match action:
        case Raise(to=to) if low:
            return _why_not_to(b, limit, to, low, high)
        case Raise():
            return _why_no_raise(b, limit, cap, call)
        case Look():
            return _LOOKED if b.blind else _NEVER_BLIND
        case Draw():
            return "cards are exchanged between the rounds of betting, not now"
        case BringIn():
            return "the bring-in is posted once, at the beginning of the deal"
        case Fold() | Check() | Call() if b.bring and not b.top:
            return f"the deal must be brought in: post the {call:,}, or complete the bet"
        case Fold():
            return "a player who can check cannot fold"
        case Check():
            return f"there is a bet: {call:,} to call"
        case Call():
            return "there is no bet to call: check instead"
    return ""


def _why_not_to(b: Betting, limit: str, to: int, low: int, high: int) -> str:
    """The rule against this amount, where some raise is legal."""
    word = "complete" if b.bring else "raise" if b.top else "bet"
    stack = b.bets[b.turn] + b.stacks[b.turn]
    if to > high:
        if high == stack:
            return f"you have {counted(stack, 'chip')} in all to {word} with"
        if limit == POT_LIMIT:
            return f"in pot limit the most is the pot after calling: {word} to {high:,}"
    if limit == FIXED_LIMIT:
        return f"the limit fixes the amount: {word} to {low:,}"
    if word == "raise":
        return f"a raise must be to {low:,} at least: the bet of {b.top:,} and as much again as the last bet or raise"
    return f"the least bet is {low:,}"


def _why_no_raise(b: Betting, limit: str, cap: int, call: int) -> str:
    """The rule against raising at all."""
    seat = b.turn
    if limit == FIXED_LIMIT and cap and b.raises >= cap:
        return f"this round has had its {cap} bets and raises"
    if b.stacks[seat] <= call:
        return f"calling takes the {b.stacks[seat]:,} you have left"
    if not any(stack + bet > b.top for other, (stack, bet) in enumerate(zip(b.stacks, b.bets)) if _rival(b, other)):
        return "no other player has chips left to call a raise"
    return "the last all-in was less than a full raise, so it does not let you raise again"


def _rival(b: Betting, seat: int) -> bool:
    return seat != b.turn and bool(b.able >> seat & 1)
