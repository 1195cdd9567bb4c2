"""Where a tile lies, others lie beside it: places that the first stage felt faintly and a neighbour makes likely.

In a chain of tiles without dividers the detector is drawn to the joints, and the places where the tiles really lie stay
below its peaks, or get a wrong direction. A neighbour that was found tells the size and the direction to look with.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from vision.geometry import overlap_with
from vision.refine import parallelogram

Floats = NDArray[np.float64]

FELT_AT_LEAST = 0.06
"""Least heat around the centre of a place that is worth another look."""
HEAT = 0.3
"""Stands for the heat of a place that a neighbour made likely: it is no peak of its own."""
ALONG = (-2.04, -1.0, 1.0, 2.04)
"""Where the next tile's centre may lie, in half lengths along the axis: end to end, or half a tile off, when the tile
itself was seen across a joint. A little more than a whole length, since tiles seldom touch."""
GAP = 1.02
SAME_PLACE, SAME_AXIS = 0.28, 0.8
"""Outlines whose centres are closer than this share of a length, and the cosine of whose axes is at least this, are one
place: refined, they come to the same."""
MOST = 120
OVER = 0.4
"""What shares so much of itself, or of a face, with that face lies over it."""


def places(faces: Floats, known: Floats, felt: Callable[[Floats], Floats]) -> Floats:
    """Outlines (m, 4, 2) beside the faces (n, 4, 2) that are none of the `known` (k, 4, 2), those felt most first.

    `felt` tells the detector's heat (m,) at places (m, 2) in the photo, 0 outside.
    """
    if len(faces) == 0:
        return np.zeros((0, 4, 2))
    around = _beside(parallelogram(faces))
    heat = felt(around.mean(1))
    around = around[np.argsort(-heat, kind="stable")][: int((heat >= FELT_AT_LEAST).sum())]
    around = around[~_same_place(around, known).any(1)]
    alike, taken = _same_place(around, around), np.zeros(len(around), bool)
    kept: list[int] = []
    for i in range(len(around)):
        if not taken[i]:
            kept.append(i)
            taken |= alike[i]
    return around[kept[:MOST]]


def free(quads: Floats, faces: Floats) -> NDArray[np.bool_]:
    """Which outlines (n, 4, 2) do not lie over any of the faces (m, 4, 2)."""
    return np.asarray((overlap_with(quads, faces) < OVER).all(axis=1))


def _beside(faces: Floats) -> Floats:
    """Places for each face (n, 4, 2): along its axis at both ends, and lying across either end."""
    centre = faces.mean(1)
    along, across = (faces[:, 0] + faces[:, 1]) / 2 - centre, (faces[:, 1] + faces[:, 2]) / 2 - centre
    straight = [faces + step * along[:, None] for step in ALONG]
    aspect = np.linalg.norm(across, axis=1, keepdims=True) / np.maximum(np.linalg.norm(along, axis=1), 1e-6)[:, None]
    # A tile across: its axis is the other's width drawn out to a length, its width the other's length drawn in.
    axis, width = across / np.maximum(aspect, 1e-6), -along * aspect
    crossing = [
        np.stack([at + axis - width, at + axis + width, at - axis + width, at - axis - width], 1)
        for at in (centre + sign * along * (1 + GAP * aspect) for sign in (-1, 1))
    ]
    return np.concatenate(straight + crossing)


def _same_place(ones: Floats, others: Floats) -> NDArray[np.bool_]:
    """(n, m) whether outlines (n, 4, 2) and (m, 4, 2) would be refined to the same tile."""
    (x, y), (u, v) = ones.mean(1).T, others.mean(1).T
    across, down = x[:, None] - u, y[:, None] - v
    a, b = _axes(ones), _axes(others)
    la, lb = np.hypot(*a.T)[:, None], np.hypot(*b.T)
    near = across * across + down * down < (SAME_PLACE * np.minimum(la, lb)) ** 2
    return np.asarray(near & (np.abs(a @ b.T) > SAME_AXIS * la * lb))


def _axes(quads: Floats) -> Floats:
    return np.asarray((quads[:, 0] + quads[:, 1] - quads[:, 2] - quads[:, 3]) / 2)
