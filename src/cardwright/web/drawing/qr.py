"""QR codes of links, for a telephone's camera."""

import functools

import segno
from markupsafe import Markup

QUIET_CELLS = 4  # the light border that the standard asks for


@functools.lru_cache(maxsize=256)
def qr(link: str) -> Markup:
    """Return the QR code of a link as an SVG drawing, which needs no style."""
    made = segno.make(link, micro=False, error="m")
    drawing = made.svg_inline(border=QUIET_CELLS, omitsize=True, svgclass="qr", lineclass=None, dark="#000")
    return Markup(drawing.replace("<svg ", '<svg role="img" aria-label="The same link as a QR code" ', 1))
