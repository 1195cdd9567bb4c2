"""Second stage: a rough box becomes the exact outline of a face, or is thrown out as junk or as a back."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.geometry import is_convex, quad_from_centre
from vision.looks import Each, look
from vision.pyramid import Pyramid, Views
from vision.weights import Network

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]

CROP_SIZE = (80, 144)
"""Width and height in pixels of the crop that the refiner looks at."""
CROP_MARGIN = 0.2
"""Share of the crop around the candidate on each side."""
JUNK, FACE, BACK, DECOY = range(4)
"""What a crop shows. A decoy looks like a face and is none: a tile that is only printed, a die, a card."""
DECOYS_TAUGHT, DECOYS_ALONE = 15.0, 6.0
"""How much oftener decoys are among what the refiner learns than on a table where people play. Its answers are brought
back to that: what it says of decoys is divided by the first before the kinds are weighed (a shift of the prior). Where
nothing but decoys may be in a photo they are so many times as likely as on such a table."""


@dataclass(frozen=True, slots=True)
class Refined:
    """Refined outlines: `corners` (n, 4, 2), `dividers` (n, 2, 2) in pixels, `kinds` (n, 4) how likely junk, a face, a
    back, a decoy is, which add up to 1."""

    corners: Floats
    dividers: Floats
    kinds: Floats

    def joined(self, other: Refined) -> Refined:
        """These and the others, one after the other."""
        return Refined(
            np.concatenate([self.corners, other.corners]),
            np.concatenate([self.dividers, other.dividers]),
            np.concatenate([self.kinds, other.kinds]),
        )

    def faces(self, at_least: float) -> Floats:
        """The outlines (m, 4, 2) of those that are faces so likely."""
        return self.corners[self.kinds[:, FACE] >= at_least]


def views(photo: Pyramid, quads: Floats) -> Views:
    """The refiner's views (144, 80, 3) of candidate outlines (n, 4, 2)."""
    return photo.views(quads, CROP_SIZE, CROP_MARGIN)


def in_image(boxes: Floats, points: Floats) -> Floats:
    """Points (n, k, 2) of the crops around parallelograms (n, 4, 2), from 0 to 1 across a crop, in pixels of the
    image."""
    m = CROP_MARGIN
    share = (points - m) / (1 - 2 * m)
    right, down = (boxes[:, 1] - boxes[:, 0])[:, None], (boxes[:, 3] - boxes[:, 0])[:, None]
    return np.asarray(boxes[:, :1] + share[..., :1] * right + share[..., 1:] * down)


def sane(quads: Floats) -> NDArray[np.bool_]:
    """Which outlines (n, 4, 2) are convex, clockwise and of a domino's proportions."""
    if len(quads) == 0:
        return np.zeros(0, bool)
    edges = np.linalg.norm(np.roll(quads, -1, axis=1) - quads, axis=2)
    short, long = (edges[:, 0] + edges[:, 2]) / 2, (edges[:, 1] + edges[:, 3]) / 2
    return np.asarray(is_convex(quads) & (edges.min(1) > 3) & (long < 9 * short) & (short < 2.2 * long))


def parallelogram(quads: Floats) -> Floats:
    """The parallelograms (n, 4, 2) closest to outlines: a crop around one never folds over."""
    centre = quads.mean(1)
    along = (quads[:, 0] + quads[:, 1] - quads[:, 2] - quads[:, 3]) / 4
    across = (quads[:, 1] + quads[:, 2] - quads[:, 0] - quads[:, 3]) / 4
    return quad_from_centre(centre, along, across)


def refine(photo: Pyramid, quads: Floats, network: Network, passes: int = 2, each: Each = map) -> Refined:
    """Refine candidate outlines (n, 4, 2) by looking `passes` times, each time around the outline found before; `each`
    does several lots of looks."""
    corners, dividers, kinds = quads.copy(), np.zeros((len(quads), 2, 2)), np.zeros((len(quads), 4))
    kinds[:, JUNK] = 1
    active = np.flatnonzero(sane(corners))
    for _ in range(passes):
        if len(active) == 0:
            break
        boxes = parallelogram(corners[active])
        output = look(views(photo, boxes), network, each)[0].astype(np.float64)
        points = in_image(boxes, output[:, :12].reshape(-1, 6, 2))
        corners[active], dividers[active], kinds[active] = points[:, :4], points[:, 4:], weighed(output[:, 12:16])
        good = sane(corners[active]) & (kinds[active, JUNK] < 0.95)
        kinds[active[~good]] = (1.0, 0.0, 0.0, 0.0)
        active = active[good]
    return Refined(corners, dividers, kinds)


def face_alone(kinds: Floats) -> Floats:
    """How likely a face is (n,) by `kinds` (n, 4), were decoys `DECOYS_ALONE` times as frequent as on a table."""
    return np.asarray(kinds[:, FACE] / (1 + (DECOYS_ALONE - 1) * kinds[:, DECOY]))


def weighed(logits: Floats) -> Floats:
    """How likely each kind is, (n, 4), from the network's logits (n, 4): decoys as rare as on a table."""
    odds = np.exp(logits - logits.max(1, keepdims=True))
    odds[:, DECOY] /= DECOYS_TAUGHT
    return np.asarray(odds / odds.sum(1, keepdims=True))
