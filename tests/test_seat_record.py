"""Records of one seat: what they hold and must not hold, what they prove, and records that were tampered with."""

import functools
import json
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from cardwright import games
from cardwright.cli import main
from cardwright.errors import BadCount, BadRecord
from cardwright.game import CHANCE, SPECTATOR, Automatic, Game
from cardwright.play import proof, record, seat_record, session, verify
from cardwright.play.contract import Contract, commitment
from cardwright.play.table import FORFEIT, Step
from cardwright.scenes import BACK
from cardwright.terminal.drawing.theme import Look
from cardwright.terminal.recorded_game import RecordedGame
from cardwright.terminal.screen.stepper import Stepper
from cardwright.testing import secrets_of, short
from support import toy
from support.records import SEED, VARIED, Moments, deal, dump, played, whole
from support.toy import Toy


def contract_of(game: Game[Any, Any, Any]) -> Contract:
    contract = deal(game).contract
    assert contract
    return contract


CRIBBAGE = whole(games.create("cribbage", to=61), played(games.create("cribbage", to=61)))
DATA = dump(CRIBBAGE, 1)


@pytest.fixture(scope="module")
def toys() -> Any:
    """The toy is not a registered game: records of it are drawn by its own scene."""
    patched = pytest.MonkeyPatch()
    patched.setattr(games, "scene", toy.build_scene)
    log = played(Toy())
    made = [dump(whole(Toy(), log), seat) for seat in (0, 1)]
    patched.undo()
    return made, log


# What it holds


def test_the_file_is_json_lines_as_documented(toys: Any) -> None:
    (data, _), log = toys
    header, first, *rest = (json.loads(line) for line in data.decode().splitlines())
    assert header == {
        "format": "cardwright-seat",
        "record": 1,
        "game": "toy",
        "version": 1,
        "options": {"rounds": 3},
        "players": [{"name": "Player 0", "kind": "you"}, {"name": "Player 1", "kind": "you"}],
        "seat": 0,
        "started": "",
        "notes": {"protocol": 2, "contract": contract_of(Toy()).text},
    }
    assert set(first) == {"view"}
    assert len(rest) == len(log)
    for entry, line in zip(log, rest):
        told = {key: line[key] for key in ("player", "action") if key in line}
        if entry.player == CHANCE and isinstance(Toy().parse(entry.action), Automatic):
            assert set(line) == {"view"}
        elif entry.player == CHANCE:
            assert len(line["seal"]) == 64
            assert told == ({"player": CHANCE, "action": entry.action} if "salt" in line else {"player": CHANCE})
        else:
            assert told == ({"player": 0, "action": entry.action} if entry.player == 0 else {})


@pytest.mark.parametrize(("name", "options"), VARIED, ids=str)
def test_every_moment_is_there_as_it_was_seen_and_proves_true(name: str, options: dict[str, Any]) -> None:
    moments = Moments(games.create(name, **options), 4, most=600)
    ends = () if len(moments.log) < 600 else (Step(0, FORFEIT),)
    made = whole(moments.game, [*moments.log, *ends])
    for seat in (0, moments.game.players - 1, SPECTATOR):
        found = seat_record.parse(dump(made, seat))
        assert list(found.views[: len(moments.states)]) == moments.views(seat)
        assert found.last == made.last
        at = min(7, found.last)
        assert found.view(at, seat) == made.view(at, seat)
        verdict = verify.check_seat(found, contract_of(moments.game).digest.hex())
        draws = set(deal(moments.game).draws(moments.game, moments.log))
        seen = draws & set(moments.seen(seat))
        assert (verdict.draws, verdict.opened) == (len(draws), len(seen))
        assert verdict.own == tuple(range(moments.game.players))


def test_no_other_view_is_in_it() -> None:
    found = seat_record.parse(DATA)
    assert found.viewers == (1,)
    with pytest.raises(BadCount, match="no other has a view"):
        found.view(3, 0)
    with pytest.raises(BadCount, match="there is no step"):
        found.view(found.last + 1, 1)


