"""Bipartite matching by augmenting paths (Kuhn)."""

from collections.abc import Iterable, Sequence


def find_matching(options: Sequence[Iterable[int]]) -> list[int] | None:
    """Return for each place one of its options, all of them different; None if there are none such."""
    place_of: dict[int, int] = {}  # the place that has each option

    def find(place: int, tried: set[int]) -> bool:
        """Find an option for a place, if need be by giving another to the place that has it."""
        for option in options[place]:
            if option not in tried:
                tried.add(option)
                if option not in place_of or find(place_of[option], tried):
                    place_of[option] = place
                    return True
        return False

    if not all(find(place, set()) for place in range(len(options))):
        return None
    return sorted(place_of, key=place_of.__getitem__)
