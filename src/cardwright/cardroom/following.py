"""Commands of people that lead to another game: a seat in the game that goes on from a running one, a rematch, and a
finished game that is played on from one of its steps."""

import functools
from collections.abc import Sequence

from cardwright.cardroom import commands
from cardwright.cardroom.events import (
    KnownDeal,
    RematchOpened,
    SeatAnswered,
    SeatAsked,
    SeatAskedNoMore,
    TableEvent,
)
from cardwright.cardroom.names import unused_name
from cardwright.cardroom.service import Cardroom
from cardwright.cardroom.tables.live_table import LiveTable
from cardwright.errors import BadCount, LostRace, NotSeated, PlayError
from cardwright.game import SPECTATOR, Player

MAX_ASKED = 4  # people who ask for a seat at once


async def ask_for_seat(cardroom: Cardroom, live: LiveTable, keys: Sequence[str], name: str) -> None:
    """Ask for a seat in the game that goes on from a running one, as a person who watches. Raises `PlayError`.

    ``keys`` as in `commands.say_as_watcher`.
    """
    key = keys[0]

    def make(live: LiveTable, now: int) -> TableEvent | None:
        joining = live.joining
        if joining.asker(keys):
            return None
        if live.seats.of_keys(keys) != SPECTATOR or live.seats.left_by(keys) != SPECTATOR:
            raise PlayError("you have a seat at this table")
        if joining.has_refused([key]):
            raise PlayError("the players do not make room now; one of them can still do so under “This table”")
        if live.chat.is_silent and not joining.is_open:
            raise PlayError("people who watch cannot ask here, but a player can let another in, under “This table”")
        if len(joining.asked) >= MAX_ASKED:
            raise PlayError(f"{MAX_ASKED} people ask for a seat already")
        if why := live.next_game.why_closed(len(joining.asked) + 1):
            raise PlayError(f"no one can join this game: {why}")
        used = (*live.chat.names(live.names), *joining.asked.values())
        return SeatAsked(live.chat.watchers.get(key) or unused_name(name, used, key), key)

    await cardroom.write(live.id, make)


async def withdraw_request(cardroom: Cardroom, live: LiveTable, keys: Sequence[str]) -> None:
    """Withdraw a person's request for a seat."""

    def make(live: LiveTable, now: int) -> TableEvent | None:
        key = live.joining.asker(keys)
        return SeatAskedNoMore(key) if key and not live.over else None

    await cardroom.write(live.id, make)


async def answer_for_seat(cardroom: Cardroom, live: LiveTable, seat: Player, *, agrees: bool) -> None:
    """Agree to end the game after this deal and to go on with another player, or refuse. Raises `NotSeated` or
    `PlayError`."""

    def make(live: LiveTable, now: int) -> TableEvent | None:
        joining = live.joining
        if live.over:
            raise PlayError("the game is over")
        if agrees and (why := live.next_game.why_closed(len(joining.asked) or 1)):
            raise PlayError(f"no one can join this game: {why}")
        if seat not in live.next_game.deciders:
            raise PlayError("who has no chips at this table does not decide who joins it")
        if not agrees:
            return SeatAnswered(seat, agrees=False) if joining.is_open else None
        return SeatAnswered(seat, agrees=True) if seat not in joining.agreed else None

    await commands.write(cardroom, live, seat, make)


async def open_rematch(cardroom: Cardroom, live: LiveTable, seat: Player, keys: Sequence[str]) -> str:
    """Return the table of the rematch; the first player to ask opens it. Raises `NotSeated` or `PlayError`.

    So may a person who joins the players, by their ``keys``.
    """
    if not (live.over and any(key in live.next_game.admitted for key in keys)):
        commands.check_over(live, seat)
        if not live.next_game.has_place(seat):
            raise PlayError("you have no chips left in this game: watch the next one, and ask for a seat there")
    if not live.rematch:
        await _note_rematch(cardroom, live, (await _open_rematch(cardroom, live)).id)
    return (await cardroom.kept_table(live.id)).rematch


