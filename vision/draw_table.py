"""Pictures of whole tables: trains as coloured lines with their names, the ends they go on at, and what is wrong.

Trains differ by name and place as well as by colour. What is wrong has a red ring with an exclamation mark.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.draw import DARK, WHITE, Colour, Mark, add_band, chip_at, draw_lines, line_width, mark_tiles
from vision.geometry import Floats
from vision.image import Image
from vision.types import Point, Quad

TRAINS: tuple[Colour, ...] = (
    (86, 180, 233), (230, 159, 0), (0, 158, 115), (204, 121, 167), (240, 228, 66), (0, 114, 178), (213, 94, 0),
    (170, 170, 170),
)  # fmt: skip
"""Colours that most people can tell apart, whatever colours they see."""
WRONG: Colour = (225, 30, 45)
NAME_SHARE, RING_SHARE = 0.22, 0.42
"""Height of a train's name and radius of a ring, as shares of a tile's length."""


@dataclass(frozen=True, slots=True)
class TrainMark:
    """A train to draw: where it runs, from its start outwards, its name, and the outline of the place where it goes on.

    `value` is written there; `marker` tells whether a marker is taken to stand there.
    """

    way: tuple[Point, ...]
    name: str
    place: tuple[Point, ...]
    value: str
    marker: bool


def table_overlay(
    image: Image,
    marks: Sequence[Mark],
    face_down: Sequence[Quad],
    trains: Sequence[TrainMark],
    wrong: Sequence[Point],
    title: str,
) -> Image:
    """A copy of `image` (H, W, 3) RGB uint8 with tiles and trains, a ring at each `wrong` place, a `title` above."""
    canvas = mark_tiles(image, marks, face_down)
    width = line_width(canvas)
    lengths = [float(np.linalg.norm(np.subtract(m.quad.corners[1], m.quad.corners[2]))) for m in marks]
    size = float(np.median(lengths)) if lengths else 40.0
    for number, train in enumerate(trains):
        colour = TRAINS[number % len(TRAINS)]
        _train(canvas, train, colour, width, size)
    for place in wrong:
        _ring(canvas, place, size, width)
    return add_band(canvas, title)


def _train(canvas: Image, train: TrainMark, colour: Colour, width: int, size: float) -> None:
    way = np.array(train.way, dtype=np.float64)
    for tone, broad in ((DARK, 2 * width + 2), (colour, 2 * width)):
        if len(way) > 1:
            draw_lines(canvas, [way], closed=False, colour=tone, width=broad)
    place = np.array(train.place, dtype=np.float64)
    if len(place):
        for tone, broad in ((DARK, width + 2), (colour, width)):
            draw_lines(canvas, [place], closed=True, colour=tone, width=broad)
        text = f"{train.value}!" if train.marker else train.value
        chip_at(canvas, text, place.mean(axis=0), NAME_SHARE * size * 1.3, colour)
    start = way[0] if len(way) == 1 else (way[0] + way[1]) / 2
    chip_at(canvas, train.name, start, NAME_SHARE * size, colour)


def _ring(canvas: Image, place: Point, size: float, width: int) -> None:
    centre = tuple(round(float(at)) for at in place)
    for tone, broad in ((WHITE, 2 * width + 4), (WRONG, 2 * width)):
        cv2.circle(canvas, centre, max(3, round(RING_SHARE * size)), tone, broad, cv2.LINE_AA)
    above: Floats = np.array(place, dtype=np.float64) - (0, RING_SHARE * size)
    chip_at(canvas, "!", above, NAME_SHARE * size * 1.3, WRONG)
