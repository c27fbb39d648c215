"""The seats at a table of the cardroom: who sits where, who has left, and what the first deal still waits for."""

from collections.abc import Collection, Mapping, Sequence

import msgspec

from cardwright.cardroom.events import Opened, SatDown
from cardwright.cardroom.names import BOT_SUFFIX, numbered
from cardwright.cardroom.seat_keys import hashed
from cardwright.game import SPECTATOR, Player

READY_AFTER_MS = 60_000  # after waiting this long, a player is asked whether they are there
READY_TIMEOUT_MS = 60_000  # to confirm it, before the seat is free again


class TableSeat(msgspec.Struct):
    """A seat: its bot's name, or the person's name and the hash of the secret that opens it."""

    bot: str
    name: str = ""
    key: str = ""
    seed: str = ""
    own_seed: bool = False  # the player chose the seed
    commitment: str = ""  # to the seed, which is empty until it is opened
    came: int = 0  # when the player last did something here before the first deal
    gone: bool = False
    resigned: bool = False  # gone for good
    left_at: int = -1  # the step at which the player left for a while; -1 if they are back
    played_for: tuple[int, ...] = ()  # the steps at which a bot moved in place of the player
    sat: int = 0  # when the player sat down here
    was: int = -1  # at a rematch, the seat at the game before

    @property
    def taken(self) -> bool:
        """Return whether the seat is taken."""
        return bool(self.bot or self.key)

    @property
    def absent(self) -> bool:
        """Return whether the player has left, or had left when the game ended."""
        return self.gone or self.left_at >= 0


