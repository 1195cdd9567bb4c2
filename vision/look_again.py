"""A second photo of a place where a tile lies in the first: whether it shows the same tile, or bare table.

The same tile is told by its picture, seen straight from above, pips and all: in rendered pairs of photos those that lay
there in both were alike by 0.52 at least, tiles and the table below them by 0.48 at most. Bare table is told by its
colours. It is dyed, woven or grained as it likes, so they are compared with those right beside the place, in light and
in shadow; what is seen of other tiles there says nothing about the table and is left out.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.colours import grown, how_rare, in_shadows, lab, nearest
from vision.geometry import homography, is_convex, polygon_area, project, tile_length
from vision.rectify import rectify

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Image = NDArray[np.uint8]
Plain = NDArray[np.float32]

WIDTH, LENGTH, RING = 16, 32, 10
"""Pixels of a place in the small view of it that is looked at, and of what is seen around it on every side."""
WITHIN, BESIDE = 3, 2
"""So many pixels of the place's rim are left out, since outlines are not exact, and so many around tiles: their sides
show there."""
VIEW, RIM, SHIFT = (24, 48), 2, 4
"""Width and height of the view of a tile that is compared, what is left out at its rim, and how far the other view is
moved about to lie on it, in pixels: a sixth of a tile's width."""
FLAT = 2.0
"""With a smaller standard deviation, of 255 shades of grey, a view shows nothing."""
FEWEST = 40
"""So many pixels of bare table around it are needed to tell."""
SHADOWS = (1.0, 0.85, 0.7, 0.55)
"""A table in shadow has its own colours times these."""
AWAY, FAR_TILES, SAMPLES, ELSEWHERE = 2.0, 25, 16, 14.0
"""From so many tile lengths on a tile is far; about so many of them, and so many pixels beside each, tell how the table
looks elsewhere; what is less than this from it (CIE Lab) is table."""
ALIKE, SPREAD = 7.0, 3.0
"""Up to such a distance (CIE Lab) a pixel is of a colour of the table, or so many times that of neighbouring ones."""


def likeness(pixels: Image, tile: ArrayLike, others: Image, place: ArrayLike) -> float:
    """How alike, from -1 to 1, a tile (4, 2) of one photo and a place (4, 2) of another look, both (H, W, 3) uint8 RGB.

    The corners are in the same order. What shows nothing at all is like nothing. Raises ValueError for outlines with
    three corners on one line.
    """
    size = (VIEW[0] + 2 * SHIFT, VIEW[1] + 2 * SHIFT)
    here = _grey(rectify(pixels, tile, VIEW))[RIM:-RIM, RIM:-RIM]
    there = _grey(rectify(others, place, size, (SHIFT / size[0], SHIFT / size[1])))
    if min(here.std(), there.std()) < FLAT:
        return 0.0
    return float(cv2.matchTemplate(there, here, cv2.TM_CCOEFF_NORMED).max())


def bareness(pixels: Image, place: ArrayLike, tiles: ArrayLike) -> float:
    """The share, from 0 to 1, of a place that looks like the table around it; NaN where hardly any table is around.

    `pixels` (H, W, 3) uint8 is the photo in RGB, `place` (4, 2) an outline as that of a tile, whose second and fourth
    sides are the long ones; `tiles` (n, 4, 2) are the outlines of all that is known to lie there. What is seen around
    the place counts as table where it looks like what is seen around tiles far from it, for a thing that hides the
    place may reach beyond it. Raises ValueError for a place with three corners on one line.
    """
    outline, outlines = np.asarray(place, np.float64), np.asarray(tiles, np.float64).reshape(-1, 4, 2)
    view, around, free = _surroundings(pixels, outline, outlines)
    if around.sum() < FEWEST:
        return float("nan")
    table = view[around]
    away = np.linalg.norm(outlines.mean(axis=1) - outline.mean(axis=0), axis=1)
    far = outlines[(away > AWAY * tile_length(outline)) & is_convex(outlines) & (polygon_area(outlines) > 0)]
    beside_far = [_around(pixels, one, outlines) for one in far[:: max(1, len(far) // FAR_TILES)]]
    if len(elsewhere := np.concatenate([table[:0], *beside_far])) >= FEWEST:
        table = table[np.sqrt(nearest(lab(table), in_shadows(elsewhere, SHADOWS))) <= ELSEWHERE]
        if len(table) < FEWEST:
            return 0.0
    colours = lab(table)
    usual = float(np.median(how_rare(colours, 1))) ** 0.5
    own = (slice(RING + WITHIN, -RING - WITHIN),) * 2
    apart = np.sqrt(nearest(lab(view[own].reshape(-1, 3)), in_shadows(table, SHADOWS)))
    return float(((apart <= max(ALIKE, SPREAD * usual)) & free[own].ravel()).mean())


def _around(pixels: Image, tile: Floats, tiles: Floats) -> Image:
    """Some colours (n, 3) of the table right beside a tile."""
    view, around, _ = _surroundings(pixels, tile, tiles)
    colours = view[around]
    return colours[:: max(1, len(colours) // SAMPLES)]


def _surroundings(pixels: Image, place: Floats, tiles: Floats) -> tuple[Image, Flags, Flags]:
    """The view of a place with a ring around it, which pixels of the ring are free of tiles, and which of all are."""
    size = (WIDTH + 2 * RING, LENGTH + 2 * RING)
    target = np.array([(RING, RING), (RING + WIDTH, RING), (RING + WIDTH, RING + LENGTH), (RING, RING + LENGTH)])
    # Where pixels of the view lie in the photo, and not the other way round: of what lies far from the place, some
    # may be beyond the horizon of its plane.
    at = project(homography(target - 0.5, place), np.stack(np.meshgrid(*map(np.arange, size)), axis=-1))
    height, width = pixels.shape[:2]
    shown = ((at >= 0) & (at <= (width - 1, height - 1))).all(axis=-1)
    free = shown & ~grown(_inside(at, tiles), BESIDE)
    around = free.copy()
    around[RING - BESIDE : BESIDE - RING, RING - BESIDE : BESIDE - RING] = False
    return rectify(pixels, place, size, (RING / size[0], RING / size[1])), around, free


def _inside(points: Floats, outlines: Floats) -> Flags:
    """Which points (h, w, 2) lie in any of the convex outlines (n, 4, 2)."""
    low, high = points.min(axis=(0, 1)), points.max(axis=(0, 1))
    near = outlines[((outlines.max(axis=1) >= low) & (outlines.min(axis=1) <= high)).all(axis=1)]
    inside = np.zeros(points.shape[:2], bool)
    for outline in near:
        edges, away = np.roll(outline, -1, axis=0) - outline, points[:, :, None] - outline
        turns = edges[:, 0] * away[..., 1] - edges[:, 1] * away[..., 0]
        inside |= (turns >= 0).all(axis=-1) | (turns <= 0).all(axis=-1)
    return inside


def _grey(rgb: Image) -> Plain:
    return np.asarray(cv2.cvtColor(rgb, cv2.COLOR_RGB2GRAY), np.float32)
