"""Commands of people at a table. Each is checked against the current table when it is written, and again if another
process was first; a command that is sent twice is carried out once."""

import hmac
from collections.abc import Sequence

import msgspec

from cardwright import games
from cardwright.cardroom import events
from cardwright.cardroom.background.scheduler import Make
from cardwright.cardroom.events import TableEvent
from cardwright.cardroom.names import unused_name
from cardwright.cardroom.seat_keys import hashed
from cardwright.cardroom.service import Cardroom
from cardwright.cardroom.tables import drafts
from cardwright.cardroom.tables.chat import PHRASES, REACTIONS
from cardwright.cardroom.tables.live_table import LiveTable
from cardwright.cardroom.tables.shared_games import shared_game
from cardwright.errors import NoFreeSeat, NotSeated, PlayError, UnknownName
from cardwright.game import SPECTATOR, Player
from cardwright.play import contract
from cardwright.wording import printable_line

MAX_CHAT_CHARS = 300  # in a chat message


def may_sit(cardroom: Cardroom, live: LiveTable, invitation: str) -> bool:
    """Return whether a visitor with this invitation, "" for none, may sit down."""
    wanted = cardroom.commitments.invitation(live)
    return live.opened.listed or hmac.compare_digest(invitation.encode(), wanted.encode())


async def sit(
    cardroom: Cardroom, live: LiveTable, name: str, secret: str, commitment: str = "", was: Player = SPECTATOR
) -> Player:
    """Take a free seat, or keep the one that the secret opens, and return it. Raises `NoFreeSeat` or `PlayError`.

    ``commitment`` is to the player's seed, to be opened by `open_seed` when all seats are taken; a player who gives
    none has no seed. ``was`` is the player's seat at the game before: see `Seats.free_for`.
    """

    def make(live: LiveTable, now: int) -> TableEvent | None:
        if live.seats.of_secret(secret) != SPECTATOR:  # of a form sent twice, another process may have had the first
            return None
        if not live.seats.free:
            raise NoFreeSeat
        key = hashed(secret)
        if key in live.seats.turned_away:
            raise PlayError("the host has freed your seat at this table; sit down at another")
        used = [*live.names, *(each for watcher, each in live.chat.watchers.items() if watcher != key)]
        called = unused_name(name, used, key)
        before = was if was >= 0 and all(each.was != was for each in live.seats) else -1
        seat = live.seats.free_for(before)
        if seat == SPECTATOR:
            raise PlayError("the seats that are free are kept for the players who have chips in this game")
        return events.SatDown(seat, called, key, commitment=commitment, was=before)

    await cardroom.write(live.id, make)
    await _deal_if_complete(cardroom, live)
    return (await cardroom.kept_table(live.id)).seats.of_secret(secret)


async def ready(cardroom: Cardroom, live: LiveTable, seat: Player) -> None:
    """Confirm that a player is there, before the first deal. Raises `NotSeated`."""
    await write(cardroom, live, seat, lambda live, now: events.Ready(seat) if seat in live.seats.unready else None)
    await _deal_if_complete(cardroom, live)


async def open_seed(cardroom: Cardroom, live: LiveTable, seat: Player, seed: str) -> None:
    """Open the seed of a seat, once all seats are taken. Raises `NotSeated` or `PlayError`."""

    def make(live: LiveTable, now: int) -> TableEvent | None:
        if live.seats[seat].seed == seed:  # of a request sent twice
            return None
        if seat not in live.seats.owed_seeds:
            raise PlayError("no seed is awaited from this seat")
        if contract.commitment(seed) != live.seats[seat].commitment:
            raise PlayError("this is not the seed that the seat committed to")
        return events.SeedOpened(seat, seed)

    await write(cardroom, live, seat, make)
    await _deal_if_complete(cardroom, live)


async def _deal_if_complete(cardroom: Cardroom, live: LiveTable) -> None:
    if (await cardroom.kept_table(live.id)).awaits_deal:
        await cardroom.scheduler.wake(live.id)


def _player_key(live: LiveTable, seat: Player) -> str:
    """Return the key of the player at a seat. Raises `NotSeated`."""
    if seat == SPECTATOR or live.seats[seat].gone:
        raise NotSeated
    return live.seats[seat].key


async def write(cardroom: Cardroom, live: LiveTable, seat: Player, make: Make) -> None:
    """Append the entry of a player, as `Cardroom.write`. Raises `NotSeated` where no player or another sits there."""
    key = _player_key(live, seat)

    def make_if_seated(live: LiveTable, now: int) -> TableEvent | None:
        if not live.seats.is_of(seat, key) or live.seats[seat].gone:  # they left, or the seat is another's
            raise NotSeated
        return make(live, now)

    await cardroom.write(live.id, make_if_seated)


