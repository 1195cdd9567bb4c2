"""How strange a place on the table, or a half of a tile, looks: that is what markers are told by.

A place is cut out so that it always looks alike: the edge of a tile at u = 0, the table before it at u > 0, v across,
`PATCH` pixels to a tile length. What is strange there is told by colours, compared with the table around it, which may
be dyed, woven or grained as it likes: how far a pixel is from the nearest colour of the table nearby, in light or in
shadow. A thing that stands there is a spot of such pixels with table around it.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.colours import grown, how_rare, in_shadows, lab, nearest
from vision.geometry import polygon_area, tile_length

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Image = NDArray[np.uint8]
Plain = NDArray[np.float32]
Whole = NDArray[np.int64]
Box = tuple[float, float, float]
"""A patch reaches from u to u and from -v to v, in tile lengths."""

PATCH = 20
"""Pixels of a tile length in the patches that are looked at: a coin is 7 wide, grain and weave are mostly gone."""
GROUND: Box = (-1.3, 1.7, 1.1)
FAR, WIDE, BESIDE = 0.95, 0.5, 0.95
"""A thing is looked for up to so far before the edge and so far to each side there, and so far beside the tile."""
SHADOWS = (1.0, 0.8, 0.6, 0.4)
"""A table in shadow has its own colours times these; the first is the light."""
SAMPLES, FEWEST = 64, 40
"""About how many pixels around tell how the table looks, and how many must be there."""
FACE_SAMPLES, WALL = 40, 4
"""How many pixels of the tiles tell how their sides look, and how many pixels wide the sides of thick tiles show."""
READ = 2
"""So many pixels a side of a photo are averaged into one of a patch."""
EVERYWHERE, FEW = 100, 20
"""About how many pixels of the whole photo tell how the table looks elsewhere; fewer than the second say nothing."""
ALIKE, MOST = 2.0, 30.0
"""What is no further (CIE Lab) from the lit table than the first is not compared with its shadows; distances are cut
off at the second, so that one glaring pixel is no spot."""
SMALL, LARGE, RING = 5, 7, (13, 17)
"""Sides in pixels of the squares that are compared, and of those that bound the ring around them."""
NO_TILE = 0.45
"""An outline with less than this share of the area of the tile beside it is a thing that was taken for a tile."""

FACE: Box = (-1.0, 0.0, 0.25)
FACE_PATCH, BLOT = 32, 6
"""Pixels of a tile length where its face is looked at, and of a square that is wider than pips are in most sets."""
LIGHTNESS, UNLIKE = 0.7, 12.0
"""Weight of a difference in lightness, and the distance from which a pixel is not of the colour of the face."""


@dataclass(frozen=True, slots=True)
class Frame:
    """Where a patch lies: `origin` (2,) in the middle of an edge, `out` (2,) one tile length away from the tile,
    `across` (2,) one tile length along the edge, in pixels of the photo."""

    origin: Floats
    out: Floats
    across: Floats


@dataclass(frozen=True, slots=True)
class Table:
    """What all places of a photo (H, W, 3) are compared with: its `tiles` (n, 4, 2) and their `areas` (n,), and
    `colours` (4, m, 3) of the table in CIE Lab, in light and in the shadows."""

    photo: Image
    tiles: Floats
    areas: Floats
    colours: Plain


@dataclass(frozen=True, slots=True)
class Spot:
    """The strangest spot of a zone, in CIE Lab: the mean of the strangest `small` and `large` disc, by how much the
    large one `stands_out` from the ring around it, and the same where shadows count as strange, too."""

    small: float
    large: float
    stands_out: float
    with_shadows: float


@dataclass(frozen=True, slots=True)
class Ground:
    """What lies `before` the edge of a tile, and `beside` the tile where that was asked for."""

    before: Spot
    beside: Spot | None


def table_of(photo: Image, tiles: Floats) -> Table:
    """The table in a photo with these `tiles` (n, 4, 2), at least one.

    Its colours are those of some places all over the photo that no tile covers; a pattern that is new at the end of a
    train may repeat there. What shows at one place only is left out.
    """
    areas, sides = polygon_area(tiles), photo.shape[:2]
    step = max(1.0, float(np.sqrt(sides[0] * sides[1] / EVERYWHERE)))
    y, x = (np.arange(step / 2, side, step) for side in sides)
    apart = (np.arange(READ) - READ // 2) * max(float(np.median(tile_length(tiles))) / (PATCH * READ), 1.0)
    rows, columns = (
        np.clip(np.round(at[:, None] + apart), 0, side - 1).astype(np.int64).ravel()
        for at, side in zip((y, x), sides, strict=True)
    )
    rgb = photo[np.ix_(rows, columns)].reshape(len(y), READ, len(x), READ, 3).mean(axis=(1, 3)).reshape(-1, 3)
    away = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 1, 1, 2) - tiles
    edges = np.roll(tiles, -1, axis=1) - tiles
    within = np.asarray(edges[..., 0] * away[..., 1] - edges[..., 1] * away[..., 0] >= 0)
    covered = np.any(np.all(within, axis=2), axis=1)
    rgb = rgb[~covered].astype(np.uint8)
    rgb = rgb[_is_common(lab(rgb))] if len(rgb) >= FEW else rgb[:0]
    return Table(photo, tiles, areas, in_shadows(rgb, SHADOWS).reshape(len(SHADOWS), -1, 3))


def look_at_ground(table: Table, frame: Frame, area: float, least_free: float = 0.0) -> Ground | None:
    """What lies at the edge of a tile of `area` square pixels; None where hardly any table shows around it.

    With `least_free`, only the place before the edge is looked at, and only if at least this share (0 to 1) of it is
    free of tiles.
    """
    step, start = _steps(frame, GROUND, PATCH)
    covered = _filled((table.tiles[table.areas >= NO_TILE * area] - start) @ np.linalg.inv(step).T)
    bare = ~grown(covered, 1)
    corners, last = _CORNERS @ step.T + start, np.array(table.photo.shape[1::-1]) - 0.5
    if (corners < -0.5).any() or (corners > last).any():
        pixels = _PIXELS @ step.T + start
        bare &= ((pixels > -0.5) & (pixels < last)).all(axis=2)
    around = np.flatnonzero(bare & ~_CORE)
    if len(around) < FEWEST or (bare & _BEFORE).sum() < least_free * _BEFORE.sum():
        return None
    patch = _cut(table.photo, frame, GROUND, PATCH).reshape(-1, 3)
    colours = lab(patch)
    around = around[:: max(1, len(around) // SAMPLES)]
    around = around[_is_common(colours[around])]
    looked_at = bare & (_BEFORE if least_free else _CORE)
    numbers = np.flatnonzero(looked_at)
    here = in_shadows(patch[around], SHADOWS).reshape(len(SHADOWS), -1, 3)
    light, *shadows = np.concatenate([here, table.colours], axis=1)
    apart = np.zeros((2, bare.size), np.float32)
    apart[1, numbers] = nearest(colours[numbers], light)
    apart[0] = apart[1]
    unlike = np.flatnonzero(apart[1] > ALIKE**2)
    if len(unlike):
        apart[0, unlike] = np.minimum(apart[1, unlike], nearest(colours[unlike], np.concatenate(shadows)))
    near = np.flatnonzero(looked_at & grown(covered, WALL))
    faces = np.flatnonzero(covered & ~grown(~covered, 1))
    if len(near) and len(faces):
        sides = in_shadows(patch[faces[:: max(1, len(faces) // FACE_SAMPLES)]], SHADOWS)
        apart[:, near] = np.minimum(apart[:, near], nearest(colours[near], sides))
    strange = np.minimum(np.sqrt(apart), MOST).reshape(2, *bare.shape)
    sums = _sums(strange, looked_at)
    before = _strangest(sums, _BEFORE_MIDDLES)
    return Ground(before, None if least_free else _strangest(sums, _BESIDE_MIDDLES))


def look_at_halves(photo: Image, tiles: Floats) -> Floats:
    """How unlike the colour of their tile both halves of tiles (n, 4, 2) look: the widest blot, in CIE Lab, and its
    share (0 to 1), of halves A and B, (n, 2, 2). That colour is the median: pips cover less than half of a face."""
    faces = lab(np.stack([_cut(photo, _face_frame(tile), FACE, FACE_PATCH) for tile in tiles])[:, 1:-1, 1:-1])
    colours = np.median(faces.reshape(len(tiles), -1, 3), axis=1)[:, None, None]
    apart = np.minimum(np.linalg.norm((faces - colours) * np.array([LIGHTNESS, 1, 1], np.float32), axis=3), MOST)
    half = apart.shape[2] // 2
    looks, square = np.zeros((len(tiles), 2, 2)), np.ones((BLOT, BLOT), np.uint8)
    for side, halves in enumerate((apart[:, :, half:], apart[:, :, :half])):
        looks[:, side, 0] = [cv2.erode(one, square).max() for one in halves]
        looks[:, side, 1] = (halves > UNLIKE).mean(axis=(1, 2))
    return looks


def _face_frame(tile: Floats) -> Frame:
    """The frame at the short edge of half A of a tile (4, 2), as wide as the tile is in the middle."""
    edge, other = tile[:2].mean(axis=0), tile[2:].mean(axis=0)
    return Frame(edge, edge - other, tile[1] + tile[2] - tile[0] - tile[3])


def side_frame(tile: Floats, side: int) -> Frame:
    """The frame at a long edge of a tile (4, 2): that after corner 1 (0) or after corner 3 (1)."""
    corners = np.roll(tile, -1 - 2 * side, axis=0)
    edge = corners[:2].mean(axis=0)
    return Frame(edge, (edge - corners[2:].mean(axis=0)) * 2, corners[1] - corners[0])


def place_frame(place: Floats, tile: Floats) -> Frame:
    """The frame at the edge of a place (4, 2) where the next tile would lie after `tile` (4, 2)."""
    middles = (place + np.roll(place, -1, axis=0)) / 2
    near = 0 if np.hypot(*(middles[0] - tile.mean(0))) <= np.hypot(*(middles[2] - tile.mean(0))) else 2
    return Frame(middles[near], middles[(near + 2) % 4] - middles[near], (place[(near + 1) % 4] - place[near]) * 2)


def _cut(photo: Image, frame: Frame, box: Box, scale: int) -> Image:
    """A patch of `scale` pixels to a tile length; of a large photo only some pixels are read, or that would take longer
    than all the rest."""
    step, start = _steps(frame, box, scale * READ)
    low, high, side = box
    size = (round((high - low) * scale), round(2 * side * scale))
    patch = cv2.warpAffine(
        photo, np.column_stack([step, start]), (size[0] * READ, size[1] * READ),
        flags=cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE,
    )  # fmt: skip
    return np.asarray(cv2.resize(patch, size, interpolation=cv2.INTER_AREA), np.uint8)


def _steps(frame: Frame, box: Box, scale: int) -> tuple[Floats, Floats]:
    """How pixels of a patch get into the photo: times the first return, plus the second."""
    step = np.column_stack([frame.out, frame.across]) / scale
    return step, frame.origin + step @ np.array([box[0] * scale + 0.5, -box[2] * scale + 0.5])


def _is_common(colours: Plain) -> Flags:
    """Which of the colours (n, 3) have others near them: a crumb or the rim of a thing says nothing about the table."""
    fifth = np.sqrt(how_rare(colours, 4))
    return np.asarray(fifth <= max(3 * float(np.partition(fifth, len(fifth) // 2)[len(fifth) // 2]), 2.0))


def _filled(outlines: Floats) -> Flags:
    """Which pixels of a ground patch lie within one of the outlines (n, 4, 2) given in its pixels."""
    rows, columns = _U.shape
    filled = np.zeros((rows, columns), np.uint8)
    near = ((outlines.max(axis=1) > -1) & (outlines.min(axis=1) < (columns, rows))).all(axis=1)
    # Corners far outside must fit into whole numbers with 4 binary digits.
    for outline in np.round(np.clip(outlines[near], -1e6, 1e6) * 16).astype(np.int32):
        cv2.fillConvexPoly(filled, outline, 1, shift=4)
    return filled.astype(bool)


def _sums(strange: Plain, looked_at: Flags) -> list[Plain]:
    """Sums of the pixels looked at in the small and the large square and in the two that bound the ring, around each
    pixel of a patch: (h * w, 3) each, of which the third counts the pixels.

    `strange` (2, h, w): shadows are not, and are.
    """
    counted = np.dstack([*np.where(looked_at, strange, 0), looked_at.astype(np.float32)])
    boxed = [
        cv2.boxFilter(counted, -1, (side, side), normalize=False, borderType=cv2.BORDER_CONSTANT)
        for side in (SMALL, LARGE, *RING)
    ]
    return [np.asarray(sums, np.float32).reshape(-1, 3) for sums in boxed]


def _strangest(sums: list[Plain], middles: Whole) -> Spot:
    """The strangest spot around one of these pixels. Where too few pixels are looked at, a mean counts as 0."""
    small, large, within, around = (one.take(middles, axis=0) for one in sums)
    parts = np.stack([small, large, around - within])
    counts = parts[..., 2:]
    small, large, ring = np.where(counts >= _LEAST, parts[..., :2] / np.maximum(counts, 1), 0)
    lit, dark = (int(at) for at in large.argmax(axis=0))
    return Spot(
        float(small[:, 0].max()),
        float(large[lit, 0]),
        float(large[lit, 0] - ring[lit, 0]),
        float(large[dark, 1] - ring[dark, 1]),
    )


def _grid() -> tuple[Floats, Floats]:
    low, high, side = GROUND
    u = (np.arange(round((high - low) * PATCH)) + 0.5) / PATCH + low
    v = (np.arange(round(2 * side * PATCH)) + 0.5) / PATCH - side
    across, along = np.meshgrid(v, u, indexing="ij")
    return along, np.abs(across)


_U, _V = _grid()
_BEFORE = (_U > 0) & (_U < FAR) & (_V < WIDE)
_CORE = (_U > -1) & (_U < FAR) & (_V < BESIDE)
_BEFORE_MIDDLES: Whole = np.flatnonzero((_U > 0.05) & (_U < 0.8) & (_V < 0.36))
_BESIDE_MIDDLES: Whole = np.flatnonzero((_U > -FAR) & (_U <= 0) & (_V > 0.2) & (_V < 0.8))
"""Where spots are looked for: before the edge, and beside the tile."""
_LEAST = np.array([0.6 * SMALL**2, 0.6 * LARGE**2, 0.2 * (RING[1] ** 2 - RING[0] ** 2)])[:, None, None]
"""How many pixels of the two squares and of the ring must be looked at."""
_PIXELS = np.stack(np.meshgrid(np.arange(_U.shape[1]), np.arange(_U.shape[0])), axis=-1).astype(np.float64)
_CORNERS = _PIXELS[[0, 0, -1, -1], [0, -1, 0, -1]]
