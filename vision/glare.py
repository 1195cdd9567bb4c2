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

from vision.geometry import Floats, homography, project, tile_length
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

HALF_LENGTH, FIRST_LENGTH = 56, 28
"""Pixels of a half where it is looked at, and of one at the first, coarser look."""
FIRST_WIDTH, FIRST_SHARE = 0.22, 0.025
"""What the first look must show to take the second: what fits into a patch nearly as wide, or, of a half in doubt, how
much of it is white."""
MIN_LENGTH = 32.0
"""Tiles shorter than this, in pixels, are not judged: a pip is as large as a patch then."""


def glare_spots(photo: Pyramid, tiles: Sequence[DetectedTile]) -> list[Point]:
    """Where glare hides a part of a face, in pixels of the photo: at most one place for each of the `tiles`, whose
    outlines must be convex.
    """
    outlines = np.array([tile.quad.corners for tile in tiles], dtype=np.float64).reshape(-1, 4, 2)
    large = np.flatnonzero(tile_length(outlines) >= MIN_LENGTH)
    if len(large) == 0:
        return []
    length = float(np.median(tile_length(outlines[large]))) / 2
    faces = _faces(photo, outlines[large], int(min(length, FIRST_LENGTH)))
    bare = np.median(faces.reshape(len(large), -1), axis=1)
    # A black tile that is white all over lies among others that are not; two may be of two sets.
    usual = float(np.median(bare)) if len(bare) >= 3 else LIGHT_FACE
    if usual < LIGHT_FACE:
        bare = np.minimum(bare, usual)
    whites, first = _white(faces, bare), _disc(FIRST_WIDTH, faces.shape[-1])
    spots = []
    for at in np.flatnonzero(whites.mean(axis=(2, 3)).max(axis=1) >= FIRST_SHARE).tolist():
        outline = outlines[large[at]]
        lights = [bare[at] >= LIGHT_FACE and not _certain(half) for half in tiles[large[at]].halves]
        if not any(lights) and not any(cv2.erode(white, first).any() for white in whites[at]):
            continue
        closely = _white(_faces(photo, outline[None], int(min(length, HALF_LENGTH))), bare[[at]])[0]
        found = [_glare(white, any_lights) for white, any_lights in zip(closely, lights, strict=True)]
        worst = int(np.argmax([mask.sum() for mask in found]))
        if found[worst].any():
            spots.append(_middle(found[worst], worst, outline))
    return spots


def _faces(photo: Pyramid, outlines: Floats, side: int) -> NDArray[np.uint8]:
    """Tiles (n, 4, 2) seen straight from above, their halves A and B (n, 2, side, side) one below the other, by the
    darkest of the colour channels: low for all colours."""
    red, green, blue = np.moveaxis(photo.crops(outlines, (side, 2 * side), 0.0), -1, 0)
    return np.asarray(np.minimum(np.minimum(red, green), blue).reshape(-1, 2, side, side))


def _white(faces: NDArray[np.uint8], bare: Floats) -> NDArray[np.uint8]:
    """1 where the halves (n, 2, side, side) of tiles with bare faces of these levels (n,) may mirror a lamp, else 0."""
    return (faces > np.maximum(NEARLY_WHITE, bare + BRIGHTER)[:, None, None, None]).astype(np.uint8)


def _disc(width: float, side: int) -> NDArray[np.uint8]:
    """A disc of so many widths of a tile, where a half has `side` pixels."""
    pixels = max(2, round(width * side))
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (pixels, pixels)), np.uint8)


def _glare(white: NDArray[np.uint8], any_lights: bool) -> NDArray[np.uint8]:
    """1 where glare lies on a half (side, side) that is `white` (1) in places, else 0; all 0 when there is too little.
    With `any_lights` many small ones count as well."""
    for width, share in ((PATCH_WIDTH, PATCH_SHARE), (LIGHTS_WIDTH, LIGHTS_SHARE))[: 1 + any_lights]:
        if white.mean() < share:
            continue  # opening takes away, never adds
        found = cv2.morphologyEx(white, cv2.MORPH_OPEN, _disc(width, len(white)))
        if found.mean() >= share:
            return np.asarray(found, np.uint8)
    return np.zeros_like(white)


def _certain(reading: HalfReading) -> bool:
    value = int(np.argmax(reading.probs))
    return value != UNREADABLE and reading.probs[value] >= CERTAIN and reading.count_agrees(value)


def _middle(mask: NDArray[np.uint8], half: int, outline: Floats) -> Point:
    """The middle, in the photo, of what lies on a half (0 for A, 1 for B) of the tile with this outline (4, 2)."""
    side = len(mask) - 0.5
    rows, columns = np.nonzero(mask)
    bottom = side + len(mask)
    to_photo = homography([[-0.5, -0.5], [side, -0.5], [side, bottom], [-0.5, bottom]], outline)
    x, y = project(to_photo, [columns.mean(), rows.mean() + half * len(mask)])
    return float(x), float(y)
