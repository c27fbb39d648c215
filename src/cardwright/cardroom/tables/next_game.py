"""The game that goes on from a table's with other players: who may go on, with which chips, at which seats."""

from typing import Any, NamedTuple

import msgspec

from cardwright.cardroom.events import Carried, Opened
from cardwright.cardroom.tables.joining import Joining
from cardwright.cardroom.tables.seats import Seats
from cardwright.cardroom.tables.shared_games import shared_game
from cardwright.errors import CardwrightError
from cardwright.game import AnyGame, JoinableGame, Player
from cardwright.play.table import Table


class NextGame(NamedTuple):
    """The game that would go on from the one that is played at a table, as things are now; it keeps nothing itself."""

    game: AnyGame
    table: Table | None  # None before the first deal
    seats: Seats
    joining: Joining

    @property
    def why_fixed(self) -> str:
        """Return why no one can ever join the players, "" in a game that others can join."""
        return self.game.why_fixed() if isinstance(self.game, JoinableGame) else "its players are those who began it"

    def why_closed(self, joiners: int) -> str:
        """Return why this number of others cannot join the players after this deal, "" where they can."""
        if why := self.why_fixed:
            return why
        if self.table is None or self.table.over or not self.carried or self.is_last_deal:
            return "its last deal is played"
        return self._why_unfit(joiners)

    def _why_unfit(self, joiners: int) -> str:
        """Return why an option of the game does not fit with this number of others, "" where all do."""
        try:
            shared_game(self.seats.opened.game, msgspec.json.encode(self.options(joiners)))
        except CardwrightError as problem:
            return str(problem)
        return ""

    @property
    def is_last_deal(self) -> bool:
        """Return whether the game ends with this deal by its rules, so that no one can join it."""
        game, table = self.game, self.table
        return table is not None and isinstance(game, JoinableGame) and game.is_last_deal(table.state)

    @property
    def _has_ended(self) -> bool:
        """Return whether a game of several people has ended by its rules."""
        table, people = self.table, sum(bool(seat.key) for seat in self.seats)
        return table is not None and table.over and table.forfeited is None and people > 1

    @property
    def carried(self) -> tuple[Carried, ...]:
        """The chips of the players who have not left; () where none can go on from this game."""
        if self.table is None or not isinstance(self.game, JoinableGame):
            return ()
        stacks = self.game.carried(self.table.state)
        return tuple(
            Carried(seat, chips, bool(self.seats[seat].bot)) for seat, chips in stacks if not self.seats[seat].absent
        )

    @property
    def deciders(self) -> tuple[Player, ...]:
        """The seats of the people who decide whether others join them."""
        return tuple(sorted(each.seat for each in self.carried if not each.bot))

    @property
    def agreed(self) -> bool:
        """Return whether the players have agreed to end the game after this deal, to go on with others."""
        return self.joining.is_open and not self.is_last_deal and self.joining.agree(self.deciders)

    def is_left_to_bots(self, leaver: Player) -> bool:
        """Return whether no person is left who could leave the game, once a ``leaver`` has left."""
        table, there = self.table, (number for number, seat in enumerate(self.seats) if seat.key and not seat.absent)
        return table is not None and all(
            number == leaver or self.game.way_out(table.state, number) is None for number in there
        )

    @property
    def waits(self) -> bool:
        """Return whether the game has ended because only one of several people has chips, though deals are left."""
        return self._has_ended and len(self.carried) == len(self.deciders) == 1 and not self.is_last_deal

    @property
    def is_played_out(self) -> bool:
        """Return whether the game has ended with its last deal, so that all may go on: its people keep their chips."""
        return (
            self._has_ended and self.is_last_deal and bool(self.deciders) and not self._why_unfit(self._without_chips)
        )

    @property
    def _without_chips(self) -> int:
        """The number of people who are still at the table and have no chips."""
        people = {number for number, seat in enumerate(self.seats) if seat.key and not seat.absent}
        return len(people - set(self.deciders))

    @property
    def is_due(self) -> bool:
        """Return whether the game has ended so that it goes on with its chips."""
        return self.waits or self.is_played_out or (self.table is not None and self.table.over and self.agreed)

    @property
    def admitted(self) -> dict[str, str]:
        """The people who join when the game goes on: names by the hashes of their secrets."""
        return self.joining.asked if self.waits or self.agreed else {}

    @property
    def joiners(self) -> int:
        """The number of seats of the game that goes on, besides those of the players with chips."""
        return len(self.admitted) or (self._without_chips if self.is_played_out else 1)

    def has_place(self, seat: Player) -> bool:
        """Return whether the player of a seat may go on: without chips only if no other person joins."""
        return not (self.is_due and self.admitted) or seat in self.deciders

    def options(self, joiners: int) -> dict[str, Any]:
        """Return its options with this number of others."""
        assert self.table is not None
        assert isinstance(self.game, JoinableGame)
        return self.game.options_after(self.table.state, len(self.bots(joiners)))

    def bots(self, joiners: int) -> tuple[str, ...]:
        """Return the bot of each of its seats with this number of others, "" for a person."""
        bots = (self.seats[each.seat].bot for each in sorted(self.carried, key=lambda each: each.seat) if each.bot)
        others = max(1, len(self.deciders)) + joiners - 1
        # A person has the first seat, as at every table; the bots sit behind them.
        return ("", *bots, *[""] * others)


def with_chips(offered: Opened, game: AnyGame, seats: Seats) -> Opened:
    """Return how a table that goes on from another is opened once all its seats are taken: each player has the chips
    that they had there."""
    assert isinstance(game, JoinableGame)
    carried = {each.seat: each.chips for each in offered.carried}
    came = [seat.was for seat in seats]
    first = next((came.index(seat) for seat in carried if seat in came), 0)
    chosen = game.options_seated([carried.get(seat, 0) for seat in came], first)
    return msgspec.structs.replace(offered, options={**offered.options, **chosen})
