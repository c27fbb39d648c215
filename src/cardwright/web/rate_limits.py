"""The rates of requests that one browser and one address may reach."""

import time
from collections.abc import Callable

from cardwright.cardroom.bounded_dict import BoundedDict

ACTIONS, TABLES, TALK, HINTS, LOOKS, PUBLISH = "actions", "tables", "talk", "hints", "looks", "publish"
INVITATIONS, JOINS, RATED, TRIES, LINKS = "invitations", "joins", "rated", "tries", "links"
RATES = (
    (ACTIONS, 8, 60),
    (TABLES, 0.1, 12),
    (TALK, 0.5, 8),
    (HINTS, 0.5, 8),
    (LOOKS, 8, 60),
    (PUBLISH, 0.003, 6),
    (INVITATIONS, 0.02, 6),
    (LINKS, 0.02, 6),  # to another browser, made or opened
    (JOINS, 1 / 3600, 20),  # new members of a club
    (RATED, 1 / 86400, 8),  # people who agree that their ratings are shown
    (TRIES, 1 / 3600, 20),  # of a day's deal, for one browser each
)
ADDRESS_FACTOR = 12  # ratio of an address's limits to a seat's, because people share addresses
PLACES = (JOINS, RATED, TRIES)  # are few, and each of them lasts: an address has no more of them than a seat
MAX_REMEMBERED_CLIENTS = 10_000


class Limiter:
    """A token bucket for each client, with ``burst`` tokens, refilled at ``rate`` a second."""

    def __init__(self, rate: float, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.burst, self.clock = rate, burst, clock
        self._levels = BoundedDict[str, tuple[float, float]](MAX_REMEMBERED_CLIENTS)

    def allows(self, client: str) -> bool:
        """Take a token from the client's bucket; return whether there was one."""
        now = self.clock()
        level, since = self._levels.get(client, (float(self.burst), now))
        level = min(self.burst, level + (now - since) * self.rate)
        allowed = level >= 1
        self._levels[client] = (level - allowed, now)
        return allowed


def limiters() -> dict[str, tuple[Limiter, Limiter]]:
    """Return, for each kind of request, the limiters of one browser and of one address."""
    limiters_of = {}
    for kind, rate, burst in RATES:
        factor = 1 if kind in PLACES else ADDRESS_FACTOR
        limiters_of[kind] = Limiter(rate, burst), Limiter(rate * factor, burst * factor)
    return limiters_of
