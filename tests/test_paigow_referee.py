"""Whole sessions of pai gow before a referee who reads nothing but the record, as text, and settles by the rules.

The referee knows every rank and suit from its letters and finds what the bug is by trying every card. It takes only
the settings of the dealer's and the dragon hand from the game, for house ways have tests of their own.
"""

from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from random import Random
from typing import Any, TypeAlias

import pytest

from cardwright.game import CHANCE, Player
from cardwright.games.paigow import chips
from cardwright.games.paigow.hands import BUG as BUG_CARD
from cardwright.games.paigow.hands import DECK, hands
from cardwright.games.paigow.house_way import WAYS, set_hand
from cardwright.games.paigow.rules import PaiGow
from support.playouts import after_moments, game_count

Cards: TypeAlias = Sequence[str]
Hand: TypeAlias = tuple[Cards, Cards]  # front and back
Strength: TypeAlias = tuple[float, ...]
Steps: TypeAlias = Generator[tuple[Player, ...], None, None]  # who may act before each step

RANKS, SUITS, BUG, ACE = "..23456789TJQKA", "cdhs", "Jo", 14
CATEGORIES: dict[tuple[int, ...], int] = {  # by the numbers of equal cards
    (5,): 10, (4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1, (1, 1, 1, 1, 1): 0,
}  # fmt: skip
PAIR, STRAIGHT, FLUSH, STRAIGHT_FLUSH = 1, 4, 5, 8
GAMES = game_count(40)


def rank(card: str) -> int:
    return ACE if card == BUG else RANKS.index(card[0])


def front_strength(front: Cards) -> Strength:
    low, high = sorted(map(rank, front))
    return low == high, high, low


def back_strength(back: Cards, wheel: str) -> Strength:
    """The strength of five cards: with the bug as an ace, or as any card that completes a straight or a flush."""
    if BUG not in back:
        return natural_strength(back, wheel)
    others = [card for card in back if card != BUG]
    free = {letter + suit for letter in RANKS[2:] for suit in SUITS} - set(others)
    readings = [natural_strength([*others, card], wheel) for card in free]
    completed = [found for found in readings if found[0] in (STRAIGHT, FLUSH, STRAIGHT_FLUSH)]
    return max([*completed, natural_strength([*others, "A?"], wheel)])


def natural_strength(cards: Cards, wheel: str) -> Strength:
    ranks = sorted(map(rank, cards), reverse=True)
    groups = sorted(((count, each) for each, count in Counter(ranks).items()), reverse=True)
    category, ties = CATEGORIES[tuple(count for count, _ in groups)], [each for _, each in groups]
    if category:
        return category, *ties
    top = float(ranks[0]) if ranks[0] - ranks[4] == 4 else 0.0
    if ranks == [ACE, 5, 4, 3, 2]:
        top = 13.5 if wheel == "second" else 5.0
    if top:
        return (STRAIGHT_FLUSH if is_flush(cards) else STRAIGHT), top
    return (FLUSH if is_flush(cards) else 0, *ranks)


def is_flush(cards: Cards) -> bool:
    return len({card[1] for card in cards}) == 1


def is_foul(hand: Hand, wheel: str) -> bool:
    """The front ranks above the back: by pair or no pair, then by its two cards."""
    category, *ties = back_strength(hand[1], wheel)
    paired, *heights = front_strength(hand[0])
    return category <= PAIR and (paired, heights) > (category == PAIR, [ties[0], ties[0 if category else 1]])


class Referee:
    """The chips of a session, and the steps that it may take; ``moved`` is the last step, a seat and a text."""

    def __init__(self, settings: Mapping[str, Any]) -> None:
        self.settings = settings
        self.minimum: int = settings["minimum"]
        self.chips = [settings["bankroll"]] * settings["players"]
        self.here = set(range(settings["players"]))
        self.twentieths = [0] * settings["players"]  # of a chip, owed as commission
        self.pot, self.round = 0, 0
        self.moved: tuple[Player, str] = (CHANCE, "")

    def words(self) -> list[str]:
        return self.moved[1].split()[1:]

    def all_choose(self, seats: set[Player]) -> Generator[tuple[Player, ...], None, dict[Player, str]]:
        """Each of these seats makes one choice, in any order."""
        chosen: dict[Player, str] = {}
        while waiting := sorted(seats - set(chosen)):
            yield tuple(waiting)
            chosen[self.moved[0]] = self.moved[1]
        return chosen

    def cards_dealt(self, count: int) -> Generator[tuple[Player, ...], None, list[str]]:
        dealt: list[str] = []
        for _ in range(count):
            yield (CHANCE,)
            dealt += self.words()
        return dealt

    def set_hands(self, held: Mapping[Player, Cards]) -> Generator[tuple[Player, ...], None, dict[Player, Hand]]:
        chosen = yield from self.all_choose(set(held))
        fronts = {seat: text.split()[1:] for seat, text in chosen.items()}
        return {seat: (fronts[seat], [card for card in held[seat] if card not in fronts[seat]]) for seat in held}


class CasinoReferee(Referee):
    """A session against the house."""

    def session(self) -> Steps:
        last_bets: dict[Player, int] = {}
        while True:
            self.here = {seat for seat in self.here if self.chips[seat] >= self.minimum}
            if self.round == self.settings["rounds"] or not self.here:
                return
            self.round += 1
            bank = yield from self.bank()
            chosen = yield from self.all_choose(self.here - {bank})
            bets = {seat: int(text.split()[1]) for seat, text in chosen.items() if text != "color up"}
            self.here = set(bets) | ({bank} if bank >= 0 else set())
            if not self.here:
                return
            yield from self.deal(bank, bets, last_bets.get(bank, self.minimum))
            last_bets = bets

    def share(self, bank: Player) -> int:
        """What the bank can pay to each of the others and the dealer, in whole bets."""
        return int(self.chips[bank] // len(self.here) // self.minimum * self.minimum)

    def bank(self) -> Generator[tuple[Player, ...], None, Player]:
        """The seat that has the bank in this round, -1 for the dealer."""
        turn = (self.round - 1) % (len(self.chips) + 1) - 1
        if not self.settings["banking"] or turn not in self.here or self.share(turn) < self.minimum:
            return -1
        yield (turn,)
        return turn if self.moved[1] == "take bank" else -1

    def deal(self, bank: Player, bets: dict[Player, int], habit: int) -> Steps:
        dealt = yield from self.cards_dealt(49)
        seats = sorted(self.here)
        yield (seats[(self.round - 1) % len(seats)],)  # who throws the dice
        total = sum(int(die) for die in (yield from self.cards_dealt(3)))
        # The seats are counted from the bank's, 1, up to the total; the dealer sits before seat 0.
        first = (bank + 1 + total - 1) % 7
        piles = {(first + number) % 7 - 1: dealt[7 * number : 7 * number + 7] for number in range(7)}
        settings = yield from self.set_hands({seat: piles[seat] for seat in seats})
        dragon = yield from self.dragon(bank, bets)
        gains, taxed = [0] * len(self.chips), [0] * len(self.chips)
        dealers = self.by_house_way(piles[-1])
        against = settings[bank] if bank >= 0 else dealers
        wagers = [(seat, settings[seat], bet) for seat, bet in bets.items()]
        if dragon >= 0:
            spare = min(set(range(6)) - self.here)
            wagers.append((dragon, self.by_house_way(piles[spare]), bets[dragon]))
        if bank >= 0:
            wagers.append((-1, dealers, min(habit, self.share(bank))))
        for seat, hand, bet in wagers:
            gain = bet * self.outcome(hand, against)
            if seat >= 0:
                gains[seat] += gain
                taxed[seat] += max(gain, 0)
            if bank >= 0:
                gains[bank] -= gain
                taxed[bank] = max(gains[bank], 0)
        self.pay(gains, taxed)

    def dragon(self, bank: Player, bets: dict[Player, int]) -> Generator[tuple[Player, ...], None, Player]:
        """The seat that takes the dragon hand, -1 for none."""
        count = len(self.chips)
        if self.settings["dragon"] and bank < 0 and len(bets) < 6:
            for seat in ((self.round - 1 + step) % count for step in range(count)):
                if seat in bets and self.chips[seat] >= 2 * bets[seat]:
                    yield (seat,)
                    if self.moved[1] == "take dragon":
                        return seat
        return -1

    def by_house_way(self, cards: Cards) -> Hand:
        setting = set_hand([DECK.parse(card) for card in cards], self.settings["house_way"], self.settings["wheel"])
        return [DECK.text(card) for card in setting.front], [DECK.text(card) for card in setting.back]

    def outcome(self, hand: Hand, bank: Hand) -> int:
        """Return 1 for a bet that is won, -1 for one that is lost, 0 for a push."""
        wheel = self.settings["wheel"]
        if is_foul(hand, wheel):
            return -1
        if is_foul(bank, wheel):
            return 1
        fronts = front_strength(hand[0]), front_strength(bank[0])
        backs = back_strength(hand[1], wheel), back_strength(bank[1], wheel)
        ends = {1 if own > other else -1 if own < other else 0 for own, other in (fronts, backs)}
        if self.settings["copies"] == "dealer":
            ends = {end or -1 for end in ends}
        return ends.pop() if len(ends) == 1 else 0

    def pay(self, gains: list[int], taxed: list[int]) -> None:
        for seat, gain in enumerate(gains):
            self.chips[seat] += gain
            if self.settings["commission"]:
                whole, self.twentieths[seat] = divmod(self.twentieths[seat] + taxed[seat], 20)
                self.chips[seat] -= whole


class HomeReferee(Referee):
    """A session at home."""

    def session(self) -> Steps:
        spared: set[Player] = set()
        while True:
            broke = {seat for seat in self.here - spared if self.chips[seat] < self.minimum}
            self.here -= broke
            if len(self.here) < 2 or (self.round >= self.settings["rounds"] and not self.pot):
                return self.share_pot(self.here or broke)
            self.round += 1
            chosen = yield from self.all_choose(self.here - spared)
            leaving = {seat for seat, text in chosen.items() if text == "leave"}
            self.here -= leaving
            if len(self.here) < 2:
                return self.share_pot(self.here or leaving)
            for seat in set(chosen) - leaving:
                self.chips[seat] -= self.minimum
                self.pot += self.minimum
            spared = yield from self.deal()

    def deal(self) -> Generator[tuple[Player, ...], None, set[Player]]:
        """The seats that need not ante again."""
        seats = sorted(self.here)
        dealt = yield from self.cards_dealt(7 * len(seats))
        settings = yield from self.set_hands({seat: dealt[place :: len(seats)] for place, seat in enumerate(seats)})
        wheel = self.settings["wheel"]
        legal = {seat: hand for seat, hand in settings.items() if not is_foul(hand, wheel)}
        fronts = self.best({seat: front_strength(front) for seat, (front, _) in legal.items()})
        backs = self.best({seat: back_strength(back, wheel) for seat, (_, back) in legal.items()})
        if fronts == backs and fronts:
            self.chips[min(fronts)] += self.pot
            self.pot = 0
            return set()
        return fronts | backs

    def best(self, strengths: dict[Player, Strength]) -> set[Player]:
        """The seat that alone has the best of these, if there is one."""
        top = {seat for seat, strength in strengths.items() if strength == max(strengths.values())}
        return top if len(top) == 1 else set()

    def share_pot(self, seats: set[Player]) -> None:
        for place, seat in enumerate(sorted(seats)):
            self.chips[seat] += self.pot // len(seats) + (place < self.pot % len(seats))
        self.pot = 0


def random_options(rng: Random) -> dict[str, Any]:
    stakes = {"rounds": rng.randint(1, 8), "bankroll": rng.choice([20, 60, 200]), "minimum": rng.choice([1, 5, 7])}
    wheel = {"wheel": rng.choice(["second", "lowest"])}
    if rng.random() < 0.4:
        return {"form": "home", "players": rng.randint(2, 7), **stakes, **wheel}
    extras = {name: rng.random() < 0.5 for name in ("banking", "dragon")}
    terms = {
        "copies": rng.choice(["dealer", "push"]),
        "commission": rng.choice([0, 5]),
        "maximum": rng.choice([10, 50]),
    }
    return {"players": rng.randint(1, 6), "house_way": rng.choice(list(WAYS)), **stakes, **wheel, **terms, **extras}


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_session_is_settled_as_by_a_referee_who_reads_the_record(seed: int) -> None:
    rng = Random(seed)
    game = PaiGow(**random_options(rng))
    referee = (HomeReferee if game.home else CasinoReferee)(game.settings)
    state = game.initial_state()
    for acting in referee.session():
        assert game.players_to_act(state) == acting
        assert ([chips.value(rack) for rack in state.racks], state.pot) == (referee.chips, referee.pot)
        player = rng.choice(acting)
        if player == CHANCE:
            text = game.text(game.draw(state, rng))
        else:
            moves = [game.text(action) for action in game.legal_actions(state, player)]
            stays = [move for move in moves if move not in ("leave", "color up")]
            text = rng.choice(moves if rng.random() < 0.1 else stays)
        referee.moved = player, text
        state = after_moments(game, game.play(state, player, game.parse(text)))
    assert game.players_to_act(state) == ()
    assert ([chips.value(rack) for rack in state.racks], state.pot) == (referee.chips, referee.pot)


@pytest.mark.parametrize("wheel", ["second", "lowest"])
def test_backs_are_ranked_as_by_a_referee_who_tries_every_card_for_the_bug(wheel: str) -> None:
    rng = Random(wheel)
    found: dict[int, set[Strength]] = {}
    for number in range(game_count(3000)):
        drawn = rng.sample(range(52), 5) if number % 2 else [*rng.sample(range(52), 4), BUG_CARD]
        strength = back_strength([DECK.text(card) for card in drawn], wheel)
        found.setdefault(hands(wheel).back(drawn), set()).add(strength)
    assert all(len(equal) == 1 for equal in found.values())
    ordered = [min(found[strength]) for strength in sorted(found)]
    assert ordered == sorted(set(ordered))
