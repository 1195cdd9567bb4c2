"""The trains of a table that was read: around the engine, branch by branch, with the places where they go on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from engine.state import ENGINE, Placed
from server.seen_table import OpenEnd, SeenTrain, TrainKind
from server.table_reading import ReadTrain, TableReading
from vision.types import DetectedTile, Point

Floats = NDArray[np.float64]

GAP = 0.04
"""Between a tile and the place of the next, in tile lengths."""
OCCUPIED = 0.5
"""A place is taken when the middle of a tile lies within so many tile lengths of its own."""


def seen_trains(reading: TableReading) -> tuple[SeenTrain, ...]:
    """The trains of a table: personal ones clockwise from the bottom of the photo, then Mexican ones, then the rest.

    A branch is a train of its own, right after the one that it leaves; of what goes on from a tile the longest part is
    the train itself.
    """
    taken = _middles(reading)
    own = _clockwise(reading, [train for train in reading.trains if train.from_engine])
    apart = [train for train in reading.trains if not train.from_engine]
    mexican = [train for train in apart if train.starts]
    others = [train for train in apart if not train.starts]
    return tuple(
        part
        for kind, trains in ((TrainKind.PERSONAL, own), (TrainKind.MEXICAN, mexican), (TrainKind.APART, others))
        for train in trains
        for part in _parts(reading, train, kind, taken)
    )


def _parts(reading: TableReading, train: ReadTrain, kind: TrainKind, taken: Floats) -> Iterator[SeenTrain]:
    """The train as lines without branches, the main one first; `taken` as in `_open_end`."""
    children: dict[int, list[int]] = {}
    for place, one in enumerate(train.placed):
        children.setdefault(one.on, []).append(place)
    size = [1] * len(train.placed)
    for place in reversed(range(len(train.placed))):
        if train.placed[place].on != ENGINE:
            size[train.placed[place].on] += size[place]
    waiting: list[tuple[int, int | None]] = [(0, None)]
    while waiting:
        place, leaves = waiting.pop(0)
        line = [place]
        while line[-1] in children:
            onwards = sorted(children[line[-1]], key=lambda child: (-size[child], child))
            waiting += [(child, train.tiles[line[-1]]) for child in onwards[1:]]
            line.append(onwards[0])
        tiles = tuple(train.tiles[one] for one in line)
        placed = tuple(
            Placed(train.placed[one].inner, train.placed[one].outer, position - 1 if position else ENGINE)
            for position, one in enumerate(line)
        )
        before = leaves if leaves is not None else reading.engine if kind is TrainKind.PERSONAL else None
        end = _open_end(reading, tiles, placed[-1].outer, before, taken)
        yield SeenTrain(kind, tiles, placed, leaves, (end,))


def _middles(reading: TableReading) -> Floats:
    """The middles (n, 2) of all tiles, those face down last."""
    seen = reading.observation
    corners = [tile.quad.corners for tile in seen.tiles] + [back.quad.corners for back in seen.face_down]
    return np.asarray(np.array(corners, dtype=np.float64).reshape(-1, 4, 2).mean(axis=1))


def _open_end(reading: TableReading, tiles: Sequence[int], value: int, before: int | None, taken: Floats) -> OpenEnd:
    """The place behind the last of these tiles; `before` is the tile that the first one lies on, `taken` (n, 2) the
    middles of all tiles."""
    observed = reading.observation.tiles
    last = tiles[-1]
    on = tiles[-2] if len(tiles) > 1 else before
    others = np.delete(taken, last, axis=0)
    places = list(_places(_corners(observed[last]), None if on is None else _corners(observed[on])))
    length = float(np.linalg.norm(_axes(_corners(observed[last]))[0]))
    free = (
        place
        for place in places
        if not len(others) or np.linalg.norm(others - place.mean(axis=0), axis=1).min() > OCCUPIED * length
    )
    quad = next(free, places[0])
    x, y = quad.mean(axis=0).tolist()
    corners = [(float(u), float(v)) for u, v in quad]
    return OpenEnd(value, last, (x, y), (corners[0], corners[1], corners[2], corners[3]))


def _places(last: Floats, before: Floats | None) -> Iterator[Floats]:
    """Outlines (4, 2) of tiles that could lie next, the likeliest first; the first half touches.

    Straight on where there is room, else around a corner. The camera is taken to see the next tile as it sees the last.
    """
    along, across = _axes(last)
    centre = last.mean(axis=0)
    away = along if before is None else centre - before.mean(axis=0)
    ahead, aside = _shares(away, along, across)
    if before is not None and abs(aside) > 0.5 and abs(ahead) < 0.35:
        # It lies across, so its long side is met, and the train goes on from the other one.
        sign = 1.0 if aside > 0 else -1.0
        yield _beyond(centre, sign * across / 2, sign * across * 2, along / 2)
        for way in (along, -along):
            yield _beyond(centre, way / 2, way, across)
        return
    sign = 1.0 if ahead >= 0 else -1.0
    yield _beyond(centre, sign * along / 2, sign * along, across)
    for side in (across, -across):
        yield _beyond(centre + sign * along / 4, side / 2, side * 2, along / 2)


def _beyond(centre: Floats, rim: Floats, length: Floats, width: Floats) -> Floats:
    """A tile that starts at `rim` from a centre and reaches `length` further, clockwise from the right of its start."""
    start = centre + rim + GAP * length
    corners = np.stack([start - width / 2, start + width / 2, start + length + width / 2, start + length - width / 2])
    turn = float(length[0] * width[1] - length[1] * width[0])
    return corners if turn < 0 else corners[[1, 0, 3, 2]]


def _shares(vector: Floats, along: Floats, across: Floats) -> tuple[float, float]:
    """A vector in lengths and half-lengths of a tile."""
    ahead, aside = np.linalg.lstsq(np.stack([along, across], axis=1), vector, rcond=None)[0].tolist()
    return ahead, aside


def _axes(corners: Floats) -> tuple[Floats, Floats]:
    """From half A to half B, a tile's length; and from one long side to the other, half of that."""
    a, b, c, d = corners
    return (c + d - a - b) / 2, (b + c - a - d) / 2


def _corners(tile: DetectedTile) -> Floats:
    return np.asarray(tile.quad.corners, dtype=np.float64)


def _clockwise(reading: TableReading, trains: Sequence[ReadTrain]) -> list[ReadTrain]:
    """Trains by where their first tile lies around the engine, clockwise from the bottom of the photo."""
    if reading.engine is None:
        return list(trains)
    x, y = _centre(reading.observation.tiles[reading.engine])

    def angle(train: ReadTrain) -> float:
        u, v = _centre(reading.observation.tiles[train.tiles[0]])
        # 0 straight down, growing clockwise on the screen: down, left, up, right.
        return float(np.arctan2(x - u, v - y) % (2 * np.pi))

    return sorted(trains, key=angle)


def _centre(tile: DetectedTile) -> Point:
    (ax, ay), (bx, by) = (half.centre for half in tile.halves)
    return (ax + bx) / 2, (ay + by) / 2
