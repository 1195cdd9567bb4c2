"""Where the command `pipwise` begins and ends: being stopped, or an output that is full, ends in one sentence.

Only what every Python has loaded already is imported at the top, so that this holds from the first moment.
"""

from __future__ import annotations

import os
import sys

FAILED = 2
"""The exit code when something that was asked for could not be done."""

STOPPED = 130
"""What shells expect of a command that ended by Ctrl-C; typer ends with it, without a word."""


def main() -> None:
    """Run the command line of `server.cli`; always ends in SystemExit."""
    code: str | int | None = 0
    if sys.stdout is None:
        _say("There is no output to write to.")
        raise SystemExit(FAILED)
    try:
        from server.cli import main as run

        run()
    except KeyboardInterrupt:
        code = STOPPED
    except ImportError as error:
        # A library that is stopped while it loads says that it could not be loaded.
        if not isinstance(error.__cause__ or error.__context__, KeyboardInterrupt):
            raise
        code = STOPPED
    except SystemExit as end:
        code = end.code
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
