"""What a game leaves behind: its record, and what proves its deals. Some of it takes a long look."""

from cardwright import games
from cardwright.cardroom.live_table import LiveTable
from cardwright.game import Player
from cardwright.play import proof, seat_record
from cardwright.play.record import Header, Record, Sitter, dump
from cardwright.play.table import Step


def seals(live: LiveTable) -> dict[int, str]:
    """What is told of the draws so far: it hides what was drawn, and binds it."""
    return proof.seals(live.opened.seed, live.seeds, live.table.log) if live.table is not None else {}


def openings(live: LiveTable, played: Record, seat: Player) -> dict[int, list[str]]:
    """What opens the draws that a seat saw of a game that was ``played`` to its end."""
    scenes = [games.scene(live.game, live.game.view(state, seat)) for state in played.states]
    shown = proof.seen(live.game, played.log, played.states, scenes)
    return proof.openings(live.opened.seed, live.seeds, played.log, shown)


def whole(live: LiveTable) -> Record:
    """The record of the game, which shows every card and all seeds."""
    assert live.table is not None
    players = [Sitter(name, each.bot or "you") for name, each in zip(live.names, live.seats, strict=True)]
    told = proof.notes(live.opened.seed, live.seeds, live.table.log)
    log = [Step(step.player, step.action, late=step.late) for step in live.table.log]
    return Record.of(Header.of(live.game, players, notes=told), live.game, log)


def record(live: LiveTable, played: Record, seat: Player | None) -> bytes:
    """The record as a file: of what a seat saw, or of the whole game that was ``played``."""
    if seat is None:
        return dump(played.header, played.log)
    return seat_record.dump(played, seat, live.opened.seed, live.seeds)
