"""Seat secrets, which open seats, and the hashes of them that the log keeps.

A browser has a secret of 256 bits, and from that follows the secret of its seat at each table; the server keeps only
the hash of that one. A personal link holds a seat's secret: it opens that seat and no other, and reveals neither the
browser's own secret nor its seats at other tables.
"""

import hashlib
import hmac
import re
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Sequence

SECRET = re.compile(r"[\w-]{22,86}", re.ASCII)  # 128 bits at least


def new_secret() -> str:
    """A browser's secret: 256 random bits, fit for a cookie and a path."""
    return secrets.token_urlsafe(32)


def seat_secret(secret: str, table: str) -> str:
    """Return the secret of a browser's seat at a table. It does not reveal the browser's own secret."""
    return urlsafe_b64encode(hmac.digest(secret.encode(), table.encode(), "sha256")).decode().rstrip("=")


def secrets_in(cookie: str, limit: int) -> list[str]:
    """The secrets in a cookie: the browser's own first, then the secrets from links."""
    return [secret for secret in cookie.split(".")[:limit] if SECRET.fullmatch(secret)]


def keys(secrets: Sequence[str], table: str) -> list[str]:
    """Return the hashes of a browser's secrets, first the one of its own seat at this table."""
    return [hashed(secret) for secret in (*(seat_secret(own, table) for own in secrets[:1]), *secrets)]


def hashed(secret: str) -> str:
    """Return the hash of a secret for the log. Random secrets need no salt and no slow hash."""
    return hashlib.sha256(secret.encode()).hexdigest()
