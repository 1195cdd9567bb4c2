"""Random fields and flat pictures made of them: the raw material of every surface and object.

A field is a float32 array (H, W) with values from 0 to 1. Everything is made small and enlarged, which is fast.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from datasets.colours import Colour

Array = np.ndarray


def stretch(field: Array) -> Array:
    """The same field, float32, spread over exactly 0 to 1 (a constant field becomes 0)."""
    low, high = float(field.min()), float(field.max())
    return ((field - low) * (1.0 / max(high - low, 1e-6))).astype(np.float32, copy=False)


def value_noise(
    rng: np.random.Generator,
    height: int,
    width: int,
    cells: tuple[int, int] = (4, 4),
    octaves: int = 4,
    gain: float = 0.5,
) -> Array:
    """Smooth noise, a field (height, width): `cells` random values down and across, then ever finer octaves.

    Every octave doubles the cells of the one before and has `gain` times its strength.
    """
    grid: Array = rng.random(cells, dtype=np.float32)
    strength = 1.0
    for _ in range(octaves - 1):
        rows, columns = min(2 * grid.shape[0], height), min(2 * grid.shape[1], width)
        strength *= gain
        grid = cv2.resize(grid, (columns, rows), interpolation=cv2.INTER_CUBIC)
        grid = grid + strength * (rng.random(grid.shape, dtype=np.float32) - 0.5)
    return stretch(cv2.resize(grid, (width, height), interpolation=cv2.INTER_CUBIC))


def speckle(rng: np.random.Generator, height: int, width: int, scale: float = 1.0) -> Array:
    """Unrelated random bytes, uint8 (height, width), in grains about `scale` pixels wide."""
    rows, columns = max(2, round(height / scale)), max(2, round(width / scale))
    grains = rng.integers(0, 256, (rows, columns), dtype=np.uint8)
    return grains if grains.shape == (height, width) else cv2.resize(grains, (width, height))


def cell_noise(rng: np.random.Generator, height: int, width: int, points: int) -> Array:
    """A field of the distance to the nearest of `points` random points: pebbles, scales, leather."""
    seeds = np.full((height, width), 255, np.uint8)
    seeds[rng.integers(0, height, points), rng.integers(0, width, points)] = 0
    distance: Array = cv2.distanceTransform(seeds, cv2.DIST_L2, 3)
    return np.minimum(distance * np.float32(0.6 / np.sqrt(height * width / points)), 1)


def paint(field: Array, colours: Sequence[Colour], stops: Sequence[float] | None = None) -> Array:
    """Colour a field by a gradient through `colours` at `stops` (0 to 1, rising; evenly spaced by default).

    Returns uint8 RGB (H, W, 3). A uint8 field is taken as 255ths.
    """
    at = np.linspace(0, 1, len(colours)) if stops is None else np.asarray(stops)
    ramp = np.linspace(0, 1, 256)
    table = np.stack([np.interp(ramp, at, [c[i] for c in colours]) for i in range(3)], axis=1)
    levels = field if field.dtype == np.uint8 else cv2.convertScaleAbs(np.clip(field, 0, 1), alpha=255)
    return cv2.applyColorMap(np.ascontiguousarray(levels), np.rint(table).astype(np.uint8)[:, None, :])


def light(picture: Array, field: Array, low: float = 0.7, high: float = 1.1) -> Array:
    """Multiply uint8 RGB (H, W, 3) by a field that is read as brightness from `low` at 0 to `high` at 1."""
    factor = cv2.convertScaleAbs(field, alpha=(high - low) * 128, beta=low * 128)
    return cv2.multiply(picture, cv2.merge([factor] * 3), scale=1 / 128)


def roughen(rng: np.random.Generator, picture: Array, amount: int, scale: float = 1.0) -> Array:
    """Add grey grain of at most plus or minus `amount` levels to uint8 RGB (H, W, 3)."""
    if amount < 1:
        return picture
    grain = cv2.convertScaleAbs(speckle(rng, picture.shape[0], picture.shape[1], scale), alpha=2 * amount / 255)
    return cv2.subtract(cv2.add(picture, cv2.merge([grain] * 3)), np.full_like(picture, amount))


def mix(under: Array, over: Array, mask: Array) -> Array:
    """`over` on `under` (both uint8 RGB) where the uint8 mask (H, W) says so; 255 is opaque."""
    weight = mask.astype(np.float32) * (1 / 255)
    return cv2.blendLinear(over, under, weight, 1 - weight)
