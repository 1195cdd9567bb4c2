"""How requests end when the server does: nobody is kept waiting, and each is told so in the usual shape."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from server.web.problems import Problem, answer, busy

COME_AGAIN = 5.0
"""Seconds after which a server that was stopped may run again."""


class Leaving:
    """Bodies that are still coming are not waited for any more, and what runs too long is left where it is."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._coming: set[asyncio.Timeout] = set()
        self._tasks: set[asyncio.Task[Any]] = set()
        self.has_begun, self.is_over = False, False

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        """The server runs, in this event loop."""
        self._loop, self.has_begun, self.is_over = loop, False, False

    def begin(self, seconds: float) -> None:
        """Send away who is still sending, and after so many seconds all others; may be called from a signal."""
        if self._loop is not None and not self.has_begun:
            self.has_begun = True
            self._loop.call_soon_threadsafe(self._begin, seconds)

    def _begin(self, seconds: float) -> None:
        for timeout in self._coming:
            if not timeout.expired():
                timeout.reschedule(0)
        asyncio.get_running_loop().call_later(seconds, self._end)

    def _end(self) -> None:
        self.is_over = True
        for task in self._tasks:
            task.cancel()

    @asynccontextmanager
    async def coming_until(self, deadline: float) -> AsyncIterator[None]:
        """Waits inside for a part of a body, until a time of the event loop; raises a 408 then, or a 503."""
        try:
            async with asyncio.timeout_at(0 if self.has_begun else deadline) as timeout:
                self._coming.add(timeout)
                try:
                    yield
                finally:
                    self._coming.discard(timeout)
        except TimeoutError:
            if self.has_begun:
                raise _stopping() from None
            raise Problem(408, "too_slow", "The request took too long to arrive; send it again.") from None

    @asynccontextmanager
    async def answering(self) -> AsyncIterator[None]:
        """What runs inside is broken off, without an error, when the time is over; `is_over` tells."""
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            yield
        except asyncio.CancelledError:
            if not self.is_over:
                raise
            task.uncancel()
        finally:
            self._tasks.discard(task)


class Leave:
    """Middleware: a request that is broken off because the server ends is answered with 503."""

    def __init__(self, app: ASGIApp, leaving: Leaving) -> None:
        self._app, self._leaving = app, leaving

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        has_started, is_done = False, False

        async def send_noticed(message: Message) -> None:
            nonlocal has_started
            has_started = True
            await send(message)

        async with self._leaving.answering():
            await self._app(scope, receive, send_noticed)
            is_done = True
        if not is_done and not has_started and scope["type"] == "http":
            problem = _stopping()
            refusal = answer(problem.status_code, problem.code, problem.message, problem.headers)
            await refusal(scope, receive, send)


def _stopping() -> Problem:
    return busy("busy", "The server is being stopped; send it again once it runs.", COME_AGAIN)
