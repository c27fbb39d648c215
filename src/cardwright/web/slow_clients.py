"""A timeout for the head of a request: idle connections are closed."""

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_TIMEOUT_S = 10.0  # for the head of a request to arrive


class HeadTimeoutProtocol(H11Protocol):
    """uvicorn's protocol with a timeout for the head of a request, for which it would wait forever."""

    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._rest()

    def _watch(self) -> None:
        """Start the timeout, unless a request is being served or the connection has become a socket."""
        served = self.cycle is not None and not self.cycle.response_complete
        if served or self.transport.is_closing() or self.transport.get_protocol() is not self:
            self._rest()
        elif self._late is None:
            self._late = self.loop.call_later(HEAD_TIMEOUT_S, self.transport.close)

    def _rest(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None
