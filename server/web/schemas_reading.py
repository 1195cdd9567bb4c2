"""A reading as the page gets it."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field

from server.reading import Reading, ReadTile, WarningCode
from server.web.schemas import SetName, pair_of
from server.words import in_reading_order, warning_text
from vision.types import Point, Quad, Warning

PointOut = Annotated[tuple[float, float], pair_of(float)]
QuadOut = Annotated[list[PointOut], Field(min_length=4, max_length=4)]
Share = Annotated[float, Field(ge=0, le=1)]

DECIMALS = 1
"""Of pixels."""
CHANCE_DECIMALS = 4


class DoubtOut(BaseModel):
    """Why a tile deserves a look; `half` is 0 or 1, or null for the tile as a whole."""

    code: str
    half: int | None


class AlternativeOut(BaseModel):
    """What the tile may be instead, and how likely."""

    a: int
    b: int
    probability: Share


class TileOut(BaseModel):
    """A tile that was read: the corners of its face clockwise, those of half A first, in pixels of the photo."""

    quad: QuadOut
    a: int
    b: int
    confidence: Share
    sure: bool
    doubts: list[DoubtOut]
    alternatives: list[AlternativeOut]


class BackOut(BaseModel):
    """A tile that lies face down."""

    quad: QuadOut


class WarningOut(BaseModel):
    """Something about the photo that a person should know, and where."""

    code: str
    at: PointOut | None
    text: str


class ReadingOut(BaseModel):
    """What was read in a photo of `width` times `height` pixels, turned upright.

    `looks_like_table`: it seems to show a table and not a hand; never said of a frame of the live view.
    """

    width: int
    height: int
    tiles: list[TileOut]
    face_down: list[BackOut]
    warnings: list[WarningOut]
    looks_like_table: bool
    ms: Annotated[int, Field(ge=0)]


READING_EXAMPLE = {
    "width": 4000,
    "height": 3000,
    "tiles": [
        {
            "quad": [[410.0, 300.5], [690.2, 301.0], [689.8, 860.1], [409.5, 859.7]],
            "a": 6,
            "b": 1,
            "confidence": 0.9421,
            "sure": False,
            "doubts": [{"code": "value_unsure", "half": 0}],
            "alternatives": [{"a": 5, "b": 1, "probability": 0.0411}],
        }
    ],
    "face_down": [],
    "warnings": [{"code": "too_dark", "at": None, "text": "The tiles are dark in this photo; turn on more light."}],
    "looks_like_table": False,
    "ms": 840,
}
SETS: tuple[SetName, ...] = ("double-6", "double-9", "double-12", "double-15", "double-18")

_SET_TOO_SMALL = "Some tiles seem to show more pips than the set has; choose a larger set."
"""The command line names its own option there."""


def reading_out(reading: Reading, is_table: bool, ms: float) -> ReadingOut:
    """A reading, its tiles in the order of reading a page, as it is told; `ms` is how long it took, `is_table` whether
    it looks like a table."""
    reading = in_reading_order(reading)
    width, height = reading.observation.image_size
    return ReadingOut(
        width=width,
        height=height,
        tiles=[tile_out(tile) for tile in reading.tiles],
        face_down=[BackOut(quad=quad_out(back.quad)) for back in reading.observation.face_down],
        warnings=[warning_out(warning) for warning in reading.warnings],
        looks_like_table=is_table,
        ms=round(ms),
    )


def tile_out(tile: ReadTile) -> TileOut:
    """A tile as it is told."""
    return TileOut(
        quad=quad_out(tile.detection.quad),
        a=tile.a,
        b=tile.b,
        confidence=round(tile.confidence, CHANCE_DECIMALS),
        sure=tile.sure,
        doubts=[DoubtOut(code=str(doubt.code), half=doubt.half) for doubt in tile.doubts],
        alternatives=[
            AlternativeOut(a=a, b=b, probability=round(chance, CHANCE_DECIMALS)) for a, b, chance in tile.alternatives
        ],
    )


def warning_out(warning: Warning) -> WarningOut:
    """A warning as it is told."""
    text = _SET_TOO_SMALL if warning.code == WarningCode.SET_TOO_SMALL else warning_text(warning)
    return WarningOut(code=str(warning.code), at=warning.at and point_out(warning.at), text=text)


def quad_out(quad: Quad) -> QuadOut:
    """An outline as it is told."""
    return [point_out(corner) for corner in quad.corners]


def point_out(point: Point) -> PointOut:
    """A place as it is told."""
    return round(float(point[0]), DECIMALS), round(float(point[1]), DECIMALS)
