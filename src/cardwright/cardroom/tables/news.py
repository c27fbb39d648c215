"""The news of a table: lines put into words when they are read, the recent ones in blocks, and moments."""

import functools
import re
from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple

import msgspec

from cardwright.play import session
from cardwright.play.session import Frame, StepNews
from cardwright.scenes import named

MAX_KEPT_LINES = 40  # lines of news and of chat, for those who come later
MAX_CACHED_NEWS = 512
ASIDE = re.compile(r" \([^()]*\)")
STEPS_PER_BLOCK = 4  # a divisor of MAX_KEPT_LINES


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


@functools.lru_cache(maxsize=MAX_CACHED_NEWS)
def _lines(lazy: tuple[LazyLines, ...], names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(named(line, names) for each in lazy for line in each.step_news.news)


@functools.lru_cache(maxsize=MAX_CACHED_NEWS)
def _reasons(lazy: tuple[LazyLines, ...], names: tuple[str, ...]) -> tuple[str, ...]:
    latest_first = (each.step_news for each in reversed(lazy))
    return tuple(named(line, names) for line in session.reasons(latest_first, len(names)))


@functools.lru_cache(maxsize=MAX_CACHED_NEWS)
def _words(lazy: tuple[LazyLines, ...], names: tuple[str, ...]) -> frozenset[str]:
    return frozenset(" ".join(_lines(lazy, names)).split())


class Block(NamedTuple):
    """The news of some steps, the latest first. A block that is full never changes."""

    number: int
    lines: tuple[str, ...]


@functools.lru_cache(maxsize=MAX_CACHED_NEWS)
def _blocks(lazy: tuple[LazyLines, ...], count: int, names: tuple[str, ...]) -> tuple[Block, ...]:
    """Return the news of the last of ``count`` steps in blocks, the latest first: `MAX_KEPT_LINES` lines or more."""
    blocks: list[Block] = []
    first, end, lines = count - len(lazy), count, 0
    while end > first and lines < MAX_KEPT_LINES:
        number = (end - 1) // STEPS_PER_BLOCK
        begin = max(first, number * STEPS_PER_BLOCK)
        blocks.append(_block(number, lazy[begin - first : end - first], names))
        lines += len(blocks[-1].lines)
        end = begin
    return tuple(blocks)


@functools.lru_cache(maxsize=MAX_CACHED_NEWS * STEPS_PER_BLOCK)
def _block(number: int, lazy: tuple[LazyLines, ...], names: tuple[str, ...]) -> Block:
    return Block(number, _lines(lazy, names)[::-1])


class RecentNews(NamedTuple):
    """The news of a table up to a step, as far back as people who join later see it.

    ``last`` is the news of the last move, ``recent`` ends with it, and ``steps`` counts all steps of the game.
    """

    last: tuple[LazyLines, ...] = ()
    recent: tuple[LazyLines, ...] = ()
    steps: int = 0

    def after(self, last: tuple[LazyLines, ...]) -> "RecentNews":
        """Return the news after a move with these lines, from the beginning of a block on."""
        steps = self.steps + len(last)
        return RecentNews(last, (*self.recent, *last)[-(MAX_KEPT_LINES + steps % STEPS_PER_BLOCK) :], steps)

    def lines(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """Return the news of the last move, in which the players have these names."""
        return _lines(self.last, names)

    def blocks(self, names: tuple[str, ...]) -> tuple[Block, ...]:
        """Return recent news, for people who join later: in blocks, the latest first."""
        return _blocks(self.recent, self.steps, names)

    def reasons(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """Return the reason of each seat's last points."""
        return _reasons(self.recent, names)

    def with_line(self, line: str) -> "RecentNews":
        """Return the news after a line that is not of a step of the game."""
        return self.after((LazyLines(functools.partial(StepNews, (line,))),))


class TellsNews:
    """The news in words, of a table now or at a moment, from its ``news_log``."""

    __slots__ = ()
    news_log: RecentNews

    @property
    def names(self) -> tuple[str, ...]:
        """The name of each seat."""
        raise NotImplementedError

    @property
    def news(self) -> tuple[str, ...]:
        """The news of the last move, or between the previous moment and this one."""
        return self.news_log.lines(self.names)


class Moment(TellsNews, msgspec.Struct, frozen=True, dict=True):
    """A frame that is shown before the next step clears it away.

    In its ``news_log`` the last news is all since the moment before.
    """

    version: int
    frame: Frame
    news_log: RecentNews
    names: tuple[str, ...]
    deals_before: int = 0  # that ended in the same move

    @functools.cached_property
    def new_characters(self) -> int:
        """The length of the news, without a beginning that the line before has too, such as "Ann's hand: ".

        Words that occur in earlier news, such as "one for the last card", count half: they are read faster. Words that
        the step before or an earlier part of this news has said do not count, such as the hand with which a pot is won
        after it was shown. Text in brackets, such as the dealer's reason for a setting, does not count: it can be read
        in the log.
        """
        earlier = self.news_log.recent[: max(0, len(self.news_log.recent) - len(self.news_log.last))]
        before = _lines(earlier[-1:], self.names)
        lines = [ASIDE.sub("", line) for line in (*(before[-1:] or ("",)), *self.news)]
        names = [line[: line.find(": ") + 2] if ": " in line else "" for line in lines]
        new = [
            line.removeprefix(name) if name == before else line
            for (before, name), line in zip(pairwise(names), lines[1:], strict=True)
        ]
        known, just_read = _words(earlier, self.names), set(_words(earlier[-1:], self.names))
        return sum(len(line) - sum(_known_characters(word, known, just_read) for word in line.split()) for line in new)


def _known_characters(word: str, known_words: frozenset[str], just_read: set[str]) -> int:
    """Return how many characters of a word of news need no time to be read; from now on it is ``just_read``."""
    if word in just_read:
        return len(word)
    just_read.add(word)
    return len(word) // 2 if word in known_words else 0
