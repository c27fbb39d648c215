"""Whole matches of cribbage before a referee who reads nothing but the record, as text, and counts by the rules.

The referee shares no code with the game. Before every step it says who is to act and what they may play, and keeps
the score. Moments (`next`) are left out of the record: what they show is tested in test_cribbage_seen.py.
"""

from collections.abc import Generator, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Any, TypeAlias

import pytest

from cardwright.game import CHANCE, Player
from cardwright.games.cribbage.rules import Cribbage
from support.playouts import after_moments, game_count

Combination: TypeAlias = tuple[str, frozenset[str]]  # its kind and its cards
# Before each step, who may act, and the cards that may be played; none where something else is asked.
Asked: TypeAlias = tuple[tuple[Player, ...], Sequence[str]]
Steps: TypeAlias = Generator[Asked, None, None]

RANKS = "A23456789TJQK"
BY_CHANCE: Asked = ((CHANCE,), ())
GAMES = game_count(12)


def place(card: str) -> int:
    return RANKS.index(card[0])


def value(cards: Sequence[str]) -> int:
    return sum(min(place(card) + 1, 10) for card in cards)


def is_run(cards: Sequence[str]) -> bool:
    low = min(map(place, cards))
    return len(cards) > 2 and sorted(map(place, cards)) == list(range(low, low + len(cards)))


def pegged(pile: Sequence[str]) -> int:
    """What the last card of a count scores."""
    ends = [pile[start:] for start in range(len(pile))]
    alike = max(len(end) for end in ends if len({card[0] for card in end}) == 1)
    run = max((len(end) for end in ends if is_run(end)), default=0)
    return 2 * (value(pile) in (15, 31)) + alike * (alike - 1) + run


def shown(hand: Sequence[str], starter: str, crib: bool) -> dict[Combination, int]:
    """Every combination of a hand or crib with the starter."""
    five = [*hand, starter]
    sets = [cards for size in (2, 3, 4, 5) for cards in combinations(five, size)]
    longest = max((len(cards) for cards in sets if is_run(cards)), default=0)
    found = {("fifteen", frozenset(cards)): 2 for cards in sets if value(cards) == 15}
    found |= {("pair", frozenset(cards)): 2 for cards in sets[:10] if cards[0][0] == cards[1][0]}
    found |= {("run", frozenset(cards)): longest for cards in sets if len(cards) == longest and is_run(cards)}
    found |= {("nobs", frozenset((card,))): 1 for card in hand if card == f"J{starter[1]}"}
    for suited in (five, [] if crib else list(hand)):
        if len({card[1] for card in suited}) == 1:
            return found | {("flush", frozenset(suited)): len(suited)}
    return found


class Won(Exception):
    """A player has reached the last hole."""


