"""The command line. Each command imports its modules when it is called, so that ``--help`` answers at once.

Errors are one line on stderr and exit code 2; after Ctrl-C it is 130. Cardwright uses argparse because it starts in a
tenth of the time of richer libraries.
"""

import argparse
import importlib
import io
import os
import sys
from collections.abc import Callable, Sequence

from cardwright import __version__
from cardwright.cli import arena, cardroom, installation, play, rankings, records
from cardwright.cli.arguments import Command, Parser, add_command, wrapped
from cardwright.errors import PACKAGE_OF_MODULE, CardwrightError
from cardwright.wording import error_line

TOPICS = {
    title: [each for each in vars(module).values() if isinstance(each, Command)]
    for title, module in {
        "games": play,
        "records of games": records,
        "tables of hands": rankings,
        "bots": arena,
        "the cardroom": cardroom,
        "this installation": installation,
    }.items()
}
OWN_PARSERS = {each.name: each.run for topic in TOPICS.values() for each in topic if callable(each.run)}


def parser() -> Parser:
    """Return the parser of every command except those whose options depend on a game: see `play.play_parser`."""
    top = Parser(
        prog="cardwright",
        usage="cardwright COMMAND ...",
        description=wrapped("Card and dice games: play them, count them exactly, declare your own tables of hands."),
        epilog=wrapped("cardwright COMMAND --help explains each command."),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        add_help=False,
    )
    under = top.add_subparsers(prog="cardwright", metavar="COMMAND", help=argparse.SUPPRESS)
    for title, topic in TOPICS.items():
        top.add_argument_group(title, "\n".join(add_command(under, each) for each in topic))
    more = top.add_argument_group("options")
    more.add_argument("--help", "-h", action="help", help="show this help")
    more.add_argument("--version", action="version", version=f"cardwright {__version__}", help="print the version")
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    # As in worker processes (`processes`). NumPy, which reads it, is not imported yet.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # Each is None where the caller has closed it.
    sys.stdin = sys.stdin or open(os.devnull)  # noqa: SIM115
    sys.stdout = sys.stdout or io.TextIOWrapper(io.BytesIO(), "utf-8")
    sys.stderr = sys.stderr or io.StringIO()
    if isinstance(sys.stdout, io.TextIOWrapper):  # a terminal with a small character set still gets an answer
        sys.stdout.reconfigure(errors="replace")
    try:
        code = _run(words or ["--help"])
        sys.stdout.flush()
        return code
    except BrokenPipeError:  # the reader has closed the pipe
        _write_no_more()
        return 0
    except OSError as problem:
        where = problem.filename or ("the output" if _output_fails() else "")
        why = problem.strerror or str(problem)
        return _refuse(problem, f"{where}: {why}" if where else why)
    except CardwrightError as error:
        return _refuse(error)
    except MemoryError as problem:
        return _refuse(problem, "this takes more memory than there is")
    except ModuleNotFoundError as missing:
        if missing.name not in PACKAGE_OF_MODULE:
            raise
        return _refuse(missing, PACKAGE_OF_MODULE[missing.name])
    except KeyboardInterrupt as stop:
        from cardwright.terminal.reports import progress

        if progress.is_unread():  # long work is interrupted then
            _write_no_more()
            return 0
        _refuse(stop, "stopped")
        return 130


def _refuse(problem: BaseException, message: str = "") -> int:
    """Print an error in one line, and return the exit code."""
    print(error_line(problem, message), file=sys.stderr)
    return 2


def _run(words: Sequence[str]) -> int:
    """Run one command and return its exit code, also where the parser ends it: after help, or with a mistake."""
    if words[0] == "help":
        words = [*words[1:2], "--help"]
    try:
        if words[0] in OWN_PARSERS:
            return OWN_PARSERS[words[0]](words[1:])
        top = parser()
        if words[0].startswith("-"):
            top.parse_args(words[:1])  # help or the version; anything else is refused by its name
        given = vars(top.parse_args(words))
        return int(function_of(given.pop("run"))(**given))
    except SystemExit as end:
        return int(end.code or 0)


def function_of(run: str) -> Callable[..., int]:
    """Return the function of a command, "module:function"."""
    module, _, function = run.partition(":")
    run_function: Callable[..., int] = getattr(importlib.import_module(f"cardwright.{module}"), function)
    return run_function


def _output_fails() -> bool:
    """Return true, and discard the buffer of standard output, if it cannot be written."""
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(b"")  # a stream without a buffer (PYTHONUNBUFFERED) has held nothing back
    except OSError:
        _write_no_more()
        return True
    return False


def _write_no_more() -> None:
    """Discard the buffer of standard output, which Python would write at its exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
