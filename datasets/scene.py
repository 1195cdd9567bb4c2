"""One scene from one seed: which dominoes lie where, under which camera and lamp. Nothing is drawn here."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from datasets import layouts
from datasets.camera import Camera, look_at
from datasets.faces import SetStyle, random_style
from datasets.hubs import Hub
from datasets.layouts import Pose, Rng
from datasets.table_markers import Marker

Floats = NDArray[np.float64]

KINDS = {
    "scatter": 0.13,
    "hand": 0.17,
    "train": 0.16,
    "chain": 0.13,
    "hub": 0.09,
    "pile": 0.05,
    "standing": 0.12,
    "rack": 0.02,
    "mixed": 0.08,
    "empty": 0.05,
}
"""Kinds of scenes and their shares."""

FAINT_IN_CHAINS, FAINT_ELSEWHERE = 0.7, 0.04
"""Shares of black sets whose tiles hardly differ where they touch."""

MIN_LENGTH, MAX_LENGTH = 18.0, 470.0
"""Bounds of the typical length of a tile in pixels of a 512-pixel picture."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A tile in the scene: style (index into `Scene.styles`), values (half A, half B), pose in space.

    `centre` (3,) of the box; `axes` (3, 3) columns across, along (towards half A), normal of the face; `level` draws
    stacked tiles later; `standing` is true where the face is far from horizontal.
    """

    style: int
    values: tuple[int, int]
    centre: Floats
    axes: Floats
    level: int
    standing: bool


@dataclass(frozen=True, slots=True)
class Thing:
    """A thing that lies beside the tiles: a kind of `datasets.clutter.KINDS`, where its middle is, and its heading."""

    kind: str
    x: float
    y: float
    heading: float


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything that `datasets.render.render` needs to draw one picture, and nothing random besides `seed`.

    `size` width and height in pixels; `clutter` places of things that are no tiles (x, y, heading, scale),
    `clutter_above` those that lie on tiles; `things` the kind that all of them are, of `datasets.clutter.KINDS`, None
    for any; `beside` things of known kinds on the table; `hub` below the tiles; `markers` that stand among them;
    `ground`: side of the table's texture in texels, and how many tile lengths it covers at scale 1; `open_table`: no
    film lies over the tiles, and all lie on the table, so that their shadows fall on it and not on other tiles.
    """

    seed: int
    kind: str
    size: tuple[int, int]
    styles: tuple[SetStyle, ...]
    pieces: tuple[Piece, ...]
    camera: Camera
    light: Floats
    ambient: float
    clutter: tuple[tuple[float, float, float, float], ...]
    clutter_above: tuple[tuple[float, float, float, float], ...]
    table_edge: float | None
    severity: float
    things: str | None = None
    beside: tuple[Thing, ...] = ()
    hub: Hub | None = None
    markers: tuple[Marker, ...] = ()
    ground: tuple[int, float] = (512, 9.0)
    open_table: bool = False


def axes_of(pose: Pose) -> Floats:
    """(3, 3) columns across, along, normal of a tile's face at `pose`."""
    along = np.array([np.cos(pose.heading), np.sin(pose.heading), 0.0])
    normal = np.array([0.0, 0.0, 1.0])
    across = np.cross(along, normal)
    if not pose.face_up:
        across, normal = -across, -normal
    c, s = np.cos(pose.lean), np.sin(pose.lean)
    across, normal = c * across - s * normal, s * across + c * normal
    c, s = np.cos(pose.tilt), np.sin(pose.tilt)
    along, normal = c * along + s * normal, c * normal - s * along
    return np.column_stack([across, along, normal])


def place(pose: Pose, style_index: int, style: SetStyle, values: tuple[int, int]) -> Piece:
    """A tile of `style` resting with its lowest corner at `pose.z`."""
    axes = axes_of(pose)
    half = np.array([style.aspect / 2, 0.5, style.thickness / 2])
    height = float(np.abs(axes[2] * half).sum())
    centre = np.array([pose.x, pose.y, pose.z + height])
    return Piece(style_index, values, centre, axes, pose.level, bool(abs(axes[2, 2]) < 0.7))


