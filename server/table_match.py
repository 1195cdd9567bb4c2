"""Two photos of one table from different places: which tile is which, by value and by place.

Each photo is looked at from above (`vision.layout_plane`), in tile lengths. There the two differ by a turn and a shift
alone, so two tiles that both photos show tell how; of all such guesses the one is taken under which most tiles of equal
value come to lie on each other. What the two views from above have wrong is then made good by a map that stays close to
that turn and shift unless many tiles pull it away. Wrong readings and tiles that were moved find no company, and so
do not count.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

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
TURN = np.radians(35)
"""And so far they may have turned."""
UNSURE_WEIGHT = 0.3
"""What a tile counts whose value is in doubt in one of the photos."""
NEARER = (0.6, 0.4, 0.25)
"""Tile lengths within which tiles draw the map, from round to round."""
NOISE, ODD = 0.03, 0.1
"""How far corners are off as a rule, and from where on they count less, in tile lengths."""
LOOSELY = np.array([30.0, 30.0, 3.0, 0.03, 0.03, 0.03, 0.008, 0.008])
"""How far the map may leave the guess: shift, turn, size, two kinds of shear, tilt (per tile length)."""
MOST_GUESSES, TRIED = 4000, 6
RATIO = 1.2
"""How unlike the distance of two tiles may be in the two views from above."""


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
    for turn, shift in _guesses(shared):
        found = _refined(shared, one, other, turn, shift)
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


def behind(matrix: Matrix, point: Point, of: Point) -> bool:
    """Whether a map takes `point` to the other side of the horizon than `of`, where nothing can be seen."""
    depth = np.array(matrix)[2] @ np.array([[point[0], of[0]], [point[1], of[1]], [1.0, 1.0]])
    return bool(depth[0] * depth[1] <= 0)


@dataclass(frozen=True, slots=True)
class _Shared:
    """Tiles of equal value in both photos (k), each with its place (k, 2) and direction (k,) there, and its weight.

    Directions are angles of the lower half; `double` (k,): it can be either way round.
    """

    first: Floats
    second: Floats
    turn: Floats
    double: NDArray[np.bool_]
    weight: Floats
    corners_first: Floats
    corners_second: Floats


def _flat(tiles: Sequence[Glimpse]) -> Plane:
    return plane(np.array([tile.corners for tile in tiles]))


def _from_above(tiles: Sequence[Glimpse], table: Plane) -> Floats:
    """Corners (n, 4, 2) in tile lengths, the lower half first."""
    corners = project(np.linalg.inv(table.to_picture), np.array([tile.corners for tile in tiles]))
    swap = np.array([tile.values[0] > tile.values[1] for tile in tiles])
    return np.where(swap[:, None, None], np.roll(corners, 2, axis=1), corners)


def _shared(first: Sequence[Glimpse], second: Sequence[Glimpse], one: Plane, other: Plane) -> _Shared:
    named: dict[tuple[int, int], list[int]] = {}
    for number, tile in enumerate(second):
        named.setdefault(tile.name, []).append(number)
    both = [(i, j) for i, tile in enumerate(first) for j in named.get(tile.name, ())]
    # Tiles that stand, or whose outline is wrong, say nothing of the table; but better they than none.
    both = [(i, j) for i, j in both if one.flat[i] and other.flat[j]] or both
    i, j = np.array(both, dtype=np.int64).reshape(-1, 2).T
    corners_first, corners_second = _from_above(first, one)[i], _from_above(second, other)[j]
    turn = _heading(corners_first) - _heading(corners_second)
    double = np.array([first[n].values[0] == first[n].values[1] for n in i.tolist()], dtype=bool)
    sure = np.array([first[a].sure and second[b].sure for a, b in both])
    weight = np.where(sure, 1.0, UNSURE_WEIGHT)
    return _Shared(one.centre[i], other.centre[j], turn, double, weight, corners_first, corners_second)


def _heading(corners: Floats) -> Floats:
    ahead = corners[:, :2].mean(axis=1) - corners[:, 2:].mean(axis=1)
    return np.asarray(np.arctan2(ahead[:, 1], ahead[:, 0]))


def _wrapped(angle: Floats, double: NDArray[np.bool_]) -> Floats:
    """Angles from 0 to pi between directions, to pi/2 where either way round will do."""
    whole = np.abs((angle + np.pi) % (2 * np.pi) - np.pi)
    return np.where(double, np.minimum(whole, np.pi - whole), whole)


def _guesses(shared: _Shared) -> list[tuple[float, Floats]]:
    """The likeliest turns and shifts (2,): first = turned second + shift."""
    count = len(shared.first)
    k, m = np.triu_indices(count, 1)
    if len(k) > MOST_GUESSES:  # the surest first; a set of 91 tiles has as many pairs
        order = np.argsort(-(shared.weight[k] * shared.weight[m]), kind="stable")
        step = order[np.linspace(0, len(order) - 1, MOST_GUESSES).astype(np.int64)]
        k, m = k[step], m[step]
    here, there = shared.first[m] - shared.first[k], shared.second[m] - shared.second[k]
    far, far_there = np.linalg.norm(here, axis=1), np.linalg.norm(there, axis=1)
    alike = (far > 0.3) & (far_there > 0.3) & (far < RATIO * far_there) & (far_there < RATIO * far)
    turn = np.arctan2(here[:, 1], here[:, 0]) - np.arctan2(there[:, 1], there[:, 0])
    for n in (k, m):
        alike &= _wrapped(turn - shared.turn[n], shared.double[n]) < TURN
    turns = [turn[alike], shared.turn, shared.turn[shared.double] + np.pi]
    middles = [
        ((shared.first[k] + shared.first[m])[alike] / 2, (shared.second[k] + shared.second[m])[alike] / 2),
        (shared.first, shared.second),
        (shared.first[shared.double], shared.second[shared.double]),
    ]
    turn = np.concatenate(turns)
    shift = np.concatenate([to - _turned(by, of) for by, (to, of) in zip(turns, middles, strict=True)])
    apart = np.linalg.norm(_turned(turn[:, None], shared.second[None]) + shift[:, None] - shared.first[None], axis=2)
    aligned = _wrapped(turn[:, None] - shared.turn[None], shared.double[None]) < TURN
    worth = (shared.weight * aligned * np.maximum(0, 1 - (apart / NEARER[0]) ** 2)).sum(axis=1)
    best: list[tuple[float, Floats]] = []
    for guess in np.argsort(-worth, kind="stable").tolist():
        by, to = float(turn[guess]), shift[guess]
        if all(abs(np.sin((by - known) / 2)) > 0.05 or np.hypot(*(to - there)) > 0.5 for known, there in best):
            best.append((by, to))
        if len(best) == TRIED:
            break
    return best


def _turned(turn: Floats, points: Floats) -> Floats:
    c, s = np.cos(turn), np.sin(turn)
    return np.stack([c * points[..., 0] - s * points[..., 1], s * points[..., 0] + c * points[..., 1]], axis=-1)


def _refined(shared: _Shared, one: Plane, other: Plane, turn: float, shift: Floats) -> tuple[float, Floats]:
    """The map (3, 3) from the second view from above to the first, and what it is worth."""
    c, s = np.cos(turn), np.sin(turn)
    rigid = np.array([[c, -s, shift[0]], [s, c, shift[1]], [0, 0, 1.0]])
    whole = rigid
    worth = 0.0
    for near in NEARER:
        mapped = project(whole, shared.corners_second)
        ways = np.stack([mapped, np.where(shared.double[:, None, None], np.roll(mapped, 2, axis=1), mapped)])
        off = np.linalg.norm(ways - shared.corners_first, axis=3).mean(axis=2)
        way = off.argmin(axis=0)
        close = off.min(axis=0) < near
        worth = float((shared.weight * np.maximum(0, 1 - (off.min(axis=0) / near) ** 2)).sum())
        if not close.any():
            break
        source = np.where((way == 1)[:, None, None], np.roll(shared.corners_second, 2, axis=1), shared.corners_second)
        weight = shared.weight[close] / (1 + (off.min(axis=0)[close] / ODD) ** 2)
        whole = _fit(rigid, source[close].reshape(-1, 2), shared.corners_first[close].reshape(-1, 2), weight)
    return worth, whole


def _fit(rigid: Floats, source: Floats, target: Floats, weight: Floats) -> Floats:
    """The map near `rigid` that takes points (n, 2) to others; each weight is that of four points in a row."""
    middle = target.mean(axis=0)
    (x, y), (u, v) = (project(rigid, source) - middle).T, (target - middle).T
    one, none = np.ones_like(x), np.zeros_like(x)
    rows = np.concatenate(
        [
            np.stack([one, none, -y, x, x, y, -x * u, -y * u], axis=1),
            np.stack([none, one, x, y, -y, x, -x * v, -y * v], axis=1),
        ]
    )
    wanted = np.concatenate([u - x, v - y])
    heavy = np.tile(np.repeat(weight, 4), 2)[:, None]
    left = rows.T @ (rows * heavy) + np.diag((NOISE / LOOSELY) ** 2)
    p = np.linalg.solve(left, rows.T @ (wanted[:, None] * heavy))[:, 0]
    near = np.array([[1 + p[3] + p[4], p[5] - p[2], p[0]], [p[5] + p[2], 1 + p[3] - p[4], p[1]], [p[6], p[7], 1.0]])
    to, back = np.eye(3), np.eye(3)
    to[:2, 2], back[:2, 2] = -middle, middle
    return np.asarray(back @ near @ to @ rigid)


def _pairs(
    first: Sequence[Glimpse], second: Sequence[Glimpse], one: Plane, other: Plane, whole: Floats
) -> tuple[tuple[Pair, ...], int]:
    """Tiles that lie at one place, those of equal value first, and how many places say that the photos do not fit."""
    mapped = project(whole, np.concatenate([other.centre, other.centre + 0.2 * other.along]))
    centre, ahead = mapped[: len(second)], mapped[len(second) :] - mapped[: len(second)]
    apart = np.linalg.norm(one.centre[:, None] - centre[None], axis=2)
    headed = np.arctan2(one.along[:, 1], one.along[:, 0])[:, None] - np.arctan2(ahead[:, 1], ahead[:, 0])[None]
    whole_turn = _wrapped(headed, np.zeros(1, dtype=bool))
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
