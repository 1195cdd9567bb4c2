"""What a person should know about a photo before trusting what was read from it: codes, and when they are given.

The page words the codes. Light and sharpness are judged on the tiles, cut out at the size in which they are read,
because a photo is good when its tiles are: a dark table or a blurred background does no harm. The whole photo is
judged only when no tile was found in it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.geometry import Floats, diagonal_crossing, is_convex, overlap_of_smaller, tile_length
from vision.glare import glare_spots
from vision.image import light_and_sharpness
from vision.pyramid import Pyramid
from vision.types import DetectedTile, Point, Warning

TOO_DARK = "too_dark"
BLURRED = "blurred"
TOO_SMALL = "too_small"
GLARE = "glare"
CUT_OFF = "cut_off"
OVERLAP = "overlap"
DUPLICATE_TILE = "duplicate_tile"
"""Two tiles of one photo were read alike; only who knows that a set holds each tile once can say so."""

CODES = (TOO_DARK, BLURRED, TOO_SMALL, GLARE, CUT_OFF, OVERLAP, DUPLICATE_TILE)

MIN_BRIGHTNESS = 75.0
"""Photos of real tables lie above 90; rendered scenes with four stops of light too little lie below."""
MIN_SHARPNESS = 0.23
"""Photos of real tables lie above 0.25, rendered ones out of focus by a tenth of a tile's width mostly below."""
MIN_TILE_PX = 36.0
"""Median length of the tiles below which 12 pips on a half are no longer apart."""
MAX_OVERLAP = 0.15
"""Share of a tile under another one; neighbours seen at a slant share a little where they touch."""

FRAME_PX = 1.0
FRAME_SHARE = 0.01
"""An edge of a tile that lies so close to the frame, in pixels or in tile lengths, goes on outside of it."""
PIPS_REACH = 0.85
"""How far pips reach from the tile's centre towards its corners; a corner without pips may be cut off."""
SAMPLED_TILES = 8
CROP_LENGTH = 112
CROP_MARGIN = 0.08


def photo_warnings(photo: Pyramid, tiles: Sequence[DetectedTile]) -> tuple[Warning, ...]:
    """Warnings for the photo and the tiles found in it: first those about the whole
    photo, then those about a place. Never DUPLICATE_TILE.
    """
    quads = np.array([tile.quad.corners for tile in tiles], dtype=np.float64).reshape(-1, 4, 2)
    convex = is_convex(quads)
    tiles, quads = [tile for tile, is_so in zip(tiles, convex, strict=True) if is_so], quads[convex]
    brightness, sharpness = _quality(photo, quads)
    warnings = []
    if brightness < MIN_BRIGHTNESS:
        warnings.append(Warning(TOO_DARK))
    if sharpness < MIN_SHARPNESS:
        warnings.append(Warning(BLURRED))
    if len(quads) and float(np.median(tile_length(quads))) < MIN_TILE_PX:
        warnings.append(Warning(TOO_SMALL))
    centres = diagonal_crossing(quads)
    warnings.extend(Warning(GLARE, spot) for spot in glare_spots(photo, tiles))
    warnings.extend(Warning(CUT_OFF, _point(centre)) for centre in centres[_cut_off(quads, photo.image.shape)])
    for first, second in np.argwhere(np.triu(overlap_of_smaller(quads) > MAX_OVERLAP, k=1)):
        warnings.append(Warning(OVERLAP, _point((centres[first] + centres[second]) / 2)))
    return tuple(warnings)


def _quality(photo: Pyramid, quads: Floats) -> tuple[float, float]:
    """Brightness and sharpness: medians over some of the tiles, or of the whole photo when there are none."""
    if len(quads) == 0:
        looks = [light_and_sharpness(photo.image)]
    else:
        some = quads[:: -(-len(quads) // SAMPLED_TILES)]
        # Crops finer than the photo would look blurred though the photo is not.
        length = int(np.clip(np.median(tile_length(some)), 16, CROP_LENGTH))
        crops = photo.crops(some, (max(length // 2, 8), length), CROP_MARGIN)
        looks = [light_and_sharpness(crop) for crop in crops]
    return float(np.median([look.brightness for look in looks])), float(np.median([look.sharpness for look in looks]))


def _cut_off(quads: Floats, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    last = np.array([shape[1] - 1, shape[0] - 1])
    centres = diagonal_crossing(quads)[:, None]
    pips = centres + PIPS_REACH * (quads - centres)
    beyond = ((pips < 0) | (pips > last)).any(axis=(1, 2))
    # A tile that goes on outside may also be outlined as if it ended at the frame: two corners lie on one side then.
    margin = np.maximum(FRAME_PX, FRAME_SHARE * tile_length(quads))[:, None, None]
    at_side = np.concatenate([quads < margin, quads > last - margin], axis=2)
    return np.asarray(beyond | (at_side & np.roll(at_side, -1, axis=1)).any(axis=(1, 2)))


def _point(xy: Floats) -> Point:
    return float(xy[0]), float(xy[1])
