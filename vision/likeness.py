"""Tiles of one photo are of one set: how much the colour of a candidate resembles that of the tiles that are plain.

A patch of tablecloth, a die or a printed picture may look like a tile in all but that. Colour speaks loudest for
double blanks, which have nothing else to show. Measured on rendered validation pictures: of the double blanks that
look like the plain tiles beside them, five in six are real, of those that look unlike them one in seventy.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import tile_length
from vision.pyramid import Pyramid

Floats = NDArray[np.float64]

SAMPLE = (16, 32)
"""Width and height in pixels of the small view of a tile whose colours are looked at; its rim is left out."""
RIM = 3
LIGHTNESS = 0.4
"""Weight of a difference in lightness beside one in hue: light falls off over a table and differs with the slant."""
AT_LEAST = 3
"""So many plain tiles are needed to compare with."""
UNLIKE, ALIKE_WITHIN, SLOPE = 0.7, 16.0, 4.0
"""What is left of the worth of a candidate that looks unlike the others; the distance (CIE Lab, 8 bit) halfway there,
and how fast it falls."""
BLANK_UNLIKE, BLANK_ALIKE, BLANK_WITHIN, BLANK_SLOPE = 0.67, 1.33, 8.0, 2.0
"""The same for double blanks, which are worth more, not only as much, where they look like the others."""


def body_colours(photo: Pyramid, corners: Floats) -> Floats:
    """The median colour (n, 3) in CIE Lab (8 bit: 0 to 255) of faces with outlines (n, 4, 2): that of the material, as
    pips cover less than half of a tile."""
    if len(corners) == 0:
        return np.zeros((0, 3))
    inner = photo.crops(corners, SAMPLE, 0.0)[:, RIM:-RIM, RIM:-RIM].reshape(len(corners), -1, 3)
    return np.asarray(np.median(cv2.cvtColor(np.ascontiguousarray(inner), cv2.COLOR_RGB2LAB), axis=1), np.float64)


def distances(corners: Floats, colours: Floats, plain: NDArray[np.bool_]) -> Floats:
    """How far (n,) the colour of each candidate is from those of the `plain` (n,) ones elsewhere, NaN without three.

    It is the distance to the second nearest of them: one alone may be as wrong as the candidate.
    """
    centres, reach = corners.mean(1), 0.3 * tile_length(corners)
    away = np.linalg.norm(centres[:, None] - centres[None], axis=2) > reach[:, None]
    apart = np.linalg.norm((colours[:, None] - colours[None]) * [LIGHTNESS, 1, 1], axis=2)
    apart = np.where(away & plain[None], apart, np.inf)
    if len(corners) < AT_LEAST:
        return np.full(len(corners), np.nan)
    second = np.partition(apart, 1, axis=1)[:, 1]
    return np.where(np.isfinite(apart).sum(1) >= AT_LEAST, second, np.nan)


def factors(apart: Floats, blank: NDArray[np.bool_]) -> Floats:
    """What the worth of candidates is multiplied by (n,), from their colours' distances (n,); `blank` double blanks.

    1 where there is nothing to compare with.
    """
    known = np.nan_to_num(apart, nan=0.0)
    usual = UNLIKE + (1 - UNLIKE) / (1 + np.exp((known - ALIKE_WITHIN) / SLOPE))
    of_blanks = BLANK_UNLIKE + (BLANK_ALIKE - BLANK_UNLIKE) / (1 + np.exp((known - BLANK_WITHIN) / BLANK_SLOPE))
    return np.where(np.isnan(apart), 1.0, np.where(blank, of_blanks, usual))
