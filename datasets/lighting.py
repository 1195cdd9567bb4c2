"""Light on a table: lamps, shadows of things outside the picture, and reflections on whatever is glossy.

Light varies slowly, so it is computed on a small grid and enlarged; only the edges of hard shadows and of gloss are
drawn at full size.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Field = NDArray[np.float32]
Mask = NDArray[np.uint8]

_GRID = 40
"""Long side of the grid on which light is computed, in cells."""
_GLARE_GRID = 160
"""Reflections are smaller than pools of light and need a finer grid."""
_CORNERS = ((1, 1), (1, -1), (-1, -1), (-1, 1))
_LUMA = np.array([0.299, 0.587, 0.114], np.float32)


def light_field(rng: np.random.Generator, height: int, width: int) -> Field:
    """What a rendered table is multiplied by to stand in the light of a room.

    Returns float32 (height, width, 3), RGB, to multiply encoded (sRGB) values with: about 1 on average before shadows
    fall on it, 0.12 to 1.6 everywhere. A quarter of the fields are nearly uniform.
    """
    rows, cols = _grid_size(height, width, _GRID)
    calm = rng.random() < 0.25
    grid = _lamps(rng, rows, cols, calm)
    if not calm and rng.random() < 0.45:
        for _ in range(rng.integers(1, 3)):
            mask = cv2.GaussianBlur(_caster(rng, rows, cols), (0, 0), rng.uniform(1.0, 5.0))
            grid *= _dimming(rng, deepest=0.6)[mask]
    field = _enlarged(np.clip(grid, 0.2, 1.6), height, width)
    if not calm and rng.random() < 0.3:
        softness = max(0.5, rng.uniform(0.8, 5.0) * max(height, width) / 512)
        mask = cv2.GaussianBlur(_caster(rng, height, width), (0, 0), softness)
        field *= cv2.LUT(cv2.merge([mask] * 3), _dimming(rng, deepest=0.6)[None])
    return np.asarray(np.maximum(field, 0.12), dtype=np.float32)


def glare(image: Image, rng: np.random.Generator, gloss_mask: Field | None = None, film: bool = True) -> Image:
    """The picture with reflections of lamps and windows on its glossy parts, and sometimes under plastic film.

    `image` is RGB uint8 (H, W, 3); `gloss_mask` is float32 (H, W), 0 (matt) to 1 (mirror-like), None for an even
    gloss. About half of the pictures come back unchanged. Film lies on everything, whatever the mask says, where there
    may be `film`. Returns a new array of the same shape.
    """
    height, width = image.shape[:2]
    rows, cols = _grid_size(height, width, _GLARE_GRID)
    shine = np.zeros((rows, cols), np.float32)
    for chance, paint in ((0.32, _lamp_spots), (0.12, _streak), (0.13, _window)):
        if rng.random() < chance:
            paint(rng, shine)
    sheet = _film(rng, rows, cols) if film and rng.random() < 0.1 else None
    if sheet is None and not shine.any():
        return image.copy()
    shine = _enlarged(shine, height, width) * (np.float32(0.6) if gloss_mask is None else gloss_mask)
    if sheet is not None:
        shine = np.maximum(shine, _enlarged(sheet, height, width))
    warmth = rng.uniform(-0.1, 0.16)
    tint = (1.0, 1.0 - 0.3 * abs(warmth), 1.0 - max(warmth, 0.0) * 2)
    kept = cv2.merge([cv2.convertScaleAbs(shine, alpha=-255.0 * part, beta=0) for part in tint])
    # Screening instead of adding: values are encoded, so light added to a bright tile shows less than on a dark one.
    dark = cv2.multiply(cv2.bitwise_not(image), cv2.bitwise_not(kept), scale=1 / 255)
    return np.asarray(cv2.bitwise_not(dark), dtype=np.uint8)


def _grid_size(height: int, width: int, long_side: int) -> tuple[int, int]:
    scale = min(1.0, long_side / max(height, width))
    return max(4, round(height * scale)), max(4, round(width * scale))


def _enlarged(grid: Field, height: int, width: int) -> Field:
    return np.asarray(cv2.resize(grid, (width, height), interpolation=cv2.INTER_LINEAR), dtype=np.float32)


def _lamps(rng: np.random.Generator, rows: int, cols: int, calm: bool) -> Field:
    """The light of one to three lamps plus the room's, (rows, cols, 3), white on average, encoded."""
    y, x = np.mgrid[0:rows, 0:cols].astype(np.float32) / np.float32(max(rows, cols))
    light = np.full((rows, cols, 3), rng.uniform(1.2, 2.5) if calm else rng.uniform(0.05, 0.7), np.float32)
    for _ in range(rng.integers(1, 4)):
        at_x, at_y = rng.uniform(-0.7, 1.7, 2)
        high = rng.uniform(0.9, 2.0) if calm else rng.uniform(0.25, 1.4)
        falloff = (1 + ((x - at_x) ** 2 + (y - at_y) ** 2) / high**2) ** -1.5
        warm = rng.normal(0.0, 0.25 if calm else 0.7)
        colour = np.exp(np.array([0.25, 0.0, -0.4], np.float32) * np.float32(warm))
        light += (falloff * rng.uniform(0.4, 1.0))[..., None].astype(np.float32) * colour
    if rng.random() < 0.4:
        fall = (x - x.mean()) * rng.normal(0, 0.5) + (y - y.mean()) * rng.normal(0, 0.5)
        light *= np.exp(fall * (0.3 if calm else 1.5))[..., None].astype(np.float32)
    mean = light.mean(axis=(0, 1))
    light /= mean @ _LUMA
    # The camera balances white over the whole picture, so mostly the differences between the lamps remain.
    light /= (mean / (mean @ _LUMA)) ** np.float32(rng.uniform(0.5, 1.0))
    return np.asarray(light ** np.float32(1 / 2.2), dtype=np.float32)


