"""Our own drawings, as SVG: card faces, dominoes, backs and the pegging board.

Everything is drawn with classes and no colours, so that the stylesheet decides light or dark and two or four
colours. Groups are distinguished by filled against outlined symbols, never by colour alone.
"""

import math
from html import escape

from cardwright.cards import Face
from cardwright.scenes import BACK, Pegboard

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


# Where the pips of a number card stand, beside the column of its corner; those below the middle stand on their heads.
_COLUMNS = (138, 226, 314)
# Suits that other decks lend their shapes to have low ranks only.
_MOST = dict.fromkeys(("heart", "diamond", "spade", "club"), 10) | dict.fromkeys(
    ("star", "sun", "moon", "crown", "arms"), 5
)
_TALL = {
    2: ((1, 9), (1, 62)),
    3: ((1, 9), (1, 35.5), (1, 62)),
    4: ((0, 9), (2, 9), (0, 62), (2, 62)),
    5: ((0, 9), (2, 9), (1, 35.5), (0, 62), (2, 62)),
    6: ((0, 9), (2, 9), (0, 35.5), (2, 35.5), (0, 62), (2, 62)),
    7: ((0, 9), (2, 9), (1, 22), (0, 35.5), (2, 35.5), (0, 62), (2, 62)),
    8: ((0, 9), (2, 9), (1, 22), (0, 35.5), (2, 35.5), (1, 49), (0, 62), (2, 62)),
    9: ((0, 8), (2, 8), (0, 26), (2, 26), (1, 35.5), (0, 45), (2, 45), (0, 63), (2, 63)),
    10: ((0, 8), (2, 8), (1, 17), (0, 26), (2, 26), (0, 45), (2, 45), (1, 54), (0, 63), (2, 63)),
}

# Half a court figure, from the crown to the sash, on a field of 36 by 36; a court card shows it twice.
_HEAD = '<circle class="court-line" cx="18" cy="16.5" r="5.5"/>'


def _court(cloak: str, lines: str, rest: str) -> str:
    return f'<path class="court-cloak" d="{cloak}"/><path class="court-line" d="{lines}"/>{_HEAD}<path d="{rest}"/>'


COURTS: dict[str, str] = {
    "K": _court(
        "M2 36C3 26 10 23 18 23s15 3 16 13z",
        "M13 24L18 31 23 24",
        "M11 11L9.5 2 14 6 18 1 22 6 26.5 2 25 11zM12.6 18Q18 21 23.4 18 23 26 18 27.5 13 26 12.6 18z",
    ),
    "Q": _court(
        "M2 36C3 26 10 24 18 24s15 2 16 12z",
        "M12 24Q18 32 24 24",
        "M12 12C8 18 8 23 10 26 13 24 12 19 13.5 14zM24 12C28 18 28 23 26 26 23 24 24 19 22.5 14z"
        "M11.5 11Q9.5 5 13 7 14 2 18 2t5 5Q26.5 5 24.5 11z",
    ),
    "J": _court(
        "M3 36C4 27 10 24 18 24s14 3 15 12z",
        "M18 24V36M13 25L18 29 23 25M24 5Q32 0 33 9",
        "M11.5 15Q10 22 12.5 23L14 15zM24.5 15Q26 22 23.5 23L22 15zM10 12Q10 4 20 4 27 5 26.5 12z",
    ),
}


def symbol_definitions() -> str:
    """Return all symbols once, to be used by `use` anywhere in the page."""
    drawn = [
        f'<symbol id="sym-{name}" viewBox="-4 -4 108 108">'
        f'<path id="mark-{name}" fill-rule="evenodd" d="{path}"/></symbol>'
        for name, path in SYMBOLS.values()
    ]
    drawn.append('<rect id="sheet" x="1" y="1" width="58" height="82" rx="6"/>')
    drawn += [_pips(count, name) for name, most in _MOST.items() for count in _TALL if count <= most]
    drawn += [f'<symbol id="court-{rank}" viewBox="0 0 36 36">{half}</symbol>' for rank, half in COURTS.items()]
    weave = "".join(f"M{x} 5l74 74M{x} 79l74-74" for x in range(-67, 55, 8))
    drawn.append(f'<symbol id="back" viewBox="5 5 50 74"><path d="{weave}"/></symbol>')
    return f'<svg class="definitions" aria-hidden="true" width="0" height="0">{"".join(drawn)}</svg>'


def _pips(count: int, name: str) -> str:
    """Return the pips of a number card, drawn once for all cards that bear them; on a field of 450 by 630."""
    upper = "".join(_pip(name, column, top) for column, top in _TALL[count] if top <= 36)
    lower = "".join(_pip(name, 2 - column, 71 - top) for column, top in _TALL[count] if top > 36)
    turned = f'<g transform="rotate(180 {_COLUMNS[1] + 50} 315)">{lower}</g>'
    return f'<symbol id="{name}-{count}" viewBox="0 0 450 630">{upper}{turned}</symbol>'


