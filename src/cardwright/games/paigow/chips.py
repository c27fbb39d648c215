"""Chips in denominations, and coloring up (PG16).

A rack is the number of chips of each denomination in front of a player, largest first. Every denomination divides
the next larger one, so taking the largest that fit always makes the fewest chips.

>>> rack = buy_in(60, 5)
>>> words(rack)
'12 red of 5 each'
>>> words(color_up(add(rack, 45)))
'1 black of 100, 1 red of 5'
"""

from typing import TypeAlias

DENOMINATIONS = (500, 100, 25, 5, 1)
INKS = ("purple", "black", "green", "red", "white")

Rack: TypeAlias = tuple[int, ...]


def value(rack: Rack) -> int:
    """Return the value of a rack's chips."""
    purple, black, green, red, white = rack
    return 500 * purple + 100 * black + 25 * green + 5 * red + white


def fewest(amount: int) -> Rack:
    """An amount in the fewest chips."""
    counts = []
    for denomination in DENOMINATIONS:
        count, amount = divmod(amount, denomination)
        counts.append(count)
    return tuple(counts)


def buy_in(amount: int, minimum: int) -> Rack:
    """An amount as a player gets it on sitting down: in chips that can make the table's smallest bet."""
    size = max(denomination for denomination in DENOMINATIONS if denomination <= minimum)
    size_index = DENOMINATIONS.index(size)
    count, rest = divmod(amount, size)
    return tuple(extra + (count if index == size_index else 0) for index, extra in enumerate(fewest(rest)))


def add(rack: Rack, amount: int) -> Rack:
    """A rack with a payment on top: it comes in the fewest chips, so that small ones gather in time."""
    return tuple(held + more for held, more in zip(rack, fewest(amount), strict=True))


def take(rack: Rack, amount: int) -> Rack:
    """A rack without an amount that it can cover. A chip is changed only where no chips make it exactly."""
    remaining = []
    for held, denomination in zip(rack, DENOMINATIONS, strict=True):
        used = min(held, amount // denomination)
        amount -= used * denomination
        remaining.append(held - used)
    if not amount:
        return tuple(remaining)
    index = max(index for index, denomination in enumerate(DENOMINATIONS) if remaining[index] and denomination > amount)
    remaining[index] -= 1
    return add(tuple(remaining), DENOMINATIONS[index] - amount)


def change(rack: Rack, gain: int) -> Rack:
    """A rack after a gain, or a loss where it is negative."""
    return add(rack, gain) if gain >= 0 else take(rack, -gain)


def color_up(rack: Rack) -> Rack:
    """The same worth in the fewest chips: the chips that a dealer hands to a player who leaves."""
    return fewest(value(rack))


def words(rack: Rack) -> str:
    """A rack's chips by colour, with the value of each: "2 black of 100 each, 1 red of 5"."""
    held = [each for each in zip(rack, INKS, DENOMINATIONS, strict=True) if each[0]]
    return ", ".join(f"{n} {ink} of {size}{' each' if n > 1 else ''}" for n, ink, size in held) or "no chips"
