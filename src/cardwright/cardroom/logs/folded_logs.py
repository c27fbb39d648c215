"""Logs other than those of tables, such as those of clubs and of browsers' lists, folded into their present state."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from cardwright.cardroom.bounded_dict import BoundedDict
from cardwright.cardroom.events import TableEvent, encode
from cardwright.errors import LostRace, PlayError
from cardwright.store.background import BackgroundStore

MAX_STATES_IN_MEMORY = 256
MAX_WRITE_TRIES = 8  # attempts at a write that loses races


class LogState(ABC):
    """The state of a log after its first ``seq`` entries."""

    seq: int = 0

    @abstractmethod
    def apply(self, entry: Any, at: int) -> None:
        """Apply the next entry of the log, made at this time."""


F = TypeVar("F", bound=LogState)


class FoldedLogs(Generic[F]):
    """The logs of one kind, named with ``prefix`` in the store. All methods may raise `StoreError`."""

    prefix: ClassVar[str] = ""
    create: ClassVar[type[Any]]
    decoder: ClassVar[msgspec.json.Decoder[Any]]
    max_kept: ClassVar[int] = MAX_STATES_IN_MEMORY
    busy: ClassVar[str] = "this list is too busy just now; try again"

    def __init__(self, store: BackgroundStore, wall: Callable[[], int]) -> None:
        self.store, self.wall = store, wall
        self._known = BoundedDict[str, F](self.max_kept)  # the least recently used first

    async def read(self, name: str) -> F:
        """Return the state of a log as the store has it now."""
        known = self._known.get(name)
        rows = await self.store.read_together(self.prefix + name, known.seq if known else 0)
        state: F = self._known.get(name) or known or self.create()
        for row in rows:
            if row.seq == state.seq:  # else another request has read it meanwhile
                state.apply(self.decoder.decode(row.body), row.at)
                state.seq += 1
        self._known[name] = state
        return state

    async def append(self, name: str, entries: Callable[[F], Sequence[TableEvent]]) -> int:
        """Append the entries that ``entries`` returns for the log as it is, and return how many it then has.

        Raises the errors of ``entries``, and `PlayError` while others append all the time.
        """
        for _ in range(MAX_WRITE_TRIES):
            state = await self.read(name)
            added = entries(state)
            seq = state.seq  # another request may read the log meanwhile
            if not added:
                return seq
            try:
                await self.store.append(self.prefix + name, seq, self.wall(), [encode(entry) for entry in added])
                return seq + len(added)
            except LostRace:
                continue
        raise PlayError(self.busy)
