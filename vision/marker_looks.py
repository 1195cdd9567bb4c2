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
MOST = 30.0
"""Distances (CIE Lab) are cut off here, so that one glaring pixel is no spot."""
SMALL, LARGE, RING = 0.10, 0.17, (0.30, 0.42)
"""Radii of the discs that are compared, and of the ring around them, in tile lengths."""
NO_TILE = 0.45
"""An outline with less than this share of the area of the tile beside it is a thing that was taken for a tile."""

FACE: Box = (-0.5, 0.0, 0.25)
FACE_PATCH, BLOT = 32, 5
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
    """What lies `before` the edge of a tile and `beside` the tile; how much of the place before it is `free` of tiles."""

    before: Spot
    beside: Spot
    free: float


def reduce(pixels: Image, length: float) -> Reduced:
    """The photo made smaller by a whole number, so that tiles of `length` pixels come near to their size in a patch."""
    factor = int(np.clip(length / PATCH, 1, min(pixels.shape[:2])))
    height, width = (side // factor for side in pixels.shape[:2])
    if factor == 1:
        return Reduced(pixels, 1)
    even = pixels[: height * factor, : width * factor]
    return Reduced(np.asarray(cv2.resize(even, (width, height), interpolation=cv2.INTER_AREA), np.uint8), factor)


def look_at_ground(photo: Reduced, frame: Frame, tiles: Floats, area: float, beside: bool = True) -> Ground | None:
    """What lies at the edge of a tile of `area` square pixels; None where hardly any table shows around it.

    `tiles` (n, 4, 2) are all outlines in the photo. `beside`: whether to look beside the tile as well.
    """
    patch, turn, start = _cut(photo, frame, GROUND, PATCH)
    local = (photo.seen(tiles[polygon_area(tiles) >= NO_TILE * area]) - start) @ turn.T
    height, width = photo.image.shape[:2]
    rim = (np.array([[-0.5, -0.5], [width - 0.5, -0.5], [width - 0.5, height - 0.5], [-0.5, height - 0.5]]) - start) @ turn.T
    bare = _filled(rim[None]) & ~cv2.dilate(_filled(local).astype(np.uint8), np.ones((3, 3), np.uint8)).astype(bool)
    around = np.flatnonzero(bare & ~_CORE)
    if len(around) < FEWEST:
        return None
    around = around[:: max(1, len(around) // SAMPLES)]
    lab = _lab(patch).reshape(-1, 3)
    table = patch.reshape(-1, 3)[around][_is_common(lab[around])].astype(np.float32)
    shaded = _lab(np.concatenate([table * share for share in SHADOWS])[None])[0]
    looked_at = bare & (_CORE if beside else _BEFORE)
    numbers = np.flatnonzero(looked_at)
    squares = _squares(lab[numbers], shaded)
    strange = np.zeros((2, bare.size), np.float32)
    strange[0, numbers] = squares.min(axis=1, initial=MOST**2)
    strange[1, numbers] = squares[:, : len(table)].min(axis=1, initial=MOST**2)
    strange = np.sqrt(strange).reshape(2, *bare.shape)
    before = _spot(strange, looked_at, _BEFORE_MIDDLES)
    at_side = _spot(strange, looked_at, _BESIDE_MIDDLES) if beside else before
    return Ground(before, at_side, float((bare & _BEFORE).sum() / _BEFORE.sum()))


def face_colours(photo: Reduced, tiles: Floats) -> Plain:
    """The median colour (n, 3) in CIE Lab of tiles (n, 4, 2): pips cover less than half of a face."""
    colours = np.zeros((len(tiles), 3), np.float32)
    for number, tile in enumerate(tiles):
        whole, _, _ = _cut(photo, end_frame(tile, 0), (-0.94, -0.06, 0.21), 16)
        colours[number] = np.median(_lab(whole).reshape(-1, 3), axis=0)
    return colours


def look_at_half(photo: Reduced, frame: Frame, face: Plain) -> tuple[float, float]:
    """How unlike the colour `face` (3,) of its tile a half looks: the widest blot, in CIE Lab, and its share (0 to 1).

    `frame` is that of the half's outer edge.
    """
    half, _, _ = _cut(photo, frame, FACE, FACE_PATCH)
    apart = np.linalg.norm((_lab(half) - face) * np.array([LIGHTNESS, 1, 1], np.float32), axis=2)
    inner = np.minimum(apart, MOST)[1:-1, :-1].astype(np.float32)
    return float(cv2.erode(inner, np.ones((BLOT, BLOT), np.uint8)).max()), float((inner > UNLIKE).mean())


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
    return np.asarray(patch, np.uint8), np.linalg.inv(step), start


def _lab(rgb: NDArray[np.generic]) -> Plain:
    return np.asarray(cv2.cvtColor(rgb.astype(np.float32) / 255, cv2.COLOR_RGB2LAB), np.float32)


def _squares(these: Plain, those: Plain) -> Plain:
    """Squared distances (n, m) of colours (n, 3) and (m, 3)."""
    apart = (these * these).sum(1)[:, None] + (those * those).sum(1)[None] - 2 * these @ those.T
    return np.maximum(apart, 0)


def _is_common(colours: Plain) -> Flags:
    """Which of the colours (n, 3) have others near them: a crumb or the rim of a thing says nothing about the table."""
    fifth = np.sqrt(np.partition(_squares(colours, colours), 4, axis=1)[:, 4])
    return np.asarray(fifth <= max(3 * float(np.median(fifth)), 2.0))


def _filled(outlines: Floats) -> Flags:
    """Which pixels of a ground patch lie within one of the outlines (n, 4, 2) given in its pixels."""
    rows, columns = _U.shape
    filled = np.zeros((rows, columns), np.uint8)
    for outline in outlines:
        if (outline.max(0) > -1).all() and (outline.min(0) < (columns, rows)).all():
            # Corners far outside, of the whole photo in a patch, must fit into whole numbers with 4 binary digits.
            cv2.fillConvexPoly(filled, np.round(np.clip(outline, -1e6, 1e6) * 16).astype(np.int32), 1, shift=4)
    return filled.astype(bool)


def _spot(strange: Plain, looked_at: Flags, middles: Flags) -> Spot:
    """The strangest spot with its middle at one of `middles`; `strange` (2, h, w): where shadows are not, and are."""
    small = np.where(middles, _mean(strange[0], looked_at, _SMALL, 0.6), 0)
    values = []
    for one in strange:
        large = np.where(middles, _mean(one, looked_at, _LARGE, 0.6), 0)
        at = int(large.argmax())
        values.append((float(large.flat[at]), float(large.flat[at] - _mean(one, looked_at, _RING, 0.2).flat[at])))
    return Spot(float(small.max()), values[0][0], values[0][1], values[1][1])


def _mean(values: Plain, looked_at: Flags, shape: Plain, least: float) -> Plain:
    """The mean of the values under `shape` around each pixel, where at least a share of it is looked at; else 0."""
    total = cv2.filter2D(np.where(looked_at, values, 0), -1, shape, borderType=cv2.BORDER_CONSTANT)
    count = cv2.filter2D(looked_at.astype(np.float32), -1, shape, borderType=cv2.BORDER_CONSTANT)
    return np.where(count >= least * shape.sum(), total / np.maximum(count, 1), 0).astype(np.float32)


def _disc(radius: float, size: float) -> Plain:
    reach = int(np.ceil(size * PATCH))
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    return (np.hypot(x, y) <= radius * PATCH).astype(np.float32)


def _grid() -> tuple[Floats, Floats]:
    low, high, side = GROUND
    u = (np.arange(round((high - low) * PATCH)) + 0.5) / PATCH + low
    v = (np.arange(round(2 * side * PATCH)) + 0.5) / PATCH - side
    across, along = np.meshgrid(v, u, indexing="ij")
    return along, np.abs(across)


_SMALL, _LARGE = _disc(SMALL, SMALL), _disc(LARGE, LARGE)
_RING = _disc(RING[1], RING[1]) - _disc(RING[0], RING[1])
_U, _V = _grid()
_BEFORE = (_U > 0) & (_U < FAR) & (_V < WIDE)
_CORE = (_U > -1) & (_U < FAR) & (_V < BESIDE)
_BEFORE_MIDDLES = (_U > 0.05) & (_U < 0.8) & (_V < 0.36)
_BESIDE_MIDDLES = (_U > -FAR) & (_U <= 0) & (_V > 0.2) & (_V < 0.8)
