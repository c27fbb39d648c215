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

    list_name: str = msgspec.field(name="shelf")
    name: str


class Withdrawn(TableEvent, frozen=True):
    """A person no longer agrees."""

    list_name: str = msgspec.field(name="shelf")


class People(LogState):
    """The names of the people who agree, by their lists of games, after ``seq`` entries of the log."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {}

    def apply(self, entry: Agreed | Withdrawn, at: int) -> None:
        match entry:
            case Agreed(list_name, name):
                self.names[list_name] = name
            case Withdrawn(list_name):
                self.names.pop(list_name, None)


class RatedPeople(FoldedLogs[People]):
    """The people of a store who agree. All methods may raise `StoreError`."""

    create, decoder = People, msgspec.json.Decoder(Agreed | Withdrawn)

    async def names(self) -> dict[str, str]:
        """Return the names of the people who agree, by their lists of games."""
        return dict((await self.read(LOG)).names)

    async def agree(self, list_name: str, name: str) -> None:
        """Put a person on the page, or change the name. Raises `PlayError` where the name is taken or the page full."""

        def entries(people: People) -> list[Agreed]:
            if is_taken(name, (called for each, called in people.names.items() if each != list_name)):
                raise PlayError(f"{name} is on the page already; take another name")
            if list_name not in people.names and len(people.names) >= MAX_PEOPLE:
                raise PlayError(f"the page has {MAX_PEOPLE} people already")
            return [Agreed(list_name, name)] if people.names.get(list_name) != name else []

        await self.append(LOG, entries)

    async def withdraw(self, list_name: str) -> None:
        """Take a person off the page."""
        await self.append(LOG, lambda people: [Withdrawn(list_name)] if list_name in people.names else [])
