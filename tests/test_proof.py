"""Provable deals: what the server promised, the record that keeps it, and records that were tampered with."""

import hashlib
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from cardwright import games
from cardwright.errors import BadRecord
from cardwright.game import CHANCE, SPECTATOR, Action, Automatic, Game, Pace
from cardwright.games.poker.rules import Poker
from cardwright.play import proof, record, verify
from cardwright.play.contract import Contract, commitment
from cardwright.play.table import Step, Table
from cardwright.testing import short
from support import toy
from support.playouts import at_random
from support.records import VARIED, Moments, finished
from support.toy import Deal, Toy, ToyState

SEED = "5eed" * 16
SEEDS = ("ann's own", "bea's own")


def deal_of(game: Game[Any, Any, Any], seeds: Sequence[str] = SEEDS) -> proof.Deal:
    """The secrets of a table; a player beyond the seeds gave none."""
    given = [*seeds, *[""] * game.players][: game.players]
    committed = [commitment(seed) if seed else "" for seed in given]
    contract = Contract.of(game, [""] * game.players, commitment(SEED), committed)
    return proof.Deal(SEED, tuple(proof.SeatSeed(seed, bool(seed)) for seed in given), contract)


def played(name: str = "cribbage", seeds: Sequence[str] = SEEDS) -> tuple[record.Header, list[Step]]:
    """A whole game of random moves."""
    game = games.create(name, **short(name))
    deal = deal_of(game, seeds)
    table = finished(Table(game, deal.luck), at_random(game, Random(3)))
    return header_of(game, deal, table.log), list(table.log)


def header_of(game: Game[Any, Any, Any], deal: proof.Deal, log: Sequence[Step]) -> record.Header:
    sitters = [record.Sitter(f"p{number}", "you") for number in range(game.players)]
    return record.Header.of(game, sitters, notes=deal.notes(game, log))


@pytest.fixture(scope="module")
def whole() -> tuple[record.Header, list[Step]]:
    return played()


def checked(header: record.Header, log: list[Step], promised: str = "") -> verify.Verdict:
    return verify.check(record.parse(record.dump(header, log)), promised)


@pytest.mark.parametrize("name", games.GAMES)
def test_every_draw_follows_from_the_seeds(name: str) -> None:
    header, log = played(name, SEEDS[:1])
    verdict = checked(header, log, commitment(SEED))
    assert checked(header, log, verdict.contract) == verdict
    game = games.create(name)
    chance = [game.parse(entry.action) for entry in log if entry.player == CHANCE]
    assert verdict.draws == sum(not isinstance(action, Automatic) for action in chance)
    assert verdict.own == (0,)


def test_a_commitment_is_what_anybody_can_work_out() -> None:
    assert commitment(SEED) == hashlib.sha256(SEED.encode()).hexdigest()


def test_a_draw_is_opened_alone(whole: tuple[record.Header, list[Step]]) -> None:
    _, log = whole
    game = games.create("cribbage", **short("cribbage"))
    deal = deal_of(game)
    assert deal.contract
    told, digest = deal.seals(game, log), deal.contract.digest
    one, other = deal.draws(game, log)[2:4]
    (salt, action) = deal.openings(game, log, [one])[one]
    assert action == log[one].action
    assert proof.opens(salt, one, action, told[one], digest)
    assert not proof.opens(salt, one, log[other].action, told[one], digest)
    assert not proof.opens(salt, other, action, told[other], digest)
    assert not proof.opens(salt, one, action, told[one], bytes(32))
    assert len(set(told.values())) == len(told)


def test_another_seed_another_game() -> None:
    game = games.create("cribbage")
    others = deal_of(game, [SEEDS[0], "something else"])
    assert Table(game, deal_of(game).luck).settle() != Table(game, others.luck).settle()


def test_another_contract_another_game() -> None:
    """The same seeds at a table with other options deal other cards."""
    one, other = games.create("cribbage", to=61), games.create("cribbage", to=121)
    assert Table(one, deal_of(one).luck).settle() != Table(other, deal_of(other).luck).settle()


