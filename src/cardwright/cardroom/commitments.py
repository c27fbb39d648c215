"""What is promised before there is a table, and what follows from the server's one secret.

Any process on the same log works out the same, and nobody else can.
"""

import base64
import contextlib
import hmac
import re
import secrets
from collections.abc import Callable

from cardwright.cardroom.events import ServerSecret, decode, encode
from cardwright.cardroom.live_table import LiveTable
from cardwright.errors import LostRace
from cardwright.play import proof
from cardwright.store import Store

ROOT_LOG = "~"  # in place of a table: where the log keeps the secret that all seeds come from
TABLE_ID_CHARS = 12  # of a table's name
TABLE_ID = re.compile(rf"[\w-]{{{TABLE_ID_CHARS}}}", re.ASCII)
INVITATION_CHARS = 24  # characters of what opens a seat, 6 bits each


class Commitments:
    """Seeds and invitations. A table's name is used once, the log's key sees to that: so nobody can learn a seed and
    then play by it."""

    def __init__(self, store: Store, wall: Callable[[], int]) -> None:
        self.store, self.wall = store, wall
        self._root: str | None = None

    def table(self, id: str = "") -> tuple[str, str]:
        """The name of a table that may be opened, and the commitment to the seed that it will have."""
        id = id or new_name()
        return id, proof.commitment(self.seed(id))

    def rematch(self, live: LiveTable) -> tuple[str, str]:
        """The same of the rematch of a table: one promise for all who sit there, known before any of them asks."""
        return self.table(base64.urlsafe_b64encode(self._derived(f"after {live.id}"))[:TABLE_ID_CHARS].decode())

    def invitation(self, live: LiveTable) -> str:
        """What opens a free seat of a table that is not for everybody: the name of the table alone does not."""
        return base64.urlsafe_b64encode(self._derived(f"a seat at {live.id}"))[:INVITATION_CHARS].decode()

    def seed(self, id: str) -> str:
        """The server's seed for a table of this name, which any process works out alike before there is the table."""
        return self._derived(id).hex()

    def _derived(self, what: str) -> bytes:
        if self._root is None:
            with contextlib.suppress(LostRace):
                self.store.append(ROOT_LOG, 0, self.wall(), [encode(ServerSecret(secrets.token_hex(32)))])
            rooted = decode(self.store.read(ROOT_LOG)[0].body)
            assert isinstance(rooted, ServerSecret)
            self._root = rooted.secret
        return hmac.digest(self._root.encode(), what.encode(), "sha256")


def new_name() -> str:
    """A table's name that nobody has used."""
    return secrets.token_urlsafe(TABLE_ID_CHARS * 3 // 4)
