"""Stacks that a hand does not name: PHH writes "inf" for them, as the hands of iPoker do."""

import re
from decimal import Decimal

from cardwright.formats.phh.layout import Fields

STACKS = "starting_stacks"
DEEP_STACK_FACTOR = 10  # a stack of so much more than all bets of the hand counts as too large to be all-in


def count_unknown(fields: Fields) -> int:
    """Return the number of stacks that a hand does not name."""
    stacks = fields.get(STACKS)
    return sum(map(_is_unknown, stacks)) if isinstance(stacks, list) else 0


def with_stacks(fields: Fields) -> list[Fields]:
    """Return a hand, with amounts in whole numbers, with stacks for those it does not name: ways to read it in turn.

    A player whose stack is unknown has more than is bet. But where the hand ends with a card for the board, the
    players who are left may all be all-in: this is tried first.
    """
    if not count_unknown(fields):
        return [fields]
    paid, folded, ends_with_board = _follow(fields)
    deep = DEEP_STACK_FACTOR * sum(paid)
    ways = [[deep] * len(paid)]
    if ends_with_board:
        ways.insert(0, [deep if out else amount for amount, out in zip(paid, folded, strict=True)])
    named = fields[STACKS]
    return [
        fields | {STACKS: [guess if _is_unknown(stack) else stack for stack, guess in zip(named, way, strict=True)]}
        for way in ways
    ]


def _is_unknown(stack: object) -> bool:
    return isinstance(stack, Decimal) and stack.is_infinite() and stack > 0


def _follow(fields: Fields) -> tuple[list[int], list[bool], bool]:
    """Return the chips that each player puts in, who folds, and whether the hand ends with a card for the board."""
    players = len(fields[STACKS])
    bets, folded = _forced(fields, "blinds_or_straddles", players), [False] * players
    if players == 2:
        bets.reverse()  # PHH lists the blinds of two players the other way round
    paid = _forced(fields, "antes", players)
    ends_with_board = False
    for action in fields.get("actions", ()):
        who, what, *rest = [*str(action).split(), "", ""]
        player = int(who[1:]) - 1 if re.fullmatch("p[0-9]{1,2}", who) else -1
        if (who, what) == ("d", "db"):
            paid, bets = [before + bet for before, bet in zip(paid, bets, strict=True)], [0] * players
        if what != "sm":
            ends_with_board = what == "db"
        if not 0 <= player < players:
            continue
        if what == "f":
            folded[player] = True
        elif what == "cc":
            bets[player] = max(bets)
        elif what == "cbr" and rest[0].isdecimal():
            bets[player] = int(rest[0])
    return [before + bet for before, bet in zip(paid, bets, strict=True)], folded, ends_with_board


def _forced(fields: Fields, name: str, players: int) -> list[int]:
    amounts = fields.get(name)
    amounts = amounts if isinstance(amounts, list) and len(amounts) == players else [0] * players
    return [abs(amount) if type(amount) is int else 0 for amount in amounts]  # below 0: a blind posted to come in
