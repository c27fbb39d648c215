"""Entries for the log of a table, made on a copy of its game.

They change nothing: `table_log.apply_event` carries an entry out once it is in the log, with the game of its draft.
"""

from cardwright.cardroom.events import Left, Moved, TakenBack
from cardwright.cardroom.tables.live_table import Draft, LiveTable
from cardwright.errors import NotYourTurn, PlayError, StaleAction
from cardwright.game import SPECTATOR, Player
from cardwright.play import session
from cardwright.play.session import Frame
from cardwright.play.table import Table


def move(live: LiveTable, seat: Player, action: str, version: int, now: int) -> Moved:
    """Return the entry of a move, in notation, meant for a version. Raises `PlayError` or `BadText`."""
    if live.table is None:
        raise NotYourTurn(seat, ())
    game = _copy(live, live.table)
    return _draft_entry(live, game, session.play(game, seat, action, version, now))


def take_back(live: LiveTable, seat: Player, version: int) -> TakenBack:
    """Return the entry that takes a seat's last move back; ``version`` is the page's. Raises `PlayError`."""
    if live.table is None:
        raise NotYourTurn(seat, ())
    if version != live.version:
        raise StaleAction(version, live.version)
    if why := live.why_final(seat):
        raise PlayError(why)
    return TakenBack(seat)


def give_up(live: LiveTable, seat: Player, now: int) -> Moved:
    """Return the entry with which a seat gives up the game: see `Table.resign`."""
    assert live.table is not None
    game = _copy(live, live.table, leaver=seat)
    return _draft_entry(live, game, session.resign(game, seat, now))


def expire(live: LiveTable, now: int) -> Moved | Left | None:
    """Return the entry with the moves of expired clocks, None if none has expired.

    It has the moves made for late players, or before the first deal the seat whose player did not answer.
    """
    if (deadline := live.seats.ready_deadline) is not None:
        return Left(live.seats.unready[0]) if now >= deadline else None
    if live.table is None or live.seats.deserted:
        return None
    game = _copy(live, live.table)
    frames = session.expire(game, now)
    return _draft_entry(live, game, frames) if frames else None


def sit_in(live: LiveTable, seat: Player, now: int) -> Moved | None:
    """Return the entry with which a seat comes back to the game, None if it is in it. Raises `PlayError`."""
    if live.may_cash_out(seat):
        return None
    if live.table is None or not live.may_sit_in(seat):
        raise PlayError("you can sit in again where players may buy chips and sit out, from the next deal to the last")
    game = _copy(live, live.table)
    action = live.game.text(live.game.way_in(game.state, seat))
    return _draft_entry(live, game, session.play(game, seat, action, now=now))


def due_steps(live: LiveTable, now: int) -> Moved | None:
    """Return the entry of the first deal, or of the end of a game that waits; None if neither is due."""
    if not (live.awaits_deal or live.ends_now) or live.table is None:
        return None
    game = _copy(live, live.table)
    return _draft_entry(live, game, session.settle(game, now))


def _copy(live: LiveTable, table: Table, leaver: Player = SPECTATOR) -> Table:
    game = table.fork()
    game.ends_next = live.next_game.agreed or live.next_game.is_left_to_bots(leaver)
    return game


def _draft_entry(live: LiveTable, game: Table, frames: list[Frame]) -> Moved:
    made = [frame.step for frame in frames]
    late = tuple(place for place, step in enumerate(made) if step.late)
    entry = Moved(tuple((step.player, step.action) for step in made), late)
    live.draft = Draft(entry, game, frames)
    return entry