def test_a_game_that_was_lost_by_time_says_so() -> None:
    log = [*CRIBBAGE.log[:20], Step(0, FORFEIT)]
    lost = whole(CRIBBAGE.game, log)
    for seat, outcome in ((0, "lost"), (1, "won"), (SPECTATOR, "")):
        found = seat_record.parse(dump(lost, seat))
        assert found.forfeited == lost.forfeited == 0
        last = RecordedGame(found).scene(found.last, seat)
        assert (last.result, last.outcome) == ("{0} ran out of time, and lost the game", outcome)


# What it must not hold


def blank(data: bytes) -> bytes:
    """Without the steps that hide all and reveal nothing."""
    return re.sub(rb'"(seal|salt)":"[0-9a-f]{64}"', rb'"\1":""', data)


def others(moments: Moments, seat: int, rng: Random) -> list[list[Step]]:
    """The same game as far as a seat can see, with a hidden card in the place of another."""
    found, views, made = set(moments.seen(seat)), moments.views(seat), []
    for version, entry in enumerate(moments.log):
        if entry.player != CHANCE or version in found:
            continue
        for other in rng.sample(moments.possible(version), min(30, len(moments.possible(version)))):
            if other != entry.action and moments.could_have_been(version, other, views):
                made.append(exchanged(moments, version, other))
                break
    return made


def exchanged(moments: Moments, version: int, other: str) -> list[Step]:
    words = dict(zip(moments.log[version].action.split()[1:], other.split()[1:]))
    swap, log = words | {new: old for old, new in words.items()}, list(moments.log[:version])
    for place in range(version, len(moments.log)):
        entry = moments.log[place]
        if place > version and entry.player == CHANCE:
            again = {word for text in moments.possible(place) for word in text.split()[1:]}
            swap = {} if set(swap) <= again else swap
        log.append(Step(entry.player, " ".join(swap.get(word, word) for word in entry.action.split())))
    return log


# Versions to begin with where little stays hidden: the pyramid is taken apart, pai gow at home and Chinese poker turn
# every hand up.
STOP_AFTER = {"pyramid": 40, "paigow": 35, "chinese": 27}
SECRETIVE = [(name, options) for name, options in VARIED if secrets_of(name)]


@pytest.mark.parametrize(("name", "options"), SECRETIVE, ids=str)
def test_games_that_differ_in_what_is_hidden_have_one_record(name: str, options: dict[str, Any]) -> None:
    compared, steps = 0, STOP_AFTER.get(name, 250)
    while compared <= 2:
        assert steps > 4, "nothing is hidden at any time"
        moments, rng = Moments(games.create(name, **options), 6, most=steps), Random(2)
        for seat in (0, SPECTATOR):
            mine = blank(dump(whole(moments.game, moments.log), seat))
            for log in others(moments, seat, rng)[:6]:
                assert blank(dump(whole(moments.game, log), seat)) == mine
                compared += 1
        steps = len(moments.log) - 1


def test_a_leak_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test above fails where all draws are opened, and where the others' moves are in the record."""
    log = Moments(games.create("cribbage", to=61), 8).log
    laid = [version for version, entry in enumerate(log) if entry.player == 1 and entry.action.startswith("lay")]
    moments = Moments(games.create("cribbage", to=61), 8, most=laid[1] + 1)
    logs = others(moments, 0, Random(2))
    honest = {blank(dump(whole(moments.game, log), 0)) for log in [moments.log, *logs]}
    assert len(honest) == 1

    def everything(game: Any, log: list[Step], *_: Any) -> list[int]:
        return [version for version, entry in enumerate(log) if entry.player == CHANCE]

    def every_move(version: int, entry: Step, seat: int, *more: Any) -> seat_record.SeatStep:
        return step(version, entry, entry.player, *more)

    step = seat_record._step
    for leaky in ((proof, "find_seen_draws", everything), (seat_record, "_step", every_move)):
        with monkeypatch.context() as patched:
            patched.setattr(*leaky)
            assert len({blank(dump(whole(moments.game, log), 0)) for log in [moments.log, *logs]}) > 1


