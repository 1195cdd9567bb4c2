"""From the bytes of a photo to what is told of it: what routes and the live view have in common."""

from __future__ import annotations

from collections.abc import Callable

from engine.tiles import DominoSet
from server import bridge
from server.hand_or_table import looks_like_table
from server.service import Image, Reader
from server.table_known import Known
from server.table_service import see_table
from server.web.problems import Problem
from server.web.schemas_reading import ReadingOut, reading_out
from server.web.schemas_tables import TableOut, table_out
from vision.errors import ImageError
from vision.image import decode


def reading_of(
    photo: bytes, reader: Reader, domino_set: str, clock: Callable[[], float], is_frame: bool = False
) -> ReadingOut:
    """A photo, or a frame of the live view, as tiles of a set; `clock` gives seconds.

    Raises:
        Problem: 422 for a photo that is broken.
        SetError: for a set that is none.
    """
    began = clock()
    pixels = _decoded(photo)
    reading = bridge.read(reader.read(pixels), DominoSet.parse(domino_set))
    is_table = not is_frame and looks_like_table(reading)
    return reading_out(reading, is_table, 1000 * (clock() - began))


def table_of(
    photo: bytes,
    reader: Reader,
    known: Known,
    clock: Callable[[], float],
) -> TableOut:
    """A photo of a table of which some things are known; `clock` gives seconds.

    Raises:
        Problem: 422 for a photo that is broken.
    """
    began = clock()
    pixels = _decoded(photo)
    table = see_table(reader.read(pixels), known, pixels)
    return table_out(table, 1000 * (clock() - began))


def _decoded(photo: bytes) -> Image:
    try:
        return decode(photo)
    except ImageError as error:
        raise Problem(422, "unreadable", str(error)) from error
