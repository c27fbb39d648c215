"""The results of a game: its record and the proofs of its deals. Some of them take long to compute."""

from cardwright import games
from cardwright.cardroom.live_table import LiveTable
from cardwright.game import Player
from cardwright.play import proof, seat_record
from cardwright.play.record import Header, Record, Sitter, dump
from cardwright.play.table import Step


def seals(live: LiveTable) -> dict[int, str]:
    """Return the seals of the draws so far: hashes that commit to each draw without revealing it."""
    return proof.seals(live.opened.seed, live.seeds, live.table.log) if live.table is not None else {}


def openings(live: LiveTable, played: Record, seat: Player) -> dict[int, list[str]]:
    """Return the openings of the draws that a seat saw in a finished game."""
    scenes = [games.scene(live.game, live.game.view(state, seat)) for state in played.states]
    shown = proof.seen(live.game, played.log, played.states, scenes)
    return proof.openings(live.opened.seed, live.seeds, played.log, shown)


def whole(live: LiveTable) -> Record:
    """Return the record of the whole game, with every card and all seeds."""
    assert live.table is not None
    players = [Sitter(name, each.bot or "you") for name, each in zip(live.names, live.seats, strict=True)]
    notes = proof.notes(live.opened.seed, live.seeds, live.table.log)
    log = [Step(step.player, step.action, late=step.late) for step in live.table.log]
    return Record.of(Header.of(live.game, players, notes=notes), live.game, log)


def record(live: LiveTable, played: Record, seat: Player | None) -> bytes:
    """Return a record as a file: of one seat's view, or of the whole game with ``seat=None``."""
    if seat is None:
        return dump(played.header, played.log)
    return seat_record.dump(played, seat, live.opened.seed, live.seeds)
