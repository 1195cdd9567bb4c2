"""Small solid bodies, built of flat facets and drawn with hidden sides hidden: what stands on a table and is no tile.

Unit = one domino's length, z upwards, each body standing on z = 0 around the origin.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.brush import blend, box_of, cast, darken, fill, hull
from datasets.camera import Camera
from datasets.colours import Colour

Image = NDArray[np.uint8]
Floats = NDArray[np.float64]
Vector = tuple[float, float, float]

FINE = 3
"""Bodies are drawn so many times larger, and then averaged."""


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """Flat facets (k, 3) of one colour, their corners counter-clockwise from outside; `shine` from 0 (matt) to 1."""

    facets: tuple[Floats, ...]
    colour: Colour
    shine: float = 0.3


def block(low: Vector, high: Vector, colour: Colour, shine: float = 0.3) -> Part:
    """A box from its lowest to its highest corner."""
    (x0, y0, z0), (x1, y1, z1) = low, high
    return prism([(x0, z0), (x1, z0), (x1, z1), (x0, z1)], y0, y1, colour, shine)


def prism(profile: Sequence[tuple[float, float]], y0: float, y1: float, colour: Colour, shine: float = 0.3) -> Part:
    """A profile of points (x, z), counter-clockwise with x to the right and z upwards, drawn out from y0 to y1."""
    near = np.array([(x, y0, z) for x, z in profile])
    far = np.array([(x, y1, z) for x, z in profile])
    ring = [(i, (i + 1) % len(profile)) for i in range(len(profile))]
    sides = (np.stack([near[j], near[i], far[i], far[j]]) for i, j in ring)
    return Part((near, far[::-1], *sides), colour, shine)


def turned(
    profile: Sequence[tuple[float, float]], colour: Colour, shine: float = 0.3, at: Vector = (0, 0, 0), axis: str = "z",
    sides: int = 28,
) -> Part:  # fmt: skip
    """A body from the lathe: radii and heights (r, h) along its outline from below up, around an axis through `at`.

    The axis is "z", or "x" or "y" for a body that lies.
    """
    angle = 2 * np.pi * np.arange(sides) / sides
    ring = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    rings = [np.column_stack([ring * radius, np.full(sides, height)]) for radius, height in profile]
    facets = [rings[0][::-1], rings[-1]]
    for below, above in pairwise(rings):
        nexts = [(i, (i + 1) % sides) for i in range(sides)]
        facets += [np.stack([below[i], below[j], above[j], above[i]]) for i, j in nexts]
    # Cyclic changes of the axes keep facets counter-clockwise.
    order = {"z": [0, 1, 2], "x": [2, 0, 1], "y": [1, 2, 0]}[axis]
    return Part(tuple(facet[:, order] + np.array(at) for facet in facets), colour, shine)


def moved(parts: Sequence[Part], x: float, y: float, z: float, heading: float, scale: float) -> tuple[Part, ...]:
    """The same parts enlarged, turned around the z axis by `heading` radians, and moved."""
    c, s = np.cos(heading), np.sin(heading)
    turn = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]) * scale
    where = np.array([x, y, z])
    return tuple(Part(tuple(f @ turn.T + where for f in part.facets), part.colour, part.shine) for part in parts)


def normal_of(facet: Floats) -> Floats:
    """The outward normal of a facet, as long as its area; about 0 where it has none."""
    (x, y, z), (u, v, w) = facet.T, facet[np.arange(1, len(facet) + 1) % len(facet)].T
    return np.asarray(np.stack([y * w - z * v, z * u - x * w, x * v - y * u], axis=1).sum(axis=0) / 2)


def draw_solid(
    canvas: Image, ids: NDArray[np.int16], number: int, camera: Camera, light: Floats, ambient: float,
    parts: Sequence[Part],
) -> None:  # fmt: skip
    """Draw a body with its shadow onto `canvas`, in place; `ids` has `number` where it hides what is behind it.

    `light` (3,) points to the lamp, `ambient` is the share of light that comes from everywhere.
    """
    points = np.concatenate([facet for part in parts for facet in part.facets])
    base = float(points[:, 2].min())
    scale = camera.focal / float(camera.depth(points.mean(axis=0)))
    softness = max(1, int(scale * 0.03))
    shadows = [camera.project(cast(np.concatenate(part.facets), light, base)) for part in parts]
    box = box_of(np.vstack([camera.project(points), *shadows]), canvas.shape, 4 + 3 * softness)
    if box is None:
        return
    x0, y0, x1, y1 = box
    offset, roi = np.array([x0, y0]), canvas[y0:y1, x0:x1]
    mask = np.zeros(roi.shape[:2], np.uint8)
    for shadow in shadows:
        fill(mask, hull(shadow) - offset, 255)
    # Where it stands hardly any light gets in between.
    foot = np.zeros_like(mask)
    ground = points[points[:, 2] < base + 0.03]
    fill(foot, hull(camera.project(ground)) - offset, 255)
    size = (0, 0)
    darken(roi, cv2.GaussianBlur(mask, size, softness), 0.30 + 0.5 * (1 - ambient))
    darken(roi, cv2.GaussianBlur(foot, size, 1.6 * softness), 0.5)
    body = box_of(camera.project(points), canvas.shape, 4)
    if body is not None:
        x0, y0, x1, y1 = body
        layer, alpha = _rastered(parts, camera, light, ambient, np.array([x0, y0]), (y1 - y0, x1 - x0))
        blend(canvas[y0:y1, x0:x1], layer, alpha)
        ids[y0:y1, x0:x1][alpha > 127] = number


def _rastered(
    parts: Sequence[Part], camera: Camera, light: Floats, ambient: float, offset: Floats, shape: tuple[int, ...]
) -> tuple[Image, Image]:
    """The body as a picture (h, w, 3) and how much it covers of each pixel (h, w), nearest facets in front."""
    rows, columns = shape[0] * FINE, shape[1] * FINE
    layer, nearness = np.zeros((rows, columns, 3), np.float32), np.zeros((rows, columns), np.float32)
    for part in parts:
        for facet in part.facets:
            normal = normal_of(facet)
            area = float(np.linalg.norm(normal))
            view = camera.position - facet.mean(axis=0)
            if area < 1e-9 or normal @ view <= 0:
                continue
            colour = _shade(part, normal / area, view / np.linalg.norm(view), light, ambient)
            seen = (camera.project(facet) - offset) * FINE + (FINE - 1) / 2
            left, top = np.maximum(np.floor(seen.min(0)).astype(int) - 1, 0)
            right, bottom = np.minimum(np.ceil(seen.max(0)).astype(int) + 2, [columns, rows])
            if left >= right or top >= bottom:
                continue
            mask = np.zeros((bottom - top, right - left), np.uint8)
            cv2.fillPoly(mask, [np.round((seen - [left, top]) * 16).astype(np.int32)], (1,), cv2.LINE_8, 4)
            # One over the depth is linear in the picture.
            plane, *_ = np.linalg.lstsq(np.column_stack([seen, np.ones(len(seen))]), 1 / camera.depth(facet))
            near = plane[0] * np.arange(left, right)[None, :] + plane[1] * np.arange(top, bottom)[:, None] + plane[2]
            window = nearness[top:bottom, left:right]
            front = (mask > 0) & (near > window)
            window[front] = near[front]
            layer[top:bottom, left:right][front] = colour
    size = (shape[1], shape[0])
    cover = cv2.resize((nearness > 0).astype(np.float32), size, interpolation=cv2.INTER_AREA)
    mixed = cv2.resize(layer, size, interpolation=cv2.INTER_AREA)
    picture = np.clip(mixed / np.maximum(cover, 1e-3)[..., None], 0, 255).astype(np.uint8)
    return picture, np.asarray(np.round(cover * 255), dtype=np.uint8)


def _shade(part: Part, normal: Floats, view: Floats, light: Floats, ambient: float) -> Floats:
    """The colour (3,) of a facet under a lamp, with what it mirrors of it."""
    lit = ambient * (0.8 + 0.2 * normal[2]) + (1 - ambient) * 1.2 * max(0.0, float(normal @ light))
    half = (view + light) / max(float(np.linalg.norm(view + light)), 1e-6)
    gleam = 150 * part.shine * max(0.0, float(normal @ half)) ** 30
    return np.asarray(np.clip(np.array(part.colour) * lit + gleam, 0, 255))
