"""Records of finished games that people upload, as the table of such a game begins. They are read in a process of its
own, whose time and memory are limited: the author of a record may have meant it to take long."""

import msgspec

from cardwright import games
from cardwright.argument_types import MAX_NUMBER
from cardwright.cardroom.events import KnownDeal
from cardwright.cardroom.names import MAX_NAME_CHARS, numbered
from cardwright.cardroom.workbench.stoppable_worker import StoppableWorker
from cardwright.errors import BadRecord
from cardwright.formats import phh
from cardwright.game import Player
from cardwright.play import proof, record, verify
from cardwright.play.luck import Luck
from cardwright.play.record import SEED_NOTE, Record
from cardwright.ranking.declaration import is_text
from cardwright.wording import clean_name, counted

MAX_STEPS = 2000
MAX_KEPT_BYTES = 256 << 10  # of a game in the log of its table
READ_S = 8.0
ADVICE = "it is not a record that this page can read"


def reader() -> StoppableWorker:
    """Return the process that reads records."""
    return StoppableWorker(READ_S, ADVICE)


class UploadedRecord(msgspec.Struct, frozen=True):
    """A finished game: its rules, the server's ``seed`` if it is known, the person's ``seat``, and the other seats'
    bots."""

    game: str
    version: int
    options: dict[str, bool | int | str]
    seed: str
    seat: Player
    others: tuple[str, ...]
    known: KnownDeal


def read(data: bytes, name: str) -> UploadedRecord:
    """Return the game of a record, or of a hand history in PHH, for a person of this ``name``. Raises `BadRecord`.

    Their seat is the person's of that name, else the first of a person.
    """
    if (steps := data.count(b"\n")) > MAX_STEPS:
        raise BadRecord(f"this record has {counted(steps, 'line')}, and a game here has at most {MAX_STEPS:,} steps")
    game_record = phh.loads(data.decode(errors="replace")) if record.is_phh(data) else record.parse(data)
    # The tables of others are drawn here too.
    if any(is_text(str(value)) for value in game_record.game.settings.values()):
        raise BadRecord("this game has a declaration of its own, for which no game can be uploaded")
    if not game_record.over:
        raise BadRecord("this game is not over: only the record of a finished game can be uploaded")
    if len(game_record.log) > MAX_STEPS:
        raise BadRecord(f"this game has {len(game_record.log):,} steps, and a game here has at most {MAX_STEPS:,}")
    game, players = games.room_name(game_record.game), game_record.header.players
    people = [seat for seat, each in enumerate(players) if not each.bot]
    seat = next((seat for seat in people if players[seat].name == name), people[0] if people else 0)
    bots = [each.bot if each.bot in games.bot_names(game) else games.strongest_bot(game) for each in players]
    number, deal = _dealt(game_record)
    known = KnownDeal(
        number=number,
        steps=tuple((step.player, step.action) for step in game_record.log),
        seeds=tuple(seat.seed for seat in deal.seats) if deal else (),
        contract=deal.contract if deal else None,
        uploaded=True,
        late=tuple(at for at, step in enumerate(game_record.log) if step.late),
        names=tuple(numbered([clean_name(each.name, MAX_NAME_CHARS) for each in players])),
        unproved=number is None and deal is None,
    )
    del bots[seat]
    options, seed = dict(game_record.game.settings), deal.seed if deal else ""
    uploaded = UploadedRecord(game, game_record.game.version, options, seed, seat, tuple(bots), known)
    if len(msgspec.json.encode(uploaded)) > MAX_KEPT_BYTES:
        raise BadRecord(f"the options, seeds and steps of this game take more than {MAX_KEPT_BYTES >> 10} kB")
    return uploaded


def _dealt(game_record: Record) -> tuple[int | None, proof.Deal | None]:
    """Return what decided the cards of a game, its deal's number or its secrets; neither if the record proves none."""
    number = game_record.header.notes.get(SEED_NOTE)
    try:
        if type(number) is int and 0 <= number <= MAX_NUMBER:
            verify.check_draws(game_record, Luck.numbered(number))
            return number, None
        verify.check(game_record)
        return None, verify.read_deal(game_record)
    except BadRecord:
        return None, None
