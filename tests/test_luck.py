"""The stream of luck: the same from the same seed, known beforehand by vectors, and even."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardwright.play.luck import Luck, Stream

# Computed with `openssl dgst -sha256 -mac HMAC` from the definition in luck.py, for Luck.numbered(7).
MOMENT_5 = "687fbbeb60b2f374afb2080ac49ad7e447fe9e041d7b9860493dc0143bdb88f6"
BLOCKS = (
    "d6f92c5bd65543efd8edb4e9ea505f1289b308e7ed765fada014fc9c29e27be0"
    "74db66b962ab71212112c3fdd56acf6b1e754cd1894bcebcaaa13e680b3d3128"
)


def test_the_stream_is_what_its_definition_says() -> None:
    luck = Luck.numbered(7)
    assert luck.moment(5).hex() == MOMENT_5
    stream = luck.stream(5)
    assert (stream.take(3) + stream.take(40) + stream.take(21)).hex() == BLOCKS


def test_numbers_are_the_first_bits_that_fit() -> None:
    # d6 f9 2c 5b d6 55 43 ... in six bits: 22 57 44 27 22 21 3; of those, 57 is no number below 52.
    stream = Luck.numbered(7).stream(5)
    assert [stream.randrange(52) for _ in range(6)] == [22, 44, 27, 22, 21, 3]
    # two bytes at a time, in ten bits: 0xd6f9, 0x2c5b, 0xd655 and 0x43ef make 761, 91, 597 and 1007
    stream = Luck.numbered(7).stream(5)
    assert [stream.randrange(1000) for _ in range(3)] == [761, 91, 597]


def test_every_part_of_a_seed_counts_and_so_does_where_it_ends() -> None:
    seeds = [(), (b"",), (b"a",), (b"ab",), (b"a", b"b"), (b"b", b"a"), (b"", b"ab"), (b"ab", b"")]
    assert len({Luck(*parts).moment(0) for parts in seeds}) == len(seeds)
    assert Luck(b"a", b"b").moment(3) == Luck(b"a", b"b").moment(3)


def test_moments_below_nought_are_others() -> None:
    luck = Luck(b"a")
    assert len({luck.moment(version) for version in (*range(-50, 50), 2**63 - 1, -(2**63))}) == 102


def test_fresh_luck_is_never_the_same() -> None:
    assert Luck.fresh().moment(0) != Luck.fresh().moment(0)


def test_numbered_luck_takes_any_number() -> None:
    numbers = [0, -1, 1, 2**80, -(2**80)]
    assert len({Luck.numbered(number).moment(0) for number in numbers}) == len(numbers)


@given(st.binary(max_size=8), st.integers(1, 2**70))
@settings(max_examples=200, deadline=None)
def test_numbers_stay_in_range(key: bytes, stop: int) -> None:
    stream = Stream(key)
    assert all(0 <= stream.randrange(stop) < stop for _ in range(20))


def test_a_range_of_one_takes_no_luck() -> None:
    stream = Luck.numbered(7).stream(5)
    assert stream.randrange(1) == 0
    assert stream.take(32).hex() == BLOCKS[:64]


@pytest.mark.parametrize("stop", [0, -1])
def test_an_empty_range_is_refused(stop: int) -> None:
    with pytest.raises(ValueError, match="there is no number"):
        Stream(b"").randrange(stop)


@pytest.mark.parametrize("stop", [2, 3, 6, 52, 53, 257])
def test_numbers_are_uniform(stop: int) -> None:
    """Chi-squared over a fixed stream: within five standard deviations of its mean, which is stop - 1."""
    draws = 400 * stop
    stream = Luck.numbered(stop).stream(0)
    counts = Counter(stream.randrange(stop) for _ in range(draws))
    squared = sum((counts[number] - 400) ** 2 / 400 for number in range(stop))
    assert abs(squared - (stop - 1)) < 5 * (2 * (stop - 1)) ** 0.5


def test_first_draws_of_many_moments_are_even_too() -> None:
    """Draw as a table does: once from each version's stream."""
    luck = Luck.numbered(1)
    counts = Counter(luck.stream(version).randrange(52) for version in range(52 * 400))
    squared = sum((counts[card] - 400) ** 2 / 400 for card in range(52))
    assert abs(squared - 51) < 5 * (2 * 51) ** 0.5
    pairs = Counter((luck.stream(v).randrange(6), luck.stream(v + 1).randrange(6)) for v in range(0, 36 * 800, 2))
    squared = sum((pairs[one, two] - 400) ** 2 / 400 for one in range(6) for two in range(6))
    assert abs(squared - 35) < 5 * (2 * 35) ** 0.5


def test_it_is_not_pythons_own_generator() -> None:
    assert [Luck.numbered(1).stream(v).randrange(52) for v in range(8)] != [Random(1).randrange(52) for _ in range(8)]
