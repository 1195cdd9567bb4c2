"""Pictures of what was read, written next to each other into one folder."""

from __future__ import annotations

import os
from contextlib import suppress
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2

from engine.scoring import hand_points
from server.bridge import to_hand
from server.errors import RequestError
from server.service import Photo
from server.show import total_line
from vision.draw import Mark, overlay

JPEG_QUALITY = 90


def write_overlay(folder: Path, photo: Photo) -> Path:
    """Draw every tile with the values that were read, write the picture as JPEG, and say where it is.

    The file is `folder`/NAME-read.jpg, or NAME-read-2.jpg and so on: the first name that nothing bears yet, so that no
    file is ever written over and no link followed. It appears there whole.

    Raises:
        RequestError: when the file cannot be written.
    """
    reading = photo.reading
    marks = [Mark(tile.detection.quad, str(tile.a), str(tile.b), tile.sure) for tile in reading.tiles]
    face_down = [tile.quad for tile in reading.observation.face_down]
    title = total_line("", reading, hand_points(to_hand(reading)), "pip")
    picture = overlay(photo.pixels, marks, face_down, title.plain)
    _, data = cv2.imencode(".jpg", picture[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    try:
        with TemporaryDirectory(prefix=".pipwise-", dir=folder) as workshop:
            made = Path(workshop) / "overlay.jpg"
            made.write_bytes(data.tobytes())
            path = _reserve(folder, f"{photo.path.stem}-read")
            try:
                os.replace(made, path)
            except OSError:
                path.unlink()
                raise
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise RequestError(f"The overlay of {photo.path} cannot be written to {folder}: {reason}.") from error
    return path


def _reserve(folder: Path, stem: str) -> Path:
    """An empty file of our own in the folder, under the first free name."""
    for number in count(1):
        path = folder / f"{stem}{f'-{number}' if number > 1 else ''}.jpg"
        with suppress(FileExistsError), path.open("xb"):
            return path
    raise AssertionError("there is always a next number")
