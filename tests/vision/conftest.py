"""Networks that see colours: a tile is a red half and a blue half on black, and nothing has to be trained."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.reader import TileReader
from vision.refine import CROP_MARGIN
from vision.types import N_CLASSES, UNREADABLE

Image = NDArray[np.uint8]
Floats = NDArray[np.float64]
RED, BLUE, WHITE = (230, 0, 0), (0, 0, 230), (240, 240, 240)
VALUE_OF_RED, VALUE_OF_BLUE = 3, 12


class ColourDetector:
    """Answers with sharp peaks: faces where red or blue blobs are, backs where white ones are."""

    def __init__(self) -> None:
        self.batches: list[tuple[int, ...]] = []

    def run(self, batch: Image) -> list[NDArray[np.float32]]:
        self.batches.append(batch.shape)
        _, rows, columns, _ = batch.shape
        maps = np.zeros((1, 10, rows // 4, columns // 4), np.float32)
        maps[0, :2] = -9.0
        white = batch[0].min(2) > 128
        for kind, mask in enumerate(((batch[0].max(2) > 128) & ~white, white)):
            outlines, _ = cv2.findContours(mask.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
            for outline in outlines:
                self._mark(maps[0], kind, cv2.boxPoints(cv2.minAreaRect(outline)).astype(np.float64) / 4)
        return [maps]

    @staticmethod
    def _mark(maps: NDArray[np.float32], kind: int, box: Floats) -> None:
        sides = (box[1] - box[0]) / 2, (box[2] - box[1]) / 2
        along, across = sorted(sides, key=lambda side: -float(np.hypot(*side)))
        centre = box.mean(0)
        column, row = np.round(centre).astype(int)
        maps[kind, row, column] = 9.0
        maps[2:4, row, column] = centre - (column, row)
        for start, axis in ((4, along), (7, across)):
            angle = 2 * np.arctan2(axis[1], axis[0])
            maps[start : start + 3, row, column] = np.cos(angle), np.sin(angle), np.log(np.hypot(*axis))


class AgreeingRefiner:
    """Says that every box is right as it is: a face unless it is white."""

    def run(self, batch: Image) -> list[NDArray[np.float32]]:
        m = CROP_MARGIN
        points = [m, m, 1 - m, m, 1 - m, 1 - m, m, 1 - m, 1 - m, 0.5, m, 0.5]
        middle = batch[:, batch.shape[1] // 3, batch.shape[2] // 2]
        kinds = np.where((middle.min(1) > 128)[:, None], (-9.0, -9.0, 9.0, -9.0), (-9.0, 9.0, -9.0, -9.0))
        kinds[middle.max(1) < 100] = (9.0, -9.0, -9.0, -9.0)
        return [np.column_stack([np.tile(points, (len(batch), 1)), kinds]).astype(np.float32)]


class ColourReader:
    """Reads red as one value and blue as another; anything else cannot be read."""

    def run(self, batch: Image) -> list[NDArray[np.float32]]:
        middle = batch[:, 40, 40].astype(int)
        value = np.select(
            [middle[:, 0] > middle[:, 2] + 50, middle[:, 2] > middle[:, 0] + 50],
            [VALUE_OF_RED, VALUE_OF_BLUE],
            UNREADABLE,
        )
        logits = np.full((len(batch), N_CLASSES), -6.0, np.float32)
        logits[np.arange(len(batch)), value] = 6.0
        density = np.zeros((len(batch), 20, 20), np.float32)
        density[:, 10, 10] = np.where(value == UNREADABLE, 0, value)
        return [logits, density]


def paint(image: Image, quad: Floats) -> None:
    """Draw a tile with outline (4, 2), half A red and half B blue, in place."""
    right, left = (quad[1] + quad[2]) / 2, (quad[3] + quad[0]) / 2
    for outline, colour in (((quad[0], quad[1], right, left), RED), ((quad[2], quad[3], left, right), BLUE)):
        cv2.fillPoly(image, [np.round(np.array(outline) * 16).astype(np.int32)], colour, cv2.LINE_8, 4)


def tile(x: float, y: float, length: float, turn: float) -> Floats:
    """The outline (4, 2) of a tile whose half A points up the screen when `turn` (radians) is 0."""
    along = np.array([np.sin(turn), -np.cos(turn)]) * length / 2
    across = np.array([-along[1], along[0]]) / 2
    return np.array([x, y]) + np.array([along - across, along + across, across - along, -along - across])


class Colours:
    """All of the above, for tests to ask for."""

    detector, refiner, reader = ColourDetector, AgreeingRefiner, ColourReader
    paint, tile = staticmethod(paint), staticmethod(tile)
    white, red, blue = WHITE, VALUE_OF_RED, VALUE_OF_BLUE

    @staticmethod
    def tile_reader() -> TileReader:
        networks = {"detector": ColourDetector(), "refiner": AgreeingRefiner(), "reader": ColourReader()}
        ticks = iter(range(1000))
        return TileReader(networks, ("colours 1",), lambda: float(next(ticks)))


@pytest.fixture(scope="session")
def colours() -> type[Colours]:
    """Networks that see colours, and what paints for them."""
    return Colours
