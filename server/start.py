"""Where the command `pipwise` begins and ends: being stopped, or an output that is full, ends in one sentence.

Only what every Python has loaded already is imported at the top, so that this holds from the first moment.
"""

from __future__ import annotations

import ctypes
import os
import sys

FAILED = 2
"""The exit code when something that was asked for could not be done."""

STOPPED = 130
"""What shells expect of a command that ended by Ctrl-C; typer ends with it, without a word."""

KEPT_BLOCK, KEPT_FREE = 64 << 20, 128 << 20
"""Blocks of memory up to the first size, in bytes, are used again, until so much in all as the second lies free."""
_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3
"""Numbers of these settings in glibc's malloc.h."""


def main() -> None:
    """Run the command line of `server.cli`; always ends in SystemExit."""
    code: str | int | None = 0
    if sys.stdout is None:
        _say("There is no output to write to.")
        raise SystemExit(FAILED)
    try:
        keep_memory()
        from server.cli import main as run

        run()
    except KeyboardInterrupt:
        code = _stopped()
    except ImportError as error:
        # A library that is stopped while it loads says that it could not be loaded.
        if not isinstance(error.__cause__ or error.__context__, KeyboardInterrupt):
            raise
        code = _stopped()
    except SystemExit as end:
        code = _stopped() if end.code == STOPPED else end.code
    except OSError as error:
        code = _fail(error)
    if code == STOPPED:
        _say("stopped.")
    try:
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
    except OSError as error:
        code = _fail(error)
    raise SystemExit(code)


def _stopped() -> int:
    """The exit code of what was stopped; what is half made then goes without a complaint about that."""
    sys.unraisablehook = lambda _: None
    return STOPPED


def keep_memory() -> None:
    """Let memory that held a photo hold the next one.

    By default glibc hands large blocks back at once, and the kernel zeroes each page of the 36 megabytes of a photo
    anew, for every step that makes another copy: a fifth of the time of a reading. Other systems' C libraries are left
    as they are.
    """
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError, TypeError):  # no glibc; Windows has no library without a name
        return
    mallopt(_MMAP_THRESHOLD, KEPT_BLOCK)
    mallopt(_TRIM_THRESHOLD, KEPT_FREE)


def _fail(error: OSError) -> int:
    """Say what could not be written, and let Python's last flush go nowhere instead of failing again."""
    reason = (error.strerror or str(error)).lower()
    _say(
        f"{error.filename} cannot be used: {reason}." if error.filename else f"The output cannot be written: {reason}."
    )
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for output in (1, 2):
        os.dup2(nowhere, output)
    return FAILED


def _say(sentence: str) -> None:
    if sys.stderr is None:
        return
    try:
        print(f"pipwise: {sentence}", file=sys.stderr, flush=True)
    except OSError:
        return  # nobody is left who could be told
