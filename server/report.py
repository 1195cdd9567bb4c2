"""A reading as JSON: what `pipwise read --json` prints, one object for each photo."""

from __future__ import annotations

from typing import Any
from unicodedata import category

from engine.scoring import hand_points
from server.bridge import to_hand
from server.hand_or_table import looks_like_table
from server.places import middle
from server.reading import Reading, ReadTile
from server.words import doubt_text, tile_places, warning_text
from vision.types import Point


def report(photo: str, reading: Reading) -> dict[str, Any]:
    """The reading of the photo with the name `photo`, as values that JSON knows.

    Coordinates are pixels of the upright photo, rounded to a tenth; `ends` are the centres of the two halves in the
    order of `pips`. `total` is the pips of all tiles. `looks_like_table`: the photo seems to show a table, for which
    there is the audit. Bytes of the name that are no text become U+FFFD.
    """
    seen = reading.observation
    width, height = seen.image_size
    return {
        "photo": as_text(photo),
        "width": width,
        "height": height,
        "set": str(reading.domino_set),
        "tiles": reported_tiles(reading),
        "face_down": [as_point(middle(tile.quad)) for tile in seen.face_down],
        "face_down_confidence": [round(tile.score, 4) for tile in seen.face_down],
        "total": hand_points(to_hand(reading)),
        "sure": reading.sure,
        "looks_like_table": looks_like_table(reading),
        "warnings": reported_warnings(reading),
        "timings_ms": {stage: round(spent, 1) for stage, spent in seen.timings_ms},
        "models": list(seen.models),
    }


def as_text(name: str) -> str:
    """The name of a photo, with U+FFFD for bytes that are no text."""
    return "".join("\ufffd" if category(char) == "Cs" else char for char in name)


def reported_tiles(reading: Reading) -> list[dict[str, Any]]:
    """Every tile of a reading, with its place in words."""
    return [_tile(reading, tile, place) for tile, place in zip(reading.tiles, tile_places(reading), strict=True)]


def reported_warnings(reading: Reading) -> list[dict[str, Any]]:
    """What a person should know about the photo."""
    return [
        {"code": str(warning.code), "text": warning_text(warning), "at": warning.at and as_point(warning.at)}
        for warning in reading.warnings
    ]


def _tile(reading: Reading, tile: ReadTile, place: str) -> dict[str, Any]:
    return {
        "pips": [tile.a, tile.b],
        "ends": [as_point(half.centre) for half in tile.detection.halves],
        "quad": [as_point(corner) for corner in tile.detection.quad.corners],
        "place": place,
        "confidence": round(tile.confidence, 4),
        "sure": tile.sure,
        "doubts": [
            {"code": str(doubt.code), "half": doubt.half, "text": doubt_text(tile, doubt, reading.domino_set)}
            for doubt in tile.doubts
        ],
        "alternatives": [{"pips": [a, b], "confidence": round(chance, 4)} for a, b, chance in tile.alternatives],
    }


def as_point(point: Point) -> list[float]:
    """A place in the photo."""
    return [round(float(at), 1) for at in point]
