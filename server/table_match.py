"""Two photos of one table from different places: which tile is which, by value and by place.

Each photo is looked at from above (`vision.layout_plane`), and tiles of equal value tell how the one lies on the other
(`server.table_fit`). Then tiles that lie at one place are one tile, whatever was read of them. Wrong readings and tiles
that were moved find no company, and so do not count.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from server.table_fit import TURN, Shared, guesses, heading, refined, wrapped
from vision.geometry import project
from vision.layout_plane import Plane, plane
from vision.types import Point, Quad

Floats = NDArray[np.float64]
Matrix = tuple[tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]]

STAYED = 0.6
"""Up to so many tile lengths away a tile of the same value is the same one, bumped at most: the next place of a train
is three quarters of a length away at least."""
SAME_PLACE = 0.3
"""Up to so many tile lengths apart two tiles of different values lie at one place; no two tiles lie that close."""
UNSURE_WEIGHT = 0.3
"""What a tile counts whose value is in doubt in one of the photos."""


@dataclass(frozen=True, slots=True)
class Glimpse:
    """A tile in one photo: corners in pixels, half A first, what halves A and B show, and whether that is sure."""

    corners: tuple[Point, Point, Point, Point]
    values: tuple[int, int]
    sure: bool

    @classmethod
    def of(cls, quad: Quad, a: int, b: int, sure: bool) -> Glimpse:
        """The tile with this outline and these values."""
        return cls(quad.corners, (a, b), sure)

    @property
    def name(self) -> tuple[int, int]:
        """The values without direction."""
        return min(self.values), max(self.values)


@dataclass(frozen=True, slots=True)
class Pair:
    """One tile in both photos, by its numbers there.

    `apart`: how far it lies from where it lay, in tile lengths. `turned`: half A in one photo is half B in the other.
    `same`: both were read as the same tile; if not, only the place says that it is one.
    """

    first: int
    second: int
    apart: float
    turned: bool
    same: bool


@dataclass(frozen=True, slots=True)
class Match:
    """What two photos share.

    `pairs`: tiles that lie where they lay. `to_first`: takes pixels of the second photo to pixels of the first;
    `above`: takes pixels of the first to tile lengths. `clashes`: places where both photos surely show different tiles,
    or tiles lie across each other.
    """

    pairs: tuple[Pair, ...]
    to_first: Matrix
    above: Matrix
    clashes: int

    @property
    def agreeing(self) -> int:
        """How many tiles were read alike and lie where they lay."""
        return sum(pair.same for pair in self.pairs)


def match(first: Sequence[Glimpse], second: Sequence[Glimpse]) -> Match | None:
    """Which tiles of two photos are the same; None where no tile that both show fits.

    It is for the caller to say how many tiles are enough. With a single shared tile the map rests on its corners alone,
    and for a double it may be the wrong way round.
    """
    if not first or not second:
        return None
    one, other = _flat(first), _flat(second)
    shared = _shared(first, second, one, other)
    if len(shared.first) == 0:
        return None
    best: tuple[float, Floats] | None = None
    for turn, shift in guesses(shared):
        found = refined(shared, turn, shift)
        if best is None or found[0] > best[0]:
            best = found
    assert best is not None
    pairs, clashes = _pairs(first, second, one, other, best[1])
    if not any(pair.same for pair in pairs):
        return None
    above = np.asarray(np.linalg.inv(one.to_picture), dtype=np.float64)
    to_first = one.to_picture @ best[1] @ np.linalg.inv(other.to_picture)
    return Match(pairs, _matrix(to_first), _matrix(above), clashes)


def moved(matrix: Matrix, point: Point) -> Point:
    """Where a point comes to lie by a map of a `Match`."""
    x, y = project(np.array(matrix), np.array(point)).tolist()
    return x, y


def inverse(matrix: Matrix) -> Matrix:
    """The map of a `Match` the other way."""
    return _matrix(np.linalg.inv(np.array(matrix)))


def behind(matrix: Matrix, point: Point, of: Point) -> bool:
    """Whether a map takes `point` to the other side of the horizon than `of`, where nothing can be seen."""
    depth = np.array(matrix)[2] @ np.array([[point[0], of[0]], [point[1], of[1]], [1.0, 1.0]])
    return bool(depth[0] * depth[1] <= 0)


def _flat(tiles: Sequence[Glimpse]) -> Plane:
    return plane(np.array([tile.corners for tile in tiles]))


def _from_above(tiles: Sequence[Glimpse], table: Plane) -> Floats:
    """Corners (n, 4, 2) in tile lengths, the lower half first."""
    corners = project(np.linalg.inv(table.to_picture), np.array([tile.corners for tile in tiles]))
    swap = np.array([tile.values[0] > tile.values[1] for tile in tiles])
    return np.where(swap[:, None, None], np.roll(corners, 2, axis=1), corners)


def _shared(first: Sequence[Glimpse], second: Sequence[Glimpse], one: Plane, other: Plane) -> Shared:
    named: dict[tuple[int, int], list[int]] = {}
    for number, tile in enumerate(second):
        named.setdefault(tile.name, []).append(number)
    both = [(i, j) for i, tile in enumerate(first) for j in named.get(tile.name, ())]
    # Tiles that stand, or whose outline is wrong, say nothing of the table; but better they than none.
    both = [(i, j) for i, j in both if one.flat[i] and other.flat[j]] or both
    i, j = np.array(both, dtype=np.int64).reshape(-1, 2).T
    corners_first, corners_second = _from_above(first, one)[i], _from_above(second, other)[j]
    turn = heading(corners_first) - heading(corners_second)
    double = np.array([first[n].values[0] == first[n].values[1] for n in i.tolist()], dtype=bool)
    sure = np.array([first[a].sure and second[b].sure for a, b in both])
    weight = np.where(sure, 1.0, UNSURE_WEIGHT)
    return Shared(one.centre[i], other.centre[j], turn, double, weight, corners_first, corners_second)


def _pairs(
    first: Sequence[Glimpse], second: Sequence[Glimpse], one: Plane, other: Plane, whole: Floats
) -> tuple[tuple[Pair, ...], int]:
    """Tiles that lie at one place, those of equal value first, and how many places say that the photos do not fit."""
    mapped = project(whole, np.concatenate([other.centre, other.centre + 0.2 * other.along]))
    centre, ahead = mapped[: len(second)], mapped[len(second) :] - mapped[: len(second)]
    apart = np.linalg.norm(one.centre[:, None] - centre[None], axis=2)
    headed = np.arctan2(one.along[:, 1], one.along[:, 0])[:, None] - np.arctan2(ahead[:, 1], ahead[:, 0])[None]
    whole_turn = wrapped(headed, np.zeros(1, dtype=bool))
    lying = np.minimum(whole_turn, np.pi - whole_turn) < TURN
    same = np.array([[tile.name == twin.name for twin in second] for tile in first])
    pairs: list[Pair] = []
    free_first, free_second = set(range(len(first))), set(range(len(second)))
    for allowed, like in ((same & (apart < STAYED), True), (~same & (apart < SAME_PLACE) & lying, False)):
        for i, j in sorted(np.argwhere(allowed).tolist(), key=lambda ij: float(apart[ij[0], ij[1]])):
            if i in free_first and j in free_second:
                free_first.discard(i)
                free_second.discard(j)
                pairs.append(Pair(i, j, float(apart[i, j]), bool(whole_turn[i, j] > np.pi / 2), like))
    clashes = sum(not pair.same and first[pair.first].sure and second[pair.second].sure for pair in pairs)
    clashes += sum(float(apart[i, j]) < 0.4 for i in free_first for j in free_second if one.flat[i] and other.flat[j])
    return tuple(sorted(pairs, key=lambda pair: pair.first)), clashes


def _matrix(values: Floats) -> Matrix:
    a, b, c = (tuple(row) for row in (values / np.abs(values).max()).tolist())
    return a, b, c
