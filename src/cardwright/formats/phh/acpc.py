"""Matches in the format of the Annual Computer Poker Competition (ACPC), each hand as the fields of PHH.

A line is a hand: ``STATE:7:cr300c/cc/...:5d5c|9hQd/8dAs8s/...:-300|300:Ann|Bob``, with the bets, the cards, what each
won, and the names. Stakes and stacks stand in no line: they are those of the competition's games of hold'em (blinds of
50 and 100 and stacks of 20,000, and of 10,000 at six seats, where Pluribus played; with fixed limit bets of 10 and 20).
The amount of a raise is the player's total bet in the whole hand. Reference: the competition's protocol, version 2.0.0.
"""

import functools
import re
from collections.abc import Iterator
from decimal import Decimal
from typing import NamedTuple

from cardwright.errors import BadRecord
from cardwright.formats.phh.fields import decimal_of
from cardwright.formats.phh.layout import Fields, UnreadHand

STATE = "STATE:"
MAX_STREETS, MAX_PLAYERS = 4, 10
_ACTIONS = re.compile(r"([fc]|r\d*)", re.ASCII)
_LIMIT_RAISE = re.compile(r"r(?!\d)", re.ASCII)  # without an amount


class _Stakes(NamedTuple):
    blinds: tuple[int, int]
    bets: tuple[int, int]  # of the first two rounds and of the last two; without limit the least bet
    stack: int


_LIMIT = _Stakes((5, 10), (10, 20), stack=1_000)  # more than four bets in each of four rounds
_NO_LIMIT = _Stakes((50, 100), (100, 100), 20_000)
_SIX_SEATS = _NO_LIMIT._replace(stack=10_000)


def is_match(text: str) -> bool:
    """Return true for the text of a match of the ACPC."""
    return text.startswith(STATE) or f"\n{STATE}" in text


def hands(text: str, where: str) -> Iterator[UnreadHand]:
    """Yield the hands of a match, named by the number of their line."""
    lines = {number: line for number, line in enumerate(text.splitlines(), 1) if line.startswith(STATE)}
    is_limit = any(_LIMIT_RAISE.search(line.split(":")[2]) for line in lines.values() if line.count(":") > 1)
    for number, line in lines.items():
        place = f"{where}, line {number}"
        yield UnreadHand(str(number), place, functools.partial(_fields, line, is_limit, place))


def _fields(line: str, is_limit: bool, place: str) -> Fields:
    parts = line.strip().split(":")
    if len(parts) != 6 or not re.fullmatch("[0-9]{1,18}", parts[1]):
        raise BadRecord("a hand is STATE:NUMBER:BETS:CARDS:RESULTS:NAMES", line[:60], place)
    _, number, bets, cards, results, names = parts
    players = names.split("|")
    if not 2 <= len(players) <= MAX_PLAYERS:
        raise BadRecord(f"there are names of {len(players)} players: 2 to {MAX_PLAYERS} play", names, place)
    holes, *boards = cards.split("/")
    stakes = _LIMIT if is_limit else _SIX_SEATS if len(players) == 6 else _NO_LIMIT
    played = _Played(len(players), stakes, is_limit=is_limit)
    small_bet, big_bet = stakes.bets
    return {
        "variant": "FT" if is_limit else "NT",
        "antes": [0] * len(players),
        "blinds_or_straddles": [*stakes.blinds, *[0] * (len(players) - 2)],
        **({"small_bet": small_bet, "big_bet": big_bet} if is_limit else {"min_bet": small_bet}),
        "starting_stacks": [stakes.stack] * len(players),
        "finishing_stacks": [stakes.stack + each for each in _amounts(results, len(players), place)],
        "actions": [*_deal_actions(holes, len(players), place), *played.actions(bets.split("/"), boards, place)],
        "hand": int(number),
        "players": players,
    }


def _amounts(results: str, players: int, place: str) -> list[Decimal]:
    try:
        amounts = [decimal_of(each) for each in results.split("|")]
    except ValueError:
        amounts = []
    if len(amounts) != players or not all(each.is_finite() for each in amounts):
        raise BadRecord(f"{results!r:.40} are not the results of {players} players", results, place)
    return amounts


def _deal_actions(holes: str, players: int, place: str) -> list[str]:
    cards = holes.split("|")
    if len(cards) != players:
        raise BadRecord(f"there are cards of {len(cards)} players and names of {players}", holes, place)
    return [f"d dh p{number} {each or '????'}" for number, each in enumerate(cards, 1)]


class _Played:
    """The bets of a hand, to find who acts and how much a raise comes to in its round."""

    def __init__(self, players: int, stakes: _Stakes, *, is_limit: bool) -> None:
        self.players, self.stakes, self.is_limit = players, stakes, is_limit
        small, big = (1, 0) if players == 2 else (0, 1)
        self.paid = [0] * players  # in the whole hand
        self.paid[small], self.paid[big] = stakes.blinds
        self.folded: set[int] = set()
        self.turn = small if players == 2 else 2 % players

    def actions(self, rounds: list[str], boards: list[str], place: str) -> Iterator[str]:
        """Yield the actions of all rounds, each after the cards of its board."""
        if len(rounds) > MAX_STREETS or len(boards) >= MAX_STREETS:
            raise BadRecord(f"hold'em has {MAX_STREETS} rounds of bets", "/".join(rounds), place)
        for street in range(max(len(rounds), len(boards) + 1)):
            before = max(self.paid) if street else 0
            if street:
                if street <= len(boards) and boards[street - 1]:
                    yield f"d db {boards[street - 1]}"
                self.turn = self._next(-1)
            if street < len(rounds):
                yield from self._round(rounds[street], street, before, place)

    def _round(self, bets: str, street: int, before: int, place: str) -> Iterator[str]:
        actions = _ACTIONS.findall(bets)
        if "".join(actions) != bets:
            raise BadRecord(f"{bets!r:.40} are not bets: f, c and r", bets, place)
        for action in actions:
            player = self.turn
            yield f"p{player + 1} {self._act(player, action, street, before)}"
            self.turn = self._next(player)

    def _act(self, player: int, action: str, street: int, before: int) -> str:
        if action == "f":
            self.folded.add(player)
            return "f"
        top = max(self.paid)
        if action == "c":
            self.paid[player] = top
            return "cc"
        self.paid[player] = top + self.stakes.bets[street // 2] if self.is_limit else int(action[1:] or 0)
        return f"cbr {self.paid[player] - before}"

    def _next(self, player: int) -> int:
        """The next player who can bet; the one before if none can, whom the rules will refuse."""
        for step in range(1, self.players + 1):
            seat = (player + step) % self.players
            if seat not in self.folded and self.paid[seat] < self.stakes.stack:
                return seat
        return max(player, 0)
