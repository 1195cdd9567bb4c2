"""Work that keeps a core busy: so much of it at once, so much more waiting in order, and no further."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from threading import Event, RLock
from time import monotonic
from typing import TypeVar

T = TypeVar("T")

FIRST_GUESS = 1.0
"""Seconds that a job is thought to take before one was done."""
NEWEST = 0.2
"""Share of the newest job in the mean time of a job."""


class BusyError(Exception):
    """No place is free, and none to wait in; `seconds` is about when one may be."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"All places are taken, for about {seconds:.1f} seconds.")
        self.seconds = seconds


class _Turn:
    """A job that waits: `called` when it need not any more, `granted` when that is because it has a place."""

    __slots__ = ("called", "granted")

    def __init__(self) -> None:
        self.called, self.granted = Event(), False


class Pool:
    """Runs jobs in the threads that bring them: `at_once` of them together, up to `waiting` more in order of arrival.

    `clock` gives seconds; from how long jobs take follows when those who are sent away may come again.
    """

    def __init__(self, at_once: int, waiting: int, clock: Callable[[], float] = monotonic) -> None:
        self._at_once, self._most_waiting, self._clock = at_once, waiting, clock
        # A second signal may come while the first one closes the pool.
        self._lock = RLock()
        self._running = 0
        self._queue: deque[_Turn] = deque()
        self._mean = FIRST_GUESS
        self._is_closed = False

    @property
    def load(self) -> tuple[int, int]:
        """How many jobs run, and how many wait."""
        return self._running, len(self._queue)

    def run(self, job: Callable[[], T], *, may_wait: bool = True) -> T:
        """The result of the job, once there is a place for it.

        Raises:
            BusyError: when no place is free and as many wait as may, or, unless it `may_wait`, any at all; and when
                the pool was closed.
        """
        self._enter(may_wait)
        began = self._clock()
        try:
            return job()
        finally:
            self._leave(self._clock() - began)

    def open(self) -> None:
        """Take jobs again, after it was closed."""
        self._is_closed = False

    def close(self) -> None:
        """Send away all who wait or come from now on; what runs goes on to its end."""
        with self._lock:
            self._is_closed = True
            while self._queue:
                self._queue.popleft().called.set()

    def _enter(self, may_wait: bool) -> None:
        with self._lock:
            if self._is_closed:
                raise BusyError(self._mean)
            if self._running < self._at_once and not self._queue:
                self._running += 1
                return
            if not may_wait or len(self._queue) >= self._most_waiting:
                raise BusyError((len(self._queue) + 1) * self._mean / self._at_once)
            turn = _Turn()
            self._queue.append(turn)
        turn.called.wait()
        if not turn.granted:
            raise BusyError(self._mean)

    def _leave(self, seconds: float) -> None:
        with self._lock:
            self._mean += NEWEST * (seconds - self._mean)
            if self._queue:
                # The place is handed over, so that nobody who comes later can take it.
                turn = self._queue.popleft()
                turn.granted = True
                turn.called.set()
            else:
                self._running -= 1
