"""Who wants to hear when a game has changed."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock

Listener = Callable[[str, int], None]
"""Called with a game and its new version, after they are stored, in the thread of the writer; it must not raise."""


class Listeners:
    """Listeners that come and go in any thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._listeners: dict[int, Listener] = {}
        self._next = 0

    def add(self, listener: Listener) -> Callable[[], None]:
        """One more; returns what takes it away again."""
        with self._lock:
            number = self._next
            self._next += 1
            self._listeners[number] = listener

        def remove() -> None:
            with self._lock:
                self._listeners.pop(number, None)

        return remove

    def tell(self, game: str, version: int) -> None:
        """Call them all, in the order in which they came."""
        with self._lock:
            listeners = tuple(self._listeners.values())
        for listener in listeners:
            listener(game, version)
