"""``cardwright play``: sit down at a game, on the screen or in words, and leave it kept."""

import secrets
import sys
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from itertools import repeat
from pathlib import Path

import msgspec

from cardwright import games
from cardwright.errors import BadCount, BadOption, BadRecord, CardwrightError, UnknownName
from cardwright.game import SPECTATOR, AnyGame, Pace
from cardwright.play import guide, record
from cardwright.play.clock import utc_date, wall_clock
from cardwright.play.daily import number, share_text
from cardwright.play.luck import Luck
from cardwright.play.proof import Notes
from cardwright.play.record import DAY_NOTE, FORK_NOTE, GUIDE_NOTE, PERSON, SEED_NOTE, Header, Record, Sitter, Writer
from cardwright.play.session import Frame
from cardwright.play.summary import summarise
from cardwright.play.table import Step, Table
from cardwright.scenes import named, words
from cardwright.terminal import storage
from cardwright.terminal.drawing import detect
from cardwright.terminal.drawing.theme import Look
from cardwright.terminal.local_game import BOT_PACE_S, LocalGame
from cardwright.terminal.plain import LineReader, Plain, PlayerLeft, print_line
from cardwright.terminal.recorded_game import RecordedGame
from cardwright.terminal.reports.doctor import warn_if_slow
from cardwright.terminal.reports.progress import progress
from cardwright.terminal.seat_names import characters, seat_names, sitters
from cardwright.wording import counted

INTERRUPTED_STATUS = 130
MAX_DRAWN_DEAL_NUMBER = 999_999_999
RECALLED_NEWS_LINES = 12  # from before a game was left


class PlayRequest(msgspec.Struct, frozen=True, kw_only=True):
    """The terms of a game in the terminal.

    ``seats`` is the kind of each seat, `PERSON` or the name of a bot. By default ``people`` (1) sit first, and a
    ``bot`` (by default the strongest) in every other seat. ``resume`` is a record, or "" for the game that was left
    last; with ``at``, a new game goes on from that step of it. A new game is dealt from the number ``seed``, or from a
    number of its own; ``daily`` deals from the date, and ``again`` deals the last game once more. A ``guided`` first
    game has the deal, the options and the opponent of its guide.
    """

    seed: int | None = None
    people: int | None = None
    bot: str | None = None
    seats: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    resume: str | None = None
    at: int | None = None
    guided: bool = False
    daily: bool = False
    again: bool = False
    pace: float | None = BOT_PACE_S
    plain: bool = False
    ascii: bool = False
    theme: str = "auto"
    four: bool = False

    @property
    def drawn(self) -> bool:
        """Return whether the game is played on the screen, and not in words."""
        return detect.on_terminal() and not self.plain

    @property
    def watched(self) -> bool:
        """Return whether bots play all seats by default: there is no terminal, and no wish for words."""
        return not self.plain and not sys.stdin.isatty()


def play(game: str | None, options: Mapping[str, object], asked: PlayRequest) -> int:
    """Play a game, or go on with one, and return the exit code.

    Without a terminal, and without ``plain``, bots play all seats, and the game is printed. After a game, a rematch may
    follow.
    """
    warn_if_slow()
    local, writer = _open_game(game, options, asked)
    look = detect.choose_look(asked.ascii, asked.theme, asked.four) if asked.drawn else detect.letters_only(asked.ascii)
    code, rematch = _play_game(local, writer, look, asked)
    if asked.daily and local.over:
        print(share_text(summarise(record.read(writer.path), local.people[0] if local.people else 0)))
    while rematch:
        local, writer = start_rematch(local)
        code, rematch = _play_game(local, writer, look, asked)
    return code


def _open_game(game: str | None, options: Mapping[str, object], asked: PlayRequest) -> tuple[LocalGame, Writer]:
    """The game that is asked for: a kept one, a guided one or a new one."""
    if asked.resume is not None or asked.again:
        _check_kept(options, asked)
        if asked.again:
            return _deal_again(game)
        wanted = asked.resume or ""
        return resume_game(game, wanted) if asked.at is None else _fork_game(game, wanted, asked.at)
    if game is None:
        raise UnknownName("game", "", games.GAMES)
    if asked.guided:
        if asked.watched:
            raise CardwrightError("play --first-game needs a terminal, or --plain to play in words")
        return start_first_game(game, options, asked.names)
    if asked.at is not None:
        raise CardwrightError("--at goes with --resume, which names the game")
    if asked.daily and (asked.seed is not None or options):
        raise CardwrightError("--daily deals from the date, with the game's own options: leave out the others")
    return _start_new_game(game, options, asked)


