"""Addresses of the workbench, which hold a declaration and perhaps a variant of one's own."""

import base64
import binascii
import zlib
from typing import Any

from cardwright.cardroom.workbench.analysis import MAX_CHARS
from cardwright.errors import BadDeclaration
from cardwright.ranking.declaration import is_text

MAX_LINK_BYTES = 4 * MAX_CHARS  # of a declaration in an address, unpacked


def pack(text: str) -> str:
    """Return a declaration as a part of an address."""
    return base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def unpack(packed: str) -> str:
    """Return the declaration in an address. Raises `BadDeclaration`."""
    try:
        unpacker = zlib.decompressobj()
        body = unpacker.decompress(base64.b64decode(packed + "=" * (-len(packed) % 4), b"-_", True), MAX_LINK_BYTES)
        if not unpacker.eof:
            raise ValueError("too long")
        return body.decode()
    except (binascii.Error, zlib.error, ValueError):
        raise BadDeclaration("the link holds no declaration, or not all of it", "", "link") from None


def address(text: str, own_variant: str) -> str:
    """Return the address of the workbench with a declaration, and with a variant of one's own if there is one."""
    return f"/workbench?d={pack(text)}" + (f"&v={pack(own_variant)}" if own_variant else "")


def of_options(options: dict[str, Any]) -> str:
    """Return the address for the declaration that a table is played by, "" where it is a name, or too long."""
    text, own_variant = (str(options.get(key, "")) for key in ("ranking", "variant"))
    is_ranking = is_text(text) and max(len(text), len(own_variant)) <= MAX_CHARS
    players = f"&players={options['players']}" if "players" in options else ""
    return address(text, own_variant if is_text(own_variant) else "") + players if is_ranking else ""
