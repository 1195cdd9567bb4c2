"""Trains as people lay them: tile on tile from the engine outwards, until the table is full or nothing fits any more.

Unit = one domino's length, seen from above, y away from the player. Every tile has the values that it would have in a
real game, each tile of the set once; it lies straight on, turns at a right angle, across if it is a double, and behind
a double one, two or three tiles go on. Nothing overlaps: where there is no room the train bends, or ends.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import combinations_with_replacement

import numpy as np

from datasets.layouts import Pose, Rng, footprint
from datasets.table_room import overlapping, strip_before

ENGINE = -1
Vector = np.ndarray

CLEARANCE = 0.04
"""What is left at least between tiles that do not touch, in tile lengths."""
AWAY = 2.3
"""A train that does not start at the engine stays away from it, by so much from centre to centre."""
TO_ENGINE = 1.2
"""No open end points at the engine from nearer than this, as if it began there."""
OPEN_SPACE = 0.4
"""What stays free before the open end of a train, so that the next tile can be laid."""


@dataclass(frozen=True, slots=True)
class Habits:
    """How the people at this table lay tiles.

    - `gap`: mean space between tiles, now and then (`wide`) up to nearly half a tile; `shift`, `turn`: standard
      deviations of shift to the side and of turn (radians); `bumped`: share of tiles pushed later.
    - `bend`: share of tiles laid at a right angle without need; `along`: share of doubles laid along the train.
    - `branches`: how many tiles go on behind a double, at most.
    """

    gap: float
    wide: float
    shift: float
    turn: float
    bumped: float
    bend: float
    along: float
    branches: int


def random_habits(rng: Rng) -> Habits:
    """Neat people and careless ones."""
    return Habits(
        gap=float(rng.choice([0.01, 0.03, 0.06])),
        wide=float(rng.choice([0.0, 0.03, 0.08])),
        shift=float(rng.choice([0.01, 0.02, 0.035])),
        turn=float(np.radians(rng.choice([0.7, 1.5, 3.0]))),
        bumped=float(rng.choice([0.0, 0.05, 0.12])),
        bend=float(rng.choice([0.0, 0.05, 0.15])),
        along=float(rng.choice([0.0, 0.0, 0.15])),
        branches=int(rng.choice([1, 1, 2, 3])),
    )


@dataclass(frozen=True, slots=True)
class Laid:
    """A tile of a train: where it lies, the values towards the engine and away from it, and how it hangs there.

    `inner`: which half of it, 0 for A and 1 for B, is towards the start; None for a double met at its side. `on`: the
    place in its train of the tile it lies on, `ENGINE` for the first.
    """

    pose: Pose
    values: tuple[int, int]
    inner: int | None
    on: int


@dataclass(frozen=True, slots=True)
class Spot:
    """Where the next tile's end may be laid, and in which direction it then goes on.

    `straight`: straight on, the one way to go on, where gaps may be wide. `bend`: beside the last half of an ordinary
    tile, where nobody lays a double across. `side`, 1 or -1: lay the side of a half there instead, and go on to that
    side.
    """

    at: Vector
    direction: Vector
    straight: bool = False
    bend: bool = False
    side: int = 0


@dataclass(slots=True)
class End:
    """An end of a train: what it has to match, and the spots there in the order in which they are tried."""

    train: int
    on: int
    value: int
    spots: list[Spot]


@dataclass(slots=True)
class Growing:
    """Trains while they are laid."""

    aspect: float
    habits: Habits
    from_engine: int
    rest: list[tuple[int, int]]
    outlines: list[Vector] = field(default_factory=list)
    owners: list[tuple[int, int]] = field(default_factory=list)
    trains: list[list[Laid]] = field(default_factory=list)
    ends: list[End] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Ring:
    """Places around the engine where trains begin: how many, the direction of the first (radians), how far away."""

    places: int
    start: float
    radius: float


@dataclass(frozen=True, slots=True)
class Grown:
    """The engine's pose and value, the trains, the tiles of the set that are left, and where trains begin."""

    engine: Pose
    value: int
    trains: list[list[Laid]]
    rest: list[tuple[int, int]]
    ring: Ring


