"""A reader for the live view, made from that for photos: it takes one look at a frame instead of two."""

from __future__ import annotations

from dataclasses import replace

from server.service import Reader
from vision.reader import TileReader

SCALES = (960,)
"""The long side in which tiles are looked for: that of a frame. Looking twice takes nearly twice as long."""


def frame_reader(reader: Reader) -> Reader:
    """A quicker reader with the same networks; any other reader is as quick as it is."""
    return replace(reader, scales=SCALES) if isinstance(reader, TileReader) else reader


def versions(reader: Reader) -> dict[str, str]:
    """The versions of a reader's networks by their names."""
    if not isinstance(reader, TileReader):
        return {}
    return {name: version for name, _, version in (told.partition(" ") for told in reader.versions)}
