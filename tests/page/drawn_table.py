"""A small table, drawn by the project's own renderer: three trains around a 12-12, with or without a fault."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from datasets.camera import look_at
from datasets.faces import random_style
from datasets.layouts import Pose
from datasets.render import render
from datasets.scene import Piece, Scene, place
from datasets.styles import SetStyle

SEED, SIZE, SEVERITY = 10, 1900, 0.05
"""The set, the pixels of a side, and good light."""
ENGINE = 12
DOWN = ((12, 3), (3, 8), (8, 8), (8, 2))
"""Towards who takes the photo; the double lies across."""
LEFT = ((12, 9), (9, 5))
WRONG = ((12, 7), (7, 10), (6, 4))
"""The last one does not fit."""
RIGHT = ((12, 7), (7, 10), (10, 4))
"""No tile of the table is in the hand of the samples."""
BACKS = 3
GAP = 0.04


def table_scene(right: tuple[tuple[int, int], ...]) -> Scene:
    """The table seen from above, the train DOWN towards the lower edge."""
    rng = np.random.default_rng([SEED, 0x4A9D])
    style = random_style(rng, 12)
    pieces = [place(Pose(0, 0, np.pi / 2), 0, style, (ENGINE, ENGINE))]
    for angle, train, start in ((-90, DOWN, 0.5), (150, LEFT, 0.42), (30, right, 0.42)):
        pieces += _train(style, np.radians(angle), train, start + GAP)
    for number in range(BACKS):
        pieces.append(place(Pose(-2.6 + 0.8 * number, 2.9, np.pi / 2, face_up=False), 0, style, (0, number)))
    centre = np.full(2, (SIZE - 1) / 2)
    camera = look_at(np.array([0.0, -0.85, 0.0]), np.radians(84), -np.pi / 2, 0.0, 11.0, 1.15 * SIZE, centre)
    light = np.array([-0.45, 0.5, 0.74])
    return Scene(SEED, "table", (SIZE, SIZE), (style,), tuple(pieces), camera, light, 0.6, (), (), None, SEVERITY)


def _train(style: SetStyle, angle: float, train: tuple[tuple[int, int], ...], start: float) -> list[Piece]:
    """Tiles from `start` on in a direction, each with its first value towards the engine."""
    pieces, far = [], start
    for inner, outer in train:
        across = inner == outer
        reach = style.aspect if across else 1.0
        x, y = (far + reach / 2) * np.cos(angle), (far + reach / 2) * np.sin(angle)
        heading = angle + (np.pi / 2 if across else np.pi)
        pieces.append(place(Pose(float(x), float(y), float(heading)), 0, style, (inner, outer)))
        far += reach + GAP
    return pieces


def draw(path: Path, right: tuple[tuple[int, int], ...]) -> Path:
    """Write the picture of the table."""
    picture, _ = render(table_scene(right))
    assert cv2.imwrite(str(path), cv2.cvtColor(picture, cv2.COLOR_RGB2BGR), [cv2.IMWRITE_JPEG_QUALITY, 92])
    return path