@pytest.mark.parametrize("variant", ["texas-holdem", "omaha", "omaha-hilo-8"])
def test_the_next_card_does_not_depend_on_the_number_of_moves(variant: str) -> None:
    """A bot that knew the seeds might raise, be called, and so have another card come."""
    dealt = set()
    for raises in (0, 1, 2):
        game = games.create("poker", variant=variant, players=2)
        table = Table(game, deal_of(game).luck)
        while table.draws < 9:
            table.settle()
            legal = [table.game.text(each) for each in table.game.legal_actions(table.state, table.to_act[0])]
            raised = [text for text in legal if raises > 0 and text.startswith(("raise", "bet"))]
            table.play(table.to_act[0], [*raised, *({"check", "call"} & set(legal))][0])
            raises -= 1
        dealt.add(tuple(entry.action for entry in table.log if entry.player == CHANCE)[:9])
    assert len(dealt) == 1


@pytest.mark.parametrize("name", ["seed", "contract", "protocol", "seed-1", "seed-2", "seals"])
@pytest.mark.parametrize("to", ["", "0" * 64, None, 7])
def test_notes_tampered_with(whole: tuple[record.Header, list[Step]], name: str, to: str | int | None) -> None:
    header, log = whole
    notes = {key: value for key, value in header.notes.items() if key != name}
    notes |= {name: to} if to is not None else {}
    with pytest.raises(BadRecord):
        checked(msgspec.structs.replace(header, notes=notes), log)


def test_a_card_swapped_for_another(whole: tuple[record.Header, list[Step]]) -> None:
    header, log = whole
    draws = [place for place, entry in enumerate(log[:8]) if entry.player == CHANCE]
    first, second = draws[-2:]
    swapped = list(log[: second + 1])
    swapped[first] = msgspec.structs.replace(log[first], action=log[second].action)
    swapped[second] = msgspec.structs.replace(log[second], action=log[first].action)
    with pytest.raises(BadRecord, match="by the seeds it is"):
        checked(header, swapped)


def test_a_consistent_record_of_another_promise(whole: tuple[record.Header, list[Step]]) -> None:
    header, log = whole
    with pytest.raises(BadRecord, match="has another contract"):
        checked(header, log, "0" * 64)


def test_a_record_without_seeds(whole: tuple[record.Header, list[Step]]) -> None:
    header, log = whole
    with pytest.raises(BadRecord, match="commits to its cards"):
        checked(msgspec.structs.replace(header, notes={}), log)


# Which draws may be laid open to a seat


@pytest.mark.parametrize(("name", "options"), VARIED, ids=str)
@pytest.mark.parametrize("seat", [0, SPECTATOR])
def test_no_draw_is_opened_that_might_have_been_another(name: str, options: dict[str, Any], seat: int) -> None:
    """Another card in its place, which the seat has not seen either, would have shown; or it was never to be seen."""
    whole = Moments(games.create(name, **options), 2)
    found, views, rng = whole.seen(seat), whole.views(seat), Random(1)
    assert found
    for version in found:
        # In which order the cards of one hand came that was then shown is no secret worth the name.
        near = {whole.log[other].action for other in found if version <= other < version + 60}
        others = [text for text in whole.possible(version) if text not in near and " " in text]
        for other in rng.sample(others, min(5, len(others))):
            assert not whole.could_have_been(version, other, views), (version, other)


@pytest.mark.parametrize(("name", "options"), VARIED, ids=str)
def test_a_seat_knows_its_own_cards_and_what_lay_open(name: str, options: dict[str, Any]) -> None:
    """Conservative, but not for nothing: whatever came to lie open is of a draw that is opened."""
    whole = Moments(games.create(name, **options), 2)
    for seat in (0, SPECTATOR):
        opened = {word for version in whole.seen(seat) for word in whole.log[version].action.split()[1:]}
        faces = {face for view in whole.views(seat) for _, _, face in proof.open_faces(games.scene(whole.game, view))}
        turned = {face[::-1] for face in faces} if name == "flexdeck" else set()
        assert faces - turned <= opened


