"""Pictures of whole tables: trains as coloured lines with their names, the ends they go on at, and what is wrong.

Trains differ by name and place as well as by colour: the name stands on the colour, values on dark. What is wrong has a
red ring with an exclamation mark.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.draw import (
    DARK,
    WHITE,
    Colour,
    Mark,
    add_band,
    chip_size,
    draw_chip,
    draw_lines,
    line_width,
    outline_tiles,
    write_values,
)
from vision.geometry import Floats
from vision.image import Image
from vision.labels import Box, Labels
from vision.types import Point, Quad

TRAINS: tuple[Colour, ...] = (
    (86, 180, 233), (230, 159, 0), (0, 158, 115), (204, 121, 167), (240, 228, 66), (0, 114, 178), (213, 94, 0),
    (170, 170, 170),
)  # fmt: skip
"""Colours that most people can tell apart, whatever colours they see."""
WRONG: Colour = (225, 30, 45)
NAME_SHARE, RING_SHARE = 0.22, 0.42
"""Height of a train's name and radius of a ring, as shares of a tile's length."""
ALONG = (0.5, 0.4, 0.6, 0.7, 0.8, 0.9, 1.0, 1.15, 1.3, 0.3)
"""Where on its way a name may stand, as shares of the way from the start to the first tile."""
ASIDE = (0.0, 0.3, -0.3, 0.45, -0.45)
"""How far beside the way, in tile lengths."""
AROUND = ((0.0, -1.0), (0.7, -0.7), (-0.7, -0.7), (1.0, 0.0), (-1.0, 0.0), (0.7, 0.7), (-0.7, 0.7), (0.0, 1.0))
"""Where the sign of a ring may stand, as shares of its radius."""


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


@dataclass(frozen=True, slots=True)
class _Label:
    """A text that waits for its place: the places beside things that it may stand at, best first, and those where it
    stands in any case, (N, 2). Names are `filled`, so that nobody takes one for a value."""

    text: str
    height: float
    colour: Colour
    beside: Floats
    on: Floats
    filled: bool = False


def table_overlay(
    image: Image,
    marks: Sequence[Mark],
    face_down: Sequence[Quad],
    trains: Sequence[TrainMark],
    wrong: Sequence[Point],
    title: str,
) -> Image:
    """A copy of `image` (H, W, 3) RGB uint8 with tiles and trains, a ring at each `wrong` place, a `title` above.

    All lines are drawn first. Then the labels find their places, those first that can stand in one place only.
    """
    canvas = np.ascontiguousarray(image).copy()
    labels = outline_tiles(canvas, marks, face_down)
    width = line_width(canvas)
    lengths = [float(np.linalg.norm(np.subtract(m.quad.corners[1], m.quad.corners[2]))) for m in marks]
    size = float(np.median(lengths)) if lengths else 40.0
    coloured = [(train, TRAINS[number % len(TRAINS)]) for number, train in enumerate(trains)]
    for train, colour in coloured:
        _lines(canvas, train, colour, width)
        if train.place:
            labels.keep(np.array(train.place))
    for place in wrong:
        _ring(canvas, place, size, width)
    for one in [_end(train, colour, size) for train, colour in coloured if train.place]:
        _write(canvas, one, labels)
    for place in wrong:
        _write(canvas, _warning(place, size), labels)
    write_values(canvas, marks, labels)
    for train, colour in coloured:
        _write(canvas, _name(train, colour, size), labels)
    return add_band(canvas, title)


def _write(canvas: Image, label: _Label, labels: Labels) -> None:
    size = chip_size(label.text, label.height)
    beside, on = ([Box.around(place, size) for place in places] for places in (label.beside, label.on))
    draw_chip(canvas, label.text, labels.place(beside, on), label.height, label.colour, label.filled)


def _lines(canvas: Image, train: TrainMark, colour: Colour, width: int) -> None:
    """The way of a train, and the outline of the place where it goes on."""
    way = np.array(train.way, dtype=np.float64)
    for tone, broad in ((DARK, 2 * width + 2), (colour, 2 * width)):
        if len(way) > 1:
            draw_lines(canvas, [way], closed=False, colour=tone, width=broad)
    if train.place:
        for tone, broad in ((DARK, width + 2), (colour, width)):
            draw_lines(canvas, [np.array(train.place)], closed=True, colour=tone, width=broad)


def _end(train: TrainMark, colour: Colour, size: float) -> _Label:
    """The value that a train goes on with, in the middle of its place or towards one of the corners."""
    corners = np.array(train.place, dtype=np.float64)
    middle = corners.mean(axis=0)
    on = np.stack([middle, *((middle + corner) / 2 for corner in corners)])
    text = f"{train.value}!" if train.marker else train.value
    return _Label(text, NAME_SHARE * size * 1.3, colour, on[:0], on)


def _name(train: TrainMark, colour: Colour, size: float) -> _Label:
    """The name of a train: on its way, as near to its start as there is room, or a little beside it."""
    way = np.array(train.way, dtype=np.float64)
    if len(way) == 1:
        on = way + np.array(AROUND) * RING_SHARE * size
        return _Label(train.name, NAME_SHARE * size, colour, on, on, filled=True)
    start, first = way[:2]
    along = (first - start) / max(float(np.linalg.norm(first - start)), 1e-6)
    across = np.array([-along[1], along[0]])
    on = np.stack([start + share * (first - start) for share in ALONG])
    beside = np.stack([place + aside * size * across for aside in ASIDE for place in on])
    return _Label(train.name, NAME_SHARE * size, colour, beside, np.concatenate([on, beside]), filled=True)


def _ring(canvas: Image, place: Point, size: float, width: int) -> None:
    centre = tuple(round(float(at)) for at in place)
    for tone, broad in ((WHITE, 2 * width + 4), (WRONG, 2 * width)):
        cv2.circle(canvas, centre, max(3, round(RING_SHARE * size)), tone, broad, cv2.LINE_AA)


def _warning(place: Point, size: float) -> _Label:
    """The exclamation mark of a ring, on it."""
    on = np.array(place) + RING_SHARE * size * np.array(AROUND)
    return _Label("!", NAME_SHARE * size * 1.3, WRONG, on, on)