def _arrange(rng: Rng, kind: str, style: SetStyle) -> list[Pose]:
    """Poses for one kind of scene."""
    aspect, down = style.aspect, float(rng.choice([0.0, 0.0, 0.15, 0.4]))
    many = int(min(90, max(1, round(float(np.exp(rng.normal(1.9, 0.75)))))))
    match kind:
        case "scatter":
            poses = layouts.scatter(rng, many, aspect, down)
        case "hand":
            poses = layouts.rows(rng, many, aspect)
        case "train":
            poses = layouts.train(rng, max(2, many), aspect)
            for _ in range(int(rng.integers(0, 3))):
                extra = layouts.train(rng, max(2, many // 2), aspect)
                poses += _linked(layouts.shift(extra, *rng.normal(0, 3, 2), float(rng.uniform(0, 6.3))), len(poses))
            if rng.random() < 0.4:
                poses += layouts.shift(
                    layouts.scatter(rng, int(rng.integers(1, 9)), aspect, down), 0, float(rng.choice([-1, 1])) * 2.5
                )
        case "chain":
            poses = []
            for _ in range(int(rng.integers(1, 4))):
                strand = layouts.chain(rng, int(rng.integers(3, 24)), aspect)
                turned = layouts.shift(strand, *rng.normal(0, 2.5, 2), float(rng.choice(4)) * np.pi / 2)
                poses += _linked(turned, len(poses))
            if rng.random() < 0.4:
                poses += layouts.shift(layouts.rows(rng, int(rng.integers(1, 8)), aspect), 0, -3.5)
        case "hub":
            poses = layouts.hub(rng, int(rng.integers(5, 60)), aspect)
            yard = layouts.scatter(rng, int(rng.integers(1, 20)), aspect, 0.95)
            poses += layouts.shift(yard, *(rng.choice([-1, 1], 2) * rng.uniform(3, 6, 2)))
        case "pile":
            poses = layouts.pile(rng, max(3, min(many, 30)), aspect, style.thickness, down)
        case "standing":
            poses = []
            for row in range(int(rng.integers(1, 4))):
                line = layouts.standing(rng, int(rng.integers(1, 9)), aspect, away=bool(row and rng.random() < 0.4))
                poses += layouts.shift(line, float(rng.normal(0, 0.6)), row * float(rng.uniform(0.5, 2.0)))
            if rng.random() < 0.4:
                poses += layouts.shift(layouts.scatter(rng, int(rng.integers(1, 9)), aspect, down), 0, 2.5)
        case "rack":
            poses = layouts.upright(rng, int(rng.integers(1, 12)), aspect)
            if rng.random() < 0.5:
                poses += layouts.shift(layouts.scatter(rng, int(rng.integers(1, 6)), aspect, down), 0, 2.0)
        case "mixed":
            poses = layouts.shift(layouts.standing(rng, int(rng.integers(2, 9)), aspect), 0, -2.6)
            middle = layouts.train(rng, int(rng.integers(2, 14)), aspect)
            poses += _linked(layouts.shift(middle, -1.5, 0.5, float(rng.uniform(0, 6.3))), len(poses))
            poses += layouts.shift(layouts.scatter(rng, int(rng.integers(2, 16)), aspect, 0.8), 0, 3.2)
            for side in (-1, 1):
                if rng.random() < 0.5:
                    row = layouts.standing(rng, int(rng.integers(2, 7)), aspect)
                    poses += layouts.shift(row, side * 3.8, 0.5, -side * np.pi / 2)
        case _:
            return []
    if kind in ("train", "chain", "hub", "mixed", "standing"):
        poses = layouts.without_collisions(poses, aspect, 0.02)
    return poses


def _linked(poses: list[Pose], offset: int) -> list[Pose]:
    """Links moved by the number of poses that stand before these in the joined list."""
    return [
        Pose(
            p.x,
            p.y,
            p.heading,
            p.face_up,
            p.z,
            p.lean,
            p.tilt,
            p.level,
            p.link + offset if p.link >= 0 else -1,
            p.across,
        )
        for p in poses
    ]


def deal(rng: Rng, poses: list[Pose], top: int, double_blanks: bool = True) -> list[tuple[int, int]]:
    """Values for every pose: trains match at their joints, doubles lie across; high values come up as often as low.

    Without `double_blanks` none is dealt: on some sets they show nothing at all, and no one could tell them apart
    from a slab of the same colour.
    """
    values: list[tuple[int, int]] = []
    low = 0.18 if rng.random() < 0.5 else 0.04
    for pose in poses:
        pick = [0 if rng.random() < low else int(rng.integers(0, top + 1)) for _ in range(2)]
        if pose.link >= 0 and pose.link < len(values) and rng.random() < 0.9:
            pick[0] = values[pose.link][1]
        if pose.across:
            pick[1] = pick[0]
        if pick == [0, 0] and not double_blanks and top > 0:
            pick[1] = int(rng.integers(1, top + 1))
        values.append((pick[0], pick[1]))
    return values


def _camera(rng: Rng, kind: str, poses: list[Pose], size: int) -> Camera:
    points = np.array([[p.x, p.y] for p in poses]) if poses else rng.normal(0, 1, (2, 2))
    low, high = points.min(0) - 0.55, points.max(0) + 0.55
    middle, extent = (low + high) / 2, float(np.hypot(*(high - low))) * 0.85
    seated = kind in ("standing", "rack", "mixed")
    if seated:
        elevation, azimuth = rng.uniform(np.radians(20), np.radians(72)), -np.pi / 2 + rng.normal(0, 0.25)
        roll = rng.normal(0, 0.08)
    else:
        elevation = np.pi / 2 - abs(rng.normal(0, np.radians(12)))
        if rng.random() < 0.4:
            elevation = rng.uniform(np.radians(25), np.radians(75))
        azimuth = rng.uniform(0, 2 * np.pi)
        roll = rng.uniform(0, 2 * np.pi) if elevation > np.radians(60) else rng.normal(0, 0.15)
    focal = size * float(rng.choice([0.75, 0.95, 1.1, 1.6], p=[0.25, 0.35, 0.25, 0.15]))
    zoom = float(np.exp(rng.normal(0.1, 0.45)))
    wanted = float(np.clip(size * zoom / max(extent, 0.6), MIN_LENGTH, MAX_LENGTH))
    if rng.random() < 0.35:
        # Sizes that the layout does not suggest: a few small tiles far away, a large table from close by.
        wanted = float(np.exp(rng.uniform(np.log(28), np.log(260))))
    distance = focal / wanted
    # Near the bounds the frame holds only a part of a large layout: look at one of its tiles then.
    if poses and (extent * wanted > 1.3 * size or rng.random() < 0.15):
        chosen = poses[int(rng.integers(len(poses)))]
        middle = np.array([chosen.x, chosen.y])
    aim = middle + rng.normal(0, 0.10, 2) * size / wanted
    if seated and rng.random() < 0.35:
        # A player's own tiles stand at the lower edge of the picture, seen from high above and often cut by it.
        aim[1] += float(rng.uniform(0.1, 0.42)) * size / wanted / np.sin(elevation)
    return look_at(
        np.array([*aim, 0.0]),
        float(elevation),
        float(azimuth),
        float(roll),
        distance,
        focal,
        np.full(2, (size - 1) / 2),
    )


def _places(rng: Rng, n: int, camera: Camera, size: int) -> tuple[tuple[float, float, float, float], ...]:
    """n places of clutter within the view: x, y, heading, scale."""
    inverse = np.linalg.inv(camera.table_homography())
    places = []
    for _ in range(n):
        p = inverse @ np.array([*rng.uniform(-0.05, 1.05, 2) * size, 1.0])
        if abs(p[2]) > 1e-9:
            x, y = p[:2] / p[2]
            places.append((float(x), float(y), float(rng.uniform(0, 2 * np.pi)), float(np.exp(rng.normal(0, 0.25)))))
    return tuple(places)


def make_scene(seed: int, size: int = 512, kind: str | None = None, things: str | None = None) -> Scene:
    """The scene of `seed`: a pure function, the same for the same arguments on every machine.

    `kind`: one of `KINDS` instead of the one that the seed would draw; raises ValueError for another. `things`: what
    all the clutter is, of `datasets.clutter.KINDS`, instead of a mixture.
    """
    if kind is not None and kind not in KINDS:
        raise ValueError(f"{kind!r} is no kind of scene; the kinds are {', '.join(KINDS)}.")
    rng = np.random.default_rng([seed, 0x5CE11E])
    drawn = str(rng.choice(list(KINDS), p=list(KINDS.values())))
    kind = kind or drawn
    faint = rng.random() < (FAINT_IN_CHAINS if kind == "chain" else FAINT_ELSEWHERE)
    styles = tuple(random_style(rng, faint=bool(faint)) for _ in range(1 if rng.random() < 0.93 else 2))
    poses = _arrange(rng, kind, styles[0])
    camera = _camera(rng, kind, poses, size)
    tops = [style.max_value for style in styles]
    values = deal(rng, poses, min(tops), all(style.blanks_show for style in styles))
    pieces = []
    for pose, pair in zip(poses, values, strict=True):
        index = int(rng.integers(len(styles)))
        pieces.append(place(pose, index, styles[index], pair))
    seen = tuple(p for p in pieces if _in_view(p, camera, size))
    lamp = rng.uniform(0, 2 * np.pi)
    height = rng.uniform(np.radians(25), np.radians(85))
    light = np.array([np.cos(height) * np.cos(lamp), np.cos(height) * np.sin(lamp), np.sin(height)])
    n_clutter = (
        int(rng.integers(2, 14)) if kind == "empty" else int(rng.choice([0, 1, 2, 5], p=[0.4, 0.25, 0.22, 0.13]))
    )
    n_above = int(rng.choice([0, 1, 2], p=[0.86, 0.1, 0.04]))
    edge = float(rng.uniform(0.05, 0.4)) if rng.random() < 0.15 else None
    return Scene(
        seed,
        kind,
        (size, size),
        styles,
        seen,
        camera,
        light,
        float(rng.uniform(0.35, 0.85)),
        _places(rng, n_clutter, camera, size),
        _places(rng, n_above, camera, size),
        edge,
        float(rng.beta(1.1, 2.8)),
        things,
    )


def _in_view(piece: Piece, camera: Camera, size: int) -> bool:
    """Whether any of the box may be seen: in front of the camera and not far outside the frame."""
    if camera.depth(piece.centre) < 0.8:
        return False
    x, y = camera.project(piece.centre)
    reach = camera.focal / float(camera.depth(piece.centre))
    return bool(-reach < x < size + reach and -reach < y < size + reach)
