"""Texts that people wrote: games, tables and rules."""

from __future__ import annotations

from pathlib import Path

from server.errors import RequestError

MAX_BYTES = 4_000_000
"""A game of sixteen players and nineteen rounds takes a tenth of that."""


def text_of(path: Path) -> str:
    """The text of a file in UTF-8; raises RequestError for one that is none, or that cannot be read."""
    try:
        data = path.read_bytes()
        if len(data) > MAX_BYTES:
            raise RequestError(f"{path} is too large to be a game or its rules.")
        return data.decode("utf-8-sig")
    except OSError as error:
        raise RequestError(f"{path} cannot be read: {(error.strerror or str(error)).lower()}.") from error
    except UnicodeDecodeError as error:
        raise RequestError(f"{path} is not a text in UTF-8.") from error
