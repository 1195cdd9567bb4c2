"""The table seen straight from above: every tile as a place and a direction, in tile lengths instead of pixels.

The faces of all flat tiles lie in one plane and are of one size. That is enough to undo the camera: the view of equal
areas gives the horizon, for the area of a small face, to the power 1/3, is linear in the place in the picture; and
what is then still slanted is the one affine map by which the faces come nearest to rectangles of 1 by 1/2. Sixty noisy
outlines together tell this far better than each its own homography does, which a corner off by a fiftieth of a length
can turn by degrees. Both steps are least squares; tiles that do not fit (standing ones, wrong outlines) lose their
weight in a few rounds.
"""

from __future__ import annotations

from dataclasses import dataclass

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
ROUNDS = (0.3, 0.15, 0.08, 0.05, 0.05)
"""Deviations at which a tile counts half, from round to round."""
LENGTHS, WIDTHS, SLANT = (0.75, 1.33), (0.33, 0.7), 0.35
"""What still passes for a flat tile: its length and width in tile lengths, and the cosine of its corners."""


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
    middle = corners.mean(axis=(0, 1))
    size = max(float(np.sqrt(np.median(polygon_area(corners)) / WIDTH)), 1e-6)
    to_table = np.diag([1 / size, 1 / size, 1.0]) @ np.array([[1, 0, -middle[0]], [0, 1, -middle[1]], [0, 0, 1.0]])
    weight = np.ones(len(corners))
    for tolerance in ROUNDS:
        to_table = _level(project(to_table, corners), weight) @ to_table
        to_table = _square(project(to_table, corners), weight) @ to_table
        off = _misfit(project(to_table, corners))
        weight = 1 / (1 + (off / tolerance) ** 2)
    seen = project(to_table, corners)
    ends = (seen[:, :2].mean(axis=1) - seen[:, 2:].mean(axis=1), seen[:, 1:3].mean(axis=1) - seen[:, (3, 0)].mean(axis=1))
    length, width = (np.maximum(np.linalg.norm(end, axis=1), 1e-9) for end in ends)
    # Both pairs of edges tell the direction, each by its length: so the error of both is used up best.
    sideways = np.stack([ends[1][:, 1], -ends[1][:, 0]], axis=1)
    along = ends[0] + sideways
    along = along / np.maximum(np.linalg.norm(along, axis=1, keepdims=True), 1e-9)
    corner = np.abs((ends[0] * ends[1]).sum(axis=1)) / (length * width)
    flat = (
        (length > LENGTHS[0]) & (length < LENGTHS[1]) & (width > WIDTHS[0]) & (width < WIDTHS[1]) & (corner < SLANT)
    )
    across = np.stack([-along[:, 1], along[:, 0]], axis=1)
    return Plane(seen.mean(axis=1), along, across, length, flat, np.linalg.inv(to_table))


def _level(quads: Floats, weight: Floats) -> Floats:
    """The homography that makes the areas of quads alike, as far as a change of the horizon can."""
    centre = quads.mean(axis=1)
    reach = max(float(np.sqrt((centre**2).sum(axis=1).mean())), 1e-6)
    strength = np.maximum(polygon_area(quads), 1e-9) ** (1 / 3)
    strength = np.clip(strength / np.median(strength), 0.3, 3.0)
    rows = np.column_stack([np.ones(len(quads)), centre / reach]) * weight[:, None]
    calm = np.diag([0, 1, 1]) * (AREA_NOISE / NO_TILT) ** 2
    base, *slope = np.linalg.solve(rows.T @ rows + calm + 1e-9 * np.eye(3), rows.T @ (strength * weight))
    tilt = np.array(slope) / (base * reach)
    # Nothing may come near the horizon, whatever the noise says.
    steepest = float((-(quads.reshape(-1, 2) @ tilt)).max())
    if steepest > 0.8:
        tilt = tilt * 0.8 / steepest
    return np.array([[1, 0, 0], [0, 1, 0], [*tilt, 1.0]])


def _square(quads: Floats, weight: Floats) -> Floats:
    """The affine map under which the quads come nearest to rectangles of 1 by `WIDTH`."""
    u = quads[:, :2].mean(axis=1) - quads[:, 2:].mean(axis=1)
    v = (quads[:, 1:3].mean(axis=1) - quads[:, (3, 0)].mean(axis=1)) / WIDTH
    rows, wanted = [], []
    for a, b, product in ((u, u, 1.0), (v, v, 1.0), (u, v, 0.0)):
        mixed = a[:, 0] * b[:, 1] + a[:, 1] * b[:, 0]
        rows.append(np.column_stack([a[:, 0] * b[:, 0], mixed, a[:, 1] * b[:, 1]]) * weight[:, None])
        wanted.append(product * weight)
    table, right = np.concatenate(rows), np.concatenate(wanted)
    xx, xy, yy = np.linalg.lstsq(table, right, rcond=None)[0]
    metric = np.array([[xx, xy], [xy, yy]])
    values, vectors = np.linalg.eigh(metric)
    root = vectors @ np.diag(np.sqrt(np.clip(values, 0.05 * max(values[1], 1e-9), None))) @ vectors.T
    result = np.eye(3)
    result[:2, :2] = root
    return result


def _misfit(quads: Floats) -> Floats:
    """How far each quad (n, 4, 2) is from a tile's face: about the relative error of its sides and corners."""
    u = quads[:, :2].mean(axis=1) - quads[:, 2:].mean(axis=1)
    v = (quads[:, 1:3].mean(axis=1) - quads[:, (3, 0)].mean(axis=1)) / WIDTH
    length, width = np.linalg.norm(u, axis=1), np.linalg.norm(v, axis=1)
    corner = (u * v).sum(axis=1) / np.maximum(length * width, 1e-9)
    return np.asarray(np.sqrt((length - 1) ** 2 + (width - 1) ** 2 + corner**2))
