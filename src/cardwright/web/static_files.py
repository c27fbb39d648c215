"""Addresses of static files."""

import functools
import hashlib
from importlib import resources


@functools.cache
def fingerprint(name: str) -> str:
    """Return a hash of a static file, so that browsers may cache each version of it forever."""
    body = resources.files("cardwright.web").joinpath("static", name).read_bytes()
    return hashlib.sha256(body).hexdigest()[:12]


def static(name: str) -> str:
    """Return the address of a static file."""
    return f"/static/{name}?{fingerprint(name)}"