async def move(cardroom: Cardroom, live: LiveTable, seat: Player, action: str, version: int) -> None:
    """Make a move that was chosen for a version of the table.

    Raises `NotSeated`, a `PlayError` or `BadText`; then nothing has changed.
    """
    await write(cardroom, live, seat, lambda live, now: drafts.move(live, seat, action, version, now))
    cardroom.presence.arrive(live.id, seat)


async def take_back(cardroom: Cardroom, live: LiveTable, seat: Player, version: int) -> None:
    """Take a player's last move back, on a page of this version. Raises `NotSeated`, or `PlayError` if it is final."""
    await write(cardroom, live, seat, lambda live, now: drafts.take_back(live, seat, version))


async def say(cardroom: Cardroom, live: LiveTable, seat: Player, text: str) -> None:
    """Say a set phrase or a reaction, or free text where the table allows it, for a player, who may have left for now.

    Raises `NotSeated` or `PlayError`.
    """
    line, key = _allowed_text(live, text), live.seats[seat].key

    def make(live: LiveTable, now: int) -> TableEvent | None:
        if not key or not live.seats.is_of(seat, key) or live.seats[seat].resigned:
            raise NotSeated
        return events.Said(seat, line) if line and not live.chat.ends_with(seat, line) else None

    await cardroom.write(live.id, make)


def _allowed_text(live: LiveTable, text: str) -> str:
    line = printable_line(text, MAX_CHAT_CHARS)
    if line not in (*PHRASES, *REACTIONS) and not live.opened.chat:
        raise PlayError("this table has set phrases only")
    return line


async def say_as_watcher(cardroom: Cardroom, live: LiveTable, keys: Sequence[str], name: str, text: str) -> None:
    """Say a set phrase, or free text where the table allows it, for a person who watches. Raises `PlayError`.

    ``keys`` are the hashes of the secrets that the person has for this table, their own first.
    """
    key, line = keys[0], _allowed_text(live, text)

    def make(live: LiveTable, now: int) -> TableEvent | None:
        if live.has_left(keys):  # what they know of the cards is not public
            raise PlayError("you have given up a seat of this game, so you can talk here again when it is over")
        if why := live.chat.refuses_watcher(key, now):
            raise PlayError(why)
        called = live.chat.watchers.get(key) or unused_name(name, live.chat.names(live.names), key)
        repeated = live.chat.ends_with(live.chat.speaker(key), line)
        return events.WatcherSaid(called, key, line) if line and not repeated else None

    await cardroom.write(live.id, make)


def host(cardroom: Cardroom, live: LiveTable) -> Player:
    """Return the seat of the host, SPECTATOR if no one sits there: the person who sat down first.

    People who have closed the page count only if all have.
    """
    absent = cardroom.presence.list_absent(live.id, len(live.seats))
    there = live.seats.by_time
    return next(iter([*(seat for seat in there if seat not in absent), *there]), SPECTATOR)


async def silence_watchers(cardroom: Cardroom, live: LiveTable, seat: Player, *, silent: bool) -> None:
    """Silence the people who watch, or let them talk again, as the host may. Raises `NotSeated` or `PlayError`."""

    def make(live: LiveTable, now: int) -> TableEvent | None:
        if seat != host(cardroom, live):
            raise PlayError("only the host may silence the people who watch")
        return events.WatchersSilenced(silent) if live.chat.is_silent != silent else None

    await write(cardroom, live, seat, make)


async def leave(cardroom: Cardroom, live: LiveTable, seat: Player, *, for_good: bool = False) -> None:
    """Leave a seat, for a while or ``for_good``: then by the game's `way_out`, which keeps the seat to look on, or else
    the game is lost if it cannot go on without this player. Raises `NotSeated` or `PlayError`.
    """
    if seat == SPECTATOR:
        raise NotSeated
    key = live.seats[seat].key

    def make(live: LiveTable, now: int) -> TableEvent | None:
        if live.over:
            raise PlayError("the game is over, so there is no seat to leave")
        if not live.seats.is_of(seat, key):
            raise NotSeated
        if live.seats[seat].gone:
            return None
        if for_good and (live.ends_without(seat) or live.may_cash_out(seat)):
            return drafts.give_up(live, seat, now)
        return events.Left(seat, for_good)

    await cardroom.write(live.id, make)


def replaceable(cardroom: Cardroom, live: LiveTable) -> list[Player]:
    """Return the players whom the others may replace by a bot: the game waits only for players who closed the page long
    ago, and no clock will end that wait."""
    if live.table is None or live.over or live.deadline is not None:
        return []
    awaited = sorted(live.awaited)
    return awaited if all(cardroom.presence.is_long_gone(live.id, seat) for seat in awaited) else []


