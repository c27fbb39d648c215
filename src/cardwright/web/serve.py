"""``cardwright serve``: one process of the cardroom, until it is told to stop."""

import asyncio
import contextlib
import logging
import multiprocessing
import signal
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import uvicorn

from cardwright import store
from cardwright.web.app import create_app
from cardwright.web.house import House

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


def _quiet() -> None:
    """A worker leaves Ctrl-C to its parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def serve(host: str, port: int, database: str, bot_workers: int) -> int:
    """Serve the cardroom until SIGINT or SIGTERM; everything is in the log by then. Raises `StoreError`."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    logging.getLogger("uvicorn.access").disabled = True  # paths hold seat secrets
    if not database.startswith(("postgres://", "postgresql://")):
        Path(database).parent.mkdir(parents=True, exist_ok=True)
    log = store.connect(database)
    context = multiprocessing.get_context("spawn")
    try:
        with ProcessPoolExecutor(bot_workers, context, _quiet) as minds:
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
            minds.shutdown(wait=False, cancel_futures=True)
    finally:
        log.close()
    return 0
