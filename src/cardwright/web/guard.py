"""What keeps strangers out: seat secrets, same-origin checks, headers, and limits on how often one may ask.

A seat is a secret of 256 bits in an HttpOnly cookie; the server keeps only its hash. The personal link holds the
same secret in its path, once: opening it sets the cookie and forwards to the table, so it does not stay in view.
"""

import hashlib
import secrets
import time
from collections.abc import Callable
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

# No inline script or style, nothing from elsewhere, no frames, forms only home.
CONTENT_SECURITY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "content-security-policy": CONTENT_SECURITY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


def new_secret() -> str:
    """A seat's secret: 256 random bits, fit for a cookie and a path."""
    return secrets.token_urlsafe(32)


def hashed(secret: str) -> str:
    """What the log keeps of a secret. It is random enough to need no salt and no slow hash."""
    return hashlib.sha256(secret.encode()).hexdigest()


def same_origin(request: HTTPConnection) -> bool:
    """Whether a request that changes something comes from a page of ours.

    Browsers say so in Sec-Fetch-Site, older ones in Origin. A client that sends neither, such as curl, is no
    browser, and carries no cookie that someone else's page could abuse.
    """
    site = request.headers.get("sec-fetch-site")
    if site is not None and site not in ("same-origin", "none"):
        return False
    origin = request.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == request.headers.get("host")


CLIENTS = 10_000  # that a limiter remembers


class Limiter:
    """So many of each kind of act, for each client: a bucket that holds ``burst`` and refills at ``rate`` a second."""

    def __init__(self, rate: float, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.burst, self.clock = rate, burst, clock
        self._levels: dict[str, tuple[float, float]] = {}

    def allows(self, client: str) -> bool:
        """Take one from the client's bucket, if it holds one."""
        now = self.clock()
        level, since = self._levels.pop(client, (float(self.burst), now))
        level = min(self.burst, level + (now - since) * self.rate)
        allowed = level >= 1
        self._levels[client] = (level - allowed, now)
        if len(self._levels) > CLIENTS:  # forget the one that has asked for nothing the longest
            del self._levels[next(iter(self._levels))]
        return allowed
