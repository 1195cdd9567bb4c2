"""Glare: where a lamp or a window is mirrored in a tile so brightly that pips vanish in it.

What counts is nearly white and clearly brighter than the bare face, so that an ivory tile which is bright all over is
none. On a black or coloured face it must also be larger than any white pip. On a light face, where pips are dark,
the many small lights of crumpled film count as well, but only on a half that was not read with certainty: most of them
lie between the pips and do no harm.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Floats, half_quads, homography, project, tile_length
from vision.pyramid import Pyramid
from vision.types import UNREADABLE, DetectedTile, HalfReading, Point

NEARLY_WHITE = 215.0
"""Level of the darkest colour channel (0 to 255) above which neither white pips nor mirrored black ones stand out."""
BRIGHTER = 30.0
"""How many levels glare lies above the bare face."""
LIGHT_FACE = 140.0
"""Faces above this level of the darkest channel have no white pips; coloured ones with white pips stay below 110."""

PATCH_WIDTH, PATCH_SHARE = 0.28, 0.12
"""What fits into a patch, in tile widths, and how much of a half it covers; pips and numerals stay below one of them"""
LIGHTS_WIDTH, LIGHTS_SHARE = 0.05, 0.05
"""The same for all the lights on a half together; the lights that single pips reflect stay below."""
CERTAIN = 0.95

HALF_LENGTH = 56
MIN_LENGTH = 32.0
"""Tiles shorter than this, in pixels, are not judged: a pip is as large as a patch then."""


def glare_spots(photo: Pyramid, tiles: Sequence[DetectedTile]) -> list[Point]:
    """Where glare hides a part of a face, in pixels of the photo: at most one place for each of the `tiles`, whose
    outlines must be convex.
    """
    large = [tile for tile in tiles if tile_length(tile.quad.corners) >= MIN_LENGTH]
    if not large:
        return []
    corners, dividers = (np.array([getattr(tile.quad, part) for tile in large]) for part in ("corners", "divider"))
    quads = half_quads(corners, dividers)
    faces = _halves(photo, quads, min(float(np.median(tile_length(corners))) / 2, HALF_LENGTH))
    bare = np.median(faces.reshape(len(large), -1), axis=1).tolist()
    # A black tile that is white all over lies among others that are not; two may be of two sets.
    usual = float(np.median(bare)) if len(bare) >= 3 else LIGHT_FACE
    spots = []
    for tile, pair, face, own in zip(large, quads, faces, bare, strict=True):
        level = min(own, usual) if usual < LIGHT_FACE else own
        found = [_glare(half, level, reading) for half, reading in zip(face, tile.halves, strict=True)]
        worst = int(np.argmax([mask.sum() for mask in found]))
        if found[worst].any():
            spots.append(_middle(found[worst], pair[worst]))
    return spots


def _halves(photo: Pyramid, quads: Floats, side: float) -> NDArray[np.uint8]:
    """The halves (n, 2, 4, 2) of tiles seen straight from above (n, 2, side, side), by the darkest of their colour
    channels: low for all colours."""
    size = (int(side), int(side))
    red, green, blue = np.moveaxis(photo.crops(quads.reshape(-1, 4, 2), size, 0.0), -1, 0)
    return np.asarray(np.minimum(np.minimum(red, green), blue).reshape(*quads.shape[:2], *size))


def _glare(half: NDArray[np.uint8], bare: float, reading: HalfReading) -> NDArray[np.uint8]:
    """1 where glare lies on a half (n, n) whose face has the level `bare`, else 0; all 0 when there is too little."""
    white = (half > max(NEARLY_WHITE, bare + BRIGHTER)).astype(np.uint8)
    kinds = [(PATCH_WIDTH, PATCH_SHARE)]
    if bare >= LIGHT_FACE and not _certain(reading):
        kinds.append((LIGHTS_WIDTH, LIGHTS_SHARE))
    for width, share in kinds:
        if white.mean() < share:
            continue  # opening takes away, never adds
        side = max(2, round(width * len(half)))
        found = cv2.morphologyEx(white, cv2.MORPH_OPEN, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)))
        if found.mean() >= share:
            return np.asarray(found, np.uint8)
    return np.zeros_like(half)


def _certain(reading: HalfReading) -> bool:
    value = int(np.argmax(reading.probs))
    return value != UNREADABLE and reading.probs[value] >= CERTAIN and reading.count_agrees(value)


def _middle(mask: NDArray[np.uint8], quad: Floats) -> Point:
    side = len(mask) - 0.5
    rows, columns = np.nonzero(mask)
    to_photo = homography([[-0.5, -0.5], [side, -0.5], [side, side], [-0.5, side]], quad)
    x, y = project(to_photo, [columns.mean(), rows.mean()])
    return float(x), float(y)
