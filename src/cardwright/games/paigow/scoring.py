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
def turned_up(hands: Hands, seat: Player | None, setting: Setting, dragon: bool = False) -> Hand:
    """Return a hand that was set, as it is turned up: a foul is found."""
    return Hand(seat, setting.front, setting.back, hands.foul(setting.front, setting.back), dragon, setting.reason)


def compare(mine: int, banks: int) -> str:
    """Compare one hand with the bank's, by strength."""
    return "win" if mine > banks else "copy" if mine == banks else "lose"


def outcome(front: str, back: str, copies_push: bool) -> str:
    """The result of a bet from two comparisons. The bank wins copies (PG4), or a copy makes the bet a push."""
    if front == back == "win":
        return "win"
    lost = ("lose",) if copies_push else ("lose", "copy")
    return "lose" if front in lost and back in lost else "push"


def settle(hands: Hands, mine: Hand, bank: Hand, bet: int, copies_push: bool) -> Result:
    """Settle a bet against the bank (PG8): a foul loses, even to a foul; the bank's foul loses to the rest."""
    front = compare(hands.front(mine.front), hands.front(bank.front))
    back = compare(hands.back(mine.back), hands.back(bank.back))
    if mine.foul:
        said = "foul"
    elif bank.foul:
        said = "win"
    else:
        said = outcome(front, back, copies_push)
    gained = {"win": bet, "push": 0}.get(said, -bet)
    return Result(mine.seat, bet, front, back, said, gained, mine.dragon)


def gains(results: Sequence[Result], bank: Player | None, players: int) -> tuple[list[int], list[int]]:
    """Each seat's gain, and the gain on which commission is due: bets won, and a bank's gain all in all."""
    won, taxed = [0] * players, [0] * players
    for result in results:
        if result.seat is not None:
            won[result.seat] += result.gained
            taxed[result.seat] += max(result.gained, 0)
        if bank is not None:
            won[bank] -= result.gained
    if bank is not None:
        taxed[bank] = max(won[bank], 0)
    return won, taxed


def commissions(won: Sequence[int], owed: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Five in a hundred of each seat's wins, exactly: (whole chips collected now, twentieths owed after it).

    Chips cannot be cut, so a twentieth of each chip won is written up, and collected once it makes a whole chip.
    """
    written = [before + win for before, win in zip(owed, won, strict=True)]
    return tuple(each // COMMISSION_DIVISOR for each in written), tuple(each % COMMISSION_DIVISOR for each in written)


def bonuses(hands: Hands, bets: Mapping[Player, int], cards: Mapping[Player, Sequence[Card]]) -> tuple[Bonus, ...]:
    """Settle the Fortune bets. Envy is for the hands of other players, never for the seat's own or the dealer's."""
    lines = {seat: fortune.line(hands, held) for seat, held in cards.items()}
    settled = []
    for seat, bet in bets.items():
        own = lines[seat]
        gained = bet * own.pays if own else -bet
        others = sum(line.envy for other, line in lines.items() if line and other != seat)
        envy = others if bet >= fortune.ENVY_FROM else 0
        settled.append(Bonus(seat, bet, own.name if own else "", gained, envy))
    return tuple(settled)


def best_alone(strengths: Mapping[Player, int]) -> Player | None:
    """Return the seat whose hand is better than all others, if there is one."""
    best = max(strengths.values(), default=None)
    holders = [seat for seat, strength in strengths.items() if strength == best]
    return holders[0] if len(holders) == 1 else None


def at_home(hands: Hands, shown: Sequence[Hand], round: int, pot: int) -> HomeShowdown:
    """Settle the pot (PG13): best front and best back, both alone. A foul cannot win either."""
    fair = [hand for hand in shown if not hand.foul and hand.seat is not None]
    front = best_alone({hand.seat: hands.front(hand.front) for hand in fair if hand.seat is not None})
    back = best_alone({hand.seat: hands.back(hand.back) for hand in fair if hand.seat is not None})
    winner = front if front == back else None
    return HomeShowdown(round, tuple(shown), front, back, pot, winner)
