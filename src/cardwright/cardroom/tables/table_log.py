"""The changes that the entries of a log make at a table. Processes that read the same log have the same table."""

from cardwright.cardroom import events
from cardwright.cardroom.events import Opened, TableEvent
from cardwright.cardroom.tables.live_table import LiveTable
from cardwright.cardroom.tables.moments import MOMENT_HOLD_MS
from cardwright.game import CHANCE, Player
from cardwright.play import session
from cardwright.play.session import Frame
from cardwright.play.table import LOSSES, Step
from cardwright.wording import isolated


def fold(id: str, log: list[tuple[int, TableEvent]]) -> LiveTable:
    """Return a table from its whole log: (time, entry) each, the first of them Opened."""
    at, opened = log[0]
    assert isinstance(opened, Opened)
    live = LiveTable(id, opened, at)
    for at, entry in log[1:]:
        apply_event(live, entry, at)
    return live


def apply_event(live: LiveTable, entry: TableEvent, at: int) -> None:
    """Apply the next entry of the log, written at this time."""
    _apply(live, entry, at)
    live.draft = None
    live.seq += 1
    live.at = at
    if not isinstance(entry, events.Moved | events.TakenBack):
        live.steady_seq = live.seq
    if not live.seats.deserted:
        live.stopped_at = None
    elif live.stopped_at is None:
        live.stopped_at = at


def _apply(live: LiveTable, entry: TableEvent, at: int) -> None:
    match entry:
        case events.SatDown():
            live.seats.sat_down(entry, at)
            live.seat_carried()
            live.begin_if_ready(at)
        case events.Ready(seat):
            live.seats[seat].came = at
            live.begin_if_ready(at)
        case events.SeedOpened(seat, seed):
            live.seats[seat].seed = seed
            live.begin_if_ready(at)
        case events.Moved():
            _move(live, entry, at)
        case events.TakenBack(seat):
            _take_back(live, seat)
        case events.Left(seat, for_good):
            _leave(live, seat, for_good, at)
        case events.SeatFreed(seat):
            live.seats.turn_away(seat)
            _forget_talk(live, seat)
        case events.FreeSeatsClosed(bot):
            _close_free_seats(live, bot, at)
        case events.Rekeyed(seat, key):
            live.seats.rekey(seat, key)
        case events.CameBack(seat):
            _come_back(live, seat, at)
        case events.Said() | events.WatcherSaid() | events.WatchersSilenced():
            live.chat = live.chat.apply(entry, at)
        case events.SeatAsked() | events.SeatAskedNoMore() | events.SeatAnswered():
            live.joining = live.joining.apply(entry)
            if isinstance(entry, events.SeatAnswered) and not entry.agrees:
                _note(live, entry.seat, "does not agree, so the game goes on")
        case events.RematchOpened(table):
            live.rematch = table
        case events.AgreedToShow(seat):
            live.shown.add(seat)


# Moves


def _move(live: LiveTable, entry: events.Moved, at: int) -> None:
    assert live.table is not None
    _note_bot_move(live, entry, at)
    before, draft = live.table.version, live.draft
    if draft is not None and draft.entry is entry:
        live.table, frames = draft.table, draft.frames
    else:
        frames = _repeat(live, entry, at)
    if live.tour is not None:
        live.tour.follow(before, frames)
    live.news_log = live.moments.add_move(frames, before, live.news_log, live.names, at)
    if live.over:
        live.seats.game_ended()


def _note_bot_move(live: LiveTable, entry: events.Moved, at: int) -> None:
    """Note a move that a bot makes in place of a person; moves made by the clock are marked in the log."""
    assert live.table is not None
    player, action = entry.steps[0]
    if player == CHANCE or action in LOSSES or 0 in entry.late:
        return
    seat = live.seats[player]
    if not seat.bot and live.stand_ins.bot_to_act(player, at):
        seat.played_for = (*seat.played_for, len(live.table.log))


def _repeat(live: LiveTable, entry: events.Moved, at: int) -> list[Frame]:
    """Make the steps of an entry again, at the same times as the table that wrote it: see `Table.iter_settle`."""
    assert live.table is not None
    frames, moments = [], 0
    for place, (player, action) in enumerate(entry.steps):
        moments = (moments + live.game.is_moment(live.table.state)) if player == CHANCE else 0
        step = Step(player, action, at + moments * MOMENT_HOLD_MS, place in entry.late)
        frames.append(session.repeat(live.table, step))
    return frames


def _take_back(live: LiveTable, seat: Player) -> None:
    assert live.table is not None
    line = session.take_back_news(live.table.take_back(seat), live.names)
    left, there = len(live.table.log), live.seats[seat]
    there.played_for = tuple(step for step in there.played_for if step < left)
    live.sealed_steps = min(live.sealed_steps, left)
    live.news_log = live.news_log.with_line(line)


# Who is at the table


def _leave(live: LiveTable, seat: Player, for_good: bool, at: int) -> None:
    if live.table is None:
        if (deadline := live.seats.ready_deadline) is not None and at >= deadline:
            live.seats.missed_keys.add(live.seats[seat].key)
        live.seats.left_before_deal(seat)
        _forget_talk(live, seat)
        return
    live.seats[seat].gone, live.seats[seat].resigned = True, for_good
    if not live.over:
        live.seats[seat].left_at = -1 if for_good else len(live.table.log)
        _note(live, seat, live.stand_ins.notes[seat])


def _come_back(live: LiveTable, seat: Player, at: int) -> None:
    live.seats[seat].gone, live.seats[seat].left_at = False, -1
    _note(live, seat, "back at the table")
    if live.table is not None and live.stopped_at is not None:
        live.table.after_outage(at - live.stopped_at)


def _close_free_seats(live: LiveTable, bot: str, at: int) -> None:
    """Give the free seats to bots of this name, or close them if it is ""."""
    if bot:
        live.seat_bots(bot, at)
    taken = live.seats.taken
    live.chat = live.chat.with_seats(taken)
    live.keep_seats([live.seats[number] for number in taken])
    live.seats.filled_at = at
    live.seat_carried()
    live.begin_if_ready(at)


def _note(live: LiveTable, seat: Player, text: str) -> None:
    """Add a line about a player, which leaves the news of the last move as it is."""
    line = f"{isolated(live.names[seat])}: {text}"
    live.news_log = live.news_log.with_line(line)._replace(last=live.news_log.last)


def _forget_talk(live: LiveTable, seat: Player) -> None:
    if not live.seats[seat].taken:  # else the deal was called off
        live.chat = live.chat.without(seat)
