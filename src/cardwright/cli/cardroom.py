"""Commands that serve the cardroom and look after its log."""

import argparse
import gc
import os
from typing import Any

from cardwright.cli.arguments import Commands, contact, host_names, networks, within


def add(to: Commands) -> None:
    """Add the commands of this module."""
    made = to.command(serve, "open the cardroom: live tables in the browser")
    _add_env(made, "--host", "127.0.0.1", help="the address to listen on (127.0.0.1: this machine only)")
    _add_env(
        made, "--port", None, type=within(0, 65535), help="the port to listen on (default: 8000, or the next free one)"
    )
    made.add_argument("--open", action="store_true", help="open the page in your browser, where there is one")
    _add_database(made)
    _add_env(made, "--workers", "1", type=within(1, 64), metavar="N", help="the number of processes that serve")
    _add_env(made, "--bot-workers", "1", type=within(1, 64), metavar="N", help="processes for bots, of each of these")
    _add_env(made, "--host-name", "", type=host_names, metavar="NAME,...", help="answer to these names only")
    _add_env(made, "--trust-proxy", "", type=networks, metavar="ADDRESS,...", help="proxies that name the client")
    _add_env(made, "--metrics-from", "", type=networks, metavar="ADDRESS,...", help="who may read /metrics")
    _add_env(made, "--push", "", metavar="KEYFILE", help="send Web Push notices, with the key in this file")
    _add_env(made, "--push-contact", "", type=contact, metavar="ADDRESS", help="mailto:... or https://... of the owner")

    made = to.command(backup, "copy the cardroom's log to a new file, also while it is open")
    made.add_argument("file", metavar="FILE", help="the file to write: an SQLite database, from PostgreSQL too")
    _add_database(made)

    made = to.command(restore, "make a backup the log of a new or empty database")
    made.add_argument("file", metavar="FILE", help="a file that cardwright backup wrote")
    _add_database(made)

    made = to.listing(check, "read the cardroom's whole log and name what has changed; exit code 1 if anything has")
    _add_database(made)

    made = to.command(prune, "delete the tables without a move for some days; lists of games keep their results")
    made.add_argument(
        "--older", type=within(1, 36500), required=True, metavar="DAYS", help="the days without a move, 1 or more"
    )
    _add_database(made)

    made = to.listing(published, "list the tables of hands published in the workbench, or take one off the list")
    what = made.add_mutually_exclusive_group()
    what.add_argument("--hide", metavar="ID", help="take it off the list; its link and its games stay")
    what.add_argument("--unhide", metavar="ID", help="put it back on the list")
    _add_database(made)


def _add_database(made: argparse.ArgumentParser) -> None:
    about = "an SQLite file, or postgresql://... (default: $CARDWRIGHT_DATABASE, or a file in your data folder)"
    _add_env(made, "--database", "", metavar="FILE-OR-ADDRESS", help=about)


def _add_env(made: argparse.ArgumentParser, option: str, default: str | None, **more: Any) -> None:
    """Add an option that an environment variable sets too: --bot-workers is CARDWRIGHT_BOT_WORKERS."""
    variable = f"CARDWRIGHT_{option.strip('-').replace('-', '_').upper()}"
    made.add_argument(option, default=os.environ.get(variable) or default, **more)


def serve(parsed: argparse.Namespace) -> int:
    """Open the cardroom."""
    gc.disable()  # until the server starts: modules leave no garbage, and collections take a tenth of their time
    from cardwright.terminal.storage import cardroom
    from cardwright.web.server import Settings
    from cardwright.web.server import serve as run

    settings = Settings(
        parsed.host,
        parsed.database or str(cardroom()),
        parsed.bot_workers,
        host_names=parsed.host_name,
        trust_proxy=parsed.trust_proxy,
        metrics_from=parsed.metrics_from,
        push=parsed.push,
        push_contact=parsed.push_contact,
    )
    return run(settings, parsed.port, parsed.workers, open=parsed.open)


def backup(parsed: argparse.Namespace) -> int:
    """Copy the cardroom's log to a file."""
    from cardwright.terminal.reports import database

    return database.backup(parsed.database, parsed.file)


def restore(parsed: argparse.Namespace) -> int:
    """Make a backup the cardroom's log."""
    from cardwright.terminal.reports import database

    return database.restore(parsed.file, parsed.database)


def check(parsed: argparse.Namespace) -> int:
    """Check the cardroom's log."""
    from cardwright.terminal.reports import database

    return database.check(parsed.database, as_json=parsed.json)


def prune(parsed: argparse.Namespace) -> int:
    """Delete old tables."""
    from cardwright.terminal.reports import database

    return database.prune(parsed.database, parsed.older)


def published(parsed: argparse.Namespace) -> int:
    """List published declarations, or take one off the list."""
    from cardwright.terminal.reports import published_list

    return published_list.list_or_hide(parsed.database, parsed.hide, parsed.unhide, as_json=parsed.json)
