"""The drawings of all cards, as one sprite of SVG symbols that browsers keep: `static/cards.svg`.

``python -m cardwright.web.drawing.card_art`` writes it. Shapes have no colours of their own: they take the ink of the
suit (currentColor), and what the style sheet says in custom properties, so that light, dark and four colours need no
second drawing. Every line is drawn for Cardwright; no fonts are used.
"""

from collections.abc import Iterator
from pathlib import Path

SPRITE = Path(__file__).parents[1] / "static" / "cards.svg"

# Suits, on a field of 100 by 100.
SUITS: dict[str, str] = {
    "heart": "M50 90C18 66 6 48 6 31 6 17 16 8 28 8c9 0 17 5 22 14C55 13 63 8 72 8c12 0 22 9 22 23 0 17-12 35-44 59z",
    "diamond": "M50 4C60 22 72 38 86 50 72 62 60 78 50 96 40 78 28 62 14 50 28 38 40 22 50 4z",
    "spade": (
        "M50 5C62 24 92 42 92 63c0 13-9 21-20 21-7 0-13-3-17-9 1 9 4 15 11 20H34c7-5 10-11 11-20-4 6-10 9-17 9"
        "C17 84 8 76 8 63 8 42 38 24 50 5z"
    ),
    "club": (
        "M50 5c12 0 21 9 21 20 0 7-3 12-8 17 3-2 7-3 10-3 12 0 21 9 21 21s-9 21-21 21c-8 0-14-4-18-11 1 11 4 19 12 25"
        "H33c8-6 11-14 12-25-4 7-10 11-18 11C15 81 6 72 6 60s9-21 21-21c3 0 7 1 10 3-5-5-8-10-8-17C29 14 38 5 50 5z"
    ),
    "star": "M50 4l14 31 34 4-25 23 7 34-30-17-30 17 7-34L2 39l34-4z",
    "sun": (
        "M50 26a24 24 0 1 0 .1 0zM46 2h8l2 16H44zM46 98h8l2-16H44zM2 46v8l16 2V44zM98 46v8l-16 2V44z"
        "M13 19l6-6 13 10-9 9zM87 19l-6-6-13 10 9 9zM13 81l6 6 13-10-9-9zM87 81l-6 6-13-10 9-9z"
    ),
    "moon": "M64 6A46 46 0 1 0 94 66 38 38 0 1 1 64 6z",
    "crown": "M8 28l20 22L50 12l22 38 20-22-8 52H16zM16 84h68v8H16z",
    "arms": "M10 8h80v38c0 24-16 40-40 48C26 86 10 70 10 46zM46 20v22H24v8h22v28h8V50h22v-8H54V20z",
}
FRENCH = ("heart", "diamond", "spade", "club")

