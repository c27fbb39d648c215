"""A dictionary of limited size: the entry that was set longest ago goes first."""

from cardwright.cardroom.bounded_dict import BoundedDict


def test_what_was_set_longest_ago_is_dropped() -> None:
    kept = BoundedDict[str, int](2)
    kept["a"], kept["b"] = 1, 2
    kept["a"] = 3
    kept["c"] = 4
    assert list(kept.items()) == [("a", 3), ("c", 4)]
