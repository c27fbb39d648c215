"""People who agree that their ratings are shown, with a name of their choice: a log of its own in the store.

Their games are read from their own lists: nothing else is kept about them, and the lists of others are not read.
"""

import msgspec

from cardwright.cardroom.events import TableEvent
from cardwright.cardroom.logs.folded_logs import FoldedLogs, LogState
from cardwright.cardroom.names import is_taken
from cardwright.errors import PlayError

LOG = "~ratings"
MAX_PEOPLE = 200


class Agreed(TableEvent, frozen=True):
    """A person agreed that the ratings of the games on this list are shown under this name."""

    shelf: str
    name: str


class Withdrawn(TableEvent, frozen=True):
    """A person no longer agrees."""

    shelf: str


class People(LogState):
    """The names of those who agree, by their lists of games, after ``seq`` entries of the log."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {}

    def apply(self, entry: Agreed | Withdrawn, at: int) -> None:
        """Apply the next entry of the log."""
        match entry:
            case Agreed(shelf, name):
                self.names[shelf] = name
            case Withdrawn(shelf):
                self.names.pop(shelf, None)


class RatedPeople(FoldedLogs[People]):
    """The people of a store who agree. All methods may raise `StoreError`."""

    create, decoder = People, msgspec.json.Decoder(Agreed | Withdrawn)

    async def names(self) -> dict[str, str]:
        """Return the names of those who agree, by their lists of games."""
        return dict((await self.read(LOG)).names)

    async def agree(self, shelf: str, name: str) -> None:
        """Put a person on the page, or change the name. Raises `PlayError` where the name is taken or the page full."""

        def entries(people: People) -> list[Agreed]:
            if is_taken(name, (called for each, called in people.names.items() if each != shelf)):
                raise PlayError(f"{name} is on the page already; take another name")
            if shelf not in people.names and len(people.names) >= MAX_PEOPLE:
                raise PlayError(f"the page has {MAX_PEOPLE} people already")
            return [Agreed(shelf, name)] if people.names.get(shelf) != name else []

        await self.append(LOG, entries)

    async def withdraw(self, shelf: str) -> None:
        """Take a person off the page."""
        await self.append(LOG, lambda people: [Withdrawn(shelf)] if shelf in people.names else [])