def engine_and_trains(
    rng: Rng, highest: int, aspect: float, trains: int, tiles: int, habits: Habits, mexican: str
) -> Grown:
    """An engine with up to `trains` trains around it, and the Mexican train last, of about `tiles` tiles in all.

    `mexican`: "apart" (somewhere on the table), "beside" (close along another train), "hub" or "none".
    """
    value = int(rng.integers(max(0, highest - 6), highest + 1))
    rest = [pair for pair in combinations_with_replacement(range(highest + 1), 2) if pair != (value, value)]
    grow = Growing(aspect, habits, trains + (mexican == "hub"), [rest[i] for i in rng.permutation(len(rest))])
    engine = Pose(0.0, 0.0, float(rng.uniform(0, 2 * np.pi)))
    grow.outlines.append(footprint(engine, aspect))
    grow.owners.append((ENGINE, ENGINE))
    slots = max(trains + (mexican == "hub"), int(rng.choice([trains, 8])))
    start = engine.heading + float(rng.choice([0, np.pi / 4, np.pi / 7]))
    # A ring so wide that neighbours do not meet, or a hub that is wider.
    ring = max(0.56, 0.3 / np.tan(np.pi / max(slots, 3))) + float(rng.choice([0.03, 0.2, rng.uniform(0.2, 0.75)]))
    for slot in sorted(rng.permutation(slots)[: trains + (mexican == "hub")].tolist()):
        angle = start + 2 * np.pi * slot / slots + float(rng.normal(0, 0.02))
        direction = np.array([np.cos(angle), np.sin(angle)])
        away = direction * (min(ring + float(rng.exponential(0.03)), 1.2))
        _new_train(grow, value, [Spot(away, direction)])
    own = len(grow.trains)
    share = rng.dirichlet(np.full(own, 2.0)) if own else np.zeros(0)
    _lay_all(rng, grow, share, round(tiles * (0.8 if mexican in ("apart", "beside") else 1.0)))
    if mexican in ("apart", "beside"):
        spot = _mexican_start(rng, grow, mexican)
        if spot is not None:
            _new_train(grow, value, [spot])
            _lay_all(rng, grow, np.eye(own + 1)[own], max(1, tiles - sum(map(len, grow.trains))))
    _keep_ends_open(grow)
    return Grown(engine, value, grow.trains, grow.rest, Ring(slots, start, ring))


def _new_train(grow: Growing, value: int, spots: list[Spot]) -> None:
    grow.ends.append(End(len(grow.trains), ENGINE, value, spots))
    grow.trains.append([])


def _lay_all(rng: Rng, grow: Growing, share: np.ndarray, tiles: int) -> None:
    """Lay `tiles` tiles, on trains by their share, as far as there are ends and tiles that fit."""
    for _ in range(tiles):
        open_ends = [end for end in grow.ends if share[end.train : end.train + 1].sum() > 0]
        while open_ends:
            chances = np.array([share[end.train] for end in open_ends])
            end = open_ends[int(rng.choice(len(open_ends), p=chances / chances.sum()))]
            if _lay(rng, grow, end):
                break
            grow.ends = [other for other in grow.ends if other is not end]
            open_ends = [other for other in open_ends if other is not end]
        if not open_ends:
            return


def _lay(rng: Rng, grow: Growing, end: End) -> bool:
    """Lay a tile at an end; whether there was one that matches and room for it."""
    fitting = [pair for pair in grow.rest if end.value in pair]
    if not fitting:
        return False
    pair = fitting[0]
    doubles = [one for one in fitting if one[0] == one[1]]
    if doubles and rng.random() < 0.5:
        pair = doubles[0]
    is_double = pair[0] == pair[1]
    across = is_double and end.on != ENGINE and rng.random() >= grow.habits.along
    spots = [spot for spot in end.spots if not (across and spot.bend)]
    if len(spots) > 1 and rng.random() < grow.habits.bend:
        spots = [*spots[1:], spots[0]]
    for spot in spots:
        laid = _pose(rng, grow, end, spot, across)
        if laid is None:
            continue
        pose, direction, inner = laid
        outer = pair[1] if pair[0] == end.value else pair[0]
        train = grow.trains[end.train]
        train.append(Laid(pose, (end.value, outer), inner, end.on))
        grow.outlines.append(footprint(pose, grow.aspect))
        grow.owners.append((end.train, len(train) - 1))
        grow.rest.remove(pair)
        grow.ends = [other for other in grow.ends if other is not end]
        place = len(train) - 1
        for spots_on in _spots_after(rng, grow, pose, direction, spot, across):
            grow.ends.append(End(end.train, place, outer, spots_on))
        return True
    return False


