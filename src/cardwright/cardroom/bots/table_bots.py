"""The bots of one table: the address that is charged for their time, and how fast they move."""

import math

from cardwright.cardroom.small_event import SmallEvent
from cardwright.game import Player

SPEEDS = {"slow": 2.5, "": 1.0, "fast": 0.35, "none": 0.0}  # a player's choice -> the factor of the bots' pace


class TableBots:
    """The bots of a table, as this process knows them beside the log.

    Where one person plays alone against them, ``speed`` is that person's choice, one of `SPEEDS`.
    """

    __slots__ = ("_read", "_read_version", "_skip", "hurried_to", "owner", "speed")

    def __init__(self) -> None:
        self.owner = ""  # the address charged for them
        self.speed = ""
        self.hurried_to: Player | None = None  # the seat to whose turn they hurry
        self._skip = SmallEvent()  # ends their pauses
        self._read = SmallEvent()  # ends their wait for a player who reads, at a version
        self._read_version = -1

    @property
    def factor(self) -> float:
        """The factor of their pace; 0 while they hurry."""
        return SPEEDS[self.speed] if self.hurried_to is None else 0.0

    def hurry_to(self, seat: Player) -> None:
        """Have them move without pauses, until `end_hurry`."""
        self.hurried_to = seat
        self._skip.set()

    def end_hurry(self) -> None:
        """Have them pause again."""
        self.hurried_to, self._skip = None, SmallEvent()

    async def pause(self, seconds: float) -> None:
        """Wait, until they hurry."""
        await self._skip.wait(seconds)

    def note_read(self, version: int) -> None:
        """End their wait for a player who has read the news up to a version."""
        self._event_read(version).set()

    async def wait_for_reader(self, version: int, seconds: float) -> None:
        """Wait until the player has read the news up to a version."""
        await self._event_read(version).wait(seconds)

    def _event_read(self, version: int) -> SmallEvent:
        if version != self._read_version:
            self._read, self._read_version = SmallEvent(), version
        return self._read


def rest_of_pause(thought_s: float, passed_s: float, pace_s: float) -> float:
    """Return how long a bot still pauses: to a whole multiple of the pace, so that its thinking reveals no cards.

    The time in which the player reads passes meanwhile.

    >>> rest_of_pause(0.5, 0.5, 2), rest_of_pause(2.5, 2.5, 2), rest_of_pause(0.5, 5, 2)
    (1.5, 1.5, 0.0)
    """
    return max(0.0, math.ceil(thought_s / pace_s) * pace_s - passed_s)