def _dimming(rng: np.random.Generator, deepest: float) -> Field:
    """Table (256, 3): factor per channel for a shadow mask's values; shadows are a bit bluer or warmer than light."""
    depth = rng.uniform(0.12, deepest) * (1 + np.array([0.06, 0.0, -0.06]) * rng.normal(0.8, 1.0))
    return (1 - np.linspace(0, 1, 256)[:, None] * np.clip(depth, 0.05, 0.75)).astype(np.float32)


def _caster(rng: np.random.Generator, height: int, width: int) -> Mask:
    """The outline of what stands in the light, 255 in its shadow: phone, hand, head, window bars or an edge."""
    mask = np.zeros((height, width), np.uint8)
    size = float(max(height, width))
    centre = rng.uniform(-0.1, 1.1, 2) * (width, height)
    angle = rng.uniform(0, 2 * np.pi)
    along = np.array([np.cos(angle), np.sin(angle)]) * size
    across = np.array([-np.sin(angle), np.cos(angle)]) * size

    def bar(at: NDArray[np.float64], half_length: float, half_width: float, value: int = 255) -> None:
        corners = [at + a * half_length * along + b * half_width * across for a, b in _CORNERS]
        cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), value)

    kind = rng.choice(["phone", "hand", "head", "bars", "edge"], p=[0.25, 0.2, 0.2, 0.2, 0.15])
    if kind == "phone":
        bar(centre, rng.uniform(0.15, 0.4), rng.uniform(0.08, 0.2))
        bar(centre + along * 0.5, 0.35, rng.uniform(0.05, 0.12))
    elif kind == "hand":
        bar(centre - along * 0.45, 0.42, rng.uniform(0.06, 0.11))
        for finger in np.linspace(-0.07, 0.07, 4):
            bar(centre + across * finger + along * 0.08, rng.uniform(0.1, 0.2), rng.uniform(0.012, 0.02))
    elif kind == "head":
        axes = (rng.uniform(0.12, 0.35) * size, rng.uniform(0.12, 0.35) * size)
        cv2.ellipse(mask, (tuple(centre), axes, float(np.degrees(angle))), 255, -1)
        bar(centre + along * 0.5, 0.4, rng.uniform(0.2, 0.4))
    elif kind == "bars":
        mask[:] = 255
        pane, gap = rng.uniform(0.08, 0.3), rng.uniform(0.02, 0.08)
        for step in range(-2, 3):
            bar(centre + across * step * (pane + gap), rng.uniform(0.2, 0.8), pane / 2, value=0)
    else:
        bar(centre + along * 2, 2.0, 3.0)
    return mask