class Referee:
    """The score of a match, and the steps that it may take; ``moved`` is the last step, a seat and a text."""

    def __init__(self, settings: Mapping[str, Any]) -> None:
        self.settings = settings
        self.scores, self.games = [0, 0], [0, 0]
        self.moved: tuple[Player, str] = (CHANCE, "")
        self.left: dict[Combination, int] = {}  # of the hand that is shown, what has not been called

    def cards(self) -> list[str]:
        return self.moved[1].split()[1:]

    def peg(self, player: Player, points: int) -> None:
        self.scores[player] = min(self.scores[player] + points, self.settings["to"])
        if self.scores[player] == self.settings["to"]:
            raise Won(player)

    def match(self) -> Steps:
        dealer = yield from self.first_dealer()
        opener = dealer
        while True:
            try:
                while True:
                    yield from self.deal(dealer)
                    dealer = 1 - dealer
            except Won as won:
                winner: Player = won.args[0]
            margin = self.settings["to"] - self.scores[1 - winner]
            skunks = (margin >= 31) + (margin >= 61) if self.settings["skunks"] else 0
            self.games[winner] += 2**skunks
            if self.games[winner] >= self.settings["games"]:
                return
            opener = 1 - winner if self.settings["next_deal"] == "loser" else 1 - opener
            dealer, self.scores = opener, [0, 0]

    def first_dealer(self) -> Generator[Asked, None, Player]:
        if self.settings["first_deal"] == "fixed":
            return 0
        if self.settings["first_deal"] == "random":
            yield BY_CHANCE
            return int(self.cards()[0]) - 1
        while True:
            cuts = []
            for _ in range(2):
                yield BY_CHANCE
                cuts.append(place(self.cards()[0]))
            if cuts[0] != cuts[1]:
                return int(cuts[1] < cuts[0])

    def deal(self, dealer: Player) -> Steps:
        pone = 1 - dealer
        hands: list[list[str]] = [[], []]
        for number in range(12):
            yield BY_CHANCE
            hands[dealer if number % 2 else pone] += self.cards()
        crib: list[str] = []
        waiting = {0, 1}
        while waiting:
            yield tuple(sorted(waiting)), ()
            waiting.remove(self.moved[0])
            crib += self.cards()
        yield BY_CHANCE
        (starter,) = self.cards()
        if starter[0] == "J":
            self.peg(dealer, 2)
        kept = [[card for card in hand if card not in crib] for hand in hands]
        yield from self.play(pone, [list(hand) for hand in kept])
        for player, cards, is_crib in ((pone, kept[pone], False), (dealer, kept[dealer], False), (dealer, crib, True)):
            yield from self.show(player, shown(cards, starter, is_crib))

    def play(self, turn: Player, hands: list[list[str]]) -> Steps:
        """The play, from the pone's first card to the point for the last one."""
        pile: list[str] = []
        last = turn
        while any(hands):
            fits = [[card for card in hand if value([*pile, card]) <= 31] for hand in hands]
            if not any(fits):
                self.peg(last, value(pile) != 31)
                pile, turn = [], 1 - last if hands[1 - last] else last
            elif not fits[turn]:
                turn = 1 - turn  # a go
            else:
                yield (turn,), sorted(fits[turn])
                (card,) = self.cards()
                hands[turn].remove(card)
                pile.append(card)
                self.peg(turn, pegged(pile))
                last, turn = turn, 1 - turn
        self.peg(last, value(pile) != 31)

    def show(self, player: Player, counts: dict[Combination, int]) -> Steps:
        """A hand or crib: counted for its player, or called by hand, and the rest taken by the other or lost."""
        self.left = counts
        muggins, by_hand = self.settings["muggins"], self.settings["count"] == "by hand"
        for caller in (player, 1 - player) if muggins else (player,) if by_hand else ():
            yield (caller,), ()
            while self.moved[1] != "done":
                self.peg(caller, self.called())
                yield (caller,), ()
        if not muggins:
            self.peg(player, sum(self.left.values()))

    def called(self) -> int:
        """Take the set of cards that was called: what exactly it makes, and of one rank all of its pairs."""
        cards = frozenset(self.cards())
        one_rank = len({card[0] for card in cards}) == 1
        made = [each for each in self.left if each[1] == cards or (one_rank and each[0] == "pair" and each[1] < cards)]
        return sum(self.left.pop(each) for each in made)


def random_options(rng: Random) -> dict[str, object]:
    counting: dict[str, object] = rng.choice([{}, {"count": "by hand"}, {"muggins": True}])
    games: dict[str, object] = rng.choice([{}, {"games": 2}, {"games": 3, "next_deal": "loser"}])
    first = rng.choice(["cut", "random", "fixed"])
    return {"to": rng.choice([61, 121]), "skunks": rng.random() < 0.5, "first_deal": first, **counting, **games}


def choose(moves: Sequence[str], referee: Referee, rng: Random) -> str:
    """Any of the legal moves; at the show mostly a set of cards that counts, or none more."""
    if "done" not in moves or rng.random() < 0.1:
        return rng.choice(moves)
    good = [text for text in moves if any(cards == frozenset(text.split()[1:]) for _, cards in referee.left)]
    return rng.choice(good) if good and rng.random() < 0.8 else "done"


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_match_is_scored_as_by_a_referee_who_reads_the_record(seed: int) -> None:
    rng = Random(seed)
    game = Cribbage(**random_options(rng))
    referee, state = Referee(game.settings), game.initial_state()
    for acting, plays in referee.match():
        assert (list(state.scores), game.players_to_act(state)) == (referee.scores, acting)
        player = rng.choice(acting)
        if player == CHANCE:
            text = game.text(game.draw(state, rng))
        else:
            moves = [game.text(action) for action in game.legal_actions(state, player)]
            assert not plays or sorted(moves) == [f"play {card}" for card in plays]
            text = choose(moves, referee, rng)
        referee.moved = player, text
        state = after_moments(game, game.play(state, player, game.parse(text)))
    assert (list(state.scores), game.players_to_act(state)) == (referee.scores, ())
    assert game.returns(state)[0] == referee.games[0] - referee.games[1]
