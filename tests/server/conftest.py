"""Made-up observations, as a reader of photos would report them, and the command line without one."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest
from click.testing import Result
from typer.testing import CliRunner

from server.cli import create_app
from vision.errors import WeightsError
from vision.types import N_CLASSES, UNREADABLE, DetectedTile, FaceDown, HalfReading, Observation, Point, Quad, Warning

Shown = int | Mapping[int, float]
"""What a half shows: a value that is certain, or probabilities; what they leave open is "unreadable"."""


class Seen:
    """Builds observations out of what halves show."""

    @staticmethod
    def quad(x: float, y: float) -> Quad:
        """A tile of 40 x 80 pixels around (x, y), standing upright with half A on top."""
        corners = ((x - 20, y - 40), (x + 20, y - 40), (x + 20, y + 40), (x - 20, y + 40))
        return Quad(corners, ((x + 20, y), (x - 20, y)))

    @staticmethod
    def half(shows: Shown, centre: Point, count: float | None) -> HalfReading:
        probs = [0.0] * N_CLASSES
        for value, probability in ({shows: 1.0} if isinstance(shows, int) else shows).items():
            probs[value] = probability
        probs[UNREADABLE] += 1 - sum(probs)
        return HalfReading(centre, tuple(probs), count)

    @classmethod
    def tile(
        cls,
        a: Shown,
        b: Shown,
        at: Point = (100.0, 100.0),
        score: float = 1.0,
        counts: tuple[float | None, float | None] = (None, None),
    ) -> DetectedTile:
        x, y = at
        halves = cls.half(a, (x, y - 20), counts[0]), cls.half(b, (x, y + 20), counts[1])
        return DetectedTile(cls.quad(x, y), halves, score)

    @classmethod
    def lying(cls, a: Shown, b: Shown, at: Point, degrees: float, score: float = 1.0) -> DetectedTile:
        """A tile of 80 x 40 pixels, whose half A lies in that direction from its middle: 0 is right, 90 down."""
        way = math.radians(degrees)
        along, across = (math.cos(way), math.sin(way)), (-math.sin(way), math.cos(way))

        def place(far: float, aside: float) -> Point:
            return at[0] + far * along[0] + aside * across[0], at[1] + far * along[1] + aside * across[1]

        corners = (place(40, -20), place(40, 20), place(-40, 20), place(-40, -20))
        halves = cls.half(a, place(20, 0), None), cls.half(b, place(-20, 0), None)
        return DetectedTile(Quad(corners, (place(0, 20), place(0, -20))), halves, score)

    @classmethod
    def table(cls) -> list[DetectedTile]:
        """Engine 12-12 in the middle, a train of three with a double to the right, one of two to the left, below the
        Mexican train, and a loose tile above."""
        return [
            cls.lying(12, 12, (500, 500), 90),
            cls.lying(12, 6, (562, 500), 180),
            cls.lying(6, 6, (624, 500), 90),
            cls.lying(6, 1, (686, 500), 180),
            cls.lying(12, 3, (438, 500), 0),
            cls.lying(3, 8, (356, 500), 0),
            cls.lying(12, 9, (460, 800), 180),
            cls.lying(9, 2, (542, 800), 180),
            cls.lying(4, 5, (500, 150), 30),
        ]

    @classmethod
    def photo(
        cls,
        tiles: Sequence[DetectedTile],
        face_down: Sequence[Point] = (),
        warnings: Sequence[Warning] = (),
        size: tuple[int, int] = (640, 480),
    ) -> Observation:
        backs = tuple(FaceDown(cls.quad(*at), 0.9) for at in face_down)
        return Observation(size, tuple(tiles), backs, tuple(warnings), ("made-up 1",), (("read", 12.34),))


@pytest.fixture(scope="session")
def seen() -> type[Seen]:
    """A builder of made-up observations."""
    return Seen


def no_reader() -> None:
    raise WeightsError("The game needs no networks.")


@pytest.fixture
def run() -> Callable[..., Result]:
    """Runs `pipwise ARGUMENTS` in this process, where no photo can be read."""

    def run_command(*arguments: str | Path) -> Result:
        app = create_app(no_reader)  # type: ignore[arg-type]
        return CliRunner().invoke(app, [str(argument) for argument in arguments], env={"COLUMNS": "200"})

    return run_command
