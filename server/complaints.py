"""Errors that a person can do something about, as one sentence and an exit code."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import typer

from engine.errors import EngineError
from server.errors import ServerError
from server.start import FAILED
from vision.errors import VisionError


@contextmanager
def one_sentence() -> Iterator[None]:
    """Turn the errors that a person can do something about into one sentence and an exit code."""
    try:
        yield
    except (EngineError, ServerError, VisionError) as error:
        complain(error)
        raise typer.Exit(FAILED) from error


def complain(error: Exception) -> None:
    """Say on the error output what is wrong."""
    from server.words import printable

    typer.echo(f"pipwise: {printable(str(error))}", err=True)