@pytest.mark.parametrize("seat", [0, 1, SPECTATOR])
def test_no_seed_no_salt_and_no_move_that_was_hidden(seat: int) -> None:
    data = dump(CRIBBAGE, seat).decode()
    for seed in [SEED, *(each.seed for each in deal(CRIBBAGE.game).seats)]:
        assert seed not in data
    draws = deal(CRIBBAGE.game).draws(CRIBBAGE.game, CRIBBAGE.log)
    opened = {version for version, step in enumerate(seat_record.parse(data.encode()).steps[1:]) if step.salt}
    salts = deal(CRIBBAGE.game).openings(CRIBBAGE.game, CRIBBAGE.log, draws)
    assert {version for version in draws if salts[version][0] in data} == opened
    for entry in CRIBBAGE.log:
        if entry.action.startswith("lay") and entry.player != seat:
            assert entry.action not in data


# What it proves


def lines_of(data: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in data.splitlines()]


def file_of(lines: list[dict[str, Any]]) -> bytes:
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)


def opened_in(lines: list[dict[str, Any]], verb: str = "deal") -> list[int]:
    return [at for at, line in enumerate(lines) if "salt" in line and line["action"].startswith(verb)]


def refusal(lines: list[dict[str, Any]], promised: str = "") -> str:
    with pytest.raises(BadRecord) as caught:
        verify.check_seat(seat_record.parse(file_of(lines)), promised)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_the_contract_is_the_one_noted() -> None:
    found = seat_record.parse(DATA)
    fingerprint = contract_of(CRIBBAGE.game).digest.hex()
    assert verify.check_seat(found, fingerprint.upper() + " ").contract == fingerprint
    assert verify.check_seat(found, commitment(SEED)).commitment == commitment(SEED)
    assert "another contract and commitment" in refusal(lines_of(DATA), "0" * 64)
    lines = lines_of(DATA)
    del lines[0]["notes"]["contract"]
    assert "not dealt by a server that commits" in refusal(lines)


def test_another_card_another_salt_or_another_place_does_not_fit_the_seal() -> None:
    one, two, *_ = opened_in(lines_of(DATA))
    for name in ("action", "salt", "seal"):
        lines = lines_of(DATA)
        lines[one][name], lines[two][name] = lines[two][name], lines[one][name]
        assert "its seal was made of something else" in refusal(lines)
    lines = lines_of(DATA)
    for name in ("action", "salt", "seal"):
        lines[one][name], lines[two][name] = lines[two][name], lines[one][name]
    assert "its seal was made of something else" in refusal(lines)


def test_a_card_that_was_shown_must_be_laid_open() -> None:
    """A server that shows a card and then says nothing of its draw has shown another than it sealed."""
    for verb in ("deal", "starter", "cut"):
        lines = lines_of(DATA)
        at = opened_in(lines, verb)[0]
        del lines[at]["action"], lines[at]["salt"]
        assert "no opened draw explains it" in refusal(lines)


def test_a_card_of_the_others_that_came_to_be_played_must_be_laid_open() -> None:
    lines = lines_of(DATA)
    mine = {line["action"].split()[1] for line in lines[1:] if line.get("player") == 1 and line["action"] != "go"}
    theirs = next(at for at in opened_in(lines) if lines[at]["action"].split()[1] not in mine)
    del lines[theirs]["action"], lines[theirs]["salt"]
    assert "no opened draw explains it" in refusal(lines)


def test_a_card_of_the_deal_before_cannot_stand_for_one_that_was_drawn() -> None:
    lines = lines_of(DATA)
    deals = [
        at
        for at, line in enumerate(lines)
        if line.get("player") == CHANCE and line.get("action", "deal").split()[0] in ("deal", "starter")
    ]
    second = deals[13]  # after twelve cards and a starter
    mine = {line["action"].split()[1] for line in lines[1:] if line.get("player") == 1 and line["action"] != "go"}
    old = {lines[at]["action"] for at in deals[:13] if "salt" in lines[at]}
    new = {line["action"] for line in lines[second : second + 60] if "salt" in line}
    shown = [at for at in deals[13:25] if "salt" in lines[at] and lines[at]["action"].split()[1] not in mine]
    refusals = set()
    for at in shown:
        for text in old - new:  # some of them break a rule as well
            codes = [msgspec.to_builtins(CRIBBAGE.game.parse(each))["card"] for each in (lines[at]["action"], text)]
            if codes[0] <= 1:  # that is the number of a player, too
                continue
            forged = json.loads(json.dumps(lines))
            del forged[at]["action"], forged[at]["salt"]
            for line in forged[second:]:
                line["view"] = replaced(line["view"], *codes)
            refusals.add(refusal(forged))
    assert any("no opened draw explains it" in each for each in refusals)


