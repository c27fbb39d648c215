"""A server that may write any log, in league with the other seats: an honest player finds out, or loses nothing.

The honest player does what the page's script does: commits, notes the contract's digest when it is complete, opens the
seed for one contract only, and checks the record against the note.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from cardwright import games
from cardwright.cardroom.events import Left, Opened, SatDown, SeedOpened, TableEvent
from cardwright.cardroom.tables import drafts, results
from cardwright.cardroom.tables.live_table import LiveTable
from cardwright.cardroom.tables.shared_games import shared_game
from cardwright.cardroom.tables.table_log import apply_event, fold
from cardwright.errors import BadRecord
from cardwright.game import Option
from cardwright.games.cribbage.rules import Cribbage
from cardwright.play import proof, record, verify
from cardwright.play.contract import PROTOCOL_VERSION, Contract, commitment
from cardwright.play.table import Table

HONEST, SEED = 0, "nobody can guess this: 8f1c90"
OTHER_SEED, SERVER_SEED = "in league", "5eed" * 16


class Honest:
    """A player at seat 0, whose browser keeps notes."""

    def __init__(self) -> None:
        self.commitment, self.noted = commitment(SEED), ""

    def open(self, contract: Contract) -> str | None:
        """The seed, for the first contract that has this player's commitment; None for any other."""
        digest = contract.digest.hex()
        if contract.seats[HONEST] != self.commitment or self.noted not in ("", digest):
            return None
        self.noted = digest
        return SEED

    def accepts(self, kept: bytes) -> bool:
        """Return whether the record is what was agreed on."""
        try:
            verify.check(record.parse(kept), self.noted)
        except BadRecord:
            return False
        return True


def opening(**changes: Any) -> list[TableEvent]:
    """The log of a table for two people up to the first deal."""
    options = {"to": 61} | changes.pop("options", {})
    version = games.game_type("cribbage").version
    opened = Opened("cribbage", version, options, ("", ""), SERVER_SEED, protocol=PROTOCOL_VERSION)
    return [
        replace(opened, **changes),
        SatDown(0, "Ann", "a", commitment=commitment(SEED)),
        SatDown(1, "Bea", "b", commitment=commitment(OTHER_SEED)),
        SeedOpened(0, SEED),
        SeedOpened(1, OTHER_SEED),
    ]


def dealt(events: list[TableEvent]) -> LiveTable:
    """The table after a log of the server's choice, played until Ann gives up."""
    live = fold("table", [(0, event) for event in events])
    begun = drafts.due_steps(live, 0)
    assert begun
    apply_event(live, begun, 0)
    apply_event(live, drafts.give_up(live, 0, 0), 0)
    assert live.over
    return live


def kept(live: LiveTable) -> bytes:
    played = results.whole(live)
    return record.dump(played.header, played.log)


def agreed() -> Honest:
    """An honest player who has opened the seed for the contract of the log above."""
    honest = Honest()
    before = fold("table", [(0, event) for event in opening()[:3]])
    assert before.contract
    assert honest.open(before.contract) == SEED
    return honest


def test_an_honest_server_is_believed() -> None:
    assert agreed().accepts(kept(dealt(opening())))


