"""The cost of requests: the processor time of each is measured, and charged to the address that it came from.

An address that has used up its share waits, and is refused if it asks for more meanwhile. So one address can take a
fifth of a core, with whatever pages, and the others have the rest.
"""

import asyncio
import functools
import time
import types
from collections import Counter
from collections.abc import Awaitable, Callable, Generator
from contextvars import ContextVar
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Any, ParamSpec, TypeVar

from starlette.concurrency import run_in_threadpool

from cardwright.cardroom.bounded_dict import BoundedDict

MAX_CORE_SHARE = 0.2  # seconds of processor time a second, of one address
BURST_S = 0.5
REQUEST_S = 0.001  # the unmeasured cost of a request: its connection, its head, its answer
SOCKET_S = 0.003  # the cost of opening a socket, with the first frame
WAITER_SPACING_S = 0.02  # so that waiting requests of one address do not all come back at once
MAX_WAIT_S = 1.0  # how long a request of an address in debt waits before it is refused
MAX_WAITING_PER_ADDRESS = 200
MAX_REMEMBERED_ADDRESSES = 10_000
NETWORK_BITS = 64  # of an IPv6 address: one household, or one machine, has them all

P = ParamSpec("P")
T = TypeVar("T")
Charge = Callable[[float], None]


@functools.lru_cache(maxsize=MAX_REMEMBERED_ADDRESSES)
def network(host: str) -> str:
    """Return the address to charge: of IPv6 the network of 64 bits. Other texts stay as they are."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    if isinstance(address, IPv4Address):
        return str(address)
    shift = address.max_prefixlen - NETWORK_BITS
    return f"{IPv6Address(int(address) >> shift << shift)}/{NETWORK_BITS}"


class WorkBudget:
    """The processor time that each address has left."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.waiting: Counter[str] = Counter()
        self._left = BoundedDict[str, tuple[float, float]](MAX_REMEMBERED_ADDRESSES)  # seconds left at a time

    def left(self, address: str) -> float:
        """Return the seconds that an address may use; below zero it is in debt."""
        left, since = self._left.get(address, (BURST_S, 0.0))
        return min(BURST_S, left + (self.clock() - since) * MAX_CORE_SHARE)

    def charge(self, address: str, seconds: float) -> None:
        """Take the time that a request has used."""
        self._left[address] = (self.left(address) - seconds, self.clock())

    async def admits(self, address: str) -> bool:
        """Return whether a request may be served, at once or after a wait."""
        debt = -self.left(address) / MAX_CORE_SHARE
        if debt <= 0:
            return True
        if self.waiting[address] >= MAX_WAITING_PER_ADDRESS:
            return False
        self.waiting[address] += 1
        try:
            await asyncio.sleep(min(debt + (self.waiting[address] - 1) * WAITER_SPACING_S, MAX_WAIT_S))
        finally:
            self.waiting[address] -= 1
            if not self.waiting[address]:
                del self.waiting[address]
        return self.left(address) >= 0


_charge: ContextVar[Charge | None] = ContextVar("charge", default=None)


@types.coroutine
def charged(work: Awaitable[T], charge: Charge) -> Generator[Any, Any, T]:
    """Run a coroutine, and charge the time for which it holds the event loop, and the time of its `in_thread`."""
    token = _charge.set(charge)
    steps = work.__await__()
    resume: Callable[[Any], Any] = steps.send
    argument: Any = None
    try:
        while True:
            began = time.thread_time()
            try:
                awaited = resume(argument)
            except StopIteration as done:
                return done.value  # type: ignore[no-any-return]
            finally:
                charge(time.thread_time() - began)
            try:
                argument = yield awaited
                resume = steps.send
            except BaseException as problem:  # such as a cancellation: the coroutine decides
                resume, argument = steps.throw, problem
    finally:
        _charge.reset(token)


async def in_thread(call: Callable[P, T], *arguments: P.args, **more: P.kwargs) -> T:
    """Call a function in a thread, and charge the request for its time."""
    spent = 0.0

    def timed() -> T:
        nonlocal spent
        began = time.thread_time()
        try:
            return call(*arguments, **more)
        finally:
            spent = time.thread_time() - began

    try:
        return await run_in_threadpool(timed)
    finally:
        charge = _charge.get()
        if charge is not None:
            charge(spent)
