"""Ctrl-C while a compiler loads or works, which may swallow it."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def stoppable() -> Iterator[None]:
    """Ctrl-C meanwhile comes out as KeyboardInterrupt, if not at once, then at the end.

    Compiled libraries call functions of Python out of which no exception comes: what is raised there is printed and
    forgotten, and all goes on, or something else fails for it. For the main thread alone, as signals are. Where Ctrl-C
    is ignored, it stays so.
    """
    before, told = signal.getsignal(signal.SIGINT), sys.unraisablehook
    if not callable(before):
        yield
        return
    act = before
    heard: list[int] = []

    def hear(number: int, frame: FrameType | None) -> None:
        heard.append(number)
        act(number, frame)

    def tell(unraisable: sys.UnraisableHookArgs) -> None:
        if not heard:  # else it comes of that
            told(unraisable)

    sys.unraisablehook = tell
    signal.signal(signal.SIGINT, hear)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        sys.unraisablehook = told
        if heard:
            raise KeyboardInterrupt
