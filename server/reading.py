"""What a photo was read as: tiles, how sure each is, and every doubt as data for a person to settle."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.tiles import DominoSet, Tile
from vision.types import DetectedTile, Observation, Point, Warning


class DoubtCode(StrEnum):
    """Why a tile that was read deserves a look."""

    VALUE_UNSURE = "value_unsure"
    """The half could well show another value."""
    UNREADABLE = "unreadable"
    """The half most likely cannot be read at all."""
    NOT_IN_SET = "not_in_set"
    """The half most likely shows more pips than any tile of the set."""
    COUNT_DISAGREES = "count_disagrees"
    """The pips of the half were counted, too, and the count is another."""
    NOT_A_TILE = "not_a_tile"
    """It may be no tile at all."""
    VALUE_TAKEN = "value_taken"
    """It looks most like a tile that lies elsewhere in the photo, so the next likely one was read."""
    SETTLED = "settled"
    """It looks more like another tile, but fits what it lies on only as this one."""
    DUPLICATE = "duplicate"
    """It was read as the same tile as another one in the photo."""
    IN_TWO_HANDS = "in_two_hands"
    """Another player's photo of the same round shows the same tile."""


class WarningCode(StrEnum):
    """What the bridge adds to the warnings about a photo."""

    DUPLICATE_TILE = "duplicate_tile"
    """The same tile was read twice; a warning stands at each place."""
    SET_TOO_SMALL = "set_too_small"
    """Tiles show more pips than the set has; it is probably a larger set."""
    NO_TILES = "no_tiles"
    """No tile was found at all."""
    ONLY_FACE_DOWN = "only_face_down"
    """Tiles were found, and all of them lie face down."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """One reason to look again; `half` is 0 for half A, 1 for half B, None for the tile as a whole."""

    code: DoubtCode
    half: int | None = None


@dataclass(frozen=True, slots=True)
class ReadTile:
    """A tile as read: half A shows `a`, half B shows `b`, in the order of `detection`.

    `confidence` (0 to 1) is how likely it is that there is a tile and that it shows just this. `sure` tells whether a
    person need not look: it is so exactly when there are no `doubts`. `alternatives` are (a, b, probability), the
    likeliest first, on the same scale as `confidence`.
    """

    a: int
    b: int
    confidence: float
    detection: DetectedTile
    doubts: tuple[Doubt, ...]
    alternatives: tuple[tuple[int, int, float], ...]

    @property
    def sure(self) -> bool:
        return not self.doubts

    @property
    def tile(self) -> Tile:
        """The tile without its direction."""
        return Tile.of(self.a, self.b)

    @property
    def centre(self) -> Point:
        """The middle between the centres of the halves, in pixels of the upright photo."""
        (ax, ay), (bx, by) = (half.centre for half in self.detection.halves)
        return (ax + bx) / 2, (ay + by) / 2


@dataclass(frozen=True, slots=True)
class Reading:
    """A photo as read: one `ReadTile` for each tile of the observation, in its order, and all warnings."""

    observation: Observation
    domino_set: DominoSet
    tiles: tuple[ReadTile, ...]
    warnings: tuple[Warning, ...]

    @property
    def sure(self) -> bool:
        """Whether no tile is in doubt."""
        return all(tile.sure for tile in self.tiles)
