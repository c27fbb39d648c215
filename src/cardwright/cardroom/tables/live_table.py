"""One table of the cardroom: its seats, its game and its chat. The entries of its log change it: see `table_log`."""

import functools
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

import msgspec

from cardwright import games
from cardwright.cardroom import events
from cardwright.cardroom.events import Opened
from cardwright.cardroom.seat_keys import hashed
from cardwright.cardroom.tables import settings
from cardwright.cardroom.tables.chat import Chat
from cardwright.cardroom.tables.joining import Joining
from cardwright.cardroom.tables.moments import MOMENT_HOLD_MS, Moments
from cardwright.cardroom.tables.news import LazyLines, Moment, RecentNews, TellsNews
from cardwright.cardroom.tables.next_game import NextGame, with_chips
from cardwright.cardroom.tables.seats import Seats, TableSeat
from cardwright.cardroom.tables.shared_games import GameRules, shared_game
from cardwright.cardroom.tables.stand_ins import StandIns
from cardwright.errors import UnreadableTable
from cardwright.game import CHANCE, SPECTATOR, Player
from cardwright.play import guide, proof, session, solved
from cardwright.play.clock import NextLevel
from cardwright.play.contract import Contract, commitment
from cardwright.play.luck import Luck
from cardwright.play.session import Frame
from cardwright.play.table import Step, Table, TableSnapshot
from cardwright.scenes import Scene


class Draft(NamedTuple):
    """A game after a move that is not in the log yet: the entry that will be written, and the frames of its steps."""

    entry: events.Moved
    table: Table
    frames: list[Frame]