def _pip(name: str, column: int, top: float) -> str:
    return f'<use href="#mark-{name}" x="{_COLUMNS[column]}" y="{top * 7.5:g}"/>'


def face(shown: Face | None, *, brief: bool = False) -> str:
    """Return the drawing of a place: a card, a domino, a back, or an empty outline. Its label is spoken instead.

    A ``brief`` card is one that is never shown large: it has its corner and one symbol.
    """
    if shown is None:
        return _svg("empty", '<use href="#sheet" class="slot"/>')
    if shown.text == BACK.text:
        return _back(shown.shape)
    if shown.shape == "domino":
        return _domino(shown)
    return _card(shown, brief)


def _svg(kind: str, inside: str, box: str = "0 0 60 84") -> str:
    return f'<svg class="art {kind}" viewBox="{box}" aria-hidden="true">{inside}</svg>'


_PAPER = '<use href="#sheet" class="paper"/>'


def _card(shown: Face, brief: bool) -> str:
    """Return a card in two versions, one plain for small cards and one in full; the style sheet shows one."""
    ink = f"ink-{shown.ink}" + (" outlined" if shown.outlined else " filled")
    corner = escape(shown.corner)
    symbol = shown.symbol.translate(FILLED)
    if symbol not in SYMBOLS:
        size, y = "long" if len(shown.corner) > 2 else "short", 40 if shown.symbol else 28
        words = f'<text class="corner {size}" x="30" y="{y}" text-anchor="middle">{corner}</text>'
        if shown.symbol:
            words += f'<text class="word" x="30" y="64" text-anchor="middle">{escape(shown.symbol)}</text>'
        else:
            words += '<use href="#sym-star" class="pip" x="15" y="38" width="30" height="30"/>'
        return _svg(f"card {ink} worded", _PAPER + words)
    name = SYMBOLS[symbol][0]
    small = (
        '<g class="brief">'
        + _corner(shown.corner, 'x="5" y="32"', 25, 48)
        + f'<use href="#sym-{name}" class="pip" x="18" y="38" width="39" height="39"/></g>'
    )
    if brief:
        return _svg(f"card {ink} of-{name}", _PAPER + small)
    large = (
        '<g class="full">'
        + _corner(shown.corner, 'x="4.5" y="20"', 14, 30)
        + f'<use href="#sym-{name}" class="pip" x="4.5" y="24" width="13" height="13"/>'
        + _middle(shown.corner, name)
        + "</g>"
    )
    return _svg(f"card {ink} of-{name}", _PAPER + small + large)


def _corner(corner: str, at: str, two: int, more: int) -> str:
    """Return the text of a corner: two letters are pressed into the width ``two``, and a word into ``more``."""
    letters = len(corner)
    pressed = f' textLength="{two if letters == 2 else more}" lengthAdjust="spacingAndGlyphs"' if letters > 1 else ""
    kind = "corner long" if letters > 2 else "corner"
    return f'<text class="{kind}" {at}{pressed}>{escape(corner)}</text>'


def _middle(corner: str, name: str) -> str:
    """Return what a large card shows beside its corner: a court figure, its pips, or one large symbol."""
    if corner in COURTS:
        half = f'<use href="#court-{corner}" class="court" x="19.5" y="6" width="36" height="36"/>'
        return (
            f'<rect class="frame" x="19.5" y="6" width="36" height="72" rx="2"/>{half}'
            f'<g transform="rotate(180 37.5 42)">{half}</g>'
        )
    if corner.isdigit() and 2 <= int(corner) <= _MOST[name]:
        return f'<use href="#{name}-{corner}" class="pip" width="60" height="84"/>'
    return f'<use href="#sym-{name}" class="pip" x="19" y="26" width="37" height="37"/>'


def _back(shape: str) -> str:
    return _svg(
        f"back {shape}",
        f'{_PAPER}<rect class="panel" x="5" y="5" width="50" height="74" rx="3"/>'
        '<use href="#back" class="weave" x="5" y="5" width="50" height="74"/>'
        '<use href="#sym-diamond" class="mark" x="19" y="31" width="22" height="22"/>',
    )


# Where the pips of a domino's half lie, on three columns and three rows (numbered like a telephone's keys).
_PIPS = {
    "0": "", "1": "5", "2": "19", "3": "159", "4": "1379", "5": "13579", "6": "134679", "7": "1345679",
    "8": "12346789", "9": "123456789",
}  # fmt: skip


def _domino(shown: Face) -> str:
    """Return a domino; the half that counts lies above, and is drawn in full strength."""
    above, below = _half(shown.corner, 0), _half(shown.lower, 42)
    return _svg(
        "domino",
        f'{_PAPER}{above}<g class="lower">{below}</g><path class="bar" d="M7 42H53"/>'
        '<circle class="nail" cx="30" cy="42" r="2.2"/>',
    )


