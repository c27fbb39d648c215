"""The results of a game: its record and the proofs of its deals. Some of them take long to compute."""

from cardwright import games
from cardwright.cardroom.tables.live_table import LiveTable
from cardwright.game import Player
from cardwright.play import proof, seat_record
from cardwright.play.record import DAY_NOTE, FORK_NOTE, GUIDE_NOTE, PERSON, SEED_NOTE, Header, Record, Sitter, dump
from cardwright.play.summary import Summary, summarise
from cardwright.play.table import Step


def seals(live: LiveTable) -> dict[int, str]:
    """Return the seals of the draws so far: hashes that commit to each draw without revealing it."""
    if live.table is None:
        return {}
    # A seal never changes, and no draw is taken back: only those of new steps are computed.
    log, since = live.table.log.fork(), live.sealed_steps
    all_seals = live.seals | live.deal.seals(live.game, log, since)
    if live.sealed_steps == since and live.table.log[since : len(log)] == log[since:]:  # this runs in a thread
        live.seals, live.sealed_steps = all_seals, len(log)
    return all_seals


def openings(live: LiveTable, played: Record, seat: Player) -> dict[int, list[str]]:
    """Return the openings of the draws that a seat saw in a finished game."""
    scenes = [games.scene(live.game, live.game.view(state, seat)) for state in played.states]
    shown = proof.find_seen_draws(live.game, played.log, played.states, scenes)
    return live.deal.openings(live.game, played.log, shown)


def whole(live: LiveTable) -> Record:
    """Return the record of the whole game, with every card and all seeds."""
    assert live.table is not None
    players = [Sitter(name, each.bot or PERSON) for name, each in zip(live.names, live.seats, strict=True)]
    log = [Step(step.player, step.action, late=step.late) for step in live.table.log]
    return Record.of(Header.of(live.game, players, notes=_notes(live)), live.game, log)


def _notes(live: LiveTable) -> proof.Notes:
    """Return the notes of a record: its proofs, or that there is nothing to prove."""
    assert live.table is not None
    known = live.opened.known
    if known is None:
        return live.deal.notes(live.game, live.table.log)
    made: proof.Notes = {} if known.number is None else {SEED_NOTE: known.number}
    made |= {DAY_NOTE: known.day} if known.day else {}
    made |= {GUIDE_NOTE: live.opened.game} if known.guided else {}
    return made | ({FORK_NOTE: len(known.steps)} if known.goes_on else {})


def summary(live: LiveTable, seat: Player) -> Summary:
    """Return the summary of a finished game for a seat, without the cards that it did not see."""
    played = whole(live)
    return summarise(played, seat, made_for(live, played, seat), bot_ended=live.stand_ins.took_over(seat) is not None)


def made_for(live: LiveTable, played: Record, seat: Player) -> frozenset[int]:
    """Return the steps at which a bot or the clock moved for the player of a seat."""
    late = (at for at, step in enumerate(played.log) if step.player == seat and step.late)
    return frozenset((*live.seats[seat].played_for, *late))


def record(live: LiveTable, played: Record, seat: Player | None) -> bytes:
    """Return a record as a file: of one seat's view, or of the whole game with ``seat=None``."""
    if seat is None:
        return dump(played.header, played.log)
    return seat_record.dump(played, seat, live.deal)
