"""The ways to split the cards of a hand into groups of equal rank."""

from collections.abc import Iterator


def partitions(total: int, most: int, groups: int) -> Iterator[tuple[int, ...]]:
    """Yield the ways to split cards into at most this many groups of at most ``most``, the largest groups first.

    >>> list(partitions(5, 4, 2))
    [(4, 1), (3, 2)]
    """
    if not total:
        yield ()
    elif groups:
        for first in range(min(total, most), 0, -1):
            yield from ((first, *rest) for rest in partitions(total - first, first, groups - 1))
