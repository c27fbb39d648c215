"""Commands that serve the cardroom and look after its log."""

import gc
import os
from argparse import ArgumentParser
from typing import Any

from cardwright.argument_types import within
from cardwright.cli.arguments import command, contact, host_names, networks


def _add_database(parser: ArgumentParser, created: str = "") -> None:
    default = "(default: $CARDWRIGHT_DATABASE, or a file in your data folder)"
    about = f"an SQLite file{created}, or postgresql://... {default}"
    _add_env(parser, "--database", "", metavar="FILE-OR-ADDRESS", help=about)


def _add_env(parser: ArgumentParser, option: str, default: str | None, **more: Any) -> None:
    """Add an option that an environment variable sets too: --bot-workers is CARDWRIGHT_BOT_WORKERS."""
    variable = f"CARDWRIGHT_{option.strip('-').replace('-', '_').upper()}"
    parser.add_argument(option, default=os.environ.get(variable) or default, **more)


@command("cli.cardroom:open_cardroom")
def serve(parser: ArgumentParser) -> None:
    """Open the cardroom: live tables in the browser."""
    _add_env(parser, "--host", "127.0.0.1", help="the address to listen on; 127.0.0.1 is this machine only")
    _add_env(
        parser,
        "--port",
        None,
        type=within(0, 65535),
        help="the port to listen on (default: 8000, or the next free one)",
    )
    parser.add_argument("--open", action="store_true", help="open the page in your browser, where there is one")
    _add_database(parser, " (created, with its folders, if missing)")
    _add_env(parser, "--workers", "1", type=within(1, 64), metavar="N", help="the number of processes that serve")
    _add_env(parser, "--bot-workers", "1", type=within(1, 64), metavar="N", help="processes for bots, of each of these")
    names = "answer to these names only"
    _add_env(parser, "--host-name", "", dest="host_names", type=host_names, metavar="NAME,...", help=names)
    _add_env(parser, "--trust-proxy", "", type=networks, metavar="ADDRESS,...", help="proxies that name the client")
    _add_env(parser, "--metrics-from", "", type=networks, metavar="ADDRESS,...", help="who may read /metrics")
    _add_env(parser, "--push", "", metavar="KEYFILE", help="send Web Push notices, with the key in this file")
    _add_env(
        parser, "--push-contact", "", type=contact, metavar="ADDRESS", help="mailto:... or https://... of the owner"
    )


def open_cardroom(database: str, port: int | None, workers: int, *, open: bool, **settings: Any) -> int:
    """Serve until it is stopped. The other ``settings`` are as in `cardwright.web.server.Settings`."""
    gc.disable()  # until the server starts: modules leave no garbage, and collections take a tenth of their time
    from cardwright.terminal.storage import cardroom
    from cardwright.web.server import Settings, serve

    return serve(Settings(database=database or str(cardroom()), **settings), port, workers, open=open)


@command("terminal.reports.database:backup")
def backup(parser: ArgumentParser) -> None:
    """Copy the cardroom's log to a new file, also while it is open."""
    parser.add_argument("file", metavar="FILE", help="the file to write: an SQLite database, from PostgreSQL too")
    _add_database(parser)


@command("terminal.reports.database:restore")
def restore(parser: ArgumentParser) -> None:
    """Make a backup the log of a new or empty database."""
    parser.add_argument("file", metavar="FILE", help="a file that cardwright backup wrote")
    _add_database(parser)


@command("terminal.reports.database:check", "json")
def check(parser: ArgumentParser) -> None:
    """Read the cardroom's whole log and name the entries that were changed; exit code 1 if anything has."""
    _add_database(parser)


@command("terminal.reports.database:prune")
def prune(parser: ArgumentParser) -> None:
    """Delete the tables without a move for some days; lists of games keep their results."""
    older = "the days without a move, 1 or more"
    parser.add_argument("--older", dest="days", type=within(1, 36500), required=True, metavar="DAYS", help=older)
    _add_database(parser)


@command("terminal.reports.published_list:list_or_hide", "json")
def published(parser: ArgumentParser) -> None:
    """List the tables of hands published in the workbench, or take one off the list."""
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--hide", metavar="ID", help="take it off the list; its link and its games stay")
    what.add_argument("--unhide", metavar="ID", help="put it back on the list")
    _add_database(parser)