def _strength(rng: np.random.Generator) -> float:
    """Reflections are mostly faint; one in five burns what lies under it."""
    return float(rng.uniform(0.7, 0.95) if rng.random() < 0.2 else rng.uniform(0.1, 0.55))


def _lamp_spots(rng: np.random.Generator, shine: Field) -> None:
    rows, cols = shine.shape
    y, x = np.mgrid[0:rows, 0:cols].astype(np.float32) / np.float32(max(rows, cols))
    for _ in range(rng.integers(1, 4)):
        strength = _strength(rng)
        at_x, at_y, angle = rng.uniform(0, 1), rng.uniform(0, 1), rng.uniform(0, np.pi)
        wide = rng.uniform(0.02, 0.1) if strength > 0.7 else rng.uniform(0.03, 0.25)
        u = ((x - at_x) * np.float32(np.cos(angle)) + (y - at_y) * np.float32(np.sin(angle))) / np.float32(wide)
        v = ((y - at_y) * np.float32(np.cos(angle)) - (x - at_x) * np.float32(np.sin(angle))) / np.float32(
            wide * rng.uniform(0.4, 1.0)
        )
        spot = np.exp(-((u * u + v * v) ** np.float32(rng.uniform(0.7, 2.0))))
        np.maximum(shine, spot * np.float32(strength), out=shine)


def _streak(rng: np.random.Generator, shine: Field) -> None:
    rows, cols = shine.shape
    y, x = np.mgrid[0:rows, 0:cols].astype(np.float32) / np.float32(max(rows, cols))
    angle = rng.uniform(0, np.pi)
    away = (x - rng.uniform(0, 1)) * np.float32(np.cos(angle)) + (y - rng.uniform(0, 1)) * np.float32(np.sin(angle))
    width = np.float32(rng.uniform(0.01, 0.09))
    np.maximum(shine, np.exp(-((away / width) ** 2)) * np.float32(_strength(rng)), out=shine)


def _window(rng: np.random.Generator, shine: Field) -> None:
    """A reflected window: a slanted rectangle, often with a cross of bars."""
    pane = np.zeros_like(shine)
    size = max(shine.shape)
    centre = rng.uniform(0.1, 0.9, 2) * shine.shape[::-1]
    right = rng.normal(0, 1, 2)
    right *= rng.uniform(0.05, 0.2) * size / max(float(np.hypot(*right)), 1e-6)
    up = np.array([-right[1], right[0]]) * rng.uniform(0.5, 1.8) + right * rng.normal(0, 0.3)
    corners = np.round([centre + a * right + b * up for a, b in _CORNERS]).astype(np.int32)
    cv2.fillConvexPoly(pane, corners, _strength(rng))
    if rng.random() < 0.6:
        for arm in (right, up):
            ends = np.round([centre - arm, centre + arm]).astype(np.int32)
            cv2.line(pane, ends[0].tolist(), ends[1].tolist(), 0.0, max(1, round(size * 0.012)))
    np.maximum(shine, cv2.GaussianBlur(pane, (0, 0), rng.uniform(0.5, 2.5)), out=shine)


def _film(rng: np.random.Generator, rows: int, cols: int) -> Field:
    """Plastic film: a faint veil, and the bright curved creases in it."""
    size = max(rows, cols)
    creases = np.zeros((rows, cols), np.float32)
    for _ in range(rng.integers(4, 14)):
        start, end = rng.uniform(-0.1, 1.1, (2, 2)) * (cols, rows)
        middle = (start + end) / 2 + rng.normal(0, 0.12 * size, 2)
        t = np.linspace(0, 1, 14)[:, None]
        curve = (1 - t) ** 2 * start + 2 * t * (1 - t) * middle + t**2 * end
        thick = int(rng.integers(1, 4))
        cv2.polylines(creases, [np.round(curve * 8).astype(np.int32)], False, rng.uniform(0.2, 1.0), thick, shift=3)
    soft = cv2.GaussianBlur(creases, (0, 0), rng.uniform(0.5, 1.2))
    # A crease shines only where it is turned towards the lamp.
    patches = cv2.resize(rng.random((5, 5), np.float32), (cols, rows), interpolation=cv2.INTER_CUBIC)
    lit = np.clip(patches * 2 - 0.7, 0, 1)
    return np.asarray(soft * lit + patches * np.float32(rng.uniform(0.02, 0.2)), dtype=np.float32).clip(0, 1)
