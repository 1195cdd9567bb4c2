"""Limits on what a request may send, held while it comes in: bytes, time, and all requests together."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from server.web.leaving import Leaving
from server.web.problems import Problem, busy

PHOTO_PATHS = re.compile(r"/api/(?:readings|tables)|/api/games/[^/]+/photos")
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

    def __init__(self, app: ASGIApp, limits: BodyLimits, leaving: Leaving | None = None) -> None:
        self._app, self._limits = app, limits
        self._leaving = Leaving() if leaving is None else leaving
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
                await self._drain(receive, DRAINED * most, deadline)
                raise _too_large(most)
            message = await self._in_time(receive, deadline)
            if message["type"] == "http.request":
                size = len(message.get("body", b""))
                came += size
                self._held += size
                is_all = not message.get("more_body", False)
                if came > most or self._held > self._limits.in_all:
                    if not is_all:
                        await self._drain(receive, DRAINED * most, deadline)
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

    async def _in_time(self, receive: Receive, deadline: float) -> Message:
        if deadline == float("inf"):
            return await receive()
        async with self._leaving.coming_until(deadline):
            return await receive()

    async def _drain(self, receive: Receive, most: int, deadline: float) -> None:
        """Receive and forget what is still coming, up to `most` bytes."""
        while most > 0:
            message = await self._in_time(receive, deadline)
            if message["type"] != "http.request" or not message.get("more_body", False):
                return
            most -= len(message.get("body", b""))


def _too_large(most: int) -> Problem:
    size = f"{most / 1e6:g} MB" if most >= 1_000_000 else f"{most / 1e3:g} kB"
    return Problem(413, "too_large", f"At most {size} can be sent; send a smaller copy.", limit=most)
