"""Observers of tables and of people's notices, which wake the pages and clients that show them."""

from weakref import WeakValueDictionary

from cardwright.cardroom.logs.people import person_log
from cardwright.cardroom.small_event import SmallEvent


class PersonPage:
    """A page of a person, of a table or of none, which new notices wake while it is open.

    It is ``stale`` when there may be another notice for them.
    """

    __slots__ = ("_log", "_pages_of", "stale", "table")

    def __init__(self, pages_of: "dict[str, set[PersonPage]]", log: str, table: str) -> None:
        self._pages_of, self._log = pages_of, log
        self.table, self.stale = table, True

    def __enter__(self) -> "PersonPage":
        self._pages_of.setdefault(self._log, set()).add(self)
        return self

    def __exit__(self, *problem: object) -> None:
        self._pages_of[self._log].discard(self)
        if not self._pages_of[self._log]:
            del self._pages_of[self._log]


class Observers:
    """Events by table, which are set when it changes, and the open pages of people."""

    def __init__(self) -> None:
        self.changes = 0  # at all tables
        self.changed_anywhere = SmallEvent()  # set at the next change at any table, and then replaced
        self._changed: WeakValueDictionary[str, SmallEvent] = WeakValueDictionary()
        self._before: WeakValueDictionary[str, SmallEvent] = WeakValueDictionary()  # a rematch: at the table before
        self._pages_of: dict[str, set[PersonPage]] = {}  # by the names of the logs of people

    def next_change(self, table: str, rematch: str = "") -> SmallEvent:
        """Return an event that is set at a table's next change, or at one of its rematch, whose players its page names.

        Get it before reading the table.
        """
        event = self._changed.get(table)
        if event is None or event.is_set():
            self._note_change()  # its page is open now
            event = self._changed[table] = SmallEvent()
        if rematch:
            self._before[rematch] = event
        return event

    def is_watched(self, table: str) -> bool:
        """Return whether a table's page is open at this server."""
        return table in self._changed

    def notify(self, table: str) -> None:
        """Wake those who wait for a change at a table."""
        self._note_change()
        for events in (self._changed, self._before):
            event = events.pop(table, None)
            if event is not None:
                event.set()

    def _note_change(self) -> None:
        self.changes += 1
        self.changed_anywhere.set()
        self.changed_anywhere = SmallEvent()

    def person_page(self, mark: str, table: str) -> PersonPage:
        """Return a page of a person, of this table or of none, which new notices wake while it is open."""
        return PersonPage(self._pages_of, person_log(mark), table)

    def notify_person(self, log: str) -> None:
        """Wake the pages of a person, by the name of their log."""
        for page in self._pages_of.get(log, ()):
            page.stale = True
            self.notify(page.table)

    def notify_people(self) -> None:
        """Wake the pages of all people."""
        for log in self._pages_of:
            self.notify_person(log)
