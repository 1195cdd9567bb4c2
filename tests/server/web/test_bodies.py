"""Limits on bodies, as they come in message by message."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any

import pytest
from anyio.from_thread import start_blocking_portal

from server.web.bodies import BodyLimits, LimitedBodies
from server.web.problems import Problem


class App:
    """Reads a body to its end, and then waits for the end of the connection."""

    def __init__(self) -> None:
        self.body = b""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        more = True
        while more:
            message = await receive()
            self.body += message["body"]
            more = message["more_body"]
        await receive()


def answered(limits: BodyLimits, parts: Iterable[bytes], path: str = "/api/readings", told: int | None = None) -> App:
    app, left = App(), list(parts)
    headers = [] if told is None else [(b"content-length", str(told).encode())]
    taken: list[bytes] = []

    async def receive() -> dict[str, Any]:
        if not left:
            if taken and taken[-1] == b"slow":
                await asyncio.sleep(60)
            return {"type": "http.disconnect"}
        part = left.pop(0)
        taken.append(part)
        return {"type": "http.request", "body": part, "more_body": bool(left) or part == b"slow"}

    async def send(message: Any) -> None:
        raise AssertionError("nothing is answered here")

    scope = {"type": "http", "method": "POST", "path": path, "headers": headers}
    middleware = LimitedBodies(app, limits)
    try:
        # In a thread of its own: tests of the page, where they run before, leave an event loop in this one.
        with start_blocking_portal() as portal:
            portal.call(middleware, scope, receive, send)
    finally:
        assert middleware._held == 0
    return app


LIMITS = BodyLimits(photo=10, other=4, in_all=100, seconds=5)


def test_a_body_within_the_limit_comes_through() -> None:
    assert answered(LIMITS, [b"12345", b"67890"], told=10).body == b"1234567890"
    assert answered(LIMITS, [b"1234"], "/api/scores").body == b"1234"
    assert answered(LIMITS, [b"1234567890"], "/api/games/x1/photos").body == b"1234567890"


@pytest.mark.parametrize(
    ("parts", "path", "told"),
    [
        ([b"12345", b"67890", b"1"], "/api/readings", None),
        ([b"x" * 11], "/api/readings", 11),
        ([b"12345"], "/api/scores", None),
        ([b"12345"], "/api/games/x/hands", None),
        ([b"12345"], "/api/games/x/photos/y", None),
    ],
)
def test_a_body_beyond_it_does_not(parts: list[bytes], path: str, told: int | None) -> None:
    with pytest.raises(Problem) as refused:
        answered(LIMITS, parts, path, told)
    assert refused.value.status_code == 413


def test_a_body_that_does_not_come_is_not_waited_for() -> None:
    with pytest.raises(Problem) as refused:
        answered(BodyLimits(10, 10, 100, 0.05), [b"slow"])
    assert refused.value.status_code == 408
