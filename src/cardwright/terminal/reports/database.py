"""``cardwright backup``, ``restore``, ``check`` and ``prune``: the cardroom's log as a whole."""

import sys

from cardwright.cardroom.commitments import TABLE_ID
from cardwright.cardroom.logs.people import SEATED_LOG
from cardwright.cardroom.logs.subscriptions import PUSH_LOG
from cardwright.cardroom.tables import snapshots
from cardwright.play.clock import wall_clock
from cardwright.store import backup as backups
from cardwright.store.integrity import LogReport
from cardwright.terminal.reports.printing import print_json
from cardwright.terminal.storage import cardroom
from cardwright.wording import counted

DAY_MS = 24 * 3600 * 1000


def backup(database: str, file: str) -> int:
    """Write a backup; return the exit code. Raises `StoreError`."""
    return _print_result(backups.backup(database or str(cardroom()), file), f"{file}: a backup of")


def restore(file: str, database: str) -> int:
    """Restore a backup; return the exit code. Raises `StoreError`."""
    return _print_result(backups.restore(file, database or str(cardroom())), "restored")


def check(database: str, *, as_json: bool) -> int:
    """Print the changes found in a log; return 1 if anything has. Raises `StoreError`."""
    where = database or str(cardroom())
    report = backups.check(where)
    if not report.damage:  # else the damage explains a snapshot that differs
        report.damage += snapshots.damage(where)
    if as_json:
        print_json(report)
        return int(bool(report.damage))
    return _print_result(report, "whole:" if not report.damage else "damaged:")


def prune(database: str, days: int) -> int:
    """Delete old tables and the subscriptions to their notices, and print their number. Raises `StoreError`."""
    before, where = wall_clock() - days * DAY_MS, database or str(cardroom())
    tables, entries = backups.prune(where, before, lambda game: TABLE_ID.fullmatch(game) is not None)
    backups.prune(where, before, lambda game: game.startswith((PUSH_LOG, SEATED_LOG)))
    print(f"deleted: {counted(tables, 'table')} with {_entries(entries)}, without a move for {counted(days, 'day')}")
    return 0


def _entries(number: int) -> str:
    return "1 entry" if number == 1 else f"{number:,} entries"


def _print_result(report: LogReport, what: str) -> int:
    print(f"{what} {counted(report.tables, 'log')} with {_entries(report.entries)}")
    if report.unchained:
        print(f"older than the hash chain, so a change is not found: {_entries(report.unchained)}")
    for line in report.damage:
        print(f"damaged: {line}", file=sys.stderr)
    return int(bool(report.damage))