def test_what_was_burnt_stays_hidden_when_the_card_is_shown_in_a_later_deal() -> None:
    whole = Moments(games.create("poker", deals=12), 1)
    burnt = {version for version, entry in enumerate(whole.log) if entry.action.startswith("burn")}
    later = {version: whole.log[version].action.replace("burn", "deal") for version in burnt}
    found = whole.seen(0)
    again = [at for at, deal in later.items() if any(whole.log[each].action == deal for each in found if each > at)]
    assert again, "in this game no burnt card was seen in a later deal"
    assert burnt.isdisjoint(found)


class Doubled(Toy):
    """The toy with two decks shuffled together."""

    def chance_outcomes(self, state: ToyState) -> Sequence[tuple[Action, int]]:
        dealt = [*state.hands[0], *state.hands[1]]
        left = [(card, 2 - dealt.count(card)) for card in range(len(toy.DECK))]
        return [(Deal(card), count) for card, count in left if count]


def test_of_two_like_cards_the_one_in_another_hand_stays_hidden() -> None:
    """Seat 0 sees its own, and what is dealt to seat 1 has the same face: both draws read alike."""
    twins = 0
    for seed in range(30):
        whole = Moments(Doubled(), seed)
        mine = whole.seen(0, toy.build_scene)
        dealt = [version for version, entry in enumerate(whole.log) if entry.player == CHANCE]
        assert mine == dealt[::2]
        for first in range(0, len(dealt), 6):
            hands = [{whole.log[version].action for version in dealt[first + seat : first + 6 : 2]} for seat in (0, 1)]
            twins += len(hands[0] & hands[1])
    assert twins > 20


# What the clock chose


def timed(name: str = "pyramid", **options: int) -> tuple[record.Header, list[Step]]:
    """A game in which no player moves in time."""
    game = games.create(name, **options)
    table = Table(game, deal_of(game).luck, pace=Pace(1, 0))
    table.settle()
    now = 0
    while not table.over:
        now += 2000
        table.expire(now)
    return header_of(game, deal_of(game), table.log), list(table.log)


def test_the_clocks_moves_follow_from_the_seeds() -> None:
    header, log = timed()
    verdict = checked(header, log)
    assert verdict.late == sum(entry.player != CHANCE for entry in log) > 60
    old = log[1].action
    other = {"start 1": "start 2", "start 2": "start 1"}[old]
    forged = [log[0], msgspec.structs.replace(log[1], action=other)]
    with pytest.raises(BadRecord, match=f"for move 1 the clock chose '{other}', by the seeds '{old}'"):
        checked(header, forged)
    table = Table(games.create("pyramid"), deal_of(games.create("pyramid")).luck, [log[0]])
    table.play(table.to_act[0], other)  # by the player themself, in time
    finished(table, at_random(table.game, Random(3)))
    log = list(table.log)
    assert checked(resealed(header, log), log).late == 0


def test_a_record_from_before_late_moves_were_marked() -> None:
    header, log = timed()
    silent = [msgspec.structs.replace(entry, late=False) for entry in log]
    assert b"late" not in record.dump(header, silent)
    assert checked(header, silent).late == 0


def test_a_record_from_before_poker_had_moves_of_its_own_for_the_late(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as before:
        before.setattr(Poker, "late_actions", Poker.legal_actions)
        header, log = timed("poker", deals=3)
    assert any(step.late and step.action.startswith("raise") for step in log)
    assert checked(header, log).late > 2


def test_chance_is_never_late() -> None:
    header, log = timed()
    log[0] = msgspec.structs.replace(log[0], late=True)
    with pytest.raises(BadRecord, match="cannot have been late"):
        checked(header, log)


def resealed(header: record.Header, log: list[Step]) -> record.Header:
    game = games.create("pyramid")
    return msgspec.structs.replace(header, notes=deal_of(game).notes(game, log))


def test_the_command(
    whole: tuple[record.Header, list[Step]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from cardwright.cli import main

    path = tmp_path / "game.jsonl"
    path.write_bytes(record.dump(*whole))
    assert main(["verify", str(path), "--commitment", commitment(SEED)]) == 0
    assert "every one of" in capsys.readouterr().out
    assert main(["verify", str(path), "--commitment", "0" * 64]) == 2
    assert main(["verify", str(tmp_path / "none")]) == 2
