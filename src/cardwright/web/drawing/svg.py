"""Drawings of places, chips and the pegging board, as SVG. Cards refer to the sprite that card_art.py draws.

Everything is drawn with classes and no colours, so that the stylesheet decides light or dark and two or four
colours. Groups are distinguished by filled against outlined symbols, never by colour alone.
"""

import functools
import math
from html import escape
from typing import NamedTuple

from cardwright.cards import Face
from cardwright.scenes import BACK, Peg, Pegboard
from cardwright.web.drawing.card_art import (
    CHIP_STEP,
    CHIP_WIDTH,
    FRENCH,
    GLYPHS,
    LOW,
    MAX_STACKED_CHIPS,
    PLAIN,
    SHEETS,
    STACK_HEIGHT,
)
from cardwright.web.static_files import static

SPRITE = static("cards.svg")

# The symbols of faces, as card_art.py names them; open ones are the same shapes, drawn as outlines.
SYMBOLS = {
    "♥": "heart", "♦": "diamond", "♠": "spade", "♣": "club", "★": "star", "☀": "sun", "☾": "moon", "♛": "crown",
    "⚜": "arms", "♡": "heart", "♢": "diamond", "♤": "spade", "♧": "club", "☆": "star", "☼": "sun",
}  # fmt: skip
# Where the rank and the suit of a small card lie, on each sheet: left, top, width, height.
_PLACES = {
    "card": ((4, 7, 28, 31), (20, 40, 36, 36)),
    "cell": ((3, 6, 28, 31), (24, 34, 32, 32)),
    "brick": ((6, 8, 34, 38), (42, 9, 36, 36)),
}

WORD_WIDTHS = {"sign": 28, "short": 16, "long": 12, "": 9}  # of a letter, in the sizes of the style sheet
CHIP_VALUES = (100_000, 25_000, 5_000, 500, 100, 25, 5, 1)
MAX_STACKS, LOW_STACK = 6, 5  # stacks that are drawn of one amount, and chips of one that needs half the height
MAX_DISC_LETTERS = MAX_LARGE_LETTERS = 2
PIPPED_FACES = ("1", "2", "3", "4", "5", "6")  # the faces of a die that are drawn with pips


def use(id: str, kind: str = "", **place: object) -> str:
    """Return a reference to a drawing of the sprite."""
    words = f' class="{kind}"' if kind else ""
    where = "".join(f' {name}="{value}"' for name, value in place.items())
    return f'<use href="{SPRITE}#{id}"{words}{where}/>'


def face(card: Face | None, sheet: str = "card", *, brief: bool = False) -> str:
    """Return the drawing of a place: a card, a domino, a back, or an empty outline. Its label is spoken instead.

    The ``sheet`` is a card's, a cell's of a board, a brick's of a pyramid, or a die's, which a cup hides. A ``brief``
    card is never shown large.
    """
    if card is None:
        return _svg("empty", use(sheet, "outline"), sheet)
    if sheet == "die":
        return _die(card)
    if card.text == BACK.text:
        return _back(sheet)
    if card.shape == "domino":
        return _domino(card, sheet)
    return _card(card, sheet, brief)


def _svg(kind: str, inside: str, sheet: str) -> str:
    wide, high = SHEETS[sheet]
    return f'<svg class="art {kind}" viewBox="0 0 {wide} {high}" aria-hidden="true">{inside}</svg>'


def _card(card: Face, sheet: str, brief: bool) -> str:
    """Return a card; one that may be shown small or large is drawn in both ways, and the style sheet shows one."""
    name = SYMBOLS.get(card.symbol, "")
    ink = f"ink-{card.ink}" + (" outlined" if card.outlined else "")
    if not name or card.corner not in GLYPHS:
        return _svg(f"card {ink} of-{name}", use(sheet, "paper") + _plain_face(card, name, sheet), sheet)
    rank, suit = _PLACES[sheet]
    small = _at(f"r{card.corner}", "brief rank", rank) + _at(name, "brief pip", suit)
    whole = sheet == "card" and not brief and _is_drawn(name, card.corner)
    large = use(f"{name}-{card.corner}", "full pip") if whole else ""
    return _svg(f"card {ink} of-{name}{' both' if large else ''}", use(sheet, "paper") + small + large, sheet)


