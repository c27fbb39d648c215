"""``cardwright serve``: one process of the cardroom, until it is told to stop."""

import asyncio
import contextlib
import logging
import signal
import sys
from pathlib import Path
from typing import Any

import msgspec
import uvicorn

from cardwright import store
from cardwright.web.app import create_app
from cardwright.web.house import House
from cardwright.web.minds import Minds

STOPPING = 0.5  # seconds that open sockets have to end


class Lines(logging.Formatter):
    """One JSON object a line: when, what, where. A card is never logged, nor an action, nor a secret."""

    FIELDS = ("table", "seat", "why")

    def format(self, record: logging.LogRecord) -> str:
        """The line of a record."""
        line: dict[str, Any] = {
            "at": int(record.created * 1000),
            "level": record.levelname.lower(),
            "what": record.getMessage(),
        }
        line |= {name: getattr(record, name) for name in self.FIELDS if hasattr(record, name)}
        if record.exc_info and record.exc_info[0]:
            line["error"] = record.exc_info[0].__name__
        return msgspec.json.encode(line).decode()


def start_log() -> None:
    """Log to stderr, in lines. The paths of requests are left out: they hold the secrets of seats."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    logging.getLogger("uvicorn.access").disabled = True
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)  # below, it tells the paths of sockets


def serve(host: str, port: int, database: str, bot_workers: int) -> int:
    """Serve the cardroom until SIGINT or SIGTERM; everything is in the log by then. Raises `StoreError`."""
    start_log()
    # uvicorn stops in good order, and then sends the signal again: that must not keep us from clearing up.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    if not database.startswith(("postgres://", "postgresql://")):
        Path(database).parent.mkdir(parents=True, exist_ok=True)
    log = store.connect(database)
    try:
        with Minds(bot_workers) as minds:
            config = uvicorn.Config(
                create_app(House(log, minds)),
                host=host,
                port=port,
                log_config=None,
                access_log=False,
                timeout_graceful_shutdown=STOPPING,  # type: ignore[arg-type]
                ws_max_size=4096,
                ws_ping_interval=20,
                server_header=False,
                proxy_headers=False,
            )
            print(f"The cardroom is open at http://{host}:{port} (Ctrl-C closes it; every game is kept)", flush=True)
            with contextlib.suppress(KeyboardInterrupt, asyncio.CancelledError):
                uvicorn.Server(config).run()
    finally:
        log.close()
    return 0
