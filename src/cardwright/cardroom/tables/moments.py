"""The moments of a table: those that a page may not have shown yet, and how long a page holds each."""

from cardwright.cardroom.tables.news import Moment

MAX_MOMENTS = 24  # that a table keeps for those who have not seen them yet
MOMENT_HOLD_MS = 1500  # how long a page shows a moment where a clock stands still for it; bots wait
BRIEF_HOLD_MS, MIN_HOLD_MS, MAX_HOLD_MS = 400, 600, 5000  # without a clock: of a brief moment, and to read news
SUSPENSE_HOLD_MS = 1200  # at least, before the next street of an all-in
CHARACTER_MS = 30  # to read one


class Moments:
    """The latest moments of a table, oldest first; ``timed`` where it has a clock, which stands still for each."""

    def __init__(self, at: int, *, timed: bool, guided: bool) -> None:
        self._timed, self._guided = timed, guided
        self.latest: list[Moment] = []
        self.held_until = at  # the time at which the moments of the last move have been shown, by the clock
        self._of_last_move: list[Moment] = []  # with the result after them, if it is no moment itself

    def add_move(self, shown: list[Moment], at: int) -> None:
        """Add the moments of a move that was made at a time. What is no moment, but shows a result, is not held: bots
        wait until it has been read."""
        moments = [each for each in shown if each.frame.is_moment]
        self.latest = [*self.latest, *moments][-MAX_MOMENTS:]
        self.held_until, self._of_last_move = at + MOMENT_HOLD_MS * len(moments), shown

    def since(self, version: int) -> list[Moment]:
        """Return the moments that a page which has shown this version has not shown yet."""
        return [moment for moment in self.latest if moment.version > version]

    def hold_ms(self, moment: Moment) -> int:
        """Return how long a page shows a moment: where no clock runs, for as long as what is new takes to read.

        In a guided game no moment is brief, and the news is read to its end.
        """
        if self._timed:
            return MOMENT_HOLD_MS
        if moment.is_brief and not self._guided:
            return BRIEF_HOLD_MS
        characters = sum(map(len, moment.news)) if self._guided else moment.new_characters
        least = SUSPENSE_HOLD_MS if moment.has_suspense else MIN_HOLD_MS
        return min(MAX_HOLD_MS, max(least, CHARACTER_MS * characters))

    @property
    def read_until(self) -> int:
        """The time at which what the last move showed has been read, for which bots wait."""
        held = (self.hold_ms(each) - MOMENT_HOLD_MS * each.frame.is_moment for each in self._of_last_move)
        return self.held_until + sum(held)
