"""Static files: their addresses, and the scripts of a table, which are sent as one."""

import functools
import hashlib
from importlib import resources

from starlette.requests import Request
from starlette.responses import Response

# Each request of its own would wait for one of the six connections that a browser opens: the cards came 0.3 s later.
TABLE_SCRIPT = "table-page.js"
TABLE_SCRIPT_PARTS = (
    "choose.js",
    "drag.js",
    "animate.js",
    "sound.js",
    "hint.js",
    "news.js",
    "frame.js",
    "moments.js",
    "send.js",
    "table.js",
    "feed.js",
    "drawer.js",
    "push.js",
)
SHARED_PARTS = ("sound.js",)  # that other pages load as well


@functools.cache
def content(name: str) -> bytes:
    """Return a static file; of `TABLE_SCRIPT` its parts in their order."""
    if name == TABLE_SCRIPT:
        return b"".join(map(content, TABLE_SCRIPT_PARTS))
    return resources.files("cardwright.web").joinpath("static", name).read_bytes()


@functools.cache
def fingerprint(name: str) -> str:
    """Return a hash of a static file, so that browsers may cache each version of it forever."""
    return hashlib.sha256(content(name)).hexdigest()[:12]


def static(name: str) -> str:
    """Return the address of a static file."""
    return f"/static/{name}?{fingerprint(name)}"


async def table_script(request: Request) -> Response:
    """Return all scripts of a table as one."""
    return Response(content(TABLE_SCRIPT), media_type="text/javascript")
