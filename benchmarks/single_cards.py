"""Tables that look at single cards, and tables by ranks that are slow to look up, beside `standard`; then all tables.

Last come tables of hands of six and more as a designer may declare them, of which none comes with Cardwright.

Nanoseconds of processor time for a hand of an array, `trusted`, when all tables are built: the least of 20 rounds in
which all take turns.
"""

from collections.abc import Sequence
from time import process_time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardwright import ranking
from cardwright.ranking import declaration
from cardwright.ranking.ranking import Ranking

SINGLE_CARDS = ("standard", "soko", "big-two", "flash", "badugi", "primero", "tarot-bouts")
SLOW = ("standard", "tarot-four", "dual-piecepacks", "dual-piecepacks-inverted", "deuce-to-seven", "ace-to-six-low")
HANDS_COUNT, FEW_HANDS_COUNT = 262_144, 65_536
ROUNDS = 20
MIN_SHOWN = 1.3  # times `standard`
ROWS_ASKED = 1 << 40  # from which all tables are built

FULL = "2 3 4 5 6 7 8 9 T J Q K A"
FLUSHES = [{"cards": 5, "same": "suit"}, {"cards": 4, "same": "suit"}, {}]
OWN: dict[str, tuple[int, str, list[dict[str, Any]]]] = {
    "six of 52, flushes of four and five": (6, FULL, FLUSHES),
    "six of 52, the sizes of suits": (6, FULL, [{"classes": {"suit": [2, 2, 2]}}, {"kinds": [2, 2, 2]}, {}]),
    "six of 52, runs in a suit": (6, FULL, [{"cards": 3, "run": 3, "same": "suit"}, {}]),
    "seven of 36, flushes of four and five": (7, "6 7 8 9 T J Q K A", FLUSHES),
    "eight of 52, a flush": (8, FULL, [{"same": "suit"}, {"run": 6}, {}]),
    "nine of 52, a flush": (9, FULL, [{"same": "suit"}, {"run": 6}, {}]),
}

Rows = list[tuple[str, ...]]


def facts() -> dict[str, Rows]:
    """Return the times of exactly a hand and of the best of more cards, and how they compare with `standard`."""
    names = (*ranking.names(), *declaration.collection())
    cards = [table for table in map(ranking.load, names) if not table.declaration.dice]
    own = [ranking.load("standard"), *(_own(name, *declared) for name, declared in OWN.items())]
    return {
        "Exactly a hand": _times(list(map(ranking.load, SINGLE_CARDS))),
        "The best of seven": _times(list(map(ranking.load, SINGLE_CARDS)), 7),
        "The best of seven by ranks": _times(list(map(ranking.load, SLOW)), 7),
        f"All tables, exactly a hand, from {MIN_SHOWN} times on": _all_times(cards, 0),
        f"All tables, the best of two more, from {MIN_SHOWN} times on": _all_times(cards, 2),
        "Tables of one's own, exactly a hand": _times(own),
    }


def _own(name: str, size: int, ranks: str, lines: list[dict[str, Any]]) -> Ranking:
    deck = {"ranks": ranks, "suits": "c d h s"}
    named = [{"name": f"Line {number}"} | line for number, line in enumerate(lines)]
    return Ranking(declaration.from_table({"name": name, "size": size, "deck": deck, "category": named}))


def _times(tables: Sequence[Ranking], cards: int = 0) -> Rows:
    works = [(table, _hands(table, cards or table.size, HANDS_COUNT)) for table in tables]
    return [HEADER, *_rows(works)]


HEADER = ("table", "cards", "ns for a hand", "times `standard`")


def _all_times(tables: Sequence[Ranking], more: int) -> Rows:
    """Return the tables that take longest; each takes turns with `standard` alone."""
    standard = ranking.load("standard")
    first = standard, _hands(standard, standard.size + more, FEW_HANDS_COUNT)
    found: Rows = []
    for table in tables:
        if table.size + more <= table.deck.size:
            found.append(_rows([first, (table, _hands(table, table.size + more, FEW_HANDS_COUNT))])[1])
    slow = [row for row in found if float(row[3]) >= MIN_SHOWN]
    return [HEADER, *sorted(slow, key=lambda row: -float(row[3]))]


def _hands(table: Ranking, cards: int, number: int) -> NDArray[np.uint8]:
    """Return random hands, and have all tables built that a ranking has for so many cards."""
    order = np.random.default_rng(1).random((number, table.deck.size), np.float32)
    table.tables(cards, ROWS_ASKED)
    return order.argsort(axis=1)[:, :cards].astype(np.uint8)


def _rows(works: Sequence[tuple[Ranking, NDArray[np.uint8]]]) -> Rows:
    least = [float("inf")] * len(works)
    for _ in range(ROUNDS):
        for place, (table, hands) in enumerate(works):
            start = process_time()
            table.strengths(hands, trusted=True)
            least[place] = min(least[place], (process_time() - start) / len(hands) * 1e9)
    return [
        (table.name, str(hands.shape[1]), f"{spent:.2f}", f"{spent / least[0]:.2f}")
        for (table, hands), spent in zip(works, least, strict=True)
    ]
