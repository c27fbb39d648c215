"""The chips of one deal: stacks, bets and pots as a value. It knows no cards.

A `Betting` is a moment. Rounds are begun by `begin`, `blinds` or `bring_in`, moved on by `fold`, `call` and `raise_to`,
and closed by `collect`; `pots` and `settle` divide the chips that were put in. Amounts are whole chips, and no function
loses or makes one: ``total`` is the same before and after each.

Rules, where books differ (rules.md gives the reasons):

- *No limit, pot limit.* A raise is at least as large as the largest bet or raise of the round. An all-in for less
  is a bet that must be met, but it does not reopen the betting: who has acted may raise again only when what they
  face, in one step or several, is a full raise.
- *Fixed limit.* An all-in of half a bet or more counts as a full bet; one for less only may be completed. Blinds count
  as the first bet of their round, a bring-in does not.
- A blind or bring-in that a short stack cannot pay in full is still owed in full by everyone else.
- A player with no opponent left to bet against is not asked, and a raise that no opponent could call is not allowed.
- Unmatched chips are returned before the pots are made.
- A chip bet *blind* counts for two: bets and what is paid are stakes, and ``dead`` lacks what blind seats did not pay.
"""

import functools
import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

import msgspec
from msgspec.structs import replace

from cardwright.game import replace_item

NO_SEAT: Final = -1
NO_LIMIT: Final = "no-limit"
POT_LIMIT: Final = "pot-limit"
FIXED_LIMIT: Final = "fixed-limit"
LIMITS: Final = (NO_LIMIT, POT_LIMIT, FIXED_LIMIT)
OddChips: TypeAlias = Callable[[str, list[int]], list[int]]  # the winners of a half, first to take an odd chip first


class Pot(msgspec.Struct, frozen=True, gc=False):
    """A main or side pot: its chips, and the seats that can win it."""

    amount: int
    seats: tuple[int, ...]


class Betting(msgspec.Struct, frozen=True, gc=False):  # it can hold no cycle
    """The chips of a deal at one moment. Sets of seats are bit masks: seat 3 is ``1 << 3``."""

    stacks: tuple[int, ...]  # behind
    bets: tuple[int, ...]  # in front, in this round
    paid: tuple[int, ...]  # in the pot, from earlier rounds and antes
    dead: int  # in the pot, and no seat's stake: the ante of one seat for the whole table
    inside: int  # who has not folded
    able: int  # those inside who have chips behind
    waiting: int  # those able who are still to act in this round
    acted: int  # who has acted since the last full bet or raise
    turn: int  # who acts now, or NO_SEAT: the round is over
    top: int  # the bet to match
    base: int  # the last full bet or raise: what a short all-in did not change
    least: int  # the least full raise; in fixed limit, the bet
    raises: int  # full bets and raises made in this round
    opener: int  # who shows first: the last to bet or raise, else the first to act
    bring: int  # the bring-in until it is completed; still to be posted while ``top`` is 0
    unseen: int = 0  # who plays blind: a chip of theirs counts for two
    blind: tuple[int, ...] = ()  # of the bets and of what is in the pot, what was bet blind: half of it was paid
    met: tuple[int, ...] = ()  # where bets go round until a show: those with whom each seat has compared hands
    asker: int = NO_SEAT  # who asks for a show or a side show
    covered: tuple[Pot, ...] = ()  # pots for which some seat can bet no more


class Award(msgspec.Struct, frozen=True, gc=False):
    """Chips a seat takes: from which pot (0 is the main pot), and for which half, "high", "low" or "" for all."""

    seat: int
    amount: int
    pot: int
    half: str = ""


@functools.lru_cache(maxsize=4096)
def seats_of(mask: int) -> tuple[int, ...]:
    """The seats in a mask, in order."""
    return tuple(seat for seat in range(mask.bit_length()) if mask >> seat & 1)


def next_seat(mask: int, seat: int) -> int:
    """The first seat of a mask clockwise from a seat, itself last. The mask is not empty."""
    higher = mask >> (seat + 1)
    if higher:
        return seat + (higher & -higher).bit_length()
    return (mask & -mask).bit_length() - 1


def pot(b: Betting) -> int:
    """All chips put in, the bets of this round among them."""
    return sum(b.bets) + sum(b.paid) + b.dead


def start(stacks: Sequence[int], sitting: int = 0) -> Betting:
    """A deal about to begin; seats without chips, and the seats of a mask that sit out, are not in it."""
    no_chips = (0,) * len(stacks)
    inside = _with_chips(~sitting, stacks)
    return Betting(
        stacks=tuple(stacks), bets=no_chips, paid=no_chips, dead=0, inside=inside, able=inside, waiting=0, acted=0,
        turn=NO_SEAT, top=0, base=0, least=0, raises=0, opener=NO_SEAT, bring=0,
    )  # fmt: skip


