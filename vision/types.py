"""What the eye sees: frozen values passed from the pictures' side to the rules' side.

Coordinates are pixels of the upright photo, origin at the top left corner, x to the right, y downwards.
"""

from __future__ import annotations

from dataclasses import dataclass

Point = tuple[float, float]

UNREADABLE = 19
"""Index of "cannot be read" in a half's probabilities; indices 0 to 18 are the pip values."""
N_CLASSES = 20
COUNT_TOLERANCE = 0.75
"""How far the counted pips may lie from the value that was read, in pips."""


@dataclass(frozen=True, slots=True)
class Quad:
    """The outline of a tile's face and the ends of its divider.

    `corners` run clockwise on the screen and start at half A: corners 0 and 1 bound the outer short edge of half A,
    corners 2 and 3 that of half B. `divider` holds the two ends of the line between the halves: the first lies on the
    long edge from corner 1 to corner 2, the second on the long edge from corner 3 to corner 0.
    """

    corners: tuple[Point, Point, Point, Point]
    divider: tuple[Point, Point]


@dataclass(frozen=True, slots=True)
class HalfReading:
    """One half of a tile as read: where its centre lies and how likely each value is.

    `probs` has `N_CLASSES` entries that add up to 1: values 0 to 18, then unreadable. `count` is an independent
    reading of the same half: the number of pips that were counted (a real number, at least 0), or None.
    """

    centre: Point
    probs: tuple[float, ...]
    count: float | None = None

    def count_agrees(self, value: int) -> bool:
        """Whether the counted pips, where they were counted, speak for `value` too."""
        return self.count is None or abs(self.count - value) <= COUNT_TOLERANCE


@dataclass(frozen=True, slots=True)
class DetectedTile:
    """A tile lying face up: its outline, its two halves (A, B) and how certainly it is a face at all (0 to 1)."""

    quad: Quad
    halves: tuple[HalfReading, HalfReading]
    score: float

    def confidence(self, a: int, b: int) -> float:
        """How likely it is (0 to 1) that this is a tile, that half A shows `a` and that half B shows `b`."""
        return min(1.0, self.score * self.halves[0].probs[a] * self.halves[1].probs[b])


@dataclass(frozen=True, slots=True)
class FaceDown:
    """A tile lying face down, found but not to be read."""

    quad: Quad
    score: float


@dataclass(frozen=True, slots=True)
class Warning:
    """Something about the photo that a person should know; `code` is one of the codes of `vision.warnings`.

    `at` is where, in pixels, or None when the whole photo is meant.
    """

    code: str
    at: Point | None = None


@dataclass(frozen=True, slots=True)
class Observation:
    """All that was seen in one photo. `image_size` is (width, height); timings are milliseconds per stage."""

    image_size: tuple[int, int]
    tiles: tuple[DetectedTile, ...]
    face_down: tuple[FaceDown, ...]
    warnings: tuple[Warning, ...]
    models: tuple[str, ...]
    timings_ms: tuple[tuple[str, float], ...]