def test_a_view_that_shows_another_card_than_was_drawn() -> None:
    lines = lines_of(DATA)
    at = opened_in(lines)[0]
    text = lines[at]["action"].split()[1]
    deck = CRIBBAGE.game
    card = msgspec.to_builtins(deck.parse(f"deal {text}"))["card"]
    forged = json.loads(json.dumps(lines))
    drawn = {card, *(msgspec.to_builtins(deck.parse(line["action"]))["card"] for line in lines if "salt" in line
                     and line["action"].startswith("deal"))}  # fmt: skip
    other = next(number for number in range(52) if number not in drawn)
    for line in forged[1:]:
        line["view"] = replaced(line["view"], card, other)
    assert re.search("no opened draw|has never seen it|never looks like this", refusal(forged))


HANDS = ("hand", "laid", "played")  # of a view of cribbage


def replaced(value: Any, old: int, new: int) -> Any:
    """A view with one card in the place of another, in its hands."""
    if isinstance(value, dict):
        return value | {key: replaced(each, old, new) for key, each in value.items() if key in HANDS}
    if isinstance(value, list):
        return [replaced(each, old, new) for each in value]
    return new if value == old and type(value) is int else value


def test_a_draw_that_no_seat_saw_is_not_opened() -> None:
    """Such as the server might add to look generous: it fits its seal, and the seat cannot have seen it."""
    lines = lines_of(DATA)
    hidden = next(at for at, line in enumerate(lines) if at and line.get("player") == CHANCE and "salt" not in line)
    salt, action = deal(CRIBBAGE.game).openings(CRIBBAGE.game, CRIBBAGE.log, [hidden - 2])[hidden - 2]
    lines[hidden] |= {"action": action, "salt": salt}
    assert "the seat has never seen it" in refusal(lines)


def test_a_second_card_cannot_come_with_one_that_is_opened() -> None:
    """Of a domino both ends show, so two faces for one draw; what else is shown in that moment was never drawn."""
    game = games.create("flexdeck", rounds=3)
    lines = lines_of(dump(whole(game, played(game)), 0))
    flips = {line["action"] for line in lines if "salt" in line}
    never = next(
        each for each in (99, 88, 77, 66, 55) if game.text(game.parse(f"flip {each // 10}-{each % 10}")) not in flips
    )
    covered = [
        at for at in opened_in(lines, "flip") if lines[at]["view"]["covers"][0] != lines[at - 1]["view"]["covers"][0]
    ]
    refusals = set()
    for at in covered:
        forged = json.loads(json.dumps(lines))
        die = next(die for die, covers in enumerate(forged[at]["view"]["covers"][1]) if not covers)
        forged[at]["view"]["covers"][1][die] = [never]
        refusals.add(refusal(forged))
    assert any("no opened draw explains it" in each for each in refusals)


# What is refused, and where

LINES = DATA.splitlines()


def changed(number: int, **fields: Any) -> bytes:
    lines = lines_of(DATA)
    lines[number] = {name: value for name, value in (lines[number] | fields).items() if value is not None}
    return file_of(lines)