def antes(b: Betting, amounts: Sequence[int], shared: bool = False) -> Betting:
    """Everyone pays an ante, or all their chips. ``shared``: one seat pays for all, so that none of it is a stake."""
    stacks, paid, dead = list(b.stacks), list(b.paid), b.dead
    for seat in seats_of(b.inside):
        ante = min(amounts[seat], stacks[seat])
        stacks[seat] -= ante
        if shared:
            dead += ante
        else:
            paid[seat] += ante
    return replace(b, stacks=tuple(stacks), paid=tuple(paid), dead=dead, able=_with_chips(b.inside, stacks))


def _with_chips(mask: int, stacks: Sequence[int]) -> int:
    if 0 not in stacks:
        return mask & ((1 << len(stacks)) - 1)
    with_chips = 0
    for seat, stack in enumerate(stacks):
        if stack:
            with_chips |= 1 << seat
    return with_chips & mask


def begin(b: Betting, first: int, least: int) -> Betting:
    """Open a round without forced bets: ``first`` acts first, or the next seat that can."""
    waiting, turn, opener = 0, NO_SEAT, first
    if b.able & (b.able - 1):  # else there is no opponent to bet against
        waiting = b.able
        turn = opener = next_seat(b.able, first - 1)
    return replace(b, waiting=waiting, acted=0, turn=turn, top=0, base=0, least=least, raises=0, opener=opener, bring=0)


def blinds(
    b: Betting, due: Sequence[tuple[int, int]], least: int, coming_in: Sequence[tuple[int, int]] = ()
) -> Betting:
    """Open a round with blinds, as (seat, amount) in order, and a straddle if any; the seat after the last acts first.

    ``least`` is the least raise. The largest blind is owed by all, even when its own seat cannot pay it. The blinds of
    players ``coming_in``, at most as large, change neither who acts first nor what is owed.
    """
    stacks, bets, able = list(b.stacks), list(b.bets), b.able
    # A small blind is no bet, a straddle is a second one.
    top, full_bets = max(amount for _, amount in due), sum(amount >= least for _, amount in due)
    for seat, amount in (*due, *coming_in):
        paid = amount
        if amount >= stacks[seat]:
            paid = stacks[seat]
            able &= ~(1 << seat)
        bets[seat] += paid
        stacks[seat] -= paid
    turn = next_seat(able, due[-1][0]) if able else NO_SEAT
    opened = replace(
        b, stacks=tuple(stacks), bets=tuple(bets), able=able, waiting=able, turn=turn, top=top, base=top, least=least,
        raises=full_bets, opener=turn,
    )  # fmt: skip
    return _unless_alone(opened)


def bring_in(b: Betting, first: int, amount: int, least: int) -> Betting:
    """Open a round that ``first``, or the next seat with chips, must bring in or complete to ``least``."""
    opened = begin(b, first, least)
    return opened if opened.turn == NO_SEAT else replace(opened, bring=amount)


def _unless_alone(b: Betting) -> Betting:
    """End the betting if only one seat has chips left, unless that seat still owes something to another's bet."""
    able = b.able
    if able & (able - 1):
        return b
    if not able & b.waiting:
        return b if b.turn == NO_SEAT else replace(b, turn=NO_SEAT)
    seat = able.bit_length() - 1
    other_bet = max(bet for other, bet in enumerate(b.bets) if other != seat)
    if b.bets[seat] >= other_bet:
        return replace(b, waiting=0, turn=NO_SEAT)
    return replace(b, top=other_bet, turn=seat)


def to_call(b: Betting) -> int:
    """Return the chips that the player to act adds to call, 0 to check; while a bring-in is owed, the bring-in."""
    seat = b.turn
    owed, stack = (b.top or b.bring) - b.bets[seat], b.stacks[seat]
    if b.unseen:
        owed = _chips_for_stake(b, seat, owed)
    return owed if owed < stack else stack  # noqa: FURB136  a call of min would cost as much as all of this


def bounds(b: Betting, limit: str, cap: int) -> tuple[int, int]:
    """Return the least and the most that the player to act may raise *to*; both are 0 where no raise is allowed.

    The least is below a full raise only when it is all-in. ``cap`` is the number of bets and raises allowed in a round
    of fixed limit, 0 for any.
    """
    seat, top = b.turn, b.top
    bet = b.bets[seat]
    all_in = bet + (_max_stake(b, seat) if b.unseen else b.stacks[seat])
    if all_in <= (top or b.bring):
        return 0, 0
    bit = 1 << seat
    if limit == FIXED_LIMIT:
        if (cap and b.raises >= cap) or (b.acted & bit and 2 * (top - bet) < b.least):
            return 0, 0
        # a short all-in, or a bring-in, is completed; anything else is raised by a full bet
        low = b.base + b.least
        high = min(low, all_in)
    else:
        if b.acted & bit and top - bet < b.least:
            return 0, 0
        low = (0 if b.bring else top) + b.least
        high = all_in if limit == NO_LIMIT else min(max(low, top + pot(b) + top - bet), all_in)
    for other in seats_of(b.able & ~bit):  # no raise that no opponent could call
        if (_max_stake(b, other) if b.unseen else b.stacks[other]) + b.bets[other] > top:
            return low if low < high else high, high  # noqa: FURB136
    return 0, 0