# Ranks as strokes, on a field of 18 by 20.
GLYPHS: dict[str, str] = {
    "A": "M3 18.5 9 1.5l6 17M5.2 12.7h7.6",
    "0": "M9 1.5c3.6 0 5.9 3.4 5.9 8.5S12.6 18.5 9 18.5 3.1 15.1 3.1 10 5.4 1.5 9 1.5z",
    "1": "M4.6 5.6 10 1.5v17",
    "2": "M3.8 5.8C4 3.1 6.2 1.5 9 1.5c3.1 0 5.2 1.8 5.2 4.6C14.2 10.6 6 13.6 3.8 18.5h10.9",
    "3": "M4 1.5h9.6L8.6 8.2c3.6-.2 6 1.9 6 5 0 3.2-2.4 5.3-5.7 5.3-2.5 0-4.4-1-5.5-2.9",
    "4": "M11.6 18.5v-17L3 13.3h12.2",
    "5": "M13.7 1.5H5.4L4.6 9C5.8 8 7.2 7.5 9 7.5c3.3 0 5.6 2.2 5.6 5.4 0 3.3-2.4 5.6-5.8 5.6-2.5 0-4.3-.9-5.4-2.7",
    "6": (
        "M13 2.4C7.2.6 3.6 5.2 3.6 11.6c0 4.4 2.1 6.9 5.5 6.9 3.1 0 5.4-2.2 5.4-5.4S12.3 8 9.4 8C6.4 8 4.2 9.9 3.7 12.8"
    ),
    "7": "M3.4 1.5h11.2C11 6.4 8.4 12 7.6 18.5",
    "8": (
        "M9 9.2c-2.7 0-4.5-1.5-4.5-3.8S6.3 1.5 9 1.5s4.5 1.6 4.5 3.9S11.7 9.2 9 9.2zm0 0c-3.2 0-5.4 1.9-5.4 4.6"
        "S5.8 18.5 9 18.5s5.4-2 5.4-4.7S12.2 9.2 9 9.2z"
    ),
    "9": (
        "M5 17.6c5.8 1.8 9.4-2.8 9.4-9.2 0-4.4-2.1-6.9-5.5-6.9-3.1 0-5.4 2.2-5.4 5.4S5.7 12 8.6 12c3 0 5.2-1.9 5.7-4.8"
    ),
    "10": "M2 4.6 4.8 1.5v17M12.4 1.5c-2.7 0-4.2 3.2-4.2 8.5s1.5 8.5 4.2 8.5 4.2-3.2 4.2-8.5-1.5-8.5-4.2-8.5z",
    "J": "M7.6 1.5h6.6M11.4 1.5v12c0 3.2-1.6 5-4.2 5-2.4 0-3.9-1.5-4-4",
    "Q": "M9 1.5c-3.7 0-6 3.3-6 8.5s2.3 8.5 6 8.5 6-3.3 6-8.5-2.3-8.5-6-8.5zM9.4 12.8l6 6.2",
    "K": "M4.2 1.5v17M14.6 1.5 4.4 11.7M8 8.4l7 10.1",
    "N": "M3.6 18.5v-17l10.8 17v-17",
}
PLAIN = ("N", "0", "1")  # that French suits have no drawing of
LOW = ("A", "2", "3", "4", "5", "N")  # all that decks lend the shapes of other suits have

# Where the pips of a number card lie, from its middle; those below it stand on their heads.
PIPS: dict[str, tuple[tuple[float, float], ...]] = {
    "2": ((0, -24), (0, 24)),
    "3": ((0, -24), (0, 0), (0, 24)),
    "4": ((-8.6, -24), (8.6, -24), (-8.6, 24), (8.6, 24)),
    "5": ((-8.6, -24), (8.6, -24), (0, 0), (-8.6, 24), (8.6, 24)),
    "6": ((-8.6, -24), (8.6, -24), (-8.6, 0), (8.6, 0), (-8.6, 24), (8.6, 24)),
    "7": ((-8.6, -24), (8.6, -24), (0, -12), (-8.6, 0), (8.6, 0), (-8.6, 24), (8.6, 24)),
    "8": ((-8.6, -24), (8.6, -24), (0, -12), (-8.6, 0), (8.6, 0), (0, 12), (-8.6, 24), (8.6, 24)),
    "9": ((-8.6, -25), (8.6, -25), (-8.6, -8.5), (8.6, -8.5), (0, 0), (-8.6, 8.5), (8.6, 8.5), (-8.6, 25), (8.6, 25)),
    "10": (
        (-8.6, -25), (8.6, -25), (0, -17), (-8.6, -8.5), (8.6, -8.5),
        (-8.6, 8.5), (8.6, 8.5), (0, 17), (-8.6, 25), (8.6, 25),
    ),
}  # fmt: skip
PIP_FACTOR = 0.113  # from a suit's field to a pip of a card

INK, SKIN, HAIR, TRIM = "var(--line-ink)", "var(--skin)", "var(--hair)", "var(--trim)"

