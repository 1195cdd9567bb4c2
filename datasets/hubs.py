"""The plastic piece in the middle of a table: a recess for the engine, and slots all around in which trains begin."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.brush import blend, box_of, cast, darken, fill, hull
from datasets.camera import Camera
from datasets.colours import Colour, pick, random_colour, scaled

Image = NDArray[np.uint8]
Floats = NDArray[np.float64]

TEXELS = 768
"""Side of the picture of a hub."""
MARGIN = 1.02
"""It reaches a little beyond the hub."""


@dataclass(frozen=True, slots=True)
class Hub:
    """A hub around the origin; lengths in domino lengths, angles in radians.

    `radius` of its rim, `corners` of its outline (0: round), `height` of its top. `slots` go out at `start` and evenly
    from there, from `inner` to the rim, `width` wide; the engine's recess has the heading `engine`.
    """

    radius: float
    corners: int
    height: float
    slots: int
    start: float
    inner: float
    width: float
    engine: float
    colour: Colour


def random_hub(
    rng: np.random.Generator, slots: int, start: float, ring: float, aspect: float, engine: float
) -> Hub:  # fmt: skip
    """A hub for trains that begin at `ring` from the middle."""
    inner = ring - float(rng.uniform(0.02, 0.05))
    colour = random_colour(rng, pick(rng, {"strong": 3.0, "black": 2.0, "grey": 1.0, "brown": 1.0, "white": 1.0}))
    return Hub(
        radius=ring + float(rng.uniform(0.22, 0.5)),
        corners=int(rng.choice([0, 0, slots])) if slots > 4 else 0,
        height=float(rng.uniform(0.05, 0.1)),
        slots=slots,
        start=start,
        inner=inner,
        width=aspect + float(rng.uniform(0.04, 0.09)),
        engine=engine,
        colour=colour,
    )


def outline_of(hub: Hub) -> Floats:
    """The rim (n, 2) on the table."""
    count = hub.corners or 90
    angle = hub.start + 2 * np.pi * (np.arange(count) + (0.5 if hub.corners else 0.0)) / count
    # The middle of a straight side is as far out as a round rim.
    reach = hub.radius / (np.cos(np.pi / hub.corners) if hub.corners else 1.0)
    return np.stack([np.cos(angle), np.sin(angle)], axis=1) * reach


def draw_hub(
    canvas: Image, ids: NDArray[np.int16], number: int, camera: Camera, light: Floats, ambient: float, hub: Hub,
    aspect: float,
) -> None:  # fmt: skip
    """Draw a hub with its shadow and rim onto `canvas`, in place; `aspect` of the engine that lies in it."""
    rim = outline_of(hub)
    foot, top = (np.column_stack([rim, np.full(len(rim), z)]) for z in (0.0, hub.height))
    shadow = camera.project(cast(top, light))
    low, high = camera.project(foot), camera.project(top)
    scale = camera.focal / float(camera.depth(np.zeros(3)))
    softness = max(1, int(scale * 0.03))
    box = box_of(np.vstack([low, high, shadow]), canvas.shape, 4 + 3 * softness)
    if box is None:
        return
    x0, y0, x1, y1 = box
    offset, roi = np.array([x0, y0]), canvas[y0:y1, x0:x1]
    mask = np.zeros(roi.shape[:2], np.uint8)
    fill(mask, hull(np.vstack([shadow, low])) - offset, 255)
    darken(roi, cv2.GaussianBlur(mask, (0, 0), softness), 0.30 + 0.5 * (1 - ambient))
    side = scaled(hub.colour, ambient * 0.75 + 0.15)
    mask[:] = 0
    fill(mask, hull(np.vstack([low, high])) - offset, 255)
    blend(roi, np.full_like(roi, side), mask)
    picture, reach = _top(hub, light, ambient, aspect)
    unit = 2 * reach / TEXELS
    to_plane = np.array([[unit, 0, -reach + unit / 2], [0, unit, -reach + unit / 2], [0, 0, 1]])
    whole = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1.0]]) @ camera.table_homography(hub.height) @ to_plane
    warped = cv2.warpPerspective(
        picture, whole, (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    mask[:] = 0
    fill(mask, high - offset, 255)
    blend(roi, warped, mask)
    ids[y0:y1, x0:x1][mask > 127] = number


def _top(hub: Hub, light: Floats, ambient: float, aspect: float) -> tuple[Image, float]:
    """The hub from above (TEXELS, TEXELS, 3), rows along y, and how far it reaches from the middle."""
    reach = float(np.abs(outline_of(hub)).max()) * MARGIN
    per = TEXELS / (2 * reach)
    depth = np.zeros((TEXELS, TEXELS), np.uint8)

    def cut(corners: Floats) -> None:
        fill(depth, (corners + reach) * per - 0.5, 255)

    for k in range(hub.slots):
        angle = hub.start + 2 * np.pi * k / hub.slots
        out, aside = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
        half = aside * hub.width / 2
        near, far = out * hub.inner, out * reach * 1.5
        cut(np.stack([near - half, near + half, far + half, far - half]))
    out, aside = (np.array([np.cos(hub.engine + t), np.sin(hub.engine + t)]) for t in (0.0, np.pi / 2))
    u, v = out * 0.54, aside * (aspect / 2 + 0.04)
    cut(np.stack([u - v, u + v, -u + v, -u - v]))
    # Walls of the slots: bright where they face the lamp, dark where they look away from it.
    soft = cv2.GaussianBlur(depth, (0, 0), max(1.0, 0.012 * per))
    across, down = cv2.Sobel(soft, cv2.CV_32F, 1, 0), cv2.Sobel(soft, cv2.CV_32F, 0, 1)
    slope = (across * float(light[0]) + down * float(light[1])) * (0.35 * (1 - 0.5 * ambient))
    shade = ambient + (1 - ambient) * 1.2 * max(0.0, float(light[2]))
    level = shade * (1 - 0.3 * depth.astype(np.float32) / 255)
    picture = np.array(hub.colour, np.float32) * level[..., None] + slope[..., None]
    return np.clip(picture, 0, 255).astype(np.uint8), reach
