"""Bets that go round until two players compare their hands, as in Teen Patti and brag. It knows no cards.

The bets are not evened out: each turn costs at least the stake, and twice that for a player who has looked at their
cards. A raise is a raise of the stake. The betting ends when one player is left, or when one of the last two pays to
see the other. A player who cannot pay *covers* the pot as it is then, and the others go on for another.
"""

from msgspec.structs import replace

from cardwright.game import Action, Player
from cardwright.games.poker import betting
from cardwright.games.poker.actions import (
    ACCEPT,
    CALL,
    FOLD,
    LOOK,
    REFUSE,
    SEE,
    SIDE_SHOW,
    Accept,
    Call,
    Fold,
    Look,
    Raise,
    Refuse,
    See,
    SideShow,
    Wagers,
)
from cardwright.games.poker.betting import FIXED_LIMIT, NO_SEAT, POT_LIMIT, Betting, Pot, next_seat, seats_of
from cardwright.games.poker.variants.model import Show

SEEN_FACTOR = 2  # how many times the stake a player pays who has looked


def begin(b: Betting, first: Player, stake: int) -> Betting:
    """Begin the betting at this stake. Players whose ante was all they had have covered the antes."""
    if not b.able & (b.able - 1):
        return betting.begin(b, first, stake)
    covered = tuple(pot for pot in betting.pots(b) if any(not b.able >> seat & 1 for seat in pot.seats))
    turn = next_seat(b.able, first - 1)
    none = (0,) * len(b.stacks)
    return replace(
        b, waiting=b.able, acted=0, turn=turn, top=stake, base=stake, least=1, raises=0, opener=turn, met=none,
        covered=covered,
    )  # fmt: skip


def price(b: Betting, seat: Player, stake: int) -> int:
    """Return the price of a stake for a seat."""
    return stake if b.unseen >> seat & 1 else SEEN_FACTOR * stake


def see_price(b: Betting, seat: Player, rule: Show) -> int:
    """Return the price for a seat to see the last other player."""
    return rule.price * price(b, seat, b.top)


def before(b: Betting, seat: Player) -> Player:
    """Return the seat that bet before this one."""
    lower = b.able & ((1 << seat) - 1)
    return (lower or b.able & ~(1 << seat)).bit_length() - 1


def choices(b: Betting, rule: Show, limit: str) -> Wagers:
    """Return the choices of the player to act."""
    if b.asker != NO_SEAT:
        return Wagers((REFUSE, ACCEPT), 0, 0)
    blind = b.unseen >> b.turn & 1
    first: list[Action] = [LOOK, FOLD] if blind else [FOLD]
    if not why_no_side_show(b, rule):
        first.append(SIDE_SHOW)
    first.append(CALL)
    if not why_not_see(b, rule):
        first.append(SEE)
    return Wagers(tuple(first), *raises(b, rule, limit))


