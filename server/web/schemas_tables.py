"""A table that was read, as the page gets it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from server.seen_table import SeenTable
from server.table_report import finding_report, train_report
from server.web.schemas import HalvesOut, SetName
from server.web.schemas_reading import (
    CHANCE_DECIMALS,
    READING_EXAMPLE,
    BackOut,
    PointOut,
    QuadOut,
    Share,
    TileOut,
    WarningOut,
    quad_out,
    tile_out,
    warning_out,
)
from vision.types import HalfReading

TOLD = 0.0005
"""Chances below this are not told."""


class Chance(BaseModel):
    """A value that a half may show, and how likely."""

    value: int
    probability: Share


class HalfOut(BaseModel):
    """What the eye made of a half: values from the likeliest on, and how many pips were counted, where they were."""

    values: list[Chance]
    count: float | None


class TableTileOut(TileOut):
    """A tile of a table. Besides what was read under the rules, what the eye alone made of it: how much it looks like a
    tile (`score`), and each of its halves, A first; that is what a table is read from once more after a correction.
    """

    score: Share
    halves: Annotated[list[HalfOut], Field(min_length=2, max_length=2)]


class EndOut(BaseModel):
    """Where the next tile of a train would go: the value to match, the number of the tile that it would be laid on, and
    the outline that it would have, about.
    """

    value: int
    on: int
    at: PointOut
    quad: QuadOut


class SeenTrainOut(BaseModel):
    """A train from its start outwards: the values of its tiles (inner, outer), their numbers, and on which of them each
    lies, -1 for the engine.

    A branch at a double is a train of its own that names the number of that double in `branch_of`. A chain that is
    `apart` shows the engine's value at neither end. Whether a marker lies on it (`marker`) is a proposal.
    """

    kind: Literal["personal", "mexican", "apart"]
    tiles: list[HalvesOut]
    numbers: list[int]
    on: list[int]
    branch_of: int | None
    marker: bool
    marker_confidence: Share
    ends: list[EndOut]


class TileCountOut(BaseModel):
    """How often a tile is there, on the table and in hands; in how many hands; how often the set has it."""

    there: int
    hands: int
    allowed: int


class FindingOut(BaseModel):
    """Something that cannot be right (`error`) or deserves a look (`note`): the tiles, their numbers and places, the
    train, and whether all tiles that it rests on were read as sure. `count` is that of a tile which is there too often.
    """

    code: str
    severity: Literal["error", "note"]
    tiles: list[str]
    numbers: list[int]
    train: int | None
    at: list[PointOut]
    sure: bool
    count: TileCountOut | None
    text: str


class TableOut(BaseModel):
    """What was read on a table. Numbers count `tiles` from 0.

    `engine` is its value and `engine_tile` its number; trains are personal ones clockwise from the bottom of the photo,
    then Mexican ones, then chains apart, branches right after their train. `hands` are rows of tiles that lie as hands
    do, `loose` tiles that touch none.
    """

    width: int
    height: int
    set: SetName
    engine: int | None
    engine_tile: int | None
    tiles: list[TableTileOut]
    trains: list[SeenTrainOut]
    hands: list[list[int]]
    loose: list[int]
    face_down: list[BackOut]
    findings: list[FindingOut]
    sure: bool
    warnings: list[WarningOut]
    ms: Annotated[int, Field(ge=0)]


def table_out(table: SeenTable, ms: float) -> TableOut:
    """A table as it is told, its tiles in the order of its reading; `ms` is how long it took."""
    reading = table.reading
    width, height = reading.observation.image_size
    return TableOut(
        width=width,
        height=height,
        set=f"double-{reading.domino_set.highest}",  # type: ignore[arg-type]
        engine=None if table.engine_tile is None else table.engine_tile.high,
        engine_tile=table.engine,
        tiles=[_tile(table, number) for number in range(len(reading.tiles))],
        trains=[SeenTrainOut(**train_report(train)) for train in table.trains],
        hands=[list(row) for row in table.hands],
        loose=list(table.loose),
        face_down=[BackOut(quad=quad_out(back.quad)) for back in reading.observation.face_down],
        findings=[FindingOut(**finding_report(table, finding)) for finding in table.findings],
        sure=table.sure,
        warnings=[warning_out(warning) for warning in reading.warnings],
        ms=round(ms),
    )


def _tile(table: SeenTable, number: int) -> TableTileOut:
    tile = table.reading.tiles[number]
    seen = tile.detection
    return TableTileOut(
        **tile_out(tile).model_dump(),
        score=round(min(1.0, seen.score), CHANCE_DECIMALS),
        halves=[_half(half) for half in seen.halves],
    )


def _half(half: HalfReading) -> HalfOut:
    likely = sorted(enumerate(half.probs[:-1]), key=lambda one: -one[1])
    return HalfOut(
        values=[Chance(value=v, probability=round(min(1.0, p), CHANCE_DECIMALS)) for v, p in likely if p >= TOLD],
        count=None if half.count is None else round(half.count, 2),
    )


_TILE = {
    **READING_EXAMPLE["tiles"][0],  # type: ignore[index]
    "score": 0.9987,
    "halves": [
        {"values": [{"value": 6, "probability": 0.9541}, {"value": 5, "probability": 0.0459}], "count": 6.1},
        {"values": [{"value": 1, "probability": 0.9999}], "count": 1.0},
    ],
}
TABLE_EXAMPLE = {
    "width": 4000,
    "height": 3000,
    "set": "double-12",
    "engine": 12,
    "engine_tile": 0,
    "tiles": [{**_TILE, "a": 12, "b": 12, "sure": True, "doubts": [], "alternatives": []}, _TILE],
    "trains": [
        {
            "kind": "personal",
            "tiles": [[6, 1]],
            "numbers": [1],
            "on": [-1],
            "branch_of": None,
            "marker": False,
            "marker_confidence": 0.03,
            "ends": [
                {
                    "value": 1,
                    "on": 1,
                    "at": [550.0, 1150.0],
                    "quad": [[410.0, 870.0], [690.0, 870.0], [690.0, 1430.0], [410.0, 1430.0]],
                }
            ],
        }
    ],
    "hands": [],
    "loose": [],
    "face_down": [],
    "findings": [
        {
            "code": "TRAIN_NOT_FROM_ENGINE",
            "severity": "error",
            "tiles": ["1-6"],
            "numbers": [1],
            "train": 0,
            "at": [[550.0, 580.0]],
            "sure": False,
            "count": None,
            "text": "A train starts with 6 and not with the engine's 12.",
        }
    ],
    "sure": False,
    "warnings": [],
    "ms": 1640,
}