def _chips_for_stake(b: Betting, seat: int, stake: int) -> int:
    """Return the chips that a stake costs: half of it, rounded up, for a seat that plays blind."""
    return (stake + 1) // 2 if b.unseen >> seat & 1 else stake


def _max_stake(b: Betting, seat: int) -> int:
    """Return the stake that all chips of a seat make."""
    return b.stacks[seat] << (b.unseen >> seat & 1)


def look(b: Betting, seat: int) -> Betting:
    """A seat plays blind no longer."""
    return replace(b, unseen=b.unseen & ~(1 << seat))


def _unpaid(b: Betting, seat: int, stake: int) -> int:
    """Return the chips that a seat has not paid of its first ``stake``: half of its blind bets."""
    return min(stake, b.blind[seat]) // 2 if b.blind else 0


def _after_blind(b: Betting, before: Betting, seat: int, stake: int, chips: int) -> Betting:
    """Return the betting in which a stake was made with fewer chips: what is missing is not in the pot."""
    saved = stake - chips
    if not saved:
        return b
    blind = replace_item(before.blind, seat, before.blind[seat] + 2 * saved)
    return replace(b, dead=before.dead - saved, blind=blind)


def fold(b: Betting) -> Betting:
    """The player to act gives up."""
    seat = b.turn
    keep = ~(1 << seat)
    inside, able, waiting = b.inside & keep, b.able & keep, b.waiting & keep
    alone = not inside & (inside - 1)
    if alone:
        waiting = 0
    turn = next_seat(waiting, seat) if waiting else NO_SEAT
    folded = replace(b, inside=inside, able=able, waiting=waiting, turn=turn)
    return folded if alone or able & (able - 1) else _unless_alone(folded)


def call(b: Betting) -> Betting:
    """The player to act checks, calls, or posts the bring-in that is owed."""
    seat = b.turn
    bit = 1 << seat
    waiting, acted = b.waiting & ~bit, b.acted | bit
    turn = next_seat(waiting, seat) if waiting else NO_SEAT
    top, bet = b.top or b.bring, b.bets[seat]
    if bet == top:
        return replace(b, waiting=waiting, acted=acted, turn=turn)
    stack, able = b.stacks[seat], b.able
    pays = chips = top - bet
    if b.unseen:
        chips = _chips_for_stake(b, seat, pays)
    if chips >= stack:
        pays, chips = min(pays, _max_stake(b, seat)) if b.unseen else stack, stack
        able &= ~bit
    called = replace(
        b, stacks=replace_item(b.stacks, seat, stack - chips), bets=replace_item(b.bets, seat, bet + pays), able=able,
        waiting=waiting, acted=acted, turn=turn, top=top,
    )  # fmt: skip
    if b.unseen:
        called = _after_blind(called, b, seat, pays, chips)
    return called if able & (able - 1) else _unless_alone(called)


def raise_to(b: Betting, amount: int, limit: str) -> Betting:
    """The player to act bets, completes or raises so that ``amount`` lies before them."""
    seat = b.turn
    bit = 1 << seat
    stake = amount - b.bets[seat]
    chips = _chips_for_stake(b, seat, stake) if b.unseen else stake
    stack = b.stacks[seat] - chips
    able = b.able if stack else b.able & ~bit
    least, base, raises, acted, bring = b.least, b.base, b.raises, b.acted | bit, b.bring
    step = 2 * (amount - base) if limit == FIXED_LIMIT else amount - (0 if bring else b.top)
    if step >= least:
        acted, base, raises, bring = bit, amount, raises + 1, 0
        if limit != FIXED_LIMIT:
            least = max(least, amount - b.top)
    waiting = able & ~bit
    raised = replace(
        b, stacks=replace_item(b.stacks, seat, stack), bets=replace_item(b.bets, seat, amount), able=able,
        waiting=waiting, acted=acted, turn=next_seat(waiting, seat) if waiting else NO_SEAT, top=amount,
        base=base, least=least, raises=raises, opener=seat, bring=bring,
    )  # fmt: skip
    if b.unseen:
        raised = _after_blind(raised, b, seat, stake, chips)
    return raised if able & (able - 1) else _unless_alone(raised)


