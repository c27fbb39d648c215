"""Rankings: evaluate hands in arrays and one at a time, count whole tables of frequencies, compile, memory.

The peers support the 52 standard cards only, and none takes an array: our arrays are compared with their loop over
prepared hands. "Counted" is the method of `frequencies`: products of binomials, so its rate is the number of hands
accounted for. "Every hand" evaluates each of them, on one core.
"""

import functools
import math
from collections.abc import Callable
from time import perf_counter
from typing import Any

import eval7
import numpy as np
import phevaluator
import pkrbot
import pokerkit
import treys
from numpy.typing import NDArray

from cardwright import ranking
from cardwright.ranking import declaration as declarations
from cardwright.ranking.ranking import Ranking

Work = Callable[[], int]

TABLES = {
    "standard": "seven-card hands",
    "paigow-back": "seven-card hands with the bug",
    "dual-piecepacks": "seven-tile piecepack hands",
    "pyramid": "seven-brick hands of 40",
    "deuce-to-seven": "seven-card hands, best low",
}

# One table of the collection for each way to declare lines and wild cards that has code of its own.
COLLECTION = {
    "standard": "groups, runs and suits, to compare with",
    "deuces-wild": "wild ranks",
    "one-eyed-jacks": "wild cards",
    "joker-poker": "a limited joker",
    "two-packs": "every card twice",
    "skip-straight": "runs with a step",
    "soko": "a number of cards of a suit",
    "badugi": "the largest part with all different",
    "big-two": "suits as the last tie-break",
    "decktet": "cards with two suits",
    "three-pairs-in-a-row": "runs of pairs",
    "mus-pares": "ranks that stand for each other",
}


