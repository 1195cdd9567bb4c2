"""Who is to be told when a game changes, and is told so in the event loop, whichever thread changed it."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager


class Watchers:
    """Events by game that are set whenever the game changes; `most` may be there at once."""

    def __init__(self, most: int) -> None:
        self._most, self._here = most, 0
        self._loop: asyncio.AbstractEventLoop | None = None
        self._events: dict[str, set[asyncio.Event]] = defaultdict(set)

    @property
    def is_full(self) -> bool:
        """Whether nobody more may watch."""
        return self._here >= self._most

    @contextmanager
    def admitted(self) -> Iterator[None]:
        """Counts one who is there, as long as the context lasts, whether or not it has said which game it watches."""
        self._here += 1
        try:
            yield
        finally:
            self._here -= 1

    def start(self, loop: asyncio.AbstractEventLoop | None) -> None:
        """Tell of changes in this event loop from now on; None: tell nobody any more."""
        self._loop = loop

    def changed(self, game: str, version: int) -> None:
        """A game has a new version; may be called from any thread."""
        loop = self._loop
        if loop is not None:
            loop.call_soon_threadsafe(self._wake, game)

    @contextmanager
    def watching(self, game: str) -> Iterator[asyncio.Event]:
        """An event that is set at every change of the game, as long as the context lasts."""
        event = asyncio.Event()
        self._events[game].add(event)
        try:
            yield event
        finally:
            self._events[game].discard(event)
            if not self._events[game]:
                del self._events[game]

    def _wake(self, game: str) -> None:
        for event in self._events.get(game, ()):
            event.set()
