"""How dominoes lie about: poses of tiles on a table, for hands, trains, scatter, piles, racks and boneyards.

Unit = one domino's length; the table is the plane z = 0 (x to the right, y away from the player), z upwards.
Every function returns a list of `Pose`; values are dealt by `datasets.scene`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

Rng = np.random.Generator


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a tile is: centre on the table, height of its lowest point, heading, lean and which side shows.

    `heading`: radians, direction from the tile's centre to half A. `lean`: 0 lies flat, pi/2 stands on its long edge
    with the face looking along `heading - pi/2`. `tilt` raises half A: pi/2 stands on the short edge. `level` orders
    stacked tiles. `link`: index of the pose in the same list whose half B touches this tile's half A (-1: none), so
    that values can be matched along a train; `across` marks a double laid across it.
    """

    x: float
    y: float
    heading: float
    face_up: bool = True
    z: float = 0.0
    lean: float = 0.0
    tilt: float = 0.0
    level: int = 0
    link: int = -1
    across: bool = False


def shift(poses: list[Pose], dx: float, dy: float, turn: float = 0.0) -> list[Pose]:
    """The same layout turned around the origin by `turn` radians and then moved."""
    c, s = np.cos(turn), np.sin(turn)
    return [
        replace(p, x=float(c * p.x - s * p.y + dx), y=float(s * p.x + c * p.y + dy), heading=float(p.heading + turn))
        for p in poses
    ]


def footprint(pose: Pose, aspect: float, grow: float = 0.0) -> NDArray[np.float64]:
    """The (4, 2) outline on the table of a tile lying at `pose`, grown by `grow` on each side."""
    u = np.array([np.cos(pose.heading), np.sin(pose.heading)]) * (0.5 + grow)
    v = np.array([np.sin(pose.heading), -np.cos(pose.heading)]) * (aspect / 2 + grow)
    c = np.array([pose.x, pose.y])
    return np.stack([c + u - v, c + u + v, c - u + v, c - u - v])


def _apart(a: NDArray[np.float64], b: NDArray[np.float64]) -> bool:
    """Whether two convex outlines (4, 2) are separated by an edge direction of either."""
    for quad in (a, b):
        for k in (0, 1):
            edge = quad[k + 1] - quad[k]
            normal = np.array([-edge[1], edge[0]])
            pa, pb = a @ normal, b @ normal
            if pa.max() <= pb.min() or pb.max() <= pa.min():
                return True
    return False


def without_collisions(poses: list[Pose], aspect: float, grow: float = 0.01) -> list[Pose]:
    """Drop every pose that overlaps an earlier one (stacked and leaning tiles are left alone); links are kept valid."""
    kept: list[Pose] = []
    outlines: list[NDArray[np.float64]] = []
    new_index: dict[int, int] = {}
    for i, pose in enumerate(poses):
        outline = footprint(pose, aspect, -grow)
        near = (k for k, other in enumerate(kept) if abs(other.x - pose.x) < 1.3 and abs(other.y - pose.y) < 1.3)
        if pose.level == 0 and any(not _apart(outline, outlines[k]) for k in near):
            continue
        new_index[i] = len(kept)
        kept.append(replace(pose, link=new_index.get(pose.link, -1)))
        outlines.append(outline)
    return kept


def scatter(rng: Rng, n: int, aspect: float, down: float = 0.0) -> list[Pose]:
    """Tiles strewn without overlap; `down` is the share lying face down."""
    spread = np.sqrt(n) * rng.uniform(0.75, 1.5)
    aligned = rng.random() < 0.25
    poses = []
    for _ in range(n * 3):
        heading = rng.choice(4) * np.pi / 2 + rng.normal(0, 0.1) if aligned else rng.uniform(0, 2 * np.pi)
        x, y = rng.uniform(-spread, spread, 2) / 1.4
        poses.append(Pose(float(x), float(y), float(heading), bool(rng.random() >= down)))
    return without_collisions(poses, aspect)[:n]