def check_next(live: LiveTable, seat: Player, table: str) -> None:
    """Raise `NotSeated` or `PlayError` unless a player may open this table for the next game of the same people."""
    commands.check_over(live, seat)
    if live.rematch not in ("", table):
        raise PlayError("another player has opened the next game: the page of the last game leads to it")


async def note_next(cardroom: Cardroom, live: LiveTable, seat: Player, table: str) -> None:
    """Lead the players of a finished game to the table of the next. Raises as `check_next`."""
    await _note_rematch(cardroom, live, table)
    check_next(await cardroom.kept_table(live.id), seat, table)


async def _note_rematch(cardroom: Cardroom, live: LiveTable, table: str) -> None:
    """Note the table of the next game, unless one is noted."""
    await cardroom.write(live.id, lambda live, now: None if live.rematch else RematchOpened(table))


async def _open_rematch(cardroom: Cardroom, live: LiveTable) -> LiveTable:
    old, next_game = live.opened, live.next_game
    options, bots, carried = old.options, old.bots, next_game.carried if next_game.is_due else ()
    people = live.people
    if carried:
        options, bots = next_game.options(next_game.joiners), next_game.bots(next_game.joiners)
        if not next_game.is_played_out:
            people = (*(live.names[seat] for seat in next_game.deciders), *next_game.admitted.values())
    first, others = _split(bots)
    create = functools.partial(
        cardroom.open,
        old.game,
        options,
        others,
        seat=first,
        listed=next_game.waits and old.listed,
        ready=next_game.waits and old.ready,
        chat=old.chat,
        away=old.away,
        clock=old.clock,
        spent=old.spent,
        hints=old.hints,
        club=old.club,
        watchers_silent=live.chat.is_silent,
        rematch_of=people if len(people) > 1 else (),
        after=live.id,
        carried=carried,
    )
    try:
        rematch = await create(id=cardroom.commitments.rematch(live))
    except LostRace:  # another game was opened under the committed id
        rematch = await create()
    if old.club:
        await cardroom.clubs.add_table(old.club, rematch.id)
    return rematch


def _split(bots: tuple[str, ...]) -> tuple[Player, tuple[str, ...]]:
    """Return the first seat for a person, and the bots of the other seats."""
    first = bots.index("")
    return first, (*bots[:first], *bots[first + 1 :])


async def fork(cardroom: Cardroom, live: LiveTable, seat: Player, at: int) -> LiveTable:
    """Open a table at which a finished game against bots goes on from its step ``at``; 0 is the same deal again.

    Its cards may be known, so it proves nothing: see `KnownDeal`. It has the seeds of the finished game: chance draws
    the same cards in the same order, and bots in the same position choose the same, so only the player's moves make a
    difference. Raises `NotSeated`, `PlayError` or `BadCount`.
    """
    if seat == SPECTATOR:
        raise NotSeated
    if not live.may_fork or live.table is None:
        raise PlayError("only a finished game of one person against bots can be played on")
    if at == 0 and not live.may_repeat:
        raise PlayError("the record of this game does not say what decided its cards, so it cannot be dealt again")
    log = live.table.log
    if not 0 <= at < len(log):
        raise BadCount(f"this game can be played on from steps 0 to {len(log) - 1}", at)
    steps = tuple((step.player, step.action) for step in log[:at])
    old = live.opened
    first, others = _split(old.bots)
    return await cardroom.open(
        old.game,
        old.options,
        others,
        seat=first,
        seed=old.seed,
        version=old.version,
        listed=False,
        chat=old.chat,
        hints=old.hints,
        known=KnownDeal(
            number=live.deal_number,
            origin=live.id,
            steps=steps,
            seeds=tuple(seat.seed for seat in live.deal.seats),
            contract=live.deal.contract,
            unproved=not live.may_repeat,
        ),
    )