@functools.cache
def hands(name: str = "standard", cards: int = 7, number: int = 1_000_000) -> NDArray[np.uint8]:
    """Return random hands, (hand, card)."""
    size = ranking.load(name).deck.size
    rng = np.random.default_rng(1)
    some = [
        rng.random((10_000, size), np.float32).argpartition(cards, axis=1)[:, :cards] for _ in range(number // 10_000)
    ]
    return np.concatenate(some).astype(np.uint8)


def texts(number: int) -> list[list[str]]:
    """Return the first random hands in the notation of the peers."""
    deck = ranking.load("standard").deck
    return [[deck.text(card) for card in hand] for hand in hands()[:number].tolist()]


def loop(evaluate: Callable[[Any], Any], ready: list[Any]) -> Work:
    """Return work that evaluates hands one at a time, from Python."""

    def work() -> int:
        for hand in ready:
            evaluate(hand)
        return len(ready)

    return work


@functools.cache
def loops() -> dict[str, Work]:
    """Return each peer's loop, with its fastest call."""
    many, few, least = texts(20_000), texts(5_000), texts(100)
    order = "23456789TJQKA"
    by_number = [[order.index(text[0]) * 4 + "cdhs".index(text[1]) for text in hand] for hand in many]
    evaluator = treys.Evaluator()
    return {
        "pkrbot": loop(pkrbot.evaluate, [[pkrbot.Card(text) for text in hand] for hand in many]),
        "eval7": loop(eval7.evaluate, [[eval7.Card(text) for text in hand] for hand in many]),
        "phevaluator": loop(lambda hand: phevaluator.evaluate_cards(*hand), by_number),
        "treys": loop(
            lambda hand: evaluator.evaluate([], hand), [[treys.Card.new(text) for text in hand] for hand in few]
        ),
        "PokerKit": loop(
            lambda hand: pokerkit.StandardHighHand.from_game(hand[0], hand[1]),
            [("".join(hand[:2]), "".join(hand[2:])) for hand in least],
        ),
    }


def array(name: str, cards: int, threads: int = 1, trusted: bool = False) -> Work:
    """Return work that evaluates an array of hands."""
    table, dealt = ranking.load(name), hands(name, cards)
    for _ in range(2):  # a ranking that looks at single cards builds its tables after two million hands
        table.strengths(dealt)
    return lambda: len(table.strengths(dealt, threads=threads, trusted=trusted))


def frequencies(name: str, cards: int, every_hand: bool) -> Work:
    """Return work that counts a whole table of frequencies."""
    table = ranking.load(name)
    table.layout(cards)
    return lambda: table.frequencies(cards, every_hand=every_hand).total


def omaha(one_at_a_time: bool) -> Work:
    """Return work that evaluates exactly two of four hole cards and three of five on the board."""
    table, dealt = ranking.load("dual-piecepacks"), hands("dual-piecepacks", 9, 100_000)
    table.layout(5)
    if not one_at_a_time:
        return lambda: len(table.strengths_with_hole(dealt[:, :4], dealt[:, 4:]))
    ready = [(hand[:4], hand[4:]) for hand in dealt[:10_000].tolist()]
    return loop(lambda hand: table.strength_with_hole(hand[0], hand[1]), ready)


def two_packs() -> Ranking:
    """Return a ranking of 104 cards: two packs shuffled together."""
    single = declarations.table("standard")
    suits = [
        {"name": f"{kind} {pack}", "text": f"{kind[0]}{pack}", "kind": kind}
        for pack in (1, 2)
        for kind in ("clubs", "diamonds", "hearts", "spades")
    ]
    lines = [line | ({"same": "kind"} if "same" in line else {}) for line in single["category"]]
    lines.insert(1, {"name": "Five of a kind", "kinds": [5]})
    deck = {"ranks": single["deck"]["ranks"], "suits": suits}
    return Ranking(declarations.from_table(single | {"name": "Two packs", "deck": deck, "category": lines}))


def measures() -> dict[str, tuple[Work, str]]:
    """Return the measures."""
    standard, packs = ranking.load("standard"), two_packs()
    found: dict[str, tuple[Work, str]] = {
        "random seven-card hands, as an array": (array("standard", 7), "hands"),
        "the same, without a check for duplicates": (array("standard", 7, trusted=True), "hands"),
        "the same on two threads": (array("standard", 7, threads=2), "hands"),
        "random seven-card hands, one at a time": (loop(standard.strength, hands()[:20_000].tolist()), "hands"),
        "random five-card hands, as an array": (array("standard", 5), "hands"),
        "random seven-tile hands, as an array": (array("dual-piecepacks", 7), "hands"),
        "random Omaha deals of piecepacks, as an array": (omaha(one_at_a_time=False), "deals"),
        "random Omaha deals of piecepacks, one at a time": (omaha(one_at_a_time=True), "deals"),
    }
    for name, what in TABLES.items():
        number = f"all {math.comb(ranking.load(name).deck.size, 7):,} {what}"
        found[f"{number}, counted"] = frequencies(name, 7, every_hand=False), "hands"
        found[f"{number}, every hand"] = frequencies(name, 7, every_hand=True), "hands"
    packs.layout(7)
    found[f"all {math.comb(104, 7):,} seven-card hands of two packs, counted"] = (
        (lambda: packs.frequencies(7).total),
        "hands",
    )
    return found


def peers() -> dict[str, dict[str, Work]]:
    """Return the peers of each measure."""
    return {
        "random seven-card hands, as an array": loops(),
        "random seven-card hands, one at a time": loops(),
    }


def facts() -> dict[str, list[tuple[str, ...]]]:
    """Return the time to compile each ranking and the size of its tables."""
    rows: list[tuple[str, ...]] = [
        ("ranking", "strengths", "ms to compile", "kB of tables, five to seven cards", "kB, five to nine")
    ]
    for name in declarations.names():
        start = perf_counter()
        table = Ranking(declarations.load(name))
        table.layout(table.size)
        spent = perf_counter() - start
        sizes = [table.memory, 0] if table.declaration.dice else [memory_up_to(table, most) for most in (7, 9)]
        kilobytes = (f"{size / 1000:,.0f}" if size else "" for size in sizes)
        rows.append((name, f"{len(table):,}", f"{spent * 1e3:.0f}", *kilobytes))
    return {"Compiling and memory": rows, "The collection": collection()}


def memory_up_to(table: Ranking, most: int) -> int:
    """Return the bytes of the tables for hands of up to this many cards."""
    for cards in range(table.size, most + 1):
        table.layout(cards)
    return table.memory


def collection() -> list[tuple[str, ...]]:
    """Return the time to compile and to count some tables of the collection."""
    rows: list[tuple[str, ...]] = [("ranking", "declares", "hands", "strengths", "ms to compile", "ms to count")]
    for name, what in COLLECTION.items():
        start = perf_counter()
        table = Ranking(declarations.load(name))
        compiled = perf_counter()
        total = table.frequencies(table.size).total
        times = (f"{(then - before) * 1e3:.0f}" for before, then in ((start, compiled), (compiled, perf_counter())))
        rows.append((name, what, f"{total:,}", f"{len(table):,}", *times))
    return rows
