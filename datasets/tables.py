"""Whole tables as true outlines: engine, trains, hands at the rim, loose tiles and the boneyard, seen by a camera.

No pixels: what a perfect eye would report, with what is true beside it. From one seed comes one table.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from datasets.camera import Camera, look_at
from datasets.layouts import Pose, Rng, footprint, rows, scatter, shift, without_collisions
from datasets.table_room import overlapping
from datasets.table_trains import Habits, Laid, Ring, engine_and_trains, random_habits

Floats = NDArray[np.float64]
Link = tuple[int, int | None, int]
"""A tile's number, its half towards the start (None: met at its side) and the place in the train of what it lies on."""

APART = 0.6
"""How far loose tiles, hands and the boneyard stay away from trains and from each other, in tile lengths."""
WIDTH, HEIGHT = 4000, 3000
MOST_TILES = 70


@dataclass(frozen=True, slots=True)
class TrueTrain:
    """A train of a table: "personal" or "mexican", whether it starts at the engine, and its links as they were laid."""

    kind: str
    starts_at_engine: bool
    links: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class TrueTable:
    """A table as it is, in pixels of a picture of WIDTH x HEIGHT.

    `quads` (n, 4, 2) and `values` (n) of halves A and B of the tiles face up; `face_down` (m, 4, 2). `engine`: the
    number of the engine; `hands`: numbers of the tiles of each hand that lies or stands at the rim; `loose`: tiles that
    lie alone. `highest`: the set.
    """

    highest: int
    quads: Floats
    values: tuple[tuple[int, int], ...]
    engine: int
    trains: tuple[TrueTrain, ...]
    hands: tuple[tuple[int, ...], ...]
    loose: tuple[int, ...]
    face_down: Floats


@dataclass(frozen=True, slots=True)
class Plan:
    """What a table is to be: the highest value of the set, width over length of its tiles, personal trains, where the
    Mexican train starts ("apart", "beside", "hub" or "none"), tiles in trains, about, and how they are laid."""

    highest: int
    aspect: float
    players: int
    mexican: str
    tiles: int
    habits: Habits


@dataclass(frozen=True, slots=True)
class LaidTable:
    """A table without a camera, in tile lengths around the engine, which is tile 0.

    `up`: poses of the tiles face up, with their `values` of halves A and B; `down` those of the boneyard. The rest is
    as in `TrueTable`; `ring` is where trains begin.
    """

    highest: int
    aspect: float
    up: tuple[Pose, ...]
    values: tuple[tuple[int, int], ...]
    trains: tuple[TrueTrain, ...]
    hands: tuple[tuple[int, ...], ...]
    loose: tuple[int, ...]
    down: tuple[Pose, ...]
    ring: Ring


