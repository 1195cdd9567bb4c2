"""Whether there is room on a table: outlines of tiles that overlap, and the space before open ends."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from datasets.layouts import Pose, footprint

Floats = NDArray[np.float64]


def overlapping(outline: Floats, others: Sequence[Floats]) -> NDArray[np.int64]:
    """The numbers of the rectangles `others` (4, 2) that share more than an edge with the rectangle `outline` (4, 2).

    Rectangles are apart if an edge of either separates them.
    """
    if len(others) == 0:
        return np.zeros(0, np.int64)
    there = np.stack(others)
    apart = np.zeros(len(there), dtype=bool)
    for edges in (np.broadcast_to(outline, there.shape), there):
        for k in (0, 1):
            edge = edges[:, k + 1] - edges[:, k]
            normal = np.stack([-edge[:, 1], edge[:, 0]], axis=1)
            mine, theirs = normal @ outline.T, np.einsum("nij,nj->ni", there, normal)
            apart |= (mine.max(1) <= theirs.min(1) + 1e-9) | (theirs.max(1) <= mine.min(1) + 1e-9)
    return np.flatnonzero(~apart)


def strip_before(pose: Pose, side: int, length: float, width: float) -> Floats:
    """The outline (4, 2) of the space before an end of a tile, of half A for `side` 1, of half B for -1."""
    ahead = np.array([np.cos(pose.heading), np.sin(pose.heading)]) * side
    centre = np.array([pose.x, pose.y]) + ahead * (0.5 + length / 2)
    strip = footprint(Pose(0.0, 0.0, pose.heading), width)
    along = strip @ ahead
    return np.asarray(strip + np.outer(along, ahead) * (length - 1) + centre)
