"""The steps of a game, in order. A copy costs nothing: it shares the list until one of the two changes."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import overload

import msgspec

from cardwright.game import Player


class Step(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One entry of a log: who acted, the action's notation (or one of `LOSSES`), and the time in milliseconds, or 0.

    ``late`` is set where the table chose at random for a player whose time had run out.
    """

    player: Player
    action: str
    at: int = 0
    late: bool = False


class StepsNotLoaded(LookupError):
    """The first steps of a log were asked for, which a table that was opened from a snapshot has not loaded."""


class StepLog(Sequence[Step]):
    """The steps of a game. Of a table that was opened from a snapshot, the first ``missing`` ones are not loaded."""

    def __init__(self, steps: Iterable[Step] = (), missing: int = 0) -> None:
        self._steps, self.missing = list(steps), missing
        self._count = len(self._steps)  # a copy may have added more to the list

    def fork(self) -> "StepLog":
        """Return an independent copy, which shares the steps until one of the two changes."""
        fork = StepLog((), self.missing)
        fork._steps, fork._count = self._steps, self._count
        return fork

    def append(self, step: Step) -> None:
        """Add the next step."""
        if len(self._steps) != self._count:
            self._steps = self._steps[: self._count]
        self._steps.append(step)
        self._count += 1

    def pop(self) -> Step:
        """Take the last step out; return it."""
        last = self[-1]
        self._count -= 1
        return last

    def last(self, count: int) -> list[Step]:
        """Return the last steps, or all where there are fewer."""
        return self[max(0, len(self) - count) :]

    def __len__(self) -> int:
        return self.missing + self._count

    def __iter__(self) -> Iterator[Step]:
        self._check(0)
        return islice(self._steps, self._count)

    def __eq__(self, other: object) -> bool:
        return list(self) == list(other) if isinstance(other, list | StepLog) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    @overload
    def __getitem__(self, place: int) -> Step: ...
    @overload
    def __getitem__(self, place: slice) -> list[Step]: ...
    def __getitem__(self, place: int | slice) -> Step | list[Step]:
        places = range(len(self))[place]
        if isinstance(places, int):
            self._check(places)
            return self._steps[places - self.missing]
        if places:
            self._check(min(places[0], places[-1]))
        return [self._steps[each - self.missing] for each in places]

    def _check(self, first: int) -> None:
        if first < self.missing:
            raise StepsNotLoaded(f"steps before {self.missing} are in the log of the table only")