def rows(rng: Rng, n: int, aspect: float) -> list[Pose]:
    """Rows of tiles side by side or end to end, as players lay out a hand."""
    columns = int(rng.integers(1, max(2, min(n, 9)) + 1))
    upright = rng.random() < 0.6
    gap_x, gap_y = (rng.choice([0.0, 0.02, 0.1, 0.35], 2) * rng.uniform(0.6, 1.4, 2)).tolist()
    step_x, step_y = (aspect + gap_x, 1 + gap_y) if upright else (1 + gap_x, aspect + gap_y)
    jitter, turn = rng.choice([0.004, 0.02, 0.06]), rng.choice([0.005, 0.03, 0.12])
    brick = rng.random() < 0.15
    poses = []
    for i in range(n):
        row, column = divmod(i, columns)
        x = column * step_x + (0.5 * step_x if brick and row % 2 else 0) + rng.normal(0, jitter)
        y = row * step_y + rng.normal(0, jitter)
        flip = np.pi * rng.integers(2)
        heading = (np.pi / 2 if upright else 0) + flip + rng.normal(0, turn)
        poses.append(Pose(float(x), float(-y), float(heading), bool(rng.random() > 0.03)))
    width, height = (columns - 1) * step_x, ((n - 1) // columns) * step_y
    return without_collisions(shift(poses, -width / 2, height / 2), aspect, 0.03)


def train(rng: Rng, n: int, aspect: float, straight: bool = False) -> list[Pose]:
    """A train laid end to end, doubles (`across`) turned, bending at right angles at times; half A meets the last B."""
    poses: list[Pose] = []
    heading, x, y = 0.0, 0.0, 0.0
    gap = float(rng.choice([0.0, 0.01, 0.04, 0.12]))
    wobble = float(rng.choice([0.0, 0.01, 0.03, 0.08]))
    bend = 0.0 if straight else float(rng.choice([0.0, 0.08, 0.2]))
    share_across = float(rng.choice([0.0, 0.12, 0.3]))
    for i in range(n):
        direction = np.array([np.cos(heading), np.sin(heading)])
        across = bool(rng.random() < share_across and i > 0 and not poses[-1].across)
        reach = aspect / 2 if across else 0.5
        x, y = x + direction[0] * (reach + gap), y + direction[1] * (reach + gap)
        own = heading + (np.pi / 2 if across else np.pi) + rng.normal(0, wobble)
        poses.append(
            Pose(
                float(x + rng.normal(0, wobble / 3)),
                float(y + rng.normal(0, wobble / 3)),
                float(own),
                link=i - 1,
                across=across,
            )
        )
        x, y = x + direction[0] * reach, y + direction[1] * reach
        if rng.random() < bend:
            turn = float(rng.choice([-1, 1])) * np.pi / 2
            # After a bend the next tile starts beside the end of this one, not beyond it.
            back = aspect / 2 if not across else 0.0
            x, y = x - direction[0] * back, y - direction[1] * back
            heading += turn
            side = 0.5 if across else aspect / 2
            x, y = x + np.cos(heading) * side, y + np.sin(heading) * side
    return without_collisions(poses, aspect, 0.02)


def chain(rng: Rng, n: int, aspect: float) -> list[Pose]:
    """A chain of tiles that touch, winding over the table: at a corner the next tile lies against the side of the last
    half, and doubles lie across or along."""
    poses: list[Pose] = []
    gap, wobble = float(rng.choice([0.0, 0.006, 0.015, 0.03])), float(rng.choice([0.0, 0.01, 0.025, 0.045]))
    share_across, bend = float(rng.choice([0.0, 0.1, 0.25])), float(rng.choice([0.0, 0.12, 0.3]))
    end, heading = np.zeros(2), 0.0
    for i in range(n):
        direction = np.array([np.cos(heading), np.sin(heading)])
        across = bool(poses and not poses[-1].across and rng.random() < share_across)
        if poses and not across and not poses[-1].across and rng.random() < bend:
            heading += float(rng.choice([-1, 1])) * np.pi / 2
            turned = np.array([np.cos(heading), np.sin(heading)])
            # From the end of the last tile to the side of its last half, so that the new one starts there.
            end = end - direction * aspect / 2 + turned * aspect / 2
            direction = turned
        reach = aspect / 2 if across else 0.5
        middle = end + direction * (reach + gap) + rng.normal(0, wobble / 3, 2)
        own = heading + (np.pi / 2 if across else np.pi) + rng.normal(0, wobble)
        poses.append(Pose(float(middle[0]), float(middle[1]), float(own), link=i - 1, across=across))
        end = end + direction * 2 * (reach + gap)
    centre = np.mean([[p.x, p.y] for p in poses], axis=0)
    return without_collisions(shift(poses, -float(centre[0]), -float(centre[1])), aspect, 0.02)


def hub(rng: Rng, n: int, aspect: float) -> list[Pose]:
    """An engine in the middle with trains going out to all sides."""
    arms = int(rng.integers(3, 9))
    ring = float(rng.uniform(0.55, 1.1)) if arms < 6 else float(rng.uniform(0.8, 1.4))
    poses = [Pose(0.0, 0.0, float(rng.uniform(0, np.pi)))]
    start = rng.uniform(0, 2 * np.pi)
    for k in range(arms):
        angle = start + 2 * np.pi * k / arms + rng.normal(0, 0.04)
        arm = train(rng, max(1, int(rng.poisson(max(n - 1, 1) / arms))), aspect, straight=bool(rng.random() < 0.7))
        offset = len(poses)
        moved = shift(arm, float(np.cos(angle) * ring), float(np.sin(angle) * ring), float(angle))
        poses += [replace(p, link=p.link + offset if p.link >= 0 else 0) for p in moved]
    return without_collisions(poses, aspect, 0.02)


def pile(rng: Rng, n: int, aspect: float, thickness: float, down: float) -> list[Pose]:
    """A heap: tiles over one another, some resting slanted."""
    spread = np.sqrt(n) * rng.uniform(0.35, 0.8)
    poses: list[Pose] = []
    for _ in range(n):
        x, y = rng.normal(0, spread / 1.6, 2)
        below = [p for p in poses if np.hypot(p.x - x, p.y - y) < 0.75]
        level = max((p.level for p in below), default=-1) + 1
        tilt = float(rng.normal(0, 0.12)) if level else 0.0
        poses.append(
            Pose(
                float(x),
                float(y),
                float(rng.uniform(0, 2 * np.pi)),
                bool(rng.random() >= down),
                z=level * thickness,
                tilt=tilt,
                level=min(level, 6) if level else 0,
            )
        )
    return poses


def standing(rng: Rng, n: int, aspect: float, away: bool = False) -> list[Pose]:
    """A player's row of tiles on their long edge, facing the player (or seen from behind), straight or in an arc."""
    gap = float(rng.choice([0.0, 0.03, 0.15])) + 1.0
    arc = float(rng.choice([0.0, 0.0, 0.03, 0.08])) * float(rng.choice([-1, 1]))
    lean = np.pi / 2 - float(rng.choice([0.0, 0.0, 0.15, 0.35, 0.6])) * float(rng.uniform(0.5, 1.2))
    wobble = float(rng.choice([0.01, 0.05, 0.15]))
    poses = []
    for i in range(n):
        t = i - (n - 1) / 2
        heading = float(np.pi * away + arc * t + rng.normal(0, wobble))
        poses.append(Pose(float(t * gap), float(arc * t * t / 2 * gap), heading, True, lean=float(lean)))
    return poses


def upright(rng: Rng, n: int, aspect: float) -> list[Pose]:
    """Tiles in a rack standing on their short edge, leaning back, side by side."""
    gap = aspect + float(rng.choice([0.0, 0.02, 0.08]))
    tilt = np.pi / 2 - float(rng.uniform(0.0, 0.6))
    return [
        Pose(
            float((i - (n - 1) / 2) * gap),
            float(rng.normal(0, 0.02)),
            float(np.pi / 2 + rng.normal(0, 0.02)),
            tilt=tilt,
        )
        for i in range(n)
    ]
