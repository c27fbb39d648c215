"""Provable deals: what the server promised, the record that keeps it, and records that were tampered with."""

import hashlib
from pathlib import Path
from random import Random

import msgspec
import pytest

from cardwright import games
from cardwright.errors import BadRecord
from cardwright.game import CHANCE
from cardwright.table import proof, record
from cardwright.table.table import Entry, Table

SEED = "5eed" * 16
SEATS = (proof.SeatSeed("ann's own", own=True), proof.SeatSeed("by the server"))


def played(name: str = "cribbage", seats: tuple[proof.SeatSeed, ...] = SEATS) -> tuple[record.Header, list[Entry]]:
    """A whole game of random moves."""
    game = games.create(name)
    table = Table(game, proof.luck(SEED, seats))
    rng = Random(3)
    while not table.over:
        table.settle()
        if not table.over:
            table.play(table.to_act[0], rng.choice(game.legal_actions(table.state, table.to_act[0])))
    sitters = [record.Sitter(f"p{number}") for number in range(game.players)]
    return record.Header.of(game, sitters, notes=proof.notes(SEED, seats, table.log)), table.log


@pytest.fixture(scope="module")
def whole() -> tuple[record.Header, list[Entry]]:
    return played()


def checked(header: record.Header, log: list[Entry], promised: str = "") -> proof.Verdict:
    return proof.check(record.parse(record.dump(header, log)), promised)


@pytest.mark.parametrize("name", ["cribbage", "flexdeck", "pyramid", "paigow"])
def test_every_draw_follows_from_the_seeds(name: str) -> None:
    header, log = played(name, SEATS[: games.create(name).players])
    verdict = checked(header, log, proof.commitment(SEED))
    assert verdict.draws == sum(entry.player == CHANCE for entry in log)
    assert verdict.own == (0,)


def test_a_commitment_is_what_anybody_can_work_out() -> None:
    assert proof.commitment(SEED) == hashlib.sha256(SEED.encode()).hexdigest()


def test_a_draw_is_opened_alone(whole: tuple[record.Header, list[Entry]]) -> None:
    _, log = whole
    told = proof.seals(SEED, SEATS, log)
    (salt, action) = proof.openings(SEED, SEATS, log, [2])[2]
    assert action == log[2].action
    assert proof.opens(salt, 2, action, told[2])
    assert not proof.opens(salt, 2, log[3].action, told[2])
    assert not proof.opens(salt, 3, action, told[3])
    assert len(set(told.values())) == len(told)


def test_another_seed_another_game() -> None:
    others = (SEATS[0], proof.SeatSeed("something else"))
    game = games.create("cribbage")
    assert Table(game, proof.luck(SEED, SEATS)).settle() != Table(game, proof.luck(SEED, others)).settle()


@pytest.mark.parametrize("name", ["seed", "commitment", "seed-1", "seed-2", "seals"])
@pytest.mark.parametrize("to", ["", "0" * 64, None, 7])
def test_notes_tampered_with(whole: tuple[record.Header, list[Entry]], name: str, to: str | int | None) -> None:
    header, log = whole
    notes = {key: value for key, value in header.notes.items() if key != name}
    notes |= {name: to} if to is not None else {}
    with pytest.raises(BadRecord):
        checked(msgspec.structs.replace(header, notes=notes), log)


def test_a_card_swapped_for_another(whole: tuple[record.Header, list[Entry]]) -> None:
    header, log = whole
    draws = [place for place, entry in enumerate(log[:8]) if entry.player == CHANCE]
    first, second = draws[-2:]
    swapped = list(log[: second + 1])
    swapped[first] = msgspec.structs.replace(log[first], action=log[second].action)
    swapped[second] = msgspec.structs.replace(log[second], action=log[first].action)
    with pytest.raises(BadRecord, match="by the seeds it is"):
        checked(header, swapped)


def test_a_consistent_record_of_another_promise(whole: tuple[record.Header, list[Entry]]) -> None:
    header, log = whole
    with pytest.raises(BadRecord, match="not the commitment"):
        checked(header, log, "0" * 64)


def test_a_record_without_seeds(whole: tuple[record.Header, list[Entry]]) -> None:
    header, log = whole
    with pytest.raises(BadRecord, match="commits to its cards"):
        checked(msgspec.structs.replace(header, notes={}), log)


def test_cards_that_were_seen(whole: tuple[record.Header, list[Entry]]) -> None:
    """A seat's own cards, the starter and what was shown; never what stayed hidden at the end."""
    _, log = whole
    game = games.create("cribbage")
    state = game.initial_state()
    scenes = {seat: [games.scene(game, game.view(state, seat))] for seat in (0, 1)}
    for entry in log:
        state = game.apply(state, entry.player, game.parse(entry.action))
        for seat, shown in scenes.items():
            shown.append(games.scene(game, game.view(state, seat)))
    for seat, shown in scenes.items():
        at = 14  # cut and deal, before anything is played
        found = {log[version].action for version in proof.seen(log[:at], shown[: at + 1])}
        faces = {
            place.face.text for scene in shown[: at + 1] for zone in scene.zones for place in zone.places if place.face
        }
        assert found, seat
        assert all(not faces.isdisjoint(action.split()) for action in found)
    ends = {seat: set(proof.seen(log, shown)) for seat, shown in scenes.items()}
    assert ends[0] != set()


def test_the_command(
    whole: tuple[record.Header, list[Entry]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from cardwright.cli import main

    path = tmp_path / "game.jsonl"
    path.write_bytes(record.dump(*whole))
    assert main(["verify", str(path), "--commitment", proof.commitment(SEED)]) == 0
    assert "every one of" in capsys.readouterr().out
    assert main(["verify", str(path), "--commitment", "0" * 64]) == 2
    assert main(["verify", str(tmp_path / "none")]) == 2
