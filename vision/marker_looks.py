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

from vision.colours import grown, in_shadows, lab, squares
from vision.geometry import polygon_area

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Image = NDArray[np.uint8]
Plain = NDArray[np.float32]
Box = tuple[float, float, float]
"""A patch reaches from u to u and from -v to v, in tile lengths."""

PATCH = 24
"""Pixels of a tile length in the patches that are looked at: a coin is 8 wide, grain and weave are mostly gone."""
GROUND: Box = (-1.3, 1.7, 1.1)
FAR, WIDE, BESIDE = 0.95, 0.5, 0.95
"""A thing is looked for up to so far before the edge and so far to each side there, and so far beside the tile."""
SHADOWS = (1.0, 0.85, 0.7, 0.55, 0.4)
"""A table in shadow has its own colours times these."""
SAMPLES, FEWEST = 130, 80
"""About how many pixels around tell how the table looks, and how many must be there."""
FACE_SAMPLES, WALL = 40, 5
"""How many pixels of the tiles tell how their sides look, and how many pixels wide the sides of thick tiles show."""
READ = 3
"""So many pixels a side are averaged into one where a photo is made smaller."""
EVERYWHERE, FEW = 200, 20
"""About how many pixels of the whole photo tell how the table looks elsewhere; fewer than the second say nothing."""
CUBE, ROWS = 1.5, 512
"""Colours nearer to each other than this (CIE Lab) are taken as one; so many rows are compared at a time."""
MOST = 30.0
"""Distances (CIE Lab) are cut off here, so that one glaring pixel is no spot."""
SMALL, LARGE, RING = 5, 7, (15, 21)
"""Sides in pixels of the squares that are compared, and of those that bound the ring around them."""
NO_TILE = 0.45
"""An outline with less than this share of the area of the tile beside it is a thing that was taken for a tile."""

FACE: Box = (-0.5, 0.0, 0.25)
FACE_MIDDLE: Box = (-0.94, -0.06, 0.21)
FACE_PATCH, BLOT = 32, 6
"""Pixels of a tile length where a half is looked at, and of a square that is wider than pips are in most sets."""
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
class Reduced:
    """A photo made `factor` times smaller: `image` (h, w, 3) uint8 RGB."""

    image: Image
    factor: int

    def seen(self, points: Floats) -> Floats:
        """Points (..., 2) of the photo, in pixels of the smaller picture."""
        return np.asarray((points + 0.5) / self.factor - 0.5)


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


