"""Tables that look at single cards, and tables by ranks of large decks, beside `standard`.

Nanoseconds of processor time for a hand of an array, `trusted`: the least of 20 rounds in which all take turns.
"""

from time import process_time

import numpy as np

from cardwright import ranking

TABLES = ("standard", "soko", "big-two", "flash", "badugi", "primero", "tarot-bouts", "tarot-four")
HANDS_COUNT = 262_144
ROUNDS = 20


def facts() -> dict[str, list[tuple[str, ...]]]:
    """Return the times of exactly a hand and of the best of seven cards, and how they compare with `standard`."""
    return {"Exactly a hand": _times(), "The best of seven": _times(7)}


def _times(cards: int = 0) -> list[tuple[str, ...]]:
    works = []
    for name in TABLES:
        table = ranking.load(name)
        number = cards or table.size
        order = np.random.default_rng(1).random((HANDS_COUNT, table.deck.size), np.float32)
        works.append((table, order.argpartition(number, axis=1)[:, :number].astype(np.uint8)))
        for _ in range(10):  # a table that looks at single cards has its own tables after two million hands
            table.strengths(works[-1][1])
    least = [float("inf")] * len(works)
    for _ in range(ROUNDS):
        for place, (table, hands) in enumerate(works):
            start = process_time()
            table.strengths(hands, trusted=True)
            least[place] = min(least[place], (process_time() - start) / HANDS_COUNT * 1e9)
    rows: list[tuple[str, ...]] = [("table", "cards", "ns for a hand", "times `standard`")]
    for name, spent, (_, hands) in zip(TABLES, least, works, strict=True):
        rows.append((name, str(hands.shape[1]), f"{spent:.2f}", f"{spent / least[0]:.2f}"))
    return rows