def collect(b: Betting) -> tuple[Betting, int, int]:
    """Close the round: unmatched chips go back (returned as seat and amount), the rest into the pot."""
    if b.acted and not b.top:  # all have checked, and what was paid before was evened out
        return b, NO_SEAT, 0
    stakes = list(map(operator.add, b.paid, b.bets))
    ordered = sorted(stakes)
    returned, seat, stacks, able = ordered[-1] - ordered[-2], NO_SEAT, b.stacks, b.able
    dead, blind = b.dead, b.blind
    if returned:
        seat = stakes.index(ordered[-1])
        stakes[seat] -= returned
        if blind:
            saved = _unpaid(b, seat, ordered[-1]) - _unpaid(b, seat, ordered[-2])
            returned, dead = returned - saved, dead + saved
            blind = replace_item(blind, seat, min(blind[seat], stakes[seat]))
        stacks = replace_item(stacks, seat, stacks[seat] + returned)
        able |= b.inside & (1 << seat)
    closed = replace(
        b, stacks=stacks, bets=(0,) * len(stacks), paid=tuple(stakes), dead=dead, able=able, waiting=0, turn=NO_SEAT,
        top=0, base=0, raises=0, bring=0, blind=blind,
    )  # fmt: skip
    return closed, seat, returned


def pots(b: Betting) -> tuple[Pot, ...]:
    """The main pot and the side pots, without the bets of this round; who folded has paid in, and wins nothing."""
    if b.met:
        return _covered_pots(b)
    inside, stakes = seats_of(b.inside), b.paid
    levels = set(map(stakes.__getitem__, inside))
    if len(levels) == 1:
        return (Pot(sum(stakes) + b.dead, inside),)
    pots_: list[Pot] = []
    level_below, dead_chips = 0, b.dead + sum([_unpaid(b, seat, stake) for seat, stake in enumerate(stakes)])
    for level in sorted(levels):
        amount = dead_chips
        for seat, stake in enumerate(stakes):
            if stake > level_below:
                capped = min(stake, level)
                amount += capped - level_below - _unpaid(b, seat, capped) + _unpaid(b, seat, level_below)
        if amount:
            pots_.append(Pot(amount, tuple(seat for seat in inside if stakes[seat] >= level)))
        level_below, dead_chips = level, 0
    return tuple(pots_)


def _covered_pots(b: Betting) -> tuple[Pot, ...]:
    """Return the pots that seats have covered, and the last one."""
    pots_ = [Pot(each.amount, tuple(seat for seat in each.seats if b.inside >> seat & 1)) for each in b.covered]
    remainder = pot(b) - sum(each.amount for each in pots_)
    return (*pots_, Pot(remainder, seats_of(b.able))) if remainder else tuple(pots_)


def from_left(first: int, players: int) -> OddChips:
    """Give odd chips from the seat ``first`` on, clockwise."""
    return lambda _, winners: sorted(winners, key=lambda seat: (seat - first) % players)


def settle(
    pots_: Sequence[Pot], odd_chips: OddChips, high: Mapping[int, int], low: Mapping[int, int] | None = None
) -> list[Award]:
    """Divide each pot: to the best hand, or half to the best ``high`` and half to the best ``low``.

    Larger strengths win; ``low`` holds only hands that qualify, and without one the high hand takes all. An odd chip
    goes to the high half; odd chips of a half go one each, in the order that ``odd_chips`` gives to its winners.
    """
    awards: list[Award] = []
    for number, pot in enumerate(pots_):
        lows = [seat for seat in pot.seats if seat in low] if low else []
        if lows and low:
            lower = pot.amount // 2
            awards += _share_pot(pot.amount - lower, pot.seats, high, number, "high", odd_chips)
            awards += _share_pot(lower, lows, low, number, "low", odd_chips)
        else:
            awards += _share_pot(pot.amount, pot.seats, high, number, "", odd_chips)
    return awards


def _share_pot(
    amount: int, seats: Sequence[int], strength: Mapping[int, int], number: int, half: str, odd_chips: OddChips
) -> list[Award]:
    best = max(map(strength.__getitem__, seats))
    winners = [seat for seat in seats if strength[seat] == best]
    if len(winners) == 1:
        return [Award(winners[0], amount, number, half)] if amount else []
    share, odd = divmod(amount, len(winners))
    shares = [(seat, share + (place < odd)) for place, seat in enumerate(odd_chips(half, winners))]
    return [Award(seat, chips, number, half) for seat, chips in shares if chips]


def pay(b: Betting, awards: Sequence[Award]) -> Betting:
    """Move the chips of some awards from the pot to the stacks. Chips left in the pot belong to no seat's stake."""
    stacks, none, left = list(b.stacks), (0,) * len(b.stacks), pot(b)
    for award in awards:
        stacks[award.seat] += award.amount
        left -= award.amount
    return replace(b, stacks=tuple(stacks), bets=none, paid=none, dead=left, blind=(), covered=())