def most_trains(highest: int) -> int:
    """How many tiles of a set may lie in trains."""
    return min(60, (highest + 1) * (highest + 2) // 2 - 10)


def table(seed: int) -> TrueTable:
    """The table of a seed: 2 to 8 personal trains, with or without a Mexican one, up to 70 tiles face up."""
    rng = np.random.default_rng([seed, 7])
    highest = int(rng.choice([9, 12, 12, 12, 15, 18]))
    aspect, thickness = float(rng.uniform(0.48, 0.52)), float(rng.uniform(0.12, 0.25))
    players = int(rng.integers(2, 9))
    mexican = str(rng.choice(["apart", "apart", "beside", "hub", "none"]))
    wanted = min(int(rng.integers(players, players * 9 + 2)), most_trains(highest))
    laid = lay_table(rng, Plan(highest, aspect, players, mexican, wanted, random_habits(rng)))
    camera = _camera(rng, max(float(np.hypot(pose.x, pose.y)) for pose in laid.up + laid.down) + 1)
    seen = np.array([_outline(camera, pose, aspect, thickness) for pose in laid.up])
    backs = np.array([_outline(camera, pose, aspect, thickness) for pose in laid.down]).reshape(-1, 4, 2)
    return TrueTable(highest, seen, laid.values, 0, laid.trains, laid.hands, laid.loose, backs)


def lay_table(rng: Rng, plan: Plan) -> LaidTable:
    """Lay the trains of a plan, then hands at the rim, loose tiles and a boneyard around them."""
    aspect, players, mexican = plan.aspect, plan.players, plan.mexican
    grown = engine_and_trains(rng, plan.highest, aspect, players, plan.tiles, plan.habits, mexican)
    trains, rest = grown.trains, grown.rest
    up = [grown.engine] + [laid.pose for train in trains for laid in train]
    values = [(grown.value, grown.value)] + [_halves(laid) for train in trains for laid in train]
    taken = [footprint(pose, aspect, APART) for pose in up]
    far = max(float(np.abs(outline).max()) for outline in taken) + 0.8
    room = min(MOST_TILES - len(up), len(rest))
    hands = []
    for group in _hands(rng, aspect, far, room):
        group = _where_free(group, taken, aspect)
        hands.append(tuple(range(len(up), len(up) + len(group))))
        up += group
    loose_from = len(up)
    lone = [Pose(*rng.uniform(-far, far, 2).tolist(), float(rng.uniform(0, 2 * np.pi))) for _ in range(8)]
    for pose in lone[: int(rng.integers(0, 4))] if room - (loose_from - len(values)) >= 3 else []:
        up += _where_free([pose], taken, aspect)
    values += [
        (pair[flip], pair[1 - flip]) for pair in rest[: len(up) - len(values)] for flip in [int(rng.integers(2))]
    ]
    down: list[Pose] = []
    for group in _boneyard(rng, aspect, far):
        down += _where_free(group, taken, aspect)
    # Trains that lost all their tiles again are no trains.
    count, told = 1, []
    for number, train in enumerate(trains):
        kind = "mexican" if mexican != "none" and number == len(trains) - 1 and number >= players else "personal"
        links = tuple((count + place, laid.inner, laid.on) for place, laid in enumerate(train))
        count += len(train)
        if links:
            told.append(TrueTrain(kind, kind == "personal" or mexican == "hub", links))
    loose = tuple(range(loose_from, len(up)))
    return LaidTable(
        plan.highest, aspect, tuple(up), tuple(values), tuple(told), tuple(h for h in hands if h), loose, tuple(down),
        grown.ring,
    )  # fmt: skip


def _halves(laid: Laid) -> tuple[int, int]:
    inner, outer = laid.values
    return (outer, inner) if laid.inner == 1 else (inner, outer)


def _hands(rng: Rng, aspect: float, far: float, room: int) -> list[list[Pose]]:
    """Hands that lie open in rows, or stand with their faces to the camera, at the rim of the table."""
    hands = []
    for _ in range(int(rng.integers(0, 3))):
        size = min(int(rng.integers(3, 13)), room)
        room -= size
        if size < 3:
            break
        angle, out = float(rng.uniform(0, 2 * np.pi)), far + float(rng.uniform(0.3, 1.0))
        if rng.random() < 0.4:
            gap = 1 + float(rng.choice([0.02, 0.1, 0.2]))
            row = [
                Pose((i - (size - 1) / 2) * gap, 0.0, float(rng.integers(2)) * np.pi, lean=np.pi / 2)
                for i in range(size)
            ]
        else:
            row = _side_by_side(rng, size, aspect)
        hands.append(shift(row, out * float(np.cos(angle)), out * float(np.sin(angle)), angle + np.pi / 2))
    return hands


def _side_by_side(rng: Rng, size: int, aspect: float) -> list[Pose]:
    """A hand that lies open in one or two rows, each tile beside the next."""
    columns = size if size < 6 or rng.random() < 0.5 else -(-size // 2)
    step, gap = aspect + float(rng.choice([0.01, 0.04, 0.1])), float(rng.choice([0.03, 0.1, 0.3]))
    turn = float(rng.choice([0.01, 0.04]))
    poses = []
    for i in range(size):
        row, column = divmod(i, columns)
        heading = np.pi / 2 + np.pi * int(rng.integers(2)) + float(rng.normal(0, turn))
        poses.append(Pose((column - (columns - 1) / 2) * step, -row * (1 + gap) + float(rng.normal(0, 0.02)), heading))
    return without_collisions(poses, aspect)


def _boneyard(rng: Rng, aspect: float, far: float) -> list[list[Pose]]:
    heaps = []
    for _ in range(int(rng.integers(0, 3))):
        angle, out = float(rng.uniform(0, 2 * np.pi)), far + float(rng.uniform(0.0, 1.5))
        heap = scatter(rng, int(rng.integers(3, 14)), aspect) if rng.random() < 0.6 else rows(rng, 8, aspect)
        heaps.append(shift(heap, out * float(np.cos(angle)), out * float(np.sin(angle)), angle))
    return heaps


def _where_free(group: list[Pose], taken: list[Floats], aspect: float) -> list[Pose]:
    """The poses of a group that stay away from all that was there before; they are then there too."""
    before = list(taken)
    free = [pose for pose in group if len(overlapping(footprint(pose, aspect), before)) == 0]
    taken += [footprint(pose, aspect, APART) for pose in free]
    return free


def _camera(rng: Rng, reach: float) -> Camera:
    """Somewhere above, so that all within `reach` of the middle is in the picture."""
    elevation = np.radians(float(rng.choice([90, rng.uniform(65, 90), rng.uniform(42, 65)])))
    distance = reach * float(rng.uniform(1.8, 3.5))
    centre = np.array([(WIDTH - 1) / 2, (HEIGHT - 1) / 2])
    roll, azimuth = (float(rng.uniform(0, 2 * np.pi)) for _ in range(2))
    camera = look_at(np.zeros(3), float(elevation), azimuth, roll, distance, 1000.0, centre)
    angle = np.linspace(0, 2 * np.pi, 60)
    rim = camera.project(np.stack([reach * np.cos(angle), reach * np.sin(angle), 0 * angle], axis=1))
    middle = (rim.min(0) + rim.max(0)) / 2
    zoom = 0.97 * float((np.array([WIDTH, HEIGHT]) / (rim.max(0) - rim.min(0))).min())
    return replace(camera, focal=1000.0 * zoom, centre=centre - (middle - centre) * zoom)


def _outline(camera: Camera, pose: Pose, aspect: float, thickness: float) -> Floats:
    """The face of a tile in the picture, clockwise, half A first."""
    if pose.lean:
        along = np.array([np.cos(pose.heading), np.sin(pose.heading), 0.0])
        centre = np.array([pose.x, pose.y, aspect / 2])
        up = np.array([0.0, 0.0, aspect / 2])
        face = np.stack(
            [centre + along / 2 + up, centre + along / 2 - up, centre - along / 2 - up, centre - along / 2 + up]
        )
    else:
        face = np.column_stack([footprint(pose, aspect), np.full(4, thickness)])
    seen = camera.project(face)
    turn = (seen[1] - seen[0])[0] * (seen[2] - seen[1])[1] - (seen[1] - seen[0])[1] * (seen[2] - seen[1])[0]
    return seen if turn > 0 else seen[[1, 0, 3, 2]]
