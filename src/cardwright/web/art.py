"""Our own drawings, as SVG: card faces, dominoes, backs and the pegging board.

Everything is drawn with classes and no colours, so that the stylesheet decides light or dark and two or four
colours. A group is told from another by filled against outlined symbols, never by colour alone.
"""

import math
from html import escape

from cardwright.cards import Face
from cardwright.scene import BACK, Zone

# Symbols on a field of 100 by 100, as path data drawn for Cardwright.
SYMBOLS: dict[str, tuple[str, str]] = {
    "♥": (
        "heart",
        "M50 90C18 66 6 48 6 31 6 17 16 8 28 8c9 0 17 5 22 14C55 13 63 8 72 8c12 0 22 9 22 23 0 17-12 35-44 59z",
    ),
    "♦": ("diamond", "M50 4C60 22 72 38 86 50 72 62 60 78 50 96 40 78 28 62 14 50 28 38 40 22 50 4z"),
    "♠": (
        "spade",
        "M50 5C62 24 92 42 92 63c0 13-9 21-20 21-7 0-13-3-17-9 1 9 4 15 11 20H34c7-5 10-11 11-20-4 6-10 9-17 9"
        "C17 84 8 76 8 63 8 42 38 24 50 5z",
    ),
    "♣": (
        "club",
        "M50 5c12 0 21 9 21 20 0 7-3 12-8 17 3-2 7-3 10-3 12 0 21 9 21 21s-9 21-21 21c-8 0-14-4-18-11 1 11 4 19 12 25"
        "H33c8-6 11-14 12-25-4 7-10 11-18 11C15 81 6 72 6 60s9-21 21-21c3 0 7 1 10 3-5-5-8-10-8-17C29 14 38 5 50 5z",
    ),
    "★": ("star", "M50 4l14 31 34 4-25 23 7 34-30-17-30 17 7-34L2 39l34-4z"),
    "☀": (
        "sun",
        "M50 26a24 24 0 1 0 .1 0zM46 2h8l2 16H44zM46 98h8l2-16H44zM2 46v8l16 2V44zM98 46v8l-16 2V44z"
        "M13 19l6-6 13 10-9 9zM87 19l-6-6-13 10 9 9zM13 81l6 6 13-10-9-9zM87 81l-6 6-13-10 9-9z",
    ),
    "☾": ("moon", "M64 6A46 46 0 1 0 94 66 38 38 0 1 1 64 6z"),
    "♛": ("crown", "M8 28l20 22L50 12l22 38 20-22-8 52H16zM16 84h68v8H16z"),
    "⚜": ("arms", "M10 8h80v38c0 24-16 40-40 48C26 86 10 70 10 46zM46 20v22H24v8h22v28h8V50h22v-8H54V20z"),
}

# Open symbols are the same shapes, drawn as outlines.
FILLED = str.maketrans("♡♢♤♧☆☼", "♥♦♠♣★☀")


def symbol_definitions() -> str:
    """All symbols once, to be used by `use` anywhere in the page."""
    drawn = "".join(
        f'<symbol id="sym-{name}" viewBox="-4 -4 108 108"><path fill-rule="evenodd" d="{path}"/></symbol>'
        for name, path in SYMBOLS.values()
    )
    return f'<svg class="definitions" aria-hidden="true" width="0" height="0">{drawn}</svg>'


def face(shown: Face | None) -> str:
    """A place's drawing: a card, a domino, a back, or an empty outline. Decorative: its label is spoken instead."""
    if shown is None:
        return _svg("empty", '<rect class="slot" x="1.5" y="1.5" width="57" height="81" rx="6"/>')
    if shown.text == BACK.text:
        return _back(shown.shape)
    if shown.shape == "domino":
        return _domino(shown)
    return _card(shown)


def _svg(kind: str, inside: str, box: str = "0 0 60 84") -> str:
    return f'<svg class="art {kind}" viewBox="{box}" aria-hidden="true" focusable="false">{inside}</svg>'


def _card(shown: Face) -> str:
    ink = f"ink-{shown.ink}" + (" outlined" if shown.outlined else " filled")
    corner = escape(shown.corner)
    size = "long" if len(shown.corner) > 2 else "short"
    parts = ['<rect class="paper" x="1" y="1" width="58" height="82" rx="6"/>']
    symbol = shown.symbol.translate(FILLED)
    if symbol in SYMBOLS:
        name = SYMBOLS[symbol][0]
        parts.append(f'<text class="corner {size}" x="6" y="21">{corner}</text>')
        parts.append(f'<use href="#sym-{name}" class="pip" x="6" y="25" width="14" height="14"/>')
        parts.append(f'<use href="#sym-{name}" class="pip" x="21" y="39" width="33" height="37"/>')
        ink += f" of-{name}"
    else:
        parts.append(f'<text class="corner {size}" x="30" y="40" text-anchor="middle">{corner}</text>')
        parts.append(f'<text class="word" x="30" y="64" text-anchor="middle">{escape(shown.symbol)}</text>')
    return _svg(f"card {ink}", "".join(parts))