def _start_new_game(name: str, options: Mapping[str, object], asked: PlayRequest) -> tuple[LocalGame, Writer]:
    """A new game, on record."""
    with progress("setting up the game"):
        game = _create_game(name, options)
    if asked.seats and asked.people is not None:
        raise CardwrightError("--seats says who plays each seat: leave out --people")
    if asked.watched and (asked.people or PERSON in asked.seats):
        raise CardwrightError("a person needs a terminal, or --plain to play in words")
    people = (0 if asked.watched else 1) if asked.people is None else asked.people
    kinds = _choose_kinds(game, people, asked.bot, asked.seats)
    day = utc_date(wall_clock()) if asked.daily else ""
    begun = deal_game(game, kinds, asked.names, number(day) if day else asked.seed, day)
    if asked.watched and asked.people is None and not asked.seats:
        print("cardwright: no terminal, so bots play all seats; --plain plays in words", file=sys.stderr)
    return begun


def _create_game(name: str, options: Mapping[str, object]) -> AnyGame:
    """Return the game with these options; the error about a ranking that does not fit names the command for others."""
    try:
        return games.create_offered(name, **options)
    except (BadCount, BadOption) as problem:
        is_unfit = problem.option == "ranking" if isinstance(problem, BadOption) else problem.count == 2
        if "ranking" in options and is_unfit:
            problem.add_note(f"cardwright variants {options['ranking']} lists what it can be played with")
        raise


def _play_game(local: LocalGame, writer: Writer, look: Look, asked: PlayRequest) -> tuple[int, bool]:
    """Play one game on the screen or in words, and return the exit code, and True if a rematch follows."""
    with writer:
        played = _play_on_screen(local, look, asked.pace) if asked.drawn else _play_in_words(local, look)
    _print_farewell(local, writer.path)
    return played


def start_rematch(local: LocalGame) -> tuple[LocalGame, Writer]:
    """Return the same game with the same options and opponents, dealt from the next number, and its record."""
    people = [local.names[seat] for seat in local.people]
    return deal_game(local.game, local.kinds, people, local.seed % MAX_DRAWN_DEAL_NUMBER + 1)


def _check_kept(options: Mapping[str, object], asked: PlayRequest) -> None:
    """Raise `CardwrightError` if a kept game cannot be played here, or not with the other arguments."""
    how = "again" if asked.again else "resume"
    if not asked.plain and not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise CardwrightError(f"play --{how} needs a terminal, or --plain to play in words")
    terms = ("seed", "people", "bot", "seats", "names", *(("resume", "at") if asked.again else ()))
    refused = [*(name for name in terms if getattr(asked, name) not in (None, ())), *options]
    refused += ["daily"] if asked.daily else []
    if refused:
        flags = ", ".join(f"--{name.replace('_', '-')}" for name in refused)
        raise CardwrightError(f"play --{how} continues a game as it was begun: leave out {flags}")


def _choose_kinds(game: AnyGame, people: int, bot: str | None, seats: Sequence[str]) -> list[str]:
    """Return the kind of each seat. Raises `BadCount` or `UnknownName`."""
    bots = games.bot_names(game.name)
    count = len(seats) or people
    if not 0 <= count <= game.players:
        places = counted(game.players, "seat")
        raise BadCount(f"{count} players, but this game has {places}", count)
    if bot and count == game.players:
        taken = f"all {count} are taken" if count > 1 else "the game is for one player"
        raise BadCount(f"no seat is left for the bot {bot!r}: {taken}", count)
    kinds = (list(seats) or [PERSON] * people) + [bot or bots[-1]] * (game.players - count)
    for kind in kinds:
        if kind != PERSON and kind not in bots:
            raise UnknownName(f"bot for {game.name}", kind, bots)
    return kinds


