"""Flexdeck for the laws of `cardwright.testing`: a short game and tables to try. No card is secret."""

SHORT: dict[str, object] = {"rounds": 3}

TABLES: list[dict[str, object]] = [
    {"four": "three_of_a_kind", "criteria": "kickers", "cover": 5, "next_dealer": "winner"},
    {"shuffle": "when_short", "rounds": 5, "cover": 1, "criteria": "kickers"},
]

secrets = None  # everyone sees the same
