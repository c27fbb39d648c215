"""``cardwright replay``: any step of a recorded game, from any seat, stepped through or printed.

The record of one seat is shown in the same way, as that seat saw the game.
"""

import msgspec

from cardwright.game import SPECTATOR, Player
from cardwright.play import session
from cardwright.play.seat_record import read_any
from cardwright.scenes import Scene, named, words
from cardwright.terminal import storage
from cardwright.terminal.drawing import detect
from cardwright.terminal.drawing.theme import Look
from cardwright.terminal.plain import print_line
from cardwright.terminal.recorded_game import RecordedGame
from cardwright.terminal.reports.printing import print_json


class ReplayStep(msgspec.Struct, frozen=True, kw_only=True):
    """The output of ``--json``: a step of a game as one seat saw it; ``seat`` 1 is the first, 0 the spectator's.

    A ``moment`` was held for the players to see. ``viewers`` are all the seats whose views the record can show.
    """

    game: str
    version: int
    at: int
    last: int
    moment: bool
    seat: int
    viewers: list[int] = msgspec.field(name="eyes")
    names: list[str]
    scene: Scene


def replay(
    path: str,
    *,
    at: int | None = None,
    seat: str | int | None = None,
    plain: bool = False,
    ascii: bool = False,
    as_json: bool = False,
    theme: str = "auto",
    four: bool = False,
) -> int:
    """Show a recorded game, by default as you saw it or else a spectator, and return the exit code.

    The record of one seat shows that seat's view.

    In a terminal the game is stepped through, by default from the first decision with a card on the table; else one
    step is printed, by default the last. Raises `BadRecord`.
    """
    with storage.file_errors(path):
        recording = RecordedGame(read_any(path))
    step, viewer = recording.step(at), recording.seat(seat)
    if as_json:
        return _print_json(recording, step, viewer)
    if detect.on_terminal() and not plain:
        from cardwright.terminal.screen.stepper import Stepper  # Textual takes a third of a second to load

        first = session.first_decision(recording.record, viewer) if at is None else step
        return Stepper(recording, first, viewer, detect.choose_look(ascii, theme, four)).run() or 0
    _print_words(recording, step, viewer, detect.letters_only(ascii))
    return 0


def _seat_number(seat: Player) -> int:
    return 0 if seat == SPECTATOR else seat + 1


def _print_json(recording: RecordedGame, at: int, seat: Player) -> int:
    step = ReplayStep(
        game=recording.game.name,
        version=recording.game.version,
        at=at,
        last=recording.last,
        moment=recording.is_moment(at),
        seat=_seat_number(seat),
        viewers=[_seat_number(viewer) for viewer in recording.viewers],
        names=recording.names,
        scene=recording.scene(at, seat),
    )
    return print_json(step)


def _print_words(recording: RecordedGame, at: int, seat: Player, look: Look) -> None:
    lines = [f"{recording.describe_step(at, seat)}.", *filter(None, [recording.warning])]
    scene, names = recording.scene(at, seat), recording.names_for(seat)
    lines += [named(line, names) for line in scene.news]
    for line in lines + words.table(scene, names):
        print_line(look.text(words.spell_cards(line, scene.suits)))