def deal_game(
    game: AnyGame, kinds: Sequence[str], people_names: Sequence[str], seed: int | None, day: str = ""
) -> tuple[LocalGame, Writer]:
    """Return a new game and its record. It is dealt from the number ``seed``, or a random one if that is None.

    ``people_names`` are for the seats of the kind `PERSON`, in turn. Raises `BadCount` for more names than people.
    """
    people = kinds.count(PERSON)
    if len(people_names) > people:
        who = "1 person plays" if people == 1 else f"{people or 'no'} people play"
        raise BadCount(f"{len(people_names)} names, but {who}", len(people_names))
    names = seat_names(kinds, people_names, characters(game))
    deal = secrets.randbelow(MAX_DRAWN_DEAL_NUMBER) + 1 if seed is None else seed
    notes: Notes = {SEED_NOTE: deal, **({DAY_NOTE: day} if day else {})}
    return _begin(game, sitters(names, kinds), names, notes, game.pace())


def _begin(
    game: AnyGame,
    players: Sequence[Sitter],
    names: Sequence[str],
    notes: Notes,
    pace: Pace | None,
    log: Sequence[Step] = (),
) -> tuple[LocalGame, Writer]:
    """Return a game after these steps, and its record. It is dealt from the number in its notes, if there is one."""
    header = Header.of(game, players, started=datetime.now(UTC).isoformat(timespec="seconds"), notes=notes)
    writer = storage.begin(header)
    for step in log:
        writer.append(step)
    table = Table(game, _create_luck(_deal_number(header)), log, pace, wall_clock())
    return _create_local(table, names, header, writer), writer


def _deal_again(game: str | None) -> tuple[LocalGame, Writer]:
    """The game that ended last, of this kind if one is named, dealt again. Raises `NoSavedGame`, `BadRecord`."""
    path = storage.find_latest(game, ended=True)
    last_record = record.parse(storage.whole_lines(path), str(path))
    deal = _deal_number(last_record.header)
    if deal is None:
        raise BadRecord("this game has no number, so it cannot be dealt again", where=str(path))
    people = [sitter.name for sitter in last_record.header.players if sitter.kind == PERSON]
    return deal_game(last_record.game, _kinds(last_record.header), people, deal)


def _kinds(header: Header) -> list[str]:
    return [sitter.kind or PERSON for sitter in header.players]


def _deal_number(header: Header) -> int | None:
    noted = header.notes.get(SEED_NOTE)
    return noted if isinstance(noted, int) else None


def _fork_game(game: str | None, wanted: str, at: int) -> tuple[LocalGame, Writer]:
    """A new game that goes on from a step of another, with the same cards to come where that one has a number.

    Raises `BadRecord`, `NoSavedGame` or `BadCount`.
    """
    path = Path(wanted) if wanted else storage.find_latest(game, ended=True)
    source = record.parse(storage.whole_lines(path), str(path))
    last = source.last - (source.forfeited is not None) - 1
    if not 0 <= at <= last:
        raise BadCount(f"this game can be played on from steps 0 to {last}", at)
    deal, log = _deal_number(source.header), source.log[:at]
    notes: Notes = {FORK_NOTE: at, **({} if deal is None else {SEED_NOTE: deal})}
    names = RecordedGame(source).names
    local, writer = _begin(source.game, source.header.players, names, notes, source.game.pace(), log)
    _recall(local, Record.of(source.header, source.game, log))
    return local, writer


def _recall(local: LocalGame, kept: Record) -> None:
    """Show the latest news from before the game goes on."""
    recording = RecordedGame(kept)
    local.recall(recording.news(recording.last, local.people[0] if local.people else SPECTATOR)[-RECALLED_NEWS_LINES:])


def start_first_game(name: str, options: Mapping[str, object], people_names: Sequence[str]) -> tuple[LocalGame, Writer]:
    """Return a guided first game and its record: that of the variant in the options, if they name one."""
    first = guide.first_game(name, options)
    game = games.create(name, **first.options)
    kinds = [PERSON, *first.opponents]
    names = seat_names(kinds, people_names, characters(game))
    local, writer = _begin(game, sitters(names, kinds), names, {SEED_NOTE: first.deal, GUIDE_NOTE: name}, pace=None)
    local.tour = guide.Tour(first, local.table)
    return local, writer


