"""The figures of a server for Prometheus. They name no player, table, card or address."""

import logging
import re
from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest

from cardwright.cardroom.service import Cardroom

BUCKETS_S = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
SAMPLE = re.compile(rb"^(\w+)(?:{(.*)})? ", re.MULTILINE)  # the name of a figure and its labels


class LogCounter(logging.Handler):
    """Counts log lines by level."""

    def __init__(self, lines: Counter) -> None:
        super().__init__()
        self.lines = lines

    def emit(self, record: logging.LogRecord) -> None:
        """Count a line."""
        self.lines.labels(record.levelname.lower()).inc()


class Metrics:
    """The counters of one process. Of several that share a port, each labels its own with its number."""

    def __init__(self, cardroom: Cardroom, sockets: Callable[[], int], ready: Callable[[], bool], worker: int) -> None:
        self.worker = worker
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self.requests = Counter("cardwright_requests", "HTTP requests", ["handler", "status"], registry=self.registry)
        self.seconds = Histogram(
            "cardwright_request_seconds", "Time to answer", ["handler"], buckets=BUCKETS_S, registry=self.registry
        )
        self.work = Counter(
            "cardwright_work_seconds", "Processor time of requests", ["handler"], registry=self.registry
        )
        lines = Counter("cardwright_log_lines", "Log lines", ["level"], registry=self.registry)
        self.log_counter = LogCounter(lines)
        self._gauge("ready", "1 while the log of games can be written", lambda: float(ready()))
        self._gauge("tables", "Tables in memory", lambda: float(len(cardroom.tables)))
        self._gauge("sockets", "Open web sockets", lambda: float(sockets()))
        self._gauge("bots_thinking", "Bots that are to move", lambda: float(len(cardroom.scheduler.thinking)))
        self._gauge("bot_worker_restarts", "Restarts of bot workers", lambda: getattr(cardroom.workers, "restarts", 0))

    def _gauge(self, name: str, about: str, read: Callable[[], float]) -> None:
        Gauge(f"cardwright_{name}", about, registry=self.registry).set_function(read)

    def answered(self, handler: str, status: int, took_s: float, work_s: float) -> None:
        """Count a request."""
        self.requests.labels(handler, str(status)).inc()
        self.seconds.labels(handler).observe(took_s)
        self.work.labels(handler).inc(work_s)

    def text(self) -> bytes:
        """Return all figures in Prometheus's text format."""
        text = generate_latest(self.registry)
        return SAMPLE.sub(rb'\1{worker="%d",\2} ' % self.worker, text).replace(b",}", b"}") if self.worker else text
