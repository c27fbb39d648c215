"""The names of this server, and the origins whose pages may send requests."""

import re
from collections.abc import Collection
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

HOST = re.compile(r"[A-Za-z0-9._-]+(:\d{1,5})?|\[[0-9A-Fa-f:.]+\](:\d{1,5})?")

SCHEMES = {"ws": "http", "wss": "https"}  # of the page that opens a socket


def is_own_host(host: str, names: Collection[str] | None) -> bool:
    """Return whether a host is this server: an address, this machine, or one of the names; None admits every name.

    A page of another site can give its own name our address, and then read our pages as its own.
    """
    if not HOST.fullmatch(host):
        return False
    name = host.lower() if host.endswith("]") else host.rpartition(":")[0].lower() or host.lower()
    if names is None or name in names or _is_localhost(name):
        return True
    try:
        ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


def is_local(address: str) -> bool:
    """Return whether an address of this server leads to it on this machine only."""
    name = urlsplit(address).hostname or ""
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return _is_localhost(name)


def _is_localhost(name: str) -> bool:
    return name == "localhost" or name.endswith(".localhost")


def same_origin(request: HTTPConnection) -> bool:
    """Return whether a request comes from one of our pages, or from the person.

    Browsers say so in Sec-Fetch-Site, older ones in Origin. A client that sends neither, such as curl, is not
    a browser, and carries no cookie that someone else's page could abuse.
    """
    site = request.headers.get("sec-fetch-site")
    if site is not None and site not in ("same-origin", "none"):
        return False
    origin = request.headers.get("origin")
    scheme = SCHEMES.get(request.scope["scheme"], request.scope["scheme"])
    try:
        return origin is None or urlsplit(origin)[:2] == (scheme, request.headers.get("host"))
    except ValueError:  # such as an address in half a pair of brackets
        return False
