"""Seeds and invitations derived from the server's secret.

Every process on the same log derives the same values; no one else can.
"""

import base64
import contextlib
import hmac
import re
import secrets
from collections.abc import Callable

from cardwright.cardroom.events import ServerSecret, decode, encode
from cardwright.cardroom.tables.live_table import LiveTable
from cardwright.errors import LostRace
from cardwright.store import Store

ROOT_LOG = "~"  # the log, in place of a table, that holds the server's secret
TABLE_ID_CHARS = 12
TABLE_ID = re.compile(rf"[\w-]{{{TABLE_ID_CHARS}}}", re.ASCII)
INVITATION_CHARS = 24  # 6 bits each


class Commitments:
    """Seeds and invitations. Each table id is used once, so no one can learn a seed and then play with it."""

    def __init__(self, store: Store, wall: Callable[[], int]) -> None:
        with contextlib.suppress(LostRace):
            store.append(ROOT_LOG, 0, wall(), [encode(ServerSecret(secrets.token_hex(32)))])
        rooted = decode(store.read(ROOT_LOG)[0].body)
        assert isinstance(rooted, ServerSecret)
        self._root = rooted.secret

    def rematch(self, live: LiveTable) -> str:
        """Return the id of a table's rematch, the same for all players before any of them asks."""
        return self._table_id(f"after {live.id}")

    def pairing(self, game: str, period: int, number: int) -> str:
        """Return the id of a table at which players wait who look for another in the same period of time."""
        return self._table_id(f"{number} of {game} in {period}")

    def _table_id(self, what: str) -> str:
        return base64.urlsafe_b64encode(self._derive(what))[:TABLE_ID_CHARS].decode()

    def invitation(self, live: LiveTable) -> str:
        """Return the invitation that opens a free seat of an unlisted table."""
        return base64.urlsafe_b64encode(self._derive(f"a seat at {live.id}"))[:INVITATION_CHARS].decode()

    def seed(self, id: str) -> str:
        """Return the server's seed for a table of this id, known before the table is opened."""
        return self._derive(id).hex()

    def _derive(self, what: str) -> bytes:
        return hmac.digest(self._root.encode(), what.encode(), "sha256")


def new_id() -> str:
    """Return a new random table id."""
    return secrets.token_urlsafe(TABLE_ID_CHARS * 3 // 4)
