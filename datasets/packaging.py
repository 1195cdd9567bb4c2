"""Printed pictures of dominoes: the lid of a box, a leaflet of rules. They show tiles, and none of it is a tile."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.colours import FONTS, chance, contrasting, random_colour, random_text, random_word, scaled, write
from datasets.faces import draw_face
from datasets.noise import Array, paint, value_noise
from datasets.sets import random_style
from datasets.sprite import Canvas

Floats = NDArray[np.float64]

WIDTH = 270


def box(rng: np.random.Generator) -> tuple[Array, Floats]:
    """A lid or a leaflet with printed dominoes, smaller than real ones, among large words and small print.

    Returns the picture (h, w, 4) and the outlines (n, 4, 2) of the printed tiles in its pixels, those of
    `vision.types.Quad`.
    """
    height = int(rng.integers(120, WIDTH))
    canvas = Canvas(height, WIDTH)
    ground = random_colour(rng)
    tones = [scaled(ground, 0.8), ground, random_colour(rng)][: int(rng.integers(2, 4))]
    paper = paint(value_noise(rng, height, WIDTH, (2, 3), 2), tones)
    canvas.solid_box((2, 2, WIDTH - 3, height - 3), float(rng.uniform(0, 8)), paper)
    ink, font = contrasting(rng, ground, 80), int(rng.choice(FONTS))
    if chance(rng, 0.8):
        capitals = float(rng.uniform(10, 34))
        place = (WIDTH * float(rng.uniform(0.3, 0.7)), height * float(rng.uniform(0.12, 0.3)))
        write(canvas.rgb, random_word(rng, int(rng.integers(4, 9))).upper(), place, capitals, ink, font, 3)
    if chance(rng, 0.5):
        for line in range(int(rng.integers(2, 7))):
            at = (12, height - 12 - 9 * line)
            cv2.putText(canvas.rgb, random_text(rng, 34), at, FONTS[4], 0.6, ink, 1, cv2.LINE_AA)
    style = random_style(rng)
    length = int(rng.integers(24, 60))
    outlines = []
    for _ in range(int(rng.integers(1, 9))):
        values = (int(rng.integers(style.max_value + 1)), int(rng.integers(style.max_value + 1)))
        face = draw_face(style, values, length, (0.6, -0.8), rng)
        at = (float(rng.uniform(0.1, 0.9)) * WIDTH, float(rng.uniform(0.35, 0.9)) * height)
        outlines.append(_print(canvas, face, at, float(rng.uniform(0, 360)), float(rng.uniform(0.75, 1.1))))
    return canvas.rgba(), np.array(outlines)


def _print(canvas: Canvas, face: Array, centre: tuple[float, float], turn: float, squeeze: float) -> Floats:
    """Print a picture (h, w, 3) at `centre`, turned by `turn` degrees and squeezed sideways; returns its corners."""
    rows, columns = face.shape[:2]
    move = cv2.getRotationMatrix2D((columns / 2, rows / 2), turn, 1.0)
    move[:, 2] += np.array(centre) - (columns / 2, rows / 2)
    move[0] *= squeeze
    size = (canvas.rgb.shape[1], canvas.rgb.shape[0])
    printed = cv2.warpAffine(face, move, size, flags=cv2.INTER_LINEAR)
    mask = cv2.warpAffine(np.full((rows, columns), 255, np.uint8), move, size, flags=cv2.INTER_LINEAR)
    weight = mask.astype(np.float32) * (1 / 255)
    canvas.rgb = cv2.blendLinear(printed, canvas.rgb, weight, 1 - weight)
    corners = np.array([[0, 0, 1], [columns, 0, 1], [columns, rows, 1], [0, rows, 1]], np.float64)
    return np.asarray(corners @ move.T, np.float64)
