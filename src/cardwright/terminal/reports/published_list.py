"""``cardwright published``: the list of published declarations of a cardroom; its operator can take some off it."""

import asyncio

import msgspec

from cardwright.cardroom.logs.published import Designs, ListItem
from cardwright.play.clock import utc_date, wall_clock
from cardwright.store import backup, connect
from cardwright.store.background import BackgroundStore
from cardwright.terminal.reports.printing import print_json, print_table
from cardwright.terminal.reports.tables import TableColumn, TableRow
from cardwright.terminal.storage import cardroom


def list_or_hide(database: str, hide: str | None, unhide: str | None, *, as_json: bool) -> int:
    """Hide a declaration or put it back, or else list all. Raises `StoreError` or `PlayError`."""
    where = database or str(cardroom())
    backup.check_there(where)
    store = connect(where)
    try:
        designs = Designs(BackgroundStore(store), wall_clock)
        return asyncio.run(_answer(designs, hide, unhide, as_json=as_json))
    finally:
        store.close()


async def _answer(designs: Designs, hide: str | None, unhide: str | None, *, as_json: bool) -> int:
    changed = hide or unhide
    if changed:
        item = await designs.hide(changed, back=bool(unhide))
        rows = [(item, not unhide)]
    else:
        rows = [(item, False) for item in await designs.listed()] + [(item, True) for item in await designs.hidden()]
    if as_json:
        return print_json([{**msgspec.to_builtins(item), "hidden": hidden} for item, hidden in rows])
    if changed:
        print(f"{item.title} ({item.design}) is {'back on' if unhide else 'off'} the list")
    elif rows:
        columns = ("id", "version", "published", "by", "title")
        print_table([TableColumn(name, text=name == "title") for name in columns], [_row(*row) for row in rows])
    else:
        print("Nothing is published.")
    return 0


def _row(item: ListItem, hidden: bool) -> TableRow:
    title = f"{item.title} (hidden)" if hidden else item.title
    return TableRow((item.design, str(item.version), utc_date(item.at), item.by, title))
