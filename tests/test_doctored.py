"""Records that were changed, line by line and field by field: what `verify` finds, and what it does not promise.

web/documents/fair-deals.md says the same in words: what passes here, under "What `verify` does not look for".
"""

import itertools
import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from cardwright import games
from cardwright.errors import BadRecord
from cardwright.game import CHANCE, Automatic, Game
from cardwright.play import record, seat_record, verify
from cardwright.play.contract import Contract, commitment
from cardwright.scenes import Scene
from cardwright.testing import short
from support.records import SEED, dump, played, whole

Lines = list[dict[str, Any]]
SCENES: dict[Any, Scene] = {}
GAMES = [(name, short(name)) for name in games.GAMES]


def made(name: str, options: dict[str, Any], seat: int | None) -> Lines:
    game = games.create(name, **options)
    kept = whole(game, played(game))
    data = record.dump(kept.header, kept.log) if seat is None else dump(kept, seat)
    return [json.loads(line) for line in data.splitlines()]


def scene_of(game: Game[Any, Any, Any], view: Any) -> Scene:
    """The scene of a view, drawn once: the changed records share most of their moments."""
    if view not in SCENES:
        SCENES[view] = games.scene(game, view)
    return SCENES[view]


def passes(lines: Lines, seat: int | None) -> bool:
    data = b"".join(json.dumps(line).encode() + b"\n" for line in lines)
    try:
        if seat is None:
            verify.check(record.parse(data))
        else:
            verify.check_seat(seat_record.parse(data, build_scene=scene_of))
    except BadRecord:
        return False
    return True


def changes(lines: Lines, rng: Random, most: int = 24) -> Iterator[Lines]:
    """Some lines left out, doubled, exchanged with the next, made the last; and every field of half as many changed."""
    for at in rng.sample(range(1, len(lines)), min(most, len(lines) - 1)):
        yield lines[:at] + lines[at + 1 :]
        yield lines[: at + 1] + lines[at:]
        yield [*lines[:at], *lines[at : at + 2][::-1], *lines[at + 2 :]]
        yield lines[:at]
        yield [*lines[:at], {**lines[at], "player": 0, "action": "forfeit"}]
    for at in rng.sample(range(1, len(lines)), min(most // 2, len(lines) - 1)):
        for field in lines[at]:
            other = rng.choice([line for line in lines[1:] if field in line])[field]
            yield [*lines[:at], lines[at] | {field: other}, *lines[at + 1 :]]
            yield [*lines[:at], {key: each for key, each in lines[at].items() if key != field}, *lines[at + 1 :]]
    for extra in ({"player": CHANCE, "action": "deal 5h"}, lines[-1]):
        yield [*lines, extra]


def drawn(lines: Lines) -> list[tuple[int, str]]:
    """The draws in a record, each at its place."""
    game = games.create(lines[0]["game"], **lines[0]["options"])
    chance = [(at, line["action"]) for at, line in enumerate(lines[1:]) if line.get("player") == CHANCE]
    return [(at, action) for at, action in chance if not isinstance(game.parse(action), Automatic)]


@pytest.mark.parametrize(("name", "options"), GAMES, ids=str)
def test_whatever_is_changed_in_a_whole_record_no_draw_is(name: str, options: dict[str, Any]) -> None:
    """A changed record that passes has the same draws at the same places: only legal moves of players differ."""
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
    """A changed record that passes has lost or moved a moment that showed no new card, or ends with a loss on time."""
    lines = made(name, options, 0)
    assert passes(lines, 0)
    opened = [(line["action"], line["salt"], line["seal"]) for line in lines[1:] if "salt" in line]
    for changed in changes(lines, Random(6), most=8):
        if changed != lines and passes(changed, 0):
            left = [(line["action"], line["salt"], line["seal"]) for line in changed[1:] if "salt" in line]
            lost = changed[-1].get("action") == "forfeit"  # a game may end so at any moment, whatever comes after
            assert left == (opened[: len(left)] if lost else opened)


HEADER: dict[str, tuple[Callable[[dict[str, Any]], Any], bool]] = {
    # what is changed, and whether `verify` is to find it
    "another contract": (lambda head: _rewrite(head, server="0" * 64), True),
    "a contract with a bot": (lambda head: _rewrite(head, bots=["basic", ""]), True),
    "no contract": (lambda head: head["notes"].pop("contract"), True),
    "the first protocol": (lambda head: head["notes"].update(protocol=1, commitment=commitment(SEED)), True),
    "a protocol to come": (lambda head: head["notes"].update(protocol=3), True),
    "a bot in a person's seat": (lambda head: head["players"][1].update(kind="basic"), True),
    "muggins, in the record alone": (lambda head: head["options"].update(muggins=True), True),
    "muggins, in the contract too": (lambda head: _other_options(head, muggins=True), True),
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
    "other names": (lambda head: head.update(players=head["players"][::-1]), False),
    "another day": (lambda head: head.update(started="1999-12-31"), False),
    "one more note": (lambda head: head["notes"].update(more="x"), False),
}


def _rewrite(head: dict[str, Any], **changes: Any) -> None:
    """Write the contract as it would be with these changes."""
    altered = json.loads(head["notes"]["contract"]) | changes
    head["notes"]["contract"] = msgspec.convert(altered, Contract).text


def _other_options(head: dict[str, Any], **options: Any) -> None:
    head["options"] |= options
    _rewrite(head, options=head["options"])


def _exchange(notes: dict[str, Any], one: str, other: str) -> None:
    notes[one], notes[other] = notes[other], notes[one]


def _turn(notes: dict[str, Any]) -> None:
    notes["seals"] = " ".join(notes["seals"].split()[::-1])


@pytest.mark.parametrize(("change", "found"), HEADER.values(), ids=HEADER)
def test_what_is_changed_in_a_header(change: Callable[[dict[str, Any]], Any], found: bool) -> None:
    lines = made("cribbage", {"to": 61}, None)
    change(lines[0])
    assert passes(lines, None) is not found


@pytest.mark.parametrize("name", games.GAMES)
def test_no_option_can_be_changed_afterwards(name: str) -> None:
    """Neither in the record alone nor in its contract too: every card follows from the contract."""
    lines = made(name, short(name), None)
    game = games.create(name, **short(name))
    for option in games.options(name):
        values = option.choices or ((True, False) if isinstance(option.default, bool) else (option.low, option.high))
        others = [value for value in values if value != lines[0]["options"][option.name]]
        for value, sealed in itertools.product(others[:2], (False, True)):
            doctored = json.loads(json.dumps(lines))
            if sealed:
                _other_options(doctored[0], **{option.name: value})
            else:
                doctored[0]["options"][option.name] = value
            assert not passes(doctored, None), (option.name, value)
    assert game.settings == lines[0]["options"]


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
def test_a_line_that_does_not_belong_in_a_record(odd: str) -> None:
    lines = made("cribbage", {"to": 61}, None)
    data = [json.dumps(line) for line in lines]
    with pytest.raises(BadRecord):
        record.parse("\n".join([*data[:9], odd, *data[9:]]).encode() + b"\n")


def test_of_a_key_that_is_there_twice_the_last_counts_as_in_a_browser() -> None:
    first, *rest = (json.dumps(line) for line in made("cribbage", {"to": 61}, None))
    double = first.replace('"notes": {', '"notes": {"seed": "another", ')
    assert json.loads(double) == json.loads(first)
    assert verify.check(record.parse("\n".join([double, *rest]).encode())).draws
