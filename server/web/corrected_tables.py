"""A table that comes back from a person: seen once more, with what the person says in place of what the eye saw."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import hypot

import numpy as np

from engine.tiles import DominoSet
from server.seen_table import SeenTable, SeenTrain
from server.table_known import Known
from server.table_service import see_table
from server.web.problems import Problem
from server.web.schemas import tile_of
from server.web.schemas_audit import AuditIn, HalfIn, MarkerIn, QuadIn, TableTileIn
from vision.geometry import default_divider, half_centres, is_convex, polygon_area, tile_length
from vision.types import N_CLASSES, UNREADABLE, DetectedTile, FaceDown, HalfReading, Observation, Quad

SHORTEST = 2.0
"""Pixels that a side of a tile has at least; with less its direction means nothing."""
BESIDE = 1.0
"""How far from the open end a marker lies at most, in lengths of the tile that would be laid there."""


def look_anew(asked: AuditIn) -> SeenTable:
    """The table that these tiles make; its tiles are in the order in which they were sent.

    Raises:
        Problem: 422, for outlines that are none, and tiles on the table or in a hand with more pips than the set.
        RulesError: for rules that cannot be.
    """
    domino_set = DominoSet.parse(asked.set)
    for a, b in (*((tile.a, tile.b) for tile in asked.tiles), *(halves for hand in asked.hands for halves in hand)):
        if max(a, b) > domino_set.highest:
            raise Problem(422, "not_in_set", f"{a}-{b} has more pips than a {domino_set} set; name a larger set.")
    if asked.engine is not None and asked.engine > domino_set.highest:
        raise Problem(422, "not_in_set", f"A {domino_set} set has no double {asked.engine}; name a larger set.")
    quads = [_quad(quad) for quad in (*(tile.quad for tile in asked.tiles), *asked.face_down)]
    seen = tuple(_tile(tile, quad) for tile, quad in zip(asked.tiles, quads, strict=False))
    backs = tuple(FaceDown(quad, 1.0) for quad in quads[len(seen) :])
    observation = Observation((asked.width, asked.height), seen, backs, (), (), ())
    hands = tuple(tuple(tile_of(halves) for halves in hand) for hand in asked.hands)
    rules = asked.rules.rules().change(highest=domino_set.highest)
    table = see_table(observation, Known(rules, asked.engine, hands, players=asked.players))
    return replace(table, trains=tuple(_marked(train, asked.markers) for train in table.trains))


def _quad(corners: QuadIn) -> Quad:
    outline = np.asarray(corners, dtype=np.float64)
    sides = np.linalg.norm(np.roll(outline, -1, axis=0) - outline, axis=1)
    if not is_convex(outline) or sides.min() < SHORTEST or polygon_area(outline) < SHORTEST * sides.max():
        message = f"An outline has four corners, clockwise, at least {SHORTEST:g} pixels apart; send it as it was told."
        raise Problem(422, "bad_quad", message)
    divider = default_divider(outline)
    return Quad(_points(outline), _points(divider))  # type: ignore[arg-type]


def _points(rows: np.ndarray) -> tuple[tuple[float, float], ...]:
    return tuple((float(x), float(y)) for x, y in rows)


def _tile(tile: TableTileIn, quad: Quad) -> DetectedTile:
    centres = _points(half_centres(quad.corners, quad.divider))
    seen: Sequence[HalfIn | None] = (None, None) if tile.halves is None else tile.halves
    first, second = (
        _half(value, half, centre) for value, half, centre in zip((tile.a, tile.b), seen, centres, strict=True)
    )
    return DetectedTile(quad, (first, second), 1.0 if tile.halves is None else tile.score)


def _half(value: int, seen: HalfIn | None, centre: tuple[float, float]) -> HalfReading:
    """A half as the eye saw it, or else as certain as a person is. What is not told could not be read."""
    probs = [0.0] * N_CLASSES
    if seen is None:
        probs[value] = 1.0
        return HalfReading(centre, tuple(probs))
    for chance in seen.values:
        probs[chance.value] = chance.probability
    probs[UNREADABLE] = max(0.0, 1.0 - sum(probs))
    whole = sum(probs)
    return HalfReading(centre, tuple(one / whole for one in probs), seen.count)


def _marked(train: SeenTrain, markers: Sequence[MarkerIn]) -> SeenTrain:
    """The train with the likeliest of the markers that lie at one of its open ends."""
    there = [
        marker.confidence
        for marker in markers
        for end in train.ends
        if hypot(marker.at[0] - end.at[0], marker.at[1] - end.at[1]) <= BESIDE * float(tile_length(end.quad))
    ]
    return replace(train, marker=max(there, default=0.0))
