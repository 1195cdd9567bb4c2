"""Pictures of what was read, written next to each other into one folder."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

import cv2

from engine.scoring import hand_points
from server.bridge import to_hand
from server.errors import RequestError
from server.service import Photo
from server.show import total_line
from vision.draw import Mark, overlay

JPEG_QUALITY = 90


def overlay_path(folder: Path, photo: Path, written: Collection[Path]) -> Path:
    """`folder`/NAME-read.jpg, or NAME-read-2.jpg and so on when a photo of that name has been drawn already."""
    path, number = folder / f"{photo.stem}-read.jpg", 1
    while path in written:
        number += 1
        path = folder / f"{photo.stem}-read-{number}.jpg"
    return path


def write_overlay(path: Path, photo: Photo) -> None:
    """Draw every tile with the values that were read and write the picture as JPEG.

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
        path.write_bytes(data.tobytes())
    except OSError as error:
        raise RequestError(f"{path} cannot be written: {(error.strerror or str(error)).lower()}.") from error