class LiveTable(TellsNews):
    """A table after ``seq`` entries of its log."""

    def __init__(self, id: str, opened: Opened, at: int) -> None:
        self.id, self.opened, self.seq = id, opened, 1
        self.offered = opened  # as it was opened, less the seats that were closed
        self.rules = GameRules(opened.game, msgspec.json.encode(opened.options), opened.version)
        self.game = shared_game(*self.rules)
        if self.game.version != opened.version:
            raise UnreadableTable(
                f"this table was played by version {opened.version} of the rules of {opened.game}, and its moves do "
                f"not mean the same by version {self.game.version}, which is played here"
            )
        self.seats = Seats(opened, guide.load(opened.game).names, at)
        self.table: Table | None = None
        self.news_log = RecentNews()
        self.at = at  # the time of the last entry
        self.steady_seq = 1  # after the last entry that is not a move
        self.draft: Draft | None = None  # made by the last command, and perhaps on its way to the log
        self.moments = self._no_moments(opened, at)
        self.stopped_at: int | None = None  # when every person had left, which stops the clock
        self.chat = Chat(len(self.seats), opened.watchers_silent)
        self.joining = Joining()
        self.rematch = ""
        self._fingerprint = ""
        self.shown: set[int] = set()  # the seats that agree to show all cards after the game
        self.seals: dict[int, str] = {}  # of the draws in the first `sealed_steps` of the log: see `results.seals`
        self.sealed_steps = 0
        self.tour: guide.Tour | None = None  # of a guided first game
        self.begin_if_ready(at)

    # The course of the game

    @property
    def version(self) -> int:
        """The version of the game: see `Table.version`; 0 before it begins."""
        return self.table.version if self.table is not None else 0

    @property
    def over(self) -> bool:
        """Return whether the game has ended."""
        return self.table is not None and self.table.over

    @property
    def awaits_deal(self) -> bool:
        """Return whether all seats are taken and the first deal is still to be made."""
        return self.table is not None and self.version == len(self.given_steps) and self.table.to_act == (CHANCE,)

    @property
    def ends_now(self) -> bool:
        """Return whether the players have agreed to end a game that waits, and the step that ends it is still due."""
        return self.waits and self.next_game.agreed

    @property
    def given_steps(self) -> tuple[tuple[int, str], ...]:
        """The steps of another game from which this one goes on; () for a game from its beginning."""
        return self.opened.known.steps if self.opened.known else ()

    @property
    def guided(self) -> bool:
        """Return whether this is a guided first game."""
        return self.opened.known is not None and self.opened.known.guided

    @property
    def is_whole(self) -> bool:
        """Return whether the table holds all steps of its game; one that was opened from a snapshot does not."""
        return self.table is None or not self.table.log.missing

    @property
    def may_fork(self) -> bool:
        """Return whether this game was one person's against bots, and has ended: it can be played on from any step."""
        return self.over and self.opened.people == 1

    @property
    def may_repeat(self) -> bool:
        """Return whether such a game can be dealt again: the same cards would come."""
        return self.may_fork and not (self.opened.known and self.opened.known.unproved)

    @property
    def solvable(self) -> bool:
        """Return whether one player has lost this game in the end, and a way to win can be searched for."""
        table = self.table
        return table is not None and table.over and solved.may_be_solved(self.game, table.state, table.forfeited)

    @property
    def next_game(self) -> NextGame:
        """The game that goes on from this one with other players."""
        return NextGame(self.game, self.table, self.seats, self.joining)

    def scene(self, seat: Player, moment: Moment | None = None) -> Scene:
        """The table as a seat sees it now, or saw it at a moment."""
        assert self.table is not None
        return session.look(self.table, seat) if moment is None else moment.frame.scene(seat)

    @property
    def last_deal(self) -> Moment | None:
        """The moment at the end of the deal before this one; None in the first deal and at the end."""
        ends = (moment for moment in reversed(self.moments.latest) if moment.frame.ends_deal)
        return None if self.over else next(ends, None)

    def why_final(self, seat: Player) -> str:
        """Return why a seat's last move is final, "" if it can be taken back."""
        return session.why_final(self.table, seat) if self.table is not None else "the game has not begun"

    def bubbles(self, seat: Player, version: int) -> tuple[tuple[guide.Shown, ...], int]:
        """Return the bubbles of a guided first game up to this version, and how many came since the last own move."""
        if self.tour is None or seat != guide.LEARNER_SEAT:
            return (), 0
        return self.tour.bubbles_between(version), len(self.tour.due(version))

    # Clocks

    @property
    def is_timed(self) -> bool:
        """Return whether the table has a clock, or a game with levels by the clock."""
        return self.table is not None and bool(self.table.clock or self.game.level_ms)

    @property
    def deadline(self) -> int | None:
        """The next time at which a clock runs out with a consequence."""
        clock = self.table.clock if self.table is not None else None
        if clock is None or (clock.pace.spent == "nothing" and self.opened.spent != "bot"):
            return None
        return clock.deadline

    def next_level(self, now: int) -> NextLevel | None:
        """Return the next level by the clock, for a page; None in a game without such levels."""
        return self.table.next_level(now) if self.table is not None else None

    # Who is at the table

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(seat.name or f"seat {number}" for number, seat in enumerate(self.seats, 1))

    @property
    def people(self) -> tuple[str, ...]:
        """The names of the people at the table who have not left."""
        return tuple(seat.name for seat in self.seats if seat.key and not seat.gone)

    @property
    def awaited(self) -> frozenset[Player]:
        """Return the seats of people at the table for whom it waits: to move, or to be there for the first deal."""
        if self.table is None:
            return frozenset((*self.seats.owed_seeds, *self.seats.unready))
        if self.waits:
            return frozenset()
        seats = self.table.to_act
        return frozenset(seat for seat in seats if seat >= 0 and not self.seats[seat].bot and not self.seats[seat].gone)

    @property
    def stand_ins(self) -> StandIns:
        """The bots that play for people who have left, or whose time has run out."""
        return StandIns(self.opened, self.seats, self.table, self.next_game)

    def has_left(self, keys: Collection[str]) -> bool:
        """Return whether a player with these keys has left a game that goes on, and so may know hidden cards of it."""
        return not self.over and any(seat.gone and seat.key in keys for seat in self.seats)

    def reopens_for(self, keys: Collection[str]) -> bool:
        """Return whether a repeated form that opened this table leads a browser with these keys back to it.

        It does until a person sits down here, and then for the browser of a seated player who has not moved yet.
        """
        seated = [number for number, seat in enumerate(self.seats) if seat.key]
        own_seat = next((number for number in seated if self.seats[number].key in keys), None)
        if own_seat is None:
            return not seated
        given_moves = sum(player == own_seat for player, _ in self.given_steps)
        moved = self.table is not None and self.table.moves_of(own_seat) > given_moves
        return not (self.seats[own_seat].gone or self.over or moved)

    @property
    def waits(self) -> bool:
        """Return whether the game stands still until a player wants to go on: see `Table.waits`."""
        return self.table is not None and self.table.waits

    @property
    def is_cash(self) -> bool:
        """Return whether players can leave the game with their chips."""
        return any(self.may_cash_out(seat) for seat in range(len(self.seats)))

    @property
    def only_bots_left(self) -> bool:
        """Return whether only bots are still in the game."""
        out = {seat.player for seat in self.scene(SPECTATOR).seats if seat.out}
        return {number for number, seat in enumerate(self.seats) if not seat.bot} <= out

    def ends_without(self, seat: Player) -> bool:
        """Return whether the game ends if this seat gives up: with two seats, and where no other person plays on.

        Who leaves a cash game ends it for no other.
        """
        if self.is_cash:
            return False
        others = [each for number, each in enumerate(self.seats) if number != seat and each.key and not each.gone]
        return self.table is not None and not self.over and (len(self.seats) <= 2 or not others)

    def may_cash_out(self, seat: Player) -> bool:
        """Return whether this seat can leave the game by its `way_out`, with its chips."""
        if self.table is None or self.over or seat == SPECTATOR:
            return False
        return self.game.way_out(self.table.state, seat) is not None

    def may_sit_in(self, seat: Player) -> bool:
        """Return whether the player of this seat has left the game and can come back by its `way_in`."""
        if self.table is None or self.over or seat == SPECTATOR:
            return False
        return self.game.way_in(self.table.state, seat) is not None

    def may_show_all(self, seat: Player) -> bool:
        """Return whether this seat may see all cards after the game: every person agrees, or there is no other."""
        people = {number for number, each in enumerate(self.seats) if not each.bot}
        return people <= self.shown or people == {seat}

    # The settings

    @functools.cached_property
    def title(self) -> str:
        """The name of this table: see `games.title`."""
        return games.title(self.opened.game, self.game)

    @functools.cached_property
    def terms(self) -> str:
        """The settings that differ from the game's defaults, in words."""
        return "; ".join(settings.describe(self.game, self.opened))

    @functools.cached_property
    def has_default_options(self) -> bool:
        """Return whether the game is played with the default of every option."""
        return self.game.settings == shared_game(self.opened.game, b"{}").settings

    def _use(self, opened: Opened) -> None:
        """Play by other options, before the first deal."""
        self.opened = self.seats.opened = opened
        self.rules = GameRules(opened.game, msgspec.json.encode(opened.options), opened.version)
        self.game = shared_game(*self.rules)
        for name, derived in vars(type(self)).items():
            if isinstance(derived, functools.cached_property):
                self.__dict__.pop(name, None)

    # Before the first deal

    @property
    def may_close_free(self) -> bool:
        """Return whether the game can begin with the players who are there, without more."""
        return self.seats.may_close_free and any(one.name == "players" for one in games.options(self.opened.game))

    def seat_bots(self, bot: str, at: int) -> None:
        """Give the free seats to bots of this name."""
        self.seats.seat_bots(
            [seat.bot if seat.taken else bot for seat in self.seats], guide.load(self.opened.game).names
        )
        self.moments = self._no_moments(self.fewer(self.seats), at)

    def keep_seats(self, seats: Sequence[TableSeat]) -> None:
        """Close all seats but these, before the first deal."""
        self.offered = self.fewer(seats)
        self._use(self.offered)
        self.seats[:] = seats

    def fewer(self, seats: Sequence[TableSeat]) -> Opened:
        """Return how this table would have been opened with these of its seats alone."""
        options = self.offered.options
        if len(seats) < len(self.seats):
            options = {**options, "players": len(seats)}
        return msgspec.structs.replace(self.offered, options=options, bots=tuple(seat.bot for seat in seats))

    def seat_carried(self) -> None:
        """Give each seat the chips that its player has from the game before, once all seats are taken."""
        if self.offered.carried and not self.seats.free:
            self._use(with_chips(self.offered, self.game, self.seats))

    def begin_if_ready(self, at: int) -> None:
        """Begin the game if it waits for no player and no seed."""
        if not self.seats.complete:
            return
        late = frozenset(self.opened.known.late if self.opened.known else ())
        given = enumerate(self.given_steps)
        self.table = self._new_table([Step(*step, at, late=number in late) for number, step in given], at)
        if not self.given_steps and (opening := session.opening_news(self.table)).news:
            self.news_log = self.news_log.after((LazyLines(lambda: opening),))
        if self.opened.known and self.opened.known.goes_on:
            self.news_log = self.news_log.with_line(settings.why_known(self.opened)[-1].capitalize())
        if self.guided:
            self.tour = guide.Tour(guide.first_game(self.opened.game, self.game.settings), self.table)

    def resume_table(self, kept: TableSnapshot) -> None:
        """Go on with the game of a snapshot. The seats have been restored before."""
        self.table = self._new_table((), self.at)
        self.table.resume(kept)

    def _new_table(self, steps: Iterable[Step], at: int) -> Table:
        self.seats.before_deal = False
        number = self.deal_number
        luck = Luck.numbered(number) if number is not None else self.deal.luck
        table = Table(self.game, luck, steps, settings.pace(self.game, self.opened), at)
        table.hold_ms = MOMENT_HOLD_MS
        return table

    def _no_moments(self, opened: Opened, at: int) -> Moments:
        return Moments(at, timed=settings.pace(self.game, opened) is not None, guided=self.guided)

    # What decides the cards

    @property
    def deal(self) -> proof.Deal:
        """The secrets that decide the cards; a game that goes on from another one has the secrets of that game."""
        known = self.opened.known
        if known and (known.origin or known.seeds):
            return proof.Deal(self.opened.seed, tuple(map(proof.SeatSeed, known.seeds)), known.contract)
        seeds = tuple(proof.SeatSeed(seat.seed, seat.own_seed) for seat in self.seats)
        return proof.Deal(self.opened.seed, seeds, self.contract)

    @property
    def deal_number(self) -> int | None:
        """The number of the deal, None for one from secret seeds."""
        return self.opened.known.number if self.opened.known else None

    @property
    def contract(self) -> Contract | None:
        """The game and the commitments of all, once no seat is free.

        None in protocol 1, and where the cards may be known before.
        """
        if self.opened.protocol == 1 or self.opened.known or self.seats.free:
            return None
        bots, seeds = (seat.bot for seat in self.seats), (seat.commitment for seat in self.seats)
        options = self.opened.options if self.opened.complete else None
        return Contract.of(self.game, bots, commitment(self.opened.seed), seeds, options)

    @property
    def fingerprint(self) -> str:
        """The hash of the contract, in hexadecimal digits; "" without one. It stays once the game has begun."""
        if self.table is None or not self._fingerprint:
            contract = self.contract
            self._fingerprint = contract.digest.hex() if contract else ""
        return self._fingerprint

    @property
    def draw_count(self) -> int:
        """The number of draws made and sealed."""
        return self.table.draws if self.table is not None else 0

    def bot_seed(self, seat: Player) -> str:
        """Return the seed of a bot's luck in this turn: the same in every game of the same deal that came to it."""
        assert self.table is not None
        number = self.deal_number
        # Hashed: workers never see the table's own seed.
        return session.bot_seed(hashed(self.opened.seed) if number is None else number, seat, self.table)