# Court figures: half of each, its middle at 0,0 and its head above; the card shows it twice.
_FACE = (
    f'<path d="M-4.6-22v4.4C-4.6-13-2.2-11 0-11s4.6-2 4.6-6.6V-22z" fill="{SKIN}" stroke="{INK}" stroke-width=".7"/>'
    f'<path d="M-3-19h1.8M1.2-19H3M0-18.6v2.8h-1M-1.5-13.7q1.5.9 3 0" fill="none" stroke="{INK}" stroke-width=".8"/>'
)
_BODIES = {
    "K": (
        f'<path d="M-17 0c0-8 3-11.5 10-13H7c7 1.5 10 5 10 13z" fill="currentColor"/>'
        f'<path d="M-5.5-13 0 0h0L5.5-13z" fill="{TRIM}"/>'
        f'<path d="M-8.5-12.5-3.5 0M8.5-12.5 3.5 0" stroke="{TRIM}" stroke-width="1.3" fill="none"/>'
    ),
    "Q": (
        f'<path d="M-16 0c0-8 4-11 9-12.5H7C12-11 16-8 16 0z" fill="currentColor"/>'
        f'<path d="M-6-13Q0-3 6-13z" fill="{SKIN}" stroke="{INK}" stroke-width=".6"/>'
        f'<path d="M-10.5 0q1-7 4-9.5M10.5 0q-1-7-4-9.5" stroke="{TRIM}" stroke-width="1.6" fill="none"/>'
        f'<circle cy="-6.7" r="1.3" fill="{TRIM}"/>'
    ),
    "J": (
        f'<path d="M-15 0v-5c0-5 4-7 8-7.5H7c4 .5 8 2.5 8 7.5v5z" fill="{TRIM}"/>'
        '<path d="M-15 0v-5c0-5 4-7 8-7.5L-1 0zM15 0v-5c0-5-4-7-8-7.5L1 0z" fill="currentColor"/>'
        f'<path d="M-5-12.5 0-8.5l5-4" fill="{SKIN}" stroke="{INK}" stroke-width=".6"/>'
    ),
}
_HAIR = {
    "K": (
        f'<path d="M-6.6-23Q-8-15-6-12.5L-4.3-15v-7zM6.6-23Q8-15 6-12.5L4.3-15v-7z" fill="{HAIR}"/>',
        f'<path d="M-4.6-16.6Q0-14.5 4.6-16.6 4.8-8.5 0-6.5-4.8-8.5-4.6-16.6z" fill="{HAIR}"/>'
        f'<path d="M-1.5-13.5h3" stroke="{SKIN}" stroke-width=".9"/>',
    ),
    "Q": (
        f'<path d="M-5-25C-10.5-22-8-14-10-9.5q5 1 6-4.5l8 0q1 5.5 6 4.5C8-14 10.5-22 5-25z" fill="{HAIR}"/>',
        f'<path d="M-4.8-19.5Q-4-23.5 0-23.5t4.8 4Q5-25.5 0-25.5t-4.8 6z" fill="{HAIR}"/>',
    ),
    "J": (
        f'<path d="M-5.5-25q-3 7-1.5 11.5l3-.5.5-8zM5.5-25q3 7 1.5 11.5l-3-.5-.5-8z" fill="{HAIR}"/>',
        f'<path d="M-4.6-21.5Q-1-20 4.6-21.8V-24h-9.2z" fill="{HAIR}"/>',
    ),
}
# Dress and the thing held: different in every suit.
_HATS = {
    ("K", "heart"): "M-7-22.5-8.5-32l4.5 4L0-33.5l4 5.5L8.5-32 7-22.5z",
    ("K", "diamond"): "M-7-22.5-7.5-29l3.5 2-1-5.5L0-29l5-3.5-1 5.5 3.5-2-.5 6.5z",
    ("K", "spade"): "M-7-22.5V-31h3v3h2.5v-5.5h3v5.5H4v-3h3v8.5z",
    ("K", "club"): "M-7-22.5Q-10-30-5-30-3-33.5 0-31q3-2.5 5 1 5 0 2 7.5z",
    ("Q", "heart"): "M-6-24-6.5-29l3.2 2.4L0-31.5l3.3 4.9L6.5-29 6-24z",
    ("Q", "diamond"): "M-6-24q0-6 6-8.5Q6-30 6-24z",
    ("Q", "spade"): "M-6-24l-2-6 4.5 2L-1-33H1l2.5 5L8-30l-2 6z",
    ("Q", "club"): "M-6.5-24Q-6-28.5-3-27-2.5-31 0-31T3-27q3-1.5 3.5 3z",
    ("J", "heart"): "M-7-23q-1.5-7 6-8 8-1 9 5l-1 3z",
    ("J", "diamond"): "M-8-23l2-4 1-4.5H7l-.5 4.5L8-23z",
    ("J", "spade"): "M-7.5-22.5Q-6-30 0-33.5 6-30 7.5-22.5z",
    ("J", "club"): "M-8.5-23q0-3 3-3 0-5.5 5.5-5.5T5.5-26q3 0 3 3z",
}
_TOOLS = {
    ("K", "heart"): "M14.5-1v-25M12-20h5",  # a sword
    ("K", "diamond"): "M14.5 0v-27M14.5-26q-4.5 1-4 6 2.5-1.5 4-1.5",  # an axe
    ("K", "spade"): "M14.5-1v-27M11.5-21h6",
    ("K", "club"): "M14.5 0v-21M14.5-21m-2.4-2.4a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0-4.8 0",  # an orb
    ("J", "heart"): "M14.5 0v-26M14.5-26l-2.5 5h5z",  # a pike
    ("J", "diamond"): "M14.5 0v-27M11.5-24q3 3 6 0M14.5-27v5",
    ("J", "spade"): "M14.5 0v-28M14.5-27q4 2 3 6l-3-1",  # a halberd
    ("J", "club"): "M14.5 0v-22q-3-2 0-6 3 4 0 6",  # a leaf
}
_FEATHERS = {
    "heart": "M6-28q7-6 6 3",
    "diamond": "M-5-29q-7-4-7 4",
    "spade": "M5-28q6-4 7 1",
    "club": "M-6-28q-6-5-7 2",
}


