"""The frames of a live view: one is read, one may wait, and of more that come meanwhile the newest waits."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

NUMBER_BYTES = 4
MOST_DROPPED = 200
"""Frames that may be dropped while one is read; who sends more is not listening."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A frame by its number, 0 to 2³² - 1, and the bytes of its picture."""

    number: int
    picture: bytes

    @classmethod
    def of(cls, message: bytes) -> Frame:
        """The frame in a message: four bytes of its number, the most significant first, then its picture."""
        return cls(int.from_bytes(message[:NUMBER_BYTES], "big"), message[NUMBER_BYTES:])


class Frames:
    """Takes frames as they come, and gives them out in that order; for one event loop."""

    def __init__(self) -> None:
        self._waiting: Frame | None = None
        self._dropped: list[int] = []
        self._is_over = False
        self._news = asyncio.Event()

    @property
    def is_flooded(self) -> bool:
        """Whether so many frames were dropped that nobody can be waiting for their answers."""
        return len(self._dropped) > MOST_DROPPED

    @property
    def is_over(self) -> bool:
        """Whether answers are not wanted any more."""
        return self._is_over

    def put(self, frame: Frame) -> None:
        """A frame has come; one that waits is dropped for it."""
        if self._waiting is not None:
            self._dropped.append(self._waiting.number)
        self._waiting = frame
        self._news.set()

    def end(self) -> None:
        """No more frames will come, and none is wanted any more."""
        self._is_over = True
        self._news.set()

    async def take(self) -> tuple[list[int], Frame] | None:
        """The numbers that were dropped since the last time, and the frame behind them; None at the end."""
        await self._news.wait()
        self._news.clear()
        if self._is_over or self._waiting is None:
            return None
        dropped, frame = self._dropped, self._waiting
        self._dropped, self._waiting = [], None
        return dropped, frame