def reduce(pixels: Image, length: float) -> Reduced:
    """The photo made smaller by a whole number, so that tiles of `length` pixels come near to their size in a patch.

    Of a large photo only some rows and columns are averaged: reading all its pixels would take longer than the rest.
    """
    factor = int(np.clip(length / PATCH, 1, min(pixels.shape[:2])))
    height, width = (side // factor for side in pixels.shape[:2])
    image = pixels[: height * factor, : width * factor]
    for times, how in ((READ, cv2.INTER_NEAREST), (1, cv2.INTER_AREA)):
        if factor > times:
            image = np.asarray(cv2.resize(image, (width * times, height * times), interpolation=how), np.uint8)
    return Reduced(image, factor)


def look_at_ground(
    photo: Reduced, frame: Frame, tiles: Floats, area: float, elsewhere: Image, least_free: float = 0.0
) -> Ground | None:
    """What lies at the edge of a tile of `area` square pixels; None where hardly any table shows around it.

    `tiles` (n, 4, 2) are all outlines in the photo, `elsewhere` (m, 3) colours of the table in RGB. With `least_free`,
    only the place before the edge is looked at, and only if at least this share (0 to 1) of it is free of tiles.
    """
    patch, turn, start = _cut(photo, frame, GROUND, PATCH)
    local = (photo.seen(tiles[polygon_area(tiles) >= NO_TILE * area]) - start) @ turn.T
    height, width = photo.image.shape[:2]
    rim = (
        np.array([[-0.5, -0.5], [width - 0.5, -0.5], [width - 0.5, height - 0.5], [-0.5, height - 0.5]]) - start
    ) @ turn.T
    inside, covered = _filled(rim[None]), _filled(local)
    bare = inside & ~grown(covered, 1)
    around = np.flatnonzero(bare & ~_CORE)
    free = float((bare & _BEFORE).sum() / _BEFORE.sum())
    if len(around) < FEWEST or free < least_free:
        return None
    around = around[:: max(1, len(around) // SAMPLES)]
    rgb, colours = patch.reshape(-1, 3), lab(patch).reshape(-1, 3)
    table = np.concatenate([rgb[around][_is_common(colours[around])], elsewhere])
    looked_at = bare & (_BEFORE if least_free else _CORE)
    numbers = np.flatnonzero(looked_at)
    strange = np.zeros((2, bare.size), np.float32)
    strange[1, numbers] = _nearest(colours[numbers], _one_of_each(lab(table)))
    strange[0, numbers] = np.minimum(strange[1, numbers], _nearest(colours[numbers], _shaded(table)))
    near = np.flatnonzero(looked_at & grown(covered, WALL))
    faces = np.flatnonzero(covered & ~grown(~covered, 1))
    if len(near) and len(faces):
        sides = _shaded(rgb[faces[:: max(1, len(faces) // FACE_SAMPLES)]])
        strange[:, near] = np.minimum(strange[:, near], _nearest(colours[near], sides))
    discs = _means(np.sqrt(strange).reshape(2, *bare.shape), looked_at)
    before = _strangest(discs, _BEFORE_MIDDLES)
    return Ground(before, _strangest(discs, _BESIDE_MIDDLES) if least_free == 0 else None)


def table_colours(photo: Reduced, tiles: Floats) -> Image:
    """Colours (n, 3) in RGB of the table all over the photo, without what lies under `tiles` (m, 4, 2).

    A pattern that is new at the end of a train may repeat elsewhere. What shows at one place only is left out.
    """
    height, width = photo.image.shape[:2]
    cover = np.zeros((height, width), np.uint8)
    cv2.fillPoly(cover, list(np.round(np.clip(photo.seen(tiles), -1e6, 1e6)).astype(np.int32)), 1)
    step = max(1, round(float(np.sqrt(height * width / EVERYWHERE))))
    some = (slice(step // 2, None, step), slice(step // 2, None, step))
    rgb = photo.image[some][cover[some] == 0]
    return np.asarray(rgb[_is_common(lab(rgb))] if len(rgb) >= FEW else rgb[:0])


def look_at_halves(photo: Reduced, tiles: Floats) -> list[list[tuple[float, float]]]:
    """How unlike the colour of their tile both halves of tiles (n, 4, 2) look: the widest blot, in CIE Lab, and its
    share (0 to 1), of halves A and B. That colour is the median: pips cover less than half of a face."""
    faces = np.stack([_cut(photo, end_frame(tile, 0), FACE_MIDDLE, FACE_PATCH // 2)[0] for tile in tiles])
    halves = np.stack([_cut(photo, end_frame(tile, half), FACE, FACE_PATCH)[0] for tile in tiles for half in (0, 1)])
    colours = np.median(lab(faces.reshape(len(tiles), -1, 3)), axis=1).repeat(2, axis=0)[:, None]
    apart = np.linalg.norm((lab(halves.reshape(2 * len(tiles), -1, 3)) - colours) * [LIGHTNESS, 1, 1], axis=2)
    inner = np.minimum(apart, MOST).reshape(halves.shape[:3])[:, 1:-1, :-1].astype(np.float32)
    blots = [float(cv2.erode(half, np.ones((BLOT, BLOT), np.uint8)).max()) for half in inner]
    shares = (inner > UNLIKE).mean(axis=(1, 2)).tolist()
    looks = list(zip(blots, shares, strict=True))
    return [looks[2 * number : 2 * number + 2] for number in range(len(tiles))]


def end_frame(tile: Floats, half: int) -> Frame:
    """The frame at the short edge of half A (0) or B (1) of a tile (4, 2)."""
    corners = np.roll(tile, -2 * half, axis=0)
    edge = corners[:2].mean(axis=0)
    return Frame(edge, edge - corners[2:].mean(axis=0), (corners[1] - corners[0]) * 2)


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


def _cut(photo: Reduced, frame: Frame, box: Box, scale: int) -> tuple[Image, Floats, Floats]:
    """A patch, and how points of the smaller photo get there: minus the second return's `start`, times `turn`."""
    low, high, side = box
    step = np.column_stack([frame.out, frame.across]) / (photo.factor * scale)
    start = photo.seen(frame.origin) + step @ np.array([low * scale + 0.5, -side * scale + 0.5])
    size = (round((high - low) * scale), round(2 * side * scale))
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    patch = cv2.warpAffine(
        photo.image, np.column_stack([step, start]), size, flags=flags, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(patch, np.uint8), np.asarray(np.linalg.inv(step), np.float64), np.asarray(start, np.float64)


def _shaded(rgb: Image) -> Plain:
    """Colours (n, 3) in RGB as Lab, in light first, then in one shadow after the other."""
    return _one_of_each(in_shadows(rgb, SHADOWS))


def _one_of_each(colours: Plain) -> Plain:
    """One of the colours (n, 3) in CIE Lab for each cube of the space that holds any."""
    cubes = (colours // CUBE).astype(np.int64) + 500
    _, first = np.unique((cubes[:, 0] * 1000 + cubes[:, 1]) * 1000 + cubes[:, 2], return_index=True)
    return np.asarray(colours[first])


def _nearest(these: Plain, those: Plain) -> Plain:
    """Squared distances (n,) of colours (n, 3) to the nearest of `those` (m, 3), m at least 1; at most that of MOST."""
    # By parts, so that what is multiplied stays in the processor's cache.
    parts = [these[start : start + ROWS] for start in range(0, len(these), ROWS)]
    least = [squares(part, those).min(axis=1) for part in parts]
    return np.clip(np.concatenate(least), 0, MOST**2) if least else np.zeros(0, np.float32)


def _is_common(colours: Plain) -> Flags:
    """Which of the colours (n, 3) have others near them: a crumb or the rim of a thing says nothing about the table."""
    fifth = np.sqrt(np.partition(squares(colours, colours), 4, axis=1)[:, 4])
    return np.asarray(fifth <= max(3 * float(np.median(fifth)), 2.0))


def _filled(outlines: Floats) -> Flags:
    """Which pixels of a ground patch lie within one of the outlines (n, 4, 2) given in its pixels."""
    rows, columns = _U.shape
    filled = np.zeros((rows, columns), np.uint8)
    near = (outlines.max(axis=1) > -1).all(axis=1) & (outlines.min(axis=1) < (columns, rows)).all(axis=1)
    # Corners far outside, of the whole photo in a patch, must fit into whole numbers with 4 binary digits.
    for outline in np.round(np.clip(outlines[near], -1e6, 1e6) * 16).astype(np.int32):
        cv2.fillConvexPoly(filled, outline, 1, shift=4)
    return filled.astype(bool)


def _means(strange: Plain, looked_at: Flags) -> tuple[Plain, Plain, Plain]:
    """Means of the pixels looked at in a small and a large square, and in the ring, around each: (h, w, 2) each.

    `strange` (2, h, w): shadows are not, and are. Where too few pixels are looked at, the mean counts as 0.
    """
    counted = np.dstack([*np.where(looked_at, strange, 0), looked_at.astype(np.float32)]).astype(np.float32)
    small, large, within, all_around = (
        cv2.boxFilter(counted, -1, (side, side), normalize=False, borderType=cv2.BORDER_CONSTANT)
        for side in (SMALL, LARGE, *RING)
    )
    shapes = (
        (small, 0.6 * SMALL**2),
        (large, 0.6 * LARGE**2),
        (all_around - within, 0.2 * (RING[1] ** 2 - RING[0] ** 2)),
    )
    means = [
        np.where(sums[..., 2:] >= least, sums[..., :2] / np.maximum(sums[..., 2:], 1), 0) for sums, least in shapes
    ]
    return means[0], means[1], means[2]


def _strangest(means: tuple[Plain, Plain, Plain], middles: Flags) -> Spot:
    """The strangest spot with its middle at one of `middles`."""
    small, large, ring = (mean[middles] for mean in means)
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
_BEFORE_MIDDLES = (_U > 0.05) & (_U < 0.8) & (_V < 0.36)
_BESIDE_MIDDLES = (_U > -FAR) & (_U <= 0) & (_V > 0.2) & (_V < 0.8)
