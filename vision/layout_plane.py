"""The table seen straight from above: every tile as a place and a direction, in tile lengths instead of pixels.

The faces of all flat tiles lie in one plane and are of one size. That is enough to undo the camera: the view of equal
areas gives the horizon, for the area of a small face, to the power 1/3, is linear in the place in the picture; and
what is then still slanted is the one affine map by which the faces come nearest to rectangles of 1 by 1/2. Sixty noisy
outlines together tell this far better than each its own homography does, which a corner off by a fiftieth of a length
can turn by degrees. Both steps are least squares; tiles that do not fit (standing ones, wrong outlines) lose their
weight in a few rounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.geometry import polygon_area, project

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

WIDTH = 0.5
"""A tile's width in tile lengths; sets differ by a few per cent, which only changes the unit."""
NO_TILT = 0.5
"""How strongly the areas may vary with the place: standard deviation over the spread of the tiles. Keeps a picture with
few tiles, or with tiles in one line, from being tilted by noise."""
AREA_NOISE = 0.03
ROUNDS = (0.3, 0.15, 0.1, 0.1)
"""Deviations at which a tile counts half, from round to round."""
MOSTLY, AGREES = 0.8, 0.2
"""The share of tiles that must keep at least so much weight; below it, other fits are looked for."""
SPOTS, AROUND = 8, 4
LENGTHS, WIDTHS, SLANT = (0.75, 1.33), (0.33, 0.7), 0.35
"""What still passes for a flat tile: its length and width in tile lengths, and the cosine of its corners."""
SINGULAR = 1e12
"""A view that draws the table out so much is none."""
ODD = (0.1, 5.0)
"""A tile this much, and this many times as far from the shape of a tile as the others, does not lie flat with them."""


@dataclass(frozen=True, slots=True)
class Plane:
    """Tiles on the table, seen from above with x to the right and y downwards, in tile lengths.

    `centre` (n, 2); `along` (n, 2), unit vectors from the centre to half A; `across` (n, 2), at a right angle to them,
    to the right of someone who looks towards half A; `length` (n,) as measured, about 1; `flat` (n,), whether the
    outline is that of a tile lying flat; `to_picture` (3, 3) takes the table to pixels.
    """

    centre: Floats
    along: Floats
    across: Floats
    length: Floats
    flat: Flags
    to_picture: Floats

    def split(self, count: int) -> tuple[Plane, Plane]:
        """The first `count` tiles and the others."""
        return self._part(slice(None, count)), self._part(slice(count, None))

    def _part(self, which: slice) -> Plane:
        return Plane(
            self.centre[which], self.along[which], self.across[which], self.length[which], self.flat[which],
            self.to_picture,
        )  # fmt: skip


def plane(quads: ArrayLike) -> Plane:
    """The table of tiles with the outlines `quads` (n, 4, 2), clockwise in pixels, half A first."""
    corners = np.asarray(quads, dtype=np.float64).reshape(-1, 4, 2)
    if len(corners) == 0:
        none = np.zeros((0, 2))
        return Plane(none, none, none, np.zeros(0), np.zeros(0, dtype=bool), np.eye(3))
    size = max(float(np.sqrt(np.median(polygon_area(corners)) / WIDTH)), 1e-3)
    middle = corners.mean(axis=(0, 1))
    start = np.array([[1, 0, -middle[0]], [0, 1, -middle[1]], [0, 0, size]]) / max(float(size), 1e-6)
    to_table, weight = (one[0] for one in _fit(start[None], corners, np.ones((1, len(corners))), ROUNDS))
    if (weight > AGREES).mean() < MOSTLY:
        # Too many stand, or are wrong, to start from all of them: start from some, and keep the start most agree with.
        several = _starts(corners)
        fits, weights = _fit(np.broadcast_to(start, (len(several), 3, 3)), corners, several, ROUNDS)
        best = int(weights.sum(axis=1).argmax())
        if weights[best].sum() > weight.sum():
            to_table = fits[best]
    if not np.isfinite(to_table).all() or np.linalg.cond(to_table) > SINGULAR:
        to_table = start  # outlines without any height tell no plane
    seen = project(to_table, corners)
    u, v = _edges(seen)
    v = v * WIDTH
    length, width = (np.maximum(np.linalg.norm(edge, axis=1), 1e-9) for edge in (u, v))
    # Both pairs of edges tell the direction, each by its length: so the error of both is used up best.
    along = u + np.stack([v[:, 1], -v[:, 0]], axis=1)
    along = along / np.maximum(np.linalg.norm(along, axis=1, keepdims=True), 1e-9)
    corner = np.abs((u * v).sum(axis=1)) / (length * width)
    flat = (length > LENGTHS[0]) & (length < LENGTHS[1]) & (width > WIDTHS[0]) & (width < WIDTHS[1]) & (corner < SLANT)
    off = _misfit(seen)
    flat &= off < ODD[0] + ODD[1] * np.median(off)
    across = np.stack([-along[:, 1], along[:, 0]], axis=1)
    return Plane(seen.mean(axis=1), along, across, length, flat, np.linalg.inv(to_table))


def _fit(maps: Floats, corners: Floats, weight: Floats, rounds: Sequence[float]) -> tuple[Floats, Floats]:
    """Better homographies (h, 3, 3) from picture to table, and how far each tile agrees (h, n), 0 to 1."""
    for tolerance in rounds:
        maps = _level(_seen(maps, corners), weight) @ maps
        maps = _square(_seen(maps, corners), weight) @ maps
        weight = 1 / (1 + (_misfit(_seen(maps, corners)) / tolerance) ** 2)
    return maps, weight


