"""Ctrl-C is heard also where a library swallows it, and all else is as it was."""

from __future__ import annotations

import ctypes
import signal
import sys
from collections.abc import Callable

import pytest

from server.stopping import stoppable


def swallowed() -> None:
    """Press Ctrl-C in a function that C calls: what is raised there gets lost."""
    ctypes.CFUNCTYPE(None)(lambda: signal.raise_signal(signal.SIGINT))()


def stopped(work: Callable[[], None]) -> list[str]:
    """Do some work that is stopped; what of it was done."""
    done: list[str] = []

    def begin() -> None:
        with stoppable():
            work()
            done.append("work")

    with pytest.raises(KeyboardInterrupt):
        begin()
    return done


def test_what_is_not_swallowed_stops_at_once() -> None:
    assert stopped(lambda: signal.raise_signal(signal.SIGINT)) == []


def test_what_a_library_swallows_comes_out_at_the_end_and_is_not_printed(capfd: pytest.CaptureFixture[str]) -> None:
    assert stopped(swallowed) == ["work"]
    assert capfd.readouterr().err == ""


def test_an_error_that_comes_of_it_is_not_the_last_word() -> None:
    def fail() -> None:
        swallowed()
        raise RuntimeError("no compiled object yet")

    assert stopped(fail) == []


def test_other_errors_stay_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda unraisable: told.append(unraisable.exc_type))
    before = signal.getsignal(signal.SIGINT), sys.unraisablehook

    def fail() -> None:
        with stoppable():
            ctypes.CFUNCTYPE(None)(lambda: 1 // 0)()
            raise LookupError

    with pytest.raises(LookupError):
        fail()
    assert told == [ZeroDivisionError]
    assert (signal.getsignal(signal.SIGINT), sys.unraisablehook) == before


def test_where_it_is_ignored_it_stays_so() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with stoppable():
            signal.raise_signal(signal.SIGINT)
            assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)
