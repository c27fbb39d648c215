"""The moments of a table: the ones that a page may not have shown yet, and how long a page holds each."""

from collections.abc import Sequence

from cardwright.cardroom.tables.news import LazyLines, Moment, RecentNews
from cardwright.play.session import Frame

MAX_KEPT_MOMENTS = 24
MOMENT_HOLD_MS = 1500  # how long a page shows a moment where a clock stands still for it; bots wait
BRIEF_HOLD_MS, MIN_HOLD_MS, MAX_HOLD_MS = 300, 600, 5000  # without a clock: of a brief moment, and to read news
MIN_SUSPENSE_HOLD_MS = 1200  # for a moment before the next street of an all-in
READ_CHARACTER_MS = 30


class Moments:
    """The latest moments of a table, oldest first; ``timed`` where it has a clock, which stands still for each."""

    def __init__(self, at: int, *, timed: bool, guided: bool) -> None:
        self._timed, self._guided = timed, guided
        self.latest: list[Moment] = []
        self.held_until = at  # the time at which the moments of the last move have been shown, by the clock
        self._of_last_move: list[Moment] = []  # with the result after them, if it is no moment itself

    def add_move(
        self, frames: Sequence[Frame], version: int, earlier: RecentNews, names: tuple[str, ...], at: int
    ) -> RecentNews:
        """Add the moments of a move that was made at a time, after ``version``; return the news after it.

        A result in the last frame without a moment is not held, but bots wait until it has been read.
        """
        lines = tuple(LazyLines(frame.step_news) for frame in frames)
        self.held_until, self._of_last_move = at, []
        last_count = deals = 0
        for count, frame in enumerate(frames, 1):
            if frame.is_moment or (count == len(frames) and frame.shows_result):
                log = earlier.after(lines[:count])._replace(last=lines[last_count:count])
                self._of_last_move.append(Moment(version + count, frame, log, names, deals))
                self.held_until += MOMENT_HOLD_MS * frame.is_moment
                last_count, deals = count, deals + (frame.is_moment and frame.ends_deal)
        moments = [each for each in self._of_last_move if each.frame.is_moment]
        self.latest = [*self.latest, *moments][-MAX_KEPT_MOMENTS:]
        return earlier.after(lines)

    def since(self, version: int) -> list[Moment]:
        """Return the moments that a page which has shown this version has not shown yet."""
        return [moment for moment in self.latest if moment.version > version]

    @property
    def may_be_unseen(self) -> bool:
        """True if the last move had moments: a page that is loaded again may not have shown them."""
        return bool(self._of_last_move)

    def hold_ms(self, moment: Moment) -> int:
        """Return how long a page shows a moment: where no clock runs, as long as the news takes to read.

        In a guided game no moment is brief, and the news is read to its end. Of several deals that play themselves in a
        row, as where the blinds put a player all-in, each is shown in half the time of the one before.
        """
        whole = self._whole_hold_ms(moment)
        return max(min(MIN_HOLD_MS, whole), whole >> moment.deals_before)

    def _whole_hold_ms(self, moment: Moment) -> int:
        if self._timed:
            return MOMENT_HOLD_MS
        if moment.frame.is_brief and not self._guided:
            return BRIEF_HOLD_MS
        characters = sum(map(len, moment.news)) if self._guided else moment.new_characters
        least = MIN_SUSPENSE_HOLD_MS if moment.frame.has_suspense else MIN_HOLD_MS
        return min(MAX_HOLD_MS, max(least, READ_CHARACTER_MS * characters))

    @property
    def read_until(self) -> int:
        """The time until which people read the moments of the last move; bots wait for it."""
        held = (self.hold_ms(each) - MOMENT_HOLD_MS * each.frame.is_moment for each in self._of_last_move)
        return self.held_until + sum(held)
