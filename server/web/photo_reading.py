"""From the bytes of a photo to what is told of it: what routes and the live view have in common."""

from __future__ import annotations

from collections.abc import Callable

from engine.tiles import DominoSet
from server import bridge
from server.service import Reader
from server.web.problems import Problem
from server.web.schemas_reading import ReadingOut, reading_out
from vision.errors import ImageError
from vision.image import decode


def reading_of(photo: bytes, reader: Reader, domino_set: str, clock: Callable[[], float]) -> ReadingOut:
    """A photo as tiles of a set; `clock` gives seconds.

    Raises:
        Problem: 422 for a photo that is broken.
        SetError: for a set that is none.
    """
    began = clock()
    try:
        pixels = decode(photo)
    except ImageError as error:
        raise Problem(422, "unreadable", str(error)) from error
    reading = bridge.read(reader.read(pixels), DominoSet.parse(domino_set))
    return reading_out(reading, 1000 * (clock() - began))
