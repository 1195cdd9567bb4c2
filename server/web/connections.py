"""Connections before there is a request on them: how many may be open, and how long one may be silent."""

from __future__ import annotations

import asyncio
import json

from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_WITHIN = 15.0
"""Seconds in which the head of a request must have come, from the connection or from the last answer on it."""
REFUSED_WITHIN = 2.0
"""The same for one who will be refused."""
FAR_TOO_MANY = 2
"""So many times the limit are not even told that they are refused."""
_FULL = json.dumps(
    {"error": {"code": "busy", "message": "Too many connections are open; try again in a few seconds."}}
).encode()
_REFUSAL = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nRetry-After: 5\r\n"
    b"Cache-Control: no-store\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%s" % (len(_FULL), _FULL)
)


class LimitedConnections(H11Protocol):
    """Uvicorn's protocol, of which `most` may be open at once, WebSockets among them; make others of `at_most`."""

    most = 500
    head_within = HEAD_WITHIN

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody has connected."""
        super().connection_made(transport)
        self._head_is_due: asyncio.TimerHandle | None = None
        self._is_refused = len(self.connections) > self.most
        if len(self.connections) > FAR_TOO_MANY * self.most:
            transport.abort()
        else:
            self._expect_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Somebody has gone."""
        self._expect_nothing()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Something has come. Who is refused is only told so now: one who was still sending would hear nothing."""
        if self.transport.is_closing():
            return
        if self._is_refused:
            self.transport.write(_REFUSAL)
            self.transport.close()
        else:
            super().data_received(data)

    def handle_websocket_upgrade(self, event: object) -> None:
        """The connection is handed over to another protocol."""
        self._expect_nothing()
        super().handle_websocket_upgrade(event)  # type: ignore[arg-type]

    def on_response_complete(self) -> None:
        """An answer has been sent; another request may follow."""
        self._expect_head()
        super().on_response_complete()

    def _expect_head(self) -> None:
        self._expect_nothing()
        self._head_is_due = self.loop.call_later(
            REFUSED_WITHIN if self._is_refused else self.head_within, self._close_unless_asked
        )

    def _expect_nothing(self) -> None:
        if self._head_is_due is not None:
            self._head_is_due.cancel()
            self._head_is_due = None

    def _close_unless_asked(self) -> None:
        if self.cycle is None or self.cycle.response_complete:
            self.transport.close()


def at_most(number: int, head_within: float = HEAD_WITHIN) -> type[LimitedConnections]:
    """The protocol with another limit."""
    return type("LimitedConnections", (LimitedConnections,), {"most": number, "head_within": head_within})
