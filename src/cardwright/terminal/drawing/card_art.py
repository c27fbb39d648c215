"""One place drawn: a card, a domino, a card's back or an empty space, in one of three sizes.

Sizes: "large" (7 by 5), "small" (5 by 3) and "tiny" (one line). The text of a place names its card; whether it can be
touched, by the key in its lower edge; how it is marked, by the sign in its upper edge. Colour only repeats it.
"""

from typing import Literal, TypeAlias

import msgspec
from rich.cells import cell_len

from cardwright.cards import Face
from cardwright.scenes import BACK, Place
from cardwright.terminal.drawing.canvas import Canvas, Spot
from cardwright.terminal.drawing.theme import FOUR, HOLLOW, Look

Size: TypeAlias = Literal["large", "small", "tiny"]

INNER: dict[Size, int] = {"large": 5, "small": 3, "tiny": 3}  # columns between the edges


class Touch(msgspec.Struct, frozen=True):
    """The state of a place in the choice: its key if it can be touched, and whether it is touched."""

    key: str = ""
    touched: bool = False
    faded: bool = False
    cursor: bool = False


IDLE = Touch()


def width_of(size: Size) -> int:
    """Return the columns that a place of this size takes."""
    return INNER[size] + 2


def height_of(size: Size, domino: bool = False) -> int:
    """Return the rows that a place of this size takes."""
    return {"large": 5, "small": 5 if domino else 3, "tiny": 1}[size]


def ink_of(face: Face, look: Look) -> str:
    """The ink of a face's symbol; with four colours wanted, diamonds are blue and clubs green."""
    colour = FOUR.get(face.symbol, face.ink) if look.four else face.ink
    return f"{colour} {'outlined' if face.outlined else 'filled'}"


def fit_face(face: Face, look: Look, room: int) -> tuple[str, str]:
    """A card's corner and symbol, in ``room`` cells; letters only where the look asks for it.

    A symbol that is a word is cut: the corner is the rank.
    """
    if look.ascii:
        return face.text[:room], ""
    symbol = face.symbol.translate(HOLLOW) if face.outlined else face.symbol
    while cell_len(symbol) > max(room - cell_len(face.corner), 1) and len(symbol) > 1:
        symbol = symbol[:-1]
    corner = face.corner if cell_len(face.corner + symbol) <= room else face.text
    return corner[: room - cell_len(symbol)], symbol


def draw(place: Place, size: Size, look: Look, touch: Touch = IDLE) -> Canvas:
    """A place on a canvas of its own, with its spot."""
    if size == "tiny":
        return _draw_tiny(place, look, touch)
    face = place.face
    canvas = Canvas()
    inner = INNER[size]
    height = height_of(size, face is not None and face.shape == "domino")
    ink = paper_ink(place, touch)
    _draw_frame(canvas, inner, height, look, place, touch, ink)
    if face is None:
        pass
    elif face == BACK:
        for y in range(1, height - 1):
            canvas.put(1, y, look.glyphs.back * inner, ink)
    elif face.shape == "domino":
        _draw_domino(canvas, face, inner, height, look, ink)
    else:
        _draw_front(canvas, face, inner, height, look, ink)
    canvas.spots[place.id] = Spot(0, 0, inner + 2, height)
    return canvas