class Seats(list[TableSeat]):
    """The seats of a table that was ``opened`` at a time; ``names`` are the bots', and several of one are numbered."""

    def __init__(self, opened: Opened, names: Mapping[str, str], at: int) -> None:
        super().__init__(TableSeat("") for _ in opened.bots)
        self.seat_bots(opened.bots, names)
        if opened.known and opened.known.names:
            for seat, name in zip(self, opened.known.names, strict=True):
                seat.name = name if seat.bot else ""
        before = sorted(each.seat for each in opened.carried if each.bot)
        for seat, was in zip([each for each in self if each.bot], before):
            seat.was = was
        self.opened = opened
        self.filled_at = at  # the time at which the last seat was taken
        self.turned_away: set[str] = set()  # the hashes of the secrets whose seats were freed
        self.closed_keys: set[str] = set()  # the hashes of secrets that opened a seat before it was closed to them
        self.missed_keys: set[str] = set()  # of secrets whose players did not confirm in time that they were there
        self.called_off: Player | None = None  # the seat whose player left when others had opened their seeds
        self.before_deal = True  # the game has neither begun nor been called off

    def seat_bots(self, bots: Sequence[str], names: Mapping[str, str]) -> None:
        """Seat these bots, "" for each seat that stays as it is."""
        called = numbered([names.get(bot, bot) for bot in bots])
        for number, (bot, name) in enumerate(zip(bots, called, strict=True)):
            if bot:
                self[number] = TableSeat(bot, name + BOT_SUFFIX, was=self[number].was)

    def of_secret(self, secret: str | None) -> Player:
        """Return the seat that a secret opens, or SPECTATOR."""
        return self.of_keys((hashed(secret),)) if secret else SPECTATOR

    def of_keys(self, keys: Collection[str]) -> Player:
        """Return the seat that the first matching key opens, or SPECTATOR. Keys are hashes of secrets."""
        seats = {seat.key: number for number, seat in enumerate(self) if seat.key and not seat.gone}
        return next((seats[key] for key in keys if key in seats), SPECTATOR)

    def left_by(self, keys: Collection[str]) -> Player:
        """Return the seat that a player with these keys has left and may take again, or SPECTATOR."""
        left = (number for number, seat in enumerate(self) if seat.gone and not seat.resigned and seat.key in keys)
        return next(left, SPECTATOR)

    def rekey(self, number: Player, key: str) -> None:
        """Close a seat to all secrets but the one with this hash."""
        self.closed_keys.add(self[number].key)
        self[number].key = key

    def is_closed_to(self, keys: Collection[str]) -> bool:
        """Return whether a seat was closed to a browser with these hashes of secrets, and no other has one of them."""
        return self._has_only(self.closed_keys, keys)

    def is_turned_away(self, keys: Collection[str]) -> bool:
        """Return whether the host has freed the seat of a browser with these hashes of secrets."""
        return self._has_only(self.turned_away, keys)

    def has_missed(self, keys: Collection[str]) -> bool:
        """Return whether a browser with these hashes of secrets lost its seat by not being there for the first deal."""
        return self._has_only(self.missed_keys, keys)

    def _has_only(self, lost: set[str], keys: Collection[str]) -> bool:
        """Return whether a key opened a seat that was lost, and no key opens a seat now."""
        return not lost.isdisjoint(keys) and not any(seat.key in keys for seat in self)

    @property
    def deserted(self) -> bool:
        """Return whether every person has left; then bots and clocks stop."""
        return all(seat.bot or seat.gone or not seat.key for seat in self)

    def is_alone(self, seat: Player) -> bool:
        """Return whether the player of this seat is the only person still at the table."""
        return [number for number, each in enumerate(self) if not each.bot and not each.gone] == [seat]

    @property
    def free(self) -> list[Player]:
        """The seats that wait for a person."""
        return [number for number, seat in enumerate(self) if not seat.taken]

    @property
    def taken(self) -> list[Player]:
        """The seats that do not wait for a person, in their order round the table from the first of a person."""
        numbers = [number for number, seat in enumerate(self) if seat.taken]
        first = next((at for at, number in enumerate(numbers) if self[number].key), 0)
        return numbers[first:] + numbers[:first]

    @property
    def may_close_free(self) -> bool:
        """Return whether the free seats may be closed: two people or more are there."""
        return self.before_deal and bool(self.free) and sum(bool(seat.key) for seat in self) > 1

    @property
    def may_seat_bots(self) -> bool:
        """Return whether bots can take the free seats."""
        return self.before_deal and bool(self.free)

    def free_for(self, was: Player) -> Player:
        """Return the free seat of a person who sat at ``was`` in the game before, -1 for one who did not play it.

        Players get the same seats. If only those with chips go on, they keep their order, others sit behind them, and
        no one else gets the seat of a player with chips: SPECTATOR if only such seats are free.
        """
        going_on = sorted(each.seat for each in self.opened.carried if not each.bot)
        wanted = [was, *self.free]
        if going_on:
            people = [number for number, bot in enumerate(self.opened.bots) if not bot]
            wanted = [people[going_on.index(was)]] if was in going_on else people[len(going_on) :]
        return next((number for number in wanted if number in self.free), SPECTATOR)

    def is_of(self, number: Player, key: str) -> bool:
        """Return whether the player with this key sits there; seats may have been closed meanwhile."""
        return number < len(self) and self[number].key == key

    @property
    def by_time(self) -> list[Player]:
        """The seats of the people at the table, in the order in which they sat down: the first is the host's."""
        there = [number for number, seat in enumerate(self) if seat.key and not seat.gone]
        return sorted(there, key=lambda number: self[number].sat)

    def freeable(self, host: Player) -> list[Player]:
        """Return the seats of other people that the host may free, before the first deal."""
        return [number for number in sorted(self.by_time) if number != host] if self.before_deal else []

    @property
    def unready(self) -> list[Player]:
        """The seats whose players have waited long for other people, and have to confirm that they are still there."""
        if not self.opened.ready or self.opened.people < 2 or self.free or not self.before_deal:
            return []
        since = self.filled_at - READY_AFTER_MS
        return [number for number, seat in enumerate(self) if seat.key and seat.came < since]

    @property
    def ready_deadline(self) -> int | None:
        """The time until which the `unready` players have to confirm that they are there."""
        return self.filled_at + READY_TIMEOUT_MS if self.unready else None

    @property
    def owed_seeds(self) -> list[Player]:
        """The seats whose players have to open their seeds now, before the first deal: see `play.contract`."""
        if self.free or not self.before_deal or self.unready:
            return []
        return [number for number, seat in enumerate(self) if seat.commitment and not seat.seed]

    @property
    def complete(self) -> bool:
        """Return whether the game can begin: it waits for no player and no seed."""
        return self.before_deal and not (self.free or self.unready or self.owed_seeds)

    def sat_down(self, entry: SatDown, at: int) -> None:
        """Give a seat to a person."""
        # Where the cards are known, no seed decides them.
        committed = "" if self.opened.known else entry.commitment
        own_seed = entry.own or bool(committed)
        seated = TableSeat("", entry.name, entry.key, entry.seed, own_seed, committed, at, sat=at, was=entry.was)
        self[entry.seat] = seated
        self.filled_at = at

    def game_ended(self) -> None:
        """Give the players who had left for a while their seats back: the end of the game is theirs."""
        for seat in self:
            seat.gone = seat.gone and seat.resigned

    def left_before_deal(self, number: Player) -> None:
        """Free the seat, or call the deal off if a seed has been opened: the next player would know it."""
        if not any(seat.commitment and seat.seed for seat in self):
            self[number] = TableSeat("")
        elif self.called_off is None:
            self.called_off, self.before_deal = number, False

    def turn_away(self, number: Player) -> None:
        """Free a seat, whose player cannot take one here again."""
        self.turned_away.add(self[number].key)
        self.left_before_deal(number)
