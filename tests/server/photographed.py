"""Photos for made-up tables: what is left of the set, hands as they are read, and a reader that knows them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from datasets.tables import TrueTable
from engine.tiles import DominoSet, Tile
from server.bridge import read
from server.reading import Reading
from tests.server.table_views import detected
from vision.types import Observation


def unseen(true: TrueTable) -> list[Tile]:
    """Tiles of the set that are not on the table."""
    shown = {Tile.of(*pair) for pair in true.values}
    return [tile for tile in DominoSet(true.highest) if tile not in shown]


def hand_photo(shown: Sequence[tuple[dict[int, float], dict[int, float]]], highest: int) -> Reading:
    """A row of tiles, each half as probabilities."""
    square = np.array([(0, 0), (50, 0), (50, 100), (0, 100)], dtype=float)
    observed = tuple(detected(square + (100 + 70 * at, 100), *halves) for at, halves in enumerate(shown))
    photo = Observation((1200, 400), observed, (), (), ("made-up 1",), ())
    return read(photo, DominoSet(highest))


class KnowingReader:
    """Tells photos apart by their width."""

    def __init__(self, by_width: dict[int, Observation]) -> None:
        self.by_width = by_width

    def read(self, image: np.ndarray) -> Observation:
        return self.by_width[image.shape[1]]
