"""Pictures of what was read, written next to each other into one folder."""

from __future__ import annotations

from pathlib import Path

import cv2

from engine.scoring import hand_points
from server.bridge import to_hand
from server.folders import put_picture
from server.service import Image, Photo
from server.show import total_line
from vision.draw import Mark, overlay

JPEG_QUALITY = 90


def write_overlay(folder: Path, photo: Photo) -> Path:
    """Draw every tile with the values that were read, write the picture as JPEG, and say where it is.

    Raises:
        RequestError: when the file cannot be written.
    """
    reading = photo.reading
    marks = [Mark(tile.detection.quad, str(tile.a), str(tile.b), tile.sure) for tile in reading.tiles]
    face_down = [tile.quad for tile in reading.observation.face_down]
    title = total_line("", reading, hand_points(to_hand(reading)), "pip")
    return put_picture(folder, photo.path, "read", as_jpeg(overlay(photo.pixels, marks, face_down, title.plain)))


def as_jpeg(picture: Image) -> bytes:
    """A picture (H, W, 3) RGB uint8 as the bytes of a JPEG file."""
    _, data = cv2.imencode(".jpg", picture[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    return data.tobytes()