def resume_game(game: str | None, wanted: str) -> tuple[LocalGame, Writer]:
    """Return a game that goes on, with everyone where they sat, and its record. Raises `BadRecord` or `NoSavedGame`."""
    path = Path(wanted) if wanted else storage.find_latest(game)
    writer, kept = Writer.resume(path)
    if kept.over:
        writer.close()
        raise BadRecord(f"this game has ended; cardwright replay {path} shows it", where=str(path))
    if kept.dropped:
        print(f"cardwright: {path}: the last line was torn, and is left out", file=sys.stderr)
    luck, began = _create_luck(_deal_number(kept.header)), kept.log[0].at if kept.log else wall_clock()
    table = kept.table(luck, pace=kept.game.pace(), began=began)
    local = _create_local(table, RecordedGame(kept).names, kept.header, writer)
    if guided := kept.header.notes.get(GUIDE_NOTE):
        local.tour = guide.Tour(guide.first_game(str(guided), kept.game.settings), Table(kept.game, luck))
        local.tour.follow(0, [Frame(*each) for each in zip(kept.log, repeat(kept.game), kept.states[1:])])
    _recall(local, kept)
    return local, writer


def _create_luck(seed: int | None) -> Luck:
    """Return the luck of a game. With a seed each draw has its own stream, so a resumed game has the same cards."""
    return Luck.fresh() if seed is None else Luck.numbered(seed)


def _create_local(table: Table, names: Sequence[str], header: Header, writer: Writer) -> LocalGame:
    deal = _deal_number(header)
    own_seed = secrets.randbits(64) if deal is None else deal
    return LocalGame(table, names, _kinds(header), games.strongest_bot(table.game.name), own_seed, writer)


def _play_on_screen(local: LocalGame, look: Look, pace: float | None) -> tuple[int, bool]:
    from cardwright.terminal.screen.play_screen import PlayScreen  # Textual takes a third of a second to load

    screen = PlayScreen(local, look, pace)
    code = screen.run() or 0
    if local.over:
        print(look.text(named(local.scene(SPECTATOR).result, local.names)))
    return code, screen.rematch_wanted


def _play_in_words(local: LocalGame, letters: Look) -> tuple[int, bool]:
    lines: LineReader | None = None
    suits = local.scene(SPECTATOR).suits

    def say(line: str) -> None:
        print_line(letters.text(words.spell_cards(line, suits)))

    def ask(prompt: str, seconds: float | None) -> str | None:
        nonlocal lines
        lines = lines or LineReader(sys.stdin.fileno())
        print(letters.text(words.spell_cards(prompt, suits)), end="", flush=True)
        line = lines.next(seconds)
        if line is None or not sys.stdin.isatty():
            print()  # a terminal has shown the line that was typed, and its end
        return line

    say(local.introduction)
    say(
        f"{local.scene(SPECTATOR).title}: "
        + ", ".join(
            name if kind == PERSON else f"{name} ({kind})" for name, kind in zip(local.names, local.kinds, strict=True)
        )
    )
    dialogue = Plain(local, ask, say)
    try:
        dialogue.run()
        return 0, bool(sys.stdin.isatty() and local.people) and dialogue.wants_rematch()
    except PlayerLeft:
        print()
    except KeyboardInterrupt:
        print()
        return INTERRUPTED_STATUS, False
    return 0, False


def _print_farewell(local: LocalGame, path: Path) -> None:
    """Print where the game is kept, and the commands for it."""
    from cardwright.terminal.reports.printing import print_wrapped  # a game starts in less time without it

    if local.over:
        print_wrapped(f"Kept in {path}.")
        print_wrapped(f"cardwright replay {path.name} shows it again.")
        if games.has_answers(local.game.name):
            print_wrapped(f"cardwright review {path.name} shows the mistakes, and what luck did.")
    else:
        print_wrapped(f"The game is kept in {path}; cardwright play --resume continues it.")