def portrait(court: str) -> str:
    """Return the head and shoulders of a court card, such as "club-Q"; "" for no card."""
    if not court:
        return ""
    suit = court.partition("-")[0]
    ink = "red" if suit in ("heart", "diamond") else "black"
    head = use(f"{court}-half")
    return f'<svg class="portrait ink-{ink} of-{suit}" viewBox="15 4 30 30" aria-hidden="true">{head}</svg>'


def _is_drawn(suit: str, rank: str) -> bool:
    return rank in LOW or (suit in FRENCH and rank in GLYPHS and rank not in PLAIN)


def _at(id: str, kind: str, place: tuple[int, int, int, int]) -> str:
    x, y, width, height = place
    return use(id, kind, x=x, y=y, width=width, height=height)


def _plain_face(card: Face, name: str, sheet: str) -> str:
    """Return a card whose rank or suit has no drawing: its name, and its suit, the joker or a star.

    A card without a suit, or the face of a die, is its rank.
    """
    wide, high = SHEETS[sheet]
    if not card.symbol:
        drawn = _at(f"r{card.corner}", "rank", (wide // 2 - 17, high // 2 - 19, 34, 38))
        return drawn if card.corner in GLYPHS else _whole_word(card.corner, wide, high)
    if not name:
        return _named_suit(card, sheet)
    word = _rank_in_letters(card.corner, sheet, 18)
    if card.shape == "joker":
        return word + (use("joker") if sheet == "card" else _at("star", "pip", (wide // 2 - 13, 26, 26, 26)))
    return word + _at(name, "pip", (wide // 2 - 15, 28, 30, min(30, high - 32)))


def _is_lettered(card: Face) -> bool:
    """Return whether a suit is drawn as one or two letters in a disc."""
    return 0 < len(card.symbol) <= MAX_DISC_LETTERS and card.symbol not in SYMBOLS


def _named_suit(card: Face, sheet: str) -> str:
    """Return a rank in the corner, and below it the name of its suit: letters in a disc, or the shorter, the larger."""
    wide, high = SHEETS[sheet]
    if sheet not in ("card", "cell"):
        return _word(card.corner, wide, 18) + _word(card.symbol, wide, high - 12)
    drawn = _at(f"r{card.corner}", "brief rank", _PLACES[sheet][0])
    rank = drawn if card.corner in GLYPHS else _rank_in_letters(card.corner, sheet, 24, "long")
    if sheet == "card" and _is_lettered(card):
        size = "long" if len(card.symbol) > 1 else "short"
        disc = '<circle class="disc" cx="36" cy="58" r="19"/>'
        place = 'x="36" y="58" dy=".35em" text-anchor="middle"'
        return f'{rank}<g class="lettered">{disc}<text class="word {size}" {place}>{escape(card.symbol)}</text></g>'
    size = {1: "short", 2: "short", 3: "long", 4: "long"}.get(len(card.symbol), "")
    return rank + _word(card.symbol, wide, high - 12, size, margin=4)


def _rank_in_letters(corner: str, sheet: str, y: int, size: str = "") -> str:
    """Return a rank above its suit: one or two letters of a card as large as drawn ranks are."""
    large = sheet == "card" and len(corner) <= MAX_LARGE_LETTERS
    return _word(corner, SHEETS[sheet][0], 25, "short") if large else _word(corner, SHEETS[sheet][0], y, size)


def _whole_word(text: str, wide: int, high: int) -> str:
    """Return a word that is all there is on a card: the shorter, the larger."""
    size, rise = {1: ("sign", 14), 2: ("short", 10), 3: ("short", 8)}.get(len(text), ("long", 7))
    return _word(text, wide, high // 2 + rise, size, margin=4)


def _word(text: str, wide: int, y: int, size: str = "", margin: int = 8) -> str:
    """Return a word in the middle of a card, pressed where it is longer than there is room."""
    room = wide - 2 * margin
    pressed = f' textLength="{room}" lengthAdjust="spacingAndGlyphs"' if len(text) * WORD_WIDTHS[size] > room else ""
    kind = f"word {size}".strip()
    return f'<text class="{kind}" x="{wide / 2:g}" y="{y}" text-anchor="middle"{pressed}>{escape(text)}</text>'


def _back(sheet: str) -> str:
    wide, high = SHEETS[sheet]
    turned = f'<g transform="translate(0 {high})rotate(-90)">{use("back", width=high, height=wide)}</g>'
    return _svg("back", use(sheet, "paper") + (turned if wide > high else use("back", width=wide, height=high)), sheet)


def _die(die: Face) -> str:
    """Return the upper side of a die, with pips where it shows one to six; or the cup that hides it."""
    if die.text == BACK.text:
        return _svg("back", use("cup"), "die")
    if die.corner in PIPPED_FACES:
        pips = use(f"half-{die.corner}", "dots", y=9, width=60, height=42)
        return _svg("domino", use("die", "paper") + pips, "die")
    return _svg("card ink-black", use("die", "paper") + _plain_face(die, SYMBOLS.get(die.symbol, ""), "die"), "die")


def _domino(domino: Face, sheet: str) -> str:
    """Return a domino; the half that counts lies above.

    One that two rows share shows its upper half only, and how far a domino that covers it will reach.
    """
    above = use(f"half-{domino.corner}", "dots", width=60, height=42)
    if sheet == "half":
        half = '<path class="paper" d="M1 0H59V36A6 6 0 0 1 53 42H7A6 6 0 0 1 1 36z"/><path class="bar" d="M1 0H59"/>'
        reach = '<path class="reach" d="M1 45V77A6 6 0 0 0 7 83H53A6 6 0 0 0 59 77V45"/>'
        return _svg("domino", half + above + reach, "card")
    below = use(f"half-{domino.lower}", "dots lower", width=60, height=42, y=42)
    return _svg("domino", use("card", "paper") + above + below + '<path class="bar" d="M7 42H53"/>', "card")


def chips(amount: int, counts: tuple[int, ...] = ()) -> str:
    """Return an amount as stacks of chips, the highest value first, at most ten to a stack and six stacks.

    ``counts`` has the number of each of the lowest values; without it, they are the fewest that make the amount.
    """
    values = CHIP_VALUES[-len(counts) :] if counts else CHIP_VALUES
    each = zip(values, counts or _fewest(amount), strict=True)
    stacks = [(value, count) for value, many in each for count in _stack_chips(many)][:MAX_STACKS]
    tall = any(count > LOW_STACK for _, count in stacks)
    high = STACK_HEIGHT if tall else STACK_HEIGHT - CHIP_STEP * LOW_STACK
    drawn = "".join(
        use(f"stack-{count}", f"chip worth-{value}", x=CHIP_WIDTH * at) for at, (value, count) in enumerate(stacks)
    )
    box = f"0 {STACK_HEIGHT - high} {CHIP_WIDTH * max(len(stacks), 1) + 2} {high}"
    kind = "stacks tall" if tall else "stacks"
    return f'<svg class="{kind}" data-amount="{amount}" viewBox="{box}" aria-hidden="true">{drawn}</svg>'


def _fewest(amount: int) -> list[int]:
    """Return the number of chips of each value that make an amount, the highest value first."""
    left, counts = amount, []
    for worth in CHIP_VALUES:
        count, left = divmod(left, worth)
        counts.append(count)
    return counts


def _stack_chips(count: int) -> list[int]:
    """Return chips of one value as stacks, the highest first."""
    full, rest = divmod(count, MAX_STACKED_CHIPS)
    return [MAX_STACKED_CHIPS] * min(full, MAX_STACKS) + [rest] * bool(rest)


HOLES_PER_STREET = 30
_LANE, _BAND, _LEFT, _TOP = 12, 46, 46, 24  # of its drawing: between lanes, between streets, and the first hole


class PegboardDrawing(NamedTuple):
    """A pegging board in parts: its size, the text read out (naming players as scenes do), the board, and the pegs."""

    wide: float
    high: int
    label: str
    board: str
    pegs: tuple[str, ...]

    def __str__(self) -> str:
        return f'<svg class="board-art" viewBox="0 0 {self.wide:g} {self.high}">{self.board}{"".join(self.pegs)}</svg>'


def pegboard(zone: Pegboard) -> PegboardDrawing:
    """Return a board with a lane for each player, which runs from end to end in streets that are joined."""
    wide, high = _extent(zone.length, len(zone.pegs))
    spoken = "; ".join(f"{{{peg.player}}} at {peg.front}, before that {peg.back}" for peg in zone.pegs)
    label = f"Pegging board to {zone.length}: {spoken}"
    pegs = tuple(_pegs(peg, index, zone) for index, peg in enumerate(zone.pegs))
    board = _board(zone.length, zone.lines, tuple(peg.player for peg in zone.pegs))
    return PegboardDrawing(wide, high, label, board, pegs)


@functools.lru_cache(maxsize=64)
def _board(length: int, lines: tuple[tuple[int, str], ...], seats: tuple[int, ...]) -> str:
    """Return the drawing of a pegging board without its pegs, which is the same throughout a game."""
    players = len(seats)
    wide, high = _extent(length, players)
    parts = [f'<rect class="wood" width="{wide:g}" height="{high}" rx="10"/>']
    parts += [_milestone(hole, length, players) for hole in (*range(10, length - 5, 10), length)]
    parts += [_line(hole, name, players) for hole, name in lines]
    for index, seat in enumerate(seats):
        lane = [_hole(hole, length, index, players) for hole in range(length + 1)]
        parts.append(f'<path class="track seat-{seat}" d="{_track(lane, length)}"/>')
        # All holes are dots of one line: drawn one by one they would be most of the page.
        parts.append(f'<path class="holes" d="{"".join(f"M{_xy(point)}h0" for point in lane)}"/>')
    return "".join(parts)


def _extent(length: int, players: int) -> tuple[float, int]:
    """Return the width and the height of the drawing of a board."""
    streets = max(math.ceil((length - 1) / HOLES_PER_STREET), 1)
    return 2 * _LEFT + _along(HOLES_PER_STREET - 1), 2 * _TOP + (streets - 1) * _BAND + (players - 1) * _LANE


def _pegs(peg: Peg, index: int, zone: Pegboard) -> str:
    """Return the two pegs of a player, above the holes that they stand in."""
    places = {peg.back: "back", peg.front: "front"}
    points = ((kind, _hole(hole, zone.length, index, len(zone.pegs))) for hole, kind in places.items())
    return "".join(
        f'<circle class="peg {kind} seat-{peg.player}" cx="{x:g}" cy="{y:g}" r="4.6"/>' for kind, (x, y) in points
    )


def _xy(point: tuple[float, float]) -> str:
    return f"{point[0]:g} {point[1]:g}"


def _along(column: int) -> float:
    """Return how far a hole lies from the end of its street: there is a gap after every fifth."""
    return round(column * 9.4 + (column // 5) * 3, 1)


def _hole(hole: int, length: int, index: int, players: int) -> tuple[float, float]:
    """Return the position of a hole. Lanes turn at the end of a street, so that each second one runs the other way."""
    street, column = divmod(min(max(hole, 1), length - 1) - 1, HOLES_PER_STREET)
    lane = index if street % 2 == 0 else players - 1 - index
    before = _LEFT + _along(HOLES_PER_STREET - 1)
    x, step = (_LEFT + _along(column), 13) if street % 2 == 0 else (before - _along(column), -13)
    beyond = -step if hole == 0 else step if hole >= length else 0
    return round(x + beyond, 1), _TOP + street * _BAND + lane * _LANE


def _track(lane: list[tuple[float, float]], length: int) -> str:
    """Return the path of a lane, with its turns."""
    path = f"M{_xy(lane[0])}"
    for last in range(HOLES_PER_STREET, length - 1, HOLES_PER_STREET):
        end, following = lane[last], lane[last + 1]
        radius, sweep = (following[1] - end[1]) / 2, int((last // HOLES_PER_STREET) % 2 == 1)
        path += f"H{end[0]:g}A{radius:g} {radius:g} 0 0 {sweep} {_xy(following)}"
    return f"{path}H{lane[-1][0]:g}"


def _milestone(hole: int, length: int, players: int) -> str:
    x = _hole(hole, length, 0, players)[0]
    y = min(_hole(hole, length, index, players)[1] for index in range(players)) - 8
    return f'<text class="milestone" x="{x:g}" y="{y}" text-anchor="middle">{hole}</text>'


def _line(hole: int, name: str, players: int) -> str:
    """Return a line across the lanes after a hole, with its name under them."""
    street, column = divmod(hole - 1, HOLES_PER_STREET)
    gap = 6.2 if column % 5 == 4 else 4.7
    x = _LEFT + _along(column) + gap if street % 2 == 0 else _LEFT + _along(HOLES_PER_STREET - 1) - _along(column) - gap
    y = _TOP + street * _BAND
    low = y + (players - 1) * _LANE
    anchor = "end" if x > 2 * _LEFT + 100 else "start"
    return (
        f'<path class="limit" d="M{x:g} {y - 7}V{low + 7}"/>'
        f'<text class="milestone named" x="{x:g}" y="{low + 14}" text-anchor="{anchor}">{escape(name)}</text>'
    )
