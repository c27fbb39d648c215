"""Bots that play for people at a table who have left, or whose time has run out."""

from typing import NamedTuple

from cardwright import games
from cardwright.cardroom.events import Opened
from cardwright.cardroom.tables.next_game import NextGame
from cardwright.cardroom.tables.seats import Seats
from cardwright.game import Player
from cardwright.play.table import Table


class StandIns(NamedTuple):
    """The seats for which a bot plays as things are now; it keeps nothing itself."""

    opened: Opened
    seats: Seats
    table: Table | None  # None before the first deal
    next_game: NextGame

    def bot_to_act(self, seat: Player, now: int) -> str:
        """Return the bot that has to choose for this seat, "" if it is a person's choice."""
        there = self.seats[seat]
        if there.bot:
            return there.bot
        if self.table is not None and self.table.waits:
            return ""
        if (there.gone and self._play_for_away) or seat in self.late(now):
            return games.strongest_bot(self.opened.game)
        return ""

    def late(self, now: int) -> tuple[Player, ...]:
        """Return the seats for which a bot moves because their time has run out."""
        if self.opened.spent != "bot" or self.table is None or self.table.clock is None:
            return ()
        return self.table.clock.late_players(now)

    def took_over(self, seat: Player) -> int | None:
        """Return the step from which a bot played on for a player who had left for a while, None if none did."""
        left_at = self.seats[seat].left_at
        return left_at if left_at >= 0 and self._play_for_away else None

    @property
    def notes(self) -> dict[Player, str]:
        """The notes beside the seats that were left, while the game goes on."""
        over = self.table is not None and self.table.over
        if over or not any(seat.gone for seat in self.seats):
            return {}
        bot = "; a bot plays" if self.next_game.why_fixed else "; checks or folds, then sits out"
        plays = "" if self.seats.deserted else bot if self._play_for_away else "; the clock runs"
        return {
            number: ("gave up" if seat.resigned else "left") + plays
            for number, seat in enumerate(self.seats)
            if seat.gone
        }

    @property
    def _play_for_away(self) -> bool:
        # Without a clock that runs out, a bot must play on, or the others would wait forever.
        timed = self.table is not None and self.table.clock is not None
        return self.opened.away != "clock" or not timed