def _pose(rng: Rng, grow: Growing, end: End, spot: Spot, across: bool) -> tuple[Pose, Vector, int | None] | None:
    """Where the tile lies, where it leads, and its inner half; None without room."""
    habits, half = grow.habits, grow.aspect / 2
    for trial in range(3):
        calm = 0.0 if trial == 2 else 1.0
        gap = float(rng.exponential(habits.gap)) + 0.004
        if end.on == ENGINE:
            gap = min(gap, 0.1)
        elif spot.straight and rng.random() < habits.wide * calm:
            gap = float(rng.uniform(0.15, 0.45))
        elif not spot.straight:
            gap = min(gap, 0.15)
        turn, shift = float(rng.normal(0, habits.turn)) * calm, float(rng.normal(0, habits.shift)) * calm
        if rng.random() < habits.bumped * calm:
            turn, shift = float(rng.uniform(-1, 1)) * np.radians(9), shift + float(rng.uniform(-1, 1)) * 0.07
        if spot.side:  # corners are easily aligned
            shift = 0.4 * shift
        gap = min(gap, 0.48) + abs(np.sin(turn)) * (0.5 if across or spot.side else half)
        sideways = np.array([-spot.direction[1], spot.direction[0]])
        onward = spot.direction if not spot.side else spot.side * sideways
        reach = half if across or spot.side else 0.5
        centre = spot.at + spot.direction * (gap + reach) + sideways * shift
        if spot.side:
            centre = centre + onward * 0.25
        axis = sideways if across else onward
        flip = int(rng.integers(2))
        heading = float(np.arctan2(axis[1], axis[0])) + turn + np.pi * flip
        pose = Pose(float(centre[0]), float(centre[1]), heading)
        if _has_room(grow, pose, end):
            led = np.array([np.cos(turn), np.sin(turn)])
            direction = np.array([onward[0] * led[0] - onward[1] * led[1], onward[1] * led[0] + onward[0] * led[1]])
            return pose, direction, None if across else 1 - flip
    return None


def _has_room(grow: Growing, pose: Pose, end: End) -> bool:
    """Whether a tile may lie there: right beside the tile that it is laid on and the other tiles on that one."""
    touching = {(end.train, end.on)}
    if end.on != ENGINE:
        touching |= {(end.train, place) for place, laid in enumerate(grow.trains[end.train]) if laid.on == end.on}
    if end.train >= grow.from_engine and np.hypot(pose.x, pose.y) < AWAY:
        return False
    near = overlapping(footprint(pose, grow.aspect, CLEARANCE), grow.outlines)
    if any(grow.owners[number] not in touching for number in near):
        return False
    return len(overlapping(footprint(pose, grow.aspect), grow.outlines)) == 0


