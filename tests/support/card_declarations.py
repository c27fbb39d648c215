"""Random declarations that look at single cards, classes and some of a hand's cards."""

from typing import Any

from hypothesis import strategies as st

SIZES = {1: [[1]], 2: [[1, 1], [2]], 3: [[1, 1, 1], [2, 1], [3]]}


@st.composite
def by_card_tables(draw: st.DrawFn) -> dict[str, Any]:
    """Draw a declaration, as the value of its TOML."""
    ranks, suits = "ABCDE"[: draw(st.integers(2, 4))], "wxyz"[: draw(st.integers(2, 3))]
    size = draw(st.integers(2, 3))
    deck: dict[str, Any] = {
        "ranks": [{"text": rank, "value": draw(st.integers(0, 3))} for rank in ranks],
        "suits": [{"text": suit, "colour": "light" if suit in "wy" else "dark"} for suit in suits],
    }
    if draw(st.integers(0, 3)) == 0:
        deck["packs"] = 2
    elif draw(st.integers(0, 3)) == 0:
        deck["cards"] = [
            f"{ranks[0]} of {' '.join(suits)}",
            f"{' '.join(ranks)} of {suits[0]}",
            f"{' '.join(ranks)} of x",
            {"rank": ranks[1], "suit": suits[0], "copies": draw(st.integers(1, 2))},
        ]
    order = [*ranks, *ranks[: draw(st.integers(0, 1))]]
    lines = [draw(by_card_lines(name, list(ranks), list(suits), size)) for name in ("Apple", "Pear", "Plum")]
    scoring: dict[str, Any] = {}
    if draw(st.integers(0, 2)) == 0:
        scoring["points"] = draw(combinations(list(ranks), size))
        for line in lines:
            if draw(st.booleans()):
                line["points"] = draw(st.sampled_from([0, "1-3", [2, 5]]))
            if draw(st.booleans()):
                line["tie"] = ["points", *(line["tie"] if isinstance(line["tie"], list) else [])]
    if draw(st.booleans()):
        scoring |= draw(wild_cards(deck, list(ranks), list(suits), lines))
    return scoring | {
        "name": "Made up",
        "size": size,
        "order": order,
        "low": draw(st.booleans()),
        "deck": deck,
        "category": [*lines, {"name": "Rest"}],
    }


@st.composite
def wild_cards(
    draw: st.DrawFn, deck: dict[str, Any], ranks: list[str], suits: list[str], lines: list[dict[str, Any]]
) -> dict[str, Any]:
    """Add one or two jokers, any card or some, or a wild rank; return the keys of the table about them."""
    wild = draw(st.sampled_from(["any", "any", "bug", ranks[0]]))
    found: dict[str, Any] = {"wild": wild}
    limits = st.sampled_from(["", "", suits[0], "light", ranks[0] + "x", f"{ranks[0]} x"])
    if wild == ranks[0] and draw(st.booleans()):
        found["wild_completes"] = [draw(st.sampled_from([line["name"] for line in lines]))]
    deck["jokers"] = [{"text": f"J{place}"} for place in range(draw(st.integers(1, 3)))]
    if wild != ranks[0] or "wild_completes" in found:
        for joker in deck["jokers"]:
            joker |= {"as": word} if (word := draw(limits)) else {}
        found |= {"wild_as": word} if (word := draw(limits)) and draw(st.booleans()) else {}
    if "packs" not in deck and not any("holds" in line for line in lines) and draw(st.integers(0, 2)) == 0:
        found["wild_cards"] = ranks[0] + "x"
    for line in lines:
        if draw(st.integers(0, 3)) == 0:
            line["wilds"] = draw(st.integers(0, 1))
    return found


@st.composite
def combinations(draw: st.DrawFn, ranks: list[str], size: int) -> list[dict[str, Any]]:
    """Draw combinations of a hand, each with its points."""
    found: list[dict[str, Any]] = []
    for name in ("Fig", "Quince"[: draw(st.integers(0, 6))]):
        conditions: list[dict[str, Any]] = [
            {"kinds": [2]},
            {"run": 2},
            {"total": 3},
            {"same": "suit", "cards": f"2-{size}"},
        ]
        conditions += [{"ranks": ranks[0], "cards": 1}, {"different": "colour", "cards": 2}]
        entry: dict[str, Any] = draw(st.sampled_from(conditions)) | {"name": name, "scores": draw(st.integers(1, 3))}
        again: bool = draw(st.booleans())
        if again and name and found:
            entry["unless"] = "Fig"
        found += [entry] if name else []
    return found


@st.composite
def by_card_lines(draw: st.DrawFn, name: str, ranks: list[str], suits: list[str], size: int) -> dict[str, Any]:
    """Draw a line of the table of hands."""
    line: dict[str, Any] = {"name": name}
    number = size
    if draw(st.booleans()):
        line["cards"] = number = draw(st.integers(1, size - 1))
    facet = st.sampled_from(["suit", "colour", "card"])
    form = draw(st.integers(0, 4))
    if form == 0:
        line["classes"] = {draw(facet): draw(st.sampled_from(SIZES[number]))}
    elif form == 1:
        line["different"] = draw(facet)
    elif form == 2:
        words = draw(
            st.lists(st.sampled_from([*suits, "light", "dark", ranks[0], ranks[0] + "w"]), min_size=1, max_size=2)
        )
        line["holds"] = [f"{draw(st.sampled_from(['at most ', 'exactly ', '']))}1 of {' '.join(words)}"]
    elif form == 3:
        line["same"] = draw(st.sampled_from(["suit", "colour"]))
    if draw(st.booleans()) and number > 1:
        line["run"] = 2
    ties = [*draw(st.sampled_from([["ranks"], ["first"], ["total"], []])), *draw(st.sampled_from([["suit"], []]))]
    if "cards" in line and draw(st.booleans()):
        ties.insert(len(ties) - ("suit" in ties), "rest")
    return line | {"tie": ties or "none"}
