"""Folders that people name, and pictures put there so that no file is ever written over."""

from __future__ import annotations

import os
from contextlib import suppress
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from server.errors import RequestError


def make_folder(name: str) -> Path:
    """The folder for overlays with that name, made if it is not there.

    Raises:
        RequestError: when it cannot be made.
    """
    if not name.strip():
        raise RequestError("The folder for overlays has no name; name one, as in --overlay seen.")
    try:
        Path(name).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise RequestError(f"{name} cannot be made a folder for overlays: {reason}.") from error
    return Path(name)


def put_picture(folder: Path, photo: Path, suffix: str, jpeg: bytes) -> Path:
    """Write a picture that was made of a photo, and say where it is.

    The file is `folder`/NAME-SUFFIX.jpg, or NAME-SUFFIX-2.jpg and so on: the first name that nothing bears yet, so that
    no file is ever written over and no link followed. It appears there whole.

    Raises:
        RequestError: when the file cannot be written.
    """
    try:
        with TemporaryDirectory(prefix=".pipwise-", dir=folder) as workshop:
            made = Path(workshop) / "overlay.jpg"
            made.write_bytes(jpeg)
            path = _reserve(folder, f"{photo.stem}-{suffix}")
            try:
                os.replace(made, path)
            except OSError:
                path.unlink()
                raise
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise RequestError(f"The overlay of {photo} cannot be written to {folder}: {reason}.") from error
    return path


def _reserve(folder: Path, stem: str) -> Path:
    """An empty file of our own in the folder, under the first free name."""
    for number in count(1):
        path = folder / f"{stem}{f'-{number}' if number > 1 else ''}.jpg"
        with suppress(FileExistsError), path.open("xb"):
            return path
    raise AssertionError("there is always a next number")
