"""Limits on what a request may send, held while it comes in: bytes, time, and all requests together."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from server.web.problems import Problem, busy

PHOTO_PATHS = re.compile(r"/api/readings|/api/games/[^/]+/photos")
DRAINED = 4
"""Up to so many times the limit is received and thrown away, for a browser that is still sending hears no answer."""
COME_AGAIN = 2.0
"""Seconds after which a request that found no room may be sent again."""


@dataclass(frozen=True, slots=True)
class BodyLimits:
    """Bytes of a photo, of any other body, and of all that are held at once; seconds in which one must come in."""

    photo: int
    other: int
    in_all: int
    seconds: float


class LimitedBodies:
    """Middleware: a body beyond a limit ends in a `Problem` where the application reads it.

    Its bytes count until the request is answered, for so long they may be held.
    """

    def __init__(self, app: ASGIApp, limits: BodyLimits) -> None:
        self._app, self._limits = app, limits
        self._held = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        most = self._limits.photo if PHOTO_PATHS.fullmatch(scope["path"]) else self._limits.other
        told = Headers(scope=scope).get("content-length", "0")
        expected = int(told) if told.isdecimal() else 0
        deadline = asyncio.get_running_loop().time() + self._limits.seconds
        came = 0

        async def receive_limited() -> Message:
            nonlocal came, deadline
            if expected > most:
                await _drain(receive, DRAINED * most, deadline)
                raise _too_large(most)
            message = await _in_time(receive, deadline)
            if message["type"] == "http.request":
                size = len(message.get("body", b""))
                came += size
                self._held += size
                is_all = not message.get("more_body", False)
                if came > most or self._held > self._limits.in_all:
                    if not is_all:
                        await _drain(receive, DRAINED * most, deadline)
                    if came > most:
                        raise _too_large(most)
                    raise busy("busy", "Too many photos are arriving at once; send it again soon.", COME_AGAIN)
                if is_all:
                    # What follows is the end of the connection, and that may take as long as it likes.
                    deadline = float("inf")
            return message

        try:
            await self._app(scope, receive_limited, send)
        finally:
            self._held -= came


def _too_large(most: int) -> Problem:
    size = f"{most / 1e6:g} MB" if most >= 1_000_000 else f"{most / 1e3:g} kB"
    return Problem(413, "too_large", f"At most {size} can be sent; send a smaller copy.", limit=most)


async def _in_time(receive: Receive, deadline: float) -> Message:
    try:
        async with asyncio.timeout_at(None if deadline == float("inf") else deadline):
            return await receive()
    except TimeoutError:
        raise Problem(408, "too_slow", "The request took too long to arrive; send it again.") from None


async def _drain(receive: Receive, most: int, deadline: float) -> None:
    """Receive and forget what is still coming, up to `most` bytes."""
    while most > 0:
        message = await _in_time(receive, deadline)
        if message["type"] != "http.request" or not message.get("more_body", False):
            return
        most -= len(message.get("body", b""))
