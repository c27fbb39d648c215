"""Records that somebody doctored, line by line and field by field: what `verify` finds, and what it does not promise.

web/documents/fair-deals.md says the same in words: what passes here, under "What `verify` does not look for".
"""

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from cardwright import games
from cardwright.errors import BadRecord
from cardwright.game import CHANCE
from cardwright.play import proof, record, seat_record
from cardwright.testing import short
from support.records import dump, played, whole

Lines = list[dict[str, Any]]
GAMES = [(name, short(name)) for name in games.GAMES]


def made(name: str, options: dict[str, Any], seat: int | None) -> Lines:
    game = games.create(name, **options)
    kept = whole(game, played(game))
    data = record.dump(kept.header, kept.log) if seat is None else dump(kept, seat)
    return [json.loads(line) for line in data.splitlines()]


def passes(lines: Lines, seat: int | None) -> bool:
    data = b"".join(json.dumps(line).encode() + b"\n" for line in lines)
    try:
        if seat is None:
            proof.check(record.parse(data))
        else:
            seat_record.check(seat_record.parse(data))
    except BadRecord:
        return False
    return True


def changes(lines: Lines, rng: Random) -> Iterator[Lines]:
    """Some lines left out, doubled, exchanged with the next, made the last; and every field of a few changed."""
    for at in rng.sample(range(1, len(lines)), min(24, len(lines) - 1)):
        yield lines[:at] + lines[at + 1 :]
        yield lines[: at + 1] + lines[at:]
        yield [*lines[:at], *lines[at : at + 2][::-1], *lines[at + 2 :]]
        yield lines[:at]
        yield [*lines[:at], {**lines[at], "player": 0, "action": "forfeit"}]
    for at in rng.sample(range(1, len(lines)), min(12, len(lines) - 1)):
        for field in lines[at]:
            other = rng.choice([line for line in lines[1:] if field in line])[field]
            yield [*lines[:at], lines[at] | {field: other}, *lines[at + 1 :]]
            yield [*lines[:at], {key: each for key, each in lines[at].items() if key != field}, *lines[at + 1 :]]
    for extra in ({"player": CHANCE, "action": "deal 5h"}, lines[-1]):
        yield [*lines, extra]


def drawn(lines: Lines) -> list[tuple[int, str]]:
    """The draws that a record tells of, each at its place."""
    return [
        (at, line["action"]) for at, line in enumerate(lines[1:]) if line.get("player") == CHANCE and "action" in line
    ]


@pytest.mark.parametrize(("name", "options"), GAMES, ids=str)
def test_whatever_is_changed_in_a_whole_record_no_draw_is(name: str, options: dict[str, Any]) -> None:
    """What passes has the same draws at the same places: only what players did differs, and the rules allowed it."""
    lines = made(name, options, None)
    assert passes(lines, None)
    tried = passed = 0
    for changed in changes(lines, Random(5)):
        tried += 1
        if changed != lines and passes(changed, None):
            passed += 1
            assert drawn(changed) == drawn(lines)
    assert passed < tried / 20


@pytest.mark.parametrize(("name", "options"), GAMES, ids=str)
def test_whatever_is_changed_in_a_seats_record_no_draw_that_is_opened_is(name: str, options: dict[str, Any]) -> None:
    """What passes has lost or moved a moment in which nothing came to be seen, or was lost by time before its end."""
    lines = made(name, options, 0)
    assert passes(lines, 0)
    opened = [(line["action"], line["salt"], line["seal"]) for line in lines[1:] if "salt" in line]
    for changed in changes(lines, Random(6)):
        if changed != lines and passes(changed, 0):
            left = [(line["action"], line["salt"], line["seal"]) for line in changed[1:] if "salt" in line]
            lost = changed[-1].get("action") == "forfeit"  # a game may end so at any moment, whatever comes after
            assert left == (opened[: len(left)] if lost else opened)