def _spots_after(rng: Rng, grow: Growing, pose: Pose, direction: Vector, spot: Spot, across: bool) -> list[list[Spot]]:
    """The ends behind a tile, each with its spots."""
    half = grow.aspect / 2
    centre, sideways = np.array([pose.x, pose.y]), np.array([-direction[1], direction[0]])
    if not across:
        tip, middle = centre + direction * 0.5, centre + direction * 0.25
        bends = [Spot(middle + sideways * side * half, sideways * side, bend=True) for side in (1, -1)]
        bends += [Spot(tip, direction, bend=True, side=side) for side in (1, -1)]
        if spot.side:  # beside the tile it lies on there is no room
            bends = []
        return [[Spot(tip, direction, straight=True), *(bends[i] for i in rng.permutation(len(bends)))]]
    ahead = Spot(centre + direction * half, direction)
    ends = [Spot(centre + sideways * side * 0.5, sideways * side) for side in (1, -1)]
    if rng.random() < 0.5:
        ends.reverse()
    wanted = int(rng.integers(1, grow.habits.branches + 1))
    if wanted == 1:
        return [[replace(ahead, straight=True), *ends]]
    fans = [
        Spot(centre + direction * half + sideways * side * 0.38 + slant * 0.09, slant)
        for side in (1, -1)
        for slant in [(direction + sideways * side) * np.sqrt(0.5)]
    ]
    squares = [Spot(centre + direction * half + sideways * side * 0.26, direction) for side in (1, -1)]
    ways = [[ahead, ends[0]], ends, fans, squares] if wanted == 2 else [[ahead, *ends], [ahead, *fans]]
    return [[way] for way in ways[int(rng.integers(len(ways)))]]


def _mexican_start(rng: Rng, grow: Growing, mexican: str) -> Spot | None:
    """A free place for a further train: anywhere, or close along a tile that lies there."""
    laid = [one for train in grow.trains for one in train]
    for _ in range(60):
        angle = float(rng.uniform(0, 2 * np.pi))
        if mexican == "beside" and laid:
            beside = laid[int(rng.integers(len(laid)))].pose
            angle = beside.heading
            off = (grow.aspect + float(rng.uniform(0.06, 0.35))) * float(rng.choice([-1, 1]))
            start = np.array([beside.x - np.sin(angle) * off, beside.y + np.cos(angle) * off])
            start = start - np.array([np.cos(angle), np.sin(angle)]) * float(rng.uniform(0, 1))
        else:
            far = float(rng.uniform(2.5, 5.0))
            place = float(rng.uniform(0, 2 * np.pi))
            start = np.array([np.cos(place), np.sin(place)]) * far
        direction = np.array([np.cos(angle), np.sin(angle)])
        first = Pose(*(start + direction * 0.5).tolist(), angle)
        behind = strip_before(first, -1, OPEN_SPACE, 0.9 * grow.aspect)
        room = [*overlapping(behind, grow.outlines), *overlapping(footprint(first, grow.aspect, 0.06), grow.outlines)]
        if not room and np.hypot(*start) > AWAY:
            return Spot(start, direction)
    return None


def _keep_ends_open(grow: Growing) -> None:
    """Take last tiles off again while something lies right before an open end."""
    again = True
    while again:
        again = False
        for number, train in enumerate(grow.trains):
            covered = {laid.on for laid in train}
            for place in range(len(train)):
                if place not in covered and _is_blocked(grow, number, place):
                    _take_off(grow, number, place)
                    again = True
                    break


def _is_blocked(grow: Growing, train: int, place: int) -> bool:
    """Whether something lies before an open end of a last tile; a double that lies across has two of them."""
    laid = grow.trains[train][place]
    sides = (1, -1) if laid.inner is None else (-1,) if laid.inner == 0 else (1,)
    others = [outline for outline, owner in zip(grow.outlines, grow.owners, strict=True) if owner != (train, place)]
    strips = [strip_before(laid.pose, side, OPEN_SPACE, 0.9 * grow.aspect) for side in sides]
    engine = strip_before(laid.pose, sides[0], TO_ENGINE, 0.9 * grow.aspect)
    return any(len(overlapping(strip, others)) for strip in strips) or len(overlapping(engine, grow.outlines[:1])) > 0


def _take_off(grow: Growing, train: int, place: int) -> None:
    number = grow.owners.index((train, place))
    del grow.outlines[number], grow.owners[number]
    values = grow.trains[train].pop(place).values
    grow.rest.append((min(values), max(values)))
    grow.owners = [(t, p - (t == train and p > place)) for t, p in grow.owners]
    grow.trains[train] = [replace(one, on=one.on - (one.on > place)) for one in grow.trains[train]]
