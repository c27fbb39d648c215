"""The patience for the laws of `cardwright.testing`: tables to try. No card is secret."""

SHORT: dict[str, object] = {}

TABLES: list[dict[str, object]] = [
    {"shifts": "none", "adjacency": 4},
    {"practice": True, "shifts": "cyclic", "adjacency": 4},
]

secrets = None  # everyone sees the same