HEADER: dict[str, tuple[Callable[[dict[str, Any]], Any], bool]] = {
    # what is changed, and whether `verify` is to find it
    "another commitment": (lambda head: head["notes"].update(commitment="0" * 64), True),
    "another seed": (lambda head: head["notes"].update(seed="0" * 64), True),
    "another seat's seed": (lambda head: head["notes"].update({"seed-1": "x"}), True),
    "seeds exchanged": (lambda head: _exchange(head["notes"], "seed-1", "seed-2"), True),
    "a seed cut in another place": (
        lambda head: head["notes"].update({"seed-1": "the seed of 0the", "seed-2": "x"}),
        True,
    ),
    "no seeds": (lambda head: head["notes"].pop("seed-2"), True),
    "a seat more": (lambda head: head["players"].append({"name": "C"}), True),
    "seals in another order": (lambda head: _turn(head["notes"]), True),
    "a seal left out": (lambda head: head["notes"].update(seals=head["notes"]["seals"].partition(" ")[2]), True),
    "other rules": (lambda head: head.update(version=head["version"] + 1), True),
    "a longer game": (lambda head: head["options"].update(to=121), True),
    "a note that is no text": (lambda head: head["notes"].update(seed=7), True),
    "another's own seed": (lambda head: head["notes"].update({"own-2": True}), False),
    "a seed said to be the server's": (lambda head: head["notes"].update({"own-1": False}), False),
    "other names": (lambda head: head.update(players=head["players"][::-1]), False),
    "another day": (lambda head: head.update(started="1999-12-31"), False),
    "one more note": (lambda head: head["notes"].update(more="x"), False),
}


def _exchange(notes: dict[str, Any], one: str, other: str) -> None:
    notes[one], notes[other] = notes[other], notes[one]


def _turn(notes: dict[str, Any]) -> None:
    notes["seals"] = " ".join(notes["seals"].split()[::-1])


@pytest.mark.parametrize(("change", "found"), HEADER.values(), ids=HEADER)
def test_what_is_changed_in_a_header(change: Callable[[dict[str, Any]], Any], found: bool) -> None:
    lines = made("cribbage", {"to": 61}, None)
    change(lines[0])
    assert passes(lines, None) is not found


def test_a_seed_of_ones_own_that_is_empty() -> None:
    seats = [proof.SeatSeed("", own=True), proof.SeatSeed("")]
    assert proof.notes("5eed", seats, [])["own-1"] is True
    lines = made("cribbage", {"to": 61}, None)
    lines[0]["notes"] |= {"seed-1": ""}
    data = b"".join(json.dumps(line).encode() + b"\n" for line in lines)
    with pytest.raises(BadRecord, match="marked as having chosen a seed, but has none"):
        proof.check(record.parse(data))


def test_seeds_that_the_server_made_up_are_told() -> None:
    """They prove nothing: it may have known the others."""
    data = b"".join(json.dumps(line).encode() + b"\n" for line in made("cribbage", {"to": 61}, None))
    found = proof.check(record.parse(data))
    assert (found.own, found.made) == ((0,), (1,))


ODD = (
    '{"player":NaN,"action":"go"}',
    '{"player":1e400,"action":"go"}',
    '{"player":1.0,"action":"go"}',
    '{"player":true,"action":"go"}',
    '{"player":' + "9" * 30 + ',"action":"go"}',
    '{"player":1,"action":"\\ud800"}',
    "",
)


@pytest.mark.parametrize("odd", ODD)
def test_what_is_no_line_of_a_record(odd: str) -> None:
    lines = made("cribbage", {"to": 61}, None)
    data = [json.dumps(line) for line in lines]
    with pytest.raises(BadRecord):
        record.parse("\n".join([*data[:9], odd, *data[9:]]).encode() + b"\n")


def test_of_a_key_that_is_there_twice_the_last_counts_as_in_a_browser() -> None:
    first, *rest = (json.dumps(line) for line in made("cribbage", {"to": 61}, None))
    double = first.replace('"notes": {', '"notes": {"seed": "another", ')
    assert json.loads(double) == json.loads(first)
    assert proof.check(record.parse("\n".join([double, *rest]).encode())).draws
