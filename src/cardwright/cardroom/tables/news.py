"""The news of a table: lines put into words when they are read, the recent ones in blocks, and moments."""

import functools
import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

import msgspec

from cardwright.play import session
from cardwright.play.session import Frame, StepNews
from cardwright.scenes import named

MAX_LINES = 40  # of news and of chat that a table keeps for those who come later
MAX_CACHED = 512  # lists of news that are kept for the next who ask for the same
ASIDE = re.compile(r" \([^()]*\)")
BLOCK_STEPS = 4  # whose news are drawn together: a divisor of MAX_LINES


class LazyLines:
    """Lines of news, put into words when they are first read: that costs more than the move itself."""

    def __init__(self, make: Callable[[], StepNews]) -> None:
        self._make: Callable[[], StepNews] | None = make
        self._step_news = StepNews(())

    @property
    def step_news(self) -> StepNews:
        """The news, and the scores after it."""
        make = self._make
        if make is not None:
            self._step_news = make()
            self._make = None  # releases the state that the lines are made from; another thread may do the same
        return self._step_news


@functools.lru_cache(maxsize=MAX_CACHED)
def _lines(lazy: tuple[LazyLines, ...], names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(named(line, names) for each in lazy for line in each.step_news.news)


@functools.lru_cache(maxsize=MAX_CACHED)
def _reasons(lazy: tuple[LazyLines, ...], names: tuple[str, ...]) -> tuple[str, ...]:
    latest_first = (each.step_news for each in reversed(lazy))
    return tuple(named(line, names) for line in session.reasons(latest_first, len(names)))


@functools.lru_cache(maxsize=MAX_CACHED)
def _words(lazy: tuple[LazyLines, ...], names: tuple[str, ...]) -> frozenset[str]:
    return frozenset(" ".join(_lines(lazy, names)).split())


class Block(NamedTuple):
    """The news of some steps, the latest first. A block that is full never changes."""

    number: int
    lines: tuple[str, ...]


@functools.lru_cache(maxsize=MAX_CACHED)
def _blocks(lazy: tuple[LazyLines, ...], count: int, names: tuple[str, ...]) -> tuple[Block, ...]:
    """Return the news of the last of ``count`` steps in blocks, the latest first, with ``MAX_LINES`` lines or more."""
    found: list[Block] = []
    first, end, lines = count - len(lazy), count, 0
    while end > first and lines < MAX_LINES:
        number = (end - 1) // BLOCK_STEPS
        begin = max(first, number * BLOCK_STEPS)
        found.append(_block(number, lazy[begin - first : end - first], names))
        lines += len(found[-1].lines)
        end = begin
    return tuple(found)


@functools.lru_cache(maxsize=MAX_CACHED * BLOCK_STEPS)
def _block(number: int, lazy: tuple[LazyLines, ...], names: tuple[str, ...]) -> Block:
    return Block(number, _lines(lazy, names)[::-1])


class Moment(msgspec.Struct, frozen=True, dict=True):
    """A frame that is shown before the next step clears it away, and the lines of news up to then."""

    version: int
    frame: Frame
    fresh: tuple[LazyLines, ...]  # since the moment before
    earlier: tuple[LazyLines, ...]
    steps: int  # with news up to now, those that are no longer kept included
    names: tuple[str, ...]

    @functools.cached_property
    def ends_deal(self) -> bool:
        """Return whether it shows a deal as it ended."""
        return self.frame.game.ends_deal(self.frame.state)

    @functools.cached_property
    def is_brief(self) -> bool:
        """Return whether a glance is enough for it."""
        return self.frame.is_brief

    @functools.cached_property
    def has_suspense(self) -> bool:
        """Return whether all wait for the next step."""
        return self.frame.has_suspense

    @functools.cached_property
    def news(self) -> tuple[str, ...]:
        """The news between the previous moment and this one."""
        return _lines(self.fresh, self.names)

    @functools.cached_property
    def new_characters(self) -> int:
        """The length of the news without a beginning that repeats that of the line before, such as "Ann's hand: ".

        Words that occur in earlier news, such as "one for the last card", count half: they are read faster. What is in
        brackets, such as why the dealer sets a hand so, does not count: it can be read in the log.
        """
        lines = [ASIDE.sub("", line) for line in (*(_lines(self.earlier[-1:], self.names)[-1:] or ("",)), *self.news)]
        names = [line[: line.find(": ") + 2] if ": " in line else "" for line in lines]
        new = [
            line.removeprefix(name) if name == before else line
            for (before, name), line in zip(pairwise(names), lines[1:], strict=True)
        ]
        known = _words(self.earlier, self.names)
        return sum(len(line) - sum(len(word) // 2 for word in line.split() if word in known) for line in new)

    @functools.cached_property
    def past(self) -> tuple[Block, ...]:
        """The news up to this moment."""
        return _blocks(self.earlier + self.fresh, self.steps, self.names)

    @functools.cached_property
    def why(self) -> tuple[str, ...]:
        """The reason of each seat's last points."""
        return _reasons(self.earlier + self.fresh, self.names)


class NewsLog:
    """The news of a table, as far back as people who come later are shown it.

    ``last`` is the news of the last move, ``recent`` ends with it, and ``count`` is the number of all that ever came.
    """

    def __init__(self, last: tuple[LazyLines, ...] = (), recent: tuple[LazyLines, ...] = (), count: int = 0) -> None:
        self.last, self.recent, self.count = last, recent, count

    def lines(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """Return the news of the last move, in words."""
        return _lines(self.last, names)

    def blocks(self, names: tuple[str, ...]) -> tuple[Block, ...]:
        """Return the recent news in blocks, the latest first."""
        return _blocks(self.recent, self.count, names)

    def reasons(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """Return the reason of each seat's last points."""
        return _reasons(self.recent, names)

    def note(self, line: str) -> LazyLines:
        """Add a line that is not of a step of the game."""
        made = LazyLines(lambda: StepNews((line,)))
        self._add(made)
        return made

    def add_move(self, before: int, frames: Sequence[Frame], names: tuple[str, ...]) -> list[Moment]:
        """Add the news of a move's steps, made after version ``before``; return the moments among them, and the last
        frame if it shows a result."""
        news = [LazyLines(frame.step_news) for frame in frames]
        moments: list[Moment] = []
        shown = 0
        for made, frame in enumerate(frames, 1):
            if frame.is_moment or (made == len(frames) and frame.shows_result):
                fresh, count = tuple(news[shown:made]), self.count + made
                earlier = _latest((*self.recent, *news[:made]), count)[: -len(fresh)]
                moments.append(Moment(before + made, frame, fresh, earlier, count, names))
                shown = made
        self._add(*news)
        self.last = tuple(news)
        return moments

    def _add(self, *lines: LazyLines) -> None:
        self.count += len(lines)
        self.recent = _latest((*self.recent, *lines), self.count)


def _latest(lazy: tuple[LazyLines, ...], count: int) -> tuple[LazyLines, ...]:
    """Return the news of the last of ``count`` steps, from the beginning of a block on."""
    return lazy[-(MAX_LINES + count % BLOCK_STEPS) :]
