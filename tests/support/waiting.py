"""Waiting for what other threads and processes do."""

import time
from collections.abc import Callable

WAIT_S = 120.0  # on a machine that is busy


def wait_for(done: Callable[[], object], timeout_s: float = WAIT_S) -> None:
    """Wait until something has happened, while this thread does nothing else."""
    end = time.monotonic() + timeout_s
    while not done():
        assert time.monotonic() < end
        time.sleep(0.005)