def write_caption(canvas: Canvas, text: str, size: Size) -> None:
    """Write a place's caption into its lower edge, and past it where it is wider; after a card of one line.

    A number and who brought it, "15 Ada", is the number alone where there is no room for both.
    """
    number = text.partition(" ")[0]
    if size == "tiny":
        canvas.put(canvas.width, 0, number if number.isdigit() else text.removeprefix("by ")[:4], "note")
        return
    inner = INNER[size]
    if len(text) > inner + 1 and number.isdigit():
        text = number
    caption = text if len(text) <= inner else text.removeprefix("by ")
    if len(caption) <= inner + 1:
        canvas.put(1 + max(inner - len(caption), 0) // 2, canvas.height - 1, caption, "note")
    else:
        canvas.put(0, canvas.height - 1, f"{caption} ", "note")


def paper_ink(place: Place, touch: Touch) -> str:
    """The ink of a place's paper and edge: by its kind, its marks and its touch, each over the last."""
    if place.face is None:
        words = ["empty"]
    elif place.face == BACK:
        words = ["back"]
    else:
        words = ["card"] + (["outlined"] if place.face.outlined else [])
    words += [mark for mark in place.marks if mark in ("idle", "covered", "new", "winner")]
    if touch.faded:
        words.append("faded")
    if touch.touched:
        words.append("touched")
    return " ".join(words)


def mark_sign(place: Place, look: Look) -> str:
    """The sign of a place's first mark that has one, or ""."""
    return next((look.glyphs.marks[mark] for mark in place.marks if mark in look.glyphs.marks), "")


def _draw_frame(canvas: Canvas, inner: int, height: int, look: Look, place: Place, touch: Touch, ink: str) -> None:
    glyphs = look.glyphs
    corners, across, down = glyphs.corners, glyphs.across, glyphs.down
    if touch.touched:
        corners, across, down = glyphs.touched[:4], glyphs.touched[4], glyphs.touched[5]
    elif place.face is None or place.face.outlined:
        across, down = glyphs.dashed
    canvas.put(0, 0, corners[0] + across * inner + corners[1], ink)
    for y in range(1, height - 1):
        canvas.put(0, y, down + " " * inner + down, ink)
    canvas.put(0, height - 1, corners[2] + across * inner + corners[3], ink)
    if mark_sign(place, look):
        canvas.put(1 + inner // 2, 0, mark_sign(place, look), f"{ink} mark")
    if touch.key:
        _write_key(canvas, 1 + (inner - len(touch.key)) // 2, height - 1, touch, ink)


def _write_key(canvas: Canvas, x: int, y: int, touch: Touch, ink: str) -> None:
    """The key of a place, written into its lower edge."""
    if touch.cursor:
        canvas.put(max(0, x - 1), y, f">{touch.key}<", f"{ink} cursor")
    else:
        dark = not touch.touched and not touch.faded and ("empty" in ink or "back" in ink)  # else the paper is light
        canvas.put(x, y, touch.key, f"{ink} {'code' if dark else 'key'}")


def _draw_front(canvas: Canvas, face: Face, inner: int, height: int, look: Look, ink: str) -> None:
    colour = f"{ink} {ink_of(face, look)}"
    own_row = height > 3 and not look.ascii and cell_len(face.corner) <= inner  # for the symbol
    corner, symbol = fit_face(face, look, inner + cell_len(face.corner) * own_row)
    if height == 3:
        canvas.put(1, 1, corner + symbol, colour)
        return
    plain = look.ascii or face.text == corner  # a corner that says all of the card stands once
    canvas.put(1, 1, corner, colour)
    shown = symbol or (corner[-1:] if plain else "")
    canvas.put(1 + (inner - cell_len(shown)) // 2, 2, shown, colour)
    if not plain:
        canvas.put(1 + inner - cell_len(corner), 3, corner, colour)


def _draw_domino(canvas: Canvas, face: Face, inner: int, height: int, look: Look, ink: str) -> None:
    glyphs = look.glyphs
    colour = f"{ink} {ink_of(face, look)}"
    canvas.put(1 + (inner - 1) // 2, 1, face.corner, colour)
    canvas.put(0, height // 2, glyphs.joins[0] + glyphs.across * inner + glyphs.joins[1], ink)
    canvas.put(1 + (inner - 1) // 2, 3, face.lower, colour)


def short_text(place: Place, look: Look, room: int) -> str:
    """Return the contents of a place in one line of at most ``room`` cells."""
    face = place.face
    if face is None:
        return " " * room
    if face == BACK:
        return look.glyphs.back * room
    if face.shape == "domino":
        return f"{face.corner}{look.glyphs.down}{face.lower}"
    return "".join(fit_face(face, look, room))


def _draw_tiny(place: Place, look: Look, touch: Touch) -> Canvas:
    """One line: "[10♥]", with the key before it where it can be touched."""
    canvas = Canvas()
    face, ink = place.face, paper_ink(place, touch)
    left, right = ("{", "}") if touch.touched else ("[", "]")
    x = canvas.put(0, 0, touch.key, "cursor" if touch.cursor else "code") if touch.key else 0
    x = canvas.put(x, 0, left, ink)
    x = canvas.put(x, 0, short_text(place, look, 3), ink if face in (None, BACK) else f"{ink} {ink_of(face, look)}")
    x = canvas.put(x, 0, mark_sign(place, look), f"{ink} mark")
    x = canvas.put(x, 0, right, ink)
    canvas.spots[place.id] = Spot(0, 0, x, 1)
    return canvas