def _back(shape: str) -> str:
    lattice = "".join(f'<path class="weave" d="M{x} 7L{x + 12} 77M{x + 12} 7L{x} 77"/>' for x in range(8, 45, 8))
    return _svg(
        f"back {shape}",
        '<rect class="paper" x="1" y="1" width="58" height="82" rx="6"/>'
        f'<rect class="panel" x="5" y="5" width="50" height="74" rx="3"/>{lattice}',
    )


# Where the pips of a domino's half lie, on three columns and three rows (numbered like a telephone's keys).
_PIPS = {
    "0": "", "1": "5", "2": "19", "3": "159", "4": "1379", "5": "13579", "6": "134679", "7": "1345679",
    "8": "12346789", "9": "123456789",
}  # fmt: skip


def _domino(shown: Face) -> str:
    halves = "".join(_half(value, top) for value, top in ((shown.corner, 0), (shown.lower, 42)))
    return _svg(
        "domino",
        f'<rect class="paper" x="1" y="1" width="58" height="82" rx="6"/>{halves}<path class="bar" d="M7 42H53"/>',
    )


def _half(value: str, top: int) -> str:
    pips = _PIPS.get(value)
    if pips is None:
        return f'<text class="corner short" x="30" y="{top + 29}" text-anchor="middle">{escape(value)}</text>'
    spots = [divmod(int(key) - 1, 3) for key in pips]
    return "".join(
        f'<circle class="dot" cx="{15 + 15 * column}" cy="{top + 9.5 + 11.5 * row}" r="4"/>' for row, column in spots
    )


def pegboard(zone: Zone) -> str:
    """A track of holes for each player, in rows of thirty that turn at their ends, with both pegs; 0 is the start."""
    rows = max(math.ceil((zone.length - 1) / 30), 1)
    players = len(zone.pegs)
    lane, width = 11, 352
    band = lane * players + 15
    parts = [f'<rect class="wood" x="0" y="0" width="{width}" height="{rows * band + 4}" rx="8"/>']
    parts += [_milestone(hole, zone.length, band, lane) for hole in (*range(15, zone.length - 5, 15), zone.length)]
    for index, peg in enumerate(zone.pegs):
        track = [_hole(hole, zone.length, index, band, lane) for hole in range(zone.length + 1)]
        streets = [(first, min(first + 29, zone.length)) for first in range(1, zone.length, 30)]
        path = "".join(f"M{_at(track[first])}H{track[last][0]}" for first, last in streets)
        parts.append(f'<path class="track seat-{peg.player}" d="{path}H{track[-1][0]}"/>')
        for hole, (x, y) in enumerate(track):
            kind = "hole"
            if hole == peg.front:
                kind = f"peg front seat-{peg.player}"
            elif hole == peg.back:
                kind = f"peg back seat-{peg.player}"
            radius = 4.2 if kind != "hole" else 1.6
            parts.append(f'<circle class="{kind}" cx="{x}" cy="{y}" r="{radius}"/>')
    spoken = "; ".join(f"player {peg.player + 1} at {peg.front}, before that {peg.back}" for peg in zone.pegs)
    return (
        f'<svg class="pegboard" viewBox="0 0 {width} {rows * band + 4}" role="img" '
        f'aria-label="Pegging board to {zone.length}: {spoken}">{"".join(parts)}</svg>'
    )


def _at(point: tuple[float, float]) -> str:
    return f"{point[0]} {point[1]}"


def _milestone(hole: int, length: int, band: int, lane: int) -> str:
    x, y = _hole(hole, length, 0, band, lane)
    return f'<text class="milestone" x="{x}" y="{y - 6}" text-anchor="middle">{hole}</text>'


def _hole(hole: int, length: int, index: int, band: int, lane: int) -> tuple[float, float]:
    """Where a hole lies: up one street and down the next, a gap after every fifth."""
    if hole == 0:
        return 8, 15 + index * lane
    last = hole >= length
    row, column = divmod((length - 1 if last else hole) - 1, 30)
    x = 20 + column * 10.2 + (column // 5) * 2.4
    if row % 2:
        x = 20 + 29 * 10.2 + 5 * 2.4 - (x - 20)
    step = (-11 if row % 2 else 11) if last else 0
    return round(x + step, 1), 15 + row * band + index * lane