def _half(value: str, top: int) -> str:
    pips = _PIPS.get(value)
    if pips is None:
        return f'<text class="corner" x="30" y="{top + 29}" text-anchor="middle">{escape(value)}</text>'
    spots = [divmod(int(key) - 1, 3) for key in pips]
    return "".join(
        f'<circle class="dot" cx="{15 + 15 * column}" cy="{top + 9.5 + 11.5 * row}" r="4"/>' for row, column in spots
    )


def halves(values: tuple[str, ...]) -> str:
    """Return the halves that a domino covers, small, beside each other."""
    scale = 0.45 if len(values) < 3 else 0.9 / len(values)
    step = 66 * scale
    left = 30 - step * len(values) / 2
    zero = '<text class="corner" x="30" y="34" text-anchor="middle" font-size="34">0</text>'  # not a blank chip
    drawn = "".join(
        f'<g transform="translate({left + step * index:.1f} 1)scale({scale:.2f})">'
        '<rect class="paper" x="3" width="60" height="42" rx="6"/>'
        f'<g transform="translate(3 -1)">{_half(value, 0) if value != "0" else zero}</g></g>'
        for index, value in enumerate(values)
    )
    return _svg("halves", drawn, "0 0 60 21")


def chips(amount: int, held: tuple[int, ...] = ()) -> str:
    """Return an amount as at most three stacks of five chips, the highest value first: an impression, not a count.

    They are the chips ``held`` of each value, or else the fewest that make the amount.
    """
    left, counts = amount, list(held)
    for worth in () if held else (500, 100, 25, 5, 1):
        count, left = divmod(left, worth)
        counts.append(count)
    stacks = [(kind, min(count, 5)) for kind, count in enumerate(counts) if count][:3]
    drawn = "".join(
        f'<g class="chip worth-{kind}">'
        + "".join(
            f'<path d="M{x} {y}v3a7 3 0 0 0 14 0v-3z"/><ellipse cx="{x + 7}" cy="{y}" rx="7" ry="3"/>'
            for x, y in ((1 + 16 * index, 17 - 3 * level) for level in range(count))
        )
        + "</g>"
        for index, (kind, count) in enumerate(stacks)
    )
    wide = 16 * max(len(stacks), 1)
    return f'<svg class="stacks of-{len(stacks)}" viewBox="0 0 {wide} 24" aria-hidden="true">{drawn}</svg>'


def pegboard(zone: Pegboard) -> str:
    """Return a track of holes with both pegs for each player, in rows of thirty; hole 0 is the start."""
    rows = max(math.ceil((zone.length - 1) / 30), 1)
    players = len(zone.pegs)
    lane, width = 12, 352
    band = lane * players + 17
    parts = [f'<rect class="wood" x="0" y="0" width="{width}" height="{rows * band + 4}" rx="8"/>']
    parts += [_milestone(hole, zone.length, band, lane) for hole in (*range(10, zone.length - 5, 10), zone.length)]
    for index, peg in enumerate(zone.pegs):
        track = [_hole(hole, zone.length, index, band, lane) for hole in range(zone.length + 1)]
        streets = [(first, min(first + 29, zone.length)) for first in range(1, zone.length, 30)]
        path = "".join(f"M{_at(track[first])}H{track[last][0]:g}" for first, last in streets)
        parts.append(f'<path class="track seat-{peg.player}" d="{path}H{track[-1][0]:g}"/>')
        pegs = {peg.back: "back", peg.front: "front"}
        # All holes are dots of one line: drawn one by one they would be half of what a table sends at every move.
        dots = "".join(f"M{_at(point)}h0" for hole, point in enumerate(track) if hole not in pegs)
        parts.append(f'<path class="holes" d="{dots}"/>')
        for hole, kind in pegs.items():
            x, y = track[hole]
            parts.append(f'<circle class="peg {kind} seat-{peg.player}" cx="{x:g}" cy="{y:g}" r="4.2"/>')
    spoken = "; ".join(f"player {peg.player + 1} at {peg.front}, before that {peg.back}" for peg in zone.pegs)
    return (
        f'<svg class="pegboard" viewBox="0 0 {width} {rows * band + 4}" role="img" '
        f'aria-label="Pegging board to {zone.length}: {spoken}">{"".join(parts)}</svg>'
    )


def _at(point: tuple[float, float]) -> str:
    return f"{point[0]:g} {point[1]:g}"


def _milestone(hole: int, length: int, band: int, lane: int) -> str:
    x, y = _hole(hole, length, 0, band, lane)
    return f'<text class="milestone" x="{x}" y="{y - 6}" text-anchor="middle">{hole}</text>'


def _hole(hole: int, length: int, index: int, band: int, lane: int) -> tuple[float, float]:
    """Return the position of a hole: up one street and down the next, a gap after every fifth."""
    if hole == 0:
        return 8, 15 + index * lane
    last = hole >= length
    row, column = divmod((length - 1 if last else hole) - 1, 30)
    x = 20 + column * 10.2 + (column // 5) * 2.4
    if row % 2:
        x = 20 + 29 * 10.2 + 5 * 2.4 - (x - 20)
    step = (-11 if row % 2 else 11) if last else 0
    return round(x + step, 1), 15 + row * band + index * lane
