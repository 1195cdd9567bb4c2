"""The use cases, free of how they are asked for: read a photo, score the hands of a round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from engine.rules import ScoringRules
from engine.scoring import RoundScore, score_round
from engine.tiles import DominoSet
from server import bridge
from server.reading import Reading
from vision import image
from vision.types import Observation

Image = NDArray[np.uint8]
"""An upright RGB photo, uint8, (height, width, 3)."""


class Reader(Protocol):
    """Whatever finds the tiles in a photo; `vision.reader.TileReader` does."""

    def read(self, image: Image, /) -> Observation:
        """All that can be seen in the photo."""
        ...


@dataclass(frozen=True, slots=True)
class Photo:
    """A photo that was read, upright, with its pixels."""

    path: Path
    pixels: Image
    reading: Reading


def read_photo(reader: Reader, path: Path, domino_set: DominoSet) -> Photo:
    """Load the photo and read it as tiles of `domino_set`.

    Raises:
        vision.errors.ImageError: when the file is missing, broken, too large or no picture.
    """
    pixels = image.load(path)
    return Photo(path, pixels, bridge.read(reader.read(pixels), domino_set))


def score_hands(
    hands: Sequence[tuple[str, Reading]], rules: ScoringRules, out: Sequence[str] = ()
) -> tuple[tuple[tuple[str, Reading], ...], RoundScore]:
    """Score a round of (player, reading of the hand), and of players who went `out` and have no tile to show.

    The hands come back with the tiles in doubt that more than one player seems to hold. A hand without a tile is not in
    the score: more likely than a win is a photo in which nothing was found. The players who went out come after the
    others.

    Raises:
        engine.errors.ScoreError: when a player is there twice.
    """
    left = [(player, bridge.to_hand(reading)) for player, reading in hands if reading.tiles]
    score = score_round([*left, *((player, ()) for player in out)], rules)
    readings = bridge.mark_shared([reading for _, reading in hands])
    return tuple((player, reading) for (player, _), reading in zip(hands, readings, strict=True)), score
