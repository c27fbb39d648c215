"""The showdown: which hands win, and who pays whom. The casino's first, then the one at home.

Results hold no secret: by the time there is one, every hand that plays has been turned up.
"""

import functools
from collections.abc import Mapping, Sequence

from cardwright.cards import Card
from cardwright.game import Player
from cardwright.games.paigow import fortune
from cardwright.games.paigow.events import Bonus, Hand, HomeShowdown, Result
from cardwright.games.paigow.hands import Hands
from cardwright.games.paigow.house_way import Setting

COMMISSION_DIVISOR = 20  # a commission of 5 % is a twentieth


@functools.lru_cache(maxsize=1024)  # every moment of a showdown looks at all of its hands
def turn_up(hands: Hands, seat: Player | None, setting: Setting, dragon: bool = False) -> Hand:
    """Return a hand that was set, as it is turned up: a foul is found."""
    return Hand(seat, setting.front, setting.back, hands.is_foul(setting.front, setting.back), dragon, setting.reason)


def compare(strength: int, bank_strength: int) -> str:
    """Return how one hand compares with the bank's, by strength."""
    return "win" if strength > bank_strength else "copy" if strength == bank_strength else "lose"


def outcome(front: str, back: str, *, copies_push: bool) -> str:
    """The result of a bet from two comparisons. The bank wins copies (PG4), or a copy makes the bet a push."""
    if front == back == "win":
        return "win"
    lost = ("lose",) if copies_push else ("lose", "copy")
    return "lose" if front in lost and back in lost else "push"


def settle(hands: Hands, hand: Hand, bank: Hand, bet: int, *, copies_push: bool) -> Result:
    """Settle a bet against the bank (PG8): a foul loses, even to a foul; the bank's foul loses to the rest."""
    front = compare(hands.front(hand.front), hands.front(bank.front))
    back = compare(hands.back(hand.back), hands.back(bank.back))
    if hand.foul:
        outcome_ = "foul"
    elif bank.foul:
        outcome_ = "win"
    else:
        outcome_ = outcome(front, back, copies_push=copies_push)
    gained = {"win": bet, "push": 0}.get(outcome_, -bet)
    return Result(hand.seat, bet, front, back, outcome_, gained, hand.dragon)


def gains(results: Sequence[Result], bank: Player | None, players: int) -> tuple[list[int], list[int]]:
    """Each seat's gain, and the gain on which commission is due: bets won, and a bank's gain all in all."""
    gained, taxable = [0] * players, [0] * players
    for result in results:
        if result.seat is not None:
            gained[result.seat] += result.gained
            taxable[result.seat] += max(result.gained, 0)
        if bank is not None:
            gained[bank] -= result.gained
    if bank is not None:
        taxable[bank] = max(gained[bank], 0)
    return gained, taxable


def commissions(taxable: Sequence[int], owed: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Five in a hundred of each seat's wins, exactly: (whole chips collected now, twentieths owed after it).

    Chips cannot be cut, so a twentieth of each chip won is written up, and collected once it makes a whole chip.
    """
    twentieths = [owed_before + gain for owed_before, gain in zip(owed, taxable, strict=True)]
    collected = tuple(count // COMMISSION_DIVISOR for count in twentieths)
    return collected, tuple(count % COMMISSION_DIVISOR for count in twentieths)


def bonuses(hands: Hands, bets: Mapping[Player, int], cards: Mapping[Player, Sequence[Card]]) -> tuple[Bonus, ...]:
    """Settle the Fortune bets. Envy is for the hands of other players, never for the seat's own or the dealer's."""
    lines = {seat: fortune.line(hands, held) for seat, held in cards.items()}
    settled = []
    for seat, bet in bets.items():
        own_line = lines[seat]
        gained = bet * own_line.pays if own_line else -bet
        envy_sum = sum(line.envy for other, line in lines.items() if line and other != seat)
        envy = envy_sum if bet >= fortune.MIN_ENVY_BET else 0
        settled.append(Bonus(seat, bet, own_line.name if own_line else "", gained, envy))
    return tuple(settled)


def best_alone(strengths: Mapping[Player, int]) -> Player | None:
    """Return the seat whose hand is better than all others, if there is one."""
    best = max(strengths.values(), default=None)
    holders = [seat for seat, strength in strengths.items() if strength == best]
    return holders[0] if len(holders) == 1 else None


def at_home(hands: Hands, set_hands: Sequence[Hand], round: int, pot: int) -> HomeShowdown:
    """Settle the pot (PG13): best front and best back, both alone. A foul cannot win either."""
    legal = {hand.seat: hand for hand in set_hands if not hand.foul and hand.seat is not None}
    front = best_alone({seat: hands.front(hand.front) for seat, hand in legal.items()})
    back = best_alone({seat: hands.back(hand.back) for seat, hand in legal.items()})
    winner = front if front == back else None
    return HomeShowdown(round, tuple(set_hands), front, back, pot, winner)