def _starts(corners: Floats) -> Floats:
    """Some choices (h, n) of tiles to start from: three spots far from each other, with the tiles around them."""
    centre = corners.mean(axis=1)
    apart = np.linalg.norm(centre[:, None] - centre[None], axis=2)
    spots = [int(apart.sum(axis=1).argmin())]
    while len(spots) < min(SPOTS, len(centre)):
        spots.append(int(apart[spots].min(axis=0).argmax()))
    near = np.zeros((len(spots), len(centre)))
    np.put_along_axis(near, apart[spots].argsort(axis=1)[:, :AROUND], 1.0, axis=1)
    several = [near[list(three)].max(axis=0) for three in combinations(range(len(spots)), min(3, len(spots)))]
    return np.stack([*near, *several])


def _seen(maps: Floats, corners: Floats) -> Floats:
    """Quads (n, 4, 2) moved by each of the homographies (h, 3, 3), (h, n, 4, 2)."""
    moved = np.einsum("hij,nkj->hnki", maps[..., :2], corners) + maps[:, None, None, :, 2]
    depth = np.maximum(moved[..., 2:], 1e-6)
    return np.asarray(moved[..., :2] / depth)


def _level(quads: Floats, weight: Floats) -> Floats:
    """The homographies (h, 3, 3) that make the areas of quads (h, n, 4, 2) alike, as far as the horizon can."""
    centre = quads.mean(axis=2)
    reach = np.maximum(np.sqrt((centre**2).sum(axis=2).mean(axis=1)), 1e-6)[:, None]
    strength = np.maximum(polygon_area(quads), 1e-9) ** (1 / 3)
    strength = np.clip(strength / np.median(strength, axis=1, keepdims=True), 0.3, 3.0)
    rows = np.concatenate([np.ones((*strength.shape, 1)), centre / reach[..., None]], axis=2)
    calm = np.diag([1e-9, 1, 1]) * (AREA_NOISE / NO_TILT) ** 2
    level = _least_squares(rows, strength, weight, calm)
    tilt = level[:, 1:] / (level[:, :1] * reach)
    # Nothing may come near the horizon, whatever the noise says.
    steepest = np.max(-np.einsum("hnki,hi->hnk", quads, tilt), axis=(1, 2), keepdims=True)[..., 0]
    maps = np.broadcast_to(np.eye(3), (len(quads), 3, 3)).copy()
    maps[:, 2, :2] = tilt * np.where(steepest > 0.8, 0.8 / np.maximum(steepest, 0.8), 1.0)
    return maps


def _square(quads: Floats, weight: Floats) -> Floats:
    """The affine maps (h, 3, 3) under which quads (h, n, 4, 2) come nearest to rectangles of 1 by `WIDTH`."""
    u, v = _edges(quads)
    rows = [
        np.stack([a[..., 0] * b[..., 0], a[..., 0] * b[..., 1] + a[..., 1] * b[..., 0], a[..., 1] * b[..., 1]], axis=2)
        for a, b in ((u, u), (v, v), (u, v))
    ]
    wanted = np.concatenate([np.ones_like(weight), np.ones_like(weight), np.zeros_like(weight)], axis=1)
    xx, xy, yy = _least_squares(np.concatenate(rows, axis=1), wanted, np.tile(weight, 3), 1e-9 * np.eye(3)).T
    values, vectors = np.linalg.eigh(np.stack([np.stack([xx, xy], 1), np.stack([xy, yy], 1)], 1))
    values = np.maximum(values, np.maximum(0.05 * values[:, 1:], 1e-9))
    maps = np.broadcast_to(np.eye(3), (len(quads), 3, 3)).copy()
    maps[:, :2, :2] = (vectors * np.sqrt(values)[:, None]) @ vectors.transpose(0, 2, 1)
    return maps


def _least_squares(rows: Floats, wanted: Floats, weight: Floats, calm: Floats) -> Floats:
    """The x (h, 3) for which `rows` (h, m, 3) times x come nearest to `wanted` (h, m), by weights (h, m)."""
    weighted = rows * (weight**2)[..., None]
    left = np.einsum("hmi,hmj->hij", weighted, rows) + calm
    return np.asarray(np.linalg.solve(left, np.einsum("hmi,hm->hi", weighted, wanted)[..., None])[..., 0])


def _edges(quads: Floats) -> tuple[Floats, Floats]:
    """Along the tile, from half B to half A, and across to the right, drawn out to a length; both (..., 2)."""
    u = quads[..., :2, :].mean(axis=-2) - quads[..., 2:, :].mean(axis=-2)
    v = quads[..., 1:3, :].mean(axis=-2) - quads[..., (3, 0), :].mean(axis=-2)
    return u, v / WIDTH


def _misfit(quads: Floats) -> Floats:
    """How far each quad (..., 4, 2) is from a tile's face: about the relative error of its sides and corners."""
    u, v = _edges(quads)
    length, width = np.linalg.norm(u, axis=-1), np.linalg.norm(v, axis=-1)
    corner = (u * v).sum(axis=-1) / np.maximum(length * width, 1e-9)
    return np.asarray(np.sqrt((length - 1) ** 2 + (width - 1) ** 2 + corner**2))