DRAWN = opened_in(lines_of(DATA))[0]
FULL_HAND = next(line["view"] for line in lines_of(DATA)[1:] if line["view"]["phase"] == "lay away")
REFUSED = {
    "empty": (b"", 1, "not the header"),
    "binary": (b"\x80\x00\xff\n", 1, "not the header"),
    "a whole game": (record.dump(CRIBBAGE.header, CRIBBAGE.log), 1, "not the header"),
    "later form": (changed(0, record=2), 1, "not the header"),
    "unknown game": (changed(0, game="chess"), 1, "no game named 'chess'"),
    "other rules": (changed(0, version=99), 1, "version 99 of cribbage"),
    "too many players": (changed(0, players=[{"name": "A"}] * 3), 1, "3 players in a game for 2"),
    "no such seat": (changed(0, seat=2), 1, "no seat 2"),
    "chance's seat": (changed(0, seat=-1), 1, "no seat -1"),
    "another seat": (changed(0, seat=0), 2, "the view of seat 1"),
    "nothing but a header": (LINES[0] + b"\n", 2, "ends before its first step"),
    "blank line": (b"\n".join([*LINES[:4], b"", *LINES[4:]]), 5, "not a step"),
    "torn": (b"\n".join([*LINES[:4], LINES[4][:-9]]), 5, "not a step"),
    "unknown field": (changed(3, cheat=1), 4, "not a step"),
    "no view": (changed(3, view=None), 4, "not a step"),
    "no such view": (changed(3, view={"player": 1}), 4, "not a view of cribbage"),
    "impossible view": (changed(3, view=FULL_HAND | {"hand": [77, 78]}), 4, "never looks like this"),
    "led to the first": (changed(1, player=1, action="go"), 2, "no step is known"),
    "nobody's action": (changed(5, player=None), 6, "no step is known"),
    "another's action": (changed(5, player=0, seal=None, salt=None, action="go"), 6, "cannot contain a move of seat 0"),
    "short seal": (changed(DRAWN, seal="ab"), DRAWN + 1, "64 hexadecimal digits"),
    "no digits": (changed(DRAWN, seal="x" * 64), DRAWN + 1, "64 hexadecimal digits"),
    "capital digits": (changed(DRAWN, salt="A" * 64), DRAWN + 1, "64 hexadecimal digits"),
    "salt alone": (changed(DRAWN, action=None), DRAWN + 1, "64 hexadecimal digits"),
    "no action": (changed(DRAWN, action="rain 5h"), DRAWN + 1, "'rain 5h' is not an action"),
    "written otherwise": (changed(DRAWN, action="deal  5h"), DRAWN + 1, "is not an action"),
    "lost too soon": (changed(DRAWN, player=0, action=FORFEIT, seal=None, salt=None), DRAWN + 1, "can have forfeited"),
}  # fmt: skip


@pytest.mark.parametrize(("data", "line", "message"), REFUSED.values(), ids=REFUSED)
def test_a_bad_record_is_refused_with_its_line(data: bytes, line: int, message: str) -> None:
    with pytest.raises(BadRecord, match=message) as caught:
        seat_record.parse(data, "seat.jsonl")
    assert str(caught.value).startswith(f"seat.jsonl, line {line}: ")
    assert "\n" not in str(caught.value)


MUTATIONS: list[Callable[[bytes, int, int], bytes]] = [
    lambda data, at, what: data[:at] + bytes([what]) + data[at:],
    lambda data, at, what: data[:at] + bytes([what]) + data[at + 1 :],
    lambda data, at, what: data[:at] + data[at + 1 + what :],
    lambda data, at, what: data[:at],
    lambda data, at, what: data[:at] + data[at : at + what] * 2 + data[at + what :],
    lambda data, at, what: data[:at] + data[at:].replace(b"deal", b"starter", 1),
    lambda data, at, what: data[:at] + re.sub(rb"\d+", str(what - 9).encode(), data[at:], count=1),
    lambda data, at, what: data[:at] + re.sub(rb"\d+", str(what - 9).encode() * what, data[at:], count=1),
    lambda data, at, what: data[:at] + re.sub(rb"\[[^\[\]]*\]", b"[]", data[at:], count=1),
    lambda data, at, what: data[:at] + b"[" * what + data[at:],
]


@functools.cache
def begun(name: str) -> bytes:
    """Return the record of one seat of the first moments of a game; of each game, another seat."""
    made = Moments(games.create(name, **short(name)), 2, most=70)
    viewers = (*range(made.game.players), SPECTATOR)
    return dump(whole(made.game, made.log), viewers[list(games.GAMES).index(name) % len(viewers)])


@given(
    st.sampled_from(sorted(games.GAMES)),
    st.lists(st.tuples(st.sampled_from(MUTATIONS), st.floats(0, 1), st.integers(0, 255)), max_size=3),
)
@example("cribbage", [])
@settings(max_examples=100, deadline=None)
def test_a_mutated_record_is_refused_or_can_be_looked_at(name: str, changes: list[tuple[Any, float, int]]) -> None:
    data = begun(name)
    for mutate, at, what in changes:
        data = mutate(data, int(at * len(data)), what)
    found, refused = tried(lambda: seat_record.parse(data))
    if found is None:
        assert refused is not None
        assert refused.line >= 1
        return
    story = RecordedGame(found)
    assert [story.scene(at, found.header.seat).moves for at in range(found.last + 1)] == [()] * (found.last + 1)
    verdict, _ = tried(lambda: verify.check_seat(found))
    assert verdict is None or verdict.opened <= verdict.draws <= found.last