def _figure(rank: str, suit: str) -> str:
    """Return half a court figure."""
    behind, before = _HAIR[rank]
    hat = f'<path d="{_HATS[rank, suit]}" fill="{TRIM}" stroke="{INK}" stroke-width=".8"/>'
    band = '<path d="M-6.5-24.6H6.5" stroke="currentColor" stroke-width="1.6"/>'
    path = _TOOLS.get((rank, suit))
    tool = f'<path d="{path}" fill="none" stroke="var(--tool)" stroke-width="1.5"/>' if path else _flower(suit)
    feather = f'<path d="{_FEATHERS[suit]}" fill="none" stroke="currentColor" stroke-width="1.8"/>'
    badge = f'<use href="#{suit}" x="-12.5" y="-8.5" width="6" height="6" color="{TRIM}" fill="{TRIM}"/>'
    return "".join(
        (
            behind,
            _BODIES[rank],
            tool,
            _FACE,
            before,
            feather if rank == "J" else "",
            hat,
            band,
            badge if rank == "K" else "",
        )
    )


def _flower(suit: str) -> str:
    """Return the drawing in a queen's hand: a flower of her suit."""
    return (
        f'<path d="M12.5-1Q14-8 13-14" fill="none" stroke="var(--tool)" stroke-width="1.2"/>'
        f'<use href="#{suit}" x="8.5" y="-23.5" width="9.5" height="9.5" fill="currentColor"/>'
    )


def _twice(id: str, one: str) -> str:
    """Return a symbol that a card shows at the top left, and turned at the bottom right."""
    return f'<g id="{id}">{one}<g transform="rotate(180 30 42)">{one}</g></g>'


def _middle(rank: str, suit: str) -> str:
    """Return the middle of a card: its pips, its figure, or one large sign."""
    if rank in PIPS:
        return _pips(rank, suit)
    if rank in _BODIES:
        half = f'<g id="{suit}-{rank}-half" transform="translate(30 42)">{_figure(rank, suit)}</g>'
        return (
            f'{half}<use href="#{suit}-{rank}-half" transform="rotate(180 30 42)"/>'
            f'<path d="M13 42h34" stroke="{TRIM}" stroke-width="1.5"/>'
        )
    if rank == "N":
        return (
            '<circle cx="30" cy="42" r="13.5" fill="none" stroke="currentColor" stroke-width="3"/>'
            f'<use href="#{suit}" x="22.5" y="34.5" width="15" height="15"/>'
        )
    return f'<use href="#{suit}" x="15" y="27" width="30" height="30"/>'


def _pips(rank: str, suit: str) -> str:
    """Return the pips of a number card; those below its middle stand on their heads."""
    upper = "".join(_pip(suit, x, y) for x, y in PIPS[rank] if y <= 0)
    lower = "".join(_pip(suit, -x, -y) for x, y in PIPS[rank] if y > 0)
    return f'{upper}<g transform="rotate(180 30 42)">{lower}</g>'


def _pip(suit: str, x: float, y: float) -> str:
    return f'<use href="#p-{suit}" x="{30 + x:g}" y="{42 + y:g}"/>'


