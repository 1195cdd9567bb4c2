"""Does a marker stand at the open end of a train: before it, beside its last tile, or on it? A guess to be confirmed.

Anything may be a marker: a little train, a coin, a pawn, a bottle cap. So no thing is looked for, but what is strange:
before the end and beside the tile against the table around, on the tile against the other tiles (`marker_looks`). How
strange a bare place looks differs from table to table, by its weave, by shadows and by the sides of thick tiles; so
each end is also compared with places where nothing is expected, the long sides of the tiles in the same photo.

The odds are logistic functions of these measures, fitted on rendered tables by `python -m datasets.marker_fit`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.geometry import is_convex, polygon_area
from vision.marker_looks import Spot, Table, look_at_ground, look_at_halves, place_frame, side_frame, table_of
from vision.types import Point

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]
Whole = NDArray[np.int64]

BARE_PLACES, FREE = 5, 0.75
"""How many long sides of tiles are looked at to know bare places, and how free of other tiles they must be."""
OTHER_TILES, FEWEST_HALVES = 16, 12
"""How many tiles are looked at to know halves without a marker; fewer halves than that do not tell how pips look."""
AT_MIDDLE = 0.25
"""A place is at the middle of a tile up to here: 0 is its middle, 1 its end."""
HIGH = 0.9
"""The quantile of the other halves with which a half is compared: pips are there as a rule."""
LEAST_AREA = 16.0
"""Outlines of fewer square pixels are none."""
USUAL = 3.0
"""How strange a bare place looks where none can be looked at."""


@dataclass(frozen=True, slots=True)
class EndPlace:
    """An open end of a train.

    `tile`: number of its last tile; `half`: which half of it is the outward one, 0 for A and 1 for B, None for a
    double that lies across; `place`: outline of a tile that would be laid there, clockwise, from one of its short
    edges, in pixels of the upright photo.
    """

    tile: int
    half: int | None
    place: tuple[Point, Point, Point, Point]


@dataclass(frozen=True, slots=True)
class EndLooks:
    """What the odds of one end are made of: measures before it, beside its tile, and on it; () where none show."""

    before: tuple[float, ...]
    beside: tuple[float, ...]
    on: tuple[float, ...]


BEFORE = ((1.38, 1.6, -2.31, 2.74), -5.13)
BESIDE = ((-0.91, 2.85, -0.43, 1.74), -3.87)
ON = ((2.08, 1.43, 3.19), -6.75)
"""Weights of the measures and the constant of each of the three odds."""


@dataclass(frozen=True, slots=True)
class _Usual:
    """What all ends of a photo are compared with: its `table`, how strange a `bare` place there usually looks (as a
    logarithm), for each tile looked at the blot and share of its halves A and B, (2, 2)."""

    table: Table
    bare: float
    halves: dict[int, Floats]


def outward_half(tile: ArrayLike, place: ArrayLike) -> int | None:
    """The half of a tile (4, 2) at which a `place` (4, 2) for the next one lies, None at its middle."""
    corners = np.asarray(tile, dtype=np.float64)
    along = (corners[:2].mean(axis=0) - corners[2:].mean(axis=0)) / 2
    met = place_frame(np.asarray(place, dtype=np.float64), corners).origin - corners.mean(axis=0)
    share = float(met @ along) / max(float(along @ along), 1e-9)
    return None if abs(share) < AT_MIDDLE else int(share < 0)


def marker_odds(pixels: Image, tiles: ArrayLike, ends: Sequence[EndPlace]) -> Floats:
    """How likely (n,), from 0 to 1, a marker stands at each of the `ends` of trains.

    `pixels` (H, W, 3) uint8 is the upright photo in RGB; `tiles` (m, 4, 2) are the outlines of all tiles in it, face up
    and face down, clockwise from half A as in `vision.types.Quad`. Where hardly any table shows around an end, only
    what is on its tile counts, and with few other tiles only what is on the table; where nothing can be told, or the
    outlines of tile or place are no quads, the odds are 0.

    Raises:
        ValueError: when an end names a tile that there is not.
    """
    return np.array([odds_of(looks) for looks in end_looks(pixels, tiles, ends)], dtype=np.float64)


def odds_of(looks: EndLooks) -> float:
    """How likely (0 to 1) a marker stands at an end that looks so."""
    parts = ((looks.before, BEFORE), (looks.beside, BESIDE), (looks.on, ON))
    return max((_logistic(measures, *fit) for measures, fit in parts if measures), default=0.0)


def end_looks(pixels: Image, tiles: ArrayLike, ends: Sequence[EndPlace]) -> list[EndLooks]:
    """The measures of each of the ends; arguments and errors as for `marker_odds`."""
    outlines = np.asarray(tiles, dtype=np.float64).reshape(-1, 4, 2)
    for end in ends:
        if not 0 <= end.tile < len(outlines):
            raise ValueError(
                f"an end lies on one of the {len(outlines)} tiles, counted from 0; this one is on {end.tile}"
            )
    sound = np.flatnonzero(_is_quad(outlines))
    seen = [end for end in ends if end.tile in sound and (_is_quad(end.place) or _is_quad(end.place[::-1]))]
    if not seen:
        return [EndLooks((), (), ()) for _ in ends]
    usual = _usual(pixels, outlines, sound, {end.tile for end in seen})
    return [_end_looks(usual, outlines[end.tile], end) if end in seen else EndLooks((), (), ()) for end in ends]


def _is_quad(corners: ArrayLike) -> NDArray[np.bool_]:
    """Whether outlines (..., 4, 2) are clockwise and of some size, so that something can be seen in them."""
    return np.asarray(is_convex(corners) & (polygon_area(corners) > LEAST_AREA))


def _usual(pixels: Image, outlines: Floats, sound: Whole, last: set[int]) -> _Usual:
    table = table_of(pixels, outlines[sound])
    bare = [spot.large for spot in _bare_places(table)]
    looked_at = sorted(last | set(sound[:: max(1, len(sound) // OTHER_TILES)].tolist()))
    halves = dict(zip(looked_at, look_at_halves(pixels, outlines[looked_at]), strict=True))
    return _Usual(table, float(np.median(np.log1p(bare if bare else USUAL))), halves)


def _bare_places(table: Table) -> list[Spot]:
    """The strangest spots before some long sides of tiles that no other tile lies at."""
    bare: list[Spot] = []
    sides = [(tile, side) for tile in range(len(table.tiles)) for side in (0, 1)]
    for tile, side in sides[:: max(1, len(sides) // (3 * BARE_PLACES))]:
        ground = look_at_ground(table, side_frame(table.tiles[tile], side), float(table.areas[tile]), FREE)
        if ground is not None:
            bare.append(ground.before)
        if len(bare) == BARE_PLACES:
            break
    return bare


def _end_looks(usual: _Usual, tile: Floats, end: EndPlace) -> EndLooks:
    ground = look_at_ground(usual.table, place_frame(np.array(end.place), tile), float(polygon_area(tile)))
    halves = usual.halves[end.tile].tolist()
    blot, share = max(halves) if end.half is None else halves[end.half]
    others = [look for number, looks in usual.halves.items() if number != end.tile for look in looks]
    on: tuple[float, ...] = ()
    if len(others) >= FEWEST_HALVES:
        blots, shares = np.quantile(others, HIGH, axis=0)
        on = (float(np.log1p(blot)), float(np.log1p(blot) - np.log1p(blots)), float(share - shares))
    if ground is None or ground.beside is None:
        return EndLooks((), (), on)
    return EndLooks(_measures(ground.before, usual.bare), _measures(ground.beside, usual.bare), on)


def _measures(spot: Spot, usually: float) -> tuple[float, ...]:
    return (
        float(np.log1p(spot.small)),
        float(np.log1p(spot.large) - usually),
        spot.stands_out / 10,
        spot.with_shadows / 10,
    )


def _logistic(measures: tuple[float, ...], weights: tuple[float, ...], constant: float) -> float:
    return float(1 / (1 + np.exp(-(np.dot(measures, weights) + constant))))