def raises(b: Betting, rule: Show, limit: str) -> tuple[int, int]:
    """Return the least and the highest stake to raise to; 0 where there is no raise."""
    seat = b.turn
    max_stake = b.stacks[seat] // price(b, seat, 1)
    max_stake = min(max_stake, max(b.stacks[other] // price(b, other, 1) for other in seats_of(b.able & ~(1 << seat))))
    if limit == POT_LIMIT:
        max_stake = min(max_stake, betting.pot(b) // price(b, seat, 1))
    if rule.most:
        max_stake = min(max_stake, rule.most * b.top)
    return (0, 0) if limit == FIXED_LIMIT or max_stake <= b.top else (b.top + 1, max_stake)


def why_not_see(b: Betting, rule: Show) -> str:
    """Return why the player to act cannot ask the last other player to compare hands, "" if they can."""
    seat = b.turn
    if b.able.bit_count() != 2:
        return f"{b.able.bit_count()} players are still betting: the last two compare their hands"
    if b.unseen & b.able & ~(1 << seat) and not b.unseen >> seat & 1:
        return "a player who has looked cannot see one who plays blind"
    cost = see_price(b, seat, rule)
    return "" if b.stacks[seat] >= cost else f"to see costs {cost:,}, and you have {b.stacks[seat]:,}"


def why_no_side_show(b: Betting, rule: Show) -> str:
    """Return why the player to act cannot ask for a side show, "" if they can."""
    seat = b.turn
    if not rule.side:
        return "there is no side show here"
    if b.able.bit_count() < 3:
        return "two players see each other, without a side show"
    asked = before(b, seat)
    if (b.unseen >> seat | b.unseen >> asked) & 1:
        return "a side show is between two players who have looked"
    if not b.bets[asked]:
        return "the player before you has not bet yet"
    cost = price(b, seat, b.top)
    return "" if b.stacks[seat] >= cost else f"a side show costs {cost:,}, and you have {b.stacks[seat]:,}"


def why_illegal(b: Betting, rule: Show, limit: str, action: Action) -> str:
    """Name the rule that refuses an action to the player to act."""
    if b.asker != NO_SEAT and not isinstance(action, Accept | Refuse):
        return "answer first: accept the side show, or refuse it"
    match action:
        case Look():
            return "you have looked at your cards"
        case See():
            return why_not_see(b, rule)
        case SideShow():
            return why_no_side_show(b, rule)
        case Accept() | Refuse():
            return "no player has asked you for a side show"
        case Raise():
            return _why_not_to(b, rule, limit)
        case Fold() | Call():
            return ""
    return "a turn costs the stake: call, raise, or fold"


def _why_not_to(b: Betting, rule: Show, limit: str) -> str:
    low, high = raises(b, rule, limit)
    if limit == FIXED_LIMIT:
        return f"the limit fixes the stake at {b.top:,}"
    if not low:
        return f"the stake of {b.top:,} cannot be raised with these chips"
    return f"the stake is {b.top:,}: raise it to {low:,} at least, and {high:,} at most"


# what a player does


def bet(b: Betting, stake: int) -> Betting:
    """The player to act pays a stake, higher than before or not, or covers the pot with their last chips."""
    seat = b.turn
    cost = price(b, seat, stake)
    if cost > b.stacks[seat]:
        return _pass_turn(_cover_pot(_pay(b, b.stacks[seat]), seat), seat)
    raised = {"top": stake, "raises": b.raises + 1, "opener": seat} if stake > b.top else {}
    return _pass_turn(replace(_pay(b, cost), **raised), seat)


def fold(b: Betting, seat: Player, then: Player) -> Betting:
    """A seat gives up, and the seat after ``then`` is next."""
    keep = ~(1 << seat)
    return _pass_turn(replace(b, inside=b.inside & keep, able=b.able & keep, waiting=b.waiting & keep), then)


def see(b: Betting, rule: Show) -> Betting:
    """The player to act pays to see the other, who shows first."""
    seat = b.turn
    paid = _pay(b, see_price(b, seat, rule))
    return _close(replace(paid, asker=seat, opener=before(b, seat)))


def ask(b: Betting) -> Betting:
    """The player to act bets the stake, and asks the one before for a side show."""
    seat = b.turn
    return replace(_pay(b, price(b, seat, b.top)), asker=seat, turn=before(b, seat))


def refuse(b: Betting) -> Betting:
    """The player who is asked for a side show refuses it."""
    return _pass_turn(replace(b, asker=NO_SEAT), b.asker)


def accept(b: Betting, asker_wins: bool) -> Betting:
    """Two players compare their hands in private, and one of them folds."""
    asker, asked = b.asker, b.turn
    met = list(b.met)
    met[asker] |= 1 << asked
    met[asked] |= 1 << asker
    return fold(replace(b, met=tuple(met), asker=NO_SEAT), asked if asker_wins else asker, asker)


def _pay(b: Betting, chips: int) -> Betting:
    seat = b.turn
    stacks, bets = list(b.stacks), list(b.bets)
    stacks[seat] -= chips
    bets[seat] += chips
    return replace(b, stacks=tuple(stacks), bets=tuple(bets), waiting=b.waiting & ~(1 << seat))


def _cover_pot(b: Betting, seat: Player) -> Betting:
    """A seat plays for the pot as it is now, and bets no more."""
    pot_now = Pot(betting.pot(b) - sum(pot.amount for pot in b.covered), seats_of(b.able))
    return replace(b, able=b.able & ~(1 << seat), covered=(*b.covered, pot_now) if pot_now.amount else b.covered)


def _pass_turn(b: Betting, seat: Player) -> Betting:
    """Pass the turn on. A player without chips covers the pot when their turn comes."""
    while b.able & (b.able - 1):
        turn = next_seat(b.able, seat)
        if b.stacks[turn]:
            return replace(b, turn=turn)
        b, seat = _cover_pot(b, turn), turn
    return _close(b)


def _close(b: Betting) -> Betting:
    """The betting is over: the bets go to the pot."""
    paid = tuple(paid + bet for paid, bet in zip(b.paid, b.bets))
    return replace(b, turn=NO_SEAT, waiting=0, paid=paid, bets=(0,) * len(paid))