@pytest.fixture
def upgrade(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    """Give cribbage another option, as a later version may."""

    def upgraded() -> None:
        later = Option("later", "no", "of a later version", choices=("no", "yes"))
        monkeypatch.setattr(Cribbage, "options", (*Cribbage.options, later))
        shared_game.cache_clear()

    yield upgraded
    shared_game.cache_clear()


def test_an_option_that_an_upgrade_adds_leaves_the_contract_of_a_running_table(upgrade: Callable[[], None]) -> None:
    events = opening(options=dict(games.create("cribbage", to=61).settings), complete=True)
    before = fold("table", [(0, event) for event in events[:3]])
    upgrade()
    live = dealt(events)
    assert live.game.settings["later"] == "no"
    assert live.fingerprint == before.fingerprint
    found = record.parse(kept(live))
    assert found.header.options["later"] == "no"
    assert verify.check(found, before.fingerprint).contract == before.fingerprint
    changed = replace(found.header, options={**found.header.options, "later": "yes"})
    with pytest.raises(BadRecord, match="the option later"):
        verify.check(replace(found, header=changed))


def another_partner(events: list[TableEvent]) -> None:
    events[2] = SatDown(1, "Bea", "b", commitment=commitment("chosen later"))
    events[4] = SeedOpened(1, "chosen later")


def no_partner_seed(events: list[TableEvent]) -> None:
    events[2] = SatDown(1, "Bea", "b")
    del events[4]


def a_bot_instead(events: list[TableEvent]) -> None:
    events[0] = replace(events[0], bots=("", "basic"))
    del events[4], events[2]


def a_seed_that_was_not_committed_to(events: list[TableEvent]) -> None:
    events[4] = SeedOpened(1, "chosen later")


def an_own_seed_of_ann(events: list[TableEvent]) -> None:
    events[3] = SeedOpened(0, "not Ann's")


def an_own_commitment_of_ann(events: list[TableEvent]) -> None:
    events[1] = SatDown(0, "Ann", "a", commitment=commitment("not Ann's"))
    events[3] = SeedOpened(0, "not Ann's")


def the_first_protocol(events: list[TableEvent]) -> None:
    events[0] = replace(events[0], protocol=1)


REWRITTEN: dict[str, Callable[[list[TableEvent]], None]] = {
    "another seed of the server": lambda events: events.__setitem__(0, replace(events[0], seed="another")),
    "other options": lambda events: events.__setitem__(0, replace(events[0], options={"to": 61, "muggins": True})),
    "a longer game": lambda events: events.__setitem__(0, replace(events[0], options={"to": 121})),
    "another partner": another_partner,
    "no seed of the partner": no_partner_seed,
    "a bot instead of the partner": a_bot_instead,
    "a seed that was not committed to": a_seed_that_was_not_committed_to,
    "another seed for the honest seat": an_own_seed_of_ann,
    "another commitment for the honest seat": an_own_commitment_of_ann,
    "the first protocol": the_first_protocol,
}


@pytest.mark.parametrize("rewrite", REWRITTEN.values(), ids=REWRITTEN)
def test_a_log_that_was_rewritten_after_the_seed_was_opened(rewrite: Callable[[list[TableEvent]], None]) -> None:
    honest, events = agreed(), opening()
    rewrite(events)
    assert not honest.accepts(kept(dealt(events)))


def test_a_record_of_another_table_is_not_this_one() -> None:
    """Two tables at once, one shown to each player: the notes of the two differ."""
    ann, bea = agreed(), Honest()
    shown = fold("other", [(0, event) for event in opening(options={"muggins": True})[:3]])
    assert shown.contract
    assert bea.open(shown.contract) == SEED
    assert ann.noted != bea.noted
    assert not bea.accepts(kept(dealt(opening())))


def test_a_seed_is_not_opened_twice() -> None:
    """So the server cannot deal, look, and begin again with other seeds of its own."""
    honest = agreed()
    second = fold("table", [(0, event) for event in opening(seed="a better one")[:3]])
    assert second.contract
    assert honest.open(second.contract) is None


def test_no_seed_is_opened_where_ones_own_is_not_counted() -> None:
    table = fold("table", [(0, event) for event in opening()[:1]])
    apply_event(table, SatDown(0, "Ann", "a"), 0)
    apply_event(table, SatDown(1, "Bea", "b"), 0)
    assert table.contract
    assert Honest().open(table.contract) is None


def first_card(server: str, mine: str, other: str) -> str:
    game = games.create("cribbage")
    contract = Contract.of(game, ("", ""), commitment(server), (commitment(mine), commitment(other)))
    seats = (proof.SeatSeed(mine, True), proof.SeatSeed(other, True))
    return Table(game, proof.Deal(server, seats, contract).luck).chance().action


def test_trying_many_seeds_gains_nothing() -> None:
    """The server tries 20 seeds against guesses of the honest one: what it then gets is as if it had taken any."""
    wanted, deals = "cut A", 260
    aces: Counter[bool] = Counter()
    for deal in range(deals):
        best = max(
            range(20), key=lambda seed: sum(first_card(f"{seed}", f"guess {g}", "x")[:5] == wanted for g in (1, 2))
        )
        aces[first_card(f"{best}", f"{SEED} {deal}", "x").startswith(wanted)] += 1
    expected, deviation = deals / 13, (deals / 13 * 12 / 13) ** 0.5
    assert abs(aces[True] - expected) < 4 * deviation


def test_all_the_server_can_do_is_to_call_the_deal_off_in_public() -> None:
    """Bea, who opens last, has seen what would be dealt; she may leave, and no one is dealt anything."""
    events = [*opening()[:4]]
    live = fold("table", [(0, event) for event in events])
    assert live.seats.owed_seeds == [1]
    apply_event(live, Left(1), 0)
    assert (live.seats.called_off, live.table, live.seats.free) == (1, None, [])
    apply_event(live, SeedOpened(1, OTHER_SEED), 0)
    assert live.table is None
