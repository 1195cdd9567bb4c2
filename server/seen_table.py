"""What a photo of a table was read as: trains and their ends, hands, loose tiles, and what is wrong with them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.audit import Severity
from engine.state import Placed
from engine.tiles import Tile
from server.reading import Reading
from vision.types import Layout, Point


class TrainKind(StrEnum):
    """Where a train starts; whose it is no photo shows."""

    PERSONAL = "personal"
    """At the engine."""
    MEXICAN = "mexican"
    """Away from it, with its value."""
    APART = "apart"
    """A chain that shows the engine's value at neither end, or on a table without an engine."""


class TableFindingCode(StrEnum):
    """What is wrong with a table."""

    ENDS_DIFFER = "ENDS_DIFFER"
    """Two tiles lie together, and the halves that touch show different values."""
    DUPLICATE_TILE = "DUPLICATE_TILE"
    """The same tile lies there more often than the set has it."""
    TILE_NOT_IN_SET = "TILE_NOT_IN_SET"
    """A tile shows a value that the set does not have."""
    NO_ENGINE = "NO_ENGINE"
    """No double is to be seen that trains start from."""
    WRONG_ENGINE = "WRONG_ENGINE"
    """The engine is no double, or not the one of this round."""
    TRAIN_NOT_FROM_ENGINE = "TRAIN_NOT_FROM_ENGINE"
    """A train starts with another value than the engine's."""
    UNCOVERED_DOUBLE = "UNCOVERED_DOUBLE"
    """A double takes a tile yet."""
    TOO_MANY_OPEN_DOUBLES = "TOO_MANY_OPEN_DOUBLES"
    """Several doubles take a tile yet, and the rules allow one open double at a time."""
    TOO_MANY_BRANCHES = "TOO_MANY_BRANCHES"
    """More trains go on from a tile than the rules allow."""
    TOO_MANY_TRAINS = "TOO_MANY_TRAINS"
    """There are more Mexican trains than the rules allow."""
    LOOSE_TILE = "LOOSE_TILE"
    """A tile lies face up and is in no train and no hand."""
    MISSING_TILES = "MISSING_TILES"
    """Tiles of the set are neither on the table nor in a hand."""


@dataclass(frozen=True, slots=True)
class OpenEnd:
    """Where the next tile of a train would go.

    `value` is what it has to show there, `on` the number of the tile that it would touch; `at` is the middle of its
    place and `quad` its outline, about, in pixels of the upright photo.
    """

    value: int
    on: int
    at: Point
    quad: tuple[Point, Point, Point, Point]


@dataclass(frozen=True, slots=True)
class SeenTrain:
    """A train, or a branch of one, from its start outwards.

    `tiles` are numbers of the table's reading, `placed` the same tiles with their values; `on` of `placed` counts
    within this train. `branch_of`: for a branch, the number of the double that it starts at. `marker`: how likely
    (0 to 1) a marker stands at its end; a person has the last word.
    """

    kind: TrainKind
    tiles: tuple[int, ...]
    placed: tuple[Placed, ...]
    branch_of: int | None = None
    ends: tuple[OpenEnd, ...] = ()
    marker: float = 0.0


@dataclass(frozen=True, slots=True)
class TileCount:
    """How often a tile is there, on the table and in hands together; in how many `hands`; how often the set has it."""

    there: int
    hands: int
    allowed: int


@dataclass(frozen=True, slots=True)
class SeenFinding:
    """One thing that is wrong, or that deserves a look.

    `tiles` are the tiles it is about and `numbers` where they lie, empty for tiles that are nowhere; `train` is an
    index into the trains of the table. `sure`: all that it rests on was read surely. `count` is that of a tile which is
    there too often. `if_all`: it holds only if the hands that are known are all, which nobody has said.
    """

    code: TableFindingCode
    severity: Severity
    tiles: tuple[Tile, ...]
    numbers: tuple[int, ...]
    train: int | None
    sure: bool
    count: TileCount | None = None
    if_all: bool = False


@dataclass(frozen=True, slots=True)
class SeenTable:
    """A table as read from a photo; all numbers count the tiles of `reading` from 0.

    `trains`: the personal ones clockwise from the bottom of the photo, then the Mexican ones, then chains apart; the
    branches of each right after it. `hands`: rows of tiles that lie as hands do; `loose`: tiles that touch nothing.
    """

    reading: Reading
    layout: Layout
    engine: int | None
    trains: tuple[SeenTrain, ...]
    hands: tuple[tuple[int, ...], ...]
    loose: tuple[int, ...]
    findings: tuple[SeenFinding, ...]

    @property
    def engine_tile(self) -> Tile | None:
        """The engine as read."""
        return None if self.engine is None else self.reading.tiles[self.engine].tile

    @property
    def face_down(self) -> int:
        """How many tiles lie face down."""
        return len(self.reading.observation.face_down)

    @property
    def sure(self) -> bool:
        """Whether every tile was read surely; findings are another matter."""
        return self.reading.sure