def _lattice(step: int) -> str:
    return "".join(f"M{x} 4l76 76M{x} 80l76-76" for x in range(-76 + step // 2, 60, step))


def _backs() -> str:
    """Return the designs of the back; the style sheet shows one: a lattice, a rosette, waves.

    A back fills any sheet, so it is stretched a little on one of other proportions than a card.
    """
    rings = "".join(f'<circle cx="30" cy="42" r="{radius}"/>' for radius in (5, 10, 15, 20))
    petals = "".join(
        f'<ellipse cx="30" cy="27" rx="4.5" ry="13" transform="rotate({turn} 30 42)"/>' for turn in range(0, 360, 45)
    )
    waves = "".join(
        f"M{x} {y}a7 7 0 0 1 14 0M{x + 3.5} {y}a3.5 3.5 0 0 1 7 0"
        for row, y in enumerate(range(8, 88, 7))
        for x in range(-9 + 7 * (row % 2), 62, 14)
    )
    frame = '<rect x="5" y="5" width="50" height="74" rx="3.5" fill="var(--back)"/>'
    return (
        '<clipPath id="inside"><rect x="5" y="5" width="50" height="74" rx="3.5"/></clipPath>'
        f'<symbol id="back" viewBox="0 0 60 84" preserveAspectRatio="none">{frame}'
        '<g clip-path="url(#inside)" fill="none" stroke="var(--back-line)">'
        f'<g opacity="var(--back-1)"><path d="{_lattice(9)}"/>'
        '<path d="M30 27 43 42 30 57 17 42z" fill="var(--back)" stroke-width="2"/>'
        '<path d="M30 35 36 42 30 49 24 42z"/></g>'
        f'<g opacity="var(--back-2)">{petals}{rings}'
        '<path d="M5 5 17 17M55 5 43 17M5 79l12-12M55 79 43 67" stroke-width="3"/></g>'
        f'<path opacity="var(--back-3)" d="{waves}" stroke-width="1.2"/></g></symbol>'
    )


def _joker() -> str:
    """Return the joker's head: a cap with three bells."""
    cap = "M-9-4C-13-16-20-12-19-4-14-24-4-22 0-14 4-22 14-24 19-4 20-12 13-16 9-4z"
    bells = "".join(f'<circle cx="{x}" cy="{y}" r="2.4" fill="{TRIM}"/>' for x, y in ((-19, -2), (19, -2), (0, -24)))
    return (
        f'<symbol id="joker" viewBox="0 0 60 84"><g transform="translate(30 52)">'
        f'<path d="M-8-5v8Q-7 12 0 12T8 3v-8z" fill="{SKIN}" '
        f'stroke="{INK}" stroke-width=".9"/><path d="{cap}" fill="currentColor"/>'
        f'<path d="M0-14V-22M-9-4Q0-9 9-4V-1Q0-6-9-1z" fill="{TRIM}" stroke="{TRIM}"/>{bells}'
        f'<path d="M-4.5-1h2M2.5-1h2M-4 5Q0 9 4 5" fill="none" stroke="{INK}" stroke-width="1.2"/>'
        f'<path d="M-13 20-6 11 0 18 6 11 13 20z" fill="{TRIM}"/></g></symbol>'
    )


def _cup() -> str:
    """Return the cup that hides a player's dice, upside down, with a die as its sign."""
    return (
        '<symbol id="cup" viewBox="0 0 60 60"><path d="M16 5Q30 1 44 5L52 51H8z" fill="var(--back)"/>'
        '<ellipse cx="30" cy="51" rx="24" ry="5.5" fill="var(--back)"/>'
        '<g fill="none" stroke="var(--back-line)" stroke-width="2"><ellipse cx="30" cy="51" rx="24" ry="5.5"/>'
        '<path d="M14.5 12Q30 8 45.5 12M8.5 46.5Q30 54 51.5 46.5M16 5Q30 1 44 5L52 51M16 5 8 51"/>'
        '<rect x="20" y="18.5" width="20" height="20" rx="4.5"/></g><g fill="var(--back-line)">'
        '<circle cx="25" cy="23.5" r="2"/><circle cx="35" cy="23.5" r="2"/><circle cx="30" cy="28.5" r="2"/>'
        '<circle cx="25" cy="33.5" r="2"/><circle cx="35" cy="33.5" r="2"/></g></symbol>'
    )


def _stacks() -> Iterator[str]:
    """Yield stacks of one to ten chips; a chip is an edge with three spots, and a ring above."""
    yield (
        '<g id="stack-1"><path d="M2 42v3.4a11 4.6 0 0 0 22 0V42z"/><ellipse cx="13" cy="42" rx="11" ry="4.6"/>'
        '<path d="M6 47v2.6M13 47.4v2.6M20 47v2.6" stroke="var(--spots)" stroke-width="2.6"/>'
        '<ellipse cx="13" cy="42" rx="6.6" ry="2.6" fill="none" stroke="var(--spots)" stroke-dasharray="2 1.4"/></g>'
    )
    for count in range(2, MAX_STACKED_CHIPS + 1):
        top = f'<use href="#stack-1" y="{CHIP_STEP * (1 - count)}"/>'
        yield f'<g id="stack-{count}"><use href="#stack-{count - 1}"/>{top}</g>'


def sprite() -> str:
    """Return the sprite: sheets, suits, ranks, whole cards, backs, the joker, dominoes' halves, the cup and chips."""
    parts = [
        f'<symbol id="{name}" viewBox="-4 -4 108 108"><path fill-rule="evenodd" d="{path}"/></symbol>'
        for name, path in SUITS.items()
    ]
    parts += [
        f'<symbol id="r{rank}" viewBox="0 0 18 20"><path fill="none" stroke="currentColor" '
        f'stroke-width="{"calc(.82 * var(--glyph))" if rank == "10" else "var(--glyph)"}" stroke-linejoin="round" '
        f'stroke-linecap="round" d="{path}"/></symbol>'
        for rank, path in GLYPHS.items()
    ]
    parts += [
        f'<path id="p-{suit}" fill-rule="evenodd" transform="scale({PIP_FACTOR})translate(-50-50)" d="{path}"/>'
        for suit, path in SUITS.items()
    ]
    parts += [_twice(f"i-{rank}", f'<use href="#r{rank}" x="2.5" y="5" width="12.6" height="14"/>') for rank in GLYPHS]
    parts += [_twice(f"i-{suit}", f'<use href="#{suit}" x="3.9" y="21.5" width="10" height="10"/>') for suit in SUITS]
    parts += [
        f'<rect id="{name}" x="1" y="1" width="{wide - 2}" height="{high - 2}" rx="{CORNERS.get(name, 6)}" '
        'vector-effect="inherit"/>'
        for name, (wide, high) in SHEETS.items()
    ]
    for suit in SUITS:
        ranks = [rank for rank in GLYPHS if rank not in PLAIN] if suit in FRENCH else []
        for rank in dict.fromkeys((*ranks, *LOW)):
            index = f'<use href="#i-{rank}"/><use href="#i-{suit}"/>'
            parts.append(f'<symbol id="{suit}-{rank}" viewBox="0 0 60 84">{index}{_middle(rank, suit)}</symbol>')
    parts += [_backs(), _joker(), *(_half(value) for value in range(10)), _cup(), *_stacks()]
    return "\n".join(('<svg xmlns="http://www.w3.org/2000/svg">', *parts, "</svg>", ""))


# Cards, cells of a board, bricks of a pyramid, dice.
SHEETS: dict[str, tuple[int, int]] = {"card": (60, 84), "cell": (60, 72), "brick": (84, 54), "die": (60, 60)}
CORNERS = {"die": 12}  # how round a sheet is, where it is not 6

MAX_STACKED_CHIPS = 10
CHIP_WIDTH, CHIP_STEP, STACK_HEIGHT = 25, 4, 50  # of stacks: from one to the next, from chip to chip, and the field

# Where the pips of a domino's half lie, on three columns and three rows (numbered like a telephone's keys).
_DOTS = ("", "5", "19", "159", "1379", "13579", "134679", "1345679", "12346789", "123456789")


def _half(value: int) -> str:
    """Return half a domino, on a field of 60 by 42."""
    spots = [divmod(int(key) - 1, 3) for key in _DOTS[value]]
    dots = "".join(f'<circle cx="{15 + 15 * column}" cy="{9 + 12 * row}" r="4.2"/>' for row, column in spots)
    return f'<symbol id="half-{value}" viewBox="0 0 60 42">{dots}</symbol>'


if __name__ == "__main__":
    SPRITE.write_text(sprite(), encoding="utf-8")