async def replace(cardroom: Cardroom, live: LiveTable, own_seat: Player, seat: Player) -> None:
    """Let a bot play for a player who is away until they take their seat again. Raises `NotSeated` or `PlayError`."""

    def make(live: LiveTable, now: int) -> TableEvent:
        if seat == own_seat or seat not in replaceable(cardroom, live):
            raise PlayError("a bot plays for a player who has been away for long while all wait for their move")
        return events.Left(seat)

    await write(cardroom, live, own_seat, make)


async def free_seat(cardroom: Cardroom, live: LiveTable, own_seat: Player, seat: Player) -> None:
    """Free another person's seat before the first deal, as the host may. Raises `NotSeated` or `PlayError`.

    That person cannot sit down here again, unless they are the host who is away. If a seed has been opened by then,
    the deal is called off.
    """

    def make(live: LiveTable, now: int) -> TableEvent | None:
        if own_seat != host(cardroom, live) or live.table is not None or seat not in live.seats.freeable(own_seat):
            raise PlayError("only the host may free a seat, that of another person and before the first deal")
        return events.Left(seat) if seat == live.seats.by_time[0] else events.SeatFreed(seat)

    await write(cardroom, live, own_seat, make)


async def close_free_seats(cardroom: Cardroom, live: LiveTable, seat: Player, bot: str = "") -> None:
    """Begin with the players who are there, as the host may, with a ``bot`` in each free seat if one is named.

    Raises `NotSeated`, `PlayError`, `BadOption` or `UnknownName`.
    """
    if bot and bot not in (known := games.bot_names(live.opened.game)):
        raise UnknownName("bot", bot, known)

    def make(live: LiveTable, now: int) -> TableEvent:
        if seat != host(cardroom, live) or not (live.seats.may_seat_bots if bot else live.may_close_free):
            who = "with bots" if bot else "with fewer players, two or more,"
            raise PlayError(f"only the host may begin {who} while seats are free, before the first deal")
        if bot:
            return events.FreeSeatsClosed(bot)
        less = live.fewer([live.seats[number] for number in live.seats.taken])
        shared_game(less.game, msgspec.json.encode(less.options))  # raises if an option does not fit their number
        return events.FreeSeatsClosed()

    await write(cardroom, live, seat, make)
    await _deal_if_complete(cardroom, live)


async def rekey(cardroom: Cardroom, live: LiveTable, seat: Player, secret: str) -> None:
    """Give a seat a new secret, so that the old one opens it nowhere. Raises `NotSeated`."""
    await write(cardroom, live, seat, lambda live, now: events.Rekeyed(seat, hashed(secret)))


async def give_up_seat(cardroom: Cardroom, live: LiveTable, seat: Player) -> None:
    """Give up the seat at a finished game, which is then no longer the player's. Raises `NotSeated` or `PlayError`."""
    check_over(live, seat)
    await cardroom.write(live.id, lambda live, now: None if live.seats[seat].gone else events.Left(seat, for_good=True))


async def come_back(cardroom: Cardroom, live: LiveTable, key: str) -> None:
    """Return a player to the seat that they have left: ``key`` is the hash of its secret. Raises `NotSeated`."""

    def make(live: LiveTable, now: int) -> TableEvent:
        seat = live.seats.left_by([key])
        if seat == SPECTATOR:
            raise NotSeated
        return events.CameBack(seat)

    await cardroom.write(live.id, make)


async def sit_in(cardroom: Cardroom, live: LiveTable, seat: Player) -> None:
    """Return a player who has left by the game's `way_out` to it. Raises `NotSeated` or `PlayError`."""
    await write(cardroom, live, seat, lambda live, now: drafts.sit_in(live, seat, now))
    cardroom.presence.arrive(live.id, seat)


async def agree_to_show(cardroom: Cardroom, live: LiveTable, seat: Player) -> None:
    """Agree that the finished game may be seen open. Raises `NotSeated` or `PlayError`."""
    check_over(live, seat)
    await cardroom.write(live.id, lambda live, now: None if seat in live.shown else events.AgreedToShow(seat))


def check_over(live: LiveTable, seat: Player) -> None:
    """Raise `NotSeated` or `PlayError` unless a player sits there and the game is over."""
    _player_key(live, seat)
    check_ended(live)


def check_ended(live: LiveTable) -> None:
    """Raise `PlayError` unless the game is over."""
    if not live.over:
        raise PlayError("the game is not over: this is possible at its end")
