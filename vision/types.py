"""What the eye sees: frozen values passed from the pictures' side to the rules' side.

Coordinates are pixels of the upright photo, origin at the top left corner, x to the right, y downwards.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

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


class JointKind(StrEnum):
    """How two tiles touch; `vision.layout` draws each of them."""

    END = "end"
    """End to end, in one line."""
    SIDE = "side"
    """An end at the middle of the long side of a tile that lies across: of a double."""
    BEND = "bend"
    """An end at the long side of one half: the train turns by a right angle."""
    FAN = "fan"
    """An end slantwise at one half of a double: a further branch there."""
    HUB = "hub"
    """The first tile of a train, pointing at the engine, which may lie in a hub up to a tile's length away."""


@dataclass(frozen=True, slots=True)
class Joint:
    """Two tiles that touch.

    `tiles`: their numbers in the list that was asked about. `halves`: which half of each touches, 0 for A and 1 for B,
    or None where it is the middle between the halves, and for the engine of a `HUB`. `gap`: the space left between, in
    tile lengths, a little below 0 where outlines overlap. `confidence`: 0 to 1, from shape and place alone. `at`: the
    two places that touch, in pixels, in the order of `tiles`.
    """

    tiles: tuple[int, int]
    halves: tuple[int | None, int | None]
    kind: JointKind
    gap: float
    confidence: float
    at: tuple[Point, Point]


@dataclass(frozen=True, slots=True)
class Link:
    """One tile of a chain: its number, the half towards the start, the place in the chain of the tile it lies on.

    `inner` is 0 for half A, 1 for B, and None for a tile that is entered at the middle of its side, a double. `on` is
    counted from 0; -1 is the engine, or nothing for the first tile of a chain that does not come from it. `joint` is
    the number of the joint by which it lies there, None for such a first tile.
    """

    tile: int
    inner: int | None
    on: int
    joint: int | None


@dataclass(frozen=True, slots=True)
class Chain:
    """Tiles that hang together, from the start outwards, each after the one it lies on.

    `from_engine`: whether it starts at the engine. If not, where it starts is a guess that only pips can settle.
    """

    links: tuple[Link, ...]
    from_engine: bool


@dataclass(frozen=True, slots=True)
class Layout:
    """How the tiles of a photo hang together; all numbers count from 0 in the list that was asked about.

    - `engine`: the tile that the trains start from, None where the shape of the table does not tell.
    - `rows`: tiles that lie side by side, three or more, as in a hand; they are in no chain.
    - `loose`: all other tiles that touch none; `face_down`: how many lie face down.
    - `worth`: how much likelier, in nats, shape and place make this than tiles thrown down by chance. Layouts of the
      same outlines compare by it.
    """

    engine: int | None
    joints: tuple[Joint, ...]
    chains: tuple[Chain, ...]
    rows: tuple[tuple[int, ...], ...]
    loose: tuple[int, ...]
    face_down: int
    worth: float = 0.0
