"""Web Push subscriptions: where a notice reaches the player of a seat. Each seat has a log of them in the store.

The name of the log follows from the key of the seat, so a seat that is given a new secret has none.
"""

from collections.abc import Sequence

import msgspec

from cardwright.cardroom.bounded_dict import BoundedDict
from cardwright.cardroom.events import TableEvent
from cardwright.cardroom.logs.folded_logs import FoldedLogs, LogState

PUSH_LOG = "~push "  # begins the name of a seat's log of subscriptions
MAX_SUBSCRIPTIONS_OF_SEAT = 5  # the newest


class Subscribed(TableEvent, frozen=True):
    """A browser has agreed to notices: the address at its push service, and the keys that encrypt for it."""

    endpoint: str
    p256dh: str
    auth: str


class Unsubscribed(TableEvent, frozen=True):
    """The push service does not know an address any more."""

    endpoint: str


class SeatSubscriptions(LogState):
    """The subscriptions of a seat after ``seq`` entries of its log, by address, the oldest first."""

    def __init__(self) -> None:
        self.known = BoundedDict[str, Subscribed](MAX_SUBSCRIPTIONS_OF_SEAT)

    def apply(self, entry: Subscribed | Unsubscribed, at: int) -> None:
        if isinstance(entry, Subscribed):
            self.known[entry.endpoint] = entry
        else:
            self.known.pop(entry.endpoint, None)


class Subscriptions(FoldedLogs[SeatSubscriptions]):
    """The subscriptions of all seats. All methods may raise `StoreError`."""

    prefix, create, decoder = PUSH_LOG, SeatSubscriptions, msgspec.json.Decoder(Subscribed | Unsubscribed)

    async def list_for(self, key: str) -> Sequence[Subscribed]:
        """Return the subscriptions of the seat with this key."""
        return tuple((await self.read(key)).known.values())

    async def add(self, key: str, subscription: Subscribed) -> None:
        """Keep a subscription for a seat."""
        await self.append(
            key, lambda seat: [] if seat.known.get(subscription.endpoint) == subscription else [subscription]
        )

    async def drop(self, key: str, endpoint: str) -> None:
        """Delete a subscription of a seat."""
        await self.append(key, lambda seat: [Unsubscribed(endpoint)] if endpoint in seat.known else [])

    async def clear(self, key: str) -> None:
        """Delete all subscriptions of a seat."""
        await self.append(key, lambda seat: [Unsubscribed(endpoint) for endpoint in seat.known])