def tried(work: Callable[[], Any]) -> tuple[Any, BadRecord | None]:
    """Return what it gives, or the one line with which it refuses."""
    try:
        return work(), None
    except BadRecord as refused:
        told = refused
    assert "\n" not in str(told)
    return None, told


# Where a whole game's record is wanted, and where either will do


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "seat.jsonl"
    path.write_bytes(DATA)
    return path


@pytest.mark.parametrize("command", ["phh", "play --plain --resume"])
def test_what_needs_the_whole_game_says_so(file: Path, command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*command.split(), str(file)]) == 2
    said = f"cardwright: {file}, line 1: this is the record of one seat, which does not hold the whole game\n"
    assert capsys.readouterr().err == said


def test_verify_says_what_it_has_proven_and_what_not(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    verdict = verify.check_seat(seat_record.parse(DATA))
    fingerprint = contract_of(CRIBBAGE.game).digest.hex()
    assert main(["verify", str(file), "--commitment", fingerprint]) == 0
    promise, opened, hidden, rest, own = capsys.readouterr().out.splitlines()
    assert promise == f"contract {fingerprint}"
    count = f"{verdict.opened} of {verdict.draws} draws"
    assert opened == f"{count} are opened: each fits its seal, and what Player 1 saw"
    assert hidden.startswith(f"the other {verdict.draws - verdict.opened} stay hidden")
    assert "only the record of the whole game can show" in rest
    assert own == "own seeds: Player 0, Player 1"
    assert main(["verify", str(file), "--commitment", "0" * 64]) == 2
    file.write_bytes(changed(DRAWN, salt="0" * 64))
    assert main(["verify", str(file)]) == 2
    assert "its seal was made of something else" in capsys.readouterr().err


def test_replay_shows_what_the_seat_saw(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole_file = file.with_name("whole.jsonl")
    whole_file.write_bytes(record.dump(CRIBBAGE.header, CRIBBAGE.log))
    for at in ("0", "9", "40", "-1"):
        assert main(["replay", str(file), "--plain", "--at", at]) == 0
        first, about, *rest = capsys.readouterr().out.splitlines()
        assert main(["replay", str(whole_file), "--plain", "--at", at, "--as", "2"]) == 0
        assert [first, *rest] == capsys.readouterr().out.splitlines()
        assert about == "This is the record of one seat, Player 1's: what others hid is not in it."
    assert main(["replay", str(file), "--json", "--as", "player 1"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["seat"], told["eyes"], told["at"]) == (2, [2], told["last"])
    for other in ("1", "spectator", "Player 0"):
        assert main(["replay", str(file), "--as", other]) == 2
        assert "no view in this record of one seat named" in capsys.readouterr().err


def test_the_first_decision_is_the_same_in_both_forms_of_record() -> None:
    whole = record.parse(record.dump(CRIBBAGE.header, CRIBBAGE.log))
    assert session.first_decision(seat_record.parse(DATA), 1) == session.first_decision(whole, 1) > 0


async def test_the_screen_says_that_there_is_only_one_view() -> None:
    story = RecordedGame(seat_record.parse(DATA))
    app = Stepper(story, story.last, 1, Look())
    async with app.run_test(size=(100, 40)) as pilot:
        await pilot.press("left", "s", "s")
        assert app.status().plain.startswith(
            f"Step {story.last - 1} of {story.last} (a moment), as Player 1 saw it; this record holds no other view"
        )
        assert "S seat" not in app.foot()
        await pilot.press("q")
    assert app.return_value == 0


@pytest.mark.parametrize("name", games.GAMES)
def test_a_replay_begins_where_the_seat_sees_what_it_decides_about(name: str) -> None:
    """In pai gow it began after 49 steps of dealing with all cards face down, before the throw of the dice."""
    game = games.create(name, **short(name))
    found = whole(game, played(game))
    first = session.first_decision(found, 0)
    faces = [place.face for place in session.recorded_scene(found, first, 0).places if place.face]
    assert found.is_decision(first)
    assert any(face != BACK for face in faces)
